"""Open ends of mhd and srmhd: the last faces, which no cell owns, are advanced like all others, and behind them density,
velocity and pressure go on, whatever the field across the end."""
import numpy
import pytest

from conftest import FAST, assert_same_bits, make_case, read_fields, read_history, run_case
from ranks import require_ranks, run_case_on

BALL = {"mhd": {"inside": 2.1, "outside": 0.1, "field": 3.0, "end": 0.12},
        "srmhd": {"inside": 1.0, "outside": 0.01, "field": 0.3, "end": 0.8}}


def ball(folder, system, cells, kind, order, **more):
    """A ball of higher pressure in a uniform oblique field, whose waves have crossed all ends."""
    of = BALL[system]
    field = [of["field"] * share for share in (0.6, 0.7, -0.4)]
    base = {"system": system, "eos": {"kind": "ideal-gas", "gamma": 1.4},
            "mesh": {"cells": cells, "lower": [-0.5, -0.5, -0.5], "upper": [0.5, 0.5, 0.5], "boundary": "outflow"},
            "scheme": {"kind": kind, "order": order}, "time": {"end": of["end"], "cfl": 0.3},
            "initial": {"kind": "ball", "radius": 0.2,
                        "inside": {"density": 1, "pressure": of["inside"], "magnetic_field": field},
                        "outside": {"density": 1, "pressure": of["outside"], "magnetic_field": field}},
            "output": {"fields": ["density", "pressure", "velocity", "magnetic_field", "magnetic_flux"], "history": 1},
            "device": {"kind": "host", "threads": 1, "reproducible": "strict"}}
    return make_case(folder, base=base, **more)


@pytest.mark.parametrize("system,cells,kind,order", [
    ("mhd", [24, 24, 1], "ader-weno", 2), ("mhd", [16, 1, 16], "ader-weno", 3), ("mhd", [1, 16, 16], "rk-weno", 4),
    ("mhd", [12, 12, 12], "ader-weno", 4), ("srmhd", [16, 16, 1], "ader-weno", 2), ("srmhd", [12, 12, 12], "rk-weno", 2)],
    ids=["mhd-xy-2", "mhd-xz-3", "mhd-yz-rk-4", "mhd-xyz-4", "srmhd-xy-2", "srmhd-xyz-rk-2"])
def test_opposite_corners_are_images(tmp_path, system, cells, kind, order):
    """The ball is its own image in the middle of the mesh, to rounding at its end as at its start; so are all corners where
    ends meet, of which only those of upper ends have more than one face of their own. With the last faces found from div B
    these differed by up to a fifth of the pressure in a strong field."""
    out = run_case(ball(tmp_path, system, cells, kind, order), tmp_path / "out", **FAST)
    fields, history = read_fields(out)[1], read_history(out)
    assert history["divergence"].max() <= 1e-13 and history["mass"][-1] < 0.999 * history["mass"][0]
    for name, sign in (("density", 1), ("pressure", 1), ("velocity/x", -1), ("magnetic_field/y", 1)):
        values = fields[name]
        assert abs(values - sign * numpy.flip(values)).max() <= 1e-11 * abs(values).max(), name


OPEN = {"x": "outflow", "y": ["reflecting", "outflow"], "z": "outflow"}


@pytest.mark.parametrize("system,kind,order", [("mhd", "ader-weno", 3), ("srmhd", "rk-weno", 2)])
def test_pieces_do_not_change_bits(tmp_path, system, kind, order):
    state = {"density": 1, "pressure": BALL[system]["outside"], "magnetic_field": [0.4, 0, -0.2]}
    states = [{**state, "velocity": [0.3, 0, 0.1]}, {**state, "pressure": BALL[system]["inside"], "velocity": [-0.2, 0.1, 0.3]}]
    case = ball(tmp_path, system, [16, 12, 12], kind, order, mesh={"boundary": OPEN}, time={"max_steps": 8},
                initial={"kind": "pieces", "cuts": {"y": [0.1]}, "states": states})
    one = run_case(case, tmp_path / "one", **FAST)
    for blocks in ([2, 1, 1], [1, 2, 1], [2, 1, 2]):
        assert_same_bits(one, run_case(case, tmp_path / "blocks", f"mesh.blocks={blocks}", **FAST))
    part = run_case(case, tmp_path / "part", "time.max_steps=5", "mesh.blocks=[1, 2, 1]", **FAST)
    assert_same_bits(one, run_case(case, tmp_path / "rest", "--restart", part, **FAST))
    require_ranks()
    for ranks in (2, 4):
        assert_same_bits(one, run_case_on(ranks, case, tmp_path / f"on-{ranks}", **FAST))


POTENTIAL = """
void initial(const real x[3], real t, real state[])
{
    state[0] = state[4] = 1;
    state[5] = -x[0] * real_sin(x[1]);
    state[6] = -real_cos(x[1]);
}
void vector_potential(const real x[3], real t, real a[3])
{
    a[2] = x[0] * real_cos(x[1]);
}
"""


def test_a_start_has_the_field_of_its_last_faces(tmp_path):
    """B = (-x sin y, -cos y, 0) is its own image at x = 0 and at y = 0, in corners of upper ends, too: faces there that share
    the divergence are wrong by first order."""
    (tmp_path / "field.c").write_text(POTENTIAL)
    case = ball(tmp_path, "mhd", [16, 12, 1], "ader-weno", 2, time={"max_steps": 1},
                initial={"kind": "code", "file": "field.c"})
    start = read_fields(run_case(case, tmp_path / "out", **FAST), 0)[1]
    for name, odd in (("magnetic_field/x", True), ("magnetic_field/y", False)):
        values = start[name]
        for axis in (1, 2):
            assert abs(values - (-1 if odd else 1) * numpy.flip(values, axis)).max() <= 1e-14, (name, axis)
