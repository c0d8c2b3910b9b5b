#!/usr/bin/env python3
"""Shock tubes of magnetohydrodynamics against a run of order 2 on 12800 cells: mean errors by order and variables, with
HLLD, or of order 2 by Riemann solver.

    TAUB=build/taub PYTHONPATH=python python3 bench/mhd-tubes.py [--cells 400,1600] [--solvers] [--tubes 2a]

Brio and Wu (1988); figures 1a, 2a and 4d of D. Ryu and T. W. Jones, Astrophys. J. 442 (1995) 228. Order 2 with mc.
"""
import argparse
import json
import math
import os
import pathlib
import subprocess
import tempfile

import numpy
import taub

ROOT = pathlib.Path(__file__).resolve().parents[1]
TAUB = os.environ.get("TAUB", str(ROOT / "build/taub"))
FINE = 12800
QUANTITIES = ("density", "pressure", "velocity/x", "magnetic_field/y")
UNIT = 1 / math.sqrt(4 * math.pi)
TUBES = {
    "Brio-Wu": (2, 0.1, {"density": 1, "pressure": 1, "magnetic_field": [0.75, 1, 0]},
                {"density": 0.125, "pressure": 0.1, "magnetic_field": [0.75, -1, 0]}),
    "1a": (5 / 3, 0.08, {"density": 1, "pressure": 20, "velocity": [10, 0, 0], "magnetic_field": [5 * UNIT, 5 * UNIT, 0]},
           {"density": 1, "pressure": 1, "velocity": [-10, 0, 0], "magnetic_field": [5 * UNIT, 5 * UNIT, 0]}),
    "2a": (5 / 3, 0.2, {"density": 1.08, "pressure": 0.95, "velocity": [1.2, 0.01, 0.5], "magnetic_field": [2 * UNIT, 3.6 * UNIT, 2 * UNIT]},
           {"density": 1, "pressure": 1, "magnetic_field": [2 * UNIT, 4 * UNIT, 2 * UNIT]}),
    "4d": (5 / 3, 0.16, {"density": 1, "pressure": 1, "magnetic_field": [0.7, 0, 0]},
           {"density": 0.3, "pressure": 0.2, "velocity": [0, 0, 1], "magnetic_field": [0.7, 1, 0]}),
}
RUNS = ((2, "primitive", "hlld"), (3, "conserved", "hlld"), (4, "conserved", "hlld"), (3, "characteristic", "hlld"),
        (4, "characteristic", "hlld"))
SOLVERS = tuple((2, "primitive", solver) for solver in ("hlld", "hlli", "hllc", "hll", "rusanov"))


def run(tube, cells, order, variables, solver):
    """{quantity: values} at the end."""
    gamma, end, left, right = TUBES[tube]
    case = {"system": "mhd", "eos": {"kind": "ideal-gas", "gamma": gamma},
            "mesh": {"cells": [cells, 1, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "outflow"},
            "scheme": {"kind": "ader-weno", "order": order, "riemann": solver, "variables": variables,
                       **({"limiter": "mc"} if order == 2 else {})},
            "time": {"end": end}, "initial": {"kind": "riemann", "axis": "x", "position": 0.5, "left": left, "right": right},
            "output": {"fields": ["density", "velocity", "pressure", "magnetic_field"], "history": 0}}
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "case.yaml"
        path.write_text(json.dumps(case))
        subprocess.run([TAUB, "run", path, "-o", folder + "/out", "-q"], check=True)
        result = taub.open(folder + "/out")
        return {name: numpy.asarray(result.field(name, index=-1)).squeeze() for name in QUANTITIES}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--cells", default="400,1600")
    parser.add_argument("--solvers", action="store_true", help="order 2 with all solvers")
    parser.add_argument("--tubes", default=",".join(TUBES), help="some of them")
    options = parser.parse_args()
    resolutions = [int(cells) for cells in options.cells.split(",")]
    print("| tube | cells | order, variables, solver | " + " | ".join(QUANTITIES) + " |\n|" + "---|" * (3 + len(QUANTITIES)))
    for tube in options.tubes.split(","):
        fine = run(tube, FINE, *RUNS[0])
        for cells in resolutions:
            for order, variables, solver in SOLVERS if options.solvers else RUNS:
                found = run(tube, cells, order, variables, solver)
                errors = [numpy.abs(found[name] - fine[name].reshape(cells, -1).mean(1)).mean() for name in QUANTITIES]
                print(f"| {tube} | {cells} | {order}, {variables}, {solver} | " + " | ".join(f"{error:.2e}" for error in errors) + " |",
                      flush=True)


if __name__ == "__main__":
    main()
