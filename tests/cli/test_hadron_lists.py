"""Lists of hadrons as users have them, and what is wrong with them."""
import json

import pytest
from scipy.special import kn

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
    (("111 1 1.0 111 0 0 0 0", "111 3 1.0 211 -211 0 0 0"), ["pdg.dat:6", "numbers of 3 daughters, found 2"]),
    (("0.93827 0 2 1", "0.93827 0 3 1"), ["pdg.dat:9", "not a hadron"]),
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
    ("π 0.138 0 - 111 211\nρ 0.776 0.149 - 113 213\n", "1 1 π π\n", ["decaymodes.txt:1", "before the first particle name"]),
    ("π 0.138 0 - 111 211\nρ 0.776 broad - 113 213\n", "", ["particles.txt:2", "broad"]),
    ("π 0.138 0 - 111 pion\n", "", ["particles.txt:1", "pion"]),
    ("π 0.138 0 - 111 211\nρ 0.776 0.149 -\n", "", ["particles.txt:2", "numbers"]),
    ("π 0.138 0 - 111 211\nρ 0.776 0.149 113 +\n", "", ["particles.txt:2", "`+`"]),
    ("π 0.138 0 -\n", "", ["particles.txt:1", "numbers"]),
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


def yields(tmp_path, folder, *options):
    out = run_taub("spectra", folder, "--hadrons", tmp_path / "particles.txt", "--device", "host", "--threads", "1", "--species",
                   "all", "--pt", "8,48", "--phi", "8", "--json", tmp_path / "out.json", *options).stdout
    return {"printed": out, **json.loads((tmp_path / "out.json").read_text())}


def dn_dy(result):
    return {entry["pdg"]: entry["dN_dy"] for entry in result["species"]}


def test_resonances_below_their_pole(tmp_path, folder):
    """omega -> pi rho, closed at pole masses, is three pions; so is phi -> K K* (no room for K pi K either): told, with the
    yields that hang on it. A channel of two broad resonances gives way to what there is room for."""
    (tmp_path / "particles.txt").write_text("γ 0 0 - 22\nπ 0.138 7.7e-9 - 111 211\nη 0.548 1.31e-6 - 221\nρ 0.776 0.149 - 113 213\n"
                                            "ω 0.783 8.49e-3 - 223\nK 0.494 0 - 311 321\nK*(892) 0.892 0.05 - 313 323\n"
                                            "φ 1.019 4.25e-3 - 333\nf₁ 1.2 0.02 + 20223\n")
    (tmp_path / "decaymodes.txt").write_text("ρ\n1 1 π π\n\nω\n0.892 1 π ρ\n0.0828 1 π⁰ γ\n0.0153 1 π⁺ π⁻\n\nφ\n0.8 1 K K̅\n"
                                             "0.2 1 K K̅*(892)\n\nK*(892)\n1 1 K π\n\nη\n0.4 0 γ γ\n0.6 0 π⁰ π⁰ π⁰\n\nf₁\n"
                                             "0.5 0 ρ ρ\n0.3 0 η π π\n0.2 0 η η π⁰\n")
    before, result = yields(tmp_path, folder, "--no-decays"), yields(tmp_path, folder)
    thermal, after = dn_dy(before), dn_dy(result)
    omega = {211: (0.892 + 0.0153) / 0.9901, 111: (0.892 + 0.0828) / 0.9901}
    # f_1: 4 pi (2/3 with charges of 2 pairs by isospin), eta pi pi; eta eta pi0 is closed: narrow hadrons keep their mass
    f_1 = {211: (0.5 * 4 / 3 + 0.3 * 2 / 3) / 0.8, 111: (0.5 * 4 / 3 + 0.3 * (2 / 3 + 3 * 0.6)) / 0.8}
    eta = {211: 0, 111: 3 * 0.6}
    rho = {211: 2, 111: 2}
    for code in (211, 111):
        expected = thermal[223] * omega[code] + thermal[20223] * f_1[code] + thermal[113] * rho[code] + thermal[221] * eta[code]
        # K*: each of four has one pion, of which a third is neutral and a third of either charge
        expected += thermal[313] * 4 / 3
        print(code, (after[code] - thermal[code]) / expected - 1)
        assert after[code] - thermal[code] == pytest.approx(expected, rel=3e-3)
    closed = {entry["pdg"]: entry["share"] for entry in result["closed"]}
    assert closed == {333: pytest.approx(0.2), 20223: pytest.approx(0.2)} and result["closed_decays"] == 3
    share = {entry["pdg"]: entry["closed_share"] for entry in result["species"]}
    kaons = thermal[333] / 2  # of phi, to each of four
    assert share[321] == pytest.approx(0.2 * kaons / (thermal[321] + kaons + thermal[313]), rel=5e-3)
    assert share[211] == pytest.approx(0.2 * thermal[20223] * f_1[211] / after[211], rel=5e-3)
    rho_0 = 0.5 / 0.8 / 3 * thermal[20223]  # one rho of two stays, of a third of the pairs a neutral one
    assert share[113] == pytest.approx(0.2 * rho_0 / (thermal[113] + rho_0), rel=5e-3) and share[223] == 0
    assert f"{100 * share[321]:.1f} % of K⁺" in result["printed"] and "3 decays of the list are closed by the masses" in result["printed"]


def test_quirks_of_smash(tmp_path, folder):
    """As in the lists that SMASH has: a charged state alone, of which decays speak without its charge; the last digit 9 for
    2J + 1 = 10; ratios that add up to anything."""
    (tmp_path / "particles.txt").write_text("π 0.138 7.7e-9 - 111 211\nN 0.938 0 + 2112 2212\nΩ⁻ 1.672 8e-15 + 3334\n"
                                            "Ω(2250)⁻ 1.98 0.055 + 203338\nN(2220) 2.137 0.460 + 19922119 19922219\n")
    (tmp_path / "decaymodes.txt").write_text("N(2220)\n0.3 5 N π\n\nΩ(2250)\n0.5 0 Ω π π\n0.1 0 Ω⁻ π⁺ π⁻\n")
    thermal, after = dn_dy(yields(tmp_path, folder, "--no-decays")), dn_dy(yields(tmp_path, folder))
    assert after[3334] - thermal[3334] == pytest.approx(thermal[203338], rel=3e-3)
    assert after[-3334] - thermal[-3334] == pytest.approx(thermal[-203338], rel=3e-3)
    assert after[2212] - thermal[2212] == pytest.approx(thermal[19922219], rel=3e-3)
    # 2J + 1 = 10 against a Boltzmann gas of mass M at T = 0.155: the shares of N(2220) and of the nucleon
    nucleon, heavy = (mass ** 2 * kn(2, mass / 0.155) for mass in (0.938, 2.137))
    assert thermal[19922219] / thermal[2212] == pytest.approx(10 * heavy / (2 * nucleon), rel=3e-3)
