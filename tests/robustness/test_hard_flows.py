"""Flows at the edge of what a scheme can bear: random Riemann problems, expansion into a near vacuum, floors, and runs
that fail: what they say and what they leave."""
import json

import h5py
import numpy
import pytest

from conftest import FAST, make_case, read_fields, read_history, read_summary, run_case, run_taub, steps_of

# The source takes energy away inside a window of space and time, or makes a value that is not a number.
SOURCE = """
void source(const real x[3], real t, const real state[], real rate[])
{
    if (t > (real)PARAMETER(from) && x[0] > 1 && x[0] < 2)
        rate[0] = PARAMETER(nan) > 0 ? sqrt(-state[0]) : -PARAMETER(loss) * state[0];
}
"""


def source(folder, **parameters):
    (folder / "source.c").write_text(SOURCE)
    return {"file": "source.c", "parameters": {"from": 0, "nan": 0, "loss": 0, **parameters}}


def random_state(random, gas, lorentz_factor):
    direction = random.normal(size=3)
    if random.random() < 0.5:
        direction[1:] = 0
    speed = numpy.sqrt(lorentz_factor**2 - 1) / numpy.linalg.norm(direction)
    state = {"four_velocity": [float(x) for x in speed * direction]}
    if gas == "ideal-gas":
        return {**state, "charge_density": 10**random.uniform(-8, 2), "pressure": 10**random.uniform(-10, 4)}
    return {**state, "energy_density": 10**random.uniform(-10, 4)}


@pytest.mark.parametrize("reconstruct", ["primitive", "conserved"])
@pytest.mark.parametrize("gas,theta", [("conformal", 1), ("conformal", 2), ("ideal-gas", 1.5), ("ideal-gas", 2)])
def test_random_riemann_problems(tmp_path, gas, theta, reconstruct):
    """25 pairs of states each, 200 in all, densities over 10 to 14 decades, Lorentz factors up to 50 with and against each
    other. No cell may lose its recovery; how many were regulated is printed."""
    random = numpy.random.default_rng(20)
    regulated = {}
    for n in range(25):
        factors = [10**random.uniform(0, numpy.log10(50)) if random.random() < 0.5 else
                   1 + 10**random.uniform(-4, 0) for _ in range(2)]
        states = [random_state(random, gas, factor) for factor in factors]
        case = make_case(tmp_path, eos={"kind": gas}, mesh={"cells": [200, 1, 1]},
                         scheme={"theta": theta, "reconstruct": reconstruct, "integrator": ["rk2", "rk3"][n % 2]},
                         time={"end": 3}, output={"history": 0, "fields": ["energy_density", "lorentz_factor"]})
        content = json.loads(case.read_text())
        content["initial"] = {"kind": "riemann", "axis": "x", "left": states[0], "right": states[1]}
        case.write_text(json.dumps(content))
        done = run_taub("run", case, "-o", tmp_path / "out", "--quiet", expect=None)
        assert done.returncode == 0, f"problem {n}: {states}: {done.stderr}"
        counts = read_summary(tmp_path / "out")["counts"]
        assert counts["recovery_failures"] == counts["iterations_exceeded"] == counts["floored"] == 0
        if counts["regulated"]:
            regulated[n] = counts["regulated"]
        _, fields = read_fields(tmp_path / "out")
        assert (fields["energy_density"] > 0).all() and numpy.isfinite(fields["lorentz_factor"]).all()
    print(f"regulated cells by problem (of 200 cells x 150 steps): {regulated}")
    assert sum(regulated.values()) < 0.01 * 25 * 200 * 150


@pytest.mark.parametrize("eos", ["conformal", "lattice-wb", "ideal-gas"])
@pytest.mark.parametrize("precision,background", [("double", 1e-8), ("single", 1e-5)])
def test_expansion_into_a_near_vacuum(tmp_path, eos, precision, background):
    """A ball of energy density 10 in 1e-8 (single precision: 1e-5), in 2D: nothing fails, nothing is clamped, energy and
    the quadrants' symmetry are kept. The front must be fast: it is free streaming at almost the speed of light."""
    states = {"inside": {"energy_density": 10}, "outside": {"energy_density": background}}
    if eos == "ideal-gas":
        states = {"inside": {"energy_density": 10, "charge_density": 1},
                  "outside": {"energy_density": background, "charge_density": 0.5 * background}}
    case = make_case(tmp_path, eos={"kind": eos}, mesh={"cells": [64, 64, 1]}, time={"end": 3},
                     output={"fields": ["energy_density", "velocity", "lorentz_factor"]})
    content = json.loads(case.read_text())
    content["initial"] = {"kind": "ball", "radius": 1, **states}
    case.write_text(json.dumps(content))
    out = run_case(case, tmp_path / "out", "--precision", precision, "--reproducible", "strict")
    counts = read_summary(out)["counts"]
    assert counts["recovery_failures"] == counts["iterations_exceeded"] == counts["floored"] == 0
    history = read_history(out)
    tolerance = 1e-6 if precision == "double" else 1e-4
    assert abs(history["energy"][-1] / history["energy"][0] - 1) < tolerance
    e = read_fields(out)[1]["energy_density"][0]
    assert (e > 0.1 * background).all()
    assert (e == e[:, ::-1]).all() and (e == e[::-1]).all()
    assert read_fields(out)[1]["lorentz_factor"].max() > 3


def test_not_a_number_stops_the_run_and_leaves_a_state_to_go_on_from(tmp_path):
    given = {"cfl": None, "step": 0.02}  # which is not halved when it fails
    case = make_case(tmp_path, source=source(tmp_path, nan=1, **{"from": 0.5}), device={"reproducible": "strict"}, time=given)
    out = tmp_path / "out"
    done = run_taub("run", case, "-o", out, "--quiet", expect=1)
    assert "no primitive state" in done.stderr and " in at least one cell, (" in done.stderr
    cell = int(done.stderr.split(" cell, (")[1].split(",")[0])
    x = -5 + (cell + 0.5) * 10 / 64
    assert 1 < x < 2
    summary = read_summary(out)
    assert summary["status"] == "failed" and summary["reason"] in done.stderr
    time, fields = read_fields(out)
    dt = read_history(out)["dt"][-1]
    assert abs(time - 0.5) <= 1.01 * dt  # stopped in the step in which it happened
    assert all(numpy.isfinite(values).all() for values in fields.values())
    assert summary["steps"] == steps_of(out)[-1] and summary["time"] == time
    # the good state goes on where the source is harmless, and fails again, in the same place, where it is not
    again = run_taub("run", case, "-o", tmp_path / "again", "--restart", out, "--quiet", expect=1)
    assert again.stderr.split(" in ")[0] == done.stderr.split(" in ")[0]
    good = make_case(tmp_path, "good.yaml", source=source(tmp_path), device={"reproducible": "strict"}, time=given)
    whole = run_case(good, tmp_path / "whole")
    rest = run_case(good, tmp_path / "rest", "--restart", out)
    a, b = read_fields(whole)[1], read_fields(rest)[1]
    for name, values in a.items():
        assert numpy.allclose(values, b[name], rtol=1e-12, atol=1e-15), name


def test_a_source_that_empties_cells_is_followed_by_shorter_steps(tmp_path):
    """A loss in proportion to the energy leaves none only where the step is too long; with a step that is given the run
    stops, since that is not halved."""
    case = make_case(tmp_path, source=source(tmp_path, loss=100, **{"from": 0.3}))
    out = run_case(case, tmp_path / "out")
    assert read_summary(out)["counts"]["repeated_steps"] > 0
    assert (read_fields(out)[1]["energy_density"] > 0).all()
    done = run_taub("run", case, "-o", tmp_path / "given", "--quiet", "time.cfl=", "time.step=0.05", expect=1)
    assert "no primitive state" in done.stderr and "(" in done.stderr
    time, fields = read_fields(tmp_path / "given")
    assert 0.2 < time < 0.5 and (fields["energy_density"] > 0).all()
    with h5py.File(tmp_path / "given" / "checkpoint.hdf"):
        pass


def test_the_floor_is_counted(tmp_path):
    case = make_case(tmp_path, source=source(tmp_path, loss=100, **{"from": 0.3}), scheme={"energy_floor": 1e-4})
    out = run_case(case, tmp_path / "out")
    floored = read_history(out)["floored"]
    assert read_summary(out)["counts"]["floored"] == floored[-1] > 0
    assert floored[0] == 0 and (numpy.diff(floored) >= 0).all()
    assert read_fields(out)[1]["energy_density"].min() >= 1e-4
    # a floor below everything changes nothing, and does not hide what is not a number
    plain = run_case(make_case(tmp_path, "plain.yaml"), tmp_path / "plain")
    low = run_case(make_case(tmp_path, "low.yaml", scheme={"energy_floor": 1e-9}), tmp_path / "low")
    assert read_summary(low)["counts"]["floored"] == 0
    for name, values in read_fields(plain)[1].items():
        assert numpy.allclose(values, read_fields(low)[1][name], rtol=1e-13, atol=1e-15)
    bad = make_case(tmp_path, "bad.yaml", source=source(tmp_path, nan=1), scheme={"energy_floor": 1e-4})
    done = run_taub("run", bad, "-o", tmp_path / "bad", "--quiet", expect=1)
    assert "no primitive state" in done.stderr


def test_the_time_step_floor(tmp_path):
    case = make_case(tmp_path, time={"minimum_step": 0.06})  # cells of 0.156 at cfl 0.4: steps of 0.1 at c/sqrt 3
    done = run_taub("run", case, "-o", tmp_path / "out", "--quiet", "time.cfl=0.1", expect=1)
    assert "time.minimum_step is 0.06" in done.stderr and "step 1 " in done.stderr and "asks for 0.0" in done.stderr
    assert steps_of(tmp_path / "out") == [0]
    run_case(case, tmp_path / "fine")


def test_a_far_end_does_not_make_steps_short(tmp_path):
    """The least step was a share of the whole run, 1e-3 here, where time.end is a way to say "until max_steps"."""
    case = make_case(tmp_path, mesh={"lower": [-1e-3, -1, -1], "upper": [1e-3, 1, 1]}, time={"end": 1e9, "max_steps": 3})
    assert read_summary(run_case(case, tmp_path / "out"))["steps"] == 3
    done = run_taub("run", case, "-o", tmp_path / "out", "time.start=1e15", "time.end=2e15", "time.max_steps=3", expect=1)
    assert "does not change the time" in done.stderr


def test_fixed_steps_are_counted(tmp_path):
    """A thousand additions to a time of 1000 are off by more than rounding of the last step: there was one more."""
    case = make_case(tmp_path, mesh={"cells": [4, 1, 1]}, time={"start": 1000, "end": 1001, "step": 1e-3, "cfl": None},
                     output={"history": 0, "every": 0.25})
    out = run_case(case, tmp_path / "out")
    assert read_summary(out)["steps"] == 1000 and steps_of(out) == [0, 250, 500, 750, 1000]


NOISE = """
void initial(const real x[3], real t, real state[])
{
    const int odd = ((int)(x[0] * 16) + (int)(x[1] * 16) + (int)(x[2] * 16)) % 2;
    state[0] = 1 + (odd ? PARAMETER(size) : -PARAMETER(size));
}
"""


@pytest.mark.parametrize("integrator", ["rk2", "rk3"])
def test_noise_of_one_cell_dies_out_at_the_default_time_step(tmp_path, integrator):
    """A uniform box at rest: all axes damp the shortest waves, and the time step must bear their sum."""
    (tmp_path / "noise.c").write_text(NOISE)
    case = make_case(tmp_path, eos={"kind": "conformal"},
                     mesh={"cells": [16, 16, 16], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
                     scheme={"integrator": integrator}, time={"end": 100, "max_steps": 200})
    content = json.loads(case.read_text())
    content["time"].pop("step", None)
    content["initial"] = {"kind": "code", "file": "noise.c", "parameters": {"size": 1e-4}}
    case.write_text(json.dumps(content))
    run_taub("run", case, "-o", tmp_path / "out", "--quiet")
    _, fields = read_fields(tmp_path / "out")
    assert abs(fields["energy_density"] - 1).max() < 1e-6


GAS_STATE = {"density": 1, "pressure": 1}
FLUID_STATE = {"energy_density": 1, "charge_density": 0.5}


@pytest.mark.parametrize("system,state,of", [
    ("euler", {"density": 5e-324}, "double"), ("mhd", {"pressure": 1e-310}, "double"), ("srmhd", {"density": 1e-310}, "double"),
    ("euler", {"density": 1e-40}, "single"), ("srhd", {"charge_density": 5e-324}, "double")])
def test_densities_below_normal_numbers_are_refused(tmp_path, system, state, of):
    """They have few digits or one, and their inverse is infinite: so was the temperature. In a case and in a user's file."""
    gas = FLUID_STATE if system == "srhd" else GAS_STATE
    base = {"system": system, "eos": {"kind": "ideal-gas", "gamma": 1.4},
            "mesh": {"cells": [8, 1, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
            "scheme": {"kind": "kurganov-tadmor" if system == "srhd" else "ader-weno"}, "time": {"end": 1, "max_steps": 1},
            "initial": {"kind": "riemann", "axis": "x", "position": 0.5, "left": {**gas, **state}, "right": gas},
            "output": {"fields": ["temperature"]}, "device": {"kind": "host", "threads": 1, "precision": of}}
    done = run_taub("run", make_case(tmp_path, base=base), "-o", tmp_path / "out", expect=2)
    assert "normal" in done.stderr
    if system == "euler" and of == "double":
        (tmp_path / "thin.c").write_text("void initial(const real x[3], real t, real state[])\n"
                                         "{ state[0] = x[0] < (real)0.5 ? 1 : (real)5e-324; state[4] = 1; }\n")
        base["initial"] = {"kind": "code", "file": "thin.c"}
        done = run_taub("run", make_case(tmp_path, base=base), "-o", tmp_path / "out", expect=2)
        assert "normal number" in done.stderr and "thin.c" in done.stderr


THINNING = """
INLINE void initial(const real x[3], real t, real state[])
{
    (void)t;
    state[4] = R(1.0) - R(0.99) * x[0];
    state[0] = state[4] + R(3.0);
    state[1] = -x[0];
}
"""


@pytest.mark.parametrize("kind", ["ader-weno", "rk-weno", "kurganov-tadmor", "cese"])
def test_particles_do_not_become_fewer_than_none_beyond_an_end(tmp_path, kind):
    """The charge density of a gas with a rest mass, extrapolated to below 0, drained the last cells: of kurganov-tadmor and cese to
    negative ones, and Godunov schemes ended."""
    (tmp_path / "thinning.c").write_text(THINNING)
    path = make_case(tmp_path, base={
        "system": "srhd", "eos": {"kind": "ideal-gas", "gamma": 1.3333333333333333, "mass": 1},
        "mesh": {"cells": [16, 1, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": {"x": ["outflow", "extrapolated"]}},
        "scheme": {"kind": kind}, "time": {"end": 1}, "initial": {"kind": "code", "file": "thinning.c"},
        "output": {"fields": ["charge_density"]}, "device": {"threads": 1}})
    folder = run_case(path, tmp_path / "out", **FAST)
    counts = read_summary(folder)["counts"]
    charge = read_fields(folder)[1]["charge_density"]
    print(kind, charge.min())
    assert counts["repeated_steps"] == 0 and charge.min() > 0
