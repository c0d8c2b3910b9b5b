#!/usr/bin/env python3
"""What is missing in the balance of energy of electrodynamics at order 4, in two and three dimensions.

    TAUB=build/taub python3 bench/balance.py [--device cuda] [--meshes 2:480,2:960,3:96,3:192]

A pulse of standard deviation 0.25 in a conductor between perfect conductors that are eight deviations beyond what light
reaches: in 2D of E_z (sigma = 3, to t = 1), in 3D the field of a displacement potential (sigma = 6, to t = 0.4). Prints
shares of the energy at the start: what is missing, heat, what is left. docs/theory/maxwell.md has the figures.
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAUB = os.environ.get("TAUB", str(ROOT / "build" / "taub"))
CODE = """
void initial(const real x[3], real t, real state[])
{
#if PLANE
    state[2] = real_exp(-R(8.0) * (x[0] * x[0] + x[1] * x[1]));
#endif
}
void displacement_potential(const real x[3], real t, real a[3])
{
    a[0] = a[1] = a[2] = R(0.0);
#if !PLANE
    a[2] = real_exp(-R(8.0) * (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]));
#endif
}
void vector_potential(const real x[3], real t, real a[3])
{
    a[0] = a[1] = a[2] = R(0.0);
}
"""


def run(dimensions, cells, device):
    plane = dimensions == 2
    half = 3 if plane else 2.4
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "pulse.c").write_text(f"#define PLANE {int(plane)}\n" + CODE)
        (folder / "case.yaml").write_text(json.dumps({
            "system": "maxwell", "medium": {"conductivity": 3 if plane else 6}, "device": {"kind": device},
            "mesh": {"cells": [cells, cells, 1 if plane else cells], "lower": [-half] * 3, "upper": [half] * 3,
                     "boundary": {"x": "reflecting", "y": "reflecting", "z": "periodic" if plane else "reflecting"}},
            "scheme": {"kind": "ader-weno", "order": 4}, "time": {"end": 1 if plane else 0.4, "cfl": 0.4},
            "initial": {"kind": "code", "file": "pulse.c"}, "output": {"fields": ["magnetic_field"], "history": 1}}))
        subprocess.run([TAUB, "run", str(folder / "case.yaml"), "-o", str(folder / "out"), "--quiet"], check=True)
        summary = json.loads((folder / "out" / "summary.json").read_text())
    balance = summary["energy_balance"]
    shares = [balance[name] / balance["start"] for name in ("missing", "heating", "end")]
    print(f"{dimensions}D {cells:5d}  missing {shares[0]:10.3e}  heat {shares[1]:.4f}  left {shares[2]:.4f}  {summary['steps']} steps",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--device", default="auto")
    parser.add_argument("--meshes", default="2:120,2:240,3:48", help="dimensions:cells along an axis")
    arguments = parser.parse_args()
    for mesh in arguments.meshes.split(","):
        run(*map(int, mesh.split(":")), arguments.device)


if __name__ == "__main__":
    main()
