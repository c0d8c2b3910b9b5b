"""Electrodynamics: crystals, media with a permittivity along each axis (medium.permittivity_axes), and cut cells that
have one (medium.averaging)."""
import copy
import math

import numpy
import pytest
from scipy.linalg import expm

from conftest import FAST, LONG, assert_same_bits, make_case, read_fields, read_history, read_summary, run_case, run_taub, steps_of

AXES = [2.0, 3.0, 1.5]
FIELDS = ["electric_field", "magnetic_field", "electric_flux", "magnetic_flux", "energy_density", "energy_flux"]


def light(folder, name, medium, cells, initial=None, mesh=None, order=3, **more):
    parts = dict(system="maxwell", eos=None, medium=medium, scheme={"kind": "ader-weno", "order": order},
                 mesh={"cells": cells, "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic", **(mesh or {})},
                 time={"end": 0.5, "cfl": 0.4}, initial=initial or wave([1, 0, 0], [0, 0, 1]),
                 device={"kind": "host", "threads": 1, "reproducible": "strict"}, output={"fields": FIELDS, "history": 1, "values": "means"})
    parts.update(more)
    return make_case(folder, f"{name}.yaml", **parts)


def wave(waves, polarization):
    return {"kind": "plane-wave", "waves": waves, "polarization": polarization}


def pulse(**more):
    return {"kind": "pulse", "axis": "x", "polarization": [0, 1, 0], "extent": 0.1, "position": 0.3, **more}


def frequency(k, polarization):
    """Of the mode of k x (k x E) + omega^2 mu eps E = 0 with mu = 1 whose D is closest to a direction."""
    k = 2 * math.pi * numpy.array(k, float)
    across = numpy.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    values, modes = numpy.linalg.eig(-across @ across @ numpy.diag(1 / numpy.array(AXES)))  # of D
    at = max((n for n in range(3) if abs(values[n]) > 1e-9),
             key=lambda n: abs(modes[:, n] @ polarization) / numpy.linalg.norm(modes[:, n]))
    return math.sqrt(values[at].real)


WAVES = [([16, 1, 1], [1, 0, 0], [0, 1, 0]), ([16, 1, 1], [1, 0, 0], [0, 0, 1]), ([1, 16, 1], [0, 1, 0], [1, 0, 0]),
         ([16, 16, 1], [1, 1, 0], [0, 0, 1]), ([16, 16, 1], [1, 1, 0], [1, -1, 0]), ([24, 24, 24], [1, 1, 1], [1, -1, 0.5])]


# a plane wave's error falls by 2^order; the method's coarse meshes are a little short of it at order 3 (2.7 to 2.9 without
# crystals: docs/theory/maxwell.md)
@pytest.mark.parametrize("order,least", [(2, 2.0), (4, 3.9), *([(3, 2.6)] * LONG)])
@pytest.mark.parametrize("cells,waves,polarization", WAVES)
def test_plane_waves(tmp_path, cells, waves, polarization, order, least):
    """Along axes with both polarisations, ordinary and extraordinary waves in a plane, and one in space: B against that of
    the exact frequency, here by the wave's equation and in the summary by the program."""
    omega, errors = frequency(waves, polarization), []
    for finer in (1, 2) if cells[2] == 1 else (1, 1.5):
        count = [n if n == 1 else int(n * finer) for n in cells]
        case = light(tmp_path, f"wave{finer}", {"permittivity_axes": AXES}, count, wave(waves, polarization), order=order)
        out = run_case(case, tmp_path / f"out{finer}", **FAST)
        start, end = (read_fields(out, step)[1] for step in (steps_of(out)[0], steps_of(out)[-1]))
        x = numpy.meshgrid(*[(numpy.arange(n) + 0.5) / n for n in count], indexing="ij")
        turn = numpy.exp(-2j * math.pi * sum(k * a for k, a in zip(waves, x)))
        wrong = 0
        for axis in "xyz":
            first, last = (fields[f"magnetic_field/{axis}"].T.reshape(count) for fields in (start, end))
            amplitude = (first * turn).mean()
            wrong += abs(last - 2 * (amplitude * numpy.exp(-0.5j * omega) * numpy.conj(turn)).real).mean()
        told = read_summary(out)["errors"]
        errors.append([wrong, sum(told[name]["l1"] for name in told if name.startswith("magnetic"))])
    for coarse, fine in zip(*errors):
        assert math.log(coarse / fine) / math.log(finer) > least


@pytest.mark.parametrize("sigma", [5, 1e4])
@pytest.mark.parametrize("order,least", [(2, 1.9), (3, 2.5), (4, 3.5)])
def test_a_conductor_with_two_rates(tmp_path, order, least, sigma):
    """E in the plane: D_x and D_y decay at different rates and drive each other; the exact evolution of the amplitudes.
    Where sigma dt/eps is above 50, D is 1e-4 of B/mu, and counts for as much as E = J/sigma."""
    kx, ky, mu = 2 * math.pi, 2 * math.pi, 1.3
    matrix = numpy.array([[-sigma / AXES[0], 0, 1j * ky / mu], [0, -sigma / AXES[1], -1j * kx / mu],
                          [1j * ky / AXES[0], -1j * kx / AXES[1], 0]])
    medium = {"permittivity_axes": AXES, "permeability": mu, "conductivity": sigma}
    errors = []
    for cells in (16, 32):
        case = light(tmp_path, f"c{cells}", medium, [cells, cells, 1], wave([1, 1, 0], [1, -1, 0]), order=order,
                     output={"fields": ["electric_displacement", "magnetic_field"], "history": 1})
        out = run_case(case, tmp_path / f"out{cells}", **FAST)
        x = (numpy.arange(cells) + 0.5) / cells
        turn = numpy.exp(-2j * math.pi * (x[:, None] + x[None, :]))
        first, last = ([(read_fields(out, step)[1][name].reshape(cells, cells) * turn).mean()
                        for name in ("electric_displacement/x", "electric_displacement/y", "magnetic_field/z")]
                       for step in (steps_of(out)[0], steps_of(out)[-1]))
        wanted = expm(0.5 * matrix) @ first
        scale = [max(abs(wanted[0]), abs(wanted[1]))] * 2 + [abs(wanted[2])]
        errors.append(max(abs(last - wanted) / scale))
        history = read_history(out)
        assert abs(history["charge_error"]).max() < 1e-14 * max(1, sigma)
    # the stiff part changes signs of errors between meshes of this size: docs/theory/maxwell.md, damped waves
    assert errors[1] < 0.02 and (math.log2(errors[0] / errors[1]) > least if sigma == 5 else errors[1] < errors[0] / 2)


BODIES = {"permittivity": 1.5, "conductivity": 0.2, "poles": [{"kind": "debye", "strength": 0.5, "time": 0.3}], "inclusions": [
    {"kind": "ball", "center": [0.5, 0.5, 0.5], "radius": 0.3, "permittivity": 3, "conductivity": 10,
     "poles": [{"kind": "lorentz", "strength": 2, "frequency": 3, "damping": 0.2}]},
    {"kind": "box", "lower": [0.7, 0.2, 0.3], "upper": [0.9, 0.8, 0.9], "permittivity": 2, "conductivity": 1e4}]}


def with_axes(medium, axes_of):
    medium = copy.deepcopy(medium)
    for part in [medium] + medium.get("inclusions", []):
        part["permittivity_axes"] = axes_of(part.pop("permittivity", 1))
    return medium


@pytest.mark.parametrize("medium,order", [
    (BODIES, 2), ({"permittivity": 2, "conductivity": 3}, 3),
    *([(BODIES, 3), (BODIES, 4), ({"permittivity": 2}, 4), ({"permittivity": 2, "conductivity": 3}, 4)] * LONG)])
def test_equal_axes_are_no_crystal(tmp_path, medium, order):
    """Bodies, conductors, poles, currents, layers, walls: the method without crystals, to rounding."""
    source = {"kind": "dipole", "polarization": [1, 0.5, -2], "position": [0.5, 0.45, 0.5], "radius": 0.15, "frequency": 2,
              "duration": 0.1, "start": 0}
    mesh = {"boundary": {"x": "matched-layer", "y": ["reflecting", "magnetic-wall"], "z": ["magnetic-wall", "outflow"]},
            "layer": {"cells": 4}}
    found = []
    for name, of_case in [("one", medium), ("axes", with_axes(medium, lambda eps: [eps] * 3))]:
        case = light(tmp_path, name, of_case, [14, 10, 8], {"kind": "empty"}, mesh, order, source=source,
                     time={"end": 100, "cfl": 0.3, "max_steps": 8})
        out = run_case(case, tmp_path / name, **FAST)
        found.append((read_fields(out)[1], read_history(out)))
    for name, one in found[0][0].items():
        assert abs(one).max() > 0 and abs(found[1][0][name] - one).max() < 1e-13 * abs(one).max(), name
    for name in ("electric_energy", "heating_inside", "outflow"):
        assert numpy.allclose(found[1][1][name], found[0][1][name], rtol=1e-12, atol=1e-16), name


@pytest.mark.parametrize("polarization,eps", [([0, 1, 0], (3, 2)), ([0, 0, 1], (1.5, 7))])
def test_layers_see_the_axis_of_the_field(tmp_path, polarization, eps):
    """Light that travels along x: layers of crystals are those of media with the permittivity of its polarisation."""
    layers = [{"kind": "box", "lower": [0.4, -9, -9], "upper": [0.6, 9, 9], "conductivity": 2},
              {"kind": "box", "lower": [0.6, -9, -9], "upper": [9, 9, 9]}]
    crystals = [{**layers[0], "permittivity_axes": AXES}, {**layers[1], "permittivity_axes": [5, 2, 7]}]
    plain = [{**layer, "permittivity": one} for layer, one in zip(layers, eps)]
    found = []
    for name, bodies in [("crystals", crystals), ("plain", plain)]:
        case = light(tmp_path, name, {"inclusions": bodies}, [80, 1, 1], pulse(polarization=polarization, extent=0.05, position=0.2),
                     {"boundary": {"x": "outflow", "y": "periodic", "z": "periodic"}}, 4, time={"end": 0.8, "cfl": None, "step": 0.004})
        out = run_case(case, tmp_path / name, **FAST)
        found.append({**read_fields(out)[1], **read_history(out)})
    axis = "xyz"[polarization.index(1)]
    for name in (f"electric_field/{axis}", "energy_density", "energy_flux/x", "energy_inside", "heating_inside", "outflow"):
        assert abs(found[1][name]).max() > 0.01
        assert abs(found[0][name] - found[1][name]).max() < 1e-13 * abs(found[1][name]).max(), name


@pytest.mark.parametrize("order", [2, 3, 4])
@pytest.mark.parametrize("blocks", [12, 6])
def test_stable_in_any_crystals(tmp_path, order, blocks):
    """Another crystal in every cell, and in every four: the energy of light of all scales falls."""
    random = numpy.random.default_rng(7)
    bodies = [{"kind": "box", "lower": [i / blocks, j / blocks, -9], "upper": [(i + 1) / blocks, (j + 1) / blocks, 9],
               "permittivity_axes": [round(float(n), 3) for n in random.uniform(1, 6, 3)],
               "permeability": round(float(random.uniform(1, 4)), 3)} for i in range(blocks) for j in range(blocks)]
    case = light(tmp_path, "case", {"inclusions": bodies}, [12, 12, 1], pulse(position=0.5), order=order,
                 time={"end": 1e9, "cfl": 0.5, "max_steps": 3000}, output={"fields": FIELDS, "history": 50})
    history = read_history(run_case(case, tmp_path / "out", **FAST))
    energy = history["electric_energy"] + history["magnetic_energy"]
    # the energy of means of cells wavers a little where it is that of D at rest
    assert numpy.isfinite(energy).all() and (energy[1:] < energy[0]).all()
    assert energy[-10:].max() < energy[-20:-10].max() * (1 + 1e-6)
    assert abs(history["charge_error"]).max() < 1e-13


@pytest.mark.parametrize("order", [2, 3, 4])
def test_divergence_and_charge(tmp_path, order):
    mesh = {"boundary": {"x": ["outflow", "reflecting"], "y": "periodic", "z": ["magnetic-wall", "outflow"]}}
    medium = {"permittivity_axes": AXES, "inclusions": [
        {"kind": "ball", "center": [0.5, 0.5, 0.5], "radius": 0.3, "permittivity_axes": [1, 4, 2], "conductivity": 1e6},
        {"kind": "box", "lower": [0.6, 0.1, 0.1], "upper": [0.9, 0.4, 0.9], "permittivity": 2, "conductivity": 3}]}
    case = light(tmp_path, "case", medium, [14, 12, 10], pulse(), mesh, order, time={"end": 100, "cfl": 0.3, "max_steps": 40})
    history = read_history(run_case(case, tmp_path / "out", **FAST))
    # a step adds rounding of dt curl H/dx, in units of D here below one
    assert abs(history["divergence"]).max() < 1e-13 and abs(history["charge_error"]).max() < 1e-12
    energy = history["electric_energy"] + history["magnetic_energy"]
    assert numpy.isfinite(energy).all() and (energy[1:] <= energy[0] * (1 + 1e-12)).all()


def test_balance_of_energy(tmp_path):
    """What fields lose is the heating of a conducting crystal, to second order: a closed box."""
    missed = []
    for cells in (80, 160):
        case = light(tmp_path, f"{cells}", {"permittivity_axes": AXES, "conductivity": 3}, [cells, 1, 1],
                     pulse(position=0.5), {"boundary": {"x": "reflecting", "y": "periodic", "z": "periodic"}}, order=2)
        history = read_history(run_case(case, tmp_path / f"out{cells}", **FAST))
        energy, heat = history["energy_inside"], history["heating_inside"]
        lost = (0.5 * (heat[1:] + heat[:-1]) * numpy.diff(history["time"])).sum()
        assert lost > 0.2 * energy[0]
        missed.append(abs(energy[-1] + lost - energy[0]) / energy[0])
    assert missed[1] < missed[0] / 3 and missed[1] < 0.01


def test_blocks_ranks_threads_and_restarts(tmp_path):
    bodies = [{"kind": "cylinder-z", "radius": 0.3, "center": [0.5, 0.5, 0], "permittivity_axes": [4, 2, 1], "conductivity": 2,
               "poles": [{"kind": "drude", "plasma_frequency": 9, "damping": 0.8}]}]
    for name, boundary in [("open", {"x": ["outflow", "matched-layer"], "y": "reflecting", "z": "periodic"}),
                           ("periodic", "periodic")]:
        case = light(tmp_path, name, {"permittivity_axes": AXES, "averaging": "axes", "inclusions": bodies}, [20, 18, 1],
                     pulse(), {"boundary": boundary, **({"layer": {"cells": 4}} if name == "open" else {})}, 4,
                     time={"end": 9, "cfl": 0.4, "max_steps": 24},
                     output={"fields": [*FIELDS, "permittivity_axes", "current_density"], "history": 1})
        whole = run_case(case, tmp_path / name, **FAST)
        for other, more in [("blocks", ["mesh.blocks=[2,3,1]"]), ("ranks", ["mesh.blocks=[1,2,1]", "--devices", "2", "--device", "host"]),
                            ("threads", ["device.threads=2"])]:
            assert_same_bits(whole, run_case(case, tmp_path / f"{name}-{other}", *more, **FAST))
        half = run_case(case, tmp_path / f"{name}-half", "time.max_steps=11", **FAST)
        assert_same_bits(whole, run_case(case, tmp_path / f"{name}-rest", "--restart", half, **FAST))


def test_all_at_once(tmp_path):
    """Crystals, poles, conductors, currents, cut cells, layers, walls and open ends in space: fields and the balance of energy
    are the same bits whatever the blocks and ranks, and behind a restart with other ones, also from a step without a line."""
    bodies = [{"kind": "ball", "center": [0.5, 0.5, 0.5], "radius": 0.3, "permittivity_axes": [4, 2, 1], "conductivity": 2, "poles": [
                  {"kind": "drude", "plasma_frequency": 9, "damping": 0.8}, {"kind": "debye", "strength": 2, "time": 0.15}]},
              {"kind": "box", "lower": [0.2, 0.2, 0.6], "upper": [1, 0.9, 1], "permittivity": 3}]
    medium = {"permittivity_axes": AXES, "averaging": "axes", "inclusions": bodies,
              "poles": [{"kind": "lorentz", "strength": 1.5, "frequency": 7, "damping": 0.5}]}
    mesh = {"boundary": {"x": ["outflow", "matched-layer"], "y": ["matched-layer", "magnetic-wall"], "z": ["reflecting", "outflow"]},
            "layer": {"cells": 4}}
    source = {"kind": "dipole", "position": [0.5, 0.5, 0.5], "polarization": [1, 0.5, -2], "radius": 0.15, "frequency": 2,
              "duration": 0.1, "start": 0}
    case = light(tmp_path, "case", medium, [16, 14, 12], pulse(position=0.4), mesh, 3, time={"end": 9, "cfl": 0.3, "max_steps": 18},
                 source=source, output={"fields": [*FIELDS, "polarization"], "history": 3})
    whole = run_case(case, tmp_path / "whole", **FAST)
    balance = read_summary(whole)["energy_balance"]
    assert balance["heating"] > 0 and balance["outflow"] > 0
    cuts = ["mesh.blocks=[1,2,1]", "--devices", "2", "--device", "host"]
    halves = {steps: run_case(case, tmp_path / f"half{steps}", f"time.max_steps={steps}", **FAST) for steps in (9, 10)}
    for name, more in [("blocks", ["mesh.blocks=[2,2,1]"]), ("ranks", cuts), ("rest9", [*cuts, "--restart", halves[9]]),
                       ("rest10", [*cuts, "--restart", halves[10]])]:
        out = run_case(case, tmp_path / name, *more, **FAST)
        assert_same_bits(whole, out)
        told = read_summary(out)["energy_balance"]
        assert told == balance if name != "rest10" else told["end"] == balance["end"] and told["start"] == balance["start"]


def test_cut_cells(tmp_path):
    """A plane across x cuts cells: the harmonic mean along x, the mean along y and z; of its own crystal."""
    body = {"kind": "box", "lower": [0.25 + 1 / 32, -9, -9], "upper": [0.75, 9, 9], "permittivity_axes": [4, 6, 9]}
    medium = {"permittivity": 2, "inclusions": [body]}
    for averaging, wanted in [("volume", [3, 4, 5.5]), ("axes", [1 / (0.5 / 2 + 0.5 / 4), 4, 5.5])]:
        case = light(tmp_path, averaging, {**medium, "averaging": averaging}, [16, 4, 1], pulse(position=0.1), time={"end": 1e-6},
                     output={"fields": ["permittivity", "permittivity_axes"], "history": 0})
        fields = read_fields(run_case(case, tmp_path / f"out-{averaging}", **FAST))[1]
        rows = numpy.array([fields[f"permittivity_axes/{axis}"].reshape(4, 16) for axis in "xyz"])
        assert (rows[:, :, :4] == 2).all() and (rows[:, :, 5:12].T == [4, 6, 9]).all() and (rows[:, :, 12:] == 2).all()
        assert numpy.allclose(rows[:, :, 4].T, wanted, rtol=1e-14)
        assert numpy.allclose(fields["permittivity"].reshape(4, 16), rows.mean(axis=0), rtol=1e-14)


def test_cut_cells_by_axes_converge(tmp_path):
    """E across a slab whose surfaces cut cells: towards a mesh with them on faces, first order by volume, nearly second by
    axes."""
    def field(name, cells, averaging):
        body = {"kind": "box", "lower": [41 / 128, -9, -9], "upper": [93 / 128, 9, 9], "permittivity": 9}
        case = light(tmp_path, name, {"averaging": averaging, "inclusions": [body]}, [cells, cells, 1],
                     pulse(axis="y", polarization=[1, 0, 0], position=0.5, extent=0.12), time={"end": 0.6, "cfl": 0.4},
                     output={"fields": ["magnetic_field"], "history": 0})
        return read_fields(run_case(case, tmp_path / f"out-{name}", **FAST))[1]["magnetic_field/z"].reshape(cells, cells)
    reference = field("fine", 128, "volume")
    errors = {}
    for averaging in ("volume", "axes"):
        errors[averaging] = [abs(field(f"{averaging}{cells}", cells, averaging)
                                 - reference.reshape(cells, 128 // cells, cells, 128 // cells).mean(axis=(1, 3))).mean() for cells in (16, 32)]
    assert errors["axes"][1] < 0.75 * errors["volume"][1]
    assert errors["axes"][0] / errors["axes"][1] > 1.2 * errors["volume"][0] / errors["volume"][1]


@pytest.mark.parametrize("changes,words", [
    ({"medium": {"permittivity_axes": [1, 2]}}, ["medium.permittivity_axes: expected a list of three numbers", "got a list of 2"]),
    ({"medium": {"permittivity_axes": 2}}, ["medium.permittivity_axes: expected a list of three numbers"]),
    ({"medium": {"permittivity_axes": [1, 0, 2]}}, ["permittivity_axes[1]", "above 0"]),
    ({"medium": {"permittivity_axes": [1, 2, -1]}}, ["permittivity_axes[2]", "above 0"]),
    ({"medium": {"permittivity_axes": [1, 2, 3], "permittivity": 2}}, ["expected medium.permittivity or medium.permittivity_axes, got both"]),
    ({"medium": {"inclusions": [{"kind": "ball", "radius": 0.2, "permittivity": 2, "permittivity_axes": [1, 2, 3]}]}},
     ["medium.inclusions[0].permittivity", "not both"]),
    ({"medium": {"inclusion": {"kind": "ball", "radius": 0.2, "permittivity_axes": [1, 2]}}},
     ["medium.inclusion.permittivity_axes: expected a list of three numbers"]),
    ({"medium": {"permittivity_axes": [1, 2, 3], "cuts": {"x": [0.5]}, "permittivities": [1, 2]}}, ["permittivity_axes", "permittivities"]),
    ({"medium": {"averaging": "axis"}}, ["averaging", "did you mean"]),
    ({"medium": {"averaging": "axes", "array": {"file": "case.yaml", "permittivity": "eps"}}}, ["medium.averaging", "averaged by volume"]),
    ({"medium": {"permittivity_axes": [1, 2, 3]}, "initial": {"kind": "box-mode", "waves": [1, 0, 0], "polarization": [0, 1, 0]},
      "mesh": {"boundary": "reflecting"}}, ["box-mode needs a medium with a scalar permittivity"]),
    ({"medium": {"permittivity_axes": [1, 2, 3]}, "initial": pulse(polarization=[0, 1, 1])}, ["different speeds"]),
    ({"medium": {"permittivity_axes": [1, 2, 3]}, "initial": {"kind": "empty"},
      "source": {"kind": "plane-wave", "propagation": [1, 0, 0], "polarization": [0, 1, 0], "lower": [0.3, -9, -9], "upper": [0.7, 9, 9],
                 "thickness": 0.1, "signal": "pulse", "duration": 0.1, "start": 1}}, ["permittivity_axes", "a scalar permittivity"])])
def test_wrong_input(tmp_path, changes, words):
    case = light(tmp_path, "case", changes.pop("medium"), [16, 1, 1], **changes)
    done = run_taub("run", case, "-o", tmp_path / "out", expect=2)
    for word in words:
        assert word in done.stderr, done.stderr
    assert not (tmp_path / "out").exists()
