/* Cells that have lost their positive density or pressure (godunov.h). */
#ifndef TAUB_PASSES_GODUNOV_MEND_H
#define TAUB_PASSES_GODUNOV_MEND_H

#define MEND_ROUNDS 3

#if TAUB_POSITIVE

/* The round after which a cell was found, if that was before this one; cells beyond a boundary never are. */
INLINE int found_before(const struct taub_io io, int b, int k, int j, int i, int round)
{
    int at[3] = {i, j, k}, block = b;
    UNROLL
    for (int a = 0; a < 3; a++) {
        const int n = io.shape.cells[a];
        if (at[a] < 0 || at[a] >= n) {
            const int link = io.links[(block * 3 + a) * 2 + (at[a] < 0 ? 0 : 1)];
            if (link < 0)
                return 0;
            block = link;
            at[a] += at[a] < 0 ? n : -n;
        }
    }
    const int found = (int)io.f[5][cell_index(io.shape, 1, block, at[2], at[1], at[0])];
    return found <= round ? found : 0;
}

/* Whether this round is the first in which one of the two cells of a face is known. */
INLINE int face_is_due(int one, int other, int round)
{
    return (one == round || other == round) && (one == 0 || one == round) && (other == 0 || other == round);
}

/* Adds what Rusanov's flux changes at the lower face of cell (k, j, i) along an axis, weighted. */
INLINE void replace_flux(const struct taub_io io, const struct step_shares shares, int b, int k, int j, int i, int axis,
                         real weight, real change[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real below[SYSTEM_COMPONENTS], above[SYSTEM_COMPONENTS], safe[SYSTEM_COMPONENTS], former[SYSTEM_COMPONENTS];
    load_state(io.f[0], at - axis_stride(io.shape, axis), cs, below);
    load_state(io.f[0], at, cs, above);
    safe_flux(below, above, axis, safe);
    former_flux(io, shares, b, k, j, i, axis, former);
    EACH_COMPONENT
    change[c] += weight * shares.per[axis] * (safe[c] - former[c]);
}

INLINE void mend_cell(const struct taub_io io, const struct step_shares shares, int b, int k, int j, int i)
{
    const int round = io.range.option[2], found = found_before(io, b, k, j, i, round);
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real change[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS];
    int due = 0;
    EACH_COMPONENT
    change[c] = R(0.0);
    UNROLL
    for (int a = 0; a < 3; a++)
        if (AXIS_ACTIVE(a)) {
            const int x = a == 0, y = a == 1, z = a == 2;
            ROLLED
            for (int upper = 0; upper < 2; upper++) {
                const int away = 2 * upper - 1;
                if (face_is_due(found, found_before(io, b, k + away * z, j + away * y, i + away * x, round), round)) {
                    replace_flux(io, shares, b, k + upper * z, j + upper * y, i + upper * x, a, R(-away), change);
                    due++;
                }
            }
        }
    if (!due)
        return;
    load_state(io.f[3], at, cs, u);
    EACH_COMPONENT
    u[c] += change[c];
    store_state(io.f[3], at, cs, u);
#if !TAUB_ADER && TAUB_ORDER == 4
    if (io.range.option[0] == 2 || io.range.option[0] == 4)
        EACH_COMPONENT
    io.f[4][at + c * cs] += io.range.option[0] == 2 ? SSP54_STATE_2 * change[c] : SSP54_RATE_3 * change[c];
#endif
    if (found == round)
        count_up(&io.control->regulated, 1);
    if (!state_is_fine_here(io, at, u) && found == 0)
        io.f[5][cell_index(io.shape, 1, b, k, j, i)] = R(round + 1);
    if (!state_is_gas(u) && (found || round == MEND_ROUNDS))
        count_recovery(io.control, RECOVERY_FAILED, b, k, j, i);
}

#if defined(TAUB_HOST)
static void mend_tile(const struct taub_io io, real *scratch, int b, const int lower[3], const int upper[3])
{
    (void)scratch;
    if (io.control->hold || io.control->failed || !io.control->troubled)
        return;
    const struct step_shares shares = shares_of_launch(io);
    for (int k = lower[2]; k < upper[2]; k++)
        for (int j = lower[1]; j < upper[1]; j++)
            for (int i = lower[0]; i < upper[0]; i++)
                mend_cell(io, shares, b, k, j, i);
}
#else
INLINE void mend_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                      const int upper[3])
{
    const int i = lower[0] + LOCAL_X, j = lower[1] + LOCAL_Y;
    (void)scratch;
    if (io.control->hold || io.control->failed || !io.control->troubled || i >= upper[0] || j >= upper[1])
        return;
    const struct step_shares shares = shares_of_launch(io);
    ROLLED
    for (int k = lower[2]; k < upper[2]; k++)
        mend_cell(io, shares, b, k, j, i);
}
#endif

TAUB_TILE_PASS(mend, 1)

#endif
#endif
