/* Checks of the poles of dispersive media. */
#include "case/check.h"
#include "systems/poles.h"

void taub_check_poles(struct taub_check *self)
{
    struct taub_pole_set set;
    taub_poles_find(self->config, &set);
    if (set.too_many)
        taub_check_complain(self, self->config->medium.poles.count > 0 ? "medium.poles" : "medium.inclusions", -1,
                            "expected at most %d poles that differ in more than their strength", TAUB_MOST_POLES);
}
