/* Times of outputs and checkpoints. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "evolve/schedule.h"

static void none_without_a_distance(void **state)
{
    (void)state;
    const struct taub_schedule none = {.start = 0.5, .every = 0.0};
    assert_true(taub_schedule_next(&none, 0.5) == HUGE_VAL);
    assert_true(taub_schedule_target(&none, HUGE_VAL, 3.0) == 3.0);
    assert_true(taub_schedule_threshold(&none, HUGE_VAL) == HUGE_VAL);
}

/* The n-th time is start + n every to the bit, wherever one asks from. */
static void times_are_multiples(void **state)
{
    (void)state;
    const struct taub_schedule schedules[] = {{.start = 0.0, .every = 0.1},
                                              {.start = 0.6, .every = 0.1},
                                              {.start = -3.0, .every = 1.0 / 3.0},
                                              {.start = 1e6, .every = 1e-3},
                                              {.start = 0.0, .every = 1e-12}};
    for (size_t s = 0; s < sizeof schedules / sizeof *schedules; s++) {
        const struct taub_schedule *self = &schedules[s];
        assert_true(taub_schedule_next(self, self->start) == self->start + self->every);
        for (int n = 1; n < 2000; n++) {
            const double at = self->start + n * self->every, next = self->start + (n + 1) * self->every;
            assert_true(taub_schedule_next(self, at) == next);
            assert_true(taub_schedule_next(self, nextafter(at, HUGE_VAL)) == next);
            assert_true(taub_schedule_next(self, at + 0.3 * self->every) == next);
            assert_true(taub_schedule_next(self, at - 0.3 * self->every) == at);
        }
    }
}

/* What is reached and what comes next agree near every time: none is met twice, none is left out. */
static void reached_times_are_not_next(void **state)
{
    (void)state;
    srand(7);
    for (int draw = 0; draw < 20000; draw++) {
        const struct taub_schedule self = {.start = rand() % 10 * 0.1, .every = exp(-8.0 * rand() / RAND_MAX)};
        const double n = 2.0 + rand() % 1000, at = self.start + n * self.every;
        const double now = at + (rand() % 41 - 20) * 2e-10 * self.every, next = taub_schedule_next(&self, now);
        assert_true(now < taub_schedule_threshold(&self, next));
        assert_true(next == (now < taub_schedule_threshold(&self, at) ? at : self.start + (n + 1.0) * self.every));
    }
}

/* 3 x 0.1 is not 0.3: the end of the run takes its place, so that no step of 1e-17 is left. */
static void a_time_at_the_end_is_the_end(void **state)
{
    (void)state;
    const struct taub_schedule tenths = {.start = 0.0, .every = 0.1};
    assert_true(3 * 0.1 != 0.3);
    assert_true(taub_schedule_target(&tenths, 3 * 0.1, 0.3) == 0.3);
    assert_true(taub_schedule_target(&tenths, 0.3, 3 * 0.1) == 3 * 0.1);
    assert_true(taub_schedule_target(&tenths, 2 * 0.1, 0.3) == 2 * 0.1);
    assert_true(taub_schedule_next(&tenths, 0.3) == 4 * 0.1);
}

/* A window of time: from its start on, and not beyond its end, each but for rounding. */
static void a_window_has_both_ends(void **state)
{
    (void)state;
    const struct taub_schedule window = {.start = 0.0, .every = 0.1, .at_start = true, .ends = true, .until = 0.3};
    assert_true(taub_schedule_next(&window, -0.2) == 0.0);
    assert_true(taub_schedule_next(&window, 0.0) == 0.1);
    assert_true(3 * 0.1 > 0.3);
    assert_true(taub_schedule_next(&window, 0.2) == 3 * 0.1);
    assert_true(taub_schedule_next(&window, 0.3) == HUGE_VAL);
    assert_true(taub_schedule_is_due(&window, 0.0) && taub_schedule_is_due(&window, 0.3));
    assert_false(taub_schedule_is_due(&window, -0.1));
    assert_false(taub_schedule_is_due(&window, 0.4));
    assert_false(taub_schedule_is_due(&window, 0.15));
    const struct taub_schedule whole = {.start = 1.0, .every = 0.1};
    assert_false(taub_schedule_is_due(&whole, 1.0));
    assert_true(taub_schedule_is_due(&whole, 1.0 + 20 * 0.1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_without_a_distance),      cmocka_unit_test(a_window_has_both_ends),
        cmocka_unit_test(times_are_multiples),          cmocka_unit_test(reached_times_are_not_next),
        cmocka_unit_test(a_time_at_the_end_is_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
