#include "evolve/views.h"

#include <limits.h>
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
    int64_t meshes; /* taub_simulation.meshes for which cells are listed */
    struct taub_cells *cells;
    int count; /* of cells of the view */
    /* On a tree, where some of these are means of finer ones: those of number n are listed from first[n] to first[n+1],
     * each with its weight. NULL: one cell each. */
    int *first;
    double *weight, *listed;
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
        *host += cells * ((4.0 + COMPONENTS) * real + (double)sizeof(struct taub_place) + sizeof(int) +
                          (COMPONENTS + components_of(config, fields, count)) * sizeof(double)) +
                 (dense ? COMPONENTS * sizeof(double) * (double)taub_mesh_zones(mesh) : 0.0);
    }
}

/* ---- making ---- */

/* Cells of the mesh, those of one cell of the view after the other. */
struct list {
    struct taub_place *places;
    double *weights;
    int count, room;
};

static bool append(void *user, const struct taub_place *place, double weight)
{
    struct list *list = user;
    if (list->count == list->room) {
        const int room = list->room > INT_MAX / 2 ? INT_MAX : 2 * list->room;
        struct taub_place *places = realloc(list->places, (size_t)room * sizeof *places);
        list->places = places ? places : list->places;
        double *weights = places ? realloc(list->weights, (size_t)room * sizeof *weights) : NULL;
        list->weights = weights ? weights : list->weights;
        if (!weights || room == list->room)
            return false;
        list->room = room;
    }
    list->places[list->count] = *place;
    list->weights[list->count++] = weight;
    return true;
}

static bool append_all(const struct taub_mesh *mesh, const struct taub_view_box *box, int count, int *first,
                       struct list *list)
{
    bool good = list->places && list->weights && first;
    for (int n = 0; n < count && good; n++) {
        const int at[3] = {n % box->count[0], n / box->count[0] % box->count[1], n / (box->count[0] * box->count[1])};
        int cell[3];
        for (int a = 0; a < 3; a++)
            cell[a] = box->first[a] + at[a] * box->step[a];
        good = taub_places_of(mesh, box->level, cell, append, list);
        first[n + 1] = list->count;
    }
    return good;
}

static void forget_cells(struct view *view)
{
    taub_cells_destroy(view->cells);
    free(view->first);
    free(view->weight);
    free(view->listed);
    view->cells = NULL;
    view->first = NULL;
    view->weight = view->listed = NULL;
}

/* Once, and again where a tree of blocks has changed. */
static enum taub_status list_cells(struct taub_views_state *self, const struct taub_config_view *wanted,
                                   struct view *view, struct taub_error *error)
{
    const struct taub_view_box box = taub_view_box(wanted, self->simulation->mesh);
    forget_cells(view);
    view->meshes = self->simulation->meshes;
    view->count = box.count[0] * box.count[1] * box.count[2];
    const size_t count = (size_t)view->count;
    struct list list = {malloc(count * sizeof *list.places), malloc(count * sizeof *list.weights), 0, view->count};
    view->first = calloc(count + 1, sizeof *view->first);
    bool good = append_all(self->simulation->mesh, &box, view->count, view->first, &list);
    view->weight = list.weights;
    if (good && list.count > view->count) {
        view->listed = malloc((size_t)list.count * COMPONENTS * sizeof *view->listed);
        good = view->listed;
    } else {
        free(view->first);
        free(view->weight);
        view->first = NULL;
        view->weight = NULL;
    }
    const enum taub_status status =
        good ? taub_cells_create(self->simulation, list.places, list.count, &view->cells, error)
             : taub_fail(error, TAUB_FAILED, "out of memory for output.views: %s", wanted->name);
    free(list.places);
    return status;
}

static enum taub_status make_room(struct taub_views_state *self, const struct taub_config_view *wanted,
                                  struct view *view, struct taub_error *error)
{
    const int components = components_of(self->simulation->config, view->fields, view->field_count);
    TRY(list_cells(self, wanted, view, error));
    view->values = malloc((size_t)view->count * (size_t)components * sizeof *view->values);
    return view->values ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory for output.views: %s", wanted->name);
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
            TRY(make_room(self, wanted, view, error));
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
        forget_cells(&self->views[v]);
        free(self->views[v].values);
    }
    free(self->views);
    free(self);
}

/* ---- writing ---- */

static double mean_of(const struct view *view, const double *listed, int n)
{
    double sum = view->weight[view->first[n]] * listed[view->first[n]];
    for (int m = view->first[n] + 1; m < view->first[n + 1]; m++)
        sum += view->weight[m] * listed[m];
    return sum;
}

static enum taub_status read_quantity(const struct taub_views_state *self, struct view *view,
                                      const struct taub_quantity_info *info, double *values, struct taub_error *error)
{
    const enum taub_values which = taub_simulation_values(self->simulation);
    if (!view->first)
        return taub_cells_read(view->cells, info, which, values, error);
    TRY(taub_cells_read(view->cells, info, which, view->listed, error));
    for (int c = 0; c < info->components; c++)
        for (int n = 0; n < view->count; n++)
            values[(size_t)c * (size_t)view->count + (size_t)n] =
                mean_of(view, view->listed + (size_t)c * (size_t)view->first[view->count], n);
    return TAUB_OK;
}

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
    if (status == TAUB_OK && view->meshes != simulation->meshes)
        status = list_cells(self, &simulation->config->output.views.list[number], view, error);
    status = taub_simulation_agree(simulation, status, error);
    double *values = view->values;
    for (int n = 0; n < view->field_count && status == TAUB_OK; n++) {
        const struct taub_quantity_info info = taub_quantity_of(simulation->config, view->fields[n]);
        status = read_quantity(self, view, &info, values, error);
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
