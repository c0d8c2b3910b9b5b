/* What goes with the zones of an axis in an exchange of ghost zones. */
#ifndef TAUB_EVOLVE_CORNERS_H
#define TAUB_EVOLVE_CORNERS_H

enum taub_corners {
    TAUB_NO_CORNERS,
    TAUB_LOWER_CORNERS, /* the ghost zones of lower axes beside them, which are filled already */
    TAUB_ALL_CORNERS    /* those of all axes, which were filled before (taub_op.whole) */
};

#endif
