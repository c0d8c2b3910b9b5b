"""What the files of this folder share: which of the cases of device_cases.py each compares between devices, their runs on
the host, and the comparison."""
import os

import pytest

from conftest import LONG, require_device
from device_cases import CASES, write_case
from run_on_gpu import differences, read_all, run

# Compiling costs nearly all the time of these tests, 5 to 50 s a case. On the OpenCL device of a test machine, as a rule a
# CPU, some cases are therefore compared, each in the first of its precisions or in that of PRECISIONS: one for each engine
# (kurganov-tadmor, groups of threads that march, faces and edges of mhd, cese, musta, shasta, waves, viscous cells), for
# each of its orders, and for complex fields, tables, sources, unequal cells, diffusion and user's code. Their text is that
# of CUDA but for the words of the language (kernels/dialect_gpu.h). On CUDA devices, and by run_on_gpu.py on any, all cases
# are compared in all of their precisions, and so they are with TAUB_LONG_TESTS=1 (./dev test --all).
ON_OPENCL = {"gas-2d", "cese-3d", "ader-2d", "rk-3d",
             "mhd-3d", "mhd-first-order", "mhd-diffusion", "srmhd-ader",
             "conformal-2d", "event", "droplets", "srhd-ader-3d", "milne-ader-order-2", "user-code",
             "musta-3d", "shasta-3d", "shasta-symmetric", "table-2d-shasta",
             "viscous-3d", "viscous-event", "viscous-diffusion-event",
             "maxwell-order-2", "maxwell-metal", "maxwell-scattering", "maxwell-symmetric-bloch"}
PRECISIONS = {"srhd-ader-3d": "single", "shasta-3d": "mixed"}

# Runs in two pieces, of so many steps each. Both integrators, an odd number of steps, so that the buffers have changed
# places where the first piece ends. On devices they stand beside the comparisons, whose kernels they take; on hosts,
# all of them, in test_runs.py.
RESTARTED = {"conformal-3d": 7, "conformal-2d": 7, "event": 5, "event-rk3": 9, "ideal-gas-1d": 13, "cese-1d": 13,
             "cese-tau-2d": 7, "viscous-event": 5, "droplets": 5, "maxwell-symmetric": 7}


def precisions_on(device, name):
    precisions = CASES[name]["precisions"]
    if device == "cuda" or LONG:
        return precisions
    return [PRECISIONS.get(name, precisions[0])] if name in ON_OPENCL else []


def group_of(case):
    """The file test_devices_GROUP.py that compares a case between devices."""
    if case["system"] != "srhd":
        return {"euler": "gas", "israel-stewart": "viscous", "mhd": "mhd", "srmhd": "mhd",
                "maxwell": "maxwell"}[case["system"]]
    return "shasta_musta" if case["scheme"]["kind"] in ("shasta", "musta") else "srhd"


def comparisons(group):
    """(device, name, precision) of a group."""
    return [(device, name, precision) for name, entry in CASES.items() if group_of(entry["case"]) == group
            for device in ("opencl", "cuda") for precision in precisions_on(device, name)]


def restarts(group):
    """(device, name) of a group."""
    return [(device, name) for name in RESTARTED if group_of(CASES[name]["case"]) == group for device in ("opencl", "cuda")
            if "double" in precisions_on(device, name)]


@pytest.fixture(scope="session")
def host(tmp_path_factory):
    """host(name, precision): (case file, folder of its run on the host), computed once."""
    folder = tmp_path_factory.mktemp("host")
    done = {}

    def results(name, precision):
        if (name, precision) not in done:
            path = write_case(folder / name, CASES[name]["case"])
            done[name, precision] = (path, run_on("host", path, folder / name / precision, "--precision", precision))
        return done[name, precision]

    return results


def run_on(device, path, out, *arguments):
    """run; on OpenCL with kernels for the sizes of groups that are launched, which PoCL keeps in POCL_CACHE_DIR. Other tests
    have those for groups of any size, as users do, whose binaries go into Taub's cache: to make one PoCL would compile all
    of these kernels a second time."""
    chosen = {"TAUB_CACHE": "off", "POCL_WORK_GROUP_SPECIALIZATION": "1"}
    return run(path, out, "--device", device, *arguments,
               env=chosen if device == "opencl" and os.environ.get("POCL_CACHE_DIR") else None)


def same(a, b, history=True):
    what = differences(a, b, history)
    assert not what, "\n".join(what)


def compare_device(folder, host, device, name, precision):
    require_device(device)
    path, expected = host(name, precision)
    same(expected, run_on(device, path, folder / "out", "--precision", precision))


def compare_restart(folder, device, name):
    """A run in two pieces ends with the bits of one in one piece, and its history goes on."""
    require_device(device)
    steps = RESTARTED[name]
    path = write_case(folder, CASES[name]["case"], time={"max_steps": 2 * steps})
    whole = run_on(device, path, folder / "whole")
    first = run_on(device, path, folder / "first", f"time.max_steps={steps}")
    second = run_on(device, path, folder / "second", "--restart", first)
    a, b = read_all(whole), read_all(second)
    assert max(a) == max(b) == 2 * steps and min(b) == steps
    assert a[2 * steps][0] == b[2 * steps][0]
    for field, values in a[2 * steps][1].items():
        assert values.tobytes() == b[2 * steps][1][field].tobytes(), field
    lines = (whole / "history.csv").read_text().splitlines()
    assert lines[steps + 2:] == (second / "history.csv").read_text().splitlines()[2:]
