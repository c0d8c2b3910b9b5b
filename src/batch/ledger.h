/* What a batch knows of its events: a row of numbers for each, kept in journal.csv line by line as they end, and
 * written to results.h5 as a whole. */
#ifndef TAUB_BATCH_LEDGER_H
#define TAUB_BATCH_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "batch/study.h"
#include "evolve/run.h"

enum taub_event_status { TAUB_EVENT_OPEN, TAUB_EVENT_DONE, TAUB_EVENT_FAILED };

/* The first numbers of a row; behind them metadata of the initial data and the columns of the history, at the start and
 * at the end. */
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
    int column_count; /* of the history */
    struct taub_ledger_column {
        char name[32];
        char unit[32];
    } columns[TAUB_RESULT_COLUMNS];
    int metadata_count; /* that the first event's initial data tell */
    char metadata[TAUB_RESULT_METADATA][32];
    int species_count; /* behind the columns TAUB_HADRON_NUMBERS of each */
    int width;         /* numbers of a row */
    unsigned char *status;
    double *rows;
    char **reasons; /* of those that failed */
};

/* Makes the ledger of a study; *first is the case of its first event. */
enum taub_status taub_ledger_create(const struct taub_study *study, const struct taub_case *first,
                                    struct taub_ledger **out, struct taub_error *error);
void taub_ledger_destroy(struct taub_ledger *self);
/* TAUB_BAD_INPUT when the event's case has other columns than the first one. */
enum taub_status taub_ledger_check(const struct taub_ledger *self, const struct taub_case *run_case,
                                   struct taub_error *error);
void taub_ledger_put(struct taub_ledger *self, int64_t event, const struct taub_run_result *result, double seconds,
                     enum taub_event_status status, const char *reason, const double *hadrons);

/* The journal. Opening reads what an earlier part of the batch has left into the ledger: a line that is not whole is as
 * if it were not there. TAUB_BAD_INPUT when it is one of another study, or another batch is using it. */
struct taub_journal;
enum taub_status taub_journal_open(const char *folder, struct taub_ledger *ledger, struct taub_journal **out,
                                   struct taub_error *error);
/* Appends the row of an event. On failure the journal is as before. */
enum taub_status taub_journal_add(struct taub_journal *self, int64_t event, struct taub_error *error);
/* Waits until the disk has it. */
enum taub_status taub_journal_sync(struct taub_journal *self, struct taub_error *error);
void taub_journal_close(struct taub_journal *self);

/* results.h5, under a temporary name and renamed. */
enum taub_status taub_results_write(const char *folder, const struct taub_study *study,
                                    const struct taub_ledger *ledger, const struct taub_case *first,
                                    struct taub_error *error);

#endif
