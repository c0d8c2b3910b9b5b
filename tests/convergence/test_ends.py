"""Orders through ends where user code gives the exact flow: ghost zones hold averages, as cells do."""
import sys
import pathlib

import numpy
import pytest

from conftest import make_case, read_fields, run_case
from test_milne import gubser_means
from test_orders import WAVE

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "exact"))
from exact_solutions import gubser_temperature  # noqa: E402

DENSITY = """
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    (void)inside;
    state[0] = R(1.0) + R(0.2) * real_sin(R(6.283185307179586) * (x[0] - t));
    state[1] = state[4] = R(1.0);
    state[2] = state[3] = R(0.0);
}
"""
ALFVEN = """
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    const real wave = R(6.283185307179586) * (x[0] + R(2.0) * x[1] - R(2.23606797749979) * t);
    const real along_x = R(0.447213595499958), along_y = R(0.894427190999916);
    const real in_plane = R(0.1) * real_cos(wave), out_of_it = R(-0.1) * real_sin(wave);
    (void)inside;
    state[0] = R(1.0);
    state[1] = -in_plane * along_y;
    state[2] = in_plane * along_x;
    state[3] = -out_of_it;
    state[4] = R(0.1);
    state[5] = along_x - state[1];
    state[6] = along_y - state[2];
    state[7] = out_of_it;
}
"""
# in units of the energy density at tau = 1 in the middle
GUBSER = """
INLINE void {name}(const real x[3], real tau, {more}real state[])
{{
    const real r2 = x[0] * x[0] + x[1] * x[1], t2 = tau * tau, m = t2 - r2;
    const real s = (R(1.0) + R(2.0) * (t2 + r2)) + m * m, v = R(2.0) * tau / (R(1.0) + t2 + r2);
    const real w = R(1.0) / real_sqrt(R(1.0) - v * v * r2);
    state[0] = real_pow(R(4.0) / (tau * s), R(4.0 / 3.0));
    state[1] = v * w * x[0];
    state[2] = v * w * x[1];
    state[3] = state[4] = R(0.0);
}}
"""
ALFVEN_WAVE = {"system": "mhd", "eos": {"kind": "ideal-gas"},
               "mesh": {"cells": [16, 8, 1], "lower": [0, 0, 0], "upper": [1, 0.5, 1],
                        "boundary": {"x": "code", "y": "periodic"}},
               "scheme": {"kind": "ader-weno", "order": 3}, "time": {"end": 0.447213595499958},
               "initial": {"kind": "alfven-wave", "waves": [1, 1, 0], "amplitude": 0.1,
                           "state": {"density": 1, "pressure": 0.1}}}


def order_of(errors):
    print(f"errors {errors}, order {numpy.log2(errors[0] / errors[1]):.2f}")
    return numpy.log2(errors[0] / errors[1])


def after_a_period(base, cells, quantity, folder, **changes):
    """The mean difference from the start, on meshes of so many cells along x."""
    errors = []
    for n in cells:
        cells_y = base["mesh"]["cells"][1]
        mesh = {"cells": [n, cells_y if cells_y == 1 else cells_y * n // base["mesh"]["cells"][0], 1]}
        path = make_case(folder, base=base, **{**changes, "mesh": {**changes.get("mesh", {}), **mesh}})
        fields = read_fields(run_case(path, folder / str(n)))[1][quantity]
        start = read_fields(folder / str(n), 0)[1][quantity]
        errors.append(numpy.abs(fields - start).mean())
    return errors


@pytest.mark.parametrize("kind,order,most", [("ader-weno", 3, 6e-6), ("ader-weno", 4, 1.2e-7), ("rk-weno", 4, 1.2e-7)])
def test_density_wave(tmp_path, kind, order, most):
    (tmp_path / "wave.c").write_text(DENSITY)
    errors = after_a_period(WAVE, (64, 128), "density", tmp_path, scheme={"kind": kind, "order": order},
                            mesh={"boundary": {"x": "code"}}, boundary={"file": "wave.c"}, time={"end": 1, "cfl": 0.4},
                            initial={"waves": [1, 0, 0], "state": {"velocity": [1, 0, 0]}})
    assert errors[0] < most and order_of(errors) > order - 0.2


@pytest.mark.parametrize("kind,order", [("ader-weno", 3), ("ader-weno", 4), ("rk-weno", 4)])
def test_alfven_wave(tmp_path, kind, order):
    (tmp_path / "wave.c").write_text(ALFVEN)
    errors = after_a_period(ALFVEN_WAVE, (24, 48), "magnetic_field/y", tmp_path, scheme={"kind": kind, "order": order},
                            boundary={"file": "wave.c"}, output={"fields": ["magnetic_field"]})
    assert order_of(errors) > order - 0.3


@pytest.mark.parametrize("kind,order", [("ader-weno", 4), ("rk-weno", 3)])
def test_gubser_in_milne_coordinates(tmp_path, kind, order):
    """Slower than sound at the ends, from where errors come in."""
    (tmp_path / "start.c").write_text(GUBSER.format(name="initial", more=""))
    (tmp_path / "ends.c").write_text(GUBSER.format(name="boundary", more="const real inside[], ").replace(
        "{\n    const", "{\n    (void)inside;\n    const", 1))
    errors = []
    for n in (12, 24):
        path = make_case(tmp_path, base={
            "system": "srhd", "eos": {"kind": "conformal"},
            "mesh": {"coordinates": "milne", "cells": [n, n, 1], "lower": [-0.5, -0.5, -0.5], "upper": [0.5, 0.5, 0.5],
                     "boundary": {"x": "code", "y": "code", "z": "periodic"}},
            "scheme": {"kind": kind, "order": order}, "time": {"start": 1, "end": 1.5, "cfl": 0.4},
            "initial": {"kind": "code", "file": "start.c"}, "boundary": {"file": "ends.c"},
            "output": {"fields": ["energy_density"], "values": "means"}})
        energy = read_fields(run_case(path, tmp_path / str(n)))[1]["energy_density"][0]
        expected = (gubser_means(n, 0.5, 1.5)[1] / gubser_temperature(1, 0, 0)) ** 4
        errors.append(numpy.abs(energy - expected).mean())
    assert order_of(errors) > order - 0.2
