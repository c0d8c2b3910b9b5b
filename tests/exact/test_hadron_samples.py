"""Hadrons drawn one by one: their numbers and momenta against the spectra of the same surface, their statistics, files."""
import collections

import h5py
import numpy
import pytest

from conftest import make_case, run_case, run_taub
from hadron_surfaces import HADRONS, LIST, random_surface, thermal, write_surface


def read_oscar(path):
    """Events as arrays of t x y z mass p0 px py pz pdg ID charge."""
    events, rows = [], None
    lines = path.read_text().splitlines()
    assert lines[0] == "#!OSCAR2013 particle_lists t x y z mass p0 px py pz pdg ID charge"
    assert lines[1] == "# Units: fm fm fm fm GeV GeV GeV GeV GeV none none e"
    for line in lines[3:]:
        words = line.split()
        if line.startswith("# event"):
            assert int(words[2]) == len(events)
            if words[3] == "out":
                rows, announced = [], int(words[4])
            else:
                assert words[3] == "end" and len(rows) == announced
                events.append(numpy.array(rows, dtype=float).reshape(-1, 12))
        else:
            rows.append(words)
    return events


@pytest.fixture
def pdg(tmp_path):
    path = tmp_path / "pdg.dat"
    path.write_text(LIST)
    return path


def sample(folder, pdg, events, *arguments, seed=5, device="host"):
    out = folder / f"hadrons-{device}-{len(list(folder.iterdir()))}.oscar"
    run_taub("sample", folder, "--hadrons", pdg, "--events", events, "--seed", seed, "-o", out, "-q", "--device", device,
             *(("--threads", "1") if device == "host" else ()), *arguments)
    return out


def spectra(folder, pdg, *arguments):
    run_taub("spectra", folder, "--hadrons", pdg, "-o", folder / "spectra.h5", "-q", "--device", "host", "--threads", "1",
             "--no-decays", "--species", "all", "--bounded", "--negative", "drop", *arguments)
    with h5py.File(folder / "spectra.h5") as file:
        return {name: file[name][()] for name in file}


@pytest.mark.parametrize("kind", ["none", "grad", "chapman-enskog"])
def test_against_spectra(tmp_path, pdg, kind):
    """Numbers, mean momenta and v_2 of each species, of elements that move and are strained in all directions: within 4.5
    standard deviations of the integral with the same rule for what is negative."""
    surface = random_surface(11, 40, flow=0.5, along=0.2, viscous=0.2)
    surface["normal"] *= 4
    folder = write_surface(tmp_path / "random", **surface)
    events = read_oscar(sample(folder, pdg, 400, "--delta-f", kind))
    expected = spectra(folder, pdg, "--delta-f", kind, "--pt", "5,64", "--phi", "32", "--rapidity", "7,141")
    every = numpy.concatenate(events)
    step = expected["rapidity"][1] - expected["rapidity"][0]
    weight = expected["pt"] * expected["pt_weight"] * step * 2 * numpy.pi / 32
    for n, code in enumerate(expected["pdg"]):
        mine = every[every[:, 9] == code]
        density = expected["spectra"][n] * weight[:, None]
        number = density.sum() * len(events)
        assert abs(len(mine) - number) < 4.5 * numpy.sqrt(number), (code, len(mine), number)
        pt, phi = numpy.hypot(mine[:, 6], mine[:, 7]), numpy.arctan2(mine[:, 7], mine[:, 6])
        y = numpy.arctanh(mine[:, 8] / mine[:, 5])
        grid_pt, grid_phi, grid_y = expected["pt"][:, None], expected["phi"], expected["rapidity"][:, None, None]
        for got, on_grid in ((pt, grid_pt), (pt ** 2, grid_pt ** 2), (numpy.cos(2 * phi), numpy.cos(2 * grid_phi)),
                             (numpy.sin(2 * phi), numpy.sin(2 * grid_phi)), (numpy.cos(phi) * pt, numpy.cos(grid_phi) * grid_pt),
                             (y, grid_y), (y ** 2, grid_y ** 2)):
            mean = (density * on_grid).sum() / density.sum()
            assert abs(got.mean() - mean) < 4.5 * got.std() / numpy.sqrt(len(got)) + 1e-4, code
        numpy.testing.assert_allclose(mine[:, 5], numpy.sqrt(mine[:, 4] ** 2 + (mine[:, 6:9] ** 2).sum(axis=1)), rtol=1e-7)


def test_boost_invariant(tmp_path, pdg):
    """A surface of a unit of rapidity is drawn over all that are asked for: positions on its hyperbola, the numbers of a
    Poisson distribution, the energy of an event."""
    folder = write_surface(tmp_path / "still", [[5, 1, 2, 0]], [[90, 0, 0, 0]], [[1, 0, 0, 0]], [0.155], single=(0, 0, 1))
    events = read_oscar(sample(folder, pdg, 2000, "--rapidity", "1.5"))
    every, counts = numpy.concatenate(events), numpy.array([len(event) for event in events])
    mean = 3 * 90 * thermal(HADRONS, 0.155)[0]
    assert abs(counts.mean() - mean) < 4.5 * numpy.sqrt(mean / 2000)
    assert abs(counts.var() / mean - 1) < 4.5 * numpy.sqrt(2 / 2000)
    numpy.testing.assert_allclose(every[:, 0] ** 2 - every[:, 3] ** 2, 25, rtol=1e-5)
    eta = numpy.arctanh(every[:, 3] / every[:, 0])
    assert abs(eta).max() < 1.5 and abs(eta.mean()) < 4.5 * 1.5 / numpy.sqrt(3 * len(eta))
    assert set(every[:, 1]) == {1.0} and set(every[:, 2]) == {2.0}
    # the energy in the frame of the element is what the fluid had
    energy = every[:, 5] * numpy.cosh(eta) - every[:, 8] * numpy.sinh(eta)
    expected = 3 * 90 * thermal(HADRONS, 0.155)[1]
    assert abs(energy.sum() / 2000 - expected) < 4.5 * numpy.sqrt((energy ** 2).sum()) / 2000
    kinds = collections.Counter(every[:, 9].astype(int))
    assert set(kinds) == {hadron.code for hadron in HADRONS}


def test_reproducible(tmp_path, pdg):
    """An event is the same whatever else is drawn; another seed is another event; strict mode is OpenCL's too."""
    folder = write_surface(tmp_path / "random", **random_surface(11, 300, flow=0.5, along=0.2))
    many = sample(folder, pdg, 7, "--reproducible", "strict")
    few, other = sample(folder, pdg, 3, "--reproducible", "strict"), sample(folder, pdg, 3, "--reproducible", "strict", seed=6)
    assert many.read_text().startswith(few.read_text())
    assert other.read_text() != few.read_text()


def test_start_of_a_run(tmp_path, pdg):
    """The list is read as initial data of a run, as any OSCAR 2013 file."""
    folder = write_surface(tmp_path / "random", **random_surface(11, 100, flow=0.5, along=0.2))
    out = sample(folder, pdg, 2)
    case = {"system": "srhd", "eos": {"kind": "conformal"},
            "mesh": {"coordinates": "milne", "cells": [24, 24, 36], "lower": [-6, -6, -3], "upper": [6, 6, 3]},
            "scheme": {"kind": "kurganov-tadmor"}, "time": {"start": 12, "end": 12.05},
            "initial": {"kind": "particles", "file": str(out), "sigma": 1.5, "background": {"energy_density": 1e-3}},
            "output": {"fields": ["energy_density"]}, "device": {"kind": "host", "threads": 1}}
    run_case(make_case(tmp_path, base=case), tmp_path / "out")


def test_wrong(tmp_path, pdg):
    folder = write_surface(tmp_path / "still", [[5, 0, 0, 0]], [[90, 0, 0, 0]], [[1, 0, 0, 0]], [-0.1])
    done = run_taub("sample", folder, "--hadrons", pdg, "--device", "host", expect=2)
    assert "temperature -0.1" in done.stderr and not (folder / "hadrons.oscar").exists()
    done = run_taub("sample", folder, "--hadrons", pdg, "--events", "many", expect=2)
    assert "--events" in done.stderr
    assert "--hadrons" in run_taub("sample", folder, expect=2).stderr
