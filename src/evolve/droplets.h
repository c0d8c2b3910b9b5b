/* Droplets: energy, momentum and charge that enter the fluid at their own times and places (source.kind: droplets;
 * docs/guide/droplets.md). The list is on the host, with what has entered by any time; a table of it on the device,
 * from which passes find what a step brings into each cell (kernels/passes/droplets.h). */
#ifndef TAUB_EVOLVE_DROPLETS_H
#define TAUB_EVOLVE_DROPLETS_H

#include "evolve/internal.h"

enum { TAUB_DEPOSITED = 5 }; /* E, px, py, pz, charge */

struct taub_droplets {
    double *rows; /* TAUB_DROPLET_VALUES each, as taub_simulation_add_droplets takes them */
    size_t count;
    struct taub_buffer *table, *awake; /* NULL before taub_droplets_upload */
};

bool taub_droplets_wanted(const struct taub_config *config);
/* Those of source.file, each of which fits into the mesh and begins at time.start or later. */
enum taub_status taub_droplets_create(const struct taub_config *config, const struct taub_mesh *mesh,
                                      struct taub_droplets **out, struct taub_error *error);
void taub_droplets_destroy(struct taub_droplets *self);
/* Adds `count` rows, or none where one is refused, since `now` or for another reason; messages begin with `whose` and
 * its number. */
enum taub_status taub_droplets_add(struct taub_droplets *self, const struct taub_config *config,
                                   const struct taub_mesh *mesh, double now, const double *rows, size_t count,
                                   struct taub_error *error);
/* The table of what has not entered by `now`, into buffers that are made where there are none, or too small ones:
 * *made. */
enum taub_status taub_droplets_upload(struct taub_droplets *self, struct taub_device *device,
                                      const struct taub_mesh *mesh, double now, bool *made, struct taub_error *error);
/* Along an axis, so many that some of their cells are in a block of this length, wherever it begins. */
int taub_droplets_buckets(int cells);
/* The range of the pass `wake`. */
void taub_droplets_range(const struct taub_mesh *mesh, struct taub_range *range);
/* Whether all of the list has entered by a time; NULL: there is none. */
bool taub_droplets_over(const struct taub_droplets *self, double time);
/* What has entered by a time; infinite: all of the list. */
void taub_droplets_entered(const struct taub_droplets *self, double time, double out[TAUB_DEPOSITED]);

/* Why a row cannot be taken: the number of the value at fault, and what was expected of it in `text`. -1: it can. */
int taub_droplet_fault(const struct taub_config *config, const struct taub_mesh *mesh, double earliest,
                       const double row[TAUB_DROPLET_VALUES], char *text, size_t size);
/* src/evolve/droplet_file.c: the table of a file; names of its columns in these coordinates. */
const char *const *taub_droplet_columns(const struct taub_config *config);
enum taub_status taub_droplet_file_read(const struct taub_config *config, const struct taub_mesh *mesh, double **rows,
                                        size_t *count, struct taub_error *error);

#endif
