/* A box with axes of its own. */
#include "bodies/body.h"

static enum taub_side side(const struct taub_config_body *self, const struct taub_body_box *box)
{
    enum taub_side all = TAUB_INSIDE;
    for (int a = 0; a < 3; a++)
        all = taub_side_of_both(all,
                                taub_side_between(box->x[a], box->half[a], -0.5 * self->size[a], 0.5 * self->size[a]));
    return all;
}

static void lengths(const struct taub_config_body *self, double out[3])
{
    for (int a = 0; a < 3; a++)
        out[a] = self->size[a];
}

const struct taub_body_shape taub_block = {side, lengths, NULL};
