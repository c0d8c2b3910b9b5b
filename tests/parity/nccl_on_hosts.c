/* The calls of NCCL that src/comm/nccl.c makes, for memory of hosts and ranks of one machine: so that tests see the
 * order of calls, the bits and the failures of ranks that exchange by NCCL where there is no GPU. A library of its own,
 * which TAUB_NCCL_LIBRARY names. As in NCCL messages between two ranks are matched in the order of the calls, and have
 * to be as long on both sides. There is no stream: a call returns when its work is done, or with ncclRemoteError when a
 * rank has not answered for TAUB_PATIENCE seconds or has ended by ncclCommAbort.
 *
 * TAUB_NCCL_FAILS=RANK:CALLS: from so many calls on ncclCommGetAsyncError of that rank tells of a failure. */
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
enum { SUCCESS = 0, SYSTEM_ERROR = 2, INVALID_ARGUMENT = 4, INVALID_USAGE = 5, REMOTE_ERROR = 6 };
enum { INT8 = 0, FLOAT64 = 8, MAX = 2 };
enum { MOST_RANKS = 16, MOST_VALUES = 16, CHANNEL = 1 << 16, MOST_OPERATIONS = 1024 };

struct id {
    char bytes[128];
};

struct channel {
    atomic_int full; /* of `length` bytes of a message of `total` */
    size_t length, total;
    char bytes[CHANNEL];
};

/* Which all ranks map. */
struct shared {
    atomic_int waiting, round, gone; /* gone: a rank has called ncclCommAbort */
    double values[MOST_RANKS][MOST_VALUES];
    struct channel channels[MOST_RANKS][MOST_RANKS]; /* [from][to] */
};

struct operation {
    char *data;
    size_t bytes, at;
    int peer;
    bool in, begun;
};

struct comm {
    struct shared *shared;
    int rank, size, calls, fails_at;
    double patience;
};

EXPORT int taub_nccl_on_hosts = 1;

/* ncclGroupStart has no communicator: one at a time. */
static struct operation operations[MOST_OPERATIONS];
static int count, depth;
static struct comm *grouped;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Who waits lets others run, and after a while sleeps: ranks may be more than processors. */
static bool has_to_go(const struct comm *comm, double start)
{
    const double waited = seconds() - start;
    if (waited < 1e-4)
        sched_yield();
    else
        usleep(50);
    return atomic_load(&comm->shared->gone) || waited > comm->patience;
}

static int meet(struct comm *comm)
{
    struct shared *shared = comm->shared;
    const int round = atomic_load(&shared->round);
    const double start = seconds();
    if (atomic_fetch_add(&shared->waiting, 1) == comm->size - 1) {
        atomic_store(&shared->waiting, 0);
        atomic_fetch_add(&shared->round, 1);
        return SUCCESS;
    }
    while (atomic_load(&shared->round) == round)
        if (has_to_go(comm, start))
            return REMOTE_ERROR;
    return SUCCESS;
}

/* ---- ranks ---- */

EXPORT int ncclGetVersion(int *version)
{
    *version = 20900; /* the oldest one that will do */
    return SUCCESS;
}

EXPORT const char *ncclGetErrorString(int code)
{
    static const char *const texts[] = {"no error",
                                        "unhandled cuda error",
                                        "unhandled system error",
                                        "internal error",
                                        "invalid argument",
                                        "invalid usage",
                                        "remote process exited or there was a network error"};
    return code >= 0 && code <= REMOTE_ERROR ? texts[code] : "unknown result code";
}

EXPORT int ncclGetUniqueId(struct id *id)
{
    memset(id, 0, sizeof *id);
    snprintf(id->bytes, sizeof id->bytes, "/taub-nccl-%ld-%.0f", (long)getpid(), 1e9 * seconds());
    return SUCCESS;
}

static struct shared *map(const char *name)
{
    const int file = shm_open(name, O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, sizeof(struct shared)) != 0)
        return MAP_FAILED;
    struct shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return shared;
}

static void read_environment(struct comm *comm)
{
    const char *patience = getenv("TAUB_PATIENCE"), *fails = getenv("TAUB_NCCL_FAILS");
    int rank = -1, calls = 0;
    comm->patience = patience ? strtod(patience, NULL) : 30.0;
    comm->fails_at = fails && sscanf(fails, "%d:%d", &rank, &calls) == 2 && rank == comm->rank ? calls : -1;
}

EXPORT int ncclCommInitRank(struct comm **out, int size, struct id id, int rank)
{
    if (size > MOST_RANKS)
        return INVALID_ARGUMENT;
    struct comm *comm = calloc(1, sizeof *comm);
    if (!comm)
        return SYSTEM_ERROR;
    *comm = (struct comm){.shared = map(id.bytes), .rank = rank, .size = size};
    read_environment(comm);
    const int code = comm->shared == MAP_FAILED ? SYSTEM_ERROR : meet(comm);
    shm_unlink(id.bytes); /* all that came have it */
    if (code == SUCCESS)
        *out = comm;
    else
        free(comm);
    return code;
}

EXPORT int ncclCommDestroy(struct comm *comm)
{
    munmap(comm->shared, sizeof *comm->shared);
    free(comm);
    return SUCCESS;
}

EXPORT int ncclCommAbort(struct comm *comm)
{
    atomic_store(&comm->shared->gone, 1);
    return ncclCommDestroy(comm);
}

EXPORT int ncclCommGetAsyncError(struct comm *comm, int *code)
{
    const bool fails = comm->fails_at >= 0 && comm->calls >= comm->fails_at;
    *code = fails || atomic_load(&comm->shared->gone) ? REMOTE_ERROR : SUCCESS;
    return SUCCESS;
}

/* ---- messages ---- */

EXPORT int ncclGroupStart(void)
{
    depth++;
    return SUCCESS;
}

static int add(struct comm *comm, char *data, size_t bytes, int type, int peer, bool in)
{
    if (depth == 0 || (grouped && grouped != comm) || count == MOST_OPERATIONS)
        return INVALID_USAGE;
    if (type != INT8 || peer < 0 || peer >= comm->size || peer == comm->rank || !data)
        return INVALID_ARGUMENT;
    grouped = comm;
    operations[count++] = (struct operation){data, bytes, 0, peer, in, false};
    return SUCCESS;
}

EXPORT int ncclSend(const void *data, size_t bytes, int type, int peer, struct comm *comm, void *stream)
{
    (void)stream;
    return add(comm, (char *)data, bytes, type, peer, false);
}

EXPORT int ncclRecv(void *data, size_t bytes, int type, int peer, struct comm *comm, void *stream)
{
    (void)stream;
    return add(comm, data, bytes, type, peer, true);
}

static bool is_done(const struct operation *operation)
{
    return operation->begun && operation->at == operation->bytes;
}

/* Whether it is the first one to or from its rank that is not done. */
static bool is_next(int n)
{
    for (int m = 0; m < n; m++)
        if (operations[m].peer == operations[n].peer && operations[m].in == operations[n].in &&
            !is_done(&operations[m]))
            return false;
    return !is_done(&operations[n]);
}

static bool send_piece(struct comm *comm, struct operation *operation)
{
    struct channel *channel = &comm->shared->channels[comm->rank][operation->peer];
    const size_t left = operation->bytes - operation->at;
    if (atomic_load(&channel->full))
        return false;
    channel->length = left < CHANNEL ? left : CHANNEL;
    channel->total = operation->bytes;
    memcpy(channel->bytes, operation->data + operation->at, channel->length);
    operation->at += channel->length;
    operation->begun = true;
    atomic_store(&channel->full, 1);
    return true;
}

static bool receive_piece(struct comm *comm, struct operation *operation, int *code)
{
    struct channel *channel = &comm->shared->channels[operation->peer][comm->rank];
    if (!atomic_load(&channel->full))
        return false;
    if (channel->total != operation->bytes) {
        *code = INVALID_ARGUMENT;
        return false;
    }
    memcpy(operation->data + operation->at, channel->bytes, channel->length);
    operation->at += channel->length;
    operation->begun = true;
    atomic_store(&channel->full, 0);
    return true;
}

static int exchange(struct comm *comm)
{
    int left = count, code = SUCCESS;
    double start = seconds();
    while (left > 0 && code == SUCCESS) {
        bool moved = false;
        for (int n = 0; n < count && code == SUCCESS; n++) {
            struct operation *operation = &operations[n];
            if (!is_next(n) || !(operation->in ? receive_piece(comm, operation, &code) : send_piece(comm, operation)))
                continue;
            moved = true;
            left -= is_done(operation);
        }
        if (moved)
            start = seconds();
        else if (has_to_go(comm, start))
            code = code == SUCCESS ? REMOTE_ERROR : code;
    }
    return code;
}

EXPORT int ncclGroupEnd(void)
{
    int code = SUCCESS;
    if (depth == 0)
        return INVALID_USAGE;
    if (--depth > 0)
        return SUCCESS;
    if (grouped) {
        grouped->calls++;
        code = exchange(grouped);
    }
    grouped = NULL;
    count = 0;
    return code;
}

/* As NCCL's, this maximum may lose NaN. */
EXPORT int ncclAllReduce(const void *in, void *out, size_t values, int type, int operation, struct comm *comm,
                         void *stream)
{
    double *most = out;
    (void)stream;
    if (depth > 0 || type != FLOAT64 || operation != MAX || values > MOST_VALUES)
        return INVALID_ARGUMENT;
    comm->calls++;
    memcpy(comm->shared->values[comm->rank], in, values * sizeof *most);
    int code = meet(comm);
    for (int rank = 0; rank < comm->size && code == SUCCESS; rank++)
        for (size_t n = 0; n < values; n++) {
            const double value = comm->shared->values[rank][n];
            most[n] = rank == 0 || value > most[n] ? value : most[n];
        }
    return code == SUCCESS ? meet(comm) : code;
}
