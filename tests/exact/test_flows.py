"""Gubser's and Bjorken's flows of an ideal fluid in Milne coordinates."""
import numpy
import pytest

from conftest import ROOT, merge, make_case, read_fields, read_history, read_summary, run_case, steps_of
from exact_solutions import HBAR_C, LatticeFluid, gubser_temperature, gubser_velocity

BJORKEN = {
    "system": "srhd", "eos": {"kind": "conformal"},
    "mesh": {"coordinates": "milne", "cells": [1, 1, 1], "lower": [-1, -1, -1], "upper": [1, 1, 1]},
    "time": {"start": 0.25, "end": 2.5, "step": 0.00225},
    "initial": {"kind": "bjorken", "state": {"temperature": 0.6}},
    "output": {"every": 0.25, "fields": ["energy_density", "temperature", "velocity"]},
    "device": {"kind": "host", "threads": 1},
}


@pytest.fixture(scope="module")
def gubser(tmp_path_factory):
    return run_case(ROOT / "examples/gubser-ideal", tmp_path_factory.mktemp("gubser") / "out")


def transverse(cells, half=5.0):
    x = (numpy.arange(cells) + 0.5) * 2 * half / cells - half
    return numpy.meshgrid(x, x)


def test_gubser_temperature(gubser):
    for step in steps_of(gubser)[1:]:
        time, fields = read_fields(gubser, step)
        x, y = transverse(200)
        exact = gubser_temperature(time, x, y)
        error = numpy.abs(fields["temperature"][0] - exact).sum() / exact.sum()
        print(f"tau {time}: relative L1 error of T {error:.2e}")
        assert error <= 2e-3
    assert time == 3


def test_the_default_limiter_keeps_crests(tmp_path):
    """Parabolas, which do not clip the crest: on 50 x 50 cells less than two thirds of minmod's error."""
    errors = [read_summary(run_case(ROOT / "examples/gubser-ideal", tmp_path / str(n), "mesh.cells=[50,50,1]", limiter))
              ["errors"]["temperature"]["l1"] for n, limiter in enumerate(("scheme.limiter=", "scheme.limiter=minmod"))]
    print(errors)
    assert errors[0] < 0.67 * errors[1]


def test_gubser_velocity(gubser):
    time, fields = read_fields(gubser)
    x, y = transverse(200)
    r = numpy.hypot(x, y)
    inside = r < 4
    for component, along in (("x", x), ("y", y)):
        error = numpy.abs(fields[f"velocity/{component}"][0] - gubser_velocity(time, r) * along / r)[inside]
        assert error.max() < 2e-3 and error.mean() < 2e-4
    assert not fields["velocity/eta"].any()


def test_gubser_start(gubser):
    """The initial data are the exact solution: 1.2/fm at tau = 1, r = 0."""
    time, fields = read_fields(gubser, 0)
    x, y = transverse(200)
    assert time == 1
    assert numpy.abs(fields["temperature"][0] / gubser_temperature(1, x, y) - 1).max() < 1e-9
    assert gubser_temperature(1, 0, 0) == pytest.approx(1.2 * HBAR_C)


def test_bjorken_conformal(tmp_path):
    """e tau^(4/3) stays constant to 1e-5 from tau0 to 10 tau0 in 1000 steps."""
    folder = run_case(make_case(tmp_path, base=BJORKEN), tmp_path / "out", "output.every=0")
    history = read_history(folder)
    assert history["step"][-1] == 1000 and history["time"][-1] == 2.5
    constant = history["energy_density_max"] * history["time"] ** (4 / 3)
    drift = numpy.abs(constant / constant[0] - 1).max()
    print(f"largest change of e tau^(4/3): {drift:.2e}")
    assert drift <= 1e-5


def test_bjorken_is_uniform(tmp_path):
    """All cells of a mesh with boundaries do the same, and nothing moves."""
    folder = run_case(make_case(tmp_path, base=BJORKEN, mesh={"cells": [6, 5, 4]}), tmp_path / "out",
                      "time.step=0.01", "output.every=0")
    time, fields = read_fields(folder)
    energy = fields["energy_density"]
    assert numpy.ptp(energy) <= 1e-14 * energy.max()
    for component in ("x", "y", "eta"):
        assert numpy.abs(fields[f"velocity/{component}"]).max() < 1e-14


@pytest.mark.parametrize("integrator, order", [("rk2", 2), ("rk3", 3)])
def test_bjorken_order_in_time(tmp_path, integrator, order):
    errors = []
    for steps in (50, 100, 200):
        folder = run_case(make_case(tmp_path, f"{steps}.yaml", base=BJORKEN), tmp_path / f"out-{steps}",
                          f"time.step={2.25 / steps!r}", "output.every=0", f"scheme.integrator={integrator}")
        history = read_history(folder)
        assert history["step"][-1] == steps
        errors.append(abs(history["energy_density_max"][-1] / (history["energy_density_max"][0] * 10 ** (-4 / 3)) - 1))
    orders = [numpy.log2(a / b) for a, b in zip(errors, errors[1:])]
    print(f"{integrator}: errors {errors}, orders {orders}")
    assert all(found > order - 0.15 for found in orders)


def test_bjorken_lattice(tmp_path):
    """Lattice QCD: against an integration of d ln T/d ln tau = -c_s^2 with the published fit."""
    fluid = LatticeFluid()
    changes = {"eos": {"kind": "lattice-wb"}, "time": {"start": 0.5, "end": 5, "step": 0.0045},
               "initial": {"kind": "bjorken", "state": {"temperature": 0.5}}, "output": {"every": 1.5}}
    folder = run_case(make_case(tmp_path, base=merge(BJORKEN, changes)), tmp_path / "out")
    for step in steps_of(folder):
        time, fields = read_fields(folder, step)
        temperature, energy = fluid.bjorken(0.5, 0.5, time) if time > 0.5 else (0.5, fluid.energy_density(0.5))
        found = fields["energy_density"].item(), fields["temperature"].item()
        print(f"tau {time}: e {found[0]:.6g} ({found[0] / energy - 1:+.1e}), T {found[1]:.6g} "
              f"({found[1] / temperature - 1:+.1e})")
        assert found[0] == pytest.approx(energy, rel=1e-5)
        assert found[1] == pytest.approx(temperature, rel=1e-5)
