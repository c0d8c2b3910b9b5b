/* Equation of state: a hadron gas with (c_s)^2 = (1 - 4 bag/width)/3 goes over into a plasma with a bag's energy.
 *   p = e/3 - (4 bag/3) e/(e + width),  width > 4 bag,  all in GeV/fm^3
 * Devices call these functions once or several times per cell and stage, so they should be cheap. */

INLINE real eos_user_pressure(real energy_density, real charge_density)
{
    const real e = energy_density;
    (void)charge_density; /* this one does not depend on it */
    return e * (R(1.0 / 3.0) - R(4.0 / 3.0) * PARAMETER(bag) / (e + PARAMETER(width)));
}

/* dp/de at constant entropy per charge; here dp/de. It must lie between 0 and 1. */
INLINE real eos_user_sound_speed_squared(real energy_density, real charge_density)
{
    const real share = PARAMETER(width) / (energy_density + PARAMETER(width));
    (void)charge_density;
    return R(1.0 / 3.0) - R(4.0 / 3.0) * PARAMETER(bag) / PARAMETER(width) * (share * share);
}

/* d ln T/d ln e = (c_s)^2 e/(e + p), integrated; far above the crossover e = degrees pi^2/30 T^4/(hbar c)^3. In GeV. */
INLINE real eos_user_temperature(real energy_density, real charge_density)
{
    const real e = energy_density, bag = PARAMETER(bag), width = PARAMETER(width), hbarc = R(0.1973269804);
    const real low = (width - R(4.0) * bag) / (R(4.0) * (width - bag));
    const real high = (R(4.0) * width - bag) / (R(4.0) * (width - bag));
    const real unit = R(30.0) * hbarc * hbarc * hbarc / (PARAMETER(degrees) * R(9.8696044010893586));
    (void)charge_density;
    return real_sqrt(real_sqrt(unit)) * real_pow(e, low) * real_pow(e + (width - bag), high) / (e + width);
}
