"""Orders of magnetohydrodynamics, against exact averages over cells."""
import json

import numpy
import pytest

from conftest import FAST, LONG, ROOT, make_case, read_fields, read_summary, run_case
from test_orders import converge, total_order

VORTEX = {"system": "mhd", "eos": {"kind": "ideal-gas"},
          "mesh": {"cells": [32, 32, 1], "lower": [-5, -5, 0], "upper": [5, 5, 1], "boundary": "periodic"},
          "scheme": {"kind": "ader-weno", "order": 3}, "time": {"end": 10},
          "initial": {"kind": "vortex", "axis": "z", "strength": 1, "field": 1, "radius": 1,
                      "state": {"density": 1, "pressure": 1, "velocity": [1, 1, 0]}},
          "output": {"fields": ["magnetic_field"]}}
WAVE = {**VORTEX, "mesh": {"cells": [16, 8, 1], "lower": [0, 0, 0], "upper": [1, 0.5, 1], "boundary": "periodic"},
        "time": {"end": 0.4472135955},
        "initial": {"kind": "alfven-wave", "waves": [1, 1, 0], "amplitude": 0.1, "state": {"density": 1, "pressure": 0.1}}}
if_long = pytest.mark.skipif(not LONG, reason="minutes")
# of Athena++ with PPM and three stages on 64 cells: what orders 3 and 4 have to be below
PEER = 1.35e-4


@pytest.mark.parametrize("order,least", [(3, 2.9), (4, 3.9)])
@pytest.mark.parametrize("solver", ["hll", "hlld"])
def test_vortex(tmp_path, order, least, solver):
    rows = converge(make_case(tmp_path, base=VORTEX, scheme={"order": order, "riemann": solver}), (32, 64),
                    "magnetic_field/x", tmp_path)
    assert total_order(rows) >= least
    finest = json.loads((tmp_path / "orders.json").read_text())["levels"][-1]["norms"]
    assert next(norm["l1"] for norm in finest if norm["quantity"] == "magnetic_field/x") < PEER


def errors_of(tmp_path, name):
    """Mean errors of the levels of a convergence run."""
    levels = json.loads((tmp_path / "orders.json").read_text())["levels"]
    return [next(norm["l1"] for norm in level["norms"] if norm["quantity"] == name) for level in levels]


@if_long
@pytest.mark.parametrize("kind,order,most,orders", [
    ("ader-weno", 3, 1.6e-5, {"density": 2.9, "magnetic_field/y": 2.9}), ("rk-weno", 3, 1.6e-5, {"magnetic_field/x": 2.9}),
    ("ader-weno", 4, 4e-6, {"magnetic_field/x": 3.9})])
def test_vortex_on_128_cells(tmp_path, kind, order, most, orders):
    """Athena++ with PPM and three stages has 1.6e-5. With ader-weno 3 the errors of space and time have opposite signs and
    almost cancel in B_x on 64 cells, which is why its order is 2.87 there (docs/theory/mhd.md): the order is that of
    density and B_y."""
    case = make_case(tmp_path, base=VORTEX, scheme={"kind": kind, "order": order},
                     output={"fields": ["density", "magnetic_field"]})
    converge(case, (64, 128), "magnetic_field/x", tmp_path)
    assert errors_of(tmp_path, "magnetic_field/x")[-1] < most
    for name, least in orders.items():
        coarse, fine = errors_of(tmp_path, name)
        assert numpy.log2(coarse / fine) >= least, name


@if_long
@pytest.mark.parametrize("order,paper", [(2, 4.65e-3), (3, 1.43e-3), (4, 1.40e-3)])
def test_vortex_in_three_dimensions(tmp_path, order, paper):
    """Table XIII of Balsara et al. (2023), 48^3 cells: the vortex along z, carried along all three axes."""
    case = make_case(tmp_path, base=VORTEX, scheme={"order": order},
                     mesh={"cells": [48, 48, 48], "lower": [-5, -5, -5], "upper": [5, 5, 5]},
                     initial={"state": {"density": 1, "pressure": 1, "velocity": [1, 1, 1]}})
    out = run_case(case, tmp_path / "out", timeout=3600)
    assert read_summary(out)["errors"]["magnetic_field/x"]["l1"] < paper


def test_vortex_at_order_2(tmp_path):
    rows = converge(make_case(tmp_path, base=VORTEX, scheme={"order": 2, "limiter": "mc-smooth"}), (32, 64),
                    "magnetic_field/x", tmp_path)
    assert total_order(rows) >= 1.9


@pytest.mark.parametrize("order,least", [(3, 2.9), (4, 3.9)])
def test_oblique_alfven_wave(tmp_path, order, least):
    rows = converge(make_case(tmp_path, base=WAVE, scheme={"order": order}), (32, 64), "magnetic_field/x", tmp_path)
    assert total_order(rows) >= least


@pytest.mark.parametrize("order,least", [(2, 1.9), (3, 2.9), (4, 3.9)])
def test_alfven_wave_along_the_diagonal_of_a_cube(tmp_path, order, least):
    case = make_case(tmp_path, base=WAVE, mesh={"cells": [8, 8, 8], "upper": [1, 1, 1]}, time={"end": 0.2},
                     initial={"waves": [1, 1, 1]}, scheme={"order": order, "limiter": "mc-smooth"})
    rows = converge(case, (12, 24), "magnetic_field/x", tmp_path)
    assert total_order(rows) >= least


@pytest.mark.parametrize("order,cells,least", [(2, (32, 64), 1.8), (3, (64, 128), 2.7), (4, (32, 64), 3.9)])
def test_oblique_alfven_wave_in_stages(tmp_path, order, cells, least):
    """Order 3 goes from 2.3 between 32 and 64 cells to 2.9 between 64 and 128."""
    case = make_case(tmp_path, base=WAVE, scheme={"kind": "rk-weno", "order": order, "limiter": "mc-smooth"})
    rows = converge(case, cells, "magnetic_field/x", tmp_path)
    assert total_order(rows) >= least


FALL = """
void source(const real x[3], real t, const real state[], real rate[])
{
    rate[1] = PARAMETER(pull) * state[0];
    rate[4] = rate[1] * state[1];
}
"""


@pytest.mark.parametrize("kind,order,least", [("ader-weno", 3, 2.9), ("ader-weno", 4, 3.9), ("rk-weno", 4, 3.9)])
def test_wave_that_falls_through_the_box_once(tmp_path, kind, order, least):
    """In the falling frame nothing but the wave goes on, here for one of its periods, in which gravity moves it by one
    period of the mesh: its field comes back to what it was."""
    (tmp_path / "fall.c").write_text(FALL)
    end, errors = WAVE["time"]["end"], []
    for cells in (32, 64):
        case = make_case(tmp_path, base=WAVE, mesh={"cells": [cells, cells // 2, 1]},
                         scheme={"kind": kind, "order": order}, source={"file": "fall.c", "parameters": {"pull": 2 / end**2}})
        out = run_case(case, tmp_path / str(cells), **FAST)
        before, after = (read_fields(out, step)[1]["magnetic_field/x"] for step in (0, -1))
        errors.append(numpy.abs(after - before).mean())
    assert numpy.log2(errors[0] / errors[1]) >= least, errors


# Gardiner and Stone 2008: B = (1, sqrt 2, 1/2) in the frame of the wave, speeds 2, 1, 1/2 of the fast, Alfven and slow
# one, twice as many cells along x
FRAME = numpy.array([[1, 2, 2], [-2 * 3 / 5**0.5, 3 / 5**0.5, 0], [-2 / 5**0.5, -4 / 5**0.5, 5**0.5]]) / 3
LINEAR = {**VORTEX, "eos": {"kind": "ideal-gas", "gamma": 5 / 3},
          "mesh": {"cells": [16, 8, 8], "lower": [0, 0, 0], "upper": [3, 1.5, 1.5], "boundary": "periodic"},
          "time": {"end": 0.5},
          "initial": {"kind": "linear-wave", "waves": [1, 1, 1], "amplitude": 1e-6,
                      "state": {"density": 1, "pressure": 0.6, "velocity": [0, 0, 0],
                                "magnetic_field": [float(b) for b in [1, 2**0.5, 0.5] @ FRAME]}},
          "output": {"fields": ["density", "magnetic_field"]}}


@pytest.mark.parametrize("order,least", [(2, 1.8), (3, 2.9), (4, 3.9)])
def test_linear_waves_across_a_box(tmp_path, order, least):
    for wave in ("fast", "slow", "alfven", "entropy"):
        state = {**LINEAR["initial"]["state"], "velocity": [1, 0, 0] if wave == "entropy" else [0, 0, 0]}
        case = make_case(tmp_path, base=LINEAR, scheme={"order": order}, initial={"wave": wave, "state": state})
        rows = converge(case, (16, 32), "density" if wave == "entropy" else "magnetic_field/x", tmp_path)
        assert total_order(rows) >= least, (wave, rows)


def test_smooth_waves_in_other_variables(tmp_path):
    """A wave along the diagonal of a cube keeps its products of axes in variables of which some hardly vary: 2.6e-4, and
    5.3e-4 where the least smooth variable limited them for all."""
    out = run_case(ROOT / "bench/mhd.yaml", tmp_path / "out", "mesh.cells=[12,12,12]", "time.end=0.1",
                   "scheme.variables=characteristic", **FAST)
    error = read_summary(out)["errors"]["magnetic_field/x"]["l1"]
    print(f"{error:.3e}")
    assert error < 3e-4
