"""Ghost zones that travel between ranks while cells are computed (TAUB_OVERLAP, docs/guide/many-ranks.md): the bits of one rank
by each way in which they do."""
import json

import pytest

from conftest import LONG, ROOT, read_summary, require_device, run_taub
from device_cases import CASES, write_case
from ranks import exchange_by, require_ranks, run_ranks
from run_on_gpu import run
from same_bits import same
from test_ranks import BLAST, GAS_BLAST, MAGNETIC, small

# Of Godunov schemes zones of edges and corners go, too. These blocks of mhd and maxwell are too thin for passes before the
# exchange to leave an inside: only the search for bad cells is behind it.
HIDDEN = [("conformal-3d", 4), ("event", 3), ("gas-2d", 2), ("viscous-event", 2), ("shasta-3d", 4), ("ader-3d", 4),
          ("mhd-order-2", 4), ("maxwell-2d", 2)]
LONG_HIDDEN = [("gas-musta", 3), ("shasta-unsplit", 4), ("ader-order-2", 4), ("rk-3d", 4), ("ideal-gas-2d", 3),
               ("musta-3d", 2), ("viscous-2d", 3), ("shasta-2d", 3), ("shasta-event", 2), ("ader-2d", 2),
               ("srhd-ader-3d", 3), ("mhd-3d", 4), ("maxwell-order-2", 3), ("maxwell-bloch", 4)]


def ways_of(name, others):
    """Through the host or by one of the others; by all of them with --all."""
    ways = ("host", *others)
    return ways if LONG else (ways[sum(map(ord, name)) % len(ways)],)


def run_hiding(ranks, path, folder, way, device, *arguments):
    _, _, text = run_ranks(ranks, "run", path, "-o", folder, "--device", device, *arguments,
                           env={**exchange_by(way), "TAUB_OVERLAP": "on"}, timeout=400)
    assert "while inner cells are computed" in text
    return folder


@pytest.mark.parametrize("name,ranks", HIDDEN + LONG_HIDDEN * LONG)
def test_zones_travel_while_inner_cells_are_computed(tmp_path, name, ranks):
    """Inner cells are computed before ghost zones arrive: by each way that does so, the bits are those of one rank."""
    require_ranks()
    entry = small(name)
    if name == "mhd-order-2":  # code at a boundary: four layers of ghost zones, which others have to be sent first
        entry["mesh"]["cells"][1] = 48
    path = write_case(tmp_path, entry)
    one = run(path, tmp_path / "1", "--device", "host")
    for way in ways_of(name, ("nccl", "mpi", "peers")):
        several = run_hiding(ranks, path, tmp_path / way, way, "host")
        same(one, several)
        assert read_summary(one)["counts"] == read_summary(several)["counts"]


@pytest.mark.parametrize("name,device", [("shasta-symmetric", "host"), ("ader-3d", "host"), ("mhd-3d", "host"),
                                         *([("rk-3d", "opencl"), ("shasta-symmetric", "opencl")] * LONG)])
def test_zones_of_two_axes_travel_at_once(tmp_path, name, device):
    """Blocks that share faces across two axes, or one that is not the last; on GPUs at orders 3 and 4 behind a pass for what
    cells show to faces."""
    require_ranks()
    require_device(device)
    path = write_case(tmp_path, small(name))
    few = ["mesh.cells=[10,24,36]", "time.max_steps=2"]
    one = run(path, tmp_path / "1", "--device", "host", *few)
    for ranks, blocks in ((4, "[1,2,2]"), (2, "[1,2,1]"))[:2 if device == "host" or LONG else 1]:
        same(one, run_hiding(ranks, path, tmp_path / str(ranks), "host", device, *few, f"mesh.blocks={blocks}"))


# Of mhd and maxwell layers next to other ranks are computed first, by up to twelve passes one after the other, of which some
# change what others have made, and the rest while these travel: with walls, open ends, sources, poles, jumps of the medium,
# phases across the mesh; on GPUs by other passes than on hosts.
@pytest.mark.parametrize("name,cells,blocks,ranks,device", [
    ("mhd-2d", [16, 72, 1], [2, 3, 1], 3, "host"), ("mhd-3d", [10, 40, 44], [1, 2, 2], 4, "host"),
    ("maxwell-2d", [20, 72, 1], [1, 3, 1], 3, "host"), ("maxwell-order-2", [14, 40, 44], [1, 2, 2], 4, "host"),
    ("maxwell-symmetric-3d", [34, 40, 44], [1, 2, 2], 4, "host"),
    *([("mhd-3d", [10, 40, 44], [1, 2, 2], 4, "opencl"), ("mhd-diffusion-3d", [10, 40, 44], [1, 1, 2], 2, "host"),
       ("srmhd-3d", [10, 40, 44], [2, 1, 2], 2, "host"), ("maxwell-bloch-wave", [10, 40, 44], [1, 2, 2], 4, "host"),
       ("mhd-rk-3d", [10, 40, 44], [1, 2, 1], 2, "host"), ("maxwell-order-2", [14, 40, 44], [1, 1, 2], 2, "opencl"),
       ("maxwell-jumps", [34, 40, 44], [1, 2, 2], 4, "host"), ("maxwell-dispersive", [34, 40, 44], [2, 1, 2], 2, "host"),
       ("mhd-rk-3d", [10, 40, 44], [1, 1, 2], 2, "opencl"), ("maxwell-dipole", [34, 40, 44], [1, 1, 2], 2, "opencl")] * LONG)])
def test_zones_travel_behind_layers_that_were_computed_first(tmp_path, name, cells, blocks, ranks, device):
    require_ranks()
    require_device(device)
    path = write_case(tmp_path, small(name))
    options = [f"mesh.cells={cells}".replace(" ", ""), "time.max_steps=3"]
    one = run(path, tmp_path / "1", "--device", "host", *options)
    for way in ways_of(name, ("nccl", "peers")) if device == "host" else ("host",):
        several = run_hiding(ranks, path, tmp_path / way, way, device, *options, f"mesh.blocks={blocks}".replace(" ", ""))
        same(one, several)
        assert read_summary(one)["counts"] == read_summary(several)["counts"]


@pytest.mark.parametrize("boundary", ["outflow", "inflow"])
def test_open_ends_behind_layers_that_were_computed_first(tmp_path, boundary):
    """Last faces at open ends belong to their blocks: other ranks take them along with cells."""
    require_ranks()
    entry = small("mhd-order-2" if boundary == "inflow" else "mhd-3d")
    if boundary == "inflow":
        entry["mesh"]["boundary"] = {"x": ["inflow", "outflow"], "y": ["reflecting", "outflow"]}
        entry.pop("boundary")
    else:
        entry["mesh"]["boundary"] = "outflow"
    entry["mesh"]["cells"] = [16, 72, 1] if boundary == "inflow" else [10, 40, 44]
    path = write_case(tmp_path, entry)
    one = run(path, tmp_path / "1", "--device", "host")
    blocks = ((3, "[2,3,1]"),) if boundary == "inflow" else ((4, "[1,2,2]"), (2, "[2,1,2]"))
    for ranks, words in blocks:
        several = run_hiding(ranks, path, tmp_path / str(ranks), "peers", "host", f"mesh.blocks={words}")
        same(one, several)


@pytest.mark.parametrize("cells,blocks,ranks", [([20, 24, 1], "[2,2,1]", 2), ([16, 72, 1], "[2,3,1]", 3)])
def test_velocities_at_open_ends_that_follow_from_the_field(tmp_path, cells, blocks, ranks):
    """Of srmhd a zone at an open end wants the mean field around it, that of zones of other ranks and blocks included: blocks
    without an inside before the exchange, and with one."""
    require_ranks()
    entry = small("srmhd-2d")
    entry["mesh"].update(boundary="outflow", cells=cells)
    entry.pop("boundary")
    entry.pop("inflow")
    path = write_case(tmp_path, entry)
    one = run(path, tmp_path / "1", "--device", "host")
    same(one, run(path, tmp_path / "blocks", "--device", "host", f"mesh.blocks={blocks}"))
    same(one, run_hiding(ranks, path, tmp_path / "ranks", "peers", "host", f"mesh.blocks={blocks}"))


def test_open_ends_send_as_often_as_a_periodic_mesh(tmp_path):
    require_ranks()
    sent = set()
    for boundary in ("periodic", "outflow"):
        run_taub("bench", ROOT / "examples" / "mhd-blast" / "case.yaml", f"mesh.boundary={boundary}", "mesh.cells=[12,24,1]", "--device",
                 "host", "--devices", "2", "--threads", "1", "--repeats", "1", "--steps", "3", "--json", tmp_path / "bench.json",
                 env=exchange_by("peers"))
        passes = json.loads((tmp_path / "bench.json").read_text())["passes"]
        sent.add(next(entry["launches"] for entry in passes if entry["name"] == "pack"))
    assert len(sent) == 1


@pytest.mark.parametrize("name,work", [("mhd", "march"), ("maxwell", "advance")])
def test_layers_come_first_where_zones_travel_meanwhile(tmp_path, name, work):
    """Two layers next to another rank and what is left, or the block at once."""
    require_ranks()
    for overlap, launches in (("on", 3), ("off", 1)):
        run_taub("bench", ROOT / "bench" / f"{name}.yaml", "scheme.order=2", "mesh.cells=[8,12,44]", "--device", "host",
                 "--devices", "2", "--threads", "1", "--repeats", "1", "--steps", "3", "--json", tmp_path / "bench.json",
                 env={**exchange_by("peers"), "TAUB_OVERLAP": overlap})
        passes = {entry["name"]: entry for entry in json.loads((tmp_path / "bench.json").read_text())["passes"]}
        assert passes[work]["launches"] == 3 * launches


# Tiles leave their largest signal rates, so that parts consist of whole tiles: of 64 cells in one dimension, up to 64 rows in
# two, 8 x 8 columns in three, where cells are a tile further from what travels than the corners that they are made from.
@pytest.mark.parametrize("name,cells,blocks,ranks,device", [
    ("cese-1d", [1, 1200, 1], [1, 3, 1], 3, "host"), ("cese-2d", [70, 400, 1], [1, 2, 1], 2, "host"),
    ("cese-3d", [9, 70, 76], [1, 2, 2], 4, "host"),
    *([("cese-2d", [70, 400, 1], [1, 2, 1], 2, "opencl"), ("cese-tau-2d", [140, 600, 1], [2, 3, 1], 3, "host"),
       ("cese-srhd-2d", [70, 402, 1], [1, 2, 1], 2, "host"), ("cese-3d", [9, 34, 76], [1, 1, 2], 2, "host"),
       ("cese-3d", [9, 34, 76], [1, 1, 2], 2, "opencl")] * LONG)])
def test_zones_travel_while_tiles_are_computed(tmp_path, name, cells, blocks, ranks, device):
    require_ranks()
    require_device(device)
    path = write_case(tmp_path, CASES[name]["case"])
    options = [f"mesh.cells={cells}".replace(" ", ""), "time.max_steps=8"]
    one = run(path, tmp_path / "1", "--device", "host", *options)
    for way in ways_of(name, ("nccl", "peers")) if device == "host" else ("host",):
        several = run_hiding(ranks, path, tmp_path / way, way, device, *options, f"mesh.blocks={blocks}".replace(" ", ""))
        same(one, several)
        assert read_summary(one)["counts"] == read_summary(several)["counts"]


@pytest.mark.parametrize("system,initial,cells,steps", [("mhd", BLAST, [8, 40, 44], 6), ("euler", GAS_BLAST, [16, 24, 36], 12)])
def test_cells_are_corrected_while_zones_travel(tmp_path, system, initial, cells, steps):
    """Blasts that lose cells to a negative pressure, on ranks that share faces across two axes, next to these. Of mhd what
    finds them follows the exchange, of the gas it is the stage, parts of which are behind it."""
    require_ranks()
    fields = MAGNETIC["output"]["fields"] if system == "mhd" else ["density", "pressure", "velocity"]
    path = write_case(tmp_path, {**MAGNETIC, "system": system, "initial": {**initial, "cuts": {"x": [0.04], "y": [0]}},
                                 "output": {"fields": fields, "history": 1},
                                 "scheme": {"kind": "rk-weno", "order": 3, "positivity": "on"},
                                 "time": {"start": 0, "end": 1, "max_steps": steps},
                                 "mesh": {"cells": cells, "lower": [-0.5] * 3, "upper": [0.5] * 3,
                                          "boundary": "periodic"}})
    one = run(path, tmp_path / "1", "--device", "host")
    counts = read_summary(one)["counts"]
    assert counts["regulated"] > 0
    for way in ways_of(system, ("nccl", "peers")):
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
