"""Reflectance and transmittance of the mirror from flux_spectra.csv beside the transfer matrix: spectrum.py [OUT [PICTURE]]."""
import sys

import numpy

import taub

FREQUENCY, DURATION, PAIRS = 1.0, 0.3, 6
LAYERS = [(2.0, 0.125), (1.0, 0.25)] * PAIRS  # index, thickness


def transfer_matrix(f):
    """(reflectance, transmittance) at right angles between two half spaces of vacuum."""
    whole = numpy.eye(2, dtype=complex)
    for index, thickness in LAYERS:
        phase = 2 * numpy.pi * f * index * thickness
        whole = whole @ numpy.array([[numpy.cos(phase), -1j * numpy.sin(phase) / index],
                                     [-1j * index * numpy.sin(phase), numpy.cos(phase)]])
    b, c = whole @ numpy.array([1, 1])
    return abs((b - c) / (b + c)) ** 2, 4 / abs(b + c) ** 2


def spectrum(out):
    """(frequencies, reflectance and transmittance of the run, the same by the transfer matrix)."""
    fluxes = taub.read_fluxes(out)
    f = fluxes.frequency
    coming = 2 * numpy.abs(taub.pulse_transform(f, FREQUENCY, DURATION)) ** 2
    exact = numpy.array([transfer_matrix(g) for g in f])
    return f, -fluxes.spectrum["reflected"] / coming, fluxes.spectrum["through"] / coming, exact[:, 0], exact[:, 1]


def main(out="out/bragg-mirror", picture=None):
    f, reflected, through, exact_r, exact_t = spectrum(out)
    for row in zip(f[::10], reflected[::10], exact_r[::10], through[::10], exact_t[::10]):
        print("  ".join(f"{x:8.4f}" for x in row))
    print(f"largest difference: reflectance {numpy.abs(reflected - exact_r).max():.2e}, transmittance "
          f"{numpy.abs(through - exact_t).max():.2e}")
    if picture:
        from matplotlib import pyplot
        pyplot.plot(f, reflected, label="reflected")
        pyplot.plot(f, through, label="through")
        pyplot.plot(f, exact_r, "k:", linewidth=1, label="transfer matrix")
        pyplot.plot(f, exact_t, "k:", linewidth=1)
        pyplot.xlabel("frequency")
        pyplot.ylabel("share of the energy")
        pyplot.legend()
        pyplot.savefig(picture, dpi=150)


if __name__ == "__main__":
    main(*sys.argv[1:])
