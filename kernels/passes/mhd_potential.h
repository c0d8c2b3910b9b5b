/* Initial vectors on faces from the user's potentials, by integrals along edges (src/evolve/initial_faces.c): B from
 * `vector_potential`; with Maxwell's equations D from `displacement_potential`, and what `initial` gives besides is
 * averaged over faces: that part may have charges. Fields: 0 primitive state. */
#ifndef TAUB_PASSES_MHD_POTENTIAL_H
#define TAUB_PASSES_MHD_POTENTIAL_H

#include "dialect.h"
#include "case/initial.h"
#include "case/system.h"
#include "geometry/map.h"
#include "passes/common.h"
#include "passes/state.h"

#define EDGE_POINTS 4

/* The mean of A_axis along the edge that begins at corner (i, j, k) of the mesh. */
INLINE real potential_of_edge(const struct taub_io io, int b, const int at[3], int axis, int vector)
{
    const real places[EDGE_POINTS] = {R(-0.86113631159405258), R(-0.33998104358485626), R(0.33998104358485626),
                                      R(0.86113631159405258)};
    const real weights[EDGE_POINTS] = {R(0.17392742256872693), R(0.32607257743127307), R(0.32607257743127307),
                                       R(0.17392742256872693)};
    const int points = AXIS_ACTIVE(axis) ? EDGE_POINTS : 1;
    real sum = R(0.0);
    for (int n = 0; n < points; n++) {
        real x[3], a[3] = {R(0.0), R(0.0), R(0.0)};
        const double place = points > 1 ? 0.5 * (1.0 + places[n]) : 0.5;
        for (int c = 0; c < 3; c++)
            x[c] = map_place(io, b, c, at[c], c == axis ? place : 0.0);
#if SYSTEM_FACES == 2
        if (vector == 0)
            displacement_potential(x, R(io.control->time), a);
        else
#endif
            vector_potential(x, R(io.control->time), a);
        (void)vector;
        sum += (points > 1 ? weights[n] : R(1.0)) * (axis == 0 ? a[0] : axis == 1 ? a[1] : a[2]);
    }
    return sum;
}

#if SYSTEM_FACES == 2
/* The mean of D_axis of `initial` over the lower face across the axis. */
INLINE real displacement_of_face(const struct taub_io io, int b, const int at[3], int axis)
{
    const real places[EDGE_POINTS] = {R(-0.86113631159405258), R(-0.33998104358485626), R(0.33998104358485626),
                                      R(0.86113631159405258)};
    const real weights[EDGE_POINTS] = {R(0.17392742256872693), R(0.32607257743127307), R(0.32607257743127307),
                                       R(0.17392742256872693)};
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
    real sum = R(0.0);
    for (int m = 0; m < (AXIS_ACTIVE(p) ? EDGE_POINTS : 1); m++)
        for (int n = 0; n < (AXIS_ACTIVE(q) ? EDGE_POINTS : 1); n++) {
            real x[3], state[SYSTEM_COMPONENTS];
            for (int c = 0; c < 3; c++) {
                const double inside = c == axis && AXIS_ACTIVE(c) ? 0.0
                                      : c == p && AXIS_ACTIVE(p)  ? 0.5 * (1.0 + places[m])
                                      : c == q && AXIS_ACTIVE(q)  ? 0.5 * (1.0 + places[n])
                                                                  : 0.5;
                x[c] = map_place(io, b, c, at[c], inside);
            }
            state_from_code(io, x, state);
            sum += (AXIS_ACTIVE(p) ? weights[m] : R(1.0)) * (AXIS_ACTIVE(q) ? weights[n] : R(1.0)) *
                   (axis == 0   ? state[0]
                    : axis == 1 ? state[1]
                                : state[2]);
        }
    return sum;
}
#endif

INLINE void magnetic_faces_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const int lower[3] = {i, j, k};
    for (int c = 0; c < 3 * SYSTEM_FACES; c++) {
        const int d = c % 3, vector = SYSTEM_FACES == 1 ? 1 : c / 3, p = (d + 1) % 3, q = (d + 2) % 3;
        real field = R(0.0);
#if SYSTEM_FACES == 1
        if (!AXIS_ACTIVE(d))
            continue;
#else
        if (vector == 0)
            field = displacement_of_face(io, b, lower, d);
#endif
        for (int n = 0; n < 2; n++) {
            const int across = n ? q : p, along = n ? p : q;
            const int upper[3] = {i + (across == 0), j + (across == 1), k + (across == 2)};
            const real change =
                (potential_of_edge(io, b, upper, along, vector) - potential_of_edge(io, b, lower, along, vector)) *
                (R(1.0 / map_unit(io.shape, across)) * map_face(io, b, k, j, i, across));
            field += n ? -change : change;
        }
        io.f[0][at + (SYSTEM_FIELD + c) * io.shape.component_stride] = IS_IMAGINARY(b) ? R(0.0) : field;
    }
}
TAUB_POINT_PASS(magnetic_faces)

#endif
