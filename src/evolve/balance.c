#include "evolve/balance.h"

#include <string.h>

/* The polynomial through the first `count` values at `place`, by Lagrange's formula. */
static double value_at(const double *time, const double *values, int count, double place)
{
    double sum = 0.0;
    for (int n = 0; n < count; n++) {
        double weight = 1.0;
        for (int m = 0; m < count; m++)
            weight *= m == n ? 1.0 : (place - time[m]) / (time[n] - time[m]);
        sum += weight * values[n];
    }
    return sum;
}

/* Its integral between the nodes `from` and `from` + 1: Gauss' rule with two points is exact for cubics. */
static double integral(const double *time, const double *values, int count, int from)
{
    const double apart = 0.28867513459481287, middle = 0.5 * (time[from] + time[from + 1]),
                 width = time[from + 1] - time[from];
    return 0.5 * width *
           (value_at(time, values, count, middle - apart * width) +
            value_at(time, values, count, middle + apart * width));
}

static int nodes_of(const struct taub_balance *self)
{
    return self->lines < TAUB_BALANCE_NODES ? (int)self->lines : TAUB_BALANCE_NODES;
}

void taub_balance_add(struct taub_balance *self, double time, double energy, const double power[TAUB_BALANCE_POWERS])
{
    int at = nodes_of(self);
    if (at > 0 && !(time > self->time[at - 1]))
        return;
    if (at == TAUB_BALANCE_NODES) {
        at--;
        memmove(self->time, self->time + 1, (size_t)at * sizeof *self->time);
        for (int p = 0; p < TAUB_BALANCE_POWERS; p++)
            memmove(self->power[p], self->power[p] + 1, (size_t)at * sizeof *self->power[p]);
    }
    if (self->lines == 0.0)
        self->start = energy;
    self->end = energy;
    self->time[at] = time;
    self->lines++;
    for (int p = 0; p < TAUB_BALANCE_POWERS; p++) {
        self->power[p][at] = power[p];
        if (self->lines == TAUB_BALANCE_NODES) /* the first interval has no node before it */
            self->done[p] += integral(self->time, self->power[p], TAUB_BALANCE_NODES, 0);
        if (self->lines >= TAUB_BALANCE_NODES)
            self->done[p] += integral(self->time, self->power[p], TAUB_BALANCE_NODES, 1);
    }
}

void taub_balance_integrals(const struct taub_balance *self, double out[TAUB_BALANCE_POWERS])
{
    const int count = nodes_of(self), from = count == TAUB_BALANCE_NODES ? 2 : 0;
    for (int p = 0; p < TAUB_BALANCE_POWERS; p++) {
        out[p] = self->done[p];
        for (int n = from; n + 1 < count; n++)
            out[p] += integral(self->time, self->power[p], count, n);
    }
}
