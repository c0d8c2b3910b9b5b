#!/usr/bin/env python3
"""Builds the documentation site: the pages of the repository, the C interface from the headers' text, the Python package
from its docstrings, a gallery of the examples, and every file that a page links to.

    python3 docs/site/build.py FOLDER        ./dev site calls it with build/site

Needs Debian's mkdocs, mkdocs-material, python3-pymdownx and libjs-katex. What it makes needs no network: theme, fonts
and formulas lie in the folder. A link that leads nowhere, a missing anchor or anything fetched from elsewhere ends it
with exit code 1.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

import api
import check
import gallery_page

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KATEX = pathlib.Path("/usr/share/javascript/katex")
SOURCES = {".c": "c", ".h": "c", ".py": "python", ".yaml": "yaml", ".cmake": "cmake", ".f90": "fortran", ".txt": "text",
           ".csv": "text", ".ipynb": "json", "": "text"}
LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\]\()([^)\s#]*)(#[^)\s]*)?((?: \"[^\"]*\")?\))")


def missing():
    """What is not installed, or None."""
    if not shutil.which("mkdocs"):
        return "mkdocs is missing: apt-get install mkdocs mkdocs-material python3-pymdownx libjs-katex"
    for path, package in ((pathlib.Path("/usr/share/mkdocs/themes/material"), "mkdocs-material"), (KATEX, "libjs-katex")):
        if not path.exists():
            return f"{path} is missing: apt-get install {package}"
    if subprocess.run(["/usr/bin/python3", "-c", "import pymdownx"], capture_output=True).returncode:
        return "pymdownx is missing: apt-get install python3-pymdownx"
    return None


def pages():
    """Markdown pages of the repository."""
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", ROOT / "CHANGELOG.md", ROOT / "tests/README.md"]
    for pattern in ("docs/**/*.md", "examples/*/README.md", "bench/*.md"):
        found += sorted(ROOT.glob(pattern))
    return [path for path in found if path.exists()]


class Stage:
    """The folder that MkDocs reads: the repository's own layout, so that relative links stay as they are."""

    def __init__(self, folder):
        self.folder = folder
        self.wanted = []  # sources that pages link to, to become pages
        self.unsearched = set()  # these pages: a search looks through the documentation only

    def target(self, page, link):
        """The link as MkDocs wants it: files as pages, folders as their indices."""
        path = (page.parent / link).resolve()
        if not path.exists() or ROOT not in (path, *path.parents):
            return link
        if path.is_dir():
            name = "README.md" if (path / "README.md").exists() else "index.md"
            if name == "index.md":
                self.wanted.append(path)
            return link.rstrip("/") + "/" + name
        if path.suffix in SOURCES and path.suffix != ".md":
            self.wanted.append(path)
            return link + ".md"
        if path.suffix != ".md":  # pictures
            self.copy(path)
        return link

    def copy(self, path):
        place = self.folder / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)

    def write(self, relative, text):
        place = self.folder / relative
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def page(self, path):
        def link(found):
            start, target, anchor, end = found.groups()
            if target and "://" not in target and not target.startswith("mailto:"):
                target = self.target(path, target)
            return start + target + (anchor or "") + end

        parts = re.split(r"(^```.*?^```$)", path.read_text(), flags=re.S | re.M)
        text = "".join(part if part.startswith("```") else blank_lines(LINK.sub(link, part)) for part in parts)
        self.write(path.relative_to(ROOT), text)

    def sources(self):
        """Pages of the sources and folders that were linked to."""
        done = set()
        while self.wanted:
            path = self.wanted.pop()
            if path in done:
                continue
            done.add(path)
            name = path.relative_to(ROOT)
            front = f"---\nhide: [toc]\n---\n\n# {name}\n\n"
            self.unsearched.add(f"{name}/index.html" if path.is_dir() else f"{name}.html")
            if path.is_dir():
                lines = []
                for child in sorted(path.iterdir()):
                    if child.is_dir() and any(child.iterdir()) and not child.name.startswith((".", "__")):
                        readme = (child / "README.md").exists()
                        lines.append(f"- [{child.name}/]({child.name}/{'README' if readme else 'index'}.md)")
                        if not readme:
                            self.wanted.append(child)
                        elif not (self.folder / child.relative_to(ROOT) / "README.md").exists():
                            self.page(child / "README.md")
                    elif child.suffix in SOURCES and child.is_file() and child.suffix:
                        lines.append(f"- [{child.name}]({child.name}.md)")
                        self.wanted.append(child)
                    elif child.suffix == ".md":
                        lines.append(f"- [{child.name}]({child.name})")
                        if not (self.folder / child.relative_to(ROOT)).exists():
                            self.page(child)
                self.write(name / "index.md", front + "\n".join(lines) + "\n")
            else:
                text = path.read_text(errors="replace")
                self.write(f"{name}.md", f"{front}````{SOURCES[path.suffix]}\n{text}\n````\n")


def whole_numbers(row):
    """A row of a table in which a line does not end within 1e-3."""
    parts = re.split(r"(`[^`]*`|\$[^$]*\$|\]\([^)]*\))", row)
    parts[::2] = [re.sub(r"(?<![\w.])(\d[\d.]*e-\d+)", r'<span class="number">\1</span>', part) for part in parts[::2]]
    return "".join(parts)


def blank_lines(text):
    """Markdown on GitHub lets lists and tables follow a line of text; Python's Markdown wants an empty line between."""
    text = re.sub(r"^(\$\$.*?\$\$)[ ]*$", r"\n\1\n", text, flags=re.S | re.M)  # formulas on lines of their own
    text = re.sub(r"^\|.*$", lambda row: whole_numbers(row.group()), text, flags=re.M)
    out, lines = [], text.splitlines(keepends=True)
    for i, line in enumerate(lines):
        before = lines[i - 1] if i else "\n"
        item, table = re.match(r"(- |\d+\. )", line), line.startswith("|")
        if item and before.strip() and not re.match(r"(- |\d+\. |\s)", before):
            out.append("\n")
        elif table and before.strip() and not before.startswith("|"):
            out.append("\n")
        out.append(line)
        if line.startswith("|") and i + 1 < len(lines) and lines[i + 1].startswith("<!--"):
            out.append("\n")
    return "".join(out)


def navigation():
    """[(section, [(title, page)])] from the map of the documentation."""
    sections = []
    for line in re.split(r"\n(?=- |## |  )", (ROOT / "docs/README.md").read_text()):
        if line.startswith("## "):
            sections.append((line.split("\n")[0][3:].strip(), []))
        elif sections:
            for title, page in re.findall(r"\[([^\]]+)\]\(([^)#]+\.md)\)", line):
                sections[-1][1].append((title[0].upper() + title[1:], str(pathlib.PurePosixPath("docs") / page)
                                        if not page.startswith("..") else page[3:]))
    return sections


def quoted(text):
    return '"' + text.replace('"', "'") + '"'


def config(stage, site):
    lines = [(HERE / "mkdocs.yml").read_text(), f"docs_dir: {stage}", f"site_dir: {site}", "nav:", "  - Taub: README.md",
             "  - Gallery: gallery.md"]
    for section, entries in navigation():
        lines.append(f"  - {quoted(section)}:")
        lines += [f"      - {quoted(title)}: {page}" for title, page in entries]
        if section == "Reference":
            lines += [f"      - {quoted(title)}: {page}" for title, page in api.PAGES]
    lines.append("  - Benchmarks:")
    lines += [f"      - bench/{path.name}" for path in sorted((ROOT / "bench").glob("*.md"))]
    return "\n".join(lines) + "\n"


def assets(stage):
    """KaTeX and the script that lets it draw the formulas."""
    folder = stage / "assets/katex"
    (folder / "fonts").mkdir(parents=True)
    shutil.copy(KATEX / "katex.min.css", folder)
    shutil.copy(KATEX / "katex.min.js", folder)
    for path in (KATEX / "fonts").resolve().iterdir():
        if path.suffix in (".woff", ".woff2", ".ttf"):
            shutil.copy(path, folder / "fonts")
    for script in ("formulas.js", "breaks.js"):
        shutil.copy(HERE / script, stage / "assets")
    shutil.copy(HERE / "site.css", stage / "assets")


def shorten_search(site, unsearched):
    path = site / "search/search_index.json"
    index = json.loads(path.read_text())
    index["docs"] = [entry for entry in index["docs"] if entry["location"].split("#")[0] not in unsearched]
    path.write_text(json.dumps(index))


def build(site):
    work = site.with_name(site.name + "-source")
    for folder in (site, work):
        shutil.rmtree(folder, ignore_errors=True)
    stage = Stage(work / "pages")
    for path in pages():
        stage.page(path)
    for name, text in api.pages(ROOT):
        stage.write(name, text)
    stage.write("gallery.md", gallery_page.page(ROOT, stage.copy))
    stage.sources()
    assets(stage.folder)
    (work / "mkdocs.yml").write_text(config(stage.folder, site))
    done = subprocess.run(["mkdocs", "build", "--strict", "--quiet", "-f", work / "mkdocs.yml"], text=True,
                          capture_output=True)
    said = [line for line in done.stderr.splitlines() if "DeprecationWarning" not in line]
    if done.returncode:
        return said or ["mkdocs failed"]
    shorten_search(site, stage.unsearched)
    return check.broken(site)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    reason = missing()
    if reason:
        sys.exit(f"the site cannot be built here: {reason}")
    wrong = build(pathlib.Path(sys.argv[1]).resolve())
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
