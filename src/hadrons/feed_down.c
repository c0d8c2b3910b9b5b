#include "hadrons/feed_down.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/try.h"
#include "hadrons/elements.h"
#include "hadrons/grid.h"
#include "hadrons/phase_space.h"
#include "hadrons/program.h"

enum { NODES_Y = 10, NODES_ZETA = 14 };
#define SLOPE 0.25 /* GeV: of spectra, roughly; they are interpolated after exp(-mT/SLOPE) is divided out */

/* One kind of daughter that one parent has, of one energy in the parent's rest frame. Without chemical potentials
 * antiparticles have the spectra of their particles: only particles are followed, from parents of both kinds. */
struct feed {
    int daughter;
    double mass, energy, share;
};
struct feeds {
    struct feed *list;
    int count, capacity;
};

/* The particle of a pair. */
static int particle_of(const struct taub_hadrons *list, int hadron)
{
    const int64_t code = list->list[hadron].code;
    const int other = code < 0 ? taub_hadrons_find(list, -code) : -1;
    return other >= 0 ? other : hadron;
}

static bool add_feed(struct feeds *self, struct feed feed)
{
    for (int n = 0; n < self->count; n++)
        if (self->list[n].daughter == feed.daughter && self->list[n].energy == feed.energy) {
            self->list[n].share += feed.share;
            return true;
        }
    if (self->count == self->capacity) {
        const int capacity = self->capacity ? 2 * self->capacity : 64;
        struct feed *larger = realloc(self->list, (size_t)capacity * sizeof *larger);
        if (!larger)
            return false;
        self->list = larger;
        self->capacity = capacity;
    }
    self->list[self->count++] = feed;
    return true;
}

/* What the decays of one hadron give to particles (not to antiparticles, unless they are their own). */
static bool add_decays(const struct taub_hadrons *list, const struct taub_hadron *parent, struct feeds *feeds)
{
    double energies[TAUB_PHASE_SPACE_NODES], shares[TAUB_PHASE_SPACE_NODES];
    for (int c = 0; c < parent->decay_count; c++) {
        const struct taub_decay *decay = &parent->decays[c];
        for (int p = 0; p < decay->count; p++) {
            const int daughter = decay->daughter[p];
            if (daughter < 0 || particle_of(list, daughter) != daughter)
                continue;
            const int nodes = taub_phase_space(parent->mass, decay->mass, decay->count, p, energies, shares);
            for (int n = 0; n < nodes; n++)
                if (!add_feed(feeds, (struct feed){daughter, decay->mass[p], energies[n], decay->share * shares[n]}))
                    return false;
        }
    }
    return true;
}

/* Gauss-Legendre nodes and weights on (0, 1), in turn. */
static void gauss_legendre(int count, double *out)
{
    static const double pi = 3.14159265358979323846;
    for (int n = 0; n < count; n++) {
        double x = cos(pi * (n + 0.75) / (count + 0.5)), slope = 1.0;
        for (int round = 0; round < 12; round++) {
            double before = 1.0, value = x;
            for (int k = 2; k <= count; k++) {
                const double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
                before = value;
                value = next;
            }
            slope = count * (x * value - before) / (x * x - 1.0);
            x -= value / slope;
        }
        out[2 * n] = 0.5 * (1.0 - x);
        out[2 * n + 1] = 1.0 / ((1.0 - x * x) * slope * slope);
    }
}

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
                                              {"FEED_SLOPE", SLOPE},
                                              {"FEED_NODES_Y", NODES_Y},
                                              {"FEED_NODES_ZETA", NODES_ZETA},
                                              {NULL, 0}};
    const struct taub_pass_geometry geometry = {.kind = TAUB_POINT_PASS};
    double nodes[2 * (NODES_Y + NODES_ZETA)];
    gauss_legendre(NODES_Y, nodes);
    gauss_legendre(NODES_ZETA, nodes + 2 * NODES_Y);
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

static enum taub_status feed_from(struct work *self, const struct taub_hadrons *list, int parent, struct feeds *feeds,
                                  struct taub_error *error)
{
    const int other = taub_hadrons_find(list, -list->list[parent].code);
    feeds->count = 0;
    if (!add_decays(list, &list->list[parent], feeds) || (other >= 0 && !add_decays(list, &list->list[other], feeds)))
        return taub_fail(error, TAUB_FAILED, "No memory for the decays of %s.", list->list[parent].name);
    if (feeds->count == 0)
        return TAUB_OK;
    self->flatten.range.option[0] = parent;
    self->flatten.range.number[0] = list->list[parent].mass;
    TRY(taub_device_launch(self->device->device, &self->flatten, error));
    for (int n = 0; n < feeds->count; n++) {
        const struct feed *feed = &feeds->list[n];
        const double numbers[4] = {list->list[parent].mass, feed->mass, feed->energy, feed->share};
        self->feed.range.option[0] = feed->daughter;
        memcpy(self->feed.range.number, numbers, sizeof numbers);
        TRY(taub_device_launch(self->device->device, &self->feed, error));
    }
    return TAUB_OK;
}

static enum taub_status run(struct work *self, const struct taub_hadrons *list,
                            const struct taub_spectra_config *config, size_t size, double *values,
                            struct taub_error *error)
{
    struct feeds feeds = {NULL, 0, 0};
    enum taub_status status = TAUB_OK;
    for (int h = list->count - 1; h >= 0 && status == TAUB_OK; h--)
        if (list->list[h].width > config->decay_width && particle_of(list, h) == h)
            status = feed_from(self, list, h, &feeds, error);
    free(feeds.list);
    TRY(status);
    TRY(taub_reals_download(self->device, self->all, values, size * (size_t)list->count, error));
    for (int h = 0; h < list->count; h++) {
        const int particle = particle_of(list, h);
        if (particle != h)
            memcpy(values + (size_t)h * size, values + (size_t)particle * size, size * sizeof *values);
    }
    return TAUB_OK;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

enum taub_status taub_feed_down(const struct taub_hadron_device *device, const struct taub_hadrons *list,
                                const struct taub_spectra_config *config, struct taub_spectra *grid, double *values,
                                struct taub_error *error)
{
    const size_t size = (size_t)grid->rapidities * (size_t)grid->momenta * (size_t)grid->directions;
    struct work work = {.device = device};
    enum taub_status status = prepare(&work, config, grid, values, size, list->count, error);
    const double begin = now();
    if (status == TAUB_OK)
        status = run(&work, list, config, size, values, error);
    grid->decay_seconds = now() - begin;
    taub_buffer_destroy(work.all);
    taub_buffer_destroy(work.parent);
    taub_buffer_destroy(work.tables);
    taub_program_destroy(work.program);
    return status;
}
