"""The diffusion current of the net baryon number (israel-stewart with eos.kind table-2d and transport.baryon_diffusion) in the
quark gas of quark_gas.py: a sine of mu_B/T in a medium at rest (the telegraph equation), linear modes of moving fluids, Bjorken's
flow, and an expansion along the beam in 1+1 dimensions, set up like that of Denicol et al., Phys. Rev. C 98 (2018) 034916, against
equations of scalars in (T, mu) that share nothing with the kernels."""
import numpy
import pytest

import quark_gas
from conftest import make_case, merge, read_fields, read_history, read_summary, run_case, run_taub
from linear_modes import boost_of, march

HBARC = quark_gas.HBARC
C, KAPPA = 0.4, 0.05  # of tau_q = C/T and kappa_B = KAPPA T^2


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    return quark_gas.write_table(tmp_path_factory.mktemp("table"), 4)


@pytest.fixture(scope="module")
def scale_free(tmp_path_factory):
    """The same gas without its negative pressure: p = e/3 at every charge."""
    k, quark_gas.K = quark_gas.K, 0.0
    try:
        return quark_gas.write_table(tmp_path_factory.mktemp("scale-free"), 4)
    finally:
        quark_gas.K = k


def kappa_of(kind, t, mu, p, e, n):
    if kind == "constant":
        return KAPPA * (t / HBARC) ** 2
    return C * HBARC / t * n * (1 / numpy.tanh(mu / t) / 3 - n * t / (e + p))


def gas(e, n, h=1e-4):
    """T, p, dp/de, dp/dn, d alpha/de, d alpha/dn, alpha = mu/T, of the gas itself."""
    def values(e, n):
        t, mu = quark_gas.invert(numpy.array(e), numpy.array(n))
        return numpy.array([float(quark_gas.state(t, mu)[0]), float(mu / t)])

    by_e = (values(e * (1 + h), n) - values(e * (1 - h), n)) / (2 * h * e)
    by_n = (values(e, n + h) - values(e, n - h)) / (2 * h)
    t, mu = (float(x) for x in quark_gas.invert(numpy.array(e), numpy.array(n)))
    return t, mu, values(e, n)[0], by_e[0], by_n[0], by_e[1], by_n[1]


def transport(kind, **more):
    return {"baryon_diffusion": {"kind": kind, "relaxation": C, **({"value": KAPPA} if kind == "constant" else {})},
            "shear_viscosity": {"kind": "none"}, **more}


# ---- linear modes ----

ETA = 0.1


def mode(e, n, kind, velocity, k, near):
    """omega and amplitudes of (e, u, pi, Pi, n, q) of a mode along x of a fluid that moves with `velocity`, at a real k along x: of
    the equations at rest, linearised, and a boost. `near` picks one at rest by its frequency."""
    t, mu, p, p_e, p_n, a_e, a_n = gas(e, n)
    h, kappa, tau_q = e + p, kappa_of(kind, t, mu, p, e, n), C * HBARC / t
    eta = ETA * HBARC * h / t
    tau_pi = 5 * eta / h

    def rates(size):
        """d/dt of (e, u, n, q, pi^xx) along the wave."""
        i = 1j * size
        return numpy.array([[0, -i * h, 0, 0, 0], [-i * p_e / h, 0, -i * p_n / h, 0, -i / h], [0, -i * n, 0, -i, 0],
                            [-i * kappa * a_e / tau_q, 0, -i * kappa * a_n / tau_q, -1 / tau_q, 0], [0, -i * 4 / 3 * eta / tau_pi, 0, 0, -1 / tau_pi]])

    def relation(omega, back):
        there = back @ numpy.array([omega, k, 0, 0])
        size = numpy.sqrt(there[1:] @ there[1:])
        return numpy.linalg.det(rates(size) + 1j * there[0] * numpy.eye(5))

    found = 1j * numpy.linalg.eigvals(rates(k))
    omega = found[abs(found - near(found)).argmin()]
    for share in numpy.linspace(0, 1, 41):
        back = boost_of(share * numpy.asarray(velocity))[1]
        for _ in range(30):
            d = 1e-6 * abs(omega)
            step = relation(omega, back) * 2 * d / (relation(omega + d, back) - relation(omega - d, back))
            omega -= step
            if abs(step) < 1e-13 * abs(omega):
                break
    boost, back = boost_of(velocity)
    there = back @ numpy.array([omega, k, 0, 0])
    size = numpy.sqrt(there[1:] @ there[1:])
    along = there[1:] / size
    vector = numpy.linalg.svd(rates(size) + 1j * there[0] * numpy.eye(5))[2][-1].conj()
    de, du, dn, dq, dpi = vector
    tensor = numpy.zeros((4, 4), dtype=complex)
    tensor[1:, 1:] = dpi * 1.5 * (numpy.outer(along, along) - numpy.eye(3) / 3)
    moved = boost @ tensor @ boost.T
    u, q = (boost @ numpy.concatenate([[0], x * along]) for x in (du, dq))
    pairs = [(a, b) for a in range(4) for b in range(a, 4)]
    return omega, numpy.array([de, *u[1:], *(moved[a, b] for a, b in pairs), 0, dn, *q[1:]]) / dn


SIZE, LENGTH = 1e-6, 8.0
COMPONENTS = {"energy_density": 0, "four_velocity/x": 1, "charge_density": 15, "diffusion_current/x": 16}


def run_mode(folder, table, velocity, e, n, k, omega, amplitude, cells, end, more):
    w = 1 / numpy.sqrt(1 - numpy.dot(velocity, velocity))
    base = [e, *(w * numpy.asarray(velocity)), *[0] * 11, n, 0, 0, 0]
    return march(folder, table, more, base, SIZE * numpy.asarray(amplitude), k, omega, cells=cells, length=LENGTH, end=end, components=COMPONENTS)


@pytest.mark.parametrize("wave", [1, 2])
def test_telegraph_equation(tmp_path, scale_free, wave, monkeypatch):
    """With p = e/3 a charge spreads without moving the fluid: tau_q n'' + n' = kappa alpha_n n_xx. The longer wave decays, the
    shorter one oscillates."""
    monkeypatch.setattr(quark_gas, "K", 0.0)
    e, n, k = 1.0, 0.3, 2 * numpy.pi * wave / LENGTH
    t, mu, p, _, p_n, _, a_n = gas(e, n)
    tau, spread = C * HBARC / t, KAPPA * (t / HBARC) ** 2 * a_n
    root = numpy.sqrt(0j + 1 - 4 * tau * spread * k**2)
    assert abs(p_n) < 1e-9 and (abs(root.imag) > 0.5 if wave == 2 else abs(root.real) > 0.5), root
    omega = -1j * (1 - root) / (2 * tau)
    amplitude = [0] * 15 + [1, omega / k, 0, 0]
    more = transport("constant")
    coarse, fine = (run_mode(tmp_path, scale_free, (0, 0, 0), e, n, k, omega, amplitude, cells * wave, 3.0, more) for cells in (64, 128))
    print(omega, {name: f"{fine[name]:.1e} {numpy.log2(coarse[name] / fine[name]):.2f}" for name in fine})
    assert set(fine) == {"charge_density", "diffusion_current/x"} and max(fine.values()) < 2e-3
    assert all(numpy.log2(coarse[name] / fine[name]) > 1.6 for name in fine)


@pytest.mark.parametrize("velocity", [(0, 0, 0), (0.8, 0, 0), (-0.5, 0.6, 0.3)], ids=["rest", "along", "oblique"])
def test_modes(tmp_path, table, velocity):
    """The mode that becomes diffusion for long waves, with shear viscosity and kinetic coefficients, coupled to sound by dp/dn: what
    the current does to Du, and Du to the current."""
    e, n, k = 0.58, 0.2, 2 * numpy.pi / LENGTH
    omega, amplitude = mode(e, n, "kinetic", velocity, k, lambda found: -1j * min(-x.imag for x in found if abs(x.real) < 1e-9))
    more = transport("kinetic", shear_viscosity={"kind": "constant", "value": ETA})
    coarse, fine = (run_mode(tmp_path, table, velocity, e, n, k, omega, amplitude, cells, 3.0, more) for cells in (64, 128))
    orders = {name: numpy.log2(coarse[name] / fine[name]) for name in fine}
    print(omega, {name: f"{fine[name]:.1e} {orders[name]:.2f}" for name in fine})
    # the table's dp/dn limits e and u^x: with one twice as fine the error of e falls from 9.0e-5 to 3.9e-5
    assert len(fine) == 4 and max(fine.values()) < 1e-3 and orders["charge_density"] > 1.6 and orders["diffusion_current/x"] > 1.9


# ---- Bjorken's flow ----

START, END, E0, N0 = 1.0, 4.0, 12.0, 0.7


def test_bjorken_flow(tmp_path, scale_free, monkeypatch):
    """n falls as 1/tau with or without a current; with p = e/3 the temperature as tau^(-1/3), and a uniform current along x and eta
    by tau_q, theta and the shear tensor, diag(1, 1, -2)/(3 tau): D q = -q/tau_q - delta q/tau - 3/5 lambda (2/3 or -1/3) q/tau."""
    monkeypatch.setattr(quark_gas, "K", 0.0)
    t0 = float(quark_gas.invert(numpy.array(E0), numpy.array(N0))[0])
    (tmp_path / "start.c").write_text(f"void initial(const real x[3], real t, real state[])\n{{\n    for (int c = 1; c < 19; c++)\n"
                                      f"        state[c] = 0;\n    state[0] = {E0};\n    state[15] = {N0};\n    state[16] = 0.05;\n    state[18] = -0.03;\n}}\n")
    errors = {}
    for step in (0.01, 0.005):
        more = transport("constant")
        more["baryon_diffusion"].update(delta_qq=1.5, lambda_qq=2)
        case = make_case(tmp_path, f"case-{step}", system="israel-stewart", eos={"kind": "table-2d", "file": str(scale_free)}, transport=more,
                         mesh={"coordinates": "milne", "cells": [1, 1, 1], "lower": [-1, -1, -1], "upper": [1, 1, 1]},
                         time={"start": START, "end": END, "cfl": None, "step": step}, initial={"kind": "code", "file": str(tmp_path / "start.c")},
                         output={"fields": ["energy_density", "charge_density", "diffusion_current", "velocity"], "history": 1})
        out = run_case(case, tmp_path / f"out-{step}")
        fields, history = read_fields(out)[1], read_history(out)
        decay = numpy.exp(-t0 / (C * HBARC) * 1.5 * START ** (1 / 3) * (END ** (2 / 3) - START ** (2 / 3)))
        exact = {"energy_density": E0 * (START / END) ** (4 / 3), "charge_density": N0 * START / END,
                 "diffusion_current/x": 0.05 * decay * (START / END) ** (1.5 - 0.6 * 2 / 3), "diffusion_current/z": -0.03 * decay * (START / END) ** (1.5 + 0.6 * 4 / 3)}
        errors[step] = {name: abs(fields[name].item() / value - 1) for name, value in exact.items()}
        assert fields["diffusion_current/t"].item() == fields["diffusion_current/y"].item() == fields["velocity/x"].item() == 0
        assert not history["regulated"].any() and abs(history["charge"] / history["charge"][0] - 1).max() < 1e-13
    print(errors)
    assert errors[0.005].pop("charge_density") < 1e-13 and max(errors[0.005].values()) < 2e-3
    assert all(1.8 < numpy.log2(errors[0.01][name] / errors[0.005][name]) < 2.2 for name in ("diffusion_current/x", "diffusion_current/z"))


# ---- along the beam ----

PERIOD, MODES, LATER, STEPS = 8.0, 128, 3.0, 400


def along_beam(kind):
    """(T, mu, y, Q, phi) of a boost-dependent flow at `LATER`, on MODES places of eta: y the rapidity of the fluid in the frame of
    Milne coordinates, l = (sinh, cosh) of y + eta across u, q = Q l, pi = -phi l l + phi/2 across; D = u.d, L = l.d:
      D e = -(e + p - phi) theta,  (e + p - phi) A = -L (p - phi),  D n = -n theta - L Q - Q A,
      tau_q D Q = -Q - kappa L alpha - (1 + 2/5) tau_q theta Q,  tau_pi D phi = 4/3 eta theta - phi - (4/3 + 10/21) tau_pi theta phi,
    theta = L y + cosh(y)/tau, A = D y + sinh(y)/tau. Derivatives along eta by Fourier series, in time by the classical Runge-Kutta
    method; at every place a linear system of five equations."""
    eta = PERIOD * (numpy.arange(MODES) / MODES - 0.5)
    wave = 2j * numpy.pi * numpy.fft.fftfreq(MODES, PERIOD / MODES)
    wave[MODES // 2] = 0

    def rate(tau, state):
        t, mu, y, big_q, phi = state
        p, e, n, s = quark_gas.state(t, mu)
        s_t, s_mu = 12 * quark_gas.A * t**2 + 2 * quark_gas.B * mu**2 - 2 * quark_gas.K, 4 * quark_gas.B * t * mu
        n_mu = 2 * quark_gas.B * t**2 + 12 * quark_gas.C * mu**2
        h, kappa, tau_q = e + p - phi, kappa_of(kind, t, mu, p, e, n), C * HBARC / t
        viscosity = ETA * HBARC * (e + p) / t
        tau_pi = 5 * viscosity / (e + p)
        # rows: equations; each is in_d D state + in_l L state = right
        in_d, in_l, right = numpy.zeros((MODES, 5, 5)), numpy.zeros((MODES, 5, 5)), numpy.zeros((MODES, 5))
        w, u = numpy.cosh(y), numpy.sinh(y)
        in_d[:, 0, 0], in_d[:, 0, 1], in_l[:, 0, 2], right[:, 0] = t * s_t + mu * s_mu, t * s_mu + mu * n_mu, h, -h * w / tau
        in_d[:, 1, 2], in_l[:, 1, 0], in_l[:, 1, 1], in_l[:, 1, 4], right[:, 1] = h, s, n, -1, -h * u / tau
        in_d[:, 2, 0], in_d[:, 2, 1], in_l[:, 2, 2], in_l[:, 2, 3], in_d[:, 2, 2] = s_mu, n_mu, n, 1, big_q
        right[:, 2] = -n * w / tau - big_q * u / tau
        in_d[:, 3, 3], in_l[:, 3, 0], in_l[:, 3, 1], in_l[:, 3, 2] = tau_q, -kappa * mu / t**2, kappa / t, 1.4 * tau_q * big_q
        right[:, 3] = -big_q - 1.4 * tau_q * big_q * w / tau
        second = (4 / 3 + 10 / 21) * tau_pi * phi - 4 / 3 * viscosity
        in_d[:, 4, 4], in_l[:, 4, 2], right[:, 4] = tau_pi, second, -phi - second * w / tau
        d_eta = numpy.fft.ifft(wave * numpy.fft.fft(state, axis=1), axis=1).real / tau
        w, u = w[:, None, None], u[:, None, None]
        rest = right - numpy.einsum("nij,jn->ni", u * in_d + w * in_l, d_eta)
        return numpy.linalg.solve(w * in_d + u * in_l, rest[:, :, None])[:, :, 0].T

    e, n = profiles(eta)
    state, step = numpy.array([*quark_gas.invert(e, n), *numpy.zeros((3, MODES))]), (LATER - START) / STEPS
    for i in range(STEPS):
        tau = START + i * step
        k1 = rate(tau, state)
        k2 = rate(tau + step / 2, state + step / 2 * k1)
        k3 = rate(tau + step / 2, state + step / 2 * k2)
        state = state + step / 6 * (k1 + 2 * k2 + 2 * k3 + rate(tau + step, state + step * k3))
    t, mu, y, big_q, phi = state
    _, e, n, _ = quark_gas.state(t, mu)
    w, u = numpy.cosh(y), numpy.sinh(y)
    return {"energy_density": e, "four_velocity/eta": u, "charge_density": n, "diffusion_current/t": big_q * u, "diffusion_current/z": big_q * w,
            "shear_stress/zz": -phi * w**2}


def profiles(eta):
    """A plateau of the energy, and the charge in two peaks where it falls."""
    angle = 2 * numpy.pi * eta / PERIOD
    return 6 + 5 * numpy.cos(angle), 0.25 - 0.15 * numpy.cos(2 * angle)


PROFILES = f"""
void initial(const real x[3], real t, real state[])
{{
    const real angle = (real){2 * numpy.pi / PERIOD!r} * x[2];
    for (int c = 1; c < 19; c++)
        state[c] = 0;
    state[0] = 6 + 5 * cos(angle);
    state[15] = (real)0.25 - (real)0.15 * cos(2 * angle);
}}
"""


@pytest.mark.parametrize("kind", ["constant", "kinetic"])
def test_expansion_along_the_beam(tmp_path, table, kind):
    exact, errors = along_beam(kind), {}
    (tmp_path / "profiles.c").write_text(PROFILES)
    for cells in (64, 128):
        case = make_case(tmp_path, f"case-{cells}", system="israel-stewart", eos={"kind": "table-2d", "file": str(table)},
                         transport=transport(kind, shear_viscosity={"kind": "constant", "value": ETA}, shear_relaxation=5),
                         mesh={"coordinates": "milne", "cells": [1, 1, cells], "lower": [0, 0, -PERIOD / 2], "upper": [1, 1, PERIOD / 2], "boundary": "periodic"},
                         time={"start": START, "end": LATER, "cfl": None, "step": 1.6 / cells}, initial={"kind": "code", "file": str(tmp_path / "profiles.c")},
                         output={"fields": ["energy_density", "four_velocity", "charge_density", "diffusion_current", "shear_stress"], "history": 1})
        out = run_case(case, tmp_path / f"out-{cells}")
        fields, history = read_fields(out)[1], read_history(out)
        wave = 2j * numpy.pi * numpy.fft.fftfreq(MODES, 1 / MODES)
        centres = (numpy.arange(cells) + 0.5) / cells
        errors[cells] = {}
        for name, values in exact.items():  # the series at the centres, as means over cells
            smooth = numpy.fft.fft(values) / MODES * numpy.sinc(wave.imag / (2 * numpy.pi) / cells)
            expected = (smooth[:, None] * numpy.exp(wave[:, None] * centres)).sum(axis=0).real
            errors[cells][name] = abs(fields[name].ravel() - expected).max() / abs(expected).max()
        assert not history["regulated"].any() and abs(history["charge"] / history["charge"][0] - 1).max() < 1e-13
    print(errors[128], {name: round(float(numpy.log2(errors[64][name] / errors[128][name])), 2) for name in exact})
    assert abs(exact["diffusion_current/z"]).max() > 4e-3 and max(errors[128].values()) < 3e-3
    assert all(errors[64][name] / errors[128][name] > 3 for name in exact)


# ---- limits, and what is refused ----

def test_what_is_limited_is_counted(tmp_path, table):
    """A coefficient with signals faster than light is kept at their speed, and every cell of every stage counted; the charge stays."""
    more = transport("constant")
    more["baryon_diffusion"]["value"] = 2.0
    (tmp_path / "profiles.c").write_text(PROFILES)
    case = make_case(tmp_path, "case", system="israel-stewart", eos={"kind": "table-2d", "file": str(table)}, transport=more,
                     mesh={"coordinates": "milne", "cells": [1, 1, 16], "lower": [0, 0, -PERIOD / 2], "upper": [1, 1, PERIOD / 2], "boundary": "periodic"},
                     time={"start": START, "end": 1.2, "cfl": None, "step": 0.02}, initial={"kind": "code", "file": str(tmp_path / "profiles.c")},
                     output={"fields": ["charge_density"], "history": 1})
    folder = run_case(case, tmp_path / "out")
    history = read_history(folder)
    assert read_summary(folder)["regulated"] == {"diffusion_bound": 16 * 2 * 10}
    assert history["regulated"][-1] == 16 * 2 * 10 and abs(history["charge"] / history["charge"][0] - 1).max() < 1e-13


@pytest.mark.parametrize("changes, words", [
    ({"eos": {"kind": "lattice-wb"}}, "needs the chemical potential of the charge"),
    ({"transport": {"form": "paper"}}, "transport.form: flux"),
    ({"transport": {"initial_stress": {"kind": "read", "file": "fields.h5"}}}, "does not provide a diffusion current")])
def test_what_is_refused(tmp_path, table, changes, words):
    (tmp_path / "fields.h5").touch()
    eos = {} if "eos" in changes else {"eos": {"kind": "table-2d", "file": str(table)}}
    case = make_case(tmp_path, "case", **merge({"system": "israel-stewart", **eos, "transport": transport("kinetic"),
                                                "initial": {"kind": "gaussian", "peak": {"energy_density": 5}, "background": {"energy_density": 1}, "width": [1, 1, 1]}}, changes))
    assert words in run_taub("check", case, expect=2).stderr
