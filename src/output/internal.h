/* Shared by the files of this module: the state of a run's folder and its temporary files. */
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
#define TAUB_MESH "mesh.h5"
#define TAUB_PART ".part" /* suffix of incomplete files */

/* One quantity of one output, for the index. */
struct taub_written_quantity {
    char name[64];
    int components;
};

struct taub_iteration {
    int64_t step;
    double time;
    int count;
    struct taub_written_quantity *quantities;
    int block_count; /* of a tree of blocks, as it was then */
    struct taub_leaf *blocks;
};

/* The outputs of the fields or of one view: one file per output, in a folder of their own. */
struct taub_series {
    struct taub_output *output;
    char name[64]; /* of the folder and, with .xmf, of the index */
    int cells[3], level;
    double lower[3], spacing[3];
    const double *faces[3];       /* of its cells, as in struct taub_output */
    const struct taub_rows *rows; /* likewise */

    struct taub_iteration *iterations;
    int iteration_count, iteration_capacity;
    int indexed; /* number of iterations in the index */
    int synced;  /* number of iterations known to be on the disk */
    hid_t file;  /* the output being written */
    char *path;
};

/* A table with one line per step: history.csv, probes.csv, fluxes.csv. */
struct taub_csv {
    FILE *file; /* NULL: not opened yet */
    int columns;
    int64_t last; /* step of the last line kept from an earlier part of the run; -1: none */
    bool broken;
    off_t bytes; /* size of the complete lines on the disk */
};

/* An entry of summary.json; text is NULL for a number. */
struct taub_summary_entry {
    char *path;
    char *text;
    double number;
};

struct taub_output {
    char *folder;
    int folder_fd; /* locked, so that two runs cannot share a folder */
    bool locked;
    struct timespec start;  /* of the run, by the clock of the file system */
    bool taken;             /* files of earlier runs have been removed */
    bool earlier_kept;      /* the run ended before its first output, so the files of an earlier run were kept */
    const char *waiting[8]; /* finished files that are renamed once the folder is taken */
    int waiting_count;
    char *title;
    bool single;     /* fields are stored as floats */
    int compression; /* level of deflate */
    bool physical;   /* fm, fm/c, GeV; otherwise dimensionless */
    enum taub_coordinates coordinates;
    int cells[3];
    double lower[3], upper[3], spacing[3];
    const struct taub_mesh *tree; /* with mesh.refine: the mesh as it is now; else NULL */
    double *faces[3]; /* cells + 1 along each axis; all NULL for equal cells; cubed sphere: radii, the others NULL */
    char *case_text;  /* content of case.yaml */

    const struct taub_rows *rows; /* NULL: this process has the values of all cells */

    struct taub_series fields;
    struct taub_series *views; /* one for each of output.views */
    int view_count;

    bool appends; /* a restarted run: the folder holds its earlier outputs up to append_step */
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

/* "folder/name"; the caller frees it. NULL if there is no memory. */
char *taub_output_path(const char *folder, const char *name);
/* "path/name" if path is a folder, otherwise a copy of path; the caller frees it. */
char *taub_output_locate(const char *path, const char *name);

/* Temporary files of the folder, by their final name. */
int taub_part_descriptor(struct taub_output *self, const char *name); /* new and empty; negative: failed, see errno */
FILE *taub_part_open(struct taub_output *self, const char *name, struct taub_error *error);
/* Flushes to the disk and closes; removes the file if that fails. */
enum taub_status taub_part_close(struct taub_output *self, FILE *file, const char *name, struct taub_error *error);
/* Renames a complete file to its final name, after removing the files of an earlier run. If renaming fails, the file
 * keeps its temporary name, which the message gives. */
enum taub_status taub_part_keep(struct taub_output *self, const char *name, struct taub_error *error);
/* Renames a complete file as soon as the files of an earlier run have been removed. *name must stay valid. */
void taub_part_follow(struct taub_output *self, const char *name);
void taub_part_drop(struct taub_output *self, const char *name);
/* Writes an HDF5 file that `put` fills, of about this size; it gets its name by taub_part_follow. */
typedef bool taub_put(const struct taub_output *self, hid_t file, const void *content);
enum taub_status taub_part_hdf5(struct taub_output *self, const char *name, size_t bytes, taub_put *put,
                                const void *content, struct taub_error *error);
/* Whether a file with this name exists. */
bool taub_output_has_file(const struct taub_output *self, const char *name);
/* Reserves `bytes` after the end of a file, so that a full disk is noticed before HDF5 begins to write (it cannot undo
 * an incomplete change). Returns 0 or errno; 0 if that is not known. */
int taub_reserve(int fd, size_t bytes);
/* Releases the space reserved after the end of a file. On false errno is set. */
bool taub_release_reserved(int fd);

/* Writes `components` components of all cells to a dataset of the shape [nz][ny][nx] or [component][nz][ny][nx] in the
 * file `path`. rows: how values are distributed over ranks; NULL: this process has all of them. */
bool taub_write_values(const struct taub_rows *rows, const int cells[3], const char *path, hid_t dataset,
                       const double *values, int components);

/* Creation properties of a dataset of this many values for which taub_write_values is fast. Negative on failure;
 * H5P_DEFAULT for a small dataset; otherwise the caller closes them. */
hid_t taub_placed_storage(size_t values);

/* Sets up the series of the fields and of all views, without outputs. */
enum taub_status taub_series_prepare(struct taub_output *self, const struct taub_config *config,
                                     const struct taub_mesh *mesh, struct taub_error *error);
void taub_series_free(struct taub_output *self);
/* The mesh, where its outputs hold the blocks of a tree one after the other; else NULL: views hold cells of a level. */
const struct taub_mesh *taub_series_tree(const struct taub_series *self);
/* "fields/00000012.h5" */
struct taub_series_name {
    char text[96];
} taub_series_name(const char *folder, int64_t step);
/* Steps of the outputs in a folder, in ascending order; the caller frees them. NULL if there are none. */
int64_t *taub_series_steps(const char *folder, int *count);
/* For a restarted run: lists the existing outputs up to append_step. */
enum taub_status taub_series_append(struct taub_series *self, struct taub_error *error);
/* Removes the outputs after step `last`; with last = -1 all outputs and their folder. */
void taub_series_remove(struct taub_output *self, const char *name, int64_t last);
/* Removes incomplete outputs of a killed run. */
void taub_series_remove_parts(struct taub_output *self, const char *name);
enum taub_status taub_series_remember(struct taub_series *self, const struct taub_iteration *iteration,
                                      struct taub_error *error);

/* Waits until all outputs are on the disk. */
enum taub_status taub_output_sync(struct taub_output *self, struct taub_error *error);

enum taub_status taub_csv_close(struct taub_output *self, enum taub_csv_file which, struct taub_error *error);
/* Completes surface.h5 with all elements found so far, if there are any. */
enum taub_status taub_surface_close(struct taub_output *self, struct taub_error *error);
void taub_surface_part_free(struct taub_output *self);
/* mesh.h5 of a cubed sphere, to which fields.xmf refers: the corners of cells, and which of them each cell has. */
enum taub_status taub_sphere_write(struct taub_output *self, const struct taub_sphere *sphere,
                                   struct taub_error *error);
int64_t taub_sphere_nodes(const struct taub_output *self);   /* in all */
int taub_sphere_index_bytes(const struct taub_output *self); /* of each number of a node */
/* fields.xmf, view-NAME.xmf */
enum taub_status taub_xmf_write(struct taub_series *self, struct taub_error *error);
enum taub_status taub_summary_finish(struct taub_output *self, const char *status, const char *reason,
                                     struct taub_error *error);
void taub_summary_free(struct taub_output *self);

#endif
