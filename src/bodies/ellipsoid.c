#include "bodies/body.h"

static enum taub_side side(const struct taub_config_body *self, const struct taub_body_box *box)
{
    double nearest = 0, farthest = 0;
    for (int a = 0; a < 3; a++)
        taub_add_squares(box->x[a], box->half[a], 0.5 * self->size[a], &nearest, &farthest);
    return taub_side_below(nearest, farthest, 1);
}

static void lengths(const struct taub_config_body *self, double out[3])
{
    for (int a = 0; a < 3; a++)
        out[a] = self->size[a];
}

const struct taub_body_shape taub_ellipsoid = {side, lengths, NULL};
