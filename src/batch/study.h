/* A study: one case, and the keys whose values make events of it (docs/reference/study-file.md).
 *
 * Axes are keys with lists of values. Those of a design go together, row by row; every other one is combined with all
 * others, the last fastest, those of `events` behind those of `values`: so events with the same numbers of the physics
 * follow each other. */
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
    const char **values; /* as overrides want them; file names are absolute */
    const char **shown;  /* as they were written */
    struct taub_place *places;
    bool numbers; /* all of them */
};

enum { TAUB_STUDY_MOST_AXES = 64, TAUB_STUDY_MOST_DEVICES = 64 };

struct taub_study {
    struct taub_arena arena;
    const char *path, *case_path, *title;
    const char *const *overrides; /* of the case, from the command line */
    int override_count;
    struct taub_study_axis axes[TAUB_STUDY_MOST_AXES];
    int axis_count, design_axes; /* these come first */
    int64_t count;               /* of events */
    int at_once;                 /* events on a device at the same time; 0: as many as fill it */
    bool all_devices, folders;
    int devices[TAUB_STUDY_MOST_DEVICES], device_count; /* 0: that of the case */
};

/* Reads a study and checks it: every value of every key makes a case that can be run (combinations are tried when
 * their turn comes). Of the overrides those of `batch.` are the study's, the others the case's; they must stay.
 * TAUB_BAD_INPUT with FILE:LINE:COLUMN. */
enum taub_status taub_study_load(const char *path, const char *const *overrides, int override_count,
                                 struct taub_study **out, struct taub_error *error);
void taub_study_destroy(struct taub_study *self);

/* Whether a file is one: a map with `case` and `events`, `values` or `design`. */
bool taub_study_is_one(const char *path);

/* Which value of an axis an event has. */
int taub_study_value(const struct taub_study *self, int64_t event, int axis);
/* The case of an event, with `extra` overrides behind its own. */
enum taub_status taub_study_case(const struct taub_study *self, int64_t event, const char *const *extra,
                                 int extra_count, struct taub_case **out, struct taub_error *error);

/* src/batch/design.c: a CSV file whose first line names keys, its columns as axes. */
void taub_study_read_design(struct taub_study *self, const char *path, struct taub_place place,
                            struct taub_complaints *complaints);
/* src/batch/study_case.c: does the key exist, is a file name one? Adds the value to the axis. */
bool taub_study_known_key(const char *key, struct taub_place place, struct taub_complaints *complaints);
void taub_study_add_value(struct taub_study *self, struct taub_study_axis *axis, const char *text, const char *shown,
                          bool quoted, const char *folder, struct taub_place place, struct taub_complaints *complaints);
enum taub_status taub_study_check(struct taub_study *self, struct taub_error *error);

#endif
