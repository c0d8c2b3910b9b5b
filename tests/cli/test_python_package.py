"""The Python package, on folders written here with known values and on one that the program has made; and the program's
outputs against the attributes that the openPMD standard 1.1.0 requires."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

import h5py
import numpy
import pytest

from conftest import ROOT, make_case, output_file, outputs_of, run_case

sys.path.insert(0, str(ROOT / "python"))
import taub  # noqa: E402

HISTORY = ("step,time [fm/c],dt [fm/c],energy [GeV],floored\n"
           "0,0.5,0,1.5,0\n10,1,0.10000000000000001,1.25,0\n20,2,0.10000000000000001,1,0\n")
TIMES = {0: 0.5, 10: 1.0, 20: 2.0}


def values_at(shape, step, component=0):
    """Different in every cell, at every step, for every component."""
    return (numpy.arange(numpy.prod(shape)).reshape(shape) + 1.0) * (1 + step) + 0.25 * component


def write_run(folder, cells, milne=True):
    """A folder as a run leaves it; cells (nx, ny, nz)."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    shape, last = tuple(reversed(cells)), "eta" if milne else "z"
    with h5py.File(folder / "fields.h5", "w") as file:
        file.attrs["openPMD"] = "1.1.0"
        file.attrs["comment"] = "made up"
        for step, time in TIMES.items():
            group = file.create_group(f"data/{step}")
            group.attrs["time"] = time
            meshes = group.create_group("meshes")
            energy = meshes.create_dataset("energy_density", data=values_at(shape, step) / 100)
            temperature = meshes.create_dataset("temperature", data=0.05 + 0.2 * values_at(shape, 0) / numpy.prod(shape))
            velocity = meshes.create_group("velocity")
            for c, axis in enumerate(("x", "y", last)):
                velocity[axis] = 0.5 * numpy.sin(values_at(shape, 0, c)).astype("f4")
            for mesh, unit in ((energy, "GeV/fm^3"), (temperature, "GeV"), (velocity, "1")):
                mesh.attrs["axisLabels"] = numpy.array([last.encode(), b"y", b"x"])
                mesh.attrs["gridSpacing"] = [0.25, 0.5, 1.0]
                mesh.attrs["gridGlobalOffset"] = [-0.125 * shape[0], -0.25 * shape[1], -0.5 * shape[2]]
                mesh.attrs["gridUnitSI"] = 1e-15
                mesh.attrs["unit"] = unit
    (folder / "history.csv").write_text(HISTORY)
    (folder / "summary.json").write_text(json.dumps({"version": "0.1.0", "status": "done", "steps": 20}))
    (folder / "case.yaml").write_text("title: made up\nmesh: {cells: [%d, %d, %d]}\n" % tuple(cells))
    return folder


@pytest.fixture
def event(tmp_path):
    return write_run(tmp_path / "event", (6, 5, 4))


def module(*arguments, expect=0):
    """python3 -m taub ..."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("MPLBACKEND", None)
    done = subprocess.run([sys.executable, "-m", "taub", *map(str, arguments)], capture_output=True, text=True,
                          env=environment, timeout=300)
    assert done.returncode == expect, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


# Reading


def test_outline(event):
    run = taub.open(event)
    assert run.steps.tolist() == [0, 10, 20] and run.times.tolist() == [0.5, 1, 2]
    assert run.fields == ["energy_density", "temperature", "velocity"]
    assert run.coordinates == "milne" and run.dims == ("eta", "y", "x") and run.title == "made up"
    assert run.axes["x"].tolist() == [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5]
    assert run.axes["eta"].tolist() == [-0.375, -0.125, 0.125, 0.375]
    assert run.extent("y") == (-1.25, 1.25)
    assert run.unit("energy_density") == "GeV/fm^3" and run.unit("velocity/eta") == "1"
    assert not run.unfinished and "made up" in repr(run)
    assert taub.open(event / "fields.h5").times.tolist() == run.times.tolist()


def test_fields_are_labelled(event):
    run = taub.open(event)
    array = run.field("energy_density", time=1.1)
    assert array.dims == ("eta", "y", "x") and array.attrs["units"] == "GeV/fm^3" and array.attrs["step"] == 10
    assert numpy.array_equal(array.values, values_at((4, 5, 6), 10) / 100)
    assert float(array.coords["time"]) == 1.0
    assert array.sel(eta=0.13, y=0, x=1.5, method="nearest").item() == array.values[2, 2, 4]
    plane = array.isel(eta=1)
    assert plane.dims == ("y", "x") and numpy.array_equal(plane.values, array.values[1])
    assert array.isel(x=slice(1, 3)).shape == (4, 5, 2)
    assert numpy.asarray(array).sum() == array.values.sum()


def test_vectors(event):
    run = taub.open(event)
    velocity = run.field("velocity", step=20)
    assert velocity.dims == ("component", "eta", "y", "x") and velocity.shape == (3, 4, 5, 6)
    assert list(numpy.asarray(velocity.coords["component"])) == ["x", "y", "eta"]
    for name in ("velocity/eta", "velocity.eta", "velocity_eta"):
        assert numpy.array_equal(run.field(name).values, velocity.values[2])
    assert numpy.array_equal(velocity.isel(component=1).values, run.field("velocity/y").values)


def test_all_times_are_read_lazily(event):
    series = taub.open(event)["energy_density"]
    assert len(series) == 3 and series.unit == "GeV/fm^3"
    assert numpy.array_equal(series[-1].values, values_at((4, 5, 6), 20) / 100)
    assert numpy.array_equal(series.sel(time=0.6).values, values_at((4, 5, 6), 0) / 100)
    assert series.values.shape == (3, 4, 5, 6)
    assert [array.attrs["step"] for array in series[1:]] == [10, 20]
    with pytest.raises(IndexError):
        series[3]


def test_history_summary_case(event):
    run = taub.open(event)
    assert list(run.history) == ["step", "time", "dt", "energy", "floored"]
    assert run.history["step"].dtype.kind == "i" and run.history["energy"].tolist() == [1.5, 1.25, 1]
    assert run.history["dt"][1] == 0.1
    assert run.history_units["energy"] == "GeV" and run.history_units["floored"] == ""
    assert run.summary["status"] == "done"
    pytest.importorskip("yaml")
    assert run.case["mesh"]["cells"] == [6, 5, 4]


def split(folder):
    """The outputs of write_run as a run of today has them, a file each."""
    (folder / "fields").mkdir()
    with h5py.File(folder / "fields.h5") as old:
        for step in old["data"]:
            with h5py.File(folder / f"fields/{int(step):08d}.h5", "w") as file:
                file.attrs.update(old.attrs)
                old.copy(f"data/{step}", file.create_group("data"))
    (folder / "fields.h5").unlink()
    return folder


def test_one_file_an_output(event, tmp_path):
    """All that is read from one file for all outputs, as earlier versions have it, and from one for each."""
    old, run = taub.open(event), taub.open(split(write_run(tmp_path / "split", (6, 5, 4))))
    assert (run.times == old.times).all() and (run.steps == old.steps).all() and run.fields == old.fields
    for name in run.fields:
        assert (run[name].values == old[name].values).all()
    assert run.extent("x") == old.extent("x") and run.coordinates == old.coordinates and repr(run) == repr(old)
    for path in (run.folder / "fields", run.folder / "fields/00000010.h5"):
        part = taub.open(path)
        assert part.folder == run.folder and (part.field("velocity", step=10).values == run.field("velocity", step=10).values).all()
    assert part.times.tolist() == [1.0]
    (run.folder / "fields/00000030.h5.part").write_bytes(b"an output that is being written")
    assert taub.open(run.folder).steps.tolist() == [0, 10, 20]
    os.truncate(run.folder / "fields/00000010.h5", 3000)
    with pytest.raises(taub.Error, match="00000010.h5: not a readable output"):
        taub.open(run.folder)


def test_a_run_under_way(event):
    split(event)
    (event / "summary.json").rename(event / "summary.json.part")
    with open(event / "history.csv", "a") as file:
        file.write("30,2.5")  # the line is not complete yet
    run = taub.open(event)
    assert run.unfinished and len(run.times) == 3 and run.history["step"].tolist() == [0, 10, 20]
    assert run.field("temperature").shape == (4, 5, 6)
    assert "under way" in module("info", event).stdout


def test_a_killed_run_of_before(event):
    """Of earlier versions: its files kept their temporary names."""
    for name in ("fields.h5", "history.csv", "summary.json"):
        (event / name).rename(event / (name + ".part"))
    run = taub.open(event)
    assert run.unfinished and len(run.times) == 3 and run.history["step"].tolist() == [0, 10, 20]


def test_labelled_array_of_this_package():
    array = taub.LabelledArray(numpy.arange(6.0).reshape(2, 3), ("y", "x"), {"y": [0.0, 1.0], "x": [-1.0, 0.0, 1.0]},
                               {"units": "GeV"}, "energy")
    assert array.sel(x=0.9).values.tolist() == [2, 5] and array.sel(x=slice(-0.5, 2)).shape == (2, 2)
    assert array.isel(y=1, x=-1).item() == 5 and float(array.sel(x=-1, y=0)) == 0
    assert array.max() == 5 and array["x"][2] == 1 and len(array) == 2
    assert (numpy.asarray(array) + 1).sum() == 21
    assert "energy" in repr(array) and "x: 3" in repr(array)
    with pytest.raises(KeyError, match="no dimension 'z'"):
        array.isel(z=0)
    words = taub.LabelledArray([1, 2], ("component",), {"component": numpy.array(["x", "y"])})
    assert words.sel(component="y").item() == 2
    with pytest.raises(KeyError, match="no component 'z'"):
        words.sel(component="z")


# Errors


@pytest.mark.parametrize("ruin, expected", [
    (lambda folder: shutil.rmtree(folder), "no such folder"),
    (lambda folder: (folder / "fields.h5").unlink(), "no outputs"),
    (lambda folder: (folder / "fields.h5").write_bytes(b"not HDF5 at all"), "not a readable output"),
    (lambda folder: os.truncate(folder / "fields.h5", 3000), "not a readable output"),
    (lambda folder: h5py.File(folder / "fields.h5", "w").close(), "openPMD"),
    (lambda folder: h5py.File(folder / "fields.h5", "a").__delitem__("data/0/meshes"), "not a readable output"),
])
def test_folders_that_cannot_be_opened(event, ruin, expected):
    ruin(event)
    with pytest.raises(taub.Error, match=expected):
        taub.open(event)
    for verb in ("info", "plot"):
        assert expected in module(verb, event, expect=2).stderr


def test_wrong_names(event):
    run = taub.open(event)
    with pytest.raises(taub.Error, match="no field 'energy'; there are energy_density, temperature, velocity"):
        run["energy"]
    with pytest.raises(taub.Error, match="no output at step 11; there are 0, 10, 20"):
        run.field("temperature", step=11)
    assert "no field 'nonsense'" in module("plot", event, "--field", "nonsense", expect=2).stderr
    assert "no axis 'z'" in module("profile", event, "--axis", "z", expect=2).stderr
    (event / "history.csv").write_text("step,time\n1,oops\n")
    assert "not a history" in module("plot", event, expect=2).stderr
    (event / "file").write_text("in the way")
    assert "cannot be written" in module("plot", event, "-o", event / "file" / "below", expect=2).stderr
    (event / "summary.json").write_text("{")
    assert "summary.json" in module("info", event, expect=2).stderr


# Figures


def assert_picture(path):
    """A PNG with ink on it: many colours, and not one that covers nearly everything."""
    image = pytest.importorskip("matplotlib.image").imread(path)
    assert image.shape[0] > 200 and image.shape[1] > 200
    colours, counts = numpy.unique(image[..., :3].reshape(-1, 3), axis=0, return_counts=True)
    assert len(colours) > 30 and counts.max() < 0.97 * counts.sum()


@pytest.mark.parametrize("cells, milne", [((40, 1, 1), False), ((12, 9, 1), True), ((9, 1, 8), False), ((1, 7, 6), True),
                                          ((8, 7, 6), True)])
def test_plot_makes_pictures(tmp_path, capsys, cells, milne):
    pytest.importorskip("matplotlib")
    from taub.__main__ import main
    run = write_run(tmp_path / "run", cells, milne)
    assert main(["plot", str(run), "-o", str(tmp_path / "png")]) == 0
    written = capsys.readouterr().out.split()
    names = ["energy_density.png", "temperature.png", "velocity.png", "history.png", "overview.png"]
    assert sorted(map(os.path.basename, written)) == sorted(names)
    for path in written:
        assert_picture(path)


def test_chosen_field_and_time(event):
    pytest.importorskip("matplotlib")
    written = module("plot", event, "--field", "velocity/x", "--time", "1").stdout.split()
    assert written == [str(event / "plots" / name) for name in ("velocity_x.png", "history.png", "overview.png")]
    assert_picture(written[0])
    path = event / "line.png"
    assert module("profile", event, "--field", "temperature", "--axis", "eta", "-o", path).stdout.strip() == str(path)
    assert_picture(path)


def test_a_time_without_output_is_told(event):
    """The nearest output is drawn, which may be far away."""
    pytest.importorskip("matplotlib")
    path = event / "line.png"
    for time, words in (("1", ""), ("1.04", ""), ("700", "no output at time 700; shown is the nearest one, at ")):
        done = module("profile", event, "--field", "temperature", "--axis", "eta", "-o", path, "--time", time)
        assert words in done.stderr and bool(words) == ("nearest" in done.stderr), done.stderr
    assert "expected a number" in module("profile", event, "--field", "temperature", "-o", path, "--time", "nan", expect=2).stderr


def test_animation(event):
    image = pytest.importorskip("PIL.Image")
    path = event / "film.gif"
    module("animate", event, "-o", path)
    assert image.open(path).n_frames == 3


def test_labels_and_values_of_figures(event):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot
    run = taub.open(event)
    ax = taub.plot_slice(run, "energy_density", time=1)
    assert ax.get_xlabel() == "$x$  [fm]" and ax.get_ylabel() == "$y$  [fm]"
    assert ax.get_title().startswith(r"$\tau = 1$ fm/c")
    assert numpy.array_equal(ax.images[0].get_array(), values_at((4, 5, 6), 10)[1] / 100)
    assert list(ax.images[0].get_extent()) == [-3, 3, -1.25, 1.25]
    assert ax.figure.axes[-1].get_ylabel() == "energy density  $e$  [GeV/fm$^{3}$]"
    ax = taub.plot_slice(run, "energy_density", time=1, normal="y", at=0.5)
    assert ax.get_xlabel() == r"$\eta_s$" and ax.get_ylabel() == "$x$  [fm]"
    assert numpy.array_equal(ax.images[0].get_array(), values_at((4, 5, 6), 10)[:, 3].T / 100)
    ax = taub.plot_profile(run, "velocity/x", "y", times=[0.5, 2], at={"x": 1.5, "eta": 0.4})
    assert len(ax.lines) == 2
    assert ax.lines[1].get_ydata().tolist() == run.field("velocity/x").values[3, :, 4].tolist()
    assert ax.get_ylabel() == "velocity  $v^{x}$"
    figure = taub.plot_history(run)
    assert [ax.get_title() for ax in figure.axes if ax.lines] == ["dt  [fm/c]", "energy  [GeV]"]
    assert "floored" in figure._suptitle.get_text()
    pyplot.close("all")


# What the program writes


@pytest.fixture(scope="module")
def program_run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("program")
    case = make_case(folder, title="A drop", mesh={"coordinates": "milne", "cells": [12, 10, 8], "lower": [-3, -3, -2],
                                                   "upper": [3, 3, 2]}, time={"start": 0.5, "end": 1},
                     initial={"kind": "gaussian", "background": {"energy_density": 0.1}, "peak": {"energy_density": 10},
                              "width": [1, 1, 1]}, output={"every": 0.25})
    return run_case(case, folder / "out")


def text(value):
    return value.decode() if isinstance(value, bytes) else value


def test_required_openpmd_attributes(program_run):
    """Huebl et al., openPMD 1.1.0, STANDARD.md: everything marked required, and the recommended that apply."""
    for path in outputs_of(program_run).values():
        check_output(path)
    assert len(outputs_of(program_run)) == 3


def check_output(path):
    with h5py.File(path) as file:
        root = {name: text(value) for name, value in file.attrs.items()}
        assert root["openPMD"] == "1.1.0" and root["basePath"] == "/data/%T/" and root["meshesPath"] == "meshes/"
        assert root["iterationEncoding"] == "fileBased" and root["iterationFormat"] == "%08T.h5"
        assert file.attrs["openPMDextension"].dtype == numpy.uint32 and file.attrs["openPMDextension"] == 0
        assert {"software", "softwareVersion", "date"} <= set(root)
        assert list(file["data"]) == [str(int(path.stem))]
        for step, iteration in file["data"].items():
            assert step.isdigit() and isinstance(iteration, h5py.Group)
            for name in ("time", "dt", "timeUnitSI"):
                assert iteration.attrs[name].dtype.kind == "f", name
            assert iteration.attrs["timeUnitSI"] == pytest.approx(1e-15 / 299792458, rel=1e-14)
            assert set(iteration["meshes"]) == {"energy_density", "velocity"}
            for mesh in iteration["meshes"].values():
                check_mesh(mesh)


def check_mesh(mesh):
    attributes = mesh.attrs
    assert text(attributes["geometry"]) == "cartesian" and text(attributes["dataOrder"]) == "C"
    assert "milne" in text(attributes["geometryParameters"])
    assert [text(label) for label in attributes["axisLabels"]] == ["eta", "y", "x"]
    assert attributes["gridSpacing"].tolist() == pytest.approx([0.5, 0.6, 0.5])
    assert attributes["gridGlobalOffset"].dtype == numpy.float64
    assert attributes["gridGlobalOffset"].tolist() == [-2, -3, -3]
    assert attributes["gridUnitSI"] == 1e-15 and attributes["gridUnitSI"].dtype == numpy.float64
    assert attributes["unitDimension"].dtype == numpy.float64 and attributes["unitDimension"].shape == (7,)
    assert attributes["timeOffset"] == 0
    components = [mesh] if isinstance(mesh, h5py.Dataset) else list(mesh.values())
    for component in components:
        assert component.shape == (8, 10, 12) and component.dtype == numpy.float64
        assert component.attrs["position"].tolist() == [0.5, 0.5, 0.5]
        assert component.attrs["unitSI"].dtype == numpy.float64
    if isinstance(mesh, h5py.Dataset):
        assert attributes["unitDimension"].tolist() == [-1, 1, -2, 0, 0, 0, 0]
        assert attributes["unitSI"] == pytest.approx(1.602176634e-10 / 1e-45, rel=1e-12)
    else:
        assert sorted(mesh) == ["eta", "x", "y"]


def test_package_reads_what_the_program_writes(program_run):
    run = taub.open(program_run)
    assert run.title == "A drop" and run.coordinates == "milne" and run.times.tolist() == [0.5, 0.75, 1]
    with h5py.File(output_file(program_run)) as file:
        assert numpy.array_equal(run.field("velocity/eta").values, file[f"data/{run.steps[-1]}/meshes/velocity/eta"][()])
    assert run.summary["status"] == "done" and run.history["time"][-1] == 1
    assert run.history_units["time"] == "fm/c" and run.history["energy"][0] > 0
    pytest.importorskip("yaml")
    assert run.case["title"] == "A drop" and run.case["mesh"]["cells"] == [12, 10, 8]


def test_xmf_names_what_is_there(program_run):
    from xml.etree import ElementTree
    tree = ElementTree.parse(program_run / "fields.xmf")
    grids = tree.findall(".//Grid[@GridType='Uniform']")
    run = taub.open(program_run)
    assert [float(grid.find("Time").get("Value")) for grid in grids] == run.times.tolist()
    for grid in grids:
        assert grid.find("Topology").get("Dimensions") == "9 11 13"
        origin, spacing = [[float(x) for x in item.text.split()] for item in grid.findall("Geometry/DataItem")]
        assert origin == [-2, -3, -3] and spacing == pytest.approx([0.5, 0.6, 0.5])
        names = [attribute.get("Name") for attribute in grid.findall("Attribute")]
        assert sorted(names) == ["energy_density", "velocity_eta", "velocity_x", "velocity_y"]
        for item in grid.findall("Attribute/DataItem"):
            file, path = item.text.strip().split(":")
            with h5py.File(program_run / file) as fields:
                assert item.get("Dimensions") == " ".join(map(str, fields[path].shape))
                assert int(item.get("Precision")) == fields[path].dtype.itemsize


# Tensors, and maps in time


@pytest.fixture
def stressed(event):
    """The event with a stress tensor of a fluid at rest: xx = yy = 1, zz = -2, times the step."""
    with h5py.File(event / "fields.h5", "a") as file:
        for step in TIMES:
            meshes = file[f"data/{step}/meshes"]
            tensor = meshes.create_group("shear_stress")
            for name, value in (("tt", 0), ("tx", 0), ("ty", 0), ("tz", 0), ("xx", 1), ("xy", 0), ("xz", 0), ("yy", 1), ("yz", 0), ("zz", -2)):
                tensor[name] = numpy.full((4, 5, 6), value * step, dtype=float)
            tensor.attrs.update(meshes["velocity"].attrs)
            tensor.attrs["unit"] = "GeV/fm^3"
    return event


def test_tensors(stressed):
    run = taub.open(stressed)
    stress = run.field("shear_stress", step=20)
    assert list(numpy.asarray(stress.coords["component"])) == ["tt", "tx", "ty", "tz", "xx", "xy", "xz", "yy", "yz", "zz"]
    for name in ("shear_stress/zz", "shear_stress_zz"):
        assert (run.field(name, step=20).values == -40).all()
    from taub.plot import _magnitude
    assert numpy.allclose(_magnitude(stress), 20 * numpy.sqrt(6))
    moving = numpy.array([0.25, 0.5, 0, 0, 1, 0, 0, 0, 0, -0.75])[:, None]  # pi:pi = 1/16 - 1/2 + 1 + 9/16
    assert _magnitude(moving) == pytest.approx(numpy.sqrt(1.125))


def test_isotherms(stressed):
    """Contours of the temperatures that a map has, and of no other."""
    run = taub.open(stressed)
    temperature = run.field("temperature", step=20).values
    within = float(temperature[1].mean())

    def children(isotherms):
        return taub.plot_slice(run, "energy_density", isotherms=isotherms).get_children()
    without = children(())
    assert len(children((within, 2 * temperature.max()))) > len(without) == len(children((2 * temperature.max(),)))


def test_map_in_time(stressed, tmp_path):
    run = taub.open(stressed)
    ax = taub.plot_spacetime(run, "energy_density", axis="y", isotherms=[0.15], at={"x": -2.5})
    values = ax.collections[0].get_array().reshape(3, 5)
    assert numpy.allclose(values, [run.field("energy_density", step=step).values[1, :, 0] for step in TIMES])
    path = tmp_path / "map.png"
    module("spacetime", stressed, "--field", "shear_stress", "--axis", "x", "--isotherm", "0.2", "-o", path)
    assert path.stat().st_size > 5000
    assert "no axis 'z'" in module("spacetime", stressed, "--axis", "z", expect=2).stderr


def test_no_module_hides_a_function():
    """`import taub.name` sets taub.name to the module: the second taub.name() would then call a module."""
    modules = {path.stem for path in (ROOT / "python/taub").glob("*.py")}
    assert not modules & set(taub.__all__)
