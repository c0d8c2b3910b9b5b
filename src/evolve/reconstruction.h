/* How schemes of higher order reconstruct cells (kernels/reconstruct): what ader-weno, rk-weno and mhd have in common.
 */
#ifndef TAUB_EVOLVE_RECONSTRUCTION_H
#define TAUB_EVOLVE_RECONSTRUCTION_H

#include "evolve/internal.h"

/* Order 2: whether faces are those of a parabola, and whether data are limited by five cells, not three. */
bool taub_reconstructs_parabolas(const struct taub_config *config);
bool taub_limiter_is_wide(const struct taub_config *config);
/* Whether ghost zones go on in pressure by a user's force (kernels/passes/walls.h). */
bool taub_ends_hold(const struct taub_config *config);
enum taub_status taub_ends_define(const struct taub_config *config, struct taub_bundle *bundle,
                                  struct taub_error *error);
/* The constants of the kernels: order, positivity, variables, limiter. */
enum taub_status taub_reconstruction_define(const struct taub_config *config, struct taub_bundle *bundle,
                                            struct taub_error *error);

#endif
