#include "bodies/body.h"

static enum taub_side side(const struct taub_config_body *self, const struct taub_body_box *box)
{
    double nearest = 0, farthest = 0;
    taub_add_axial_squares(box, &nearest, &farthest);
    return taub_side_of_both(taub_side_of_ends(self, box),
                             taub_side_below(nearest, farthest, self->radius * self->radius));
}

static void lengths(const struct taub_config_body *self, double out[3])
{
    out[0] = out[1] = 2 * self->radius;
    out[2] = self->height_given ? self->height : INFINITY;
}

const struct taub_body_shape taub_cylinder = {side, lengths, NULL};
