"""Freeze-out surfaces of fluids with a charge (eos.kind table-2d): mu_B and the diffusion current at the elements, and the charge
that flows through the surface of an event, ideal and diffusive, in the quark gas of quark_gas.py."""
import sys

import h5py
import numpy
import pytest

import quark_gas
from conftest import LONG, ROOT, make_case, merge, read_fields, read_summary, require_device, run_case
from test_surface import Gubser, hot_sum, with_cells

sys.path.insert(0, str(ROOT / "python"))
from taub.surface import read_surface  # noqa: E402 - the package need not be installed

VALUE = 0.14
EVENT = {
    "system": "srhd", "eos": {"kind": "table-2d"}, "scheme": {"kind": "kurganov-tadmor"},
    "mesh": {"coordinates": "cartesian"}, "time": {"start": 0, "end": 11},
    "initial": {"kind": "gaussian", "peak": {"energy_density": 4, "charge_density": 0.3, "velocity": [0.3, 0.1, 0]},
                "background": {"energy_density": 0.12, "charge_density": 0.002, "velocity": [0.3, 0.1, 0]}, "width": [1.5, 2, 0]},
    "output": {"history": 0, "fields": ["temperature", "conserved_charge"], "surface": {"temperature": VALUE, "every": 2}},
    "device": {"kind": "host", "threads": 1},
}
DIFFUSIVE = {"system": "israel-stewart", "time": {"step": 0.02},
             "transport": {"shear_viscosity": {"kind": "constant", "value": 0.1},
                           "baryon_diffusion": {"kind": "constant", "value": 0.3, "relaxation": 0.6}},
             "output": {"surface": {"every": 5}}}


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    return quark_gas.write_table(tmp_path_factory.mktemp("table"), 2)


def event(folder, table, kind, spacing, **more):
    changes = {"eos": {"file": str(table)}, "mesh": with_cells(spacing, 9)}
    case = merge(merge(EVENT, changes), DIFFUSIVE if kind == "diffusive" else {})
    return run_case(make_case(folder, f"{kind}-{spacing}.yaml", base=merge(case, more)), folder / f"{kind}-{spacing}")


@pytest.mark.parametrize("kind", ["ideal", "diffusive"])
def test_charge_through_the_surface(tmp_path, table, kind):
    """What was in the hot region has gone through the surface, as in test_surface.test_energy_and_momentum: 0.5 % at 0.2 fm. The
    diffusion current is a part of the flux, and counts: without it the balance is off by more than that."""
    for spacing, most in ((0.2, 5e-3), *([(0.1, 1e-3)] if LONG else [])):
        folder = event(tmp_path, table, kind, spacing)
        surface = read_surface(folder)
        kept = 0
        for step, sign in ((0, 1), (-1, -1)):
            fields = read_fields(folder, step)[1]
            kept += sign * hot_sum(fields["conserved_charge"], fields["temperature"], VALUE, spacing)
        through = surface.charge_flux.sum()
        carried = (surface.charge_density * surface.volume).sum()
        print(f"{kind}, {spacing} fm: {len(surface)} elements, charge {through / kept - 1:.2e}, without q {carried / kept - 1:.2e}")
        assert abs(through / kept - 1) < most and read_summary(folder)["surface"]["lost_share"] == 0
        if kind == "diffusive":
            assert abs(carried / kept - 1) > 2 * most


@pytest.mark.parametrize("kind", ["ideal", "diffusive"])
def test_elements(tmp_path, table, kind):
    """T, p and mu_B of an element are those of the gas at its e and n; q is transverse. Records that a case does not have are not
    in the file, and read as zeros."""
    folder = event(tmp_path, table, kind, 0.3, time={"end": 3})
    surface = read_surface(folder)
    t, mu = quark_gas.invert(surface.energy_density, surface.charge_density)
    # cubic pieces between nodes of the table: its steps are 1/20 to 1/5 of the scales on which the gas changes
    numpy.testing.assert_allclose(surface.temperature, t, rtol=1e-5)
    numpy.testing.assert_allclose(surface.pressure, quark_gas.state(t, mu)[0], rtol=1e-5)
    numpy.testing.assert_allclose(surface.chemical_potential, mu, rtol=1e-4)
    assert surface.chemical_potential.min() > 0.05
    current = surface.diffusion_current
    along = (current * surface.four_velocity * [1, -1, -1, -1]).sum(axis=1)
    assert abs(along).max() <= 1e-14 * max(abs(current).max(), 1e-300) * surface.four_velocity.max()
    assert (abs(current).max() > 1e-3) == (kind == "diffusive")
    with h5py.File(folder / "surface.h5") as file:
        group = file["data/0/particles/freeze_out"]
        assert ("diffusion_current" in group) == (kind == "diffusive")
        potential = group["chemical_potential"]
        assert potential.attrs["unit"] == b"GeV" and potential.attrs["unitSI"] == pytest.approx(1.602176634e-10)
        if kind == "diffusive":
            assert sorted(group["diffusion_current"]) == ["t", "x", "y", "z"]
            assert group["diffusion_current/x"].attrs["unit"] == b"1/fm^3"
            assert group["diffusion_current/x"].attrs["unitSI"] == pytest.approx(1e45)


def gubser_charge(value, tau, n0):
    """Charge per rapidity of Gubser's flow (q = 1/fm) where T is above the value. With p = e/3 alone the charge follows the
    entropy, d_mu (n u^mu) = 0 = d_mu (s u^mu): n = n0 (4 tau^2/D)/tau^3 with D = 1 + 2 (tau^2 + r^2) + (tau^2 - r^2)^2, which is
    tau^{-3} cosh^{-2} rho of the conformal map."""
    edges = numpy.linspace(0, 9, 200001)
    r = (edges[1:] + edges[:-1]) / 2
    d = 1 + 2 * (tau**2 + r**2) + (tau**2 - r**2) ** 2
    n, lorentz = n0 * 4 / (tau * d), (1 + tau**2 + r**2) / numpy.sqrt(d)
    hot = Gubser.temperature(tau, r) > value
    return (2 * numpy.pi * r * tau * n * lorentz * hot).sum() * (edges[1] - edges[0])


def test_charge_through_gubsers_surface(tmp_path):
    """In Milne coordinates the charge per rapidity is conserved: what was hot at the start less what is hot at the end, at second
    order in the cell."""
    value, errors = 0.12, []
    exact = gubser_charge(value, 1, 0.4) - gubser_charge(value, 3, 0.4)
    for cells in (50, 100):
        folder = run_case(ROOT / "examples" / "gubser-ideal", tmp_path / str(cells), f"mesh.cells=[{cells},{cells},1]",
                          f"output.surface={{temperature: {value}, every: 2}}", "output.every=0", "device.kind=host",
                          "device.threads=1", "initial.charge_density=0.4")
        surface = read_surface(folder)
        assert not surface.chemical_potential.any()  # this equation of state has none
        errors.append(abs(surface.charge_flux.sum() / exact - 1))
    print(f"charge through Gubser's surface {errors}, order {numpy.log2(errors[0] / errors[1]):.2f}")
    assert errors[1] < 1e-3 and errors[1] < errors[0] / 3


GUBSER_E, GUBSER_N = 20.0, 0.8
START = f"""void initial(const real x[3], real t, real state[])
{{
    const real r2 = x[0] * x[0] + x[1] * x[1], d = 1 + 2 * (t * t + r2) + (t * t - r2) * (t * t - r2);
    const real third = real_exp(real_log(4 / (t * d)) / 3), size = real_sqrt(d);
    for (int c = 0; c < 19; c++)
        state[c] = 0;
    state[0] = {GUBSER_E} * third * third * third * third;
    state[1] = 2 * t * x[0] / size;
    state[2] = 2 * t * x[1] / size;
    state[15] = {GUBSER_N} * third * third * third;
}}
"""


def test_gubsers_flow_with_diffusion(tmp_path, monkeypatch):
    """Dissipative fluids (israel-stewart) with p = e/3 of (e, n): mu/T is the same everywhere in Gubser's flow, so that nothing
    diffuses and n is exact, as above; at second order."""
    monkeypatch.setattr(quark_gas, "K", 0.0)
    quark_gas.write_level(tmp_path, "gas1", 0.02, 0.01, 50, 0.005, 40)
    quark_gas.write_level(tmp_path, "gas2", 0.52, 0.1, 45, 0.02, 40)
    quark_gas.write_level(tmp_path, "gas3", 5.02, 0.5, 40, 0.05, 40)
    (tmp_path / "start.c").write_text(START)
    errors = []
    for cells in (30, 60):
        case = {"system": "israel-stewart", "eos": {"kind": "table-2d", "file": str(tmp_path / "gas1_p.dat")},
                "transport": {**DIFFUSIVE["transport"], "shear_viscosity": {"kind": "none"}},
                "scheme": {"kind": "kurganov-tadmor", "theta": 1.5, "limiter": "parabolic"},
                "mesh": {"coordinates": "milne", "cells": [cells, cells, 1], "lower": [-3, -3, -0.5], "upper": [3, 3, 0.5],
                         "boundary": "extrapolated"},
                "time": {"start": 1, "end": 1.6, "step": 1.2 / cells}, "initial": {"kind": "code", "file": str(tmp_path / "start.c")},
                "output": {"history": 0, "fields": ["energy_density", "charge_density", "diffusion_current"]},
                "device": {"kind": "host", "threads": 1}}
        time, fields = read_fields(run_case(make_case(tmp_path, f"{cells}.yaml", base=case), tmp_path / str(cells)))
        x, y = numpy.meshgrid(*[(numpy.arange(cells) + 0.5) * 6 / cells - 3] * 2)
        inside = numpy.hypot(x, y) < 2.5
        exact = 4 / (time * (1 + 2 * (time**2 + x**2 + y**2) + (time**2 - x**2 - y**2) ** 2))
        n, e = fields["charge_density"][0], fields["energy_density"][0]
        q = max(abs(fields[f"diffusion_current/{axis}"][0])[inside].max() for axis in "xy")
        errors.append([abs(n / GUBSER_N - exact)[inside].sum() / exact[inside].sum(),
                       abs(e / GUBSER_E - exact ** (4 / 3))[inside].sum() / (exact[inside] ** (4 / 3)).sum()])
        print(f"{cells} cells: relative L1 errors of n and e {errors[-1]}, largest q over n {q / n.max():.1e}")
    orders = numpy.log2(numpy.array(errors[0]) / numpy.array(errors[1]))
    print(f"orders {orders}")
    assert max(errors[1]) < 1e-2 and (orders > 1.7).all()


STRICT = {"mesh": {"coordinates": "milne"}, "time": {"start": 0.6, "end": 1.6, "step": 0.05}, "output": {"every": 1},
          "device": {"reproducible": "strict"}}


def assert_same(a, b, dtype=None):
    names = []
    with h5py.File(a / "surface.h5") as one, h5py.File(b / "surface.h5") as other:
        group = one["data/0/particles/freeze_out"]
        group.visititems(lambda name, item: names.append(name) if isinstance(item, h5py.Dataset) else None)
        assert len(names) == 32
        for name in names:
            values, others = group[name][()], other[f"data/0/particles/freeze_out/{name}"][()]
            assert len(values) > 100
            values = values.astype(dtype) if dtype else values
            assert values.tobytes() == others.tobytes(), name


@pytest.mark.parametrize("axes", [2, 3])
def test_same_bits(tmp_path, table, axes):
    """On another device, in blocks and on threads, after a restart, in single precision of the file: the same numbers."""
    mesh = {"cells": [30, 28, 1], "lower": [-9, -9, -0.5], "upper": [9, 9, 0.5]} if axes == 2 else \
        {"cells": [16, 14, 12], "lower": [-9, -9, -3], "upper": [9, 9, 3]}
    width = [1.5, 2, 0 if axes == 2 else 1]
    more = merge(STRICT, {"mesh": mesh, "initial": {"width": width}, "eos": {"file": str(table)}})
    case = make_case(tmp_path, base=merge(merge(EVENT, DIFFUSIVE), more))
    whole = run_case(case, tmp_path / "whole")
    surface = read_surface(whole)
    assert abs(surface.diffusion_current).max() > 1e-3 and surface.chemical_potential.any()
    assert_same(whole, run_case(case, tmp_path / "blocks", "mesh.blocks=[2,2,1]", "--threads", 2))
    if axes == 2:
        cut = run_case(case, tmp_path / "cut", "time.max_steps=12")
        assert_same(whole, run_case(case, cut, "--restart", cut))
        assert_same(whole, run_case(case, tmp_path / "single", "output.surface.precision=single"), numpy.float32)
    require_device("opencl")
    assert_same(whole, run_case(case, tmp_path / "opencl", "--device", "opencl"))
