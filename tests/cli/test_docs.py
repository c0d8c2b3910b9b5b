"""The documentation against the program: links and anchors, verbs, options, keys, and the code it shows."""
import re

import pytest
import yaml

from conftest import ROOT, run_taub

PAGES = sorted(path for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md"),
                                 *ROOT.glob("bench/*.md")] if "build" not in path.relative_to(ROOT).parts)


def name_of(path):
    return str(path.relative_to(ROOT))


def blocks(text, language):
    """Fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.S | re.M)


def anchors(text):
    """Those that GitHub gives to the headings of a page."""
    found, count = set(), {}
    for heading in re.findall(r"^#+ +(.*?) *$", re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M), flags=re.M):
        plain = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(" ", "-")
        count[plain] = count.get(plain, -1) + 1
        found.add(plain if count[plain] == 0 else f"{plain}-{count[plain]}")
    return found


def commands(text):
    """What is typed: lines of code blocks, and code between backticks, that begin with taub."""
    lines = [re.sub(r"^\$ ", "", line.strip()) for block in re.findall(r"^```\w*\n(.*?)^```$", text, flags=re.S | re.M)
             for line in block.splitlines()]
    lines += re.findall(r"`(taub [^`]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M))
    return [re.split(r" {2,}#| # |\|\|", line)[0].split() for line in lines if re.match(r"taub [a-z-]", line)]


@pytest.fixture(scope="module")
def verbs():
    return {verb: run_taub(verb, "--help").stdout
            for verb in re.findall(r"^  taub ([a-z]+) +[a-z]", run_taub("--help").stdout.split("Examples:")[0], flags=re.M)}


@pytest.fixture(scope="module")
def keys():
    return set(re.findall(r"^\| `([a-z_.]+)` \|", run_taub("reference").stdout, flags=re.M))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    text = page.read_text()
    for target, _, anchor in re.findall(r"\]\(([^)#\s]*)(#([^)\s]*))?\)", re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M)):
        if "://" in target:
            continue
        path = (page.parent / target).resolve() if target else page
        assert path.exists(), f"{name_of(page)}: {target}"
        if anchor:
            assert anchor in anchors(path.read_text()), f"{name_of(page)}: {target}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_are_those_of_the_program(page, verbs, keys):
    for words in commands(page.read_text()):
        if words[1].startswith("-") or words[1] == "VERB":
            continue
        assert words[1] in verbs, f"{name_of(page)}: {' '.join(words)}"
        for word in words[2:]:
            option = re.match(r"--?[a-z]+", word)
            key = re.match(r"([a-z]+(?:\.[a-z_]+)+)=", word)
            if option:
                assert option.group() in verbs[words[1]], f"{name_of(page)}: {' '.join(words)}"
            elif key and key.group(1) != "mesh.cell":  # shown as a mistake
                parent = key.group(1).rpartition(".")[0]  # a quantity of a state, a user's parameter
                assert key.group(1) in keys or (parent in keys and "." in parent), f"{name_of(page)}: {' '.join(words)}"


def test_verbs_are_all_in_the_guide(verbs):
    text = (ROOT / "docs/guide/running.md").read_text()
    assert verbs
    for verb in verbs:
        assert f"| `taub {verb}" in text


def test_pages_are_all_in_the_map():
    text = (ROOT / "docs/README.md").read_text()
    for page in (ROOT / "docs").glob("**/*.md"):
        if page.name != "README.md":
            assert f"({page.relative_to(ROOT / 'docs')})" in text, page


def test_user_code_of_the_guide_runs(tmp_path):
    """Initial data, source and diagnostics as the page shows them, with the parameters that it shows."""
    text = (ROOT / "docs/guide/user-code.md").read_text()
    code = {re.search(r"void (\w+)\(", block).group(1): block for block in blocks(text, "c") if "void " in block}
    code["diagnostics"] = "".join(block for block in blocks(text, "c") if "diagnostic_" in block)
    case = {"system": "srhd", "eos": {"kind": "conformal"},
            "mesh": {"cells": [16, 16, 1], "lower": [-8, -8, -1], "upper": [8, 8, 1]},
            "time": {"end": 2, "max_steps": 3}}
    shown = [yaml.safe_load(block) for block in blocks(text, "yaml")]
    rest, = [keys for keys in shown if "equilibrium" in keys.get("scheme", {})]
    for keys in shown:
        if keys is not rest:
            case.update({key: value for key, value in keys.items() if key in (*code, "output")})
    del case["boundary"]
    for section in ("initial", "source", "diagnostics"):
        (tmp_path / case[section]["file"]).write_text(code[section])
    (tmp_path / "case.yaml").write_text(yaml.safe_dump(case))
    run_taub("run", tmp_path / "case.yaml", "-o", tmp_path / "out", "--device", "host", "--quiet")
    (tmp_path / rest["initial"]["file"]).write_text(code["equilibrium"])
    (tmp_path / rest["source"]["file"]).write_text("""INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    rate[2] = -state[0];
    rate[4] = -state[0] * state[2];
}""")
    (tmp_path / "rest.yaml").write_text(yaml.safe_dump({"system": "euler", "eos": {"kind": "ideal-gas"}, "mesh": {"cells": [1, 16, 1], "lower": [0, 0, 0], "upper": [1, 1, 1]},
                                                        "time": {"end": 2, "max_steps": 3}, **rest}))
    run_taub("run", tmp_path / "rest.yaml", "-o", tmp_path / "rest", "--device", "host", "--quiet")


def test_equation_of_state_of_the_guide_is_the_example():
    example = (ROOT / "examples/eos-code/crossover.c").read_text()
    shown = [block for block in blocks((ROOT / "docs/guide/user-code.md").read_text(), "c") if "eos_user" in block]
    assert len(shown) == 1
    for function in re.findall(r"INLINE real \w+\(.*?^}", shown[0], flags=re.S | re.M):
        assert function in example
