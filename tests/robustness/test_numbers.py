"""Numbers of the case are data: cases that differ in them only are one program, which is compiled once, and each
simulation sees its own, also beside others in one process."""
import os
import pathlib
import sys

import pytest

from conftest import ROOT, assert_same_bits, make_case, merge, read_fields, read_summary, run_case, run_taub

GAS = {"eos": {"kind": "ideal-gas", "gamma": 1.4}, "device": {"reproducible": "strict"},
       "initial": {"left": {"energy_density": 2.5, "charge_density": 1}, "right": {"energy_density": 0.25, "charge_density": 0.125}}}
PROGRAMS = 2  # of a case: that of its steps, that of its initial data
GAMMAS = [1.3, 1.4, 1.5, 1.6]
PROGRAM = """
void initial(const real x[3], real t, real state[])
{
    state[0] = PARAMETER(background) + PARAMETER(peak) * real_exp(-(x[0] * x[0]) / PARAMETER(width));
}
"""


@pytest.fixture
def compiled(tmp_path, monkeypatch):
    """A cache of its own; a function that says how often the host's compiler has made a program."""
    calls, compiler = tmp_path / "calls", tmp_path / "compiler"
    compiler.write_text(f'#!/bin/sh\ncase "$*" in *-shared*) echo >> {calls};; esac\nexec gcc "$@"\n')
    compiler.chmod(0o755)
    monkeypatch.setenv("TAUB_CC", str(compiler))
    monkeypatch.setenv("TAUB_CACHE", str(tmp_path / "cache"))
    return lambda: len(calls.read_text().splitlines()) if calls.exists() else 0


def test_a_scan_of_the_viscosity_compiles_once(tmp_path, compiled):
    example = ROOT / "examples/pbpb-2760-2d"
    seen = set()
    for n, value in enumerate((0.08, 0.16, 0.2)):
        out = run_case(example, tmp_path / str(n), f"transport.shear_viscosity.value={value}", "time.max_steps=2",
                       "initial.scale=" + str(1.5 + 0.1 * n), "scheme.theta=" + str(1.1 + 0.2 * n), "mesh.cells=[30,30,1]",
                       "output.surface.temperature=" + str(0.15 + 0.002 * n))
        summary = read_summary(out)
        assert summary["kernels"]["cached"] == (n > 0)
        seen.add(tuple(sorted((name, values.tobytes()) for name, values in read_fields(out)[1].items())))
    assert compiled() == PROGRAMS
    assert len(seen) == 3  # and the numbers were those of the case


def test_values_are_those_of_constants(tmp_path, compiled):
    """A user's number, and the same number written into the user's file."""
    values = {"background": 0.1, "peak": 3.7, "width": 1 / 3}
    text = PROGRAM
    for name, value in values.items():
        text = text.replace(f"PARAMETER({name})", f"R({value!r})")
    (tmp_path / "numbers.c").write_text(PROGRAM)
    (tmp_path / "constants.c").write_text(text)
    for precision in ("double", "single"):
        device = {"reproducible": "strict", "precision": precision}
        outs = [run_case(make_case(tmp_path, f"{name}.yaml", device=device, initial={"kind": "code", "file": f"{name}.c", **more}),
                         tmp_path / f"{name}-{precision}")
                for name, more in (("numbers", {"parameters": values}), ("constants", {}))]
        assert_same_bits(*outs)
    before = compiled()
    case = make_case(tmp_path, initial={"kind": "code", "file": "numbers.c", "parameters": merge(values, {"peak": 5})},
                     device={"reproducible": "strict"})
    run_case(case, tmp_path / "another")
    assert compiled() == before == 4 * PROGRAMS


def test_events_of_a_batch_share_a_program(tmp_path, compiled):
    """Events of other gammas beside each other in one process have the bits of single runs."""
    case = make_case(tmp_path, **GAS)
    (tmp_path / "study.yaml").write_text(f"case: case.yaml\nevents: {{eos.gamma: {GAMMAS + GAMMAS}}}\n")
    run_taub("batch", tmp_path / "study.yaml", "-o", tmp_path / "batch", "batch.at_once=3", "batch.folders=true")
    assert compiled() == PROGRAMS
    alone = [run_case(case, tmp_path / f"alone{gamma}", f"eos.gamma={gamma}") for gamma in GAMMAS]
    assert compiled() == PROGRAMS
    for n in range(2 * len(GAMMAS)):
        assert_same_bits(alone[n % len(GAMMAS)], tmp_path / f"batch/events/{n:06d}")


def test_two_simulations_of_one_process(tmp_path, compiled, monkeypatch):
    build = pathlib.Path(os.environ.get("TAUB_BUILD", ROOT / "build"))
    if not (build / "libtaub.so").exists():
        pytest.skip(f"{build} has no shared library")
    monkeypatch.setenv("TAUB_LIBRARY", str(build / "libtaub.so"))
    monkeypatch.syspath_prepend(str(ROOT / "python"))
    import taub

    case = make_case(tmp_path, **GAS)
    sims = [taub.Simulation(case, {"eos.gamma": gamma}) for gamma in GAMMAS]
    while any(sim.time < 1 for sim in sims):  # in turns
        for sim in sims:
            sim.advance(until=1, steps=3)
    assert compiled() == PROGRAMS
    for sim, gamma in zip(sims, GAMMAS):
        fields = read_fields(run_case(case, tmp_path / str(gamma), f"eos.gamma={gamma}"))[1]
        assert sim["energy_density"].tobytes() == fields["energy_density"].tobytes()
        sim.close()
    assert compiled() == PROGRAMS


def test_a_restart_has_the_numbers(tmp_path, compiled):
    case = make_case(tmp_path, **merge(GAS, {"output": {"every": 0.25}}))
    whole = run_case(case, tmp_path / "whole", "eos.gamma=1.6")
    part = run_case(case, tmp_path / "part", "eos.gamma=1.6", "time.max_steps=9")
    run_taub("run", case, "eos.gamma=1.6", "--restart", part, "--quiet", "time.max_steps=0")
    assert_same_bits(whole, part)
    assert compiled() == PROGRAMS


def test_compile_serves_other_numbers(tmp_path, compiled):
    case = make_case(tmp_path, **GAS)
    run_taub("compile", case)
    run_case(case, tmp_path / "out", "eos.gamma=1.6", "scheme.theta=1.2", "time.cfl=0.3")
    assert compiled() == PROGRAMS
