#!/usr/bin/env python3
"""How fast ranks write fields, beside as many `dd` together on the same disk.

    TAUB=build/taub python3 bench/outputs.py [--gigabytes 1] [--ranks 4] [--repeats 3] [--folder DIR] [--json FILE]

Taub: the wall time of a run of one step that writes six components at the start and the end, less that of the same run
with one; a run ends when its files are on the disk (fsync). dd: each rank's share into a file of its own, with
conv=fdatasync, all at the same time. Both in turn, after a `sync`; medians, and the least time of each. Needs twice the
size free on the disk, and as much memory."""
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
MORE_COMPONENTS, OUTPUTS = 5, 2
CASE = """system: srhd
eos: {{kind: conformal}}
mesh: {{cells: [{0}, {1}, {2}], lower: [-5, -5, -5], upper: [5, 5, 5], boundary: periodic}}
initial: {{kind: gaussian, peak: {{energy_density: 5}}, background: {{energy_density: 0.02}}, width: [1, 1, 1]}}
time: {{end: 100, max_steps: 1}}
output: {{fields: [{3}]}}
"""
ALL, ONE = "energy_density, pressure, temperature, velocity", "energy_density"


def timed(commands, environment=None):
    """Seconds until all of them, which run together, have ended."""
    os.sync()
    began = time.monotonic()
    started = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                env={**os.environ, **(environment or {})}) for command in commands]
    for process in started:
        _, errors = process.communicate()
        if process.returncode != 0:
            sys.exit(f"{' '.join(process.args)}: exit code {process.returncode}\n{errors}")
    return time.monotonic() - began


def run(folder, cells, fields, ranks):
    case, out = folder / "case.yaml", folder / "out"
    case.write_text(CASE.format(*cells, fields))
    command = ["mpirun", "-n", str(ranks)] if ranks > 1 else []
    seconds = timed([[*command, TAUB, "run", str(case), "-o", str(out), "--quiet", "--device", "host"]], ENVIRONMENT)
    size = (out / "fields.h5").stat().st_size
    shutil.rmtree(out)
    return seconds, size


def dd(folder, size, ranks):
    block = 1 << 23
    count = max(size // ranks // block, 1)
    files = [folder / f"dd.{rank}" for rank in range(ranks)]
    seconds = timed([["dd", "if=/dev/zero", f"of={file}", f"bs={block}", f"count={count}", "conv=fdatasync"]
                     for file in files])
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
    zones = options.gigabytes * 1e9 / (8 * MORE_COMPONENTS * OUTPUTS)
    side = max(round((zones / 2) ** (1 / 3) / 8) * 8, 16)
    cells = [2 * side, side, side]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="taub-outputs-", dir=options.folder))
    rows = []
    try:
        for fields in (ONE, ALL):
            run(folder, [16, 16, 16], fields, options.ranks)  # kernels are compiled now
        for _ in range(options.repeats):
            without, least = run(folder, cells, ONE, options.ranks)
            seconds, size = run(folder, cells, ALL, options.ranks)
            size -= least
            alone, copied = dd(folder, size, options.ranks)
            rows.append({"bytes": size, "seconds": seconds, "without": without, "writing": seconds - without,
                         "dd_bytes": copied, "dd": alone})
            print(f"{size / 1e9:.2f} GB of {'x'.join(map(str, cells))} cells by {options.ranks} ranks: run {seconds:.2f} s, with one "
                  f"component {without:.2f} s, so {size / max(seconds - without, 1e-9) / 1e9:.2f} GB/s; "
                  f"{options.ranks} dd {alone:.2f} s, {copied / alone / 1e9:.2f} GB/s", flush=True)
    finally:
        shutil.rmtree(folder)
    for name, pick in (("median", statistics.median), ("least", min)):
        without = pick(row["without"] for row in rows)
        speed = rows[0]["bytes"] / (pick(row["seconds"] for row in rows) - without)
        beside = rows[0]["dd_bytes"] / pick(row["dd"] for row in rows)
        print(f"{name} times: {speed / 1e9:.2f} GB/s, {100 * speed / beside:.0f} % of dd")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
