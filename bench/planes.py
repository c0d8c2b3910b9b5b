#!/usr/bin/env python3
"""Two-dimensional problems of gas and magnetized gas, by Taub and by Athena++, as bench/beside.py compares them.

Each is an example of Taub with other cells and, for some, another end. Athena++ is built with bench/beside.cpp and begins
with the cell means and face means that Taub's order 2 begins with. What comes out is compared as means over cells, the
field as means over the lower faces of cells."""
import collections
import json
import math
import os
import pathlib
import re
import subprocess
import tempfile

import numpy
import taub

ROOT = pathlib.Path(__file__).resolve().parents[1]
TAUB = os.environ.get("TAUB", str(ROOT / "build/taub"))
MONATOMIC = 5 / 3

# system, example, cells, what the case has different, gamma, boundaries of the peer (x below, above, y below, above), what
# the result is compared with (start: the initial state, after whole periods; exact: an exact solution; fine: a run of
# order 2 on four times as many cells along each axis or, where flow is smooth, of order 3 on twice as many), smooth flow or
# one with jumps
Plane = collections.namedtuple("Plane", "system example cells changes gamma ends against flow")
Result = collections.namedtuple("Result", "start end counts seconds box time")
PERIODIC, OUTFLOW = ("periodic",) * 4, ("outflow",) * 4


def gas(example, cells, ends, against, flow, *changes, gamma=1.4):
    return Plane("euler", example, cells, changes, gamma, ends, against, flow)


def magnetized(example, cells, ends, against, flow, *changes, gamma=MONATOMIC):
    return Plane("mhd", example, cells, changes, gamma, ends, against, flow)


PLANES = {
    "entropy wave": gas("entropy-wave", (64, 64), PERIODIC, "start", "smooth", "initial.waves=[1,1,0]",
                        "initial.state={density: 1, pressure: 1, velocity: [1, 0.5, 0]}", "time.end=2"),
    "vortex": gas("vortex-2d", (64, 64), PERIODIC, "start", "smooth"),
    "Kelvin-Helmholtz": gas("kelvin-helmholtz", (128, 128), PERIODIC, "fine", "smooth", "diagnostics=", gamma=MONATOMIC),
    "four states": gas("riemann-2d", (128, 128), OUTFLOW, "fine", "jumps"),
    "double Mach": gas("double-mach", (240, 60), ("user", "outflow", "user", "user"), "fine", "jumps"),
    "Noh": gas("noh", (100, 100), ("reflecting", "user", "reflecting", "user"), "exact", "jumps", gamma=MONATOMIC),
    "Sedov": gas("sedov-3d", (100, 100), ("reflecting", "outflow") * 2, "exact", "jumps"),
    "Alfven wave": magnetized("alfven-wave", (128, 64), PERIODIC, "start", "smooth", "mesh.upper=[2,1,1]",
                              "initial.waves=[1,1,0]", f"time.end={4 / math.sqrt(5)!r}"),
    "magnetized vortex": magnetized("mhd-vortex", (64, 64), PERIODIC, "start", "smooth"),
    "field loop": magnetized("field-loop", (128, 64), PERIODIC, "start", "jumps"),
    "Orszag-Tang": magnetized("orszag-tang", (128, 128), PERIODIC, "fine", "jumps"),
    "rotor": magnetized("rotor", (128, 128), OUTFLOW, "fine", "jumps", gamma=1.4),
    "blast in a field": magnetized("mhd-blast", (128, 128), OUTFLOW, "fine", "jumps", gamma=1.4),
    "current sheets": magnetized("current-sheet", (128, 128), PERIODIC, "fine", "jumps", "time.end=0.5"),
}
PEERS = {"double Mach": "dmr", "Noh": "noh"}
# xorder 3c of the peer ends with NaN in the first two, and with noise of 6 % of a uniform density in the third
IN_PRIMITIVE = ("Noh", "blast in a field", "field loop")


def quantities(name):
    """What is compared: that which is not uniform, or the field where little else moves."""
    return {"entropy wave": ("density",), "Alfven wave": ("field",), "field loop": ("field",)}.get(name, ("density", "pressure"))


def case_of(name, folder):
    """The case of an example; Kelvin-Helmholtz without its dye, which the peer does not carry."""
    plane = PLANES[name]
    example = ROOT / "examples" / plane.example
    if name != "Kelvin-Helmholtz":
        return example, ()
    (folder / "shear.c").write_text((example / "shear.c").read_text().replace("    state[5] = band;\n", ""))
    return example, ("scalars=0", f"initial.file={folder / 'shear.c'}")


def fields_of(result, index, magnetic):
    names = {"density": "density", "momentum": "momentum", "energy": "conserved_energy", "pressure": "pressure"}
    if magnetic:
        names["field"] = "magnetic_flux"
    return {key: numpy.asarray(result.field(of, index=index)).squeeze() for key, of in names.items()}


def run(name, scheme, finer=1, threads=1, steps=0, exact=False):
    """The problem by Taub, with what a summary counts; `exact` ends with the exact solution at the centres of cells."""
    plane = PLANES[name]
    words = ", ".join(f"{key}: {value}" for key, value in scheme.items())
    fields = ["density", "momentum", "conserved_energy", "pressure"] + ["magnetic_flux"] * (plane.system == "mhd")
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        case, more = case_of(name, folder)
        nx, ny = (finer * cells for cells in plane.cells)
        output = f"every: 0, history: 0, values: means, checkpoint_at_end: false, fields: [{', '.join(fields)}]"
        changes = [*plane.changes, *more, f"scheme={{{words}}}", f"mesh.cells=[{nx},{ny},1]", f"output={{{output}}}",
                   f"time.max_steps={steps}"]
        subprocess.run([TAUB, "compile", case, *changes, "--device", "host"], check=True, capture_output=True)
        subprocess.run([TAUB, "run", case, *changes, "-o", folder / "out", "-q", "--device", "host", "--threads", str(threads)],
                       check=True)
        result = taub.open(folder / "out")
        summary = json.loads((folder / "out/summary.json").read_text())
        start, end = (fields_of(result, index, plane.system == "mhd") for index in (0, -1))
        if exact:
            end = {key: numpy.asarray(result.exact(key, index=-1)).squeeze() for key in ("density", "pressure")}
        box = [result.extent(axis) for axis in "xy"]
        return Result(start, end, summary["counts"], summary["step_seconds"], box, result.times[-1])


def ours(name, order):
    """Taub's default."""
    return run(name, {"kind": "ader-weno", "order": order})


def block_means(values, shape):
    ny, nx = shape
    return values.reshape(ny, values.shape[0] // ny, nx, values.shape[1] // nx).mean((1, 3))


def reference(name, folder):
    """What all results are compared with."""
    plane = PLANES[name]
    path = folder / f"{name}-{plane.cells[0]}x{plane.cells[1]}.npz" if folder else None
    if path and path.exists():
        with numpy.load(path) as file:
            return dict(file)
    if plane.against == "start":
        fields = run(name, {"kind": "ader-weno", "order": 4}, steps=1).start
    else:
        jumps = {"kind": "ader-weno", "order": 2, "limiter": "mc", "variables": "primitive"}
        scheme, finer = ({"kind": "ader-weno", "order": 3}, 2) if plane.flow == "smooth" else (jumps, 4)
        exact = plane.against == "exact"
        fields = run(name, scheme, 1 if exact else finer, threads=2, exact=exact).end
        fields = {key: block_means(fields[key], plane.cells[::-1]) for key in ("density", "pressure")}
    if path:
        folder.mkdir(parents=True, exist_ok=True)
        numpy.savez(path, **fields)
    return fields


def errors(name, fields, against):
    found = []
    for key in quantities(name):
        difference = fields[key] - against[key]
        found.append(float((numpy.sqrt((difference**2).sum(0)) if key == "field" else numpy.abs(difference)).mean()))
    return found


def deck(name, integrator, reconstruction, box, time):
    """The peer's input file."""
    plane = PLANES[name]
    axes = "\n".join(
        f"nx{n} = {cells}\nx{n}min = {float(low)!r}\nx{n}max = {float(high)!r}\nix{n}_bc = {below}\nox{n}_bc = {above}"
        for n, cells, (low, high), below, above in zip((1, 2), plane.cells, box, plane.ends[::2], plane.ends[1::2]))
    return f"""<job>
problem_id = plane
<time>
cfl_number = 0.4
nlim = -1
tlim = {float(time)!r}
integrator = {integrator}
xorder = {"3" if name in IN_PRIMITIVE and reconstruction == "3c" else reconstruction}
ncycle_out = 0
<mesh>
{axes}
nx3 = 1
x3min = 0
x3max = 1
ix3_bc = periodic
ox3_bc = periodic
<hydro>
gamma = {plane.gamma!r}
<problem>
state = start.bin
result = end.bin
kind = {PEERS.get(name, "")}
"""


def lay_out(values):
    """The arrays of the peer's file; the field is periodic, or uniform at the ends of the mesh."""
    parts = [values["density"][None], values["momentum"], values["energy"][None]]
    if "field" in values:
        x, y, z = values["field"]
        parts += [numpy.concatenate((x, x[:, :1]), 1), numpy.concatenate((y, y[:1])), z]
    return numpy.concatenate([part.ravel() for part in parts])


def take_apart(name, numbers):
    plane = PLANES[name]
    nx, ny = plane.cells
    density, *momentum, energy = numbers[:5 * nx * ny].reshape(5, ny, nx)
    fields = {"density": density, "momentum": numpy.array(momentum), "energy": energy}
    magnetic = 0
    if plane.system == "mhd":
        x, y, z = numpy.split(numbers[5 * nx * ny:], numpy.cumsum(((nx + 1) * ny, nx * (ny + 1))))
        x, y, z = x.reshape(ny, nx + 1), y.reshape(ny + 1, nx), z.reshape(ny, nx)
        fields["field"] = numpy.array([x[:, :-1], y[:-1], z])
        magnetic = ((x[:, :-1] + x[:, 1:])**2 + (y[:-1] + y[1:])**2) / 8 + z**2 / 2
    kinetic = (fields["momentum"]**2).sum(0) / (2 * density)
    fields["pressure"] = (plane.gamma - 1) * (energy - kinetic - magnetic)
    return fields


def peer(program, name, integrator, reconstruction, begin):
    """(fields at the end, seconds of the steps) of the peer, from the start, in the box and to the time of a run of Taub."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        (folder / "deck").write_text(deck(name, integrator, reconstruction, begin.box, begin.time))
        lay_out(begin.start).tofile(folder / "start.bin")
        done = subprocess.run([program, "-i", "deck"], cwd=place, check=True, capture_output=True, text=True)
        seconds = float(re.search(r"cpu time used\s*=\s*(\S+)", done.stdout)[1])
        return take_apart(name, numpy.fromfile(folder / "end.bin")), seconds
