"""Electrodynamics over many periods: the energy of noise in closed meshes does not grow, in any direction of waves."""

import numpy
import pytest

from conftest import LONG, make_case, read_history, run_case

CASE = {
    "system": "maxwell",
    "mesh": {"cells": [12, 12, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
    "scheme": {"kind": "ader-weno", "order": 3},
    "initial": {"kind": "code", "file": "noise.c"},
    "device": {"kind": "host", "threads": 1},
}
# potentials and fields of every wave that the mesh holds: of a place rounded to a fine periodic grid. The media of all
# cases stand in one table: cases of the same order and dimensions share a program, which costs more than a run
NOISE = """
static real noise(const real x[3], real seed)
{
    real u[3], s;
    for (int a = 0; a < 3; a++) {
        const real n = floor(9240 * x[a] + (real)0.5) / 9240;
        u[a] = n - floor(n);
    }
    s = sin((real)12.9898 * u[0] + (real)78.233 * u[1] + (real)37.719 * u[2] + seed) * (real)43758.5453;
    return s - floor(s);
}
static int cell_of(real x, int cells) /* corners of cells are asked for, too: the upper end of the mesh is of the last one */
{
    const int n = (int)(x * cells);
    return n < cells ? n : cells - 1;
}
void initial(const real x[3], real t, real state[])
{
    const int nx = (int)PARAMETER(nx), ny = (int)PARAMETER(ny), nz = (int)PARAMETER(nz);
    const int at = (int)PARAMETER(first) + (cell_of(x[2], nz) * ny + cell_of(x[1], ny)) * nx + cell_of(x[0], nx);
    for (int a = 0; a < 3; a++) /* charges, too */
        state[a] = (real)0.1 * noise(x, 10 + a);
    state[7] = permittivity[at];
    state[8] = permeability[at];
    state[9] = conductivity[at];
}
void vector_potential(const real x[3], real t, real a[3])
{
    for (int n = 0; n < 3; n++)
        a[n] = (real)0.05 * noise(x, 1 + n);
}
void displacement_potential(const real x[3], real t, real a[3])
{
    for (int n = 0; n < 3; n++)
        a[n] = (real)0.05 * noise(x, 4 + n);
}
"""
MEDIA = ("vacuum", "random", "varying", "block", "cut", "slit", "metal", "conductors")


def numbers_of(medium, cells):
    """Permittivity, permeability and conductivity of each cell."""
    shape, random = cells[::-1], numpy.random.default_rng(len(medium))
    eps, mu, sigma = numpy.ones(shape), numpy.ones(shape), numpy.zeros(shape)
    corner = tuple(slice(0, n // 2 + n % 2) for n in shape)
    if medium == "random":
        eps, mu = numpy.exp(random.normal(0, 1, shape)), numpy.exp(random.normal(0, 0.5, shape))
    elif medium == "varying":  # by less than is a jump
        eps = 1 + 0.09 * random.random(shape)
    elif medium == "block":
        eps[corner] = 4
    elif medium == "cut":  # a round body, whose surface cuts cells: the share of 8 points along each axis
        grid = numpy.meshgrid(*((numpy.arange(8 * n) + 0.5) / (8 * n) - 0.5 for n in shape), indexing="ij")
        inside = sum(x ** 2 for x, n in zip(grid, shape) if n > 1) < 0.3 ** 2
        eps += 11 * inside.reshape(*(m for n in shape for m in (n, 8))).mean(axis=(1, 3, 5))
    elif medium == "layers":  # along the longest axis, five cells or more
        eps[tuple(slice(0, n // 2) if n == max(shape) else slice(None) for n in shape)] = 4
    elif medium == "disc":  # of whole cells: its surface has a corner every few cells
        y, x = (numpy.arange(n) + 0.5 - n / 2 for n in shape[1:])
        eps[:, y[:, None] ** 2 + x ** 2 < 9 ** 2] = 4
    elif medium == "slit":  # a layer one cell thick in which light is faster
        eps[..., 1:] = 4
    elif medium == "metal":
        sigma[corner] = 1e6
    elif medium == "conductors":
        eps, sigma = numpy.where(random.random(shape) < 0.5, 1.0, 2.0), numpy.where(random.random(shape) < 0.3, 30, 0)
    return {"permittivity": eps, "permeability": mu, "conductivity": sigma}


ORDERS = [("vacuum", 2), ("slit", 2)] + [(medium, order) for medium in MEDIA for order in (3, 4)]
FLAT = [(medium, order, [12, 10, 1], 0.47, 12000) for medium, order in ORDERS]
CUBES = [(medium, order, [6, 6, 6], 0.31, 6000) for medium, order in ORDERS]
# without TAUB_LONG_TESTS half of the steps, and of the cubes some
SOME_CUBES = [case for case in CUBES if case[:2] in [("slit", 2), ("random", 3), ("metal", 3), ("block", 4), ("conductors", 4)]]
# where order 4 has the fit across jumps: layers, and a block with corners
THICK = [("layers", 4, [12, 10, 1], 0.2, 12000), ("layers", 4, [24, 20, 1], 0.47, 6000),
         ("layers", 4, [10, 6, 6], 0.31, 6000), ("layers", 4, [6, 7, 11], 0.15, 3200), ("block", 4, [24, 20, 1], 0.47, 6000)]
# order 3 grew by up to 1.1e-4 a step, order 4 by 2e-4, from about step 5000 on
DISCS = [("disc", order, [30, 30, 1], 0.47, 8000) for order in (3, 4)]


@pytest.fixture(scope="module")
def code(tmp_path_factory):
    """The file of all cases, and where in its tables the cells of a medium on a mesh begin."""
    first, tables, count = {}, {"permittivity": [], "permeability": [], "conductivity": []}, 0
    for medium, _, cells, _, _ in FLAT + CUBES + THICK + DISCS:
        if (medium, *cells) not in first:
            first[medium, *cells] = count
            count += numpy.prod(cells)
            for name, values in numbers_of(medium, cells).items():
                tables[name] += [f"{value:.17g}" for value in values.ravel()]
    text = "".join(f"static const real {name}[] = {{{','.join(values)}}};\n" for name, values in tables.items())
    file = tmp_path_factory.mktemp("code") / "noise.c"
    file.write_text(text + NOISE)
    return file, first


def names(cases):
    return [pytest.param(*case, id=f"{case[0]}-{case[1]}-{'x'.join(map(str, case[2]))}") for case in cases]


@pytest.mark.parametrize("medium,order,cells,cfl,steps", names(FLAT + (CUBES if LONG else SOME_CUBES)))
def test_noise_does_not_grow(tmp_path, code, medium, order, cells, cfl, steps):
    check_noise(tmp_path, code, medium, order, cells, cfl, steps if LONG else steps // 2)


@pytest.mark.parametrize("medium,order,cells,cfl,steps", names(THICK))
def test_noise_beside_thick_layers_does_not_grow(tmp_path, code, medium, order, cells, cfl, steps):
    check_noise(tmp_path, code, medium, order, cells, cfl, steps if LONG else steps // 2)


@pytest.mark.parametrize("medium,order,cells,cfl,steps", names(DISCS))
def test_noise_beside_corners_does_not_grow(tmp_path, code, medium, order, cells, cfl, steps):
    check_noise(tmp_path, code, medium, order, cells, cfl, steps)


def check_noise(tmp_path, code, medium, order, cells, cfl, steps):
    file, first = code
    case = make_case(tmp_path, base=CASE, mesh={"cells": cells}, scheme={"order": order},
                     initial={"file": str(file), "parameters": {
                         "first": int(first[medium, *cells]), "nx": cells[0], "ny": cells[1], "nz": cells[2]}},
                     time={"end": 1e5, "cfl": cfl, "max_steps": steps}, output={"history": steps // 8})
    history = read_history(run_case(case, tmp_path / "out"))
    energy = history["electric_energy"] + history["magnetic_energy"]
    assert len(energy) == 9 and numpy.isfinite(energy).all()
    assert (energy[1:] <= energy[0]).all()
    # what is left are fields that do not change and the waves that are damped least. Between charges fields settle by
    # less than 1e-11; a wave that grows by 1e-7 a step is seen as soon as it holds a millionth of the energy
    assert (energy[7:] <= energy[6:-1] * (1 + 1e-10)).all()
