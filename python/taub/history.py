"""The figure of history.csv."""
import numpy

from . import style
from .errors import Error

RELATIVE = ("eccentricity", "transverse_velocity", "divergence", "charge_error")
EXCHANGED = ("heating", "heating_inside", "outflow")  # energies that may be only differences of other energies
CONSTANT = 1e-6  # relative; smaller changes are drawn as a level line with the change as text


def _scale(run, name):
    """The scale relative to which a column may be rounding noise; 0 if it is not known."""
    history = run.history

    def largest(*names):
        return sum(float(numpy.nanmax(numpy.abs(history[other]))) for other in names if other in history)
    if name.startswith("momentum_anisotropy") or name.startswith(RELATIVE):
        return 1.0
    if name.startswith("momentum_") and "energy" in history:
        energy = numpy.abs(history["energy"])
        return float(numpy.nanmax(numpy.sqrt(energy * numpy.abs(history["mass"])) if "mass" in history else energy))
    if name.startswith(("flux_", "displacement_")) and not name.endswith("_max"):
        ends = [numpy.array(run.extent(axis)) for axis in run.dims]
        volume = 4 / 3 * numpy.pi * numpy.ptp(ends[0] ** 3) if run.sphere else numpy.prod([numpy.ptp(along) for along in ends])
        return volume * largest("displacement_max" if name.startswith("displacement_") else "magnetic_field_max")
    if name.startswith("torque_") and run.sphere:
        moved = largest(name.replace("torque", "mass_flux")) * largest("speed_max")  # relativistic fluids: the energy
        return (moved or largest(name.replace("torque", "energy_flux"))) * run.extent("radius")[1]
    return largest("electric_energy", "magnetic_energy") if name in EXCHANGED else 0.0


def _values(history, name):
    """A column; NaN for dt before the first step."""
    values = numpy.array(history[name], dtype=float)
    if name == "dt":
        values[values == 0] = numpy.nan
    return values


def _sort(run, names):
    """[(column, names of equal columns)], names of columns that are zero, names of columns that are rounding noise."""
    history, shown, zero, noise = run.history, [], [], []
    for name in names:
        values = _values(history, name)
        scale = _scale(run, name)
        largest = numpy.nanmax(numpy.abs(values), initial=0.0)
        if largest == 0:
            zero.append(name)
        elif largest <= style.ROUNDING * scale:
            noise.append(name)
        else:
            twin = next((entry for entry in shown if run.history_units[entry[0]] == run.history_units[name] and
                         numpy.allclose(_values(history, entry[0]), values, rtol=1e-12, atol=0, equal_nan=True)), None)
            if twin:
                twin[1].append(name)
            else:
                shown.append((name, []))
    return shown, zero, noise


def _words(name):
    return name.replace("_", " ").replace("lorentz", "Lorentz")


def _axis(ax, all_values):
    """The scale of a panel."""
    finite = numpy.concatenate([values[numpy.isfinite(values)] for values in all_values])
    if not len(finite):
        return
    low, high = finite.min(), finite.max()
    largest = max(abs(low), abs(high))
    if low > 0 and high > 30 * low:
        ax.set_yscale("log")
        style.log_ticks(ax.yaxis, low, high)
    else:
        ax.ticklabel_format(axis="y", scilimits=(-3, 5), useOffset=False, useMathText=True)
        if largest > 0 and high - low < CONSTANT * largest:
            middle = 0.5 * (low + high)  # do not magnify rounding errors
            ax.set_ylim(middle - 0.1 * largest, middle + 0.1 * largest)
            change = (high - low) / largest
            ax.text(0.5, 0.6, f"changes by {change:.1g} of it" if change > style.ROUNDING else "constant to rounding",
                    transform=ax.transAxes, ha="center", color="#666666", fontsize=8)


def _note(zero, noise, width):
    """A list of the columns without a panel, in lines of `width` letters."""
    import textwrap
    lines = []
    for words, names in (("zero throughout", zero), ("zero but for rounding", noise)):
        if names:
            lines += textwrap.wrap(f"{words}: " + ", ".join(_words(name) for name in names), width)
    return lines


def draw(runs, columns=None, names=None):
    """See taub.plot_history; with several runs, the columns that all of them have."""
    import textwrap

    import matplotlib
    from matplotlib import pyplot
    run = runs[0]
    known = [name for name in run.history if all(name in other.history for other in runs)]
    unknown = [name for name in columns or [] if name not in known]
    if unknown:
        raise Error(f"{run.folder}/history.csv: no column '{unknown[0]}'; there are {', '.join(known)}")
    wanted = columns or [name for name in known if name not in ("step", "time")]
    shown, zero, noise = ([(name, []) for name in columns], [], []) if columns else _sort(run, wanted)
    if len(runs) > 1 and not columns:  # show columns that are not zero in at least one run
        parts = [_sort(other, wanted) for other in runs]
        shown = [(name, []) for name in wanted if any(name == a or name in b for part in parts for a, b in part[0])]
        zero, noise = [[name for name in parts[0][k] if name not in [a for a, _ in shown]] for k in (1, 2)]
    if not shown or not len(run.history["time"]):
        raise Error(f"{run.folder}/history.csv: nothing to plot")
    wide = min(3 if len(shown) <= 9 else 4, len(shown))
    high = -(-len(shown) // wide)
    with matplotlib.rc_context(style.FONT):
        figure, axes = pyplot.subplots(high, wide, squeeze=False, sharex=True, layout="constrained",
                                       figsize=(2.9 * wide, 1.9 * high + 0.5))
        colours = ["#2a4d8f", "#c4452d", "#3b8a4a", "#8250a0", "#b88a1b", "#4aa5b5"]
        for ax, (name, others) in zip(axes.flat, shown):
            every = [_values(other.history, name) for other in runs]
            for n, (other, values) in enumerate(zip(runs, every)):
                ax.plot(other.history["time"], values, color=colours[n % len(colours)], marker="." if len(values) < 3 else None,
                        ls="-" if n < len(colours) else "--", label=names[n] if names else None)
            _axis(ax, every)
            ax.set_title("\n".join(textwrap.wrap(style.in_brackets(", ".join(map(_words, [name, *others])),
                                                                   run.history_units[name]), 34)), pad=8)
        for ax in axes.flat[len(shown):]:
            ax.set_axis_off()
        if len(runs) > 1:
            handles, labels = axes[0][0].get_legend_handles_labels()
            axes.flat[-1 if len(shown) < axes.size else 0].legend(handles, labels, frameon=False, fontsize=7, loc="best")
        symbol = r"$\tau$" if run.coordinates == "milne" else "$t$"
        for ax in axes.flat[max(0, len(shown) - wide):len(shown)]:
            ax.set_xlabel(style.in_brackets(symbol, run.history_units["time"]))
            ax.tick_params(labelbottom=True)
        figure.suptitle("\n".join([style.plain(run.title) if len(runs) == 1 else "", *_note(zero, noise, 46 * wide)]).strip(), fontsize=9)
    return figure
