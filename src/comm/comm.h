/* The ranks of a run: its processes, numbered from 0. The calls go through a table of functions, which comes from a
 * module that is compiled against an MPI and opened if the program was started by mpirun or srun. Without a module the
 * run has a single rank, and every call returns at once.
 *
 * All ranks must make the same calls in the same order. An error inside MPI ends all ranks. */
#ifndef TAUB_COMM_H
#define TAUB_COMM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "taub/error.h"

struct taub_comm_module;

struct taub_comm {
    const struct taub_comm_module *module; /* NULL: a single rank */
    int rank, size;
    int local_rank, local_size; /* among the ranks of this host */
    char host[64];
};

/* One message to another rank and one from it; either may be empty. */
struct taub_message {
    int peer;
    const void *out;
    void *in;
    size_t out_bytes, in_bytes;
};

/* The communicator of a run with a single process. */
const struct taub_comm *taub_comm_alone(void);

/* Joins the ranks that the program was started with, as found in the environment of Open MPI, MPICH or Slurm; a single
 * rank if there is only one. In the environment TAUB_COMM=none keeps the process single, and TAUB_COMM=mpi always
 * joins. TAUB_BAD_INPUT if there is no module, or one for another MPI. *out points to the same object for the rest of
 * the process. */
enum taub_status taub_comm_start(const struct taub_comm **out, struct taub_error *error);
/* The same without MPI: forks `ranks` ranks on this machine, which communicate through shared memory. Returns -1 in
 * each of them. The calling process does not become a rank: it forwards signals, ends all ranks when one fails, and
 * returns the exit code when all have ended. Must be called before devices are opened and threads are started.
 * TAUB_FAILED with an error if processes cannot be started. */
int taub_comm_fork(int ranks, const struct taub_comm **out, struct taub_error *error);
/* Whether a launcher such as mpirun has started this process as one of several. */
bool taub_comm_was_launched(void);
/* Uses the ranks of an MPI communicator in a program that has initialised MPI: `communicator` points to an MPI_Comm of
 * the MPI that the module was built with. TAUB_BAD_INPUT with the reason on failure. taub_comm_leave must be called
 * before MPI_Finalize. */
enum taub_status taub_comm_join(const void *communicator, struct taub_comm *out, struct taub_error *error);
void taub_comm_leave(struct taub_comm *self);
/* Leaves the ranks of taub_comm_start; returns when all ranks have called it. */
void taub_comm_stop(const struct taub_comm *self);
/* Ends all ranks immediately with an exit code. */
void taub_comm_abort(const struct taub_comm *self, int code);

/* The rank of this process as the launcher gave it, for choosing which process prints before taub_comm_start and if
 * that fails. */
int taub_comm_started_rank(void);
/* One line for `taub devices`: the module and its MPI. False if there is no module; the text is then the reason. */
bool taub_comm_describe(char *text, size_t size);

/* Replaces each value by its maximum over all ranks; NaN if it is NaN on any rank. */
void taub_comm_maximum(const struct taub_comm *self, double *values, int count);
/* Gathers `bytes` bytes of each rank, in rank order, on all ranks; used for sums in a fixed order. */
void taub_comm_gather_all(const struct taub_comm *self, const void *mine, size_t bytes, void *all);
/* Sum over all ranks; integers only, because their sum does not depend on the order. */
int64_t taub_comm_sum(const struct taub_comm *self, int64_t value);
void taub_comm_broadcast(const struct taub_comm *self, int root, void *data, size_t bytes);
/* Messages between two ranks keep their order. Both calls block until `data` may be reused. */
void taub_comm_send(const struct taub_comm *self, int peer, const void *data, size_t bytes);
void taub_comm_receive(const struct taub_comm *self, int peer, void *data, size_t bytes);
/* Transfers all messages at the same time; several between the same two ranks keep their order. */
void taub_comm_exchange(const struct taub_comm *self, const struct taub_message *messages, int count);

/* The same, split into begin and end, for one exchange at a time. In between, the messages and their memory must not
 * change. */
void taub_comm_begin_exchange(const struct taub_comm *self, const struct taub_message *messages, int count);
void taub_comm_end_exchange(const struct taub_comm *self, const struct taub_message *messages, int count);
/* NULL if messages of taub_comm_exchange may be in the memory of CUDA devices, else the reason why not.
 * TAUB_GPU_AWARE_MPI (yes or no) overrides what the library reports. */
const char *taub_comm_refuses_device_memory(const struct taub_comm *self);

/* Makes all ranks agree on a failure: status and message become those of the lowest rank that failed, with its number
 * and host if other ranks succeeded. `error` may be NULL. */
enum taub_status taub_comm_agree(const struct taub_comm *self, enum taub_status status, struct taub_error *error);

#endif
