/* A thread that writes fields while the run goes on. What it is given it copies into order (from the device's layout to
 * dense arrays) and writes; meanwhile the next output may be given, and the one after that waits. */
#ifndef TAUB_EVOLVE_WRITER_H
#define TAUB_EVOLVE_WRITER_H

#include "evolve/internal.h"
#include "output/output.h"

struct taub_writer;

/* Whether a run has one: alone, with outputs on its way. Ranks bring their rows together and write as they go. */
bool taub_writer_wanted(const struct taub_config *config, int ranks);
/* Bytes of host memory that it needs beside the values. */
double taub_writer_bytes(const struct taub_config *config, const struct taub_mesh *mesh);

/* values: room for all quantities, dense, which is the writer's own until taub_writer_wait. */
enum taub_status taub_writer_create(struct taub_simulation *simulation, struct taub_output *output, double *values,
                                    struct taub_writer **out, struct taub_error *error);
/* The quantities (without values) of the present state. Returns when they have left the device. A failure of an earlier
 * output is told here, too. */
enum taub_status taub_writer_take(struct taub_writer *self, const struct taub_quantity *list, int count,
                                  struct taub_error *error);
/* Whether an output has failed; does not wait. NULL: none has. */
enum taub_status taub_writer_check(struct taub_writer *self, struct taub_error *error);
/* Until everything is written, or has failed. NULL: nothing to wait for. */
enum taub_status taub_writer_wait(struct taub_writer *self, struct taub_error *error);
void taub_writer_destroy(struct taub_writer *self);

#endif
