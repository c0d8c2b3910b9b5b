/* The processor's limits, to hold `taub bench` against: fused multiply-adds per second of one core, double and single.
 *
 *   gcc -O3 -march=native -ffp-contract=fast -fopenmp-simd bench/peak.c -o peak && ./peak
 */
#include <stdio.h>
#include <time.h>

enum { LANES = 192 }; /* accumulators: enough independent chains to hide the latency of a multiply-add */

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#define MEASURE(type)                                                                                              \
    static double measure_##type(double *sum)                                                                      \
    {                                                                                                              \
        enum { WIDTH = LANES * sizeof(double) / sizeof(type), TURNS = 20000000 };                                  \
        type lanes[WIDTH];                                                                                         \
        for (int l = 0; l < WIDTH; l++)                                                                            \
            lanes[l] = (type)l;                                                                                    \
        const double start = seconds_now();                                                                        \
        for (long n = 0; n < TURNS; n++)                                                                           \
            _Pragma("omp simd") for (int l = 0; l < WIDTH; l++) lanes[l] = lanes[l] * (type)0.999999 + (type)1e-6; \
        const double seconds = seconds_now() - start;                                                              \
        for (int l = 0; l < WIDTH; l++)                                                                            \
            *sum += (double)lanes[l];                                                                              \
        return 2.0 * WIDTH * TURNS / seconds;                                                                      \
    }
MEASURE(double)
MEASURE(float)

int main(void)
{
    double sum = 0.0;
    for (int repeat = 0; repeat < 3; repeat++)
        printf("one core: %.1f Gflop/s double, %.1f Gflop/s single\n", 1e-9 * measure_double(&sum),
               1e-9 * measure_float(&sum));
    return sum == 0.0; /* keeps the loops */
}
