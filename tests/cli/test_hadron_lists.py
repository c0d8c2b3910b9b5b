"""Lists of hadrons as users have them, and what is wrong with them."""
import json

import pytest

from conftest import ROOT, run_taub
from hadron_surfaces import LIST, write_surface


@pytest.fixture
def folder(tmp_path):
    return write_surface(tmp_path / "still", [[5, 0, 0, 0]], [[50, 0, 0, 0]], [[1, 0, 0, 0]], [0.155], single=(0, 0, 1))


def refused(folder, hadrons, *arguments):
    done = run_taub("spectra", folder, "--hadrons", hadrons, "--device", "host", *arguments, expect=2)
    assert not (folder / "spectra.h5").exists()
    return done.stderr


@pytest.mark.parametrize("change, words", [
    (("211 1 1.0 211 0 0 0 0", "211 2 1.0 999 -211 0 0 0"), ["pdg.dat:2", "999", "not in the list"]),
    (("0.13957 0 1 0 0 0 0 3 1 1", "0.13957 0 1 0 0 0 0 3 1"), ["pdg.dat:1", "11 columns"]),
    (("0.49368", "heavy"), ["pdg.dat:7", "the mass", "heavy"]),
    (("321 1 1.0 321", "322 1 1.0 321"), ["pdg.dat:8", "322", "K+"]),
    (("111 1 1.0 111 0 0 0 0", "111 2 1.0 211 211 0 0 0"), ["pdg.dat:6", "charge"]),
    (("111 1 1.0 111 0 0 0 0", "111 3 1.0 211 -211 0 0 0"), ["pdg.dat:6", "3 particles are announced and 2"]),
    (("0.93827 0 2 1", "0.93827 0 3 1"), ["pdg.dat:9", "no hadron"]),
    (("321 K+", "211 K+"), ["pdg.dat:8", "321"]),
])
def test_wrong_pdg(tmp_path, folder, change, words):
    path = tmp_path / "pdg.dat"
    assert change[0] in LIST
    path.write_text(LIST.replace(*change, 1))
    message = refused(folder, path)
    assert all(word in message for word in words), message


@pytest.mark.parametrize("particles, decays, words", [
    ("π 0.138 0 - 111 211\nρ 0.776 0.149 - 113 213\n", "ρ\n1 1 π pi\n", ["decaymodes.txt:2", "`pi`"]),
    ("π 0.138 0 - 111 211\nρ 0.776 0.149 - 113 213\n", "1 1 π π\n", ["decaymodes.txt:1", "before the name"]),
    ("π 0.138 0 - 111 211\nρ 0.776 broad - 113 213\n", "", ["particles.txt:2", "broad"]),
    ("π 0.138 0 - 111 pion\n", "", ["particles.txt:1", "pion"]),
    ("K 0.49 0 - 311 321\nρ 0.776 0.149 - 113 213\n", "ρ\n1 1 K⁺ K⁺\n", ["decaymodes.txt:2", "charge"]),
])
def test_wrong_smash(tmp_path, folder, particles, decays, words):
    (tmp_path / "particles.txt").write_text(particles)
    (tmp_path / "decaymodes.txt").write_text(decays)
    message = refused(folder, tmp_path / "particles.txt")
    assert all(word in message for word in words), message


def test_other_mistakes(tmp_path, folder):
    path = tmp_path / "pdg.dat"
    path.write_text(LIST)
    assert "4242" in refused(folder, path, "--species", "211,4242")
    assert "did you mean grad" in refused(folder, path, "--delta-f", "gard")
    assert "multiple of 8" in refused(folder, path, "--phi", "12")
    assert "cannot be opened" in refused(folder, tmp_path / "nothing.dat")


def test_isospin(tmp_path, folder):
    """Shares of charge states follow from isospin: of Delta+ 2/3 go to a proton, of rho0 none to two neutral pions. The
    numbers of pions of decays alone: every Delta gives one, every rho two."""
    (tmp_path / "particles.txt").write_text("π 0.138 0 - 111 211\nN 0.938 0 + 2112 2212\nΔ 1.232 0.117 + 1114 2114 2214 2224\n")
    (tmp_path / "decaymodes.txt").write_text("Δ\n1. 1 N π\n")
    results = []
    for options in (("--no-decays",), ()):
        run_taub("spectra", folder, "--hadrons", tmp_path / "particles.txt", "--device", "host", "--threads", "1", "--species",
                 "all", "--pt", "8,48", "--phi", "8", "-q", "--json", tmp_path / "out.json", *options)
        out = json.loads((tmp_path / "out.json").read_text())
        results.append({entry["pdg"]: entry["dN_dy"] for entry in out["species"]})
    before, after = results
    delta = before[2214]
    assert len(before) == 3 + 4 + 8  # antiparticles were added
    gained = {code: (after[code] - before[code]) / delta for code in before}
    # Delta++ and Delta+ -> p: 1 + 2/3, Delta0 -> p pi-: 1/3; pi+ of Delta++, Delta+ and of the antiparticles of Delta-, Delta0
    assert gained[2212] == pytest.approx(2, rel=5e-3) and gained[2112] == pytest.approx(2, rel=5e-3)
    assert gained[211] == pytest.approx(8 / 3, rel=5e-3) and gained[111] == pytest.approx(8 / 3, rel=5e-3)
    assert gained[-2212] == pytest.approx(2, rel=5e-3)


def test_list_of_the_example(folder):
    """The shipped list can be read, and its thermodynamics is near that of lattice QCD at 155 MeV (A. Bazavov et al., Phys.
    Rev. D 90, 094503: e/T^4 = 4.6 +- 0.4, p/T^4 = 0.75 +- 0.05), from below: it ends at 1.7 GeV."""
    done = run_taub("spectra", folder, "--hadrons", ROOT / "examples/hadrons/particles.txt", "--device", "host", "-q",
                    "--no-decays", "--phi", "8", "--pt", "2,10", "--json", "-")
    out = json.loads(done.stdout)
    unit = 0.155 ** 4 / 0.1973269804 ** 3
    assert 3.5 < out["energy_density_of_list"] / unit < 4.6 and 0.6 < out["pressure_of_list"] / unit < 0.75
