"""Equations of state that stop below the needed density: said before the run where it can be known, and by `taub check` too."""
import os
import re

import pytest

from conftest import ROOT, make_case, read_summary, run_taub, steps_of

HEADER = "# e p T\n"
COLLISION = {"kind": "riemann", "axis": "x", "left": {"energy_density": 5, "velocity": [0.8, 0, 0]},
             "right": {"energy_density": 5, "velocity": [-0.8, 0, 0]}}


def table(folder, highest, name="short.dat"):
    """p = e/3 from 1e-6 to the highest energy density."""
    rows = [1e-6 * (highest / 1e-6)**(n / 40) for n in range(40)] + [highest]
    path = folder / name
    path.write_text(HEADER + "".join(f"{e!r} {e / 3!r} {0.16 * e**0.25!r}\n" for e in rows))
    return path


@pytest.mark.parametrize("system", ["srhd", "israel-stewart"])
def test_a_table_that_stops_below_the_initial_data(tmp_path, system):
    short = table(tmp_path, 10)
    event = ROOT / "tests/data/pbpb-2760-central-0.dat"
    case = make_case(tmp_path, system=system, eos={"kind": "table", "file": str(short)}, time={"start": 0.6},
                     mesh={"coordinates": "milne", "cells": [40, 40, 1]},
                     initial={"kind": "trento", "file": str(event), "spacing": 0.2, "scale": 30,
                              "background": {"energy_density": 1e-4}})
    no_compiler = {**os.environ, "TAUB_CC": "/nonexistent", "TAUB_CACHE": "off"}  # so nothing is compiled before
    for words in (["check", case], ["run", case, "-o", tmp_path / "out", "--device", "host"]):
        said = run_taub(*words, expect=2, env=no_compiler).stderr
        found = re.search(r"the energy density at \(.*\) is ([0-9.]+); the equation of state (.*) goes from 1e-06 to 10\.", said)
        assert found and float(found.group(1)) > 10 and found.group(2) == str(short), said
    assert not (tmp_path / "out").exists()


def test_a_table_that_stops_below_a_state_in_the_case(tmp_path):
    short = table(tmp_path, 10)
    case = make_case(tmp_path, eos={"kind": "table", "file": str(short)}, initial={"left": {"energy_density": 12}})
    said = run_taub("check", case, expect=2).stderr
    assert "initial.left.energy_density" in said and str(short) in said and "is 12;" in said and "to 10." in said


def test_a_table_that_stops_below_the_users_initial_data(tmp_path):
    """They are known only when the run starts; nothing is written then either."""
    short = table(tmp_path, 10)
    (tmp_path / "start.c").write_text("INLINE void initial(const real x[3], real t, real state[])\n"
                                      "{ (void)t; state[0] = x[0] > R(0.0) ? R(11.5) : R(1.0);\n"
                                      "  for (int c = 1; c < 5; c++) state[c] = R(0.0); }\n")
    case = make_case(tmp_path, eos={"kind": "table", "file": str(short)}, initial={"kind": "code", "file": "start.c"})
    said = run_taub("run", case, "-o", tmp_path / "out", expect=2).stderr
    assert str(short) in said and "is 11.5;" in said and "to 10." in said
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("system, history", [("srhd", 0), ("srhd", 3), ("israel-stewart", 0)])
def test_a_run_that_leaves_the_table_stops(tmp_path, system, history):
    """Two streams of 5 GeV/fm^3 meet at 0.8 of the speed of light and are compressed to 57."""
    short, long = table(tmp_path, 10), table(tmp_path, 100, "long.dat")
    case = make_case(tmp_path, system=system, eos={"kind": "table", "file": str(short)}, initial=COLLISION,
                     output={"history": history, "fields": ["energy_density"]})
    said = run_taub("run", case, "-o", tmp_path / "out", expect=1).stderr
    assert str(short) in said and "ends at the energy density 10," in said and "the fluid needs " in said
    needed = float(said.split("the fluid needs ")[1].split()[0])
    assert 10 < needed < 100
    summary = read_summary(tmp_path / "out")
    assert summary["status"] == "failed" and str(short) in summary["reason"]
    assert summary["steps"] <= 20 and steps_of(tmp_path / "out")[-1] == summary["steps"]
    run_taub("run", case, "-o", tmp_path / "whole", f"eos.file={long}")


def test_reconstruction_of_dissipative_fluids(tmp_path):
    """There is no recovery at faces with pi and Pi; the word was taken and did nothing."""
    case = make_case(tmp_path, system="israel-stewart", scheme={"reconstruct": "conserved"})
    said = run_taub("check", case, expect=2).stderr
    assert "scheme.reconstruct" in said and "goes with primitive" in said
