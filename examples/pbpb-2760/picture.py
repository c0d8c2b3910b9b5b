"""Energy density at mid-rapidity of several runs of one event, a row each.

    python3 examples/pbpb-2760/picture.py out/pbpb-2760-ideal out/pbpb-2760-shear out/pbpb-2760 picture.png
"""
import pathlib
import sys

import matplotlib
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
matplotlib.use("Agg")
import taub  # noqa: E402
from matplotlib import colors, pyplot  # noqa: E402

NAMES = {1: [""], 2: ["ideal", "shear and bulk"], 3: ["ideal", "shear", "shear and bulk"]}
TIMES = (1.6, 3.6, 5.6, 7.6)


def main(*names):
    runs, path = [taub.open(name) for name in names[:-1]], names[-1]
    figure, axes = pyplot.subplots(len(runs), len(TIMES), squeeze=False, sharex=True, sharey=True, layout="compressed",
                                   figsize=(2.5 * len(TIMES) + 1, 2.5 * len(runs)))
    norm = colors.LogNorm(2e-2, 40)
    for row, run, words in zip(axes, runs, NAMES.get(len(runs), names)):
        for ax, time in zip(row, TIMES):
            energy = numpy.asarray(run.field("energy_density", time=time))
            image = ax.imshow(energy[energy.shape[0] // 2], origin="lower", norm=norm, cmap="inferno",
                              extent=[*run.extent("x"), *run.extent("y")], interpolation="nearest")
            ax.set_facecolor("black")
            if run is runs[0]:
                ax.set_title(rf"$\tau$ = {run.times[run.index(time)]:.3g} fm/c", fontsize=9)
        row[0].set_ylabel(f"{words}\ny  [fm]")
    for ax in axes[-1]:
        ax.set_xlabel("x  [fm]")
    figure.colorbar(image, ax=axes, label="e  [GeV/fm$^3$]", extend="min")
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
