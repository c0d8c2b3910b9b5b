/* What lies behind a plane through the center that looks along the axis. */
#include "bodies/body.h"

static enum taub_side side(const struct taub_config_body *self, const struct taub_body_box *box)
{
    return taub_side_below(box->x[2] - box->half[2], box->x[2] + box->half[2], 0);
}

static void lengths(const struct taub_config_body *self, double out[3])
{
    out[0] = out[1] = out[2] = INFINITY;
}

const struct taub_body_shape taub_half_space = {side, lengths, NULL};
