"""Gas dynamics in several dimensions: blasts, implosions, strong shocks along the mesh, symmetries of their results."""
import json

import numpy
import pytest

from conftest import read_fields, read_summary, run_case
from gas_case import CENTRAL, EXAMPLES, case, centers, l1


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_sedov(tmp_path, dimensions):
    """Energy as given; the shock at R(t) = (E t^2/(alpha rho))^(1/(j + 2)), within a cell. Behind a strong shock the gas is
    six times as dense; in one dimension the shell is wider than the two cells over which the shock is smeared."""
    cells = {1: [100, 1, 1], 2: [60, 60, 1], 3: [24, 24, 24]}[dimensions]
    alpha = {1: 1.07748558, 2: 0.98407402, 3: 0.85107185}[dimensions]
    upper = [1.2 if n > 1 else 1 for n in cells]
    path = case(tmp_path, mesh={"cells": cells, "upper": upper,
                                "boundary": {axis: ["reflecting", "outflow"] for axis in "xyz"}},
                scheme={"kind": "ader-weno" if dimensions == 1 else "kurganov-tadmor"},
                initial={"kind": "sedov", "energy": alpha, "radius": {1: 0.03, 2: 0.06, 3: 0.12}[dimensions], "state": {"density": 1, "pressure": 1e-4}},
                time={"end": 1})
    folder = run_case(path, tmp_path / "out")
    summary = read_summary(folder)
    assert summary["initial"]["alpha"] == pytest.approx(alpha, abs=2e-8)
    rest = 1e-4 / 0.4 * 1.2 ** dimensions
    assert summary["totals"]["start"]["energy"] == pytest.approx(alpha / 2 ** dimensions + rest, rel=0.02)
    _, fields = read_fields(folder)
    profile = fields["density"][0, 0]
    x = centers(cells[0], 0, 1.2)
    front = x[profile > 0.5 * (1 + profile.max())].max() + 0.6 / cells[0]
    print(f"front at {front:.3f}, densest {profile.max():.2f}; L1 of the density {l1(folder):.3f}")
    assert front == pytest.approx(1, abs=1.5 * 1.2 / cells[0])
    assert profile.max() > {1: 5, 2: 3.5, 3: 2}[dimensions]


def test_noh(tmp_path):
    """Density 16 behind the shock at r = t/3, symmetric in x and y."""
    folder = run_case(EXAMPLES / "noh", tmp_path / "out", "mesh.cells=[60,60,1]", "time.end=1.2", "--reproducible", "strict")
    _, fields = read_fields(folder)
    density = fields["density"][0]
    assert numpy.abs(density - density.T).max() < 1e-9
    x = centers(60)
    r = numpy.hypot(x[None, :], x[:, None])
    plateau = (r > 0.15) & (r < 0.3)
    assert density[plateau].mean() == pytest.approx(16, rel=0.03)
    ahead = r > 0.5
    assert numpy.abs(density[ahead] / (1 + 1.2 / r[ahead]) - 1).max() < 0.02


def test_noh_with_sharp_contacts(tmp_path):
    """HLLC at order 3: less scatter behind the shock, where waves have little without it, too; x and y can be exchanged to the last bit, as in the initial data."""
    scheme = {"kind": "ader-weno", "order": 3, "riemann": "hllc", "variables": "primitive"}
    scatter = {}
    for shock_fix in ("hll", "off"):
        folder = run_case(EXAMPLES / "noh", tmp_path / shock_fix, "mesh.cells=[100,100,1]", "time.end=1.2",
                          "--reproducible", "strict", f"scheme={json.dumps({**scheme, 'shock_fix': shock_fix})}")
        density = read_fields(folder)[1]["density"][0]
        x = centers(100)
        r = numpy.hypot(x[None, :], x[:, None])
        plateau = density[(r > 0.15) & (r < 0.3)]
        scatter[shock_fix] = plateau.std()
        print(f"{shock_fix}: mean {plateau.mean():.3f}, densest {density.max():.3f}, scatter {plateau.std():.4f}")
        if shock_fix == "hll":
            assert plateau.mean() == pytest.approx(16, rel=0.01)
            assert (density == density.T).all()
    assert scatter["hll"] < 0.5 * scatter["off"]


def test_riemann_2d_is_symmetric(tmp_path):
    folder = run_case(EXAMPLES / "riemann-2d", tmp_path / "out", "mesh.cells=[60,60,1]", "--reproducible", "strict",
                      *CENTRAL)
    _, fields = read_fields(folder)
    assert (fields["density"][0] == fields["density"][0].T).all()
    assert (fields["velocity/x"][0] == fields["velocity/y"][0].T).all()


def test_double_mach(tmp_path):
    """Where the shock would be without a wall it is, high above it; under it the stem runs ahead; at the wall nothing
    is denser than two reflections of a strong shock make it."""
    folder = run_case(EXAMPLES / "double-mach", tmp_path / "out", "mesh.cells=[240,60,1]", "output.values=means")
    _, fields = read_fields(folder)
    density = fields["density"][0]
    x = centers(240, 0, 4)
    top = x[density[-1] > 4].max()
    assert top == pytest.approx(1 / 6 + (59.5 / 60 + 4) / 3 ** 0.5, abs=0.05)
    stem = x[density[0] > 4].max()
    assert stem == pytest.approx(2.77, abs=0.06)
    assert 17 < density.max() < 24 and density.min() > 1.39


def test_carbuncle(tmp_path):
    """HLL leaves the unevenness ahead of a strong shock as it is; HLLC by itself lets it grow, and not where it turns
    to HLL beside the shock."""
    # in conserved variables and from a full first step, for which the figures of examples/carbuncle are stated; in primitive
    # ones both are quieter, hll 2.1e-4 and fixed 4.6e-4 in place of 2.9e-4 and 5.3e-4
    small = ["mesh.cells=[150,20,1]", "mesh.upper=[150,20,1]", "time.end=15", "scheme.variables=conserved", "time.first_step=1"]
    loud = {}
    for name, solver in {"hll": ["hll"], "hllc": ["hllc", "scheme.shock_fix=off"], "fixed": ["hllc"]}.items():
        folder = run_case(EXAMPLES / "carbuncle", tmp_path / name, f"scheme.riemann={solver[0]}", *solver[1:], *small)
        _, fields = read_fields(folder)
        loud[name] = numpy.abs(fields["velocity/y"]).max()
        assert (read_summary(folder)["counts"]["shock_cells"] > 0) == (name == "fixed")
    print(f"largest |v^y|: {loud}")
    assert loud["hll"] < 0.01
    assert loud["hllc"] > 3 * loud["hll"]
    assert loud["fixed"] < 2 * loud["hll"]
