"""The medium in space and time for jet and photon codes: the outputs of a run as MUSIC's evolution_all_xyeta.dat, or as the
JetData.h5 of VISHNU. docs/guide/evolution.md says which code reads what."""
import math
import os
import pathlib

import h5py
import numpy

from .errors import Error

FORMATS = ("music", "jetscape")
_NEEDED = {"music": ("energy_density", "pressure", "temperature", "sound_speed_squared"),
           "jetscape": ("energy_density", "pressure", "temperature", "entropy_density")}
_PAIRS = ("tt", "tx", "ty", "tz", "xx", "xy", "xz", "yy", "yz", "zz")


def _boost(four_velocity):
    """[mu, nu, ...]: to the frame of a velocity u [mu, ...], without rotation."""
    t, space = four_velocity[0], four_velocity[1:]
    boost = numpy.empty((4, *four_velocity.shape))
    boost[0, 0], boost[0, 1:], boost[1:, 0] = t, -space, -space
    boost[1:, 1:] = numpy.eye(3).reshape(3, 3, *[1] * (space.ndim - 1)) + space[:, None] * space / (1 + t)
    return boost


class _Medium:
    """The cells [eta, y, x] of one output, vectors and tensors [component, ...] in the orthonormal frame along tau, x, y, eta."""

    def __init__(self, run, index):
        def field(name):
            return numpy.asarray(run.field(name, index=index), dtype=float)

        self.energy, self.pressure, self.temperature = map(field, ("energy_density", "pressure", "temperature"))
        if "four_velocity" in run.fields:
            space = field("four_velocity")
        else:
            space = field("velocity")
            space = space / numpy.sqrt(1 - (space ** 2).sum(axis=0))
        self.velocity = numpy.stack([numpy.sqrt(1 + (space ** 2).sum(axis=0)), *space])
        self.sound, self.entropy, self.charge, self.potential, self.bulk = (
            field(name) if name in run.fields else None
            for name in ("sound_speed_squared", "entropy_density", "charge_density", "chemical_potential", "bulk_pressure"))
        self.shear = None
        if "shear_stress" in run.fields:
            ten = field("shear_stress")
            self.shear = numpy.empty((4, 4, *self.energy.shape))
            for n, pair in enumerate(_PAIRS):
                row, column = ("txyz".index(letter) for letter in pair)
                self.shear[row, column] = self.shear[column, row] = ten[n]

    def in_laboratory(self, eta):
        """Velocity and stress along t, x, y, z of cells at the space-time rapidities `eta`."""
        to = numpy.zeros((4, 4, *self.energy.shape))
        to[0, 0] = to[3, 3] = numpy.cosh(eta)[:, None, None]
        to[0, 3] = to[3, 0] = numpy.sinh(eta)[:, None, None]
        to[1, 1] = to[2, 2] = 1
        velocity = numpy.einsum("ab...,b...->a...", to, self.velocity)
        shear = None if self.shear is None else numpy.einsum("ac...,cd...,bd...->ab...", to, self.shear, to)
        return velocity, shear


def _frames(run):
    """Indices of the outputs at equal intervals of time from the first one on, the interval, and whether the last output is left
    out because it is at another time, as at the end of a run that froze out."""
    count = len(run.times)
    if count < 2:
        raise Error(f"{run.path}: it has one output; an evolution needs outputs at several times")
    steps = numpy.diff(run.times)
    good = abs(steps - steps[0]) <= 1e-6 * steps[0]
    if not good[:-1].all():
        odd = int(numpy.flatnonzero(~good)[0])
        raise Error(f"{run.path}: its outputs are not at equal intervals: {steps[0]:g} at first, {steps[odd]:g} behind the time "
                    f"{run.times[odd]:g}; use a view with `every` (and output.exact, which is the default)")
    kept = count if good[-1] else count - 1
    if kept < 2:
        raise Error(f"{run.path}: its outputs are not at equal intervals")
    return range(kept), (run.times[kept - 1] - run.times[0]) / (kept - 1), kept < count


def _check(run, to):
    if to not in FORMATS:
        raise Error(f"--to {to}: expected {' or '.join(FORMATS)}")
    if run.coordinates != "milne" or not run.physical:
        raise Error(f"{run.path}: evolution files hold heavy-ion events, in Milne coordinates")
    if not run.is_uniform:
        raise Error(f"{run.path}: evolution files need cells of equal widths")
    lacking = [name for name in _NEEDED[to] if name not in run.fields]
    if not {"velocity", "four_velocity"} & set(run.fields):
        lacking.append("four_velocity")
    if lacking:
        raise Error(f"{run.path}: the file needs {', '.join(lacking)}, which the outputs do not have: add them to `fields`")


def _music(run, path, frames, interval, above):
    """Header of 16 numbers, then one row for each cell whose energy density is above the limit, time by time, eta slowest."""
    (eta, y, x), (deta, dy, dx) = ([values[label] for label in run.dims] for values in (run.axes, run.spacing))
    if len(eta) == 1:  # boost-invariant: seen at eta = 0
        eta = numpy.zeros(1)
    has = {name: name in run.fields for name in ("charge_density", "chemical_potential", "shear_stress", "bulk_pressure")}
    charge = has["charge_density"] and has["chemical_potential"]
    columns = 11 + 2 * charge + 5 * has["shear_stress"] + has["bulk_pressure"]
    places = numpy.meshgrid(*(numpy.arange(len(axis), dtype=float) for axis in (eta, y, x)), indexing="ij")
    with open(path, "wb") as file:
        numpy.array([run.times[0], interval, len(x), dx, x[0], len(y), dy, y[0], len(eta), deta, eta[0], charge,
                     has["shear_stress"], has["bulk_pressure"], 0, columns], "<f4").tofile(file)
        for index in frames:
            medium = _Medium(run, index)
            velocity, shear = medium.in_laboratory(eta)
            enthalpy = medium.energy + medium.pressure
            rows = [numpy.full_like(medium.energy, index), places[2], places[1], places[0], medium.energy, medium.pressure,
                    medium.temperature, medium.sound, *velocity[1:]]
            if charge:
                rows += [medium.charge, medium.potential]
            if shear is not None:
                boost = _boost(velocity)
                rest = numpy.einsum("ac...,cd...,bd...->ab...", boost, shear, boost) / enthalpy
                rows += [rest[1, 1], rest[1, 2], rest[1, 3], rest[2, 2], rest[2, 3]]
            if medium.bulk is not None:
                rows.append(medium.bulk / enthalpy)
            numpy.stack(rows, axis=-1)[medium.energy > above].astype("<f4").tofile(file)


def _jetscape(run, path, frames, interval):
    """Frames of arrays [x, y] at x = i DX, y = j DY, the last ones at tau0 + n dTau."""
    (x, y), (dx, dy) = ([values[label] for label in ("x", "y")] for values in (run.axes, run.spacing))
    if len(run.axes["eta"]) > 1:
        raise Error(f"{run.path}: JetData.h5 is for boost-invariant runs; use --to music, or a view with slice: {{z: 0}}")
    first = [round(axis[0] / step) for axis, step in ((x, dx), (y, dy))]
    if max(abs(n - axis[0] / step) for n, (axis, step) in zip(first, ((x, dx), (y, dy)))) > 1e-6:
        raise Error(f"{run.path}: JetData.h5 has its values at whole multiples of the cell width: the centre of a cell must be at "
                    f"x = y = 0, as with an odd number of cells; the first one is at x = {x[0]:g}, y = {y[0]:g}")
    viscous = "shear_stress" in run.fields
    with h5py.File(path, "w") as file:
        event = file.create_group("Event")
        for name, value in zip(("XL", "YL", "XH", "YH"), (*first, first[0] + len(x) - 1, first[1] + len(y) - 1)):
            event.attrs[name] = numpy.int32(value)
        for name, value in (("DX", dx), ("DY", dy), ("Tau0", run.times[0]), ("dTau", interval)):
            event.attrs[name] = float(value)
        event.attrs["OutputViscousFlag"] = numpy.int32(viscous)
        for index in frames:
            medium = _Medium(run, index)
            frame = event.create_group(f"Frame_{index:04d}")
            frame.attrs["Time"] = float(run.times[index])
            sets = {"e": medium.energy, "s": medium.entropy, "p": medium.pressure, "P": medium.pressure,
                    "Temp": medium.temperature, "Vx": medium.velocity[1] / medium.velocity[0],
                    "Vy": medium.velocity[2] / medium.velocity[0]}
            if viscous:
                sets.update({f"Pi{a}{b}": medium.shear[a, b] for a in range(4) for b in range(a, 4)})
                sets["BulkPi"] = numpy.zeros_like(medium.energy) if medium.bulk is None else medium.bulk
            for name, values in sets.items():
                frame[name] = values[0].T


def write_evolution(run, path, to="music", above=0.0):
    """Writes the outputs of a run, or of a view of it, as a file for jet and photon codes and returns remarks, a list of texts.

    to       "music": evolution_all_xyeta.dat, also read by JETSCAPE; "jetscape": JetData.h5, boost-invariant
    above    "music": only cells whose energy density is above this [GeV/fm^3]

    The outputs must be at equal intervals of time; a last one that is not is left out."""
    _check(run, to)
    if not (math.isfinite(above) and above >= 0):
        raise Error(f"--above {above:g}: expected an energy density in GeV/fm^3, 0 or more")
    if to == "jetscape" and above:
        raise Error("--above: JetData.h5 has all cells")
    frames, interval, shortened = _frames(run)
    path = pathlib.Path(path)
    part = path.with_name(path.name + ".part")
    try:
        _music(run, part, frames, interval, above) if to == "music" else _jetscape(run, part, frames, interval)
        os.replace(part, path)
    except OSError as error:
        raise Error(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)
    return list(_remarks(run, to, shortened))


def _remarks(run, to, shortened):
    if shortened:
        yield f"the output at {run.times[-1]:g} fm/c is left out: it is not at the interval of the others"
    if to == "music" and "diffusion_current" in run.fields:
        yield "the diffusion current is left out: MUSIC writes it over a coefficient of its own"
    (x, dx), (y, dy), (eta, deta) = ((run.axes[label], run.spacing[label]) for label in ("x", "y", "eta"))
    if to == "music" and (len(x) != len(y) or abs(dx - dy) > 1e-6 * dx or abs(x[0] - y[0]) > 1e-6 * dx or x[0] >= 0):
        yield "JETSCAPE reads y as x: it needs the same cells along both, around 0"
    if to == "music" and len(eta) > 1 and abs(eta[0] + 0.5 * len(eta) * deta) > 1e-6 * deta:
        yield (f"JETSCAPE takes the first of {len(eta)} cells along eta to be at {-0.5 * len(eta) * deta:g}, here it is at {eta[0]:g}: "
               f"move mesh.lower and mesh.upper by {-0.5 * len(eta) * deta - eta[0]:g} along eta for it")
