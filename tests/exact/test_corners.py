"""Corners of the mesh: a flow oblique to ends of every kind is the same flow when axes change places or directions, so the
ghost zones where ends meet cannot hang on the order of the axes. Sums over axes change their order, and with it last bits."""
import itertools

import numpy
import pytest

from conftest import LONG, make_case, read_fields, read_summary, run_case

QUICK = {"env": {"TAUB_CFLAGS": "-O0"}}  # a few steps of a few cells: compiling is all the work

# The place and the state in the frame in which the flow is written down; axis n of the run lies along axis order[n].
FRAME = """
INLINE void place_of(const real x[3], real y[3])
{
    %s
}
INLINE void turned(const real from[], real to[], int there)
{
    const int order[3] = {%s};
    const real sign[3] = {%s}, parity = R(%s);
    for (int n = 0; n < COUNT; n += n == 0 || n > 7 ? 1 : n == 4 ? 1 : 3) {
        if (n == 1 || (n == 5 && COUNT > 5)) {
            for (int a = 0; a < 3; a++) {
                const real flip = sign[a] * (n == 5 ? parity : R(1.0));
                if (there)
                    to[n + a] = flip * from[n + order[a]];
                else
                    to[n + order[a]] = flip * from[n + a];
            }
        } else
            to[n] = from[n];
    }
}
"""
FLOW = """
INLINE void flow(const real y[3], real s[])
{
    const real a = real_sin(R(2.0) * y[0] + R(1.3) * y[1] - y[2]), b = real_cos(y[0] - R(1.7) * y[1] + R(0.4) * y[2]);
    s[0] = %s * (R(1.0) + R(0.3) * a);
    s[1] = R(0.3) + R(0.2) * b;
    s[2] = R(-0.2) + R(0.2) * a;
    s[3] = R(0.15) - R(0.1) * b;
    s[4] = R(1.0) + R(0.25) * b;
    for (int n = 5; n < COUNT; n++)
        s[n] = R(0.0);
}
"""
INITIAL = """
INLINE void initial(const real x[3], real t, real state[])
{
    real y[3], s[COUNT];
    (void)t;
    place_of(x, y);
    flow(y, s);
    turned(s, state, 1);
}
"""
# no field crosses a wall: A is 0 there
POTENTIAL = """
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    real y[3], s[COUNT], new[COUNT];
    (void)t;
    place_of(x, y);
    const real p[3] = {(R(1.0) - y[0]) * (R(1.0) + y[0]), (R(1.0) - y[1]) * (R(1.0) + y[1]), (R(1.0) - y[2]) * (R(1.0) + y[2])};
    s[1] = R(0.3) * p[1] * p[2];
    s[2] = R(-0.2) * p[0] * p[2];
    s[3] = R(0.4) * p[0] * p[1];
    turned(s, new, 1);
    for (int n = 0; n < 3; n++)
        a[n] = new[1 + n];
}
"""
BOUNDARY = """
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    real y[3], s[COUNT], within[COUNT], last[COUNT];
    place_of(x, y);
    turned(inside, within, 0);
    turned(state, last, 0);
    flow(y, s);
    for (int n = 0; n < COUNT; n++)
        s[n] = R(0.4) * s[n] + R(0.35) * within[n] + R(0.25) * last[n];
    s[4] *= R(1.0) + R(0.1) * t;
    turned(s, state, 1);
}
"""
FORCE = """
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    real y[3], s[COUNT], r[COUNT];
    (void)t;
    place_of(x, y);
    turned(state, s, 0);
    for (int n = 0; n < COUNT; n++)
        r[n] = R(0.0);
    r[1] = s[0] * (R(-0.8) + R(0.2) * y[1]);
    r[2] = s[0] * (R(0.6) - R(0.3) * y[0]);
    r[3] = R(0.4) * s[0];
    r[%d] = R(0.1) * s[4];
    turned(r, rate, 1);
}
"""
# [axis][side]: density, velocity (and field), pressure
INFLOW = [[(0.9, [0.3, 0.1, -0.1], 1.2), (1.1, [0.2, -0.2, 0.1], 0.9)], [(1.3, [-0.1, 0.25, 0.1], 1.1), (0.8, [0.1, -0.3, 0.2], 1.3)],
          [(1.0, [0.2, 0.2, 0.3], 0.8), (1.2, [0.1, 0.1, -0.2], 1.0)]]
EULER, CESE = {"kind": "ader-weno", "order": 3}, {"kind": "cese", "variant": "a-alpha"}


def parity_of(order, signs):
    swaps = sum(order[a] > order[b] for a, b in itertools.combinations(range(3), 2))
    return float(numpy.prod(signs) * (-1) ** swaps)


def write_code(folder, field, fluid, axes, order, signs):
    places = [f"y[{o}] = {f'R({signs[a]:.1f}) * x[{a}]' if o in axes else 'R(0.0)'};" for a, o in enumerate(order)]
    frame = FRAME % ("\n    ".join(places), ", ".join(map(str, order)), ", ".join(f"R({s:.1f})" for s in signs),
                     parity_of(order, signs))
    common = f"#ifndef COUNT\n#define COUNT {8 if field else 5}\n{frame}{FLOW % ('R(4.0)' if fluid else 'R(1.0)')}#endif\n"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "initial.c").write_text(common + INITIAL + (POTENTIAL if field else ""))
    (folder / "boundary.c").write_text(common + BOUNDARY)
    (folder / "force.c").write_text(common + FORCE % (0 if fluid else 4))


def inflow_of(field, fluid, o, side, order, signs):
    """The state of a face across axis o of the flow."""
    density, velocity, pressure = INFLOW[o][side]
    turned = [s * velocity[q] for s, q in zip(signs, order)]
    state = {"energy_density": 4 * pressure, "charge_density": density} if fluid else {"density": density, "pressure": pressure}
    return {"velocity": turned, **state, **({"magnetic_field": [parity_of(order, signs) * v for v in turned]} if field else {})}


def write(folder, system, scheme, ends, force, order, signs):
    """ends: {axis: (lower, upper)} as the flow is written down; other axes have one cell."""
    field, fluid, axes = system in ("mhd", "srmhd"), system == "srhd", ["xyz".index(axis) for axis in ends]
    write_code(folder, field, fluid, axes, order, signs)
    cells, boundary, inflow = {2: 12, 3: 9 if field else 6}[len(ends)], {}, {}
    for n, o in [(n, o) for n, o in enumerate(order) if o in axes]:
        words = ends["xyz"[o]][::signs[n]]
        boundary["xyz"[n]] = list(words)
        for side, word in enumerate(words):
            if word == "inflow":
                inflow[f"{'xyz'[n]}_{('lower', 'upper')[side]}"] = inflow_of(field, fluid, o, side if signs[n] > 0 else 1 - side, order, signs)
    fields = ["velocity", *(["energy_density", "charge_density"] if fluid else ["density", "pressure"]),
              *(["magnetic_field"] if field else [])]
    base = {"system": system, "eos": {"kind": "ideal-gas", "gamma": 1.4, **({"mass": 1} if fluid else {})},
            "mesh": {"cells": [cells if o in axes else 1 for o in order], "lower": [-1, -1, -1], "upper": [1, 1, 1],
                     "boundary": boundary},
            "scheme": scheme, "time": {"end": 0.2, "step": 0.02 if system[:2] == "sr" else 0.01},
            "initial": {"kind": "code", "file": "initial.c"}, "output": {"fields": fields},
            "device": {"threads": 1, "reproducible": "strict"}}
    more = {"inflow": inflow, "boundary": {"file": "boundary.c"} if any("code" in words for words in ends.values()) else None,
            "source": {"file": "force.c"} if force else None}
    return make_case(folder, base={**base, **{key: value for key, value in more.items() if value}})


def result_of(folder, *setup, order=(0, 1, 2), signs=(1, 1, 1)):
    """{(name, axis of the flow or ""): array [z][y][x] of the flow's frame}"""
    out = run_case(write(folder, *setup, order, signs), folder / "out", **QUICK)
    assert read_summary(out)["steps"] > 5
    found = {}
    for name, values in read_fields(out)[1].items():
        kind, _, axis = name.partition("/")
        for n, sign in enumerate(signs):
            values = numpy.flip(values, 2 - n) if sign < 0 else values
        values = numpy.transpose(values, [2 - order.index(o) for o in (2, 1, 0)])
        sign = signs["xyz".index(axis)] * (parity_of(order, signs) if kind == "magnetic_field" else 1) if axis else 1
        found[kind, order["xyz".index(axis)] if axis else ""] = sign * values
    return found


def check(folder, *setup):
    *setup, (order, signs) = setup
    flow = result_of(folder / "flow", *setup)
    other = result_of(folder / "turned", *setup, order=order, signs=signs)
    for key, values in flow.items():
        difference = numpy.abs(values - other[key]).max() / numpy.abs(values).max()
        assert difference < 1e-12, (key, difference)


# y, then an axis of one cell, then x in the other direction; z, y in the other direction, x
PLANE, SPACE = ((1, 2, 0), (1, 1, -1)), ((2, 1, 0), (1, -1, 1))


# all pairs of kinds, four corners a run
@pytest.mark.parametrize("x,y", [(("code", "outflow"), ("inflow", "reflecting")),
                                 (("extrapolated", "inflow"), ("extrapolated", "inflow")),
                                 (("extrapolated", "code"), ("outflow", "code")),
                                 (("extrapolated", "reflecting"), ("code", "reflecting"))], ids="-".join)
@pytest.mark.parametrize("system,scheme", [("euler", EULER), ("srhd", CESE)], ids=["euler", "srhd"])
def test_in_a_plane(tmp_path, system, scheme, x, y):
    check(tmp_path, system, scheme, {"x": x, "y": y}, False, PLANE)


# walls and outflows under a force hold the pressure
@pytest.mark.parametrize("system,scheme", [("srhd", EULER), ("mhd", {"kind": "ader-weno", "order": 4}),
                                           ("srmhd", {"kind": "rk-weno", "order": 2, "limiter": "mc"})])
def test_under_a_force(tmp_path, system, scheme):
    check(tmp_path, system, scheme, {"x": ("code", "outflow"), "y": ("outflow", "reflecting")}, True, PLANE)


@pytest.mark.parametrize("system,scheme,ends,force", [
    ("euler", EULER, {"x": ("extrapolated", "reflecting"), "y": ("outflow", "code"), "z": ("inflow", "extrapolated")}, True),
    *([("mhd", EULER, {"x": ("outflow", "inflow"), "y": ("reflecting", "code"), "z": ("code", "outflow")}, False)] * LONG),
    ("srhd", CESE, {"x": ("outflow", "inflow"), "y": ("extrapolated", "reflecting"), "z": ("code", "extrapolated")}, False)])
def test_in_space(tmp_path, system, scheme, ends, force):
    check(tmp_path, system, scheme, ends, force, SPACE)


# In corners with an inflow code is asked as well, in ghost zones of the axis between: what it sees there comes from the next block.
@pytest.mark.parametrize("system,order", [("mhd", 4)])
def test_corners_beside_other_blocks(tmp_path, system, order):
    case = write(tmp_path, system, {"kind": "ader-weno", "order": order},
                 {"x": ("code", "outflow"), "y": ("outflow", "outflow"), "z": ("inflow", "inflow")}, False, (0, 1, 2), (1, 1, 1))
    one, two = [read_fields(run_case(case, tmp_path / blocks, "mesh.cells=[8,16,8]", "time.max_steps=2", f"mesh.blocks={blocks}", **QUICK))[1]
                for blocks in ("[1,1,1]", "[1,2,1]")]
    for name, values in one.items():
        assert numpy.array_equal(values, two[name]), name
