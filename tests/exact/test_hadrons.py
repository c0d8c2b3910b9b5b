"""Spectra of hadrons: thermal densities, blast waves, viscous corrections, decays."""
import h5py
import numpy
import pytest

from conftest import run_taub
from hadron_surfaces import (HADRONS, HBAR_C, LIST, METRIC, coefficients, direct_spectrum, random_surface, thermal,
                             write_surface)


@pytest.fixture
def pdg(tmp_path):
    path = tmp_path / "pdg.dat"
    path.write_text(LIST)
    return path


def spectra(folder, hadrons, *arguments):
    out = folder / "spectra.h5"
    run_taub("spectra", folder, "--hadrons", hadrons, "-o", out, "--quiet", "--device", "host", "--threads", "1", *arguments)
    with h5py.File(out) as file:
        result = {name: file[name][()] for name in file}
        result.update({name: value for name, value in file.attrs.items()})
    result["of"] = {code: n for n, code in enumerate(result["pdg"].tolist())}
    return result


def still(tmp_path, volume=50.0, temperature=0.155, **options):
    return write_surface(tmp_path / "still", [[5, 0, 0, 0]], [[volume, 0, 0, 0]], [[1, 0, 0, 0]], [temperature], **options)


def test_still_cell_boost_invariant(tmp_path, pdg):
    """A cell at rest has dN/dy = n V, since its volume is that of a unit of rapidity."""
    result = spectra(still(tmp_path, single=(0, 0, 1)), pdg, "--no-decays", "--pt", "8,200", "--phi", "8", "--species", "all")
    for hadron in HADRONS:
        expected = 50 * thermal([hadron], 0.155)[0]
        assert result["yield"][result["of"][hadron.code], 0] == pytest.approx(expected, rel=1e-8), hadron.code
        assert result["flow"][result["of"][hadron.code], 0, 1:].max() < 1e-13


def test_still_cell_energy(tmp_path, pdg):
    """Energy and number of a cell at rest, by sums over rapidities, which converge exponentially."""
    result = spectra(still(tmp_path, coordinates="cartesian"), pdg, "--no-decays", "--pt", "8,200", "--phi", "8",
                     "--rapidity", "8,257", "--species", "all")
    step = result["rapidity"][1] - result["rapidity"][0]
    for hadron in HADRONS:
        number, energy, _ = 50 * thermal([hadron], 0.155)
        n = result["of"][hadron.code]
        pt_sum = (result["spectra"][n].sum(axis=2) * 2 * numpy.pi / 8) * result["pt"] * result["pt_weight"]
        mt = numpy.sqrt(hadron.mass ** 2 + result["pt"] ** 2)
        assert pt_sum.sum() * step == pytest.approx(number, rel=1e-8)
        assert (pt_sum * mt * numpy.cosh(result["rapidity"])[:, None]).sum() * step == pytest.approx(energy, rel=1e-8)


@pytest.mark.parametrize("kind", ["none", "grad", "chapman-enskog"])
@pytest.mark.parametrize("axes", ["invariant", "milne", "cartesian"])
def test_against_formula(tmp_path, pdg, axes, kind):
    """Elements that move and are strained in all directions, against the formula integrated separately."""
    surface = random_surface(7, 12, flow=0.4 if axes == "invariant" else 0.8)
    folder = write_surface(tmp_path / "random", coordinates="cartesian" if axes == "cartesian" else "milne",
                           single=(0, 0, int(axes == "invariant")), **surface)
    grid = ("--pt", "3,10", "--phi", "8", "--rapidity", "1.5,6", "--no-decays", "--species", "211,2212")
    for options in ((), ("--bounded", "--negative", "drop")):
        result = spectra(folder, pdg, *grid, "--delta-f", kind, *options)
        for n, hadron in ((0, HADRONS[0]), (1, HADRONS[5])):
            for r, y in enumerate(result["rapidity"]):
                expected = direct_spectrum(surface, hadron, kind, HADRONS, result["pt"], result["phi"], y,
                                           invariant=axes == "invariant", milne=axes == "milne",
                                           bounded=bool(options), outward=bool(options))
                # what is cut off at p.dSigma = 0 or at a bound is not analytic: no quadrature converges fast there
                rough = axes == "invariant" and options
                tolerance = 5e-3 if rough else 1e-8
                assert abs(result["spectra"][n, r] - expected).max() < tolerance * abs(expected).max()
                if not rough:
                    numpy.testing.assert_allclose(result["spectra"][n, r], expected, rtol=1e-7,
                                                  atol=1e-10 * abs(expected).max())


@pytest.mark.parametrize("kind", ["grad", "chapman-enskog"])
def test_currents(tmp_path, pdg, kind):
    """All hadrons together carry the energy and momentum that the fluid's stresses bring through the surface."""
    surface = random_surface(3, 1, flow=0.3, along=0.2, viscous=0.5)
    surface["temperature"][:] = 0.155
    folder = write_surface(tmp_path / "random", coordinates="cartesian", **surface)
    result = spectra(folder, pdg, "--no-decays", "--pt", "8,144", "--phi", "48", "--rapidity", "7,97", "--species", "all",
                     "--delta-f", kind)
    _, energy, pressure = thermal(HADRONS, 0.155)
    expected = numpy.zeros(4)
    for n in range(1):
        u = surface["velocity"][n]
        total = pressure + surface["bulk"][n]
        stress = (energy + total) * numpy.outer(u, u) - total * METRIC + surface["shear"][n]
        expected += stress @ surface["normal"][n]
    weight = result["pt"] * result["pt_weight"] * (result["rapidity"][1] - result["rapidity"][0]) * 2 * numpy.pi / 48
    got = numpy.zeros(4)
    for hadron in HADRONS:
        d = result["spectra"][result["of"][hadron.code]] * weight[:, None]
        mt = numpy.sqrt(hadron.mass ** 2 + result["pt"] ** 2)[:, None]
        y = result["rapidity"][:, None, None]
        got += [(d * mt * numpy.cosh(y)).sum(), (d * result["pt"][:, None] * numpy.cos(result["phi"])).sum(),
                (d * result["pt"][:, None] * numpy.sin(result["phi"])).sum(), (d * mt * numpy.sinh(y)).sum()]
    numpy.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-5 * abs(expected).max())


def test_blast_wave(tmp_path, pdg):
    """A cylinder that expands with v = 0.7 (r/R) (E. Schnedermann, J. Sollfrank, U. Heinz, Phys. Rev. C 48, 2462): spectra
    as integrals over Bessel functions, and an elliptic boost whose v_2 rises with pT."""
    radius, temperature, rings = 8.0, 0.14, 24
    nodes, weights = numpy.polynomial.legendre.leggauss(rings)
    r = 0.5 * radius * (nodes + 1)
    area = 0.5 * radius * weights * 2 * numpy.pi * r
    around = (numpy.arange(64) + 0.5) * 2 * numpy.pi / 64
    rapidity = numpy.arctanh(0.7 * r / radius)
    u = numpy.array([[numpy.cosh(y), numpy.sinh(y) * numpy.cos(a), numpy.sinh(y) * numpy.sin(a), 0] for y in rapidity for a in around])
    normal = numpy.zeros((len(u), 4))
    normal[:, 0] = 9.0 * numpy.repeat(area, 64) / 64
    position = numpy.zeros((len(u), 4)) + [9.0, 0, 0, 0]
    folder = write_surface(tmp_path / "blast", position, normal, u, numpy.full(len(u), temperature), single=(0, 0, 1))
    result = spectra(folder, pdg, "--no-decays", "--delta-f", "none", "--pt", "3,16", "--phi", "16", "--species", "211,321,2212")
    # K_1(z) = int_0^inf e^{-z cosh x} cosh x dx and I_0(z) = 1/pi int_0^pi e^{z cos a} da, by the trapezoidal rule
    x, a = numpy.linspace(0, 12, 1201), (numpy.arange(64) + 0.5) * numpy.pi / 64
    for n, hadron in enumerate((HADRONS[0], HADRONS[3], HADRONS[5])):
        expected = numpy.zeros(len(result["pt"]))
        for m, pt in enumerate(result["pt"]):
            mt = numpy.hypot(pt, hadron.mass)
            for k in range(1, 60): # the statistics' series
                z, b = k * mt * numpy.cosh(rapidity) / temperature, k * pt * numpy.sinh(rapidity) / temperature
                bessel_k = (numpy.exp(b[:, None] - z[:, None] * numpy.cosh(x)) * numpy.cosh(x)).sum(axis=1) * 0.01
                bessel_k -= 0.005 * numpy.exp(b - z)
                bessel_i = numpy.exp(b[:, None] * (numpy.cos(a) - 1)).mean(axis=1)
                expected[m] += hadron.sign ** (k + 1) * 2 * mt * (9.0 * area * bessel_k * bessel_i).sum()
        expected *= hadron.degeneracy / (2 * numpy.pi * HBAR_C) ** 3
        numpy.testing.assert_allclose(result["pt_spectrum"][n, 0], expected, rtol=1e-8)


DECAYS = """211 pi+ 0.13957 0 1 0 0 0 0 3 1 0
111 pi0 0.13498 7.8e-9 1 0 0 0 0 3 0 0
113 rho0 0.7753 0.15 3 0 0 0 0 3 0 1
113 2 1.0 211 -211 0 0 0
223 omega 0.78266 0.0087 3 0 0 0 0 1 0 2
223 3 0.9 211 -211 111 0 0
223 2 0.1 111 22 0 0 0
"""


def test_two_body_decay(tmp_path):
    """A daughter's invariant spectrum is (M/m)^2 times the parent's, averaged over the directions that the parent has in the
    daughter's rest frame: integrated over that sphere, for parents of a cell at rest."""
    hadrons = tmp_path / "rho.dat"
    hadrons.write_text("\n".join(DECAYS.splitlines()[i] for i in (0, 2, 3)) + "\n")
    folder = still(tmp_path, coordinates="cartesian")
    grid = ("--pt", "4,48", "--phi", "8", "--rapidity", "3,121", "--species", "all")
    before, after = spectra(folder, hadrons, "--no-decays", *grid), spectra(folder, hadrons, *grid)
    pion, middle = after["of"][211], 60
    got = after["spectra"][pion, middle, :, 0] - before["spectra"][pion, middle, :, 0]
    big, m = 0.7753, 0.13957
    p0 = numpy.sqrt(big ** 2 / 4 - m ** 2)
    momentum, energy = big * p0 / m, big * big / 2 / m  # of the parent in the daughter's rest frame
    nodes, weights = numpy.polynomial.legendre.leggauss(400)
    for k, pt in enumerate(after["pt"][:38]):
        parent = numpy.hypot(m, pt) / m * energy + pt / m * momentum * nodes
        source = 3 * 50 / (2 * numpy.pi * HBAR_C) ** 3 * parent / numpy.expm1(parent / 0.155)
        expected = (big / m) ** 2 * (source * weights).sum() / 2
        assert got[k] == pytest.approx(expected, rel=2e-3), pt
    assert after["spectra"][after["of"][-211]] == pytest.approx(after["spectra"][pion], rel=1e-14)


def test_numbers_of_daughters(tmp_path):
    """Decays keep the numbers that branching ratios say, also of moving, strained, boost-invariant elements."""
    hadrons = tmp_path / "omega.dat"
    hadrons.write_text(DECAYS)
    surface = random_surface(5, 6, flow=0.4, along=0.0)
    folder = write_surface(tmp_path / "random", single=(0, 0, 1), **surface)
    grid = ("--pt", "8,48", "--phi", "32", "--species", "all")
    before, after = (spectra(folder, hadrons, *options, *grid) for options in (("--no-decays",), ()))
    rho, omega = (before["yield"][before["of"][code], 0] for code in (113, 223))
    for code, number in ((211, rho + 0.9 * omega), (111, omega)):
        gained = after["yield"][after["of"][code], 0] - before["yield"][before["of"][code], 0]
        assert gained == pytest.approx(number, rel=2e-3)
