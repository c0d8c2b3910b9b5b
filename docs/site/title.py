#!/usr/bin/env python3
"""Draws docs/images/fields.png, the title picture of gas, plasma and light, from the last outputs of three runs:

    taub run examples/kelvin-helmholtz mesh.cells=[1024,1024,1] time.end=2 -o gas
    taub run examples/orszag-tang mesh.cells=[1024,1024,1] -o plasma
    taub run examples/scattering-cylinder mesh.cells=[800,800,1] mesh.layer.cells=50 -o light
    python3 docs/site/title.py gas plasma light docs/images/fields.png
"""
import sys

import matplotlib
import numpy
import taub

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

PANELS = [("gas: Kelvin and Helmholtz's instability, density", "density", "magma", None),
          ("plasma: Orszag and Tang's vortex, density", "density", "viridis", None),
          ("light: a plane wave on a glass cylinder, electric field", "electric_field", "RdBu_r", 2.0)]


def main():
    *folders, picture = sys.argv[1:]
    figure, panels = pyplot.subplots(1, 3, figsize=(15, 5.3), layout="constrained")
    for folder, axes, (title, field, colours, largest) in zip(folders, panels, PANELS):
        values = numpy.asarray(taub.open(folder).field(field)).squeeze()
        values = values[-1] if values.ndim == 3 else values  # E along z
        axes.imshow(values, origin="lower", cmap=colours, interpolation="antialiased", vmin=largest and -largest,
                    vmax=largest)
        axes.set_title(title, fontsize=13)
        axes.set_axis_off()
    figure.savefig(picture, dpi=90)


if __name__ == "__main__":
    main()
