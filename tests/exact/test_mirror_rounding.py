"""Godunov schemes of orders 3 and 4 do not let rounding grow: a smooth flow that is its own mirror image remains so. What
multiplies data by a share that comes from other data (weights of other lines, of other variables) fails here: where these
other data have little variation, rounding changes the share by anything, 1e-15 grew to 1e-5 within 70 steps."""
import itertools

import numpy
import pytest

from conftest import FAST, LONG, make_case, read_fields, read_summary, run_case

STEPS = 100
# Even and odd in x_m, with the period 1 along x_n and x_o.
FLOW = """
#define PI (real)3.141592653589793
#define AXES const int m = (int)PARAMETER(m), n = (int)PARAMETER(n), o = 3 - m - n
#define ALONG_O ((real)1 + PARAMETER(third) * cos((real)2 * PI * x[o]))
#define PLACE (fabs(x[m]) + (real)0.7 * x[n] - (real)0.4 * x[o]) /* sides of a slab that pass through no middle of a cell */
#define SLAB (PLACE > (real)0.2180339887 && PLACE < (real)0.6180339887 ? PARAMETER(slab) : (real)1)

void initial(const real x[3], real t, real state[])
{
    AXES;
    const real even = cos(PI * x[m]), odd = sin(PI * x[m]) * ALONG_O, c = cos((real)2 * PI * x[n]);
    const real s = sin((real)2 * PI * x[n]) + PARAMETER(third) * sin((real)2 * PI * x[o]);
    state[DENSITY] = SLAB * ((real)1 + (real)0.3 * even * c * ALONG_O);
    state[HEAT] = SLAB * (real)LEVEL;
    state[1 + m] = (real)0.5 * odd * c;
    state[1 + n] = (real)0.3 + (real)0.2 * even * s;
    state[1 + o] = (real)0.2 * even;
#ifdef FIELD
    const real turn = n == (m + 1) % 3 ? 1 : -1; /* m, n, o in this order or the other way round */
    state[FIELD + m] = turn * (real)0.8 * odd * c;
    state[FIELD + n] = -turn * (real)0.4 * even * sin((real)2 * PI * x[n]) * ALONG_O;
    state[FIELD + o] = turn * ((real)0.5 + (real)0.3 * even);
#endif
}

void vector_potential(const real x[3], real t, real a[3])
{
    AXES;
    a[n] = (real)0.5 * x[m] + (real)0.3 / PI * sin(PI * x[m]);
    a[o] = (real)0.4 / PI * sin(PI * x[m]) * sin((real)2 * PI * x[n]) * ALONG_O;
}
"""
# HEAT is the pressure, of srhd the energy density, which has to be above that of the rest mass.
GAS = {"DENSITY": 0, "HEAT": 4, "LEVEL": 1}
PLACES = {"euler": GAS, "srhd": {"DENSITY": 4, "HEAT": 0, "LEVEL": 4}, "mhd": {**GAS, "FIELD": 5}, "srmhd": {**GAS, "FIELD": 5}}


def asymmetry(folder, system, kind, order, variables, m, axes, steps=STEPS, slab=1):
    """The largest difference from the mirror image across axis m, in units of the largest value of its kind."""
    n = [1, 0, 0][m] if axes == 2 else (m + 1) % 3
    cells, lower, upper = [1, 1, 1], [0, 0, 0], [1, 1, 1]
    for axis in range(axes):
        cells[axis] = {2: 12, 3: 8}[axes] * (2 if axis == m else 1)
    lower[m] = -1
    folder.mkdir(exist_ok=True)
    (folder / "flow.c").write_text("".join(f"#define {name} {place}\n" for name, place in PLACES[system].items()) + FLOW)
    scheme = {"kind": kind, "order": order, **({"variables": variables} if variables else {})}
    names = ["density" if system != "srhd" else "charge_density", "pressure", "velocity"]
    case = {"system": system, "eos": {"kind": "ideal-gas"}, "scheme": scheme,
            "mesh": {"cells": cells, "lower": lower, "upper": upper, "boundary": "periodic"},
            "time": {"end": 100, "max_steps": steps},
            "initial": {"kind": "code", "file": "flow.c", "parameters": {"m": m, "n": n, "third": 0.3 * (axes == 3), "slab": slab}},
            "output": {"fields": names + ["magnetic_field"] * ("FIELD" in PLACES[system]), "every": 0},
            "device": {"kind": "host", "threads": 1}}
    out = run_case(make_case(folder, base=case), folder / "out", **FAST)
    assert read_summary(out)["steps"] == steps
    fields, worst = read_fields(out)[1], 0
    for name, values in fields.items():
        kind_of_value = name.split("/")[0]
        scale = max(numpy.abs(other).max() for key, other in fields.items() if key.split("/")[0] == kind_of_value)
        image = numpy.flip(values, -1 - m) * (-1 if name.endswith("/" + "xyz"[m]) else 1)
        worst = max(worst, numpy.abs(values - image).max() / scale)
    print(f"{system} {kind} {order} {variables}, mirror across {'xyz'[m]}, {axes} axes: {worst:.1e}")
    return worst


SCHEMES = list(itertools.product(["ader-weno", "rk-weno"], [3, 4], ["conserved", "primitive", "characteristic"]))
SOME = [("ader-weno", 3, "characteristic"), ("ader-weno", 4, "conserved"), ("rk-weno", 3, "conserved"), ("rk-weno", 4, "primitive")]


@pytest.mark.parametrize("kind,order,variables", SCHEMES if LONG else SOME)
def test_in_a_plane(tmp_path, kind, order, variables):
    for mirror in range(2):
        assert asymmetry(tmp_path / str(mirror), "mhd", kind, order, variables, mirror, 2) <= 1e-13


@pytest.mark.parametrize("kind,order,variables", SCHEMES if LONG else SOME)
def test_in_space(tmp_path, kind, order, variables):
    for mirror in range(3) if LONG else [SOME.index((kind, order, variables)) % 3]:
        assert asymmetry(tmp_path / str(mirror), "mhd", kind, order, variables, mirror, 3) <= 1e-13


@pytest.mark.parametrize("system,kind,order,axes", [
    ("srmhd", "ader-weno", 3, 2), ("srmhd", "rk-weno", 4, 2), ("euler", "ader-weno", 4, 3), ("srhd", "ader-weno", 4, 3)])
def test_other_systems(tmp_path, system, kind, order, axes):
    """With their default variables. Of srmhd at order 3 it grows as the steps: 4e-14 after 34 of them, 1.7e-13 after 272."""
    for mirror in range(axes) if LONG else [1]:
        assert asymmetry(tmp_path / str(mirror), system, kind, order, None, mirror, axes) <= (2e-13 if (system, kind) == ("srmhd", "ader-weno") else 1e-13)


def test_beside_a_jump(tmp_path):
    """Corners of cells beside a slab have no density: what a predictor makes of such data must not hang on rounding."""
    for mirror in range(3) if LONG else [0]:
        assert asymmetry(tmp_path / str(mirror), "srmhd", "ader-weno", 4, None, mirror, 3, steps=1, slab=4) <= 1e-13
