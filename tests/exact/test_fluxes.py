"""Electrodynamics: energy through planes and boxes in time and by frequency (output.fluxes) against exact figures."""
import csv

import numpy
import pytest
from scipy import special

import taub
from conftest import FAST, LONG, make_case, run_case, run_taub, script_of
from ranks import require_ranks, run_case_on

PULSE = {"signal": "pulse", "frequency": 1, "duration": 0.4}
# A wave from the left on what lies at x >= 0: total field from x = -1.5 on, the reflected wave alone below -2.
HALF_SPACE = {
    "system": "maxwell",
    "mesh": {"cells": [320, 1, 1], "lower": [-4, 0, 0], "upper": [4, 1, 1],
             "boundary": {"x": "matched-layer", "y": "periodic", "z": "periodic"}, "layer": {"cells": 40}},
    "scheme": {"kind": "ader-weno", "order": 4},
    "time": {"end": 14, "cfl": 0.8},
    "initial": {"kind": "empty"},
    "source": {"kind": "plane-wave", "propagation": [1, 0, 0], "polarization": [0, 1, 0], "lower": [-1.5, -9, -9],
               "upper": [99, 9, 9], "thickness": 0.5, "start": 3, "position": [-1.5, 0, 0], **PULSE},
    "output": {"fields": ["electric_field"], "history": 10, "exact": False,
               "fluxes": {"frequencies": [0.7, 1.3], "count": 13,
                          "planes": [{"name": "back", "kind": "x", "position": -2.25},
                                     {"name": "through", "kind": "x", "position": 0.1}]}},
    "device": {"kind": "host", "threads": 1},
}


def read_rows(path):
    """{column: array} of fluxes.csv or flux_spectra.csv."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    values = numpy.array([[float(value) for value in row] for row in rows[1:]])
    return {name: values[:, n] for n, name in enumerate(rows[0])}


def transform_of_pulse(frequencies):
    return taub.pulse_transform(frequencies, PULSE["frequency"], PULSE["duration"])


@pytest.mark.parametrize("frequency,phase", [(1, 0), (1.3, 0.7), (0, 0)])
def test_transform_of_the_pulse(frequency, phase):
    """Of the signal as the reference of case files has it, by the trapezoidal rule (exact for what ends smoothly)."""
    t, duration = numpy.linspace(-6, 6, 24001), 0.4
    s = t / duration
    if frequency == 0:
        signal = -s * numpy.exp((1 - s * s) / 2)
    else:
        angle = 2 * numpy.pi * frequency * t + phase
        signal = numpy.exp(-s * s / 2) * (numpy.cos(angle) - s / duration * numpy.sin(angle) / (2 * numpy.pi * frequency))
    f = numpy.array([0.3, 0.9, 1.7])
    exact = (signal * numpy.exp(2j * numpy.pi * f[:, None] * t)).sum(1) * (t[1] - t[0])
    assert numpy.abs(taub.pulse_transform(f, frequency, duration, phase) - exact).max() < 1e-12


def layers_of_air_and(index, thickness, f):
    """Share of the energy that a layer reflects at right angles: the sum over all ways through it."""
    r = (1 - index) / (1 + index)
    turn = numpy.exp(2j * numpy.pi * f * 2 * index * thickness)
    return numpy.abs(r * (1 - turn) / (1 - r * r * turn)) ** 2


def test_fresnel(tmp_path):
    """15 to 28 cells a wavelength in the medium with eps = 4, of which the surface is a face, 20 of them at f = 1."""
    case = make_case(tmp_path, base=HALF_SPACE, medium={"cuts": {"x": [0]}, "permittivities": [1, 4]})
    spectra = read_rows(run_case(case, tmp_path / "out", **FAST) / "flux_spectra.csv")
    coming = 2 * numpy.abs(transform_of_pulse(spectra["frequency"])) ** 2
    reflected, through = -spectra["back"] / coming, spectra["through"] / coming
    print(f"R {reflected - 1 / 9}, T {through - 8 / 9}")
    assert numpy.abs(reflected - 1 / 9).max() < 1e-3
    assert numpy.abs(through - 8 / 9).max() < 1e-3


HALF_OF_GLASS = {"kind": "box", "lower": [0, -9, -9], "upper": [99, 9, 9], "permittivity": 4}


@pytest.mark.parametrize("order,index2,cells,medium", [
    (3, 4, 320, {"cuts": {"x": [0]}, "permittivities": [1, 4]}),
    (4, 12, 640, {"cuts": {"x": [0]}, "permittivities": [1, 12]}),
    (4, 4, 320, {"inclusions": [HALF_OF_GLASS], "averaging": "axes"})])
def test_surfaces_on_faces_reflect(tmp_path, order, index2, cells, medium):
    """Where no fit crosses them stencils stop: reflectances on 20 cells a wavelength in the medium. Those that cross are wrong
    by 1.4e-3, 3.0e-3 and 1.4e-3."""
    case = make_case(tmp_path, base=HALF_SPACE, medium=medium, scheme={"order": order},
                     mesh={"cells": [cells, 1, 1], "layer": {"cells": cells // 8}})
    spectra = read_rows(run_case(case, tmp_path / "out", **FAST) / "flux_spectra.csv")
    reflected = -spectra["back"] / (2 * numpy.abs(transform_of_pulse(spectra["frequency"])) ** 2)
    error = numpy.abs(reflected - ((1 - index2 ** 0.5) / (1 + index2 ** 0.5)) ** 2).max()
    print(f"error {error:.2e}")
    assert error < 2e-4


def test_planes_beside_an_interface(tmp_path):
    """10 cells a wavelength in eps = 4 at f = 1. Stencils across the surface were wrong by up to 1.3e-2."""
    places = [n * 0.05 for n in (-2, -1, -0.5, 0, 1, 2)]
    planes = [{"name": f"p{n}", "kind": "x", "position": x} for n, x in enumerate(places)]
    case = make_case(tmp_path, base=HALF_SPACE, medium={"cuts": {"x": [0]}, "permittivities": [1, 4]},
                     mesh={"cells": [160, 1, 1], "layer": {"cells": 20}},
                     output={"fluxes": {"frequencies": [0.5, 1], "count": 3, "planes": planes}})
    spectra = read_rows(run_case(case, tmp_path / "out", **FAST) / "flux_spectra.csv")
    coming = 2 * numpy.abs(transform_of_pulse(spectra["frequency"])) ** 2
    errors = [numpy.abs(spectra[f"p{n}"] / coming - 8 / 9).max() for n in range(len(places))]
    print(errors)
    assert max(errors[:4]) < 1e-3 and max(errors) < 3e-3


def test_planes_in_the_vacuum(tmp_path):
    """20 cells a wavelength of f = 1: way and source take 3.3e-4, the cubic through four cells took 6.5e-4 more."""
    case = make_case(tmp_path, base=HALF_SPACE, mesh={"cells": [160, 1, 1], "layer": {"cells": 20}})
    spectra = read_rows(run_case(case, tmp_path / "out", **FAST) / "flux_spectra.csv")
    lost = 1 - spectra["through"] / (2 * numpy.abs(transform_of_pulse(spectra["frequency"])) ** 2)
    print(lost)
    assert 0 < lost[6] < 4e-4


def test_layer_of_glass(tmp_path):
    """Half of a wavelength at f = 1: reflections from both faces cancel there and add at 0.5 and 1.5."""
    case = make_case(tmp_path, base=HALF_SPACE, medium={"cuts": {"x": [0, 0.25]}, "permittivities": [1, 4, 1]},
                     time={"end": 20},
                     output={"fluxes": {**HALF_SPACE["output"]["fluxes"], "frequencies": [0.5, 1.25], "count": 16, "planes": [
                         {"name": "back", "kind": "x", "position": -2.25}, {"name": "behind", "kind": "x", "position": 0.35}]}})
    spectra = read_rows(run_case(case, tmp_path / "out", **FAST) / "flux_spectra.csv")
    coming = 2 * numpy.abs(transform_of_pulse(spectra["frequency"])) ** 2
    exact = layers_of_air_and(2, 0.25, spectra["frequency"])
    reflected, passed = -spectra["back"] / coming - exact, spectra["behind"] / coming - (1 - exact)
    print(f"R {numpy.abs(reflected).max():.2e}, T {numpy.abs(passed).max():.2e}")
    # at least 16 cells a wavelength in glass
    assert numpy.abs(reflected).max() < 1e-3 and numpy.abs(passed).max() < 1e-3


# sigma/(2 pi f eps) at f = 1; cells in 2 pi skin depths, the wavelength in the conductor: 28, 36, 23
@pytest.mark.parametrize("loss,cells", [(1, 160), (10, 640), (100, 1280)])
def test_conductors_reflect(tmp_path, loss, cells):
    """Reflectance of a half space with n^2 = 1 + i sigma/(2 pi f): 1e-3 asked."""
    sigma = 2 * numpy.pi * loss
    case = make_case(tmp_path, base=HALF_SPACE, mesh={"cells": [cells, 1, 1], "layer": {"cells": cells // 8}},
                     medium={"cuts": {"x": [0]}, "conductivities": [0, sigma]})
    spectra = read_rows(run_case(case, tmp_path / "out", **FAST) / "flux_spectra.csv")
    f = spectra["frequency"]
    index = numpy.sqrt(1 + 1j * sigma / (2 * numpy.pi * f))
    exact = numpy.abs((1 - index) / (1 + index)) ** 2
    error = numpy.abs(-spectra["back"] / (2 * numpy.abs(transform_of_pulse(f)) ** 2) - exact)
    print(f"reflectance {exact[6]:.4f}, error {error.max():.2e}")
    assert error.max() < 1e-3


DIPOLE = {
    "system": "maxwell",
    "mesh": {"cells": [80, 80, 1], "lower": [-2, -2, 0], "upper": [2, 2, 1],
             "boundary": {"x": "matched-layer", "y": "matched-layer", "z": "periodic"}, "layer": {"cells": 12}},
    "scheme": {"kind": "ader-weno", "order": 4},
    "time": {"end": 6, "cfl": 0.45},
    "initial": {"kind": "empty"},
    "source": {"kind": "dipole", "radius": 0.4, "polarization": [0, 0, 1], "start": 2, **PULSE},
    "output": {"fields": ["electric_field"], "history": 10, "exact": False,
               "fluxes": {"frequencies": [0.6, 1.2], "count": 7,
                          "planes": [{"name": "near", "kind": "box", "lower": [-0.6, -0.6, 0], "upper": [0.6, 0.6, 1]},
                                     {"name": "far", "kind": "box", "lower": [-1, -1.2, 0], "upper": [1.2, 1, 1]}]}},
    "device": {"kind": "host", "threads": 1},
}


def bump_factor(k, radius, dimensions):
    """Of a current (1 - r^2)^6 in a ball: what waves of this wave number see of it."""
    x, w = numpy.polynomial.legendre.leggauss(60)
    r, w = 0.5 * (x + 1), 0.5 * w
    bump = w * (1 - r * r) ** 6 * r ** (dimensions - 1)
    if dimensions == 3:
        wave = numpy.sinc(numpy.outer(k * radius, r) / numpy.pi)
    else:  # Bessel's J_0 by its integral
        angle = 2 * numpy.pi * (numpy.arange(64) + 0.5) / 64
        wave = numpy.cos(numpy.outer(k * radius, r)[:, :, None] * numpy.cos(angle)).mean(-1)
    return (wave * bump).sum(-1) / bump.sum()


def test_line_current_radiates(tmp_path):
    """Through any box around it goes, of a frequency, 2 (k Z/4) |I|^2 by length."""
    spectra = read_rows(run_case(make_case(tmp_path, base=DIPOLE), tmp_path / "out", **FAST) / "flux_spectra.csv")
    f = spectra["frequency"]
    k = 2 * numpy.pi * f
    exact = 0.5 * k * numpy.abs(transform_of_pulse(f) * bump_factor(k, 0.4, 2)) ** 2
    errors = [numpy.abs(spectra[name] / exact - 1).max() for name in ("near", "far")]
    print(errors)
    assert errors[0] < 5e-3 and errors[1] < 1.5e-2  # 17 cells in the shortest wave; damping on 1.7 of them up to the far box


def test_dipole_radiates_in_three_dimensions(tmp_path):
    """2 (k^2 Z/(6 pi)) |I l|^2 of a frequency (Larmor)."""
    case = make_case(tmp_path, base=DIPOLE, time={"end": 4.5}, source={"start": 1.8},
                     mesh={"cells": [33, 33, 33], "lower": [-1.1] * 3, "upper": [1.1] * 3, "boundary": "matched-layer",
                           "layer": {"cells": 7}},
                     output={"fluxes": {"frequencies": [0.6, 1.2], "count": 4, "planes": [
                         {"name": "near", "kind": "box", "lower": [-0.5] * 3, "upper": [0.5] * 3}]}})
    spectra = read_rows(run_case(case, tmp_path / "out", **FAST) / "flux_spectra.csv")
    f = spectra["frequency"]
    k = 2 * numpy.pi * f
    exact = k ** 2 / (3 * numpy.pi) * numpy.abs(transform_of_pulse(f) * bump_factor(k, 0.4, 3)) ** 2
    print(numpy.abs(spectra["near"] / exact - 1).max())
    assert numpy.abs(spectra["near"] / exact - 1).max() < 1e-2


def run_example(tmp_path, folder, cells, layer, y_cells=1, *more):
    return run_case(folder / "case.yaml", tmp_path / str(cells), f"mesh.cells=[{cells},{y_cells},1]", "device.kind=host",
                    f"mesh.layer.cells={layer}", "device.threads=1", *more, **FAST)


def test_mirror_of_layers(tmp_path):
    """examples/bragg-mirror against the transfer matrix: the fourth order of interfaces on faces, five cells a layer and more."""
    folder, example = script_of("bragg-mirror", "spectrum")
    errors = []
    for cells in (320, 640):
        _, reflected, through, exact_r, exact_t = example.spectrum(run_example(tmp_path, folder, cells, cells // 32))
        errors.append(max(numpy.abs(reflected - exact_r).max(), numpy.abs(through - exact_t).max()))
    print(errors)
    assert errors[0] / errors[1] > 2 ** 3.7


def scattering_of_glass(f, across, radius=0.5, index=2):
    """Power that a cylinder scatters over what falls on its width: Bohren and Huffman, section 8.4."""
    x, n = 2 * numpy.pi * f * radius, numpy.arange(-40, 41)
    weight = 1 / index if across else index
    inside, slope = special.jv(n, index * x), weight * special.jvp(n, index * x)
    b = (slope * special.jv(n, x) - inside * special.jvp(n, x)) / (slope * special.hankel1(n, x) - inside * special.h1vp(n, x))
    return 2 / x * (numpy.abs(b[numpy.isfinite(b)]) ** 2).sum()


# Meep on 20 cells a unit of length, the second of the meshes, has 3.7e-2 and 3.0e-2
@pytest.mark.parametrize("across,ceiling", [(False, 3.7e-2), (True, 3e-2)])
def test_scattering_of_a_cylinder(tmp_path, across, ceiling):
    """examples/mie-cylinder, E along and across it: at least second order, although the surface cuts cells."""
    folder, example = script_of("mie-cylinder", "efficiency")
    errors = []
    for cells in (51, 68):
        out = run_example(tmp_path, folder, cells, max(4, cells * 10 // 136), cells, f"source.polarization={[0, int(across), int(not across)]}")
        f, measured, _ = example.efficiency(out)
        exact = numpy.array([scattering_of_glass(g, across) for g in f])
        errors.append(numpy.abs(measured - exact).mean() / exact.mean())
    print(errors)
    assert errors[0] / errors[1] > (68 / 51) ** 2 and errors[1] < ceiling


@pytest.mark.parametrize("across", [True, *([False] * LONG)])
def test_scattering_of_a_metal_cylinder(tmp_path, across):
    """The same body as a conductor, E along and across it: within 5 % at 7.5 cells in its radius, and first order."""
    folder, example = script_of("mie-cylinder", "efficiency")
    for cells in (51, 76):
        keys = ["medium.inclusion={kind: cylinder-z, radius: 0.5, conductivity: 1e10}", f"source.polarization={[0, 1, 0] if across else [0, 0, 1]}"]
        out = run_example(tmp_path, folder, cells, max(4, cells * 10 // 136), cells, *keys)
        _, measured, exact = example.efficiency(out, True, across)
        error = numpy.abs(measured - exact).mean() / exact.mean()
        print(cells, across, error)
        assert error < 0.05 * 51 / cells


def test_energy_in_time_and_by_frequency(tmp_path):
    """Parseval: what fluxes.csv adds up in time is the integral of the spectrum over all frequencies."""
    case = make_case(tmp_path, base=HALF_SPACE, medium={"cuts": {"x": [0]}, "permittivities": [1, 4]},
                     mesh={"cells": [160, 1, 1], "layer": {"cells": 20}},
                     output={"fluxes": {**HALF_SPACE["output"]["fluxes"], "frequencies": [0.02, 4], "count": 200, "every": 1}})
    out = run_case(case, tmp_path / "out", **FAST)
    fluxes, steps = taub.read_fluxes(out), read_rows(out / "fluxes.csv")["dt"]
    assert fluxes.planes == ("back", "through") and len(fluxes.frequency) == 200
    for name in fluxes.planes:
        whole, power = fluxes.energy[name][-1], fluxes.power[name]
        # rule of rectangles: exact for signals shorter than 1/df = 50
        assert abs(fluxes.spectrum[name].sum() * 0.02 / whole - 1) < 1e-6
        assert abs(numpy.sum(0.5 * (power[1:] + power[:-1]) * steps[1:]) / whole - 1) < 1e-12
    taub.plot_fluxes(fluxes).savefig(tmp_path / "fluxes.png")
    assert (tmp_path / "fluxes.png").stat().st_size > 10000


def same_files(a, b):
    for name in ("fluxes.csv", "flux_spectra.csv"):
        assert (a / name).read_text() == (b / name).read_text(), name


def test_restarts_blocks_and_ranks(tmp_path):
    """The same numbers, digit by digit, also where a restart falls between two looks."""
    require_ranks()
    case = make_case(tmp_path, base=DIPOLE, mesh={"cells": [40, 40, 1], "layer": {"cells": 6}}, time={"end": 4},
                     output={"fluxes": {**DIPOLE["output"]["fluxes"], "every": 3}})
    options = ["device.reproducible=strict"]
    whole = run_case(case, tmp_path / "whole", *options, **FAST)
    part = run_case(case, tmp_path / "part", *options, "time.max_steps=55", **FAST)
    same_files(whole, run_case(case, part, *options, "--restart", part, **FAST))
    same_files(whole, run_case(case, tmp_path / "blocks", *options, "mesh.blocks=[4,2,1]", **FAST))
    same_files(whole, run_case_on(2, case, tmp_path / "ranks", *options, **FAST))
    refused = run_taub("run", case, "-o", part, "--restart", part, "time.end=5", "output.fluxes.count=9", expect=2, **FAST)
    assert "output.fluxes.count" in refused.stderr


def test_single_precision(tmp_path):
    case = make_case(tmp_path, base=DIPOLE, mesh={"cells": [40, 40, 1], "layer": {"cells": 6}})
    double = read_rows(run_case(case, tmp_path / "d", **FAST) / "flux_spectra.csv")
    single = read_rows(run_case(case, tmp_path / "s", "device.precision=single", **FAST) / "flux_spectra.csv")
    assert numpy.abs(single["near"] / double["near"] - 1).max() < 1e-4


@pytest.mark.parametrize("planes,words", [
    ([{"name": "a", "kind": "x", "position": 3}], ["planes[0].position", "between -1.4 and 1.4", "got 3"]),
    ([{"name": "a", "kind": "x"}], ["planes[0].position", "missing"]),
    ([{"name": "a", "kind": "z", "position": 0.5}], ["axis with more than one cell"]),
    ([{"name": "a b", "kind": "x", "position": 0}], ["planes[0].name", "letters"]),
    ([{"name": "a", "kind": "x", "position": 0}, {"name": "a", "kind": "y", "position": 0}], ["planes[1].name", "once"]),
    ([{"name": "a", "kind": "box", "lower": [-1, -1, 0]}], ["corners of the box"]),
    ([{"name": "a", "kind": "box", "lower": [1, 1, 0], "upper": [-1, -1, 1]}], ["no cell faces"]),
    ([{"name": "a", "kind": "boks"}], ["planes[0].kind", "box"]),
    ([{"name": "a", "kind": "x", "place": 0}], ["planes[0].place", "position"]),
])
def test_wrong_planes(tmp_path, planes, words):
    case = make_case(tmp_path, base=DIPOLE, output={"fluxes": {"planes": planes}})
    text = run_taub("run", case, "-o", tmp_path / "out", expect=2).stderr
    for word in words:
        assert word in text, text
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("change,word", [
    ("output.fluxes.frequencies=[0,1]", "above 0"),
    ("output.fluxes.frequencies=[2,1]", "at least the first one"),
    ("output.fluxes.count=20000", "10000"),
])
def test_wrong_frequencies(tmp_path, change, word):
    text = run_taub("run", make_case(tmp_path, base=DIPOLE), "-o", tmp_path / "out", change, expect=2).stderr
    assert word in text and "output.fluxes" in text, text


def test_other_systems_have_none(tmp_path):
    text = run_taub("run", make_case(tmp_path), "-o", tmp_path / "out",
                    "output.fluxes={planes: [{name: a, kind: x, position: 0}]}", expect=2).stderr
    assert "output.fluxes" in text and "maxwell" in text
