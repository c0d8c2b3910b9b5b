"""The response of the flow to the shape, for each viscosity.

    python3 examples/pbpb-2760-study/picture.py out/study picture.png
"""
import pathlib
import sys

import matplotlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
matplotlib.use("Agg")
import numpy  # noqa: E402
import taub  # noqa: E402
from matplotlib import pyplot  # noqa: E402

KEY = "transport.shear_viscosity.value"


def main(name, path):
    batch = taub.open_batch(name)
    response = batch["end/momentum_anisotropy"] / batch["start/eccentricity_2"]
    figure, axes = pyplot.subplots(1, 2, layout="constrained", figsize=(10, 4))
    for value in numpy.unique(batch.keys[KEY]):
        chosen = batch.done[batch.keys[KEY][batch.done] == value]
        axes[0].plot(batch["end/entropy_per_rapidity"][chosen], response[chosen], "o-", label=f"eta/s = {value:g}")
        axes[1].plot(batch["end/entropy_per_rapidity"][chosen], batch["time"][chosen], "o-")
    axes[0].set_ylabel("momentum anisotropy / initial eccentricity")
    axes[1].set_ylabel("freeze-out of the hottest cell [fm/c]")
    for ax in axes:
        ax.set_xlabel("dS/deta at freeze-out")
    axes[0].legend()
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    main(*sys.argv[1:])
