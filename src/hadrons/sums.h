/* Cooper-Frye sums for all species of a list that differ in mass or statistics. */
#ifndef TAUB_HADRONS_SUMS_H
#define TAUB_HADRONS_SUMS_H

#include "hadrons/elements.h"

/* Hadrons of equal mass and statistics (and, if `charged`, equal baryon number) have the same spectrum up to their
 * degeneracy. */
struct taub_groups {
    int count;
    int *of; /* group of each hadron of the list; -1: not requested */
    double *mass, *sign;
    double *baryon; /* 0 unless charged */
    double *weight; /* sum of degeneracies */
};
enum taub_status taub_groups_make(const struct taub_hadrons *list, const bool *wanted, bool charged,
                                  struct taub_groups *out, struct taub_error *error);
void taub_groups_free(struct taub_groups *self);

/* values: d2N/(pT dpT dphi dy) for a degeneracy of 1, [group][rapidity][momentum][direction] on the grid of `grid`.
 * Sets inward, negative, evaluations and seconds of `grid`. */
enum taub_status taub_sums(const struct taub_hadron_device *device, const struct taub_elements *elements,
                           const struct taub_groups *groups, const struct taub_spectra_config *config,
                           struct taub_spectra *grid, double *values, struct taub_error *error);

#endif
