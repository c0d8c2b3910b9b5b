"""The step of dissipative fluids: noise of one cell's length dies out in every uniform fluid, however it moves, and a fixed
step beyond the bound ends the run with a message (docs/theory/israel-stewart.md, steps)."""
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


def test_long_steps_end_the_run(tmp_path):
    """At rest 0.0368 fm/c would do on this mesh, at u = (3, 1) less does: the clock finds it, not `check`."""
    case = moving(tmp_path, 3, 1)
    failed = run_taub("run", case, "-o", tmp_path / "out", "--quiet", "time.step=0.034", expect=1)
    assert "time.step: 0.034 is longer than" in failed.stderr and "the largest stable step" in failed.stderr


def test_a_fluid_that_is_not_causal_ends_the_run(tmp_path):
    """zeta/tau_Pi four times the paper's: sound faster than light, so that noise grows at any step and the regulator eats
    the stress. That is not to end with exit code 0."""
    case = moving(tmp_path, 3, 1)
    failed = run_taub("run", case, "-o", tmp_path / "out", "--quiet", "transport.bulk_relaxation=60", expect=1)
    assert "no causal fluid" in failed.stderr
    assert read_summary(tmp_path / "out")["counts"]["lost"] > 0


def drop(tmp_path, width, **time):
    """Between 0.06 and 0.3 GeV, with a peak of zeta/s so narrow that the bulk pressure of the cold edge relaxes within 0.01 fm/c."""
    return make_case(tmp_path, f"{width}.yaml", base={
        "system": "israel-stewart", "eos": {"kind": "lattice-wb"},
        "transport": {"shear_viscosity": {"kind": "constant", "value": 0.12},
                      "bulk_viscosity": {"kind": "cauchy", "maximum": 0.05, "temperature": 0.18, "width": width}},
        "mesh": {"coordinates": "milne", "cells": [20, 20, 1], "lower": [-6, -6, -0.5], "upper": [6, 6, 0.5]},
        "scheme": {"kind": "kurganov-tadmor"}, "time": {"start": 0.6, "end": 0.9, **time},
        "initial": {"kind": "gaussian", "peak": {"energy_density": 20}, "background": {"energy_density": 1e-3}, "width": [1.5, 1.5, 1]},
        "output": {"fields": ["bulk_pressure"], "history": 0, "every": 0}, "device": {"kind": "host", "threads": 1}})


@pytest.mark.parametrize("width", [0.3, 0.01])
def test_check_knows_how_many_steps_relaxation_takes(tmp_path, width):
    case = drop(tmp_path, width, cfl=0.4)
    told = int(run_taub("check", case).stdout.split("steps     about ")[1].split()[0])
    steps = read_summary(run_case(case, tmp_path / "out"))["steps"]
    print(f"{told} told, {steps} taken")
    assert 0.8 < told / steps < 1.25 and (steps > 60) == (width == 0.01)


def test_fixed_steps_are_checked_at_all_temperatures_of_all_lines(tmp_path):
    """The cold edge relaxes faster than anything above freeze-out: told before the run, and for each line of a design."""
    drop(tmp_path, 0.3, step=0.012)
    message = run_taub("check", drop(tmp_path, 0.01, step=0.012, freeze_out=0.15), expect=2).stderr
    assert "the bulk pressure relaxes within" in message
    assert float(message.split("at T = ")[1].split()[0]) < 0.15
    (tmp_path / "design.csv").write_text("transport.bulk_viscosity.width, initial.peak.energy_density\n0.3, 20\n0.2, 30\n0.01, 20\n")
    (tmp_path / "study.yaml").write_text("case: 0.3.yaml\ndesign: design.csv\n")
    for verb in ("check", "batch"):
        message = run_taub(verb, tmp_path / "study.yaml", expect=2, cwd=tmp_path).stderr
        assert "design.csv:4:" in message and "time.step: 0.012 fm/c is longer than" in message
    assert not (tmp_path / "out").exists()
