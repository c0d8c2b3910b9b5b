/* A study: one case, and the keys whose values define its events (docs/reference/study-file.md).
 *
 * An axis is a key with a list of values. The axes of a design vary together, row by row; all others are combined with
 * each other, the last one fastest. Axes of `events` come after those of `values`, so that events with the same
 * physical parameters are consecutive. */
#ifndef TAUB_STUDY_H
#define TAUB_STUDY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "case/arena.h"
#include "case/complaints.h"
#include "taub/case.h"

struct taub_study_axis {
    const char *key;
    int count;
    const char **values; /* as in overrides; file names are absolute */
    const char **shown;  /* as written in the study */
    struct taub_place *places;
    bool numbers; /* all values are numbers */
};

enum { TAUB_STUDY_MOST_AXES = 64, TAUB_STUDY_MOST_DEVICES = 64, TAUB_STUDY_MOST_SPECIES = 32 };

struct taub_study {
    struct taub_arena arena;
    const char *path, *case_path, *title;
    const char *const *overrides; /* overrides of the case from the command line */
    int override_count;
    struct taub_study_axis axes[TAUB_STUDY_MOST_AXES];
    int axis_count, design_axes; /* axes of the design come first */
    int64_t count;               /* number of events */
    int at_once;                 /* concurrent events on a device; 0: as many as fill it */
    bool all_devices, folders;
    const char *hadrons, *decays; /* hadron list; NULL: no spectra. decaymodes.txt of SMASH; NULL: next to the list */
    int64_t species[TAUB_STUDY_MOST_SPECIES];
    int species_count;
    bool feed_down;
    int devices[TAUB_STUDY_MOST_DEVICES], device_count; /* 0: the device of the case */
};

/* Reads and checks a study: each value of each key must give a valid case; combinations are checked when they are run.
 * Overrides of `batch.` apply to the study, others to the case; they must outlive the study. Errors are TAUB_BAD_INPUT
 * with FILE:LINE:COLUMN. */
enum taub_status taub_study_load(const char *path, const char *const *overrides, int override_count,
                                 struct taub_study **out, struct taub_error *error);
void taub_study_destroy(struct taub_study *self);

/* Whether a file is a study: a map with `case` and `events`, `values` or `design`. */
bool taub_study_is_one(const char *path);

/* Index of the value that an event has on an axis. */
int taub_study_value(const struct taub_study *self, int64_t event, int axis);
/* The case of an event; `extra` overrides are applied last. */
enum taub_status taub_study_case(const struct taub_study *self, int64_t event, const char *const *extra,
                                 int extra_count, struct taub_case **out, struct taub_error *error);

/* src/batch/design.c: adds the columns of a CSV file, named in its first line, as axes. */
void taub_study_read_design(struct taub_study *self, const char *path, struct taub_place place,
                            struct taub_complaints *complaints);
/* src/batch/study_case.c: checks that a key exists; adds a value to an axis, checking file names; checks the whole
 * study. */
bool taub_study_known_key(const char *key, struct taub_place place, struct taub_complaints *complaints);
void taub_study_add_value(struct taub_study *self, struct taub_study_axis *axis, const char *text, const char *shown,
                          bool quoted, const char *folder, struct taub_place place, struct taub_complaints *complaints);
enum taub_status taub_study_check(struct taub_study *self, struct taub_error *error);

#endif
