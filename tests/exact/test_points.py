"""taub_simulation_read_at: quantities at points of a simulation that a program holds."""
import math
import sys

import numpy
import pytest

from conftest import BASE_CASE, LONG, ROOT, make_case, merge, require_device, run_case
from spheres import CASE, CLOSED, GAS
from test_probes import WAVE, WAVES, probes_of

sys.path.insert(0, str(ROOT / "python"))
import taub  # noqa: E402

# An event along three axes, with all kinds of ends, and with points beside them.
EVENT = {"system": "israel-stewart", "eos": {"kind": "lattice-wb"},
         "transport": {"shear_viscosity": {"kind": "constant", "value": 0.15}, "bulk_viscosity": {"kind": "denicol"}},
         "mesh": {"coordinates": "milne", "cells": [20, 16, 12], "lower": [-5, -4, -3], "upper": [5, 4, 3],
                  "boundary": {"x": "outflow", "y": "periodic", "z": "outflow"}},
         "scheme": {"kind": "kurganov-tadmor"}, "time": {"start": 1, "end": 1.4, "cfl": 0.3},
         "initial": {"kind": "gaussian", "background": {"energy_density": 0.1}, "peak": {"energy_density": 20},
                     "width": [1.2, 1, 1], "center": [0.3, -0.2, 0.4]},
         "output": {"fields": ["energy_density"], "history": 0,
                    "probes": {"points": [[0.13, 0.27, 0.5], [-4.9, -3.99, -2.9], [4.95, 3.9, 2.2], [1, 1, 1]],
                               "fields": ["temperature", "four_velocity", "shear_stress", "bulk_pressure"]}},
         "device": {"kind": "host", "threads": 1, "reproducible": "strict"}}
BLOCH = {"mesh": {"bloch": [1.9, -0.6, 0]},
         "output": {"probes": {"fields": ["electric_field", "electric_field_imaginary", "magnetic_field", "energy_density"]}}}
DIPOLE = {"kind": "dipole", "polarization": [0, 0, 1], "position": [0.5, 0.4, 0.5], "radius": 0.2, "frequency": 2, "duration": 0.1, "start": 0}
BODY = {"medium": {"inclusions": [{"kind": "ball", "center": [0.2, 0.3, 0.5], "radius": 0.15, "permittivity": 4}]}}
WAVE = merge(WAVE, {"output": {"probes": {"every": 1}}})
CASES = {"wave": WAVE, "fourth-order": merge(WAVE, {"scheme": {"order": 4}}), "complex": merge(WAVE, BLOCH),
         "body": merge(WAVE, {**BODY, "initial": {"kind": "empty"}, "source": DIPOLE, "output": {"probes": {"points": [[0.13, 0.27, 0.5], [0.3, 0.3, 0.5], [0.349, 0.301, 0.5]]}}}),
         "event": EVENT, "blocks": merge(EVENT, {"mesh": {"blocks": [2, 2, 3]}}),
         "sphere": merge(merge(merge(CASE, GAS), CLOSED), {"scheme": {"order": 3}, "mesh": {"cells": [8, 8, 6]}, "time": {"end": 0.05}, "output": {
             "probes": {"points": [[1.1, 1.1, 0.2], [-0.8, 0.8, -0.8], [0, -2, 0], [0, 1.2, -1.2]], "fields": ["density", "velocity"]}}}),
         "means": merge(WAVE, {"output": {"values": "means"}})}


@pytest.mark.parametrize("name", CASES)
def test_the_bits_of_probes(tmp_path, name):
    """At the start and at the end, all points at once and one by one."""
    (tmp_path / "flow.c").write_text(WAVES)
    case = make_case(tmp_path, base=CASES[name])
    columns = probes_of(run_case(case, tmp_path / "out"))[2]
    wanted = CASES[name]["output"]["probes"]
    points = numpy.array(wanted["points"])
    with taub.Simulation(case) as sim:
        for line in (0, -1):
            for field in wanted["fields"]:
                found = numpy.atleast_2d(sim.at(field, *points.T))
                expected = [[values[line] for column, values in columns.items() if column.split("@")[0].split("/")[0].strip() == field
                             and column.split("@")[1].split("[")[0].split() == [f"{x:.15g}" for x in point]] for point in wanted["points"]]
                assert numpy.array_equal(found.T, expected), field
                assert numpy.array_equal(found, numpy.transpose([numpy.atleast_1d(sim.at(field, *point)) for point in points]))
            sim.advance()


@pytest.mark.skipif(not LONG, reason="probes on OpenCL are those of test_probes.py")
def test_opencl():
    require_device("opencl")
    points = numpy.array(EVENT["output"]["probes"]["points"]).T
    found = []
    for kind in ("host", "opencl"):
        with taub.Simulation(merge(EVENT, {"device": {"kind": kind, "reproducible": "strict"}})) as sim:
            sim.advance(steps=3)
            found.append([sim.at(name, *points).tobytes() for name in ("temperature", "shear_stress")])
    assert found[0] == found[1]


def gubser(r, tau, hottest, q=1.0):
    """T and u^r of the ideal flow: S. Gubser, Phys. Rev. D 82 (2010) 085027. hottest: T tau over the shape below."""
    slope = 2 * q * q * tau * r / (1 + q * q * (tau * tau + r * r))
    shape = (2 * q * tau) ** (2 / 3) / (1 + 2 * q * q * (tau * tau + r * r) + q**4 * (tau * tau - r * r) ** 2) ** (1 / 3)
    return hottest * shape / tau, slope / math.sqrt(1 - slope * slope)


def test_gubsers_flow():
    """At any points, eta included, along which nothing varies: second order in the width of cells. The temperature is that of
    the formula at its centre, T(1, 0) = 0.2 GeV."""
    flow = {"system": "srhd", "eos": {"kind": "conformal"}, "scheme": {"kind": "kurganov-tadmor", "limiter": "centred"},
            "mesh": {"coordinates": "milne", "cells": [1, 1, 1], "lower": [-5, -5, -0.5], "upper": [5, 5, 0.5], "boundary": "extrapolated"},
            "time": {"start": 1, "end": 1.5, "cfl": 0.4}, "initial": {"kind": "gubser", "q": 1, "temperature": 0.2}, "device": {"kind": "host"},
            "output": {"fields": ["temperature"], "history": 0}}
    random = numpy.random.default_rng(7)
    x, y, eta = random.uniform(-2.2, 2.2, 40), random.uniform(-2.2, 2.2, 40), random.uniform(-3, 3, 40)
    errors = []
    for cells in (50, 100):
        with taub.Simulation(merge(flow, {"mesh": {"cells": [cells, cells, 1]}})) as sim:
            scale = gubser(0, 1, 1)[0] / sim.at("temperature", 0, 0, 0)
            sim.advance()
            temperature, velocity = sim.at("temperature", x, y, eta), sim.at("four_velocity", x, y, eta)
        radius = numpy.hypot(x, y)
        exact = numpy.array([gubser(r, 1.5, 1 / gubser(0, 1, 1)[0] * 0.2) for r in radius]).T
        assert scale == pytest.approx(gubser(0, 1, 1)[0] / 0.2, rel=4 / cells**2 * 10)
        assert velocity[2].max() == 0 and temperature.shape == (40,)
        errors.append([abs(temperature / exact[0] - 1).max(), abs(velocity[0] - exact[1] * x / radius).max(),
                       abs(velocity[1] - exact[1] * y / radius).max()])
    assert (numpy.array(errors[1]) < 0.01).all() and (numpy.array(errors[0]) > 3 * numpy.array(errors[1])).all(), errors


def test_what_changes_is_seen():
    """Copies on the host are those of the state as it is: after steps, and after states that were written."""
    tube = merge(BASE_CASE, {"mesh": {"boundary": "periodic"}})
    with taub.Simulation(tube) as sim:
        centre = sim.axes[0][20]  # a straight line through two centres has the value of one at it
        for change in (lambda: None, lambda: sim.advance(steps=1), lambda: sim.write_state(
                numpy.stack([2.0 + 0 * sim["energy_density"], *(0.1 * (sim["four_velocity"] + 1)), 0 * sim["energy_density"]])),
                       lambda: sim.advance(until=sim.time), lambda: sim.advance(steps=3)):
            before = sim.at("energy_density", [centre], 0, 0)
            change()
            assert sim.at("energy_density", centre, 0, 0) == pytest.approx(sim["energy_density"][0, 0, 20], rel=1e-13)
            assert sim.at("velocity", centre, 0, 0)[0] == pytest.approx(sim["velocity"][0, 0, 0, 20], rel=1e-13, abs=1e-16)
        assert before[0] != sim.at("energy_density", centre, 0, 0)
        # across a periodic end: from the first and the last cell
        ends = sim["energy_density"][0, 0, [0, -1]]
        assert sim.at("energy_density", -5, 0, 0) == sim.at("energy_density", 5, 0, 0) == pytest.approx(ends.mean(), rel=1e-13)


def test_shapes_and_what_is_refused(tmp_path):
    (tmp_path / "flow.c").write_text(WAVES)
    with taub.Simulation(BASE_CASE) as sim:
        assert sim.at("velocity", numpy.zeros((2, 1)), numpy.zeros(3), 0).shape == (3, 2, 3)
        assert sim.at("temperature", [], [], []).shape == (0,) and numpy.ndim(sim.at("temperature", 0, 100, -100)) == 0
        with pytest.raises(taub.Error, match="no quantity 'temperatur'"):
            sim.at("temperatur", 0, 0, 0)
        with pytest.raises(taub.Error, match="point 2: expected a place in the mesh, whose x is from -5 to 5, got 5.01"):
            sim.at("temperature", [0, 5.01], 0, 0)
        with pytest.raises(taub.Error, match="point 1: .* got nan"):
            sim.at("temperature", math.nan, 0, 0)
        with pytest.raises(taub.Error, match="point 1: .* y is"):
            sim.at("temperature", 0, math.inf, 0)
    with taub.Simulation(merge(EVENT, {"output": {"probes": None}})) as sim, pytest.raises(taub.Error, match="whose eta is from -3 to 3, got 3.5"):
        sim.at("temperature", 0, 0, 3.5)
    stretched = merge(BASE_CASE, {"mesh": {"spacing": {"x": {"kind": "stretched", "strength": 3}}}})
    with taub.Simulation(stretched) as sim, pytest.raises(taub.Error, match="need cells of equal widths"):
        sim.at("temperature", 0, 0, 0)
    with taub.Simulation(merge(CASES["sphere"], {"initial": {"kind": "code", "file": str(tmp_path / "flow.c")}})) as sim, \
            pytest.raises(taub.Error, match="point 2: .* between the spheres of the radii 1 and 2, got the radius 0.5"):
        sim.at("density", [1.5, 0.5], 0, 0)
    wave = merge(WAVE, {"output": {"probes": None}})
    with taub.Simulation(wave) as sim, pytest.raises(taub.Error, match="defined on faces, not at points; use magnetic_field"):
        sim.at("magnetic_flux", 0.5, 0.5, 0.5)
