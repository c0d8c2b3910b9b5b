#include "evolve/cells.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "systems/quantities.h"

enum { ROW = 64 };           /* PROBE_ROW */
enum { COMPONENTS = 10 };    /* of a quantity, at most */
enum { TOGETHER = 1 << 20 }; /* cells of a launch: grids of GPUs have 65535 rows of groups */

struct taub_cells {
    struct taub_simulation *simulation;
    int count;
    struct taub_place *cells;
    bool beyond;                       /* some are ghost zones, of whatever rank */
    int own;                           /* of them on this rank */
    int *number;                       /* of each of these among all cells */
    int room;                          /* components that the pass writes */
    struct taub_buffer *places, *read; /* of own cells, of one launch */
    void *stored;                      /* as read */
    void *list;                        /* places of own cells, as stored */
    double *mine;                      /* [component][own cell]; on the first rank, of another one */
    double *dense;                     /* a quantity of all cells of this rank; NULL until one is asked for */
};

bool taub_cells_wanted(const struct taub_config *config)
{
    return config->output.probes.points.count > 0 || config->output.views.count > 0 ||
           config->output.fluxes.planes.count > 0;
}

static bool is_of_one_cell(const struct taub_quantity_info *info)
{
    return info->id < QUANTITY_OF_GRADIENTS || info->id >= QUANTITY_SCALAR;
}

/* ---- which cells this rank has ---- */

static void put(const struct taub_cells *self, size_t at, int value)
{
    if (self->simulation->real_bytes == sizeof(double))
        ((double *)self->list)[at] = value;
    else
        ((float *)self->list)[at] = (float)value;
}

static int owner_of(const struct taub_cells *self, int n)
{
    return taub_place_owner(self->simulation->mesh, &self->cells[n]);
}

static void find_own(struct taub_cells *self)
{
    const struct taub_mesh *mesh = self->simulation->mesh;
    for (int n = 0; n < self->count; n++) {
        const struct taub_place *cell = &self->cells[n];
        for (int a = 0; a < 3; a++)
            self->beyond = self->beyond || cell->cell[a] < 0 || cell->cell[a] >= mesh->shape.cells[a];
        if (owner_of(self, n) != mesh->rank)
            continue;
        put(self, 4 * (size_t)self->own, mesh->local ? mesh->local[cell->block] : cell->block);
        for (int a = 0; a < 3; a++)
            put(self, 4 * (size_t)self->own + 3 - (size_t)a, cell->cell[a]);
        self->number[self->own++] = n;
    }
}

static enum taub_status make(struct taub_cells *self, const struct taub_place *cells, struct taub_error *error)
{
    struct taub_simulation *simulation = self->simulation;
    const size_t count = (size_t)self->count + 1, real = simulation->real_bytes;
    self->cells = malloc(count * sizeof *self->cells);
    self->mine = malloc(COMPONENTS * count * sizeof *self->mine);
    self->room = simulation->config->system == TAUB_SYSTEM_ISRAEL_STEWART ? COMPONENTS : 3;
    self->number = malloc(count * sizeof *self->number);
    self->list = malloc(4 * count * real);
    if (!self->number || !self->list || !self->cells || !self->mine)
        return taub_fail(error, TAUB_FAILED, "out of memory for %d cells of an output", self->count);
    memcpy(self->cells, cells, (size_t)self->count * sizeof *self->cells);
    find_own(self);
    const size_t own = (size_t)(self->own < 1 ? 1 : self->own < TOGETHER ? self->own : TOGETHER) * real;
    self->stored = malloc((size_t)self->room * own);
    if (!self->stored)
        return taub_fail(error, TAUB_FAILED, "out of memory for %d cells of an output", self->count);
    TRY(taub_buffer_create(simulation->device, 4 * own, &self->places, error));
    if (self->own > 0 && self->own <= TOGETHER)
        TRY(taub_buffer_upload(self->places, 0, self->list, 4 * own, error));
    return taub_buffer_create(simulation->device, (size_t)self->room * own, &self->read, error);
}

enum taub_status taub_cells_create(struct taub_simulation *simulation, const struct taub_place *cells, int count,
                                   struct taub_cells **out, struct taub_error *error)
{
    struct taub_cells *self = calloc(1, sizeof *self);
    *out = self;
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory for cells of an output");
    self->simulation = simulation;
    self->count = count;
    return make(self, cells, error);
}

void taub_cells_destroy(struct taub_cells *self)
{
    if (!self)
        return;
    taub_buffer_destroy(self->places);
    taub_buffer_destroy(self->read);
    free(self->cells);
    free(self->number);
    free(self->mine);
    free(self->dense);
    free(self->list);
    free(self->stored);
    free(self);
}

/* ---- reading ---- */

static void convert(const struct taub_cells *self, int components, int first, int count)
{
    const bool doubles = self->simulation->real_bytes == sizeof(double);
    for (int c = 0; c < components; c++)
        for (int n = 0; n < count; n++) {
            const size_t at = (size_t)c * (size_t)count + (size_t)n;
            self->mine[(size_t)c * (size_t)self->own + (size_t)(first + n)] =
                doubles ? ((const double *)self->stored)[at] : (double)((const float *)self->stored)[at];
        }
}

static enum taub_status read_some(struct taub_cells *self, const struct taub_quantity_info *info,
                                  enum taub_values which, int first, int count, struct taub_error *error)
{
    struct taub_simulation *simulation = self->simulation;
    const size_t real = simulation->real_bytes;
    if (self->own > TOGETHER)
        TRY(taub_buffer_upload(self->places, 0, (const char *)self->list + 4 * (size_t)first * real,
                               4 * (size_t)count * real, error));
    struct taub_launch launch = taub_simulation_launch(simulation, PASS_PROBES);
    launch.shape.blocks = 1;
    launch.fields[0] = self->read;
    launch.fields[1] = taub_simulation_primitive_now(simulation);
    launch.fields[2] = self->places;
    launch.range.upper[0] = ROW;
    launch.range.upper[1] = (count + ROW - 1) / ROW;
    launch.range.upper[2] = 1;
    launch.range.option[0] = count;
    launch.range.option[1] = info->id;
    launch.range.option[2] = taub_quantity_is_imaginary(info);
    launch.range.option[3] = which == TAUB_MEANS;
    TRY(taub_device_launch(simulation->device, &launch, error));
    TRY(taub_buffer_download(self->read, 0, self->stored, (size_t)count * (size_t)info->components * real, error));
    convert(self, info->components, first, count);
    return TAUB_OK;
}

/* Ghost zones are exchanged on the way: all ranks call. */
static enum taub_status read_all(struct taub_cells *self, const struct taub_quantity_info *info,
                                 struct taub_error *error)
{
    const struct taub_mesh *mesh = self->simulation->mesh;
    const size_t zones = taub_mesh_zones(mesh);
    if (!self->dense)
        self->dense = malloc(COMPONENTS * zones * sizeof *self->dense);
    enum taub_status status = TAUB_OK;
    if (!self->dense)
        status = taub_fail(error, TAUB_FAILED, "out of memory for %s of an output", info->name);
    TRY(taub_simulation_agree(self->simulation, status, error));
    TRY(taub_simulation_read_as(self->simulation, info->name, taub_simulation_values(self->simulation), self->dense,
                                COMPONENTS * zones, error));
    for (int c = 0; c < info->components; c++)
        for (int n = 0; n < self->own; n++) {
            const size_t index = taub_place_dense(mesh, &self->cells[self->number[n]]);
            self->mine[(size_t)c * (size_t)self->own + (size_t)n] = self->dense[(size_t)c * zones + index];
        }
    return TAUB_OK;
}

/* Cells of one rank, in their order, to their places among all. */
static int place_cells(const struct taub_cells *self, int rank, int components, const double *from, double *values)
{
    int count = 0;
    for (int n = 0; n < self->count; n++)
        count += owner_of(self, n) == rank;
    for (int n = 0, at = 0; from && n < self->count; n++)
        if (owner_of(self, n) == rank) {
            for (int c = 0; c < components; c++)
                values[(size_t)c * (size_t)self->count + (size_t)n] = from[(size_t)c * (size_t)count + (size_t)at];
            at++;
        }
    return count;
}

static void bring_together(struct taub_cells *self, int components, double *values)
{
    const struct taub_comm *comm = self->simulation->comm;
    if (comm->rank != 0) {
        if (self->own > 0)
            taub_comm_send(comm, 0, self->mine, (size_t)components * (size_t)self->own * sizeof(double));
        return;
    }
    place_cells(self, 0, components, self->mine, values);
    for (int rank = 1; rank < comm->size; rank++) {
        const int count = place_cells(self, rank, components, NULL, values);
        if (count == 0)
            continue;
        taub_comm_receive(comm, rank, self->mine, (size_t)components * (size_t)count * sizeof(double));
        place_cells(self, rank, components, self->mine, values);
    }
}

enum taub_status taub_cells_read(struct taub_cells *self, const struct taub_quantity_info *info, enum taub_values which,
                                 double *values, struct taub_error *error)
{
    const bool of_one_cell = is_of_one_cell(info);
    const enum taub_values seen = self->beyond ? TAUB_POINTS : which; /* zones are filled for points */
    enum taub_status status =
        of_one_cell ? taub_simulation_see_neighbours(self->simulation, seen, error) : read_all(self, info, error);
    for (int first = 0; of_one_cell && first < self->own && status == TAUB_OK; first += TOGETHER)
        status =
            read_some(self, info, which, first, self->own - first < TOGETHER ? self->own - first : TOGETHER, error);
    TRY(taub_simulation_agree(self->simulation, status, error));
    bring_together(self, info->components, values);
    return TAUB_OK;
}
