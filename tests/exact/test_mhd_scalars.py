"""Passive scalars of magnetohydrodynamics within their bounds, as those of gas dynamics (test_gas_dynamics.py): 0 and 1, and
what a scalar outside of these had, are never passed."""
import pytest

from conftest import FAST, make_case, read_fields, read_summary, run_case, steps_of

# Boxes of four cells on a side, each with a gas of its own; the first scalar is 0 or 1, the second from -1 to 2.
ROUGH = """
INLINE real noise(real a, real b, real c)
{
    const real n = (real)43758.5453 * sin((real)12.9898 * a + (real)78.233 * b + (real)37.719 * c);
    return n - (real)(int)n + (n < 0 ? (real)1 : (real)0);
}
void initial(const real x[3], real t, real state[])
{
    const real i = (real)(int)(8 * x[0]), j = (real)(int)(8 * x[1]), fast = PARAMETER(speed);
    state[0] = (real)0.1 + 5 * noise(i, j, 1);
    state[1] = fast * (2 * noise(i, j, 2) - 1);
    state[2] = fast * (2 * noise(i, j, 3) - 1);
    state[4] = (real)0.1 + 5 * noise(i, j, 4);
    state[7] = noise(i, j, 7);
    state[8] = noise(i, j, 5) < (real)0.5 ? 0 : 1;
    state[9] = 3 * noise(i, j, 6) - 1;
}
void vector_potential(const real x[3], real t, real a[3])
{
    a[2] = (real)0.1 * sin((real)6.283185307179586 * x[0]) * cos((real)6.283185307179586 * x[1]) + (real)0.3 * x[1];
}
"""


def beyond(folder, system, kind, order, scalars):
    folder.mkdir(exist_ok=True)
    (folder / "rough.c").write_text(ROUGH)
    case = {"system": system, "eos": {"kind": "ideal-gas"}, "scalars": 2,
            "mesh": {"cells": [32, 32, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
            "scheme": {"kind": kind, "order": order, **({"scalars": scalars} if scalars else {})}, "time": {"end": 10, "max_steps": 40},
            "initial": {"kind": "code", "file": "rough.c", "parameters": {"speed": 3 if system == "mhd" else 0.6}},
            "output": {"every": 0, "fields": ["scalar_1", "scalar_2"]}, "device": {"kind": "host", "threads": 1}}
    out = run_case(make_case(folder, base=case), folder / "out", **FAST)
    start, last = (read_fields(out, at)[1] for at in (steps_of(out)[0], -1))
    within = system == "srmhd" and order == 2  # slopes are those of concentrations, which stay between the cells around
    assert (read_summary(out)["counts"]["bounded_scalars"] > 0) == (scalars != "free" and not within)
    return max(max(last[name].max() - max(start[name].max(), 1), min(start[name].min(), 0) - last[name].min())
               for name in ("scalar_1", "scalar_2"))


@pytest.mark.parametrize("system,kind,order", [("mhd", "ader-weno", 2), ("mhd", "ader-weno", 3), ("mhd", "rk-weno", 4),
                                               ("srmhd", "rk-weno", 2), ("srmhd", "ader-weno", 3)])
def test_scalars_keep_their_bounds(tmp_path, system, kind, order):
    """By default."""
    excess = beyond(tmp_path, system, kind, order, None)
    print(f"beyond the bounds: {excess:.1e}")
    assert excess < 1e-12


def test_free_ones_do_not(tmp_path):
    assert beyond(tmp_path, "mhd", "ader-weno", 3, "free") > 1e-3
