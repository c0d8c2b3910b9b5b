"""Where a conducting wall meets a boundary whose states have a flow and a field across the wall: no electric field along
the wall, so that the divergence of B stays, and mirror images and blocks have the same bits."""
import numpy
import pytest

from conftest import FAST, make_case, read_fields, read_history, read_summary, run_case

BOUNDARY = """
void boundary(const real x[3], real t, const real inside[], real state[])
{
    state[1] = PARAMETER(turn) * ((real)0.3 + (real)0.2 * PARAMETER(turn) * x[0]);
    state[3] = inside[3] + (real)0.1;
    state[4] = inside[4] * ((real)1 + (real)0.2 * t);
    state[5] = PARAMETER(turn) * (real)0.4;
    state[7] = (real)0.25;
}
"""


def inflow(turn):
    return {"density": 1.2, "pressure": 0.8, "velocity": [0.4 * turn, 0.3, -0.5], "magnetic_field": [0.7 * turn, 0.2, 0.4]}


def run(folder, order, boundary, *keys, kind="ader-weno", cells=(16, 12, 1), turn=1, steps=20, **more):
    """A jump of the pressure drives the gas against walls along x; `turn` -1: the mirror image."""
    faces = {f"{axis}_{side}": inflow(turn) for axis in "xyz" for side, word in
             zip(("lower", "upper"), boundary[axis] if isinstance(boundary[axis], list) else [boundary[axis]] * 2)
             if word == "inflow"}
    words = {word for ends in boundary.values() for word in (ends if isinstance(ends, list) else [ends])}
    folder.mkdir(exist_ok=True)
    (folder / "boundary.c").write_text(BOUNDARY)
    closed = ["reflecting" in ends for ends in boundary.values()]
    field = [0.0 if wall else 0.5 for wall in closed]
    state = {"density": 1, "velocity": [0.2 * turn, 0.5, -0.3], "magnetic_field": field}
    base = {"system": "mhd", "eos": {"kind": "ideal-gas"},
            "mesh": {"cells": list(cells), "lower": [-1, -1, -1], "upper": [1, 1, 1], "boundary": boundary},
            "scheme": {"kind": kind, "order": order}, "time": {"end": 10, "max_steps": steps, "cfl": 0.3},
            "initial": {"kind": "pieces", "cuts": {"x": [0.25 * turn]},
                        "states": [{**state, "pressure": p} for p in (5, 0.5)[::turn]]},
            "output": {"fields": ["density", "pressure", "velocity", "magnetic_field", "magnetic_flux"], "history": 1},
            "device": {"kind": "host", "threads": 1, "reproducible": "strict"}}
    if faces:
        base["inflow"] = faces
    if "code" in words:
        base["boundary"] = {"file": "boundary.c", "parameters": {"turn": turn}}
    out = run_case(make_case(folder, base={**base, **more}), folder / "out", *keys, **FAST)
    assert read_summary(out)["steps"] == steps
    return out


# the wall along an earlier or a later axis than the given states, or at one end only of each
WALLS = {"x": {"x": "reflecting", "y": "GIVEN", "z": "periodic"}, "y": {"x": "GIVEN", "y": "reflecting", "z": "periodic"},
         "turned": {"x": ["GIVEN", "reflecting"], "y": ["reflecting", "GIVEN"], "z": "periodic"},
         "cube": {"x": "reflecting", "y": ["GIVEN", "outflow"], "z": ["GIVEN", "reflecting"]}}


def walls(name, given):
    return {axis: [given if end == "GIVEN" else end for end in ends] if isinstance(ends, list) else
            given if ends == "GIVEN" else ends for axis, ends in WALLS[name].items()}


@pytest.mark.parametrize("name,kind,order,given", [
    ("x", "ader-weno", 2, "code"), ("x", "rk-weno", 3, "inflow"), ("y", "ader-weno", 2, "code"),
    ("turned", "ader-weno", 3, "inflow"), ("cube", "ader-weno", 2, "code")])
def test_no_divergence_where_walls_meet_given_states(tmp_path, name, kind, order, given):
    """And no field across walls: not even at lower ones, whose faces the electric field would change."""
    out = run(tmp_path, order, walls(name, given), kind=kind, cells=(16, 12, 12 if name == "cube" else 1))
    assert read_history(out)["divergence"].max() <= 1e-13
    flux = read_fields(out)[1]["magnetic_flux/" + ("y" if name in ("y", "turned") else "x")]
    at_wall = flux[:, 0, :] if name in ("y", "turned") else flux[:, :, 0]
    assert numpy.abs(at_wall).max() <= 1e-13 < 1e-3 < numpy.abs(flux).max()


def test_mirror_images_beside_given_states(tmp_path):
    """The same bits; HLLD takes one of the two sides of a contact at rest, as at a wall, which leaves rounding there."""
    flow, image = ({name: values for name, values in read_fields(out)[1].items() if "flux" not in name} for out in (
        run(tmp_path / str(turn), 3, walls("x", "inflow"), "scheme.riemann=hlli", turn=turn) for turn in (1, -1)))
    for name, values in flow.items():
        assert numpy.array_equal(values, (-1 if name.endswith("/x") else 1) * numpy.flip(image[name], -1)), name


def test_blocks_of_walls_beside_given_states_do_not_change_bits(tmp_path):
    one = read_fields(run(tmp_path / "one", 2, walls("x", "code")))[1]
    many = read_fields(run(tmp_path / "many", 2, walls("x", "code"), "mesh.blocks=[2, 2, 1]"))[1]
    for key, values in one.items():
        assert numpy.array_equal(values, many[key]), key
