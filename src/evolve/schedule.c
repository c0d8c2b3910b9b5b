#include "evolve/schedule.h"

#include <math.h>

#define NEARLY 1e-9 /* of the distance */

static double time_of(const struct taub_schedule *self, double n)
{
    return self->start + n * self->every;
}

double taub_schedule_threshold(const struct taub_schedule *self, double next)
{
    return next - NEARLY * self->every;
}

double taub_schedule_next(const struct taub_schedule *self, double now)
{
    if (!(self->every > 0.0))
        return HUGE_VAL;
    /* rounding of the division is put right by looking at the neighbours */
    double n = fmax(floor((now - self->start) / self->every) - 1.0, 1.0);
    while (now >= taub_schedule_threshold(self, time_of(self, n)) && time_of(self, n + 1.0) > time_of(self, n))
        n += 1.0;
    return time_of(self, n);
}

double taub_schedule_target(const struct taub_schedule *self, double next, double end)
{
    return next < end && next > end - NEARLY * self->every ? end : fmin(next, end);
}
