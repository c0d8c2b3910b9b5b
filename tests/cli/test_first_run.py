"""The commands of docs/guide/first-run.md, in order, as a newcomer would give them."""
import os
import re
import subprocess
import sys

import pytest

from conftest import ROOT, TAUB

PAGE = (ROOT / "docs/guide/first-run.md").read_text()


def blocks(kind):
    return [text for name, text in re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.M | re.S) if name == kind]


def test_the_commands_work(tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "tube.yaml").write_text(blocks("yaml")[0])
    lines = [line for block in blocks("") for line in block.splitlines()]
    commands = [line.split() for line in lines if line.startswith("taub ") and "CASE" not in line]
    assert [words[1] for words in commands].count("run") >= 3
    for words in commands:
        done = subprocess.run([TAUB, *words[1:]], cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, f"{' '.join(words)}\n{done.stderr}"


def test_the_table_of_files_is_right(tmp_path):
    named = set(re.findall(r"^\| `([\w.]+)/?` \|", PAGE, re.M))
    subprocess.run([TAUB, "run", str(ROOT / "examples/shock-tube"), "-o", str(tmp_path / "out"), "--quiet"], check=True)
    assert set(os.listdir(tmp_path / "out")) == named


def test_the_lines_of_python_work(tmp_path):
    pytest.importorskip("matplotlib")
    subprocess.run([TAUB, "run", str(ROOT / "examples/shock-tube"), "-o", str(tmp_path / "out/shock-tube"), "--quiet"],
                   check=True)
    done = subprocess.run([sys.executable, "-c", blocks("python")[0]], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
