#!/usr/bin/env python3
"""Weak and strong scaling of several ranks of one machine, by `taub bench --devices` (or under mpirun).

    TAUB=build/taub python3 bench/ranks.py [--device cuda] [--ranks 1,2] [--only PATTERN] [--scale 1] [--launch mpirun]
                                         [--ways peers,nccl,mpi,host] [--json out/ranks.json]

Weak: the cells of a rank stay, strong: those of the mesh stay. One line a measurement: zone updates per second of all
ranks together, and efficiency, the speed a rank over that of one rank. --scale 4 divides the cells along each axis by four,
--device host --ranks 1,64,8x8,1x64 runs on processors, 8x8 being eight ranks of eight threads: the cells of a weak line
are then those of a thread, and efficiency is that of a thread. About three minutes on two H100. With --bind ranks of
processors are started by mpirun, each bound to as many cores as it has threads, and threads to cores:

    python3 bench/ranks.py --device host --scale 4 --only 'ader-weno 2' --bind --ranks 1,2,4,8,16,32,1x2,1x8,1x32,2x16,4x8,8x4

--ways compares how ghost zones go (TAUB_EXCHANGE) for the same cells, and ends with a table; nccl+overlap is nccl with
TAUB_OVERLAP=on, without the word it is off, but of auto; by way mpi ranks are started by mpirun. copies are as many
processes that each compute a rank's cells and know nothing of each other: what the machine itself loses when all its cores
are busy. What cannot be on this machine, fails or does not end in time has its reason in place of a speed."""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAUB = os.environ.get("TAUB", str(ROOT / "build" / "taub"))
GODUNOV, KT, VISCOUS = "bench/godunov.yaml", "bench/srhd-conformal.yaml", "bench/israel-stewart.yaml"
MHD, MAXWELL = "bench/mhd.yaml", "bench/maxwell.yaml"
# name, weak or strong, case, cells (of a rank, or of the mesh), overrides
# and, where they are given, the blocks of a rank
TABLE = [
    ("srhd kurganov-tadmor rk2", "weak", KT, [256, 256, 256], []),
    ("israel-stewart", "weak", VISCOUS, [192, 192, 192], ["time.step=0.002"]),
    ("euler ader-weno 2", "weak", GODUNOV, [256, 256, 256], ["scheme.order=2"]),
    ("euler ader-weno 3", "weak", GODUNOV, [256, 256, 256], ["scheme.order=3"]),
    ("euler ader-weno 4", "weak", GODUNOV, [256, 256, 256], ["scheme.order=4"]),
    ("srhd shasta single", "weak", KT, [256, 256, 256], ["scheme={kind: shasta}", "device.precision=single"]),
    ("euler cese, 4096^2", "weak", "examples/cese-riemann-2d/case.yaml", [4096, 4096, 1], []),
    ("euler ader-weno 2, 100^3", "weak", GODUNOV, [100, 100, 100], ["scheme.order=2"]),
    ("mhd ader-weno 2, 100^3", "weak", MHD, [100, 100, 100], ["scheme.order=2"]),
    ("mhd ader-weno 2, 192^3", "weak", MHD, [192, 192, 192], ["scheme.order=2"]),
    ("mhd ader-weno 3, 192^3", "weak", MHD, [192, 192, 192], ["scheme.order=3"]),
    ("maxwell ader-weno 3, 192^3", "weak", MAXWELL, [192, 192, 192], ["scheme.order=3"]),
    ("euler ader-weno 2, 6 patches", "weak", GODUNOV, [100, 200, 300], ["scheme.order=2"], [1, 2, 3]),
    ("mhd ader-weno 2, 6 patches", "weak", MHD, [100, 200, 300], ["scheme.order=2"], [1, 2, 3]),
    ("srhd kurganov-tadmor rk2", "strong", KT, [512, 512, 512], []),
    ("euler ader-weno 3", "strong", GODUNOV, [384, 384, 384], ["scheme.order=3"]),
    ("israel-stewart event", "strong", VISCOUS, [400, 400, 128],
     ["time.step=0.002", "mesh.lower=[-20,-20,-6]", "mesh.upper=[20,20,6]"]),
    ("srhd kurganov-tadmor rk2, large", "strong", KT, [1200, 1200, 1200], []),
]
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none"}


def environment(bind):
    """Without --bind more ranks than cores may share them."""
    if not bind:
        return ENVIRONMENT
    return {**{name: value for name, value in ENVIRONMENT.items() if "binding" not in name},
            "OMP_PROC_BIND": "close", "OMP_PLACES": "cores"}


def split(count, flat, slabs):
    """Factors along y and z, as near to each other as can be; all along y where the mesh has one cell along z, all
    along z for slabs."""
    if flat or slabs:
        return (count, 1) if flat else (1, count)
    y = max(n for n in range(1, int(count ** 0.5) + 1) if count % n == 0)
    return y, count // y


def finish(command, environment, seconds):
    """Runs it; on time out asks it to end, so that mpirun ends its ranks, then ends it. None: it did not end in time."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=ROOT,
                          env=environment) as process:
        for end in (None, process.terminate, process.kill):
            if end:
                end()
            try:
                _, errors = process.communicate(timeout=seconds if not end else 10)
                return None if end else (process.returncode, errors)
            except subprocess.TimeoutExpired:
                pass
    return None


def launcher(ranks, threads, options, way):
    """The words before `taub`, and those behind its own arguments."""
    if ranks == 1:
        return [], []
    if options.launch == "devices" and not options.bind and not way.startswith(("mpi", "copies")):
        return [], ["--devices", str(ranks)]
    bind = ["--map-by", f"slot:PE={threads}", "--bind-to", "core"] if options.bind else []
    return ["mpirun", "-n", str(ranks), *bind], []


def result_of(folder, ranks, way):
    """Of copies the sum, as if it were one run."""
    results = [json.loads(path.read_text()) for path in pathlib.Path(folder).iterdir()]
    if way == "copies" and len(results) < ranks:
        return {"failure": f"{len(results)} of {ranks} copies came to an end"}
    if way != "copies":
        return results[0]
    speeds = [result["zone_updates_per_second"]["median"] for result in results]
    zones = sum(result["zones"] for result in results)
    return {**results[0], "zones": zones, "zone_updates_per_second": {"median": sum(speeds)},
            "slowest": min(speeds) * ranks / sum(speeds)}


def measure(case, mesh, ranks, threads, overrides, options, way):
    with tempfile.TemporaryDirectory() as folder:
        before, behind = launcher(ranks, threads, options, way)
        command = [TAUB, "bench", str(ROOT / case), f"mesh.cells={mesh}".replace(" ", ""), "--device", options.device,
                   "--repeats", str(options.repeats), *overrides, *behind]
        if options.device == "host":
            command += ["--threads", str(threads)]
        if options.steps:
            command += ["--steps", str(options.steps)]
        exchange, _, overlap = way.partition("+")
        hides = "on" if overlap else "auto" if exchange == "auto" else "off"
        ways = {"TAUB_EXCHANGE": exchange, "TAUB_OVERLAP": hides} if way else {}
        json_name = f"{folder}/bench.json"
        if way == "copies":
            ways = {"TAUB_COMM": "none"}
            own = "export CUDA_VISIBLE_DEVICES=$OMPI_COMM_WORLD_LOCAL_RANK; " if options.device == "cuda" else ""
            command = ["sh", "-c", own + 'exec "$@" --json "$0.$OMPI_COMM_WORLD_RANK"', json_name, *command]
        else:
            command += ["--json", json_name]
        done = finish([*before, *command], {**os.environ, **environment(options.bind), **ways}, options.timeout)
        if not done:
            return {"failure": f"no end after {options.timeout} s"}
        code, errors = done
        if code != 0:
            return {"failure": ([line for line in errors.splitlines() if line.startswith("taub:")] or
                                errors.strip().splitlines() or ["?"])[0][:300]}
        return result_of(folder, ranks, way)


def parts_of(text):
    """Ranks and threads of "4x16" or "4"."""
    ranks, _, threads = text.partition("x")
    return int(ranks), int(threads or 1)


def exchange_of(result):
    """Seconds a step, of the rank that takes longest."""
    return max((rank["exchange_seconds_a_step"] for rank in result.get("per_rank", [])), default=0.0)


def describe(result, ranks, threads, one):
    speed = result["zone_updates_per_second"]["median"]
    behind = f"the slowest {result['slowest']:.1%} of the mean" if "slowest" in result else ""
    return (f"{speed:.3e} zone updates/s, efficiency {speed / (ranks * threads) / one:6.1%}, step "
            f"{1e3 * result['zones'] / speed:.3f} ms, exchange {1e3 * exchange_of(result):.3f} ms "
            f"{result.get('exchange', '')}{behind}")


def table(results, ways):
    """Efficiency and milliseconds of the exchange in a step, a line a case and a column a way."""
    print(f"\n{'':44}{'one':>11}" + "".join(f"{way:>20}" for way in ways))
    for row in sorted({(r["name"], r["kind"], r["ranks"], r["threads"]) for r in results if r["ranks"] > 1}):
        same = [r for r in results if (r["name"], r["kind"]) == row[:2] and "speed" in r]
        one = next((r["speed"] / r["threads"] for r in same if r["ranks"] == 1), None)
        cells = []
        for way in ways:
            result = next((r for r in same if r["way"] == way and (r["ranks"], r["threads"]) == row[2:]), None)
            share = result["speed"] / (row[2] * row[3]) / one if result and one else None
            cells.append(f"{share:6.1%} {1e3 * exchange_of(result):7.3f} ms" if share else "-")
        label = f"{row[2]}x{row[3]}" if row[3] > 1 else f"{row[2]}"
        print(f"{row[0]:26} {row[1]:6} {label:>4} ranks" + (f"{one:11.2e}" if one else f"{'-':>11}") +
              "".join(f"{cell:>20}" for cell in cells))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--ranks", default="1,2", help="comma-separated; 4x16: four ranks of 16 threads")
    parser.add_argument("--only", default="", help="lines in which this regular expression is found")
    parser.add_argument("--scale", type=int, default=1, help="cells along each axis divided by this")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--steps", type=int, default=0, help="timed steps a repeat; default: of about a second")
    parser.add_argument("--timeout", type=int, default=60, help="seconds a measurement")
    parser.add_argument("--launch", choices=("devices", "mpirun"), default="devices")
    parser.add_argument("--bind", action="store_true", help="ranks of processors and their threads, to cores")
    parser.add_argument("--ways", default="",
                        help="comma-separated: auto, host, peers, device, nccl, mpi; nccl+overlap; copies")
    parser.add_argument("--slabs", action="store_true", help="the mesh of a weak line grows along z alone")
    parser.add_argument("--json")
    options = parser.parse_args()
    ways = options.ways.split(",")
    results = []
    for name, kind, case, cells, overrides, *blocks in TABLE:
        if not re.search(options.only, f"{name} {kind}"):
            continue
        one = None
        for ranks, threads, way in [(*parts_of(text), way) for text in options.ranks.split(",")
                                    for way in (ways if parts_of(text)[0] > 1 else ways[:1])]:
            shares = threads if way == "copies" else ranks * threads
            grow = (1, *split(shares, cells[2] == 1, options.slabs)) if kind == "weak" else (1, 1, 1)
            mesh = [max(n // options.scale, min(n, 8)) * f for n, f in zip(cells, grow)]
            given = [f"mesh.blocks={[n * f for n, f in zip(blocks[0], grow)]}".replace(" ", "")] if blocks else []
            result = measure(case, mesh, ranks, threads, [*overrides, *given], options, way)
            label = f"{ranks} x {threads}" if options.device == "host" else str(ranks)
            line = f"{name:26} {kind:6} {label:>6} ranks {way if ranks > 1 else '':12} {'x'.join(map(str, mesh)):12} "
            if "failure" not in result:
                result["speed"] = result["zone_updates_per_second"]["median"]
                one = one or result["speed"] / (ranks * threads)
            print(line + (result.get("failure") or describe(result, ranks, threads, one)), flush=True)
            results.append({"name": name, "kind": kind, "threads": threads, "cells": mesh, "way": way, **result,
                            "ranks": ranks})
    if options.ways:
        table(results, ways)
    if options.json:
        pathlib.Path(options.json).parent.mkdir(parents=True, exist_ok=True)
        pathlib.Path(options.json).write_text(json.dumps(results, indent=1) + "\n")
    return 0 if results and all("failure" not in result for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
