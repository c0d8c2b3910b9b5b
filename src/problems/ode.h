/* A small system of ordinary differential equations, integrated once and evaluated many times, for semi-analytic flows.
 * Dormand-Prince method of order 5 with an error estimate of order 4: J. R. Dormand, P. J. Prince, J. Comput. Appl.
 * Math. 6 (1980) 19; cubic Hermite interpolation between the steps. */
#ifndef TAUB_ODE_H
#define TAUB_ODE_H

#include "taub/error.h"

enum { TAUB_ODE_MOST = 4 };

struct taub_ode {
    int components; /* at most TAUB_ODE_MOST */
    void (*rate)(const void *user, double s, const double y[], double out[]);
    const void *user;
    double tolerance;    /* relative to `scale`, per step */
    double longest_step; /* in s */
    double scale[TAUB_ODE_MOST];
};

struct taub_ode_table {
    int components;
    long count, capacity;
    double *nodes; /* for each node: s, y, dy/ds */
};

/* Integrates from s = from to s = to, in either direction. TAUB_BAD_INPUT if the solution is not finite or needs more
 * than four million steps. */
enum taub_status taub_ode_solve(const struct taub_ode *ode, double from, double to, const double start[],
                                struct taub_ode_table *table, struct taub_error *error);
/* The solution at s; outside the range the nearest interval is extrapolated. */
void taub_ode_at(const struct taub_ode_table *table, double s, double out[]);
void taub_ode_free(struct taub_ode_table *table);

#endif
