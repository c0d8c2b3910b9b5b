/* What the files of this room share: the state of a run's folder and its temporary files. */
#ifndef TAUB_OUTPUT_INTERNAL_H
#define TAUB_OUTPUT_INTERNAL_H

#include <hdf5.h>
#include <stdio.h>

#include "output/output.h"

#define TAUB_PART ".part" /* suffix of files that are not whole yet */

/* One quantity of one output, as fields.xmf needs it. */
struct taub_written_quantity {
    char name[64];
    int components;
};

struct taub_iteration {
    int64_t step;
    double time;
    int count;
    struct taub_written_quantity *quantities;
};

/* A line of summary.json; text is NULL for a number. */
struct taub_summary_entry {
    char *path;
    char *text;
    double number;
};

struct taub_output {
    char *folder;
    int folder_fd; /* locked, so that two runs cannot share a folder */
    char *title;
    bool single;   /* fields are stored as floats */
    bool physical; /* fm, fm/c, GeV; otherwise dimensionless */
    enum taub_coordinates coordinates;
    int cells[3];
    double lower[3], upper[3], spacing[3];
    bool case_pending; /* case.yaml still has its temporary name */
    char *case_text;   /* what is in it */

    hid_t fields; /* fields.h5.part, negative until the first output */
    int fields_fd;
    bool fields_broken; /* HDF5 failed to write: the file is checked before it is kept */
    struct taub_iteration *iterations;
    int iteration_count, iteration_capacity;

    int64_t append_step; /* earlier outputs are kept up to this one; with append_history or fields */
    bool append_history; /* history.csv goes on */
    FILE *history;
    int history_columns;
    int64_t history_last; /* the last line that was kept, -1: none */
    bool history_broken;

    FILE *summary;
    struct taub_summary_entry *entries;
    int entry_count, entry_capacity;
    bool summary_lost; /* no memory for an entry */
    bool finished;
};

/* "folder/name", to be freed; NULL when there is no memory. */
char *taub_output_path(const char *folder, const char *name);
/* If path is a folder "path/name", else a copy of path; to be freed. */
char *taub_output_locate(const char *path, const char *name);

/* Temporary files of the folder, by their final name. */
FILE *taub_part_open(struct taub_output *self, const char *name, struct taub_error *error);
/* Flushes to the disk and closes; drops the file when that fails. */
enum taub_status taub_part_close(struct taub_output *self, FILE *file, const char *name, struct taub_error *error);
enum taub_status taub_part_keep(struct taub_output *self, const char *name, struct taub_error *error);
void taub_part_drop(struct taub_output *self, const char *name);
/* Asks the file system for `bytes` behind the end of a file, so that a full disk is met before HDF5 has begun to write
 * (HDF5 cannot take back half of a change). Returns 0 or errno; 0 where the file system cannot tell. */
int taub_reserve(int fd, size_t bytes);

void taub_iterations_free(struct taub_output *self);
/* Closes fields.h5.part and keeps or drops it; true in *kept when fields.h5 is this run's. */
enum taub_status taub_fields_finish(struct taub_output *self, bool *kept, struct taub_error *error);
/* Copies the lines that are kept behind a header that was just written. */
enum taub_status taub_history_append(struct taub_output *self, struct taub_error *error);
enum taub_status taub_xmf_write(struct taub_output *self, struct taub_error *error);
enum taub_status taub_history_finish(struct taub_output *self, struct taub_error *error);
enum taub_status taub_summary_finish(struct taub_output *self, const char *status, const char *reason,
                                     struct taub_error *error);
void taub_summary_free(struct taub_output *self);

#endif
