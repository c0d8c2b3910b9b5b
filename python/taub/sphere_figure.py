"""Figures of cubed spheres: shells in the projection of Mollweide, which keeps areas, and planes through the axis z."""
import numpy

from . import flow, style
from .sphere import direction, middles

NORMALS = ("radius", "longitude")  # what is constant on a shell, and on a half plane through z
SHAPES = {"radius": 0.5, "longitude": 1.0}  # height/width
LINES = 240  # points along each side of the grid on which field lines are found


def normals(run):
    """Of what is drawn by default; a view of one shell has no planes."""
    return NORMALS if run.shape[0] > 1 else NORMALS[:1]


def _default_radius(sphere):
    """In the middle of the radii's logarithms."""
    return numpy.sqrt(sphere.radii[0] * sphere.radii[-1])


def plane(run, array, normal, at):
    """[latitude][longitude] of a shell; [angle][radius] of the plane at a
    longitude and, for angles above 90 degrees, opposite to it. And where it is."""
    sphere = run.sphere
    if normal == "radius":
        layer = sphere.layer(_default_radius(sphere) if at is None else at)
        return numpy.asarray(run._shell_of(array, layer)), run.axes["radius"][layer]
    return numpy.asarray(run._meridian_of(array, at or 0.0, middles(-90, 270, 2 * sphere.points()))), at or 0.0


def mollweide(longitude, latitude):
    """x from -2 to 2 and y from -1 to 1 of angles in degrees."""
    angle = numpy.linspace(-numpy.pi / 2, numpy.pi / 2, 20001)
    angle = numpy.interp(numpy.sin(numpy.radians(latitude)), (2 * angle + numpy.sin(2 * angle)) / numpy.pi, angle)
    return longitude / 90 * numpy.cos(angle), numpy.sin(angle)


def _draw_shell(ax, values, options):
    edges = [numpy.linspace(-end, end, count + 1) for end, count in zip((180, 90), values.shape[::-1])]
    image = ax.pcolormesh(*mollweide(*numpy.meshgrid(*edges)), values, **options)
    for longitude in range(-180, 181, 60):
        ax.plot(*mollweide(longitude, numpy.linspace(-90, 90, 91)), color="black", lw=0.8 if abs(longitude) == 180 else 0.25)
    for latitude in range(-60, 61, 30):
        ax.plot(*mollweide(numpy.array([-180, 180]), numpy.full(2, latitude)), color="black", lw=0.25)
    ax.set(xlim=(-2.01, 2.01), ylim=(-1.01, 1.01), aspect="equal")
    ax.set_axis_off()
    return image


def _draw_meridian(run, ax, values, options):
    angle = numpy.radians(numpy.linspace(-90, 270, len(values) + 1))[:, None]
    radii = run.sphere.radii
    image = ax.pcolormesh(radii * numpy.cos(angle), radii * numpy.sin(angle), values, **options)
    end = 1.01 * radii[-1]
    ax.set(xlim=(-end, end), ylim=(-end, end), aspect="equal", xlabel=style.in_brackets("distance from $z$", run.length_unit),
           ylabel=style.axis_label("z", run.length_unit))
    return image


def draw(run, ax, values, horizontal, norm, cmap):
    """The map of a plane()."""
    options = {"norm": norm, "cmap": cmap, "rasterized": True}
    return _draw_shell(ax, values, options) if horizontal == "longitude" else _draw_meridian(run, ax, values, options)


def words(run, normal, place):
    return f"longitude {place:.3g}°" if normal == "longitude" else f"$r = {place:.3g}$ {run.length_unit}".rstrip()


def _neutral_line(run, ax, index, at):
    sphere = run.sphere
    longitude, latitude = numpy.meshgrid(numpy.linspace(-180, 180, LINES), numpy.linspace(-90, 90, LINES))
    points = direction(longitude, latitude)
    radius = run.axes["radius"][sphere.layer(_default_radius(sphere) if at is None else at)]
    field = sphere.linear(numpy.asarray(run.field("magnetic_field", index=index)), radius * points)
    outwards = numpy.einsum("cyx,yxc->yx", field, points)
    if outwards.min() < 0 < outwards.max():
        ax.contour(*mollweide(longitude, latitude), outwards, levels=[0], colors="black", linewidths=0.9)


def lines(run, ax, field, index, normal, at, map_norm, streamlines):
    """On half planes lines along a vector: the one drawn, or the magnetic field, or with `streamlines` the velocity; on shells
    where the magnetic field turns from outwards to inwards."""
    vector = run.base(field)
    if not run.is_vector(vector):
        vector = next((name for name in ("magnetic_field", "velocity") if name in run.fields), None)
        vector = vector if vector == "magnetic_field" or streamlines else None
    if vector is None:
        return
    if normal == "radius":
        if vector == "magnetic_field":
            _neutral_line(run, ax, index, at)
        return
    sphere, array = run.sphere, numpy.asarray(run.field(vector, index=index))
    along = middles(-sphere.radii[-1], sphere.radii[-1], LINES)
    x, z = numpy.meshgrid(along, along)
    radius, outwards = numpy.hypot(x, z), direction(at or 0.0, 0.0)
    on_plane = sphere.linear(array, x[..., None] * outwards + z[..., None] * [0, 0, 1])
    on_plane = numpy.where((radius > sphere.radii[0]) & (radius < sphere.radii[-1]), on_plane, numpy.nan)
    u, v = numpy.tensordot(outwards, on_plane, 1), on_plane[2]
    if numpy.nanmax(numpy.hypot(u, v)) > 0:
        flow.draw_lines(ax, along, along, u, v, "black" if style.is_signed(map_norm) else "white")


def overview(run, times, field):
    """A column for each field: a shell, and below it a half plane and the one opposite to it, at the last output."""
    import matplotlib
    from matplotlib import pyplot

    from .plot import _colour_bar, _plane, _shown, map_of, plot_slice, scale_of
    fields, shown = [field] if field else run.fields, normals(run)
    chosen = [run.index(time) for time in times] if times is not None else [len(run.times) - 1]
    with matplotlib.rc_context(style.FONT):
        heights = [SHAPES[normal] for normal in shown]
        figure, axes = pyplot.subplots(len(shown) * len(chosen), len(fields), squeeze=False, layout="constrained",
                                       height_ratios=heights * len(chosen),
                                       figsize=(3.4 * len(fields), 3.3 * sum(heights) * len(chosen) + 0.5))
        for column, name in enumerate(fields):
            arrays = {index: run.field(_shown(run, name), index=index) for index in chosen}
            planes = [_plane(run, array, normal)[0] for array in arrays.values() for normal in shown]
            norm = style.norm_of(_shown(run, name), planes, scale=scale_of(run, name))
            for row, ax in enumerate(axes[:, column]):
                plot_slice(run, name, run.times[chosen[row // len(shown)]], shown[row % len(shown)], ax=ax, norm=norm, colorbar=False)
                if column:
                    ax.set_ylabel("")
            _colour_bar(figure, map_of(axes[0][column]), axes[:, column], _shown(run, name), run, norm, planes, location="bottom", pad=0.02)
        figure.suptitle(style.plain(run.title), fontsize=10)
    return figure
