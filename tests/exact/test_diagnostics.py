"""diagnostics: columns, fields and limits from a user's C functions."""
import numpy
import pytest

from conftest import BASE_CASE, make_case, merge, read_fields, read_history, read_summary, require_device, run_case, run_taub
from gas_case import GAS
import ranks

HEAD = "(const real x[3], real t, const real state[])\n{\n    (void)x;\n    (void)t;\n"


def code(**functions):
    return "".join(f"INLINE real diagnostic_{name}{HEAD}{body}\n}}\n" for name, body in functions.items())


def diagnose(folder, base, functions, quantities, **changes):
    """A case with these functions, {name: body}, and quantities, {name: column or a map}."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "own.c").write_text(code(**functions))
    listed = [{"name": name, **(one if isinstance(one, dict) else {"column": one})} for name, one in quantities.items()]
    return make_case(folder, base=base, diagnostics={"file": "own.c", "quantities": listed}, **changes)


RELATIVISTIC = """    const real u2 = state[1] * state[1] + state[2] * state[2] + state[3] * state[3];
    const real p = state[0] / R(3.0){more};
    return (state[0] + p) * (R(1.0) + u2) - p{stress};"""
FASTEST = "    return real_sqrt(state[1] * state[1] + state[2] * state[2] + state[3] * state[3]);"
PLANE = {"cells": [16, 12, 1], "lower": [0, 0, 0], "upper": [1, 1.5, 2], "boundary": "periodic"}
GAS_IN_PLANE = merge(GAS, {"mesh": PLANE, "time": {"max_steps": 3}, "initial": {
    "axis": "y", "position": 0.7, "left": {"density": 1, "pressure": 1, "velocity": [0.3, 0.2, -0.1]}}})
MILNE = merge(BASE_CASE, {"mesh": {"coordinates": "milne", "cells": [12, 10, 8]}, "time": {"start": 0.6, "max_steps": 3},
                          "initial": {"kind": "ball", "radius": 2, "inside": {"energy_density": 8, "velocity": [0.2, 0, 0]},
                                      "outside": {"energy_density": 1}}})
LOOP = {"mesh": {"cells": [16, 12, 1], "lower": [-0.5, -0.5, 0], "upper": [0.5, 0.5, 1], "boundary": "periodic"},
         "scheme": {"kind": "ader-weno", "order": 2}, "time": {"end": 0.1, "max_steps": 3},
         "initial": {"kind": "field-loop", "radius": 0.3, "field": 0.5, "state": {"density": 1, "pressure": 1, "velocity": [0.2, 0.1, 0.3]}},
         "eos": {"kind": "ideal-gas"}, "output": {"fields": ["magnetic_field"]}}
LIGHT = {"system": "maxwell", "mesh": LOOP["mesh"], "scheme": LOOP["scheme"], "time": {"end": 0.1, "max_steps": 3},
         "initial": {"kind": "plane-wave", "waves": [1, 1, 1], "polarization": [0, 0, 1]}, "device": GAS["device"]}
GAS_ENERGY = """    return state[4] / R(0.4) + R(0.5) * state[0] * (state[1] * state[1] + state[2] * state[2] + state[3] * state[3]);"""
# What a case's own column has, as a user computes it.
OWN = {
    "euler": (GAS_IN_PLANE, {"mass": "    return state[0];", "momentum_y": "    return state[0] * state[2];",
                             "energy": GAS_ENERGY, "density_min": "    return state[0];", "speed_max": FASTEST}),
    "euler-order-4": (merge(GAS_IN_PLANE, {"scheme": {"kind": "rk-weno", "order": 4}}),
                      {"mass": "    return state[0];", "momentum_x": "    return state[0] * state[1];",
                       "pressure_min": "    return state[4];"}),
    "stretched": (merge(GAS_IN_PLANE, {"mesh": {"boundary": "outflow", "spacing": {"x": {"kind": "stretched", "strength": 3}}}}),
                  {"mass": "    return state[0];", "energy": GAS_ENERGY}),
    "milne": (MILNE, {"energy": RELATIVISTIC.format(more="", stress=""), "energy_density_max": "    return state[0];"}),
    "viscous": (merge(MILNE, {"system": "israel-stewart", "transport": {"shear_viscosity": {"kind": "constant", "value": 0.2}}}),
                {"energy": RELATIVISTIC.format(more=" + state[14]", stress=" + state[4]"),
                 "energy_density_min": "    return state[0];"}),
    "mhd": (merge(LOOP, {"system": "mhd"}),
            {"magnetic_energy": "    return R(0.5) * (state[5] * state[5] + state[6] * state[6] + state[7] * state[7]);",
             "kinetic_energy": GAS_ENERGY.replace("state[4] / R(0.4) + ", "")}),
    "srmhd": (merge(LOOP, {"system": "srmhd"}),
              {"mass": "    return state[0] * real_sqrt(R(1.0) + state[1] * state[1] + state[2] * state[2] + state[3] * "
                       "state[3]);"}),
    "maxwell": (LIGHT, {"electric_energy": "    return R(0.5) * (state[0] * state[0] + state[1] * state[1] + state[2] * "
                                           "state[2]);",
                        "magnetic_field_max": "    return real_sqrt(state[3] * state[3] + state[4] * state[4] + state[5] * "
                                              "state[5]);"}),
}


@pytest.mark.parametrize("name", OWN)
def test_columns_are_those_of_the_system(tmp_path, name):
    """Sums of densities that the state gives are those of the stored ones but for rounding, extrema are the same numbers."""
    base, functions = OWN[name]
    kind = {"_max": "maximum", "_min": "minimum"}
    case = diagnose(tmp_path, base, {f"my_{one}": body for one, body in functions.items()},
                    {f"my_{one}": kind.get(one[-4:], "sum") for one in functions})
    history = read_history(run_case(case, tmp_path / "out"))
    assert len(history["step"]) == 4
    for one in functions:
        own, mine = history[one], history[f"my_{one}"]
        if one[-4:] in kind:
            assert (mine == own).all(), one
        else:
            assert numpy.abs(mine - own).max() <= 1e-13 * numpy.abs(own).max(), one
        assert numpy.abs(own).max() > 0


@pytest.mark.parametrize("base", [GAS_IN_PLANE, MILNE], ids=["cartesian", "milne"])
def test_place_time_and_volume(tmp_path, base):
    """A function of place and time alone: its sum and extrema from the centres and volumes of cells."""
    body = "    return t * (R(1.0) + x[0] * x[0] + R(2.0) * x[1] + R(3.0) * x[2]);"
    case = diagnose(tmp_path, base, {"a": body, "b": body, "c": body}, {"a": "sum", "b": "minimum", "c": "maximum"})
    history, mesh = read_history(run_case(case, tmp_path / "out")), base["mesh"]
    widths = [(upper - lower) / n for lower, upper, n in zip(mesh["lower"], mesh["upper"], mesh["cells"])]
    x, y, z = numpy.meshgrid(*[lower + (numpy.arange(n) + 0.5) * width
                               for lower, n, width in zip(mesh["lower"], mesh["cells"], widths)], indexing="ij")
    time = history["time"]
    value = 1 + x * x + 2 * y + 3 * z
    stretch = time if mesh.get("coordinates") == "milne" else 1
    assert history["a"] == pytest.approx(time * value.sum() * numpy.prod(widths) * stretch, rel=1e-13)
    assert history["b"] == pytest.approx(time * value.min(), rel=1e-14)
    assert history["c"] == pytest.approx(time * value.max(), rel=1e-14)


FUNCTIONS = {"kinetic_x": "    return R(0.5) * state[0] * state[1] * state[1];", "fastest": FASTEST}
QUANTITIES = {"kinetic_x": "sum", "fastest": "maximum"}
WRITTEN = {"fields": ["density", "velocity", "kinetic_x", "fastest"],
           "probes": {"points": [[4.5 / 16, 3.5 / 8, 1]], "fields": ["fastest"]},
           "views": [{"name": "part", "every": 0.01, "stride": [2, 1, 1], "fields": ["kinetic_x", "density", "velocity"]}]}


def written(folder):
    """Histories, probes and the values of fields, as they are on disk."""
    values = [(folder / name).read_bytes() for name in ("history.csv", "probes.csv")]
    return values + [numpy.asarray(value).tobytes() for of in (folder, folder / "view-part")
                     for _, value in sorted(read_fields(of)[1].items())]


def test_fields_and_the_same_bits(tmp_path):
    """Fields are functions of the fields that belong to the state; blocks, ranks, OpenCL and pieces of a run have the bits."""
    case = diagnose(tmp_path, GAS_IN_PLANE, FUNCTIONS, QUANTITIES, output=WRITTEN, device={"reproducible": "strict"},
                    scheme={"kind": "ader-weno", "order": 3}, time={"end": 0.02, "max_steps": None})
    whole = run_case(case, tmp_path / "out")
    for folder in (whole, whole / "view-part"):
        fields = read_fields(folder)[1]
        assert fields["kinetic_x"] == pytest.approx(0.5 * fields["density"] * fields["velocity/x"] ** 2, rel=1e-14)
        assert fields["kinetic_x"].max() > 0.01
    fields = read_fields(whole)[1]
    assert fields["fastest"] == pytest.approx(numpy.sqrt(sum(fields[f"velocity/{axis}"] ** 2 for axis in "xyz")), rel=1e-14)
    probe = float((whole / "probes.csv").read_text().split(",")[-1])
    assert probe == pytest.approx(fields["fastest"][0, 3, 4], rel=1e-12)
    assert written(run_case(case, tmp_path / "blocks", "mesh.blocks=[2,3,1]")) == written(whole)
    run_case(case, tmp_path / "pieces", "time.end=0.01")
    assert written(run_case(case, tmp_path / "pieces", "--restart", tmp_path / "pieces")) == written(whole)
    try:
        require_device("opencl")
        assert written(run_case(case, tmp_path / "opencl", "--device", "opencl")) == written(whole)
    except pytest.skip.Exception as reason:
        print(reason)
    if not ranks.missing():
        process = ranks.start(2, "run", case, "-o", tmp_path / "ranks", "--quiet")
        assert process.wait(timeout=300) == 0
        assert written(tmp_path / "ranks") == written(whole)


def test_a_limit_ends_the_run(tmp_path):
    """At the first line beyond it, as done; without a history at every tenth step; a restart with another limit goes on."""
    case = diagnose(tmp_path, GAS_IN_PLANE, {"elapsed": "    return t;"}, {"elapsed": "maximum"},
                    time={"end": 0.5, "max_steps": 25}, output={"fields": ["density"]})
    time = read_history(run_case(case, tmp_path / "free"))["time"]
    above, below = ("diagnostics.quantities=[{name: elapsed, column: maximum, stop_%s: %.17g}]" % limit
                    for limit in (("above", time[12:14].mean()), ("below", 1)))
    done = run_taub("run", case, "-o", tmp_path / "above", above)
    history, summary = read_history(tmp_path / "above"), read_summary(tmp_path / "above")
    assert (history["elapsed"] == time[:14]).all() and (history["time"] == time[:14]).all()
    assert summary["status"] == "done" and "elapsed, " in summary["reason"] and "is above stop_above, " in summary["reason"]
    assert summary["reason"] in done.stdout
    run_case(case, tmp_path / "above", "--restart", tmp_path / "above", above.replace("stop_above: ", "stop_above: 1"))
    assert (read_history(tmp_path / "above")["elapsed"] == time).all()
    assert read_summary(run_case(case, tmp_path / "seldom", above, "output.history=0"))["steps"] == 20
    summary = read_summary(run_case(case, tmp_path / "below", below))
    assert summary["steps"] == 0 and "is below stop_below, 1" in summary["reason"]


@pytest.mark.parametrize("device", [{"reproducible": "strict"}, {"precision": "single", "reproducible": "fast"}],
                         ids=["strict", "fast"])
def test_what_is_no_number_shows(tmp_path, device):
    """In one cell, whichever place that has in its row."""
    body = "    return x[0] > R(0.4) && x[0] < R(0.45) && x[1] < R(0.1) ? real_sqrt(-state[0]) : R(1.0);"
    case = diagnose(tmp_path, GAS_IN_PLANE, {"a": body, "b": body, "c": body}, {"a": "sum", "b": "minimum", "c": "maximum"},
                    device=device, time={"max_steps": 1})
    history = read_history(run_case(case, tmp_path / "out"))
    assert all(numpy.isnan(history[name]).all() for name in "abc")


@pytest.mark.parametrize("quantities, place, words", [
    ([{"name": "fastst"}], "[0].name", ["own.c has no function diagnostic_fastst", "did you mean diagnostic_fastest?"]),
    ([{"name": "fastest"}, {"name": "mass", "column": "sum"}], "[1].name", ["history.csv has a column mass already"]),
    ([{"name": "floored", "column": "sum"}], "[0].name", ["history.csv has a column floored already"]),
    ([{"name": "dt", "column": "sum"}], "[0].name", ["history.csv has a column dt already"]),
    ([{"name": "density"}], "[0].name", ["system euler has a quantity density already"]),
    ([{"name": "fastest"}, {"name": "fastest"}], "[1].name", ["another diagnostic has this name"]),
    ([{"name": "my-speed"}], "[0].name", ["letters, digits and underscores"]),
    ([{"name": "a" * 32}], "[0].name", ["at most 31 letters"]),
    ([{"name": "fastest", "column": "max"}], "[0].column", ["expected one of none, sum, minimum, maximum"]),
    ([{"name": "fastest", "stop_above": 1}], "[0].stop_above", ["limits are those of columns"]),
    ([{"name": "fastest", "column": "sum", "stop_above": 1, "stop_below": 2}], "[0].stop_above", ["at least stop_below, 2"]),
    ([{"name": "fastest"}] * 17, "", ["at most 16 diagnostics, got 17"]),
])
def test_wrong_input(tmp_path, quantities, place, words):
    case = diagnose(tmp_path, GAS_IN_PLANE, FUNCTIONS, QUANTITIES)
    case = make_case(tmp_path, base=GAS_IN_PLANE, diagnostics={"file": "own.c", "quantities": quantities})
    message = run_taub("run", case, "-o", tmp_path / "out", expect=2).stderr
    line = [line for line in message.splitlines() if f"diagnostics.quantities{place}: " in line]
    assert line and "case.yaml:" in line[0], message
    assert all(word in line[0] for word in words), message
    assert not (tmp_path / "out").exists()


def test_names_of_fields(tmp_path):
    """Where quantities are named those of diagnostics are known, and offered for a word with a slip."""
    for output in ({"fields": ["kinetic_y"]}, {"probes": {"points": [[0.3, 0.4, 1]], "fields": ["kinetic_y"]}},
                   {"views": [{"name": "part", "every": 0.01, "fields": ["kinetic_y"]}]}):
        case = diagnose(tmp_path, GAS_IN_PLANE, FUNCTIONS, QUANTITIES, output=output)
        message = run_taub("check", case, expect=2).stderr
        assert "case.yaml:" in message and "fields[0]" in message and "did you mean kinetic_x?" in message


def test_a_function_in_no_file(tmp_path):
    """With an include only the compiler knows; complex fields have no diagnostics."""
    case = diagnose(tmp_path, GAS_IN_PLANE, FUNCTIONS, {"fastest": "sum", "slowest": "sum"})
    (tmp_path / "other.h").write_text("")
    (tmp_path / "own.c").write_text('#include "other.h"\n' + (tmp_path / "own.c").read_text())
    message = run_taub("run", case, "-o", tmp_path / "out", expect=2).stderr
    assert "own.c: this file must define `real diagnostic_slowest(const real x[3], real t, const real state[])`" in message
    case = diagnose(tmp_path, LIGHT, FUNCTIONS, QUANTITIES, mesh={"bloch": [0.5, 0, 0]})
    message = run_taub("check", case, expect=2).stderr
    assert "diagnostics: diagnostics are not available with mesh.bloch" in message
