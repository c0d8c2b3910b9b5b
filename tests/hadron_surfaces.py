"""Freeze-out surfaces made up for tests, and the Cooper-Frye formula integrated directly: written from the formula, in the
laboratory's components, with integrals of its own; nothing of it is shared with the kernels."""
import pathlib

import h5py
import numpy

HBAR_C = 0.1973269804
GROUP = "/data/0/particles/freeze_out"
TENSOR = ("tt", "tx", "ty", "tz", "xx", "xy", "xz", "yy", "yz", "zz")
PLACE = {(m, n): TENSOR.index("".join(sorted("txyz"[m] + "txyz"[n], key="txyz".index))) for m in range(4) for n in range(4)}
METRIC = numpy.diag([1.0, -1, -1, -1])

# pions, kaons, nucleons: pdg.dat of iSS
LIST = """211 pi+ 0.13957 0 1 0 0 0 0 3 1 1
211 1 1.0 211 0 0 0 0
-211 pi- 0.13957 0 1 0 0 0 0 3 -1 1
-211 1 1.0 -211 0 0 0 0
111 pi0 0.13498 7.8e-9 1 0 0 0 0 3 0 1
111 1 1.0 111 0 0 0 0
321 K+ 0.49368 0 1 0 1 0 0 2 1 1
321 1 1.0 321 0 0 0 0
2212 p 0.93827 0 2 1 0 0 0 2 1 1
2212 1 1.0 2212 0 0 0 0
"""


class Hadron:
    def __init__(self, code, mass, degeneracy, sign):
        self.code, self.mass, self.degeneracy, self.sign = code, mass, degeneracy, sign
        self.baryon = 0 if sign > 0 else 1 if code > 0 else -1


HADRONS = [Hadron(211, 0.13957, 1, 1), Hadron(-211, 0.13957, 1, 1), Hadron(111, 0.13498, 1, 1), Hadron(321, 0.49368, 1, 1),
           Hadron(-321, 0.49368, 1, 1), Hadron(2212, 0.93827, 2, -1), Hadron(-2212, 0.93827, 2, -1)]


def write_surface(folder, position, normal, velocity, temperature, shear=None, bulk=None, energy=0.3, pressure=0.05,
                  coordinates="milne", single=(0, 0, 0), charge=0.0, potential=None, current=None):
    """surface.h5 in a new folder; shear [n, 4, 4] contravariant, in the orthonormal frame as all components; without mu_B
    (potential) and q^mu (current) as files of runs that have none."""
    count = len(position)
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    axes = ("tau", "x", "y", "eta") if coordinates == "milne" else ("t", "x", "y", "z")
    shear = numpy.zeros((count, 4, 4)) if shear is None else shear
    with h5py.File(folder / "surface.h5", "w") as file:
        group = file.create_group(GROUP)
        for name, text in (("coordinates", coordinates), ("criterion", "temperature")):
            group.attrs.create(name, text, dtype=h5py.string_dtype("utf-8", len(text)))
        group.attrs["value"], group.attrs["physical"] = 0.155, numpy.int64(1)
        group.attrs["perUnitLength"] = numpy.array(single, dtype="i8")
        for name, values in (("position", position), ("surface_normal", normal), ("four_velocity", velocity)):
            for c, axis in enumerate(axes):
                group[f"{name}/{axis}"] = numpy.asarray(values, float)[:, c]
        for name in TENSOR:
            group[f"shear_stress/{name}"] = shear[:, "txyz".index(name[0]), "txyz".index(name[1])]
        for name, value in (("energy_density", energy), ("temperature", temperature), ("pressure", pressure),
                            ("charge_density", charge), ("bulk_pressure", 0.0 if bulk is None else bulk)):
            group[name] = numpy.broadcast_to(numpy.asarray(value, float), (count,)).copy()
        if potential is not None:
            group["chemical_potential"] = numpy.broadcast_to(numpy.asarray(potential, float), (count,)).copy()
        if current is not None:
            for c, axis in enumerate(axes):
                group[f"diffusion_current/{axis}"] = numpy.asarray(current, float)[:, c]
    return folder


def add_gradients(folder, gradients, coordinates="milne"):
    """nabla_mu beta_nu [n, 4, 4] into a made-up surface."""
    axes = ("tau", "x", "y", "eta") if coordinates == "milne" else ("t", "x", "y", "z")
    with h5py.File(folder / "surface.h5", "r+") as file:
        for m in range(4):
            for n in range(4):
                file[GROUP][f"beta_gradient/{axes[m]}_{axes[n]}"] = numpy.ascontiguousarray(gradients[:, m, n])
    return folder


def random_surface(seed, count, flow=0.8, along=0.3, viscous=0.1):
    """Velocities, normals and viscous stresses of all directions: what a surface can be, and worse."""
    draw = numpy.random.default_rng(seed)
    u = numpy.zeros((count, 4))
    u[:, 1:3] = flow * draw.normal(size=(count, 2))
    u[:, 3] = along * draw.normal(size=count)
    u[:, 0] = numpy.sqrt(1 + (u[:, 1:] ** 2).sum(axis=1))
    position = numpy.stack([draw.uniform(2, 10, count), draw.normal(size=count), draw.normal(size=count),
                            draw.uniform(-1, 1, count)], axis=1)
    normal = numpy.concatenate([draw.uniform(0.5, 1.5, (count, 1)), 0.5 * draw.normal(size=(count, 3))], axis=1)
    projector = METRIC - u[:, :, None] * u[:, None, :]
    a = draw.normal(size=(count, 4, 4))
    lower = numpy.einsum("nam,mb->nab", projector, METRIC)
    b = numpy.einsum("nam,nbk,nmk->nab", lower, lower, a + numpy.swapaxes(a, 1, 2))
    trace = numpy.einsum("nab,ab->n", b, METRIC)
    shear = viscous * 0.05 * (b - projector * (trace / 3)[:, None, None])
    return {"position": position, "normal": normal, "velocity": u, "temperature": draw.uniform(0.15, 0.16, count),
            "shear": shear, "bulk": viscous * 0.02 * draw.normal(size=count)}


def thermal_nodes(hadron, temperature, potential=0.0, count=4000):
    """p, E, f and weights of dP = g d3p/((2 pi)^3 E): the midpoint rule in the momentum, far enough out."""
    p = (numpy.arange(count) + 0.5) * (60 * temperature + 2 * hadron.mass) / count
    energy = numpy.sqrt(p ** 2 + hadron.mass ** 2)
    f = 1 / (numpy.exp((energy - hadron.baryon * potential) / temperature) - hadron.sign)
    weight = hadron.degeneracy * p ** 2 / energy * (p[1] - p[0]) / (2 * numpy.pi ** 2 * HBAR_C ** 3)
    return p, energy, f, weight


def thermal(hadrons, temperature, potential=0.0):
    """Number, energy density and pressure."""
    total = numpy.zeros(3)
    for hadron in hadrons:
        p, energy, f, weight = thermal_nodes(hadron, temperature, potential)
        total += [(weight * energy * f).sum(), (weight * energy ** 2 * f).sum(), (weight * p ** 2 * f).sum() / 3]
    return total


def coefficients(hadrons, kind, temperature, potential=0.0):
    """S, A, B, C of delta f: docs/theory/hadrons.md."""
    if kind == "none":
        return 0.0, 0.0, 0.0, 0.0
    shear, energy_sums, pressure_sums, charge_sums = 0.0, numpy.zeros(3), numpy.zeros(3), numpy.zeros(3)
    for hadron in hadrons:
        p, energy, f, weight = thermal_nodes(hadron, temperature, potential)
        weight = weight * f * (1 + hadron.sign * f) / (energy if kind == "chapman-enskog" else 1)
        shear += (weight * p ** 4).sum() / 15
        terms = numpy.array([hadron.mass ** 2 + 0 * p, energy ** 2, hadron.baryon * energy])
        energy_sums += (weight * energy ** 2 * terms).sum(axis=1)
        pressure_sums += (weight * p ** 2 / 3 * terms).sum(axis=1)
        charge_sums += (weight * hadron.baryon * energy * terms).sum(axis=1)
    a, b, c = numpy.linalg.solve([energy_sums, pressure_sums, charge_sums], [0, 1, 0])
    return 0.5 / shear, a, b, c


def emission(surface, hadron, kind, all_hadrons, px, py, y_of_particle, milne, bounded=False, outward=False, table=None):
    """p.dSigma f (1 + delta) of each element (first index) for particles with these momenta at these rapidities relative to
    the element's frame along tau and eta."""
    mt = numpy.sqrt(hadron.mass ** 2 + px ** 2 + py ** 2)
    p = numpy.stack(numpy.broadcast_arrays(mt * numpy.cosh(y_of_particle), px, py, mt * numpy.sinh(y_of_particle)))
    total = []
    for n in range(len(surface["position"])):
        t = surface["temperature"][n]
        flux = numpy.tensordot(surface["normal"][n], p, 1)
        covariant = numpy.tensordot(METRIC, p, 1)
        energy = numpy.tensordot(surface["velocity"][n], covariant, 1)
        mu = surface["potential"][n] if "potential" in surface else 0.0
        f = 1 / (numpy.exp((energy - hadron.baryon * mu) / t) - hadron.sign)
        s, a, b, c = table[n] if table is not None else coefficients(all_hadrons, kind, t, mu)
        delta = s * numpy.einsum("ab,a...,b...->...", surface["shear"][n], covariant, covariant)
        delta = delta + surface["bulk"][n] * (a * hadron.mass ** 2 + b * energy ** 2 + c * hadron.baryon * energy)
        delta = delta * (1 + hadron.sign * f) / (energy if kind == "chapman-enskog" else 1)
        delta = numpy.clip(delta, -1, 1) if bounded else delta
        part = flux * f * (1 + delta)
        total.append(numpy.where(flux < 0, 0, part) if outward else part)
    return numpy.array(total) * hadron.degeneracy / (2 * numpy.pi * HBAR_C) ** 3


def direct_spectrum(surface, hadron, kind, all_hadrons, pt, phi, y=0.0, invariant=False, milne=True, **options):
    """d2N/(pT dpT dphi dy) on the grid pt x phi."""
    px, py = numpy.outer(pt, numpy.cos(phi)), numpy.outer(pt, numpy.sin(phi))
    potentials = surface.get("potential", numpy.zeros(len(surface["temperature"])))
    options["table"] = [coefficients(all_hadrons, kind, t, mu) for t, mu in zip(surface["temperature"], potentials)]
    if invariant:
        nodes, weights = numpy.polynomial.legendre.leggauss(160)
        reach = 8.0
        parts = [w * reach * emission(surface, hadron, kind, all_hadrons, px, py, x * reach, milne, **options).sum(axis=0)
                 for x, w in zip(nodes, weights)]
        return sum(parts)
    total = 0
    for n in range(len(surface["position"])):
        one = {key: values[n:n + 1] for key, values in surface.items()}
        relative = y - (surface["position"][n, 3] if milne else 0.0)
        total = total + emission(one, hadron, kind, all_hadrons, px, py, relative, milne,
                                 **{**options, "table": options["table"][n:n + 1]})[0]
    return total
