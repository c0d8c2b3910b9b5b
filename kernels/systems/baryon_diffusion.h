/* Coefficients of the diffusion current q^mu of the net baryon number, alpha = mu_B/T:
 *   tau_q = C/T,   kappa_B = TAUB_DIFFUSION_VALUE T^2, or C/T n (coth(alpha)/3 - n T/(e + P)) of kinetic theory.
 * G. S. Denicol, C. Gale, S. Jeon, A. Monnai, B. Schenke, C. Shen, Phys. Rev. C 98 (2018) 034916. */
#ifndef TAUB_SYSTEMS_BARYON_DIFFUSION_H
#define TAUB_SYSTEMS_BARYON_DIFFUSION_H

#include "dialect.h"
#include "case/eos.h"
#include "systems/transport.h"

#if defined(EOS_HAS_POTENTIAL)

struct diffusion {
    real rate;       /* 1/tau_q */
    real drive;      /* kappa_B/tau_q, 1/fm^3 */
    real by_e, by_n; /* slopes of alpha */
    real carriers;   /* n coth(alpha): baryons and antibaryons of a Boltzmann gas, which no current exceeds */
    int limited;     /* drive is not what the coefficients say */
};

/* n coth(alpha), even in n; n/alpha of small alpha is 1 over the slope. */
INLINE real carriers_of(real n, real alpha, real by_n)
{
    const real size = real_fabs(alpha), tanh_size = real_tanh(size);
    const real at_zero = by_n > R(0.0) ? R(1.0) / by_n : R(0.0);
    return size > R(1e-6) ? real_fabs(n) / tanh_size : real_max(at_zero, real_fabs(n));
}

/* Where alpha falls with n, or kappa_B is negative, nothing spreads: such an equation of state has no such current. Nor
 * may the current's own signals, of speed sqrt(drive by_n) at rest, be faster than light. Either is said. */
INLINE struct diffusion diffusion_at(const struct eos eos, real e, real n)
{
    struct diffusion d;
    real temperature, alpha;
    eos_potential_over_temperature(eos, e, n, &temperature, &alpha, &d.by_e, &d.by_n);
    d.rate = temperature / (R(TAUB_DIFFUSION_RELAXATION) * TRANSPORT_HBARC);
    d.carriers = carriers_of(n, alpha, d.by_n);
#if TAUB_DIFFUSION_CURRENT == 2
    const real share = n * temperature / (e + eos_pressure(eos, e, n));
    const real drive = R(1.0 / 3.0) * d.carriers - n * share; /* C/T is tau_q */
#else
    const real per_hbarc = temperature * (R(1.0) / TRANSPORT_HBARC);
    const real drive = R(TAUB_DIFFUSION_VALUE) * (per_hbarc * per_hbarc) * d.rate;
#endif
    const real most = d.by_n > R(0.0) ? R(0.999) / d.by_n : R(0.0);
    /* beyond the charges of a table alpha is flat: nothing is taken away there */
    const int flat = d.by_n == R(0.0);
    d.drive = flat ? real_max(drive, R(0.0)) : real_min(real_max(drive, R(0.0)), most);
    d.limited = d.drive != drive;
    return d;
}

/* The square of the fastest signal at rest: the larger eigenvalue of sound (c1, with viscosities) and diffusion (drive
 * by_n), which dP/dn = T (h by_e + n by_n) couples (docs/theory/israel-stewart.md). */
INLINE real coupling_of(const struct diffusion d, real temperature, real enthalpy, real n)
{
    const real slope = enthalpy * d.by_e + n * d.by_n;
    return d.drive * temperature * (slope * slope) / enthalpy;
}
INLINE real coupled_speed_squared(const struct diffusion d, real temperature, real enthalpy, real n, real c1)
{
    const real c2 = d.drive * d.by_n, apart = c1 - c2;
    const real root = real_sqrt(apart * apart + R(4.0) * coupling_of(d, temperature, enthalpy, n));
    return real_min(R(0.5) * ((c1 + c2) + root), R(1.0));
}

#endif
#endif
