#include "evolve/nccl_link.h"

#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comm/nccl.h"
#include "core/clock.h"
#include "core/try.h"
#include "mailbox.h"

/* Steps are enqueued by pieces of about this many seconds, behind each of which the host looks whether all is well. */
#define SHORT_PIECE 0.05
#define LONG_PIECE 0.5

enum vote_pass { PASS_VOTE, PASS_HEED, PASS_OFFER, PASS_ACCEPT, PASS_GREATEST, VOTE_PASSES };
static const struct taub_pass_name vote_passes[VOTE_PASSES] = {{"vote", TAUB_SINGLE_PASS},
                                                               {"heed", TAUB_SINGLE_PASS},
                                                               {"offer", TAUB_SINGLE_PASS},
                                                               {"accept", TAUB_SINGLE_PASS},
                                                               {"greatest", TAUB_ROW_PASS}};
static const char carrying[] = "nccl messages", reducing[] = "nccl maximum";

/* The messages of one cut. */
struct carried {
    struct taub_nccl_link *link;
    struct taub_call call;
    struct taub_message *messages;
    int count;
};

struct taub_nccl_link {
    struct taub_simulation *simulation;
    struct taub_device_exchange *device;
    struct taub_nccl *nccl;
    struct taub_program *program;
    struct taub_pass *passes[VOTE_PASSES];
    struct taub_buffer *agreement; /* struct taub_agreement */
    struct taub_buffer *largest;   /* of a row of values */
    struct taub_call maximum;
    struct carried *carried;       /* one for each cut with messages, of all phases, and one for greetings */
    struct taub_message *messages; /* of all of these */
    int cuts, most_cuts;
    double patience; /* seconds */
    int piece;       /* steps that are enqueued at a time */
    char way[80];
};

bool taub_nccl_link_has_pass(const char *name)
{
    for (int n = 0; n < VOTE_PASSES; n++)
        if (strcmp(name, vote_passes[n].name) == 0)
            return true;
    return strcmp(name, carrying) == 0 || strcmp(name, reducing) == 0 || taub_device_exchange_has_pass(name);
}

const char *taub_nccl_link_way(const struct taub_nccl_link *self)
{
    return self->way;
}

/* ---- calls ---- */

static enum taub_status carry(void *user, void *queue, struct taub_error *error)
{
    const struct carried *self = user;
    return taub_nccl_exchange(self->link->nccl, self->messages, self->count, queue, error);
}

static enum taub_status reduce(void *user, void *queue, struct taub_error *error)
{
    const struct taub_nccl_link *self = user;
    double *values = (double *)((char *)taub_buffer_address(self->agreement) + offsetof(struct taub_agreement, value));
    return taub_nccl_maximum(self->nccl, values, TAUB_VOTE_VALUES, queue, error);
}

/* Ends what waits for other ranks. Recorded steps go first, since NCCL ends only when no graph holds its work; CUDA
 * gives back those under way when they are done, which they are by the end of NCCL. */
static void give_up(struct taub_nccl_link *self)
{
    taub_simulation_forget_record(self->simulation);
    taub_nccl_abort(self->nccl);
}

/* Until the device has done what it was given. What waits for a rank for longer than the patience is ended, and so is
 * what NCCL itself finds wrong: the device is free again then. */
static enum taub_status wait_for_device(struct taub_nccl_link *self, struct taub_error *error)
{
    const double start = taub_seconds();
    bool done = false;
    enum taub_status status = TAUB_OK;
    while (!done && status == TAUB_OK) {
        status = taub_device_is_done(self->simulation->device, &done, error);
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

static enum taub_status reserve(struct taub_nccl_link *self, struct taub_error *error)
{
    struct taub_device *device = self->simulation->device;
    const size_t most = (size_t)self->simulation->comm->size;
    self->carried = calloc((size_t)self->most_cuts + 1, sizeof *self->carried);
    self->messages = calloc(((size_t)self->most_cuts + 1) * most + 1, sizeof *self->messages);
    if (!self->carried || !self->messages)
        return taub_fail(error, TAUB_FAILED, "out of memory");
    for (int n = 0; n <= self->most_cuts; n++) {
        struct carried *carried = &self->carried[n];
        *carried = (struct carried){
            .link = self, .call = {.run = carry, .user = carried}, .messages = self->messages + (size_t)n * most};
        TRY(taub_device_call(device, carrying, &carried->call, error));
    }
    self->maximum = (struct taub_call){.run = reduce, .user = self};
    TRY(taub_device_call(device, reducing, &self->maximum, error));
    TRY(taub_buffer_create(device, sizeof(struct taub_agreement), &self->agreement, error));
    return taub_buffer_create(device, sizeof(double), &self->largest, error);
}

static void enter_device(void *user)
{
    taub_device_queue(user);
}

/* NCCL speaks between equal versions only. */
static enum taub_status same_versions(struct taub_nccl_link *self, struct taub_error *error)
{
    const int own = taub_nccl_version(self->nccl);
    char here[24], there[24];
    int first = own;
    taub_comm_broadcast(self->simulation->comm, 0, &first, sizeof first);
    taub_nccl_version_text(own, here);
    taub_nccl_version_text(first, there);
    snprintf(self->way, sizeof self->way, "from device to device by %s, recorded with the step", here);
    const enum taub_status status =
        first == own ? TAUB_OK : taub_fail(error, TAUB_FAILED, "it is %s here and %s for rank 0", here, there);
    return taub_simulation_agree(self->simulation, status, error);
}

static enum taub_status join(struct taub_nccl_link *self, struct taub_error *error)
{
    const struct taub_comm *comm = self->simulation->comm;
    struct taub_nccl_id id;
    memset(&id, 0, sizeof id);
    TRY(taub_simulation_agree(self->simulation, comm->rank == 0 ? taub_nccl_make_id(self->nccl, &id, error) : TAUB_OK,
                              error));
    taub_comm_broadcast(comm, 0, &id, sizeof id);
    const enum taub_status status =
        taub_nccl_join(self->nccl, comm, &id, enter_device, self->simulation->device, self->patience, error);
    return taub_simulation_agree(self->simulation, status, error);
}

/* A number goes to each rank with which zones are exchanged: NCCL makes its connections now, and not while a step is
 * recorded. Sizes of messages become that of the number, for which each zone has room. */
static enum taub_status prepare_greeting(struct taub_nccl_link *self, struct carried *all, struct taub_error *error)
{
    struct taub_buffer *const out = taub_device_exchange_memory(self->device, 0);
    const double own = self->simulation->comm->rank;
    char *const start = taub_buffer_address(out);
    all->count = taub_exchange_list(self->simulation->halos[TAUB_HALO_ALL].halo, sizeof own, start,
                                    taub_buffer_address(taub_device_exchange_memory(self->device, 1)), all->messages);
    for (int n = 0; n < all->count; n++) {
        all->messages[n].out_bytes = all->messages[n].in_bytes = sizeof own;
        TRY(taub_buffer_upload(out, (size_t)((const char *)all->messages[n].out - start), &own, sizeof own, error));
    }
    return TAUB_OK;
}

static enum taub_status check_greeting(struct taub_nccl_link *self, const struct carried *all,
                                       const struct taub_agreement *found, struct taub_error *error)
{
    const struct taub_comm *comm = self->simulation->comm;
    struct taub_buffer *const in = taub_device_exchange_memory(self->device, 1);
    const char *const start = taub_buffer_address(in);
    bool good = found->value[0] == comm->size - 1 && found->value[1] == 0.0;
    for (int n = 0; n < all->count; n++) {
        double theirs = -1.0;
        TRY(taub_buffer_download(in, (size_t)((char *)all->messages[n].in - start), &theirs, sizeof theirs, error));
        good = good && theirs == all->messages[n].peer;
    }
    return good ? TAUB_OK : taub_fail(error, TAUB_FAILED, "a greeting between the ranks by NCCL did not arrive");
}

static enum taub_status greet(struct taub_nccl_link *self, struct taub_error *error)
{
    const struct taub_comm *comm = self->simulation->comm;
    struct taub_device *device = self->simulation->device;
    struct carried *all = &self->carried[self->most_cuts];
    struct taub_agreement own = {.value = {comm->rank, -comm->rank, 0.0, 0.0}};
    TRY(taub_buffer_upload(self->agreement, 0, &own, sizeof own, error));
    TRY(prepare_greeting(self, all, error));
    if (all->count > 0)
        TRY(taub_device_launch(device, &(struct taub_launch){.call = &all->call}, error));
    TRY(taub_device_launch(device, &(struct taub_launch){.call = &self->maximum}, error));
    TRY(wait_for_device(self, error));
    TRY(taub_buffer_download(self->agreement, 0, &own, sizeof own, error));
    return check_greeting(self, all, &own, error);
}

static enum taub_status connect(struct taub_nccl_link *self, struct taub_error *error)
{
    struct taub_simulation *simulation = self->simulation;
    const bool on_host = taub_simulation_on_host(simulation);
    TRY(taub_simulation_agree(simulation, taub_nccl_open(on_host, &self->nccl, error), error));
    TRY(same_versions(self, error));
    TRY(taub_simulation_agree(simulation, reserve(self, error), error));
    const enum taub_status status = taub_simulation_small_program(simulation, "passes/votes.h", vote_passes,
                                                                  VOTE_PASSES, &self->program, self->passes, error);
    TRY(taub_simulation_agree(simulation, status, error));
    TRY(join(self, error));
    return taub_simulation_agree(simulation, greet(self, error), error);
}

enum taub_status taub_nccl_link_create(struct taub_simulation *simulation, struct taub_device_exchange *device,
                                       int most_cuts, struct taub_nccl_link **out, char *reason, size_t size,
                                       struct taub_error *error)
{
    struct taub_error why;
    *out = NULL;
    struct taub_nccl_link *self = calloc(1, sizeof *self);
    TRY(taub_simulation_agree(simulation, self ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory"), error));
    self->simulation = simulation;
    self->device = device;
    self->most_cuts = most_cuts;
    self->patience = taub_simulation_patience();
    self->piece = 1;
    if (connect(self, &why) == TAUB_OK) {
        *out = self;
        return TAUB_OK;
    }
    snprintf(reason, size, "%.*s", (int)size - 1, why.message);
    if (self->nccl)
        taub_nccl_abort(self->nccl);
    taub_nccl_link_destroy(self);
    return TAUB_OK;
}

void taub_nccl_link_destroy(struct taub_nccl_link *self)
{
    if (!self)
        return;
    taub_nccl_close(self->nccl);
    taub_buffer_destroy(self->agreement);
    taub_buffer_destroy(self->largest);
    taub_program_destroy(self->program);
    free(self->carried);
    free(self->messages);
    free(self);
}

/* ---- steps ---- */

static struct taub_launch launch_of(const struct taub_nccl_link *self, enum vote_pass pass)
{
    struct taub_launch launch = taub_simulation_launch(self->simulation, PASS_BEGIN);
    launch.pass = self->passes[pass];
    launch.fields[0] = self->agreement;
    for (int a = 0; a < 3; a++) {
        launch.range.lower[a] = 0;
        launch.range.upper[a] = 1;
    }
    return launch;
}

static struct taub_launch maximum_launch(const struct taub_nccl_link *self)
{
    return (struct taub_launch){.call = &self->maximum};
}

static int append_agreement(const struct taub_nccl_link *self, struct taub_launch *out)
{
    out[0] = launch_of(self, PASS_VOTE);
    out[1] = maximum_launch(self);
    out[2] = launch_of(self, PASS_HEED);
    return 3;
}

static int append_largest(const struct taub_nccl_link *self, const struct taub_cut *cut, struct taub_launch *out)
{
    int n = 0;
    if (cut->count > 1) {
        out[n] = launch_of(self, PASS_GREATEST);
        out[n].fields[0] = self->largest;
        out[n].fields[1] = cut->fields[0];
        out[n].shape.blocks = 1;
        out[n++].range.upper[0] = cut->count;
    }
    out[n] = launch_of(self, PASS_OFFER);
    out[n++].fields[1] = cut->count > 1 ? self->largest : cut->fields[0];
    out[n++] = maximum_launch(self);
    out[n] = launch_of(self, PASS_ACCEPT);
    out[n++].fields[2] = cut->fields[0];
    return n;
}

/* Zones are packed and go off. */
static int append_sending(struct taub_nccl_link *self, const struct taub_cut *cut, struct taub_launch *out)
{
    const size_t a_zone = (size_t)(cut->components[0] + cut->components[1]) * self->simulation->real_bytes;
    struct carried *carried = &self->carried[self->cuts];
    carried->count =
        taub_exchange_list(self->simulation->halos[cut->halo].halo, a_zone,
                           taub_buffer_address(taub_device_exchange_memory(self->device, 0)),
                           taub_buffer_address(taub_device_exchange_memory(self->device, 1)), carried->messages);
    if (carried->count == 0)
        return 0;
    self->cuts++;
    carried->call.beside = cut->hidden > 0;
    out[0] = taub_device_exchange_launch(self->device, cut, 0, self->agreement);
    out[1] = (struct taub_launch){.call = &carried->call};
    return 2;
}

/* Zones have come and are unpacked. */
static int append_arrival(const struct taub_nccl_link *self, const struct taub_cut *cut, struct taub_launch *out)
{
    if (self->simulation->halos[cut->halo].halo->peer_count == 0)
        return 0;
    out[0] = taub_device_exchange_launch(self->device, cut, 1, self->agreement);
    out[0].joins = cut->hidden > 0;
    return 1;
}

static int append_cut(struct taub_nccl_link *self, const struct taub_cut *cut, struct taub_launch *out)
{
    if (cut->kind == TAUB_CUT_AGREE)
        return append_agreement(self, out);
    if (cut->kind == TAUB_CUT_LARGEST)
        return append_largest(self, cut, out);
    const int n = append_sending(self, cut, out);
    return cut->hidden > 0 ? n : n + append_arrival(self, cut, out + n);
}

int taub_nccl_link_launches(struct taub_nccl_link *self, const struct taub_launch *list, int count,
                            const struct taub_cuts *cuts, struct taub_launch *out)
{
    const struct taub_cut *open = NULL; /* whose zones travel while inner cells are computed */
    int length = 0;
    for (int n = 0, c = 0; n <= count; n++) {
        if (open && open->before + open->hidden == n) {
            length += append_arrival(self, open, out + length);
            open = NULL;
        }
        for (; c < cuts->count && cuts->list[c].before == n; c++) {
            length += append_cut(self, &cuts->list[c], out + length);
            if (cuts->list[c].hidden > 0)
                open = &cuts->list[c];
        }
        if (n < count)
            out[length++] = list[n];
    }
    return length;
}

/* All ranks have to enqueue the same, so that the longest time of all decides. */
static void choose_piece(struct taub_nccl_link *self, double seconds)
{
    enum { MOST_STEPS = 64 };
    taub_comm_maximum(self->simulation->comm, &seconds, 1);
    if (seconds < SHORT_PIECE && self->piece < MOST_STEPS)
        self->piece *= 2;
    else if (seconds > LONG_PIECE && self->piece > 1)
        self->piece /= 2;
}

static enum taub_status run_piece(struct taub_nccl_link *self, int phase, int64_t steps, struct taub_error *error)
{
    const enum taub_status status = taub_simulation_run_recorded(self->simulation, phase, steps, error);
    if (status == TAUB_OK)
        return wait_for_device(self, error);
    give_up(self);
    return status;
}

enum taub_status taub_nccl_link_run(struct taub_nccl_link *self, int64_t steps, struct taub_error *error)
{
    static const int nothing[3] = {0, 0, 0};
    struct taub_simulation *simulation = self->simulation;
    _Static_assert(offsetof(struct taub_agreement, refill) ==
                       offsetof(struct taub_agreement, stopped) + 2 * sizeof(int),
                   "one transfer for three");
    TRY(taub_simulation_agree(
        simulation,
        taub_buffer_upload(self->agreement, offsetof(struct taub_agreement, stopped), nothing, sizeof nothing, error),
        error));
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
