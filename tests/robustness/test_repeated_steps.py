"""A step that fails is taken again with half of its length before a run gives up, and counted."""
import pytest

from conftest import FAST, assert_same_bits, make_case, read_fields, read_summary, run_case, run_taub
from ranks import exchange_by, start

# a gas loses its heat faster than a step by time.cfl can follow
COOL = """
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    (void)t;
    rate[4] = -PARAMETER(rate) * R(2.5) * state[4] * (R(1.0) + R(0.3) * real_sin(R(6.283185307179586) * x[0]));
}
"""
# it loses more than there is, however short the step
DRAIN = """
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    (void)x;
    (void)state;
    rate[4] = t > PARAMETER(from) ? R(-1e30) : R(0.0);
}
"""
GAS = {"system": "euler", "eos": {"kind": "ideal-gas", "gamma": 1.4},
       "mesh": {"cells": [32, 16, 1], "lower": [0, 0, 0], "upper": [1, 0.5, 1], "boundary": "periodic"},
       "scheme": {"kind": "rk-weno", "order": 2}, "time": {"end": 0.03, "cfl": 0.4},
       "initial": {"kind": "wave", "amplitude": 0.2, "waves": [1, 1, 0], "state": {"density": 1, "pressure": 1}},
       "source": {"file": "cool.c", "parameters": {"rate": 150}},
       "output": {"fields": ["pressure"], "history": 1}, "device": {"threads": 1, "reproducible": "strict"}}
FIELD = {"kind": "alfven-wave", "waves": [1, 1, 0], "amplitude": 0.1, "state": {"density": 1, "pressure": 1}}
SCHEMES = {"rk-weno": {}, "ader-weno": {"scheme": {"kind": "ader-weno", "order": 3}},
           "kurganov-tadmor": {"scheme": {"kind": "kurganov-tadmor"}}, "musta": {"scheme": {"kind": "musta"}},
           "mhd": {"system": "mhd", "initial": FIELD, "scheme": {"kind": "rk-weno", "order": 3}}}


@pytest.mark.parametrize("name", SCHEMES)
def test_a_shorter_step_goes_on(tmp_path, name):
    """The run ends, with heat that has gone as it should, and the same bits in blocks and on ranks."""
    (tmp_path / "cool.c").write_text(COOL)
    path = make_case(tmp_path, base=GAS, **SCHEMES[name])
    folder = run_case(path, tmp_path / "one", **FAST)
    assert read_summary(folder)["counts"]["repeated_steps"] > 0
    assert read_summary(folder)["counts"]["recovery_failures"] == 0
    pressure = read_fields(folder)[1]["pressure"]
    assert 0 < pressure.min() and pressure.max() < 0.2
    other = run_case(path, tmp_path / "blocks", "mesh.blocks=[2,2,1]", **FAST)
    assert_same_bits(folder, other)
    assert read_summary(other)["counts"]["repeated_steps"] == read_summary(folder)["counts"]["repeated_steps"]
    if name == "rk-weno":
        run_case(path, other, f"time.max_steps={read_summary(folder)['steps'] - 1}", **FAST)
        run_case(path, other, "--restart", other, **FAST)
        assert read_summary(other)["counts"] == read_summary(folder)["counts"]


@pytest.mark.parametrize("way", ["host", "nccl"])
def test_ranks_repeat_together(tmp_path, way):
    (tmp_path / "cool.c").write_text(COOL)
    path = make_case(tmp_path, base=GAS)
    one = run_case(path, tmp_path / "one", **FAST)
    environment = {**exchange_by(way), **FAST["env"]}
    process = start(2, "run", path, "-o", tmp_path / "two", "--quiet", "mesh.blocks=[1,2,1]", env=environment)
    assert process.wait(timeout=300) == 0
    assert_same_bits(one, tmp_path / "two")
    assert read_summary(tmp_path / "two")["counts"]["repeated_steps"] == read_summary(one)["counts"]["repeated_steps"]


@pytest.mark.parametrize("least,tried,repeated", [(0, 32, 5), (1e-3, 8, 3)])
def test_what_no_step_helps_ends_the_run(tmp_path, least, tried, repeated):
    """The message says how long the steps were that failed, and whether time.minimum_step forbids a shorter one: the first
    is 9.5e-3."""
    (tmp_path / "cool.c").write_text(DRAIN)
    path = make_case(tmp_path, base=GAS, source={"parameters": {"from": -1, "rate": None}}, time={"minimum_step": least})
    done = run_taub("run", path, "-o", tmp_path / "out", "--quiet", expect=1, **FAST)
    assert "no primitive state" in done.stderr and f"with dt and with what is {tried} times as long" in done.stderr, done.stderr
    assert ("half of dt is too short (time.minimum_step)" in done.stderr) == (least > 0)
    assert read_summary(tmp_path / "out")["counts"]["repeated_steps"] == repeated


def test_steps_towards_what_none_helps(tmp_path):
    """They become as short as they may be, be it by halvings or by time.minimum_step, and the run ends."""
    (tmp_path / "cool.c").write_text(DRAIN)
    path = make_case(tmp_path, base=GAS, source={"parameters": {"from": 0.01, "rate": None}})
    done = run_taub("run", path, "-o", tmp_path / "out", "--quiet", expect=1, **FAST)
    assert "no primitive state" in done.stderr and "at time 0.01 " in done.stderr, done.stderr
    assert 5 < read_summary(tmp_path / "out")["counts"]["repeated_steps"] < 100


def test_a_fixed_step_is_what_the_case_says(tmp_path):
    (tmp_path / "cool.c").write_text(COOL)
    path = make_case(tmp_path, base=GAS, time={"step": 0.0125, "cfl": None})
    done = run_taub("run", path, "-o", tmp_path / "out", "--quiet", expect=1, **FAST)
    assert "no primitive state" in done.stderr and read_summary(tmp_path / "out")["counts"]["repeated_steps"] == 0
