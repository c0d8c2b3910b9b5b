#include "bodies/body.h"

static enum taub_side side(const struct taub_config_body *self, const struct taub_body_box *box)
{
    double nearest = 0, farthest = 0;
    for (int a = 0; a < 3; a++)
        taub_add_squares(box->x[a], box->half[a], 1, &nearest, &farthest);
    return taub_side_below(nearest, farthest, self->radius * self->radius);
}

static void lengths(const struct taub_config_body *self, double out[3])
{
    out[0] = out[1] = out[2] = 2 * self->radius;
}

const struct taub_body_shape taub_ball = {side, lengths, NULL};
