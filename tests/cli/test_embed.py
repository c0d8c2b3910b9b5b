"""examples/embed: a C program on the public headers alone."""
import os
import pathlib
import shutil
import subprocess

import pytest

from conftest import ROOT, make_case
from ranks import ENVIRONMENT, exchange_by, require_ranks

BUILD = pathlib.Path(os.environ.get("TAUB_BUILD", pathlib.Path(__file__).resolve().parents[2] / "build"))


def test_the_fluid_gains_what_the_jet_loses():
    done = subprocess.run([BUILD / "examples/embed/taub_example_embed"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    rows = [[float(value) for value in line.split()] for line in done.stdout.splitlines()[1:]]
    assert [row[0] for row in rows] == [1, 2, 3, 4, 5, 6]
    for time, steps, put_in, gained in rows:
        assert put_in == pytest.approx(5 * time)
        assert gained == pytest.approx(put_in, rel=1e-9)


def mpi_program(name, folder):
    """Of tests/cli, with the shared library."""
    require_ranks()
    mpicc = shutil.which("mpicc")
    if not mpicc:
        pytest.skip("mpicc is missing")
    library = next(BUILD.glob("libtaub.so"))
    subprocess.run([mpicc, "-std=c11", "-Wall", "-Werror", "-I", ROOT / "include", ROOT / f"tests/cli/{name}.c", "-o",
                    folder / name, library, f"-Wl,-rpath,{library.parent}"], check=True, timeout=120)
    return folder / name


@pytest.mark.parametrize("mesh, scheme", [
    ({"cells": [20, 18, 12]}, {}),
    # arrays of the finest level, of which every rank has all rows
    ({"cells": [16, 16, 1], "blocks": [4, 4, 1], "refine": {"levels": 2, "every": 2}}, {"kind": "rk-weno", "order": 2})])
def test_a_program_hands_its_communicator_over(tmp_path, mesh, scheme):
    """Three ranks of four share a simulation, and the fourth has the same one alone."""
    program = mpi_program("embed_mpi", tmp_path)
    case = make_case(tmp_path, mesh={**mesh, "lower": [-3, -3, -3], "upper": [3, 3, 3]}, scheme=scheme,
                     initial={"kind": "gaussian", "peak": {"energy_density": 5},
                              "background": {"energy_density": 0.1}, "width": [0.8, 1, 0.7]},
                     device={"reproducible": "strict"}, time={"end": 1000000})
    for steps in ("4", "12"):
        done = subprocess.run(["mpirun", "-n", "4", program, case, steps], capture_output=True, text=True, timeout=120,
                              env={**os.environ, **ENVIRONMENT})
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stdout == "same\n"
    alone = subprocess.run([program, case, "1"], capture_output=True, text=True, timeout=120,
                           env={**os.environ, **ENVIRONMENT, "TAUB_MPI_MODULE": str(tmp_path / "none.so")})
    assert alone.returncode != 0 and "is missing" in alone.stderr


def test_nothing_goes_on_where_a_rank_was_lost_within_a_step(tmp_path):
    program = mpi_program("embed_lost", tmp_path)
    case = make_case(tmp_path, mesh={"cells": [16, 12, 12], "lower": [-3, -3, -3], "upper": [3, 3, 3]},
                     initial={"kind": "gaussian", "peak": {"energy_density": 5},
                              "background": {"energy_density": 0.1}, "width": [0.8, 1, 0.7]}, time={"end": 1000000})
    done = subprocess.run(["mpirun", "-n", "3", program, case], capture_output=True, text=True, timeout=120,
                          env={**os.environ, **ENVIRONMENT, **exchange_by("nccl"), "TAUB_NCCL_FAILS": "1:50"})
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "refused\n"
