"""Energy through planes against time and by frequency."""
import matplotlib
from matplotlib import pyplot

from . import style


def draw(fluxes, relative_to=None):
    """See taub.plot_fluxes."""
    count = 2 + (len(fluxes.frequency) > 0)
    with matplotlib.rc_context(style.FONT):
        figure, axes = pyplot.subplots(count, 1, figsize=(6.4, 1.2 + 1.9 * count), layout="constrained")
        for ax, values, label in ((axes[0], fluxes.power, "power"), (axes[1], fluxes.energy, "energy so far")):
            for name in fluxes.planes:
                ax.plot(fluxes.time, values[name], linewidth=1, label=name)
            ax.set_ylabel(label)
            ax.set_xlabel("time")
        if count == 3:
            for name in fluxes.planes:
                values = fluxes.spectrum[name] if relative_to is None else fluxes.spectrum[name] / relative_to
                axes[2].plot(fluxes.frequency, values, linewidth=1, label=name)
            axes[2].set_ylabel("energy per frequency" if relative_to is None else "share of the incident energy")
            axes[2].set_xlabel("frequency")
        axes[0].legend(fontsize=7, frameon=False)
    return figure
