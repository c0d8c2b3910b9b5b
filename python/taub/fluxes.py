"""Energy through planes and boxes: fluxes.csv and flux_spectra.csv of a run."""
import csv
import pathlib

import numpy

from .errors import Error
from .run import _whole_or_part


class Fluxes:
    """Energy through the planes and boxes of output.fluxes.

    `planes` are their names; power[plane] and energy[plane], which has passed the plane so far, at each of `time`. `frequency`
    and spectrum[plane], the energy per frequency, are empty until a run with frequencies has ended.
    """

    def __init__(self, path):
        path = pathlib.Path(path)
        self.path = _whole_or_part(path, "fluxes.csv")
        names, values = _read(self.path)
        self.time = values[:, 1]
        columns = dict(zip(names[3:], values[:, 3:].T))
        self.planes = tuple(name[:-len("/power")] for name in columns if name.endswith("/power"))
        try:
            self.power = {name: columns[f"{name}/power"] for name in self.planes}
            self.energy = {name: columns[f"{name}/energy"] for name in self.planes}
        except KeyError as error:
            raise Error(f"{self.path}: the column {error} is missing") from error
        self.frequency, self.spectrum = numpy.empty(0), {}
        spectra = path / "flux_spectra.csv"
        if spectra.exists():
            names, values = _read(spectra)
            self.frequency, self.spectrum = values[:, 0], dict(zip(names[1:], values[:, 1:].T))

    def __repr__(self):
        return f"<taub.Fluxes {self.path}: {', '.join(self.planes)}, {len(self.time)} times, {len(self.frequency)} frequencies>"


def _read(path):
    try:
        with open(path, newline="") as file:
            # a running simulation may have written an incomplete line
            rows = list(csv.reader(line for line in file if line.endswith("\n")))
        return rows[0], numpy.array([[float(value) for value in row] for row in rows[1:]]).reshape(-1, len(rows[0]))
    except (OSError, ValueError, IndexError) as error:
        raise Error(f"{path}: not fluxes of a run of Taub: {error}") from error


def read_fluxes(path):
    """The fluxes in a run's folder."""
    return Fluxes(path)


def pulse_transform(frequencies, frequency, duration, phase=0.0):
    """Integral over time of the signal of `source.signal: pulse` times exp(2 pi i f (t - start)), for each f of `frequencies`.
    With s = (t - start)/duration the signal is d/dt exp(-s^2/2) sin(2 pi frequency s duration + phase)/(2 pi frequency), or
    -s exp((1 - s^2)/2) for frequency 0. This is for source.size and impedance 1: the energy per frequency and area of a
    plane wave is 2 |size pulse_transform|^2/Z."""
    f = numpy.asarray(frequencies, dtype=float)

    def gauss(g):
        return duration * numpy.sqrt(2 * numpy.pi) * numpy.exp(-0.5 * (2 * numpy.pi * g * duration) ** 2)

    if frequency == 0:
        return -2j * numpy.pi * f * duration * numpy.exp(0.5) * gauss(f)
    wave = (numpy.exp(1j * phase) * gauss(f + frequency) - numpy.exp(-1j * phase) * gauss(f - frequency)) / 2j
    return -1j * f / frequency * wave
