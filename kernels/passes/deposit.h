/* What droplets add to a cell in a stage, from the field that passes/droplets.h writes once a step: rates of T^{ta} and
 * of the charge per unit time, with the volume element. */
#ifndef TAUB_PASSES_DEPOSIT_H
#define TAUB_PASSES_DEPOSIT_H

#include "dialect.h"
#include "case/system.h"

#define DEPOSIT_COMPONENTS 5

#if defined(SYSTEM_CHARGED)
#define DEPOSIT_CHARGED SYSTEM_CHARGED
#if SYSTEM_CHARGED
#define DEPOSITED_CHARGE CHARGE_DENSITY
#endif
#else
#define DEPOSIT_CHARGED 1
#define DEPOSITED_CHARGE 4
#endif

/* Adds `times` the rates. */
INLINE void add_deposit(const struct taub_shape shape, GLOBAL const stored *deposit, int b, int k, int j, int i,
                        real times, real rate[SYSTEM_COMPONENTS])
{
    const long at = cell_index(shape, DEPOSIT_COMPONENTS, b, k, j, i), cs = shape.component_stride;
    EACH (c, 4)
        rate[c] += times * LOAD(deposit + at + c * cs);
#if DEPOSIT_CHARGED
    rate[DEPOSITED_CHARGE] += times * LOAD(deposit + at + 4 * cs);
#endif
}

#endif
