"""Other units of mass, length and time, powers of two: the same flow but for the exponents, from the averages of initial
data on. Whether a component of a state jumps in a cell must not be found by comparing it with one of another unit."""
import numpy
import pytest

from conftest import make_case, read_fields, run_case

# Exponents of two of a unit of density, velocity and length; the second is like SI for air, where energies are 2^17 densities.
UNITS = {"natural": (0, 0, 0), "fast": (0, 9, 0), "heavy": (21, 0, 3), "slow": (-4, -11, -7)}
CODE = """
void initial(const real x[3], real t, real state[])
{
    const real r2 = x[0] * x[0] + x[1] * x[1], length = PARAMETER(length);
    state[0] = (r2 < (real)0.1 * length * length ? (real)1.5 : 1) * PARAMETER(density);
    state[1] = x[0] > 0 ? PARAMETER(velocity) : 0;
    state[4] = PARAMETER(pressure);
}
"""


def states(system, density, velocity):
    """A ball in pressure equilibrium, which only its density tells, and a field."""
    outside = {"density": 2.0 ** density, "pressure": 0.7 * 2.0 ** (density + 2 * velocity)}
    if system == "mhd":  # B^2 is a pressure
        outside["magnetic_field"] = [0.3 * 2.0 ** (density / 2 + velocity), 0, 0]
    return {**outside, "density": 1.5 * outside["density"]}, outside


def run(tmp_path, system, name, kind, order=3):
    density, velocity, length = UNITS[name]
    density += density % 2 if system == "mhd" else 0
    inside, outside = states(system, density, velocity)
    size = 2.0 ** length
    initial = {"kind": "ball", "radius": 0.31 * size, "inside": inside, "outside": outside}
    if kind == "code":
        (tmp_path / "ball.c").write_text(CODE)
        initial = {"kind": "code", "file": "ball.c",
                   "parameters": {"length": size, "density": 2.0 ** density, "velocity": 0.1 * 2.0 ** velocity,
                                  "pressure": outside["pressure"]}}
    case = {"system": system, "eos": {"kind": "ideal-gas", "gamma": 1.4},
            "mesh": {"cells": [24, 24, 1], "lower": [-size / 2, -size / 2, 0], "upper": [size / 2, size / 2, size],
                     "boundary": "periodic"},
            "scheme": {"kind": "rk-weno", "order": order}, "initial": initial,
            "time": {"end": 0.1 * 2.0 ** (length - velocity), "max_steps": 6},
            "output": {"fields": ["density", "velocity", "pressure"]},
            "device": {"kind": "host", "threads": 1, "reproducible": "strict"}}
    out = run_case(make_case(tmp_path, base=case), tmp_path / f"{system}-{name}-{kind}")
    return [scaled(out, step, density, velocity) for step in (0, -1)]


def scaled(out, step, density, velocity):
    _, fields = read_fields(out, step)
    return {"density": fields["density"] / 2.0 ** density, "velocity": fields["velocity/x"] / 2.0 ** velocity,
            "pressure": fields["pressure"] / 2.0 ** (density + 2 * velocity)}


@pytest.mark.parametrize("system,kind", [("euler", "ball"), ("euler", "code"), ("mhd", "ball")])
def test_a_run_does_not_depend_on_units(tmp_path, system, kind):
    """The start to the bit, a few steps of it to rounding."""
    natural = run(tmp_path, system, "natural", kind)
    for name in list(UNITS)[1:]:
        for ours, theirs, room in zip(natural, run(tmp_path, system, name, kind), (0, 1e-13)):
            worst = {field: abs(ours[field] - theirs[field]).max() for field in ours}
            assert max(worst.values()) <= room, (name, worst)
    if kind == "ball":  # the mass of what was averaged over many points
        mass = natural[0]["density"].mean()
        assert abs(mass - (1 + 0.5 * numpy.pi * 0.31 ** 2)) < 3e-4
