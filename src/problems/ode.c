#include "problems/ode.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 7, MOST_NODES = 1 << 22 };

static const double nodes_c[STAGES] = {0, 1 / 5.0, 3 / 10.0, 4 / 5.0, 8 / 9.0, 1, 1};
static const double weights_a[STAGES][STAGES - 1] = {
    {0},
    {1 / 5.0},
    {3 / 40.0, 9 / 40.0},
    {44 / 45.0, -56 / 15.0, 32 / 9.0},
    {19372 / 6561.0, -25360 / 2187.0, 64448 / 6561.0, -212 / 729.0},
    {9017 / 3168.0, -355 / 33.0, 46732 / 5247.0, 49 / 176.0, -5103 / 18656.0},
    {35 / 384.0, 0, 500 / 1113.0, 125 / 192.0, -2187 / 6784.0, 11 / 84.0},
};
/* Weights of the fifth-order minus the fourth-order solution. */
static const double weights_error[STAGES] = {71 / 57600.0,      0,          -71 / 16695.0, 71 / 1920.0,
                                             -17253 / 339200.0, 22 / 525.0, -1 / 40.0};

static int width(const struct taub_ode_table *table)
{
    return 1 + 2 * table->components;
}

static enum taub_status append(struct taub_ode_table *table, double s, const double y[], const double slope[],
                               struct taub_error *error)
{
    if (table->count == table->capacity) {
        const long capacity = table->capacity ? 2 * table->capacity : 1024;
        double *nodes = realloc(table->nodes, (size_t)(capacity * width(table)) * sizeof *nodes);
        if (!nodes)
            return taub_fail(error, TAUB_FAILED, "Out of memory.");
        table->nodes = nodes;
        table->capacity = capacity;
    }
    double *node = table->nodes + table->count++ * width(table);
    node[0] = s;
    memcpy(node + 1, y, (size_t)table->components * sizeof *y);
    memcpy(node + 1 + table->components, slope, (size_t)table->components * sizeof *slope);
    return TAUB_OK;
}

/* Takes one step; returns the estimated error over the tolerance. The last stage is the slope at the end of the
 * step. */
static double try_step(const struct taub_ode *ode, double s, const double y[], double h, double k[][TAUB_ODE_MOST],
                       double out[])
{
    double worst = 0;
    for (int stage = 1; stage < STAGES; stage++) {
        for (int c = 0; c < ode->components; c++) {
            double sum = 0;
            for (int m = 0; m < stage; m++)
                sum += weights_a[stage][m] * k[m][c];
            out[c] = y[c] + h * sum;
        }
        ode->rate(ode->user, s + nodes_c[stage] * h, out, k[stage]);
    }
    for (int c = 0; c < ode->components; c++) {
        double error = 0;
        for (int m = 0; m < STAGES; m++)
            error += weights_error[m] * k[m][c];
        error = fabs(h * error) / (ode->tolerance * fmax(ode->scale[c], fabs(y[c])));
        worst = error <= worst ? worst : error; /* also if the error is NaN */
    }
    return worst;
}

enum taub_status taub_ode_solve(const struct taub_ode *ode, double from, double to, const double start[],
                                struct taub_ode_table *table, struct taub_error *error)
{
    double y[TAUB_ODE_MOST] = {0}, next[TAUB_ODE_MOST] = {0}, k[STAGES][TAUB_ODE_MOST] = {{0}};
    const double direction = to < from ? -1 : 1, shortest = 1e-13 * fmax(1, fmax(fabs(from), fabs(to)));
    double s = from, h = ode->longest_step / 16;
    *table = (struct taub_ode_table){ode->components, 0, 0, NULL};
    memcpy(y, start, (size_t)ode->components * sizeof *y);
    ode->rate(ode->user, s, y, k[0]);
    enum taub_status status = append(table, s, y, k[0], error);
    while (status == TAUB_OK && direction * (to - s) > shortest) {
        h = fmin(fmin(h, ode->longest_step), fabs(to - s));
        const double estimate = try_step(ode, s, y, direction * h, k, next);
        /* At a discontinuity of the right-hand side no step is small enough: accept the shortest one. */
        if (estimate <= 1 || (h <= shortest && isfinite(estimate))) {
            s += direction * h;
            memcpy(y, next, sizeof y);
            memcpy(k[0], k[STAGES - 1], sizeof k[0]);
            status = append(table, s, y, k[0], error);
        }
        if (status == TAUB_OK && ((h <= shortest && !isfinite(estimate)) || table->count >= MOST_NODES))
            status =
                taub_fail(error, TAUB_BAD_INPUT,
                          "the equations of this flow could not be solved beyond %.6g: they are stiff or diverge", s);
        h *= isfinite(estimate) ? fmin(5, fmax(0.2, 0.9 * pow(fmax(estimate, 1e-10), -0.2))) : 0.2;
        h = fmax(h, shortest);
    }
    return status;
}

/* The interval that contains s; nodes may ascend or descend. */
static const double *find(const struct taub_ode_table *table, double s)
{
    const int step = width(table);
    const bool rises = table->count < 2 || table->nodes[step] > table->nodes[0];
    long low = 0, high = table->count > 1 ? table->count - 2 : 0;
    while (low < high) {
        const long middle = (low + high + 1) / 2;
        const double node = table->nodes[middle * step];
        if (rises ? node <= s : node >= s)
            low = middle;
        else
            high = middle - 1;
    }
    return table->nodes + low * step;
}

void taub_ode_at(const struct taub_ode_table *table, double s, double out[])
{
    const int n = table->components;
    const double *a = find(table, s), *b = table->count > 1 ? a + width(table) : a;
    const double h = b[0] - a[0], t = h != 0 ? (s - a[0]) / h : 0, r = 1 - t;
    for (int c = 0; c < n; c++)
        out[c] = r * r * ((1 + 2 * t) * a[1 + c] + t * h * a[1 + n + c]) +
                 t * t * ((1 + 2 * r) * b[1 + c] - r * h * b[1 + n + c]);
}

void taub_ode_free(struct taub_ode_table *table)
{
    free(table->nodes);
    *table = (struct taub_ode_table){0};
}
