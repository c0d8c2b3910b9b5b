/* Implements comm/comm.h with MPI, as a separate shared object, so that the program starts without MPI. Errors inside
 * MPI end all ranks, which is MPI's default. */
#include <mpi.h>
#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif
#include <stdlib.h>

#include "comm/module.h"

/* Counts in MPI are of type int: longer data are transferred in pieces of this many bytes. */
#define PIECE ((size_t)1 << 30)

static MPI_Comm ranks = MPI_COMM_NULL;

static int piece_of(size_t bytes, size_t at)
{
    return (int)(bytes - at < PIECE ? bytes - at : PIECE);
}

static void describe_ranks(int *rank, int *size, int *local_rank, int *local_size)
{
    MPI_Comm local;
    MPI_Comm_rank(ranks, rank);
    MPI_Comm_size(ranks, size);
    MPI_Comm_split_type(ranks, MPI_COMM_TYPE_SHARED, *rank, MPI_INFO_NULL, &local);
    MPI_Comm_rank(local, local_rank);
    MPI_Comm_size(local, local_size);
    MPI_Comm_free(&local);
}

static bool start(int *rank, int *size, int *local_rank, int *local_size)
{
    int provided = 0;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
        return false;
    MPI_Comm_dup(MPI_COMM_WORLD, &ranks);
    describe_ranks(rank, size, local_rank, local_size);
    return true;
}

static void stop(void)
{
    MPI_Comm_free(&ranks);
    MPI_Finalize();
}

/* How many users share `ranks` in a program that has initialised MPI itself. */
static int joined;

static const char *join(const void *communicator, int *rank, int *size, int *local_rank, int *local_size)
{
    const MPI_Comm theirs = *(const MPI_Comm *)communicator;
    int started = 0, ended = 0, comparison = MPI_UNEQUAL;
    MPI_Initialized(&started);
    if (started)
        MPI_Finalized(&ended);
    if (!started || ended)
        return "MPI_Init has not been called, or MPI_Finalize has";
    if (ranks != MPI_COMM_NULL) {
        if (joined > 0)
            MPI_Comm_compare(ranks, theirs, &comparison);
        if (comparison != MPI_IDENT && comparison != MPI_CONGRUENT)
            return "another simulation of this process is on other ranks; one communicator at a time";
    } else {
        MPI_Comm_dup(theirs, &ranks);
    }
    joined++;
    describe_ranks(rank, size, local_rank, local_size);
    return NULL;
}

static void leave(void)
{
    if (--joined == 0)
        MPI_Comm_free(&ranks);
}

static void end_all(int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
}

static void maximum(double *values, int count)
{
    MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_DOUBLE, MPI_MAX, ranks);
}

static void gather_all(const void *mine, size_t bytes, void *all)
{
    MPI_Allgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, ranks);
}

static void broadcast(int root, void *data, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += PIECE)
        MPI_Bcast((char *)data + at, piece_of(bytes, at), MPI_BYTE, root, ranks);
}

static void send_to(int peer, const void *data, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += PIECE)
        MPI_Send((const char *)data + at, piece_of(bytes, at), MPI_BYTE, peer, 0, ranks);
}

static void receive(int peer, void *data, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += PIECE)
        MPI_Recv((char *)data + at, piece_of(bytes, at), MPI_BYTE, peer, 0, ranks, MPI_STATUS_IGNORE);
}

static int pieces_of(size_t bytes)
{
    return (int)((bytes + PIECE - 1) / PIECE);
}

/* The exchange in progress. */
static MPI_Request *requests;
static int request_count;

static void begin_exchange(const struct taub_message *messages, int count)
{
    int most = 0, n = 0;
    for (int m = 0; m < count; m++)
        most += pieces_of(messages[m].in_bytes) + pieces_of(messages[m].out_bytes);
    requests = malloc(((size_t)most + 1) * sizeof(MPI_Request));
    if (!requests)
        end_all(1);
    for (int m = 0; m < count; m++)
        for (size_t at = 0; at < messages[m].in_bytes; at += PIECE)
            MPI_Irecv((char *)messages[m].in + at, piece_of(messages[m].in_bytes, at), MPI_BYTE, messages[m].peer, 1,
                      ranks, &requests[n++]);
    for (int m = 0; m < count; m++)
        for (size_t at = 0; at < messages[m].out_bytes; at += PIECE)
            MPI_Isend((const char *)messages[m].out + at, piece_of(messages[m].out_bytes, at), MPI_BYTE,
                      messages[m].peer, 1, ranks, &requests[n++]);
    request_count = n;
}

static void end_exchange(const struct taub_message *messages, int count)
{
    MPI_Waitall(request_count, requests, MPI_STATUSES_IGNORE);
    free(requests);
    requests = NULL;
}

static void exchange(const struct taub_message *messages, int count)
{
    begin_exchange(messages, count);
    end_exchange(messages, count);
}

/* MPIX_Query_cuda_support is an extension of Open MPI that MPICH has adopted. */
static bool takes_device_memory(void)
{
#if (defined(OPEN_MPI) && defined(MPIX_CUDA_AWARE_SUPPORT)) || \
    (defined(MPICH_NUMVERSION) && MPICH_NUMVERSION >= 40000000)
    return MPIX_Query_cuda_support() == 1;
#else
    return false;
#endif
}

#define TEXT_OF(a) #a
#define TEXT(a) TEXT_OF(a)
#if defined(OPEN_MPI)
#define FAMILY "Open MPI"
#define LIBRARY FAMILY " " TEXT(OMPI_MAJOR_VERSION) "." TEXT(OMPI_MINOR_VERSION) "." TEXT(OMPI_RELEASE_VERSION)
#elif defined(MPICH_VERSION)
#define FAMILY "MPICH"
#define LIBRARY FAMILY " " MPICH_VERSION
#else
#define FAMILY "another MPI"
#define LIBRARY FAMILY ", standard " TEXT(MPI_VERSION) "." TEXT(MPI_SUBVERSION)
#endif

extern const struct taub_comm_module taub_comm_module;
const struct taub_comm_module taub_comm_module = {TAUB_COMM_MODULE_VERSION,
                                                  FAMILY,
                                                  LIBRARY,
                                                  start,
                                                  join,
                                                  leave,
                                                  stop,
                                                  end_all,
                                                  maximum,
                                                  gather_all,
                                                  broadcast,
                                                  send_to,
                                                  receive,
                                                  exchange,
                                                  begin_exchange,
                                                  end_exchange,
                                                  takes_device_memory};
