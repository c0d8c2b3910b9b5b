"""The field of the array beside the sum of Hankel functions, and the pattern of both.

    python3 examples/phased-array/pattern.py out/phased-array array.png
"""
import sys

import numpy

import taub

OMEGA, LAYER = 2 * numpy.pi, 0.75
PLACES, PHASES = -1.75 + 0.5 * numpy.arange(8), -0.5 * numpy.pi * numpy.arange(8)


def hankel(x, most=90):
    """H_0(x): J_0 by its integral over a period, Y_0 by Neumann's series."""
    angle = 2 * numpy.pi * numpy.arange(256) / 256
    sines = numpy.outer(x, numpy.sin(angle))
    j0, y0 = numpy.cos(sines).mean(axis=1), 0
    for k in range(1, most // 2):
        y0 = y0 - 4 / numpy.pi * (-1) ** k / k * numpy.cos(2 * k * angle - sines).mean(axis=1)
    return j0 + 1j * (2 / numpy.pi * (numpy.log(x / 2) + numpy.euler_gamma) * j0 + y0)


def exact(x, y):
    """E = Re(this exp(-i omega t)): of a current sin(omega t + phase) along a line -omega/4 H_0(omega r)."""
    table = numpy.linspace(0.1, 12, 2400)
    values, field = hankel(OMEGA * table), 0
    for place, phase in zip(PLACES, PHASES):
        r = numpy.hypot(x, y - place)
        field = field - 0.25j * OMEGA * numpy.exp(-1j * phase) * numpy.interp(r, table, values)
    return field


def compare(out):
    """(x, y, E of the run, exact E), NaN in the layers and within four cells of the line of sources."""
    run = taub.open(out)
    x, y = numpy.meshgrid(run.axes["x"], run.axes["y"])
    h = x[0, 1] - x[0, 0]
    got = run.field("electric_field/z", step=run.steps[-1])[0]
    field = (exact(x, y) * numpy.exp(-1j * OMEGA * run.times[-1])).real
    seen = (x > x.min() + LAYER) & (x < x.max() - LAYER) & (y > y.min() + LAYER) & (y < y.max() - LAYER)
    seen &= (abs(x) > 4 * h) | (y < PLACES[0] - 4 * h) | (y > PLACES[-1] + 4 * h)
    return x, y, numpy.where(seen, got, numpy.nan), numpy.where(seen, field, numpy.nan)


def main(out="out/phased-array", picture=None):
    x, y, got, field = compare(out)
    size, error = numpy.nanmax(abs(field)), got - field
    print(f"largest field {size:.3f}; of it the difference: root of the mean square "
          f"{numpy.nanmean(error**2)**0.5 / size:.2e}, largest {numpy.nanmax(abs(error)) / size:.2e}")
    if picture:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
        figure, axes = pyplot.subplots(1, 2, figsize=(8, 4.2), layout="constrained", sharey=True)
        for part, values, name in ((axes[0], got, "Taub"), (axes[1], field, "sum of Hankel functions")):
            part.pcolormesh(x[0], y[:, 0], values, cmap="RdBu_r", vmin=-0.6 * size, vmax=0.6 * size, rasterized=True)
            part.plot(0 * PLACES, PLACES, "k.", markersize=3)
            part.set(title=name, xlabel="x", aspect="equal")
        axes[0].set_ylabel("y")
        figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])
