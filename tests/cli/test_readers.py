"""Other programs read outputs and fields.xmf: openPMD-api, openPMD-viewer, the validator of openPMD, VTK's XDMF reader (ParaView, VisIt) and
yt; each where it is installed (pip install openpmd-api openpmd-viewer
openpmd-validator vtk yt)."""
import io
import contextlib

import h5py
import numpy
import pytest

from conftest import make_case, output_file, outputs_of, run_case

AUTHOR = {"TAUB_AUTHOR": "A. Reader <reader@example.org>"}


@pytest.fixture(scope="module")
def drop(tmp_path_factory):
    """The last output of a drop in Milne coordinates off the middle of a box of unequal sides: no two axes can be mixed up."""
    folder = tmp_path_factory.mktemp("readers")
    case = make_case(folder, title="A drop & more", mesh={"coordinates": "milne", "cells": [12, 10, 8], "lower": [-3, -2, -1],
                                                          "upper": [3, 3, 3]}, time={"start": 0.5, "end": 1},
                     initial={"kind": "gaussian", "background": {"energy_density": 0.1}, "peak": {"energy_density": 10},
                              "width": [1, 0.8, 0.6]}, output={"every": 0.25})
    return run_case(case, folder / "out", env=AUTHOR)


@pytest.fixture(scope="module")
def spaced(tmp_path_factory):
    """Cells of unequal widths along two axes, along each others."""
    folder = tmp_path_factory.mktemp("spaced")
    case = make_case(folder, mesh={"cells": [12, 10, 8], "lower": [-3, -2, -1], "upper": [3, 3, 3], "spacing": {
                         "x": {"kind": "stretched"}, "z": {"kind": "stretched", "focus": 0.2}}}, time={"end": 0.2},
                     initial={"kind": "gaussian", "background": {"energy_density": 0.1}, "peak": {"energy_density": 10},
                              "width": [1, 0.8, 0.6]})
    return run_case(case, folder / "out", env=AUTHOR)


@pytest.fixture(scope="module")
def sphere(tmp_path_factory):
    """A cubed sphere whose density is x + 10 at first."""
    folder = tmp_path_factory.mktemp("sphere")
    (folder / "state.c").write_text("void initial(const real x[3], real t, real state[]) { for (int c = 0; c < 5; c++) state[c] = "
                                    "c == 0 ? 10 + x[0] : c == 4 ? 1 : 0.1 * c; }")
    case = make_case(folder, system="euler", eos={"kind": "ideal-gas", "gamma": 1.4}, scheme={"kind": "rk-weno", "order": 2},
                     mesh={"coordinates": "cubed-sphere", "cells": [6, 6, 4], "radius": [1, 3], "lower": None, "upper": None, "boundary": None},
                     initial={"kind": "code", "file": "state.c"}, time={"end": 0.01}, output={"fields": ["density", "velocity"]})
    return run_case(case, folder / "out", env={**AUTHOR, "TAUB_CC": "clang", "TAUB_CFLAGS": "-O0"})


def last(folder):
    """time, {name: values [eta][y][x]} with velocity_x and so on."""
    step, path = list(outputs_of(folder).items())[-1]
    with h5py.File(path) as file:
        values = {}
        for name, item in file[f"data/{step}/meshes"].items():
            parts = item.items() if isinstance(item, h5py.Group) else [("", item)]
            values.update({f"{name}_{part}".rstrip("_"): data[()] for part, data in parts})
        return float(file[f"data/{step}"].attrs["time"]), values


def test_the_author_is_named(drop):
    with h5py.File(output_file(drop)) as file:
        assert file.attrs["author"].decode() == "A. Reader <reader@example.org>"


def test_openpmd_api(drop):
    api = pytest.importorskip("openpmd_api", reason="openpmd-api is not installed")
    series = api.Series(str(drop / "fields" / "%08T.h5"), api.Access.read_only)
    time, values = last(drop)
    assert series.software == "Taub" and series.author.startswith("A. Reader") and len(series.iterations) == 3
    iteration = series.iterations[max(series.iterations)]
    assert iteration.time == time and iteration.time_unit_SI == pytest.approx(1e-15 / 299792458, rel=1e-14)
    assert set(iteration.meshes) == {"energy_density", "velocity"}
    for name, mesh in iteration.meshes.items():
        assert list(mesh.axis_labels) == ["eta", "y", "x"] and list(mesh.grid_global_offset) == [-1, -2, -3]
        assert list(mesh.grid_spacing) == pytest.approx([0.5, 0.5, 0.5]) and mesh.geometry == api.Geometry.cartesian
        for part in mesh:
            component = mesh[part]
            read = component.load_chunk()
            series.flush()
            assert list(component.position) == [0.5] * 3
            assert numpy.array_equal(read, values[f"{name}_{part}" if len(mesh) > 1 else name])
    energy = iteration.meshes["energy_density"]
    assert list(energy.unit_dimension) == [-1, 1, -2, 0, 0, 0, 0]


def test_openpmd_viewer(drop):
    """It takes all files in a folder that end in .h5, and by its other backend .json, for outputs."""
    assert all(path.stem.isdigit() and path.suffix == ".h5" for path in (drop / "fields").iterdir())
    for path in (drop / "fields").iterdir():
        with h5py.File(path) as file:
            assert file.attrs["openPMD"] and list(file["data"]) == [str(int(path.stem))], path
    viewer = pytest.importorskip("openpmd_viewer", reason="openpmd-viewer is not installed")
    from openpmd_viewer.openpmd_timeseries.data_reader.data_reader import available_backends
    for backend in available_backends:
        series = viewer.OpenPMDTimeSeries(str(drop / "fields"), backend=backend)
        assert list(series.iterations) == list(outputs_of(drop)) and set(series.avail_fields) == {"energy_density", "velocity"}
        values, _ = series.get_field(field="energy_density", iteration=series.iterations[-1])  # in SI
        with h5py.File(output_file(drop)) as file:
            unit = file[f"data/{series.iterations[-1]}/meshes/energy_density"].attrs["unitSI"]
        assert values == pytest.approx(unit * last(drop)[1]["energy_density"], rel=1e-14)


def test_the_validator_of_openpmd_has_nothing_to_say(drop):
    checker = pytest.importorskip("openpmd_validator.check_h5", reason="openpmd-validator is not installed")
    words = io.StringIO()
    with contextlib.redirect_stdout(words):
        found = checker.check_file(str(output_file(drop)), False, False)
    assert list(found) == [0, 0], words.getvalue()  # errors, warnings


def test_the_validator_takes_unequal_cells(spaced):
    test_the_validator_of_openpmd_has_nothing_to_say(spaced)


def test_the_validator_takes_a_cubed_sphere(sphere):
    test_the_validator_of_openpmd_has_nothing_to_say(sphere)


def vtk_reader(folder):
    """(vtk, its reader of the folder's index)."""
    vtk = pytest.importorskip("vtk", reason="vtk is not installed")
    if not hasattr(vtk, "vtkXdmfReader"):
        pytest.skip("this vtk has no XDMF reader")
    reader = vtk.vtkXdmfReader()
    assert reader.CanReadFile(str(folder / "fields.xmf"))
    reader.SetFileName(str(folder / "fields.xmf"))
    reader.UpdateInformation()
    return vtk, reader


def test_vtk_reads_unequal_cells(spaced):
    vtk, reader = vtk_reader(spaced)
    from vtk.util.numpy_support import vtk_to_numpy
    time, values = last(spaced)
    reader.UpdateTimeStep(time)
    grid = reader.GetOutputDataObject(0)
    with h5py.File(output_file(spaced)) as file:
        for axis, places in (("x", grid.GetXCoordinates()), ("y", grid.GetYCoordinates()), ("z", grid.GetZCoordinates())):
            assert numpy.array_equal(vtk_to_numpy(places), file[f"faces/{axis}"][()])
    for name, expected in values.items():
        assert numpy.array_equal(vtk_to_numpy(grid.GetCellData().GetArray(name)).reshape(8, 10, 12), expected)


def test_vtk_reads_a_cubed_sphere(sphere):
    """As hexahedra that fill the space between the spheres but for what is outside of their plane faces, each with its values."""
    vtk, reader = vtk_reader(sphere)
    from vtk.util.numpy_support import vtk_to_numpy
    reader.UpdateTimeStep(0)
    grid = reader.GetOutputDataObject(0)
    assert grid.GetNumberOfCells() == 4 * 6 * 36 and grid.GetNumberOfPoints() == 5 * (6 * 36 + 2)
    sizes, centres = vtk.vtkCellSizeFilter(), vtk.vtkCellCenters()
    for wanted in (sizes, centres):
        wanted.SetInputData(grid)
        wanted.Update()
    volumes = vtk_to_numpy(sizes.GetOutput().GetCellData().GetArray("Volume"))
    assert volumes.min() > 0 and 0.96 < volumes.sum() / (4 / 3 * numpy.pi * 26) < 1
    x = vtk_to_numpy(centres.GetOutput().GetPoints().GetData())[:, 0]
    assert numpy.abs(vtk_to_numpy(grid.GetCellData().GetArray("density")) - 10 - x).max() < 0.06  # their corners lie farther out
    time, values = last(sphere)
    reader.UpdateTimeStep(time)
    cells = reader.GetOutputDataObject(0).GetCellData()
    for name, expected in values.items():
        assert numpy.array_equal(vtk_to_numpy(cells.GetArray(name)), expected.ravel()), name


def test_vtk_reads_the_index(drop):
    vtk, reader = vtk_reader(drop)
    from vtk.util.numpy_support import vtk_to_numpy
    key = vtk.vtkStreamingDemandDrivenPipeline.TIME_STEPS()
    information = reader.GetOutputInformation(0)
    times = [information.Get(key, n) for n in range(information.Length(key))]
    time, values = last(drop)
    assert times == [0.5, 0.75, 1] and times[-1] == time
    reader.UpdateTimeStep(time)
    grid = reader.GetOutputDataObject(0)
    assert grid.GetDimensions() == (13, 11, 9)
    assert grid.GetBounds() == pytest.approx((-3, 3, -2, 3, -1, 3))
    cells = grid.GetCellData()
    assert {cells.GetArrayName(n) for n in range(cells.GetNumberOfArrays())} == set(values)
    for name, expected in values.items():
        assert numpy.array_equal(vtk_to_numpy(cells.GetArray(name)).reshape(8, 10, 12), expected)


def test_yt(drop):
    """yt takes the axes in the order in which they are stored, whatever their labels say: its x is the slowest."""
    yt = pytest.importorskip("yt", reason="yt is not installed")
    yt.set_log_level(50)
    *_, data = list(yt.load(str(output_file(drop))))
    time, values = last(drop)
    assert data.domain_dimensions.tolist() == [8, 10, 12]
    grid = data.covering_grid(0, data.domain_left_edge, data.domain_dimensions)
    names = {"energy_density": "energy-density", **{f"velocity_{a}": f"velocity_{a}" for a in ("x", "y", "eta")}}
    for name, theirs in names.items():
        read = numpy.asarray(grid["openPMD", theirs])
        scale = read.max() / values[name].max()  # SI units
        assert numpy.allclose(read, scale * values[name], rtol=1e-12, atol=1e-12 * abs(read).max())


def test_yt_from_arrays(drop):
    """The recipe of docs/guide/outputs.md, which has the axes right."""
    yt = pytest.importorskip("yt", reason="yt is not installed")
    import sys
    from conftest import ROOT
    sys.path.insert(0, str(ROOT / "python"))
    import taub
    yt.set_log_level(50)
    run = taub.open(drop)
    fields = {"energy_density": run.field("energy_density").values.T, "velocity_x": run.field("velocity/x").values.T}
    box = numpy.array([run.extent(axis) for axis in reversed(run.dims)])
    data = yt.load_uniform_grid(fields, fields["energy_density"].shape, bbox=box, length_unit=1)
    peak = numpy.unravel_index(fields["energy_density"].argmax(), (12, 10, 8))
    place = data.find_max(("stream", "energy_density"))[1]
    assert [float(x) for x in place] == pytest.approx([run.axes[a][n] for a, n in zip(("x", "y", "eta"), peak)])
