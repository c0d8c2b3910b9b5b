"""Runs on several ranks, for the tests that need mpirun."""
import functools
import os
import pathlib
import shutil
import subprocess

import pytest

from conftest import TAUB, assert_same_bits, read_summary, run_taub

# Root needs to be allowed; more ranks than processors share them; nothing goes to the network.
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl": "self,vader",
               "OMPI_MCA_hwloc_base_binding_policy": "none",
               # ranks that wait for a message let others run: beside another test they waited for time slices, not messages
               "OMPI_MCA_mpi_yield_when_idle": "1",
               # under the sanitizers: what MPI does not give back at the end is not looked for
               "ASAN_OPTIONS": "detect_leaks=0"}

# Stands for NCCL on hosts.
NCCL = pathlib.Path(os.environ.get("TAUB_BUILD", pathlib.Path(TAUB).parent)) / "tests" / "libnccl_on_hosts.so"


def exchange_by(way):
    """What the environment says for ghost zones to go this way on ranks of hosts; skips where that cannot be."""
    if way == "nccl" and not NCCL.exists():
        pytest.skip(f"{NCCL.name} is not built")
    return {"TAUB_EXCHANGE": way, **({"TAUB_NCCL_LIBRARY": str(NCCL)} if way == "nccl" else {})}


@functools.lru_cache(maxsize=None)
def missing():
    """Why there is no run on several ranks here; None: there is."""
    if not shutil.which("mpirun"):
        return "mpirun is missing"
    line = [line for line in run_taub("devices").stdout.splitlines() if line.startswith("mpi")][0]
    return None if "Open MPI" in line and "missing" not in line else line


def require_ranks():
    if missing():
        pytest.skip(missing())


def start(ranks, *arguments, env=None, **options):
    """Popen of taub with these arguments on so many ranks."""
    require_ranks()
    return subprocess.Popen(["mpirun", "-n", str(ranks), TAUB, *map(str, arguments)], text=True,
                            env={**os.environ, **ENVIRONMENT, **(env or {})}, **options)


def ranks_of(process):
    """Process numbers of the ranks that mpirun has started and that have not ended."""
    listed = subprocess.run(["ps", "-o", "pid=,comm=,stat=", "--ppid", str(process.pid)], capture_output=True,
                            text=True).stdout
    rows = [line.split() for line in listed.splitlines()]
    return [int(row[0]) for row in rows if row[1] == "taub" and not row[-1].startswith("Z")]


def run_ranks(ranks, *arguments, expect=0, env=None, timeout=120):
    """Runs taub on so many ranks and checks the exit code; returns (exit code, standard output, standard error)."""
    process = start(ranks, *arguments, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, err = process.communicate(timeout=timeout)
    finally:
        process.kill()
    assert expect is None or process.returncode == expect, (
        f"{ranks} ranks, {' '.join(map(str, arguments))}: exit code {process.returncode}, expected {expect}\n{out}{err}")
    return process.returncode, out, err


def run_case_on(ranks, case, folder, *arguments, **options):
    run_ranks(ranks, "run", case, "-o", folder, "--quiet", *arguments, **options)
    return pathlib.Path(folder)


def assert_elastic(path, whole, folder, before, after, steps):
    """A case that so many ranks begin, for so many steps, and others continue ends as the whole run does: its bits, its history
    and its counts."""
    run_case_on(before, path, folder, "--device", "host", f"time.max_steps={steps}")
    run_case_on(after, path, folder, "--device", "host", "--restart", folder)
    assert_same_bits(whole, folder)
    assert (whole / "history.csv").read_text() == (folder / "history.csv").read_text()
    assert read_summary(whole)["counts"] == read_summary(folder)["counts"]
