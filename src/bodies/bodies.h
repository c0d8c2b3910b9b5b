/* Bodies of a case: where a point or a box lies, and how thick they are. */
#ifndef TAUB_BODIES_H
#define TAUB_BODIES_H

#include <stdbool.h>

#include "taub/config.h"

/* In this order, a body that is part of two has the smaller one of both, and what is outside of one has 2 minus its. */
enum taub_side { TAUB_OUTSIDE, TAUB_CUT, TAUB_INSIDE };

/* Where a box lies that goes from center - half to center + half. A box without size is a point, which is never cut;
 * other boxes may be called cut that are not. */
enum taub_side taub_body_side(const struct taub_config_body *self, const double center[3], const double half[3]);
bool taub_body_has(const struct taub_config_body *self, const double x[3]);

/* Unit vectors along its own axes, each a row; and its lengths along these, INFINITY where it does not end, without
 * lower, upper, within and without. */
void taub_body_axes(const struct taub_config_body *self, double axes[3][3]);
void taub_body_lengths(const struct taub_config_body *self, double out[3]);

/* What is wrong with a body whose keys are each in range; NULL: nothing. `key`: at which of them, "": at all of it. */
const char *taub_body_wrong(const struct taub_config_body *self, const char **key);

#endif
