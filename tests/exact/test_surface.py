"""Freeze-out surfaces: analytic ones of Bjorken's and Gubser's flow, and what flows through those of events."""
import itertools
import sys

import numpy
import pytest

from conftest import ROOT, make_case, merge, read_fields, read_summary, run_case, steps_of

sys.path.insert(0, str(ROOT / "python"))
from taub.surface import read_surface  # noqa: E402 - the package need not be installed

EVENT = {
    "system": "srhd", "eos": {"kind": "lattice-wb"}, "scheme": {"kind": "kurganov-tadmor"},
    "mesh": {"coordinates": "cartesian", "cells": [120, 120, 1], "lower": [-12, -12, -0.5], "upper": [12, 12, 0.5]},
    "time": {"start": 0, "end": 14},
    "initial": {"kind": "gaussian", "peak": {"energy_density": 6}, "background": {"energy_density": 1e-3},
                "width": [1.5, 2, 0]},
    "output": {"history": 0, "fields": ["temperature", "conserved_energy", "momentum"],
               "surface": {"temperature": 0.155, "every": 2}},
    "device": {"kind": "host", "threads": 1},
}
TRANSPORT = {"shear_viscosity": {"kind": "constant", "value": 0.16},
             "bulk_viscosity": {"kind": "cauchy", "maximum": 0.05, "temperature": 0.18, "width": 0.03}}


def with_cells(spacing, half, axes=2):
    """A mesh of that spacing from -half to half along x, y and with three axes z."""
    cells = round(2 * half / spacing)
    return {"cells": [cells, cells, cells if axes == 3 else 1], "lower": [-half, -half, -half if axes == 3 else -0.5],
            "upper": [half, half, half if axes == 3 else 0.5]}


def hot_sum(values, temperature, value, spacing, parts=8):
    """The integral of values over where the temperature, linear between cell centres, is above value."""
    values, temperature = values.squeeze(), temperature.squeeze()
    places, total = (numpy.arange(parts) + 0.5) / parts, 0
    for place in itertools.product(places, repeat=values.ndim):
        v = t = 0
        for corner in itertools.product((0, 1), repeat=values.ndim):
            weight = numpy.prod([p if c else 1 - p for p, c in zip(place, corner)])
            part = tuple(slice(1, None) if c else slice(0, -1) for c in corner)
            v, t = v + weight * values[part], t + weight * temperature[part]
        total += v[t > value].sum()
    return total * (spacing / parts) ** values.ndim


def test_bjorken(tmp_path):
    """All cells freeze out together, at tau_f = tau_0 (T_0/T_f)^3: a plane, its normal the volume of the fluid. There are
    more cells at once than the list of marked cells has room for at first."""
    case = {"system": "srhd", "eos": {"kind": "conformal"},
            "mesh": {"coordinates": "milne", "cells": [150, 150, 1], "lower": [-7.5, -7.5, -0.5], "upper": [7.5, 7.5, 0.5],
                     "boundary": "periodic"},
            "scheme": {"kind": "kurganov-tadmor"}, "time": {"start": 0.6, "end": 3, "step": 0.01},
            "initial": {"kind": "bjorken", "state": {"temperature": 0.25}},
            "output": {"history": 0, "surface": {"temperature": 0.155, "every": 4}}, "device": {"kind": "host", "threads": 1}}
    folder = run_case(make_case(tmp_path, base=case), tmp_path / "out")
    surface = read_surface(folder)
    tau = 0.6 * (0.25 / 0.155) ** 3
    assert len(surface) == 149 * 149 and surface.coordinates == "milne" and surface.per_unit_length == ("eta",)
    # linear between looks 0.04 fm/c apart: T'' (0.04)^2/8 over T' is 4/3 of 0.04^2/(8 tau); and the run's own error
    assert abs(surface.position[:, 0] - tau).max() < 4 / 3 * 0.04 ** 2 / (8 * tau) + 1e-4
    area = 0.1 ** 2 * surface.position[:, 0]
    numpy.testing.assert_allclose(surface.normal, numpy.stack([area, 0 * area, 0 * area, 0 * area], axis=1), atol=1e-14)
    numpy.testing.assert_allclose(surface.temperature, 0.155, rtol=1e-4)
    numpy.testing.assert_allclose(surface.energy_density, 3 * surface.pressure, rtol=1e-14)
    assert (surface.four_velocity == [1, 0, 0, 0]).all()
    assert surface.position[:, 3].tolist() == [0] * len(surface)
    # the rows are sorted: x runs fastest
    assert (numpy.diff(surface.position[:149, 1]) > 0).all() and numpy.ptp(surface.position[:149, 2]) < 1e-12


class Gubser:
    """q = 1/fm, T = 0.23679... GeV at tau = 1 fm, r = 0 (S. Gubser, Phys. Rev. D 82, 085027, eq. 48)."""

    @staticmethod
    def temperature(tau, r):
        def shape(tau, r):
            return 2 ** (2 / 3) / (tau * (1 + 2 * (tau ** 2 + r ** 2) + (tau ** 2 - r ** 2) ** 2)) ** (1 / 3)
        return 0.23679237648 * shape(tau, r) / shape(1, 0)

    @staticmethod
    def velocity(tau, r):
        return 2 * tau * r / (1 + tau ** 2 + r ** 2)

    @classmethod
    def hot(cls, tau, value, weight):
        """The integral of tau weight(T, W, v) d^2x over T > value, per unit of rapidity."""
        edges = numpy.linspace(0, 9, 200001)
        r = (edges[1:] + edges[:-1]) / 2
        temperature, v = cls.temperature(tau, r), cls.velocity(tau, r)
        integrand = 2 * numpy.pi * r * tau * weight(temperature, 1 / numpy.sqrt(1 - v ** 2), v)
        return (integrand * (temperature > value)).sum() * (edges[1] - edges[0])


def test_gubser(tmp_path):
    """Entropy and energy through Gubser's surface, at second order in the cell. Entropy: what was in the hot region.
    Energy: that less the work of the longitudinal pressure, d(tau T^{tau tau})/dtau = ... - T^{eta eta}."""
    value, start, end = 0.12, 1.0, 3.0
    entropy = Gubser.hot(start, value, lambda t, w, v: 4 / 3 * t ** 3 * w) - \
        Gubser.hot(end, value, lambda t, w, v: 4 / 3 * t ** 3 * w)
    times = numpy.linspace(start, end, 401)
    work = [Gubser.hot(tau, value, lambda t, w, v: t ** 4 / 3) / tau for tau in times]
    energy = Gubser.hot(start, value, lambda t, w, v: t ** 4 * (4 / 3 * w ** 2 - 1 / 3)) - \
        Gubser.hot(end, value, lambda t, w, v: t ** 4 * (4 / 3 * w ** 2 - 1 / 3)) - numpy.trapz(work, times)
    errors = []
    for cells in (50, 100, 200):
        folder = run_case(ROOT / "examples" / "gubser-ideal", tmp_path / str(cells), f"mesh.cells=[{cells},{cells},1]",
                          f"output.surface={{temperature: {value}, every: 2}}", "output.every=0", "device.kind=host",
                          "device.threads=1")
        surface = read_surface(folder)
        scale = surface.energy_density / surface.temperature ** 4  # e = T^4 above
        assert numpy.ptp(scale) < 1e-12 * scale[0]
        size = abs(surface.normal).sum(axis=1)
        r = numpy.hypot(surface.position[:, 1], surface.position[:, 2])
        distance = abs(Gubser.temperature(surface.position[:, 0], r) - value)
        errors.append([abs((4 / 3 * surface.temperature ** 3 * surface.volume).sum() / entropy - 1),
                       abs((surface.flux[:, 0] / scale[0]).sum() / energy - 1),
                       (size * distance).sum() / (size.sum() * value)])
        assert read_summary(folder)["surface"]["elements"] == len(surface)
    orders = numpy.log2(numpy.array(errors[:-1]) / numpy.array(errors[1:]))
    print(f"relative errors of entropy, energy, temperature at the elements: {errors}, orders {orders.tolist()}")
    assert (numpy.log2(numpy.array(errors[0]) / numpy.array(errors[2])) / 2 > 1.8).all()
    assert max(errors[2]) < 1e-3


def balance(folder, spacing, value=0.155):
    """(energy and momentum that were above the surface's temperature at the start less those at the end, those through
    the surface)."""
    surface, kept = read_surface(folder), 0
    for step, sign in ((0, 1), (-1, -1)):
        fields = read_fields(folder, step)[1]
        kept = kept + sign * numpy.array([hot_sum(fields[name], fields["temperature"], value, spacing)
                                          for name in ("conserved_energy", "momentum/x", "momentum/y", "momentum/z")])
    return kept, surface.flux.sum(axis=0)


@pytest.mark.parametrize("kind", ["ideal", "viscous"])
def test_energy_and_momentum(tmp_path, kind):
    """What was hot has gone through the surface: 0.5 % at 0.2 fm, 0.1 % at 0.1 fm; in flight, so that momentum counts."""
    moving = {"velocity": [0.3, 0.1, 0]}
    for spacing, most in ((0.2, 5e-3), (0.1, 1e-3)):
        changes = {"mesh": with_cells(spacing, 9), "initial": {"peak": {"energy_density": 4, **moving},
                                                                "background": {"energy_density": 1e-3, **moving}},
                   "time": {"end": 11}}
        if kind == "viscous":
            changes = merge(changes, {"system": "israel-stewart", "transport": TRANSPORT,
                                      "time": {"step": 0.02, "end": 11, "freeze_out": 0.15}, "output": {"surface": {"every": 5}}})
        folder = run_case(make_case(tmp_path, f"{spacing}.yaml", base=merge(EVENT, changes)), tmp_path / str(spacing))
        kept, through = balance(folder, spacing)
        print(f"{kind}, {spacing} fm: energy {through[0] / kept[0] - 1:.2e}, momentum {through[1] / kept[1] - 1:.2e} "
              f"{through[2] / kept[2] - 1:.2e}")
        assert abs(through[:3] / kept[:3] - 1).max() < most
        assert read_summary(folder)["surface"]["lost_share"] == 0


def test_three_axes(tmp_path):
    """The same with polyhedra, in 3+1 dimensions; and strides, which make the cells larger. Linear interpolation between
    nodes h apart lowers a temperature that falls as r^2 by h^2/6 on average for each axis, so that radii come out
    h^2/(12 r) too small."""
    changes = {"mesh": with_cells(0.4, 6.4, axes=3), "initial": {"width": [1.5, 2, 1.5]}, "time": {"end": 7}}
    for stride in ([1, 1, 1], [2, 1, 3]):
        case = merge(merge(EVENT, changes), {"output": {"surface": {"stride": stride}}})
        folder = run_case(make_case(tmp_path, base=case), tmp_path / str(sum(stride)))
        kept, through = balance(folder, 0.4)
        surface = read_surface(folder)
        fields = read_fields(folder, 0)[1]
        volume = hot_sum(numpy.ones_like(fields["temperature"]), fields["temperature"], 0.155, 0.4)
        most = 3 * sum((0.4 * n) ** 2 for n in stride) / (12 * (volume * 3 / 4 / numpy.pi) ** (2 / 3))
        print(f"stride {stride}: {len(surface)} elements, energy {through[0] / kept[0] - 1:.2e}, volume at the start "
              f"{surface.normal[:, 0].sum() / volume - 1:.2e}, at most {most:.2e}")
        assert abs(through[0] / kept[0] - 1) < most
        # the surface is closed but for its start: what is missing is the hot volume there
        assert abs(surface.normal[:, 1:].sum(axis=0)).max() < 1e-12 * abs(surface.normal).sum()
        assert abs(surface.normal[:, 0].sum() / volume - 1) < most


@pytest.mark.parametrize("axes", [2, 3])
def test_closed_surface(tmp_path, axes):
    """A cold fluid that a source heats and cools again: its surface is closed in time, too, and the normals add up to zero."""
    source = tmp_path / "source.c"
    source.write_text("void source(const real x[3], real t, const real state[], real rate[])\n{\n"
                      "    const real r2 = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];\n"
                      "    rate[0] = (real)(t < (real)1.0 ? 0.5 : -0.5) * real_exp(-r2);\n}\n")
    case = merge(EVENT, {"eos": {"kind": "conformal"}, "mesh": with_cells(0.4, 4, axes), "time": {"end": 3},
                         "source": {"file": str(source)}, "initial": {"peak": {"energy_density": 0.9},
                                                                      "background": {"energy_density": 0.9}},
                         "output": {"surface": {"temperature": None, "energy_density": 1.0}}})
    folder = run_case(make_case(tmp_path, base=case), tmp_path / "out")
    surface = read_surface(folder)
    print(f"{len(surface)} elements, sum of the normals {surface.normal.sum(axis=0)}")
    assert len(surface) > 50 and surface.criterion == "energy_density"
    assert abs(surface.normal.sum(axis=0)).max() < 1e-13 * abs(surface.normal).sum()
    assert read_fields(folder)[1]["temperature"].max() < read_fields(folder, 0)[1]["temperature"].max() * 1.01


def test_milne_viscous(tmp_path):
    """Energy per rapidity of a boost-invariant viscous event: what was hot less the work T^{eta eta} over the hot region."""
    case = merge(EVENT, {"system": "israel-stewart", "transport": TRANSPORT,
                         "mesh": {"coordinates": "milne", **with_cells(0.2, 11)},
                         "time": {"start": 0.6, "end": 12, "step": 0.02, "freeze_out": 0.15},
                         "initial": {"peak": {"energy_density": 20}},
                         "output": {"every": 0.1, "surface": {"every": 5},
                                    "fields": ["temperature", "conserved_energy", "pressure", "shear_stress", "bulk_pressure"]}})
    folder = run_case(make_case(tmp_path, base=case), tmp_path / "out")
    surface = read_surface(folder)
    times, energies, works = [], [], []
    for step in steps_of(folder):
        time, fields = read_fields(folder, step)
        along = fields["pressure"] + fields["bulk_pressure"] + fields["shear_stress/zz"]
        times.append(time)
        energies.append(time * hot_sum(fields["conserved_energy"], fields["temperature"], 0.155, 0.2, 4))
        works.append(hot_sum(along, fields["temperature"], 0.155, 0.2, 4))
    expected = energies[0] - energies[-1] - numpy.trapz(works, times)
    print(f"energy {surface.flux[:, 0].sum() / expected - 1:.2e} of {expected:.4g} GeV per unit of rapidity")
    assert surface.flux[:, 0].sum() == pytest.approx(expected, rel=5e-3)
