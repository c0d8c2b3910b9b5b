"""SHASTA: shock tubes, symmetry, conservation, precision, and that devices agree on every option."""
import numpy
import pytest

from conftest import ROOT, assert_same_bits, make_case, read_fields, read_history, read_summary, require_device, run_case

EXAMPLES = ROOT / "examples"
SMOOTH = {"kind": "gaussian", "peak": {"energy_density": 1, "velocity": [0, 0, 0]},
          "background": {"energy_density": 0.1, "velocity": [0.2, -0.3, 0.1]}, "width": [1, 1.2, 0.8]}
ROUND = {"kind": "gaussian", "peak": {"energy_density": 1}, "background": {"energy_density": 0.1}, "width": [2, 2, 2]}


def box(cells, **changes):
    return {"mesh": {"cells": cells, "lower": [-4, -4, -4], "upper": [4, 4, 4]}, "scheme": {"kind": "shasta"}, **changes}


def norm(folder, quantity):
    return read_summary(folder)["errors"][quantity]


def variation(folder, step):
    return numpy.abs(numpy.diff(read_fields(folder, step)[1]["energy_density"].ravel())).sum()


@pytest.mark.parametrize("settings", [[], ["time.cfl=0.4"], ["scheme.phoenical=explicit"]])
def test_shock_tube(tmp_path, settings):
    folder = run_case(EXAMPLES / "shock-tube-shasta", tmp_path / "out", "--device", "host", *settings)
    assert norm(folder, "energy_density")["l1"] < 2.5e-3 * 0.0246
    assert set(read_summary(folder)["counts"].values()) == {0}
    assert variation(folder, -1) < 1.01 * variation(folder, 0)


def test_less_antidiffusion_overshoots_less(tmp_path):
    rises = []
    for share in (1, 0.8):
        folder = run_case(EXAMPLES / "shock-tube-shasta", tmp_path / str(share), "--device", "host", "time.cfl=0.4",
                          f"scheme.antidiffusion={share}")
        rises.append(variation(folder, -1) / variation(folder, 0) - 1)
    print(rises)
    assert rises[1] < 1e-3 < rises[0]


@pytest.mark.parametrize("problem, bound", [("case.yaml", 0.045), ("problem-2.yaml", 4.5)])
def test_marti_muller(tmp_path, problem, bound):
    """Mean error of the pressure, of 13.33 and of 1000, with every state admissible."""
    folder = run_case(EXAMPLES / "marti-muller" / problem, tmp_path / "out", "--device", "host", "scheme.kind=shasta",
                      "scheme.theta=")
    assert norm(folder, "pressure")["l1"] < bound
    assert set(read_summary(folder)["counts"].values()) == {0}


def test_a_shock_along_each_axis_gives_the_same_bits(tmp_path):
    lines = []
    for axis, name in enumerate("xyz"):
        cells = [1, 1, 1]
        cells[axis] = 150
        case = make_case(tmp_path, scheme={"kind": "shasta"}, mesh={"cells": cells}, initial={"axis": name},
                         device={"reproducible": "strict"})
        _, fields = read_fields(run_case(case, tmp_path / name))
        lines.append((fields["energy_density"].ravel(), fields[f"velocity/{name}"].ravel()))
    for energy, velocity in lines[1:]:
        assert energy.tobytes() == lines[0][0].tobytes() and velocity.tobytes() == lines[0][1].tobytes()


def asymmetry(folder):
    """Of the energy density over its maximum: under reflections, under exchange of axes."""
    _, fields = read_fields(folder)
    e = fields["energy_density"]
    return (max(numpy.abs(e - numpy.flip(e, axis)).max() for axis in range(3)) / e.max(),
            max(numpy.abs(e - e.swapaxes(*axes)).max() for axes in ((0, 1), (0, 2), (1, 2))) / e.max())


def test_symmetry_of_a_round_fireball(tmp_path):
    found = {}
    for splitting in ("permuting", "strang", "fixed"):
        case = make_case(tmp_path, **box([40, 40, 40], initial=ROUND, time={"end": 2.4, "cfl": None, "step": 0.05},
                                         scheme={"kind": "shasta", "splitting": splitting}))
        found[splitting] = asymmetry(run_case(case, tmp_path / splitting))
    print(found)
    assert all(reflected < 1e-12 for reflected, _ in found.values())
    assert found["permuting"][1] < 1e-3
    assert found["fixed"][1] > 1.5 * found["permuting"][1]
    assert found["strang"][1] > 10 * found["permuting"][1]  # x and y are swept, and smeared, twice


def test_the_ball_is_symmetric_under_reflections(tmp_path):
    reflected, exchanged = asymmetry(run_case(EXAMPLES / "ball-shasta", tmp_path / "out", "mesh.cells=[32,32,32]"))
    print(reflected, exchanged)
    assert reflected < 1e-12


@pytest.mark.parametrize("cells", [[60, 1, 1], [32, 30, 1], [20, 22, 24]])
@pytest.mark.parametrize("eos", ["conformal", "ideal-gas"])
def test_conservation(tmp_path, cells, eos):
    initial = {**SMOOTH, "peak": {**SMOOTH["peak"], "charge_density": 0.3}}
    case = make_case(tmp_path, **box(cells, eos={"kind": eos}, initial=initial, time={"end": 4}))
    history = read_history(run_case(case, tmp_path / "out", "mesh.boundary=periodic"))
    for name in ("energy", "momentum_x", "momentum_y", "momentum_z", "charge"):
        scale = max(numpy.abs(history[name]).max(), 1e-2 * history["energy"][0])
        assert numpy.abs(history[name] - history[name][0]).max() < 1e-12 * scale, name


def test_single_against_double(tmp_path):
    lines = []
    for precision in ("single", "double"):
        folder = run_case(EXAMPLES / "auau-200-shasta", tmp_path / precision, "--precision", precision)
        e = read_fields(folder)[1]["energy_density"]
        lines.append(e[24, 24].astype(float))
    assert numpy.abs(lines[0] - lines[1]).max() < 1e-3 * lines[1].max()


@pytest.mark.parametrize("device", ["opencl", "cuda"])
@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("eos, cells, coordinates, scheme", [
    ("conformal", [37, 19, 23], "cartesian", {}),
    ("lattice-wb", [24, 18, 20], "cartesian", {"splitting": "strang", "phoenical": "explicit"}),
    ("ideal-gas", [33, 70, 1], "cartesian", {"splitting": "fixed", "antidiffusion": 0.7}),
    ("ideal-gas", [1, 1, 90], "cartesian", {}),
    ("lattice-wb", [24, 18, 12], "milne", {}),
    ("conformal", [40, 36, 1], "milne", {"splitting": "strang"})])
def test_devices_give_the_same_bits(tmp_path, device, precision, eos, cells, coordinates, scheme):
    require_device(device)
    start = 0.6 if coordinates == "milne" else 0
    case = make_case(tmp_path, **box(cells, eos={"kind": eos}, initial=SMOOTH, scheme={"kind": "shasta", **scheme},
                                     time={"start": start, "end": 100, "max_steps": 9},
                                     device={"precision": precision, "reproducible": "strict"}))
    boundary = "mesh.boundary={x: periodic, y: [reflecting, outflow], z: extrapolated}"
    expected = run_case(case, tmp_path / "host", boundary, "mesh.coordinates=" + coordinates)
    assert_same_bits(expected, run_case(case, tmp_path / device, boundary, "mesh.coordinates=" + coordinates, "--device",
                                        device))


def test_a_restart_goes_on_in_the_same_order_of_axes(tmp_path):
    case = make_case(tmp_path, **box([20, 18, 16], initial=SMOOTH, time={"end": 100, "max_steps": 10},
                                     device={"reproducible": "strict"}))
    whole = run_case(case, tmp_path / "whole")
    first = run_case(case, tmp_path / "first", "time.max_steps=5")
    assert_same_bits(whole, run_case(case, tmp_path / "second", "--restart", first))


def test_blocks_and_threads_do_not_change_bits(tmp_path):
    case = make_case(tmp_path, **box([32, 24, 16], initial=SMOOTH, time={"end": 100, "max_steps": 7},
                                     device={"reproducible": "strict"}))
    one = run_case(case, tmp_path / "one")
    assert_same_bits(one, run_case(case, tmp_path / "more", "mesh.blocks=[2,3,4]", "--threads", "2"))


@pytest.mark.parametrize("splitting", ["permuting", "strang"])
def test_bjorken_converges_with_order_two(tmp_path, splitting):
    errors = []
    for steps in (50, 100):
        case = make_case(tmp_path, **box([1, 1, 8], initial={"kind": "bjorken", "state": {"energy_density": 10}},
                                         scheme={"kind": "shasta", "splitting": splitting},
                                         time={"start": 1, "end": 6, "cfl": None, "step": 5 / steps}))
        errors.append(norm(run_case(case, tmp_path / str(steps), "mesh.coordinates=milne"), "energy_density")["maximum"])
    assert 3.5 < errors[0] / errors[1] < 4.6


def test_gubser_converges(tmp_path):
    errors = [norm(run_case(EXAMPLES / "gubser-ideal", tmp_path / str(cells), f"mesh.cells=[{cells},{cells},1]",
                            "scheme.kind=shasta", "scheme.theta="), "energy_density")["l1"] for cells in (50, 100)]
    print(errors)
    assert errors[1] < 0.45 * errors[0]
