/* The files that a run writes to its folder: fields/ (openPMD 1.1, one file per output), fields.xmf, history.csv,
 * probes.csv, surface.h5, summary.json, case.yaml and checkpoint.hdf. Files are written under a temporary name in the
 * same folder, renamed when complete, and not changed after that; only tables (.csv) grow under their final names. */
#ifndef TAUB_OUTPUT_H
#define TAUB_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "mesh/mesh.h"
#include "mesh/rows.h"
#include "taub/case.h"
#include "taub/error.h"

struct taub_output;

/* Creates the folder if needed, with its parents; fails if it cannot be written. All files of an earlier run are
 * removed when this run completes its first file: an output or a checkpoint. */
enum taub_status taub_output_create(const char *folder, const struct taub_case *run_case, const struct taub_mesh *mesh,
                                    struct taub_output **out, struct taub_error *error);

/* The same for a run that continues in the folder from a checkpoint of this step: outputs and lines of tables up to
 * this step are kept, and new ones are added after them. TAUB_BAD_INPUT if they do not match this run. */
enum taub_status taub_output_append(const char *folder, const struct taub_case *run_case, const struct taub_mesh *mesh,
                                    int64_t step, struct taub_output **out, struct taub_error *error);
/* Whether the last run in the folder ended without writing its summary. */
bool taub_output_lacks_end(const char *folder);
/* From now on, given values are those of one of several ranks, in arrays inside rows->values. Rank 0 writes the output
 * and gets the values of the other ranks (mesh/rows.h). *rows must stay valid. */
void taub_output_share(struct taub_output *self, const struct taub_rows *rows);
/* With mesh.refine: what is written from now on has the blocks of this mesh, which must stay valid until the next call.
 */
void taub_output_follow(struct taub_output *self, const struct taub_mesh *mesh);
/* Whether there are outputs, written by this run or kept from its earlier part. */
bool taub_output_has_fields(const struct taub_output *self);

/* One quantity at one time, as dense arrays. */
struct taub_quantity {
    const char *name; /* energy_density, velocity, ... */
    /* 1: a scalar; 3: name/x, y, z (eta in Milne coordinates); 4: name/t, x, y, z; 10: a symmetric tensor in four
     * dimensions, name/tt, tx, ... zz */
    int components;
    const char *unit;     /* "GeV/fm^3", "1" ... */
    const double *values; /* [component][nz][ny][nx] */
    const char *holds;    /* "points", "means" ...; NULL: not recorded */
    int64_t stand_ins;    /* cells that hold their mean instead of the value at their centre; < 0: not counted */
};

/* Whether outputs of a case hold values at cell centres rather than cell means. */
bool taub_output_holds_points(const struct taub_config *config);

/* Writes /data/STEP/meshes/... of fields/STEP.h5, with the precision and compression of the case. */
enum taub_status taub_output_fields(struct taub_output *self, int64_t step, double time, double dt,
                                    const struct taub_quantity *quantities, int count, struct taub_error *error);

/* The same for the cells of output.views[view], in view-NAME/STEP.h5. The first rank has the values of the whole view,
 * [component][nz][ny][nx] with the view's cells. */
enum taub_status taub_output_view(struct taub_output *self, int view, int64_t step, double time, double dt,
                                  const struct taub_quantity *quantities, int count, struct taub_error *error);

/* The cells in a view, as they are numbered at a level (mesh/places.h): first + n step with n < count along each axis,
 * all of them along axes with cells of unequal widths or one. `lower` and `spacing` describe the cells of the view,
 * which have the same centres, or several of unequal widths in the mean. */
struct taub_view_box {
    int level;
    int first[3], step[3], count[3];
    double lower[3], spacing[3];
};
struct taub_view_box taub_view_box(const struct taub_config_view *view, const struct taub_mesh *mesh);

/* history.csv, probes.csv and fluxes.csv. The header, with names and units, is written once before the first line;
 * values are in the same order. Lines up to the last one kept from an earlier part of the run are not written again. */
enum taub_csv_file { TAUB_CSV_HISTORY, TAUB_CSV_PROBES, TAUB_CSV_FLUXES, TAUB_CSV };
enum taub_status taub_output_csv_header(struct taub_output *self, enum taub_csv_file which, const char *const *names,
                                        int count, struct taub_error *error);
enum taub_status taub_output_csv_line(struct taub_output *self, enum taub_csv_file which, int64_t step, double time,
                                      double dt, const double *values, int count, struct taub_error *error);

/* flux_spectra.csv: a header of `columns` names, then rows of as many numbers. */
enum taub_status taub_output_flux_spectra(struct taub_output *self, const char *const *names, int columns,
                                          const double *values, int rows, struct taub_error *error);

/* Fourier transforms of the fields on the sides of the boxes of output.fluxes, [frequency][re, im][sample]. The samples
 * of a side are [E_p, E_q, H_p, H_q][face], where p and q are the axes that follow the side's own axis in cyclic order;
 * p is the faster index of faces. */
struct taub_near_side {
    int axis, extent[2]; /* faces along p and q */
    double sign;         /* +1 or -1: direction along the axis that leads out of the box */
    double position;     /* along the axis */
    double lower[2];     /* of the first face, along p and q */
    double spacing[2];
    size_t first; /* index of the side's first sample */
};
struct taub_near_box {
    const char *name;
    double permittivity, permeability; /* of the medium around the box */
    int sides;
    const struct taub_near_side *side;
};
struct taub_near_fields {
    int frequency_count, box_count;
    double *frequencies;
    struct taub_near_box *boxes;
    struct taub_near_side *sides; /* of all boxes */
    size_t samples;               /* number of samples for each frequency and part */
    const double *transforms;
};

/* near_fields.h5 */
enum taub_status taub_output_near_fields(struct taub_output *self, const struct taub_near_fields *near,
                                         struct taub_error *error);

/* Values that an observer keeps in a checkpoint. */
struct taub_checkpoint_list {
    size_t size; /* 0: none */
    const double *values;
};

/* The freeze-out surface when it last sampled the state before a checkpoint. */
struct taub_checkpoint_surface {
    int64_t step; /* of that sample */
    double time;
    double through, lost; /* energy that has passed the surface, and energy that has left the mesh, until then */
    int64_t elements;     /* in surface.h5 */
    size_t size;          /* 0: there is no surface */
    const double *values; /* the state on the surface's lattice */
};

/* Of a state at rest: hashes of the state in single and in double precision; 0: not known. */
#define TAUB_AT_REST 2

/* Exact state of a run, for restarts that give the same bits. */
struct taub_checkpoint {
    int64_t step;
    double time, dt;
    double allowed; /* the step before it was shortened to meet a given time (struct taub_control); 0: not known */
    int components; /* of the arrays below: the conserved, then the primitive state */
    const double *values; /* [component][nz][ny][nx], or the rows of one rank; floats are stored exactly */
    int counter_count;
    const int64_t *counters; /* recovery failures, floored, regulated ... */
    struct taub_checkpoint_surface surface;
    struct taub_checkpoint_list fluxes;  /* accumulated transforms */
    struct taub_checkpoint_list balance; /* accumulated integrals of the energy balance */
    int64_t at_rest[TAUB_AT_REST];
    int64_t upper_faces; /* axes (bits) for whose upper faces there is a component at the end */
};
enum taub_status taub_output_checkpoint(struct taub_output *self, const struct taub_checkpoint *checkpoint,
                                        struct taub_error *error);
/* The checkpoint in a run's folder, or the file itself if `path` is one; the caller frees it. NULL if there is no
 * memory. Earlier versions wrote checkpoint.h5, which is found as well, and which scripts may still name. */
char *taub_checkpoint_locate(const char *path);
/* Reads a checkpoint of a mesh with the same cells and, unless `force`, the same coordinates and corners. Reads the
 * state in the rows of `mesh`, whatever number of ranks wrote it: `components` components and those of the upper faces
 * in the file. Free the arrays with taub_checkpoint_free. */
enum taub_status taub_checkpoint_read(const char *path, const struct taub_mesh *mesh, int components, int counter_count,
                                      bool force, struct taub_checkpoint *out, struct taub_error *error);
/* The resolved case of the run that wrote the checkpoint; the caller frees it. It is stored in the checkpoint; for
 * earlier versions, it is case.yaml in the same folder. NULL if there is neither. */
enum taub_status taub_checkpoint_case(const char *path, char **text, struct taub_error *error);
void taub_checkpoint_free(struct taub_checkpoint *self);
/* The blocks of a checkpoint with mesh.refine; the caller frees them. TAUB_BAD_INPUT if there are none. */
struct taub_leaf;
enum taub_status taub_checkpoint_blocks(const char *path, struct taub_leaf **blocks, int *count,
                                        struct taub_error *error);

/* Adds a number or string to summary.json by its dotted path ("totals.start.energy"); entries keep their order. */
void taub_output_summary_number(struct taub_output *self, const char *path, double value);
void taub_output_summary_string(struct taub_output *self, const char *path, const char *value);

/* Adds the build, the hash of the written case and those of the files that it names to summary.json;
 * taub_output_input_file adds that of another input. */
void taub_output_provenance(struct taub_output *self, const struct taub_case *run_case);
void taub_output_input_file(struct taub_output *self, const char *key, const char *path);

/* Closes everything and writes `status` ("done", "failed", "interrupted") and `reason` to summary.json. Must be called
 * in any case, also after a failure. */
enum taub_status taub_output_finish(struct taub_output *self, const char *status, const char *reason,
                                    struct taub_error *error);
/* After taub_output_finish: this run ended before its first output, so the folder still holds a complete earlier run.
 */
bool taub_output_kept_earlier(const struct taub_output *self);
void taub_output_destroy(struct taub_output *self);

/* Norms of the difference of two runs' folders, folders of outputs or files of outputs (taub compare). */
struct taub_comparison {
    char quantity[64];
    double l1, l2, maximum; /* mean |a-b|, root mean square, max |a-b| */
    double scale;           /* max |a| */
};

struct taub_compared_output {
    int64_t steps[2]; /* in a and in b */
    double time;
    int count;
    struct taub_comparison *rows;
    char only_in[2][256]; /* names of the quantities that only a or only b has; they are not compared */
};

enum taub_compare_which {
    TAUB_COMPARE_LAST, /* the last output of each */
    TAUB_COMPARE_AT,   /* the outputs at a time */
    TAUB_COMPARE_ALL   /* every output */
};

/* Compares outputs at the same times on the same mesh; anything else is TAUB_BAD_INPUT, with the times of both runs.
 * Free *outputs with taub_compared_free. */
enum taub_status taub_output_compare(const char *a, const char *b, enum taub_compare_which which, double time,
                                     struct taub_compared_output **outputs, int *count, struct taub_error *error);
void taub_compared_free(struct taub_compared_output *outputs, int count);

/* The name of one component of a vector (3) or symmetric tensor (10); "" for a scalar. */
const char *taub_component_name(int components, int component, enum taub_coordinates coordinates);

#endif
