"""scheme.equilibrium: atmospheres at rest stay as they are to the bit, and small waves in them are as accurate as large ones."""
import json

import numpy
import pytest

import taub
from conftest import FAST, LONG, assert_same_bits, make_case, read_fields, read_history, read_summary, require_device, run_case, run_taub

# The height is the distance along (x, y, z), a unit vector against gravity, which is 1: p = exp(-height), or with a polytropic
# exponent k temperature and density that fall like (1 - (k - 1)/k height)^n. On top of it a layer of higher pressure.
AIR = """
INLINE real height_of(const real x[3])
{
    return PARAMETER(x) * x[0] + PARAMETER(y) * x[1] + PARAMETER(z) * x[2];
}
INLINE void equilibrium(const real x[3], real t, real state[])
{
    const real k = PARAMETER(polytropic);
    const real temperature = k > R(1.0) ? R(1.0) - (k - R(1.0)) / k * height_of(x) : R(1.0);
    const real density = k > R(1.0) ? real_pow(temperature, R(1.0) / (k - R(1.0))) : real_exp(-height_of(x));
    const real pressure = density * temperature;
    (void)t;
    state[0] = PARAMETER(srhd) > R(0.0) ? R(2.5) * pressure + density : density;
    state[4] = PARAMETER(srhd) > R(0.0) ? density : pressure;
    if (PARAMETER(field) > R(0.0))
        state[6] = PARAMETER(field);
}
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    (void)t;
    a[2] = -PARAMETER(field) * x[0];
}
INLINE void initial(const real x[3], real t, real state[])
{
    const real away = R(10.0) * (height_of(x) - R(0.5));
    equilibrium(x, t, state);
    state[4] *= PARAMETER(thin) * (R(1.0) + PARAMETER(bump) * real_exp(-away * away));
    state[0] *= PARAMETER(thin);
    state[1] = PARAMETER(pull) * real_tanh(away);
}
"""
GRAVITY = """
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    const int density = PARAMETER(srhd) > R(0.0) ? 4 : 0, energy = 4 - density;
    (void)x;
    (void)t;
    rate[1] = -PARAMETER(x) * state[density];
    rate[2] = -PARAMETER(y) * state[density];
    rate[3] = -PARAMETER(z) * state[density];
    rate[energy] = rate[1] * state[1] + rate[2] * state[2] + rate[3] * state[3];
}
"""
WALLS = {axis: "reflecting" for axis in "xyz"}
OPEN = {"x": ["reflecting", "outflow"], "y": "outflow", "z": ["outflow", "reflecting"]}
SQUARE, CUBE = [20, 16, 1], [8, 8, 10]
UP = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1), "plane": (0.8, 0.6, 0), "space": (0.6, 0.48, 0.64)}


def atmosphere(folder, cells, up="x", ends=WALLS, scheme=None, bump=0, polytropic=0, system="euler", height=1, thin=1, pull=0, field=0, **changes):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "air.c").write_text(AIR)
    (folder / "gravity.c").write_text(GRAVITY)
    common = {**dict(zip("xyz", UP[up])), "srhd": int(system == "srhd")}
    base = {"system": system, "eos": {"kind": "ideal-gas", "gamma": 1.4, **({"mass": 1} if system == "srhd" else {})},
            "mesh": {"cells": cells, "lower": [0, 0, 0], "upper": [height, 1, 1], "boundary": ends},
            "scheme": {"kind": "ader-weno", "order": 3, "equilibrium": "code", **(scheme or {})}, "time": {"end": 10, "cfl": 0.4},
            "initial": {"kind": "code", "file": "air.c", "parameters": {**common, "polytropic": polytropic, "bump": bump, "thin": thin, "pull": pull, "field": field}},
            "source": {"file": "gravity.c", "parameters": common},
            "output": {"fields": ["velocity", "pressure", "charge_density" if system == "srhd" else "density"], "history": 100},
            "device": {"kind": "host", "threads": 1, "reproducible": "strict"}}
    return make_case(folder, base=base, **changes)


def on_line(axis, n):
    return [n if a == axis else 1 for a in "xyz"]


def scheme_of(name):
    kind, order = name.rsplit("-", 1)
    return {"kind": kind, "order": int(order)}


@pytest.mark.parametrize("scheme,cells,up,ends,polytropic,system,field,steps", [
    ("ader-weno-2", on_line("x", 32), "x", WALLS, 0, "euler", 0, 3000),
    ("ader-weno-3", on_line("y", 32), "y", OPEN, 1.3, "euler", 0, 2000),
    ("rk-weno-4", on_line("z", 32), "z", OPEN, 0, "euler", 0, 1000),
    ("ader-weno-3", on_line("x", 32), "x", OPEN, 0, "srhd", 0, 1000),
    ("rk-weno-2", SQUARE, "plane", OPEN, 0, "euler", 0, 200),
    ("ader-weno-4", SQUARE, "plane", WALLS, 1.3, "euler", 0, 100),
    ("rk-weno-3", CUBE, "space", OPEN, 1.3, "euler", 0, 20),
    ("ader-weno-2", CUBE, "space", WALLS, 0, "euler", 0, 200),
    ("rk-weno-2", on_line("x", 32), "x", WALLS, 1.3, "mhd", 0, 1000),
    ("ader-weno-3", SQUARE, "plane", OPEN, 0, "mhd", 0.4, 100),
    ("rk-weno-4", SQUARE, "plane", OPEN, 0, "mhd", 20, 20),
    ("ader-weno-2", CUBE, "space", OPEN, 1.3, "mhd", 0.4, 100),
    ("ader-weno-2", SQUARE, "plane", OPEN, 0, "srmhd", 0.4, 100),
])
def test_rest_to_the_bit(tmp_path, scheme, cells, up, ends, polytropic, system, field, steps):
    """Nothing changes at all, also where steps differ in length, and where the energy of a gas of low beta follows the field of the
    fluxes. Without the option velocities reach 1e-6 at order 2."""
    fields = {"output": {"fields": ["velocity", "pressure", "density", "magnetic_field"], "every": 0.7}} if "mhd" in system else {}
    path = atmosphere(tmp_path, cells, up, ends, scheme_of(scheme), polytropic=polytropic, system=system, field=field,
                      time={"max_steps": steps, "end": 100}, **{"output": {"every": 0.7}, **fields})
    out = run_case(path, tmp_path / "out", **FAST)
    assert read_summary(out)["steps"] == steps
    before, after = read_fields(out, 0)[1], read_fields(out)[1]
    for name, values in after.items():
        assert values.tobytes() == before[name].tobytes() if "velocity" not in name else not values.any(), name


def wave(folder, n, scheme, bump, equilibrium="code", system="euler"):
    """Pressure and velocity beyond those at rest, over the size of the wave; and the history."""
    out = {}
    for size, end in ((0, 0.01), (bump, 0.3)):
        path = atmosphere(folder, [n, 1, 1], scheme={**scheme_of(scheme), "equilibrium": equilibrium if size else "code"}, bump=size,
                          system=system, field=0.5 * (system == "mhd"), time={"end": end}, output={"fields": ["velocity", "pressure"]})
        out[size] = run_case(path, folder / f"{scheme}-{n}-{size}-{equilibrium}", **FAST)
    rest, state = (read_fields(out[size])[1] for size in (0, bump))
    return numpy.array([state["pressure"].ravel() - rest["pressure"].ravel(), state["velocity/x"].ravel()]) / bump, read_history(out[bump])


FINE = 864  # whose centres are among those of 32 and 96 cells


@pytest.fixture(scope="module")
def exact(tmp_path_factory):
    return {system: wave(tmp_path_factory.mktemp(system), FINE, "ader-weno-4", 1e-6, system=system)[0] for system in ("euler", "mhd")}


@pytest.mark.parametrize("scheme,system,most,least_order", [
    ("ader-weno-2", "euler", 0.02, 2.2), ("rk-weno-3", "euler", 5e-3, 3.7), ("ader-weno-4", "euler", 4e-3, 4.3), ("ader-weno-3", "mhd", 1e-2, 2.5)])
def test_a_small_wave(tmp_path, exact, scheme, system, most, least_order):
    """Of 1e-6 and 1e-8 of the pressure, against a fine mesh: its errors are those of its own size, and fall with the scheme's order.
    Without the option they are 2000 times the wave at order 2, a twentieth of it above."""
    errors = {}
    for bump, n in ((1e-6, 32), (1e-8, 32), (1e-8, 96)):
        found, history = wave(tmp_path, n, scheme, bump, system=system)
        errors[bump, n] = error_of(found, exact[system])
        assert abs(history["mass"][-1] / history["mass"][0] - 1) < 1e-15
    order = numpy.log(errors[1e-8, 32] / errors[1e-8, 96]) / numpy.log(3)
    plain = error_of(wave(tmp_path, 32, scheme, 1e-8, "none", system)[0], exact[system])
    print(f"{errors[1e-6, 32]:.2e}, {errors[1e-8, 32]:.2e}, {errors[1e-8, 96]:.2e}, order {order:.2f}, without {plain:.2e}")
    assert errors[1e-6, 32] < most and errors[1e-8, 32] < 1.02 * errors[1e-6, 32] and order > least_order
    assert plain > 5 * errors[1e-8, 32]


def error_of(found, exact):
    step = FINE // found.shape[1]
    return numpy.abs(found - exact[:, step // 2::step]).mean() / numpy.abs(exact).max()


@pytest.mark.parametrize("scheme,system", [("ader-weno-3", "mhd"), *([("ader-weno-2", "euler"), ("rk-weno-4", "euler")] * LONG)])
def test_bits(tmp_path, scheme, system):
    """Of blocks, ranks, OpenCL, and after a restart, which makes the state at rest again."""
    path = atmosphere(tmp_path, SQUARE, "plane", OPEN, scheme_of(scheme), bump=0.1, system=system, field=0.4 * (system == "mhd"),
                      time={"max_steps": 20})
    one = run_case(path, tmp_path / "one", **FAST)
    half = run_case(path, tmp_path / "half", "time.max_steps=9", **FAST)
    for name, more in [("blocks", ["mesh.blocks=[2,2,1]"]), ("ranks", ["mesh.blocks=[1,2,1]", "--devices", "2"]), ("rest", ["--restart", half])]:
        assert_same_bits(one, run_case(path, tmp_path / name, *more, **FAST))
    require_device("opencl")
    assert_same_bits(one, run_case(path, tmp_path / "opencl", "--device", "opencl", **FAST))


@pytest.mark.parametrize("equilibrium,field", [("code", 0.4), ("initial", 0)])
def test_another_state_at_rest_is_refused_in_a_restart(tmp_path, equilibrium, field):
    """The case's files make it again: a file, or one that it includes, may have changed meanwhile."""
    path = atmosphere(tmp_path, SQUARE, "plane", OPEN, {"kind": "ader-weno", "order": 2, "equilibrium": equilibrium},
                      bump=0.1 * (equilibrium == "code"), system="mhd", field=field, time={"max_steps": 8})
    (tmp_path / "air.c").write_text('#include "air.h"\n')
    (tmp_path / "air.h").write_text(AIR)
    one, half = run_case(path, tmp_path / "one"), run_case(path, tmp_path / "half", "time.max_steps=4")
    (tmp_path / "air.h").write_text(AIR.replace("R(1.0);\n    const real density", "R(1.0) + R(1e-10);\n    const real density"))
    message = run_taub("run", path, "-o", tmp_path / "rest", "--quiet", "--restart", half, expect=2).stderr
    assert "scheme.equilibrium: the state at rest that " in message and "air.c makes is not the one of" in message, message
    run_case(path, tmp_path / "rest", "--restart", half, "--force-restart")
    (tmp_path / "air.h").write_text(AIR + "/* nothing else */\n")
    assert_same_bits(one, run_case(path, tmp_path / "ranks", "--restart", half, "mesh.blocks=[2,2,1]", "--devices", "2"))
    run_case(path, tmp_path / "single", "--restart", half, "--precision", "single")


def test_the_initial_state_is_one(tmp_path):
    """What the run begins with, whatever it is."""
    path = atmosphere(tmp_path, [32, 1, 1], bump=0.5, scheme={"equilibrium": "initial"}, time={"max_steps": 50})
    out = run_case(path, tmp_path / "out", **FAST)
    assert not read_fields(out)[1]["velocity/x"].any()
    assert read_fields(out)[1]["pressure"].tobytes() == read_fields(out, 0)[1]["pressure"].tobytes()


def test_a_program_puts_a_wave_on_it(tmp_path):
    """The state at rest is the one that the simulation began with; a wave of 1e-6 is written later."""
    path = atmosphere(tmp_path, [32, 1, 1], scheme={"equilibrium": "initial", "order": 2})
    with taub.Simulation(json.loads(path.read_text()), folder=tmp_path) as sim:
        sim.advance(steps=20)
        assert not sim["velocity"].any()
        state = numpy.concatenate([sim["density"][None], sim["velocity"], sim["pressure"][None]])
        state[4, 0, 0, 12:20] *= 1 + 1e-6
        sim.write_state(state)
        sim.advance(steps=10)
        assert 1e-7 < numpy.abs(sim["velocity"]).max() < 1e-6


def test_particles_are_no_state_at_rest(tmp_path):
    """Written later they move as they do without the option, but for the error that is subtracted."""
    case = {"system": "srhd", "eos": {"kind": "conformal"}, "device": {"kind": "host", "threads": 1},
            "mesh": {"cells": [24, 24, 1], "lower": [-3, -3, -1], "upper": [3, 3, 1], "boundary": "outflow"},
            "initial": {"kind": "riemann", "left": {"energy_density": 1}, "right": {"energy_density": 1}}, "time": {"start": 0, "end": 1}}
    found = []
    for equilibrium in ("none", "initial"):
        with taub.Simulation({**case, "scheme": {"kind": "ader-weno", "order": 2, "equilibrium": equilibrium}}) as sim:
            sim.write_particles([[0, 0, 0, 0, 1, 0, 0, 0, 0]], sigma=0.5, background=1)
            sim.advance(steps=10)
            found.append(numpy.array(sim["velocity"]))
    assert numpy.abs(found[0]).max() > 1e-3
    assert numpy.abs(found[1] - found[0]).max() < 1e-12


BENT = """
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    (void)t;
    a[2] = -R(20.0) * x[0] - real_sin(R(6.283185307179586) * x[0]) + R(0.5) * real_cos(R(6.283185307179586) * x[1]);
}
INLINE void initial(const real x[3], real t, real state[])
{
    (void)t;
    state[0] = real_exp(-x[1]);
    state[4] = R(0.5) + R(0.5) * real_exp(-x[1]);
    state[5] = R(-3.141592653589793) * real_sin(R(6.283185307179586) * x[1]);
    state[6] = R(20.0) + R(6.283185307179586) * real_cos(R(6.283185307179586) * x[0]);
}
"""


@pytest.mark.parametrize("kind,order", [("ader-weno", 2), ("rk-weno", 4), *([("ader-weno", 3), ("rk-weno", 2)] * LONG)])
def test_a_strong_field_that_varies_stays(tmp_path, kind, order):
    """Its energy is hundreds of times the gas's, which goes by the field of the fluxes."""
    (tmp_path / "bent.c").write_text(BENT)
    case = {"system": "mhd", "eos": {"kind": "ideal-gas"}, "device": {"kind": "host", "threads": 1, "reproducible": "strict"},
            "mesh": {"cells": [24, 16, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
            "scheme": {"kind": kind, "order": order, "equilibrium": "initial"}, "initial": {"kind": "code", "file": "bent.c"},
            "time": {"end": 10, "max_steps": 60}, "output": {"fields": ["density", "velocity", "pressure", "magnetic_field"]}}
    out = run_case(make_case(tmp_path, base=case), tmp_path / "out", **FAST)
    before, after = read_fields(out, 0)[1], read_fields(out)[1]
    assert all(after[name].tobytes() == before[name].tobytes() for name in before)
    assert read_summary(out)["counts"].get("low_beta_cells", 0) > 0 or order == 2


@pytest.mark.parametrize("scheme", ["ader-weno-3", "rk-weno-2"])
def test_a_blast_stays_a_gas(tmp_path, scheme):
    """A layer of 1e4 times the pressure drives the thin gas above and below away. Mass between walls stays."""
    path = atmosphere(tmp_path, SQUARE, "plane", WALLS, scheme_of(scheme), bump=1e4, time={"end": 0.05})
    out = run_case(path, tmp_path / "out", **FAST)
    summary, history = read_summary(out), read_history(out)
    print(summary["steps"], summary["counts"])
    assert read_fields(out)[1]["pressure"].min() > 0 and summary["counts"]["recovery_failures"] == 0
    assert abs(history["mass"][-1] / history["mass"][0] - 1) < 1e-13


@pytest.mark.parametrize("scheme,system", [("ader-weno-2", "euler"), ("rk-weno-4", "euler"), ("rk-weno-3", "mhd")])
def test_thin_gas_stays_a_gas(tmp_path, scheme, system):
    """What a coarse atmosphere would change is more than all of a gas of a ten thousandth of its density: fluxes of first order
    everywhere, and nothing subtracted, keep it a gas, and its mass."""
    path = atmosphere(tmp_path, [16, 1, 1], scheme=scheme_of(scheme), system=system, height=12, thin=1e-4, pull=1, time={"end": 2}, output={"history": 1})
    out = run_case(path, tmp_path / "out", **FAST)
    counts, mass = read_summary(out)["counts"], read_history(out)["mass"]
    assert counts["recovery_failures"] == 0 and counts["repeated_steps"] == 0 and counts["regulated"] >= 16
    assert numpy.abs(mass / mass[0] - 1).max() < 1e-13


REFUSED = [
    ({"system": "srhd", "mesh": {"coordinates": "milne"}, "time": {"start": 1}}, "nothing is at rest in Milne coordinates"),
    ({"mesh": {"cells": [32, 32, 1], "blocks": [2, 2, 1], "refine": {"levels": 1}}}, "expected none with mesh.refine"),
    ({"transport": {"kinematic_viscosity": 0.01}}, "expected none with transport"),
    ({"scalars": 1}, "expected none with scalars"),
    ({"mesh": {"boundary": {**WALLS, "x": ["inflow", "reflecting"]}}, "inflow": {"x_lower": {"density": 1, "pressure": 1, "velocity": [0.1, 0, 0]}}},
     "expected none with inflow or code"),
    ({"initial": {"kind": "riemann", "left": {"density": 1, "pressure": 1}, "right": {"density": 1, "pressure": 1}}}, "it needs initial.kind: code"),
    ({"scheme": {"kind": "kurganov-tadmor", "order": None}}, "scheme.equilibrium"),
]


@pytest.mark.parametrize("changes,reason", REFUSED, ids=["milne", "refine", "transport", "scalars", "inflow", "kind", "scheme"])
def test_what_is_refused(tmp_path, changes, reason):
    changes = dict(changes)
    path = atmosphere(tmp_path, [32, 1, 1], system=changes.pop("system", "euler"), **changes)
    assert reason in run_taub("run", path, "-o", tmp_path / "out", expect=2).stderr


def test_code_needs_the_function(tmp_path):
    path = atmosphere(tmp_path, [32, 1, 1])
    (tmp_path / "air.c").write_text(AIR.replace("equilibrium(", "balance("))
    assert "void equilibrium(const real x[3], real t, real state[])" in run_taub("run", path, "-o", tmp_path / "out", expect=2, **FAST).stderr
