"""Scattering efficiency of the sphere from flux_spectra.csv beside Mie's series: efficiency.py [OUT [PICTURE [metal]]]."""
import sys

import numpy

import taub

RADIUS, INDEX, FREQUENCY, DURATION = 0.5, 1.5, 0.5, 0.6


def riccati(x, most):
    """psi = x j_n and chi = -x y_n of the orders 0 to `most` at x. j by its recurrence downwards from far beyond the last
    order, made to begin with sin(x)/x or with j_1, whichever is larger (Miller's way); y upwards."""
    start = most + 20 + int(x)
    down = numpy.zeros(start + 2)
    down[start] = 1e-30
    for n in range(start, 0, -1):
        down[n - 1] = (2 * n + 1) / x * down[n] - down[n + 1]
    first, second = numpy.sin(x) / x, numpy.sin(x) / x**2 - numpy.cos(x) / x
    down *= first / down[0] if abs(first) > abs(second) else second / down[1]
    y = [-numpy.cos(x) / x, -numpy.cos(x) / x**2 - numpy.sin(x) / x]
    for n in range(1, most):
        y.append((2 * n + 1) / x * y[n] - y[n - 1])
    return x * down[:most + 1], -x * numpy.array(y[:most + 1])


def slope(values, x):
    """Derivatives of x j_n or x y_n of the orders 1, 2, ..."""
    n = numpy.arange(1, len(values))
    return values[:-1] - n / x * values[1:]


def coefficients(f, metal=False, most=12):
    """a_n and b_n of the scattered wave, n = 1 to `most` (Bohren and Huffman, eqs. 4.56 and 4.57, mu = 1; of a perfect
    conductor their limit for a large index)."""
    x = 2 * numpy.pi * f * RADIUS
    psi, chi = riccati(x, most)
    xi = psi - 1j * chi
    if metal:
        return slope(psi, x) / slope(xi, x), psi[1:] / xi[1:]
    inner = riccati(INDEX * x, most)[0]
    inner_slope, inner = slope(inner, INDEX * x), inner[1:]
    a = (INDEX * inner * slope(psi, x) - psi[1:] * inner_slope) / (INDEX * inner * slope(xi, x) - xi[1:] * inner_slope)
    b = (inner * slope(psi, x) - INDEX * psi[1:] * inner_slope) / (inner * slope(xi, x) - INDEX * xi[1:] * inner_slope)
    return a, b


def series(f, metal=False):
    """Scattered power over what falls on the disk of the sphere (Bohren and Huffman, eq. 4.61)."""
    a, b = coefficients(f, metal)
    n = numpy.arange(1, len(a) + 1)
    return 2 / (2 * numpy.pi * f * RADIUS) ** 2 * ((2 * n + 1) * (numpy.abs(a) ** 2 + numpy.abs(b) ** 2)).sum()


def efficiency(out, metal=False):
    """(frequencies, efficiencies of the run, those of the series)."""
    fluxes = taub.read_fluxes(out)
    f = fluxes.frequency
    coming = 2 * numpy.abs(taub.pulse_transform(f, FREQUENCY, DURATION)) ** 2 * numpy.pi * RADIUS**2
    return f, fluxes.spectrum["scattered"] / coming, numpy.array([series(g, metal) for g in f])


def main(out="out/mie-sphere", picture=None, metal=None):
    f, measured, exact = efficiency(out, metal is not None)
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
