"""Viscosity and conduction of gas dynamics: linear modes, steady shocks, walls."""
import math

import numpy
import pytest

from conftest import assert_same_bits, make_case, read_fields, read_history, run_case, run_taub

GAMMA, NU, KAPPA = 1.4, 0.02, 0.03
# a wave whose amplitudes are complex: density, velocity along and across (along z) the wave vector, pressure
WAVE = """void initial(const real x[3], real t, real state[])
{
    const real n = real_sqrt(PARAMETER(kx) * PARAMETER(kx) + PARAMETER(ky) * PARAMETER(ky) + PARAMETER(kz) * PARAMETER(kz));
    const real angle = R(6.283185307179586) * (PARAMETER(kx) * x[0] + PARAMETER(ky) * x[1] + PARAMETER(kz) * x[2]);
    const real c = real_cos(angle), s = real_sin(angle);
    const real u = PARAMETER(u_re) * c - PARAMETER(u_im) * s, w = PARAMETER(w_re) * c - PARAMETER(w_im) * s;
    const real across = real_sqrt(PARAMETER(kx) * PARAMETER(kx) + PARAMETER(ky) * PARAMETER(ky));
    state[0] = R(1.0) + PARAMETER(r_re) * c - PARAMETER(r_im) * s;
    state[1] = (PARAMETER(kx) * u - PARAMETER(ky) * (n / across) * w) / n;
    state[2] = (PARAMETER(ky) * u + PARAMETER(kx) * (n / across) * w) / n;
    state[3] = PARAMETER(kz) * u / n;
    state[4] = R(1.0) / R(1.4) + PARAMETER(q_re) * c - PARAMETER(q_im) * s;
}
"""
AMPLITUDES = {"r_re": 1e-5, "r_im": 2e-6, "u_re": 5e-6, "u_im": -8e-6, "w_re": 3e-6, "w_im": 7e-6, "q_re": -4e-6,
              "q_im": 6e-6}
BASE = {"system": "euler", "eos": {"kind": "ideal-gas", "gamma": GAMMA},
        "mesh": {"cells": [16, 16, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
        "scheme": {"kind": "ader-weno", "order": 3}, "time": {"end": 0.2},
        "transport": {"kinematic_viscosity": NU, "thermal_diffusivity": KAPPA},
        "initial": {"kind": "code", "file": "start.c", "parameters": {"kx": 1, "ky": 1, "kz": 0, **AMPLITUDES}},
        "output": {"fields": ["density", "velocity", "pressure"], "values": "means"}}


def run(folder, name, text, *arguments, base=BASE, **changes):
    case = make_case(folder / name, base=base, **changes)
    (folder / name / "start.c").write_text(text)
    return run_case(case, folder / name / "out", *arguments)


def linear_operator(k):
    """d/dt of (density, velocity along k, velocity across, pressure) of a mode exp(ikx) about density 1, pressure
    1/gamma: the speed of sound is 1."""
    heat = (GAMMA - 1) * KAPPA * k * k
    return numpy.array([[0, -1j * k, 0, 0],
                        [0, -4 / 3 * NU * k * k, 0, -1j * k],
                        [0, 0, -NU * k * k, 0],
                        [heat / GAMMA, -1j * k, 0, -heat]])


def evolve(k, time, start):
    values, vectors = numpy.linalg.eig(linear_operator(k))
    return vectors @ (numpy.exp(values * time) * numpy.linalg.solve(vectors, start))


def test_the_linear_operator_has_the_rates_of_the_textbook():
    """Stokes and Kirchhoff: the reference of the runs below by itself, for a long wave."""
    k = 0.05
    rates = sorted(numpy.linalg.eigvals(linear_operator(k)), key=lambda z: z.imag)
    spread = (GAMMA - 1) / GAMMA * KAPPA  # of heat at even pressure
    sound = k * k / 2 * (4 / 3 * NU + (GAMMA - 1) * spread)
    for rate in (rates[0], rates[3]):
        assert abs(-rate.real / sound - 1) < 1e-3 and abs(abs(rate.imag) / k - 1) < 1e-3
    decays = sorted(-rate.real for rate in rates[1:3])
    assert numpy.allclose(decays, sorted([NU * k * k, spread * k * k]), rtol=1e-3)


def amplitudes_of(out, step, waves):
    """Of the four fields of a mode, from means."""
    _, fields = read_fields(out, step)
    shape = fields["density"].shape
    k = numpy.array(waves, float)
    places = numpy.meshgrid(*[(numpy.arange(n) + 0.5) / n for n in shape], indexing="ij")
    phase = 2 * math.pi * sum(k[2 - a] * places[a] for a in range(3))
    along = k / numpy.linalg.norm(k)
    across = numpy.array([-k[1], k[0], 0]) / math.hypot(k[0], k[1])
    v = [fields[f"velocity/{a}"] for a in "xyz"]
    values = [fields["density"], sum(n * c for n, c in zip(along, v)), sum(n * c for n, c in zip(across, v)),
              fields["pressure"]]
    return numpy.array([2 * (value * numpy.exp(-1j * phase)).mean() for value in values])


@pytest.mark.parametrize("waves,cells,scheme", [
    ((1, 0, 0), 16, {"kind": "rk-weno", "order": 2, "limiter": "centred", "diffusion": "explicit"}),
    ((1, 1, 0), 32, {"kind": "ader-weno", "order": 3}),
    ((2, 1, 0), 24, {"kind": "rk-weno", "order": 4}),
    ((1, 1, 1), 12, {"kind": "ader-weno", "order": 4, "diffusion": "explicit"})])
def test_sound_shear_and_heat_decay_at_their_rates(tmp_path, waves, cells, scheme):
    """All modes at once, from the linear equations; of second order, with energy conserved."""
    errors = []
    for n in (cells, 2 * cells):
        mesh = {"cells": [n if k else 1 for k in waves]}
        out = run(tmp_path, str(n), WAVE, mesh=mesh, scheme=scheme,
                  initial={"parameters": dict(zip(("kx", "ky", "kz"), waves))})
        rows = read_history(out)
        start, end = amplitudes_of(out, 0, waves), amplitudes_of(out, -1, waves)
        exact = evolve(2 * math.pi * numpy.linalg.norm(waves), rows["time"][-1], start)
        errors.append(numpy.linalg.norm(end - exact) / numpy.linalg.norm(start))
        assert abs(rows["energy"][-1] / rows["energy"][0] - 1) < 1e-13
        assert abs(rows["mass"][-1] / rows["mass"][0] - 1) < 1e-13
    assert errors[0] < 0.05
    assert math.log2(errors[0] / errors[1]) > 1.8


# Becker's shock with an even kinematic viscosity and Prandtl number 3/4, where the total enthalpy is even:
# u = (u1 + u2)/2 - (u1 - u2)/2 tanh(s x); it moves through the mesh
MACH, SPEED = 2.0, -0.7
UPSTREAM, DOWNSTREAM = MACH, ((GAMMA - 1) * MACH**2 + 2) / ((GAMMA + 1) * MACH)
SHOCK = """INLINE void shock(const real x[3], real t, real state[])
{
    const real n = PARAMETER(nx) * x[0] + PARAMETER(ny) * x[1], s = n - PARAMETER(at) - PARAMETER(speed) * t;
    const real u = R(0.5) * (PARAMETER(u1) + PARAMETER(u2))
                   - R(0.5) * (PARAMETER(u1) - PARAMETER(u2)) * real_tanh(PARAMETER(steepness) * s);
    const real enthalpy = R(1.0) / R(0.4) + R(0.5) * PARAMETER(u1) * PARAMETER(u1);
    state[0] = PARAMETER(u1) / u;
    state[1] = PARAMETER(nx) * (u + PARAMETER(speed));
    state[2] = PARAMETER(ny) * (u + PARAMETER(speed));
    state[3] = R(0.0);
    state[4] = state[0] * R(0.4 / 1.4) * (enthalpy - R(0.5) * u * u);
}
"""
START_SHOCK = SHOCK.replace("INLINE void shock", "void initial")
END_SHOCK = SHOCK.replace("shock(const real x[3], real t,", "boundary(const real x[3], real t, const real inside[],")


def shock_density(cells, upper, normal, at, time):
    """Its means over cells, by Gauss's formula."""
    nodes, weights = numpy.polynomial.legendre.leggauss(4)
    steepness = 3 * (GAMMA + 1) * (UPSTREAM - DOWNSTREAM) / (16 * GAMMA * NU)
    means = 0
    for a, wa in zip(nodes, weights):
        for b, wb in zip(nodes, weights):
            x = (numpy.arange(cells[0]) + 0.5 + 0.5 * a) * upper[0] / cells[0]
            y = (numpy.arange(cells[1]) + 0.5 + 0.5 * b) * upper[1] / cells[1]
            s = normal[0] * x[None, :] + normal[1] * y[:, None] - at - SPEED * time
            u = (UPSTREAM + DOWNSTREAM) / 2 - (UPSTREAM - DOWNSTREAM) / 2 * numpy.tanh(steepness * s)
            means = means + wa * wb / 4 * UPSTREAM / u
    return means


def shock_error(folder, cells, angle, **changes):
    normal = (math.cos(angle), math.sin(angle))
    upper = (1, 1) if cells[1] > 1 else (1, 1e9)
    case = {key: value for key, value in BASE.items() if key != "initial"}
    numbers = {"nx": normal[0], "ny": normal[1], "at": 0.55 * sum(normal), "speed": SPEED, "u1": UPSTREAM,
               "u2": DOWNSTREAM, "steepness": 3 * (GAMMA + 1) * (UPSTREAM - DOWNSTREAM) / (16 * GAMMA * NU)}
    case["initial"] = {"kind": "code", "file": "start.c", "parameters": numbers}
    case["boundary"] = {"file": "ends.c", "parameters": numbers}
    case["transport"] = {"kinematic_viscosity": NU, "thermal_diffusivity": NU * GAMMA / (GAMMA - 1) / 0.75}
    name = f"{cells[0]}-{cells[1]}"
    (folder / name).mkdir()
    (folder / name / "ends.c").write_text(END_SHOCK)
    out = run(folder, name, START_SHOCK, base=case, time={"end": 0.1},
              mesh={"cells": [*cells, 1], "boundary": {"x": "code", **({"y": "code"} if cells[1] > 1 else {})}}, **changes)
    time, fields = read_fields(out)
    if cells[1] == 1:
        exact = shock_density(cells, upper, (1, 0), 0.55, time)
    else:
        exact = shock_density(cells, upper, normal, numbers["at"], time)
    return numpy.abs(fields["density"][0] - exact).mean()


@pytest.mark.parametrize("scheme", [{"kind": "ader-weno", "order": 2}, {"kind": "rk-weno", "order": 3},
                                    {"kind": "ader-weno", "order": 4}])
def test_beckers_shock(tmp_path, scheme):
    errors = [shock_error(tmp_path, (cells, 1), 0, scheme=scheme) for cells in (64, 128, 256)]
    assert math.log2(errors[1] / errors[2]) > 1.8 and errors[0] > errors[1]


def test_beckers_shock_across_a_mesh(tmp_path):
    errors = [shock_error(tmp_path, (cells, cells), math.atan(0.5)) for cells in (64, 128)]
    assert math.log2(errors[0] / errors[1]) > 1.8


SWIRL = """INLINE real bump(real x, real y, real z)
{
    return real_exp(R(-40.0) * (x * x + R(2.0) * y * y + R(3.0) * z * z + x * y));
}
void initial(const real x[3], real t, real state[])
{
    const real h = bump(x[PERMUTATION(0)] - R(0.45), x[PERMUTATION(1)] - R(0.55), x[PERMUTATION(2)] - R(0.5));
    state[0] = R(1.0) + R(3.0) * h;
    state[1 + PERMUTATION(0)] = R(0.3) * h;
    state[1 + PERMUTATION(1)] = R(-0.8) * h;
    state[1 + PERMUTATION(2)] = R(0.5) * h;
    state[4] = R(1.0) + R(2.0) * h;
}
"""


def test_axes_are_alike(tmp_path):
    """The same flow along other axes, between walls of both kinds, open and periodic ends."""
    found = {}
    ends = ["periodic", ["no-slip", "outflow"], ["reflecting", "no-slip"]]
    for order in ((0, 1, 2), (2, 0, 1), (1, 0, 2)):
        text = SWIRL
        for n in range(3):
            text = text.replace(f"PERMUTATION({n})", str(order[n]))
        cells, boundary = [0] * 3, {}
        for n in range(3):
            cells[order[n]] = (12, 10, 14)[n]
            boundary["xyz"[order[n]]] = ends[n]
        base = {key: value for key, value in BASE.items() if key != "initial"}
        base["initial"] = {"kind": "code", "file": "start.c"}
        out = run(tmp_path, "".join(map(str, order)), text, base=base, time={"end": 0.05},
                  mesh={"cells": cells, "boundary": boundary})
        fields = read_fields(out)[1]
        axes = [2 - order[2 - n] for n in range(3)]
        found[order] = [numpy.transpose(fields[name], axes) for name in
                        ("density", "pressure", *(f"velocity/{'xyz'[order[n]]}" for n in range(3)))]
    first = found.pop((0, 1, 2))
    for other in found.values():
        for one, two in zip(first, other):
            assert numpy.abs(one - two).max() < 1e-12


# ---- walls ----

LAYERS = """void initial(const real x[3], real t, real state[])
{
    state[0] = R(1.0);
    state[1] = PARAMETER(v) * real_sin(R(3.141592653589793) * x[1]);
    state[2] = state[3] = R(0.0);
    state[4] = R(1.0) / R(1.4);
}
"""
PUSH = """INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    (void)x;
    (void)t;
    rate[1] = state[0] * PARAMETER(g);
    rate[4] = state[0] * state[1] * PARAMETER(g);
}
"""
CHANNEL = {**{key: value for key, value in BASE.items() if key != "initial"},
           "initial": {"kind": "code", "file": "start.c", "parameters": {"v": 1e-4}},
           "mesh": {"cells": [1, 16, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": {"y": "no-slip"}}}


@pytest.mark.parametrize("scheme", [{"kind": "ader-weno", "order": 2, "limiter": "centred"}, {"kind": "rk-weno", "order": 3}])
def test_a_layer_decays_between_walls(tmp_path, scheme):
    """sin(pi y) falls by exp(-nu pi^2 t); between walls along which gas slips it would not."""
    errors = []
    for cells in (16, 32):
        rows = read_history(run(tmp_path, str(cells), LAYERS, base=CHANNEL, mesh={"cells": [1, cells, 1]}, scheme=scheme,
                                time={"end": 1}))
        left = rows["momentum_x"][-1] / rows["momentum_x"][0]
        errors.append(abs(left / math.exp(-NU * math.pi**2) - 1))
        assert abs(rows["energy"][-1] / rows["energy"][0] - 1) < 1e-13
        assert abs(rows["mass"][-1] / rows["mass"][0] - 1) < 1e-13
    assert errors[0] < 0.01
    assert math.log2(errors[0] / errors[1]) > 1.8


@pytest.mark.parametrize("scheme", [{"kind": "ader-weno", "order": 3}, {"kind": "rk-weno", "order": 2}])
def test_poiseuilles_flow(tmp_path, scheme):
    """A force along no-slip walls that viscosity holds: v = g/(2 nu) y (1 - y). Of three points in space the error is
    4/3 h^2 of the middle's velocity, once it has come about; short steps, since splitting the force from viscosity costs the cells at a wall a part of what a step pushes them."""
    errors = []
    for cells in (8, 16):
        (tmp_path / str(cells)).mkdir()
        (tmp_path / str(cells) / "push.c").write_text(PUSH)
        out = run(tmp_path, str(cells), LAYERS.replace("real_sin(R(3.141592653589793) * x[1])", "x[1] * (R(1.0) - x[1])"),
                  base=CHANNEL, mesh={"cells": [1, cells, 1]}, scheme=scheme, time={"end": 2, "step": 0.004},
                  transport={"kinematic_viscosity": 0.2}, initial={"parameters": {"v": 1e-4 / 0.4}},
                  source={"file": "push.c", "parameters": {"g": 1e-4}})
        y = numpy.arange(cells + 1) / cells
        means = numpy.diff(y**2 / 2 - y**3 / 3) * cells * 1e-4 / 0.4
        errors.append(numpy.abs(read_fields(out)[1]["velocity/x"][0, :, 0] - means).max() / (1e-4 / 1.6))
    assert errors[1] < 1.1 * 4 / 3 / 16**2
    assert math.log2(errors[0] / errors[1]) > 1.8


ATMOSPHERE = """void initial(const real x[3], real t, real state[])
{
    const real temperature = R(1.0) - R(0.5) * x[1];
    state[0] = temperature;
    state[1] = state[2] = state[3] = R(0.0);
    state[4] = temperature * temperature;
}
"""
GRAVITY = """INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    (void)x;
    (void)t;
    rate[2] = -state[0];
    rate[4] = -state[0] * state[2];
}
"""


@pytest.mark.parametrize("wall", ["reflecting", "no-slip"])
def test_walls_let_no_heat_through_under_gravity(tmp_path, wall):
    """A polytropic atmosphere, at rest but for heat that flows in it: energy changes by the work of gravity alone,
    which after one step is of second order in it. What a wall let through would be of the first."""
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "down.c").write_text(GRAVITY)
    out = run(tmp_path, "run", ATMOSPHERE, base=CHANNEL, mesh={"boundary": {"y": wall}}, initial={"parameters": {}},
              scheme={"kind": "rk-weno", "order": 3}, source={"file": "down.c"}, time={"end": 1, "max_steps": 1})
    rows = read_history(out)
    through = KAPPA * 0.5 * 0.5 * rows["time"][-1]  # rho kappa dT/dy at the upper wall
    assert rows["time"][-1] > 0.01
    assert abs(rows["energy"][-1] - rows["energy"][0]) < 0.02 * through


# ---- the product of options ----

BALL = {"scheme": {"order": 2}, "time": {"max_steps": 8}, "device": {"reproducible": "strict"}, "scalars": 1,
        "mesh": {"cells": [32, 24, 1], "lower": [-0.4, -0.4, 0], "upper": [0.6, 0.35, 1],
                 "boundary": {"x": "periodic", "y": ["no-slip", "outflow"]}},
        "initial": {"kind": "ball", "radius": 0.2, "inside": {"density": 5, "pressure": 10, "velocity": [1, 0.5, 0],
                                                              "scalar_1": 1},
                    "outside": {"density": 1, "pressure": 0.1, "velocity": [0, 0, 0.3], "scalar_1": 0}}}


@pytest.mark.parametrize("kind,order", [("ader-weno", 3), ("rk-weno", 4)])
def test_blocks_and_restarts_give_the_same_bits(tmp_path, kind, order):
    base = {key: value for key, value in BASE.items() if key != "initial"}
    case = make_case(tmp_path, base=base, **{**BALL, "scheme": {"kind": kind, "order": order}})
    whole = run_case(case, tmp_path / "whole")
    assert_same_bits(whole, run_case(case, tmp_path / "blocks", "mesh.blocks=[2,2,1]"))
    half = run_case(case, tmp_path / "half", "time.max_steps=3")
    assert_same_bits(whole, run_case(case, tmp_path / "again", "--restart", half))


def test_a_thin_cold_gas_stays_positive(tmp_path):
    """A dense ball at Mach 250 through a gas a thousand times thinner and as cold: each gas heats the other."""
    base = {key: value for key, value in BASE.items() if key != "initial"}
    thin = {"density": 0.001, "pressure": 1e-5, "velocity": [0, 0, -1]}
    cold = {"density": 1, "pressure": 1e-5, "velocity": [0, 0, 1]}
    case = make_case(tmp_path, base=base, initial={"kind": "ball", "radius": 0.2, "inside": cold, "outside": thin},
                     mesh={"cells": [32, 24, 1], "lower": [-0.5, -0.5, 0], "upper": [0.5, 0.5, 1]},
                     time={"end": 0.05})
    rows = read_history(run_case(case, tmp_path / "out"))
    assert rows["pressure_min"].min() > 0
    assert rows["recovery_failures"].max() == 0
    assert rows["regulated"].max() > 0 or abs(rows["energy"][-1] / rows["energy"][0] - 1) < 1e-12


def test_long_steps_of_rkl2_are_those_of_the_explicit_method(tmp_path):
    """A diffusion that bounds explicit steps: s stages for (s^2 + s - 2)/4 of them."""
    parameters = {name: 0 for name in AMPLITUDES} | {"w_re": 1e-5}
    changes = {"mesh": {"cells": [48, 48, 1]}, "time": {"end": 0.005}, "initial": {"parameters": parameters},
               "transport": {"kinematic_viscosity": 1, "thermal_diffusivity": 1}}
    ends, evaluations = [], []
    for method, stages in (("explicit", 2), ("rkl2", 7)):
        out = run(tmp_path, method, WAVE, scheme={"diffusion": method}, **changes)
        ends.append(abs(amplitudes_of(out, -1, (1, 1, 0))[2]) / 1e-5)
        evaluations.append((len(read_history(out)["step"]) - 1) * stages)
    assert abs(ends[1] - ends[0]) < 5e-3
    assert abs(ends[1] - math.exp(-8 * math.pi**2 * 0.005)) < 5e-3
    assert evaluations[1] < 0.4 * evaluations[0]


@pytest.mark.parametrize("changes,message", [
    ({"scheme": {"diffusion_stages": 4}}, "expected an odd number"),
    ({"time": {"step": 0.9}}, "expected at most"),
    ({"transport": {"resistivity": 0.1}}, "transport.resistivity"),
    ({"scheme": {"kind": "musta"}}, "transport.kinematic_viscosity"),
    ({"mesh": {"spacing": {"x": {"kind": "faces", "file": "faces.txt"}}}}, "diffusion needs cells of equal widths"),
    ({"mesh": {"boundary": "no-slip"}, "transport": {"kinematic_viscosity": 0}}, "no-slip needs")])
def test_what_is_refused(tmp_path, changes, message):
    base = {**BASE, "scheme": {}} if changes.get("scheme") == {"kind": "musta"} else BASE
    case = make_case(tmp_path, base=base, **changes)
    (tmp_path / "start.c").write_text(WAVE)
    numpy.savetxt(tmp_path / "faces.txt", numpy.linspace(0, 1, 17) ** 2)
    done = run_taub("check", case, expect=2)
    assert message in done.stdout + done.stderr
