/* Ranks whose devices exchange ghost zones by NCCL: zones are packed into a message on the device, NCCL carries
 * messages and reduces votes on the device's queue, and the host does not wait. A step is one recorded sequence, calls
 * of NCCL in it. These are made in every step, whether zones are wanted or not. */
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comm/nccl.h"
#include "core/clock.h"
#include "core/try.h"
#include "evolve/link.h"

/* Steps are enqueued in pieces of about this many seconds; after each one the host looks whether all is well. */
#define SHORT_PIECE 0.05
#define LONG_PIECE 0.5

const char taub_nccl_carrying[] = "nccl messages", taub_nccl_reducing[] = "nccl maximum";

/* The messages of one cut. */
struct carried {
    struct nccl_link *link;
    struct taub_call call;
    struct taub_message *messages;
    int count;
};

struct nccl_link {
    struct taub_link link;         /* with the passes of the host's link */
    struct taub_buffer *memory[2]; /* its memory of messages */
    struct taub_nccl *nccl;
    struct taub_call maximum;
    struct carried *carried;       /* one for each cut with messages, of all phases, and one for greetings */
    struct taub_message *messages; /* of all of these */
    int cuts, most_cuts;
    double patience; /* seconds */
    int piece;       /* steps that are enqueued at a time */
    char way[80];
};

const char *taub_nccl_link_way(const struct taub_link *self)
{
    return ((const struct nccl_link *)self)->way;
}

/* ---- calls ---- */

static enum taub_status carry(void *user, void *queue, struct taub_error *error)
{
    const struct carried *self = user;
    return taub_nccl_exchange(self->link->nccl, self->messages, self->count, queue, error);
}

static enum taub_status reduce(void *user, void *queue, struct taub_error *error)
{
    const struct nccl_link *self = user;
    double *values =
        (double *)((char *)taub_buffer_address(self->link.agreement) + offsetof(struct taub_agreement, value));
    return taub_nccl_maximum(self->nccl, values, TAUB_VOTE_VALUES, queue, error);
}

/* Ends what waits for other ranks. Recorded steps go first, since NCCL ends only when no graph holds its work; CUDA
 * gives back those under way when they are done, which they are by the end of NCCL. */
static void give_up(struct nccl_link *self)
{
    taub_simulation_forget_record(self->link.simulation);
    taub_nccl_abort(self->nccl);
}

/* Until the device has done what it was given. What waits for a rank for longer than the patience is ended, and so is
 * what NCCL itself finds wrong: the device is free again then. */
static enum taub_status wait_for_device(struct nccl_link *self, struct taub_error *error)
{
    const double start = taub_seconds();
    bool done = false;
    enum taub_status status = TAUB_OK;
    while (!done && status == TAUB_OK) {
        status = taub_device_is_done(self->link.simulation->device, &done, error);
        if (status == TAUB_OK)
            status = taub_nccl_check(self->nccl, error);
        if (status == TAUB_OK && !done && taub_seconds() - start > self->patience)
            status = taub_fail(error, TAUB_FAILED, "a rank has not answered by NCCL for %g s", self->patience);
        if (!done)
            sched_yield();
    }
    if (status != TAUB_OK)
        give_up(self);
    return status;
}

/* ---- creation ---- */

static enum taub_status reserve(struct nccl_link *self, struct taub_error *error)
{
    struct taub_device *device = self->link.simulation->device;
    const size_t most = (size_t)self->link.simulation->comm->size;
    self->carried = calloc((size_t)self->most_cuts + 1, sizeof *self->carried);
    self->messages = calloc(((size_t)self->most_cuts + 1) * most + 1, sizeof *self->messages);
    if (!self->carried || !self->messages)
        return taub_fail(error, TAUB_FAILED, "out of memory");
    for (int n = 0; n <= self->most_cuts; n++) {
        struct carried *carried = &self->carried[n];
        *carried = (struct carried){
            .link = self, .call = {.run = carry, .user = carried}, .messages = self->messages + (size_t)n * most};
        TRY(taub_device_call(device, taub_nccl_carrying, &carried->call, error));
    }
    self->maximum = (struct taub_call){.run = reduce, .user = self};
    TRY(taub_device_call(device, taub_nccl_reducing, &self->maximum, error));
    const struct taub_agreement nothing = {{0.0}, 0, 0, 0};
    return taub_link_create_memory(&self->link, &nothing, sizeof nothing, error);
}

static void enter_device(void *user)
{
    taub_device_queue(user);
}

/* NCCL speaks between equal versions only. */
static enum taub_status same_versions(struct nccl_link *self, struct taub_error *error)
{
    const int own = taub_nccl_version(self->nccl);
    char here[24], there[24];
    int first = own;
    taub_comm_broadcast(self->link.simulation->comm, 0, &first, sizeof first);
    taub_nccl_version_text(own, here);
    taub_nccl_version_text(first, there);
    snprintf(self->way, sizeof self->way, "from device to device by %s, recorded with the step", here);
    const enum taub_status status =
        first == own ? TAUB_OK : taub_fail(error, TAUB_FAILED, "it is %s here and %s for rank 0", here, there);
    return taub_simulation_agree(self->link.simulation, status, error);
}

static enum taub_status join(struct nccl_link *self, struct taub_error *error)
{
    const struct taub_comm *comm = self->link.simulation->comm;
    struct taub_nccl_id id;
    memset(&id, 0, sizeof id);
    TRY(taub_simulation_agree(self->link.simulation,
                              comm->rank == 0 ? taub_nccl_make_id(self->nccl, &id, error) : TAUB_OK, error));
    taub_comm_broadcast(comm, 0, &id, sizeof id);
    const enum taub_status status =
        taub_nccl_join(self->nccl, comm, &id, enter_device, self->link.simulation->device, self->patience, error);
    return taub_simulation_agree(self->link.simulation, status, error);
}

/* A number goes to each rank with which zones are exchanged: NCCL makes its connections now, and not while a step is
 * recorded. Sizes of messages become that of the number, for which each zone has room. */
static enum taub_status prepare_greeting(struct nccl_link *self, struct carried *all, struct taub_error *error)
{
    struct taub_buffer *const out = self->memory[0];
    const double own = self->link.simulation->comm->rank;
    char *const start = taub_buffer_address(out);
    all->count = taub_exchange_list(self->link.simulation->halos[TAUB_HALO_ALL].halo, sizeof own, start,
                                    taub_buffer_address(self->memory[1]), all->messages);
    for (int n = 0; n < all->count; n++) {
        all->messages[n].out_bytes = all->messages[n].in_bytes = sizeof own;
        TRY(taub_buffer_upload(out, (size_t)((const char *)all->messages[n].out - start), &own, sizeof own, error));
    }
    return TAUB_OK;
}

static enum taub_status check_greeting(struct nccl_link *self, const struct carried *all, struct taub_error *error)
{
    const char *const start = taub_buffer_address(self->memory[1]);
    bool good = true;
    for (int n = 0; n < all->count; n++) {
        double theirs = -1.0;
        TRY(taub_buffer_download(self->memory[1], (size_t)((char *)all->messages[n].in - start), &theirs, sizeof theirs,
                                 error));
        good = good && theirs == all->messages[n].peer;
    }
    return good ? TAUB_OK : taub_fail(error, TAUB_FAILED, "a greeting between the ranks by NCCL did not arrive");
}

static enum taub_status greet(struct nccl_link *self, struct taub_error *error)
{
    struct taub_device *device = self->link.simulation->device;
    struct carried *all = &self->carried[self->most_cuts];
    TRY(taub_link_cast_greeting(&self->link, error));
    TRY(prepare_greeting(self, all, error));
    if (all->count > 0)
        TRY(taub_device_launch(device, &(struct taub_launch){.call = &all->call}, error));
    TRY(taub_device_launch(device, &(struct taub_launch){.call = &self->maximum}, error));
    TRY(wait_for_device(self, error));
    TRY(taub_link_check_greeting(&self->link, error));
    return check_greeting(self, all, error);
}

static enum taub_status connect(struct nccl_link *self, struct taub_error *error)
{
    struct taub_simulation *simulation = self->link.simulation;
    const bool on_host = taub_simulation_on_host(simulation);
    TRY(taub_simulation_agree(simulation, taub_nccl_open(on_host, &self->nccl, error), error));
    TRY(same_versions(self, error));
    TRY(taub_simulation_agree(simulation, reserve(self, error), error));
    TRY(join(self, error));
    return taub_simulation_agree(simulation, greet(self, error), error);
}

/* When the sequences with its launches are gone. */
static void destroy(struct taub_link *link)
{
    struct nccl_link *self = (struct nccl_link *)link;
    taub_nccl_close(self->nccl);
    taub_link_destroy_common(link);
    free(self->carried);
    free(self->messages);
    free(self);
}

/* ---- steps ---- */

/* Zones are packed and go off. */
static void post(struct taub_walk *walk, const struct taub_cut *cut)
{
    struct nccl_link *self = (struct nccl_link *)walk->link;
    const size_t a_zone = (size_t)(cut->components[0] + cut->components[1]) * self->link.simulation->real_bytes;
    struct carried *carried = &self->carried[self->cuts];
    carried->count =
        taub_exchange_list(self->link.simulation->halos[cut->halo].halo, a_zone, taub_buffer_address(self->memory[0]),
                           taub_buffer_address(self->memory[1]), carried->messages);
    if (carried->count == 0)
        return;
    self->cuts++;
    carried->call.beside = cut->hidden > 0;
    const struct taub_launch pack = taub_link_zones(walk->link, cut, false, self->memory[0]);
    taub_walk_launch(walk, &pack);
    taub_walk_launch(walk, &(struct taub_launch){.call = &carried->call});
}

/* Zones have come and are unpacked. */
static void wait_for_zones(struct taub_walk *walk, const struct taub_cut *cut)
{
    if (walk->link->simulation->halos[cut->halo].halo->peer_count == 0)
        return;
    struct taub_launch unpack = taub_link_zones(walk->link, cut, true, ((struct nccl_link *)walk->link)->memory[1]);
    unpack.joins = cut->hidden > 0;
    taub_walk_launch(walk, &unpack);
}

/* A pass writes values, NCCL finds the largest, another pass takes them. */
static void reduce_between(struct taub_walk *walk, struct taub_launch before, struct taub_launch after)
{
    taub_walk_launch(walk, &before);
    taub_walk_launch(walk, &(struct taub_launch){.call = &((struct nccl_link *)walk->link)->maximum});
    taub_walk_launch(walk, &after);
}

static void vote(struct taub_walk *walk, const struct taub_cut *cut)
{
    reduce_between(walk, taub_link_single(walk->link, LINK_VOTE), taub_link_single(walk->link, LINK_HEED));
}

static void largest(struct taub_walk *walk, const struct taub_cut *cut)
{
    struct taub_launch offer = taub_link_single(walk->link, LINK_OFFER);
    struct taub_launch accept = taub_link_single(walk->link, LINK_ACCEPT);
    offer.fields[1] = taub_link_greatest(walk, cut);
    accept.fields[2] = cut->fields[0];
    reduce_between(walk, offer, accept);
}

/* All ranks have to enqueue the same, so that the longest time of all decides. */
static void choose_piece(struct nccl_link *self, double seconds)
{
    enum { MOST_STEPS = 64 };
    taub_comm_maximum(self->link.simulation->comm, &seconds, 1);
    if (seconds < SHORT_PIECE && self->piece < MOST_STEPS)
        self->piece *= 2;
    else if (seconds > LONG_PIECE && self->piece > 1)
        self->piece /= 2;
}

static enum taub_status run_piece(struct nccl_link *self, int phase, int64_t steps, struct taub_error *error)
{
    const enum taub_status status = taub_simulation_run_recorded(self->link.simulation, phase, steps, error);
    if (status == TAUB_OK)
        return wait_for_device(self, error);
    give_up(self);
    return status;
}

static enum taub_status run(struct taub_link *link, int64_t steps, struct taub_error *error)
{
    struct nccl_link *self = (struct nccl_link *)link;
    struct taub_simulation *simulation = link->simulation;
    TRY(taub_simulation_agree(simulation, taub_link_begin(link, error), error));
    int phase = simulation->phase;
    while (steps > 0) {
        const int64_t piece = steps < self->piece ? steps : self->piece;
        const double start = taub_seconds();
        const enum taub_status status = taub_simulation_agree(simulation, run_piece(self, phase, piece, error), error);
        if (status != TAUB_OK) {
            give_up(self); /* of all ranks, or those that have would be waited for when the others close it */
            return status;
        }
        if (piece == self->piece)
            choose_piece(self, taub_seconds() - start);
        phase = (int)((phase + piece) % simulation->plan->phases);
        steps -= piece;
    }
    return TAUB_OK;
}

static const struct taub_link_way by_nccl = {post, wait_for_zones, vote, largest, run, destroy};

enum taub_status taub_nccl_link_create(struct taub_simulation *simulation, struct taub_link **out, char *reason,
                                       size_t size, struct taub_error *error)
{
    const struct taub_link *host = simulation->ranks->host;
    struct taub_error why;
    *out = NULL;
    struct nccl_link *self = calloc(1, sizeof *self);
    TRY(taub_simulation_agree(simulation, self ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory"), error));
    self->link.way = &by_nccl;
    self->link.simulation = simulation;
    memcpy(self->link.passes, host->passes, sizeof host->passes);
    for (int in = 0; in < 2; in++)
        self->memory[in] = taub_host_link_memory(host, in);
    for (int phase = 0; phase < simulation->plan->phases; phase++)
        self->most_cuts += simulation->ranks->step[phase].cuts.count;
    self->patience = taub_simulation_patience();
    self->piece = 1;
    if (connect(self, &why) == TAUB_OK) {
        *out = &self->link;
        return TAUB_OK;
    }
    snprintf(reason, size, "%.*s", (int)size - 1, why.message);
    if (self->nccl)
        taub_nccl_abort(self->nccl);
    destroy(&self->link);
    return TAUB_OK;
}
