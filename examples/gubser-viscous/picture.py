"""Profiles of a run of examples/gubser-viscous along x against the semi-analytic solution.

    python3 examples/gubser-viscous/picture.py out/gubser-viscous picture.png
"""
import pathlib
import sys

import matplotlib
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
matplotlib.use("Agg")
import taub  # noqa: E402
from matplotlib import pyplot  # noqa: E402

HBAR_C, SHEAR, START = 0.1973269804, 0.2, 1.2


def solve(end, steps=4000):
    """(rho, That, pi/(s T)) from rho = 0, by the classical Runge-Kutta rule."""
    def rates(rho, y):
        slope = numpy.tanh(rho)
        return numpy.array([y[0] * slope * (y[1] - 2) / 3,
                            4 / 15 * slope - y[0] * y[1] / (5 * SHEAR) - 4 / 3 * y[1] ** 2 * slope])
    h, rho, y, rows = end / steps, 0.0, numpy.array([START, 0.0]), []
    for _ in range(steps + 1):
        rows.append((rho, *y))
        a = rates(rho, y)
        b = rates(rho + h / 2, y + h / 2 * a)
        c = rates(rho + h / 2, y + h / 2 * b)
        y, rho = y + h / 6 * (a + 2 * b + 2 * c + rates(rho + h, y + h * c)), rho + h
    return numpy.array(rows)


def main(name, path):
    run = taub.open(name)
    table = numpy.vstack([solve(-5.0)[:0:-1], solve(3.0)])
    figure, axes = pyplot.subplots(1, 3, layout="constrained", figsize=(11, 3.4))
    x = run.axes["x"]
    middle = len(run.axes["y"]) // 2
    off = run.axes["y"][middle]
    for index, colour in zip(range(len(run.times)), matplotlib.colormaps["viridis"](numpy.linspace(0, 0.88, len(run.times)))):
        tau = run.times[index]
        rho = numpy.arcsinh(-(1 - tau ** 2 + x ** 2 + off ** 2) / (2 * tau))
        that, stress = (numpy.interp(rho, table[:, 0], table[:, n]) for n in (1, 2))
        temperature = numpy.asarray(run.field("temperature", index=index))[0, middle]
        enthalpy = 4 * numpy.asarray(run.field("energy_density", index=index))[0, middle] / 3 * (HBAR_C * that / tau / temperature) ** 4
        velocity = 2 * tau * x / numpy.sqrt(1 + 2 * (tau ** 2 + x ** 2 + off ** 2) + (tau ** 2 - x ** 2 - off ** 2) ** 2)
        rows = ((temperature, HBAR_C * that / tau), (numpy.asarray(run.field("four_velocity/x", index=index))[0, middle], velocity),
                (numpy.asarray(run.field("shear_stress/zz", index=index))[0, middle], stress * enthalpy))
        for ax, (found, exact) in zip(axes, rows):
            ax.plot(x, exact, color=colour, lw=1)
            ax.plot(x[::5], found[::5], ".", color=colour, ms=4, label=rf"$\tau$ = {tau:g} fm/c")
    for ax, label in zip(axes, ("T  [GeV]", "$u^x$", r"$\tau^2\pi^{\eta\eta}$  [GeV/fm$^3$]")):
        ax.set(xlabel="x  [fm]", ylabel=label)
    axes[0].legend(frameon=False, fontsize=8)
    figure.savefig(path, dpi=130)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
