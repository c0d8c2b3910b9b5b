"""A batch: its events have the bits of single runs, a killed one goes on with no event lost or doubled, a failed event does
not stop the others, and a wrong study is told at its place before anything is written."""
import collections
import json
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import time

import h5py
import numpy
import pytest

import hadron_surfaces
from conftest import (FAST, ROOT, TAUB, assert_same_bits, make_case, merge, read_history, read_summary, require_device,
                      run_case, run_taub)

BASE = {"system": "srhd", "eos": {"kind": "conformal"},
        "mesh": {"cells": [32, 32, 1], "lower": [-5, -5, -1], "upper": [5, 5, 1]},
        "time": {"end": 2, "cfl": 0.4}, "scheme": {"kind": "kurganov-tadmor"},
        "initial": {"kind": "gaussian", "width": [1, 0.8, 0], "peak": {"energy_density": 10},
                    "background": {"energy_density": 0.1}},
        "output": {"every": 0.3, "fields": ["energy_density", "velocity"], "history": 3, "surface": {"energy_density": 1}},
        "device": {"kind": "host", "reproducible": "strict"}}


def make_study(folder, events="events: {time.end: [0.5, 2, 1, 1.5]}", name="study.yaml", more="", **changes):
    make_case(folder, base=merge(BASE, changes))
    path = folder / name
    path.write_text(f"case: case.yaml\n{events}\n{more}")
    return path


def read_results(folder):
    """{name: array} of results.h5 but for what is measured with a clock."""
    found = {}
    with h5py.File(folder / "results.h5") as file:
        file.visititems(lambda name, item: found.__setitem__(name, item[()]) if isinstance(item, h5py.Dataset) else None)
    return {name: values for name, values in found.items() if "seconds" not in name}


def journal_events(folder):
    lines = (folder / "journal.csv").read_text().splitlines()
    assert lines[0].startswith("taub batch 1,")
    return [int(line.split(",")[0]) for line in lines[1:]]


def assert_same_results(a, b):
    assert a.keys() == b.keys()
    for name in a:
        assert a[name].dtype == b[name].dtype and a[name].tolist() == b[name].tolist() or \
            numpy.array_equal(a[name], b[name], equal_nan=True), name


@pytest.mark.parametrize("device", ["host", "opencl"])
def test_events_have_the_bits_of_single_runs(tmp_path, device):
    require_device(device)
    study = make_study(tmp_path, device={"kind": device})
    probe = run_taub("batch", study, "-o", tmp_path / "batch", "batch.at_once=3", expect=None, **FAST)
    if device == "opencl" and probe.returncode == 2:
        pytest.skip(probe.stderr)
    assert probe.returncode == 0, probe.stderr
    run_taub("batch", study, "-o", tmp_path / "folders", "batch.at_once=2", "batch.folders=true", **FAST)
    results = read_results(tmp_path / "batch")
    assert_same_results(results, read_results(tmp_path / "folders"))
    assert results["status"].tolist() == [1] * 4
    for n, end in enumerate((0.5, 2, 1, 1.5)):
        alone = run_case(tmp_path / "case.yaml", tmp_path / f"alone{n}", f"time.end={end}", "--threads", "1", **FAST)
        assert_same_bits(alone, tmp_path / f"folders/events/{n:06d}")
        history = read_history(alone)
        for name in ("energy", "energy_density_max"):
            assert results[f"end/{name}"][n] == history[name][-1]
            assert results[f"start/{name}"][n] == history[name][0]
        assert results["steps"][n] == history["step"][-1]
        with h5py.File(alone / "surface.h5") as file:
            names = []
            file.visititems(lambda name, item: names.append(item.shape[0]) if isinstance(item, h5py.Dataset) and item.shape else None)
            assert results["surface/elements"][n] in names


def test_a_killed_batch_goes_on_with_no_event_lost_or_doubled(tmp_path):
    """Killed again and again, after times that are drawn from those that the batch takes, with journal lines torn off
    besides."""
    study = make_study(tmp_path, "events: {initial.peak.energy_density: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]}",
                       time={"end": 6}, mesh={"cells": [64, 64, 1]})
    run_taub("batch", study, "-o", tmp_path / "compiled", "time.end=0.01", **FAST)  # kernels
    began = time.monotonic()
    run_taub("batch", study, "-o", tmp_path / "whole", **FAST)
    seconds = time.monotonic() - began
    draw, folder, kills = random.Random(7), tmp_path / "killed", 0
    for _ in range(40):
        process = subprocess.Popen([TAUB, "batch", str(study), "-o", str(folder), "-q"], env={**os.environ, **FAST["env"]},
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            said = process.communicate(timeout=seconds * draw.uniform(0.05, 0.5))[1]
            assert process.returncode == 0, said
            break
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            kills += 1
        journal = folder / "journal.csv"
        if journal.exists() and draw.random() < 0.3:  # the machine lost the end of the file
            text = journal.read_bytes()
            journal.write_bytes(text[:max(len(text) - draw.randrange(200), 0)])
    else:
        pytest.fail("the batch does not come to its end")
    assert kills > 0
    counts = collections.Counter(journal_events(folder))
    assert sorted(counts) == list(range(12)) and set(counts.values()) == {1}
    assert_same_results(read_results(tmp_path / "whole"), read_results(folder))
    assert not list(folder.glob("*.part"))


def test_an_interrupted_batch_tells_how_to_go_on(tmp_path):
    study = make_study(tmp_path, "events: {initial.peak.energy_density: [5, 6, 7, 8]}", time={"end": 40},
                       mesh={"cells": [96, 96, 1]})
    run_taub("compile", tmp_path / "case.yaml", **FAST)
    process = subprocess.Popen([TAUB, "batch", str(study), "-o", str(tmp_path / "out")], env={**os.environ, **FAST["env"]},
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while "device" not in process.stderr.readline():
        pass
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 1 and "run the same command again" in said
    assert (tmp_path / "out/results.h5").exists()
    run_taub("batch", study, "-o", tmp_path / "out", "time.end=1", expect=2, **FAST)  # another batch


def test_a_failed_event_does_not_stop_the_others(tmp_path):
    study = make_study(tmp_path, "events: {time.step: [0.05, 5, 0.02], initial.width: [[1, 1, 0], [0.5, 1, 0]]}",
                       time={"cfl": None, "step": 0.01}, output={"every": 0})
    said = run_taub("batch", study, "-o", tmp_path / "out", expect=1, **FAST).stderr
    assert "event 2 failed" in said and "event 3 failed" in said and "2 of 6 events failed" in said
    results = read_results(tmp_path / "out")
    assert results["status"].tolist() == [1, 1, 2, 2, 1, 1]
    assert b"time.step" in results["reason"][2] and results["reason"][0] == b""
    assert numpy.isfinite(results["end/energy"][[0, 1, 4, 5]]).all()
    before = journal_events(tmp_path / "out")
    run_taub("batch", study, "-o", tmp_path / "out", expect=1, **FAST)
    assert journal_events(tmp_path / "out") == before
    run_taub("batch", study, "-o", tmp_path / "out", "--again", expect=1, **FAST)
    assert sorted(journal_events(tmp_path / "out")[6:]) == [2, 3]


def run_limited(study, folder, *changes, **limits):
    """taub batch under limits of the system, one event after the other where `changes` do not say otherwise."""
    def limit():
        for name, value in limits.items():
            resource.setrlimit(getattr(resource, name), (value, value))
    return subprocess.run([TAUB, "batch", str(study), "-o", str(folder), "batch.folders=true", *changes], preexec_fn=limit,
                          env={**os.environ, **FAST["env"]}, capture_output=True, text=True, timeout=120)


def test_a_full_disk_stops_the_batch(tmp_path):
    """The machine fails for all events alike: none is marked as failed, and the same command continues the batch."""
    study = make_study(tmp_path)
    run_taub("batch", study, "-o", tmp_path / "first", "batch.folders=true", **FAST)
    done = run_limited(study, tmp_path / "out", "batch.at_once=1", RLIMIT_FSIZE=10000)
    assert done.returncode == 1 and "no room for the outputs" in done.stderr, done.stderr
    assert "The batch stops here" in done.stderr and "0 of 4, 0 failed" in done.stdout
    assert journal_events(tmp_path / "out") == []
    run_taub("batch", study, "-o", tmp_path / "out", "batch.folders=true", **FAST)
    assert_same_results(read_results(tmp_path / "first"), read_results(tmp_path / "out"))


def test_events_get_their_memory_before_they_start(tmp_path):
    """Where the process may take too little for 16 events at the same time there are fewer of them; none crashes, none is
    marked as failed."""
    if b"__asan_init" in pathlib.Path(TAUB).read_bytes():
        pytest.skip("the address sanitizer needs all of the address space")
    study = make_study(tmp_path, "events: {time.end: %s}" % [1 + 0.05 * n for n in range(16)])
    run_taub("batch", study, "-o", tmp_path / "first", **FAST)
    at_once = []
    for megabytes in (200, 600, 1000, 1600):
        folder = tmp_path / str(megabytes)
        done = run_limited(study, folder, "batch.at_once=16", RLIMIT_AS=megabytes << 20)
        assert done.returncode in (0, 1), (megabytes, done.returncode, done.stderr)
        assert 2 not in read_results(folder)["status"], done.stderr
        found = re.search(r"(\d+) events? at the same time", done.stderr)
        at_once.append(int(found.group(1)) if found else 0)
        assert done.returncode == 0 or not found and "may not take as much" in done.stderr
    assert at_once == sorted(at_once) and at_once[0] == 0 and 1 <= at_once[1] and 1 < at_once[-1] < 16


def test_a_design_goes_row_by_row_and_is_combined_with_events(tmp_path):
    (tmp_path / "design.csv").write_text('# two sets\ninitial.peak.energy_density, initial.width\n5, "[1, 1, 0]"\n\n'
                                         '9, "[0.5, 1, 0]"\n')
    study = make_study(tmp_path, "design: design.csv\nevents: {time.end: [1, 1.5], time.max_steps: 1..2}")
    run_taub("batch", study, "-o", tmp_path / "out", **FAST)
    results = read_results(tmp_path / "out")
    assert results["keys/initial.peak.energy_density"].tolist() == [5] * 4 + [9] * 4
    assert [text.decode() for text in results["keys/initial.width"]] == ["[1, 1, 0]"] * 4 + ["[0.5, 1, 0]"] * 4
    assert results["keys/time.end"].tolist() == [1, 1, 1.5, 1.5] * 2
    assert results["steps"].tolist() == [1, 2] * 4
    assert "8 events" in run_taub("check", study).stdout


WRONG = [
    ("events: {initial.peek.energy_density: [1]}", "study.yaml:2:10: ", "did you mean initial.peak"),
    ("events: {time.end: [1, -1]}", "study.yaml:2:24: ", "time.end"),
    ("events: {time.end: [1, soon]}", "study.yaml:2:24: ", "soon"),
    ("events: {time.end: []}", "study.yaml:2:20: ", "at least one value"),
    ("events: {time: [1]}", "study.yaml:2:10: ", "expected a key in it"),
    ("events: {time.max_steps: 5..1}", "study.yaml:2:26: ", "FIRST..LAST"),
    ("events: {device.threads: [1, 2]}", "study.yaml:2:10: ", "batch.at_once"),
    ("evens: {time.end: [1]}", "study.yaml:2:1: ", "did you mean events?"),
    ("events: {time.end: [1]}\nvalues: {time.end: [2]}", "study.yaml:2:10: ", "gives values of this key elsewhere"),
    ("events: {time.end: [1]}\nbatch: {at_onec: 3}", "study.yaml:3:9: ", "did you mean at_once?"),
    ("events: {time.end: [1]}\nbatch: {at_once: many}", "study.yaml:3:18: ", "0 (as many as fill the device)"),
    ("events: {initial.file: [nowhere.dat]}", "study.yaml:2:25: ", "nowhere.dat"),
    ("design: design.csv", "design.csv:1:11: ", "did you mean initial.peak.energy_density?"),
    ("design: rows.csv", "rows.csv:3:1: ", "1 fields, and the first one 2"),
    ("design: value.csv", "value.csv:3:6: ", "time.cfl"),
    ("design: missing.csv", "study.yaml:2:9: ", "missing.csv"),
    ("taub: 99.0\nfuture: 1", "study.yaml:2:7: ", "this file is for Taub 99.0 or later"),
    ("title: nothing", "study.yaml:1:1: ", "expected events, values or design"),
]


@pytest.mark.parametrize("text, place, words", WRONG)
def test_a_wrong_study_is_told_at_its_place(tmp_path, text, place, words):
    (tmp_path / "design.csv").write_text("time.end, initial.peak.energy_densty\n1, 2\n")
    (tmp_path / "rows.csv").write_text("time.end, time.cfl\n1, 0.3\n2\n")
    (tmp_path / "value.csv").write_text("time.end, time.cfl\n1, 0.3\n2,   -1\n")
    said = run_taub("batch", make_study(tmp_path, text), "-o", tmp_path / "out", expect=2).stderr
    assert place in said and words in said, said
    assert not (tmp_path / "out").exists()


def test_a_folder_belongs_to_one_study(tmp_path):
    study = make_study(tmp_path, "events: {time.max_steps: 1..3}")
    run_taub("batch", study, "-o", tmp_path / "out", **FAST)
    other = make_study(tmp_path, "events: {time.max_steps: 1..4}", name="other.yaml")
    assert "another study" in run_taub("batch", other, "-o", tmp_path / "out", expect=2).stderr
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign/journal.csv").write_text("day,words\n1,dear diary\n")
    assert "not the journal of a batch" in run_taub("batch", study, "-o", tmp_path / "foreign", expect=2).stderr
    assert (tmp_path / "foreign/journal.csv").read_text() == "day,words\n1,dear diary\n"


def test_the_example(tmp_path):
    said = run_taub("check", ROOT / "examples/pbpb-2760-study/study.yaml").stdout
    assert "valid, 20 events" in said and "100 x 100" in said
    run_taub("batch", ROOT / "examples/pbpb-2760-study/study.yaml", "-o", tmp_path / "out", "time.max_steps=2", **FAST)
    results = read_results(tmp_path / "out")
    assert results["status"].tolist() == [1] * 20
    assert (results["start/entropy_per_rapidity"][:4] < results["start/entropy_per_rapidity"][1:5]).all()


def test_what_initial_data_tell_stands_in_the_results(tmp_path):
    make_case(tmp_path, base=merge(BASE, {"eos": {"kind": "lattice-wb"}, "initial": {
        "kind": "glauber", "nuclei": ["Au", "Au"], "collision_energy": 200, "centrality": [20, 30], "scale": 15,
        "background": {"energy_density": 0.01}}, "mesh": {"lower": [-10, -10, -1], "upper": [10, 10, 1]},
        "time": {"start": 0.6, "max_steps": 1}, "output": {"surface": None}}))
    (tmp_path / "study.yaml").write_text("case: case.yaml\nevents: {initial.seed: 1..3}\n")
    run_taub("batch", tmp_path / "study.yaml", "-o", tmp_path / "out", "batch.folders=true", **FAST)
    results = read_results(tmp_path / "out")
    names = [name for name in results if name.startswith("initial/")]
    assert names
    for n in range(3):
        told = read_summary(tmp_path / f"out/events/{n:06d}")["initial"]
        assert sorted(told) == sorted(name[8:] for name in names)
        assert all(results[f"initial/{name}"][n] == value for name, value in told.items())
    assert any(len(set(results[name].tolist())) > 1 for name in names)


HADRONS = [211, 2212, 321]


def spectra_study(folder, text="spectra: {hadrons: pdg.dat, species: [211, 2212, 321]}", **changes):
    (folder / "pdg.dat").write_text(hadron_surfaces.LIST)
    make_case(folder, base=merge(BASE, merge({
        "system": "israel-stewart", "eos": {"kind": "lattice-wb"}, "transport": {"shear_viscosity": {"value": 0.1}},
        "mesh": {"coordinates": "milne", "cells": [40, 40, 1], "lower": [-8, -8, -0.5], "upper": [8, 8, 0.5]},
        "time": {"start": 0.6, "end": 6, "freeze_out": 0.155}, "initial": {"width": [1.5, 1, 0], "background": {"energy_density": 0.01}},
        "output": {"every": 0, "surface": None}}, changes)))
    path = folder / "study.yaml"
    path.write_text(f"case: case.yaml\nevents: {{initial.peak.energy_density: [6, 9, 0.2]}}\n{text}\n")
    return path


def test_hadrons_of_the_events(tmp_path):
    """The numbers of `taub spectra` for the surface of each event; an event without a surface fails."""
    study = spectra_study(tmp_path, output={"surface": {"temperature": 0.155, "energy_density": None}})
    silent = run_taub("batch", study, "-o", tmp_path / "out", expect=1, **FAST)
    assert "event 2 failed" in silent.stderr
    run_taub("batch", study, "-o", tmp_path / "folders", "batch.folders=true", expect=1, **FAST)
    results = read_results(tmp_path / "out")
    assert_same_results(results, read_results(tmp_path / "folders"))
    for n in range(2):
        run_taub("spectra", tmp_path / f"folders/events/{n:06d}", "--hadrons", tmp_path / "pdg.dat", "--species",
                 "211,2212,321", "--device", "host", "--reproducible", "strict", "-o", tmp_path / f"{n}.h5", "--json",
                 tmp_path / f"{n}.json", **FAST)
        told = {row["pdg"]: row for row in json.loads((tmp_path / f"{n}.json").read_text())["species"]}
        for code in HADRONS:
            for name in ("dN_dy", "mean_pt", "v2", "v3", "v4", "psi2"):
                assert abs(results[f"hadrons/{code}/{name}"][n] - told[code][name]) <= 1e-12 * abs(told[code]["dN_dy"]), name
    yields = results["hadrons/211/dN_dy"]
    assert 0 < yields[0] < yields[1] and numpy.isnan(yields[2])
    assert (results["hadrons/2212/mean_pt"] > results["hadrons/211/mean_pt"])[:2].all()
    assert (results["hadrons/211/v2"][:2] > 0.001).all()


@pytest.mark.parametrize("text, place, words", [
    ("spectra: {species: [211]}", "study.yaml:3:10: ", "spectra.hadrons"),
    ("spectra: {hadrons: pdg.dat, species: [211, 999]}", "study.yaml: ", "no particle with the number 999"),
    ("spectra: {hadrons: pdg.dat, speceis: [211]}", "study.yaml:3:29: ", "did you mean species?"),
    ("spectra: {hadrons: none.dat}", "study.yaml:3:20: ", "none.dat"),
    ("spectra: {hadrons: bad.dat}", "bad.dat:1", ""),
])
def test_wrong_spectra(tmp_path, text, place, words):
    (tmp_path / "bad.dat").write_text("211 pi+ heavy\n")
    said = run_taub("batch", spectra_study(tmp_path, text, output={"surface": {"temperature": 0.155, "energy_density": None}}), "-o",
                    tmp_path / "out", expect=2).stderr
    assert place in said and words in said, said
    assert not (tmp_path / "out").exists()


def test_spectra_need_a_surface(tmp_path):
    said = run_taub("batch", spectra_study(tmp_path), "-o", tmp_path / "out", expect=2).stderr
    assert "output.surface" in said and not (tmp_path / "out").exists()


def test_python_runs_and_reads_a_batch(tmp_path):
    taub = pytest.importorskip("taub")
    if not os.environ.get("TAUB_LIBRARY"):
        os.environ["TAUB_LIBRARY"] = str(pathlib.Path(os.environ.get("TAUB_BUILD", ROOT / "build")) / "libtaub.so")
    os.environ.setdefault("TAUB_CFLAGS", "-O1")
    study = make_study(tmp_path, "events: {time.max_steps: 1..3, initial.width: [[1, 1, 0], [0.5, 1, 0]]}")
    told = []
    batch = taub.batch(study, tmp_path / "out", progress=told.append, output={"history": 2}, batch={"at_once": 2, "folders": True})
    assert len(batch) == 6 and batch.done.tolist() == list(range(6)) and not batch.failed.size
    assert batch["steps"].tolist() == [1, 1, 2, 2, 3, 3] and batch.unit("end/energy") == "GeV"
    assert batch.keys["initial.width"][1] == "[0.5, 1, 0]" and batch.keys["time.max_steps"].tolist() == [1, 1, 2, 2, 3, 3]
    assert told[-1]["done"] == told[-1]["total"] == 6
    assert batch.run(4).summary["steps"] == 3
    again = taub.open_batch(tmp_path / "out")
    assert again["end/energy"].tolist() == batch["end/energy"].tolist() and "6 done" in repr(again)
    with pytest.raises(taub.Error, match="did you mean"):
        taub.batch(study, tmp_path / "other", tiem={"end": 1})
    with pytest.raises(taub.Error, match="no such file"):
        taub.open_batch(tmp_path / "other")
    with pytest.raises(KeyError, match="end/energy"):
        again["energy"]
