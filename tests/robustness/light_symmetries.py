"""Electrodynamics for random_symmetries.py: the numbers of a drawn case that a mirror, a turn of axes, a thick axis or another
unit of length changes. E, D, A and currents are polar vectors, B, H and the potential of D axial ones; with c = 1 a length is a
time, and fields stay as they are."""
import copy
import re

import numpy

from random_symmetries import Frame, Variant, Wrapped, number

SIZES = ("radius", "thickness", "waist", "extent", "wavelength", "duration", "start", "time")
RATES = ("frequency", "plasma_frequency", "damping", "conductivity")


class Light(Wrapped):
    """The case and the user's functions of a drawn one, seen from a variant."""

    def __init__(self, drawn, variant):
        self.drawn, self.v, self.fluid = drawn, variant, False
        self.far = 99.0  # of bodies that go on along an axis of one cell

    def place_of(self, values):
        scaled = [value if abs(value) == self.far else self.v.length * value for value in values]
        return self.v.frame.vector(scaled)

    def see(self, part):
        """A source, initial data, a medium or a body of it."""
        v, frame = self.v, self.v.frame
        if isinstance(part.get("lower"), list):
            low, high = frame.range(part["lower"], part["upper"])
            part["lower"], part["upper"] = ([x if abs(x) == self.far else v.length * x for x in ends] for ends in (low, high))
        for key in ("position", "center"):
            if key in part:
                part[key] = self.place_of(part[key])
        for key in ("polarization", "propagation"):
            if key in part:
                part[key] = frame.vector(part[key])
        for key in ("permittivity_axes", "waves"):
            if key in part:
                part[key] = frame.list(part[key])
        for key in SIZES:
            if key in part:
                part[key] *= v.length
        for key in RATES:
            if key in part:
                part[key] /= v.length
        if "axis" in part:
            part["axis"] = "xyz"[frame.order.index("xyz".index(part["axis"]))]
        if part.get("kind", "").startswith("cylinder-"):
            part["kind"] = "cylinder-" + "xyz"[frame.order.index("xyz".index(part["kind"][-1]))]
        for pole in part.get("poles", []):
            self.see(pole)

    def see_medium(self, medium):
        v, frame = self.v, self.v.frame
        self.see(medium)
        for body in [*medium.get("inclusions", []), *([medium["inclusion"]] if "inclusion" in medium else [])]:
            self.see(body)
        cuts = medium.get("cuts", {})
        pieces = [len(cuts.get(axis, [])) + 1 for axis in "zyx"]
        for key in ("permittivities", "permeabilities", "conductivities"):
            if key in medium:
                values = frame.array(numpy.array(medium[key]).reshape(pieces)) / (v.length if key[0] == "c" else 1.0)
                medium[key] = [float(x) for x in values.ravel()]
        if cuts:
            medium["cuts"] = {"xyz"[n]: sorted(frame.signs[n] * v.length * x for x in cuts["xyz"[o]])
                              for n, o in enumerate(frame.order) if "xyz"[o] in cuts}

    def case(self):
        v, case = self.v, copy.deepcopy(self.drawn.case)
        self.see_mesh(case["mesh"])
        if "bloch" in case["mesh"]:
            case["mesh"]["bloch"] = [x / v.length for x in v.frame.vector(case["mesh"]["bloch"])]
        self.see(case["initial"])
        if "file" not in case.get("source", {"file": ""}):
            self.see(case["source"])
        self.see_medium(case.get("medium", {}))
        for key in ("end", "step"):
            if key in case["time"]:
                case["time"][key] *= v.length
        return case

    def text(self, text):
        v, old_time = self.v, f"{number(1 / self.v.length)} * t"
        for function in ("initial", "vector_potential", "displacement_potential", "current"):
            text = re.sub(rf"\bvoid {function}\(", f"void drawn_{function}(", text)
        for function, parity, scale, wrap in (("vector_potential", 1, v.length, False), ("current", 1, 1 / v.length, True),
                                              ("displacement_potential", v.frame.parity(), v.length, False)):
            if f"drawn_{function}" in text:
                lines = [f"a[{n}] = {number(s * parity * scale)} * b[{o}];"
                         for n, (s, o) in enumerate(zip(v.frame.signs, v.frame.order))]
                text += FUNCTION % (function, self.place(wrap), function, old_time, "\n    ".join(lines))
        if "drawn_initial" in text:
            lines = [f"state[{first + n}] = {number(s * parity)} * old[{first + o}];"
                     for first, parity in ((0, 1), (3, v.frame.parity()))
                     for n, (s, o) in enumerate(zip(v.frame.signs, v.frame.order))]
            lines += ["state[7] = old[7];", "state[8] = old[8];", f"state[9] = {number(1 / v.length)} * old[9];"]
            text += INITIAL % (self.place(True), old_time, "\n    ".join(lines))
        return text

    def back(self, arrays):
        """Currents, charges and conductivities are one over a length."""
        return {key: values * (1.0 if is_field(key[0]) else self.v.length) for key, values in super().back(arrays).items()}


FUNCTION = """
INLINE void %s(const real x[3], real t, real a[3])
{
    real b[3];
    %s
    drawn_%s(y, %s, b);
    %s
}
"""
INITIAL = """
INLINE void initial(const real x[3], real t, real state[])
{
    real old[10];
    %s
    for (int n = 0; n < 10; n++)
        old[n] = R(0.0);
    drawn_initial(y, %s, old);
    %s
}
"""


def is_field(kind):
    return kind.startswith(("electric", "magnetic", "energy", "permittivity", "permeability", "polarization"))


def prepare(drawn):
    """Outputs at the end alone, of what stands in cells; charges are differences of D, where there are none of its rounding."""
    case = drawn.case
    for key in ("probes", "fluxes"):
        case["output"].pop(key, None)
    case["output"].update(every=0, checkpoint=0, history=1)
    case["output"]["fields"] = [name for name in case["output"]["fields"]
                                if not name.startswith(("charge", "electric_flux", "magnetic_flux"))]


def see(seen, variant):
    light = Light(seen, variant)
    # in this order: the text asks the drawn case for its mesh
    seen.files = {name: light.text(text) for name, text in seen.files.items() if text}
    seen.case = light.case()
    if seen.array:  # [x][y][z]
        seen.array = {name: variant.frame.array(values.transpose()).transpose() / (variant.length if name == "conductivity" else 1.0)
                      for name, values in seen.array.items()}


def variants_of(drawn, random):
    case = drawn.case
    mesh = case["mesh"]
    active = [a for a in range(3) if mesh["cells"][a] > 1]
    result = []
    # A beam has no images beyond periodic ends: the fields of its two sides jump there, at the lower end's currents.
    ends = [mesh["boundary"]["xyz"[a]] for a in active if "xyz"[a] != case.get("source", {}).get("axis")]
    cut = case.get("source", {}).get("kind") == "beam" and "periodic" in ends
    if case["initial"]["kind"] in ("code", "empty") and not cut:  # the others go along an axis
        result += [Variant(f"mirror {'xyz'[a]}", Frame(signs=[-1 if n == a else 1 for n in range(3)])) for a in active]
    turned = Frame([(1, 0, 2), (1, 2, 0), (2, 1, 0)][random.integers(3)])
    result.append(Variant(f"turn {turned}", turned))
    bodies = "array" in case.get("medium", {}) or "inclusion" in case.get("medium", {}) or "inclusions" in case.get("medium", {})
    passive = [a for a in range(3) if a not in active]
    # media that jump are averaged from fewer points an axis in three dimensions than in two
    numbers = case["initial"].get("parameters", {})
    jumps = numbers.get("contrast", 1.0) != 1.0 or numbers.get("conductivity", 0.0) != 0.0
    if passive and not (bodies or jumps) and case["initial"]["kind"] == "code" and "source" not in case and "step" in case["time"]:
        result.append(Variant(f"thick {'xyz'[passive[0]]}", thick=passive[0]))
    kind = case.get("source", {}).get("kind")
    if not drawn.si and ("source" not in case or kind in ("plane-wave", "beam", "sheet")):
        result.append(Variant("units", units=(2.0 ** -7, 2.0 ** -7, 1.0), tolerance=0.0))
    return result

