#!/usr/bin/env python3
"""The same bits on every device: runs the cases of device_cases.py in strict mode on the host, CUDA and OpenCL and compares them.

    TAUB=build/taub python3 tests/parity/run_on_gpu.py [--devices host,cuda,opencl] [--only WORD,...] [--jobs N] [--keep DIR]
    ... --devices host,cuda --under "compute-sanitizer --tool memcheck --error-exitcode 9"    # the same, watched by a checker

Needs the program, this folder, tests/data, python3, numpy and h5py; no pytest. Prints one line per case and precision
and exits with 1 when any bit differs or a run fails, with 77 when there is nothing to compare with the host.
tests/parity/test_devices_*.py run the same cases on the devices of the machine they find themselves on.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

import h5py
import numpy

import hadrons_on_devices
from device_cases import CASES, ON_GPUS, write_case

ALL = {**CASES, **ON_GPUS}

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TAUB = os.environ.get("TAUB", str(ROOT / "build" / "taub"))


def run(path, out, *arguments, env=None, under=()):
    """Runs a case, under another program if one is given; returns the folder. Raises with the program's own words when it
    fails."""
    command = [*under, TAUB, "run", str(path), "-o", str(out), "--quiet", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **(env or {})}, timeout=600)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return pathlib.Path(out)


def read_all(folder, name="fields"):
    """{step: (time, {name: array})} of the outputs, or of those of a view."""
    steps = {}
    for path in (pathlib.Path(folder) / name).glob("*.h5"):
        with h5py.File(path) as file:
            group, arrays = file[f"data/{int(path.stem)}"], {}
            group["meshes"].visititems(lambda name, item, to=arrays: to.__setitem__(name, item[()])
                                       if isinstance(item, h5py.Dataset) else None)
            steps[int(path.stem)] = (float(group.attrs["time"]), arrays)
    return steps


def read_whole(folder, name):
    """{name: array} of surface.h5 or near_fields.h5; empty when there is none."""
    arrays = {}
    if (pathlib.Path(folder) / name).exists():
        with h5py.File(pathlib.Path(folder) / name) as file:
            file.visititems(lambda name, item: arrays.__setitem__(name, item[()])
                            if isinstance(item, h5py.Dataset) else None)
    return arrays


def differences(a, b, history=True):
    """Why two runs are not the same bit for bit, as a list of lines; empty when they are. Time steps and totals are
    compared through history.csv, where numbers have all their digits."""
    views = [sorted(path.name for path in folder.glob("view-*") if path.is_dir()) for folder in (a, b)]
    lines = [] if views[0] == views[1] else [f"views {views[0]} and {views[1]}"]
    for name in ["fields", *views[0]]:
        lines += [f"{name}: {line}" for line in differences_of_fields(read_all(a, name), read_all(b, name))]
    for file in ("surface.h5", "near_fields.h5"):
        whole_a, whole_b = read_whole(a, file), read_whole(b, file)
        if sorted(whole_a) != sorted(whole_b):
            lines.append(f"one of them has no {file}")
        for name in sorted(set(whole_a) & set(whole_b)):
            if whole_a[name].tobytes() != whole_b[name].tobytes():
                lines.append(f"{file}: {name}: {len(whole_a[name])} and {len(whole_b[name])} rows")
    for name in ("probes.csv", "fluxes.csv", "flux_spectra.csv"):
        texts = [(folder / name).read_text() if (folder / name).exists() else None for folder in (a, b)]
        if texts[0] != texts[1]:
            lines.append(f"{name} differs")
    if history and (a / "history.csv").read_text() != (b / "history.csv").read_text():
        lines.append("history.csv differs")
    return lines


def differences_of_fields(steps_a, steps_b):
    """The lines about two results of read_all."""
    lines = []
    if sorted(steps_a) != sorted(steps_b):
        return [f"steps {sorted(steps_a)} and {sorted(steps_b)}"]
    for step, (time_a, arrays) in steps_a.items():
        time_b, others = steps_b[step]
        if time_a != time_b:
            lines.append(f"step {step}: times {time_a!r} and {time_b!r}")
        if sorted(arrays) != sorted(others):
            lines.append(f"step {step}: {sorted(arrays)} and {sorted(others)}")
            continue
        for name, values in arrays.items():
            other = others[name]
            if values.shape != other.shape or values.dtype != other.dtype:
                lines.append(f"step {step}: {name}: {values.dtype}{values.shape} and {other.dtype}{other.shape}")
            elif values.tobytes() != other.tobytes():
                lines.append(f"step {step}: {name}: {int((values != other).sum())} of {values.size} values, by up to "
                             f"{numpy.abs(values - other).max():.2e} of {numpy.abs(values).max():.2e}")
    return lines


def devices_here():
    """Kinds of the usable devices, host first, and what is said of the missing ones."""
    text = subprocess.run([TAUB, "devices"], capture_output=True, text=True, check=True).stdout
    found, _, missing = text.partition("\nmissing:")
    kinds = []
    for line in found.splitlines():
        match = re.match(r"(host|cuda|opencl):\d+\s", line)
        if match and match.group(1) not in kinds:
            kinds.append(match.group(1))
    return kinds, missing.strip()


def compare(folder, devices, name, precision, under=()):
    """Runs a case on all devices, all but the first under the checker; returns a word for each but the first, and lines
    about what differs."""
    path = write_case(folder / name / precision, ALL[name]["case"])
    words, outputs, failures = [], {}, []
    for device in devices:
        started = time.monotonic()
        try:
            outputs[device] = run(path, path.parent / device, "--device", device, "--precision", precision,
                                  under=under if device != devices[0] else ())
            what = differences(outputs[devices[0]], outputs[device]) if device != devices[0] else []
        except (RuntimeError, subprocess.TimeoutExpired, KeyError) as error:
            what = ["\n".join(str(error).splitlines()[:8])]
        if device != devices[0]:
            words.append(f"{'same bits' if not what else 'DIFFERENT':>12}")
        failures += [f"{name} {precision} {device} ({time.monotonic() - started:.1f} s): {line}" for line in what[:4]]
    return words, failures


def compare_hadrons(folder, devices, kind, precision):
    """The same for spectra, decays and drawn hadrons of a surface."""
    words, results, failures = [], {}, []
    for device in devices:
        try:
            results[device] = hadrons_on_devices.run(TAUB, folder, kind, precision, device)
            what = hadrons_on_devices.differences(results[devices[0]], results[device])
        except (RuntimeError, KeyError) as error:
            what = ["\n".join(str(error).splitlines()[:8])]
        if device != devices[0]:
            words.append(f"{'same bits' if not what else 'DIFFERENT':>12}")
        failures += [f"hadrons-{kind} {precision} {device}: {line}" for line in what]
    return words, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--devices", help="comma-separated; default: all that are here; opencl:1 names the second one")
    parser.add_argument("--only", default="", help="cases whose names contain one of these words, separated by commas")
    parser.add_argument("--under", default="", help="a command in front of each run on a device, a memory checker for instance")
    parser.add_argument("--jobs", type=int, default=1, help="cases that run at a time")
    parser.add_argument("--keep", help="keep cases and results in this folder")
    arguments = parser.parse_args()
    here, missing = devices_here()
    devices = arguments.devices.split(",") if arguments.devices else here
    folder = pathlib.Path(arguments.keep or tempfile.mkdtemp(prefix="taub-parity-"))
    print(f"{TAUB}: {', '.join(devices)}")
    if missing:
        print(f"missing: {missing}")
    if len(devices) < 2:
        print("skipped: there is nothing to compare with")
        return 77
    width = max(map(len, ALL)) + 8
    print(f"{'case':{width}}{'precision':10}{'steps':>6}  " + "".join(f"{device:>12}" for device in devices[1:]), flush=True)
    failures = []
    only = arguments.only.split(",")
    under = shlex.split(arguments.under)
    todo = [(name, precision) for name, entry in ALL.items() if any(word in name for word in only)
            for precision in entry["precisions"]]
    hadrons = [(kind, precision) for kind in hadrons_on_devices.KINDS if any(word in f"hadrons-{kind}" for word in only)
               for precision in ("double", "single")]
    if not todo and not hadrons:
        parser.error(f"no case has one of these words in its name: {arguments.only}")
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        of_hadrons = [pool.submit(compare_hadrons, folder, devices, *one) for one in hadrons]  # they take longest
        for (name, precision), (words, lines) in zip(todo, pool.map(lambda one: compare(folder, devices, *one, under), todo)):
            failures += lines
            print(f"{name:{width}}{precision:10}{ALL[name]['case']['time']['max_steps']:6d}  {''.join(words)}", flush=True)
        for (kind, precision), future in zip(hadrons, of_hadrons):
            words, lines = future.result()
            failures += lines
            print(f"{'hadrons-' + kind:{width}}{precision:10}{'':6}  {''.join(words)}", flush=True)
    if failures:
        print("\n" + "\n".join(failures))
    if not arguments.keep:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
