#!/usr/bin/env python3
"""Error of the density against seconds of stepping, for every Godunov scheme and order: the 3D vortex and an oblique wave.

    TAUB=build/taub python3 bench/work-and-precision.py [--device cuda] [--cells 32,48,64] [--out DIR]

Writes DIR/work-and-precision.csv as it goes, and a plot of the vortex beside it where matplotlib is present. Orders are printed as they come.
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
SCHEMES = [(kind, order) for kind in ("ader-weno", "rk-weno") for order in (2, 3, 4)]
NAMES = ["case", "kind", "order", "cells", "l1", "seconds", "steps"]


def measure(folder, case, kind, order, cells, device):
    limiter = ["scheme.limiter=mc"] if order == 2 else []
    subprocess.run([TAUB, "run", str(ROOT / "examples" / case), "scheme={}", f"scheme.kind={kind}", f"scheme.order={order}", *limiter,
                    f"mesh.cells=[{cells},{cells},{cells}]", "output.history=0", "--device", device, "-o", folder, "--quiet"], check=True)
    summary = json.loads((pathlib.Path(folder) / "summary.json").read_text())
    error = summary["errors"]["density"]
    return [case, kind, order, cells, error["l1"] / error["mean_of_exact"], summary["step_seconds"], summary["steps"]]


def plot(rows, path, device):
    try:
        import matplotlib
        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
    except ImportError:
        return
    figure, axes = plt.subplots(figsize=(6, 4.5))
    for kind, order in SCHEMES:
        points = [(float(row[5]), float(row[4])) for row in rows if row[:3] == ["vortex-3d", kind, order]]
        if points:
            axes.loglog(*zip(*points), "o-" if kind == "ader-weno" else "s--", label=f"{kind} {order}")
    axes.set_xlabel(f"seconds of stepping ({device})")
    axes.set_ylabel("mean relative error of the density")
    axes.legend(fontsize=8)
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=120)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--device", default="auto")
    parser.add_argument("--cells", default="32,48,64,96,128,144")
    parser.add_argument("--cases", default="vortex-3d,entropy-wave")
    parser.add_argument("--out", default=".")
    arguments = parser.parse_args()
    out, rows = pathlib.Path(arguments.out), []
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, open(out / "work-and-precision.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(NAMES)
        for case in arguments.cases.split(","):
            for kind, order in SCHEMES:
                before = None
                for cells in map(int, arguments.cells.split(",")):
                    row = measure(folder, case, kind, order, cells, arguments.device)
                    seen = math.log(before[4] / row[4]) / math.log(cells / before[3]) if before else float("nan")
                    print(f"{case} {kind} {order} {cells:4d}  L1 {row[4]:.3e}  order {seen:5.2f}  {row[5]:.3f} s", flush=True)
                    writer.writerow(row)
                    file.flush()
                    rows.append(row)
                    before = row
    plot(rows, out / "work-and-precision.png", arguments.device)


if __name__ == "__main__":
    main()
