/* One stage of a Godunov scheme, or its one step with ADER.
 *
 * Fields: 0 conserved state in (ghost zones filled), 1 sides (GPUs), 2 conserved state at the start of the step, 3
 * conserved state out, 4 a sum over stages (order 4). On GPUs in two passes: `sides` leaves what each cell shows to its
 * faces in field 1, `stage` solves the Riemann problems and updates. On the host `stage` does both, in strips whose
 * sides wait in the caches. numbers: blend, share of dt; options: number of the stage, time of the state in, in 1e9ths
 * of dt, and the round of `mend`.
 *
 * With scheme.positivity, `mend` then looks at what has lost its positive density or pressure: all faces of such a cell
 * get Rusanov's flux of first order, on both sides. A neighbour that this costs its own positivity is taken in the next
 * round. Field 5 holds the round after which a cell was found, 0: none; rounds read what earlier ones wrote, so that
 * the order in which cells are visited does not matter. */
#ifndef TAUB_PASSES_GODUNOV_H
#define TAUB_PASSES_GODUNOV_H

#define SIDE_VALUES (TAUB_ORDER == 2 ? SYSTEM_COMPONENTS : 2 * SYSTEM_COMPONENTS)
#if TAUB_ADER && TAUB_USER_SOURCE
#define SIDES (6 * SIDE_VALUES + SYSTEM_COMPONENTS) /* the last: what sources change over the step */
#else
#define SIDES (6 * SIDE_VALUES)
#endif

INLINE long axis_stride(const struct taub_shape shape, int a)
{
    return a == 0 ? 1 : a == 1 ? (long)shape.row_stride : shape.plane_stride;
}

INLINE void load_stencil(const struct taub_io io, long at, real u0, struct stencil *d)
{
    UNROLL
    for (int a = 0; a < 3; a++) {
        const long s = axis_stride(io.shape, a);
        UNROLL
        for (int n = 0; n < 4; n++)
            d->line[a][n] = AXIS_ACTIVE(a) && (TAUB_ORDER > 2 || TAUB_LIMITER_CELLS == 5 || n == 1 || n == 2)
                                ? LOAD(io.f[0] + at + (n < 2 ? n - 2 : n - 1) * s) - u0
                                : R(0.0);
    }
#if TAUB_ORDER > 2
    UNROLL
    for (int o = 0; o < 3; o++) {
        const int p = (o + 1) % 3, q = (o + 2) % 3;
        const long sp = axis_stride(io.shape, p), sq = axis_stride(io.shape, q);
        UNROLL
        for (int n = 0; n < 4; n++)
            d->edge[o][n] =
                AXIS_ACTIVE(p) && AXIS_ACTIVE(q)
                    ? LOAD(io.f[0] + at + (n == 0 || n == 3 ? sp : -sp) + (n == 0 || n == 1 ? sq : -sq)) - u0
                    : R(0.0);
    }
#endif
#if TAUB_ORDER == 4 && TAUB_ADER
    UNROLL
    for (int n = 0; n < 8; n++)
        d->corner[n] = ACTIVE_AXES == 3
                           ? LOAD(io.f[0] + at + (n & 1 ? 1 : -1) + (n & 2 ? 1 : -1) * (long)io.shape.row_stride +
                                  (n & 4 ? 1 : -1) * io.shape.plane_stride) -
                                 u0
                           : R(0.0);
#endif
}

/* What counts as no variation of a component, squared. */
INLINE real variation_floor(const real u[SYSTEM_COMPONENTS], int c)
{
    return R(TAUB_WENO_FLOOR) * variation_unit2(u, c) + REAL_TINY;
}

#if TAUB_VARIABLES == 0
INLINE void load_modes(const struct taub_io io, long at, const real u[SYSTEM_COMPONENTS],
                       real m[MODE_COUNT][SYSTEM_COMPONENTS])
{
    EACH_COMPONENT
    {
        struct stencil d;
        real modes[MODE_COUNT];
        load_stencil(io, at + c * io.shape.component_stride, u[c], &d);
        modes_of_stencil(d, variation_floor(u, c), c, modes);
        UNROLL
        for (int n = 0; n < 16 && n < MODE_COUNT; n++)
            m[n][c] = modes[n];
        UNROLL
        for (int n = 16; n < MODE_COUNT; n++)
            m[n][c] = modes[n];
    }
}
#else
/* The lines along one axis in other variables, and their modes back in the conserved ones. */
INLINE void local_line_modes(const struct gas gas, const real u[SYSTEM_COMPONENTS],
                             const struct stencil d[SYSTEM_COMPONENTS], int a, real m[MODE_COUNT][SYSTEM_COMPONENTS],
                             real smooth[3])
{
    real w[4][SYSTEM_COMPONENTS], other[MODE_COUNT][SYSTEM_COMPONENTS];
    UNROLL
    for (int n = 0; n < 4; n++) {
        real change[SYSTEM_COMPONENTS];
        EACH_COMPONENT
        change[c] = d[c].line[a][n];
        local_of_change(gas, u, a, change, w[n]);
    }
    EACH_COMPONENT
    {
        const real line[4] = {w[0][c], w[1][c], w[2][c], w[3][c]};
        real modes[MODE_COUNT], share[3];
        modes_of_line(line, R(TAUB_WENO_FLOOR) * local_unit2(gas, u, a, c) + REAL_TINY, a, c, modes, share);
        smooth[a] = real_min(smooth[a], share[a]);
        UNROLL
        for (int n = a; n < MODE_MIXED && n < MODE_COUNT; n += 3)
            other[n][c] = modes[n];
    }
    UNROLL
    for (int n = a; n < MODE_MIXED && n < MODE_COUNT; n += 3)
        if (n / 3 != MODE_CROSS / 3)
            change_of_local(gas, u, a, other[n], m[n]);
}

INLINE void load_modes(const struct taub_io io, long at, const real u[SYSTEM_COMPONENTS],
                       real m[MODE_COUNT][SYSTEM_COMPONENTS])
{
    const struct gas gas = gas_of(u);
    struct stencil d[SYSTEM_COMPONENTS];
    real smooth[3] = {R(1.0), R(1.0), R(1.0)}, modes[MODE_COUNT];
    EACH_COMPONENT
    load_stencil(io, at + c * io.shape.component_stride, u[c], &d[c]);
    UNROLL
    for (int a = 0; a < 3; a++)
        if (AXIS_ACTIVE(a)) {
            local_line_modes(gas, u, d, a, m, smooth);
        } else {
            no_modes_of_line(a, modes);
            EACH_COMPONENT
            UNROLL
            for (int n = a; n < MODE_MIXED && n < MODE_COUNT; n += 3)
                if (n / 3 != MODE_CROSS / 3)
                    m[n][c] = modes[n];
        }
#if TAUB_ORDER > 2
    EACH_COMPONENT
    {
        cross_modes(d[c], smooth, modes);
        UNROLL
        for (int n = 0; n < 3; n++)
            m[MODE_CROSS + n][c] = modes[MODE_CROSS + n];
        UNROLL
        for (int n = MODE_MIXED; n < MODE_COUNT; n++)
            m[n][c] = modes[n];
    }
#endif
}
#endif

#if TAUB_POSITIVE
INLINE real share_of_sides(const real mean[SYSTEM_COMPONENTS], const real middle[SYSTEM_COMPONENTS],
                           const real m[MODE_COUNT][SYSTEM_COMPONENTS])
{
    struct lowest lowest;
    lowest.density = density_part(mean);
    inner_part(mean, &lowest.inner, &lowest.weight);
    lowest.seen = R(0.0);
    const real mean_pressure = lowest.inner / lowest.weight;
    UNROLL
    for (int side = 0; side < 6; side++)
        if (AXIS_ACTIVE(side / 2)) {
            real u[SYSTEM_COMPONENTS];
            side_state(middle, m, side / 2, side % 2, u);
            note_density(&lowest, u);
        }
    const real dense = share_above(density_part(mean), lowest.density);
    UNROLL
    for (int side = 0; side < 6; side++)
        if (AXIS_ACTIVE(side / 2)) {
            real u[SYSTEM_COMPONENTS];
            side_state(middle, m, side / 2, side % 2, u);
            note_pressure(&lowest, mean, dense, u);
        }
    const real share = dense * share_above(mean_pressure, lowest.inner / lowest.weight);
    return lowest.seen - lowest.seen == R(0.0) ? share : R(0.0);
}
#endif

#if TAUB_USER_SOURCE
/* Where a cell is, for sources; a ghost zone behind a wall is where its mirror image is. */
INLINE void locate(const struct taub_io io, int b, int k, int j, int i, struct setting *here)
{
    int place[3] = {i, j, k};
    UNROLL
    for (int a = 0; a < 3; a++) {
        const int n = io.shape.cells[a], side = place[a] >= n;
        const int outside = place[a] < 0 || side;
        const int wall = AXIS_ACTIVE(a) && outside && io.links[(b * 3 + a) * 2 + side] == LINK_REFLECTING;
        here->mirror[a] = wall ? R(-1.0) : R(1.0);
        place[a] = wall ? (side ? 2 * n - 1 - place[a] : -1 - place[a]) : place[a];
    }
    cell_center(io.shape, b, place[2], place[1], place[0], here->x);
}
#endif

/* All sides of one cell, value n of a side standing at out[(side * SIDE_VALUES + n) * stride]; returns whether they had
 * to be scaled. */
INLINE int sides_of_cell(const struct taub_io io, struct setting here, long at, int b, int k, int j, int i,
                         GLOBAL real *out, long stride)
{
    const long cs = io.shape.component_stride;
    real mean[SYSTEM_COMPONENTS], m[MODE_COUNT][SYSTEM_COMPONENTS], keep = R(1.0);
    struct evolved evolved;
    EACH_COMPONENT
    mean[c] = LOAD(io.f[0] + at + c * cs);
    load_modes(io, at, mean, m);
#if TAUB_ADER
#if TAUB_USER_SOURCE
    locate(io, b, k, j, i, &here);
#endif
    evolve_cell(mean, here, m, &evolved);
#if TAUB_USER_SOURCE
    real change[SYSTEM_COMPONENTS];
    user_sources(evolved.mean, gas_of(evolved.mean), here, R(0.5), R(0.0), R(0.0), R(0.0), change);
    EACH_COMPONENT
    out[(6 * SIDE_VALUES + c) * stride] = change[c];
#endif
#else
    (void)here;
    EACH_COMPONENT
    evolved.middle[c] = mean[c];
#endif
    (void)b;
    (void)k;
    (void)j;
    (void)i;
#if TAUB_POSITIVE
    keep = share_of_sides(mean, evolved.middle, (const real(*)[SYSTEM_COMPONENTS])m);
#endif
    UNROLL
    for (int side = 0; side < 6; side++)
        if (AXIS_ACTIVE(side / 2)) {
            real u[SYSTEM_COMPONENTS];
            side_state(evolved.middle, (const real(*)[SYSTEM_COMPONENTS])m, side / 2, side % 2, u);
#if TAUB_POSITIVE
            /* a state that is not a number must not survive a share of 0 */
            EACH_COMPONENT
            u[c] = keep > R(0.0) ? mean[c] + keep * (u[c] - mean[c]) : mean[c];
#endif
            EACH_COMPONENT
            out[(side * SIDE_VALUES + c) * stride] = u[c];
#if TAUB_ORDER > 2
            real f[SYSTEM_COMPONENTS];
            side_flux(u, (const real(*)[SYSTEM_COMPONENTS])m, &evolved, side / 2, side % 2, keep == R(1.0), f);
            EACH_COMPONENT
            out[(side * SIDE_VALUES + SYSTEM_COMPONENTS + c) * stride] = f[c];
#endif
        }
    return keep < R(1.0);
}

/* What one cell shows to one face, from where its value 0 stands. */
INLINE void load_side(GLOBAL const real *side, long stride, int axis, real u[SYSTEM_COMPONENTS],
                      real f[SYSTEM_COMPONENTS])
{
    EACH_COMPONENT
    u[c] = LOAD(side + c * stride);
#if TAUB_ORDER > 2
    (void)axis;
    EACH_COMPONENT
    f[c] = LOAD(side + (SYSTEM_COMPONENTS + c) * stride);
#else
    gas_flux(gas_of(u), u, axis, f);
#endif
}

INLINE void flux_between(GLOBAL const real *lower, GLOBAL const real *upper, long stride, int axis,
                         real flux[SYSTEM_COMPONENTS])
{
    real ul[SYSTEM_COMPONENTS], fl[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    load_side(lower, stride, axis, ul, fl);
    load_side(upper, stride, axis, ur, fr);
    face_flux(ul, fl, ur, fr, axis, flux);
}

/* Parts of the last stage of SSP(5,4): of the second and third state, and of dt L(third) as a share of what it was in
 * the fourth stage. */
#define SSP54_STATE_2 R(0.517231671970585)
#define SSP54_STATE_3 R(0.096059710526147)
#define SSP54_RATE_3 R(0.063692468666290 / 0.544974750228521)

struct step_shares {
    struct setting here;
    real per[3]; /* share of dt over the width of cells, for this stage */
    real blend;
};

INLINE struct step_shares shares_of_launch(const struct taub_io io)
{
    struct step_shares shares;
    const double dt = io.control->dt;
    UNROLL
    for (int a = 0; a < 3; a++) {
        const double whole = dt / io.shape.spacing[a];
        shares.here.share[a] = R(whole);
        shares.here.width[a] = R(io.shape.spacing[a]);
        shares.here.x[a] = R(0.0);
        shares.per[a] = R(io.range.number[1] * whole);
    }
    shares.here.time = R(io.control->time + 1e-9 * io.range.option[1] * dt);
    shares.here.dt = R(dt);
    shares.blend = R(io.range.number[0]);
    return shares;
}

/* The new state of one cell from what its faces change; returns whether it is one of a gas. */
INLINE int update_cell(const struct taub_io io, const struct step_shares shares, long at, int b, int k, int j, int i,
                       GLOBAL const real *sources, long stride, const real faces[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    real u[SYSTEM_COMPONENTS], change[SYSTEM_COMPONENTS];
    EACH_COMPONENT
    change[c] = faces[c];
#if TAUB_USER_SOURCE && TAUB_ADER
    EACH_COMPONENT
    change[c] += sources[c * stride];
#elif TAUB_USER_SOURCE
    struct setting here = shares.here;
    real rate[SYSTEM_COMPONENTS], in[SYSTEM_COMPONENTS];
    load_state(io.f[0], at, cs, in);
    locate(io, b, k, j, i, &here);
    user_sources(in, gas_of(in), here, R(0.0), R(0.0), R(0.0), R(0.0), rate);
    EACH_COMPONENT
    change[c] += R(io.range.number[1]) * rate[c];
#endif
    (void)sources;
    (void)stride;
    (void)b;
    (void)k;
    (void)j;
    (void)i;
    EACH_COMPONENT
    {
        const long place = at + c * cs;
        const real start = io.f[2][place];
        u[c] = start + change[c];
#if !TAUB_ADER
        /* in differences from the start, so that a state at rest stays to the last bit */
        const real moved = io.f[0][place] - start;
        u[c] += shares.blend * moved;
#if TAUB_ORDER == 4
        /* the last stage of Spiteri and Ruuth's method adds parts of the second and third state and rate */
        if (io.range.option[0] == 2)
            io.f[4][place] = SSP54_STATE_2 * (u[c] - start);
        if (io.range.option[0] == 4)
            io.f[4][place] += SSP54_STATE_3 * moved + SSP54_RATE_3 * change[c];
        if (io.range.option[0] == 5)
            u[c] += io.f[4][place];
#endif
#endif
        io.f[3][place] = u[c];
    }
    const int fine = state_is_gas(u);
#if TAUB_POSITIVE
    io.f[5][cell_index(io.shape, 1, b, k, j, i)] = fine ? R(0.0) : R(1.0);
#endif
    return fine;
}

/* A cell that is not a gas any more: with scheme.positivity the next pass mends it. */
INLINE void report_cell(const struct taub_io io, int b, int k, int j, int i)
{
#if TAUB_POSITIVE
    (void)b;
    (void)k;
    (void)j;
    (void)i;
    io.control->troubled = 1;
#else
    count_recovery(io.control, RECOVERY_FAILED, b, k, j, i);
#endif
}

#endif
