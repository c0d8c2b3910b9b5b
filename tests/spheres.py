"""What the tests outside a sphere share (mesh.coordinates: cubed-sphere): where cells are, by the equiangular map written out
once more, their volumes, and a case to begin with."""
import numpy

from conftest import make_case, merge, read_fields

# Axes along which both angles of a panel grow; the third of a right-handed triple points outwards.
PANELS = {"+x": ("+y", "+z"), "+y": ("-x", "+z"), "-x": ("-z", "-y"), "-y": ("-z", "+x"), "+z": ("-x", "-y"), "-z": ("+y", "+x")}
CASE = {
    "system": "mhd", "eos": {"kind": "ideal-gas", "gamma": 1.4},
    "mesh": {"coordinates": "cubed-sphere", "cells": [8, 8, 8], "radius": [1, 2], "boundary": {"inner": "code", "outer": "code"}},
    "scheme": {"kind": "rk-weno", "order": 2},
    "time": {"end": 1, "cfl": 0.4},
    "initial": {"kind": "code", "file": "flow.c"},
    "boundary": {"file": "flow.c"},
    "output": {"every": 0, "fields": ["density", "velocity", "pressure", "magnetic_field"], "history": 1},
    "device": {"kind": "host", "threads": 1},
}
GAS = {"system": "euler", "output": {"fields": ["density", "velocity", "pressure"]}}
RELATIVISTIC = {"system": "srhd", "eos": {"mass": 0.2},
                "output": {"fields": ["energy_density", "four_velocity", "pressure", "charge_density", "conserved_charge"]}}
OF_SYSTEM = {"euler": GAS, "mhd": {}, "srhd": RELATIVISTIC, "srmhd": {"system": "srmhd"}}
# Ends, and a start with a tenth too much mass, of a flow that void wind(x, factor of densities, state) gives.
FROM_A_WIND = """
INLINE void initial(const real x[3], real t, real state[])
{
    (void)t;
    wind(x, R(1.1), state);
}
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    (void)t;
    (void)inside;
    wind(x, R(1.0), state);
}
"""
CLOSED = {"boundary": None, "mesh": {"boundary": "reflecting"}}  # merged: a wall at both spheres


def sphere_case(folder, code, *changes, name="case.yaml"):
    """Writes the case with changes, and its code."""
    (folder / "flow.c").write_text(code)
    base = CASE
    for change in changes:
        base = merge(base, change)
    return make_case(folder, name=name, base=base)


def unit(word):
    return numpy.array([float(word[1] == axis) for axis in "xyz"]) * (-1 if word[0] == "-" else 1)


def spheres(case):
    """The radii between cells of a mesh with even spacing, or with cells of one shape (spacing: geometric)."""
    inner, outer = case["mesh"]["radius"]
    share = numpy.arange(case["mesh"]["cells"][2] + 1) / case["mesh"]["cells"][2]
    even = case["mesh"].get("spacing", {}).get("radius", {}).get("kind", "even") == "even"
    return inner + (outer - inner) * share if even else inner * (outer / inner) ** share


def centres_along(radii):
    """Half way between two spheres in the numbers of cells, by the cubic through the four of the mesh around them."""
    found = []
    for k in range(len(radii) - 1):
        first = min(max(k - 1, 0), max(len(radii) - 4, 0))
        near = numpy.arange(first, min(first + 4, len(radii)))
        found.append(numpy.polynomial.Polynomial.fit(near, radii[near], len(near) - 1)(k + 0.5) if len(radii) > 3 else
                     0.5 * (radii[k] + radii[k + 1]))
    return numpy.array(found)


def cells_of(n, radii):
    """(centres [3][n_r][n][6 n], volumes [n_r][n][6 n]) of the cells, panels side by side along the last axis."""
    radii = numpy.asarray(radii, float)
    nodes = numpy.tan((2 * numpy.arange(n + 1) - n) * numpy.pi / (4 * n))
    middles = numpy.tan((2 * numpy.arange(n) + 1 - n) * numpy.pi / (4 * n))
    y, x = numpy.meshgrid(nodes, nodes, indexing="ij")
    corner = numpy.arctan2(x * y, numpy.sqrt(1 + x**2 + y**2))  # solid angle from the middle of the panel
    angle = corner[1:, 1:] + corner[:-1, :-1] - corner[1:, :-1] - corner[:-1, 1:]
    volumes = numpy.tile(angle, 6) * (numpy.diff(radii**3) / 3)[:, None, None]
    y, x = numpy.meshgrid(middles, middles, indexing="ij")
    directions = []
    for along in PANELS.values():
        first, second = (unit(word) for word in along)
        d = [x * first[c] + y * second[c] + numpy.cross(first, second)[c] for c in range(3)]
        directions.append(numpy.array(d) / numpy.sqrt(1 + x**2 + y**2))
    return numpy.concatenate(directions, axis=-1)[:, None] * centres_along(radii)[:, None, None], volumes


def at_corners(n, layers=2):
    """Which of [n][6 n] cells lie around the eight corners of the cube, within so many of both sides of their panel."""
    near = (numpy.arange(n) < layers) | (numpy.arange(n) >= n - layers)
    return numpy.tile(near[:, None] & near, 6)


def fields_of(folder, step=-1):
    """{name: array [n_r][n][6 n], vectors [3][n_r][n][6 n]} at a step."""
    _, values = read_fields(folder, step)
    vectors = {name.split("/")[0] for name in values if "/" in name}
    return {**{name: value for name, value in values.items() if "/" not in name},
            **{name: numpy.array([values[f"{name}/{axis}"] for axis in "xyz"]) for name in vectors}}


def mean(values, volumes):
    return (values * volumes).sum() / (volumes.sum() * (values.size / volumes.size))
