/* Relativistic dissipative hydrodynamics (kernels/systems/israel_stewart.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/fault.h"
#include "core/try.h"
#include "eos/transport.h"
#include "jit/bundle.h"
#include "systems/physics.h"
#include "systems/quantities.h"
#include "systems/system.h"

/* The numbers that the kernel files need for signal speeds; 0 if the fluid does not have this viscosity. */
struct viscous_numbers {
    double shear_speed, bulk_relaxation;
};
static _Thread_local struct viscous_numbers viscous_numbers;
#define TAUB_SHEAR 1
#define TAUB_BULK 1
#define TAUB_BULK_TIME 0 /* what other relaxation times add is part of shear_speed, see speeds() */
#define TAUB_SHEAR_SPEED viscous_numbers.shear_speed
#define TAUB_BULK_RELAXATION viscous_numbers.bulk_relaxation
#define SYSTEM_COMPONENTS 4 /* the least: energy density and four-velocity */
#include "systems/relativistic.h"

#include "systems/causal_speed.h"

enum { CONSERVED = 4, BULK = 14, CHARGE = 15, DIFFUSION = 16, SUMS = 20, EXTREMA = 4 };

/* As SYSTEM_CHARGED. */
static bool has_charge(const struct taub_config *config)
{
    return config->eos.kind == TAUB_EOS_TABLE_2D;
}

/* As SYSTEM_DIFFUSES. */
static bool diffuses(const struct taub_config *config)
{
    return has_charge(config) && config->transport.baryon_diffusion.kind != TAUB_DIFFUSION_NONE;
}

static int components(const struct taub_config *config)
{
    return diffuses(config) ? DIFFUSION + 3 : has_charge(config) ? CHARGE + 1 : BULK + 1;
}

static int charge(const struct taub_config *config)
{
    return has_charge(config) ? CHARGE : 0;
}

static int totals(const struct taub_config *config)
{
    return CONSERVED;
}

static bool heavy_ion_units(const struct taub_config *config)
{
    return true;
}

static const struct taub_quantity_info quantities[] = {
    {"energy_density", QUANTITY_ENERGY_DENSITY, 1, "GeV/fm^3"},
    {"pressure", QUANTITY_PRESSURE, 1, "GeV/fm^3"},
    {"temperature", QUANTITY_TEMPERATURE, 1, "GeV"},
    {"velocity", QUANTITY_VELOCITY, 3, "1"},
    {"four_velocity", QUANTITY_FOUR_VELOCITY, 3, "1"},
    {"lorentz_factor", QUANTITY_LORENTZ_FACTOR, 1, "1"},
    {"entropy_density", QUANTITY_ENTROPY_DENSITY, 1, "1/fm^3"},
    {"sound_speed_squared", QUANTITY_SOUND_SPEED_SQUARED, 1, "1"},
    {"momentum", QUANTITY_MOMENTUM, 3, "GeV/fm^3"},
    {"conserved_energy", QUANTITY_CONSERVED_ENERGY, 1, "GeV/fm^3"},
    {"shear_stress", QUANTITY_SHEAR_STRESS, 10, "GeV/fm^3"},
    {"bulk_pressure", QUANTITY_BULK_PRESSURE, 1, "GeV/fm^3"},
    {"expansion_rate", QUANTITY_EXPANSION_RATE, 1, "1/fm"},
    {"shear_tensor", QUANTITY_SHEAR_TENSOR, 10, "1/fm"},
    {"shear_relaxation_time", QUANTITY_SHEAR_RELAXATION_TIME, 1, "fm"},
    {"bulk_relaxation_time", QUANTITY_BULK_RELAXATION_TIME, 1, "fm"},
    {"knudsen_shear", QUANTITY_KNUDSEN_SHEAR, 1, "1"},
    {"knudsen_bulk", QUANTITY_KNUDSEN_BULK, 1, "1"},
    {"inverse_reynolds_shear", QUANTITY_INVERSE_REYNOLDS_SHEAR, 1, "1"},
    {"inverse_reynolds_bulk", QUANTITY_INVERSE_REYNOLDS_BULK, 1, "1"},
    {"second_order_reynolds_shear", QUANTITY_SECOND_ORDER_SHEAR, 1, "1"},
    {"second_order_reynolds_bulk", QUANTITY_SECOND_ORDER_BULK, 1, "1"},
    {"regulation", QUANTITY_REGULATION, 1, "1"},
    {"norm_deviation", QUANTITY_NORM_DEVIATION, 1, "1"},
    {"transverse_deviation", QUANTITY_TRANSVERSE_DEVIATION, 1, "1"},
    {"trace_deviation", QUANTITY_TRACE_DEVIATION, 1, "1"},
    {"charge_density", QUANTITY_CHARGE_DENSITY, 1, "1/fm^3"},
    {"conserved_charge", QUANTITY_CONSERVED_CHARGE, 1, "1/fm^3"},
    {"chemical_potential", QUANTITY_CHEMICAL_POTENTIAL, 1, "GeV"},
    {"diffusion_current", QUANTITY_DIFFUSION_CURRENT, 4, "1/fm^3"},
    {"diffusion_coefficient", QUANTITY_DIFFUSION_COEFFICIENT, 1, "1/fm^2"},
    {"diffusion_relaxation_time", QUANTITY_DIFFUSION_RELAXATION_TIME, 1, "fm"},
    {NULL, 0, 0, NULL},
};

static const char *const default_fields[] = {"energy_density", "velocity", "shear_stress", "bulk_pressure", NULL};

static const struct taub_column all_columns[] = {
    {.name = "energy", .unit = "GeV"},
    {.name = "momentum_x", .unit = "GeV"},
    {.name = "momentum_y", .unit = "GeV"},
    {.name = "momentum_z", .unit = "GeV"},
    {.name = "energy_per_rapidity", .unit = "GeV"}, /* per length in Cartesian coordinates */
    {.name = "entropy_per_rapidity"},
    {.name = "momentum_anisotropy"},
    {.name = "momentum_anisotropy_ideal"},
    {.name = "eccentricity_2"},
    {.name = "eccentricity_3"},
    {.name = "transverse_velocity"},
    {.name = "temperature_middle", .unit = "GeV"},
    {.name = "regulated_share"},
    {.name = "energy_density_max", .unit = "GeV/fm^3", .role = TAUB_COLUMN_ENERGY_DENSITY_MAX},
    {.name = "energy_density_min", .unit = "GeV/fm^3"},
    {.name = "lorentz_factor_max"},
    {.name = "temperature_max", .unit = "GeV", .role = TAUB_COLUMN_TEMPERATURE_MAX},
    {.name = "charge", .role = TAUB_COLUMN_CHARGE}, /* must be last, because it is optional */
};

static int columns(const struct taub_config *config, struct taub_column out[TAUB_MOST_COLUMNS])
{
    memcpy(out, all_columns, sizeof all_columns);
    return (int)(sizeof all_columns / sizeof *all_columns) - !has_charge(config);
}

static double ratio(double a, double b)
{
    return b != 0.0 ? a / b : 0.0;
}

/* |<(x + iy)^2>|/<r^2> about the centre of mass */
static double second_eccentricity(const double *sums)
{
    const double weight = sums[5], x = ratio(sums[6], weight), y = ratio(sums[7], weight);
    const double xx = ratio(sums[8], weight) - x * x, yy = ratio(sums[9], weight) - y * y;
    return ratio(hypot(xx - yy, 2.0 * (ratio(sums[10], weight) - x * y)), xx + yy);
}

static void history(const struct taub_config *config, double time, const double *reduced, double *values)
{
    const double *sums = reduced + components(config), *extrema = sums + SUMS;
    const double length = config->mesh.upper[2] - config->mesh.lower[2];
    for (int n = 0; n < CONSERVED; n++)
        *values++ = reduced[n];
    *values++ = reduced[0] / length;
    *values++ = sums[0] / length;
    *values++ = ratio(sums[1], sums[2]);
    *values++ = ratio(sums[3], sums[4]);
    *values++ = second_eccentricity(sums);
    *values++ = ratio(hypot(sums[11], sums[12]), sums[13]); /* about the origin */
    *values++ = ratio(sums[14], sums[5]);
    *values++ = ratio(sums[17], sums[18]);
    *values++ = ratio(sums[16], sums[15]);
    for (int n = 0; n < EXTREMA; n++)
        *values++ = extrema[n];
    if (has_charge(config))
        *values = reduced[CHARGE];
}

static const struct taub_error_field error_fields[] = {
    {"energy_density", false}, {"temperature", false},   {"velocity", false}, {"shear_stress", true},
    {"bulk_pressure", true},   {"charge_density", true}, {NULL, false}};

static double charge_of(const struct taub_config *config, const double *q)
{
    return has_charge(config) ? q[CHARGE] : 0.0;
}

static double quantity(const struct taub_config *config, const struct taub_eos *eos, const double *q, const char *name,
                       int component)
{
    if (strcmp(name, "energy_density") == 0)
        return q[0];
    if (strcmp(name, "charge_density") == 0)
        return charge_of(config, q);
    if (strcmp(name, "temperature") == 0)
        return taub_eos_temperature(eos, q[0], charge_of(config, q));
    if (strcmp(name, "velocity") == 0)
        return q[1 + component] / lorentz_factor_of(q);
    return strcmp(name, "bulk_pressure") == 0 ? q[BULK] : q[4 + component];
}

static int positive(int component)
{
    return component == 0;
}

static bool valid(const struct taub_config *config, const double *q)
{
    return q[0] >= taub_system_least_density(config);
}

static const char *const names[] = {"energy density",
                                    "four-velocity along x",
                                    "four-velocity along y",
                                    "four-velocity along the third axis",
                                    "shear stress tt",
                                    "shear stress tx",
                                    "shear stress ty",
                                    "shear stress tz",
                                    "shear stress xx",
                                    "shear stress xy",
                                    "shear stress xz",
                                    "shear stress yy",
                                    "shear stress yz",
                                    "shear stress zz",
                                    "bulk pressure",
                                    "charge density",
                                    "diffusion current along x",
                                    "diffusion current along y",
                                    "diffusion current along the third axis",
                                    NULL};

static void describe(const struct taub_config *config, const double *q, char *text, size_t size)
{
    const int length = snprintf(
        text, size, "energy density %g, four-velocity (%g, %g, %g), shear stress tt %g ... zz %g, bulk pressure %g",
        q[0], q[1], q[2], q[3], q[4], q[13], q[BULK]);
    if (has_charge(config) && length > 0 && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, ", charge density %g", q[CHARGE]);
    if (diffuses(config)) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, ", diffusion current (%g, %g, %g)", q[DIFFUSION], q[DIFFUSION + 1],
                 q[DIFFUSION + 2]);
    }
}

/* Largest share of the energy above freeze-out, averaged over stages, in cells whose stress must be corrected. A
 * resolved run has none, since the equations are causal for small stress. A larger share that also grows is an
 * instability. */
#define LARGEST_LOST_SHARE 0.01

static enum taub_status watch(const struct taub_config *config, const double *reduced, int64_t stages, double lost,
                              double *share, struct taub_error *error)
{
    const double *sums = reduced + components(config), before = *share;
    double volume = 1.0;
    for (int a = 0; a < 3; a++)
        volume *= (config->mesh.upper[a] - config->mesh.lower[a]) / config->mesh.cells[a];
    *share = ratio(lost, (double)stages * sums[19] / volume);
    if (*share <= LARGEST_LOST_SHARE || *share <= before)
        return TAUB_OK;
    char where[64] = "";
    if (config->time.freeze_out > 0.0)
        snprintf(where, sizeof where, "above freeze-out (T > %g GeV)", config->time.freeze_out);
    return taub_fail_numerics(
        error,
        "cells with %.2g of the energy%s%s had to lose stress in each of the last stages, and "
        "the share grows: no causal fluid has so much. A shorter step (time.cfl), a finer mesh, or smaller "
        "viscosities are needed%s%s; what was computed is written",
        *share, *where ? " " : "", where,
        config->transport.form == TAUB_FORM_PAPER ? ", or transport.form: flux, which damps short waves at rest" : "",
        config->source.file ? ", or a weaker source, whose momentum comes with its work (force times velocity)" : "");
}

/* ---- constants of the kernels ---- */

/* A viscosity of exactly zero is the same as none: the stress is zero, without relaxation. */
static bool has_shear(const struct taub_config_transport *transport)
{
    const enum taub_shear_viscosity kind = transport->shear_viscosity.kind;
    return kind != TAUB_SHEAR_NONE && !(kind == TAUB_SHEAR_CONSTANT && transport->shear_viscosity.value == 0.0);
}

static bool has_bulk(const struct taub_config_transport *transport)
{
    const enum taub_bulk_viscosity kind = transport->bulk_viscosity.kind;
    return kind != TAUB_BULK_NONE && !(kind == TAUB_BULK_CONSTANT && transport->bulk_viscosity.value == 0.0) &&
           !(kind == TAUB_BULK_DENICOL && transport->bulk_viscosity.norm == 0.0);
}

/* Contribution of shear stress to the square of the signal speed: 4/3 eta/(tau_pi (e + P)). */
static double shear_speed(const struct taub_config_transport *transport)
{
    return 4.0 / 3.0 / transport->shear_relaxation;
}

/* What bulk pressure adds at the most where that depends on the temperature, between 1 MeV and 2 GeV. */
static double largest_bulk_speed(const struct taub_config_transport *transport)
{
    double largest = taub_bulk_speed(transport, 0.001);
    for (int n = 2; n <= 2000 && transport->bulk_relaxation_time.kind == TAUB_BULK_TIME_TEMPERATURE; n++)
        largest = fmax(largest, taub_bulk_speed(transport, 0.001 * n));
    return largest;
}

/* Energies within the equation of state; and waves slower than light at all temperatures from 10 MeV to the highest,
 * for relaxation times that do not see to it themselves. */
static enum taub_status check_start(const struct taub_config *config, const struct taub_eos *eos, double lowest,
                                    double highest, const char *whose, struct taub_error *error)
{
    const struct taub_config_transport *t = &config->transport;
    TRY(taub_system_check_energy(config, eos, lowest, highest, whose, error));
    if (!has_bulk(t) || t->bulk_relaxation_time.kind == TAUB_BULK_TIME_ANOMALY)
        return TAUB_OK;
    double fastest = 0.0, at = 0.0;
    const double hottest = taub_eos_temperature(eos, highest, 0.0);
    for (int n = 0; n <= 400; n++) {
        const double temperature = 0.01 + (hottest - 0.01) * n / 400.0;
        const double e = taub_eos_energy_from_temperature(eos, temperature, 0.0);
        const double speed = taub_eos_sound_speed_squared(eos, e, 0.0) + (has_shear(t) ? shear_speed(t) : 0.0) +
                             taub_bulk_speed(t, temperature);
        if (speed > fastest)
            fastest = speed, at = temperature;
    }
    if (fastest <= 1.0)
        return TAUB_OK;
    return taub_fail(
        error, TAUB_BAD_INPUT,
        "transport.bulk_relaxation_time.constant: at T = %.3f GeV short waves have %.3g of the square of the "
        "speed of light, cs2 + 4/3 eta/(tau_pi (e + p)) + zeta/(tau_Pi (e + p)); expected longer "
        "relaxation times, here or by transport.shear_relaxation.",
        at, fastest);
}

/* Neglects the diffusion current, which couples to sound through derivatives of the chemical potential. */
static void speeds(const struct taub_config *config, const struct taub_eos *eos, const double *q, double speeds[3])
{
    const struct taub_config_transport *t = &config->transport;
    double pressure, sound;
    viscous_numbers.shear_speed = (has_shear(t) ? shear_speed(t) : 0.0) + (has_bulk(t) ? largest_bulk_speed(t) : 0.0);
    viscous_numbers.bulk_relaxation =
        has_bulk(t) && t->bulk_relaxation_time.kind == TAUB_BULK_TIME_ANOMALY ? t->bulk_relaxation : 0.0;
    eos_pressure_and_speed(physics_of(config, eos), q[0], charge_of(config, q), &pressure, &sound);
    largest_signal_speeds(q, lorentz_factor_of(q), causal_speed_squared(sound), speeds);
}

/* eta/s at a temperature, with what lies below and above it. */
struct shear_numbers {
    double value, temperature, below, above, floor;
};

static struct shear_numbers shear_numbers(const struct taub_config_transport *t)
{
    const double floor = t->shear_viscosity.floor_given ? t->shear_viscosity.floor : 0.0; /* it is never negative */
    switch (t->shear_viscosity.kind) {
    case TAUB_SHEAR_JETSCAPE:
        return (struct shear_numbers){t->shear_viscosity.at_kink, t->shear_viscosity.kink_temperature,
                                      t->shear_viscosity.low_slope, t->shear_viscosity.high_slope, floor};
    case TAUB_SHEAR_DUKE:
        return (struct shear_numbers){t->shear_viscosity.minimum, t->shear_viscosity.temperature,
                                      t->shear_viscosity.hadronic_constant, t->shear_viscosity.slope, floor};
    default:
        return (struct shear_numbers){t->shear_viscosity.value, t->shear_viscosity.minimum_temperature,
                                      t->shear_viscosity.slope_below, t->shear_viscosity.slope_above, 0.0};
    }
}

static enum taub_status define_viscosities(const struct taub_config_transport *t, struct taub_bundle *bundle,
                                           struct taub_error *error)
{
    const bool peak = t->bulk_viscosity.kind == TAUB_BULK_CAUCHY || t->bulk_viscosity.kind == TAUB_BULK_GAUSSIAN;
    const double temperature = peak ? t->bulk_viscosity.temperature : t->bulk_viscosity.critical_temperature;
    const struct shear_numbers shear = shear_numbers(t);
    const struct taub_constant constants[] = {{"TAUB_SHEAR", has_shear(t)},
                                              {"TAUB_BULK", has_bulk(t)},
                                              {"TAUB_BULK_TIME", t->bulk_relaxation_time.kind},
                                              {"TAUB_SHEAR_HADRONIC", t->shear_viscosity.hadronic_constant_given},
                                              {"TAUB_SHEAR_OF_POTENTIAL", t->shear_viscosity.potential_factor},
                                              {"TAUB_OF_POTENTIAL", taub_transport_of_potential(t)},
                                              {NULL, 0.0}};
    const struct taub_constant numbers[] = {
        {"TAUB_SHEAR_VALUE", shear.value},
        {"TAUB_SHEAR_TEMPERATURE", shear.temperature},
        {"TAUB_SHEAR_PER_TEMPERATURE", 1.0 / shear.temperature},
        {"TAUB_SHEAR_BELOW", shear.below},
        {"TAUB_SHEAR_ABOVE", shear.above},
        {"TAUB_SHEAR_CURVATURE", t->shear_viscosity.curvature},
        {"TAUB_SHEAR_FLOOR", shear.floor},
        {"TAUB_SHEAR_POTENTIAL_SLOPE", t->shear_viscosity.potential_slope},
        {"TAUB_SHEAR_PER_POTENTIAL", 1.0 / t->shear_viscosity.potential_scale},
        {"TAUB_SHEAR_POTENTIAL_POWER", t->shear_viscosity.potential_power},
        {"TAUB_SHEAR_FACTOR_200", t->shear_viscosity.factor_200},
        {"TAUB_SHEAR_FACTOR_400", t->shear_viscosity.factor_400},
        {"TAUB_SHEAR_RELAXATION", t->shear_relaxation},
        {"TAUB_SHEAR_TWO_PER_RELAXATION", 2.0 / t->shear_relaxation},
        {"TAUB_SHEAR_SPEED", shear_speed(t)},
        {"TAUB_BULK_RELAXATION", t->bulk_relaxation},
        {"TAUB_BULK_PER_CONSTANT", 1.0 / t->bulk_relaxation_time.constant},
        {"TAUB_BULK_SPEED", largest_bulk_speed(t)},
        {"TAUB_BULK_VALUE", peak ? t->bulk_viscosity.maximum : t->bulk_viscosity.value},
        {"TAUB_BULK_TEMPERATURE", temperature},
        {"TAUB_BULK_PER_TEMPERATURE", 1.0 / temperature},
        {"TAUB_BULK_PER_WIDTH_BELOW", 1.0 / taub_bulk_width(t, 0.0)},
        {"TAUB_BULK_PER_WIDTH_ABOVE", 1.0 / taub_bulk_width(t, INFINITY)},
        {"TAUB_BULK_POTENTIAL_CURVATURE", t->bulk_viscosity.potential_curvature},
        {"TAUB_BULK_NORM", t->bulk_viscosity.norm},
        {"TAUB_BULK_A0", t->bulk_viscosity.A[0]},
        {"TAUB_BULK_A1", t->bulk_viscosity.A[1]},
        {"TAUB_BULK_A2", t->bulk_viscosity.A[2]},
        {"TAUB_BULK_LAMBDA_1", t->bulk_viscosity.lambda[0]},
        {"TAUB_BULK_LAMBDA_2", t->bulk_viscosity.lambda[1]},
        {"TAUB_BULK_LAMBDA_3", t->bulk_viscosity.lambda[2]},
        {"TAUB_BULK_LAMBDA_4", t->bulk_viscosity.lambda[3]},
        {"TAUB_BULK_PER_SIGMA_1", 1.0 / t->bulk_viscosity.sigma[0]},
        {"TAUB_BULK_PER_SIGMA_2", 1.0 / t->bulk_viscosity.sigma[1]},
        {"TAUB_BULK_PER_SIGMA_3", 1.0 / t->bulk_viscosity.sigma[2]},
        {"TAUB_BULK_PER_SIGMA_4", 1.0 / t->bulk_viscosity.sigma[3]},
        {"TAUB_BULK_OFFSET_ABOVE", t->bulk_viscosity.offset[0]},
        {"TAUB_BULK_OFFSET_BELOW", t->bulk_viscosity.offset[1]},
        {NULL, 0.0}};
    TRY(taub_bundle_numbers(bundle, numbers, error));
    return taub_bundle_define_all(bundle, constants, error);
}

static enum taub_status define(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error)
{
    const struct taub_config_transport *t = &config->transport;
    /* with the factors that they have in the equations of kernels/schemes/relaxation.h */
    const struct taub_constant numbers[] = {{"TAUB_DELTA_BULK_BULK", 2.0 / 3.0 * t->delta_bulk_bulk * has_bulk(t)},
                                            {"TAUB_LAMBDA_BULK_SHEAR", 8.0 / 5.0 * t->lambda_bulk_shear},
                                            {"TAUB_DELTA_SHEAR_SHEAR", 4.0 / 3.0 * t->delta_shear_shear},
                                            {"TAUB_TAU_SHEAR_SHEAR", 10.0 / 7.0 * t->tau_shear_shear},
                                            {"TAUB_LAMBDA_SHEAR_BULK", 6.0 / 5.0 * t->lambda_shear_bulk},
                                            {"TAUB_HALF_VORTICITY", 0.5 * t->vorticity},
                                            {"TAUB_PHI_7", 9.0 / 70.0 * t->phi_7},
                                            {"TAUB_PER_XI_0", 1.0 / t->regulator.xi_0},
                                            {"TAUB_RHO_MAX", t->regulator.rho_max},
                                            {"TAUB_FREEZE_OUT", config->time.freeze_out},
                                            {"TAUB_DIFFUSION_VALUE", t->baryon_diffusion.value},
                                            {"TAUB_DIFFUSION_RELAXATION", t->baryon_diffusion.relaxation},
                                            {"TAUB_DELTA_DIFFUSION", t->baryon_diffusion.delta_qq},
                                            {"TAUB_LAMBDA_DIFFUSION", 3.0 / 5.0 * t->baryon_diffusion.lambda_qq},
                                            {NULL, 0.0}};
    const struct taub_constant constants[] = {
        {"TAUB_HAS_PHI_7", t->phi_7 != 0.0},
        {"TAUB_REGULATE", t->regulator.kind == TAUB_REGULATOR_TANH},
        {"TAUB_PAPER_FORM", t->form == TAUB_FORM_PAPER},
        {"TAUB_DIFFUSION_CURRENT", diffuses(config) ? t->baryon_diffusion.kind : 0},
        {"TAUB_FIVE_COMPONENTS", t->shear_components == TAUB_SHEAR_FIVE},
        {NULL, 0.0}};
    TRY(define_viscosities(t, bundle, error));
    TRY(taub_bundle_numbers(bundle, numbers, error));
    return taub_bundle_define_all(bundle, constants, error);
}

const struct taub_system taub_system_israel_stewart = {
    .kind = TAUB_SYSTEM_ISRAEL_STEWART,
    .name = "israel-stewart",
    .kernels = {"systems/israel_stewart.h", "systems/israel_stewart_recovery.h", "systems/israel_stewart_quantities.h"},
    .define = define,
    .components = components,
    .totals = totals,
    .charge = charge,
    .heavy_ion_units = heavy_ion_units,
    .check = taub_check_viscous,
    .refined_by = {"energy_density", "charge_density"},
    .quantities = quantities,
    .default_fields = default_fields,
    .sums = SUMS,
    .extrema = EXTREMA,
    .columns = columns,
    .history = history,
    .error_fields = error_fields,
    .quantity = quantity,
    .valid = valid,
    .describe = describe,
    .names = names,
    .positive = positive,
    .check_start = check_start,
    .watch = watch,
    .speeds = speeds,
};
