"""E and B around the dipole and what it radiates, beside Hertz's solution.

    python3 examples/hertzian-dipole/near_field.py out/hertzian-dipole near_field.png
"""
import sys

import numpy

import taub

RADIUS, FREQUENCY, DURATION, START = 0.4, 0.5, 0.5, 2.4
LAYER = 8 * 3.2 / 48  # thickness of the matched layer
PLACES, WEIGHTS = numpy.polynomial.legendre.leggauss(24)
# what lies at one distance along a line, of a ball with (1 - r^2)^6
SPREAD = WEIGHTS * (1 - PLACES**2) ** 7
SPREAD = SPREAD / SPREAD.sum()


def signal(t, derivative):
    """The integral of the source's signal (the dipole moment), the signal (its current), its slope."""
    s, omega = (t - START) / DURATION, 2 * numpy.pi * FREQUENCY
    # the derivatives of exp(-s^2/2) sin(omega t)/omega are those of the imaginary part of exp(g)/omega, g' = q
    g, q = -0.5 * s**2 + 1j * omega * DURATION * s, -s / DURATION + 1j * omega
    factor = (1, q, q**2 - 1 / DURATION**2)[derivative]
    return (factor * numpy.exp(g)).imag / omega


def delayed(tau, derivative):
    """Outside a ball of currents the field is that of a point whose signal is spread over the time light takes across."""
    return sum(w * signal(tau + RADIUS * p, derivative) for p, w in zip(PLACES, SPREAD))


def tables(time, far):
    """The three for all distances up to `far`: what lies between is on lines."""
    r = numpy.linspace(0, far, 2001)
    return r, [delayed(time - r, derivative) for derivative in range(3)]


def exact(x, y, z, time):
    """E and B of a dipole along z (J. D. Jackson, Classical Electrodynamics, eq. 9.18, in time)."""
    r = numpy.sqrt(x**2 + y**2 + z**2)
    at, values = tables(time, r.max())
    p, current, slope = (numpy.interp(r, at, value) for value in values)
    near = (3 * p / r**2 + 3 * current / r + slope) * z / r**3
    across = p / r**3 + current / r**2 + slope / r
    turn = (current / r**2 + slope / r) / r
    e = numpy.array([near * x, near * y, near * z - across]) / (4 * numpy.pi)
    b = numpy.array([-turn * y, turn * x, 0 * turn]) / (4 * numpy.pi)
    return e, b


def means(axes, time):
    """Averages over cells by Gauss and Legendre's rule."""
    places, weights = numpy.polynomial.legendre.leggauss(3)
    x, y, z = axes
    h, sums = x[1] - x[0], 0
    for pz, wz in zip(places, weights):
        for py, wy in zip(places, weights):
            for px, wx in zip(places, weights):
                zz, yy, xx = numpy.meshgrid(z + 0.5 * h * pz, y + 0.5 * h * py, x + 0.5 * h * px, indexing="ij")
                sums = sums + wx * wy * wz / 8 * numpy.array(exact(xx, yy, zz, time))
    return sums


def errors(out):
    """(times, largest errors of E, of B) outside the ball and two cells, without the layer, over the largest of all times."""
    run, times, differences, sizes = taub.open(out), [], [], []
    axes = [run.axes[name] for name in "xyz"]
    h = axes[0][1] - axes[0][0]
    z, y, x = numpy.meshgrid(*axes[::-1], indexing="ij")
    far = numpy.maximum(abs(x), numpy.maximum(abs(y), abs(z)))
    seen = (numpy.sqrt(x**2 + y**2 + z**2) > RADIUS + 2 * h) & (far < far.max() - LAYER)
    for time, step in zip(run.times, run.steps):
        if time < 1.5:  # nothing has come so far yet
            continue
        times.append(time)
        fields = means(axes, time)
        got = [[run.field(f"{name}/{a}", step=step) for a in "xyz"] for name in ("electric_field", "magnetic_field")]
        differences.append(abs(got - fields)[:, :, seen].max(axis=(1, 2)))
        sizes.append(abs(fields)[:, :, seen].max(axis=(1, 2)))
    return (numpy.array(times), *(numpy.array(differences) / numpy.max(sizes, axis=0)).T)


def radiated(out):
    """(frequencies, energy by frequency through the box, the exact one): Larmor's formula of the spread current."""
    fluxes = taub.read_fluxes(out)
    f = fluxes.frequency
    spread = (SPREAD * numpy.cos(2 * numpy.pi * numpy.outer(f, RADIUS * PLACES))).sum(axis=1)
    moment = abs(taub.pulse_transform(f, FREQUENCY, DURATION)) * spread
    return f, fluxes.spectrum["radiated"], 2 * (2 * numpy.pi * f * moment) ** 2 / (6 * numpy.pi)


def main(out="out/hertzian-dipole", picture=None):
    for time, e, b in zip(*errors(out)):
        print(f"t = {time:.2f}: largest error of E {e:.1e}, of B {b:.1e}, over the largest field outside the ball")
    f, measured, formula = radiated(out)
    for row in list(zip(f, measured, formula))[::5]:
        print("  ".join(f"{value:9.6f}" for value in row))
    print(f"radiated energy: largest difference {abs(measured - formula).max() / formula.max():.1e} of the largest")
    if picture:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
        run = taub.open(out)
        x, middle = run.axes["x"], len(run.axes["x"]) // 2
        right = (x > 0) & (x < x[-1] - LAYER)
        figure, axes = pyplot.subplots(1, 2, figsize=(7.2, 3), layout="constrained")
        for time, color in ((2.0, "C0"), (3.0, "C1")):
            step = run.steps[abs(run.times - time).argmin()]
            e, b = means([run.axes[name] for name in "xyz"], time)
            for part, name, field in ((axes[0], "electric_field/z", e[2]), (axes[1], "magnetic_field/y", b[1])):
                outside = (x > RADIUS) & right
                part.plot(x[right], run.field(name, step=step)[middle, middle, right], "o", color=color, markersize=3,
                          label=f"t = {time:g}")
                part.plot(x[outside], field[middle, middle, outside], color=color, linewidth=1)
                part.set(xlabel="distance across the dipole", ylabel=name)
                part.axvspan(0, RADIUS, color="0.9", linewidth=0)
        axes[0].legend()
        figure.savefig(picture, dpi=120)


if __name__ == "__main__":
    main(*sys.argv[1:])
