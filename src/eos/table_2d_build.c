/* From the nodes of a two-dimensional equation of state to the bicubic pieces and their limits. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "eos/table_2d.h"

/* Largest count that single precision represents exactly: kernels store indices into the table in it. */
#define MOST_NUMBERS 16777216

enum { FUNCTIONS = 3 }; /* p, T^4, mu */

static size_t node_of(const struct taub_level *level, int row, int n)
{
    return (size_t)row * (size_t)(level->cells + 1) + (size_t)n;
}

static double energy_of(const struct taub_level *level, int row)
{
    return level->first + row * level->step;
}

/* (e + p - mu n)/T */
static double entropy_of(const struct taub_level *level, int row, int n)
{
    const size_t at = node_of(level, row, n);
    return (energy_of(level, row) + level->pressure[at] - level->potential[at] * (n * level->step_n)) /
           level->temperature[at];
}

static enum taub_status bad_node(const struct taub_level *level, int row, struct taub_error *error, const char *what)
{
    const size_t at = node_of(level, row, 0);
    return taub_fail(error, TAUB_BAD_INPUT,
                     "%s:%d: %s, at energy density %.10g without charge, where the files have p = %.10g, T = %.10g, mu "
                     "= %.10g. p in GeV/fm^3, T and mu in GeV are a consistent set of units.",
                     level->path, level->line[at], what, energy_of(level, row), level->pressure[at],
                     level->temperature[at], level->potential[at]);
}

/* Checks the nodes at n = 0: p and T positive and increasing, de = T ds, no chemical potential. The error of the
 * trapezoidal rule is bounded by the change of 1/T. */
static enum taub_status check_row(const struct taub_level *level, int row, double tolerance, struct taub_error *error)
{
    const size_t at = node_of(level, row, 0), before = node_of(level, row > 0 ? row - 1 : 0, 0);
    const double t = level->temperature[at], p = level->pressure[at];
    if (!(p > 0) || !(t > 0))
        return bad_node(level, row, error, "expected a pressure and a temperature above 0");
    if (!(fabs(level->potential[at]) <= tolerance * fabs(level->potential[at + 1])))
        return bad_node(level, row, error, "expected a chemical potential of 0");
    if (row == 0 || energy_of(level, row - 1) == 0)
        return TAUB_OK;
    const double t0 = level->temperature[before];
    if (!(p > level->pressure[before] && t > t0 && p - level->pressure[before] <= level->step))
        return bad_node(level, row, error, "expected p and T that grow with the energy density, 0 < dp/de <= 1");
    const double grown = entropy_of(level, row, 0) - entropy_of(level, row - 1, 0), mean = (1 / t0 + 1 / t) / 2;
    if (!(fabs(grown - level->step * mean) <= level->step * ((1 / t0 - 1 / t) / 2 + tolerance * mean)))
        return bad_node(level, row, error, "expected de = T ds with s = (e + p)/T from the row below (eos.tolerance)");
    return TAUB_OK;
}

/* The last node of a row that is thermodynamically consistent with those before it. */
static int last_of_row(const struct taub_level *level, int row, double tolerance)
{
    for (int n = 1; n <= level->cells; n++) {
        const size_t at = node_of(level, row, n);
        const double mu = level->potential[at], t = level->temperature[at];
        if (!(level->pressure[at] > 0 && t > 0 && mu > level->potential[at - 1] && entropy_of(level, row, n) > 0))
            return n - 1;
        const double ratio = mu / t, before = level->potential[at - 1] / level->temperature[at - 1];
        const double change = entropy_of(level, row, n) - entropy_of(level, row, n - 1), mean = (ratio + before) / 2;
        if (!(fabs(change / level->step_n + mean) <= fabs(ratio - before) / 2 + tolerance * mean))
            return n - 1;
    }
    return level->cells;
}

/* ---- slopes ---- */

/* Finite-difference derivative at index i of values that are `stride` apart: centred, and of second order at the ends
 * as well. */
static double difference(const double *f, long stride, int i, int first, int last)
{
    if (last - first < 2)
        return last > first ? f[(long)last * stride] - f[(long)first * stride] : 0;
    if (i > first && i < last)
        return (f[(i + 1) * stride] - f[(i - 1) * stride]) / 2;
    const int to = i == first ? 1 : -1;
    return to * (4 * f[(i + to) * stride] - 3 * f[i * stride] - f[(i + 2 * to) * stride]) / 2;
}

/* Slope along n at a node: for n < 0 the function is even, or odd (mu). */
static double slope_along_n(const double *row, long stride, int n, int last, bool odd)
{
    if (n == 0)
        return odd && last > 0 ? row[stride] - row[0] : 0;
    return difference(row, stride, n, 0, last);
}

/* Slope along e at a node, from the rows above and below that have this n. */
static double slope_along_e(const double *column, long stride, const int *last, int rows, int row, int n)
{
    int first = row, end = row;
    while (first > 0 && row - first < 2 && last[first - 1] >= n)
        first--;
    while (end < rows && end - row < 2 && last[end + 1] >= n)
        end++;
    if (end - first < 2) /* at most two rows have this n */
        return difference(column, stride, row, first, end);
    if (first == row)
        return difference(column, stride, row, row, row + 2);
    if (end == row)
        return difference(column, stride, row, row - 2, row);
    return difference(column, stride, row, row - 1, row + 1);
}

/* Fills in the slopes of one function at all nodes: 4 of the 12 numbers per node belong to it. */
static void fill_function(const struct taub_level *level, const int *last, bool odd, double *values)
{
    const long node = TAUB_LEVEL_NODE, row_stride = node * (level->cells + 1);
    for (int j = 0; j <= level->rows; j++)
        for (int i = 0; i <= last[j]; i++) {
            double *at = values + j * row_stride + i * node;
            at[1] = slope_along_e(values + i * node, row_stride, last, level->rows, j, i);
            at[2] = slope_along_n(values + j * row_stride, node, i, last[j], odd);
        }
    for (int j = 0; j <= level->rows; j++)
        for (int i = 0; i <= last[j]; i++)
            values[j * row_stride + i * node + 3] = slope_along_n(values + j * row_stride + 1, node, i, last[j], odd);
}

static void fill_nodes(const struct taub_level *level, const int *last, double *values)
{
    for (int j = 0; j <= level->rows; j++)
        for (int i = 0; i <= level->cells; i++) {
            const size_t at = node_of(level, j, i);
            double *to = values + TAUB_LEVEL_NODE * at;
            const double t2 = level->temperature[at] * level->temperature[at];
            to[0] = level->pressure[at];
            to[4] = t2 * t2;
            to[8] = i > 0 ? level->potential[at] : 0;
        }
    for (int f = 0; f < FUNCTIONS; f++)
        fill_function(level, last, f == 2, values + 4 * f);
}

/* ---- limits ---- */

static bool is_causal(const double *values, int levels, double e, double n)
{
    const struct taub_level_state state = taub_levels_at(values, levels, e, n);
    const double c2 = state.by_e + state.by_n * n / (e + state.pressure);
    return state.pressure > 0 && state.temperature > 0 && c2 > 0 && c2 <= 1;
}

/* Checks nine points of a cell, in a table of this level only. In a first row without matter (e = 0) the lowest points
 * are moved up by a quarter of a cell. */
static bool is_valid_cell(const double *values, const struct taub_level *level, int row, int n)
{
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            const double share = a == 0 && energy_of(level, row) == 0 ? 0.25 : 0.5 * a;
            if (!is_causal(values, 1, level->first + (row + share) * level->step, (n + 0.5 * b) * level->step_n))
                return false;
        }
    return true;
}

/* Writes the number of usable cells of each row to `limits`, which at first covers all cells between consistent nodes.
 */
static enum taub_status find_limits(const struct taub_level *level, const int *last, double *values,
                                    struct taub_error *error)
{
    double *limits = values + TAUB_LEVEL_HEAD;
    for (int j = 0; j < level->rows; j++)
        limits[j] = last[j] < last[j + 1] ? last[j] : last[j + 1];
    for (int j = 0; j < level->rows; j++) {
        int cells = 0;
        while (cells < (int)limits[j] && is_valid_cell(values, level, j, cells))
            cells++;
        limits[j] = cells;
        if (cells == 0)
            return bad_node(level, j, error,
                            "expected consistent thermodynamics at the smallest charge densities, ds = -(mu/T) dn "
                            "(eos.tolerance), and 0 < c^2 <= 1");
    }
    return TAUB_OK;
}

/* ---- the table ---- */

/* If a level begins with e = 0, its first row has no matter. */
static void clear_first_row(struct taub_level *level)
{
    for (int n = 0; n <= level->cells && level->first == 0; n++) {
        level->pressure[n] = level->temperature[n] = 0;
        level->potential[n] = level->potential[node_of(level, 1, n)];
    }
}

static size_t count_numbers(const struct taub_level *level)
{
    return (size_t)level->rows + TAUB_LEVEL_NODE * node_of(level, level->rows + 1, 0);
}

/* `values` receives a table of this level only; `last` is scratch space for its rows of nodes. */
static enum taub_status build_level(struct taub_level *level, double tolerance, int *last, double *values,
                                    struct taub_error *error)
{
    const int empty = level->first == 0;
    const double head[TAUB_LEVEL_HEAD] = {level->first,
                                          1 / level->step,
                                          level->rows,
                                          1 / level->step_n,
                                          level->cells + 1,
                                          TAUB_LEVEL_HEAD,
                                          TAUB_LEVEL_HEAD + level->rows,
                                          empty ? 0 : 1 / level->first,
                                          1 / energy_of(level, level->rows)};
    clear_first_row(level);
    for (int j = empty; j <= level->rows; j++)
        TRY(check_row(level, j, tolerance, error));
    for (int j = empty; j <= level->rows; j++)
        last[j] = last_of_row(level, j, tolerance);
    if (empty)
        last[0] = last[1];
    memcpy(values, head, sizeof head);
    fill_nodes(level, last, values + TAUB_LEVEL_HEAD + level->rows);
    return find_limits(level, last, values, error);
}

static enum taub_status add_level(struct taub_level *level, double tolerance, double *head, size_t at, double *to,
                                  struct taub_error *error)
{
    const size_t count = count_numbers(level);
    double *own_table = malloc((TAUB_LEVEL_HEAD + count) * sizeof *own_table);
    int *last = malloc(((size_t)level->rows + 1) * sizeof *last);
    enum taub_status status = own_table && last ? build_level(level, tolerance, last, own_table, error)
                                                : taub_fail(error, TAUB_FAILED, "Out of memory.");
    if (status == TAUB_OK) {
        memcpy(head, own_table, TAUB_LEVEL_HEAD * sizeof *head);
        head[5] = (double)at;
        head[6] = (double)at + level->rows;
        memcpy(to, own_table + TAUB_LEVEL_HEAD, count * sizeof *to);
    }
    free(own_table);
    free(last);
    return status;
}

enum taub_status taub_levels_build(struct taub_levels *self, double tolerance, double **values, size_t *count,
                                   struct taub_error *error)
{
    size_t total = TAUB_LEVEL_HEAD * (size_t)self->count, at = total;
    for (int l = 0; l < self->count; l++)
        total += count_numbers(&self->level[l]);
    if (total > MOST_NUMBERS)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: expected levels of at most %d nodes together, got %zu.",
                         self->level[0].path, MOST_NUMBERS / TAUB_LEVEL_NODE, total / TAUB_LEVEL_NODE);
    *values = malloc(total * sizeof **values);
    if (!*values)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    *count = total;
    for (int l = 0; l < self->count; l++) {
        TRY(add_level(&self->level[l], tolerance, *values + TAUB_LEVEL_HEAD * l, at, *values + at, error));
        at += count_numbers(&self->level[l]);
    }
    return TAUB_OK;
}
