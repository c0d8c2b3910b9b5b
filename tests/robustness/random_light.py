"""Random combinations of electrodynamics, drawn for random_cases.py --group light: orders, media (pieces, bodies, arrays,
crystals, poles, conductors), boundaries with matched layers and walls, Bloch-periodic fields, sources, units, fluxes, probes."""
import csv
import math
import sys
import pathlib

import h5py
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from random_cases import Drawn, draw_mesh, pick  # noqa: E402

# A_a and the potential of D are amplitudes times a sine along each other axis, so that no B crosses a conductor and no D a
# magnetic wall, and periodic ends meet; wave is 0 along axes of one cell. The medium changes smoothly, and jumps with contrast.
INITIAL = """
INLINE real waves_of(const real x[3], int left_out)
{
    const real wave[3] = {PARAMETER(wave_x), PARAMETER(wave_y), PARAMETER(wave_z)};
    const real lower[3] = {PARAMETER(lower_x), PARAMETER(lower_y), PARAMETER(lower_z)};
    real product = R(1.0);
    for (int n = 0; n < 3; n++)
        if (n != left_out && wave[n] > R(0.0))
            product *= real_sin(wave[n] * (x[n] - lower[n]));
    return product;
}
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    const real bend[3] = {PARAMETER(bend_x), PARAMETER(bend_y), PARAMETER(bend_z)};
    (void)t;
    for (int n = 0; n < 3; n++)
        a[n] = PARAMETER(magnetic) * bend[n] * waves_of(x, n);
}
INLINE void displacement_potential(const real x[3], real t, real a[3])
{
    const real bend[3] = {PARAMETER(bend_y), PARAMETER(bend_z), PARAMETER(bend_x)};
    (void)t;
    for (int n = 0; n < 3; n++)
        a[n] = PARAMETER(electric) * bend[n] * waves_of(x, n);
}
INLINE void initial(const real x[3], real t, real state[])
{
    const real all = waves_of(x, 3), place = (x[0] + R(0.7) * x[1] - R(0.4) * x[2]) / PARAMETER(length);
    const int inside = place > R(-0.61803398875) && place < R(0.09016994375);
    (void)t;
    for (int n = 0; n < 3; n++) {
        state[n] = PARAMETER(electric) * PARAMETER(charged) * all / PARAMETER(length);
        state[3 + n] = R(0.0);
    }
    state[7] = PARAMETER(permittivity) * (inside ? PARAMETER(contrast) : R(1.0) + R(0.3) * all * all);
    state[8] = PARAMETER(permeability) * (R(1.0) + R(0.1) * all * all);
    state[9] = inside ? PARAMETER(conductivity) : R(0.0);
}
"""
CURRENT = """
INLINE void current(const real x[3], real t, real j[3])
{
    const real r2 = (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) / (PARAMETER(length) * PARAMETER(length));
    const real shape = PARAMETER(size) * real_exp(R(-8.0) * r2) * real_sin(PARAMETER(frequency) * t);
    j[0] = shape;
    j[1] = R(-0.5) * shape;
    j[2] = R(0.3) * shape * x[0] / PARAMETER(length);
}
"""
FIELDS = ["electric_field", "electric_displacement", "electric_flux", "magnetic_field", "magnetic_flux", "magnetic_strength",
          "energy_flux", "energy_density", "current_density", "heating_density", "charge_density", "permittivity",
          "permittivity_axes", "permeability", "conductivity", "polarization"]
ONE_PART = ("energy", "heating", "permittivity", "permeability", "conductivity")  # of complex fields they have no imaginary one
LIGHT_SPEED, VACUUM = 299792458.0, 8.8541878128e-12
GHOSTS, LAYER = 4, 4


class Light(Drawn):
    """maxwell."""

    def __init__(self, seed, number, schedules):
        random = numpy.random.default_rng([seed, number, 7])
        self.name = f"light-{seed}-{number}"
        self.extreme, self.conserved = False, []
        self.si = bool(random.random() < 0.2)
        self.length = 1e-6 if self.si else 1.0
        mesh, self.active = draw_mesh(random, False, False)
        del mesh["coordinates"]
        self.lower = [self.length * x for x in mesh["lower"]]
        self.upper = [self.length * x for x in mesh["upper"]]
        mesh.update(lower=self.lower, upper=self.upper, boundary=self.draw_ends(random))
        self.make_room(mesh)
        self.inner = [self.clear_of_layers(mesh, a) for a in range(3)]
        self.bloch = any(words == "periodic" for words in mesh["boundary"].values()) and random.random() < 0.25
        if self.bloch:
            mesh["bloch"] = [float(random.uniform(-2, 2)) / self.length if mesh["boundary"].get(axis) == "periodic" else 0.0
                             for axis in "xyz"]
        self.case = {"system": "maxwell", "mesh": mesh, "scheme": {"kind": "ader-weno", "order": int(random.integers(2, 5))}}
        self.files, self.array = {}, None
        source = self.draw_source(random, mesh)
        self.case["initial"] = self.draw_initial(random, mesh, source)
        self.draw_medium(random, source)
        self.suit(random, source)
        if source:
            self.case["source"] = source
        self.draw_light_time(random, mesh)
        self.draw_outputs(random, schedules)
        precision = pick(random, "double", "double", "double", "single")
        self.case["device"] = {"kind": "host", "threads": 1, "reproducible": "strict", "precision": precision}
        self.tolerance = 1e-12 if precision == "double" else 2e-5

    def may_stop(self):
        return False

    def natural(self, power):
        """A time, rate, ... of natural units in those of the case: `power` of lengths over the speed of light."""
        return (self.length / (LIGHT_SPEED if self.si else 1)) ** power

    def draw_ends(self, random):
        result, kind = {}, random.random()
        for a in self.active:
            words = ["reflecting", "magnetic-wall"] if kind < 0.3 else ["outflow", "reflecting", "magnetic-wall", "matched-layer",
                                                                        "matched-layer"]
            result["xyz"[a]] = "periodic" if random.random() < 0.4 else [pick(random, *words) for _ in range(2)]
        return result

    def make_room(self, mesh):
        """Cells for ghost zones of blocks and for layers."""
        for a in self.active:
            blocks, layers = mesh["blocks"][a], mesh["boundary"]["xyz"[a]].count("matched-layer")
            most = max(mesh["cells"][a], GHOSTS * blocks, layers * LAYER + (8 if layers else 0))
            mesh["cells"][a] = most + -most % blocks
        if any("matched-layer" in words for words in mesh["boundary"].values()):
            mesh["layer"] = {"cells": LAYER}

    def width(self, mesh, a):
        return (self.upper[a] - self.lower[a]) / mesh["cells"][a]

    def clear_of_layers(self, mesh, a):
        ends, layer = mesh["boundary"].get("xyz"[a], ["outflow"] * 2), LAYER * self.width(mesh, a)
        taken = [layer if end == "matched-layer" else 0 for end in ends]
        return self.lower[a] + taken[0], self.upper[a] - taken[1]

    def draw_direction(self, random, along=None):
        vector = random.uniform(0.3, 1, 3) * random.choice([-1, 1], 3)
        return [float(x) if along is None or a in along else 0.0 for a, x in enumerate(vector)]

    def draw_source(self, random, mesh):
        """None; or a source whose currents stay on the mesh, out of layers and, with Bloch's phase, away from both sides."""
        kind = pick(random, None, None, "dipole", "sheet", "plane-wave", "beam", "code")
        spare = [2.001 * self.width(mesh, a) if self.bloch and mesh["boundary"].get("xyz"[a]) == "periodic" else 0.0 for a in range(3)]
        room = [(lower + spare[a], upper - spare[a]) for a, (lower, upper) in enumerate(self.inner)]
        least = min(room[a][1] - room[a][0] for a in self.active)
        middle = [0.5 * (room[a][0] + room[a][1]) for a in range(3)]
        closed = [a for a in self.active if mesh["boundary"]["xyz"[a]] == "periodic" or
                  not {"outflow", "matched-layer"} & set(mesh["boundary"]["xyz"[a]])]
        open_axes = [a for a in self.active if a not in closed]
        if kind is None or least <= 0 or kind == "sheet" and len(open_axes) > 1 or self.bloch and kind in ("code", "beam"):
            return None
        if kind == "code":
            self.files["current.c"] = CURRENT
            strength = VACUUM * self.natural(-1) if self.si else 1.0
            return {"file": "current.c", "parameters": {"length": self.length, "size": strength,
                                                        "frequency": 3 * self.natural(-1)}}
        source = {"kind": kind, "polarization": self.draw_direction(random)}
        # in what room there is for them: cells carry balls of a cell, layers of two (waves: three)
        widest, width = max(self.width(mesh, a) for a in self.active), [self.width(mesh, a) for a in range(3)]
        if kind == "dipole":
            source.update(position=middle, radius=max(1.001 * widest, float(random.uniform(0.2, 0.499)) * least), size=VACUUM if self.si else 1.0)
            if source["radius"] > 0.4999 * least:
                return None
        elif kind == "sheet":
            axis = open_axes[0] if open_axes else int(random.choice(self.active))
            thick = max(2.001 * width[axis], float(random.uniform(0.2, 0.499)) * (room[axis][1] - room[axis][0]))
            source.update(axis="xyz"[axis], position=middle, thickness=thick, size=VACUUM * LIGHT_SPEED if self.si else 1.0)
            if thick > 0.999 * (room[axis][1] - room[axis][0]):
                return None
        elif not self.add_wave(random, source, room, least, middle, width):
            return None
        source["signal"] = pick(random, "pulse", "continuous")
        duration = float(random.uniform(0.1, 0.5)) * self.natural(1)
        source.update(duration=duration, phase=float(random.uniform(0, 6)))
        if source["signal"] == "continuous" or random.random() < 0.5:
            source["frequency"] = float(random.uniform(0.5, 2)) * self.natural(-1)
        source["start"] = 4.01 * duration if source["signal"] == "pulse" else 0.0
        return source

    def add_wave(self, random, source, room, least, middle, width):
        """The keys of a plane wave or a beam, which has its signal as it is where it comes in first; False: no room."""
        widest = max(width[a] for a in self.active)
        direction = self.draw_direction(random, self.active)
        if source["kind"] == "plane-wave":
            thickness = max(3.001 * widest, float(random.uniform(0.1, 0.24)) * least)
            if thickness > 0.3 * least:
                return False
            source.update(lower=[room[a][0] + 1.001 * thickness if a in self.active else -99.0 for a in range(3)],
                          upper=[room[a][1] - 1.001 * thickness if a in self.active else 99.0 for a in range(3)])
        else:
            axis = int(random.choice(self.active))
            direction[axis] = math.copysign(2.0, direction[axis])
            thickness = max(3.001 * width[axis], float(random.uniform(0.2, 0.4)) * (room[axis][1] - room[axis][0]))
            if thickness > 0.999 * (room[axis][1] - room[axis][0]):
                return False
            source.update(axis="xyz"[axis], waist=max(1.001 * widest, float(random.uniform(0.3, 1)) * least))
        position = [(self.lower[a] if direction[a] > 0 else self.upper[a]) if a in self.active else 0.0 for a in range(3)]
        if source["kind"] == "beam":
            position[axis] = middle[axis]
        source.update(propagation=direction, position=position, thickness=thickness, size=1.0)
        return True

    def draw_initial(self, random, mesh, source):
        wave = source and source.get("kind") in ("plane-wave", "beam")
        walls = all(mesh["boundary"]["xyz"[a]] == ["reflecting"] * 2 for a in self.active)
        kind = pick(random, "plane-wave", "pulse", *(["code", "code"] if not wave else []), *(["box-mode"] * 3 if walls else []),
                    *(["empty"] * 3 if source else []))
        if kind == "empty":
            return {"kind": kind}
        if kind == "code":
            return self.draw_code(random, mesh)
        # a wave that meets walls along its front has fields across them
        walled = [a for a in self.active if {"reflecting", "magnetic-wall"} & set(mesh["boundary"]["xyz"[a]])]
        phased = [a for a, k in enumerate(mesh.get("bloch", [0, 0, 0])) if k]
        axes = [a for a in self.active if not set(walled + phased) - {a} and self.pulse_room(mesh, a)]
        layered = any("matched-layer" in mesh["boundary"]["xyz"[a]] for a in self.active)
        if kind == "plane-wave" and (walled or layered) or kind == "pulse" and not axes:
            return {"kind": "empty"} if source else self.draw_code(random, mesh)
        initial = {"kind": kind, "polarization": self.draw_direction(random)}
        if kind == "pulse":
            axis = int(random.choice(axes))
            least, most = self.pulse_room(mesh, axis)
            wavelength = float(pick(random, 0, 0.8)) * self.length
            initial.update(axis="xyz"[axis], extent=min(max(float(random.uniform(0.1, 0.4)) * self.length, least), most),
                           wavelength=wavelength and max(wavelength, 2.001 * self.width(mesh, axis)))
        else:
            most = [2 if kind == "box-mode" or mesh["cells"][a] > 5 else 1 for a in range(3)]
            initial["waves"] = [int(random.integers(1, n + 1)) for n in most]
        return initial

    def pulse_room(self, mesh, a):
        """The least and the largest extent of a pulse at 0 that cells carry and that begins clear of layers; None: neither."""
        layered = "matched-layer" in mesh["boundary"]["xyz"[a]]
        least, most = 0.32 * self.width(mesh, a), min(-self.inner[a][0], self.inner[a][1]) / 2.2 if layered else 9 * self.length
        return (least, most) if least < most else None

    def draw_code(self, random, mesh):
        self.files["initial.c"] = INITIAL
        permittivity, permeability = (VACUUM, 1 / (VACUUM * LIGHT_SPEED ** 2)) if self.si else (1.0, 1.0)
        conducts = random.random() < 0.5
        parameters = {"length": self.length, "permittivity": permittivity, "permeability": permeability,
                      "electric": permittivity, "magnetic": 1 / (LIGHT_SPEED if self.si else 1),
                      "charged": float(pick(random, 0, 0, 0.5)), "contrast": float(pick(random, 1, 1.05, 4)),
                      "conductivity": self.conductivity(random) if conducts else 0.0}
        for a, axis in enumerate("xyz"):
            turns = int(random.integers(1, 3)) * (2 if mesh["boundary"].get(axis, "periodic") == "periodic" else 1)
            wave = turns * math.pi / (self.upper[a] - self.lower[a])
            parameters[f"wave_{axis}"] = wave if a in self.active else 0.0
            parameters[f"lower_{axis}"] = self.lower[a]
            parameters[f"bend_{axis}"] = float(random.uniform(-1, 1)) / wave
        return {"kind": "code", "file": "initial.c", "parameters": parameters}

    def conductivity(self, random):
        natural = float(10 ** random.uniform(-1, 6))
        return natural * VACUUM * self.natural(-1) if self.si else natural

    def draw_pole(self, random):
        kind, rate = pick(random, "drude", "lorentz", "debye"), self.natural(-1)
        pole = {"kind": kind}
        if kind == "drude":
            pole["plasma_frequency"] = float(random.uniform(1, 5)) * rate
        else:
            pole["strength"] = float(random.uniform(0.3, 2))
        if kind == "lorentz":
            pole["frequency"] = float(random.uniform(1, 5)) * rate
        if kind == "debye":
            pole["time"] = float(random.uniform(0.1, 1)) / rate
        elif random.random() < 0.6:
            pole["damping"] = float(random.uniform(0.1, 1)) * rate
        return pole

    def numbers(self, random, crystal):
        """Of a medium; with crystal it may have a permittivity along each axis."""
        numbers = {}
        if crystal and random.random() < 0.35:
            numbers["permittivity_axes"] = [float(x) for x in random.uniform(1, 4, 3)]
        elif random.random() < 0.7:
            numbers["permittivity"] = float(pick(random, 0.6, 1.05, 2.25, 4, 12))
        if random.random() < 0.3:
            numbers["permeability"] = float(random.uniform(0.7, 2))
        if random.random() < 0.35:
            numbers["conductivity"] = self.conductivity(random)
        return numbers

    def draw_medium(self, random, source):
        """What a wave as source and initial data allow."""
        kind, wave = self.case["initial"]["kind"], source and source.get("kind") in ("plane-wave", "beam")
        medium = {"units": "si"} if self.si else {}
        self.poles = 0
        if kind != "code":
            medium.update(self.numbers(random, crystal=not wave and kind not in ("box-mode", "code")))
        if wave:
            medium.pop("conductivity", None)
        elif random.random() < 0.25:
            self.poles = int(random.integers(1, 3))
            medium["poles"] = [self.draw_pole(random) for _ in range(self.poles)]
        if kind in ("empty", "pulse"):
            if wave and source["kind"] == "plane-wave":
                self.add_middle(random, medium, source)
            elif not wave:
                self.add_parts(random, medium)
        if medium:
            self.case["medium"] = medium

    def suit(self, random, source):
        """What source and initial data have to know of the medium: a beam begins behind its layer, a pulse in a crystal has one
        speed."""
        initial, medium = self.case["initial"], self.case.get("medium", {})
        self.index = self.largest_index(medium)
        if source and "signal" in source:
            self.slow_down(source)
        if source and source.get("kind") == "beam":
            index = math.sqrt(medium.get("permittivity", 1) * medium.get("permeability", 1))
            source["start"] += 0.501 * index * source["thickness"] / (LIGHT_SPEED if self.si else 1)
        bodies = [medium, medium.get("inclusion", {}), *medium.get("inclusions", [])]
        if initial["kind"] == "pulse" and (medium.get("averaging") == "axes" or any("permittivity_axes" in body for body in bodies)):
            across = pick(random, *(axis for axis in "xyz" if axis != initial["axis"]))
            initial["polarization"] = [float(axis == across) for axis in "xyz"]

    def largest_index(self, medium):
        """At least sqrt(eps mu) of any place."""
        bodies = [medium, medium.get("inclusion", {}), *medium.get("inclusions", [])]
        eps = [x for body in bodies for x in [body.get("permittivity", 1), *body.get("permittivity_axes", [])]]
        mu = [body.get("permeability", 1) for body in bodies]
        for values, lists, name in ((eps, "permittivities", "permittivity"), (mu, "permeabilities", "permeability")):
            values += medium.get(lists, [])
            values.append(float(self.array[name].max()) if self.array and name in self.array else 1)
        return math.sqrt(max(eps) * max(mu))

    def shortest_wave(self, mesh):
        """The frequency of a wave of two cells where light is slowest."""
        return self.natural(-1) * self.length / (2.001 * self.index * max(self.width(mesh, a) for a in self.active))

    def slow_down(self, source):
        """A signal that cells carry; waves and pulses begin as late as they have to."""
        most, before = self.shortest_wave(self.case["mesh"]), source["duration"]
        source["duration"] = max(before, (0.5 if source["signal"] == "continuous" else 1 / (2 * math.pi)) / most)
        if "frequency" in source:
            source["frequency"] = min(source["frequency"], most)
        source["start"] *= source["duration"] / before

    def add_middle(self, random, medium, source):
        """A body within the box of a plane wave."""
        half = min(0.5 * (source["upper"][a] - source["lower"][a]) for a in self.active)
        center = [0.5 * (source["lower"][a] + source["upper"][a]) for a in range(3)]
        if random.random() < 0.7 and half > 2 * max(self.width(self.case["mesh"], a) for a in self.active):
            medium["inclusions"] = [{"kind": "ball", "center": center, "radius": 0.5 * half, **self.numbers(random, True)}]
            medium["averaging"] = pick(random, "volume", "axes")

    def add_parts(self, random, medium):
        crystal = "permittivity_axes" in medium
        if random.random() < 0.35:
            cuts = {"xyz"[a]: sorted(float(x) * self.length for x in random.uniform(-0.9, 0.9, random.integers(0, 3)))
                    for a in self.active}
            medium["cuts"] = {axis: places for axis, places in cuts.items() if places}
            pieces = math.prod(len(places) + 1 for places in cuts.values())
            lists = {"permeabilities": random.uniform(0.7, 2, pieces), "permittivities": random.uniform(1, 5, pieces),
                     "conductivities": [self.conductivity(random) * (random.random() < 0.5) for _ in range(pieces)]}
            given = [name for name in lists if random.random() < 0.5 and not (crystal and name == "permittivities")]
            medium.update({name: [float(x) for x in lists[name]] for name in given or ["permeabilities"]})
            if not medium["cuts"]:
                del medium["cuts"]
        elif random.random() < 0.2:
            names = ["permittivity", "permeability", "conductivity"][crystal:]
            self.array = {name: random.uniform(1, 3, [int(random.integers(2, 9)) if a in self.active else 1 for a in range(3)])
                          for name in names if random.random() < 0.6}
            if self.si and "conductivity" in self.array:
                self.array["conductivity"] *= VACUUM * self.natural(-1)
            if self.array:
                medium["array"] = {"file": "medium.h5", **{name: name for name in self.array}}
        if random.random() < 0.6:
            medium["inclusions"] = [self.draw_body(random) for _ in range(random.integers(1, 4))]
            medium["averaging"] = pick(random, "volume", "axes")
        elif random.random() < 0.3:
            body = {"kind": pick(random, "ball", "cylinder-x", "cylinder-y", "cylinder-z"), "center": [0, 0, 0],
                    "radius": float(random.uniform(0.2, 0.8)) * self.length}
            medium["inclusion"] = {**body, **self.numbers(random, True)}
            medium["averaging"] = pick(random, "volume", "axes")

    def draw_body(self, random):
        kind = pick(random, "ball", "ball", "cylinder-x", "cylinder-y", "cylinder-z", "box", "box")
        middle = [float(x) * self.length for x in random.uniform(-0.5, 0.5, 3)]
        size = float(random.uniform(0.2, 0.8)) * self.length
        if kind == "box":
            body = {"kind": kind, "lower": [x - size if a in self.active else -99.0 for a, x in enumerate(middle)],
                    "upper": [x + size if a in self.active else 99.0 for a, x in enumerate(middle)]}
        else:
            body = {"kind": kind, "center": [x if a in self.active else 0.0 for a, x in enumerate(middle)], "radius": size}
        body.update(self.numbers(random, True))
        if self.poles < 4 and random.random() < 0.2:
            self.poles += 1
            body["poles"] = [self.draw_pole(random)]
        return body

    def draw_light_time(self, random, mesh):
        width = min(self.width(mesh, a) for a in self.active)
        steps, cfl = int(random.integers(8, 25)), float(random.uniform(0.2, 0.9))
        crossing = width / (LIGHT_SPEED if self.si else 1)
        self.case["time"] = {"end": steps * 0.3 * crossing}
        if random.random() < 0.2:
            self.case["time"]["step"] = 0.15 * crossing
        else:
            self.case["time"]["cfl"] = cfl

    def draw_outputs(self, random, schedules):
        fields = FIELDS + [f"{name}_imaginary" for name in FIELDS if self.bloch and not name.startswith(ONE_PART)]
        end = self.case["time"]["end"]
        every, checkpoint = (float(pick(random, 0, 0.21, 1 / 3)), float(pick(random, 0, 0.4, 0.27)))
        output = {"fields": fields, "history": int(pick(random, 1, 1, 3)), "every": every * end * schedules,
                  "checkpoint": checkpoint * end * schedules}
        if random.random() < 0.3:
            points = [[float(random.uniform(self.lower[a], self.upper[a])) for a in range(3)] for _ in range(3)]
            output["probes"] = {"points": points, "fields": ["electric_field", "energy_flux"]}
        if not self.bloch and random.random() < 0.3:
            box = [[(1 - w) * self.inner[a][0] + w * self.inner[a][1] for a in range(3)] for w in (0.15, 0.8)]
            axis = int(random.choice(self.active))
            top = min(2 * self.natural(-1), self.shortest_wave(self.case["mesh"]))
            output["fluxes"] = {"frequencies": [0.25 * top, top], "count": 3, "every": 2, "planes": [
                {"name": "up", "kind": "xyz"[axis], "position": 0.5 * sum(self.inner[axis])},
                {"name": "around", "kind": "box", "lower": box[0], "upper": box[1]}]}
        self.case["output"] = output

    def write(self, folder):
        path = super().write(folder)
        if self.array:
            with h5py.File(folder / "medium.h5", "w") as file:
                for name, values in self.array.items():
                    file[name] = values
        return path

    def __str__(self):
        mesh, medium = self.case["mesh"], self.case.get("medium", {})
        return (f"{self.name}: order {self.case['scheme']['order']} {'x'.join(map(str, mesh['cells']))} in "
                f"{'x'.join(map(str, mesh['blocks']))} {mesh['boundary']} {self.case['initial']['kind']} "
                f"{self.case.get('source', {}).get('kind', 'code' if 'source' in self.case else 'no source')} "
                f"medium {sorted(medium)}{' bloch' if self.bloch else ''} {self.case['device']['precision']}")

    def defects_of(self, folder):
        """Divergences, in units of the largest field over the cells' width; without a source no energy comes from nowhere (in
        layers charges come to rest, and their fields may gain some)."""
        with open(pathlib.Path(folder) / "history.csv") as file:
            rows = [{name: float(text) for name, text in row.items()}
                    for row in csv.DictReader(line for line in file if not line.startswith("#"))]
        defects = []
        for name in ("divergence", "charge_error"):
            largest = max(abs(row[name]) for row in rows)
            if not largest <= self.tolerance:
                defects.append(f"{name}: {largest:.1e}")
        energy = [row["electric_energy"] + row["magnetic_energy"] for row in rows]
        if "source" not in self.case and "layer" not in self.case["mesh"] and not max(energy) <= energy[0] * (1 + 1e-5):
            defects.append(f"energy: from {energy[0]:.6g} to {max(energy):.6g}")
        return defects
