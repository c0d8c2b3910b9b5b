"""Viscous events: the ideal limit, convergence with the mesh, thin surroundings, and twenty collisions to freeze-out."""
import numpy
import pytest

from conftest import LONG, ROOT, make_case, merge, read_fields, read_history, read_summary, run_case, steps_of

SMOOTH = {
    "system": "israel-stewart", "eos": {"kind": "lattice-wb"},
    "transport": {"shear_viscosity": {"kind": "constant", "value": 0.08}, "bulk_viscosity": {"kind": "denicol"}},
    "mesh": {"coordinates": "milne", "cells": [100, 100, 1], "lower": [-10, -10, -0.5], "upper": [10, 10, 0.5]},
    "time": {"start": 0.6, "end": 8},
    "initial": {"kind": "gaussian", "peak": {"energy_density": 30}, "background": {"energy_density": 1e-3},
                "width": [2, 2.6, 0]},
    "output": {"every": 0.2, "history": 1, "fields": ["energy_density", "velocity"]},
    "device": {"kind": "host"},
}


def ideal_of(changes):
    case = merge(SMOOTH, changes)
    return merge({key: value for key, value in case.items() if key != "transport"}, {"system": "srhd", "scheme": {"kind": "kurganov-tadmor", "limiter": "parabolic"}})


def test_ideal_limit(tmp_path):
    """Without viscosity the ideal fluid's run; with a small one a difference in proportion to it."""
    changes = {"mesh": {"cells": [50, 50, 1]}, "time": {"end": 3, "step": 0.02}, "output": {"every": 0}}
    ideal = read_fields(run_case(make_case(tmp_path, "ideal.yaml", base=ideal_of(changes)), tmp_path / "ideal"))[1]
    differences = []
    for eta in (0, 0.01, 0.02):
        case = merge(merge(SMOOTH, changes), {"transport": {"shear_viscosity": {"value": eta}, "bulk_viscosity": {"kind": "none"}}})
        fields = read_fields(run_case(make_case(tmp_path, f"{eta}.yaml", base=case), tmp_path / str(eta)))[1]
        inside = ideal["energy_density"] > 0.1
        differences.append(numpy.abs(fields["energy_density"] / ideal["energy_density"] - 1)[inside].max())
    print(f"largest relative difference of e from the ideal run, eta/s 0, 0.01, 0.02: {differences}")
    assert differences[0] < 1e-3
    assert differences[0] < differences[1] < differences[2] < 0.1
    assert differences[2] == pytest.approx(2 * differences[1], rel=0.2)


def quarter(spacing, **more):
    """The same in the quarter x, y > 0 between mirrors, up to 12.8 fm."""
    cells = round(12.8 / spacing)
    mesh = {"cells": [cells, cells, 1], "lower": [0, 0, -0.5], "upper": [12.8, 12.8, 0.5],
            "boundary": {"x": ["reflecting", "outflow"], "y": ["reflecting", "outflow"]}}
    return merge(merge(SMOOTH, {"mesh": mesh}), more)


def at_the_centre(folder):
    """e there at each output, which is a corner of the quarter's cells: from the cell there and the curvature."""
    values = []
    for step in steps_of(folder)[1:]:
        e = read_fields(folder, step)[1]["energy_density"][0]
        values.append(e[0, 0] + (e[0, 0] - (e[0, 1] + e[1, 0]) / 2) / 4)
    return numpy.array(values)


# A smooth bulk viscosity, and one that falls to a tenth within 1 MeV, a front of 0.01 fm that no mesh here resolves.
BULK = {"cauchy": ({"kind": "cauchy", "maximum": 0.1, "temperature": 0.18, "width": 0.03}, 1e-4),
        "denicol": ({"kind": "denicol"}, 3e-4)}


@pytest.mark.parametrize("bulk", BULK)
def test_smooth_event_converges(tmp_path, bulk):
    """dx = 0.4 and 0.2 fm against 0.1 fm (0.05 with --all), with the same steps, from 0.6 to 6 fm/c (8 with --all): e at the centre and eps_p."""
    viscosity, anisotropy = BULK[bulk]
    results, finest = {}, 0.05 if LONG else 0.1
    for spacing in (0.4, 0.2, finest):
        case = quarter(spacing, transport={"bulk_viscosity": viscosity}, time={"step": 0.02, "end": 8 if LONG else 6}, output={"every": 0.4})
        folder = run_case(make_case(tmp_path, f"{spacing}.yaml", base=case), tmp_path / str(spacing))
        assert read_summary(folder)["counts"]["regulated"] == 0
        results[spacing] = at_the_centre(folder), read_history(folder)["momentum_anisotropy"]
    errors = {}
    for spacing in (0.4, 0.2):
        errors[spacing] = [numpy.abs(results[spacing][0] / results[finest][0] - 1).max(),
                           numpy.abs(results[spacing][1] - results[finest][1]).max()]
        print(f"{bulk}, {spacing} fm against {finest}: e at the centre {errors[spacing][0]:.1e}, eps_p {errors[spacing][1]:.1e}")
    assert errors[0.2][0] <= (1e-3 if LONG else 5e-4) and errors[0.2][1] <= anisotropy


def test_steps_at_dilute_edges(tmp_path):
    """Steps from time.cfl damp waves of one cell's length at the dilute edge, where relaxation is fast, too."""
    case = quarter(0.1, scheme={"kind": "kurganov-tadmor", "limiter": "minmod"}, time={"cfl": 0.4}, output={"every": 0},
                   mesh={"cells": [100, 100, 1], "upper": [10, 10, 0.5]})
    counts = read_summary(run_case(make_case(tmp_path, base=case), tmp_path / "out"))["counts"]
    assert counts["regulated"] == 0 and counts["floored"] == 0


def test_thinner_surroundings(tmp_path):
    """Half the background changes nothing where T > 0.1 GeV."""
    changes = {"mesh": {"cells": [50, 50, 1]}, "time": {"end": 4, "step": 0.04},
               "output": {"every": 0, "fields": ["energy_density", "temperature"]}}
    thick, thin = (read_fields(run_case(make_case(tmp_path, f"{background}.yaml", base=merge(SMOOTH, merge(changes, {
        "initial": {"background": {"energy_density": background}}}))), tmp_path / str(background)))[1] for background in (1e-4, 5e-5))
    inside = thick["temperature"] > 0.1
    change = numpy.abs(thin["energy_density"] / thick["energy_density"] - 1)[inside]
    print(f"{inside.sum()} cells above 0.1 GeV: e changes by {change.max():.1e} at most, {numpy.median(change):.1e} in the middle of the list")
    assert inside.sum() > 300
    assert change.max() < 1e-3


@pytest.mark.parametrize("seeds", [range(1, 11), range(11, 21)], ids=["1-10", "11-20"])
def test_twenty_lead_lead_events(tmp_path, seeds):
    """Boost-invariant, coarse: every one of 20 events freezes out without a failed recovery."""
    for seed in seeds:
        folder = run_case(ROOT / "examples/pbpb-2760", tmp_path / str(seed), "mesh.cells=[48,48,1]", f"initial.seed={seed}",
                          "initial.longitudinal=", "time.step=0.05", "output.every=0", "output.fields=[temperature,regulation]")
        summary, history = read_summary(folder), read_history(folder)
        counts = summary["counts"]
        time, fields = read_fields(folder)
        print(f"seed {seed}: frozen out at {time:.2f} fm/c, regulated share inside freeze-out {history['regulated_share'].max():.1e}, counts {counts}")
        assert summary["status"] == "done" and time < 25
        assert history["temperature_max"][-1] < 0.155 <= history["temperature_max"][-2]
        assert counts["recovery_failures"] == 0 and counts["floored"] == 0
