#!/usr/bin/env python3
"""From a 3+1D event to hadrons: the run with its surface, spectra with decays, 1000 drawn events, timed as a user sees them.

    TAUB=build/taub python3 bench/hadrons.py [--device cuda] [--precision double] [--cells 200,200,64] [--hadrons LIST] [--keep DIR]

First as three programs, then all by `taub run --spectra --sample`, with and without the last checkpoint. Each is done twice: the first time kernels may be compiled. Prints wall seconds of the second, and for the sums the momenta of
elements a second with the flops that they need at least (25 for each, divisions counted once).
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLOPS = 25


def timed(words):
    start = time.monotonic()
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return time.monotonic() - start, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--taub", default=os.environ.get("TAUB", str(ROOT / "build/taub")))
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--precision", default="double")
    parser.add_argument("--cells", default="200,200,64")
    parser.add_argument("--hadrons", default=str(ROOT / "examples/hadrons/particles.txt"))
    parser.add_argument("--events", default=1000, type=int)
    parser.add_argument("--end", default=None, help="time.end, for a try on a slow machine")
    parser.add_argument("--keep")
    options = parser.parse_args()
    folder = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="taub-hadrons-"))
    on = ["--device", options.device, "--precision", options.precision]
    case = [options.taub, "run", ROOT / "examples/pbpb-2760/case-full.yaml", f"mesh.cells=[{options.cells}]", "output.every=1000",
            "output.fields=[temperature]", "output.history=0", "output.surface.temperature=0.155", "output.surface.every=10",
            "-o", folder / "run", "-q", *on]
    if options.end:
        case.append(f"time.end={options.end}")
    spectra = [options.taub, "spectra", folder / "run", "--hadrons", options.hadrons, "--pt", "3,24", "--phi", "24", "--rapidity",
               "4,17", "--json", folder / "spectra.json", "-q", *on]
    sample = [options.taub, "sample", folder / "run", "--hadrons", options.hadrons, "--events", options.events, *on]
    total = 0
    for name, words in (("run with surface", case), ("spectra with decays", spectra), (f"{options.events} drawn events", sample)):
        first, _ = timed(words)
        seconds, text = timed(words)
        total += seconds
        print(f"{name:24}{seconds:8.2f} s   (the first time {first:.2f} s)")
        if name.startswith("spectra"):
            numbers = json.loads((folder / "spectra.json").read_text())
            rate = numbers["evaluations"] / numbers["seconds"]
            print(f"{'  sums':24}{numbers['seconds']:8.2f} s   {numbers['elements']} elements, {numbers['evaluations']:.3g} momenta of "
                  f"elements, {rate:.3g} a second, at least {rate * FLOPS:.3g} flops")
            print(f"{'  decays':24}{numbers['decay_seconds']:8.2f} s")
        if "drawn" in name:
            print(f"{'  ' + re.search('drawn in .* s;', text).group()}")
    print(f"{'together':24}{total:8.2f} s")
    whole = [word if word != folder / "run" else folder / "whole" for word in case if word != "-q"]
    whole += ["--hadrons", options.hadrons, "--spectra", "--sample", options.events, "--pt", "3,24", "--phi", "24", "--rapidity", "4,17"]
    for name, more in (("in one process", []), ("without checkpoint", ["output.checkpoint_at_end=false"])):
        first, _ = timed([*whole, *more])
        seconds, text = timed([*whole, *more])
        print(f"{name:24}{seconds:8.2f} s   (the first time {first:.2f} s)")
        for line in text.splitlines():
            if line.startswith(("steps", "wall", "hadrons", "sums")) or "drawn in" in line:
                print(f"  {line}")


if __name__ == "__main__":
    main()
