"""Runs that must fail, and how: the reason, the exit code, what is left on disk."""
import os
import subprocess

import h5py
import numpy
import pytest

from conftest import make_case, read_fields, read_summary, run_taub, steps_of


def test_output_below_a_file(tmp_path):
    (tmp_path / "file").write_text("in the way")
    done = run_taub("run", make_case(tmp_path), "-o", tmp_path / "file" / "out", expect=None)
    assert done.returncode in (1, 2)
    assert str(tmp_path / "file") in done.stderr and "output folder" in done.stderr
    assert (tmp_path / "file").read_text() == "in the way"


def test_output_on_a_read_only_file_system(tmp_path):
    done = run_taub("run", make_case(tmp_path), "-o", "/proc/taub-out", expect=None)
    assert done.returncode in (1, 2)
    assert "/proc/taub-out" in done.stderr


@pytest.fixture
def small_disk(tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True,
                           text=True)
    if mount.returncode:
        pytest.skip(f"a small tmpfs cannot be mounted: {mount.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_disk_full(tmp_path, small_disk):
    case = make_case(tmp_path, mesh={"cells": [128, 128, 1]}, output={"every": 0.05})
    done = run_taub("run", case, "-o", small_disk / "out", expect=1)
    assert "No space left" in done.stderr
    for name in os.listdir(small_disk / "out"):  # what has its final name is whole
        if name == "fields.h5":
            read_fields(small_disk / "out")
        if name == "summary.json":
            assert read_summary(small_disk / "out")["status"] == "failed"


def test_a_run_that_turns_to_nan_stops_with_the_last_good_state(tmp_path):
    (tmp_path / "bad.c").write_text(
        "void source(const real x[3], real t, const real state[], real rate[])\n{\n"
        "    for (int c = 0; c < 5; c++)\n        rate[c] = 0;\n"
        "    if (t > (real)0.5 && x[0] > 1 && x[0] < 2)\n        rate[0] = sqrt(-state[0]);\n}\n")
    case = make_case(tmp_path, source={"file": "bad.c"})
    done = run_taub("run", case, "-o", tmp_path / "out", expect=1)
    assert "cell" in done.stderr
    summary = read_summary(tmp_path / "out")
    assert summary["status"] == "failed" and summary["reason"]
    time, fields = read_fields(tmp_path / "out")
    assert 0.3 < time < 0.7
    for name, values in fields.items():
        assert numpy.isfinite(values).all(), name


def test_code_that_does_not_compile(tmp_path):
    (tmp_path / "start.c").write_text(
        "/* one\n * two\n */\nvoid initial(const real x[3], real t, real state[])\n{\n"
        "    state[0] = 1 + undeclared_thing;\n}\n")
    case = make_case(tmp_path, initial={"kind": "code", "file": "start.c"})
    done = run_taub("run", case, "-o", tmp_path / "out", expect=2)
    assert "start.c:6" in done.stderr
    assert "undeclared_thing" in done.stderr
    assert not (tmp_path / "out").exists()


def test_nothing_is_written_when_the_input_is_wrong(tmp_path):
    case = make_case(tmp_path, initial={"left": {"energy_density": -1}})
    done = run_taub("run", case, "-o", tmp_path / "out", expect=2)
    assert "energy_density" in done.stderr
    assert not (tmp_path / "out").exists()


def test_step_below_the_minimum(tmp_path):
    case = make_case(tmp_path, time={"minimum_step": 0.5})
    done = run_taub("run", case, "-o", tmp_path / "out", expect=1)
    assert "step" in done.stderr
    assert read_summary(tmp_path / "out")["status"] == "failed"
    assert steps_of(tmp_path / "out")
    with h5py.File(tmp_path / "out" / "fields.h5"):
        pass
