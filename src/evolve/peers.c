#include "evolve/peers.h"

#include <stdio.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "mailbox.h"

#define GREETING_SECONDS 5.0

enum peer_pass {
    PASS_GREET,
    PASS_AGREE,
    PASS_GREATEST,
    PASS_LARGEST,
    PASS_SEND,
    PASS_TELL,
    PASS_AWAIT,
    PASS_MEET,
    PASS_RECEIVE,
    PEER_PASSES
};
static const struct taub_pass_name peer_passes[PEER_PASSES] = {
    {"greet", TAUB_SINGLE_PASS},   {"agree", TAUB_SINGLE_PASS}, {"greatest", TAUB_ROW_PASS},
    {"largest", TAUB_SINGLE_PASS}, {"send", TAUB_POINT_PASS},   {"tell", TAUB_SINGLE_PASS},
    {"await", TAUB_SINGLE_PASS},   {"meet", TAUB_SINGLE_PASS},  {"receive", TAUB_POINT_PASS}};

struct taub_peers_link {
    struct taub_simulation *simulation;
    struct taub_program *program;
    struct taub_pass *passes[PEER_PASSES];
    struct taub_buffer *shared;                  /* mailbox and zones of this rank */
    struct taub_buffer *others[TAUB_MOST_PEERS]; /* of the others */
    struct taub_buffer *state;                   /* struct taub_peers */
    struct taub_buffer *out[TAUB_HALOS];         /* lists of what is sent, by places in the memory of who receives */
    bool shares[TAUB_HALOS];                     /* whether any ranks exchange zones of this list */
    struct taub_buffer *numbers;                 /* of greetings and rows */
    size_t half_bytes, zones_at;
    double seconds; /* to wait for another rank */
    bool connected;
};

bool taub_peers_has_pass(const char *name)
{
    for (int n = 0; n < PEER_PASSES; n++)
        if (strcmp(name, peer_passes[n].name) == 0)
            return true;
    return false;
}

/* ---- creation ---- */

/* Room for the longest messages, twice. */
static void measure(struct taub_peers_link *self, size_t bytes_a_zone)
{
    const struct taub_simulation *simulation = self->simulation;
    double shares[TAUB_HALOS] = {0.0};
    for (int halo = 0; halo < TAUB_HALOS; halo++)
        shares[halo] = simulation->halos[halo].halo && simulation->halos[halo].halo->peer_count > 0;
    taub_comm_maximum(simulation->comm, shares, TAUB_HALOS);
    for (int halo = 0; halo < TAUB_HALOS; halo++)
        self->shares[halo] = shares[halo] > 0.0;
    self->half_bytes = ((size_t)taub_simulation_most_zones(simulation) * bytes_a_zone + 127) / 128 * 128;
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

static enum taub_status upload_new(struct taub_peers_link *self, const void *data, size_t bytes,
                                   struct taub_buffer **out, struct taub_error *error)
{
    TRY(taub_buffer_create(self->simulation->device, bytes, out, error));
    return taub_buffer_upload(*out, 0, data, bytes, error);
}

/* The list of what goes out, with the places that its boxes have where they arrive. */
static enum taub_status upload_list(struct taub_peers_link *self, int number, struct taub_peers *state,
                                    struct taub_error *error)
{
    const struct taub_halo *halo = self->simulation->halos[number].halo;
    const size_t count = (size_t)halo->count[TAUB_HALO_OUT];
    struct taub_copy *list = malloc((count + 1) * sizeof *list);
    long theirs[TAUB_MOST_PEERS];
    TRY(taub_simulation_agree(self->simulation, list ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory"),
                              error));
    trade_places(self->simulation->comm, halo, theirs);
    int peer = 0;
    for (size_t n = 0; n < count; n++) {
        list[n] = halo->list[TAUB_HALO_OUT][n];
        while (halo->peers[peer].rank != list[n].rank)
            peer++;
        list[n].before += theirs[peer] - halo->peers[peer].before[TAUB_HALO_OUT];
    }
    for (peer = 0; peer < halo->peer_count; peer++)
        state->neighbour[halo->peers[peer].rank] = 1;
    const enum taub_status status =
        count > 0 ? upload_new(self, list, count * sizeof *list, &self->out[number], error) : TAUB_OK;
    free(list);
    return status;
}

static enum taub_status upload_lists(struct taub_peers_link *self, struct taub_peers *state, struct taub_error *error)
{
    for (int halo = 0; halo < TAUB_HALOS; halo++)
        if (self->simulation->halos[halo].halo)
            TRY(taub_simulation_agree(self->simulation, upload_list(self, halo, state, error), error));
    return TAUB_OK;
}

struct introduction {
    struct taub_shared_handle handle;
    size_t bytes, half_bytes;
};

/* Opens the memory of all others. */
static enum taub_status import(struct taub_peers_link *self, const struct introduction *all, struct taub_peers *state,
                               struct taub_error *error)
{
    const struct taub_comm *comm = self->simulation->comm;
    for (int rank = 0; rank < comm->size; rank++) {
        const struct taub_buffer *memory = self->shared;
        if (rank != comm->rank) {
            if (*all[rank].handle.device && strcmp(all[rank].handle.device, all[comm->rank].handle.device) == 0)
                return taub_fail(error, TAUB_FAILED, "ranks %d and %d compute on the same device", comm->rank, rank);
            TRY(taub_buffer_import(self->simulation->device, &all[rank].handle, all[rank].bytes, &self->others[rank],
                                   error));
            memory = self->others[rank];
        }
        const long address = (long)(intptr_t)taub_buffer_address(memory);
        state->mailbox[rank] = address;
        state->zones[0][rank] = address + (long)self->zones_at;
        state->zones[1][rank] = state->zones[0][rank] + (long)all[rank].half_bytes;
    }
    return TAUB_OK;
}

static struct taub_launch launch_of(const struct taub_peers_link *self, enum peer_pass pass)
{
    struct taub_launch launch = taub_simulation_launch(self->simulation, PASS_BEGIN);
    launch.pass = self->passes[pass];
    launch.fields[0] = self->state;
    for (int a = 0; a < 3; a++) {
        launch.range.lower[a] = 0;
        launch.range.upper[a] = 1;
    }
    return launch;
}

/* Whether all ranks do reach each other. */
static enum taub_status greet(struct taub_peers_link *self, struct taub_error *error)
{
    const int most = self->simulation->comm->size - 1;
    struct taub_launch launch = launch_of(self, PASS_GREET);
    double numbers[2] = {-1.0, -1.0};
    launch.fields[1] = self->numbers;
    TRY(taub_device_launch(self->simulation->device, &launch, error));
    TRY(taub_buffer_download(self->numbers, 0, numbers, 2 * self->simulation->real_bytes, error));
    if (self->simulation->real_bytes == sizeof(float)) {
        float single[2];
        memcpy(single, numbers, sizeof single);
        numbers[0] = single[0];
        numbers[1] = single[1];
    }
    return numbers[0] == most && numbers[1] == 0.0
               ? TAUB_OK
               : taub_fail(error, TAUB_FAILED, "a greeting between the devices did not arrive");
}

static enum taub_status connect(struct taub_peers_link *self, struct taub_error *error)
{
    struct taub_simulation *simulation = self->simulation;
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
    status = taub_buffer_create(simulation->device, 2 * sizeof(double), &self->numbers, error);
    if (status == TAUB_OK)
        status = upload_new(self, &state, sizeof state, &self->state, error);
    if (status == TAUB_OK)
        status = taub_simulation_small_program(simulation, "passes/peers.h", peer_passes, PEER_PASSES, &self->program,
                                               self->passes, error);
    TRY(taub_simulation_agree(simulation, status, error));
    TRY(taub_simulation_agree(simulation, greet(self, error), error));
    self->seconds = taub_simulation_patience();
    state.patience = (long)(1e9 * self->seconds);
    return taub_simulation_agree(simulation,
                                 taub_buffer_upload(self->state, offsetof(struct taub_peers, patience), &state.patience,
                                                    sizeof state.patience, error),
                                 error);
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

enum taub_status taub_peers_create(struct taub_simulation *simulation, size_t bytes_a_zone,
                                   struct taub_peers_link **out, char *reason, size_t size, struct taub_error *error)
{
    struct taub_error why;
    *out = NULL;
    if (!is_possible(simulation, reason, size))
        return TAUB_OK;
    struct taub_peers_link *self = calloc(1, sizeof *self);
    TRY(taub_simulation_agree(simulation, self ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory"), error));
    self->simulation = simulation;
    measure(self, bytes_a_zone);
    if (connect(self, &why) == TAUB_OK) {
        *out = self;
        return TAUB_OK;
    }
    snprintf(reason, size, "%.*s", (int)size - 1, why.message);
    taub_peers_destroy(self);
    return TAUB_OK;
}

void taub_peers_destroy(struct taub_peers_link *self)
{
    if (!self)
        return;
    struct taub_simulation *simulation = self->simulation;
    double nothing = 0.0;
    taub_device_finish(simulation->device, NULL);
    for (int rank = 0; rank < TAUB_MOST_PEERS; rank++)
        taub_buffer_destroy(self->others[rank]);
    if (self->connected) /* whose memory is open elsewhere must not give it back */
        taub_comm_maximum(simulation->comm, &nothing, 1);
    taub_buffer_destroy(self->shared);
    taub_buffer_destroy(self->state);
    taub_buffer_destroy(self->numbers);
    for (int halo = 0; halo < TAUB_HALOS; halo++)
        taub_buffer_destroy(self->out[halo]);
    taub_program_destroy(self->program);
    free(self);
}

/* ---- steps ---- */

/* Zones go out or come in: one launch for all of them, and all components. */
static struct taub_launch zones_launch(const struct taub_peers_link *self, const struct taub_cut *cut, int in)
{
    struct taub_launch launch =
        taub_simulation_list_launch(self->simulation, cut->halo, in ? TAUB_HALO_IN : TAUB_HALO_OUT);
    launch.pass = self->passes[in ? PASS_RECEIVE : PASS_SEND];
    launch.fields[3] = in ? launch.fields[2] : self->out[cut->halo];
    launch.fields[0] = self->state;
    launch.fields[1] = cut->fields[0];
    launch.fields[2] = cut->fields[1];
    return launch;
}

static struct taub_launch launch_for_cut(const struct taub_peers_link *self, const struct taub_cut *cut,
                                         enum peer_pass pass)
{
    struct taub_launch launch = pass == PASS_SEND      ? zones_launch(self, cut, 0)
                                : pass == PASS_RECEIVE ? zones_launch(self, cut, 1)
                                                       : launch_of(self, pass);
    launch.range.option[0] = cut->components[0];
    launch.range.option[1] = cut->components[1];
    launch.range.number[0] = cut->troubled;
    launch.range.number[1] = cut->refill;
    launch.gate = taub_simulation_gate(cut->troubled, cut->refill);
    return launch;
}

/* Zones go, and come where nothing is computed meanwhile. */
static int append_zones(const struct taub_peers_link *self, const struct taub_cut *cut, struct taub_launch *out)
{
    out[0] = launch_for_cut(self, cut, PASS_SEND);
    out[1] = launch_for_cut(self, cut, cut->hidden ? PASS_TELL : PASS_MEET);
    if (cut->hidden)
        return 2;
    out[2] = launch_for_cut(self, cut, PASS_RECEIVE);
    return 3;
}

static int append_arrival(const struct taub_peers_link *self, const struct taub_cut *cut, struct taub_launch *out)
{
    out[0] = launch_for_cut(self, cut, PASS_AWAIT);
    out[1] = launch_for_cut(self, cut, PASS_RECEIVE);
    return 2;
}

static int append_largest(const struct taub_peers_link *self, const struct taub_cut *cut, struct taub_launch *out)
{
    int n = 0;
    if (cut->count > 1) {
        out[n] = launch_of(self, PASS_GREATEST);
        out[n].fields[0] = self->numbers;
        out[n].fields[1] = cut->fields[0];
        out[n].shape.blocks = 1;
        out[n++].range.upper[0] = cut->count;
    }
    out[n] = launch_of(self, PASS_LARGEST);
    out[n].fields[1] = cut->fields[0];
    out[n].fields[2] = cut->count > 1 ? self->numbers : cut->fields[0];
    return n + 1;
}

int taub_peers_launches(const struct taub_peers_link *self, const struct taub_launch *list, int count,
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
            const struct taub_cut *cut = &cuts->list[c];
            if (cut->kind == TAUB_CUT_AGREE)
                out[length++] = launch_for_cut(self, cut, PASS_AGREE);
            else if (cut->kind == TAUB_CUT_LARGEST)
                length += append_largest(self, cut, out + length);
            else if (self->shares[cut->halo])
                length += append_zones(self, cut, out + length);
            if (cut->hidden > 0)
                open = cut;
        }
        if (n < count)
            out[length++] = list[n];
    }
    return length;
}

enum taub_status taub_peers_begin(struct taub_peers_link *self, struct taub_error *error)
{
    static const int nothing[3] = {0, 0, 0};
    _Static_assert(offsetof(struct taub_peers, refill) == offsetof(struct taub_peers, stopped) + 2 * sizeof(int),
                   "one transfer for three");
    return taub_buffer_upload(self->state, offsetof(struct taub_peers, stopped), nothing, sizeof nothing, error);
}

enum taub_status taub_peers_end(struct taub_peers_link *self, struct taub_error *error)
{
    int lost = 0;
    TRY(taub_buffer_download(self->state, offsetof(struct taub_peers, lost), &lost, sizeof lost, error));
    return lost ? taub_fail(error, TAUB_FAILED, "rank %d has not answered for %g s", lost - 1, self->seconds) : TAUB_OK;
}
