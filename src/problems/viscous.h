/* State of system israel-stewart: e, u^x, u^y, u^z, the ten components of the shear stress pi, the bulk pressure Pi;
 * GeV/fm^3. In Milne coordinates the third axis is the orthonormal one: tz = tau pi^{tau eta}, zz = tau^2 pi^{eta
 * eta}. */
#ifndef TAUB_PROBLEMS_VISCOUS_H
#define TAUB_PROBLEMS_VISCOUS_H

enum taub_viscous_component {
    TAUB_VISCOUS_ENERGY,
    TAUB_VISCOUS_UX,
    TAUB_VISCOUS_UY,
    TAUB_VISCOUS_UZ,
    TAUB_VISCOUS_TT,
    TAUB_VISCOUS_TX,
    TAUB_VISCOUS_TY,
    TAUB_VISCOUS_TZ,
    TAUB_VISCOUS_XX,
    TAUB_VISCOUS_XY,
    TAUB_VISCOUS_XZ,
    TAUB_VISCOUS_YY,
    TAUB_VISCOUS_YZ,
    TAUB_VISCOUS_ZZ,
    TAUB_VISCOUS_BULK,
    TAUB_VISCOUS_CHARGE,    /* with eos.kind: table-2d */
    TAUB_VISCOUS_DIFFUSION, /* q^x, q^y, q^z: with transport.baryon_diffusion */
    TAUB_VISCOUS_LAST = TAUB_VISCOUS_DIFFUSION + 2,
    TAUB_VISCOUS_COMPONENTS
};

#endif
