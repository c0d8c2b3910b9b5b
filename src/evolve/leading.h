/* Passes before a fill, of which the cells next to other ranks are computed first, so that their zones travel while the
 * rest is computed.
 *
 * Leading passes (taub_op.leading) follow each other, and a fill follows the last one. Those layers of cells that other
 * ranks take as ghost zones are computed first, by all passes in turn, each over as many cells more as the ones behind
 * it need. What is left of each pass is a box, and it is launched in parts, one behind each exchange, in which a pass
 * again goes as far as the ones behind it need. So every cell is in one part of each pass. */
#ifndef TAUB_EVOLVE_LEADING_H
#define TAUB_EVOLVE_LEADING_H

#include "evolve/internal.h"

enum { MOST_LEADING_PASSES = 16 };

struct taub_leading {
    const struct taub_mesh *mesh;
    bool shared[3][2]; /* across which sides of its blocks the rank meets others */
    int count;
    struct leading_pass {
        struct taub_launch launch; /* of the whole range */
        const struct taub_op *op;
        int beyond[3][2];        /* cells more than those that are wanted in the end */
        struct taub_range inner; /* what is left when the layers are there */
    } passes[MOST_LEADING_PASSES];
};

/* False: nothing is hidden on this rank, and `self` is not to be used. */
bool taub_leading_start(struct taub_leading *self, const struct taub_simulation *simulation);
/* The next pass; false: there are as many as can be. */
bool taub_leading_pass(struct taub_leading *self, const struct taub_launch *launch, const struct taub_op *op);
/* Behind the last pass. False: blocks are too thin for an inside. */
bool taub_leading_close(struct taub_leading *self);
/* Appends the layers of all passes; returns how many launches that takes. */
int taub_leading_layers(const struct taub_leading *self, struct taub_launch *list);
/* The same for the part of the inside that is computed behind the exchange along an axis. */
int taub_leading_part(const struct taub_leading *self, int axis, struct taub_launch *list);
/* Restricts a range to the layers that are sent across a side. */
void taub_leading_restrict(const struct taub_leading *self, int axis, int side, struct taub_range *range);

#endif
