"""output.probes: values at points, of the scheme's order and with the same bits however a run is divided."""
import sys

import numpy
import pytest

from conftest import BASE_CASE, ROOT, make_case, merge, read_fields, require_device, run_case, run_taub, steps_of
from spheres import CLOSED, GAS, sphere_case

sys.path.insert(0, str(ROOT / "python"))
POINTS = [[0.13, 0.27, 0.5], [0.0, 0.998, 0.5], [0.71, 0.5, 0.5]]
WAVE = {"system": "maxwell",
        "mesh": {"cells": [32, 32, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
        "scheme": {"kind": "ader-weno", "order": 3}, "time": {"end": 0.1, "cfl": 0.3},
        "initial": {"kind": "plane-wave", "waves": [1, 1, 1], "polarization": [0, 0, 1]},
        "output": {"fields": ["magnetic_field"],
                   "probes": {"points": POINTS, "fields": ["electric_field", "magnetic_field"], "every": 2}},
        "device": {"kind": "host", "threads": 1}}


def probes_of(folder):
    """Steps, times and {column: values}, read without the package."""
    import csv
    with open(folder / "probes.csv", newline="") as file:
        rows = list(csv.reader(file))
    values = numpy.array([[float(value) for value in row] for row in rows[1:]])
    return values[:, 0], values[:, 1], dict(zip(rows[0][3:], values[:, 3:].T))


def wave_errors(tmp_path, order, cells):
    case = make_case(tmp_path, base=WAVE, mesh={"cells": [cells, cells, 1]}, scheme={"order": order})
    step, time, columns = probes_of(run_case(case, tmp_path / f"{order}-{cells}"))
    assert step[0] == 0 and (numpy.diff(step) == 2).all()
    worst = {"start": 0.0, "run": 0.0}
    for x, y, z in POINTS:
        exact = numpy.cos(2 * numpy.pi * (x + y) - 2 * numpy.pi * numpy.sqrt(2) * time)
        errors = abs(columns[f"electric_field/z @ {x:g} {y:g} {z:g}"] - exact)
        worst["start"], worst["run"] = max(worst["start"], errors[0]), max(worst["run"], errors.max())
        across = abs(columns[f"magnetic_field/x @ {x:g} {y:g} {z:g}"] - exact / numpy.sqrt(2))
        worst["run"] = max(worst["run"], across.max())
    return worst


@pytest.mark.parametrize("order", [2, 3, 4])
def test_values_are_of_the_order_of_the_scheme(tmp_path, order):
    """Half the width of cells: the error falls by 2^order, but for where the point stands between centres."""
    coarse, fine = wave_errors(tmp_path, order, 24), wave_errors(tmp_path, order, 48)
    assert coarse["run"] / fine["run"] > 0.8 * 2 ** order
    # the largest derivative of order n over n! times the product of distances to n+1 faces, two axes
    assert fine["start"] < 2 * (2 * numpy.pi / 48) ** order / 4


def linear(values, centres, x):
    return numpy.interp(x, centres, values)


@pytest.mark.parametrize("case", [{}, {"system": "euler", "eos": {"kind": "ideal-gas", "gamma": 1.4},
                                       "initial": {"left": {"density": 1, "pressure": 1, "energy_density": None},
                                                   "right": {"density": 0.125, "pressure": 0.1, "energy_density": None}}}],
                         ids=["srhd", "euler"])
def test_other_systems(tmp_path, case):
    """Order 2 is the straight line between centres, which numpy draws through the fields."""
    name = "density" if case else "energy_density"
    places = [-1.3, 0.02, 1.26, 4.99]
    base = merge(BASE_CASE, {"output": {"fields": [name, "velocity"], "probes": {"points": [[x, 0, 0] for x in places]}}})
    folder = run_case(make_case(tmp_path, base=base, **case), tmp_path / "out")
    step, time, columns = probes_of(folder)
    for at in (0, -1):
        now, fields = read_fields(folder, steps_of(folder)[at])
        assert time[at] == now
        centres = -5 + (numpy.arange(64) + 0.5) * 10 / 64
        for x in places[:3]:
            for column, field in ((name, name), ("velocity/x", "velocity/x")):
                expected = linear(fields[field][0, 0], centres, x)
                assert columns[f"{column} @ {x:g} 0 0" + unit_of(columns, column)][at] == pytest.approx(expected, rel=1e-13, abs=1e-14)
        # beyond the last centre: the line through the last two
        last = fields[name][0, 0]
        expected = last[-1] + (places[3] - centres[-1]) / (centres[-1] - centres[-2]) * (last[-1] - last[-2])
        assert columns[f"{name} @ 4.99 0 0" + unit_of(columns, name)][at] == pytest.approx(expected, rel=1e-12)


def unit_of(columns, name):
    column = next(column for column in columns if column.startswith(name + " @"))
    return column[column.index(" ["):] if " [" in column else ""


def test_blocks_threads_ranks_and_devices(tmp_path):
    case = make_case(tmp_path, base=WAVE, device={"reproducible": "strict"})
    whole = (run_case(case, tmp_path / "whole") / "probes.csv").read_text()
    for name, words in {"blocks": ["mesh.blocks=[2,4,1]"], "threads": ["--threads", "2"], "ranks": ["--device", "host", "--devices", "2"]}.items():
        assert (run_case(case, tmp_path / name, *words) / "probes.csv").read_text() == whole, name


WAVES = """
INLINE void initial(const real x[3], real t, real state[])
{
    (void)t;
    state[0] = R(1.0) + R(0.3) * real_sin(x[0] + R(2.0) * x[1] - x[2]);
    for (int c = 0; c < 3; c++)
        state[1 + c] = R(0.1) * real_cos(x[c] - x[(c + 1) % 3]);
    state[4] = R(1.0) + R(0.2) * real_cos(R(1.5) * x[2] + x[0]);
}
"""


def sphere_errors(tmp_path, order, n):
    random = numpy.random.default_rng(5)
    some = random.normal(size=(40, 3))
    some *= (random.uniform(1, 2, 40) / numpy.linalg.norm(some, axis=1))[:, None]
    points = [*some.round(6).tolist(), [1.1, 1.1, 0.2], [-0.8, 0.8, -0.8], [0, 0, 1], [0, -2, 0], [0, 1.2, -1.2]]
    case = sphere_case(tmp_path, WAVES, GAS, CLOSED, {
        "mesh": {"cells": [n, n, n]}, "scheme": {"order": order}, "time": {"max_steps": 1},
        "output": {"probes": {"points": points, "fields": ["density", "velocity", "pressure"]}}})
    columns = list(probes_of(run_case(case, tmp_path / f"{order}-{n}", env={"TAUB_CFLAGS": "-O0"}))[2].values())
    x, y, z = numpy.array(points).T
    exact = [1 + 0.3 * numpy.sin(x + 2 * y - z), *(0.1 * numpy.cos(a - b) for a, b in ((x, y), (y, z), (z, x))),
             1 + 0.2 * numpy.cos(1.5 * z + x)]
    found = numpy.array([column[0] for column in columns]).reshape(len(points), 5)
    return abs(found - numpy.array(exact).T).max()


@pytest.mark.parametrize("order", [2, 3, 4])
def test_between_spheres(tmp_path, order):
    """On a cubed sphere values of the scheme's order from cells of one panel, up to its sides, its corners and both spheres."""
    coarse, fine = sphere_errors(tmp_path, order, 8), sphere_errors(tmp_path, order, 16)
    assert numpy.log2(coarse / fine) > order - 0.3


def test_opencl(tmp_path):
    require_device("opencl")
    case = make_case(tmp_path, base=WAVE, device={"reproducible": "strict"})
    texts = [(run_case(case, tmp_path / kind, "--device", kind) / "probes.csv").read_text() for kind in ("host", "opencl")]
    assert texts[0] == texts[1]


def test_restart(tmp_path):
    """In the same folder and in another one; steps behind the checkpoint are made again."""
    case = make_case(tmp_path, base=WAVE)
    whole = (run_case(case, tmp_path / "whole") / "probes.csv").read_text()
    part = run_case(case, tmp_path / "part", "time.max_steps=5")
    run_taub("run", case, "--restart", part, "--quiet")
    assert (part / "probes.csv").read_text() == whole
    part = run_case(case, tmp_path / "again", "time.max_steps=5")
    rest = run_case(case, tmp_path / "rest", "--restart", part)
    assert (rest / "probes.csv").read_text().splitlines()[1:] == whole.splitlines()[4:]
    said = run_taub("run", case, "output.probes.points=[[0.5,0.5,0.5]]", "--restart", part, expect=2).stderr
    assert "probes.csv has other columns" in said


def test_python(tmp_path):
    import taub
    case = make_case(tmp_path, base=WAVE)
    folder = run_case(case, tmp_path / "out")
    probes = taub.read_probes(folder)
    step, time, columns = probes_of(folder)
    assert probes.quantities == ("electric_field", "magnetic_field") and probes.components["electric_field"] == ["x", "y", "z"]
    assert (probes.time == time).all() and (probes.points == POINTS).all()
    assert (probes["magnetic_field"][:, 1, 0] == columns["magnetic_field/x @ 0 0.998 0.5"]).all()
    with pytest.raises(taub.Error, match="has no pressure"):
        probes["pressure"]
    pytest.importorskip("matplotlib").use("Agg")
    assert len(taub.plot_probes(probes).axes) == 2


@pytest.mark.parametrize("key,value,said", [
    ("points", "[[0, 2, 0]]", "output.probes.points[0]: expected a position inside the mesh, got y = 2"),
    ("points", "[[0, 2]]", "expected a list of 3 numbers, got a list of 2"),
    ("points", "[0, 0.5, 0]", "expected a list of 3 numbers"),
    ("points", "[]", "expected a list of lists of 3 numbers"),
    ("points", "[[0, nan, 0]]", "expected a number, got 'nan'"),
    ("every", "0", "output.probes.every: expected a whole number"),
    ("fields", "[electric_fild]", "did you mean electric_field?"),
    ("fields", "[density]", "system maxwell has no quantity density"),
    ("fields", "[magnetic_flux]", "which is defined on faces; use magnetic_field")])
def test_bad_input(tmp_path, key, value, said):
    case = make_case(tmp_path, base=WAVE)
    done = run_taub("run", case, "-o", tmp_path / "out", f"output.probes.{key}={value}", expect=2)
    assert said in done.stderr
    assert not (tmp_path / "out").exists()
