"""Writes events as TRENTo does, for bench/batch/study.yaml: the reduced thickness sqrt(T_A T_B) of two lead nuclei (p = 0).

    python3 bench/batch/profiles.py FOLDER [COUNT]     # event-000.dat ..., 100 of them

The model is that of J. S. Moreland, J. E. Bernhard, S. A. Bass, Phys. Rev. C 92 (2015) 011901: nucleons by Woods-Saxon
(R = 6.62 fm, a = 0.546 fm, 0.9 fm apart), which take part with the probability 1 - exp(-sigma_gg T_pp(b)) for an inelastic
cross section of 6.4 fm^2, each a Gaussian of width 0.5 fm times a number from a gamma distribution of mean 1 and shape 1.4;
impact parameters between 0 and 10 fm with dN/db ~ b. 200 x 200 cells of 0.15 fm.
"""
import pathlib
import sys

import numpy

CELLS, STEP, WIDTH, SHAPE, SIGMA = 200, 0.15, 0.5, 1.4, 6.4


def nucleus(random):
    """Positions in the transverse plane, centred."""
    radius, diffuseness, apart, places = 6.62, 0.546, 0.9, []
    while len(places) < 208:
        r = random.uniform(0, 13)
        if random.uniform() * 45 > r * r / (1 + numpy.exp((r - radius) / diffuseness)):
            continue
        direction = random.normal(size=3)
        place = r * direction / numpy.linalg.norm(direction)
        if all(numpy.sum((place - other) ** 2) > apart ** 2 for other in places[-60:]):
            places.append(place)
    places = numpy.array(places)
    return (places - places.mean(axis=0))[:, :2]


def opacity():
    """sigma_gg for which a pair of Gaussian nucleons has the cross section SIGMA: integral d2b (1 - exp(-s T(b)))."""
    b = numpy.linspace(0, 12 * WIDTH, 4000)
    overlap = numpy.exp(-b ** 2 / (4 * WIDTH ** 2)) / (4 * numpy.pi * WIDTH ** 2)
    low, high = 1.0, 1e4
    for _ in range(80):
        middle = (low * high) ** 0.5
        section = numpy.trapz(2 * numpy.pi * b * (1 - numpy.exp(-middle * overlap)), b)
        low, high = (middle, high) if section < SIGMA else (low, middle)
    return low


def thickness(places, weights, axis):
    x = numpy.exp(-(axis[None, :] - places[:, :1]) ** 2 / (2 * WIDTH ** 2))
    y = numpy.exp(-(axis[None, :] - places[:, 1:]) ** 2 / (2 * WIDTH ** 2))
    return numpy.einsum("n,nj,ni->ji", weights, y, x) / (2 * numpy.pi * WIDTH ** 2)


def event(random, strength):
    axis = STEP * (numpy.arange(CELLS) + 0.5 - CELLS / 2)
    while True:
        b = 10 * random.uniform() ** 0.5
        a, c = nucleus(random) - [b / 2, 0], nucleus(random) + [b / 2, 0]
        squared = numpy.sum((a[:, None] - c[None]) ** 2, axis=2)
        hit = random.uniform(size=squared.shape) < 1 - numpy.exp(
            -strength * numpy.exp(-squared / (4 * WIDTH ** 2)) / (4 * numpy.pi * WIDTH ** 2))
        a, c = a[hit.any(axis=1)], c[hit.any(axis=0)]
        if len(a):
            break
    maps = [thickness(places, random.gamma(SHAPE, 1 / SHAPE, len(places)), axis) for places in (a, c)]
    return b, len(a) + len(c), numpy.sqrt(maps[0] * maps[1])


def main(folder, count="100"):
    folder, random, strength = pathlib.Path(folder), numpy.random.default_rng(2760), opacity()
    folder.mkdir(parents=True, exist_ok=True)
    for n in range(int(count)):
        b, participants, values = event(random, strength)
        with open(folder / f"event-{n:03d}.dat", "w") as file:
            file.write(f"# event {n}\n# b     = {b:.4f}\n# npart = {participants}\n")
            numpy.savetxt(file, values, fmt="%.6g")


if __name__ == "__main__":
    main(*sys.argv[1:])
