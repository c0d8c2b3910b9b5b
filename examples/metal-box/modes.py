"""Frequencies of the modes that a probe has heard beside the exact ones of the box.

    python3 examples/metal-box/modes.py out/metal-box modes.png
"""
import itertools
import math
import sys

import numpy

import taub

SIDES = 1.2, 1.0, 0.8
SILENT = 6.0  # the source has ended
LOWEST, HIGHEST = 0.6, 1.0


def exact_modes():
    """{f: [(l, m, n), ...]}: half periods along the sides, at most one of them zero."""
    found = {}
    for mode in itertools.product(range(4), repeat=3):
        f = 0.5 * math.hypot(*(n / side for n, side in zip(mode, SIDES)))
        if mode.count(0) <= 1 and LOWEST < f < HIGHEST:
            found.setdefault(round(f, 12), []).append(mode)
    return dict(sorted(found.items()))


def heard_modes(folder):
    """[(complex f, amplitude)] of sums of damped oscillations that fit what the probe heard, by the matrix pencil of all
    three components."""
    probes = taub.read_probes(folder)
    late = probes.time > SILENT
    stride = round(0.3 / (probes.time[1] - probes.time[0]))  # the pulse has nothing above a frequency of 1.6
    times, signals = probes.time[late][::stride], probes["electric_field"][late, 0][::stride].T
    interval, length = times[1] - times[0], len(times) // 3
    rows = numpy.array([signal[n:n + length] for signal in signals for n in range(len(times) - length)])
    _, sizes, basis = numpy.linalg.svd(rows, full_matrices=False)
    basis = basis[:(sizes > 1e-3 * sizes[0]).sum()].T
    steps = numpy.linalg.eigvals(numpy.linalg.pinv(basis[:-1]) @ basis[1:])
    f = 1j * numpy.log(steps) / (2 * math.pi * interval)
    fit = numpy.linalg.lstsq(steps ** numpy.arange(len(times))[:, None], signals.T, rcond=None)[0]
    keep = (f.real > LOWEST) & (f.real < HIGHEST) & (abs(f.imag) < f.real / 20)
    return sorted(zip(f[keep], numpy.linalg.norm(fit[keep], axis=1)), key=lambda mode: mode[0].real)


def main(folder, picture=None):
    heard = heard_modes(folder)
    print("  exact f    heard f  difference  lost in a period  modes")
    for f, modes in exact_modes().items():
        nearest = min(heard, key=lambda mode: abs(mode[0] - f))[0]
        print(f"{f:9.6f}  {nearest.real:9.6f}  {nearest.real / f - 1:10.1e}  {-4 * math.pi * nearest.imag / nearest.real:16.1e}  "
              + " ".join("(%d,%d,%d)" % mode for mode in modes))
    if picture:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
        probes = taub.read_probes(folder)
        late = probes.time > SILENT
        window = numpy.hanning(late.sum()) * numpy.gradient(probes.time[late])
        frequencies = numpy.linspace(LOWEST - 0.05, HIGHEST + 0.05, 600)
        waves = numpy.exp(2j * math.pi * probes.time[late][:, None] * frequencies)
        spectrum = numpy.linalg.norm([(probes["electric_field"][late, 0, a] * window) @ waves for a in range(3)], axis=0)
        figure, axes = pyplot.subplots(figsize=(6.4, 3.4), layout="constrained")
        axes.semilogy(frequencies, spectrum)
        for f, modes in exact_modes().items():
            axes.axvline(f, color="0.6", linewidth=0.8)
            axes.annotate("".join(map(str, modes[0])), (f, 1.02), xycoords=("data", "axes fraction"), ha="center", fontsize="small")
        axes.set(xlabel="f", ylabel="|E| at the probe, transformed")
        figure.savefig(picture, dpi=120)


if __name__ == "__main__":
    main(*sys.argv[1:])
