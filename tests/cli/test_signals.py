"""SIGINT and SIGTERM: the step is finished, everything written, and a restart ends with the same bits."""
import os
import signal
import subprocess
import time

import h5py
import pytest

from conftest import TAUB, assert_same_bits, make_case, output_file, read_fields, read_summary, run_case, run_taub, steps_of


@pytest.fixture(scope="module")
def slow_case(tmp_path_factory):
    """A blast that takes about three seconds on this machine, and its uninterrupted run."""
    folder = tmp_path_factory.mktemp("slow")
    case = make_case(folder, mesh={"cells": [96, 96, 1], "boundary": "periodic"}, initial={
        "kind": "riemann", "axis": "cylinder", "position": 2.0, "left": {"energy_density": 0.0246},
        "right": {"energy_density": 0.0015}}, output={"every": 2.0, "history": 10})
    probe = run_case(case, folder / "probe", "time.end=0.5")
    end = 0.5 * max(3.0 / read_summary(probe)["step_seconds"], 8)
    whole = run_case(case, folder / "whole", f"time.end={end}")
    return case, end, whole


def interrupt(arguments, folder, number, after=0.7):
    """Starts the program, waits until the run has begun, sends the signal; returns (exit code, stderr)."""
    process = subprocess.Popen([TAUB, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    limit = time.monotonic() + 60
    while not (folder.is_dir() and os.listdir(folder)) and process.poll() is None and time.monotonic() < limit:
        time.sleep(0.01)
    time.sleep(after)
    process.send_signal(number)
    stderr = process.communicate(timeout=60)[1]
    return process.returncode, stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_interrupted_run_is_whole_and_goes_on(tmp_path, slow_case, number):
    case, end, whole = slow_case
    folder = tmp_path / "out"
    code, stderr = interrupt(["run", case, f"time.end={end}", "-o", folder], folder, number)
    assert code == 1, stderr
    assert "--restart" in stderr, "the message says how to go on"
    stopped = read_summary(folder)
    assert stopped["status"] == "interrupted" and stopped["reason"]
    left = [name for name in os.listdir(folder) if name not in
            {"case.yaml", "fields", "fields.xmf", "history.csv", "summary.json", "checkpoint.hdf"}]
    assert not left, "no temporary file stays behind"
    with h5py.File(output_file(folder)) as file:
        assert file.attrs["openPMD"]
    assert steps_of(folder)[-1] < steps_of(whole)[-1], "the signal came too late to interrupt anything"
    rest = run_case(case, tmp_path / "rest", f"time.end={end}", "--restart", folder)
    assert read_summary(rest)["status"] == "done"
    assert steps_of(rest)[-1] == steps_of(whole)[-1]
    assert_same_bits(whole, rest)


@pytest.mark.parametrize("name", ["SIGHUP", "SIGUSR1", "SIGUSR2", "SIGXCPU"])
def test_what_batch_systems_send_ends_a_run_in_order(tmp_path, slow_case, name):
    case, end, _ = slow_case
    folder = tmp_path / "out"
    number = getattr(signal, name)
    code, stderr = interrupt(["run", case, f"time.end={end}", "-o", folder], folder, number, after=0.2)
    assert code == 1, stderr
    assert "--restart" in stderr
    assert read_summary(folder)["status"] == "interrupted"
    assert sorted(os.listdir(folder)) == ["case.yaml", "checkpoint.hdf", "fields", "fields.xmf", "history.csv",
                                          "summary.json"]


def test_two_kinds_of_signals_are_one_wish(tmp_path, slow_case):
    """Batch systems send a warning, then SIGTERM: the run that is finishing its step must not be cut off by it."""
    case, end, _ = slow_case
    folder = tmp_path / "out"
    process = subprocess.Popen([TAUB, "run", str(case), f"time.end={20 * end}", "mesh.cells=[1024,1024,1]", "-o",
                                str(folder)], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    while not folder.is_dir() and process.poll() is None:
        time.sleep(0.01)
    for number in [signal.SIGUSR1, signal.SIGXCPU, signal.SIGXCPU, signal.SIGTERM]:
        process.send_signal(number)
        time.sleep(0.01)
    stderr = process.communicate(timeout=60)[1]
    assert process.returncode == 1, stderr
    assert read_summary(folder)["status"] == "interrupted"


def test_a_signal_while_kernels_are_compiled(tmp_path):
    folder = tmp_path / "out"
    process = subprocess.Popen([TAUB, "run", str(make_case(tmp_path)), "-o", str(folder)], stderr=subprocess.PIPE,
                               stdout=subprocess.PIPE, text=True, env={**os.environ, "TAUB_CACHE": "off"})
    children = f"/proc/{process.pid}/task/{process.pid}/children"
    if not os.path.exists(children):
        process.kill()
        process.communicate()
        pytest.skip("the system does not list children of processes")
    while process.poll() is None and not open(children).read().strip():
        time.sleep(0.002)
    process.send_signal(signal.SIGHUP)
    stderr = process.communicate(timeout=120)[1]
    assert process.returncode == 1, stderr
    assert "interrupted while" in stderr or "interrupted before the first step" in stderr
    assert not folder.exists()


def test_nohup_is_respected(tmp_path):
    case = make_case(tmp_path, time={"end": 1e4, "max_steps": 4000})
    process = subprocess.Popen([TAUB, "run", str(case), "-o", str(tmp_path / "out")], stderr=subprocess.PIPE,
                               stdout=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    while not (tmp_path / "out").is_dir() and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGHUP)
    stderr = process.communicate(timeout=60)[1]
    assert process.returncode == 0, stderr


def test_second_signal_ends_at_once(tmp_path, slow_case):
    case, end, _ = slow_case
    process = subprocess.Popen([TAUB, "run", str(case), f"time.end={20 * end}", "mesh.cells=[1024,1024,1]", "-o",
                                str(tmp_path / "out")], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    while not (tmp_path / "out").is_dir() and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode in (-signal.SIGINT, 1)  # 1: the step ended before the second one came


def test_killed_run_leaves_whole_files(tmp_path, slow_case):
    """Those of the earlier run go with its first output."""
    case, end, _ = slow_case
    folder = run_case(case, tmp_path / "out", "time.end=0.1")
    before = (folder / "case.yaml").read_bytes()
    process = subprocess.Popen([TAUB, "run", str(case), f"time.end={end}", "-o", str(folder), "--quiet"])
    while (folder / "summary.json").exists() and process.poll() is None:
        time.sleep(0.01)
    time.sleep(0.1)
    process.kill()
    process.wait()
    assert not (folder / "summary.json").exists() and not (folder / "checkpoint.hdf").exists()
    assert (folder / "case.yaml").read_bytes() != before
    assert [read_fields(folder, step)[1]["velocity/x"].shape for step in steps_of(folder)] == [(1, 96, 96)] * len(steps_of(folder))
    assert steps_of(folder)[0] == 0 and (folder / "history.csv").read_text().splitlines()[1].startswith("0,")


def test_restart_from_nothing(tmp_path):
    case = make_case(tmp_path)
    done = run_taub("run", case, "-o", tmp_path / "out", "--restart", tmp_path / "nowhere", expect=2)
    assert "nowhere" in done.stderr
    assert not (tmp_path / "out").exists()


def test_restart_on_another_mesh(tmp_path):
    case = make_case(tmp_path)
    folder = run_case(case, tmp_path / "out")
    done = run_taub("run", case, "mesh.cells=[32,1,1]", "-o", tmp_path / "other", "--restart", folder, expect=2)
    assert "cells" in done.stderr
