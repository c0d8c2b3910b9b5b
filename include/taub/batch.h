/* Many events of one case: a study (docs/reference/study-file.md) run on the devices of this machine.
 *
 * As many events as fill a device are computed at the same time, each as a simulation of its own with its own clock;
 * one that has ended gives its place to the next. The folder gets results.h5, journal.csv, of which a batch that was
 * killed goes on, and with batch.folders: true in events/NUMBER what `taub run` leaves. */
#ifndef TAUB_BATCH_H
#define TAUB_BATCH_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "taub/error.h"

/* What those that compute events spend their time with. */
enum taub_batch_part {
    TAUB_BATCH_PREPARE, /* from the case to the first step: initial data, programs, memory */
    TAUB_BATCH_STEPS,   /* the device's, or waiting for it */
    TAUB_BATCH_SURFACE, /* looks for the freeze-out surface */
    TAUB_BATCH_HADRONS, /* spectra */
    TAUB_BATCH_OTHER,   /* looks at totals, last outputs, letting go */
    TAUB_BATCH_PARTS
};

struct taub_batch_progress {
    int64_t total, done, failed; /* done: failed ones, and those of an earlier part of the batch, among them */
    int64_t running;
    double events_per_second;         /* of this part */
    double zone_updates_per_second;   /* all devices, events that have ended */
    double seconds_left;              /* estimate; negative when unknown */
    double seconds[TAUB_BATCH_PARTS]; /* of all workers together, in events that have ended */
};

struct taub_batch_options {
    const char *folder;           /* where results go */
    const char *const *overrides; /* "key=value": of the case, or of the study's batch */
    int override_count;
    bool again; /* events that failed in an earlier part of the batch are tried once more */
    /* Called at most a few times a second, by one thread at a time; NULL for silence. */
    void (*progress)(void *user, const struct taub_batch_progress *progress);
    /* Called once for each event that failed; NULL for silence. */
    void (*failed)(void *user, int64_t event, const char *reason);
    /* Called once, when the devices are open, with a line that says what computes; NULL for silence. */
    void (*started)(void *user, const char *text);
    void *user;
    const volatile sig_atomic_t *interrupt; /* non-zero: events under way are given up, the rest is kept; NULL: never */
};

/* TAUB_OK when every event has ended well; TAUB_FAILED when one has failed, or after an interrupt; TAUB_BAD_INPUT with
 * FILE:LINE:COLUMN when the study is wrong, and nothing is written then. *out, which may be NULL, is how far it came.
 */
enum taub_status taub_batch_run(const char *study, const struct taub_batch_options *options,
                                struct taub_batch_progress *out, struct taub_error *error);

#endif
