/* Passes that are launched in parts, so that ghost zones travel between ranks meanwhile.
 *
 * Behind a fill, or an exchange that a scheme asks for itself, what a pass does in a box of cells away from all faces
 * whose ghost zones are still to come needs none of these. As zones arrive, axis by axis where corners are needed, the
 * boxes grow, and each part is what the new box of a pass has more than the former one.
 *
 * Before a fill those layers of cells that other ranks take as ghost zones are computed first, by all passes in turn.
 * What is left of each pass is a box, and it is launched in parts, one behind each exchange.
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
    bool fills;        /* behind: some of them give ghost zones values, when those that travel are there */
    struct taub_launch launches[MOST_OVERLAP_PASSES]; /* of the whole ranges */
    struct taub_box boxes[MOST_OVERLAP_PASSES];       /* behind: what has been launched; before: what is left at last */
};

/* How many passes behind operation `exchange` can be launched in parts; 0: `self` is not to be used. */
int taub_overlap_behind(struct taub_overlap *self, const struct taub_launches *launches, int exchange);
/* Appends what needs no ghost zones of an exchange along these axes, nor of axes that are filled behind it (with
 * corners), and has not been launched; returns how many launches that takes. */
int taub_overlap_inside(struct taub_overlap *self, unsigned axes, enum taub_corners corners, struct taub_launch *list);
/* Appends what is left. */
int taub_overlap_rest(struct taub_overlap *self, struct taub_launch *list);

/* How many passes from operation `first` on can be launched in parts before a fill behind them; 0: as above. */
int taub_overlap_before(struct taub_overlap *self, const struct taub_launches *launches, int first);
/* Appends the layers of all passes; returns how many launches that takes. */
int taub_overlap_layers(const struct taub_overlap *self, struct taub_launch *list);
/* The same for the part of the inside that is computed behind the exchange along an axis. */
int taub_overlap_part(const struct taub_overlap *self, int axis, struct taub_launch *list);
/* Restricts a range to the layers that are sent across a side. */
void taub_overlap_restrict(const struct taub_overlap *self, int axis, int side, struct taub_range *range);

#endif
