/* The only file that knows which compiler is reading: the host's C compiler, NVRTC, or an OpenCL driver.
 *
 * The bundle defines TAUB_SINGLE (1: real is float), TAUB_MIXED (1: real is double, fields hold floats) and TAUB_STRICT
 * (1: no contraction, same bits everywhere) first.
 * Pointwise functions are INLINE, see private arrays only and take literals through R(). Passes are the entry points;
 * a pass is declared once by one of the macros below (dialect_host.h, dialect_gpu.h), and looks the same to its author
 * on every device:
 *
 *   TAUB_POINT_PASS(name)
 *       INLINE void name_point(struct taub_io io, int b, int k, int j, int i) is called once for each index of the
 *       launch's range.
 *   TAUB_GATED_POINT_PASS(name)
 *       The same, but nothing happens while control says paused or failed. (A return inside name_point would keep gcc
 *       from vectorising.)
 *   TAUB_BRIEF_POINT_PASS(name)
 *       TAUB_POINT_PASS for what runs once: the host's text is short, and has no vectors.
 *   TAUB_LINE_PASS_IF(name, condition), on the host
 *       name_line(struct taub_io io, int b, int k, int j, int lower, int upper) does a row, for passes that
 *       are faster, or shorter, as several loops over it than as one.
 *   TAUB_ROW_PASS(name, count)
 *       Reduces each row (b, k, j) of the range to `count` numbers, stored at io.f[0][row * count + c], by
 *       INLINE void name_point(struct taub_io io, int b, int k, int j, int i, real out[count]),
 *       INLINE real name_combine(int c, real a, real b) and INLINE real name_identity(int c).
 *       Lane l of TAUB_LANES takes i = l, l + TAUB_LANES, ...; lanes are combined by a fixed tree: the same bits on
 *       every device.
 *   TAUB_MESH_ROW_PASS(name, count)
 *       The same for rows of the mesh: the range goes along x through all blocks that follow each other there, and
 *       name_point gets the block of each cell and the cell's index in it. The bits do not depend on the blocks.
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
#if defined(__NO_INLINE__) /* by -O0 or -fno-inline: programs are a third as long, and compiled in half the time */
#define INLINE static inline
#else
#define INLINE static inline __attribute__((always_inline))
#endif
#define OUTLINE static __attribute__((noinline))
#if defined(__clang__) /* compiled once, whatever is known of arguments where it is called */
#define ONCE OUTLINE
#else
#define ONCE static __attribute__((noinline, noclone))
#endif
#define RARE ONCE   /* what few cells need: a call costs less than its text wherever it is used */
#define HOOK static /* declares a function that another file defines */
#define CONSTANT_TABLE static const
#elif defined(TAUB_CUDA)
#define GLOBAL
#define LOCAL_ARGUMENT
#define RESTRICT __restrict__
#define INLINE static __device__ __forceinline__
#define OUTLINE static __device__ __noinline__
#define RARE INLINE
#define HOOK static __device__
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
#define RARE INLINE
#define HOOK static
#define CONSTANT_TABLE __constant
#endif

/* Before a short loop with a constant bound: gcc vectorises the loop around it only when this one is gone. */
#if defined(TAUB_HOST) && !defined(__clang__)
#define UNROLL _Pragma("GCC unroll 16")
#else
#define UNROLL _Pragma("unroll")
#endif
/* `end` is a number: a condition beside it, a && b, would make it 0 or 1. */
#define EACH_FROM(n, first, end) UNROLL for (int n = first; n < (end); n++)
#define EACH(n, end) EACH_FROM (n, 0, end)
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
#define EACH_ROLLED(n, first, end) ROLLED for (int n = first; n < (end); n++)
/* Steps of an iteration that changes nothing any more once the condition fails: threads of GPUs leave it then, the
 * host's vectors of cells take all steps. */
#if defined(TAUB_HOST)
#define STEPS_WHILE(n, most, condition) UNROLL for (int n = 0; n < (most); n++)
#else
#define STEPS_WHILE(n, most, condition) ROLLED for (int n = 0; n < (most) && (condition); n++)
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
extern "C" {
__constant__ real taub_numbers[TAUB_NUMBER_COUNT];
}
#if TAUB_NUMBERS_AT_USE
/* Read anew wherever it is used, where the compiler else keeps all of them in registers through a march. */
template <int n> INLINE real number_at_use()
{
    real value;
#if TAUB_SINGLE
    asm volatile("ld.const.f32 %0, [taub_numbers+%1];" : "=f"(value) : "n"(4 * n));
#else
    asm volatile("ld.const.f64 %0, [taub_numbers+%1];" : "=d"(value) : "n"(8 * n));
#endif
    return value;
}
#define TAUB_NUMBER(n) (number_at_use<n>())
#else
#define TAUB_NUMBER(n) ((real)taub_numbers[n])
#endif
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
/* What an axis that is no constant chooses, by comparisons: an array with such an index would not stay in registers. */
INLINE int entry_along(int axis, const int list[3])
{
    return axis == 0 ? list[0] : axis == 1 ? list[1] : list[2];
}
INLINE void set_along(int axis, real value, real vector[3])
{
    EACH (a, 3)
        vector[a] = a == axis ? value : vector[a];
}
INLINE real component_along(int axis, const real vector[3])
{
    return axis == 0 ? vector[0] : axis == 1 ? vector[1] : vector[2];
}
#define AXIS_ACTIVE(a) ((a) == 0 ? TAUB_ACTIVE_X : (a) == 1 ? TAUB_ACTIVE_Y : TAUB_ACTIVE_Z)
#define ACTIVE_AXES (TAUB_ACTIVE_X + TAUB_ACTIVE_Y + TAUB_ACTIVE_Z)
/* Axes with more than one cell, and the sides of a cell across these: 2 a below it and 2 a + 1 above. */
#define EACH_AXIS(a) \
    EACH (a, 3)      \
        if (AXIS_ACTIVE(a))
#define EACH_SIDE(s) \
    EACH (s, 6)      \
        if (AXIS_ACTIVE((s) / 2))

#define TAUB_LANES 64

#if defined(TAUB_HOST)
#include "dialect_host.h"
#else
#include "dialect_gpu.h"
#endif

#if TAUB_STRICT
#include "strict_math.h"
#endif

#define TAUB_POINT_PASS(name) TAUB_POINT_PASS_IF(name, 1)
#define TAUB_GATED_POINT_PASS(name) TAUB_POINT_PASS_IF(name, !io.control->paused && !io.control->failed)

#endif
