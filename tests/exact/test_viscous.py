"""Viscous flows against solutions of ordinary differential equations by GSL (tests/exact/viscous_reference.c), and the
user's own viscosities."""
import os
import pathlib
import subprocess

import numpy
import pytest

from conftest import ROOT, make_case, read_fields, read_summary, run_case, run_taub, steps_of
from exact_solutions import HBAR_C, gubser_velocity

REFERENCE = pathlib.Path(os.environ.get("TAUB_BUILD", ROOT / "build")) / "tests/viscous_reference"
needs_gsl = pytest.mark.skipif(not REFERENCE.is_file(), reason="GSL is missing: no reference solutions were built")
TIMES = (0.5, 1, 2, 5, 10)


def reference(*words):
    out = subprocess.run([REFERENCE, *map(str, words)], capture_output=True, text=True, check=True).stdout
    return numpy.array([[float(word) for word in line.split()] for line in out.splitlines()])


# ---- Bjorken ----

def bjorken_errors(folder, expected):
    """The largest relative errors of e, phi = -pi^zz and Pi over the times."""
    errors = numpy.zeros(3)
    for tau, energy, temperature, phi, bulk in expected:
        step = min(steps_of(folder), key=lambda s: abs(read_fields(folder, s)[0] - tau))
        time, fields = read_fields(folder, step)
        assert time == pytest.approx(tau, rel=1e-12)
        found = fields["energy_density"].item(), -fields["shear_stress/zz"].item(), fields["bulk_pressure"].item()
        now = [abs(a / b - 1) if b else abs(a) for a, b in zip(found, (energy, phi, bulk))]
        print(f"tau {time:g}: relative errors of e, phi, Pi " + ", ".join(f"{error:.1e}" for error in now))
        assert fields["shear_stress/xx"].item() == pytest.approx(phi / 2, rel=1e-3)
        errors = numpy.maximum(errors, now)
    return errors


def run_bjorken(tmp_path, example, step, *changes):
    return run_case(ROOT / "examples" / example, tmp_path / f"{example}-{step}", f"time.step={step!r}",
                    "output.fields=[energy_density,shear_stress,bulk_pressure]", *changes)


@needs_gsl
def test_bjorken_shear(tmp_path):
    """Conformal, Navier-Stokes start."""
    expected = reference("bjorken", "conformal", 0.2, "navier-stokes", 0.6, 0.25, *TIMES)
    coarse, fine = (bjorken_errors(run_bjorken(tmp_path, "bjorken-viscous", step), expected) for step in (0.005, 0.0025))
    assert (fine <= 1e-3).all()
    orders = numpy.log2(coarse[:2] / fine[:2])
    print(f"orders of e and phi {orders}")
    assert (orders > 1.8).all()


@needs_gsl
def test_bjorken_bulk(tmp_path):
    """lattice-wb with bulk viscosity, start without stress."""
    expected = reference("bjorken", "lattice", 0.2, "zero", 0.6, 0.25, *TIMES)
    coarse, fine = (bjorken_errors(run_bjorken(tmp_path, "bjorken-bulk", step), expected) for step in (0.005, 0.0025))
    assert (fine <= 1e-3).all()
    orders = numpy.log2(coarse / fine)
    print(f"orders of e, phi, Pi {orders}")
    assert (orders > 1.8).all()


def dimensionless_bjorken(phi_7, decays, times):
    """ln e/e_0 and phi/(e + P) at tau/tau_0 of a conformal gas with all of the second order, from phi = 0. In s = ln tau and
    N = tau/tau_pi the equations have numbers alone, since every term scales with the gas: dlnE/ds = -4/3 (1 - x),
    dx/ds = -N (x - 9/35 phi_7 x^2) + 4/15 - 10/21 x - 4/3 x^2, where 9/35 = 9/70 4/2 comes of P = (e + P)/4 and of
    pi^{<z}_l pi^{z>l} = -phi^2/2, and dN/ds = N (1 + (dlnE/ds)/4). `decays`: N at the start."""
    def rate(y):
        energy = -4 / 3 * (1 - y[1])
        return numpy.array([energy, -y[2] * (y[1] - 9 / 35 * phi_7 * y[1]**2) + 4 / 15 - 10 / 21 * y[1] - 4 / 3 * y[1]**2,
                            y[2] * (1 + energy / 4)])

    y, s, out = numpy.array([0, 0, decays]), 0.0, []
    for time in times:
        step = (numpy.log(time) - s) / 2000
        for _ in range(2000):
            k = rate(y)
            m = rate(y + step / 2 * k)
            n = rate(y + step / 2 * m)
            y = y + step / 6 * (k + 2 * m + 2 * n + rate(y + step * n))
        s = numpy.log(time)
        out.append(y[:2])
    return numpy.array(out)


@pytest.mark.parametrize("unit", [1, 1024])
def test_bjorken_full_second_order(tmp_path, unit):
    """The run has all terms of the second order in their right dimensions: it follows the equations without dimensions, in
    a gas and in one that is `unit` times as large and as cold."""
    start, ends = 0.25, (2, 4, 8)
    folder = run_bjorken(tmp_path, "bjorken-viscous", 0.0025 * unit, "transport.phi_7=1", "transport.initial_stress={kind: zero}",
                         "transport.shear_viscosity.value=0.4", f"time.start={start * unit}", f"time.end={ends[-1] * start * unit}",
                         f"output.every={start * unit}", f"initial.state.temperature={0.6 / unit}")
    expected = dimensionless_bjorken(1, start * 0.6 / (5 * 0.4 * HBAR_C), ends)
    without = dimensionless_bjorken(0, start * 0.6 / (5 * 0.4 * HBAR_C), ends)
    first = read_fields(folder, 0)[1]["energy_density"].item()
    for end, (energy, stress), (_, other) in zip(ends, expected, without):
        step = min(steps_of(folder), key=lambda s: abs(read_fields(folder, s)[0] - end * start * unit))
        fields = read_fields(folder, step)[1]
        e = fields["energy_density"].item()
        x = -fields["shear_stress/zz"].item() / (4 / 3 * e)
        print(f"tau/tau_0 {end}: ln e {numpy.log(e / first) - energy:.1e}, phi/(e + P) {x / stress - 1:.1e}, phi_7 changes it by "
              f"{stress / other - 1:.1e}")
        assert abs(numpy.log(e / first) - energy) < 1e-5
        assert abs(x / stress - 1) < 1e-4 < 0.05 * abs(stress / other - 1)
    error = read_summary(folder)["errors"]["energy_density"]
    assert error["l1"] < 1e-5 * error["mean_of_exact"], "the solution of the program"


@needs_gsl
def test_bjorken_through_the_crossover(tmp_path):
    """Down to 0.16 GeV, past the peak of zeta/s and its two jumps of 1 per cent."""
    expected = reference("bjorken", "lattice", 0.2, "zero", 0.25, 1, 2, 5, 10)
    assert expected[-1][2] < 0.16 and -expected[1][4] > 0.07 * expected[1][1]
    errors = bjorken_errors(run_bjorken(tmp_path, "bjorken-bulk", 0.01, "time.start=1", "initial.state.temperature=0.25",
                                        "output.every=1"), expected)
    assert (errors <= 1e-3).all()


def test_bjorken_five_components(tmp_path):
    """The five components hold what the ten do."""
    ten, five = (run_bjorken(tmp_path / kind, "bjorken-bulk", 0.01, f"transport.shear_components={kind}", "time.end=2")
                 for kind in ("ten", "five"))
    a, b = read_fields(ten)[1], read_fields(five)[1]
    for name in ("energy_density", "shear_stress/zz", "shear_stress/xx", "bulk_pressure"):
        assert b[name] == pytest.approx(a[name], rel=1e-9)


def test_bjorken_regulated_start_is_counted(tmp_path):
    """The Navier-Stokes start has sqrt(pi:pi) of half the ideal part; a regulator that tolerates a tenth acts, and counts."""
    free = run_bjorken(tmp_path / "free", "bjorken-viscous", 0.01, "time.end=1")
    held = run_bjorken(tmp_path / "held", "bjorken-viscous", 0.01, "time.end=1",
                       "transport.regulator={kind: tanh, rho_max: 0.1}")
    assert read_summary(free)["counts"]["regulated"] == 0
    assert "regulated" not in read_summary(free)
    assert read_summary(held)["counts"]["regulated"] > 0
    assert read_summary(held)["regulated"] == {"regulator": read_summary(held)["counts"]["regulated"]}
    assert -read_fields(held)[1]["shear_stress/zz"].item() < -0.9 * read_fields(free)[1]["shear_stress/zz"].item()


SOUND = """
/* A wave that comes in from the left. */
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    (void)inside;
    const real phase = x[0] - R(0.57735026918962576) * t;
    state[0] = R(10.0) + R(1.0) * sin(R(2.0) * phase);
    state[1] = R(0.05) * sin(R(2.0) * phase);
    for (int c = 2; c < 15; c++)
        state[c] = R(0.0);
}
"""


@pytest.mark.parametrize("integrator, order", [("rk2", 2), ("rk3", 3)])
def test_boundaries_know_the_time_of_the_stage(tmp_path, integrator, order):
    """On a given mesh, without a limiter's kinks, the order in time is that of the integrator; a boundary that shows all
    stages the step's start makes it 1."""
    (tmp_path / "sound.c").write_text(SOUND)
    base = {"system": "israel-stewart", "eos": {"kind": "conformal"},
            "transport": {"shear_viscosity": {"kind": "constant", "value": 0.1}},
            "mesh": {"coordinates": "cartesian", "cells": [40, 1, 1], "lower": [0, 0, 0], "upper": [4, 1, 1],
                     "boundary": {"x": ["code", "outflow"]}},
            "scheme": {"kind": "kurganov-tadmor", "integrator": integrator, "limiter": "none"},
            "boundary": {"file": "sound.c"}, "time": {"start": 0, "end": 2},
            "initial": {"kind": "riemann", "axis": "x", "left": {"energy_density": 10}, "right": {"energy_density": 10}},
            "output": {"fields": ["energy_density"]}, "device": {"kind": "host", "threads": 1}}
    case = make_case(tmp_path, base=base)
    steps = [read_fields(run_case(case, tmp_path / str(n), f"time.step={2 / n!r}"))[1]["energy_density"][0, 0]
             for n in (50, 100, 200)]
    assert numpy.ptp(steps[2]) > 0.5  # the wave came in
    changes = [numpy.abs(a - b).max() for a, b in zip(steps, steps[1:])]
    print(f"{integrator}: changes {changes}, order {numpy.log2(changes[0] / changes[1]):.2f}")
    assert numpy.log2(changes[0] / changes[1]) > order - 0.2


# ---- Gubser ----

@pytest.fixture(scope="module")
def de_sitter():
    """rho, ln That, pi/(s T)."""
    rho = numpy.arange(1, 1701) * 0.003
    before, after = (reference("gubser", 0.2, 1.2, *(sign * rho)) for sign in (-1, 1))
    table = numpy.vstack([before[::-1], [[0, 1.2, 0]], after])
    return table[:, 0], numpy.log(table[:, 1]), table[:, 2]


def cubic(x, nodes, values):
    """Through the four nodes around x, which are equally spaced."""
    spacing = nodes[1] - nodes[0]
    i = numpy.clip(((x - nodes[0]) / spacing).astype(int), 1, len(nodes) - 3)
    t = (x - nodes[i]) / spacing
    return (-t * (t - 1) * (t - 2) / 6 * values[i - 1] + (t + 1) * (t - 1) * (t - 2) / 2 * values[i]
            - (t + 1) * t * (t - 2) / 2 * values[i + 1] + (t + 1) * t * (t - 1) / 6 * values[i + 2])


def gubser_errors(folder, de_sitter):
    """{tau: relative L1 errors of T, u^x, and of pi^zz over its maximum}"""
    nodes, log_t, stress = de_sitter
    errors = {}
    for step in steps_of(folder):
        time, fields = read_fields(folder, step)
        cells = fields["temperature"].shape[-1]
        along = (numpy.arange(cells) + 0.5) * 10 / cells - 5
        x, y = numpy.meshgrid(along, along)
        rho = numpy.arcsinh(-(1 - time ** 2 + x ** 2 + y ** 2) / (2 * time))
        temperature = HBAR_C * numpy.exp(cubic(rho, nodes, log_t)) / time
        r = numpy.hypot(x, y)
        v = gubser_velocity(time, r)
        ux = v / numpy.sqrt(1 - v * v) * x / r
        degrees = 2 * 8 + 7 / 2 * 3 * 3
        enthalpy = 4 * degrees * numpy.pi ** 2 / 90 * temperature ** 4 / HBAR_C ** 3
        zz = cubic(rho, nodes, stress) * enthalpy
        errors[round(time, 6)] = numpy.array([
            numpy.abs(fields["temperature"][0] - temperature).sum() / temperature.sum(),
            numpy.abs(fields["four_velocity/x"][0] - ux).sum() / numpy.abs(ux).sum(),
            numpy.abs(fields["shear_stress/zz"][0] - zz).mean() / numpy.abs(zz).max()])
        print(f"{cells} cells, tau {time:g}: errors of T, u^x, pi^zz " + ", ".join(f"{e:.2e}" for e in errors[round(time, 6)]))
    return errors


@pytest.fixture(scope="module")
def gubser(tmp_path_factory, de_sitter):
    folder = tmp_path_factory.mktemp("gubser")
    return {cells: gubser_errors(run_case(ROOT / "examples/gubser-viscous", folder / str(cells),
                                          f"mesh.cells=[{cells},{cells},1]"), de_sitter) for cells in (100, 200)}


@needs_gsl
@pytest.mark.parametrize("time", [1.5, 2.0, 3.0])
def test_gubser_errors(gubser, time):
    temperature, velocity, stress = gubser[200][time]
    assert temperature <= 2e-3 and velocity <= 5e-3 and stress <= 1e-2


@needs_gsl
@pytest.mark.parametrize("time", [1.5, 2.0, 3.0])
def test_gubser_order(gubser, time):
    orders = numpy.log2(gubser[100][time] / gubser[200][time])
    print(f"tau {time}: orders of T, u^x, pi^zz {orders}")
    assert (orders >= 1.5).all()


@needs_gsl
def test_gubser_start_is_exact(gubser):
    assert (gubser[200][1.0] < 1e-9).all()


def test_gubser_full_second_order(tmp_path):
    """With tau_shear_shear the exact flow has stresses of 1.2 of the ideal part far outside: a solution of the equations, which
    the default regulator does not touch."""
    folder = run_case(ROOT / "examples/gubser-viscous", tmp_path / "out", "mesh.cells=[60,60,1]", "transport.tau_shear_shear=1",
                      "transport.regulator=", "time.end=2", "output.every=0", "output.fields=[four_velocity]")
    time, fields = read_fields(folder)
    x = (numpy.arange(60) + 0.5) / 6 - 5
    r = numpy.hypot(x[None, :], x[:, None])
    velocity = gubser_velocity(time, r)
    ux = velocity / numpy.sqrt(1 - velocity**2) * x[None, :] / r
    error = numpy.abs(fields["four_velocity/x"][0] - ux).max() / numpy.abs(ux).max()
    print(f"largest error of u^x {error:.1e} of the largest u^x")
    assert error < 1e-2 and read_summary(folder)["counts"]["regulated"] == 0


# ---- the user's viscosities ----

def test_viscosities_from_a_c_file(tmp_path):
    """Constants in C are the constants of the case; one of two functions is enough; a file that lacks it is named."""
    (tmp_path / "both.c").write_text("INLINE real shear_viscosity(real temperature)\n{\n    (void)temperature;\n    return PARAMETER(shear);\n}\n"
                                     "INLINE real bulk_viscosity(real temperature)\n{\n    return R(0.1) * temperature;\n}\n")
    (tmp_path / "one.c").write_text("INLINE real shear_viscosity(real temperature)\n{\n    return R(0.2) + R(0.0) * temperature;\n}\n")
    short = ["time.step=0.01", "time.end=1", "output.fields=[energy_density,shear_stress,bulk_pressure]"]
    expected = read_fields(run_case(ROOT / "examples/bjorken-bulk", tmp_path / "expected", *short, "transport.bulk_viscosity={kind: none}"))[1]
    one = read_fields(run_case(ROOT / "examples/bjorken-bulk", tmp_path / "one", *short, "transport.bulk_viscosity={kind: none}",
                               "transport.shear_viscosity={kind: code}", f"transport.code={{file: {tmp_path}/one.c}}"))[1]
    both = read_fields(run_case(ROOT / "examples/bjorken-bulk", tmp_path / "both", *short, "transport.bulk_viscosity={kind: code}",
                                "transport.shear_viscosity={kind: code}",
                                f"transport.code={{file: {tmp_path}/both.c, parameters: {{shear: 0.2}}}}"))[1]
    for name, values in expected.items():
        assert one[name] == pytest.approx(values, rel=1e-12), name
    assert both["bulk_pressure"].item() < -1e-3 and both["energy_density"].item() > expected["energy_density"].item()
