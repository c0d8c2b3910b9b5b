/* A star of mass G M = 1 and radius 1 with density 1 at its surface, and what is in its corona: see README.md. */
#ifndef STAR_H
#define STAR_H

#define GAMMA R(1.05)
#define HEAT R(0.2) /* pressure over density at the surface, in units of G M over its radius */

INLINE real radius_of(const real x[3])
{
    return real_sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* Density of gas at rest with p = HEAT rho^gamma, and that pressure. */
INLINE void corona(real r, real *density, real *pressure)
{
    const real heat = R(1.0) - (GAMMA - R(1.0)) / (GAMMA * HEAT) * (R(1.0) - R(1.0) / r);
    *density = real_pow(heat, R(1.0) / (GAMMA - R(1.0)));
    *pressure = HEAT * *density * heat;
}

/* The axis of the dipole, in the plane of x and z, times the field at its equator on the surface. */
INLINE void moment(real field, real tilt, real m[3])
{
    m[0] = field * real_sin(tilt);
    m[1] = R(0.0);
    m[2] = field * real_cos(tilt);
}

INLINE void dipole(const real x[3], const real m[3], real b[3])
{
    const real r = radius_of(x), per = R(1.0) / (r * r * r);
    const real along = R(3.0) * (x[0] * m[0] + x[1] * m[1] + x[2] * m[2]) / (r * r);
    for (int c = 0; c < 3; c++)
        b[c] = (along * x[c] - m[c]) * per;
}

#endif
