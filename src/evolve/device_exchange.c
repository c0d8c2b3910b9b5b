#include "evolve/device_exchange.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"

struct taub_device_exchange {
    struct taub_simulation *simulation;
    struct taub_exchange *exchange;
    struct taub_program *program;
    struct taub_pass *passes[2];     /* pack, unpack */
    struct taub_buffer *messages[2]; /* out, in */
    bool pinned[2];                  /* their memory on the host */
    bool direct;                     /* MPI takes messages from and to the memory of the device */
};

static const struct taub_pass_name names[2] = {{"pack", TAUB_POINT_PASS}, {"unpack", TAUB_POINT_PASS}};

bool taub_device_exchange_has_pass(const char *name)
{
    return strcmp(name, names[0].name) == 0 || strcmp(name, names[1].name) == 0;
}

struct taub_buffer *taub_device_exchange_memory(const struct taub_device_exchange *self, int in)
{
    return self->messages[in];
}

/* ---- creation ---- */

static enum taub_status fill(struct taub_device_exchange *self, size_t bytes_a_zone, struct taub_error *error)
{
    TRY(taub_simulation_small_program(self->simulation, "passes/exchange.h", names, 2, &self->program, self->passes,
                                      error));
    for (int in = 0; in < 2; in++) {
        const size_t bytes = (size_t)taub_simulation_most_zones(self->simulation) * bytes_a_zone;
        TRY(taub_buffer_create(self->simulation->device, bytes, &self->messages[in], error));
        self->pinned[in] = taub_device_pin(self->simulation->device, taub_exchange_memory(self->exchange, in), bytes);
    }
    return TAUB_OK;
}

enum taub_status taub_device_exchange_create(struct taub_simulation *simulation, struct taub_exchange *exchange,
                                             size_t bytes_a_zone, struct taub_device_exchange **out,
                                             struct taub_error *error)
{
    struct taub_device_exchange *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory for the exchange of ghost zones");
    self->simulation = simulation;
    self->exchange = exchange;
    *out = self;
    return fill(self, bytes_a_zone, error);
}

void taub_device_exchange_destroy(struct taub_device_exchange *self)
{
    if (!self)
        return;
    for (int in = 0; in < 2; in++) {
        taub_buffer_destroy(self->messages[in]);
        if (self->pinned[in])
            taub_device_unpin(self->simulation->device, taub_exchange_memory(self->exchange, in));
    }
    taub_program_destroy(self->program);
    free(self);
}

/* ---- an exchange ---- */

struct taub_launch taub_device_exchange_launch(const struct taub_device_exchange *self, const struct taub_cut *cut,
                                               int in, struct taub_buffer *agreement)
{
    struct taub_launch launch =
        taub_simulation_list_launch(self->simulation, cut->halo, in ? TAUB_HALO_IN : TAUB_HALO_OUT);
    launch.pass = self->passes[in];
    launch.fields[3] = launch.fields[2];
    launch.fields[0] = self->messages[in];
    launch.fields[1] = cut->fields[0];
    launch.fields[2] = cut->fields[1];
    launch.fields[4] = agreement;
    launch.range.option[0] = cut->components[0];
    launch.range.option[1] = cut->components[1];
    launch.range.option[2] = cut->troubled;
    launch.range.option[3] = cut->refill;
    return launch;
}

/* The list of what goes out or comes in. */
static enum taub_status launch_list(struct taub_device_exchange *self, const struct taub_cut *cut, int in,
                                    struct taub_error *error)
{
    const struct taub_launch launch = taub_device_exchange_launch(self, cut, in, NULL);
    return taub_device_launch(self->simulation->device, &launch, error);
}

static size_t bytes_a_zone(const struct taub_device_exchange *self, const struct taub_cut *cut)
{
    return (size_t)(cut->components[0] + cut->components[1]) * self->simulation->real_bytes;
}

static const struct taub_halo *halo_of(const struct taub_device_exchange *self, const struct taub_cut *cut)
{
    return self->simulation->halos[cut->halo].halo;
}

/* Messages leave when the device has packed them. What is launched behind that runs while they travel. */
enum taub_status taub_device_exchange_begin(struct taub_device_exchange *self, const struct taub_cut *cut,
                                            enum taub_status status, struct taub_error *error)
{
    char *out = taub_exchange_memory(self->exchange, 0), *in = taub_exchange_memory(self->exchange, 1);
    const size_t bytes = (size_t)halo_of(self, cut)->zones[TAUB_HALO_OUT] * bytes_a_zone(self, cut);
    if (status == TAUB_OK)
        status = launch_list(self, cut, 0, error);
    if (status == TAUB_OK)
        status = self->direct ? taub_device_finish(self->simulation->device, error)
                              : taub_buffer_download(self->messages[0], 0, out, bytes, error);
    if (self->direct) {
        out = taub_buffer_address(self->messages[0]);
        in = taub_buffer_address(self->messages[1]);
    }
    taub_exchange_begin_messages(self->exchange, halo_of(self, cut), bytes_a_zone(self, cut), out, in);
    return status;
}

enum taub_status taub_device_exchange_end(struct taub_device_exchange *self, const struct taub_cut *cut,
                                          enum taub_status status, struct taub_error *error)
{
    const size_t bytes = (size_t)halo_of(self, cut)->zones[TAUB_HALO_IN] * bytes_a_zone(self, cut);
    taub_exchange_end_messages(self->exchange);
    if (status == TAUB_OK && !self->direct)
        status = taub_buffer_upload(self->messages[1], 0, taub_exchange_memory(self->exchange, 1), bytes, error);
    return status == TAUB_OK ? launch_list(self, cut, 1, error) : status;
}

void taub_device_exchange_directly(struct taub_device_exchange *self)
{
    self->direct = true;
}
