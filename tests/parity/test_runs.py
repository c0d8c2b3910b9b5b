"""The same bits in strict mode for 1 and 4 threads, 1, 4 and 8 blocks, gcc and clang, and for a run in one piece and in
two; and how far fast mode is from that. The cases are those of device_cases.py; test_devices_*.py compares devices, and
runs in one piece and in two on each of them."""
import pathlib
import shutil

import numpy
import pytest

from conftest import LONG, read_summary, require_device, run_taub
from device_cases import CASES, GAUSSIAN, MIXED, QUADRANTS, case, gas, write_case
from run_on_gpu import differences, read_all, run
from same_bits import RESTARTED, compare_restart, group_of, host, same  # noqa: F401 (a fixture)

def test_every_case_has_its_file():
    files = {path.stem for path in pathlib.Path(__file__).parent.glob("test_devices_*.py")}
    groups = {group_of(entry["case"]) for entry in CASES.values()} | {"hadrons"}
    assert {f"test_devices_{group}" for group in groups} == files


def test_the_cases_move(host):  # noqa: F811
    """A comparison of fields that do not change would show nothing."""
    for name in ("ideal-gas-1d", "event", "viscous-event"):
        steps = read_all(host(name, "double")[1])
        first, last = steps[min(steps)][1], steps[max(steps)][1]
        assert max(steps) == CASES[name]["case"]["time"]["max_steps"]
        for field in ("energy_density", "velocity/x", "conserved_energy"):
            assert (first[field] != last[field]).mean() > 0.1, (name, field)


@pytest.mark.parametrize("name", ["ideal-gas-1d", "ideal-gas-2d", "event", "gas-2d", "cese-2d", "viscous-event",
                                  "mhd-rk-2d", "mhd-3d", *(["mhd-sources", "mhd-diffusion", "srmhd-2d"] * LONG)])
def test_threads_give_the_same_bits_as_one(tmp_path, host, name):  # noqa: F811
    """Four: layers of ghost zones are then filled by several threads, and none may read what another one writes."""
    path, expected = host(name, "double")
    same(expected, run(path, tmp_path / "out", "--device", "host", "--threads", "4"))


@pytest.mark.parametrize("device, coordinates", [("host", "cartesian"), ("host", "milne"),
                                                 *([("opencl", "milne"), ("opencl", "cartesian")] * LONG)])
def test_blocks_do_not_change_bits(tmp_path, device, coordinates):
    """1, 4 and 8 blocks, with two of the three kinds of boundary or all of them at once; totals too, which are sums in
    the order of rows of the mesh."""
    require_device(device)
    start = {"start": 0 if coordinates == "cartesian" else 0.6}
    entry = case({"kind": "conformal"}, [24, 16, 12], GAUSSIAN, [], coordinates=coordinates, boundary=MIXED, time=start,
                 steps=15)
    path = write_case(tmp_path, entry["case"])
    one = run(path, tmp_path / "1", "--device", device)
    for blocks in ([4, 1, 1], [2, 2, 1], [2, 2, 2], [1, 2, 4], [12, 8, 6]):
        if blocks == [12, 8, 6] and device != "host":
            continue  # blocks as thick as the ghost zone, many of them: once is enough
        more = run(path, tmp_path / "more", f"mesh.blocks={blocks}", "--device", device)
        same(one, more)
        assert read_summary(one)["kernels"]["hash"] == read_summary(more)["kernels"]["hash"]  # one program


@pytest.mark.parametrize("precision,blocks", [("double", [6, 2, 1]), ("double", [2, 1, 3]), ("single", [3, 2, 1])])
def test_rows_shorter_than_a_vector(tmp_path, precision, blocks):
    """Godunov schemes go over rows by whole vectors, eight cells in double precision, 16 in single; blocks whose rows are
    shorter, or no multiple of that, give the same bits."""
    entry = gas([24, 16, 12], QUADRANTS, [], boundary=MIXED, steps=8, source={"file": "gas_source.c"}, kind="ader-weno",
                order=3)
    path = write_case(tmp_path, entry["case"])
    one = run(path, tmp_path / "1", "--device", "host", "--precision", precision)
    same(one, run(path, tmp_path / "more", f"mesh.blocks={blocks}", "--device", "host", "--precision", precision))


@pytest.mark.parametrize("name,precision", [("ideal-gas-2d", "single"), ("event", "double"), ("user-code", "double"),
                                            *([("conformal-3d", "double"), ("gas-2d", "double")] * LONG)])
def test_compilers_give_the_same_bits(tmp_path, host, name, precision):  # noqa: F811
    """Cases that test_levels.py does not have."""
    compilers = [compiler for compiler in ("gcc", "clang") if shutil.which(compiler)]
    if len(compilers) < 2:
        pytest.skip(f"two compilers are needed, here is {compilers}")
    path, expected = host(name, precision)
    for compiler in compilers:
        same(expected, run(path, tmp_path / compiler, "--device", "host", "--precision", precision,
                           env={"TAUB_CC": compiler}))


@pytest.mark.parametrize("name", ["shasta-2d", "shasta-3d"])
def test_clang_gives_the_same_bits_with_short_vectors(tmp_path, host, name):
    """For AVX2 clang 14 once made a wrong charge of the anti-diffusion along x (sweep_rows.h)."""
    if not shutil.which("clang"):
        pytest.skip("clang is needed")
    if "avx2" not in pathlib.Path("/proc/cpuinfo").read_text():
        pytest.skip("a processor with AVX2 is needed")
    path, expected = host(name, "double")
    same(expected, run(path, tmp_path / "clang", "--device", "host", "--precision", "double",
                       env={"TAUB_CC": "clang", "TAUB_CFLAGS": "-march=x86-64-v3"}))


@pytest.mark.parametrize("name", sorted(RESTARTED))
def test_a_restarted_run_gives_the_same_bits(tmp_path, name):
    compare_restart(tmp_path, "host", name)


def farthest(a, b):
    """Largest difference of two runs' last fields, relative to each field's largest value."""
    steps_a, steps_b = read_all(a), read_all(b)
    assert max(steps_a) == max(steps_b)
    fields, others = steps_a[max(steps_a)][1], steps_b[max(steps_b)][1]
    return max(numpy.abs(values - others[name]).max() / numpy.abs(values).max() for name, values in fields.items()
               if numpy.abs(values).max() > 0)


def test_fast_mode_stays_near_strict_mode(tmp_path):
    """Within 1e-11 after 100 steps. -Og, which most tests compile with, contracts nothing."""
    path = write_case(tmp_path, CASES["event"]["case"], mesh={"cells": [24, 22, 12]}, time={"max_steps": 100})
    strict = run(path, tmp_path / "strict", "--device", "host")
    fast = run(path, tmp_path / "fast", "--device", "host", "--reproducible", "fast", env={"TAUB_CFLAGS": "-O2"})
    assert farthest(strict, fast) < 1e-11
    assert differences(strict, fast), "fast mode has the bits of strict mode: it does not contract anything"
    for device in ("opencl", "cuda") if LONG else ("cuda",):
        if device in run_taub("devices").stdout.split("\nmissing:")[0]:
            other = run(path, tmp_path / device, "--device", device, "--reproducible", "fast")
            assert farthest(fast, other) < 1e-11, device
