/* The cubed sphere (src/mesh/sphere.h): where cells are, areas of faces, edges, volumes. Blocks are whole panels,
 * between two spheres; places i, j of a block count along both sides of its panel, k outwards, and may be ghost zones.
 *
 * Vectors of states have Cartesian components. Here they are in the axes of a panel, T0, T1 and outwards, unless a
 * function says otherwise; a signed permutation leads from one to the other, so that no bit is lost. */
#ifndef TAUB_GEOMETRY_SPHERE_H
#define TAUB_GEOMETRY_SPHERE_H

#include "dialect.h"
#include "geometry/spacing.h"
#include "geometry/sphere_table.h"

#if TAUB_SPHERE

/* T0, T1 and N of the panels: taub_cube_panels of src/mesh/cube.c. */
CONSTANT_TABLE real panel_axes[54] = {0,  1, 0,  0, 0,  1, 1,  0, 0, -1, 0, 0,  0, 0, 1, 0, 1,  0,
                                      0,  0, -1, 0, -1, 0, -1, 0, 0, 0,  0, -1, 1, 0, 0, 0, -1, 0,
                                      -1, 0, 0,  0, -1, 0, 0,  0, 1, 0,  1, 0,  1, 0, 0, 0, 0,  -1};

INLINE int panel_of_block(const struct taub_io io, int b)
{
    return io.blocks[b].place[0] / io.shape.cells[0];
}

INLINE void vector_of_panel(int panel, const real own[3], real x[3])
{
    EACH (c, 3)
        x[c] = (own[0] * panel_axes[9 * panel + c] + own[1] * panel_axes[9 * panel + 3 + c]) +
               own[2] * panel_axes[9 * panel + 6 + c];
}
INLINE void vector_in_panel(int panel, const real x[3], real own[3])
{
    EACH (a, 3)
        own[a] = (x[0] * panel_axes[9 * panel + 3 * a] + x[1] * panel_axes[9 * panel + 3 * a + 1]) +
                 x[2] * panel_axes[9 * panel + 3 * a + 2];
}

/* ---- the table ---- */

INLINE int sphere_width(const struct taub_io io)
{
    return io.shape.mesh[1] + 2 * SPHERE_REACH + 1;
}
INLINE real sphere_plane(const struct taub_io io, int plane, int j, int i)
{
    const int width = sphere_width(io);
    return io.tables[TAUB_SPHERE_AT + ((long)plane * width + j + SPHERE_REACH) * width + i + SPHERE_REACH];
}
INLINE real sphere_column(const struct taub_io io, int column, int i)
{
    const long width = sphere_width(io);
    return io.tables[TAUB_SPHERE_AT + SPHERE_PLANES * width * width + column * width + i + SPHERE_REACH];
}
INLINE void sphere_direction(const struct taub_io io, int plane, int j, int i, real d[3])
{
    EACH (c, 3)
        d[c] = sphere_plane(io, plane + c, j, i);
}
/* Of the sphere below a cell. */
INLINE real sphere_radius(const struct taub_io io, int b, int k)
{
    const long width = sphere_width(io);
    return io.tables[TAUB_SPHERE_AT + SPHERE_PLANES * width * width + SPHERE_COLUMNS * width + SPHERE_REACH +
                     place_in_mesh(io, b, 2, k)];
}
/* Of the middle of a cell. */
INLINE real sphere_middle(const struct taub_io io, int b, int k)
{
    const long width = sphere_width(io);
    return io.tables[TAUB_SPHERE_AT + SPHERE_PLANES * width * width + SPHERE_COLUMNS * width + io.shape.mesh[2] + 1 +
                     3 * SPHERE_REACH + place_in_mesh(io, b, 2, k)];
}

/* ---- cells ---- */

/* Cartesian. */
INLINE void sphere_center(const struct taub_io io, int b, int k, int j, int i, real x[3])
{
    real d[3];
    const real radius = sphere_middle(io, b, k);
    sphere_direction(io, SPHERE_CENTRE, j, i, d);
    EACH (c, 3)
        d[c] *= radius;
    vector_of_panel(panel_of_block(io, b), d, x);
}

INLINE real sphere_volume(const struct taub_io io, int b, int k, int j, int i)
{
    const real lower = sphere_radius(io, b, k), upper = sphere_radius(io, b, k + 1);
    return (upper - lower) * ((lower * lower + upper * upper) + lower * upper) * R(1.0 / 3.0) *
           sphere_plane(io, SPHERE_ANGLE, j, i);
}

/* ---- lower faces of cells ---- */

/* The normal and two unit vectors along the face, right-handed. */
struct face_frame {
    real area;
    real axis[3][3];
};

INLINE real dot_of(const real a[3], const real b[3])
{
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

/* Between two radii, over the angle that the face takes up. */
INLINE real side_area(const struct taub_io io, int axis, int b, int k, int j, int i)
{
    const real lower = sphere_radius(io, b, k), upper = sphere_radius(io, b, k + 1);
    return R(0.5) * ((upper - lower) * (upper + lower)) * sphere_plane(io, SPHERE_ARC + axis, j, i);
}

/* The size of the vector area of any. */
INLINE real area_size(const struct taub_io io, int axis, int b, int k, int j, int i)
{
    const real radius = sphere_radius(io, b, k);
    return axis < 2 ? side_area(io, axis, b, k, j, i) : radius * radius * sphere_plane(io, SPHERE_AREA, j, i);
}

INLINE void face_frame_of(const struct taub_io io, int axis, int b, int k, int j, int i, struct face_frame *face)
{
    if (axis < 2) {
        const int at = axis == 0 ? i : j;
        const real c = sphere_column(io, SPHERE_COSINE, at), s = sphere_column(io, SPHERE_SINE, at);
        const real side[3][3] = {{c, R(0.0), -s}, {R(0.0), R(1.0), R(0.0)}, {s, R(0.0), c}};
        const real other[3][3] = {{R(0.0), c, -s}, {R(0.0), s, c}, {R(1.0), R(0.0), R(0.0)}};
        face->area = side_area(io, axis, b, k, j, i);
        EACH (n, 9)
            face->axis[n / 3][n % 3] = axis == 0 ? side[n / 3][n % 3] : other[n / 3][n % 3];
        return;
    }
    const real radius = sphere_radius(io, b, k);
    real *n = face->axis[0], *p = face->axis[1], *q = face->axis[2];
    sphere_direction(io, SPHERE_NORMAL, j, i, n);
    sphere_direction(io, SPHERE_ALONG, j, i, p);
    q[0] = n[1] * p[2] - n[2] * p[1];
    q[1] = n[2] * p[0] - n[0] * p[2];
    q[2] = n[0] * p[1] - n[1] * p[0];
    face->area = radius * radius * sphere_plane(io, SPHERE_AREA, j, i);
}

/* Vector area. */
INLINE void area_of_face(const struct taub_io io, int axis, int b, int k, int j, int i, real area[3])
{
    if (axis < 2) {
        const real size = side_area(io, axis, b, k, j, i);
        const int at = axis == 0 ? i : j;
        const real across = size * sphere_column(io, SPHERE_COSINE, at);
        area[0] = axis == 0 ? across : R(0.0);
        area[1] = axis == 0 ? R(0.0) : across;
        area[2] = -size * sphere_column(io, SPHERE_SINE, at);
        return;
    }
    const real radius = sphere_radius(io, b, k), size = radius * radius * sphere_plane(io, SPHERE_AREA, j, i);
    sphere_direction(io, SPHERE_NORMAL, j, i, area);
    EACH (c, 3)
        area[c] *= size;
}

/* ---- edges, from the lower corner of a cell along an axis ---- */

/* The straight line from end to end. */
INLINE void chord_of_edge(const struct taub_io io, int axis, int b, int k, int j, int i, real chord[3])
{
    real from[3], to[3];
    const real radius = sphere_radius(io, b, k), length = sphere_radius(io, b, k + (axis == 2)) - radius;
    sphere_direction(io, SPHERE_NODE, j, i, from);
    sphere_direction(io, SPHERE_NODE, j + (axis == 1), i + (axis == 0), to);
    EACH (c, 3)
        chord[c] = axis == 2 ? length * from[c] : radius * (to[c] - from[c]);
}

/* ---- across the sides of panels ---- */

/* The block beyond a side of a panel. An upper side meets a lower one, at all twelve. */
struct panel_across {
    int block, axis; /* axis of that panel across the side */
    int flips;       /* whether it counts the other way along the side */
};
INLINE struct panel_across panel_across(const struct taub_io io, int b, int axis, int side)
{
    struct panel_across there;
    const int turn = io.blocks[b].neighbour[2 * axis + side].turn;
    there.block = io.blocks[b].neighbour[2 * axis + side].block[0];
    there.axis = TURN_AXIS(turn, axis);
    there.flips = TURN_FLIPS(turn, 1 - axis);
    return there;
}

/* Where the state of a ghost zone comes from: from cells of the neighbour along the edge, two, of which the second has
 * `share`, or five with the weights of the polynomial through them and those of the line through the nearest two.
 * Beyond corners, where there are no zones, the nearest ones stand in. */
#if TAUB_ORDER > 2
#define ZONE_CELLS 5
#else
#define ZONE_CELLS 2
#endif
struct zone_between {
    int block, cell[ZONE_CELLS][2]; /* i, j */
#if ZONE_CELLS == 2
    real share;
#else
    real weight[ZONE_CELLS], linear[ZONE_CELLS];
#endif
};
INLINE struct zone_between zone_between(const struct taub_io io, int b, int axis, int side, int depth, int along)
{
    const int n = io.shape.cells[1], last = n - 1;
    const struct panel_across there = panel_across(io, b, axis, side);
    const real place = sphere_column(io, SPHERE_PLACE + depth, along < 0 ? 0 : along > last ? last : along);
    struct zone_between zone;
    zone.block = there.block;
#if ZONE_CELLS == 2
    const int first = (int)place < last - 1 ? (int)place : last - 1;
    zone.share = place - (real)first;
#else
    const int nearest = (int)(place + R(0.5)) - 2, room = n - ZONE_CELLS;
    const int first = nearest < 0 ? 0 : nearest > room ? room : nearest;
    const real at = place - (real)first; /* from 0 to 4 */
    const int below = (int)at < ZONE_CELLS - 2 ? (int)at : ZONE_CELLS - 2;
    const real factor[ZONE_CELLS] = {R(1.0 / 24.0), R(-1.0 / 6.0), R(0.25), R(-1.0 / 6.0), R(1.0 / 24.0)};
    EACH (m, ZONE_CELLS) {
        real product = factor[m];
        EACH (o, ZONE_CELLS)
            product *= o == m ? R(1.0) : at - (real)o;
        zone.weight[m] = product;
        zone.linear[m] = m == below ? (real)(below + 1) - at : m == below + 1 ? at - (real)below : R(0.0);
    }
#endif
    EACH (m, ZONE_CELLS) {
        const int beside = there.flips ? last - (first + m) : first + m, layer = side ? depth : last - depth;
        zone.cell[m][0] = there.axis == 0 ? layer : beside;
        zone.cell[m][1] = there.axis == 0 ? beside : layer;
    }
    return zone;
}

#if TAUB_ORDER > 2
/* Differences along a line of places about one of them, of what they have beyond it: the second and, over a width, the
 * first, centred, or where the line begins or ends one-sided, of second order as well. */
struct line_differences {
    int step[3];
    real second[3], first[3];
};
INLINE struct line_differences line_differences(int begins, int ends)
{
    struct line_differences line;
    const int way = ends ? -1 : 1, one_sided = begins | ends;
    line.step[0] = way;
    line.step[1] = one_sided ? 2 * way : -1;
    line.step[2] = one_sided ? 3 * way : 0;
    line.second[0] = one_sided ? R(-5.0) : R(1.0);
    line.second[1] = one_sided ? R(4.0) : R(1.0);
    line.second[2] = one_sided ? R(-1.0) : R(0.0);
    line.first[0] = one_sided ? (real)(2 * way) : R(0.5);
    line.first[1] = one_sided ? R(-0.5) * (real)way : R(-0.5);
    line.first[2] = R(0.0);
    return line;
}

/* By how much the volume of cells grows along an axis from one to the next, as a share of the volume. */
INLINE real growth_of_volume(const struct taub_io io, int axis, int b, int k, int j, int i)
{
    const real above = sphere_volume(io, b, k + (axis == 2), j + (axis == 1), i + (axis == 0));
    const real below = sphere_volume(io, b, k - (axis == 2), j - (axis == 1), i - (axis == 0));
    return R(0.5) * (above - below) / sphere_volume(io, b, k, j, i);
}

/* What the mean over a cell has beyond the value at its centre, per difference to a neighbour of the line: to fourth
 * order the mean is u + sum over axes of (d2 u + 2 g d1 u)/24, g the growth of the volume. */
INLINE real share_of_differences(real second, real first, real growth)
{
    return R(1.0 / 24.0) * (second + R(2.0) * growth * first);
}
INLINE real share_in_mean(const struct line_differences line, int m, real growth)
{
    return share_of_differences(line.second[m], line.first[m], growth);
}
#endif

#endif

#endif
