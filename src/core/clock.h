/* Seconds of a monotonic clock, counted from an arbitrary moment. */
#ifndef TAUB_CLOCK_H
#define TAUB_CLOCK_H

#include <time.h>

static inline double taub_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

#endif
