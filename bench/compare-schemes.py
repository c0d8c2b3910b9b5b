#!/usr/bin/env python3
"""Every relativistic scheme against every other: error, speed of one host core, error at equal cost, new extrema.

    TAUB=build/taub python3 bench/compare-schemes.py [--write] [--only schemes,extrema,marti-muller]

Makes the tables of docs/theory/schemes-compared.md; --write puts them there, each between its two marks, otherwise they
are printed.
schemes: on the conformal shock tube, mean |e - exact|/e_left at t = 3 fm/c on 100 to 1600 cells; the rise of the total
variation of e over the initial one, relative to it, on 400; zone updates per second of one core; and the error at equal
cost. Cost is seconds of one core, the steps alone. The speed is measured where it can be, on a box of 64^3 cells by
`taub bench`: a tube of a few hundred cells is over too soon. It wants an idle machine; the others do not.
extrema: error and rise for MUSTA with every limiter, from a sharp jump and from one over a cell.
marti-muller: both problems.
A scheme is one line in SCHEMES; those that the program does not have for this system are left out.
"""
import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import h5py
import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAUB = os.environ.get("TAUB", str(ROOT / "build" / "taub"))
PAGE = ROOT / "docs/theory/schemes-compared.md"
LEFT, RIGHT = 0.0246, 0.0015
sys.path.insert(0, str(ROOT / "tests" / "exact"))
from exact_solutions import ConformalTube  # noqa: E402
CELLS = (100, 200, 400, 800, 1600)

# name in the table: the case's scheme
SCHEMES = {
    "kurganov-tadmor, minmod 1.5, rk2": "{kind: kurganov-tadmor, limiter: minmod}",
    "kurganov-tadmor, minmod 1.5, rk3": "{kind: kurganov-tadmor, limiter: minmod, integrator: rk3}",
    "kurganov-tadmor, mc, rk2": "{kind: kurganov-tadmor, limiter: mc}",
    "kurganov-tadmor, superbee, rk2": "{kind: kurganov-tadmor, limiter: superbee}",
    "shasta": "{kind: shasta}",
    "shasta, r = 1 (Boris and Book)": "{kind: shasta, neighbour_share: 1}",
    "shasta, splitting none": "{kind: shasta, splitting: none}",
    "musta 0 (FORCE), none": "{kind: musta, stages: 0, limiter: none}",
    "musta 4, none": "{kind: musta, stages: 4, limiter: none}",
    "musta 0 (FORCE), minmod 1.5": "{kind: musta, stages: 0}",
    "musta 2, minbee": "{kind: musta, stages: 2, limiter: minbee}",
    "musta 2, minmod 1.5": "{kind: musta, stages: 2}",
    "musta 2, van-leer": "{kind: musta, stages: 2, limiter: van-leer}",
    "musta 2, mc": "{kind: musta, stages: 2, limiter: mc}",
    "musta 2, superbee": "{kind: musta, stages: 2, limiter: superbee}",
    "musta 4, minmod 1.5": "{kind: musta, stages: 4}",
    "musta 4, mc": "{kind: musta, stages: 4, limiter: mc}",
    "cese, a-alpha": "{kind: cese}",
    "cese, c-tau": "{kind: cese, variant: c-tau}",
    "rk-weno 3": "{kind: rk-weno}",
    "rk-weno 4": "{kind: rk-weno, order: 4}",
    "ader-weno 3": "{kind: ader-weno}",
    "ader-weno 4": "{kind: ader-weno, order: 4}",
}
LIMITERS = ("none", "minbee", "minmod", "van-leer", "mc", "superbee")
TROUBLE = {}  # what was left out, and why


def run(case, folder, *settings):
    """(summary, first and last energy density) of a run on one core."""
    out = pathlib.Path(folder) / "out"
    subprocess.run([TAUB, "run", str(ROOT / "examples" / case), "output.history=0", "--device", "host", "--threads", "1",
                    "-o", str(out), "--quiet", *settings], check=True)
    files, energies = sorted((out / "fields").glob("*.h5")), []
    for path in (files[0], files[-1]):
        with h5py.File(path) as file:
            energies.append(file[f"data/{int(path.stem)}/meshes/energy_density"][()].ravel())
    return json.loads((out / "summary.json").read_text()), *energies


def variation(values):
    return numpy.abs(numpy.diff(values)).sum()


def tube(folder, *settings):
    """(error, steps, rise) of the conformal shock tube. A smooth start, of which the program knows no exact solution, is
    compared with that of a sharp one here."""
    summary, first, last = run("shock-tube", folder, *settings)
    if "errors" in summary:
        error = summary["errors"]["energy_density"]["l1"]
    else:
        x = -5 + 10 * (numpy.arange(last.size) + 0.5) / last.size
        error = numpy.abs(last - ConformalTube(LEFT, RIGHT).state(x / summary["time"])[0]).mean()
    return error / LEFT, summary["steps"], variation(last) / variation(first) - 1


def speeds_of(schemes, folder):
    """Zone updates per second of one core, double precision: medians over rounds in which all have their turn, since
    machines are faster at times."""
    rounds = [{name: speed_of(scheme, folder) for name, scheme in schemes.items()} for _ in range(3)]
    return {name: statistics.median(speeds[name] for speeds in rounds) for name in schemes}


def speed_of(scheme, folder):
    out = pathlib.Path(folder) / "bench.json"
    subprocess.run([TAUB, "bench", str(ROOT / "bench/srhd-conformal.yaml"), f"scheme={scheme}", "mesh.cells=[64,64,64]",
                    "--device", "host", "--threads", "1", "--repeats", "1", "--json", str(out)], check=True,
                   stdout=subprocess.DEVNULL)
    return json.loads(out.read_text())["zone_updates_per_second"]["median"]


def at_cost(points, seconds):
    """Error at this cost, by a power law between neighbouring points (cost, error) or the nearest two."""
    logs = sorted((math.log(cost), math.log(error)) for cost, error in points)
    at = math.log(seconds)
    pairs = list(zip(logs, logs[1:]))
    (x0, y0), (x1, y1) = next((pair for pair in pairs if at <= pair[1][0]), pairs[-1])
    return math.exp(y0 + (y1 - y0) * (at - x0) / (x1 - x0))


def available(case):
    """The schemes that this program takes for a case."""
    for name, scheme in SCHEMES.items():
        done = subprocess.run([TAUB, "check", str(ROOT / "examples" / case), f"scheme={scheme}"], capture_output=True, text=True)
        if done.returncode:
            TROUBLE[name] = done.stderr.strip()
        else:
            yield name, scheme


def row(*cells):
    return "| " + " | ".join(cells) + " |"


def schemes_table(folder):
    results, schemes = {}, dict(available("shock-tube"))
    speeds = speeds_of(schemes, folder)
    for name, scheme in schemes.items():
        try:
            runs = [tube(folder, f"scheme={scheme}", f"mesh.cells=[{n},1,1]") for n in CELLS]
        except subprocess.CalledProcessError as error:
            TROUBLE[name] = str(error)
            continue
        speed = speeds[name]
        costs = [n * steps / speed for n, (_, steps, _) in zip(CELLS, runs)]
        results[name] = speed, [error for error, _, _ in runs], costs, runs[CELLS.index(400)][2]
        print(name, f"{speed:.3g}", file=sys.stderr, flush=True)
    reference = next(iter(results.values()))[2][CELLS.index(400)]  # the cost of the first scheme on 400 cells
    lines = [row("scheme", *(str(n) for n in CELLS), "rise", "updates/s", "error at equal cost"), "|---" * (len(CELLS) + 4) + "|"]
    for name, (speed, errors, costs, rise) in results.items():
        lines.append(row(name, *(f"{error:.2e}" for error in errors), f"{rise:.1e}", f"{speed:.2e}",
                         f"{at_cost(list(zip(costs, errors)), reference):.2e}"))
    return lines


def extrema_table(folder):
    lines = [row("limiter", "K = 0", "K = 1", "K = 2", "K = 4", "K = 2, 0.025 fm", "K = 4, 0.025 fm", "K = 4, 0.03 fm, cfl 0.2"), "|---" * 8 + "|"]
    for limiter in LIMITERS:
        cells = []
        for stages, *more in ((0,), (1,), (2,), (4,), (2, "initial.transition=0.025"), (4, "initial.transition=0.025"),
                              (4, "initial.transition=0.03", "time.cfl=0.2")):
            error, _, rise = tube(folder, f"scheme={{kind: musta, stages: {stages}, limiter: {limiter}}}", *more)
            text = f"{error:.2e}, {rise:.1e}"
            cells.append(f"**{text}**" if error <= 2e-3 and rise <= 1e-3 else text)
        lines.append(row(limiter, *cells))
    return lines


def marti_muller_table(folder):
    lines = [row("scheme", *(f"{problem}: {letter}" for problem in "12" for letter in "npv")), "|---" * 7 + "|"]
    for name, scheme in available("marti-muller"):
        cells = []
        for case in ("marti-muller/case.yaml", "marti-muller/problem-2.yaml"):
            try:
                errors = run(case, folder, f"scheme={scheme}")[0]["errors"]
                cells += [f"{errors[quantity]['l1']:.2e}" for quantity in ("charge_density", "pressure", "velocity/x")]
            except subprocess.CalledProcessError:
                cells += ["fails", "", ""]
        lines.append(row(name, *cells))
    return lines


TABLES = {"schemes": schemes_table, "extrema": extrema_table, "marti-muller": marti_muller_table}


def write_into_page(name, lines):
    begin, end = f"<!-- table {name} -->\n", "<!-- end -->"
    before, rest = PAGE.read_text().split(begin)
    PAGE.write_text(before + begin + "\n".join(lines) + "\n" + end + rest.split(end, 1)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="into docs/theory/schemes-compared.md")
    parser.add_argument("--only", default=",".join(TABLES), help="which tables, with commas between")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.only.split(","):
            lines = TABLES[name](folder)
            if arguments.write:
                write_into_page(name, lines)
            print("\n".join(lines) + "\n", flush=True)
    for name, reason in TROUBLE.items():
        print(f"left out: {name}: {reason}", file=sys.stderr)


if __name__ == "__main__":
    main()
