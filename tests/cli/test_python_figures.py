"""What a reader of figures needs: scales on which all panels show something, arrows that stay readable, no rounding drawn
as data."""
import json
import subprocess
import sys

import h5py
import numpy
import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "python"))
import taub  # noqa: E402

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from matplotlib import colors, pyplot, quiver  # noqa: E402
import taub.plot  # noqa: E402
from taub import flow, history, style  # noqa: E402


def write_run(folder, cells=(12, 12, 1), speed=1.0, fields=None, text=None):
    """Two outputs on a Cartesian mesh of unit length in x; `fields` {name: {step: array or list of components}}."""
    folder.mkdir(parents=True)
    shape = tuple(reversed(cells))
    x = numpy.broadcast_to((numpy.arange(cells[0]) + 0.5) / cells[0], shape)
    fields = fields or {"density": {0: 1 + x, 10: 2 + x}, "velocity": {0: [0 * x] * 3, 10: [speed * x, 0 * x, 0 * x]}}
    with h5py.File(folder / "fields.h5", "w") as file:
        file.attrs["openPMD"] = "1.1.0"
        for step in (0, 10):
            group = file.create_group(f"data/{step}")
            group.attrs["time"] = 0.1 * step
            for name, values in fields.items():
                parts = values[step] if isinstance(values[step], list) else None
                mesh = group.create_group(f"meshes/{name}") if parts else group.create_dataset(f"meshes/{name}", data=values[step])
                for axis, part in zip("xyz", parts or ()):
                    mesh[axis] = part
                spacing = 1 / cells[0]
                mesh.attrs.update({"axisLabels": numpy.array([b"z", b"y", b"x"]), "gridSpacing": [spacing] * 3,
                                   "gridGlobalOffset": [0.0] * 3, "gridUnitSI": 1.0, "unit": "1"})
    (folder / "history.csv").write_text(text or "step,time,dt,mass,energy\n0,0,0,1,2\n10,1,0.1,1,3\n")
    (folder / "summary.json").write_text(json.dumps({"status": "done"}))
    return taub.open(folder)


@pytest.fixture(autouse=True)
def closed():
    yield
    pyplot.close("all")


def test_panels_that_differ_by_decades_share_a_logarithmic_scale():
    early, late = numpy.linspace(0, 5, 50), numpy.linspace(0, 5e-3, 50)
    norm = style.norm_of("shear_stress", [early * 0, early, late])
    assert isinstance(norm, colors.LogNorm) and norm.vmax == 5 and norm(2.5e-3) > 0.1  # the late panel is not blank
    signed = style.norm_of("shear_stress/xx", [early - 2.5, late - 2.5e-3])
    assert isinstance(signed, colors.SymLogNorm) and style.is_signed(signed)
    assert abs(signed(2.5e-3) - 0.5) > 0.03 and signed(0) == pytest.approx(0.5)
    assert type(style.norm_of("velocity/x", [early - 2])) is colors.Normalize
    assert type(style.norm_of("density", [early + 1, early + 2])) is colors.Normalize


def test_rounding_is_no_data(tmp_path):
    noise = 1e-15 * numpy.ones((1, 12, 12))
    run = write_run(tmp_path / "a", fields={"velocity": {0: [noise * 0] * 3, 10: [noise, -noise, noise]}})
    figure = taub.plot_maps(run, "velocity")
    assert [ax.texts[0].get_text() for ax in figure.axes[:2]] == ["zero everywhere", "zero but for rounding"]
    assert not any(isinstance(child, quiver.Quiver) for ax in figure.axes for child in ax.get_children())
    assert taub.plot_profile(run, "velocity/x").get_ylim() == (-1, 1)


@pytest.mark.parametrize("speed", [0.01, 1, 20])
@pytest.mark.parametrize("cells", [(12, 12, 1), (64, 16, 1)])
def test_arrows_are_as_long_as_they_are_apart(tmp_path, speed, cells):
    run = write_run(tmp_path / "a", cells, speed)
    figure = taub.plot_maps(run, "velocity", times=[1])
    arrows, = [child for child in figure.axes[0].get_children() if isinstance(child, quiver.Quiver)]
    lengths = numpy.where(arrows.Umask, 0, numpy.hypot(arrows.U, arrows.V)) / arrows.scale
    apart = numpy.diff(numpy.unique(arrows.X))
    assert numpy.allclose(apart, apart[0]) and numpy.allclose(numpy.diff(numpy.unique(arrows.Y)), apart[0])
    assert 0.8 * apart[0] < lengths.max() <= apart[0]
    assert f"{speed * run.axes['x'][-1]:.3g}" in figure._suptitle.get_text()


@pytest.mark.parametrize("cells", [(12, 12, 1), (12, 12, 12)])
def test_arrows_leave_the_label_alone(tmp_path, cells):
    """And nothing but the label."""
    run = write_run(tmp_path / "a", cells)
    figure = taub.overview(run)
    figure.savefig(tmp_path / "a.png")
    ax = figure.axes[1]
    arrows, = [child for child in ax.get_children() if isinstance(child, quiver.Quiver)]
    words, = (text for text in ax.texts if text.get_text())
    box = words.get_bbox_patch().get_window_extent()
    speed = arrows.X  # write_run's
    half = numpy.column_stack([speed, 0 * speed]) / arrows.scale / 2
    ends = numpy.array([ax.transData.transform(arrows.XY + sign * half) for sign in (-1, 1)])
    under = ((ends.max(axis=0) > box.min) & (ends.min(axis=0) < box.max)).all(axis=1)
    short = speed < flow.SHORTEST * run.axes["x"][-1]
    assert under.any() and numpy.array_equal(arrows.Umask, under | short)


def one_dimension(folder, components):
    """Of a vector field with these components along a line."""
    zero = numpy.zeros((1, 1, 12))
    line = numpy.linspace(0, 1, 12)[None, None, :]
    parts = [zero + (line if kind == "varies" else 0.75 if kind == "constant" else 0) for kind in components]
    return write_run(folder, (12, 1, 1), fields={"density": {s: 1 + line for s in (0, 10)}, "magnetic_field": {s: parts for s in (0, 10)}})


@pytest.mark.parametrize("components, shown", [
    (("constant", "varies", "zero"), ["y"]), (("constant", "varies", "varies"), ["y", "z"]), (("varies", "zero", "zero"), ["x"]),
    (("constant", "zero", "zero"), ["x"])])
def test_along_a_line_components_that_vary_are_drawn(tmp_path, monkeypatch, components, shown):
    from taub import __main__ as program
    labels = []
    monkeypatch.setattr(program, "_save", lambda figure, folder, name: labels.append((name, [ax.get_ylabel() for ax in figure.axes])))
    run, other = (one_dimension(tmp_path / name, components) for name in "ab")
    program.plot(run, program.parser().parse_args(["plot", str(run.folder), "--field", "magnetic_field"]))
    assert labels[0] == ("magnetic_field.png", [f"magnetic field  $B^{{{axis}}}$" for axis in shown])
    labels.clear()
    program.plot(run, program.parser().parse_args(["plot", str(run.folder), str(other.folder), "--field", "magnetic_field"]))
    assert [label for _, found in labels if found[0].startswith("magnetic") for label in found] == [
        f"magnetic field  $B^{{{axis}}}$" for axis in shown]


def test_a_map_in_time_ends_with_the_run(tmp_path):
    ax = taub.plot.plot_spacetime(write_run(tmp_path / "a", (12, 1, 1)), "density")
    assert ax.get_ylim() == (0, 1) and ax.get_xlim() == pytest.approx((0, 1))


def test_a_tensor_has_no_arrows_and_a_vector_its_own(tmp_path):
    part = numpy.ones((1, 12, 12))
    run = write_run(tmp_path / "a", fields={"velocity": {s: [part] * 3 for s in (0, 10)}, "magnetic_field": {s: [2 * part] * 3 for s in (0, 10)}})
    assert flow.vector_of(run, "magnetic_field") == "magnetic_field"
    run._components["velocity"] = ["xx"] * 10
    assert flow.vector_of(run, "velocity") is None


def test_history_says_what_it_leaves_out(tmp_path):
    text = ("step,time,dt,energy [GeV],energy_per_rapidity [GeV],momentum_x [GeV],floored,charge\n"
            "0,0,0,5,5,1e-15,0,1\n1,1,0.5,4,4,-2e-15,0,1.00000000001\n2,2,0.5,3,3,3e-15,0,1\n")
    figure = taub.plot_history(write_run(tmp_path / "a", text=text))
    panels = [ax for ax in figure.axes if ax.lines]
    assert [ax.get_title() for ax in panels] == ["dt", "energy, energy per rapidity  [GeV]", "charge"]
    assert numpy.isnan(panels[0].lines[0].get_ydata()[0]) and panels[0].get_ylim()[0] > 0.3
    words = figure._suptitle.get_text()
    assert "zero throughout: floored" in words and "zero but for rounding: momentum x" in words
    assert panels[2].texts[0].get_text() == "changes by 1e-11 of it" and panels[2].get_ylim()[1] > 1.05
    assert history.draw([write_run(tmp_path / "b", text=text)], ["momentum_x"]).axes[0].lines  # asked for: drawn


@pytest.mark.parametrize("columns, drawn", [
    ({"flux_x": 1e-18, "flux_y": 1e-3, "magnetic_field_max": 0.4, "divergence": 2e-15}, ["flux y", "magnetic field max"]),
    ({"flux_x": 1e-18, "magnetic_field_max": 1e-18}, ["flux x, magnetic field max"]),  # the field itself is so weak
    ({"displacement_z": 1e-17, "displacement_max": 1, "electric_energy": 0.1, "magnetic_energy": 0.1, "heating": 0.01,
      "outflow": -1e-42, "charge_error": 1e-14}, ["displacement max", "electric energy, magnetic energy", "heating"])])
def test_history_draws_no_noise(tmp_path, columns, drawn):
    rows = [[0, 0, *(0.5 * value for value in columns.values())], [1, 1, *columns.values()]]
    text = "\n".join([",".join(["step", "time", *columns]), *(",".join(f"{value:.17g}" for value in row) for row in rows)]) + "\n"
    figure = taub.plot_history(write_run(tmp_path / "a", text=text))
    assert [ax.get_title() for ax in figure.axes if ax.lines] == drawn
    noise = [name for name in columns if not any(name.replace("_", " ") in title for title in drawn)]
    assert all(name.replace("_", " ") in figure._suptitle.get_text() for name in noise)


def test_one_cell_is_drawn_against_time(tmp_path):
    one = numpy.ones((1, 1, 1))
    run = write_run(tmp_path / "a", (1, 1, 1), fields={"density": {0: 3 * one, 10: one}})
    ax = taub.plot_profile(run, "density")
    assert ax.get_xlabel() == "$t$" and ax.lines[0].get_ydata().tolist() == [3, 1]


def test_a_quarter_is_cut_where_it_is_symmetric(tmp_path):
    pytest.importorskip("yaml")
    run = write_run(tmp_path / "a", (6, 7, 8))
    assert [taub.plot.nearest(run, axis) for axis in "xyz"] == [2, 3, 3]
    (run.folder / "case.yaml").write_text("mesh: {boundary: {x: reflecting, y: [reflecting, outflow], z: [outflow, reflecting]}}\n")
    run = taub.open(run.folder)
    assert [taub.plot.nearest(run, axis) for axis in "xyz"] == [2, 0, 3]


def test_several_runs_and_the_exact_solution(tmp_path, monkeypatch):
    """One dashed line for all, that of the first run at the time shown, through the same middle of the mesh."""
    from taub import together
    runs = [write_run(tmp_path / name, cells=(12, 1, 1)) for name in "ab"]
    monkeypatch.setattr(runs[0], "exact", lambda field, index: runs[0].field(field, index=index - 1))
    plain, exact = (together.plot_lines(runs, "density", exact=flag) for flag in (False, True))
    assert len(plain.lines) == 2 and [line.get_label() for line in exact.lines][2] == "exact"
    assert numpy.allclose(exact.lines[2].get_ydata(), exact.lines[0].get_ydata() - 1)


def test_without_numpy_it_says_what_to_install(tmp_path):
    code = ("import importlib.util as u, runpy, sys; find = u.find_spec;"
            "u.find_spec = lambda name, *a: None if name == 'numpy' else find(name, *a);"
            "sys.argv = ['-m', 'plot', 'x'] if len(sys.argv) > 1 else ['x'];"
            "runpy.run_module('taub', run_name='__main__')")
    for arguments, status in (["module"], 2), ([], 1):
        done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True,
                              cwd=tmp_path, env={"PYTHONPATH": str(ROOT / "python"), "PYTHONDONTWRITEBYTECODE": "1"})
        assert done.returncode == status and "pip install numpy" in done.stderr and "python3-numpy" in done.stderr
        assert ("Traceback" in done.stderr) == (status == 1)
