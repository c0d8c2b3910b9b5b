"""Dissipation of runs of examples/taylor-green against the spectral solution, and vorticity in the middle of the last run.

    python3 examples/taylor-green/picture.py out/coarse out/taylor-green picture.png
"""
import pathlib
import sys

import matplotlib
import numpy

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "python"))
matplotlib.use("Agg")
import taub  # noqa: E402
from matplotlib import pyplot  # noqa: E402


def dissipation(time, energy, span=0.5):
    """Fall of the kinetic energy over twice the span: sound, which it is exchanged with, has gone to and fro meanwhile."""
    at = numpy.arange(span, time[-1] - span + 1e-9, 0.1)
    return at, (numpy.interp(at - span, time, energy) - numpy.interp(at + span, time, energy)) / (2 * span)


def vorticity(run, time):
    """Its size at centres of cells, by differences, at a time of output."""
    v = [numpy.asarray(run.field(f"velocity/{a}", time=time)) for a in "xyz"]
    d = [[numpy.gradient(part, run.axes["xyz"[a]], axis=2 - a) for a in range(3)] for part in v]
    return numpy.sqrt((d[2][1] - d[1][2])**2 + (d[0][2] - d[2][0])**2 + (d[1][0] - d[0][1])**2)


*folders, target = sys.argv[1:]
reference = numpy.genfromtxt(HERE / "reference.csv", delimiter=",", names=True)
figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.4), constrained_layout=True)
left.plot(*dissipation(reference["time"], reference["kinetic_energy"]), "k-", lw=1, label="spectral, without compression")
for folder, style in zip(folders, ("C1:", "C0--")):
    run = taub.open(folder)
    x, y, z = (run.axes[a] for a in "xyz")
    history = run.history
    left.plot(*dissipation(history["time"], history["kinetic"]), style, lw=2, label=f"${len(x)}^3$ cells")
left.set(xlabel="t", ylabel="$-dE_{kin}/dt$", ylim=(0, None))
left.legend()
size = vorticity(run, 5)
image = right.pcolormesh(y, z, size[:, :, 0], cmap="magma", shading="nearest")
right.set(xlabel="y", ylabel="z", aspect="equal", title=r"$|\nabla\times v|$ beside the wall x = 0, t = 5")
figure.colorbar(image, ax=right)
figure.savefig(target, dpi=110)
