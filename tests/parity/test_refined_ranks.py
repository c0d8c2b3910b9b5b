"""Blocks of several levels (mesh.refine) on several ranks: the bits of one rank while blocks come, go and move between ranks,
with probes, views and totals; by each way in which zones travel; restarts on other ranks; what is refused."""
import json
import re

import h5py
import numpy
import pytest

from conftest import LONG, outputs_of, read_history, read_summary, require_device, run_taub
from device_cases import GAUSSIAN, MIXED, ON_GPUS, case, gas, refined, write_case
from ranks import assert_elastic, exchange_by, require_ranks, run_case_on, run_ranks
from run_on_gpu import run
from same_bits import same
from test_ranks import GAS_BLAST

# A blast so strong that cells lose their pressure: finer and coarser ones learn of each other's first-order fluxes.
BLAST = refined(gas([24, 24, 1], GAS_BLAST, [], boundary="periodic", steps=16, kind="rk-weno", order=3, positivity="on"), [4, 4, 1])
LINE = refined(gas([48, 1, 1], ON_GPUS["refined-ader"]["case"]["initial"], [], steps=20, kind="rk-weno", order=4), [6, 1, 1],
               every=1, levels=3)
EVENT = refined(case({"kind": "conformal"}, [24, 24, 1], GAUSSIAN, [], coordinates="milne", boundary=MIXED, time={"start": 1},
                     kind="ader-weno", order=2), [3, 3, 1], above=0.2, below=0.1)
CASES = {"gas": ON_GPUS["refined-ader"], "mhd": ON_GPUS["refined-mhd"], "event": EVENT, "blast": BLAST, "line": LINE,
         "central": ON_GPUS["refined-central"], "viscous": ON_GPUS["refined-viscous"]}


def make(folder, name, **output):
    entry = json.loads(json.dumps(CASES[name]["case"]))
    entry["output"].update(output)
    return write_case(folder, entry)


def trees_of(folder):
    """Of each output, the levels of its blocks."""
    trees = []
    for path in outputs_of(folder).values():
        with h5py.File(path) as file:
            file.visit(lambda name, of=file: trees.append(of[name][()]) if name.endswith("blocks/level") else None)
    return trees


def all_the_same(one, several):
    same(one, several)
    for what in ("counts", "totals"):
        assert read_summary(one)[what] == read_summary(several)[what]


@pytest.mark.parametrize("name, ranks", [("gas", (2, 3)), ("mhd", (2, 3)), ("event", (3,)), ("blast", (3,)), ("line", (2, 3)),
                                         ("central", (2,)), ("viscous", (3,))])
def test_trees_that_move(tmp_path, name, ranks):
    require_ranks()
    path = make(tmp_path, name)
    one = run(path, tmp_path / "1", "--device", "host")
    first, *_, last = trees_of(one)
    assert first.max() > first.min() and (first.shape != last.shape or (first != last).any())
    for count in ranks:
        all_the_same(one, run_case_on(count, path, tmp_path / str(count), "--device", "host"))
    assert name != "blast" or read_summary(one)["counts"]["regulated"] > 0
    if name == "mhd":
        history = read_history(one)
        assert history["divergence"].max() <= 2e-14 * history["magnetic_field_max"].max()
    if name == "blast":  # periodic: nothing comes or goes
        history = read_history(one)
        for total in ("mass", "energy"):
            assert numpy.ptp(history[total]) <= 4e-16 * len(history["step"]) * numpy.abs(history[total]).max()


@pytest.mark.parametrize("name, way", [("mhd", "nccl"), *([("gas", "peers"), ("gas", "nccl"), ("mhd", "peers"), ("mhd", "mpi")] * LONG)])
def test_ways(tmp_path, name, way):
    require_ranks()
    path = make(tmp_path, name)
    all_the_same(run(path, tmp_path / "1", "--device", "host"),
                 run_case_on(3, path, tmp_path / "3", "--device", "host", env=exchange_by(way)))


@pytest.mark.parametrize("name", ["gas", "mhd"])
def test_restarts_on_other_ranks(tmp_path, name):
    """In the middle, between two changes of the tree."""
    require_ranks()
    path = make(tmp_path, name)
    whole = run(path, tmp_path / "whole", "--device", "host")
    for before, after in ((1, 3), (3, 2), (2, 1)) if LONG else ((3, 2),):
        assert_elastic(path, whole, tmp_path / f"{before}-{after}", before, after, 7)


@pytest.mark.skipif(not LONG, reason="minutes of PoCL")
@pytest.mark.parametrize("name", ["blast", "mhd"])
def test_devices_of_opencl(tmp_path, name):
    """With face states in memory, which the rank of a coarser block needs of finer ones."""
    require_ranks()
    require_device("opencl")
    path = make(tmp_path, name)
    all_the_same(run(path, tmp_path / "1", "--device", "host"),
                 run_case_on(2, path, tmp_path / "2", "--device", "opencl", timeout=800))


def test_a_limit_of_blocks(tmp_path):
    """By what all ranks ask for together, not each for itself; a restart counts on."""
    require_ranks()
    path = make(tmp_path, "gas")
    one, two = run(path, tmp_path / "1", "mesh.refine.most_blocks=40"), tmp_path / "2"
    run_case_on(2, path, two, "mesh.refine.most_blocks=40")
    all_the_same(one, two)
    run_case_on(2, path, two, "mesh.refine.most_blocks=40", "time.max_steps=7")
    assert 0 < read_summary(two)["counts"]["blocks_held_back"] < read_summary(one)["counts"]["blocks_held_back"]
    run_case_on(2, path, two, "mesh.refine.most_blocks=40", "--restart", two)
    assert read_summary(two)["counts"] == read_summary(one)["counts"]


def test_what_a_rank_needs(tmp_path):
    """As many blocks as were shared out, and copies of those of others, so more than its part of the memory."""
    path = make(tmp_path, "gas")
    told = run_taub("check", path, "--devices", 3).stdout
    whole = int(re.search(r"blocks +at the start (\d+)", told)[1])
    part = int(re.search(r"ranks +3, each with at most (\d+) blocks: ", told)[1])
    assert -(-whole // 3) < part < whole
    assert "expected how many" in run_taub("check", path, "--devices", "all", expect=2).stderr


def test_what_is_refused(tmp_path):
    require_ranks()
    path = make(tmp_path, "gas")
    run_ranks(2, "run", path, "-o", tmp_path / "all", "--quiet", "mesh.blocks=[2,1,1]", "time.max_steps=1")
    for arguments, env, message in ((["mesh.blocks=[2,1,1]"], {}, "mesh.blocks: 3 ranks cannot share 2 blocks"),
                                    ([], {"TAUB_OVERLAP": "on"}, "TAUB_OVERLAP is on; with mesh.refine")):
        _, _, told = run_ranks(3, "run", path, "-o", tmp_path / "out", "--quiet", *arguments, expect=2, env=env)
        assert message in told


def test_a_criterion_that_fails_on_one_rank(tmp_path):
    """Ends all, with the place that has no number."""
    require_ranks()
    path = make(tmp_path, "gas")
    entry = json.loads(path.read_text())
    (path.parent / "hole.c").write_text("INLINE real diagnostic_hole(const real x[3], real t, const real state[])\n"
                                        "{\n    (void)state;\n"
                                        "    return t > R(0.05) && x[0] > R(2.0) ? real_sqrt(R(-1.0)) : R(0.0);\n}\n")
    entry["diagnostics"] = {"file": "hole.c", "quantities": [{"name": "hole"}]}
    entry["mesh"]["refine"]["criteria"] = [{"kind": "high", "fields": ["hole"], "above": 2, "below": 1}]
    path.write_text(json.dumps(entry))
    _, _, told = run_ranks(3, "run", path, "-o", tmp_path / "out", "--quiet", expect=None)
    assert "hole, by which mesh.refine.criteria refine blocks, is not a number" in told and told.count("taub: ") == 1, told
