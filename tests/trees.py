"""Cases on blocks of several levels (mesh.refine), for tests of several folders, and the state that a run leaves."""
import h5py
import numpy

from conftest import make_case

GAS = {"system": "euler", "eos": {"kind": "ideal-gas", "gamma": 1.4}, "device": {"kind": "host", "reproducible": "strict"}}
# An uneven start with a jump, not symmetric in any way.
STIRRED = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real r2 = square(x[0] - R(0.13)) + square(x[1] - R(0.07)) + square(x[2] + R(0.05));
    (void)t;
    state[0] = R(1.0) + R(0.2) * x[0];
    state[1] = R(0.2);
    state[2] = R(-0.1) * x[0];
    state[3] = R(0.05);
    state[4] = r2 < R(0.09) ? R(5.0) : R(0.5);
}
"""
BALL = {"kind": "ball", "center": [0.3, -0.4, 0.1], "radius": 0.2}
TREE = [BALL, {"kind": "block", "size": [0.3, 0.1, 0.1], "center": [-0.8, 0.8, 0], "level": 1}]
OPEN = {"boundary": {"x": ["reflecting", "outflow"], "y": "periodic", "z": "outflow"}}


def refined(folder, source, cells, refine, order=3, kind="rk-weno", block=8, **changes):
    """A case on [-1, 1] along each axis with more than one cell."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "start.c").write_text(source)
    case = {**GAS, "mesh": {"cells": cells, "lower": [-1, -1, -1], "upper": [1, 1, 1], "boundary": "reflecting",
                            "blocks": [max(n // block, 1) for n in cells], "refine": refine},
            "scheme": {"kind": kind, **({"order": order} if order else {})}, "initial": {"kind": "code", "file": "start.c"},
            "time": {"start": 0, "end": 10, "cfl": 0.4, "max_steps": 20},
            "output": {"fields": ["density", "pressure", "velocity"], "history": 1, "values": "means"}}
    return make_case(folder, base=case, **changes)


def state_of(folder):
    """The conserved state of the checkpoint, [component][block, k][j][i], with levels and places of the blocks."""
    with h5py.File(folder / "checkpoint.hdf") as file:
        components = file["state"].shape[0] // 2
        return file["state"][:components], file["blocks/level"][()], file["blocks/place"][()]


def assert_same_state(a, b):
    for one, other in zip(state_of(a), state_of(b)):
        assert numpy.array_equal(one, other)
