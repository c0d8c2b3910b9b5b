/* Ghost zones: cells of other blocks of this rank and of other ranks, then what lies beyond the ends of the mesh, with
 * passes that are computed while zones travel between ranks. */
#include "evolve/overlap.h"

/* ---- beyond the ends of the mesh ---- */

/* END_GIVES and others of kernels/geometry/blocks.h. */
static int rank_of_end(enum taub_boundary end)
{
    enum { COPIED, GIVES, EXTRAPOLATES, COPIES };
    return end == TAUB_PERIODIC                              ? COPIED
           : end == TAUB_INFLOW || end == TAUB_BOUNDARY_CODE ? GIVES
           : end == TAUB_EXTRAPOLATED                        ? EXTRAPOLATES
                                                             : COPIES;
}

unsigned taub_ends_of_rank(const struct taub_config *config, int axis, int rank)
{
    const bool sphere = config->mesh.coordinates == TAUB_CUBED_SPHERE;
    unsigned sides = 0;
    if (config->mesh.cells[axis] == 1)
        return 0;
    if (axis < 2 && sphere) /* sides of panels */
        return rank == 0 ? 3u : 0u;
    for (int side = 0; side < 2; side++)
        sides |= rank > 0 && rank_of_end(config->mesh.boundary[axis][side]) == rank ? 1u << side : 0u;
    return sides;
}

/* All zones that the scheme reads, and cells. */
static struct taub_box all_zones(const struct taub_simulation *simulation)
{
    const struct taub_shape *shape = &simulation->mesh->shape;
    struct taub_box box;
    for (int a = 0; a < 3; a++) {
        const int beyond = taub_simulation_sees_corners(simulation) ? shape->ghosts[a] : 0;
        box.lower[a] = -beyond;
        box.upper[a] = shape->cells[a] + beyond;
    }
    return box;
}

/* Zones beyond these ends, as far as they lie in a box along the other axes. */
static void append_end(struct taub_launches *self, const struct taub_op *op, int axis, int rank, unsigned sides,
                       const struct taub_box *box)
{
    const int ghosts = self->simulation->mesh->shape.ghosts[axis];
    struct taub_launch launch = taub_simulation_launch(self->simulation, PASS_GHOSTS);
    struct taub_range *range = &launch.range;
    launch.fields[0] = self->simulation->buffers[self->at[op->operand[0].field]];
    launch.gate = taub_simulation_gate(op->range.option[2], op->range.option[1]);
    for (int a = 0; a < 3; a++) {
        range->lower[a] = a != axis ? box->lower[a] : sides & 1u ? 0 : ghosts;
        range->upper[a] = a != axis ? box->upper[a] : sides & 2u ? 2 * ghosts : ghosts;
    }
    range->option[0] = axis;
    range->option[1] = op->range.option[1];
    range->option[2] = op->range.option[2];
    range->option[3] = rank;
    range->time[0] = op->range.time[0];
    if (axis == 0) { /* positions of a row and rows are one index: kernels/passes/ghosts.h */
        range->lower[0] = 2 * ghosts * range->lower[1];
        range->upper[0] = 2 * ghosts * range->upper[1];
        range->lower[1] = range->lower[2];
        range->upper[1] = range->upper[2];
        range->lower[2] = 0;
        range->upper[2] = 1;
    }
    self->list[self->count++] = launch;
}

/* All ends but those of axis `but`, rank after rank. */
static void append_ends(struct taub_launches *self, const struct taub_op *op, int but, const struct taub_box *box)
{
    for (int rank = 0; rank < TAUB_RANKS_OF_ENDS; rank++)
        for (int axis = 0; axis < 3; axis++) {
            const unsigned sides = taub_ends_of_rank(self->simulation->config, axis, rank);
            const bool wanted = op->halo == TAUB_HALO_ALL || (int)op->halo == TAUB_HALO_ALONG_X + axis;
            if (sides && axis != but && wanted)
                append_end(self, op, axis, rank, sides, box);
        }
}

/* Those that need no zones of other ranks. */
static void append_early_ends(struct taub_launches *self, const struct taub_op *op)
{
    struct taub_box box = all_zones(self->simulation);
    for (int a = 0; a < 3; a++) {
        box.lower[a] = self->shared[a][0] ? 0 : box.lower[a];
        box.upper[a] = self->shared[a][1] ? self->simulation->mesh->shape.cells[a] : box.upper[a];
    }
    append_ends(self, op, -1, &box);
}

/* And those next to zones of other ranks. */
static void append_late_ends(struct taub_launches *self, const struct taub_op *op)
{
    const struct taub_box zones = all_zones(self->simulation);
    for (int a = 0; a < 3; a++)
        for (int side = 0; side < 2; side++) {
            struct taub_box box = zones;
            if (!self->shared[a][side] || !taub_simulation_sees_corners(self->simulation))
                continue;
            *(side ? &box.lower[a] : &box.upper[a]) = side ? self->simulation->mesh->shape.cells[a] : 0;
            append_ends(self, op, a, &box);
        }
}

static void append_all_ends(struct taub_launches *self, const struct taub_op *op)
{
    const struct taub_box box = all_zones(self->simulation);
    append_ends(self, op, -1, &box);
    if (op->twice)
        append_ends(self, op, -1, &box);
}

/* ---- copies ---- */

/* A launch over a list of copies of the fields of a fill. */
static struct taub_launch list_launch(const struct taub_launches *self, const struct taub_op *op,
                                      enum taub_halo_part part)
{
    const struct taub_simulation *simulation = self->simulation;
    struct taub_launch launch = taub_simulation_list_launch(simulation, op->halo, part);
    for (int n = 0; n < 2; n++)
        if (TAUB_USE(op->operand[n].touch) != TAUB_UNUSED) {
            launch.fields[n] = simulation->buffers[self->at[op->operand[n].field]];
            launch.range.option[3 * n] = simulation->plan->fields[op->operand[n].field].components;
        }
    launch.range.option[1] = op->range.option[1];
    launch.range.option[2] = op->range.option[2];
    launch.gate = taub_simulation_gate(op->range.option[2], op->range.option[1]);
    return launch;
}

static void append_copies(struct taub_launches *self, const struct taub_op *op)
{
    if (op->kind != TAUB_OP_SHARE && self->simulation->halos[op->halo].halo->count[TAUB_HALO_OWN] > 0)
        self->list[self->count++] = list_launch(self, op, TAUB_HALO_OWN);
}

/* Zones that have come from other ranks across an end of the mesh where fields gain a phase. */
static void append_turn(struct taub_launches *self, const struct taub_op *op)
{
    if (!self->simulation->passes[PASS_TURN_ARRIVED] ||
        self->simulation->halos[op->halo].halo->count[TAUB_HALO_IN] == 0)
        return;
    struct taub_launch launch = list_launch(self, op, TAUB_HALO_IN);
    launch.pass = self->simulation->passes[PASS_TURN_ARRIVED];
    self->list[self->count++] = launch;
}

/* ---- fills ---- */

/* Without zones that travel, or with these all at once. */
static void append_fill(struct taub_launches *self, const struct taub_op *op)
{
    taub_launches_exchange(self, op);
    append_turn(self, op);
    append_copies(self, op);
    if (op->kind == TAUB_OP_FILL)
        append_all_ends(self, op);
    /* parts of coarser cells, which read zones around these: level after level */
    for (int level = 1; level <= self->simulation->mesh->levels && op->kind != TAUB_OP_SHARE; level++) {
        struct taub_op finer = *op;
        finer.halo = TAUB_HALO_FINER + level - 1;
        if (self->simulation->halos[finer.halo].halo->empty)
            continue;
        append_copies(self, &finer);
        taub_launches_exchange(self, &finer); /* those that were made for other ranks */
        if (op->kind == TAUB_OP_FILL)
            append_all_ends(self, op);
    }
}

/* While zones travel: those of this rank, and what the passes that follow do away from these. */
static void append_hiding_fill(struct taub_launches *self, const struct taub_op *op, struct taub_overlap *hiding)
{
    const bool early = op->kind == TAUB_OP_FILL && !op->twice;
    struct taub_cut *cut = taub_launches_exchange(self, op);
    const int first = self->count;
    append_copies(self, op);
    if (early)
        append_early_ends(self, op);
    const int inside = taub_overlap_inside(hiding, self->list + self->count);
    self->count += inside;
    cut->hidden = inside > 0 ? self->count - first : 0;
    append_turn(self, op);
    if (early)
        append_late_ends(self, op);
    else if (op->kind == TAUB_OP_FILL)
        append_all_ends(self, op);
    self->count += taub_overlap_rest(hiding, self->list + self->count);
}

int taub_launches_fill(struct taub_launches *self, int o)
{
    const struct taub_op *op = &self->step->ops[o];
    struct taub_overlap hiding;
    const bool seldom = op->gate || op->range.option[1] || op->range.option[2];
    const int passes = seldom ? 0 : taub_overlap_behind(&hiding, self, o);
    taub_launches_agree(self);
    if (passes > 0)
        append_hiding_fill(self, op, &hiding);
    else
        append_fill(self, op);
    return passes;
}

/* ---- passes ---- */

/* Leading passes and their fill: layers, whose cells go; the inside meanwhile; then zones. */
static void append_led_fill(struct taub_launches *self, const struct taub_overlap *leading, const struct taub_op *op)
{
    taub_launches_agree(self);
    self->count += taub_overlap_layers(leading, self->list + self->count);
    struct taub_cut *cut = taub_launches_exchange(self, op);
    cut->hidden = taub_overlap_core(leading, self->list + self->count);
    self->count += cut->hidden;
    append_turn(self, op);
    append_copies(self, op);
    append_all_ends(self, op);
}

int taub_launches_run(struct taub_launches *self, int o)
{
    const struct taub_op *op = &self->step->ops[o];
    struct taub_overlap leading;
    if (op->list && self->simulation->halos[op->list].halo->count[TAUB_HALO_OWN] == 0)
        return 0;
    const int passes = taub_overlap_before(&leading, self, o);
    if (passes > 0) {
        append_led_fill(self, &leading, &self->step->ops[o + passes]);
        return passes;
    }
    self->list[self->count++] = taub_launches_pass(self, op);
    return 0;
}
