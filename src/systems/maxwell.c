/* Maxwell's equations in media (kernels/systems/maxwell.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/try.h"
#include "jit/bundle.h"
#include "systems/medium.h"
#include "systems/poles.h"
#include "systems/radiation.h"
#include "systems/quantities.h"
#include "systems/system.h"

enum { CHARGE = 6, SUMS = 6, EXTREMA = 4 };

static int components(const struct taub_config *config)
{
    struct taub_pole_set set;
    taub_poles_find(config, &set);
    return CHARGE + taub_medium_conducts(config) +
           (taub_medium_varies(config) ? taub_medium_numbers(config) + set.count : 0) +
           3 * (set.count + set.oscillators);
}

/* Total fluxes are not conserved at walls; charge is, except for what leaves the mesh. Sums of complex fields have no
 * meaning, because their phase changes from period to period. */
static int totals(const struct taub_config *config)
{
    return config->mesh.bloch_given ? 0 : CHARGE + taub_medium_conducts(config);
}

static const struct taub_quantity_info quantities[] = {
    {"electric_field", QUANTITY_ELECTRIC_FIELD, 3, "1"},
    {"electric_displacement", QUANTITY_ELECTRIC_DISPLACEMENT, 3, "1"},
    {"electric_flux", QUANTITY_ELECTRIC_FLUX, 3, "1"},
    {"polarization", QUANTITY_POLARIZATION, 3, "1"},
    {"magnetic_field", QUANTITY_MAGNETIC_FIELD, 3, "1"},
    {"magnetic_strength", QUANTITY_MAGNETIC_STRENGTH, 3, "1"},
    {"magnetic_flux", QUANTITY_MAGNETIC_FLUX, 3, "1"},
    {"current_density", QUANTITY_CURRENT, 3, "1"},
    {"heating_density", QUANTITY_HEATING, 1, "1"},
    {"energy_flux", QUANTITY_ENERGY_FLUX, 3, "1"},
    {"energy_density", QUANTITY_ENERGY_DENSITY, 1, "1"},
    {"charge_density", QUANTITY_CHARGE_DENSITY, 1, "1"},
    {"permittivity", QUANTITY_PERMITTIVITY, 1, "1"},
    {"permittivity_axes", QUANTITY_PERMITTIVITIES, 3, "1"},
    {"permeability", QUANTITY_PERMEABILITY, 1, "1"},
    {"conductivity", QUANTITY_CONDUCTIVITY, 1, "1"},
    {"electric_field_imaginary", QUANTITY_ELECTRIC_FIELD, 3, "1"},
    {"electric_displacement_imaginary", QUANTITY_ELECTRIC_DISPLACEMENT, 3, "1"},
    {"electric_flux_imaginary", QUANTITY_ELECTRIC_FLUX, 3, "1"},
    {"polarization_imaginary", QUANTITY_POLARIZATION, 3, "1"},
    {"magnetic_field_imaginary", QUANTITY_MAGNETIC_FIELD, 3, "1"},
    {"magnetic_strength_imaginary", QUANTITY_MAGNETIC_STRENGTH, 3, "1"},
    {"magnetic_flux_imaginary", QUANTITY_MAGNETIC_FLUX, 3, "1"},
    {"current_density_imaginary", QUANTITY_CURRENT, 3, "1"},
    {"charge_density_imaginary", QUANTITY_CHARGE_DENSITY, 1, "1"},
    {NULL, 0, 0, NULL},
};

static const char *const default_fields[] = {"electric_field", "magnetic_field", NULL};
static const char *const complex_fields[] = {"electric_field", "electric_field_imaginary", "magnetic_field",
                                             "magnetic_field_imaginary", NULL};

static const struct taub_column first[CHARGE + 1] = {
    {.name = "displacement_x"}, {.name = "displacement_y"}, {.name = "displacement_z"}, {.name = "flux_x"},
    {.name = "flux_y"},         {.name = "flux_z"},         {.name = "charge"}};
static const struct taub_column further[SUMS + EXTREMA] = {
    {.name = "electric_energy"},
    {.name = "magnetic_energy"},
    {.name = "heating"},
    {.name = "energy_inside", .role = TAUB_COLUMN_ENERGY_INSIDE},
    {.name = "heating_inside", .role = TAUB_COLUMN_HEATING_INSIDE},
    {.name = "outflow", .role = TAUB_COLUMN_OUTFLOW},
    {.name = "displacement_max"},
    {.name = "magnetic_field_max"},
    {.name = "charge_error"},
    {.name = "divergence"}};

static int columns(const struct taub_config *config, struct taub_column out[TAUB_MOST_COLUMNS])
{
    const int sums = totals(config);
    memcpy(out, first, (size_t)sums * sizeof *out);
    memcpy(out + sums, further, sizeof further);
    return sums + SUMS + EXTREMA;
}

/* Both divergences in units of the largest field over the smallest width of cells. */
static void history(const struct taub_config *config, double time, const double *reduced, double *values)
{
    const int sums = totals(config), all = components(config);
    memcpy(values, reduced, (size_t)sums * sizeof *values);
    struct taub_pole_set set;
    taub_poles_find(config, &set);
    for (int n = 0; n < 3 * set.count && sums > 0; n++) /* the state stores D without the polarisation */
        values[n % 3] += reduced[all - 3 * (set.count + set.oscillators) + n];
    memcpy(values + sums, reduced + all, (SUMS + EXTREMA) * sizeof *values);
    for (int vector = 0; vector < 2; vector++) {
        const double largest = reduced[all + SUMS + vector];
        if (largest > 0.0)
            values[sums + SUMS + 2 + vector] /= largest;
    }
}

static const struct taub_error_field error_fields[] = {
    {"electric_displacement", true}, {"magnetic_field", true}, {NULL, false}};

static double quantity(const struct taub_config *config, const struct taub_eos *eos, const double *q, const char *name,
                       int component)
{
    return q[(strcmp(name, "magnetic_field") == 0 ? 3 : 0) + component];
}

/* The components that every case has. */
static const char *const names[] = {"electric displacement along x",
                                    "electric displacement along y",
                                    "electric displacement along z",
                                    "magnetic field along x",
                                    "magnetic field along y",
                                    "magnetic field along z",
                                    NULL};

/* As comparable_square of kernels/systems/maxwell.h. */
static double comparable(const double *largest, int component)
{
    const double *v = largest + (component < 3 ? 0 : component < 6 ? 3 : component);
    const double largest_of_vector = component < 6 ? fmax(v[0], fmax(v[1], v[2])) : v[0];
    return largest_of_vector * largest_of_vector;
}

static bool valid(const struct taub_config *config, const double *q)
{
    const double *medium = q + taub_medium_component(config);
    bool good = !taub_medium_varies(config) || (medium[0] > 0.0 && medium[1] > 0.0 && medium[2] >= 0.0);
    for (int n = TAUB_MEDIUM_SCALARS; n < taub_medium_numbers(config) && taub_medium_varies(config); n++)
        good = good && medium[n] > 0.0;
    return good;
}

static void describe(const struct taub_config *config, const double *q, char *text, size_t size)
{
    const bool varies = taub_medium_varies(config);
    const double *medium = q + taub_medium_component(config);
    const int used = snprintf(text, size, "%sdisplacement (%g, %g, %g), magnetic field (%g, %g, %g)",
                              !varies               ? ""
                              : !(medium[0] > 0.0)  ? "expected a permittivity above 0; "
                              : !(medium[1] > 0.0)  ? "expected a permeability above 0; "
                              : !(medium[2] >= 0.0) ? "expected a conductivity of at least 0; "
                                                    : "",
                              q[0], q[1], q[2], q[3], q[4], q[5]);
    if (varies && used > 0 && (size_t)used < size)
        snprintf(text + used, size - (size_t)used, ", permittivity %g, permeability %g, conductivity %g", medium[0],
                 medium[1], medium[2]);
}

static void speeds(const struct taub_config *config, const struct taub_eos *eos, const double *q, double speeds[3])
{
    double fastest = taub_medium_fastest(config);
    if (config->initial.kind == TAUB_INITIAL_CODE || config->medium.array.file) { /* the state has the medium */
        const double *medium = q + taub_medium_component(config);
        double least = medium[TAUB_PERMITTIVITY];
        for (int n = TAUB_MEDIUM_SCALARS; n < taub_medium_numbers(config); n++)
            least = fmin(least, medium[n]);
        fastest = 1.0 / (sqrt(least) * sqrt(medium[TAUB_PERMEABILITY]));
    }
    speeds[0] = speeds[1] = speeds[2] = fastest;
}

/* k and exp(i k_a L_a) are numbers, not constants, so that one program is used for all wave vectors. */
static enum taub_status define_bloch(const struct taub_config *config, struct taub_bundle *bundle,
                                     struct taub_error *error)
{
    const struct taub_config_mesh *mesh = &config->mesh;
    char name[32];
    for (int a = 0; a < 3 && mesh->bloch_given; a++) {
        const double phase = mesh->bloch[a] * (mesh->upper[a] - mesh->lower[a]);
        snprintf(name, sizeof name, "TAUB_BLOCH_%c", "XYZ"[a]);
        TRY(taub_bundle_number(bundle, name, mesh->bloch[a], error));
        snprintf(name, sizeof name, "TAUB_BLOCH_COSINE_%c", "XYZ"[a]);
        TRY(taub_bundle_number(bundle, name, cos(phase), error));
        snprintf(name, sizeof name, "TAUB_BLOCH_SINE_%c", "XYZ"[a]);
        TRY(taub_bundle_number(bundle, name, sin(phase), error));
    }
    return TAUB_OK;
}

static enum taub_status define(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error)
{
    double permittivity, permeability, relative[3];
    taub_medium_vacuum(config, &permittivity, &permeability);
    taub_medium_permittivity(&config->medium, relative);
    const struct taub_constant constants[] = {{"TAUB_CHARGE", taub_medium_conducts(config)},
                                              {"TAUB_MEDIA", taub_medium_varies(config)},
                                              {"TAUB_ANISOTROPIC", taub_medium_is_anisotropic(config)},
                                              {"TAUB_PERMITTIVITY", permittivity * relative[0]},
                                              {"TAUB_PERMITTIVITY_Y", permittivity * relative[1]},
                                              {"TAUB_PERMITTIVITY_Z", permittivity * relative[2]},
                                              {"TAUB_PERMEABILITY", permeability * config->medium.permeability},
                                              {"TAUB_CONDUCTIVITY", config->medium.conductivity},
                                              {"TAUB_COMPLEX", config->mesh.bloch_given},
                                              {"TAUB_METAL_CONDUCTION", TAUB_METAL_CONDUCTION},
                                              {NULL, 0.0}};
    TRY(taub_bundle_define_all(bundle, constants, error));
    TRY(define_bloch(config, bundle, error));
    TRY(taub_poles_define(config, bundle, error));
    return taub_radiation_define(config, bundle, error);
}

const struct taub_system taub_system_maxwell = {
    .kind = TAUB_SYSTEM_MAXWELL,
    .name = "maxwell",
    .kernels = {"systems/maxwell.h", "geometry/faces.h"},
    .gas_law = true,
    .define = define,
    .components = components,
    .totals = totals,
    .heavy_ion_units = taub_system_dimensionless,
    .check = taub_check_maxwell,
    .quantities = quantities,
    .medium = &taub_medium_of_maxwell,
    .default_fields = default_fields,
    .complex_fields = complex_fields,
    .sums = SUMS,
    .extrema = EXTREMA,
    .columns = columns,
    .history = history,
    .error_fields = error_fields,
    .conserved = taub_system_same_densities,
    .primitive = taub_system_same_state,
    .comparable = comparable,
    .quantity = quantity,
    .valid = valid,
    .describe = describe,
    .names = names,
    .speeds = speeds,
    .face_vectors = 2,
};
