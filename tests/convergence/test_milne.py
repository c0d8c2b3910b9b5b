"""Godunov schemes in Milne coordinates, with every kind of equation of state: observed orders of the temperature."""
import sys
import pathlib

import numpy
import pytest

from conftest import ROOT, make_case, merge, read_fields, read_history, run_case

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "exact"))
from exact_solutions import gubser_temperature  # noqa: E402

SCHEMES = [("ader-weno", 3), ("ader-weno", 4), ("rk-weno", 3), ("rk-weno", 4)]


def gubser_means(cells, half, time):
    """The temperature of the mean densities of each cell."""
    places, weights = numpy.polynomial.legendre.leggauss(5)
    spacing = 2 * half / cells
    centres = -half + spacing * (numpy.arange(cells) + 0.5)
    energy, momentum_x, momentum_y = 0, 0, 0
    for one, of_one in zip(places, weights):
        for other, of_other in zip(places, weights):
            x, y = numpy.meshgrid(centres + 0.5 * spacing * one, centres + 0.5 * spacing * other)
            e = gubser_temperature(time, x, y) ** 4
            rate = 2 * time / (1 + time * time + x * x + y * y)
            enthalpy = of_one * of_other / 4 * (4 / 3) * e / (1 - rate**2 * (x * x + y * y))
            energy = energy + enthalpy - of_one * of_other / 4 * e / 3
            momentum_x = momentum_x + enthalpy * rate * x
            momentum_y = momentum_y + enthalpy * rate * y
    squared = energy**2 - momentum_x**2 - momentum_y**2
    return centres, (3 * squared / (numpy.sqrt(energy**2 + 3 * squared) + energy)) ** 0.25


@pytest.mark.parametrize("kind,order", SCHEMES)
def test_gubser(kind, order, tmp_path):
    """Where the box's boundary has not been heard of. WENO's data are of fifth order along lines, so order 3 shows at
    least its own order on these cells."""
    errors = []
    for cells in (40, 80):
        folder = run_case(ROOT / "examples/gubser-ideal", tmp_path / str(cells), f"mesh.cells=[{cells},{cells},1]",
                          f"scheme.kind={kind}", f"scheme.order={order}", "time.end=2", "output.every=0", "output.values=means")
        centres, expected = gubser_means(cells, 5, 2)
        inside = numpy.abs(centres) < 3.3
        temperature = read_fields(folder)[1]["temperature"][0]
        difference = numpy.abs(temperature - expected)[numpy.ix_(inside, inside)]
        errors.append(difference.mean() / expected.max())
    print(f"{kind} {order}: {errors}, order {numpy.log2(errors[0] / errors[1]):.2f}")
    assert errors[1] < {3: 2e-4, 4: 6e-5}[order]
    assert numpy.log2(errors[0] / errors[1]) >= order - 0.2


@pytest.mark.parametrize("kind,order", [("ader-weno", 2), ("rk-weno", 2), *SCHEMES])
def test_bjorken(kind, order, tmp_path):
    """One cell: only the sources act, and T falls with tau^(-1/3)."""
    errors = []
    for step in (0.05, 0.025):
        folder = run_case(ROOT / "examples/bjorken-ideal", tmp_path / str(step), f"scheme.kind={kind}",
                          f"scheme.order={order}", f"time.step={step}", "time.end=1", "output.every=0")
        errors.append(abs(read_fields(folder)[1]["temperature"].item() / (0.6 * 0.25 ** (1 / 3)) - 1))
    assert numpy.log2(errors[0] / errors[1]) >= order - 0.2, errors


EVENT = {
    "system": "srhd",
    "eos": {"kind": "lattice-wb"},
    "mesh": {"coordinates": "milne", "cells": [64, 1, 1], "lower": [-14, -1, -0.5], "upper": [14, 1, 0.5],
             "boundary": "outflow"},
    "scheme": {"kind": "ader-weno", "order": 3},
    "time": {"start": 0.6, "end": 3},
    "initial": {"kind": "gaussian", "peak": {"energy_density": 30}, "background": {"energy_density": 0.3},
                "width": [2, 0, 0]},
    "output": {"fields": ["energy_density", "pressure", "temperature", "sound_speed_squared", "velocity",
                          "conserved_energy", "momentum"], "values": "means"},
    "device": {"kind": "host", "threads": 1},
}
CODE = {"kind": "code", "file": str(ROOT / "examples/eos-code/crossover.c"),
        "parameters": {"bag": 0.3, "width": 1.8, "degrees": 47.5}}


def temperature_error(coarse, fine):
    """Mean |T - T of the fine run's mean densities|, to first order in the difference: with E and M off by dE and dM,
    de (1 - v^2 c^2) = (1 + v^2) dE - 2 v dM and dT/T = c^2 de/(e + p)."""
    def means(values):
        return values.reshape(coarse["conserved_energy"].size, -1).mean(axis=1)

    v, c2 = coarse["velocity/x"].ravel(), coarse["sound_speed_squared"].ravel()
    energy = means(fine["conserved_energy"].ravel()) - coarse["conserved_energy"].ravel()
    momentum = means(fine["momentum/x"].ravel()) - coarse["momentum/x"].ravel()
    de = ((1 + v * v) * energy - 2 * v * momentum) / (1 - v * v * c2)
    enthalpy = (coarse["energy_density"] + coarse["pressure"]).ravel()
    temperature = coarse["temperature"].ravel()
    return numpy.abs(temperature * c2 * de / enthalpy).mean() / temperature.max()


# The host does not know this equation of state, so means of the densities are made on the device.
INITIAL = """
void initial(const real x[3], real t, real state[])
{
    state[0] = (real)0.3 + (real)29.7 * exp(-x[0] * x[0] / 8);
}
"""


@pytest.mark.parametrize("kind,order,eos", [("ader-weno", 3, None), ("ader-weno", 4, None), ("rk-weno", 4, None),
                                            ("ader-weno", 4, CODE)])
def test_event(kind, order, eos, tmp_path):
    def run(cells):
        base = merge(EVENT, {"eos": eos, "initial": {"kind": "code", "file": "initial.c"}} if eos else {})
        case = make_case(tmp_path / str(cells), base=base, mesh={"cells": [cells, 1, 1]},
                         scheme={"kind": kind, "order": order}, time={"step": 2.4 / cells})
        (case.parent / "initial.c").write_text(INITIAL)
        return read_fields(run_case(case, tmp_path / f"out-{cells}", "output.every=0"))[1]

    cells = (64, 128, 256)
    fine = run(1024)
    errors = [temperature_error(run(n), fine) for n in cells]
    print(f"{kind} {order} {'code' if eos else 'lattice-wb'}: {errors}, orders {numpy.log2(numpy.divide(errors[:-1], errors[1:]))}")
    assert numpy.log2(errors[1] / errors[2]) >= order - 0.2


@pytest.mark.parametrize("kind,order", [("ader-weno", 3), ("rk-weno", 4)])
def test_what_geometry_leaves_alone_stays(kind, order, tmp_path):
    """In a periodic box the charge and the momentum across the beam have no geometric source; the energy falls by the work that the
    fluid does along eta."""
    flow = {"system": "srhd", "eos": {"kind": "ideal-gas"}, "scheme": {"kind": kind, "order": order},
            "mesh": {"coordinates": "milne", "cells": [16, 12, 10], "lower": [-3] * 3, "upper": [3] * 3, "boundary": "periodic"},
            "time": {"start": 0.6, "end": 1.5},
            "initial": {"kind": "gaussian", "peak": {"energy_density": 5, "charge_density": 2}, "width": [1, 1.2, 0.9],
                        "background": {"energy_density": 0.5, "charge_density": 0.2, "velocity": [0.3, -0.2, 0.1]}},
            "output": {"fields": ["energy_density"], "history": 1}, "device": {"kind": "host", "threads": 1}}
    history = read_history(run_case(make_case(tmp_path, base=flow), tmp_path / "out"))
    assert history["step"][-1] > 10
    for name in ("charge", "momentum_x", "momentum_y"):
        assert numpy.abs(history[name] / history[name][0] - 1).max() < 1e-13, name
