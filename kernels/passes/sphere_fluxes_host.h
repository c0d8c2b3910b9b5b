/* The magnetic field at centres of faces and cells of a cubed sphere on the host, at orders 3 and 4: rows of what
 * passes/sphere_fluxes.h has of points (passes/sphere_rows_host.h), with one text for an axis. */
#ifndef TAUB_PASSES_SPHERE_FLUXES_HOST_H
#define TAUB_PASSES_SPHERE_FLUXES_HOST_H

#include "dialect.h"
#include "geometry/sphere.h"
#include "passes/sphere.h"
#include "passes/sphere_fluxes.h"
#include "passes/sphere_rows_host.h"

#if defined(TAUB_HOST) && TAUB_ORDER > 2 && defined(SYSTEM_FIELD)

/* Along axes 1 and 2 cells of a row have the same place in lines that begin at the same. They read it from memory,
 * since gcc makes no vectors of conditions that all of them have in common. */
struct row_lines {
    int first[3], place[3][SPHERE_ROW];
};
INLINE void lines_of_row(const struct taub_io io, const struct row_place at, struct row_lines *lines)
{
    for (int a = 1; a < 3; a++) {
        const int place = a == 1 ? at.j : at.k;
        lines->first[a] = line_around(io, at.b, a, place);
        for (int l = 0; l < at.lanes; l++)
            lines->place[a][l] = place - lines->first[a];
    }
}
INLINE struct near_field near_lane(const struct taub_io io, const struct row_place at, const struct row_lines *lines,
                                   const real fields[][SPHERE_ROW], int l)
{
    const int first = line_around(io, at.b, 0, at.i + l);
    const struct near_field near = {at.b,
                                    {at.i + l, at.j, at.k},
                                    {first, lines->first[1], lines->first[2]},
                                    {at.i + l - first, lines->place[1][l], lines->place[2][l]},
                                    {fields[0][l], fields[1][l], fields[2][l]}};
    return near;
}

INLINE void centre_lane(const struct taub_io io, const stored *fluxes, int axis, int upper, const struct row_place at,
                        const struct row_lines *lines, const real fields[][SPHERE_ROW], int l, real *row)
{
    row[l] = flux_at_centre(io, fluxes, near_lane(io, at, lines, fields, l), axis, upper);
}
INLINE void centres_of_axis(const struct taub_io io, const stored *fluxes, int axis, int upper,
                            const struct row_place at, const real fields[][SPHERE_ROW], real *row)
{
    struct row_lines lines;
    lines_of_row(io, at, &lines);
    EACH_LANE(l, at.lanes)
    centre_lane(io, fluxes, axis, upper, at, &lines, fields, l, row);
}
/* b at the centres of the lower or upper faces of cells across an axis, beyond uniform fields in the axes of the panel.
 */
ONCE void row_of_centres(const struct taub_io io, const stored *fluxes, int axis, int upper, const struct row_place at,
                         const real fields[][SPHERE_ROW], real *row)
{
    if (axis == 0)
        centres_of_axis(io, fluxes, 0, upper, at, fields, row);
    else if (axis == 1)
        centres_of_axis(io, fluxes, 1, upper, at, fields, row);
    else
        centres_of_axis(io, fluxes, 2, upper, at, fields, row);
}

/* Of lower faces, the last of which are upper ones of the last cells. */
INLINE void row_of_lower_centres(const struct taub_io io, const stored *fluxes, int axis, const struct row_place at,
                                 const real fields[][SPHERE_ROW], real *row)
{
    const int n = io.shape.cells[axis], last = at.i + at.length - 1;
    struct row_place cells = at;
    if (axis > 0) {
        const int upper = (axis == 1 ? at.j : at.k) == n;
        cells.j -= axis == 1 && upper;
        cells.k -= axis == 2 && upper;
        row_of_centres(io, fluxes, axis, upper, cells, fields, row);
        return;
    }
    row_of_centres(io, fluxes, 0, 0, cells, fields, row);
    if (last == n) {
        const struct row_place end = {at.b, at.k, at.j, last - 1, 1, SPHERE_LANES};
        real field[3][SPHERE_ROW], value[SPHERE_ROW];
        for (int c = 0; c < 3; c++)
            for (int l = 0; l < SPHERE_LANES; l++)
                field[c][l] = fields[c][at.length - 1];
        row_of_centres(io, fluxes, 0, 1, end, field, value);
        row[at.length - 1] = value[0];
    }
}

/* ---- the field at centres of cells ---- */

struct __attribute__((aligned(64))) field_rows {
    real fluxes[MAGNETIC_FLUXES][SPHERE_ROW], beyond[MAGNETIC_FLUXES][SPHERE_ROW];
    real field[3][SPHERE_ROW], own[3][SPHERE_ROW], lower[SPHERE_ROW], upper[SPHERE_ROW];
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
        rows->own[c][l] = own[c];
    }
}
INLINE void middle_lane(const struct taub_io io, const stored *fluxes, int axis, const struct cubic of_row,
                        const struct row_place at, const struct row_lines *lines, int l, struct field_rows *rows)
{
    struct cubic cubic = axis == 0 ? cubic_along(io, at.b, 0, at.i + l) : of_row;
    if (axis > 0) {
        cubic.is_inside = rows->is_inside[l];
        cubic.ends = rows->ends[l];
    }
    const real middle =
        flux_in_middle(io, fluxes, near_lane(io, at, lines, rows->own, l), axis, cubic, rows->lower[l], rows->upper[l]);
    rows->beyond[2 * axis][l] = middle;
    rows->beyond[2 * axis + 1][l] = middle;
}
INLINE void middles_of_axis(const struct taub_io io, const stored *fluxes, int axis, const struct row_place at,
                            struct field_rows *rows)
{
    const struct cubic of_row = cubic_along(io, at.b, axis, axis == 1 ? at.j : at.k);
    struct row_lines lines;
    lines_of_row(io, at, &lines);
    for (int l = 0; l < at.lanes; l++) {
        rows->is_inside[l] = of_row.is_inside;
        rows->ends[l] = of_row.ends;
    }
    row_of_centres(io, fluxes, axis, 0, at, rows->own, rows->lower);
    row_of_centres(io, fluxes, axis, 1, at, rows->own, rows->upper);
    EACH_LANE(l, at.lanes)
    middle_lane(io, fluxes, axis, of_row, at, &lines, l, rows);
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
INLINE void fields_at_centres(const struct taub_io io, const stored *fluxes, const struct row_place at, stored *to)
{
    const long from = cell_index(io.shape, MAGNETIC_FLUXES, at.b, at.k, at.j, at.i), cs = io.shape.component_stride;
    struct field_rows rows;
    for (int f = 0; f < MAGNETIC_FLUXES; f++)
        fetch_row(fluxes + from + f * cs, at, rows.fluxes[f]);
    EACH_LANE(l, at.lanes)
    uniform_lane(io, at, l, &rows);
    middles_of_axis(io, fluxes, 0, at, &rows);
    middles_of_axis(io, fluxes, 1, at, &rows);
    middles_of_axis(io, fluxes, 2, at, &rows);
    EACH_LANE(l, at.lanes)
    sum_lane(io, at, l, &rows);
    for (int c = 0; c < 3; c++)
        put_row(rows.field[c], at, to + c * cs);
}

#endif
#endif
