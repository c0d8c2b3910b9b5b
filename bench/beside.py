#!/usr/bin/env python3
"""Problems beside a peer: errors of Taub's defaults at each order, and what the peer was measured to have; seconds of both.

    TAUB=build/taub PYTHONPATH=python python3 bench/beside.py [--cells 400] [--only REGEX] [--references DIR] \
        [--measure FOLDER] [--page bench/beside.md]

Shock tubes (bench/tubes.py): errors of density and pressure are means over cells against a run of order 2 on 6400 cells, the
same for all columns. Two-dimensional problems (bench/planes.py): against the state at the start after whole periods, an
exact solution, or a run of order 2 on four times as many cells along each axis, of order 3 on twice as many where flow is
smooth. The peer's errors stand in bench/beside.csv with its version, and the seconds of the time steps of both, medians of
three runs on one core, which can be compared only because both ran in turn on one machine. `--measure FOLDER` measures all
these anew by Athena++, built with --nghost=4 and --flux=hllc (hlld with a field) as
FOLDER/{hydro,mhd,sr,srmhd,two,planes-hydro,planes-mhd}/bin/athena:
    hydro: --prob=shock_tube, mhd: -b --prob=shock_tube, sr: -s --prob=gr_shock_tube, srmhd: -s -b --prob=gr_shock_tube,
    two: --prob=twoibw, planes-hydro: --cxx=g++-simd --prob=beside, planes-mhd: -b --cxx=g++-simd --prob=beside,
the last two with bench/beside.cpp copied to src/pgen. PLM is its xorder 2 with vl2, PPM its xorder 3c (limited in waves; 3
where flow is relativistic, and for three problems of planes.py) with rk3; cfl 0.4 for all. Prints the tables in Markdown
and, with --page, writes them between the marks of that page."""
import argparse
import csv
import pathlib
import re
import statistics
import subprocess
import tempfile

import numpy

import planes
import tubes

HERE = pathlib.Path(__file__).resolve().parent
RECORD = HERE / "beside.csv"
BUILDS = {"euler": "hydro", "mhd": "mhd", "srhd": "sr", "srmhd": "srmhd"}
SCHEMES = {"PLM": ("vl2", "2"), "PPM": ("rk3", "3c")}
ORDERS = (2, 3, 4)
QUANTITIES = ("density", "pressure", "field")
COLUMNS = ("problem", "cells", "method", *QUANTITIES, "seconds", "version")
TURNS = 3
MARKS = ("<!-- beside.py: begins -->\n", "<!-- beside.py: ends -->\n")


def deck(name, cells, method):
    """The peer's input file of a tube."""
    system, more, states = tubes.TUBES[name]
    integrator, reconstruction = SCHEMES[method]
    relativistic = system in ("srhd", "srmhd")
    if states is None:
        mesh, ends, gamma, end = (0.0, 1.0), "reflecting", 1.4, 0.038
        problem = ["shock_dir = 1"]
    else:
        mesh, ends, gamma, end = (0.0, more.get("upper", 1.0)), "outflow", more["eos"]["gamma"], more["end"]
        problem = ["shock_dir = 1", f"xshock = {more.get('position', 0.5 * mesh[1])!r}"]
        for side, state in zip("lr", states):
            density = state.get("density", state.get("charge_density"))
            problem += [f"d{side} = {density!r}", f"p{side} = {state['pressure']!r}"]
            problem += [f"{axis}{side} = {v!r}" for axis, v in zip("uvw", state["velocity"])]
            problem += [f"b{axis}{side} = {b!r}" for axis, b in zip("xyz", state.get("magnetic_field", ()))]
    axes = "\n".join(f"nx{n} = 1\nx{n}min = 0\nx{n}max = 1\nix{n}_bc = periodic\nox{n}_bc = periodic" for n in (2, 3))
    return f"""<job>
problem_id = tube
<output1>
file_type = tab
variable = prim
data_format = %24.16e
dt = {end!r}
<time>
cfl_number = 0.4
nlim = -1
tlim = {end!r}
integrator = {integrator}
xorder = {"3" if relativistic and reconstruction == "3c" else reconstruction}
ncycle_out = 0
<mesh>
nx1 = {cells}
x1min = {mesh[0]!r}
x1max = {mesh[1]!r}
ix1_bc = {ends}
ox1_bc = {ends}
{axes}
<hydro>
gamma = {gamma!r}
<problem>
""" + "\n".join(problem) + "\n"


def peer(folder, name, cells, method):
    """Density and pressure of the peer at the end; None where it has no such problem."""
    system, _, states = tubes.TUBES[name]
    if states is None and name != "blast waves":
        return None
    program = folder / ("two" if states is None else BUILDS[system]) / "bin" / "athena"
    with tempfile.TemporaryDirectory() as place:
        (pathlib.Path(place) / "deck").write_text(deck(name, cells, method))
        subprocess.run([program, "-i", "deck"], cwd=place, check=True, stdout=subprocess.DEVNULL)
        last = sorted(pathlib.Path(place).glob("*.tab"))[-1]
        names = last.read_text().splitlines()[1].lstrip("#").split()
        values = numpy.loadtxt(last)
    return [values[:, names.index(key)] for key in ("rho", "press")]


def errors(values, fine, cells):
    return [float(numpy.abs(a - b.reshape(cells, -1).mean(1)).mean()) for a, b in zip(values, fine.values())]


def ours(name, cells, order, fine):
    scheme = {"kind": "ader-weno", "order": order}
    fields, _, counts = tubes.run(name, cells, scheme)
    return errors(fields.values(), fine, cells), sum(counts.values())


def version(folder):
    named = subprocess.run(["git", "-C", folder, "describe", "--tags"], capture_output=True, text=True).stdout.strip()
    return f"Athena++ {named}"


def recorded():
    if not RECORD.exists():
        return {}
    with RECORD.open() as file:
        return {(row["problem"], row["cells"], row["method"]): row for row in csv.DictReader(file)}


def write_record(rows):
    with RECORD.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows[key] for key in sorted(rows))


def put(rows, name, cells, method, of, found=(), seconds=None):
    """A line of the record; `found`: pairs of a quantity and its error."""
    rows[name, cells, method] = {
        **dict.fromkeys(COLUMNS, ""), "problem": name, "cells": cells, "method": method,
        **{key: f"{error:.4e}" for key, error in found},
        **({} if seconds is None else {"seconds": f"{seconds:.3f}"}), "version": of}


def cell(found, theirs, ratios, counts):
    """Errors of Taub, over the smaller of the peer's in brackets, and what was counted; adds to the logarithms of ratios."""
    text = ", ".join(f"{error:.2e}" for _, error in found)
    if all(theirs):
        share = [error / min(float(row[key]) for row in theirs) for key, error in found]
        text += f" ({', '.join(f'{one:.2f}' if one >= 0.01 else f'{one:.1g}' for one in share)})"
        ratios.append(numpy.log(share))
    return text + (f" [{counts}]" if counts else "")


def shown(row):
    return ", ".join(f"{float(row[key]):.2e}" for key in QUANTITIES if row[key]) if row else ""


def table_of(head, lines):
    columns = ["PLM", "PPM"] + [f"Taub, order {order}" for order in ORDERS]
    rows = [[head, *columns], *lines]
    text = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([text[0], "|---" * 6 + "|", *text[1:]])


def compare_tubes(rows, names, options):
    lines, ratios, cells = [], {}, str(options.cells)
    for name in names:
        fine = tubes.reference(name, 6400, options.references)
        for method in SCHEMES if options.measure else ():
            values = peer(options.measure, name, options.cells, method)
            if values:
                found = zip(QUANTITIES, errors(values, fine, options.cells))
                put(rows, name, cells, method, version(options.measure / "hydro"), found)
        theirs = [rows.get((name, cells, method)) for method in SCHEMES]
        line = [name] + [shown(row) for row in theirs]
        for order in ORDERS:
            error, counts = ours(name, options.cells, order, fine)
            line.append(cell(list(zip(QUANTITIES, error)), theirs, ratios.setdefault((tubes.TUBES[name][0], order), []), counts))
        lines.append(line)
        print(" | ".join(line), flush=True)
    for system in BUILDS:
        if ratios.get((system, 2)):
            means = [numpy.exp(numpy.mean(ratios[system, order], axis=0)) for order in ORDERS]
            lines.append([f"mean, `{system}`", "", ""] + [f"({a:.2f}, {b:.2f})" for a, b in means])
    return table_of("tube", lines)


def measure_plane(rows, name, cells, folder, against):
    """Both programs in turn: the peer's errors, and the seconds of both."""
    program = folder / f"planes-{BUILDS[planes.PLANES[name].system]}" / "bin" / "athena"
    begin, seconds, found = planes.ours(name, 2), {}, {}
    for _ in range(TURNS):
        for method, how in SCHEMES.items():
            fields, took = planes.peer(program, name, *how, begin)
            found[method] = list(zip(planes.quantities(name), planes.errors(name, fields, against)))
            seconds.setdefault(method, []).append(took)
        for order in ORDERS:
            seconds.setdefault(f"order {order}", []).append(planes.ours(name, order).seconds)
    ran = subprocess.run([planes.TAUB, "version"], capture_output=True, text=True).stdout.split("\n")[0]
    for method, took in seconds.items():
        of = version(program.parents[1]) if method in SCHEMES else ran
        put(rows, name, cells, method, of, found.get(method, ()), statistics.median(took))


def compare_planes(rows, names, options):
    """Order 2 beside PLM, orders 3 and 4 beside PPM, in errors and seconds."""
    lines, times, ratios, slower = [], [], {}, {}
    for name in names:
        plane = planes.PLANES[name]
        cells, against = " x ".join(map(str, plane.cells)), planes.reference(name, options.references)
        if options.measure:
            measure_plane(rows, name, cells, options.measure, against)
            write_record(rows)
        theirs = [rows.get((name, cells, method)) for method in SCHEMES]
        line, time = [f"{name}, {cells}"] + [shown(row) for row in theirs], [name]
        time += [f"{float(row['seconds']):.2f}" if row else "" for row in theirs]
        for order in ORDERS:
            error, kind = planes.errors(name, planes.ours(name, order).end, against), (plane.system, plane.flow, order)
            row, other = rows.get((name, cells, f"order {order}")), theirs[order > 2]
            line.append(cell(list(zip(planes.quantities(name), error)), [other], ratios.setdefault(kind, []), 0))
            time.append("")
            if row and other:
                seconds = float(row["seconds"])
                time[-1] = f"{seconds:.2f} ({seconds / float(other['seconds']):.2f})"
                slower.setdefault(kind[::2], []).append(numpy.log(seconds / float(other["seconds"])))
        lines.append(line)
        times.append(time)
        print(" | ".join(line), "|", " | ".join(time), flush=True)
    for system in ("euler", "mhd"):
        for flow in ("smooth", "jumps"):
            if ratios.get((system, flow, 2)):
                means = [numpy.exp(numpy.mean(numpy.concatenate(ratios[system, flow, order]))) for order in ORDERS]
                lines.append([f"mean, `{system}`, {flow}", "", ""] + [f"({mean:.2f})" for mean in means])
        if slower.get((system, 2)):
            means = [numpy.exp(numpy.mean(slower[system, order])) for order in ORDERS]
            times.append([f"mean, `{system}`", "", ""] + [f"({mean:.2f})" for mean in means])
    return table_of("problem, cells", lines) + "\n\n## Seconds\n\n" + table_of("problem", times)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--cells", type=int, default=400)
    parser.add_argument("--only", default="")
    parser.add_argument("--references", type=pathlib.Path)
    parser.add_argument("--measure", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    options = parser.parse_args()
    rows, texts = recorded(), []
    parts = (("Shock tubes", compare_tubes, tubes.TUBES), ("Two dimensions", compare_planes, planes.PLANES))
    for head, compare, problems in parts:
        names = [name for name in problems if re.search(options.only, name)]
        if names:
            texts.append(f"## {head}\n\n{compare(rows, names, options)}\n")
    print("\n".join(texts))
    if options.measure:
        write_record(rows)
    if options.page:
        page = options.page.read_text()
        before, rest = page.split(MARKS[0])
        options.page.write_text(before + MARKS[0] + "\n".join(texts) + MARKS[1] + rest.split(MARKS[1])[1])


if __name__ == "__main__":
    main()
