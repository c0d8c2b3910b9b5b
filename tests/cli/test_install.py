"""cmake --install, and projects that use what it has put in place. With TAUB_LONG_TESTS=1 also a wheel in a clean virtual
environment and a Debian package; they build the library again."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from conftest import LONG, ROOT, run_taub

BUILD = pathlib.Path(os.environ.get("TAUB_BUILD", ROOT / "build"))
if_long = pytest.mark.skipif(not LONG, reason="builds everything again: TAUB_LONG_TESTS=1")
VERSION = re.search(r'#define TAUB_VERSION "(.*)"', (ROOT / "include/taub/taub.h").read_text()).group(1)


def done(*arguments, **options):
    options.setdefault("timeout", 600)
    result = subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True, **options)
    assert result.returncode == 0, f"{arguments}\n{result.stdout[-4000:]}{result.stderr[-4000:]}"
    return result.stdout


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            pytest.skip(f"{program} is missing")


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    need("cmake")
    if not list(BUILD.glob("libtaub.so.*")):
        pytest.skip(f"{BUILD} has no shared library: ./dev build makes it")
    folder = tmp_path_factory.mktemp("prefix")
    done("cmake", "--install", BUILD, "--prefix", folder)
    return folder


def library_folder(prefix):
    return next(prefix.glob("lib*/**/libtaub.so")).parent


def public_functions():
    """Functions that the public headers declare."""
    names = set()
    for path in (ROOT / "include/taub").glob("*.h"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        names |= set(re.findall(r"\b(taub_\w+)\(", text))
    return names


def test_everything_is_in_place(prefix):
    assert done(prefix / "bin/taub", "--version") == f"taub {VERSION}\n"
    for name in ("taub.h", "case.h", "config.h", "error.h", "simulation.h", "batch.h", "taub.f90"):
        assert (prefix / "include/taub" / name).is_file(), name
    folder = library_folder(prefix)
    for name in ("libtaub.a", f"libtaub.so.{VERSION}", "pkgconfig/taub.pc", "cmake/taub/taub-config.cmake"):
        assert (folder / name).exists(), name
    assert {path.name for path in (prefix / "share/man/man1").iterdir()} >= {"taub.1", "taub-run.1", "taub-bench.1"}
    assert (prefix / "share/man/man5/taub-case.5").is_file()
    for name in ("bash-completion/completions/taub", "zsh/site-functions/_taub", "fish/vendor_completions.d/taub.fish"):
        assert (prefix / "share" / name).read_text().count("taub " + VERSION), name
    assert {path.parent.name for path in (prefix / "share/taub/examples").glob("*/case.yaml")} == {
        path.parent.name for path in (ROOT / "examples").glob("*/case.yaml")}


def test_the_installed_examples_compile(prefix, tmp_path):
    """`taub compile --examples` finds those beside the program: here a copy of it with two good ones and a wrong one."""
    (tmp_path / "bin").mkdir()
    shutil.copy(prefix / "bin/taub", tmp_path / "bin/taub")
    for name in ("shock-tube", "sod"):
        shutil.copytree(prefix / "share/taub/examples" / name, tmp_path / "share/taub/examples" / name)
    environment = {**os.environ, "TAUB_CFLAGS": "-O0", "TAUB_CACHE": str(tmp_path / "cache")}
    command = [tmp_path / "bin/taub", "compile", "--examples"]
    said = done(*command, env=environment)
    assert sorted(re.findall(r"^(\S+) +compiled in", said, flags=re.M)) == ["shock-tube", "sod"]
    assert len(re.findall("in the cache already", done(*command, env=environment))) == 2
    nearest = subprocess.run([tmp_path / "bin/taub", "run", "sood"], cwd=tmp_path, capture_output=True, text=True)
    assert nearest.returncode == 2 and f"{tmp_path}/share/taub/examples/sod" in nearest.stderr
    assert "Sod's shock tube" in done(tmp_path / "bin/taub", "examples")
    done(tmp_path / "bin/taub", "examples", "sod", tmp_path / "mine")
    assert (tmp_path / "mine/case.yaml").read_text() == (ROOT / "examples/sod/case.yaml").read_text()
    (tmp_path / "share/taub/examples/wrong").mkdir()
    (tmp_path / "share/taub/examples/wrong/case.yaml").write_text("system: water\n")
    wrong = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert wrong.returncode == 1 and "wrong/case.yaml:1:9" in wrong.stderr and wrong.stdout.count("in the cache") == 2


def test_the_shared_library_exports_the_public_functions(prefix):
    need("nm", "readelf")
    library = library_folder(prefix) / "libtaub.so"
    exported = {line.split()[-1] for line in done("nm", "-D", "--defined-only", library).splitlines()}
    assert {name for name in exported if not name.startswith("__")} == public_functions()
    assert f"[libtaub.so.{VERSION.split('.')[0]}]" in done("readelf", "-d", library)


def test_the_installed_program_draws(prefix, tmp_path):
    """Without PYTHONPATH, also when the prefix has moved; the package finds the library of its prefix."""
    pytest.importorskip("matplotlib")
    moved = shutil.copytree(prefix, tmp_path / "moved", symlinks=True)
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "TAUB_LIBRARY")}
    run_taub("run", ROOT / "examples/shock-tube", "-o", tmp_path / "out", "--quiet", "time.max_steps=2")
    done(moved / "bin/taub", "plot", tmp_path / "out", env=environment)
    assert list((tmp_path / "out").rglob("energy_density.png"))
    code = "import taub; from taub.bindings import library; print(taub.__file__, library()._name)"
    said = done(sys.executable, "-c", code, env={**environment, "PYTHONPATH": str(moved / "share/taub/python")}).split()
    assert all(str(moved) in word for word in said), said


@pytest.mark.parametrize("target", ["taub::taub", "taub::taub_static"])
def test_a_cmake_project_elsewhere(prefix, tmp_path, target):
    source = tmp_path / "source"
    shutil.copytree(ROOT / "examples/embed", source)
    lists = (source / "CMakeLists.txt").read_text()
    (source / "CMakeLists.txt").write_text(lists.replace("PRIVATE taub::taub", f"PRIVATE {target}"))
    done("cmake", "-S", source, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    done("cmake", "--build", tmp_path / "build")
    program = tmp_path / "build/taub_example_embed"
    assert ("libtaub.so" in done("ldd", program)) == (target == "taub::taub")
    if target == "taub::taub":
        assert done(program).splitlines()[-1].split()[-2:] == ["30.0000000000", "30.0000000000"]


def test_a_program_built_by_pkg_config(prefix, tmp_path):
    need("pkg-config", "cc")
    folder = library_folder(prefix)
    environment = {**os.environ, "PKG_CONFIG_PATH": str(folder / "pkgconfig"), "LD_LIBRARY_PATH": str(folder)}
    assert done("pkg-config", "--modversion", "taub", env=environment).strip() == VERSION
    flags = done("pkg-config", "--cflags", "--libs", "taub", env=environment).split()
    done("cc", ROOT / "examples/embed/jet.c", *flags, "-lm", "-o", tmp_path / "jet", env=environment)
    assert str(folder) in done("ldd", tmp_path / "jet", env=environment)
    assert done(tmp_path / "jet", env=environment).splitlines()[-1].split()[-1] == "30.0000000000"


def test_the_version_stands_in_one_place():
    assert run_taub("--version").stdout == f"taub {VERSION}\n"
    assert re.search(r"^## (\S+?),? ", (ROOT / "CHANGELOG.md").read_text(), re.M).group(1) == VERSION
    assert (ROOT / "debian/changelog").read_text().startswith(f"taub ({VERSION}) ")
    sys.path.insert(0, str(ROOT / "python"))
    import taub
    assert taub.__version__ == VERSION
    for path in ("CMakeLists.txt", "pyproject.toml"):
        assert VERSION not in (ROOT / path).read_text(), path


# Man pages and completion


def test_man_pages_know_all_verbs_and_options(tmp_path):
    run_taub("manual", tmp_path)
    verbs = re.findall(r"^  taub (\w+)", run_taub("--help").stdout, re.M)
    verbs = [verb for verb in dict.fromkeys(verbs) if (tmp_path / f"taub-{verb}.1").is_file()]
    assert len(verbs) >= 8 and len(verbs) + 2 == len(list(tmp_path.iterdir()))
    page = (tmp_path / "taub-case.5").read_text()
    for key in re.findall(r"^\| `([a-z_.]+)` \|", run_taub("reference").stdout.split("## States")[0], re.M):
        assert f".B {key}\n" in page, key
    for verb in verbs:
        page = (tmp_path / f"taub-{verb}.1").read_text().replace("\\-", "-")
        for option in re.findall(r"--([a-z]+)", run_taub(verb, "--help").stdout.split("options:")[1]):
            assert f"--{option}" in page
        assert f"taub-{verb} (1)" in (tmp_path / "taub.1").read_text().replace("\\-", "-")
    if shutil.which("man"):
        for page in tmp_path.iterdir():
            shown = subprocess.run(["man", "--warnings", "-l", str(page)], capture_output=True, text=True,
                                   env={**os.environ, "LC_ALL": "C", "MANPAGER": "cat"})
            assert shown.returncode == 0 and not shown.stderr, shown.stderr
    assert "cannot be written" in run_taub("manual", tmp_path / "nowhere", expect=2).stderr


@pytest.mark.parametrize("words, expected", [
    (["r"], {"run", "reference"}),
    (["run", "--pre"], {"--precision"}),
    (["run", "x", "--device", "o"], {"opencl"}),
    (["run", "x", "mesh.c"], {"mesh.cells=", "mesh.coordinates="}),
    (["run", "x", "scheme.kind", "=", "ku"], {"kurganov-tadmor"}),
    (["run", "x", "device.reproducible", "="], {"strict", "fast"}),
    (["check", "--rest"], set()),
    (["watch", "--"], {"--port", "--every", "--help"}),
    (["plot", "x", "--sl"], {"--slice"}),
])
def test_completion(tmp_path, words, expected):
    need("bash")
    (tmp_path / "taub").write_text(run_taub("completion").stdout)
    script = ('source ./taub; COMP_WORDS=(taub "$@"); COMP_CWORD=$#; _taub; printf "%s\\n" "${COMPREPLY[@]}"')
    assert set(done("bash", "-c", script, "bash", *words, cwd=tmp_path).split()) == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions_know_all_verbs_and_options(tmp_path, shell):
    """The shells themselves read them where they are installed."""
    text = run_taub("completion", shell).stdout
    for verb in re.findall(r"^  taub (\w+) +\w", run_taub("--help").stdout.split("Examples:")[0], re.M):
        if shell == "fish":
            line = "\n".join(re.findall(rf"^complete .*__taub_verb[^']* {verb}[ '].*", text, re.M))
            assert f"-a {verb} -d" in text
        else:
            line = re.search(rf"^    {verb}\) .*", text, re.M).group()
        for option in re.findall(r"--([a-z-]+)(?=[ ,])", run_taub(verb, "--help").stdout.split("options:")[1].lstrip()):
            assert (f"-l {option} " if shell == "fish" else f"--{option}") in line, f"{shell}: {verb} --{option}"
    (tmp_path / "script").write_text(text)
    if shutil.which(shell):
        done(shell, "-n", "script", cwd=tmp_path)
    assert "expected bash, zsh or fish" in run_taub("completion", "csh", expect=2).stderr


@pytest.mark.parametrize("words, expected", [
    ("r", {"run", "reference"}),
    ("run --pre", {"--precision"}),
    ("run x --device o", {"opencl"}),
    ("run x mesh.cell", {"mesh.cells="}),
    ("run x scheme.kind=ku", {"scheme.kind=kurganov-tadmor"}),
    ("check --rest", set()),
])
def test_fish_completes(tmp_path, words, expected):
    need("fish")
    (tmp_path / "taub.fish").write_text(run_taub("completion", "fish").stdout)
    said = done("fish", "-N", "-c", f"source taub.fish; complete -C 'taub {words}'", cwd=tmp_path,
                env={**os.environ, "HOME": str(tmp_path)})
    assert {line.split("\t")[0] for line in said.splitlines()} == expected


def test_the_verbs_of_python_have_the_options_of_python():
    """`taub plot --help`, its man page and completion come from the program's table; Python reads the options."""
    sys.path.insert(0, str(ROOT / "python"))
    from taub.__main__ import parser
    verbs = parser()._subparsers._group_actions[0].choices
    for verb in set(verbs) - {"animate"}:
        theirs = {option for action in verbs[verb]._actions for option in action.option_strings if option.startswith("--")}
        assert set(re.findall(r"(--[a-z]+)(?=[ ,])", run_taub(verb, "--help").stdout.split("options:")[1])) == theirs, verb


@pytest.mark.parametrize("named, words", [
    (None, "the Python package taub, which reads and plots results, is not installed for"),
    ("python", "there is no such"),
])
def test_pictures_where_the_package_is_missing(prefix, tmp_path, named, words):
    """A program that was copied out of its prefix says what is missing. PYTHONPATH names one."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment["PATH"] = "/usr/bin:/bin"
    if subprocess.run(["/usr/bin/python3", "-c", "import taub"], capture_output=True, cwd=tmp_path, env=environment).returncode == 0:
        pytest.skip("/usr/bin/python3 has a package taub")
    if named:
        environment["PYTHONPATH"] = str(ROOT / named)
    shutil.copy(prefix / "bin/taub", tmp_path / "taub")
    answer = subprocess.run([tmp_path / "taub", "flow", "nowhere"], capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert answer.returncode == 2 and words in answer.stderr and "Traceback" not in answer.stderr, answer.stderr


# Packages


def fresh_copy(folder):
    """The tree without what git ignores, with nothing of this build."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns("build", "out", ".git", "__pycache__"))
    return folder


def names_in(folder):
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if "__pycache__" not in path.parts)


@if_long
def test_wheel(tmp_path):
    """By way of the source distribution, which must have all that the build reads."""
    tree = fresh_copy(tmp_path / "tree")
    before = names_in(tree)
    python = tmp_path / "env/bin/python"
    if subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], capture_output=True).returncode != 0:
        pytest.skip("no virtual environments here (Debian: python3-venv)")
    answer = subprocess.run([python, "-m", "pip", "install", "scikit-build-core"], capture_output=True, text=True)
    if "No matching distribution found" in answer.stderr:
        pytest.skip("no package index here")
    code = "import sys; from scikit_build_core.build import build_sdist; print(build_sdist(sys.argv[1]))"
    source = done(python, "-c", code, tmp_path, cwd=tree).split()[-1]
    done(python, "-m", "pip", "install", tmp_path / source)
    assert names_in(tree) == before
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TAUB"))}
    environment["PATH"] = f"{tmp_path / 'env/bin'}:{environment['PATH']}"
    assert done("taub", "--version", env=environment, cwd=tmp_path) == f"taub {VERSION}\n"
    done("taub", "examples", "sod", "mine", env=environment, cwd=tmp_path)
    script = ("import h5py, taub; sim = taub.Simulation(%r, mesh={'cells': [32, 1, 1]}, device={'kind': 'host'}); "
              "sim.advance(steps=3); print(taub.__version__, sim.steps, sim['energy_density'].shape)")
    said = done("python", "-c", script % str(tree / "examples/shock-tube"), env=environment, cwd=tmp_path)
    assert said.split(maxsplit=2) == [VERSION, "3", "(1, 1, 32)\n"]


@if_long
def test_debian_packages(tmp_path):
    need("dpkg-buildpackage", "dh", "dpkg-deb")
    tree = fresh_copy(tmp_path / "tree")
    done("dpkg-buildpackage", "-us", "-uc", "-b", cwd=tree, timeout=900)
    packages = {path.name.split("_")[0]: path for path in tmp_path.glob("*.deb")}
    assert set(packages) >= {"taub", "libtaub0", "libtaub-dev", "python3-taub"}
    root = tmp_path / "root"
    for package in packages.values():
        done("dpkg-deb", "-x", package, root)
    library = next(root.glob("usr/lib/*/libtaub.so.0"))
    environment = {**os.environ, "LD_LIBRARY_PATH": str(library.parent),
                   "PYTHONPATH": str(root / "usr/lib/python3/dist-packages")}
    assert done(root / "usr/bin/taub", "--version") == f"taub {VERSION}\n"
    assert (root / "usr/share/man/man1/taub-run.1.gz").is_file()
    assert (root / "usr/share/zsh/vendor-completions/_taub").is_file()
    assert "Sod's shock tube" in done(root / "usr/bin/taub", "examples")
    assert (root / "usr/include/taub/taub.h").is_file() and (library.parent / "libtaub.a").is_file()
    said = done("/usr/bin/python3", "-c", "import taub; from taub.bindings import library; print(taub.__version__, "
                "library().taub_version().decode())", env=environment, cwd=tmp_path)
    assert said.split() == [VERSION, VERSION]
