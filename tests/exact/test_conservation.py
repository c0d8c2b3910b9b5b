"""In a periodic Cartesian box the totals of energy, momentum and charge stay, in double precision: smooth flow in three
dimensions that steepens, with charge, with each kind of equation of state."""
import numpy
import pytest

from conftest import make_case, merge, read_fields, read_history, run_case

FLOW = """
/* Waves of energy, velocity and charge with different wave vectors, and a mean flow along every axis. */
INLINE void initial(const real x[3], real t, real state[])
{
    const real k = R(6.283185307179586);
    (void)t;
    state[0] = PARAMETER(energy) * (R(1.0) + R(0.5) * real_sin(k * (x[0] + x[1])) * real_cos(k * x[2]));
    state[1] = R(0.3) + R(0.6) * real_sin(k * (x[1] - x[2]));
    state[2] = R(-0.2) + R(0.5) * real_cos(k * (x[2] + x[0]));
    state[3] = R(0.1) + R(0.7) * real_sin(k * (x[0] - x[1] + x[2]));
    state[4] = PARAMETER(charge) * (R(1.0) + R(0.8) * real_cos(k * (x[0] - x[1])));
}
"""

BOX = {
    "system": "srhd", "eos": {"kind": "conformal"},
    "mesh": {"cells": [24, 20, 16], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
    "time": {"start": 0, "end": 1.5, "cfl": 0.4},
    "initial": {"kind": "code", "file": "flow.c", "parameters": {"energy": 5, "charge": 0.7}},
    "output": {"fields": ["energy_density", "velocity", "charge_density"], "history": 1},
    "device": {"kind": "host", "threads": 1},
}
GASES = {"ideal-gas": {"kind": "ideal-gas"}, "conformal": {"kind": "conformal"}, "lattice-wb": {"kind": "lattice-wb"}}


@pytest.mark.parametrize("gas", sorted(GASES))
@pytest.mark.parametrize("variant", ["default", "others"])
def test_totals_stay(tmp_path, gas, variant):
    (tmp_path / "flow.c").write_text(FLOW)
    changes = {"eos": GASES[gas]}
    if variant == "others":
        changes["scheme"] = {"kind": "kurganov-tadmor", "theta": 2, "integrator": "rk3", "flux": "rusanov"}
        changes["mesh"] = {"blocks": [2, 2, 2]}
    folder = run_case(make_case(tmp_path, base=merge(BOX, changes)), tmp_path / "out")
    history = read_history(folder)
    assert history["step"][-1] > 50
    for name in ("recovery_failures", "iterations_exceeded", "floored", "regulated"):
        assert history[name][-1] == 0, name
    for name in ("energy", "momentum_x", "momentum_y", "momentum_z", "charge"):
        total = history[name]
        assert abs(total[0]) > 0.01
        drift = numpy.abs(total / total[0] - 1).max()
        print(f"{gas}, {variant}: {name} {total[0]:.4g}, drift {drift:.1e} in {history['step'][-1]:.0f} steps")
        assert drift < 1e-12
    # something happened
    before, after = read_fields(folder, 0)[1]["energy_density"], read_fields(folder)[1]["energy_density"]
    assert numpy.abs(after - before).max() > 0.1 * before.max()


def test_totals_are_sums_of_the_fields(tmp_path):
    """history.csv against sums over the conserved densities in the last output."""
    (tmp_path / "flow.c").write_text(FLOW)
    fields = ["conserved_energy", "momentum", "conserved_charge"]
    folder = run_case(make_case(tmp_path, base=merge(BOX, {"time": {"end": 0.1}, "output": {"fields": fields}})),
                      tmp_path / "out")
    history = read_history(folder)
    _, values = read_fields(folder)
    volume = 1.0 / (24 * 20 * 16)
    for column, field in (("energy", "conserved_energy"), ("momentum_x", "momentum/x"), ("momentum_y", "momentum/y"),
                          ("momentum_z", "momentum/z"), ("charge", "conserved_charge")):
        assert history[column][-1] == pytest.approx(values[field].sum() * volume, rel=1e-12)
