"""A gas in a box, from which the tests of gas dynamics make their cases."""
import numpy

from conftest import ROOT, make_case, read_summary

EXAMPLES = ROOT / "examples"
GAS = {
    "system": "euler",
    "eos": {"kind": "ideal-gas", "gamma": 1.4},
    "mesh": {"cells": [64, 1, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "outflow"},
    "scheme": {"kind": "kurganov-tadmor"},
    "time": {"start": 0, "end": 0.2, "cfl": 0.4},
    "initial": {"kind": "riemann", "axis": "x", "position": 0.5, "left": {"density": 1, "pressure": 1},
                "right": {"density": 0.125, "pressure": 0.1}},
    "output": {"fields": ["density", "velocity", "pressure"], "history": 1},
    "device": {"kind": "host", "threads": 1},
}
CENTRAL = ["scheme={}", "scheme.kind=kurganov-tadmor"]  # in place of an example's scheme
UNIFORM = {"density": 1, "pressure": 1}


def case(folder, **changes):
    return make_case(folder, base=GAS, **changes)


def centers(cells, lower=0.0, upper=1.0):
    return lower + (numpy.arange(cells) + 0.5) * (upper - lower) / cells


def l1(folder, quantity="density"):
    return read_summary(folder)["errors"][quantity]["l1"]
