"""The notebooks in docs/notebooks, run by nbclient where it is installed, else cell by cell in this process."""
import contextlib
import importlib.util
import io
import json
import os
import pathlib
import re
import sys

import pytest

from conftest import ROOT

BUILD = pathlib.Path(os.environ.get("TAUB_BUILD", ROOT / "build"))
NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))
sys.path.insert(0, str(ROOT / "python"))


def by_nbclient(path):
    import nbclient
    import nbformat
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(path.parent)}}).execute()
    return "".join(output.text for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs
                   if output.output_type == "stream" and output.name == "stdout")


def by_hand(path):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    said, names, before = io.StringIO(), {}, os.getcwd()
    os.chdir(path.parent)
    try:
        with contextlib.redirect_stdout(said):
            for cell in json.loads(path.read_text())["cells"]:
                if cell["cell_type"] == "code":
                    exec(compile("".join(cell["source"]), f"{path.name}, {cell['id']}", "exec"), names)
                    pyplot.close("all")
    finally:
        os.chdir(before)
    return said.getvalue()


@pytest.fixture(scope="module")
def said():
    for name in ("numpy", "matplotlib"):
        pytest.importorskip(name)
    if not (BUILD / "libtaub.so").exists():
        pytest.skip(f"{BUILD} has no shared library: ./dev build makes it")
    os.environ["TAUB_LIBRARY"] = str(BUILD / "libtaub.so")
    whole = all(importlib.util.find_spec(name) for name in ("nbclient", "ipykernel"))
    return (by_nbclient if whole else by_hand)(ROOT / "docs/notebooks/event-to-v2.ipynb")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks_are_kept_without_output(path):
    notebook = json.loads(path.read_text())
    assert notebook["nbformat"] == 4
    for cell in notebook["cells"]:
        assert cell["cell_type"] in ("markdown", "code") and cell["id"]
        assert cell.get("outputs", []) == [] and cell.get("execution_count") is None
    for target in re.findall(r"\]\(([^)#\s]+)\)", "".join(line for cell in notebook["cells"] for line in cell["source"])):
        assert "://" in target or (path.parent / target).exists(), target


def test_an_event_to_v2(said):
    """An ideal fluid keeps its entropy: what flows through the surface is what there was, to the 2 % that steps of 0.1 fm/c,
    cells of 0.3 fm and the shocks of a lumpy event leave. v_2/eps_2 of an ideal fluid is about 0.2 (R. S. Bhalerao et al.,
    Phys. Lett. B 627 (2005) 49), and its plane that of the eccentricity."""
    start, end = map(float, re.search(r"entropy per rapidity: (\d+) at the start, (\d+) through", said).groups())
    assert end == pytest.approx(start, rel=0.02)
    ratio, turned = map(float, re.search(r"= ([\d.]+) eps_2; its plane is turned by (\S+) degrees", said).groups())
    assert 0.15 < ratio < 0.3 and abs(turned) < 10
