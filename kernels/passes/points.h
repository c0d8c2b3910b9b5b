/* States at the centres of cells, from the means over cells that schemes of orders 3 and 4 keep.
 *
 * To fourth order the mean of a density is its value at the centre and 1/24 of its second difference along each axis.
 * Second differences are those of five cells. At ends of the mesh these lie inside, since ghost zones there hold what a
 * boundary needs and not how the flow goes on. On a cubed sphere, whose cells have other volumes than their neighbours,
 * first differences come in; its primitive state holds points already (passes/sphere_points.h). */
#ifndef TAUB_PASSES_POINTS_H
#define TAUB_PASSES_POINTS_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/scheme.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "passes/common.h"
#include "passes/lines.h"
#include "systems/recovery_status.h"

/* Components of the quantities that users may ask for, at most. */
#ifndef SYSTEM_QUANTITY_COMPONENTS
#define SYSTEM_QUANTITY_COMPONENTS 3
#endif

/* On cubed spheres fields at centres are found from fluxes, and the mean of their energy from these
 * (passes/sphere_points.h), in boxes from faces (geometry/faces.h): what goes from means to points is the gas alone. */
#if TAUB_SPHERE && TAUB_ORDER > 2 && defined(SYSTEM_FIELD)
#define GAS_APART 1
#else
#define GAS_APART 0
#endif

#if TAUB_ORDER > 2
#if TAUB_SPHERE
#define GROWTH_OF_VOLUME growth_of_volume
#define EACH_ON_LINE UNROLL /* in every stage of a step */
#define LOAD_POINT INLINE
#else
#define GROWTH_OF_VOLUME(io, axis, b, k, j, i) R(0.0)
#define EACH_ON_LINE /* for outputs, and the text is long */
#define LOAD_POINT OUTLINE
#endif

#if GAS_APART
/* The gas of densities without their field, whose energy this is. */
INLINE void leave_gas(real u[SYSTEM_COMPONENTS], real magnetic)
{
    u[4] -= magnetic;
    EACH (a, 3)
        u[SYSTEM_FIELD + a] = R(0.0);
}
#endif

/* Mean densities of a cell, which has the field that the scheme gives to it; `single`: of the cell in a field of one
 * component. Returns 0 where its field would leave no gas (geometry/faces.h). */
INLINE int load_densities(const struct taub_io io, GLOBAL const stored *field, long at, long single,
                          real u[SYSTEM_COMPONENTS])
{
    int fits = 1;
    load_state(field, at, io.shape.component_stride, u);
#if GAS_APART
    leave_gas(u, io.f[2][single]);
#endif
#if defined(SYSTEM_FACES)
    fits = mean_state_of_cell(io.shape, field, at, u);
#endif
#if FIELD_HAS_SPREAD
    u[4] -= energy_of_field(u);
#endif
    return fits;
}

/* What the lines around a cell say: sums over axes of second differences, and how far passive scalars go. */
struct around {
    real second[SYSTEM_COMPONENTS];
#if TAUB_SCALARS
    real least[TAUB_SCALARS], most[TAUB_SCALARS]; /* at most 0, at least 1 */
#endif
};

INLINE void start_around(struct around *around)
{
    EACH_ON_LINE
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        around->second[c] = R(0.0);
#if TAUB_SCALARS
    EACH_ON_LINE
    for (int n = 0; n < TAUB_SCALARS; n++) {
        around->least[n] = R(0.0);
        around->most[n] = R(1.0);
    }
#endif
}

INLINE void note_scalars(const real u[SYSTEM_COMPONENTS], struct around *around)
{
#if TAUB_SCALARS
    for (int n = 0; n < TAUB_SCALARS; n++) {
        const real scalar = u[GAS_COMPONENTS + n] / u[0];
        around->least[n] = real_min(around->least[n], scalar);
        around->most[n] = real_max(around->most[n], scalar);
    }
#endif
}

/* A scalar that would leave its range beside a jump is that of the mean. */
INLINE void keep_scalars(const real mean[SYSTEM_COMPONENTS], const struct around *around, real q[SYSTEM_COMPONENTS])
{
#if TAUB_SCALARS
    for (int n = 0; n < TAUB_SCALARS; n++) {
        const int c = GAS_COMPONENTS + n;
        q[c] = q[c] < around->least[n] || q[c] > around->most[n] ? mean[c] / mean[0] : q[c];
    }
#endif
}

/* Of what the medium is made: cells hold it as it was given, a mean or not. */
INLINE int of_medium(int component)
{
#if defined(SYSTEM_MEDIUM)
    return component >= SYSTEM_MEDIUM && component < SYSTEM_POLARIZATION;
#else
    return 0;
#endif
}

/* The first difference at `place`, of second order. */
INLINE real slope_on_line(const real mean[LINE_CELLS], int place)
{
    return place == 0   ? R(2.0) * (mean[1] - mean[0]) - R(0.5) * (mean[2] - mean[0])
           : place == 4 ? R(0.5) * (mean[2] - mean[4]) - R(2.0) * (mean[3] - mean[4])
           : place == 1 ? R(0.5) * (mean[2] - mean[0])
           : place == 3 ? R(0.5) * (mean[4] - mean[2])
                        : R(0.5) * (mean[3] - mean[1]);
}

/* Looks along an axis, along which volumes grow by the share `growth`; no difference is taken across a jump of the
 * medium. */
INLINE void look_along(const struct taub_io io, GLOBAL const stored *field, long at, long single, int axis, int place,
                       real growth, struct around *around)
{
    const long s = axis_stride(io.shape, axis), first = at - place * s;
    real line[SYSTEM_COMPONENTS][LINE_CELLS], mean[SYSTEM_COMPONENTS];
    int jumps = 0;
    EACH_ON_LINE
    for (int n = 0; n < LINE_CELLS; n++) {
        load_densities(io, field, first + n * s, single + (n - place) * s, mean);
        note_scalars(mean, around);
        EACH_ON_LINE
        for (int c = 0; c < SYSTEM_COMPONENTS; c++)
            line[c][n] = mean[c];
#if defined(SYSTEM_MEDIUM)
        jumps |= n > 0 && medium_jumps(io.shape, field, first + (n - 1) * s, first + n * s);
#endif
    }
    EACH_ON_LINE
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        around->second[c] += jumps || of_medium(c)
                                 ? R(0.0)
                                 : difference_on_line(line[c], place) +
                                       (TAUB_SPHERE ? R(2.0) * growth * slope_on_line(line[c], place) : R(0.0));
}

/* How much of a correction stays so that it changes density and internal energy by no more than a quarter. A positive
 * quantity that cells resolve changes by a twelfth along each axis at most; beside fronts, in fast flow and in strong
 * fields the internal energy is what large energies leave, and their corrections can be all of it. */
INLINE real share_of_correction(const real mean[SYSTEM_COMPONENTS], const real point[SYSTEM_COMPONENTS])
{
#if defined(SYSTEM_MEDIUM)
    return R(1.0);
#else
    real inner, weight, changed, its_weight;
    internal_energy_part(mean, &inner, &weight);
    internal_energy_part(point, &changed, &its_weight);
    const real of_energy = real_fabs((changed / its_weight) / (inner / weight) - R(1.0));
    const real of_density = real_fabs(density_part(point) / density_part(mean) - R(1.0));
    const real change = real_max(of_energy, of_density);
    return change > R(0.25) ? R(0.25) / change : R(1.0);
#endif
}

/* The primitive state at the centre of a cell, on cubed spheres without a field; returns 1 when none has the densities
 * there, so that it is that of the mean, or one on the way from that. */
LOAD_POINT int load_point(const struct taub_io io, GLOBAL const stored *field, int b, int k, int j, int i,
                          real q[SYSTEM_COMPONENTS])
{
    const struct eos eos = eos_of_tables(io.tables);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), single = cell_index(io.shape, 1, b, k, j, i);
    const int cell[3] = {i, j, k};
    real mean[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS];
    struct around around;
    int differs = 0;
    start_around(&around);
    EACH_ON_LINE
    for (int a = 0; a < 3; a++) {
        const int first = AXIS_ACTIVE(a) ? line_around(io, b, a, cell[a]) : NO_LINE;
        if (TAUB_SPHERE || first != NO_LINE)
            look_along(io, field, at, single, a, cell[a] - first, GROWTH_OF_VOLUME(io, a, b, k, j, i), &around);
    }
    const int fits = load_densities(io, field, at, single, mean);
    EACH_ON_LINE
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        differs |= around.second[c] != R(0.0);
        u[c] = mean[c] - R(1.0 / 24.0) * around.second[c];
    }
#if FIELD_HAS_SPREAD
    mean[4] += energy_of_field(mean);
    u[4] += energy_of_field(u);
#endif
    const real share = share_of_correction(mean, u);
    EACH_ON_LINE
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        u[c] = share < R(1.0) ? mean[c] + share * (u[c] - mean[c]) : u[c];
#if TAUB_SPHERE
    const int stays = conserved_admissible(u) == 0;
    EACH_ON_LINE
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        u[c] = stays ? mean[c] : u[c];
    recover_primitive(eos, u, u[0], u[4], q);
    keep_scalars(mean, &around, q);
    return differs && (stays || share < R(1.0));
#else
    scale_density(R(1.0 / volume_element(io.control->time)), u);
    if (conserved_admissible(u) && recover_primitive(eos, u, u[0], u[4], q) == RECOVERY_GOOD) {
        keep_scalars(mean, &around, q);
        return !fits || share < R(1.0);
    }
    load_primitive(io, eos, field, at, q);
    return differs;
#endif
}
#endif

/* What is output of a cell: its state at the centre, or with `means`, and below order 3 always, that of its means.
 * Returns 1 when the latter stands in for the former. */
INLINE int load_output(const struct taub_io io, const struct eos eos, GLOBAL const stored *field, int b, int k, int j,
                       int i, int means, real q[SYSTEM_COMPONENTS])
{
#if TAUB_ORDER > 2 && !TAUB_SPHERE
    if (!means)
        return load_point(io, field, b, k, j, i, q);
#endif
    load_primitive(io, eos, field, cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), q);
    return 0;
}

#endif
