/* Cooper-Frye sums for all species of a list that differ in mass or statistics. */
#ifndef TAUB_HADRONS_SUMS_H
#define TAUB_HADRONS_SUMS_H

#include "hadrons/elements.h"
#include "jit/bundle.h"

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

/* A row pass over elements. A row of it is a tile of directions and rapidities at one pT: for each momentum of the tile
 * it sums `values` numbers, behind them for each rapidity `rest` numbers. */
struct taub_row_kernel {
    const char *file, *pass;
    const char *directions_name, *rapidities_name; /* constants that say how large a tile is */
    const struct taub_constant *constants;         /* all others */
    int directions, values, rest;
    /* The table begins with mass and sign of each group, and its baryon number if `charged`. */
    bool charged;
};
/* Gets the sums one by one: number `value` of a momentum, or with a rapidity of -1 number `value` of the rest. */
struct taub_row_taker {
    void (*take)(void *user, int group, int rapidity, int momentum, int direction, int value, double sum);
    void *user;
};
/* columns: [column][length], the last element of which contributes nothing. Sums are in the same order on every device.
 */
enum taub_status taub_sum_rows(const struct taub_hadron_device *device, const struct taub_row_kernel *kernel,
                               const double *columns, int column_count, int64_t length,
                               const struct taub_groups *groups, const struct taub_spectra *grid,
                               struct taub_row_taker taker, struct taub_error *error);

/* values: d2N/(pT dpT dphi dy) for a degeneracy of 1, [group][rapidity][momentum][direction] on the grid of `grid`.
 * Sets inward, negative, evaluations and seconds of `grid`. */
enum taub_status taub_sums(const struct taub_hadron_device *device, const struct taub_elements *elements,
                           const struct taub_groups *groups, const struct taub_spectra_config *config,
                           struct taub_spectra *grid, double *values, struct taub_error *error);

#endif
