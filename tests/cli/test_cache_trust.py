"""The kernel cache holds code that the next run executes: what others could have put there is not taken."""
import os
import pathlib
import shutil

import pytest

from conftest import make_case, read_summary, run_taub


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A case, and a cache that has its kernels."""
    folder = tmp_path_factory.mktemp("filled")
    case = make_case(folder, time={"max_steps": 1})
    run_taub("run", case, "-o", folder / "out", env=environment(folder / "cache"))
    return case, folder / "cache"


def environment(cache, **more):
    return {"TAUB_CACHE": str(cache), "TAUB_CFLAGS": "-O0", **more}


def run(case, folder, cache, **more):
    """(whether the kernels came from the cache, what was printed)"""
    done = run_taub("run", case, "-o", folder, env=environment(cache, **more))
    return read_summary(folder)["kernels"]["cached"] == 1, done.stderr


def copy(filled, place):
    shutil.copytree(filled[1], place)  # with modes
    return place


def test_a_cache_of_ones_own(tmp_path, filled):
    cached, printed = run(filled[0], tmp_path / "out", copy(filled, tmp_path / "cache"))
    assert cached and "not used" not in printed


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o1777])
def test_a_folder_that_others_can_write(tmp_path, filled, mode):
    cache = copy(filled, tmp_path / "cache")
    cache.chmod(mode)
    before = sorted(os.listdir(cache))
    cached, printed = run(filled[0], tmp_path / "out", cache)
    assert not cached
    assert str(cache) in printed and "chmod go-w" in printed
    assert sorted(os.listdir(cache)) == before, "nothing is put there, either"
    refused = run_taub("compile", filled[0], env=environment(cache), expect=2)
    assert str(cache) in refused.stderr
    cache.chmod(0o755)
    assert run(filled[0], tmp_path / "out", cache)[0]


def test_a_folder_that_others_can_replace(tmp_path, filled):
    above = tmp_path / "above"
    above.mkdir()
    cache = copy(filled, above / "cache")
    above.chmod(0o777)
    cached, printed = run(filled[0], tmp_path / "out", cache)
    assert not cached and str(above) in printed
    above.chmod(0o1777)  # as /tmp: only owners rename what is theirs
    assert run(filled[0], tmp_path / "out", cache)[0]


def test_files_that_others_can_write_or_replace(tmp_path, filled):
    cache = copy(filled, tmp_path / "cache")
    entries = [path for path in cache.iterdir() if path.suffix == ".so"]
    assert entries
    for path in entries:
        path.chmod(0o666)
    assert not run(filled[0], tmp_path / "out", cache)[0]
    assert run(filled[0], tmp_path / "out", cache)[0], "they were compiled anew and put in their place"
    for path in entries:
        path.rename(tmp_path / path.name)
        path.symlink_to(tmp_path / path.name)
    assert not run(filled[0], tmp_path / "out", cache)[0]


def test_what_belongs_to_another_user(tmp_path, filled):
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    cache = copy(filled, tmp_path / "cache")
    for path in cache.iterdir():
        os.chown(path, 54321, -1)
    assert not run(filled[0], tmp_path / "out", cache)[0]
    os.chown(cache, 54321, -1)
    cached, printed = run(filled[0], tmp_path / "out", cache)
    assert not cached and "another user" in printed


def test_words_of_the_compiler_belong_to_the_program(tmp_path, filled):
    """Kernels of "gcc -include x.h" are not those of "gcc", nor those of another x.h."""
    if not shutil.which("gcc"):
        pytest.skip("no gcc")
    case, cache = filled[0], copy(filled, tmp_path / "cache")
    header = tmp_path / "x.h"
    header.write_text("#define ONE 1\n")
    plain, more = {"TAUB_CC": "gcc"}, {"TAUB_CC": f"gcc -include {header}"}
    run(case, tmp_path / "out", cache, **plain)
    assert run(case, tmp_path / "out", cache, **plain)[0]
    assert not run(case, tmp_path / "out", cache, **more)[0]
    assert run(case, tmp_path / "out", cache, **more)[0]
    header.write_text("#define ONE 2\n")
    assert not run(case, tmp_path / "out", cache, **more)[0]
    assert run(case, tmp_path / "out", cache, **plain)[0]
    assert not run(case, tmp_path / "out", cache, TAUB_CC="gcc", TAUB_CFLAGS=f"-O0 -include {header}")[0]


def test_an_entry_for_machines_without_a_compiler(tmp_path, filled):
    cache = copy(filled, tmp_path / "cache")
    assert run(filled[0], tmp_path / "out", cache, TAUB_CC="", PATH=str(pathlib.Path(tmp_path)))[0]
