/* Cell averages of a function.
 *
 * Tensor product of Gauss-Legendre rules with the same number of points along each axis with cells. A cell in which a
 * value jumps is divided into many subcells, because the function may have shocks. A function that is the same at all
 * points is returned without rounding. */
#ifndef TAUB_AVERAGE_H
#define TAUB_AVERAGE_H

#include <stdbool.h>

#include "taub/error.h"

enum { TAUB_AVERAGE_COMPONENTS = 32, TAUB_AVERAGE_POINTS = 5 };

struct taub_average {
    int points; /* along each axis: 1 to TAUB_AVERAGE_POINTS; 1 is the value at the centre even where the function jumps
                 */
    int components; /* number of values, at most TAUB_AVERAGE_COMPONENTS */
    bool active[3]; /* axes to integrate over */
    bool smooth;    /* the function has no jumps: cells are never divided */
    double spacing[3];
    /* Computes the values at x; user is passed through. */
    enum taub_status (*point)(const void *user, const double x[3], double *values, struct taub_error *error);
    const void *user;
    /* Square of the size to which changes of a component are compared, in its units, from the largest values of all
     * components; NULL: the component's own largest value. */
    double (*comparable)(const double *largest, int component);
};

enum taub_status taub_cell_average(const struct taub_average *self, const double center[3], double *out,
                                   struct taub_error *error);

#endif
