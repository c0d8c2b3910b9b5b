"""Quantities at points against time: probes.csv of a run."""
import csv
import pathlib
import re

import numpy

from .errors import Error
from .run import _whole_or_part

NAME = re.compile(r"(?P<quantity>\w+)(/(?P<component>\w+))? @ (?P<place>[^\[]+?)( \[(?P<unit>.+)\])?$")


class Probes:
    """Quantities at points: probes["electric_field"][line, point, component], probes["pressure"][line, point].

    `step` and `time` of each line, points [point, 3]; `quantities` are the names of quantities, components[quantity] the names of
    a vector's components (empty for a scalar) and units[quantity] its unit ("" for a pure number).
    """

    def __init__(self, path):
        path = pathlib.Path(path)
        self.path = _whole_or_part(path, "probes.csv") if path.is_dir() else path
        try:
            with open(self.path, newline="") as file:
                # a running simulation may have written an incomplete line
                lines = [line for line in file if line.endswith("\n")]
            rows = list(csv.reader(lines))
            self._read(rows[0], numpy.array([[float(value) for value in row] for row in rows[1:]]).reshape(-1, len(rows[0])))
        except (OSError, ValueError, IndexError) as error:
            raise Error(f"{self.path}: not the probes of a run of Taub: {error}") from error

    def _read(self, header, values):
        places, columns = [], {}
        self.components, self.units = {}, {}
        for number, name in enumerate(header[3:], start=3):
            match = NAME.match(name)
            if not match:
                raise ValueError(f"no quantity and place in the column {name!r}")
            quantity, component = match["quantity"], match["component"] or ""
            if match["place"] not in places:
                places.append(match["place"])
            self.units[quantity] = match["unit"] or ""
            names = self.components.setdefault(quantity, [])
            if component and component not in names:
                names.append(component)
            columns[quantity, component, match["place"]] = number
        self.points = numpy.array([[float(x) for x in place.split()] for place in places])
        self.step, self.time = values[:, 0].astype(int), values[:, 1]
        self._values = {}
        for quantity, names in self.components.items():
            picked = numpy.stack([values[:, [columns[quantity, name, place] for place in places]] for name in names or [""]],
                                 axis=2)
            self._values[quantity] = picked if names else picked[:, :, 0]

    @property
    def quantities(self):
        return tuple(self._values)

    def __getitem__(self, quantity):
        try:
            return self._values[quantity]
        except KeyError:
            raise Error(f"{self.path} has no {quantity}; it has {', '.join(self._values)}") from None

    def __len__(self):
        return len(self.time)

    def __repr__(self):
        return f"<taub.Probes {self.path}: {', '.join(self._values)} at {len(self.points)} points, {len(self)} times>"


def read_probes(path):
    """Reads the probes of a run's folder or of a probes.csv."""
    return Probes(path)
