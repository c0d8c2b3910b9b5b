/* Writes particle lists in the OSCAR 2013 format, which SMASH (modus List) and the converters of UrQMD read. */
#ifndef TAUB_HADRONS_OSCAR_WRITE_H
#define TAUB_HADRONS_OSCAR_WRITE_H

#include "hadrons/sample.h"

struct taub_oscar_writer;

/* Writes to a temporary file next to `path`, which taub_oscar_finish() renames. */
enum taub_status taub_oscar_create(const char *path, const struct taub_hadrons *list, struct taub_oscar_writer **out,
                                   struct taub_error *error);
/* The take() callback of taub_sample_surface(); user is the writer. */
enum taub_status taub_oscar_take(void *user, const struct taub_hadron_events *events, struct taub_error *error);
/* With `keep` the file is renamed to its final name, otherwise removed. Frees the writer in any case. */
enum taub_status taub_oscar_finish(struct taub_oscar_writer *self, bool keep, struct taub_error *error);

#endif
