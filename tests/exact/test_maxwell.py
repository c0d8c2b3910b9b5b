"""Electrodynamics: divergences and charges, interfaces, conductors, open ends, wrong input."""
import numpy
import pytest

import taub
from conftest import FAST, assert_same_bits, make_case, read_fields, read_history, run_case, run_taub

LIGHT = {
    "system": "maxwell",
    "mesh": {"cells": [400, 1, 1], "lower": [-2, 0, 0], "upper": [2, 1, 1],
             "boundary": {"x": "outflow", "y": "periodic", "z": "periodic"}},
    "scheme": {"kind": "ader-weno", "order": 4},
    "time": {"end": 1.8, "cfl": 0.8},
    "initial": {"kind": "pulse", "axis": "x", "polarization": [0, 1, 0], "extent": 0.1, "position": -0.9},
    "output": {"fields": ["electric_field", "magnetic_field", "charge_density"], "history": 1, "values": "means"},
    "device": {"kind": "host", "threads": 1},
}


def gaussian_means(x, h, middle, width, size):
    """Averages over cells by Gauss and Legendre's rule."""
    places, weights = numpy.polynomial.legendre.leggauss(5)
    return sum(0.5 * w * size * numpy.exp(-0.5 * ((x + 0.5 * h * p - middle) / width) ** 2)
               for p, w in zip(places, weights))


def after_interface(tmp_path, cells, order, permittivity, permeability):
    """The largest error of E behind a plane interface, in units of the incoming pulse."""
    case = make_case(tmp_path, base=LIGHT, mesh={"cells": [cells, 1, 1]}, scheme={"order": order},
                     medium={"cuts": {"x": [0]}, "permittivities": [1, permittivity],
                             "permeabilities": [1, permeability]})
    _, fields = read_fields(run_case(case, tmp_path / "out", **FAST))
    got = fields["electric_field/y"].reshape(-1)
    h, speed, impedance = 4 / cells, 1 / numpy.sqrt(permittivity * permeability), numpy.sqrt(permeability / permittivity)
    x = -2 + h * (numpy.arange(cells) + 0.5)
    reflected = gaussian_means(x, h, -0.9, 0.1, (impedance - 1) / (impedance + 1))
    passed = gaussian_means(x, h, 0.9 * speed, 0.1 * speed, 2 * impedance / (impedance + 1))
    error = numpy.abs(got - numpy.where(x < 0, reflected, passed)).max()
    print(f"{cells} cells, order {order}: {error:.2e}")
    return error


# Fresnel's coefficients and the delays of both pulses; the width of the one that passed is ten cells on the coarser mesh.
# Order 4 has the fit across the interface, order 3 one-sided slopes beside it (2.2e-3 with undamped waves) and also damps a pulse of width w by n nu^2 (1 - nu)^2/24
# 3 (h/w)^4 in n steps with nu = c dt/h (docs/theory/maxwell.md): with 112 steps each 3.6e-5 before the interface and 8.6e-4
# behind it, where w is five cells, nu 0.4 and the pulse two thirds.
@pytest.mark.parametrize("order,ceiling,least", [(2, 1e-2, 2.4), (3, 2.2e-3 + 9e-4, 2.9), (4, 1e-3, 3.7)])
def test_pulse_on_a_dielectric_half_space(tmp_path, order, ceiling, least):
    coarse = after_interface(tmp_path, 400, order, 4, 1)
    fine = after_interface(tmp_path, 800, order, 4, 1)
    assert coarse < ceiling and coarse / fine >= 2 ** least


def test_matched_impedances_reflect_nothing(tmp_path):
    assert after_interface(tmp_path, 400, 4, 2, 2) < 1e-3


@pytest.mark.parametrize("order", [2, 3, 4])
def test_waves_leave_through_open_ends(tmp_path, order):
    case = make_case(tmp_path, base=LIGHT, scheme={"order": order}, time={"end": 4.5})
    history = read_history(run_case(case, tmp_path / "out", **FAST))
    energy = history["electric_energy"] + history["magnetic_energy"]
    assert energy[-1] < 1e-6 * energy[0]


@pytest.mark.parametrize("order", [2, 3, 4])
def test_divergence_and_charge(tmp_path, order):
    """Media, conductors of three kinds, walls, an open end: div B and div D - rho stay at rounding."""
    case = make_case(tmp_path, base=LIGHT, scheme={"order": order}, time={"end": 100, "cfl": 0.3, "max_steps": 60},
                     mesh={"cells": [14, 12, 10], "boundary": {"x": ["outflow", "reflecting"], "y": "periodic",
                                                               "z": ["magnetic-wall", "outflow"]},
                           "lower": [0, 0, 0], "upper": [1, 1, 1]},
                     medium={"cuts": {"x": [0.5], "y": [0.45]}, "permittivities": [1, 4, 2, 1],
                             "conductivities": [0, 3, 1e6, 0],
                             "inclusion": {"kind": "ball", "center": [0.5, 0.5, 0.5], "radius": 0.2, "permittivity": 3,
                                           "conductivity": 10}},
                     initial={"extent": 0.1, "position": 0.3})
    history = read_history(run_case(case, tmp_path / "out", **FAST))
    # a step adds rounding of dt curl H/dx, in units of D here below one
    assert numpy.abs(history["divergence"]).max() < 1e-13
    assert numpy.abs(history["charge_error"]).max() < 1e-12
    energy = history["electric_energy"] + history["magnetic_energy"]
    assert numpy.isfinite(energy).all() and (energy[1:] <= energy[0] * (1 + 1e-12)).all()


def test_blocks_and_restarts_keep_the_bits(tmp_path):
    """With faces at upper ends of the mesh, which no cell has."""
    case = make_case(tmp_path, base=LIGHT, time={"end": 100, "cfl": 0.3, "max_steps": 8},
                     mesh={"cells": [12, 16, 18], "lower": [0, 0, 0], "upper": [1, 1, 1],
                           "boundary": {"x": ["outflow", "magnetic-wall"], "y": "reflecting", "z": "periodic"}},
                     medium={"permittivity": 2, "cuts": {"x": [0.4]}, "conductivities": [3, 0]},
                     initial={"axis": "z", "position": 0.5}, device={"reproducible": "strict"},
                     output={"fields": ["electric_flux", "magnetic_flux", "charge_density"]})
    whole = run_case(case, tmp_path / "whole", **FAST)
    assert_same_bits(whole, run_case(case, tmp_path / "blocks", "mesh.blocks=[2,2,3]", **FAST))
    half = run_case(case, tmp_path / "half", "time.max_steps=4", **FAST)
    assert_same_bits(whole, run_case(case, tmp_path / "rest", "--restart", half, **FAST))


def test_the_first_step_is_whole_along_all_axes(tmp_path):
    """Light has no shocks for which a first step is made short: fields were read as the pressures of a gas."""
    first = []
    for axis in range(3):
        mesh = {"cells": [1, 1, 1], "lower": [-2, -2, -2], "upper": [2, 2, 2], "boundary": {name: "periodic" for name in "xyz"}}
        mesh["cells"][axis] = 40
        case = make_case(tmp_path, f"{axis}.yaml", base=LIGHT, mesh=mesh, scheme={"order": 2}, time={"end": 100, "max_steps": 2},
                         initial={"axis": "xyz"[axis], "polarization": [float(a != axis) for a in range(3)]})
        first.append(read_history(run_case(case, tmp_path / f"out{axis}", **FAST))["dt"][1:])
    assert numpy.ptp(first) < 1e-12 and first[0][0] == first[0][1]


@pytest.mark.parametrize("order", [3, 4])
def test_corners_of_a_conductor_know_no_first_axis(tmp_path, order):
    """A slit of one cell between two boxes, in cells of unequal sides: the conductor is metal (sigma h > 25) along one axis only.
    With x and y exchanged the field is the same."""
    fields = []
    for x, y in ((0, 1), (1, 0)):
        def place(along_x, along_y, rest):
            return [along_x if axis == x else along_y if axis == y else rest for axis in range(3)]
        boxes = [{"kind": "box", "lower": place(0.625, 3 / 12, -9), "upper": place(1.125, 6 / 12, 9), "conductivity": 240},
                 {"kind": "box", "lower": place(0.75, 7 / 12, -9), "upper": place(1.125, 9 / 12, 9), "conductivity": 240}]
        case = make_case(tmp_path, f"{x}.yaml", base=LIGHT, time={"end": 1, "cfl": 0.4}, scheme={"order": order},
                         mesh={"cells": place(12, 12, 1), "lower": [0, 0, 0], "upper": place(1.5, 1.0, 1.0),
                               "boundary": {name: "periodic" for name in "xyz"}},
                         medium={"inclusions": boxes},
                         initial={"axis": "xyz"[x], "polarization": place(0, 1, 1), "extent": 0.15, "position": 0.3})
        found = read_fields(run_case(case, tmp_path / f"out{x}", **FAST))[1]
        fields.append({name: found[f"electric_field/{'xyz'[axis]}"].squeeze() for name, axis in (("x", x), ("y", y), ("z", 2))})
    for name, values in fields[0].items():
        assert abs(values).max() > 1e-2 and numpy.abs(values - fields[1][name].T).max() < 1e-12, name


def test_charges_of_a_conductor_decay(tmp_path):
    """rho = rho_0 exp(-sigma t/eps), to the order of the method in time."""
    (tmp_path / "charge.c").write_text("""
void initial(const real x[3], real t, real state[])
{
    state[0] = cos(2 * (real)3.141592653589793 * x[0]);
    state[6] = 0;
    state[7] = 2; /* permittivity */
    state[8] = 1;
    state[9] = 3; /* conductivity */
}
void displacement_potential(const real x[3], real t, real a[3]) { a[0] = a[1] = a[2] = 0; }
void vector_potential(const real x[3], real t, real a[3]) { a[0] = a[1] = a[2] = 0; }
""")
    case = make_case(tmp_path, base={**LIGHT, "initial": {"kind": "code", "file": "charge.c"}},
                     mesh={"cells": [16, 1, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
                     time={"end": 0.5, "cfl": 0.4})
    out = run_case(case, tmp_path / "out", **FAST)
    start, end = (read_fields(out, step)[1]["charge_density"].reshape(-1) for step in (0, -1))
    # order 5 of three stages with steps of sigma dt/eps = 0.05
    assert numpy.abs(end - start * numpy.exp(-1.5 * 0.5)).max() < 1e-7 * numpy.abs(start).max()


def test_skin_depth(tmp_path):
    """A wave is driven into a conductor by a plane wave's long beginning: E falls by exp(-1) each skin depth."""
    sigma, wavelength = 400.0, 1.0
    omega = 2 * numpy.pi / wavelength
    # k^2 = omega^2 + i omega sigma: the exact decay, not that of good conductors
    k = numpy.sqrt(omega ** 2 + 1j * omega * sigma)
    case = make_case(tmp_path, base=LIGHT, mesh={"cells": [1600, 1, 1], "lower": [-8, 0, 0], "upper": [0.2, 1, 1]},
                     medium={"cuts": {"x": [0]}, "conductivities": [0, sigma]}, time={"end": 4},
                     initial={"position": -4, "wavelength": wavelength, "extent": 1.0})
    _, fields = read_fields(run_case(case, tmp_path / "out", **FAST))
    b = numpy.abs(fields["magnetic_field/z"].reshape(-1))
    h = 8.2 / 1600
    x = -8 + h * (numpy.arange(1600) + 0.5)
    inside = (x > 0.02) & (x < 0.12)
    assert b[inside].max() > 0.1
    # an instant of a narrow band: the envelope's decay, phases included
    phase = numpy.exp(1j * k * x[inside])
    basis = numpy.stack([phase.real, phase.imag], axis=1)
    signed = fields["magnetic_field/z"].reshape(-1)[inside]
    coefficients, *_ = numpy.linalg.lstsq(basis, signed, rcond=None)
    assert numpy.abs(basis @ coefficients - signed).max() < 3e-2 * numpy.abs(signed).max()


# n^2 = 1 + i sigma/omega: a bad conductor, one between and a good one, whose skin is a sixth of its wavelength
@pytest.mark.parametrize("sigma", [5.0, 20.0, 200.0])
def test_skin_depth_at_20_cells_a_wavelength(tmp_path, sigma):
    """Of the wavelength in the conductor, at order 4: the skin depth is right to a part in a thousand. Transforms of a pulse
    at five places, 1.2 skin depths apart as a whole."""
    n = numpy.sqrt(1 + 1j * sigma / (2 * numpy.pi))  # at the frequency 1
    h, depth = 1 / n.real / 20, 1 / (2 * numpy.pi * n.imag)
    cells = 20 * int(3 / h / 20)  # 20 cells a wavelength at most
    h = 3 / cells
    places = [[(6 + 0.5) * h + 1.5 * depth * place, 0.5, 0.5] for place in (0, 0.2, 0.4, 0.6, 0.8)]
    # a pulse without a mean, which would creep into the conductor for ever
    case = make_case(tmp_path, base={**LIGHT, "initial": {"kind": "empty"}, "source": {
        "kind": "plane-wave", "propagation": [1, 0, 0], "polarization": [0, 1, 0], "lower": [-0.5, -9, -9], "upper": [99, 9, 9],
        "thickness": 0.5, "position": [-0.5, 0, 0], "frequency": 1, "duration": 0.3, "start": 2.5}}, mesh={
        "cells": [cells, 1, 1], "lower": [-1.5, 0, 0], "upper": [1.5, 1, 1], "layer": {"cells": max(10, cells // 20)},
        "boundary": {"x": "matched-layer", "y": "periodic", "z": "periodic"}},
        medium={"cuts": {"x": [0]}, "conductivities": [0, sigma]}, time={"end": 8},
        output={"fields": ["electric_field"], "history": 0, "probes": {"points": places, "fields": ["electric_field"]}})
    probes = taub.read_probes(run_case(case, tmp_path / "out", **FAST))
    wave = numpy.exp(2j * numpy.pi * probes.time) * numpy.gradient(probes.time)
    heard = numpy.abs(wave @ probes["electric_field"][:, :, 1])
    found = -1 / numpy.polyfit(numpy.array(places)[:, 0], numpy.log(heard), 1)[0]
    print(f"sigma {sigma}: {cells} cells, {1 / n.real / h:.1f} a wavelength, {depth / h:.1f} a skin depth: {found / depth - 1:.1e}")
    assert abs(found / depth - 1) < 1e-3


@pytest.mark.parametrize("changes,words", [
    ({"medium": {"permittivity": 0}}, "medium.permittivity"),
    ({"medium": {"conductivity": -1}}, "medium.conductivity"),
    ({"medium": {"units": "si", "permittivity": 8.854e-12}}, "medium.permittivity: expected a value relative to the vacuum"),
    ({"medium": {"units": "si", "cuts": {"x": [0]}, "permeabilities": [1, 1.2566e-6]}}, "medium.permeabilities"),
    ({"medium": {"units": "si", "inclusions": [{"kind": "ball", "radius": 1, "permittivity": 2e-11}]}},
     "medium.inclusions[0].permittivity: expected a value relative"),
    ({"medium": {"cuts": {"x": [0, -1]}, "permittivities": [1, 2, 3]}}, "increasing positions"),
    ({"medium": {"cuts": {"x": [0]}, "permittivities": [1]}}, "each of the 2 pieces"),
    ({"medium": {"cuts": {"x": [5]}, "permittivities": [1, 2]}}, "inside the mesh"),
    ({"medium": {"cuts": {"x": [0]}, "permittivities": [1, -2]}}, "above 0"),
    ({"medium": {"inclusion": {"kind": "ball", "radius": 1, "center": [9, 0, 0]}}}, "medium.inclusion: no part of it lies inside the mesh"),
    ({"initial": {"polarization": [1, 0, 0]}}, "the electric field is transverse"),
    ({"mesh": {"boundary": "extrapolated"}}, "system maxwell goes with outflow, periodic, reflecting, magnetic-wall, matched-layer, not with extrapolated"),
    ({"scheme": {"kind": "rk-weno"}}, "system maxwell goes with ader-weno"),
    ({"eos": {"kind": "ideal-gas"}}, "does not apply"),
    ({"scheme": {"limiter": "mc"}}, "does not apply"),
    ({"medium": {"permitivity": 2}}, "did you mean permittivity"),
    ({"output": {"fields": ["pressure"]}}, "no quantity pressure")])
def test_wrong_input(tmp_path, changes, words):
    done = run_taub("run", make_case(tmp_path, base=LIGHT, **changes), "-o", tmp_path / "out", expect=2)
    assert words in done.stderr and not (tmp_path / "out").exists()


def test_magnetic_walls_are_for_light(tmp_path):
    case = make_case(tmp_path, mesh={"cells": [8, 1, 1], "boundary": "magnetic-wall"})
    assert "not with magnetic-wall" in run_taub("check", case, expect=2).stderr
