"""What the laws of physics say of a drawn combination, for random_cases.py --ask symmetries: a box that is mirrored, turned,
shifted, rolled through its periodic ends, made thick along an axis of one cell, or measured in other units, gives the same
flow; a chain of restarts and a simulation in the process end with the bits of the run.

Each variant is the same case with other numbers and a few lines of C around the user's functions. Mirrors and turns may change
the order of sums, so they are compared to rounding; units are powers of two, which change no bit."""
import copy
import itertools
import json
import math
import re
import subprocess
import sys

import numpy

from random_cases import last_differs, pick, read_all, run, summary_of

THICK = 8  # cells, for the 7 ghost zones of some
ROUNDING = 1e-9  # of the largest value of a field: what a few dozen steps may make of errors of 1e-16


class Frame:
    """New axis n lies along the old axis order[n], in its direction or (sign -1) against it."""

    def __init__(self, order=(0, 1, 2), signs=(1, 1, 1)):
        self.order, self.signs = tuple(order), tuple(signs)

    def parity(self):
        swaps = sum(self.order[a] > self.order[b] for a, b in itertools.combinations(range(3), 2))
        return math.prod(self.signs) * (-1) ** swaps

    def list(self, old):
        """A list by axis, without signs."""
        return [old[o] for o in self.order]

    def vector(self, old):
        return [s * old[o] for s, o in zip(self.signs, self.order)]

    def range(self, lower, upper):
        low = [min(s * lower[o], s * upper[o]) for s, o in zip(self.signs, self.order)]
        return low, [max(s * lower[o], s * upper[o]) for s, o in zip(self.signs, self.order)]

    def array(self, old):
        """An array [z][y][x] of the old frame in the new one."""
        new = numpy.transpose(old, [2 - self.order[2 - n] for n in range(3)])
        return numpy.flip(new, [2 - n for n, sign in enumerate(self.signs) if sign < 0])

    def array_back(self, new):
        """An array [z][y][x] of the new frame in the old one."""
        for n, sign in enumerate(self.signs):
            if sign < 0:
                new = numpy.flip(new, 2 - n)
        inverse = [self.order.index(o) for o in (2, 1, 0)]  # the new axis of each old axis, z first
        return numpy.transpose(new, [2 - n for n in inverse])

    def __str__(self):
        return "".join(("-" if s < 0 else "") + "xyz"[o] for s, o in zip(self.signs, self.order))


class Variant:
    """A case by other numbers. What of the new place, time and state belongs to the old ones: y = (x - shift)/length."""

    def __init__(self, name, frame=None, shift=(0, 0, 0), rolled=(0, 0, 0), thick=None, units=(1.0, 1.0, 1.0),
                 tolerance=ROUNDING):
        self.name, self.frame, self.shift, self.rolled, self.thick = name, frame or Frame(), shift, rolled, thick
        self.length, self.time, self.density = units
        self.tolerance = tolerance


def number(value):
    return f"R({float(value)!r})"


class Wrapped:
    """The user's functions of a drawn case, seen from a variant."""

    def __init__(self, drawn, variant):
        self.drawn, self.v = drawn, variant
        case = drawn.case
        self.magnetic = case["system"] in ("mhd", "srmhd")
        self.fluid = case["system"] in ("srhd", "israel-stewart")  # energy density first, charge density last
        self.scalars = case.get("scalars", 0)
        self.count = (8 if self.magnetic else 5) + self.scalars
        self.vectors = [1, 5] if self.magnetic else [1]

    def scale(self, n):
        """How many new units of component n of a state are one old unit."""
        v = self.v
        speed = v.length / v.time
        if self.fluid:
            return v.density if n in (0, 4) else 1.0
        if n == 0:
            return v.density
        if 1 <= n <= 3:
            return speed
        if n == 4:
            return v.density * speed ** 2
        return math.sqrt(v.density) * speed if self.magnetic and n < 8 else 1.0

    def rate_scale(self, n):
        v = self.v
        speed = v.length / v.time
        if self.fluid:
            return v.density / v.time
        power = 0 if n == 0 else 1 if n < 4 else 2
        return v.density * speed ** power / v.time

    def sources_of(self, n):
        """(component of the old state, sign) that component n of the new one is."""
        frame = self.v.frame
        for first in self.vectors:
            if first <= n < first + 3:
                sign = frame.signs[n - first] * (frame.parity() if first == 5 else 1)
                return first + frame.order[n - first], sign
        return n, 1

    def place(self, wrap):
        """C: the old place y of the new place x; axes of one cell are looked at in their middle where wrap is set."""
        v, mesh, lines = self.v, self.drawn.case["mesh"], ["real y[3];"]
        for n, o in enumerate(v.frame.order):
            lines.append(f"y[{o}] = {number(v.frame.signs[n] / v.length)} * (x[{n}] - {number(v.shift[n])});")
        for o in range(3):
            lower, upper = mesh["lower"][o], mesh["upper"][o]
            if v.rolled[o]:
                lines.append(f"y[{o}] = y[{o}] - {number(v.rolled[o] * (upper - lower) / mesh['cells'][o])};")
            # The data jump at periodic ends. Corners of cells that lie on the jump, at which averages look for jumps, see
            # its far side in all variants, whatever their rounding; and so do ghost zones that boundary code fills.
            if wrap and mesh["cells"][o] > 1 and mesh["boundary"].get("xyz"[o], "periodic") == "periodic":
                width, close = upper - lower, 1e-9 * (upper - lower)
                lines.append(f"y[{o}] = y[{o}] < {number(lower + close)} ? y[{o}] + {number(width)} : y[{o}];")
                lines.append(f"y[{o}] = y[{o}] > {number(upper + close)} ? y[{o}] - {number(width)} : y[{o}];")
            if wrap and mesh["cells"][o] == 1:
                lines.append(f"y[{o}] = {number(0.5 * (lower + upper))};")
        return "\n    ".join(lines)

    def to_old(self, name, old, scale):
        return "\n    ".join(f"{old}[{o}] = {number(s / scale(n))} * {name}[{n}];"
                             for n in range(self.count) for o, s in [self.sources_of(n)])

    def to_new(self, name, old, scale, count=None):
        return "\n    ".join(f"{name}[{n}] = {number(s * scale(n))} * {old}[{o}];"
                             for n in range(count or self.count) for o, s in [self.sources_of(n)])

    def text(self, text):
        old_time = f"{number(1 / self.v.time)} * t"
        for function in ("initial", "vector_potential", "source", "boundary"):
            text = re.sub(rf"\bvoid {function}\(", f"void drawn_{function}(", text)
        if "drawn_vector_potential" in text:
            potential = [f"a[{n}] = {number(s * self.scale(5) * self.v.length)} * b[{o}];"
                         for n, (s, o) in enumerate(zip(self.v.frame.signs, self.v.frame.order))]
            text += """
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    real b[3];
    %s
    drawn_vector_potential(y, %s, b);
    %s
}
""" % (self.place(False), old_time, "\n    ".join(potential))
        if "drawn_initial" in text:
            text += """
INLINE void initial(const real x[3], real t, real state[])
{
    real old[%d];
    %s
    drawn_initial(y, %s, old);
    %s
}
""" % (self.count, self.place(True), old_time, self.to_new("state", "old", self.scale))
        if "drawn_source" in text:
            text += """
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    real old[%d], change[%d];
    %s
    for (int n = 0; n < %d; n++)
        change[n] = R(0.0);
    %s
    drawn_source(y, %s, old, change);
    %s
}
""" % (self.count, self.count, self.place(True), self.count, self.to_old("state", "old", self.scale), old_time,
                self.to_new("rate", "change", self.rate_scale, 5))
        if "drawn_boundary" in text:
            text += """
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    real old[%d], within[%d];
    %s
    %s
    %s
    drawn_boundary(y, %s, within, old);
    %s
}
""" % (self.count, self.count, self.place(True), self.to_old("inside", "within", self.scale),
                self.to_old("state", "old", self.scale), old_time, self.to_new("state", "old", self.scale))
        return text

    def case(self):
        v, case = self.v, copy.deepcopy(self.drawn.case)
        self.see_mesh(case["mesh"])
        inflow = {}
        for face, state in case.get("inflow", {}).items():
            axis, side = face.split("_")
            n = v.frame.order.index("xyz".index(axis))
            side = side if v.frame.signs[n] > 0 else {"lower": "upper", "upper": "lower"}[side]
            inflow[f"{'xyz'[n]}_{side}"] = {key: self.inflow_value(key, value) for key, value in state.items()}
        if inflow:
            case["inflow"] = inflow
        for key in ("start", "end", "step"):
            if key in case["time"]:
                case["time"][key] *= v.time
        for key, value in case.get("transport", {}).items():
            if isinstance(value, float):
                case["transport"][key] = value * v.length ** 2 / v.time
        return case

    def see_mesh(self, mesh):
        v, frame = self.v, self.v.frame
        if v.thick is not None:
            mesh["cells"][v.thick], mesh["blocks"][v.thick] = THICK, 1
        ends = {axis: mesh["boundary"].get(axis, "periodic") for axis in "xyz"}
        lower, upper = frame.range(mesh["lower"], mesh["upper"])
        mesh["lower"] = [v.length * value + move for value, move in zip(lower, v.shift)]
        mesh["upper"] = [v.length * value + move for value, move in zip(upper, v.shift)]
        mesh["cells"], mesh["blocks"] = frame.list(mesh["cells"]), frame.list(mesh["blocks"])
        turned = {}
        for n, o in enumerate(frame.order):
            if mesh["cells"][n] > 1:
                words = ends["xyz"[o]]
                turned["xyz"[n]] = words if words == "periodic" or frame.signs[n] > 0 else words[::-1]
        mesh["boundary"] = turned

    def inflow_value(self, key, value):
        if key == "velocity":
            return [self.scale(1) * x for x in self.v.frame.vector(value)]
        if key == "magnetic_field":
            return [self.scale(5) * self.v.frame.parity() * x for x in self.v.frame.vector(value)]
        if self.fluid:
            return self.v.density * value
        return self.scale(0 if key == "density" else 4) * value

    def back(self, arrays):
        """The output of the variant as the drawn case has it."""
        v, found = self.v, {}
        speed = v.length / v.time
        if self.fluid:
            scales = {"energy_density": v.density, "charge_density": v.density, "shear_stress": v.density}
        else:
            scales = {"density": v.density, "pressure": v.density * speed ** 2, "velocity": speed,
                      "magnetic_field": math.sqrt(v.density) * speed}
        for name, values in arrays.items():
            kind, _, letters = name.partition("/")
            values = v.frame.array_back(numpy.asarray(values)) / scales.get(kind, 1.0)
            if v.thick is not None:
                axis = 2 - v.thick
                if numpy.ptp(values, axis).max() > ROUNDING * max(numpy.abs(values).max(), 1e-300):
                    raise ValueError(f"{name} changes along the axis that was made thick, by {numpy.ptp(values, axis).max():.1e}")
                values = values.take([0], axis)
            for o, steps in enumerate(v.rolled):
                values = numpy.roll(values, -steps, 2 - o)
            letters = [letter if letter not in "xyz" else "xyz".index(letter) for letter in re.findall("eta|tau|.", letters)]
            letters = [2 if letter == "eta" else letter for letter in letters]
            sign = v.frame.parity() if kind.startswith("magnetic") else 1
            for letter in letters if kind != "permittivity_axes" else ():
                sign *= v.frame.signs[letter] if isinstance(letter, int) else 1
            old = sorted((v.frame.order[letter] if isinstance(letter, int) else letter for letter in letters), key=str)
            found[kind, tuple(old)] = sign * values
        return found


def drawn_arrays(arrays):
    """Names as Wrapped.back has them."""
    return Wrapped.back(type("Same", (), {"v": Variant("same"), "fluid": False})(), arrays)


def furthest(base, other):
    """{name: largest difference in units of the field's largest value}, and whether all bits are the same."""
    largest = {}
    for (kind, letters), values in base.items():
        largest[kind] = max(largest.get(kind, 0.0), float(numpy.abs(values).max()))
    worst, same = {}, True
    for key, values in base.items():
        change = numpy.abs(values - other[key])
        same &= bool((values == other[key]).all())
        size = float(change.max()) / largest[key[0]] if largest[key[0]] > 0 else float(change.max() > 0)
        worst["/".join((key[0], "".join(map(str, key[1]))))] = size if size == size else math.inf
    return worst, same


def variants_of(drawn, random):
    case = drawn.case
    mesh, scheme, system = case["mesh"], case["scheme"], case["system"]
    if system == "maxwell":
        return of_light().variants_of(drawn, random)
    milne = mesh["coordinates"] == "milne"
    active = [a for a in range(3) if mesh["cells"][a] > 1]
    ends = {a: mesh["boundary"].get("xyz"[a], "periodic") for a in active}
    result = [Variant(f"mirror {'xyz'[a]}", Frame(signs=[-1 if n == a else 1 for n in range(3)])) for a in active]
    five = case.get("transport", {}).get("shear_components") == "five"  # pi^zz from the others: z is an axis of its own
    orders = [(1, 0, 2)] if milne or five else list(itertools.permutations(range(3)))[1:]
    # axes in turn: a turn is another scheme, and with one axis more the others get other parts of the step
    in_turn = scheme["kind"] == "shasta" and scheme["splitting"] not in ("symmetric", "none") and len(active) > 1
    if in_turn:
        orders = []
    if orders:
        order = orders[random.integers(len(orders))]
        result.append(Variant(f"turn {Frame(order)}", Frame(order, [int(pick(random, 1, -1)) for _ in range(3)])))
    result.append(Variant("shift", shift=[0.75, -1.5, 0.0 if milne else 0.375]))
    rolled = [int(random.integers(1, mesh["cells"][a])) if ends.get(a) == "periodic" and not (milne and a == 2) else 0 for a in range(3)]
    if any(rolled) and "source" not in case:  # whose force jumps where the box ends
        result.append(Variant(f"roll {rolled}", rolled=rolled))
    passive = [a for a in range(3) if a not in active and not (milne and a == 2)]
    # conservation elements damp by the Courant numbers of all axes; jumps: `compared`
    if passive and case["initial"]["parameters"]["contrast"] == 1.0 and scheme["kind"] != "cese" and not in_turn:
        thick = passive[random.integers(len(passive))]
        # the field along an axis of several cells is reconstructed from faces, along one of one cell with the cell's modes:
        # beyond order 2 they differ by a share of the scheme's error
        near = system in ("mhd", "srmhd") and scheme.get("order", 2) > 2
        result.append(Variant(f"thick {'xyz'[thick]}", thick=thick, tolerance=1e-5 if near else ROUNDING))
    if milne:  # its third axis has no length
        pass
    elif system in ("euler", "mhd"):
        result.append(Variant("units", units=(2.0 ** -7, 2.0 ** -12, 2.0 ** 10), tolerance=0.0))
    elif system == "srmhd" or case["eos"]["kind"] == "ideal-gas" or system == "srhd" and case["eos"]["kind"] == "conformal":
        result.append(Variant("units", units=(2.0 ** -7, 2.0 ** -7, 2.0 ** 10), tolerance=0.0))
    return result


IN_PROCESS = """
import sys, numpy, taub
case, out = sys.argv[1:]
with taub.Simulation(case) as simulation:
    simulation.advance(until=float(sys.argv[3]) if len(sys.argv) > 3 else None)
    numpy.savez(out, time=simulation.time, **{name.replace("/", "."): numpy.array(simulation[name]) for name in simulation.fields})
"""


def prepare(drawn, random):
    """Double precision, outputs at the end alone, a fixed step where a variant has another one: the clock adds up rates of all
    axes, those of one cell too."""
    case = drawn.case
    case["device"]["precision"] = "double"
    if case["system"] == "maxwell":
        of_light().prepare(drawn)
        return
    case["output"].update(every=0, checkpoint=0, history=1)
    case["output"]["fields"] = [name for name in case["output"]["fields"]
                                if name not in ("momentum", "conserved_energy", "magnetic_flux")]
    mesh = case["mesh"]
    active = [a for a in range(3) if mesh["cells"][a] > 1]
    width = min((mesh["upper"][a] - mesh["lower"][a]) / mesh["cells"][a] for a in active)
    if len(active) < 3:
        speed = {"euler": 3.0, "mhd": 5.0}.get(case["system"], 1.0)
        case["time"].pop("cfl", None)
        case["time"]["step"] = 0.3 * width / (speed * 3)
        case["time"]["end"] = case["time"]["start"] + float(random.integers(8, 25)) * case["time"]["step"]
        for a in range(3):  # cells along the axis that is made thick are as wide as the others
            if a not in active:
                mesh["upper"][a] = mesh["lower"][a] + THICK * width


def of_light():
    import light_symmetries
    return light_symmetries


def as_seen_from(drawn, variant):
    """The drawn combination with the case and the files of a variant."""
    seen = copy.copy(drawn)
    if drawn.case["system"] == "maxwell":
        of_light().see(seen, variant)
        return seen
    wrapped = Wrapped(drawn, variant)
    seen.case, seen.files = wrapped.case(), {name: wrapped.text(text) for name, text in drawn.files.items() if text}
    return seen


def compared(drawn, variant, base, folder):
    """The defects of a variant."""
    where = folder / variant.name.replace(" ", "-").replace("[", "").replace("]", "").replace(",", "")
    path = as_seen_from(drawn, variant).write(where)
    code, said = run(path, where / "out")
    if code != 0:
        return [f"{variant.name}: ends with {code}: {said}"]
    steps = read_all(where / "out")
    try:
        seen = of_light().Light(drawn, variant) if drawn.case["system"] == "maxwell" else Wrapped(drawn, variant)
        worst, same = furthest(base[-1], seen.back(steps[max(steps)][1]))
        start, _ = furthest(base[0], seen.back(steps[min(steps)][1]))
    except ValueError as error:
        return [f"{variant.name}: {error}"]
    name = max(worst, key=worst.get)
    if worst[name] <= variant.tolerance and (same or variant.tolerance > 0):
        return []
    # Averages over cells in which the data are steep are taken from fewer points an axis in three dimensions than in two:
    # such a pair does not begin with the same flow.
    if variant.thick is not None and variant.tolerance < max(start.values()) < 1e-5:
        return []
    return [f"{variant.name}: {name} by {worst[name]:.1e} of its largest value"]


def first_and_last(folder):
    """What Variant.back would give of a run of the drawn case."""
    steps = read_all(folder)
    return [drawn_arrays(steps[which(steps)][1]) for which in (min, max)]


def chain_differs(path, base, folder, steps):
    """A run in four pieces."""
    previous = None
    for piece in range(1, 5):
        arguments = [] if previous is None else ["--restart", previous]
        if piece < 4:
            arguments.append(f"time.max_steps={max(1, steps * piece // 4)}")
        code, said = run(path, folder / f"piece-{piece}", *arguments)
        if code != 0:
            return [f"restarts: piece {piece} ends with {code}: {said}"]
        previous = folder / f"piece-{piece}"
    what = last_differs(base, previous)
    return [f"restarts: {what}"] if what else []


def process_differs(path, base, folder):
    """The Python package beside the program."""
    done = subprocess.run([sys.executable, "-c", IN_PROCESS, str(path), str(folder / "process.npz")], capture_output=True, text=True,
                          timeout=400)
    if done.returncode != 0:
        return [f"in the process: {done.stderr[-300:]}"]
    steps = read_all(base)
    time, arrays = steps[max(steps)]
    with numpy.load(folder / "process.npz") as found:
        if float(found["time"]) != time:
            return [f"in the process: time {float(found['time'])!r}, in the program {time!r}"]
        wrong = [name for name, values in arrays.items() if name.replace("/", ".") in found
                 and numpy.asarray(found[name.replace("/", ".")]).tobytes() != values.tobytes()]
    return [f"in the process: {', '.join(wrong)}"] if wrong else []


def ends_that_meet(drawn):
    """Two axes whose ends meet in corners that the scheme reads, and of which both give states or go on by slopes; None."""
    if drawn.extreme or drawn.case["scheme"]["kind"] not in ("ader-weno", "rk-weno", "cese"):
        return None
    axes = [n for n, axis in enumerate("xyz") if {"inflow", "code", "extrapolated"} & set(drawn.case["mesh"]["boundary"].get(axis, []))]
    return axes[:2] if len(axes) > 1 else None


def examine_corners(drawn, folder, devices):
    """Two runs: with two axes exchanged whose ends meet, and one of them turned round."""
    order, signs = [0, 1, 2], [1, 1, 1]
    a, b = ends_that_meet(drawn)
    order[a], order[b], signs[a] = b, a, -1
    prepare(drawn, numpy.random.default_rng(1))
    drawn.case["mesh"]["blocks"] = [1, 1, 1]  # drawn for fewer ghost zones than some ends need
    for n, face in enumerate(sorted(drawn.case.get("inflow", {}))):  # the generator gives all faces one state
        state = drawn.case["inflow"][face]
        drawn.case["inflow"][face] = {key: value if isinstance(value, list) else (1 + 0.1 * n) * value for key, value in state.items()}
    code, said = run(as_seen_from(drawn, Variant("drawn")).write(folder), folder / "base")
    if code != 0:
        return "stopped" if code == 1 and drawn.may_stop() else "crashed", [] if drawn.may_stop() else [said]
    return "done", compared(drawn, Variant("exchange", Frame(order, signs)), first_and_last(folder / "base"), folder)


def examine_symmetries(drawn, folder, devices):
    """As examine of random_cases.py."""
    random = numpy.random.default_rng([len(drawn.name), sum(map(ord, drawn.name))])
    prepare(drawn, random)
    path, base = as_seen_from(drawn, Variant("drawn")).write(folder), folder / "base"
    code, said = run(path, base)
    if code == 2:
        return "refused", [] if said else ["refused without a word"]
    if code == 1:
        return "stopped", [] if drawn.may_stop() else [f"stops: {said or 'without a word'}"]
    if code != 0:
        return "crashed", [f"ends with {code}: {said[-300:]}"]
    arrays = first_and_last(base)
    defects = []
    for variant in variants_of(drawn, random):
        defects += compared(drawn, variant, arrays, folder)
    count = summary_of(base)["steps"]
    if count > 4:
        defects += chain_differs(path, base, folder, count)
    defects += process_differs(path, base, folder)
    return "done", defects
