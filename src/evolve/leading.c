#include "evolve/leading.h"

#include "evolve/parts.h"

bool taub_leading_start(struct taub_leading *self, const struct taub_simulation *simulation)
{
    self->mesh = simulation->mesh;
    self->count = 0;
    return taub_simulation_hides(simulation, self->shared);
}

bool taub_leading_pass(struct taub_leading *self, const struct taub_launch *launch, const struct taub_op *op)
{
    if (self->count == MOST_LEADING_PASSES)
        return false;
    self->passes[self->count++] = (struct leading_pass){.launch = *launch, .op = op};
    return true;
}

/* By how much the range of a pass goes beyond the cells of the block at sides that others share. */
static int overhang(const struct taub_leading *self, const struct leading_pass *pass, int axis, int side)
{
    const struct taub_range *range = &pass->launch.range;
    if (side)
        return pass->op->ends ? 0 : range->upper[axis] - self->mesh->shape.cells[axis];
    return -range->lower[axis];
}

/* A range goes beyond that of the pass behind it by what that one reads. Where it goes less far, it updates what is
 * there, and has to find it: the passes before it go farther by the difference. */
static void find_reach(struct taub_leading *self, int axis, int side)
{
    int more = 0;
    for (int p = self->count - 1; p >= 0; p--) {
        struct leading_pass *pass = &self->passes[p];
        const int own = overhang(self, pass, axis, side);
        const bool last = p + 1 == self->count;
        const int behind = last ? own : overhang(self, pass + 1, axis, side);
        more += (behind > own ? behind - own : 0) + (last || side ? 0 : pass[1].op->below);
        pass->beyond[axis][side] = own + more;
    }
}

bool taub_leading_close(struct taub_leading *self)
{
    const struct taub_shape *shape = &self->mesh->shape;
    bool inside = self->count > 0;
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2; side++)
            find_reach(self, axis, side);
    for (int p = 0; p < self->count; p++) {
        struct leading_pass *pass = &self->passes[p];
        pass->inner = pass->launch.range;
        for (int axis = 0; axis < 3; axis++) {
            if (self->shared[axis][0])
                pass->inner.lower[axis] = shape->ghosts[axis] + pass->beyond[axis][1];
            if (self->shared[axis][1])
                pass->inner.upper[axis] = shape->cells[axis] - shape->ghosts[axis] - pass->beyond[axis][0];
        }
        inside = inside && !taub_range_is_empty(&pass->inner);
    }
    return inside;
}

int taub_leading_layers(const struct taub_leading *self, struct taub_launch *list)
{
    int n = 0;
    for (int p = 0; p < self->count; p++)
        n += taub_parts_around(&self->passes[p].launch, &self->passes[p].inner, list + n);
    return n;
}

static bool meets(const struct taub_leading *self, int axis)
{
    return self->shared[axis][0] || self->shared[axis][1];
}

/* The inside is divided across its last axis, in as many parts as there are axes with exchanges; where part `part`
 * begins, of which the passes go on to what those behind them need. */
static int where(const struct taub_leading *self, const struct leading_pass *pass, int axis, int part, int parts)
{
    const struct taub_range *core = &self->passes[self->count - 1].inner, *inner = &pass->inner;
    const int at = core->lower[axis] + (core->upper[axis] - core->lower[axis]) * part / parts + pass->beyond[axis][1];
    if (part == 0 || at < inner->lower[axis])
        return inner->lower[axis];
    return part == parts || at > inner->upper[axis] ? inner->upper[axis] : at;
}

int taub_leading_part(const struct taub_leading *self, int axis, struct taub_launch *list)
{
    const int across = self->mesh->active[2] ? 2 : self->mesh->active[1] ? 1 : 0;
    int n = 0, part = 0, parts = 0;
    for (int a = 0; a < 3; a++) {
        part += a < axis && meets(self, a);
        parts += meets(self, a);
    }
    for (int p = 0; p < self->count && meets(self, axis); p++) {
        const struct leading_pass *pass = &self->passes[p];
        list[n] = pass->launch;
        list[n].range = pass->inner;
        list[n].range.lower[across] = where(self, pass, across, part, parts);
        list[n].range.upper[across] = where(self, pass, across, part + 1, parts);
        n += !taub_range_is_empty(&list[n].range);
    }
    return n;
}

void taub_leading_restrict(const struct taub_leading *self, int axis, int side, struct taub_range *range)
{
    const int cells = self->mesh->shape.cells[axis], ghosts = self->mesh->shape.ghosts[axis];
    range->lower[axis] = side ? cells - ghosts : 0;
    range->upper[axis] = side ? cells : ghosts;
}
