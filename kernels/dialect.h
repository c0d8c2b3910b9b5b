/* The only file that knows which compiler is reading: the host's C compiler, NVRTC, or an OpenCL driver.
 *
 * The bundle defines TAUB_SINGLE (1: real is float), TAUB_MIXED (1: real is double, fields hold floats) and TAUB_STRICT
 * (1: no contraction, same bits everywhere) first.
 * Pointwise functions are INLINE, see private arrays only and take literals through R(). Passes are the entry points;
 * a pass is declared once by one of the macros below, and looks the same to its author on every device:
 *
 *   TAUB_POINT_PASS(name)
 *       INLINE void name_point(struct taub_io io, int b, int k, int j, int i) is called once for each index of the
 *       launch's range.
 *   TAUB_GATED_POINT_PASS(name)
 *       The same, but nothing happens while control says paused or failed. (A return inside name_point would keep gcc
 *       from vectorising.)
 *   TAUB_ROW_PASS(name, count)
 *       Reduces each row (b, k, j) of the range to `count` numbers, stored at io.f[0][row * count + c], by
 *       INLINE void name_point(struct taub_io io, int b, int k, int j, int i, real out[count]),
 *       INLINE real name_combine(int c, real a, real b) and INLINE real name_identity(int c).
 *       Lane l of TAUB_LANES takes i = l, l + TAUB_LANES, ...; lanes are combined by a fixed tree: the same bits on
 *       every device.
 *   TAUB_SINGLE_PASS(name)
 *       INLINE void name_single(struct taub_io io) is called once.
 *   TAUB_TILE_PASS(name, count)
 *       void name_tile(struct taub_io io, LOCAL_ARGUMENT stored *scratch, int b, const int lower[3], const int
 * upper[3]) is called per tile of cells: on GPUs by all threads of a group of TAUB_GROUP_X x TAUB_GROUP_Y (LOCAL_X,
 *       LOCAL_Y), sharing scratch[count]; on the host once, with scratch NULL.
 *
 * The name of a pass must not be that of a function built into OpenCL C (step, mix, sign, ...).
 */
#ifndef TAUB_DIALECT_H
#define TAUB_DIALECT_H

#if defined(__CUDACC_RTC__) || defined(__CUDA_ARCH__)
#define TAUB_CUDA 1
#elif defined(__OPENCL_VERSION__)
#define TAUB_OPENCL 1
#else
#define TAUB_HOST 1
#endif

#if defined(TAUB_HOST)
#include <math.h>
#include <stddef.h>
#include <string.h>
#define GLOBAL
#define LOCAL_ARGUMENT
#define RESTRICT __restrict__
#define INLINE static inline __attribute__((always_inline))
#define OUTLINE static __attribute__((noinline))
#define CONSTANT_TABLE static const
#elif defined(TAUB_CUDA)
#define GLOBAL
#define LOCAL_ARGUMENT
#define RESTRICT __restrict__
#define INLINE static __device__ __forceinline__
#define OUTLINE static __device__ __noinline__
#define CONSTANT_TABLE static __device__ const
#else
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#if TAUB_STRICT
#pragma OPENCL FP_CONTRACT OFF
#endif
#define GLOBAL __global
#define LOCAL_ARGUMENT __local
#define RESTRICT restrict
#define INLINE static inline __attribute__((always_inline))
#define OUTLINE static
#define CONSTANT_TABLE __constant
#endif

/* Before a short loop with a constant bound: gcc vectorises the loop around it only when this one is gone. */
#if defined(TAUB_HOST) && !defined(__clang__)
#define UNROLL _Pragma("GCC unroll 16")
#else
#define UNROLL _Pragma("unroll")
#endif
/* Before a statement that has no effect unless the condition holds: GPUs then skip it, the host's vectors do not. */
#if defined(TAUB_HOST)
#define RARELY(condition)
#else
#define RARELY(condition) if (condition)
#endif
/* Before a loop that GPUs must keep as a loop: unrolled, it would take registers and so hide less latency. */
#if defined(TAUB_HOST)
#define ROLLED
#else
#define ROLLED _Pragma("unroll 1")
#endif

#if TAUB_SINGLE
typedef float real;
typedef int real_bits; /* an integer as wide as real */
#define REAL_MANTISSA_BITS 23
#define REAL_EXPONENT_BIAS 127
#define REAL_EPSILON R(1.1920929e-7)
#define REAL_MAX R(3.4028234e38)
#define REAL_TINY R(1.17549435e-38) /* smallest normal number */
#else
typedef double real;
typedef long real_bits;
#define REAL_MANTISSA_BITS 52
#define REAL_EXPONENT_BIAS 1023
#define REAL_EPSILON R(2.220446049250313e-16)
#define REAL_MAX R(1.7976931348623157e308)
#define REAL_TINY R(2.2250738585072014e-308)
#endif
#define R(x) ((real)(x))

/* Numbers of the case are data: one program serves all their values. Each is a variable of its own on the host, static
 * and without an address, so that gcc keeps it in a register while fields are stored. OpenCL has no such variables:
 * there the program has the values (src/jit/number_list.h). The cast makes a number in #if an error. */
#if defined(TAUB_NUMBER_COUNT) && defined(TAUB_HOST)
#define TAUB_NUMBER(n) ((real)taub_number_##n)
#define TAUB_NUMBER_DECLARE(n) static real taub_number_##n;
#define TAUB_NUMBER_SET(n) taub_number_##n = (real)values[n];
TAUB_EACH_NUMBER(TAUB_NUMBER_DECLARE)
__attribute__((visibility("default"))) void taub_set_numbers(const double *values)
{
    TAUB_EACH_NUMBER(TAUB_NUMBER_SET)
}
#elif defined(TAUB_NUMBER_COUNT) && defined(TAUB_CUDA)
#define TAUB_NUMBER(n) ((real)taub_numbers[n])
extern "C" {
__constant__ real taub_numbers[TAUB_NUMBER_COUNT];
}
#else
#define TAUB_NUMBER(n) ((real)(TAUB_VALUE_##n))
#endif

/* What fields and shared memory hold. A scheme that is offered in mixed precision also moves content in it. */
#if TAUB_MIXED
typedef float stored;
#define STORED_EPSILON STORED(1.1920929e-7)
#define STORED_MAX STORED(3.4028234e38)
#define STORED_TINY STORED(1.17549435e-38)
#else
typedef real stored;
#define STORED_EPSILON REAL_EPSILON
#define STORED_MAX REAL_MAX
#define STORED_TINY REAL_TINY
#endif
#define STORED(x) ((stored)(x))

#if defined(TAUB_HOST) && TAUB_SINGLE
#define real_sqrt sqrtf
#define real_fabs fabsf
#define real_exp expf
#define real_log logf
#define real_pow powf
#define real_sin sinf
#define real_cos cosf
#define real_tanh tanhf
#define real_cosh coshf
#define real_sinh sinhf
#else
#define real_sqrt sqrt
#define real_fabs fabs
#define real_exp exp
#define real_log log
#define real_pow pow
#define real_sin sin
#define real_cos cos
#define real_tanh tanh
#define real_cosh cosh
#define real_sinh sinh
#endif

INLINE real real_min(real a, real b)
{
    return a < b ? a : b;
}
INLINE real real_max(real a, real b)
{
    return a > b ? a : b;
}
INLINE real square(real x)
{
    return x * x;
}
/* Functions, so that what strict_math.h puts in the place of the names in user code does not reach them. */
INLINE stored stored_sqrt(stored x)
{
#if defined(TAUB_HOST) && TAUB_MIXED
    return sqrtf(x);
#else
    return real_sqrt(x);
#endif
}
INLINE stored stored_fabs(stored x)
{
#if defined(TAUB_HOST) && TAUB_MIXED
    return fabsf(x);
#else
    return real_fabs(x);
#endif
}
INLINE stored stored_min(stored a, stored b)
{
    return a < b ? a : b;
}
INLINE stored stored_max(stored a, stored b)
{
    return a > b ? a : b;
}

/* The bits of a real as an integer, and back. */
#if defined(TAUB_HOST)
INLINE real_bits bits_of_real(real x)
{
    union {
        real r;
        real_bits b;
    } u;
    u.r = x;
    return u.b;
}
INLINE real real_of_bits(real_bits x)
{
    union {
        real r;
        real_bits b;
    } u;
    u.b = x;
    return u.r;
}
#elif defined(TAUB_CUDA) && TAUB_SINGLE
INLINE real_bits bits_of_real(real x)
{
    return __float_as_int(x);
}
INLINE real real_of_bits(real_bits x)
{
    return __int_as_float(x);
}
#elif defined(TAUB_CUDA)
INLINE real_bits bits_of_real(real x)
{
    return __double_as_longlong(x);
}
INLINE real real_of_bits(real_bits x)
{
    return __longlong_as_double(x);
}
#elif TAUB_SINGLE
INLINE real_bits bits_of_real(real x)
{
    return as_int(x);
}
INLINE real real_of_bits(real_bits x)
{
    return as_float(x);
}
#else
INLINE real_bits bits_of_real(real x)
{
    return as_long(x);
}
INLINE real real_of_bits(real_bits x)
{
    return as_double(x);
}
#endif

/* A load through the read-only cache: only for memory that no thread writes during the pass. */
#if defined(TAUB_CUDA)
#define LOAD(p) __ldg(p)
#else
#define LOAD(p) (*(p))
#endif

/* Adds to a counter in global memory from many threads; returns the value before. */
#if defined(TAUB_HOST)
INLINE int count_up(int *counter, int by)
{
    return __atomic_fetch_add(counter, by, __ATOMIC_RELAXED);
}
#elif defined(TAUB_CUDA)
INLINE int count_up(int *counter, int by)
{
    return atomicAdd(counter, by);
}
#else
INLINE int count_up(__global int *counter, int by)
{
    return atomic_add((volatile __global int *)counter, by);
}
#endif

#include "launch.h"

/* All that a pass sees. */
struct taub_io {
    GLOBAL stored *f[TAUB_MAX_FIELDS];
    GLOBAL struct taub_control *control;
    GLOBAL const real *tables;
    GLOBAL const struct taub_block *blocks;
    struct taub_shape shape;
    struct taub_range range;
};

/* Where component 0 of cell (b, k, j, i) of a cell-centred field with `components` components stands; the next
 * component is shape.component_stride further. */
INLINE long cell_index(const struct taub_shape shape, int components, int b, int k, int j, int i)
{
    return (long)b * components * shape.component_stride + (long)(k + shape.ghosts[2]) * shape.plane_stride +
           (long)(j + shape.ghosts[1]) * shape.row_stride + shape.row_offset + i;
}

/* From a cell to the next one along an axis; whether the mesh has more than one there. */
INLINE long axis_stride(const struct taub_shape shape, int axis)
{
    return axis == 0 ? 1 : axis == 1 ? (long)shape.row_stride : shape.plane_stride;
}
#define AXIS_ACTIVE(a) ((a) == 0 ? TAUB_ACTIVE_X : (a) == 1 ? TAUB_ACTIVE_Y : TAUB_ACTIVE_Z)

#define TAUB_LANES 64

#if defined(TAUB_HOST)
/* Host ABI: one argument. */
struct taub_host_launch {
    void *fields[TAUB_MAX_FIELDS];
    void *control, *tables, *blocks;
    struct taub_shape shape;
    struct taub_range range;
    int tile[3]; /* tile passes */
    int threads;
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

#define TAUB_PRAGMA(text) _Pragma(#text)
#define TAUB_ENTRY __attribute__((visibility("default"))) void /* all else is hidden */

/* Vector loops see copies of their own of io, whose address nobody knows: gcc then keeps its members in registers. */
#define TAUB_POINT_PASS_IF(name, going)                                                         \
    INLINE void name##_line(const struct taub_io io, int b, int k, int j, int lower, int upper) \
    {                                                                                           \
        TAUB_PRAGMA(omp simd)                                                                   \
        for (int i = lower; i < upper; i++)                                                     \
            name##_point(io, b, k, j, i);                                                       \
    }                                                                                           \
    TAUB_ENTRY name(const struct taub_host_launch *launch)                                      \
    {                                                                                           \
        const struct taub_io io = io_of_launch(launch);                                         \
        const struct taub_range r = launch->range;                                              \
        if (!(going))                                                                           \
            return;                                                                             \
        TAUB_PRAGMA(omp parallel for collapse(3) num_threads(launch->threads) schedule(static)) \
        for (int b = 0; b < launch->shape.blocks; b++)                                          \
            for (int k = r.lower[2]; k < r.upper[2]; k++)                                       \
                for (int j = r.lower[1]; j < r.upper[1]; j++)                                   \
                    name##_line(io_of_launch(launch), b, k, j, r.lower[0], r.upper[0]);         \
    }
#define TAUB_SPARSE_POINT_PASS_IF(name, going) TAUB_POINT_PASS_IF(name, going)

#define TAUB_ROW_PASS(name, count)                                                                           \
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
            TAUB_PRAGMA(omp simd)                                                                            \
            for (int l = 0; l < n; l++)                                                                      \
                name##_lane(io, b, k, j, i + l, lanes + l);                                                  \
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
        const int rows_j = r.upper[1] - r.lower[1], rows_k = r.upper[2] - r.lower[2];                        \
        TAUB_PRAGMA(omp parallel for num_threads(launch->threads) schedule(static))                          \
        for (int row = 0; row < launch->shape.blocks * rows_k * rows_j; row++) {                             \
            const int j = r.lower[1] + row % rows_j, k = r.lower[2] + row / rows_j % rows_k;                 \
            name##_line(io_of_launch(launch), row / rows_j / rows_k, k, j, r.lower[0], r.upper[0],           \
                        (stored *)launch->fields[0] + (long)row * (count));                                  \
        }                                                                                                    \
    }

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
        TAUB_PRAGMA(omp parallel for num_threads(launch->threads) schedule(dynamic))                          \
        for (int t = 0; t < io.shape.blocks * tiles[2] * tiles[1] * tiles[0]; t++) {                          \
            const int at[3] = {t % tiles[0], t / tiles[0] % tiles[1], t / tiles[0] / tiles[1] % tiles[2]};    \
            int lower[3], upper[3];                                                                           \
            for (int a = 0; a < 3; a++) {                                                                     \
                lower[a] = r.lower[a] + at[a] * launch->tile[a];                                              \
                upper[a] = lower[a] + launch->tile[a] < r.upper[a] ? lower[a] + launch->tile[a] : r.upper[a]; \
            }                                                                                                 \
            name##_tile(io, NULL, t / tiles[0] / tiles[1] / tiles[2], lower, upper);                          \
        }                                                                                                     \
    }

#else /* GPUs and OpenCL: the launcher passes the eight buffers, control, tables, blocks, shape, range, tile. */

struct taub_tile {
    int cells[3];
};

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
        GLOBAL stored *RESTRICT f7, GLOBAL struct taub_control *control, GLOBAL const real *tables,                 \
        GLOBAL const struct taub_block *blocks, const struct taub_shape shape, const struct taub_range range,       \
        const struct taub_tile tile
#define TAUB_IO const struct taub_io io = {{f0, f1, f2, f3, f4, f5, f6, f7}, control, tables, blocks, shape, range};

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
/* For passes that mostly have nothing to do, where starting a group costs as much as finding that out: a launch that
 * the planner marks as one over few cells gets few groups (taub_launch_grid), each of which takes every so many planes.
 */
#define TAUB_SPARSE_POINT_PASS_IF(name, going) \
    TAUB_PLANES_PASS_IF(name, going, for (int p = GROUP_INDEX(2); p < planes * shape.blocks; p += GROUP_COUNT(2)))
#define TAUB_PLANES_PASS_IF(name, going, each_plane)                                    \
    TAUB_POINT_GROUPED(POINT_GROUP_X, POINT_GROUP_Y) name(TAUB_ARGUMENTS)               \
    {                                                                                   \
        TAUB_IO                                                                         \
        const int i = range.lower[0] + GROUP_INDEX(0) * POINT_GROUP_X + LOCAL_X;        \
        const int j = range.lower[1] + GROUP_INDEX(1) * POINT_GROUP_Y + LOCAL_Y;        \
        const int planes = range.upper[2] - range.lower[2];                             \
        if (i < range.upper[0] && j < range.upper[1] && (going)) {                      \
            each_plane name##_point(io, p / planes, range.lower[2] + p % planes, j, i); \
        }                                                                               \
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
#define TAUB_ROW_PASS(name, count)                                                                            \
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
            name##_point(io, b, k, j, i, value);                                                              \
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

#define TAUB_SINGLE_PASS(name)              \
    TAUB_GROUPED(1, 1) name(TAUB_ARGUMENTS) \
    {                                       \
        TAUB_IO                             \
        name##_single(io);                  \
    }

/* Tiles: one group per tile; x and y of the grid count tiles, the third axis tiles in z and the block. */
#define TAUB_TILE_PASS(name, count)                                                                           \
    TAUB_TILE_GROUPED(TAUB_GROUP_X, TAUB_GROUP_Y) name(TAUB_ARGUMENTS)                                        \
    {                                                                                                         \
        LOCAL_ARRAY stored scratch[count];                                                                    \
        TAUB_IO                                                                                               \
        const int deep = (range.upper[2] - range.lower[2] + tile.cells[2] - 1) / tile.cells[2];               \
        const int at[3] = {GROUP_INDEX(0), GROUP_INDEX(1), GROUP_INDEX(2) % deep};                            \
        int lower[3], upper[3];                                                                               \
        for (int a = 0; a < 3; a++) {                                                                         \
            lower[a] = range.lower[a] + at[a] * tile.cells[a];                                                \
            upper[a] = lower[a] + tile.cells[a] < range.upper[a] ? lower[a] + tile.cells[a] : range.upper[a]; \
        }                                                                                                     \
        name##_tile(io, scratch, GROUP_INDEX(2) / deep, lower, upper);                                        \
    }
#endif

#define TAUB_POINT_PASS(name) TAUB_POINT_PASS_IF(name, 1)
#define TAUB_GATED_POINT_PASS(name) TAUB_POINT_PASS_IF(name, !io.control->paused && !io.control->failed)

#endif
