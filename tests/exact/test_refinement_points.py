"""Values at points, views and simulations in a program with blocks of several levels (mesh.refine): the order of probes anywhere
in a tree, the bits of even meshes, of restarts and of OpenCL, views against whole outputs, taub.Simulation against taub run."""
import sys

import h5py
import numpy
import pytest

from conftest import FAST, LONG, ROOT, make_case, output_file, read_history, require_device, run_case, run_taub
from test_probes import probes_of
from trees import BALL, GAS, OPEN, STIRRED, assert_same_state, refined, state_of

sys.path.insert(0, str(ROOT / "python"))
import taub  # noqa: E402

SMOOTH = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real pi = R(3.14159265358979323846);
    (void)t;
    state[0] = R(1.0) + R(0.3) * real_sin(pi * x[0] + R(0.4)) * real_cos(pi * x[1]) + R(0.2) * real_sin(pi * (x[0] - x[1] + x[2]));
    state[1] = R(0.2) * real_cos(pi * x[1]);
    state[2] = R(-0.1);
    state[3] = R(0.05);
    state[4] = R(2.0) + R(0.3) * real_cos(pi * (x[0] + x[1] - x[2]));
}
"""
# The same as in a mirror behind each wall.
BETWEEN_WALLS = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real pi = R(3.14159265358979323846);
    real odd[3], even[3];
    (void)t;
    for (int a = 0; a < 3; a++) {
        odd[a] = real_sin(R(0.5) * pi * x[a]);
        even[a] = real_cos(pi * x[a]);
        state[1 + a] = R(0.1) * (a + 1) * real_cos(R(0.5) * pi * x[a]);
    }
    state[0] = R(1.0) + R(0.3) * odd[0] * even[1] + R(0.2) * odd[1] * even[2] + R(0.1) * odd[2];
    state[4] = R(2.0) + R(0.3) * even[0] * odd[1] - R(0.2) * odd[2];
}
"""
FINE = [{"kind": "block", "size": [0.2, 0.2, 0.2], "center": [0.1, 0.2, 0]},
        {"kind": "block", "size": [0.1, 0.1, 0.1], "center": [-0.95, 0.9, 0], "level": 1}]


def smooth(points, walls):
    x, y, z = points.T
    sin, cos, pi = numpy.sin, numpy.cos, numpy.pi
    if walls:
        odd, even = sin(pi * points.T / 2), cos(pi * points.T)
        return numpy.array([1 + 0.3 * odd[0] * even[1] + 0.2 * odd[1] * even[2] + 0.1 * odd[2],
                            2 + 0.3 * even[0] * odd[1] - 0.2 * odd[2]])
    return numpy.array([1 + 0.3 * sin(pi * x + 0.4) * cos(pi * y) + 0.2 * sin(pi * (x - y + z)), 2 + 0.3 * cos(pi * (x + y - z))])


def some_points(axes):
    """Random ones, others on faces of blocks and beside them, where levels meet, at ends and in corners; z = 0 with two axes."""
    random = numpy.random.default_rng(3)
    faces = numpy.arange(-3, 4) / 4
    near = [face + step for face in faces for step in (-0.004, 0, 0.004)] + [-1, -0.999, 0.999, 1]
    points = [*random.uniform(-1, 1, (150, 3)), *random.choice(near, (350, 3)),
              *numpy.stack(numpy.meshgrid(*3 * [[-1, 1]]), axis=-1).reshape(-1, 3)]
    return numpy.unique(numpy.array(points).round(6) * [axis < axes for axis in range(3)], axis=0)


def errors_of_probes(folder, cells, block, order, kind, ends, values):
    points = some_points(3 if cells[2] > 1 else 2)
    walls = ends == "reflecting"
    case = refined(folder, BETWEEN_WALLS if walls else SMOOTH, cells, {"levels": 2, "every": 0, "regions": FINE}, order, kind, block=block,
                   mesh={"boundary": ends}, time={"max_steps": 1}, output={
                       "values": values, "fields": ["density"], "probes": {"points": points.tolist(), "fields": ["density", "pressure"]}})
    out = run_case(case, folder / "out")
    assert set(taub.open(out).blocks(index=0).level) == {0, 1, 2}
    columns = probes_of(out)[2]
    found = numpy.array([column[0] for column in columns.values()]).reshape(len(points), 2).T
    assert list(columns)[2] == "density @ {:.15g} {:.15g} {:.15g}".format(*points[1])
    if cells[2] == 1:  # the bits of sim.at
        with taub.Simulation(case) as sim:
            assert numpy.array_equal(found, [sim.at(field, *points.T) for field in ("density", "pressure")])
    return abs(found - smooth(points, walls))


@pytest.mark.parametrize("order, kind, ends, values, blocks, block", [
    (2, "rk-weno", "periodic", "points", 4, 8), (3, "ader-weno", "reflecting", "points", 4, 8), (4, "rk-weno", "periodic", "points", 4, 8),
    (4, "ader-weno", "reflecting", "points", 4, 8), (4, "rk-weno", "reflecting", "means", 4, 8), (2, "rk-weno", "periodic", "points", 3, 4)])
def test_probes_are_of_the_order_of_the_scheme(tmp_path, order, kind, ends, values, blocks, block):
    """Everywhere in a tree of three levels, with cells half as wide on the same blocks; means of pressure are of order 2 anyway."""
    both = []
    for n in (block, 2 * block):
        cells = 3 * [blocks * n] if blocks == 3 else [blocks * n, blocks * n, 1]
        errors = errors_of_probes(tmp_path / str(n), cells, n, order, kind, ends, values)
        both.append(errors[:1] if values == "means" else errors)
    coarse, fine = ((errors.max(), errors.mean()) for errors in both)
    least = order - (0.4 if blocks == 3 else 0.25)  # 12 cells of level 0 are few
    assert numpy.log2(coarse[0] / fine[0]) > least and numpy.log2(coarse[1] / fine[1]) > least
    assert fine[0] < {2: 0.04 if blocks == 3 else 0.003, 3: 3e-4, 4: 3e-5}[order]


POINTS = [[0.13, 0.27, 0], [0, 0.5, 0], [-0.26, 0.249, 0], [0.999, -0.998, 0], [-1, 1, 0], [0.3, -0.4, 0.2], [0.31, -0.62, 0]]
VIEWS = [{"name": "finest", "every": 0.02}, {"name": "coarsest", "every": 0.02, "level": 0},
         {"name": "line", "every": 0.02, "fields": ["velocity", "density"], "slice": {"y": 0.1}, "stride": [3, 1, 1]},
         {"name": "between", "every": 0.02, "from": 0.02, "until": 0.05, "level": 1, "stride": [2, 3, 1], "fields": ["pressure"]}]
LOOKS = {"fields": ["density", "pressure", "velocity"], "probes": {"points": POINTS, "fields": ["density", "velocity"]}, "views": VIEWS}


def looks_of(folder):
    """Lines of probes, and what views hold."""
    views = {name: (view.times.tolist(), view.level, {field: view[field].values for field in view.fields})
             for name, view in taub.open(folder).views.items()}
    return (folder / "probes.csv").read_text(), views


def assert_same_looks(a, b):
    (lines, views), (other_lines, other_views) = looks_of(a), looks_of(b)
    assert lines == other_lines and views.keys() == other_views.keys()
    for name, (times, level, fields) in views.items():
        assert (times, level, fields.keys()) == (*other_views[name][:2], other_views[name][2].keys())
        for field, values in fields.items():
            assert numpy.array_equal(values, other_views[name][2][field]), (name, field)


@pytest.mark.parametrize("order, kind", [(2, "rk-weno"), (3, "ader-weno"), (4, "rk-weno")])
def test_a_tree_of_one_level_has_the_bits_of_the_even_mesh(tmp_path, order, kind):
    views = [{**view, "level": 0} for view in VIEWS]
    case = refined(tmp_path, STIRRED, [32, 32, 1], {"levels": 2, "every": 0}, order, kind, mesh=OPEN, time={"end": 0.06, "max_steps": None},
                   output={**LOOKS, "values": "points", "views": views})
    tree = run_case(case, tmp_path / "tree")
    even = run_case(case, tmp_path / "even", "mesh.refine=")
    assert not taub.open(even).has_blocks and set(taub.open(tree).blocks().level) == {0}
    lines, views = looks_of(tree)
    assert lines == looks_of(even)[0] and lines.count("\n") > 4
    for name, (times, _, fields) in views.items():
        for field, values in fields.items():
            assert numpy.array_equal(values, looks_of(even)[1][name][2][field]), (name, field)
    with taub.Simulation(case, mesh={"refine": None}, output={"views": None}) as flat, taub.Simulation(case) as levels:
        for field in ("density", "velocity", "mach_number"):
            assert numpy.array_equal(*(sim.at(field, *numpy.transpose(POINTS)) for sim in (flat, levels)))


def test_differences_of_cells_at_points():
    """What is made of differences needs ghost zones between levels, too: with a patch it is no further from a fine even mesh than
    without (it was 14 and 42 times as far)."""
    case = {"system": "israel-stewart", "eos": {"kind": "conformal"}, "transport": {"shear_viscosity": {"value": 0.2}},
            "mesh": {"coordinates": "milne", "lower": [-4, -4, -0.5], "upper": [4, 4, 0.5], "boundary": "extrapolated", "blocks": [6, 6, 1]},
            "scheme": {"kind": "kurganov-tadmor"}, "initial": {"kind": "gubser", "q": 1, "temperature": 0.25},
            "time": {"start": 1, "end": 2, "step": 0.02}, "device": {"kind": "host"}}
    patch = {"levels": 1, "every": 0, "regions": [{"kind": "block", "size": [2.5, 2.5, 9], "center": [0.4, -0.3, 0]}]}
    places, found = numpy.random.default_rng(5).uniform(-3, 3, (2, 400)), []
    for mesh in ({"cells": [48, 48, 1]}, {"cells": [24, 24, 1]}, {"cells": [24, 24, 1], "refine": patch}):
        with taub.Simulation({**case, "mesh": {**case["mesh"], **mesh}}) as sim:
            sim.advance(steps=3)
            found.append([sim.at(name, *places, 0 * places[0]) for name in ("energy_density", "expansion_rate", "shear_tensor")])
    for name, fine, coarse, tree in zip(("e", "theta", "sigma"), *found):
        errors = [numpy.abs(values - fine).max() / numpy.abs(fine).max() for values in (coarse, tree)]
        print(name, errors)
        assert errors[1] <= errors[0], name


@pytest.fixture(scope="module")
def stirred(tmp_path_factory):
    """A run whose tree changes every third step, with all looks at it."""
    folder = tmp_path_factory.mktemp("stirred")
    case = refined(folder, STIRRED, [24, 24, 1], {"levels": 2, "every": 3, "regions": [BALL]}, 4, "rk-weno", mesh=OPEN,
                   time={"end": 0.06, "max_steps": None}, output={**LOOKS, "values": "points", "every": 0.02, "checkpoint_at_end": True})
    return case, run_case(case, folder / "out")


def test_bits_of_a_restart(tmp_path, stirred):
    case, whole = stirred
    run = taub.open(whole)
    assert len({len(run.blocks(index=n)) for n in range(len(run.steps))}) > 1
    run_case(case, tmp_path / "parts", "time.max_steps=10")
    assert_same_looks(whole, run_case(case, tmp_path / "parts", "--restart", tmp_path / "parts"))


@pytest.mark.skipif(not LONG, reason="minutes of PoCL")
def test_looks_on_opencl(tmp_path, stirred):
    """Probes, views, points of a simulation: through ghost zones between levels."""
    require_device("opencl")
    case, whole = stirred
    assert_same_looks(whole, run_case(case, tmp_path / "opencl", "--device", "opencl", timeout=600))
    case = refined(tmp_path, SMOOTH, [32, 32, 1], {"levels": 2, "every": 0, "regions": FINE}, 4, "rk-weno", mesh=OPEN)
    found = []
    for kind in ("host", "opencl"):
        with taub.Simulation(case, device={"kind": kind, "reproducible": "strict"}) as sim:
            sim.advance(steps=2)
            found.append([sim.at(name, *some_points(2).T) for name in ("density", "velocity")])
    for host, other in zip(*found):
        assert numpy.array_equal(host, other)


def test_looks_change_nothing(tmp_path, stirred):
    """Nor do they count bounded zones."""
    case, whole = stirred
    blind = run_case(case, tmp_path / "out", "output.probes=", "output.views=")
    assert_same_state(whole, blind)
    assert (whole / "history.csv").read_text() == (blind / "history.csv").read_text()


def cut(values, view, axes):
    """Of all cells of a level those of a view."""
    if "slice" in view:
        j = numpy.abs(axes["y"] - view["slice"]["y"]).argmin()
        values = values[..., j:j + 1, :]
    along = view.get("stride", [1, 1, 1])
    return values[..., ::along[2], ::along[1], ::along[0]]


def test_views_are_cells_of_whole_outputs(stirred):
    case, folder = stirred
    run = taub.open(folder)
    for view in VIEWS:
        found, level = run.views[view["name"]], view.get("level", 2)
        whole = taub.open(folder, level=level)
        assert found.level == level and not found.has_blocks
        y, x = numpy.meshgrid(whole.axes["y"], whole.axes["x"], indexing="ij")
        assert numpy.allclose(found.axes["x"], cut(x[None], view, whole.axes)[0, 0], rtol=0, atol=1e-14)
        assert numpy.allclose(found.axes["y"], cut(y[None], view, whole.axes)[0, :, 0], rtol=0, atol=1e-14)
        with h5py.File(output_file(folder / f"view-{view['name']}")) as file:
            step = next(iter(file["data"].values()))
            item = next(iter(step["meshes"].values()))
            assert "blocks" not in file and item.attrs["gridLevel"] == level and item.attrs["geometry"] in ("cartesian", b"cartesian")
        assert [t for t in run.times if view.get("from", 0) <= t <= view.get("until", 1)] == list(found.times)
        for field in found.fields:
            series = found[field].values  # shapes are the same at all times
            for n, time in enumerate(found.times):
                expected = cut(numpy.asarray(whole.field(field, time=time)), view, whole.axes)
                assert numpy.array_equal(series[n], expected) if level == 2 else numpy.allclose(series[n], expected, rtol=1e-14, atol=1e-15)
    text = (folder / "view-coarsest.xmf").read_text()
    assert "Spatial" not in text and text.count('Dimensions="2 25 25"') == 4


def test_blocks_that_are_no_multiple_of_two_levels(tmp_path):
    """A cell of level 0 has cells of several blocks of level 2 where blocks have 6; in three dimensions."""
    case = refined(tmp_path, SMOOTH, [12, 12, 12], {"levels": 2, "every": 0, "regions": [BALL]}, 2, "rk-weno", block=6, mesh={"boundary": "periodic"},
                   time={"max_steps": 1}, output={"fields": ["density"], "views": [
                       {"name": "all", "every": 1, "level": 0}, {"name": "plane", "every": 1, "slice": {"z": 0.1}, "level": 1}]})
    folder = run_case(case, tmp_path / "out")
    even = numpy.asarray(taub.open(folder, level=0).field("density", index=0))
    fine = numpy.asarray(taub.open(folder).field("density", index=0)).reshape(12, 4, 12, 4, 12, 4).mean(axis=(1, 3, 5))
    view = numpy.asarray(taub.open(folder).views["all"].field("density", index=0))
    assert numpy.allclose(even, fine, rtol=1e-14) and numpy.allclose(view, fine, rtol=1e-14)
    plane = numpy.asarray(taub.open(folder).views["plane"].field("density", index=0))
    assert plane.shape == (1, 24, 24)
    assert numpy.allclose(plane[0], numpy.asarray(taub.open(folder, level=1).field("density", index=0))[13], rtol=1e-14)
    pytest.importorskip("matplotlib").use("Agg")
    assert taub.plot_slice(taub.open(folder).views["plane"], "density") and taub.plot_slice(taub.open(folder), "density")


def test_a_simulation_in_the_process(stirred):
    """Arrays, blocks, totals and points of taub.Simulation are those that taub run wrote, as the tree changes."""
    case, folder = stirred
    run, history = taub.open(folder), read_history(folder)
    steps, _, columns = probes_of(folder)
    with taub.Simulation(case) as sim:
        assert sim.level == 2 and sim.cells == (96, 96, 1)
        for n, time in enumerate(run.times):
            sim.advance(until=float(time))
            assert sim.steps == run.steps[n]
            for level in (0, 1, 2):
                sim.level, whole = level, taub.open(folder, level=level)
                assert sim.shape == whole.shape and numpy.array_equal(sim.axes[0], whole.axes["x"])
                for field in run.fields:
                    expected = numpy.asarray(whole.field(field, index=n))
                    assert numpy.array_equal(sim[field], expected) if level == 2 else numpy.allclose(sim[field], expected, rtol=1e-14, atol=1e-15)
            tree, expected = sim.blocks(), run.blocks(index=n)
            assert numpy.array_equal(tree.level, expected.level) and numpy.array_equal(tree.boxes(), expected.boxes())
            line = list(steps).index(sim.steps)
            for name, value in sim.totals.items():
                assert value == history[name][list(history["step"]).index(sim.steps)], name
            found = numpy.vstack([sim.at("density", *numpy.transpose(POINTS)), sim.at("velocity", *numpy.transpose(POINTS))])
            lines = numpy.array([values[line] for values in columns.values()]).reshape(len(POINTS), 4)
            assert numpy.array_equal(found.T, lines)
            assert sim.at("density", *POINTS[2]) == found[0, 2]
        assert "mass" in sim.totals and len(sim.faces[1]) == 97


def test_totals_are_sums_of_arrays_of_any_level(tmp_path):
    """Repeated cells and means keep what there is."""
    case = refined(tmp_path, STIRRED, [32, 32, 32], {"levels": 1, "every": 0, "regions": [BALL]}, 2, "rk-weno", time={"max_steps": 2})
    with taub.Simulation(case) as sim:
        sim.advance(steps=3)
        assert set(sim.blocks().level) == {0, 1}
        for level in (0, 1):
            sim.level = level
            assert abs(sim["density"].mean() * 8 - sim.totals["mass"]) <= 1e-13 * 8
            assert abs(sim["momentum"][0].mean() * 8 - sim.totals["momentum_x"]) <= 1e-13


def test_exact_solutions(tmp_path):
    """On the blocks of a simulation, and of a run and its views on even meshes of their levels."""
    vortex = {**GAS, "mesh": {"cells": [32, 32, 1], "blocks": [4, 4, 1], "lower": [-5, -5, -1], "upper": [5, 5, 1], "boundary": "periodic",
                              "refine": {"levels": 1, "every": 0, "regions": [{"kind": "ball", "radius": 1}]}},
              "scheme": {"kind": "rk-weno", "order": 3}, "initial": {"kind": "vortex", "axis": "z", "strength": 5, "radius": 1,
                                                                          "state": {"density": 1, "pressure": 1, "velocity": [1, 1, 0]}}, "time": {"end": 0.2},
              "output": {"fields": ["density"], "views": [{"name": "coarse", "every": 0.2, "level": 0}]}}
    case = make_case(tmp_path, base=vortex)
    run = taub.open(run_case(case, tmp_path / "out"))
    for one, level in ((run, 1), (run.views["coarse"], 0)):
        found, exact = numpy.asarray(one.field("density")), numpy.asarray(one.exact("density"))
        assert one.level == level and found.shape == exact.shape and abs(found - exact).mean() < 2e-3
    with taub.Simulation(case) as sim:
        sim.advance(steps=1)
        sim.write_exact(sim.time + 3)  # not where it is
        moved = sim.at("density", 0, 0, 0)
        sim.write_exact(sim.time)
        assert moved > 0.9 > sim.at("density", sim.time, sim.time, 0)


WRONG = [(lambda sim: sim.write_state(numpy.zeros((5, *sim.shape))), "cannot be written into blocks of several levels"),
         (lambda sim: sim.write_particles(numpy.zeros((0, 9)), 1, 1), "cannot be written into blocks of several levels"),
         (lambda sim: sim.device_array("density"), "no single array on the device"),
         (lambda sim: setattr(sim, "level", 3), "expected one from 0 to the finest .*, 2"),
         (lambda sim: setattr(sim, "level", -1), "level -1 was asked for"),
         (lambda sim: sim.at("density", 0, 1.01, 0), "whose y is from -1 to 1"),
         (lambda sim: sim.surface(), "no freeze-out surface"),
         (lambda sim: sim.add_droplets(numpy.zeros((1, 12))), "takes no droplets")]


def test_what_stays_refused(tmp_path):
    """With the reason, and the simulation goes on."""
    case = refined(tmp_path, STIRRED, [16, 16, 1], {"levels": 2, "every": 0, "regions": [BALL]}, 2)
    with taub.Simulation(case) as sim:
        for call, said in WRONG:
            with pytest.raises(taub.Error, match=said):
                call(sim)
        assert sim.level == 2 and sim.advance(steps=1) > 0
    with pytest.raises(taub.Error, match="level 4 was asked for"):
        taub.Simulation(case, level=4)
    with taub.Simulation(case, mesh={"refine": None}) as flat:
        assert flat.level == 0
        with pytest.raises(taub.Error, match="with mesh.refine"):
            flat.blocks()
        with pytest.raises(taub.Error, match="level 1 was asked for"):
            flat.level = 1
    folder = run_case(case, tmp_path / "out", "mesh.refine=", 'output.views=[{"name": "all", "every": 1}]', "time.max_steps=1", **FAST)
    with pytest.raises(taub.Error, match="level= is for outputs of all blocks"):
        taub.open(folder, level=1)
    done = run_taub("check", case, 'output.views=[{"name": "all", "every": 1, "level": 1}]', "mesh.refine=", expect=2)
    assert "output.views[0].level: expected a level up to mesh.refine.levels, 0, got 1" in done.stderr


def test_a_scalar_leaves_the_gas_alone(tmp_path):
    """Where lines would carry it below 0 in parts of a cell, along a diagonal in space, the scalar alone is drawn to the mean; it
    flattened the gas with it. Its own total and bounds stay."""
    start = STIRRED.replace("state[4] =", "if (SYSTEM_COMPONENTS > 5)\n        state[SYSTEM_COMPONENTS - 1] = real_exp(R(-40.0) * r2);\n    state[4] =")
    found = {}
    for scalars in (0, 1):
        case = refined(tmp_path / str(scalars), start, [16, 16, 16], {"levels": 1, "every": 2, "above": 0.25, "below": 0.15}, None, "kurganov-tadmor",
                       block=4, scalars=scalars, mesh={"boundary": "periodic"}, time={"max_steps": 6}, output={"checkpoint_at_end": True})
        found[scalars] = run_case(case, tmp_path / f"out{scalars}", **FAST)
    (gas, levels, _), (both, of_both, _) = (state_of(found[n]) for n in (0, 1))
    assert levels.max() > levels.min() and numpy.array_equal(levels, of_both)
    assert numpy.abs(gas - both[:5]).max() < 1e-12  # 3.6e-3 with one share for all
    scalar = both[5] / both[0]
    assert -1e-14 < scalar.min() and scalar.max() < 1
    total = read_history(found[1])["scalar_1"]
    assert numpy.ptp(total) < 1e-14 * total.max()
