#include "evolve/schedule.h"

#include <math.h>

#define NEARLY 1e-9 /* of the distance */

static double time_of(const struct taub_schedule *self, double n)
{
    return self->start + n * self->every;
}

static double first_of(const struct taub_schedule *self)
{
    return self->at_start ? 0.0 : 1.0;
}

static bool is_behind(const struct taub_schedule *self, double time)
{
    return self->ends && time - NEARLY * self->every > self->until;
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
    double n = fmax(floor((now - self->start) / self->every) - 1.0, first_of(self));
    while (now >= taub_schedule_threshold(self, time_of(self, n)) && time_of(self, n + 1.0) > time_of(self, n))
        n += 1.0;
    return is_behind(self, time_of(self, n)) ? HUGE_VAL : time_of(self, n);
}

bool taub_schedule_is_due(const struct taub_schedule *self, double now)
{
    if (!(self->every > 0.0))
        return false;
    const double n = fmax(floor((now - self->start) / self->every + 0.5), first_of(self)), time = time_of(self, n);
    return fabs(now - time) <= NEARLY * self->every && !is_behind(self, time);
}

double taub_schedule_target(const struct taub_schedule *self, double next, double end)
{
    return next < end && next > end - NEARLY * self->every ? end : fmin(next, end);
}
