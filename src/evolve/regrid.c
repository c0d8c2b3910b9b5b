/* Blocks of several levels that follow the flow: where blocks are refined and coarsened, and how a simulation goes over
 * to another tree of blocks. */
#include "evolve/regrid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "mesh/halo.h"
#include "mesh/tree.h"

/* ---- which blocks ---- */

/* The largest indicator of each block, in its cells and in ghost zones that have neighbours. */
static enum taub_status find_indicators(struct taub_simulation *self, double *out, struct taub_error *error)
{
    const struct taub_shape *shape = &self->mesh->shape;
    struct taub_launch launch = taub_simulation_launch(self, PASS_INDICATE);
    int rows = 1;
    TRY(taub_simulation_see_neighbours(self, TAUB_POINTS, error));
    launch.fields[0] = self->rows[0];
    launch.fields[1] = taub_simulation_primitive_now(self);
    for (int a = 0; a < 3; a++) {
        const int beyond = self->mesh->active[a] ? shape->ghosts[a] - 1 : 0;
        launch.range.lower[a] = -beyond;
        launch.range.upper[a] = shape->cells[a] + beyond;
        rows *= a ? shape->cells[a] + 2 * beyond : 1;
    }
    const size_t count = (size_t)rows * (size_t)shape->blocks;
    void *values = malloc(count * self->real_bytes);
    if (!values)
        return taub_fail(error, TAUB_FAILED, "out of memory for the indicators of mesh.refine");
    enum taub_status status = taub_device_launch(self->device, &launch, error);
    if (status == TAUB_OK)
        status = taub_buffer_download(self->rows[0], 0, values, count * self->real_bytes, error);
    for (size_t n = 0; n < count && status == TAUB_OK; n++) {
        const double value = self->real_bytes == sizeof(double) ? ((double *)values)[n] : ((float *)values)[n];
        double *most = &out[n / (size_t)rows];
        *most = n % (size_t)rows == 0 ? value : fmax(*most, value);
    }
    free(values);
    return status;
}

/* A block one level above or below another one, or this itself. */
static struct taub_leaf leaf_of(const struct taub_mesh *mesh, const struct taub_block *block, int change)
{
    struct taub_leaf leaf = {block->level + change, {0, 0, 0}};
    for (int a = 0; a < 3; a++) {
        const int at = block->place[a] / mesh->shape.cells[a];
        leaf.at[a] = !mesh->active[a] || change == 0 ? at : change > 0 ? 2 * at : at / 2;
    }
    return leaf;
}

/* What the regions of the case and the indicators ask for; *leaves is to be freed. */
static enum taub_status make_wish(const struct taub_simulation *self, const double *indicators,
                                  struct taub_leaf **leaves, int *count, struct taub_error *error)
{
    const struct taub_config_refine *refine = &self->config->mesh.refine;
    const struct taub_mesh *mesh = self->mesh;
    struct taub_block_grid grid;
    taub_mesh_grid(mesh, &grid);
    TRY(taub_tree_of_regions(&grid, mesh->lower, refine, leaves, count, error));
    const int blocks = mesh->shape.blocks;
    struct taub_leaf *all = realloc(*leaves, (size_t)(*count + blocks) * sizeof *all);
    if (!all) {
        free(*leaves);
        return taub_fail(error, TAUB_FAILED, "out of memory for the tree of blocks");
    }
    for (int b = 0; b < blocks; b++) {
        const struct taub_block *block = &mesh->all[b];
        const int change = indicators[b] > refine->above && block->level < refine->levels ? 1
                           : indicators[b] < refine->below && block->level > 0            ? -1
                                                                                          : 0;
        all[(*count)++] = leaf_of(mesh, block, change);
    }
    *leaves = all;
    return TAUB_OK;
}

static bool are_equal(const struct taub_mesh *a, const struct taub_mesh *b)
{
    bool equal = a->shape.blocks == b->shape.blocks;
    for (int n = 0; n < a->shape.blocks && equal; n++)
        equal =
            a->all[n].level == b->all[n].level && memcmp(a->all[n].place, b->all[n].place, sizeof a->all[n].place) == 0;
    return equal;
}

/* *out: NULL where the tree stays as it is. */
static enum taub_status find_mesh(struct taub_simulation *self, struct taub_mesh **out, struct taub_error *error)
{
    const struct taub_config *config = self->config;
    double *indicators = malloc((size_t)self->mesh->shape.blocks * sizeof *indicators);
    struct taub_tree_wish wish = {NULL, 0};
    struct taub_leaf *leaves = NULL;
    *out = NULL;
    enum taub_status status = indicators ? find_indicators(self, indicators, error)
                                         : taub_fail(error, TAUB_FAILED, "out of memory for the tree of blocks");
    if (status == TAUB_OK)
        status = make_wish(self, indicators, &leaves, &wish.count, error);
    if (status == TAUB_OK) {
        wish.leaves = leaves;
        status = taub_mesh_create_tree(&config->mesh, taub_scheme_ghosts(config), self->comm->rank, self->comm->size,
                                       &wish, out, error);
        free(leaves);
    }
    free(indicators);
    if (status == TAUB_OK && are_equal(self->mesh, *out)) {
        taub_mesh_destroy(*out);
        *out = NULL;
    }
    return status;
}

/* ---- from one tree to another ---- */

/* The state of `from`, an earlier buffer with its ghost zones, on the blocks of the simulation's mesh. */
static enum taub_status transfer(struct taub_simulation *self, const struct taub_mesh *mesh, struct taub_buffer *from,
                                 struct taub_error *error)
{
    struct taub_halo *halo = NULL;
    struct taub_buffer *list = NULL;
    TRY(taub_halo_create_transfer(mesh, self->mesh, &halo, error));
    const size_t bytes = (size_t)halo->count[TAUB_HALO_OWN] * sizeof(struct taub_copy);
    enum taub_status status = taub_buffer_create(self->device, bytes, &list, error);
    if (status == TAUB_OK)
        status = taub_buffer_upload(list, 0, halo->list[TAUB_HALO_OWN], bytes, error);
    if (status == TAUB_OK) {
        struct taub_launch launch = taub_simulation_launch(self, PASS_TRANSFER);
        launch.shape.blocks = 1;
        launch.range.upper[0] = TAUB_COPY_CELLS;
        launch.range.upper[1] = halo->count[TAUB_HALO_OWN];
        launch.range.upper[2] = 1;
        launch.fields[0] = from;
        launch.fields[1] = taub_simulation_field(self, TAUB_FIELD_CONSERVED);
        launch.fields[2] = list;
        status = taub_device_launch(self->device, &launch, error);
        /* what was bounded counts as of the next step */
        struct taub_control clock;
        if (status == TAUB_OK)
            status = taub_buffer_download(self->control, 0, &clock, sizeof clock, error);
        if (status == TAUB_OK)
            self->clock.first_order_cells = clock.first_order_cells;
    }
    taub_buffer_destroy(list);
    taub_halo_destroy(halo);
    return status;
}

static void forget_blocks(struct taub_simulation *self)
{
    taub_simulation_forget_record(self);
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

/* What the simulation had before, when there is no room for more. */
static void go_back(struct taub_simulation *self, struct taub_mesh *mesh, struct taub_buffer *state)
{
    forget_blocks(self);
    self->mesh = mesh;
    self->broken = taub_simulation_create_blocks(self, NULL) != TAUB_OK;
    struct taub_buffer **const place = &self->buffers[self->at[TAUB_FIELD_CONSERVED]];
    taub_buffer_destroy(*place);
    *place = state;
    self->broken = self->broken || taub_simulation_record_again(self, NULL) != TAUB_OK;
}

enum taub_status taub_simulation_take_mesh(struct taub_simulation *self, struct taub_mesh *mesh, bool keeps,
                                           struct taub_error *error)
{
    struct taub_mesh *const before = self->mesh;
    struct taub_buffer *const state = taub_simulation_field(self, TAUB_FIELD_CONSERVED);
    self->buffers[self->at[TAUB_FIELD_CONSERVED]] = NULL;
    forget_blocks(self);
    self->mesh = mesh;
    self->phase = 0;
    taub_simulation_change_state(self);
    enum taub_status status = taub_simulation_create_blocks(self, error);
    if (status == TAUB_OK && keeps)
        status = transfer(self, before, state, error);
    if (status != TAUB_OK) {
        go_back(self, before, state);
        taub_mesh_destroy(mesh);
        return status;
    }
    self->meshes++;
    taub_buffer_destroy(state);
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
    return taub_simulation_take_mesh(self, mesh, keeps, error);
}

enum taub_status taub_simulation_refine_start(struct taub_simulation *self, struct taub_error *error)
{
    const struct taub_config_refine *refine = &self->config->mesh.refine;
    bool changed = refine->every > 0;
    for (int level = 0; level < refine->levels && changed; level++) {
        TRY(taub_simulation_regrid(self, false, &changed, error));
        if (changed)
            TRY(taub_simulation_take_initial(self, error));
    }
    return TAUB_OK;
}
