/* Checks of viscosities. */
#include <math.h>

#include "case/check.h"
#include "eos/transport.h"

/* The quadratic form of zeta/s holds between these fractions of the critical temperature. */
static const double quadratic_from = 0.995, quadratic_to = 1.05;

static void check_quadratic(struct taub_check *self)
{
    const double *A = self->config->transport.bulk_viscosity.A;
    double x[3] = {quadratic_from, quadratic_to, A[2] != 0 ? -A[1] / (2 * A[2]) : quadratic_from};
    for (int i = 0; i < 3; ++i) {
        double value = A[0] + A[1] * x[i] + A[2] * x[i] * x[i];
        if (x[i] < quadratic_from || x[i] > quadratic_to || value >= 0)
            continue;
        taub_check_complain(self, "transport.bulk_viscosity.A0", -1,
                            "expected A0 + A1 x + A2 x^2 of at least 0 for 0.995 <= x = T/T_c <= 1.05, got %.4g at x = "
                            "%.4g: with a negative bulk viscosity waves grow",
                            value, x[i]);
        return;
    }
}

/* A formula of eta/s without a floor, where it is negative between 1 MeV and 10 GeV: the temperature nearest to
 * where its pieces meet. */
static void check_negative_shear(struct taub_check *self)
{
    const struct taub_config_transport *transport = &self->config->transport;
    const bool duke = transport->shear_viscosity.kind == TAUB_SHEAR_DUKE;
    const double middle = duke ? transport->shear_viscosity.temperature : transport->shear_viscosity.kink_temperature;
    double found = -INFINITY;
    for (int n = 1; n <= 10000; ++n)
        if (taub_shear_over_entropy(transport, 0.001 * n) < 0 && fabs(0.001 * n - middle) < fabs(found - middle))
            found = 0.001 * n;
    if (found > 0)
        taub_check_complain(
            self, "transport.shear_viscosity.kind", -1,
            "eta/s is %.4g at T = %.3f GeV, and with a negative viscosity waves grow; expected a formula "
            "of at least 0, or transport.shear_viscosity.floor%s",
            taub_shear_over_entropy(transport, found), found, duke ? " or hadronic_constant" : ", 0 in JETSCAPE");
}

static void check_potential(struct taub_check *self)
{
    const struct taub_config_transport *transport = &self->config->transport;
    if (self->config->eos.kind == TAUB_EOS_TABLE_2D)
        return;
    if (transport->shear_viscosity.potential_factor != TAUB_POTENTIAL_NONE)
        taub_check_complain(self, "transport.shear_viscosity.potential_factor", -1,
                            "this needs the chemical potential of the charge: expected none, or eos.kind: table-2d");
    if (transport->bulk_viscosity.potential_curvature != 0)
        taub_check_complain(self, "transport.bulk_viscosity.potential_curvature", -1,
                            "this needs the chemical potential of the charge: expected 0, or eos.kind: table-2d");
}

static void check_code(struct taub_check *self, const char *path)
{
    if (!self->config->transport.code.file)
        taub_check_complain(self, path, -1, "code needs transport.code.file, the C file that defines the viscosity");
}

/* A user's viscosity cannot be evaluated before the run, nor can the velocity gradients of a user's initial data. */
static void check_navier_stokes(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const char *path = "transport.initial_stress.kind";
    if (config->initial.kind == TAUB_INITIAL_CODE)
        taub_check_complain(self, path, -1,
                            "navier-stokes needs initial data that are known before the run; with initial.kind code "
                            "the C file sets the stresses");
    else if (config->transport.shear_viscosity.kind == TAUB_SHEAR_CODE ||
             config->transport.bulk_viscosity.kind == TAUB_BULK_CODE || config->eos.kind == TAUB_EOS_CODE)
        taub_check_complain(self, path, -1,
                            "navier-stokes needs an equation of state and viscosities that are known before the run, "
                            "not in a user's C file; expected zero or read");
}

static void check_baryon_diffusion(struct taub_check *self)
{
    const struct taub_config_transport *transport = &self->config->transport;
    const char *path = "transport.baryon_diffusion.kind";
    if (self->config->eos.kind != TAUB_EOS_TABLE_2D)
        taub_check_complain(self, path, -1,
                            "a diffusion current needs the chemical potential of the charge: expected none, or "
                            "eos.kind: table-2d");
    if (transport->form == TAUB_FORM_PAPER)
        taub_check_complain(self, path, -1,
                            "transport.form: paper advects everything with the fluid, unlike a diffusion current; "
                            "expected none, or transport.form: flux");
    if (transport->initial_stress.kind == TAUB_STRESS_READ)
        taub_check_complain(
            self, path, -1,
            "transport.initial_stress.kind: read does not provide a diffusion current; expected none, or an "
            "initial stress of kind zero or navier-stokes");
}

void taub_check_transport(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    if (config->system != TAUB_SYSTEM_ISRAEL_STEWART)
        return;
    const struct taub_config_transport *transport = &config->transport;
    if (config->eos.kind == TAUB_EOS_CONFORMAL && transport->bulk_viscosity.kind != TAUB_BULK_NONE)
        taub_check_complain(self, "transport.bulk_viscosity.kind", -1,
                            "a conformal fluid has cs2 = 1/3 and no bulk viscosity; expected none with eos.kind: "
                            "conformal");
    if (transport->bulk_viscosity.kind == TAUB_BULK_DENICOL)
        check_quadratic(self);
    check_potential(self);
    if (transport->bulk_relaxation_time.kind != TAUB_BULK_TIME_ANOMALY && !taub_transport_is_known(config))
        taub_check_complain(self, "transport.bulk_relaxation_time.kind", -1,
                            "whether waves are slower than light must be known before the run, and viscosities or the "
                            "equation of state are in a user's C file; expected anomaly");
    if (transport->shear_viscosity.kind == TAUB_SHEAR_JETSCAPE || transport->shear_viscosity.kind == TAUB_SHEAR_DUKE)
        check_negative_shear(self);
    if (transport->shear_viscosity.kind == TAUB_SHEAR_CODE)
        check_code(self, "transport.shear_viscosity.kind");
    if (transport->bulk_viscosity.kind == TAUB_BULK_CODE)
        check_code(self, "transport.bulk_viscosity.kind");
    if (transport->initial_stress.kind == TAUB_STRESS_NAVIER_STOKES)
        check_navier_stokes(self);
    if (transport->baryon_diffusion.kind != TAUB_DIFFUSION_NONE)
        check_baryon_diffusion(self);
    if (transport->initial_stress.kind == TAUB_STRESS_READ && !transport->initial_stress.file)
        taub_check_complain(self, "transport.initial_stress.file", -1, "expected the name of a file, got none");
}
