#!/usr/bin/env python3
"""The same bits on one GPU and on several: cases of run_on_gpu.py in strict mode on the host, on one device and on ranks
with a device each.

    TAUB=build/taub python3 tests/parity/run_on_gpus.py [--device cuda] [--ranks 2,4] [--exchange auto,host] [--all]
                                                        [--only PATTERN] [--jobs N] [--keep DIR]

Without --all one case of each scheme with each system, in double precision, and the two of them that have the most kinds
of boundary in single precision, and one in mixed precision. Meshes are such that blocks can be shared out. Needs what run_on_gpu.py needs; ranks are
started by `taub run --devices`, or with --launch mpirun through MPI. Exit codes: 0 the same bits, 1 not, 77 there are no
two devices."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from device_cases import write_case
from run_on_gpu import ALL, TAUB, differences

# Cells that 2, 3, 4 and 8 ranks can share, with rows that leave incomplete tiles; ghost zones of four cells fit.
SIZES = {2: [70, 48], 3: [37, 24, 24]}
CESE_SIZES = {2: [70, 400], 3: [37, 24, 80]}  # parts of a block consist of whole tiles, of up to 48 rows or 8 planes
FACE_SIZES = {2: [70, 72], 3: [34, 40, 44]}  # passes before an exchange leave an inside of a block for later
CHOSEN = ("musta-3d", "gas-musta", "shasta-symmetric", "shasta-unsplit", "conformal-2d", "conformal-3d", "event", "gas-2d",
          "cese-2d", "cese-3d", "cese-srhd-2d", "ader-2d", "ader-3d", "ader-order-2", "rk-2d", "mhd-2d", "mhd-3d",
          "srhd-rk-2d", "srhd-ader-3d", "viscous-2d", "viscous-event", "maxwell-2d", "maxwell-order-2", "maxwell-dipole",
          "sphere-gas", "sphere-mhd", "sphere-mhd-order-3", "refined-ader", "refined-mhd-3d", "refined-srmhd", "rest-order-2")
SINGLE = ("conformal-2d", "gas-2d", "shasta-symmetric")
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none"}


def devices_of(kind):
    """How many devices of a kind there are."""
    text = subprocess.run([TAUB, "devices"], capture_output=True, text=True, check=True).stdout.partition("\nmissing:")[0]
    return len(re.findall(rf"^{kind}:\d+\s", text, re.MULTILINE))


def shared(name):
    """The case on a mesh that can be shared out, as spheres and blocks of several levels can."""
    entry = json.loads(json.dumps(ALL[name]["case"]))
    if name.startswith(("sphere", "refined")):
        return entry
    axes = [axis for axis in range(3) if entry["mesh"]["cells"][axis] > 1]
    sizes = CESE_SIZES if "cese" in name else FACE_SIZES if re.match("mhd|srmhd|maxwell", name) else SIZES
    for axis, cells in zip(axes, sizes[len(axes)]):
        entry["mesh"]["cells"][axis] = cells
    entry["time"]["max_steps"] = min(entry["time"]["max_steps"], 12)
    return entry


def start(ranks, launch):
    """The words before `taub`'s own arguments, and those behind them."""
    if ranks == 1:
        return [TAUB], []
    return ([TAUB], ["--devices", str(ranks)]) if launch == "devices" else (["mpirun", "-n", str(ranks), TAUB], [])


def run(path, out, ranks, launch, exchange, *arguments):
    before, behind = start(ranks, launch)
    command = [*before, "run", str(path), "-o", str(out), "--quiet", *arguments, *behind]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300,
                          env={**os.environ, **ENVIRONMENT, "TAUB_EXCHANGE": exchange})
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return pathlib.Path(out)


def counts(folder):
    return json.loads((folder / "summary.json").read_text())["counts"]


def compare(folder, name, precision, options):
    """Lines about what differs between the host and the device, on one and on several ranks."""
    path = write_case(folder / name / precision, shared(name))
    options_of = ["--precision", precision]
    failures, words = [], []
    started = time.monotonic()
    try:
        host = run(path, path.parent / "host", 1, options.launch, "auto", "--device", "host", *options_of)
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        return "", [f"{name} {precision} host: {line}" for line in str(error).splitlines()[:6]]
    ways = [(1, "auto")] + [(n, exchange) for n in options.ranks for exchange in options.exchange]
    for ranks, exchange in ways:
        label = f"{ranks} {exchange}"
        try:
            out = run(path, path.parent / label.replace(" ", "-"), ranks, options.launch, exchange, "--device",
                      options.device, *options_of)
            what = differences(host, out)
            if counts(host) != counts(out):
                what.append(f"counts {counts(host)} and {counts(out)}")
        except (RuntimeError, subprocess.TimeoutExpired, KeyError) as error:
            what = ["\n".join(str(error).splitlines()[:8])]
        words.append(f"{label}: {'same bits' if not what else 'DIFFERENT'}")
        failures += [f"{name} {precision} {label}: {line}" for line in what[:4]]
    return f"{'   '.join(words)}   {time.monotonic() - started:.0f} s", failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--ranks", help="comma-separated; default: 2, 4, ... up to the number of devices")
    parser.add_argument("--exchange", default="auto", help="comma-separated: auto, host, peers, device, nccl, mpi (TAUB_EXCHANGE)")
    parser.add_argument("--launch", choices=("devices", "mpirun"), default="devices")
    parser.add_argument("--all", action="store_true", help="all cases in all their precisions")
    parser.add_argument("--only", default="", help="cases in whose names this regular expression is found")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", help="a folder for the runs, which is left there")
    options = parser.parse_args()
    there = devices_of(options.device)
    options.ranks = [int(n) for n in options.ranks.split(",")] if options.ranks else \
        [n for n in (2, 3, 4, 8) if n <= there and (n != 3 or there == 3)]
    options.exchange = options.exchange.split(",")
    if not there or not options.ranks:
        print(f"{there} devices of kind {options.device}: there is nothing to compare")
        return 77
    names = [name for name in ALL if not name.endswith("-1d")] if options.all else CHOSEN
    work = [(name, precision) for name in names if re.search(options.only, name) for precision in ALL[name]["precisions"]
            if options.all or precision == "double" or name in SINGLE or "double" not in ALL[name]["precisions"]]
    if not work:
        parser.error(f"no case has this in its name: {options.only}")
    folder = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="taub-ranks-"))
    failures = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        waiting = {pool.submit(compare, folder, name, precision, options): (name, precision) for name, precision in work}
        for future in concurrent.futures.as_completed(waiting):
            words, wrong = future.result()
            print(f"{waiting[future][0]:18} {waiting[future][1]:7} {words}", flush=True)
            failures += wrong
    if not options.keep:
        shutil.rmtree(folder)
    print("\n".join(failures) if failures else f"the same bits in {len(work)} comparisons on ranks {options.ranks}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
