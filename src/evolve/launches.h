/* A list of launches while it is made from a scheme's operations, and what ranks have to do between them. */
#ifndef TAUB_EVOLVE_LAUNCHES_H
#define TAUB_EVOLVE_LAUNCHES_H

#include "evolve/internal.h"

struct taub_launches {
    const struct taub_simulation *simulation;
    const struct taub_step *step;
    int *at;  /* which buffer holds which field */
    int part; /* taub_range.part of what comes next */
    struct taub_launch *list;
    int count;
    struct taub_cuts *cuts; /* NULL: nothing is noted, of a run of one rank */
    bool hides;             /* cells are computed while ghost zones travel, across these sides of blocks */
    bool shared[3][2];
};

/* The launch of a pass. */
struct taub_launch taub_launches_pass(const struct taub_launches *self, const struct taub_op *op);

/* src/evolve/cuts.c: what ranks do before the next launch. */
/* Goes on when no rank has failed; left out where nothing can have changed since the last one. */
void taub_launches_agree(struct taub_launches *self);
/* Makes the first of `count` values the largest of them on all ranks. */
void taub_launches_largest(struct taub_launches *self, struct taub_buffer *field, int count);
/* A pass was launched that may have changed what ranks agree about. */
void taub_launches_note(struct taub_launches *self, const struct taub_op *op);
/* At the start of a step: the one before has ended with an agreement. */
void taub_launches_have_agreed(struct taub_cuts *cuts);
/* Ghost zones that a fill, or a copy, has from other ranks; NULL without ranks. */
struct taub_cut *taub_launches_exchange(struct taub_launches *self, const struct taub_op *op);

/* src/evolve/fills.c. They append operation `o` and return how many of those behind it they have taken in, too. */
/* A fill, a copy or a share. */
int taub_launches_fill(struct taub_launches *self, int o);
/* A pass with what it shares. */
int taub_launches_run(struct taub_launches *self, int o);

#endif
