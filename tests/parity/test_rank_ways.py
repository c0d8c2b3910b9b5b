"""The ways in which ghost zones travel between ranks (docs/guide/many-ranks.md), on hosts: the bits of one rank by each."""
import json

import pytest

from conftest import ROOT, assert_same_bits, read_summary, require_device, run_taub
from device_cases import CASES, GAUSSIAN, MIXED, case, write_case
from ranks import exchange_by, require_ranks, run_case_on, run_ranks
from run_on_gpu import run
from same_bits import same
from test_ranks import BLAST, GAS_BLAST, MAGNETIC, small

# What ranks with GPUs do: they write into each other's memory by passes of the step, or NCCL carries messages and reduces
# votes within the step, or MPI takes messages in the device's memory. Hosts have the same, NCCL by nccl_on_hosts.c.
BY_DEVICES = {"conformal-3d": (4, "nccl mpi peers"), "event": (3, "nccl peers"), "shasta-unsplit": (2, "mpi peers"),
              "gas-musta": (2, "nccl peers"), "cese-2d": (3, "nccl peers"), "ader-order-2": (4, "nccl mpi peers"),
              "viscous-event": (2, "nccl peers"), "mhd-order-2": (3, "nccl mpi peers"), "mhd-diffusion": (3, "nccl peers"),
              "srmhd-2d": (2, "nccl peers"), "maxwell-2d": (3, "nccl mpi"), "maxwell-bloch": (4, "nccl mpi peers")}


@pytest.mark.parametrize("name", BY_DEVICES)
def test_exchange_by_devices(tmp_path, name):
    require_ranks()
    ranks, ways = BY_DEVICES[name]
    path = write_case(tmp_path, small(name))
    one = run(path, tmp_path / "1", "--device", "host")
    for way in ways.split():
        several = run_case_on(ranks, path, tmp_path / way, "--device", "host", env=exchange_by(way))
        same(one, several)
        assert read_summary(one)["counts"] == read_summary(several)["counts"]
        assert read_summary(one).get("totals") == read_summary(several).get("totals")
        assert ("totals" in read_summary(one)) == (name != "maxwell-bloch")  # whose fields have no sums


@pytest.mark.parametrize("way", ["nccl", "mpi"])
@pytest.mark.parametrize("precision", ["double", "single", "mixed"])
def test_messages_of_devices_in_every_precision(tmp_path, way, precision):
    """Several blocks a rank, so that messages have several faces; and a restart on other ranks by another way."""
    require_ranks()
    entry = case({"kind": "conformal"}, [24, 16, 12], GAUSSIAN, [], boundary=MIXED, steps=5,
                 kind="shasta" if precision == "mixed" else "kurganov-tadmor")
    path = write_case(tmp_path, entry["case"])
    options = ["--device", "host", "--precision", precision]
    one = run(path, tmp_path / "1", *options)
    same(one, run_case_on(4, path, tmp_path / "4", "mesh.blocks=[2,4,3]", *options, env=exchange_by(way)))
    run_case_on(2, path, tmp_path / "parts", *options, "time.max_steps=3", env=exchange_by(way))
    run_case_on(3, path, tmp_path / "parts", *options, "--restart", tmp_path / "parts", env=exchange_by("host"))
    assert_same_bits(one, tmp_path / "parts")


@pytest.mark.parametrize("way", ["nccl", "mpi"])
def test_faces_of_one_zone_in_single_precision(tmp_path, way):
    """A rank between two others, to each of which four bytes a component go."""
    require_ranks()
    path = write_case(tmp_path, CASES["cese-1d"]["case"])
    options = ["--device", "host", "--precision", "single"]
    one = run(path, tmp_path / "1", *options)
    same(one, run_case_on(3, path, tmp_path / "3", *options, env=exchange_by(way)))


# Votes of ranks in a step: one behind each pass that may fail or find cells to correct, those of rounds of a correction
# among them (4 of mhd, 5 of gas dynamics), none behind the clock and behind passes that can do neither.
VOTES = {"bench/srhd-conformal.yaml": ([], 2), "bench/godunov.yaml": (["scheme.order=3"], 1 + 5),
         "bench/mhd.yaml": (["scheme.order=2"], 1 + 4), "bench/maxwell.yaml": (["scheme.order=2"], 1)}


@pytest.mark.parametrize("name", VOTES)
def test_votes_of_a_step(tmp_path, name):
    require_ranks()
    overrides, votes = VOTES[name]
    run_taub("bench", ROOT / name, *overrides, "mesh.cells=[8,12,12]", "--device", "host", "--devices", "2", "--threads", "1",
             "--repeats", "1", "--steps", "3", "--json", tmp_path / "bench.json", env=exchange_by("peers"))
    passes = {entry["name"]: entry for entry in json.loads((tmp_path / "bench.json").read_text())["passes"]}
    assert passes["agree"]["launches"] == 3 * votes and passes["largest"]["launches"] == 3


# Of Godunov schemes zones of edges and corners go, too, axis after axis; of mhd and maxwell only the search for bad cells
# is behind them.
HIDDEN = [("conformal-3d", 4), ("event", 3), ("gas-2d", 2), ("ideal-gas-2d", 3), ("gas-musta", 3), ("musta-3d", 2),
          ("viscous-event", 2), ("viscous-2d", 3), ("shasta-2d", 3), ("shasta-3d", 4), ("shasta-unsplit", 4), ("shasta-event", 2),
          ("ader-2d", 2), ("ader-3d", 4), ("ader-order-2", 4), ("rk-3d", 4), ("srhd-ader-3d", 3), ("mhd-order-2", 4), ("mhd-3d", 4), ("maxwell-2d", 2), ("maxwell-order-2", 3), ("maxwell-bloch", 4)]


def run_hiding(ranks, path, folder, way, device, *arguments):
    _, _, text = run_ranks(ranks, "run", path, "-o", folder, "--device", device, *arguments,
                           env={**exchange_by(way), "TAUB_OVERLAP": "on"}, timeout=400)
    assert "while inner cells are computed" in text
    return folder


@pytest.mark.parametrize("name,ranks", HIDDEN)
def test_zones_travel_while_inner_cells_are_computed(tmp_path, name, ranks):
    """Inner cells are computed before ghost zones arrive: by each way that does so, the bits are those of one rank."""
    require_ranks()
    path = write_case(tmp_path, small(name))
    one = run(path, tmp_path / "1", "--device", "host")
    for way in ("host", "nccl", "mpi", "peers"):
        several = run_hiding(ranks, path, tmp_path / way, way, "host")
        same(one, several)
        assert read_summary(one)["counts"] == read_summary(several)["counts"]


@pytest.mark.parametrize("name,device", [("shasta-symmetric", "host"), ("shasta-symmetric", "opencl"), ("ader-3d", "host"),
                                         ("mhd-3d", "host"), ("rk-3d", "opencl")])
def test_zones_of_two_axes_travel_one_after_the_other(tmp_path, name, device):
    """A part of the inner cells behind each exchange, in blocks that share faces across two axes or one that is not the last;
    on GPUs at orders 3 and 4 behind a pass for what cells show to faces."""
    require_ranks()
    require_device(device)
    path = write_case(tmp_path, small(name))
    few = ["mesh.cells=[10,24,36]", "time.max_steps=2"]
    one = run(path, tmp_path / "1", "--device", "host", *few)
    for ranks, blocks in ((4, "[1,2,2]"), (2, "[1,2,1]")):
        same(one, run_hiding(ranks, path, tmp_path / str(ranks), "host", device, *few, f"mesh.blocks={blocks}"))


# Tiles leave their largest signal rates, so that parts consist of whole tiles: of 64 cells in one dimension, up to 64 rows in
# two, 8 x 8 columns in three, where cells are a tile further from what travels than the corners that they are made from.
@pytest.mark.parametrize("name,cells,blocks,ranks,device", [
    ("cese-1d", [1, 1200, 1], [1, 3, 1], 3, "host"), ("cese-2d", [70, 400, 1], [1, 2, 1], 2, "host"),
    ("cese-2d", [70, 400, 1], [1, 2, 1], 2, "opencl"), ("cese-tau-2d", [140, 600, 1], [2, 3, 1], 3, "host"),
    ("cese-srhd-2d", [70, 402, 1], [1, 2, 1], 2, "host"), ("cese-3d", [9, 34, 76], [1, 1, 2], 2, "host"),
    ("cese-3d", [9, 70, 76], [1, 2, 2], 4, "host"), ("cese-3d", [9, 34, 76], [1, 1, 2], 2, "opencl")])
def test_zones_travel_while_tiles_are_computed(tmp_path, name, cells, blocks, ranks, device):
    require_ranks()
    require_device(device)
    path = write_case(tmp_path, CASES[name]["case"])
    options = [f"mesh.cells={cells}".replace(" ", ""), "time.max_steps=8"]
    one = run(path, tmp_path / "1", "--device", "host", *options)
    for way in ("host", "nccl", "peers") if device == "host" else ("host",):
        several = run_hiding(ranks, path, tmp_path / way, way, device, *options, f"mesh.blocks={blocks}".replace(" ", ""))
        same(one, several)
        assert read_summary(one)["counts"] == read_summary(several)["counts"]


@pytest.mark.parametrize("system,initial,cells,steps", [("mhd", BLAST, 8, 6), ("euler", GAS_BLAST, 16, 12)])
def test_cells_are_corrected_while_zones_travel(tmp_path, system, initial, cells, steps):
    """Blasts that lose cells to a negative pressure, on ranks that share faces across two axes. Of mhd the search for such
    cells, which changes energies, is itself behind the exchange; of the gas it is the stage that finds them. They are next to
    faces of ranks."""
    require_ranks()
    fields = MAGNETIC["output"]["fields"] if system == "mhd" else ["density", "pressure", "velocity"]
    path = write_case(tmp_path, {**MAGNETIC, "system": system, "initial": {**initial, "cuts": {"x": [0.04], "y": [0]}},
                                 "output": {"fields": fields, "history": 1},
                                 "scheme": {"kind": "rk-weno", "order": 3, "positivity": "on"},
                                 "time": {"start": 0, "end": 1, "max_steps": steps},
                                 "mesh": {"cells": [cells, 24, 36], "lower": [-0.5] * 3, "upper": [0.5] * 3,
                                          "boundary": "periodic"}})
    one = run(path, tmp_path / "1", "--device", "host")
    counts = read_summary(one)["counts"]
    assert counts["regulated"] > 0
    for way in ("host", "nccl", "peers"):
        several = run_hiding(4, path, tmp_path / way, way, "host", "mesh.blocks=[1,2,2]")
        same(one, several)
        assert read_summary(several)["counts"] == counts


def test_zones_travel_while_columns_of_gpus_are_computed(tmp_path):
    """The march of GPUs over parts of a block."""
    require_ranks()
    require_device("opencl")
    path = write_case(tmp_path, small("musta-3d"))
    one = run(path, tmp_path / "1", "--device", "host")
    same(one, run_hiding(3, path, tmp_path / "3", "auto", "opencl"))
