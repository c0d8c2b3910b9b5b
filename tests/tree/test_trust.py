"""docs/trust.md is what docs/trust.py makes of the docs and the tests; what it quotes and links to is there."""
import importlib.util
import re
import subprocess
import sys

import pytest

from conftest import ROOT

PAGE = ROOT / "docs/trust.md"


@pytest.fixture(scope="module")
def trust():
    spec = importlib.util.spec_from_file_location("trust", ROOT / "docs/trust.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_up_to_date():
    done = subprocess.run([sys.executable, ROOT / "docs/trust.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_tests_of_the_page_exist():
    named = re.findall(r'\[(test_\w+)\]\(\.\./(tests/\w+/test_\w+\.py) ', PAGE.read_text())
    assert len(named) > 80
    for function, path in named:
        assert re.search(rf"^def {function}\(", (ROOT / path).read_text(), flags=re.M), f"{path}: {function}"


def test_figures_of_the_page_are_in_the_pages_they_link_to():
    quoted = re.findall(r"\| \[([^\]]*\d[^\]]*)\]\((theory/[\w-]+\.md)#", PAGE.read_text())
    assert len(quoted) > 50
    for text, page in quoted:
        cells = {cell.strip() for line in (ROOT / "docs" / page).read_text().splitlines() if line.startswith("|")
                 for cell in line.split("|")}
        for figure in re.findall(r": ([*\d.e+-]+)(?=; |$)", text):
            assert figure in cells, f"{page}: {figure}"


def test_columns_of_the_same_name(trust):
    """The table has 96 twice: for the vortex, and further right for the wave."""
    row = ["vortex 48", "96", "wave 32", "96"]
    found = trust.table("theory/godunov.md", "What it does", "vortex 48", ["ader-weno 3"], row)
    line = next(line for line in (ROOT / "docs/theory/godunov.md").read_text().splitlines()
                if line.startswith("| ader-weno 3 |") and line.count("|") == 11)
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    assert f"vortex 48: {cells[1]}; 96: {cells[2]}; wave 32: {cells[5]}; 96: {cells[7]}" in found


@pytest.mark.parametrize("name", ["exact/test_flows.py::test_gone", "exact/test_gone.py::test_gubser_temperature"])
def test_a_test_that_is_gone_is_told(trust, name):
    with pytest.raises(trust.Gone):
        trust.test(name)


def test_a_figure_that_is_gone_is_told(trust):
    with pytest.raises(trust.Gone):
        trust.table("theory/godunov.md", "What it does", "vortex 48", ["ader-weno 7"], ["96"])
    with pytest.raises(trust.Gone):
        trust.sentence("theory/godunov.md", "no such words")
