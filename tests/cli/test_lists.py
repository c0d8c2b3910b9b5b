"""taub examples, list and cite: what came with the program, what goes with what, whom to cite."""
import os
import re
import subprocess

import pytest

from conftest import ROOT, TAUB, make_case, run_taub

EXAMPLES = ROOT / "examples"


def groups(text):
    """{heading: {name: line}} of indented lines below headings."""
    found = {}
    for line in text.splitlines():
        if line.startswith("  "):
            name, _, words = line.strip().partition(" ")
            found[heading][name] = words.strip()
        elif line:
            heading = line.split(":")[0]
            found[heading] = {}
    return found


# Examples


def test_all_examples_are_listed_by_field():
    listed = groups(run_taub("examples").stdout)
    fields = {name: field for field, names in listed.items() for name in names}
    assert set(fields) == {path.name for path in EXAMPLES.iterdir() if path.is_dir()}
    assert all(line and line != "?" for names in listed.values() for line in names.values())
    for name, field in [("auau-200", "heavy ions"), ("gubser-viscous", "heavy ions"), ("sod", "gas"), ("marti-muller", "gas"),
                        ("orszag-tang", "plasma"), ("srmhd-rotor", "plasma"), ("mie-sphere", "light"),
                        ("embed", "studies and programs"), ("pbpb-2760-study", "studies and programs")]:
        assert fields[name] == field


@pytest.mark.parametrize("name", ["orszag-tang", "shu-osher", "auau-200"])
def test_a_copy_has_all_files(tmp_path, name):
    assert "my-run" in run_taub("examples", name, "my-run", cwd=tmp_path).stdout
    copied = {path.name: path.read_bytes() for path in (tmp_path / "my-run").iterdir()}
    assert copied == {path.name: path.read_bytes() for path in (EXAMPLES / name).iterdir()}


def test_the_folder_is_named_like_the_example_and_is_never_written_over(tmp_path):
    run_taub("examples", "sod", cwd=tmp_path)
    (tmp_path / "sod/case.yaml").write_text("mine")
    assert "it exists already" in run_taub("examples", "sod", cwd=tmp_path, expect=2).stderr
    assert (tmp_path / "sod/case.yaml").read_text() == "mine"
    (tmp_path / "file").write_text("mine")
    assert "it exists already" in run_taub("examples", "sod", tmp_path / "file", expect=2).stderr
    assert "cannot be created" in run_taub("examples", "sod", tmp_path / "no/where", expect=2).stderr
    assert sorted(os.listdir(tmp_path)) == ["file", "sod"]


@pytest.mark.parametrize("name", sorted({path.parent.name for path in EXAMPLES.glob("*/*.yaml") if " ../" in path.read_text()}))
def test_copies_find_the_files_of_other_examples(tmp_path, name):
    run_taub("examples", name, tmp_path / "copy")
    for case in (tmp_path / "copy").glob("*.yaml"):
        assert "../" not in case.read_text()
        run_taub("check", case)


def test_nothing_stays_of_a_copy_without_room(tmp_path):
    done = subprocess.run(["bash", "-c", f"ulimit -f 10; {TAUB} examples auau-200 copy"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1 and "auau-200-b7.hdf5 cannot be copied" in done.stderr
    assert not os.listdir(tmp_path)


def test_wrong_examples(tmp_path):
    assert "did you mean orszag-tang?" in run_taub("examples", "orzag-tang", cwd=tmp_path, expect=2).stderr
    assert "no example ../examples" in run_taub("examples", "../examples", cwd=tmp_path, expect=2).stderr
    assert "too many" in run_taub("examples", "sod", "a", "b", cwd=tmp_path, expect=2).stderr
    assert not os.listdir(tmp_path)


# Words


def test_list_has_the_main_keys():
    found = groups(run_taub("list").stdout)
    assert {"system", "eos.kind", "scheme.kind", "scheme.riemann", "initial.kind", "mesh.boundary"} <= set(found)
    assert set(found["system"]) == {"srhd", "euler", "israel-stewart", "mhd", "srmhd", "maxwell"}
    assert found["scheme.riemann"]["hlld"].endswith("[mhd, srmhd]") and "[" not in found["scheme.riemann"]["rusanov"]
    assert found["eos.kind"]["conformal"].endswith("[srhd, israel-stewart]")


def test_list_of_one_key():
    assert "mc-smooth" in groups(run_taub("list", "scheme.limiter").stdout)["scheme.limiter"]
    fields = groups(run_taub("list", "output.fields").stdout)["output.fields"]
    assert fields["shear_stress"].endswith("[israel-stewart]") and fields["electric_field"].endswith("[maxwell]")
    assert "did you mean scheme.kind?" in run_taub("list", "scheme.kid", expect=2).stderr
    assert "is not a key with a list of words" in run_taub("list", "mesh.cells", expect=2).stderr


def words_with_systems():
    found = groups(run_taub("list").stdout)
    for key in ("eos.kind", "scheme.kind", "mesh.boundary"):
        for word, line in found[key].items():
            with_all = found["system"] if key != "eos.kind" else set(found["system"]) - {"maxwell"}
            systems = re.search(r"\[([^\]]*)\]$", line)
            yield key, word, set(systems[1].split(", ")) if systems else set(with_all)


def test_what_goes_with_what_is_what_a_case_may_have(tmp_path):
    """Cases with each word and a system that it does not go with are refused for it, at that key."""
    systems = {"srhd", "euler", "israel-stewart", "mhd", "srmhd", "maxwell"}
    gases = {"mhd", "euler", "srmhd"}
    for key, word, allowed in words_with_systems():
        group, name = key.split(".")
        for system in systems - {"maxwell"}:
            changes = {"system": system, "eos": {"kind": "ideal-gas" if system in gases else "conformal"},
                       "scheme": {"kind": "ader-weno" if "mhd" in system else "kurganov-tadmor"}, "initial": {
                           "left": {"pressure": 1, "density": 1}, "right": {"pressure": 1, "density": 1}}
                       if system in gases else {}}
            changes.setdefault(group, {})[name] = word
            said = run_taub("check", make_case(tmp_path, **changes), expect=None).stderr
            refused = f"{key}: " in said
            assert refused == (system not in allowed) or "missing" in said, f"{key}: {word}, {system}: {said}"


# Papers


@pytest.mark.parametrize("name, papers, others", [
    ("orszag-tang", ["Miyoshi", "Orszag", "Londrillo"], ["Kurganov", "Toro"]),
    ("auau-200", ["Kurganov", "Borsányi", "Moreland"], ["Bazow"]),
    ("gubser-viscous", ["Bazow", "Gubser", "Marrochio"], ["Toro"]),
    ("mie-sphere", ["Roden", "Part I, ", "Part II, "], ["Zhang"]),
    ("relativistic-wave", ["Spiteri", "Zhang"], ["Gottlieb", "Osher"]),
    ("srmhd-blast", ["Gottlieb", "Osher", "Zhang", "Admissible states"], ["Spiteri"]),
    ("shock-tube-shasta", ["Boris", "Rischke"], ["Kurganov"]),
])
def test_papers_of_examples(name, papers, others):
    plain = run_taub("cite", EXAMPLES / name).stdout
    bibtex = run_taub("cite", EXAMPLES / name, "--bibtex").stdout
    assert plain.startswith("- The Taub developers") and bibtex.startswith("@software{taub,")
    for text in (plain, bibtex):
        assert all(word in text for word in papers) and not any(word in text for word in others), text
    assert len(plain.splitlines()) == bibtex.count("@") and bibtex.count("{") == bibtex.count("}")


def test_papers_follow_overrides():
    assert "Rischke" in run_taub("cite", EXAMPLES / "shock-tube", "scheme={kind: shasta}").stdout
    assert "scheme.kind" in run_taub("cite", EXAMPLES / "shock-tube", "scheme.kind=shosta", expect=2).stderr
    limited = "scheme={kind: ader-weno, order: %d, limiter: mc-smooth}"
    slopes, bounds = "Accurate upwind methods", "monotonicity-preserving"
    for order, paper, other in ((2, slopes, bounds), (3, bounds, slopes)):
        cited = run_taub("cite", EXAMPLES / "blast-waves", limited % order).stdout
        assert paper in cited and other not in cited
    sphere = run_taub("cite", EXAMPLES / "stellar-wind", "scheme={kind: rk-weno, order: 3}").stdout
    assert bounds not in sphere  # which has WENO there


def test_the_conditions_of_papers_are_keys_and_words():
    """A wrong word in the table would silently never be cited."""
    text = re.sub(r'ABOVE_SECOND\("(\w+)"\)', r'"system=\1&scheme.order=3"', (ROOT / "src/cli/cite.c").read_text())
    table = text[text.index("papers[] = {"):text.index("/* clang-format on */")]
    conditions = {one for when in re.findall(r"^    \{((?:\"[^\"]*\" ?)+),", table, re.M)
                  for one in when.replace('"', "").replace("&", " ").split()}
    assert len(conditions) > 40
    reference = run_taub("reference").stdout
    keys = set(re.findall(r"^\| `([a-z_0-9.]+)` \|", reference, re.M))
    listed = {}
    for condition in conditions:
        key, _, word = condition.partition("=")
        assert key in keys, condition
        if word and not word.isdigit():
            if key not in listed:
                listed[key] = groups(run_taub("list", key).stdout)[key]
            assert word in listed[key], condition
