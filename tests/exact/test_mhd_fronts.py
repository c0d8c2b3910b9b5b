"""Fronts that run along the mesh in a strong field (scheme.shock_fix): noise of 1e-10 of the pressure stays noise. Without
the fix it has the size of the pressure behind the front after 60 cells. What is no shock is left alone."""
import numpy
import pytest

from conftest import FAST, make_case, read_fields, read_summary, run_case

# A slab of hot gas between fields along it: fast shocks of density 1.5 go to both sides through gas of beta = 2.5e-4.
SLAB = """
INLINE void initial(const real x[3], real t, real state[])
{
    (void)t;
    const real place = sin(x[0] * R(12.9898) + x[1] * R(78.233)) * R(43758.5453);
    state[0] = R(1.0);
    state[4] = (fabs(x[0]) < R(0.1) ? R(1000.0) : R(0.1)) * (R(1.0) + PARAMETER(noise) * (place - floor(place)));
}
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    (void)t;
    a[2] = R(-28.209479177387814) * x[0];
}
"""
MESH = {"cells": [96, 24, 1], "lower": [-0.5, -0.125, 0], "upper": [0.5, 0.125, 1], "boundary": {"x": "outflow", "y": "periodic"}}


def slab(folder, noise, scheme):
    folder.mkdir()
    (folder / "slab.c").write_text(SLAB)
    return make_case(folder, base={
        "system": "mhd", "eos": {"kind": "ideal-gas", "gamma": 1.4}, "mesh": MESH, "scheme": scheme,
        "time": {"end": 0.006, "step": 1e-4}, "output": {"fields": ["density", "pressure"]}, "device": {"threads": 1},
        "initial": {"kind": "code", "file": "slab.c", "parameters": {"noise": noise}}})


@pytest.mark.parametrize("scheme", [{"kind": "ader-weno", "order": 2}, {"kind": "ader-weno", "order": 3},
                                    {"kind": "rk-weno", "order": 3, "variables": "conserved"},
                                    {"kind": "ader-weno", "order": 2, "riemann": "hlli"},
                                    {"kind": "ader-weno", "order": 2, "riemann": "hllc"}], ids=str)
def test_noise_along_a_front_stays_noise(tmp_path, scheme):
    pressures = []
    for noise in (0, 1e-10):
        folder = run_case(slab(tmp_path / str(noise), noise, scheme), tmp_path / f"out{noise}", **FAST)
        assert read_summary(folder)["counts"]["shock_cells"] > 1000
        pressures.append(read_fields(folder)[1]["pressure"][0])
    grown = numpy.abs(pressures[1] / pressures[0] - 1).max()
    print(f"{scheme}: {grown:.1e}")
    assert numpy.ptp(pressures[0]) > 100 and grown < 1e-8


def test_without_the_fix_it_grows(tmp_path):
    """Or the test above could not fail."""
    scheme = {"kind": "ader-weno", "order": 3, "shock_fix": "off"}
    pressures = [read_fields(run_case(slab(tmp_path / str(noise), noise, scheme), tmp_path / f"out{noise}", **FAST))[1]["pressure"]
                 for noise in (0, 1e-10)]
    assert numpy.abs(pressures[1] / pressures[0] - 1).max() > 0.1


def test_what_balances_the_field_is_no_shock(tmp_path):
    """A current sheet whose gas pressure is eleven times that outside, in a flow that presses on it: no face turns to HLL.
    The same jump of pressure in an even field is one of a shock tube, and both sides of its front do."""
    counts = {}
    for name, outside in (("sheet", 1.0), ("tube", 0.0)):
        (tmp_path / f"{name}.c").write_text(f"""
INLINE void initial(const real x[3], real t, real state[])
{{
    (void)t;
    const real out = fabs(x[0]) > R(0.1) ? R(1.0) : R(0.0);
    state[0] = R(1.0);
    state[1] = R(-0.1) * sin(R(6.283185307179586) * x[0]);
    state[4] = R(0.05) + R(0.5) * (R(1.0) - out);
}}
INLINE void vector_potential(const real x[3], real t, real a[3])
{{
    (void)t;
    a[2] = x[0] < R(-0.1) ? R({outside}) * (x[0] + R(0.1)) : x[0] > R(0.1) ? R(-{outside}) * (x[0] - R(0.1)) : R(0.0);
}}
""")
        case = make_case(tmp_path, f"{name}.yaml", base={
            "system": "mhd", "eos": {"kind": "ideal-gas", "gamma": 5 / 3}, "mesh": {**MESH, "cells": [80, 20, 1]},
            "scheme": {"kind": "ader-weno", "order": 2}, "time": {"end": 0.1}, "initial": {"kind": "code", "file": f"{name}.c"},
            "output": {"fields": ["density"]}, "device": {"threads": 1}})
        counts[name] = read_summary(run_case(case, tmp_path / name, **FAST))["counts"]["shock_cells"]
    assert counts["sheet"] == 0 and counts["tube"] > 100, counts
