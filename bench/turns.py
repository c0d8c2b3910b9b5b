#!/usr/bin/env python3
"""Two programs beside each other: cases of `taub bench`, in turn on one machine.

    python3 bench/turns.py BEFORE AFTER [--device host] [--threads 1,16] [--precisions double] [--only REGEX] [--turns 3]

BEFORE and AFTER are builds of `taub`. A turn times a case by one program, then by the other; prints a table in
Markdown: the case, the median of the turns of each, and the median of the ratios of a turn. Kernels of both are
compiled first, as many at a time as there are cores. Cases begun after --seconds are left out, which is told."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import statistics
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONFORMAL, LATTICE, VISCOUS = "bench/srhd-conformal.yaml", "bench/srhd-lattice-wb.yaml", "bench/israel-stewart.yaml"
GODUNOV, RELATIVISTIC = "bench/godunov.yaml", "bench/godunov-srhd.yaml"
RIEMANN = "examples/cese-riemann-2d/case.yaml"
# what, case, cells on a host, cells on a GPU, further overrides
CASES = [
    ("srhd kurganov-tadmor, conformal", CONFORMAL, (128, 128, 128), (256, 256, 256), []),
    ("the same, lattice-wb", LATTICE, (128, 128, 128), (256, 256, 256), []),
    ("the same, conformal, integrator: rk3", CONFORMAL, (128, 128, 128), (256, 256, 256), ["scheme.integrator=rk3"]),
    ("the same, reconstruct: conserved", CONFORMAL, (128, 128, 128), (256, 256, 256), ["scheme.reconstruct=conserved"]),
    ("srhd shasta, conformal", CONFORMAL, (128, 128, 128), (200, 200, 200), ["scheme={kind: shasta}"]),
    ("srhd musta, 2 stages", CONFORMAL, (96, 96, 96), (256, 256, 256), ["scheme={kind: musta, stages: 2}"]),
    ("israel-stewart, lattice-wb", VISCOUS, (128, 128, 32), (128, 128, 128), []),
    ("euler ader-weno 2", GODUNOV, (96, 96, 96), (192, 192, 192), ["scheme.order=2"]),
    ("euler ader-weno 3", GODUNOV, (96, 96, 96), (192, 192, 192), ["scheme.order=3"]),
    ("euler ader-weno 4", GODUNOV, (64, 64, 64), (192, 192, 192), ["scheme.order=4"]),
    ("euler rk-weno 2", GODUNOV, (96, 96, 96), (192, 192, 192), ["scheme.kind=rk-weno", "scheme.order=2"]),
    ("euler rk-weno 3", GODUNOV, (64, 64, 64), (192, 192, 192), ["scheme.kind=rk-weno", "scheme.order=3"]),
    ("srhd ader-weno 2", RELATIVISTIC, (96, 96, 96), (192, 192, 192), ["scheme.order=2"]),
    ("srhd ader-weno 3", RELATIVISTIC, (64, 64, 64), (192, 192, 192), ["scheme.order=3"]),
    ("euler cese, a-alpha, 2048^2", RIEMANN, (2048, 2048, 1), (2048, 2048, 1), []),
    ("euler cese, a-alpha, 8192^2", RIEMANN, None, (8192, 8192, 1), []),
    ("euler cese, c-tau, 8192^2", RIEMANN, None, (8192, 8192, 1), ["scheme.variant=c-tau"]),
]


def command(program, verb, job, options, more=()):
    case, cells, overrides, precision = job
    return [program, verb, str(ROOT / case), f"mesh.cells=[{','.join(map(str, cells))}]", *overrides,
            "--device", options.device, "--precision", precision, *more]


def rate(program, job, threads, options):
    """Zone updates a second; 0 where the program has no such case."""
    more = ["--repeats", str(options.repeats), "--json", "-"] + (["--threads", threads] if threads else [])
    done = subprocess.run(command(program, "bench", job, options, more), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(done.stderr.strip(), flush=True)
        return 0.0
    return json.loads(done.stdout[done.stdout.index("{"):])["zone_updates_per_second"]["median"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("programs", nargs=2)
    parser.add_argument("--device", default="host")
    parser.add_argument("--threads", default="", help="numbers, with commas between; host only")
    parser.add_argument("--precisions", default="double")
    parser.add_argument("--only", default="")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9)
    options = parser.parse_args()
    begin = time.monotonic()
    place = 2 if options.device == "host" else 3
    jobs = [(case[0], (case[1], case[place], case[4], precision)) for case in CASES
            for precision in options.precisions.split(",") if case[place] and re.search(options.only, case[0])]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for program in options.programs:
            list(pool.map(lambda job, program=program: subprocess.run(
                command(program, "compile", job[1], options), capture_output=True, check=False), jobs))
    print(f"compiled in {time.monotonic() - begin:.0f} s\n")
    print("| case | cells | precision | threads | before | after | ratio |\n|---|---|---|---|---|---|---|", flush=True)
    for name, job in jobs:
        for threads in options.threads.split(","):
            if time.monotonic() - begin > options.seconds:
                print(f"(no time: {name}, {threads})")
                continue
            turns = [[rate(program, job, threads, options) for program in options.programs] for _ in range(options.turns)]
            before, after = (statistics.median(column) for column in zip(*turns))
            ratio = statistics.median(new / old if old else 0.0 for old, new in turns)
            cells = " x ".join(map(str, job[1]))
            print(f"| {name} | {cells} | {job[3]} | {threads} | {before:.3g} | {after:.3g} | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()
