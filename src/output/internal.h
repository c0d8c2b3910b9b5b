/* What the files of this module share: the state of a run's folder and its temporary files. */
#ifndef TAUB_OUTPUT_INTERNAL_H
#define TAUB_OUTPUT_INTERNAL_H

#include <hdf5.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

#include "output/output.h"

/* Folders of outputs, with an index of the same name that ends in .xmf. */
#define TAUB_FIELDS "fields"
#define TAUB_VIEW "view-" /* and its name */
#define TAUB_FLUX_SPECTRA "flux_spectra.csv"
#define TAUB_NEAR_FIELDS "near_fields.h5"
#define TAUB_PART ".part" /* suffix of files that are not whole yet */

/* One quantity of one output, as the index needs it. */
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

/* Outputs on one mesh, a file each in a folder of their own: those of fields, or of a view. */
struct taub_series {
    struct taub_output *output;
    char name[64]; /* of their folder and, with .xmf, of their index */
    int cells[3];
    double lower[3], spacing[3];
    const struct taub_rows *rows; /* as in struct taub_output */

    struct taub_iteration *iterations;
    int iteration_count, iteration_capacity;
    int indexed; /* how many the index has */
    int synced;  /* how many are on the disk */
    hid_t file;  /* the output that is being written */
    char *path;
};

/* A file of lines, one for a step: history.csv, probes.csv, fluxes.csv. */
struct taub_csv {
    FILE *file; /* NULL: not begun */
    int columns;
    int64_t last; /* the last line that was kept, -1: none */
    bool broken;
    off_t bytes; /* of whole lines on the disk */
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
    bool locked;
    struct timespec begun;  /* by the file system's clock */
    bool taken;             /* no files but this run's have names */
    bool earlier_kept;      /* this run had nothing to put in their place */
    const char *waiting[8]; /* files that get their names when the folder is taken */
    int waiting_count;
    char *title;
    bool single;     /* fields are stored as floats */
    int compression; /* level of deflate */
    bool physical;   /* fm, fm/c, GeV; otherwise dimensionless */
    enum taub_coordinates coordinates;
    int cells[3];
    double lower[3], upper[3], spacing[3];
    double *faces[3]; /* cells + 1 along each axis; NULL, all of them: cells are equal */
    char *case_text;  /* what is in case.yaml */

    const struct taub_rows *rows; /* NULL: all values are here */

    struct taub_series fields;
    struct taub_series *views; /* of each of output.views */
    int view_count;

    bool appends; /* what is in the folder is this run's, too, up to append_step */
    int64_t append_step;
    struct taub_csv lines[TAUB_CSV];

    struct taub_surface_part *surface; /* NULL: it has no elements yet */
    const struct taub_case *run_case;

    FILE *summary;
    struct taub_summary_entry *entries;
    int entry_count, entry_capacity;
    bool summary_lost; /* no memory for an entry */
    bool finished;
};

#define TAUB_CHECKPOINT "checkpoint.hdf"
#define TAUB_EARLIER_CHECKPOINT "checkpoint.h5"

/* "folder/name", to be freed; NULL when there is no memory. */
char *taub_output_path(const char *folder, const char *name);
/* If path is a folder "path/name", else a copy of path; to be freed. */
char *taub_output_locate(const char *path, const char *name);

/* Temporary files of the folder, by their final name. */
int taub_part_descriptor(struct taub_output *self, const char *name); /* new and empty; negative: errno */
FILE *taub_part_open(struct taub_output *self, const char *name, struct taub_error *error);
/* Flushes to the disk and closes; drops the file when that fails. */
enum taub_status taub_part_close(struct taub_output *self, FILE *file, const char *name, struct taub_error *error);
/* Gives a whole file its name; the folder is this run's from then on. When that fails the file stays as it is, and the
 * message says where. */
enum taub_status taub_part_keep(struct taub_output *self, const char *name, struct taub_error *error);
/* Gives a file its name as soon as the folder is this run's. *name must stay. */
void taub_part_follow(struct taub_output *self, const char *name);
void taub_part_drop(struct taub_output *self, const char *name);
/* Whether there is a file of this name. */
bool taub_output_there(const struct taub_output *self, const char *name);
/* Asks the file system for `bytes` behind the end of a file, so that a full disk is met before HDF5 has begun to write
 * (HDF5 cannot take back half of a change). Returns 0 or errno; 0 where the file system cannot tell. */
int taub_reserve(int fd, size_t bytes);

/* Writes `components` of the values of all cells, one after the other (rows: those of ranks, NULL: all are here), into
 * a dataset of [nz][ny][nx], or of [component][nz][ny][nx], of the file `path`. */
bool taub_write_values(const struct taub_rows *rows, const int cells[3], const char *path, hid_t dataset,
                       const double *values, int components);

/* Properties for the creation of a dataset of so many values that taub_write_values can write at full speed; negative
 * when that fails, H5P_DEFAULT or to be closed otherwise. */
hid_t taub_placed_storage(size_t values);

/* No outputs yet, on the mesh of the run or, with a view, on its part of that. */
enum taub_status taub_series_prepare(struct taub_output *self, const struct taub_config *config,
                                     const struct taub_mesh *mesh, struct taub_error *error);
void taub_series_free(struct taub_output *self);
/* "fields/00000012.h5" */
struct taub_series_name {
    char text[96];
} taub_series_name(const char *folder, int64_t step);
/* Steps of the outputs in a folder, in order, to be freed; NULL where there are none. */
int64_t *taub_series_steps(const char *folder, int *count);
/* Of a run that goes on: remembers the outputs up to append_step. */
enum taub_status taub_series_append(struct taub_series *self, struct taub_error *error);
/* Removes outputs behind a step, and of all of them (-1) their folder. */
void taub_series_remove(struct taub_output *self, const char *name, int64_t last);
/* Removes outputs that were being written by a run that was cut off. */
void taub_series_remove_parts(struct taub_output *self, const char *name);
enum taub_status taub_series_remember(struct taub_series *self, const struct taub_iteration *iteration,
                                      struct taub_error *error);

/* Waits until all outputs are on the disk. */
enum taub_status taub_output_sync(struct taub_output *self, struct taub_error *error);

enum taub_status taub_csv_close(struct taub_output *self, enum taub_csv_file which, struct taub_error *error);
/* Of a surface that has elements: all that were found until now are in a whole file. */
enum taub_status taub_surface_close(struct taub_output *self, struct taub_error *error);
void taub_surface_part_free(struct taub_output *self);
/* fields.xmf, view-NAME.xmf */
enum taub_status taub_xmf_write(struct taub_series *self, struct taub_error *error);
enum taub_status taub_summary_finish(struct taub_output *self, const char *status, const char *reason,
                                     struct taub_error *error);
void taub_summary_free(struct taub_output *self);

#endif
