"""The freeze-out surface of a run: surface.h5."""
import pathlib

import h5py
import numpy

from .errors import Error
from .run import _text, _whole_or_part

GROUP = "/data/0/particles/freeze_out"
AXES = {"cartesian": ("t", "x", "y", "z"), "milne": ("tau", "x", "y", "eta")}
TENSOR = ("tt", "tx", "ty", "tz", "xx", "xy", "xz", "yy", "yz", "zz")


class SurfaceElements:
    """Elements of a freeze-out surface as arrays whose first index is the element, from rows of 32 numbers.

    position (t, x, y, z or tau, x, y, eta), normal (dSigma_mu, covariant, to the cold side), four_velocity; energy_density,
    temperature, pressure, charge_density, bulk_pressure; shear_stress (tt, tx, ty, tz, xx, xy, xz, yy, yz, zz);
    chemical_potential (mu_B) and diffusion_current (q^mu), zeros if the run has none. Components are those of an orthonormal
    frame, along tau, x, y, eta in Milne coordinates; the normal contains the volume of the element. Units: GeV, fm."""

    def __init__(self, rows):
        self.position, self.normal, self.four_velocity = rows[:, 0:4], rows[:, 4:8], rows[:, 8:12]
        self.energy_density, self.temperature, self.pressure, self.charge_density = rows[:, 12:16].T
        self.shear_stress, self.bulk_pressure = rows[:, 16:26], rows[:, 26]
        self.chemical_potential, self.diffusion_current = rows[:, 27], rows[:, 28:32]

    def __len__(self):
        return len(self.position)

    def __repr__(self):
        return f"<taub.SurfaceElements: {len(self)} elements>"

    @property
    def volume(self):
        """u^mu dSigma_mu of each element."""
        return (self.four_velocity * self.normal).sum(axis=1)

    @property
    def stress_tensor(self):
        """T^{mu nu} [element, mu, nu]."""
        metric = numpy.diag([1.0, -1.0, -1.0, -1.0])
        shear = numpy.empty((len(self), 4, 4))
        for number, name in enumerate(TENSOR):
            a, b = ("txyz".index(letter) for letter in name)
            shear[:, a, b] = shear[:, b, a] = self.shear_stress[:, number]
        pressure = self.pressure + self.bulk_pressure
        u = self.four_velocity
        return ((self.energy_density + pressure)[:, None, None] * u[:, :, None] * u[:, None, :]
                - pressure[:, None, None] * metric + shear)

    @property
    def flux(self):
        """T^{mu nu} dSigma_nu [element, mu]: energy and momentum that flow through each element to the cold side."""
        return numpy.einsum("emn,en->em", self.stress_tensor, self.normal)

    @property
    def charge_flux(self):
        """(n u^mu + q^mu) dSigma_mu of each element: the charge (net baryon number) that flows through it."""
        return self.charge_density * self.volume + (self.diffusion_current * self.normal).sum(axis=1)


class Surface(SurfaceElements):
    """The elements of surface.h5. Along the axes in `per_unit_length` the mesh has one cell, and the surface is per unit of length
    or rapidity."""

    def __init__(self, path):
        path = pathlib.Path(path)
        if path.is_dir():  # temporary files can be read only if an earlier version wrote them
            path = path / "surface.h5" if (path / "surface.h5").is_file() else _whole_or_part(path, "surface.h5")
        self.path = path
        try:
            with h5py.File(self.path, "r") as file:
                self._read(file[GROUP])
        except (OSError, KeyError) as error:
            raise Error(f"{self.path}: not a freeze-out surface of Taub: {error}") from error

    def _read(self, group):
        self.coordinates = _text(group.attrs["coordinates"])
        self.criterion, self.value = _text(group.attrs["criterion"]), float(group.attrs["value"])
        self.axes = AXES[self.coordinates]
        self.per_unit_length = tuple(axis for axis, single in zip(self.axes[1:], group.attrs["perUnitLength"]) if single)

        def vector(name, components):
            return numpy.stack([group[name][component][()] for component in components], axis=1)

        self.position = vector("position", self.axes)
        self.normal = vector("surface_normal", self.axes)
        self.four_velocity = vector("four_velocity", self.axes)
        self.shear_stress = vector("shear_stress", TENSOR)
        for name in ("energy_density", "temperature", "pressure", "charge_density", "bulk_pressure"):
            setattr(self, name, group[name][()])
        # files of runs without charge, and older files, do not have these records
        count = len(self.position)
        self.chemical_potential = group["chemical_potential"][()] if "chemical_potential" in group else numpy.zeros(count)
        self.diffusion_current = (vector("diffusion_current", self.axes) if "diffusion_current" in group
                                  else numpy.zeros((count, 4)))

    def __repr__(self):
        return f"<taub.Surface {self.path}: {len(self)} elements at {self.criterion} {self.value:g}>"


def read_surface(path):
    """Reads the freeze-out surface of a run's folder or of a surface.h5."""
    return Surface(path)
