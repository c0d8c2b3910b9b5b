"""Electrodynamics: energy of the fields, Joule's heat and what leaves the mesh (history.csv) add up."""
import numpy
import pytest

import taub
from conftest import make_case, read_history, run_case

FAST = {"env": {"TAUB_CFLAGS": "-O1"}}
CUT = {"cuts": {"x": [-0.4, 0.4]}, "conductivities": [0, 3, 0]}


def balance(folder, name, cells, *arguments, **parts):
    """Energy lost, its parts heat and outflow, and what is missing of it, as shares of that at the start."""
    case = make_case(folder, f"{name}-{cells[0]}.yaml", system="maxwell", eos=None, output={"fields": ["electric_field"], "history": 1},
                     device={"kind": "host", "threads": 1, "reproducible": "strict"}, **{"time": {"end": 3, "cfl": 0.4}, **parts,
                        "mesh": {"lower": [-2, -2, -2], "upper": [2, 2, 2], **parts["mesh"], "cells": cells}})
    history = read_history(run_case(case, folder / f"{name}-{cells[0]}", *arguments, **FAST))
    time, energy = history["time"], history["energy_inside"]
    heat, left = (numpy.trapezoid(history[key], time) if hasattr(numpy, "trapezoid") else numpy.trapz(history[key], time)
                  for key in ("heating_inside", "outflow"))
    return numpy.array([energy[0] - energy[-1], heat, left, energy[0] - energy[-1] - heat - left]) / energy.max(), history


def pulse(**more):
    return {"kind": "pulse", "axis": "x", "polarization": [0, 0, 1], "extent": 0.25, "position": -1, **more}


def ends(word):
    return {"x": word, "y": "periodic", "z": "periodic"}


@pytest.mark.parametrize("order", [2, 3, 4])
@pytest.mark.parametrize("name,medium,boundary", [
    ("lossy", {"conductivity": 0.7}, "reflecting"), ("open", {}, "outflow"), ("cut", CUT, "outflow")])
def test_balance_in_one_dimension(tmp_path, name, medium, boundary, order):
    """A box that heats up between perfect conductors, an open end, a slab that conducts before it: of second order, as
    products of means of cells are (over two doublings: where orders are 3 and 4 parts of either sign cancel)."""
    missing = {}
    for n in (80, 320):
        shares, _ = balance(tmp_path, name, [n, 1, 1], medium=medium, initial=pulse(), mesh={"boundary": ends(boundary)},
                            scheme={"kind": "ader-weno", "order": order})
        missing[n] = abs(shares[3])
        print(name, order, n, shares)
        assert (shares[1] > 0.3) == (name != "open") and (shares[2] > 0.05) == (name != "lossy")
    assert missing[320] < 5e-4 and missing[320] < missing[80] / 2 ** (2 * 1.8)


def test_layers_and_blocks(tmp_path):
    """What a dipole has sent in two dimensions leaves into matched layers on all sides: the balance from when its current
    has ended; the same history whatever the blocks. Means of E and H between two cells are short of those of the face by
    (k h)^2/6 each, energies of means by (k h)^2/12: (k h)^2/4 of what leaves in a wave along an axis, the most there is.
    k^2 is its mean over the energy that the current sends: f |transform of the signal and of (1 - (r/radius)^2)^6|^2."""
    dipole = {"kind": "dipole", "position": [0.1, 0, 0], "polarization": [0, 0, 1], "radius": 0.4, "signal": "pulse", "frequency": 1,
              "duration": 0.2, "start": 0.9}
    f, x = numpy.linspace(0, 6, 1201), numpy.linspace(-1, 1, 2001)
    form = ((1 - x**2) ** 6.5 * numpy.cos(2 * numpy.pi * 0.4 * f[:, None] * x)).sum(axis=1)  # the current over y, along x
    sent = f * abs(taub.pulse_transform(f, 1, 0.2) * form) ** 2
    mean = (f**2 * sent).sum() / sent.sum()
    missing = {}
    for n in (48, 96):
        parts = dict(medium={"inclusion": {"kind": "cylinder-z", "center": [-0.7, 0.3, 0], "radius": 0.3, "conductivity": 2}},
                     initial={"kind": "empty"}, source=dipole, scheme={"kind": "ader-weno", "order": 3},
                     mesh={"boundary": {"x": "matched-layer", "y": "matched-layer", "z": "periodic"}, "layer": {"cells": n // 8}})
        _, history = balance(tmp_path, "layers", [n, n, 1], **parts)
        after = history["time"] > 1.9
        time, energy, lost = history["time"][after], history["energy_inside"][after], history["outflow"] + history["heating_inside"]
        gone = (0.5 * (lost[after][1:] + lost[after][:-1]) * numpy.diff(time)).sum()
        missing[n] = abs(energy[0] - energy[-1] - gone) / energy[0]
        print(n, missing[n], energy[-1] / energy[0])
        assert energy[-1] < 0.2 * energy[0] and history["heating_inside"].max() > 0
        if n == 48:
            _, cut = balance(tmp_path / "cut", "layers", [n, n, 1], "mesh.blocks=[2,3,1]", **parts)
            assert all(numpy.array_equal(cut[name], history[name]) for name in history)
    assert missing[96] < missing[48] / 2 ** 1.8 and missing[96] < (2 * numpy.pi * 4 / 96) ** 2 * mean / 4
