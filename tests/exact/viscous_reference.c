/* Solutions by GSL, printed for the tests in Python.
 *   viscous_reference bjorken conformal|lattice ETA/S zero|navier-stokes T_0 TAU_0 TAU...   lines: tau e T phi Pi
 *   viscous_reference gubser ETA/S THAT(0) RHO...                                           lines: rho That pi/(s T)
 * lattice has bulk viscosity too. rho must go away from 0, in one direction. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../viscous_odes.h"

static gsl_odeiv2_driver *driver_of(gsl_odeiv2_system *system, double step)
{
    return gsl_odeiv2_driver_alloc_y_new(system, gsl_odeiv2_step_rk8pd, step, 1e-13, 1e-12);
}

static int bjorken(int count, char **words)
{
    const bool lattice = strcmp(words[0], "lattice") == 0, gradients = strcmp(words[2], "navier-stokes") == 0;
    const struct taub_config_eos config = {
        .kind = lattice ? TAUB_EOS_LATTICE_WB : TAUB_EOS_CONFORMAL, .colours = 3, .flavours = 3};
    struct taub_eos *eos;
    if (taub_eos_create(&config, &eos, NULL) != TAUB_OK)
        return 1;
    struct expansion expansion = {eos, atof(words[1]), lattice, 0};
    gsl_odeiv2_system system = {expand, NULL, 3, &expansion};
    gsl_odeiv2_driver *driver = driver_of(&system, 1e-5);
    const double T = atof(words[3]);
    double tau = atof(words[4]), y[3] = {taub_eos_energy_from_temperature(eos, T, 0), 0, 0};
    if (gradients && lattice)
        return 1;
    if (gradients) /* 4 eta/(3 tau) */
        y[1] = 4 * expansion.shear_over_entropy * TAUB_HBARC / (3 * tau * T) * (y[0] + taub_eos_pressure(eos, y[0], 0));
    int failed = 0;
    for (int i = 5; i < count && !failed; i++) {
        failed = gsl_odeiv2_driver_apply(driver, &tau, atof(words[i]), y) != GSL_SUCCESS;
        printf("%.17g %.17g %.17g %.17g %.17g\n", tau, y[0], taub_eos_temperature(eos, y[0], 0), y[1], y[2]);
    }
    gsl_odeiv2_driver_free(driver);
    taub_eos_destroy(eos);
    return failed;
}

static int gubser(int count, char **words)
{
    double eta = atof(words[0]), rho = 0, y[2] = {atof(words[1]), 0};
    gsl_odeiv2_system system = {de_sitter, NULL, 2, &eta};
    gsl_odeiv2_driver *driver = driver_of(&system, count > 2 && atof(words[2]) < 0 ? -1e-4 : 1e-4);
    int failed = 0;
    for (int i = 2; i < count && !failed; i++) {
        failed = gsl_odeiv2_driver_apply(driver, &rho, atof(words[i]), y) != GSL_SUCCESS;
        printf("%.17g %.17g %.17g\n", rho, y[0], y[1]);
    }
    gsl_odeiv2_driver_free(driver);
    return failed;
}

int main(int count, char **words)
{
    if (count > 7 && strcmp(words[1], "bjorken") == 0)
        return bjorken(count - 2, words + 2);
    if (count > 4 && strcmp(words[1], "gubser") == 0)
        return gubser(count - 2, words + 2);
    return 2;
}
