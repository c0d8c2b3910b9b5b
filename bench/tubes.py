#!/usr/bin/env python3
"""Shock tubes of gas, relativistic gas and magnetized gas: mean errors over cells by scheme.

    TAUB=build/taub PYTHONPATH=python python3 bench/tubes.py [--cells 200,400] [--only REGEX] [--finest 6400] \
        order=3,variables=conserved order=3 order=4

Each column is a `scheme` of the case file (kind: ader-weno where none is given). Against the exact solution where the
program has one, else against a run of order 2 with mc on `--finest` cells, which --references DIR keeps. Prints a table
in Markdown: errors of density and pressure, in brackets by how much the density passes the range of the reference, in
per cent of that range, and last the geometric means of the errors over those of the first column.
"""
import argparse
import json
import math
import os
import pathlib
import re
import subprocess
import tempfile

import numpy
import taub

ROOT = pathlib.Path(__file__).resolve().parents[1]
TAUB = os.environ.get("TAUB", str(ROOT / "build/taub"))
UNIT = 1 / math.sqrt(4 * math.pi)


def gas(left, right, end, position=0.5, gamma=1.4):
    states = [dict(zip(("density", "velocity", "pressure"), (rho, [v, 0, 0], p))) for rho, v, p in (left, right)]
    return "euler", {"eos": {"kind": "ideal-gas", "gamma": gamma}, "end": end, "position": position}, states


def relativistic(left, right, across=(0, 0)):
    states = [{"charge_density": n, "pressure": p, "velocity": [v, w, 0]} for (n, v, p), w in zip((left, right), across)]
    return "srhd", {"eos": {"kind": "ideal-gas", "gamma": 5 / 3, "mass": 1}, "end": 0.4}, states


def magnetized(left, right, end, gamma=5 / 3, upper=1.0, system="mhd"):
    states = [{"density": s[0], "velocity": list(s[1:4]), "pressure": s[4], "magnetic_field": list(s[5:])}
              for s in (left, right)]
    return system, {"eos": {"kind": "ideal-gas", "gamma": gamma}, "end": end, "upper": upper}, states


TUBES = {
    "Sod": gas((1, 0, 1), (0.125, 0, 0.1), 0.2),
    "Lax": gas((0.445, 0.698, 3.528), (0.5, 0, 0.571), 0.13),
    "Toro 1": gas((1, 0.75, 1), (0.125, 0, 0.1), 0.2, 0.3),
    "Toro 2": gas((1, -2, 0.4), (1, 2, 0.4), 0.15),
    "Toro 3": gas((1, 0, 1000), (1, 0, 0.01), 0.012),
    "Toro 4": gas((5.99924, 19.5975, 460.894), (5.99242, -6.19633, 46.0950), 0.035, 0.4),
    "Toro 5": gas((1, -19.59745, 1000), (1, -19.59745, 0.01), 0.012, 0.8),
    "LeBlanc": gas((1, 0, 2e-1 / 3), (1e-3, 0, 2e-10 / 3), 2 / 3, 1 / 3, 5 / 3),
    "Shu-Osher": ("euler", "examples/shu-osher", None),
    "blast waves": ("euler", "examples/blast-waves", None),
    "Marti-Mueller 1": relativistic((10, 0, 13.33), (1, 0, 1e-6)),
    "Marti-Mueller 2": relativistic((1, 0, 1000), (1, 0, 0.01)),
    "0.9 across": relativistic((1, 0, 1000), (1, 0, 0.01), (0, 0.9)),
    "Brio-Wu": magnetized((1, 0, 0, 0, 1, 0.75, 1, 0), (0.125, 0, 0, 0, 0.1, 0.75, -1, 0), 0.1, 2),
    "Ryu-Jones 1a": magnetized((1, 10, 0, 0, 20, 5 * UNIT, 5 * UNIT, 0), (1, -10, 0, 0, 1, 5 * UNIT, 5 * UNIT, 0), 0.08),
    "Ryu-Jones 2a": magnetized((1.08, 1.2, 0.01, 0.5, 0.95, 2 * UNIT, 3.6 * UNIT, 2 * UNIT),
                               (1, 0, 0, 0, 1, 2 * UNIT, 4 * UNIT, 2 * UNIT), 0.2),
    "Ryu-Jones 4d": magnetized((1, 0, 0, 0, 1, 0.7, 0, 0), (0.3, 0, 0, 1, 0.2, 0.7, 1, 0), 0.16),
    "Torrilhon": magnetized((1, 0, 0, 0, 1, 1, 1, 0), (0.2, 0, 0, 0, 0.2, 1, math.cos(3), math.sin(3)), 0.4, upper=1.5),
    "Balsara 1": magnetized((1, 0, 0, 0, 1, 0.5, 1, 0), (0.125, 0, 0, 0, 0.1, 0.5, -1, 0), 0.4, 2, system="srmhd"),
    "Balsara 2": magnetized((1, 0, 0, 0, 30, 5, 6, 6), (1, 0, 0, 0, 1, 5, 0.7, 0.7), 0.4, system="srmhd"),
    "Balsara 3": magnetized((1, 0, 0, 0, 1000, 10, 7, 7), (1, 0, 0, 0, 0.1, 10, 0.7, 0.7), 0.4, system="srmhd"),
    "Balsara 4": magnetized((1, 0.999, 0, 0, 0.1, 10, 7, 7), (1, -0.999, 0, 0, 0.1, 10, -7, -7), 0.4, system="srmhd"),
    "Balsara 5": magnetized((1.08, 0.4, 0.3, 0.2, 0.95, 2, 0.3, 0.3), (1, -0.45, -0.2, 0.2, 1, 2, -0.7, 0.5), 0.55, system="srmhd"),
}


def run(name, cells, scheme):
    """({quantity: values at the end}, mean errors where there is an exact solution, counts)."""
    system, more, states = TUBES[name]
    density = "charge_density" if system == "srhd" else "density"
    words = ", ".join(f"{key}: {value}" for key, value in scheme.items())
    overrides = [f"scheme={{{words}}}", f"mesh.cells=[{cells},1,1]", "output.every=0", "output.history=0",
                 f"output.fields=[{density},pressure]"]
    with tempfile.TemporaryDirectory() as folder:
        if states is None:
            case = ROOT / more
        else:
            case = pathlib.Path(folder) / "case.yaml"
            case.write_text(json.dumps({
                "system": system, "eos": more["eos"], "time": {"end": more["end"], "cfl": 0.4}, "scheme": {},
                "mesh": {"cells": [cells, 1, 1], "lower": [0, 0, 0], "upper": [more.get("upper", 1.0), 1, 1],
                         "boundary": "outflow"}, "output": {"values": "means"},
                "initial": {"kind": "riemann", "axis": "x", "position": more.get("position", 0.5 * more.get("upper", 1.0)),
                            "left": states[0], "right": states[1]}}))
        subprocess.run([TAUB, "run", case, *overrides, "-o", folder + "/out", "-q"], check=True)
        result = taub.open(folder + "/out")
        summary = json.loads((pathlib.Path(folder) / "out/summary.json").read_text())
        fields = {key: numpy.asarray(result.field(key, index=-1)).squeeze() for key in (density, "pressure")}
    exact = summary.get("errors") or {}
    counts = summary["counts"]
    return fields, {key: exact[key] for key in fields if key in exact}, counts


def reference(name, finest, folder):
    """{quantity: means over cells} of a fine run; None where there is an exact solution."""
    path = folder / f"{name}-{finest}.npz" if folder else None
    if path and path.exists():
        with numpy.load(path) as file:
            return dict(file)
    fields = run(name, finest, {"kind": "ader-weno", "order": 2, "limiter": "mc", "variables": "primitive"})[0]
    if path:
        folder.mkdir(parents=True, exist_ok=True)
        numpy.savez(path, **fields)
    return fields


def measure(name, cells, scheme, fine):
    fields, exact, counts = run(name, cells, scheme)
    density = next(iter(fields))
    coarse = {key: values.reshape(cells, -1).mean(1) for key, values in fine.items()}
    errors = {key: exact[key]["l1"] if key in exact else numpy.abs(fields[key] - coarse[key]).mean() for key in fields}
    low, high = fine[density].min(), fine[density].max()
    passed = 100 * max(fields[density].max() - high, low - fields[density].min(), 0) / (high - low)
    return list(errors.values()), passed, counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("schemes", nargs="+", help="key=value with commas between")
    parser.add_argument("--cells", default="200,400")
    parser.add_argument("--only", default="")
    parser.add_argument("--finest", type=int, default=6400)
    parser.add_argument("--references", type=pathlib.Path)
    options = parser.parse_args()
    schemes = [{"kind": "ader-weno", **dict(part.split("=") for part in text.split(","))} for text in options.schemes]
    print("| tube | cells | " + " | ".join(options.schemes) + " |\n|" + "---|" * (2 + len(schemes)))
    logs = {}
    for name in TUBES:
        if not re.search(options.only, name):
            continue
        fine = reference(name, options.finest, options.references)
        for cells in map(int, options.cells.split(",")):
            row = []
            for n, scheme in enumerate(schemes):
                errors, passed, counts = measure(name, cells, scheme, fine)
                row.append((errors, passed, counts))
                logs.setdefault((TUBES[name][0], n), []).append(numpy.log(errors) - numpy.log(row[0][0]))
            print(f"| {name} | {cells} | " + " | ".join(
                f"{errors[0]:.2e}, {errors[1]:.2e}" + (f" ({passed:.1f})" if passed >= 0.05 else "")
                for errors, passed, _ in row) + " |", flush=True)
            told = [{key: value for key, value in counts.items() if value} for _, _, counts in row]
            if any(told):
                print(f"<!-- {name}, {cells}: {told} -->", flush=True)
    for system in ("euler", "srhd", "mhd", "srmhd"):
        if (system, 0) in logs:
            print(f"| mean, {system} | | " + " | ".join(
                f"{numpy.exp(numpy.mean(logs[system, n])):.3f}" for n in range(len(schemes))) + " |")


if __name__ == "__main__":
    main()
