"""The cubed sphere: six panels around the origin, on which the angles alpha and beta from -pi/4 to pi/4 grow in equal steps. With the
axes T0, T1, N of a panel a direction is that of tan(alpha) T0 + tan(beta) T1 + N. Fields are [radius][beta][panel, alpha]: the
panels lie side by side."""
import functools

import numpy

from .errors import Error

UNIT_VECTORS = ("radial", "north", "east")


def direction(longitude, latitude):
    """[...][x, y, z] of angles in degrees."""
    east, up = numpy.broadcast_arrays(numpy.radians(longitude), numpy.radians(latitude))
    return numpy.stack([numpy.cos(up) * numpy.cos(east), numpy.cos(up) * numpy.sin(east), numpy.sin(up)], axis=-1)


def middles(lower, upper, count):
    """Of equal parts of a range."""
    return lower + (numpy.arange(count) + 0.5) * (upper - lower) / count


def centres(radii):
    """Radii of the centres of cells: half way between two spheres in the numbers of cells, by the cubic through four; where radii
    jump so much that this is not in the middle half of the cell, half way in the radius (src/mesh/sphere.c)."""
    lower, upper = radii[:-1], radii[1:]
    halves, quarters = 0.5 * (lower + upper), 0.25 * (upper - lower)
    if len(lower) < 3:
        return halves
    first = numpy.clip(numpy.arange(len(lower)) - 1, 0, len(lower) - 3)
    weights = numpy.array([[5, 15, -5, 1], *(len(lower) - 2) * [[-1, 9, 9, -1]], [1, -5, 15, 5]]) / 16
    cubics = (weights * radii[first[:, None] + numpy.arange(4)]).sum(axis=1)
    return numpy.where(numpy.abs(cubics - halves) < quarters, cubics, halves)


class Sphere:
    """radii of the spheres between cells; panels [6][T0, T1, N][x, y, z]; n cells along the side of a panel; middles, the radii of
    cells."""

    def __init__(self, radii, panels, n, middles):
        self.radii, self.panels, self.n, self.middles = radii, panels, n, middles

    @functools.cached_property
    def directions(self):
        """Of cell centres, [x, y, z][beta][panel, alpha]."""
        along = numpy.tan(middles(-numpy.pi / 4, numpy.pi / 4, self.n))
        on_panel = numpy.stack([*numpy.meshgrid(along, along), numpy.ones((self.n, self.n))])
        found = numpy.einsum("pac,aji->cjpi", self.panels, on_panel).reshape(3, self.n, 6 * self.n)
        return found / numpy.linalg.norm(found, axis=0)

    def unit_vector(self, name):
        """Outwards, along a meridian or along a parallel, at cell centres as directions."""
        x, y, z = self.directions
        east = numpy.stack([-numpy.sin(numpy.arctan2(y, x)), numpy.cos(numpy.arctan2(y, x)), 0 * z])
        return {"radial": self.directions, "east": east, "north": numpy.cross(self.directions, east, axis=0)}[name]

    def positions(self):
        """{"x", "y", "z", "volume"} of cells, [radius][beta][panel, alpha]."""
        lower, upper = self.radii[:-1], self.radii[1:]
        x, y = numpy.meshgrid(*2 * [numpy.tan(numpy.linspace(-numpy.pi / 4, numpy.pi / 4, self.n + 1))])
        corner = numpy.arctan2(x * y, numpy.sqrt(1 + x * x + y * y))
        angles = numpy.tile(numpy.diff(numpy.diff(corner, axis=0), axis=1), 6)
        places = self.middles[None, :, None, None] * self.directions[:, None]
        volume = ((upper - lower) * (lower ** 2 + lower * upper + upper ** 2) / 3)[:, None, None] * angles
        return {**dict(zip("xyz", places)), "volume": volume}

    def _angles(self, points):
        """panel, alpha, beta of points [...][x, y, z], and the indices of their cells along alpha and beta."""
        along = (points @ self.panels.reshape(18, 3).T.astype(float)).reshape(*points.shape[:-1], 6, 3)
        panel = along[..., 2].argmax(axis=-1)
        t0, t1, out = numpy.moveaxis(numpy.take_along_axis(along, panel[..., None, None], axis=-2)[..., 0, :], -1, 0)
        angles = [numpy.arctan2(t, out) for t in (t0, t1)]
        return panel, *angles, *(numpy.clip((angle / (numpy.pi / 2) + 0.5) * self.n, 0, self.n - 1).astype(int) for angle in angles)

    def cells(self, points):
        """Indices [beta], [panel, alpha] of the cells in whose directions points [...][x, y, z] lie."""
        panel, _, _, i, j = self._angles(points)
        return j, panel * self.n + i

    def linear(self, values, points):
        """Values [...][radius][beta][panel, alpha] at points [...][x, y, z], by a linear function in each cell, as lines want them."""
        panel, alpha, beta, i, j = self._angles(points)
        radius = numpy.linalg.norm(points, axis=-1)
        k = numpy.clip(numpy.searchsorted(self.radii, radius, side="right") - 1, 0, len(self.radii) - 2)
        angles = middles(-numpy.pi / 4, numpy.pi / 4, self.n)
        values = values.reshape(*values.shape[:-1], 6, self.n)

        def of_cells(k, j, i):
            return values[..., k, j, panel, i]
        found = of_cells(k, j, i)
        for axis, (middle, place) in enumerate([(self.middles, radius), (angles, beta), (angles, alpha)]):
            below, here, above = ([k, j, i] for _ in range(3))
            below[axis] = numpy.maximum(here[axis] - 1, 0)
            above[axis] = numpy.minimum(here[axis] + 1, len(middle) - 1)
            between = middle[above[axis]] - middle[below[axis]]
            share = (place - middle[here[axis]]) / numpy.where(between, between, numpy.inf)  # a shell of one cell
            found = found + share * (of_cells(*above) - of_cells(*below))
        return found

    def layer(self, radius):
        """The index of the shell of cells at a radius."""
        if not self.radii[0] <= radius <= self.radii[-1]:
            raise Error(f"radius {radius:g}: the mesh reaches from {self.radii[0]:g} to {self.radii[-1]:g}")
        return min(int(numpy.searchsorted(self.radii, radius, side="right")) - 1, len(self.radii) - 2)

    def points(self):
        """How many points along a meridian, from pole to pole, show every cell."""
        return max(180, 4 * self.n)
