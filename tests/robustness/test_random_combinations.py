"""A few of the combinations that random_cases.py draws; all 400 with TAUB_LONG_TESTS=1 (better by that script, which has
jobs and devices). Schedules of outputs cut steps, which restarts do not repeat to the bit: left to the script."""
import sys
import pathlib

import pytest

from conftest import FAST, LONG, SANITIZED, usable_devices

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from random_cases import class_of, examine_number  # noqa: E402
from random_symmetries import ends_that_meet  # noqa: E402


# Of seed 20261125, 229: a dissipative fluid in Milne coordinates between walls, pushed and heated
# 331: a strip of the march, as 394 below
STRIPS = {331, 394}
# These march: without optimised kernels they take half of the time of all
LONG_RUNS = {("bits", 13, 24), ("corners", 1, 62)}
PINNED = [(20261125, 229), (20261125, 331)]


# 364: conserved components that an extrapolated boundary continues one by one, beyond what is a gas
# 394: a strip on the stack that gcc 12 at -O1 takes for aligned
@pytest.mark.parametrize("seed, number", [(1, number) for number in (range(400) if LONG else [1, 2] if SANITIZED else [1, 2, 3, 4, 7, 364, 394])] + PINNED)
def test_combination(seed, number, monkeypatch):
    examine(seed, number, "fluids", monkeypatch)


# 11: blocks beside a boundary in code at order 2, whose ghost zones lacked a face
# Of seed 13, 24: code at an end that meets another open one, and saw faces of stages before, which a restart does not have
@pytest.mark.parametrize("seed, number", [(1, number) for number in (range(200) if LONG else [11] if SANITIZED else [11, 23])] + [(13, 24)])
def test_magnetic(seed, number, monkeypatch):
    examine(seed, number, "magnetic", monkeypatch)


# 2: a beam that periodic ends cut; 27: a sheet whose current ends at magnetic walls: both made divergences
@pytest.mark.parametrize("number", range(200) if LONG else [2, 14, 27])
def test_light(number, monkeypatch):
    examine(1, number, "light", monkeypatch)


def meeting(group, numbers):
    return [(group, number) for number in numbers if ends_that_meet(class_of(group)(1, number, False))]


# two axes exchanged whose ends meet: ghost zones in corners must not hang on the order of the axes
@pytest.mark.parametrize("group, number", meeting("fluids", range(3000 if LONG else 120)) + meeting("magnetic", range(1000) if LONG else [] if SANITIZED else [113]))
def test_corners(group, number, monkeypatch):
    examine(1, number, group, monkeypatch, ask="corners")


def examine(seed, number, group, monkeypatch, ask="bits"):
    few_steps = "-O0" if ask == "corners" else FAST["env"]["TAUB_CFLAGS"]
    optimised = number in STRIPS or (ask, seed, number) in LONG_RUNS
    monkeypatch.setenv("TAUB_CFLAGS", "-O1" if optimised else few_steps)
    devices = [device for device in ("opencl", "cuda") if device in usable_devices()] if LONG else []
    drawn, outcome, defects = examine_number(seed, number, True, devices, None, group, ask)
    assert outcome in ("done", "stopped"), f"{drawn}: {outcome}"
    assert not defects, f"{drawn}: {defects}"
