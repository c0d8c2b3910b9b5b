/* Milne coordinates tau, x, y, eta: t = tau cosh(eta), z = tau sinh(eta). The volume element is tau, and the frame
 * turns with eta. What each function is for stands in geometry/cartesian.h. */
#ifndef TAUB_GEOMETRY_MILNE_H
#define TAUB_GEOMETRY_MILNE_H

#include "dialect.h"
#include "case/system.h"

#define GEOMETRY_TURNS 1

INLINE double volume_element(double time)
{
    return time;
}

INLINE double face_element(int axis, double time)
{
    return axis == 2 ? 1.0 : time;
}

INLINE double proper_length(int axis, double length, double time)
{
    return axis == 2 ? time * length : length;
}

/* The expansion counts as a signal too: its sources change the state by a share dt/tau per step. */
INLINE double largest_rate(double signals, double time)
{
    const double expansion = 4.0 / time;
    return signals > expansion ? signals : expansion;
}

INLINE real volume_later(real volume, real elapsed)
{
    return volume + elapsed;
}
INLINE real area_per_volume(int axis, real volume)
{
    return axis == 2 ? R(1.0) / volume : R(1.0);
}

INLINE real connection(real volume)
{
    return R(1.0) / volume;
}

INLINE void scale_density(real factor, real u[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        u[c] *= factor;
}

INLINE real rate_of_quantity(real density_rate, real quantity, real per_volume)
{
    return (density_rate - quantity) * per_volume;
}
INLINE real rate_of_density(real quantity_rate, real quantity, real volume)
{
    return volume * quantity_rate + quantity;
}

#define GEOMETRIC_SOURCE(eos, q, rate) milne_source(eos, q, rate)

#endif
