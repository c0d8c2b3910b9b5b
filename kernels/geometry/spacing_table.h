/* Columns of the table of unequal cells; shared with the C library (src/mesh/spacing.c). */
#ifndef TAUB_GEOMETRY_SPACING_TABLE_H
#define TAUB_GEOMETRY_SPACING_TABLE_H

enum { SPACING_REACH = 6 }; /* cells beyond both ends of an axis that a column has, too */
enum {
    SPACING_CENTRE,
    SPACING_WIDTH,
    SPACING_PER_WIDTH, /* 1/width */
    SPACING_BEHIND,    /* width over the distance to the centre of the cell before */
    SPACING_AHEAD,     /* ... and of the one behind */
    SPACING_COLUMNS
};

#endif
