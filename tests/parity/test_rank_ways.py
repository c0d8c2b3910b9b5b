"""The ways in which ghost zones travel between ranks (docs/guide/many-ranks.md), on hosts: the bits of one rank by each."""
import json

import pytest

from conftest import LONG, ROOT, assert_same_bits, read_summary, run_taub
from device_cases import CASES, GAUSSIAN, MIXED, case, write_case
from ranks import exchange_by, require_ranks, run_case_on
from run_on_gpu import run
from same_bits import same
from test_ranks import small

# What ranks with GPUs do: they write into each other's memory by passes of the step, or NCCL carries messages and reduces
# votes within the step, or MPI takes messages in the device's memory. Hosts have the same, NCCL by nccl_on_hosts.c.
BY_DEVICES = {"conformal-3d": (4, "nccl mpi peers"), "event": (3, "nccl peers"), "shasta-unsplit": (2, "mpi peers"),
              "cese-2d": (3, "nccl peers"), "ader-order-2": (4, "nccl mpi peers"),
              "viscous-event": (2, "nccl peers"), "mhd-order-2": (3, "nccl mpi peers"),
              "srmhd-2d": (2, "nccl peers"), "maxwell-2d": (3, "nccl mpi peers")}
if LONG:
    BY_DEVICES |= {"maxwell-bloch": (4, "nccl mpi peers"), "gas-musta": (2, "nccl peers"), "gas-diffusion": (3, "nccl peers"),
                   "mhd-diffusion": (3, "nccl peers")}


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


@pytest.mark.parametrize("precision,way", [("double", "mpi"), ("single", "nccl"), ("mixed", "nccl"),
                                           *([("double", "nccl"), ("single", "mpi"), ("mixed", "mpi")] * LONG)])
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


# Fills of a step; of gas dynamics and mhd with what rounds of a correction need to know of each other's cells.
FILLS = {"bench/srhd-conformal.yaml": ([], 2), "bench/godunov.yaml": (["scheme.order=3"], 1 + 5), "bench/maxwell.yaml": (["scheme.order=2"], 1)}


@pytest.mark.parametrize("name", FILLS)
def test_one_message_to_each_neighbouring_rank_a_fill(tmp_path, name):
    """Blocks that share faces across two axes, and corners: their zones all go at once."""
    require_ranks()
    overrides, fills = FILLS[name]
    run_taub("bench", ROOT / name, *overrides, "mesh.cells=[8,12,12]", "mesh.blocks=[1,2,2]", "--device", "host", "--devices", "4",
             "--threads", "1", "--repeats", "1", "--steps", "3", "--json", tmp_path / "bench.json", env=exchange_by("peers"))
    passes = {entry["name"]: entry for entry in json.loads((tmp_path / "bench.json").read_text())["passes"]}
    assert passes["pack"]["launches"] == passes["unpack"]["launches"] == 3 * fills


@pytest.mark.parametrize("name", VOTES)
def test_votes_of_a_step(tmp_path, name):
    require_ranks()
    overrides, votes = VOTES[name]
    run_taub("bench", ROOT / name, *overrides, "mesh.cells=[8,12,12]", "--device", "host", "--devices", "2", "--threads", "1",
             "--repeats", "1", "--steps", "3", "--json", tmp_path / "bench.json", env=exchange_by("peers"))
    passes = {entry["name"]: entry for entry in json.loads((tmp_path / "bench.json").read_text())["passes"]}
    assert passes["agree"]["launches"] == 3 * votes and passes["largest"]["launches"] == 3
