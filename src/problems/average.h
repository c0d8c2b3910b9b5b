/* Averages of a function over a cell.
 *
 * The product of Gauss and Legendre's rules with the same number of points along each axis that has cells. A cell in
 * which a value jumps between the points is cut into many small ones: what is averaged may have shocks. A function that
 * is the same at all points is returned as it is, without rounding. */
#ifndef TAUB_AVERAGE_H
#define TAUB_AVERAGE_H

#include <stdbool.h>

#include "taub/error.h"

enum { TAUB_AVERAGE_COMPONENTS = 32, TAUB_AVERAGE_POINTS = 5 };

struct taub_average {
    int points;     /* along each axis: 1 to TAUB_AVERAGE_POINTS; 1 is the value at the centre, whatever jumps */
    int components; /* of the values, at most TAUB_AVERAGE_COMPONENTS */
    bool active[3]; /* axes that are integrated over */
    bool smooth;    /* nothing jumps: the rule is enough */
    double spacing[3];
    /* The values at x; user is handed through. */
    enum taub_status (*point)(const void *user, const double x[3], double *values, struct taub_error *error);
    const void *user;
    /* The square of a size in the units of a component, from the largest sizes of all; NULL: its own largest size. */
    double (*comparable)(const double *largest, int component);
};

enum taub_status taub_cell_average(const struct taub_average *self, const double center[3], double *out,
                                   struct taub_error *error);

/* Places in units of half the spacing, and weights that add up to 1. */
void taub_average_rule(int points, double places[TAUB_AVERAGE_POINTS], double weights[TAUB_AVERAGE_POINTS]);

#endif
