"""div B after very many steps, in units of the largest field until then over the width of cells: a flow that is stirred for ever,
between ends of each kind. Each step rounds what edges add to faces, whose sum over a cell is 0 else."""

import numpy
import pytest

from conftest import FAST, LONG, make_case, read_history, read_summary, run_case

STIR = """
/* Waves push, drag slows; density and pressure fall back, so that the gas neither heats nor leaves. */
INLINE void source(const real x[3], real t, const real q[], real rate[])
{
    const real k = R(3.141592653589793), push = R(1.0), drag = R(1.0);
    const real ax = real_sin(k * (x[1] + x[2] + R(0.31) * t)) + real_cos(k * (R(2.0) * x[0] - x[1] - R(0.7) * t));
    const real ay = real_sin(k * (x[0] - R(0.53) * t)) - real_cos(k * (x[0] + R(2.0) * x[2] + R(0.4) * t));
    const real fx = q[0] * (push * ax - drag * q[1]), fy = q[0] * (push * ay - drag * q[2]), fz = -drag * q[0] * q[3];
    const real gas = R(5.0) * (R(1.0) - q[0]), v2 = q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    rate[0] = gas;
    rate[1] = fx + gas * q[1];
    rate[2] = fy + gas * q[2];
    rate[3] = fz + gas * q[3];
    rate[4] = fx * q[1] + fy * q[2] + fz * q[3] + R(0.5) * gas * v2 - R(5.0) * (q[4] - R(0.5) * q[0]);
}
"""
BOUNDARY = """
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    state[1] = R(0.5) * inside[1] + R(0.2) * real_sin(t + x[1]);
    state[2] = R(0.5) * inside[2] - R(0.2) * real_cos(R(0.7) * t - x[0]);
    state[5] = R(0.3) + R(0.2) * real_sin(R(0.6) * t);
    state[6] = R(0.4) + R(0.2) * real_cos(R(0.9) * t);
    state[7] = R(0.5);
}
"""
INFLOW = {"density": 1, "pressure": 0.5, "velocity": [0.3, 0.2, 0.1], "magnetic_field": [0.4, 0.3, 0.5]}
ENDS = {"outflow": {"x": "outflow", "y": "outflow", "z": "outflow"},
        "reflecting": {"x": "reflecting", "y": "periodic", "z": "reflecting"},
        "inflow": {"x": ["inflow", "outflow"], "y": ["inflow", "inflow"], "z": ["outflow", "inflow"]},
        "code": {"x": "code", "y": "code", "z": ["code", "outflow"]},
        "walls and code": {"x": "reflecting", "y": "code", "z": ["inflow", "reflecting"]}}
SCHEMES = [("ader-weno", 2), ("ader-weno", 3), ("ader-weno", 4), ("rk-weno", 2), ("rk-weno", 3), ("rk-weno", 4)]


def largest(folder, ends, kind, order, cells, steps):
    axes = sum(n > 1 for n in cells)
    boundary = {axis: ENDS[ends][axis] if a < axes else "periodic" for a, axis in enumerate("xyz")}
    (folder / "stir.c").write_text(STIR)
    (folder / "boundary.c").write_text(BOUNDARY)
    field = [0.0 if "reflecting" in boundary[axis] else 0.4 for axis in "xyz"]
    base = {"system": "mhd", "eos": {"kind": "ideal-gas"},
            "mesh": {"cells": cells, "lower": [-1, -1, -1], "upper": [1, 1, 1], "boundary": boundary},
            "scheme": {"kind": kind, "order": order}, "time": {"end": 1e9, "max_steps": steps, "cfl": 0.3},
            "source": {"file": "stir.c"},
            "initial": {"kind": "pieces", "cuts": {}, "states": [{"density": 1, "pressure": 0.5, "magnetic_field": field}]},
            "output": {"fields": ["density"], "history": steps // 20}, "device": {"kind": "host", "threads": 1}}
    inflow = {f"{axis}_{side}": INFLOW for axis, words in boundary.items() if isinstance(words, list)
              for side, word in zip(("lower", "upper"), words) if word == "inflow"}
    base.update({"inflow": inflow} if inflow else {})
    base.update({"boundary": {"file": "boundary.c"}} if any("code" in words for words in boundary.values()) else {})
    out = run_case(make_case(folder, base=base), folder / "out", timeout=7200, **({} if LONG else FAST))
    history = read_history(out)
    assert read_summary(out)["steps"] == steps and history["kinetic_energy"][-1] > 1e-3  # the flow goes on
    if ends != "outflow":  # where the flow carries the field away
        assert history["magnetic_energy"][-1] > 0.05 * history["magnetic_energy"][0]
    field = history["magnetic_field_max"]
    return (history["divergence"] * field / numpy.maximum.accumulate(field)).max()


@pytest.mark.skipif(LONG, reason="the long ones are run")
@pytest.mark.parametrize("ends,kind,order", [("outflow", "ader-weno", 3), ("inflow", "rk-weno", 3),
                                             ("walls and code", "ader-weno", 2)])
def test_divergence_between_ends(tmp_path, ends, kind, order):
    assert largest(tmp_path, ends, kind, order, [8, 8, 1], 3000) <= 1e-13


@pytest.mark.skipif(not LONG, reason="1e5 steps")
@pytest.mark.parametrize("kind,order", SCHEMES)
@pytest.mark.parametrize("ends", ENDS)
def test_divergence_between_ends_over_1e5_steps(tmp_path, ends, kind, order):
    assert largest(tmp_path, ends, kind, order, [8, 8, 1], 100000) <= 1e-13


@pytest.mark.skipif(not LONG, reason="1e5 steps")
@pytest.mark.parametrize("order", [2, 3, 4])
@pytest.mark.parametrize("ends", ["outflow", "walls and code"])
def test_divergence_in_a_box_over_1e5_steps(tmp_path, ends, order):
    assert largest(tmp_path, ends, "ader-weno", order, [12, 12, 12], 100000) <= 1e-13
