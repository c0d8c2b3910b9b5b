#include "evolve/views.h"

#include <math.h>
#include <stdlib.h>

#include "core/try.h"
#include "evolve/cells.h"
#include "evolve/schedule.h"
#include "systems/quantities.h"

enum { COMPONENTS = 10 }; /* of a quantity, at most */

struct view {
    const char *const *fields;
    int field_count;
    struct taub_cells *cells;
    int count; /* of cells */
    double *values;
    struct taub_schedule schedule;
    double next;
};

struct taub_views_state {
    struct taub_simulation *simulation;
    bool silent;
    int count;
    struct view *views;
};

static void fields_of(const struct taub_config *config, int view, const char *const **fields, int *count)
{
    const struct taub_config_view *wanted = &config->output.views.list[view];
    const bool own = wanted->field_count > 0;
    *fields = own ? wanted->fields : config->output.fields;
    *count = own ? wanted->field_count : config->output.field_count;
}

static int components_of(const struct taub_config *config, const char *const *fields, int count)
{
    int components = 0;
    for (int n = 0; n < count; n++)
        components += taub_quantity_of(config, fields[n]).components;
    return components;
}

void taub_views_memory(const struct taub_config *config, const struct taub_mesh *mesh, double *device, double *host)
{
    const double real = config->device.precision == TAUB_DOUBLE ? sizeof(double) : sizeof(float);
    *device = *host = 0.0;
    for (int v = 0; v < config->output.views.count; v++) {
        const struct taub_view_box box = taub_view_box(&config->output.views.list[v], mesh);
        const double cells = (double)box.count[0] * box.count[1] * box.count[2];
        const char *const *fields;
        int count;
        fields_of(config, v, &fields, &count);
        bool dense = false;
        for (int n = 0; n < count; n++) {
            const int id = taub_quantity_of(config, fields[n]).id;
            dense = dense || (id >= QUANTITY_OF_GRADIENTS && id < QUANTITY_SCALAR);
        }
        *device += cells * (4.0 + COMPONENTS) * real;
        *host += cells * ((4.0 + COMPONENTS) * real + 4.0 * sizeof(int) +
                          (COMPONENTS + components_of(config, fields, count)) * sizeof(double)) +
                 (dense ? COMPONENTS * sizeof(double) * (double)taub_mesh_zones(mesh) : 0.0);
    }
}

/* ---- making ---- */

static enum taub_status list_cells(struct taub_views_state *self, const struct taub_config_view *wanted,
                                   struct view *view, struct taub_error *error)
{
    const struct taub_view_box box = taub_view_box(wanted, self->simulation->mesh);
    const int components = components_of(self->simulation->config, view->fields, view->field_count);
    view->count = box.count[0] * box.count[1] * box.count[2];
    int(*cells)[3] = malloc((size_t)view->count * sizeof *cells);
    view->values = malloc((size_t)view->count * (size_t)components * sizeof *view->values);
    enum taub_status status = TAUB_OK;
    if (!cells || !view->values)
        status = taub_fail(error, TAUB_FAILED, "out of memory for output.views: %s", wanted->name);
    for (int n = 0; n < view->count && status == TAUB_OK; n++) {
        const int at[3] = {n % box.count[0], n / box.count[0] % box.count[1], n / (box.count[0] * box.count[1])};
        for (int a = 0; a < 3; a++)
            cells[n][a] = box.first[a] + at[a] * box.step[a];
    }
    if (status == TAUB_OK)
        status = taub_cells_create(self->simulation, (const int(*)[3])cells, view->count, &view->cells, error);
    free(cells);
    return status;
}

static enum taub_status make(struct taub_views_state *self, struct taub_error *error)
{
    const struct taub_config *config = self->simulation->config;
    self->views = calloc((size_t)self->count, sizeof *self->views);
    if (!self->views)
        return taub_fail(error, TAUB_FAILED, "out of memory for output.views");
    for (int v = 0; v < self->count; v++) {
        const struct taub_config_view *wanted = &config->output.views.list[v];
        struct view *view = &self->views[v];
        fields_of(config, v, &view->fields, &view->field_count);
        view->schedule = (struct taub_schedule){.start = wanted->from_given ? wanted->from : config->time.start,
                                                .every = wanted->every,
                                                .at_start = true,
                                                .ends = wanted->until_given,
                                                .until = wanted->until};
        if (!self->silent)
            TRY(list_cells(self, wanted, view, error));
    }
    return TAUB_OK;
}

enum taub_status taub_views_create(struct taub_simulation *simulation, bool silent, struct taub_views_state **out,
                                   struct taub_error *error)
{
    const int count = simulation->config->output.views.count;
    *out = NULL;
    if (count == 0)
        return TAUB_OK;
    struct taub_views_state *self = *out = calloc(1, sizeof *self);
    enum taub_status status = TAUB_OK;
    if (!self) {
        status = taub_fail(error, TAUB_FAILED, "out of memory for output.views");
    } else {
        self->simulation = simulation;
        self->count = count;
        self->silent = silent;
        status = make(self, error);
    }
    return taub_simulation_agree(simulation, status, error);
}

void taub_views_destroy(struct taub_views_state *self)
{
    if (!self)
        return;
    for (int v = 0; self->views && v < self->count; v++) {
        taub_cells_destroy(self->views[v].cells);
        free(self->views[v].values);
    }
    free(self->views);
    free(self);
}

/* ---- writing ---- */

static enum taub_status write_view(struct taub_views_state *self, int number, struct taub_output *output,
                                   struct taub_error *error)
{
    struct taub_simulation *simulation = self->simulation;
    struct view *view = &self->views[number];
    const bool units = simulation->system->heavy_ion_units(simulation->config);
    struct taub_quantity *list = calloc((size_t)view->field_count, sizeof *list);
    enum taub_status status = list ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory for output.views");
    if (status == TAUB_OK)
        status = taub_simulation_check_whole(simulation, error);
    status = taub_simulation_agree(simulation, status, error);
    double *values = view->values;
    for (int n = 0; n < view->field_count && status == TAUB_OK; n++) {
        const struct taub_quantity_info info = taub_quantity_of(simulation->config, view->fields[n]);
        status = taub_cells_read(view->cells, &info, taub_simulation_values(simulation), values, error);
        list[n] = (struct taub_quantity){
            info.name, info.components, units ? info.unit : "1", values, taub_simulation_values_text(simulation, &info),
            -1};
        values += (size_t)info.components * (size_t)view->count;
    }
    if (status == TAUB_OK && output)
        status = taub_output_view(output, number, taub_simulation_steps(simulation), taub_simulation_time(simulation),
                                  taub_simulation_last_step(simulation), list, view->field_count, error);
    free(list);
    return taub_simulation_agree(simulation, status, error);
}

void taub_views_start(struct taub_views_state *self)
{
    for (int v = 0; self && v < self->count; v++)
        self->views[v].next = taub_schedule_next(&self->views[v].schedule, taub_simulation_time(self->simulation));
}

enum taub_status taub_views_look(struct taub_views_state *self, struct taub_output *output, bool first,
                                 struct taub_error *error)
{
    for (int v = 0; self && v < self->count; v++) {
        struct view *view = &self->views[v];
        const double now = taub_simulation_time(self->simulation);
        if (first ? !taub_schedule_is_due(&view->schedule, now)
                  : now < taub_schedule_threshold(&view->schedule, view->next))
            continue;
        if (!self->silent)
            TRY(write_view(self, v, output, error));
        view->next = taub_schedule_next(&view->schedule, now);
    }
    return TAUB_OK;
}

void taub_views_times(const struct taub_views_state *self, double *until, double *pause)
{
    for (int v = 0; self && v < self->count; v++) {
        const struct view *view = &self->views[v];
        const struct taub_config *config = self->simulation->config;
        if (config->output.exact)
            *until = fmin(*until, taub_schedule_target(&view->schedule, view->next, config->time.end));
        else
            *pause = fmin(*pause, taub_schedule_threshold(&view->schedule, view->next));
    }
}
