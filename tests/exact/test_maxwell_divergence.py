"""div B and div D - rho of light after very many steps, in units of the largest B and D then over the width of cells, outside
matched layers: a dipole shines for ever among glass, conductors and metal. Each step rounds what edges add to faces, whose
sum over a cell is 0 else, and what currents take from D and give to charges."""
import os

import pytest

from conftest import make_case, read_history, read_summary, run_case

LONG = os.environ.get("TAUB_LONG_TESTS") == "1"
FAST = {"env": {"TAUB_CFLAGS": "-O1", "TAUB_CC": "clang"}}
ENDS = {"layers": {"x": "matched-layer", "y": ["reflecting", "matched-layer"], "z": ["matched-layer", "magnetic-wall"]},
        "open": {"x": ["outflow", "magnetic-wall"], "y": ["outflow", "reflecting"], "z": "outflow"},
        "walls": {"x": "reflecting", "y": ["magnetic-wall", "reflecting"], "z": "periodic"}}
BODIES = [{"kind": "ball", "center": [0.5, 0.35, 0.45], "radius": 0.2, "conductivity": 1e6},
          {"kind": "ball", "center": [0.95, 0.55, 0.45], "radius": 0.17, "permittivity": 4, "conductivity": 3},
          {"kind": "box", "lower": [0.31, 0.62, -1], "upper": [0.62, 0.78, 2], "conductivity": 1e12},
          {"kind": "cylinder-z", "center": [0.75, 0.3, 0], "radius": 0.12, "permittivity": 2, "poles": [
              {"kind": "lorentz", "frequency": 9, "damping": 0.5, "strength": 1.5}]}]


def largest(folder, ends, order, cells, steps, poles):
    boundary = {axis: ENDS[ends][axis] if n > 1 else "periodic" for axis, n in zip("xyz", cells)}
    layers = {"layer": {"cells": 4}} if "layers" in ends else {}
    case = make_case(folder, base={
        "system": "maxwell", "scheme": {"kind": "ader-weno", "order": order},
        "mesh": {"cells": cells, "lower": [0, 0, 0], "upper": [1.2, 1, 0.9], "boundary": boundary, **layers},
        "medium": {"cuts": {"x": [0.7]}, "permittivities": [1, 3], "conductivities": [0, 0.5],
                   "inclusions": BODIES if poles else BODIES[:-1]},
        "time": {"end": 1e9, "max_steps": steps, "cfl": 0.3}, "initial": {"kind": "empty"},
        "source": {"kind": "dipole", "polarization": [1, 0.5, 1], "position": [0.55, 0.4, 0.5], "radius": 0.15,
                   "signal": "continuous", "frequency": 1.93, "start": 0.2, "duration": 1},
        "output": {"fields": ["charge_density"], "history": steps // 20}, "device": {"kind": "host", "threads": 1}})
    out = run_case(case, folder / "out", timeout=7200, **({} if LONG else FAST))
    history = read_history(out)
    assert read_summary(out)["steps"] == steps
    late = history["step"] > 0.5 * steps
    assert history["displacement_max"][late].max() > 0.01 and history["magnetic_field_max"][late].max() > 1e-3  # it shines on
    found = history["divergence"][late].max(), abs(history["charge_error"][late]).max()
    print(ends, order, cells, steps, found)
    return found


# A step adds to a face four circulations and, where something conducts, a current, each rounded to 1.1e-16 of itself, and a
# cell has six faces. In n steps that is sqrt(24 n) roundings of what a step changes, a third of the field: 1e-14 in 3000 and
# 6e-14 in 1e5 steps.
def ceiling(steps):
    return 1.1e-16 * (24 * steps) ** 0.5 / 3


@pytest.mark.parametrize("ends,order,cells", [("layers", 2, [24, 20, 1]), ("layers", 3, [24, 20, 1]), ("layers", 4, [24, 20, 1]),
                                              ("open", 3, [24, 20, 1]), ("walls", 4, [24, 20, 1])])
def test_probe(tmp_path, ends, order, cells):
    for poles in (False, True):
        (tmp_path / str(poles)).mkdir()
        print(ceiling(3000), largest(tmp_path / str(poles), ends, order, cells, 3000, poles))
