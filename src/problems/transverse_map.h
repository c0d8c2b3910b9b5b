/* A positive density in the transverse plane on a regular grid of points; and the longitudinal profile H(eta). */
#ifndef TAUB_TRANSVERSE_MAP_H
#define TAUB_TRANSVERSE_MAP_H

#include <stdbool.h>

#include "eos/eos.h"
#include "taub/config.h"
#include "taub/error.h"

struct taub_map {
    int count[2];
    double first[2], spacing[2]; /* coordinates of point (i, j): first + spacing (i, j) */
    double *values;              /* [count[1]][count[0]] */
};

/* All values are set to 0. */
enum taub_status taub_map_create(const int count[2], const double first[2], const double spacing[2],
                                 struct taub_map *out, struct taub_error *error);
void taub_map_free(struct taub_map *self);

/* Adds weight times a normalised Gaussian of this width, truncated at 7 widths. */
void taub_map_add_gaussian(struct taub_map *self, double x, double y, double width, double weight);

/* True if (x, y) is a grid point; *value is then its value. */
bool taub_map_find(const struct taub_map *self, double x, double y, double *value);

/* Bilinear interpolation, which falls to 0 within one spacing outside: positive, no new extrema, second order. */
double taub_map_bilinear(const struct taub_map *self, double x, double y);

/* |sum r^n exp(i n phi) density|/sum r^n density with respect to the centre of the density. */
double taub_map_eccentricity(const struct taub_map *self, int n);

/* H(eta) = exp(-max(0, |eta| - plateau)^2/(2 sigma^2)), or 1 if not given. TAUB_BAD_INPUT for invalid parameters. */
enum taub_status taub_longitudinal_check(const struct taub_config_longitudinal *self, struct taub_error *error);
double taub_longitudinal_at(const struct taub_config_longitudinal *self, double eta);

/* What a profile stands for, of glauber and trento: initial.quantity and initial.scale at time.start. */
struct taub_deposit_scale {
    double scale; /* e or s over the profile */
    bool entropy;
};
struct taub_deposit_scale taub_deposit_scale(const struct taub_config *config);
/* The energy density where the profile is `across` times `along`. */
double taub_deposit_energy(struct taub_deposit_scale self, const struct taub_eos *eos, double across, double along);

#endif
