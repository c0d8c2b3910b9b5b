/* Hadrons drawn from a freeze-out surface (kernels/hadrons/sample.h). */
#ifndef TAUB_HADRONS_SAMPLE_H
#define TAUB_HADRONS_SAMPLE_H

#include "hadrons/spectra.h"

struct taub_sample_config {
    enum taub_delta_f delta_f;
    double rapidity_max; /* space-time rapidity of boost-invariant surfaces: uniform between -max and max */
    uint64_t seed;
    int events;
};

/* Hadrons of consecutive events. Those of the n-th event are first[n] to first[n + 1] - 1. */
struct taub_hadron_events {
    int first_event, events;
    const int64_t *first;
    const double *numbers; /* [t x y z mass px py pz][hadron]: fm and GeV, in the laboratory */
    const int *species;    /* index into the list */
    int64_t count;
};

struct taub_sample_summary {
    int64_t hadrons, candidates;
    double expected; /* mean number of candidates of an event */
    double seconds;
};

/* Calls take() for consecutive portions of events, in order. The hadrons of event n depend only on the seed and n, not
 * on how many events are drawn; in strict mode they are the same on every device. */
enum taub_status taub_sample_surface(const struct taub_hadron_device *device, const struct taub_surface_file *surface,
                                     const struct taub_hadrons *list, const struct taub_sample_config *config,
                                     enum taub_status (*take)(void *user, const struct taub_hadron_events *events,
                                                              struct taub_error *error),
                                     void *user, struct taub_sample_summary *summary, struct taub_error *error);

/* A Poisson-distributed number from a seed and a stream; the same on every machine. */
int64_t taub_poisson(double mean, uint64_t seed, uint64_t stream);

#endif
