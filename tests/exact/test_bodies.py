"""Electrodynamics: bodies of medium.inclusions against inside tests that are written here anew."""
import itertools
import struct

import numpy
import pytest
from scipy.spatial.transform import Rotation

from conftest import FAST, make_case, output_file, read_fields, read_summary, run_case, run_taub

CELLS, LOWER, UPPER = [18, 16, 14], [-1, -1, -0.9], [1, 0.8, 1]
CENTER, AXIS, ANGLE = numpy.array([0.07, -0.11, 0.03]), [1, -2, 1.5], 40


def light(folder, name, inclusions, **more):
    parts = dict(system="maxwell", eos=None, medium={"inclusions": inclusions}, scheme={"kind": "ader-weno", "order": 2},
                 mesh={"cells": CELLS, "lower": LOWER, "upper": UPPER, "boundary": "periodic"}, time={"end": 1e-6},
                 initial={"kind": "empty"}, output={"fields": ["permittivity"], "history": 0})
    parts.update(more)
    return make_case(folder, name, **parts)


def shares(folder, name, body, **more):
    """Points of each cell that are in a body, of its 8 x 8 x 8."""
    out = run_case(light(folder, name, [{**body, "permittivity": 3}], **more), folder / f"out-{name}", **FAST)
    return (read_fields(out)[1]["permittivity"] - 1) / 2 * 512


def points():
    """Points of cells, [z][y][x][3]."""
    axes = [low + (numpy.arange(8 * n) + 0.5) * (up - low) / (8 * n) for n, low, up in zip(CELLS, LOWER, UPPER)]
    return numpy.stack(numpy.meshgrid(*axes, indexing="ij"), axis=-1).transpose(2, 1, 0, 3)


def counted(inside):
    return inside.reshape(*sum(([n, 8] for n in reversed(CELLS)), [])).sum(axis=(1, 3, 5))


def turned(axis, angle=0):
    """Own coordinates of points: the shortest turn of z to the axis, after one about z."""
    n = numpy.array(axis) / numpy.linalg.norm(axis)
    about = numpy.cross([0, 0, 1], n)
    shortest = Rotation.from_rotvec(about / numpy.linalg.norm(about) * numpy.arccos(n[2]))
    return (shortest * Rotation.from_euler("z", angle, degrees=True)).inv().apply


def sphere(level):
    """Triangles of an icosahedron whose faces are cut into four, `level` times; corners on the unit sphere."""
    golden = (1 + 5 ** 0.5) / 2
    corners = numpy.array([numpy.roll([0, a, b * golden], s) for s in range(3) for a in (-1, 1) for b in (-1, 1)], dtype=float)
    faces = [t for t in itertools.combinations(range(12), 3)
             if all(abs(numpy.linalg.norm(corners[i] - corners[j]) - 2) < 1e-9 for i, j in itertools.combinations(t, 2))]
    triangles = corners[numpy.array(faces)]
    for _ in range(level):
        a, b, c = triangles.transpose(1, 0, 2)
        ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
        triangles = numpy.concatenate([numpy.stack(t, axis=1) for t in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])
        triangles /= numpy.linalg.norm(triangles, axis=2, keepdims=True)
    normals = numpy.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    inward = (normals * triangles[:, 0]).sum(axis=1) < 0
    triangles[inward] = triangles[inward][:, ::-1]
    return numpy.float32(triangles).astype(float)


def stl_text(triangles):
    facet = "facet normal 0 0 0\n outer loop\n{}endloop\n endfacet\n"
    vertex = "  vertex {:.9g} {:.9g} {:.9g}\n"
    return "solid a vertex\n" + "".join(facet.format("".join(vertex.format(*p) for p in t)) for t in triangles) + "endsolid a vertex\n"


def stl_binary(triangles):
    return b"solid, by its name".ljust(80) + struct.pack("<I", len(triangles)) + b"".join(
        struct.pack("<12fH", 0, 0, 0, *t.ravel(), 0) for t in triangles)


CUBE = numpy.array([[[0, 0, 0], [0, 1, 0], [1, 1, 0]], [[0, 0, 0], [1, 1, 0], [1, 0, 0]], [[0, 0, 1], [1, 0, 1], [1, 1, 1]],
                    [[0, 0, 1], [1, 1, 1], [0, 1, 1]], [[0, 0, 0], [1, 0, 0], [1, 0, 1]], [[0, 0, 0], [1, 0, 1], [0, 0, 1]],
                    [[0, 1, 0], [0, 1, 1], [1, 1, 1]], [[0, 1, 0], [1, 1, 1], [1, 1, 0]], [[0, 0, 0], [0, 0, 1], [0, 1, 1]],
                    [[0, 0, 0], [0, 1, 1], [0, 1, 0]], [[1, 0, 0], [1, 1, 0], [1, 1, 1]], [[1, 0, 0], [1, 1, 1], [1, 0, 1]]])
BALL = {"kind": "ball", "center": [0.3, 0.1, 0], "radius": 0.5}


def in_ball(x):
    return ((x - [0.3, 0.1, 0]) ** 2).sum(axis=-1) < 0.25


# keys, and whether own coordinates p (and those of the mesh, x) are inside
SHAPES = {
    "cylinder": ({"radius": 0.5, "height": 0.9}, lambda p, x: (p[0] ** 2 + p[1] ** 2 < 0.25) & (abs(p[2]) < 0.45)),
    "block": ({"size": [1.1, 0.4, 0.8], "angle": ANGLE}, lambda p, x: (abs(p[0]) < 0.55) & (abs(p[1]) < 0.2) & (abs(p[2]) < 0.4)),
    "ellipsoid": ({"size": [1.4, 0.6, 0.9], "angle": ANGLE},
                  lambda p, x: (p[0] / 0.7) ** 2 + (p[1] / 0.3) ** 2 + (p[2] / 0.45) ** 2 < 1),
    "half-space": ({}, lambda p, x: p[2] < 0),
    "cone": ({"radius": 0.6, "tip_radius": 0.1, "height": 1},
             lambda p, x: (numpy.hypot(p[0], p[1]) < 0.35 - 0.5 * p[2]) & (abs(p[2]) < 0.5)),
    "torus": ({"radius": 0.55, "tube_radius": 0.2},
              lambda p, x: numpy.hypot(p[0], p[1]) ** 2 + p[2] ** 2 + 0.55 ** 2 - 0.2 ** 2 < 1.1 * numpy.hypot(p[0], p[1]))}


@pytest.mark.parametrize("axis", [AXIS, [0.3, 1, -2]])
@pytest.mark.parametrize("kind", SHAPES)
def test_cells_have_their_share(tmp_path, kind, axis):
    """Of a body at an angle, to the point; also of what a ball cuts from it, and leaves of it."""
    keys, inside = SHAPES[kind]
    body, x = {"kind": kind, "center": list(CENTER), "axis": axis, **keys}, points()
    own = turned(axis, keys.get("angle", 0))((x - CENTER).reshape(-1, 3)).T
    expected = inside(own, x).reshape(x.shape[:-1])
    found = shares(tmp_path, "whole", body)
    assert 1000 < expected.sum() and numpy.array_equal(numpy.rint(found), counted(expected)) and abs(found - numpy.rint(found)).max() < 1e-9
    if axis != AXIS:
        return
    for key, part in (("within", expected & in_ball(x)), ("without", expected & ~in_ball(x))):
        found = shares(tmp_path, key, {**body, key: [BALL]})
        assert 100 < part.sum() < expected.sum() and numpy.array_equal(numpy.rint(found), counted(part)), key


def test_prism(tmp_path):
    """An L, along an axis; corners may lie anywhere along it."""
    corners = numpy.array([[-0.5, -0.4, 3], [0.5, -0.4, -2], [0.5, 0, 0], [-0.1, 0, 0], [-0.1, 0.4, 1], [-0.5, 0.4, 0]])
    to_own = turned(AXIS)
    vertices = Rotation.from_matrix(to_own(numpy.eye(3)).T).inv().apply(corners)
    assert numpy.allclose(to_own(vertices), corners)
    x = points()
    u, v, w = to_own((x - CENTER).reshape(-1, 3)).T
    inside = (abs(w) < 0.35) & (((abs(u) < 0.5) & (v > -0.4) & (v < 0)) | ((u > -0.5) & (u < -0.1) & (abs(v) < 0.4)))
    found = shares(tmp_path, "prism", {"kind": "prism", "center": list(CENTER), "axis": AXIS, "vertices": vertices.tolist(), "height": 0.7})
    assert inside.sum() > 1000 and numpy.array_equal(numpy.rint(found), counted(inside.reshape(x.shape[:-1])))


def test_stl(tmp_path):
    """A sphere of 320 triangles: inside is what lies behind all of its planes; text and binary; and a cube that is turned
    against a block."""
    triangles = sphere(2)
    (tmp_path / "text.stl").write_text(stl_text(triangles))
    (tmp_path / "binary.stl").write_bytes(stl_binary(triangles))
    body = {"kind": "stl", "file": "text.stl", "scale": 0.7, "center": list(CENTER)}
    found = shares(tmp_path, "text", body)
    x = (points() - CENTER) / 0.7
    inside = numpy.ones(x.shape[:-1], bool)
    for a, b, c in triangles:
        inside &= (x - a) @ numpy.cross(b - a, c - a) < 0
    assert len(triangles) == 320 and inside.sum() > 1000 and numpy.array_equal(numpy.rint(found), counted(inside))
    assert numpy.array_equal(shares(tmp_path, "binary", {**body, "file": "binary.stl"}), found)
    # the ball is larger, by no more than the triangles' distance to it, 1 - cos of half the angle of an edge at most
    edge = max(numpy.linalg.norm(a - b) for t in triangles for a, b in itertools.combinations(t, 2))
    assert (found <= counted((x ** 2).sum(axis=-1) < 1)).all() and (found >= counted((x ** 2).sum(axis=-1) < (1 - edge ** 2 / 6) ** 2)).all()
    (tmp_path / "cube.stl").write_text(stl_text(CUBE - 0.5))
    keys = {"center": list(CENTER), "axis": AXIS}
    for angle in (ANGLE, 90):
        cube = shares(tmp_path, "cube", {"kind": "stl", "file": "cube.stl", "scale": 0.8, "angle": angle, **keys})
        block = shares(tmp_path, "block", {"kind": "block", "size": [0.8, 0.8, 0.8], "angle": angle, **keys})
        assert (block > 0).any() and numpy.array_equal(cube, block)
    assert "cube.stl" in str(read_summary(tmp_path / "out-cube"))


def wrong_files():
    cube = stl_text(CUBE)
    yield cube.replace("facet", "facett", 1), "a.stl:2: expected a line of an STL file"
    yield cube.replace("vertex 0 0 0", "vertex 0 0", 1), "a.stl:4: expected three numbers after vertex"
    yield cube.replace("  vertex 0 0 0\n", "", 1), "expected three vertices in a facet"
    yield cube[:cube.index("endsolid")], "the file is not complete"
    yield stl_text(CUBE[1:]), "expected a closed surface"
    yield stl_text(numpy.concatenate([CUBE[:1, ::-1], CUBE[1:]])), "expected a closed surface"
    yield stl_text(CUBE[:2]), "expected between 4 and"
    yield stl_binary(CUBE)[:-1], "expected an STL file"
    yield "v 0 0 0\nf 1 2 3\n", "expected an STL file"
    yield cube.replace("vertex 0 0 0", "vertex 0 0 nan", 1), "expected finite positions"


@pytest.mark.parametrize("content, words", wrong_files(), ids=lambda value: "file" if isinstance(value, bytes) or "\n" in value else value)
def test_wrong_files(tmp_path, content, words):
    (tmp_path / "a.stl").write_bytes(content.encode() if isinstance(content, str) else content)
    case = light(tmp_path, "case.yaml", [{"kind": "stl", "file": "a.stl"}])
    said = run_taub("check", case, expect=2).stderr
    line = next(n for n, text in enumerate(case.read_text().splitlines(), 1) if "a.stl" in text)
    assert words in said and f"case.yaml:{line}:" in said and "medium.inclusions[0].file" in said


def test_tilted_is_aligned(tmp_path):
    """A cylinder along (sin 30, 0, cos 30) in a mesh, and one along z, have the same volume, to the error of sampling: the
    points of a lattice miss h^2 sqrt(area)/2 of it at most, h = 1/64 of a mesh two long (unit/test_bodies)."""
    body = {"kind": "cylinder", "radius": 0.4, "height": 1, "center": [0.01, 0.02, 0.03]}
    more = {"mesh": {"cells": [16, 16, 16], "lower": [-1, -1, -1], "upper": [1, 1, 1], "boundary": "periodic"}}
    aligned, tilted = (shares(tmp_path, name, {**body, "axis": axis}, **more).sum() / 512 / 8 ** 3
                       for name, axis in (("aligned", [0, 0, 3]), ("tilted", [1, 0, 3 ** 0.5])))
    exact, error = numpy.pi * 0.16, 0.5 / 64 ** 2 * (2 * numpy.pi * 0.4 * 1.4) ** 0.5
    print(aligned / exact - 1, tilted / exact - 1)
    assert abs(tilted - exact) < error and abs(aligned - exact) < 0.01 * exact
    again = shares(tmp_path, "again", {"kind": "cylinder-z", "radius": 0.4, "center": [0.01, 0.02, 0.03],
                                       "lower": [-9, -9, -0.47], "upper": [9, 9, 0.53]}, **more).sum() / 512 / 8 ** 3
    assert again == aligned


def test_blocks_ranks_and_restarts(tmp_path):
    (tmp_path / "sphere.stl").write_bytes(stl_binary(sphere(1)))
    bodies = [{"kind": "ellipsoid", "size": [1.4, 0.6, 0.9], "axis": AXIS, "permittivity": 3},
              {"kind": "stl", "file": "sphere.stl", "scale": 0.4, "center": [-0.3, 0.2, 0.1], "permittivity": 2},
              {"kind": "half-space", "axis": [1, 1, 1], "center": [-0.5, -0.5, -0.5], "conductivity": 2}]
    case = light(tmp_path, "case.yaml", bodies, time={"end": 9, "max_steps": 8}, initial={"kind": "pulse", "axis": "x", "polarization": [0, 1, 0], "extent": 0.5},
                 output={"fields": ["electric_flux", "magnetic_field", "permittivity", "conductivity"], "history": 0})
    whole = run_case(case, tmp_path / "whole", **FAST)
    half = run_case(case, tmp_path / "half", "time.max_steps=4", **FAST)
    for name, more in [("blocks", ["mesh.blocks=[2,2,1]"]), ("ranks", ["mesh.blocks=[1,2,1]", "--devices", "2", "--device", "host"]),
                       ("restart", ["--restart", half])]:
        other = run_case(case, tmp_path / name, *more, **FAST)
        assert output_file(other).name == output_file(whole).name
        for field, values in read_fields(whole)[1].items():
            assert numpy.array_equal(read_fields(other)[1][field], values), (name, field)
