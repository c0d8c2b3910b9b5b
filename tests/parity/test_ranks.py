"""The same bits on 1, 2, 3 and 4 ranks: fields, time steps, totals and counters of every scheme with every system, from
the cases of device_cases.py on small meshes; whatever the blocks; and for a run that other numbers of ranks go on with."""
import json

import h5py
import pytest

from conftest import LONG, assert_same_bits, read_summary, require_device
from device_cases import CASES, GAUSSIAN, MIXED, case, write_case
from ranks import assert_elastic, exchange_by, require_ranks, run_case_on
from run_on_gpu import read_whole, run
from same_bits import same

# eight ranks want as many layers of cells each as there are ghost zones
SMALL = {2: [20, 48 if LONG else 24], 3: [14, 12, 12]}
LIGHT = {2: [72, 48], 3: [36, 24, 24]}  # these hold layers and sources
# Of each scheme and system one case, with all kinds of boundary among them: reflecting, periodic, inflow, user's code.
MATRIX = {"conformal-3d": (2, 3, 4), "event": (3,), "droplets": (3,), "gas-2d": (2, 4), "viscous-event": (2, 3), "musta-3d": (4,),
          "gas-musta": (3,), "shasta-symmetric": (2,), "shasta-unsplit": (3,), "cese-2d": (4,), "cese-3d": (3,),
          "cese-srhd-2d": (2,), "ader-order-2": (3,), "ader-parabolas": (4,), "srhd-rk-order-2": (3,), "maxwell-symmetric": (2, 3), "ader-2d": (2,), "srhd-ader-2d": (3,)}
ALL = {name: (2, 3, 4, 8) for name in CASES if not name.endswith("-1d")}


def small(name):
    """A case of device_cases.py on a small mesh, for a few steps."""
    entry = json.loads(json.dumps(CASES[name]["case"]))
    axes = [axis for axis in range(3) if entry["mesh"]["cells"][axis] > 1]
    meshes = LIGHT if entry["system"] == "maxwell" else SMALL
    for axis, cells in zip(axes, meshes[len(axes)]):
        entry["mesh"]["cells"][axis] = cells
    entry["time"]["max_steps"] = min(entry["time"]["max_steps"], 5)
    entry["output"].pop("surface", None)  # these meshes hold too little of it; see below
    return entry


@pytest.mark.parametrize("name", sorted(ALL if LONG else MATRIX))
def test_ranks_give_the_same_bits_as_one(tmp_path, name):
    require_ranks()
    path = write_case(tmp_path, small(name))
    one = run(path, tmp_path / "1", "--device", "host")
    for ranks in (ALL if LONG else MATRIX)[name]:
        several = run_case_on(ranks, path, tmp_path / str(ranks), "--device", "host")
        same(one, several)
        assert read_summary(one)["counts"] == read_summary(several)["counts"]
        assert read_summary(one).get("totals") == read_summary(several).get("totals")
        assert ("totals" in read_summary(one)) == ("bloch" not in CASES[name]["case"]["mesh"])


@pytest.mark.parametrize("precision", ["double", "single", "mixed"])
def test_blocks_do_not_change_bits_of_ranks(tmp_path, precision):
    require_ranks()
    entry = case({"kind": "conformal"}, [24, 16, 12], GAUSSIAN, [], boundary=MIXED, steps=5,
                 kind="shasta" if precision == "mixed" else "kurganov-tadmor")
    path = write_case(tmp_path, entry["case"])
    one = run(path, tmp_path / "1", "--device", "host", "--precision", precision)
    for ranks, blocks in ((2, [1, 2, 1]), (3, [4, 4, 1]), (4, [2, 4, 3]), (8, [3, 2, 4])):
        if blocks == [2, 4, 3] or precision != "mixed":
            same(one, run_case_on(ranks, path, tmp_path / "more", f"mesh.blocks={blocks}", "--device", "host",
                                  "--precision", precision))


# PoCL needs minutes for the kernels of a surface where two ranks share two processors.
SURFACES = [("event", 3, "host", "peers"), ("event", 2, "host", "nccl"), ("viscous-event-2d", 4, "host", "host")]
LONG_SURFACES = [("viscous-event", 2, "host", "host"), ("shasta-event", 2, "opencl", "auto")] if LONG else []


@pytest.mark.parametrize("name,ranks,device,exchange", SURFACES + LONG_SURFACES)
def test_freeze_out_surfaces_of_ranks(tmp_path, name, ranks, device, exchange):
    """The same elements in the same order, at once and behind a restart on other ranks."""
    require_ranks()
    if device == "opencl":
        require_device("opencl")
    entry = json.loads(json.dumps(CASES[name]["case"]))
    entry["mesh"]["cells"] = [36, 32, 16 if entry["mesh"]["cells"][2] > 1 else 1]
    entry["time"]["max_steps"] = 11
    path = write_case(tmp_path, entry)
    one = run(path, tmp_path / "1", "--device", "host")
    env = exchange_by(exchange)
    several = run_case_on(ranks, path, tmp_path / "more", "--device", device, env=env)
    same(one, several)
    surface = read_whole(one, "surface.h5")
    assert len(next(iter(surface.values()))) > 100
    first, second = ({**read_summary(folder)["surface"], "seconds": 0} for folder in (one, several))
    assert first == second and first["elements"] > 100
    parts = run_case_on(ranks, path, tmp_path / "parts", "--device", device, "time.max_steps=6", env=env)
    run_case_on(2 if ranks > 2 else 3, path, parts, "--device", device, "--restart", parts)
    continued = read_whole(parts, "surface.h5")
    assert sorted(surface) == sorted(continued)
    for column, values in surface.items():
        assert values.tobytes() == continued[column].tobytes(), column


GAS_BLAST = {"kind": "pieces", "cuts": {"x": [0.04], "y": [0.04]},
             "states": [{"density": 1, "pressure": 1e-6, "velocity": [-8, -3, 0]},
                        {"density": 1e-2, "pressure": 1e-6, "velocity": [8, -5, 0]},
                        {"density": 1, "pressure": 100, "velocity": [-2, 9, 0]},
                        {"density": 1e-3, "pressure": 1e-6, "velocity": [7, 6, 0]}]}


# Blasts so strong that high orders lose cells to a negative pressure: neighbours on another rank have to learn which.
@pytest.mark.parametrize("exchange", ["host", "peers", "nccl", "mpi"])
def test_corrected_cells_at_the_faces_of_ranks(tmp_path, exchange):
    require_ranks()
    entry = {"system": "euler", "eos": {"kind": "ideal-gas", "gamma": 1.4},
             "mesh": {"cells": [24, 24, 1], "lower": [-1, -1, -1], "upper": [1, 1, 1], "boundary": "periodic"},
             "scheme": {"kind": "rk-weno", "order": 3, "positivity": "on"},
             "time": {"start": 0, "end": 1, "max_steps": 12},
             "initial": GAS_BLAST,
             "output": {"fields": ["density", "pressure", "velocity"], "history": 1},
             "device": {"threads": 1, "reproducible": "strict"}}
    path = write_case(tmp_path, entry)
    one = run(path, tmp_path / "1", "--device", "host")
    assert read_summary(one)["counts"]["regulated"] > 0
    for ranks in (2, 4):
        same(one, run_case_on(ranks, path, tmp_path / str(ranks), "--device", "host", env=exchange_by(exchange)))


def test_errors_of_ranks_are_those_of_one(tmp_path):
    require_ranks()
    entry = case({"kind": "ideal-gas"}, [16, 12, 1],
                 {"kind": "wave", "waves": [1, 1, 0], "amplitude": 0.2,
                  "state": {"charge_density": 1, "energy_density": 2, "velocity": [0.7, 0.35, 0]}}, [], steps=4,
                 boundary="periodic")["case"]
    entry["mesh"].update(lower=[0, 0, 0], upper=[1, 1, 1])
    path = write_case(tmp_path, entry)
    one = run(path, tmp_path / "1", "--device", "host")
    assert read_summary(one)["errors"]
    several = run_case_on(3, path, tmp_path / "3", "--device", "host")
    assert read_summary(one)["errors"] == read_summary(several)["errors"]


@pytest.mark.parametrize("name", ["event", "cese-2d", "shasta-symmetric"])
def test_checkpoints_are_elastic(tmp_path, name):
    """Written by so many ranks, continued by others."""
    require_ranks()
    path = write_case(tmp_path, small(name))
    whole = run(path, tmp_path / "whole", "--device", "host")
    for before, after in ((1, 3), (4, 1), (2, 4)):
        assert_elastic(path, whole, tmp_path / f"{before}-{after}", before, after, 2)


def test_ranks_with_devices_of_opencl(tmp_path):
    require_ranks()
    require_device("opencl")
    path = write_case(tmp_path, small("conformal-3d"))
    same(run(path, tmp_path / "1", "--device", "host"),
         run_case_on(2, path, tmp_path / "2", "--device", "opencl"))


MAGNETIC = {"system": "mhd", "eos": {"kind": "ideal-gas", "gamma": 1.6666666666666667},
            "scheme": {"kind": "ader-weno", "order": 2}, "time": {"start": 0, "end": 1, "max_steps": 8},
            "output": {"fields": ["density", "pressure", "velocity", "magnetic_field", "magnetic_flux"], "history": 1},
            "device": {"threads": 1, "reproducible": "strict"}}
ROTOR = {"kind": "rotor", "radius": 0.1,
         "state": {"density": 1, "pressure": 1}}
BLAST = {"kind": "pieces", "cuts": {"x": [0.04], "y": [0.04]},
         "states": [{"density": 1, "pressure": 1e-8, "velocity": [-8, -3, 0], "magnetic_field": [4, 2.8, 0.1]},
                    {"density": 1e-4, "pressure": 1e-8, "velocity": [8, -5, 0], "magnetic_field": [4, 2.8, 0.1]},
                    {"density": 1, "pressure": 100, "velocity": [-2, 9, 0], "magnetic_field": [4, 2.8, 0.1]},
                    {"density": 1e-4, "pressure": 1e-8, "velocity": [7, 6, 0], "magnetic_field": [4, 2.8, 0.1]}]}


@pytest.mark.parametrize("name,initial,boundary,cells,kind,order", [
    ("vortex", {"kind": "orszag-tang"}, "periodic", [20, 24, 1], "ader-weno", 3),
    ("open", ROTOR, {"x": "outflow", "y": ["reflecting", "outflow"]}, [24, 24, 1], "ader-weno", 2),
    ("blast", BLAST, "periodic", [24, 24, 1], "ader-weno", 3), ("blast", BLAST, "periodic", [24, 24, 1], "rk-weno", 4),
    ("rotor-3d", ROTOR, "outflow", [16, 16, 8], "ader-weno", 2)])
def test_magnetic_fields_on_faces_of_ranks(tmp_path, name, initial, boundary, cells, kind, order):
    require_ranks()
    path = write_case(tmp_path, {**MAGNETIC, "initial": initial, "scheme": {"kind": kind, "order": order},
                                 "mesh": {"cells": cells, "lower": [-0.5] * 3, "upper": [0.5] * 3, "boundary": boundary}})
    one = run(path, tmp_path / "1", "--device", "host")
    assert name != "blast" or read_summary(one)["counts"]["regulated"] > 0
    for ranks in (2, 4):
        several = run_case_on(ranks, path, tmp_path / str(ranks), "--device", "host")
        same(one, several)
        assert read_summary(one)["counts"] == read_summary(several)["counts"]


def test_milne_godunov_in_parts(tmp_path):
    """A geometric source, a table as equation of state, walls: blocks and ranks see the same numbers at shared faces."""
    require_ranks()
    entry = case({"kind": "lattice-wb"}, SMALL[3], GAUSSIAN, ["double"], steps=4, coordinates="milne", boundary=MIXED,
                 time={"start": 0.6}, kind="ader-weno", order=3)["case"]
    path = write_case(tmp_path, entry)
    one = run(path, tmp_path / "1", "--device", "host")
    same(one, run(path, tmp_path / "blocks", "--device", "host", "mesh.blocks=[2,2,2]"))
    for ranks in (2, 3):
        same(one, run_case_on(ranks, path, tmp_path / str(ranks), "--device", "host"))


@pytest.mark.parametrize("more", [[], ["output.compression=1"], *([["device.precision=single"]] * LONG)])
def test_large_outputs_are_written_by_all_ranks(tmp_path, more):
    """Datasets of a megabyte and more: every rank writes its rows, or rank 0 brings them together; the files hold the same
    values, and each continues with the same bits."""
    require_ranks()
    path = write_case(tmp_path, {"system": "srhd", "eos": {"kind": "conformal"}, "time": {"end": 1, "max_steps": 1},
                                 "mesh": {"cells": [60, 50, 44], "lower": [-3] * 3, "upper": [3] * 3, "boundary": "periodic"},
                                 "initial": {"kind": "gaussian", "peak": {"energy_density": 5}, "width": [0.8, 1, 0.7],
                                             "background": {"energy_density": 0.02}},
                                 "device": {"reproducible": "strict"}})
    one = run(path, tmp_path / "1", "--device", "host", *more)
    gathered = run_case_on(3, path, tmp_path / "gathered", "--device", "host", *more, env={"TAUB_OUTPUT": "gather"})
    for ranks in (2, 3, 4):
        several = run_case_on(ranks, path, tmp_path / str(ranks), "--device", "host", *more)
        with h5py.File(gathered / "checkpoint.hdf") as a, h5py.File(several / "checkpoint.hdf") as b:
            assert (a["state"][()] == b["state"][()]).all()
        same(one, several)
        assert_same_bits(gathered, several, 0)
    whole = run(path, tmp_path / "whole", "--device", "host", "time.max_steps=2", *more)
    rest = run_case_on(2, path, tmp_path / "rest", "--device", "host", "time.max_steps=2", "--restart", tmp_path / "3", *more)
    assert_same_bits(whole, rest)
