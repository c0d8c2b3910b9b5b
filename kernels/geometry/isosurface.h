/* The surface on which a function of space-time has a given value, in one cell of a lattice: polygons in cubes of three
 * dimensions (time and two axes), polyhedra in cubes of four. The approach is that of Cornelius (P. Huovinen,
 * H. Petersen, Eur. Phys. J. A 48 (2012) 171, arXiv:1206.3371): crossings on edges by linear interpolation, faces with
 * four crossings decided by the value at their centre.
 *
 * Here every piece is oriented from the start. On a square with axes b < c a line runs from the crossing at which a
 * walk around the square (b towards c) leaves the high side to one at which it comes back, so that the high side is on
 * its left and n_b = d_c, n_c = -d_b points to the low side. The squares of a cube carry the sign of the cube's
 * boundary, which makes one line begin and one end in every crossing: `next` is a permutation whose cycles are the
 * polygons. In four dimensions the polygons of the eight cubes, with the signs of the boundary once more, close to
 * polyhedra. The normal (a covector, with the volume of the element) is then the sum over triangles or tetrahedra of
 * the generalised cross product, points to the low side everywhere, and depends on the rim of the element only: the
 * normals of a closed surface add up to zero.
 *
 * Corners are numbered by bits, bit a for axis a (0: time); an edge along axis a that starts in corner k has the number
 * a 2^(D-1) + (k without bit a). Lengths are in units of the cell. */
#ifndef TAUB_GEOMETRY_ISOSURFACE_H
#define TAUB_GEOMETRY_ISOSURFACE_H

#include "dialect.h"

#define SURFACE_D (1 + TAUB_SURFACE_AXES) /* dimensions of a cell */
#define SURFACE_CORNERS (1 << SURFACE_D)
#define SURFACE_EDGES (SURFACE_D << (SURFACE_D - 1))
/* In three dimensions four polygons, in four eight polyhedra: no two of them share an edge of the cell. */
#define SURFACE_MOST (1 << (SURFACE_D - 1))

struct surface_cell {
    real value[SURFACE_CORNERS]; /* less the value of the surface: high where above 0 */
    real place[SURFACE_EDGES];   /* of the crossing along the edge */
    int crossed[SURFACE_EDGES];
    int next[SURFACE_EDGES]; /* the crossing to which the line from this one leads; -1: none */
};

struct surface_element {
    real normal[SURFACE_D];   /* to the low side; times the volume */
    real centroid[SURFACE_D]; /* within the cell, 0 to 1 */
};

INLINE int surface_edge(int axis, int corner)
{
    const int below = corner & ((1 << axis) - 1), above = corner >> (axis + 1);
    return (axis << (SURFACE_D - 1)) | below | (above << axis);
}

INLINE void surface_crossing(const struct surface_cell *cell, int edge, real x[SURFACE_D])
{
    const int axis = edge >> (SURFACE_D - 1), rest = edge & ((1 << (SURFACE_D - 1)) - 1);
    const int corner = (rest & ((1 << axis) - 1)) | ((rest >> axis) << (axis + 1));
    for (int a = 0; a < SURFACE_D; a++)
        x[a] = a == axis ? cell->place[edge] : (corner >> a) & 1 ? R(1.0) : R(0.0);
}

/* Crossings on all edges. */
INLINE void surface_cross(struct surface_cell *cell)
{
    for (int axis = 0; axis < SURFACE_D; axis++)
        for (int corner = 0; corner < SURFACE_CORNERS; corner++) {
            if ((corner >> axis) & 1)
                continue;
            const real from = cell->value[corner], to = cell->value[corner | (1 << axis)];
            const int edge = surface_edge(axis, corner);
            cell->crossed[edge] = (from > R(0.0)) != (to > R(0.0));
            cell->place[edge] = cell->crossed[edge] ? from / (from - to) : R(0.0);
        }
}

/* The lines on the square with axes b < c at a corner; sign < 0: they run the other way. */
INLINE void surface_square(struct surface_cell *cell, int b, int c, int corner, int sign)
{
    const int at[4] = {corner, corner | (1 << b), corner | (1 << b) | (1 << c), corner | (1 << c)};
    const int edges[4] = {surface_edge(b, at[0]), surface_edge(c, at[1]), surface_edge(b, at[3]),
                          surface_edge(c, at[0])};
    int high[4], crossings = 0;
    for (int n = 0; n < 4; n++)
        high[n] = cell->value[at[n]] > R(0.0);
    for (int n = 0; n < 4; n++)
        crossings += high[n] != high[(n + 1) & 3];
    const real middle = (cell->value[at[0]] + cell->value[at[2]]) + (cell->value[at[1]] + cell->value[at[3]]);
    /* a line ends at the crossing that follows, or with four of them and a low centre at the one before */
    const int back = crossings == 4 && !(middle > R(0.0));
    for (int n = 0; n < 4; n++) {
        if (!high[n] || high[(n + 1) & 3]) /* edge n leaves the high side */
            continue;
        int end = back ? (n + 3) & 3 : (n + 1) & 3;
        while (!(!high[end] && high[(end + 1) & 3]))
            end = (end + 1) & 3;
        if (sign > 0)
            cell->next[edges[n]] = edges[end];
        else
            cell->next[edges[end]] = edges[n];
    }
}

/* The lines on the six squares of the cube with axes x[0] < x[1] < x[2] at a corner. */
INLINE void surface_cube(struct surface_cell *cell, const int x[3], int corner)
{
    for (int e = 0; e < SURFACE_EDGES; e++)
        cell->next[e] = -1;
    for (int a = 0; a < 3; a++)
        for (int side = 0; side < 2; side++)
            surface_square(cell, a == 0 ? x[1] : x[0], a == 2 ? x[1] : x[2], corner | (side << x[a]),
                           (a & 1) == side ? 1 : -1);
}

/* The mean of the crossings of the polygon that begins with an edge; returns their number. */
INLINE int surface_middle(const struct surface_cell *cell, int first, real middle[SURFACE_D])
{
    int count = 0, edge = first;
    real x[SURFACE_D];
    for (int a = 0; a < SURFACE_D; a++)
        middle[a] = R(0.0);
    do {
        surface_crossing(cell, edge, x);
        for (int a = 0; a < SURFACE_D; a++)
            middle[a] += x[a];
        edge = cell->next[edge];
        count++;
    } while (edge != first && count < SURFACE_EDGES);
    for (int a = 0; a < SURFACE_D; a++)
        middle[a] *= R(1.0) / (real)count;
    return count;
}

/* Adds a simplex with this normal: its corners' sum over D tells where it is. */
INLINE void surface_add(struct surface_element *out, real *weight, const real normal[SURFACE_D],
                        const real corners[SURFACE_D])
{
    real squared = R(0.0);
    for (int a = 0; a < SURFACE_D; a++)
        squared += square(normal[a]);
    const real size = real_sqrt(squared);
    *weight += size;
    for (int a = 0; a < SURFACE_D; a++) {
        out->normal[a] += normal[a];
        out->centroid[a] += size * (corners[a] * R(1.0 / SURFACE_D));
    }
}

/* Rounding must not put a centroid outside of its cell. */
INLINE void surface_finish(struct surface_element *out, real weight, const real middle[SURFACE_D])
{
    for (int a = 0; a < SURFACE_D; a++) {
        const real mean = weight > R(0.0) ? out->centroid[a] / weight : middle[a];
        out->centroid[a] = real_min(real_max(mean, R(0.0)), R(1.0));
    }
}

INLINE void surface_start(struct surface_element *out)
{
    for (int a = 0; a < SURFACE_D; a++)
        out->normal[a] = out->centroid[a] = R(0.0);
}

#if TAUB_SURFACE_AXES == 2
/* The polygon that begins with an edge: a fan of triangles about the mean of its corners. */
INLINE void surface_polygon(const struct surface_cell *cell, int first, struct surface_element *out)
{
    real middle[3], p[3], q[3], weight = R(0.0);
    const int count = surface_middle(cell, first, middle);
    int edge = first;
    surface_start(out);
    surface_crossing(cell, first, p);
    for (int n = 0; n < count; n++) {
        real corners[3], a[3], b[3];
        edge = cell->next[edge];
        surface_crossing(cell, edge, q);
        for (int x = 0; x < 3; x++) {
            a[x] = p[x] - middle[x];
            b[x] = q[x] - middle[x];
            corners[x] = (middle[x] + p[x]) + q[x];
        }
        const real normal[3] = {R(0.5) * (a[1] * b[2] - a[2] * b[1]), R(0.5) * (a[2] * b[0] - a[0] * b[2]),
                                R(0.5) * (a[0] * b[1] - a[1] * b[0])};
        surface_add(out, &weight, normal, corners);
        for (int x = 0; x < 3; x++)
            p[x] = q[x];
    }
    surface_finish(out, weight, middle);
}

/* All elements of a cell whose values are set; returns their number. */
INLINE int surface_elements_of(struct surface_cell *cell, struct surface_element out[SURFACE_MOST])
{
    const int axes[3] = {0, 1, 2};
    int seen[SURFACE_EDGES], count = 0;
    surface_cross(cell);
    surface_cube(cell, axes, 0);
    for (int e = 0; e < SURFACE_EDGES; e++)
        seen[e] = !cell->crossed[e];
    for (int e = 0; e < SURFACE_EDGES && count < SURFACE_MOST; e++) {
        if (seen[e])
            continue;
        for (int at = e; !seen[at]; at = cell->next[at])
            seen[at] = 1;
        surface_polygon(cell, e, &out[count++]);
    }
    return count;
}
#else
INLINE real surface_determinant(const real a[4], const real b[4], const real c[4], int x, int y, int z)
{
    return (a[x] * (b[y] * c[z] - b[z] * c[y]) - a[y] * (b[x] * c[z] - b[z] * c[x])) +
           a[z] * (b[x] * c[y] - b[y] * c[x]);
}

/* The axes of cube number `cube` and its first corner; returns the sign of its orientation. */
INLINE int surface_cube_of(int cube, int axes[3], int *corner)
{
    const int across = cube >> 1, side = cube & 1;
    for (int n = 0; n < 3; n++)
        axes[n] = n < across ? n : n + 1;
    *corner = side << across;
    return (across & 1) == side ? 1 : -1;
}

/* Adds the tetrahedra over one polygon of a cube's, with their tip in `tip`. */
INLINE void surface_pyramid(const struct surface_cell *cell, int first, int sign, const real tip[4],
                            struct surface_element *out, real *weight)
{
    real middle[4], p[4], q[4], a[4];
    const int count = surface_middle(cell, first, middle);
    const real share = sign > 0 ? R(1.0 / 6.0) : R(-1.0 / 6.0);
    int edge = first;
    surface_crossing(cell, first, p);
    for (int x = 0; x < 4; x++)
        a[x] = middle[x] - tip[x];
    for (int n = 0; n < count; n++) {
        real corners[4], b[4], c[4];
        edge = cell->next[edge];
        surface_crossing(cell, edge, q);
        for (int x = 0; x < 4; x++) {
            b[x] = p[x] - tip[x];
            c[x] = q[x] - tip[x];
            corners[x] = (tip[x] + middle[x]) + (p[x] + q[x]);
        }
        const real normal[4] = {
            share * surface_determinant(a, b, c, 1, 2, 3), -share * surface_determinant(a, b, c, 0, 2, 3),
            share * surface_determinant(a, b, c, 0, 1, 3), -share * surface_determinant(a, b, c, 0, 1, 2)};
        surface_add(out, weight, normal, corners);
        for (int x = 0; x < 4; x++)
            p[x] = q[x];
    }
}

/* Crossings that belong to one polyhedron get the least of their numbers: lines of any cube connect them. */
INLINE void surface_connect(struct surface_cell *cell, int label[SURFACE_EDGES])
{
    int changed = 1;
    for (int e = 0; e < SURFACE_EDGES; e++)
        label[e] = cell->crossed[e] ? e : -1;
    for (int round = 0; changed && round < SURFACE_EDGES; round++) {
        changed = 0;
        for (int cube = 0; cube < 8; cube++) {
            int axes[3], corner;
            (void)surface_cube_of(cube, axes, &corner);
            surface_cube(cell, axes, corner);
            for (int e = 0; e < SURFACE_EDGES; e++) {
                const int to = cell->next[e];
                if (to < 0 || label[e] == label[to])
                    continue;
                label[e] = label[to] = label[e] < label[to] ? label[e] : label[to];
                changed = 1;
            }
        }
    }
}

/* All elements of a cell whose values are set; returns their number. */
INLINE int surface_elements_of(struct surface_cell *cell, struct surface_element out[SURFACE_MOST])
{
    int label[SURFACE_EDGES], number[SURFACE_EDGES], members[SURFACE_MOST], count = 0;
    real tip[SURFACE_MOST][4], weight[SURFACE_MOST], x[4];
    surface_cross(cell);
    surface_connect(cell, label);
    for (int e = 0; e < SURFACE_EDGES; e++) {
        number[e] = label[e] < 0 ? -1 : label[e] == e ? count : number[label[e]];
        if (label[e] == e && count < SURFACE_MOST) {
            surface_start(&out[count]);
            weight[count] = R(0.0);
            members[count] = 0;
            for (int a = 0; a < 4; a++)
                tip[count][a] = R(0.0);
            count++;
        }
        if (number[e] < 0)
            continue;
        surface_crossing(cell, e, x);
        for (int a = 0; a < 4; a++)
            tip[number[e]][a] += x[a];
        members[number[e]]++;
    }
    for (int n = 0; n < count; n++)
        for (int a = 0; a < 4; a++)
            tip[n][a] *= R(1.0) / (real)members[n];
    for (int cube = 0; cube < 8; cube++) {
        int axes[3], corner, seen[SURFACE_EDGES];
        const int sign = surface_cube_of(cube, axes, &corner);
        surface_cube(cell, axes, corner);
        for (int e = 0; e < SURFACE_EDGES; e++)
            seen[e] = cell->next[e] < 0;
        for (int e = 0; e < SURFACE_EDGES; e++) {
            if (seen[e])
                continue;
            for (int at = e; !seen[at]; at = cell->next[at])
                seen[at] = 1;
            surface_pyramid(cell, e, sign, tip[number[e]], &out[number[e]], &weight[number[e]]);
        }
    }
    for (int n = 0; n < count; n++)
        surface_finish(&out[n], weight[n], tip[n]);
    return count;
}
#endif

#endif
