/* A part of a cone between two planes across its axis: `radius` at the lower one, `tip_radius` at the upper one. */
#include "bodies/body.h"

static double radius_at(const struct taub_config_body *self, double z)
{
    return self->radius + (self->tip_radius - self->radius) * (z / self->height + 0.5);
}

static enum taub_side side(const struct taub_config_body *self, const struct taub_body_box *box)
{
    const double one = radius_at(self, box->x[2] - box->half[2]), other = radius_at(self, box->x[2] + box->half[2]);
    double nearest = 0, farthest = 0;
    taub_add_axial_squares(box, &nearest, &farthest);
    return taub_side_of_both(taub_side_of_ends(self, box),
                             taub_side_below(sqrt(nearest) - fmax(one, other), sqrt(farthest) - fmin(one, other), 0));
}

static void lengths(const struct taub_config_body *self, double out[3])
{
    out[0] = out[1] = 2 * fmax(self->radius, self->tip_radius);
    out[2] = self->height;
}

static const char *wrong(const struct taub_config_body *self, const char **key)
{
    *key = "height";
    return self->height_given ? NULL : "this key is missing; a cone has a height";
}

const struct taub_body_shape taub_cone = {side, lengths, wrong};
