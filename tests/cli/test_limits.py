"""What the system lets a process have: threads, memory, places from which code can be loaded."""
import os
import pathlib
import re
import resource
import subprocess
import sys
import time

import pytest

from conftest import TAUB, assert_same_bits, make_case, read_summary, run_case, run_taub

GIB = 2 ** 30


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    """A short run whose kernels are in the cache already."""
    folder = tmp_path_factory.mktemp("case")
    path = make_case(folder)
    run_case(path, folder / "whole")
    return path, folder / "whole"


@pytest.mark.parametrize("threads", [40000, 100000, 2 ** 31 - 1])
def test_more_threads_than_the_process_may_use(tmp_path, case, threads):
    done = run_taub("run", case[0], f"device.threads={threads}", "-o", tmp_path / "out", expect=2)
    processors = len(os.sched_getaffinity(0))
    assert f"may use {processors} processor" in done.stderr and str(4 * processors) in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_few_threads_on_each_processor(tmp_path, case):
    threads = 4 * len(os.sched_getaffinity(0))
    assert_same_bits(case[1], run_case(case[0], tmp_path / "out", f"device.threads={min(threads, 8)}"))
    run_taub("run", case[0], f"device.threads={threads + 1}", "-o", tmp_path / "more", expect=2)


def test_an_environment_that_asks_for_too_many(tmp_path, case):
    run_case(case[0], tmp_path / "out", "device.threads=0", "time.max_steps=2", env={"OMP_NUM_THREADS": "40000"})
    assert read_summary(tmp_path / "out")["device"]["threads"] <= 4 * len(os.sched_getaffinity(0))


def test_threads_that_the_system_does_not_give(tmp_path, case):
    """Here for lack of address space for their stacks; a limit on processes looks the same."""
    if b"__asan_init" in pathlib.Path(TAUB).read_bytes():
        pytest.skip("the address sanitizer needs all of the address space")

    def limit():
        resource.setrlimit(resource.RLIMIT_STACK, (3 * GIB, resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_AS, (5 * GIB, resource.RLIM_INFINITY))

    arguments = [TAUB, "run", str(case[0]), "--quiet", "-o"]
    done = subprocess.run([*arguments, str(tmp_path / "out"), "device.threads=4"], preexec_fn=limit, capture_output=True,
                          text=True, timeout=60)
    assert done.returncode == 2 and "device.threads is 4" in done.stderr and "have 2" in done.stderr, done.stderr
    done = subprocess.run([*arguments, str(tmp_path / "all"), "device.threads=0"], preexec_fn=limit, capture_output=True,
                          text=True, timeout=60, env={**os.environ, "OMP_NUM_THREADS": "4"})
    assert done.returncode == 0, done.stderr
    assert read_summary(tmp_path / "all")["device"]["threads"] == 2


def test_a_case_that_no_memory_holds(tmp_path):
    """Refused with the numbers before anything is computed; `check` says how much it is, and both at once."""
    case = make_case(tmp_path)
    start = time.monotonic()
    done = run_taub("run", case, "mesh.cells=[20000,20000,20000]", "-o", tmp_path / "out", expect=2)
    assert re.search(r"20000 x 20000 x 20000 cells need \S+ GB of the host's memory .* can have \S+ [GM]B", done.stderr)
    assert not (tmp_path / "out").exists()
    for cells in ["[20000,20000,20000]", "[2000,2000,2000]", "[100000,50000,1]"]:
        text = run_taub("check", case, f"mesh.cells={cells}").stdout
        assert re.search(r"memory +\S+ [TPG]B on the device", text) and re.search(r"steps +about \d+", text), text
    assert "too large" in text
    assert time.monotonic() - start < 30


def peak_memory(*arguments):
    """Of the program in bytes; its kernels must be in the cache, since compilers count as its children. A child begins
    with the peak of the process that starts it, so that one is a small one."""
    script = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
              "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    done = subprocess.run([sys.executable, "-S", "-c", script, TAUB, *map(str, arguments)], check=True, text=True,
                          stdout=subprocess.PIPE)
    return 1024 * int(done.stdout)


def test_the_estimate_is_what_a_run_takes(tmp_path):
    if b"__asan_init" in pathlib.Path(TAUB).read_bytes():
        pytest.skip("the address sanitizer needs memory of its own")
    case = make_case(tmp_path, output={"history": 0})
    options = ["--quiet", "time.max_steps=2", "-o", tmp_path / "out"]
    run_taub("run", case, "mesh.cells=[16,16,1]", *options)
    small = peak_memory("run", case, "mesh.cells=[16,16,1]", *options)
    large = peak_memory("run", case, "mesh.cells=[500,500,1]", *options)
    text = run_taub("check", case, "mesh.cells=[500,500,1]").stdout
    sizes = re.search(r"memory +(\S+) MB on the device .*, (\S+) MB on the host", text)
    # pages that are not touched make up the difference: ghost zones, alignment, the last outputs' unused room
    assert 0.9 < (large - small) / (1e6 * float(sizes[1]) + 1e6 * float(sizes[2])) < 1.02


@pytest.fixture
def noexec(tmp_path):
    folder = tmp_path / "noexec"
    folder.mkdir()
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "noexec,size=16m,mode=700", "tmpfs", str(folder)],
                           capture_output=True, text=True)
    if mount.returncode:
        pytest.skip(f"a tmpfs without execution cannot be mounted: {mount.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_temporary_folder_without_execution(tmp_path, case, noexec):
    environment = {"TMPDIR": str(noexec), "TAUB_CACHE": "off"}
    assert_same_bits(case[1], run_case(case[0], tmp_path / "out", env=environment))
    assert not os.listdir(noexec)


def test_cache_without_execution(tmp_path, case, noexec):
    """What is compiled once is found again: the second run loads it from a copy in memory."""
    environment = {"TMPDIR": str(noexec), "TAUB_CACHE": str(noexec / "cache")}
    run_case(case[0], tmp_path / "first", env=environment)
    assert_same_bits(case[1], run_case(case[0], tmp_path / "out", env=environment))
    assert read_summary(tmp_path / "out")["kernels"]["cached"] == 1
