"""A dissipative fluid keeps the symmetries of its initial data: mirror images and the exchange of x and y bit for bit in
strict mode, also at walls, boost invariance to rounding, and blocks change no bit."""
import numpy

from conftest import assert_same_bits, make_case, read_fields, read_history, read_summary, run_case

# Cell centres are binary fractions, so that mirror images of the initial data have the same bits.
BASE = {
    "title": "a drop of plasma",
    "system": "israel-stewart",
    "eos": {"kind": "lattice-wb"},
    "transport": {"shear_viscosity": {"kind": "constant", "value": 0.12}, "bulk_viscosity": {"kind": "denicol"}},
    "mesh": {"coordinates": "milne", "cells": [32, 32, 1], "lower": [-6, -6, -2], "upper": [6, 6, 2],
             "boundary": "outflow"},
    "scheme": {"kind": "kurganov-tadmor"},
    "time": {"start": 0.6, "end": 3, "cfl": 0.4, "max_steps": 30},
    "initial": {"kind": "gaussian", "center": [0, 0, 0], "width": [1.0, 1.4, 0], "peak": {"energy_density": 30},
                "background": {"energy_density": 1e-4}},
    "output": {"every": 0, "fields": ["energy_density", "velocity", "shear_stress", "bulk_pressure"]},
    "device": {"kind": "host", "reproducible": "strict"},
}
AXES = {"x": -1, "y": -2}
STRESS = ["tt", "tx", "ty", "tz", "xx", "xy", "xz", "yy", "yz", "zz"]


def run(folder, *arguments, **changes):
    folder.mkdir(parents=True, exist_ok=True)
    return run_case(make_case(folder, base=BASE, **changes), folder / "out", *arguments)


def test_mirror_images(tmp_path):
    out = run(tmp_path)
    assert read_summary(out)["counts"]["recovery_failures"] == 0
    _, fields = read_fields(out)
    assert numpy.abs(fields["shear_stress/xy"]).max() > 1e-3
    for axis, place in AXES.items():
        for name, values in fields.items():
            component = name.split("/")[1] if "/" in name else ""
            sign = -1 if component.count(axis) == 1 else 1
            assert numpy.array_equal(sign * numpy.flip(values, place), values), (name, axis)


SYMMETRIC = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real k = R(3.141592653589793) / R(2.0);
    const real c[3] = {real_cos(k * x[0]), real_cos(k * x[1]), real_cos(k * x[2])};
    (void)t;
    state[0] = R(5.0) + (c[0] + R(2.0) * c[1] + R(0.7) * c[2]);
    for (int n = 0; n < 3; n++)
        state[1 + n] = R(0.4) * real_sin(k * x[n]) * (R(1.0) + R(0.3) * c[(n + 1) % 3] + R(0.2) * c[(n + 2) % 3]);
}
"""


def test_walls_are_mirrors(tmp_path):
    """Between walls across all axes an eighth of a flow has the bits of the whole, whose mirror images meet at each
    end of the box: every component of the stress and the corners between walls are there."""
    (tmp_path / "initial.c").write_text(SYMMETRIC)
    fields = []
    for lower, cells, ends in ((-2, 16, "periodic"), (0, 8, ["reflecting", "reflecting"])):
        changes = {"mesh": {"cells": 3 * [cells], "lower": 3 * [lower], "upper": [2, 2, 2], "boundary": dict.fromkeys("xyz", ends)},
                   "initial": {"kind": "code", "file": str(tmp_path / "initial.c")}, "time": {"cfl": None, "step": 0.02}}
        base = {key: value for key, value in BASE.items() if key != "initial"}
        fields.append(read_fields(run_case(make_case(tmp_path, f"{cells}.yaml", base=base, **changes), tmp_path / str(cells)))[1])
    whole, eighth = fields
    for name, values in eighth.items():
        assert numpy.abs(values).max() > 1e-3, name
        assert numpy.array_equal(whole[name][8:, 8:, 8:], values), name


def test_exchange_of_axes(tmp_path):
    """A quarter of a turn is an exchange of x and y and a mirror image."""
    change = {"center": [0.4, 0, 0], "peak": {"energy_density": 30, "velocity": [0.2, 0.3, 0.1]}}
    swapped = {"center": [0, 0.4, 0], "peak": {"energy_density": 30, "velocity": [0.3, 0.2, 0.1]}, "width": [1.4, 1.0, 0]}
    _, one = read_fields(run(tmp_path / "one", initial=change))
    _, other = read_fields(run(tmp_path / "other", initial=swapped))
    exchange = str.maketrans("xy", "yx")
    for name, values in one.items():
        partner = name
        if name.startswith("shear_stress/"):
            a, b = name[-2:].translate(exchange)
            partner = "shear_stress/" + (a + b if a + b in STRESS else b + a)
        elif name.startswith("velocity/") and name[-1] in "xy":
            partner = "velocity/" + name[-1].translate(exchange)
        assert numpy.array_equal(numpy.swapaxes(values, -1, -2), other[partner]), (name, partner)


def test_boost_invariance(tmp_path):
    """Boost-invariant data on a mesh with cells in eta stay so, and are those of the mesh without."""
    step = ["time.cfl=", "time.step=0.02"]
    deep = run(tmp_path / "deep", *step, mesh={"cells": [32, 32, 6]})
    flat = run(tmp_path / "flat", *step)
    _, two = read_fields(flat)
    _, three = read_fields(deep)
    for name, values in three.items():
        scale = max(numpy.abs(two["energy_density"]).max() if "/" not in name else numpy.abs(values).max(), 1e-30)
        assert numpy.abs(values - values[:1]).max() <= 1e-13 * scale, name
        assert numpy.abs(values - two[name]).max() <= 1e-12 * scale, name


def test_blocks(tmp_path):
    changes = {"mesh": {"cells": [20, 16, 12], "lower": [-4, -3.2, -3], "upper": [4, 3.2, 3]},
               "initial": {"center": [0.3, 0, 0], "width": [1.0, 1.4, 1.2],
                           "peak": {"energy_density": 30, "velocity": [0.3, 0.2, 0.1]}}, "time": {"max_steps": 10}}
    assert_same_bits(run(tmp_path / "one", **changes), run(tmp_path / "blocks", "mesh.blocks=[2,2,3]", **changes))


def test_energy_per_rapidity_falls_by_work(tmp_path):
    """The history's columns: dE/deta loses what the longitudinal pressure does, the entropy never falls."""
    history = read_history(run(tmp_path))
    assert (numpy.diff(history["energy_per_rapidity"]) < 0).all()
    assert (numpy.diff(history["entropy_per_rapidity"]) > -1e-10 * history["entropy_per_rapidity"][0]).all()
    assert history["momentum_anisotropy"][-1] > 1e-3
    assert history["temperature_middle"][0] > history["temperature_middle"][-1] > 0.1
