"""Kernel headers include what they use: each compiles by itself, by its command in compile_commands.json, and each macro
that its conditions ask for is there if any file of the kernels defines it. And a program holds nothing else."""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess

import pytest

from conftest import ROOT

KERNELS = ROOT / "kernels"
HEADERS = sorted(str(path.relative_to(KERNELS)) for path in KERNELS.rglob("*.h"))
BUILD = pathlib.Path(os.environ.get("TAUB_BUILD", ROOT / "build"))


def commands():
    path = BUILD / "compile_commands.json"
    if not path.is_file():
        pytest.skip("the build has no compile_commands.json")
    entries = [entry for entry in json.loads(path.read_text()) if entry["file"].startswith(f"{KERNELS}/")]
    if not entries:
        pytest.skip("the build shows no kernels to editors")
    return {str(pathlib.Path(entry["file"]).relative_to(KERNELS)): shlex.split(entry["command"]) for entry in entries}


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)


def defined_in(headers):
    """Macros that kernel files define, without include guards and what the case defines."""
    names = set()
    for header in headers:
        text = without_comments((KERNELS / header).read_text())
        names |= set(re.findall(r"^\s*#\s*define\s+(\w+)", text, flags=re.M))
    return {name for name in names if not name.startswith("TAUB_")}


def test_every_header_has_a_command():
    assert sorted(commands()) == HEADERS


@pytest.fixture(scope="module")
def compiled():
    """What clang says of each header, with -Wundef."""
    clang = shutil.which("clang") or pytest.skip("clang is missing")
    messages = {}
    for header, command in commands().items():
        done = subprocess.run([clang, *command[1:], "-Wundef", "-Werror=implicit-function-declaration",
                               "-Wno-pragma-once-outside-header"], capture_output=True, text=True)
        messages[header] = (done.returncode, done.stderr)
    return messages


def test_each_compiles_by_itself(compiled):
    failures = {header: re.findall(r"^.*error:.*$", text, flags=re.M)[:3] or text[:300]
                for header, (code, text) in compiled.items() if code}
    assert not failures, "\n".join(f"{header}: {lines}" for header, lines in failures.items())


def test_conditions_find_their_macros(compiled):
    """A macro that is not defined is 0: an include that is missing would change the text without a word. A macro that only
    some files of a kind define (EOS_BOUNDED) is 0 in the others, with all includes read."""
    missing = []
    for header, command in commands().items():
        names = set(re.findall(r"'(\w+)' is not defined, evaluates to 0", compiled[header][1])) & defined_in(HEADERS)
        if not names:
            continue
        sample = next(word for word in command if word.startswith("-I"))[2:]
        listed = subprocess.run([command[0], *command[1:], "-M"], capture_output=True, text=True).stdout
        read = {str(pathlib.Path(word).relative_to(KERNELS)) for word in listed.replace("\\\n", " ").split()
                if word.startswith(f"{KERNELS}/")}
        chosen = re.findall(r'#include "([^"]+)"', "\n".join(
            path.read_text() for path in pathlib.Path(sample, "case").glob("*.h")))
        late = names & defined_in([name for name in {*read, *chosen} if name in HEADERS])
        missing += [f"{header}: {name}" for name in sorted(late)]
    assert not missing, "\n".join(missing)


NAMES = (r"^\s*#\s*define\s+(\w+)",  # macros, functions, structures, constants of enumerations
         r"^(?:INLINE|OUTLINE|HOOK|static)\b[^;{}()#=]*?\b(\w+)\s*\(", r"\bstruct\s+(\w+)\s*\{", r"^\s+(\w+)(?:\s*=[^,}]*)?,?$")


def test_a_program_holds_what_its_case_uses():
    """Of the program of examples/sod, the second sample: each file declares a pass or has something that another file uses."""
    commands()
    text = without_comments((BUILD / "kernel_samples/1/program.c").read_text())
    assert "TAUB_ORDER 3" in text and "TAUB_STRICT 0" in text
    pieces = re.split(r'^#line \d+ "([^"]+)"$', text, flags=re.M)
    files = {}
    for name, piece in zip(pieces[1::2], pieces[2::2]):
        files[name] = files.get(name, "") + piece
    idle = []
    for name, own in files.items():
        if not name.startswith("kernels/") or name.startswith(("kernels/dialect", "kernels/case/")):
            continue
        defined = {word for pattern in NAMES for word in re.findall(pattern, own, flags=re.M)}
        others = set(re.findall(r"\w+", " ".join(piece for other, piece in files.items() if other != name)))
        if not re.search(r"^TAUB_\w*PASS\w*\(", own, flags=re.M) and not defined & others:
            idle.append(name)
    assert len(files) > 30
    assert not idle


# What the case may put in the place of a header of kernels/case.
ROLES = {"eos": "eos/", "system": ("systems/", "geometry/faces.h"), "derivatives": "systems/", "geometry": "geometry/",
         "limiter": "reconstruct/", "face": "reconstruct/", "flux": "riemann/", "solver": "riemann/",
         "shear_viscosity": "viscosities/shear", "bulk_viscosity": "viscosities/bulk", "problem": "problems/"}


def shared_files():
    """What passes of all schemes may take from that of the case."""
    text = "".join(path.read_text() for path in (ROOT / "src/evolve").glob("*.c"))
    return set(re.findall(r'"([^"]+)"', " ".join(re.findall(r"\.shared = \{([^}]*)\}", text)))) | {"geometry/bloch.h"}


def reached(header, seen):
    """The headers that a header includes, whatever its conditions say and the case chooses."""
    if header in seen:
        return seen
    seen.add(header)
    role = re.fullmatch(r"case/(\w+)\.h", header)
    if role:
        chosen = [name for name in HEADERS if name.startswith(ROLES.get(role.group(1), "no such"))]
        for name in (shared_files() if role.group(1) == "scheme" else chosen):
            reached(name, seen)
    for name in re.findall(r'^\s*#\s*include "([^"]+)"', (KERNELS / header).read_text(), flags=re.M):
        reached(name, seen)
    return seen


def test_what_is_used_is_reached():
    """Also in text that no sample reads: a function or a macro that one file alone defines is used behind its include."""
    texts = {header: without_comments((KERNELS / header).read_text()) for header in HEADERS}
    owners = {}
    for header, text in texts.items():
        for pattern in (NAMES[0], NAMES[1]):
            for name in re.findall(pattern, text, flags=re.M):
                owners.setdefault(name, set()).add(header)
    missing = []
    for header, text in texts.items():
        there = reached(header, set())
        for name in set(re.findall(r"\b(?:[A-Z][A-Z0-9_]{3,}\b|[a-z]\w*_\w+(?=\())", text)):
            if len(owners.get(name, ())) == 1 and not owners[name] <= there and not name.startswith("TAUB_"):
                missing.append(f"{header}: {name} of {min(owners[name])}")
    assert not missing, "\n".join(sorted(missing))
