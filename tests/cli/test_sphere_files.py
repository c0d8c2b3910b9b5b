"""What users see of a cubed sphere: its files, their comparison and restarts, the Python package and its figures. Places of cells are
found here again from the definition of the mesh."""
import sys
import xml.etree.ElementTree

import h5py
import numpy
import pytest

from conftest import ROOT, make_case, merge, output_file, read_fields, run_case, run_taub
from spheres import centres_along

sys.path.insert(0, str(ROOT / "python"))
import taub  # noqa: E402

# An axis and what is outwards: T0, T1, N of the six panels.
X, Y, Z = numpy.eye(3, dtype=int)
PANELS = numpy.array([[Y, Z, X], [-X, Z, Y], [-Z, -Y, -X], [-Z, X, -Y], [-X, -Y, Z], [Y, X, -Z]])
N, SHELLS, RADII = 6, 5, numpy.geomspace(1, 4, 6)

# Off all axes of symmetry, so that no two panels or axes can be mixed up.
CODE = """
void initial(const real x[3], real t, real state[])
{
    const real r = real_sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    state[0] = 4.0 + 0.3 * x[0] - 0.2 * x[1] + 0.1 * x[2] + PARAMETER(more) * r;
    for (int c = 0; c < 3; c++) {
        state[1 + c] = 0.1 * x[c] / r + (c == 0 ? 0.02 : 0.0);
        state[5 + c] = c == 0 ? 0.2 : c == 1 ? 0.1 : 0.3;
    }
    state[4] = 1.0;
}
void vector_potential(const real x[3], real t, real a[3])
{
    a[0] = 0.5 * (0.1 * x[2] - 0.3 * x[1]);
    a[1] = 0.5 * (0.3 * x[0] - 0.2 * x[2]);
    a[2] = 0.5 * (0.2 * x[1] - 0.1 * x[0]);
}
"""
CASE = {"system": "mhd", "eos": {"kind": "ideal-gas", "gamma": 1.5},
        "mesh": {"coordinates": "cubed-sphere", "cells": [N, N, SHELLS], "radius": [1, 4], "spacing": {"radius": {"kind": "geometric"}}},
        "scheme": {"kind": "rk-weno", "order": 2}, "time": {"end": 0.02},
        "initial": {"kind": "code", "file": "state.c", "parameters": {"more": 0.0}},
        "output": {"every": 0.01, "fields": ["density", "velocity", "magnetic_field"]}, "device": {"kind": "host", "threads": 1}}
QUICK = {"env": {"TAUB_CC": "clang", "TAUB_CFLAGS": "-O0"}}


def directions(panel, alpha, beta):
    """[...][x, y, z], by the definition: alpha and beta are the angles of the shadow on the planes through T0, N and T1, N."""
    t0, t1, n = PANELS[panel].astype(float)
    along = numpy.tan(alpha)[..., None] * t0 + numpy.tan(beta)[..., None] * t1 + n
    return along / numpy.sqrt((along * along).sum(axis=-1, keepdims=True))


def angles(count):
    return -numpy.pi / 4 + numpy.pi / 2 / N * numpy.asarray(count)


def solid_angle(a, b, c):
    """Of a triangle (A. Van Oosterom, J. Strackee, IEEE Trans. Biomed. Eng. 30 (1983) 125)."""
    below = 1 + (a * b).sum(-1) + (b * c).sum(-1) + (c * a).sum(-1)
    return 2 * numpy.arctan2((a * numpy.cross(b, c)).sum(-1), below)


@pytest.fixture(scope="module")
def centres():
    """x, y, z and volumes of cells, [radius][beta][panel, alpha]."""
    beta, alpha = numpy.meshgrid(angles(numpy.arange(N) + 0.5), angles(numpy.arange(N) + 0.5), indexing="ij")
    middle = centres_along(RADII)
    places = numpy.concatenate([directions(p, alpha, beta) for p in range(6)], axis=1)
    beta, alpha = numpy.meshgrid(angles(numpy.arange(N + 1)), angles(numpy.arange(N + 1)), indexing="ij")
    omega = []
    for p in range(6):
        d = directions(p, alpha, beta)
        a, b, c, e = d[:-1, :-1], d[:-1, 1:], d[1:, 1:], d[1:, :-1]
        omega.append(solid_angle(a, b, c) + solid_angle(a, c, e))
    volume = (numpy.diff(RADII ** 3) / 3)[:, None, None] * numpy.concatenate(omega, axis=1)
    return numpy.moveaxis(middle[:, None, None, None] * places, -1, 0), volume


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sphere")
    (folder / "state.c").write_text(CODE)
    return folder


def run_with(folder, name, **changes):
    case = make_case(folder, f"{name}.yaml", merge(CASE, changes))
    return run_case(case, folder / name, **QUICK)


def test_a_shell_of_cells(folder):
    """output.views: the cells around a radius, for ParaView and in Python, and all cells at other times."""
    views = [{"name": "shell", "every": 0.01, "slice": {"radius": 2.1}}, {"name": "all", "every": 0.02}]
    out = run_with(folder, "shells", output={"views": views})
    run, layer = taub.open(out), int(numpy.searchsorted(RADII, 2.1)) - 1
    shell, whole = run.view("shell"), run.view("all")
    assert shell.shape == (1, N, 6 * N) and list(shell.times) == list(run.times) and whole.shape == run.shape
    for name in ("density", "magnetic_field"):
        assert (numpy.asarray(shell.field(name))[..., 0, :, :] == numpy.asarray(run.field(name))[..., layer, :, :]).all()
        assert (numpy.asarray(whole.field(name)) == numpy.asarray(run.field(name))).all()
    for name, values in shell.positions().items():
        assert values[0] == pytest.approx(run.positions()[name][layer], rel=1e-14), name
    assert shell.shell("velocity/radial", 2.1).shape == run.shell("velocity/radial", 2.1).shape
    document = xml.etree.ElementTree.parse(out / "view-shell.xmf")
    cells, rows = document.find(".//Topology"), document.find(".//Topology/DataItem/DataItem")
    assert int(cells.attrib["NumberOfElements"]) == 6 * N * N
    first, _, _, _, count, _ = map(int, rows.text.split())
    with h5py.File(out / "mesh.h5") as file:
        nodes = file["nodes"][()].reshape(-1, 3)[file["cells"][first:first + count].ravel()]
    radii = numpy.linalg.norm(nodes, axis=1)
    assert radii.min() == pytest.approx(RADII[layer]) and radii.max() == pytest.approx(RADII[layer + 1])
    pytest.importorskip("matplotlib").use("Agg")
    assert len(taub.overview(shell, field="density").axes) == 2  # a map and its colours


@pytest.fixture(scope="module")
def done(folder):
    return run_with(folder, "a")


@pytest.fixture(scope="module")
def run(done):
    return taub.open(done)


def density(x, more=0.0):
    return 4 + 0.3 * x[0] - 0.2 * x[1] + 0.1 * x[2] + more * numpy.sqrt((x * x).sum(axis=0))


# ---- files ----

def test_values_are_where_the_file_says(done, centres):
    with h5py.File(output_file(done, 0)) as file:
        mesh = file["data/0/meshes/density"]
        assert mesh.attrs["geometry"] == b"other" and mesh.attrs["geometryParameters"].startswith(b"coordinates=cubed-sphere;")
        assert [label.decode() for label in mesh.attrs["axisLabels"]] == ["radius", "beta", "alpha"]
        step = numpy.pi / 2 / N
        assert mesh.attrs["gridSpacing"] == pytest.approx([3 / SHELLS, step, step], rel=1e-15)
        assert mesh.attrs["gridGlobalOffset"] == pytest.approx([1, -numpy.pi / 4, -numpy.pi / 4], rel=1e-15)
        group = file[mesh.attrs["gridFaces"]]
        assert group["radius"][()] == pytest.approx(RADII, rel=1e-15) and numpy.array_equal(group["panels"][()], PANELS)
        assert mesh[()] == pytest.approx(density(centres[0]), rel=1e-14)


def test_hexahedra_of_the_index(done, centres):
    """Each cell has its eight corners in the order of VTK, and neighbours, also of two panels, share theirs."""
    with h5py.File(done / "mesh.h5") as file:
        nodes, cells = file["nodes"][()], file["cells"][()]
    assert nodes.shape == ((SHELLS + 1) * (6 * N * N + 2), 3) and cells.shape == (SHELLS * N * 6 * N, 8)
    assert numpy.linalg.norm(nodes, axis=1) == pytest.approx(numpy.repeat(RADII, 6 * N * N + 2), rel=1e-14)
    assert len(numpy.unique(nodes.round(12), axis=0)) == len(nodes) and numpy.array_equal(numpy.unique(cells), numpy.arange(len(nodes)))
    corners = nodes[cells].reshape(SHELLS, N, 6 * N, 8, 3)
    for p in range(6):
        for corner, (i, j, k) in enumerate([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]):
            beta, alpha = numpy.meshgrid(angles(numpy.arange(N) + j), angles(numpy.arange(N) + i), indexing="ij")
            expected = RADII[k:][:SHELLS, None, None, None] * directions(p, alpha, beta)
            assert numpy.abs(corners[:, :, p * N:(p + 1) * N, corner] - expected).max() < 1e-14
    inner = cells[:N * 6 * N, :4]
    edges = numpy.sort(numpy.stack([inner, numpy.roll(inner, -1, axis=1)], axis=-1).reshape(-1, 2), axis=1)
    assert (numpy.unique(edges, axis=0, return_counts=True)[1] == 2).all()  # a closed surface
    index = (done / "fields.xmf").read_text()
    assert index.count("mesh.h5:/cells") == index.count("mesh.h5:/nodes") == 3  # outputs


def test_files_in_single_precision(folder, done):
    single = run_with(folder, "single", output={"precision": "single", "compression": 1})
    with h5py.File(done / "mesh.h5") as a, h5py.File(single / "mesh.h5") as b:
        assert b["nodes"].dtype == "f4" and numpy.array_equal(a["nodes"][()].astype("f4"), b["nodes"][()])
        assert numpy.array_equal(a["cells"][()], b["cells"][()]) and b["cells"].compression == "gzip"
    assert 'Precision="4" Dimensions="1308 3"' in (single / "fields.xmf").read_text()


# ---- what goes through shells ----

STAR = """
void initial(const real x[3], real t, real state[])
{
    const real r = real_sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    for (int c = 0; c < 3; c++)
        state[1 + c] = 0.5 * x[c] / r;
    state[1] -= 0.2 * x[1];
    state[2] += 0.2 * x[0];
    state[0] = 3.0 / (r * r);
    state[4] = 0.7 / (r * r);
    for (int c = 0; c < 3; c++) /* a dipole along z */
        state[5 + c] = (3.0 * x[2] * x[c] / (r * r) - (c == 2 ? 1.0 : 0.0)) / (r * r * r) * 0.4;
}
void vector_potential(const real x[3], real t, real a[3])
{
    const real r = real_sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    a[0] = -0.4 * x[1] / (r * r * r);
    a[1] = 0.4 * x[0] / (r * r * r);
    a[2] = 0.0;
}
"""


@pytest.mark.parametrize("system", ["mhd", "euler"])
def test_fluxes_through_shells(folder, system):
    """A wind that turns, with a dipole that is too weak to matter for the energy. Angles are summed to second order, and those
    through faces of what is the curl of a potential exactly but for the chords of edges."""
    magnetic = system == "mhd"
    (folder / "star.c").write_text(STAR.replace("0.4", "1e-9") if magnetic else STAR.split("    for (int c = 0; c < 3; c++) /*")[0] + "}")
    done = run_with(folder, f"star-{system}", system=system, mesh={"cells": [12, 12, 6]}, time={"end": 1e-9},
                    initial={"kind": "code", "file": "star.c", "parameters": None}, output={"fields": ["density"]})
    columns = {name: values[0] for name, values in taub.open(done).history.items()}
    radii = numpy.geomspace(1, 4, 7)
    layers, spheres = centres_along(radii)[[0, 3, 5]], radii[[0, 3, 6]]
    for name, r, face in zip(("inner", "middle", "outer"), layers, spheres):
        assert columns[f"mass_flux_{name}"] == pytest.approx(4 * numpy.pi * 3 * 0.5, rel=1e-13)
        turning = 8 / 3 * numpy.pi * 3 * 0.5 * 0.2 * r * r  # of sin^2 over the sphere
        assert columns[f"torque_{name}"] == pytest.approx(turning, rel=2e-2)
        still = 4 * numpy.pi * 0.5 * (3 * 0.125 + 3 * 0.7)  # gamma/(gamma - 1) = 3
        assert columns[f"energy_flux_{name}"] == pytest.approx(still + 0.5 * 0.2 * turning, rel=1e-2)
        if magnetic:
            assert columns[f"magnetic_flux_{name}"] == pytest.approx(4 * numpy.pi * 1e-9 / face, rel=1e-2)
    assert ("magnetic_flux_inner" in columns) == magnetic


def test_names_of_shells_are_taken(folder):
    (folder / "own.c").write_text("real diagnostic_torque_outer(const real x[3], real t, const real q[]) { return q[0]; }")
    own = {"file": "own.c", "quantities": [{"name": "torque_outer", "column": "sum"}]}
    case = make_case(folder, "own.yaml", merge(CASE, {"diagnostics": own, "output": {"fields": ["magnetic_flux"]}}))
    wrong = run_taub("check", case, expect=2).stderr
    assert "history.csv has a column torque_outer already" in wrong and "expected magnetic_field, got magnetic_flux" in wrong


# ---- comparisons and restarts ----

def test_norms_are_means_over_the_volume(folder, done, centres):
    more = run_with(folder, "more", initial={"parameters": {"more": 0.1}})
    lines = run_taub("compare", done, more, "--time", "0").stdout.splitlines()
    l1, l2 = (float(word) for word in next(line for line in lines if line.split()[:1] == ["density"]).split()[1:3])
    x, volume = centres
    difference, volume = density(x, 0.1) - density(x), volume / volume.sum()
    assert l1 == pytest.approx((volume * difference).sum(), abs=5e-6)  # five digits are printed
    assert l2 == pytest.approx(numpy.sqrt((volume * difference ** 2).sum()), abs=5e-6)


OTHERS = {"spacing": ({"spacing": {"radius": {"kind": "uniform"}}}, "different cell widths", "mesh.spacing.radius.kind: geometric there"),
          "radius": ({"radius": [1, 5]}, "has cells of", "along axis radius the case spans"),
          "box": ({"coordinates": "cartesian", "cells": [6 * N, N, SHELLS], "radius": None, "spacing": None, "lower": [1, 1, 1],
                   "upper": [37, 7, 4]}, "coordinates=cubed-sphere", "mesh.coordinates: cubed-sphere there, cartesian in this case")}


@pytest.mark.parametrize("kind", OTHERS)
def test_other_meshes_are_refused(folder, done, kind):
    mesh, by_compare, by_restart = OTHERS[kind]
    other = run_with(folder, f"{kind}", mesh=mesh)
    assert by_compare in run_taub("compare", done, other, expect=2).stderr
    assert by_restart in run_taub("run", folder / f"{kind}.yaml", "--restart", done, "-o", folder / "never", expect=2, **QUICK).stderr
    assert not (folder / "never").exists()
    if kind == "box":
        box = taub.open(other)
        assert box.positions()["volume"] == pytest.approx(numpy.full(box.shape, 3 / SHELLS)) and not (other / "mesh.h5").exists()
        assert numpy.array_equal(box.positions()["z"][:, 1, 2], box.axes["z"])
        with pytest.raises(taub.Error, match="shell\\(\\) is for runs with mesh.coordinates: cubed-sphere"):
            box.shell("density", 2)


def test_a_restart_goes_on_in_the_folder(folder, done):
    two = run_with(folder, "two", time={"end": 0.01})
    run_case(folder / "a.yaml", two, "--restart", two, "--force-restart", **QUICK)
    with h5py.File(two / "mesh.h5") as a, h5py.File(done / "mesh.h5") as b:
        assert all(numpy.array_equal(a[name], b[name]) for name in ("nodes", "cells"))
    assert not list(two.glob("*.part"))
    for name, values in read_fields(done)[1].items():
        assert numpy.array_equal(values, read_fields(two)[1][name]), name


def test_other_radii_in_the_same_file_are_refused(folder):
    """What the text of the case does not show."""
    places = folder / "radii.txt"
    places.write_text("\n".join(map(repr, map(float, RADII))))
    mesh = {"spacing": {"radius": {"kind": "faces", "file": "radii.txt"}}}
    first = run_with(folder, "first", mesh=mesh)
    places.write_text("\n".join(map(repr, [1.0, 1.5, *map(float, RADII[2:])])))
    wrong = run_taub("run", folder / "first.yaml", "--restart", first, "-o", folder / "never", expect=2, **QUICK).stderr
    assert "along axis radius face 1 of the case is at 1.5, of the file at 1.3195079107728942" in wrong


# ---- Python ----

def test_positions(run, centres):
    found = run.positions()
    for axis, expected in zip("xyz", centres[0]):
        assert numpy.abs(found[axis] - expected).max() < 1e-14
    assert found["volume"] == pytest.approx(centres[1], rel=1e-13)
    assert found["volume"].sum() == pytest.approx(4 / 3 * numpy.pi * (RADII[-1] ** 3 - 1), rel=1e-14)


def test_labels_and_components(run, centres):
    assert run.coordinates == "cubed-sphere" and run.dims == ("radius", "beta", "alpha") and run.active[0] == "radius"
    assert run.axes["radius"] == pytest.approx(centres_along(RADII)) and run.shape == (SHELLS, N, 6 * N)
    x = centres[0]
    r, rho = numpy.sqrt((x * x).sum(axis=0)), numpy.hypot(x[0], x[1])
    unit = {"radial": x / r, "east": numpy.stack([-x[1], x[0], 0 * x[0]]) / rho,
            "north": numpy.stack([-x[2] * x[0] / rho, -x[2] * x[1] / rho, rho]) / r}
    v = numpy.asarray(run.field("velocity", step=0))
    for name, vector in unit.items():
        found = run.field(f"velocity/{name}", step=0)
        assert found.dims == run.dims and found.name == f"velocity/{name}" and run.unit(f"velocity_{name}") == "1"
        assert numpy.abs(numpy.asarray(found) - (v * vector).sum(axis=0)).max() < 1e-14
    assert numpy.asarray(run.field("velocity/radial", step=0)) == pytest.approx(0.1 + 0.02 * x[0] / r, rel=1e-13)


def test_shells_and_meridians(run, centres):
    """The values at the points of a cut differ from the formula by less than the way to the centre of their cell allows."""
    latitude, longitude = numpy.radians(numpy.arange(-89, 90, 2)), numpy.radians(numpy.arange(-179, 180, 2))
    shell = run.shell("density", 2, step=0, points=90)
    assert shell.dims == ("latitude", "longitude") and shell.shape == (90, 180)
    for name, expected in (("latitude", latitude), ("longitude", longitude)):
        assert numpy.radians(numpy.asarray(shell.coords[name])) == pytest.approx(expected)
    radius = float(shell.coords["radius"])
    assert radius == run.axes["radius"][2]
    across = numpy.stack(numpy.broadcast_arrays(numpy.cos(latitude)[:, None] * numpy.cos(longitude),
                                                numpy.cos(latitude)[:, None] * numpy.sin(longitude), numpy.sin(latitude)[:, None]))
    slope, way = numpy.sqrt(0.3 ** 2 + 0.2 ** 2 + 0.1 ** 2), numpy.sqrt(2) * numpy.pi / 4 / N
    error = numpy.abs(numpy.asarray(shell) - density(radius * across))
    assert error.max() < slope * radius * way
    # and no other cell of the shell is nearer in its panel's angles: each point has the value of the nearest direction but at edges
    cells = centres[0][:, 2].reshape(3, -1)
    nearest = (across.reshape(3, -1).T @ cells).argmax(axis=1)
    same = numpy.asarray(shell).ravel() == numpy.asarray(run.field("density", step=0))[2].ravel()[nearest]
    assert same.mean() > 0.93
    half = run.meridian("velocity", 30, step=0, points=90)
    assert half.dims == ("component", "latitude", "radius") and half.shape == (3, 90, SHELLS)
    place = numpy.stack(numpy.broadcast_arrays(numpy.cos(latitude) * numpy.cos(numpy.pi / 6), numpy.cos(latitude) * 0.5, numpy.sin(latitude)))
    expected = 0.1 * place + numpy.array([0.02, 0, 0])[:, None]
    assert numpy.abs(numpy.asarray(half) - expected[:, :, None]).max() < 0.1 * way


def test_lines_follow_linear_functions(run):
    """Of the radius exactly, of directions to second order."""
    generator = numpy.random.default_rng(3)
    points = generator.normal(size=(500, 3))
    points *= (generator.uniform(1, 4, 500) / numpy.linalg.norm(points, axis=1))[:, None]
    x = numpy.stack([run.positions()[axis] for axis in "xyz"])
    r = numpy.sqrt((x * x).sum(axis=0))
    assert run.sphere.linear(r, points) == pytest.approx(numpy.linalg.norm(points, axis=1), rel=1e-13)
    found = run.sphere.linear(x / r, points)
    assert numpy.abs(found - points.T / numpy.linalg.norm(points, axis=1)).max() < (numpy.pi / 2 / N) ** 2


def test_a_simulation_has_the_radii(folder):
    simulation = taub.Simulation(folder / "a.yaml", output=None)
    assert simulation.axes[2] == pytest.approx(centres_along(RADII), rel=1e-14)
    simulation.close()


def test_a_written_state_keeps_its_field(folder, done):
    """The potential of the case is for its own start."""
    simulation = taub.Simulation(folder / "a.yaml", output=None)
    field = numpy.array([1.1, -1.2, 1.3])
    assert numpy.abs(simulation["magnetic_field"] - field[:, None, None, None]).max() > 0.5
    state = numpy.ones((simulation.state_components, *simulation.shape))
    state[1:4], state[5:8] = 0, field[:, None, None, None]
    simulation.write_state(state)
    assert simulation["magnetic_field"] == pytest.approx(state[5:8], abs=1e-14)
    state[5] *= simulation.axes[2][:, None, None]
    with pytest.raises(taub.Error, match="divergence"):
        simulation.write_state(state)
    simulation.close()


# ---- figures and words ----

def test_mollweide_keeps_areas():
    from taub.sphere_figure import mollweide
    latitude, longitude = numpy.linspace(-90, 90, 181), numpy.linspace(-180, 180, 25)
    x, y = mollweide(*numpy.meshgrid(longitude, latitude))
    assert (x[90, 0], x[90, -1], y[0, 5], y[-1, 5]) == pytest.approx((-2, 2, -1, 1)) and x[90, 12] == 0
    strips = numpy.diff(y[:, 0]) * (x[:-1, -1] + x[1:, -1])
    assert strips[5:-5] == pytest.approx((numpy.diff(numpy.sin(numpy.radians(latitude))) * numpy.pi)[5:-5], rel=2e-3)
    assert strips.sum() == pytest.approx(2 * numpy.pi, rel=1e-3)


def test_plots(done, tmp_path, capsys, monkeypatch):
    pytest.importorskip("matplotlib")
    from taub import __main__ as program
    from taub.__main__ import main
    monkeypatch.setattr(program, "_has_history", lambda run: False)  # as in boxes, and slow
    assert main(["plot", str(done), "-o", str(tmp_path), "--time", "0.02", "--field", "velocity", "--slice", "longitude=30"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"velocity.png", "overview.png"}
    assert main(["info", str(done)]) == 0
    assert f"6 panels of {N} x {N}, {SHELLS} along the radius" in capsys.readouterr().out


def test_panels_show_shells_and_planes(run):
    pytest.importorskip("matplotlib")
    from matplotlib import pyplot
    from matplotlib.collections import LineCollection
    from taub import together
    figure = taub.plot_maps(run, "magnetic_field", times=[0.02])
    shell, plane, bar = figure.axes
    assert "r = 2$" in shell.get_title() and plane.get_xlim() == pytest.approx((-4.04, 4.04)) and bar.get_ylabel().endswith("$B^{r}$")
    assert any(isinstance(part, LineCollection) for part in plane.collections)  # field lines
    values = plane.collections[0].get_array().reshape(-1, SHELLS)
    angle = numpy.radians(numpy.linspace(-90, 270, len(values) + 1))
    expected = numpy.sin(0.5 * (angle[1:] + angle[:-1])) * 0.3 + numpy.cos(0.5 * (angle[1:] + angle[:-1])) * 0.2
    assert numpy.abs(values - expected[:, None]).max() < 0.2  # Bz up, Bx to the right
    assert numpy.abs(values).max() > 0.3
    line = taub.plot_profile(run, "velocity", times=[0], at={"latitude": 90}).lines[0]
    assert line.get_ydata() == pytest.approx(numpy.asarray(run.meridian("velocity/radial", step=0))[-1])
    assert together.plot_maps([run, run], "density", normal="radius", at=1.1).axes[1].get_title().endswith("$r = 1.15$")
    pyplot.close("all")


def test_words_for_what_is_not_there(run):
    pytest.importorskip("matplotlib")
    for call, words in ((lambda: run.shell("density", 5), "radius 5: the mesh reaches from 1 to 4"),
                        (lambda: taub.plot_slice(run, "density", normal="z"), "no axis 'z'; there are radius, longitude"),
                        (lambda: taub.plot_profile(run, "density", axis="x"), "lead along the radius, not along 'x'"),
                        (lambda: run.exact("velocity/radial"), "components x, y, z, not radial")):
        with pytest.raises(taub.Error, match=words):
            call()
