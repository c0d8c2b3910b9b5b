"""Sources that only push keep mass and energy to rounding in a box from which nothing flows out, whatever its boundaries, its
blocks and the scheme; and the blocks make no difference to a bit. The push has a jump across the periodic face of each axis:
both cells of the face must see the same of it. It is far from where the box is open."""
import itertools

import numpy
import pytest

from conftest import LONG, assert_same_bits, make_case, read_history, read_summary, run_case

SOURCE = """
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    if (x[0] < R(-0.4))
        for (int n = 0; n < 3; n++)
            rate[1 + n] = PARAMETER(push) * state[0] * (x[n] + R(0.3) * (n + 1) + t);
}
"""
SYSTEMS = {
    "euler": {"system": "euler", "eos": {"kind": "ideal-gas", "gamma": 1.4},
              "initial": {"kind": "pieces", "states": [{"density": 1, "pressure": 1}]}, "totals": ("mass", "energy")},
    "srhd": {"system": "srhd", "eos": {"kind": "ideal-gas"},
             "initial": {"kind": "pieces", "states": [{"charge_density": 1, "pressure": 1}]},
             "totals": ("charge", "energy")},
}
CELLS = {1: [48, 1, 1], 2: [48, 8, 1], 3: [48, 8, 8]}
SCHEMES = [{"kind": "ader-weno", "order": 2}, {"kind": "ader-weno", "order": 3}, {"kind": "ader-weno", "order": 4},
           {"kind": "rk-weno", "order": 2}, {"kind": "rk-weno", "order": 3}, {"kind": "rk-weno", "order": 4},
           {"kind": "kurganov-tadmor"}, {"kind": "musta"}, {"kind": "shasta"}]
WALLS, OPEN = ["reflecting", "reflecting"], ["reflecting", "outflow"]


def combinations():
    """(system, axes, scheme): all, or those that stand for the others."""
    few = [("euler", 1, SCHEMES[2]), ("euler", 2, SCHEMES[1]), ("srhd", 2, SCHEMES[0]), ("euler", 2, SCHEMES[7]),
           ("srhd", 1, SCHEMES[8]), ("euler", 1, SCHEMES[4])]
    every = [(system, axes, scheme) for system in SYSTEMS for axes in CELLS for scheme in SCHEMES
             if system == "srhd" or scheme["kind"] != "shasta"]
    return every if LONG else few


@pytest.mark.parametrize("system,axes,scheme", combinations(), ids=lambda value: value if not isinstance(value, dict) else
                         f"{value['kind']}-{value.get('order', '')}")
def test_push_conserves(tmp_path, system, axes, scheme):
    (tmp_path / "source.c").write_text(SOURCE)
    base = {key: value for key, value in SYSTEMS[system].items() if key != "totals"}
    base.update(scheme=scheme, mesh={"cells": CELLS[axes], "lower": [-1, -1, -1], "upper": [1, 1, 1]},
                source={"file": "source.c", "parameters": {"push": 0.5}}, time={"end": 1, "cfl": 0.4, "max_steps": 5},
                output={"history": 1, "fields": ["momentum", "conserved_energy"]},
                device={"kind": "host", "threads": 1, "reproducible": "strict"})
    for x, *others in itertools.product(("periodic", WALLS, OPEN), *[("periodic", WALLS)] * (axes - 1)):
        boundary = dict(zip("xyz", (x, *others)))
        folders = []
        for blocks in ([1, 1, 1], [4, 2 if axes > 1 else 1, 2 if axes > 2 else 1]):
            case = make_case(tmp_path, base=base, mesh={"boundary": boundary, "blocks": blocks})
            folders.append(run_case(case, tmp_path / f"out-{blocks[0]}"))
            history = read_history(folders[-1])
            assert read_summary(folders[-1])["counts"]["recovery_failures"] == 0
            assert numpy.abs(history["momentum_x"][-1]) > 1e-3  # it does push
            for name in SYSTEMS[system]["totals"]:
                assert numpy.abs(history[name] / history[name][0] - 1).max() < 1e-13, (boundary, blocks, name)
        assert_same_bits(*folders)
