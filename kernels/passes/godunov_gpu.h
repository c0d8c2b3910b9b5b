/* Godunov schemes on GPUs: `sides`, a thread per cell, and `stage`, columns of threads that march along z. A thread of
 * `stage` solves the lower faces of its cell along x and y and takes the upper ones from its neighbours through shared
 * memory, so that the last row and column of threads only serve their neighbours; it keeps the flux through its last
 * upper z face. */
#ifndef TAUB_PASSES_GODUNOV_GPU_H
#define TAUB_PASSES_GODUNOV_GPU_H

#if !defined(TAUB_HOST)

INLINE void sides_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct step_shares shares = shares_of_launch(io);
    const int inside =
        (i >= 0) & (i < io.shape.cells[0]) & (j >= 0) & (j < io.shape.cells[1]) & (k >= 0) & (k < io.shape.cells[2]);
    const int scaled = sides_of_cell(io, shares.here, cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), b, k, j, i,
                                     io.f[1] + cell_index(io.shape, SIDES, b, k, j, i), io.shape.component_stride);
    if (scaled & inside)
        count_up(&io.control->first_order_cells, 1);
}

/* The flux through the lower face of a cell. */
INLINE void solve_face(const struct taub_io io, long sides, int axis, real flux[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride, step = axis_stride(io.shape, axis);
    flux_between(io.f[1] + sides - step + (2 * axis + 1) * SIDE_VALUES * cs,
                 io.f[1] + sides + 2 * axis * SIDE_VALUES * cs, cs, axis, flux);
}

#define SHARED_FACE (TAUB_GROUP_X * TAUB_GROUP_Y)

INLINE void share_flux(LOCAL_ARGUMENT real *place, const real flux[SYSTEM_COMPONENTS])
{
    EACH_COMPONENT
    place[c * SHARED_FACE] = flux[c];
}
INLINE void add_shared(LOCAL_ARGUMENT const real *flux, real per, real change[SYSTEM_COMPONENTS])
{
    EACH_COMPONENT
    change[c] += per * flux[c * SHARED_FACE];
}
INLINE void add_flux(const real flux[SYSTEM_COMPONENTS], real per, real change[SYSTEM_COMPONENTS])
{
    EACH_COMPONENT
    change[c] += per * flux[c];
}

INLINE void stage_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                       const int upper[3])
{
    const int i = lower[0] + LOCAL_X, j = lower[1] + LOCAL_Y;
    const int cell = i < upper[0] && j < upper[1];
    LOCAL_ARGUMENT real *share_x = scratch + LOCAL_Y * TAUB_GROUP_X + LOCAL_X;
    LOCAL_ARGUMENT real *share_y = share_x + SYSTEM_COMPONENTS * SHARED_FACE;
    if (io.control->hold || io.control->failed)
        return;
    const struct step_shares shares = shares_of_launch(io);
    long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, lower[2], j, i);
    long sides = cell_index(io.shape, SIDES, b, lower[2], j, i);
    real below[SYSTEM_COMPONENTS];
#if TAUB_ACTIVE_Z
    if (cell)
        solve_face(io, sides, 2, below);
#endif
    ROLLED
    for (int k = lower[2]; k < upper[2]; k++, at += io.shape.plane_stride, sides += io.shape.plane_stride) {
        real flux[SYSTEM_COMPONENTS], change[SYSTEM_COMPONENTS];
        EACH_COMPONENT
        change[c] = R(0.0);
#if TAUB_ACTIVE_X
        if (i <= upper[0] && j < upper[1]) {
            solve_face(io, sides, 0, flux);
            share_flux(share_x, flux);
        }
#endif
#if TAUB_ACTIVE_Y
        if (j <= upper[1] && i < upper[0]) {
            solve_face(io, sides, 1, flux);
            share_flux(share_y, flux);
        }
#endif
        BARRIER;
        if (cell) { /* in the order in which the host's strips come by */
#if TAUB_ACTIVE_X
            EACH_COMPONENT
            change[c] = shares.per[0] * (share_x[c * SHARED_FACE] - share_x[c * SHARED_FACE + 1]);
#endif
#if TAUB_ACTIVE_Y
            add_shared(share_y, shares.per[1], change);
#endif
#if TAUB_ACTIVE_Z
            add_flux(below, shares.per[2], change);
#endif
#if TAUB_ACTIVE_Y
            add_shared(share_y + TAUB_GROUP_X, -shares.per[1], change);
#endif
#if TAUB_ACTIVE_Z
            solve_face(io, sides + io.shape.plane_stride, 2, below);
            add_flux(below, -shares.per[2], change);
#endif
            if (!update_cell(io, shares, at, b, k, j, i, io.f[1] + sides + 6 * SIDE_VALUES * io.shape.component_stride,
                             io.shape.component_stride, change))
                report_cell(io, b, k, j, i);
        }
        BARRIER;
    }
}

/* The flux that the stage pass had for the lower face of a cell. */
INLINE void former_flux(const struct taub_io io, const struct step_shares shares, int b, int k, int j, int i, int axis,
                        real flux[SYSTEM_COMPONENTS])
{
    (void)shares;
    solve_face(io, cell_index(io.shape, SIDES, b, k, j, i), axis, flux);
}

TAUB_GATED_POINT_PASS(sides)
TAUB_TILE_PASS(stage, 2 * SYSTEM_COMPONENTS * SHARED_FACE)

#endif
#endif
