"""Random combinations with a magnetic field, drawn for random_cases.py --group magnetic: mhd and srmhd, orders, solvers and
variables, boundaries, sources, resistivity, viscosity and conduction, uniform and bent fields."""
import csv
import math
import sys
import pathlib

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from random_cases import BOUNDARY, LORENTZ_FACTOR, SOURCE, Drawn, draw_boundaries, draw_mesh, pick  # noqa: E402

# A_a is amplitude_a times a sine along each other axis, so that no field crosses a wall and periodic ends meet; wave is 0
# along axes of one cell.
INITIAL = """
INLINE void waves_of(const real x[3], real s[3], real ds[3])
{
    const real wave[3] = {PARAMETER(wave_x), PARAMETER(wave_y), PARAMETER(wave_z)};
    for (int n = 0; n < 3; n++) {
        const real phase = wave[n] * (x[n] - PARAMETER(lower));
        s[n] = wave[n] > R(0.0) ? real_sin(phase) : R(1.0);
        ds[n] = wave[n] > R(0.0) ? wave[n] * real_cos(phase) : R(0.0);
    }
}
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    real s[3], ds[3];
    (void)t;
    waves_of(x, s, ds);
    a[0] = PARAMETER(bend_x) * (s[1] * s[2]) + PARAMETER(field_y) * x[2];
    a[1] = PARAMETER(bend_y) * (s[0] * s[2]) + PARAMETER(field_z) * x[0];
    a[2] = PARAMETER(bend_z) * (s[0] * s[1]) + PARAMETER(field_x) * x[1];
}
/* Waves along all axes, a mean flow, with contrast a denser slab, and the curl of A. */
INLINE void initial(const real x[3], real t, real state[])
{
    const real k = R(3.141592653589793);
    const real a = real_sin(k * (x[0] + R(2.0) * x[1] - x[2])), b = real_cos(k * (x[1] + x[2] - R(2.0) * x[0]));
    const real place = x[0] + R(0.7) * x[1] - R(0.4) * x[2];
    const real slab = place > R(-0.61803398875) && place < R(0.09016994375) ? PARAMETER(contrast) : R(1.0);
    real s[3], ds[3];
    (void)t;
    waves_of(x, s, ds);
    state[0] = PARAMETER(density) * slab * (R(1.0) + R(0.4) * a);
    for (int n = 0; n < 3; n++)
        state[1 + n] = PARAMETER(flow) * (n == 1 ? R(-0.6) + R(0.5) * a : R(0.5) + R(0.5) * b);
    state[4] = PARAMETER(thermal) * slab * (R(1.0) + R(0.4) * b);
    state[5] = PARAMETER(field_x) + s[0] * (PARAMETER(bend_z) * ds[1] - PARAMETER(bend_y) * ds[2]);
    state[6] = PARAMETER(field_y) + s[1] * (PARAMETER(bend_x) * ds[2] - PARAMETER(bend_z) * ds[0]);
    state[7] = PARAMETER(field_z) + s[2] * (PARAMETER(bend_y) * ds[0] - PARAMETER(bend_x) * ds[1]);
    for (int n = 0; n < %d; n++)
        state[8 + n] = R(0.5) + R(0.4) * a;
}
"""
GHOSTS, GHOSTS_BESIDE_CODE = 6, 9  # cells that a block must have along an active axis; with ends in code at most


def draw_scheme(random, system):
    scheme = {"kind": pick(random, "ader-weno", "rk-weno"), "order": int(random.integers(2, 5)),
              "variables": pick(random, "conserved", "primitive", *(["characteristic"] if system == "mhd" else [])),
              "riemann": pick(random, "rusanov", "hll", "hllc", "hlld", "hlld", *(["hlli"] if system == "mhd" else [])),
              "positivity": pick(random, "on", "on", "on", "off")}
    if scheme["order"] == 2:
        scheme["limiter"] = pick(random, "minmod", "mc", "parabolic", "mc-smooth", "van-leer")
    if scheme.get("limiter") in ("minmod", "parabolic"):
        scheme["theta"] = float(random.uniform(1, 2))
    return scheme


class Magnetic(Drawn):
    """mhd or srmhd."""

    def __init__(self, seed, number, schedules):
        random = numpy.random.default_rng([seed, number, 5])
        self.name = f"magnetic-{seed}-{number}"
        system = pick(random, "mhd", "mhd", "srmhd")
        scheme = draw_scheme(random, system)
        mesh, active = draw_mesh(random, False, False)
        mesh["boundary"], closed = draw_boundaries(random, active)
        thick = GHOSTS_BESIDE_CODE if any("code" in words for words in mesh["boundary"].values()) else GHOSTS
        for a in active:
            mesh["cells"][a] = max(mesh["cells"][a], thick * mesh["blocks"][a])
        for words in mesh["boundary"].values():
            if words != "periodic":
                words[:] = ["outflow" if word == "extrapolated" else word for word in words]
        self.extreme = bool(random.random() < 0.2)
        eos = {"kind": "ideal-gas", "gamma": float(pick(random, 1.4, 5 / 3))}
        self.case = {"system": system, "eos": eos, "mesh": mesh, "scheme": scheme}
        self.files = {"initial.c": None, "boundary.c": BOUNDARY}
        self.draw_state(random, system, active)
        self.draw_source(random, system, scheme, mesh)
        self.draw_faces(mesh["boundary"])
        self.draw_diffusion(random, system, mesh, active)
        self.draw_time(random, mesh, active, False, scheme, "euler")
        self.draw_output(random, system, schedules)
        precision = pick(random, "double", "double", "double", "single")
        self.case["device"] = {"kind": "host", "threads": 1, "reproducible": "strict", "precision": precision}
        self.conserved = self.find_conserved("euler", mesh["boundary"], closed)
        self.tolerance = 1e-12 if precision == "double" else 2e-5

    def draw_state(self, random, system, active):
        flow, strength = float(random.uniform(0, 0.5)), float(10 ** random.uniform(-1, 0.2))
        contrast = float(random.uniform(1, 4)) if random.random() < 0.5 else 1.0
        if self.extreme:
            flow, strength = float(10 ** random.uniform(0, 0.5)), float(10 ** random.uniform(0, 1))
            contrast = float(10 ** random.uniform(0, 3))
        scalars = int(random.integers(0, 3))
        if scalars:
            self.case["scalars"] = scalars
        mesh = self.case["mesh"]
        parameters = {"density": float(random.uniform(0.5, 2)), "thermal": float(random.uniform(0.5, 3)), "flow": flow,
                      "contrast": contrast, "lower": mesh["lower"][0]}
        bent = random.random() < 0.7
        for a, axis in enumerate("xyz"):
            ends = mesh["boundary"].get(axis, "periodic")
            walls = ends != "periodic" and "reflecting" in ends
            wave = int(random.integers(1, 3)) * (2 if ends == "periodic" else 1) * math.pi / (mesh["upper"][a] - mesh["lower"][a])
            parameters[f"wave_{axis}"] = wave if a in active else 0.0
            parameters[f"bend_{axis}"] = strength / wave * float(random.uniform(-0.5, 0.5)) if bent else 0.0
            parameters[f"field_{axis}"] = 0.0 if walls else strength * float(random.uniform(-1, 1))
        self.case["initial"] = {"kind": "code", "file": "initial.c", "parameters": parameters}
        self.files["initial.c"] = INITIAL % scalars

    def draw_source(self, random, system, scheme, mesh):
        self.push = self.heat = 0.0
        if random.random() < 0.6:
            return
        self.push = float(random.uniform(-0.5, 0.5))
        self.heat = float(random.uniform(-0.3, 0.3)) if random.random() < 0.3 else 0.0
        slower = "R(1.0)" if system == "mhd" else LORENTZ_FACTOR
        self.case["source"] = {"file": "source.c",
                               "parameters": {"push": self.push, "heat": self.heat, "size": -mesh["lower"][0]}}
        self.files["source.c"] = SOURCE % (4, slower, slower, "state[4]")

    def draw_faces(self, boundary):
        super().draw_faces(boundary)
        for state in self.case.get("inflow", {}).values():
            state.pop("charge_density", None)
            state.update(density=1.2, pressure=1.1, magnetic_field=[0.3, -0.2, 0.1])

    def draw_diffusion(self, random, system, mesh, active):
        if system != "mhd" or random.random() < 0.7:
            return
        width = min((mesh["upper"][a] - mesh["lower"][a]) / mesh["cells"][a] for a in active)
        names = ["resistivity", "kinematic_viscosity", "thermal_diffusivity"]
        self.case["transport"] = {name: float(random.uniform(0, 0.2)) * width for name in names if random.random() < 0.7}
        self.case["scheme"]["diffusion"] = pick(random, "rkl2", "explicit")

    def draw_output(self, random, system, schedules):
        length = self.case["time"]["end"] - self.case["time"]["start"]
        every, checkpoint = (float(pick(random, 0, 0.21, 1 / 3)), float(pick(random, 0, 0.4, 0.27)))
        self.case["output"] = {"fields": ["density", "pressure", "velocity", "magnetic_field", "magnetic_flux"],
                               "history": int(pick(random, 1, 1, 3)), "every": every * length * schedules,
                               "checkpoint": checkpoint * length * schedules}

    def defects_of(self, folder):
        """The divergence of the field, in units of the largest |B|/dx."""
        with open(pathlib.Path(folder) / "history.csv") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        largest = max(abs(float(row["divergence"])) for row in rows)
        return [] if largest <= self.tolerance else [f"divergence: {largest:.1e}"]
