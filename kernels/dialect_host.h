/* The macros of dialect.h that declare passes, as the host's C compiler reads them. */
#ifndef TAUB_DIALECT_HOST_H
#define TAUB_DIALECT_HOST_H

#include "dialect.h"

/* Host ABI: one argument. */
struct taub_host_launch {
    void *fields[TAUB_MAX_FIELDS];
    void *control, *tables, *blocks;
    struct taub_shape shape;
    struct taub_range range;
    int tile[3];       /* tile passes */
    int share, shares; /* which part of the range this call does, of how many */
    int *next_tile;    /* the first that no share has begun */
};

INLINE struct taub_io io_of_launch(const struct taub_host_launch *launch)
{
    struct taub_io io;
    for (int n = 0; n < TAUB_MAX_FIELDS; n++)
        io.f[n] = (stored *)launch->fields[n];
    io.control = (struct taub_control *)launch->control;
    io.tables = (const real *)launch->tables;
    io.blocks = (const struct taub_block *)launch->blocks;
    io.shape = launch->shape;
    io.range = launch->range;
    return io;
}

struct taub_row {
    int b, k, j;
};

INLINE long rows_of_launch(const struct taub_host_launch *launch)
{
    const struct taub_range *r = &launch->range;
    return (long)launch->shape.blocks * (r->upper[2] - r->lower[2]) * (r->upper[1] - r->lower[1]);
}

INLINE struct taub_row row_of_launch(const struct taub_host_launch *launch, long row)
{
    const struct taub_range *r = &launch->range;
    const int nk = r->upper[2] - r->lower[2], nj = r->upper[1] - r->lower[1];
    const struct taub_row at = {(int)(row / nj / nk), r->lower[2] + (int)(row / nj % nk),
                                r->lower[1] + (int)(row % nj)};
    return at;
}

/* The first row of a share; the share before it ends there. */
INLINE long first_row(const struct taub_host_launch *launch, int share)
{
    const long each = rows_of_launch(launch) / launch->shares, rest = rows_of_launch(launch) % launch->shares;
    return each * share + (share < rest ? share : rest);
}

#define TAUB_PRAGMA(text) _Pragma(#text)
#define TAUB_ENTRY __attribute__((visibility("default"))) void /* all else is hidden */

/* A pass of rows: name_line(io, b, k, j, lower, upper) does all cells of one. Vector loops see copies of their own of
 * io, whose address is not taken: gcc then keeps its members in registers. */
#define TAUB_ROWS_IF(name, going, its_io)                                     \
    TAUB_ENTRY name(const struct taub_host_launch *launch)                    \
    {                                                                         \
        const struct taub_io io = io_of_launch(launch);                       \
        const struct taub_range r = launch->range;                            \
        if (!(going))                                                         \
            return;                                                           \
        const long end = first_row(launch, launch->share + 1);                \
        for (long n = first_row(launch, launch->share); n < end; n++) {       \
            const struct taub_row row = row_of_launch(launch, n);             \
            name##_line(its_io, row.b, row.k, row.j, r.lower[0], r.upper[0]); \
        }                                                                     \
    }
#define TAUB_LINE_PASS_IF(name, going) TAUB_ROWS_IF(name, going, &io)
#define TAUB_POINT_PASS_IF(name, going)                                                         \
    INLINE void name##_line(const struct taub_io io, int b, int k, int j, int lower, int upper) \
    {                                                                                           \
        TAUB_PRAGMA(omp simd)                                                                   \
        for (int i = lower; i < upper; i++)                                                     \
            name##_point(io, b, k, j, i);                                                       \
    }                                                                                           \
    TAUB_ROWS_IF(name, going, io_of_launch(launch))
#define TAUB_SPARSE_POINT_PASS_IF(name, going) TAUB_POINT_PASS_IF(name, going)
/* For passes that run once, whose text is not worth that of vectors. */
#define TAUB_BRIEF_POINT_PASS(name)                                                              \
    ONCE void name##_cell(const struct taub_io *io, int b, int k, int j, int i)                  \
    {                                                                                            \
        name##_point(*io, b, k, j, i);                                                           \
    }                                                                                            \
    INLINE void name##_line(const struct taub_io *io, int b, int k, int j, int lower, int upper) \
    {                                                                                            \
        for (int i = lower; i < upper; i++)                                                      \
            name##_cell(io, b, k, j, i);                                                         \
    }                                                                                            \
    TAUB_LINE_PASS_IF(name, 1)

/* width: cells along x of each of the blocks that a row goes through. */
#define TAUB_ROW_PASS_OVER(name, count, width)                                                               \
    INLINE void name##_lane(const struct taub_io io, int b, int k, int j, int i, real *lane)                 \
    {                                                                                                        \
        real value[count];                                                                                   \
        name##_point(io, b, k, j, i, value);                                                                 \
        UNROLL                                                                                               \
        for (int c = 0; c < (count); c++)                                                                    \
            lane[c * TAUB_LANES] = name##_combine(c, lane[c * TAUB_LANES], value[c]);                        \
    }                                                                                                        \
    INLINE void name##_line(const struct taub_io io, int b, int k, int j, int lower, int upper, stored *out) \
    {                                                                                                        \
        real lanes[(count)*TAUB_LANES];                                                                      \
        for (int c = 0; c < (count); c++)                                                                    \
            for (int l = 0; l < TAUB_LANES; l++)                                                             \
                lanes[c * TAUB_LANES + l] = name##_identity(c);                                              \
        for (int i = lower; i < upper; i += TAUB_LANES) {                                                    \
            const int n = upper - i < TAUB_LANES ? upper - i : TAUB_LANES;                                   \
            for (int l = 0, piece; l < n; l += piece) {                                                      \
                const int block = b * (upper / (width)) + (i + l) / (width), from = (i + l) % (width);       \
                piece = n - l < (width)-from ? n - l : (width)-from;                                         \
                TAUB_PRAGMA(omp simd)                                                                        \
                for (int m = 0; m < piece; m++)                                                              \
                    name##_lane(io, block, k, j, from + m, lanes + l + m);                                   \
            }                                                                                                \
        }                                                                                                    \
        for (int span = TAUB_LANES / 2; span > 0; span /= 2)                                                 \
            for (int c = 0; c < (count); c++)                                                                \
                for (int l = 0; l < span; l++)                                                               \
                    lanes[c * TAUB_LANES + l] =                                                              \
                        name##_combine(c, lanes[c * TAUB_LANES + l], lanes[c * TAUB_LANES + l + span]);      \
        for (int c = 0; c < (count); c++)                                                                    \
            out[c] = lanes[c * TAUB_LANES];                                                                  \
    }                                                                                                        \
    TAUB_ENTRY name(const struct taub_host_launch *launch)                                                   \
    {                                                                                                        \
        const struct taub_range r = launch->range;                                                           \
        const long end = first_row(launch, launch->share + 1);                                               \
        for (long n = first_row(launch, launch->share); n < end; n++) {                                      \
            const struct taub_row row = row_of_launch(launch, n);                                            \
            name##_line(io_of_launch(launch), row.b, row.k, row.j, r.lower[0], r.upper[0],                   \
                        (stored *)launch->fields[0] + n * (count));                                          \
        }                                                                                                    \
    }
#define TAUB_ROW_PASS(name, count) TAUB_ROW_PASS_OVER(name, count, upper)
#define TAUB_MESH_ROW_PASS(name, count) TAUB_ROW_PASS_OVER(name, count, io.shape.cells[0])

#define TAUB_SINGLE_PASS(name)                             \
    TAUB_ENTRY name(const struct taub_host_launch *launch) \
    {                                                      \
        name##_single(io_of_launch(launch));               \
    }

#define TAUB_TILE_PASS(name, count)                                                                           \
    TAUB_ENTRY name(const struct taub_host_launch *launch)                                                    \
    {                                                                                                         \
        const struct taub_io io = io_of_launch(launch);                                                       \
        const struct taub_range r = io.range;                                                                 \
        int tiles[3];                                                                                         \
        for (int a = 0; a < 3; a++)                                                                           \
            tiles[a] = (r.upper[a] - r.lower[a] + launch->tile[a] - 1) / launch->tile[a];                     \
        const int count_of_tiles = io.shape.blocks * tiles[2] * tiles[1] * tiles[0];                          \
        for (int t; (t = __atomic_fetch_add(launch->next_tile, 1, __ATOMIC_RELAXED)) < count_of_tiles;) {     \
            const int at[3] = {t % tiles[0], t / tiles[0] % tiles[1], t / tiles[0] / tiles[1] % tiles[2]};    \
            int lower[3], upper[3];                                                                           \
            for (int a = 0; a < 3; a++) {                                                                     \
                lower[a] = r.lower[a] + at[a] * launch->tile[a];                                              \
                upper[a] = lower[a] + launch->tile[a] < r.upper[a] ? lower[a] + launch->tile[a] : r.upper[a]; \
            }                                                                                                 \
            name##_tile(io, NULL, t / tiles[0] / tiles[1] / tiles[2], lower, upper);                          \
        }                                                                                                     \
    }

#endif
