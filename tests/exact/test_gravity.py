"""An isothermal atmosphere at rest under gravity, p = exp(-y) over four scale heights, before walls and open ends."""
import numpy
import pytest

from conftest import FAST, assert_same_bits, make_case, read_fields, read_history, run_case

AIR = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real waves = PARAMETER(waves);
    (void)t;
    state[0] = PARAMETER(energy) * real_exp(-x[1]);
    state[4] = real_exp(-x[1]);
    state[1] = waves * real_sin(R(3.0) * x[0] + x[1]);
    state[2] = waves * real_cos(R(2.0) * x[0]);
    if (PARAMETER(field) > R(0.0)) {
        state[5] = PARAMETER(field);
        state[7] = PARAMETER(field);
    }
}
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    (void)t;
    a[2] = PARAMETER(field) * x[1];
}
"""
# the last component of gas is the pressure, which is the density here; of srhd the charge density
GRAVITY = """
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    (void)x;
    (void)t;
    rate[2] = -state[4];
    rate[PARAMETER(energy) > R(1.0) ? 0 : 4] = -state[4] * state[2];
}
"""
SYSTEMS = {"euler": {}, "mhd": {"field": 0.5}, "srmhd": {"field": 0.5}, "srhd": {"energy": 3.5}}


def atmosphere(folder, system, cells, boundary="reflecting", waves=0, **changes):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "air.c").write_text(AIR)
    (folder / "gravity.c").write_text(GRAVITY)
    parameters = {"energy": 1, "field": 0, "waves": waves, **SYSTEMS[system]}
    base = {"system": system, "eos": {"kind": "ideal-gas", "gamma": 1.4, **({"mass": 1} if system == "srhd" else {})},
            "mesh": {"cells": cells, "lower": [0, 0, 0], "upper": [1, 4, 1], "boundary": {"x": "periodic", "y": boundary}},
            "scheme": {"kind": "ader-weno", "order": 3}, "time": {"end": 5, "cfl": 0.4},
            "initial": {"kind": "code", "file": "air.c", "parameters": parameters},
            "source": {"file": "gravity.c", "parameters": {"energy": parameters["energy"]}},
            "output": {"fields": ["velocity"], "history": 1000}, "device": {"threads": 1}}
    return make_case(folder, base=base, **changes)


def fastest(path, folder):
    return max(numpy.abs(values).max() for values in read_fields(run_case(path, folder, **FAST))[1].values())


@pytest.mark.parametrize("system,kind,order,most", [
    ("euler", "ader-weno", 2, 6e-4), ("euler", "ader-weno", 4, 1e-5), ("mhd", "ader-weno", 3, 1e-5),
    ("srhd", "ader-weno", 3, 2e-5), ("srmhd", "rk-weno", 3, 3e-5)])
def test_rest_between_walls(tmp_path, system, kind, order, most):
    """Of second order, with nothing lost through the walls; a mirror image alone leaves 7e-3 and 3.5e-3 at any order."""
    speeds = [fastest(atmosphere(tmp_path, system, [1, n, 1], scheme={"kind": kind, "order": order}), tmp_path / str(n))
              for n in (64, 128)]
    print(f"{system} {kind} {order}: {speeds[0]:.2e}, {speeds[1]:.2e}")
    assert speeds[0] < most and speeds[1] < speeds[0] / 3.4
    history = read_history(tmp_path / "64")
    for name in ("mass", "charge"):
        if name in history:
            assert abs(history[name][-1] / history[name][0] - 1) < 1e-14


@pytest.mark.parametrize("system", ["euler", "mhd"])
def test_rest_below_an_open_end(tmp_path, system):
    speeds = [fastest(atmosphere(tmp_path, system, [1, n, 1], ["reflecting", "outflow"]), tmp_path / str(n))
              for n in (64, 128)]
    print(f"{system}: {speeds[0]:.2e}, {speeds[1]:.2e}")
    assert speeds[0] < 1.5e-3 and speeds[1] < speeds[0] / 3.4


@pytest.mark.parametrize("system,order", [("euler", 4), ("mhd", 3)])
def test_blocks_do_not_change_bits(tmp_path, system, order):
    """A flow that moves against wall and open end."""
    path = atmosphere(tmp_path, system, [16, 24, 1], ["reflecting", "outflow"], 0.3, scheme={"order": order},
                      time={"end": 1, "max_steps": 12}, device={"reproducible": "strict"},
                      output={"fields": ["velocity", "pressure", "density"]})
    one = run_case(path, tmp_path / "one", **FAST)
    for blocks in ([2, 2, 1], [1, 3, 1]):
        assert_same_bits(one, run_case(path, tmp_path / f"{blocks[0]}{blocks[1]}", f"mesh.blocks={blocks}", **FAST))
