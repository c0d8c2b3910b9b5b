"""Conservation elements: tubes against exact solutions, what smears and what does not at small Courant numbers,
conservation, symmetry, boundaries, states that stay admissible, relativistic flows, what is refused."""
import numpy
import pytest

from conftest import BASE_CASE, ROOT, make_case, merge, read_fields, read_history, read_summary, run_case, run_taub

EXAMPLES = ROOT / "examples"
TAU = "scheme.variant=c-tau"
ONE_THREAD = "device.threads=1"
GAS = merge(BASE_CASE, {"initial": None, "system": "euler", "eos": {"kind": "ideal-gas", "gamma": 1.4}, "scheme": {"kind": "cese"},
                        "time": {"start": 0, "end": 1, "cfl": 0.8}, "output": {"fields": ["density", "velocity", "pressure"]}})


def errors(folder):
    return {name: norms["l1"] for name, norms in read_summary(folder)["errors"].items()}


def run_example(name, folder, *overrides):
    return run_case(EXAMPLES / name, folder, ONE_THREAD, *overrides)


# Mean errors of the density on 400 cells; the exact solution comes with the program's Riemann problem.
@pytest.mark.parametrize("name,overrides,ceiling", [("cese-sod", [], 1.2e-3), ("cese-sod", [TAU], 9e-4),
                                                    ("cese-rarefaction", [], 2.4e-3),
                                                    ("cese-rarefaction", [TAU], 3.2e-3)])
def test_tubes(tmp_path, name, overrides, ceiling):
    folder = run_example(name, tmp_path / "out", "mesh.cells=[400,1,1]", *overrides)
    found = errors(folder)["density"]
    print(f"{name}: mean error of the density {found:.3g}")
    assert found <= ceiling
    assert errors(run_example(name, tmp_path / "fine", "mesh.cells=[1600,1,1]", *overrides))["density"] <= found / 2.5


@pytest.mark.parametrize("variant", ["a-alpha", "c-tau"])
def test_small_courant_numbers(tmp_path, variant):
    """A twentieth of the time step: what smears with slopes from the centres, and hardly does with c-tau."""
    large, small = (errors(run_example("cese-sod", tmp_path / cfl, "mesh.cells=[200,1,1]", f"scheme.variant={variant}",
                                       f"time.cfl={cfl}"))["density"] for cfl in ("0.8", "0.04"))
    print(f"{variant}: {large:.3g} at 0.8, {small:.3g} at 0.04")
    assert small > 2.5 * large if variant == "a-alpha" else small < 1.5 * large


@pytest.mark.parametrize("alpha,rise", [(1, 0.05), (2, 0.02), (3, 0.02)])
def test_largest_courant_number(tmp_path, alpha, rise):
    """One cell a step: the total variation rises little."""
    folder = run_example("cese-sod", tmp_path / "out", "mesh.cells=[200,1,1]", f"scheme.alpha={alpha}", "time.cfl=1")
    density = read_fields(folder)[1]["density"].ravel()
    assert errors(folder)["density"] <= 2.5e-3
    assert numpy.abs(numpy.diff(density)).sum() <= 0.875 * (1 + rise)


@pytest.mark.parametrize("overrides", [[], [TAU]])
@pytest.mark.parametrize("name,cells", [("cese-blast", 400), ("cese-shu-osher", 400)])
def test_against_a_finer_mesh(tmp_path, name, cells, overrides):
    coarse = read_fields(run_example(name, tmp_path / "coarse", f"mesh.cells=[{cells},1,1]", *overrides))[1]["density"]
    middle = read_fields(run_example(name, tmp_path / "middle", f"mesh.cells=[{2 * cells},1,1]", *overrides))[1]["density"]
    fine_folder = run_example(name, tmp_path / "fine", f"mesh.cells=[{8 * cells},1,1]", *overrides)
    fine = read_fields(fine_folder)[1]["density"].ravel()
    distances = [numpy.abs(values.ravel() - fine.reshape(-1, fine.size // values.size).mean(axis=1)).mean()
                 for values in (coarse, middle)]
    print(f"{name}: {distances[0]:.3g} on {cells} cells, {distances[1]:.3g} on {2 * cells}")
    assert distances[1] < 0.75 * distances[0]
    counts = read_summary(fine_folder)["counts"]
    assert counts["recovery_failures"] == counts["floored"] == counts["regulated"] == 0
    assert (read_fields(fine_folder)[1]["pressure"] > 0).all() and (fine > 0).all()


@pytest.mark.parametrize("overrides", [[], [TAU]])
@pytest.mark.parametrize("boundary", ["periodic", "reflecting"])
@pytest.mark.parametrize("cells", [[200, 1, 1], [60, 50, 1], [14, 12, 10]])
def test_conservation(tmp_path, cells, boundary, overrides):
    """Mass and energy in a box with walls or without ends; momentum without ends."""
    states = [{"density": 1, "pressure": 1, "velocity": [0.3, 0.2, 0.1]}, {"density": 3, "pressure": 8}]
    initial = {"kind": "pieces", "cuts": {"x": [0.4]}, "states": states}
    if cells[1] > 1:
        initial.update(cuts={"x": [0.4], "y": [0.7]}, states=[*states, states[1], states[0]])
    case = make_case(tmp_path, base=GAS, initial=initial, time={"end": 4},
                     mesh={"cells": cells, "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": boundary})
    history = read_history(run_case(case, tmp_path / "out", *overrides))
    assert len(history["mass"]) > (500 if cells[2] == 1 else 100)
    for name in ("mass", "energy") + (("momentum_x", "momentum_y", "momentum_z") if boundary == "periodic" else ()):
        scale = numpy.abs(history["energy"]).max() if "momentum" in name else abs(history[name][0])
        assert numpy.abs(numpy.array(history[name]) - history[name][0]).max() <= 1e-13 * scale, name


@pytest.mark.parametrize("reproducible", ["strict", "fast"])
@pytest.mark.parametrize("overrides", [[], [TAU]])
def test_symmetry(tmp_path, reproducible, overrides):
    """A disc that explodes between walls stays its own mirror image and its own image with x and y exchanged: to the
    bit without contraction."""
    case = make_case(tmp_path, base=GAS, mesh={"cells": [70, 70, 1], "lower": [-1, -1, 0], "upper": [1, 1, 1],
                                               "boundary": "reflecting"},
                     initial={"kind": "ball", "radius": 0.4, "inside": {"density": 1, "pressure": 10},
                              "outside": {"density": 0.125, "pressure": 0.1}}, time={"end": 1.2},
                     device={"reproducible": reproducible})
    fields = read_fields(run_case(case, tmp_path / "out", *overrides))[1]
    bound = 0 if reproducible == "strict" else 1e-9
    for name in ("density", "pressure"):
        values = fields[name][0]
        for image in (values[::-1], values[:, ::-1], values.T):
            assert numpy.abs(values - image).max() <= bound * numpy.abs(values).max(), name
    vx, vy = fields["velocity/x"][0], fields["velocity/y"][0]
    assert numpy.abs(vx + vx[:, ::-1]).max() <= bound and numpy.abs(vx - vy.T).max() <= bound
    assert numpy.abs(vx).max() > 0.1


def test_symmetry_of_three_axes(tmp_path):
    """Mirror images to the bit, exchanged axes to rounding."""
    case = make_case(tmp_path, base=GAS, mesh={"cells": [20, 20, 20], "lower": [-1, -1, -1], "upper": [1, 1, 1],
                                               "boundary": "reflecting"},
                     initial={"kind": "ball", "radius": 0.5, "inside": {"density": 1, "pressure": 10},
                              "outside": {"density": 0.125, "pressure": 0.1}}, time={"end": 0.4},
                     device={"reproducible": "strict"})
    density = read_fields(run_case(case, tmp_path / "out"))[1]["density"]
    assert density.std() > 0.05
    for axis in range(3):
        assert (density == numpy.flip(density, axis)).all()
    for axes in ((0, 1), (1, 2), (0, 2)):
        assert numpy.abs(density - numpy.swapaxes(density, *axes)).max() <= 1e-11


@pytest.mark.parametrize("axis,cells", [("y", [1, 90, 1]), ("z", [1, 1, 90]), ("z", [20, 1, 90]), ("y", [1, 90, 20])])
def test_axes(tmp_path, axis, cells):
    """A tube along any axis, with or without a second one, is the tube along x."""
    tube = {"kind": "riemann", "left": {"density": 1, "pressure": 1}, "right": {"density": 0.125, "pressure": 0.1}}
    box = {"lower": [-1, -1, -1], "upper": [1, 1, 1]}
    one = make_case(tmp_path, base=GAS, mesh={**box, "cells": [90, 1, 1]}, initial={**tube, "axis": "x"},
                    time={"end": 0.4, "cfl": None, "step": 0.004}, device={"reproducible": "strict"})
    other = make_case(tmp_path, "other.yaml", base=GAS, mesh={**box, "cells": cells}, initial={**tube, "axis": axis},
                      time={"end": 0.4, "cfl": None, "step": 0.004}, device={"reproducible": "strict"})
    along_x = read_fields(run_case(one, tmp_path / "one"))[1]
    along = read_fields(run_case(other, tmp_path / "other"))[1]
    place = {"y": 1, "z": 0}[axis]
    line = numpy.moveaxis(along["density"], place, -1).reshape(-1, 90)
    assert numpy.abs(line - along_x["density"].ravel()).max() <= 1e-13
    assert numpy.abs(numpy.moveaxis(along["velocity/" + axis], place, -1).reshape(-1, 90)
                     - along_x["velocity/x"].ravel()).max() <= 1e-13


def test_nothing_between_two_streams(tmp_path):
    """Stronger than any the tables have: slopes are given up in some elements, and counted; no state has to be
    repaired."""
    for overrides in ([], [TAU]):
        folder = run_example("cese-rarefaction", tmp_path / "out", "mesh.cells=[300,1,1]", "time.cfl=1",
                             "initial.left.velocity=[-4,0,0]", "initial.right.velocity=[4,0,0]", "time.end=0.1",
                             *overrides)
        counts = read_summary(folder)["counts"]
        assert counts["first_order_cells"] > 0
        assert counts["recovery_failures"] == counts["floored"] == counts["regulated"] == 0
        fields = read_fields(folder)[1]
        assert fields["density"].min() > 0 and fields["pressure"].min() > 0


@pytest.mark.parametrize("overrides", [[], [TAU]])
@pytest.mark.parametrize("name,factor", [("shock-tube", 1.3), ("marti-muller/case.yaml", 1.2)])
def test_relativistic_tubes(tmp_path, name, factor, overrides):
    """The same scheme with the fluxes of another system: about the error of Kurganov and Tadmor's."""
    scheme = ["scheme={}", "scheme.kind=cese", "time.cfl=0.8"]
    central = run_example(name, tmp_path / "central")
    elements = run_example(name, tmp_path / "elements", *scheme, *overrides)
    one, other = errors(central)["energy_density"], errors(elements)["energy_density"]
    print(f"{name}: {other:.3g}, central {one:.3g}")
    assert other <= factor * one
    counts = read_summary(elements)["counts"]
    assert counts["recovery_failures"] == counts["regulated"] == 0


@pytest.mark.parametrize("changes,words", [
    ({"mesh": {"cells": [1, 1, 1]}}, ["mesh.cells", "more than one cell"]),
    ({"scheme": {"alpha": 1.5}}, ["scheme.alpha", "whole number"]),
    ({"scheme": {"sigma": 1}}, ["scheme.sigma", "c-tau"]),
    ({"scheme": {"variant": "ctau"}}, ["scheme.variant", "c-tau"]),
    ({"scheme": {"theta": 1.5}}, ["scheme.theta", "kurganov-tadmor"]),
    ({"source": {"file": "case.yaml"}}, ["source.file", "does not support sources"]),
])
def test_what_is_refused(tmp_path, changes, words):
    tube = {"kind": "riemann", "left": {"density": 1, "pressure": 1}, "right": {"density": 0.125, "pressure": 0.1}}
    case = make_case(tmp_path, base=merge(GAS, {"initial": tube}), **changes)
    done = run_taub("check", case, expect=2)
    for word in words:
        assert word in done.stderr, done.stderr


def test_default_of_alpha(tmp_path):
    tube = {"kind": "riemann", "left": {"density": 1, "pressure": 1}, "right": {"density": 0.125, "pressure": 0.1}}
    folder = run_case(make_case(tmp_path, base=merge(GAS, {"initial": tube})), tmp_path / "out", "time.max_steps=1")
    assert "alpha: 2" in (folder / "case.yaml").read_text()
