"""Quantities at points against time."""
import matplotlib
from matplotlib import pyplot

from . import style


def draw(probes):
    """See taub.plot_probes."""
    count = len(probes.quantities)
    with matplotlib.rc_context(style.FONT):
        figure, axes = pyplot.subplots(count, 1, sharex=True, squeeze=False, figsize=(6.4, 1.2 + 1.9 * count),
                                       layout="constrained")
        for ax, quantity in zip(axes[:, 0], probes.quantities):
            names = probes.components[quantity] or [""]
            values = probes[quantity].reshape(len(probes), len(probes.points), len(names))
            for point, place in enumerate(probes.points):
                for component, name in enumerate(names):
                    if name and not values[:, :, component].any():
                        continue
                    where = ", ".join(f"{x:g}" for x in place)
                    ax.plot(probes.time, values[:, point, component], linewidth=1,
                            label=f"{name + ' at ' if name else ''}({where})")
            ax.set_ylabel(style.quantity_label(quantity, probes.units[quantity]))
            if ax.lines and len(ax.lines) <= 12:
                ax.legend(fontsize=7, frameon=False)
        axes[-1, 0].set_xlabel("time")
    return figure
