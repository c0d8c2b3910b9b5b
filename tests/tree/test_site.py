"""The documentation site, built as ./dev site does where its tools are: strictly, every link and anchor, nothing fetched."""
import ast
import json
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "docs/site"))
import api  # noqa: E402
import build  # noqa: E402
import check  # noqa: E402
import gallery_page  # noqa: E402


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    reason = build.missing()
    if reason:
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("site") / "site"
    done = subprocess.run(["/usr/bin/python3", ROOT / "docs/site/build.py", folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_page_is_there(site):
    for path in (ROOT / "docs").glob("**/*.md"):
        relative = path.relative_to(ROOT)
        name = relative.with_name("index.html" if path.name == "README.md" else path.stem + ".html")
        assert (site / name).exists(), name


def test_formulas_are_left_to_katex(site):
    """Every dollar of the theory pages became a formula; the script and the fonts that draw it lie in the site."""
    text = (site / "docs/theory/israel-stewart.html").read_text()
    formulas = re.findall(r'class="arithmatex">(.*?)</(?:span|div)>', text, flags=re.S)
    assert len(formulas) > 90 and all(re.match(r"\\[(\[].*\\[)\]]$", formula.strip(), flags=re.S) for formula in formulas)
    for page in (site / "docs/theory").glob("*.html"):
        shown = re.sub(r"<(pre|code|script|style)\b.*?</\1>", "", page.read_text(), flags=re.S)
        assert "$" not in re.sub(r'<(span|div) class="arithmatex">.*?</\1>', "", shown, flags=re.S), page.name
    assert (site / "assets/katex/katex.min.js").stat().st_size > 100000
    assert len(list((site / "assets/katex/fonts").glob("*.woff2"))) > 10


def test_formulas_are_drawn_by_a_browser(site):
    """KaTeX marks what it does not understand."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if not browser:
        pytest.skip("chromium is missing")
    for name in ("godunov", "relativistic-hydrodynamics"):
        done = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=8000", "--dump-dom",
                               f"file://{site}/docs/theory/{name}.html"], capture_output=True, text=True, timeout=120)
        assert done.stdout.count('class="katex"') > 20
        assert "katex-error" not in done.stdout, re.findall(r'katex-error" title="[^"]*', done.stdout)


def test_a_search_looks_through_the_documentation(site):
    places = {entry["location"].split("#")[0] for entry in json.loads((site / "search/search_index.json").read_text())["docs"]}
    assert {"docs/theory/israel-stewart.html", "api/simulation.html", "examples/sod/index.html"} <= places
    assert not any(place.startswith("kernels/") for place in places)
    assert (site / "kernels/dialect.h.html").exists()


def test_what_is_broken_is_found(tmp_path):
    (tmp_path / "a.html").write_text('<a href="b.html#there">x</a><a href="c.html">x</a><a href="#here">x</a>'
                                     '<img src="https://elsewhere.org/x.png"><p id="here">')
    (tmp_path / "b.html").write_text('<p id="other">')
    (tmp_path / "x.css").write_text("@font-face { src: url(https://elsewhere.org/font) }")
    assert check.broken(tmp_path) == ["a.html: fetched from elsewhere: https://elsewhere.org/x.png",
                                      "a.html: no such anchor: b.html#there", "a.html: leads nowhere: c.html",
                                      "x.css: fetches from elsewhere"]


def test_the_interface_is_complete():
    """Every function that the headers declare, every name that `import taub` gives."""
    made = dict(api.pages(ROOT))
    text = "".join(made.values())
    for path in (ROOT / "include/taub").glob("*.h"):
        for function in re.findall(r"\b(taub_\w+)\(", re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)):
            assert f"{function}(" in text, function
    package = ast.parse((ROOT / "python/taub/__init__.py").read_text())
    names = next(ast.literal_eval(node.value) for node in package.body
                 if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__")
    for name in names:
        assert re.search(rf"^## `{name}\b", made["api/python.md"], flags=re.M), name


def test_the_gallery_has_every_example():
    copied = []
    text = gallery_page.page(ROOT, copied.append)
    for readme in (ROOT / "examples").glob("*/README.md"):
        assert f"(examples/{readme.parent.name}/README.md)" in text
    assert len(copied) >= 10 and all(pathlib.Path(path).exists() for path in copied)
