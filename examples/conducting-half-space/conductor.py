"""Reflectance and skin depth of the half space, and the frequency and decay of the wave, beside the exact ones.

    python3 examples/conducting-half-space/conductor.py out/conducting-half-space conductor.png
    python3 examples/conducting-half-space/conductor.py out/lossy-wave
"""
import sys

import numpy

import taub

FREQUENCY, DURATION, SIGMA = 1.0, 0.3, 20.0
LOSSY, WAVES = 3.0, (1, 1)


def exact_index(f, sigma=SIGMA):
    """n of fields that go as exp(i k n x - i omega t): n^2 = 1 + i sigma/omega."""
    return numpy.sqrt(1 + 1j * sigma / (2 * numpy.pi * f))


def reflectance(out):
    """(frequencies, reflectance of the run, Fresnel's)."""
    fluxes = taub.read_fluxes(out)
    f, n = fluxes.frequency, exact_index(fluxes.frequency)
    coming = 2 * numpy.abs(taub.pulse_transform(f, FREQUENCY, DURATION)) ** 2
    return f, -fluxes.spectrum["reflected"] / coming, numpy.abs((n - 1) / (n + 1)) ** 2


def index(out, f):
    """n of the run: how the transform of E goes from probe to probe, by the best line through its logarithm."""
    probes = taub.read_probes(out)
    steps = numpy.gradient(probes.time)
    spectrum = numpy.exp(2j * numpy.pi * numpy.outer(f, probes.time)) @ (probes["electric_field"][:, :, 1] * steps[:, None])
    x = probes.points[:, 0]
    logs = numpy.log(numpy.abs(spectrum)) + 1j * numpy.unwrap(numpy.angle(spectrum), axis=1)
    slope = (logs * (x - x.mean())).sum(axis=1) / ((x - x.mean()) ** 2).sum()
    return slope / (2j * numpy.pi * f)


def wave(out):
    """omega of the lossy wave: how its amplitude goes from output to output."""
    run = taub.open(out)
    times, amplitudes = [], []
    for time, step in zip(run.times, run.steps):
        field = run.field("magnetic_field/z", step=step)[0]
        y, x = ((numpy.arange(n) + 0.5) / n for n in field.shape)
        times.append(time)
        amplitudes.append((field * numpy.exp(-2j * numpy.pi * (WAVES[0] * x + WAVES[1] * y[:, None]))).mean())
    logs = numpy.log(numpy.abs(amplitudes)) + 1j * numpy.unwrap(numpy.angle(amplitudes))
    return 1j * numpy.polyfit(times, logs, 1)[0]


def exact_wave():
    """omega^2 + i sigma omega = k^2."""
    k = 2 * numpy.pi * numpy.hypot(*WAVES)
    return numpy.sqrt(k**2 - LOSSY**2 / 4) - 0.5j * LOSSY


def main(out="out/conducting-half-space", picture=None):
    if taub.open(out).case["initial"]["kind"] == "plane-wave":
        omega, exact = wave(out), exact_wave()
        print(f"frequency {omega.real:.6f} (exact {exact.real:.6f}, {omega.real / exact.real - 1:.1e}), "
              f"decay {-omega.imag:.6f} (exact {-exact.imag:.6f}, {omega.imag / exact.imag - 1:.1e})")
        return
    f, reflected, fresnel = reflectance(out)
    depth, exact = (1 / (2 * numpy.pi * f * n.imag) for n in (index(out, f), exact_index(f)))
    for row in list(zip(f, reflected, fresnel, depth, exact))[::10]:
        print("  ".join(f"{x:8.5f}" for x in row))
    print(f"largest difference: reflectance {numpy.abs(reflected - fresnel).max():.2e}, "
          f"skin depth {numpy.abs(depth / exact - 1).max():.2e} of itself")
    if picture:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
        figure, axes = pyplot.subplots(1, 2, figsize=(7.2, 3), layout="constrained")
        for part, values, curve, label in ((axes[0], reflected, fresnel, "reflectance"), (axes[1], depth, exact, "skin depth")):
            part.plot(f[::4], values[::4], "o", markersize=3, label="Taub")
            part.plot(f, curve, linewidth=1, label="exact")
            part.set(xlabel="frequency", ylabel=label)
        axes[0].legend()
        figure.savefig(picture, dpi=120)


if __name__ == "__main__":
    main(*sys.argv[1:])
