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

/* How often who waits looks before it sleeps: some tens of microseconds. Passes of a step follow each other faster. */
enum { LOOKS = 2000, SHARES_BITS = 16, LINE = 64 };

/* Where a thread sleeps. */
struct bed {
    _Alignas(LINE) atomic_bool asleep;
    sem_t bell;
};

struct member {
    struct bed bed;
    atomic_llong begun; /* the last round of which somebody has begun this member's share */
    pthread_t thread;
    struct taub_team *team;
    int number;
};

struct taub_team {
    int threads, started;
    long looks;
    struct member *members;
    /* what the caller writes before it changes `round` */
    void (*work)(void *user, int n);
    void *user;
    _Alignas(LINE) atomic_llong round; /* its number above SHARES_BITS, its shares below; negative: the end */
    _Alignas(LINE) atomic_int left;    /* shares of this round that are not done */
    atomic_llong done;                 /* the last round of which all are */
    struct bed caller;
};

/* What the user says of OpenMP's threads holds for these. */
static long looks_wanted(void)
{
    const char *policy = getenv("OMP_WAIT_POLICY");
    if (policy && strcasecmp(policy, "passive") == 0)
        return 0;
    return policy && strcasecmp(policy, "active") == 0 ? LONG_MAX : LOOKS;
}

static inline void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#endif
}

static void wake(struct bed *bed)
{
    if (atomic_exchange(&bed->asleep, false))
        sem_post(&bed->bell);
}

/* Until `value` is another than `old`; returns how many looks are left. */
static long wait_while(struct bed *bed, atomic_llong *value, long long old, long looks)
{
    for (; looks > 0 && atomic_load_explicit(value, memory_order_acquire) == old; looks--)
        pause_briefly();
    while (atomic_load(value) == old) {
        atomic_store(&bed->asleep, true);
        /* who changes the value looks for sleepers afterwards: it is seen here, or there */
        if (atomic_load(value) != old && atomic_exchange(&bed->asleep, false))
            break;
        while (sem_wait(&bed->bell) != 0) /* a signal */
            ;
    }
    return looks;
}

/* Does a share unless another thread has begun it. Only while a share is open can the round's work be looked at. */
static void take(struct taub_team *self, int n, long long round)
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
    long looks = team->looks;
    for (long long round = 0;;) {
        looks = wait_while(&self->bed, &team->round, round, looks);
        round = atomic_load(&team->round);
        if (round < 0)
            break;
        if (self->number < (round & ((1 << SHARES_BITS) - 1))) {
            take(team, self->number, round);
            looks = team->looks;
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
    *self = (struct taub_team){.threads = threads, .started = 1, .looks = looks_wanted(), .members = members};
    sem_init(&self->caller.bell, 0, 0);
    for (int n = 0; n < threads; n++) {
        members[n] = (struct member){.team = self, .number = n};
        sem_init(&members[n].bed.bell, 0, 0);
    }
    return self;
}

int taub_team_threads(const struct taub_team *self)
{
    return self->threads;
}

/* Signals go to the program's own threads. Where one cannot be started the others do its shares. */
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
        wake(&self->members[n].bed);
    for (int n = 0; n < shares; n++)
        take(self, n, round);
    wait_while(&self->caller, &self->done, before, self->looks);
}

void taub_team_destroy(struct taub_team *self)
{
    if (!self)
        return;
    atomic_store(&self->round, -1);
    for (int n = 1; n < self->started; n++) {
        wake(&self->members[n].bed);
        pthread_join(self->members[n].thread, NULL);
    }
    for (int n = 0; n < self->threads; n++)
        sem_destroy(&self->members[n].bed.bell);
    sem_destroy(&self->caller.bell);
    free(self->members);
    free(self);
}
