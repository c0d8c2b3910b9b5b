"""What a slab at an angle reflects and lets through, from flux_spectra.csv, beside Fresnel's formulas: spectrum.py [OUT [PICTURE]]."""
import sys

import numpy

import taub

INDEX, THICKNESS, ANGLE = 2.0, 0.4, numpy.radians(30)
FREQUENCY, DURATION, WAIST = 1.0, 0.4, 1.5


def reflectance(f, cosine):
    """Of a wave with E along the slab, at an angle to its normal."""
    inside = numpy.sqrt(1 - (1 - cosine ** 2) / INDEX ** 2)
    r = (cosine - INDEX * inside) / (cosine + INDEX * inside)
    turn = numpy.exp(4j * numpy.pi * f * INDEX * THICKNESS * inside)
    return numpy.abs(r * (1 - turn) / (1 - r ** 2 * turn)) ** 2


def exact(f):
    """(energy of the beam by frequency, share of it that is reflected): the sum over its plane waves."""
    k = 2 * numpy.pi * f
    angle = numpy.linspace(-numpy.pi / 2, numpy.pi / 2, 2001)
    along, across = k * numpy.cos(angle), k * numpy.sin(angle)
    # transform of exp(-(y/waist)^2), a wave's flux cos(angle), d(across)/(2 pi)
    weight = numpy.pi * WAIST ** 2 * numpy.exp(-(across * WAIST) ** 2 / 2) * along / k * along / (2 * numpy.pi)
    total = weight.sum() * (angle[1] - angle[0])
    share = (weight * reflectance(f, numpy.abs(numpy.cos(angle - ANGLE)))).sum() / weight.sum()
    return 2 * abs(taub.pulse_transform(f, FREQUENCY, DURATION)) ** 2 * total, share


def spectrum(out):
    """(frequencies, reflectance and transmittance of the run, reflectance by Fresnel)."""
    fluxes = taub.read_fluxes(out)
    coming, share = numpy.array([exact(f) for f in fluxes.frequency]).T
    return fluxes.frequency, -(fluxes.spectrum["below"] + fluxes.spectrum["back"]) / coming, fluxes.spectrum["through"] / coming, share


def main(out="out/tilted-slab", picture=None):
    f, reflected, through, share = spectrum(out)
    for row in zip(f[::4], reflected[::4], share[::4], through[::4], 1 - share[::4]):
        print("  ".join(f"{x:8.4f}" for x in row))
    print(f"largest difference: reflectance {numpy.abs(reflected - share).max():.2e}, transmittance "
          f"{numpy.abs(through - 1 + share).max():.2e}")
    if picture:
        from matplotlib import pyplot
        pyplot.plot(f, reflected, label="reflected")
        pyplot.plot(f, through, label="through")
        pyplot.plot(f, share, "k:", linewidth=1, label="Fresnel")
        pyplot.plot(f, 1 - share, "k:", linewidth=1)
        pyplot.xlabel("frequency")
        pyplot.ylabel("share of the energy")
        pyplot.legend()
        pyplot.savefig(picture, dpi=150)


if __name__ == "__main__":
    main(*sys.argv[1:])
