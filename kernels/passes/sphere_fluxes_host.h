/* The magnetic field at centres of faces and cells of a cubed sphere on the host, at orders 3 and 4: rows of what
 * passes/sphere_fluxes.h has of points (passes/sphere_rows_host.h). What differs between the cells of a row stands in
 * rows as well, so that all lines, sides and ends have one text. */
#ifndef TAUB_PASSES_SPHERE_FLUXES_HOST_H
#define TAUB_PASSES_SPHERE_FLUXES_HOST_H

#include "dialect.h"
#include "geometry/sphere.h"
#include "passes/sphere.h"
#include "passes/sphere_fluxes.h"
#include "passes/sphere_rows_host.h"

#if defined(TAUB_HOST) && TAUB_ORDER > 2 && defined(SYSTEM_FIELD)

/* A row of cells with uniform fields in the axes of the panel. */
struct near_row {
    struct row_place at;
    real field[3][SPHERE_ROW];
};
/* Of each cell the one that is meant, along axis 0, and which of its faces. */
struct row_choice {
    int i[SPHERE_ROW], upper[SPHERE_ROW];
};

INLINE real beyond_lane(const struct taub_io io, const stored *fluxes, int axis, const struct near_row *near, int k,
                        int j, int i, int upper, int l)
{
    const struct near_field cell = {
        near->at.b, {i, j, k}, {0}, {0}, {near->field[0][l], near->field[1][l], near->field[2][l]}};
    return flux_beyond(io, fluxes, cell, axis, upper, axis, 0);
}
INLINE void beyond_of_axis(const struct taub_io io, const stored *fluxes, int axis, const struct near_row *near, int k,
                           int j, int upper, const struct row_choice *choice, real *row)
{
    if (choice)
        EACH_LANE (l, near->at.lanes)
            row[l] = beyond_lane(io, fluxes, axis, near, k, j, choice->i[l], choice->upper[l], l);
    else
        EACH_LANE (l, near->at.lanes)
            row[l] = beyond_lane(io, fluxes, axis, near, k, j, near->at.i + l, upper, l);
}
/* flux_beyond of cells in another row, and along axis 0 where there is a choice. */
ONCE void row_beyond(const struct taub_io *given, const stored *fluxes, int axis, const struct near_row *near, int k,
                     int j, int upper, const struct row_choice *choice, real *row)
{
    const struct taub_io io = *given;
    if (axis == 0)
        beyond_of_axis(io, fluxes, 0, near, k, j, upper, choice, row);
    else if (axis == 1)
        beyond_of_axis(io, fluxes, 1, near, k, j, upper, choice, row);
    else
        beyond_of_axis(io, fluxes, 2, near, k, j, upper, choice, row);
}

INLINE real bend_lane(const real rows[LINE_CELLS][SPHERE_ROW], int place, int l)
{
    real line[LINE_CELLS];
    EACH (m, LINE_CELLS)
        line[m] = rows[m][l];
    return difference_on_line(line, place);
}

/* b at the centres of the lower or upper faces of cells across an axis, beyond the uniform fields. */
ONCE void row_of_centres(const struct taub_io *given, const stored *fluxes, int axis, int upper,
                         const struct near_row *near, real *row)
{
    const struct taub_io io = *given;
    const struct row_place at = near->at;
    real line[LINE_CELLS][SPHERE_ROW], bend[SPHERE_ROW];
    struct row_choice choice;
    int place[SPHERE_ROW];
    for (int l = 0; l < at.lanes; l++)
        bend[l] = R(0.0);
    row_beyond(given, fluxes, axis, near, at.k, at.j, upper, NULL, row);
    for (int n = 1; n < 3; n++) {
        const int t = (axis + n) % 3, middle = t == 1 ? at.j : at.k;
        const int common = t > 0 ? line_around(io, at.b, t, middle) : 0;
        for (int m = 0; m < LINE_CELLS; m++) {
            for (int l = 0; l < at.lanes; l++) {
                const int first = t > 0 ? common : line_around(io, at.b, 0, at.i + l);
                place[l] = (t > 0 ? middle : at.i + l) - first;
                choice.i[l] = first + m;
                choice.upper[l] = upper;
            }
            if (t > 0 && common + m == middle)
                memcpy(line[m], row, sizeof line[m]);
            else
                row_beyond(given, fluxes, axis, near, t == 2 ? common + m : at.k, t == 1 ? common + m : at.j, upper,
                           t == 0 ? &choice : NULL, line[m]);
        }
        EACH_LANE (l, at.lanes)
            bend[l] += bend_lane(line, place[l], l);
    }
    EACH_LANE (l, at.lanes)
        row[l] -= R(1.0 / 24.0) * bend[l];
}

/* Of lower faces, the last of which are upper ones of the last cells. */
INLINE void row_of_lower_centres(const struct taub_io *io, const stored *fluxes, int axis, struct near_row *near,
                                 real *row)
{
    const struct row_place at = near->at;
    const int n = io->shape.cells[axis], last = at.i + at.length - 1;
    if (axis > 0) {
        const int upper = (axis == 1 ? at.j : at.k) == n;
        near->at.j -= axis == 1 && upper;
        near->at.k -= axis == 2 && upper;
        row_of_centres(io, fluxes, axis, upper, near, row);
        return;
    }
    row_of_centres(io, fluxes, 0, 0, near, row);
    if (last == n) {
        struct near_row end = {{at.b, at.k, at.j, last - 1, 1, SPHERE_LANES}, {{R(0.0)}}};
        real value[SPHERE_ROW];
        for (int c = 0; c < 3; c++)
            end.field[c][0] = near->field[c][at.length - 1];
        row_of_centres(io, fluxes, 0, 1, &end, value);
        row[at.length - 1] = value[0];
    }
}

/* ---- the field at centres of cells ---- */

struct __attribute__((aligned(64))) field_rows {
    struct near_row near;
    real fluxes[MAGNETIC_FLUXES][SPHERE_ROW], beyond[MAGNETIC_FLUXES][SPHERE_ROW], field[3][SPHERE_ROW];
    real centre[2][SPHERE_ROW], face[4][SPHERE_ROW]; /* lower, upper; these, and the others of the cubic */
    int is_inside[SPHERE_ROW], ends[SPHERE_ROW];
};

INLINE void uniform_lane(const struct taub_io io, const struct row_place at, int l, struct field_rows *rows)
{
    real fluxes[MAGNETIC_FLUXES], field[3], own[3];
    EACH (f, MAGNETIC_FLUXES)
        fluxes[f] = rows->fluxes[f][l];
    field_of_fluxes(io, at.b, at.k, at.j, at.i + l, fluxes, field);
    vector_in_panel(panel_of_block(io, at.b), field, own);
    EACH (c, 3) {
        rows->field[c][l] = field[c];
        rows->near.field[c][l] = own[c];
    }
}
INLINE real middle_lane(const struct field_rows *rows, int l)
{
    return middle_of_cubic(rows->is_inside[l], rows->ends[l], rows->face[0][l], rows->face[1][l], rows->face[2][l],
                           rows->face[3][l], rows->centre[0][l], rows->centre[1][l]);
}
/* flux_in_middle of both faces across an axis. */
INLINE void middles_of_axis(const struct taub_io *given, const stored *fluxes, int axis, const struct row_place at,
                            struct field_rows *rows)
{
    const struct taub_io io = *given;
    struct row_choice next, other;
    struct cubic cubic = cubic_along(io, at.b, axis, axis == 1 ? at.j : at.k);
    for (int l = 0; l < at.lanes; l++) {
        if (axis == 0)
            cubic = cubic_along(io, at.b, 0, at.i + l);
        rows->is_inside[l] = cubic.is_inside;
        rows->ends[l] = cubic.ends;
        next.i[l] = at.i + l + (axis == 0 ? cubic.next_step : 0);
        other.i[l] = at.i + l + (axis == 0 ? cubic.other_step : 0);
        next.upper[l] = cubic.next_upper;
        other.upper[l] = cubic.other_upper;
    }
    for (int upper = 0; upper < 2; upper++) {
        row_of_centres(given, fluxes, axis, upper, &rows->near, rows->centre[upper]);
        row_beyond(given, fluxes, axis, &rows->near, at.k, at.j, upper, NULL, rows->face[upper]);
    }
    const int next_k = at.k + (axis == 2 ? cubic.next_step : 0), next_j = at.j + (axis == 1 ? cubic.next_step : 0);
    const int other_k = at.k + (axis == 2 ? cubic.other_step : 0), other_j = at.j + (axis == 1 ? cubic.other_step : 0);
    row_beyond(given, fluxes, axis, &rows->near, next_k, next_j, cubic.next_upper, axis == 0 ? &next : NULL,
               rows->face[2]);
    row_beyond(given, fluxes, axis, &rows->near, other_k, other_j, cubic.other_upper, axis == 0 ? &other : NULL,
               rows->face[3]);
    real *lower = rows->beyond[2 * axis], *upper = rows->beyond[2 * axis + 1];
    EACH_LANE (l, at.lanes)
        lower[l] = upper[l] = middle_lane(rows, l);
}
INLINE void sum_lane(const struct taub_io io, const struct row_place at, int l, struct field_rows *rows)
{
    real beyond[MAGNETIC_FLUXES], rest[3];
    EACH (f, MAGNETIC_FLUXES)
        beyond[f] = rows->beyond[f][l];
    field_of_fluxes(io, at.b, at.k, at.j, at.i + l, beyond, rest);
    EACH (c, 3)
        rows->field[c][l] += rest[c];
}
ONCE void fields_at_centres(const struct taub_io *given, const stored *fluxes, const struct row_place at, stored *to)
{
    const struct taub_io io = *given;
    const long from = cell_index(io.shape, MAGNETIC_FLUXES, at.b, at.k, at.j, at.i), cs = io.shape.component_stride;
    struct field_rows rows;
    rows.near.at = at;
    for (int f = 0; f < MAGNETIC_FLUXES; f++)
        fetch_row(fluxes + from + f * cs, at, rows.fluxes[f]);
    EACH_LANE (l, at.lanes)
        uniform_lane(io, at, l, &rows);
    for (int axis = 0; axis < 3; axis++)
        middles_of_axis(given, fluxes, axis, at, &rows);
    EACH_LANE (l, at.lanes)
        sum_lane(io, at, l, &rows);
    for (int c = 0; c < 3; c++)
        put_row(rows.field[c], at, to + c * cs);
}

#endif
#endif
