/* One stage of a Godunov scheme, or its one step with ADER.
 *
 * Fields: 0 conserved state in (ghost zones filled), 1 sides (GPUs), 2 conserved state that `keep` is of, 3 conserved
 * state out, 4 a sum over stages (order 4). On GPUs in two passes: `sides` leaves what each cell shows to its faces in
 * field 1, `faces` solves the Riemann problems and updates, and may write the state that sides were made of. On the host
 * one pass does both, in strips whose sides wait in the caches. */
#ifndef TAUB_PASSES_GODUNOV_H
#define TAUB_PASSES_GODUNOV_H

#define SIDE_VALUES (TAUB_ORDER == 2 ? SYSTEM_COMPONENTS : 2 * SYSTEM_COMPONENTS)
#define SIDES (6 * SIDE_VALUES)

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
            d->line[a][n] = AXIS_ACTIVE(a) && (TAUB_ORDER > 2 || n == 1 || n == 2)
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
        d->corner[n] = ACTIVE_AXES == 3 ? LOAD(io.f[0] + at + (n & 1 ? 1 : -1) +
                                               (n & 2 ? 1 : -1) * (long)io.shape.row_stride +
                                               (n & 4 ? 1 : -1) * io.shape.plane_stride) -
                                              u0
                                        : R(0.0);
#endif
}

/* What counts as no variation of a component, squared. */
INLINE real variation_floor(const real u[SYSTEM_COMPONENTS], int c)
{
    const real unit = c == 0 ? u[0] * u[0] : c <= 3 ? u[0] * u[4] : c == 4 ? u[4] * u[4] : u[0] * u[0];
    return R(TAUB_WENO_FLOOR) * unit + REAL_TINY;
}

INLINE void load_modes(const struct taub_io io, long at, const real u[SYSTEM_COMPONENTS],
                       real m[MODE_COUNT][SYSTEM_COMPONENTS])
{
    EACH_COMPONENT
    {
        struct stencil d;
        real modes[MODE_COUNT];
        load_stencil(io, at + c * io.shape.component_stride, u[c], &d);
        modes_of_stencil(d, variation_floor(u, c), modes);
        UNROLL
        for (int n = 0; n < 16 && n < MODE_COUNT; n++)
            m[n][c] = modes[n];
        UNROLL
        for (int n = 16; n < MODE_COUNT; n++)
            m[n][c] = modes[n];
    }
}

/* All sides of one cell, value n of a side standing at out[(side * SIDE_VALUES + n) * stride]; returns whether they had
 * to be scaled. */
INLINE int sides_of_cell(const struct taub_io io, long at, const real share[3], GLOBAL real *out, long stride)
{
    const long cs = io.shape.component_stride;
    real mean[SYSTEM_COMPONENTS], m[MODE_COUNT][SYSTEM_COMPONENTS], keep = R(1.0);
    struct evolved evolved;
    EACH_COMPONENT
    mean[c] = LOAD(io.f[0] + at + c * cs);
    load_modes(io, at, mean, m);
#if TAUB_ADER
    evolve_cell(mean, share, m, &evolved);
#else
    (void)share;
    EACH_COMPONENT
    evolved.middle[c] = mean[c];
#endif
#if TAUB_POSITIVE
    const real mean_pressure = gas_of(mean).pressure;
    UNROLL
    for (int side = 0; side < 6; side++)
        if (AXIS_ACTIVE(side / 2)) {
            real u[SYSTEM_COMPONENTS];
            side_state(evolved.middle, (const real(*)[SYSTEM_COMPONENTS])m, side / 2, side % 2, u);
            keep = real_min(keep, share_admissible(mean, mean_pressure, u));
        }
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

struct step_shares {
    real per[3];   /* share of dt over the width of cells, for this stage */
    real whole[3]; /* dt over the width of cells */
    real keep, blend;
};

INLINE struct step_shares shares_of_launch(const struct taub_io io)
{
    struct step_shares shares;
    UNROLL
    for (int a = 0; a < 3; a++) {
        const double whole = io.control->dt / io.shape.spacing[a];
        shares.whole[a] = R(whole);
        shares.per[a] = R(io.range.number[2] * whole);
    }
    shares.keep = R(io.range.number[0]);
    shares.blend = R(io.range.number[1]);
    return shares;
}

/* The new state of one cell from what its faces change. */
INLINE void update_cell(const struct taub_io io, const struct step_shares shares, long at,
                        const real change[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    EACH_COMPONENT
    {
        const long here = at + c * cs;
        real u = io.f[2][here] * shares.keep + change[c];
#if !TAUB_ADER
        const real in = io.f[0][here];
        u += shares.blend * in;
#if TAUB_ORDER == 4
        /* the last stage of Spiteri and Ruuth's method starts from parts of the second and third state and rate */
        if (io.range.option[0] == 2)
            io.f[4][here] = R(0.517231671970585) * u;
        if (io.range.option[0] == 4)
            io.f[4][here] += R(0.096059710526147) * in + R(0.063692468666290 / 0.544974750228521) * change[c];
#endif
#endif
        io.f[3][here] = u;
    }
}

#if defined(TAUB_HOST)

#define STRIP 64
#define STRIP_ROWS 16
#define STRIP_WIDTH (STRIP + 2)
#define STRIDE 72 /* room for a row with a cell on either side, in whole cache lines */

struct strip {
    real sides[SIDES * STRIDE];                                /* of the row at hand */
    real upper_y[SIDE_VALUES * STRIDE];                        /* of the row before */
    real upper_z[STRIP_ROWS][SIDE_VALUES * STRIDE];            /* of the plane before */
    real change[STRIP_ROWS][2][SYSTEM_COMPONENTS * STRIDE];    /* of this plane and the one before */
    real flux[SYSTEM_COMPONENTS * STRIDE];
};

INLINE int sides_row(const struct taub_io io, long at, const real share[3], int length, real *out)
{
    int scaled = 0;
#pragma omp simd reduction(+ : scaled)
    for (int l = 0; l < length; l++)
        scaled += sides_of_cell(io, at + l, share, out + l, STRIDE);
    return scaled;
}

INLINE void flux_lane(const real *lower, const real *upper, int axis, real *flux)
{
    real f[SYSTEM_COMPONENTS];
    flux_between(lower, upper, STRIDE, axis, f);
    EACH_COMPONENT
    flux[c * STRIDE] = f[c];
}
INLINE void flux_row(const real *lower, const real *upper, int axis, int length, real *flux)
{
#pragma omp simd
    for (int l = 0; l < length; l++)
        flux_lane(lower + l, upper + l, axis, flux + l);
}

INLINE void update_lane(const struct taub_io io, const struct step_shares shares, long at, const real *change)
{
    real total[SYSTEM_COMPONENTS];
    EACH_COMPONENT
    total[c] = change[c * STRIDE];
    update_cell(io, shares, at, total);
}

/* Adds `per` times (flux here - flux at l + 1), or only one of them. */
INLINE void add_row(real *change, const real *flux, real per, int length)
{
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
#pragma omp simd
        for (int l = c * STRIDE; l < c * STRIDE + length; l++)
            change[l] += per * flux[l];
}

static void stage_tile(const struct taub_io io, real *scratch, int b, const int lower[3], const int upper[3])
{
    const int length = upper[0] - lower[0];
    struct strip strip;
    int scaled = 0;
    (void)scratch;
    if (io.control->hold || io.control->failed)
        return;
    const struct step_shares shares = shares_of_launch(io);
    for (int k = lower[2] - TAUB_ACTIVE_Z; k < upper[2] + TAUB_ACTIVE_Z; k++)
        for (int j = lower[1] - TAUB_ACTIVE_Y; j < upper[1] + TAUB_ACTIVE_Y; j++) {
            const int in_y = j >= lower[1] && j < upper[1], in_z = k >= lower[2] && k < upper[2];
            if (!in_y && !in_z)
                continue;
            const int row = j - lower[1], now = k & 1;
            const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, lower[0]);
            real *change = in_y ? strip.change[row][now] : NULL;
            const int found = sides_row(io, at - 1, shares.whole, length + 2, strip.sides);
            scaled += in_y && in_z ? found : 0;
            if (in_y && in_z) {
                flux_row(strip.sides + SIDE_VALUES * STRIDE, strip.sides + 1, 0, length + 1, strip.flux);
                for (int c = 0; c < SYSTEM_COMPONENTS; c++)
#pragma omp simd
                    for (int l = c * STRIDE; l < c * STRIDE + length; l++)
                        change[l] = shares.per[0] * (strip.flux[l] - strip.flux[l + 1]);
            }
#if TAUB_ACTIVE_Y
            if (in_z) {
                if (j >= lower[1]) {
                    flux_row(strip.upper_y, strip.sides + 2 * SIDE_VALUES * STRIDE + 1, 1, length, strip.flux);
                    if (in_y)
                        add_row(change, strip.flux, shares.per[1], length);
                    if (row > 0)
                        add_row(strip.change[row - 1][now], strip.flux, -shares.per[1], length);
                }
                for (int c = 0; c < SIDE_VALUES; c++)
                    memcpy(strip.upper_y + c * STRIDE, strip.sides + (3 * SIDE_VALUES + c) * STRIDE + 1,
                           (size_t)length * sizeof(real));
            }
#endif
#if TAUB_ACTIVE_Z
            if (in_y) {
                if (k >= lower[2]) {
                    flux_row(strip.upper_z[row], strip.sides + 4 * SIDE_VALUES * STRIDE + 1, 2, length, strip.flux);
                    if (in_z)
                        add_row(change, strip.flux, shares.per[2], length);
                    if (k > lower[2]) {
                        real *before = strip.change[row][1 - now];
                        const long below = at - io.shape.plane_stride;
                        add_row(before, strip.flux, -shares.per[2], length);
#pragma omp simd
                        for (int l = 0; l < length; l++)
                            update_lane(io, shares, below + l, before + l);
                    }
                }
                for (int c = 0; c < SIDE_VALUES; c++)
                    memcpy(strip.upper_z[row] + c * STRIDE, strip.sides + (5 * SIDE_VALUES + c) * STRIDE + 1,
                           (size_t)length * sizeof(real));
            }
#else
            const int done = TAUB_ACTIVE_Y ? row - 1 : row;
            if (done >= 0) {
                const long back = at + (done - row) * (long)io.shape.row_stride;
#pragma omp simd
                for (int l = 0; l < length; l++)
                    update_lane(io, shares, back + l, strip.change[done][now] + l);
            }
#endif
        }
    if (scaled)
        count_up(&io.control->first_order_cells, scaled);
}
TAUB_TILE_PASS(stage, 1)

#endif

#endif
