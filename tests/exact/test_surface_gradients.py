"""Gradients on freeze-out surfaces: exact flows, and vorticities that an ideal fluid cannot have."""
import sys

import numpy
import pytest

from conftest import LONG, ROOT, make_case, merge, run_case

sys.path.insert(0, str(ROOT / "python"))
from taub.surface import read_surface  # noqa: E402 - the package need not be installed

METRIC = numpy.diag([1.0, -1, -1, -1])
T0, TIME, SPIN = 0.17, 5.0, 0.05
# e = 47.5 pi^2/30 T^4/(hbar c)^3: eos.kind conformal with three colours and flavours
DENSITY = 47.5 * numpy.pi ** 2 / 30 / 0.1973269804 ** 3

# beta^mu = (x^mu/t0 + W rotation)/T0, a conformal Killing field: an exact flow of an ideal fluid with P = e/3, with
# thermal shear g_{mu nu}/(T0 t0) and a constant thermal vorticity W/T0 in the plane of the rotation
ROTATING = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real time = MILNE ? t * real_cosh_of(x[2]) : t, z = MILNE ? t * real_sinh_of(x[2]) : x[2];
    const real at[4] = {time, x[0], x[1], z};
    real b[4];
    for (int m = 0; m < 4; m++)
        b[m] = at[m] / R(5.0);
    b[FIRST] -= R(0.05) * at[SECOND];
    b[SECOND] += R(0.05) * at[FIRST];
    if (MILNE) {
        const real c = real_cosh_of(x[2]), s = real_sinh_of(x[2]), b0 = b[0], b3 = b[3];
        b[0] = c * b0 - s * b3;
        b[3] = c * b3 - s * b0;
    }
    const real size = real_sqrt(b[0] * b[0] - b[1] * b[1] - b[2] * b[2] - b[3] * b[3]);
    const real temperature = R(0.17) / size;
    state[0] = PARAMETER(density) * temperature * temperature * temperature * temperature;
    for (int i = 0; i < 3; i++)
        state[1 + i] = b[1 + i] / size;
}
"""
HYPERBOLIC = """
INLINE real real_cosh_of(real y)
{
    const real e = real_exp(y);
    return R(0.5) * (e + R(1.0) / e);
}
INLINE real real_sinh_of(real y)
{
    const real e = real_exp(y);
    return R(0.5) * (e - R(1.0) / e);
}
"""


def rotating_case(folder, axes, plane, mesh, **changes):
    """The case of a Hubble flow that rotates in a plane of axes (1, 2, 3 for x, y, z)."""
    text = f"#define MILNE {int(mesh['coordinates'] == 'milne')}\n#define FIRST {plane[0]}\n#define SECOND {plane[1]}\n"
    (folder / "rotating.c").write_text(text + HYPERBOLIC + ROTATING)
    case = {"system": "srhd", "eos": {"kind": "conformal"}, "scheme": {"kind": "ader-weno", "order": 3},
            "mesh": {"boundary": "outflow", **mesh}, "time": {"start": TIME, "end": 6, "step": 0.02},
            "initial": {"kind": "code", "file": str(folder / "rotating.c"), "parameters": {"density": DENSITY}},
            "output": {"history": 0, "surface": {"temperature": 0.155, "gradients": True}},
            "device": {"kind": "host", "threads": 1}}
    return make_case(folder, f"rotating-{axes}.yaml", base=merge(case, changes))


def to_laboratory(surface, tensor):
    """Lower components of the Milne frame along t, x, y, z."""
    eta = surface.position[:, 3]
    turn = numpy.zeros((len(surface), 4, 4))
    turn[:, 0, 0] = turn[:, 3, 3] = numpy.cosh(eta)
    turn[:, 0, 3] = turn[:, 3, 0] = -numpy.sinh(eta)
    turn[:, 1, 1] = turn[:, 2, 2] = 1
    return numpy.einsum("nma,nab,nkb->nmk", turn, tensor, turn)


def errors_of_rotation(surface, plane, inner):
    """The largest deviation of the thermal vorticity and shear, over the vorticity and the trace of the shear."""
    vorticity, shear = surface.thermal_vorticity, surface.thermal_shear
    if surface.coordinates == "milne":
        vorticity, shear = to_laboratory(surface, vorticity), to_laboratory(surface, shear)
    exact = numpy.zeros((4, 4))
    exact[plane], exact[plane[::-1]] = SPIN / T0, -SPIN / T0
    keep = (abs(surface.position[:, 1:]) < inner).all(axis=1)
    assert keep.sum() > 50
    return (abs(vorticity - exact)[keep].max() / (SPIN / T0), abs(shear - METRIC / (T0 * TIME))[keep].max() * T0 * TIME)


def test_rotating_flow(tmp_path):
    """Boost-invariant, rotating about the beam: second order in time and space, where nothing has come from the ends yet."""
    errors = []
    for cells in (60, 120):
        mesh = {"coordinates": "milne", "cells": [cells, cells, 1], "lower": [-3, -3, -0.5], "upper": [3, 3, 0.5]}
        case = rotating_case(tmp_path, cells, (1, 2), mesh, time={"step": 1.2 / cells})
        surface = read_surface(run_case(case, tmp_path / str(cells)))
        assert surface.has_gradients and len(surface) > 1000
        errors.append(errors_of_rotation(surface, (1, 2), [1.5, 1.5, 1]))
    print(f"vorticity and shear: {errors}")
    assert errors[0][0] < 1e-4 and errors[0][1] < 1e-4
    assert (numpy.log2(numpy.array(errors[0]) / numpy.array(errors[1])) > 1.8).all()


@pytest.mark.parametrize("coordinates", ["milne", *(["cartesian"] * LONG)])
def test_rotation_about_x(tmp_path, coordinates):
    """The same flow turning about x: u^eta and all that the frame of Milne coordinates adds to gradients matter."""
    milne = coordinates == "milne"
    wide, high = (3, 0.8) if milne else (2.4, 2.4)
    mesh = {"coordinates": coordinates, "cells": [24, 24, 24], "lower": [-wide, -wide, -high],
            "upper": [wide, wide, high]}
    case = rotating_case(tmp_path, 3, (2, 3), mesh, time={"end": 5.6, "step": 0.04},
                         output={"surface": {"temperature": 0.16}})
    surface = read_surface(run_case(case, tmp_path / "out"))
    vorticity, shear = errors_of_rotation(surface, (2, 3), [1.2, 1.2, 0.3 if milne else 1.2])
    print(f"{coordinates}: {len(surface)} elements, vorticity {vorticity:.2e}, shear {shear:.2e}")
    assert max(vorticity, shear) < (2e-3 if milne else 1e-2)  # t and z in place of tau and eta: 10 cells a scale height


BUMPS = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real cx[5] = {R(0.0), R(1.5), R(-1.2), R(0.7), R(-1.9)}, cy[5] = {R(0.0), R(1.0), R(1.8), R(-2.2), R(-1.1)};
    const real height[5] = {R(15.0), R(13.5), R(10.5), R(12.0), R(9.0)};
    (void)t;
    state[0] = R(0.05) + R(20.0) * real_exp(-(x[0] * x[0] / R(8.0) + x[1] * x[1] / R(12.5)));
    for (int n = 0; n < 5; n++) {
        const real dx = x[0] - cx[n], dy = x[1] - cy[n];
        state[0] += height[n] * real_exp(-(dx * dx + dy * dy) / R(1.28));
    }
}
"""


def bumps(folder, cells, **changes):
    (folder / "bumps.c").write_text(BUMPS)
    case = {"system": "srhd", "eos": {"kind": "lattice-wb"}, "scheme": {"kind": "kurganov-tadmor"},
            "mesh": {"coordinates": "milne", "cells": [cells, cells, 1], "lower": [-8, -8, -0.5], "upper": [8, 8, 0.5]},
            "time": {"start": 0.6, "end": 3.2, "step": 1.6 / cells},
            "initial": {"kind": "code", "file": str(folder / "bumps.c")},
            "output": {"history": 0, "surface": {"temperature": 0.2, "every": 2, "gradients": True}},
            "device": {"kind": "host", "threads": 1}}
    return make_case(folder, f"bumps-{cells}.yaml", base=merge(case, changes))


@pytest.mark.parametrize("scheme", [{"kind": "kurganov-tadmor"}, *([{"kind": "ader-weno", "order": 3}] * LONG)],
                         ids=lambda scheme: scheme["kind"])
def test_event_from_rest(tmp_path, scheme):
    """An ideal fluid without charge that starts at rest never has a T-vorticity: what is found of it is the error of the
    thermal vorticity. At 0.2 and 0.1 fm with hot spots of 0.8 fm: all components; and the one in the plane, to which no
    equation of motion comes, between 1.2 and 2 fm/c."""
    errors = []
    for cells in (80, 160):
        surface = read_surface(run_case(bumps(tmp_path, cells, scheme=scheme), tmp_path / str(cells)))
        thermal = surface.thermal_vorticity
        wrong = surface.temperature_vorticity / surface.temperature[:, None, None] ** 2
        weight, tau = abs(surface.volume), surface.position[:, 0]
        part = (tau > 1.2) & (tau < 2)
        plane = numpy.sqrt((weight * wrong[:, 1, 2] ** 2)[part].sum() / (weight * thermal[:, 1, 2] ** 2)[part].sum())
        errors.append([abs(wrong).max() / abs(thermal).max(), plane])
    print(f"{scheme['kind']}: largest error over the largest vorticity, root mean square in the plane: {errors}")
    if scheme["kind"] == "ader-weno":
        assert errors[0][0] < 2e-3 and errors[0][1] < 0.02
        assert (numpy.log2(numpy.array(errors[0]) / numpy.array(errors[1])) > 1.8).all()
    else:  # its limiter clips one cell on each side of crests: first order
        assert errors[0][0] < 1e-2 and errors[0][1] < 0.15
        assert (numpy.array(errors[1]) < 0.6 * numpy.array(errors[0])).all()


def gubser(position, h=1e-3):
    """u_mu in the Milne frame and nabla_mu u_nu of Gubser's flow with q = 1/fm, by differences of the formula."""
    tau, x, y = position[:, :3].T

    def u(tau, x, y):
        r = numpy.hypot(x, y)
        rapidity = numpy.arctanh(2 * tau * r / (1 + tau ** 2 + r ** 2))
        along = numpy.sinh(rapidity) / r
        return numpy.stack([numpy.cosh(rapidity), along * x, along * y, 0 * x], axis=1)
    gradient = numpy.zeros((len(tau), 4, 4))
    for m, step in enumerate(numpy.eye(3) * h):
        def at(n):
            return u(tau + n * step[0], x + n * step[1], y + n * step[2])
        gradient[:, m] = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h)
    gradient[:, 3, 3] = u(tau, x, y)[:, 0] / tau
    return gradient @ METRIC


@pytest.mark.parametrize("kind", ["viscous", *(["ideal", "order-3"] * LONG)])
def test_gubser(tmp_path, kind):
    """u of Gubser's flow is the same with viscosity: gradients of u by all schemes against the formula."""
    example = "gubser-viscous" if kind == "viscous" else "gubser-ideal"
    more = {"ideal": ["scheme.limiter=parabolic"], "order-3": ["scheme={kind: rk-weno, order: 3}"], "viscous": []}[kind]
    errors = []
    for cells in (50, 100):
        folder = run_case(ROOT / "examples" / example, tmp_path / str(cells), f"mesh.cells=[{cells},{cells},1]",
                          "output.surface={temperature: 0.14, every: 2, gradients: true}", "output.every=0",
                          "output.history=0", "time.end=1.6", "device.kind=host", "device.threads=1", *more)
        surface = read_surface(folder)
        exact = gubser(surface.position)
        wrong = abs(surface.velocity_gradient - exact).max(axis=(1, 2)) / abs(exact).max(axis=(1, 2))
        errors.append(numpy.sqrt((wrong ** 2).mean()))
    print(f"{kind}: {len(surface)} elements, {errors}")
    assert errors[1] < 4e-3
    assert numpy.log2(errors[0] / errors[1]) > 1.8


def test_nothing_else_changes(tmp_path):
    """Elements with gradients are those without, bit for bit; without them the file has no such record."""
    plain = read_surface(run_case(bumps(tmp_path, 40, output={"surface": {"gradients": False}}), tmp_path / "plain"))
    more = read_surface(run_case(bumps(tmp_path, 40), tmp_path / "more"))
    assert more.has_gradients and not plain.has_gradients and not plain.beta_gradient.any()
    for name in ("position", "normal", "four_velocity", "temperature", "energy_density", "shear_stress"):
        assert (getattr(plain, name) == getattr(more, name)).all()
    # u.u = 1: gradients of u are orthogonal to it, whatever is interpolated
    along = numpy.einsum("emn,en->em", more.velocity_gradient, more.four_velocity)
    assert abs(along).max() < 1e-12 * abs(more.velocity_gradient).max()
