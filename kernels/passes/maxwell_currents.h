/* Currents from outside (schemes/maxwell_sources.h) through faces, for all schemes of Maxwell's equations.
 *
 *   find_sources  which sources each cell is near to, once for a run      fields: 0 these (written)
 *   send_faces  what they take from D of faces in a part of the step, time[0] to time[1]
 *                                                       fields: 0 state in, 1 new state (updated), 2 that (written),
 *                                                               3 upper faces at ends of the mesh (updated),
 *                                                               4 sources near
 *   send_charges  the charges that they leave           fields: 0 new state (updated), 1 what was taken, 2 sources near
 * Both sides of a face take the same integral of the current, and charges its divergence. */
#ifndef TAUB_PASSES_MAXWELL_CURRENTS_H
#define TAUB_PASSES_MAXWELL_CURRENTS_H

#include "dialect.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "passes/common.h"
#include "passes/maxwell_faces.h"
#include "schemes/maxwell_sources.h"

#if TAUB_SOURCES
/* Nodes of Gauss and Legendre. */
#define GAUSS 0.2886751345948129

/* A scheme may keep more of a cell than what was taken from its faces, and has a share of currents in conductors. */
#define SENT_OF_FACES 0
#ifndef SENT_VALUES
#define SENT_VALUES 3
#endif
#ifndef SEND_SHARE
#define SEND_SHARE(io, at, a) R(1.0)
#endif

/* On the host calls, not copies for each axis: with order 4 and media gcc takes 2 s less for a quick build. */
#if TAUB_HOST
#define SEND_CALL OUTLINE
#else
#define SEND_CALL INLINE
#endif

/* Currents are real but for a sheet's phase. */
INLINE int sends_nothing(int n, int b)
{
    return IS_IMAGINARY(b) && !source_is_phased[n];
}

/* Currents of a periodic mesh are periodic, whatever is said of places beyond it: edges on its two ends are one edge,
 * and what differed between them would be a divergence. Axes along which fields gain a phase are left out. */
#define SENDS_AROUND(a) ((TAUB_SOURCE_AROUND >> (a)) & 1)
INLINE double send_around(const struct taub_io io, int a)
{
    return SENDS_AROUND(a) ? io.shape.mesh[a] * io.shape.spacing[a] : 0.0;
}

/* A place of the mesh: the lower corner of a cell, and `shift` of its widths from there. */
INLINE void send_place(const struct taub_io io, int b, const int place[3], const double shift[3], double x[3])
{
    EACH (a, 3) {
        const int cell = io.blocks[b].place[a] + place[a];
        const int first = !SENDS_AROUND(a)           ? 0
                          : cell >= io.shape.mesh[a] ? io.shape.mesh[a]
                          : cell < 0                 ? -io.shape.mesh[a]
                                                     : 0;
        x[a] = io.shape.lower[a] + (cell - first + shift[a]) * io.shape.spacing[a];
    }
}

INLINE int sources_near(const struct taub_io io, GLOBAL const stored *field, int b, int k, int j, int i)
{
    return (int)LOAD(field + cell_index(io.shape, 1, b, k, j, i));
}

/* Whether currents of a source flow within so many widths of a cell's middle. */
INLINE int source_reaches(const struct taub_io io, int n, int b, const int place[3], double widths)
{
    const double middle[3] = {0.5, 0.5, 0.5};
    const double reach[3] = {widths * io.shape.spacing[0], widths * io.shape.spacing[1], widths * io.shape.spacing[2]};
    const double around[3] = {send_around(io, 0), send_around(io, 1), send_around(io, 2)};
    double x[3];
    send_place(io, b, place, middle, x);
    return !sends_nothing(n, b) && source_near(n, x, reach, around);
}
/* Whether they do in this step. */
INLINE int source_acts(const struct taub_io io, int n, int b, const int place[3], double widths)
{
    return source_flows(n, io.control->time, io.control->dt) && source_reaches(io, n, b, place, widths);
}

/* Passes reach 3.01 cells at most. */
INLINE void find_sources_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int place[3] = {i, j, k};
    int bits = 0;
    for (int n = 0; n < TAUB_SOURCES; n++)
        bits |= source_reaches(io, n, b, place, 3.1) ? 1 << (n % SOURCE_BITS) : 0;
    io.f[0][cell_index(io.shape, 1, b, k, j, i)] = (real)bits;
}
TAUB_POINT_PASS(find_sources)

/* Component c of the current of a block's part at a place moved by `by` cells along axis a and `also` along axis d. */
INLINE void shape_near(const struct taub_io io, int n, int b, const double x[3], int a, double by, int d, double also,
                       int c, struct source_shape *shape)
{
    double y[3] = {x[0], x[1], x[2]};
    EACH (m, 3)
        y[m] += AXIS_ACTIVE(m) ? ((m == a ? by : 0.0) + (m == d ? also : 0.0)) * io.shape.spacing[m] : 0.0;
    EACH (m, 3) {
        const double around = send_around(io, m);
        if (SENDS_AROUND(m))
            y[m] += y[m] < io.shape.lower[m] ? around : y[m] >= io.shape.lower[m] + around ? -around : 0.0;
    }
    source_shape(n, y, c, IS_IMAGINARY(b), shape);
}

INLINE void face_middle(int a, double shift[3])
{
    EACH (n, 3)
        shift[n] = n == a && AXIS_ACTIVE(n) ? 0.0 : 0.5;
}

/* J of source n through the lower face across axis a of the cell at `place`, over a time. Through a magnetic wall there
 * is none: the mirror image of a current has the other sign across it, as D has. */
SEND_CALL real send_through(const struct taub_io io, int n, const struct source_moment moments[2], double length, int b,
                            const int place[3], long at, int a)
{
    if (AXIS_ACTIVE(a) && boundary_at(io, b, a, place[a]) == LINK_MAGNETIC)
        return R(0.0);
    const int p = (a + 1) % 3, q = (a + 2) % 3, more_p = AXIS_ACTIVE(p), more_q = AXIS_ACTIVE(q);
    double middle[3], x[3];
    real sum = R(0.0);
    face_middle(a, middle);
    send_place(io, b, place, middle, x);
    for (int m = 0; m <= more_q; m++)
        for (int l = 0; l <= more_p; l++) {
            struct source_shape shape;
            shape_near(io, n, b, x, p, l ? GAUSS : -GAUSS, q, m ? GAUSS : -GAUSS, a, &shape);
            sum += source_value(n, shape, moments[0]) + source_value(n, shape, moments[1]);
        }
    return R(length * (0.5 / ((1 + more_p) * (1 + more_q)))) * (sum * SEND_SHARE(io, at, a));
}

/* Each face once; of cells beyond an end of the block the face on it. */
INLINE void send_faces_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int place[3] = {i, j, k}, bits = sources_near(io, io.f[4], b, k, j, i);
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    GLOBAL stored *sent = io.f[2] + cell_index(io.shape, SENT_VALUES, b, k, j, i) + SENT_OF_FACES * cs;
    real through[3] = {R(-0.0), R(-0.0), R(-0.0)}; /* to which one source adds without rounding */
    int beyond = 0, acts = 0;
    EACH (a, 3)
        beyond += place[a] >= io.shape.cells[a];
    if (!bits || beyond > 1)
        return;
    const double from = io.range.time[0], part = io.range.time[1] - from, dt = io.control->dt;
    EACH_SOURCE_OF(n, bits)
    {
        /* a cell further than charges change, for their upper faces, and rounding */
        if (!source_acts(io, n, b, place, 2.01))
            continue;
        const struct source_moment moments[2] = {
            source_moment(n, io.control->time + (from + (0.5 - GAUSS) * part) * dt),
            source_moment(n, io.control->time + (from + (0.5 + GAUSS) * part) * dt)};
        acts = 1;
        for (int a = 0; a < 3; a++)
            if (!beyond || place[a] >= io.shape.cells[a])
                through[a] += send_through(io, n, moments, part * dt, b, place, at, a);
    }
    for (int a = 0; a < 3 && acts; a++) {
        if (beyond && place[a] < io.shape.cells[a])
            continue;
        sent[a * cs] = through[a];
        if (!beyond)
            io.f[1][at + a * cs] -= through[a];
#if UPPER_FACES
        if (beyond && axis_beyond(io, b, place) == a) {
            io.f[1][at + a * cs] -= through[a];
            io.f[3][upper_face_index(io, b, k, j, i, a, 0)] = io.f[1][at + a * cs];
        }
#endif
    }
}
TAUB_GATED_POINT_PASS(send_faces)

INLINE void send_charges_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int place[3] = {i, j, k}, bits = sources_near(io, io.f[2], b, k, j, i);
    const long cs = io.shape.component_stride;
    GLOBAL const stored *sent = io.f[1] + cell_index(io.shape, SENT_VALUES, b, k, j, i) + SENT_OF_FACES * cs;
    real leaving = R(0.0);
    int acts = 0;
    EACH_SOURCE_OF(n, bits)
    acts |= source_acts(io, n, b, place, 1);
    if (!acts)
        return;
    EACH_AXIS (a)
        leaving +=
            (LOAD(sent + a * cs + axis_stride(io.shape, a)) - LOAD(sent + a * cs)) * R(1.0 / io.shape.spacing[a]);
    io.f[0][cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i) + SYSTEM_CHARGE * cs] -= leaving;
}
TAUB_GATED_POINT_PASS(send_charges)
#endif
#endif
