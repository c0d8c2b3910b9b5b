/* How ranks do together what stands between the launches of a step. One text goes through launches and cuts (link.c);
 * a table of four calls says how each way does what a cut is: messages between the launches (link_host.c), or launches
 * among those of the recorded step (link_peers.c, link_nccl.c). */
#ifndef TAUB_EVOLVE_LINK_H
#define TAUB_EVOLVE_LINK_H

#include "evolve/exchange.h"
#include "evolve/internal.h"
#include "mailbox.h"

/* The passes of kernels/passes/exchange.h, then those that peers add. */
#define LINK_PASS_LIST(P)              \
    P(LINK_PACK, "pack", POINT)        \
    P(LINK_UNPACK, "unpack", POINT)    \
    P(LINK_GREATEST, "greatest", ROW)  \
    P(LINK_VOTE, "vote", SINGLE)       \
    P(LINK_HEED, "heed", SINGLE)       \
    P(LINK_OFFER, "offer", SINGLE)     \
    P(LINK_ACCEPT, "accept", SINGLE)   \
    P(LINK_TRADE, "trade", SINGLE)     \
    P(LINK_AGREE, "agree", SINGLE)     \
    P(LINK_LARGEST, "largest", SINGLE) \
    P(LINK_TELL, "tell", SINGLE)       \
    P(LINK_AWAIT, "await", SINGLE)     \
    P(LINK_MEET, "meet", SINGLE)
enum link_pass { LINK_PASS_LIST(TAUB_PASS_NUMBER) LINK_PASSES, LINK_PASSES_OF_ALL = LINK_TRADE };

struct taub_link_way;

/* What all ways have; the first member of the struct of each. */
struct taub_link {
    const struct taub_link_way *way;
    struct taub_simulation *simulation;
    struct taub_program *program; /* NULL: the passes are those of another link */
    struct taub_pass *passes[LINK_PASSES];
    struct taub_buffer *agreement; /* struct taub_agreement; NULL: the host decides what is done */
    struct taub_buffer *greatest;  /* of a row of values */
};

/* On the way through the launches of a step. */
struct taub_walk {
    struct taub_link *link;
    struct taub_launch *list; /* where the launches go that are recorded; NULL: they are launched at once */
    int count;
    bool in_step;            /* and not once, outside a step: exchanges and votes are up to the last vote */
    enum taub_status status; /* what the device has come to; launches end with a failure, what ranks share does not */
    struct taub_error *error;
};

struct taub_link_way {
    /* The zones of an exchange leave, and have arrived. What is launched between the two neither changes the cells that
     * are sent nor reads the ghost zones. */
    void (*post)(struct taub_walk *walk, const struct taub_cut *cut);
    void (*wait)(struct taub_walk *walk, const struct taub_cut *cut);
    void (*vote)(struct taub_walk *walk, const struct taub_cut *cut);
    void (*largest)(struct taub_walk *walk, const struct taub_cut *cut);
    /* Steps from the present phase on. */
    enum taub_status (*run)(struct taub_link *self, int64_t steps, struct taub_error *error);
    void (*destroy)(struct taub_link *self);
};

/* The launches of a step of one phase, and what ranks do between them. */
struct shared_step {
    struct taub_launch *list;
    int count;
    struct taub_cuts cuts;
};

struct taub_ranks {
    struct taub_link *host; /* of what is done outside steps */
    struct taub_link *link; /* of steps: that, peers or NCCL */
    struct shared_step step[TAUB_MOST_PHASES];
    bool hides;                   /* inner cells are computed while ghost zones travel, where a scheme lets them */
    size_t values;                /* the most that is exchanged of one cell */
    char way[TAUB_WAY_WORDS];     /* how zones go in a step, in words */
    struct taub_control own;      /* the clock of this rank as of the last synchronisation */
    int failed_rank;              /* the lowest of those that have failed */
    struct taub_agreement agreed; /* where the host decides */
    double seconds;               /* between launches */
};

/* ---- link.c ---- */

/* Goes through launches and cuts; ends where ranks have agreed that a step stops. */
void taub_link_walk(struct taub_walk *walk, const struct taub_launch *list, int count, const struct taub_cuts *cuts);
/* The steps of the present phase on are recorded with what stands between their launches. */
enum taub_status taub_link_record(struct taub_link *self, struct taub_error *error);
/* Launches at once, or writes down. */
void taub_walk_launch(struct taub_walk *walk, const struct taub_launch *launch);
/* The launch that packs (out) or unpacks (in) the zones of an exchange; message: NULL where peers take them. */
struct taub_launch taub_link_zones(const struct taub_link *self, const struct taub_cut *cut, bool in,
                                   struct taub_buffer *message);
/* A launch of a pass that looks at the agreement alone. */
struct taub_launch taub_link_single(const struct taub_link *self, enum link_pass pass);
/* The greatest of the values of a cut on this rank, in the buffer that it returns. */
struct taub_buffer *taub_link_greatest(struct taub_walk *walk, const struct taub_cut *cut);

/* Memory and passes of all ways. agreement: bytes; 0: none. */
enum taub_status taub_link_create_memory(struct taub_link *self, const void *agreement, size_t bytes,
                                         struct taub_error *error);
enum taub_status taub_link_create_program(struct taub_link *self, const char *file, int passes,
                                          struct taub_error *error);
void taub_link_destroy_common(struct taub_link *self);
/* Tries whether votes arrive: votes that each rank has its own of, and whether they are the largest of all then. */
enum taub_status taub_link_cast_greeting(struct taub_link *self, struct taub_error *error);
enum taub_status taub_link_check_greeting(const struct taub_link *self, struct taub_error *error);
/* Before steps that are enqueued together: nothing is agreed yet. */
enum taub_status taub_link_begin(struct taub_link *self, struct taub_error *error);

/* ---- the ways: NULL in *out, with the reason, where the ranks cannot; all ranks come to the same ---- */

enum taub_status taub_host_link_create(struct taub_simulation *simulation, struct taub_link **out,
                                       struct taub_error *error);
/* From now on messages go from and to the memory of the device, as they always do on hosts. */
void taub_host_link_go_directly(struct taub_link *self);
/* Memory of the messages out (0) and in (1). */
struct taub_buffer *taub_host_link_memory(const struct taub_link *self, int in);

enum taub_status taub_peers_create(struct taub_simulation *simulation, struct taub_link **out, char *reason,
                                   size_t size, struct taub_error *error);
enum taub_status taub_nccl_link_create(struct taub_simulation *simulation, struct taub_link **out, char *reason,
                                       size_t size, struct taub_error *error);
/* What its calls are timed under. */
extern const char taub_nccl_carrying[], taub_nccl_reducing[];
/* In words. */
const char *taub_nccl_link_way(const struct taub_link *self);

#endif
