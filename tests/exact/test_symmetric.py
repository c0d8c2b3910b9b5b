"""scheme.kind: symmetric of light against the formulas of docs/theory/maxwell-symmetric.md, written once more here: operators on
arrays with periodic ends, symbols of waves, the quadratic form that a step keeps."""
import math
import sys

import numpy
import pytest
import yaml

import taub
from conftest import LONG, ROOT, make_case, read_history, read_summary, run_case, run_taub

BASE = {"system": "maxwell", "scheme": {"kind": "symmetric"}, "time": {"start": 0, "end": 1e9, "cfl": 1}, "initial": {"kind": "empty"},
        "device": {"kind": "host", "threads": 1}, "output": {"history": 0}}
SIXTH = (75 / 128, -25 / 256, 3 / 256)


# ---- operators: vectors are lists of three arrays [k][j][i] ----

def shifted(u, axis, n):
    """u at cells n further along an axis."""
    return numpy.roll(u, -n, 2 - axis)


def half(u, axis, up):
    """Half a cell up from lower faces, or down from middles."""
    first = 0 if up else -1
    return sum(w * (shifted(u, axis, first + 1 + n) + shifted(u, axis, first - n)) for n, w in enumerate(SIXTH))


def material(u, inverse, normal, active):
    """E from D, H from B: one component, with 1/eps or 1/mu at its faces."""
    root = numpy.sqrt(inverse)
    v, total = root * u, root * u
    for axis in active:
        same = (abs(shifted(root, axis, 1) - root) < 0.01 * numpy.minimum(root, shifted(root, axis, 1))).astype(float)
        first, second = (-1 / 24, -17 / 5760) if axis == normal else (1 / 24, 3 / 640)
        step = same * (shifted(v, axis, 1) - v)  # G, between a cell and the next
        bend = same * shifted(same, axis, -1) * (shifted(v, axis, 1) - 2 * v + shifted(v, axis, -1))  # L
        total = total + first * (shifted(step, axis, -1) - step)  # the transpose of G
        total = total + second * (shifted(bend, axis, 1) - 2 * bend + shifted(bend, axis, -1))
    return root * total


def curl(field, width, active):
    """Of a field along normals of faces, by the edges: at faces."""
    edges = []
    for o in range(3):
        edge = half(field[o], o, True) if o in active else field[o]
        for axis in active:
            edge = edge if axis == o else half(edge, axis, False)
        edges.append(edge)
    out = []
    for a in range(3):
        p, q = (a + 1) % 3, (a + 2) % 3
        change = numpy.zeros_like(field[0])
        if p in active:
            change = change + (shifted(edges[q], p, 1) - edges[q]) / width[p]
        if q in active:
            change = change - (shifted(edges[p], q, 1) - edges[p]) / width[q]
        out.append(change)
    return numpy.array(out)


class Mesh:
    def __init__(self, cells, lengths, permittivity, permeability):
        self.active = [a for a in range(3) if cells[a] > 1]
        self.width = [length / n for length, n in zip(lengths, cells)]
        self.inverse = [[0.5 * (1 / m + 1 / shifted(m, a, -1)) if a in self.active else 1 / m for a in range(3)]
                        for m in (permittivity, permeability)]

    def field(self, which, u):
        return numpy.array([material(u[a], self.inverse[which][a], a, self.active) for a in range(3)])

    def of_e(self, d):
        return curl(self.field(0, d), self.width, self.active)

    def of_h(self, b):
        return curl(self.field(1, b), self.width, self.active)

    def step(self, d, b, dt):
        b = b - dt / 6 * self.of_e(d)
        d = d + dt / 2 * self.of_h(b)
        once = self.of_e(d)
        b = b - 2 * dt / 3 * once + dt ** 3 / 36 * self.of_e(self.of_h(once))
        d = d + dt / 2 * self.of_h(b)
        return d, b - dt / 6 * self.of_e(d)

    def kept(self, d, b, dt):
        """2 - 4/3 y + 2/9 y^2 of B and 2 - 4/3 y + 8/27 y^2 - 2/81 y^3 of D, y = (omega dt/2)^2: what a step of every wave keeps."""
        sums, scale = 0.0, dt * dt / 4
        for which, u, weights in ((1, b, (2, -4 / 3, 2 / 9)), (0, d, (2, -4 / 3, 8 / 27, -2 / 81))):
            power = u
            for n, weight in enumerate(weights):
                sums += weight * (u * self.field(which, power)).sum()
                power = scale * (self.of_h(self.of_e(power)) if which == 0 else self.of_e(self.of_h(power)))
        return sums


def media(cells, seed, most=9.0):
    """Squares of one medium, and cells of any."""
    random = numpy.random.default_rng(seed)
    shape = cells[::-1]
    pattern = numpy.kron(random.random([(n + 3) // 4 for n in shape]), numpy.ones((4, 4, 4)))[:shape[0], :shape[1], :shape[2]]
    permittivity = numpy.where(pattern < 0.6, 1.0, most)
    return numpy.where(random.random(shape) < 0.1, 1 + (most - 1) * random.random(shape), permittivity), \
        numpy.where(pattern > 0.8, 2.0, 1.0)


def random_fields(cells, width, seed):
    """D and B without divergence."""
    random = numpy.random.default_rng(seed)
    active = [a for a in range(3) if cells[a] > 1]
    return [curl(random.standard_normal((3, *cells[::-1])), width, active) for _ in range(2)]


def write_medium(folder, permittivity, permeability):
    import h5py
    with h5py.File(folder / "medium.h5", "w") as file:
        file["permittivity"], file["permeability"] = permittivity, permeability
    return {"array": {"file": str(folder / "medium.h5"), "permittivity": "permittivity", "permeability": "permeability", "axes": "zyx"}}


def simulation(folder, cells, lengths, seed, **changes):
    permittivity, permeability = media(cells, seed)
    mesh = Mesh(cells, lengths, permittivity, permeability)
    case = {**BASE, "mesh": {"cells": cells, "lower": [0, 0, 0], "upper": lengths, "boundary": "periodic"},
            "medium": write_medium(folder, permittivity, permeability), **changes}
    d, b = random_fields(cells, mesh.width, seed + 1)
    sim = taub.Simulation(case)
    sim.write_state(numpy.array([*d, *b, permittivity, permeability, numpy.zeros_like(permittivity)]))
    return sim, mesh, d, b


@pytest.mark.parametrize("cells,lengths", [([12, 13, 14], [1.2, 1.1, 1.4]), ([16, 1, 12], [1.0, 1.0, 0.9]), ([1, 18, 1], [1, 1.3, 1])])
def test_steps_are_those_of_the_formulas(tmp_path, cells, lengths):
    """Noise in a patchwork of media; a curl adds some hundred numbers, and each step has six."""
    sim, mesh, d, b = simulation(tmp_path, cells, lengths, 3)
    with sim:
        for _ in range(3):
            sim.advance(steps=1)
            d, b = mesh.step(d, b, sim.dt)
            for name, expected in (("electric_flux", d), ("magnetic_flux", b)):
                assert abs(sim[name] - expected).max() < 2e-14 * abs(expected).max(), name


@pytest.mark.parametrize("steps,cells,lengths", [(100000 if LONG else 4000, [16, 14, 1], [1.1, 1.0, 1.0]), (1000, [9, 8, 10], [1, 1, 1])])
def test_energy_is_kept_to_rounding(tmp_path, steps, cells, lengths):
    """Of noise between glass and vacuum, at the longest step, in the form that every step keeps; the plain energy stays beside it.
    Roundings of a step are some 1e-16 and add up like steps of a random walk, at worst all alike."""
    sim, mesh, d, b = simulation(tmp_path, cells, lengths, 5)
    with sim:
        sim.advance(steps=1)
        start = mesh.kept(sim["electric_flux"], sim["magnetic_flux"], sim.dt)
        sim.advance(steps=steps)
        d, b = sim["electric_flux"], sim["magnetic_flux"]
        end = mesh.kept(d, b, sim.dt)
        divergence = [abs(sum((shifted(u[a], a, 1) - u[a]) / mesh.width[a] for a in mesh.active)).max() *
                      min(mesh.width[a] for a in mesh.active) / abs(u).max() for u in (d, b)]
    print(steps, cells, end / start - 1, divergence)
    assert start > 0 and abs(end / start - 1) < 1e-16 * steps ** 0.5 * 30
    assert max(divergence) < 1e-13 if steps <= 4000 else 1e-12


# ---- waves ----

def omega_of(k, width, dt):
    """The frequency of a wave in the vacuum on the mesh: of differences, and of steps of length dt."""
    kh = [n * h for n, h in zip(k, width)]
    s = math.prod(2 * sum(w * math.cos((n + 0.5) * x) for n, w in enumerate(SIXTH)) for x in kh)

    def hodge(normal):
        total = 1.0
        for axis, x in enumerate(kh):
            u = 4 * math.sin(x / 2) ** 2
            first, second = (-1 / 24, -17 / 5760) if axis == normal else (1 / 24, 3 / 640)
            total += first * u + second * u * u
        return math.sqrt(total)
    d = [2 * math.sin(x / 2) / h for x, h in zip(kh, width)]
    cross = numpy.array([[0, -d[2], d[1]], [d[2], 0, -d[0]], [-d[1], d[0], 0]])
    weights = numpy.diag([hodge(a) for a in range(3)])
    differences = max(abs(numpy.linalg.eigvals(1j * s * weights @ cross @ weights)))
    y = (differences * dt / 2) ** 2
    return math.acos(1 - 2 * y + 2 / 3 * y * y - 2 / 27 * y ** 3) / dt


def frequency(cells, waves, cfl):
    """(frequency of a wave after some steps, its formula, its exact value): D(t + T) + D(t - T) = 2 cos(omega T) D(t)."""
    lengths = [n / 20 for n in cells]
    case = {**BASE, "mesh": {"cells": cells, "lower": [0, 0, 0], "upper": lengths, "boundary": "periodic"},
            "time": {"start": 0, "end": 1e9, "cfl": cfl},
            "initial": {"kind": "plane-wave", "waves": waves, "polarization": [1, -1, 0.3] if waves[1] else [0, 1, 0.3]}}
    k = [2 * math.pi * m / length for m, length in zip(waves, lengths)]
    found, steps = [], max(1, round(1.5 / (math.hypot(*k) * cfl / 20)))
    with taub.Simulation(case) as sim:
        for n in range(3):
            found.append(numpy.fft.fftn(sim["electric_flux"][2])[tuple(waves[::-1])])
            sim.advance(steps=steps)
        dt = sim.dt
    measured = math.acos(((found[2] + found[0]) / (2 * found[1])).real) / (steps * dt)
    return measured, omega_of(k, [1 / 20] * 3, dt), math.hypot(*k)


@pytest.mark.parametrize("cfl", [0.5, 1])
@pytest.mark.parametrize("n,waves", [(10, [1, 0, 0]), (20, [1, 0, 0]), (20, [1, 1, 0]), (12, [1, 1, 1])])
def test_phase(n, waves, cfl):
    """Cells a wavelength along an axis, a diagonal of a plane, of space; docs/theory/maxwell-symmetric.md."""
    cells = [n if w else 8 for w in waves[:2]] + [n if waves[2] else 1]
    measured, formula, exact = frequency(cells, waves, cfl)
    print(n, waves, cfl, measured / exact - 1, formula / exact - 1)
    assert abs(measured / formula - 1) < 1e-12
    if sum(waves) == 1:
        assert abs(measured / exact - 1) < {10: 3.7e-4, 20: 7.7e-6}[n]


def test_longest_waves_allow_the_longest_step():
    """2 sqrt(3) over the highest frequency: a step of c dt = h, the longest of time.cfl, is inside in space and in a plane."""
    angles = numpy.linspace(0, math.pi, 25)
    for axes, most in ((1, 1.625), (2, 2.04), (3, 2.34)):
        spectrum = [omega_of([x if axes > 0 else 0, y, z], [1, 1, 1], 1e-3) for x in angles
                    for y in (angles if axes > 1 else [0]) for z in (angles if axes > 2 else [0])]
        assert 0.99 * most < max(spectrum) < most < 2 * math.sqrt(3)


# ---- noise, for long ----

@pytest.mark.parametrize("cells", [[16, 18, 1], [10, 9, 8]])
@pytest.mark.parametrize("most", [9.0, 1000.0])
def test_noise_does_not_grow(tmp_path, cells, most):
    """1e4 steps of the longest length: a radius of 1 + 1e-5 would make it larger by a tenth."""
    steps = 10000 if LONG or cells[2] == 1 else 2000
    permittivity, permeability = media(cells, 11, most)
    mesh = Mesh(cells, [1, 1, 1], permittivity, permeability)
    case = {**BASE, "mesh": {"cells": cells, "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
            "medium": write_medium(tmp_path, permittivity, permeability), "time": {"start": 0, "end": 1e9, "cfl": 1}}
    d, b = random_fields(cells, mesh.width, 12)
    with taub.Simulation(case) as sim:
        sim.write_state(numpy.array([*d, *b, permittivity, permeability, numpy.zeros_like(permittivity)]))
        energies = []
        for _ in range(10):
            sim.advance(steps=steps // 10)
            energies.append((sim["electric_flux"] * mesh.field(0, sim["electric_flux"])).sum() +
                            (sim["magnetic_flux"] * mesh.field(1, sim["magnetic_flux"])).sum())
    print(cells, most, [e / energies[0] for e in energies])
    assert max(energies) < 1.1 * min(energies)


# ---- surroundings ----

WALLS = {"x": "reflecting", "y": ["magnetic-wall", "reflecting"], "z": "periodic"}
LAYERS = {"x": "matched-layer", "y": ["reflecting", "matched-layer"], "z": "periodic"}
GLASS = {"inclusions": [{"kind": "ball", "center": [0.3, 0.2, 0], "radius": 0.4, "permittivity": 4},
                        {"kind": "box", "lower": [-0.9, -0.8, -9], "upper": [-0.4, -0.3, 9], "permittivity_axes": [2, 3, 5]}]}


def lit(folder, boundary, end, **changes):
    """A dipole shines for a while."""
    layer = {"layer": {"cells": 10}} if "matched" in str(boundary) else {}
    folder.mkdir(exist_ok=True)
    case = make_case(folder, base={
        **BASE, "mesh": {"cells": [60, 56, 1], "lower": [-1.5, -1.4, -1], "upper": [1.5, 1.4, 1], "boundary": boundary, **layer},
        "medium": GLASS, "time": {"end": end, "cfl": 1}, "output": {"fields": ["charge_density"], "history": 20},
        "source": {"kind": "dipole", "polarization": [1, 0.5, -2], "position": [-0.2, 0.35, 0], "radius": 0.25, "frequency": 1.2,
                   "duration": 0.4, "start": 1.8}, **changes})
    out = run_case(case, folder / "out", timeout=1200)
    return read_history(out), read_summary(out)


def mirrored(u, odd_x, odd_y, faces_x, faces_y):
    """A component in a cavity, with its mirror images behind the upper walls: a mesh with periodic ends."""
    for axis, odd, faces in ((2, odd_x, faces_x), (1, odd_y, faces_y)):
        image = (-1 if odd else 1) * numpy.flip(u, axis)
        image = numpy.roll(image, 1, axis) if faces else image  # the wall, where it vanishes, is the image's first face
        if faces:
            image[(slice(None),) * axis + (0,)] = 0
        u = numpy.concatenate([u, image], axis)
    return u


@pytest.mark.parametrize("steps", [100000 if LONG else 4000])
def test_a_cavity_keeps_its_energy(tmp_path, steps):
    """Light with E along z between conducting walls, half of the cavity cut by glass off centre: what a step keeps, to rounding;
    div B and div D - rho as numbers of a few steps."""
    cells, lengths = [20, 18, 1], [1, 0.9, 1]
    case = {**BASE, "mesh": {"cells": cells, "lower": [0, 0, 0], "upper": lengths,
                             "boundary": {"x": "reflecting", "y": "reflecting", "z": "periodic"}},
            "medium": {"inclusion": {"kind": "cylinder-z", "center": [0.37, 0.52, 0], "radius": 0.24, "permittivity": 4}},
            "source": {"kind": "dipole", "polarization": [0, 0, 1], "position": [0.62, 0.41, 0.5], "radius": 0.15,
                       "signal": "pulse", "frequency": 2, "duration": 0.2, "start": 1}}
    with taub.Simulation(case) as sim:
        sim.advance(until=3)
        sim.advance(steps=1)
        permittivity = mirrored(sim["permittivity"], False, False, False, False)
        assert len(numpy.unique(permittivity)) > 10  # cut cells
        mesh = Mesh([40, 36, 1], [2, 1.8, 1], permittivity, numpy.ones_like(permittivity))

        def kept():
            d, b = sim["electric_flux"], sim["magnetic_flux"]
            assert abs(d[:2]).max() == 0 and abs(b[2]).max() == 0
            none = numpy.zeros_like(permittivity)
            return mesh.kept(numpy.array([none, none, mirrored(d[2], True, True, False, False)]),
                             numpy.array([mirrored(b[0], True, False, True, False), mirrored(b[1], False, True, False, True), none]),
                             sim.dt)
        sim.advance(steps=1)
        start = kept()
        sim.advance(steps=steps)
        change = kept() / start - 1
    print(steps, change)
    assert start > 0 and abs(change) < 1e-16 * steps ** 0.5 * 30


def test_divergences_in_a_cavity(tmp_path):
    history, summary = lit(tmp_path, WALLS, 60)
    assert history["displacement_max"][-1] > 0.1 and summary["steps"] > 1000
    assert history["divergence"].max() < 1e-13 and abs(history["charge_error"]).max() < 1e-13


def test_layers_swallow(tmp_path):
    """The light of a dipole is gone but for -80 dB when all of it has met layers of 10 cells once; what glass holds leaks, and noise
    does not grow."""
    history, _ = lit(tmp_path / "vacuum", LAYERS, 12, medium={})
    energy = history["electric_energy"] + history["magnetic_energy"]
    assert energy[-1] < 1e-8 * energy.max()
    history, _ = lit(tmp_path / "glass", LAYERS, 100)
    leaking = history["electric_energy"] + history["magnetic_energy"]
    print(energy[-1] / energy.max(), leaking[-1] / leaking.max())
    assert leaking[-1] < 0.1 * leaking[history["time"] > 50][0] and leaking[-1] < 1e-6 * leaking.max()


def test_a_cylinder_scatters_as_mie_has_it(tmp_path):
    """Glass, E along it, 20 cells a unit, 4.5 to 10 in a wavelength in it; ceiling: half of Meep's error, 3.7e-2, on as many."""
    sys.path.insert(0, str(ROOT / "examples" / "mie-cylinder"))
    import efficiency
    case = yaml.safe_load((ROOT / "examples/mie-cylinder/case.yaml").read_text())
    case["mesh"].update(cells=[80, 80, 1], lower=[-2, -2, 0], upper=[2, 2, 1], layer={"cells": 12})
    case["source"]["thickness"] = 0.35
    case["output"]["fluxes"].update(count=31, near_fields=False)
    case.update(scheme={"kind": "symmetric"}, time={"end": 40, "cfl": 1}, device={"kind": "host", "threads": 1})
    case["output"].update(every=40, history=0, fields=["electric_field"])
    _, measured, series = efficiency.efficiency(run_case(make_case(tmp_path, base=case), tmp_path / "out", timeout=1200))
    error = abs(measured - series).mean() / series.mean()
    print(error)
    assert error < 1.85e-2


def test_what_it_cannot_do_is_refused(tmp_path):
    (tmp_path / "start.c").write_text("INLINE void initial(const real x[3], real t, real state[]) { state[1] = x[0] + t; }\n")
    for changes, words in (({"medium": {"conductivity": 1}}, "expected nothing that conducts"),
                           ({"initial": {"kind": "code", "file": str(tmp_path / "start.c")}}, "code may give conductors"),
                           ({"medium": {"poles": [{"kind": "drude", "plasma_frequency": 2}]}}, "no poles yet"),
                           ({"mesh": {"cells": [20, 20, 1], "lower": [0, 0, 0], "upper": [1, 1, 1],
                                      "boundary": {"x": "outflow", "y": "periodic", "z": "periodic"}}}, "no open ends")):
        case = {**BASE, "mesh": {"cells": [20, 20, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"}, **changes}
        with pytest.raises(taub.Error, match=words):
            taub.Simulation(case)


@pytest.mark.parametrize("axis, fits", [([1, 0, 0], True), ([1, 0.3, 0], False), ([0, 1, 0], True)])
def test_media_go_straight_through_layers(tmp_path, axis, fits):
    """Light grows where a body runs through a layer at an angle."""
    rod = {"kind": "cylinder", "axis": axis, "radius": 0.1, "center": [0.5, 0.5, 0.5], "permittivity": 6}
    case = {**BASE, "mesh": {"cells": [40, 40, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary":
                             {"x": "matched-layer", "y": "matched-layer", "z": "periodic"}, "layer": {"cells": 6}},
            "medium": {"inclusions": [rod]}}
    path = make_case(tmp_path, base=case)
    done = run_taub("check", path, expect=0 if fits else 2)
    assert fits or "light grow" in done.stderr
