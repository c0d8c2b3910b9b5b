/* Messages between the launches of a step, which the host waits for: zones are packed on the device into a message,
 * which goes through the memory of the host, or as it is where that of the device is the host's or an MPI takes it. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/link.h"

struct host_link {
    struct taub_link link;
    struct taub_buffer *memory[2]; /* of messages out, in */
    char *bytes[2];                /* on the host; NULL: messages leave from there and arrive there */
    bool pinned[2];
    struct taub_message *messages; /* of the exchange under way: one to each rank at most */
    int count;
};

/* ---- creation ---- */

static void destroy(struct taub_link *link)
{
    struct host_link *self = (struct host_link *)link;
    for (int in = 0; in < 2; in++) {
        taub_buffer_destroy(self->memory[in]);
        if (self->pinned[in])
            taub_device_unpin(link->simulation->device, self->bytes[in]);
        free(self->bytes[in]);
    }
    free(self->messages);
    taub_link_destroy_common(link);
    free(self);
}

static enum taub_status fill(struct host_link *self, struct taub_error *error)
{
    struct taub_simulation *simulation = self->link.simulation;
    const size_t bytes =
        (size_t)taub_simulation_most_zones(simulation) * simulation->ranks->values * simulation->real_bytes + 1;
    TRY(taub_link_create_memory(&self->link, NULL, 0, error));
    TRY(taub_link_create_program(&self->link, "passes/exchange.h", LINK_PASSES_OF_ALL, error));
    self->messages = malloc((size_t)simulation->comm->size * sizeof *self->messages);
    for (int in = 0; in < 2; in++) {
        TRY(taub_buffer_create(simulation->device, bytes, &self->memory[in], error));
        if (taub_simulation_on_host(simulation))
            continue;
        self->bytes[in] = malloc(bytes);
        self->pinned[in] = self->bytes[in] && taub_device_pin(simulation->device, self->bytes[in], bytes);
        if (!self->bytes[in])
            return taub_fail(error, TAUB_FAILED, "out of memory for the exchange of ghost zones");
    }
    return self->messages ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory");
}

void taub_host_link_go_directly(struct taub_link *link)
{
    struct host_link *self = (struct host_link *)link;
    for (int in = 0; in < 2; in++) {
        if (self->pinned[in])
            taub_device_unpin(link->simulation->device, self->bytes[in]);
        self->pinned[in] = false;
        free(self->bytes[in]);
        self->bytes[in] = NULL;
    }
}

struct taub_buffer *taub_host_link_memory(const struct taub_link *link, int in)
{
    return ((const struct host_link *)link)->memory[in];
}

/* ---- zones ---- */

static bool is_wanted(const struct taub_walk *walk, const struct taub_cut *cut)
{
    const struct taub_agreement *agreed = &walk->link->simulation->ranks->agreed;
    return !walk->in_step || (agreed->troubled >= cut->troubled && (!cut->refill || agreed->refill));
}

static size_t bytes_a_zone(const struct taub_link *self, const struct taub_cut *cut)
{
    return (size_t)(cut->components[0] + cut->components[1]) * self->simulation->real_bytes;
}

/* Also where the device has failed: the other ranks wait for the messages. */
static void post(struct taub_walk *walk, const struct taub_cut *cut)
{
    struct host_link *self = (struct host_link *)walk->link;
    const struct taub_halo *halo = walk->link->simulation->halos[cut->halo].halo;
    const size_t a_zone = bytes_a_zone(walk->link, cut);
    char *places[2];
    if (!is_wanted(walk, cut))
        return;
    const struct taub_launch pack = taub_link_zones(walk->link, cut, false, self->memory[0]);
    taub_walk_launch(walk, &pack);
    if (walk->status == TAUB_OK)
        walk->status = self->bytes[0] ? taub_buffer_download(self->memory[0], 0, self->bytes[0],
                                                             (size_t)halo->zones[TAUB_HALO_OUT] * a_zone, walk->error)
                                      : taub_device_finish(walk->link->simulation->device, walk->error);
    for (int in = 0; in < 2; in++)
        places[in] = self->bytes[in] ? self->bytes[in] : taub_buffer_address(self->memory[in]);
    self->count = taub_exchange_list(halo, a_zone, places[0], places[1], self->messages);
    taub_comm_begin_exchange(walk->link->simulation->comm, self->messages, self->count);
}

static void wait_for_zones(struct taub_walk *walk, const struct taub_cut *cut)
{
    struct host_link *self = (struct host_link *)walk->link;
    const long zones = walk->link->simulation->halos[cut->halo].halo->zones[TAUB_HALO_IN];
    if (!is_wanted(walk, cut))
        return;
    taub_comm_end_exchange(walk->link->simulation->comm, self->messages, self->count);
    if (walk->status == TAUB_OK && self->bytes[1])
        walk->status = taub_buffer_upload(self->memory[1], 0, self->bytes[1],
                                          (size_t)zones * bytes_a_zone(walk->link, cut), walk->error);
    const struct taub_launch unpack = taub_link_zones(walk->link, cut, true, self->memory[1]);
    taub_walk_launch(walk, &unpack);
}

/* ---- votes ---- */

/* Whether all ranks go on with the step. A device that fails on one rank ends the step on all; what failed is told
 * later, when all agree. What is troubled on one rank is so on all. */
static void vote(struct taub_walk *walk, const struct taub_cut *cut)
{
    struct taub_simulation *simulation = walk->link->simulation;
    struct taub_agreement *agreed = &simulation->ranks->agreed;
    struct taub_control control;
    if (!walk->in_step || agreed->troubled < cut->troubled)
        return;
    memset(&control, 0, sizeof control);
    if (walk->status == TAUB_OK)
        walk->status = taub_buffer_download(simulation->control, 0, &control, sizeof control, walk->error);
    agreed->value[0] = walk->status != TAUB_OK || control.failed || control.paused;
    agreed->value[1] = control.troubled;
    agreed->value[2] = control.refill;
    taub_comm_maximum(simulation->comm, agreed->value, TAUB_VOTE_VALUES);
    agreed->stopped = agreed->value[0] > 0.0;
    const int both[2] = {agreed->troubled = (int)agreed->value[1], agreed->refill = agreed->value[2] > 0.0};
    _Static_assert(offsetof(struct taub_control, refill) == offsetof(struct taub_control, troubled) + sizeof both[0],
                   "one transfer for both");
    if (walk->status == TAUB_OK && (both[0] != control.troubled || both[1] != control.refill))
        walk->status = taub_buffer_upload(simulation->control, offsetof(struct taub_control, troubled), both,
                                          sizeof both, walk->error);
}

static void largest(struct taub_walk *walk, const struct taub_cut *cut)
{
    const struct taub_simulation *simulation = walk->link->simulation;
    struct taub_buffer *greatest = taub_link_greatest(walk, cut);
    const bool single = simulation->real_bytes == sizeof(float);
    float rounded = 0.0f;
    double most = 0.0;
    void *const value = single ? (void *)&rounded : &most;
    if (walk->status == TAUB_OK)
        walk->status = taub_buffer_download(greatest, 0, value, simulation->real_bytes, walk->error);
    most = single ? rounded : most;
    taub_comm_maximum(simulation->comm, &most, 1);
    rounded = (float)most; /* it was one */
    if (walk->status == TAUB_OK)
        walk->status = taub_buffer_upload(cut->fields[0], 0, value, simulation->real_bytes, walk->error);
}

/* ---- steps ---- */

/* While no rank has paused or failed. A rank whose device fails goes on with what all do together, up to the next
 * agreement: that of the next step, if the last one of a step has passed. */
static enum taub_status run(struct taub_link *link, int64_t steps, struct taub_error *error)
{
    struct taub_simulation *simulation = link->simulation;
    struct taub_ranks *ranks = simulation->ranks;
    struct taub_walk walk = {.link = link, .in_step = true, .error = error};
    memset(&ranks->agreed, 0, sizeof ranks->agreed);
    for (int n = 0; n < steps && !ranks->agreed.stopped; n++) {
        const struct shared_step *step = &ranks->step[(simulation->phase + n) % simulation->plan->phases];
        taub_link_walk(&walk, step->list, step->count, &step->cuts);
    }
    return walk.status;
}

static const struct taub_link_way by_host = {post, wait_for_zones, vote, largest, run, destroy};

enum taub_status taub_host_link_create(struct taub_simulation *simulation, struct taub_link **out,
                                       struct taub_error *error)
{
    struct host_link *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory for the exchange of ghost zones");
    self->link.way = &by_host;
    self->link.simulation = simulation;
    *out = &self->link;
    return fill(self, error);
}
