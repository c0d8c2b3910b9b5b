/* The table of droplets (source.kind: droplets), and what has entered of one by a time; shared with the C library
 * (src/evolve/droplets.c). All of the table are doubles, also numbers of places in it. */
#ifndef TAUB_SCHEMES_DROPLETS_H
#define TAUB_SCHEMES_DROPLETS_H

#include "dialect.h"

/* Cells of the mesh are grouped into buckets of so many along each axis, each with the list of the droplets that reach
 * into it: a cell looks at these alone. */
#define DROPLET_BUCKET 8
#define DROPLET_ROW 64 /* buckets in a row of the range of a pass over them */

/* The head of the table. */
enum {
    DROPLETS_BUCKETS,   /* along each axis */
    DROPLETS_TOTAL = 3, /* buckets */
    DROPLETS_BOOSTS,    /* where cosh and sinh of the rapidity of each plane of cells along z begin */
    DROPLETS_STARTS,    /* total + 1 places in the entries: where the list of a bucket begins */
    DROPLETS_LASTS,     /* when the last droplet of a bucket has entered */
    DROPLETS_ENTRIES,   /* places of droplets */
    DROPLETS_HEAD
};

/* One droplet. */
enum {
    DROPLET_TIME,
    DROPLET_REACH, /* of the time that it takes */
    DROPLET_MOMENTUM,
    DROPLET_LOWER = DROPLET_MOMENTUM + 5, /* E, px, py, pz, charge. Then its first cell along each axis, */
    DROPLET_COUNT = DROPLET_LOWER + 3,    /* how many cells from there on, round a periodic end, */
    DROPLET_WEIGHTS = DROPLET_COUNT + 3,  /* and where their shares are, over the widths of cells */
    DROPLET_VALUES = DROPLET_WEIGHTS + 3
};

/* The share that has entered by a time. Its rate is 15/16 (1 - s^2)^2/reach, s = (time - centre)/reach, |s| < 1:
 * smooth, of standard deviation reach/sqrt(7), and after a finite time exactly over. With reach = 0 all enters in the
 * first step that ends behind the centre. Sums and products only: the same bits on every device. */
INLINE double droplet_entered(double centre, double reach, double time)
{
    const double past = time - centre;
    if (past <= -reach)
        return 0.0;
    if (past >= reach)
        return 1.0;
    const double s = past / reach, s2 = s * s;
    return 0.5 + 0.9375 * s * (1.0 + s2 * (s2 / 5.0 - 2.0 / 3.0));
}

#endif
