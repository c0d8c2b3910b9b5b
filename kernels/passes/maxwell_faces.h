/* What all schemes of Maxwell's equations have in common: faces and edges at ends of the mesh, circulations, and
 *
 *   judge       looks for what is no number               fields: 0 state in
 *   find_charge where something conducts, charges of the start        fields: 0 state (updated)
 *   open_faces  the upper faces at ends of the mesh to where they belong   fields: 0 state, 1 upper faces, 2 state with
 *                                                         ghost zones that has them (option[0] 1); 2: the other way
 * The upper faces at an end of the mesh where nothing follows are advanced, too, in the ghost zone that they stand in;
 * a second time they are kept as numbers of the last cells, as which checkpoints save them. */
#ifndef TAUB_PASSES_MAXWELL_FACES_H
#define TAUB_PASSES_MAXWELL_FACES_H

#include "dialect.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "passes/common.h"
#include "systems/recovery_status.h"

/* Fields along an edge change something where there is an axis across it. */
#define EDGE_ACTIVE(o) (AXIS_ACTIVE(((o) + 1) % 3) || AXIS_ACTIVE(((o) + 2) % 3))

INLINE void steps_per_width(const struct taub_io io, real per[3])
{
    EACH (a, 3)
        per[a] = R(io.control->dt / io.shape.spacing[a]);
}

/* dt curl of a field along edges, averaged over the lower face across axis a. */
INLINE real circulation(const struct taub_io io, GLOBAL const stored *edge, const real per[3], int a)
{
    const int p = (a + 1) % 3, q = (a + 2) % 3;
    const long cs = io.shape.component_stride;
    real along_p = R(0.0), along_q = R(0.0);
    if (AXIS_ACTIVE(p))
        along_p = per[p] * (LOAD(edge + q * cs + axis_stride(io.shape, p)) - LOAD(edge + q * cs));
    if (AXIS_ACTIVE(q))
        along_q = per[q] * (LOAD(edge + p * cs + axis_stride(io.shape, q)) - LOAD(edge + p * cs));
    return along_p - along_q;
}

/* Whether the mesh ends along an axis. */
#define OPEN_AXIS(a) ((a) == 0 ? TAUB_OPEN_X : (a) == 1 ? TAUB_OPEN_Y : TAUB_OPEN_Z)

/* The boundary that a place of edges across axis a stands on, 0: none. */
INLINE int boundary_at(const struct taub_io io, int b, int a, int place)
{
    if (!OPEN_AXIS(a))
        return 0;
    const int link = place == 0                   ? block_across(io, b, a, 0)
                     : place == io.shape.cells[a] ? block_across(io, b, a, 1)
                                                  : 0;
    return link < 0 && link != LINK_ELSEWHERE ? link : 0;
}

/* Whether a cell beside an edge, the one below along axis a or the one above, lies beyond an open boundary. */
INLINE int nothing_comes(int link, int place, int below)
{
    return link == LINK_OUTFLOW && (place == 0 ? below : !below);
}

/* Upper faces at ends of the mesh: of D, of B and of what poles have for each axis that has such ends. */
#define OPEN_BEFORE(a) ((a) == 0 ? 0 : (a) == 1 ? TAUB_OPEN_X : TAUB_OPEN_X + TAUB_OPEN_Y)
#define UPPER_FACES (FACE_VECTORS * (TAUB_OPEN_X + TAUB_OPEN_Y + TAUB_OPEN_Z))

#if UPPER_FACES
/* The axis along which a place lies beyond the last cell, at an end of the mesh; -1: none, or several. */
INLINE int axis_beyond(const struct taub_io io, int b, const int place[3])
{
    int axis = -1, beyond = 0;
    EACH (a, 3)
        if (place[a] >= io.shape.cells[a]) {
            beyond++;
            axis = OPEN_AXIS(a) && boundary_at(io, b, a, place[a]) ? a : axis;
        }
    return beyond == 1 ? axis : -1;
}

INLINE long upper_face_index(const struct taub_io io, int b, int k, int j, int i, int a, int vector)
{
    return cell_index(io.shape, UPPER_FACES, b, k - (a == 2), j - (a == 1), i - (a == 0)) +
           (FACE_VECTORS * OPEN_BEFORE(a) + vector) * io.shape.component_stride;
}

#if TAUB_LAYERS
/* What a layer across axis `layer` remembers of such a face (passes/maxwell_layer.h): with the faces of the cells one
 * and two further inside, which have no other use. */
INLINE long upper_memory_index(const struct taub_io io, int b, int k, int j, int i, int a, int vector, int layer)
{
    const int further = layer == (a + 1) % 3 ? 1 : 2;
    return upper_face_index(io, b, k, j, i, a, vector) - further * axis_stride(io.shape, a);
}
#endif

INLINE void open_faces_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int place[3] = {i, j, k}, axis = axis_beyond(io, b, place);
    EACH (a, 3)
        if (a == axis)
            for (int vector = 0; vector < FACE_VECTORS; vector++) {
                const long face = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i) +
                                  (FACE_COMPONENT(vector) + a) * io.shape.component_stride;
                const long kept = upper_face_index(io, b, k, j, i, a, vector);
                if (io.range.option[0] == 2) {
                    io.f[1][kept] = io.f[0][face];
                    continue;
                }
                if (io.range.option[0]) {
                    io.f[1][kept] = vector < 2 ? io.f[2][face] : R(0.0); /* poles begin at rest */
#if TAUB_LAYERS
                    for (int n = 1; n < 3; n++)
                        io.f[1][upper_memory_index(io, b, k, j, i, a, vector, (a + n) % 3)] = R(0.0);
#endif
                }
                io.f[0][face] = io.f[1][kept];
            }
}
TAUB_POINT_PASS(open_faces)
#endif

INLINE void judge_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    int finite = 1;
    EACH (c, SYSTEM_MEDIUM)
        finite &= real_fabs(io.f[0][at + c * io.shape.component_stride]) < REAL_MAX;
    if (!finite)
        count_recovery(io, RECOVERY_FAILED, b, k, j, i);
}
TAUB_GATED_POINT_PASS(judge)

/* At the start charges are what D comes from. */
#if TAUB_CHARGE
INLINE void find_charge_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real sum = R(0.0);
    EACH_AXIS (a) {
        GLOBAL const stored *face = io.f[0] + at + a * cs;
        sum += (face[axis_stride(io.shape, a)] - face[0]) * R(1.0 / io.shape.spacing[a]);
    }
    io.f[0][at + SYSTEM_CHARGE * cs] = sum;
}
TAUB_POINT_PASS(find_charge)
#endif

#endif
