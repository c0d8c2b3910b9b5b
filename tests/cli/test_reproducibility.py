"""What summary.json says about the origin of a run, and runs from any folder."""
import re
import shutil
import subprocess

import pytest

from conftest import ROOT, make_case, read_summary, run_case, run_taub

EXAMPLE = ROOT / "examples/particles"
SMALL = ("mesh.cells=[24,24,24]", "time.max_steps=1", "--threads", "1")
HASH = re.compile(r"[0-9a-f]{32}")


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """A copy of the example, run from the root folder by a relative path."""
    folder = tmp_path_factory.mktemp("elsewhere")
    shutil.copytree(EXAMPLE, folder / "particles")
    case = folder.relative_to("/") / "particles"
    run_case(case, folder / "out", *SMALL, cwd="/")
    return folder


def test_origin(elsewhere):
    summary = read_summary(elsewhere / "out")
    assert HASH.fullmatch(summary["kernels"]["hash"]) and HASH.fullmatch(summary["case"]["xxh128"])
    assert summary["inputs"]["initial"]["file"]["path"] == str(elsewhere / "particles/auau-toy.oscar")
    commit = summary["build"]["commit"]
    assert re.fullmatch(r"([0-9a-f]{12,}(-dirty)?)?", commit) and summary["build"]["compiler"]
    if (ROOT / ".git").exists() and shutil.which("git"):
        assert commit
    assert re.search(r"gcc|clang|cc", summary["device"]["detail"])


def test_hashes_are_those_of_xxhsum(elsewhere):
    if not shutil.which("xxhsum"):
        pytest.skip("xxhsum is missing (Debian: xxhash)")
    summary = read_summary(elsewhere / "out")
    done = subprocess.run(["xxhsum", "-H2", "out/case.yaml", "particles/auau-toy.oscar"], cwd=elsewhere,
                          capture_output=True, text=True, check=True)
    hashes = [line.split()[0] for line in done.stdout.splitlines()]
    assert hashes == [summary["case"]["xxh128"], summary["inputs"]["initial"]["file"]["xxh128"]]


def test_hashes_tell_what_has_changed(elsewhere, tmp_path):
    """The same from another folder; another particle is another input, and the same program."""
    before = read_summary(elsewhere / "out")
    shutil.copytree(EXAMPLE, tmp_path / "copy")
    same = read_summary(run_case(tmp_path / "copy/case.yaml", tmp_path / "same", *SMALL, cwd=tmp_path))
    assert same["kernels"]["hash"] == before["kernels"]["hash"]
    assert same["inputs"]["initial"]["file"]["xxh128"] == before["inputs"]["initial"]["file"]["xxh128"]
    path = tmp_path / "copy/auau-toy.oscar"
    path.write_text(path.read_text() + "# one more line\n")
    other = read_summary(run_case(tmp_path / "copy/case.yaml", tmp_path / "other", *SMALL))
    assert other["inputs"]["initial"]["file"]["xxh128"] != before["inputs"]["initial"]["file"]["xxh128"]
    assert other["kernels"]["hash"] == before["kernels"]["hash"]
    again = read_summary(run_case(tmp_path / "copy", tmp_path / "again", *SMALL, "time.max_steps=2", "--restart",
                                  tmp_path / "other"))
    assert again["inputs"]["restart"]["path"] == str(tmp_path / "other/checkpoint.hdf")
    assert HASH.fullmatch(again["inputs"]["restart"]["xxh128"]) and again["case"] != other["case"]


def test_missing_inputs_are_all_named(tmp_path):
    """With the folder where they were looked for, and nothing written."""
    case = make_case(tmp_path / "case", eos={"kind": "table", "file": "no-table.dat"}, source={"file": "no-source.c"},
                     initial={"kind": "particles", "file": "/nowhere/no-list.oscar", "sigma": 1,
                              "background": {"energy_density": 1}})
    said = run_taub("run", "case/case.yaml", cwd=tmp_path, expect=2).stderr
    for name in ("no-table.dat", "no-source.c"):
        assert re.search(rf"case/case.yaml:\d+:\d+: .*{name}.*No such file.*looked for in {case.parent}\n", said + "\n")
    assert re.search(r"initial.file: .*/nowhere/no-list.oscar': No such file or directory\n", said + "\n")
    assert list(tmp_path.iterdir()) == [case.parent]
