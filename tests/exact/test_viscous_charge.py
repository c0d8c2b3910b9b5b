"""Dissipative fluids that carry a charge (israel-stewart with eos.kind table-2d), with the quark gas of quark_gas.py: Bjorken's
flow, waves in moving fluids against the linear theory, the ideal limit, what is conserved."""
import numpy
import pytest

import quark_gas
import taub
from conftest import make_case, read_fields, read_history, read_summary, run_case, run_taub
from linear_modes import boost_of, march

HBARC = quark_gas.HBARC
SHEAR, BULK, BULK_RELAXATION = 0.2, 0.08, 400.0


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    return quark_gas.write_table(tmp_path_factory.mktemp("table"), 4)


def slopes(e, n):
    """p, T, dp/de, dp/dn of the gas itself."""
    def p_and_t(e, n):
        t, mu = quark_gas.invert(numpy.array(e), numpy.array(n))
        return float(quark_gas.state(t, mu)[0]), float(t)

    h = 1e-4
    by_e = (p_and_t(e * (1 + h), n)[0] - p_and_t(e * (1 - h), n)[0]) / (2 * h * e)
    by_n = (p_and_t(e, n * (1 + h))[0] - p_and_t(e, n * (1 - h))[0]) / (2 * h * n)
    return *p_and_t(e, n), by_e, by_n


def coefficients(e, n):
    """eta, tau_pi, zeta, tau_Pi, 1/3 - c^2; viscosities are multiples of (e + p)/T."""
    p, t, by_e, by_n = slopes(e, n)
    softness = 1 / 3 - by_e - by_n * n / (e + p)
    eta, zeta = (value * HBARC * (e + p) / t for value in (SHEAR, BULK))
    return eta, 5 * eta / (e + p), zeta, zeta / (BULK_RELAXATION * softness**2 * (e + p)), softness


TRANSPORT = {"shear_viscosity": {"kind": "constant", "value": SHEAR}, "shear_relaxation": 5,
             "bulk_viscosity": {"kind": "constant", "value": BULK}, "bulk_relaxation": BULK_RELAXATION}


# ---- Bjorken's flow ----

START, END, E0, N0 = 1.0, 4.0, 12.0, 0.7


def bjorken(steps=300):
    """e, phi = -pi^zz, Pi and n at the end, by the classical method of fourth order in ln tau, from no stress."""
    def rate(s, y):
        e, phi, bulk = y
        tau, n = START * numpy.exp(s), N0 * numpy.exp(-s)
        p = slopes(e, n)[0]
        eta, tau_pi, zeta, tau_bulk, softness = coefficients(e, n)
        return numpy.array([-(e + p + bulk - phi),
                            (4 / 3 * eta - (tau + 4 / 3 * tau_pi + 10 / 7 * tau_pi / 3) * phi + 2 / 3 * 6 / 5 * tau_pi * bulk) / tau_pi,
                            (-zeta - (tau + 2 / 3 * tau_bulk) * bulk + 8 / 5 * softness * tau_bulk * phi) / tau_bulk])

    y, h = numpy.array([E0, 0, 0]), numpy.log(END / START) / steps
    for i in range(steps):
        s = i * h
        k1 = rate(s, y)
        k2 = rate(s + h / 2, y + h / 2 * k1)
        k3 = rate(s + h / 2, y + h / 2 * k2)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(s + h, y + h * k3))
    return {"energy_density": y[0], "shear_stress_zz": -y[1], "bulk_pressure": y[2], "charge_density": N0 * START / END}


def test_bjorken_flow(tmp_path, table):
    """Against the equations integrated here; the program's own exact solution says the same of its errors."""
    exact, errors = bjorken(), {}
    for step in (0.01, 0.005):
        case = make_case(tmp_path, f"case-{step}", system="israel-stewart", eos={"kind": "table-2d", "file": str(table)}, transport=TRANSPORT,
                         mesh={"coordinates": "milne", "cells": [1, 1, 1], "lower": [-1, -1, -1], "upper": [1, 1, 1]},
                         time={"start": START, "end": END, "cfl": None, "step": step},
                         initial={"kind": "bjorken", "state": {"energy_density": E0, "charge_density": N0}},
                         output={"fields": ["energy_density", "shear_stress", "bulk_pressure", "charge_density", "chemical_potential"], "history": 1})
        out = run_case(case, tmp_path / f"out-{step}")
        _, fields = read_fields(out)
        errors[step] = {name: abs(fields[name.replace("shear_stress_", "shear_stress/")].item() / value - 1) for name, value in exact.items()}
        history = read_history(out)
        charge = history["charge"]
        assert not history["regulated"].any() and abs(charge / charge[0] - 1).max() < 1e-13
        summary = read_summary(out)
        assert summary["errors"]["energy_density"]["l1"] < 1e-5
        # 2 x 2 fm, two units of rapidity
        assert summary["totals"]["start"]["charge"] == pytest.approx(8 * N0 * START, rel=1e-12)
        assert summary["totals"]["end"]["charge"] == charge[-1]
    print(errors)
    t, mu = quark_gas.invert(numpy.array(exact["energy_density"]), numpy.array(exact["charge_density"]))
    assert fields["chemical_potential"].item() == pytest.approx(float(mu), rel=1e-3)
    assert errors[0.005].pop("charge_density") < 1e-13
    assert max(errors[0.005].values()) < 2e-4, errors


def test_surfaces_have_the_charge(tmp_path, table):
    """Of Bjorken's flow, where n tau is constant; linear between two looks."""
    case = make_case(tmp_path, "case", system="israel-stewart", eos={"kind": "table-2d", "file": str(table)}, transport=TRANSPORT,
                     mesh={"coordinates": "milne", "cells": [4, 4, 1], "lower": [-1, -1, -1], "upper": [1, 1, 1]},
                     time={"start": START, "end": END, "cfl": None, "step": 0.01}, initial={"kind": "bjorken", "state": {"energy_density": E0, "charge_density": N0}},
                     output={"fields": ["energy_density"], "history": 0, "surface": {"temperature": 0.2, "every": 2}})
    surface = taub.read_surface(run_case(case, tmp_path / "out"))
    tau = surface.position[:, 0]
    assert len(tau) and START < tau.min() and abs(surface.charge_density * tau / (N0 * START) - 1).max() < 0.01**2


# ---- waves ----

def wave(e, n, velocity, k):
    """omega and the complex amplitudes of (e, u^x, u^y, u^z, pi^{tt}, tx, ... zz, Pi, n) of the sound wave along x of a fluid
    that moves with `velocity`, at a real k along x; by its dispersion relation at rest and a boost."""
    p, _, by_e, by_n = slopes(e, n)
    eta, tau_pi, zeta, tau_bulk, _ = coefficients(e, n)
    h = e + p
    boost, back = boost_of(velocity)

    def at_rest(omega):
        there = back @ numpy.array([omega, k, 0, 0])
        return there[0], there[1:], there[1:] @ there[1:]

    def relation(omega):
        o, _, kk = at_rest(omega)
        damping = zeta / (1 - 1j * o * tau_bulk) + 4 / 3 * eta / (1 - 1j * o * tau_pi)
        return -1j * o * o * h + 1j * kk * (h * by_e + n * by_n) + kk * o * damping

    sound = numpy.sqrt(by_e + n * by_n / h + 0.05)
    omega = k * ((velocity[0] + sound) / (1 + velocity[0] * sound)) - 0.1j
    for _ in range(100):  # the secant method with a small step
        d = 1e-6 * abs(omega)
        omega -= relation(omega) * 2 * d / (relation(omega + d) - relation(omega - d))
    assert abs(relation(omega)) < 1e-9 * abs(h * omega**2)
    o, vector, kk = at_rest(omega)
    size = numpy.sqrt(kk)
    along = vector / size
    stress = -4 / 3 * eta * 1j * size / (1 - 1j * o * tau_pi)
    tensor = numpy.zeros((4, 4), dtype=complex)
    tensor[1:, 1:] = stress * 1.5 * (numpy.outer(along, along) - numpy.eye(3) / 3)
    moved, u = boost @ tensor @ boost.T, boost @ numpy.concatenate([[0], along])
    pairs = [(a, b) for a in range(4) for b in range(a, 4)]
    amplitude = [h * size / o, *u[1:], *(moved[a, b] for a, b in pairs), -zeta * 1j * size / (1 - 1j * o * tau_bulk), n * size / o]
    return omega, numpy.array(amplitude)


SIZE, LENGTH = 1e-7, 8.0
COMPONENTS = {"energy_density": 0, "four_velocity/x": 1, "charge_density": 15, "bulk_pressure": 14, "shear_stress/xx": 8}


def run_wave(folder, table, velocity, cells):
    e, n, k = 0.58, 0.38, 2 * numpy.pi / LENGTH
    omega, amplitude = wave(e, n, velocity, k)
    w = 1 / numpy.sqrt(1 - numpy.dot(velocity, velocity))
    base = [e, *(w * numpy.asarray(velocity)), *[0] * 11, n]
    return march(folder, table, TRANSPORT, base, SIZE * amplitude, k, omega, cells=cells, length=LENGTH, end=4.0, components=COMPONENTS)


@pytest.mark.parametrize("velocity", [(0, 0, 0), (0.8, 0, 0), (-0.5, 0.6, 0.3)], ids=["rest", "along", "oblique"])
def test_sound_waves(tmp_path, table, velocity):
    """Of the linear theory, in fluids at rest and in motion: what the pressure's dependence on the charge does to Du. Where
    faces leave less than stages do, in which Pi relaxes, the errors themselves are small and fall more slowly."""
    coarse, fine = (run_wave(tmp_path, table, velocity, cells) for cells in (64, 128))
    orders = {name: numpy.log2(coarse[name] / fine[name]) for name in fine}
    print({name: f"{fine[name]:.1e} {orders[name]:.2f}" for name in fine})
    ideal = ("energy_density", "four_velocity/x", "charge_density")
    assert max(fine.values()) < 1e-3 and all(orders[name] > 1.6 or fine[name] < 7e-5 for name in ideal)


# ---- the ideal limit, and what is refused ----

DROP = {"kind": "gaussian", "background": {"energy_density": 0.6, "charge_density": 0.05}, "width": [1.5, 1, 1],
        "peak": {"energy_density": 12, "charge_density": 0.9}}


def run_drop(folder, table, name, **more):
    case = make_case(folder, name, eos={"kind": "table-2d", "file": str(table)}, initial=DROP,
                     mesh={"coordinates": "milne", "cells": [40, 36, 1], "lower": [-6, -6, -0.5], "upper": [6, 6, 0.5]},
                     time={"start": 0.6, "end": 3, "cfl": None, "step": 0.03},
                     output={"fields": ["energy_density", "four_velocity", "charge_density", "chemical_potential"], "history": 10}, **more)
    out = run_case(case, folder / f"out-{name}")
    return read_fields(out)[1], read_history(out)


def test_the_ideal_limit(tmp_path, table):
    """A drop that expands as a fluid of viscosity 0 and as srhd: two recoveries and two texts of one equation."""
    ideal, expected = run_drop(tmp_path, table, "ideal", system="srhd")
    viscous, history = run_drop(tmp_path, table, "viscous", system="israel-stewart", transport={"shear_viscosity": {"kind": "none"}})
    for name in ideal:
        assert abs(viscous[name] - ideal[name]).max() <= 1e-13 * abs(ideal[name]).max(), name
    # states beyond the charges of the table
    assert history["regulated"].max() > 0 and numpy.array_equal(history["regulated"], expected["regulated"])
    assert abs(history["charge"] / expected["charge"] - 1).max() < 1e-13


def test_other_equations_of_state_have_no_charge(tmp_path):
    case = make_case(tmp_path, "case", system="israel-stewart", eos={"kind": "lattice-wb"}, transport={"shear_viscosity": {"kind": "constant"}},
                     initial=DROP)
    assert "carries a charge with eos.kind: table-2d alone" in run_taub("check", case, expect=2).stderr
