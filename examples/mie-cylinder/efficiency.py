"""Scattering efficiency of the cylinder from flux_spectra.csv beside Mie's series: efficiency.py [OUT [PICTURE [metal [across]]]]."""
import sys

import numpy

import taub

RADIUS, INDEX, FREQUENCY, DURATION = 0.5, 2.0, 0.8, 0.5


def bessel(x, most):
    """J and Y of the orders 0 to `most` + 1 at x: J by its integral over a period, Y by Neumann's series for Y_0, the
    Wronskian for Y_1 and the recurrence, which is stable upwards."""
    angle = 2 * numpy.pi * numpy.arange(256) / 256
    j = numpy.array([numpy.cos(m * angle - x * numpy.sin(angle)).mean() for m in range(max(most + 2, 60))])
    k = numpy.arange(1, len(j) // 2)
    y = [2 / numpy.pi * (numpy.log(x / 2) + numpy.euler_gamma) * j[0] - 4 / numpy.pi * ((-1) ** k * j[2 * k] / k).sum()]
    y.append((j[1] * y[0] - 2 / (numpy.pi * x)) / j[0])
    for m in range(1, most + 1):
        y.append(2 * m / x * y[m] - y[m - 1])
    return j[:most + 2], numpy.array(y)


def slope(values, x):
    """Derivatives of the orders 0, 1, ... (the last one left out)."""
    m = numpy.arange(1, len(values) - 1)
    return numpy.concatenate(([-values[1]], values[:-2] - m / x * values[1:-1]))


def coefficients(f, metal=False, across=False):
    """b_n of n = 0, 1, ...: the cylinder's answer to each wave around it, E along it (Bohren and Huffman, section 8.4); of a
    perfect conductor b_n = J_n/H_n, with E across it a_n = J_n'/H_n'."""
    x, most = 2 * numpy.pi * f * RADIUS, 12
    outside, second = bessel(x, most)
    wave = outside + 1j * second
    if metal:
        return slope(outside, x) / slope(wave, x) if across else outside[:-1] / wave[:-1]
    inside = bessel(INDEX * x, most)[0]
    top = inside[:-1] * slope(outside, x) - INDEX * slope(inside, INDEX * x) * outside[:-1]
    return top / (inside[:-1] * slope(wave, x) - INDEX * slope(inside, INDEX * x) * wave[:-1])


def series(f, metal=False, across=False):
    """Scattered power over what falls on the width 2 RADIUS."""
    x, b = 2 * numpy.pi * f * RADIUS, coefficients(f, metal, across)
    return 2 / x * (numpy.abs(b[0]) ** 2 + 2 * (numpy.abs(b[1:]) ** 2).sum())


def efficiency(out, metal=False, across=False):
    """(frequencies, efficiencies of the run, those of the series)."""
    fluxes = taub.read_fluxes(out)
    f = fluxes.frequency
    coming = 2 * numpy.abs(taub.pulse_transform(f, FREQUENCY, DURATION)) ** 2 * 2 * RADIUS
    measured = fluxes.spectrum["scattered"] / coming
    return f, measured, numpy.array([series(g, metal, across) for g in f])


def pattern(out, angles):
    """Width that scatters into each angle from the direction of the wave, [frequency][angle]: of the run, of the series."""
    near = taub.read_near_fields(out)
    f = near.frequency
    far = near.far_field("scattered", numpy.pi / 2, angles)[0]
    measured = numpy.abs(far / taub.pulse_transform(f, FREQUENCY, DURATION)[:, None]) ** 2
    b = numpy.array([coefficients(g) for g in f])
    b[:, 1:] *= 2
    waves = numpy.cos(numpy.outer(numpy.arange(b.shape[1]), angles))
    return f, measured, numpy.abs(b @ waves) ** 2 / (numpy.pi ** 2 * f[:, None])


def main(out="out/mie-cylinder", picture=None, metal=None, across=None):
    f, measured, exact = efficiency(out, metal is not None, across is not None)
    for g, a, b in zip(f, measured, exact):
        print(f"{g:5.2f}  {a:8.4f}  {b:8.4f}")
    print(f"difference over the mean of the series: mean {numpy.abs(measured - exact).mean() / exact.mean():.2e}, "
          f"largest {numpy.abs(measured - exact).max() / exact.mean():.2e}")
    if picture:
        from matplotlib import pyplot
        pyplot.plot(f, measured, "o", markersize=3, label="Taub")
        pyplot.plot(f, exact, linewidth=1, label="series")
        pyplot.xlabel("frequency")
        pyplot.ylabel("scattering efficiency")
        pyplot.legend()
        pyplot.savefig(picture, dpi=150)


if __name__ == "__main__":
    main(*sys.argv[1:])
