/* Maxwell's equations by symmetric differences, in a symplectic step: src/evolve/symmetric.c.
 *
 *   roots      square roots of 1/eps and 1/mu at faces                     fields: 0 state in, 1 roots out
 *   hodge      E from D (option[0] 0) or H from B (1): of a mean over a face the field along its normal, averaged over
 *              the width of a cell; option[1] 1: none in matched layers    fields: 0 state in, 1 roots in, 2 field out
 *   shift      a component half a cell along axis option[0]: from faces to the middle of cells (option[1] 0), from
 *              there to the lower end (1). option[2], [3]: component of what is read and written, -1: the only one
 *                                                                         fields: 0 field in, 1 out
 *   edges_x    from the middle of cells to edges along an axis, along both other axes; edges_y, edges_z. option[2]: as
 *              above                                                      fields: 0 field in, 1 edges out
 *   circulate  the state changes by number[0] dt of the curl at faces of what is along edges: of E (option[0] 1: B), of
 *              H (0: D). circulate_kept, circulate_again and circulate_last also keep the curl (enum below)
 *                                                           fields: 0 edges in, 1 kept, 2 state (updated)
 *   absorb     what matched layers add to the curl in D (option[1] 0) or B (1), for number[0] of a step. option[0] 1: a
 *              launch for faces at upper ends of the mesh; 2: nothing is remembered yet
 *                   fields: 0 edges in, 1 state, 2 what layers remember, 3 upper faces and what they remember of them
 *   kick       the state less number[0] dt curl E in B                     fields: 0 state in, 1 curl E in, 2 state out
 *
 * A component of E or H of a cell stands at its lower face across its axis, as D and B do. */
#ifndef TAUB_PASSES_MAXWELL_SYMMETRIC_H
#define TAUB_PASSES_MAXWELL_SYMMETRIC_H

#include "dialect.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "passes/common.h"
#include "passes/maxwell_depth.h"
#include "passes/maxwell_faces.h"

/* Half way between the middle two of six values, a polynomial of degree 5. In pairs from the middle outwards, so that
 * mirror images give the same bits. */
INLINE real half_way_of(real a, real b, real c, real d, real e, real f)
{
    return R(75.0 / 128.0) * (c + d) - R(25.0 / 256.0) * (b + e) + R(3.0 / 256.0) * (a + f);
}
INLINE real half_way(GLOBAL const stored *below, long stride)
{
    return half_way_of(LOAD(below - 2 * stride), LOAD(below - stride), LOAD(below), LOAD(below + stride),
                       LOAD(below + 2 * stride), LOAD(below + 3 * stride));
}

#if TAUB_MEDIA
/* The mean of the inverses of both cells at a face: what series of layers have, as D or B across it is the same. */
INLINE real root_at_face(GLOBAL const stored *number, long stride)
{
    return real_sqrt(R(0.5) * (R(1.0) / LOAD(number) + R(1.0) / LOAD(number - stride)));
}

INLINE void roots_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long cs = io.shape.component_stride, to = cell_index(io.shape, 6, b, k, j, i);
    GLOBAL const stored *medium = io.f[0] + cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i) + SYSTEM_MEDIUM * cs;
    EACH (a, 3) {
        const long s = AXIS_ACTIVE(a) ? axis_stride(io.shape, a) : 0;
        io.f[1][to + a * cs] = root_at_face(medium + MEDIUM_PERMITTIVITY(a) * cs, s);
        io.f[1][to + (3 + a) * cs] = root_at_face(medium + cs, s);
    }
}
TAUB_POINT_PASS(roots)

/* Faces of one medium; means and values are exchanged between such only. */
INLINE int alike(real root, real other)
{
    return real_fabs(root - other) < R(0.01) * root;
}
#endif

/* Five values along an axis, times their roots, and whether those that follow each other are of one medium. */
struct hodge_line {
    real value[5];
    int joined[4];
};

INLINE struct hodge_line hodge_line_at(GLOBAL const stored *field, GLOBAL const stored *root, long stride)
{
    struct hodge_line line;
#if TAUB_MEDIA
    real of[5];
    EACH (n, 5) {
        of[n] = LOAD(root + (n - 2) * stride);
        line.value[n] = of[n] * LOAD(field + (n - 2) * stride);
    }
    EACH (n, 4)
        line.joined[n] = alike(of[n], of[n + 1]) && alike(of[n + 1], of[n]);
#else
    EACH (n, 5)
        line.value[n] = LOAD(field + (n - 2) * stride);
    EACH (n, 4)
        line.joined[n] = 1;
#endif
    return line;
}

/* What `first` G^T G + `second` L^T L make of it: G differences between values of one medium, L second differences of
 * such. Both are symmetric and positive. */
INLINE real hodge_of_line(const struct hodge_line line, real first, real second)
{
    real bend[3];
    EACH (n, 3) {
        const real there = (line.value[n] + line.value[n + 2]) - R(2.0) * line.value[n + 1];
        bend[n] = line.joined[n] && line.joined[n + 1] ? there : R(0.0);
    }
    const real below = line.joined[1] ? line.value[2] - line.value[1] : R(0.0);
    const real above = line.joined[2] ? line.value[2] - line.value[3] : R(0.0);
    return first * (below + above) + second * ((bend[0] + bend[2]) - R(2.0) * bend[1]);
}

INLINE real outside_of_layers(const struct taub_io io, int b, int k, int j, int i)
{
    return cell_in_layer(io, b, k, j, i) ? R(0.0) : R(1.0);
}

/* 1 + the terms of all axes, between the roots on both sides: symmetric and positive in every medium. Along the normal
 * values become means, along the other axes means values. */
INLINE void hodge_point(const struct taub_io io, int b, int k, int j, int i)
{
    const real share = io.range.option[1] ? outside_of_layers(io, b, k, j, i) : R(1.0);
    const long cs = io.shape.component_stride, first = 3 * io.range.option[0] * cs;
    GLOBAL const stored *field = io.f[0] + cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i) + first;
#if TAUB_MEDIA
    GLOBAL const stored *root = io.f[1] + cell_index(io.shape, 6, b, k, j, i) + first;
#else
    GLOBAL const stored *root = field;
    const struct medium medium = medium_of_case();
#endif
    const long to = cell_index(io.shape, 3, b, k, j, i);
    EACH (n, 3) {
        real terms[3];
        EACH (a, 3) {
            terms[a] = R(0.0);
            if (AXIS_ACTIVE(a)) {
                const struct hodge_line line = hodge_line_at(field + n * cs, root + n * cs, axis_stride(io.shape, a));
                terms[a] = hodge_of_line(line, a == n ? R(-1.0 / 24.0) : R(1.0 / 24.0),
                                         a == n ? R(-17.0 / 5760.0) : R(3.0 / 640.0));
            }
        }
        const real sum = (terms[(n + 1) % 3] + terms[(n + 2) % 3]) + terms[n];
#if TAUB_MEDIA
        const real here = LOAD(root + n * cs);
        io.f[2][to + n * cs] = share * (here * (here * LOAD(field + n * cs) + sum));
#else
        const real inverse = R(1.0) / (io.range.option[0] ? medium.permeability : PERMITTIVITY(medium, n));
        io.f[2][to + n * cs] = share * (inverse * (LOAD(field + n * cs) + sum));
#endif
    }
}
TAUB_GATED_POINT_PASS(hodge)

/* One component of a field: number `component` of three, -1: the only one. */
INLINE long component_at(const struct taub_io io, int b, int k, int j, int i, int component)
{
    const int several = component >= 0;
    return cell_index(io.shape, several ? 3 : 1, b, k, j, i) + (several ? component : 0) * io.shape.component_stride;
}

INLINE void shift_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long s = axis_stride(io.shape, io.range.option[0]);
    const long from = component_at(io, b, k, j, i, io.range.option[2]) - io.range.option[1] * s;
    io.f[1][component_at(io, b, k, j, i, io.range.option[3])] = half_way(io.f[0] + from, s);
}
TAUB_GATED_POINT_PASS(shift)

/* The axis, and below what is kept, are constants of a pass, not of a launch, so that loops are vectorised. */
INLINE void edges_along(const struct taub_io io, int b, int k, int j, int i, int o)
{
    const long sp = axis_stride(io.shape, (o + 1) % 3), sq = axis_stride(io.shape, (o + 2) % 3);
    GLOBAL const stored *middle = io.f[0] + component_at(io, b, k, j, i, io.range.option[2]) - sp;
    io.f[1][component_at(io, b, k, j, i, o)] =
        half_way_of(half_way(middle - 3 * sq, sp), half_way(middle - 2 * sq, sp), half_way(middle - sq, sp),
                    half_way(middle, sp), half_way(middle + sq, sp), half_way(middle + 2 * sq, sp));
}
#define EDGES_ALONG(name, axis)                                                   \
    INLINE void name##_point(const struct taub_io io, int b, int k, int j, int i) \
    {                                                                             \
        edges_along(io, b, k, j, i, axis);                                        \
    }                                                                             \
    TAUB_GATED_POINT_PASS(name)
#if TAUB_ACTIVE_Y && TAUB_ACTIVE_Z
EDGES_ALONG(edges_x, 0)
#endif
#if TAUB_ACTIVE_Z && TAUB_ACTIVE_X
EDGES_ALONG(edges_y, 1)
#endif
#if TAUB_ACTIVE_X && TAUB_ACTIVE_Y
EDGES_ALONG(edges_z, 2)
#endif

/* What becomes of a curl besides a change of the state: nothing, it is kept times dt among the components of a state,
 * in its place; that, and it has no part in matched layers, nor does it change the state; it is kept as it is. */
enum { CURL_PASSES, CURL_STAYS, CURL_CORRECTS, CURL_WAITS };

INLINE void circulate_face(const struct taub_io io, const real per[3], int b, int k, int j, int i, int a, int which)
{
    const long cs = io.shape.component_stride, first = (3 * io.range.option[0] + a) * cs;
    const long state = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i) + first;
    const real curl = circulation(io, io.f[0] + cell_index(io.shape, 3, b, k, j, i), per, a);
    const real change = R(io.control->dt) * curl;
    if (which == CURL_STAYS)
        io.f[1][state] = change;
    if (which == CURL_CORRECTS)
        io.f[1][state] = change * outside_of_layers(io, b, k, j, i);
    else
        io.f[2][state] += R(io.range.number[0]) * change;
    if (which == CURL_WAITS)
        io.f[1][cell_index(io.shape, 3, b, k, j, i) + a * cs] = curl;
}

INLINE void circulate_cell(const struct taub_io io, int b, int k, int j, int i, int which)
{
    const int place[3] = {i, j, k};
    real per[3];
    EACH (a, 3)
        per[a] = R(1.0 / io.shape.spacing[a]);
    (void)place;
#if UPPER_FACES
    if (i >= io.shape.cells[0] || j >= io.shape.cells[1] || k >= io.shape.cells[2]) {
        const int axis = axis_beyond(io, b, place);
        EACH (a, 3)
            if (a == axis)
                circulate_face(io, per, b, k, j, i, a, which);
        return;
    }
#endif
    EACH (a, 3)
        circulate_face(io, per, b, k, j, i, a, which);
}
#define CIRCULATE(name, which)                                                    \
    INLINE void name##_point(const struct taub_io io, int b, int k, int j, int i) \
    {                                                                             \
        circulate_cell(io, b, k, j, i, which);                                    \
    }                                                                             \
    TAUB_GATED_POINT_PASS(name)
CIRCULATE(circulate, CURL_PASSES)
CIRCULATE(circulate_kept, CURL_STAYS)
CIRCULATE(circulate_again, CURL_CORRECTS)
CIRCULATE(circulate_last, CURL_WAITS)

#if TAUB_LAYERS
/* The part of the curl at a face across axis a that differences along axis n make: of H for D, of E, with the sign of a
 * change, for B. */
INLINE real change_along(const struct taub_io io, GLOBAL const stored *edge, int vector, int a, int n)
{
    GLOBAL const stored *field = edge + (3 - a - n) * io.shape.component_stride;
    const real size = R(1.0 / io.shape.spacing[n]) * (LOAD(field + axis_stride(io.shape, n)) - LOAD(field));
    return ((n == (a + 1) % 3) == (vector == 0)) ? size : -size;
}

/* As the fields of the curl stay what they are, psi' = -sigma (psi + C) has a solution: psi + C decays. D or B get the
 * mean of psi; C itself, circulate adds. */
INLINE void absorb_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const int place[3] = {i, j, k}, vector = io.range.option[1];
    const long kept = cell_index(io.shape, LAYER_MEMORY, b, k, j, i);
    int beyond;
    if (!begin_absorbing(io, io.f[2], b, k, j, i, &beyond))
        return;
    GLOBAL const stored *edge = io.f[0] + cell_index(io.shape, 3, b, k, j, i);
    EACH (n, 3) {
        const real rate = LAYER_AXIS(n) && n != beyond ? R(io.range.number[0]) * layer_rate(io, b, n, place) : R(0.0);
        if (!(rate > R(0.0)))
            continue;
        const real decay = real_exp(-rate), mean = (R(1.0) - decay) / rate;
        UNROLL
        for (int m = vector; m < 4; m += 2) {
            const int a = (n + 1 + m / 2) % 3;
            GLOBAL stored *psi;
            if (beyond >= 0 && a != beyond)
                continue;
#if UPPER_FACES
            if (beyond >= 0)
                psi = io.f[3] + upper_memory_index(io, b, k, j, i, a, vector, n);
            else
#endif
                psi = io.f[2] + kept + (LAYER_PLACE(n) + m) * cs;
            const real change = change_along(io, edge, vector, a, n), sum = *psi + change;
            io.f[1][at + (3 * vector + a) * cs] += R(io.range.number[0] * io.control->dt) * (mean * sum - change);
            *psi = decay * sum - change;
        }
    }
}
TAUB_POINT_PASS(absorb)
#endif

INLINE void kick_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const long from = cell_index(io.shape, 3, b, k, j, i);
    const real dt = R(io.control->dt);
    EACH (c, SYSTEM_COMPONENTS) {
        const real change = c >= 3 && c < 6 ? R(io.range.number[0]) * dt * LOAD(io.f[1] + from + (c - 3) * cs) : R(0.0);
        io.f[2][at + c * cs] = io.f[0][at + c * cs] - change;
    }
}
TAUB_GATED_POINT_PASS(kick)

#endif
