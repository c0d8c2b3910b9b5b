/* The interface between the program and its module for an MPI (mpi_module.c). It contains no types of MPI, because
 * these differ between implementations. */
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
    /* Used in place of start in a program that has initialised MPI: `communicator` points to an MPI_Comm. Returns NULL,
     * or the reason for a failure. Every call needs a matching `leave`; communicators in use at the same time must have
     * the same ranks. */
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
    /* The same, split into begin and end, for one exchange at a time. In between, *messages and the memory of the
     * messages must not change. */
    void (*begin_exchange)(const struct taub_message *messages, int count);
    void (*end_exchange)(const struct taub_message *messages, int count);
    /* Whether messages of `exchange` may be in the memory of CUDA devices, as the library reports. */
    bool (*takes_device_memory)(void);
};

#endif
