"""Hadrons of surfaces with a baryon chemical potential: numbers, spectra, viscous corrections, decays, draws; against integrals of
hadron_surfaces.py, which share nothing with the kernels."""
import numpy
import pytest

from conftest import run_taub
from hadron_surfaces import HADRONS, LIST, METRIC, direct_spectrum, random_surface, thermal, write_surface
from test_hadron_samples import read_oscar, sample, spectra as spectra_drawn_from
from test_hadrons import spectra

PROTON, ANTIPROTON = HADRONS[5], HADRONS[6]


@pytest.fixture
def pdg(tmp_path):
    path = tmp_path / "pdg.dat"
    path.write_text(LIST)
    return path


def charged(surface, seed=1):
    """With a potential of its own for each element, positive and negative."""
    draw = numpy.random.default_rng(seed)
    return {**surface, "potential": draw.uniform(-0.2, 0.5, len(surface["temperature"]))}


@pytest.mark.parametrize("potential", [0.3, -0.15, 0.7])
def test_numbers_of_a_still_cell(tmp_path, pdg, potential):
    """Bjorken's flow at tau = 5: dN/dy = n(T, mu) V of each species; the net baryon number of all is that of the list's gas, which
    is the fluid's where the equation of state is that of the list."""
    folder = write_surface(tmp_path / "still", [[5, 0, 0, 0]], [[50, 0, 0, 0]], [[1, 0, 0, 0]], [0.155], single=(0, 0, 1),
                           potential=potential, charge=0.1)
    result = spectra(folder, pdg, "--no-decays", "--pt", "8,200", "--phi", "8", "--species", "all")
    net = 0.0
    for hadron in HADRONS:
        number = result["yield"][result["of"][hadron.code], 0]
        assert number == pytest.approx(50 * thermal([hadron], 0.155, potential)[0], rel=1e-8), hadron.code
        net += hadron.baryon * number
    gas = thermal([PROTON], 0.155, potential)[0] - thermal([ANTIPROTON], 0.155, potential)[0]
    assert net == pytest.approx(50 * gas, rel=1e-8)
    assert result["chargeDensityOfList"] == pytest.approx(gas, rel=1e-8) and result["chargeDensityOfSurface"] == 0.1
    assert result["chemicalPotential"] == pytest.approx(potential, rel=1e-14)


@pytest.mark.parametrize("kind", ["none", "grad", "chapman-enskog"])
@pytest.mark.parametrize("axes", ["invariant", "milne", "cartesian"])
def test_against_formula(tmp_path, pdg, axes, kind):
    """As test_hadrons.test_against_formula, with potentials from -0.2 to 0.5 GeV. Coefficients are interpolated in 33 points of
    Chebyshev: they have poles near mu = i pi T, so that their error falls by a factor 3 a point."""
    surface = charged(random_surface(7, 12, flow=0.4 if axes == "invariant" else 0.8))
    folder = write_surface(tmp_path / "random", coordinates="cartesian" if axes == "cartesian" else "milne",
                           single=(0, 0, int(axes == "invariant")), **surface)
    result = spectra(folder, pdg, "--pt", "3,10", "--phi", "8", "--rapidity", "1.5,6", "--no-decays", "--species", "211,2212,-2212",
                     "--delta-f", kind)
    for n, hadron in enumerate((HADRONS[0], PROTON, ANTIPROTON)):
        for r, y in enumerate(result["rapidity"]):
            expected = direct_spectrum(surface, hadron, kind, HADRONS, result["pt"], result["phi"], y,
                                       invariant=axes == "invariant", milne=axes == "milne")
            numpy.testing.assert_allclose(result["spectra"][n, r], expected, rtol=1e-7, atol=1e-8 * abs(expected).max())


@pytest.mark.parametrize("kind", ["grad", "chapman-enskog"])
def test_currents(tmp_path, pdg, kind):
    """All hadrons of a strained element carry its energy and momentum, and the net baryon number n u.dSigma of the list's gas: the
    corrections have none of their own. The diffusion current is not in it."""
    surface = {**random_surface(3, 1, flow=0.3, along=0.2, viscous=0.5), "potential": numpy.array([0.35])}
    surface["temperature"][:] = 0.155
    folder = write_surface(tmp_path / "random", coordinates="cartesian", **surface)
    result = spectra(folder, pdg, "--no-decays", "--pt", "8,144", "--phi", "48", "--rapidity", "7,97", "--species", "all",
                     "--delta-f", kind)
    _, energy, pressure = thermal(HADRONS, 0.155, 0.35)
    charge = thermal([PROTON], 0.155, 0.35)[0] - thermal([ANTIPROTON], 0.155, 0.35)[0]
    u, total = surface["velocity"][0], pressure + surface["bulk"][0]
    stress = (energy + total) * numpy.outer(u, u) - total * METRIC + surface["shear"][0]
    expected = [*stress @ surface["normal"][0], charge * (u @ surface["normal"][0])]
    weight = result["pt"] * result["pt_weight"] * (result["rapidity"][1] - result["rapidity"][0]) * 2 * numpy.pi / 48
    got = numpy.zeros(5)
    for hadron in HADRONS:
        d = result["spectra"][result["of"][hadron.code]] * weight[:, None]
        mt = numpy.sqrt(hadron.mass ** 2 + result["pt"] ** 2)[:, None]
        y = result["rapidity"][:, None, None]
        pt, phi = result["pt"][:, None], result["phi"]
        got += [(d * mt * numpy.cosh(y)).sum(), (d * pt * numpy.cos(phi)).sum(), (d * pt * numpy.sin(phi)).sum(),
                (d * mt * numpy.sinh(y)).sum(), hadron.baryon * d.sum()]
    numpy.testing.assert_allclose(got[:4], expected[:4], rtol=1e-5, atol=1e-5 * max(map(abs, expected[:4])))
    assert got[4] == pytest.approx(expected[4], rel=1e-5)


DELTA = """211 pi+ 0.13957 0 1 0 0 0 0 3 1 0
2112 n 0.93957 0 2 1 0 0 0 2 0 0
2212 p 0.93827 0 2 1 0 0 0 2 1 0
2224 Delta++ 1.232 0.117 4 1 0 0 0 4 2 1
2224 2 1.0 2212 211 0 0 0
1114 Delta- 1.232 0.117 4 1 0 0 0 4 -1 1
1114 2 1.0 2112 -211 0 0 0
"""


@pytest.mark.parametrize("axes", ["invariant", "cartesian"])
def test_decays(tmp_path, axes):
    """Baryons feed nucleons and antibaryons antinucleons: each gains what its own parents were, a pion what both gave. 2e-3, as
    test_hadrons.test_numbers_of_daughters."""
    hadrons = tmp_path / "delta.dat"
    hadrons.write_text(DELTA)
    folder = write_surface(tmp_path / "still", [[5, 0, 0, 0]], [[50, 0, 0, 0]], [[1, 0, 0, 0]], [0.155], potential=0.3,
                           **({"single": (0, 0, 1)} if axes == "invariant" else {"coordinates": "cartesian"}))
    grid = ("--pt", "6,48", "--phi", "8", "--species", "all", *(() if axes == "invariant" else ("--rapidity", "4,81")))
    before, after = (spectra(folder, hadrons, *options, *grid) for options in (("--no-decays",), ()))

    def number(of, code):
        at = of["yield"][of["of"][code]]
        return at[0] if axes == "invariant" else at.sum() * (of["rapidity"][1] - of["rapidity"][0])

    parents = {code: number(before, code) for code in (2224, -2224, 1114, -1114)}
    assert parents[2224] > 40 * parents[-2224]  # exp(0.6/0.155) = 48
    for code, given in ((2212, parents[2224]), (-2212, parents[-2224]), (2112, parents[1114]), (-2112, parents[-1114]),
                        (211, parents[2224] + parents[-1114]), (-211, parents[-2224] + parents[1114])):
        assert number(after, code) - number(before, code) == pytest.approx(given, rel=2e-3), code


@pytest.mark.parametrize("kind", ["none", "grad", "chapman-enskog"])
def test_draws_against_spectra(tmp_path, pdg, kind):
    """As test_hadron_samples.test_against_spectra: numbers and mean momenta within 4.5 standard deviations."""
    surface = charged(random_surface(11, 40, flow=0.5, along=0.2, viscous=0.2))
    surface["normal"] *= 4
    folder = write_surface(tmp_path / "random", **surface)
    events = read_oscar(sample(folder, pdg, 400, "--delta-f", kind))
    expected = spectra_drawn_from(folder, pdg, "--delta-f", kind, "--pt", "5,64", "--phi", "32", "--rapidity", "7,141")
    every = numpy.concatenate(events)
    step = expected["rapidity"][1] - expected["rapidity"][0]
    weight = expected["pt"] * expected["pt_weight"] * step * 2 * numpy.pi / 32
    counts = {}
    for n, code in enumerate(expected["pdg"]):
        mine = every[every[:, 9] == code]
        density = expected["spectra"][n] * weight[:, None]
        number = density.sum() * len(events)
        counts[int(code)] = number
        assert abs(len(mine) - number) < 4.5 * numpy.sqrt(number), (code, len(mine), number)
        pt = numpy.hypot(mine[:, 6], mine[:, 7])
        mean = (density * expected["pt"][:, None]).sum() / density.sum()
        assert abs(pt.mean() - mean) < 4.5 * pt.std() / numpy.sqrt(len(pt)) + 1e-4, code
    assert counts[2212] > 1000 and counts[2212] > 2 * counts[-2212]


def test_potentials_without_hadrons(tmp_path, pdg):
    """Where exp(mu/T) is no number there are no spectra either; and draws that would be more than can be counted are refused."""
    for potential, message in ((20, "chemical potential 20 GeV"), (11, "smaller --rapidity draws fewer")):
        folder = write_surface(tmp_path / str(potential), [[5, 0, 0, 0]], [[50, 0, 0, 0]], [[1, 0, 0, 0]], [0.155],
                               single=(0, 0, 1), potential=potential)
        done = run_taub("sample", folder, "--hadrons", pdg, "-o", tmp_path / "out.oscar", "--device", "host", expect=2)
        assert message in done.stderr and not (tmp_path / "out.oscar").exists()
    run_taub("spectra", tmp_path / "20", "--hadrons", pdg, "-o", tmp_path / "out.h5", "--device", "host", expect=2)
