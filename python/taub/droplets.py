"""Droplets of source.kind: droplets (docs/guide/droplets.md): their files, and strings as droplets."""
import math
import pathlib

import numpy

from .errors import Error

DROPLET_COLUMNS = ("tau", "x", "y", "eta", "E", "px", "py", "pz", "B", "sigma_tau", "sigma_xy", "sigma_eta")
_CARTESIAN = {"tau": "t", "eta": "z", "sigma_tau": "sigma_t", "sigma_eta": "sigma_z"}
_STRING_COLUMNS = 25


def write_droplets(path, droplets, cartesian=False, digits=8):
    """Writes droplets, rows of tau, x, y, eta, E, px, py, pz, B, sigma_tau, sigma_xy, sigma_eta, as a table for source.file;
    cartesian: of t and z in place of tau and eta."""
    rows = numpy.asarray(droplets, dtype=float)
    if rows.ndim != 2 or rows.shape[1] != len(DROPLET_COLUMNS):
        raise Error(f"expected droplets of the shape (number, {len(DROPLET_COLUMNS)}), got {rows.shape}")
    names = [_CARTESIAN.get(name, name) if cartesian else name for name in DROPLET_COLUMNS]
    with pathlib.Path(path).open("w", encoding="utf-8") as file:
        file.write("# fm, GeV; the momentum is Cartesian\n" + ",".join(names) + "\n")
        file.writelines(",".join(f"{value:.{digits}g}" for value in row) + "\n" for row in rows.tolist())


class _String:
    """A line of the list: two ends that fly apart and lose rapidity to what they leave between them."""

    def __init__(self, numbers):
        (self.mass, _, self.age, self.tau, self.eta, _, _, x_l, y_l, x_r, y_r, eta_l, eta_r, rapidity_l, rapidity_r, left, right,
         first_l, first_r, baryon_l, baryon_r, _, _, fraction_l, fraction_r) = numbers
        self.ends = (eta_l, eta_r)
        self.places = ((x_l, y_l), (x_r, y_r))
        self.rapidities = (rapidity_l, rapidity_r)
        self.initial = (first_l, first_r)
        self.remnants = (left, right)
        self.baryons = ((baryon_l, fraction_l), (baryon_r, fraction_r))

    def time(self, eta):
        """When the string is `age` old at eta: a point of it flies from (tau, eta) where it was made."""
        made = self.tau * math.cosh(eta - self.eta)
        return made + math.sqrt(made * made - self.tau ** 2 + self.age ** 2)

    def between(self, values, eta):
        """Linear in eta between the values at the two ends."""
        (left, right), (low, high) = self.ends, values
        return low + (high - low) * ((eta - left) / (right - left) if right > left else 0.5)

    def place(self, eta):
        return [self.between([end[axis] for end in self.places], eta) for axis in range(2)]

    def droplet(self, eta, momentum, charge=0.0):
        return [self.time(eta), *self.place(eta), eta, momentum[0], 0.0, 0.0, momentum[1], charge]

    def droplets(self, spacing):
        """Pieces whose energy and longitudinal momentum add up to what the ends have lost, both exactly: rapidities linear in eta,
        all shifted by the same, and one energy for each in its own frame."""
        lost = [self.mass * sum(f(y) for y in self.initial) - self.mass * sum(f(y) for y in self.rapidities)
                for f in (math.cosh, math.sinh)]
        if not lost[0] > abs(lost[1]):
            raise Error(f"a string of the energy {lost[0]:g} GeV has the longitudinal momentum {lost[1]:g} GeV")
        count = max(1, math.ceil((self.ends[1] - self.ends[0]) / spacing))
        etas = self.ends[0] + (numpy.arange(count) + 0.5) * (self.ends[1] - self.ends[0]) / count
        rapidities = numpy.array([self.between(self.rapidities, eta) for eta in etas])
        sums = numpy.cosh(rapidities).sum(), numpy.sinh(rapidities).sum()
        rapidities += math.atanh(lost[1] / lost[0]) - math.atanh(sums[1] / sums[0])
        energy = math.sqrt((lost[0] ** 2 - lost[1] ** 2) / (sums[0] ** 2 - sums[1] ** 2))
        rows = [self.droplet(eta, (energy * math.cosh(y), energy * math.sinh(y))) for eta, y in zip(etas, rapidities)]
        for end, y, remnant in zip(self.ends, self.rapidities, self.remnants):
            if remnant:
                rows.append(self.droplet(end, (self.mass * math.cosh(y), self.mass * math.sinh(y))))
        rows += [self.droplet(eta, (0.0, 0.0), fraction) for eta, fraction in self.baryons if fraction]
        return rows


def read_strings(path, sigma_tau=0.1, sigma_xy=0.5, sigma_eta=0.5, spacing=0.1, charge=True):
    """Droplets, as write_droplets takes them, of a list of strings as the 3D Glauber model of C. Shen and B. Schenke writes it,
    PRC 97 (2018) 024907, PRC 105 (2022) 064905: lines of 25 numbers in fm and GeV, of which lines with # are comments. A string
    becomes droplets no more than `spacing` apart in eta, each at the time at which the string there has the age tau_form. They add
    up to the energy, the longitudinal momentum and the baryon number of the string, with those of its remnants where the list has
    them. charge=False leaves the baryon number out, for a fluid without."""
    rows = []
    with pathlib.Path(path).open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            words = line.split("#")[0].split()
            try:
                values = [float(word) for word in words]
                if values and len(values) != _STRING_COLUMNS:
                    raise Error(f"expected {_STRING_COLUMNS} numbers, got {len(values)}")
                rows += _String(values).droplets(spacing) if values else []
            except (Error, ValueError) as error:
                raise Error(f"{path}:{number}: {error}") from error
    droplets = numpy.array(rows).reshape(len(rows), 9)
    if not charge:
        droplets[:, 8] = 0.0
        droplets = droplets[droplets[:, 4] > 0.0]
    widths = numpy.broadcast_to([sigma_tau, sigma_xy, sigma_eta], (len(droplets), 3))
    return numpy.hstack([droplets, widths])
