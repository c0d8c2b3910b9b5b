/* The macros of dialect.h that declare passes, as NVRTC and OpenCL drivers read them: the launcher passes the nine
 * buffers, control, tables, blocks, shape, range, tile. */
#ifndef TAUB_DIALECT_GPU_H
#define TAUB_DIALECT_GPU_H

#include "dialect.h"

#if !defined(TAUB_HOST)

#if defined(TAUB_CUDA)
#define KERNEL extern "C" __global__ void
#define GROUP_SIZE(x, y) __launch_bounds__((x) * (y))
#define LOCAL_ARRAY __shared__
#define BARRIER __syncthreads()
#define LOCAL_X ((int)threadIdx.x)
#define LOCAL_Y ((int)threadIdx.y)
#define GROUP_INDEX(a) ((int)((a) == 0 ? blockIdx.x : (a) == 1 ? blockIdx.y : blockIdx.z))
#define GROUP_COUNT(a) ((int)((a) == 0 ? gridDim.x : (a) == 1 ? gridDim.y : gridDim.z))
#define GLOBAL_X ((int)(blockIdx.x * blockDim.x + threadIdx.x))
#else
#define KERNEL __kernel void
#define GROUP_SIZE(x, y) __attribute__((reqd_work_group_size(x, y, 1)))
#define LOCAL_ARRAY __local
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#define LOCAL_X ((int)get_local_id(0))
#define LOCAL_Y ((int)get_local_id(1))
#define GROUP_INDEX(a) ((int)get_group_id(a))
#define GROUP_COUNT(a) ((int)get_num_groups(a))
#define GLOBAL_X ((int)get_global_id(0))
#endif

#define TAUB_ARGUMENTS                                                                                              \
    GLOBAL stored *RESTRICT f0, GLOBAL stored *RESTRICT f1, GLOBAL stored *RESTRICT f2, GLOBAL stored *RESTRICT f3, \
        GLOBAL stored *RESTRICT f4, GLOBAL stored *RESTRICT f5, GLOBAL stored *RESTRICT f6,                         \
        GLOBAL stored *RESTRICT f7, GLOBAL stored *RESTRICT f8, GLOBAL struct taub_control *control,                \
        GLOBAL const real *tables, GLOBAL const struct taub_block *blocks, const struct taub_shape shape,           \
        const struct taub_range range, const struct taub_tile tile
#define TAUB_IO const struct taub_io io = {{f0, f1, f2, f3, f4, f5, f6, f7, f8}, control, tables, blocks, shape, range};

/* Points: a 2D group of POINT_GROUP_X x POINT_GROUP_Y covers (i, j); the third grid axis is k and the block. */
#define POINT_GROUP_X 64
#define POINT_GROUP_Y 4
#if defined(TAUB_CUDA)
#define TAUB_GROUPED(x, y) extern "C" __global__ void __launch_bounds__((x) * (y))
#ifndef TAUB_RESIDENT_POINTS /* groups of point passes that are to fit a multiprocessor: bounds their registers */
#define TAUB_RESIDENT_POINTS 1
#endif
#define TAUB_POINT_GROUPED(x, y) extern "C" __global__ void __launch_bounds__((x) * (y), TAUB_RESIDENT_POINTS)
#ifndef TAUB_RESIDENT_GROUPS
#define TAUB_RESIDENT_GROUPS 1
#endif
#define TAUB_TILE_GROUPED(x, y) extern "C" __global__ void __launch_bounds__((x) * (y), TAUB_RESIDENT_GROUPS)
#else
#define TAUB_GROUPED(x, y) __kernel __attribute__((reqd_work_group_size(x, y, 1))) void
#define TAUB_POINT_GROUPED(x, y) TAUB_GROUPED(x, y)
#define TAUB_TILE_GROUPED(x, y) TAUB_GROUPED(x, y)
#endif

/* A group takes the plane that is its own. */
#define TAUB_POINT_PASS_IF(name, going) TAUB_PLANES_PASS_IF(name, going, const int p = GROUP_INDEX(2);)
#define TAUB_BRIEF_POINT_PASS(name) TAUB_POINT_PASS(name)
/* For passes that mostly have nothing to do, where starting a group costs as much as finding that out: a launch that
 * the planner marks as one over few cells gets few groups (taub_launch_grid), each of which takes every so many planes.
 */
#define TAUB_SPARSE_POINT_PASS_IF(name, going) \
    TAUB_PLANES_PASS_IF(name, going, for (int p = GROUP_INDEX(2); p < planes * shape.blocks; p += GROUP_COUNT(2)))
#define TAUB_PLANES_PASS_IF(name, going, each_plane)                                      \
    TAUB_POINT_GROUPED(POINT_GROUP_X, POINT_GROUP_Y) name(TAUB_ARGUMENTS)                 \
    {                                                                                     \
        TAUB_IO                                                                           \
        const int i = tile.begin[0] + GROUP_INDEX(0) * POINT_GROUP_X + LOCAL_X;           \
        const int j = range.lower[1] + GROUP_INDEX(1) * POINT_GROUP_Y + LOCAL_Y;          \
        const int planes = range.upper[2] - range.lower[2];                               \
        if (i >= range.lower[0] && i < range.upper[0] && j < range.upper[1] && (going)) { \
            each_plane name##_point(io, p / planes, range.lower[2] + p % planes, j, i);   \
        }                                                                                 \
    }

/* Rows: one group of TAUB_LANES along x of the grid per row. The tree of the last TAUB_WARP lanes needs no barriers
 * where a thread can read its neighbours' registers; what lanes beyond the tree combine goes nowhere. */
#if defined(TAUB_CUDA)
#define TAUB_WARP 32
#define FROM_LANE_ABOVE(value, span) __shfl_down_sync(0xffffffffu, value, span)
#else
#define TAUB_WARP 1
#define FROM_LANE_ABOVE(value, span) (value)
#endif
#define TAUB_ROW_PASS_OVER(name, count, width)                                                                \
    TAUB_GROUPED(TAUB_LANES, 1) name(TAUB_ARGUMENTS)                                                          \
    {                                                                                                         \
        LOCAL_ARRAY real lanes[(count)*TAUB_LANES];                                                           \
        TAUB_IO                                                                                               \
        const int row = GROUP_INDEX(0), lane = LOCAL_X;                                                       \
        const int rows_j = range.upper[1] - range.lower[1], rows_k = range.upper[2] - range.lower[2];         \
        const int j = range.lower[1] + row % rows_j, k = range.lower[2] + row / rows_j % rows_k;              \
        const int b = row / rows_j / rows_k;                                                                  \
        real total[count];                                                                                    \
        for (int c = 0; c < (count); c++)                                                                     \
            total[c] = name##_identity(c);                                                                    \
        for (int i = range.lower[0] + lane; i < range.upper[0]; i += TAUB_LANES) {                            \
            real value[count];                                                                                \
            int block = b, at = i;                                                                            \
            if (range.upper[0] > (width)) {                                                                   \
                block = b * (range.upper[0] / (width)) + i / (width);                                         \
                at = i % (width);                                                                             \
            }                                                                                                 \
            name##_point(io, block, k, j, at, value);                                                         \
            for (int c = 0; c < (count); c++)                                                                 \
                total[c] = name##_combine(c, total[c], value[c]);                                             \
        }                                                                                                     \
        for (int c = 0; c < (count); c++)                                                                     \
            lanes[c * TAUB_LANES + lane] = total[c];                                                          \
        BARRIER;                                                                                              \
        for (int span = TAUB_LANES / 2; span >= TAUB_WARP; span /= 2) {                                       \
            if (lane < span)                                                                                  \
                for (int c = 0; c < (count); c++)                                                             \
                    lanes[c * TAUB_LANES + lane] =                                                            \
                        name##_combine(c, lanes[c * TAUB_LANES + lane], lanes[c * TAUB_LANES + lane + span]); \
            BARRIER;                                                                                          \
        }                                                                                                     \
        if (lane < TAUB_WARP)                                                                                 \
            for (int c = 0; c < (count); c++) {                                                               \
                real value = lanes[c * TAUB_LANES + lane];                                                    \
                for (int span = TAUB_WARP / 2; span > 0; span /= 2)                                           \
                    value = name##_combine(c, value, FROM_LANE_ABOVE(value, span));                           \
                if (lane == 0)                                                                                \
                    io.f[0][(long)row * (count) + c] = value;                                                 \
            }                                                                                                 \
    }
#define TAUB_ROW_PASS(name, count) TAUB_ROW_PASS_OVER(name, count, range.upper[0])
#define TAUB_MESH_ROW_PASS(name, count) TAUB_ROW_PASS_OVER(name, count, shape.cells[0])

#define TAUB_SINGLE_PASS(name)              \
    TAUB_GROUPED(1, 1) name(TAUB_ARGUMENTS) \
    {                                       \
        TAUB_IO                             \
        name##_single(io);                  \
    }

/* Tiles: one group per tile; x and y of the grid count tiles, the third axis tiles in z and the block. Where
 * tiles are aligned the first one along x may be shorter. */
#define TAUB_TILE_PASS(name, count)                                                                           \
    TAUB_TILE_GROUPED(TAUB_GROUP_X, TAUB_GROUP_Y) name(TAUB_ARGUMENTS)                                        \
    {                                                                                                         \
        LOCAL_ARRAY stored scratch[count];                                                                    \
        TAUB_IO                                                                                               \
        const int deep = (range.upper[2] - range.lower[2] + tile.cells[2] - 1) / tile.cells[2];               \
        const int at[3] = {GROUP_INDEX(0), GROUP_INDEX(1), GROUP_INDEX(2) % deep};                            \
        int lower[3], upper[3];                                                                               \
        for (int a = 0; a < 3; a++) {                                                                         \
            lower[a] = tile.begin[a] + at[a] * tile.cells[a];                                                 \
            upper[a] = lower[a] + tile.cells[a] < range.upper[a] ? lower[a] + tile.cells[a] : range.upper[a]; \
            lower[a] = lower[a] > range.lower[a] ? lower[a] : range.lower[a];                                 \
        }                                                                                                     \
        name##_tile(io, scratch, GROUP_INDEX(2) / deep, lower, upper);                                        \
    }

#endif
#endif
