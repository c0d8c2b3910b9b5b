/* HLLC (Toro, Spruce and Speares 1994): a third wave, so that contacts and shear layers stay sharp. Written as what the
 * star state adds to the flux of its side: all of it is proportional to the speed of the contact against the gas, so
 * that a contact at rest has exactly the flux of its pressure. */
#ifndef TAUB_RIEMANN_HLLC_H
#define TAUB_RIEMANN_HLLC_H

#define RIEMANN_OF_GAS 1

/* What the wave of speed `wave` adds to the flux of the side of u: wave (u* - u). */
INLINE void add_star(const real u[SYSTEM_COMPONENTS], const struct gas gas, int axis, real wave, real contact,
                     real flux[SYSTEM_COMPONENTS])
{
    const real excess = contact - gas.v[axis], inflow = wave - gas.v[axis];
    const real per = wave / (wave - contact), growth = excess * per, share = excess * (inflow * per);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        flux[c] += growth * u[c];
    flux[1 + axis] += share * u[0];
    flux[4] += share * (u[0] * contact) + growth * gas.pressure;
}

INLINE void riemann_of_gas(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real fl[SYSTEM_COMPONENTS],
                           const real ur[SYSTEM_COMPONENTS], const struct gas right, const real fr[SYSTEM_COMPONENTS],
                           real slowest, real fastest, int axis, real flux[SYSTEM_COMPONENTS])
{
    const real mass_left = ul[0] * (slowest - left.v[axis]), mass_right = ur[0] * (fastest - right.v[axis]);
    const real contact = ((right.pressure - left.pressure) + (mass_left * left.v[axis] - mass_right * right.v[axis])) /
                         (mass_left - mass_right);
    real star_left[SYSTEM_COMPONENTS], star_right[SYSTEM_COMPONENTS];
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        star_left[c] = fl[c];
        star_right[c] = fr[c];
    }
    add_star(ul, left, axis, slowest, contact, star_left);
    add_star(ur, right, axis, fastest, contact, star_right);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        const real outer = slowest >= R(0.0) ? fl[c] : fr[c];
        const real inner = contact >= R(0.0) ? star_left[c] : star_right[c];
        flux[c] = slowest >= R(0.0) || fastest <= R(0.0) ? outer : inner;
    }
}

#endif
