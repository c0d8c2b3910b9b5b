"""The freeze-out surface of a run: surface.h5."""
import pathlib

import h5py
import numpy

from .errors import Error
from .run import _text, _whole_or_part

GROUP = "/data/0/particles/freeze_out"
AXES = {"cartesian": ("t", "x", "y", "z"), "milne": ("tau", "x", "y", "eta")}
TENSOR = ("tt", "tx", "ty", "tz", "xx", "xy", "xz", "yy", "yz", "zz")
METRIC = numpy.diag([1.0, -1.0, -1.0, -1.0])


class SurfaceElements:
    """Elements of a freeze-out surface as arrays whose first index is the element, from rows of 48 numbers.

    position (t, x, y, z or tau, x, y, eta), normal (dSigma_mu, covariant, to the cold side), four_velocity; energy_density,
    temperature, pressure, charge_density, bulk_pressure; shear_stress (tt, tx, ty, tz, xx, xy, xz, yy, yz, zz);
    chemical_potential (mu_B) and diffusion_current (q^mu), zeros if the run has none; beta_gradient [element, mu, nu],
    nabla_mu beta_nu with beta = u/T, both indices lower, zeros without output.surface.gradients. Components are those of an orthonormal
    frame, along tau, x, y, eta in Milne coordinates; the normal contains the volume of the element. Units: GeV, fm."""

    def __init__(self, rows):
        self.position, self.normal, self.four_velocity = rows[:, 0:4], rows[:, 4:8], rows[:, 8:12]
        self.energy_density, self.temperature, self.pressure, self.charge_density = rows[:, 12:16].T
        self.shear_stress, self.bulk_pressure = rows[:, 16:26], rows[:, 26]
        self.chemical_potential, self.diffusion_current = rows[:, 27], rows[:, 28:32]
        self.beta_gradient = rows[:, 32:48].reshape(-1, 4, 4)

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
        shear = numpy.empty((len(self), 4, 4))
        for number, name in enumerate(TENSOR):
            a, b = ("txyz".index(letter) for letter in name)
            shear[:, a, b] = shear[:, b, a] = self.shear_stress[:, number]
        pressure = self.pressure + self.bulk_pressure
        u = self.four_velocity
        return ((self.energy_density + pressure)[:, None, None] * u[:, :, None] * u[:, None, :]
                - pressure[:, None, None] * METRIC + shear)

    @property
    def flux(self):
        """T^{mu nu} dSigma_nu [element, mu]: energy and momentum that flow through each element to the cold side."""
        return numpy.einsum("emn,en->em", self.stress_tensor, self.normal)

    @property
    def charge_flux(self):
        """(n u^mu + q^mu) dSigma_mu of each element: the charge (net baryon number) that flows through it."""
        return self.charge_density * self.volume + (self.diffusion_current * self.normal).sum(axis=1)

    @property
    def thermal_vorticity(self):
        """-(nabla_mu beta_nu - nabla_nu beta_mu)/2 [element, mu, nu], in 1/(GeV fm); times hbar c = 0.19733 GeV fm without unit."""
        return 0.5 * (self.beta_gradient.swapaxes(1, 2) - self.beta_gradient)

    @property
    def thermal_shear(self):
        """(nabla_mu beta_nu + nabla_nu beta_mu)/2 [element, mu, nu], in 1/(GeV fm)."""
        return 0.5 * (self.beta_gradient.swapaxes(1, 2) + self.beta_gradient)

    @property
    def temperature_gradient(self):
        """nabla_mu T [element, mu], in GeV/fm: -T^2 u^nu nabla_mu beta_nu, since u.u = 1."""
        return -self.temperature[:, None] ** 2 * numpy.einsum("emn,en->em", self.beta_gradient, self.four_velocity)

    @property
    def velocity_gradient(self):
        """nabla_mu u_nu [element, mu, nu], in 1/fm."""
        temperature = self.temperature[:, None, None]
        return (temperature * self.beta_gradient
                + self.temperature_gradient[:, :, None] * (self.four_velocity @ METRIC)[:, None, :] / temperature)

    @property
    def kinematic_vorticity(self):
        """-(nabla_mu u_nu - nabla_nu u_mu)/2 [element, mu, nu], in 1/fm."""
        gradient = self.velocity_gradient
        return 0.5 * (gradient.swapaxes(1, 2) - gradient)

    @property
    def temperature_vorticity(self):
        """-(nabla_mu T u_nu - nabla_nu T u_mu)/2 [element, mu, nu], in GeV/fm; 0 in an ideal fluid without charge from rest."""
        gradient = (self.temperature[:, None, None] * self.velocity_gradient
                    + self.temperature_gradient[:, :, None] * (self.four_velocity @ METRIC)[:, None, :])
        return 0.5 * (gradient.swapaxes(1, 2) - gradient)

    @property
    def acceleration(self):
        """u^nu nabla_nu u_mu [element, mu], in 1/fm."""
        return numpy.einsum("en,enm->em", self.four_velocity, self.velocity_gradient)


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
        self.has_gradients = "beta_gradient" in group
        names = [f"{a}_{b}" for a in self.axes for b in self.axes]
        self.beta_gradient = (vector("beta_gradient", names).reshape(-1, 4, 4) if self.has_gradients
                              else numpy.zeros((count, 4, 4)))

    def __repr__(self):
        return f"<taub.Surface {self.path}: {len(self)} elements at {self.criterion} {self.value:g}>"


def read_surface(path):
    """Reads the freeze-out surface of a run's folder or of a surface.h5."""
    return Surface(path)
