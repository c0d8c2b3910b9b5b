"""Lists of particles as initial data, through the program: totals of the run are those of the list."""
import math
import subprocess
import sys

import numpy
import pytest

from conftest import ROOT, read_history, read_summary, run_case, run_taub

EXAMPLE = ROOT / "examples" / "particles"
TOTALS = ("energy", "momentum_x", "momentum_y", "momentum_z")


def rows_of(path):
    """t x y z mass p0 px py pz pdg of an OSCAR 2013 file, and its number of events."""
    lines = path.read_text().splitlines()
    rows = [[float(word) for word in line.split()[:10]] for line in lines if not line.startswith("#")]
    return numpy.array(rows), sum(" out " in line for line in lines)


def check(folder, expected, baryons):
    """history.csv at the start, without the background, against sums over the list."""
    history, facts = read_history(folder), read_summary(folder)["initial"]
    for name, value in zip(TOTALS, expected):
        found = history[name][0] - (facts["background_energy"] if name == "energy" else 0)
        assert found == pytest.approx(value, rel=0, abs=1e-10 * expected[0]), name
        assert facts[name] == pytest.approx(value, rel=0, abs=1e-12 * expected[0]), name
    assert history["charge"][0] == pytest.approx(baryons, rel=1e-10)
    assert facts["baryon_number"] == pytest.approx(baryons, rel=1e-12)
    assert facts["conservation_error"] < 1e-12
    assert facts["particles_off_grid"] == 0


def make(folder, *arguments):
    path = folder / "list.oscar"
    text = subprocess.run([sys.executable, EXAMPLE / "make_particles.py", *arguments], check=True, capture_output=True,
                          text=True).stdout
    path.write_text(text)
    return path


@pytest.mark.parametrize("eos", ["lattice-wb", "conformal"])
def test_totals(tmp_path, eos):
    rows, events = rows_of(EXAMPLE / "auau-toy.oscar")
    assert events == 2
    folder = run_case(EXAMPLE, tmp_path / "out", f"eos.kind={eos}", "mesh.cells=[32,32,32]", "time.max_steps=1")
    check(folder, rows[:, 5:9].sum(axis=0) / 2, (rows[:, 9] > 2000).sum() / 2)


def test_totals_in_milne_coordinates(tmp_path):
    path = make(tmp_path, "--tau", "1", "--seed", "7")
    rows, _ = rows_of(path)
    folder = run_case(EXAMPLE, tmp_path / "out", f"initial.file={path}", "mesh.coordinates=milne", "mesh.cells=[32,32,40]",
                      "mesh.lower=[-12,-12,-4]", "mesh.upper=[12,12,4]", "time.start=1", "time.end=2", "time.max_steps=1")
    # moved to tau = 1 by what the printed digits miss, eta is that of the list to 1e-7: momenta to 1e-6 by this sum
    eta = numpy.arctanh(rows[:, 3] / rows[:, 0])
    energy = (rows[:, 5] * numpy.cosh(eta) - rows[:, 8] * numpy.sinh(eta)).sum()
    facts = read_summary(folder)["initial"]
    assert facts["energy"] == pytest.approx(energy, rel=1e-6)
    assert facts["longest_free_streaming"] < 1e-6
    check(folder, [facts[name] for name in TOTALS], (rows[:, 9] > 2000).sum())


def test_dialects_agree(tmp_path):
    totals = []
    for dialect in ("2013", "extended", "2025", "1997"):
        (tmp_path / dialect).mkdir()
        path = make(tmp_path / dialect, "--b", "9", "--events", "2", "--dialect", dialect)
        folder = run_case(EXAMPLE, tmp_path / dialect / "out", f"initial.file={path}", "mesh.cells=[24,24,24]",
                          "time.max_steps=1")
        facts = read_summary(folder)["initial"]
        totals.append([facts[name] for name in (*TOTALS, "baryon_number", "events", "particles")])
    assert totals[0] == totals[1] == totals[2]
    assert totals[3] == pytest.approx(totals[0], rel=1e-7)  # printed with other digits


def test_free_streaming_to_a_later_start(tmp_path):
    """Straight lines keep energy and momentum; a start before the list is refused."""
    folder = run_case(EXAMPLE, tmp_path / "out", "time.start=3", "mesh.cells=[32,32,32]", "time.max_steps=1")
    facts = read_summary(folder)["initial"]
    assert facts["longest_free_streaming"] == 1
    rows, _ = rows_of(EXAMPLE / "auau-toy.oscar")
    check(folder, rows[:, 5:9].sum(axis=0) / 2, (rows[:, 9] > 2000).sum() / 2)
    message = run_taub("run", EXAMPLE, "time.start=1", "-o", tmp_path / "early", expect=2).stderr
    assert "auau-toy.oscar:5: the particle is at t = 2 fm/c, after time.start = 1" in message


@pytest.mark.parametrize("line, new, complaint", [
    (0, "#!OSCAR2013 particle_lists t x y z mass p0 px py pdg ID charge", ":1: the columns pz are missing"),
    (3, "# event 0 out 417", ":421: event 0 ends after 416 particles; line 4 announces 417"),
    (3, "# event 0 out 415", ":420: one more particle than the 415"),
    (4, "2 nan 5.2 -0.1 0.938 1.0 0.2 -0.1 0.2 2212 0 1", ":5: x, number 2 of the line, is nan"),
    (4, "2 0 5.2 -0.1 0.938 1.0 1.2 -0.1 0.2 2212 0 1", ":5: p0^2 - p^2 is -0.49 GeV^2"),
    (4, "2 0 5.2 -0.1 0.938 1.0 1.2 -0.1 0.2", ":5: has 9 numbers for 12 columns"),
    (-1, "", "the file ends before event 1, which begins in line 422, has its end"),
])
def test_malformed(tmp_path, line, new, complaint):
    """File, line and reason; exit code 2; nothing written."""
    lines = (EXAMPLE / "auau-toy.oscar").read_text().splitlines()
    lines[line] = new
    path = tmp_path / "broken.oscar"
    path.write_text("\n".join(lines) + "\n")
    message = run_taub("run", EXAMPLE, f"initial.file={path}", "-o", tmp_path / "out", expect=2).stderr
    assert "broken.oscar" in message and complaint in message
    assert not (tmp_path / "out").exists()


def test_case_errors(tmp_path):
    def complaint(*arguments):
        return run_taub("check", EXAMPLE, *arguments, expect=2).stderr
    assert "initial.sigma" in complaint("initial.sigma=0")
    assert "above 0, for cells that no particle reaches" in complaint("initial.background={energy_density: 0}")
    assert "energy_density alone" in complaint("initial.background={energy_density: 1e-3, velocity: [0.1, 0, 0]}")
    assert "initial.events" in complaint("initial.events=-1")


def test_averaging_is_linear(tmp_path):
    """Two events averaged have the mean of the totals of each."""
    facts = []
    for options in (["initial.events=1"], ["initial.event=1"], []):
        folder = run_case(EXAMPLE, tmp_path / f"out{len(facts)}", *options, "mesh.cells=[24,24,24]", "time.max_steps=1")
        facts.append(read_summary(folder)["initial"])
    for name in (*TOTALS, "baryon_number"):
        assert facts[2][name] == pytest.approx((facts[0][name] + facts[1][name]) / 2, rel=1e-12)
    assert math.isclose(facts[0]["events"], 1) and facts[2]["particles"] == facts[0]["particles"] + facts[1]["particles"]
