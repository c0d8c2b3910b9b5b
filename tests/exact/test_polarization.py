"""Mean spins of baryons: exact surfaces, the formula integrated directly, symmetries."""
import sys

import numpy
import pytest

from conftest import ROOT, run_taub
from hadron_surfaces import HBAR_C, METRIC, add_gradients, random_surface, write_surface

sys.path.insert(0, str(ROOT / "python"))
from taub.polarization import read_polarization  # noqa: E402 - the package need not be installed

MASS = 1.116
LIST = f"""3122 Lambda {MASS} 0 2 1 -1 0 0 1 0 1
3122 1 1.0 3122 0 0 0 0
2212 p 0.93827 0 2 1 0 0 0 2 1 1
2212 1 1.0 2212 0 0 0 0
"""
TERMS = ("vorticity", "shear_lab", "shear_fluid", "shear_sigma")


@pytest.fixture
def pdg(tmp_path):
    path = tmp_path / "pdg.dat"
    path.write_text(LIST)
    return path


def polarized(folder, pdg, *arguments, device="host", kind="thermal"):
    run_taub("spectra", folder, "--hadrons", pdg, "--quiet", "--no-decays", "--polarization", kind, "--device", device,
             *arguments)
    return read_polarization(folder)


# eps^{mu nu rho sigma} with eps^{txyz} = 1
EPSILON = numpy.zeros((4, 4, 4, 4))
for a in range(4):
    for b in range(4):
        for c in range(4):
            for d in range(4):
                EPSILON[a, b, c, d] = numpy.linalg.det(numpy.eye(4)[[a, b, c, d]])


def direct(surface, gradients, pt, phi, y, mass=MASS, eta=None, milne=True):
    """P of the four terms in the rest frame, from the formulas: everything in the laboratory's components."""
    mt = numpy.hypot(mass, pt)
    p = numpy.array([mt * numpy.cosh(y), pt * numpy.cos(phi), pt * numpy.sin(phi), mt * numpy.sinh(y)])
    lower = METRIC @ p
    total, sums = 0.0, numpy.zeros((4, 4))
    places = surface["position"][:, 3] if milne else numpy.zeros(len(surface["position"]))
    for n, place in enumerate(places):
        for space, weight in [(place, 1.0)] if eta is None else zip(*eta):
            c, s = numpy.cosh(space), numpy.sinh(space)
            up = numpy.array([[c, 0, 0, s], [0, 1, 0, 0], [0, 0, 1, 0], [s, 0, 0, c]])
            down = METRIC @ up @ METRIC
            u, normal = up @ surface["velocity"][n], down @ surface["normal"][n]
            gradient = down @ gradients[n] @ down.T
            temperature = surface["temperature"][n]
            f = 1 / (numpy.exp(lower @ u / temperature) + 1)
            vorticity, shear = -0.5 * (gradient - gradient.T), 0.5 * (gradient + gradient.T)
            low = METRIC @ u
            projector = numpy.eye(4) - numpy.outer(low, u)          # delta_m^a - u_m u^a
            delta = METRIC - numpy.outer(low, low)
            sigma = projector @ shear @ projector.T
            sigma = sigma - delta * numpy.trace(METRIC @ sigma) / 3
            time = numpy.array([1.0, 0, 0, 0])
            number = weight * (p @ normal) * f
            total += number
            terms = [-numpy.einsum("mrst,t,rs->m", EPSILON, lower, vorticity) / (8 * mass)]
            for direction, tensor in ((time, shear), (low, shear), (low, sigma)):
                terms.append(-numpy.einsum("mrst,r,t,l,ls->m", EPSILON, direction, lower, p, tensor)
                             / (4 * mass * (p @ direction)))
            sums += number * (1 - f) * HBAR_C * numpy.array(terms)
    spin = sums / total
    assert abs(spin @ lower).max() < 1e-11 * abs(spin).max()
    energy = p[0]
    return 2 * (spin[:, 1:] - p[1:] * (spin[:, 1:] @ p[1:])[:, None] / (energy * (energy + mass))), total


def test_rotating_gas(tmp_path, pdg):
    """beta = (1, -W y, W x, 0)/T: P = hbar c W/(2 m T) (p^z, 0, 0, E) boosted to rest, less what Fermi's statistics take,
    on any surface; and no shear."""
    spin, temperature = 0.05, 0.15
    draw = numpy.random.default_rng(4)
    gradients = numpy.zeros((5, 4, 4))
    gradients[:, 1, 2], gradients[:, 2, 1] = -spin / temperature, spin / temperature
    normal = numpy.concatenate([draw.uniform(1, 2, (5, 1)), 0.1 * draw.normal(size=(5, 3))], axis=1)
    folder = write_surface(tmp_path / "rotating", numpy.zeros((5, 4)), normal, numpy.tile([1.0, 0, 0, 0], (5, 1)),
                           numpy.full(5, temperature), coordinates="cartesian")
    add_gradients(folder, gradients, "cartesian")
    result = polarized(folder, pdg, "--species", "3122", "--pt", "2,10", "--phi", "8", "--rapidity", "1,5")
    assert result.names == ["Lambda"] and result.pdg.tolist() == [3122]
    for r, y in enumerate(result.rapidity):
        for m, pt in enumerate(result.pt):
            mt = numpy.hypot(MASS, pt)
            energy, pz = mt * numpy.cosh(y), mt * numpy.sinh(y)
            blocked = 1 - 1 / (numpy.exp(energy / temperature) + 1)
            size = HBAR_C * spin / (2 * MASS * temperature) * blocked
            p = numpy.stack([pt * numpy.cos(result.phi), pt * numpy.sin(result.phi), pz + 0 * result.phi], axis=1)
            expected = size * (numpy.array([0, 0, energy]) - p * (energy * pz / (energy * (energy + MASS))))
            numpy.testing.assert_allclose(result.vorticity[0, r, m], expected, atol=1e-12 * size)
    for term in TERMS[1:]:
        assert abs(getattr(result, term)).max() < 1e-14
    middle = result.vorticity[0, 2]
    # the numbers themselves, with Boltzmann's statistics: 0.0328878 at rest, 0.0674936 at pT = 2 GeV
    assert middle[0, 0, 2] == pytest.approx(0.0328878, rel=1e-3)
    assert middle[-1, 0, 2] == pytest.approx(0.0674936, rel=1e-5)


def test_strain(tmp_path, pdg):
    """beta^x = a x, beta^y = b y: P_z = hbar c pT^2 sin(2 phi) (a - b)/(4 m E) at y = 0 with the laboratory's time; 0.0123956
    at pT = 1.5 GeV, phi = 0.6. Faster expansion in the plane makes the second harmonic positive."""
    gradients = numpy.zeros((1, 4, 4))
    gradients[0, 1, 1], gradients[0, 2, 2] = -0.6, -0.35
    folder = write_surface(tmp_path / "strain", [[5, 0, 0, 0]], [[1, 0, 0, 0]], [[1, 0, 0, 0]], [0.15], coordinates="cartesian")
    add_gradients(folder, gradients, "cartesian")
    result = polarized(folder, pdg, "--species", "3122", "--pt", "1.5,10", "--phi", "16", "--rapidity", "0,1")
    energy = numpy.hypot(MASS, 1.5)
    expected = HBAR_C * 1.5 ** 2 * numpy.sin(2 * result.phi) * 0.25 / (4 * MASS * energy)
    assert HBAR_C * 1.5 ** 2 * numpy.sin(1.2) * 0.25 / (4 * MASS * energy) == pytest.approx(0.0123956, rel=1e-5)
    numpy.testing.assert_allclose(result.shear_lab[0, 0, -1, :, 2], expected, rtol=1e-4, atol=1e-12)
    assert abs(result.vorticity).max() == 0
    assert result.sine_of_phi("shear_lab")[0, 0] > 0
    # along t = u = (1, 0, 0, 0) the prescriptions agree; sigma lacks what is isotropic, which no spin follows from
    numpy.testing.assert_allclose(result.shear_fluid, result.shear_lab, atol=1e-15)
    numpy.testing.assert_allclose(result.shear_sigma, result.shear_lab, atol=1e-15)


@pytest.mark.parametrize("axes", ["invariant", "milne", "cartesian"])
@pytest.mark.parametrize("kind", ["thermal", "isothermal"])
def test_against_formula(tmp_path, pdg, axes, kind):
    """Elements with all velocities, normals and gradients, at all rapidities."""
    surface = random_surface(11, 6, flow=0.5, along=0.4)
    if axes == "invariant":
        surface["position"][:, 3] = 0
    temperature = surface["temperature"][:, None, None]
    draw = numpy.random.default_rng(5)
    gradients = draw.normal(size=(6, 4, 4))
    used = gradients
    if kind == "isothermal":  # nabla_mu u_nu/T = nabla_mu beta_nu + u_nu nabla_mu T/T^2
        slope = -temperature[:, 0] ** 2 * numpy.einsum("nab,nb->na", gradients, surface["velocity"])
        used = gradients + slope[:, :, None] * (surface["velocity"] @ METRIC)[:, None, :] / temperature ** 2
    folder = write_surface(tmp_path / "random", coordinates="cartesian" if axes == "cartesian" else "milne",
                           single=(0, 0, int(axes == "invariant")), **surface)
    add_gradients(folder, gradients, "cartesian" if axes == "cartesian" else "milne")
    result = polarized(folder, pdg, "--species", "3122", "--pt", "2,10", "--phi", "8", "--rapidity", "1.2,3", kind=kind)
    eta = None
    if axes == "invariant":
        places, step = numpy.linspace(-5, 5, 201, retstep=True)
        eta = places, numpy.full(201, step)
    for r, y in enumerate(result.rapidity):
        for m in (0, 4, 9):
            for n in (1, 6):
                expected, total = direct(surface, used, result.pt[m], result.phi[n], y, eta=eta, milne=axes != "cartesian")
                got = numpy.array([getattr(result, term)[0, r, m, n] for term in TERMS])
                size = abs(expected).max()
                assert abs(got - expected).max() < 1e-8 * size, (y, m, n)
                assert result.spectra[0, r, m, n] == pytest.approx(2 * total / (2 * numpy.pi * HBAR_C) ** 3, rel=1e-8)


def flow(tau, x, y):
    """u and T of the ellipse below, in the Milne frame; arrays may be complex."""
    u1, u2, u3 = 0.1 * x * tau / 6, 0.07 * y * tau / 6, 0.02 * x
    temperature = 0.16 * (6 / tau) ** (1 / 3) * numpy.exp(-x * x / 288 - y * y / 392)
    return numpy.stack([numpy.sqrt(1 + u1 * u1 + u2 * u2 + u3 * u3), u1, u2, u3 + 0 * y], axis=-1), temperature


# pT, phi; E d3N/d3p; P_y and P_z by vorticity, shear with the laboratory's time, with u, sigma with u
ELLIPSE = [(1, numpy.pi / 4, 4.16268262e-2, (-7.8628e-3, 2.7585e-3, 8.2589e-4, 4.5370e-4),
            (-2.7426e-3, 5.6032e-3, 5.0708e-3, 3.7493e-3)),
           (2, numpy.pi / 4, 9.38053263e-4, (-1.15471e-2, 7.2612e-3, 4.8398e-3, 2.9115e-3),
            (-7.8175e-3, 1.48058e-2, 1.47131e-2, 1.09992e-2))]


def ellipse(folder):
    """The surface tau = 6 fm/c within x^2/16 + y^2/25 < 1, with gradients by derivatives along complex steps."""
    nodes, weights = numpy.polynomial.legendre.leggauss(24)
    r, around = 0.5 * (nodes + 1), (numpy.arange(32) + 0.5) * numpy.pi / 16
    x, y = (4 * r[:, None] * numpy.cos(around)).ravel(), (5 * r[:, None] * numpy.sin(around)).ravel()
    area = (0.5 * weights[:, None] * r[:, None] * 20 * numpy.pi / 16 * numpy.ones(32)).ravel()
    u, temperature = flow(6.0, x, y)
    beta, gradients = u / temperature[:, None], numpy.zeros((len(x), 4, 4))
    for m, step in enumerate(numpy.eye(3) * 1e-30j):
        moved, its = flow(6.0 + step[0], x + step[1], y + step[2])
        gradients[:, m] = (moved / its[:, None]).imag / 1e-30
    gradients[:, 3, 0], gradients[:, 3, 3] = beta[:, 3] / 6, beta[:, 0] / 6
    position = numpy.stack([6 + 0 * x, x, y, 0 * x], axis=1)
    normal = numpy.stack([6 * area, 0 * x, 0 * x, 0 * x], axis=1)
    write_surface(folder, position, normal, u, temperature, single=(0, 0, 1))
    return add_gradients(folder, gradients @ METRIC)


def test_ellipse(tmp_path, pdg):
    """An elliptic, boost-invariant surface with u^eta, against published digits of an integral by other text; P_z has the
    second harmonic of an ellipse."""
    folder = ellipse(tmp_path / "ellipse")
    for pt, phi, number, py, pz in ELLIPSE:
        result = polarized(folder, pdg, "--species", "3122", "--pt", f"{pt},10", "--phi", "16")
        n = int(round(phi / (numpy.pi / 8)))
        assert result.spectra[0, 0, -1, n] == pytest.approx(number, rel=1e-7)
        got = numpy.array([getattr(result, term)[0, 0, -1, n] for term in TERMS])
        numpy.testing.assert_allclose(got[:, 1], py, atol=6e-8)
        numpy.testing.assert_allclose(got[:, 2], pz, atol=6e-8)
        assert result.sine_of_phi("shear_lab")[0, 0] > 0 > result.sine_of_phi("vorticity")[0, 0]


# Decays. The list has masses of its own; shares are those of the Particle Data Group.
HYPERONS = """3122 Lambda 1.116 0 2 1 -1 0 0 1 0 1
3122 1 1.0 3122 0 0 0 0
3212 Sigma0 1.193 0 2 1 -1 0 0 1 0 1
3212 1 1.0 3212 0 0 0 0
3312 Xi- 1.322 0 2 1 -2 0 0 1 -1 1
3312 1 1.0 3312 0 0 0 0
3322 Xi0 1.315 0 2 1 -2 0 0 1 0 1
3322 1 1.0 3322 0 0 0 0
3114 Sigma(1385)- 1.387 0.036 4 1 -1 0 0 1 -1 1
3114 1 1.0 3114 0 0 0 0
3214 Sigma(1385)0 1.384 0.036 4 1 -1 0 0 1 0 1
3214 1 1.0 3214 0 0 0 0
3224 Sigma(1385)+ 1.383 0.036 4 1 -1 0 0 1 1 1
3224 1 1.0 3224 0 0 0 0
3314 Xi(1530)- 1.535 0.01 4 1 -2 0 0 1 -1 1
3314 1 1.0 3314 0 0 0 0
3324 Xi(1530)0 1.532 0.01 4 1 -2 0 0 1 0 1
3324 1 1.0 3324 0 0 0 0
"""
MASSES = {3122: 1.116, 3212: 1.193, 3312: 1.322, 3322: 1.315, 3114: 1.387, 3214: 1.384, 3224: 1.383, 3314: 1.535, 3324: 1.532}
AXIS, WARMTH, TURNS = numpy.array([0.3, -0.5, 1.0]), 0.15, 0.05


def boosted(p, mass):
    """[..., 4, 4]: to the frame in which a particle of this momentum [..., 4] is at rest, as a product of a rotation that takes the
    momentum to the last axis, a boost along that axis and the rotation back."""
    length = numpy.linalg.norm(p[..., 1:], axis=-1)
    third = numpy.where(length[..., None] > 1e-12, p[..., 1:] / numpy.maximum(length, 1e-300)[..., None], [0, 0, 1.0])
    first = numpy.cross(third, numpy.where(abs(third[..., :1]) < 0.9, [1.0, 0, 0], [0, 1.0, 0]))
    first /= numpy.linalg.norm(first, axis=-1)[..., None]
    turn = numpy.zeros((*length.shape, 4, 4))
    turn[..., 0, 0] = 1
    turn[..., 1:, 1:] = numpy.stack([first, numpy.cross(third, first), third], axis=-2)
    push = numpy.zeros_like(turn)
    push[..., 1, 1] = push[..., 2, 2] = 1
    push[..., 0, 0] = push[..., 3, 3] = p[..., 0] / mass
    push[..., 0, 3] = push[..., 3, 0] = -length / mass
    return numpy.swapaxes(turn, -1, -2) @ push @ turn


def sphere(polar, around):
    nodes, weights = numpy.polynomial.legendre.leggauss(polar)
    phi = (numpy.arange(around) + 0.5) * 2 * numpy.pi / around
    sine = numpy.sqrt(1 - nodes**2)
    points = numpy.stack([sine[:, None] * numpy.cos(phi), sine[:, None] * numpy.sin(phi), nodes[:, None] + 0 * phi], axis=-1)
    return points.reshape(-1, 3), (weights[:, None] / (2 * around) + 0 * phi).ravel()


def handed_on(kind):
    """xi(P, n) of a decay, from amplitudes: of a state of spin j the daughter has the spinor <1/2 m|t(n)|M>. Linear in P: from
    density matrices (1 +- small J)/(2j+1), the pion's wave with M - m = its component along n, turned to n."""
    j, wave = kind
    dimension = int(2 * j + 1)
    m = j - numpy.arange(dimension)
    raising = numpy.diag(numpy.sqrt(j * (j + 1) - m[1:] * (m[1:] + 1)), 1)
    spins = numpy.array([(raising + raising.T) / 2, (raising - raising.T) / 2j, numpy.diag(m)])
    pauli = numpy.array([[[0, 1], [1, 0]], [[0, -1j], [1j, 0]], [[1, 0], [0, -1]]])
    # along the last axis helicity is kept: amplitudes of +1/2 and -1/2, of equal size and, by parity, (-1)^(j - 1/2 - L) apart
    sign = (-1) ** round(j - 0.5 - wave)
    along = numpy.zeros((2, dimension), complex)
    along[0, round(j - 0.5)], along[1, round(j + 0.5)] = 1, sign

    def rotation(generators, n):
        angle, about = numpy.arccos(n[2]), numpy.arctan2(n[1], n[0])
        values, vectors = numpy.linalg.eigh(generators[1])
        tilt = vectors @ numpy.diag(numpy.exp(-1j * angle * values)) @ vectors.conj().T
        return numpy.diag(numpy.exp(-1j * about * numpy.diag(generators[2]))) @ tilt

    def transfer(polarization, n):
        """polarization: <J>/j."""
        amplitude = rotation(pauli / 2, n) @ along @ rotation(spins, n).conj().T
        small = 3 / (j + 1) * numpy.einsum("i,iab->ab", polarization, spins)  # <J> = j P
        density = amplitude @ (numpy.eye(dimension) + small) @ amplitude.conj().T
        return numpy.real([numpy.trace(density @ s) for s in pauli]) / numpy.real(numpy.trace(amplitude @ amplitude.conj().T))
    return transfer


def linear(transfer):
    """The matrix of a transfer at n, from three directions of P."""
    return lambda n: numpy.array([transfer(e, n) for e in numpy.eye(3)]).T


DECAYS = [  # parent, daughter, share, mass of the other particle, matrix at n
    (3324, 3312, 2 / 3, 0.13957, linear(handed_on((1.5, 1)))), (3324, 3322, 1 / 3, 0.13498, linear(handed_on((1.5, 1)))),
    (3314, 3322, 2 / 3, 0.13957, linear(handed_on((1.5, 1)))), (3314, 3312, 1 / 3, 0.13498, linear(handed_on((1.5, 1)))),
    (3224, 3212, 0.117 / 2, 0.13957, linear(handed_on((1.5, 1)))), (3114, 3212, 0.117 / 2, 0.13957, linear(handed_on((1.5, 1)))),
    (3224, 3122, 0.87, 0.13957, linear(handed_on((1.5, 1)))), (3214, 3122, 0.87, 0.13498, linear(handed_on((1.5, 1)))),
    (3114, 3122, 0.87, 0.13957, linear(handed_on((1.5, 1)))),
    (3212, 3122, 1, 0, lambda n: -numpy.outer(n, n)),
    # gamma from the mean (1 + 2 gamma)/3
    (3322, 3122, 0.99524, 0.13498, lambda n: 0.85 * numpy.eye(3) + 0.15 * numpy.outer(n, n)),
    (3312, 3122, 0.99887, 0.13957, lambda n: 0.8905 * numpy.eye(3) + 0.1095 * numpy.outer(n, n))]


def test_mean_transfers():
    """Over all directions: the table of F. Becattini et al., Phys. Rev. C 95 (2017) 054902, as shares of spin."""
    points, weights = sphere(8, 16)
    for matrix, spin, share in [(linear(handed_on((0.5, 1))), 0.5, -1 / 3), (linear(handed_on((0.5, 0))), 0.5, 1),
                                (DECAYS[0][4], 1.5, 1 / 3), (linear(handed_on((1.5, 2))), 1.5, -1 / 5), (DECAYS[9][4], 0.5, -1 / 3),
                                (DECAYS[10][4], 0.5, 0.900), (DECAYS[11][4], 0.5, 0.927)]:
        mean = sum(w * matrix(n) for n, w in zip(points, weights))
        assert mean == pytest.approx(share * 2 * spin * numpy.eye(3), abs=1e-12)


def thermal(pdg, p):
    """Number and P of the gas that rotates about an axis, at momenta [..., 4]."""
    mass, degeneracy = MASSES[pdg], 4 if pdg % 10 == 4 else 2
    f = 1 / (numpy.exp(p[..., 0] / WARMTH) + 1)
    size = HBAR_C * TURNS / (4 * mass * WARMTH) * (1 - f)
    spin = size[..., None] * numpy.concatenate([(p[..., 1:] @ AXIS)[..., None], p[..., :1] * AXIS], axis=-1)
    rest = numpy.einsum("...ab,...b->...a", boosted(p, mass), spin)[..., 1:]
    return degeneracy / (2 * numpy.pi * HBAR_C) ** 3 * p[..., 0] * f, (2 if degeneracy == 2 else 10 / 3) * rest


def test_decays(tmp_path):
    """A gas at rest that rotates about any axis, whose hadrons decay here from their side: each parent's momentum and direction of
    decay with the daughter's spin turned into its own rest frame by products of boosts. Sums over all momenta of numbers, spins and
    their products with momenta."""
    (tmp_path / "pdg.dat").write_text(HYPERONS)
    gradients = numpy.zeros((1, 4, 4))
    for i in range(3):  # beta = axis x (x) Omega/T, lower components
        for k in range(3):
            gradients[0, 1 + k, 1 + i] = -TURNS / WARMTH * numpy.cross(AXIS, numpy.eye(3)[k])[i]
    folder = write_surface(tmp_path / "gas", [[5, 0, 0, 0]], [[1, 0, 0, 0]], [[1, 0, 0, 0]], [WARMTH], coordinates="cartesian")
    add_gradients(folder, gradients, "cartesian")
    run_taub("spectra", folder, "--hadrons", tmp_path / "pdg.dat", "--quiet", "--polarization", "thermal", "--device", "host",
             "--species", "3122,-3122", "--pt", "4,24", "--phi", "8", "--rapidity", "2.6,21")
    result = read_polarization(folder)
    fed = result.with_decays
    assert result.pdg[:2].tolist() == [3122, -3122] and set(MASSES) < set(result.pdg.tolist())
    # what all parents give, generation by generation: lists of (momenta, numbers, P) of each hadron
    radius, weights = numpy.polynomial.legendre.leggauss(16)
    length, weights = 1.6 * (radius + 1), 1.6 * weights
    around, solid = sphere(4, 8)
    children, child_solid = sphere(4, 7)
    made = {}
    for pdg, mass in MASSES.items():
        momentum = (length[:, None, None] * around).reshape(-1, 3)
        p = numpy.concatenate([numpy.hypot(mass, numpy.linalg.norm(momentum, axis=-1))[:, None], momentum], axis=1)
        number, spin = thermal(pdg, p)
        measure = (4 * numpy.pi * length[:, None] ** 2 * weights[:, None] * solid).ravel() / p[:, 0]  # d3p/E
        made[pdg] = [(p, number * measure, spin)]
    for parent, daughter, share, other, matrix in DECAYS:
        big, small = MASSES[parent], MASSES[daughter]
        energy = (big**2 + small**2 - other**2) / (2 * big)
        size = numpy.sqrt(energy**2 - small**2)
        for p, number, spin in list(made[parent]):
            back = numpy.linalg.inv(boosted(p, big))
            for n, weight in zip(children, child_solid):
                there = numpy.array([energy, *(size * n)])
                xi = spin @ matrix(n).T
                four = numpy.concatenate([numpy.zeros((len(xi), 1)), xi], axis=1) @ numpy.linalg.inv(boosted(there, small)).T
                q = numpy.einsum("nab,b->na", back, there)
                own = numpy.einsum("nab,nb->na", boosted(q, small), numpy.einsum("nab,nb->na", back, four))[:, 1:]
                made[daughter].append((q, share * weight * number, own))
    for pdg in (3122, 3212, 3312):
        s = result.index(pdg)
        mass = MASSES[pdg]
        mt = numpy.hypot(mass, result.pt)[:, None]
        y, phi = result.rapidity[:, None, None], result.phi
        grid = numpy.stack(numpy.broadcast_arrays(mt * numpy.cosh(y), result.pt[:, None] * numpy.cos(phi), result.pt[:, None] * numpy.sin(phi),
                                                  mt * numpy.sinh(y)), axis=-1)
        measure = (result.rapidity[1] - result.rapidity[0]) * result.pt_weight * result.pt * 2 * numpy.pi / len(phi)
        for kind, expected in ((result, made[pdg][:1]), (fed, made[pdg])):
            weight = kind.spectra[s] * measure[:, None]
            p, number, spin = (numpy.concatenate([part[n] for part in expected]) for n in range(3))
            size = abs((number[:, None] * spin).sum(axis=0)).max()
            assert weight.sum() == pytest.approx(number.sum(), rel=2e-4)
            assert numpy.einsum("rmd,rmdi->i", weight, kind.vorticity[s]) == pytest.approx(
                (number[:, None] * spin).sum(axis=0), abs=3e-4 * size)
            # (p.P) p: what depends on where daughters fly
            assert numpy.einsum("rmd,rmdi,rmdi,rmdk->k", weight, kind.vorticity[s], grid[..., 1:], grid[..., 1:]) == pytest.approx(
                numpy.einsum("n,ni,ni,nk->k", number, spin, p[:, 1:], p[:, 1:]), abs=1e-3 * size)
        if pdg != 3312:
            assert abs(fed.mean_of("vorticity")[s, 10, 2] / result.mean_of("vorticity")[s, 10, 2] - 1) > 0.02
    assert fed.spectra[1] == pytest.approx(fed.spectra[0], rel=1e-12) and fed.vorticity[1] == pytest.approx(fed.vorticity[0], rel=1e-10)
