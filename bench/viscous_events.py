#!/usr/bin/env python3
"""Whether the default step of dissipative fluids is short enough: a hundred events of TRENTo, rotated and rescaled, with
cells of 0.1 and 0.2 fm, eta/s from 0.05 to 0.3 and two bulk viscosities, each beside a run with a fourth of the step.

    TAUB=build/taub python3 bench/viscous_events.py [--events 100] [--device cuda] [--jobs 4] [--seed 1]

Freeze-out time and eps_p at freeze-out agree within 1 % (eps_p: of the largest it had), and above freeze-out nothing is
regulated. One line an event, a verdict at the end; exit code 1 when one of them fails. Needs numpy and h5py. With four
jobs on an H200 about five minutes are expected, on one core of a processor two events are a few minutes."""
import argparse
import concurrent.futures
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAUB = os.environ.get("TAUB", str(ROOT / "build" / "taub"))
ETA_OVER_S = (0.05, 0.12, 0.2, 0.3)
BULK = ("{kind: denicol}", "{kind: cauchy, maximum: 0.1, temperature: 0.18, width: 0.03}")
FREEZE_OUT = 0.15
CASE = """\
system: israel-stewart
eos: {{kind: lattice-wb}}
transport:
  shear_viscosity: {{kind: constant, value: {eta_over_s}}}
  bulk_viscosity: {bulk}
mesh:
  coordinates: milne
  cells: [{cells}, {cells}, 1]
  lower: [-15, -15, -0.5]
  upper: [15, 15, 0.5]
scheme: {{kind: kurganov-tadmor}}
time: {{start: 0.6, end: 30, freeze_out: {freeze_out}{step}}}
initial:
  kind: trento
  file: event.dat
  spacing: {spacing}
  scale: {scale!r}
  background: {{energy_density: 1e-4}}
output: {{every: 0, history: {history}, fields: [energy_density]}}
"""


def sources():
    """Reduced thickness, its spacing and the scale of the examples."""
    with h5py.File(ROOT / "examples/auau-200/auau-200-b7.hdf5") as file:
        events = [(file[name][()], 0.1, 1.35) for name in sorted(file) if name.startswith("event_")]
    lead = numpy.loadtxt(ROOT / "examples/pbpb-2760-2d/pbpb-2760-central-0.dat")
    return [*events, (lead, 0.2, 1.6)]


def rotated(grid, angle):
    """The same square grid, turned about its centre; bilinear."""
    n = grid.shape[0]
    middle = (n - 1) / 2
    y, x = numpy.mgrid[0:n, 0:n] - middle
    cos, sin = numpy.cos(angle), numpy.sin(angle)
    j, i = sin * x + cos * y + middle, cos * x - sin * y + middle
    inside = (i >= 0) & (j >= 0) & (i <= n - 1.001) & (j <= n - 1.001)
    i, j = numpy.where(inside, i, 0), numpy.where(inside, j, 0)
    a, b = i.astype(int), j.astype(int)
    s, t = i - a, j - b
    mixed = ((1 - t) * ((1 - s) * grid[b, a] + s * grid[b, a + 1]) +
             t * ((1 - s) * grid[b + 1, a] + s * grid[b + 1, a + 1]))
    return numpy.where(inside, mixed, 0)


def run(folder, name, device, **case):
    """History (columns by name) and summary; `failed`: the message of a run that did not end well."""
    path = folder / f"{name}.yaml"
    path.write_text(CASE.format(freeze_out=FREEZE_OUT, **case))
    done = subprocess.run([TAUB, "run", path, "-o", folder / name, "--quiet", "--device", device, "device.threads=1"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        return None, None, done.stderr.strip()
    with open(folder / name / "history.csv", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    columns = {title.split(" ")[0]: numpy.array([float(row[n]) for row in rows[1:]]) for n, title in enumerate(rows[0])}
    return columns, json.loads((folder / name / "summary.json").read_text()), None


def freeze_out(history):
    """Time between two lines of the history, and eps_p then."""
    t, temperature = history["time"], history["temperature_max"]
    last = int(numpy.argmax(temperature < FREEZE_OUT))
    share = (temperature[last - 1] - FREEZE_OUT) / (temperature[last - 1] - temperature[last])
    time = t[last - 1] + share * (t[last] - t[last - 1])
    return time, numpy.interp(time, t, history["momentum_anisotropy"])


def compare(number, seed, device, events):
    """One event: the table's line and whether it passes."""
    rng = numpy.random.default_rng([seed, number])
    grid, spacing, scale = events[rng.integers(len(events))]
    eta_over_s, bulk = ETA_OVER_S[number % 4], BULK[number // 4 % 2]
    cells = 300 if number // 8 % 2 == 0 else 150
    case = {"eta_over_s": eta_over_s, "bulk": bulk, "cells": cells, "spacing": spacing,
            "scale": float(scale * rng.uniform(0.5, 1.5))}
    words = f"{number:3d} dx {30 / cells:.1f} eta/s {eta_over_s:4.2f} {bulk.split()[1].rstrip(',}'):8s}"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        numpy.savetxt(folder / "event.dat", rotated(grid, rng.uniform(0, 2 * numpy.pi)), fmt="%.8g")
        history, summary, failed = run(folder, "default", device, step="", history=4, **case)
        if failed:
            return f"{words} FAILED: {failed}", False
        short = (history["time"][-1] - history["time"][0]) / history["step"][-1] / 4
        reference, _, failed = run(folder, "short", device, step=f", step: {short:.6g}", history=16, **case)
        if failed:
            return f"{words} FAILED with short steps: {failed}", False
    (time, eps), (time_short, eps_short) = freeze_out(history), freeze_out(reference)
    change, largest = eps - eps_short, numpy.abs(reference["momentum_anisotropy"]).max()
    hot = max(history["regulated_share"].max(), summary["counts"]["lost"])
    good = abs(time / time_short - 1) < 0.01 and abs(change) < 0.01 * largest and hot == 0
    return (f"{words} freeze-out {time:8.4f} {time / time_short - 1:+.1e}  eps_p {eps:+.5f} {change / largest:+.1e}  "
            f"steps {summary['steps']:4.0f}  regulated {summary['counts']['regulated']:7.0f}, above freeze-out {hot:g}"
            f"  {'ok' if good else 'FAILED'}"), good


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--events", type=int, default=100)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    events = sources()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        passed = 0
        for line, good in pool.map(lambda n: compare(n, options.seed, options.device, events), range(options.events)):
            print(line, flush=True)
            passed += good
    print(f"{passed} of {options.events} events: freeze-out time and eps_p within 1 % of a fourth of the step, nothing "
          "regulated above freeze-out")
    return 0 if passed == options.events else 1


if __name__ == "__main__":
    sys.exit(main())
