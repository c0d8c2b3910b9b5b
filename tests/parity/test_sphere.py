"""Outside a sphere (mesh.coordinates: cubed-sphere) the same bits in strict mode on blocks, threads, ranks, OpenCL, and for a
run in two pieces; and fast mode is near."""
import numpy
import pytest

from conftest import LONG, assert_same_bits, read_summary, run_case, run_taub
from ranks import run_case_on
from spheres import OF_SYSTEM, fields_of, sphere_case

FLOW = """
/* A dipole in moving gas, which flows in from outside; more than what waves through rests at no cell. */
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    const real m[3] = {R(0.3), R(0.2), R(1.0)}, r2 = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    const real per = R(1.0) / (r2 * real_sqrt(r2));
    (void)t;
    for (int c = 0; c < 3; c++)
        a[c] = (m[(c + 1) % 3] * x[(c + 2) % 3] - m[(c + 2) % 3] * x[(c + 1) % 3]) * per;
}
INLINE void initial(const real x[3], real t, real state[])
{
    const real m[3] = {R(0.3), R(0.2), R(1.0)}, r2 = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    const real per = R(1.0) / (r2 * real_sqrt(r2)), along = R(3.0) * (x[0] * m[0] + x[1] * m[1] + x[2] * m[2]) / r2;
    (void)t;
    state[0] = R(1.0) + R(0.3) * real_sin(R(3.0) * x[0] + x[1]);
    state[1] = R(0.3) * x[1];
    state[2] = R(-0.2) * x[2];
    state[3] = R(0.4) * x[0];
    state[4] = R(1.0) + R(0.3) * real_cos(R(2.0) * x[2] - x[0]);
#if SYSTEM_COMPONENTS > 7
    for (int c = 0; c < 3; c++)
        state[5 + c] = (along * x[c] - m[c]) * per;
#endif
}
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    initial(x, t, state);
    state[0] = inside[0] + R(0.1) * t;
}
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    (void)t;
    for (int c = 0; c < 3; c++) {
        rate[1 + c] = -state[0] * x[c];
        rate[4] += rate[1 + c] * state[1 + c];
    }
}
"""
# Over a corner of the cube and between two blocks: cells of orders 3 and 4 lose their pressure from the fourth step on.
BLAST = FLOW.replace("#if SYSTEM_COMPONENTS > 7", """    real far = R(0.0);
    for (int c = 0; c < 3; c++)
        far += (x[c] - R(0.8165)) * (x[c] - R(0.8165));
    state[4] = R(0.1) * state[4] + R(1000.0) * real_exp(-far / (R(0.18) * R(0.18)));
#if SYSTEM_COMPONENTS > 7""")
MESH = {"cells": [6, 6, 8], "spacing": {"radius": {"kind": "geometric"}}}
STEPS = 4
ENDS = {"walls": {"boundary": {"inner": "reflecting", "outer": "outflow"}}, "code": {"boundary": {"inner": "outflow", "outer": "code"}}}


def case_of(folder, system="mhd", ends="code", order=2, code=FLOW, **changes):
    mesh = {**MESH, **ENDS[ends], **({"cells": [8, 8, 20]} if order > 2 else {})}
    return sphere_case(folder, code, OF_SYSTEM[system], {
        "mesh": mesh, "scheme": {"order": order}, "time": {"end": 100, "max_steps": STEPS}, "source": {"file": "flow.c"},
        "boundary": {"file": "flow.c"} if ends == "code" else None, "device": {"reproducible": "strict"},
        "output": {"probes": {"points": [[1.1, 0.3, 0.2], [-0.8, 1, -1], [0, 0, -2]]}}}, changes)


def assert_same(one, other):
    assert_same_bits(one, other)
    for name in ("history.csv", "probes.csv"):
        assert (one / name).read_text() == (other / name).read_text()


@pytest.mark.parametrize("system,ends,order", [("euler", "code", 2), ("mhd", "walls", 2), ("euler", "walls", 3), ("mhd", "code", 4),
                                               ("srhd", "code", 3), ("srmhd", "code", 2),
                                               *([("mhd", "code", 2), ("euler", "code", 4), ("mhd", "walls", 3), ("srhd", "walls", 2)] * LONG)])
def test_blocks_and_threads(tmp_path, system, ends, order):
    case = case_of(tmp_path, system, ends, order)
    one = run_case(case, tmp_path / "one")
    first, last = fields_of(one, 0), fields_of(one)
    assert all((first[name] != last[name]).mean() > 0.9 for name in first)
    assert_same(one, run_case(case, tmp_path / "blocks", "mesh.blocks=[1,1,4]", "device.threads=3"))


@pytest.mark.parametrize("ranks,system,ends,order", [(4, "mhd", "code", 2), (2, "euler", "code", 2), (4, "euler", "walls", 3),
                                                     (4, "srmhd", "code", 2),
                                                     *([(2, "mhd", "walls", 2), (2, "mhd", "walls", 3), (4, "euler", "walls", 4), (2, "euler", "code", 3), (4, "mhd", "code", 4),
                                                        (2, "srhd", "code", 2), (4, "srhd", "walls", 4)] * LONG)])
def test_ranks(tmp_path, ranks, system, ends, order):
    case = case_of(tmp_path, system, ends, order)
    assert_same(run_case(case, tmp_path / "one"), run_case_on(ranks, case, tmp_path / "other"))


@pytest.mark.parametrize("system,order", [("mhd", 2), ("mhd", 4), ("srhd", 2),
                                          *([("euler", 2), ("euler", 4), ("srhd", 4), ("srmhd", 2)] * LONG)])
def test_a_run_in_two_pieces(tmp_path, system, order):
    case = case_of(tmp_path, system, order=order)
    whole = run_case(case, tmp_path / "whole")
    half = run_case(case, tmp_path / "half", f"time.max_steps={STEPS // 2}")
    assert_same_bits(whole, run_case(case, tmp_path / "rest", "--restart", half))
    other = run_taub("run", case, "-o", tmp_path / "other", "--restart", half, "mesh.radius=[1,3]", expect=2)
    assert "mesh.radius" in other.stderr, other.stderr


@pytest.mark.parametrize("order", [2, *([3] * LONG)])
def test_fast_mode_is_near(tmp_path, order):
    case = case_of(tmp_path, order=order)
    strict, fast = run_case(case, tmp_path / "strict"), run_case(case, tmp_path / "fast", "--reproducible", "fast")
    for name, values in fields_of(strict).items():
        assert numpy.abs(values - fields_of(fast)[name]).max() < 1e-12 * numpy.abs(values).max(), name


@pytest.mark.parametrize("system,ends", [("mhd", "walls"), ("srhd", "walls"), *([("euler", "code"), ("srmhd", "code")] * LONG)])
def test_ader(tmp_path, system, ends):
    """ader-weno of order 2: blocks, threads, ranks, two pieces."""
    case = case_of(tmp_path, system, ends, scheme={"kind": "ader-weno", "order": 2})
    one = run_case(case, tmp_path / "one")
    assert_same(one, run_case(case, tmp_path / "blocks", "mesh.blocks=[1,1,4]", "device.threads=3"))
    assert_same(one, run_case_on(2, case, tmp_path / "ranks"))
    half = run_case(case, tmp_path / "half", f"time.max_steps={STEPS // 2}")
    assert_same_bits(one, run_case(case, tmp_path / "rest", "--restart", half))


@pytest.mark.parametrize("system,order", [("mhd", 3), ("euler", 3), *([("mhd", 4)] * LONG)])
def test_corrected_cells(tmp_path, system, order):
    """Where cells get fluxes of first order: blocks, threads, ranks, and a run in two pieces."""
    case = case_of(tmp_path, system, "walls", order, BLAST, mesh={"cells": [8, 8, 10]}, time={"max_steps": 2 * STEPS})
    one = run_case(case, tmp_path / "one")
    counts = read_summary(one)["counts"]
    print(f"{system}, order {order}: {counts}")
    assert counts["first_order_cells"] > 0
    blocks = run_case(case, tmp_path / "blocks", "mesh.blocks=[1,1,2]", "device.threads=3")
    assert_same(one, blocks)
    assert read_summary(blocks)["counts"] == counts
    assert_same(one, run_case_on(2, case, tmp_path / "ranks"))
    half = run_case(case, tmp_path / "half", f"time.max_steps={STEPS}")
    assert_same_bits(one, run_case(case, tmp_path / "rest", "--restart", half))
