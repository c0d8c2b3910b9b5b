"""Relaxation that is faster than the step: stress and bulk pressure of uniform fluids, at rest in an expansion and in motion,
for relaxation times from a hundred steps to a thousandth of one, against equations for these flows alone that scipy solves."""
import numpy
import pytest

from conftest import make_case, read_fields, run_case

integrate = pytest.importorskip("scipy.integrate")

HBAR_C, SOFT = 0.1973269804, 0.2  # P = 0.2 e, T = 0.2 e^(1/6)
GAS = """
real eos_user_pressure(real e, real n) { return e / 5; }
real eos_user_sound_speed_squared(real e, real n) { return (real)1 / 5; }
real eos_user_temperature(real e, real n) { return (real)0.2 * sqrt(cbrt(e)); }
"""
START = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real u = PARAMETER(u), w = sqrt(R(1.0) + u * u), stress = PARAMETER(stress);
    (void)x, (void)t;
    for (int c = 0; c < 15; c++)
        state[c] = R(0.0);
    state[0] = R(10.0);
    state[1] = u;
    state[4] = u * u * stress;
    state[5] = w * u * stress;
    state[8] = w * w * stress;
    state[11] = state[13] = R(-0.5) * stress;
    state[14] = PARAMETER(bulk);
}
"""
RELATIVE_BULK = 15 * (1 / 3 - SOFT)**2  # zeta/tau_Pi over e + P


def coefficients(e, shear, bulk):
    """e + P, 1/tau_pi and 1/tau_Pi for these eta/s and zeta/s."""
    temperature = 0.2 * e**(1 / 6)
    return (1 + SOFT) * e, temperature / (5 * shear * HBAR_C), RELATIVE_BULK * temperature / (bulk * HBAR_C)


def stress_rates(e, stress, bulk, theta, shear_viscosity, bulk_viscosity):
    """D pi and D Pi of a flow that stretches along one axis, pi = stress diag(1, -1/2, -1/2) along it."""
    h, shear_rate, bulk_rate = coefficients(e, shear_viscosity, bulk_viscosity)
    sigma = -2 / 3 * theta
    return (-shear_rate * stress + (2 / 5 * h + 6 / 5 * bulk) * sigma - 4 / 3 * stress * theta + 5 / 7 * stress * sigma,
            -bulk_rate * bulk - RELATIVE_BULK * h * theta - 2 / 3 * bulk * theta + 8 / 5 * (1 / 3 - SOFT) * 3 / 2 * stress * sigma)


def solve(rates, y, start, end):
    return integrate.solve_ivp(rates, (start, end), y, method="Radau", rtol=1e-11, atol=1e-14).y[:, -1]


def expanding(shear, bulk, start, end, stress, bulk_pressure):
    """Bjorken's flow: e, pi^zz, Pi at the end."""
    def rates(tau, y):
        e, stress, bulk_pressure = y
        return [-((1 + SOFT) * e + bulk_pressure + stress) / tau, *stress_rates(e, stress, bulk_pressure, 1 / tau, shear, bulk)]
    return solve(rates, [10, stress, bulk_pressure], start, end)


def moving(shear, bulk, end, u, stress):
    """A uniform fluid in motion keeps T^tt and T^tx, so that its velocity changes with its stress, and with that the time in
    its frame: an expansion. e, the stress, Pi at the end."""
    w = (1 + u * u)**0.5
    energy = 12 * w * w - 2 + u * u * stress
    momentum = (12 + stress) * w * u

    def fluid(stress, bulk):
        """e, u^t, and how u^t changes with the stress: the ideal fluid with P + Pi + pi along the motion has the same T."""
        b = (1 + SOFT) * energy + stress + bulk
        root = (b * b - 4 * SOFT * momentum**2)**0.5
        total = (b + root) / 2  # T^tt + P + Pi + pi
        v = momentum / total
        w = (1 - v * v)**-0.5
        return energy - momentum * v, w, -w**3 * v * v / root

    def rates(_, y):
        e, w, slope = fluid(*y)
        still = numpy.array(stress_rates(e, *y, 0, shear, bulk))
        by_theta = numpy.array(stress_rates(e, *y, 1, shear, bulk)) - still
        # w y' = still + by_theta theta, theta = dw/dt
        return numpy.linalg.solve(w * numpy.eye(2) - numpy.outer(by_theta, [slope, slope]), still)
    y = solve(rates, [stress, 0], 0, end)
    return numpy.array([fluid(*y)[0], *y])


def uniform(tmp_path, **changes):
    (tmp_path / "gas.c").write_text(GAS)
    (tmp_path / "start.c").write_text(START)
    return make_case(tmp_path, base={
        "system": "israel-stewart", "eos": {"kind": "code", "file": str(tmp_path / "gas.c")},
        "transport": {"shear_viscosity": {"kind": "constant"}, "bulk_viscosity": {"kind": "constant"}, "regulator": {"kind": "off"}},
        "mesh": {"coordinates": "cartesian", "cells": [4, 1, 1], "lower": [0, 0, 0], "upper": [4, 1, 1],
                 "boundary": {"x": "periodic"}}, "scheme": {"kind": "kurganov-tadmor"}, "time": {"start": 0, "end": 1},
        "initial": {"kind": "code", "file": "start.c", "parameters": {"u": 0, "stress": 0, "bulk": 0}},
        "output": {"fields": ["energy_density", "shear_stress", "bulk_pressure"], "history": 0},
        "device": {"kind": "host", "threads": 1}, **changes})


def at_end(folder):
    fields = {name: values.ravel()[0] for name, values in read_fields(folder)[1].items()}
    return numpy.array([fields["energy_density"], -2 * fields["shear_stress/yy"], fields["bulk_pressure"]])


def errors_of(case, folder, expected, steps, time, integrator, *changes):
    """The relative errors of e, the stress and Pi with so many steps, and the orders between both numbers."""
    errors = [abs(at_end(run_case(case, folder / f"{n}-{integrator}", f"time.step={time / n!r}",
                                  f"scheme.integrator={integrator}", *changes)) / expected - 1) for n in steps]
    orders = numpy.log2(errors[0] / errors[1])
    print(integrator, *(f"{error:.1e} ({order:.2f})" for error, order in zip(errors[1], orders)))
    return errors[1], orders


RATIOS = [100, 10, 1, 0.1, 0.01, 0.001]  # relaxation times over the step


@pytest.mark.parametrize("integrator", ["rk2", "rk3"])
@pytest.mark.parametrize("ratio", RATIOS)
def test_expansion(tmp_path, ratio, integrator):
    """Bjorken's flow, stress and bulk pressure relax as fast. Explicit stages are unstable below 0.5; those of first order have errors
    of 1e-3 here."""
    time = ratio * 2 / 200
    _, shear_rate, bulk_rate = coefficients(10, 1, 1)
    shear, bulk = time * shear_rate, time * bulk_rate
    expected = expanding(shear, bulk, 1, 3, 0, 0)
    case = uniform(tmp_path, mesh={"coordinates": "milne", "cells": [1, 1, 1], "lower": [0, 0, 0], "upper": [1, 1, 1]},
                   time={"start": 1, "end": 3})
    errors, orders = errors_of(case, tmp_path, expected, (100, 200), 2, integrator, f"transport.shear_viscosity.value={shear!r}",
                               f"transport.bulk_viscosity.value={bulk!r}")
    assert (errors < 6e-6).all()
    if ratio in (100, 0.001) and integrator == "rk2":  # errors change their signs between
        assert (orders > 1.9).all()


@pytest.mark.parametrize("u", [1.3, 3])
@pytest.mark.parametrize("ratio", RATIOS)
def test_motion(tmp_path, ratio, u):
    """The shear stress relaxes within the time of the run, the bulk pressure within `ratio` steps; what couples both must not make
    the stress of first order. A bulk pressure much faster than the step is small, and right to half a step's change."""
    _, shear_rate, bulk_rate = coefficients(10, 1, 1)
    shear, bulk = shear_rate * 0.5, ratio * bulk_rate / 100
    expected = moving(shear, bulk, 1, u, -1)
    errors, orders = errors_of(uniform(tmp_path), tmp_path, expected, (50, 100), 1, "rk2", f"transport.shear_viscosity.value={shear!r}",
                               f"transport.bulk_viscosity.value={bulk!r}", f"initial.parameters.u={u}", "initial.parameters.stress=-1")
    assert errors[0] < 4e-7 and errors[1] < 1e-5 and errors[2] < 1e-2
    if ratio >= 10:
        assert (orders > 1.95).all()
    elif ratio == 0.001:
        assert (orders[:2] > 1.95).all()
