"""The core without wings (-DTAUB_WINGS= empty): it builds, computes the same bits, and names the wing that something needs."""
import os
import shutil
import subprocess

import pytest

from conftest import ROOT, TAUB, make_case, run_case

# A word of the case file, or a verb, of each wing.
CASES = {"classic": {"scheme": {"kind": "shasta"}}, "ions": {"initial": {"kind": "glauber"}}, "light": {"system": "maxwell"}}
VERBS = {"batch": ["batch", "study.yaml"], "hadrons": ["spectra", "surface.h5"]}


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    """Quickly: at -O0, and by clang where there is one."""
    folder = tmp_path_factory.mktemp("core")
    compiler = ["-DCMAKE_C_COMPILER=clang"] if shutil.which("clang") else []
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    for command in (["cmake", "-S", ROOT, "-B", folder, *generator, *compiler, "-DTAUB_WINGS=", "-DTAUB_TESTS=OFF",
                     "-DTAUB_INSTALL=OFF", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_C_FLAGS_DEBUG=-O0"],
                    ["cmake", "--build", folder, "--target", "taub_program", "-j", str(os.cpu_count())]):
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    assert "embedded/registry.c:" not in done.stdout and "embedded/verbs.c:" not in done.stdout, done.stdout
    return folder / "taub"


def run(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)


@pytest.mark.parametrize("case", ["shock-tube", "sod"])
def test_the_core_computes_what_the_whole_does(core, tmp_path, case):
    """srhd with kurganov-tadmor, and euler with ader-weno."""
    arguments = [ROOT / "examples" / case / "case.yaml", "time.end=0.1", "output.history=1", "--reproducible", "strict", "-q"]
    done = run(core, "run", *arguments, "-o", tmp_path / "core")
    assert done.returncode == 0, done.stderr
    run_case(arguments[0], tmp_path / "all", *arguments[1:])
    assert (tmp_path / "core/history.csv").read_bytes() == (tmp_path / "all/history.csv").read_bytes()
    done = run(TAUB, "compare", tmp_path / "core", tmp_path / "all", "--all", "--tolerance", 0)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_is_missing_is_named(core, tmp_path):
    for wing, case in CASES.items():
        done = run(core, "check", make_case(tmp_path, **case))
        assert done.returncode == 2 and f"this taub was built without {wing}," in done.stderr, (wing, done.stderr)
        key = next(iter(case))
        assert f": {key}" in done.stderr.split("this taub")[0].splitlines()[-1], done.stderr
    for wing, verb in VERBS.items():
        done = run(core, *verb)
        assert done.returncode == 2 and f"this taub was built without {wing}," in done.stderr, (wing, done.stderr)
    done = run(core, "run", make_case(tmp_path), "--spectra", "-o", tmp_path / "out")
    assert done.returncode == 2 and "built without hadrons" in done.stderr and not (tmp_path / "out").exists()


def test_the_list_marks_words_of_missing_wings(core):
    whole = run(TAUB, "list").stdout
    listed = run(core, "list").stdout
    assert listed and "not in this build" not in whole
    fields = run(core, "list", "output.fields")
    assert fields.returncode == 0 and "temperature" in fields.stdout
    missing = {line.split()[0]: line.rsplit(": ", 1)[1].rstrip("]") for line in listed.splitlines() if "[not in this build" in line}
    assert missing == {"maxwell": "light", "symmetric": "light", "shasta": "classic", "musta": "classic", "cese": "classic", "glauber": "ions",
                       "trento": "ions", "particles": "ions", "grid": "ions", "plane-wave": "light", "box-mode": "light",
                       "pulse": "light"}


def test_wings_are_those_that_are_there(tmp_path):
    for wings, message in (("lihgt", "expected all, or some of"), ("batch", "batch needs hadrons")):
        done = subprocess.run(["cmake", "-S", ROOT, "-B", tmp_path / wings, f"-DTAUB_WINGS={wings}"], capture_output=True, text=True)
        assert done.returncode != 0 and message in done.stderr.replace("\n", " "), done.stderr
