"""Initial data that are formulas: means over cells by the rule that the theory gives, in double precision and with the same bits
whatever the run computes in, and one program for all their numbers."""
import numpy
import pytest

from conftest import make_case, read_fields, read_summary, run_case

GAUSS = numpy.array([-0.5, 0.5]) / numpy.sqrt(3.0)
CASE = {"system": "euler", "eos": {"kind": "ideal-gas", "gamma": 1.4},
        "mesh": {"cells": [20, 1, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
        "scheme": {"kind": "kurganov-tadmor"}, "time": {"end": 1, "max_steps": 1}, "output": {"fields": ["density", "pressure"]},
        "device": {"kind": "host", "threads": 1, "reproducible": "strict"}}
WAVE = {"kind": "wave", "waves": [1, 0, 0], "amplitude": 0.3, "state": {"density": 2, "pressure": 1, "velocity": [0.5, 0, 0]}}


def density_at_start(tmp_path, name, **changes):
    out = run_case(make_case(tmp_path, f"{name}.yaml", base=CASE, **changes), tmp_path / name)
    return read_fields(out, 0)[1]["density"].squeeze(), out


@pytest.mark.parametrize("cells", [20, 50])
def test_a_smooth_mean(tmp_path, cells):
    """Two points along each axis: of the density, which alone varies. The crest lies on a face, or in the middle of a cell."""
    density, _ = density_at_start(tmp_path, "wave", initial=WAVE, mesh={"cells": [cells, 1, 1]})
    places = (numpy.arange(cells)[:, None] + 0.5 + GAUSS[None, :]) / cells
    expected = (2 * (1 + 0.3 * numpy.sin(2 * numpy.pi * places))).mean(axis=1)
    assert numpy.abs(density - expected).max() < 2e-15


def test_a_cell_with_a_jump(tmp_path):
    """A surface within a cell: of 32 parts with two points each, those inside. The gas is at rest, so that means of densities
    are those of the density."""
    inside, outside = {"density": 4, "pressure": 1}, {"density": 1, "pressure": 1}
    density, _ = density_at_start(tmp_path, "ball", initial={"kind": "ball", "radius": 0.3137, "inside": inside, "outside": outside})
    cell = int(0.3137 * 20)
    points = (cell + (numpy.arange(32)[:, None] + 0.5 + GAUSS[None, :]) / 32) / 20
    share = (points < 0.3137).mean()
    assert 0.1 < share < 0.9
    assert numpy.all(density[:cell] == 4) and numpy.all(density[cell + 1:] == 1)
    assert abs(density[cell] - (1 + 3 * share)) < 1e-14


@pytest.mark.parametrize("reproducible", ["strict", "fast"])
def test_single_precision_starts_from_double(tmp_path, reproducible):
    changes = {"initial": {**WAVE, "waves": [3, 0, 0]}}
    double, _ = density_at_start(tmp_path, "double", **changes)
    single, _ = density_at_start(tmp_path, "single", device={"precision": "single", "reproducible": reproducible}, **changes)
    assert single.dtype == numpy.float32
    assert numpy.array_equal(single, double.astype(numpy.float32))


def test_a_scan_compiles_once(tmp_path, monkeypatch):
    monkeypatch.setenv("TAUB_CACHE", str(tmp_path / "cache"))
    cached = []
    for n, amplitude in enumerate((0.1, 0.2)):
        _, out = density_at_start(tmp_path, f"scan{n}", initial={**WAVE, "amplitude": amplitude})
        cached.append(read_summary(out)["kernels"]["cached"])
    assert [bool(one) for one in cached] == [False, True]
