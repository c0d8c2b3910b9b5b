/* Strong shocks that run along the mesh (Quirk 1994: the carbuncle). A flux that keeps contacts and shear waves sharp
 * damps nothing at the faces across which such a shock does not jump, so unevenness along the shock grows. There HLLC
 * and HLLI turn towards HLL, as with PLUTO's multidimensional shock flattening. The shock's own faces keep their
 * solver: in one dimension nothing changes.
 *
 * A cell is in a shock along an axis where the gas is compressed from one neighbour to the other and the pressures of
 * these two differ by more than a factor; between SHOCK_WEAK and SHOCK_STRONG the turn is gradual. */
#ifndef TAUB_RIEMANN_SHOCK_SENSOR_H
#define TAUB_RIEMANN_SHOCK_SENSOR_H

#define SHOCK_WEAK R(2.0) /* of HLLI, too: below it the diffusion of contact and shear waves is all taken back */
#define SHOCK_STRONG R(4.0)

/* 0: no shock or a weak one, to 1. below, above: the averages of the neighbours. */
INLINE real shock_along(const real below[SYSTEM_COMPONENTS], const real above[SYSTEM_COMPONENTS], int axis)
{
    real inner_below, weight_below, inner_above, weight_above;
    inner_part(below, &inner_below, &weight_below);
    inner_part(above, &inner_above, &weight_above);
    /* pressures times both densities */
    const real one = inner_below * weight_above, other = inner_above * weight_below;
    const real least = real_max(real_min(one, other), REAL_TINY), most = real_max(one, other);
    const real excess = (most - SHOCK_WEAK * least) / ((SHOCK_STRONG - SHOCK_WEAK) * least);
    const real compressed =
        below[1 + axis] * density_part(above) > above[1 + axis] * density_part(below) ? excess : R(0.0);
    return real_min(real_max(compressed, R(0.0)), R(1.0));
}

/* What faces across an axis are to be given of HLL's diffusion: the strongest shock along the others. */
INLINE real shock_across(const real along[3], int axis)
{
    return real_max(along[(axis + 1) % 3], along[(axis + 2) % 3]);
}

#endif
