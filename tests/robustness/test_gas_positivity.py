"""Random Riemann problems over twelve decades of pressure and six of density: density and pressure never lose their sign, and
what had to be done for it is counted."""
import numpy
import pytest

from conftest import make_case, read_fields, read_summary, run_case

COUNT = 8
TUBE = {"system": "euler", "eos": {"kind": "ideal-gas", "gamma": 1.4},
        "mesh": {"cells": [100, 1, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "outflow"},
        "scheme": {"kind": "ader-weno"}, "time": {"end": 1, "cfl": 0.4},
        "initial": {"kind": "riemann", "axis": "x", "position": 0.5}, "output": {"fields": ["density", "pressure"]}}


def state(random):
    density, pressure = 10**random.uniform(-3, 3), 10**random.uniform(-6, 6)
    return {"density": density, "pressure": pressure}, numpy.sqrt(1.4 * pressure / density)


@pytest.mark.parametrize("scheme,order,riemann", [("ader-weno", 2, "hllc"), ("ader-weno", 3, "hlli"),
                                                  ("ader-weno", 4, "hllc"), ("rk-weno", 4, "hll")])
def test_random_riemann_problems(tmp_path, scheme, order, riemann):
    random = numpy.random.default_rng(order)
    for n in range(COUNT):
        (left, one), (right, other) = state(random), state(random)
        fastest = max(one, other)
        for side in (left, right):
            side["velocity"] = list(random.uniform(-1, 1, 3) * fastest * 10**random.uniform(-2, 0.5))
        speed = max(numpy.abs(left["velocity"]).max(), numpy.abs(right["velocity"]).max())
        case = make_case(tmp_path / str(n), base=TUBE, scheme={"kind": scheme, "order": order, "riemann": riemann},
                         time={"end": 0.2 / (fastest + speed)}, initial={"left": left, "right": right})
        folder = run_case(case, tmp_path / str(n) / "out", "--device", "host")
        counts = read_summary(folder)["counts"]
        assert counts["recovery_failures"] == 0
        for name, values in read_fields(folder)[1].items():
            assert (values > 0).all(), (n, name)
