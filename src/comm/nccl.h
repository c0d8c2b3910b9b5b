/* NCCL: messages and maxima between the memories of NVIDIA GPUs of one or several hosts, enqueued on a CUDA stream
 * without involving the host. The library is opened on demand: libnccl.so.2, or the one that TAUB_NCCL_LIBRARY names in
 * the environment. Function names are those of NVIDIA's documentation of NCCL 2.
 *
 * A function that enqueues work on a stream returns before the work is done; taub_nccl_check reports its errors. */
#ifndef TAUB_COMM_NCCL_H
#define TAUB_COMM_NCCL_H

#include "comm/comm.h"

struct taub_nccl;

/* Identifies the group that ranks join; made by one of them. */
struct taub_nccl_id {
    char bytes[128];
};

/* host_memory: the ranks compute on hosts, which only a library made for tests supports; it says so by the symbol
 * taub_nccl_on_hosts. TAUB_FAILED with the reason. */
enum taub_status taub_nccl_open(bool host_memory, struct taub_nccl **out, struct taub_error *error);
/* Called by all ranks together, unless taub_nccl_abort has been called, and after all graphs that contain its work have
 * been destroyed. NULL is allowed. */
void taub_nccl_close(struct taub_nccl *self);
/* In NCCL's numbering: 22800 for 2.28.0. */
int taub_nccl_version(const struct taub_nccl *self);
void taub_nccl_version_text(int version, char text[24]);
/* One line for `taub devices`. False if there is no NCCL; the text is then the reason. */
bool taub_nccl_describe(char *text, size_t size);

enum taub_status taub_nccl_make_id(const struct taub_nccl *self, struct taub_nccl_id *id, struct taub_error *error);
/* Called by all ranks together. A separate thread, which first calls enter(user) to make its device current, joins the
 * ranks, so that the call fails after `seconds` if they do not find each other. */
enum taub_status taub_nccl_join(struct taub_nccl *self, const struct taub_comm *comm, const struct taub_nccl_id *id,
                                void (*enter)(void *user), void *user, double seconds, struct taub_error *error);

/* Enqueue on a stream, for device memory: all messages at the same time; the maximum over all ranks of each of `count`
 * values, in place. */
enum taub_status taub_nccl_exchange(const struct taub_nccl *self, const struct taub_message *messages, int count,
                                    void *stream, struct taub_error *error);
enum taub_status taub_nccl_maximum(const struct taub_nccl *self, double *values, int count, void *stream,
                                   struct taub_error *error);
/* Reports failures of work on streams, on this rank or on one that it waits for. */
enum taub_status taub_nccl_check(const struct taub_nccl *self, struct taub_error *error);
/* Cancels work that waits for other ranks. Afterwards only taub_nccl_close may be called. */
void taub_nccl_abort(struct taub_nccl *self);

#endif
