"""The first start of a case on the host: steps begin with a quick build, and the optimised one takes over."""
import os
import signal
import subprocess
import time

import pytest

from conftest import TAUB, assert_same_bits, make_case, read_summary, run_taub

LONG = 10**9  # steps


@pytest.fixture
def place(tmp_path):
    """A cache and a folder for temporary files of its own, and a compiler that does what `optimize` says at -O3."""
    (tmp_path / "temporary").mkdir()

    def environment(optimize=":", **more):
        compiler = tmp_path / "compiler"
        compiler.write_text(f'#!/bin/sh\ncase "$*" in *-O3*.c*) {optimize};; esac\nexec gcc "$@"\n')
        compiler.chmod(0o755)
        clean = {key: value for key, value in os.environ.items() if key not in ("TAUB_CFLAGS", "TAUB_QUICK_START")}
        return {**clean, "TAUB_CACHE": str(tmp_path / "cache"), "TMPDIR": str(tmp_path / "temporary"),
                "TAUB_CC": str(compiler), **more}

    return environment


def run(case, folder, env, *keys):
    """kernels of the summary, and what was printed."""
    done = subprocess.run([TAUB, "run", str(case), "-o", str(folder), *keys], env=env, capture_output=True, text=True,
                          timeout=300)
    assert done.returncode == 0, done.stderr
    assert not os.listdir(env["TMPDIR"])
    return read_summary(folder)["kernels"], done.stdout


def is_running(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def strict_case(folder):
    return make_case(folder, device={"reproducible": "strict"}, time={"end": 1e9, "max_steps": LONG},
                     output={"history": 10**6})


def test_the_optimised_kernels_take_over_and_strict_bits_stay(tmp_path, place):
    case, cache = strict_case(tmp_path), tmp_path / "cache"
    mark = tmp_path / "asked"
    env = place(f"touch {mark}")
    first = tmp_path / "first"
    process = subprocess.Popen([TAUB, "run", str(case), "-o", str(first), "--quiet"], env=env)
    deadline = time.time() + 250
    while not (mark.exists() and not os.listdir(env["TMPDIR"])) and time.time() < deadline:
        assert process.poll() is None
        time.sleep(0.1)  # until the compiler's folder is gone: the library is loaded
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    process.wait(timeout=100)
    summary = read_summary(first)
    assert summary["kernels"]["build"] == "quick, then optimised"
    assert 0 < summary["kernels"]["quick_seconds"] < summary["wall_seconds"]
    # again, with the optimised ones from the first step
    kernels, _ = run(case, tmp_path / "again", env, f"time.max_steps={summary['steps']}")
    assert kernels["cached"] == 1 and kernels["build"] == "optimised" and "quick_seconds" not in kernels
    assert_same_bits(first, tmp_path / "again")
    assert len(list(cache.rglob("*.so"))) == 5, \
        "the quick one; the optimised one and that of initial data, both with and without their compiler"


def test_a_run_that_ends_first_ends_the_compiler(tmp_path, place):
    pid = tmp_path / "pid"
    env = place(f"sleep 200 & echo $! >{pid}; wait")  # a program of its own, as gcc has cc1
    began = time.time()
    kernels, said = run(strict_case(tmp_path), tmp_path / "out", env, "time.max_steps=5000")
    assert time.time() - began < 150
    assert kernels["build"] == "quick" and "taub compile" in said
    if pid.exists():
        while is_running(pid.read_text().strip()):  # a signal that was sent may not have arrived
            assert time.time() - began < 150
            time.sleep(0.05)


def test_a_killed_run_leaves_no_compiler(tmp_path, place):
    pids = tmp_path / "pids"
    env = place(f"sleep 200 & echo $$ $! >{pids}.new; mv {pids}.new {pids}; wait")  # the compiler, and what is its cc1
    process = subprocess.Popen([TAUB, "run", str(strict_case(tmp_path)), "-o", str(tmp_path / "out"), "--quiet"], env=env)
    began = time.time()
    while not pids.exists():
        assert process.poll() is None and time.time() - began < 250
        time.sleep(0.05)
    process.kill()
    process.wait()
    left, began = pids.read_text().split(), time.time()
    while any(is_running(pid) for pid in left):
        assert time.time() - began < 30
        time.sleep(0.05)


def test_a_compiler_that_cannot_optimise(tmp_path, place):
    env = place("exit 1")
    case = strict_case(tmp_path)
    process = subprocess.Popen([TAUB, "run", str(case), "-o", str(tmp_path / "out")], env=env, stdout=subprocess.PIPE,
                               text=True)
    while not (tmp_path / "out" / "history.csv").exists():
        assert process.poll() is None
        time.sleep(0.1)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=100)[0]
    assert read_summary(tmp_path / "out")["kernels"]["build"] == "quick"
    assert "could not make" in said


def test_who_chooses_gets_what_was_chosen(tmp_path, place):
    case = strict_case(tmp_path)
    kernels, _ = run(case, tmp_path / "flags", place(TAUB_CFLAGS="-O1"), "time.max_steps=2")
    assert kernels["build"] == "optimised" and kernels["cached"] == 0
    kernels, _ = run(case, tmp_path / "off", place("exit 0", TAUB_QUICK_START="off", TAUB_CC="gcc -O0"), "time.max_steps=2")
    assert kernels["build"] == "optimised" and kernels["cached"] == 0


def test_taub_compile_makes_the_optimised_ones(tmp_path, place):
    env = place(TAUB_CC="gcc")
    case = strict_case(tmp_path)
    run_taub("compile", case, env={**env, "TAUB_CFLAGS": ""})
    kernels, _ = run(case, tmp_path / "out", env, "time.max_steps=2")
    assert kernels["build"] == "optimised" and kernels["cached"] == 1
