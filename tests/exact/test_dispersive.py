"""Electrodynamics: dispersive media (medium.poles), poles of Drude, Lorentz and Debye."""
import math

import numpy
import pytest
from scipy.linalg import expm

from conftest import assert_same_bits, make_case, read_fields, read_history, run_case, run_taub

FAST = {"env": {"TAUB_CFLAGS": "-O1"}}
DRUDE = {"kind": "drude", "plasma_frequency": 9, "damping": 0.8}
LORENTZ = {"kind": "lorentz", "strength": 1.5, "frequency": 7, "damping": 0.5}
DEBYE = {"kind": "debye", "strength": 2, "time": 0.15}
FIELDS = ["electric_field", "magnetic_field", "polarization", "electric_displacement"]


def light(folder, name, medium, cells, initial=None, mesh=None, **more):
    parts = dict(system="maxwell", eos=None, medium=medium, scheme={"kind": "ader-weno", "order": 3},
                 mesh={"cells": cells, "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic", **(mesh or {})},
                 time={"end": 0.4, "cfl": 0.4},
                 initial=initial or {"kind": "plane-wave", "waves": [1, 0, 0], "polarization": [0, 0, 1]},
                 device={"kind": "host", "threads": 1, "reproducible": "strict"},
                 output={"fields": FIELDS, "history": 1})
    parts.update(more)
    return make_case(folder, name, **parts)


def poles_of(poles):
    """(oscillates, strength, damping, square) of each: J' = strength E - damping J - square P; P' = damping (strength E - P)."""
    out = []
    for pole in poles:
        if pole["kind"] == "drude":
            out.append((True, pole["plasma_frequency"]**2, pole["damping"], 0))
        elif pole["kind"] == "lorentz":
            out.append((True, pole["strength"] * pole["frequency"]**2, pole["damping"], pole["frequency"]**2))
        else:
            out.append((False, pole["strength"], 1 / pole["time"], 0))
    return out


def mode_matrix(k, eps, mu, poles):
    """Of (D, B, P..., J...) of a wave exp(i k x), D = eps E without P: d/dt = matrix."""
    known = poles_of(poles)
    count = len(known)
    matrix = numpy.zeros((2 + 2 * count, 2 + 2 * count), complex)
    # signs of D_z, B_y of a wave along x: D_z' = d(B_y/mu)/dx, B_y' = d(D_z/eps)/dx
    matrix[0, 1] = 1j * k / mu
    matrix[1, 0] = 1j * k / eps
    for n, (oscillates, strength, damping, square) in enumerate(known):
        p, j = 2 + n, 2 + count + n
        if oscillates:
            matrix[0, j], matrix[p, j] = -1, 1
            matrix[j, 0], matrix[j, j], matrix[j, p] = strength / eps, -damping, -square
        else:
            matrix[p, 0], matrix[p, p] = damping * strength / eps, -damping
            matrix[0] -= matrix[p]
    return matrix


def exact_wave(k, eps, mu, poles, t, phase):
    """E and B of a wave that begins as one of the medium without poles, and P of all."""
    matrix = mode_matrix(k, eps, mu, poles)
    start = numpy.zeros(len(matrix), complex)
    start[0], start[1] = eps, -math.sqrt(eps * mu)
    end = expm(matrix * t) @ start
    of = [(end[n] * numpy.exp(1j * phase)).real for n in (0, 1)]
    return of[0] / eps, of[1], sum((end[2 + n] * numpy.exp(1j * phase)).real for n in range(len(poles)))


def permittivity(omega, eps, poles):
    for pole in poles:
        if pole["kind"] == "drude":
            eps = eps - pole["plasma_frequency"]**2 / (omega**2 + 1j * pole.get("damping", 0) * omega)
        elif pole["kind"] == "lorentz":
            square = pole["frequency"]**2
            eps = eps + pole["strength"] * square / (square - omega**2 - 1j * pole.get("damping", 0) * omega)
        else:
            eps = eps + pole["strength"] / (1 - 1j * omega * pole["time"])
    return eps


MEDIA = {"drude": [DRUDE], "lorentz": [LORENTZ], "debye": [DEBYE], "all": [DEBYE, LORENTZ, DRUDE]}


@pytest.mark.parametrize("name", list(MEDIA))
def test_reference_is_the_dispersion_relation(name):
    """Eigenvalues of the reference's matrix are -i omega with k^2 = omega^2 mu eps(omega)."""
    k, eps, mu = 2 * math.pi, 2.0, 1.5
    values = numpy.linalg.eigvals(mode_matrix(k, eps, mu, MEDIA[name]))
    waves = [1j * value for value in values if abs(value) > 1e-9]
    assert len(waves) >= 3
    for omega in waves:
        found = omega**2 * mu * permittivity(omega, eps, MEDIA[name])
        assert abs(found - k**2) < 1e-8 * (k**2 + abs(omega)**2 * mu * eps * 10)


def wave_error(folder, name, poles, cells, order):
    medium = {"permittivity": 2, "permeability": 1.5, "poles": poles}
    case = light(folder, f"{name}.yaml", medium, [cells, 1, 1], scheme={"kind": "ader-weno", "order": order})
    fields = read_fields(run_case(case, folder / name, **FAST))[1]
    # means over cells
    k, width = 2 * math.pi, 1 / cells
    phase, mean = k * (numpy.arange(cells) + 0.5) / cells, math.sin(k * width / 2) / (k * width / 2)
    wanted = exact_wave(k, 2, 1.5, poles, 0.4, phase)
    got = fields["electric_field/z"], fields["magnetic_field/y"], fields["polarization/z"]
    displacement = fields["electric_displacement/z"].ravel()
    assert numpy.allclose(displacement, 2 * got[0].ravel() + got[2].ravel(), rtol=0, atol=1e-14)
    return sum(abs(g.ravel() - mean * w).mean() / abs(w).max() for g, w in zip(got, wanted))


@pytest.mark.parametrize("order", [2, 3, 4])
@pytest.mark.parametrize("name", list(MEDIA))
def test_waves_in_one_medium(tmp_path, name, order):
    """A wave that begins in a medium at rest, against its exact modes: order 2 at all orders of the scheme."""
    coarse = wave_error(tmp_path, "coarse", MEDIA[name], 40, order)
    fine = wave_error(tmp_path, "fine", MEDIA[name], 80, order)
    assert fine < coarse / 3.5 and fine < 0.01


NOISE = """
static real noise(const real x[3], real seed)
{
    /* of a place rounded to a fine grid that is periodic */
    const real i = floor(7680 * x[0] + (real)0.5), j = floor(7680 * x[1] + (real)0.5);
    const real u = i / 7680 - floor(i / 7680), v = j / 7680 - floor(j / 7680);
    const real s = sin((real)12.9898 * u + (real)78.233 * v + seed) * (real)43758.5453;
    return s - floor(s);
}
void initial(const real x[3], real t, real state[])
{
    state[2] = noise(x, 1) - (real)0.5;
    state[5] = noise(x, 2) - (real)0.5;
}
void vector_potential(const real x[3], real t, real a[3])
{
    a[0] = a[1] = 0;
    a[2] = (real)0.05 * noise(x, 3);
}
void displacement_potential(const real x[3], real t, real a[3])
{
    a[0] = a[1] = 0;
    a[2] = (real)0.05 * noise(x, 4);
}
"""


@pytest.mark.parametrize("cells,steps", [([24, 1, 1], 3000), ([12, 10, 1], 1500)])
@pytest.mark.parametrize("order", [2, 3, 4])
@pytest.mark.parametrize("rate", [0.01, 1, 2, 3, 30])
def test_stable_at_any_step(tmp_path, rate, order, cells, steps):
    """Noise on every scale in media without losses, (plasma frequency) x (time step) from 0.01 to 30: the energy of
    fields and poles falls."""
    axes = sum(n > 1 for n in cells)
    step = 0.7 / axes / cells[0]
    poles = [{"kind": "drude", "plasma_frequency": rate / step}, {"kind": "lorentz", "strength": 1, "frequency": 0.7 * rate / step}]
    (tmp_path / "noise.c").write_text(NOISE)
    case = light(tmp_path, "case.yaml", {"poles": poles}, cells, {"kind": "code", "file": "noise.c"},
                 scheme={"kind": "ader-weno", "order": order}, time={"end": 1e9, "cfl": 0.7 / axes, "max_steps": steps})
    history = read_history(run_case(case, tmp_path / "out", **FAST))
    energy = history["electric_energy"] + history["magnetic_energy"]
    assert len(energy) == steps + 1
    assert numpy.isfinite(energy).all() and (energy[1:] <= energy[0] * (1 + 1e-12)).all()
    assert history["charge_error"].max() < 1e-11
