"""Freeze-out surfaces of fluids with a charge (eos.kind table-2d): mu_B and the diffusion current at the elements, and the charge
that flows through the surface of an event, ideal and diffusive, in the quark gas of quark_gas.py."""
import os
import sys

import h5py
import numpy
import pytest

import quark_gas
from conftest import ROOT, make_case, merge, read_fields, read_summary, require_device, run_case
from test_surface import hot_sum, with_cells

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
    for spacing, most in ((0.2, 5e-3), *([(0.1, 1e-3)] if os.environ.get("TAUB_LONG_TESTS") else [])):
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
