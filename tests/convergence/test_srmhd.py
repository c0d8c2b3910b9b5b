"""Orders of relativistic magnetohydrodynamics, against exact averages over cells: a circularly polarized Alfven wave of
large amplitude (Del Zanna et al. 2007), oblique in a square."""
import pytest

from conftest import make_case
from test_orders import converge, total_order

WAVE = {"system": "srmhd", "eos": {"kind": "ideal-gas", "gamma": 4 / 3},
        "mesh": {"cells": [16, 8, 1], "lower": [0, 0, 0], "upper": [1, 0.5, 1], "boundary": "periodic"},
        "scheme": {"kind": "rk-weno", "order": 2, "limiter": "mc-smooth"}, "time": {"end": 0.5},
        "initial": {"kind": "alfven-wave", "waves": [1, 1, 0], "field": 1, "amplitude": 0.9,
                    "state": {"density": 1, "pressure": 1}},
        "output": {"fields": ["magnetic_field"]}}


@pytest.mark.parametrize("kind,order,cells,least", [("rk-weno", 2, (32, 64), 1.9), ("ader-weno", 2, (32, 64), 1.9),
                                                    ("rk-weno", 3, (64, 128), 2.7), ("rk-weno", 4, (16, 32), 3.9),
                                                    ("ader-weno", 3, (64, 128), 2.8), ("ader-weno", 4, (16, 32), 3.9)])
@pytest.mark.parametrize("quantity", ["magnetic_field/x"])
def test_oblique_alfven_wave(tmp_path, kind, order, cells, least, quantity):
    rows = converge(make_case(tmp_path, base=WAVE, scheme={"kind": kind, "order": order}), cells, quantity, tmp_path)
    assert total_order(rows) >= least
