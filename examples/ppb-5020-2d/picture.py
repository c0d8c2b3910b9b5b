"""Where the regulator acts: maps of a run at several times, along x against time, and its share inside.

    python3 examples/ppb-5020-2d/picture.py out/ppb-5020-2d picture.png
"""
import pathlib
import sys

import matplotlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
matplotlib.use("Agg")
import taub  # noqa: E402
from matplotlib import colors, pyplot  # noqa: E402

TIMES = (0.6, 1.2, 1.8)
ISOTHERMS = (0.155, 0.2, 0.25)


def main(name, path):
    run = taub.open(name)
    figure, axes = pyplot.subplots(2, 3, layout="constrained", figsize=(11.5, 6.6))
    norm = colors.LogNorm(1e-3, 1e-1)
    for ax, time in zip(axes[0], TIMES):
        taub.plot_slice(run, "regulation", time, ax=ax, norm=norm, colorbar=ax is axes[0][-1], isotherms=ISOTHERMS)
    taub.plot_spacetime(run, "regulation", ax=axes[1][0], norm=norm, isotherms=ISOTHERMS)
    taub.plot_spacetime(run, "knudsen_shear", ax=axes[1][1], norm=colors.Normalize(0, 2), isotherms=ISOTHERMS)
    for ax in axes[1][:2]:
        ax.set_facecolor(matplotlib.colormaps["viridis"](0.0))  # nothing taken
        ax.set_title("")
    axes[1][2].plot(run.history["time"], run.history["regulated_share"])
    axes[1][2].set(xlabel=r"$\tau$  [fm/c]", ylim=(0, None), title="share of cells above 155 MeV that are regulated")
    figure.suptitle(run.title)
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
