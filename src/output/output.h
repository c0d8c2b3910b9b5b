/* What a run leaves in its folder: fields/ (openPMD 1.1, a file an output), fields.xmf, history.csv, probes.csv,
 * surface.h5, summary.json, case.yaml and checkpoint.hdf. Files are written under a temporary name in the same folder
 * and renamed when whole, and then not changed any more; only tables (.csv) grow while they have their names.
 */
#ifndef TAUB_OUTPUT_H
#define TAUB_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "mesh/mesh.h"
#include "mesh/rows.h"
#include "taub/case.h"
#include "taub/error.h"

struct taub_output;

/* Creates the folder if needed (parents too), fails when it cannot be written. An earlier run's files are replaced,
 * all of them, when this run puts its first file in place: an output, or a checkpoint. */
enum taub_status taub_output_create(const char *folder, const struct taub_case *run_case, const struct taub_mesh *mesh,
                                    struct taub_output **out, struct taub_error *error);

/* The same for a run that goes on from a checkpoint of this step in the folder: earlier outputs and lines of the
 * history are kept up to it, and new ones added behind them. TAUB_BAD_INPUT when they do not fit to this run. */
enum taub_status taub_output_append(const char *folder, const struct taub_case *run_case, const struct taub_mesh *mesh,
                                    int64_t step, struct taub_output **out, struct taub_error *error);
/* Whether a run in the folder was cut off before its end. */
bool taub_output_lacks_end(const char *folder);
/* From now on values that are given are those of one rank of several, of arrays that lie in rows->values; rank 0 has
 * the output, and asks the others for theirs (mesh/rows.h). *rows must stay. */
void taub_output_share(struct taub_output *self, const struct taub_rows *rows);
/* Whether outputs were written, or kept from before. */
bool taub_output_has_fields(const struct taub_output *self);

/* One quantity at one time, dense. */
struct taub_quantity {
    const char *name;     /* energy_density, velocity, ... */
    int components;       /* 1; 3 for vectors: written as name/x, name/y, name/z (name/eta in Milne); 10 for
                             symmetric tensors in four dimensions: name/tt, tx, ... zz */
    const char *unit;     /* "GeV/fm^3", "1" ... */
    const double *values; /* [component][nz][ny][nx] */
    const char *holds;    /* "points", "means" ...; NULL: is not told */
    int64_t stand_ins;    /* cells that hold their mean where others hold the value at their centre; < 0: not counted */
};

/* Whether outputs of a case hold values at the centres of cells, rather than means over them. */
bool taub_output_holds_points(const struct taub_config *config);

/* /data/STEP/meshes/... in fields/STEP.h5, single or double as the case says, compressed where it says so. */
enum taub_status taub_output_fields(struct taub_output *self, int64_t step, double time, double dt,
                                    const struct taub_quantity *quantities, int count, struct taub_error *error);

/* The same on the cells of number `view` of output.views, in view-NAME/STEP.h5; values are [component][its nz][ny][nx],
 * on the first rank. */
enum taub_status taub_output_view(struct taub_output *self, int view, int64_t step, double time, double dt,
                                  const struct taub_quantity *quantities, int count, struct taub_error *error);

/* Which cells of the mesh a view has: first + n step, n below count, along each axis; and where its own cells are, with
 * their centres in the centres of these. */
struct taub_view_box {
    int first[3], step[3], count[3];
    double lower[3], spacing[3];
};
struct taub_view_box taub_view_box(const struct taub_config_view *view, const struct taub_mesh *mesh);

/* history.csv, probes.csv and fluxes.csv: names with units are given once, before the first line; values in the same
 * order. A step at or before the last line that was kept from an earlier part of the run has its line already. */
enum taub_csv_file { TAUB_CSV_HISTORY, TAUB_CSV_PROBES, TAUB_CSV_FLUXES, TAUB_CSV };
enum taub_status taub_output_csv_header(struct taub_output *self, enum taub_csv_file which, const char *const *names,
                                        int count, struct taub_error *error);
enum taub_status taub_output_csv_line(struct taub_output *self, enum taub_csv_file which, int64_t step, double time,
                                      double dt, const double *values, int count, struct taub_error *error);

/* flux_spectra.csv: rows of `columns` numbers, the names of which are the header. */
enum taub_status taub_output_flux_spectra(struct taub_output *self, const char *const *names, int columns,
                                          const double *values, int rows, struct taub_error *error);

/* Fourier transforms of the fields on a side of a box of output.fluxes, [frequency][re, im][sample]: of the numbers of
 * each part those of the side are [E_p, E_q, H_p, H_q][face], p and q the axes behind its own, faces along p first. */
struct taub_near_side {
    int axis, extent[2]; /* faces along p and q */
    double sign;         /* of the axis, out of the box */
    double position;     /* along the axis */
    double lower[2];     /* of the first face, along p and q */
    double spacing[2];
    size_t first; /* sample */
};
struct taub_near_box {
    const char *name;
    double permittivity, permeability; /* around it */
    int sides;
    const struct taub_near_side *side;
};
struct taub_near_fields {
    int frequency_count, box_count;
    double *frequencies;
    struct taub_near_box *boxes;
    struct taub_near_side *sides; /* of all boxes */
    size_t samples;               /* of each part */
    const double *transforms;
};

/* near_fields.h5 */
enum taub_status taub_output_near_fields(struct taub_output *self, const struct taub_near_fields *near,
                                         struct taub_error *error);

/* Numbers of an observer in a checkpoint. */
struct taub_checkpoint_list {
    size_t size; /* 0: there are none */
    const double *values;
};

/* The freeze-out surface at the last look at the state before a checkpoint. */
struct taub_checkpoint_surface {
    int64_t step; /* of the look */
    double time;
    double through, lost; /* energy until then */
    int64_t elements;     /* in surface.h5 */
    size_t size;          /* 0: there is no surface */
    const double *values; /* the state on the surface's lattice */
};

/* Exact state of a run, for restarts with the same bits. */
struct taub_checkpoint {
    int64_t step;
    double time, dt;
    double allowed;       /* by the clock (struct taub_control); 0: not known */
    int components;       /* of the dense arrays below, the system's conserved then primitive state */
    const double *values; /* [component][nz][ny][nx], or of it the rows of a rank; singles survive the trip through
                             double unchanged */
    int counter_count;
    const int64_t *counters; /* recovery failures, floored, regulated ... */
    struct taub_checkpoint_surface surface;
    struct taub_checkpoint_list fluxes;  /* transforms until now */
    struct taub_checkpoint_list balance; /* integrals of the balance of energy until now */
    int64_t upper_faces; /* axes (bits) of which the last components have what stands on upper faces of cells */
};
enum taub_status taub_output_checkpoint(struct taub_output *self, const struct taub_checkpoint *checkpoint,
                                        struct taub_error *error);
/* The checkpoint of a run's folder, or the file itself; to be freed, NULL without memory. Folders of before have a
 * checkpoint.h5, and scripts of before name it. */
char *taub_checkpoint_locate(const char *path);
/* Reads a checkpoint made on a mesh with the same cells, and unless `force` with the same coordinates and corners; of
 * the state the rows of `mesh`, whichever number of ranks wrote it: so many components and those of the upper faces
 * that it has. Arrays are allocated here, free with taub_checkpoint_free. */
enum taub_status taub_checkpoint_read(const char *path, const struct taub_mesh *mesh, int components, int counter_count,
                                      bool force, struct taub_checkpoint *out, struct taub_error *error);
/* The resolved case that the checkpoint was made with, to be freed: the one that it keeps, or in a checkpoint of an
 * earlier version case.yaml beside it; NULL when there is neither. */
enum taub_status taub_checkpoint_case(const char *path, char **text, struct taub_error *error);
void taub_checkpoint_free(struct taub_checkpoint *self);

/* summary.json: numbers and strings by dotted path ("totals.start.energy"), kept in order of arrival. */
void taub_output_summary_number(struct taub_output *self, const char *path, double value);
void taub_output_summary_string(struct taub_output *self, const char *path, const char *value);

/* summary.json: the build, hashes of the case as it is written and of the files that it names; and of one more, an
 * input by this name. */
void taub_output_provenance(struct taub_output *self, const struct taub_case *run_case);
void taub_output_input_file(struct taub_output *self, const char *key, const char *path);

/* Closes everything; `status` ("done", "failed", "interrupted") and `reason` go into summary.json. Must be
 * called on every path, also after a failure. */
enum taub_status taub_output_finish(struct taub_output *self, const char *status, const char *reason,
                                    struct taub_error *error);
/* After taub_output_finish: the folder holds an earlier run, whole, because this one ended before its first output. */
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
    char alone[2][256]; /* names of quantities that only a, only b has: not compared */
};

enum taub_compare_which {
    TAUB_COMPARE_LAST, /* the last output of each */
    TAUB_COMPARE_AT,   /* the outputs at a time */
    TAUB_COMPARE_ALL   /* every output */
};

/* Outputs are compared at equal times on equal meshes: anything else is TAUB_BAD_INPUT, with the times of both. Free
 * *outputs with taub_compared_free. */
enum taub_status taub_output_compare(const char *a, const char *b, enum taub_compare_which which, double time,
                                     struct taub_compared_output **outputs, int *count, struct taub_error *error);
void taub_compared_free(struct taub_compared_output *outputs, int count);

/* The name of one component of a vector (3) or symmetric tensor (10); "" for a scalar. */
const char *taub_component_name(int components, int component, enum taub_coordinates coordinates);

#endif
