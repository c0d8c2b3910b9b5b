/* Ghost zones that come from blocks of other ranks. */
#ifndef TAUB_EVOLVE_EXCHANGE_H
#define TAUB_EVOLVE_EXCHANGE_H

#include "comm/comm.h"
#include "evolve/corners.h"
#include "mesh/mesh.h"

struct taub_exchange;

/* What is exchanged at a time: up to two cell fields, `components` of each, along the axes whose bits are set. */
struct taub_exchanged {
    void *fields[2]; /* as stored, on the host; NULL: none */
    int components[2];
    size_t value_bytes;
    unsigned axes;
    enum taub_corners corners; /* other than TAUB_NO_CORNERS: of one axis only */
};

/* bytes_a_value: the most that is ever exchanged for one cell. */
enum taub_status taub_exchange_create(const struct taub_comm *comm, const struct taub_mesh *mesh, size_t bytes_a_value,
                                      struct taub_exchange **out, struct taub_error *error);
void taub_exchange_destroy(struct taub_exchange *self);
/* Sends the cells next to faces that two ranks share, and fills the ghost zones behind them: one message to each
 * neighbouring rank for each axis, with all components. */
void taub_exchange_run(struct taub_exchange *self, const struct taub_exchanged *what);
/* The same in two parts; between them cells are not to be changed, nor ghost zones read, and no other exchange runs. */
void taub_exchange_begin(struct taub_exchange *self, const struct taub_exchanged *what);
void taub_exchange_end(struct taub_exchange *self, const struct taub_exchanged *what);

/* Faces of this rank that another one has on their other side. */
struct taub_shared_face {
    int block, axis, side, peer;
    int order[2]; /* of the one who receives: number among all blocks, and face; messages are in this order */
};
/* Along one axis, with their zones to be sent (in 0) or received (in 1); returns their number. */
int taub_exchange_faces(const struct taub_exchange *self, int in, int axis, const struct taub_shared_face **faces);
/* Cells of a face's zones, lower and upper bounds of their numbers in the block; returns how many they are. */
size_t taub_exchange_box(const struct taub_mesh *mesh, const struct taub_shared_face *face, int in,
                         enum taub_corners corners, int lower[3], int upper[3]);
/* Memory for the messages out (0) and in (1). */
char *taub_exchange_memory(const struct taub_exchange *self, int in);
/* Writes down the messages of zones that stand in `out` and are to stand in `in`, face by face: one for each axis and
 * neighbouring rank. Returns their number; of all axes it is that of taub_exchange_most_messages. */
int taub_exchange_list(const struct taub_exchange *self, unsigned axes, enum taub_corners corners, size_t bytes_a_value,
                       char *out, char *in, struct taub_message *messages);
int taub_exchange_most_messages(const struct taub_exchange *self);
/* Sends and receives them: what travels has arrived behind the second part. */
void taub_exchange_begin_messages(struct taub_exchange *self, unsigned axes, enum taub_corners corners,
                                  size_t bytes_a_value, char *out, char *in);
void taub_exchange_end_messages(struct taub_exchange *self);
/* Bytes of all of them along these axes. */
size_t taub_exchange_bytes(const struct taub_exchange *self, int in, unsigned axes, enum taub_corners corners,
                           size_t bytes_a_value);

#endif
