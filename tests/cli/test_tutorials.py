"""What the tutorials show is what happens: their files are taken from the pages."""
import re

import pytest

from conftest import ROOT, read_summary, run_taub

PAGES = ROOT / "docs/tutorials"


def files(page, folder):
    """Writes the blocks that stand below a line `name`: into the folder."""
    found = re.findall(r"^`([\w.]+)`:\n\n```\w+\n(.*?)^```$", (PAGES / page).read_text(), flags=re.S | re.M)
    for name, text in found:
        (folder / name).write_text(text)
    return [name for name, _ in found]


def test_the_event_is_valid(tmp_path):
    assert files("heavy-ion-event.md", tmp_path) == ["event.yaml"]
    assert "96 x 96 x 1 = 9216" in run_taub("check", tmp_path / "event.yaml").stdout
    solid = ["mesh.cells=[128,128,64]", "mesh.lower=[-12,-12,-8]", "mesh.upper=[12,12,8]",
             "initial.longitudinal.plateau=2", "initial.longitudinal.sigma=1"]
    assert all(word in (PAGES / "heavy-ion-event.md").read_text() for word in solid)
    run_taub("check", tmp_path / "event.yaml", *solid)


def test_the_pulse_runs(tmp_path):
    assert files("your-own-physics.md", tmp_path) == ["pulse.yaml", "spot.c", "friction.c"]
    run_taub("run", tmp_path / "pulse.yaml", "mesh.cells=[16,16,1]", "time.max_steps=10", "-o", tmp_path / "out",
             "--device", "host", "--quiet", env={"TAUB_CFLAGS": "-O0"})
    totals = read_summary(tmp_path / "out")["totals"]
    assert totals["end"]["energy"] < (1 - 1e-6) * totals["start"]["energy"]
    assert totals["end"]["momentum_x"] == pytest.approx(0, abs=1e-14)


def test_a_mistake_is_shown_where_it_is(tmp_path):
    files("your-own-physics.md", tmp_path)
    path = tmp_path / "spot.c"
    path.write_text(path.read_text().replace("state[0] = R(1.0);", "state[0] = R(1.0)"))
    said = run_taub("run", tmp_path / "pulse.yaml", "-o", tmp_path / "out", "--device", "host", expect=2,
                    env={"TAUB_CFLAGS": "-O0", "TAUB_CC": "gcc"}).stderr
    assert re.search(r"spot.c:8:5: error: expected .;. before .state.", said)
    assert not (tmp_path / "out").exists()


def test_a_run_in_pieces(tmp_path):
    """The commands of the page on restarts, in strict mode."""
    strict = ["--device", "host", "--quiet", "--reproducible", "strict"]
    run_taub("run", ROOT / "examples/sod", "-o", tmp_path / "sod", *strict)
    run_taub("run", ROOT / "examples/sod", "time.max_steps=20", "-o", tmp_path / "part", *strict)
    run_taub("run", ROOT / "examples/sod", "--restart", tmp_path / "part", *strict)
    run_taub("compare", tmp_path / "sod", tmp_path / "part", "--tolerance", "0")
    run_taub("run", ROOT / "examples/sod", "--restart", tmp_path / "part", "-o", tmp_path / "longer", "time.end=0.25", *strict)
    assert read_summary(tmp_path / "longer")["time"] == pytest.approx(0.25)
