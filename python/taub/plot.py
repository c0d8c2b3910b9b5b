"""Figures: slices, profiles, maps at several times, history, animations, and an overview of a heavy-ion event."""
import numpy

from . import flow, sphere_figure, style
from .errors import Error
from .sphere import direction

try:
    import matplotlib
    from matplotlib import pyplot, ticker
    from matplotlib.collections import LineCollection, QuadMesh
    from matplotlib.image import AxesImage
except ImportError as error:
    raise Error("figures are made with matplotlib, which is not installed (Debian: python3-matplotlib)") from error


def nearest(run, axis, position=None):
    """Index of the cell at a position along an axis (default: Run.rest)."""
    return int(numpy.abs(run.axes[axis] - (run.rest(axis) if position is None else position)).argmin())


def _names(run, normal):
    """Names of the vertical and horizontal axis of a slice: z, y, x in this order, except that eta is horizontal."""
    across = [name for name in run.dims if name != normal]
    return across[::-1] if across[0] == "eta" else across


def _plane(run, array, normal, at=None):
    """The values of a slice across `normal`, [vertical][horizontal], the names of its axes, and where it is."""
    if run.sphere:
        values, place = sphere_figure.plane(run, array, normal, at)
        return values, "latitude", "longitude" if normal == "radius" else "radius", place
    index = nearest(run, normal, at)
    values = numpy.asarray(array.isel(**{normal: index}))
    vertical, horizontal = _names(run, normal)
    if vertical != next(name for name in run.dims if name != normal):
        values = values.swapaxes(-1, -2)
    return values, vertical, horizontal, run.axes[normal][index]


def _cut(run, normal, at=None):
    """A function that takes the slice out of an array, and the names of its horizontal and vertical axis."""
    vertical, horizontal = _names(run, normal)
    return (lambda array: _plane(run, array, normal, at)[0]), (horizontal, vertical)


def _default_normal(run):
    if run.sphere:
        return sphere_figure.normals(run)[-1]
    last = run.dims[0]
    if len(run.active) == 3:
        return last
    if len(run.active) == 2:
        return next(name for name in run.dims if name not in run.active)
    raise Error(f"{run.path}: a slice needs a mesh with at least two dimensions; use a profile for this run")


# pi^{mu nu} pi_{mu nu} from tt tx ty tz xx xy xz yy yz zz
TENSOR_SIGNS = numpy.array([1, -2, -2, -2, 1, 2, 2, 1, 2, 1])


def _magnitude(array):
    """Length of a vector; sqrt(pi:pi) of a tensor, which is not negative for one orthogonal to the velocity."""
    squares = numpy.asarray(array) ** 2
    if len(squares) == len(TENSOR_SIGNS):
        squares = TENSOR_SIGNS.reshape((-1,) + (1,) * (squares.ndim - 1)) * squares
    return numpy.sqrt(numpy.maximum(squares.sum(axis=0), 0))


def _scalar(run, field, index):
    """A field at an output; the magnitude of a vector."""
    return _part(run.field(field, index=index), run, field)


def _part(array, run, field):
    """A scalar unchanged, or the magnitude of a vector."""
    if not run.is_vector(field):
        return array
    part = array.isel(component=0)
    values = _magnitude(array)
    return type(part)(values, dims=part.dims, coords={name: part.coords[name] for name in part.dims},
                      attrs=part.attrs, name=field)


def components(run, field, chosen):
    """The components of a vector that vary, otherwise those that are not zero, otherwise the first one; [field] for a scalar."""
    names = [name for name in (f"{field}/{axis}" for axis in run.dims[::-1]) if name in run]
    if not run.is_vector(field) or not names:
        return [field]
    values = {name: numpy.stack([numpy.asarray(run.field(name, index=index)) for index in chosen]) for name in names}
    largest = max(float(numpy.abs(array).max()) for array in values.values())
    vary = [name for name in names if numpy.ptp(values[name]) > 1e-9 * largest]
    return vary or [name for name in names if numpy.abs(values[name]).max() > 1e-9 * largest] or names[:1]


def _default_slices(run):
    if run.sphere:
        return [(normal, None) for normal in sphere_figure.normals(run)]
    return [(_default_normal(run), None)] + ([("y", None)] if len(run.active) == 3 else [])


def _shown(run, field):
    """What is drawn of a field of a cubed sphere: of vectors the component outwards."""
    return f"{field}/radial" if run.sphere and run.is_vector(field) else field


def _draw_map(run, ax, values, vertical, horizontal, norm, cmap):
    if run.sphere:
        return sphere_figure.draw(run, ax, values, horizontal, norm, cmap)
    extent = [*run.extent(horizontal), *run.extent(vertical)]
    aspect = "equal" if "eta" not in (vertical, horizontal) else "auto"
    if run.is_uniform:
        image = ax.imshow(values, origin="lower", extent=extent, norm=norm, cmap=cmap, interpolation="nearest",
                          aspect=aspect, rasterized=True)
    else:
        image = ax.pcolormesh(run.faces[horizontal], run.faces[vertical], numpy.asarray(values), norm=norm, cmap=cmap,
                              rasterized=True)
        ax.set(xlim=extent[:2], ylim=extent[2:], aspect=aspect)
    if "eta" in (vertical, horizontal):
        ax.set_box_aspect(BEAM_SLICE)
    ax.set_facecolor(matplotlib.colormaps[cmap](0.0))  # for values below a logarithmic scale
    for axis in (ax.xaxis, ax.yaxis):  # no number at an edge, where it would overlap with that of the next panel
        axis.set_major_locator(ticker.MaxNLocator(6, steps=[1, 2, 5, 10], prune="both"))
    ax.set_xlabel(style.axis_label(horizontal, run.length_unit))
    ax.set_ylabel(style.axis_label(vertical, run.length_unit))
    return image


def map_of(ax):
    """The map that _draw_map has drawn: an image, or a mesh of cells of unequal widths."""
    return next(part for part in [*ax.images, *ax.collections] if isinstance(part, (AxesImage, QuadMesh)))


def plot_array(array, ax=None, **options):
    """A line or a map of a labelled array, after dropping dimensions of length 1."""
    array = array.squeeze()
    unit = array.attrs.get("units", "")
    length = array.attrs.get("length_unit", "")
    label = style.quantity_label(array.name or "", unit)
    with matplotlib.rc_context(style.FONT):
        ax = ax or pyplot.figure(layout="constrained").add_subplot()
        if array.ndim == 1:
            ax.plot(numpy.asarray(array.coords[array.dims[0]]), numpy.asarray(array), **options)
            ax.set(xlabel=style.axis_label(array.dims[0], length), ylabel=label)
        elif array.ndim == 2:
            vertical, horizontal = array.dims
            norm = style.norm_of(array.name or "", [array])
            settings = {"norm": norm, "cmap": style.colour_map(array.name or "", style.is_signed(norm)),
                        "shading": "nearest", **options}
            mesh = ax.pcolormesh(numpy.asarray(array.coords[horizontal]), numpy.asarray(array.coords[vertical]),
                                 numpy.asarray(array), **settings)
            ax.figure.colorbar(mesh, ax=ax, label=label)
            ax.set(xlabel=style.axis_label(horizontal, length), ylabel=style.axis_label(vertical, length))
        else:
            raise Error(f"{array.ndim} dimensions are left ({', '.join(array.dims)}); select down to one or two")
    return ax


def _isotherms(ax, horizontal, vertical, temperature, levels):
    """Labelled contours of the temperature in GeV, for the levels inside its range."""
    levels = [level for level in sorted(levels) if temperature.min() < level < temperature.max()]
    if levels:
        lines = ax.contour(horizontal, vertical, temperature, levels=levels, colors="white", linewidths=0.9)
        ax.clabel(lines, fmt=lambda level: f"{1000 * level:.0f} MeV", fontsize=7)


def scale_of(run, field):
    """The scale relative to which values of a field are rounding noise: 1 for velocities, otherwise 0, that is unknown."""
    base = run.base(field)
    return 1.0 if base in ("velocity", "four_velocity") else 0.0


def _check_normal(run, normal):
    known = sphere_figure.NORMALS if run.sphere else run.dims
    if normal not in known:
        raise Error(f"{run.path}: no axis '{normal}'; there are {', '.join(known)}")


def _outline(run, ax, index, horizontal, vertical, normal, place):
    """The blocks of a mesh with mesh.refine that a slice cuts."""
    lower, upper = run.blocks(index=index).boxes()
    a, b, n = (list(reversed(run.dims)).index(name) for name in (horizontal, vertical, normal))
    cut = (lower[:, n] <= place) & (place < upper[:, n])
    frames = [[(low[a], low[b]), (high[a], low[b]), (high[a], high[b]), (low[a], high[b]), (low[a], low[b])]
              for low, high in zip(lower[cut], upper[cut])]
    ax.add_collection(LineCollection(frames, colors="#808080", linewidths=0.3, alpha=0.7), autolim=False)


def plot_slice(run, field, time=None, normal=None, at=None, ax=None, norm=None, cmap=None, colorbar=True, arrows=None,
               isotherms=(), streamlines=False, longest=None):
    """One map: a field on the plane perpendicular to the axis `normal` (default: the beam, or the axis with one cell) at the
    position `at` (default: Run.rest, the middle). A vector is drawn as its magnitude with arrows, of which the longest has the
    magnitude `longest` (default: the largest of the map), or with streamlines. `isotherms` are contours of the temperature in
    GeV, such as (0.155, 0.2), if it was written.

    Of a cubed sphere, `normal` "longitude" (the default) is the plane through the axis z at a longitude in degrees, with lines along
    the vector drawn or the magnetic field, and "radius" is a shell; vectors are drawn as their component outwards."""
    index = run.index(time)
    normal = normal or _default_normal(run)
    _check_normal(run, normal)
    field = _shown(run, field)
    values, vertical, horizontal, place = _plane(run, _scalar(run, field, index), normal, at)
    scale = scale_of(run, field)
    norm = norm or style.norm_of(field, [values], scale=scale)

    def cut(array):
        return _plane(run, array, normal, at)[0]
    with matplotlib.rc_context(style.FONT):
        ax = ax or pyplot.figure(figsize=(4.6, 3.9), layout="constrained").add_subplot()
        image = _draw_map(run, ax, values, vertical, horizontal, norm, cmap or style.colour_map(field, style.is_signed(norm)))
        if style.is_zero([values], scale):
            ax.text(0.5, 0.5, "zero everywhere" if not numpy.any(values) else "zero but for rounding",
                    transform=ax.transAxes, color="#555555" if style.is_signed(norm) else "white", ha="center", va="center")
        vector = flow.vector_of(run, field)
        if run.sphere:
            sphere_figure.lines(run, ax, field, index, normal, at, norm, streamlines)
        elif arrows or streamlines or (arrows is None and run.is_vector(field)):
            longest = flow.longest(run, vector, [index], [(cut, (horizontal, vertical))]) if longest is None else longest
            draw = flow.streamlines if streamlines else flow.arrows
            draw(run, ax, vector, index, cut, (horizontal, vertical), longest)
        if len(isotherms) and "temperature" in run:
            temperature = cut(run.field("temperature", index=index))
            _isotherms(ax, run.axes[horizontal], run.axes[vertical], temperature, isotherms)
        if run.has_blocks:
            _outline(run, ax, index, horizontal, vertical, normal, place)
        title = style.time_label(run.times[index], run.coordinates, run.time_unit)
        if run.sphere:
            title += f",  {sphere_figure.words(run, normal, place)}"
        elif len(run.axes[normal]) > 1:
            place = 0.0 if abs(place) <= run.spacing[normal] else place
            unit = "" if normal == "eta" else f" {run.length_unit}"
            title += f",  ${style.AXES[normal]} = {place:.3g}${unit}".rstrip()
        ax.set_title(title)
        if colorbar:
            _colour_bar(ax.figure, image, ax, field, run, norm, [values], pad=0.02)
    return ax


def _colour_bar(figure, image, axes, field, run, norm, planes, **options):
    """A colour bar with readable numbers, also between the decades of a short logarithmic scale."""
    below = any(float(numpy.nanmin(plane)) < norm.vmin for plane in map(numpy.asarray, planes))
    bar = figure.colorbar(image, ax=axes, label=style.quantity_label(field, run.unit(field)),
                          extend="min" if below else "neither", **options)
    axis = bar.ax.xaxis if bar.orientation == "horizontal" else bar.ax.yaxis
    if isinstance(norm, matplotlib.colors.LogNorm):
        style.log_ticks(axis, norm.vmin, norm.vmax)
    elif isinstance(norm, matplotlib.colors.SymLogNorm):
        steps = [norm.linthresh * 10 ** n for n in range(9) if norm.linthresh * 10 ** n <= norm.vmax]
        bar.set_ticks([-step for step in reversed(steps)] + [0] + steps)
        axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:.2g}"))
        axis.set_minor_locator(ticker.NullLocator())
    else:
        bar.formatter.set_powerlimits((-3, 4))
        bar.formatter.set_useMathText(True)
    return bar


def choose_times(run, count, geometric=False):
    """Numbers of `count` outputs from first to last, evenly spread in time (or in its logarithm)."""
    if len(run.times) <= count:
        return list(range(len(run.times)))
    first, last = run.times[0], run.times[-1]
    wanted = numpy.geomspace(first, last, count) if geometric and first > 0 else numpy.linspace(first, last, count)
    return sorted({run.index(time) for time in wanted})


BEAM_SLICE = 0.62  # height/width of slices along the beam, whose axes have different units


STACKED = 0.3  # maps with a smaller height/width are drawn below each other instead of side by side


def panels(rows, columns, run, limits=None, slices=None):
    """A grid of panels of equal width, as [slice][time]. Maps of lengths keep their proportions, maps along eta are flat. Times are
    columns, or rows if the maps are long."""
    slices = slices or _default_slices(run)[:rows]
    shape = [sphere_figure.SHAPES[normal] for normal, _ in slices] if run.sphere else []
    for normal, _ in () if run.sphere else slices:
        vertical, horizontal = [name for name in run.dims if name != normal]
        (y0, y1), (x0, x1) = [(limits or {}).get(name, run.extent(name)) for name in (vertical, horizontal)]
        shape.append(BEAM_SLICE if "eta" in (vertical, horizontal) else min(max((y1 - y0) / (x1 - x0), 0.05), 8))
    stacked = rows == 1 and columns > 1 and shape[0] < STACKED
    if stacked:
        rows, columns, shape = columns, rows, columns * shape
    width = min(max(2.25, 5.0 / columns, min(0.9 / min(shape), 9 / columns)), 9 / max(shape))
    figure, axes = pyplot.subplots(rows, columns, squeeze=False, layout="compressed", height_ratios=shape,
                                   figsize=(width * columns + 1.3, width * sum(shape) + 0.45 + 0.42 * rows))
    figure.get_layout_engine().set(w_pad=0.025, h_pad=0.03, wspace=0.0, hspace=0.0)
    return figure, axes.T if stacked else axes


def outer_labels(axes):
    """Removes names and numbers of axes from panels (of panels()) whose neighbour has the same."""
    for row in axes:
        for ax in row:
            at = ax.get_subplotspec()
            if at.colspan.start > 0:
                ax.set_ylabel("")
                ax.tick_params(labelleft=False)
            if len(axes) == 1 and not at.is_last_row():  # rows of different slices have different axes
                ax.set_xlabel("")
                ax.tick_params(labelbottom=False)


def plot_maps(run, field, times=None, count=4, isotherms=(), slices=None, streamlines=False):
    """A row of maps at several times, with contours of the temperature in GeV if it was written; if the mesh has three
    dimensions, the slices along the beam are below. `slices`, such as [("z", 0), ("y", 1.5)], are other planes, one row each:
    the perpendicular axis and the position along it (None: the middle)."""
    chosen = [run.index(time) for time in times] if times is not None else choose_times(run, count, run.coordinates == "milne")
    slices = slices or _default_slices(run)
    for normal, _ in slices:
        _check_normal(run, normal)
    field = _shown(run, field)
    arrays = {index: _scalar(run, field, index) for index in chosen}
    planes = [_plane(run, array, normal, at)[0] for array in arrays.values() for normal, at in slices]
    norm = style.norm_of(field, planes, scale=scale_of(run, field))
    vector = flow.vector_of(run, field) if (streamlines or run.is_vector(field)) and not run.sphere else None
    longest = flow.longest(run, vector, chosen, [_cut(run, normal, at) for normal, at in slices]) if vector else 0.0
    with matplotlib.rc_context(style.FONT):
        figure, axes = panels(len(slices), len(chosen), run, slices=slices)
        for row, (normal, at) in enumerate(slices):
            for ax, index in zip(axes[row], chosen):
                plot_slice(run, field, run.times[index], normal, at, ax=ax, norm=norm, colorbar=False, isotherms=isotherms,
                           longest=longest, streamlines=streamlines)
                if row:
                    if ax is axes[row][0]:
                        flow.outlined(ax, ax.get_title().partition(",  ")[2])
                    ax.set_title("")
        outer_labels(axes)
        _colour_bar(figure, map_of(axes[0][0]), axes, field, run, norm, planes, pad=0.01)
        title = style.plain(run.title)
        if longest > 0 and not streamlines:
            title += f"      ({flow.words(run, vector, longest)})"
        figure.suptitle(title, fontsize=10)
    return figure


def _profile_is_log(run, field, lines):
    norm = style.norm_of(field, lines, decades=12, scale=scale_of(run, field))
    return isinstance(norm, matplotlib.colors.LogNorm) and min(float(numpy.nanmin(line)) for line in lines) > 0


def _profile_scale(run, ax, field, lines):
    scale = scale_of(run, field)
    if style.is_zero(lines, scale):
        ax.set_ylim(-1, 1)
        ax.text(0.5, 0.6, "zero everywhere" if not any(map(numpy.any, lines)) else "zero but for rounding",
                transform=ax.transAxes, ha="center", color="#666666")
        return
    norm = style.norm_of(field, lines, decades=12, scale=scale)
    low = min(float(numpy.nanmin(line)) for line in lines)
    if _profile_is_log(run, field, lines):
        ax.set_yscale("log")
        ax.set_ylim(norm.vmin * 0.7, norm.vmax * 1.5)
        style.log_ticks(ax.yaxis, norm.vmin * 0.7, norm.vmax * 1.5)
        return
    largest = max(float(numpy.nanmax(numpy.abs(line))) for line in lines)
    change = max(float(numpy.nanmax(line)) for line in lines) - low
    if change < 1e-6 * largest:  # do not magnify rounding errors
        ax.set_ylim(low - 0.1 * largest, low + 0.1 * largest)
    ax.ticklabel_format(axis="y", scilimits=(-3, 5), useOffset=False, useMathText=True)


def _against_time(run, field, ax):
    """The value of a run with one cell against time."""
    values = numpy.array([float(numpy.asarray(_scalar(run, field, index)).squeeze()) for index in range(len(run.times))])
    with matplotlib.rc_context(style.FONT):
        ax = ax or pyplot.figure(figsize=(5.2, 3.6), layout="constrained").add_subplot()
        ax.plot(run.times, values, color="#2a4d8f", marker="." if len(values) < 40 else None)
        _profile_scale(run, ax, field, [values])
        symbol = r"$\tau$" if run.coordinates == "milne" else "$t$"
        ax.set(xlabel=style.in_brackets(symbol, run.time_unit), ylabel=style.quantity_label(field, run.unit(field)))
    return ax


def _line(run, axis, at):
    """The axis of a profile (default: the first with more than one cell), and the indices along others of the cells on its line."""
    at, axis = at or {}, axis or (run.active[0] if run.active else "x")
    if run.sphere and axis != "radius":
        raise Error(f"{run.path}: lines through a cubed sphere lead along the radius, not along '{axis}'")
    if axis not in run.dims:
        raise Error(f"{run.path}: no axis '{axis}'; there are {', '.join(run.dims)}")
    if run.sphere:
        j, i = run.sphere.cells(direction(at.get("longitude", 0.0), at.get("latitude", 0.0)))
        return axis, {"beta": int(j), "alpha": int(i)}
    return axis, {name: nearest(run, name, at.get(name)) for name in run.dims if name != axis}


def plot_profile(run, field, axis=None, times=None, count=6, at=None, ax=None, exact=False):
    """Lines along an axis through the middle of the mesh (or through `at`, such as {"y": 0.5}) at several times; for a run with
    one cell, its value against time. Of a cubed sphere the line leads along the radius, in the direction `at` (default: {"longitude":
    0, "latitude": 0}, the axis x). With `exact` the exact solution of the case is drawn as dashed lines (Run.exact)."""
    axis, where = _line(run, axis, at)
    field = _shown(run, field)
    if not run.active:
        return _against_time(run, field, ax)
    chosen = [run.index(time) for time in times] if times is not None else choose_times(run, count)
    with matplotlib.rc_context(style.FONT):
        ax = ax or pyplot.figure(figsize=(5.2, 3.6), layout="constrained").add_subplot()
        colours = matplotlib.colormaps["viridis"](numpy.linspace(0, 0.88, len(chosen)))
        lines = [numpy.asarray(_scalar(run, field, index).isel(**where)) for index in chosen]
        for index, values, colour in zip(chosen, lines, colours):
            ax.plot(run.axes[axis], values, color=colour, marker="." if len(values) < 40 else None,
                    label=style.time_label(run.times[index], run.coordinates, run.time_unit))
        for n, index in enumerate(chosen if exact else ()):
            solution = _part(run.exact(field, index=index), run, field).isel(**where)
            ax.plot(run.axes[axis], numpy.asarray(solution), color="black", ls=(0, (4, 2)), lw=0.8, zorder=4,
                    label=None if n else "exact")
        _profile_scale(run, ax, field, lines)
        ax.set_xlim(*run.extent(axis))
        ax.set(xlabel=style.axis_label(axis, run.length_unit), ylabel=style.quantity_label(field, run.unit(field)))
        ax.legend(frameon=False, ncols=1 if len(chosen) < 5 else 2)
    return ax


def plot_profiles(run, fields, times=None, exact=False):
    """Lines along the axis of a mesh with one dimension (plot_profile), in one panel for each field. Returns the figure."""
    wide = min(3, len(fields))
    high = -(-len(fields) // wide)
    with matplotlib.rc_context(style.FONT):
        figure, axes = pyplot.subplots(high, wide, squeeze=False, layout="constrained", figsize=(3.6 * wide, 2.9 * high + 0.3))
        for ax, field in zip(axes.flat, fields):
            plot_profile(run, field, times=times, ax=ax, exact=exact)
            if ax is not axes[0][0] and ax.get_legend():
                ax.get_legend().remove()
        for ax in axes.flat[len(fields):]:
            ax.set_axis_off()
        figure.suptitle(style.plain(run.title), fontsize=10)
    return figure


def plot_spacetime(run, field, axis=None, isotherms=(), at=None, ax=None, norm=None):
    """A map in (position, time): a field along an axis through the middle of the mesh (or through `at`) at all outputs,
    with contours of the temperature in GeV, such as (0.155, 0.2), if it was written."""
    axis, where = _line(run, axis, at)
    field = _shown(run, field)
    if len(run.axes[axis]) < 2:
        raise Error(f"{run.path}: no axis '{axis}' with more than one cell; there are {', '.join(run.active) or 'none'}")
    if len(run.times) < 2:
        raise Error(f"{run.path}: a map in time needs at least two outputs (output.every)")

    def rows(name):
        return numpy.stack([numpy.asarray(_scalar(run, name, index).isel(**where)) for index in range(len(run.times))])
    values = rows(field)
    norm = norm or style.norm_of(field, [values], scale=scale_of(run, field))
    with matplotlib.rc_context(style.FONT):
        ax = ax or pyplot.figure(figsize=(4.6, 3.6), layout="constrained").add_subplot()
        image = ax.pcolormesh(run.axes[axis], run.times, values, norm=norm, shading="nearest", rasterized=True,
                              cmap=style.colour_map(field, style.is_signed(norm)))
        if len(isotherms) and "temperature" in run:
            _isotherms(ax, run.axes[axis], run.times, rows("temperature"), isotherms)
        ax.figure.colorbar(image, ax=ax, label=style.quantity_label(field, run.unit(field)), pad=0.02)
        symbol = r"$\tau$" if run.coordinates == "milne" else "$t$"
        ax.set(xlabel=style.axis_label(axis, run.length_unit), ylabel=style.in_brackets(symbol, run.time_unit))
        ax.set(xlim=run.extent(axis), ylim=(run.times[0], run.times[-1]))  # rows extend half way to the next output
        ax.set_title(style.plain(run.title))
    return ax


def plot_history(run, columns=None):
    """Columns of history.csv against time, in one panel each; columns that are zero up to rounding are only listed, and equal
    columns share a panel."""
    from .history import draw
    return draw([run], columns)


def _writer(path, frames_per_second):
    """The writer for the ending of the film's name."""
    from matplotlib import animation
    kind = str(path).rpartition(".")[2].lower()
    if kind == "mp4":
        if not animation.writers.is_available("ffmpeg"):
            raise Error(f"{path}: films as .mp4 are written by ffmpeg, which is not installed (Debian: ffmpeg); .gif does not need it")
        return animation.FFMpegWriter(fps=frames_per_second, extra_args=["-pix_fmt", "yuv420p", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2"])
    if kind not in ("gif", "png", "apng", "webp"):
        raise Error(f"{path}: films are .mp4, .gif or .png")
    if not animation.writers.is_available("pillow"):
        raise Error("animations are written with Pillow, which is not installed (pip install pillow; Debian: python3-pil)")
    return animation.PillowWriter(fps=frames_per_second)


def film_suffix():
    """The ending of films: .mp4 if ffmpeg is installed, otherwise .gif."""
    from matplotlib import animation
    return ".mp4" if animation.writers.is_available("ffmpeg") else ".gif"


def animate(run, field, path=None, frames_per_second=8, normal=None, arrows=None, at=None, streamlines=False, isotherms=()):
    """All outputs one after another with the same scale: maps of a plane (as plot_slice), or lines if the mesh has one dimension.
    With `path` the film is written to this file, as .mp4 (needs ffmpeg) or .gif (needs Pillow)."""
    from matplotlib import animation
    writer = _writer(path, frames_per_second) if path is not None else None
    field = _shown(run, field)
    with matplotlib.rc_context(style.FONT):
        figure = pyplot.figure(figsize=(4.6, 3.9), layout="constrained")
        ax = figure.add_subplot()
        if len(run.active) < 2:
            lines = [_scalar(run, field, index).squeeze() for index in range(len(run.times))]
            low, high = min(float(a.min()) for a in lines), max(float(a.max()) for a in lines)
            margin = 0.05 * (high - low) or 0.05
            ratio = _profile_is_log(run, field, lines)

            def draw(index):
                ax.clear()
                plot_profile(run, field, times=[run.times[index]], ax=ax)
                ax.set_yscale("log" if ratio else "linear")
                ax.set_ylim(*((0.7 * low, 1.5 * high) if ratio else (low - margin, high + margin)))
        else:
            normal = normal or _default_normal(run)
            norm = style.norm_of(field, [_plane(run, _scalar(run, field, index), normal, at)[0]
                                         for index in range(len(run.times))], scale=scale_of(run, field))
            longest = (0.0 if run.sphere else
                       flow.longest(run, flow.vector_of(run, field), range(len(run.times)), [_cut(run, normal, at)]))
            options = {"norm": norm, "arrows": arrows, "longest": longest, "streamlines": streamlines, "isotherms": isotherms}
            plot_slice(run, field, run.times[0], normal, at, ax=ax, **options)
            figure.canvas.draw()
            figure.set_layout_engine("none")  # so that frames do not shift if a label gets longer

            def draw(index):
                ax.clear()
                plot_slice(run, field, run.times[index], normal, at, ax=ax, colorbar=False, **options)
        film = animation.FuncAnimation(figure, draw, frames=len(run.times), interval=1000 / frames_per_second)
        if path is not None:
            try:
                film.save(path, writer=writer, dpi=120)
            except OSError as error:
                raise Error(f"{path}: cannot be written: {error.strerror or error}") from error
            finally:
                pyplot.close(figure)
    return film


def overview(run, times=None, count=5, field=None):
    """An overview of a run: maps of the energy density at several times with arrows of the flow and, if the temperature was
    written, the contour at which hadrons form; below, the slices along the beam. Lines if the mesh has one dimension."""
    from .overview_figure import draw
    return draw(run, times, count, field)


def plot_fluxes(fluxes, relative_to=None):
    """Energy through planes (taub.read_fluxes) against time and, if there are frequencies, by frequency: divided by `relative_to`,
    the incident energy per frequency, if this is given."""
    from . import fluxes_figure
    return fluxes_figure.draw(fluxes, relative_to)


def plot_probes(probes):
    """Quantities at points against time (taub.read_probes): one panel for each quantity, a line for each point and component."""
    from . import probes_figure
    return probes_figure.draw(probes)


def plot_surface(surface):
    """A freeze-out surface (taub.read_surface): elements near y = 0 in the plane of x and time, coloured by their transverse
    velocity, and all elements (for a mesh with three axes, those near the middle) in the plane of x and y, coloured by time."""
    from . import surface_figure
    return surface_figure.draw(surface)


def plot_spectra(spectra):
    """Spectra of hadrons (taub.read_spectra) at mid-rapidity, and their v_2 and v_3 against pT. Returns the figure."""
    from . import spectra_figure
    return spectra_figure.draw(spectra)
