"""A batch: its events have the bits of single runs, a killed one goes on with no event lost or doubled, a failed event does
not stop the others, and a wrong study is told at its place before anything is written."""
import collections
import os
import pathlib
import random
import signal
import subprocess
import time

import h5py
import numpy
import pytest

from conftest import ROOT, TAUB, assert_same_bits, make_case, merge, read_history, run_case, run_taub

BASE = {"system": "srhd", "eos": {"kind": "conformal"},
        "mesh": {"cells": [32, 32, 1], "lower": [-5, -5, -1], "upper": [5, 5, 1]},
        "time": {"end": 2, "cfl": 0.4}, "scheme": {"kind": "kurganov-tadmor"},
        "initial": {"kind": "gaussian", "width": [1, 0.8, 0], "peak": {"energy_density": 10},
                    "background": {"energy_density": 0.1}},
        "output": {"every": 0.3, "fields": ["energy_density", "velocity"], "history": 3, "surface": {"energy_density": 1}},
        "device": {"kind": "host", "reproducible": "strict"}}
FAST = {"env": {"TAUB_CFLAGS": "-O1"}}


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
    if device == "opencl" and "OpenCL" not in run_taub("devices").stdout:
        pytest.skip("no OpenCL")
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
    """Killed again and again, after times that are drawn, with journal lines torn off besides."""
    study = make_study(tmp_path, "events: {initial.peak.energy_density: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]}",
                       time={"end": 6}, mesh={"cells": [64, 64, 1]})
    run_taub("batch", study, "-o", tmp_path / "whole", **FAST)
    draw, folder, kills = random.Random(7), tmp_path / "killed", 0
    for _ in range(40):
        process = subprocess.Popen([TAUB, "batch", str(study), "-o", str(folder), "-q"], env={**os.environ, **FAST["env"]},
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            said = process.communicate(timeout=draw.uniform(0.1, 1.2))[1]
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
    assert process.returncode == 1 and "the same command goes on" in said
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
    ("events: {time.end: [1]}\nvalues: {time.end: [2]}", "study.yaml:2:10: ", "elsewhere in the study"),
    ("events: {time.end: [1]}\nbatch: {at_onec: 3}", "study.yaml:3:9: ", "did you mean at_once?"),
    ("events: {time.end: [1]}\nbatch: {at_once: many}", "study.yaml:3:18: ", "0 (as many as fill the device)"),
    ("events: {initial.file: [nowhere.dat]}", "study.yaml:2:25: ", "nowhere.dat"),
    ("design: design.csv", "design.csv:1:11: ", "did you mean initial.peak.energy_density?"),
    ("design: rows.csv", "rows.csv:3:1: ", "1 fields, and the first one 2"),
    ("design: value.csv", "value.csv:3:6: ", "time.cfl"),
    ("design: missing.csv", "study.yaml:2:9: ", "missing.csv"),
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
    assert "no journal of a batch" in run_taub("batch", study, "-o", tmp_path / "foreign", expect=2).stderr
    assert (tmp_path / "foreign/journal.csv").read_text() == "day,words\n1,dear diary\n"


def test_the_example(tmp_path):
    said = run_taub("check", ROOT / "examples/pbpb-2760-study/study.yaml").stdout
    assert "valid, 20 events" in said and "100 x 100" in said
    run_taub("batch", ROOT / "examples/pbpb-2760-study/study.yaml", "-o", tmp_path / "out", "time.max_steps=2", **FAST)
    results = read_results(tmp_path / "out")
    assert results["status"].tolist() == [1] * 20
    assert (results["start/entropy_per_rapidity"][:4] < results["start/entropy_per_rapidity"][1:5]).all()


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
