"""An overview of a run in one figure."""
import matplotlib
import numpy
from matplotlib import pyplot
from matplotlib.lines import Line2D

from . import flow, sphere_figure, style
from .errors import Error
from .plot import (_colour_bar, _cut, _default_normal, _draw_map, _outline, _plane, _scalar, choose_times, components, nearest,
                   outer_labels, panels, plot_profiles, scale_of)

HADRONS = 0.155  # GeV, the crossover temperature of lattice QCD (Borsanyi et al. 2010)


UNIFORM = 1e-3  # a field with a smaller relative variation is not of interest


def _field_of_maps(run, chosen):
    """The default field of maps; for a vector with a single component that varies, this component."""
    usual = [name for name in ("energy_density", "density", "electric_field", "magnetic_field") if name in run.fields]

    def varies(name):
        values = numpy.stack([numpy.asarray(_scalar(run, name, index)) for index in chosen])
        return numpy.ptp(values) > UNIFORM * numpy.abs(values).max()

    field = next(filter(varies, usual), (usual or run.fields)[0])
    parts = components(run, field, chosen)
    return parts[0] if len(parts) == 1 else field


def _reach(run, planes, threshold):
    """Symmetric limits of the part of the maps with values above the threshold."""
    limits = {}
    for values, vertical, horizontal, _ in planes:
        for name, seen in ((vertical, (values > threshold).any(axis=1)), (horizontal, (values > threshold).any(axis=0))):
            low, high = run.extent(name)
            middle = 0.5 * (low + high)
            if seen.any():
                far = 1.06 * max(abs(run.axes[name][seen] - middle)) + run.spacing[name]
                old = limits.get(name, (middle, middle))[1] - middle
                far = min(max(far, old, 0.25 * (high - low)), 0.5 * (high - low))
                limits[name] = (middle - far, middle + far)
            else:
                limits.setdefault(name, (low, high))
    if "x" in limits and "y" in limits and run.extent("x") == run.extent("y"):
        limits["x"] = limits["y"] = max(limits["x"], limits["y"], key=lambda ends: ends[1] - ends[0])
    return limits


def _temperature_contour(run, ax, index, normal):
    if "temperature" not in run or not run.physical:
        return False
    values, vertical, horizontal, _ = _plane(run, run.field("temperature", index=index), normal)
    if not values.min() < HADRONS < values.max():
        return False
    ax.contour(run.axes[horizontal], run.axes[vertical], values, levels=[HADRONS], colors="#7fe3ff", linewidths=0.9)
    return True


def _panel(run, ax, array, index, normal, norm, cmap, limits, longest):
    values, vertical, horizontal, _ = _plane(run, array, normal)
    image = _draw_map(run, ax, values, vertical, horizontal, norm, cmap)
    if longest > 0 and normal == _default_normal(run):
        flow.arrows(run, ax, "velocity", index, lambda part: _plane(run, part, normal)[0], (horizontal, vertical), longest,
                    where=values > 4 * norm.vmin if norm.vmin > 0 and "temperature" in run else None,
                    limits=(limits[horizontal], limits[vertical]))
    contour = _temperature_contour(run, ax, index, normal)
    if run.has_blocks:
        _outline(run, ax, index, horizontal, vertical, normal, run.axes[normal][nearest(run, normal, None)])
    ax.set_xlim(*limits[horizontal])
    ax.set_ylim(*limits[vertical])
    return image, contour


def draw(run, times=None, count=5, field=None):
    """See taub.overview."""
    if run.sphere:
        return sphere_figure.overview(run, times, field)
    chosen = [run.index(time) for time in times] if times is not None else choose_times(run, count, run.coordinates == "milne")
    if not chosen:
        raise Error(f"{run.path}: no outputs to draw")
    with matplotlib.rc_context({**style.FONT, "xtick.color": "black", "axes.titlepad": 4}):
        if len(run.active) < 2:
            return plot_profiles(run, [part for name in run.fields for part in components(run, name, chosen)], run.times[chosen])
        field = field or _field_of_maps(run, chosen)
        normals = [_default_normal(run)] + (["y"] if len(run.active) == 3 else [])
        arrays = [_scalar(run, field, index) for index in chosen]
        planes = [[_plane(run, array, normal) for array in arrays] for normal in normals]
        norm = style.norm_of(field, [plane[0] for row in planes for plane in row], decades=4,
                             scale=scale_of(run, field))
        longest = flow.longest(run, "velocity" if "velocity" in run else None, chosen, [_cut(run, _default_normal(run))])
        cmap = style.colour_map(field, style.is_signed(norm))
        limits = _reach(run, [plane for row in planes for plane in row], norm.vmin)
        figure, axes = panels(len(normals), len(chosen), run, limits)
        contour = False
        for row, normal in enumerate(normals):
            for ax, array, index in zip(axes[row], arrays, chosen):
                image, found = _panel(run, ax, array, index, normal, norm, cmap, limits, longest)
                contour |= found
                ax.tick_params(color="white", which="both")
                if row == 0:
                    flow.outlined(ax, style.time_label(run.times[index], run.coordinates, run.time_unit))
        outer_labels(axes)
        bar = _colour_bar(figure, image, axes, field, run, norm, [plane[0] for row in planes for plane in row], pad=0.008,
                          aspect=16 * len(normals))
        bar.outline.set_linewidth(0.6)
        if contour:
            axes[0][-1].legend(handles=[Line2D([], [], color="#7fe3ff", lw=1.2)], labels=[f"$T = {1000 * HADRONS:.0f}$ MeV"],
                               loc="lower right", facecolor="black", edgecolor="none", framealpha=0.6, labelcolor="white",
                               handlelength=1.4, borderpad=0.2)
        title = style.plain(run.title)
        if longest > 0:
            title += f"      ({flow.words(run, 'velocity', longest)})"
        figure.suptitle(title, fontsize=10.5)
        flow.uncover_labels(figure)
    return figure
