/* Thermal integrals over the hadrons of a list, and the coefficients of viscous corrections delta f.
 *
 *  delta f = f (1 +- f) [S pi_{mu nu} p^mu p^nu + Pi (A m^2 + B (p.u)^2)]           Grad's 14 moments
 *          = f (1 +- f) [...]/(p.u)                                                 relaxation time, first order
 * S, A and B are chosen such that all hadrons together carry pi^{mu nu} and Pi exactly, and delta f carries no energy
 * density: S = 1/(2 J42), J42 = sum g int dP p^4 f(1 +- f)/15 in the fluid's rest frame (relaxation time: J32, with
 * p^4/E); A and B solve two linear equations with such integrals. For massless Boltzmann particles S is the usual 1/(2
 * T^2 (e + p)). With a baryon chemical potential there is a third term, Pi C b (p.u) for baryon number b, and delta f
 * carries no net baryon number either: three equations for A, B, C. Sources: A. Monnai, T. Hirano, Phys. Rev. C 80,
 * 054906; M. McNelis, D. Everett, U. Heinz, Comput. Phys. Commun. 258, 107604. */
#ifndef TAUB_HADRONS_THERMAL_H
#define TAUB_HADRONS_THERMAL_H

#include "hadrons/list.h"

enum taub_delta_f { TAUB_DELTA_F_NONE, TAUB_DELTA_F_GRAD, TAUB_DELTA_F_RELAXATION };

struct taub_thermal {
    double number, energy, pressure; /* 1/fm^3, GeV/fm^3, GeV/fm^3 */
    double charge;                   /* net baryon number, 1/fm^3 */
};
/* Sums over all hadrons at a temperature and a baryon chemical potential, in GeV. */
struct taub_thermal taub_thermal_sum(const struct taub_hadrons *list, double temperature, double potential);

struct taub_delta_f_coefficients {
    double shear, mass, energy, charge; /* S, A, B, C */
};
struct taub_delta_f_coefficients taub_delta_f_at(const struct taub_hadrons *list, enum taub_delta_f kind,
                                                 double temperature, double potential);

/* Ranges of temperature and baryon chemical potential on a surface, GeV. */
struct taub_thermal_range {
    double lowest, highest; /* temperature */
    double potential[2];    /* lowest and highest */
    bool charged;           /* a potential is not zero somewhere */
};

/* The coefficients tabulated over such a range, by interpolation in Chebyshev points. */
enum { TAUB_DELTA_F_POINTS = 17, TAUB_DELTA_F_POTENTIALS = 33 };
struct taub_delta_f_table {
    double place[TAUB_DELTA_F_POINTS], weight[TAUB_DELTA_F_POINTS]; /* log of temperature; barycentric weight */
    double potential[TAUB_DELTA_F_POTENTIALS], potential_weight[TAUB_DELTA_F_POTENTIALS];
    int potentials; /* 1 if the potential is zero everywhere */
    struct taub_delta_f_coefficients at[TAUB_DELTA_F_POTENTIALS][TAUB_DELTA_F_POINTS];
};
enum taub_status taub_delta_f_tabulate(struct taub_delta_f_table *self, const struct taub_hadrons *list,
                                       enum taub_delta_f kind, const struct taub_thermal_range *range,
                                       struct taub_error *error);
struct taub_delta_f_coefficients taub_delta_f_find(const struct taub_delta_f_table *self, double temperature,
                                                   double potential);

#define TAUB_HBAR_C 0.1973269804 /* GeV fm */

#endif
