"""The band diagram of rods on a square lattice, E along the rods: a run for each wave vector, and plane waves.

    python3 examples/photonic-crystal/bands.py bands.png [--taub build/taub] [--steps 4]

Frequencies are omega a/(2 pi c) with the lattice constant a = 1, as in J. D. Joannopoulos et al., Photonic Crystals.
"""
import argparse
import math
import pathlib
import subprocess
import tempfile

import numpy

import taub

RADIUS, PERMITTIVITY = 0.2, 8.9
SILENT = 4.5    # the source has ended
WEAKEST = 5e-3  # of modes that count, of the strongest
CORNERS = [("Γ", (0, 0)), ("X", (math.pi, 0)), ("M", (math.pi, math.pi)), ("Γ", (0, 0))]


# ---- plane waves ----

def bessel_1(x):
    """J_1(x) for an array, by its integral over half a period."""
    t = (numpy.arange(200) + 0.5) * math.pi / 200
    return numpy.cos(t - x[..., None] * numpy.sin(t)).mean(axis=-1)


def plane_wave_bands(k, count, most=9):
    """The lowest frequencies of |k + G|^2 E_G = omega^2 sum_G' eps(G - G') E_G', with G up to `most` periods each way (K. M.
    Ho, C. T. Chan, C. M. Soukoulis, Phys. Rev. Lett. 65 (1990) 3152)."""
    number = numpy.arange(-most, most + 1)
    g = 2 * math.pi * numpy.array([(m, n) for m in number for n in number])
    size = numpy.linalg.norm(g[:, None] - g[None, :], axis=-1) * RADIUS
    share = math.pi * RADIUS ** 2 * numpy.where(size > 0, 2 * bessel_1(size) / numpy.where(size > 0, size, 1), 1)
    eps = numpy.eye(len(g)) + (PERMITTIVITY - 1) * share
    lower = numpy.linalg.inv(numpy.linalg.cholesky(eps))
    squares = numpy.linalg.eigvalsh(lower @ numpy.diag(((g + k) ** 2).sum(axis=1)) @ lower.T)
    return numpy.sqrt(abs(squares[:count])) / (2 * math.pi)


# ---- runs ----

def heard_frequencies(probes, highest=0.85):
    """Frequencies of both signs of the modes that the probes have heard, by the matrix pencil."""
    found, interval, late = [], probes.time[1] - probes.time[0], probes.time > SILENT
    both = probes["electric_field"][:, :, 2] + 1j * probes["electric_field_imaginary"][:, :, 2]
    for signal in both.T:
        values = signal[late]
        length = len(values) // 3
        rows = numpy.lib.stride_tricks.sliding_window_view(values, length)
        _, sizes, basis = numpy.linalg.svd(rows, full_matrices=False)
        basis = basis[:(sizes > 1e-5 * sizes[0]).sum()].T
        steps = numpy.linalg.eigvals(numpy.linalg.pinv(basis[:-1]) @ basis[1:])
        steps = steps[abs(numpy.log(abs(steps))) < 0.01 * interval * 2 * math.pi]  # modes lose little
        amplitudes = abs(numpy.linalg.lstsq(steps ** numpy.arange(len(values))[:, None], values, rcond=None)[0])
        frequency = -numpy.angle(steps) / (2 * math.pi * interval)
        found += list(abs(frequency[(amplitudes > WEAKEST * amplitudes.max()) & (abs(frequency) < highest)]))
    return numpy.array(sorted(found))


def distinct(frequencies, apart=3e-3):
    """Means of groups: both probes and both signs hear the same modes."""
    groups = numpy.split(frequencies, numpy.flatnonzero(numpy.diff(frequencies) > apart) + 1)
    return numpy.array([group.mean() for group in groups if len(group)])


def run(program, case, k, folder, *changes):
    subprocess.run([program, "run", str(case), "-o", str(folder), "--quiet", f"mesh.bloch=[{k[0]},{k[1]},0]", *changes], check=True)
    return distinct(heard_frequencies(taub.read_probes(folder)))


def path_of(steps):
    """Wave vectors from corner to corner, and how far each is along the way."""
    vectors, places, before = [], [], 0.0
    for (_, a), (_, b) in zip(CORNERS, CORNERS[1:]):
        a, b = numpy.array(a, float), numpy.array(b, float)
        for n in range(steps):
            vectors.append(a + (b - a) * n / steps)
            places.append(before + numpy.linalg.norm(b - a) * n / steps)
        before += numpy.linalg.norm(b - a)
    return vectors + [numpy.array(CORNERS[-1][1], float)], places + [before]


def draw(picture, steps, measured):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    vectors, places = path_of(40)
    bands = numpy.array([plane_wave_bands(k, 5) for k in vectors])
    figure, axes = plt.subplots(figsize=(5.5, 4))
    axes.plot(places, bands, color="0.6", linewidth=1)
    axes.axhspan(bands[:, 0].max(), bands[:, 1].min(), color="0.93")
    for at, frequencies in zip(path_of(steps)[1], measured):
        axes.plot([at] * len(frequencies), frequencies, ".", color="C0", markersize=5)
    ticks = [places[40 * n] for n in range(len(CORNERS))]
    axes.set_xticks(ticks, [name for name, _ in CORNERS])
    axes.set(xlim=(0, ticks[-1]), ylim=(0, 0.85), ylabel=r"$\omega a/2\pi c$")
    figure.tight_layout()
    figure.savefig(picture, dpi=150)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("picture")
    parser.add_argument("--taub", default="taub", help="the program")
    parser.add_argument("--steps", type=int, default=4, help="wave vectors from one corner to the next")
    options = parser.parse_args()
    measured = []
    print("   k_x    k_y   bands by plane waves                    heard")
    with tempfile.TemporaryDirectory() as folder:
        for n, k in enumerate(path_of(options.steps)[0]):
            measured.append(run(options.taub, pathlib.Path(__file__).parent, k, pathlib.Path(folder) / str(n)))
            print(f"{k[0]:6.3f} {k[1]:6.3f}  ", *(f"{f:.4f}" for f in plane_wave_bands(k, 5)), "  ",
                  *(f"{f:.4f}" for f in measured[-1]))
    draw(options.picture, options.steps, measured)


if __name__ == "__main__":
    main()
