#include "problems/average.h"

#include <math.h>
#include <string.h>

#include "core/try.h"

/* A cell contains a jump if some component varies over its points and corners by more than the fraction `jump` of its
 * largest absolute value there, and by more than the fraction `comparable_jump` of the size of comparable components.
 * Only components of the same unit are comparable, so that the result does not depend on the choice of units. */
static const double jump = 0.1, comparable_jump = 0.01;
/* Subcells along each axis into which a cell with a jump is divided, for 0 to 3 axes; each subcell uses the whole
 * quadrature rule. */
enum { MOST_PARTS = 32 };
static const int parts[4] = {1, MOST_PARTS, 8, 4};

/* Places in units of half the spacing; weights sum to 1. */
static void find_rule(int points, double places[TAUB_AVERAGE_POINTS], double weights[TAUB_AVERAGE_POINTS])
{
    static const double all_places[TAUB_AVERAGE_POINTS][TAUB_AVERAGE_POINTS] = {
        {0},
        {-0.57735026918962576, 0.57735026918962576},
        {-0.77459666924148338, 0, 0.77459666924148338},
        {-0.86113631159405258, -0.33998104358485626, 0.33998104358485626, 0.86113631159405258},
        {-0.90617984593866399, -0.53846931010568309, 0, 0.53846931010568309, 0.90617984593866399}};
    static const double all_weights[TAUB_AVERAGE_POINTS][TAUB_AVERAGE_POINTS] = {
        {1},
        {0.5, 0.5},
        {5.0 / 18, 8.0 / 18, 5.0 / 18},
        {0.17392742256872693, 0.32607257743127307, 0.32607257743127307, 0.17392742256872693},
        {0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324, 0.11846344252809454}};
    memcpy(places, all_places[points - 1], sizeof all_places[0]);
    memcpy(weights, all_weights[points - 1], sizeof all_weights[0]);
}

struct sum {
    double total[TAUB_AVERAGE_COMPONENTS], low[TAUB_AVERAGE_COMPONENTS], high[TAUB_AVERAGE_COMPONENTS];
};

struct rule {
    int count;
    const double *places, *weights;
};

/* Evaluates the function at one quadrature point: values times weight, and their extrema. */
static enum taub_status evaluate(const struct taub_average *self, const double center[3], const struct rule *rule,
                                 const int at[3], struct sum *sum, double weighted[TAUB_AVERAGE_COMPONENTS],
                                 struct taub_error *error)
{
    double x[3], values[TAUB_AVERAGE_COMPONENTS], weight = 1;
    for (int a = 0; a < 3; a++) {
        x[a] = center[a] + (self->active[a] ? 0.5 * self->spacing[a] * rule->places[at[a]] : 0);
        weight *= self->active[a] ? rule->weights[at[a]] : 1;
    }
    TRY(self->point(self->user, x, values, error));
    for (int c = 0; c < self->components; c++) {
        weighted[c] = weight * values[c];
        sum->low[c] = fmin(sum->low[c], values[c]);
        sum->high[c] = fmax(sum->high[c], values[c]);
    }
    return TAUB_OK;
}

/* Applies the rule along each active axis. A point and its mirror image under exchange of x and y are added to each
 * other first, so that the sum of symmetric data is symmetric to the last bit. */
static enum taub_status integrate(const struct taub_average *self, const double center[3], const struct rule *rule,
                                  struct sum *sum, struct taub_error *error)
{
    int n[3];
    for (int a = 0; a < 3; a++)
        n[a] = self->active[a] ? rule->count : 1;
    for (int c = 0; c < self->components; c++) {
        sum->total[c] = 0;
        sum->low[c] = HUGE_VAL;
        sum->high[c] = -HUGE_VAL;
    }
    for (int p = 0; p < n[0] * n[1] * n[2]; p++) {
        const int at[3] = {p % n[0], p / n[0] % n[1], p / (n[0] * n[1])}, exchanged[3] = {at[1], at[0], at[2]};
        const bool pair = n[0] == n[1] && at[0] != at[1];
        double one[TAUB_AVERAGE_COMPONENTS], other[TAUB_AVERAGE_COMPONENTS];
        if (pair && at[0] > at[1])
            continue;
        TRY(evaluate(self, center, rule, at, sum, one, error));
        if (pair)
            TRY(evaluate(self, center, rule, exchanged, sum, other, error));
        for (int c = 0; c < self->components; c++)
            sum->total[c] += pair ? one[c] + other[c] : one[c];
    }
    for (int c = 0; c < self->components; c++)
        if (sum->low[c] == sum->high[c])
            sum->total[c] = sum->low[c];
    return TAUB_OK;
}

static bool jumps(const struct taub_average *self, const struct sum *sum)
{
    double largest[TAUB_AVERAGE_COMPONENTS];
    for (int c = 0; c < self->components; c++)
        largest[c] = fmax(fabs(sum->low[c]), fabs(sum->high[c]));
    for (int c = 0; c < self->components; c++) {
        const double range = sum->high[c] - sum->low[c];
        const double square = self->comparable ? self->comparable(largest, c) : largest[c] * largest[c];
        if (range > jump * largest[c] && range * range > comparable_jump * comparable_jump * square)
            return true;
    }
    return false;
}

enum taub_status taub_cell_average(const struct taub_average *self, const double center[3], double *out,
                                   struct taub_error *error)
{
    double places[TAUB_AVERAGE_POINTS], weights[TAUB_AVERAGE_POINTS];
    double fine[MOST_PARTS * TAUB_AVERAGE_POINTS], share[MOST_PARTS * TAUB_AVERAGE_POINTS];
    const double ends[2] = {-1, 1}, halves[2] = {0.5, 0.5};
    struct sum sum, corners;
    if (self->points == 1)
        return self->point(self->user, center, out, error);
    find_rule(self->points, places, weights);
    const struct rule plain = {self->points, places, weights}, of_corners = {2, ends, halves};
    TRY(integrate(self, center, &plain, &sum, error));
    if (self->smooth) {
        memcpy(out, sum.total, (size_t)self->components * sizeof *out);
        return TAUB_OK;
    }
    TRY(integrate(self, center, &of_corners, &corners, error));
    for (int c = 0; c < self->components; c++) {
        corners.low[c] = fmin(corners.low[c], sum.low[c]);
        corners.high[c] = fmax(corners.high[c], sum.high[c]);
    }
    if (jumps(self, &corners)) {
        const int cuts = parts[self->active[0] + self->active[1] + self->active[2]], count = cuts * self->points;
        for (int n = 0; n < count; n++) {
            fine[n] = (2 * (n / self->points) + 1 + places[n % self->points]) / cuts - 1;
            share[n] = weights[n % self->points] / cuts;
        }
        const struct rule of_parts = {count, fine, share};
        TRY(integrate(self, center, &of_parts, &sum, error));
    }
    memcpy(out, sum.total, (size_t)self->components * sizeof *out);
    return TAUB_OK;
}
