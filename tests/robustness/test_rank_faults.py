"""Runs on several ranks of which one is killed, told to end, fails or is given something else: all end within seconds with
one message, and what was saved is whole."""
import contextlib
import os
import random
import signal
import subprocess
import time

import pytest

from conftest import LONG, SANITIZED, assert_same_bits, make_case, read_history, read_summary, run_case
from kill_ranks import KINDS, kill_runs
from ranks import ENVIRONMENT, exchange_by, ranks_of, require_ranks, run_case_on, run_ranks, start

EVENT = {"mesh": {"cells": [32, 24, 24], "lower": [-3, -3, -3], "upper": [3, 3, 3], "boundary": "periodic"},
         "initial": {"kind": "gaussian", "peak": {"energy_density": 5}, "background": {"energy_density": 0.02},
                     "width": [0.8, 1, 0.7]},
         "time": {"end": 100, "max_steps": 150}, "output": {"fields": ["energy_density"], "history": 10},
         "device": {"reproducible": "strict"}}
KILLS = 100 if LONG else 2 if SANITIZED else 4


def assert_all_ranks_end(process, seconds):
    """All ranks are gone within so many seconds. Open MPI 4.1's mpirun itself now and then does not come back from an
    end like that, after its last message and with no rank left: it gets some seconds more and is then killed."""
    end = time.monotonic() + seconds
    while ranks_of(process) and time.monotonic() < end:
        time.sleep(0.05)
    assert not ranks_of(process), "a rank goes on"
    try:
        process.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def wait_for(condition, process, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.02)


def signal_one(process, number, choice=random):
    wait_for(lambda: ranks_of(process), process)
    os.kill(choice.choice(ranks_of(process)), number)


@pytest.fixture(scope="module")
def event(tmp_path_factory):
    """(case file, folder of a run of one process)."""
    folder = tmp_path_factory.mktemp("event")
    case = make_case(folder, **EVENT)
    return case, run_case(case, folder / "out")


def test_killed_at_random_times_and_continued(tmp_path, event):
    """Each time a rank of another number of them is killed, and the run goes on from its last checkpoint."""
    require_ranks()
    case, whole = event
    dice = random.Random(20260719)
    out, killed = tmp_path / "out", 0
    for _ in range(10 * KILLS):  # those that come too late, after the end, do not count
        if killed == KILLS:
            break
        more = ["--restart", out] if (out / "checkpoint.hdf").exists() else []
        process = start(dice.choice((2, 3, 4)), "run", case, "-o", out, "--quiet", "output.checkpoint=0.05", *more,
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_for(lambda: ranks_of(process), process)
        time.sleep(dice.uniform(0, 1.4))
        alive = ranks_of(process)
        if alive:
            with contextlib.suppress(ProcessLookupError):  # it has just ended
                os.kill(dice.choice(alive), signal.SIGKILL)
        assert_all_ranks_end(process, 15)
        if process.returncode != 0:
            assert alive, "the run ended by itself and failed"
            killed += 1
            continue
        assert_same_bits(whole, out)  # it has come to its end: once more from the start
        for name in os.listdir(out):
            os.remove(out / name)
    assert killed == KILLS
    more = ["--restart", out] if (out / "checkpoint.hdf").exists() else []
    run_case_on(3, case, out, *more)
    assert_same_bits(whole, out)
    assert (whole / "history.csv").read_text() == (out / "history.csv").read_text()


def test_each_killed_run_is_continued_to_its_end(tmp_path):
    """A handful of what kill_ranks.py does a hundred times: one rank killed, all, and one told to end."""
    require_ranks()
    results = kill_runs(tmp_path, 3, 4, seed=7)
    assert [result for result in results if result[2]] == []
    assert [kind for kind, _, _ in results] == list(KINDS)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGUSR1])
def test_a_signal_to_one_rank_ends_all_with_a_checkpoint(tmp_path, event, number):
    """A run that would take minutes; what goes on from its checkpoint has the bits of a run without a break."""
    require_ranks()
    out, whole, longer = tmp_path / "out", tmp_path / "whole", ["time.end=10000"]
    process = start(3, "run", event[0], "-o", out, "time.max_steps=1000000", *longer, stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE)
    wait_for(lambda: (out / "history.csv").exists(), process)
    time.sleep(0.3)
    signal_one(process, number)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 1, err
    assert "interrupted after step" in err
    summary = read_summary(out)
    assert summary["status"] == "interrupted" and summary["steps"] > 0
    longer.append(f"time.max_steps={summary['steps'] + 20}")
    run_case_on(2, event[0], out, "--restart", out, *longer)
    run_case(event[0], whole, *longer)
    assert_same_bits(whole, out)


@pytest.mark.parametrize("exchange", ["peers", "nccl", "mpi"])
def test_a_rank_killed_while_others_wait_for_it_in_a_pass(tmp_path, event, exchange):
    """The exchange that is recorded with the step: nobody looks at MPI."""
    require_ranks()
    process = start(3, "run", event[0], "-o", tmp_path / "out", "--quiet", "time.max_steps=1000000", "time.end=10000",
                    env=exchange_by(exchange), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for(lambda: (tmp_path / "out" / "history.csv").exists(), process)
    signal_one(process, signal.SIGKILL)
    assert_all_ranks_end(process, 15)
    assert process.returncode != 0


@pytest.mark.parametrize("exchange", ["peers", "nccl"])
def test_a_rank_that_does_not_answer_ends_the_run_and_nothing_half_done_is_saved(tmp_path, exchange):
    """One cell of the second rank computes for seconds, and the others have less patience."""
    require_ranks()
    (tmp_path / "source.c").write_text("""
void source(const real x[3], real t, const real state[], real rate[])
{
    real s = 1;
    if (t > (real)0.4 && x[1] > (real)4.5 && x[0] > (real)4.5)
        for (int n = 0; n < 30000000; n++)
            s = sin(s);
    rate[0] = s * (real)1e-20;
}
""")
    case = make_case(tmp_path, mesh={"cells": [16, 16, 1]}, source={"file": "source.c"},
                     time={"cfl": 0.08}, output={"checkpoint": 0.001})
    out = tmp_path / "out"
    _, _, err = run_ranks(2, "run", case, "-o", out, "--quiet", expect=1,
                          env={**exchange_by(exchange), "TAUB_PATIENCE": "0.3"})
    lines = [line for line in err.splitlines() if line.startswith("taub:")]
    words = "rank 1 has not answered for 0.3 s" if exchange == "peers" else "remote process exited"
    assert len(lines) == 1 and words in lines[0], err
    assert read_summary(out)["status"] == "failed"
    # what was saved before is whole: one rank goes on from it, up to where the cell becomes slow
    last = int(read_history(out)["step"][-1])
    assert last > 2 and read_history(out)["time"][-1] < 0.5
    if (out / "checkpoint.hdf").exists():
        whole = run_case(case, tmp_path / "whole", f"time.max_steps={last + 1}")
        run_case(case, out, "--restart", out, f"time.max_steps={last + 1}")
        assert_same_bits(whole, out)


def test_an_exchange_that_cannot_be_is_refused(tmp_path, event):
    require_ranks()
    for env, words in (({"TAUB_EXCHANGE": "cuda"}, "expected auto, host, peers, device, nccl or mpi"),
                       ({"TAUB_OVERLAP": "yes"}, "expected auto, on or off"),
                       ({"TAUB_EXCHANGE": "nccl"}, "NCCL is for NVIDIA GPUs"),
                       ({"TAUB_EXCHANGE": "nccl", "TAUB_NCCL_LIBRARY": str(tmp_path / "none.so")}, "cannot be opened"),
                       ({"TAUB_EXCHANGE": "nccl", "TAUB_NCCL_LIBRARY": "libm.so.6"}, "does not support hosts")):
        assert words in refused(tmp_path, 2, event[0], env={"TAUB_NCCL_LIBRARY": "", **env})
    line = refused(tmp_path, 1, event[0], "-o", tmp_path / "out", ":", "-n", "1", "-x", "TAUB_EXCHANGE=mpi",
                   os.environ.get("TAUB", "build/taub"), "run", event[0])
    assert "rank 1" in line and "TAUB_EXCHANGE is mpi for this rank, and auto for rank 0" in line


@pytest.mark.parametrize("calls", [0, 1, 2, 50])
def test_what_nccl_finds_wrong_ends_all_ranks(tmp_path, event, calls):
    """A failure that NCCL tells of while it connects (refused, nothing is written) and in the midst of steps."""
    require_ranks()
    started = time.monotonic()
    _, _, err = run_ranks(3, "run", event[0], "-o", tmp_path / "out", "--quiet", expect=1 if calls > 2 else 2,
                          env={**exchange_by("nccl"), "TAUB_NCCL_FAILS": f"1:{calls}"})
    assert time.monotonic() - started < 20
    lines = [line for line in err.splitlines() if line.startswith("taub:")]
    assert len(lines) == 1 and "NCCL could not" in lines[0] and "remote process exited" in lines[0], err
    assert calls <= 2 or read_summary(tmp_path / "out")["status"] == "failed"


@pytest.mark.parametrize("exchange", ["host", "peers", "nccl", "mpi"])
def test_a_failure_on_one_rank_is_told_once_and_the_state_before_it_saved(tmp_path, exchange):
    require_ranks()
    (tmp_path / "source.c").write_text("""
void source(const real x[3], real t, const real state[], real rate[])
{
    rate[0] = x[1] > (real)4 && t > (real)0.3 ? -(real)1e6 : (real)0;
}
""")
    case = make_case(tmp_path, mesh={"cells": [16, 16, 1]}, source={"file": "source.c"}, eos={"kind": "ideal-gas"},
                     initial={"left": {"energy_density": 1, "charge_density": 0.2},
                              "right": {"energy_density": 2, "charge_density": 0.2}})
    run_ranks(1, "run", case, "-o", tmp_path / "1", "--quiet", expect=1)
    _, _, err = run_ranks(2, "run", case, "-o", tmp_path / "2", "--quiet", expect=1, env=exchange_by(exchange))
    lines = [line for line in err.splitlines() if line.startswith("taub:")]
    assert len(lines) == 1 and lines[0].startswith("taub: rank 1 on "), err
    assert "no primitive state could be recovered" in lines[0]
    assert read_summary(tmp_path / "2")["status"] == "failed"
    assert_same_bits(tmp_path / "1", tmp_path / "2")
    assert read_history(tmp_path / "2")["step"][-1] == read_history(tmp_path / "1")["step"][-1]
    assert (tmp_path / "2" / "checkpoint.hdf").exists()


def refused(folder, ranks, *arguments, env=None):
    """The one message with which a run is refused that then has written nothing."""
    _, out, err = run_ranks(ranks, "run", *arguments, "-o", folder / "out", expect=2, env=env)
    lines = [line for line in err.splitlines() if line.startswith("taub")]
    assert len(lines) == 1, err
    assert not (folder / "out").exists() and "results" not in out
    return lines[0]


def test_what_ranks_cannot_share_is_refused(tmp_path):
    case = make_case(tmp_path, **EVENT)
    tube = make_case(tmp_path, "tube.yaml")
    assert "there are 1" in refused(tmp_path, 4, tube)
    assert "4 ranks cannot share 4 x 2 x 1 blocks" in refused(tmp_path, 4, case, "mesh.blocks=[4,2,1]")
    assert "expected a divisor of the 24 cells" in refused(tmp_path, 2, case, "mesh.blocks=[1,5,1]")
    assert "cannot be opened" in refused(tmp_path, 2, tmp_path / "none.yaml")
    assert "--quite" in refused(tmp_path, 2, case, "--quite")


def test_ranks_with_different_cases_are_refused(tmp_path):
    require_ranks()
    case = make_case(tmp_path, **EVENT)
    line = refused(tmp_path, 1, case, "-o", tmp_path / "out", ":", "-n", "1", os.environ.get("TAUB", "build/taub"), "run",
                   case, "time.end=50")
    assert "rank 1" in line and "another case" in line


def test_a_missing_module_and_another_mpi_are_told(tmp_path):
    require_ranks()
    case = make_case(tmp_path, **EVENT)
    assert "is missing" in refused(tmp_path, 2, case, env={"TAUB_MPI_MODULE": str(tmp_path / "none.so")})
    (tmp_path / "broken.so").write_text("no library")
    assert "cannot be opened" in refused(tmp_path, 2, case, env={"TAUB_MPI_MODULE": str(tmp_path / "broken.so")})
    taub = os.environ.get("TAUB", "build/taub")
    for env, words in (({"PMI_RANK": "0", "PMI_SIZE": "2"}, "MPICH's mpirun started 2 processes"),
                       ({"SLURM_STEP_ID": "0", "SLURM_PROCID": "0", "SLURM_STEP_NUM_TASKS": "2"}, "reports 1")):
        done = subprocess.run([taub, "run", str(case), "-o", str(tmp_path / "out")], capture_output=True, text=True,
                              env={**os.environ, **ENVIRONMENT, **env},
                              timeout=60)
        assert done.returncode == 2 and words in done.stderr, done.stderr
        assert not (tmp_path / "out").exists()


def test_one_process_needs_no_module(tmp_path):
    """mpirun -n 1 is the program as it is without."""
    require_ranks()
    case = make_case(tmp_path)
    run_ranks(1, "run", case, "-o", tmp_path / "out", "--quiet", env={"TAUB_MPI_MODULE": "none"})
