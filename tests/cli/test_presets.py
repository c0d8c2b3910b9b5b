"""`preset: NAME`: the published numbers, which are here once more, in a run's summary and its resolved case; the case has the last
word; one small event of each."""
import pytest
import yaml

import quark_gas
from conftest import ROOT, make_case, merge, output_file, read_history, read_summary, run_case, run_taub

QUICK = {"env": {"TAUB_CFLAGS": "-O0"}}  # a program for each set, and few steps
EVENT = ROOT / "examples/pbpb-2760-2d/pbpb-2760-central-0.dat"
BASE = {
    "system": "israel-stewart",
    "eos": {"kind": "lattice-wb"},
    "mesh": {"coordinates": "milne", "cells": [24, 24, 1], "lower": [-12, -12, -0.5], "upper": [12, 12, 0.5]},
    "time": {"start": 0.6, "end": 1.0},
    "initial": {"kind": "trento", "file": str(EVENT), "spacing": 0.2, "scale": 0.4, "background": {"energy_density": 1e-3}},
    "output": {"surface": {}},
    "device": {"kind": "host", "threads": 1},
}


def kink(value, temperature, low, high):
    return {"kind": "jetscape", "at_kink": value, "kink_temperature": temperature, "low_slope": low, "high_slope": high, "floor": 0}


def bell(most, peak, below, above, **more):
    return {"kind": "gaussian", "maximum": most, "temperature": peak, "width_below": below, "width_above": above, **more}


def cauchy(most, peak, width, **more):
    return {"kind": "cauchy", "maximum": most, "temperature": peak, "width": width, **more}


# eta/s, zeta/s, the surface
SETS = {
    "duke-2019-map": ({"kind": "duke", "minimum": 0.081, "slope": 1.11, "curvature": -0.48, "temperature": 0.154, "floor": 0},
                      cauchy(0.052, 0.183, 0.022), {"temperature": 0.151}),
    "jetscape-2021-grad-map": (kink(0.096, 0.223, -0.776, 0.37), cauchy(0.133, 0.12, 0.072, skew=-0.122), {"temperature": 0.136}),
    "ip-glasma-2020": ({"kind": "constant", "value": 0.12}, bell(0.13, 0.16, 0.01, 0.12), {"energy_density": 0.18}),
    "ip-glasma-kompost-2022": ({"kind": "constant", "value": 0.12}, bell(0.175, 0.16, 0.01, 0.12), {}),
    "ip-glasma-2024": (kink(0.12, 0.18, -4, 0), bell(0.12, 0.18, 0.025, 0.12), {"energy_density": 0.18}),
    "ip-glasma-jimwlk-2025": (kink(0.14, 0.18, -4, 0), cauchy(0.123, 0.18, 0.05, skew=-0.12), {"energy_density": 0.18}),
    "3d-glauber-bes-2024-map": ({"kind": "constant", "value": 0.045, "potential_factor": "nodes", "factor_200": 6.222, "factor_400": 6.378},
                                bell(0.148, 0.214, 0.04, 0.018, potential_curvature=-0.15), {"energy_density": 0.35}),
}
TIMES = {"shear_relaxation": 5, "bulk_relaxation": 14.55}


def case_of(folder, name, **changes):
    if name.startswith("3d-glauber"):
        changes = merge({"eos": {"kind": "table-2d", "file": str(quark_gas.write_table(folder, 4))},
                         "initial": {"background": {"energy_density": 0.12}}}, changes)
    if not SETS[name][2]:
        changes = merge({"output": {"surface": {"temperature": 0.15}}}, changes)
    return make_case(folder, base=BASE, preset=name, **changes)


def test_all_sets_are_here():
    case = run_taub("reference").stdout.split("`preset`:\n\n")[1].split("\n\n")[0]
    assert [line.split("`")[1] for line in case.splitlines()] == ["none", *SETS]


@pytest.mark.parametrize("name", SETS)
def test_an_event_of_each(tmp_path, name):
    run = run_case(case_of(tmp_path, name), tmp_path / "out", **QUICK)
    shear, bulk, surface = SETS[name]
    expected = {"transport": {"shear_viscosity": shear, "bulk_viscosity": bulk, **TIMES}}
    if surface:
        expected["output"] = {"surface": surface}
    summary = read_summary(run)
    assert summary["preset"]["name"] == name and summary["preset"]["source"]
    assert summary["preset"]["values"] == expected
    # the resolved case has the values and their source, and is the same case once more
    resolved = (run / "case.yaml").read_text()
    assert summary["preset"]["source"] in resolved.splitlines()[0]
    config = yaml.safe_load(resolved)
    assert merge(config, expected) == config
    again = read_summary(run_case(run / "case.yaml", tmp_path / "again", "time.max_steps=1", **QUICK))
    assert again["preset"] == summary["preset"]
    assert read_history(run)["time"][-1] == 1.0 and output_file(run)


def test_the_case_has_the_last_word(tmp_path):
    """A value, another kind with its default, the other key of a surface; sets leave out maps that the case does not have."""
    case = make_case(tmp_path, base=BASE, preset="jetscape-2021-grad-map", output={"surface": {"energy_density": 0.3}},
                     transport={"shear_viscosity": {"kind": "constant"}, "bulk_viscosity": {"width": 0.05}, "shear_relaxation": 4})
    values = read_summary(run_case(case, tmp_path / "out", "time.max_steps=1", **QUICK))["preset"]["values"]
    assert values == {"transport": {"bulk_viscosity": {"kind": "cauchy", "maximum": 0.133, "temperature": 0.12, "skew": -0.122}, "bulk_relaxation": 14.55}}
    case = make_case(tmp_path, base=BASE, preset="jetscape-2021-grad-map", output={"surface": None},
                     transport={"bulk_relaxation_time": {"kind": "enthalpy", "constant": 6}})
    told = run_taub("check", case).stdout
    assert "transport.shear_viscosity.at_kink: 0.096" in told and "bulk_relaxation" not in told and "surface" not in told and "054904" in told


@pytest.mark.parametrize("changes, words", [
    ({"preset": "jetscape-2021-grad"}, ["did you mean jetscape-2021-grad-map?"]),
    ({"preset": "3d-glauber-bes-2024-map"}, ["preset 3d-glauber-bes-2024-map:", "potential_factor", "table-2d"]),
    ({"preset": "ip-glasma-2020", "system": "srhd"}, ["preset: this key does not apply to system: srhd", "israel-stewart only"]),
])
def test_what_is_refused(tmp_path, changes, words):
    base = merge(BASE, {"output": {"surface": {"temperature": 0.15}}})
    message = run_taub("check", make_case(tmp_path, base=base, **changes), expect=2).stderr
    assert all(word in message for word in words), message
