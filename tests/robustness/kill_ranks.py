#!/usr/bin/env python3
"""Runs on several ranks that are killed at random times, each of which is continued to its end: with the bits of a run
that nothing happened to?

    TAUB=build/taub PYTHONPATH=python:tests python3 tests/robustness/kill_ranks.py [--runs 100] [--ranks 4] [--seed N]

In turn one rank is killed (SIGKILL), all are, or one is told to end (SIGTERM), which writes a checkpoint first. One line a
run, then how many were interrupted, from what they were continued, and how many differ. A run that was not interrupted
in time does not count and is repeated. Exit codes: 0 all have the same bits, 1 not, 77 there is no mpirun."""
import argparse
import collections
import contextlib
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "python")]

from conftest import assert_same_bits, make_case, run_case  # noqa: E402
from ranks import missing, ranks_of, run_case_on, start  # noqa: E402

CASE = {"mesh": {"cells": [16, 16, 16], "lower": [-3, -3, -3], "upper": [3, 3, 3], "boundary": "periodic"},
        "initial": {"kind": "gaussian", "peak": {"energy_density": 5}, "background": {"energy_density": 0.02},
                    "width": [0.8, 1, 0.7]},
        "time": {"end": 100, "max_steps": 40},
        "output": {"fields": ["energy_density"], "history": 10, "checkpoint": 0.05}, "device": {"reproducible": "strict"}}
KINDS = ("one", "all", "told")


def interrupt(process, kind, dice):
    """True when at least one rank was there to be signalled."""
    alive = ranks_of(process)
    number = signal.SIGTERM if kind == "told" else signal.SIGKILL
    targets = alive if kind == "all" or not alive else [dice.choice(alive)]
    for rank in targets:
        with contextlib.suppress(ProcessLookupError):  # it has just ended
            os.kill(rank, number)
    return bool(alive)


def states(ranks):
    """State, and what the kernel waits for, of processes: a rank that is brought to an end while the disk is busy shows D."""
    return subprocess.run(["ps", "-o", "pid=,stat=,wchan=", "-p", ",".join(map(str, ranks))], capture_output=True,
                          text=True).stdout.split()


def wait_for_end(process, met, seconds=15):
    """Ranks that were met have all to be gone by then. Open MPI's mpirun itself now and then does not come back: it is
    killed. When none had started yet, or all had ended, the run comes to its end by itself."""
    if not met:
        process.communicate(timeout=120)
        return
    end = time.monotonic() + seconds
    while left := ranks_of(process):
        assert time.monotonic() < end, f"after {seconds} s there is still: {states(left)}"
        time.sleep(0.05)
    try:
        process.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def run_once(case, whole, out, ranks, kind, dice, longest):
    """None: it came to its end before. Else what it was continued from; raises where the bits are others."""
    process = start(ranks, "run", case, "-o", out, "--quiet", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        time.sleep(dice.uniform(0, longest))
        met = interrupt(process, kind, dice)
        wait_for_end(process, met)
    finally:
        process.kill()
    if process.returncode == 0:
        return None
    assert met, "it failed by itself"
    saved = (out / "checkpoint.hdf").exists()
    run_case_on(ranks, case, out, *(["--restart", out] if saved else []))
    assert_same_bits(whole, out)
    assert (whole / "history.csv").read_text() == (out / "history.csv").read_text(), "history differs"
    return "checkpoint" if saved else "start"


def kill_runs(folder, runs, ranks, seed, tell=lambda line: None):
    """Interrupts so many runs; returns [(kind, what it was continued from, what is wrong or None)]."""
    folder = pathlib.Path(folder)
    case, dice, results = make_case(folder, **CASE), random.Random(seed), []
    whole = run_case(case, folder / "whole")
    began = time.monotonic()
    run_case_on(ranks, case, folder / "timed")
    longest = time.monotonic() - began
    for attempt in range(10 * runs):
        if len(results) == runs:
            break
        kind, wrong, source = KINDS[len(results) % len(KINDS)], None, None
        out = folder / f"run-{attempt}"
        try:
            source = run_once(case, whole, out, ranks, kind, dice, longest)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            wrong = str(error).splitlines()[0] if str(error) else "other bits"
        shutil.rmtree(out, ignore_errors=True)
        if source or wrong:
            results.append((kind, source, wrong))
            tell(f"{len(results):4} {kind:5} {source or '-':10} {wrong or 'same bits'}")
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--seed", type=int, default=13)
    options = parser.parse_args()
    if missing():
        print(missing())
        return 77
    with tempfile.TemporaryDirectory(prefix="taub-kills-") as folder:
        results = kill_runs(folder, options.runs, options.ranks, options.seed, lambda line: print(line, flush=True))
    counts = collections.Counter((kind, source) for kind, source, _ in results)
    wrong = [result for result in results if result[2]]
    print(f"{len(results)} of {options.runs} runs on {options.ranks} ranks were interrupted: "
          + ", ".join(f"{kind} from {source}: {count}" for (kind, source), count in sorted(counts.items(), key=str))
          + f"; {len(wrong)} with other bits or no end")
    return 1 if wrong or len(results) < options.runs else 0


if __name__ == "__main__":
    sys.exit(main())
