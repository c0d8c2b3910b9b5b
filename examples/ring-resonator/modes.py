"""Frequencies and quality factors of the modes that a probe has heard, and those of the ring by Bessel functions.

    python3 examples/ring-resonator/modes.py out/ring-resonator modes.png
"""
import math
import sys

import numpy

import taub

INDEX, INNER, OUTER = 3.4, 1.0, 2.0
SILENT = 40.0  # the source has ended


def bessel(m, z):
    """J_m(z) and Y_m(z) for whole m >= 0 and complex z of moderate size, by their power series."""
    half, q = z / 2, -(z / 2) ** 2
    terms = [1 / math.factorial(m) + 0j]
    for k in range(1, 80):
        terms.append(terms[-1] * q / (k * (k + m)))
    j = half ** m * sum(terms)
    harmonic = numpy.concatenate([[0], numpy.cumsum(1 / numpy.arange(1, 80 + m))])
    digamma = harmonic - 0.57721566490153286  # psi(k + 1)
    finite = sum(math.factorial(m - k - 1) / math.factorial(k) * half ** (2 * k - m) for k in range(m))
    rest = half ** m * sum(term * (digamma[k] + digamma[k + m]) for k, term in enumerate(terms))
    return j, (2 * j * numpy.log(half) - finite - rest) / math.pi


def with_slope(m, z):
    """Values and slopes of J_m and Y_m."""
    (j, y), (j1, y1) = bessel(m, z), bessel(m + 1, z)
    return (j, m * j / z - j1), (y, m * y / z - y1)


def condition(m, f):
    """Zero where J_m(k r) inside, J_m and Y_m(n k r) in the glass and H_m(k r) outside are continuous with their slopes."""
    k = 2 * math.pi * f
    j_in, _ = with_slope(m, k * INNER)
    j_a, y_a = with_slope(m, INDEX * k * INNER)
    j_b, y_b = with_slope(m, INDEX * k * OUTER)
    j_out, y_out = with_slope(m, k * OUTER)
    h = j_out[0] + 1j * y_out[0], j_out[1] + 1j * y_out[1]
    rows = [[j_in[0], -j_a[0], -y_a[0], 0], [j_in[1], -INDEX * j_a[1], -INDEX * y_a[1], 0],
            [0, j_b[0], y_b[0], -h[0]], [0, INDEX * j_b[1], INDEX * y_b[1], -h[1]]]
    return numpy.linalg.det(numpy.array(rows))


def exact_modes(lowest=0.1, highest=0.2, orders=range(1, 9)):
    """[(m, complex f)] of modes with a quality factor above 20, by Newton's method from many places."""
    found = []
    for m in orders:
        for start in numpy.arange(lowest, highest, 0.01):
            f = start - 0.0005j
            for _ in range(40):
                d = 1e-6
                step = condition(m, f) * 2 * d / (condition(m, f + d) - condition(m, f - d))
                f -= step * min(1, 0.01 / abs(step))
                if abs(step) < 1e-13:
                    break
            good = lowest < f.real < highest and -f.real / 40 < f.imag < 0 and abs(step) < 1e-10
            if good and all(abs(f - other) > 1e-6 for _, other in found):
                found.append((m, f))
    return sorted(found, key=lambda mode: mode[1].real)


def heard_modes(folder, interval=1.0, lowest=0.1, highest=0.2):
    """[(complex f, amplitude)] of sums of damped oscillations that fit what the probe heard, by the matrix pencil."""
    probes = taub.read_probes(folder)
    signal = probes["electric_field"][:, 0, 2]
    step = probes.time[-2] / (len(probes.time) - 2)  # all are the same but the last, which ends the run
    every = max(1, round(interval / step))
    values, interval = signal[:-1][probes.time[:-1] > SILENT][::every], every * step
    length = len(values) // 3
    rows = numpy.array([values[n:n + length] for n in range(len(values) - length)])
    _, sizes, basis = numpy.linalg.svd(rows, full_matrices=False)
    basis = basis[:(sizes > 1e-4 * sizes[0]).sum()].T
    steps = numpy.linalg.eigvals(numpy.linalg.pinv(basis[:-1]) @ basis[1:])
    f = 1j * numpy.log(steps) / (2 * math.pi * interval)
    amplitudes = numpy.linalg.lstsq(steps ** numpy.arange(len(values))[:, None], values, rcond=None)[0]
    keep = (f.real > lowest) & (f.real < highest) & (f.imag < 0) & (f.imag > -f.real / 20)
    return sorted(((one, abs(size)) for one, size in zip(f[keep], amplitudes[keep])), key=lambda mode: mode[0].real)


def main():
    heard = heard_modes(sys.argv[1])
    print(f"{'m':>2} {'f':>10} {'Q':>8}    {'heard f':>10} {'Q':>8} {'difference':>11}")
    for m, f in exact_modes():
        nearest = min(heard, key=lambda mode: abs(mode[0] - f))[0] if heard else complex("nan")
        print(f"{m:2} {f.real:10.6f} {-f.real / (2 * f.imag):8.1f}    {nearest.real:10.6f} {-nearest.real / (2 * nearest.imag):8.1f} "
              f"{nearest.real / f.real - 1:11.1e}")
    if len(sys.argv) > 2:
        import matplotlib
        matplotlib.use("Agg")
        import matplotlib.pyplot as pyplot
        probes = taub.read_probes(sys.argv[1])
        signal = probes["electric_field"][:, 0, 2]
        late = probes.time > SILENT
        frequencies = numpy.linspace(0.1, 0.2, 400)
        steps = numpy.gradient(probes.time[late])
        spectrum = abs((signal[late] * steps) @ numpy.exp(2j * math.pi * probes.time[late][:, None] * frequencies))
        figure, axes = pyplot.subplots(2, 1, figsize=(6.4, 5.2), layout="constrained")
        axes[0].plot(probes.time, signal, linewidth=0.6)
        axes[0].set(xlabel="t", ylabel="E_z at the probe")
        axes[1].semilogy(frequencies, spectrum)
        for m, f in exact_modes():
            axes[1].axvline(f.real, color="0.6", linewidth=0.8)
            axes[1].annotate(f"m = {m}, Q = {-f.real / (2 * f.imag):.0f}", (f.real, 1.02), xycoords=("data", "axes fraction"),
                             ha="center", fontsize="small")
        axes[1].set(xlabel="f", ylabel="transform after the source")
        figure.savefig(sys.argv[2], dpi=120)


if __name__ == "__main__":
    main()
