/* Blocks of several levels that follow the flow: where blocks are refined and coarsened, and how a simulation goes over
 * to another tree of blocks. */
#include "evolve/regrid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/fault.h"
#include "core/try.h"
#include "evolve/around.h"
#include "evolve/exchange.h"
#include "mesh/halo.h"
#include "mesh/tree.h"

/* ---- which blocks ---- */

static const enum taub_measure measures[] = {[TAUB_SECOND_DIFFERENCE] = TAUB_MEASURE_SECOND_DIFFERENCE,
                                             [TAUB_JUMP] = TAUB_MEASURE_JUMP,
                                             [TAUB_HIGH] = TAUB_MEASURE_VALUE,
                                             [TAUB_LOW] = TAUB_MEASURE_MINUS_VALUE};

/* Raises *most to the largest value in the rows of each block. */
static void take_largest(const struct taub_simulation *self, const void *values, int rows, double *most)
{
    for (int b = 0; b < self->mesh->shape.blocks; b++)
        for (int row = 0; row < rows; row++) {
            const size_t at = (size_t)b * (size_t)rows + (size_t)row;
            const double value =
                self->real_bytes == sizeof(double) ? ((const double *)values)[at] : (double)((const float *)values)[at];
            most[b] = isnan(most[b]) || value <= most[b] ? most[b] : value;
        }
}

static enum taub_status refuse_block(const struct taub_simulation *self, int block, const char *field,
                                     struct taub_error *error)
{
    int place[3];
    double x[3];
    taub_mesh_stored_place(self->mesh, self->mesh->number ? self->mesh->number[block] : block, place);
    taub_mesh_center(self->mesh, place[0], place[1], place[2], x);
    return taub_fail_numerics(error,
                              "step %ld at time %.8g: %s, by which mesh.refine.criteria refine blocks, is not a number "
                              "in or beside the block whose first cell is at (%g, %g, %g)",
                              self->clock.step, self->clock.time, field, x[0], x[1], x[2]);
}

/* The largest measure of a quantity in each block, in its cells and in ghost zones that have neighbours. */
static enum taub_status measure(struct taub_simulation *self, const struct taub_config_criterion *criterion,
                                const char *field, double *most, struct taub_error *error)
{
    const struct taub_shape *shape = &self->mesh->shape;
    const struct taub_quantity_info info = taub_simulation_find_quantity(self, field);
    struct taub_launch launch = taub_simulation_launch(self, PASS_INDICATE);
    int rows = 1;
    TRY(taub_simulation_agree(self, taub_simulation_derive_around(self, &info, &launch.fields[1], error), error));
    launch.fields[0] = self->rows[0];
    launch.range.option[0] = info.components;
    launch.range.option[1] = (int)measures[criterion->kind];
    launch.range.number[0] = criterion->scale;
    for (int a = 0; a < 3; a++) {
        const int beyond = self->mesh->active[a] ? taub_around_means(self) - 1 : 0;
        launch.range.lower[a] = -beyond;
        launch.range.upper[a] = shape->cells[a] + beyond;
        rows *= a ? shape->cells[a] + 2 * beyond : 1;
    }
    const size_t bytes = (size_t)rows * (size_t)shape->blocks * self->real_bytes;
    void *values = malloc(bytes);
    enum taub_status status = values ? taub_device_launch(self->device, &launch, error)
                                     : taub_fail(error, TAUB_FAILED, "out of memory for the criteria of mesh.refine");
    if (status == TAUB_OK)
        status = taub_buffer_download(self->rows[0], 0, values, bytes, error);
    if (status == TAUB_OK)
        take_largest(self, values, rows, most);
    free(values);
    for (int b = 0; b < shape->blocks && status == TAUB_OK; b++)
        if (isnan(most[b]))
            status = refuse_block(self, b, field, error);
    return taub_simulation_agree(self, status, error);
}

/* Raises changes[b] to what a criterion asks of block b of this rank: one level more, the same, or one less. */
static enum taub_status judge(struct taub_simulation *self, const struct taub_config_criterion *criterion, double *most,
                              int *changes, struct taub_error *error)
{
    const bool low = criterion->kind == TAUB_LOW;
    const double above = low ? -criterion->below : criterion->above, below = low ? -criterion->above : criterion->below;
    const int blocks = self->mesh->shape.blocks;
    for (int b = 0; b < blocks; b++)
        most[b] = -HUGE_VAL;
    const char *const *fields = criterion->fields ? criterion->fields : self->system->refined_by;
    const int count =
        criterion->fields ? criterion->field_count : (int)(sizeof self->system->refined_by / sizeof *fields);
    for (int n = 0; n < count; n++)
        TRY(measure(self, criterion, fields[n], most, error));
    for (int b = 0; b < blocks; b++) {
        const int change = most[b] > above ? 1 : most[b] < below ? -1 : 0;
        changes[b] = change > changes[b] ? change : changes[b];
    }
    return TAUB_OK;
}

/* What the criteria of the case ask of each block of the mesh. */
static enum taub_status find_changes(struct taub_simulation *self, int *changes, struct taub_error *error)
{
    const struct taub_config_refine *refine = &self->config->mesh.refine;
    const struct taub_config_criterion standard = {
        .kind = TAUB_SECOND_DIFFERENCE, .above = refine->above, .below = refine->below};
    const bool several = refine->criteria.count > 0;
    const int blocks = self->mesh->shape.blocks;
    double *most = malloc((size_t)blocks * sizeof *most);
    int *own = malloc((size_t)blocks * sizeof *own);
    enum taub_status status = changes && most && own
                                  ? TAUB_OK
                                  : taub_fail(error, TAUB_FAILED, "out of memory for the criteria of mesh.refine");
    status = taub_simulation_agree(self, status, error);
    for (int b = 0; b < blocks && status == TAUB_OK; b++)
        own[b] = -1;
    for (int n = 0; n < (several ? refine->criteria.count : 1) && status == TAUB_OK; n++)
        status = judge(self, several ? &refine->criteria.list[n] : &standard, most, own, error);
    if (status == TAUB_OK)
        taub_simulation_gather_blocks(self, own, sizeof *own, changes);
    free(own);
    free(most);
    return status;
}

/* A block one level above or below another one, or this itself. */
static struct taub_leaf leaf_of(const struct taub_mesh *mesh, int block, int change)
{
    struct taub_leaf leaf = taub_block_leaf(mesh, block);
    leaf.level += change;
    for (int a = 0; a < 3 && change != 0; a++)
        if (mesh->active[a])
            leaf.at[a] = change > 0 ? 2 * leaf.at[a] : leaf.at[a] / 2;
    return leaf;
}

/* What the regions of the case and the criteria ask for, where none of the latter makes a block of a level above
 * `finest`; *leaves is to be freed. */
static enum taub_status make_wish(const struct taub_simulation *self, const int *changes, int finest,
                                  struct taub_leaf **leaves, int *count, struct taub_error *error)
{
    const struct taub_mesh *mesh = self->mesh;
    struct taub_block_grid grid;
    taub_mesh_grid(mesh, &grid);
    TRY(taub_tree_of_regions(&grid, mesh->lower, &self->config->mesh.refine, leaves, count, error));
    const int blocks = taub_mesh_all_blocks(mesh);
    struct taub_leaf *all = realloc(*leaves, (size_t)(*count + blocks) * sizeof *all);
    if (!all) {
        free(*leaves);
        return taub_fail(error, TAUB_FAILED, "out of memory for the tree of blocks");
    }
    for (int b = 0; b < blocks; b++) {
        const int level = mesh->all[b].level, least = level > 0 ? -1 : 0, most = level < finest ? 1 : 0;
        all[(*count)++] = leaf_of(mesh, b, changes[b] < least ? least : changes[b] > most ? most : changes[b]);
    }
    *leaves = all;
    return TAUB_OK;
}

/* How many blocks are to be refined, and are not where no block of a level above `finest` is made. */
static int64_t held_back(const struct taub_simulation *self, const int *changes, int finest)
{
    int64_t count = 0;
    for (int b = 0; b < taub_mesh_all_blocks(self->mesh); b++) {
        const int level = self->mesh->all[b].level;
        count += changes[b] > 0 && level < self->config->mesh.refine.levels && level >= finest;
    }
    return count;
}

/* The wish with the highest finest level whose tree has no more than mesh.refine.most_blocks. With level 0 as the
 * finest no block is refined, so that there are no more of them than now. */
static enum taub_status make_wish_within_limit(struct taub_simulation *self, const int *changes,
                                               struct taub_leaf **leaves, int *count, struct taub_error *error)
{
    const struct taub_config_refine *refine = &self->config->mesh.refine;
    struct taub_block_grid grid;
    taub_mesh_grid(self->mesh, &grid);
    for (int finest = refine->levels; finest >= 0; finest--) {
        int64_t blocks = 0;
        TRY(make_wish(self, changes, finest, leaves, count, error));
        const struct taub_tree_wish wish = {*leaves, *count};
        const enum taub_status status =
            refine->most_blocks > 0 ? taub_tree_count(&grid, &wish, &blocks, error) : TAUB_OK;
        if (status == TAUB_OK && blocks <= refine->most_blocks) {
            self->blocks_held_back += held_back(self, changes, finest);
            return TAUB_OK;
        }
        free(*leaves);
        *leaves = NULL;
        TRY(status);
    }
    return taub_fail(error, TAUB_BAD_INPUT,
                     "mesh.refine.most_blocks: %d blocks are not enough for those that there are and the regions",
                     refine->most_blocks);
}

static bool are_equal(const struct taub_mesh *a, const struct taub_mesh *b)
{
    const int count = taub_mesh_all_blocks(a);
    bool equal = count == taub_mesh_all_blocks(b);
    for (int n = 0; n < count && equal; n++)
        equal =
            a->all[n].level == b->all[n].level && memcmp(a->all[n].place, b->all[n].place, sizeof a->all[n].place) == 0;
    return equal;
}

/* *out: NULL where the tree stays as it is. */
static enum taub_status find_mesh(struct taub_simulation *self, struct taub_mesh **out, struct taub_error *error)
{
    const struct taub_config *config = self->config;
    int *changes = malloc((size_t)taub_mesh_all_blocks(self->mesh) * sizeof *changes);
    struct taub_tree_wish wish = {NULL, 0};
    struct taub_leaf *leaves = NULL;
    *out = NULL;
    enum taub_status status = find_changes(self, changes, error);
    const bool known = status == TAUB_OK;
    if (known)
        status = make_wish_within_limit(self, changes, &leaves, &wish.count, error);
    if (status == TAUB_OK) {
        wish.leaves = leaves;
        status = taub_mesh_create_tree(&config->mesh, taub_scheme_ghosts(config), self->comm->rank, self->comm->size,
                                       &wish, out, error);
        free(leaves);
    }
    free(changes);
    status = known ? taub_simulation_agree(self, status, error) : status;
    if (*out && (status != TAUB_OK || are_equal(self->mesh, *out))) {
        taub_mesh_destroy(*out);
        *out = NULL;
    }
    return status;
}

/* ---- from one tree to another ---- */

/* Fields that go over to new blocks: the conserved state and, of schemes that have one, the primitive one. */
enum { MOVING = 2 };
static const int moving[MOVING] = {TAUB_FIELD_CONSERVED, TAUB_FIELD_PRIMITIVE};

static int moving_fields(const struct taub_simulation *self)
{
    return taub_simulation_conserved_only(self) ? 1 : MOVING;
}

/* What a transfer needs. */
struct transfer {
    const struct taub_mesh *from;
    struct taub_buffer *const *state; /* on the blocks of that, with ghost zones and shadows */
    struct taub_halo *halo;
    int outgoing;
    struct taub_buffer *blocks, *list, *made[MOVING]; /* `made`: blocks of other ranks */
};

static enum taub_status upload_new(struct taub_simulation *self, const void *data, size_t bytes,
                                   struct taub_buffer **out, struct taub_error *error)
{
    TRY(taub_buffer_create(self->device, bytes, out, error));
    return taub_buffer_upload(*out, 0, data, bytes, error);
}

/* New blocks from a list of boxes: those of this rank, or those that go to others. */
static enum taub_status make(struct taub_simulation *self, struct transfer *transfer, enum taub_halo_part part,
                             struct taub_buffer *const to[MOVING], struct taub_error *error)
{
    const int count = transfer->halo->count[part];
    struct taub_launch launch = taub_simulation_launch(self, PASS_TRANSFER);
    if (count == 0)
        return TAUB_OK;
    taub_buffer_destroy(transfer->list);
    transfer->list = NULL;
    TRY(upload_new(self, transfer->halo->list[part], (size_t)count * sizeof(struct taub_copy), &transfer->list, error));
    launch.shape.blocks = 1;
    launch.range.upper[0] = TAUB_COPY_CELLS;
    launch.range.upper[1] = count;
    launch.range.upper[2] = 1;
    launch.fields[0] = transfer->state[0];
    launch.fields[1] = to[0];
    launch.fields[2] = transfer->list;
    launch.fields[3] = transfer->blocks;
    launch.fields[4] = transfer->state[1];
    launch.fields[5] = to[1];
    return taub_device_launch(self->device, &launch, error);
}

static enum taub_status make_all(struct taub_simulation *self, struct transfer *transfer, struct taub_error *error)
{
    const struct taub_mesh *from = transfer->from;
    struct taub_buffer *state[MOVING] = {NULL};
    const size_t block = (size_t)self->stored * (size_t)from->shape.component_stride * self->real_bytes;
    TRY(taub_halo_create_transfer(from, self->mesh, taub_upper_faces(self->config), &transfer->halo,
                                  &transfer->outgoing, error));
    TRY(upload_new(self, from->blocks, (size_t)taub_mesh_stored_blocks(from) * sizeof *from->blocks, &transfer->blocks,
                   error));
    for (int n = 0; n < moving_fields(self); n++) {
        state[n] = taub_simulation_field(self, moving[n]);
        if (transfer->outgoing > 0)
            TRY(taub_buffer_create(self->device, (size_t)transfer->outgoing * block, &transfer->made[n], error));
    }
    TRY(make(self, transfer, TAUB_HALO_OWN, state, error));
    return make(self, transfer, TAUB_HALO_OUT, transfer->made, error);
}

/* Where the host finds a buffer: its memory, or a copy of it. */
static enum taub_status see(const struct taub_simulation *self, struct taub_buffer *buffer, void **out,
                            struct taub_error *error)
{
    const size_t bytes = buffer ? taub_buffer_bytes(buffer) : 0;
    *out = taub_simulation_on_host(self) && buffer ? taub_buffer_address(buffer) : malloc(bytes + 1);
    if (!*out)
        return taub_fail(error, TAUB_FAILED, "out of memory for blocks that go to other ranks");
    return taub_simulation_on_host(self) || !buffer ? TAUB_OK : taub_buffer_download(buffer, 0, *out, bytes, error);
}

/* Of one field, by way of the hosts, since this is done once in many steps. */
static enum taub_status exchange_blocks(struct taub_simulation *self, struct transfer *transfer, int n,
                                        struct taub_error *error)
{
    struct taub_halo *halo = transfer->halo;
    struct taub_buffer *const state = taub_simulation_field(self, moving[n]), *const made = transfer->made[n];
    const bool copies = !taub_simulation_on_host(self);
    void *from = NULL, *to = NULL;
    struct taub_exchange *exchange = NULL;
    enum taub_status status = taub_exchange_create(self->comm, halo, self->stored, self->real_bytes, &exchange, error);
    if (status == TAUB_OK)
        status = see(self, made, &from, error);
    if (status == TAUB_OK)
        status = see(self, state, &to, error);
    status = taub_simulation_agree(self, status, error);
    if (status == TAUB_OK) {
        taub_halo_send_zones(halo);
        taub_exchange_cells(exchange, &self->mesh->shape, from, to);
        if (copies)
            status = taub_buffer_upload(state, 0, to, taub_buffer_bytes(state), error);
        status = taub_simulation_agree(self, status, error);
    }
    if (copies || !made)
        free(from);
    if (copies)
        free(to);
    taub_exchange_destroy(exchange);
    return status;
}

/* The state goes over to the blocks of the simulation's mesh. What was bounded counts as of the next step. */
static enum taub_status transfer_state(struct taub_simulation *self, const struct taub_mesh *from,
                                       struct taub_buffer *const state[MOVING], struct taub_error *error)
{
    struct transfer transfer = {.from = from, .state = state};
    enum taub_status status = taub_simulation_agree(self, make_all(self, &transfer, error), error);
    for (int n = 0; n < moving_fields(self) && status == TAUB_OK && self->ranks; n++)
        status = exchange_blocks(self, &transfer, n, error);
    if (status == TAUB_OK)
        status = taub_simulation_download_clock(self, error);
    taub_buffer_destroy(transfer.blocks);
    taub_buffer_destroy(transfer.list);
    for (int n = 0; n < MOVING; n++)
        taub_buffer_destroy(transfer.made[n]);
    taub_halo_destroy(transfer.halo);
    return status;
}

static void forget_blocks(struct taub_simulation *self)
{
    taub_simulation_forget_record(self);
    taub_simulation_forget_links(self);
    taub_simulation_destroy_halos(self);
    memset(self->halos, 0, sizeof self->halos);
    for (int f = 0; f < TAUB_MOST_FIELDS; f++) {
        taub_buffer_destroy(self->buffers[f]);
        self->buffers[f] = NULL;
    }
    for (int n = 0; n < 2; n++) {
        taub_buffer_destroy(self->rows[n]);
        self->rows[n] = NULL;
    }
    taub_buffer_destroy(self->control);
    taub_buffer_destroy(self->blocks);
    self->control = self->blocks = NULL;
    free(self->staging);
    self->staging = NULL;
}

static enum taub_status create_blocks(struct taub_simulation *self, struct taub_error *error)
{
    TRY(taub_simulation_agree(self, taub_simulation_create_blocks(self, error), error));
    return taub_simulation_connect_ranks(self, error);
}

/* What the simulation had before, when there is no room for more. */
static void go_back(struct taub_simulation *self, struct taub_mesh *mesh, struct taub_buffer *const state[MOVING])
{
    forget_blocks(self);
    self->mesh = mesh;
    self->broken = create_blocks(self, NULL) != TAUB_OK;
    for (int n = 0; n < moving_fields(self); n++) {
        struct taub_buffer **const place = &self->buffers[self->at[moving[n]]];
        taub_buffer_destroy(*place);
        *place = state[n];
    }
    self->broken = self->broken || taub_simulation_record_again(self, NULL) != TAUB_OK;
}

enum taub_status taub_simulation_take_mesh(struct taub_simulation *self, struct taub_mesh *mesh, bool keeps,
                                           struct taub_error *error)
{
    struct taub_mesh *const before = self->mesh;
    struct taub_buffer *state[MOVING] = {NULL};
    size_t held = 0;
    for (int n = 0; n < moving_fields(self); n++) {
        state[n] = taub_simulation_field(self, moving[n]);
        held += taub_buffer_bytes(state[n]);
        self->buffers[self->at[moving[n]]] = NULL;
    }
    forget_blocks(self);
    self->mesh = mesh;
    self->phase = 0;
    taub_simulation_change_state(self);
    enum taub_status status =
        taub_simulation_agree(self, taub_simulation_check_memory(self, TAUB_FOR_STEPS, held, error), error);
    if (status == TAUB_OK)
        status = create_blocks(self, error);
    if (status == TAUB_OK && keeps)
        status = transfer_state(self, before, state, error);
    if (status != TAUB_OK) {
        go_back(self, before, state);
        taub_mesh_destroy(mesh);
        return status;
    }
    self->meshes++;
    for (int n = 0; n < MOVING; n++)
        taub_buffer_destroy(state[n]);
    taub_mesh_destroy(before);
    return TAUB_OK;
}

enum taub_status taub_simulation_regrid(struct taub_simulation *self, bool keeps, bool *changed,
                                        struct taub_error *error)
{
    struct taub_mesh *mesh = NULL;
    *changed = false;
    TRY(find_mesh(self, &mesh, error));
    if (!mesh)
        return TAUB_OK;
    *changed = true;
    TRY(taub_simulation_take_mesh(self, mesh, keeps, error));
    return keeps ? taub_simulation_prepare(self, false, error) : TAUB_OK;
}

enum taub_status taub_simulation_refine_start(struct taub_simulation *self, struct taub_error *error)
{
    const struct taub_config_refine *refine = &self->config->mesh.refine;
    bool changed = refine->every > 0;
    for (int level = 0; level < refine->levels && changed; level++) {
        TRY(taub_simulation_regrid(self, false, &changed, error));
        if (changed) {
            TRY(taub_simulation_compute_initial(self, error));
            TRY(taub_simulation_take_initial(self, error));
        }
    }
    return TAUB_OK;
}
