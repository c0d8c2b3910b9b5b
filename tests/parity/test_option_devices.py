"""taub run --devices: ranks that the program starts by itself, without mpirun."""
import json
import os
import signal
import subprocess
import time

from conftest import TAUB, assert_same_bits, make_case, read_summary, run_case, run_taub
from device_cases import write_case
from run_on_gpu import run
from same_bits import same
from test_ranks import small

import pytest

FLOW = {"mesh": {"cells": [32, 24, 24], "lower": [-3, -3, -3], "upper": [3, 3, 3], "boundary": "periodic"},
        "initial": {"kind": "gaussian", "peak": {"energy_density": 5}, "background": {"energy_density": 0.02},
                    "width": [0.8, 1, 0.7]},
        "time": {"end": 100, "max_steps": 40}, "output": {"fields": ["energy_density"], "history": 10}}


def children(process):
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True).stdout
    return [int(line) for line in listed.split()]


def started(folder, *arguments):
    """Popen of a run that would take minutes and has written something."""
    case = make_case(folder, **FLOW)
    process = subprocess.Popen([TAUB, "run", str(case), "-o", str(folder / "out"), "--quiet", "--devices", "3",
                                "time.max_steps=1000000", "time.end=100000", *arguments], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 60
    while not (folder / "out" / "history.csv").exists():
        assert process.poll() is None and time.monotonic() < end, process.communicate()
        time.sleep(0.02)
    return process


@pytest.mark.parametrize("name,ranks,exchange", [("conformal-3d", 4, "host"), ("gas-2d", 3, "peers"), ("cese-2d", 2, "host"),
                                                 ("ader-order-2", 3, "peers")])
def test_the_same_bits_without_mpirun(tmp_path, name, ranks, exchange):
    path = write_case(tmp_path, small(name))
    one = run(path, tmp_path / "1", "--device", "host")
    several = run(path, tmp_path / "more", "--device", "host", "--devices", ranks, env={"TAUB_EXCHANGE": exchange})
    same(one, several)
    assert read_summary(one)["totals"] == read_summary(several)["totals"]


def test_all_of_the_host_is_one_rank(tmp_path):
    case = make_case(tmp_path, **FLOW)
    assert_same_bits(run_case(case, tmp_path / "1"), run_case(case, tmp_path / "all", "--devices", "all"))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGUSR1])
def test_a_signal_is_one_to_all_ranks(tmp_path, number):
    process = started(tmp_path)
    time.sleep(0.2)
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 1 and err.count("interrupted after step") == 1, err
    summary = read_summary(tmp_path / "out")
    assert summary["status"] == "interrupted"
    more = ["time.end=100000", f"time.max_steps={summary['steps'] + 10}"]
    case = tmp_path / "case.yaml"
    run_case(case, tmp_path / "out", "--restart", tmp_path / "out", "--devices", "2", *more)
    assert_same_bits(run_case(case, tmp_path / "whole", *more), tmp_path / "out")


@pytest.mark.parametrize("exchange", ["host", "peers"])
def test_a_killed_rank_ends_all(tmp_path, exchange, monkeypatch):
    monkeypatch.setenv("TAUB_EXCHANGE", exchange)
    process = started(tmp_path)
    ranks = children(process)
    assert len(ranks) == 3
    os.kill(ranks[1], signal.SIGKILL)
    began = time.monotonic()
    _, err = process.communicate(timeout=30)
    assert process.returncode == 1 and "rank 1 was ended by signal 9" in err
    assert time.monotonic() - began < 10


def test_nobody_is_left_when_the_first_process_is_killed(tmp_path):
    process = started(tmp_path)
    ranks = children(process)
    process.kill()
    process.communicate()
    end = time.monotonic() + 10
    while any(os.path.exists(f"/proc/{rank}/fd") and os.listdir(f"/proc/{rank}/fd") for rank in ranks):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_wrong_numbers_of_devices_are_refused(tmp_path):
    case = make_case(tmp_path, **FLOW)

    def refusal(*arguments):
        text = run_taub("run", case, "-o", tmp_path / "out", *arguments, expect=2).stderr
        assert not (tmp_path / "out").exists()
        return text

    assert "expected how many, or all" in refusal("--devices", "two")
    assert "expected how many, or all" in refusal("--devices", "0")
    assert "there are" in refusal("--devices", "60", "--device", "opencl")
    assert "expected at most 64" in refusal("--devices", "65")
    assert "device.index is 1" in refusal("--devices", "2", "--device", "opencl:1")
    assert "cannot share" in refusal("--devices", "4", "mesh.cells=[32,1,1]")


@pytest.mark.parametrize("exchange,words", [("host", "by shared memory"), ("peers", "through shared memory")])
def test_a_benchmark_tells_what_each_rank_does(tmp_path, exchange, words):
    case = make_case(tmp_path, **FLOW)
    text = run_taub("bench", case, "--devices", "2", "--steps", "4", "--repeats", "2", "--json", tmp_path / "bench.json",
                    env={"TAUB_EXCHANGE": exchange}).stdout
    result = json.loads((tmp_path / "bench.json").read_text())
    assert words in text and words in result["exchange"]
    assert result["ranks"] == 2 and result["zones"] == 32 * 24 * 24 and len(result["per_rank"]) == 2
    step = result["zones"] / result["zone_updates_per_second"]["slowest"]
    for rank in result["per_rank"]:
        assert rank["compute_seconds_a_step"] > 0 and rank["exchange_seconds_a_step"] > 0
        assert rank["compute_seconds_a_step"] < 100 * step
    passes = {entry["name"] for entry in result["passes"]}
    assert ("meet" in passes) == (exchange == "peers")
    alone = run_taub("bench", case, "--steps", "2", "--repeats", "1", "--json", "-").stdout
    assert json.loads(alone)["ranks"] == 1 and "per_rank" not in json.loads(alone)
