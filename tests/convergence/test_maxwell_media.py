"""Electrodynamics in media that vary smoothly: order 2 at all orders of the scheme, and no growth.

With mu = eps = n(x) nothing is reflected and E = f(t - int n dx) is exact; n has a mean of 1 over the periodic mesh, so
that the wave is itself again after one period. With mu = 1 meshes are compared with each other."""
import numpy
import pytest

from conftest import make_case, read_fields, read_history, run_case, steps_of

CODE = """
real phase_of(const real x[3], real t)
{
    const real turn = (real)6.283185307179586;
    return turn * (x[0] - t) + PARAMETER(depth) * sin(turn * x[0]);
}
void initial(const real x[3], real t, real state[])
{
    const real n = 1 + PARAMETER(depth) * cos((real)6.283185307179586 * x[0]);
    state[7] = n;
    state[8] = PARAMETER(matched) > (real)0.5 ? n : 1;
    state[9] = PARAMETER(sigma) * n;
}
void displacement_potential(const real x[3], real t, real a[3])
{
    a[2] = -sin(phase_of(x, t)) / (real)6.283185307179586;
}
void vector_potential(const real x[3], real t, real a[3])
{
    a[1] = sin(phase_of(x, t)) / (real)6.283185307179586;
}
"""


def write(tmp_path, order, cells, end=1.0, **parameters):
    (tmp_path / "smooth.c").write_text(CODE)
    return make_case(tmp_path, base={
        "system": "maxwell",
        "mesh": {"cells": [cells, 1, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
        "scheme": {"kind": "ader-weno", "order": order}, "time": {"end": end, "cfl": 0.5},
        "initial": {"kind": "code", "file": "smooth.c", "parameters": {"depth": 0.3, "matched": 0, "sigma": 0, **parameters}},
        "output": {"fields": ["electric_displacement"], "history": 10, "values": "means"}, "device": {"kind": "host", "threads": 1}})


def displacement(tmp_path, order, cells, **parameters):
    """D_y at the start and after one period."""
    folder = run_case(write(tmp_path, order, cells, **parameters), tmp_path / "out")
    return [read_fields(folder, steps_of(folder)[at])[1]["electric_displacement/y"].ravel() for at in (0, -1)]


@pytest.mark.parametrize("order", [2, 3, 4])
def test_a_wave_that_nothing_reflects(tmp_path, order):
    errors = []
    for cells in (64, 128):
        start, end = displacement(tmp_path, order, cells, matched=1)
        errors.append(abs(end - start).mean())
    assert errors[0] / errors[1] > 2 ** 1.9


# a medium taken as constant in each cell: 2.5 and 2.0 for the ratio at orders 2 and 4
@pytest.mark.parametrize("sigma", [0, 5])
@pytest.mark.parametrize("order", [2, 3, 4])
def test_permittivity_alone(tmp_path, order, sigma):
    results = [displacement(tmp_path, order, cells, sigma=sigma)[1] for cells in (48, 96, 192)]
    steps = [abs(coarse - fine.reshape(-1, 2).mean(axis=1)).mean() for coarse, fine in zip(results, results[1:])]
    assert steps[0] / steps[1] > 2 ** 1.9


@pytest.mark.parametrize("order", [2, 4])
def test_nothing_grows(tmp_path, order):
    """A hundred periods: the energy falls, a little."""
    history = read_history(run_case(write(tmp_path, order, 40, end=100.0), tmp_path / "out"))
    energy = history["electric_energy"] + history["magnetic_energy"]
    assert (energy[1:] < 1.002 * energy[0]).all() and energy[-1] < energy[0]
    assert history["divergence"].max() < 1e-13
