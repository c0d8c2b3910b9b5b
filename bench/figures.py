#!/usr/bin/env python3
"""The figures of bench/README.md that `taub bench` measures, once more and beside what is recorded.

    TAUB=build/taub python3 bench/figures.py [--device cuda] [--only REGEX] [--repeats 3] [--seconds 240] [--json FILE]

Prints a table in Markdown: the case, zone updates a second as recorded (`RECORDED` below: an H200, Ubuntu 24.04, CUDA 13),
those of today, and their ratio. Kernels of all cases are compiled first, as many at a time as there are cores. Cases that
the time does not reach are told."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAUB = os.environ.get("TAUB", str(ROOT / "build" / "taub"))
CONFORMAL, LATTICE, VISCOUS = "bench/srhd-conformal.yaml", "bench/srhd-lattice-wb.yaml", "bench/israel-stewart.yaml"
GODUNOV, RELATIVISTIC, MHD, MAXWELL = "bench/godunov.yaml", "bench/godunov-srhd.yaml", "bench/mhd.yaml", "bench/maxwell.yaml"
BIG, RIEMANN = "mesh.cells=[256,256,256]", "examples/cese-riemann-2d/case.yaml"
MINMOD, CONSERVED = "scheme.limiter=minmod", "scheme.variables=conserved"
# what, case, overrides, recorded in double and in single precision; None: not recorded
RECORDED = [
    ("srhd kurganov-tadmor, conformal, 256^3", CONFORMAL, [BIG], 3.03e9, 5.47e9),
    ("the same, lattice-wb", LATTICE, [BIG], 2.75e9, 4.24e9),
    ("the same, conformal, integrator: rk3", CONFORMAL, [BIG, "scheme.integrator=rk3"], 2.12e9, 3.39e9),
    ("the same, reconstruct: conserved", CONFORMAL, [BIG, "scheme.reconstruct=conserved"], 1.93e9, 4.09e9),
    ("the same, strict", CONFORMAL, [BIG, "device.reproducible=strict"], 3.05e9, 4.42e9),
    ("srhd shasta, conformal, 200^3", CONFORMAL, ["mesh.cells=[200,200,200]", "scheme={kind: shasta}"], 3.68e9, 8.94e9),
    ("srhd musta, 2 stages, 256^3", CONFORMAL, [BIG, "scheme={kind: musta, stages: 2}"], 1.59e9, 4.56e9),
    ("israel-stewart, lattice-wb, 128^3", VISCOUS, [], 6.76e8, 1.47e9),
    ("euler ader-weno 2, minmod, 192^3", GODUNOV, ["scheme.order=2", MINMOD], 3.78e9, 8.13e9),
    ("euler ader-weno 3, conserved", GODUNOV, ["scheme.order=3", CONSERVED], 1.13e9, 2.22e9),
    ("euler ader-weno 3, characteristic", GODUNOV, ["scheme.order=3", "scheme.variables=characteristic"], 8.64e8, 1.76e9),
    ("euler ader-weno 4, conserved", GODUNOV, ["scheme.order=4", CONSERVED], 6.73e8, None),
    ("euler rk-weno 2", GODUNOV, ["scheme.kind=rk-weno", "scheme.order=2"], 1.91e9, 3.89e9),
    ("euler rk-weno 3, conserved", GODUNOV, ["scheme.kind=rk-weno", "scheme.order=3", CONSERVED], 4.41e8, 8.30e8),
    ("euler rk-weno 4, conserved", GODUNOV, ["scheme.kind=rk-weno", "scheme.order=4", CONSERVED], 2.49e8, 4.88e8),
    ("srhd ader-weno 2, minmod, conserved, 192^3", RELATIVISTIC, ["scheme.order=2", MINMOD, CONSERVED], 1.39e9, 4.29e9),
    ("srhd ader-weno 3, conserved", RELATIVISTIC, ["scheme.order=3", CONSERVED], 3.48e8, 1.59e9),
    ("srhd ader-weno 4, conserved", RELATIVISTIC, ["scheme.order=4", CONSERVED], 1.25e8, 3.33e8),
    ("srhd rk-weno 3, conserved", RELATIVISTIC, ["scheme.kind=rk-weno", "scheme.order=3", CONSERVED], 1.85e8, 6.71e8),
    ("mhd ader-weno 2, minmod, 192^3", MHD, ["scheme.order=2", MINMOD], 1.20e9, 2.20e9),
    ("mhd ader-weno 3", MHD, ["scheme.order=3"], 3.84e8, 6.73e8),
    ("mhd ader-weno 4", MHD, ["scheme.order=4"], 3.17e8, 5.30e8),
    ("mhd rk-weno 3", MHD, ["scheme.kind=rk-weno", "scheme.order=3"], 1.62e8, None),
    ("maxwell 2, 192^3", MAXWELL, ["scheme.order=2"], 2.53e9, 4.00e9),
    ("maxwell 3", MAXWELL, ["scheme.order=3"], 2.15e9, 3.28e9),
    ("maxwell 4", MAXWELL, ["scheme.order=4"], 1.46e9, 2.89e9),
    ("euler cese, 2048^2", RIEMANN, ["mesh.cells=[2048,2048,1]"], 7.37e9, 1.32e10),
    ("the same, c-tau", RIEMANN, ["mesh.cells=[2048,2048,1]", "scheme.variant=c-tau"], 4.35e9, 1.19e10),
    ("euler cese, 8192^2", RIEMANN, ["mesh.cells=[8192,8192,1]"], 8.81e9, 1.98e10),
]


def command(program, verb, case, overrides, precision, options, more=()):
    return [program, verb, str(ROOT / case), *overrides, "--device", options.device, "--precision", precision, *more]


def compile_all(program, wanted, options):
    """How many failed."""
    def one(job):
        return subprocess.run(command(program, "compile", *job[1:], options), capture_output=True, check=False).returncode
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return sum(code != 0 for code in pool.map(one, wanted))


def rate(program, job, options, more=()):
    """Zone updates a second, or why there is none."""
    with tempfile.TemporaryDirectory() as folder:
        numbers = pathlib.Path(folder) / "numbers.json"
        done = subprocess.run(command(program, "bench", *job[1:], options,
                                      ["--repeats", str(options.repeats), "--json", str(numbers), *more]),
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return None, (done.stderr.strip().splitlines() or ["no message"])[-1]
        return json.loads(numbers.read_text())["zone_updates_per_second"]["median"], ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--only", default="")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1e9, help="no case begins later than this")
    parser.add_argument("--json")
    options = parser.parse_args()
    began = time.monotonic()
    rows = [row for row in RECORDED if re.search(options.only, row[0])]
    jobs = {(row[0], precision): (row[0], row[1], row[2], precision) for row in rows for precision in ("double", "single")}
    failed = compile_all(TAUB, list(jobs.values()), options)
    print(f"{len(jobs)} programs in {time.monotonic() - began:.0f} s, {failed} failed\n")
    print("| | double, recorded | today | | single, recorded | today | |\n|---|---|---|---|---|---|---|", flush=True)
    found = {}
    for row in rows:
        words = [row[0]]
        for precision, recorded in zip(("double", "single"), row[3:]):
            speed, reason = rate(TAUB, jobs[row[0], precision], options) if time.monotonic() - began < options.seconds else (None, "no time")
            found[f"{row[0]}, {precision}"] = speed
            words += [f"{recorded:.3g}" if recorded else "", f"{speed:.3g}" if speed else reason,
                      f"{speed / recorded:.2f}" if speed and recorded else ""]
        print("| " + " | ".join(words) + " |", flush=True)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
