/* NCCL: messages and maxima between the memories of NVIDIA GPUs, in the order of a CUDA stream and without the host,
 * between GPUs of one host and of several. The library is opened when it is wanted: libnccl.so.2, or what
 * TAUB_NCCL_LIBRARY names in the environment. Names of its functions are those of NVIDIA's documentation of NCCL 2.
 *
 * A function that puts work on a stream returns before that is done. What goes wrong there shows in taub_nccl_check. */
#ifndef TAUB_COMM_NCCL_H
#define TAUB_COMM_NCCL_H

#include "comm/comm.h"

struct taub_nccl;

/* What ranks join by; made by one of them. */
struct taub_nccl_id {
    char bytes[128];
};

/* host_memory: of ranks on hosts, for which only a library made for tests will do, which says so by a symbol
 * taub_nccl_on_hosts. TAUB_FAILED with the reason. */
enum taub_status taub_nccl_open(bool host_memory, struct taub_nccl **out, struct taub_error *error);
/* All ranks together, unless taub_nccl_abort has been called, when graphs that contain its work are gone. NULL:
 * nothing.
 */
void taub_nccl_close(struct taub_nccl *self);
/* As NCCL counts: 22800 for 2.28.0. */
int taub_nccl_version(const struct taub_nccl *self);
void taub_nccl_version_text(int version, char text[24]);
/* One line for taub devices; false with the reason where there is none. */
bool taub_nccl_describe(char *text, size_t size);

enum taub_status taub_nccl_make_id(const struct taub_nccl *self, struct taub_nccl_id *id, struct taub_error *error);
/* All ranks together. In a thread of its own, which first calls enter(user) to make its device current, so that ranks
 * that do not find each other end this after so many seconds. */
enum taub_status taub_nccl_join(struct taub_nccl *self, const struct taub_comm *comm, const struct taub_nccl_id *id,
                                void (*enter)(void *user), void *user, double seconds, struct taub_error *error);

/* On a stream: all messages at the same time, and the largest of `count` values of all ranks in their place; memory of
 * the device. */
enum taub_status taub_nccl_exchange(const struct taub_nccl *self, const struct taub_message *messages, int count,
                                    void *stream, struct taub_error *error);
enum taub_status taub_nccl_maximum(const struct taub_nccl *self, double *values, int count, void *stream,
                                   struct taub_error *error);
/* Whether work on streams has failed, of this rank or of one that it waits for. */
enum taub_status taub_nccl_check(const struct taub_nccl *self, struct taub_error *error);
/* Ends what waits for other ranks. Nothing is to be asked of it any more, but to be closed. */
void taub_nccl_abort(struct taub_nccl *self);

#endif
