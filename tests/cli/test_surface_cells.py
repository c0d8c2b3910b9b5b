"""Cells of the freeze-out surface as JETSCAPE has them, through the C interface."""
import ctypes
import sys

import numpy
import pytest

from conftest import ROOT, run_taub
from hadron_surfaces import write_surface

sys.path.insert(0, str(ROOT / "python"))
from taub.bindings import CError, library  # noqa: E402


class Cell(ctypes.Structure):
    """The members of SurfaceCellInfo in their order."""
    _fields_ = [*((name, ctypes.c_float) for name in ("tau", "x", "y", "eta")), ("d3sigma_mu", ctypes.c_float * 4),
                *((name, ctypes.c_float) for name in ("energy_density", "entropy_density", "temperature", "pressure", "baryon_density",
                                                      "qgp_fraction", "mu_B", "mu_Q", "mu_S")),
                ("umu", ctypes.c_float * 4), ("pi", ctypes.c_float * 10), ("bulk_Pi", ctypes.c_float)]


def read(path):
    """The cells of a surface, or the message."""
    read_cells, free = library().taub_surface_cells_read, library().taub_surface_cells_free
    read_cells.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.POINTER(Cell)), ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(CError)]
    free.argtypes, free.restype = [ctypes.POINTER(Cell)], None
    cells, count, error = ctypes.POINTER(Cell)(), ctypes.c_size_t(), CError()
    status = read_cells(str(path).encode(), ctypes.byref(cells), ctypes.byref(count), ctypes.byref(error))
    if status != 0:
        assert status == 2 and not cells and count.value == 0
        return error.message.decode()
    found = [Cell.from_buffer_copy(cells[n]) for n in range(count.value)]
    free(cells)
    return found


def surface(folder, **changes):
    shear = numpy.zeros((2, 4, 4))
    shear[0] = [[0.01, 0.02, 0.03, 0.04], [0.02, 0.05, 0.06, 0.07], [0.03, 0.06, 0.08, 0.09], [0.04, 0.07, 0.09, 0.1]]
    write_surface(folder, **{"position": [[2, 1, -3, 0.5], [4, 0, 0, 0]], "normal": [[0.8, -0.2, 0.4, 0.6], [1, 0, 0, 0]],
                             "velocity": [[1.5, 1, 0.5, 0], [1, 0, 0, 0]], "temperature": [0.155, 0.15], "shear": shear,
                             "bulk": [-0.004, 0], **changes})
    return folder


def test_one_cell_worked_out_by_hand(tmp_path):
    """dSigma of the frame is (0.8, -0.2, 0.4, 0.6) with the volume element tau = 2 fm: the coordinate components over tau are
    0.4, -0.1, 0.2 and, as the one along eta is tau times that of the frame, 0.6."""
    first, second = read(surface(tmp_path / "s"))
    assert (first.tau, first.x, first.y, first.eta) == (2, 1, -3, 0.5)
    assert list(first.d3sigma_mu) == pytest.approx([0.4, -0.1, 0.2, 0.6], rel=1e-6)
    assert list(first.umu) == pytest.approx([1.5, 1, 0.5, 0])
    assert list(first.pi) == pytest.approx([0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1], rel=1e-6)
    assert [first.energy_density, first.pressure, first.temperature, first.bulk_Pi] == pytest.approx([0.3, 0.05, 0.155, -0.004], rel=1e-6)
    assert first.entropy_density == pytest.approx(0.35 / 0.155, rel=1e-6)
    assert (first.qgp_fraction, first.mu_B, first.mu_Q, first.mu_S) == (0, 0, 0, 0)
    assert second.d3sigma_mu[0] == pytest.approx(0.25)
    first, _ = read(surface(tmp_path / "charged", charge=0.2, potential=0.35))
    assert [first.baryon_density, first.mu_B, first.mu_Q, first.mu_S] == pytest.approx([0.2, 0.35, 0, 0], rel=1e-6)
    assert first.entropy_density == pytest.approx((0.35 - 0.35 * 0.2) / 0.155, rel=1e-6)


def test_as_the_layout_of_music(tmp_path):
    """The same numbers as `taub surface convert --to music` gives to iSS, but for the units."""
    folder = surface(tmp_path / "s")
    run_taub("surface", "convert", folder, "--to", "music", "-o", tmp_path / "surface.dat")
    rows = numpy.fromfile(tmp_path / "surface.dat", dtype=numpy.float32).reshape(2, 34)
    for row, cell in zip(rows, read(folder)):
        assert [cell.tau, cell.x, cell.y, cell.eta, *cell.d3sigma_mu, *cell.umu] == pytest.approx(list(row[:12]), rel=1e-6)
        assert [cell.energy_density, cell.temperature, *cell.pi, cell.bulk_Pi] == pytest.approx(
            [0.1973269804 * value for value in (row[12], row[13], *row[18:28], row[28])], rel=1e-6)
        assert cell.entropy_density == pytest.approx(row[17], rel=1e-6) and cell.baryon_density == row[29]


def test_cartesian_surfaces_and_bad_ones(tmp_path):
    """Of a Cartesian run the components are those along tau and eta; outside of the light cone there are none."""
    cell, = read(surface(tmp_path / "t", position=[[5, 0, 0, 3]], normal=[[1, 0, 0, 0]], velocity=[[1.25, 0, 0, 0.75]],
                         temperature=[0.15], shear=numpy.zeros((1, 4, 4)), bulk=[0], coordinates="cartesian"))
    # eta = atanh(3/5): a flow of Bjorken's is at rest there
    assert (cell.tau, cell.eta) == pytest.approx((4, numpy.arctanh(0.6)))
    assert list(cell.umu) == pytest.approx([1, 0, 0, 0], abs=1e-6)
    assert list(cell.d3sigma_mu) == pytest.approx([1.25 / 4, 0, 0, 0.75], abs=1e-6)
    said = read(surface(tmp_path / "u", position=[[3, 0, 0, 5]], normal=[[1, 0, 0, 0]], velocity=[[1, 0, 0, 0]], temperature=[0.15],
                        shear=numpy.zeros((1, 4, 4)), bulk=[0], coordinates="cartesian"))
    assert "outside of the light cone" in said
    assert "not a surface.h5 that can be read" in read(tmp_path / "none")
