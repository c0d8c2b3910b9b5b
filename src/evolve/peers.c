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
    const struct taub_exchange *exchange;
    struct taub_program *program;
    struct taub_pass *passes[PEER_PASSES];
    struct taub_buffer *shared;                  /* mailbox and zones of this rank */
    struct taub_buffer *others[TAUB_MOST_PEERS]; /* of the others */
    struct taub_buffer *state;                   /* struct taub_peers */
    struct taub_buffer *faces[2];                /* out, in: struct taub_peer_face; NULL: none */
    struct taub_buffer *numbers;                 /* of greetings and rows */
    int face_count[2];
    size_t slot_bytes, half_bytes, zones_at;
    unsigned axes;  /* along which there are faces, of any rank */
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

/* All zones of a face at most; each has its slot in the memory of the rank that receives. */
static void measure(struct taub_peers_link *self, size_t bytes_a_value)
{
    const struct taub_mesh *mesh = self->simulation->mesh;
    size_t most = 0;
    double shared[3] = {0.0, 0.0, 0.0};
    for (int in = 0; in < 2; in++)
        for (int axis = 0; axis < 3; axis++) {
            const struct taub_shared_face *faces;
            int lower[3], upper[3];
            const int count = taub_exchange_faces(self->exchange, in, axis, &faces);
            const size_t zones = count ? taub_exchange_box(mesh, faces, in, TAUB_ALL_CORNERS, lower, upper) : 0;
            most = zones > most ? zones : most;
            self->face_count[in] += count;
            shared[axis] += count;
        }
    taub_comm_maximum(self->simulation->comm, shared, 3);
    for (int axis = 0; axis < 3; axis++)
        self->axes |= shared[axis] > 0.0 ? 1u << axis : 0u;
    double largest = (double)most; /* who sends has to know the slots of who receives */
    taub_comm_maximum(self->simulation->comm, &largest, 1);
    self->slot_bytes = ((size_t)largest * bytes_a_value + 127) / 128 * 128;
    self->half_bytes = self->slot_bytes * (size_t)self->face_count[1];
    self->zones_at = (sizeof(struct taub_mailbox) + 4095) / 4096 * 4096;
}

/* Lists the faces as the device sees them; both ranks list those between them in the same order (exchange.c). */
static void list_faces(const struct taub_peers_link *self, int in, struct taub_peer_face *list)
{
    int n = 0;
    for (int axis = 0; axis < 3; axis++) {
        const struct taub_shared_face *faces;
        const int count = taub_exchange_faces(self->exchange, in, axis, &faces);
        for (int f = 0; f < count; f++, n++)
            list[n] = (struct taub_peer_face){faces[f].block, axis, faces[f].side, faces[f].peer, n};
    }
}

/* Each rank tells the others in which slots it wants their zones. */
static void trade_slots(const struct taub_peers_link *self, struct taub_peer_face *out, const struct taub_peer_face *in,
                        int *memory, int *neighbour)
{
    const struct taub_comm *comm = self->simulation->comm;
    struct taub_message messages[TAUB_MOST_PEERS];
    int *at = memory, count = 0;
    for (int peer = 0; peer < comm->size; peer++) {
        int *const mine = at;
        for (int n = 0; n < self->face_count[1]; n++)
            if (in[n].rank == peer)
                *at++ = in[n].slot;
        const size_t bytes = (size_t)(at - mine) * sizeof *at;
        neighbour[peer] = bytes > 0;
        if (bytes == 0)
            continue;
        messages[count++] = (struct taub_message){peer, mine, at, bytes, bytes};
        at += bytes / sizeof *at;
    }
    taub_comm_exchange(comm, messages, count);
    for (int m = 0; m < count; m++) {
        const int *theirs = messages[m].in;
        for (int n = 0; n < self->face_count[0]; n++)
            if (out[n].rank == messages[m].peer)
                out[n].slot = *theirs++;
    }
}

static enum taub_status upload_new(struct taub_peers_link *self, const void *data, size_t bytes,
                                   struct taub_buffer **out, struct taub_error *error)
{
    TRY(taub_buffer_create(self->simulation->device, bytes, out, error));
    return taub_buffer_upload(*out, 0, data, bytes, error);
}

static enum taub_status upload_faces(struct taub_peers_link *self, struct taub_peers *state, struct taub_error *error)
{
    const int rank = self->simulation->comm->rank;
    const size_t most = (size_t)(self->face_count[0] + self->face_count[1]) + 1;
    struct taub_peer_face *lists[2] = {malloc(most * sizeof **lists), malloc(most * sizeof **lists)};
    int *memory = malloc(2 * most * sizeof *memory);
    const bool good = lists[0] && lists[1] && memory;
    enum taub_status status =
        taub_simulation_agree(self->simulation, good ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory"), error);
    if (status == TAUB_OK) {
        for (int in = 0; in < 2; in++)
            list_faces(self, in, lists[in]);
        trade_slots(self, lists[0], lists[1], memory, state->neighbour);
        for (int n = 0; n < self->face_count[1]; n++)
            lists[1][n].rank = rank;
    }
    for (int in = 0; in < 2 && status == TAUB_OK; in++)
        if (self->face_count[in] > 0)
            status =
                upload_new(self, lists[in], (size_t)self->face_count[in] * sizeof **lists, &self->faces[in], error);
    free(lists[0]);
    free(lists[1]);
    free(memory);
    return status;
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
    struct taub_peers state = {.rank = comm->rank,
                               .size = comm->size,
                               .slot_bytes = (long)self->slot_bytes,
                               .patience = (long)(1e9 * GREETING_SECONDS)};
    struct introduction own = {.bytes = self->zones_at + 2 * self->half_bytes, .half_bytes = self->half_bytes},
                        all[TAUB_MOST_PEERS];
    enum taub_status status =
        taub_buffer_create_shared(simulation->device, own.bytes, &self->shared, &own.handle, error);
    TRY(taub_simulation_agree(simulation, status, error));
    taub_comm_gather_all(comm, &own, sizeof own, all);
    status = import(self, all, &state, error);
    self->connected = true;
    TRY(taub_simulation_agree(simulation, status, error));
    TRY(taub_simulation_agree(simulation, upload_faces(self, &state, error), error));
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

enum taub_status taub_peers_create(struct taub_simulation *simulation, const struct taub_exchange *exchange,
                                   size_t bytes_a_value, struct taub_peers_link **out, char *reason, size_t size,
                                   struct taub_error *error)
{
    struct taub_error why;
    *out = NULL;
    if (!is_possible(simulation, reason, size))
        return TAUB_OK;
    struct taub_peers_link *self = calloc(1, sizeof *self);
    TRY(taub_simulation_agree(simulation, self ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory"), error));
    self->simulation = simulation;
    self->exchange = exchange;
    measure(self, bytes_a_value);
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
    for (int in = 0; in < 2; in++)
        taub_buffer_destroy(self->faces[in]);
    taub_program_destroy(self->program);
    free(self);
}

/* ---- steps ---- */

/* Zones go out or come in: one launch for all faces and components. */
static struct taub_launch zones_launch(const struct taub_peers_link *self, const struct taub_cut *cut, int in)
{
    const struct taub_shape *shape = &self->simulation->mesh->shape;
    struct taub_launch launch = launch_of(self, in ? PASS_RECEIVE : PASS_SEND);
    int size[3];
    for (int a = 0; a < 3; a++)
        size[a] = shape->cells[a] + (cut->corners == TAUB_NO_CORNERS ? 0 : 2 * shape->ghosts[a]);
    int rows = 0;
    for (int axis = 0; axis < 3; axis++) {
        const int y = axis == 1 ? shape->ghosts[1] : size[1], z = axis == 2 ? shape->ghosts[2] : size[2];
        if (cut->axes & self->axes & 1u << axis)
            rows = y * z > rows ? y * z : rows;
    }
    launch.fields[1] = cut->fields[0];
    launch.fields[2] = cut->fields[1];
    launch.fields[3] = self->faces[in];
    launch.shape.blocks = self->face_count[in];
    launch.range.upper[0] = size[0];
    launch.range.upper[1] = rows;
    return launch;
}

static struct taub_launch launch_for_cut(const struct taub_peers_link *self, const struct taub_cut *cut,
                                         enum peer_pass pass)
{
    struct taub_launch launch = pass == PASS_SEND      ? zones_launch(self, cut, 0)
                                : pass == PASS_RECEIVE ? zones_launch(self, cut, 1)
                                                       : launch_of(self, pass);
    launch.range.option[0] = (int)cut->axes;
    launch.range.option[1] = cut->components[0];
    launch.range.option[2] = cut->components[1];
    launch.range.option[3] = cut->corners;
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
            else if (cut->axes & self->axes)
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
