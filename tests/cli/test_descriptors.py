"""Standard input, output and error in every state that a parent process can leave them in: results are the same."""
import fcntl
import os
import resource
import subprocess

import pytest

from conftest import TAUB, make_case, read_history, read_summary, run_case, steps_of


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    """A short run whose kernels are in the cache already."""
    folder = tmp_path_factory.mktemp("case")
    path = make_case(folder, output={"every": 0.25, "history": 1})
    run_case(path, folder / "whole")
    return path, folder / "whole"


@pytest.mark.parametrize("closing", ["<&- 2>&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_descriptors(tmp_path, case, closing):
    path, whole = case
    folder = tmp_path / "out"
    done = subprocess.run(f"exec '{TAUB}' run '{path}' -o '{folder}' {closing}", shell=True, timeout=60)
    assert done.returncode == 0
    assert read_summary(folder)["status"] == "done"
    for name in ["history.csv", "fields.xmf", "case.yaml"]:
        assert (folder / name).read_bytes() == (whole / name).read_bytes(), name
    assert steps_of(folder) == steps_of(whole)


def test_reader_of_standard_error_has_gone(tmp_path, case):
    path, whole = case
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([TAUB, "run", str(path), "-o", str(tmp_path / "out")], stdout=subprocess.PIPE, stderr=writer,
                          timeout=60)
    os.close(writer)
    assert done.returncode == 0
    assert steps_of(tmp_path / "out") == steps_of(whole)


def test_nobody_reads_standard_error(tmp_path, case):
    path, whole = case
    reader, writer = os.pipe()
    flags = fcntl.fcntl(writer, fcntl.F_GETFL)
    fcntl.fcntl(writer, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    try:
        while True:
            os.write(writer, b"." * 4096)
    except BlockingIOError:
        pass
    fcntl.fcntl(writer, fcntl.F_SETFL, flags)
    done = subprocess.run([TAUB, "run", str(path), "-o", str(tmp_path / "out")], stdout=subprocess.PIPE, stderr=writer,
                          timeout=60)
    os.close(writer)
    os.close(reader)
    assert done.returncode == 0
    assert steps_of(tmp_path / "out") == steps_of(whole)


def test_limit_on_the_size_of_files(tmp_path, case):
    """SIGXFSZ would end the run with unfinished files; the write has to fail instead, and what came before is kept."""
    path, _ = case
    folder = tmp_path / "out"

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (150000, resource.RLIM_INFINITY))

    done = subprocess.run([TAUB, "run", str(path), "output.every=0.2", "time.end=400", "-o", str(folder)], capture_output=True, text=True,
                          timeout=60, preexec_fn=limit)
    assert done.returncode == 1, done.stderr
    assert "File too large" in done.stderr
    assert read_summary(folder)["status"] == "failed"
    assert len(steps_of(folder)) > 1
    assert (folder / "history.csv").stat().st_size <= 150000 and len(read_history(folder)["step"]) > 1
    assert not [name for name in os.listdir(folder) if name.endswith(".part")]


BALL = {"system": "srhd", "eos": {"kind": "conformal"}, "scheme": {"kind": "kurganov-tadmor"},
        "mesh": {"cells": [32, 32, 32], "lower": [-5, -5, -5], "upper": [5, 5, 5]}, "time": {"end": 3, "cfl": 0.1},
        "initial": {"kind": "gaussian", "width": [1, 1, 1], "peak": {"energy_density": 10},
                    "background": {"energy_density": 0.1}},
        "output": {"every": 0, "fields": ["energy_density"], "history": 0, "surface": {"energy_density": 1, "every": 1}},
        "device": {"kind": "host", "threads": 1}}


def test_limit_that_only_the_surface_meets(tmp_path):
    """Elements are written by a thread beside the run. What it cannot write ends the run, which has its last checkpoint
    all the same, and goes on from it."""
    path, folder = make_case(tmp_path, base=BALL), tmp_path / "out"

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (5400 << 10, resource.RLIM_INFINITY))

    done = subprocess.run([TAUB, "run", str(path), "-o", str(folder)], capture_output=True, text=True, timeout=60,
                          preexec_fn=limit)
    assert done.returncode == 1, done.stderr
    assert "surface.h5: elements cannot be written: File too large" in done.stderr
    reached = read_summary(folder)["steps"]
    assert 10 < reached < 70
    assert not (folder / "surface.h5").exists() and (folder / "checkpoint.hdf").stat().st_size > 1 << 20
    onward = read_summary(run_case(path, tmp_path / "onward", "--restart", folder))
    assert onward["status"] == "done" and onward["steps"] > reached
