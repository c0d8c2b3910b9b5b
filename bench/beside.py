#!/usr/bin/env python3
"""Shock tubes beside a peer: errors of Taub's defaults at each order, and what the peer was measured to have.

    TAUB=build/taub PYTHONPATH=python python3 bench/beside.py [--cells 400] [--only REGEX] [--references DIR] \
        [--measure FOLDER] [--page bench/beside.md]

Errors of density and pressure are means over cells against a run of order 2 on 6400 cells, the same for all columns. The
peer's stand in bench/beside.csv with its version; `--measure FOLDER` measures them anew by Athena++, built as
FOLDER/{hydro,mhd,sr,srmhd,two}/bin/athena with --nghost=4, --flux=hllc (hlld with a field) and
    hydro: --prob=shock_tube, mhd: -b --prob=shock_tube, sr: -s --prob=gr_shock_tube, srmhd: -s -b --prob=gr_shock_tube,
    two: --prob=twoibw
PLM is its xorder 2 with vl2, PPM its xorder 3c (limited in waves; 3 where flow is relativistic) with rk3; cfl 0.4 for
all. Prints the table in Markdown and, with --page, writes it between the marks of that page."""
import argparse
import csv
import pathlib
import re
import subprocess
import tempfile

import numpy

import tubes

HERE = pathlib.Path(__file__).resolve().parent
RECORD = HERE / "beside.csv"
BUILDS = {"euler": "hydro", "mhd": "mhd", "srhd": "sr", "srmhd": "srmhd"}
SCHEMES = {"PLM": ("vl2", "2"), "PPM": ("rk3", "3c")}
ORDERS = (2, 3, 4)
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
    return subprocess.run(["git", "-C", folder / "hydro", "describe", "--tags"], capture_output=True, text=True).stdout.strip()


def recorded():
    if not RECORD.exists():
        return {}
    with RECORD.open() as file:
        return {(row["tube"], int(row["cells"]), row["method"]): row for row in csv.DictReader(file)}


def write_record(rows):
    with RECORD.open("w", newline="") as file:
        writer = csv.DictWriter(file, ["tube", "cells", "method", "density", "pressure", "version"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows[key] for key in sorted(rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--cells", type=int, default=400)
    parser.add_argument("--only", default="")
    parser.add_argument("--references", type=pathlib.Path)
    parser.add_argument("--measure", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    options = parser.parse_args()
    rows, table, ratios = recorded(), [], {}
    for name in (name for name in tubes.TUBES if re.search(options.only, name)):
        fine = tubes.reference(name, 6400, options.references)
        for method in SCHEMES if options.measure else ():
            values = peer(options.measure, name, options.cells, method)
            if values:
                error = errors(values, fine, options.cells)
                rows[name, options.cells, method] = {
                    "tube": name, "cells": options.cells, "method": method, "density": f"{error[0]:.4e}",
                    "pressure": f"{error[1]:.4e}", "version": f"Athena++ {version(options.measure)}"}
        theirs = [rows.get((name, options.cells, method)) for method in SCHEMES]
        line = [name] + [f"{float(row['density']):.2e}, {float(row['pressure']):.2e}" if row else "" for row in theirs]
        for order in ORDERS:
            error, counts = ours(name, options.cells, order, fine)
            text = f"{error[0]:.2e}, {error[1]:.2e}"
            if all(theirs):
                best = [min(float(row[key]) for row in theirs) for key in ("density", "pressure")]
                share = [one / other for one, other in zip(error, best)]
                text += f" ({share[0]:.2f}, {share[1]:.2f})"
                ratios.setdefault((tubes.TUBES[name][0], order), []).append(numpy.log(share))
            line.append(text + (f" [{counts}]" if counts else ""))
        table.append("| " + " | ".join(line) + " |")
        print(table[-1], flush=True)
    for system in BUILDS:
        if (system, 2) in ratios:
            means = [numpy.exp(numpy.mean(ratios[system, order], axis=0)) for order in ORDERS]
            table.append(f"| mean, `{system}` | | | " + " | ".join(f"({a:.2f}, {b:.2f})" for a, b in means) + " |")
    head = ["| tube | PLM | PPM | " + " | ".join(f"Taub, order {order}" for order in ORDERS) + " |", "|---" * 6 + "|"]
    text = "\n".join(head + table) + "\n"
    print(text)
    if options.measure:
        write_record(rows)
    if options.page:
        page = options.page.read_text()
        before, rest = page.split(MARKS[0])
        options.page.write_text(before + MARKS[0] + text + MARKS[1] + rest.split(MARKS[1])[1])


if __name__ == "__main__":
    main()
