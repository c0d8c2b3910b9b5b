"""Cumulants, event planes and fluctuations of the mean pT: against sums over all tuples of particles, and against the flow that
events are made with."""
import itertools
import sys

import h5py
import numpy
import pytest

from conftest import ROOT, run_taub
from hadron_surfaces import LIST, write_surface

sys.path.insert(0, str(ROOT / "python"))
import taub  # noqa: E402
from taub.__main__ import main  # noqa: E402


def draw(generator, count, v2, psi, v3=0.0):
    """phi of particles with dN/dphi = 1 + 2 v2 cos 2(phi - psi) + 2 v3 cos 3(phi - psi)."""
    found = numpy.empty(0)
    while len(found) < count:
        phi = generator.uniform(0, 2 * numpy.pi, 4 * count)
        weight = 1 + 2 * v2 * numpy.cos(2 * (phi - psi)) + 2 * v3 * numpy.cos(3 * (phi - psi))
        found = numpy.concatenate([found, phi[generator.uniform(0, 1 + 2 * abs(v2) + 2 * abs(v3), len(phi)) < weight]])
    return found[:count]


@pytest.mark.parametrize("n", [2, 3])
def test_sums_over_tuples(n):
    """Sums without loops against loops over all pairs and quadruples that differ, for events of a few particles."""
    generator = numpy.random.default_rng(1)
    events = [generator.uniform(0, 2 * numpy.pi, count) for count in (4, 5, 9, 7)]
    momenta = [generator.uniform(0.2, 2, len(phi)) for phi in events]
    found = taub.Correlations(harmonics=(2, 3))
    for phi, pt in zip(events, momenta):
        found.add_particles(phi, pt)
    pairs, number = found.pairs(n)
    fours, number_of_fours = found.quadruples(n)
    two, four = 0.0, 0.0
    for e, phi in enumerate(events):
        of_pairs = sum(numpy.cos(n * (a - b)) for a, b in itertools.permutations(phi, 2))
        of_fours = sum(numpy.cos(n * (a + b - c - d)) for a, b, c, d in itertools.permutations(phi, 4))
        assert pairs[e] == pytest.approx(of_pairs, rel=1e-12, abs=1e-12) and number[e] == len(phi) * (len(phi) - 1)
        assert fours[e] == pytest.approx(of_fours, rel=1e-11, abs=1e-11)
        assert number_of_fours[e] == len(list(itertools.permutations(phi, 4)))
        two, four = two + of_pairs, four + of_fours
    two, four = two / number.sum(), four / number_of_fours.sum()
    expected = {2: two ** 0.5 if two >= 0 else numpy.nan, 4: (2 * two ** 2 - four) ** 0.25 if four <= 2 * two ** 2 else numpy.nan}
    for order in (2, 4):
        assert found.cumulant(n, order).value == pytest.approx(expected[order], rel=1e-10, nan_ok=True)
    # halves: pairs with one particle in each
    across = sum(numpy.cos(n * (a - b)) for phi in events for a in phi[::2] for b in phi[1::2])
    across /= sum(len(phi[::2]) * len(phi[1::2]) for phi in events)
    assert found.cumulant(n, halves=True).value == pytest.approx(across ** 0.5 if across >= 0 else numpy.nan, rel=1e-10, nan_ok=True)
    # mean pT
    mean = numpy.concatenate(momenta).mean()
    c = sum((a - mean) * (b - mean) for pt in momenta for a, b in itertools.permutations(pt, 2)) / number.sum()
    assert found.mean_pt().value == pytest.approx(mean, rel=1e-13)
    assert found.mean_pt_fluctuation().value == pytest.approx(c ** 0.5 / mean if c >= 0 else numpy.nan, rel=1e-9, nan_ok=True)


def within(estimate, expected, sigmas=4.0):
    assert abs(estimate.value - expected) < sigmas * estimate.error, f"{estimate}, expected {expected}"


def test_flow_that_was_put_in():
    """Constant v2 and planes at random: v2{2} = v2{4} = v2{EP} = v2, and nothing in v3; within four errors, which are small."""
    generator = numpy.random.default_rng(2)
    found = taub.Correlations(harmonics=(2, 3))
    for _ in range(1500):
        phi = draw(generator, 200, 0.1, generator.uniform(0, 2 * numpy.pi))
        found.add_particles(phi, numpy.full(len(phi), 0.5))
    for estimate in (found.cumulant(2), found.cumulant(2, 4), found.cumulant(2, halves=True), found.event_plane(2)):
        within(estimate, 0.1)
        assert estimate.error < 0.002
    # |c_3{2}| is within rounding of what independent particles leave, 1/(M sqrt(2 N))
    pairs, number = found.pairs(3)
    assert abs(pairs.sum() / number.sum()) < 4 / (200 * (1500 / 2) ** 0.5)
    assert 0.5 < found.resolution(2).value < 1
    assert abs(found.mean_pt_fluctuation().value) < 1e-6


def test_flow_that_fluctuates():
    """v2{2}^2 = <v2^2>, v2{4}^4 = 2 <v2^2>^2 - <v2^4>, and the fluctuation of mean pT that was put in; with oversampling the
    same from fewer particles a list, and with smaller errors than from lists by themselves."""
    generator = numpy.random.default_rng(3)
    v2 = generator.uniform(0.05, 0.15, 600)
    shifts = generator.normal(0, 0.03, 600)
    one, merged = taub.Correlations(harmonics=(2,)), taub.Correlations(harmonics=(2,))
    for v, shift in zip(v2, shifts):
        psi = generator.uniform(0, 2 * numpy.pi)
        lists = []
        for _ in range(10):
            phi, pt = draw(generator, 60, v, psi), generator.exponential(0.5, 60) + 0.2 + shift
            pz = generator.normal(size=60)
            momentum = numpy.stack([pt * numpy.cos(phi), pt * numpy.sin(phi), pz], axis=1)
            lists.append(taub.Hadrons(numpy.full(60, 211), momentum, numpy.sqrt(pt ** 2 + pz ** 2 + 0.02)))
        one.add(lists)
        merged.add(lists, oversampled=True)
    assert len(one) == 6000 and len(merged) == 600
    two, four = (v2 ** 2).mean(), (v2 ** 4).mean()
    for found in (one, merged):
        within(found.cumulant(2), two ** 0.5)
        within(found.cumulant(2, 4), (2 * two ** 2 - four) ** 0.25)
        within(found.cumulant(2, halves=True), two ** 0.5)
        within(found.mean_pt_fluctuation(), numpy.std(shifts) / (0.7 + shifts.mean()))
    assert merged.cumulant(2, 4).error < one.cumulant(2, 4).error


def write_batch(folder, columns, status=None):
    folder.mkdir()
    count = len(next(iter(columns.values())))
    with h5py.File(folder / "results.h5", "w") as file:
        file["status"] = numpy.ones(count, dtype="i1") if status is None else numpy.array(status, dtype="i1")
        text = h5py.string_dtype()
        file.create_dataset("reason", data=[""] * count, dtype=text)
        file.create_dataset("case", data=["title: none"], dtype=text)
        for name, values in columns.items():
            file[name] = values
    return folder


def species(generator, count, vectors, number):
    columns = {"dN_dy": number, "mean_pt": generator.uniform(0.4, 0.6, count)}
    for n in (2, 3, 4):
        columns[f"v{n}"], columns[f"psi{n}"] = abs(vectors[n]), numpy.angle(vectors[n]) / n
    return columns


def test_batch(tmp_path, capsys):
    """Species together are the sum of their particles; moments of the events; events that failed do not count."""
    generator = numpy.random.default_rng(4)
    count = 400
    vectors = {n: generator.uniform(0.02, 0.1, count) * numpy.exp(2j * numpy.pi * generator.uniform(size=count)) for n in (2, 3)}
    vectors[4] = 3 * vectors[2] ** 2 + 0.01 * numpy.exp(2j * numpy.pi * generator.uniform(size=count))
    others = {n: 1.5 * values for n, values in vectors.items()}
    first, second = generator.uniform(100, 200, count), generator.uniform(10, 30, count)
    columns = {}
    for code, flow, number in ((211, vectors, first), (2212, others, second)):
        columns.update({f"hadrons/{code}/{name}": values for name, values in species(generator, count, flow, number).items()})
    status = [1] * (count - 1) + [2]
    batch = taub.open_batch(write_batch(tmp_path / "out", columns, status))
    flow = batch.flow()
    assert len(flow) == count - 1
    n1, n2 = first[:-1], second[:-1]
    v = abs((n1 * vectors[2][:-1] + n2 * others[2][:-1]) / (n1 + n2))
    assert flow.cumulant(2).value == pytest.approx((v ** 2).mean() ** 0.5, rel=1e-12)
    assert flow.cumulant(2, 4).value == pytest.approx((2 * (v ** 2).mean() ** 2 - (v ** 4).mean()) ** 0.25, rel=1e-12)
    six = (v ** 6).mean() - 9 * (v ** 2).mean() * (v ** 4).mean() + 12 * (v ** 2).mean() ** 3
    assert flow.cumulant(2, 6).value == pytest.approx((six / 4) ** (1 / 6), rel=1e-12)
    assert flow.event_plane(2).value == pytest.approx(v.mean(), rel=1e-12)
    # the jackknife's error of a mean is that of the mean, but for the hundred groups
    assert flow.event_plane(2).error == pytest.approx(v.std() / count ** 0.5, rel=0.25)
    weighted = batch.flow(weights="particles")
    assert weighted.cumulant(2).value == pytest.approx((((n1 + n2) ** 2 * v ** 2).sum() / ((n1 + n2) ** 2).sum()) ** 0.5, rel=1e-12)
    alone = batch.flow([211])
    p = columns["hadrons/211/mean_pt"][:-1]
    assert alone.mean_pt().value == pytest.approx(p.mean()) and alone.mean_pt_fluctuation().value == pytest.approx(p.std() / p.mean())
    a, b = vectors[2][:-1], vectors[4][:-1]
    expected = (b * a.conj() ** 2).real.mean() / ((abs(b) ** 2).mean() * (abs(a) ** 4).mean()) ** 0.5
    assert expected > 0.5 and alone.plane_correlation(2, 4).value == pytest.approx(expected, rel=1e-12)
    assert alone.pt_correlation(2).value == pytest.approx(numpy.corrcoef(abs(a) ** 2, p)[0, 1], rel=1e-10)
    with pytest.raises(taub.Error, match="no hadrons 321; there are 211, 2212"):
        batch.flow([321])
    with pytest.raises(taub.Error, match="no flow vectors of harmonic 5"):
        flow.cumulant(5)
    assert main(["flow", str(tmp_path / "out"), "--species", "211"]) == 0
    told = capsys.readouterr().out
    assert "events                   399 of 400" in told and "v2{4}" in told and "nan" not in told.split("v2{6}")[0]
    assert main(["flow", str(tmp_path / "out"), "--species", "pions"]) == 2


def test_hadrons_of_a_file(tmp_path):
    path = tmp_path / "hadrons.oscar"
    path.write_text("#!OSCAR2013 particle_lists t x y z mass p0 px py pz pdg ID charge\n# Units: fm fm fm fm GeV GeV GeV GeV GeV none none e\n"
                    "# event 0 out 2\n1 0 0 0 0.138 0.5 0.3 0.4 0 211 0 1\n1 0 0 0 0.138 1.25 0 1 0.75 -211 1 -1\n# event 0 end 0 impact 0\n"
                    "# event 1 out 0\n# event 1 end 0 impact 0\n")
    one, none = taub.read_hadrons(tmp_path)
    assert list(one.pdg) == [211, -211] and list(one.charge) == [1, -1] and len(none) == 0
    assert one.pt == pytest.approx([0.5, 1]) and one.phi == pytest.approx([numpy.arctan2(4, 3), numpy.pi / 2])
    assert one.rapidity == pytest.approx([0, numpy.arctanh(0.6)]) and one.pseudorapidity == pytest.approx([0, numpy.arcsinh(0.75)])
    for text, said in ((path.read_text().rsplit("# event 1 end", 1)[0], "truncated"), ("OSC1997A\n", "first line"),
                       (path.read_text().replace("0.75 -211 1 -1", "0.75 -211 1"), "not a list of hadrons")):
        path.write_text(text)
        with pytest.raises(taub.Error, match=said):
            taub.read_hadrons(path)


def test_hadrons_that_taub_draws(tmp_path):
    """A ring that flows faster along x: v2 of the drawn pions is that of the integral over their spectrum, within statistics."""
    phi = numpy.linspace(0, 2 * numpy.pi, 64, endpoint=False)
    speed = 0.6 * (1 + 0.6 * numpy.cos(2 * phi))
    u = numpy.stack([numpy.sqrt(1 + speed ** 2), speed * numpy.cos(phi), speed * numpy.sin(phi), 0 * phi], axis=1)
    position = numpy.stack([0 * phi + 6, 4 * numpy.cos(phi), 4 * numpy.sin(phi), 0 * phi], axis=1)
    folder = write_surface(tmp_path / "ring", position, 4 * u * [1, -1, -1, -1], u, 0 * phi + 0.155, single=(0, 0, 1))
    (tmp_path / "pdg.dat").write_text(LIST)
    on = ["--hadrons", tmp_path / "pdg.dat", "--device", "host", "-q"]
    run_taub("spectra", folder, *on, "--species", "211", "--negative", "drop", "--bounded")
    run_taub("sample", folder, *on, "--events", 1000, "--rapidity", 2)
    events = taub.read_hadrons(folder)
    assert len(events) == 1000
    found = taub.Correlations(harmonics=(2,))
    found.add(events, select=lambda h: h.pdg == 211)
    v2 = taub.read_spectra(folder).flow[0, 0, 2]
    # cos of independent pairs has the variance 1/2, and half as many pairs as (i, j) and (j, i) count; flow adds to it
    pairs, number = found.pairs(2)
    measured, error = pairs.sum() / number.sum(), number.sum() ** -0.5 * (1 + 2 * number.mean() ** 0.5 * v2 ** 2)
    assert abs(measured - v2 ** 2) < 4 * error and measured > 5 * error
