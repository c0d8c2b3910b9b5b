"""The how-tos, done to the letter: what the pages say is added to a copy of the tree, which is built once, and what their
commands print is compared with what the pages show.

What a page says, each before a fenced block:

    `FILE`, new:                      the block is the file
    `FILE`, below the line `TEXT`:    the block follows the one line that has the text
    `FILE`, behind `TEXT`:            the block follows the text, on its line; the text is there once
    `FILE`, at the end of `enum E`:   the block goes before the brace that closes it
    prints, first of all:             (at the end of a line) the block begins what a command of the block before prints:
    The second prints, first of all:  the last one, or the first, the second
"""
import re
import shlex
import shutil
import subprocess

import pytest

from conftest import ROOT

PAGES = sorted((ROOT / "docs/how-to").glob("*.md"))
ORDINALS = {"first": 0, "second": 1, "third": 2}
# Pages that are prose yet: nothing in them is built, only their names are looked up.
PROSE = set()
RUN = [page for page in PAGES if page.stem not in PROSE]


def blocks(text):
    """(the line before, the block) of each fenced block."""
    return [(before.strip(), block) for before, block in
            re.findall(r"^([^\n]*)\n\n?```\w*\n(.*?)^```$", text, flags=re.S | re.M)]


def additions(text):
    """(file, how, text that is there, what is added)"""
    found = []
    for before, block in blocks(text):
        match = re.fullmatch(r"`([^`]+)`, (new|below the line|behind|at the end of)(?: `([^`]+)`)?:", before)
        if match:
            found.append((*match.groups(), block))
    return found


def add(folder, file, how, there, block):
    path = folder / file
    if how == "new":
        assert not path.exists(), f"{file} is there already"
        path.write_text(block)
        return
    text = path.read_text()
    if how == "at the end of":
        there += " {"
    assert text.count(there) == 1, f"{file} has {text.count(there)} times: {there}"
    end = text.index(there) + len(there)
    if how == "at the end of":
        end = len(text[:text.index("}", end)].rstrip())
    if how in ("behind", "at the end of"):
        path.write_text(text[:end] + block.rstrip("\n") + text[end:])
    else:
        end = text.index("\n", end) + 1
        path.write_text(text[:end] + block + text[end:])


def promises(text):
    """(command, the lines that it prints first)"""
    found, commands = [], []
    for before, block in blocks(text):
        match = re.search(r"(?:The (\w+) )?prints, first of all:$", before)
        if match:
            assert commands, f"no command before: {before}"
            found.append((commands[ORDINALS[match.group(1)] if match.group(1) else -1], block.splitlines()))
        else:
            commands = [line for line in block.splitlines() if line.startswith("taub ")]
    return found


def agree(shown, printed):
    """The same words, and numbers within one of the last digit that is shown."""
    if shown == printed:
        return True
    number = re.compile(r"[-+]?\d+\.(\d+)(?:e([-+]\d+))?")
    match = number.fullmatch(shown)
    if not match or not number.fullmatch(printed):
        return False
    digit = 10.0 ** (int(match.group(2) or 0) - len(match.group(1)))
    return abs(float(shown) - float(printed)) <= 1.001 * digit  # of rounding to decimals


def listed_files():
    git = tool("git")
    listed = subprocess.run([git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a checkout of the repository")
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def tool(name):
    return shutil.which(name) or pytest.skip(f"{name} is missing")


@pytest.fixture(scope="module")
def extended(tmp_path_factory):
    """A copy of the tree with what all pages add."""
    folder = tmp_path_factory.mktemp("tree")
    for name in listed_files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    for page in RUN:
        for addition in additions(page.read_text()):
            add(folder, *addition)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def built(extended):
    cmake, ninja = tool("cmake"), tool("ninja")
    # what is tested is the text, not the optimiser
    for command in ([cmake, "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                     "-DCMAKE_C_FLAGS_RELEASE=-O0"],
                    [ninja, "-C", "build", "-j2", "taub"]):
        done = subprocess.run(command, cwd=extended, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=800)
        assert done.returncode == 0, done.stdout[-4000:]
    return extended


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.stem)
def test_page_adds_and_promises(page, extended):
    text = page.read_text()
    added = [file for file, how, _, _ in additions(text) if how == "new"]
    assert added and all((extended / file).is_file() for file in added), "adds no file"
    assert promises(text), "shows nothing that a command prints"


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.stem)
def test_commands_print_what_the_page_shows(page, built):
    for command, lines in promises(page.read_text()):
        done = subprocess.run([str(built / "build/taub"), *shlex.split(command)[1:]], cwd=built,
                              capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        printed = done.stdout.splitlines()[:len(lines)]
        assert len(printed) == len(lines), done.stdout
        for shown, line in zip(lines, printed):
            words, found = shown.split(), line.split()
            assert len(words) == len(found) and all(map(agree, words, found)), f"{command}\nshown:   {shown}\nprinted: {line}"


@pytest.mark.parametrize("page", [*PAGES, ROOT / "docs/architecture.md", *sorted((ROOT / "docs/inside").glob("*.md"))], ids=lambda page: page.stem)
def test_names_in_the_text_are_in_the_code(page):
    """Names between backticks; placeholders (NAME, name) and what the page itself adds aside."""
    text = page.read_text()
    known = set(re.findall(r"\w+", "".join(block for _, block in blocks(text))))
    known.update(re.findall(r"\w+", " ".join(file for file, *_ in additions(text))))
    for name in listed_files():
        known.update(re.findall(r"\w+", name))
        if name.endswith((".c", ".h", ".py", ".txt")) or name in ("dev", "docs/reference/case-file.md"):
            known.update(re.findall(r"\w+", (ROOT / name).read_text(errors="replace")))
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M)
    words = {word for code in re.findall(r"`([^`]+)`", prose) for word in re.findall(r"[A-Za-z]\w{2,}", code)}
    ends = re.compile(r"(_|NAME|_name)$")
    # the flag is one that compilers must not get, the life a short form of TAUB_LIFE_DERIVED
    missing = {word for word in words - known - {"ffast", "DERIVED", "TAUB_EOS_BAG"} if not ends.search(word)}
    assert not missing, f"{page.name}: {sorted(missing)}"
