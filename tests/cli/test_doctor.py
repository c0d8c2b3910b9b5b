"""taub doctor: its verdict on this machine, on one whose devices disagree, and on one whose compiler fails."""
import json
import re
import shutil

import pytest

from conftest import LONG, ROOT, require_device, run_taub, usable_devices

# A few small programs; optimising them takes longer than running them, and strict bits do not depend on it.
QUICK = {"TAUB_CFLAGS": "-O0"}


@pytest.fixture(scope="module")
def checkup(tmp_path_factory):
    path = tmp_path_factory.mktemp("doctor") / "doctor.json"
    said = run_taub("doctor", "--quick", "--json", path, env=QUICK).stdout
    return said, json.loads(path.read_text())


def test_this_machine_works(checkup):
    said, report = checkup
    assert said.rstrip().endswith("Everything that was found works.") and report["verdict"] == "works"
    kinds = {device["device"].split(":")[0] for device in report["devices"]}
    assert kinds == usable_devices()
    for device in report["devices"]:
        assert [case["case"] for case in device["cases"]] == ["shock tube", "gas dynamics", "event"]
        for case in device["cases"]:
            assert (case["outcome"], case["different"]) == ("same bits", 0)
            assert case["values"] > 1000


def test_what_is_missing_is_named(checkup):
    said, report = checkup
    assert {device["device"] for device in report["missing"]} == {"host", "cuda", "opencl"} - usable_devices()
    for device in report["missing"]:
        assert device["reason"] in said


def test_other_bits_are_found(tmp_path):
    """A speed of sound that is off by one part in 10^15 where OpenCL compiles it: other time steps, other bits."""
    require_device("opencl")
    kernels = tmp_path / "kernels"
    shutil.copytree(ROOT / "kernels", kernels)
    path = kernels / "eos/ideal_gas.h"
    line = "*speed_squared = R(TAUB_EOS_GAMMA) * p / (e + p);"
    assert path.read_text().count(line) == 1
    path.write_text(path.read_text().replace(line, f"""{line}
#ifdef TAUB_OPENCL
    *speed_squared *= R(1.0) - R(1e-15);
#endif
"""))
    report = json.loads(run_taub("doctor", "--quick", "--json", "-", expect=1,
                                 env={**QUICK, "TAUB_KERNELS": str(kernels)}).stdout)
    assert report["verdict"] == "does not work"
    tubes = {device["device"].split(":")[0]: device["cases"][0] for device in report["devices"]}
    assert tubes["host"]["outcome"] == "same bits"
    assert tubes["opencl"]["outcome"] == "other bits" and tubes["opencl"]["different"] > 0
    assert 0 < tubes["opencl"]["largest_difference"] < 1e-6


def test_a_device_that_fails(tmp_path):
    """A compiler that says what it is, and then makes nothing."""
    compiler = tmp_path / "cc"
    compiler.write_text(f"""#!/bin/sh
for word in "$@"; do
    [ "$word" = -shared ] && {{ echo "cc: broken" >&2; exit 1; }}
done
exec {shutil.which("gcc")} "$@"
""")
    compiler.chmod(0o755)
    done = run_taub("doctor", "--quick", expect=1, env={"TAUB_CC": str(compiler), "TAUB_CACHE": "off"})
    assert re.search(r"host:0 +FAILED: ", done.stdout) and "cc: broken" in done.stdout
    assert done.stdout.rstrip().endswith("see the lines with words in capitals.")


@pytest.mark.skipif(not LONG, reason="times 128^3 cells: with TAUB_LONG_TESTS=1")
def test_speeds(tmp_path):
    path = tmp_path / "doctor.json"
    assert "recorded" in run_taub("doctor", "--json", path).stdout
    timed = [device["speed"] for device in json.loads(path.read_text())["devices"] if "speed" in device]
    assert timed and all(0 < speed["step_ratio"] < 100 and 0 < speed["copy_ratio"] < 100 for speed in timed)
