/* The freeze-out surface of a run for programs that go on with it, in the layout of JETSCAPE's class SurfaceCellInfo
 * (X-SCAPE and JETSCAPE 3.6: src/framework/SurfaceCellInfo.h): the same names, order and units, so that a module copies
 * cell by cell, member by member.
 *
 * Components are along tau, x, y, eta. Those of dSigma are covariant and without the volume element: the coordinate
 * components over tau, as SurfaceFinder and MUSIC give them. u^mu and pi^{mu nu} are orthonormal, with tau for each
 * eta. On boost-invariant runs eta is 0 and the surface that of a unit of it. The class has no member for the
 * diffusion current q^mu: surface.h5 and the layout of MUSIC have it. */
#ifndef TAUB_SURFACE_H
#define TAUB_SURFACE_H

#include <stddef.h>

#include "taub/error.h"

struct taub_surface_cell {
    float tau, x, y, eta;  /* fm/c, fm, fm, 1 */
    float d3sigma_mu[4];   /* fm^2, eta: fm^3 over tau */
    float energy_density;  /* GeV/fm^3 */
    float entropy_density; /* 1/fm^3: (e + p - mu_B n)/T */
    float temperature;     /* GeV */
    float pressure;        /* GeV/fm^3 */
    float baryon_density;  /* 1/fm^3 */
    float qgp_fraction;    /* 0: Taub has none */
    float mu_B;            /* GeV; 0 but for eos.kind: table-2d */
    float mu_Q, mu_S;      /* 0: no equation of state has them */
    float umu[4];          /* u^tau, u^x, u^y, tau u^eta */
    float pi[10];          /* GeV/fm^3: tau tau, tau x, tau y, tau eta, x x, x y, x eta, y y, y eta, eta eta */
    float bulk_Pi;         /* GeV/fm^3 */
};

/* Reads surface.h5, or that of a run's folder. *cells, to be freed with taub_surface_cells_free, is NULL when the
 * surface has none. TAUB_BAD_INPUT when it cannot be read, is dimensionless, or lies outside of the light cone of t = z
 * = 0. */
enum taub_status taub_surface_cells_read(const char *path, struct taub_surface_cell **cells, size_t *count,
                                         struct taub_error *error);
void taub_surface_cells_free(struct taub_surface_cell *cells);

#endif
