"""A loop of weak field that is carried along, in two and three dimensions."""

import numpy
import pytest

from conftest import LONG, read_fields, read_history, run_case
from test_mhd import FAST, case


def test_field_loop(tmp_path):
    """64 x 32 cells, one turn: nothing grows, and the more order the more of the field's energy is left. 0.841 at order 2
    is what linear data without a limiter keep with the same edges."""
    left = {}
    for order in (2, 3, 4):
        case_file = case(tmp_path, mesh={"cells": [64, 32, 1], "lower": [-1, -0.5, 0], "upper": [1, 0.5, 1], "boundary": "periodic"},
                         scheme={"order": order, "limiter": "mc"}, time={"end": 1},
                         initial={"kind": "field-loop", "radius": 0.3, "field": 1e-3,
                                  "state": {"density": 1, "pressure": 1, "velocity": [2, 1, 0]}})
        energy = read_history(run_case(case_file, tmp_path / "out", **FAST))["magnetic_energy"]
        assert (energy <= energy[0] * (1 + 1e-9)).all(), order
        left[order] = energy[-1] / energy[0]
    assert left[3] > 0.841 > left[2] and left[4] > 0.841, left


@pytest.mark.parametrize("order", [2, 3, 4] if LONG else [2])
def test_field_loop_in_three_dimensions(tmp_path, order):
    """Carried along all three axes: the divergence stays at rounding and the field's energy does not grow. What divergence
    the data have within cells makes a B_z, which has no flux, does not vary along z and is less in smaller cells."""
    found = []
    for cells in (16, 32):
        case_file = case(tmp_path, mesh={"cells": [cells, cells, 8], "lower": [-1, -1, -0.5], "upper": [1, 1, 0.5], "boundary": "periodic"},
                         scheme={"order": order, "limiter": "mc"} if order == 2 else {"order": order}, time={"end": 0.5},
                         initial={"kind": "field-loop", "radius": 0.6, "field": 1e-3,
                                  "state": {"density": 1, "pressure": 1, "velocity": [1, 1, 2]}})
        out = run_case(case_file, tmp_path / "out", **FAST)
        history, fields = read_history(out), read_fields(out)[1]
        assert history["divergence"].max() <= 1e-13
        assert (history["magnetic_energy"] <= history["magnetic_energy"][0] * (1 + 1e-9)).all()
        along = fields["magnetic_field/z"] / 1e-3
        assert abs(along.mean()) <= 1e-13 and numpy.abs(along - along[0]).max() <= 1e-10
        found.append(numpy.abs(along).mean())
    assert found[1] < found[0], found
