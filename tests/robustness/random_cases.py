#!/usr/bin/env python3
"""Random combinations of system, scheme, order, limiter, solver, boundaries, sources, blocks, precision and outputs on small
meshes, and what must hold of each: it ends, or says why not; it conserves what nothing changes; blocks, threads, ranks and devices
make no difference to a bit; a run that goes on from a checkpoint in its middle ends with the bits of one without a break.

    TAUB=build/taub python3 tests/robustness/random_cases.py --count 400 --seed 1 [--device opencl,cuda,host:4] [--jobs 16]
    ... --seed 1 --only 37 --keep DIR      one combination again, its cases and results kept

Needs the program, python3, numpy and h5py. Prints a line for each defect and a summary; exits with 1 when there is one.
test_random_combinations.py draws a few of them in the test suite."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "parity"))
from run_on_gpu import TAUB, differences, read_all  # noqa: E402

INITIAL = """
/* Waves along all axes, a mean flow, and with contrast a denser slab, whose sides pass through no point of a cell: these
 * would be on either side by rounding. */
INLINE void initial(const real x[3], real t, real state[])
{
    const real k = R(3.141592653589793);
    const real a = real_sin(k * (x[0] + R(2.0) * x[1] - x[2])), b = real_cos(k * (x[1] + x[2] - R(2.0) * x[0]));
    const real place = x[0] + R(0.7) * x[1] - R(0.4) * x[2];
    const real slab = place > R(-0.61803398875) && place < R(0.09016994375) ? PARAMETER(contrast) : R(1.0);
    const real density = PARAMETER(density) * slab * (R(1.0) + R(0.4) * a);
    const real thermal = PARAMETER(thermal) * slab * (R(1.0) + R(0.4) * b);
    (void)t;
    for (int n = 0; n < 3; n++)
        state[1 + n] = PARAMETER(flow) * (n == 1 ? R(-0.6) + R(0.5) * a : R(0.5) + R(0.5) * b);
%s
}
"""
GAS = """    state[0] = density;
    state[4] = thermal;
    for (int n = 0; n < %d; n++)
        state[5 + n] = R(0.5) + R(0.4) * a;"""
FLUID = """    state[0] = thermal + PARAMETER(mass) * density;
    state[4] = density;"""
SOURCE = """
/* A force, and heat or cooling in proportion to the thermal energy. No scheme can follow a source that leaves no gas, so
 * this one must not be able to: the force adds its work to the energy (a momentum above the energy belongs to no state),
 * it is as large in boxes of any size, and cooling leaves masses at rest alone. */
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    const int energy = %d;
    const real place[2] = {x[0] / PARAMETER(size), x[1] / PARAMETER(size)}, time = t / PARAMETER(size);
    const real v[2] = {state[1] / %s, state[2] / %s}, thermal = %s;
    rate[1] = PARAMETER(push) * state[0] * (place[0] - R(0.3) + R(0.2) * time);
    rate[2] = PARAMETER(push) * state[0] * (R(0.4) - place[1] * place[1]);
    rate[energy] = PARAMETER(heat) * thermal * (R(1.0) + R(0.5) * place[0]) + v[0] * rate[1] + v[1] * rate[2];
}
"""
LORENTZ_FACTOR = "real_sqrt(R(1.0) + state[1] * state[1] + state[2] * state[2] + state[3] * state[3])"
BOUNDARY = """
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    (void)inside;
    state[1] = R(0.9) * state[1] + R(0.01) * t * x[1];
}
"""
GHOSTS = 3  # cells that a block must have along an active axis


def pick(random, *choices):
    return choices[random.integers(len(choices))]


def draw_scheme(random, system):
    if system == "israel-stewart":
        scheme = {"kind": "kurganov-tadmor"}
    else:
        kinds = ["kurganov-tadmor", "musta", "cese", "ader-weno", "ader-weno", "rk-weno", "rk-weno"]
        scheme = {"kind": pick(random, *kinds, *(["shasta"] if system == "srhd" else []))}
    kind = scheme["kind"]
    if kind == "kurganov-tadmor":
        scheme["integrator"] = pick(random, "rk2", "rk3")
        scheme["flux"] = pick(random, "central-upwind", "rusanov")
        scheme["limiter"] = pick(random, "minmod", "none", "minbee", "superbee", "van-leer", "mc", "parabolic")
        if system != "israel-stewart":
            scheme["reconstruct"] = pick(random, "primitive", "conserved")
    elif kind == "musta":
        scheme.update(stages=int(random.integers(0, 5)),
                      limiter=pick(random, "minmod", "none", "minbee", "superbee", "van-leer", "mc"))
    elif kind == "cese":
        scheme["variant"] = pick(random, "a-alpha", "c-tau")
    elif kind == "shasta":
        scheme.update(splitting=pick(random, "permuting", "strang", "fixed", "symmetric", "none"),
                      phoenical=pick(random, "phoenical", "explicit"), antidiffusion=pick(random, 1, 0.8))
    else:
        scheme.update(order=int(random.integers(2, 5)), variables=pick(random, "conserved", "primitive", "characteristic"),
                      riemann=pick(random, "rusanov", "hll", "hllc", *(["hlli"] if system == "euler" else [])),
                      positivity=pick(random, "on", "on", "off"))
        if scheme["order"] == 2:
            scheme["limiter"] = pick(random, "minmod", "mc", "parabolic", "mc-smooth", "van-leer")
    if scheme.get("limiter") in ("minmod", "parabolic"):
        scheme["theta"] = float(random.uniform(1, 2))
    return scheme


def draw_mesh(random, milne, wide):
    axes = int(pick(random, 1, 1, 2, 2, 2, 3))
    active = sorted(random.permutation(3)[:axes])
    cells, blocks = [1, 1, 1], [1, 1, 1]
    for a in active:
        size = {1: (24, 64), 2: (10, 22), 3: (6, 11)}[axes]
        blocks[a] = int(random.integers(1, 4 if axes < 3 else 3))
        per_block = max(GHOSTS, int(random.integers(*size)) // blocks[a])
        cells[a] = per_block * blocks[a]
        if cells[a] % 2 and wide:  # conservation elements of two sizes
            cells[a] += blocks[a] * (blocks[a] % 2)
    half = 3.0 if milne else 1.0
    lower, upper = [-half] * 3, [half * (1 + 0.25 * int(random.integers(2))) for _ in range(3)]
    return {"coordinates": "milne" if milne else "cartesian", "cells": cells, "blocks": blocks, "lower": lower,
            "upper": upper}, active


def draw_boundaries(random, active):
    """{axis: word or pair} and whether nothing leaves the box."""
    result, closed = {}, random.random() < 0.5
    for a in active:
        if random.random() < 0.5:
            result["xyz"[a]] = "periodic"
        elif closed:
            result["xyz"[a]] = ["reflecting", "reflecting"]
        else:
            result["xyz"[a]] = [pick(random, "outflow", "reflecting", "extrapolated", "inflow", "code") for _ in range(2)]
    return result, all(value == "periodic" or value == ["reflecting", "reflecting"] for value in result.values())


class Drawn:
    """A case, the user's files it names, and what may be asked of it."""

    def __init__(self, seed, number, schedules):
        random = numpy.random.default_rng([seed, number])
        self.name = f"{seed}-{number}"
        system = pick(random, "euler", "euler", "srhd", "srhd", "srhd", "israel-stewart")
        scheme = draw_scheme(random, system)
        godunov = scheme["kind"] in ("ader-weno", "rk-weno")
        if system == "euler":
            eos = {"kind": "ideal-gas", "gamma": float(pick(random, 1.4, 5 / 3))}
        elif system == "israel-stewart":
            eos = {"kind": pick(random, "conformal", "lattice-wb")}
        else:
            eos = {"kind": pick(random, "ideal-gas", "conformal", *([] if godunov else ["lattice-wb"]))}
            if eos["kind"] == "ideal-gas":
                eos["gamma"] = float(pick(random, 4 / 3, 5 / 3))
        milne = system != "euler" and not godunov and scheme["kind"] != "cese" and random.random() < 0.35
        mesh, active = draw_mesh(random, milne, scheme["kind"] == "cese")
        mesh["boundary"], closed = draw_boundaries(random, active)
        self.extreme = bool(random.random() < 0.2)
        self.case = {"system": system, "eos": eos, "mesh": mesh, "scheme": scheme}
        self.files = {"initial.c": None, "boundary.c": BOUNDARY}
        self.draw_state(random, system, eos)
        self.draw_source(random, system, scheme, mesh)
        self.draw_faces(mesh["boundary"])
        if system == "israel-stewart":
            self.draw_transport(random, eos)
        self.draw_time(random, mesh, active, milne, scheme, system)
        self.draw_output(random, system, schedules)
        precision = pick(random, "double", "double", "double", "single")
        if scheme["kind"] == "shasta" and random.random() < 0.3:
            precision = "mixed"
        self.case["device"] = {"kind": "host", "threads": 1, "reproducible": "strict", "precision": precision}
        self.conserved = self.find_conserved(system, mesh["boundary"], closed and not milne)
        self.tolerance = 1e-12 if precision == "double" else 2e-5

    def defects_of(self, folder):
        """What else is wrong with the results of the run."""
        return []

    def may_stop(self):
        """A run with a message is a fair end of states that are extreme, of Godunov schemes whose guard is switched off, and
        of dissipative fluids without a limiter, or in the paper's form, in which nothing damps short waves at rest."""
        scheme, transport = self.case["scheme"], self.case.get("transport", {})
        return (self.extreme or scheme.get("positivity") == "off" or transport.get("form") == "paper"
                or self.case["system"] == "israel-stewart" and scheme.get("limiter") == "none")

    def draw_state(self, random, system, eos):
        flow = float(random.uniform(0, 0.7 if system == "srhd" else 0.4))
        contrast = float(random.uniform(1, 4)) if random.random() < 0.5 else 1.0
        if self.extreme:
            flow, contrast = float(10 ** random.uniform(0, 0.7)), float(10 ** random.uniform(0, 3))
        scalars = int(random.integers(0, 3)) if system == "euler" else 0
        if scalars:
            self.case["scalars"] = scalars
        mass = 1.0 if eos["kind"] == "ideal-gas" else 0.0
        self.case["initial"] = {"kind": "code", "file": "initial.c", "parameters": {
            "density": float(random.uniform(0.5, 2)), "thermal": float(random.uniform(0.5, 3)) * (1 if mass else 5),
            "flow": flow, "contrast": contrast}}
        if system != "euler":
            self.case["initial"]["parameters"]["mass"] = mass
        self.files["initial.c"] = INITIAL % (GAS % scalars if system == "euler" else FLUID)

    def draw_source(self, random, system, scheme, mesh):
        self.push = self.heat = 0.0
        if scheme["kind"] == "cese" or random.random() < 0.5:
            return
        self.push = float(random.uniform(-1, 1)) * 0.5
        self.heat = float(random.uniform(-0.3, 0.3)) if random.random() < 0.3 else 0.0
        gas, parameters = system == "euler", {"push": self.push, "heat": self.heat, "size": -mesh["lower"][0]}
        thermal = "state[4]" if gas else "state[0]"
        if not gas and self.case["initial"]["parameters"]["mass"]:
            parameters["mass"] = self.case["initial"]["parameters"]["mass"]
            thermal = "(state[0] - PARAMETER(mass) * state[4])"
        slower = "R(1.0)" if gas else LORENTZ_FACTOR
        self.case["source"] = {"file": "source.c", "parameters": parameters}
        self.files["source.c"] = SOURCE % (4 if gas else 0, slower, slower, thermal)

    def draw_faces(self, boundary):
        faces = [(axis, side, word) for axis, words in boundary.items() if words != "periodic"
                 for side, word in zip(("lower", "upper"), words)]
        state = {"velocity": [0.2, -0.1, 0.1]}
        if self.case["system"] == "euler":
            state.update(density=1.2, pressure=1.1)
        elif self.case["eos"]["kind"] == "ideal-gas":
            state.update(charge_density=1.0, pressure=0.8)
        else:
            state["energy_density"] = 6.0
        inflow = {f"{axis}_{side}": state for axis, side, word in faces if word == "inflow"}
        if inflow:
            self.case["inflow"] = inflow
        if any(word == "code" for _, _, word in faces):
            self.case["boundary"] = {"file": "boundary.c"}

    def draw_transport(self, random, eos):
        transport = {"shear_viscosity": {"kind": "constant", "value": float(random.uniform(0.05, 0.2))},
                     "form": pick(random, "flux", "flux", "paper"), "shear_components": pick(random, "ten", "five")}
        if eos["kind"] == "lattice-wb" and random.random() < 0.5:
            transport["bulk_viscosity"] = {"kind": "denicol"}
        self.case["transport"] = transport

    def draw_time(self, random, mesh, active, milne, scheme, system):
        width = min((mesh["upper"][a] - mesh["lower"][a]) / mesh["cells"][a] for a in active)
        steps = int(random.integers(8, 25))
        cfl = float(random.uniform(0.2, 0.5 if scheme["kind"] == "shasta" else 0.8))
        start = float(random.uniform(0.5, 1)) if milne else 0.0
        speed = 3.0 if system == "euler" else 1.0
        self.case["time"] = {"start": start, "end": start + steps * cfl * width / speed}
        if random.random() < 0.2:
            self.case["time"]["step"] = 0.3 * width / (speed * len(active))
        else:
            self.case["time"]["cfl"] = cfl

    def draw_output(self, random, system, schedules):
        length = self.case["time"]["end"] - self.case["time"]["start"]
        fields = {"euler": ["density", "pressure", "velocity"], "srhd": ["energy_density", "four_velocity", "charge_density"],
                  "israel-stewart": ["energy_density", "four_velocity", "shear_stress"]}[system]
        more = pick(random, [], ["momentum"], ["conserved_energy"])
        every, checkpoint = (float(pick(random, 0, 0.21, 1 / 3)), float(pick(random, 0, 0.4, 0.27)))
        self.case["output"] = {"fields": fields + more, "history": int(pick(random, 0, 1, 3)),
                               "every": every * length * schedules, "checkpoint": checkpoint * length * schedules}

    def find_conserved(self, system, boundary, closed):
        """Totals that stay."""
        if not closed:
            return []
        names = ["mass"] if system == "euler" else ["charge"] if system == "srhd" else []
        if not self.heat and not self.push:
            names.append("energy")
        # the source pushes along x and y only
        names += [f"momentum_{axis}" for axis in ("z" if self.push else "xyz")
                  if boundary.get(axis, "periodic") == "periodic"]
        return names

    def write(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in self.files.items():
            (folder / name).write_text(text)
        (folder / "case.yaml").write_text(json.dumps(self.case, indent=1) + "\n")
        return folder / "case.yaml"

    def __str__(self):
        scheme = " ".join(str(value) for value in self.case["scheme"].values())
        mesh = self.case["mesh"]
        return (f"{self.name}: {self.case['system']} {self.case['eos']['kind']} {mesh['coordinates']} {scheme} "
                f"{'x'.join(map(str, mesh['cells']))} in {'x'.join(map(str, mesh['blocks']))} {mesh['boundary']} "
                f"{self.case['device']['precision']}{' source' if 'source' in self.case else ''}"
                f"{' extreme' if self.extreme else ''}")


def run(path, out, *arguments, timeout=400):
    """Exit code and what was said."""
    command = [TAUB, "run", str(path), "-o", str(out), "--quiet", *map(str, arguments)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return None, f"no end within {timeout} s"
    return done.returncode, (done.stderr or done.stdout).strip()


def summary_of(folder):
    return json.loads((folder / "summary.json").read_text())


def drift(drawn, summary):
    """Totals that changed though nothing changes them."""
    if not drawn.conserved:
        return []
    counts, totals = summary["counts"], summary["totals"]
    exact = drawn.case["scheme"]["kind"] in ("ader-weno", "rk-weno")  # what they replace are fluxes
    if counts.get("floored") or counts.get("recovery_failures") or (counts.get("regulated") and not exact):
        return []
    scale = max(abs(totals["start"].get(name, 0)) for name in ("mass", "energy", "charge"))
    # cells of low beta get the difference of energies there (docs/theory/mhd.md, positivity)
    given = {"energy"} if drawn.case["system"] in ("mhd", "srmhd") and (counts.get("regulated") or counts.get("low_beta_cells")) else set()
    changes = {name: abs(totals["end"][name] - totals["start"][name]) / scale for name in drawn.conserved
               if name in totals["end"] and name not in given}
    return [f"conservation: {name} changes by {change:.1e}" for name, change in changes.items()
            if not change <= drawn.tolerance]


def last_differs(a, b):
    """Why the last outputs of two runs are not the same bits."""
    ends = []
    for folder in (a, b):
        steps = read_all(folder)
        ends.append((max(steps), *steps[max(steps)]))
    (step_a, time_a, one), (step_b, time_b, other) = ends
    if (step_a, time_a) != (step_b, time_b):
        return f"step {step_a} at {time_a!r} and step {step_b} at {time_b!r}"
    wrong = [f"{name} by {numpy.abs(one[name] - other[name]).max():.1e}" for name in one
             if one[name].tobytes() != other[name].tobytes()]
    return ", ".join(wrong)


def other_shapes(drawn):
    """[(what, arguments)]: the same run in other blocks and with more threads."""
    mesh, others = drawn.case["mesh"], []
    if max(mesh["blocks"]) > 1:
        others.append(("blocks", ["mesh.blocks=[1,1,1]"]))
    others.append(("threads", ["device.threads=3"]))
    return others


def restart_differs(drawn, path, base, folder, steps):
    """A run up to a step in the middle, and on from there."""
    code, said = run(path, folder / "half", f"time.max_steps={steps // 2}")
    if code != 0:
        return [f"restart: the first half ends with {code}: {said}"]
    code, said = run(path, folder / "rest", "--restart", folder / "half")
    if code != 0:
        return [f"restart: ends with {code}: {said}"]
    what = last_differs(base, folder / "rest")
    return [f"restart at step {steps // 2} of {steps}: {what}"] if what else []


def device_differs(drawn, path, base, folder, device, code):
    """device: a kind, or kind:ranks."""
    kind, _, ranks = device.partition(":")
    arguments = ["--device", kind, *(["--devices", ranks] if ranks else [])]
    blocks = drawn.case["mesh"]["blocks"]
    if ranks and blocks[1] * blocks[2] < int(ranks):
        arguments.append("mesh.blocks=[1,1,1]")
    ended, said = run(path, folder / device, *arguments)
    if ranks and ended == 2:  # a mesh that cannot be shared out
        return [] if said else [f"{device} is refused without a word"]
    if ended != code:
        return [f"{device} ends with {ended}, the host with {code}: {said}"]
    what = differences(base, folder / device, drawn.case["output"]["history"] > 0) if code == 0 else []
    return [f"{device}: {what[0]}"] if what else []


def examine(drawn, folder, devices):
    """(outcome, defects): outcome is done, stopped or refused."""
    folder = pathlib.Path(folder)
    path, base = drawn.write(folder), folder / "base"
    code, said = run(path, base)
    if code == 2:
        return "refused", [] if said else ["refused without a word"]
    if code == 1:
        clear = said and (base / "summary.json").exists() and summary_of(base)["status"] == "failed"
        defects = [] if clear and drawn.may_stop() else [f"stops: {said or 'without a word'}"]
        for device in devices:
            defects += device_differs(drawn, path, base, folder, device, code)
        return "stopped", defects
    if code != 0:
        return "crashed", [f"ends with {code}: {said[-300:]}"]
    summary = summary_of(base)
    defects = drift(drawn, summary) + drawn.defects_of(base)
    for what, arguments in other_shapes(drawn):
        ended, said = run(path, folder / what, *arguments)
        if ended != 0:
            defects.append(f"{what}: ends with {ended}: {said}")
            continue
        different = last_differs(base, folder / what)
        defects += [f"{what}: {different}"] if different else []
    if summary["steps"] > 1:
        defects += restart_differs(drawn, path, base, folder, summary["steps"])
    for device in devices:
        defects += device_differs(drawn, path, base, folder, device, code)
    return "done", defects


def class_of(group):
    if group == "fluids":
        return Drawn
    if group == "light":
        from random_light import Light
        return Light
    from random_fields import Magnetic
    return Magnetic


def asked_of(ask):
    if ask == "bits":
        return examine
    import random_symmetries
    return random_symmetries.examine_corners if ask == "corners" else random_symmetries.examine_symmetries


def examine_number(seed, number, schedules, devices, keep, group="fluids", ask="bits"):
    drawn = class_of(group)(seed, number, schedules)
    folder = pathlib.Path(keep) / drawn.name if keep else pathlib.Path(tempfile.mkdtemp(prefix="taub-random-"))
    try:
        outcome, defects = asked_of(ask)(drawn, folder, devices)
    except (OSError, KeyError, ValueError) as error:  # results that cannot be read are a defect, too
        outcome, defects = "unreadable", [f"results: {error!r}"]
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)
    return drawn, outcome, defects


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first combination")
    parser.add_argument("--only", type=int, help="this combination alone")
    parser.add_argument("--device", default="", help="devices whose bits are compared with the host's: opencl,cuda,host:2 (two ranks)")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--no-schedules", action="store_true", help="outputs and checkpoints at the end only")
    parser.add_argument("--seconds", type=float, default=0, help="begin no further combination after this time; 0: no limit")
    parser.add_argument("--group", choices=["fluids", "magnetic", "light"], default="fluids",
                        help="of systems; magnetic: mhd, srmhd; light: maxwell")
    parser.add_argument("--ask", choices=["bits", "symmetries"], default="bits",
                        help="symmetries: mirrors, turns, shifts, units, axes made thick (random_symmetries.py)")
    parser.add_argument("--keep", help="folder in which cases and results stay")
    options = parser.parse_args()
    os.environ.setdefault("TAUB_CFLAGS", "-O1")  # strict bits do not depend on it, and compiling is most of the work
    numbers = [options.only] if options.only is not None else range(options.first, options.first + options.count)
    devices = [device for device in options.device.split(",") if device]
    begin, outcomes, count = time.time(), collections.Counter(), 0

    def one(number):
        if options.seconds and time.time() - begin > options.seconds:
            return None
        return examine_number(options.seed, number, not options.no_schedules, devices, options.keep, options.group,
                              options.ask)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(one, numbers):
            if not result:
                outcomes["left out"] += 1
                continue
            drawn, outcome, defects = result
            outcomes[outcome] += 1
            for defect in defects:
                count += 1
                print(f"DEFECT {drawn}: {defect}", flush=True)
            if options.only is not None:
                print(drawn, outcome)
    print(f"{dict(outcomes)}, {count} defects, {time.time() - begin:.0f} s")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
