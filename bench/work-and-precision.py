#!/usr/bin/env python3
"""Error against seconds of stepping, for every Godunov scheme and order: the 3D vortex and an oblique wave (density), and
the magnetized vortex in 3D (B_x), whose errors at 48, 96, 144 and 192 are table XIII of D. S. Balsara et al. (2023).

    TAUB=build/taub python3 bench/work-and-precision.py [--device cuda] [--cells 32,48,64] [--schemes ader-weno-2] [--out FILE]
    TAUB=build/taub python3 bench/work-and-precision.py --cases mhd-vortex-3d --cells 48,96,144,192 --schemes ader-weno-2,ader-weno-3,ader-weno-4
    python3 bench/work-and-precision.py --plot h200.csv,host.csv --out docs/images/work-and-precision.png

Writes FILE, a table, as it goes; lines that it holds already are not measured again. Orders are printed as they come. With
--plot: a picture of the vortex (--cases: of which), a panel for each table. Errors are relative to the mean, that of B_x is not.
"""
import argparse
import csv
import json
import math
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAUB = os.environ.get("TAUB", str(ROOT / "build" / "taub"))
SCHEMES = {f"{kind}-{order}" + {"mc-smooth": "-smooth", "parabolic": "-parabolic"}.get(limiter, ""): (kind, order, limiter)
           for kind in ("ader-weno", "rk-weno")
           for order, limiter in ((2, "mc"), (2, "mc-smooth"), (2, "parabolic"), (3, ""), (4, ""))}
# example, overrides, the quantity whose error counts
CASES = {
    "vortex-3d": ("vortex-3d", [], "density"),
    "entropy-wave": ("entropy-wave", [], "density"),
    "mhd-vortex-3d": ("mhd-vortex", ["mesh.lower=[-5,-5,-5]", "mesh.upper=[5,5,5]", "initial.state.velocity=[1,1,1]"],
                      "magnetic_field/x"),
}
NAMES = ["case", "kind", "order", "limiter", "cells", "l1", "seconds", "steps"]


def measure(folder, case, kind, order, limiter, cells, device, threads):
    example, overrides, quantity = CASES[case]
    subprocess.run([TAUB, "run", str(ROOT / "examples" / example), *overrides, "scheme={}", f"scheme.kind={kind}", f"scheme.order={order}",
                    *([f"scheme.limiter={limiter}"] if limiter else []),
                    *(["scheme.theta=2"] if limiter == "parabolic" else []), f"mesh.cells=[{cells},{cells},{cells}]",
                    "output.history=0", "--device", device, *(["--threads", threads] if threads else []), "-o", folder, "--quiet"], check=True)
    summary = json.loads((pathlib.Path(folder) / "summary.json").read_text())
    error = summary["errors"][quantity]
    scale = error["mean_of_exact"] if quantity == "density" else 1
    return [case, kind, order, limiter, cells, error["l1"] / scale, summary["step_seconds"], summary["steps"]]


def read_table(path):
    with open(path, newline="") as file:
        return [{**row, "order": int(row["order"]), "cells": int(row["cells"]), "l1": float(row["l1"]),
                 "seconds": float(row["seconds"])} for row in csv.DictReader(file)]


def plot(tables, case, path):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, panels = plt.subplots(1, len(tables), figsize=(5.2 * len(tables), 4.5), sharey=True, squeeze=False)
    for axes, table in zip(panels[0], tables):
        for name, (kind, order, limiter) in SCHEMES.items():
            points = sorted((row["seconds"], row["l1"]) for row in read_table(table)
                            if (row["case"], row["kind"], row["order"], row["limiter"]) == (case, kind, order, limiter))
            if points:
                axes.loglog(*zip(*points), "o-" if kind == "ader-weno" else "s--", color=f"C{(2, 3, 4).index(order)}",
                            markerfacecolor={"mc": "white", "mc-smooth": "lightgray"}.get(limiter), label=name)
        axes.set_xlabel("seconds of stepping")
        axes.set_title(table.stem.removeprefix("work-and-precision-"))
        axes.grid(alpha=0.3)
    panels[0][0].set_ylabel("mean relative error of the density" if CASES[case][2] == "density" else "mean error of B_x")
    panels[0][-1].legend(*panels[0][0].get_legend_handles_labels(), fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--device", default="auto")
    parser.add_argument("--threads", help="of the host")
    parser.add_argument("--cells", default="32,48,64,96,128,144")
    parser.add_argument("--cases", default="vortex-3d,entropy-wave")
    parser.add_argument("--schemes", default=",".join(SCHEMES))
    parser.add_argument("--plot", help="tables, with commas; nothing is measured")
    parser.add_argument("--out", default="work-and-precision.csv")
    arguments = parser.parse_args()
    out = pathlib.Path(arguments.out)
    if arguments.plot:
        return plot([pathlib.Path(name) for name in arguments.plot.split(",")], arguments.cases.split(",")[0], out)
    out.parent.mkdir(parents=True, exist_ok=True)
    known = {(row["case"], row["kind"], row["order"], row["limiter"], row["cells"]): row for row in read_table(out)} \
        if out.exists() else {}
    with tempfile.TemporaryDirectory() as folder, open(out, "a", newline="") as file:
        writer = csv.writer(file)
        if not known:
            writer.writerow(NAMES)
        for case in arguments.cases.split(","):
            for name in arguments.schemes.split(","):
                before = None
                for cells in map(int, arguments.cells.split(",")):
                    old = known.get((case, *SCHEMES[name], cells))
                    row = [old[column] for column in NAMES] if old else \
                        measure(folder, case, *SCHEMES[name], cells, arguments.device, arguments.threads)
                    seen = math.log(before[5] / row[5]) / math.log(cells / before[4]) if before else float("nan")
                    print(f"{case} {name} {cells:4d}  L1 {row[5]:.3e}  order {seen:5.2f}  {row[6]:.3f} s", flush=True)
                    if not old:
                        writer.writerow(row)
                        file.flush()
                    before = row


if __name__ == "__main__":
    main()
