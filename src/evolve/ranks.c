/* A simulation on several ranks: what they do together between the launches of a step, and one clock for all. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/link.h"

/* ---- creation ---- */

/* The most values of a cell that go to other ranks at a time: of a state, or what a scheme shares besides. */
static size_t values_shared(const struct taub_simulation *self)
{
    const struct taub_plan *plan = self->plan;
    size_t most = 0;
    for (int f = 0; f < plan->field_count; f++)
        most += self->buffers[f] && plan->fields[f].life == TAUB_LIFE_STATE ? (size_t)plan->fields[f].components : 0;
    for (int variant = 0; variant < plan->variants; variant++)
        for (int o = 0; o < plan->steps[variant].count; o++) {
            const struct taub_op *op = &plan->steps[variant].ops[o];
            const bool goes = op->kind == TAUB_OP_COPY || op->kind == TAUB_OP_SHARE;
            size_t values = 0;
            for (int n = 0; n < 2 && goes; n++)
                if (TAUB_USE(op->operand[n].touch) != TAUB_UNUSED)
                    values += (size_t)plan->fields[op->operand[n].field].components;
            most = values > most ? values : most;
        }
    return most;
}

enum taub_status taub_simulation_create_ranks(struct taub_simulation *self, struct taub_error *error)
{
    self->ranks = self->ranks ? self->ranks : calloc(1, sizeof *self->ranks);
    if (!self->ranks)
        return taub_fail(error, TAUB_FAILED, "out of memory");
    self->ranks->values = values_shared(self);
    const enum taub_status status = taub_host_link_create(self, &self->ranks->host, error);
    self->ranks->link = self->ranks->host;
    return status;
}

void taub_simulation_forget_links(struct taub_simulation *self)
{
    struct taub_ranks *ranks = self->ranks;
    if (!ranks)
        return;
    for (int phase = 0; phase < TAUB_MOST_PHASES; phase++) {
        free(ranks->step[phase].list);
        free(ranks->step[phase].cuts.list);
    }
    if (ranks->link != ranks->host)
        ranks->link->way->destroy(ranks->link);
    if (ranks->host)
        ranks->host->way->destroy(ranks->host);
    *ranks = (struct taub_ranks){.own = ranks->own, .seconds = ranks->seconds};
}

void taub_simulation_destroy_ranks(struct taub_simulation *self)
{
    taub_simulation_forget_links(self);
    free(self->ranks);
    self->ranks = NULL;
}

enum taub_status taub_simulation_renew_ranks(struct taub_simulation *self, struct taub_error *error)
{
    taub_simulation_forget_links(self);
    TRY(taub_simulation_agree(self, taub_simulation_create_ranks(self, error), error));
    return taub_simulation_connect_ranks(self, error);
}

enum taub_status taub_simulation_agree(const struct taub_simulation *self, enum taub_status status,
                                       struct taub_error *error)
{
    return taub_comm_agree(self->comm, status, error);
}

void taub_simulation_gather_blocks(const struct taub_simulation *self, const void *own, size_t bytes, void *all)
{
    const struct taub_mesh *mesh = self->mesh;
    const int count = taub_mesh_all_blocks(mesh);
    for (int first = 0, end; first < count; first = end) {
        const int owner = mesh->all[first].owner;
        for (end = first; end < count && mesh->all[end].owner == owner; end++)
            continue;
        char *const to = (char *)all + (size_t)first * bytes;
        const size_t size = (size_t)(end - first) * bytes;
        if (owner == mesh->rank) {
            memcpy(to, own, size);
            own = (const char *)own + size;
        }
        taub_comm_broadcast(self->comm, owner, to, size);
    }
}

/* ---- between launches ---- */

double taub_simulation_exchange_seconds(const struct taub_simulation *self, const struct taub_pass_time *passes,
                                        int count)
{
    double seconds = self->ranks ? self->ranks->seconds : 0.0;
    const bool recorded = self->ranks && self->ranks->link != self->ranks->host;
    for (int n = 0; n < count && recorded; n++)
        seconds += taub_simulation_exchanges(self, passes[n].name) ? passes[n].seconds : 0.0;
    return seconds;
}

const char *taub_simulation_exchange(const struct taub_simulation *self)
{
    return self->ranks ? self->ranks->way : "";
}

/* Sides that a copy from another rank lies beyond; of edges and corners one is enough. */
static void add_sides(const struct taub_shape *shape, const struct taub_copy *copy, bool shared[3][2])
{
    int axis = -1, side = 0;
    bool known = false;
    for (int a = 0; a < 3; a++) {
        const bool above = copy->begin[a] >= shape->cells[a];
        if (copy->begin[a] >= 0 && !above)
            continue;
        axis = a;
        side = above;
        known = known || shared[a][side];
    }
    if (axis >= 0 && !known)
        shared[axis][side] = true;
}

static int axes_outside(const struct taub_shape *shape, const struct taub_copy *copy)
{
    int axes = 0;
    for (int a = 0; a < 3; a++)
        axes += copy->begin[a] < 0 || copy->begin[a] >= shape->cells[a];
    return axes;
}

bool taub_simulation_hides(const struct taub_simulation *self, bool shared[3][2])
{
    const struct taub_shape *shape = &self->mesh->shape;
    const struct taub_halo *halo = self->halos[TAUB_HALO_ALL].halo;
    memset(shared, 0, 6 * sizeof shared[0][0]);
    if (!self->ranks || !self->ranks->hides || self->mesh->levels > 0)
        return false;
    for (int axes = 1; axes <= 3; axes++)
        for (int n = 0; n < halo->count[TAUB_HALO_IN]; n++)
            if (axes_outside(shape, &halo->list[TAUB_HALO_IN][n]) == axes)
                add_sides(shape, &halo->list[TAUB_HALO_IN][n], shared);
    return halo->count[TAUB_HALO_IN] > 0;
}

enum taub_status taub_simulation_run_list(struct taub_simulation *self, const struct taub_step *step,
                                          struct taub_error *error)
{
    struct taub_launch *list = malloc((size_t)taub_simulation_launch_room(step) * sizeof *list);
    struct taub_cuts cuts = {.list = malloc((size_t)taub_simulation_cut_room(step) * sizeof *cuts.list)};
    enum taub_status status =
        list && cuts.list ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory for a list of launches");
    status = taub_simulation_agree(self, status, error);
    if (status != TAUB_OK) {
        free(list);
        free(cuts.list);
        return status;
    }
    const int count = taub_simulation_launches(self, step, self->at, list, self->ranks ? &cuts : NULL);
    if (self->ranks) {
        struct taub_walk walk = {.link = self->ranks->host, .error = error};
        taub_link_walk(&walk, list, count, &cuts);
        status = taub_simulation_agree(self, walk.status, error);
    }
    for (int n = 0; n < count && !self->ranks && status == TAUB_OK; n++)
        status = taub_device_launch(self->device, &list[n], error);
    free(list);
    free(cuts.list);
    return status;
}

enum taub_status taub_simulation_share_steps(struct taub_simulation *self, int64_t steps, struct taub_error *error)
{
    return self->ranks->link->way->run(self->ranks->link, steps, error);
}

/* ---- the clock ---- */

#define COUNTERS(X)        \
    X(recovery_failures)   \
    X(floored)             \
    X(regulated)           \
    X(iterations_exceeded) \
    X(first_order_cells) X(lost) X(lost_energy) X(shock_cells) X(bounded_scalars) X(low_beta_cells)

enum taub_status taub_simulation_share_clock(struct taub_simulation *self, struct taub_error *error)
{
    struct taub_control *all, *own;
    if (!self->ranks)
        return TAUB_OK;
    all = malloc((size_t)self->comm->size * sizeof *all);
    const enum taub_status status = all ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory");
    TRY(taub_comm_agree(self->comm, status, error));
    own = &self->ranks->own;
    *own = self->clock;
    if (own->failed == TAUB_FAILURE_RECOVERY)
        own->failed_cell[0] = self->mesh->number[own->failed_cell[0]];
    taub_comm_gather_all(self->comm, own, sizeof *own, all);
#define CLEAR(name) self->clock.name = 0;
    COUNTERS(CLEAR)
#undef CLEAR
    memset(self->clock.causes, 0, sizeof self->clock.causes);
    memset(self->clock.counts, 0, sizeof self->clock.counts);
    for (int rank = 0; rank < self->comm->size; rank++) {
#define ADD(name) self->clock.name += all[rank].name;
        COUNTERS(ADD)
#undef ADD
        for (int cause = 0; cause < TAUB_CAUSES; cause++)
            self->clock.causes[cause] += all[rank].causes[cause];
        for (int n = 0; n < TAUB_COUNTS; n++)
            self->clock.counts[n] += all[rank].counts[n];
    }
    /* of several ranks that failed the lowest one is told */
    for (int rank = self->comm->size - 1; rank >= 0; rank--)
        if (all[rank].failed) {
            self->clock.failed = all[rank].failed;
            self->clock.failed_part = all[rank].failed_part;
            self->clock.refused_step = all[rank].refused_step;
            if (all[rank].failed != TAUB_FAILURE_RECOVERY) /* of the clock: on all ranks, in no cell */
                continue;
            memcpy(self->clock.failed_cell, all[rank].failed_cell, sizeof self->clock.failed_cell);
            self->ranks->failed_rank = rank;
        }
    free(all);
    return TAUB_OK;
}

void taub_simulation_forget_step(struct taub_simulation *self)
{
    struct taub_control *own = self->ranks ? &self->ranks->own : &self->clock;
#define CLEAR(name) self->clock.name = own->name = 0;
    COUNTERS(CLEAR)
    CLEAR(failing)
#undef CLEAR
}

/* Of counts that are not known by rank, as those of a checkpoint, the first one has all. */
void taub_simulation_assign_counters(struct taub_simulation *self)
{
    if (!self->ranks)
        return;
    memset(&self->ranks->own, 0, sizeof self->ranks->own);
    if (self->comm->rank == 0)
        self->ranks->own = self->clock;
}

/* What a pass met on one rank is told by that one; what the clock met all have met. */
enum taub_status taub_simulation_tell_failure(struct taub_simulation *self, enum taub_status status,
                                              struct taub_error *error)
{
    if (!self->ranks || self->clock.failed != TAUB_FAILURE_RECOVERY)
        return status;
    return taub_comm_agree(self->comm, self->comm->rank == self->ranks->failed_rank ? status : TAUB_OK, error);
}

double taub_simulation_share_largest(const struct taub_simulation *self, double value)
{
    taub_comm_maximum(self->comm, &value, 1);
    return value;
}

void taub_simulation_own_counters(const struct taub_simulation *self, struct taub_control *clock)
{
    const struct taub_control *own;
    if (!self->ranks)
        return;
    own = &self->ranks->own;
#define TAKE(name) clock->name = own->name;
    COUNTERS(TAKE)
#undef TAKE
    memcpy(clock->causes, own->causes, sizeof clock->causes);
    memcpy(clock->counts, own->counts, sizeof clock->counts);
    clock->failing = own->failing;
}
