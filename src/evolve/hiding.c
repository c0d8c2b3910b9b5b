#include "evolve/hiding.h"

#include <string.h>

#include "evolve/parts.h"

bool taub_hiding_start(struct taub_hiding *self, const struct taub_simulation *simulation)
{
    self->simulation = simulation;
    self->count = 0;
    return taub_simulation_hides(simulation, self->shared);
}

bool taub_hiding_pass(struct taub_hiding *self, const struct taub_launch *launch, const struct taub_op *op)
{
    if (self->count == MOST_HIDING_PASSES)
        return false;
    struct hiding_pass *pass = &self->passes[self->count++];
    *pass = (struct hiding_pass){.launch = *launch, .op = op, .done = launch->range};
    memcpy(pass->done.upper, pass->done.lower, sizeof pass->done.upper); /* no cell yet */
    return true;
}

/* What `box` has more than what is done, which lies in it. */
static int append_growth(struct hiding_pass *pass, const struct taub_range *box, struct taub_launch *list)
{
    const struct taub_range done = pass->done;
    pass->done = *box;
    list[0] = pass->launch;
    list[0].range = *box;
    if (taub_range_is_empty(&done))
        return 1;
    const struct taub_launch whole = list[0];
    return taub_parts_around(&whole, &done, list);
}

static bool meets(const struct taub_hiding *self, int axis)
{
    return self->shared[axis][0] || self->shared[axis][1];
}

/* To multiples of `grain`, counted from where the whole range begins, unless the box ends where that does. */
static void round_inwards(struct taub_range *box, const struct taub_range *whole, int axis, int grain)
{
    const int begin = whole->lower[axis];
    if (grain < 2)
        return;
    box->lower[axis] = begin + (box->lower[axis] - begin + grain - 1) / grain * grain;
    if (box->upper[axis] < whole->upper[axis])
        box->upper[axis] = begin + (box->upper[axis] - begin) / grain * grain;
}

/* The box of a pass for an exchange along these axes. Of axes that are filled later neither side is known yet; when one
 * of them has an exchange, too, half of the cells are kept for that. */
static struct taub_range box_of(const struct taub_hiding *self, const struct hiding_pass *pass, unsigned axes,
                                enum taub_corners corners)
{
    const struct taub_mesh *mesh = self->simulation->mesh;
    struct taub_range box = pass->launch.range;
    const int reach = pass->op->reach;
    bool behind = false; /* of an axis that is exchanged */
    for (int axis = 0; axis < 3; axis++) {
        const bool now = axes >> axis & 1, later = corners != TAUB_NO_CORNERS && behind && mesh->active[axis];
        const int cells = mesh->shape.cells[axis];
        if (later || (now && self->shared[axis][0]))
            box.lower[axis] = reach;
        if (later || (now && self->shared[axis][1]))
            box.upper[axis] = cells - reach;
        if (later && meets(self, axis) && box.upper[axis] > cells / 2 - reach)
            box.upper[axis] = cells / 2 - reach;
        round_inwards(&box, &pass->launch.range, axis, pass->op->grain[axis]);
        behind = behind || now;
    }
    return box;
}

int taub_hiding_part(struct taub_hiding *self, unsigned axes, enum taub_corners corners, struct taub_launch *list)
{
    struct taub_range boxes[MOST_HIDING_PASSES];
    int n = 0;
    bool any = false;
    for (int axis = 0; axis < 3; axis++)
        any = any || (axes >> axis & 1 && meets(self, axis));
    for (int p = 0; p < self->count; p++) {
        boxes[p] = box_of(self, &self->passes[p], axes, corners);
        any = any && !taub_range_is_empty(&boxes[p]);
    }
    for (int p = 0; p < self->count && any; p++)
        n += append_growth(&self->passes[p], &boxes[p], list + n);
    return n;
}

int taub_hiding_rest(struct taub_hiding *self, struct taub_launch *list)
{
    int n = 0;
    for (int p = 0; p < self->count; p++)
        n += append_growth(&self->passes[p], &self->passes[p].launch.range, list + n);
    return n;
}
