/* The processes that share a run: its ranks, numbered from 0. A few calls behind a table of functions; the table comes
 * from a module that is compiled against an MPI and opened when the program was started by mpirun or srun. Without one
 * the run is alone: one rank, and every call returns at once.
 *
 * All ranks have to make the same calls in the same order. What goes wrong inside of MPI ends all ranks. */
#ifndef TAUB_COMM_H
#define TAUB_COMM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "taub/error.h"

struct taub_comm_module;

struct taub_comm {
    const struct taub_comm_module *module; /* NULL: alone */
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

/* A run of one process. */
const struct taub_comm *taub_comm_alone(void);

/* Joins the ranks that the program was started with, as the environment of Open MPI, MPICH or Slurm tells; alone when
 * there is one. TAUB_COMM=none in the environment keeps the program alone, TAUB_COMM=mpi joins in any case.
 * TAUB_BAD_INPUT when there is no module, or one for another MPI. *out is the same for the rest of the process. */
enum taub_status taub_comm_start(const struct taub_comm **out, struct taub_error *error);
/* The same without MPI: forks so many ranks on this machine, which speak through shared memory. Returns -1 in each of
 * them. The process that calls becomes none: it passes signals on, ends all when one fails, and returns the exit code
 * when all have ended. To be called before devices are opened and threads started. TAUB_FAILED with an error where
 * processes cannot be had. */
int taub_comm_fork(int ranks, const struct taub_comm **out, struct taub_error *error);
/* Whether a launcher, as mpirun, has started this process as one of several. */
bool taub_comm_was_launched(void);
/* The ranks of an MPI communicator, in a program that has started MPI: `communicator` points to an MPI_Comm of the MPI
 * that the module was built with. TAUB_BAD_INPUT with the reason. To be left before MPI_Finalize. */
enum taub_status taub_comm_join(const void *communicator, struct taub_comm *out, struct taub_error *error);
void taub_comm_leave(struct taub_comm *self);
/* Leaves them; returns when all have. */
void taub_comm_stop(const struct taub_comm *self);
/* Ends all ranks at once with an exit code. */
void taub_comm_abort(const struct taub_comm *self, int code);

/* The number that this process was started with, before taub_comm_start and where that fails: who prints. */
int taub_comm_started_rank(void);
/* One line for taub devices: the module and its MPI; false with the reason when there is none. */
bool taub_comm_describe(char *text, size_t size);

/* Each value becomes the largest of all ranks; NaN where one of them is. */
void taub_comm_maximum(const struct taub_comm *self, double *values, int count);
/* `bytes` of each rank, in their order, on all of them: the base of sums in a fixed order. */
void taub_comm_gather_all(const struct taub_comm *self, const void *mine, size_t bytes, void *all);
/* Of whole numbers the sum in any order is the same. */
int64_t taub_comm_sum(const struct taub_comm *self, int64_t value);
void taub_comm_broadcast(const struct taub_comm *self, int root, void *data, size_t bytes);
/* In order between two ranks; wait until `data` may be used. */
void taub_comm_send(const struct taub_comm *self, int peer, const void *data, size_t bytes);
void taub_comm_receive(const struct taub_comm *self, int peer, void *data, size_t bytes);
/* All messages at the same time; several between the same two ranks keep their order. */
void taub_comm_exchange(const struct taub_comm *self, const struct taub_message *messages, int count);

/* The same in two parts, one at a time; between them the messages and their memory have to stay as they are. */
void taub_comm_begin_exchange(const struct taub_comm *self, const struct taub_message *messages, int count);
void taub_comm_end_exchange(const struct taub_comm *self, const struct taub_message *messages, int count);
/* NULL: the messages of taub_comm_exchange may stand in the memory of CUDA devices; else why not. TAUB_GPU_AWARE_MPI,
 * yes or no, overrules what the library tells of itself. */
const char *taub_comm_refuses_device_memory(const struct taub_comm *self);

/* What one rank found wrong becomes the status and the message of all: those of the lowest rank that failed, with its
 * number and host where others have not failed. `error` may be NULL. */
enum taub_status taub_comm_agree(const struct taub_comm *self, enum taub_status status, struct taub_error *error);

#endif
