"""Godunov schemes: the mirror image of a flow is computed with the same bits in strict mode, along every axis, and so is the
flow with x and y exchanged; an exchange with z changes the order of sums. Sharp data without any symmetry of their own, in
motion, so that no tie hides a difference."""
import copy
import itertools

import numpy
import pytest

from conftest import LONG, make_case, read_fields, read_summary, run_case

FIELDS = {"euler": ["density", "pressure", "velocity"], "srhd": ["energy_density", "charge_density", "velocity"]}


def corners(system, axes):
    """{(0 or 1 along each axis): state} with jumps by factors of up to 100 in pressure and 30 in density."""
    random, result = numpy.random.default_rng(1), {}
    for place in itertools.product(range(2), repeat=axes):
        density, pressure = 10 ** random.uniform(-1, 0.5), 10 ** random.uniform(-1, 1)
        velocity = random.uniform(-1.5, 1.5, 3)
        if system == "srhd":
            velocity *= random.uniform(0.1, 0.9) / numpy.linalg.norm(velocity)
        result[place] = {"density" if system == "euler" else "charge_density": density, "pressure": pressure,
                         "velocity": [float(v) for v in velocity]}
    return result


def mirrored(states, a):
    result = {}
    for place, state in states.items():
        state = copy.deepcopy(state)
        state["velocity"][a] *= -1
        result[tuple(1 - n if axis == a else n for axis, n in enumerate(place))] = state
    return result


def exchanged(states, a, b):
    def swap(values):
        values = list(values)
        values[a], values[b] = values[b], values[a]
        return values
    return {tuple(swap(place)): {**state, "velocity": swap(state["velocity"])} for place, state in states.items()}


def result_of(folder, system, axes, scheme, states):
    pieces = [states[place[::-1]] for place in itertools.product(range(2), repeat=axes)]
    cells = {2: 16, 3: 10}[axes]
    base = {"system": system, "eos": {"kind": "ideal-gas", "gamma": 1.4},
            "mesh": {"cells": [cells if a < axes else 1 for a in range(3)], "lower": [-1, -1, -1], "upper": [1, 1, 1],
                     "boundary": "outflow"},
            "scheme": scheme, "time": {"end": 0.15, "cfl": 0.3},
            "initial": {"kind": "pieces", "cuts": {axis: [0] for axis in "xyz"[:axes]}, "states": pieces},
            "output": {"fields": FIELDS[system]}, "device": {"kind": "host", "threads": 1, "reproducible": "strict"}}
    out = run_case(make_case(folder, base=base), folder / "out")
    assert read_summary(out)["steps"] > 3
    return read_fields(out)[1]


def combinations():
    """(system, axes, kind, order, variables): all, or those that stand for the others."""
    every = list(itertools.product(("euler", "srhd"), (2, 3), ("ader-weno", "rk-weno"), (2, 3, 4),
                                   ("conserved", "characteristic")))
    few = [("euler", 2, "ader-weno", 4, "conserved"), ("euler", 2, "ader-weno", 4, "characteristic"),
           ("srhd", 2, "ader-weno", 4, "conserved"), ("euler", 3, "ader-weno", 2, "conserved"),
           ("srhd", 2, "rk-weno", 3, "characteristic"), ("euler", 3, "rk-weno", 3, "conserved")]
    return every if LONG else few


@pytest.mark.parametrize("system,axes,kind,order,variables", combinations())
def test_mirror_images(tmp_path, system, axes, kind, order, variables):
    scheme, states = {"kind": kind, "order": order, "variables": variables}, corners(system, axes)
    flow = result_of(tmp_path, system, axes, scheme, states)
    for a in range(axes):
        image = result_of(tmp_path, system, axes, scheme, mirrored(states, a))
        for name, values in flow.items():
            sign = -1 if name == "velocity/" + "xyz"[a] else 1
            assert numpy.array_equal(values, sign * numpy.flip(image[name], -1 - a)), (name, "xyz"[a])
    for a, b in itertools.combinations(range(axes), 2):
        image = result_of(tmp_path, system, axes, scheme, exchanged(states, a, b))
        names = {"velocity/" + "xyz"[a]: "velocity/" + "xyz"[b], "velocity/" + "xyz"[b]: "velocity/" + "xyz"[a]}
        for name, values in flow.items():
            other = numpy.swapaxes(image[names.get(name, name)], -1 - a, -1 - b)
            difference = numpy.abs(values - other).max() / numpy.abs(values).max()
            assert difference == 0 if b == 1 else difference < 1e-11, (name, "xyz"[a], "xyz"[b])
