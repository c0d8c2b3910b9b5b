"""Blocks of several levels with a magnetic field on faces (mhd, srmhd): a uniform oblique field stays one over any tree; no divergence in
cells of any level and totals to rounding while blocks come and go, a checkerboard of levels among them; low plasma beta; the same
bits after a restart and on OpenCL; probes; Orszag and Tang's vortex against even meshes."""
import json

import numpy
import pytest

from conftest import FAST, LONG, make_case, read_history, read_summary, require_device, run_case, run_taub
from ranks import require_ranks, run_case_on
from test_probes import probes_of
from trees import BALL, TREE, assert_same_state, refined, state_of

if_long = pytest.mark.skipif(not LONG, reason="minutes")
KEEP = {"output": {"fields": ["density", "magnetic_field"], "checkpoint_at_end": True}}

UNIFORM = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real all[8] = {R(1.3), R(0.4), R(-0.3), R(0.2), R(0.7), R(0.5), R(-0.8), R(0.3)};
    (void)x;
    (void)t;
    for (int c = 0; c < 8; c++)
        state[c] = all[c];
}
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    (void)t;
    a[0] = R(-0.8) * x[2];
    a[1] = R(0.3) * x[0];
    a[2] = R(0.5) * x[1];
}
"""
# A jump of the pressure in a flow with a field that varies; nothing of it crosses the walls of a box.
STIRRED = """
#define PI R(3.14159265358979323846)
INLINE void initial(const real x[3], real t, real state[])
{
    const real r2 = square(x[0] - R(0.13)) + square(x[1] - R(0.07)) + square(x[2] + R(0.05));
    (void)t;
    state[0] = R(1.0) + R(0.2) * real_sin(PI * x[0]);
    state[1] = R(0.2);
    state[2] = R(-0.1);
    state[3] = R(0.05);
    state[4] = r2 < R(0.09) ? R(5.0) : R(0.5);
    state[5] = R(0.4) * PI * real_sin(PI * x[0]) * real_cos(PI * x[1]);
    state[6] = R(-0.4) * PI * real_cos(PI * x[0]) * real_sin(PI * x[1]);
    state[7] = PARAMETER(along);
}
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    (void)t;
    a[0] = R(0.0);
    a[1] = PARAMETER(along) * x[0];
    a[2] = R(0.4) * real_sin(PI * x[0]) * real_sin(PI * x[1]);
}
"""
# Every fourth step the other half of a checkerboard of blocks is refined, by a spot in the middle of each.
BOARD = STIRRED + """
INLINE real diagnostic_board(const real x[3], real t, const real state[])
{
    int sum = (int)(t / R(%.17g) + R(0.001)), middle = 1;
    (void)state;
    for (int a = 0; a < %d; a++) {
        const real place = (x[a] + R(4.0)) * R(%.17g);
        const int n = (int)place;
        sum += n;
        middle &= real_fabs(place - (real)n - R(0.5)) < R(0.2);
    }
    return sum %% 2 && middle ? R(1.0) : R(0.0);
}
"""


def block_of(system, order):
    """The fewest cells of a block, as a power of 2: srmhd has five ghost zones above order 2."""
    return 16 if system == "srmhd" and order > 2 else 8


def magnetized(folder, source, cells, refine, order=2, kind="ader-weno", system="mhd", **changes):
    along = {"initial": {"parameters": {"along": 0.2 if changes.get("mesh", {}).get("boundary") == "periodic" else 0.0}}}
    return refined(folder, source, cells, refine, order, kind,
                   **{"system": system, "block": block_of(system, order), **(along if "PARAMETER" in source else {}), **changes})


@pytest.mark.parametrize("system, order, kind, cells", [
    ("mhd", 2, "ader-weno", [16, 16, 16]), ("mhd", 3, "rk-weno", [32, 32, 1]), ("mhd", 4, "ader-weno", [32, 1, 1]),
    ("srmhd", 3, "ader-weno", [32, 32, 1]), pytest.param("srmhd", 2, "rk-weno", [16, 16, 16], marks=if_long),
    *(pytest.param("mhd", order, kind, [16, 16, 16], marks=if_long) for order, kind in ((3, "ader-weno"), (4, "rk-weno")))])
def test_a_uniform_field_stays(tmp_path, system, order, kind, cells):
    ends = {"x": "outflow", "y": "periodic", "z": ["outflow", "outflow"]}
    tree = TREE if cells[1] > 1 else [{"kind": "block", "size": [0.3, 1, 1], "center": [0.2, 0, 0]}]
    case = magnetized(tmp_path, UNIFORM, cells, {"levels": 2, "every": 0, "regions": tree}, order, kind, system, time={"max_steps": 5},
                      mesh={"boundary": ends}, **KEEP)
    folder = run_case(case, tmp_path / "out")
    state, levels, _ = state_of(folder)
    assert set(levels) >= {1, 2}
    for component in state[:8]:
        assert numpy.ptp(component) <= 2e-14 * numpy.abs(component).max()
    assert read_history(folder)["divergence"].max() <= 4e-15


# 1e-15 of the largest field over the width is one rounding of a face; what remains is a walk of as many steps.
DIVERGENCE = 2e-14


def assert_kept(folder, names):
    history = read_history(folder)
    assert history["divergence"].max() <= DIVERGENCE * history["magnetic_field_max"].max()
    assert history["recovery_failures"].max() == 0
    for name in names:
        assert numpy.ptp(history[name]) <= 4e-16 * len(history["step"]) * max(1, numpy.abs(history[name]).max()), name


ALL = ["mass", "energy", "momentum_x", "momentum_y", "momentum_z", "flux_x", "flux_y", "flux_z"]
MIXED = {"x": ["reflecting", "outflow"], "y": "periodic", "z": "outflow"}


def board_of(folder, system, cells, order, kind, steps, ends, level=1):
    """The fields of the board are blocks of level 0."""
    per, dt, axes = cells[0] // (2 * block_of(system, order)), 0.002, 3 if cells[2] > 1 else 2
    criteria = [{"kind": "high", "fields": ["board"], "above": 0.5, "below": 0.4}]
    case = magnetized(folder, BOARD % (4 * dt, axes, per), cells, {"levels": level, "every": 4, "criteria": criteria}, order, kind,
                      system, mesh={"boundary": ends}, time={"max_steps": steps, "step": dt, "cfl": None},
                      diagnostics={"file": "start.c", "quantities": [{"name": "board"}]}, **KEEP)
    return run_case(case, folder / "out", **FAST, timeout=1800)


@pytest.mark.parametrize("system, cells, order, kind, steps, ends", [
    ("mhd", [32, 32, 1], 2, "ader-weno", 80, "periodic"), ("mhd", [32, 32, 1], 2, "rk-weno", 40, MIXED),
    ("mhd", [32, 32, 1], 3, "rk-weno", 24, "reflecting"), ("mhd", [32, 32, 32], 2, "ader-weno", 12, "periodic"),
    ("srmhd", [32, 32, 1], 2, "ader-weno", 80, "periodic"),
    *(pytest.param(*row, marks=if_long) for row in (
        ("srmhd", [64, 64, 1], 3, "rk-weno", 16, "reflecting"),
        ("mhd", [64, 64, 1], 2, "rk-weno", 1000, "periodic"), ("mhd", [64, 64, 1], 4, "ader-weno", 200, "reflecting"),
        ("mhd", [32, 32, 32], 2, "rk-weno", 40, MIXED), ("mhd", [32, 32, 32], 3, "ader-weno", 24, "periodic"),
        ("mhd", [32, 32, 32], 4, "rk-weno", 24, "periodic"), ("srmhd", [32, 32, 1], 2, "rk-weno", 1000, "periodic"),
        ("srmhd", [32, 32, 32], 2, "rk-weno", 24, MIXED), ("srmhd", [64, 64, 1], 4, "ader-weno", 80, "periodic")))])
def test_a_checkerboard_of_levels_that_moves(tmp_path, system, cells, order, kind, steps, ends):
    """Half of the blocks are refined and half coarsened at each change; blocks of one level touch at edges and corners alone."""
    folder = board_of(tmp_path, system, cells, order, kind, steps, ends)
    counts = numpy.bincount(state_of(folder)[1])
    assert counts[1] == counts[0] * (8 if cells[2] > 1 else 4)
    assert_kept(folder, ALL if ends == "periodic" else ["mass", "energy"] if ends == "reflecting" else [])


@pytest.mark.parametrize("system, cells, order, kind", [
    ("mhd", [32, 32, 1], 4, "rk-weno"), ("srmhd", [32, 32, 1], 2, "rk-weno"), pytest.param("mhd", [16, 16, 16], 2, "ader-weno", marks=if_long),
    pytest.param("mhd", [16, 16, 16], 3, "ader-weno", marks=if_long)])
def test_a_checkerboard_on_ranks(tmp_path, system, cells, order, kind):
    """The bits of one rank, wherever coarse and fine blocks of several ranks touch; each change moves most blocks to another one."""
    require_ranks()
    one = board_of(tmp_path, system, cells, order, kind, 9, MIXED)
    for ranks in (2, 3):
        several = run_case_on(ranks, tmp_path / "case.yaml", tmp_path / str(ranks), **FAST)
        assert_same_state(one, several)
        assert (one / "history.csv").read_text() == (several / "history.csv").read_text()


BESIDE = STIRRED + """
INLINE real diagnostic_beside(const real x[3], real t, const real state[])
{
    (void)state;
    return t > R(0.007) && t < R(0.023) && real_fabs(x[0] - R(0.125)) < R(0.05) && real_fabs(x[1] - R(0.375)) < R(0.05) ? R(1.0) : R(0.0);
}
"""


@pytest.mark.parametrize("order, kind", [(2, "rk-weno"), (4, "ader-weno")])
def test_a_block_refined_beside_a_fine_one(tmp_path, order, kind):
    """Blocks around it are fine on three sides and coarse on one; later it is coarsened again."""
    fine = [{"kind": "block", "size": [0.02, 0.02, 0.02], "center": center, "level": 1}
            for center in ([-0.125, 0.375, 0], [0.375, 0.375, 0], [0.125, 0.125, 0])]
    case = magnetized(tmp_path, BESIDE, [64, 64, 1], {"levels": 1, "every": 4, "regions": fine,
                                                      "criteria": [{"kind": "high", "fields": ["beside"], "above": 0.5, "below": 0.4}]},
                      order, kind, mesh={"boundary": "periodic"}, time={"max_steps": 16, "step": 0.002, "cfl": None},
                      diagnostics={"file": "start.c", "quantities": [{"name": "beside"}]}, **KEEP)
    counts = [len(state_of(run_case(case, tmp_path / f"out{steps}", f"time.max_steps={steps}"))[1]) for steps in (3, 6, 16)]
    assert counts == [64 + 9, 64 + 12, 64 + 9]
    assert_kept(tmp_path / "out16", ALL)


# At plasma beta 0.004, where cells lose their pressure.
BLAST = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real r2 = square(x[0] - R(0.13)) + square(x[1] - R(0.07)) + square(x[2] + R(0.05));
    (void)t;
    state[0] = R(1.0);
    state[1] = state[2] = state[3] = state[7] = R(0.0);
    state[4] = r2 < R(0.04) ? R(10.0) : R(0.001);
    state[5] = state[6] = R(0.7);
}
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    (void)t;
    a[0] = R(0.7) * x[2];
    a[1] = R(0.0);
    a[2] = R(0.7) * x[1];
}
"""


@pytest.mark.parametrize("system, order, kind", [
    ("mhd", 2, "ader-weno"), *(pytest.param(*row, marks=if_long) for row in (("mhd", 3, "ader-weno"), ("mhd", 4, "rk-weno"), ("srmhd", 2, "rk-weno"))),
    pytest.param("srmhd", 4, "ader-weno", marks=if_long)])
def test_bits_of_a_restart_and_of_opencl_at_low_beta(tmp_path, system, order, kind):
    """With first-order fluxes at faces and edges that levels have in common."""
    case = magnetized(tmp_path, BLAST, [32, 32, 1], {"levels": 2, "every": 3, "regions": [BALL]}, order, kind, system,
                      mesh={"boundary": "periodic"}, time={"max_steps": 40}, **KEEP)
    whole = run_case(case, tmp_path / "whole", **FAST)
    assert len(set(state_of(whole)[1])) == 3
    assert_kept(whole, ["mass", "momentum_x", "momentum_y", "flux_x", "flux_y", "flux_z"])
    assert read_summary(whole)["counts"]["regulated"] > 0
    run_case(case, tmp_path / "parts", "time.max_steps=17", **FAST)
    assert_same_state(whole, run_case(case, tmp_path / "parts", "--restart", tmp_path / "parts", **FAST))
    require_device("opencl")
    assert_same_state(whole, run_case(case, tmp_path / "opencl", "--device", "opencl", timeout=600))


@pytest.mark.parametrize("order, kind, variables", [(2, "rk-weno", "primitive"), (3, "ader-weno", "characteristic"),
                                                    pytest.param(4, "ader-weno", "conserved", marks=if_long)])
def test_a_scalar_stays_between_0_and_1(tmp_path, order, kind, variables):
    """From 0 to 1 at a cell's face; few cells are corrected for that."""
    source = STIRRED.replace("state[7] =", "state[8] = x[0] > R(0.0) ? R(1.0) : R(0.0);\n    state[7] =")
    case = magnetized(tmp_path, source, [32, 32, 1], {"levels": 1, "every": 3, "above": 0.5, "below": 0.3, "regions": [BALL]}, order, kind,
                      scheme={"kind": kind, "order": order, "variables": variables}, scalars=1, mesh={"boundary": "periodic"},
                      time={"max_steps": 15}, **KEEP)
    folder = run_case(case, tmp_path / "out", **FAST)
    state, levels, _ = state_of(folder)
    assert set(levels) == {0, 1}
    share = state[8] / state[0]
    assert share.min() >= -1e-12 and share.max() <= 1 + 1e-12
    assert_kept(folder, ["mass", "scalar_1", "flux_x", "flux_y"])
    assert read_summary(folder)["counts"]["regulated"] <= 100


VORTEX = {"system": "mhd", "eos": {"kind": "ideal-gas"}, "device": {"kind": "host", "reproducible": "strict"},
          "mesh": {"lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
          "scheme": {"kind": "ader-weno", "order": 2}, "initial": {"kind": "orszag-tang"}, "time": {"start": 0, "end": 0.2, "cfl": 0.4},
          "output": {"fields": ["density", "pressure", "magnetic_field"], "values": "means", "history": 20}}


def test_orszag_and_tang_as_on_the_even_mesh(tmp_path):
    """Against even meshes of the finest and of the coarser level."""
    import taub
    refine = {"levels": 1, "every": 4, "criteria": [{"kind": "jump", "fields": ["density", "pressure"], "above": 0.1, "below": 0.04}]}
    meshes = {"refined": {"cells": [96, 96, 1], "blocks": [12, 12, 1], "refine": refine}, "fine": {"cells": [192, 192, 1]},
              "coarse": {"cells": [96, 96, 1]}}
    folders = {name: run_case(make_case(tmp_path / name, base=VORTEX, mesh=mesh), tmp_path / name / "out", **FAST)
               for name, mesh in meshes.items()}
    assert_kept(folders["refined"], ALL)
    run = taub.open(folders["refined"], level=1)
    assert set(run.blocks(index=-1).level) == {0, 1}
    fine, coarse = taub.open(folders["fine"]), taub.open(folders["coarse"])
    for name in ("density", "pressure", "magnetic_field/x", "magnetic_field/y"):
        even = numpy.asarray(fine.field(name))
        of_coarse = numpy.abs(numpy.asarray(coarse.field(name)).repeat(2, 1).repeat(2, 2) - even).mean()
        assert numpy.abs(numpy.asarray(run.field(name)) - even).mean() <= 0.15 * of_coarse, name


SMOOTH = """
#define PI R(3.14159265358979323846)
INLINE void initial(const real x[3], real t, real state[])
{
    (void)t;
    state[0] = R(1.0) + R(0.3) * real_sin(PI * x[0] + R(0.4)) * real_cos(PI * x[1]);
    state[1] = R(0.2) * real_cos(PI * x[1]);
    state[2] = R(-0.1);
    state[3] = R(0.05);
    state[4] = R(2.0) + R(0.3) * real_cos(PI * (x[0] + x[1]));
    state[5] = R(0.2) * PI * real_cos(PI * x[1]);
    state[6] = R(0.2) * PI * real_sin(PI * x[0]);
    state[7] = R(0.1) * real_sin(PI * (x[0] + x[1]));
}
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    (void)t;
    a[0] = a[1] = R(0.0);
    a[2] = R(0.2) * (real_sin(PI * x[1]) + real_cos(PI * x[0]));
}
"""
FINE = [{"kind": "block", "size": [0.2, 0.2, 0.2], "center": [0.1, 0.2, 0]},
        {"kind": "block", "size": [0.1, 0.1, 0.1], "center": [-0.95, 0.9, 0], "level": 1}]


def errors_of_probes(folder, block, order, kind):
    """The largest and the mean error of the three components of B at random points and on and beside faces of blocks."""
    random = numpy.random.default_rng(3)
    near = [face + step for face in numpy.arange(-3, 4) / 4 for step in (-0.004, 0, 0.004)] + [-1, -0.999, 0.999, 1]
    x, y = numpy.unique(numpy.concatenate([random.uniform(-1, 1, (60, 2)), random.choice(near, (140, 2))]).round(6), axis=0).T
    points = numpy.stack([x, y, 0 * x], axis=1)
    case = magnetized(folder, SMOOTH, [8 * block, 8 * block, 1], {"levels": 2, "every": 0, "regions": FINE}, order, kind, block=block,
                      mesh={"boundary": "periodic"}, time={"max_steps": 1},
                      output={"values": "points", "probes": {"points": points.tolist(), "fields": ["magnetic_field"]}})
    columns = probes_of(run_case(case, folder / "out", **FAST))[2]
    found = numpy.array([column[0] for column in columns.values()]).reshape(len(points), 3).T
    pi = numpy.pi
    errors = abs(found - [0.2 * pi * numpy.cos(pi * y), 0.2 * pi * numpy.sin(pi * x), 0.1 * numpy.sin(pi * (x + y))])
    return numpy.array([errors.max(), errors.mean()])


@pytest.mark.parametrize("order, kind", [(2, "rk-weno"), (4, "rk-weno"), pytest.param(3, "ader-weno", marks=if_long)])
def test_probes_of_the_field_are_of_the_order_of_the_scheme(tmp_path, order, kind):
    coarse, fine = (errors_of_probes(tmp_path / str(n), n, order, kind) for n in (8, 16))
    assert (numpy.log2(coarse / fine) > order - 0.25).all()
    assert fine[0] < {2: 4e-4, 3: 4e-5, 4: 2e-6}[order]


@pytest.mark.parametrize("system, order, kind", [("mhd", 4, "rk-weno"), ("srmhd", 2, "ader-weno"), pytest.param("mhd", 2, "ader-weno", marks=if_long)])
def test_a_tree_of_one_level_has_the_bits_of_the_even_mesh(tmp_path, system, order, kind):
    """And one that is all of a finer level those of an even mesh with its cells."""
    box = [{"kind": "block", "size": [3, 3, 3], "center": [0, 0, 0], "level": 1}]
    base = {"mesh": {"boundary": MIXED}, "time": {"max_steps": 10}}
    output = {"output": {"fields": ["density", "pressure", "magnetic_field"], "values": "means"}}
    case = magnetized(tmp_path, STIRRED, [32, 32, 1], {"levels": 1, "every": 0}, order, kind, system, **base, **output)
    import taub
    flat = taub.open(run_case(case, tmp_path / "flat", "mesh.refine=", **FAST))
    tree = taub.open(run_case(case, tmp_path / "tree", **FAST), level=0)
    fine = taub.open(run_case(case, tmp_path / "fine", "mesh.refine.regions=" + json.dumps(box), **FAST), level=1)
    even = taub.open(run_case(case, tmp_path / "even", "mesh.refine=", "mesh.cells=[64,64,1]", **FAST))
    for name in ("density", "pressure", "magnetic_field/x", "magnetic_field/y", "magnetic_field/z"):
        assert numpy.array_equal(tree.field(name), flat.field(name)), name
        assert numpy.array_equal(fine.field(name), even.field(name)), name


@pytest.mark.parametrize("change, said", [
    ("mesh.boundary=inflow", "mesh.boundary: with mesh.refine, a field on faces goes with periodic, outflow and reflecting ends"),
    ("mesh.boundary=extrapolated", "mesh.boundary: with mesh.refine, a field on faces goes with periodic, outflow and reflecting ends"),
    ("transport.resistivity=0.01", "transport: mesh.refine goes without diffusion")])
def test_messages(tmp_path, change, said):
    case = magnetized(tmp_path, UNIFORM, [16, 16, 1], {"levels": 1})
    assert said in run_taub("check", case, change, expect=2).stderr
