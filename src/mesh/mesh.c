#include "mesh/mesh.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "mesh/block.h"
#include "mesh/sharing.h"
#include "mesh/sphere.h"
#include "mesh/spacing.h"
#include "mesh/tree.h"

/* Keeps sizes in bytes far below the limit of 64 bits, and numbers of blocks and neighbours below that of 32 bits. */
#define MOST_CELLS 1e15
#define MOST_BLOCKS 1e8

static int round_up(int n, int to)
{
    return (n + to - 1) / to * to;
}

/* The length of a component, rounded up to an odd multiple of 128 bytes in double precision. Passes read the same cell
 * of dozens of components at a time: if these were multiples of 4 KiB apart (as for 48^3 cells), all would map to the
 * same set of the first-level cache, which has eight lines. */
static long padded_stride(long values)
{
    enum { PADDING = 16 };
    return (values / (2 * PADDING)) * (2 * PADDING) + (values % (2 * PADDING) > PADDING ? 3 * PADDING : PADDING);
}

static void fill_shape(struct taub_shape *shape, const int extents[3])
{
    for (int a = 0; a < 3; a++)
        shape->cells[a] = extents[a];
    shape->row_offset = extents[0] > 1 ? round_up(shape->ghosts[0], TAUB_ROW_ALIGNMENT) : shape->ghosts[0];
    const int row = shape->row_offset + extents[0] + shape->ghosts[0];
    shape->row_stride = extents[0] > 1 ? round_up(row, TAUB_ROW_ALIGNMENT) : row;
    shape->plane_stride = (long)shape->row_stride * (extents[1] + 2 * shape->ghosts[1]);
    shape->component_stride = padded_stride(shape->plane_stride * (extents[2] + 2 * shape->ghosts[2]));
}

/* ---- the part of one rank ---- */

/* Whether a block touches one of the level below that this rank has. */
static bool touches_own(const struct taub_mesh *mesh, const struct taub_block *block)
{
    struct taub_block_grid grid;
    taub_mesh_grid(mesh, &grid);
    for (int n = 0; n < 27 && block->level > 0; n++) {
        int at[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
        for (int a = 0; a < 3; a++)
            at[a] += block->place[a] / mesh->shape.cells[a];
        if (!taub_block_wrap(&grid, block->level, at))
            continue;
        for (int a = 0; a < 3; a++)
            at[a] = mesh->active[a] ? at[a] / 2 : at[a];
        const int coarser = taub_block_find(mesh->index, block->level - 1, at);
        if (coarser >= 0 && mesh->all[coarser].owner == mesh->rank)
            return true;
    }
    return false;
}

/* Numbers the blocks of this rank, then the shadows, each in the order of their numbers in the mesh; returns how many
 * there are in all. */
static int number_blocks(struct taub_mesh *mesh)
{
    const int count = taub_mesh_all_blocks(mesh);
    int stored = 0;
    for (int b = 0; b < count; b++) {
        const bool own = mesh->all[b].owner == mesh->rank;
        mesh->local[b] = own ? stored : -1;
        if (own)
            mesh->number[stored++] = b;
    }
    mesh->shape.blocks = stored;
    for (int b = 0; b < count && mesh->levels; b++)
        if (mesh->all[b].owner != mesh->rank && touches_own(mesh, &mesh->all[b])) {
            mesh->local[b] = stored;
            mesh->number[stored++] = b;
        }
    mesh->shadows = stored - mesh->shape.blocks;
    return stored;
}

/* A block with local numbers of its neighbours: of this rank, and finer ones also where they are shadows. */
static struct taub_block localized(const struct taub_mesh *mesh, int number)
{
    struct taub_block block = mesh->all[number];
    for (int face = 0; face < 6; face++)
        for (int n = 0; n < 4; n++) {
            int *link = &block.neighbour[face].block[n];
            if (*link >= 0)
                *link = mesh->all[*link].owner == mesh->rank ||
                                (block.owner == mesh->rank && block.neighbour[face].level > 0)
                            ? mesh->local[*link]
                            : TAUB_BLOCK_ELSEWHERE;
        }
    return block;
}

/* Copies the blocks of this rank and the shadows. */
static enum taub_status take_blocks(struct taub_mesh *mesh, struct taub_error *error)
{
    const size_t count = (size_t)taub_mesh_all_blocks(mesh);
    TRY(taub_sharing_owners(mesh->grid, mesh->ranks, mesh->all, error));
    mesh->number = malloc(count * sizeof *mesh->number);
    mesh->local = malloc(count * sizeof *mesh->local);
    const int stored = mesh->number && mesh->local ? number_blocks(mesh) : 0;
    mesh->blocks = malloc(((size_t)stored + 1) * sizeof *mesh->blocks);
    if (!mesh->number || !mesh->local || !mesh->blocks)
        return taub_fail(error, TAUB_FAILED, "mesh: out of memory for the blocks of a rank");
    for (int n = 0; n < stored; n++)
        mesh->blocks[n] = localized(mesh, mesh->number[n]);
    return TAUB_OK;
}

static enum taub_status take_rows(struct taub_mesh *mesh, struct taub_error *error)
{
    const int count = mesh->cells[1] * mesh->cells[2];
    mesh->rows = malloc((size_t)count * sizeof *mesh->rows);
    mesh->row_index = malloc((size_t)count * sizeof *mesh->row_index);
    if (!mesh->rows || !mesh->row_index)
        return taub_fail(error, TAUB_FAILED, "mesh: out of memory for the rows of a rank");
    mesh->row_count = 0;
    for (int row = 0; row < count; row++) {
        const bool own = taub_mesh_row_owner(mesh, row) == mesh->rank;
        mesh->row_index[row] = own ? mesh->row_count : -1;
        if (own)
            mesh->rows[mesh->row_count++] = row;
    }
    return TAUB_OK;
}

/* ---- creation ---- */

void taub_mesh_grid(const struct taub_mesh *self, struct taub_block_grid *grid)
{
    for (int a = 0; a < 3; a++) {
        grid->grid[a] = self->levels ? self->shape.mesh[a] / self->shape.cells[a] : self->grid[a];
        grid->cells[a] = self->shape.cells[a];
        grid->active[a] = self->active[a];
        grid->spacing[a] = self->shape.spacing[a];
        memcpy(grid->boundary[a], self->boundary[a], sizeof grid->boundary[a]);
    }
}

/* Blocks of several levels, and how their cells are counted. */
static enum taub_status fill_tree(struct taub_mesh *mesh, const struct taub_config_refine *config,
                                  const struct taub_tree_wish *wish, struct taub_error *error)
{
    struct taub_block_grid grid;
    struct taub_leaf *leaves = NULL;
    struct taub_tree_wish of_regions = {NULL, 0};
    int count = 0;
    taub_mesh_grid(mesh, &grid);
    if (!wish) {
        TRY(taub_tree_of_regions(&grid, mesh->lower, config, &leaves, &of_regions.count, error));
        of_regions.leaves = leaves;
        wish = &of_regions;
    }
    const enum taub_status status = taub_tree_create(&grid, wish, &mesh->all, &count, error);
    free(leaves);
    TRY(status);
    if ((double)mesh->shape.cells[2] * mesh->shape.cells[1] * count > 1e9)
        return taub_fail(error, TAUB_BAD_INPUT, "mesh.refine: %d blocks have more rows of cells than can be counted",
                         count);
    if (count < mesh->ranks)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "mesh.blocks: %d ranks cannot share %d blocks, those of level 0 and of mesh.refine.regions; "
                         "use more blocks, which may be smaller, or fewer ranks",
                         mesh->ranks, count);
    mesh->levels = config->levels;
    for (int a = 0; a < 3; a++) {
        mesh->grid[a] = a == 2 ? count : 1;
        mesh->cells[a] = mesh->shape.cells[a] * mesh->grid[a];
    }
    mesh->shape.blocks = count;
    return taub_block_index_create(&grid, mesh->all, count, &mesh->index, error);
}

static enum taub_status fill_mesh(struct taub_mesh *mesh, const struct taub_config_mesh *config, int ghosts,
                                  const struct taub_tree_wish *wish, struct taub_error *error)
{
    struct taub_block_grid grid;
    const bool sphere = config->coordinates == TAUB_CUBED_SPHERE;
    const double right = 1.57079632679489661923;
    int extents[3];
    mesh->coordinates = config->coordinates;
    mesh->parts = config->bloch_given ? 2 : 1;
    memcpy(mesh->boundary, config->boundary, sizeof mesh->boundary);
    mesh->shape.blocks = 1;
    for (int a = 0; a < 3; a++) {
        const int panels = sphere && a == 0 ? 6 : 1;
        mesh->cells[a] = panels * config->cells[a];
        mesh->active[a] = config->cells[a] > 1;
        mesh->lower[a] = !sphere ? config->lower[a] : a < 2 ? -0.5 * right : config->radius[0];
        mesh->upper[a] = !sphere ? config->upper[a] : a < 2 ? (panels - 0.5) * right : config->radius[1];
        mesh->shape.mesh[a] = mesh->cells[a];
        mesh->shape.blocks *= mesh->grid[a];
        mesh->shape.ghosts[a] = mesh->active[a] ? ghosts : 0;
        mesh->shape.lower[a] = mesh->lower[a];
        mesh->shape.spacing[a] = (mesh->upper[a] - mesh->lower[a]) / mesh->cells[a];
        extents[a] = mesh->cells[a] / mesh->grid[a];
        if (mesh->active[a] && extents[a] < ghosts)
            return taub_fail(error, TAUB_BAD_INPUT,
                             "mesh.blocks: blocks of %d cells along %c are thinner than the %d ghost zones of this "
                             "scheme; use fewer blocks or more cells",
                             extents[a], "xyz"[a], ghosts);
        if (mesh->active[a] && config->refine.levels > 0 && (extents[a] % 2 || extents[a] < 2 * ghosts))
            return taub_fail(error, TAUB_BAD_INPUT,
                             "mesh.blocks: with mesh.refine expected blocks with an even number of cells, and at least "
                             "%d along %c, twice the ghost zones of this scheme; got %d",
                             2 * ghosts, "xyz"[a], extents[a]);
    }
    for (int a = 0; a < 3 && taub_spacing_wanted(config); a++)
        TRY(taub_spacing_faces(config, a, &mesh->faces[a], error));
    fill_shape(&mesh->shape, extents);
    taub_mesh_grid(mesh, &grid);
    for (int face = 0; face < 6; face++)
        if (config->boundary[face / 2][face % 2] == TAUB_MATCHED_LAYER)
            grid.boundary[face / 2][face % 2] = config->layer.behind;
    if (config->refine.levels > 0) {
        TRY(fill_tree(mesh, &config->refine, wish, error));
    } else if (sphere) {
        TRY(taub_sphere_create(config, &mesh->sphere, error));
        TRY(taub_blocks_of_cube(1, mesh->grid[2], (int[]){extents[0], extents[2]}, config->boundary[2], &mesh->all,
                                error));
    } else {
        TRY(taub_blocks_of_box(&grid, &mesh->all, error));
    }
    mesh->row_count = mesh->cells[1] * mesh->cells[2];
    if (mesh->ranks == 1) {
        mesh->blocks = mesh->all;
        return TAUB_OK;
    }
    TRY(take_blocks(mesh, error));
    return take_rows(mesh, error);
}

enum taub_status taub_mesh_create_tree(const struct taub_config_mesh *config, int ghosts, int rank, int ranks,
                                       const struct taub_tree_wish *wish, struct taub_mesh **out,
                                       struct taub_error *error)
{
    double cells = 1.0, count = 1.0;
    int blocks[3];
    TRY(taub_sharing_blocks(config, ghosts, ranks, blocks, error));
    for (int a = 0; a < 3; a++) {
        cells *= config->cells[a] + 2.0 * ghosts * blocks[a];
        count *= blocks[a];
    }
    if (cells > MOST_CELLS || count > MOST_BLOCKS)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "mesh: %.3g cells with their ghost zones in %.3g blocks are more than any machine holds",
                         cells, count);
    struct taub_mesh *mesh = calloc(1, sizeof *mesh);
    if (!mesh)
        return taub_fail(error, TAUB_FAILED, "mesh: out of memory");
    mesh->rank = rank;
    mesh->ranks = ranks;
    memcpy(mesh->grid, blocks, sizeof blocks);
    mesh->grid[0] *= config->coordinates == TAUB_CUBED_SPHERE ? 6 : 1;
    const enum taub_status status = fill_mesh(mesh, config, ghosts, wish, error);
    if (status != TAUB_OK) {
        taub_mesh_destroy(mesh);
        return status;
    }
    *out = mesh;
    return TAUB_OK;
}

enum taub_status taub_mesh_create_part(const struct taub_config_mesh *config, int ghosts, int rank, int ranks,
                                       struct taub_mesh **out, struct taub_error *error)
{
    return taub_mesh_create_tree(config, ghosts, rank, ranks, NULL, out, error);
}

enum taub_status taub_mesh_create(const struct taub_config_mesh *config, int ghosts, struct taub_mesh **out,
                                  struct taub_error *error)
{
    return taub_mesh_create_part(config, ghosts, 0, 1, out, error);
}

void taub_mesh_destroy(struct taub_mesh *self)
{
    if (!self)
        return;
    if (self->blocks != self->all)
        free(self->blocks);
    for (int a = 0; a < 3; a++)
        free(self->faces[a]);
    taub_sphere_destroy(self->sphere);
    free(self->all);
    free(self->number);
    free(self->local);
    taub_block_index_destroy(self->index);
    free(self->rows);
    free(self->row_index);
    free(self);
}

struct taub_block *taub_mesh_device_blocks(const struct taub_mesh *self)
{
    const int count = taub_mesh_stored_blocks(self) * self->parts;
    struct taub_block *table = malloc(((size_t)count + 1) * sizeof *table);
    for (int n = 0; table && n < count; n++) {
        const int part = n % self->parts;
        table[n] = self->blocks[n / self->parts];
        for (int face = 0; face < 6 && self->parts > 1; face++) {
            int *link = table[n].neighbour[face].block;
            *link = *link >= 0 ? 2 * *link + part : *link;
        }
    }
    return table;
}

size_t taub_mesh_zones(const struct taub_mesh *self)
{
    return (size_t)self->row_count * (size_t)self->cells[0];
}

int taub_mesh_stored_blocks(const struct taub_mesh *self)
{
    return self->shape.blocks + self->shadows;
}

int taub_mesh_all_blocks(const struct taub_mesh *self)
{
    return self->grid[0] * self->grid[1] * self->grid[2];
}

struct taub_leaf taub_block_leaf(const struct taub_mesh *self, int number)
{
    const struct taub_block *block = &self->all[number];
    struct taub_leaf leaf = {.level = block->level};
    for (int a = 0; a < 3; a++)
        leaf.at[a] = block->place[a] / self->shape.cells[a];
    return leaf;
}

void taub_mesh_stored_place(const struct taub_mesh *self, int number, int place[3])
{
    for (int a = 0; a < 3; a++)
        place[a] = !self->levels ? self->all[number].place[a] : a == 2 ? number * self->shape.cells[2] : 0;
}

/* The block of a cell of a tree, as it is counted. */
static const struct taub_block *block_of_cell(const struct taub_mesh *self, int k)
{
    return &self->all[k / self->shape.cells[2]];
}

int taub_mesh_row(const struct taub_mesh *self, int n)
{
    return self->rows ? self->rows[n] : n;
}

int taub_mesh_row_owner(const struct taub_mesh *self, int row)
{
    const int y = row % self->cells[1] / self->shape.cells[1], z = row / self->cells[1] / self->shape.cells[2];
    return self->all[(z * self->grid[1] + y) * self->grid[0]].owner;
}

int taub_mesh_rows_below(const struct taub_mesh *self, int rank, int row)
{
    int count = 0;
    if (!self->rows)
        return row;
    for (int r = 0; r < row; r++)
        count += taub_mesh_row_owner(self, r) == rank;
    return count;
}

struct taub_shape taub_mesh_shape(const struct taub_mesh *self, enum taub_centring centring)
{
    static const unsigned char beyond[][3] = {
        [TAUB_CELL] = {0, 0, 0},   [TAUB_FACE_X] = {1, 0, 0}, [TAUB_FACE_Y] = {0, 1, 0}, [TAUB_FACE_Z] = {0, 0, 1},
        [TAUB_EDGE_X] = {0, 1, 1}, [TAUB_EDGE_Y] = {1, 0, 1}, [TAUB_EDGE_Z] = {1, 1, 0}, [TAUB_NODE] = {1, 1, 1}};
    struct taub_shape shape = self->shape;
    int extents[3];
    for (int a = 0; a < 3; a++)
        extents[a] = self->shape.cells[a] + (self->active[a] ? beyond[centring][a] : 0);
    fill_shape(&shape, extents);
    return shape;
}

size_t taub_mesh_values(const struct taub_mesh *self, enum taub_centring centring, int components)
{
    const struct taub_shape shape = taub_mesh_shape(self, centring);
    return (size_t)taub_mesh_stored_blocks(self) * (size_t)components * (size_t)shape.component_stride;
}

double taub_mesh_face(const struct taub_mesh *self, int axis, int n)
{
    return self->sphere && axis == 2 ? taub_sphere_radius(self->sphere, n)
           : self->faces[axis]       ? self->faces[axis][n]
           : n == self->cells[axis]  ? self->upper[axis]
                                     : self->lower[axis] + n * self->shape.spacing[axis];
}

double taub_mesh_middle(const struct taub_mesh *self, int axis, int n)
{
    return self->sphere && axis == 2 ? taub_sphere_middle(self->sphere, n)
           : self->faces[axis]       ? 0.5 * (self->faces[axis][n] + self->faces[axis][n + 1])
                                     : self->lower[axis] + (n + 0.5) * self->shape.spacing[axis];
}

void taub_mesh_center(const struct taub_mesh *self, int i, int j, int k, double x[3])
{
    const int at[3] = {i, j, k};
    if (self->sphere) {
        taub_sphere_center(self->sphere, i, j, k, x);
        return;
    }
    if (self->levels) {
        const struct taub_block *block = block_of_cell(self, k);
        const int within[3] = {i, j, k % self->shape.cells[2]};
        for (int a = 0; a < 3; a++)
            x[a] = self->shape.lower[a] + (block->place[a] + within[a] + 0.5) * block->spacing[a];
        return;
    }
    for (int a = 0; a < 3; a++)
        x[a] = self->faces[a] ? 0.5 * (self->faces[a][at[a]] + self->faces[a][at[a] + 1])
                              : self->shape.lower[a] + (at[a] + 0.5) * self->shape.spacing[a];
}

void taub_mesh_widths(const struct taub_mesh *self, int i, int j, int k, double width[3])
{
    const int at[3] = {i, j, k};
    if (self->sphere) {
        taub_sphere_widths(self->sphere, i, j, k, width);
        return;
    }
    for (int a = 0; a < 3; a++)
        width[a] = self->levels     ? block_of_cell(self, k)->spacing[a]
                   : self->faces[a] ? self->faces[a][at[a] + 1] - self->faces[a][at[a]]
                                    : self->shape.spacing[a];
}

double taub_mesh_weight(const struct taub_mesh *self, int i, int j, int k)
{
    double width[3], weight = 1.0;
    if (self->sphere)
        return taub_sphere_volume(self->sphere, i, j, k) /
               (self->shape.spacing[0] * self->shape.spacing[1] * self->shape.spacing[2]);
    taub_mesh_widths(self, i, j, k, width);
    for (int a = 0; a < 3 && (self->faces[a] || self->levels); a++)
        weight *= width[a] / self->shape.spacing[a];
    return weight;
}

/* Calls visit for every row of cells with its position in the field and in the dense array. With upper >= 0 the
 * position in the field is that of the cells one further along axis `upper`. */
typedef void row_visitor(void *context, size_t field_at, size_t dense_at, int length);

static void for_each_row(const struct taub_mesh *mesh, int components, int component, int upper, row_visitor *visit,
                         void *context)
{
    const struct taub_shape *s = &mesh->shape;
    const size_t next = upper < 0 ? 0 : upper == 0 ? 1 : (size_t)(upper == 1 ? s->row_stride : s->plane_stride);
    for (int b = 0; b < s->blocks; b++) {
        int place[3];
        taub_mesh_stored_place(mesh, mesh->number ? mesh->number[b] : b, place);
        for (int k = 0; k < s->cells[2]; k++)
            for (int j = 0; j < s->cells[1]; j++) {
                const size_t field_at =
                    ((size_t)b * (size_t)components + (size_t)component) * (size_t)s->component_stride +
                    (size_t)(k + s->ghosts[2]) * (size_t)s->plane_stride +
                    (size_t)(j + s->ghosts[1]) * (size_t)s->row_stride + (size_t)s->row_offset + next;
                const int row = (place[2] + k) * mesh->cells[1] + place[1] + j;
                const size_t held_row = (size_t)(mesh->row_index ? mesh->row_index[row] : row);
                const size_t dense_at = held_row * (size_t)mesh->cells[0] + (size_t)place[0];
                visit(context, field_at, dense_at, s->cells[0]);
            }
    }
}

struct row_copy {
    void *field;
    size_t value_bytes;
    double *dense;
};

static void gather_row(void *context, size_t field_at, size_t dense_at, int length)
{
    const struct row_copy *copy = context;
    if (copy->value_bytes == sizeof(double)) {
        memcpy(copy->dense + dense_at, (const double *)copy->field + field_at, (size_t)length * sizeof(double));
        return;
    }
    const float *from = (const float *)copy->field + field_at;
    for (int i = 0; i < length; i++)
        copy->dense[dense_at + (size_t)i] = from[i];
}

static void scatter_row(void *context, size_t field_at, size_t dense_at, int length)
{
    const struct row_copy *copy = context;
    if (copy->value_bytes == sizeof(double)) {
        memcpy((double *)copy->field + field_at, copy->dense + dense_at, (size_t)length * sizeof(double));
        return;
    }
    float *to = (float *)copy->field + field_at;
    for (int i = 0; i < length; i++)
        to[i] = (float)copy->dense[dense_at + (size_t)i];
}

void taub_mesh_gather(const struct taub_mesh *self, const void *field, size_t value_bytes, int components, int c,
                      double *dense)
{
    struct row_copy copy = {(void *)(size_t)field, value_bytes, dense};
    for_each_row(self, components, c, -1, gather_row, &copy);
}

void taub_mesh_gather_upper(const struct taub_mesh *self, const void *field, size_t value_bytes, int components, int c,
                            int axis, double *dense)
{
    struct row_copy copy = {(void *)(size_t)field, value_bytes, dense};
    for_each_row(self, components, c, axis, gather_row, &copy);
}

void taub_mesh_scatter(const struct taub_mesh *self, void *field, size_t value_bytes, int components, int c,
                       const double *dense)
{
    struct row_copy copy = {field, value_bytes, (double *)(size_t)dense};
    for_each_row(self, components, c, -1, scatter_row, &copy);
}

void taub_mesh_scatter_upper(const struct taub_mesh *self, void *field, size_t value_bytes, int components, int c,
                             int axis, const double *dense)
{
    struct row_copy copy = {field, value_bytes, (double *)(size_t)dense};
    for_each_row(self, components, c, axis, scatter_row, &copy);
}

const char *taub_inflow_key(const struct taub_config_mesh *mesh, int face)
{
    static const char *const keys[] = {"inflow.x_lower", "inflow.x_upper", "inflow.y_lower", "inflow.y_upper",
                                       "inflow.z_lower", "inflow.z_upper", "inflow.inner",   "inflow.outer"};
    return keys[face + (mesh->coordinates == TAUB_CUBED_SPHERE ? 2 : 0)];
}
