"""Electrodynamics on cells that are coarse for what a case asks: carried right, refused, or told."""
import math

import numpy
import pytest

import taub
from conftest import FAST, make_case, read_fields, read_history, run_case, run_taub

PULSE = {"signal": "pulse", "frequency": 1, "duration": 0.4, "start": 1, "phase": 0.3}
BOX = {
    "system": "maxwell", "mesh": {"cells": [12, 10, 1], "lower": [-1, -1, 0], "upper": [1.4, 1, 1], "boundary": "periodic"},
    "scheme": {"kind": "ader-weno", "order": 4}, "time": {"end": 0.9, "step": 0.03}, "initial": {"kind": "empty"},
    "output": {"fields": ["electric_field"], "history": 1}, "device": {"kind": "host", "threads": 1},
}
DIPOLE = {"kind": "dipole", "polarization": [2, -1, 2], "size": 3, **PULSE}


def integral_of_pulse(t):
    s = (t - 1) / 0.4
    return numpy.exp(-s * s / 2) * numpy.sin(2 * math.pi * (t - 1) + 0.3) / (2 * math.pi)


# radii and places in cells of 0.2
@pytest.mark.parametrize("cells,source,volume", [
    ([12, 10, 1], {**DIPOLE, "radius": 1, "position": [0.3, 0.17, 0]}, 1),
    ([12, 10, 1], {**DIPOLE, "radius": 1, "position": [0.5, 0.5, 0]}, 1),
    ([12, 10, 1], {**DIPOLE, "radius": 1.7, "position": [0.02, 0.5, 0]}, 1),
    ([12, 10, 10], {**DIPOLE, "radius": 1, "position": [0.11, 0.4, 0.27]}, 1),
    ([1, 10, 1], {**DIPOLE, "radius": 1.2, "position": [0, 0.31, 0]}, 1),
    ([12, 1, 10], {"kind": "sheet", "axis": "z", "polarization": [2, -1, 2], "size": 3, "thickness": 2,
                   "position": [0, 0, 0.37], **PULSE}, 2.4),
])
def test_currents_are_whole(tmp_path, cells, source, volume):
    """In a periodic mesh the integral of D is that of the current alone, whatever cells make of a ball."""
    lower, upper = [-1, -1, -1], [1.4, 1, 1]
    for a in range(3):
        if cells[a] == 1:
            lower[a], upper[a] = 0, 1
    for key in ("radius", "thickness"):
        if key in source:
            source = {**source, key: 0.2 * source[key]}
    source["position"] = [0.2 * x for x in source["position"]]
    case = make_case(tmp_path, base=BOX, mesh={"cells": cells, "lower": lower, "upper": upper}, source=source)
    history = read_history(run_case(case, tmp_path / "out"))
    sent = integral_of_pulse(history["time"]) - integral_of_pulse(0)
    for a, part in enumerate((2 / 3, -1 / 3, 2 / 3)):
        got, exact = history["displacement_" + "xyz"[a]], -3 * part * volume * sent
        print(abs(got - exact).max(), abs(exact).max())
        assert abs(got - exact).max() < 1e-5 * abs(exact).max()


HALF = {"cuts": {"x": [0.2]}, "permittivities": [1, 4]}
WAVE = {"kind": "plane-wave", "propagation": [1, 0, 0], "polarization": [0, 1, 0], "lower": [-0.2, -9, -9], "upper": [9, 9, 9],
        "thickness": 0.6, "position": [-1, 0, 0], **PULSE, "start": 4}
OPEN = {"boundary": {"x": "outflow", "y": "periodic", "z": "periodic"}, "cells": [24, 10, 1]}
PLANE = {"planes": [{"name": "a", "kind": "x", "position": 0}], "count": 3}


@pytest.mark.parametrize("changes,words", [
    ({"source": {**DIPOLE, "radius": 0.19}}, ["source.radius", "at least 1 cell here, 0.2"]),
    ({"source": {"kind": "sheet", "axis": "x", "polarization": [0, 1, 0], "thickness": 0.39, **PULSE}},
     ["source.thickness", "at least 2 cells here, 0.4"]),
    ({"mesh": OPEN, "source": {**WAVE, "thickness": 0.29}}, ["source.thickness", "at least 3 cells here, 0.3"]),
    ({"mesh": OPEN, "source": {"kind": "beam", "axis": "x", "propagation": [1, 0, 0], "polarization": [0, 1, 0], "position": [0, 0, 0],
                               "thickness": 0.6, "waist": 0.19, **PULSE, "start": 4}}, ["source.waist", "at least 1 cell here, 0.2"]),
    ({"source": {**DIPOLE, "radius": 0.4, "frequency": 500}}, ["source.frequency", "at most 2.5,", "got 500"]),
    ({"source": {**DIPOLE, "radius": 0.4, "frequency": 1.3, "position": [0.6, 0, 0]}, "medium": HALF},
     ["source.frequency", "at most 1.25,"]),
    ({"source": {**DIPOLE, "radius": 0.4, "frequency": 0, "duration": 0.06}}, ["source.duration", "at least 0.063662"]),
    ({"source": {**DIPOLE, "radius": 0.4, "signal": "continuous", "duration": 0.15}}, ["source.duration", "at least 0.2"]),
    ({"mesh": {"bloch": [0, 20, 0], "boundary": {"x": "outflow", "y": "periodic", "z": "periodic"}},
      "source": {"kind": "sheet", "axis": "x", "polarization": [0, 1, 0], "thickness": 0.8, **PULSE}}, ["mesh.bloch[1]", "15.708"]),
    ({"initial": {"kind": "plane-wave", "waves": [7, 0, 0], "polarization": [0, 1, 0]}}, ["initial.waves[0]", "at most 6"]),
    ({"initial": {"kind": "box-mode", "waves": [1, 11, 0], "polarization": [0, 0, 1]}, "mesh": {"boundary": "reflecting"}},
     ["initial.waves[1]"]),
    ({"initial": {"kind": "pulse", "axis": "x", "polarization": [0, 1, 0], "extent": 0.06}}, ["initial.extent", "at least 0.063662"]),
    ({"initial": {"kind": "pulse", "axis": "x", "polarization": [0, 1, 0], "extent": 0.5, "wavelength": 0.39}},
     ["initial.wavelength", "at least 2 cells here, 0.4"]),
    ({"medium": {"inclusions": [{"kind": "box", "lower": [0, -9, -9], "upper": [0.024, 9, 9], "permittivity": 2}]}},
     ["medium.inclusions[0]", "an eighth of a cell along x, 0.025"]),
    ({"medium": {"inclusion": {"kind": "ball", "radius": 0.012, "permittivity": 2}}}, ["medium.inclusion:", "got 0.024"]),
    ({"medium": {"cuts": {"y": [0, 0.02]}, "permittivities": [1, 2, 1]}}, ["medium.cuts.y[1]", "got 0.02"]),
    ({"output": {"fluxes": {**PLANE, "frequencies": [1, 2.6]}}}, ["output.fluxes.frequencies[1]", "at most 2.5"]),
])
def test_what_cells_cannot_carry_is_refused(tmp_path, changes, words):
    text = run_taub("check", make_case(tmp_path, base=BOX, **changes), expect=2).stderr
    for word in words:
        assert word in text, text


def test_looks_that_are_too_few_are_refused(tmp_path):
    """Of a frequency of 2.4 and steps of 0.03 six looks in a period: every seventh step shows a lower frequency."""
    case = make_case(tmp_path, base=BOX, output={"fluxes": {**PLANE, "frequencies": [1, 2.4], "every": 7}})
    assert "output.fluxes.every: expected at most 6" in run_taub("run", case, "-o", tmp_path / "out", expect=2).stderr


def test_units_do_not_matter(tmp_path):
    """The same refusal in SI: lengths of micrometres, frequencies of light."""
    light = 299792458.0
    scaled = {"mesh": {"lower": [-1e-6, -1e-6, 0], "upper": [1.4e-6, 1e-6, 1e-6]}, "time": {"end": 0.9e-6 / light, "step": 0.03e-6 / light},
              "medium": {"units": "si"}}
    source = {**DIPOLE, "radius": 0.4e-6, "duration": 0.4e-6 / light, "start": 1e-6 / light}
    run_taub("check", make_case(tmp_path, base=BOX, **scaled, source={**source, "frequency": 2.4e6 * light}))
    text = run_taub("check", make_case(tmp_path, base=BOX, **scaled, source={**source, "frequency": 2.6e6 * light}), expect=2).stderr
    assert "source.frequency" in text and f"{2.5e6 * light:.6g}" in text, text


@pytest.mark.parametrize("medium,words", [
    ({"cuts": {"x": [0.2]}, "conductivities": [0, 1e5]}, ["medium, x from 0.2 to 1.4", "absorbs 0.02", "of a cell"]),
    ({"cuts": {"x": [0.2]}, "conductivities": [0, 1e10]}, []),
    ({"inclusions": [{"kind": "box", "lower": [0, -9, -9], "upper": [1, 9, 9], "permittivity": 9}]},
     ["medium.inclusions[0]", "2.4 cells in a wave", "medium: 7.2 cells"]),
    ({"poles": [{"kind": "drude", "plasma_frequency": 40, "damping": 3}], "inclusions": [
        {"kind": "box", "lower": [-2, -9, -9], "upper": [0.6, 9, 9]}]}, ["medium: at the frequency 1.398", "absorbs"]),
])
def test_what_cells_carry_badly_is_told(tmp_path, medium, words):
    """By check and by a run, with the place and with figures."""
    fine = {"cells": [24, 10, 1], "boundary": {"x": "outflow", "y": "periodic", "z": "periodic"}}
    source = {"kind": "sheet", "axis": "x", "polarization": [0, 1, 0], "position": [-0.6, 0, 0], "thickness": 0.4, **PULSE}
    case = make_case(tmp_path, base=BOX, medium=medium, source=source, mesh={**fine, "lower": [-1, -0.5, 0], "upper": [1.4, 0.5, 1]},
                     time={"max_steps": 1})
    checked = run_taub("check", case).stdout
    ran = run_taub("run", case, "-o", tmp_path / "out").stderr
    told = [line.split("notice", 1)[1].strip() for line in checked.splitlines() if line.startswith("notice")]
    assert told == [line.split("notice", 1)[1].strip() for line in ran.splitlines() if line.startswith("notice")]
    assert any("absorbs" in line for line in told) == ("absorbs" in "".join(words)), told
    for word in words:
        assert any(word in line for line in told), told


@pytest.mark.parametrize("position,told", [(-0.35, True), (0.2, False)])
def test_fields_that_begin_in_layers_are_told(tmp_path, position, told):
    case = make_case(tmp_path, base=BOX, time={"max_steps": 1}, initial={
        "kind": "pulse", "axis": "x", "polarization": [0, 1, 0], "extent": 0.1, "position": position}, mesh={
            "cells": [48, 10, 1], "boundary": {"x": "matched-layer", "y": "periodic", "z": "periodic"}, "layer": {"cells": 8}})
    text = run_taub("run", case, "-o", tmp_path / "out").stderr
    assert ("fields begin in matched layers" in text) == told, text


@pytest.mark.parametrize("initial,words", [
    ({"kind": "plane-wave", "waves": [1, 0, 0], "polarization": [0, 1, 0]}, ["initial.kind", "matched layers along x"]),
    ({"kind": "pulse", "axis": "x", "polarization": [0, 1, 0], "extent": 0.1, "position": -0.5}, ["initial.position", "lower end of x", "0.214597"]),
])
def test_fields_may_not_begin_in_layers(tmp_path, initial, words):
    """The energy of a plane wave in them fell to 0.6 of its start and rose to 0.9 again."""
    case = make_case(tmp_path, base=BOX, initial=initial, mesh={
        "cells": [48, 10, 1], "boundary": {"x": "matched-layer", "y": "periodic", "z": "periodic"}, "layer": {"cells": 8}})
    text = run_taub("check", case, expect=2).stderr
    for word in words:
        assert word in text, text


@pytest.mark.parametrize("order", [2, 3, 4])
def test_probes_do_not_cross_surfaces(tmp_path, order):
    """A pulse up y with D across a surface, the same on both sides of it: E jumps by the permittivities there."""
    h, cut = 2.4 / 48, 0.2
    places = [cut + n * h for n in (-2.3, -1, -0.4, -0.1, 0.2, 0.5, 1, 2.2)]
    case = make_case(tmp_path, base=BOX, medium=HALF, scheme={"order": order}, time={"max_steps": 1}, initial={
        "kind": "pulse", "axis": "y", "polarization": [1, 0, 0], "extent": 0.5, "position": 0},
        mesh={"cells": [48, 40, 1]}, output={"probes": {"points": [[x, 0.03, 0.5] for x in places], "fields": ["electric_field"]}})
    field = taub.read_probes(run_case(case, tmp_path / "out"))["electric_field"][0, :, 0]
    first = field[0]
    for x, value in zip(places, field):
        assert abs(value - (first if x < cut else first / 4)) < 1e-12 * abs(first), (x, value, first)


@pytest.mark.parametrize("poles", [[], [{"kind": "debye", "strength": 0.5, "time": 0.3}]])
def test_charges_in_layers_are_those_of_the_displacement(tmp_path, poles):
    case = make_case(tmp_path, base=BOX, scheme={"order": 3}, medium={"poles": poles} if poles else None, time={"end": 2, "cfl": 0.3, "step": None},
                     source={**DIPOLE, "radius": 0.3, "position": [0.1, 0.1, 0]}, output={"fields": ["electric_flux", "charge_density"], "values": "means"},
                     mesh={"cells": [20, 18, 1], "layer": {"cells": 4}, "upper": [1, 1, 1],
                           "boundary": {"x": "matched-layer", "y": ["matched-layer", "reflecting"], "z": "periodic"}})
    fields = read_fields(run_case(case, tmp_path / "out", **FAST))[1]
    x, y, charge = fields["electric_flux/x"][0], fields["electric_flux/y"][0], fields["charge_density"][0][:-1, :-1]
    error = abs((x[:-1, 1:] - x[:-1, :-1]) * 10 + (y[1:, :-1] - y[:-1, :-1]) * 9 - charge)
    print(error.max(), abs(charge).max(), abs(charge[:4]).max())
    assert abs(charge[:4]).max() > 1e-3 * abs(charge).max() and error.max() < 1e-11 * abs(charge).max()
