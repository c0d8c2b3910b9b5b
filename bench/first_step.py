#!/usr/bin/env python3
"""From a cold cache to the end of the first step, for each example: with the quick build, and waiting for optimised kernels.

    bench/first_step.py [NAME...]      all examples that have a case, or those named

Prints a Markdown table: seconds by the clock of `taub run EXAMPLE time.max_steps=1`, its outputs included, and the seconds
of processor time that it and the compiler took until then. TAUB names the program (default: build/taub). The clock counts
on a machine that does nothing else; processor time says what the work is.
"""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
TAUB = os.environ.get("TAUB", str(ROOT / "build/taub"))


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def first_step(name, quick):
    """(seconds by the clock, of the processor) of a run of one step."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {key: value for key, value in os.environ.items() if key not in ("TAUB_CFLAGS", "TAUB_QUICK_START")}
        environment["TAUB_CACHE"] = folder + "/cache"
        if not quick:
            environment["TAUB_QUICK_START"] = "off"
        begun, used = time.monotonic(), processor_seconds()
        done = subprocess.run([TAUB, "run", ROOT / "examples" / name, "time.max_steps=1", "--device", "host", "--quiet", "-o",
                               folder + "/out"], env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{name}: {done.stderr}")
        return time.monotonic() - begun, processor_seconds() - used


def main():
    known = sorted(path.parent.name for path in (ROOT / "examples").glob("*/case.yaml"))
    names = sys.argv[1:] or known
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"there is no examples/{unknown[0]} with a case; there are: {', '.join(known)}")
    print("| example | quick build, s | of the processor | optimised, s | of the processor |\n|---|---|---|---|---|")
    for name in names:
        quick, slow = first_step(name, True), first_step(name, False)
        print(f"| {name} | {quick[0]:.1f} | {quick[1]:.1f} | {slow[0]:.1f} | {slow[1]:.1f} |", flush=True)


if __name__ == "__main__":
    main()
