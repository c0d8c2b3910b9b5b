#!/usr/bin/env python3
"""Weak and strong scaling of several ranks of one machine, by `taub bench --devices` (or under mpirun).

    TAUB=build/taub python3 bench/ranks.py [--device cuda] [--ranks 1,2] [--only WORD] [--scale 1] [--launch mpirun]
                                         [--json out/ranks.json]

Weak: the cells of a rank stay, strong: those of the mesh stay. One line a measurement: zone updates per second of all
ranks together, and efficiency, the speed a rank over that of one rank. --scale 4 divides the cells along each axis by four,
--device host runs on processors (one thread a rank). About three minutes on two H100."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAUB = os.environ.get("TAUB", str(ROOT / "build" / "taub"))
GODUNOV, KT, VISCOUS = "bench/godunov.yaml", "bench/srhd-conformal.yaml", "bench/israel-stewart.yaml"
# name, weak or strong, case, cells (of a rank, or of the mesh), overrides
TABLE = [
    ("srhd kurganov-tadmor rk2", "weak", KT, [256, 256, 256], []),
    ("israel-stewart", "weak", VISCOUS, [192, 192, 192], []),
    ("euler ader-weno 2", "weak", GODUNOV, [256, 256, 256], ["scheme.order=2"]),
    ("euler ader-weno 3", "weak", GODUNOV, [256, 256, 256], ["scheme.order=3"]),
    ("euler ader-weno 4", "weak", GODUNOV, [256, 256, 256], ["scheme.order=4"]),
    ("srhd shasta single", "weak", KT, [256, 256, 256], ["scheme={kind: shasta}", "device.precision=single"]),
    ("mhd ader-weno 2, 100^3", "weak", "bench/mhd.yaml", [100, 100, 100], ["scheme.order=2"]),
    ("srhd kurganov-tadmor rk2", "strong", KT, [512, 512, 512], []),
    ("euler ader-weno 3", "strong", GODUNOV, [384, 384, 384], ["scheme.order=3"]),
    ("israel-stewart event", "strong", VISCOUS, [400, 400, 128],
     ["mesh.lower=[-20,-20,-6]", "mesh.upper=[20,20,6]"]),
]
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none"}
SPLITS = {1: (1, 1), 2: (1, 2), 3: (1, 3), 4: (2, 2), 8: (2, 4)}  # along y and z


def measure(case, cells, ranks, overrides, options):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "bench.json"
        by_device = ["--devices", str(ranks)] if options.launch == "devices" and ranks > 1 else []
        by_mpi = ["mpirun", "-n", str(ranks)] if ranks > 1 and not by_device else []
        command = [*by_mpi, TAUB, "bench", str(ROOT / case), f"mesh.cells={cells}".replace(" ", ""), "--device",
                   options.device, "--repeats", str(options.repeats), "--json", str(path), *overrides, *by_device]
        if options.device == "host":
            command += ["--threads", "1"]
        if options.steps:
            command += ["--steps", str(options.steps)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=options.timeout, cwd=ROOT,
                                  env={**os.environ, **ENVIRONMENT})
        except subprocess.TimeoutExpired:
            return {"failure": f"no end after {options.timeout} s"}
        if done.returncode != 0:
            return {"failure": (done.stderr.strip().splitlines() or ["?"])[-1][:300]}
        return json.loads(path.read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--ranks", default="1,2")
    parser.add_argument("--only", default="", help="lines that contain this word")
    parser.add_argument("--scale", type=int, default=1, help="cells along each axis divided by this")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--steps", type=int, default=0, help="timed steps a repeat; default: of about a second")
    parser.add_argument("--timeout", type=int, default=60, help="seconds a measurement")
    parser.add_argument("--launch", choices=("devices", "mpirun"), default="devices")
    parser.add_argument("--json")
    options = parser.parse_args()
    results = []
    for name, kind, case, cells, overrides in TABLE:
        if options.only not in f"{name} {kind}":
            continue
        one = None
        for ranks in map(int, options.ranks.split(",")):
            y, z = SPLITS[ranks] if kind == "weak" else (1, 1)
            mesh = [max(n // options.scale, 8) * f for n, f in zip(cells, (1, y, z))]
            result = measure(case, mesh, ranks, overrides, options)
            line = f"{name:26} {kind:6} {ranks} ranks {'x'.join(map(str, mesh)):12} "
            if "failure" in result:
                print(line + result["failure"], flush=True)
            else:
                speed = result["zone_updates_per_second"]["median"]
                one = one or speed / ranks
                most = max((r["exchange_seconds_a_step"] for r in result.get("per_rank", [])), default=0.0)
                print(line + f"{speed:.3e} zone updates/s, efficiency {speed / ranks / one:6.1%}, step "
                      f"{1e3 * result['zones'] / speed:.3f} ms, exchange {1e3 * most:.3f} ms "
                      f"{result.get('exchange', '')}", flush=True)
            results.append({"name": name, "kind": kind, "ranks": ranks, "cells": mesh, **result})
    if options.json:
        pathlib.Path(options.json).parent.mkdir(parents=True, exist_ok=True)
        pathlib.Path(options.json).write_text(json.dumps(results, indent=1) + "\n")
    return 0 if results and all("failure" not in result for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
