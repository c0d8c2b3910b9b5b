#include "mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

#include "mesh/block.h"

/* Sizes in bytes stay far below what 64 bits hold, and numbers of blocks and neighbours below what 32 bits do. */
#define MOST_CELLS 1e15
#define MOST_BLOCKS 1e8

enum { ROW_ALIGNMENT = 8 }; /* values; rows start on cache lines so that vector loads of inner cells are aligned */

static int round_up(int n, int to)
{
    return (n + to - 1) / to * to;
}

static void fill_shape(struct taub_shape *shape, const int extents[3])
{
    for (int a = 0; a < 3; a++)
        shape->cells[a] = extents[a];
    shape->row_offset = extents[0] > 1 ? round_up(shape->ghosts[0], ROW_ALIGNMENT) : shape->ghosts[0];
    const int row = shape->row_offset + extents[0] + shape->ghosts[0];
    shape->row_stride = extents[0] > 1 ? round_up(row, ROW_ALIGNMENT) : row;
    shape->plane_stride = (long)shape->row_stride * (extents[1] + 2 * shape->ghosts[1]);
    shape->component_stride = shape->plane_stride * (extents[2] + 2 * shape->ghosts[2]);
}

enum taub_status taub_mesh_create(const struct taub_config_mesh *config, int ghosts, struct taub_mesh **out,
                                  struct taub_error *error)
{
    double cells = 1.0, blocks = 1.0;
    for (int a = 0; a < 3; a++) {
        cells *= config->cells[a] + 2.0 * ghosts * config->blocks[a];
        blocks *= config->blocks[a];
    }
    if (cells > MOST_CELLS || blocks > MOST_BLOCKS)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "mesh: %.3g cells with their ghost zones in %.3g blocks are more than any machine holds",
                         cells, blocks);
    struct taub_mesh *mesh = calloc(1, sizeof *mesh);
    int extents[3];
    if (!mesh)
        return taub_fail(error, TAUB_FAILED, "mesh: out of memory");
    mesh->coordinates = config->coordinates;
    memcpy(mesh->boundary, config->boundary, sizeof mesh->boundary);
    mesh->shape.blocks = 1;
    for (int a = 0; a < 3; a++) {
        mesh->cells[a] = config->cells[a];
        mesh->active[a] = config->cells[a] > 1;
        mesh->lower[a] = config->lower[a];
        mesh->upper[a] = config->upper[a];
        mesh->shape.mesh[a] = config->cells[a];
        mesh->shape.blocks *= config->blocks[a];
        mesh->shape.ghosts[a] = mesh->active[a] ? ghosts : 0;
        mesh->shape.lower[a] = config->lower[a];
        mesh->shape.spacing[a] = (config->upper[a] - config->lower[a]) / config->cells[a];
        extents[a] = config->cells[a] / config->blocks[a];
        if (mesh->active[a] && extents[a] < ghosts) {
            free(mesh);
            return taub_fail(error, TAUB_BAD_INPUT,
                             "mesh.blocks: blocks of %d cells along %c are thinner than the %d ghost zones of this "
                             "scheme; use fewer blocks or more cells",
                             extents[a], "xyz"[a], ghosts);
        }
    }
    fill_shape(&mesh->shape, extents);
    struct taub_block_grid grid;
    for (int a = 0; a < 3; a++) {
        grid.grid[a] = config->blocks[a];
        grid.cells[a] = extents[a];
        grid.active[a] = mesh->active[a];
        grid.spacing[a] = mesh->shape.spacing[a];
        memcpy(grid.boundary[a], config->boundary[a], sizeof grid.boundary[a]);
    }
    const enum taub_status status = taub_blocks_of_box(&grid, &mesh->blocks, error);
    if (status != TAUB_OK) {
        free(mesh);
        return status;
    }
    *out = mesh;
    return TAUB_OK;
}

void taub_mesh_destroy(struct taub_mesh *self)
{
    if (!self)
        return;
    free(self->blocks);
    free(self);
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
    return (size_t)shape.blocks * (size_t)components * (size_t)shape.component_stride;
}

void taub_mesh_center(const struct taub_mesh *self, int i, int j, int k, double x[3])
{
    const int at[3] = {i, j, k};
    for (int a = 0; a < 3; a++)
        x[a] = self->shape.lower[a] + (at[a] + 0.5) * self->shape.spacing[a];
}

/* Calls visit for every row of cells: where it stands in the field and in the dense array. */
typedef void row_visitor(void *context, size_t field_at, size_t dense_at, int length);

static void for_each_row(const struct taub_mesh *mesh, int components, int component, row_visitor *visit, void *context)
{
    const struct taub_shape *s = &mesh->shape;
    for (int b = 0; b < s->blocks; b++) {
        const int *place = mesh->blocks[b].place;
        for (int k = 0; k < s->cells[2]; k++)
            for (int j = 0; j < s->cells[1]; j++) {
                const size_t field_at =
                    ((size_t)b * (size_t)components + (size_t)component) * (size_t)s->component_stride +
                    (size_t)(k + s->ghosts[2]) * (size_t)s->plane_stride +
                    (size_t)(j + s->ghosts[1]) * (size_t)s->row_stride + (size_t)s->row_offset;
                const size_t y = (size_t)(place[1] + j), z = (size_t)(place[2] + k);
                const size_t dense_at = (z * (size_t)mesh->cells[1] + y) * (size_t)mesh->cells[0] + (size_t)place[0];
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
    for_each_row(self, components, c, gather_row, &copy);
}

void taub_mesh_scatter(const struct taub_mesh *self, void *field, size_t value_bytes, int components, int c,
                       const double *dense)
{
    struct row_copy copy = {field, value_bytes, (double *)(size_t)dense};
    for_each_row(self, components, c, scatter_row, &copy);
}
