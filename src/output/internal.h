/* What the files of this module share: the state of a run's folder and its temporary files. */
#ifndef TAUB_OUTPUT_INTERNAL_H
#define TAUB_OUTPUT_INTERNAL_H

#include <hdf5.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

#include "output/output.h"
#include "output/undo_log.h"

#define TAUB_FLUX_SPECTRA "flux_spectra.csv"
#define TAUB_NEAR_FIELDS "near_fields.h5"
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

/* A file of outputs, fields.h5 or that of a view, with the mesh of its datasets. */
struct taub_fields_file {
    struct taub_output *output;
    char name[64];
    int cells[3];
    double lower[3], spacing[3];
    const struct taub_rows *rows; /* as in struct taub_output */

    hid_t file; /* its .part, negative until the first output */
    int fd;
    struct taub_undo undo;
    bool broken; /* HDF5 failed to write: the file is checked before it is kept */
    struct taub_iteration *iterations;
    int iteration_count, iteration_capacity;
};

/* A file of lines, one for a step: history.csv, probes.csv, fluxes.csv. */
struct taub_csv {
    bool append; /* it goes on */
    FILE *file;  /* NULL: not begun */
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
    struct timespec begun; /* by the file system's clock */
    bool alone;            /* files of an earlier run have gone */
    bool earlier_kept;     /* this run had nothing to put in their place */
    char *title;
    bool single;     /* fields are stored as floats */
    int compression; /* level of deflate */
    bool physical;   /* fm, fm/c, GeV; otherwise dimensionless */
    enum taub_coordinates coordinates;
    int cells[3];
    double lower[3], upper[3], spacing[3];
    double *faces[3];  /* cells + 1 along each axis; NULL, all of them: cells are equal */
    bool case_pending; /* case.yaml still has its temporary name */
    char *case_text;   /* what is in it */

    const struct taub_rows *rows; /* NULL: all values are here */

    struct taub_fields_file fields; /* fields.h5 */
    struct taub_fields_file *views; /* view-NAME.h5 of each of output.views */
    int view_count;

    bool appends;        /* what is in the folder is this run's, too */
    bool left;           /* fields.h5.part and history.csv.part are what a run that was killed has left, to be taken */
    int64_t append_step; /* earlier outputs are kept up to this one; with lines or fields that go on */
    struct taub_csv lines[TAUB_CSV];
    bool flux_spectra; /* its .part is whole */
    bool near_fields;  /* likewise */

    struct taub_surface_part *surface; /* surface.h5.part; NULL: nothing was written to it */
    const struct taub_case *run_case;

    FILE *summary;
    struct taub_summary_entry *entries;
    int entry_count, entry_capacity;
    bool summary_lost; /* no memory for an entry */
    bool finished;
};

/* taub_output_create; appends: the files in the folder are of an earlier part of this run. */
enum taub_status taub_output_open(const char *folder, const struct taub_case *run_case, const struct taub_mesh *mesh,
                                  bool appends, struct taub_output **out, struct taub_error *error);

/* HDF5, but not .h5: readers of openPMD take all files of a folder that end so for outputs. */
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
/* Gives a whole file its name. When that fails the file stays as it is, and the message says where. */
enum taub_status taub_part_keep(struct taub_output *self, const char *name, struct taub_error *error);
void taub_part_drop(struct taub_output *self, const char *name);
/* Logs for temporary files that HDF5 changes in place; they go with taub_part_keep and taub_part_drop. */
int taub_part_log(struct taub_output *self, const char *name, struct taub_undo *undo); /* begins one; 0 or errno */
int taub_part_recover(struct taub_output *self, const char *name);                     /* of a run that was killed */
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

/* Not begun, on the mesh of the run or, with a view, on its part of that. */
enum taub_status taub_fields_prepare(struct taub_output *self, const struct taub_config *config,
                                     const struct taub_mesh *mesh, struct taub_error *error);
void taub_fields_free(struct taub_output *self);
/* These close the .part file; true where it is there and whole. */
enum taub_status taub_fields_close(struct taub_fields_file *self, bool *whole, struct taub_error *error);
enum taub_status taub_csv_close(struct taub_output *self, enum taub_csv_file which, bool *whole,
                                struct taub_error *error);
/* Copies the lines that are kept behind a header that was just written. */
enum taub_status taub_csv_append(struct taub_output *self, enum taub_csv_file which, struct taub_error *error);
/* Of a run that goes on in the folder: gives outputs that a run that was killed has left their names when it made a
 * checkpoint; the others are to be dropped. */
enum taub_status taub_output_take_left(struct taub_output *self, struct taub_error *error);
/* Goes on in a file of outputs that is there, in a copy. */
enum taub_status taub_fields_append(struct taub_fields_file *self, int64_t step, struct taub_error *error);
extern const char *const taub_csv_names[TAUB_CSV];
/* Copies a file of an earlier part of the run under its temporary name; *fd is open then. */
enum taub_status taub_part_copy(struct taub_output *self, const char *name, int *fd, struct taub_error *error);
enum taub_status taub_surface_close(struct taub_output *self, bool *whole, struct taub_error *error);
void taub_surface_part_free(struct taub_output *self);
/* fields.xmf, view-NAME.xmf */
enum taub_status taub_xmf_write(const struct taub_fields_file *self, struct taub_error *error);
enum taub_status taub_summary_finish(struct taub_output *self, const char *status, const char *reason,
                                     struct taub_error *error);
void taub_summary_free(struct taub_output *self);

#endif
