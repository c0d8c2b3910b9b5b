/* Currents from outside (schemes/maxwell_sources.h) in a step of Maxwell's equations.
 *
 *   send_currents  currents that edges take differences of (orders 3 and 4)    fields: 0 these (written),
 *                  1 sources near
 *   send_edges  what they make of E and H along edges   fields: 0 state in, 1 E and H (updated), 2 these currents,
 *                  3 sources near
 * A Riemann problem is linear, so that cells may evolve without currents and the edge adds what these make by
 * themselves: with n-fold integrals over time J_n from the beginning of the step
 *   D = -J_1 + curl curl J_3/(mu eps),  B = curl J_2/eps
 * as means over the step, by the same numbers as a cell's evolution where something conducts. Derivatives are
 * differences over a cell, each as exact as the order needs. */
#ifndef TAUB_PASSES_MAXWELL_SEND_H
#define TAUB_PASSES_MAXWELL_SEND_H

#include "dialect.h"
#include "case/system.h"
#include "passes/common.h"
#include "passes/maxwell_edges.h"
#include "passes/maxwell_states.h"
#include "schemes/maxwell.h"
#include "schemes/maxwell_sources.h"
#if TAUB_ANISOTROPIC
#include "schemes/maxwell_crystal.h"
#endif

#if TAUB_SOURCES
/* Nodes and weights of Gauss and Jacobi for the mean of an integral over time. */
#define EARLY 0.1550510257216822
#define LATE 0.6449489742783178
#define EARLY_WEIGHT R(0.3180413817439772)
#define LATE_WEIGHT R(0.1819586182560228)

/* A field of their own, since parts of a step may run before others (evolve/overlap.h): what is taken from D of faces,
 * then currents that edges take differences of, at order 4 of J_3 and J_2, at order 3 of J_2. */
#define SENT_MOMENTS (TAUB_ORDER - 2)
#define SENT_CURRENT(moment, a) (3 * ((moment) + SENT_MOMENTS - 1) + (a))
#define SENT_VALUES (3 * (1 + SENT_MOMENTS))

/* The share of a current from outside that is left where something conducts, in the worse conductor of two cells. */
INLINE real send_share(const struct taub_io io, long at, int a)
{
#if TAUB_MEDIA
    const long s = AXIS_ACTIVE(a) ? axis_stride(io.shape, a) : 0;
    const RESPONSE of_here = response_of_cell(io, response_of_launch(io), at),
                   of_below = response_of_cell(io, response_of_launch(io), at - s);
    const struct response here = ALONG(of_here, a), below = ALONG(of_below, a);
    return R(1.0) - (here.z < below.z ? here.z * here.a1 : below.z * below.a1);
#else
    const RESPONSE r = response_of_launch(io);
    return R(1.0) - ALONG(r, a).z * ALONG(r, a).a1;
#endif
}
#define SEND_SHARE send_share
#endif

/* takes SENT_VALUES and SEND_SHARE */
#include "passes/maxwell_currents.h"

#if TAUB_SOURCES
/* What of D and B along an edge a current makes: of D directly, of D by two curls, of B. In a crystal the parts of
 * the latter two by the components of the current that they come from: o, p, q; else their sums. */
#if TAUB_ANISOTROPIC
#define SENT_TWICE(c) (1 + (c))
#define SENT_ONCE(c) (4 + (c))
#define SENT 7
#else
#define SENT_TWICE(c) 1
#define SENT_ONCE(c) 2
#define SENT 3
#endif

/* Where an edge along axis a of a cell has its middle, in shares of the cell, and its lower face across a. */
INLINE void edge_middle(int a, double shift[3])
{
    EACH (n, 3)
        shift[n] = n == a || !AXIS_ACTIVE(n) ? 0.5 : 0.0;
}

#if TAUB_ORDER > 2
/* Components along edges of a cell in their middles, for J_3, then across its lower faces in theirs, for J_2. */
INLINE void send_currents_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int place[3] = {i, j, k}, bits = sources_near(io, io.f[1], b, k, j, i);
    const double dt = io.control->dt, t = io.control->time;
    GLOBAL stored *to = io.f[0] + cell_index(io.shape, SENT_VALUES, b, k, j, i);
    real found[6] = {R(-0.0), R(-0.0), R(-0.0), R(-0.0), R(-0.0), R(-0.0)};
    double x[3];
    int acts = 0;
    if (!bits)
        return;
    EACH_SOURCE_OF(n, bits)
    {
        /* a cell further than edges see them, for their differences, and rounding */
        if (!source_acts(io, n, b, place, 3.01))
            continue;
        const struct source_moment moments[2] = {source_moment(n, t + 0.2 * dt), source_moment(n, t + 0.25 * dt)};
        acts = 1;
        for (int m = TAUB_ORDER == 4 ? 0 : 3; m < 6; m++) {
            const int a = m % 3;
            struct source_shape shape;
            double shift[3];
            if (m < 3)
                edge_middle(a, shift);
            else
                face_middle(a, shift);
            send_place(io, b, place, shift, x);
            shape_near(io, n, b, x, a, 0.0, a, 0.0, a, &shape);
            found[m] += source_value(n, shape, moments[m / 3]);
        }
    }
    for (int m = TAUB_ORDER == 4 ? 0 : 3; m < 6 && acts; m++)
        to[SENT_CURRENT(m / 3, m % 3) * io.shape.component_stride] = found[m];
}
TAUB_GATED_POINT_PASS(send_currents)
#endif

/* Adds source n's current along an edge whose middle is x, at two times, at as many points of it as the order needs. */
SEND_CALL void send_moments(const struct taub_io io, int n, const struct source_moment moments[2], int b,
                            const double x[3], int o, real *early, real *late)
{
    const int several = AXIS_ACTIVE(o);
    for (int m = 0; m <= several; m++) {
        struct source_shape shape;
        shape_near(io, n, b, x, o, several ? (m ? GAUSS : -GAUSS) : 0.0, o, 0.0, o, &shape);
        *early += source_value(n, shape, moments[0]);
        *late += source_value(n, shape, moments[1]);
    }
}

/* What currents make along an edge, before the medium has its share: means over the step. early, late: the current
 * itself, `seen`: the currents of its cell; `stride`: to the next cells, 0 along axes of one cell. */
INLINE void send_along(const struct taub_io io, int o, real early, real late, GLOBAL const stored *seen,
                       const long stride[3], real source[SENT])
{
    const int p = (o + 1) % 3, q = (o + 2) % 3, several = AXIS_ACTIVE(o);
    const long cs = io.shape.component_stride;
    const double dt = io.control->dt;
    source[0] = R(-dt / (1 + several)) * (EARLY_WEIGHT * early + LATE_WEIGHT * late);
    EACH_FROM (n, 1, SENT)
        source[n] = R(0.0);
#if TAUB_ORDER > 2
    GLOBAL const stored *across_p = seen + SENT_CURRENT(1, p) * cs, *across_q = seen + SENT_CURRENT(1, q) * cs;
    if (AXIS_ACTIVE(p))
        source[SENT_ONCE(2)] += R(dt / io.shape.spacing[p]) * (LOAD(across_q) - LOAD(across_q - stride[p]));
    if (AXIS_ACTIVE(q))
        source[SENT_ONCE(1)] -= R(dt / io.shape.spacing[q]) * (LOAD(across_p) - LOAD(across_p - stride[q]));
    UNROLL
    for (int n = SENT_ONCE(0); n <= SENT_ONCE(2); n++)
        source[n] *= R(dt);
#endif
#if TAUB_ORDER == 4
    GLOBAL const stored *own = seen + SENT_CURRENT(0, o) * cs;
    EACH_FROM (n, 1, 3) {
        const int a = (o + n) % 3;
        GLOBAL const stored *other = seen + SENT_CURRENT(0, a) * cs;
        if (!AXIS_ACTIVE(a))
            continue;
        const real per = R(dt / io.shape.spacing[a]);
        if (AXIS_ACTIVE(o))
            source[SENT_TWICE(n)] +=
                (per * R(dt / io.shape.spacing[o])) * ((LOAD(other + stride[o]) - LOAD(other + stride[o] - stride[a])) -
                                                       (LOAD(other) - LOAD(other - stride[a])));
        source[SENT_TWICE(0)] -=
            (per * per) * ((LOAD(own + stride[a]) - LOAD(own)) - (LOAD(own) - LOAD(own - stride[a])));
    }
    UNROLL
    for (int n = SENT_TWICE(0); n <= SENT_TWICE(2); n++)
        source[n] *= R(dt);
#endif
    (void)p;
    (void)q;
    (void)cs;
}

/* What these are as E and H in the medium of a cell. */
INLINE void send_into(const struct taub_io io, long at, int o, const real source[SENT], real *e, real *h)
{
    const RESPONSE r = response_of_cell(io, response_of_launch(io), at);
#if TAUB_ANISOTROPIC
    const struct response own = ALONG(r, o);
    real twice = R(0.0), once = R(0.0);
    EACH (n, 3) {
        const int c = (o + n) % 3;
        const real a3 = n == 0 ? own.a3 : r.across[3 - o - c].a3;
        twice += (a3 * ALONG(r, c).per_permittivity) * source[SENT_TWICE(n)];
        once += (ALONG(r, c).b2 * ALONG(r, c).per_permittivity) * source[SENT_ONCE(n)];
    }
    *e += own.per_permittivity * (R(2.0) * own.a1 * source[0] + own.per_permeability * twice);
    *h += own.per_permeability * once;
#else
    *e += r.per_permittivity *
          (R(2.0) * r.a1 * source[0] + (r.a3 * r.per_permittivity) * (r.per_permeability * source[1]));
    *h += r.per_permeability * (r.b2 * (r.per_permittivity * source[2]));
#endif
}

INLINE void send_edges_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int place[3] = {i, j, k}, bits = sources_near(io, io.f[3], b, k, j, i);
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real early[3] = {R(0.0), R(0.0), R(0.0)}, late[3] = {R(0.0), R(0.0), R(0.0)};
    double x[3];
    int acts = 0;
    if (!bits)
        return;
    EACH_SOURCE_OF(n, bits)
    {
        if (!source_acts(io, n, b, place, 2))
            continue;
        const struct source_moment moments[2] = {source_moment(n, io.control->time + EARLY * io.control->dt),
                                                 source_moment(n, io.control->time + LATE * io.control->dt)};
        acts = 1;
        for (int o = 0; o < 3; o++) {
            double corner[3];
            if (!EDGE_ACTIVE(o))
                continue;
            edge_middle(o, corner);
            send_place(io, b, place, corner, x);
            send_moments(io, n, moments, b, x, o, &early[o], &late[o]);
        }
    }
    if (!acts)
        return;
    const long stride[3] = {AXIS_ACTIVE(0) ? axis_stride(io.shape, 0) : 0,
                            AXIS_ACTIVE(1) ? axis_stride(io.shape, 1) : 0,
                            AXIS_ACTIVE(2) ? axis_stride(io.shape, 2) : 0};
    GLOBAL const stored *seen = TAUB_ORDER > 2 ? io.f[2] + cell_index(io.shape, SENT_VALUES, b, k, j, i) : 0;
    for (int o = 0; o < 3; o++) {
        const int p = (o + 1) % 3, q = (o + 2) % 3;
        const int link_p = AXIS_ACTIVE(p) ? boundary_at(io, b, p, place[p]) : 0;
        const int link_q = AXIS_ACTIVE(q) ? boundary_at(io, b, q, place[q]) : 0;
        real source[SENT], e = R(0.0), h = R(0.0);
        if (!EDGE_ACTIVE(o))
            continue;
        send_along(io, o, early[o], late[o], seen, stride, source);
        for (int n = 0; n < 4; n++)
            send_into(io, at - (n & 1 ? stride[p] : 0) - (n & 2 ? stride[q] : 0), o, source, &e, &h);
        GLOBAL stored *edge = io.f[1] + cell_index(io.shape, 6, b, k, j, i);
        if (link_p != LINK_REFLECTING && link_q != LINK_REFLECTING)
            edge[o * cs] += R(0.25) * e;
        if (link_p != LINK_MAGNETIC && link_q != LINK_MAGNETIC)
            edge[(3 + o) * cs] += R(0.25) * h;
    }
}
TAUB_GATED_POINT_PASS(send_edges)
#endif
#endif
