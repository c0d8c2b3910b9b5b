/* Included by the files beside it after CESE_KERNELS (the table's name), CESE_AXES, CESE_TAU and SYSTEM_FILES are
 * defined. */
#include <string.h>

#include "cese.h"

#define TAUB_SINGLE 0
#define TAUB_STRICT 0
#define TAUB_MILNE 0
#define TAUB_SCALARS 0
#define TAUB_ENERGY_FLOOR 0.0
#define TAUB_HAS_FLOOR 0
#define TAUB_EOS_GAMMA 1.4
#define TAUB_EOS_MASS 1.0
#define CESE_AXIS_0 0
#define CESE_AXIS_1 1
#define CESE_ALPHA 2
#define CESE_SIGMA 1.0
#define CESE_FLOW_LIMIT 1.0
#define CESE_SOUND_LIMIT 1.5
#define CESE_CFL 1.0

#include "eos/gamma_law.h"

#include "dialect.h"

#include "eos/ideal_gas.h"
#if defined(SYSTEM_EULER)
#include "systems/euler.h"

#include "systems/euler_derivatives.h"
#else
#include "systems/srhd.h"

#include "systems/srhd_recovery.h"

#include "systems/srhd_derivatives.h"
#endif

#include "schemes/cese.h"

static const struct eos eos = {0};

static void primitive(const double u[5], double q[5])
{
    double copy[5];
    memcpy(copy, u, sizeof copy);
    recover_primitive(eos, copy, u[0], u[4], q);
}

static void conserved(const double q[5], double u[5])
{
    conserved_of_primitive(eos, q, u);
}

static void flux(const double u[5], int axis, double f[5], double *slowest, double *fastest)
{
    double q[5], same[5];
    primitive(u, q);
    system_flux(eos, q, axis, same, f, slowest, fastest);
}

static void change(const double u[5], const double du[5], int axis, double df[5])
{
    double q[5];
    primitive(u, q);
    flux_jacobian_product(gas_of_primitive(eos, q), u, du, axis, df);
}

static int admissible(const double u[5])
{
    return conserved_admissible(u);
}

static int element(const double u[5], const double s[][5], const double k[], double share[][5], double ahead[5])
{
    struct cese_element made;
    double q[5];
    primitive(u, q);
    const int status = cese_element_of(eos, u, q, s, k, &made);
    memcpy(share, made.share, sizeof made.share);
    memcpy(ahead, made.ahead, sizeof made.ahead);
    return status;
}

static void first_order(const double k[], double share[][5], double ahead[5])
{
    struct cese_element made;
    memset(&made, 0, sizeof made);
    memcpy(made.share, share, sizeof made.share);
    cese_first_order(eos, k, &made);
    memcpy(share, made.share, sizeof made.share);
    memcpy(ahead, made.ahead, sizeof made.ahead);
}

static void new_element(const double u[][5], const double s[][2][5], const double k[], double un[5], double sn[][5])
{
    struct cese_corner corner[CESE_CORNERS];
    for (int n = 0; n < CESE_CORNERS; n++) {
        struct cese_element made;
        double q[5];
        primitive(u[n], q);
        cese_element_of(eos, u[n], q, s[n], k, &made);
        memcpy(corner[n].share, made.share[CESE_CORNERS - 1 - n], sizeof corner[n].share);
        memcpy(corner[n].ahead, made.ahead, sizeof made.ahead);
#if CESE_TAU
        memcpy(corner[n].s, made.s, sizeof made.s);
        corner[n].courant = made.courant;
#endif
    }
    cese_new_element(corner, un, sn);
}

static double weighted(double above, double below)
{
#if CESE_TAU
    return cese_weighted_tau(above, below, 0.01);
#else
    return cese_weighted(above, below);
#endif
}

static double rate(const double u[5], const double per[])
{
    double q[5];
    primitive(u, q);
    return cese_rate(eos, q, per);
}

const struct cese_kernels CESE_KERNELS = {CESE_NAME,  CESE_AXES, CESE_TAU,    conserved,   flux,     change,
                                          admissible, element,   first_order, new_element, weighted, rate};
