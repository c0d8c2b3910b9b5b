/* Parts of the range of a launch. */
#ifndef TAUB_EVOLVE_PARTS_H
#define TAUB_EVOLVE_PARTS_H

#include "evolve/internal.h"

bool taub_range_is_empty(const struct taub_range *range);
/* Appends what the range of a launch has more than a box in it: layers across z, across y what is left between these,
 * then across x. Returns how many launches that takes, up to six. */
int taub_parts_around(const struct taub_launch *launch, const struct taub_range *box, struct taub_launch *list);

#endif
