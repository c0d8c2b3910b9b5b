/* The stage pass of MUSTA laid out in other ways: CUDA only, read behind the program's own kernels by musta.c. The
 * physics is theirs; what differs is who computes a face and where its data wait.
 *
 *   stage_fused    one cell a thread, its six faces; no marching, nothing shared
 *   stage_own      threads march along z and keep the flux through their last upper face; x and y faces are their own
 *   stage_shared   the layout of passes/stage.h with loads by ld.global.ca: what its ld.global.nc is worth
 *   stage_texture  the same layout with tex1Dfetch, the published code's texture path
 *   stage_plane    the same layout; the plane that x and y faces are made of waits in shared memory
 *   stage_window   that, and along z a window of three cells in registers: a cell's state is loaded once, and its slope
 *                  along z is computed once */
#if !defined(TAUB_CUDA) || !TAUB_SHARE_FACES
#error "The layouts are CUDA kernels beside the shared faces of passes/stage.h."
#endif

/* ---- ways to read field 0 (q) or 4 (h); for textures the launch brings their handles in number[3] and number[1] ----
 */

enum { BY_NC, BY_CA, BY_TEXTURE };

template <int way, int field> static __device__ __forceinline__ real fetch(const struct taub_io &io, long at)
{
    if constexpr (way == BY_TEXTURE) {
        const cudaTextureObject_t texture = __double_as_longlong(io.range.number[field == 0 ? 3 : 1]);
#if TAUB_SINGLE
        return tex1Dfetch<float>(texture, (int)at);
#else
        const int2 halves = tex1Dfetch<int2>(texture, (int)at);
        return __hiloint2double(halves.y, halves.x);
#endif
    } else if constexpr (way == BY_CA)
        return __ldca(io.f[field] + at);
    else
        return __ldg(io.f[field] + at);
}

/* As load_face_state of schemes/musta.h, from values at hand. */
static __device__ __forceinline__ void face_state(const real q[3][SYSTEM_COMPONENTS],
                                                  const real cell[SYSTEM_COMPONENTS], real side,
                                                  real face[SYSTEM_COMPONENTS])
{
    real slope[SYSTEM_COMPONENTS], h[SYSTEM_COMPONENTS];
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        h[c] = cell[c];
    limited_slopes(q, slope);
    const real reach = h[0] > R(0.0) ? side : R(0.0);
    h[0] = real_fabs(h[0]);
    face_of_cell(h, reach, slope, face);
}

template <int way>
static __device__ __forceinline__ void fetch_face_state(const struct taub_io &io, long at, long stride, real side,
                                                        real face[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    real q[3][SYSTEM_COMPONENTS], h[SYSTEM_COMPONENTS];
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        for (int m = 0; m < 3; m++)
            q[m][c] = fetch<way, 0>(io, at + (m - 1) * stride + c * cs);
        h[c] = fetch<way, 4>(io, at + c * cs);
    }
    face_state(q, h, side, face);
}

template <int way>
static __device__ __forceinline__ void face_flux(const struct taub_io &io, const struct eos &eos,
                                                 const struct stage &stage, long at, long stride, int axis,
                                                 real flux[SYSTEM_COMPONENTS])
{
    real left[SYSTEM_COMPONENTS], right[SYSTEM_COMPONENTS];
    fetch_face_state<way>(io, at - stride, stride, R(0.5), left);
    fetch_face_state<way>(io, at, stride, R(-0.5), right);
    musta_flux(eos, left, right, axis, local_problem_along(stage, axis), flux);
}

static __device__ __forceinline__ void clear(real change[SYSTEM_COMPONENTS])
{
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        change[c] = R(0.0);
}

/* ---- every thread its own faces ---- */

static __device__ __forceinline__ void stage_fused_tile(const struct taub_io &io, real *scratch, int b,
                                                        const int lower[3], const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    const int i = lower[0] + LOCAL_X, j = lower[1] + LOCAL_Y;
    if (io.control->paused || i >= upper[0] || j >= upper[1])
        return;
    const struct stage stage = stage_of_launch(io);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, lower[2], j, i);
    const long row = io.shape.row_stride, plane = io.shape.plane_stride;
    real change[SYSTEM_COMPONENTS], below[SYSTEM_COMPONENTS], above[SYSTEM_COMPONENTS];
    clear(change);
    face_flux<BY_NC>(io, eos, stage, at, 1, 0, below);
    face_flux<BY_NC>(io, eos, stage, at + 1, 1, 0, above);
    add_difference(stage.per[0], below, above, change);
    face_flux<BY_NC>(io, eos, stage, at, row, 1, below);
    face_flux<BY_NC>(io, eos, stage, at + row, row, 1, above);
    add_difference(stage.per[1], below, above, change);
    face_flux<BY_NC>(io, eos, stage, at, plane, 2, below);
    face_flux<BY_NC>(io, eos, stage, at + plane, plane, 2, above);
    add_difference(stage.per[2], below, above, change);
    finish_cell(io, stage, at, b, lower[2], j, i, change);
}
TAUB_TILE_PASS(stage_fused, 1)

static __device__ __forceinline__ void stage_own_tile(const struct taub_io &io, real *scratch, int b,
                                                      const int lower[3], const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    const int i = lower[0] + LOCAL_X, j = lower[1] + LOCAL_Y;
    if (io.control->paused || i >= upper[0] || j >= upper[1])
        return;
    const struct stage stage = stage_of_launch(io);
    const long row = io.shape.row_stride, plane = io.shape.plane_stride;
    long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, lower[2], j, i);
    real change[SYSTEM_COMPONENTS], low[SYSTEM_COMPONENTS], below[SYSTEM_COMPONENTS], above[SYSTEM_COMPONENTS];
    face_flux<BY_NC>(io, eos, stage, at, plane, 2, below);
    ROLLED
    for (int k = lower[2]; k < upper[2]; k++, at += plane) {
        clear(change);
        face_flux<BY_NC>(io, eos, stage, at, 1, 0, low);
        face_flux<BY_NC>(io, eos, stage, at + 1, 1, 0, above);
        add_difference(stage.per[0], low, above, change);
        face_flux<BY_NC>(io, eos, stage, at, row, 1, low);
        face_flux<BY_NC>(io, eos, stage, at + row, row, 1, above);
        add_difference(stage.per[1], low, above, change);
        face_flux<BY_NC>(io, eos, stage, at + plane, plane, 2, above);
        add_difference(stage.per[2], below, above, change);
        for (int c = 0; c < SYSTEM_COMPONENTS; c++)
            below[c] = above[c];
        finish_cell(io, stage, at, b, k, j, i, change);
    }
}
TAUB_TILE_PASS(stage_own, 1)

/* ---- shared faces: threads beyond the tile's last column and row only serve their neighbours ---- */

static __device__ __forceinline__ void share_face(const real flux[SYSTEM_COMPONENTS], real *place)
{
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        place[c * SHARED_FACE] = flux[c];
}

static __device__ __forceinline__ void take_face(const real *place, real flux[SYSTEM_COMPONENTS])
{
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        flux[c] = place[c * SHARED_FACE];
}

template <int way>
static __device__ __forceinline__ void march_shared(const struct taub_io &io, real *scratch, int b, const int lower[3],
                                                    const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    const long row = io.shape.row_stride, plane = io.shape.plane_stride;
    const int i = lower[0] + LOCAL_X, j = lower[1] + LOCAL_Y;
    const int cell = i < upper[0] && j < upper[1];
    const int serves_x = i <= upper[0] && j < upper[1], serves_y = j <= upper[1] && i < upper[0];
    real *share_x = scratch + LOCAL_Y * TAUB_GROUP_X + LOCAL_X, *share_y = share_x + SYSTEM_COMPONENTS * SHARED_FACE;
    if (io.control->paused)
        return;
    const struct stage stage = stage_of_launch(io);
    long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, lower[2], j, i);
    real below[SYSTEM_COMPONENTS], above[SYSTEM_COMPONENTS], low_x[SYSTEM_COMPONENTS], low_y[SYSTEM_COMPONENTS];
    if (cell)
        face_flux<way>(io, eos, stage, at, plane, 2, below);
    ROLLED
    for (int k = lower[2]; k < upper[2]; k++, at += plane) {
        if (serves_x) {
            face_flux<way>(io, eos, stage, at, 1, 0, low_x);
            share_face(low_x, share_x);
        }
        if (serves_y) {
            face_flux<way>(io, eos, stage, at, row, 1, low_y);
            share_face(low_y, share_y);
        }
        BARRIER;
        if (cell) {
            real change[SYSTEM_COMPONENTS];
            clear(change);
            take_face(share_x + 1, above);
            add_difference(stage.per[0], low_x, above, change);
            take_face(share_y + TAUB_GROUP_X, above);
            add_difference(stage.per[1], low_y, above, change);
            face_flux<way>(io, eos, stage, at + plane, plane, 2, above);
            add_difference(stage.per[2], below, above, change);
            for (int c = 0; c < SYSTEM_COMPONENTS; c++)
                below[c] = above[c];
            finish_cell(io, stage, at, b, k, j, i, change);
        }
        BARRIER;
    }
}

#define SHARED_LAYOUT(name, way)                                                                       \
    static __device__ __forceinline__ void name##_tile(const struct taub_io &io, real *scratch, int b, \
                                                       const int lower[3], const int upper[3])         \
    {                                                                                                  \
        march_shared<way>(io, scratch, b, lower, upper);                                               \
    }                                                                                                  \
    TAUB_TILE_PASS(name, MARCH_VALUES)
SHARED_LAYOUT(stage_shared, BY_CA)
SHARED_LAYOUT(stage_texture, BY_TEXTURE)

/* ---- a plane in shared memory, a column in registers ---- */

/* Faces of columns 0 to TAUB_GROUP_X - 1 look at q from two columns before to one after, at h from one before. */
#define Q_WIDTH (TAUB_GROUP_X + 3)
#define Q_PLANE (Q_WIDTH * (TAUB_GROUP_Y + 3))
#define H_WIDTH (TAUB_GROUP_X + 1)
#define H_PLANE (H_WIDTH * (TAUB_GROUP_Y + 1))
#define WINDOW_VALUES (MARCH_VALUES + SYSTEM_COMPONENTS * (Q_PLANE + H_PLANE))

/* `before` more columns and rows in front, `behind` beyond those that serve; edges without their corners. */
static __device__ __forceinline__ void fill_plane(const struct taub_io &io, const real *field, long start, int width,
                                                  int size, int before, int columns, int rows, real *plane)
{
    for (int n = LOCAL_Y * TAUB_GROUP_X + LOCAL_X; n < size; n += SHARED_FACE) {
        const int x = n % width - before, y = n / width - before;
        if (x < columns && y < rows && (x >= 0 || y >= 0))
            for (int c = 0; c < SYSTEM_COMPONENTS; c++)
                plane[c * size + n] =
                    __ldg(field + start + y * (long)io.shape.row_stride + x + c * io.shape.component_stride);
    }
}

/* The state at one side of a cell of the plane. */
static __device__ __forceinline__ void plane_face_state(const real *q_plane, const real *h_plane, int x, int y,
                                                        int along_x, real side, real face[SYSTEM_COMPONENTS])
{
    const int q_at = (y + 2) * Q_WIDTH + x + 2, q_stride = along_x ? 1 : Q_WIDTH, h_at = (y + 1) * H_WIDTH + x + 1;
    real q[3][SYSTEM_COMPONENTS], h[SYSTEM_COMPONENTS];
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        for (int m = 0; m < 3; m++)
            q[m][c] = q_plane[c * Q_PLANE + q_at + (m - 1) * q_stride];
        h[c] = h_plane[c * H_PLANE + h_at];
    }
    face_state(q, h, side, face);
}

static __device__ __forceinline__ void plane_flux(const real *q_plane, const real *h_plane, const struct eos &eos,
                                                  const struct stage &stage, int along_x, real flux[SYSTEM_COMPONENTS])
{
    real left[SYSTEM_COMPONENTS], right[SYSTEM_COMPONENTS];
    plane_face_state(q_plane, h_plane, LOCAL_X - along_x, LOCAL_Y - !along_x, along_x, R(0.5), left);
    plane_face_state(q_plane, h_plane, LOCAL_X, LOCAL_Y, along_x, R(-0.5), right);
    musta_flux(eos, left, right, along_x ? 0 : 1, local_problem_along(stage, along_x ? 0 : 1), flux);
}

/* Along z: q of the cells k, k + 1, k + 2 and the state at the upper side of cell k. */
struct column {
    real q[3][SYSTEM_COMPONENTS], left[SYSTEM_COMPONENTS];
};

static __device__ __forceinline__ void fetch_cell(const struct taub_io &io, int field, long at,
                                                  real q[SYSTEM_COMPONENTS])
{
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        q[c] = __ldg(io.f[field] + at + c * io.shape.component_stride);
}

/* The flux through the upper face of the cell at `at`, whose window moves on to the next one. */
static __device__ __forceinline__ void column_flux(const struct taub_io &io, const struct eos &eos,
                                                   const struct stage &stage, long at, struct column *column,
                                                   real flux[SYSTEM_COMPONENTS])
{
    const long plane = io.shape.plane_stride;
    real h[SYSTEM_COMPONENTS], right[SYSTEM_COMPONENTS], next[SYSTEM_COMPONENTS];
    fetch_cell(io, 0, at + 2 * plane, column->q[2]);
    fetch_cell(io, 4, at + plane, h);
    face_state(column->q, h, R(-0.5), right);
    face_state(column->q, h, R(0.5), next);
    musta_flux(eos, column->left, right, 2, local_problem_along(stage, 2), flux);
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        column->q[0][c] = column->q[1][c];
        column->q[1][c] = column->q[2][c];
        column->left[c] = next[c];
    }
}

template <int in_registers>
static __device__ __forceinline__ void march_window(const struct taub_io &io, real *scratch, int b, const int lower[3],
                                                    const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    const long plane = io.shape.plane_stride;
    const int i = lower[0] + LOCAL_X, j = lower[1] + LOCAL_Y;
    const int cell = i < upper[0] && j < upper[1];
    const int serves_x = i <= upper[0] && j < upper[1], serves_y = j <= upper[1] && i < upper[0];
    const int columns = upper[0] - lower[0], rows = upper[1] - lower[1];
    real *share_x = scratch + LOCAL_Y * TAUB_GROUP_X + LOCAL_X, *share_y = share_x + SYSTEM_COMPONENTS * SHARED_FACE;
    real *q_plane = scratch + MARCH_VALUES, *h_plane = q_plane + SYSTEM_COMPONENTS * Q_PLANE;
    if (io.control->paused)
        return;
    const struct stage stage = stage_of_launch(io);
    long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, lower[2], j, i);
    long corner = cell_index(io.shape, SYSTEM_COMPONENTS, b, lower[2], lower[1], lower[0]);
    real below[SYSTEM_COMPONENTS], above[SYSTEM_COMPONENTS], low_x[SYSTEM_COMPONENTS], low_y[SYSTEM_COMPONENTS];
    struct column column;
    if (cell && in_registers) {
        fetch_cell(io, 0, at - plane, column.q[0]);
        fetch_cell(io, 0, at, column.q[1]);
        fetch_face_state<BY_NC>(io, at - plane, plane, R(0.5), column.left);
        column_flux(io, eos, stage, at - plane, &column, below);
    } else if (cell)
        face_flux<BY_NC>(io, eos, stage, at, plane, 2, below);
    ROLLED
    for (int k = lower[2]; k < upper[2]; k++, at += plane, corner += plane) {
        fill_plane(io, io.f[0], corner, Q_WIDTH, Q_PLANE, 2, columns + 2, rows + 2, q_plane);
        fill_plane(io, io.f[4], corner, H_WIDTH, H_PLANE, 1, columns + 1, rows + 1, h_plane);
        BARRIER;
        if (serves_x) {
            plane_flux(q_plane, h_plane, eos, stage, 1, low_x);
            share_face(low_x, share_x);
        }
        if (serves_y) {
            plane_flux(q_plane, h_plane, eos, stage, 0, low_y);
            share_face(low_y, share_y);
        }
        BARRIER;
        if (cell) {
            real change[SYSTEM_COMPONENTS];
            clear(change);
            take_face(share_x + 1, above);
            add_difference(stage.per[0], low_x, above, change);
            take_face(share_y + TAUB_GROUP_X, above);
            add_difference(stage.per[1], low_y, above, change);
            if (in_registers)
                column_flux(io, eos, stage, at, &column, above);
            else
                face_flux<BY_NC>(io, eos, stage, at + plane, plane, 2, above);
            add_difference(stage.per[2], below, above, change);
            for (int c = 0; c < SYSTEM_COMPONENTS; c++)
                below[c] = above[c];
            finish_cell(io, stage, at, b, k, j, i, change);
        }
        BARRIER;
    }
}

#define WINDOW_LAYOUT(name, in_registers)                                                              \
    static __device__ __forceinline__ void name##_tile(const struct taub_io &io, real *scratch, int b, \
                                                       const int lower[3], const int upper[3])         \
    {                                                                                                  \
        march_window<in_registers>(io, scratch, b, lower, upper);                                      \
    }                                                                                                  \
    TAUB_TILE_PASS(name, WINDOW_VALUES)
WINDOW_LAYOUT(stage_plane, 0)
WINDOW_LAYOUT(stage_window, 1)

/* The same with one group to a multiprocessor, for which registers need not be spilled. */
#undef TAUB_RESIDENT_GROUPS
#define TAUB_RESIDENT_GROUPS 1
static __device__ __forceinline__ void stage_fused_1_tile(const struct taub_io &io, real *scratch, int b,
                                                          const int lower[3], const int upper[3])
{
    stage_fused_tile(io, scratch, b, lower, upper);
}
TAUB_TILE_PASS(stage_fused_1, 1)
SHARED_LAYOUT(stage_shared_1, BY_NC)
WINDOW_LAYOUT(stage_window_1, 1)

/* Where a buffer is, for textures: field 1 becomes the address of field 0. */
static __device__ __forceinline__ void address_single(const struct taub_io &io)
{
    *(long *)io.f[1] = (long)io.f[0];
}
TAUB_SINGLE_PASS(address)
