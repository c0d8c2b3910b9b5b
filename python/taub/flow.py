"""Arrows and streamlines of a vector on a map."""
import numpy

from .style import ROUNDING

COUNT, MOST = 13, 22  # arrows along a side of a square map, and at most along the longer side of any map
SHORTEST = 0.06  # of the longest; shorter ones are left out
EDGE = (0, 0, 0, 0.55)  # edge of white arrows and lines, which would be invisible on bright colours


def vector_of(run, field):
    """The vector whose arrows belong on a map of a field: itself, or the velocity; None on a map of a tensor."""
    if run.is_vector(field):
        return field if len(run.components(field)) == 3 else None
    return "velocity" if "velocity" in run else None


def _in_plane(run, vector, index, cut, names):
    """The components along the axes of a map, [vertical][horizontal]; None if the axes have different units."""
    components = run.components(vector)
    if not all(name in components and name != "eta" for name in names):
        return None
    array = run.field(vector, index=index)
    return [cut(array.isel(component=components.index(name))) for name in names]


def longest(run, vector, indices, cuts):
    """The largest magnitude of arrows on the planes of a figure, [(cut, names)], at the outputs; 0 if there is only rounding
    noise."""
    scale = 1.0 if vector in ("velocity", "four_velocity") else 0.0
    largest = 0.0
    for index in indices if vector else ():
        for cut, names in cuts:
            parts = _in_plane(run, vector, index, cut, names)
            if parts is not None:
                largest = max(largest, float(numpy.nanmax(numpy.hypot(*parts))))
    return largest if largest > ROUNDING * scale else 0.0


def _stroke(width):
    from matplotlib import patheffects
    return [patheffects.withStroke(linewidth=width, foreground=EDGE)]


def arrows(run, ax, vector, index, cut, names, scale, where=None, limits=None):
    """Arrows on a coarse grid, equally spaced along both axes, where the mask `where` is true. An arrow of the magnitude
    `scale` is about as long as their spacing."""
    parts = _in_plane(run, vector, index, cut, names) if vector and scale > 0 else None
    if parts is None:
        return None
    horizontal, vertical = names
    x, y = run.axes[horizontal], run.axes[vertical]
    (x0, x1), (y0, y1) = limits or (run.extent(horizontal), run.extent(vertical))
    spacing = max(((x1 - x0) * (y1 - y0)) ** 0.5 / (COUNT + 1), max(x1 - x0, y1 - y0) / (MOST + 1))

    def cells(along, low, high):
        inside = numpy.flatnonzero((along > low) & (along < high))
        if not run.is_uniform:  # the cells nearest to equally spaced positions
            places = numpy.arange(low + 0.5 * spacing, high, spacing)
            return numpy.unique([inside[numpy.abs(along[inside] - place).argmin()] for place in places] if len(inside) else [])
        stride = max(int(round(spacing / (along[1] - along[0]))), 1) if len(along) > 1 else 1
        count = max(len(inside) // stride, 1)
        return inside[max(len(inside) - (count - 1) * stride - 1, 0) // 2::stride][:count]  # away from the edges
    i, j = cells(x, x0, x1), cells(y, y0, y1)
    if not len(i) or not len(j):
        return None
    spacing = min([along[k[1]] - along[k[0]] for along, k in ((x, i), (y, j)) if len(k) > 1] or [spacing])
    chosen = numpy.ix_(j, i)
    u, v = parts[0][chosen], parts[1][chosen]
    hidden = ~(numpy.hypot(u, v) >= SHORTEST * scale)
    if where is not None:
        hidden |= ~where[chosen]
    u, v = numpy.ma.array(u, mask=hidden), numpy.ma.array(v, mask=hidden)
    return ax.quiver(x[i], y[j], u, v, color="white", angles="xy", scale_units="xy", scale=scale / (0.95 * spacing),
                     units="width", width=0.0055, headwidth=3.4, headlength=3.8, headaxislength=3.4, minshaft=1.2,
                     minlength=0.2, pivot="mid", zorder=3, path_effects=_stroke(1.3))


def streamlines(run, ax, vector, index, cut, names, scale):
    """Lines along the vector's components in the plane."""
    parts = _in_plane(run, vector, index, cut, names) if vector and scale > 0 else None
    if parts is None or min(parts[0].shape) < 2:
        return None
    u, v = (numpy.where(numpy.hypot(*parts) > SHORTEST * scale, part, numpy.nan) for part in parts)
    x, y = run.axes[names[0]], run.axes[names[1]]
    if not run.is_uniform:  # streamplot needs a uniform grid: as many points, with the values of the cells that contain them
        x, y = (0.5 * (even[:-1] + even[1:]) for even in
                (numpy.linspace(*run.extent(name), len(run.axes[name]) + 1) for name in names))
        i, j = (numpy.searchsorted(run.faces[name][1:-1], places) for name, places in zip(names, (x, y)))
        u, v = u[numpy.ix_(j, i)], v[numpy.ix_(j, i)]
    return draw_lines(ax, x, y, u, v)


def draw_lines(ax, x, y, u, v, colour="white"):
    lines = ax.streamplot(x, y, u, v, color=colour, density=0.9, linewidth=0.8, arrowsize=0.7, zorder=3)
    if colour == "white":
        lines.lines.set_path_effects(_stroke(1.6))
    return lines


def outlined(ax, text):
    """Text in the upper left corner of a map, readable on any colour."""
    ax.text(0.045, 0.95, text, transform=ax.transAxes, color="white", va="top", ha="left", fontsize=9, zorder=5,
            bbox={"boxstyle": "round,pad=0.2", "facecolor": (0, 0, 0, 0.5), "edgecolor": "none"})


def uncover_labels(figure):
    """Hides the arrows under the text of outlined(). Call it last, since anything that moves the panels moves the text."""
    from matplotlib.quiver import Quiver
    figure.draw_without_rendering()  # sets the positions of texts
    for ax in figure.axes:
        boxes = [text.get_bbox_patch().get_window_extent() for text in ax.texts if text.get_bbox_patch()]
        for drawn in (child for child in ax.get_children() if isinstance(child, Quiver)):
            half = 0.5 * numpy.column_stack([drawn.U, drawn.V]) / drawn.scale
            ends = numpy.stack([ax.transData.transform(drawn.XY + sign * half) for sign in (-1, 1)])
            hidden = numpy.zeros(len(drawn.U), dtype=bool) | drawn.Umask
            for box in boxes:
                hidden |= ((ends.max(axis=0) > box.min) & (ends.min(axis=0) < box.max)).all(axis=1)
            drawn.set_UVC(*(numpy.ma.array(part, mask=hidden) for part in (drawn.U, drawn.V)))


def words(run, vector, scale):
    """A legend for the arrows of a figure."""
    from . import style
    label = style.quantity_label(vector, "").split("  ")
    unit = style.unit_text(run.unit(vector))
    return f"longest arrow: {label[-1]} = {scale:.3g} {unit}".rstrip()
