"""Electrodynamics: lists of bodies in a medium (medium.inclusions), and examples/ring-resonator against its modes."""
import numpy
import pytest
import yaml

from conftest import LONG, make_case, read_fields, read_summary, run_case, run_taub, script_of

FAST = {"env": {"TAUB_CFLAGS": "-O1"}}


def light(folder, name, medium, **more):
    parts = dict(system="maxwell", eos=None, medium=medium, scheme={"kind": "ader-weno", "order": 3},
                 mesh={"cells": [40, 36, 1], "lower": [-1, -1, 0], "upper": [1, 1, 1], "boundary": "periodic"}, time={"end": 0.3},
                 initial={"kind": "pulse", "axis": "x", "polarization": [0, 0, 1], "extent": 0.2},
                 output={"fields": ["electric_field", "electric_flux"], "history": 0})
    parts.update(more)
    return make_case(folder, name, **parts)


def fields_of(folder, name, medium):
    out = run_case(light(folder, name, medium), folder / f"out-{name}", **FAST)
    return out, read_fields(out)[1]


def test_a_list_is_what_other_keys_say(tmp_path):
    """One cylinder as `inclusion`, and layers as pieces: the same bits; so has what the run says of itself."""
    one = {"kind": "cylinder-z", "center": [0.1, 0, 0], "radius": 0.4, "permittivity": 3, "conductivity": 2}
    out, listed = fields_of(tmp_path, "listed", {"inclusions": [one]})
    _, single = fields_of(tmp_path, "single", {"inclusion": one})
    _, again = fields_of(tmp_path, "again", yaml.safe_load((out / "case.yaml").read_text())["medium"])
    for name in single:
        assert numpy.array_equal(listed[name], single[name]) and numpy.array_equal(listed[name], again[name]), name
    layer = {"kind": "box", "lower": [0, -9, -9], "upper": [0.5, 9, 9], "permittivity": 2}
    _, boxes = fields_of(tmp_path, "boxes", {"inclusions": [layer], "conductivity": 0})
    _, pieces = fields_of(tmp_path, "pieces", {"cuts": {"x": [0, 0.5]}, "permittivities": [1, 2, 1]})
    for name in pieces:
        assert numpy.array_equal(boxes[name], pieces[name]), name


def test_later_ones_cover_earlier_ones(tmp_path):
    """Half of a ring of two cylinders."""
    ring = [{"kind": "cylinder-z", "radius": 0.8, "permittivity": 4, "lower": [0, -9, -9], "upper": [9, 9, 9]}, {"kind": "cylinder-z", "radius": 0.4}]
    case = light(tmp_path, "ring", {"inclusions": ring}, time={"end": 1e-6}, output={"fields": ["permittivity"], "history": 0})
    found = read_fields(run_case(case, tmp_path / "out", **FAST))[1]["permittivity"][0]
    x, y = numpy.meshgrid((numpy.arange(40) + 0.5) / 20 - 1, (numpy.arange(36) + 0.5) / 18 - 1)
    r, d = numpy.hypot(x, y), 0.04  # half of a cell's diagonal
    inside = (r > 0.4 + d) & (r < 0.8 - d) & (x > 0.03)
    outside = (r < 0.4 - d) | (r > 0.8 + d) | (x < -0.03)
    assert inside.sum() > 100 and (found[inside] == 4).all() and (found[outside] == 1).all()
    assert ((found > 1) & (found < 4)).any()  # cells that are cut


def test_the_check_knows_the_steps(tmp_path):
    """Of the fastest medium: initial data do not say what they are in."""
    case = light(tmp_path, "case", {"permittivity": 4, "inclusions": [{"kind": "cylinder-z", "radius": 0.5, "permittivity": 0.25}]})
    told = int(run_taub("check", case).stdout.split("steps     about ")[1].split()[0])
    steps = read_summary(run_case(case, tmp_path / "out", **FAST))["steps"]
    assert abs(told - steps) <= 0.1 * steps + 1


@pytest.mark.parametrize("inclusion, words", [
    ({"kind": "ball"}, "medium.inclusions[0].radius: this key is missing"),
    ({"kind": "box", "lower": [0, 0, 0]}, "medium.inclusions[0]: expected the corners of the box"),
    ({"kind": "box", "radius": 1, "lower": [0, 0, 0], "upper": [1, 1, 1]}, "medium.inclusions[0].radius: this key does not apply to kind: box; expected it with ball or"),
    ({"kind": "cylinder-z", "radius": 0.5, "center": [3, 0, 0]}, "medium.inclusions[0]: no part of it lies inside the mesh, between [-1, -1, 0.5] and [1, 1, 0.5]"),
    ({"kind": "ball", "radius": 0.5, "permittivity": 0}, "permittivity: expected a number above 0"),
    ({"kind": "cilinder", "radius": 0.5}, "did you mean cylinder?"),
    ({"kind": "cone", "radius": 0.5}, "medium.inclusions[0].height: this key is missing"),
    ({"kind": "block", "size": [1, 0, 1]}, "medium.inclusions[0].size[1]: expected a number above 0"),
    ({"kind": "torus", "radius": 0.5}, "medium.inclusions[0].tube_radius: this key is missing"),
    ({"kind": "half-space", "axis": [0, 0, 0]}, "medium.inclusions[0].axis: expected a direction"),
    ({"kind": "half-space", "axes": [0, 0, 1]}, "did you mean axis?"),
    ({"kind": "half-space", "angle": 30}, "medium.inclusions[0].angle: this key does not apply to kind: half-space; expected it with block or ellipsoid or stl only"),
    ({"kind": "prism", "vertices": [[0, 0, 0], [0.5, 0, 0]]}, "medium.inclusions[0].vertices: expected at least three vertices"),
    ({"kind": "box", "center": [0.1, 0, 0], "lower": [0, 0, 0], "upper": [1, 1, 1]}, "expected a block for one about its centre"),
    ({"kind": "block", "size": [2, 0.005, 2], "center": [0, 0, 0.5], "axis": [0, 0, 1], "angle": 30}, "an eighth of a cell along y, 0.00601407, got 0.005"),
    ({"kind": "ball", "radius": 0.7, "without": [{"kind": "ball", "radius": 0.1, "center": [0, 0, 9]}]}, "medium.inclusions[0].without[0]: no part of it lies"),
    ({"kind": "ball", "radius": 0.7, "within": [{"kind": "ball", "permittivity": 2}]}, "medium.inclusions[0].within[0].permittivity: unknown key")])
def test_wrong_ones(tmp_path, inclusion, words):
    assert words in run_taub("check", light(tmp_path, "case", {"inclusions": [inclusion]}), expect=2).stderr


@pytest.mark.skipif(not LONG, reason="minutes")
def test_modes_of_a_ring(tmp_path):
    """examples/ring-resonator on few cells: its frequencies against Bessel functions."""
    folder, example = script_of("ring-resonator", "modes")
    out = run_case(folder / "case.yaml", tmp_path / "out", "mesh.cells=[100,100,1]", "mesh.layer.cells=10", "time.end=160",
                   "device.kind=host", "device.threads=1", **FAST)
    exact = dict(example.exact_modes())
    heard = [f for f, _ in example.heard_modes(out)]
    print(exact, heard)
    assert sorted(exact) == [3, 4, 5]
    for m in exact:
        assert min(abs(f.real / exact[m].real - 1) for f in heard) < 1e-3, m
