"""The step of dissipative fluids: noise of one cell's length dies out in every uniform fluid, however it moves, and relaxation
that is faster than the step costs nothing (docs/theory/israel-stewart.md, steps)."""
import numpy
import pytest

from conftest import make_case, read_fields, read_history, read_summary, run_case, run_taub

NOISE = """
INLINE real noise(real seed)
{
    const real x = R(43758.5453) * sin(seed);
    return x - floor(x) - R(0.5);
}
INLINE void initial(const real x[3], real time, real state[])
{
    (void)time;
    const real seed = R(12.9898) * x[0] + R(78.233) * x[1];
    state[0] = PARAMETER(energy) * (R(1.0) + R(1e-6) * noise(seed));
    state[1] = PARAMETER(ux) + R(1e-6) * noise(seed + R(1.0));
    state[2] = PARAMETER(uy) + R(1e-6) * noise(seed + R(2.0));
    state[3] = R(0.0);
    for (int c = 4; c < 14; c++)
        state[c] = R(0.0);
    state[14] = R(1e-7) * noise(seed + R(3.0));
}
"""


def moving(tmp_path, ux, uy):
    """T = 0.147 GeV, where tau_Pi is shortest and the causal speed of sound nearest to that of light."""
    (tmp_path / "noise.c").write_text(NOISE)
    return make_case(tmp_path, base={
        "system": "israel-stewart", "eos": {"kind": "lattice-wb"},
        "transport": {"shear_viscosity": {"kind": "constant", "value": 0.12}, "bulk_viscosity": {"kind": "denicol"}},
        "mesh": {"coordinates": "cartesian", "cells": [12, 12, 1], "lower": [0, 0, 0], "upper": [1.2, 1.2, 1],
                 "boundary": {"x": "periodic", "y": "periodic"}},
        "scheme": {"kind": "kurganov-tadmor"}, "time": {"start": 0, "end": 4, "freeze_out": 0.1},
        "initial": {"kind": "code", "file": "noise.c", "parameters": {"energy": 0.2319, "ux": ux, "uy": uy}},
        "output": {"fields": ["bulk_pressure", "energy_density"], "history": 10},
        "device": {"kind": "host", "threads": 1}})


@pytest.mark.parametrize("ux, uy", [(1, 1), (3, 1)])
def test_noise_dies_out_in_a_moving_fluid(tmp_path, ux, uy):
    """Du from the fluxes, and a bound that took 1/(u^t tau) for the decay of the stress, let it grow 1.3 times a step."""
    folder = run_case(moving(tmp_path, ux, uy), tmp_path / "out")
    fields = read_fields(folder)[1]
    spread = numpy.ptp(fields["energy_density"]) / 0.2319
    print(f"u = ({ux}, {uy}): spread of e {spread:.1e} after {read_history(folder)['step'].max():.0f} steps")
    assert spread < 1e-6
    assert numpy.abs(fields["bulk_pressure"]).max() < 1e-6


def test_a_fluid_that_is_not_causal_ends_the_run(tmp_path):
    """zeta/tau_Pi four times the paper's: sound faster than light, so that noise grows at any step and the regulator eats
    the stress. That is not to end with exit code 0."""
    case = moving(tmp_path, 3, 1)
    failed = run_taub("run", case, "-o", tmp_path / "out", "--quiet", "transport.bulk_relaxation=60", expect=1)
    assert "no causal fluid" in failed.stderr
    assert read_summary(tmp_path / "out")["counts"]["lost"] > 0


def drop(tmp_path, **transport):
    """Between 0.06 and 0.3 GeV."""
    return make_case(tmp_path, base={
        "system": "israel-stewart", "eos": {"kind": "lattice-wb"},
        "transport": {"shear_viscosity": {"kind": "constant", "value": 0.12}, **transport},
        "mesh": {"coordinates": "milne", "cells": [20, 20, 1], "lower": [-6, -6, -0.5], "upper": [6, 6, 0.5]},
        "scheme": {"kind": "kurganov-tadmor"}, "time": {"start": 0.6, "end": 3, "freeze_out": 0.1},
        "initial": {"kind": "gaussian", "peak": {"energy_density": 20}, "background": {"energy_density": 1e-3}, "width": [1.5, 1.5, 1]},
        "output": {"fields": ["bulk_pressure"], "history": 0, "every": 0}, "device": {"kind": "host", "threads": 1}})


@pytest.mark.parametrize("bulk", [{"maximum": 0.005, "width": 0.02}, {"maximum": 0.05, "width": 0.01}, {"maximum": 1e-12, "width": 0.02}])
def test_small_viscosities_cost_no_steps(tmp_path, bulk):
    """The bulk pressure relaxes within 1e-3 to 1e-13 fm/c here and there, where signals alone bound the step."""
    transport = {"bulk_viscosity": {"kind": "cauchy", "temperature": 0.18, **bulk}}
    told, taken = [], []
    for name, case in (("bulk", drop(tmp_path / "bulk", **transport)), ("shear", drop(tmp_path / "shear"))):
        told.append(int(run_taub("check", case).stdout.split("steps     about ")[1].split()[0]))
        summary = read_summary(run_case(case, tmp_path / name / "out"))
        taken.append(summary["steps"])
        assert summary["counts"]["lost"] == 0
    print(f"{told} told, {taken} taken, with bulk pressure and without")
    assert taken[0] < 1.1 * taken[1] and told[0] < 1.1 * told[1]


def test_a_step_longer_than_the_relaxation_is_taken(tmp_path):
    """A fixed step ended a run midway, in cells that move, and was refused before the run elsewhere."""
    case = drop(tmp_path, bulk_viscosity={"kind": "cauchy", "temperature": 0.18, "maximum": 0.005, "width": 0.02})
    run_taub("check", case, "time.step=0.04")
    summary = read_summary(run_case(case, tmp_path / "out", "time.step=0.04"))
    assert summary["steps"] == 60 and summary["counts"]["lost"] == 0


START = """
INLINE void initial(const real x[3], real time, real state[])
{
    const real r2 = x[0] * x[0] + x[1] * x[1];
    (void)time;
    for (int c = 0; c < 15; c++)
        state[c] = R(0.0);
    state[0] = R(1e-3) + R(20.0) * real_exp(R(-0.5) * r2);
    const real stress = PARAMETER(stress) * state[0];
    state[8] = state[11] = R(0.5) * stress;
    state[13] = -stress;
}
"""


def test_a_start_with_too_much_stress_is_survived(tmp_path):
    """What no fluid has is gone after some steps, is counted, and does not end the run; it did at the first look. A restart
    counts on."""
    (tmp_path / "start.c").write_text(START)
    case, folder = drop(tmp_path), tmp_path / "out"
    start = (f"initial={{kind: code, file: {tmp_path}/start.c, parameters: {{stress: 1.3}}}}", "time.start=0.2", "time.step=0.01",
             "output.history=5")
    lost = read_summary(run_case(case, folder, *start, "time.end=0.4"))["counts"]["lost"]
    counts = read_summary(run_case(case, folder, *start, "time.end=0.8", "--restart", folder))["counts"]
    print(counts)
    assert counts["lost"] >= lost > 0
