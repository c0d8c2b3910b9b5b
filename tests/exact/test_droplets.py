"""source.kind: droplets against flows that are integrated here by other means, and their sums: what enters is what the list says."""
import math
import re

import numpy
import pytest
import scipy.integrate
import scipy.optimize

import taub
from taub.droplets import DROPLET_COLUMNS
from conftest import assert_same_bits, make_case, merge, read_fields, read_history, read_summary, run_case, run_taub

HBARC = 0.1973269804
A = 47.5 * numpy.pi**2 / 30 / HBARC**3  # e = A T^4 of gluons and three flavours of quarks
MILNE = DROPLET_COLUMNS
CARTESIAN = tuple({"tau": "t", "eta": "z", "sigma_tau": "sigma_t", "sigma_eta": "sigma_z"}.get(name, name) for name in MILNE)
CASE = {
    "system": "srhd", "eos": {"kind": "conformal"},
    "mesh": {"cells": [4, 1, 1], "lower": [-0.5, -0.5, -0.5], "upper": [0.5, 0.5, 0.5], "boundary": "periodic"},
    "time": {"start": 0, "end": 1.5},
    "initial": {"kind": "gaussian", "background": {"energy_density": 2}, "peak": {"energy_density": 2}, "width": [1, 1, 1]},
    "source": {"kind": "droplets", "file": "droplets.csv"},
    "output": {"fields": ["energy_density", "four_velocity"], "history": 1},
    "device": {"kind": "host", "threads": 1, "reproducible": "strict"},
}


def write(folder, rows, names=CARTESIAN):
    folder.mkdir(parents=True, exist_ok=True)
    taub.write_droplets(folder / "droplets.csv", rows, cartesian=names is CARTESIAN, digits=17)


def run(folder, rows, names=CARTESIAN, *arguments, **changes):
    write(folder, rows, names)
    return run_case(make_case(folder, base=merge(CASE, changes)), folder / "out", *arguments)


def rate(t, centre, sigma):
    """The share that enters per time: a polynomial bump of this standard deviation."""
    half = math.sqrt(7) * sigma
    s = (t - centre) / half
    return numpy.where(abs(s) < 1, 15 / 16 * (1 - s**2) ** 2 / half, 0)


def test_the_bump_is_what_the_guide_says():
    share, variance = (scipy.integrate.quad(lambda t: t**n * rate(t, 0, 0.3), -1, 1, points=[-0.3 * 7**0.5, 0.3 * 7**0.5])[0]
                       for n in (0, 2))
    assert share == pytest.approx(1, rel=1e-9) and variance == pytest.approx(0.09, rel=1e-9)


def ideal_state(density, momentum):
    """e and u of a conformal fluid by its densities."""
    squared = numpy.dot(momentum, momentum)
    e = -density + math.sqrt(4 * density**2 - 3 * squared)
    return e, momentum / math.sqrt(4 / 3 * e * (density + e / 3))


# ---- a wide droplet in a uniform fluid: ordinary equations ----

WIDE = [0.55, 0.1, 0.0, 0.2, 1.5, 0.9, -0.3, 0.4, 0.7, 0.12, 10, 10]  # in a periodic box of volume 1 it is uniform


def bjorken(end):
    """e, u of a fluid at rest at tau = 0.2 with e = 2 that takes in WIDE. In the frame of the fluid's own eta the tetrad's
    components of one Cartesian momentum; a volume of 1 per unit of eta."""
    eta = WIDE[3]
    gained = numpy.array([WIDE[4] * math.cosh(eta) - WIDE[7] * math.sinh(eta), WIDE[5], WIDE[6],
                          WIDE[7] * math.cosh(eta) - WIDE[4] * math.sinh(eta)])

    def slope(tau, y):
        density, momentum = y[0] / tau, y[1:] / tau
        e, u = ideal_state(density, momentum)
        along = 4 / 3 * e * u[2] ** 2 + e / 3
        return gained * rate(tau, WIDE[0], WIDE[9]) + [-along, 0, 0, -momentum[2]]

    done = scipy.integrate.solve_ivp(slope, (0.2, end), [0.4, 0, 0, 0], rtol=1e-12, atol=1e-14, max_step=0.005)
    return ideal_state(done.y[0, -1] / end, done.y[1:, -1] / end)


def test_bjorken_flow_that_gains(tmp_path):
    """Ideal, in Milne coordinates, of one cell along eta: second order in the step, of e and of all components of u."""
    e, u = bjorken(1.5)
    errors = []
    for step in (0.01, 0.005):
        folder = run(tmp_path / str(step), [WIDE], MILNE, mesh={"coordinates": "milne"}, time={"start": 0.2, "step": step})
        found = read_fields(folder)[1]
        errors.append([numpy.abs(found["energy_density"] / e - 1).max()] +
                      [numpy.abs(found[f"four_velocity/{axis}"] - u[n]).max() for n, axis in enumerate(("x", "y", "eta"))])
    print(errors)
    assert (numpy.log2(numpy.divide(*errors)) > 1.8).all()
    assert numpy.max(errors[1]) < 1e-5


def viscous_box(end, eta_over_s):
    """e, u^x, phi of a uniform dissipative fluid that a droplet sets in motion along x: T^tt, T^tx are the integrals of what
    enters, and the stress along the motion, pi = phi (z z - transverse part/2) in (+, -, -, -), obeys
    D phi = -(phi + 4/3 eta theta)/tau_pi - (4/3 + 10/21) phi theta, theta = d u^t/dt: three equations, linear in the rates."""
    def densities(y):
        e, u, phi = y
        w, h = math.sqrt(1 + u * u), 4 / 3 * e + phi
        return numpy.array([h * w * w - e / 3 - phi, h * w * u])

    def slope(t, y):
        e, u, phi = y
        w, h = math.sqrt(1 + u * u), 4 / 3 * e + phi
        temperature = (e / A) ** 0.25
        eta, relaxation = eta_over_s * 4 / 3 * e / temperature * HBARC, 5 * eta_over_s * HBARC / temperature
        matrix = numpy.array([[4 / 3 * w * w - 1 / 3, 2 * h * u, w * w - 1],
                              [4 / 3 * w * u, h * (w + u * u / w), w * u],
                              [0, (4 / 3 * eta / relaxation + (4 / 3 + 10 / 21) * phi) * u / w, w]])
        gained = rate(t, WIDE[0], WIDE[9])
        return numpy.linalg.solve(matrix, [WIDE[4] * gained, WIDE[5] * gained, -phi / relaxation])

    done = scipy.integrate.solve_ivp(slope, (0, end), [2, 0, 0], rtol=1e-11, atol=1e-13, max_step=0.005)
    numpy.testing.assert_allclose(densities(done.y[:, -1]) - densities([2, 0, 0]), WIDE[4:6], rtol=1e-8)
    return done.y[:, -1]


def test_viscous_box_set_in_motion(tmp_path):
    """The force of a droplet is part of Du, so it makes stress: second order in the step. It makes all of the stress here."""
    e, u, phi = viscous_box(1.0, 0.2)
    droplet = [*WIDE[:6], 0, 0, 0, *WIDE[9:]]
    errors = []
    for step in (0.01, 0.005):
        folder = run(tmp_path / str(step), [droplet], system="israel-stewart", time={"end": 1, "step": step},
                     transport={"shear_viscosity": {"kind": "constant", "value": 0.2}},
                     output={"fields": ["energy_density", "four_velocity", "shear_stress"]})
        found = read_fields(folder)[1]
        stress = next(values for name, values in found.items() if name.startswith("shear_stress") and name.endswith("xx"))
        errors.append([numpy.abs(found["energy_density"] / e - 1).max(), numpy.abs(found["four_velocity/x"] / u - 1).max(),
                       numpy.abs(stress / (phi * (1 + u * u)) - 1).max()])
    print(e, u, phi, errors)
    assert (numpy.log2(numpy.divide(*errors)) > 1.8).all()
    assert numpy.max(errors[1]) < 5e-5


# ---- sound ----

def test_sound_of_a_small_droplet(tmp_path):
    """Energy that enters a fluid at rest at once leaves as two bells of half of it, at 1/sqrt(3)."""
    sigma, small, length = 0.5, 1e-5, 8
    errors = []
    for cells in (80, 160):
        folder = run(tmp_path / str(cells), [[0.1, 0, 0, 0, small, 0, 0, 0, 0, 0, sigma, 1]],
                     mesh={"cells": [cells, 1, 1], "lower": [-length / 2, -0.5, -0.5], "upper": [length / 2, 0.5, 0.5]},
                     time={"end": 2.1, "step": 2.0 / cells})
        x = (numpy.arange(cells) + 0.5) * length / cells - length / 2
        # it enters in the step that ends behind 0.1, at a constant rate
        moved = (2 - 1.0 / cells) / math.sqrt(3)
        bells = sum(numpy.exp(-0.5 * ((x + side * moved) / sigma) ** 2) for side in (-1, 1)) / 2 / (sigma * math.sqrt(2 * numpy.pi))
        errors.append(numpy.abs((read_fields(folder)[1]["energy_density"][0, 0] - 2) / small - bells).max() / bells.max())
    print(errors)
    assert errors[1] < 0.005 and math.log2(errors[0] / errors[1]) > 1.4


# ---- sums ----

def several(count, seed, low, high, times, sigma_xy=0.6, sigma_z=0.6, charge=True):
    rng = numpy.random.default_rng(seed)
    rows = numpy.zeros((count, 12))
    rows[:, 9] = rng.uniform(0, 0.1, count)
    rows[:, 0] = rng.uniform(*times, count) + 7**0.5 * rows[:, 9]
    rows[:, 1:4] = rng.uniform(low, high, (count, 3))
    rows[:, 5:8] = rng.normal(size=(count, 3))
    rows[:, 4] = numpy.sqrt(1 + (rows[:, 5:8] ** 2).sum(1)) * numpy.where(numpy.arange(count) % 7, 1, -0.2)
    rows[:, 8] = rng.integers(-1, 2, count) * charge
    rows[:, 10], rows[:, 11] = sigma_xy, sigma_z
    return rows


BOX = {"mesh": {"cells": [15, 13, 11], "lower": [-3, -3, -3], "upper": [3, 3, 3]}, "time": {"step": 0.05},
       "initial": {"background": {"energy_density": 20}, "peak": {"energy_density": 30}}}


@pytest.mark.parametrize("system", ["srhd", "israel-stewart"])
def test_a_closed_box_gains_what_enters(tmp_path, system):
    """At every step, across periodic ends, in blocks; history and summary say it."""
    rows = several(40, 1, -3, 3, (0, 1), charge=system == "srhd")
    changes = merge(BOX, {"system": system, "time": {"end": 1.5}})
    if system == "israel-stewart":
        changes["transport"] = {"shear_viscosity": {"kind": "constant", "value": 0.1}}
    one, other = (run(tmp_path / name, rows, CARTESIAN, *more, **changes) for name, more in (("one", ()), ("blocks", ("mesh.blocks=[3,1,1]",))))
    assert_same_bits(one, other)
    history, summary = read_history(one), read_summary(one)["droplets"]
    assert summary["count"] == 40 and history["step"][-1] > 10
    for n, name in enumerate(["energy", "momentum_x", "momentum_y", "momentum_z", "charge"][:5 if system == "srhd" else 4]):
        gained, entered = history[name] - history[name][0], history[f"deposited_{name}"]
        scale = history["energy"].max()
        assert numpy.abs(gained - entered).max() < 1e-12 * scale
        assert abs(summary["balance"][name]) < 1e-12 * scale
        assert entered[-1] == pytest.approx(rows[:, 4 + n].sum(), abs=1e-13 * scale) == summary["deposited"][name]
        assert summary["left"][name] == pytest.approx(0, abs=1e-13 * scale)
        assert 0.05 < abs(entered[len(entered) // 2] / entered[-1]) < 5 or n > 0


def four_momentum(folder, tau):
    """E, px, py, pz, charge of a fluid in Milne coordinates, in the frame of the lab."""
    fields = read_fields(folder)[1]
    cells = numpy.array(fields["conserved_energy"].shape)[::-1]
    eta = -3 + 6 * (numpy.arange(cells[2]) + 0.5) / cells[2]
    c, s = numpy.cosh(eta)[:, None, None], numpy.sinh(eta)[:, None, None]
    energy, along = fields["conserved_energy"], fields["momentum/eta"]
    densities = [c * energy + s * along, fields["momentum/x"], fields["momentum/y"], c * along + s * energy,
                 fields["conserved_charge"]]
    return tau * 216 / cells.prod() * numpy.array([values.sum() for values in densities])


def test_milne_gains_the_momentum_of_the_lab(tmp_path):
    """All at once in one step that is too short for anything else: each cell has its own tetrad. Ends that are periodic,
    open and walls: what of a droplet would lie beyond them enters inside."""
    rows = several(60, 2, -2.9, 2.9, (0.6, 0.6))
    rows[:, 9], rows[:, 0] = 0, 0.6
    changes = merge(BOX, {"mesh": {"coordinates": "milne", "boundary": {"x": "periodic", "y": "outflow", "z": "reflecting"}},
                          "time": {"start": 0.6, "end": 2, "step": 1e-13, "max_steps": 1},
                          "output": {"fields": ["conserved_energy", "momentum", "conserved_charge"], "every": None}})
    empty = four_momentum(run(tmp_path / "none", rows[:0], MILNE, **changes), 0.6)
    full = four_momentum(run(tmp_path / "all", rows, MILNE, **changes), 0.6)
    numpy.testing.assert_allclose(full - empty, rows[:, 4:9].sum(0), atol=1e-12 * abs(full[0]))


def test_shares_of_unequal_cells(tmp_path):
    """The Gaussian itself, by its integrals over cells of a stretched mesh: those of a droplet at rest, at once."""
    cells, sigma, x = 40, 0.9, 0.37
    folder = run(tmp_path, [[0, x, 0, 0, 1e-3, 0, 0, 0, 0, 0, sigma, 1]],
                 mesh={"cells": [cells, 1, 1], "lower": [-3, -0.5, -0.5], "upper": [3, 0.5, 0.5], "boundary": "outflow",
                       "spacing": {"x": {"kind": "stretched", "strength": 1}}},
                 time={"end": 1, "step": 1e-9, "max_steps": 1}, output={"fields": ["conserved_energy"]})
    faces = 3 * numpy.sinh(numpy.arange(cells + 1) / cells - 0.5) / math.sinh(0.5)
    bell = numpy.array([math.erf((face - x) / sigma / math.sqrt(2)) for face in faces]) / 2
    expected = numpy.diff(bell) / (bell[-1] - bell[0]) / numpy.diff(faces)
    gained = (read_fields(folder)[1]["conserved_energy"][0, 0] - 2) / 1e-3
    numpy.testing.assert_allclose(gained, expected, rtol=1e-8)


# ---- restarts, and lists from memory ----

def test_a_restart_amid_droplets(tmp_path):
    """The same bits, and columns of the history."""
    rows = several(20, 3, -3, 3, (0.1, 0.9))
    write(tmp_path, rows)
    case = make_case(tmp_path, base=merge(CASE, BOX))
    whole, pieces = run_case(case, tmp_path / "whole"), run_case(case, tmp_path / "pieces", "time.max_steps=11")
    entered = read_history(pieces)["deposited_energy"][-1]
    assert 0.1 < entered / rows[:, 4].sum() < 0.9
    run_taub("run", case, "--restart", pieces, "--quiet")
    assert_same_bits(whole, pieces)
    assert (whole / "history.csv").read_bytes() == (pieces / "history.csv").read_bytes()


def test_droplets_from_memory(tmp_path):
    """In pieces between steps they give the bits of the file; more and more of them, so that the table moves."""
    rows = several(40, 4, -3, 3, (0.5, 0.9))
    with_all = run(tmp_path / "all", rows, **BOX, output={"every": 0.25})
    write(tmp_path, rows[:0])
    case = make_case(tmp_path, base=merge(merge(CASE, BOX), {"output": {"every": 0.25}}))
    with taub.Simulation(case) as sim:
        for until, added in ((0.25, rows[:1]), (0.5, rows[1:]), (0.75, rows[:0]), (1, rows[:0]), (1.25, rows[:0]), (1.5, rows[:0])):
            sim.add_droplets(added)
            sim.advance(until=until)
        assert sim.time == 1.5
        assert sim.steps == read_summary(with_all)["steps"]
        assert (numpy.asarray(sim["energy_density"]) == read_fields(with_all)[1]["energy_density"]).all()
        numpy.testing.assert_allclose(sim.deposited, rows[:, 4:9].sum(0), atol=1e-12)
        with pytest.raises(taub.Error, match=r"droplet 2, t: expected at least 1.6"):
            sim.add_droplets(numpy.vstack([rows[0] + [1.5, *[0] * 11], rows[1]]))
        with pytest.raises(taub.Error, match=r"\(number, 12\)"):
            sim.add_droplets(rows[:, :11])
        numpy.testing.assert_allclose(sim.deposited, rows[:, 4:9].sum(0), atol=1e-12)
    with taub.Simulation(case, source=None) as sim, pytest.raises(taub.Error, match="source.kind: droplets"):
        sim.add_droplets(rows)


def test_a_cold_start_is_no_freeze_out(tmp_path):
    """A run that begins below time.freeze_out waits for what is to come; it ends when that has become cold."""
    folder = run(tmp_path, [[*WIDE[:8], 0, *WIDE[9:]]], MILNE, system="israel-stewart", mesh={"coordinates": "milne"},
                 initial={"background": {"energy_density": 0.3}, "peak": {"energy_density": 0.3}},
                 time={"start": 0.2, "end": 4, "step": 0.05, "freeze_out": 0.15})
    history = read_history(folder)
    assert history["temperature_max"][0] < 0.15 and history["temperature_max"].max() > 0.15
    assert 0.9 < history["time"][-1] < 3 and history["temperature_max"][-1] < 0.15


# ---- what is refused ----

GOOD = "0.5,0,0,0,1,0,0,0,0,0.1,1,1\n"
NAMES = ",".join(CARTESIAN) + "\n"


@pytest.mark.parametrize("text,message", [
    ("", "droplets.csv:1: expected a line with the names of columns, t, x"),
    ("# none\nt,x,y,sigma_y\n", r"droplets.csv:2:7: .*got 'sigma_y'; did you mean sigma_t\?"),
    ("tau,x\n", r"droplets.csv:1:1: .*got 'tau'"),
    ("t,x,t\n", r"droplets.csv:1:5: there is another column t"),
    ("t,x,y,z,E,px,py,pz,sigma_t,sigma_xy\n", "droplets.csv:1: the column sigma_z is missing"),
    (NAMES + GOOD + "0.5,0,0\n", "droplets.csv:3: expected 12 numbers, one for each column, got 3"),
    (NAMES + GOOD.replace("0.1", "1e"), "droplets.csv:2:21: expected a number, got '1e'"),
    (NAMES + GOOD.replace("0.1", "nan"), "droplets.csv:2:21: sigma_t: expected a finite number"),
    (NAMES + GOOD.replace("0.1", "-1"), "droplets.csv:2:21: sigma_t: expected a width that is not negative"),
    (NAMES + GOOD.replace("0.5", "0.2", 1), "droplets.csv:2:1: t: expected at least 0.2645751311, so that"),
    (NAMES + GOOD.replace("0.5,0", "0.5,4"), "droplets.csv:2:5: x: expected a place in the mesh, between -3 and 3, got 4"),
    (NAMES + GOOD.replace("0.1,1,", "0.1,0.4,"), "droplets.csv:2:25: sigma_xy: expected at least 0.4615384615, the width of a cell there along y"),
    (NAMES + "0.5 0 0 0 1 0 0 0 0 .1 1 .5 # comment\n", r"droplets.csv:2:26: sigma_z: expected at least 0.5454545455"),
])
def test_wrong_tables(tmp_path, text, message):
    (tmp_path / "droplets.csv").write_text(text)
    case = make_case(tmp_path, base=merge(CASE, BOX))
    for verb in ("check", "run"):
        done = run_taub(verb, case, *(["-o", tmp_path / "out"] if verb == "run" else []), expect=2)
        assert re.search(message, done.stderr), done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("changes,message", [
    ({"scheme": {"kind": "musta"}}, "source.kind: droplets enter in the stages of scheme.kind: kurganov-tadmor"),
    ({"system": "israel-stewart"}, "B: expected 0: the fluid has no charge without eos.kind: table-2d"),
])
def test_what_takes_no_droplets(tmp_path, changes, message):
    (tmp_path / "droplets.csv").write_text(NAMES + GOOD.replace("0,0.1", "1,0.1"))
    assert message in run_taub("run", make_case(tmp_path, base=merge(merge(CASE, BOX), changes)), "-o", tmp_path / "out", expect=2).stderr


# ---- strings ----

def test_strings_become_droplets(tmp_path):
    """A string of the 3D Glauber model: times, energy, momentum and baryon number add up."""
    (tmp_path / "strings.dat").write_text(
        "# b = 2.0 fm Npart = 2\n# mass ...\n0.938 1 0.5 1 0.1 0.2 -0.1 0.3 -0.2 0.1 0 -1.4 1.6 -2.4 2.6 1 0 -5.36 5.3 -1.3 1.5 -3.4 3.6 1 0.5\n")
    rows = taub.read_strings(tmp_path / "strings.dat", spacing=0.1)
    ends = math.cosh(5.36) + math.cosh(5.3) - math.cosh(2.6), -math.sinh(5.36) + math.sinh(5.3) - math.sinh(2.6)
    numpy.testing.assert_allclose(rows[:, [4, 7]].sum(0), 0.938 * numpy.array(ends), rtol=1e-12)
    assert rows[:, 8].sum() == 1.5 and len(rows) == 30 + 1 + 2
    remnant = rows[30]
    assert remnant[3] == -1.4 and remnant[0] == pytest.approx(4.539606679, rel=1e-9)  # tau_0 1, tau_form 0.5, 1.5 away
    assert taub.read_strings(tmp_path / "strings.dat", charge=False)[:, 8].sum() == 0
    (tmp_path / "strings.dat").write_text("1 2 3\n")
    with pytest.raises(taub.Error, match="strings.dat:1: expected 25 numbers, got 3"):
        taub.read_strings(tmp_path / "strings.dat")
