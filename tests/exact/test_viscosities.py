"""Published forms of eta/s and zeta/s (transport.shear_viscosity, transport.bulk_viscosity), from the relaxation times of a fluid
at many temperatures and, with a charge, chemical potentials: against the papers' formulas, written here once more, and numbers of
other programs at five temperatures. On the host and, where there is one, an OpenCL device."""
import numpy
import pytest

import quark_gas
from conftest import LONG, ROOT, make_case, merge, read_fields, read_summary, require_device, run_case, run_taub

HBARC = 0.1973269804
QUICK = {"env": {"TAUB_CFLAGS": "-O0"}}  # a program for each form, and few steps
RELAXATION = 5, 14.55  # tau_pi = 5 eta/(e + p), zeta/tau_Pi = 14.55 (1/3 - cs^2)^2 (e + p)


def jetscape(t, at_kink, kink, low, high, floor):
    return numpy.maximum(at_kink + numpy.where(t < kink, low, high) * (t - kink), floor)


def duke(t, least, slope, curvature, t_c, hadronic=None, floor=0):
    value = numpy.maximum(least + slope * (t - t_c) * (t / t_c) ** curvature, floor)
    return value if hadronic is None else numpy.where(t > t_c, value, hadronic)


def cauchy(t, most, peak, width, skew=0):
    return most / (1 + ((t - peak) / (width * (1 + skew * numpy.sign(t - peak)))) ** 2)


def gaussian(t, most, peak, low, high):
    return most * numpy.exp(-(((t - peak) / numpy.where(t > peak, high, low)) ** 2))


def shear(kind, **keys):
    return {"kind": kind, **keys}


GRAD = shear("jetscape", at_kink=0.096, kink_temperature=0.223, low_slope=-0.776, high_slope=0.37)
DUKE = shear("duke", minimum=0.081, slope=1.11, curvature=-0.48)
SKEW = shear("cauchy", maximum=0.133, temperature=0.120, width=0.072, skew=-0.122)
GLASMA = shear("gaussian", maximum=0.13, temperature=0.160, width_below=0.01, width_above=0.12)
FORMS = {
    "jetscape": (GRAD, SKEW, lambda t: jetscape(t, 0.096, 0.223, -0.776, 0.37, 0), lambda t: cauchy(t, 0.133, 0.12, 0.072, -0.122)),
    "duke": ({**DUKE, "floor": 0.01}, {"kind": "cauchy", "maximum": 0.052, "temperature": 0.183, "width": 0.022},
             lambda t: duke(t, 0.081, 1.11, -0.48, 0.154, floor=0.01), lambda t: cauchy(t, 0.052, 0.183, 0.022)),
    "hadronic": ({**DUKE, "curvature": 1.7, "temperature": 0.16, "hadronic_constant": 0.3}, GLASMA,
                 lambda t: duke(t, 0.081, 1.11, 1.7, 0.16, 0.3), lambda t: gaussian(t, 0.13, 0.16, 0.01, 0.12)),
    # slopes of the other signs, down to a floor on both sides
    "floor": ({**GRAD, "kink_temperature": 0.18, "low_slope": 1.2, "high_slope": -0.9, "floor": 0.02}, SKEW,
              lambda t: jetscape(t, 0.096, 0.18, 1.2, -0.9, 0.02), lambda t: cauchy(t, 0.133, 0.12, 0.072, -0.122)),
}
# at 0.14, 0.154, 0.18, 0.25, 0.35 GeV
PUBLISHED = {
    "jetscape": ((0.160408, 0.149544, 0.129368, 0.10599, 0.14299), (0.12089881, 0.10315913, 0.069969, 0.02543531, 0.00934161)),
    "duke": ((0.06473255, 0.081, 0.10777784, 0.1654487, 0.2277021), (0.01078783, 0.01899472, 0.05105071, 0.00506093, 0.00088704)),
    "hadronic": (None, (0.00238103, 0.09069792, 0.12643858, 0.07407177, 0.0105972)),
}
BASE = {
    "system": "israel-stewart",
    "eos": {"kind": "lattice-wb"},
    "mesh": {"coordinates": "cartesian", "cells": [400, 1, 1], "lower": [-10, -1, -1], "upper": [10, 1, 1], "boundary": "outflow"},
    "time": {"start": 0, "end": 1e-9},
    "initial": {"kind": "gaussian", "peak": {"temperature": 0.5}, "background": {"temperature": 0.03}, "width": [4, 0, 0]},
    "output": {"fields": ["temperature", "sound_speed_squared", "shear_relaxation_time", "bulk_relaxation_time"]},
    "device": {"kind": "host", "threads": 1, "reproducible": "strict"},
}


def viscosities(folder):
    """T, mu, eta/s and zeta/s of the cells."""
    fields = read_fields(folder, 0)[1]
    t, cs2 = (fields[name].ravel() for name in ("temperature", "sound_speed_squared"))
    eta = fields["shear_relaxation_time"].ravel() * t / (RELAXATION[0] * HBARC)
    zeta = fields["bulk_relaxation_time"].ravel() * t * RELAXATION[1] * (1 / 3 - cs2) ** 2 / HBARC
    return t, fields.get("chemical_potential", 0 * t).ravel(), eta, zeta


def run(folder, eta, zeta, device, **changes):
    transport = {"shear_viscosity": eta, "bulk_viscosity": zeta, "bulk_relaxation": RELAXATION[1]}
    case = make_case(folder, base=merge(BASE, changes), transport=transport, device={**BASE["device"], "kind": device})
    return viscosities(run_case(case, folder / "out", **QUICK))


@pytest.mark.parametrize("device, name", [("host", name) for name in FORMS] + [("opencl", "hadronic")] * LONG)
def test_forms_are_those_of_the_papers(tmp_path, device, name):
    require_device(device)
    eta_keys, zeta_keys, eta_of, zeta_of = FORMS[name]
    eta_keys = eta_keys if "floor" in eta_keys or name == "hadronic" else {**eta_keys, "floor": 0}
    t, _, eta, zeta = run(tmp_path, eta_keys, zeta_keys, device)
    assert t.min() < 0.06 and t.max() > 0.45
    assert numpy.abs(eta - eta_of(t)).max() < 1e-13
    # 1/3 - cs^2 loses digits where it is small
    assert numpy.abs(zeta - zeta_of(t)).max() < 1e-11
    if device != "host":  # powers and exponentials, too, have the same bits everywhere
        host = run(tmp_path / "host", eta_keys, zeta_keys, "host")
        assert (t == host[0]).all() and (eta == host[2]).all() and (zeta == host[3]).all()


@pytest.mark.parametrize("name", PUBLISHED)
def test_formulas_of_this_file_give_published_numbers(name):
    t = numpy.array([0.14, 0.154, 0.18, 0.25, 0.35])
    for formula, numbers in zip(FORMS[name][2:], PUBLISHED[name]):
        assert numbers is None or numpy.abs(formula(t) - numbers).max() < 6e-9


@pytest.mark.parametrize("factor", ["power", "nodes"])
def test_forms_of_the_chemical_potential(tmp_path, factor):
    """3D Glauber with MUSIC: Shen and Schenke, and the posterior of the beam energy scan."""
    folder = quark_gas.write_table(tmp_path, 4)
    keys = ({"potential_slope": 0.9, "potential_scale": 0.6, "potential_power": 0.8} if factor == "power" else
            {"factor_200": 6.222, "factor_400": 6.378})
    t, mu, eta, zeta = run(
        tmp_path, {"kind": "constant", "value": 0.045, "potential_factor": factor, **keys},
        {"kind": "gaussian", "maximum": 0.148, "temperature": 0.214, "width_below": 0.040, "width_above": 0.018, "potential_curvature": -0.15}, "host",
        eos={"kind": "table-2d", "file": str(folder)}, output={"fields": [*BASE["output"]["fields"], "chemical_potential"]},
        initial={"kind": "riemann", "axis": "x", "transition": 4, "left": {"temperature": 0.3, "charge_density": 1.7},
                 "right": {"temperature": 0.2, "charge_density": 0.02}})
    assert mu.max() > 0.45 and mu.min() < 0.05
    expected = 1 + 0.9 * (mu / 0.6) ** 0.8 if factor == "power" else numpy.interp(mu, [0, 0.2, 0.4], [1, 6.222, 6.378])
    assert numpy.abs(eta / 0.045 - expected).max() < 1e-12
    assert numpy.abs(zeta - gaussian(t + 0.15 * mu**2, 0.148, 0.214, 0.040, 0.018)).max() < 1e-11


@pytest.mark.parametrize("kind, constant", [("enthalpy", 8), ("temperature", 0.9)])
def test_relaxation_times(tmp_path, kind, constant):
    """tau_Pi = constant zeta/(e + p), constant/T: the times themselves, and Bjorken's flow with them against its equations."""
    time = {"bulk_relaxation_time": {"kind": kind, "constant": constant}}
    case = make_case(tmp_path, base=BASE, transport={"bulk_viscosity": SKEW, **time})
    fields = read_fields(run_case(case, tmp_path / "out", **QUICK), 0)[1]
    t = fields["temperature"].ravel()
    expected = constant * HBARC / t * (cauchy(t, 0.133, 0.12, 0.072, -0.122) if kind == "enthalpy" else 1)
    assert numpy.abs(fields["bulk_relaxation_time"].ravel() / expected - 1).max() < 1e-12
    flow = run_case(ROOT / "examples/bjorken-bulk/case.yaml", tmp_path / "flow", f"transport.bulk_relaxation_time={time['bulk_relaxation_time']}".replace("'", ""),
                    "transport.bulk_viscosity={kind: cauchy, maximum: 0.1, temperature: 0.18, width: 0.05}", "output.every=0", **QUICK)
    errors = read_summary(flow)["errors"]
    assert 0 < errors["bulk_pressure"]["maximum"] < 1e-6 * abs(errors["bulk_pressure"]["mean_of_exact"]) and errors["energy_density"]["l1"] < 1e-5


def test_acausal_relaxation(tmp_path):
    """4/15 of shear stress, zeta/s/0.2387 of bulk pressure, and the speed of sound: the temperature where they are most is named."""
    case = make_case(tmp_path, base=BASE, transport={"bulk_viscosity": {**SKEW, "maximum": 0.2},
                                                     "bulk_relaxation_time": {"kind": "temperature", "constant": 0.2387}})
    message = run_taub("check", case, expect=2).stderr
    assert "transport.bulk_relaxation_time.constant: at T = 0.1" in message and "square of the speed of light" in message
    assert run_taub("run", case, "-o", tmp_path / "out", expect=2).stderr == message and not (tmp_path / "out").exists()


@pytest.mark.parametrize("keys, words", [
    (DUKE, ["eta/s is -", "at T = 0.0", "floor or hadronic_constant"]),
    ({**GRAD, "high_slope": -0.301}, ["at T = 0.542 GeV", "floor, 0 in JETSCAPE"]),
    ({**GRAD, "low_slope": 0.61}, ["at T = 0.065 GeV"]),
    ({**GRAD, "floor": 0, "potential_factor": "power", "potential_slope": 1, "potential_scale": 1, "potential_power": 1}, ["potential_factor", "eos.kind: table-2d"]),
])
def test_what_is_refused(tmp_path, keys, words):
    case = make_case(tmp_path, base=BASE, transport={"shear_viscosity": keys})
    message = run_taub("check", case, expect=2).stderr
    assert "transport.shear_viscosity." in message and all(word in message for word in words), message
