/* The calls of comm.h through shared memory: an area of each rank for data that goes to all ranks, and a channel for
 * each ordered pair of ranks, which holds one piece of a message at a time. */
#include "comm/local.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PIECE = 1 << 18, CHANNEL = 1 << 16 };

struct area {
    _Alignas(64) char bytes[PIECE];
};

struct channel {
    _Alignas(64) atomic_int full; /* 1: holds `length` bytes; 0: may be filled */
    int length;
    _Alignas(64) char bytes[CHANNEL];
};

/* Followed by `ranks` areas and ranks * ranks channels, [from][to]. Untouched pages use no memory. */
struct local {
    _Alignas(64) atomic_int waiting;
    _Alignas(64) atomic_int round;
};

static struct local *shared;
static int own_rank, rank_count;

static size_t bytes_of(int ranks)
{
    return sizeof(struct local) + (size_t)ranks * sizeof(struct area) +
           (size_t)ranks * (size_t)ranks * sizeof(struct channel);
}

void *taub_local_create(int ranks)
{
    void *memory =
        mmap(NULL, bytes_of(ranks), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void taub_local_join(void *memory, int ranks, int rank)
{
    shared = memory;
    rank_count = ranks;
    own_rank = rank;
}

static struct area *area_of(int rank)
{
    return (struct area *)(shared + 1) + rank;
}

static struct channel *channel_of(int from, int to)
{
    return (struct channel *)area_of(rank_count) + from * rank_count + to;
}

/* There may be more ranks than processors: a waiting rank yields its processor, and after a while sleeps. */
static void relax(int *turns)
{
    if (++*turns < 1000)
        sched_yield();
    else
        usleep(50);
}

static void barrier(void)
{
    const int round = atomic_load(&shared->round);
    int turns = 0;
    if (atomic_fetch_add(&shared->waiting, 1) == rank_count - 1) {
        atomic_store(&shared->waiting, 0);
        atomic_fetch_add(&shared->round, 1);
        return;
    }
    while (atomic_load(&shared->round) == round)
        relax(&turns);
}

static bool start(int *rank, int *size, int *local_rank, int *local_size)
{
    *rank = *local_rank = own_rank;
    *size = *local_size = rank_count;
    return true;
}

static void stop(void)
{
    barrier();
}

/* The parent process ends the other ranks. */
static void end_all(int code)
{
    _exit(code);
}

static void maximum(double *values, int count)
{
    memcpy(area_of(own_rank)->bytes, values, (size_t)count * sizeof *values);
    barrier();
    for (int rank = 0; rank < rank_count; rank++) {
        const double *theirs = (const double *)area_of(rank)->bytes;
        for (int n = 0; n < count; n++)
            values[n] = theirs[n] > values[n] ? theirs[n] : values[n];
    }
    barrier();
}

static size_t piece_at(size_t bytes, size_t at, size_t most)
{
    return bytes - at < most ? bytes - at : most;
}

static void gather_all(const void *mine, size_t bytes, void *all)
{
    for (size_t at = 0; at < bytes; at += PIECE) {
        const size_t piece = piece_at(bytes, at, PIECE);
        memcpy(area_of(own_rank)->bytes, (const char *)mine + at, piece);
        barrier();
        for (int rank = 0; rank < rank_count; rank++)
            memcpy((char *)all + (size_t)rank * bytes + at, area_of(rank)->bytes, piece);
        barrier();
    }
}

static void broadcast(int root, void *data, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += PIECE) {
        const size_t piece = piece_at(bytes, at, PIECE);
        if (root == own_rank)
            memcpy(area_of(root)->bytes, (const char *)data + at, piece);
        barrier();
        if (root != own_rank)
            memcpy((char *)data + at, area_of(root)->bytes, piece);
        barrier();
    }
}

/* ---- messages ---- */

/* Puts the next piece into the channel if it is empty; returns its number of bytes. */
static size_t push(int peer, const char *data, size_t bytes, size_t at)
{
    struct channel *channel = channel_of(own_rank, peer);
    if (at == bytes || atomic_load_explicit(&channel->full, memory_order_acquire))
        return 0;
    const size_t piece = piece_at(bytes, at, CHANNEL);
    memcpy(channel->bytes, data + at, piece);
    channel->length = (int)piece;
    atomic_store_explicit(&channel->full, 1, memory_order_release);
    return piece;
}

static size_t pull(int peer, char *data, size_t bytes, size_t at)
{
    struct channel *channel = channel_of(peer, own_rank);
    if (at == bytes || !atomic_load_explicit(&channel->full, memory_order_acquire))
        return 0;
    const size_t piece = (size_t)channel->length;
    memcpy(data + at, channel->bytes, piece);
    atomic_store_explicit(&channel->full, 0, memory_order_release);
    return piece;
}

static void send_to(int peer, const void *data, size_t bytes)
{
    int turns = 0;
    for (size_t at = 0; at < bytes;) {
        const size_t piece = push(peer, data, bytes, at);
        at += piece;
        if (piece == 0)
            relax(&turns);
    }
}

static void receive(int peer, void *data, size_t bytes)
{
    int turns = 0;
    for (size_t at = 0; at < bytes;) {
        const size_t piece = pull(peer, data, bytes, at);
        at += piece;
        if (piece == 0)
            relax(&turns);
    }
}

/* Whether message m is the first unfinished one to its peer (in = 0) or from it (in = 1). */
static bool is_next(const struct taub_message *messages, const size_t (*done)[2], int m, int in)
{
    for (int n = 0; n < m; n++)
        if (messages[n].peer == messages[m].peer && done[n][in] < (in ? messages[n].in_bytes : messages[n].out_bytes))
            return false;
    return true;
}

static void exchange(const struct taub_message *messages, int count)
{
    size_t(*done)[2] = calloc((size_t)count + 1, sizeof *done), left = 0;
    int turns = 0;
    if (!done)
        end_all(TAUB_FAILED);
    for (int m = 0; m < count; m++)
        left += messages[m].out_bytes + messages[m].in_bytes;
    while (left > 0) {
        size_t moved = 0;
        for (int m = 0; m < count; m++) {
            const struct taub_message *message = &messages[m];
            const size_t out = is_next(messages, (const size_t(*)[2])done, m, 0)
                                   ? push(message->peer, message->out, message->out_bytes, done[m][0])
                                   : 0;
            const size_t in = is_next(messages, (const size_t(*)[2])done, m, 1)
                                  ? pull(message->peer, message->in, message->in_bytes, done[m][1])
                                  : 0;
            done[m][0] += out;
            done[m][1] += in;
            moved += out + in;
        }
        left -= moved;
        if (moved == 0)
            relax(&turns);
    }
    free(done);
}

/* Nothing is transferred before the end of the exchange, because channels are small. */
static void begin_exchange(const struct taub_message *messages, int count) {}

static bool takes_device_memory(void)
{
    return false;
}

const struct taub_comm_module taub_local_module = {TAUB_COMM_MODULE_VERSION,
                                                   "shared memory",
                                                   "processes of this machine",
                                                   start,
                                                   NULL,
                                                   NULL,
                                                   stop,
                                                   end_all,
                                                   maximum,
                                                   gather_all,
                                                   broadcast,
                                                   send_to,
                                                   receive,
                                                   exchange,
                                                   begin_exchange,
                                                   exchange,
                                                   takes_device_memory};
