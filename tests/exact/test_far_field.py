"""Electrodynamics: fields far from a box by the transforms on it (output.fluxes.near_fields) against exact ones."""
import h5py
import numpy
import pytest

import taub
from conftest import make_case, merge, run_case, run_taub, script_of
from ranks import require_ranks, run_case_on
from test_fluxes import DIPOLE, FAST, bump_factor, read_rows, run_example, transform_of_pulse

ANGLES = 2 * numpy.pi * numpy.arange(24) / 24
WANTED = {"output": {"fluxes": {"near_fields": True}}}


def through_box(out, name):
    return read_rows(out / "flux_spectra.csv")[name]


def test_line_current_off_the_centre(tmp_path):
    """E_z = i omega mu I (i/4) H_0, far away (-k Z I/4) sqrt(2/(pi k r)) exp(i k (r - place) - i pi/4): the same in all
    directions, with the phase of the place."""
    place = (0.2, -0.1, 0)
    errors = []
    for cells in (40, 80):
        case = make_case(tmp_path, base=merge(DIPOLE, WANTED), source={"position": list(place)},
                         mesh={"cells": [cells, cells, 1], "layer": {"cells": cells * 12 // 80}})
        out = run_case(case, tmp_path / str(cells), **FAST)
        near = taub.read_near_fields(out)
        e_theta, e_phi = near.far_field("far", numpy.pi / 2, ANGLES)
        k = 2 * numpy.pi * near.frequency
        current = transform_of_pulse(near.frequency) * numpy.exp(2j * k) * bump_factor(k, 0.4, 2)  # the pulse is at t = 2
        way = place[0] * numpy.cos(ANGLES) + place[1] * numpy.sin(ANGLES)
        exact = (-k / 4 * current * numpy.sqrt(2 / (numpy.pi * k)) * numpy.exp(-0.25j * numpy.pi))[:, None] * \
            numpy.exp(-1j * k[:, None] * way)
        errors.append((numpy.abs(-e_theta - exact) / numpy.abs(exact)).max())
        assert numpy.abs(e_phi).max() < 1e-12 * numpy.abs(e_theta).max()
        total = 2 * (numpy.abs(e_theta) ** 2).mean(1) * 2 * numpy.pi
        print(cells, errors[-1], numpy.abs(total / through_box(out, "far") - 1).max())
    # at 17 cells in the shortest wave damping on the way is 1 %; it is of the scheme's order
    assert errors[1] < 1e-2 and errors[0] / errors[1] > 8
    assert numpy.abs(total / through_box(out, "far") - 1).max() < 1e-3
    # phases count from the centre that is given: from the current they are the same in all directions
    there = near.far_field("far", numpy.pi / 2, ANGLES, center=place)[0]
    assert numpy.abs(there * numpy.exp(-1j * k[:, None] * way) / e_theta - 1).max() < 1e-12


def test_dipole_in_three_dimensions(tmp_path):
    """E = i k Z I l/(4 pi) (l - r (r.l)): 2 |E|^2/Z adds up to Larmor's energy."""
    case = make_case(tmp_path, base=merge(DIPOLE, WANTED), time={"end": 4.5}, source={"start": 1.8, "polarization": [0, 0.6, 0.8]},
                     mesh={"cells": [33, 33, 33], "lower": [-1.1] * 3, "upper": [1.1] * 3, "boundary": "matched-layer",
                           "layer": {"cells": 7}},
                     output={"fluxes": {"frequencies": [0.6, 1.2], "count": 3, "planes": [
                         {"name": "near", "kind": "box", "lower": [-0.5] * 3, "upper": [0.5] * 3}]}})
    out = run_case(case, tmp_path / "out", **FAST)
    near = taub.read_near_fields(out)
    x, w = numpy.polynomial.legendre.leggauss(6)
    theta, phi = (a.ravel() for a in numpy.meshgrid(numpy.arccos(x), ANGLES, indexing="ij"))
    e_theta, e_phi = near.far_field("near", theta, phi)
    k = 2 * numpy.pi * near.frequency
    current = transform_of_pulse(near.frequency) * numpy.exp(1.8j * k) * bump_factor(k, 0.4, 3)
    # theta and phi components of the direction of the current
    exact_theta = numpy.outer(1j * k / (4 * numpy.pi) * current, 0.6 * numpy.cos(theta) * numpy.sin(phi) - 0.8 * numpy.sin(theta))
    exact_phi = numpy.outer(1j * k / (4 * numpy.pi) * current, 0.6 * numpy.cos(phi))
    scale = numpy.abs(exact_phi).max(1, keepdims=True)
    errors = [(numpy.abs(a - b) / scale).max() for a, b in ((e_theta, exact_theta), (e_phi, exact_phi))]
    total = (2 * (numpy.abs(e_theta) ** 2 + numpy.abs(e_phi) ** 2).reshape(len(k), len(x), -1).mean(2) * 2 * numpy.pi) @ w
    through = numpy.abs(total / through_box(out, "near") - 1).max()
    print(errors, through)
    assert max(errors) < 2e-2 and through < 1e-2  # 12.5 cells in the shortest wave


def test_pattern_of_a_cylinder(tmp_path):
    """examples/mie-cylinder: what is scattered into each angle against the series, to the first order of cells that the
    surface cuts."""
    folder, example = script_of("mie-cylinder", "efficiency")
    errors = []
    for cells in (51, 68):
        out = run_example(tmp_path, folder, cells, max(4, cells * 10 // 136), cells)
        _, measured, exact = example.pattern(out, ANGLES)
        errors.append(numpy.abs(measured - exact).mean() / exact.mean())
    print(errors)
    # all angles together are what goes through the box
    assert abs(measured.mean() * 2 * numpy.pi / (example.efficiency(out)[1].mean() * 2 * example.RADIUS) - 1) < 1e-2
    assert errors[0] / errors[1] > 68 / 51


def datasets(folder):
    with h5py.File(folder / "near_fields.h5") as file:
        found = {}
        file.visititems(lambda name, item: found.__setitem__(name, item[()]) if isinstance(item, h5py.Dataset) else None)
    return found


def test_restarts_blocks_ranks_and_precision(tmp_path):
    """The same bits, also when only the restart wants them; single precision within its rounding."""
    require_ranks()
    case = make_case(tmp_path, base=merge(DIPOLE, WANTED), mesh={"cells": [40, 40, 1], "layer": {"cells": 6}}, time={"end": 4})
    strict = "device.reproducible=strict"
    whole = datasets(run_case(case, tmp_path / "whole", strict, **FAST))
    part = run_case(case, tmp_path / "part", strict, "time.max_steps=55", "output.fluxes.near_fields=false", **FAST)
    others = {"restart": run_case(case, part, strict, "--restart", part, **FAST),
              "blocks": run_case(case, tmp_path / "blocks", strict, "mesh.blocks=[4,2,1]", **FAST),
              "ranks": run_case_on(2, case, tmp_path / "ranks", strict, **FAST)}
    for what, folder in others.items():
        found = datasets(folder)
        assert found.keys() == whole.keys() and len(found) == 9
        assert all((found[name] == whole[name]).all() for name in whole), what
    single = datasets(run_case(case, tmp_path / "single", "device.precision=single", **FAST))
    for name, values in whole.items():
        assert numpy.abs(single[name] - values).max() < 1e-4 * numpy.abs(values).max(), name


def test_files_that_are_not_wanted(tmp_path):
    out = run_case(make_case(tmp_path, base=DIPOLE, mesh={"cells": [40, 40, 1], "layer": {"cells": 6}}, time={"end": 0.2}),
                   tmp_path / "out", **FAST)
    assert not (out / "near_fields.h5").exists()
    with pytest.raises(taub.Error, match="near_fields.h5"):
        taub.read_near_fields(out)


def test_names_and_directions(tmp_path):
    out = run_case(make_case(tmp_path, base=merge(DIPOLE, WANTED), mesh={"cells": [40, 40, 1], "layer": {"cells": 6}}, time={"end": 0.2}),
                   tmp_path / "out", **FAST)
    near = taub.read_near_fields(out)
    with pytest.raises(taub.Error, match="far, near"):
        near.far_field("fare", 0, 0)
    with pytest.raises(taub.Error, match="plane of the mesh"):
        near.far_field("far", 0, 0)


@pytest.mark.parametrize("changes,words", [
    ({"output": {"fluxes": {"count": 0}}}, ["output.fluxes.count"]),
    ({"output": {"fluxes": {"planes": [{"name": "a", "kind": "x", "position": 0}]}}}, ["expected a box"]),
    ({"medium": {"poles": [{"kind": "lorentz", "frequency": 1, "damping": 0.1, "strength": 1}]}}, ["without poles"]),
    ({"medium": {"permittivity_axes": [1, 2, 1]}}, ["box near", "permittivity between 1 and 2"]),
    ({"medium": {"conductivity": 0.1}}, ["box near", "conductivity between 0.1 and 0.1"]),
    ({"medium": {"cuts": {"x": [0.1]}, "permittivities": [1, 3]}}, ["box near", "permittivity between 1 and 3"]),
])
def test_media_and_keys_that_are_refused(tmp_path, changes, words):
    case = make_case(tmp_path, base=merge(merge(DIPOLE, WANTED), changes))
    text = run_taub("run", case, "-o", tmp_path / "out", expect=2, **FAST).stderr
    for word in ["output.fluxes.near_fields", *words]:
        assert word in text, text
    assert not (tmp_path / "out").exists()
    assert run_taub("check", case, expect=2).stderr.splitlines()[0] in text.splitlines()
