"""A cold fast flow that comes in through a face into cold gas at rest. No cell knows of it before the first step, so what
boundaries prescribe must bound the step. Behind both shocks pressure and velocity are those of strong shocks:

  gas dynamics  rho_j (u - v)^2 = rho v^2, p = (gamma + 1)/2 rho v^2
  relativistic  p = n (gamma W + 1)(W - 1), n and W of the gas ahead of either shock, W relative to the gas behind it

(Landau and Lifshitz, Fluid Mechanics, 89 and 135; ahead of the shocks the pressure is small.)"""

import numpy
import pytest

from conftest import FAST, LONG, assert_same_bits, make_case, read_fields, read_history, read_summary, run_case


GAS = {"system": "euler", "eos": {"kind": "ideal-gas", "gamma": 5 / 3},
       "mesh": {"cells": [100, 1, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": {"x": ["inflow", "outflow"]}},
       "scheme": {"kind": "ader-weno", "order": 2}, "time": {"end": 0.001, "cfl": 0.4},
       "initial": {"kind": "riemann", "position": 2, "left": {"density": 0.5, "pressure": 0.4127},
                   "right": {"density": 0.5, "pressure": 0.4127}},
       "inflow": {"x_lower": {"density": 5, "pressure": 0.4127, "velocity": [800, 0, 0]}},
       "output": {"fields": ["pressure", "velocity"]}, "device": {"kind": "host", "threads": 1}}
COLD = {"charge_density": 1, "pressure": 1e-6}
JET = {"system": "srhd", "eos": {"kind": "ideal-gas", "gamma": 4 / 3},
       "mesh": {"cells": [400, 1, 1], "lower": [0, 0, 0], "upper": [10, 1, 1], "boundary": {"x": ["inflow", "outflow"]}},
       "scheme": {"kind": "kurganov-tadmor"}, "time": {"end": 8, "cfl": 0.4},
       "initial": {"kind": "riemann", "position": 20, "left": COLD, "right": COLD},
       "inflow": {"x_lower": {"charge_density": 0.1, "pressure": 1e-6, "four_velocity": [99**0.5, 0, 0]}},
       "output": {"fields": ["pressure", "velocity"]}, "device": {"kind": "host", "threads": 1}}


def gas_behind():
    velocity = 800 / (1 + (0.5 / 5)**0.5)
    return velocity, 4 / 3 * 0.5 * velocity**2


def jet_behind():
    def ram(n, w):
        return n * (4 / 3 * w + 1) * (w - 1)
    low, high, jet = 0.0, 99**0.5 / 10, 99**0.5 / 10
    for _ in range(100):
        v = 0.5 * (low + high)
        w = (1 - v * v)**-0.5
        low, high = (v, high) if ram(0.1, 10 * w * (1 - jet * v)) > ram(1, w) else (low, v)
    return v, ram(1, w)


def behind_the_shocks(folder):
    """Medians over the inner half of the cells where the gas is hot."""
    fields = read_fields(folder)[1]
    pressure, velocity = fields["pressure"][0, 0], fields["velocity/x"][0, 0]
    hot = numpy.flatnonzero(pressure > 0.5 * pressure.max())
    inner = hot[len(hot) // 4: len(hot) - len(hot) // 4]
    assert len(inner) >= 4
    return numpy.median(velocity[inner]), numpy.median(pressure[inner])


CASES = [(GAS, scheme) for scheme in ({"kind": "ader-weno", "order": 2}, {"kind": "rk-weno", "order": 2},
                                      {"kind": "musta"}, {"kind": "cese"})]
CASES += [(JET, scheme) for scheme in ({"kind": "kurganov-tadmor"}, {"kind": "shasta"})]
if LONG:
    CASES += [(base, {"kind": kind, "order": order}) for base in (GAS, JET) for kind in ("ader-weno", "rk-weno")
              for order in (3, 4)]
    CASES += [(JET, {"kind": "musta"}), (JET, {"kind": "cese"})]


@pytest.mark.parametrize("base,scheme", CASES)
def test_cold_inflow(tmp_path, base, scheme):
    """Plateaus within 5 %, whatever the step may be; the flow crosses no more than cfl of a cell in any of them."""
    case = make_case(tmp_path, base=base, scheme=scheme)
    folder = run_case(case, tmp_path / "out", **FAST)
    velocity, pressure = gas_behind() if base is GAS else jet_behind()
    assert behind_the_shocks(folder) == pytest.approx((velocity, pressure), rel=0.05)
    assert read_summary(folder)["counts"]["recovery_failures"] == 0
    dt = read_history(folder)["dt"][1:]
    speed, spacing = (800, 0.01) if base is GAS else (99**0.5 / 10, 0.025)
    assert dt.max() * speed <= 0.4 * spacing
    assert dt[0] <= 0.1 * 0.4 * spacing / speed * (1 + 1e-12)
    assert (dt[1:] <= 2 * dt[:-1] * (1 + 1e-12)).all()


SWITCHED = """
void boundary(const real x[3], real t, const real inside[], real state[])
{
    const int on = t > R(2.0);
    (void)x;
    (void)inside;
    state[0] = on ? R(0.100003) : R(1.000003);
    state[1] = on ? R(9.9498743710661995) : R(0.0);
    state[2] = state[3] = R(0.0);
    state[4] = on ? R(0.1) : R(1.0);
}
"""


def test_a_flow_that_is_switched_on(tmp_path):
    """At rest steps are hundreds of times longer than the flow allows: the step that would meet its begin is shortened."""
    (tmp_path / "switched.c").write_text(SWITCHED)
    case = make_case(tmp_path, base=JET, inflow=None, mesh={"boundary": {"x": ["code", "outflow"]}},
                     boundary={"file": "switched.c"}, time={"end": 10})
    folder = run_case(case, tmp_path / "out", **FAST)
    assert behind_the_shocks(folder) == pytest.approx(jet_behind(), rel=0.05)
    history = read_history(folder)
    during = history["time"] > 2.0
    assert history["dt"][during].max() <= 0.4 * 0.025 / (99**0.5 / 10)


ZHANG_SHU = """
void boundary(const real x[3], real t, const real inside[], real state[])
{
    (void)t;
    (void)inside;
    if (x[1] < R(0.05)) {
        state[0] = R(5.0);
        state[1] = R(800.0);
        state[2] = state[3] = R(0.0);
        state[4] = R(0.4127);
    }
}
"""


@pytest.mark.parametrize("scheme", [{"kind": "ader-weno", "order": 2}, {"kind": "cese"}] +
                         ([{"kind": "musta"}, {"kind": "ader-weno", "order": 4}, {"kind": "rk-weno", "order": 3}]
                          if LONG else []))
def test_jet_at_mach_2000(tmp_path, scheme):
    """Zhang and Shu, J. Comput. Phys. 229 (2010) 8918, example 4.4, the upper half: it once ended after one step. The
    bits are those of any blocks and threads."""
    (tmp_path / "jet.c").write_text(ZHANG_SHU)
    case = make_case(tmp_path, base=GAS, inflow=None, scheme=scheme, boundary={"file": "jet.c"},
                     mesh={"cells": [48, 24, 1], "upper": [1, 0.5, 1],
                           "boundary": {"x": ["code", "outflow"], "y": ["reflecting", "outflow"]}})
    folder = run_case(case, tmp_path / "out", **FAST)
    assert read_summary(folder)["steps"] > 800 * 0.001 / (0.4 / 48)
    pressure = read_fields(folder)[1]["pressure"][0]
    # on the axis the head moves as in one dimension, or slower, since the gas behind the shock flows aside
    head = numpy.flatnonzero(pressure[0] > 1e3)[-1] / 48
    assert 0.4 < head < 4 / 3 * gas_behind()[0] * 0.001 + 2 / 48
    assert pressure.max() < 1.25 * gas_behind()[1]
    if scheme["kind"] != "cese" and not LONG:
        return
    strict = [run_case(case, tmp_path / str(n), "--reproducible", "strict", f"mesh.blocks={blocks}", "--threads", threads,
                       "time.max_steps=30", **FAST)
              for n, (blocks, threads) in enumerate([([1, 1, 1], 1), ([4, 3, 1], 2)])]
    assert_same_bits(*strict)


def test_a_smooth_start_takes_the_whole_step(tmp_path):
    """Jumps are told from gradients: the first step of a wave is that of the bound, of a strong blast a tenth of it."""
    wave = make_case(tmp_path, "wave.yaml", base=GAS, inflow=None, mesh={"boundary": "periodic"}, time={"max_steps": 2},
                     initial={"kind": "wave", "amplitude": 0.9, "state": {"density": 1, "pressure": 1}})
    blast = make_case(tmp_path, "blast.yaml", base=GAS, inflow=None, mesh={"boundary": "outflow"},
                      time={"max_steps": 2, "end": 0.1},
                      initial={"position": 0.5, "left": {"density": 1, "pressure": 1000},
                               "right": {"density": 1, "pressure": 0.01}})
    dt = read_history(run_case(wave, tmp_path / "wave", "time.end=1", **FAST))["dt"]
    assert dt[1] == pytest.approx(dt[2], rel=0.02)
    dt = read_history(run_case(blast, tmp_path / "blast", **FAST))["dt"]
    assert dt[1] == pytest.approx(0.1 * 0.4 * 0.01 / (5 / 3 * 1000)**0.5, rel=1e-12)
    assert dt[2] == pytest.approx(2 * dt[1], rel=1e-12)
    dt = read_history(run_case(blast, tmp_path / "whole", "time.first_step=1", **FAST))["dt"]
    assert dt[1] == pytest.approx(0.4 * 0.01 / (5 / 3 * 1000)**0.5, rel=1e-12)
