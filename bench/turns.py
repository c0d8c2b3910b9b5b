#!/usr/bin/env python3
"""Two programs beside each other: the cases of figures.py, in turn on one machine.

    python3 bench/turns.py BEFORE AFTER [--device host] [--threads 1,16] [--precisions double] [--only REGEX] [--turns 3]

BEFORE and AFTER are builds of `taub`. A turn times a case by one program, then by the other; prints a table in
Markdown: the case, the median of the turns of each, and the median of the ratios of a turn. On hosts meshes are those
of HOST_CELLS. Kernels of both are compiled first, as many at a time as there are cores. Cases that the time does not
reach are told."""
import argparse
import re
import statistics
import time

import figures

HOST_CELLS = {figures.CONFORMAL: (128, 128, 128), figures.LATTICE: (128, 128, 128), figures.VISCOUS: (128, 128, 32),
              figures.GODUNOV: (96, 96, 96), figures.RELATIVISTIC: (96, 96, 96), figures.MHD: (48, 48, 48),
              figures.MAXWELL: (48, 48, 48), figures.RIEMANN: (2048, 2048, 1)}


def jobs_of(options):
    for name, case, overrides, *_ in figures.RECORDED:
        if options.device == "host":
            cells = HOST_CELLS[case]
            overrides = [*overrides, f"mesh.cells=[{','.join(map(str, cells))}]"]  # the last one holds
            name = re.sub(r", \d+\^\d", "", name) + f", {' x '.join(map(str, cells))}"
        for precision in options.precisions.split(","):
            if re.search(options.only, name):
                yield name, case, overrides, precision


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("programs", nargs=2)
    parser.add_argument("--device", default="host")
    parser.add_argument("--threads", default="", help="numbers, with commas between; host only")
    parser.add_argument("--precisions", default="double")
    parser.add_argument("--only", default="")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="no case begins later than this")
    options = parser.parse_args()
    began = time.monotonic()
    jobs = list(jobs_of(options))
    failed = sum(figures.compile_all(program, jobs, options) for program in options.programs)
    print(f"{2 * len(jobs)} programs in {time.monotonic() - began:.0f} s, {failed} failed\n")
    print("| case | precision | threads | before | after | ratio |\n|---|---|---|---|---|---|", flush=True)
    for job in jobs:
        for threads in options.threads.split(","):
            if time.monotonic() - began > options.seconds:
                print(f"(no time: {job[0]}, {job[3]}, {threads})")
                continue
            more = ["--threads", threads] if threads else []
            turns, reasons = [], set()
            for _ in range(options.turns):
                speeds, words = zip(*(figures.rate(program, job, options, more) for program in options.programs))
                reasons |= set(words) - {""}
                if all(speeds):
                    turns.append(speeds)
            if reasons:
                print(f"({job[0]}: {'; '.join(sorted(reasons))})", flush=True)
                continue
            before, after = (statistics.median(speeds) for speeds in zip(*turns))
            ratio = statistics.median(new / old for old, new in turns)
            print(f"| {job[0]} | {job[3]} | {threads} | {before:.3g} | {after:.3g} | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()
