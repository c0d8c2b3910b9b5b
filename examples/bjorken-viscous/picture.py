"""Energy density and stresses of runs of examples/bjorken-viscous and bjorken-bulk against the equations' solution.

    python3 examples/bjorken-viscous/picture.py out/bjorken-viscous [out/bjorken-bulk] picture.png
"""
import pathlib
import sys

import matplotlib
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
matplotlib.use("Agg")
import taub  # noqa: E402
from matplotlib import pyplot  # noqa: E402

HBAR_C = 0.1973269804
SHEAR = 0.2  # eta/s


def bulk_over_entropy(temperature, x_c=0.18):
    x = temperature / x_c
    if x > 1.05:
        return 0.9 * numpy.exp(-(x - 1) / 0.025) + 0.25 * numpy.exp(-(x - 1) / 0.13) + 0.001
    if x < 0.995:
        return 0.9 * numpy.exp((x - 1) / 0.0025) + 0.22 * numpy.exp((x - 1) / 0.022) + 0.03
    return -13.45 + 27.55 * x - 13.77 * x * x


def solve(start, end, first, pressure, temperature, bulk, steps=4000):
    """e, phi = -pi^zz, Pi over ln tau by the classical Runge-Kutta rule."""
    def rates(s, y):
        e, phi, big = y
        tau, p, t = numpy.exp(s), pressure(y[0]), temperature(y[0])
        c2 = (pressure(e * 1.001) - pressure(e * 0.999)) / (0.002 * e)
        soft, w = 1 / 3 - c2, e + p
        relax = 5 * SHEAR * HBAR_C / t
        out = [-(w + big - phi), -phi * tau / relax + 4 / 15 * w - 38 / 21 * phi + 0.8 * big, 0.0]
        if bulk:
            slow = float(bulk_over_entropy(t)) * HBAR_C / t / (15 * soft * soft)
            out[2] = -big * tau / slow - 15 * soft * soft * w - 2 / 3 * big + 1.6 * soft * phi
        return numpy.array(out)
    s, h = numpy.log(start), numpy.log(end / start) / steps
    y, rows = numpy.array(first, dtype=float), []
    for _ in range(steps + 1):
        rows.append((numpy.exp(s), *y))
        a = rates(s, y)
        b = rates(s + h / 2, y + h / 2 * a)
        c = rates(s + h / 2, y + h / 2 * b)
        y, s = y + h / 6 * (a + 2 * b + 2 * c + rates(s + h, y + h * c)), s + h
    return numpy.array(rows).T


def series(run, name):
    return numpy.array([float(numpy.asarray(run.field(name, index=i)).item()) for i in range(len(run.times))])


def draw(run, axes):
    e, p, t = (series(run, name) for name in ("energy_density", "pressure", "temperature"))
    phi = -series(run, "shear_stress/zz")
    big = series(run, "bulk_pressure") if "bulk_pressure" in run else numpy.zeros_like(e)
    # the equation of state along the run, smooth in the logarithm of e
    order = numpy.argsort(e)
    ratio = numpy.polynomial.Polynomial.fit(numpy.log(e[order]), (p / e)[order], 7)
    scale = numpy.polynomial.Polynomial.fit(numpy.log(e[order]), numpy.log(t[order]), 7)
    tau, *exact = solve(run.times[0], run.times[-1], (e[0], phi[0], big[0]), lambda v: v * ratio(numpy.log(v)),
                        lambda v: numpy.exp(scale(numpy.log(v))), "bulk_pressure" in run)
    top, bottom = axes
    top.loglog(tau, exact[0], color="#333333", lw=1)
    top.loglog(run.times, e, ".", color="#c0392b", label="e")
    shown = [(phi, exact[1], r"$\phi/(e + p)$", "#2a4d8f")] + ([(-big, -exact[2], r"$-\Pi/(e + p)$", "#2e8b57")] if numpy.any(big) else [])
    enthalpy = exact[0] * (1 + ratio(numpy.log(exact[0])))
    for values, line, label, colour in shown:
        bottom.semilogx(tau, line / enthalpy, color="#333333", lw=1)
        bottom.semilogx(run.times, values / (e + p), ".", color=colour, label=label)
    bottom.semilogx(run.times, 4 / 3 * SHEAR * HBAR_C / (t * run.times), ":", color="#2a4d8f", lw=1)
    top.set_title(run.title, fontsize=8.5)
    top.set(ylabel="e  [GeV/fm$^3$]")
    bottom.set(xlabel=r"$\tau$  [fm/c]", ylim=(0, None))
    bottom.legend(frameon=False)


def main(*names):
    runs, path = [taub.open(name) for name in names[:-1]], names[-1]
    figure, axes = pyplot.subplots(2, len(runs), squeeze=False, sharex=True, layout="constrained", figsize=(4.2 * len(runs), 5))
    for column, run in enumerate(runs):
        draw(run, axes[:, column])
    figure.savefig(path, dpi=130)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
