"""output.views: cells of the fields to the bit, at their places and times, however a run is divided."""
import shutil
import sys

import h5py
import numpy
import pytest

from conftest import BASE_CASE, ROOT, make_case, merge, output_file, outputs_of, require_device, run_case, run_taub

sys.path.insert(0, str(ROOT / "python"))
VIEWS = [{"name": "mid", "fields": ["energy_density", "velocity"], "every": 0.125, "from": 0.25, "until": 0.5, "slice": {"z": 0.0}},
         {"name": "coarse", "every": 0.25, "stride": [3, 2, 5]},
         {"name": "line", "fields": ["velocity"], "every": 0.5, "slice": {"y": 0.25, "z": -1.0}}]
CASE = {"system": "srhd", "eos": {"kind": "conformal"},
        "mesh": {"cells": [20, 12, 10], "lower": [-2, -1.2, -1], "upper": [2, 1.2, 1]},
        "time": {"start": 0, "end": 0.5, "cfl": 0.4},
        "initial": {"kind": "gaussian", "peak": {"energy_density": 2}, "background": {"energy_density": 0.5},
                    "center": [0.1, 0.2, 0.3], "width": [0.5, 0.6, 0.4]},
        "output": {"every": 0.125, "fields": ["energy_density", "velocity"], "views": VIEWS},
        "device": {"kind": "host", "threads": 1, "reproducible": "strict"}}
# the cells of each, [z, y, x]: y = 0.25 lies in the cell from 0.2 to 0.4, z = 0 on the face between the cells 4 and 5
PARTS = {"mid": numpy.s_[4:5, :, :], "coarse": numpy.s_[::5, ::2, ::3], "line": numpy.s_[0:1, 7:8, :]}


def outputs(path):
    """{time: {name: values}} and the mesh attributes of the first quantity, without the package."""
    found, mesh = {}, None
    for number, output in outputs_of(path).items():
        with h5py.File(output) as file:
            step, values = file[f"data/{number}"], {}
            for name, item in step["meshes"].items():
                mesh = dict(item.attrs)
                for part, data in item.items() if isinstance(item, h5py.Group) else [("", item)]:
                    values[f"{name}/{part}" if part else name] = data[()]
            found[step.attrs["time"]] = values
    return found, mesh


def everything(folder):
    return {name: outputs(folder / f"view-{name}") for name in PARTS}


def same(a, b):
    """Of two results of outputs(); that comparison of dictionaries of arrays."""
    assert list(a[0]) == list(b[0])
    for time, values in a[0].items():
        assert values.keys() == b[0][time].keys()
        assert all((values[name] == b[0][time][name]).all() for name in values)
    for key in ("gridSpacing", "gridGlobalOffset"):
        assert (a[1][key] == b[1][key]).all()


def test_cells_times_and_places(tmp_path):
    folder = run_case(make_case(tmp_path, base=CASE), tmp_path / "out")
    whole, _ = outputs(folder)
    found = everything(folder)
    assert list(found["mid"][0]) == [0.25, 0.375, 0.5]
    assert list(found["coarse"][0]) == [0, 0.25, 0.5] and list(found["line"][0]) == [0, 0.5]
    for name, part in PARTS.items():
        for time, values in found[name][0].items():
            assert values.keys() == ({"velocity/x", "velocity/y", "velocity/z"} if name == "line" else whole[time].keys())
            for quantity, array in values.items():
                assert (array == whole[time][quantity][part]).all()
    centres = [numpy.linspace(low, high, 2 * cells + 1)[1::2] for low, high, cells in ((-1, 1, 10), (-1.2, 1.2, 12), (-2, 2, 20))]
    for name, part in PARTS.items():
        values, mesh = found[name]
        shape = next(iter(values[0.5].values())).shape
        for axis in range(3):
            x = mesh["gridGlobalOffset"][axis] + (numpy.arange(shape[axis]) + 0.5) * mesh["gridSpacing"][axis]
            assert x == pytest.approx(centres[axis][part[axis]], abs=1e-14)
    # no more than the views say: the whole fields are not needed
    alone = run_case(make_case(tmp_path, base=CASE, output={"every": 0}), tmp_path / "alone")
    assert list(outputs(alone)[0]) == [0, 0.5]
    assert list(everything(alone)["mid"][0]) == [0.25, 0.375, 0.5]
    # a later run without views leaves none of this one's
    run_case(make_case(tmp_path, base=CASE, output={"views": None}), folder)
    assert not list(folder.glob("view-*"))


def test_blocks_threads_ranks(tmp_path):
    case = make_case(tmp_path, base=CASE)
    whole = everything(run_case(case, tmp_path / "whole"))
    for name, words in {"blocks": ["mesh.blocks=[2,3,2]"], "threads": ["--threads", "2"],
                        "ranks": ["--device", "host", "--devices", "2", "mesh.blocks=[2,3,2]"]}.items():
        found = everything(run_case(case, tmp_path / name, *words))
        for view in PARTS:
            same(found[view], whole[view])


def test_opencl(tmp_path):
    require_device("opencl")
    case = make_case(tmp_path, base=CASE)
    host, other = (everything(run_case(case, tmp_path / kind, "--device", kind)) for kind in ("host", "opencl"))
    for view in PARTS:
        same(host[view], other[view])


def test_quantities_of_gradients(tmp_path):
    """What is made of differences of cells, on blocks of several ranks too; tensors."""
    views = [{"name": "mid", "fields": ["shear_stress", "expansion_rate"], "every": 0.1, "slice": {"z": 0.3}, "stride": [2, 1, 1]}]
    base = merge(CASE, {"system": "israel-stewart", "time": {"end": 0.1}, "transport": {"shear_viscosity": {"kind": "constant", "value": 0.1}},
                        "output": {"every": 0, "fields": ["shear_stress", "expansion_rate"], "views": views}})
    case = make_case(tmp_path, base=base)
    for name, words in {"one": [], "ranks": ["--device", "host", "--devices", "2", "mesh.blocks=[1,2,2]"]}.items():
        folder = run_case(case, tmp_path / name, *words)
        whole, view = outputs(folder)[0], outputs(folder / "view-mid")[0]
        assert list(view) == [0, 0.1] and len(view[0.1]) == 11
        assert abs(view[0.1]["expansion_rate"]).max() > 0.01
        for quantity, array in view[0.1].items():
            assert (array == whole[0.1][quantity][6:7, :, ::2]).all()


def test_restart_precision_and_compression(tmp_path):
    case = make_case(tmp_path, base=CASE, output={"precision": "single", "compression": 1})
    whole = everything(run_case(case, tmp_path / "whole"))
    with h5py.File(output_file(tmp_path / "whole/view-mid")) as file:
        step = next(iter(file["data"].values()))
        data = step["meshes/energy_density"]
        assert data.dtype == "float32" and data.compression == "gzip"
    part = run_case(case, tmp_path / "part", "time.max_steps=3")
    assert len(outputs(part / "view-coarse")[0]) == 1
    run_taub("run", case, "--restart", part, "--quiet")
    found = everything(part)
    for view in PARTS:
        same(found[view], whole[view])
    assert (part / "view-mid.xmf").read_text().count(".h5:/data/") == 3 * 4


def test_times_that_no_step_is_cut_for(tmp_path):
    case = make_case(tmp_path, base=CASE, output={"every": 0, "exact": False, "views": VIEWS[:1]}, time={"cfl": None, "step": 0.03})
    # behind 0.27 the steps are eighths of what is left
    found, _ = outputs(run_case(case, tmp_path / "out") / "view-mid")
    assert list(found) == pytest.approx([0.27, 0.385, 0.5])


def test_python(tmp_path):
    import taub
    folder = run_case(make_case(tmp_path, base=CASE), tmp_path / "out")
    run = taub.open(folder)
    assert list(run.views) == ["coarse", "line", "mid"]
    view = run.views["mid"]
    assert list(view.times) == [0.25, 0.375, 0.5] and view.active == ["x", "y"]
    assert view.axes["z"] == pytest.approx([-0.1]) and view.case["output"]["every"] == 0.125
    assert (numpy.asarray(view.field("velocity/x", time=0.5)) == numpy.asarray(run.field("velocity/x", time=0.5))[4:5]).all()
    assert run.views["coarse"].axes["x"] == pytest.approx(run.axes["x"][::3])
    with pytest.raises(taub.Error, match="no view 'beam'; there are coarse, line, mid"):
        run.view("beam")
    pytest.importorskip("matplotlib").use("Agg")
    from taub.__main__ import main
    assert main(["info", str(folder)]) == 0
    assert main(["plot", str(folder), "--view", "mid", "--field", "energy_density", "-o", str(tmp_path / "figures")]) == 0
    assert (tmp_path / "figures/energy_density.png").is_file()
    assert main(["plot", str(folder), "--view", "no"]) == 2
    shutil.copytree(folder, tmp_path / "second")  # the view of each of several runs
    assert main(["plot", str(folder), str(tmp_path / "second"), "--view", "mid", "--field", "energy_density", "-o",
                 str(tmp_path / "figures")]) == 0


def test_exact_solution_of_a_view(tmp_path):
    import taub
    base = merge(BASE_CASE, {"output": {"views": [{"name": "some", "every": 1, "fields": ["energy_density"], "stride": [4, 1, 1]}]}})
    run = taub.open(run_case(make_case(tmp_path, base=base), tmp_path / "out"))
    whole, some = (numpy.asarray(r.exact("energy_density", index=-1)) for r in (run, run.views["some"]))
    assert (some == whole[..., ::4]).all()


@pytest.mark.parametrize("view,said", [
    ({"name": "a"}, "output.views[0].every: this key is missing; expected a number above 0"),
    ({"every": 1}, "output.views[0].name: this key is missing; expected a text"),
    ({"name": "a/b", "every": 1}, "output.views[0].name: expected at most 40 letters, digits, - and _, got 'a/b'"),
    ({"name": "a", "every": 0}, "output.views[0].every: expected a number above 0, got 0"),
    ({"name": "a", "every": 1, "strides": [1, 1, 1]}, "output.views[0].strides: unknown key"),
    ({"name": "a", "every": 1, "stride": [1, 0, 1]}, "output.views[0].stride[1]: expected a whole number of at least 1, got 0"),
    ({"name": "a", "every": 1, "stride": [1, 1, 11]}, "output.views[0].stride[2]: expected at most the 10 cells of the mesh along z"),
    ({"name": "a", "every": 1, "slice": {"z": 1.01}}, "output.views[0].slice.z: expected a position inside the mesh, between -1 and 1, got 1.01"),
    ({"name": "a", "every": 1, "slice": {"w": 0}}, "output.views[0].slice.w: unknown key; expected one of x, y, z"),
    ({"name": "a", "every": 1, "slice": 0}, "output.views[0].slice: expected a map of places along axes"),
    ({"name": "a", "every": 1, "slice": {"y": 0}, "stride": [1, 2, 1]}, "output.views[0].stride[1]: expected 1 along y"),
    ({"name": "a", "every": 1, "from": 0.6}, "output.views[0].from: expected a time within the run, between 0 and 0.5"),
    ({"name": "a", "every": 1, "from": 0.3, "until": 0.2}, "output.views[0].until: expected a time of at least from, 0.3"),
    ({"name": "a", "every": 1, "fields": ["temprature"]}, "did you mean temperature?"),
    ({"name": "a", "every": 1, "fields": ["mach_number"]}, "output.views[0].fields[0]: system srhd has no quantity mach_number")])
def test_bad_input(tmp_path, view, said):
    done = run_taub("check", make_case(tmp_path, base=CASE, output={"views": [view]}), expect=2)
    assert said in done.stderr and "case.yaml:" in done.stderr


def test_names_are_told_apart(tmp_path):
    done = run_taub("check", make_case(tmp_path, base=CASE, output={"views": [VIEWS[1], VIEWS[1]]}), expect=2)
    assert "output.views[1].name: another view has this name" in done.stderr
