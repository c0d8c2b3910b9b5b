/* taub run --spectra, --sample: hadrons in the process of the run, computed while it writes its last files. */
#include <stddef.h>
#include <stdlib.h>

#include "core/clock.h"
#include "core/try.h"
#include "core/worker.h"
#include "evolve/run.h"
#include "evolve/surface.h"
#include "hadron_options.h"
#include "hadrons/oscar_write.h"
#include "hadrons/polarization.h"
#include "hadrons/spectra_hdf5.h"
#include "systems/system.h"

struct run_hadrons {
    const struct cli_options *options;
    const struct taub_config *config;
    const char *folder;
    struct cli_hadron_inputs inputs;
    struct taub_gathered gathered;
    char spectra_path[4200], polarization_path[4200], sample_path[4200];
    bool started;
    struct taub_worker *worker; /* works while the run writes its last files; NULL: after them */
    struct taub_spectra spectra;
    struct taub_polarization polarization;
    struct drawing {
        struct taub_worker *worker;       /* works while spectra are summed; NULL: after them */
        struct taub_hadron_device device; /* with its own queue */
        struct taub_sample_summary summary;
    } drawing;
    double seconds; /* from the last element of the surface to the last file */
};

static enum taub_status refuse(const char *what)
{
    fprintf(stderr, "taub run: %s\n", what);
    return TAUB_BAD_INPUT;
}

static enum taub_status check(const struct cli_options *options, const struct taub_config *config)
{
    if (!options->hadrons)
        return refuse("--hadrons is missing: --spectra and --sample need a list of hadrons, pdg.dat of iSS or "
                      "particles.txt of SMASH");
    if (!taub_surface_wanted(config) || !taub_system_find(config->system)->heavy_ion_units(config))
        return refuse("--spectra and --sample: hadrons come from a freeze-out surface in GeV and fm: the case needs "
                      "output.surface, say output.surface.temperature=0.155");
    if (options->polarization && !(options->spectra && config->output.surface.gradients))
        return refuse("--polarization needs --spectra, and gradients on the surface: output.surface.gradients=true");
    if (config->mesh.cells[0] == 1 || config->mesh.cells[1] == 1)
        return refuse("--spectra and --sample: hadrons need a mesh that extends along x and y");
    if (options->sample && config->mesh.coordinates != TAUB_MILNE && config->mesh.cells[2] == 1)
        return refuse("--sample: hadrons are sampled from surfaces along three axes or per unit of rapidity; this one "
                      "is per unit of length along z");
    return TAUB_OK;
}

/* Reads the list and checks the options. */
static enum taub_status open_hadrons(const struct cli_options *options, const struct taub_config *config,
                                     const char *folder, void **out)
{
    *out = NULL;
    if (!options->spectra && !options->sample)
        return cli_wants_hadrons(options) ? refuse("options for hadrons need --spectra or --sample N") : TAUB_OK;
    TRY(check(options, config));
    struct run_hadrons *self = calloc(1, sizeof *self);
    if (!self)
        return refuse("out of memory");
    self->options = options;
    self->config = config;
    self->folder = folder;
    enum taub_status status = cli_hadrons_prepare(options, &self->inputs);
    if (status == TAUB_OK && options->spectra) {
        const bool invariant = config->mesh.coordinates == TAUB_MILNE && config->mesh.cells[2] == 1;
        struct taub_error error;
        status = taub_spectra_check(&self->inputs.list, &self->inputs.config, invariant, &error);
        if (status != TAUB_OK) {
            cli_report(&error);
            cli_hadrons_close(&self->inputs);
        }
    }
    if (status != TAUB_OK) {
        free(self);
        return status;
    }
    snprintf(self->spectra_path, sizeof self->spectra_path, "%s/spectra.h5", folder);
    snprintf(self->polarization_path, sizeof self->polarization_path, "%s/polarization.h5", folder);
    snprintf(self->sample_path, sizeof self->sample_path, "%s/hadrons.oscar", folder);
    *out = self;
    return TAUB_OK;
}

/* ---- work in parallel to the run ---- */

/* Takes the elements that the run has delivered; for a restarted run reads the file, which also has the earlier ones.
 */
static enum taub_status take_surface(struct run_hadrons *self, struct taub_error *error)
{
    const struct taub_config *config = self->config;
    struct taub_surface_file *surface = &self->inputs.surface;
    if (self->options->restart)
        return taub_surface_read(self->folder, surface, error);
    if (self->gathered.lost)
        return taub_fail(error, TAUB_FAILED, "out of memory for the elements of the freeze-out surface");
    *surface = (struct taub_surface_file){.coordinates = config->mesh.coordinates,
                                          .physical = true,
                                          .gradients = config->output.surface.gradients,
                                          .count = (int64_t)self->gathered.count,
                                          .elements = self->gathered.elements};
    for (int a = 0; a < 3; a++)
        surface->single[a] = config->mesh.cells[a] == 1;
    self->gathered.elements = NULL;
    return TAUB_OK;
}

static enum taub_status draw(void *user, struct taub_error *error)
{
    struct run_hadrons *self = user;
    struct taub_error finish;
    struct taub_oscar_writer *writer;
    const struct taub_sample_config config = {.delta_f = self->inputs.config.delta_f,
                                              .rapidity_max = self->inputs.config.rapidity_max,
                                              .seed = self->options->seed_given ? (uint64_t)self->options->seed : 1,
                                              .events = (int)self->options->sample};
    TRY(taub_oscar_create(self->sample_path, &self->inputs.list, &writer, error));
    const enum taub_status status =
        taub_sample_surface(&self->drawing.device, &self->inputs.surface, &self->inputs.list, &config, taub_oscar_take,
                            writer, &self->drawing.summary, error);
    const enum taub_status finished = taub_oscar_finish(writer, status == TAUB_OK, &finish);
    if (status == TAUB_OK && finished != TAUB_OK)
        *error = finish;
    return status == TAUB_OK ? finished : status;
}

/* A GPU sums spectra while the host writes the sampled hadrons, so sampling, which is short, comes first there. On the
 * host both need the same processors and are done one after the other. */
static enum taub_status begin_drawing(struct run_hadrons *self, struct taub_device_config device,
                                      struct taub_error *error)
{
    struct taub_device_report report;
    device.first = true;
    self->drawing.device = self->inputs.device;
    taub_device_describe(self->inputs.device.device, &report);
    if (!self->options->sample || !self->options->spectra || report.kind == TAUB_DEVICE_HOST)
        return TAUB_OK;
    TRY(taub_device_open(&device, &self->drawing.device.device, error));
    self->drawing.worker = taub_worker_create(draw, self);
    if (self->drawing.worker)
        taub_worker_give(self->drawing.worker);
    return TAUB_OK;
}

/* `status` is that of the spectra, whose failure is reported first. */
static enum taub_status end_drawing(struct run_hadrons *self, enum taub_status status, struct taub_error *error)
{
    struct taub_error *unless_failed = status == TAUB_OK ? error : NULL;
    enum taub_status drawn = TAUB_OK;
    if (self->drawing.worker)
        drawn = taub_worker_wait(self->drawing.worker, unless_failed);
    else if (self->options->sample && status == TAUB_OK)
        drawn = draw(self, error);
    taub_worker_destroy(self->drawing.worker);
    if (self->drawing.device.device != self->inputs.device.device)
        taub_device_close(self->drawing.device.device);
    return status == TAUB_OK ? drawn : status;
}

/* Computes on the device before writing anything, because HDF5 is busy with the run's own files. */
static enum taub_status compute(struct run_hadrons *self, struct taub_error *error)
{
    struct taub_device_config device = taub_device_wanted(&self->config->device);
    if (device.precision != TAUB_DOUBLE) /* mixed precision stores floats */
        device.precision = TAUB_SINGLE;
    TRY(take_surface(self, error));
    TRY(taub_device_open(&device, &self->inputs.device.device, error));
    self->inputs.device.single = device.precision == TAUB_SINGLE;
    self->inputs.device.strict = device.reproducible == TAUB_STRICT;
    TRY(begin_drawing(self, device, error));
    enum taub_status status = TAUB_OK;
    if (self->options->spectra)
        status = taub_spectra_of_surface(&self->inputs.device, &self->inputs.surface, &self->inputs.list,
                                         &self->inputs.config, &self->spectra, error);
    const bool polarizes = self->options->spectra && self->options->polarization;
    if (status == TAUB_OK && polarizes)
        status = taub_polarization_of_surface(&self->inputs.device, &self->inputs.surface, &self->inputs.list,
                                              &self->inputs.config, cli_isothermal(self->options), &self->polarization,
                                              error);
    TRY(end_drawing(self, status, error));
    if (self->options->spectra)
        TRY(taub_spectra_write(&self->spectra, &self->inputs.list, &self->inputs.config, self->spectra_path, error));
    return polarizes ? taub_polarization_write(&self->polarization, &self->inputs.list, self->polarization_path, error)
                     : TAUB_OK;
}

static enum taub_status work(void *user, struct taub_error *error)
{
    struct run_hadrons *self = user;
    const double before = taub_seconds();
    const enum taub_status status = compute(self, error);
    self->seconds = taub_seconds() - before;
    return status;
}

static void begin(void *user)
{
    struct run_hadrons *self = (struct run_hadrons *)((char *)user - offsetof(struct run_hadrons, gathered));
    self->started = true;
    /* after a restart the surface is read from its file, which is renamed at the end of the run */
    self->worker = self->options->restart ? NULL : taub_worker_create(work, self);
    if (self->worker)
        taub_worker_give(self->worker);
}

static void attach(void *user, struct taub_run_options *options)
{
    struct run_hadrons *self = user;
    options->surface = taub_gather;
    options->surface_ended = begin;
    options->surface_user = &self->gathered;
}

/* Waits for the hadrons and prints a summary. */
static enum taub_status close_hadrons(void *user, enum taub_status status)
{
    struct run_hadrons *self = user;
    if (self->started && status == TAUB_OK) {
        struct taub_error error;
        status = self->worker ? taub_worker_wait(self->worker, &error) : work(self, &error);
        if (status != TAUB_OK)
            cli_report(&error);
    }
    taub_worker_destroy(self->worker);
    if (self->started && status == TAUB_OK && !self->options->quiet) {
        if (self->options->spectra)
            cli_spectra_print(&self->spectra, &self->inputs.list, self->spectra_path);
        if (self->options->polarization)
            cli_polarization_print(&self->polarization, &self->inputs.list, self->polarization_path);
        if (self->options->sample)
            cli_sample_print(&self->drawing.summary, (int)self->options->sample, self->sample_path);
        printf("hadrons  %.3f s after the last element of the surface\n", self->seconds);
    }
    if (self->options->spectra)
        taub_spectra_free(&self->spectra);
    taub_polarization_free(&self->polarization);
    free(self->gathered.elements);
    cli_hadrons_close(&self->inputs);
    free(self);
    return status;
}

const struct cli_wing cli_wing_hadrons = {.open = open_hadrons, .attach = attach, .close = close_hadrons};
