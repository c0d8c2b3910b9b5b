#!/usr/bin/env python3
"""Threads of the host, on an idle machine: what a mesh gains from them, and whether runs that share cores hinder each other.

    python3 bench/threads.py PROGRAM [PROGRAM ...] [--turns 3] [--together 8] [--only meshes|runs]

The programs are builds of `taub`, in turn, say one of an earlier revision first. The first table (Markdown) has zone updates a
second on one, two and all threads, medians of the turns, for each program; the second the seconds of runs with two threads
each on the first two cores, one after the other and all at once. Kernels are compiled first."""
import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile
import time
import types

import figures

MESHES = [(figures.GODUNOV, "euler `ader-weno` 2", cells) for cells in ((96, 96, 96), (32, 32, 32), (96, 96, 1), (400, 1, 1))]
MESHES += [(figures.MHD, "mhd `ader-weno` 2", cells) for cells in ((96, 96, 96), (32, 32, 32), (96, 96, 1))]
RUN = ["run", str(figures.ROOT / "examples" / "orszag-tang" / "case.yaml"), "mesh.cells=[64,64,1]", "--quiet", "--threads", "2",
       "--device", "host"]
PATIENCE = 60  # seconds


def start(program, folder, number):
    cores = set(sorted(os.sched_getaffinity(0))[:2])
    return subprocess.Popen([program, *RUN, "-o", str(pathlib.Path(folder) / str(number))], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, preexec_fn=lambda: os.sched_setaffinity(0, cores))


def seconds_of_runs(program, count, at_once):
    """Seconds until all have ended; None: not within PATIENCE, or one failed."""
    with tempfile.TemporaryDirectory() as folder:
        began, running, good = time.monotonic(), [], True
        for number in range(count):
            running.append(start(program, folder, number))
            if not at_once:
                good = running.pop().wait() == 0 and good
        for process in running:
            try:
                good = process.wait(max(began + PATIENCE - time.monotonic(), 0)) == 0 and good
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                good = False
        return time.monotonic() - began if good else None


def meshes(programs, turns):
    numbers = sorted({1, 2, len(os.sched_getaffinity(0))})
    options = types.SimpleNamespace(device="host", repeats=1)
    jobs = [(f"{name}, {' x '.join(map(str, cells))}", case, ["scheme.order=2", f"mesh.cells=[{','.join(map(str, cells))}]"], "double")
            for case, name, cells in MESHES]
    for program in programs:
        figures.compile_all(program, jobs, options)
    print("| case | program | " + " | ".join(f"{n} threads" for n in numbers) + " | gain |\n|---|---|" + "---|" * (len(numbers) + 1))
    for job in jobs:
        speeds = {}
        for _ in range(turns):
            for threads in numbers:
                for program in programs:
                    speed, reason = figures.rate(program, job, options, ["--threads", str(threads)])
                    if not speed:
                        raise SystemExit(f"{program}: {job[0]}: {reason}")
                    speeds.setdefault((program, threads), []).append(speed)
        for number, program in enumerate(programs, 1):
            medians = [statistics.median(speeds[program, threads]) for threads in numbers]
            print(f"| {job[0]} | {number} | " + " | ".join(f"{speed:.3g}" for speed in medians) +
                  " | " + ", ".join(f"{speed / medians[0]:.2f}" for speed in medians[1:]) + " |", flush=True)
    print()


def together(programs, count, turns):
    print(f"{count} runs of examples/orszag-tang on 64 x 64 cells with two threads each on two cores, s\n\n"
          "| program | one after the other | at once | ratio |\n|---|---|---|---|")
    for number, program in enumerate(programs, 1):
        seconds_of_runs(program, 1, False)  # the kernels
        pairs = [(seconds_of_runs(program, count, False), seconds_of_runs(program, count, True)) for _ in range(turns)]
        if all(one and other for one, other in pairs):
            one, other = (statistics.median(values) for values in zip(*pairs))
            print(f"| {number} | {one:.1f} | {other:.1f} | {statistics.median(b / a for a, b in pairs):.2f} |", flush=True)
        else:
            print(f"| {number} | {pairs} | | (None: not within {PATIENCE} s, or failed) |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--together", type=int, default=8, help="runs at once")
    parser.add_argument("--only", choices=["meshes", "runs"], help="the first table, or the second")
    options = parser.parse_args()
    for number, program in enumerate(options.programs, 1):
        print(f"{number}: {program}")
    print()
    if options.only != "runs":
        meshes(options.programs, options.turns)
    if options.only != "meshes":
        together(options.programs, options.together, options.turns)


if __name__ == "__main__":
    main()
