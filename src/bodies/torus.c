/* A tube of radius `tube_radius` about a circle of radius `radius` across the axis. */
#include "bodies/body.h"

static enum taub_side side(const struct taub_config_body *self, const struct taub_body_box *box)
{
    double axial[2] = {0, 0}, nearest = 0, farthest = 0;
    taub_add_axial_squares(box, &axial[0], &axial[1]);
    const double least = sqrt(axial[0]), most = sqrt(axial[1]);
    taub_add_squares(0.5 * (least + most) - self->radius, 0.5 * (most - least), 1, &nearest, &farthest);
    taub_add_squares(box->x[2], box->half[2], 1, &nearest, &farthest);
    return taub_side_below(nearest, farthest, self->tube_radius * self->tube_radius);
}

static void lengths(const struct taub_config_body *self, double out[3])
{
    out[0] = out[1] = 2 * (self->radius + self->tube_radius);
    out[2] = 2 * self->tube_radius;
}

const struct taub_body_shape taub_torus = {side, lengths, NULL};
