"""Fields on the boxes of output.fluxes by frequency (near_fields.h5), and the fields that they radiate."""
import pathlib

import h5py
import numpy

from .errors import Error
from .run import _whole_or_part


class NearFields:
    """Transforms of the fields on the faces of boxes, integral of F(t) exp(2 pi i f t) dt.

    `boxes` are the names of the boxes, `frequency` the frequencies.
    """

    def __init__(self, path):
        self.path = _whole_or_part(pathlib.Path(path), "near_fields.h5")
        try:
            with h5py.File(self.path) as file:
                self.frequency = file["frequency"][()]
                self._boxes = {name: _Box(group) for name, group in file["boxes"].items()}
        except (OSError, KeyError) as error:
            raise Error(f"{self.path}: not near fields of a run of Taub: {error}") from error
        self.boxes = tuple(self._boxes)

    def __repr__(self):
        return f"<taub.NearFields {self.path}: {', '.join(self.boxes)}, {len(self.frequency)} frequencies>"

    def far_field(self, box, theta, phi, center=(0, 0, 0)):
        """(E_theta, E_phi), complex, [frequency][direction], far from a box and all sources in it.

        theta and phi (radians; arrays of the same length, or one of them a number) are the directions (sin theta cos phi,
        sin theta sin phi, cos theta). In three dimensions E = E_theta exp(i k r)/r, with r and phases relative to `center`.
        In two dimensions E = E_theta exp(i k r)/sqrt(r), in directions in the plane of the mesh. The energy per frequency and
        solid angle (in two dimensions, per angle and length) is 2 (|E_theta|^2 + |E_phi|^2) sqrt(permittivity/permeability),
        as in flux_spectra.csv.

        The currents n x H and -n x E on the box radiate the same fields as the sources inside (Love's equivalence principle;
        C. A. Balanis, Advanced Engineering Electromagnetics, ch. 7): E = i k/(4 pi) (Z N - r x L) perpendicular to r."""
        if box not in self._boxes:
            raise Error(f"{self.path}: no box {box}; there are {', '.join(self.boxes)}")
        of = self._boxes[box]
        theta, phi = (numpy.atleast_1d(a).astype(float) for a in numpy.broadcast_arrays(theta, phi))
        directions = numpy.array([numpy.sin(theta) * numpy.cos(phi), numpy.sin(theta) * numpy.sin(phi), numpy.cos(theta)])
        flat = [a for a in range(3) if of.flat[a]]
        if flat and numpy.abs(directions[flat[0]]).max() > 1e-12:
            raise Error(f"{self.path}: expected directions in the plane of the mesh, perpendicular to {'xyz'[flat[0]]}")
        e_theta = numpy.array([numpy.cos(theta) * numpy.cos(phi), numpy.cos(theta) * numpy.sin(phi), -numpy.sin(theta)])
        e_phi = numpy.array([-numpy.sin(phi), numpy.cos(phi), numpy.zeros_like(phi)])
        k = 2 * numpy.pi * self.frequency * numpy.sqrt(of.permittivity * of.permeability)
        n, l = numpy.zeros((2, len(k), 3, len(theta)), dtype=complex)
        for side in of.sides:
            for i in range(len(k)):
                side.radiate(i, k[i] * directions, numpy.asarray(center, dtype=float), n[i], l[i])
        factor = numpy.exp(0.25j * numpy.pi) / numpy.sqrt(8 * numpy.pi * k) if flat else 1 / (4 * numpy.pi)
        factor, impedance = (1j * k * factor)[:, None], numpy.sqrt(of.permeability / of.permittivity)
        along = lambda v, e: numpy.einsum("fcd,cd->fd", v, e)
        return (factor * (impedance * along(n, e_theta) + along(l, e_phi)),
                factor * (impedance * along(n, e_phi) - along(l, e_theta)))


class _Box:
    def __init__(self, group):
        self.permittivity, self.permeability = group.attrs["permittivity"], group.attrs["permeability"]
        self.flat = group.attrs["perUnitLength"].astype(bool)
        self.sides = [_Side(side, self.flat) for side in group.values()]


class _Side:
    """A side: fields[frequency][E_p, E_q, H_p, H_q][q][p], with axes p and q that follow its own in cyclic order."""

    def __init__(self, group, flat):
        self.axis, self.sign, self.position = int(group.attrs["axis"]), group.attrs["sign"], group.attrs["position"]
        parts = group["fields"][()]
        self.fields = parts[:, 0] + 1j * parts[:, 1]
        self.along = [(self.axis + 1) % 3, (self.axis + 2) % 3]
        self.spacing = group.attrs["spacing"]
        self.places = [lower + (numpy.arange(count) + 0.5) * width
                       for lower, count, width in zip(group.attrs["lower"], self.fields.shape[:1:-1], self.spacing)]
        self.flat = [flat[a] for a in self.along]

    def radiate(self, frequency, wave, center, n, l):
        """Adds the contribution to N and L, [component][direction], for wave vectors [component][direction]."""
        p, q = self.along
        weights = [numpy.ones((wave.shape[1], 1)) if flat else _weights(places - center[a], width, wave[a])
                   for a, places, width, flat in zip(self.along, self.places, self.spacing, self.flat)]
        sums = numpy.einsum("fqd,dq->fd", self.fields[frequency] @ weights[0].T, weights[1])
        e_p, e_q, h_p, h_q = self.sign * numpy.exp(-1j * wave[self.axis] * (self.position - center[self.axis])) * sums
        n[p] -= h_q
        n[q] += h_p
        l[p] += e_q
        l[q] -= e_p


def _weights(places, width, k):
    """Weights [direction][face] of face averages in the integral of a field times exp(-i k x), for each k. They include the slope
    of the field by central differences, one-sided at the ends, so that the integral is of fourth order like the averages."""
    phase = numpy.exp(-1j * numpy.outer(k, places)) * (numpy.sinc(0.5 * k * width / numpy.pi) * width)[:, None]
    count = len(places)
    if count < 3:
        return phase
    slope = 0.5 * (numpy.eye(count, k=1) - numpy.eye(count, k=-1))
    slope[0, :3], slope[-1, -3:] = (-1.5, 2, -0.5), (0.5, -2, 1.5)
    return phase - (1j * k * width / 12)[:, None] * (phase @ slope)


def read_near_fields(path):
    """The near fields in a run's folder."""
    return NearFields(path)
