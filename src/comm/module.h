/* What the module for an MPI (mpi_module.c) gives to the program. Nothing of MPI's own types shows: they differ between
 * implementations. */
#ifndef TAUB_COMM_MODULE_H
#define TAUB_COMM_MODULE_H

#include "comm/comm.h"

#define TAUB_COMM_MODULE_VERSION 3
#define TAUB_COMM_MODULE_SYMBOL "taub_comm_module"

struct taub_comm_module {
    int version;         /* TAUB_COMM_MODULE_VERSION */
    const char *family;  /* "Open MPI", "MPICH" or "another MPI": what it was compiled against */
    const char *library; /* the same with its version */
    bool (*start)(int *rank, int *size, int *local_rank, int *local_size);
    /* In place of start, in a program that has started MPI: `communicator` points to an MPI_Comm. Returns NULL, or why
     * not. As often as `leave`; all at a time are of the same ranks. */
    const char *(*join)(const void *communicator, int *rank, int *size, int *local_rank, int *local_size);
    void (*leave)(void);
    void (*stop)(void);
    void (*abort)(int code);
    void (*maximum)(double *values, int count);
    void (*gather_all)(const void *mine, size_t bytes, void *all);
    void (*broadcast)(int root, void *data, size_t bytes);
    void (*send)(int peer, const void *data, size_t bytes);
    void (*receive)(int peer, void *data, size_t bytes);
    void (*exchange)(const struct taub_message *messages, int count);
    /* The same in two parts, one at a time: between them the memory of the messages is not to be touched, and *messages
     * has to stay. */
    void (*begin_exchange)(const struct taub_message *messages, int count);
    void (*end_exchange)(const struct taub_message *messages, int count);
    /* Whether messages of `exchange` may stand in the memory of CUDA devices, as far as the library tells. */
    bool (*takes_device_memory)(void);
};

#endif
