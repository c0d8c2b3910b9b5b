"""examples/eos-code: an equation of state from a C file, against a table of the same formulas and against Bjorken's
equation integrated here."""
import numpy
import pytest
import yaml

from conftest import ROOT, make_case, read_fields, run_case, run_taub

EXAMPLE = ROOT / "examples/eos-code"
BAG, WIDTH, DEGREES, HBARC = 0.3, 1.8, 47.5, 0.1973269804


def pressure(e):
    return e / 3 - 4 * BAG / 3 * e / (e + WIDTH)


def sound_speed_squared(e):
    return 1 / 3 - 4 * BAG / 3 * WIDTH / (e + WIDTH) ** 2


def temperature(e):
    low, high = (WIDTH - 4 * BAG) / (4 * (WIDTH - BAG)), (4 * WIDTH - BAG) / (4 * (WIDTH - BAG))
    unit = (30 * HBARC**3 / (DEGREES * numpy.pi**2)) ** 0.25
    return unit * e**low * (e + WIDTH - BAG) ** high / (e + WIDTH)


def test_the_numbers_here_are_those_of_the_example():
    case = yaml.safe_load((EXAMPLE / "case.yaml").read_text())
    assert case["eos"]["parameters"] == {"bag": BAG, "width": WIDTH, "degrees": DEGREES}


def test_a_table_of_the_same_formulas_gives_the_same_flow(tmp_path):
    e = numpy.geomspace(1e-6, 1e3, 2000)
    numpy.savetxt(tmp_path / "table.dat", numpy.transpose([e, pressure(e), temperature(e), sound_speed_squared(e)]),
                  fmt="%.17g")
    small = ["mesh.cells=[48,48,1]", "time.end=4", "--device", "host"]
    code = run_case(EXAMPLE, tmp_path / "code", *small)
    table = run_case(EXAMPLE, tmp_path / "table", *small, "eos.kind=table", f"eos.file={tmp_path}/table.dat",
                     "eos.parameters=")
    run_taub("compare", code, table, "--tolerance", 1e-6)


def test_derivatives_by_differences_give_the_flow_of_exact_ones(tmp_path):
    """CE/SE multiplies by the Jacobian of the flux. p(e) = e/3 from a file has it by differences, to 1e-8."""
    (tmp_path / "third.c").write_text("""
real eos_user_pressure(real energy_density, real charge_density) { return energy_density / 3; }
real eos_user_sound_speed_squared(real energy_density, real charge_density) { return (real)1 / 3; }
real eos_user_temperature(real energy_density, real charge_density) { return sqrt(sqrt(energy_density)); }
""")
    tube = {"kind": "riemann", "left": {"energy_density": 3, "velocity": [0.3, 0.2, 0]},
            "right": {"energy_density": 1}}
    folders = [run_case(make_case(tmp_path, name, mesh={"cells": [64, 1, 1]}, scheme={"kind": "cese"}, initial=tube,
                                  eos=eos, output={"fields": ["energy_density", "velocity"]}), tmp_path / f"out-{name}")
               for name, eos in (("exact", {"kind": "conformal"}),
                                 ("code", {"kind": "code", "file": str(tmp_path / "third.c")}))]
    run_taub("compare", *folders, "--tolerance", 1e-6)


@pytest.mark.parametrize("precision, tolerance", [("double", 1e-6), ("single", 1e-4)])
def test_bjorken_flow(tmp_path, precision, tolerance):
    start, end, steps = 0.6, 6.0, 2000
    case = make_case(tmp_path, eos={"kind": "code", "file": str(EXAMPLE / "crossover.c"),
                                    "parameters": {"bag": BAG, "width": WIDTH, "degrees": DEGREES}},
                     mesh={"coordinates": "milne", "cells": [1, 1, 1], "lower": [-1, -1, -1], "upper": [1, 1, 1]},
                     time={"start": start, "end": end, "cfl": None, "step": (end - start) / steps},
                     initial={"kind": "bjorken", "state": {"energy_density": 30}},
                     output={"fields": ["energy_density", "pressure", "temperature", "sound_speed_squared"],
                             "history": 0})
    time, fields = read_fields(run_case(case, tmp_path / "out", "--precision", precision))
    assert time == pytest.approx(end)

    def rate(log_e):
        return -1 - pressure(numpy.exp(log_e)) / numpy.exp(log_e)

    log_e, h = numpy.log(30), numpy.log(end / start) / 1000
    for _ in range(1000):  # d ln e/d ln tau = -(1 + p/e), the classical Runge-Kutta rule
        k1 = rate(log_e)
        k2 = rate(log_e + h / 2 * k1)
        k3 = rate(log_e + h / 2 * k2)
        log_e += h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(log_e + h * k3))
    e = numpy.exp(log_e)
    expected = {"energy_density": e, "pressure": pressure(e), "temperature": temperature(e),
                "sound_speed_squared": sound_speed_squared(e)}
    for name, value in expected.items():
        assert fields[name].item() == pytest.approx(value, rel=tolerance), name
