/* Passes that are launched in two parts, an inside and the rim around it, so that ghost zones travel between ranks
 * while the inside is computed.
 *
 * After a fill, or a copy that a scheme asks for itself, the inside is what reads no ghost zone of other ranks; the rim
 * is computed when these are there. Before a fill the rim holds the cells that other ranks take, and is computed first.
 *
 * Either way each part goes as far as the passes of the row read of each other (taub_op_reads, taub_step_cut), and
 * every cell is in one part of each pass. */
#ifndef TAUB_EVOLVE_OVERLAP_H
#define TAUB_EVOLVE_OVERLAP_H

#include "evolve/launches.h"

enum { MOST_OVERLAP_PASSES = 16 };

struct taub_overlap {
    const struct taub_mesh *mesh;
    const struct taub_step *step;
    bool shared[3][2]; /* across which sides of its blocks the rank meets others */
    int fields[2];     /* whose ghost zones travel; -1: none */
    int first, count;  /* operations, all of them passes */
    bool waits;        /* behind: some of them give ghost zones values, from those that travel */
    struct taub_launch launches[MOST_OVERLAP_PASSES]; /* of the whole ranges */
    struct taub_box boxes[MOST_OVERLAP_PASSES];       /* the inside; nothing where there is none */
};

/* How many passes behind operation `exchange` can be launched in parts; 0: `self` is not to be used. */
int taub_overlap_behind(struct taub_overlap *self, const struct taub_launches *launches, int exchange);
/* Appends the inside; returns how many launches that takes. */
int taub_overlap_inside(struct taub_overlap *self, struct taub_launch *list);
/* Appends the rim. */
int taub_overlap_rest(struct taub_overlap *self, struct taub_launch *list);

/* How many passes from operation `first` on can be launched in parts before a fill behind them; 0: as above. */
int taub_overlap_before(struct taub_overlap *self, const struct taub_launches *launches, int first);
/* Append the rim, then the inside; return how many launches that takes. */
int taub_overlap_layers(const struct taub_overlap *self, struct taub_launch *list);
int taub_overlap_core(const struct taub_overlap *self, struct taub_launch *list);

#endif
