/* The workers of a batch: threads that each compute one event after another, with a queue of their own on their device.
 *
 * A worker also prepares its event and stores its results on the host. There are more workers than are needed to fill
 * the device, so that it computes other events meanwhile. */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "batch/hadrons.h"
#include "batch/ledger.h"
#include "case/case.h"
#include "core/clock.h"
#include "core/limits.h"
#include "core/locale.h"
#include "core/parallel.h"
#include "core/try.h"
#include "device/device.h"
#include "eos/eos.h"
#include "evolve/run.h"
#include "taub/taub.h"

#define SECONDS_PER_REPORT 0.2
#define SECONDS_PER_SYNC 1.0
#define MEGABYTE ((size_t)1 << 20)
/* Address space that an event needs besides its data: three threads (the worker, one that writes outputs, one that
 * sorts the surface), each with a stack of 8 MB and a malloc arena of 64 MB (glibc); and a reserve for libraries. */
#define SPACE_OF_EVENT (3 * 72 * MEGABYTE)
#define SPACE_OF_LIBRARIES (64 * MEGABYTE)
enum { MOST_WORKERS = 1024, MOST_ON_DEVICE = 64, LEAST_ON_DEVICE = 4, RESIDENT_THREADS = 2048, FILLINGS = 3 };

struct batch {
    const struct taub_study *study;
    const struct taub_batch_options *options;
    struct taub_hadrons hadrons;   /* hadron list; used if the study wants spectra */
    struct taub_decay_map *decays; /* for boost-invariant surfaces; NULL: not needed */
    struct taub_case *first;       /* case of event 0 */
    struct taub_ledger *ledger;
    struct taub_journal *journal;
    int64_t *events; /* events to be computed, in order */
    int64_t event_count, next;
    int threads; /* host threads of each event */
    bool stop;
    pthread_mutex_t lock;    /* protects all members that change */
    pthread_mutex_t opening; /* protects opening of devices: one at a time */
    struct taub_compiled *compiled;
    struct taub_batch_progress progress;
    double started, reported, synced, zone_updates;
    int64_t ended;           /* events computed by this process */
    enum taub_status status; /* of failures that stop the whole batch, such as those of the journal */
    struct taub_error error;
};

struct worker {
    struct batch *batch;
    struct taub_device_config config;
    struct taub_device *device;
    struct taub_run_result *result;
    struct taub_eos *eos; /* of the previous event; NULL: none */
    struct taub_config_eos eos_config;
    struct taub_gathered gathered;
    double numbers[TAUB_STUDY_MOST_SPECIES * TAUB_HADRON_NUMBERS];
    double first_step;                /* time at which the event began its first step; 0: it has not */
    double seconds[TAUB_BATCH_PARTS]; /* parts of the current event */
    pthread_t thread;
};

static bool interrupted(const struct batch *self)
{
    return self->options->interrupt && *self->options->interrupt;
}

/* ---- one event ---- */

static enum taub_status open_device(struct worker *self, struct taub_error *error)
{
    taub_device_close(self->device);
    self->device = NULL;
    TRY(taub_device_open(&self->config, &self->device, error));
    struct taub_device_report report;
    taub_device_describe(self->device, &report);
    self->config.kind = report.kind; /* all workers use the kind of device that the first one found */
    return taub_device_keep(self->device, self->batch->compiled, error);
}

/* Opens the device again if the precision or strictness of this case differs from the previous one. */
static enum taub_status prepare_device(struct worker *self, const struct taub_config *config, struct taub_error *error)
{
    if (self->device && self->config.precision == config->device.precision &&
        self->config.reproducible == config->device.reproducible)
        return TAUB_OK;
    self->config.precision = config->device.precision;
    self->config.reproducible = config->device.reproducible;
    pthread_mutex_lock(&self->batch->opening);
    const enum taub_status status = open_device(self, error);
    pthread_mutex_unlock(&self->batch->opening);
    return status;
}

/* Creates the equation of state of an event. One without file and parameters is reused by all events that ask for
 * it. */
static enum taub_status prepare_eos(struct worker *self, const struct taub_config_eos *config, struct taub_error *error)
{
    const bool whole = !config->file && config->parameters.count == 0;
    if (self->eos && whole && memcmp(&self->eos_config, config, sizeof *config) == 0)
        return TAUB_OK;
    taub_eos_destroy(self->eos);
    self->eos = NULL;
    if (!whole)
        return TAUB_OK;
    self->eos_config = *config;
    return taub_eos_create(config, &self->eos, error);
}

static void note_first_step(void *user, const struct taub_run_result *result)
{
    ((struct worker *)user)->first_step = taub_seconds();
}

/* Splits the wall time of an event that began at `before` into parts; that of its hadrons is set already. */
static void split_time(struct worker *self, double before)
{
    double *seconds = self->seconds, all = taub_seconds() - before;
    seconds[TAUB_BATCH_PREPARE] = self->first_step > 0.0 ? self->first_step - before : all;
    seconds[TAUB_BATCH_STEPS] = self->result->seconds;
    seconds[TAUB_BATCH_SURFACE] = self->result->surface.seconds;
    for (int n = 0; n < TAUB_BATCH_OTHER; n++)
        all -= seconds[n];
    seconds[TAUB_BATCH_OTHER] = fmax(all, 0.0);
}

static enum taub_status compute(struct worker *self, int64_t event, struct taub_error *error)
{
    struct batch *batch = self->batch;
    char threads[64], index[64], folder[4200];
    char kind[64];
    struct taub_case *run_case;
    snprintf(kind, sizeof kind, "device.kind=%s", taub_word("device.kind", (int)self->config.kind));
    snprintf(threads, sizeof threads, "device.threads=%d", batch->threads);
    snprintf(index, sizeof index, "device.index=%d", self->config.index);
    snprintf(folder, sizeof folder, "%s/events/%06lld", batch->options->folder, (long long)event);
    const char *const extra[] = {kind, threads, index};
    TRY(taub_study_case(batch->study, event, extra, 3, &run_case, error));
    enum taub_status status = taub_ledger_check(batch->ledger, run_case, error);
    if (status == TAUB_OK)
        status = prepare_device(self, taub_case_config(run_case), error);
    if (status == TAUB_OK)
        status = prepare_eos(self, &taub_case_config(run_case)->eos, error);
    const struct taub_run_options options = {.folder = batch->study->folders ? folder : NULL,
                                             .device = self->device,
                                             .eos = self->eos,
                                             .surface = batch->study->hadrons ? taub_gather : NULL,
                                             .surface_user = &self->gathered,
                                             .started = note_first_step,
                                             .user = self,
                                             .interrupt = batch->options->interrupt,
                                             .result = self->result};
    self->gathered.count = 0;
    self->gathered.lost = false;
    if (status == TAUB_OK)
        status = taub_run(run_case, &options, error);
    const double ran = taub_seconds();
    if (status == TAUB_OK && batch->study->hadrons)
        status = taub_batch_hadrons_find(batch->study, &batch->hadrons, batch->decays, taub_case_config(run_case),
                                         self->device, &self->gathered, self->numbers, error);
    self->seconds[TAUB_BATCH_HADRONS] = taub_seconds() - ran;
    taub_case_destroy(run_case);
    return status;
}

/* ---- all events ---- */

static void report(struct batch *self, bool last)
{
    const double time = taub_seconds(), passed = time - self->started;
    struct taub_batch_progress *progress = &self->progress;
    const int64_t left = self->event_count - self->ended;
    progress->events_per_second = passed > 0.0 ? (double)self->ended / passed : 0.0;
    progress->zone_updates_per_second = passed > 0.0 ? self->zone_updates / passed : 0.0;
    progress->seconds_left = self->ended > 0 ? (double)left / progress->events_per_second : -1.0;
    if (!self->options->progress || (!last && time - self->reported < SECONDS_PER_REPORT))
        return;
    self->reported = time;
    self->options->progress(self->options->user, progress);
}

/* Only the first error is reported. The lock is held. */
static void stop_for(struct batch *self, const struct taub_error *error)
{
    if (self->status == TAUB_OK) {
        self->status = error->status;
        self->error = *error;
    }
    self->stop = true;
}

/* A failure of the machine would hit the next event, too: stop the batch. The lock is held. */
static void stop_for_event(struct batch *self, int64_t event, const struct taub_error *why)
{
    struct taub_error error;
    taub_fail(&error, TAUB_FAILED,
              "event %lld: %.*s\nThe batch stops here; run the same command again to continue with this event.",
              (long long)event, (int)sizeof error.message - 128, why->message);
    stop_for(self, &error);
}

/* Records an event that has ended. The lock is held. */
static void record(struct batch *self, int64_t event, const struct taub_run_result *result, double seconds,
                   enum taub_status status, const char *reason, const double *hadrons)
{
    struct taub_error error;
    const bool good = status == TAUB_OK;
    taub_ledger_put(self->ledger, event, result, seconds, good ? TAUB_EVENT_DONE : TAUB_EVENT_FAILED, reason,
                    good && self->study->hadrons ? hadrons : NULL);
    enum taub_status written = taub_journal_add(self->journal, event, &error);
    const double time = taub_seconds();
    if (written == TAUB_OK && time - self->synced > SECONDS_PER_SYNC) {
        self->synced = time;
        written = taub_journal_sync(self->journal, &error);
    }
    if (written != TAUB_OK) {
        self->ledger->status[event] = TAUB_EVENT_OPEN;
        stop_for(self, &error);
        return;
    }
    self->ended++;
    self->zone_updates += (double)result->zones * (double)result->steps;
    self->progress.done++;
    self->progress.failed += !good;
    if (!good && self->options->failed)
        self->options->failed(self->options->user, event, reason);
}

static void *work(void *argument)
{
    struct worker *self = argument;
    struct batch *batch = self->batch;
    struct taub_error error;
    struct taub_plain_locale plain = taub_plain_locale_begin();
    pthread_mutex_lock(&batch->lock);
    while (batch->next < batch->event_count && !batch->stop && !interrupted(batch)) {
        const int64_t event = batch->events[batch->next++];
        batch->progress.running++;
        pthread_mutex_unlock(&batch->lock);
        const double before = taub_seconds();
        memset(self->result, 0, sizeof *self->result);
        memset(self->seconds, 0, sizeof self->seconds);
        self->first_step = 0.0;
        memset(&error, 0, sizeof error);
        const enum taub_status status = compute(self, event, &error);
        const double seconds = taub_seconds() - before;
        split_time(self, before);
        pthread_mutex_lock(&batch->lock);
        batch->progress.running--;
        for (int n = 0; n < TAUB_BATCH_PARTS; n++)
            batch->progress.seconds[n] += self->seconds[n];
        /* events that were interrupted, or failed because of the machine, are left to be computed when the batch is
         * resumed */
        if (status != TAUB_OK && error.machine && !interrupted(batch))
            stop_for_event(batch, event, &error);
        else if (status == TAUB_OK || !interrupted(batch))
            record(batch, event, self->result, seconds, status, error.message, self->numbers);
        report(batch, false);
    }
    pthread_mutex_unlock(&batch->lock);
    taub_plain_locale_end(&plain);
    return NULL;
}

/* ---- which devices, how many workers ---- */

static int find_devices(const struct taub_study *study, const struct taub_config *config, enum taub_device_kind kind,
                        int devices[TAUB_STUDY_MOST_DEVICES])
{
    struct taub_device_report reports[2 * TAUB_STUDY_MOST_DEVICES];
    int count = 0;
    if (study->device_count > 0) {
        memcpy(devices, study->devices, sizeof study->devices);
        return study->device_count;
    }
    const int found = study->all_devices ? taub_device_survey(reports, 2 * TAUB_STUDY_MOST_DEVICES) : 0;
    for (int n = 0; n < found && count < TAUB_STUDY_MOST_DEVICES; n++)
        if (reports[n].kind == kind && reports[n].usable)
            devices[count++] = reports[n].index;
    if (count == 0)
        devices[count++] = config->device.index;
    return count;
}

/* Number of concurrent events. On a GPU enough for several times the number of resident threads, because short launches
 * leave gaps and events need host work. On the host one per processor. */
static int concurrent_events(const struct taub_estimate *estimate, const struct taub_device *device)
{
    const int processors = taub_usable_threads(), units = taub_device_units(device);
    const double memory =
        estimate->device.host_memory ? estimate->device_bytes + estimate->host_bytes : estimate->device_bytes;
    const double room = 0.8 * (double)estimate->device.memory_free / fmax(memory, 1.0);
    double wanted = processors;
    if (estimate->device.kind != TAUB_DEVICE_HOST) {
        wanted = ceil((double)FILLINGS * units * RESIDENT_THREADS / (double)estimate->zones);
        wanted = fmin(fmax(wanted, LEAST_ON_DEVICE), MOST_ON_DEVICE);
        if (estimate->device.host_memory) /* OpenCL on the processors: every launch uses all of them */
            wanted = 2;
    }
    return (int)fmax(fmin(wanted, room), 1.0);
}

/* Reduces `wanted`, the number of concurrent events, to those for which memory can be reserved, so that no event, and
 * no library that does not check, runs out of memory later. */
static enum taub_status reserve(const struct taub_estimate *estimate, int *wanted, struct taub_error *error)
{
    const double each = estimate->host_bytes + (estimate->device.host_memory ? estimate->device_bytes : 0.0);
    const size_t bytes = (size_t)each + SPACE_OF_EVENT;
    const int others = taub_takeable_pieces(*wanted - 1, bytes, bytes + SPACE_OF_LIBRARIES);
    if (others < 0)
        return taub_fail(error, TAUB_FAILED,
                         "An event needs %.0f MB of the host's memory, and this process may not take as much (ulimit "
                         "-v).",
                         ((double)bytes + (double)SPACE_OF_LIBRARIES) / 1e6);
    *wanted = 1 + others;
    return TAUB_OK;
}

static enum taub_status start_workers(struct batch *self, struct worker **out, int *count, struct taub_error *error)
{
    const struct taub_config *config = taub_case_config(self->first);
    struct taub_estimate estimate;
    int devices[TAUB_STUDY_MOST_DEVICES];
    struct worker *workers = calloc(MOST_WORKERS, sizeof *workers);
    *out = workers;
    *count = 0;
    if (!workers)
        return taub_fail(error, TAUB_FAILED, "Out of memory for the workers.");
    workers[0].batch = self;
    workers[0].config = taub_device_wanted(&config->device);
    workers[0].config.threads = 1;
    if (self->study->device_count > 0)
        workers[0].config.index = self->study->devices[0];
    *count = 1;
    TRY(open_device(&workers[0], error));
    const int opened = workers[0].config.index;
    TRY(taub_estimate(self->first, 1, &estimate, error));
    taub_device_describe(workers[0].device, &estimate.device);
    const int device_count = find_devices(self->study, config, estimate.device.kind, devices);
    int on_device = self->study->at_once > 0 ? self->study->at_once : concurrent_events(&estimate, workers[0].device);
    if (on_device > self->event_count / device_count + 1)
        on_device = (int)(self->event_count / device_count + 1);
    int all = on_device * device_count;
    all = all < MOST_WORKERS ? all : MOST_WORKERS;
    all = (int64_t)all < self->event_count ? all : (int)self->event_count;
    TRY(reserve(&estimate, &all, error));
    const int startable = taub_startable_threads(all);
    all = all < startable ? all : startable;
    if (all < 1)
        all = 1;
    self->threads = estimate.device.kind == TAUB_DEVICE_HOST ? taub_usable_threads() / all : 1;
    self->threads = self->threads < 1 ? 1 : self->threads;
    for (int n = 0; n < all; n++) {
        workers[n].batch = self;
        workers[n].config = workers[0].config;
        workers[n].config.kind = estimate.device.kind;
        workers[n].config.index = devices[n % device_count];
        workers[n].config.threads = self->threads;
        workers[n].result = calloc(1, sizeof *workers[n].result);
        *count = n + 1;
        if (!workers[n].result)
            return taub_fail(error, TAUB_FAILED, "Out of memory for the workers.");
        if (n > 0 || self->threads > 1 || devices[0] != opened)
            TRY(open_device(&workers[n], error));
    }
    char text[512], times[32] = "", threads[48] = "";
    if (device_count > 1)
        snprintf(times, sizeof times, " x %d", device_count);
    if (self->threads > 1)
        snprintf(threads, sizeof threads, ", %d threads each", self->threads);
    snprintf(text, sizeof text, "%s%s, %d event%s at the same time%s", estimate.device.name, times, all,
             all == 1 ? "" : "s", threads);
    if (self->options->started)
        self->options->started(self->options->user, text);
    return TAUB_OK;
}

static enum taub_status run_workers(struct batch *self, struct taub_error *error)
{
    struct worker *workers;
    int count, started = 0;
    enum taub_status status = start_workers(self, &workers, &count, error);
    self->started = self->reported = self->synced = taub_seconds();
    for (int n = 1; status == TAUB_OK && n < count; n++, started++)
        if (pthread_create(&workers[n].thread, NULL, work, &workers[n]) != 0)
            break; /* the other workers compute its share */
    if (status == TAUB_OK)
        work(&workers[0]);
    for (int n = 1; n <= started; n++)
        pthread_join(workers[n].thread, NULL);
    for (int n = 0; n < count; n++) {
        taub_device_close(workers[n].device);
        free(workers[n].result);
        free(workers[n].gathered.elements);
        taub_eos_destroy(workers[n].eos);
    }
    free(workers);
    if (status == TAUB_OK && self->status != TAUB_OK) {
        status = self->status;
        if (error)
            *error = self->error;
    }
    return status;
}

/* ---- the batch ---- */

static enum taub_status make_folder(const char *folder, struct taub_error *error)
{
    char path[4096];
    struct stat info;
    if (snprintf(path, sizeof path, "%s", folder) >= (int)sizeof path - 64)
        return taub_fail(error, TAUB_BAD_INPUT, "The name of the folder is too long.");
    for (char *at = path + 1;; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        const char end = *at;
        *at = '\0';
        if (mkdir(path, 0777) != 0 && !(stat(path, &info) == 0 && S_ISDIR(info.st_mode)))
            return taub_fail(error, TAUB_BAD_INPUT, "%s: the folder cannot be made: %s.", folder, strerror(errno));
        *at = end;
        if (end == '\0')
            return TAUB_OK;
    }
}

static enum taub_status list_events(struct batch *self, struct taub_error *error)
{
    self->events = malloc((size_t)self->study->count * sizeof *self->events);
    if (!self->events)
        return taub_fail(error, TAUB_FAILED, "Out of memory for the list of events.");
    for (int64_t n = 0; n < self->study->count; n++) {
        const int status = self->ledger->status[n];
        if (status == TAUB_EVENT_OPEN || (status == TAUB_EVENT_FAILED && self->options->again)) {
            self->events[self->event_count++] = n;
            continue;
        }
        self->progress.done++;
        self->progress.failed += status == TAUB_EVENT_FAILED;
    }
    return TAUB_OK;
}

static enum taub_status run_batch(struct batch *self, struct taub_error *error)
{
    const char *folder = self->options->folder;
    TRY(taub_study_case(self->study, 0, NULL, 0, &self->first, error));
    TRY(taub_batch_hadrons_read(self->study, taub_case_config(self->first), &self->hadrons, error));
    TRY(taub_batch_decays(self->study, taub_case_config(self->first), &self->hadrons, &self->decays, error));
    TRY(taub_ledger_create(self->study, self->first, &self->ledger, error));
    TRY(make_folder(folder, error));
    TRY(taub_journal_open(folder, self->ledger, &self->journal, error));
    self->progress.total = self->study->count;
    TRY(list_events(self, error));
    enum taub_status status = self->event_count > 0 ? run_workers(self, error) : TAUB_OK;
    if (status == TAUB_OK)
        report(self, true);
    if (status != TAUB_BAD_INPUT) {
        struct taub_error second;
        enum taub_status written = taub_journal_sync(self->journal, &second);
        const enum taub_status results =
            taub_results_write(folder, self->study, self->ledger, self->first, written == TAUB_OK ? &second : NULL);
        written = written == TAUB_OK ? results : written;
        if (status == TAUB_OK && written != TAUB_OK) {
            status = written;
            if (error)
                *error = second;
        }
    }
    TRY(status);
    const struct taub_batch_progress *progress = &self->progress;
    if (progress->done < progress->total)
        return taub_fail(error, TAUB_FAILED,
                         "interrupted: %lld of %lld events have ended; run the same command again to continue",
                         (long long)progress->done, (long long)progress->total);
    if (progress->failed > 0)
        return taub_fail(error, TAUB_FAILED, "%lld of %lld events failed; results.h5 says why (--again retries them)",
                         (long long)progress->failed, (long long)progress->total);
    return TAUB_OK;
}

enum taub_status taub_batch_run(const char *path, const struct taub_batch_options *options,
                                struct taub_batch_progress *out, struct taub_error *error)
{
    struct taub_study *study;
    struct batch *self = calloc(1, sizeof *self);
    enum taub_status status;
    if (out)
        *out = (struct taub_batch_progress){.seconds_left = -1.0};
    if (!self)
        return taub_fail(error, TAUB_FAILED, "Out of memory for the batch.");
    struct taub_plain_locale plain = taub_plain_locale_begin();
    status = taub_study_load(path, options->overrides, options->override_count, &study, error);
    if (status == TAUB_OK) {
        self->study = study;
        self->options = options;
        pthread_mutex_init(&self->lock, NULL);
        pthread_mutex_init(&self->opening, NULL);
        self->compiled = taub_compiled_create();
        status = run_batch(self, error);
        taub_compiled_destroy(self->compiled);
        pthread_mutex_destroy(&self->opening);
        pthread_mutex_destroy(&self->lock);
        taub_journal_close(self->journal);
        taub_ledger_destroy(self->ledger);
        taub_case_destroy(self->first);
        taub_decay_map_destroy(self->decays);
        taub_hadrons_free(&self->hadrons);
        free(self->events);
        taub_study_destroy(study);
        if (out)
            *out = self->progress;
    }
    taub_plain_locale_end(&plain);
    free(self);
    return status;
}
