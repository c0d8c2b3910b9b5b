#!/usr/bin/env python3
"""Shock problems in one to three dimensions with every Godunov scheme, order and Riemann solver.

    TAUB=build/taub python3 bench/shock-matrix.py [--device cuda] [--problems noh,riemann-2d] [--jobs 12] [--out DIR]

Appends to DIR/shock-matrix.csv a line for each run: mean error of the density against the exact solution or, where there is
none, against the example's reference or a run on four times as many cells along each axis (ader-weno 3 with HLLC, averaged
over the coarse cells), cells that were taken back to first order and fluxes that were blended, as shares of all zone updates, the smallest density and
pressure, and whether the run came to its end with both positive. Runs that the file holds already are left out. Prints
the tables of docs/theory/gas-dynamics.md at the end.
"""
import argparse
import concurrent.futures
import csv
import itertools
import json
import os
import pathlib
import subprocess
import tempfile

import h5py
import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAUB = os.environ.get("TAUB", str(ROOT / "build" / "taub"))
KINDS, ORDERS, SOLVERS = ("ader-weno", "rk-weno"), (2, 3, 4), ("hllc", "hlli", "hll", "rusanov")
# case, what the density is compared with
PROBLEMS = {
    "sod": ("sod", "exact"),
    "toro-1": ("toro", "exact"),
    **{f"toro-{n}": (f"toro/problem-{n}.yaml", "exact") for n in (2, 3, 4, 5)},
    "le-blanc": ("le-blanc", "exact"),
    "shu-osher": ("shu-osher", "reference"),
    "blast-waves": ("blast-waves", "reference"),
    "double-mach": ("double-mach", "finer"),
    "riemann-2d": ("riemann-2d", "finer"),
    "kelvin-helmholtz": ("kelvin-helmholtz", "finer"),
    "rayleigh-taylor": ("rayleigh-taylor", "finer"),
    "noh-2d": ("noh", "exact"),
    "noh-3d": ("noh/sphere.yaml", "exact"),
    "sedov-3d": ("sedov-3d", "exact"),
}
NAMES = ["problem", "kind", "order", "solver", "cells", "l1", "first_order", "regulated", "least_density", "least_pressure",
         "steps", "status"]


def run(problem, kind, order, solver, device, folder, finer=1):
    """(summary or None, fields of the last output, cells, the program's last line)."""
    case = ROOT / "examples" / PROBLEMS[problem][0]
    cells = cells_of(case, finer)
    done = subprocess.run([TAUB, "run", str(case), "scheme={}", f"scheme.kind={kind}", f"scheme.order={order}",
                           f"scheme.riemann={solver}", *(["scheme.limiter=mc"] if order == 2 else []),
                           f"mesh.cells={cells}", "output.every=0", "output.history=0", "output.fields=[density,pressure]",
                           "--device", device, *(["--threads", "1"] if device == "host" else []), "-o", str(folder), "--quiet"],
                          capture_output=True, text=True)
    if done.returncode:
        return None, None, cells, (done.stderr.strip().splitlines() or ["no message"])[-1]
    summary = json.loads((folder / "summary.json").read_text())
    last = max((folder / "fields").glob("*.h5"))
    with h5py.File(last) as file:
        fields = {name: file[f"data/{int(last.stem)}/meshes/{name}"][()] for name in ("density", "pressure")}
    return summary, fields, cells, ""


def cells_of(case, finer):
    path = case if case.suffix else case / "case.yaml"
    line = next(line for line in path.read_text().splitlines() if line.strip().startswith("cells:"))
    cells = json.loads(line.split(":", 1)[1])
    return [n * finer if n > 1 else 1 for n in cells]


def restrict(values, shape):
    for axis, n in enumerate(shape):
        parts = values.shape[axis] // n
        values = values.reshape(*values.shape[:axis], n, parts, *values.shape[axis + 1:]).mean(axis=axis + 1)
    return values


def measure(job, device, references):
    problem, kind, order, solver = job
    with tempfile.TemporaryDirectory() as name:
        summary, fields, cells, message = run(problem, kind, order, solver, device, pathlib.Path(name))
    if summary is None:
        return [problem, kind, order, solver, cells, "", "", "", "", "", "", message]
    least = {name: values.min() for name, values in fields.items()}
    if PROBLEMS[problem][1] == "exact":
        l1 = summary["errors"]["density"]["l1"]
    elif problem in references:
        l1 = numpy.abs(fields["density"] - restrict(references[problem], fields["density"].shape)).mean()
    else:
        l1 = float("nan")
    updates = summary["steps"] * float(numpy.prod(cells))
    counts = summary["counts"]
    fine = min(least.values()) > 0 and counts["recovery_failures"] == 0
    return [problem, kind, order, solver, "x".join(map(str, cells)), f"{l1:.4e}", f"{counts['first_order_cells'] / updates:.2e}",
            f"{counts['regulated'] / updates:.2e}", f"{least['density']:.3e}", f"{least['pressure']:.3e}", summary["steps"],
            "fine" if fine else "not positive"]


def find_references(problems, device, out):
    """Densities of the examples' references, or on four times as many cells along each axis: kept beside the table."""
    references = {}
    for problem in problems:
        path = out / f"{problem}-reference.npy"
        if PROBLEMS[problem][1] == "exact":
            continue
        if PROBLEMS[problem][1] == "reference":
            table = numpy.genfromtxt(ROOT / "examples" / problem / "reference.csv", delimiter=",", names=True)
            references[problem] = table["density"].reshape(1, 1, -1)
            continue
        if not path.exists():
            with tempfile.TemporaryDirectory() as name:
                summary, fields, _, message = run(problem, "ader-weno", 3, "hllc", device, pathlib.Path(name), finer=4)
            if summary is None:
                print(f"{problem}: no reference: {message}", flush=True)
                continue
            numpy.save(path, fields["density"].astype(numpy.float32))
        references[problem] = numpy.load(path).astype(float)
        print(f"{problem}: reference on {references[problem].shape[::-1]} cells", flush=True)
    return references


def tables(rows):
    """One table of errors; one of shares of corrected cells and blended fluxes; all runs that failed."""
    problems = [problem for problem in PROBLEMS if any(row["problem"] == problem for row in rows)]
    found = {(row["problem"], row["kind"], int(row["order"]), row["solver"]): row for row in rows}
    for title, cell in (("mean error of the density", lambda row: f"{float(row['l1']):.2e}"),
                        ("first-order cells, regulated, of a million updates",
                         lambda row: f"{1e6 * float(row['first_order']):.0f}, {1e6 * float(row['regulated']):.0f}")):
        print(f"\n{title}\n\n| scheme | order | solver | {' | '.join(problems)} |\n|{'---|' * (3 + len(problems))}")
        for kind, order, solver in itertools.product(KINDS, ORDERS, SOLVERS):
            line = [found.get((problem, kind, order, solver)) for problem in problems]
            if not any(line):
                continue
            print(f"| {kind} | {order} | {solver} | "
                  + " | ".join("" if row is None else cell(row) if row["l1"] else "failed" for row in line) + " |")
    wrong = [row for row in rows if row["status"] != "fine"]
    print(f"\n{len(rows)} runs, {len(wrong)} not fine")
    for row in wrong:
        print("  ", *(row[name] for name in ("problem", "kind", "order", "solver", "status")))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--device", default="auto")
    parser.add_argument("--problems", default=",".join(PROBLEMS))
    parser.add_argument("--orders", default="2,3,4")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time; most of their time goes into compilers")
    parser.add_argument("--out", default=".")
    arguments = parser.parse_args()
    out = pathlib.Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    table = out / "shock-matrix.csv"
    known = list(csv.DictReader(open(table))) if table.exists() else []
    have = {(row["problem"], row["kind"], int(row["order"]), row["solver"]) for row in known}
    problems = arguments.problems.split(",")
    jobs = [job for job in itertools.product(problems, KINDS, map(int, arguments.orders.split(",")), SOLVERS) if job not in have]
    references = find_references(problems, arguments.device, out)
    with open(table, "a", newline="") as file, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        writer = csv.writer(file)
        if not known:
            writer.writerow(NAMES)
        for done in concurrent.futures.as_completed([pool.submit(measure, job, arguments.device, references) for job in jobs]):
            row = done.result()
            writer.writerow(row)
            file.flush()
            print(*row, flush=True)
    tables(list(csv.DictReader(open(table))))


if __name__ == "__main__":
    main()
