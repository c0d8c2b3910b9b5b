"""Cells of unequal widths (mesh.spacing): the same as equal ones where the file says so, totals that stay, places, outputs,
blocks, ranks and restarts, and what is refused."""
import json
import re
import xml.etree.ElementTree

import h5py
import numpy
import pytest

from conftest import assert_same_bits, make_case, merge, output_file, read_fields, read_history, read_summary, run_case, run_taub
from ranks import run_case_on

STRETCHED = {"kind": "stretched", "strength": 3}
OFF_CENTRE = {"kind": "stretched", "strength": 2, "focus": 0.3}
FACES = {"kind": "faces", "file": "faces.txt"}
FLOW = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real k = R(6.283185307179586);
    (void)t;
    state[0] = R(3.0) * (R(1.0) + R(0.5) * real_sin(k * (x[0] + x[1])));
    state[1] = R(0.3) + R(0.4) * real_sin(k * x[1]);
    state[2] = R(-0.2) + R(0.5) * real_cos(k * x[0]);
    state[3] = R(0.1);
    state[4] = R(0.7) * (R(1.0) + R(0.8) * real_cos(k * (x[0] - x[1])));
}
"""
BOX = {
    "system": "srhd", "eos": {"kind": "ideal-gas"},
    "mesh": {"cells": [24, 20, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
    "scheme": {"kind": "kurganov-tadmor", "limiter": "minmod"},
    "time": {"start": 0, "end": 0.5, "cfl": 0.4},
    "initial": {"kind": "code", "file": "flow.c"},
    "output": {"fields": ["energy_density", "velocity", "charge_density", "conserved_energy", "momentum", "conserved_charge"],
               "history": 1},
    "device": {"kind": "host", "threads": 1, "reproducible": "strict"},
}
GAS = {"system": "euler", "eos": {"kind": "ideal-gas", "gamma": 1.4},
       "output": {"fields": ["density", "velocity", "conserved_energy"], "history": 1, "exact": False}}


FIELD = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real k = R(6.283185307179586);
    (void)t;
    state[0] = R(1.0) + R(0.3) * real_sin(k * (x[0] + x[1]));
    state[1] = R(0.3) + R(0.2) * real_sin(k * x[1]);
    state[2] = R(-0.2) + R(0.3) * real_cos(k * x[0]);
    state[3] = R(0.1);
    state[4] = R(0.7) + R(0.4) * real_cos(k * (x[0] - x[1]));
    state[5] = R(0.2) - R(0.4) * real_sin(R(2.0) * k * x[1]);
    state[6] = R(0.3) * real_sin(k * x[0]);
    state[7] = R(0.4);
}
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    const real k = R(6.283185307179586);
    (void)t;
    a[0] = a[1] = R(0.0);
    a[1] = R(0.4) * x[0];
    a[2] = R(0.2) * x[1] + (R(0.2) * real_cos(R(2.0) * k * x[1]) + R(0.3) * real_cos(k * x[0])) / k;
}
"""
MAGNETIC = {"eos": {"kind": "ideal-gas", "gamma": 1.4}, "scheme": {"kind": "ader-weno", "order": 2},
            "initial": {"kind": "code", "file": "field.c"},
            "output": {"fields": ["density", "velocity", "conserved_energy", "magnetic_field"], "history": 1, "exact": False}}
SYSTEMS = {"srhd": {}, "euler": GAS, "mhd": {"system": "mhd", **MAGNETIC}, "srmhd": {"system": "srmhd", **MAGNETIC}}
ADER, RK = {"kind": "ader-weno", "order": 2, "limiter": "mc-smooth"}, {"kind": "rk-weno", "order": 2}


def prepare(folder, *changes, name="case.yaml"):
    (folder / "flow.c").write_text(FLOW)
    (folder / "field.c").write_text(FIELD)
    base = BOX
    for change in changes:
        base = merge(base, change)
    return make_case(folder, name=name, base=base)


def write_faces(folder, faces, name="faces.txt"):
    (folder / name).write_text("# places of faces\n" + "\n".join(f"{face!r}  # one a line" for face in map(float, faces)) + "\n")


def rough(n, amplitude, phase):
    """Faces from 0 to 1 whose cells vary from one to the next as much as they can."""
    widths = 1 + amplitude * numpy.sin(numpy.arange(n) * phase)
    return [0, *(numpy.cumsum(widths) / widths.sum())[:-1], 1]


def stretched(n, lower, upper, strength, focus=0.5):
    """The documented map."""
    share = numpy.log((1 + (numpy.exp(strength) - 1) * focus) / (1 + (numpy.exp(-strength) - 1) * focus)) / (2 * strength)
    s = numpy.arange(n + 1) / n
    before, behind = numpy.sinh(strength * share), numpy.sinh(strength * (1 - share))
    return lower + (upper - lower) * (numpy.sinh(strength * (s - share)) + before) / (before + behind)


@pytest.mark.parametrize("system,scheme", [
    *((system, {"limiter": limiter}) for limiter in ("minmod", "mc", "van-leer", "superbee", "minbee", "none")
      for system in ("srhd", "euler")),
    ("euler", ADER), ("mhd", ADER)])
def test_even_faces_are_the_uniform_mesh(tmp_path, system, scheme):
    """To rounding, which the few hundred steps of a smooth flow do not blow up; a limiter that switches at a kink makes 1e-11
    of 1e-16 at worst."""
    gas = SYSTEMS[system]
    scheme = {"scheme": scheme}
    write_faces(tmp_path, numpy.arange(25) / 24)
    plain = run_case(prepare(tmp_path, gas, scheme), tmp_path / "plain")
    faces = run_case(prepare(tmp_path, gas, scheme, {"mesh": {"spacing": {"x": FACES}}}, name="faces.yaml"), tmp_path / "faces")
    for name, values in read_fields(plain)[1].items():
        other = read_fields(faces)[1][name]
        assert numpy.abs(other - values).max() <= 1e-10 * max(numpy.abs(values).max(), 1e-3), name
    before, after = read_fields(plain, 0)[1]["conserved_energy"], read_fields(plain)[1]["conserved_energy"]
    assert numpy.abs(after - before).max() > 0.05 * before.max()


@pytest.mark.parametrize("system,scheme", [("srhd", {}), ("euler", {}), ("euler", ADER), ("srhd", RK), ("mhd", ADER), ("srmhd", RK)])
def test_totals_stay_and_are_sums_over_volumes(tmp_path, system, scheme):
    gas = SYSTEMS[system]
    write_faces(tmp_path, rough(24, 0.5, 1.3))
    folder = run_case(prepare(tmp_path, gas, {"scheme": scheme, "mesh": {"spacing": {"x": FACES, "y": OFF_CENTRE}}}),
                      tmp_path / "out")
    history = read_history(folder)
    assert history["step"][-1] > 20
    for name in ("energy", "momentum_x", "momentum_y"):
        drift = numpy.abs(history[name] / history[name][0] - 1).max()
        print(f"{system} {name}: drift {drift:.1e}")
        assert drift < 1e-12
    if "divergence" in history:
        assert history["divergence"].max() < 1e-13 * history["magnetic_field_max"].max()
    with h5py.File(output_file(folder, 0)) as file:
        x, y = numpy.diff(file["faces/x"][()]), numpy.diff(file["faces/y"][()])
    total = (read_fields(folder)[1]["conserved_energy"][0] * x * y[:, None]).sum()
    assert history["energy"][-1] == pytest.approx(total, rel=1e-12)


LINEAR = """
INLINE void initial(const real x[3], real t, real state[])
{
    (void)t;
    state[0] = R(3.0) + x[0] - R(0.7) * x[1];
    state[1] = R(0.4);
    state[2] = R(0.3);
    state[3] = R(0.0);
    state[4] = R(1.0);
}
"""


@pytest.mark.parametrize("scheme", [
    *({"limiter": limiter} for limiter in ("minmod", "mc", "van-leer", "superbee", "minbee")), {**ADER, "variables": "characteristic"},
    {**RK, "limiter": "superbee"}])
def test_linear_data_are_carried_exactly(tmp_path, scheme):
    """Slopes by true distances give the faces of a linear density the same value from both sides, however rough the widths
    are: it moves with the flow as it is, where the boundaries have not been heard of (four cells in a step of two stages)."""
    (tmp_path / "linear.c").write_text(LINEAR)
    write_faces(tmp_path, rough(40, 0.8, 2.1))
    case = prepare(tmp_path, GAS, {"mesh": {"cells": [40, 36, 1], "boundary": "outflow", "spacing": {"x": FACES, "y": OFF_CENTRE}},
                                   "scheme": scheme, "initial": {"kind": "code", "file": "linear.c"},
                                   "time": {"end": 10, "max_steps": 3}})
    folder = run_case(case, tmp_path / "out")
    time, fields = read_fields(folder)
    with h5py.File(output_file(folder, 0)) as file:
        x, y = (0.5 * (file[f"faces/{axis}"][1:] + file[f"faces/{axis}"][:-1]) for axis in "xy")
    exact = 3 + (x - 0.4 * time) - 0.7 * (y[:, None] - 0.3 * time)
    inner = (slice(12, -12), slice(12, -12))
    assert time > 0 and numpy.abs(fields["density"][0] - exact)[inner].max() < 1e-13


def test_the_step_is_that_of_the_finest_cell(tmp_path):
    """A conformal fluid at rest: signals are as fast as sound, 1/sqrt(3). Of the two bounds, on each axis and on their sum, the
    one on axes counts along a single axis."""
    rest = {"eos": {"kind": "conformal"}, "mesh": {"cells": [40, 1, 1], "spacing": {"x": STRETCHED}},
            "time": {"end": 10, "max_steps": 3},
            "initial": {"kind": "riemann", "axis": "x", "left": {"energy_density": 1}, "right": {"energy_density": 1}},
            "output": {"fields": ["energy_density"]}}
    folder = run_case(prepare(tmp_path, rest), tmp_path / "out")
    finest = numpy.diff(stretched(40, 0, 1, 3)).min()
    assert read_history(folder)["dt"][1] == pytest.approx(0.4 * finest * numpy.sqrt(3), rel=1e-9)


def test_godunov_steps_mind_the_cells_beside(tmp_path):
    """Gas that is fast in wide cells beside fine ones where it is at rest: the first-order fluxes of these keep their gas
    positive as long as the faster signal does not cross the fine cell in a step."""
    gas = {"mesh": {"cells": [4, 1, 1], "spacing": {"x": FACES}}, "time": {"end": 10, "max_steps": 1, "first_step": 1},
           "scheme": {"kind": "ader-weno", "order": 2},
           "initial": {"kind": "riemann", "axis": "x", "position": 0.4, "left": {"density": 1, "pressure": 1, "velocity": [9, 0, 0]},
                       "right": {"density": 1, "pressure": 1}}}
    write_faces(tmp_path, [0, 0.4, 0.45, 0.6, 1])
    folder = run_case(prepare(tmp_path, GAS, gas), tmp_path / "out")
    assert read_history(folder)["dt"][1] == pytest.approx(0.4 * 0.05 / (9 + numpy.sqrt(1.4)), rel=1e-9)


@pytest.mark.parametrize("system,scheme", [("euler", ADER), ("mhd", RK)])
def test_a_uniform_flow_stays(tmp_path, system, scheme):
    """On rough cells along three axes; to rounding of the largest conserved density."""
    write_faces(tmp_path, rough(12, 0.9, 2.1))
    state = {"density": 1.3, "pressure": 0.7, "velocity": [0.4, -0.3, 0.2],
             **({"magnetic_field": [0.3, 0.5, -0.2]} if system == "mhd" else {})}
    case = prepare(tmp_path, {**SYSTEMS[system], "initial": {"kind": "riemann", "axis": "x", "left": state, "right": state}},
                   {"mesh": {"cells": [12, 9, 8], "spacing": {"x": FACES, "y": OFF_CENTRE, "z": STRETCHED}}, "scheme": scheme,
                    "time": {"max_steps": 20}})
    before, after = (read_fields(run_case(case, tmp_path / "out"), n)[1] for n in (0, -1))
    for name, values in after.items():
        assert numpy.abs(values - before[name]).max() < 1e-13, name


@pytest.mark.parametrize("system,scheme", [(system, {**ADER, "shock_fix": "off"}) for system in ("euler", "mhd")])
def test_axes_are_alike(tmp_path, system, scheme):
    """A shock tube along each axis (Brio and Wu's, where there is a field), the others with one cell, and with one that is
    stretched too: the same numbers."""
    first = None
    for axis, other in ((0, 1), (2, 1), (1, 4)):
        states = {"left": {"density": 1, "pressure": 1}, "right": {"density": 0.125, "pressure": 0.1}}
        for side, along in (("left", 1), ("right", -1)) if system == "mhd" else ():
            states[side]["magnetic_field"] = numpy.roll([0.75, along, 0], axis).tolist()
        cells = [1, 1, 1]
        cells[axis], cells[(axis + 1) % 3] = 40, other
        mesh = {"cells": cells, "boundary": "outflow", "spacing": {"xyz"[axis]: STRETCHED, "xyz"[(axis + 1) % 3]: OFF_CENTRE}}
        case = prepare(tmp_path, {**SYSTEMS[system], "output": {"fields": ["density"]},
                                  "initial": {"kind": "riemann", "axis": "xyz"[axis], "position": 0.5, **states}},
                       {"mesh": mesh, "scheme": scheme, "time": {"end": 0.1, "step": 0.002}})
        folder = run_case(case, tmp_path / f"{axis}-{other}", "time.cfl=")
        density = numpy.moveaxis(read_fields(folder)[1]["density"], 2 - axis, 0).reshape(40, -1)
        first = density[:, :1] if first is None else first
        assert numpy.ptp(density) > 0.8 and numpy.abs(density - first).max() < 1e-12


def test_an_atmosphere_between_walls_stays(tmp_path):
    """Pressure that falls linearly and gravity, in a density of 1: linear data, which the predictor and its sources at the
    true places of cells hold to rounding."""
    (tmp_path / "air.c").write_text("""
INLINE void initial(const real x[3], real t, real state[])
{
    (void)t;
    state[0] = R(1.0);
    state[1] = state[2] = state[3] = R(0.0);
    state[4] = R(3.0) - x[1];
}
""")
    (tmp_path / "gravity.c").write_text("""
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    (void)x;
    (void)t;
    rate[2] = -state[0];
    rate[4] = -state[0] * state[2];
}
""")
    write_faces(tmp_path, rough(24, 0.8, 2.1))
    case = prepare(tmp_path, GAS, {"mesh": {"cells": [1, 24, 1], "boundary": {"y": "reflecting"}, "spacing": {"y": FACES}},
                                   "scheme": ADER, "initial": {"kind": "code", "file": "air.c"},
                                   "source": {"file": "gravity.c"}, "time": {"max_steps": 200, "end": 10}})
    folder = run_case(case, tmp_path / "out")
    assert max(numpy.abs(values).max() for key, values in read_fields(folder)[1].items() if "velocity" in key) < 1e-13


def test_gas_that_is_torn_apart_stays_positive(tmp_path):
    """Two streams that leave a vacuum, across cells up to twelve times as wide as their neighbours, with a scalar that has
    to keep between 0 and 1: what corrections change, totals keep."""
    write_faces(tmp_path, rough(40, 0.9, 2.1))
    case = prepare(tmp_path, GAS, {
        "scalars": 1, "mesh": {"cells": [40, 6, 1], "boundary": {"x": "reflecting", "y": "periodic"}, "spacing": {"x": FACES, "y": STRETCHED}},
        "scheme": {**ADER, "limiter": "superbee", "scalars": "bounded"}, "time": {"end": 0.1, "cfl": 0.8},
        "initial": {"kind": "riemann", "axis": "x", "position": 0.5,
                    "left": {"density": 1, "pressure": 0.01, "velocity": [-5, 0.1, 0], "scalar_1": 1},
                    "right": {"density": 1, "pressure": 0.01, "velocity": [5, 0, 0], "scalar_1": 0}},
        "output": {"fields": ["density", "pressure", "scalar_1"]}})
    folder = run_case(case, tmp_path / "out")
    fields, history = read_fields(folder)[1], read_history(folder)
    assert history["first_order_cells"][-1] + history["regulated"][-1] > 0
    assert fields["density"].min() > 0 and fields["pressure"].min() > 0
    assert fields["scalar_1"].min() > -1e-12 and fields["scalar_1"].max() < 1 + 1e-12
    for name in ("mass", "energy"):
        assert numpy.abs(history[name] / history[name][0] - 1).max() < 1e-12, name


def test_places_of_outputs(tmp_path):
    """Faces in HDF5, the index for viewers, and in Python, of files and in process."""
    import taub
    folder = run_case(prepare(tmp_path, {"mesh": {"spacing": {"x": STRETCHED, "y": OFF_CENTRE}}, "time": {"end": 0.05}}),
                      tmp_path / "out")
    x, y = stretched(24, 0, 1, 3), stretched(20, 0, 1, 2, 0.3)
    run = taub.open(folder)
    assert numpy.allclose(run.faces["x"], x, rtol=0, atol=1e-14) and numpy.allclose(run.faces["y"], y, rtol=0, atol=1e-14)
    assert numpy.allclose(run.axes["y"], 0.5 * (y[1:] + y[:-1]), rtol=0, atol=1e-14)
    assert run.extent("x") == (0, 1) and not run.is_uniform
    with taub.Simulation(tmp_path / "case.yaml") as simulation:
        assert numpy.array_equal(simulation.faces[0], run.faces["x"])
        assert numpy.array_equal(simulation.axes[1], run.axes["y"])
        charge = numpy.array(simulation["charge_density"])[0]
    centres_x, centres_y = 0.5 * (x[1:] + x[:-1]), 0.5 * (y[1:] + y[:-1])
    expected = 0.7 * (1 + 0.8 * numpy.cos(2 * numpy.pi * (centres_x - centres_y[:, None])))
    assert numpy.allclose(charge, expected, rtol=1e-12)
    document = xml.etree.ElementTree.parse(folder / "fields.xmf")
    grid = document.find(".//Grid[@Name='step 0']")
    assert grid.find("Topology").attrib == {"TopologyType": "3DRectMesh", "Dimensions": "2 21 25"}
    assert grid.find("Geometry").attrib["GeometryType"] == "VXVYVZ"
    with h5py.File(output_file(folder, 0)) as file:
        for item, along in zip(grid.findall("Geometry/DataItem"), (x, y)):
            path = item.text.partition(":")[2]
            assert int(item.attrib["Dimensions"]) == len(along) and numpy.allclose(file[path][()], along, rtol=0, atol=1e-14)
        record = next(iter(file["data"].values()))["meshes/energy_density"].attrs
        assert record["geometry"] == b"other" and record["gridFaces"] == b"/faces"


def test_a_line_of_cells(tmp_path):
    """output.views: the cells around a place have their values, their faces and, read by Python, their centres."""
    import taub
    y = stretched(20, 0, 1, 2, 0.3)
    view = {"name": "line", "every": 0.05, "slice": {"y": float(y[7] + 0.9 * (y[8] - y[7]))}}
    folder = run_case(prepare(tmp_path, {"mesh": {"spacing": {"x": STRETCHED, "y": OFF_CENTRE}}, "time": {"end": 0.05},
                                         "output": {"views": [view]}}), tmp_path / "out")
    run, line = taub.open(folder), taub.open(folder).view("line")
    name = run.fields[0]
    assert (numpy.asarray(line.field(name))[:, 0] == numpy.asarray(run.field(name))[:, 7]).all()
    assert numpy.array_equal(line.faces["x"], run.faces["x"]) and numpy.array_equal(line.faces["y"], run.faces["y"][7:9])
    assert line.axes["y"] == pytest.approx([0.5 * (y[7] + y[8])], abs=1e-14)
    document = xml.etree.ElementTree.parse(folder / "view-line.xmf")
    assert document.find(".//Topology").attrib == {"TopologyType": "3DRectMesh", "Dimensions": "2 2 25"}


def test_states_from_outside_close_the_last_faces(tmp_path):
    """A field of a vector potential, given on lower faces only: what is missing at open upper ends makes div B vanish."""
    import taub
    case = prepare(tmp_path, SYSTEMS["mhd"], {"mesh": {"boundary": "outflow", "spacing": {"x": STRETCHED, "y": OFF_CENTRE}}})
    with taub.Simulation(case) as simulation:
        x, y = numpy.meshgrid(simulation.faces[0], simulation.faces[1])
        potential = numpy.cos(3 * x) * numpy.sin(2 * y + x)
        through_x = numpy.diff(potential, axis=0) / numpy.diff(y, axis=0)
        through_y = -numpy.diff(potential, axis=1) / numpy.diff(x, axis=1)
        state = numpy.ones((8, 1, 20, 24))
        state[5, 0], state[6, 0] = through_x[:, :-1], through_y[:-1]
        simulation.write_state(state)
        field = numpy.array(simulation["magnetic_field"])[:, 0]
    means = 0.5 * (through_x[:, :-1] + through_x[:, 1:]), 0.5 * (through_y[:-1] + through_y[1:])
    for found, mean in zip(field, means):  # but in the corner, whose two last faces share what is missing
        assert numpy.allclose(found[:-1], mean[:-1], rtol=0, atol=1e-13)
        assert numpy.allclose(found[-1, :-1], mean[-1, :-1], rtol=0, atol=1e-13)


def test_figures_draw_the_cells_where_they_are(tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import taub
    from taub import plot
    folder = run_case(prepare(tmp_path, {"mesh": {"spacing": {"x": STRETCHED}}, "time": {"end": 0.05}}), tmp_path / "out")
    run = taub.open(folder)
    ax = plot.plot_slice(run, "velocity", streamlines=True)
    mesh = plot.map_of(ax)
    assert numpy.allclose(mesh.get_coordinates()[0, :, 0], stretched(24, 0, 1, 3), atol=1e-14)
    plot.plot_maps(run, "velocity", count=2)
    matplotlib.pyplot.close("all")


@pytest.mark.parametrize("system,scheme,precision", [
    *((system, {}, precision) for system in ("srhd", "euler") for precision in ("double", "single")),
    ("euler", ADER, "double"), ("srhd", RK, "single"), ("mhd", ADER, "double")])
def test_blocks_and_threads_do_not_change_bits(tmp_path, system, scheme, precision):
    spacing = {"mesh": {"spacing": {"x": STRETCHED, "y": OFF_CENTRE}}, "scheme": scheme, "device": {"precision": precision}}
    case = prepare(tmp_path, SYSTEMS[system], spacing)
    one = run_case(case, tmp_path / "one")
    for n, changes in enumerate((("mesh.blocks=[3,2,1]",), ("device.threads=2", "mesh.blocks=[1,5,1]"))):
        other = run_case(case, tmp_path / str(n), *changes)
        assert_same_bits(one, other)
        assert (one / "history.csv").read_text() == (other / "history.csv").read_text()


@pytest.mark.parametrize("ranks,system,scheme", [(2, "srhd", {}), (3, "srhd", {}), (3, "euler", ADER), (2, "mhd", ADER)])
def test_ranks_do_not_change_bits(tmp_path, ranks, system, scheme):
    case = prepare(tmp_path, SYSTEMS[system], {"scheme": scheme, "mesh": {"spacing": {"x": STRETCHED, "y": OFF_CENTRE}, "cells": [24, 24, 1]}})
    one, other = run_case(case, tmp_path / "one"), run_case_on(ranks, case, tmp_path / "other")
    assert_same_bits(one, other)
    assert (one / "history.csv").read_text() == (other / "history.csv").read_text()


@pytest.mark.parametrize("system,scheme", [("srhd", {}), ("mhd", ADER)])
def test_restarts_go_on_with_the_same_bits(tmp_path, system, scheme):
    write_faces(tmp_path, stretched(24, 0, 1, 1))
    ends = {"boundary": "outflow"} if system == "mhd" else {}
    case = prepare(tmp_path, SYSTEMS[system], {"scheme": scheme, "mesh": {**ends, "spacing": {"x": FACES, "y": OFF_CENTRE}}})
    whole = run_case(case, tmp_path / "whole", "time.max_steps=20")
    half = run_case(case, tmp_path / "half", "time.max_steps=10")
    rest = run_case(case, tmp_path / "rest", "--restart", half, "time.max_steps=20")
    assert_same_bits(whole, rest)
    # another mesh is none to go on with: by the map, and by what is in the file
    other = run_taub("run", case, "-o", tmp_path / "map", "--restart", half, "mesh.spacing.y.strength=1", expect=2)
    assert "mesh.spacing.y.strength" in other.stderr
    write_faces(tmp_path, stretched(24, 0, 1, 1.5))
    other = run_taub("run", case, "-o", tmp_path / "file", "--restart", half, expect=2)
    assert "along axis x face 1 of the case" in other.stderr
    assert run_taub("run", case, "-o", tmp_path / "even", "--restart", half, "mesh.spacing=", expect=2).stderr


def test_norms_are_means_over_the_volume(tmp_path):
    """`taub compare` of two runs against the sums written out."""
    spacing = {"mesh": {"spacing": {"x": STRETCHED, "y": OFF_CENTRE}}}
    one = run_case(prepare(tmp_path, spacing), tmp_path / "one")
    other = run_case(prepare(tmp_path, spacing, {"scheme": {"limiter": "mc"}}), tmp_path / "other")
    told = run_taub("compare", one, other).stdout
    weights = numpy.diff(stretched(20, 0, 1, 2, 0.3))[:, None] * numpy.diff(stretched(24, 0, 1, 3))
    difference = numpy.abs(read_fields(one)[1]["energy_density"][0] - read_fields(other)[1]["energy_density"][0])
    assert (difference * weights).sum() != pytest.approx(difference.mean(), rel=1e-2)
    line = next(line for line in told.splitlines() if line.startswith("energy_density"))
    assert any(float(number) == pytest.approx((difference * weights).sum(), rel=1e-3)
               for number in re.findall(r"\d\.\d+e[-+]\d+", line)), told
    even = run_case(prepare(tmp_path), tmp_path / "even")
    assert "different meshes" in run_taub("compare", one, even, expect=2).stderr


@pytest.mark.parametrize("text,line,words", [
    ("0\n0.5\n0.5\n1\n", 3, "above the one before"),
    ("0\n0.7\n0.6\n1\n", 3, "above the one before"),
    ("0\n0.5\n1\n", 3, "expected 4 faces"),
    ("0\n0.3\n0.6\n1\n1\n", 5, "expected 4 faces"),
    ("0\n0.3\n", 2, "expected 4 faces"),
    ("# only a comment\n", 1, "expected 4 faces"),
        ("0\n-0.3\n0.6\n1\n", 2, "between mesh.lower"),
    ("0\n0.3\n1.6\n1\n", 3, "between mesh.lower"),
    ("0.1\n0.3\n0.6\n1\n", 1, "first face at mesh.lower"),
    ("0\n0.3\n0.6\n0.9\n", 4, "mesh.upper"),
    ("0\nnan\n0.6\n1\n", 2, "one number"),
    ("0\n0.3 0.4\n0.6\n1\n", 2, "one number"),
    ("0\nhere\n0.6\n1\n", 2, "one number"),
])
def test_wrong_files(tmp_path, text, line, words):
    (tmp_path / "faces.txt").write_text(text)
    case = prepare(tmp_path, {"mesh": {"cells": [3, 20, 1], "spacing": {"x": FACES}}})
    told = run_taub("check", case, expect=2).stderr
    assert f"faces.txt:{line}:" in told and words in told, told


REFUSED = [
    ({"scheme": {"kind": "ader-weno", "order": 3}}, "scheme.order: expected 2"),
    ({"scheme": {"kind": "rk-weno", "order": 4}}, "scheme.order: expected 2"),
    ({"scheme": {"kind": "ader-weno", "order": 2, "limiter": "parabolic"}}, "mc-smooth"),
    ({"system": "mhd", **MAGNETIC, "transport": {"resistivity": 0.01}}, "diffusion"),
    ({"scheme": {"kind": "shasta", "limiter": None}}, "kurganov-tadmor"),
    ({"scheme": {"kind": "musta"}}, "kurganov-tadmor"),
    ({"scheme": {"kind": "cese", "limiter": None}}, "kurganov-tadmor"),
    ({"scheme": {"limiter": "parabolic"}}, "minmod, mc, van-leer"),
    ({"system": "israel-stewart", "transport": {}, "eos": {"kind": "conformal"},
      "output": {"fields": ["energy_density"]}}, "srhd, euler, mhd or srmhd"),
    ({"mesh": {"boundary": "extrapolated"}}, "outflow, periodic"),
    ({"output": {"surface": {"energy_density": 1}}}, "output.surface"),
    ({"output": {"probes": {"points": [[0.5, 0.5, 0.5]]}}}, "output.probes"),
    ({"output": {"views": [{"name": "some", "every": 0.1, "stride": [2, 1, 1]}]}}, "output.views[0].stride[0]: expected 1"),
]


@pytest.mark.parametrize("changes,words", REFUSED)
def test_what_needs_equal_cells_is_refused(tmp_path, changes, words):
    case = json.loads(prepare(tmp_path, {"mesh": {"spacing": {"x": STRETCHED}}}, changes).read_text())
    case["scheme"] = {key: value for key, value in case["scheme"].items() if value is not None}
    (tmp_path / "case.yaml").write_text(json.dumps(case))
    told = run_taub("check", tmp_path / "case.yaml", expect=2).stderr
    assert words in told and "case.yaml:" in told, told
    if "boundary" not in changes.get("mesh", {}):
        del case["mesh"]["spacing"]
        (tmp_path / "case.yaml").write_text(json.dumps(case))
        run_taub("check", tmp_path / "case.yaml")


def test_axes_have_the_names_of_their_coordinates(tmp_path):
    told = run_taub("check", prepare(tmp_path, {"mesh": {"spacing": {"eta": STRETCHED}}}), expect=2).stderr
    assert "mesh.spacing.eta" in told and "milne" in told
    told = run_taub("check", prepare(tmp_path, {"mesh": {"spacing": {"z": STRETCHED}, "coordinates": "milne"},
                                                "time": {"start": 0.1}}), expect=2).stderr
    assert "mesh.spacing.z" in told and "cartesian" in told


def test_a_mesh_without_spacing_has_todays_text(tmp_path):
    """The resolved case says nothing of it, and a uniform kind is no other mesh."""
    plain = run_case(prepare(tmp_path), tmp_path / "plain")
    named = run_case(prepare(tmp_path, {"mesh": {"spacing": {"x": {"kind": "uniform"}}}}, name="named.yaml"), tmp_path / "named")
    assert "spacing:" not in (plain / "case.yaml").read_text()
    assert read_summary(plain)["kernels"]["hash"] == read_summary(named)["kernels"]["hash"]
    assert_same_bits(plain, named)
