"""./dev on other machines than this one: what it would install, which compilers it takes, folders with any name."""
import shlex
import shutil
import stat
import subprocess

import pytest

from conftest import ROOT

TOOLS = "bash cat cut dirname env grep rm sed".split()
NEEDED = {"gcc", "libc6-dev", "cmake", "ninja-build", "pkg-config", "libfyaml-dev", "libhdf5-dev", "libxxhash-dev"}
PICTURES = {"python3-numpy", "python3-h5py", "python3-matplotlib"}


@pytest.fixture
def machine(tmp_path):
    """run(verb, **stubs): ./dev in a folder of its own, where PATH has TOOLS, an apt-get that notes what it is asked for, and
    `stubs` {program: script}. Returns the process and the packages."""
    def run(*verb, **stubs):
        place = tmp_path / "bin"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        for name in TOOLS:
            (place / name).symlink_to(shutil.which(name))
        asked = tmp_path / "asked"
        asked.write_text("")
        # one that is chosen, and then has no module
        scripts = {"python3": '[ "$2" = "import numpy, h5py, matplotlib" ]', "id": "echo 0", "nproc": "echo 1", "dpkg-query": "true", "apt-get": f'echo "$@" >>"{asked}"', **stubs}
        for name, script in scripts.items():
            path = place / name.replace("_", "-")
            path.write_text(f"#!{shutil.which('bash')}\n{script}\n")
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
        shutil.copy(ROOT / "dev", tmp_path / "dev")
        done = subprocess.run([tmp_path / "dev", *verb], env={"PATH": str(place), "HOME": str(tmp_path)}, capture_output=True, text=True)
        return done, {word for line in asked.read_text().splitlines() for word in line.split() if word[0] != "-"} - {"install", "update"}
    return run


def test_a_verb_installs_what_it_needs(machine):
    asked = {verb: machine(verb)[1] for verb in ("build", "docs", "demo", "test")}
    assert asked["build"] == asked["docs"] == NEEDED
    assert asked["demo"] == NEEDED | PICTURES
    assert asked["test"] > asked["demo"] | {"libcmocka-dev", "gfortran", "openmpi-bin", "clang"} and "clang-format" not in asked["test"]


@pytest.mark.parametrize("compiler", ["cc", "gcc", "clang"])
def test_one_compiler_is_enough(machine, compiler):
    done, asked = machine("build", **{compiler: "cat >/dev/null", "cmake": "true", "ninja": "true", "pkg-config": "true"})
    assert done.returncode == 0 and done.stdout == "build/taub\n" and not asked, done.stderr


def test_without_a_compiler(machine):
    done, asked = machine("build", cmake="true", ninja="true")
    assert done.returncode == 1 and "gcc" in asked and "Taub cannot be built" in done.stderr


def test_a_folder_with_any_name(tmp_path):
    """No command of the build takes its path apart."""
    if not shutil.which("cmake") or not shutil.which("ninja"):
        pytest.skip("cmake or ninja is missing")
    source = tmp_path / "a ü & b"
    for name in ("cmake", "examples/embed", "fortran", "include", "kernels", "python", "src"):
        shutil.copytree(ROOT / name, source / name)
    shutil.copy(ROOT / "CMakeLists.txt", source)
    done = subprocess.run(["cmake", "-S", source, "-B", source / "build", "-G", "Ninja", "-DTAUB_TESTS=OFF"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    commands = subprocess.run(["ninja", "-C", source / "build", "-t", "commands", "taub_program", "taub_shared"], capture_output=True,
                              text=True, check=True).stdout.splitlines()
    words = [word for line in commands for word in shlex.split(line)]
    parts = [word for word in words if ("ü" in word or str(tmp_path) in word) and str(source) not in word]
    assert len(commands) > 100 and not parts, parts[:3]
    assert f"-Wl,--version-script={source}/cmake/exports.map" in words
