#!/usr/bin/env python3
"""Seconds of one core to an error, beside Yee's scheme: a plane wave in a periodic cube over ten wavelengths.

    python3 bench/yee.py TAUB [--cells-taub 8,12,16] [--cells-yee 16,24,32,48,64] [--repeat 3] [--end 10]
    python3 bench/yee.py TAUB --device cuda [--cells-taub 16,24,32] [--yee-rate 1.46e8]

TAUB is the program; Meep (Debian: python3-meep) must be importable. The cube is as wide as the wave along x, or
sqrt(3) wavelengths for the one along (1, 1, 1); axes are the worst direction of Yee's scheme and the diagonal is its
best. Phase and amplitude are those of the Fourier coefficient of E at the wave's number, at the start and after ten
periods; seconds are told for an error of the whole coefficient. Both
programs run in turn, double precision, one thread. Seconds are processor time of the steps alone: what a run of one
step takes is taken away. For Yee's scheme the phase follows from its dispersion relation, too; the column `exact`
shows it, and meshes that would take too long are found from it and the cells per second that were measured.

With --device cuda (or another device) Taub's seconds are those of the steps by the clock, in one precision or the other
(--precision), and Yee's scheme is not run: its seconds are those of one core by --yee-rate, cells per second."""
import argparse
import json
import math
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

DIRECTIONS = {"axis": (1, 0, 0), "diagonal": (1, 1, 1)}
ACROSS = {"axis": (0, 0, 1), "diagonal": (1, -1, 0)}


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run_taub(options, waves, across, cells, order, folder):
    """Phase error, seconds (of the processor, on another device by the clock), share of the amplitude that is lost."""
    import h5py
    import numpy
    size, end = math.sqrt(sum(n * n for n in waves)), options.end
    case = {"system": "maxwell", "mesh": {"cells": [cells] * 3, "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
            "scheme": {"kind": "ader-weno", "order": order}, "time": {"end": end / size, "cfl": 0.95},
            "initial": {"kind": "plane-wave", "waves": list(waves), "polarization": list(across)},
            "output": {"fields": ["electric_field"], "history": 0}}
    path = pathlib.Path(folder) / "case.yaml"
    path.write_text(json.dumps(case))
    out = pathlib.Path(folder) / "out"
    seconds = []
    for more in (["time.max_steps=1"], ["time.max_steps=1"], []):  # the first may compile
        before = cpu_of_children()
        subprocess.run([options.taub, "run", path, "-o", out, "--quiet", "--threads", "1", "--device", options.device,
                        "--precision", options.precision, *more], check=True, env={**os.environ, "TAUB_QUICK_START": "off"})
        seconds.append(cpu_of_children() - before)
    taken = seconds[2] - seconds[1]
    if options.device != "host":
        taken = json.loads((out / "summary.json").read_text())["step_seconds"]
    files = sorted((out / "fields").glob("*.h5"))

    def coefficient(path):
        with h5py.File(path) as file:
            field = file[f"data/{int(path.stem)}/meshes/electric_field"]
            values = sum(field[axis][()] * a for axis, a in zip("xyz", across))
        x = (numpy.arange(cells) + 0.5) / cells
        z, y, x = numpy.meshgrid(x, x, x, indexing="ij")
        return (values * numpy.exp(-2j * math.pi * (waves[0] * x + waves[1] * y + waves[2] * z))).mean()
    turn = coefficient(files[-1]) / coefficient(files[0]) * numpy.exp(2j * math.pi * end)
    return abs(numpy.angle(turn)), taken, abs(abs(turn) - 1)


def yee_phase(waves, cells, courant, end):
    """Of Yee's dispersion relation: sin^2(w dt/2)/dt^2 = sum of sin^2(k h/2)/h^2."""
    size = math.sqrt(sum(n * n for n in waves))
    step = courant / cells
    right = math.sqrt(sum((cells * math.sin(math.pi * n / cells)) ** 2 for n in waves))
    return abs(2 / step * math.asin(step * right) * end / size - 2 * math.pi * end)


def run_yee(waves, across, cells, courant, end):
    """The same by Meep, in a process of its own."""
    words = [sys.executable, __file__, "--meep", json.dumps([waves, across, cells, courant, end])]
    done = subprocess.run(words, check=True, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    return json.loads(next(line for line in done.stdout.splitlines() if line.startswith("[")))


def meep_process(waves, across, cells, courant, end):
    import meep
    import numpy
    meep.verbosity(0)
    size = math.sqrt(sum(n * n for n in waves))
    e = [a / math.sqrt(sum(b * b for b in across)) for a in across]
    n = [w / size for w in waves]
    h = [n[1] * e[2] - n[2] * e[1], n[2] * e[0] - n[0] * e[2], n[0] * e[1] - n[1] * e[0]]
    simulation = meep.Simulation(cell_size=meep.Vector3(1, 1, 1), resolution=cells, Courant=courant, k_point=meep.Vector3(),
                                 force_complex_fields=False, eps_averaging=False)
    simulation.init_sim()
    step = courant / cells

    def wave(amplitude, late):
        return lambda x: amplitude * math.cos(2 * math.pi * (waves[0] * x.x + waves[1] * x.y + waves[2] * x.z + size * late))
    # Meep advances D, from which it makes E, and H, which stands half a step before E
    for axis, (electric, magnetic) in enumerate(zip(("Dx", "Dy", "Dz"), ("Hx", "Hy", "Hz"))):
        for field, amplitude, late in ((electric, e[axis], 0), (magnetic, h[axis], step / 2)):
            if abs(amplitude) > 1e-12:
                simulation.initialize_field(getattr(meep, field), wave(amplitude, late))

    def coefficient():
        total = 0
        for axis, name in enumerate((meep.Ex, meep.Ey, meep.Ez)):
            if abs(e[axis]) > 1e-12:
                values = simulation.get_array(component=name, center=meep.Vector3(), size=meep.Vector3(1, 1, 1), cmplx=False)
                places = simulation.get_array_metadata(center=meep.Vector3(), size=meep.Vector3(1, 1, 1))
                x, y, z = numpy.meshgrid(*(numpy.array(p) for p in places[:3]), indexing="ij")
                weights = places[3]
                total += e[axis] * (weights * values * numpy.exp(-2j * math.pi * (waves[0] * x + waves[1] * y + waves[2] * z))).sum()
        return total
    start = coefficient()
    steps = round(end / size / step)
    before = time.process_time()
    for _ in range(steps):
        simulation.fields.step()
    seconds = time.process_time() - before
    turn = coefficient() / start * numpy.exp(2j * math.pi * size * steps * step)
    print(json.dumps([abs(numpy.angle(turn)), seconds, abs(abs(turn) - 1)]))


def numbers(text):
    return [int(n) for n in text.split(",") if n]


def at_error(points, error):
    """Seconds at an error, by powers between the two measured points around it; None: it lies outside of them."""
    points = sorted(points)
    for (e0, s0), (e1, s1) in zip(points, points[1:]):
        if e0 <= error <= e1:
            return s0 * (error / e0) ** (math.log(s1 / s0) / math.log(e1 / e0))
    return None


def yee_seconds(waves, courant, end, error, rate):
    """Of the coarsest mesh on which Yee's scheme has this phase error, at so many updates per second."""
    cells = 4
    while yee_phase(waves, cells, courant, end) > error:
        cells += 1
    size = math.sqrt(sum(n * n for n in waves))
    return cells, cells ** 3 * round(end / size * cells / courant) / rate


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("taub", nargs="?")
    parser.add_argument("--meep", help=argparse.SUPPRESS)
    parser.add_argument("--cells-taub", type=numbers, default=[6, 8, 12, 16, 24])
    parser.add_argument("--cells-yee", type=numbers, default=[16, 24, 32, 48, 64])
    parser.add_argument("--courant", type=float, default=0.5, help="of Meep; its default")
    parser.add_argument("--orders", type=numbers, default=[2, 3, 4])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--end", type=float, default=10.0, help="wavelengths")
    parser.add_argument("--directions", default="axis,diagonal")
    parser.add_argument("--device", default="host")
    parser.add_argument("--precision", default="double")
    parser.add_argument("--yee-rate", type=float, default=1.46e8, help="cells per second of Yee's scheme where it is not run")
    options = parser.parse_args()
    if options.meep:
        meep_process(*json.loads(options.meep))
        return
    print("direction,scheme,cells,phase error,amplitude error,exact phase error,seconds,updates per second", flush=True)
    for name in options.directions.split(","):
        waves, across = DIRECTIONS[name], ACROSS[name]
        size = math.sqrt(sum(n * n for n in waves))
        yee_cells = options.cells_yee if options.device == "host" else []
        runs = [("yee", cells) for cells in yee_cells] + [(order, cells) for cells in options.cells_taub for order in options.orders]
        results = {run: [] for run in runs}
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(options.repeat):
                for kind, cells in runs:
                    if kind == "yee":
                        results[kind, cells].append(run_yee(waves, across, cells, options.courant, options.end))
                    else:
                        results[kind, cells].append(run_taub(options, waves, across, cells, kind, folder))
        points, fastest = ({}, 0.0) if yee_cells else ({"yee": []}, options.yee_rate)
        for (kind, cells), found in results.items():
            error, seconds = found[0][0], statistics.median(f[1] for f in found)
            # of the whole coefficient: what damps a wave must not look better than what delays it
            points.setdefault(kind, []).append((math.hypot(error, found[0][2]), seconds))
            exact = f"{yee_phase(waves, cells, options.courant, options.end):.3e}" if kind == "yee" else ""
            label = "yee" if kind == "yee" else f"order {kind}"
            rate = ""
            if kind == "yee":
                rate = cells ** 3 * round(options.end / size * cells / options.courant) / seconds
                fastest, rate = max(fastest, rate), f"{rate:.3g}"
            print(f"{name},{label},{cells},{error:.3e},{found[0][2]:.3e},{exact},{seconds:.3f},{rate}", flush=True)
        for wanted in (1e-1, 1e-2, 1e-3):
            words = []
            for kind, list_of_points in points.items():
                seconds, more = at_error(list_of_points, wanted), ""
                if seconds is None and kind == "yee":
                    cells, seconds = yee_seconds(waves, options.courant, options.end, wanted, fastest)
                    more = f" (not run: {cells}^3 cells at {fastest:.3g}/s)"
                words.append(f"{'yee' if kind == 'yee' else f'order {kind}'} {'not reached' if seconds is None else f'{seconds:.3g} s'}{more}")
            print(f"# {name}: error {wanted:g}: {', '.join(words)}", flush=True)


if __name__ == "__main__":
    main()
