"""Electrodynamics: energy of the fields, Joule's heat and what leaves the mesh (history.csv) add up."""
import json
import os
import re
import subprocess
import sys

import numpy
import pytest

import taub
from conftest import FAST, LONG, ROOT, TAUB, assert_same_bits, make_case, read_fields, read_history, run_case

if_long = pytest.mark.skipif(not LONG, reason="minutes")
CUT = {"cuts": {"x": [-0.4, 0.4]}, "conductivities": [0, 3, 0]}


def balance(folder, name, cells, *arguments, **parts):
    """Energy lost, its parts heat and outflow, and what is missing of it, as shares of that at the start."""
    case = make_case(folder, f"{name}-{cells[0]}.yaml", system="maxwell", eos=None, output={"fields": ["electric_field"], "history": 1},
                     device={"kind": "host", "threads": 1, "reproducible": "strict"}, **{"time": {"end": 3, "cfl": 0.4}, **parts,
                        "mesh": {"lower": [-2, -2, -2], "upper": [2, 2, 2], **parts["mesh"], "cells": cells}})
    out = run_case(case, folder / f"{name}-{cells[0]}", *arguments, **FAST)
    sums, history = json.loads((out / "summary.json").read_text())["energy_balance"], read_history(out)
    lost = sums["start"] - sums["end"]
    assert sums["start"] == history["energy_inside"][0] and sums["end"] == history["energy_inside"][-1]
    assert sums["missing"] == pytest.approx(lost - sums["heating"] - sums["outflow"], abs=1e-15 * sums["start"])
    return numpy.array([lost, sums["heating"], sums["outflow"], sums["missing"]]) / history["energy_inside"].max(), history


def pulse(**more):
    return {"kind": "pulse", "axis": "x", "polarization": [0, 0, 1], "extent": 0.25, "position": -1, **more}


def ends(word):
    return {"x": word, "y": "periodic", "z": "periodic"}


@pytest.mark.parametrize("order", [2, 4, *([3] * LONG)])
@pytest.mark.parametrize("name,medium,boundary", [
    ("lossy", {"conductivity": 0.7}, "reflecting"), ("open", {}, "outflow"), ("layers", {}, "matched-layer"),
    ("cut", CUT, "outflow")])
def test_balance_in_one_dimension(tmp_path, name, medium, boundary, order):
    """A box that heats up between perfect conductors, an open end, a layer, a slab that conducts before an open end: of the
    scheme's order (over two doublings) for each length of the pulse's way: the box ends twelve cells before what is open;
    where the medium jumps the scheme is of third order at most."""
    missing, way = {}, {}
    for n in (80, 320):
        shares, _ = balance(tmp_path, name, [n, 1, 1], medium=medium, initial=pulse(),
                            mesh={"boundary": ends(boundary), "layer": {"cells": n // 16} if name == "layers" else None},
                            scheme={"kind": "ader-weno", "order": order})
        missing[n] = abs(shares[3])
        # from -1 to the end of the box
        way[n] = 3 - (12 * 4 / n if name in ("open", "layers") else 0) - (4 / 16 if name == "layers" else 0)
        print(name, order, n, shares)
        assert (shares[1] > 0.3) == (name in ("lossy", "cut")) and (shares[2] > 0.05) == (name != "lossy")
    least = {2: 2, 3: 3, 4: 3 if name == "cut" else 3.8}[order]
    assert missing[320] / way[320] < missing[80] / way[80] / 2 ** (2 * least)


def dissipation(width, extent, cfl, steps):
    """Share of its energy that a Gaussian wave along an axis loses at order 4 by the scheme alone: waves of one wave number
    multiplied by 1 - (1 - exp(-ik)) Q each step, Q what the polynomial of a cell has within cfl of its upper end."""
    nodes, weights = numpy.polynomial.legendre.leggauss(80)
    k = 6 / extent * (nodes + 1)
    shift = numpy.exp(1j * k * width)
    inner, outer = shift - 1 / shift, shift**2 - 1 / shift**2
    inner_sum, outer_sum = shift + 1 / shift - 2, shift**2 + 1 / shift**2 - 2
    modes = [1, (82 * inner - 11 * outer) / 120, (40 * inner_sum - 3 * outer_sum) / 56, (outer - 2 * inner) / 12]
    legendre = ([1], [0, 1], [-1 / 12, 0, 1], [0, -3 / 20, 0, 1])
    taken = 0
    for mode, p in zip(modes, map(numpy.polynomial.Polynomial, legendre)):
        taken = taken + mode * (p.integ()(0.5) - p.integ()(0.5 - cfl))
    kept = abs(1 - (1 - 1 / shift) * taken) ** (2 * steps)
    energy = weights * numpy.exp(-((k * extent) ** 2))
    return (energy * (1 - kept)).sum() / energy.sum()


FAR_ENDS = {"lower": [-4, -2, -2], "upper": [4, 2, 2], "boundary": ends("reflecting")}  # 12 deviations of the pulse away


@pytest.mark.parametrize("cfl", [0.2, 0.4, 0.8])
def test_what_is_missing_is_dissipation(tmp_path, cfl):
    """Where nothing heats or leaves, all that is missing is what the scheme takes from waves on the mesh. The pulse is
    over before the ends: a Gaussian that ends at four deviations has 3e-4 of itself there, a jump that costs 4e-10."""
    cells = 640
    shares, _ = balance(tmp_path, "vacuum", [cells, 1, 1], medium={}, initial=pulse(), mesh=FAR_ENDS,
                        scheme={"kind": "ader-weno", "order": 4}, time={"end": 3, "cfl": cfl})
    exact = dissipation(8 / cells, 0.25, cfl, round(3 / (cfl * 8 / cells)))
    print(cfl, shares[3], exact)
    assert 1e-8 < exact and abs(shares[3] - exact) < 1e-3 * exact


def test_balance_to_ten_digits(tmp_path):
    """80 cells in a deviation of the pulse: 1e-10 of the energy at the start, of which 0.8 is heat."""
    missing = {}
    for n in (1280, 2560):
        shares, _ = balance(tmp_path, "lossy", [n, 1, 1], medium={"conductivity": 0.7}, initial=pulse(), mesh=FAR_ENDS,
                            scheme={"kind": "ader-weno", "order": 4})
        missing[n] = abs(shares[3])
        print(n, shares)
        assert shares[1] > 0.8
    assert missing[2560] < 1e-10 and missing[2560] < missing[1280] / 2**4.7


@pytest.mark.parametrize("meshes", ["2:120,2:240", pytest.param("2:240,2:480", marks=if_long)])
def test_balance_in_two_dimensions(meshes):
    """bench/balance.py: a round pulse in a conductor between walls eight deviations beyond what light reaches. What is missing
    falls with the fifth power of the cells' width, as the loss of a wave."""
    out = subprocess.run([sys.executable, ROOT / "bench" / "balance.py", "--device", "host", "--meshes", meshes], check=True,
                         capture_output=True, text=True, env={**os.environ, "TAUB": str(TAUB), **FAST["env"]}).stdout
    print(out)
    missing, heat = numpy.transpose([[float(x) for x in re.search(r"missing +(\S+) +heat (\S+)", line).groups()]
                                     for line in out.splitlines()])
    assert (heat > 0.9).all() and abs(missing[1]) < abs(missing[0]) / 2**4.7


def test_balance_of_few_lines(tmp_path):
    """Powers of every eighth and of every fourth step: integrals of fourth order in the time between lines."""
    parts = dict(medium={}, initial=pulse(), mesh={"boundary": ends("outflow")}, scheme={"kind": "ader-weno", "order": 4})
    left = {n: balance(tmp_path / str(n), "open", [160, 1, 1], f"output.history={n}", **parts)[0][2] for n in (1, 8, 16)}
    print(left)
    assert left[1] > 0.5 and abs(left[8] - left[1]) < abs(left[16] - left[1]) / 2**3.5


def test_balance_goes_on_after_a_restart(tmp_path):
    case = make_case(tmp_path, system="maxwell", eos=None, medium={"conductivity": 0.7}, initial=pulse(), time={"end": 2, "cfl": 0.4},
                     mesh={"lower": [-2, -2, -2], "upper": [2, 2, 2], "cells": [80, 1, 1], "boundary": ends("outflow")},
                     scheme={"kind": "ader-weno", "order": 3}, device={"kind": "host", "threads": 1, "reproducible": "strict"},
                     output={"fields": ["electric_field"], "history": 3})
    half = run_case(case, tmp_path / "half", "time.max_steps=30", **FAST)
    folders = [run_case(case, tmp_path / "whole", **FAST), run_case(case, tmp_path / "rest", "--restart", half, **FAST)]
    whole, rest = (json.loads((folder / "summary.json").read_text())["energy_balance"] for folder in folders)
    assert whole == rest and whole["heating"] > 0 and whole["outflow"] > 0
    # without a history nothing is known of the time since the checkpoint; a run behind that one begins anew
    blind = run_case(case, tmp_path / "blind", "time.max_steps=45", "output.history=0", "--restart", half, **FAST)
    assert "energy_balance" not in json.loads((blind / "summary.json").read_text())
    seen = run_case(case, tmp_path / "seen", "--restart", blind, **FAST)
    last = json.loads((seen / "summary.json").read_text())["energy_balance"]
    assert last["start"] == read_history(seen)["energy_inside"][0] and last["end"] == whole["end"]
    assert last["start"] < whole["start"] and abs(last["missing"]) < 1e-3 * last["start"]


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
    for n, layer in ((64, 4), (128, 20)):  # energies of [-1, 1]^2: the box ends twelve cells before the layers
        parts = dict(medium={"inclusion": {"kind": "cylinder-z", "center": [-0.6, 0.3, 0], "radius": 0.3, "conductivity": 2}},
                     initial={"kind": "empty"}, source=dipole, scheme={"kind": "ader-weno", "order": 3},
                     mesh={"boundary": {"x": "matched-layer", "y": "matched-layer", "z": "periodic"}, "layer": {"cells": layer}})
        _, history = balance(tmp_path, "layers", [n, n, 1], **parts)
        after = history["time"] > 1.9
        time, energy, lost = history["time"][after], history["energy_inside"][after], history["outflow"] + history["heating_inside"]
        gone = (0.5 * (lost[after][1:] + lost[after][:-1]) * numpy.diff(time)).sum()
        missing[n] = abs(energy[0] - energy[-1] - gone) / energy[0]
        print(n, missing[n], energy[-1] / energy[0])
        assert energy[-1] < 0.2 * energy[0] and history["heating_inside"].max() > 0
        if n == 64:
            _, cut = balance(tmp_path / "cut", "layers", [n, n, 1], "mesh.blocks=[2,4,1]", **parts)
            assert all(numpy.array_equal(cut[name], history[name]) for name in history)
    assert missing[128] < missing[64] / 2 ** 1.8 and missing[128] < (2 * numpy.pi * 4 / 128) ** 2 * mean / 4


LOSSY = {"permittivity": 2, "conductivity": 0.3, "poles": [{"kind": "debye", "strength": 0.5, "time": 0.3}], "inclusions": [
    {"kind": "ball", "radius": 0.8, "permittivity": 3, "conductivity": 5, "poles": [
        {"kind": "drude", "plasma_frequency": 4, "damping": 0.6}, {"kind": "lorentz", "strength": 2, "frequency": 3, "damping": 0.4}]}]}


@pytest.mark.parametrize("order,crystal", [(2, False), (3, True), *([(4, False)] * LONG)])
def test_heating_of_cells(tmp_path, order, crystal):
    """The field's integral is the history's heating, with conductors, poles and crystals; the same bits in blocks."""
    medium = {**LOSSY, "permittivity": None, "permittivity_axes": [2, 3, 1.5]} if crystal else LOSSY
    case = make_case(tmp_path, system="maxwell", eos=None, medium={k: v for k, v in medium.items() if v is not None},
                     initial=pulse(), mesh={"lower": [-2, -2, -2], "upper": [2, 2, 2], "cells": [16, 12, 1],
                                            "boundary": {"x": ["outflow", "reflecting"], "y": "periodic", "z": "periodic"}},
                     scheme={"kind": "ader-weno", "order": order}, time={"end": 9, "cfl": 0.3, "max_steps": 10},
                     device={"kind": "host", "threads": 1, "reproducible": "strict"},
                     output={"fields": ["heating_density"], "every": 1e-6, "history": 1})
    out = run_case(case, tmp_path / "out")
    assert_same_bits(out, run_case(case, tmp_path / "blocks", "mesh.blocks=[2,2,1]"))
    history, volume = read_history(out), 16 * 4 / (16 * 12)
    for n, step in ((0, 0), (-1, -1)):
        total = volume * read_fields(out, step)[1]["heating_density"].sum()
        assert total > 0.1 and abs(total - history["heating"][n]) < 1e-13 * total


@pytest.mark.parametrize("order,least", [(2, 1.9), (3, 3.8), (4, 3.8)])
def test_heating_is_that_of_the_field(tmp_path, order, least):
    """sigma E^2 of a Gaussian pulse, averaged over cells: of fourth order where the scheme is beyond the second."""
    errors = []
    for cells in (40, 80):
        case = make_case(tmp_path, system="maxwell", eos=None, medium={"conductivity": 3}, initial=pulse(position=0),
                         mesh={"lower": [-2, 0, 0], "upper": [2, 1, 1], "cells": [cells, 1, 1], "boundary": ends("outflow")},
                         scheme={"kind": "ader-weno", "order": order}, time={"end": 1, "cfl": 0.4, "max_steps": 1},
                         device={"kind": "host", "threads": 1}, output={"fields": ["heating_density"]})
        got = read_fields(run_case(case, tmp_path / f"out{cells}"), 0)[1]["heating_density"].ravel()
        places, weights = numpy.polynomial.legendre.leggauss(8)
        middle = -2 + 4 / cells * (numpy.arange(cells) + 0.5)
        exact = sum(0.5 * w * 3 * numpy.exp(-((middle + 2 / cells * p) / 0.25) ** 2) for p, w in zip(places, weights))
        errors.append(abs(got - exact).max())
    assert errors[0] / errors[1] > 2**least


@pytest.mark.parametrize("order", [2, 4, *([3] * LONG)])
def test_metal_is_not_heated_by_the_charges_on_it(tmp_path, order):
    """J is at most curl H in a conductor, and differences of H over a cell are at most 2 |H|/h: the heat J^2/sigma is at most
    16 times the energy over h^2 sigma. The faces of a conductor that are its surface have a D across that is not inside."""
    cells, sigma = 16, 1e10
    case = make_case(tmp_path, system="maxwell", eos=None, time={"start": 0, "end": 2, "cfl": 0.4}, initial={"kind": "empty"},
                     mesh={"cells": [cells] * 3, "lower": [-1, -1, -1], "upper": [1, 1, 1],
                           "boundary": {axis: "reflecting" for axis in "xyz"}},
                     medium={"inclusions": [{"kind": "cylinder-z", "center": [0.4, 0, 0], "radius": 0.3, "conductivity": sigma}]},
                     scheme={"kind": "ader-weno", "order": order}, output={"fields": ["heating_density"], "history": 1},
                     source={"kind": "dipole", "polarization": [1, 0, 0], "position": [-0.5, 0, 0], "radius": 0.2, "signal": "pulse",
                             "duration": 0.2, "start": 0.9})
    out = run_case(case, tmp_path / "out", **FAST)
    history = read_history(out)
    energy = history["electric_energy"] + history["magnetic_energy"]
    assert energy[-1] > 0.1 and history["heating"][-1] > 0
    assert (history["heating"] <= 16 * energy / ((2 / cells) ** 2 * sigma)).all()
    shown = read_fields(out)[1]["heating_density"].sum() * (2 / cells) ** 3
    assert shown == pytest.approx(history["heating"][-1], rel=1e-12)
