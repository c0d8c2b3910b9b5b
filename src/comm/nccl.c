#include "comm/nccl.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/clock.h"

/* The declarations that are needed, as in nccl.h of NCCL 2. */
typedef struct ncclComm *ncclComm_t;
typedef int ncclResult_t;
enum { NCCL_SUCCESS = 0, NCCL_IN_PROGRESS = 7, NCCL_INT8 = 0, NCCL_FLOAT64 = 8, NCCL_MAX = 2 };
enum { OLDEST = 20900 }; /* the first version whose calls can be captured in a graph */

#define NCCL_FUNCTIONS(F)                                                            \
    F(ncclGetVersion, ncclResult_t, (int *))                                         \
    F(ncclGetErrorString, const char *, (ncclResult_t))                              \
    F(ncclGetUniqueId, ncclResult_t, (struct taub_nccl_id *))                        \
    F(ncclCommInitRank, ncclResult_t, (ncclComm_t *, int, struct taub_nccl_id, int)) \
    F(ncclCommDestroy, ncclResult_t, (ncclComm_t))                                   \
    F(ncclCommAbort, ncclResult_t, (ncclComm_t))                                     \
    F(ncclCommGetAsyncError, ncclResult_t, (ncclComm_t, ncclResult_t *))             \
    F(ncclGroupStart, ncclResult_t, (void))                                          \
    F(ncclGroupEnd, ncclResult_t, (void))                                            \
    F(ncclSend, ncclResult_t, (const void *, size_t, int, int, ncclComm_t, void *))  \
    F(ncclRecv, ncclResult_t, (void *, size_t, int, int, ncclComm_t, void *))        \
    F(ncclAllReduce, ncclResult_t, (const void *, void *, size_t, int, int, ncclComm_t, void *))

struct taub_nccl {
    ncclComm_t ranks; /* NULL: not joined, or aborted */
    int version;
#define DECLARE(name, result, arguments) result(*name) arguments;
    NCCL_FUNCTIONS(DECLARE)
#undef DECLARE
};

static enum taub_status failed(const struct taub_nccl *self, const char *what, ncclResult_t code,
                               struct taub_error *error)
{
    return taub_fail(error, TAUB_FAILED, "NCCL could not %s: %s (%d)", what, self->ncclGetErrorString(code), code);
}

/* The library stays loaded, because threads of its own may still run. Without TAUB_NCCL_LIBRARY, the loader's search
 * path is tried first, then CUDA's folder. */
static void *open_library(const char *chosen)
{
    const char *const folders[] = {getenv("CUDA_HOME"), getenv("CUDA_PATH"), "/usr/local/cuda"};
    void *library = dlopen(chosen ? chosen : "libnccl.so.2", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    for (size_t n = 0; n < sizeof folders / sizeof *folders && !library && !chosen; n++) {
        char path[PATH_MAX];
        if (folders[n] && snprintf(path, sizeof path, "%s/lib64/libnccl.so.2", folders[n]) < (int)sizeof path)
            library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    }
    return library;
}

static enum taub_status load(struct taub_nccl *self, bool host_memory, struct taub_error *error)
{
    const char *chosen = getenv("TAUB_NCCL_LIBRARY");
    chosen = chosen && *chosen ? chosen : NULL;
    if (host_memory && !chosen)
        return taub_fail(error, TAUB_FAILED, "NCCL is for NVIDIA GPUs");
    void *library = open_library(chosen);
    if (!library)
        return taub_fail(error, TAUB_FAILED, "%s, the library of NCCL, cannot be opened",
                         chosen ? chosen : "libnccl.so.2");
    if (host_memory && !dlsym(library, "taub_nccl_on_hosts"))
        return taub_fail(error, TAUB_FAILED, "NCCL is for NVIDIA GPUs, and %s does not support hosts", chosen);
#define FIND(name, result, arguments)              \
    *(void **)&self->name = dlsym(library, #name); \
    if (!self->name)                               \
        return taub_fail(error, TAUB_FAILED, "the library of NCCL has no " #name ": it is older than NCCL 2.9");
    NCCL_FUNCTIONS(FIND)
#undef FIND
    const ncclResult_t code = self->ncclGetVersion(&self->version);
    if (code != NCCL_SUCCESS)
        return failed(self, "report its version", code, error);
    return self->version >= OLDEST
               ? TAUB_OK
               : taub_fail(error, TAUB_FAILED, "NCCL is older than 2.9: its calls cannot be captured in a CUDA graph");
}

enum taub_status taub_nccl_open(bool host_memory, struct taub_nccl **out, struct taub_error *error)
{
    *out = NULL;
    struct taub_nccl *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory");
    const enum taub_status status = load(self, host_memory, error);
    if (status == TAUB_OK)
        *out = self;
    else
        free(self);
    return status;
}

void taub_nccl_close(struct taub_nccl *self)
{
    if (self && self->ranks)
        self->ncclCommDestroy(self->ranks);
    free(self);
}

int taub_nccl_version(const struct taub_nccl *self)
{
    return self->version;
}

void taub_nccl_version_text(int version, char text[24])
{
    snprintf(text, 24, "NCCL %d.%d.%d", version / 10000, version / 100 % 100, version % 100);
}

bool taub_nccl_describe(char *text, size_t size)
{
    struct taub_nccl nccl;
    struct taub_error error;
    char version[24];
    if (load(&nccl, false, &error) != TAUB_OK) {
        snprintf(text, size, "%s", error.message);
        return false;
    }
    taub_nccl_version_text(nccl.version, version);
    snprintf(text, size, "%s, for ranks whose GPUs do not write into each other's memory", version);
    return true;
}

/* ---- joining ---- */

enum taub_status taub_nccl_make_id(const struct taub_nccl *self, struct taub_nccl_id *id, struct taub_error *error)
{
    const ncclResult_t code = self->ncclGetUniqueId(id);
    return code == NCCL_SUCCESS ? TAUB_OK : failed(self, "start", code, error);
}

/* Shared by the calling and the joining thread; the last owner to leave frees it. */
struct joining {
    ncclResult_t (*init)(ncclComm_t *, int, struct taub_nccl_id, int);
    int size, rank;
    struct taub_nccl_id id;
    void (*enter)(void *user);
    void *user;
    ncclResult_t code;
    ncclComm_t ranks;
    atomic_int done, owners;
};

static void leave(struct joining *self)
{
    if (atomic_fetch_sub(&self->owners, 1) == 1)
        free(self);
}

static void *join(void *argument)
{
    struct joining *self = argument;
    self->enter(self->user);
    self->code = self->init(&self->ranks, self->size, self->id, self->rank);
    atomic_store(&self->done, 1);
    leave(self);
    return NULL;
}

static bool is_done_within(struct joining *joining, double seconds)
{
    const double end = taub_seconds() + seconds;
    while (!atomic_load(&joining->done)) {
        if (taub_seconds() > end)
            return false;
        usleep(1000);
    }
    return true;
}

enum taub_status taub_nccl_join(struct taub_nccl *self, const struct taub_comm *comm, const struct taub_nccl_id *id,
                                void (*enter)(void *user), void *user, double seconds, struct taub_error *error)
{
    pthread_t thread;
    struct joining *joining = calloc(1, sizeof *joining);
    if (!joining)
        return taub_fail(error, TAUB_FAILED, "out of memory");
    *joining = (struct joining){.init = self->ncclCommInitRank,
                                .size = comm->size,
                                .rank = comm->rank,
                                .id = *id,
                                .enter = enter,
                                .user = user};
    atomic_store(&joining->owners, 2);
    if (pthread_create(&thread, NULL, join, joining) != 0) {
        free(joining);
        return taub_fail(error, TAUB_FAILED, "no thread can be started");
    }
    pthread_detach(thread);
    if (!is_done_within(joining, seconds)) {
        leave(joining);
        return taub_fail(
            error, TAUB_FAILED,
            "the ranks have not connected through NCCL within %g s (the limit is TAUB_PATIENCE; NCCL_DEBUG=INFO "
            "prints more, TAUB_EXCHANGE=host avoids NCCL)",
            seconds);
    }
    const ncclResult_t code = joining->code;
    self->ranks = code == NCCL_SUCCESS ? joining->ranks : NULL;
    leave(joining);
    return code == NCCL_SUCCESS ? TAUB_OK : failed(self, "join the ranks", code, error);
}

/* ---- work on a stream ---- */

static ncclResult_t exchange(const struct taub_nccl *self, const struct taub_message *messages, int count, void *stream)
{
    ncclResult_t code = NCCL_SUCCESS;
    for (int n = 0; n < count && code == NCCL_SUCCESS; n++) {
        const struct taub_message *message = &messages[n];
        if (message->out_bytes > 0)
            code = self->ncclSend(message->out, message->out_bytes, NCCL_INT8, message->peer, self->ranks, stream);
        if (message->in_bytes > 0 && code == NCCL_SUCCESS)
            code = self->ncclRecv(message->in, message->in_bytes, NCCL_INT8, message->peer, self->ranks, stream);
    }
    return code;
}

enum taub_status taub_nccl_exchange(const struct taub_nccl *self, const struct taub_message *messages, int count,
                                    void *stream, struct taub_error *error)
{
    ncclResult_t code = self->ncclGroupStart();
    if (code != NCCL_SUCCESS)
        return failed(self, "begin an exchange", code, error);
    code = exchange(self, messages, count, stream);
    const ncclResult_t end = self->ncclGroupEnd();
    code = code == NCCL_SUCCESS ? end : code;
    return code == NCCL_SUCCESS ? TAUB_OK : failed(self, "exchange ghost zones", code, error);
}

enum taub_status taub_nccl_maximum(const struct taub_nccl *self, double *values, int count, void *stream,
                                   struct taub_error *error)
{
    const ncclResult_t code =
        self->ncclAllReduce(values, values, (size_t)count, NCCL_FLOAT64, NCCL_MAX, self->ranks, stream);
    return code == NCCL_SUCCESS ? TAUB_OK : failed(self, "find the largest value of all ranks", code, error);
}

enum taub_status taub_nccl_check(const struct taub_nccl *self, struct taub_error *error)
{
    ncclResult_t state = NCCL_SUCCESS;
    const ncclResult_t code = self->ncclCommGetAsyncError(self->ranks, &state);
    if (code != NCCL_SUCCESS)
        return failed(self, "report its state", code, error);
    return state == NCCL_SUCCESS || state == NCCL_IN_PROGRESS ? TAUB_OK : failed(self, "continue", state, error);
}

void taub_nccl_abort(struct taub_nccl *self)
{
    if (self->ranks)
        self->ncclCommAbort(self->ranks);
    self->ranks = NULL;
}
