#!/usr/bin/env python3
"""How long a simulation takes to be ready for its first step, its kernels in the cache: memory, initial data, their checks.

    bench/initial.py [--cells N] [--device cuda|opencl|host] [--library LIBTAUB] [NAME...]

Each NAME is an example; its mesh gets N cells along each axis that it has (--cells, 256; "x" stands between different numbers).
Prints a Markdown table of seconds by the clock of the library's taub_simulation_create: the shortest of three, once the kernels
are in the cache (TAUB_CACHE should name a folder of its own). --set KEY=VALUE overrides the case.
"""
import argparse
import ctypes
import os
import pathlib
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]


def load(path):
    library = ctypes.CDLL(str(path))
    library.taub_case_load.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.c_char_p), ctypes.c_int,
                                       ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p]
    library.taub_simulation_create.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p]
    library.taub_simulation_destroy.argtypes = [ctypes.c_void_p]
    library.taub_case_destroy.argtypes = [ctypes.c_void_p]
    return library


def seconds(library, example, overrides, times):
    """Of taub_simulation_create, so many times after one that may compile."""
    words = (ctypes.c_char_p * len(overrides))(*(word.encode() for word in overrides))
    case, error = ctypes.c_void_p(), ctypes.create_string_buffer(8192)

    def must(status):
        if status != 0:
            raise SystemExit(f"{example}: {error.raw[4:].split(bytes(1))[0].decode(errors='replace')}")  # behind its status
    path = str(ROOT / "examples" / example / "case.yaml").encode()
    must(library.taub_case_load(path, words, len(overrides), ctypes.byref(case), error))
    taken = []
    for _ in range(times):
        simulation = ctypes.c_void_p()
        begun = time.monotonic()
        must(library.taub_simulation_create(case, ctypes.byref(simulation), error))
        taken.append(time.monotonic() - begun)
        library.taub_simulation_destroy(simulation)
    library.taub_case_destroy(case)
    return taken


def cells_of(example, wanted):
    """N along each axis that the example's mesh has."""
    text = (ROOT / "examples" / example / "case.yaml").read_text()
    own = text.split("cells:")[1].split("[")[1].split("]")[0].split(",")
    return "[" + ", ".join("1" if int(n) == 1 else str(wanted) for n in own) + "]"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cells", default="256")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--library", dest="taub", default=os.environ.get("TAUB_LIBRARY", str(ROOT / "build/libtaub.so")))
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("names", nargs="*", default=["alfven-wave"])
    given = parser.parse_args()
    library = load(given.taub)
    print("| example | cells | ready, s |\n|---|---|---|")
    for name in given.names:
        cells = "[" + given.cells.replace("x", ", ") + "]" if "x" in given.cells else cells_of(name, given.cells)
        overrides = [f"mesh.cells={cells}", f"device.kind={given.device}", *given.set]
        seconds(library, name, overrides, 1)
        shortest = min(seconds(library, name, overrides, 3))
        print(f"| {name} | {cells.strip('[]').replace(', ', ' x ')} | {shortest:.3f} |", flush=True)


if __name__ == "__main__":
    main()
