/* Fluxes through the faces of a cubed sphere on the host: one text for rows of faces across any axis, between panels,
 * at walls and of first order. It goes over a row in several loops, each with little to hold; what differs between axes
 * or is common to all faces of a row is decided between them. Lanes beyond the end of a row repeat its last face. */
#ifndef TAUB_PASSES_SPHERE_FACES_HOST_H
#define TAUB_PASSES_SPHERE_FACES_HOST_H

#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"
#include "geometry/sphere.h"
#include "passes/common.h"
#include "passes/sphere.h"
#include "passes/sphere_faces.h"
#include "passes/sphere_rows_host.h"
#if TAUB_ORDER > 2 && defined(SYSTEM_FIELD)
#include "passes/sphere_fluxes_host.h"
#endif

#if defined(TAUB_HOST)

#define FACE_POINTS (TAUB_ORDER > 2 ? 8 : 4)
#if defined(SYSTEM_FIELD) && TAUB_ORDER == 2 && !SPHERE_PREDICTS
#define FACES_ASK_CELLS 0 /* limited states stay between those of cells */
#else
#define FACES_ASK_CELLS 1
#endif

struct __attribute__((aligned(64))) face_rows {
    real below[SYSTEM_COMPONENTS][SPHERE_ROW], above[SYSTEM_COMPONENTS][SPHERE_ROW]; /* states of cells */
    real left[SYSTEM_COMPONENTS][SPHERE_ROW], right[SYSTEM_COMPONENTS][SPHERE_ROW];  /* of the face */
    real flux[SYSTEM_COMPONENTS][SPHERE_ROW];
    real frame[9][SPHERE_ROW], area[SPHERE_ROW], normal[SPHERE_ROW];
    stored point[FACE_POINTS][SPHERE_ROW], later[2][SPHERE_ROW];
};

INLINE void load_frame(const struct face_rows *rows, int l, struct face_frame *face)
{
    face->area = rows->area[l];
    EACH (n, 9)
        face->axis[n / 3][n % 3] = rows->frame[n][l];
}

/* Component c of what is reconstructed of the cells along a line: where it stands in memory, or found in rows. */
struct row_source {
    const stored *from;
    long step;
};
INLINE struct row_source reconstructed_row(const struct taub_io io, const stored *q, long s, int c, int points,
                                           const struct row_place at, stored rows[][SPHERE_ROW])
{
    struct row_source source = {q + c * io.shape.component_stride, s};
#if SYSTEM_RECONSTRUCTS_INTERNAL_ENERGY
    if (c > 0)
        return source;
    for (int n = 0; n < points; n++)
        for (int l = 0; l < at.length; l++)
            rows[n][l] = STORED(reconstructed_value(q + (n - points / 2) * s + l, io.shape.component_stride, 0));
    source.from = rows[points / 2];
    source.step = SPHERE_ROW;
#endif
    return source;
}

/* ---- the frames of faces, and the field across them ---- */

INLINE void frame_lane(const struct taub_io io, int axis, const struct row_place at, int l, struct face_rows *rows)
{
    struct face_frame face;
    face_frame_of(io, axis, at.b, at.k, at.j, at.i + l, &face);
    rows->area[l] = face.area;
    EACH (n, 9)
        rows->frame[n][l] = face.axis[n / 3][n % 3];
#if defined(SYSTEM_FIELD) && TAUB_ORDER == 2
    rows->normal[l] = kept_across(io, &face, axis, at.b, at.k, at.j, at.i + l);
#endif
}
INLINE void frame_row(const struct taub_io io, int axis, const struct row_place at, struct face_rows *rows)
{
    EACH_LANE (l, at.lanes)
        frame_lane(io, axis, at, l, rows);
}

#if defined(SYSTEM_FIELD)
#if TAUB_ORDER > 2
/* field_across, of what the fluxes of cells have beyond the mean of both sides. */
INLINE void between_lane(int panel, int l, const struct face_rows *rows, struct near_row *near)
{
    real between[3], own[3];
    EACH (c, 3)
        between[c] = R(0.5) * (rows->left[SYSTEM_FIELD + c][l] + rows->right[SYSTEM_FIELD + c][l]);
    vector_in_panel(panel, between, own);
    EACH (c, 3)
        near->field[c][l] = own[c];
}
INLINE void across_lane(const struct near_row *near, int l, struct face_rows *rows)
{
    struct face_frame face;
    load_frame(rows, l, &face);
    const real own[3] = {near->field[0][l], near->field[1][l], near->field[2][l]};
    rows->normal[l] = dot_of(face.axis[0], own) + rows->normal[l] / face.area;
}
INLINE void across_row(const struct taub_io *io, int axis, const struct row_place at, int panel, struct face_rows *rows)
{
    struct near_row near;
    near.at = at;
    EACH_LANE (l, at.lanes)
        between_lane(panel, l, rows, &near);
    row_of_lower_centres(io, io->f[2], axis, &near, rows->normal);
    EACH_LANE (l, at.lanes)
        across_lane(&near, l, rows);
}
#endif
#if SPHERE_PREDICTS
/* By how much the field of both cells has changed half way. */
INLINE void shift_lane(const struct taub_io io, long q, long s, int panel, int l, struct face_rows *rows)
{
    const long cs = io.shape.component_stride;
    struct face_frame face;
    real shift[3], own[3];
    load_frame(rows, l, &face);
    EACH (c, 3)
        shift[c] = R(0.5) *
                   ((io.f[3][q - s + c * cs] - io.f[0][q - s + c * cs]) + (io.f[3][q + c * cs] - io.f[0][q + c * cs]));
    vector_in_panel(panel, shift, own);
    rows->normal[l] += dot_of(face.axis[0], own);
}
#endif
INLINE void mean_lane(int panel, int l, struct face_rows *rows)
{
    struct face_frame face;
    real left[3], right[3], below[3], above[3];
    load_frame(rows, l, &face);
    EACH (c, 3) {
        left[c] = rows->left[SYSTEM_FIELD + c][l];
        right[c] = rows->right[SYSTEM_FIELD + c][l];
    }
    vector_in_panel(panel, left, below);
    vector_in_panel(panel, right, above);
    rows->normal[l] = R(0.5) * (dot_of(face.axis[0], below) + dot_of(face.axis[0], above));
}

/* `known`: by the magnetic fluxes of cells, else the mean of both sides. */
INLINE void field_across_row(const struct taub_io *given, int axis, const struct row_place at, int known, int safe,
                             int panel, struct face_rows *rows)
{
    if (!known || (TAUB_ORDER > 2 && safe)) /* a stage that is corrected has changed these fluxes */
        EACH_LANE (l, at.lanes)
            mean_lane(panel, l, rows);
#if TAUB_ORDER > 2
    else
        across_row(given, axis, at, panel, rows);
#elif SPHERE_PREDICTS
    else if (!safe) {
        const struct taub_io io = *given;
        const long s = axis_stride(io.shape, axis), field = SYSTEM_FIELD * io.shape.component_stride;
        const long q = cell_index(io.shape, SYSTEM_COMPONENTS, at.b, at.k, at.j, at.i) + field;
#pragma omp simd
        for (int l = 0; l < at.length; l++)
            shift_lane(io, q + l, s, panel, l, rows);
    }
#endif
}
#endif

/* ---- states ---- */

#if TAUB_ORDER > 2
INLINE void floors_lane(const struct eos eos, const real cells[][SPHERE_ROW], int l, real rows[][SPHERE_ROW])
{
    real cell[SYSTEM_COMPONENTS], floors[SYSTEM_COMPONENTS];
    load_lane(cells, l, cell);
    floors_of_cell(eos, cell, floors);
    store_lane(floors, l, rows);
}
#endif

/* At orders 3 and 4 there are floors in the places of what is found. */
INLINE void reconstruct_lane(const struct row_source q, int l, real *left, real *right)
{
    real point[FACE_POINTS], below, above;
    EACH (n, FACE_POINTS)
        point[n] = q.from[l + (n - FACE_POINTS / 2) * q.step];
#if TAUB_ORDER > 2
    values_of_points(point, left[l], right[l], &below, &above);
#else
    reconstruct_face(point[0], point[1], point[2], point[3], &below, &above);
#endif
    left[l] = below;
    right[l] = above;
}

INLINE void reconstruct_rows(const struct taub_io io, int axis, const struct row_place at, struct face_rows *rows)
{
    const long s = axis_stride(io.shape, axis);
    const stored *q = io.f[0] + cell_index(io.shape, SYSTEM_COMPONENTS, at.b, at.k, at.j, at.i);
#if TAUB_ORDER > 2
    const struct eos eos = eos_of_tables(io.tables);
    for (int side = 0; side < 2; side++) {
        real(*cells)[SPHERE_ROW] = side ? rows->above : rows->below,
        (*faces)[SPHERE_ROW] = side ? rows->right : rows->left;
        EACH_LANE (l, at.lanes)
            floors_lane(eos, cells, l, faces);
    }
#endif
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        real *left = rows->left[c], *right = rows->right[c];
        const struct row_source now = reconstructed_row(io, q, s, c, FACE_POINTS, at, rows->point);
        EACH_LANE (l, at.lanes)
            reconstruct_lane(now, l, left, right);
#if SPHERE_PREDICTS
        const struct row_source later = reconstructed_row(io, io.f[3] + (q - io.f[0]), s, c, 2, at, rows->later);
        for (int l = 0; l < at.lanes; l++) {
            left[l] += later.from[l - later.step] - now.from[l - now.step];
            right[l] += later.from[l] - now.from[l];
        }
#endif
        repeat_last(at, left);
        repeat_last(at, right);
    }
#if SPHERE_PREDICTS
    fetch_states(io, io.f[3] + (q - io.f[0]) - s, at, rows->below);
    fetch_states(io, io.f[3] + (q - io.f[0]), at, rows->above);
#endif
}

/* `energies`: what is reconstructed of component 0 of the cells. */
INLINE void keep_lane(const real cells[][SPHERE_ROW], const stored *energies, int l, real faces[][SPHERE_ROW])
{
    real cell[SYSTEM_COMPONENTS], face[SYSTEM_COMPONENTS];
    load_lane(cells, l, cell);
    load_lane(faces, l, face);
#if TAUB_ORDER > 2
    cell[0] = energies[l];
    keep_face_positive(cell, face);
    cell[0] = cells[0][l];
#endif
    state_of_reconstructed(face);
    keep_face_admissible(cell, face);
    store_lane(face, l, faces);
}

/* Both sides alike. */
INLINE void keep_rows(const struct taub_io io, int axis, const struct row_place at, struct face_rows *rows)
{
    const long s = axis_stride(io.shape, axis);
    const stored *q = io.f[0] + cell_index(io.shape, SYSTEM_COMPONENTS, at.b, at.k, at.j, at.i);
    const struct row_source energies = reconstructed_row(io, q, s, 0, 2, at, rows->point);
    for (int side = 0; side < 2; side++) {
        real(*cells)[SPHERE_ROW] = side ? rows->above : rows->below,
        (*faces)[SPHERE_ROW] = side ? rows->right : rows->left;
        const stored *energy = energies.from + (side ? 0 : -energies.step);
        EACH_LANE (l, at.lanes)
            keep_lane(cells, energy, l, faces);
    }
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        repeat_last(at, rows->left[c]);
        repeat_last(at, rows->right[c]);
    }
}

INLINE void turn_lane(const struct face_rows *rows, int panel, int l, real state[][SPHERE_ROW])
{
    struct face_frame face;
    real q[SYSTEM_COMPONENTS];
    load_frame(rows, l, &face);
    load_lane(state, l, q);
    turn_into_face(panel, &face, q);
#if defined(SYSTEM_FIELD)
    q[SYSTEM_FIELD] = rows->normal[l];
#endif
    store_lane(q, l, state);
}

/* The gas on the far side of a wall. */
INLINE void mirror_rows(const struct row_place at, real from[][SPHERE_ROW], real to[][SPHERE_ROW])
{
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        for (int l = 0; l < at.lanes; l++)
            to[c][l] = c == 1 ? -from[c][l] : from[c][l];
}

INLINE void solve_lane(const struct eos eos, int safe, int l, struct face_rows *rows)
{
    real left[SYSTEM_COMPONENTS], right[SYSTEM_COMPONENTS], flux[SYSTEM_COMPONENTS];
    load_lane(rows->left, l, left);
    load_lane(rows->right, l, right);
    if (safe)
        safe_flux_in_frame(eos, left, right, flux);
    else
        flux_in_frame(eos, left, right, flux);
    store_lane(flux, l, rows->flux);
}

/* ---- a row of faces ---- */

INLINE void turn_back_lane(struct face_rows *rows, int panel, int l)
{
    struct face_frame face;
    real flux[SYSTEM_COMPONENTS];
    load_frame(rows, l, &face);
    load_lane(rows->flux, l, flux);
    vector_of_face(panel, &face, flux + 1);
#if defined(SYSTEM_FIELD)
    vector_of_face(panel, &face, flux + SYSTEM_FIELD);
#endif
    store_lane(flux, l, rows->flux);
}

INLINE void store_rows(const struct taub_io io, int axis, const struct row_place at, int safe, struct face_rows *rows)
{
    const long cs = io.shape.component_stride;
    stored *to = io.f[1] + cell_index(io.shape, FACE_VALUES, at.b, at.k, at.j, at.i) + axis * SYSTEM_COMPONENTS * cs;
    for (int c = 0; c < SYSTEM_COMPONENTS; c++, to += cs) {
        real *flux = rows->flux[c];
        if (!is_field(c) && (TAUB_ORDER == 2 || safe))
            for (int l = 0; l < at.lanes; l++)
                flux[l] *= rows->area[l];
        if (safe)
            for (int l = 0; l < at.length; l++)
                flux[l] -= to[l];
        put_row(flux, at, to);
    }
}

/* flux_of_face for a piece of a row. */
ONCE void flux_of_piece(const struct taub_io *given, int axis, const struct row_place at, int wall, int known, int safe)
{
    const struct taub_io io = *given;
    const int panel = panel_of_block(io, at.b);
    const stored *q = io.f[0] + cell_index(io.shape, SYSTEM_COMPONENTS, at.b, at.k, at.j, at.i);
    const long s = axis_stride(io.shape, axis);
    struct face_rows rows;
    if (axis == 0)
        frame_row(io, 0, at, &rows);
    else if (axis == 1)
        frame_row(io, 1, at, &rows);
    else
        frame_row(io, 2, at, &rows);
    if (safe || FACES_ASK_CELLS) {
        fetch_states(io, q - s, at, safe ? rows.left : rows.below);
        fetch_states(io, q, at, safe ? rows.right : rows.above);
    }
    if (!safe)
        reconstruct_rows(io, axis, at, &rows);
    if (!safe && FACES_ASK_CELLS)
        keep_rows(io, axis, at, &rows);
#if defined(SYSTEM_FIELD)
    field_across_row(given, axis, at, known, safe, panel, &rows);
#endif
    for (int side = 0; side < 2; side++) {
        real(*faces)[SPHERE_ROW] = side ? rows.right : rows.left;
        EACH_LANE (l, at.lanes)
            turn_lane(&rows, panel, l, faces);
    }
    if (wall)
        mirror_rows(at, wall == 1 ? rows.right : rows.left, wall == 1 ? rows.left : rows.right);
    const struct eos eos = eos_of_tables(io.tables);
    if (safe)
        EACH_LANE (l, at.lanes)
            solve_lane(eos, 1, l, &rows);
    else
        EACH_LANE (l, at.lanes)
            solve_lane(eos, 0, l, &rows);
    for (int c = 0; c < SYSTEM_COMPONENTS && wall; c++) /* nothing goes through it, and E vanishes in it */
        if (c < 1 || c > 3)
            memset(rows.flux[c], 0, sizeof rows.flux[c]);
    EACH_LANE (l, at.lanes)
        turn_back_lane(&rows, panel, l);
    store_rows(io, axis, at, safe, &rows);
}

INLINE void flux_of_row(const struct taub_io *io, int axis, int wall, int known, int safe, int b, int k, int j,
                        int lower, int upper)
{
    for (int i = lower; i < upper; i += SPHERE_ROW)
        flux_of_piece(io, axis, piece_of_row(b, k, j, i, upper), wall, known, safe);
}

/* ---- passes ---- */

INLINE void sphere_faces_x_line(const struct taub_io *given, int b, int k, int j, int lower, int upper)
{
    flux_of_row(given, 0, 0, 1, 0, b, k, j, lower, upper);
}
SPHERE_LINE_PASS(sphere_faces_x)
INLINE void sphere_faces_y_line(const struct taub_io *given, int b, int k, int j, int lower, int upper)
{
    flux_of_row(given, 1, 0, 1, 0, b, k, j, lower, upper);
}
SPHERE_LINE_PASS(sphere_faces_y)
INLINE void sphere_faces_z_line(const struct taub_io *given, int b, int k, int j, int lower, int upper)
{
    flux_of_row(given, 2, 0, 1, 0, b, k, j, lower, upper);
}
SPHERE_LINE_PASS(sphere_faces_z)

INLINE void sphere_ends_line(const struct taub_io *given, int b, int k, int j, int lower, int upper)
{
    const struct taub_io io = *given;
    const int n = io.shape.cells[1], layers = io.shape.cells[2], inside = upper < n ? upper : n;
    if (end_is_wall(io, b, k) && j < n)
        flux_of_row(given, 2, 1 + k, 1, 0, b, k ? layers : 0, j, lower, inside);
    for (int axis = 0; axis < (end_has_sides(io, b, k) ? 2 : 0); axis++)
        if (axis == 1 || j < n)
            flux_of_row(given, axis, 0, 0, 0, b, k ? layers : -1, j, lower, axis == 0 ? upper : inside);
}
SPHERE_LINE_PASS(sphere_ends)

#if TAUB_POSITIVE
INLINE void sphere_safe_line(const struct taub_io *given, int b, int k, int j, int lower, int upper)
{
    const struct taub_io io = *given;
    const int n = io.shape.cells[1];
    for (int axis = 0; axis < 3; axis++) {
        const int exists = j < n + (axis == 1) && (axis < 2 || k >= 0);
        const int last = !exists ? lower : upper < n + (axis == 0) ? upper : n + (axis == 0);
        for (int i = lower; i < last; i++)
            if (face_is_found(io, axis, b, k, j, i))
                flux_of_row(given, axis, wall_beside_face(io, axis, b, k), 1, 1, b, k, j, i, i + 1);
            else
                forget_face(io, axis, b, k, j, i);
    }
}
SPHERE_LINE_PASS(sphere_safe)
#endif

#endif
#endif
