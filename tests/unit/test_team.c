/* Threads that share pieces of work. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/team.h"

enum { MOST = 8, ROUNDS = 20000 };

struct tally {
    int done[MOST]; /* plain numbers: each share has one, and rounds follow each other */
};

static void count(void *user, int n)
{
    ((struct tally *)user)->done[n]++;
}

static void sleep_briefly(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 300000}, NULL);
}

/* Rounds of all sizes, in a row and after pauses in which the others fall asleep. */
static void every_share_is_done_once(const char *policy)
{
    struct tally tally = {0};
    int expected[MOST] = {0};
    unsigned random = 1;
    if (policy)
        setenv("OMP_WAIT_POLICY", policy, 1);
    struct taub_team *team = taub_team_create(MOST);
    unsetenv("OMP_WAIT_POLICY");
    assert_non_null(team);
    assert_int_equal(taub_team_threads(team), MOST);
    for (int round = 0; round < ROUNDS; round++) {
        random = random * 1103515245u + 12345u;
        const int shares = 1 + (int)(random >> 16) % MOST;
        taub_team_run(team, shares, count, &tally);
        for (int n = 0; n < MOST; n++)
            assert_int_equal(tally.done[n], expected[n] += n < shares);
        if (random >> 20 == 0)
            sleep_briefly();
    }
    taub_team_destroy(team);
}

static void shares(void **state)
{
    (void)state;
    every_share_is_done_once(NULL);
}

static void shares_while_others_sleep(void **state)
{
    (void)state;
    every_share_is_done_once("passive");
}

/* Waiting costs next to nothing: a second of it less than a tenth of a second of the processors. */
static void those_who_wait_sleep(void **state)
{
    struct tally tally = {0};
    struct taub_team *team = taub_team_create(MOST);
    (void)state;
    assert_non_null(team);
    taub_team_run(team, MOST, count, &tally);
    const clock_t before = clock();
    nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    assert_true((double)(clock() - before) / CLOCKS_PER_SEC < 0.1);
    taub_team_destroy(team);
}

/* One that was never used, and none. */
static void nothing_to_do(void **state)
{
    struct tally tally = {0};
    struct taub_team *team = taub_team_create(1);
    (void)state;
    assert_non_null(team);
    taub_team_run(team, 1, count, &tally);
    assert_int_equal(tally.done[0], 1);
    taub_team_destroy(team);
    taub_team_destroy(taub_team_create(MOST));
    taub_team_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares),
        cmocka_unit_test(shares_while_others_sleep),
        cmocka_unit_test(those_who_wait_sleep),
        cmocka_unit_test(nothing_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
