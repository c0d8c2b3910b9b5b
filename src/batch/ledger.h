/* Results of a batch: a row of numbers for each event, appended to journal.csv as events end, and written to results.h5
 * at the end. */
#ifndef TAUB_BATCH_LEDGER_H
#define TAUB_BATCH_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "batch/study.h"
#include "evolve/run.h"

enum taub_event_status { TAUB_EVENT_OPEN, TAUB_EVENT_DONE, TAUB_EVENT_FAILED };

/* First numbers of a row. They are followed by metadata of the initial data, by the columns of the history at the start
 * and at the end, and by numbers of hadrons. */
enum {
    TAUB_ROW_STEPS,
    TAUB_ROW_TIME,
    TAUB_ROW_SECONDS,
    TAUB_ROW_STEP_SECONDS,
    TAUB_ROW_SURFACE_ELEMENTS,
    TAUB_ROW_SURFACE_ENERGY,
    TAUB_ROW_SURFACE_LOST_SHARE,
    TAUB_ROW_COUNTS,
    TAUB_ROW_METADATA = TAUB_ROW_COUNTS + 9,
    TAUB_ROW_COLUMNS = TAUB_ROW_METADATA + TAUB_RESULT_METADATA
};
extern const char *const taub_row_names[TAUB_ROW_METADATA];

struct taub_ledger {
    char hash[33]; /* of the study and the case */
    int64_t count;
    int column_count; /* columns of the history */
    struct taub_ledger_column {
        char name[32];
        char unit[32];
    } columns[TAUB_RESULT_COLUMNS];
    int metadata_count; /* metadata of the first event's initial data */
    char metadata[TAUB_RESULT_METADATA][32];
    int species_count; /* after the columns, TAUB_HADRON_NUMBERS for each species */
    int width;         /* numbers in a row */
    unsigned char *status;
    double *rows;
    char **reasons; /* why events failed; NULL for others */
};

/* Creates the ledger of a study; *first is the case of its first event. */
enum taub_status taub_ledger_create(const struct taub_study *study, const struct taub_case *first,
                                    struct taub_ledger **out, struct taub_error *error);
void taub_ledger_destroy(struct taub_ledger *self);
/* TAUB_BAD_INPUT if the history of the event's case has different columns from the first one. */
enum taub_status taub_ledger_check(const struct taub_ledger *self, const struct taub_case *run_case,
                                   struct taub_error *error);
void taub_ledger_put(struct taub_ledger *self, int64_t event, const struct taub_run_result *result, double seconds,
                     enum taub_event_status status, const char *reason, const double *hadrons);

/* The journal. Opening it reads the results of an earlier part of the batch into the ledger; an incomplete last line is
 * dropped. TAUB_BAD_INPUT if it belongs to another study or is in use by another batch. */
struct taub_journal;
enum taub_status taub_journal_open(const char *folder, struct taub_ledger *ledger, struct taub_journal **out,
                                   struct taub_error *error);
/* Appends the row of an event. On failure the journal is unchanged. */
enum taub_status taub_journal_add(struct taub_journal *self, int64_t event, struct taub_error *error);
/* Waits until all lines are on disk. */
enum taub_status taub_journal_sync(struct taub_journal *self, struct taub_error *error);
void taub_journal_close(struct taub_journal *self);

/* Writes results.h5 to a temporary file and renames it. */
enum taub_status taub_results_write(const char *folder, const struct taub_study *study,
                                    const struct taub_ledger *ledger, const struct taub_case *first,
                                    struct taub_error *error);

#endif
