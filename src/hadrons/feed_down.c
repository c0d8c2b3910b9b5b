#include "hadrons/feed_down.h"

#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/try.h"
#include "hadrons/elements.h"
#include "hadrons/feeds.h"
#include "hadrons/grid.h"
#include "hadrons/program.h"

struct work {
    const struct taub_hadron_device *device;
    struct taub_program *program;
    struct taub_buffer *all, *parent, *tables;
    struct taub_launch flatten, feed;
};

static enum taub_status prepare(struct work *self, const struct taub_spectra_config *config,
                                const struct taub_spectra *grid, const double *values, size_t size, int count,
                                struct taub_error *error)
{
    const size_t real = self->device->single ? sizeof(float) : sizeof(double);
    const struct taub_constant constants[] = {{"FEED_MOMENTA", grid->momenta},
                                              {"FEED_DIRECTIONS", grid->directions},
                                              {"FEED_RAPIDITIES", grid->rapidities},
                                              {"FEED_STEP", taub_grid_step(config)},
                                              {"FEED_SCALE", TAUB_PT_SCALE},
                                              {"FEED_REACH", config->rapidity_max},
                                              {"FEED_SLOPE", TAUB_DECAY_SLOPE},
                                              {"FEED_NODES_Y", TAUB_DECAY_NODES_Y},
                                              {"FEED_NODES_ZETA", TAUB_DECAY_NODES_ZETA},
                                              {NULL, 0}};
    const struct taub_pass_geometry geometry = {.kind = TAUB_POINT_PASS};
    double nodes[2 * TAUB_DECAY_NODES];
    taub_decay_nodes(nodes);
    TRY(taub_hadron_program(self->device, constants, "hadrons/decays.h", &self->program, error));
    TRY(taub_program_pass(self->program, "flatten_parent", &geometry, &self->flatten.pass, error));
    TRY(taub_program_pass(self->program, "feed_down", &geometry, &self->feed.pass, error));
    TRY(taub_reals_upload(self->device, values, size * (size_t)count, &self->all, error));
    TRY(taub_reals_upload(self->device, nodes, sizeof nodes / sizeof *nodes, &self->tables, error));
    TRY(taub_buffer_create(self->device->device, size * real, &self->parent, error));
    self->flatten.fields[0] = self->parent;
    self->flatten.fields[1] = self->all;
    self->flatten.shape =
        (struct taub_shape){.cells = {grid->directions, grid->momenta, grid->rapidities}, .blocks = 1};
    self->flatten.range = (struct taub_range){.upper = {grid->directions, grid->momenta, grid->rapidities}};
    self->feed.shape = self->flatten.shape;
    self->feed.range = self->flatten.range;
    self->feed.fields[0] = self->all;
    self->feed.fields[1] = self->parent;
    self->feed.tables = self->tables;
    return TAUB_OK;
}

static enum taub_status feed_from(struct work *self, const struct taub_hadrons *list, int parent,
                                  const struct taub_feeds *feeds, struct taub_error *error)
{
    if (feeds->count == 0)
        return TAUB_OK;
    self->flatten.range.option[0] = parent;
    self->flatten.range.number[0] = list->list[parent].mass;
    TRY(taub_device_launch(self->device->device, &self->flatten, error));
    for (int n = 0; n < feeds->count; n++) {
        const struct taub_feed *feed = &feeds->list[n];
        const double numbers[4] = {list->list[parent].mass, feed->mass, feed->energy, feed->share};
        self->feed.range.option[0] = feed->daughter;
        memcpy(self->feed.range.number, numbers, sizeof numbers);
        TRY(taub_device_launch(self->device->device, &self->feed, error));
    }
    return TAUB_OK;
}

static enum taub_status run(struct work *self, const struct taub_hadrons *list,
                            const struct taub_spectra_config *config, enum taub_decays_of of, size_t size,
                            double *values, struct taub_error *error)
{
    struct taub_feeds feeds = {NULL, 0, 0};
    enum taub_status status = TAUB_OK;
    for (int h = list->count - 1; h >= 0 && status == TAUB_OK; h--) {
        feeds.count = 0;
        if (taub_particle_of(list, h) == h)
            status = taub_feeds_of(list, h, config->decay_width, of, &feeds, error);
        if (status == TAUB_OK)
            status = feed_from(self, list, h, &feeds, error);
    }
    free(feeds.list);
    TRY(status);
    TRY(taub_reals_download(self->device, self->all, values, size * (size_t)list->count, error));
    for (int h = 0; h < list->count; h++) {
        const int particle = taub_particle_of(list, h);
        if (particle != h)
            memcpy(values + (size_t)h * size, values + (size_t)particle * size, size * sizeof *values);
    }
    return TAUB_OK;
}

enum taub_status taub_feed_down(const struct taub_hadron_device *device, const struct taub_hadrons *list,
                                const struct taub_spectra_config *config, enum taub_decays_of of,
                                struct taub_spectra *grid, double *values, struct taub_error *error)
{
    const size_t size = (size_t)grid->rapidities * (size_t)grid->momenta * (size_t)grid->directions;
    struct work work = {.device = device};
    enum taub_status status = prepare(&work, config, grid, values, size, list->count, error);
    const double begin = taub_seconds();
    if (status == TAUB_OK)
        status = run(&work, list, config, of, size, values, error);
    grid->decay_seconds += taub_seconds() - begin;
    taub_buffer_destroy(work.all);
    taub_buffer_destroy(work.parent);
    taub_buffer_destroy(work.tables);
    taub_program_destroy(work.program);
    return status;
}
