"""E of the beam and the disk beside the sum over the beam's plane waves, each with the series of the cylinder.

    python3 examples/beam-disk/series.py out/beam-disk beam.png
"""
import sys

import numpy

import taub

RADIUS, INDEX, K = 1.5, 1.5, 2 * numpy.pi
SOURCE, THICKNESS, WAIST, START = (-2.1, 0.75), 0.6, 0.8, 0.5
LAYER = 0.5  # thickness of the matched layers
MOST = 32  # waves around the disk, k RADIUS = 9.4


def bessel(x):
    """J_n(x) of the orders 0 to MOST + 1, [order][place], by its integral over a period."""
    angle = 2 * numpy.pi * numpy.arange(256) / 256
    sines = numpy.outer(x, numpy.sin(angle))
    return numpy.array([numpy.cos(n * angle - sines).mean(axis=1) for n in range(MOST + 2)])


def hankel(x):
    """H_n(x) likewise, for x above 1: Y_0 by Neumann's series, Y_1 by the Wronskian, then the recurrence upwards."""
    angle = 2 * numpy.pi * numpy.arange(256) / 256
    sines = numpy.outer(x, numpy.sin(angle))
    j, y0 = bessel(x), 0
    for k in range(1, 60):
        y0 = y0 - 4 / numpy.pi * (-1) ** k / k * numpy.cos(2 * k * angle - sines).mean(axis=1)
    y = [2 / numpy.pi * (numpy.log(x / 2) + numpy.euler_gamma) * j[0] + y0]
    y.append((j[1] * y[0] - 2 / (numpy.pi * x)) / j[0])
    for n in range(1, MOST + 1):
        y.append(2 * n / x * y[n] - y[n - 1])
    return j + 1j * numpy.array(y)


def slope(values, x):
    """Derivatives of the orders 0 to MOST."""
    n = numpy.arange(1, MOST + 1)[:, None]
    return numpy.concatenate([-values[1:2], values[:MOST] - n / x * values[1:MOST + 1]])


def waves(count=2048, far=64.0):
    """(k_x, k_y, amplitude at `position`) of the beam's waves: its currents flow where it rises from nothing, over
    `thickness`, by the step of degree 11; with S the transform of its slope at k - k_x the amplitude is (k + k_x)/(2 k_x) S.
    Beams stand `far` apart."""
    ky = 2 * numpy.pi * numpy.fft.fftfreq(count, far / count)
    ky = ky[(abs(ky) < 2 * K) & (abs(abs(ky) - K) > 1e-4 * K)]
    kx = numpy.sqrt((K**2 - ky**2).astype(complex))
    places, weights = numpy.polynomial.legendre.leggauss(40)
    u = 0.5 * (places + 1)
    rise = 0.5 * weights * 2772 * (u * (1 - u)) ** 5
    s = (rise * numpy.exp(1j * numpy.outer(K - kx, THICKNESS * (u - 0.5)))).sum(axis=1)
    across = numpy.sqrt(numpy.pi) * WAIST * numpy.exp(-0.25 * (WAIST * ky) ** 2) / far
    return kx, ky, 1j * (K + kx) / (2 * kx) * s * across


def exact(x, y):
    """Complex E at places behind the layer in which the beam begins: E = Re(E exp(-i k (t - start)))."""
    kx, ky, amplitude = waves()
    amplitude = amplitude * numpy.exp(-1j * (kx * SOURCE[0] + ky * SOURCE[1]))  # at the disk's middle
    orders = numpy.arange(-MOST, MOST + 1)
    # exp(i k.x) is the sum of i^n J_n(k r) exp(i n (phi - alpha)); exp(-i alpha) = (k_x - i k_y)/k, evanescent waves too
    coming = (1j ** orders)[:, None] * ((kx - 1j * ky) / K)[None, :] ** orders[:, None] @ amplitude
    edge = numpy.array([K * RADIUS])
    j, h, inner = bessel(edge), hankel(edge), bessel(INDEX * edge)
    dj, dh, dinner = slope(j, edge), slope(h, edge), slope(inner, INDEX * edge)
    j, h, inner = (values[:MOST + 1] for values in (j, h, inner))
    below = h * INDEX * dinner - dh * inner  # E_z and its slope are continuous
    scattered = ((dj * inner - j * INDEX * dinner) / below)[:, 0]
    entered = ((h * dj - dh * j) / below)[:, 0]
    r, phi = numpy.hypot(x, y), numpy.arctan2(y, x)
    field = numpy.zeros(x.shape, complex)
    outside = r > RADIUS
    # functions of r by lines between closely spaced places
    far, near = numpy.linspace(RADIUS, r.max(), 3001), numpy.linspace(0, RADIUS, 1501)
    radial_h, radial_j = hankel(K * far), bessel(INDEX * K * near)
    for n, c in zip(orders, coming):
        m, sign = abs(n), -1 if n < 0 and n % 2 else 1  # J_-n = (-1)^n J_n
        turn = c * sign * numpy.exp(1j * n * phi)
        field[outside] += (turn * scattered[m])[outside] * numpy.interp(r[outside], far, radial_h[m])
        field[~outside] += (turn * entered[m])[~outside] * numpy.interp(r[~outside], near, radial_j[m])
    for one_kx, one_ky, a in zip(kx, ky, amplitude):
        field[outside] += a * numpy.exp(1j * (one_kx * x[outside] + one_ky * y[outside]))
    return field


def compare(out, every=1):
    """(x, y, E of the run, E of the series, both where they are compared), at every so many cells behind the currents. The
    mean over a cell is the value times 1 - (k h)^2/24."""
    run = taub.open(out)
    x, y = run.axes["x"], run.axes["y"]
    h = x[1] - x[0]
    keep_x = numpy.flatnonzero((x > SOURCE[0] + 0.5 * THICKNESS) & (x < x[-1] - LAYER))[::every]
    keep_y = numpy.flatnonzero((abs(y) < y[-1] - LAYER))[::every]
    xx, yy = numpy.meshgrid(x[keep_x], y[keep_y])
    index = numpy.where(numpy.hypot(xx, yy) > RADIUS, 1, INDEX)
    field = (exact(xx, yy) * numpy.exp(-1j * K * (run.times[-1] - START))).real * (1 - (index * K * h) ** 2 / 24)
    return xx, yy, run.field("electric_field/z", step=run.steps[-1])[0][numpy.ix_(keep_y, keep_x)], field


def main(out="out/beam-disk", picture=None):
    x, y, got, field = compare(out, 2)
    inside = numpy.hypot(x, y) < RADIUS
    size = abs(field).max()
    print(f"largest field {size:.3f}; of it the difference: root of the mean square {((got - field)**2).mean()**0.5 / size:.2e}, "
          f"largest {abs(got - field).max() / size:.2e} ({abs(got - field)[~inside].max() / size:.2e} outside the disk)")
    if picture:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
        figure, axes = pyplot.subplots(1, 2, figsize=(8, 3.6), layout="constrained", sharey=True)
        for part, values, name in ((axes[0], got, "Taub"), (axes[1], field, "series")):
            part.pcolormesh(x[0], y[:, 0], values, cmap="RdBu_r", vmin=-size, vmax=size, rasterized=True)
            part.add_patch(pyplot.Circle((0, 0), RADIUS, fill=False, linewidth=0.8))
            part.set(title=name, xlabel="x", aspect="equal")
        axes[0].set_ylabel("y")
        figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])
