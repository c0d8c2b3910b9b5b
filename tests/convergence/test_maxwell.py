"""Orders of electrodynamics, against exact averages over cells: plane waves, damped ones, standing ones in a box."""
import json
import math

import pytest

from conftest import FAST, make_case, run_taub

WAVE = {"system": "maxwell",
        "mesh": {"cells": [16, 16, 16], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
        "scheme": {"kind": "ader-weno", "order": 3}, "time": {"end": 0.3, "cfl": 0.3},
        "initial": {"kind": "plane-wave", "waves": [1, 1, 1], "polarization": [1, -1, 0]},
        "output": {"fields": ["magnetic_field"]}}


def errors(case, cells, tmp_path):
    """Sums over components of the mean errors of D and B, and of the largest ones, for each mesh."""
    run_taub("converge", case, "--cells", ",".join(map(str, cells)), "--json", tmp_path / "orders.json", "--quiet",
             **FAST)
    result = []
    for level in json.loads((tmp_path / "orders.json").read_text())["levels"]:
        row = {}
        for name in ("electric_displacement", "magnetic_field"):
            norms = [norm for norm in level["norms"] if norm["quantity"].startswith(name)]
            row[name[0]] = (sum(norm["l1"] for norm in norms), max(norm["maximum"] for norm in norms))
        result.append(row)
    return result


# twelve cells for a wave along the diagonal are seven across it, where order 3 is still to come
@pytest.mark.parametrize("order,least", [(2, 1.9), (3, 2.4), (4, 3.9)])
def test_plane_wave_along_the_diagonal_of_a_cube(tmp_path, order, least):
    coarse, fine = errors(make_case(tmp_path, base=WAVE, scheme={"order": order}), (12, 24), tmp_path)
    for name in coarse:
        for norm in range(2):
            assert coarse[name][norm] / fine[name][norm] >= 2 ** least


# table XIV of Balsara et al. (2023): 2.01, 3.01, 3.97 between its finest meshes
@pytest.mark.parametrize("order,least", [(2, 1.95), (3, 2.85), (4, 3.9)])
def test_oblique_plane_wave(tmp_path, order, least):
    case = make_case(tmp_path, base=WAVE, mesh={"cells": [16, 1, 16]}, scheme={"order": order},
                     initial={"polarization": [0, 1, 1]})
    coarse, fine = errors(case, (32, 64), tmp_path)
    for name in coarse:
        for norm in range(2):
            assert coarse[name][norm] / fine[name][norm] >= 2 ** least


# sigma dt/eps from 1e-2 to 1e4, with the step of the vacuum; the dispersion relation is exact
@pytest.mark.parametrize("conductivity,ceilings", [(0.5, (4e-2, 8e-4, 1.3e-4)), (12, (5e-3, 4e-4, 4e-5)),
                                                   (1e4, (5e-3, 1.5e-4, 4e-5)), (1e6, (5e-3, 2e-5, 3e-5))])
@pytest.mark.parametrize("order", [2, 3, 4])
def test_damped_wave(tmp_path, conductivity, ceilings, order):
    case = make_case(tmp_path, base=WAVE, mesh={"cells": [32, 32, 1]}, scheme={"order": order}, time={"cfl": 0.4},
                     initial={"polarization": [1, -1, 1]}, medium={"conductivity": conductivity})
    error = errors(case, (16, 32), tmp_path)[-1]["m"][0]
    assert error < ceilings[order - 2]


# sigma dt/eps of 1e6: E is J/sigma, so that D is eps/sigma times a curl of H, whose difference along an axis is wrong by
# (k h)^2/6 at order 2 and (k h)^4/30 beyond, k h = 2 pi/32. D is |k| eps/sigma B, of a wave whose B is of size one
@pytest.mark.parametrize("order,share", [(2, 6.4e-3), (3, 4.9e-5), (4, 4.9e-5)])
def test_stiff_damped_wave(tmp_path, order, share):
    sigma = 8e7
    case = make_case(tmp_path, base=WAVE, mesh={"cells": [32, 32, 1]}, scheme={"order": order}, time={"cfl": 0.4},
                     initial={"polarization": [1, -1, 1]}, medium={"conductivity": sigma})
    coarse, fine = errors(case, (16, 32), tmp_path)
    size = 2 * math.pi * 2**0.5 / sigma
    assert fine["e"][1] < share * size and fine["m"][1] < share
    assert coarse["m"][1] / fine["m"][1] > 2 ** (1.9 if order == 2 else 3.8)


@pytest.mark.parametrize("order,least", [(2, 1.9), (3, 2.2), (4, 3.9)])
@pytest.mark.parametrize("polarization", [[2, 1, 0], [0, 0, 1]])
def test_standing_wave_between_conducting_walls(tmp_path, order, least, polarization):
    case = make_case(tmp_path, base=WAVE, mesh={"cells": [16, 16, 1], "boundary": "reflecting"},
                     scheme={"order": order}, time={"end": 1.3, "cfl": 0.4},
                     initial={"kind": "box-mode", "waves": [1, 2, 0], "polarization": polarization})
    coarse, fine = errors(case, (16, 32), tmp_path)
    assert coarse["e"][0] / fine["e"][0] >= 2 ** least
