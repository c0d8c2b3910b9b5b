/* Quantities of a dissipative fluid that hold differences of neighbours: expansion, shear, Knudsen numbers.
 *
 *   gradients  a quantity (option[0]) of each cell       fields: 0 its components out, 1 primitive state, ghosts filled
 *
 * Du is that of the scheme (schemes/relaxation.h). */
#ifndef TAUB_PASSES_VISCOUS_GRADIENTS_H
#define TAUB_PASSES_VISCOUS_GRADIENTS_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/system.h"
#include "passes/common.h"
#include "passes/viscous_cell.h"
#include "schemes/diffusion_current.h"
#include "schemes/relaxation.h"
#include "systems/israel_stewart_regulator.h"
#include "systems/quantities.h"

/* A transverse tensor from its components in space, in the places of pi. */
INLINE void fill_transverse(const real space[3][3], const real v[3], real tensor[SYSTEM_COMPONENTS])
{
    real time[3];
    EACH (i, 3)
        time[i] = dot(v, space[i]);
    tensor[PI_TT] = dot(v, time);
    EACH (i, 3)
        tensor[stress_time(i)] = time[i];
    EACH (n, 6)
        tensor[PI_XX + n] = space[pair_row(n)][pair_column(n)];
}

/* sigma, and what stands beside 2 eta sigma on the right of the equation for pi, over tau_pi. */
INLINE void shear_and_second_order(const real q[SYSTEM_COMPONENTS], const struct relaxation r,
                                   const struct accelerated a, real sigma[3][3], real second[3][3])
{
    const real more = r.sigma_factor - r.t.shear, pull = R(1.0 / 3.0) * RELAX_K - RELAX_DELTA;
    real n[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            n[i][j] = -r.gradient[i][j] - r.u[i] * a.a[j];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const real projector = (i == j ? R(1.0) : R(0.0)) + r.u[i] * r.u[j];
            real turn = R(0.0);
            for (int l = 0; l < 3; l++)
                turn -= r.mixed[i][l] * (RELAX_ALPHA * n[j][l] - RELAX_BETA * n[l][j]) +
                        r.mixed[j][l] * (RELAX_ALPHA * n[i][l] - RELAX_BETA * n[l][i]);
            sigma[i][j] = R(0.5) * (n[i][j] + n[j][i]) + R(1.0 / 3.0) * projector * a.theta;
            second[i][j] = more * sigma[i][j] + turn + pull * a.theta * q[stress_space(i, j)] -
                           R(1.0 / 3.0) * RELAX_K * projector * a.work;
#if TAUB_HAS_PHI_7
            second[i][j] += stress_squared(q, phi_7_rate(&r, q), i, j);
#endif
        }
}

INLINE void gradients_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    const int quantity = io.range.option[0];
    real q[SYSTEM_COMPONENTS], rate[SYSTEM_COMPONENTS], geometry[SYSTEM_COMPONENTS];
    real gradient[3][3], z[3][3], turn[10], sigma[3][3], second[3][3], tensor[SYSTEM_COMPONENTS];
    struct relaxation r;
    struct charge_gradients charge;
    load_state(io.f[1], at, cs, q);
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        geometry[c] = R(0.0);
    const real volume = R(volume_element(io.control->time)), over_time = connection(volume);
    GEOMETRIC_SOURCE(eos, q, geometry);
    load_gradients(io, b, io.f[1] + at, volume, gradient);
    state_rates(io, b, eos, io.f[1] + at, volume, q, (const real(*)[3])gradient, geometry, &charge, rate);
    const struct relaxing now = relaxing_now(q);
    const struct accelerated a = flow_of_state(eos, transport_at(eos, q[0], charge_of(q)), q, &now,
                                               (const real(*)[3])gradient, &charge, over_time, rate, &r, z, turn);
    shear_and_second_order(q, r, a, sigma, second);
    real out[SYSTEM_QUANTITY_COMPONENTS];
    for (int n = 0; n < SYSTEM_QUANTITY_COMPONENTS; n++)
        out[n] = R(0.0);
    if (quantity == QUANTITY_EXPANSION_RATE)
        out[0] = a.theta;
    else if (quantity == QUANTITY_KNUDSEN_SHEAR)
        out[0] = r.t.shear_rate > R(0.0) ? real_fabs(a.theta) / r.t.shear_rate : R(0.0);
    else if (quantity == QUANTITY_KNUDSEN_BULK)
        out[0] = r.t.bulk_rate > R(0.0) ? real_fabs(a.theta) / r.t.bulk_rate : R(0.0);
    else if (quantity == QUANTITY_SECOND_ORDER_BULK)
        out[0] = real_fabs((r.bulk_theta + r.t.bulk) * a.theta + r.t.bulk_by_shear * a.work) /
                 (r.t.bulk * real_fabs(a.theta) + REAL_TINY);
    else {
        fill_transverse((const real(*)[3])sigma, r.v, tensor);
        const real size = stress_size(tensor);
        for (int n = 0; n < SYSTEM_QUANTITY_COMPONENTS; n++)
            out[n] = tensor[PI_TT + n];
        if (quantity == QUANTITY_SECOND_ORDER_SHEAR) {
            fill_transverse((const real(*)[3])second, r.v, tensor);
            out[0] = stress_size(tensor) / (r.t.shear * size + REAL_TINY);
        }
    }
    for (int n = 0; n < SYSTEM_QUANTITY_COMPONENTS; n++)
        io.f[0][at + n * cs] = out[n];
}
TAUB_POINT_PASS(gradients)

#endif
