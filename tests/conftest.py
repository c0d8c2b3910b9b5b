"""What the tests that drive the program share. Import what is needed: `from conftest import run_taub, make_case`.

The environment variable TAUB names the program (build/taub when it is not set). One ctest entry runs one file; a file
whose tests are all skipped ends with 77, which ctest reports as skipped.
"""
import copy
import csv
import functools
import importlib.util
import json
import os
import pathlib
import re
import resource
import subprocess

import h5py
import numpy
import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAUB = os.environ.get("TAUB", str(ROOT / "build" / "taub"))
# The program has sanitizers, and the same test runs without them, too (tests/CMakeLists.txt).
SANITIZED = os.environ.get("TAUB_SANITIZED") == "1"
# Whole matrices of cases, of which the suite takes some: ./dev test --all.
LONG = os.environ.get("TAUB_LONG_TESTS") == "1"
# How kernels are compiled for runs of more than a few steps: as tests/CMakeLists.txt has it for the entry, and at -O1 where
# a file is run by hand.
FAST = {"env": {"TAUB_CFLAGS": os.environ.get("TAUB_CFLAGS", "-O1")}}

# A small shock tube in a conformal fluid: 64 cells, a second or less.
BASE_CASE = {
    "system": "srhd",
    "eos": {"kind": "conformal"},
    "mesh": {"coordinates": "cartesian", "cells": [64, 1, 1], "lower": [-5, -5, -5], "upper": [5, 5, 5],
             "boundary": "outflow"},
    "scheme": {"kind": "kurganov-tadmor"},
    "time": {"start": 0, "end": 1, "cfl": 0.4},
    "initial": {"kind": "riemann", "axis": "x", "position": 0, "left": {"energy_density": 0.0246},
                "right": {"energy_density": 0.0015}},
    "output": {"fields": ["energy_density", "velocity"], "history": 1},
    "device": {"kind": "host", "threads": 1},
}


def merge(base, changes):
    """Deep copy of base with changes put in; a dict with a new `kind` replaces the old one entirely, None removes."""
    result = copy.deepcopy(base)
    for key, value in changes.items():
        old = result.get(key)
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict) and isinstance(old, dict) and value.get("kind", old.get("kind")) == old.get("kind"):
            result[key] = merge(old, value)
        else:
            result[key] = copy.deepcopy(value)
    return result


def make_case(folder, name="case.yaml", base=BASE_CASE, **changes):
    """Writes base with changes, e.g. make_case(tmp_path, mesh={"cells": [32, 1, 1]}); JSON is YAML. Returns its path."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(json.dumps(merge(base, changes), indent=2) + "\n")
    return path


def run_taub(*arguments, expect=0, env=None, cwd=None, timeout=300):
    """Runs the program and checks its exit code (expect=None: any). Returns the process with stdout and stderr."""
    arguments = [str(argument) for argument in arguments]
    done = subprocess.run([TAUB, *arguments], capture_output=True, text=True, cwd=cwd, timeout=timeout,
                          env={**os.environ, **(env or {})})
    if expect is not None:
        assert done.returncode == expect, (
            f"taub {' '.join(arguments)}: exit code {done.returncode}, expected {expect}\n{done.stdout}{done.stderr}")
    return done


def run_case(case, folder, *arguments, expect=0, **options):
    """taub run CASE -o FOLDER ...; returns the folder as a path."""
    run_taub("run", case, "-o", folder, "--quiet", *arguments, expect=expect, **options)
    return pathlib.Path(folder)


def outputs_of(folder):
    """{step: path} of the outputs in a run's folder, or of those in a folder like view-NAME, in order."""
    folder = pathlib.Path(folder)
    files = (folder / "fields" if (folder / "fields").is_dir() else folder).glob("*.h5")
    return dict(sorted((int(path.stem), path) for path in files))


def steps_of(folder):
    """The steps of the outputs, in order."""
    return list(outputs_of(folder))


def output_file(folder, step=-1):
    """The path of an output; -1 is the last one."""
    files = outputs_of(folder)
    return files[max(files) if step == -1 else step]


def read_fields(folder, step=-1):
    """(time, {"energy_density": array [nz][ny][nx], "velocity/x": ...}) of a step; -1 is the last one."""
    path, fields = output_file(folder, step), {}
    with h5py.File(path) as file:
        group = file[f"data/{int(path.stem)}"]
        group["meshes"].visititems(lambda name, item: fields.__setitem__(name, item[()])
                                   if isinstance(item, h5py.Dataset) else None)
        return float(group.attrs["time"]), fields


def read_history(folder):
    """{column: array} of history.csv; columns are named without their units."""
    with open(pathlib.Path(folder) / "history.csv", newline="") as file:
        rows = list(csv.reader(file))
    names = [re.split(r"[\s\[(]", name.strip().lstrip("# "))[0] for name in rows[0]]
    values = numpy.array([[float(value) for value in row] for row in rows[1:]])
    return {name: values[:, i] for i, name in enumerate(names)}


def read_summary(folder):
    return json.loads((pathlib.Path(folder) / "summary.json").read_text())


def assert_same_bits(a, b, step=-1):
    """The fields of two runs at a step (the last one each) are equal bit for bit."""
    time_a, fields_a = read_fields(a, step)
    time_b, fields_b = read_fields(b, step)
    assert time_a == time_b
    assert sorted(fields_a) == sorted(fields_b)
    for name, values in fields_a.items():
        other = fields_b[name]
        assert values.shape == other.shape and values.dtype == other.dtype, name
        if values.tobytes() != other.tobytes():
            different = int((values != other).sum())
            raise AssertionError(f"{name}: {different} of {values.size} values differ, by up to "
                                 f"{numpy.abs(values - other).max():.3e}")


@functools.lru_cache(maxsize=None)
def usable_devices():
    """Kinds of the devices found, as {"host", "opencl", ...}."""
    lines = run_taub("devices").stdout.split("\nmissing:")[0].splitlines()
    return {match.group(1) for match in (re.match(r"(host|cuda|opencl):\d+\s", line) for line in lines) if match}


def require_device(kind):
    """Skips the test, with the program's reason, when this machine has no such device. OpenCL is skipped where the program
    has sanitizers, too: nearly all of such a test is the driver's compiler. ./dev test --all runs them."""
    if kind == "opencl" and SANITIZED:
        pytest.skip("OpenCL under the sanitizers is left to asan/test_device and ./dev test --all")
    if kind not in usable_devices():
        missing = run_taub("devices").stdout.split("\nmissing:")[-1]
        reason = [line for line in missing.splitlines() if line.startswith(kind)]
        pytest.skip(f"no {kind} device: {' '.join(reason)}")


@functools.lru_cache(maxsize=None)
def examples():
    """Names of the folders in examples/ that hold a case."""
    return sorted(path.parent.name for path in (ROOT / "examples").glob("*/case.yaml"))


class _Outcomes:
    """Turns "everything skipped" into exit code 77."""

    def __init__(self):
        self.ran = self.skipped = 0

    def pytest_runtest_logreport(self, report):
        if report.skipped:
            self.skipped += 1
        elif report.when == "call" or report.failed:
            self.ran += 1

    def pytest_sessionfinish(self, session, exitstatus):
        if exitstatus == 0 and self.skipped and not self.ran:
            session.exitstatus = 77

    def pytest_terminal_summary(self, terminalreporter):
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        own, others = (usage.ru_utime + usage.ru_stime for usage in used)
        terminalreporter.write_line(f"processor seconds: {own + others:.1f}, {others:.1f} of them in programs")


def pytest_configure(config):
    config.pluginmanager.register(_Outcomes())


def cases_left_to_all():
    """{entry: names of cases} of full.txt."""
    lines = (ROOT / "tests" / "full.txt").read_text().splitlines()
    return {line.split()[0]: line.split()[1:] for line in lines if line and not line.startswith("#")}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Takes these out, but not a case that was asked for by its name (FILE::CASE)."""
    if LONG or any("::" in argument for argument in config.args):
        return
    of_entry = {}
    for item in items:
        of_entry.setdefault(f"{item.path.parent.name}/{item.path.stem}", []).append(item)
    for entry, names in cases_left_to_all().items():
        sanitized = entry.startswith("asan/")
        cases = of_entry.get(entry.removeprefix("asan/"), []) if SANITIZED or not sanitized else []
        for name in names if cases else []:
            chosen = [item for item in cases if item.name == name or (name.endswith("[") and item.name.startswith(name))]
            # the sanitizers have fewer cases of some tests, so a line of both may name one that they lack
            if not chosen and sanitized == SANITIZED:
                raise pytest.UsageError(f"tests/full.txt: {entry} has no case {name}")
            config.hook.pytest_deselected(items=chosen)
            items[:] = [item for item in items if item not in chosen]


def script_of(example, name):
    """(folder, module) of a script that an example brings."""
    folder = ROOT / "examples" / example
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return folder, module
