"""What is wrong in the case of a cubed sphere: where, what was expected; nothing is written."""
import pytest

from conftest import run_taub
from spheres import GAS, sphere_case

CODE = """
INLINE void initial(const real x[3], real t, real state[])
{
    state[0] = state[4] = R(1.0);
}
INLINE void vector_potential(const real x[3], real t, real a[3]) {}
INLINE void boundary(const real x[3], real t, const real inside[], real state[]) {}
"""
BOX = {"coordinates": "cartesian", "radius": None, "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "outflow"}
SRHD = {"system": "srhd", "output": {"fields": ["energy_density"]}}
WRONG = [
    ({"mesh": {"cells": [8, 9, 8]}}, "mesh.cells[1]: expected the 8 cells of the first number, got 9: panels are square"),
    ({"mesh": {"cells": [8, 8]}}, "mesh.cells: expected a list of three whole numbers, got a list of 2"),
    ({"mesh": {"cells": [3, 3, 8]}}, "mesh.cells[0]: expected at least 4 cells along the side of a panel, got 3"),
    ({"mesh": {"cells": [8, 8, 1]}}, "mesh.cells[2]: expected at least 2 cells along the radius, got 1"),
    ({"mesh": {"radius": [0, 1]}}, "mesh.radius[0]: expected a number above 0, got 0"),
    ({"mesh": {"radius": [-1, 1]}}, "mesh.radius[0]: expected a number above 0, got -1"),
    ({"mesh": {"radius": [2, 1]}}, "mesh.radius[1]: expected a number above the inner radius, 2, got 1"),
    ({"mesh": {"radius": [1]}}, "mesh.radius: expected a list of two numbers, got a list of 1"),
    ({"mesh": {"radius": None}}, "mesh.radius: this key is missing; expected a list of two numbers, each above 0"),
    ({"mesh": {"lower": [0, 0, 0]}}, "mesh.lower"),
    ({"mesh": {"blocks": [2, 1, 1]}}, "mesh.blocks[0]: expected 1, got 2: blocks of a cubed sphere are shells of six panels"),
    ({"mesh": {"blocks": [1, 1, 3]}}, "mesh.blocks"),
    ({"mesh": {"boundary": "periodic"}, "boundary": None}, "mesh.boundary.inner: expected outflow, reflecting, extrapolated, inflow or code"),
    ({"mesh": {"boundary": {"inner": "periodic", "outer": "code"}}}, "mesh.boundary.inner: expected outflow, reflecting, extrapolated"),
    ({"inflow": {"z_upper": {"density": 1, "pressure": 1}}}, "inflow.z_upper"),
    ({"mesh": {"boundary": {"outer": "inflow"}}}, "inflow.outer: this state is missing"),
    ({"initial": {"monopole": "north"}}, "initial.monopole: expected a number"),
    ({**GAS, "initial": {"monopole": 1}}, "initial.monopole: this key does not apply"),
    ({"mesh": {"boundary": {"x": "outflow", "outer": "code"}}}, "mesh.boundary.x: a cubed sphere has the ends inner and outer"),
    ({"mesh": {"boundary": {"inner": ["outflow", "code"], "outer": "code"}}}, "mesh.boundary.inner: expected one word"),
    ({"mesh": {"boundary": {"inside": "outflow", "outer": "code"}}}, "mesh.boundary.inside: unknown key; expected one of x, y, z, or inner"),
    ({"mesh": {"boundary": {"inner": "outflw", "outer": "code"}}}, "outflow"),
    ({"mesh": {"spacing": {"x": {"kind": "stretched"}}}}, "mesh.spacing.x"),
    ({"mesh": {"spacing": {"radius": {"kind": "geometrical"}}}}, "geometric"),
    ({"system": "srmhd", "scheme": {"order": 3}}, "scheme.order: expected 2 with system: srmhd on a cubed sphere, got 3"),
    ({"system": "srmhd", "scheme": {"riemann": "hlli"}}, "scheme.riemann: system srmhd goes with"),
    ({**SRHD, "scheme": {"kind": "kurganov-tadmor"}}, "scheme.kind: expected rk-weno with mesh.coordinates: cubed-sphere"),
    ({**SRHD, "scheme": {"variables": "conserved"}}, "scheme.variables: expected primitive with mesh.coordinates: cubed-sphere"),
    ({"scheme": {"kind": "ader-weno"}}, "scheme.kind: expected rk-weno with mesh.coordinates: cubed-sphere"),
    ({**GAS, "scheme": {"order": 3}, "mesh": {"cells": [6, 6, 8]}}, "mesh.cells[0]: expected at least 8 cells along the side of a panel at scheme.order 3, got 6"),
    ({"scheme": {"order": 4}, "mesh": {"cells": [8, 8, 8], "blocks": [1, 1, 2]}}, "mesh.cells[2]: expected at least 5 cells of a block along the radius at scheme.order 4, got 4"),
    ({**GAS, "scheme": {"order": 3, "variables": "conserved"}}, "scheme.variables: expected primitive"),
    ({"scheme": {"variables": "characteristic"}}, "scheme.variables: expected primitive"),
    ({"scheme": {"limiter": "mc-smooth"}}, "scheme.limiter: expected mc, minmod, van-leer, minbee, superbee, centred or none"),
    ({"output": {"views": [{"name": "a", "every": 1, "slice": {"radius": 3}}]}},
     "output.views[0].slice.radius: expected a position inside the mesh, between 1 and 2, got 3"),
    ({"output": {"views": [{"name": "a", "every": 1, "slice": {"z": 1.5}}]}},
     "output.views[0].slice.z: expected slice.radius, a shell of cells of the cubed sphere"),
    ({"output": {"views": [{"name": "a", "every": 1, "stride": [2, 1, 1]}]}},
     "output.views[0].stride[0]: expected 1 where cells have unequal widths, got 2"),
    ({"output": {"probes": {"points": [[1.5, 0, 0], [0, 0.5, 0]]}}},
     "output.probes.points[1]: expected a position between the spheres, got a radius of 0.5, which is not between 1 and 2"),
    ({"transport": {"resistivity": 0.1}}, "mesh.coordinates: cubed-sphere goes without diffusion"),
]


@pytest.mark.parametrize("changes,words", WRONG)
def test_what_is_wrong(tmp_path, changes, words):
    case = sphere_case(tmp_path, CODE, changes)
    told = run_taub("run", case, "-o", tmp_path / "out", expect=2).stderr
    print(told)
    assert "case.yaml:" in told and words in told, told
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("changes,words", [
    ({"spacing": {"x": {"kind": "geometric"}}}, "mesh.spacing: geometric is for the radius of a cubed sphere"),
    ({"spacing": {"radius": {"kind": "geometric"}}}, "mesh.spacing.radius"),
    ({"radius": [1, 2]}, "mesh.radius"),
    ({"boundary": {"inner": "outflow"}}, "mesh.boundary.inner: expected one of x, y, z: inner and outer are ends of a cubed sphere"),
])
def test_what_a_box_does_not_have(tmp_path, changes, words):
    case = sphere_case(tmp_path, CODE, {"mesh": BOX, "boundary": None}, {"mesh": changes})
    told = run_taub("run", case, "-o", tmp_path / "out", expect=2).stderr
    print(told)
    assert "case.yaml:" in told and words in told, told
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("text,line,words", [
    ("1\n1.5\n1.4\n2\n", 3, "above the one before"),
    ("1\n1.5\n2\n", 3, "expected 4 faces"),
    ("0.5\n1.2\n1.5\n2\n", 1, "1"),
    ("1\n1.2\n1.5\n3\n", 4, "2"),
])
def test_wrong_files_of_radii(tmp_path, text, line, words):
    (tmp_path / "radii.txt").write_text(text)
    case = sphere_case(tmp_path, CODE, {"mesh": {"cells": [4, 4, 3], "spacing": {"radius": {"kind": "faces", "file": "radii.txt"}}}})
    told = run_taub("check", case, expect=2).stderr
    print(told)
    assert f"radii.txt:{line}:" in told and words in told, told


def test_user_code_without_a_potential(tmp_path):
    """The field of mhd comes from it."""
    case = sphere_case(tmp_path, CODE.replace("void vector_potential", "void another"))
    told = run_taub("run", case, "-o", tmp_path / "out", expect=2).stderr
    assert "this file must define `void vector_potential(const real x[3], real t, real a[3])`" in told


def test_a_potential_of_another_field(tmp_path):
    case = sphere_case(tmp_path, CODE.replace("real a[3]) {}", "real a[3]) { a[2] = x[0]; }")  # B_y is -1
                       .replace("= R(1.0);", "= state[6] = R(1.0);"))
    told = run_taub("run", case, "-o", tmp_path / "out", expect=2).stderr
    assert "B_y of `initial` (state[6]) and of the curl of vector_potential differ" in told
