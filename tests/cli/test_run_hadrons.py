"""taub run --spectra --sample: the hadrons that taub spectra and taub sample make of the surface, and what is refused."""
import h5py
import numpy
import pytest

from conftest import LONG, make_case, read_summary, require_device, run_case, run_taub
from hadron_surfaces import LIST

EVENT = {
    "system": "israel-stewart", "eos": {"kind": "lattice-wb"},
    "transport": {"shear_viscosity": {"kind": "constant", "value": 0.1}, "bulk_viscosity": {"kind": "denicol"}},
    "mesh": {"coordinates": "milne", "cells": [16, 14, 12], "lower": [-8, -8, -3], "upper": [8, 8, 3]},
    "time": {"start": 0.6, "end": 1.6, "step": 0.05},
    "initial": {"kind": "gaussian", "peak": {"energy_density": 8}, "background": {"energy_density": 1e-3},
                "width": [1.5, 2, 1]},
    "output": {"every": 0.5, "surface": {"temperature": 0.155, "every": 7}},
    "device": {"kind": "host", "threads": 1, "reproducible": "strict"},
}
GRID = ["--species", "all", "--pt", "3,10", "--phi", "8", "--rapidity", "2,4"]


@pytest.fixture(scope="module")
def setup(tmp_path_factory):
    folder = tmp_path_factory.mktemp("event")
    pdg = folder / "pdg.dat"
    pdg.write_text(LIST)
    return make_case(folder, base=EVENT), pdg


def spectra(path):
    with h5py.File(path) as file:
        return {name: file[name][()] for name in file}, {name: value for name, value in file.attrs.items() if name != "seconds"}


def assert_same(folder, pdg, tmp_path):
    on = ["--device", "host", "--threads", "1", "--reproducible", "strict", "-q"]
    run_taub("spectra", folder, "--hadrons", pdg, *GRID, *on, "-o", tmp_path / "spectra.h5")
    run_taub("sample", folder, "--hadrons", pdg, "--events", 3, "--seed", 9, *on, "-o", tmp_path / "hadrons.oscar")
    (a, told_a), (b, told_b) = spectra(folder / "spectra.h5"), spectra(tmp_path / "spectra.h5")
    assert sorted(a) == sorted(b) and a["spectra"].sum() > 0
    for name in a:
        assert a[name].tobytes() == b[name].tobytes(), name
    for name in told_a:
        assert numpy.array_equal(told_a[name], told_b[name]), name
    drawn = (folder / "hadrons.oscar").read_bytes()
    assert drawn == (tmp_path / "hadrons.oscar").read_bytes() and drawn.count(b"\n") > 20


def hadrons(pdg):
    return ["--hadrons", pdg, "--spectra", "--sample", "3", "--seed", "9", *GRID]


@pytest.mark.parametrize("more", [[], ["--devices", "2", "mesh.blocks=[1,2,2]"]])
def test_as_separate_programs(setup, tmp_path, more):
    """The same bytes, from one rank and two; the last elements, found behind the last look, belong to them."""
    case, pdg = setup
    folder = run_case(case, tmp_path / "run", *hadrons(pdg), *more)
    assert_same(folder, pdg, tmp_path)


@pytest.mark.parametrize("device", ["cuda", *(["opencl"] * LONG)])
def test_drawn_beside_sums(setup, tmp_path, device):
    """Devices other than the host draw on a second queue while they sum: the same bytes as one after the other there."""
    require_device(device)
    case, pdg = setup
    assert_same(run_case(case, tmp_path / "run", "--device", device, *hadrons(pdg)), pdg, tmp_path)


def test_restart(setup, tmp_path):
    """A run that goes on makes hadrons of the whole surface; its checkpoint is from before the last elements."""
    case, pdg = setup
    whole = run_case(case, tmp_path / "whole", *hadrons(pdg))
    folder = run_case(case, tmp_path / "run", "time.max_steps=13")
    assert run_case(case, folder, "--restart", folder, *hadrons(pdg)) == folder
    assert read_summary(folder)["surface"]["elements"] == read_summary(whole)["surface"]["elements"] > 100
    assert_same(folder, pdg, tmp_path)
    assert (folder / "hadrons.oscar").read_bytes() == (whole / "hadrons.oscar").read_bytes()


def test_no_checkpoint(setup, tmp_path):
    """output.checkpoint_at_end: false leaves none, unless the run is cut off."""
    case, pdg = setup
    done = run_case(case, tmp_path / "done", "output.checkpoint_at_end=false", *hadrons(pdg))
    assert sorted(path.name for path in done.iterdir()) == [
        "case.yaml", "fields", "fields.xmf", "hadrons.oscar", "history.csv", "spectra.h5", "summary.json", "surface.h5"]
    short = make_case(tmp_path, base={**EVENT, "time": {"start": 0.6, "end": 1.6, "cfl": 0.4, "minimum_step": 0.5}})
    failed = run_case(short, tmp_path / "failed", "output.checkpoint_at_end=false", expect=1)
    assert (failed / "checkpoint.hdf").exists()


def test_single_checkpoint(setup, tmp_path):
    """A checkpoint of single precision holds singles, and goes on with the same bits."""
    case, _ = setup
    single = ["--precision", "single"]
    whole = run_case(case, tmp_path / "whole", *single)
    part = run_case(case, tmp_path / "part", *single, "time.max_steps=13")
    with h5py.File(part / "checkpoint.hdf") as file:
        assert file["state"].dtype == numpy.float32 and file["surface"].dtype == numpy.float32
    run_case(case, part, "--restart", part, *single)
    with h5py.File(whole / "checkpoint.hdf") as a, h5py.File(part / "checkpoint.hdf") as b:
        assert a["state"][()].tobytes() == b["state"][()].tobytes()
        assert a["surface"][()].tobytes() == b["surface"][()].tobytes()


@pytest.mark.parametrize("arguments, message", [
    (["--spectra"], "--hadrons is missing"),
    (["--pt", "3,10"], "need --spectra or --sample N"),
    (["--sample", "0"], "expected a whole number of at least 1"),
    (["--sample", "1", "--hadrons", "nothing.txt"], "nothing.txt: cannot be opened"),
    (["--spectra", "--delta-f", "gard"], "did you mean grad?"),
    (["--spectra", "--rapidity", "2,3"], "at least 4 rapidities"),
    (["--spectra", "--species", "211,223"], "223 is not in this list"),
    (["--spectra", "--species", "211,x"], "numbers with commas between")])
def test_refused(setup, tmp_path, arguments, message):
    """Nothing is computed or written."""
    case, pdg = setup
    if "--hadrons" not in arguments and message != "--hadrons is missing" and "--pt" not in arguments:
        arguments = [*arguments, "--hadrons", pdg]
    done = run_taub("run", case, "-o", tmp_path / "run", *arguments, expect=2)
    assert message in done.stderr
    assert not (tmp_path / "run").exists()


def test_no_surface(setup, tmp_path):
    _, pdg = setup
    case = make_case(tmp_path, base={**EVENT, "output": {"every": 1}})
    done = run_taub("run", case, "-o", tmp_path / "run", "--hadrons", pdg, "--spectra", expect=2)
    assert "needs output.surface" in done.stderr and not (tmp_path / "run").exists()
