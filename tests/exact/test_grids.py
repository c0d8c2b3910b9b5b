"""initial.kind: grid: fluids and energy-momentum tensors on the grids of files."""
import h5py
import numpy
import pytest

from conftest import make_case, merge, read_fields, run_case, run_taub

HBAR_C = 0.1973269804
NAMES = ["tt", "tx", "ty", "tz", "xx", "xy", "xz", "yy", "yz", "zz"]
CASE = {"system": "israel-stewart", "eos": {"kind": "lattice-wb"},
        "transport": {"shear_viscosity": {"kind": "constant", "value": 0.1},
                      "bulk_viscosity": {"kind": "cauchy", "maximum": 0.05, "temperature": 0.18, "width": 0.03}},
        "mesh": {"coordinates": "milne", "cells": [4, 3, 2], "lower": [-2, -1.5, -0.5], "upper": [2, 1.5, 0.5]},
        "time": {"start": 0.5, "end": 1, "step": 1e-4, "max_steps": 1},
        "initial": {"kind": "grid", "file": "event.dat", "format": "stress-energy"},
        "output": {"fields": ["energy_density", "four_velocity", "pressure", "shear_stress", "bulk_pressure"]},
        "device": {"kind": "host", "threads": 1}}
X, Y, Z = (numpy.linspace(low, -low, 2 * cells + 1)[1::2] for low, cells in ((-2, 4), (-1.5, 3), (-0.5, 2)))


def start_of(tmp_path, name="out", **changes):
    folder = run_case(make_case(tmp_path, base=merge(CASE, changes)), tmp_path / name)
    return read_fields(folder, 0)[1]


def matrix(components):
    """T^{mu nu}[..., 4, 4] from ten components in front."""
    out = numpy.empty(components.shape[1:] + (4, 4))
    for (a, b), values in zip([(a, b) for a in range(4) for b in range(a, 4)], components):
        out[..., a, b] = out[..., b, a] = values
    return out


def random_tensors(shape, seed=1):
    """Tensors with stresses of a third of the pressure in a frame that moves at up to 0.9, as ten components in front; e, u."""
    draw = numpy.random.default_rng(seed)
    e = draw.uniform(0.5, 20, shape)
    direction = draw.normal(size=shape + (3,))
    v = direction / numpy.linalg.norm(direction, axis=-1)[..., None] * draw.uniform(0, 0.9, shape)[..., None]
    rest = numpy.zeros(shape + (4, 4))
    rest[..., 0, 0] = e
    stress = draw.uniform(-1, 1, shape + (3, 3)) * (e / 9)[..., None, None]
    rest[..., 1:, 1:] = (stress + numpy.swapaxes(stress, -1, -2)) / 2 + numpy.eye(3) * (e / 3)[..., None, None]
    w = 1 / numpy.sqrt(1 - (v ** 2).sum(axis=-1))
    boost = numpy.zeros(shape + (4, 4))
    boost[..., 0, 0] = w
    boost[..., 0, 1:] = boost[..., 1:, 0] = w[..., None] * v
    boost[..., 1:, 1:] = numpy.eye(3) + (w ** 2 / (1 + w))[..., None, None] * v[..., :, None] * v[..., None, :]
    tensor = boost @ rest @ boost
    return numpy.array([tensor[..., a, b] for a in range(4) for b in range(a, 4)]), e, boost[..., 0]


def write_tensors(path, tensors, shuffled=True):
    rows = [[X[i], Y[j], Z[k], *tensors[:, k, j, i]] for k in range(len(Z)) for j in range(len(Y)) for i in range(len(X))]
    rows = numpy.array(rows)
    numpy.savetxt(path, numpy.random.default_rng(2).permutation(rows) if shuffled else rows, fmt="%.17g", header="x y eta T")


CONFORMAL = {"eos": {"kind": "conformal"}, "transport": {"bulk_viscosity": None}}
METRIC = numpy.diag([1.0, -1, -1, -1])


def total_of(found):
    """T^{mu nu}, its velocity and its shear stress from the fields of a fluid."""
    parts = [found[f"four_velocity/{a}"] for a in ("x", "y", "eta")]
    u = numpy.moveaxis(numpy.array([numpy.sqrt(1 + sum(part ** 2 for part in parts)), *parts]), 0, -1)
    pressure = found["pressure"] + found["bulk_pressure"]
    shear = matrix(numpy.array([found["shear_stress/" + name] for name in NAMES]))
    both = (found["energy_density"] + pressure)[..., None, None]
    return both * u[..., :, None] * u[..., None, :] - pressure[..., None, None] * METRIC + shear, u, shear


def test_landau_matching(tmp_path):
    """The frame that the tensor was made in comes back, and T^{mu nu} as a whole, from lines in any order."""
    tensors, e, u = random_tensors((2, 3, 4))
    write_tensors(tmp_path / "event.dat", tensors)
    found = start_of(tmp_path, **CONFORMAL)
    assert found["energy_density"] == pytest.approx(e, rel=1e-12)
    total, velocity, shear = total_of(found)
    assert velocity == pytest.approx(u, rel=1e-11, abs=1e-11)
    assert total == pytest.approx(matrix(tensors), rel=1e-12, abs=1e-12)
    assert abs(numpy.einsum("...ab,bc,...c", shear, METRIC, velocity)).max() < 1e-11
    assert abs(numpy.einsum("...ab,ab", shear, METRIC)).max() < 1e-11
    assert abs(found["bulk_pressure"]).max() > 0.1


def test_between_the_points(tmp_path):
    """T^{mu nu} goes over linearly along every axis, and to 0 in one spacing outside; with a factor, and a background at rest."""
    tensors, _, _ = random_tensors((2, 3, 4))
    write_tensors(tmp_path / "event.dat", tensors)
    found = start_of(tmp_path, **CONFORMAL, mesh={"cells": [6, 3, 2], "lower": [-1.5, -0.5, -0.5], "upper": [3, 2.5, 0.7]},
                     initial={"scale": 2.0, "background": {"energy_density": 0.3}})
    expected = tensors
    for axis, points, (low, high, cells) in ((3, X, (-1.5, 3, 6)), (2, Y, (-0.5, 2.5, 3)), (1, Z, (-0.5, 0.7, 2))):
        step = points[1] - points[0]
        around = numpy.concatenate([[points[0] - step], points, [points[-1] + step]])
        at = numpy.linspace(low, high, 2 * cells + 1)[1::2]
        expected = numpy.apply_along_axis(lambda row: numpy.interp(at, around, [0, *row, 0]), axis, expected)
    expected = 2 * matrix(expected) + numpy.diag([0.3, 0.1, 0.1, 0.1])
    assert total_of(found)[0] == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_what_is_kept_of_the_stress(tmp_path):
    tensors, e, _ = random_tensors((2, 3, 4))
    write_tensors(tmp_path / "event.dat", tensors)
    full, shear, none = (start_of(tmp_path, kind, initial={"stress": kind}) for kind in ("full", "shear", "none"))
    for found in (shear, none):
        assert found["energy_density"] == pytest.approx(e, rel=1e-12) and abs(found["bulk_pressure"]).max() == 0
    assert (shear["shear_stress/xy"] == full["shear_stress/xy"]).all()
    assert all(abs(none["shear_stress/" + name]).max() == 0 for name in NAMES)
    assert abs(full["bulk_pressure"]).max() > 0.1


MUSIC = "# dummy 1 etamax= 1 xmax= 3 ymax= 3 deta= 10 dx= 1 dy= 1\n"


def music_line(x, y, e=0, u=(1, 0, 0, 0), pi=10 * (0,)):
    return " ".join(map(repr, (0.0, x, y, e, *u, *pi))) + "\n"


def test_ip_glasma_for_music(tmp_path):
    """One point worked out by hand. u = (1.25, 0.75, 0, 0) with pi^xx = 0.1, pi^yy = -0.3, pi^{y eta} = 0.4 in 1/fm^4 at
    tau = 0.5 fm: pi^{y z} = 0.2, pi^zz = -pi^xx/u_0^2 - pi^yy = 0.236, pi^{tx} = 0.6 pi^xx, pi^tt = 0.36 pi^xx, pi^{ty} = 0.
    The numbers of the file for these are not read: they are printed with few digits."""
    text = MUSIC
    for x in (-1.0, 0.0, 1.0):
        for y in (-1.0, 0.0, 1.0):
            text += music_line(x, y, 2.0, (1.25, 0.75, 0.0, 0.0), (9, 9, 9, 9, 0.1, 0, 0, -0.3, 0.4, 9)) if x == y == 0 else music_line(x, y)
    (tmp_path / "event.dat").write_text(text)
    changes = {"mesh": {"cells": [3, 3, 1], "lower": [-1.5, -1.5, -0.5], "upper": [1.5, 1.5, 0.5]},
               "initial": {"format": "music", "background": {"energy_density": 1e-9}}}
    found = {name: values[0] for name, values in start_of(tmp_path, **changes).items()}
    assert found["energy_density"][1, 1] == pytest.approx(2, rel=1e-8)
    assert found["four_velocity/x"][1, 1] == pytest.approx(0.75, rel=1e-8) and abs(found["four_velocity/eta"][1, 1]) < 1e-9
    expected = dict(zip(NAMES, (0.036, 0.06, 0, 0, 0.1, 0, 0, -0.3, 0.2, 0.236)))
    for name, value in expected.items():
        assert found["shear_stress/" + name][1, 1] == pytest.approx(HBAR_C * value, rel=1e-8, abs=1e-9)
    # the glasma's tensor has no trace
    assert found["bulk_pressure"][1, 1] == pytest.approx(2 / 3 - found["pressure"][1, 1], rel=1e-8)
    assert found["energy_density"][0, 0] == pytest.approx(1e-9, rel=1e-6)
    # u^eta is a coordinate component
    (tmp_path / "event.dat").write_text(text.replace("1.25, 0.75, 0.0, 0.0", "").replace("1.25 0.75 0.0 0.0", "1.25 0.0 0.0 1.5"))
    found = start_of(tmp_path, "eta", **changes)
    assert found["four_velocity/eta"][0, 1, 1] == pytest.approx(0.75, rel=1e-8)


def test_densities_for_music(tmp_path):
    """Charge and energy at rest; layers of eta."""
    rows = [[eta, x, y, 0.1 * (1 + x * x + eta), 5 + x + 2 * y + 4 * eta] for eta in (-0.25, 0.25) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    numpy.savetxt(tmp_path / "event.dat", rows, fmt="%.17g", header="eta x y n e")
    found = start_of(tmp_path, system="srhd", transport=None, output={"fields": ["energy_density", "charge_density", "four_velocity"]},
                     mesh={"cells": [3, 3, 2], "lower": [-1.5, -1.5, -0.5], "upper": [1.5, 1.5, 0.5]}, initial={"format": "music-densities"})
    for eta, x, y, n, e in rows:
        place = (round(eta / 0.5 + 0.5), round(y) + 1, round(x) + 1)
        assert found["energy_density"][place] == pytest.approx(e, rel=1e-13) and found["charge_density"][place] == pytest.approx(n, rel=1e-13)
    assert abs(found["four_velocity/x"]).max() == 0


@pytest.mark.parametrize("more", [0, 16])
def test_kompost(tmp_path, more):
    """T_{mu nu} with lower indices of a boost-invariant fluid; newer versions write 16 numbers more, which are ignored."""
    tensors, e, u = random_tensors((1, 3, 4))
    names = dict(zip(NAMES, tensors[:, 0]))
    columns = [names[name] for name in ("tt", "xx", "yy", "zz")] + [-names[name] for name in ("tx", "ty", "tz", "xy", "yz", "xz")]
    lines = [" ".join(map(repr, map(float, (X[i], Y[j], *(c[j, i] for c in columns), *range(more))))) for j in range(3) for i in range(4)]
    (tmp_path / "event.dat").write_text("\n".join(lines) + "\n")
    for cells in (1, 2):
        found = start_of(tmp_path, f"out{cells}", **CONFORMAL, mesh={"cells": [4, 3, cells]}, initial={"format": "kompost"})
        assert found["energy_density"] == pytest.approx(numpy.repeat(e, cells, axis=0), rel=1e-12)
        total, velocity, _ = total_of(found)
        assert velocity == pytest.approx(numpy.repeat(u, cells, axis=0), rel=1e-11, abs=1e-11)
        assert total == pytest.approx(numpy.repeat(matrix(tensors), cells, axis=0), rel=1e-12, abs=1e-12)
    (tmp_path / "event.dat").write_text("\n".join([*lines[:-1], lines[-1] + " 1"]))
    message = run_taub("run", make_case(tmp_path, base=merge(CASE, {"initial": {"format": "kompost"}})), "-o", tmp_path / "no", expect=2).stderr
    assert f"event.dat:12: has {13 + more} numbers, expected {12 + more}: x y T^tt" in message


@pytest.mark.parametrize("hdf5", [False, True], ids=["text", "hdf5"])
def test_trento_3d(tmp_path, hdf5):
    """[eta][y][x], rows of x; dE/(deta dx dy) over tau."""
    grid = numpy.random.default_rng(3).uniform(0.5, 5, (3, 4, 4))
    if hdf5:
        with h5py.File(tmp_path / "event.dat", "w") as file:
            file["event_2"] = grid
    else:
        (tmp_path / "event.dat").write_text("# event 0\n# b     = 3.2\n" + "\n".join(" ".join(map(repr, map(float, row))) for row in grid.reshape(12, 4)) + "\n")
    found = start_of(tmp_path, system="srhd", transport=None, output={"fields": ["energy_density"]},
                     mesh={"cells": [4, 4, 3], "lower": [-1, -1, -0.4], "upper": [1, 1, 2.6]},
                     initial={"format": "trento-3d", "event": 2, "scale": 2.0, "grid_spacing": [0.5, 1.0], "eta_first": 0.1})
    assert found["energy_density"] == pytest.approx(2 * grid, rel=1e-13)


def refused(tmp_path, text, *said, **changes):
    (tmp_path / "event.dat").write_text(text)
    done = run_taub("run", make_case(tmp_path, base=merge(CASE, changes)), "-o", tmp_path / "out", expect=2)
    assert all(words in done.stderr for words in said), done.stderr
    assert not (tmp_path / "out").exists()


def test_bad_files(tmp_path):
    tensors, _, _ = random_tensors((2, 3, 4))
    write_tensors(tmp_path / "event.dat", tensors, shuffled=False)
    lines = (tmp_path / "event.dat").read_text().splitlines(keepends=True)
    refused(tmp_path, "".join(lines[:-1]), "has 23 lines for a grid of 4 x 3 x 2 points")
    refused(tmp_path, "".join(lines[:5] + [lines[5].rsplit(" ", 1)[0] + "\n"] + lines[6:]), "event.dat:6: has 12 numbers, expected 13")
    refused(tmp_path, "".join(lines[:5] + [lines[4]] + lines[6:]), "event.dat:6: this line repeats a point")
    refused(tmp_path, "".join(lines[:5] + [lines[5].replace(" ", " x ", 1)] + lines[6:]), "event.dat:6: \"x\" is not a number")
    refused(tmp_path, "".join(lines[:5] + ["0.1 " + lines[5].split(" ", 1)[1]] + lines[6:]), "points along x are not equidistant")
    words = lines[5].split()
    refused(tmp_path, "".join(lines[:5] + [" ".join(words[:3] + ["-1"] + words[4:]) + "\n"] + lines[6:]), "event.dat:6: T^tt is negative")
    words[3] = "1e-3"
    refused(tmp_path, "".join(lines[:5] + [" ".join(words) + "\n"] + lines[6:]), "there is no rest frame of the energy-momentum tensor at (")
    refused(tmp_path, "# nothing\n", "holds no lines of numbers")
    refused(tmp_path, "".join(lines), "no part of it lies in a cell of the mesh", mesh={"lower": [8, -1.5, -0.5], "upper": [12, 1.5, 0.5]})
    # a velocity that is none
    refused(tmp_path, MUSIC + music_line(0, 0, 1.0, (1.0, 0.75, 0, 0)), "event.dat:2: u^tau does not match", initial={"format": "music"})
    refused(tmp_path, "0 0 0 0.1 1\n0 1 0 0.1 1\n", "carries a charge with eos.kind: table-2d alone",
            initial={"format": "music-densities", "stress": None})
    refused(tmp_path, "1 2\n3 4\n5 6\n", "ends after 3 rows of 2 numbers", initial={"format": "trento-3d", "grid_spacing": [1, 1]})
    refused(tmp_path, "".join(lines), "transport.initial_stress.kind: expected zero", transport={"initial_stress": {"kind": "navier-stokes"}})
    refused(tmp_path, "".join(lines), "initial.format: expected mesh.coordinates: milne", mesh={"coordinates": "cartesian"},
            initial={"format": "music"})
