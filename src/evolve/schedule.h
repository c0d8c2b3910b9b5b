/* When something is due that comes at equal distances of time. */
#ifndef TAUB_EVOLVE_SCHEDULE_H
#define TAUB_EVOLVE_SCHEDULE_H

#include <stdbool.h>

/* The times start + n every, n = 1, 2, ..., with `at_start` from n = 0 on, with `ends` none later than `until`. A
 * schedule has no state: which of them comes next follows from the time alone, so that a run that goes on from a
 * checkpoint has the same ones. */
struct taub_schedule {
    double start, every; /* every 0: never */
    bool at_start, ends;
    double until;
};

/* The first time that is not reached; HUGE_VAL when there is none. A time is reached a little before it, by 1e-9 of
 * `every`, so that rounding of a sum of steps or of another end of the run does not leave a sliver. */
double taub_schedule_next(const struct taub_schedule *self, double now);

/* Whether one of the times is now, but for rounding. */
bool taub_schedule_is_due(const struct taub_schedule *self, double now);

/* What the last step on the way to `next` has to end at: `end` where that is as good as the same time. */
double taub_schedule_target(const struct taub_schedule *self, double next, double end);

/* From which time on `next` counts as reached. */
double taub_schedule_threshold(const struct taub_schedule *self, double next);

#endif
