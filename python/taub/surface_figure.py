"""A freeze-out surface in the planes (x, time) and (x, y)."""
import matplotlib
import numpy
from matplotlib import pyplot

from . import style
from .errors import Error


def draw(surface):
    """See taub.plot_surface."""
    if len(surface) == 0:
        raise Error(f"{surface.path}: the surface has no elements to draw")
    time, x, y = surface.position[:, 0], surface.position[:, 1], surface.position[:, 2]
    speed = numpy.hypot(surface.four_velocity[:, 1], surface.four_velocity[:, 2]) / surface.four_velocity[:, 0]
    milne = surface.coordinates == "milne"
    label = r"$\tau$  [fm/c]" if milne else "$t$  [fm/c]"
    middle, last = surface.position[:, 3], surface.axes[3]
    near = numpy.ones(len(surface), dtype=bool)
    if last not in surface.per_unit_length:  # the slice through the middle
        near = abs(middle) <= max(0.02 * numpy.ptp(middle), abs(middle).min() * 1.001)
    along = near & (abs(y) <= max(0.02 * numpy.ptp(y), abs(y).min() * 1.001))
    with matplotlib.rc_context(style.FONT):
        figure, (left, right) = pyplot.subplots(1, 2, layout="constrained", figsize=(8.4, 3.8))
        points = left.scatter(x[along], time[along], c=speed[along], s=7, cmap="viridis", vmin=0, vmax=max(speed.max(), 1e-9))
        figure.colorbar(points, ax=left, label="transverse velocity  $v_T$")
        left.set(xlabel="$x$  [fm]", ylabel=label, title="$y = 0$", ylim=(0, None))
        points = right.scatter(x[near], y[near], c=time[near], s=2, cmap="magma")
        figure.colorbar(points, ax=right, label=label)
        right.set(xlabel="$x$  [fm]", ylabel="$y$  [fm]", aspect="equal",
                  title="all elements" if near.all() else f"${style.AXES.get(last, last)} = 0$")
        words, symbol = style.QUANTITIES[surface.criterion]
        unit = style.unit_text("GeV" if surface.criterion == "temperature" else "GeV/fm^3")
        figure.suptitle(f"freeze-out surface, {words} ${symbol} = {surface.value:g}$ {unit}: {len(surface)} elements", fontsize=10)
    return figure
