/* A small system of ordinary differential equations, integrated once and read many times: the flows that are known up
 * to such a system. J. R. Dormand, P. J. Prince, J. Comput. Appl. Math. 6 (1980) 19: order 5 with an error estimate of
 * order 4; cubic Hermite pieces between the steps. */
#ifndef TAUB_ODE_H
#define TAUB_ODE_H

#include "taub/error.h"

enum { TAUB_ODE_MOST = 4 };

struct taub_ode {
    int components; /* at most TAUB_ODE_MOST */
    void (*rate)(const void *user, double s, const double y[], double out[]);
    const void *user;
    double tolerance;    /* relative to `scale`, per step */
    double longest_step; /* of s */
    double scale[TAUB_ODE_MOST];
};

struct taub_ode_table {
    int components;
    long count, capacity;
    double *nodes; /* per node: s, y, dy/ds */
};

/* From s = from to s = to, which may be smaller. TAUB_BAD_INPUT when the solution leaves the numbers or needs more than
 * four million steps. */
enum taub_status taub_ode_solve(const struct taub_ode *ode, double from, double to, const double start[],
                                struct taub_ode_table *table, struct taub_error *error);
/* At s between the ends; outside the nearest piece goes on. */
void taub_ode_at(const struct taub_ode_table *table, double s, double out[]);
void taub_ode_free(struct taub_ode_table *table);

#endif
