"""Facts about the tree itself: generated docs, examples, formatting, nothing left half-done."""
import functools
import os
import re
import shutil
import subprocess

import pytest

from conftest import ROOT, cases_left_to_all, run_taub

SKIPPED = {"build", "out", ".git", "__pycache__"}


@functools.lru_cache(maxsize=None)
def sources():
    """Text files that belong to the project."""
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in SKIPPED and not name.startswith("build")]
        found += [os.path.join(folder, name) for name in names
                  if name.endswith((".c", ".h", ".py", ".md", ".yaml", ".txt", ".cmake")) or name in ("dev", "run")]
    return sorted(found)


def test_reference_is_current():
    """docs/reference/case-file.md comes from the schema; ./dev docs writes it anew."""
    assert (ROOT / "docs/reference/case-file.md").read_text() == run_taub("reference").stdout


def test_the_everyday_set_names_tests_that_are_there():
    """./dev test runs what tests/everyday.txt leaves of long entries; a wrong name there would leave out nothing. That the
    cases of an entry are there is for pytest, which fails where none is."""
    lines = [line for line in (ROOT / "tests/everyday.txt").read_text().splitlines() if not line.startswith("#")]
    entries = [line.split(None, 1) for line in lines]
    assert entries == sorted(entries) and len({entry for entry, _ in entries}) == len(entries) > 0
    for entry, cases in entries:
        name = entry.removeprefix("asan/")
        unit = name.startswith("unit/") or "/" not in name
        path = f"unit/{name.removeprefix('unit/')}.c" if unit else f"{name}.py"
        assert (ROOT / "tests" / path).is_file(), entry
        assert cases == "-" or not unit, f"{entry}: unit tests run as a whole or not at all"


def test_what_is_left_to_all_names_tests_that_are_there():
    """The same for tests/full.txt, which pytest reads with an entry's file: it fails there where a case is none."""
    left = cases_left_to_all()
    assert list(left) == sorted(left) and left
    for entry, cases in left.items():
        assert (ROOT / "tests" / f"{entry.removeprefix('asan/')}.py").is_file(), entry
        assert cases and len(set(cases)) == len(cases), entry


def test_nothing_is_left_to_do():
    words = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" * 3]) + r")\b")
    for path in sources():
        with open(path, errors="replace") as file:
            for number, line in enumerate(file, 1):
                assert not words.search(line), f"{path}:{number}: {line.strip()}"


def test_each_example_has_a_case_or_program_and_a_readme():
    folders = sorted(path for path in (ROOT / "examples").iterdir() if path.is_dir())
    assert folders
    for folder in folders:
        assert (folder / "README.md").is_file(), folder
        assert any((folder / name).is_file() for name in ("case.yaml", "study.yaml", "CMakeLists.txt")), folder


def test_links_in_the_docs_lead_somewhere():
    for path in sources():
        if not path.endswith(".md"):
            continue
        text = re.sub(r"```.*?```", "", open(path).read(), flags=re.S)
        for target in re.findall(r"\]\(([^)#\s]+)", text):
            if "://" not in target:
                assert os.path.exists(os.path.join(os.path.dirname(path), target)), f"{path}: {target}"


def test_c_files_are_formatted():
    tool = shutil.which("clang-format-14") or shutil.which("clang-format")
    if not tool:
        pytest.skip("clang-format is missing")
    version = re.search(r"version (\d+)", subprocess.run([tool, "--version"], capture_output=True, text=True).stdout)
    if version.group(1) != "14":
        pytest.skip(f"clang-format 14 is the one that counts, here is {version.group(1)}")
    files = [path for path in sources() if path.endswith((".c", ".h")) and
             os.path.relpath(path, ROOT).split("/")[0] in ("src", "include", "tests")]
    done = subprocess.run([tool, "--dry-run", "-Werror", *files], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def functions_that(words, path):
    """Names of the functions of a kernel file in whose text one of the words stands."""
    found, name = set(), None
    for line in path.read_text().splitlines():
        head = re.match(r"INLINE \w+ \**(\w+)\(", line)
        name = head[1] if head else None if line == "}" else name
        if re.search(words, line):
            found.add(name)
    return found


def test_sure_passes_neither_fail_nor_find_cells():
    """taub_step_sure_but in src/evolve/mhd.c, maxwell.c and symmetric.c says that only these passes do: ranks
    agree after no other."""
    words = r"count_recovery\(|control->(failed|troubled|refill) = "
    unsure = {path.name: functions_that(words, path) for path in (ROOT / "kernels/passes").glob("*.h")
              if path.name.startswith(("mhd_", "maxwell_", "diffusion", "locate"))}
    assert {name: names for name, names in unsure.items() if names} == {
        "mhd_update.h": {"judge_point"}, "maxwell_faces.h": {"judge_point"}, "diffusion.h": {"warm_point"}}


def test_bounds_of_short_loops_are_numbers():
    """EACH (n, end) counts up to `end`: with a condition in it, a && b, the bound would be 0 or 1."""
    wrong = []
    for path in (ROOT / "kernels").rglob("*.h"):
        for line in path.read_text().splitlines():
            for end in re.findall(r"\bEACH(?:_FROM|_ROLLED)? \((.*)\)", line):
                if re.search(r"&&|\|\||(?<![<>=!])[<>=!]=", end) and "?" not in end:
                    wrong.append(f"{path}: {line.strip()}")
    assert not wrong, wrong
