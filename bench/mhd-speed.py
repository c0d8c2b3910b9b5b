#!/usr/bin/env python3
"""Speed of magnetohydrodynamics by order, scheme and size of the mesh, as tables V to VIII of D. S. Balsara et al. (2023).

    TAUB=build/taub python3 bench/mhd-speed.py [--device cuda] [--cells 48,96,144,192] [--orders 2,3,4] [--threads N]
                                               [--precision double] [--out mhd-speed.csv]

For each order and size, `ader-weno` and `rk-weno`: zone updates a second, milliseconds of a step, the share of the pass
`states` (reconstruction and, with ADER, the predictor) in it; on the host `march`, which finds faces and edges, too. The
predictor's share: what that pass costs more a launch than with Runge-Kutta, which reconstructs and does not predict. The last
column is ADER's speed over that of Runge-Kutta.
"""
import argparse
import csv
import json
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAUB = os.environ.get("TAUB", str(ROOT / "build" / "taub"))
NAMES = ["order", "cells", "ader", "rk", "ms_ader", "ms_rk", "states", "predictor", "ader_over_rk"]


def measure(kind, order, cells, arguments):
    """Zone updates a second, seconds of a step, and of one launch of `states`, all passes timed by themselves."""
    with tempfile.TemporaryDirectory() as folder:
        numbers = pathlib.Path(folder) / "numbers.json"
        subprocess.run([TAUB, "bench", str(ROOT / "bench" / "mhd.yaml"), f"scheme.kind={kind}", f"scheme.order={order}",
                        f"mesh.cells=[{cells},{cells},{cells}]", "--device", arguments.device, "--precision",
                        arguments.precision, "--repeats", "3", "--json", str(numbers),
                        *(["--threads", arguments.threads] if arguments.threads else [])],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        found = json.loads(numbers.read_text())
    states = next(one for one in found["passes"] if one["name"] in ("states", "march"))
    return found["zone_updates_per_second"]["median"], found["seconds"] / found["steps"], \
        states["seconds"] / states["launches"], states["seconds"] / sum(one["seconds"] for one in found["passes"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--device", default="auto")
    parser.add_argument("--threads", help="of the host")
    parser.add_argument("--precision", default="double")
    parser.add_argument("--cells", default="48,96,144,192")
    parser.add_argument("--orders", default="2,3,4")
    parser.add_argument("--out", default="mhd-speed.csv")
    arguments = parser.parse_args()
    with open(arguments.out, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(NAMES)
        print("  ".join(f"{name:>12}" for name in NAMES))
        for order in arguments.orders.split(","):
            for cells in arguments.cells.split(","):
                ader, rk = (measure(kind, order, cells, arguments) for kind in ("ader-weno", "rk-weno"))
                predictor = ader[3] * (1 - rk[2] / ader[2])
                row = [order, cells, f"{ader[0]:.3e}", f"{rk[0]:.3e}", f"{1e3 * ader[1]:.3f}", f"{1e3 * rk[1]:.3f}",
                       f"{ader[3]:.3f}", f"{predictor:.3f}", f"{ader[0] / rk[0]:.2f}"]
                print("  ".join(f"{value:>12}" for value in row), flush=True)
                writer.writerow(row)
                file.flush()


if __name__ == "__main__":
    main()
