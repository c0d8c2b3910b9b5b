#!/usr/bin/env python3
"""Balsara's tubes of relativistic magnetohydrodynamics against their exact solutions (tests/exact/srmhd_riemann.py), tube 1
against a run of order 2 with HLLD on 3200 cells: mean errors by order and Riemann solver, steps and seconds.

    TAUB=build/taub PYTHONPATH=python:tests/exact python3 bench/srmhd-tubes.py [--cells 200,400,800] [--tubes 1,5] [--orders 2,3]

D. S. Balsara, Astrophys. J. Suppl. 132 (2001) 83; ader-weno, order 2 with mc.
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile

import numpy
import srmhd_riemann
import taub

ROOT = pathlib.Path(__file__).resolve().parents[1]
TAUB = os.environ.get("TAUB", str(ROOT / "build/taub"))
FINE = 3200
QUANTITIES = ("density", "pressure", "velocity/x", "velocity/y", "magnetic_field/y")


def state(values):
    return {"density": values[0], "velocity": values[1:4], "pressure": values[4], "magnetic_field": values[5:8]}


def run(tube, cells, order, solver, kind="ader-weno"):
    """{quantity: values} at the end."""
    gamma, end, left, right = srmhd_riemann.TUBES[tube]
    case = {"system": "srmhd", "eos": {"kind": "ideal-gas", "gamma": gamma},
            "mesh": {"cells": [cells, 1, 1], "lower": [-0.5, 0, 0], "upper": [0.5, 1, 1], "boundary": "outflow"},
            "scheme": {"kind": kind, "order": order, "riemann": solver, **({"limiter": "mc"} if order == 2 else {})},
            "time": {"end": end}, "initial": {"kind": "riemann", "axis": "x", "position": 0, "left": state(left), "right": state(right)},
            "output": {"fields": ["density", "velocity", "pressure", "magnetic_field"], "history": 0}}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "case.yaml"
        path.write_text(json.dumps(case))
        subprocess.run([TAUB, "run", path, "-o", folder + "/out", "-q", "--threads", "1"], check=True)
        result = taub.open(folder + "/out")
        summary = json.loads((pathlib.Path(folder) / "out/summary.json").read_text())
        return {name: numpy.asarray(result.field(name, index=-1)).squeeze() for name in QUANTITIES}, summary


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--cells", default="200,400,800")
    parser.add_argument("--tubes", default="1,2,3,4,5")
    parser.add_argument("--orders", default="2,3,4")
    parser.add_argument("--solvers", default="hll,hllc,hlld")
    parser.add_argument("--kind", default="ader-weno")
    options = parser.parse_args()
    resolutions = [int(cells) for cells in options.cells.split(",")]
    print("| tube | cells | order | solver | " + " | ".join(QUANTITIES) + " |\n|" + "---|" * (4 + len(QUANTITIES)))
    for tube in map(int, options.tubes.split(",")):
        fine = None if tube in srmhd_riemann.WAVES else run(tube, FINE, 2, "hlld")[0]
        for cells in resolutions:
            exact = ({name: fine[name].reshape(cells, -1).mean(1) for name in QUANTITIES} if fine else
                     srmhd_riemann.cell_means(tube, cells))
            for order in map(int, options.orders.split(",")):
                for solver in options.solvers.split(","):
                    found, _ = run(tube, cells, order, solver, options.kind)
                    errors = [numpy.abs(found[name] - exact[name]).mean() for name in QUANTITIES]
                    print(f"| {tube} | {cells} | {order} | {solver} | " + " | ".join(f"{error:.2e}" for error in errors) + " |", flush=True)


if __name__ == "__main__":
    main()
