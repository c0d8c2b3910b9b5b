/* Particle lists as OSCAR 2013, which SMASH reads (modus List) and the converters of UrQMD take. */
#ifndef TAUB_HADRONS_OSCAR_WRITE_H
#define TAUB_HADRONS_OSCAR_WRITE_H

#include "hadrons/sample.h"

struct taub_oscar_writer;

/* Under a temporary name beside `path` until it is whole. */
enum taub_status taub_oscar_create(const char *path, const struct taub_hadrons *list, struct taub_oscar_writer **out,
                                   struct taub_error *error);
/* As taub_sample_surface wants it; user is the writer. */
enum taub_status taub_oscar_take(void *user, const struct taub_hadron_events *events, struct taub_error *error);
/* With `keep` the file gets its name, else nothing is left of it. Frees the writer either way. */
enum taub_status taub_oscar_finish(struct taub_oscar_writer *self, bool keep, struct taub_error *error);

#endif
