"""Observed orders on cells of unequal widths (mesh.spacing), refined by halving the steps of the map: the second order of
kurganov-tadmor and of Godunov schemes stays, in all norms' weights the volumes of cells."""
import json
import pathlib
import sys

import numpy
import pytest

from conftest import ROOT, make_case, read_fields, run_case, run_taub

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "exact"))
from exact_solutions import gubser_temperature  # noqa: E402

STRETCHED = {"x": {"kind": "stretched"}, "y": {"kind": "stretched", "strength": 2.5, "focus": 0.4}}
VORTEX = {
    "system": "euler", "eos": {"kind": "ideal-gas", "gamma": 1.4},
    "mesh": {"cells": [32, 32, 1], "lower": [-5, -5, -5], "upper": [5, 5, 5], "boundary": "periodic", "spacing": STRETCHED},
    "scheme": {"kind": "kurganov-tadmor", "limiter": "mc"}, "time": {"start": 0, "end": 2, "cfl": 0.4},
    "initial": {"kind": "vortex", "axis": "z", "strength": 5, "radius": 1,
                "state": {"density": 1, "pressure": 1, "velocity": [1, 1, 0]}},
    "output": {"every": 0, "fields": ["density"]},
}
WAVE = {
    "system": "srhd", "eos": {"kind": "ideal-gas"},
    "mesh": {"cells": [32, 32, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic", "spacing": STRETCHED},
    "scheme": {"kind": "kurganov-tadmor", "limiter": "van-leer"}, "time": {"start": 0, "end": 1, "cfl": 0.4},
    "initial": {"kind": "wave", "waves": [1, 1, 1], "amplitude": 0.2,
                "state": {"charge_density": 1, "pressure": 1, "velocity": [0.5, 0.25, 0]}},
    "output": {"every": 0, "fields": ["charge_density"]},
}


def converge(case, cells, quantity, tmp_path):
    run_taub("converge", case, "--cells", ",".join(map(str, cells)), "--json", tmp_path / "orders.json", "--quiet")
    errors = []
    for level in json.loads((tmp_path / "orders.json").read_text())["levels"]:
        norm = next(norm for norm in level["norms"] if norm["quantity"] == quantity)
        errors.append(norm["l1"] / norm["mean"])
    print(f"{quantity}: {errors}, orders {numpy.log2(errors[:-1]) - numpy.log2(errors[1:])}")
    return errors


@pytest.mark.parametrize("name,case,quantity", [("vortex", VORTEX, "density"), ("wave", WAVE, "charge_density")])
@pytest.mark.parametrize("scheme", [{}, {"kind": "ader-weno", "order": 2}, {"kind": "rk-weno", "order": 2, "limiter": "mc-smooth"}])
def test_order_in_two_dimensions(tmp_path, name, case, quantity, scheme):
    """Limiters clip crests, which leaves the order 2 in L1; 1.8 over two halvings, as is asked of equal cells. Godunov schemes
    err less than kurganov-tadmor on the same mesh, without the dissipation of central fluxes."""
    path = make_case(tmp_path, base={**case, "scheme": {**case["scheme"], **scheme}})
    errors = converge(path, (32, 64, 128), quantity, tmp_path)
    assert numpy.log(errors[0] / errors[-1]) / numpy.log(4) >= 1.8
    if scheme:
        central = converge(make_case(tmp_path, base=case), (128,), quantity, tmp_path)
        assert errors[-1] < central[-1]


@pytest.mark.parametrize("axis", "xyz")
def test_order_along_one_axis(tmp_path, axis):
    """A wave of density that moves with the flow, the other axes with one cell; mc-smooth leaves its crests alone, so that the
    order is that of the largest error, too."""
    along = "xyz".index(axis)
    case = {**WAVE, "system": "euler", "mesh": {**WAVE["mesh"], "cells": [1, 1, 1], "spacing": {axis: {"kind": "stretched", "strength": 2.5}}},
            "scheme": {"kind": "ader-weno", "order": 2, "limiter": "mc-smooth"},
            "initial": {"kind": "wave", "waves": [0, 0, 0], "amplitude": 0.2,
                        "state": {"density": 1, "pressure": 1, "velocity": [0.5, 0.25, -0.3]}}, "output": {"every": 0, "fields": ["density"]}}
    case["mesh"]["cells"][along], case["initial"]["waves"][along] = 32, 1
    run_taub("converge", make_case(tmp_path, base=case), "--cells", "32,64,128", "--json", tmp_path / "orders.json", "--quiet")
    levels = json.loads((tmp_path / "orders.json").read_text())["levels"]
    for norm in ("l1", "maximum"):
        errors = [next(n for n in level["norms"] if n["quantity"] == "density")[norm] for level in levels]
        print(axis, norm, errors)
        assert numpy.log2(errors[1] / errors[2]) > 1.9


@pytest.mark.parametrize("system,kind,cells", [("mhd", "ader-weno", [16, 8, 8]), ("srmhd", "rk-weno", [32, 16, 1])])
def test_order_with_a_field(tmp_path, system, kind, cells):
    """A circularly polarized Alfven wave that goes oblique to three or two stretched axes: the field stands on faces."""
    case = {"system": system, "eos": {"kind": "ideal-gas", "gamma": 5 / 3}, "scheme": {"kind": kind, "order": 2, "limiter": "mc-smooth"},
            "mesh": {"cells": cells, "lower": [0, 0, 0], "upper": [2, 1, 1], "boundary": "periodic",
                     "spacing": {**STRETCHED, "z": {"kind": "stretched", "strength": 1.5}}},
            "time": {"end": 0.5, "cfl": 0.4},
            "initial": {"kind": "alfven-wave", "waves": [1, 1, int(cells[2] > 1)], "amplitude": 0.3, "field": 1,
                        "state": {"density": 1, "pressure": 1}},
            "output": {"every": 0, "fields": ["magnetic_field"]}}
    errors = converge(make_case(tmp_path, base=case), (cells[0], 2 * cells[0], 4 * cells[0]), "magnetic_field/y", tmp_path)
    assert numpy.log(errors[0] / errors[-1]) / numpy.log(4) >= 1.8


def test_fine_cells_pay(tmp_path):
    """Where the vortex rests in the middle, cells are b/(2 sinh(b/2)) = 0.70 as wide as equal ones, and a scheme of second
    order errs half as much there; what is lost farther out must not take away more than half of that."""
    still = {**VORTEX, "initial": {**VORTEX["initial"], "state": {"density": 1, "pressure": 1}}}
    focus = {"kind": "stretched", "strength": 3}
    errors = {}
    for name, spacing in (("equal", {}), ("fine", {"x": focus, "y": focus})):
        mesh = {**still["mesh"], "spacing": spacing}
        errors[name] = converge(make_case(tmp_path, base={**still, "mesh": mesh}), (32, 64), "density", tmp_path)
    assert errors["fine"][-1] < 0.75 * errors["equal"][-1]


def test_gubser_with_stretched_axes(tmp_path):
    """Gubser's flow in Milne coordinates: with the order of the scheme where nothing that comes from the boundary at the speed of
    light has arrived."""
    spacing = {"kind": "stretched", "strength": 2}
    errors = []
    for cells in (50, 100, 200):
        folder = run_case(ROOT / "examples/gubser-ideal", tmp_path / str(cells), f"mesh.cells=[{cells},{cells},1]",
                          "output.every=0", "mesh.boundary=outflow", "time.end=2.5",
                          f"mesh.spacing={json.dumps({'x': spacing, 'y': spacing})}")
        time, fields = read_fields(folder)
        s = 2 * numpy.arange(cells + 1) / cells - 1
        faces = 5 * numpy.sinh(s) / numpy.sinh(1)
        x, width = 0.5 * (faces[1:] + faces[:-1]), numpy.diff(faces)
        inside = numpy.abs(x) < 3
        exact = gubser_temperature(time, *numpy.meshgrid(x[inside], x[inside]))
        weights = numpy.outer(width[inside], width[inside])
        difference = numpy.abs(fields["temperature"][0][numpy.ix_(inside, inside)] - exact)
        errors.append((difference * weights).sum() / (exact * weights).sum())
    orders = [numpy.log2(a / b) for a, b in zip(errors, errors[1:])]
    print(f"|x| < 3: errors {errors}, orders {orders}")
    assert all(order > 1.7 for order in orders)


@pytest.mark.parametrize("scheme", [{"kind": "kurganov-tadmor", "limiter": "minmod"}, {"kind": "ader-weno", "order": 2}])
def test_bjorken_stays_uniform_on_a_stretched_eta(tmp_path, scheme):
    """No cell feels where it is: every one has the energy density that a mesh of one cell has, to rounding."""
    eta = {"eta": {"kind": "stretched", "strength": 3}}
    changes = ["output.every=0", "time.step=0.005", f"scheme={json.dumps(scheme)}"]
    one = run_case(ROOT / "examples/bjorken-ideal", tmp_path / "one", *changes)
    many = run_case(ROOT / "examples/bjorken-ideal", tmp_path / "many", *changes, "mesh.cells=[1,1,40]",
                    f"mesh.spacing={json.dumps(eta)}")
    single, several = read_fields(one)[1]["energy_density"], read_fields(many)[1]["energy_density"]
    assert several.shape[0] == 40 and numpy.abs(several / single.item() - 1).max() < 1e-12


@pytest.mark.parametrize("scheme", [{"kind": "kurganov-tadmor"}, {"kind": "rk-weno", "order": 2}])
def test_order_along_a_stretched_eta(tmp_path, scheme):
    """A pulse along eta with and without pressure gradients has no closed form: runs on three meshes against each other, by means
    over pairs of cells with their widths, which halving the map nests."""
    case = {
        "system": "srhd", "eos": {"kind": "conformal"},
        "mesh": {"coordinates": "milne", "cells": [1, 1, 50], "lower": [-1, -1, -5], "upper": [1, 1, 5],
                 "spacing": {"eta": {"kind": "stretched", "strength": 2}}},
        "scheme": {**scheme, "limiter": "mc"}, "time": {"start": 1, "end": 2, "cfl": 0.4},
        "initial": {"kind": "gaussian", "peak": {"energy_density": 10}, "background": {"energy_density": 3}, "width": [9, 9, 1]},
        "output": {"every": 0, "fields": ["conserved_energy"]},
    }
    solutions, widths = [], []
    for cells in (100, 200, 400, 800):
        folder = run_case(make_case(tmp_path, base=case), tmp_path / str(cells), f"mesh.cells=[1,1,{cells}]")
        s = 2 * numpy.arange(cells + 1) / cells - 1
        widths.append(numpy.diff(5 * numpy.sinh(s) / numpy.sinh(1)))
        solutions.append(read_fields(folder)[1]["conserved_energy"][:, 0, 0])

    def coarse(values, width):
        amounts = values * width
        return (amounts[::2] + amounts[1::2]) / (width[::2] + width[1::2])
    differences = [(numpy.abs(solutions[n] - coarse(solutions[n + 1], widths[n + 1])) * widths[n]).sum() for n in range(3)]
    orders = [numpy.log2(a / b) for a, b in zip(differences, differences[1:])]
    print(f"differences {differences}, orders {orders}")
    assert all(order > 1.7 for order in orders)
