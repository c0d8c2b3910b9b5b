/* Parts of passes that are launched while ghost zones travel between ranks.
 *
 * Behind a fill, or an exchange that a scheme asks for itself, stand one or several divisible passes
 * (taub_op.divisible). What they do in a box of cells that is away from all faces whose ghost zones are still to come
 * needs none of these. As ghost zones arrive, axis by axis where corners are needed, the boxes grow, and each part is
 * what the new box of a pass has more than the former one: so every cell is in one part. */
#ifndef TAUB_EVOLVE_HIDING_H
#define TAUB_EVOLVE_HIDING_H

#include "evolve/internal.h"

enum { MOST_HIDING_PASSES = 4 };

struct taub_hiding {
    const struct taub_simulation *simulation;
    bool shared[3][2]; /* across which sides of its blocks the rank meets others */
    int count;
    struct hiding_pass {
        struct taub_launch launch; /* of the whole range */
        const struct taub_op *op;
        struct taub_range done; /* the box of cells that have been launched */
    } passes[MOST_HIDING_PASSES];
};

/* False: nothing is hidden on this rank, and `self` is not to be used. */
bool taub_hiding_start(struct taub_hiding *self, const struct taub_simulation *simulation);
/* The next pass; false: there are as many as can be. */
bool taub_hiding_pass(struct taub_hiding *self, const struct taub_launch *launch, const struct taub_op *op);
/* Appends what needs no ghost zones of an exchange along these axes, nor of axes that are filled behind it (with
 * corners), and has not been launched; returns how many launches that takes. */
int taub_hiding_part(struct taub_hiding *self, unsigned axes, enum taub_corners corners, struct taub_launch *list);
/* Appends what is left. */
int taub_hiding_rest(struct taub_hiding *self, struct taub_launch *list);

#endif
