#!/usr/bin/env python3
"""How fast ranks write fields, beside as many `dd` together on the same disk.

    TAUB=build/taub python3 bench/outputs.py [--gigabytes 1] [--ranks 4] [--repeats 3] [--folder DIR] [--json FILE]

Taub: a run that writes six components ten times and a checkpoint at its end, from when the first of them is there to
the end of the run, when all is on the disk (fsync), less what steps take (the summary's step_seconds). So deriving what is
written, the checkpoint's hash and the end of the processes count, the first touch of memory does not. dd: each rank's share
of the same bytes into a file of its own, with conv=fdatasync, all at the same time. Both in turn, after a `sync`; medians, and the least time of each. Needs the size free on the disk, and twice as
much memory."""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAUB = os.environ.get("TAUB", str(ROOT / "build" / "taub"))
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none"}
COMPONENTS, OUTPUTS = 6, 10
CASE = """system: srhd
eos: {{kind: conformal}}
mesh: {{cells: [{0}, {1}, {2}], lower: [0, 0, 0], upper: [1e4, 1e4, 1e4], boundary: periodic}}
initial: {{kind: riemann, left: {{energy_density: 5}}, right: {{energy_density: 1}}}}
time: {{end: {3}}}
output: {{every: 1, fields: [energy_density, pressure, temperature, velocity]}}
"""


def run(folder, cells, ranks):
    """(seconds of writing, bytes)"""
    case, out = folder / "case.yaml", folder / "out"
    case.write_text(CASE.format(*cells, OUTPUTS - 1))
    command = [*(["mpirun", "-n", str(ranks)] if ranks > 1 else []), TAUB, "run", str(case), "-o", str(out), "--quiet",
               "--device", "host"]
    os.sync()
    began = None
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          env={**os.environ, **ENVIRONMENT}) as process:
        while process.poll() is None:
            if not began and any((out / "fields").glob("*.h5")):
                began = time.monotonic()
            time.sleep(0.002)
        ended = time.monotonic()
        errors = process.stderr.read()
    if process.returncode != 0 or not began:
        sys.exit(f"{' '.join(command)}: exit code {process.returncode}\n{errors}")
    steps = json.loads((out / "summary.json").read_text())["step_seconds"]
    outputs = sorted((out / "fields").glob("*.h5"))
    size = sum(path.stat().st_size for path in [*outputs[1:], out / "checkpoint.hdf"])
    shutil.rmtree(out)
    return ended - began - steps, size


def dd(folder, size, ranks):
    """(seconds, bytes) of as many dd as ranks."""
    block = 1 << 23
    count = max(size // ranks // block, 1)
    files = [folder / f"dd.{rank}" for rank in range(ranks)]
    os.sync()
    began = time.monotonic()
    copies = [subprocess.Popen(["dd", "if=/dev/zero", f"of={file}", f"bs={block}", f"count={count}", "conv=fdatasync"],
                               stderr=subprocess.PIPE, text=True) for file in files]
    for copy in copies:
        _, errors = copy.communicate()
        if copy.returncode != 0:
            sys.exit(errors)
    seconds = time.monotonic() - began
    for file in files:
        file.unlink()
    return seconds, ranks * count * block


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--gigabytes", type=float, default=1.0)
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--folder", help="on the disk to be measured; default: where temporary files are")
    parser.add_argument("--json")
    options = parser.parse_args()
    zones = options.gigabytes * 1e9 / (8 * COMPONENTS * OUTPUTS)
    side = max(round((zones / 2) ** (1 / 3) / 8) * 8, 16)
    cells = [2 * side, side, side]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="taub-outputs-", dir=options.folder))
    rows = []
    try:
        run(folder, [64, 64, 64], options.ranks)  # kernels are compiled now
        for _ in range(options.repeats):
            seconds, size = run(folder, cells, options.ranks)
            alone, copied = dd(folder, size, options.ranks)
            rows.append({"bytes": size, "seconds": seconds, "dd_bytes": copied, "dd_seconds": alone})
            print(f"{size / 1e9:.2f} GB of {'x'.join(map(str, cells))} cells by {options.ranks} ranks: {seconds:.2f} s, "
                  f"{size / seconds / 1e9:.2f} GB/s; {options.ranks} dd: {alone:.2f} s, {copied / alone / 1e9:.2f} GB/s", flush=True)
    finally:
        shutil.rmtree(folder)
    for name, pick in (("median", statistics.median), ("least", min)):
        speed = rows[0]["bytes"] / pick(row["seconds"] for row in rows)
        beside = rows[0]["dd_bytes"] / pick(row["dd_seconds"] for row in rows)
        print(f"{name} times: {speed / 1e9:.2f} GB/s, {100 * speed / beside:.0f} % of dd")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
