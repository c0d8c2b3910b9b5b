#!/usr/bin/env python3
"""Errors of conservation elements beside other schemes, on equal meshes and at equal cost.

    TAUB=build/taub PYTHONPATH=python python3 bench/cese-table.py [CELLS]

Cost is cells x steps x the time of a zone update as `taub bench` measures it on 4000 cells, one thread, the fastest of
32. The mesh of equal cost is the one on which a scheme costs what a-alpha does on CELLS. References: the exact solution,
or 12800 cells of Kurganov and Tadmor's scheme with the limiter mc."""
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
CELLS = int(sys.argv[1]) if len(sys.argv) > 1 else 400
CASES = ["cese-sod", "cese-rarefaction", "cese-blast", "cese-shu-osher"]
SCHEMES = {
    "cese a-alpha": [],
    "cese c-tau": ["scheme.variant=c-tau"],
    "kurganov-tadmor": ["scheme={}", "scheme.kind=kurganov-tadmor", "time.cfl=0.4"],
    "kurganov-tadmor mc": ["scheme={}", "scheme.kind=kurganov-tadmor", "scheme.limiter=mc", "time.cfl=0.4"],
    "musta": ["scheme={}", "scheme.kind=musta", "time.cfl=0.4"],
}


def run(case, cells, overrides, folder):
    """(density, summary)"""
    subprocess.run([TAUB, "run", ROOT / "examples" / case, f"mesh.cells=[{cells},1,1]", "device.kind=host",
                    "device.threads=1", "output.every=0", *overrides, "-o", folder, "--quiet"], check=True)
    last = max((folder / "fields").glob("*.h5"))
    with h5py.File(last) as file:
        density = file[f"data/{int(last.stem)}/meshes/density"][()].ravel()
    return density, json.loads((folder / "summary.json").read_text())


def cost(overrides, folder):
    """Seconds of a zone update."""
    subprocess.run([TAUB, "bench", ROOT / "examples/cese-sod", "device.kind=host", "device.threads=1", *overrides,
                    "--repeats", "32", "--steps", "4", "--json", folder / "bench.json"], check=True, stdout=subprocess.DEVNULL)
    return 1 / json.loads((folder / "bench.json").read_text())["zone_updates_per_second"]["fastest"]


def mean(values, cells):
    """Means over the cells of a coarser mesh, which need not divide the finer one."""
    sums = numpy.concatenate([[0], numpy.cumsum(values)]) / values.size
    return numpy.diff(numpy.interp(numpy.linspace(0, 1, cells + 1), numpy.linspace(0, 1, values.size + 1), sums)) * cells


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        costs = {scheme: cost(overrides, folder) for scheme, overrides in SCHEMES.items()}
        for case in CASES:
            reference = None
            if case in ("cese-blast", "cese-shu-osher"):
                reference = run(case, 12800, SCHEMES["kurganov-tadmor mc"], folder / "reference")[0]

            def error(cells, overrides):
                density, summary = run(case, cells, overrides, folder / "out")
                exact = summary.get("errors", {}).get("density", {}).get("l1")
                return (exact if reference is None else numpy.abs(density - mean(reference, cells)).mean()), summary["steps"]

            print(f"\n{case}, {CELLS} cells\n| scheme | ns a zone update | L1 | cost | cells of equal cost | L1 there |\n"
                  "|---|---|---|---|---|---|")
            base = None
            for scheme, overrides in SCHEMES.items():
                found, steps = error(CELLS, overrides)
                price = CELLS * steps * costs[scheme]
                base = base or price
                cells = round(CELLS * (base / price) ** 0.5)
                equal, _ = error(cells, overrides)
                print(f"| {scheme} | {1e9 * costs[scheme]:.0f} | {found:.3e} | {price / base:.2f} | {cells} | {equal:.3e} |",
                      flush=True)


if __name__ == "__main__":
    main()
