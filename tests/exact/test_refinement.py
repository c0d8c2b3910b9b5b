"""Blocks of several levels (mesh.refine): a uniform state stays one over any tree, totals to rounding while blocks come and go,
flows against even meshes of the finest level, mirror images, the same bits after a restart, on OpenCL and beside other work."""
import json
import os

import h5py
import numpy
import pytest

from conftest import FAST, make_case, read_history, read_summary, require_device, run_case, run_taub

GAS = {"system": "euler", "eos": {"kind": "ideal-gas", "gamma": 1.4}, "device": {"kind": "host", "reproducible": "strict"}}
# An uneven start with a jump, not symmetric in any way.
STIRRED = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real r2 = square(x[0] - R(0.13)) + square(x[1] - R(0.07)) + square(x[2] + R(0.05));
    (void)t;
    state[0] = R(1.0) + R(0.2) * x[0];
    state[1] = R(0.2);
    state[2] = R(-0.1) * x[0];
    state[3] = R(0.05);
    state[4] = r2 < R(0.09) ? R(5.0) : R(0.5);
}
"""
UNIFORM = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real all[5] = {R(1.3), R(0.4), R(-0.3), R(0.2), R(0.7)};
    (void)x;
    (void)t;
    for (int c = 0; c < 5; c++)
        state[c] = all[c];
}
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    (void)inside;
    initial(x, t, state);
}
"""
BALL = {"kind": "ball", "center": [0.3, -0.4, 0.1], "radius": 0.2}
TREE = [BALL, {"kind": "block", "size": [0.3, 0.1, 0.1], "center": [-0.8, 0.8, 0], "level": 1}]


def refined(folder, source, cells, refine, order=3, kind="rk-weno", block=8, **changes):
    """A case on [-1, 1] along each axis with more than one cell."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "start.c").write_text(source)
    case = {**GAS, "mesh": {"cells": cells, "lower": [-1, -1, -1], "upper": [1, 1, 1], "boundary": "reflecting",
                            "blocks": [max(n // block, 1) for n in cells], "refine": refine},
            "scheme": {"kind": kind, "order": order}, "initial": {"kind": "code", "file": "start.c"},
            "time": {"start": 0, "end": 10, "cfl": 0.4, "max_steps": 20},
            "output": {"fields": ["density", "pressure", "velocity"], "history": 1, "values": "means"}}
    return make_case(folder, base=case, **changes)


def state_of(folder):
    """The conserved state of the checkpoint, [component][block, k][j][i], with levels and places of the blocks."""
    with h5py.File(folder / "checkpoint.hdf") as file:
        components = file["state"].shape[0] // 2
        return file["state"][:components], file["blocks/level"][()], file["blocks/place"][()]


KEEP = {"output": {"checkpoint_at_end": True}}


@pytest.mark.parametrize("order, kind, cells", [
    (2, "rk-weno", [16, 16, 16]), (3, "ader-weno", [32, 32, 1]), (4, "rk-weno", [32, 32, 1]), (4, "ader-weno", [16, 16, 16])])
def test_a_uniform_state_stays(tmp_path, order, kind, cells):
    ends = {"x": ["code", "outflow"], "y": "periodic", "z": "code"}
    case = refined(tmp_path, UNIFORM, cells, {"levels": 2, "every": 0, "regions": TREE}, order, kind, time={"max_steps": 5},
                   mesh={"boundary": ends}, boundary={"file": "start.c"}, **KEEP)
    state, levels, _ = state_of(run_case(case, tmp_path / "out"))
    assert set(levels) >= {1, 2}
    for component in state:
        assert numpy.ptp(component) <= 2e-14 * numpy.abs(component).max()


def changes_of(folder):
    """Of totals over a run, relative to the largest of each, or of the mass where there is none to begin with."""
    history = read_history(folder)
    return {name: numpy.ptp(history[name]) / max(numpy.abs(history[name]).max(), 1e-3) for name in ("mass", "energy")}


@pytest.mark.parametrize("order, kind, cells, levels, steps", [
    (3, "ader-weno", [16, 16, 1], 2, 300), (4, "rk-weno", [32, 1, 1], 3, 400), (2, "ader-weno", [16, 16, 16], 1, 40)])
def test_totals_while_blocks_come_and_go(tmp_path, order, kind, cells, levels, steps):
    """Between walls, with a change of the tree every second step or so."""
    case = refined(tmp_path, STIRRED, cells, {"levels": levels, "every": 2, "above": 0.25, "below": 0.15}, order, kind,
                   time={"max_steps": steps}, **KEEP)
    folder = run_case(case, tmp_path / "out", **FAST, timeout=600)
    assert read_summary(folder)["counts"]["recovery_failures"] == 0
    for name, change in changes_of(folder).items():
        assert change <= 2e-16 * steps, name


def flat_blast(folder, mesh, **changes):
    """A round blast in the middle of a box between walls."""
    case = {**GAS, "mesh": {"lower": [-1, -1, -1], "upper": [1, 1, 1], "boundary": "reflecting", **mesh},
            "scheme": {"kind": "ader-weno", "order": 3},
            "initial": {"kind": "sedov", "energy": 0.3, "radius": 0.1, "state": {"density": 1, "pressure": 1e-5}},
            "time": {"start": 0, "end": 0.2, "cfl": 0.4}, "output": {"fields": ["density", "pressure"], "values": "means"}}
    return run_case(make_case(folder, base=case, **changes), folder / "out", **FAST)


def fields_on_even_mesh(folder, level):
    import taub
    run = taub.open(folder, level=level)
    return {name: numpy.asarray(run.field(name)) for name in run.fields}, run


@pytest.fixture(scope="module")
def blasts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("blasts")
    refine = {"levels": 2, "every": 4}
    return (flat_blast(folder / "refined", {"cells": [32, 32, 1], "blocks": [4, 4, 1], "refine": refine}),
            flat_blast(folder / "even", {"cells": [128, 128, 1]}))


def test_a_blast_as_on_the_even_mesh(blasts):
    """The shock and what is behind it are on the finest level: nothing of the rest is seen there."""
    refined_folder, even_folder = blasts
    refined_fields, run = fields_on_even_mesh(refined_folder, 2)
    even_fields, _ = fields_on_even_mesh(even_folder, None)
    for name, even in even_fields.items():
        assert numpy.abs(refined_fields[name] - even).mean() <= 1e-3 * numpy.ptp(even), name
    errors = [{name: norms["l1"] for name, norms in read_summary(folder)["errors"].items()} for folder in blasts]
    for name, error in errors[1].items():
        assert errors[0][name] <= 1.05 * error, name
    assert len(run.blocks(index=-1)) * 64 <= 0.6 * 128 * 128  # cells of the last output, when the blast is largest


def test_mirror_images(blasts):
    fields, run = fields_on_even_mesh(blasts[0], 2)
    tree = run.blocks(index=-1)
    boxes = {(level, *(place)) for level, place in zip(tree.level, map(tuple, tree.place))}
    whole = {level: 32 * 2 ** level for level in range(3)}
    assert {(level, whole[level] - x - 8, y, z) for level, x, y, z in boxes} == boxes
    assert {(level, y, x, z) for level, x, y, z in boxes} == boxes
    for values in fields.values():
        plane = values[0]
        for image in (plane[::-1], plane[:, ::-1], plane.T):
            assert numpy.abs(plane - image).max() <= 1e-10 * numpy.abs(plane).max()


def assert_same_state(a, b):
    for one, other in zip(state_of(a), state_of(b)):
        assert numpy.array_equal(one, other)


OPEN = {"boundary": {"x": ["reflecting", "outflow"], "y": "periodic", "z": "outflow"}}


@pytest.mark.parametrize("order, kind", [(3, "ader-weno"), (4, "rk-weno")])
def test_bits_of_a_restart_and_of_opencl(tmp_path, order, kind):
    case = refined(tmp_path, STIRRED, [24, 24, 1], {"levels": 2, "every": 3, "regions": [BALL]}, order, kind, mesh=OPEN,
                   time={"max_steps": 17}, **KEEP)
    whole = run_case(case, tmp_path / "whole")
    run_case(case, tmp_path / "parts", "time.max_steps=7")
    assert_same_state(whole, run_case(case, tmp_path / "parts", "--restart", tmp_path / "parts"))
    run_case(case, tmp_path / "first", "time.max_steps=7")
    other = run_case(case, tmp_path / "other", "--restart", tmp_path / "first")
    assert_same_state(whole, other)
    assert len(set(state_of(whole)[1])) > 1
    require_device("opencl")
    assert_same_state(whole, run_case(case, tmp_path / "opencl", "--device", "opencl", timeout=600))


def test_files(tmp_path):
    """The table of blocks, fields on the cells of any level, and an index for ParaView that names each block."""
    import taub
    case = refined(tmp_path, STIRRED, [16, 16, 16], {"levels": 1, "every": 4, "regions": [BALL]}, 2, output={"every": 0.05},
                   time={"max_steps": 8})
    folder = run_case(case, tmp_path / "out")
    run = taub.open(folder)
    assert run.level == 1 and run.shape == (32, 32, 32)
    tree = run.blocks(index=-1)
    lower, upper = tree.boxes()
    assert abs(numpy.prod(upper - lower, axis=1).sum() - 8) < 1e-12
    fine, coarse = (numpy.asarray(taub.open(folder, level=level).field("density")) for level in (1, 0))
    assert numpy.allclose(fine.reshape(16, 2, 16, 2, 16, 2).mean(axis=(1, 3, 5)), coarse, rtol=1e-14)
    assert abs(coarse.mean() * 8 - read_history(folder)["mass"][-1]) <= 1e-13 * 8
    text = (folder / "fields.xmf").read_text()
    assert text.count("GridType=\"Collection\" CollectionType=\"Spatial\"") == len(run.steps)
    assert text.count("Grid Name=\"block") == sum(len(run.blocks(index=n)) for n in range(len(run.steps)))


WRONG = [
    ({"mesh": {"blocks": [5, 5, 1], "cells": [35, 35, 1]}}, "mesh.blocks"),
    ({"mesh": {"blocks": [8, 8, 1]}}, "mesh.blocks"),
    ({"mesh": {"refine": {"levels": 2, "above": 0.1}}}, "mesh.refine.below"),
    ({"mesh": {"refine": {"levels": 2, "regions": [{"kind": "ball"}]}}}, "mesh.refine.regions[0].radius"),
    ({"mesh": {"refine": {"levels": 1, "regions": [{**BALL, "level": 2}]}}}, "mesh.refine.regions[0].level"),
    ({"scheme": {"kind": "kurganov-tadmor", "order": None}}, "scheme.kind"),
    ({"system": "mhd"}, "system"),
    ({"output": {"views": [{"name": "all", "every": 1, "level": 3}]}}, "output.views[0].level"),
    ({"output": {"views": [{"name": "all", "every": 1, "stride": [1, 129, 1]}]}}, "output.views[0].stride[1]"),
    ({"output": {"probes": {"points": [[0, 1.1, 0]]}}}, "output.probes.points[0]"),
    ({"mesh": {"refine": {"levels": 1, "regions": [{**BALL, "center": [3, 0, 0]}]}}}, "mesh.refine.regions[0]"),
    ({"mesh": {"refine": {"levels": 0, "regions": [BALL]}}}, "mesh.refine.levels"),
]


@pytest.mark.parametrize("changes, key", WRONG)
def test_messages(tmp_path, changes, key):
    case = refined(tmp_path, STIRRED, [32, 32, 1], {"levels": 2})
    content = json.loads(case.read_text())
    for section, values in changes.items():
        content[section] = {**content[section], **values} if isinstance(values, dict) else values
        content[section] = ({name: value for name, value in content[section].items() if value is not None}
                            if isinstance(values, dict) else values)
    case.write_text(json.dumps(content))
    done = run_taub("run", case, "-o", tmp_path / "out", expect=2)
    assert key in done.stderr and not os.path.exists(tmp_path / "out")


def test_what_needs_equal_blocks(tmp_path):
    """taub compare takes equal trees only; a restart takes no fewer levels than the checkpoint has; ranks, not yet."""
    refine = {"levels": 2, "every": 0, "regions": [BALL]}
    case = refined(tmp_path / "one", STIRRED, [32, 32, 1], refine, time={"max_steps": 3}, **KEEP)
    other = refined(tmp_path / "other", STIRRED, [32, 32, 1], {**refine, "regions": TREE}, time={"max_steps": 3})
    first, same, different = (run_case(path, tmp_path / name) for path, name in
                              ((case, "first"), (case, "same"), (other, "different")))
    run_taub("compare", first, same)
    done = run_taub("compare", first, different, expect=2)
    assert "blocks" in done.stderr
    done = run_taub("run", case, "-o", tmp_path / "less", "--restart", first, "mesh.refine.levels=1",
                    "mesh.refine.regions=[]", expect=2)
    assert "mesh.refine.levels" in done.stderr and "at least 2" in done.stderr
