/* Ranks of one machine whose devices write into each other's memory: what they do together in a step is passes among
 * the others, and the host does not wait (kernels/passes/peers.h). */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/link.h"

#define GREETING_SECONDS 5.0

struct peers_link {
    struct taub_link link;                       /* its agreement is struct taub_peers */
    struct taub_buffer *shared;                  /* mailbox and zones of this rank */
    struct taub_buffer *others[TAUB_MOST_PEERS]; /* of the others */
    struct taub_buffer *out[TAUB_HALOS];         /* lists of what is sent, by places in the memory of who receives */
    bool shares[TAUB_HALOS];                     /* whether any ranks exchange zones of this list */
    size_t half_bytes, zones_at;
    double seconds; /* to wait for another rank */
    bool connected;
};

/* ---- creation ---- */

/* Room for the longest messages, twice. */
static void measure(struct peers_link *self)
{
    const struct taub_simulation *simulation = self->link.simulation;
    double shares[TAUB_HALOS] = {0.0};
    for (int halo = 0; halo < TAUB_HALOS; halo++)
        shares[halo] = simulation->halos[halo].halo && simulation->halos[halo].halo->peer_count > 0;
    taub_comm_maximum(simulation->comm, shares, TAUB_HALOS);
    for (int halo = 0; halo < TAUB_HALOS; halo++)
        self->shares[halo] = shares[halo] > 0.0;
    self->half_bytes =
        ((size_t)taub_simulation_most_zones(simulation) * simulation->ranks->values * simulation->real_bytes + 127) /
        128 * 128;
    self->zones_at = (sizeof(struct taub_mailbox) + 4095) / 4096 * 4096;
}

/* Each rank tells the others how many zones precede theirs in its memory; into `theirs`, by peer. */
static void trade_places(const struct taub_comm *comm, const struct taub_halo *halo, long *theirs)
{
    struct taub_message messages[TAUB_MOST_PEERS];
    for (int n = 0; n < halo->peer_count; n++)
        messages[n] = (struct taub_message){halo->peers[n].rank, &halo->peers[n].before[TAUB_HALO_IN], &theirs[n],
                                            sizeof *theirs, sizeof *theirs};
    taub_comm_exchange(comm, messages, halo->peer_count);
}

/* The list of what goes out, with the places that its boxes have where they arrive. */
static enum taub_status upload_list(struct peers_link *self, int number, struct taub_peers *state,
                                    struct taub_error *error)
{
    const struct taub_halo *halo = self->link.simulation->halos[number].halo;
    const size_t count = (size_t)halo->count[TAUB_HALO_OUT];
    struct taub_copy *list = malloc((count + 1) * sizeof *list);
    long theirs[TAUB_MOST_PEERS];
    TRY(taub_simulation_agree(self->link.simulation, list ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory"),
                              error));
    trade_places(self->link.simulation->comm, halo, theirs);
    int peer = 0;
    for (size_t n = 0; n < count; n++) {
        list[n] = halo->list[TAUB_HALO_OUT][n];
        while (halo->peers[peer].rank != list[n].rank)
            peer++;
        list[n].before += theirs[peer] - halo->peers[peer].before[TAUB_HALO_OUT];
    }
    for (peer = 0; peer < halo->peer_count; peer++)
        state->neighbour[halo->peers[peer].rank] = 1;
    enum taub_status status =
        count > 0 ? taub_buffer_create(self->link.simulation->device, count * sizeof *list, &self->out[number], error)
                  : TAUB_OK;
    if (self->out[number])
        status = taub_buffer_upload(self->out[number], 0, list, count * sizeof *list, error);
    free(list);
    return status;
}

static enum taub_status upload_lists(struct peers_link *self, struct taub_peers *state, struct taub_error *error)
{
    for (int halo = 0; halo < TAUB_HALOS; halo++)
        if (self->link.simulation->halos[halo].halo)
            TRY(taub_simulation_agree(self->link.simulation, upload_list(self, halo, state, error), error));
    return TAUB_OK;
}

struct introduction {
    struct taub_shared_handle handle;
    size_t bytes, half_bytes;
};

/* Opens the memory of all others. */
static enum taub_status import(struct peers_link *self, const struct introduction *all, struct taub_peers *state,
                               struct taub_error *error)
{
    const struct taub_comm *comm = self->link.simulation->comm;
    for (int rank = 0; rank < comm->size; rank++) {
        const struct taub_buffer *memory = self->shared;
        if (rank != comm->rank) {
            if (*all[rank].handle.device && strcmp(all[rank].handle.device, all[comm->rank].handle.device) == 0)
                return taub_fail(error, TAUB_FAILED, "ranks %d and %d compute on the same device", comm->rank, rank);
            TRY(taub_buffer_import(self->link.simulation->device, &all[rank].handle, all[rank].bytes,
                                   &self->others[rank], error));
            memory = self->others[rank];
        }
        const long address = (long)(intptr_t)taub_buffer_address(memory);
        state->mailbox[rank] = address;
        state->zones[0][rank] = address + (long)self->zones_at;
        state->zones[1][rank] = state->zones[0][rank] + (long)all[rank].half_bytes;
    }
    return TAUB_OK;
}

static enum taub_status connect(struct peers_link *self, struct taub_error *error)
{
    struct taub_simulation *simulation = self->link.simulation;
    const struct taub_comm *comm = simulation->comm;
    struct taub_peers state = {.rank = comm->rank, .size = comm->size, .patience = (long)(1e9 * GREETING_SECONDS)};
    struct introduction own = {.bytes = self->zones_at + 2 * self->half_bytes, .half_bytes = self->half_bytes},
                        all[TAUB_MOST_PEERS];
    enum taub_status status =
        taub_buffer_create_shared(simulation->device, own.bytes, &self->shared, &own.handle, error);
    TRY(taub_simulation_agree(simulation, status, error));
    taub_comm_gather_all(comm, &own, sizeof own, all);
    status = import(self, all, &state, error);
    self->connected = true;
    TRY(taub_simulation_agree(simulation, status, error));
    TRY(upload_lists(self, &state, error));
    status = taub_link_create_memory(&self->link, &state, sizeof state, error);
    if (status == TAUB_OK)
        status = taub_link_create_program(&self->link, "passes/peers.h", LINK_PASSES, error);
    if (status == TAUB_OK)
        status = taub_link_cast_greeting(&self->link, error);
    TRY(taub_simulation_agree(simulation, status, error));
    const struct taub_launch trade = taub_link_single(&self->link, LINK_TRADE);
    status = taub_device_launch(simulation->device, &trade, error);
    if (status == TAUB_OK)
        status = taub_link_check_greeting(&self->link, error);
    TRY(taub_simulation_agree(simulation, status, error));
    self->seconds = taub_simulation_patience();
    state.patience = (long)(1e9 * self->seconds);
    status = taub_buffer_upload(self->link.agreement, offsetof(struct taub_peers, patience), &state.patience,
                                sizeof state.patience, error);
    return taub_simulation_agree(simulation, status, error);
}

/* What speaks against it before anything is tried; the same on all ranks. */
static bool is_possible(const struct taub_simulation *simulation, char *reason, size_t size)
{
    const struct taub_comm *comm = simulation->comm;
    double elsewhere = comm->local_size != comm->size;
    struct taub_device_report device;
    taub_device_describe(simulation->device, &device);
    taub_comm_maximum(comm, &elsewhere, 1);
    if (device.kind == TAUB_DEVICE_OPENCL)
        snprintf(reason, size, "OpenCL has no memory that other processes could write into");
    else if (elsewhere > 0.0)
        snprintf(reason, size, "the ranks are on several hosts");
    else if (comm->size > TAUB_MOST_PEERS)
        snprintf(reason, size, "there are more than %d ranks", TAUB_MOST_PEERS);
    else
        return true;
    return false;
}

/* Waits for the other ranks. */
static void destroy(struct taub_link *link)
{
    struct peers_link *self = (struct peers_link *)link;
    double nothing = 0.0;
    taub_device_finish(link->simulation->device, NULL);
    for (int rank = 0; rank < TAUB_MOST_PEERS; rank++)
        taub_buffer_destroy(self->others[rank]);
    if (self->connected) /* whose memory is open elsewhere must not give it back */
        taub_comm_maximum(link->simulation->comm, &nothing, 1);
    taub_buffer_destroy(self->shared);
    for (int halo = 0; halo < TAUB_HALOS; halo++)
        taub_buffer_destroy(self->out[halo]);
    taub_link_destroy_common(link);
    free(self);
}

/* ---- steps ---- */

static void launch_for_cut(struct taub_walk *walk, const struct taub_cut *cut, enum link_pass pass)
{
    const struct peers_link *self = (const struct peers_link *)walk->link;
    const bool zones = pass == LINK_PACK || pass == LINK_UNPACK;
    struct taub_launch launch =
        zones ? taub_link_zones(walk->link, cut, pass == LINK_UNPACK, NULL) : taub_link_single(walk->link, pass);
    if (pass == LINK_PACK)
        launch.fields[3] = self->out[cut->halo];
    launch.range.option[2] = cut->troubled;
    launch.range.option[3] = cut->refill;
    launch.gate = taub_simulation_gate(cut->troubled, cut->refill);
    taub_walk_launch(walk, &launch);
}

static void post(struct taub_walk *walk, const struct taub_cut *cut)
{
    if (!((const struct peers_link *)walk->link)->shares[cut->halo])
        return;
    launch_for_cut(walk, cut, LINK_PACK);
    if (cut->hidden)
        launch_for_cut(walk, cut, LINK_TELL);
}

static void wait_for_zones(struct taub_walk *walk, const struct taub_cut *cut)
{
    if (!((const struct peers_link *)walk->link)->shares[cut->halo])
        return;
    launch_for_cut(walk, cut, cut->hidden ? LINK_AWAIT : LINK_MEET);
    launch_for_cut(walk, cut, LINK_UNPACK);
}

static void vote(struct taub_walk *walk, const struct taub_cut *cut)
{
    launch_for_cut(walk, cut, LINK_AGREE);
}

static void largest(struct taub_walk *walk, const struct taub_cut *cut)
{
    struct taub_launch launch = taub_link_single(walk->link, LINK_LARGEST);
    launch.fields[1] = taub_link_greatest(walk, cut);
    launch.fields[2] = cut->fields[0];
    taub_walk_launch(walk, &launch);
}

/* What failed on a rank is told before that others have waited for it. */
static enum taub_status run(struct taub_link *link, int64_t steps, struct taub_error *error)
{
    struct taub_simulation *simulation = link->simulation;
    int lost = 0;
    enum taub_status status = taub_link_begin(link, error);
    if (status == TAUB_OK)
        status = taub_simulation_run_recorded(simulation, simulation->phase, steps, error);
    if (status == TAUB_OK)
        status = taub_device_finish(simulation->device, error);
    TRY(taub_simulation_agree(simulation, status, error));
    status = taub_buffer_download(link->agreement, offsetof(struct taub_peers, lost), &lost, sizeof lost, error);
    if (status == TAUB_OK && lost)
        status = taub_fail(error, TAUB_FAILED, "rank %d has not answered for %g s", lost - 1,
                           ((struct peers_link *)link)->seconds);
    return taub_simulation_agree(simulation, status, error);
}

static const struct taub_link_way by_peers = {post, wait_for_zones, vote, largest, run, destroy};

enum taub_status taub_peers_create(struct taub_simulation *simulation, struct taub_link **out, char *reason,
                                   size_t size, struct taub_error *error)
{
    struct taub_error why;
    *out = NULL;
    if (!is_possible(simulation, reason, size))
        return TAUB_OK;
    struct peers_link *self = calloc(1, sizeof *self);
    TRY(taub_simulation_agree(simulation, self ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory"), error));
    self->link.way = &by_peers;
    self->link.simulation = simulation;
    measure(self);
    if (connect(self, &why) == TAUB_OK) {
        *out = &self->link;
        return TAUB_OK;
    }
    snprintf(reason, size, "%.*s", (int)size - 1, why.message);
    destroy(&self->link);
    return TAUB_OK;
}
