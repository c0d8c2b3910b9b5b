/* A box along the axes of the mesh: all of space between its corners, which all bodies may have. */
#include "bodies/body.h"

static enum taub_side side(const struct taub_config_body *self, const struct taub_body_box *box)
{
    return TAUB_INSIDE;
}

static void lengths(const struct taub_config_body *self, double out[3])
{
    out[0] = out[1] = out[2] = INFINITY;
}

static const char *wrong(const struct taub_config_body *self, const char **key)
{
    if (!self->lower_given || !self->upper_given)
        return "expected the corners of the box, lower and upper";
    *key = "center";
    const bool moved = self->center[0] != 0 || self->center[1] != 0 || self->center[2] != 0;
    return moved ? "a box has lower and upper; expected a block for one about its centre" : NULL;
}

const struct taub_body_shape taub_box = {side, lengths, wrong};
