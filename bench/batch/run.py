"""Throughput of batches of 2+1D events on a GPU, for sizes, precisions and numbers of events at a time.

    python3 bench/batch/run.py --events 500 --at-once 4,8,16,32,64 --precision single,double     # build/taub
    python3 bench/batch/run.py --events 10000 --precision single

Makes 100 profiles (profiles.py) and a study of them: ten rotations and as many scales as give the number of events; viscous,
lattice equation of state, 200 x 200 cells of 0.15 fm, from 0.6 fm/c to freeze-out at 0.155 GeV with the surface. Prints for
each batch the wall time, events and zone updates per second (all between the start of the first and the end of the last
event), and how the slowest and fastest events compare with what their steps explain.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import h5py
import numpy

HERE = pathlib.Path(__file__).resolve().parent
CASE = """\
title: Pb+Pb at 2.76 TeV, boost-invariant, of a batch
system: israel-stewart
eos: {kind: lattice-wb}
transport:
  shear_viscosity: {kind: constant, value: 0.12}
  bulk_viscosity: {kind: denicol}
mesh: {coordinates: milne, cells: [200, 200, 1], lower: [-15, -15, -0.5], upper: [15, 15, 0.5]}
scheme: {kind: kurganov-tadmor, theta: 1.5}
time: {start: 0.6, end: 30, step: 0.03, freeze_out: 0.155}
initial: {kind: trento, file: event-000.dat, spacing: 0.15, scale: 27, background: {energy_density: 1e-4}}
output: {history: 0, surface: {temperature: 0.155, every: 5, stride: [2, 2, 1]}}
device: {kind: cuda}
"""


def write_study(folder, events, hadrons=None, viscosities=1):
    subprocess.run([sys.executable, HERE / "profiles.py", folder], check=True)
    (folder / "case.yaml").write_text(CASE)
    files = min(100, events)
    rotations = min(10, max(events // files, 1))
    scales = max(events // (files * rotations), 1)
    assert files * rotations * scales == events, "numbers of events are multiples of 100, above 1000 of 1000"
    text = ["case: case.yaml"]
    if viscosities > 1:
        text += ["values:", "  transport.shear_viscosity.value: [" +
                 ", ".join(f"{v:.4g}" for v in numpy.linspace(0.08, 0.16, viscosities)) + "]"]
    text += ["events:",
            "  initial.scale: [" + ", ".join(f"{s:.4g}" for s in numpy.linspace(24, 30, scales)) + "]",
            "  initial.rotation: [" + ", ".join(f"{r:.4g}" for r in numpy.linspace(0, 6, rotations)) + "]",
            "  initial.file: [" + ", ".join(f"event-{n:03d}.dat" for n in range(files)) + "]"]
    if hadrons:  # pions, kaons, protons with their decays, v_2 to v_4
        text.append(f"spectra: {{hadrons: {pathlib.Path(hadrons).resolve()}, species: [211, 321, 2212]}}")
    (folder / "study.yaml").write_text("\n".join(text) + "\n")


def measure(taub, folder, out, precision, at_once, overrides):
    command = [taub, "batch", folder / "study.yaml", "-o", out, "--precision", precision, f"batch.at_once={at_once}", *overrides]
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True)
    wall = time.perf_counter() - start
    if done.returncode not in (0, 1) or not (out / "results.h5").exists():
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    with h5py.File(out / "results.h5") as file:
        status, steps, seconds = file["status"][()], file["steps"][()], file["seconds"][()]
        cells = [int(n) for n in str(overrides).split("mesh.cells=[")[1].split("]")[0].split(",")] if "mesh.cells" in str(overrides) else [200, 200]
    good = status == 1
    zones = cells[0] * cells[1]
    last = [line for line in done.stderr.splitlines() if "events/s" in line][-1:]
    per_step = seconds[good] / steps[good]
    order = numpy.argsort(seconds[good])
    edge = max(good.sum() // 10, 1)
    print(f"{precision:7} at_once {at_once:3}: {good.sum()} done, {(status == 2).sum()} failed, wall {wall:.2f} s; "
          f"{numpy.nansum(steps) * zones / wall:.3g} zone updates/s of the wall time; {int(numpy.nanmin(steps))} to {int(numpy.nanmax(steps))} steps, "
          f"an event {seconds[good].min():.3f} to {seconds[good].max():.3f} s; time per step of the slowest tenth over that of the fastest "
          f"{per_step[order[-edge:]].mean() / per_step[order[:edge]].mean():.2f}", *last, sep="\n   ")
    for line in done.stderr.splitlines():
        if "device" in line:
            print("   " + line)
    for line in done.stdout.splitlines():
        if line.startswith("workers"):
            print("   " + line)
    if (status == 2).any():
        with h5py.File(out / "results.h5") as file:
            print("   first failure:", file["reason"].asstr()[()][status == 2][0])
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=500)
    parser.add_argument("--at-once", default="0")
    parser.add_argument("--viscosities", type=int, default=1, help="sets of parameters, each with all events")
    parser.add_argument("--precision", default="single,double")
    parser.add_argument("--taub", default=os.environ.get("TAUB", str(HERE.parents[1] / "build/taub")))
    parser.add_argument("--hadrons", help="a list of hadrons (pdg.dat): spectra of each event, too")
    parser.add_argument("overrides", nargs="*", help="KEY=VALUE for the case")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_study(folder, given.events, given.hadrons, given.viscosities)
        warm = folder / "warm"  # fills the cache of kernels
        warm.mkdir()
        write_study(warm, 4, given.hadrons)
        for precision in given.precision.split(","):
            subprocess.run([given.taub, "batch", warm / "study.yaml", "-o", warm / precision, "--precision", precision,
                            *given.overrides, "time.max_steps=2"], check=True, capture_output=True)
            for at_once in given.at_once.split(","):
                measure(given.taub, folder, folder / f"out-{precision}-{at_once}", precision, int(at_once), given.overrides)


if __name__ == "__main__":
    main()
