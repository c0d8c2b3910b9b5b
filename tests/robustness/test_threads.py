"""Threads of the host that wait cost other programs little, and nobody waits for one that the system does not run.

By processor time, which other programs on the machine change little, and with more threads than processors, which is a busy
machine by itself."""
import os
import resource
import subprocess

import pytest

from conftest import TAUB, assert_same_bits, make_case, run_case

PROCESSORS = len(os.sched_getaffinity(0))
VORTEX = {"system": "mhd", "eos": {"kind": "ideal-gas"}, "time": {"end": 0.2}, "scheme": {"kind": "ader-weno", "order": 2},
          "mesh": {"cells": [64, 64, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
          "initial": {"kind": "orszag-tang"}, "device": {"kind": "host", "reproducible": "strict"}}


def environment():
    """As users have it, who have said nothing about threads."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_", "KMP_"))}


def processor_seconds(case, folder, threads, at_once):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    runs = [subprocess.Popen([TAUB, "run", str(case), "--threads", str(threads), "--quiet", "-o", str(folder / f"{threads}-{n}")],
                             env=environment()) for n in range(at_once)]
    assert [run.wait(timeout=300) for run in runs] == [0] * at_once
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / at_once


@pytest.mark.parametrize("at_once", [1, 4])
def test_waiting_costs_little(tmp_path, at_once):
    """Four times as many threads as processors, alone and with three other runs, take no more than twice the processor time
    of one thread. Threads that wait by looking all the time take 20 to 40 times as much."""
    case = make_case(tmp_path, base=VORTEX)
    run_case(case, tmp_path / "first")
    alone = processor_seconds(case, tmp_path, 1, 1)
    assert processor_seconds(case, tmp_path, 4 * PROCESSORS, at_once) < 2 * alone


def test_threads_that_share_rows_and_tiles_change_no_bit(tmp_path):
    case = make_case(tmp_path, base=VORTEX)
    whole = run_case(case, tmp_path / "one", "device.threads=1")
    for threads in (2, 3, 4 * PROCESSORS):
        assert_same_bits(whole, run_case(case, tmp_path / f"of{threads}", f"device.threads={threads}"))
