#include "core/team.h"

#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <strings.h>

#include "core/locale.h"

/* A waiting thread polls this often before it sleeps: some tens of microseconds. The passes of a step follow each other
 * faster. */
enum { POLLS = 2000, SHARES_BITS = 16, LINE = 64 };

/* A thread that waits: whether it sleeps, and what wakes it. */
struct waiter {
    _Alignas(LINE) atomic_bool asleep;
    sem_t semaphore;
};

struct member {
    struct waiter waiter;
    atomic_llong begun; /* the last round in which this member's share has been claimed */
    pthread_t thread;
    struct taub_team *team;
    int number;
};

struct taub_team {
    int threads, started;
    long polls;
    struct member *members;
    /* written by the caller before it changes `round` */
    void (*work)(void *user, int n);
    void *user;
    _Alignas(LINE) atomic_llong round; /* round number above SHARES_BITS, shares below; negative: the end */
    _Alignas(LINE) atomic_int left;    /* unfinished shares of this round */
    atomic_llong done;                 /* the last round whose shares are all finished */
    struct waiter caller;
};

/* OMP_WAIT_POLICY applies to these threads as to OpenMP's. */
static long polls_wanted(void)
{
    const char *policy = getenv("OMP_WAIT_POLICY");
    if (policy && strcasecmp(policy, "passive") == 0)
        return 0;
    return policy && strcasecmp(policy, "active") == 0 ? LONG_MAX : POLLS;
}

static inline void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#endif
}

static void wake(struct waiter *waiter)
{
    if (atomic_exchange(&waiter->asleep, false))
        sem_post(&waiter->semaphore);
}

/* Waits until `value` differs from `old`; returns the number of polls left. */
static long wait_while(struct waiter *waiter, atomic_llong *value, long long old, long polls)
{
    for (; polls > 0 && atomic_load_explicit(value, memory_order_acquire) == old; polls--)
        pause_briefly();
    while (atomic_load(value) == old) {
        atomic_store(&waiter->asleep, true);
        /* a thread that changes the value checks for sleepers afterwards, so either the change is seen here, or the
         * sleeper is seen there */
        if (atomic_load(value) != old && atomic_exchange(&waiter->asleep, false))
            break;
        while (sem_wait(&waiter->semaphore) != 0) /* interrupted by a signal */
            ;
    }
    return polls;
}

/* Runs a share unless another thread has claimed it. `work` may be read only after a share is claimed: before that the
 * round may end at any time. */
static void claim_and_run(struct taub_team *self, int n, long long round)
{
    long long begun = atomic_load(&self->members[n].begun);
    if (begun >= round || !atomic_compare_exchange_strong(&self->members[n].begun, &begun, round))
        return;
    self->work(self->user, n);
    if (atomic_fetch_sub(&self->left, 1) == 1) {
        atomic_store(&self->done, round);
        wake(&self->caller);
    }
}

static void *serve(void *argument)
{
    struct member *self = argument;
    struct taub_team *team = self->team;
    struct taub_plain_locale plain = taub_plain_locale_begin();
    long polls = team->polls;
    for (long long round = 0;;) {
        polls = wait_while(&self->waiter, &team->round, round, polls);
        round = atomic_load(&team->round);
        if (round < 0)
            break;
        if (self->number < (round & ((1 << SHARES_BITS) - 1))) {
            claim_and_run(team, self->number, round);
            polls = team->polls;
        }
    }
    taub_plain_locale_end(&plain);
    return NULL;
}

struct taub_team *taub_team_create(int threads)
{
    struct taub_team *self = aligned_alloc(LINE, sizeof *self);
    struct member *members = aligned_alloc(LINE, (size_t)threads * sizeof *members);
    if (!self || !members) {
        free(self);
        free(members);
        return NULL;
    }
    *self = (struct taub_team){.threads = threads, .started = 1, .polls = polls_wanted(), .members = members};
    sem_init(&self->caller.semaphore, 0, 0);
    for (int n = 0; n < threads; n++) {
        members[n] = (struct member){.team = self, .number = n};
        sem_init(&members[n].waiter.semaphore, 0, 0);
    }
    return self;
}

int taub_team_threads(const struct taub_team *self)
{
    return self->threads;
}

/* Signals are blocked in team threads, so that the program's own threads receive them. If a thread cannot be started,
 * the others run its shares. */
static void start(struct taub_team *self, int threads)
{
    sigset_t all, before;
    if (self->started >= threads)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (; self->started < threads; self->started++)
        if (pthread_create(&self->members[self->started].thread, NULL, serve, &self->members[self->started]) != 0)
            break;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void taub_team_run(struct taub_team *self, int shares, void (*work)(void *user, int n), void *user)
{
    if (shares == 1) {
        work(user, 0);
        return;
    }
    start(self, shares);
    const long long number = (atomic_load(&self->round) >> SHARES_BITS) + 1, round = number << SHARES_BITS | shares;
    const long long before = atomic_load(&self->done);
    self->work = work;
    self->user = user;
    atomic_store(&self->left, shares);
    atomic_store(&self->round, round);
    for (int n = 1; n < shares && n < self->started; n++)
        wake(&self->members[n].waiter);
    for (int n = 0; n < shares; n++)
        claim_and_run(self, n, round);
    wait_while(&self->caller, &self->done, before, self->polls);
}

void taub_team_destroy(struct taub_team *self)
{
    if (!self)
        return;
    atomic_store(&self->round, -1);
    for (int n = 1; n < self->started; n++) {
        wake(&self->members[n].waiter);
        pthread_join(self->members[n].thread, NULL);
    }
    for (int n = 0; n < self->threads; n++)
        sem_destroy(&self->members[n].waiter.semaphore);
    sem_destroy(&self->caller.semaphore);
    free(self->members);
    free(self);
}
