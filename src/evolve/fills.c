/* Ghost zones: from blocks of this rank and boundaries by launches, from other ranks by exchanges, with what is
 * computed while these are under way. */
#include "evolve/overlap.h"

/* ---- launches along one axis ---- */

/* Along x positions of a row and rows are one index: kernels/passes/ghosts.h. */
static struct taub_launch by_rows(const struct taub_launches *self, struct taub_launch launch)
{
    const int positions = 2 * self->simulation->mesh->shape.ghosts[0];
    if (launch.range.option[0] != 0)
        return launch;
    launch.range.lower[0] = positions * launch.range.lower[1];
    launch.range.upper[0] = positions * launch.range.upper[1];
    launch.range.lower[1] = launch.range.lower[2];
    launch.range.upper[1] = launch.range.upper[2];
    launch.range.lower[2] = 0;
    launch.range.upper[2] = 1;
    return launch;
}

/* Beside ghost zones of the axes before `end`, or of all others. */
static struct taub_launch zones_beside(const struct taub_launches *self, const struct taub_op *op, int axis, int end)
{
    const struct taub_simulation *simulation = self->simulation;
    const int *ghosts = simulation->mesh->shape.ghosts;
    struct taub_launch launch = taub_simulation_launch(simulation, PASS_GHOSTS);
    launch.fields[0] = simulation->buffers[self->at[op->operand[0].field]];
    launch.range.option[0] = axis;
    launch.range.option[1] = op->range.option[1];
    launch.range.option[2] = op->range.option[2];
    launch.gate = taub_simulation_gate(op->range.option[2], op->range.option[1]);
    launch.range.time[0] = op->range.time[0];
    launch.range.upper[axis] = 2 * ghosts[axis];
    for (int filled = 0; filled < (op->whole ? 3 : end) && simulation->scheme->corners; filled++) {
        if (filled == axis)
            continue;
        launch.range.lower[filled] = -ghosts[filled];
        launch.range.upper[filled] += ghosts[filled];
    }
    return launch;
}

static struct taub_launch zones_along(const struct taub_launches *self, const struct taub_op *op, int axis)
{
    return zones_beside(self, op, axis, axis);
}

/* ---- corners: END_GIVES and others of kernels/geometry/blocks.h ---- */

enum { GIVES = 1, EXTRAPOLATES, COPIES };

static int rank_of_end(enum taub_boundary end)
{
    return end == TAUB_PERIODIC                              ? 0
           : end == TAUB_INFLOW || end == TAUB_BOUNDARY_CODE ? GIVES
           : end == TAUB_EXTRAPOLATED                        ? EXTRAPOLATES
                                                             : COPIES;
}

int taub_axes_filled_again(const struct taub_config *config, int axis, int again[TAUB_MOST_FILLED_AGAIN])
{
    const enum taub_boundary *ends = config->mesh.boundary[axis];
    int count = 0;
    for (int rank = EXTRAPOLATES; rank <= COPIES; rank++)
        for (int before = 0; before < axis; before++) {
            const enum taub_boundary *others = config->mesh.boundary[before];
            bool has = false, lower = false;
            for (int side = 0; side < 2; side++) {
                has = has || rank_of_end(others[side]) == rank;
                lower = lower || (rank_of_end(ends[side]) > 0 && rank_of_end(ends[side]) < rank);
            }
            if (has && lower && config->mesh.cells[before] > 1 && config->mesh.cells[axis] > 1)
                again[count++] = before;
        }
    return count;
}

bool taub_fills_again(const struct taub_config *config)
{
    int again[TAUB_MOST_FILLED_AGAIN];
    return taub_axes_filled_again(config, 1, again) + taub_axes_filled_again(config, 2, again) > 0;
}

static bool fills(const struct taub_launches *self, const struct taub_op *op, int axis)
{
    return self->simulation->mesh->active[axis] && op->axes & 1u << axis;
}

/* Zones that have come from other ranks across an end of the mesh where fields gain a phase. */
static void append_turn(struct taub_launches *self, struct taub_launch launch)
{
    if (!self->simulation->passes[PASS_TURN_ARRIVED])
        return;
    launch.pass = self->simulation->passes[PASS_TURN_ARRIVED];
    launch.gate = 0;
    self->list[self->count++] = launch;
}

static enum taub_corners corners_of(const struct taub_op *op)
{
    return op->whole ? TAUB_ALL_CORNERS : TAUB_LOWER_CORNERS;
}

/* ---- passes behind a fill ---- */

/* Behind the exchange that was appended last. */
static void append_hidden(struct taub_launches *self, struct taub_overlap *hiding, struct taub_cut *cut)
{
    if (!hiding || !cut)
        return;
    cut->hidden = taub_overlap_inside(hiding, cut->axes, cut->corners, self->list + self->count);
    self->count += cut->hidden;
}

/* Zones of earlier axes that copy or go on from what the zones of `axis` have got. */
static void append_corners(struct taub_launches *self, const struct taub_op *op, int axis)
{
    int again[TAUB_MOST_FILLED_AGAIN];
    const int count = taub_axes_filled_again(self->simulation->config, axis, again);
    for (int n = 0; n < count; n++) {
        struct taub_launch launch = zones_beside(self, op, again[n], axis + 1);
        launch.range.option[3] = 2;
        if (fills(self, op, again[n]))
            self->list[self->count++] = by_rows(self, launch);
    }
}

/* `hiding`: passes that follow, of which parts are launched while ghost zones travel. */
static void append_fill(struct taub_launches *self, const struct taub_op *op, struct taub_overlap *hiding)
{
    const bool corners = self->simulation->scheme->corners;
    const int first = self->cuts ? self->cuts->count : 0, before = self->count;
    taub_launches_agree(self);
    for (int axis = 0; axis < 3; axis++) {
        if (!fills(self, op, axis))
            continue;
        const struct taub_launch launch = zones_along(self, op, axis);
        self->list[self->count++] = by_rows(self, launch);
        if (corners)
            append_corners(self, op, axis);
        if (corners)
            append_hidden(self, hiding,
                          taub_launches_exchange(self, op->operand, 1u << axis, corners_of(op), op->range.option[2]));
        append_turn(self, launch);
    }
    if (!corners && self->count > before)
        append_hidden(self, hiding,
                      taub_launches_exchange(self, op->operand, op->axes, TAUB_NO_CORNERS, op->range.option[2]));
    if (hiding)
        self->count += taub_overlap_rest(hiding, self->list + self->count);
    for (int c = first; self->cuts && c < self->cuts->count; c++)
        self->cuts->list[c].refill = op->range.option[1];
}

int taub_launches_fill(struct taub_launches *self, int o)
{
    const struct taub_op *fill = &self->step->ops[o];
    struct taub_overlap hiding;
    const bool seldom = fill->range.option[1] || fill->range.option[2];
    const int passes = seldom ? 0 : taub_overlap_behind(&hiding, self, o);
    append_fill(self, fill, passes > 0 ? &hiding : NULL);
    return passes;
}

int taub_launches_share(struct taub_launches *self, int o)
{
    const struct taub_op *share = &self->step->ops[o];
    struct taub_overlap hiding;
    const int passes = share->gate ? 0 : taub_overlap_behind(&hiding, self, o);
    taub_launches_agree(self);
    for (int axis = 0; axis < 3; axis++)
        if (fills(self, share, axis)) {
            struct taub_cut *cut =
                taub_launches_exchange(self, share->operand, 1u << axis, TAUB_LOWER_CORNERS, share->gate);
            append_hidden(self, passes > 0 ? &hiding : NULL, cut);
        }
    if (passes > 0)
        self->count += taub_overlap_rest(&hiding, self->list + self->count);
    return passes;
}

/* ---- passes before a fill ---- */

/* The same zones along an axis as far as other ranks are sent them, before they are filled everywhere. */
static void append_sent_zones(struct taub_launches *self, const struct taub_overlap *leading,
                              const struct taub_op *fill, int axis)
{
    for (int later = axis + 1; later < 3; later++)
        for (int side = 0; side < 2; side++) {
            struct taub_launch launch = zones_along(self, fill, axis);
            if (!leading->shared[later][side])
                continue;
            taub_overlap_restrict(leading, later, side, &launch.range);
            self->list[self->count++] = by_rows(self, launch);
        }
}

/* Leading passes and their fill: layers, whose zones go, axis by axis; the inside in parts meanwhile; then zones of
 * this rank's own. */
static void append_led_fill(struct taub_launches *self, const struct taub_overlap *leading, const struct taub_op *fill)
{
    taub_launches_agree(self);
    self->count += taub_overlap_layers(leading, self->list + self->count);
    for (int axis = 0; axis < 3; axis++) {
        if (!fills(self, fill, axis))
            continue;
        append_sent_zones(self, leading, fill, axis);
        struct taub_cut *cut = taub_launches_exchange(self, fill->operand, 1u << axis, corners_of(fill), 0);
        cut->hidden = taub_overlap_part(leading, axis, self->list + self->count);
        self->count += cut->hidden;
        append_turn(self, zones_along(self, fill, axis));
    }
    for (int axis = 0; axis < 3; axis++) {
        struct taub_launch launch = zones_along(self, fill, axis);
        launch.range.option[3] = 1;
        if (fills(self, fill, axis))
            self->list[self->count++] = by_rows(self, launch);
    }
}

/* ---- passes by themselves ---- */

int taub_launches_run(struct taub_launches *self, int o)
{
    const struct taub_op *op = &self->step->ops[o];
    struct taub_overlap leading;
    const int passes = taub_overlap_before(&leading, self, o);
    if (passes > 0) {
        append_led_fill(self, &leading, &self->step->ops[o + passes]);
        return passes;
    }
    self->list[self->count++] = taub_launches_pass(self, op);
    return 0;
}
