"""What the program says: to those who type or forget something, while kernels compile, and how a run ended."""
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from conftest import ROOT, TAUB, make_case, read_summary, run_case, run_taub

USER = "INLINE void initial(const real x[3], real t, real state[])\n{ (void)t; %s }\n"
REST = "for (int c = 0; c < 5; c++) state[c] = R(0.0);"


def user_case(folder, body, text=USER, **changes):
    (folder / "start.c").write_text(text % body if "%s" in text else text)
    return make_case(folder, initial={"kind": "code", "file": "start.c"}, mesh={"cells": [16, 1, 1]}, **changes)


@pytest.mark.parametrize("text, words", [
    ("INLINE void initail(const real x[3], real t, real state[]) { state[0] = x[0] + t; }\n",
     ["start.c: this file must define `void initial(const real x[3], real t, real state[])`, and does not"]),
    ("INLINE void initial(real x, real state[]) { state[0] = x; }\n",
     ["do not compile together with", "start.c. Are its functions declared as"]),
])
def test_a_users_file_without_its_function_is_not_a_fault_of_taub(tmp_path, text, words):
    said = run_taub("run", user_case(tmp_path, "", text), "-o", tmp_path / "out", expect=2).stderr
    assert "fault of Taub" not in said
    for word in words:
        assert word in said
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("system, body, words", [
    ("srhd", REST, "in the cell (0, 0, 0) at (-4.6875, 0, 0) the energy density is 0, and must be above 0"),
    ("srhd", REST + "state[0] = R(1.0); state[2] = x[0] > R(0.0) ? R(1e200) : R(0.0);",
     "in the cell (8, 0, 0) at (0.3125, 0, 0) the four-velocity along y is 1e+200, too large"),
    ("euler", REST + "state[0] = state[4] = R(1.0); state[1] = sqrt(x[0]);",
     "in the cell (0, 0, 0) at (-4.6875, 0, 0) the velocity along x is "),
    ("euler", REST + "state[0] = R(1.0); state[4] = x[0] + R(4.5);",
     "expected a pressure above 0, got density 1, velocity (0, 0, 0), pressure -"),
])
def test_a_bad_state_names_the_cell_the_quantity_and_the_reason(tmp_path, system, body, words):
    changes = {} if system == "srhd" else {"system": "euler", "eos": {"kind": "ideal-gas"},
                                           "output": {"fields": ["density"]}}
    case = user_case(tmp_path, body, **changes)
    said = run_taub("run", case, "-o", tmp_path / "out", expect=2, env={"TAUB_CFLAGS": "-O1"}).stderr
    assert words in said and "The whole state: " in said
    assert not (tmp_path / "out").exists()


def trento(folder, rows, **changes):
    (folder / "event.dat").write_text(rows)
    return make_case(folder, mesh={"coordinates": "milne", "cells": [16, 16, 1], **changes}, time={"start": 0.6, "end": 0.7},
                     initial={"kind": "trento", "file": "event.dat", "spacing": 0.2, "scale": 30,
                              "background": {"energy_density": 1e-4}})


def test_initial_data_that_miss_the_mesh_are_refused(tmp_path):
    """Nothing but the background would be left."""
    full = "".join(" ".join(["1.0"] * 8) + "\n" for _ in range(8))
    run_taub("check", trento(tmp_path, full))
    said = run_taub("check", trento(tmp_path, full.replace("1.0", "0.0")), expect=2).stderr
    assert "event.dat: the event is empty: all of its 64 values are 0" in said
    said = run_taub("check", trento(tmp_path, full, lower=[5, 5, -1], upper=[9, 9, 1]), expect=2).stderr
    assert "no part of the event lies in a cell of the mesh" in said and "(5, 5) to (9, 9)" in said
    (tmp_path / "list.oscar").write_text(
        "#!OSCAR2013 particle_lists t x y z mass p0 px py pz pdg ID charge\n# Units: fm fm fm fm GeV GeV GeV GeV GeV none none e\n"
        "# event 0 out 1\n1 30 0 0 0.938 0.938 0 0 0 2212 0 1\n# event 0 end 0 impact 0\n")
    case = make_case(tmp_path, mesh={"cells": [16, 16, 16]}, time={"start": 1, "end": 2}, initial={
        "kind": "particles", "file": "list.oscar", "sigma": 1, "background": {"energy_density": 1e-3}})
    assert "none of the 1 particles lies on the mesh" in run_taub("check", case, expect=2).stderr
    collision = {"kind": "glauber", "nuclei": ["Pb", "Pb"], "cross_section": 6.4, "impact_parameter": 5,
                 "background": {"energy_density": 1e-4}}
    case = make_case(tmp_path, mesh={"coordinates": "milne", "cells": [16, 16, 1], "lower": [50, 50, -1],
                                     "upper": [60, 60, 1]}, time={"start": 0.6, "end": 1}, initial=collision)
    assert "no part of the collision lies on the mesh" in run_taub("check", case, expect=2).stderr


def test_nucleons_without_room(tmp_path):
    collision = {"kind": "glauber", "nuclei": ["Pb", "Pb"], "cross_section": 6.4, "impact_parameter": 5,
                 "background": {"energy_density": 1e-4}}
    case = make_case(tmp_path, mesh={"coordinates": "milne", "cells": [16, 16, 1], "lower": [-10, -10, -1],
                                     "upper": [10, 10, 1]}, time={"start": 0.6, "end": 0.7}, initial=collision)
    said = run_taub("check", case, "initial.minimum_distance=100", expect=2).stderr
    assert "initial.minimum_distance: 100 fm is too large" in said and "nucleons cannot keep this distance" in said
    folder = run_case(case, tmp_path / "out", "time.max_steps=1")
    assert 0 <= read_summary(folder)["initial"]["nucleons_without_room"] < 20


@pytest.mark.parametrize("key, value", [("initial.left.four_velocity", "[1e200,0,0]"),
                                        ("initial.left.four_velocity", "[0,6e7,0]")])
def test_a_four_velocity_beyond_double_precision(tmp_path, key, value):
    said = run_taub("check", make_case(tmp_path), f"{key}={value}", expect=2).stderr
    assert key in said and "expected at most 5e+07" in said
    run_taub("check", make_case(tmp_path), f"{key}=[1e5,0,0]")


def test_a_fixed_step_above_the_bound_names_the_bound(tmp_path):
    case = make_case(tmp_path, time={"cfl": None, "step": 0.5, "end": 20})
    assert re.search(r"time.step, 0.5, is above the bound of the initial state, 0\.\d+", run_taub("check", case).stdout)
    done = run_taub("run", case, "-o", tmp_path / "out", expect=1)
    assert len(re.findall(r"above the bound of (?:the initial|this) state, 0\.\d+ \(time.cfl", done.stderr)) == 2
    assert 0 < read_summary(tmp_path / "out")["step_bound_at_start"] < 0.5
    assert "above the bound" not in run_taub("check", case, "time.step=0.01").stdout


def test_a_run_says_why_it_ended_early(tmp_path):
    case = make_case(tmp_path)
    done = run_taub("run", case, "time.max_steps=3", "-o", tmp_path / "short")
    assert "ended    by time.max_steps, 3, before time.end, 1" in done.stdout
    summary = read_summary(tmp_path / "short")
    assert summary["status"] == "done" and "max_steps" in summary["reason"]
    assert "ended    by" not in run_taub("run", case, "-o", tmp_path / "whole").stdout
    assert read_summary(tmp_path / "whole")["reason"] == ""
    done = run_taub("run", ROOT / "examples/bjorken-viscous", "time.freeze_out=0.3", "-o", tmp_path / "cold")
    assert re.search(r"ended    by freeze-out at time [\d.]+: the highest temperature, 0\.\d+ GeV, is below "
                     r"time.freeze_out, 0.3 GeV", done.stdout)
    assert "freeze-out" in read_summary(tmp_path / "cold")["reason"]


def test_titles_are_plain_text(tmp_path):
    """No escape sequence reaches the terminal, no dollar ends a plot in a traceback."""
    title = "a $x_{ b $ c \x1b[31m\x9b1m red\x07 $"
    case = make_case(tmp_path, title=title, output={"fields": ["energy_density"], "history": 0})
    done = run_taub("run", case, "-o", tmp_path / "out")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", done.stderr + done.stdout + run_taub("check", case).stdout)
    assert "a $x_{ b $ c ?[31m" in done.stderr
    said = run_taub("check", case, "time.ent=\x1b[31m", expect=2).stderr
    assert "\x1b" not in said
    if subprocess.run([sys.executable, "-c", "import matplotlib"], capture_output=True).returncode:
        pytest.skip("no matplotlib")
    done = subprocess.run([sys.executable, "-m", "taub", "plot", str(tmp_path / "out")], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr


@pytest.mark.parametrize("typed, meant", [("shock-tube", "examples/shock-tube"), ("shok-tube", "examples/shock-tube"),
                                          ("examples/shock-tub", "examples/shock-tube"),
                                          ("examples/shock-tube/cas.yaml", "examples/shock-tube/case.yaml")])
def test_a_case_that_is_not_there_names_the_nearest(typed, meant):
    said = run_taub("run", typed, expect=2, cwd=ROOT).stderr
    assert f"Did you mean {meant}?" in said


def test_compiling_is_announced_once(tmp_path):
    env = {"TAUB_CACHE": str(tmp_path / "cache"), "TAUB_CFLAGS": "-O1"}
    case = make_case(tmp_path)
    first = run_taub("run", case, "-o", tmp_path / "out", env=env)
    assert re.search(r"^kernels  compiling for .* with .*: once for this case", first.stderr, re.M)
    assert re.search(r"^wall     .*s, .* s of it for compiling the kernels$", first.stdout, re.M)
    second = run_taub("run", case, "-o", tmp_path / "out", env=env)
    assert "kernels  compiling" not in second.stderr
    assert re.search(r"^wall     \S+ s$", second.stdout, re.M)
    quiet = run_taub("run", case, "scheme.theta=1.25", "-o", tmp_path / "out", "--quiet", env=env)
    assert quiet.stderr == "" and quiet.stdout == ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_a_signal_ends_the_compilation(tmp_path, number):
    """To the group, as from a terminal, or to the program alone."""
    case = make_case(tmp_path, mesh={"cells": [8, 8, 8]}, scheme={"kind": "ader-weno", "order": 4})
    process = subprocess.Popen([TAUB, "run", str(case), "-o", str(tmp_path / "out")], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, start_new_session=True,
                               env={**os.environ, "TAUB_CACHE": "off", "TAUB_CFLAGS": "-O3"})
    assert "compiling" in process.stderr.readline()
    time.sleep(0.5)
    if number == signal.SIGINT:
        os.killpg(process.pid, number)
    else:
        process.send_signal(number)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 1
    assert "The kernels were not compiled: interrupted" in said and "fault of Taub" not in said
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("trouble, words", [
    ("echo 'taub.c:1: fatal error: error writing to x.s: No space left on device'; exit 1", "lacks memory or disk (TMPDIR"),
    ("kill -KILL $$", "The kernels were not compiled: "),
])
def test_what_stops_a_compiler_is_not_called_a_fault(tmp_path, trouble, words):
    """A compiler that works, but not on the kernels."""
    compiler = tmp_path / "cc"
    compiler.write_text(f'#!/bin/sh\ncase "$*" in *taub.c*) {trouble};; esac\nexec gcc "$@"\n')
    compiler.chmod(0o755)
    said = run_taub("run", make_case(tmp_path), "-o", tmp_path / "out", expect=1,
                    env={"TAUB_CC": str(compiler), "TAUB_CACHE": "off"}).stderr
    assert words in said and "fault of Taub" not in said
    assert "TAUB_CACHE is off" in said
    assert not (tmp_path / "out").exists()
