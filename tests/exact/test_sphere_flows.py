"""Flows outside a sphere against their solutions: transonic winds and accretion that start 10 % off and become steady, a
hydrostatic shell, a blast over a corner of the cube and over the middle of a panel."""
import numpy
import pytest
from scipy.optimize import brentq

from conftest import LONG, assert_same_bits, read_history, read_summary, run_case
from spheres import CLOSED, FROM_A_WIND, GAS, at_corners, cells_of, fields_of, mean, sphere_case

GRAVITY = """
INLINE real radius_of(const real x[3])
{
    return real_sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    const real r = radius_of(x), pull = -R(2.0) * state[0] / (r * r * r);
    (void)t;
    for (int i = 0; i < 3; i++) {
        rate[1 + i] = pull * x[i];
        rate[4] += rate[1 + i] * state[1 + i];
    }
}
"""
# Bernoulli's equation and rho v r^2 = 1 of a gas with gamma = 4/3, G M = 2: y^7/2 - (3/2 + 2/r) y + 3 r^(-2/3) = 0 of y = v^(1/3)
# is convex, so that Newton's steps go to the slow root from 0 and to the fast one from above. WIND is 1 or -1.
TRANSONIC = GRAVITY + """
INLINE void transonic(const real x[3], real off, real state[])
{
    const real r = radius_of(x), a = R(1.5) + R(2.0) / r, b = R(3.0) * real_pow(r, R(-2.0 / 3.0));
    real y = WIND * (r - R(1.0)) > R(0.0) ? real_pow(R(2.0) * a, R(1.0 / 6.0)) : R(0.0);
    for (int n = 0; n < 30; n++) {
        const real y2 = y * y, y6 = y2 * y2 * y2, slope = R(3.5) * y6 - a;
        y -= slope * slope > R(1e-12) ? (R(0.5) * y6 * y - a * y + b) / slope : R(0.0);
    }
    const real v = y * y * y, density = R(1.0) / (v * r * r);
    state[0] = off * density;
    for (int i = 0; i < 3; i++)
        state[1 + i] = WIND * v * x[i] / r;
    state[4] = R(0.75) * density * real_pow(density, R(1.0 / 3.0));
}
INLINE void initial(const real x[3], real t, real state[])
{
    (void)t;
    transonic(x, R(1.1), state);
}
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    (void)t;
    (void)inside;
    transonic(x, R(1.0), state);
}
"""
SHELL = {"mesh": {"radius": [0.5, 2], "spacing": {"radius": {"kind": "geometric"}}},
         "eos": {"gamma": 4 / 3}, "source": {"file": "flow.c"}}


def speed_of(r, wind):
    """By bisection, independent of the code above; the speed of sound is 1 where r is."""
    def bernoulli(v):
        return 0.5 * v * v + 3 * (1 / (v * r * r)) ** (1 / 3) - 2 / r - 1.5
    least = r ** (-2 / 7)  # where v is the speed of sound of that density
    fast = wind == (r > 1)
    return brentq(bernoulli, least, 50, xtol=1e-14) if fast else brentq(bernoulli, 1e-9, least, xtol=1e-14)


@pytest.mark.parametrize("wind", [True, *([False] * LONG)])
def test_transonic_flows(tmp_path, wind):
    """Density and mass flux err to second order, and the flux is the same at all radii. What
    depends on the angles at one radius, the imprint of the mesh, is far less, and no larger at corners."""
    rows = []
    for n in (4, 8):
        ends = {"inner": "code", "outer": "outflow"} if wind else {"inner": "outflow", "outer": "code"}
        changes = {"mesh": {"cells": [n, n, 3 * n], "boundary": ends}, "time": {"end": 4 if wind else 8}}
        folder = run_case(sphere_case(tmp_path, f"#define WIND R({1 if wind else -1}.0)\n" + TRANSONIC, GAS, SHELL, changes),
                          tmp_path / str(n))
        radii = 0.5 * 4 ** (numpy.arange(3 * n + 1) / (3 * n))
        x, _ = cells_of(n, radii)
        fields, r = fields_of(folder), numpy.sqrt((x**2).sum(axis=0))
        flux = numpy.abs((fields["density"] * fields["velocity"] * x).sum(axis=0) * r)[2:-2]
        exact = numpy.array([1 / (speed_of(place, wind) * place**2) for place in r[:, 0, 0]])[2:-2]
        density, by_radius = fields["density"][2:-2].mean(axis=(1, 2)), flux.mean(axis=(1, 2))
        away = numpy.abs(flux / by_radius[:, None, None] - 1)
        rows.append([numpy.abs(density / exact - 1).mean(), numpy.abs(by_radius - 1).mean(), numpy.ptp(by_radius), away.max(),
                     away[:, at_corners(n, 1)].max()])
    rows = numpy.array(rows)
    orders = numpy.log2(rows[0] / rows[1])
    print(f"wind {wind}: density, mass flux, its spread over r, imprint, at corners: {rows[0]}, {rows[1]}, orders {orders}")
    assert (rows[1, :3] < 0.015).all() and rows[1, 3] < 3e-3 and rows[1, 3] < rows[0, 3] and rows[1, 4] <= rows[1, 3]
    if wind:  # accretion errs a tenth of that
        assert orders[0] > 1.6 and orders[1] > 1.8


def test_wind_of_order_3(tmp_path):
    """A tenth of the errors of order 2 on as many cells (density 3.8e-2 and mass flux 4.0e-2 on 4^2 x 12, 1.2e-2 and 1.1e-2 on
    8^2 x 24 cells), and no imprint of panels."""
    n, layers = 8, 16
    changes = {"mesh": {"cells": [n, n, layers], "boundary": {"inner": "code", "outer": "outflow"}}, "time": {"end": 6},
               "scheme": {"order": 3}}
    folder = run_case(sphere_case(tmp_path, "#define WIND R(1.0)\n" + TRANSONIC, GAS, SHELL, changes), tmp_path / "out")
    x, _ = cells_of(n, 0.5 * 4 ** (numpy.arange(layers + 1) / layers))
    fields, r = fields_of(folder), numpy.sqrt((x**2).sum(axis=0))
    flux = numpy.abs((fields["density"] * fields["velocity"] * x).sum(axis=0) * r)[2:-2]
    exact = numpy.array([1 / (speed_of(place, True) * place**2) for place in r[:, 0, 0]])[2:-2]
    density, by_radius = fields["density"][2:-2].mean(axis=(1, 2)), flux.mean(axis=(1, 2))
    imprint = numpy.abs(flux / by_radius[:, None, None] - 1).max()
    errors = numpy.abs(density / exact - 1).mean(), numpy.abs(by_radius - 1).mean()
    print(f"density, mass flux {errors}, imprint {imprint}")
    assert errors[0] < 3e-3 and errors[1] < 3e-3 and imprint < 5e-4


# rho v r^2 = 1 and v = 1 at r = 1 without a force, gamma = 4/3, at a Mach number of 9 there: a speed v has the heat c^2/(gamma - 1).
COLD = """
INLINE void wind(const real x[3], real off, real state[])
{
    const real r = real_sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), heat = R(3.0 / 81.0);
    real v = R(1.1);
    for (int n = 0; n < 20; n++) {
        const real left = heat * real_pow(v * r * r, R(-1.0 / 3.0));
        v -= (R(0.5) * (v * v - R(1.0)) + left - heat) / (v - left / (R(3.0) * v));
    }
    const real density = R(1.0) / (v * r * r);
    state[0] = off * density;
    for (int i = 0; i < 3; i++)
        state[1 + i] = v * x[i] / r;
    state[4] = R(0.25) * heat * density * real_pow(density, R(1.0 / 3.0));
}
""" + FROM_A_WIND


def test_wind_of_high_mach_number(tmp_path):
    """The internal energy is a twentieth of the kinetic one and less, so that an error of one density alone is an error of the
    pressure, which feeds waves across the flow. The imprint of order 2 is 7e-3; one order more has to have a tenth of that."""
    changes = {"mesh": {"cells": [8, 8, 5], "boundary": {"outer": "outflow"}}, "eos": {"gamma": 4 / 3}, "time": {"end": 3},
               "scheme": {"order": 3}}
    folder = run_case(sphere_case(tmp_path, COLD, GAS, changes), tmp_path / "out")
    x, _ = cells_of(8, numpy.linspace(1, 2, 6))
    fields, r = fields_of(folder), numpy.sqrt((x**2).sum(axis=0))
    flux, pressure = (fields["density"] * fields["velocity"] * x).sum(axis=0) * r, fields["pressure"]
    imprints = [numpy.abs(values / values.mean(axis=(1, 2))[:, None, None] - 1).max() for values in (flux, pressure)]
    layers = numpy.abs(flux.mean(axis=(1, 2)) - 1).max()  # with copies of the last cell beyond the open sphere: 1.0e-1
    print(f"imprint on mass flux, pressure {imprints}, mass flux of layers {layers}")
    assert imprints[0] < 7e-4 and imprints[1] < 7e-3 and layers < 1.5e-2


HYDROSTATIC = GRAVITY + """
/* p = rho^gamma/gamma, the square of the speed of sound over gamma - 1 is 1/2 + 2/r */
INLINE void initial(const real x[3], real t, real state[])
{
    const real heat = (R(0.5) + R(2.0) / radius_of(x)) / R(3.0);
    (void)t;
    state[0] = heat * heat * heat;
    state[4] = R(0.75) * state[0] * heat;
}
"""


@pytest.mark.parametrize("order,meshes", [(2, (4, 8)), *([(3, (8, 12))] * LONG)])
def test_hydrostatic_shell(tmp_path, order, meshes):
    """Gas at rest between walls: what moves is the truncation error."""
    speeds = []
    for n in meshes:
        changes = {"mesh": {"cells": [n, n, 2 * n]}, "time": {"end": 1}, "scheme": {"order": order}}
        folder = run_case(sphere_case(tmp_path, HYDROSTATIC, GAS, SHELL, CLOSED, changes), tmp_path / str(n))
        _, volumes = cells_of(n, 0.5 * 4 ** (numpy.arange(2 * n + 1) / (2 * n)))
        speed = numpy.sqrt((fields_of(folder)["velocity"] ** 2).sum(axis=0))
        speeds.append([mean(speed, volumes), speed.max()])
    orders = numpy.log(numpy.divide(*speeds)) / numpy.log(meshes[1] / meshes[0])
    print(f"order {order}: speeds: mean, largest {speeds}, orders {orders}")
    assert orders[0] > order - 0.2 and orders[1] > order - 0.4


BLAST = """
INLINE void initial(const real x[3], real t, real state[])
{
    real far = R(0.0);
    const real centre[3] = {PARAMETER(x), PARAMETER(y), PARAMETER(z)};
    (void)t;
    for (int a = 0; a < 3; a++)
        far += (x[a] - centre[a]) * (x[a] - centre[a]);
    state[0] = R(1.0);
    state[4] = R(0.1) + R(10.0) * real_exp(-far / (R(0.18) * R(0.18)));
}
"""


def radial_blast(distance, end, cells=400, gamma=1.4):
    """Density of the blast in one dimension, by the slopes of van Leer, HLL and two stages, and its error by halving cells."""
    def solve(count):
        faces = numpy.linspace(0, 1, count + 1)
        r, area, volume = 0.5 * (faces[1:] + faces[:-1]), faces**2, numpy.diff(faces**3) / 3
        p = 0.1 + 10 * numpy.exp(-((r / 0.18) ** 2))
        u, t = numpy.array([numpy.ones(count), 0 * r, p / (gamma - 1)]), 0.0

        def rate(u):
            q = numpy.array([u[0], u[1] / u[0], (gamma - 1) * (u[2] - 0.5 * u[1] ** 2 / u[0])])
            q = numpy.concatenate([q[:, 1::-1] * numpy.array([[1], [-1], [1]]), q, q[:, -1:], q[:, -1:]], axis=1)
            low, high = numpy.diff(q)[:, :-1], numpy.diff(q)[:, 1:]
            slope = numpy.where(low * high > 0, 2 * low * high / numpy.where(low + high == 0, 1, low + high), 0)
            left, right = (q[:, 1:-1] + 0.5 * slope)[:, :-1], (q[:, 1:-1] - 0.5 * slope)[:, 1:]
            states, fluxes, speeds = [], [], []
            for d, v, p in (left, right):
                e = p / (gamma - 1) + 0.5 * d * v * v
                states.append(numpy.array([d, d * v, e]))
                fluxes.append(numpy.array([d * v, d * v * v + p, (e + p) * v]))
                speeds.append((v, numpy.sqrt(gamma * p / d)))
            a = numpy.minimum(0, numpy.minimum(*(v - c for v, c in speeds)))
            b = numpy.maximum(0, numpy.maximum(*(v + c for v, c in speeds)))
            flux = (b * fluxes[0] - a * fluxes[1] + a * b * (states[1] - states[0])) / (b - a)
            out = -numpy.diff(flux * area) / volume
            out[1] += q[2, 2:-2] * numpy.diff(area) / volume
            return out, max(b.max(), -a.min())
        while t < end:
            first, fastest = rate(u)
            dt = min(0.4 / (count * fastest), end - t)
            stage = u + dt * first
            u, t = 0.5 * (u + stage + dt * rate(stage)[0]), t + dt
        return r, u[0]
    coarse, fine = solve(cells // 2), solve(cells)
    error = numpy.abs(numpy.interp(coarse[0], *fine) - coarse[1]).mean()
    return numpy.interp(distance, *fine), error


BOX = {"mesh": {"coordinates": "cartesian", "cells": [12, 12, 12], "lower": [-0.48] * 3, "upper": [0.48] * 3, "radius": None,
                "boundary": "outflow"}, "boundary": None, "initial": {"parameters": {"x": 0, "y": 0, "z": 0}}}


def test_blast_over_a_corner(tmp_path):
    """As good over a corner of the cube, where three panels meet, as over the middle of a panel, and as in a box of cells of the
    same volume, where errors, of first order at the front, go by the widest cells, 0.098 against 0.08. Fields are compared within
    0.48 of the middle of the blast."""
    n, places = 24, {"corner": numpy.ones(3) / numpy.sqrt(3), "middle": numpy.array([0.0, 0.0, 1.0])}
    x, volumes = cells_of(n, numpy.linspace(1, 2, 17))
    common = {"time": {"end": 0.1}, "scheme": {"limiter": "van-leer"}}
    errors = {}
    for name, direction in (*places.items(), ("box", None)):
        if name == "box":
            along = -0.48 + 0.08 * (numpy.arange(12) + 0.5)
            case = sphere_case(tmp_path, BLAST, GAS, common, BOX, {"scheme": {"positivity": "off"}})
            distance, weights = numpy.sqrt(sum(c**2 for c in numpy.meshgrid(along, along, along))), numpy.ones((12, 12, 12))
        else:
            centre = 1.5 * direction
            case = sphere_case(tmp_path, BLAST, GAS, common, CLOSED, {
                "mesh": {"cells": [n, n, 16], "boundary": "outflow"}, "initial": {"parameters": dict(zip("xyz", map(float, centre)))}})
            distance, weights = numpy.sqrt(((x - centre[:, None, None, None]) ** 2).sum(axis=0)), volumes
        density = fields_of(run_case(case, tmp_path / name))["density"]
        exact, own = radial_blast(distance, 0.1)
        near = distance < 0.48
        errors[name] = (numpy.abs(density - exact) * weights)[near].sum() / weights[near].sum()
        print(f"{name}: mean error {errors[name]:.3f}, of the reference {own:.1e}")
    assert errors["corner"] < 1.1 * errors["middle"] and errors["corner"] < 1.25 * errors["box"]


@pytest.mark.parametrize("order", [3, *([4] * LONG)])
def test_strong_blast_of_high_order(tmp_path, order):
    """A pressure 1e4 times that around, over a corner and so steep that means of cells at the ends, polynomials between panels and
    fluxes all would leave no gas: cells are corrected with those around them, and counted, and no step has to be repeated."""
    centre = dict(zip("xyz", [1.5 / 3**0.5] * 3))
    case = sphere_case(tmp_path, BLAST.replace("R(10.0) * real_exp", "R(1000.0) * real_exp"), GAS, CLOSED, {
        "mesh": {"cells": [12, 12, 10], "boundary": "outflow"}, "scheme": {"order": order}, "time": {"end": 0.02},
        "initial": {"parameters": centre}})
    folder = run_case(case, tmp_path / "out")
    fields, counts = fields_of(folder), read_summary(folder)["counts"]
    print(f"order {order}: density {fields['density'].min():.3g} to {fields['density'].max():.3g}, pressure {fields['pressure'].min():.3g}, {counts}")
    assert fields["density"].min() > 0 and fields["pressure"].min() > 0 and 1.4 < fields["density"].max() < 2.2
    assert 0 < counts["first_order_cells"] < 4000 and counts["repeated_steps"] == 0


MAGNETIZED = BLAST.replace("R(10.0) * real_exp", "R(1000.0) * real_exp").replace("    state[0] = R(1.0);", """
    for (int a = 0; a < 3; a++)
        state[5 + a] = PARAMETER(field) * (a == 0 ? R(1.0) : a == 1 ? R(0.5) : R(0.25));
    state[0] = R(1.0);""") + """
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    const real b[3] = {PARAMETER(field), R(0.5) * PARAMETER(field), R(0.25) * PARAMETER(field)};
    (void)t;
    for (int c = 0; c < 3; c++)
        a[c] = R(0.5) * (b[(c + 1) % 3] * x[(c + 2) % 3] - b[(c + 2) % 3] * x[(c + 1) % 3]);
}
"""


@pytest.mark.parametrize("order,field", [(4, 10), *([(3, 1)] * LONG)])
def test_strong_blast_in_a_field(tmp_path, order, field):
    """The same in an oblique field, of 6 and 600 times the pressure around: corrected cells and those beside them get fluxes of
    first order, and with more layers of blocks the same. div B stays at rounding."""
    centre = dict(zip("xyz", [1.5 / 3**0.5] * 3))
    case = sphere_case(tmp_path, MAGNETIZED, CLOSED, {
        "mesh": {"cells": [12, 12, 10], "boundary": "outflow"}, "scheme": {"order": order}, "time": {"end": 0.02},
        "initial": {"parameters": {**centre, "field": field}}, "device": {"reproducible": "strict"}})
    folder = run_case(case, tmp_path / "out")
    fields, counts, history = fields_of(folder), read_summary(folder)["counts"], read_history(folder)
    divergence = (history["divergence"] / history["magnetic_field_max"]).max()
    print(f"order {order}, field {field}: density {fields['density'].min():.3g} to {fields['density'].max():.3g}, pressure "
          f"{fields['pressure'].min():.3g}, div B {divergence:.1e}, {counts}")
    assert fields["density"].min() > 0 and fields["pressure"].min() > 0 and 1.4 < fields["density"].max() < 2.2
    assert 0 < counts["first_order_cells"] < 4000 and divergence < 1e-13
    assert_same_bits(folder, run_case(case, tmp_path / "blocks", "mesh.blocks=[1,1,2]"))
