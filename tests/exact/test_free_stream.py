"""Free streaming before the fluid: a Gaussian event has its energy-momentum tensor in closed form."""
import numpy
import pytest

from conftest import make_case, merge, read_fields, read_history, run_case, run_taub

WIDTH, SCALE, SPACING = 1.5, 20.0, 0.1
CASE = {
    "system": "israel-stewart", "eos": {"kind": "lattice-wb"},
    "transport": {"shear_viscosity": {"kind": "constant", "value": 0.1},
                  "bulk_viscosity": {"kind": "cauchy", "maximum": 0.05, "temperature": 0.18, "width": 0.03}},
    "mesh": {"coordinates": "milne", "cells": [60, 50, 1], "lower": [-6, -5, -0.5], "upper": [6, 5, 0.5]},
    "time": {"start": 0.9, "end": 1, "step": 0.01, "max_steps": 1},
    "initial": {"kind": "trento", "file": "event.dat", "spacing": SPACING, "scale": SCALE, "free_stream": {"time": 0.8},
                "background": {"energy_density": 1e-3}},
    "output": {"fields": ["energy_density", "four_velocity", "pressure", "shear_stress", "bulk_pressure", "velocity"]},
    "device": {"kind": "host", "threads": 1},
}


def case_of(folder, name="case.yaml", **changes):
    """The case and its event exp(-r^2/(2 WIDTH^2)) on a grid of 20 fm."""
    x = SPACING * (numpy.arange(200) - 99.5)
    numpy.savetxt(folder / "event.dat", numpy.exp(-(x[:, None] ** 2 + x[None, :] ** 2) / (2 * WIDTH ** 2)))
    return make_case(folder, name, base=merge(CASE, changes))


def bessel(order, z):
    """exp(-z) I_n(z) by its integral; the trapezoidal rule converges exponentially."""
    phi = (numpy.arange(400) + 0.5) * 2 * numpy.pi / 400
    return (numpy.exp(z[..., None] * (numpy.cos(phi) - 1)) * numpy.cos(order * phi)).mean(axis=-1)


def exact_tensor(distance, velocity=1):
    """T^{tt, tx, ty, xx, xy, yy} of the particles at the cells, [6, y, x]."""
    distance = velocity * distance
    x, y = -6 + 0.2 * (numpy.arange(60) + 0.5), -5 + 0.2 * (numpy.arange(50) + 0.5)
    y, x = numpy.meshgrid(y, x, indexing="ij")
    r, phi = numpy.hypot(x, y), numpy.arctan2(y, x)
    z = r * distance / WIDTH ** 2
    density = SCALE * numpy.exp(-(r - distance) ** 2 / (2 * WIDTH ** 2))
    i0, i1, i2 = (density * bessel(n, z) for n in (0, 1, 2))
    v = velocity
    return numpy.array([i0, v * i1 * numpy.cos(phi), v * i1 * numpy.sin(phi), v**2 * (i0 + i2 * numpy.cos(2 * phi)) / 2,
                        v**2 * i2 * numpy.sin(2 * phi) / 2, v**2 * (i0 - i2 * numpy.cos(2 * phi)) / 2])


def tensor_of(fields):
    """T^{tt ... zz} of a fluid from its fields."""
    f = {name: values[0] for name, values in fields.items()}
    u = [numpy.sqrt(1 + sum(f[f"four_velocity/{a}"] ** 2 for a in ("x", "y", "eta"))), f["four_velocity/x"], f["four_velocity/y"]]
    pressure = f["pressure"] + f["bulk_pressure"]
    tensor = [f["shear_stress/" + name] + (f["energy_density"] + pressure) * u[a] * u[b] - pressure * metric
              for name, a, b, metric in (("tt", 0, 0, 1), ("tx", 0, 1, 0), ("ty", 0, 2, 0), ("xx", 1, 1, -1), ("xy", 1, 2, 0),
                                         ("yy", 2, 2, -1))]
    return numpy.array(tensor), f["shear_stress/zz"] + pressure, numpy.array(u)


@pytest.mark.parametrize("distance, velocity", [(0.3, 1), (0.8, 1), (0.8, 0.85)])
def test_gaussian(tmp_path, distance, velocity):
    """All components of T^{mu nu}; its rest frame; no pressure along eta but the background's."""
    folder = run_case(case_of(tmp_path, initial={"free_stream": {"time": distance, "velocity": velocity}}), tmp_path / "out")
    _, fields = read_fields(folder, 0)
    tensor, along, u = tensor_of(fields)
    background = 1e-3
    low = along[0, 0]  # the background's pressure
    assert 0 < low < background / 3
    expected = exact_tensor(distance, velocity) + numpy.array([background, 0, 0, low, 0, low])[:, None, None]
    # bilinear between the event's points: SPACING^2/8 of the second derivative, SCALE/WIDTH^2 along each axis
    error = abs(tensor - expected).max()
    print(f"distance {distance}: largest error of T {error:.2e} of {SCALE}")
    assert error < 2 * SPACING ** 2 / 8 * SCALE / WIDTH ** 2
    # the device's table of the equation of state gives p to 1e-9 (docs/theory/relativistic-hydrodynamics.md)
    numpy.testing.assert_allclose(along, low, atol=1e-9 * SCALE)
    # Landau: T^{mu nu} u_nu = e u^mu, pi transverse and traceless
    e = fields["energy_density"][0]
    t = tensor
    rest = [t[0] * u[0] - t[1] * u[1] - t[2] * u[2] - e * u[0], t[1] * u[0] - t[3] * u[1] - t[4] * u[2] - e * u[1],
            t[2] * u[0] - t[4] * u[1] - t[5] * u[2] - e * u[2]]
    assert abs(numpy.array(rest)).max() < 1e-12 * SCALE
    trace = sum(sign * fields["shear_stress/" + name][0] for name, sign in (("tt", 1), ("xx", -1), ("yy", -1), ("zz", -1)))
    assert abs(trace).max() < 1e-12 * SCALE
    # the trace of the particles, 0 at the speed of light: e = 3 (p + Pi) but for the background
    total = fields["pressure"][0] + fields["bulk_pressure"][0]
    particles = tensor[0] - background
    numpy.testing.assert_allclose(e - 3 * total, background - 3 * low + (1 - velocity**2) * particles, atol=1e-9 * SCALE)


def test_numbers_of_another_program():
    """T^{tt} and T^{tx} of a Gaussian of width 1.2 at x = 0.9 after 1 fm/c, by the formulas of this file."""
    for velocity, numbers in ((1, (0.5867821678, 0.1749620952)), (0.85, (0.6295384709, 0.1373485497))):
        z = numpy.array(0.9 * velocity / 1.2**2)
        density = numpy.exp(-((0.9 - velocity) ** 2) / (2 * 1.2**2))
        assert abs(numpy.array([density * bessel(0, z), velocity * density * bessel(1, z)]) - numbers).max() < 1e-10


def test_streaming_adds_no_energy(tmp_path):
    """The energy per rapidity at the start is that of the event without streaming."""
    totals = []
    for name, stream in (("with", {"time": 0.8}), ("slower", {"time": 0.8, "velocity": 0.5}), ("without", None)):
        changes = {"mesh": {"cells": [200, 200, 1], "lower": [-10, -10, -0.5], "upper": [10, 10, 0.5]}}
        case = case_of(tmp_path, f"{name}.yaml", initial={"free_stream": stream}, **changes)
        totals.append(read_history(run_case(case, tmp_path / name))["energy_per_rapidity"][0])
    assert totals[0] == pytest.approx(totals[2], rel=1e-6) and totals[1] == pytest.approx(totals[2], rel=1e-6)


def test_ideal_fluid(tmp_path):
    """srhd takes the energy density and the flow of the rest frame."""
    viscous = run_case(case_of(tmp_path), tmp_path / "viscous")
    ideal = case_of(tmp_path, "ideal.yaml", system="srhd", transport=None, output={"fields": ["energy_density", "four_velocity"]})
    _, expected = read_fields(viscous, 0)
    _, fields = read_fields(run_case(ideal, tmp_path / "ideal"), 0)
    for name, values in fields.items():
        numpy.testing.assert_allclose(values, expected[name], rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize("changes, words", [
    ({"initial": {"free_stream": {"time": 1.2}}}, "initial.free_stream.time: expected at most time.start, 0.9, got 1.2"),
    ({"initial": {"free_stream": {"time": 0}}}, "initial.free_stream.time: expected"),
    ({"mesh": {"cells": [60, 50, 8]}}, "initial.free_stream: expected milne coordinates and one cell along eta"),
    ({"mesh": {"coordinates": "cartesian"}}, "initial.free_stream: expected milne coordinates and one cell along eta"),
    ({"transport": {"initial_stress": {"kind": "navier-stokes"}}}, "transport.initial_stress.kind: expected zero"),
    ({"initial": {"background": None}, "mesh": {"lower": [-15, -5, -0.5]}}, "initial.free_stream: there is no rest frame"),
])
def test_bad_input(tmp_path, changes, words):
    said = run_taub("run", case_of(tmp_path, **changes), "-o", tmp_path / "out", expect=2).stderr
    assert words in said and not (tmp_path / "out").exists()
