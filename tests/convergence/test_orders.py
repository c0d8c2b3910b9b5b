"""Observed orders: by `taub converge` where the exact solution is known, by runs against each other where it is not."""
import json
import pathlib
import sys

import numpy
import pytest

from conftest import ROOT, make_case, read_fields, run_case, run_taub

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "exact"))
from exact_solutions import gubser_temperature  # noqa: E402


def converge(case, cells, quantity, tmp_path, *overrides):
    """[(cells, relative L1 error, order)] by the program."""
    run_taub("converge", case, "--cells", ",".join(map(str, cells)), "--json", tmp_path / "orders.json", "--quiet",
             *overrides)
    rows = []
    for level in json.loads((tmp_path / "orders.json").read_text())["levels"]:
        norm = next(norm for norm in level["norms"] if norm["quantity"] == quantity)
        rows.append((max(level["cells"]), norm["l1"] / norm["mean"], norm["order"]))
    for row in rows:
        print(f"{quantity}, {row[0]} cells: relative L1 {row[1]:.3e}, order {row[2]}")
    return rows


def total_order(rows):
    return numpy.log(rows[0][1] / rows[-1][1]) / numpy.log(rows[-1][0] / rows[0][0])


def test_shock_tube(tmp_path):
    """First order is the best that a shock allows."""
    rows = converge(ROOT / "examples/shock-tube", (200, 400, 800), "energy_density", tmp_path)
    assert total_order(rows) >= 0.9


def test_marti_muller_1(tmp_path):
    rows = converge(ROOT / "examples/marti-muller", (200, 400, 800), "charge_density", tmp_path)
    assert total_order(rows) >= 0.8


def test_marti_muller_2(tmp_path):
    """The shell between contact and shock is 8 cells wide on 800; a smeared contact allows the order 2/3."""
    rows = converge(ROOT / "examples/marti-muller/problem-2.yaml", (800, 1600, 3200), "charge_density", tmp_path)
    assert total_order(rows) >= 2 / 3


def test_gubser(tmp_path):
    rows = converge(ROOT / "examples/gubser-ideal", (50, 100, 200), "temperature", tmp_path)
    assert total_order(rows) >= 1.7
    assert rows[2][1] <= 2e-3


def test_gubser_inside(tmp_path):
    """Away from the boundary the order is that of the scheme, against the solution written out in exact_solutions.py."""
    errors = []
    for cells in (50, 100, 200):
        folder = run_case(ROOT / "examples/gubser-ideal", tmp_path / str(cells), f"mesh.cells=[{cells},{cells},1]",
                          "output.every=0")
        time, fields = read_fields(folder)
        x = (numpy.arange(cells) + 0.5) * 10 / cells - 5
        inside = numpy.abs(x) < 3
        exact = gubser_temperature(time, *numpy.meshgrid(x[inside], x[inside]))
        errors.append(numpy.abs(fields["temperature"][0][numpy.ix_(inside, inside)] - exact).sum() / exact.sum())
    orders = [numpy.log2(a / b) for a, b in zip(errors, errors[1:])]
    print(f"|x| < 3: errors {errors}, orders {orders}")
    assert all(order > 1.7 for order in orders)


def restrict(values):
    """Means over 2 x 2 cells (2 x 2 x 2 in three dimensions)."""
    for axis in range(values.ndim):
        if values.shape[axis] > 1:
            values = 0.5 * (values.take(range(0, values.shape[axis], 2), axis)
                            + values.take(range(1, values.shape[axis], 2), axis))
    return values


def self_convergence(case, meshes, tmp_path, *overrides):
    """Orders from the conserved energy, whose cell means can be compared, on meshes that double."""
    results = []
    for cells in meshes:
        folder = run_case(case, tmp_path / str(cells[0]), f"mesh.cells={list(cells)}", "output.every=0",
                          "output.fields=[conserved_energy]", *overrides)
        results.append(read_fields(folder)[1]["conserved_energy"])
    differences = [numpy.abs(restrict(fine) - coarse).mean() for coarse, fine in zip(results, results[1:])]
    orders = [numpy.log2(a / b) for a, b in zip(differences, differences[1:])]
    print(f"differences {differences}, orders {orders}")
    return orders


def test_cylinder_blast(tmp_path):
    """The blast begins 5 cells wide on the coarsest mesh: towards first order from below."""
    orders = self_convergence(ROOT / "examples/cylinder-blast", [(n, n, 1) for n in (50, 100, 200, 400)], tmp_path)
    assert orders == sorted(orders)
    assert orders[-1] > 0.7


def test_ball(tmp_path):
    orders = self_convergence(ROOT / "examples/ball", [(n, n, n) for n in (24, 48, 96)], tmp_path,
                              "mesh.lower=[-4,-4,-4]", "mesh.upper=[4,4,4]", "time.end=1.5")
    assert all(order > 0.7 for order in orders)


def test_smooth_flow(tmp_path):
    """A smooth pulse in two dimensions, before it steepens: second order."""
    state = {"energy_density": 1.0, "velocity": [0.2, -0.1, 0]}
    case = make_case(tmp_path, mesh={"cells": [32, 32, 1], "boundary": "periodic"}, time={"end": 2},
                     scheme={"theta": 2}, output={"fields": ["conserved_energy"]},
                     initial={"kind": "gaussian", "peak": {**state, "energy_density": 1.5}, "background": state,
                              "width": [1, 1, 0]})
    orders = self_convergence(case, [(n, n, 1) for n in (32, 64, 128, 256)], tmp_path)
    assert orders[-1] > 1.7


WAVE = {"system": "euler", "eos": {"kind": "ideal-gas", "gamma": 1.4},
        "mesh": {"cells": [32, 1, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
        "scheme": {"kind": "cese"}, "time": {"end": 1, "cfl": 0.8},
        "initial": {"kind": "wave", "waves": [1, 0, 0], "amplitude": 0.2,
                    "state": {"density": 1, "pressure": 1, "velocity": [1, 0.5, 0.25]}},
        "output": {"fields": ["density"]}}


@pytest.mark.parametrize("variant,ceilings", [("a-alpha", (7e-5, 1.1e-3)), ("c-tau", (3.5e-5, 6e-4))])
def test_conservation_elements(tmp_path, variant, ceilings):
    """A wave of the density that is carried along: on one axis, and on two along the diagonal."""
    case = make_case(tmp_path, base=WAVE, scheme={"variant": variant})
    rows = converge(case, (64, 128, 256), "density", tmp_path)
    assert total_order(rows) >= 1.9
    assert rows[-1][1] <= ceilings[0]
    rows = converge(case, (32, 64, 128), "density", tmp_path, "mesh.cells=[32,32,1]", "initial.waves=[1,1,0]")
    assert total_order(rows) >= 1.8 and rows[-1][2] >= 1.95
    assert rows[-1][1] <= ceilings[1]


def test_conservation_elements_on_three_axes(tmp_path):
    """On meshes as coarse as these the weights still look at extrema: without them."""
    case = make_case(tmp_path, base=WAVE, scheme={"variant": "c-tau", "sigma": 0}, time={"end": 0.25},
                     mesh={"cells": [12, 12, 12]}, initial={"waves": [1, 1, 1]})
    rows = converge(case, (8, 16, 32), "density", tmp_path)
    assert rows[-1][2] >= 2
    assert rows[-1][1] <= 2e-3


def test_conservation_elements_of_another_system(tmp_path):
    """The same wave of the charge in relativistic hydrodynamics, across a plane."""
    case = make_case(tmp_path, base=WAVE, system="srhd", initial={"waves": [1, 1, 0], "state": {
        "density": None, "charge_density": 1, "pressure": 1, "velocity": [0.5, 0.3, 0.25]}},
        mesh={"cells": [32, 32, 1]}, output={"fields": ["charge_density"]})
    rows = converge(case, (32, 64, 128), "charge_density", tmp_path)
    assert total_order(rows) >= 1.9
    assert rows[-1][1] <= 4e-4
