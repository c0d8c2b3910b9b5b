/* Initial data, and exact solutions at later times: formulas of the case's kind (case/problem.h) or the user's code
 * (case/initial.h), in a program of their own that computes in strict double precision (src/evolve/start.c).
 *
 *   initialize     primitive state of cells, of their mean densities         fields: 0 out, 1 numbers of the kind;
 *                  option[0]: of the user's state at rest instead
 *   initial_faces  what stands on lower faces, in such a state               fields: 0 updated, 1 the same
 *   check_rows     by rows: faults, the least and the largest component 0    fields: 0 rows out, 1 primitive state
 *   jump_rows      by rows: whether the pressure jumps                       fields: 0 rows out, 1 state of the scheme
 *   compare_rows   by rows: how the magnetic field of cells and faces differ fields: 0 rows out, 1 cells, 2 faces */
#ifndef TAUB_PASSES_INITIAL_H
#define TAUB_PASSES_INITIAL_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/initial.h"
#include "case/problem.h"
#include "case/scheme.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/map.h"
#include "passes/common.h"

#define LARGEST_VALUE R(1e100) /* as in src/evolve/state_check.c */

#if TAUB_USER_INITIAL || TAUB_PROBLEM
/* ---- the state at a point ---- */

#if TAUB_PROBLEM
#define PROBLEM_OF(io) ((GLOBAL const struct problem *)(io).f[1])
#endif
#if defined(PROBLEM_SMOOTH)
#define INITIAL_JUMPS 0
#else
#define INITIAL_JUMPS 1
#endif

INLINE void state_at(const struct taub_io io, int b, const real x[3], real q[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        q[c] = R(0.0);
#if TAUB_PROBLEM && defined(PROBLEM_COMPLEX)
    problem_state(PROBLEM_OF(io), x, R(io.control->time), IS_IMAGINARY(b), q);
#elif TAUB_PROBLEM
    if (!IS_IMAGINARY(b))
        problem_state(PROBLEM_OF(io), x, R(io.control->time), 0, q);
#else
#if defined(SYSTEM_MEDIUM) && TAUB_MEDIA
    q[SYSTEM_MEDIUM] = R(TAUB_PERMITTIVITY);
    q[SYSTEM_MEDIUM + 1] = R(TAUB_PERMEABILITY);
    q[SYSTEM_MEDIUM + 2] = R(TAUB_CONDUCTIVITY);
#if TAUB_POLES
    EACH (n, TAUB_POLES)
        q[SYSTEM_STRENGTH + n] = OF_POLE(n, POLE_STRENGTH);
#endif
#endif
#if TAUB_USER_EQUILIBRIUM
    if (io.range.option[0])
        equilibrium(x, R(io.control->time), q);
    else
#endif
        initial(x, R(io.control->time), q);
#endif
}

/* ---- means over cells and faces ---- */

/* Gauss and Legendre's rules: places in units of half a width, and weights. */
INLINE real rule_place(int points, int n)
{
    const real two[2] = {R(-0.57735026918962576), R(0.57735026918962576)};
    const real three[3] = {R(-0.77459666924148338), R(0.0), R(0.77459666924148338)};
    const real four[4] = {R(-0.86113631159405258), R(-0.33998104358485626), R(0.33998104358485626),
                          R(0.86113631159405258)};
    return points == 1 ? R(0.0) : points == 2 ? two[n] : points == 3 ? three[n] : four[n];
}
INLINE real rule_weight(int points, int n)
{
    const real three[3] = {R(5.0 / 18.0), R(8.0 / 18.0), R(5.0 / 18.0)};
    const real four[4] = {R(0.17392742256872693), R(0.32607257743127307), R(0.32607257743127307),
                          R(0.17392742256872693)};
    return points == 1 ? R(1.0) : points == 2 ? R(0.5) : points == 3 ? three[n] : four[n];
}

#if TAUB_AVERAGE_POINTS > 1
/* Magnetic energy in the mean energy of a cell is that of its mean field here: what it has beyond is found from faces,
 * as the scheme does it (geometry/faces.h). */
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
#define FIELD_APART 1
#else
#define FIELD_APART 0
#endif

/* Of densities over a cell or a face. */
struct mean {
    real u[SYSTEM_COMPONENTS], low[SYSTEM_COMPONENTS], high[SYSTEM_COMPONENTS];
#if TAUB_USER_INITIAL
    real wrong[SYSTEM_COMPONENTS]; /* a primitive state in the cell that no system can start from */
    int is_wrong;
#endif
};

/* What is averaged: a cell, or its lower face across an axis. */
struct region {
    int b, k, j, i;
    real center[3], reach[3]; /* half of the widths; 0 along axes that are not averaged over */
    int several[3];           /* whether that is not so */
};

INLINE struct region region_of(const struct taub_io io, int b, int k, int j, int i, int face)
{
    const int at[3] = {i, j, k};
    struct region region;
    region.b = b;
    region.k = k;
    region.j = j;
    region.i = i;
    cell_center(io, b, k, j, i, region.center);
    EACH (a, 3) {
        region.several[a] = AXIS_ACTIVE(a) & (a != face);
        region.reach[a] = region.several[a] ? R(0.5 * map_unit(io.shape, a)) * map_width(io, b, k, j, i, a) : R(0.0);
        region.center[a] = a == face ? map_place(io, b, a, at[a], 0.0) : region.center[a];
    }
    return region;
}

INLINE void clear_mean(struct mean *mean)
{
#if TAUB_USER_INITIAL
    mean->is_wrong = 0;
#endif
    EACH (c, SYSTEM_COMPONENTS) {
        mean->u[c] = R(0.0);
        mean->low[c] = REAL_MAX;
        mean->high[c] = -REAL_MAX;
    }
}

/* The mean of such states with others may be one to start from: gas that moves unevenly and has no pressure would get
 * some. */
INLINE void note_wrong(const real q[SYSTEM_COMPONENTS], struct mean *mean)
{
#if TAUB_USER_INITIAL
    int wrong = 0;
    EACH (c, SYSTEM_COMPONENTS)
        wrong |= (primitive_is_positive(c) & !(q[c] > R(0.0))) | !(real_fabs(q[c]) <= LARGEST_VALUE);
    EACH (c, SYSTEM_COMPONENTS)
        mean->wrong[c] = wrong ? q[c] : mean->wrong[c];
    mean->is_wrong |= wrong;
#endif
}

/* Densities times weight at one point of a region, of the rule on `parts` equal parts of each axis; of 0 parts: the
 * corners, which weigh nothing. */
INLINE void density_at(const struct taub_io io, const struct eos eos, const struct region *region, int parts, int px,
                       int py, int pz, struct mean *mean, real weighted[SYSTEM_COMPONENTS])
{
    const int at[3] = {px, py, pz};
    real x[3], q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS], weight = R(1.0);
    EACH (a, 3) {
        const int part = at[a] / TAUB_AVERAGE_POINTS, n = at[a] % TAUB_AVERAGE_POINTS;
        const real place = parts > 0 ? (real)(2 * part + 1) + rule_place(TAUB_AVERAGE_POINTS, n) : R(0.0);
        const real on_axis = parts > 0 ? place / (real)parts - R(1.0) : (real)(2 * at[a] - 1);
        x[a] = region->center[a] + (region->several[a] ? region->reach[a] * on_axis : R(0.0));
        weight *= (region->several[a] & (parts > 0)) ? rule_weight(TAUB_AVERAGE_POINTS, n) / (real)parts : R(1.0);
    }
    state_at(io, region->b, x, q);
    if (parts > 0)
        note_wrong(q, mean);
    conserved_of_primitive(eos, q, u);
    EACH (c, SYSTEM_COMPONENTS) {
        weighted[c] = parts > 0 ? weight * u[c] : R(0.0);
        mean->low[c] = real_min(mean->low[c], u[c]);
        mean->high[c] = real_max(mean->high[c], u[c]);
    }
#if FIELD_APART
    weighted[4] = parts > 0 ? weight * (u[4] - energy_of_field(u)) : R(0.0);
#endif
}

/* A point and its mirror image under exchange of x and y are added to each other first, so that the mean of symmetric
 * data is symmetric to the last bit. */
INLINE void add_densities(const struct taub_io io, const struct eos eos, const struct region *region, int parts,
                          struct mean *mean)
{
    const int n = parts > 0 ? parts * TAUB_AVERAGE_POINTS : 2;
    const int nx = region->several[0] ? n : 1, ny = region->several[1] ? n : 1, nz = region->several[2] ? n : 1;
    for (int pz = 0; pz < nz; pz++)
        for (int py = 0; py < ny; py++)
            for (int px = 0; px < (nx == ny ? py + 1 : nx); px++) {
                real sum[SYSTEM_COMPONENTS], weighted[SYSTEM_COMPONENTS];
                const int images = ((nx == ny) & (px != py)) ? 2 : 1;
                EACH_ROLLED (image, 0, images) {
                    density_at(io, eos, region, parts, image ? py : px, image ? px : py, pz, mean, weighted);
                    EACH (c, SYSTEM_COMPONENTS)
                        sum[c] = image ? sum[c] + weighted[c] : weighted[c];
                }
                EACH (c, SYSTEM_COMPONENTS)
                    mean->u[c] += sum[c];
            }
}

#if INITIAL_JUMPS
/* Whether some component varies over the points and corners by more than a tenth of its largest size there, and by more
 * than a hundredth of the size of comparable components. Only those of the same unit are comparable, so that the result
 * does not depend on the choice of units. */
INLINE int mean_jumps(const struct mean *mean)
{
    real largest[SYSTEM_COMPONENTS];
    int jumps = 0;
    EACH (c, SYSTEM_COMPONENTS)
        largest[c] = real_max(real_fabs(mean->low[c]), real_fabs(mean->high[c]));
    EACH (c, SYSTEM_COMPONENTS) {
        const real range = mean->high[c] - mean->low[c];
        jumps |= (range > R(0.1) * largest[c]) & (square(range) > R(1e-4) * comparable_square(largest, c));
    }
    return jumps;
}
#endif

/* Mean densities, exact where nothing varies. A region with a jump is divided into parts, each of which has the whole
 * rule; jumps are looked for at its corners, too. */
INLINE void mean_of_region(const struct taub_io io, const struct eos eos, const struct region *region,
                           struct mean *mean)
{
    clear_mean(mean);
#if INITIAL_JUMPS
    const int axes = region->several[0] + region->several[1] + region->several[2];
    EACH_ROLLED (stage, 0, 3) {
        if (stage == 2 && !mean_jumps(mean))
            break;
        if (stage == 2)
            clear_mean(mean);
        add_densities(io, eos, region, stage < 2 ? stage : axes == 1 ? 32 : axes == 2 ? 8 : 4, mean);
    }
#else
    add_densities(io, eos, region, 1, mean);
#endif
#if FIELD_APART
    const real of_gas = mean->u[4];
    int varies = 0;
    EACH (c, SYSTEM_COMPONENTS)
        varies |= mean->low[c] != mean->high[c];
#endif
    EACH (c, SYSTEM_COMPONENTS)
        mean->u[c] = mean->low[c] == mean->high[c] ? mean->low[c] : mean->u[c];
#if FIELD_APART
    mean->u[4] = varies ? of_gas + energy_of_field(mean->u) : mean->low[4];
#endif
}
#endif

/* The state that has the mean densities of a cell; that of its centre where nothing varies, or where the scheme's order
 * does not tell them apart. */
INLINE void initialize_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real x[3], q[SYSTEM_COMPONENTS];
    cell_center(io, b, k, j, i, x);
    state_at(io, b, x, q);
#if TAUB_AVERAGE_POINTS > 1
    const struct eos eos = eos_of_tables(io.tables);
    const struct region region = region_of(io, b, k, j, i, -1);
    struct mean mean;
    real middle[SYSTEM_COMPONENTS];
    int varies = 0;
    mean_of_region(io, eos, &region, &mean);
    conserved_of_primitive(eos, q, middle); /* at a crest points of the rule agree with each other, and not with it */
    EACH (c, SYSTEM_COMPONENTS)
        varies |= mean.u[c] != middle[c];
    if (varies && recover_primitive(eos, mean.u, q[0], q[4], q) >= RECOVERY_EXCEEDED)
        q[0] = real_sqrt(R(-1.0)); /* not a number: check_rows sees it */
#if TAUB_USER_INITIAL
    EACH (c, SYSTEM_COMPONENTS)
        q[c] = mean.is_wrong ? mean.wrong[c] : q[c];
#endif
#endif
#if TAUB_COMPLEX && TAUB_USER_INITIAL
    make_imaginary_zero(b, q);
#endif
    store_state(io.f[0], at, io.shape.component_stride, q);
}
TAUB_POINT_PASS(initialize)

/* ---- faces ---- */

#if defined(SYSTEM_FACES) && !TAUB_SPHERE
#define EDGE_POINTS 4

/* With mesh.refine edges and faces are those of the finest level put together, so that blocks of two levels begin with
 * the same. */
INLINE int parts_along(const struct taub_io io, int b, int axis)
{
#if TAUB_REFINED
    return AXIS_ACTIVE(axis) ? 1 << (TAUB_FINEST_LEVEL - io.blocks[b].level) : 1;
#else
    return 1;
#endif
}

#if TAUB_USER_INITIAL || defined(PROBLEM_POTENTIAL)
INLINE void potential_at(const struct taub_io io, int b, const real x[3], int vector, real a[3])
{
    a[0] = a[1] = a[2] = R(0.0);
#if TAUB_PROBLEM
#if defined(PROBLEM_COMPLEX)
    problem_potential(PROBLEM_OF(io), x, R(io.control->time), IS_IMAGINARY(b), vector, a);
#else
    if (!IS_IMAGINARY(b))
        problem_potential(PROBLEM_OF(io), x, R(io.control->time), 0, vector, a);
#endif
#elif SYSTEM_FACES == 2
    if (IS_IMAGINARY(b))
        return;
    if (vector == 0)
        displacement_potential(x, R(io.control->time), a);
    else
        vector_potential(x, R(io.control->time), a);
#else
    vector_potential(x, R(io.control->time), a);
#endif
}

/* The mean of A_axis along the edge that begins at corner (i, j, k) of the mesh. */
INLINE real potential_of_edge(const struct taub_io io, int b, const int at[3], int axis, int vector)
{
    const int points = AXIS_ACTIVE(axis) ? EDGE_POINTS : 1, parts = parts_along(io, b, axis);
    real sum = R(0.0);
    for (int n = 0; n < points * parts; n++) {
        const double within = n / points + 0.5 * (1.0 + rule_place(points, n % points));
        real x[3], a[3];
        for (int c = 0; c < 3; c++)
            x[c] = map_place(io, b, c, at[c], c == axis ? within / parts : 0.0);
        potential_at(io, b, x, vector, a);
        sum += rule_weight(points, n % points) * (axis == 0 ? a[0] : axis == 1 ? a[1] : a[2]);
    }
    return sum / (real)parts;
}

/* The circulation around the lower face across an axis over its area. Potentials of kinds do not vary along axes of
 * one cell; the user's may. */
INLINE real circulation_of_face(const struct taub_io io, int b, int k, int j, int i, int d, int vector)
{
    const int lower[3] = {i, j, k};
    real field = R(0.0);
    for (int n = 0; n < 2; n++) {
        const int across = (d + (n ? 2 : 1)) % 3, along = (d + (n ? 1 : 2)) % 3;
        const int upper[3] = {i + (across == 0), j + (across == 1), k + (across == 2)};
        if (TAUB_PROBLEM && !AXIS_ACTIVE(across))
            continue;
        const real change =
            (potential_of_edge(io, b, upper, along, vector) - potential_of_edge(io, b, lower, along, vector)) *
            (R(1.0 / map_unit(io.shape, across)) * map_face(io, b, k, j, i, across));
        field += n ? -change : change;
    }
    return field;
}
#endif

#if TAUB_USER_INITIAL && SYSTEM_FACES == 2
/* The mean of D_axis of `initial` over the lower face across the axis. */
INLINE real displacement_of_face(const struct taub_io io, int b, const int at[3], int axis)
{
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
    const int points[2] = {AXIS_ACTIVE(p) ? EDGE_POINTS : 1, AXIS_ACTIVE(q) ? EDGE_POINTS : 1};
    real sum = R(0.0);
    for (int m = 0; m < points[0]; m++)
        for (int n = 0; n < points[1]; n++) {
            real x[3], state[SYSTEM_COMPONENTS];
            for (int c = 0; c < 3; c++) {
                const double inside = c == axis && AXIS_ACTIVE(c) ? 0.0
                                      : c == p                    ? 0.5 * (1.0 + rule_place(points[0], m))
                                      : c == q                    ? 0.5 * (1.0 + rule_place(points[1], n))
                                                                  : 0.5;
                x[c] = map_place(io, b, c, at[c], inside);
            }
            state_at(io, b, x, state);
            sum += rule_weight(points[0], m) * rule_weight(points[1], n) *
                   (axis == 0   ? state[0]
                    : axis == 1 ? state[1]
                                : state[2]);
        }
    return sum;
}
#endif

/* B from `vector_potential`; with Maxwell's equations D from `displacement_potential`, and what `initial` gives besides
 * is averaged over faces: that part may have charges. A kind has potentials for all of it, or for nothing. */
INLINE real value_of_face(const struct taub_io io, int b, int k, int j, int i, int d, int vector)
{
#if TAUB_USER_INITIAL && SYSTEM_FACES == 2
    const int at[3] = {i, j, k};
    const real given = vector == 0 ? displacement_of_face(io, b, at, d) : R(0.0);
    return IS_IMAGINARY(b) ? R(0.0) : given + circulation_of_face(io, b, k, j, i, d, vector);
#elif TAUB_USER_INITIAL
    return circulation_of_face(io, b, k, j, i, d, vector);
#elif defined(PROBLEM_POTENTIAL)
    return (IS_IMAGINARY(b) ? R(0.0) : PROBLEM_OF(io)->uniform[d]) + circulation_of_face(io, b, k, j, i, d, vector);
#else
    const int p = (d + 1) % 3, q = (d + 2) % 3, along_p = parts_along(io, b, p), along_q = parts_along(io, b, q);
    real value = R(0.0);
    for (int n = 0; n < along_p * along_q; n++) {
        struct region region = region_of(io, b, k, j, i, d);
        struct mean mean;
        region.reach[p] /= (real)along_p;
        region.reach[q] /= (real)along_q;
        region.center[p] += (real)(2 * (n % along_p) + 1 - along_p) * region.reach[p];
        region.center[q] += (real)(2 * (n / along_p) + 1 - along_q) * region.reach[q];
        mean_of_region(io, eos_of_tables(io.tables), &region, &mean);
        real part = R(0.0);
        EACH (c, SYSTEM_COMPONENTS)
            part = c == SYSTEM_FIELD + 3 * (SYSTEM_FACES - 2 + vector) + d ? mean.u[c] : part;
        value = n ? value + part : part;
    }
    return value / (real)(along_p * along_q);
#endif
}

INLINE void initial_faces_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    for (int c = 0; c < 3 * SYSTEM_FACES; c++) {
        const int d = c % 3, vector = SYSTEM_FACES == 1 ? 1 : c / 3;
        if (SYSTEM_FACES == 1 && !AXIS_ACTIVE(d))
            continue;
        io.f[0][at + (SYSTEM_FIELD + c) * io.shape.component_stride] = value_of_face(io, b, k, j, i, d, vector);
    }
}
TAUB_POINT_PASS(initial_faces)
#endif
#endif

/* ---- looking at it ---- */

/* Faults are what some system cannot start from, and a few things that it can: the host looks again (state_check.c). */
#define CHECKS 3
INLINE real check_rows_identity(int c)
{
    return c == 0 ? R(0.0) : c == 1 ? REAL_MAX : -REAL_MAX;
}
INLINE real check_rows_combine(int c, real a, real b)
{
    return c == 1 ? real_min(a, b) : real_max(a, b);
}
INLINE void check_rows_point(const struct taub_io io, int b, int k, int j, int i, real out[CHECKS])
{
    real q[SYSTEM_COMPONENTS];
    int fault = 0;
    load_state(io.f[1], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), io.shape.component_stride, q);
    EACH (c, SYSTEM_COMPONENTS) {
        fault |= !(real_fabs(q[c]) <= LARGEST_VALUE);
        fault |= primitive_is_positive(c) & !(q[c] >= STORED_TINY);
    }
#if defined(SYSTEM_PARTICLES) && defined(EOS_REST_MASS)
    fault |= (q[4] != R(0.0)) & (q[4] < STORED_TINY);
    fault |= !(q[0] > EOS_REST_MASS * q[4]);
#endif
#if defined(SYSTEM_MEDIUM) && TAUB_MEDIA
    fault |= !(q[SYSTEM_MEDIUM + 2] >= R(0.0));
#endif
    out[0] = fault ? R(1.0) : R(0.0);
    out[1] = out[2] = q[0];
}
TAUB_ROW_PASS(check_rows, CHECKS)

#if TAUB_LOOKS_FOR_JUMPS
/* Waves of a Riemann problem whose pressures differ by less than this are at most three times as fast as those of its
 * two states: the shock's Mach number is sqrt(1 + (gamma + 1)/(2 gamma) (q/p - 1)), the pressure q behind it being
 * below the higher one. Fluids without a rest mass need no such care: their waves are never slower than a third of
 * light. Tubes like to have a ratio of 10: rounding does not decide about these. */
#define JUMP R(10.01)

INLINE real pressure_of_cell(const struct taub_io io, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    real q[SYSTEM_COMPONENTS];
    load_primitive(io, eos, io.f[1], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), q);
#if defined(SYSTEM_PARTICLES)
    return eos_pressure(eos, q[0], q[4]);
#else
    return q[4];
#endif
}
INLINE real jump_rows_identity(int c)
{
    return R(0.0);
}
INLINE real jump_rows_combine(int c, real a, real b)
{
    return real_max(a, b);
}
/* Between a cell and the next ones along all axes, across blocks and ranks, too; beyond sides of the panels of a sphere
 * are ghost zones. */
INLINE void jump_rows_point(const struct taub_io io, int b, int k, int j, int i, real out[1])
{
    const real here = pressure_of_cell(io, b, k, j, i);
    int jumps = 0;
    for (int a = 0; a < 3; a++) {
        int at[3] = {i + (a == 0), j + (a == 1), k + (a == 2)}, block = b;
        if (!AXIS_ACTIVE(a) || !((TAUB_SPHERE && a < 2) || find_cell(io, &block, at)))
            continue;
        const real next = pressure_of_cell(io, block, at[2], at[1], at[0]);
        jumps |= real_max(here, next) > JUMP * real_min(here, next);
    }
    out[0] = jumps ? R(1.0) : R(0.0);
}
TAUB_ROW_PASS(jump_rows, 1)
#endif

#if defined(SYSTEM_FACES) && TAUB_USER_INITIAL && !TAUB_SPHERE
/* Sums over cells for each component: of the difference between the means of both faces and what `initial` gives, of
 * the size of the former, and of the latter. */
INLINE real compare_rows_identity(int c)
{
    return R(0.0);
}
INLINE real compare_rows_combine(int c, real a, real b)
{
    return a + b;
}
INLINE void compare_rows_point(const struct taub_io io, int b, int k, int j, int i, real out[9])
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    for (int a = 0; a < 3; a++) {
        const long component = at + (SYSTEM_FIELD + 3 * (SYSTEM_FACES - 1) + a) * io.shape.component_stride;
        const real given = io.f[1][component], lower = io.f[2][component];
        const real upper = AXIS_ACTIVE(a) ? io.f[2][component + axis_stride(io.shape, a)] : lower;
        const real mean = R(0.5) * (lower + upper);
        out[3 * a] = real_fabs(mean - given);
        out[3 * a + 1] = real_fabs(mean);
        out[3 * a + 2] = real_fabs(given);
    }
}
TAUB_ROW_PASS(compare_rows, 9)
#endif

#endif
