"""Several runs in one figure."""
import matplotlib
import numpy
from matplotlib import pyplot

from . import style
from .errors import Error
from .plot import (_check_normal, _colour_bar, _default_normal, _line, _part, _plane, _profile_scale, _scalar, _shown, map_of, panels,
                   plot_slice, scale_of)

COLOURS = ["#2a4d8f", "#c4452d", "#3b8a4a", "#8250a0", "#b88a1b", "#4aa5b5"]


def names_of(runs):
    """Names of the runs: their folders, with as much of the path as makes them different."""
    paths = [run.folder.resolve() for run in runs]
    for parts in range(1, max(len(path.parts) for path in paths) + 1):
        names = ["/".join(path.parts[-parts:]) for path in paths]
        if len(set(names)) == len(names):
            return [style.plain(name) for name in names]
    return [f"{n + 1}: {style.plain(path.name)}" for n, path in enumerate(paths)]


def common_fields(runs):
    fields = [name for name in runs[0].fields if all(name in run for run in runs)]
    if not fields:
        raise Error(f"{runs[0].path} and {runs[1].path} have no field in common")
    return fields


def _check(runs):
    for run in runs[1:]:
        if run.coordinates != runs[0].coordinates or len(run.active) != len(runs[0].active):
            raise Error(f"{runs[0].path} and {run.path} cannot share a figure: their meshes have different dimensions")


def plot_lines(runs, field, axis=None, time=None, at=None, ax=None, exact=False):
    """A field along an axis through the middle of the mesh (or through `at`), a line for each run, at the outputs nearest
    to `time` (default: the last). With `exact` the exact solution of the first run is drawn as a dashed line (Run.exact)."""
    _check(runs)
    axis, _ = _line(runs[0], axis, at)
    field = _shown(runs[0], field)
    with matplotlib.rc_context(style.FONT):
        ax = ax or pyplot.figure(figsize=(5.2, 3.6), layout="constrained").add_subplot()
        lines = []
        for n, (run, name) in enumerate(zip(runs, names_of(runs))):
            index = run.index(time)
            _, where = _line(run, axis, at)
            lines.append(numpy.asarray(_scalar(run, field, index).isel(**where)))
            ax.plot(run.axes[axis], lines[-1], color=COLOURS[n % len(COLOURS)], ls="-" if n < len(COLOURS) else "--",
                    marker="." if len(lines[-1]) < 40 else None, lw=1.3,
                    label=f"{name},  {style.time_label(run.times[index], run.coordinates, run.time_unit)}")
        if exact:
            run = runs[0]
            _, where = _line(run, axis, at)
            solution = _part(run.exact(field, index=run.index(time)), run, field).isel(**where)
            ax.plot(run.axes[axis], numpy.asarray(solution), color="black", ls=(0, (4, 2)), lw=0.8, zorder=4, label="exact")
        _profile_scale(runs[0], ax, field, lines)
        ax.set(xlabel=style.axis_label(axis, runs[0].length_unit), ylabel=style.quantity_label(field, runs[0].unit(field)))
        ax.legend(frameon=False)
    return ax


def plot_maps(runs, field, time=None, normal=None, at=None, isotherms=(), streamlines=False):
    """The same plane of all runs side by side with the same scale, at the outputs nearest to `time` (default: the last)."""
    _check(runs)
    normal = normal or _default_normal(runs[0])
    _check_normal(runs[0], normal)
    field = _shown(runs[0], field)
    planes = [_plane(run, _scalar(run, field, run.index(time)), normal, at)[0] for run in runs]
    norm = style.norm_of(field, planes, scale=scale_of(runs[0], field))
    with matplotlib.rc_context(style.FONT):
        figure, axes = panels(1, len(runs), runs[0], slices=[(normal, at)])
        for ax, run, name in zip(axes[0], runs, names_of(runs)):
            plot_slice(run, field, time, normal, at, ax=ax, norm=norm, colorbar=False, arrows=False, isotherms=isotherms,
                       streamlines=streamlines)
            ax.set_title(f"{name}\n{ax.get_title()}", fontsize=8.5)
            if ax is not axes[0][0]:
                ax.set_ylabel("")
                ax.tick_params(labelleft=False)
        _colour_bar(figure, map_of(axes[0][0]), axes, field, runs[0], norm, planes, pad=0.01)
    return figure


def plot_history(runs, columns=None):
    """Columns of history.csv against time, a line for each run."""
    from .history import draw
    return draw(runs, columns, names_of(runs))
