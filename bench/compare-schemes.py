#!/usr/bin/env python3
"""Every scheme against every other on the conformal shock tube: error, speed of one host core, error at equal cost.

    TAUB=build/taub python3 bench/compare-schemes.py [--cells 100,200,400,800,1600] [--json FILE]

Prints the tables of docs/theory/schemes-compared.md. Error: mean |e - exact|/e_left at t = 3 fm/c. Rise: of the total
variation of e over the initial one, relative to it, on the middle mesh. Cost: seconds that
one core needs for the run, the steps alone. The speed is measured where it can be: a box of 64^3 cells, `taub bench`; a
tube of a few hundred cells is over too soon. A scheme is one line in SCHEMES.
"""
import argparse
import json
import math
import os
import pathlib
import subprocess
import tempfile

import h5py
import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAUB = os.environ.get("TAUB", str(ROOT / "build" / "taub"))
LEFT = 0.0246

# name in the table: the case's scheme
SCHEMES = {
    "kurganov-tadmor, minmod 1.5, rk2": "{kind: kurganov-tadmor}",
    "kurganov-tadmor, minmod 1.5, rk3": "{kind: kurganov-tadmor, integrator: rk3}",
    "kurganov-tadmor, mc, rk2": "{kind: kurganov-tadmor, limiter: mc}",
    "kurganov-tadmor, superbee, rk2": "{kind: kurganov-tadmor, limiter: superbee}",
    "shasta": "{kind: shasta}",
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
}


def variation_of(mesh):
    return numpy.abs(numpy.diff(mesh["meshes/energy_density"][()].ravel())).sum()


def error_of(scheme, cells, folder):
    """(error, steps, rise of the total variation) of a run."""
    out = pathlib.Path(folder) / "out"
    subprocess.run([TAUB, "run", str(ROOT / "examples/shock-tube"), f"scheme={scheme}", f"mesh.cells=[{cells},1,1]",
                    "output.history=0", "--device", "host", "--threads", "1", "-o", str(out), "--quiet"], check=True)
    summary = json.loads((out / "summary.json").read_text())
    with h5py.File(out / "fields.h5") as file:
        steps = sorted(file["data"], key=int)
        rise = variation_of(file["data"][steps[-1]]) / variation_of(file["data"][steps[0]]) - 1
    return summary["errors"]["energy_density"]["l1"] / LEFT, summary["steps"], rise


def speed_of(scheme, folder):
    """Zone updates per second of one core, double precision."""
    out = pathlib.Path(folder) / "bench.json"
    subprocess.run([TAUB, "bench", str(ROOT / "bench/srhd-conformal.yaml"), f"scheme={scheme}", "mesh.cells=[64,64,64]",
                    "--device", "host", "--threads", "1", "--repeats", "3", "--json", str(out)], check=True,
                   stdout=subprocess.DEVNULL)
    return json.loads(out.read_text())["zone_updates_per_second"]["median"]


def at_cost(points, seconds):
    """Error at this cost, by a power law between neighbouring points (cost, error) or the nearest two."""
    logs = sorted((math.log(cost), math.log(error)) for cost, error in points)
    at = math.log(seconds)
    pairs = list(zip(logs, logs[1:]))
    (x0, y0), (x1, y1) = next((pair for pair in pairs if at <= pair[1][0]), pairs[-1])
    return math.exp(y0 + (y1 - y0) * (at - x0) / (x1 - x0))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cells", default="100,200,400,800,1600")
    parser.add_argument("--json", help="also write the numbers")
    arguments = parser.parse_args()
    cells = [int(word) for word in arguments.cells.split(",")]
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, scheme in SCHEMES.items():
            speed = speed_of(scheme, folder)
            runs = [error_of(scheme, n, folder) for n in cells]
            costs = [n * steps / speed for n, (_, steps, _) in zip(cells, runs)]
            results[name] = {"speed": speed, "errors": [run[0] for run in runs], "seconds": costs,
                             "rise": runs[len(cells) // 2][2]}
    # the cost of the first scheme on the middle mesh
    reference = next(iter(results.values()))["seconds"][len(cells) // 2]
    print("| scheme | " + " | ".join(f"{n}" for n in cells) + " | rise | updates/s | error at equal cost |")
    print("|---" * (len(cells) + 4) + "|")
    for name, result in results.items():
        result["at_equal_cost"] = at_cost(list(zip(result["seconds"], result["errors"])), reference)
        print(f"| {name} | " + " | ".join(f"{error:.2e}" for error in result["errors"]) +
              f" | {result['rise']:.1e} | {result['speed']:.2e} | {result['at_equal_cost']:.2e} |")
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps({"cells": cells, "schemes": results}, indent=2) + "\n")


if __name__ == "__main__":
    main()
