#!/usr/bin/env python3
"""Runs the examples and makes their pictures in build/gallery; ./dev site takes them from there.

    docs/site/gallery.py [NAME...]      all examples that have a case, or those named

An example that is already there is not run again, so that a gallery can be made in pieces; remove build/gallery to begin
anew. TAUB names the program (default: build/taub).
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TAUB = os.environ.get("TAUB", str(ROOT / "build/taub"))


def make(name, target):
    """The overview of a run of the case."""
    import taub
    with tempfile.TemporaryDirectory() as folder:
        started = time.monotonic()
        subprocess.run([TAUB, "run", ROOT / "examples" / name, "-o", folder + "/out", "--quiet"], check=True)
        figure = taub.overview(taub.open(folder + "/out"))
        figure.savefig(target, dpi=110, facecolor="white", bbox_inches="tight", pad_inches=0.05)
        print(f"{target.relative_to(ROOT)}: {time.monotonic() - started:.0f} s", flush=True)


def main():
    known = sorted(path.parent.name for path in (ROOT / "examples").glob("*/case.yaml"))
    names = sys.argv[1:] or known
    for name in names:
        if name not in known:
            sys.exit(f"there is no examples/{name} with a case; there are: {', '.join(known)}")
    target = ROOT / "build/gallery"
    target.mkdir(parents=True, exist_ok=True)
    failed = []
    for name in names:
        if (target / f"{name}.png").exists() and not sys.argv[1:]:
            continue
        try:
            make(name, target / f"{name}.png")
        except subprocess.CalledProcessError:
            failed.append(name)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
