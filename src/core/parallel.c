#include "core/parallel.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

#include "core/limits.h"
#include "core/locale.h"

enum { MOST_THREADS = 256, THREADS_A_PROCESSOR = 4 };

struct crew {
    pthread_mutex_t lock;
    int next, count;
    enum taub_status (*body)(void *user, int n, struct taub_error *error);
    void *user;
    enum taub_status status;
    int failed; /* the smallest n that failed; count: none */
    struct taub_error error;
};

int taub_most_threads(void)
{
    const int processors = taub_processors();
    return processors > INT_MAX / THREADS_A_PROCESSOR ? INT_MAX : processors * THREADS_A_PROCESSOR;
}

int taub_usable_threads(void)
{
    const char *setting = getenv("OMP_NUM_THREADS");
    const long requested = setting ? strtol(setting, NULL, 10) : 0, most = taub_most_threads();
    if (requested > 0)
        return (int)(requested < most ? requested : most);
    return taub_processors_with_quota("");
}

static void *wait_for_gate(void *gate)
{
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

int taub_startable_threads(int wanted)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *others = malloc((size_t)(wanted > 0 ? wanted : 1) * sizeof *others);
    int started = 0;
    if (!others)
        return 1;
    pthread_mutex_lock(&gate);
    while (started < wanted - 1 && pthread_create(&others[started], NULL, wait_for_gate, &gate) == 0)
        started++;
    pthread_mutex_unlock(&gate);
    for (int n = 0; n < started; n++)
        pthread_join(others[n], NULL);
    free(others);
    return started + 1;
}

/* Indices are handed out in order, so that all indices below a failing one have been started. */
static void *work(void *argument)
{
    struct crew *crew = argument;
    struct taub_error error = {0};
    pthread_mutex_lock(&crew->lock);
    while (crew->next < crew->count && crew->status == TAUB_OK) {
        const int n = crew->next++;
        pthread_mutex_unlock(&crew->lock);
        const enum taub_status status = crew->body(crew->user, n, &error);
        pthread_mutex_lock(&crew->lock);
        if (status != TAUB_OK && n < crew->failed) {
            crew->status = status;
            crew->failed = n;
            crew->error = error;
        }
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static void *run_thread(void *argument)
{
    struct taub_plain_locale plain = taub_plain_locale_begin();
    work(argument);
    taub_plain_locale_end(&plain);
    return NULL;
}

enum taub_status taub_parallel(int threads, int count,
                               enum taub_status (*body)(void *user, int n, struct taub_error *error), void *user,
                               struct taub_error *error)
{
    struct crew crew = {.count = count, .body = body, .user = user, .status = TAUB_OK, .failed = count};
    pthread_t others[MOST_THREADS];
    int started = 0;
    threads = threads > 0 ? threads : taub_usable_threads();
    threads = threads < count ? threads : count;
    threads = threads < MOST_THREADS ? threads : MOST_THREADS;
    pthread_mutex_init(&crew.lock, NULL);
    /* if a thread cannot be started, the others do its share */
    while (started < threads - 1 && pthread_create(&others[started], NULL, run_thread, &crew) == 0)
        started++;
    work(&crew);
    for (int n = 0; n < started; n++)
        pthread_join(others[n], NULL);
    pthread_mutex_destroy(&crew.lock);
    if (crew.status != TAUB_OK && error)
        *error = crew.error;
    return crew.status;
}
