"""Packages and recipes name this version, what CMake asks for, and options, targets and files that are there."""
import re

from conftest import ROOT

VERSION = re.search(r'#define TAUB_VERSION "(.*)"', (ROOT / "include/taub/taub.h").read_text()).group(1)
# What CMake requires, as Debian, conda and Spack call it.
NAMES = {"FYAML": ("libfyaml-dev", "libfyaml", "libfyaml"), "HDF5": ("libhdf5-dev", "hdf5", "hdf5"),
         "PkgConfig": ("pkg-config", "pkg-config", "pkgconfig"), "XXHASH": ("libxxhash-dev", "xxhash", "xxhash")}
DEBIAN, CONDA, SPACK = (set(names) for names in zip(*NAMES.values()))
RECIPES = {"conda": "conda/meta.yaml", "docker": "Dockerfile", "apptainer": "apptainer.def", "wheel": "wheel",
           "spack": "spack/spack_repo/taub/packages/taub/package.py"}


def text(path):
    return (ROOT / path).read_text()


def recipe(name):
    return text(f"packaging/{RECIPES[name]}")


def cmake():
    return text("CMakeLists.txt") + "".join(path.read_text() for path in sorted((ROOT / "cmake").glob("*.cmake")))


def apt(words):
    """The packages of each apt-get install."""
    return [set(re.findall(r"(?<= )[a-z][\w.-]+", found)) for found in
            re.findall(r"apt-get install -y --no-install-recommends((?: \\\n| +[\w.-]+)+)", words)]


def conda(section):
    block = re.search(rf"^  {section}:\n((?:    - .*\n)+)", recipe("conda"), re.M).group(1)
    return set(re.findall(r"^    - (?:\{\{ )?([\w-]+)", block, re.M))


def spack(kind):
    """What is needed to run only, or for the build, too."""
    lines = re.findall(r'depends_on\("([\w-]+)(.*)', recipe("spack"))
    return {name for name, rest in lines if ('type="run"' in rest) == (kind == "run")}


def test_recipes_name_what_cmake_asks_for():
    assert set(re.findall(r"^(?:find|pkg)_\w+\((PkgConfig|[A-Z0-9]+)\w* .*REQUIRED", cmake(), re.M)) == set(NAMES)
    build_depends = re.search(r"^Build-Depends: (.*)", text("debian/control"), re.M).group(1)
    build_depends = {re.split("[ :]", word)[0] for word in build_depends.split(", ")}
    assert build_depends - {"cmake", "debhelper-compat", "dh-python", "ninja-build", "python3"} == DEBIAN
    assert apt(recipe("docker"))[0] - {"gcc", "libc6-dev", "python3-venv"} == DEBIAN
    assert (conda("build") | conda("host")) - {"cmake", "compiler", "ninja", "python", "stdlib"} == CONDA
    assert spack("build") - {"c", "cmake", "mpi"} == SPACK
    oldest = re.search(r"cmake_minimum_required\(VERSION (.*)\)", cmake()).group(1)
    assert f"cmake (>= {oldest})" in text("debian/control") and f"- cmake >={oldest}\n" in recipe("conda")
    assert f'"cmake@{oldest}:"' in recipe("spack") and f'cmake.version = ">={oldest}"' in text("pyproject.toml")


def test_recipes_name_what_the_python_package_asks_for():
    project = text("pyproject.toml")
    needs = set(re.findall(r'"(\w+)"', re.search(r"^dependencies = (.*)", project, re.M).group(1)))
    assert needs and conda("run") - {"gcc", "python"} == needs
    assert spack("run") - {"python"} == {f"py-{name}" for name in needs}
    depends = re.search(r"^Package: python3-taub\n(?:.+\n)*?Depends: (.*)", text("debian/control"), re.M).group(1)
    assert {name for name in re.findall(r"python3-(\w+)", depends)} == needs
    oldest = re.search(r'requires-python = ">=(.*)"', project).group(1)
    assert f"- python >={oldest}\n" in recipe("conda") and f'"python@{oldest}:"' in recipe("spack")


def test_both_images_are_made_alike():
    docker, apptainer = recipe("docker"), recipe("apptainer")
    assert len(apt(docker)) == 2 and apt(docker) == apt(apptainer)
    bases = re.findall(r"^FROM (\S+)", docker, re.M)
    assert bases == re.findall(r"^From: (\S+)", apptainer, re.M) and len(bases) == 2
    assert re.search(r"/opt/taub/bin/pip install .*", docker).group() == re.search(r"/opt/taub/bin/pip install .*", apptainer).group()


def test_options_targets_and_files_are_there():
    known = cmake()
    targets = set(re.findall(r"^ *add_(?:library|executable)\((\w+)", known, re.M))
    named = {"debian/rules": text("debian/rules"), "pyproject.toml": text("pyproject.toml"), **{name: recipe(name) for name in RECIPES}}
    for name, words in named.items():
        for option in re.findall(r"\bTAUB_[A-Z_]+", words.replace("TAUB_VERSION", "")):
            assert re.search(rf"\b{option}\b", known), f"{name}: {option}"
        for target in re.findall(r"(?<!::)\btaub(?:_\w+)?", " ".join(re.findall(r"(?:--target|build\.targets|auto_build --) *(.*)", words))):
            assert target in targets, f"{name}: {target}"
        for path in re.findall(r"packaging/[\w./-]*\w", words):
            assert (ROOT / path).exists(), f"{name}: {path}"


def test_versions():
    assert re.findall(r"^version: (.*)", text("CITATION.cff"), re.M) == [VERSION]
    assert re.findall(r'set version = "(.*)"', recipe("conda")) == [VERSION]
    assert re.findall(r'version\("(.*)"\)', recipe("spack")) == [VERSION]
    for path in (f"packaging/{RECIPES['spack']}", "docs/guide/installing.md"):
        assert set(re.findall(r"\btaub[-@]([\d.]+)", text(path))) == {VERSION}, path


def test_licences():
    """https://reuse.software: a text for each licence that is named, and the licence of the project is the same everywhere."""
    named = set(re.findall(r'SPDX-License-Identifier = "(.*)"', text("REUSE.toml")))
    assert {path.stem for path in (ROOT / "LICENSES").iterdir()} == {word for name in named for word in name.split(" AND ")}
    assert text("LICENSES/BSD-3-Clause.txt") == text("LICENSE")
    for path, line in (("pyproject.toml", 'license = {text = "BSD-3-Clause"}'), ("CITATION.cff", "license: BSD-3-Clause"),
                       ("packaging/conda/meta.yaml", "  license: BSD-3-Clause"), ("debian/copyright", "License: BSD-3-Clause"),
                       (f"packaging/{RECIPES['spack']}", '    license("BSD-3-Clause")')):
        assert line in text(path).splitlines(), path
