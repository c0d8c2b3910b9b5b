#include "evolve/surface.h"

#include <math.h>
#include <stdlib.h>

#include "core/try.h"
#include "evolve/surface_ranks.h"

enum { HEADER = 2 }; /* of the list, as in kernels/passes/surface.h */
/* Cells whose elements are found by one launch, in rows of ROW; room for what they usually give. */
enum { CHUNK = 65536, ROW = 64, FIRST_LIST = 16384, FIRST_EXPECTED = 1024 };

struct taub_surface {
    struct taub_simulation *simulation;
    struct taub_surface_ranks *ranks; /* NULL: there is one */
    int nodes[3];
    size_t node_count;
    int components; /* of a node */
    int record;     /* numbers of an element's record */
    struct taub_buffer *lattice[2];
    int before; /* which of them holds the last look */
    struct taub_buffer *list, *records;
    int list_room, record_room;
    int expected; /* cells that the next look is likely to list */
    int64_t step; /* of the last look */
    double time;
    void *raw;                          /* records as they come from the device */
    struct taub_surface_records looked; /* of taub_surface_look */
    struct taub_surface_elements found; /* the last ones, with the sums of all */
};

bool taub_surface_wanted(const struct taub_config *config)
{
    return config->output.surface.temperature_given || config->output.surface.energy_density_given;
}

static int nodes_along(const struct taub_config *config, int axis)
{
    const int stride = config->output.surface.stride[axis];
    return (config->mesh.cells[axis] + stride - 2) / stride + 1;
}

static size_t real_size(const struct taub_config *config)
{
    return config->device.precision == TAUB_DOUBLE ? sizeof(double) : sizeof(float);
}

static int node_components(const struct taub_config *config)
{
    return 1 + taub_system_find(config->system)->components(config);
}

double taub_surface_bytes(const struct taub_config *config)
{
    double nodes = 1.0;
    if (!taub_surface_wanted(config))
        return 0.0;
    for (int a = 0; a < 3; a++)
        nodes *= nodes_along(config, a);
    return 2.0 * nodes * node_components(config) * (double)real_size(config) + 4.0 * (HEADER + FIRST_LIST);
}

static enum taub_status create(struct taub_simulation *simulation, struct taub_surface **out, struct taub_error *error)
{
    const struct taub_config *config = simulation->config;
    struct taub_surface *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory for the freeze-out surface");
    *out = self;
    self->simulation = simulation;
    self->node_count = 1;
    for (int a = 0; a < 3; a++) {
        self->nodes[a] = nodes_along(config, a);
        self->node_count *= (size_t)self->nodes[a];
    }
    self->components = node_components(config);
    self->record = taub_surface_record(simulation);
    self->step = -1;
    const size_t bytes = self->node_count * (size_t)self->components * simulation->real_bytes;
    for (int n = 0; n < 2; n++)
        TRY(taub_buffer_create(simulation->device, bytes, &self->lattice[n], error));
    self->list_room = FIRST_LIST;
    self->expected = FIRST_EXPECTED;
    return taub_buffer_create(simulation->device, (HEADER + (size_t)self->list_room) * sizeof(int), &self->list, error);
}

enum taub_status taub_surface_create(struct taub_simulation *simulation, struct taub_surface **out,
                                     struct taub_error *error)
{
    TRY(taub_simulation_agree(simulation, create(simulation, out, error), error));
    return taub_surface_ranks_create(simulation, (*out)->nodes, (*out)->components, &(*out)->ranks, error);
}

void taub_surface_destroy(struct taub_surface *self)
{
    if (!self)
        return;
    taub_surface_ranks_destroy(self->ranks);
    for (int n = 0; n < 2; n++)
        taub_buffer_destroy(self->lattice[n]);
    taub_buffer_destroy(self->list);
    taub_buffer_destroy(self->records);
    free(self->raw);
    free(self->looked.numbers);
    free(self->found.list);
    free(self);
}

/* Puts the state on the nodes, and empties the list. */
static enum taub_status take_nodes(struct taub_surface *self, int to, struct taub_error *error)
{
    const enum taub_values values = taub_simulation_values(self->simulation);
    TRY(taub_simulation_see_neighbours(self->simulation, values, error));
    struct taub_launch launch = taub_simulation_launch(self->simulation, PASS_SURFACE_NODES);
    launch.range.option[0] = values == TAUB_MEANS;
    launch.fields[0] = self->lattice[to];
    launch.fields[1] = taub_simulation_primitive_now(self->simulation);
    launch.fields[2] = self->list;
    const enum taub_status status = taub_device_launch(self->simulation->device, &launch, error);
    return taub_surface_ranks_exchange(self->ranks, self->lattice[to], status, error);
}

/* Values of a lattice from its start on. */
static enum taub_status download(struct taub_surface *self, int from, size_t count, double *values,
                                 struct taub_error *error)
{
    if (self->simulation->real_bytes == sizeof(double))
        return taub_buffer_download(self->lattice[from], 0, values, count * sizeof *values, error);
    float *singles = malloc(count * sizeof *singles);
    if (!singles)
        return taub_fail(error, TAUB_FAILED, "out of memory for the freeze-out surface");
    const enum taub_status status =
        taub_buffer_download(self->lattice[from], 0, singles, count * sizeof *singles, error);
    for (size_t n = 0; n < count && status == TAUB_OK; n++)
        values[n] = singles[n];
    free(singles);
    return status;
}

static enum taub_status check_start(const struct taub_surface *self, double highest, struct taub_error *error)
{
    const struct taub_config_surface *surface = &self->simulation->config->output.surface;
    const bool density = surface->energy_density_given;
    const double value = density ? surface->energy_density : surface->temperature;
    const struct taub_config *config = self->simulation->config;
    /* what a source or a boundary brings may be hotter */
    const bool fed =
        config->source.file || taub_has_boundary(config, TAUB_INFLOW) || taub_has_boundary(config, TAUB_BOUNDARY_CODE);
    if (highest > value || fed)
        return TAUB_OK;
    return taub_fail(error, TAUB_BAD_INPUT,
                     "output.surface.%s: %.6g%s is not below the highest %s at the start, %.6g%s: there is no surface",
                     density ? "energy_density" : "temperature", value, density ? " GeV/fm^3" : " GeV",
                     density ? "energy density" : "temperature", highest, density ? " GeV/fm^3" : " GeV");
}

enum taub_status taub_surface_begin(struct taub_surface *self, struct taub_error *error)
{
    double *level = malloc(self->node_count * sizeof *level), highest = 0.0;
    enum taub_status status =
        level ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory for the freeze-out surface");
    self->step = self->simulation->clock.step;
    self->time = self->simulation->clock.time;
    status = taub_simulation_agree(self->simulation, status, error);
    if (status == TAUB_OK)
        status = take_nodes(self, self->before, error);
    if (status == TAUB_OK)
        status = taub_simulation_agree(self->simulation, download(self, self->before, self->node_count, level, error),
                                       error);
    if (status == TAUB_OK) {
        for (size_t n = 0; n < self->node_count; n++)
            highest = fmax(highest, level[n]);
        status = check_start(self, taub_simulation_share_largest(self->simulation, highest), error);
    }
    free(level);
    return status;
}

/* ---- elements ---- */

/* A launch over the lattice: what was seen before is field 2. */
static struct taub_launch launch_of(const struct taub_surface *self, enum pass_name pass, double time)
{
    struct taub_launch launch = taub_simulation_launch(self->simulation, pass);
    launch.shape.blocks = 1;
    launch.fields[0] = self->list;
    launch.fields[1] = self->lattice[1 - self->before];
    launch.fields[2] = self->lattice[self->before];
    launch.range.number[0] = self->time;
    launch.range.number[1] = time;
    return launch;
}

static enum taub_status make_record_room(struct taub_surface *self, int count, struct taub_error *error)
{
    if (count <= self->record_room)
        return TAUB_OK;
    if (count < self->record_room + self->record_room / 2) /* surfaces grow from look to look */
        count = self->record_room + self->record_room / 2;
    const size_t bytes = (size_t)count * (size_t)self->record * self->simulation->real_bytes;
    taub_buffer_destroy(self->records);
    self->records = NULL;
    self->record_room = 0;
    free(self->raw);
    self->raw = malloc(bytes);
    if (!self->raw)
        return taub_fail(error, TAUB_FAILED, "out of memory for %d elements of the freeze-out surface", count);
    TRY(taub_buffer_create(self->simulation->device, bytes, &self->records, error));
    self->record_room = count;
    return TAUB_OK;
}

/* Adds the device's records to the look's. */
static enum taub_status collect(struct taub_surface *self, int count, struct taub_surface_records *records,
                                struct taub_error *error)
{
    const size_t more = (size_t)count * (size_t)self->record;
    if (records->count + more > records->room) {
        const size_t room = 2 * (records->count + more);
        double *grown = realloc(records->numbers, room * sizeof *grown);
        if (!grown)
            return taub_fail(error, TAUB_FAILED, "out of memory for the elements of the freeze-out surface");
        records->numbers = grown;
        records->room = room;
    }
    double *to = records->numbers + records->count;
    if (self->simulation->real_bytes == sizeof(double)) {
        TRY(taub_buffer_download(self->records, 0, to, more * sizeof *to, error));
    } else {
        const float *singles = self->raw;
        TRY(taub_buffer_download(self->records, 0, self->raw, more * sizeof *singles, error));
        for (size_t n = 0; n < more; n++)
            to[n] = singles[n];
    }
    records->count += more;
    return TAUB_OK;
}

static enum taub_status launch_mark(const struct taub_surface *self, double time, struct taub_error *error)
{
    struct taub_launch launch = launch_of(self, PASS_SURFACE_MARK, time);
    for (int a = 0; a < 3; a++)
        launch.range.upper[a] = self->nodes[a] > 1 ? self->nodes[a] - 1 : 1;
    launch.range.option[0] = self->list_room;
    launch.fields[3] = taub_surface_ranks_own(self->ranks);
    return taub_device_launch(self->simulation->device, &launch, error);
}

/* The elements of so many listed cells from number `first` on; -1: of those that are found to be listed, as far as
 * there are `rows` of them. */
static enum taub_status launch_elements(const struct taub_surface *self, double time, int first, int cells, int rows,
                                        struct taub_error *error)
{
    struct taub_launch launch = launch_of(self, PASS_SURFACE_ELEMENTS, time);
    launch.fields[3] = self->records;
    launch.range.upper[0] = ROW;
    launch.range.upper[1] = rows;
    launch.range.upper[2] = 1;
    launch.range.option[0] = first;
    launch.range.option[1] = cells;
    launch.range.option[2] = self->record_room;
    return taub_device_launch(self->simulation->device, &launch, error);
}

/* Lists the cells that matter and finds the elements of as many as there were likely to be, *covered, before the host
 * asks how many there are: it waits for the device once. A list that is too short grows, and all is done again. */
static enum taub_status mark(struct taub_surface *self, double time, int counts[HEADER], int *covered,
                             struct taub_error *error)
{
    for (;;) {
        const int none[HEADER] = {0};
        const int most = self->list_room < CHUNK ? self->list_room : CHUNK;
        const int rows = (self->expected < most ? self->expected : most) / ROW;
        *covered = rows * ROW;
        TRY(make_record_room(self, *covered + *covered / 4 + 256, error));
        TRY(launch_mark(self, time, error));
        TRY(launch_elements(self, time, 0, -1, rows, error));
        TRY(taub_buffer_download(self->list, 0, counts, HEADER * sizeof *counts, error));
        if (counts[0] <= self->list_room)
            return TAUB_OK;
        taub_buffer_destroy(self->list);
        self->list = NULL;
        self->list_room = counts[0] + counts[0] / 2;
        TRY(taub_buffer_create(self->simulation->device, (HEADER + (size_t)self->list_room) * sizeof(int), &self->list,
                               error));
        TRY(taub_buffer_upload(self->list, 0, none, sizeof none, error));
    }
}

/* The elements of listed cells from number `first` on. */
static enum taub_status find(struct taub_surface *self, double time, int first, int cells,
                             struct taub_surface_records *records, struct taub_error *error)
{
    int count = 0;
    TRY(make_record_room(self, cells + cells / 4 + 256, error));
    for (;;) {
        const int none = 0;
        TRY(taub_buffer_upload(self->list, sizeof(int), &none, sizeof none, error));
        TRY(launch_elements(self, time, first, cells, (cells + ROW - 1) / ROW, error));
        TRY(taub_buffer_download(self->list, sizeof(int), &count, sizeof count, error));
        if (count <= self->record_room)
            return count > 0 ? collect(self, count, records, error) : TAUB_OK;
        TRY(make_record_room(self, count, error));
    }
}

/* All elements between the two looks in the cells of this rank. */
static enum taub_status find_all(struct taub_surface *self, double time, struct taub_surface_records *records,
                                 struct taub_error *error)
{
    int counts[HEADER] = {0}, first = 0;
    TRY(mark(self, time, counts, &first, error));
    const int cells = counts[0];
    if (counts[1] > self->record_room) /* once more, with room */
        first = 0;
    else if (counts[1] > 0)
        TRY(collect(self, counts[1], records, error));
    for (; first < cells; first += CHUNK)
        TRY(find(self, time, first, cells - first < CHUNK ? cells - first : CHUNK, records, error));
    self->expected = cells + cells / 4 + 4 * ROW;
    return TAUB_OK;
}

enum taub_status taub_surface_find(struct taub_surface *self, struct taub_surface_records *records,
                                   struct taub_error *error)
{
    const struct taub_control *clock = &self->simulation->clock;
    records->count = 0;
    if (clock->step == self->step)
        return TAUB_OK;
    TRY(taub_simulation_check_whole(self->simulation, error));
    TRY(take_nodes(self, 1 - self->before, error));
    const enum taub_status status = find_all(self, clock->time, records, error);
    TRY(taub_surface_ranks_collect(self->ranks, &records->numbers, &records->count, &records->room, status, error));
    self->before = 1 - self->before;
    self->step = clock->step;
    self->time = clock->time;
    return TAUB_OK;
}

enum taub_status taub_surface_order(struct taub_surface *self, struct taub_surface_records *records,
                                    const struct taub_surface_element **elements, size_t *count,
                                    struct taub_error *error)
{
    const enum taub_status status = taub_surface_elements_make(self->simulation, records, &self->found, error);
    *elements = self->found.list;
    *count = self->found.count;
    return status;
}

enum taub_status taub_surface_look(struct taub_surface *self, const struct taub_surface_element **elements,
                                   size_t *count, struct taub_error *error)
{
    TRY(taub_surface_find(self, &self->looked, error));
    const enum taub_status status = taub_surface_order(self, &self->looked, elements, count, error);
    return taub_simulation_agree(self->simulation, status, error);
}

struct taub_surface_sums taub_surface_sums(const struct taub_surface *self)
{
    return self->found.sums;
}

/* ---- checkpoints ---- */

enum taub_status taub_surface_save(struct taub_surface *self, struct taub_checkpoint_surface *out,
                                   struct taub_error *error)
{
    const size_t size = self->node_count * (size_t)self->components;
    double *values = malloc(size * sizeof *values);
    *out = (struct taub_checkpoint_surface){.step = self->step,
                                            .time = self->time,
                                            .through = self->found.sums.through,
                                            .lost = self->found.sums.lost,
                                            .size = size,
                                            .values = values};
    const enum taub_status status =
        values ? download(self, self->before, size, values, error)
               : taub_fail(error, TAUB_FAILED, "out of memory for the freeze-out surface in a checkpoint");
    return taub_surface_ranks_gather(self->ranks, values, status, error);
}

enum taub_status taub_surface_load(struct taub_surface *self, const struct taub_checkpoint_surface *saved,
                                   struct taub_error *error)
{
    const size_t size = self->node_count * (size_t)self->components;
    enum taub_status status = TAUB_OK;
    if (saved->size != size)
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "output.surface: the checkpoint has a surface on another lattice; use its output.surface.stride");
    self->step = saved->step;
    self->time = saved->time;
    self->found.sums = (struct taub_surface_sums){saved->through, saved->lost};
    if (self->simulation->real_bytes == sizeof(double))
        return taub_buffer_upload(self->lattice[self->before], 0, saved->values, size * sizeof *saved->values, error);
    float *singles = malloc(size * sizeof *singles);
    if (!singles)
        return taub_fail(error, TAUB_FAILED, "out of memory for the freeze-out surface of a checkpoint");
    for (size_t n = 0; n < size; n++)
        singles[n] = (float)saved->values[n];
    status = taub_buffer_upload(self->lattice[self->before], 0, singles, size * sizeof *singles, error);
    free(singles);
    return status;
}
