"""Blocks of several levels (mesh.refine): a uniform state stays one over any tree, totals to rounding while blocks come and go,
flows against even meshes of the finest level, mirror images, the same bits after a restart, on OpenCL and beside other work."""
import json
import os

import h5py
import numpy
import pytest

from conftest import FAST, LONG, make_case, read_history, read_summary, require_device, run_case, run_taub
from trees import BALL, GAS, OPEN, STIRRED, TREE, assert_same_state, refined, state_of

KEEP = {"output": {"checkpoint_at_end": True}}
UNIFORM = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real all[5] = {R(1.3), R(0.4), R(-0.3), R(0.2), R(0.7)};
    (void)x;
    (void)t;
    for (int c = 0; c < 5; c++)
        state[c] = all[c];
}
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    (void)inside;
    initial(x, t, state);
}
"""


@pytest.mark.parametrize("order, kind, cells", [
    (2, "rk-weno", [16, 16, 16]), (3, "ader-weno", [32, 32, 1]), (4, "rk-weno", [32, 32, 1]), *([(4, "ader-weno", [16, 16, 16])] * LONG),
    (None, "kurganov-tadmor", [16, 16, 16])])
def test_a_uniform_state_stays(tmp_path, order, kind, cells):
    ends = {"x": ["code", "outflow"], "y": "periodic", "z": "code"}
    case = refined(tmp_path, UNIFORM, cells, {"levels": 2, "every": 0, "regions": TREE}, order, kind, time={"max_steps": 5},
                   mesh={"boundary": ends}, boundary={"file": "start.c"}, **KEEP)
    state, levels, _ = state_of(run_case(case, tmp_path / "out"))
    assert set(levels) >= {1, 2}
    for component in state:
        assert numpy.ptp(component) <= 2e-14 * numpy.abs(component).max()


VISCOUS = {"system": "israel-stewart", "eos": {"kind": "conformal"}, "transport": {"shear_viscosity": {"value": 0.16}}}


@pytest.mark.parametrize("system", [{"system": "srhd", "eos": {"kind": "conformal"}}, VISCOUS], ids=["ideal", "viscous"])
def test_bjorken_flow_over_a_tree(tmp_path, system):
    """It expands along eta, which has cells of several levels, and stays the same everywhere."""
    case = refined(tmp_path, "", [16, 1, 16], {"levels": 2, "every": 0, "regions": [{**BALL, "center": [0.3, 0, 0.1]}]}, None, "kurganov-tadmor", block=4,
                   mesh={"coordinates": "milne", "boundary": "outflow"}, time={"start": 0.6, "max_steps": 8},
                   initial={"kind": "bjorken", "state": {"temperature": 0.3}}, output={"fields": ["velocity"],
                   "values": None, "checkpoint_at_end": True}, **system)
    state, levels, _ = state_of(run_case(case, tmp_path / "out", **FAST))
    assert set(levels) == {0, 1, 2}
    for component in state:
        assert numpy.ptp(component) <= 2e-14 * numpy.abs(state[0]).max()


def test_stress_of_gradients_on_a_level(tmp_path):
    """Navier and Stokes's stress at the start is by differences over cells of the level: blocks of level 1 everywhere have that of
    an even mesh."""
    blob = {"kind": "gaussian", "peak": {"energy_density": 20}, "background": {"energy_density": 0.05, "velocity": [0.3, -0.2, 0]},
            "center": [0.02, -0.03, 0], "width": [0.25, 0.2, 1]}
    system = {**VISCOUS, "transport": {**VISCOUS["transport"], "initial_stress": {"kind": "navier-stokes"}}}
    refine = {"levels": 1, "every": 0, "regions": [{"kind": "block", "size": [2, 2, 2], "center": [0, 0, 0]}]}
    states = []
    for cells, tree in ((16, refine), (32, {"levels": 0})):
        case = refined(tmp_path / str(cells), "", [cells, cells, 1], tree, None, "kurganov-tadmor",
                       mesh={"coordinates": "milne", "boundary": "outflow"}, initial=blob, time={"start": 0.6, "max_steps": 0},
                       output={"fields": ["velocity"], "values": None, "checkpoint_at_end": True}, **system)
        with h5py.File(run_case(case, tmp_path / f"out-{cells}", **FAST) / "checkpoint.hdf") as file:
            states.append(numpy.sort(file["state"][()].reshape(file["state"].shape[0], -1), axis=1))
    assert numpy.abs(states[1][8]).max() > 1e-3
    assert numpy.array_equal(*states)


def changes_of(folder, names=("mass", "energy")):
    """Of totals over a run, relative to the largest of each, or of the mass where there is none to begin with."""
    history = read_history(folder)
    return {name: numpy.ptp(history[name]) / max(numpy.abs(history[name]).max(), 1e-3) for name in names}


@pytest.mark.parametrize("order, kind, cells, levels, steps", [
    (3, "ader-weno", [16, 16, 1], 2, 300), (4, "rk-weno", [32, 1, 1], 3, 400), (2, "ader-weno", [16, 16, 16], 1, 40),
    (None, "kurganov-tadmor", [32, 1, 1], 3, 300)])
def test_totals_while_blocks_come_and_go(tmp_path, order, kind, cells, levels, steps):
    """Between walls, with a change of the tree every second step or so."""
    case = refined(tmp_path, STIRRED, cells, {"levels": levels, "every": 2, "above": 0.25, "below": 0.15}, order, kind,
                   time={"max_steps": steps}, **KEEP)
    folder = run_case(case, tmp_path / "out", **FAST, timeout=600)
    assert read_summary(folder)["counts"]["recovery_failures"] == 0
    for name, change in changes_of(folder).items():
        assert change <= 2e-16 * steps, name


# The same as a fluid: energy density, four-velocity, and charge or stress.
SPRAYED = STIRRED.replace("state[4] = r2 <", "state[0] = r2 <").replace(
    "state[0] = R(1.0) + R(0.2) * x[0];",
    "for (int c = 4; c < SYSTEM_COMPONENTS; c++)\n        state[c] = c == 4 && SYSTEM_COMPONENTS == 5 ? R(0.1) + R(0.02) * x[0] : R(0.0);")


@pytest.mark.parametrize("system", [{"system": "srhd", "eos": {"kind": "ideal-gas", "gamma": 4 / 3}}, VISCOUS], ids=["ideal", "viscous"])
def test_totals_of_fluids(tmp_path, system):
    """In a periodic box, where momentum stays, too; many blocks come and go."""
    import taub
    refine = {"levels": 2, "every": 2, "above": 0.25, "below": 0.15}
    case = refined(tmp_path, SPRAYED, [16, 16, 1], refine, None, "kurganov-tadmor", block=4, mesh={"boundary": "periodic"},
                   time={"max_steps": 40}, output={"fields": ["velocity"], "values": None, "every": 0.02}, **system)
    folder = run_case(case, tmp_path / "out", **FAST)
    run = taub.open(folder)
    assert len({len(run.blocks(index=n)) for n in range(len(run.steps))}) > 3
    counts = read_summary(folder)["counts"]
    assert counts["recovery_failures"] == counts["regulated"] == counts["floored"] == 0
    names = ("energy", "momentum_x", "momentum_y", "momentum_z", *(["charge"] if system["system"] == "srhd" else []))
    for name, change in changes_of(folder, names).items():
        assert change <= 2e-16 * 40 * (1 if name in ("energy", "charge") else 10), name


def flat_blast(folder, mesh, **changes):
    """A round blast in the middle of a box between walls."""
    case = {**GAS, "mesh": {"lower": [-1, -1, -1], "upper": [1, 1, 1], "boundary": "reflecting", **mesh},
            "scheme": {"kind": "ader-weno", "order": 3},
            "initial": {"kind": "sedov", "energy": 0.3, "radius": 0.1, "state": {"density": 1, "pressure": 1e-5}},
            "time": {"start": 0, "end": 0.2, "cfl": 0.4}, "output": {"fields": ["density", "pressure"], "values": "means"}}
    return run_case(make_case(folder, base=case, **changes), folder / "out", **FAST)


def fields_on_even_mesh(folder, level):
    import taub
    run = taub.open(folder, level=level)
    return {name: numpy.asarray(run.field(name)) for name in run.fields}, run


@pytest.fixture(scope="module")
def blasts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("blasts")
    refine = {"levels": 2, "every": 4}
    return (flat_blast(folder / "refined", {"cells": [32, 32, 1], "blocks": [4, 4, 1], "refine": refine}),
            flat_blast(folder / "even", {"cells": [128, 128, 1]}))


def test_a_blast_as_on_the_even_mesh(blasts):
    """The shock and what is behind it are on the finest level: nothing of the rest is seen there."""
    refined_folder, even_folder = blasts
    refined_fields, run = fields_on_even_mesh(refined_folder, 2)
    even_fields, _ = fields_on_even_mesh(even_folder, None)
    for name, even in even_fields.items():
        assert numpy.abs(refined_fields[name] - even).mean() <= 1e-3 * numpy.ptp(even), name
    errors = [{name: norms["l1"] for name, norms in read_summary(folder)["errors"].items()} for folder in blasts]
    for name, error in errors[1].items():
        assert errors[0][name] <= 1.05 * error, name
    assert len(run.blocks(index=-1)) * 64 <= 0.6 * 128 * 128  # cells of the last output, when the blast is largest


def test_mirror_images(blasts):
    fields, run = fields_on_even_mesh(blasts[0], 2)
    tree = run.blocks(index=-1)
    boxes = {(level, *(place)) for level, place in zip(tree.level, map(tuple, tree.place))}
    whole = {level: 32 * 2 ** level for level in range(3)}
    assert {(level, whole[level] - x - 8, y, z) for level, x, y, z in boxes} == boxes
    assert {(level, y, x, z) for level, x, y, z in boxes} == boxes
    for values in fields.values():
        plane = values[0]
        for image in (plane[::-1], plane[:, ::-1], plane.T):
            assert numpy.abs(plane - image).max() <= 1e-10 * numpy.abs(plane).max()


@pytest.mark.parametrize("order, kind", [(3, "ader-weno"), (4, "rk-weno"), (None, "kurganov-tadmor")])
def test_bits_of_a_restart_and_of_opencl(tmp_path, order, kind):
    case = refined(tmp_path, STIRRED, [24, 24, 1], {"levels": 2, "every": 3, "regions": [BALL]}, order, kind, mesh=OPEN,
                   time={"max_steps": 17}, **KEEP)
    whole = run_case(case, tmp_path / "whole")
    run_case(case, tmp_path / "parts", "time.max_steps=7")
    assert_same_state(whole, run_case(case, tmp_path / "parts", "--restart", tmp_path / "parts"))
    run_case(case, tmp_path / "first", "time.max_steps=7")
    other = run_case(case, tmp_path / "other", "--restart", tmp_path / "first")
    assert_same_state(whole, other)
    assert len(set(state_of(whole)[1])) > 1
    if order and not LONG:
        return
    require_device("opencl")
    assert_same_state(whole, run_case(case, tmp_path / "opencl", "--device", "opencl", timeout=600))


# ---- criteria ----

LAYERS = {2: 1, 3: 2}  # of ghost zones that a block looks at, by the order


@pytest.mark.parametrize("order, kind, variables", [(2, "rk-weno", "primitive"), (3, "ader-weno", "characteristic"),
                                                    (4, "rk-weno", "conserved")])
def test_a_scalar_stays_between_0_and_1(tmp_path, order, kind, variables):
    """From 0 to 1 at a cell's face, while blocks come and go."""
    source = STIRRED.replace("    state[4] =", "    state[5] = x[0] > R(0.0) ? R(1.0) : R(0.0);\n    state[4] =")
    case = refined(tmp_path, source, [48, 48, 1], {"levels": 1, "every": 3, "above": 0.6, "below": 0.4, "regions": [BALL]}, order, kind,
                   scheme={"kind": kind, "order": order, "variables": variables}, scalars=1, time={"max_steps": 15}, **KEEP)
    folder = run_case(case, tmp_path / "out", **FAST)
    state, levels, _ = state_of(folder)
    assert set(levels) == {0, 1}
    share = state[5] / state[0]
    assert share.min() >= -1e-12 and share.max() <= 1 + 1e-12
    totals = read_summary(folder)["totals"]
    assert totals["end"]["scalar_1"] == pytest.approx(totals["start"]["scalar_1"], rel=1e-13)


def pad(values, layers):
    """With ghost zones of ends that are periodic along x, open along y."""
    return numpy.pad(numpy.pad(values, ((0, 0), (layers, layers)), "wrap"), ((layers, layers), (0, 0)), "edge")


def neighbours(q):
    """Pairs (lower, upper) along x and y of all values but the outermost."""
    return (q[1:-1, :-2], q[1:-1, 2:]), (q[:-2, 1:-1], q[2:, 1:-1])


def measure_of(kind, values, scale=0.0):
    """What a criterion measures of a field on an even mesh, with a frame of one cell that has no neighbours left."""
    q, size = values[1:-1, 1:-1], numpy.maximum(numpy.abs(values), scale)
    here, around = size[1:-1, 1:-1], neighbours(size)
    if kind in ("high", "low"):
        return q
    if kind == "jump":
        return numpy.max([numpy.abs(other - q) / numpy.maximum(numpy.maximum(there, here), 1e-300)
                          for pair, sizes in zip(neighbours(values), around) for other, there in zip(pair, sizes)], axis=0)
    bend = sum((upper - 2 * q + lower) ** 2 for lower, upper in neighbours(values))
    slope = sum((numpy.abs(upper - q) + numpy.abs(q - lower) + 0.01 * (above + 2 * here + below)) ** 2
                for (lower, upper), (below, above) in zip(neighbours(values), around))
    return numpy.sqrt(bend / numpy.maximum(slope, 1e-300))


def marked(criteria, fields, order, block=8):
    """Places of the blocks of an even mesh that are refined, in blocks."""
    layers, found = LAYERS[order], set()
    for criterion in criteria:
        for name in criterion["fields"]:
            for values in fields[name]:
                measure = measure_of(criterion["kind"], pad(values, layers + 1), criterion.get("scale", 0))
                asks = measure < criterion["below"] if criterion["kind"] == "low" else measure > criterion["above"]
                for y in range(values.shape[0] // block):
                    for x in range(values.shape[1] // block):
                        if asks[y * block:(y + 1) * block + 2 * layers, x * block:(x + 1) * block + 2 * layers].any():
                            found.add((x, y))
    return found


# A smooth wave of the density, jumps of the pressure at two discs, a whirl of small velocities.
VARIED = """
INLINE void initial(const real x[3], real t, real state[])
{
    const real r2 = square(x[0] - R(0.13)) + square(x[1] - R(0.07));
    (void)t;
    state[0] = R(1.0) + R(0.3) * real_exp(R(-30.0) * (square(x[0] + R(0.6)) + square(x[1] + R(0.5))));
    state[1] = R(-0.1) * x[1] * real_exp(R(-20.0) * r2);
    state[2] = R(0.1) * x[0] * real_exp(R(-20.0) * r2);
    state[3] = R(0.0);
    state[4] = square(x[0] - R(0.5)) + square(x[1] - R(0.6)) < R(0.02)   ? R(2.0)
               : square(x[0] + R(0.55)) + square(x[1] - R(0.4)) < R(0.02) ? R(1.4)
                                                                          : R(1.0);
}
INLINE real diagnostic_spin(const real x[3], real t, const real state[])
{
    (void)t;
    return x[0] * state[2] - x[1] * state[1];
}
"""
SPIN = {"diagnostics": {"file": "start.c", "quantities": [{"name": "spin"}]}}
CRITERIA = {
    "second-difference": [{"kind": "second-difference", "above": 0.3, "below": 0.1}],
    "second-difference-scale": [{"kind": "second-difference", "fields": ["velocity"], "above": 0.3, "below": 0.1, "scale": 0.05}],
    "jump": [{"kind": "jump", "fields": ["density"], "above": 0.02, "below": 0.01}],
    "jump-relative": [{"kind": "jump", "fields": ["pressure"], "above": 0.35, "below": 0.1}],  # 0.5 and 0.29
    "jump-scale": [{"kind": "jump", "fields": ["velocity", "spin"], "above": 0.2, "below": 0.1, "scale": 0.003}],
    "high": [{"kind": "high", "fields": ["temperature"], "above": 1.5, "below": 1}],
    "low": [{"kind": "low", "fields": ["temperature"], "above": 0.95, "below": 0.85}],
    "code": [{"kind": "high", "fields": ["spin"], "above": 5e-4, "below": 1e-4}],
    "several": [{"kind": "high", "fields": ["pressure"], "above": 1.5, "below": 1.1},
                {"kind": "low", "fields": ["velocity"], "above": -0.001, "below": -0.006}],
}


@pytest.mark.parametrize("name, order", [(name, 3 if "scale" in name else 2) for name in CRITERIA])
def test_blocks_that_criteria_refine(tmp_path, name, order):
    """Which blocks of level 0 the start refines, against numpy on the fields of the mesh that is not refined."""
    import taub
    criteria = CRITERIA[name]
    fields = ["density", "pressure", "velocity", "temperature", "spin"]
    changes = {"mesh": {"boundary": {"x": "periodic", "y": "outflow"}}, "time": {"max_steps": 1, "end": 1e-9},
               "output": {"fields": fields}, **SPIN}
    ends = {"levels": 1, "regions": [{"kind": "ball", "center": [-1, 1, 0], "radius": 1e-3}], "every": 0}
    even = run_case(refined(tmp_path / "even", VARIED, [64, 64, 1], ends, order, **changes), tmp_path / "even/out", **FAST)
    run = taub.open(even, level=0)
    values = {field: numpy.asarray(run.field(field, index=0)).reshape(-1, 64, 64) for field in fields}
    expected = marked([{"fields": ["density", "pressure"], **criterion} for criterion in criteria], values, order)
    assert 2 <= len(expected) <= 40
    case = refined(tmp_path / "refined", VARIED, [64, 64, 1], {"levels": 1, "criteria": criteria}, order, **changes)
    tree = taub.open(run_case(case, tmp_path / "refined/out", **FAST)).blocks(index=0)
    assert {tuple(place[:2] // 16) for level, place in zip(tree.level, tree.place) if level == 1} == expected
    assert len(tree.level) == 64 + 3 * len(expected)


FLUID = {"system": "srhd", "eos": {"kind": "conformal"},
         "mesh": {"coordinates": "milne", "boundary": {"x": "periodic", "y": "outflow"}},
         "initial": {"kind": "gaussian", "peak": {"energy_density": 20}, "background": {"energy_density": 0.05},
                     "center": [0.2, -0.3, 0], "width": [0.3, 0.2, 1]},
         "time": {"start": 1, "end": 2, "max_steps": 2}, "output": {"fields": ["temperature"]}}


def test_a_fluid_is_refined_where_it_is_hot(tmp_path):
    """Above a temperature, as what freezes out later: at the start, against the mesh that is not refined."""
    import taub
    cold = {"levels": 1, "regions": [{"kind": "ball", "center": [-1, 1, 0], "radius": 1e-3}], "every": 0}
    even = run_case(refined(tmp_path / "even", "", [64, 64, 1], cold, kind="ader-weno", **FLUID), tmp_path / "even/out", **FAST)
    temperature = numpy.asarray(taub.open(even, level=0).field("temperature", index=0)).reshape(1, 64, 64)
    half = 0.5 * float(temperature.max())
    hot = [{"kind": "high", "fields": ["temperature"], "above": half, "below": 0.8 * half}]
    expected = marked(hot, {"temperature": temperature}, 3)
    assert 2 <= len(expected) <= 40
    case = refined(tmp_path / "hot", "", [64, 64, 1], {"levels": 1, "criteria": hot}, kind="ader-weno", **FLUID)
    tree = taub.open(run_case(case, tmp_path / "hot/out", **FAST)).blocks(index=0)
    assert {tuple(place[:2] // 16) for level, place in zip(tree.level, tree.place) if level == 1} == expected


MOVING = """
INLINE void initial(const real x[3], real t, real state[])
{
    (void)x;
    (void)t;
    state[0] = state[4] = R(1.0);
}
INLINE real diagnostic_far(const real x[3], real t, const real state[])
{
    (void)state;
    return real_sqrt(square(x[0] + R(0.61) - R(5.0) * t) + square(x[1] - R(0.13)));
}
INLINE real diagnostic_slope(const real x[3], real t, const real state[])
{
    (void)state;
    return R(0.3) * x[0] - x[1] - R(2.0) * t;
}
"""
MOVES = {"diagnostics": {"file": "start.c", "quantities": [{"name": "far"}, {"name": "slope"}]},
         "mesh": {"boundary": {"x": "periodic", "y": "outflow"}}, "time": {"cfl": None, "step": 0.02, "end": 0.24},
         "output": {"every": 0.02, "fields": ["density"]}}
FOLLOWS = [{"kind": "low", "fields": ["far"], "above": 0.41, "below": 0.27},
           {"kind": "high", "fields": ["slope"], "above": 0.71, "below": 0.5}]


def moving(criterion, x, y, t):
    far, slope = numpy.hypot(x + 0.61 - 5 * t, y - 0.13), 0.3 * x - y - 2 * t
    return (-far, -0.27, -0.41) if criterion == "far" else (slope, 0.71, 0.5)


class Trees:
    """Trees of 4 x 4 blocks of level 0 with 8 x 8 cells on [-1, 1]^2, periodic along x, as sets of (level, x, y)."""

    def __init__(self, levels, most=0):
        self.levels, self.most, self.held_back = levels, most, 0
        self.leaves = self.tree_of([])

    def divide(self, level, x, y, divided):
        x, wide = x % (4 << level), 4 << level
        if not 0 <= y < wide or (level, x, y) in divided:
            return
        divided.add((level, x, y))
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if level > 0 and 0 <= y + dy < wide:
                    self.divide(level - 1, (x + dx) % wide // 2, (y + dy) // 2, divided)

    def tree_of(self, wish):
        divided, leaves = set(), set()
        for level, x, y in wish:
            if level > 0:
                self.divide(level - 1, x // 2, y // 2, divided)
        stack = [(0, x, y) for x in range(4) for y in range(4)]
        while stack:
            level, x, y = block = stack.pop()
            if block in divided:
                stack += [(level + 1, 2 * x + a, 2 * y + b) for a in (0, 1) for b in (0, 1)]
            else:
                leaves.add(block)
        return leaves

    def change(self, block, t):
        """The cells of a block and one layer of zones around it: the most that one of the criteria asks for."""
        level, x, y = block
        width = 2 / 32 / 2 ** level
        places = numpy.meshgrid(*(-1 + (8 * at + numpy.arange(-1, 9) + 0.5) * width for at in (x, y)))
        change = -1
        for criterion in ("far", "slope"):
            values, above, below = moving(criterion, *places, t)
            change = max(change, 1 if values.max() > above else -1 if values.max() < below else 0)
        return change

    def follow(self, t):
        changes = {block: self.change(block, t) for block in self.leaves}
        for finest in range(self.levels, -1, -1):
            wish = []
            for (level, x, y), change in changes.items():
                if change > 0 and level < finest:
                    wish.append((level + 1, 2 * x, 2 * y))
                else:
                    wish.append((level - 1, x // 2, y // 2) if change < 0 and level > 0 else (level, x, y))
            leaves = self.tree_of(wish)
            if not self.most or len(leaves) <= self.most:
                break
        self.held_back += sum(change > 0 and finest <= level < self.levels for (level, _, _), change in changes.items())
        self.leaves = leaves


def leaves_of(tree):
    return {(int(level), int(place[0]) // 8, int(place[1]) // 8) for level, place in zip(tree.level, tree.place)}


@pytest.mark.parametrize("most", [0, 70])
def test_trees_that_follow_user_code(tmp_path, most):
    """Every tree of a run against sets of Python: refined where one criterion asks for it, coarsened where both allow it, and
    no more blocks than there may be."""
    import taub
    refine = {"levels": 2, "every": 1, "criteria": FOLLOWS, "most_blocks": most}
    case = refined(tmp_path, MOVING, [32, 32, 1], refine, 2, **MOVES)
    done = run_taub("run", case, "-o", tmp_path / "out", **FAST)
    run = taub.open(tmp_path / "out")
    trees, coarser = Trees(2, most), 0
    for _ in range(2):
        trees.follow(0.0)
    assert len(run.steps) == 13
    for n, t in enumerate(run.times):
        if n > 0:
            before = trees.leaves
            trees.follow(t)
            coarser += len(before - trees.leaves) > 0
        assert leaves_of(run.blocks(index=n)) == trees.leaves, n
    assert coarser >= 5
    counts = read_summary(tmp_path / "out")["counts"]
    if most:
        assert counts["blocks_held_back"] == trees.held_back > 0
        assert f"{trees.held_back} times a block was to be refined" in done.stdout
    else:
        assert max(len(run.blocks(index=n)) for n in range(13)) > 70 and "blocks_held_back" not in counts


def test_bits_with_criteria_and_a_limit(tmp_path):
    """Restarts with user code, differences of a vector and a limit that is met."""
    source = STIRRED + MOVING[MOVING.index("INLINE real diagnostic_far"):]
    criteria = [{"kind": "jump", "fields": ["velocity"], "above": 0.3, "below": 0.1, "scale": 0.5},
                {"kind": "second-difference", "above": 0.4, "below": 0.2}, FOLLOWS[0]]
    case = refined(tmp_path, source, [48, 48, 1], {"levels": 2, "every": 2, "criteria": criteria, "most_blocks": 100}, 3, mesh=OPEN,
                   time={"max_steps": 13}, diagnostics=MOVES["diagnostics"], **KEEP)
    whole = run_case(case, tmp_path / "whole")
    run_case(case, tmp_path / "first", "time.max_steps=5")
    assert_same_state(whole, run_case(case, tmp_path / "other", "--restart", tmp_path / "first"))
    levels = state_of(whole)[1]
    assert len(set(levels)) > 1 and len(levels) <= 100 and read_summary(whole)["counts"]["blocks_held_back"] > 0
    few = run_taub("run", case, "mesh.refine.most_blocks=40", "-o", tmp_path / "other", "--restart", tmp_path / "first", expect=2)
    assert "mesh.refine.most_blocks" in few.stderr


@pytest.mark.parametrize("kind", ["second-difference", "high"])
def test_a_field_that_is_no_number(tmp_path, kind):
    source = STIRRED + """
INLINE real diagnostic_root(const real x[3], real t, const real state[])
{
    (void)t;
    (void)state;
    return real_sqrt(x[0] + R(0.7));
}
"""
    refine = {"levels": 1, "criteria": [{"kind": kind, "fields": ["velocity", "root"], "above": 0.9, "below": 0.8}]}
    case = refined(tmp_path, source, [16, 16, 1], refine, 2, diagnostics={"file": "start.c", "quantities": [{"name": "root"}]})
    assert "root, by which mesh.refine.criteria" in run_taub("run", case, "-o", tmp_path / "out", expect=1).stderr


def test_what_check_says(tmp_path):
    import taub
    case = refined(tmp_path, MOVING, [32, 32, 1], {"levels": 2, "every": 1, "criteria": FOLLOWS}, 2, **MOVES)
    blocks = len(taub.open(run_case(case, tmp_path / "out", "time.end=0.001", **FAST)).blocks(index=0))
    said = run_taub("check", case, **FAST).stdout
    assert f"blocks    at the start {blocks}: " in said and "blocks    at most 256, all of level 2: " in said
    said = run_taub("check", case, "mesh.refine.most_blocks=99", **FAST).stdout
    assert "blocks    at most 99, mesh.refine.most_blocks: " in said
    said = run_taub("check", case, "mesh.refine.most_blocks=4000000", "mesh.refine.levels=11", "mesh.refine.criteria=",
                    **FAST).stdout
    assert "blocks    at the start 16: " in said and "blocks    at most 4000000, mesh.refine.most_blocks: " in said
    assert "too large for host:0 here with so many: mesh.refine: 4000000 blocks" in said
    case = refined(tmp_path / "still", MOVING, [32, 32, 1], {"levels": 2, "every": 0, "regions": [BALL]}, 2)
    blocks = len(taub.open(run_case(case, tmp_path / "still/out", "time.max_steps=1", **FAST)).blocks(index=0))
    said = run_taub("check", case, **FAST).stdout
    assert f"blocks    at the start {blocks}: " in said and f"blocks    at most {blocks}, the blocks stay as they begin" in said


def test_files(tmp_path):
    """The table of blocks, fields on the cells of any level, and an index for ParaView that names each block."""
    import taub
    case = refined(tmp_path, STIRRED, [16, 16, 16], {"levels": 1, "every": 4, "regions": [BALL]}, 2, output={"every": 0.05},
                   time={"max_steps": 8})
    folder = run_case(case, tmp_path / "out")
    run = taub.open(folder)
    assert run.level == 1 and run.shape == (32, 32, 32)
    tree = run.blocks(index=-1)
    lower, upper = tree.boxes()
    assert abs(numpy.prod(upper - lower, axis=1).sum() - 8) < 1e-12
    fine, coarse = (numpy.asarray(taub.open(folder, level=level).field("density")) for level in (1, 0))
    assert numpy.allclose(fine.reshape(16, 2, 16, 2, 16, 2).mean(axis=(1, 3, 5)), coarse, rtol=1e-14)
    assert abs(coarse.mean() * 8 - read_history(folder)["mass"][-1]) <= 1e-13 * 8
    text = (folder / "fields.xmf").read_text()
    assert text.count("GridType=\"Collection\" CollectionType=\"Spatial\"") == len(run.steps)
    assert text.count("Grid Name=\"block") == sum(len(run.blocks(index=n)) for n in range(len(run.steps)))


WRONG = [
    ({"mesh": {"blocks": [5, 5, 1], "cells": [35, 35, 1]}}, "mesh.blocks"),
    ({"mesh": {"blocks": [8, 8, 1]}}, "mesh.blocks"),
    ({"mesh": {"refine": {"levels": 2, "above": 0.1}}}, "mesh.refine.below"),
    ({"mesh": {"refine": {"levels": 2, "regions": [{"kind": "ball"}]}}}, "mesh.refine.regions[0].radius"),
    ({"mesh": {"refine": {"levels": 1, "regions": [{**BALL, "level": 2}]}}}, "mesh.refine.regions[0].level"),
    ({"mesh": {"refine": {"levels": 2, "above": 0.5, "criteria": [{"kind": "jump", "above": 0.5, "below": 0.1}]}}},
     "mesh.refine.criteria or mesh.refine.above, got both"),
    *(({"mesh": {"refine": {"levels": 2, "criteria": [{"kind": "jump", "above": 0.5, "below": 0.1}, criterion]}}},
       message) for criterion, message in [
           ({"kind": "jmp", "above": 0.5, "below": 0.1}, ".kind: expected one of second-difference, jump, high, low, got \"jmp\"; "
            "did you mean jump?"),
           ({"kind": "jump", "above": 0.5, "below": 0.5}, ".below: expected a number below"),
           ({"kind": "jump", "above": 2.5, "below": 0.5}, ".above: expected a number between 0 and 2"),
           ({"kind": "second-difference", "above": 0.5, "below": -0.5}, ".below: expected a number between 0 and 1"),
           ({"kind": "jump", "above": 0.5}, ".below: this key is missing"),
           ({"kind": "high", "above": 0.5, "below": 0.1}, ".fields: this key is missing"),
           ({"kind": "high", "fields": ["density"], "above": 0.5, "below": 0.1, "scale": 1}, ".scale: this key does not apply"),
           ({"kind": "low", "fields": ["density", "presure"], "above": 0.5, "below": 0.1}, ".fields[1]: "),
           ({"kind": "low", "fields": ["density", "presure"], "above": 0.5, "below": 0.1}, "did you mean pressure?"),
           ({"kind": "low", "fields": ["scalar_2"], "above": 0.5, "below": 0.1}, ".fields[0]: system euler has no quantity"),
           ({"kind": "low", "fields": ["bulk_pressure"], "above": 0.5, "below": 0.1}, "system euler has no quantity bulk_pressure"),
       ]),
    ({"mesh": {"refine": {"levels": 0, "criteria": [{"kind": "jump", "above": 0.5, "below": 0.1}]}}}, "mesh.refine.levels"),
    ({"mesh": {"refine": {"levels": 2, "every": 0, "criteria": [{"kind": "jump", "above": 0.5, "below": 0.1}]}}},
     "mesh.refine.every"),
    ({"mesh": {"refine": {"levels": 2, "most_blocks": 15}}}, "mesh.refine.most_blocks: expected at least 16"),
    ({"mesh": {"refine": {"levels": 2, "most_blocks": 20, "regions": [BALL]}}}, "mesh.refine.most_blocks: expected at least"),
    ({"scheme": {"kind": "musta", "order": None}}, "scheme.kind: expected"),
    ({"system": "israel-stewart", "eos": {"kind": "conformal", "gamma": None}, "transport": {"form": "paper"},
      "scheme": {"kind": "kurganov-tadmor", "order": None}}, "transport.form: expected flux with mesh.refine"),
    ({"system": "israel-stewart", "eos": {"kind": "conformal", "gamma": None}, "transport": {},
      "scheme": {"kind": "kurganov-tadmor", "order": None},
      "mesh": {"refine": {"levels": 2, "criteria": [{"kind": "high", "fields": ["expansion_rate"], "above": 1, "below": 0.5}]}}},
     "criteria cannot have expansion_rate, which needs differences between cells"),
    ({"system": "israel-stewart", "eos": {"kind": "conformal", "gamma": None},
      "transport": {"initial_stress": {"kind": "read", "file": "start.c"}}, "scheme": {"kind": "kurganov-tadmor", "order": None}},
     "transport.initial_stress.kind: expected zero or navier-stokes with mesh.refine"),
    ({"system": "srhd", "eos": {"kind": "conformal", "gamma": None}, "output": {"surface": {"temperature": 0.15}}},
     "the surface of cells of two levels would have holes"),
    ({"system": "srhd", "eos": {"kind": "conformal", "gamma": None}, "initial": {"kind": "particles"}},
     "particles, which are deposited in the cells of one mesh"),
    ({"system": "srmhd"}, "system"),
    ({"output": {"views": [{"name": "all", "every": 1, "level": 3}]}}, "output.views[0].level"),
    ({"output": {"views": [{"name": "all", "every": 1, "stride": [1, 129, 1]}]}}, "output.views[0].stride[1]"),
    ({"output": {"probes": {"points": [[0, 1.1, 0]]}}}, "output.probes.points[0]"),
    ({"mesh": {"refine": {"levels": 1, "regions": [{**BALL, "center": [3, 0, 0]}]}}}, "mesh.refine.regions[0]"),
    ({"mesh": {"refine": {"levels": 0, "regions": [BALL]}}}, "mesh.refine.levels"),
]


@pytest.mark.parametrize("changes, key", WRONG)
def test_messages(tmp_path, changes, key):
    case = refined(tmp_path, STIRRED, [32, 32, 1], {"levels": 2})
    content = json.loads(case.read_text())
    for section, values in changes.items():
        content[section] = {**content.get(section, {}), **values} if isinstance(values, dict) else values
        content[section] = ({name: value for name, value in content[section].items() if value is not None}
                            if isinstance(values, dict) else values)
    case.write_text(json.dumps(content))
    done = run_taub("run", case, "-o", tmp_path / "out", expect=2)
    assert key in done.stderr and not os.path.exists(tmp_path / "out")


def test_what_needs_equal_blocks(tmp_path):
    """taub compare takes equal trees only; a restart takes no fewer levels than the checkpoint has; ranks, not yet."""
    refine = {"levels": 2, "every": 0, "regions": [BALL]}
    case = refined(tmp_path / "one", STIRRED, [32, 32, 1], refine, time={"max_steps": 3}, **KEEP)
    other = refined(tmp_path / "other", STIRRED, [32, 32, 1], {**refine, "regions": TREE}, time={"max_steps": 3})
    first, same, different = (run_case(path, tmp_path / name) for path, name in
                              ((case, "first"), (case, "same"), (other, "different")))
    run_taub("compare", first, same)
    done = run_taub("compare", first, different, expect=2)
    assert "blocks" in done.stderr
    done = run_taub("run", case, "-o", tmp_path / "less", "--restart", first, "mesh.refine.levels=1",
                    "mesh.refine.regions=[]", expect=2)
    assert "mesh.refine.levels" in done.stderr and "at least 2" in done.stderr
