/* From a case to its program: constants, kernel files, user files, passes. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/try.h"
#include "evolve/internal.h"
#include "evolve/cells.h"
#include "evolve/diffusion.h"
#include "evolve/droplets.h"
#include "evolve/start.h"
#include "evolve/media.h"
#include "evolve/surface.h"
#include "jit/cache.h"
#include "mesh/mesh.h"
#include "mesh/spacing.h"

bool taub_has_boundary(const struct taub_config *config, enum taub_boundary kind)
{
    for (int face = 0; face < 6; face++)
        if (config->mesh.cells[face / 2] > 1 && config->mesh.boundary[face / 2][face % 2] == kind)
            return true;
    return false;
}

/* The source that is the user's code; NULL: none. A list has one at most. */
static const struct taub_config_source *user_source(const struct taub_config *config)
{
    for (int n = 0; n < config->sources.count; n++)
        if (config->sources.list[n].kind == TAUB_SOURCE_CODE)
            return &config->sources.list[n];
    return config->source.file && config->source.kind == TAUB_SOURCE_CODE ? &config->source : NULL;
}

bool taub_has_user_source(const struct taub_config *config)
{
    return user_source(config) != NULL;
}

/* The freeze-out surface: what defines it and the lattice it is looked for on; an axis of one cell is taken along where
 * the mesh has fewer than two axes. */
static enum taub_status define_surface(struct taub_bundle *bundle, const struct taub_config *config,
                                       struct taub_error *error)
{
    const struct taub_config_surface *surface = &config->output.surface;
    const int *cells = config->mesh.cells;
    const int axes = (cells[0] > 1) + (cells[1] > 1) + (cells[2] > 1);
    const bool third = cells[2] > 1 && axes < 3;
    const bool density = surface->energy_density_given;
    const struct taub_constant constants[] = {{"TAUB_SURFACE_AXES", axes == 3 ? 3 : 2},
                                              {"TAUB_SURFACE_FIRST", third && cells[0] == 1 && cells[1] > 1 ? 1 : 0},
                                              {"TAUB_SURFACE_SECOND", third ? 2 : 1},
                                              {"TAUB_SURFACE_STRIDE_X", surface->stride[0]},
                                              {"TAUB_SURFACE_STRIDE_Y", surface->stride[1]},
                                              {"TAUB_SURFACE_STRIDE_Z", surface->stride[2]},
                                              {"TAUB_SURFACE_GRADIENTS", surface->gradients},
                                              {NULL, 0.0}};
    TRY(taub_bundle_define(bundle, error, "TAUB_SURFACE_QUANTITY", "%s",
                           density ? "QUANTITY_ENERGY_DENSITY" : "QUANTITY_TEMPERATURE"));
    TRY(taub_bundle_number(bundle, "TAUB_SURFACE_VALUE", density ? surface->energy_density : surface->temperature,
                           error));
    return taub_bundle_define_all(bundle, constants, error);
}

static enum taub_status define_parameters(struct taub_bundle *bundle, const char *section,
                                          const struct taub_parameters *parameters, struct taub_error *error)
{
    char name[256];
    for (int n = 0; n < parameters->count; n++) {
        snprintf(name, sizeof name, "%s_parameter_%s", section, parameters->list[n].name);
        TRY(taub_bundle_number(bundle, name, parameters->list[n].value, error));
    }
    return TAUB_OK;
}

/* Numbers of users' files, which read them as PARAMETER(name); sections whose file is not in use have none. */
static enum taub_status define_all_parameters(struct taub_bundle *bundle, const struct taub_config *config,
                                              struct taub_error *error)
{
    if (config->eos.kind == TAUB_EOS_CODE)
        TRY(define_parameters(bundle, "eos", &config->eos.parameters, error));
    if (config->system == TAUB_SYSTEM_ISRAEL_STEWART && config->transport.code.file)
        TRY(define_parameters(bundle, "transport", &config->transport.code.parameters, error));
    if (taub_has_user_source(config))
        TRY(define_parameters(bundle, "source", &user_source(config)->parameters, error));
    if (config->initial.kind == TAUB_INITIAL_CODE)
        TRY(define_parameters(bundle, "initial", &config->initial.parameters, error));
    if (taub_has_boundary(config, TAUB_BOUNDARY_CODE))
        TRY(define_parameters(bundle, "boundary", &config->boundary.parameters, error));
    if (config->diagnostics.quantities.count > 0)
        TRY(define_parameters(bundle, "diagnostics", &config->diagnostics.parameters, error));
    return TAUB_OK;
}

/* What the programs of a case have in common: its mesh, its equations and what its users' files are given. `tables`:
 * numbers of the equation of state, behind which those of the mesh stand. */
static enum taub_status define_case(struct taub_bundle *bundle, const struct taub_config *config,
                                    const struct taub_eos *eos, bool floored, struct taub_error *error)
{
    const struct taub_config_mesh *mesh = &config->mesh;
    const struct taub_system *system = taub_system_find(config->system);
    const double floor = floored ? config->scheme.energy_floor : 0.0;
    TRY(taub_bundle_define(bundle, error, "TAUB_ACTIVE_X", "%d", mesh->cells[0] > 1));
    TRY(taub_bundle_define(bundle, error, "TAUB_ACTIVE_Y", "%d", mesh->cells[1] > 1));
    TRY(taub_bundle_define(bundle, error, "TAUB_ACTIVE_Z", "%d", mesh->cells[2] > 1));
    TRY(taub_bundle_define(bundle, error, "TAUB_STRETCHED", "%d", taub_spacing_wanted(mesh)));
    TRY(taub_bundle_define(bundle, error, "TAUB_REFINED", "%d", mesh->refine.levels > 0));
    TRY(taub_bundle_define(bundle, error, "TAUB_SPHERE", "%d", mesh->coordinates == TAUB_CUBED_SPHERE));
    if (mesh->coordinates == TAUB_CUBED_SPHERE)
        TRY(taub_bundle_define(bundle, error, "TAUB_SPHERE_AT", "%zu", taub_eos_device_numbers(eos).count));
    if (taub_spacing_wanted(mesh))
        TRY(taub_bundle_define(bundle, error, "TAUB_SPACING_AT", "%zu", taub_eos_device_numbers(eos).count));
    TRY(taub_bundle_define(bundle, error, "TAUB_HAS_FLOOR", "%d", floor > 0.0));
    TRY(taub_bundle_number(bundle, "TAUB_ENERGY_FLOOR", floor, error));
    TRY(taub_bundle_define(bundle, error, "TAUB_USER_SOURCE", "%d", taub_has_user_source(config)));
    TRY(taub_bundle_define(bundle, error, "TAUB_USER_INITIAL", "%d", config->initial.kind == TAUB_INITIAL_CODE));
    TRY(taub_bundle_define(bundle, error, "TAUB_SCALARS", "%d", config->scalars));
    TRY(taub_bundle_define(bundle, error, "TAUB_CONSERVED_ONLY", "%d", taub_scheme_conserved_only(config)));
    if (system->define)
        TRY(system->define(config, bundle, error));
    return taub_eos_define(eos, bundle, error);
}

static enum taub_status define_all(struct taub_bundle *bundle, const struct taub_config *config,
                                   const struct taub_eos *eos, struct taub_error *error)
{
    TRY(taub_bundle_define(bundle, error, "TAUB_SINGLE", "%d", config->device.precision == TAUB_SINGLE));
    TRY(taub_bundle_define(bundle, error, "TAUB_MIXED", "%d", config->device.precision == TAUB_MIXED));
    TRY(taub_bundle_define(bundle, error, "TAUB_STRICT", "%d", config->device.reproducible == TAUB_STRICT));
    TRY(define_case(bundle, config, eos, true, error));
    TRY(taub_bundle_define(bundle, error, "TAUB_INFLOW", "%d", taub_has_boundary(config, TAUB_INFLOW)));
    TRY(taub_bundle_define(bundle, error, "TAUB_USER_BOUNDARY", "%d", taub_has_boundary(config, TAUB_BOUNDARY_CODE)));
    TRY(taub_bundle_define(bundle, error, "TAUB_DIAGNOSTICS", "%d", config->diagnostics.quantities.count));
    TRY(taub_scheme_find(config)->define(config, bundle, error));
    if (taub_droplets_wanted(config))
        TRY(taub_bundle_define(bundle, error, "TAUB_DROPLETS", "1"));
    if (taub_surface_wanted(config))
        TRY(define_surface(bundle, config, error));
    TRY(define_all_parameters(bundle, config, error));
    return taub_bundle_close_numbers(bundle, error);
}

static const struct {
    const char *section, *function, *declaration;
} user_functions[] = {
    {"initial", "initial", "void initial(const real x[3], real t, real state[])"},
    {"initial", "vector_potential", "void vector_potential(const real x[3], real t, real a[3])"},
    {"initial", "displacement_potential", "void displacement_potential(const real x[3], real t, real a[3])"},
    {"initial", "equilibrium", "void equilibrium(const real x[3], real t, real state[])"},
    {"source", "source", "void source(const real x[3], real t, const real state[], real rate[])"},
    {"source", "current", "void current(const real x[3], real t, real j[3])"},
    {"boundary", "boundary", "void boundary(const real x[3], real t, const real inside[], real state[])"},
    {"eos", "eos_user_pressure", "real eos_user_pressure(real energy_density, real charge_density)"},
    {"eos", "eos_user_sound_speed_squared",
     "real eos_user_sound_speed_squared(real energy_density, real charge_density)"},
    {"eos", "eos_user_temperature", "real eos_user_temperature(real energy_density, real charge_density)"},
    {"transport", "shear_viscosity", "real shear_viscosity(real temperature)"},
    {"transport", "bulk_viscosity", "real bulk_viscosity(real temperature)"},
};

/* One file may stand for one viscosity or for both. */
static bool is_needed(const struct taub_config *config, const char *function)
{
    if (strcmp(function, "shear_viscosity") == 0)
        return config->transport.shear_viscosity.kind == TAUB_SHEAR_CODE;
    if (strcmp(function, "bulk_viscosity") == 0)
        return config->transport.bulk_viscosity.kind == TAUB_BULK_CODE;
    if (strcmp(function, "source") == 0 || strcmp(function, "current") == 0)
        return (strcmp(function, "current") == 0) == (config->system == TAUB_SYSTEM_MAXWELL);
    if (strcmp(function, "equilibrium") == 0)
        return config->scheme.equilibrium == TAUB_EQUILIBRIUM_CODE;
    if (strcmp(function, "vector_potential") == 0)
        return taub_system_find(config->system)->face_vectors != 0;
    if (strcmp(function, "displacement_potential") == 0)
        return taub_system_find(config->system)->face_vectors > 1;
    return true;
}

/* A user's file as a header of kernels/case, with PARAMETER(name) standing for the case's numbers of that section. */
static enum taub_status add_user_file(struct taub_bundle *bundle, const struct taub_config *config, const char *section,
                                      const char *role, const char *file, struct taub_error *error)
{
    char lines[128];
    snprintf(lines, sizeof lines, "#undef PARAMETER\n#define PARAMETER(name) %s_parameter_##name\n", section);
    TRY(taub_bundle_role(bundle, role, lines, file, error));
    for (size_t n = 0; n < sizeof user_functions / sizeof *user_functions; n++)
        if (strcmp(user_functions[n].section, section) == 0 && is_needed(config, user_functions[n].function))
            TRY(taub_bundle_expect(bundle, file, user_functions[n].function, user_functions[n].declaration, error));
    return TAUB_OK;
}

/* A table of numbers, as a line of the program. */
static enum taub_status add_table(struct taub_bundle *bundle, const char *role, const char *name, const double *values,
                                  int count, struct taub_error *error)
{
    char text[6 * TAUB_MOST_COMPONENTS * 32 + 128];
    int used = snprintf(text, sizeof text, "CONSTANT_TABLE real %s[] = {", name);
    for (int n = 0; n < count; n++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%sR(%.17g)", n ? ", " : "", values[n]);
    snprintf(text + used, sizeof text - (size_t)used, "};\n");
    return taub_bundle_role(bundle, role, text, NULL, error);
}

/* The states that flow in, [face][component]. */
static enum taub_status add_inflow(struct taub_bundle *bundle, const struct taub_config *config,
                                   const struct taub_eos *eos, struct taub_error *error)
{
    const int components = taub_system_find(config->system)->components(config);
    double states[6 * TAUB_MOST_COMPONENTS] = {0};
    for (int face = 0; face < 6; face++)
        if (config->mesh.boundary[face / 2][face % 2] == TAUB_INFLOW)
            TRY(taub_state_complete(config->system, eos, &config->inflow.face[face / 2][face % 2],
                                    taub_inflow_key(&config->mesh, face), states + face * components, error));
    return add_table(bundle, "case/boundary.h", "inflow_states", states, 6 * components, error);
}

/* The user's functions and the tables of sources and initial data, which see the equations and one another in this
 * order; in the program of a run those of boundaries behind them. */
static enum taub_status add_sources_and_initial(struct taub_bundle *bundle, const struct taub_config *config,
                                                struct taub_error *error)
{
    static const char *const equations[] = {"dialect.h", "case/system.h", "case/geometry.h", NULL};
    const struct taub_medium_methods *medium = taub_system_find(config->system)->medium;
    TRY(taub_bundle_role_files(bundle, "case/source.h", equations, error));
    if (medium)
        TRY(medium->add_table(config, bundle, error));
    if (taub_has_user_source(config))
        TRY(add_user_file(bundle, config, "source", "case/source.h", user_source(config)->file, error));
    TRY(taub_bundle_role_file(bundle, "case/initial.h", "case/source.h", error));
    return config->initial.kind == TAUB_INITIAL_CODE
               ? add_user_file(bundle, config, "initial", "case/initial.h", config->initial.file, error)
               : TAUB_OK;
}

static enum taub_status add_surroundings(struct taub_bundle *bundle, const struct taub_config *config,
                                         const struct taub_eos *eos, struct taub_error *error)
{
    TRY(add_sources_and_initial(bundle, config, error));
    TRY(taub_bundle_role_file(bundle, "case/boundary.h", "case/initial.h", error));
    if (taub_has_boundary(config, TAUB_INFLOW))
        TRY(add_inflow(bundle, config, eos, error));
    if (taub_has_boundary(config, TAUB_BOUNDARY_CODE))
        TRY(add_user_file(bundle, config, "boundary", "case/boundary.h", config->boundary.file, error));
    return TAUB_OK;
}

/* Functions that find the user's by their numbers (kernels/case/diagnostics.h). */
static enum taub_status add_diagnostics(struct taub_bundle *bundle, const struct taub_config *config,
                                        struct taub_error *error)
{
    static const char role[] = "case/diagnostics.h", code[] = "case/diagnostics_code.h";
    const struct taub_config_diagnostics *all = &config->diagnostics;
    const struct taub_diagnostics *list = &all->quantities;
    struct taub_text text = {0};
    if (list->count == 0)
        return TAUB_OK;
    TRY(taub_bundle_role_file(bundle, code, "case/boundary.h", error)); /* the equations, and the user's other files */
    TRY(add_user_file(bundle, config, "diagnostics", code, all->file, error));
    TRY(taub_bundle_role_file(bundle, role, code, error));
    for (int n = 0; n < list->count; n++) {
        char function[96], declaration[160];
        snprintf(function, sizeof function, "diagnostic_%s", list->list[n].name);
        snprintf(declaration, sizeof declaration, "real %s(const real x[3], real t, const real state[])", function);
        TRY(taub_bundle_expect(bundle, all->file, function, declaration, error));
    }
    bool good = taub_text_print(&text, "INLINE real diagnostic(int n, const real x[3], real t, const real state[])\n"
                                       "{\n    return ");
    for (int n = 0; good && n < list->count; n++)
        good = taub_text_print(&text, "n == %d ? diagnostic_%s(x, t, state) : ", n, list->list[n].name);
    good = good && taub_text_print(&text, "R(0.0);\n}\nINLINE int diagnostic_kind(int n)\n{\n    return ");
    for (int n = 0; good && n < list->count; n++)
        good = taub_text_print(&text, "n == %d ? %d : ", n,
                               list->list[n].column == TAUB_COLUMN_MINIMUM   ? 1
                               : list->list[n].column == TAUB_COLUMN_MAXIMUM ? 2
                                                                             : 0);
    good = good && taub_text_print(&text, "0;\n}\n");
    const enum taub_status status = good ? taub_bundle_role(bundle, role, text.data, NULL, error)
                                         : taub_fail(error, TAUB_FAILED, "out of memory for diagnostics");
    taub_text_free(&text);
    return status;
}

/* Kernel files by what the case names, below kernels/. NULL: there is none of this kind. */
static const char *const fluxes[] = {
    [TAUB_FLUX_CENTRAL_UPWIND] = "riemann/central_upwind.h",
    [TAUB_FLUX_RUSANOV] = "riemann/rusanov.h",
};
/* Solvers that know waves inside the fan of HLL, of a gas without a field, of mhd and of srmhd. The others are fluxes
 * of two states, or in riemann/mhd.h. */
static const char *const solvers[] = {
    [TAUB_SOLVER_RUSANOV] = NULL,          [TAUB_SOLVER_HLL] = NULL,  [TAUB_SOLVER_HLLC] = "riemann/hllc.h",
    [TAUB_SOLVER_HLLI] = "riemann/hlli.h", [TAUB_SOLVER_HLLD] = NULL,
};
static const char *const mhd_solvers[] = {
    [TAUB_SOLVER_RUSANOV] = NULL,
    [TAUB_SOLVER_HLL] = NULL,
    [TAUB_SOLVER_HLLC] = "riemann/mhd_hllc.h",
    [TAUB_SOLVER_HLLI] = "riemann/mhd_hlli.h",
    [TAUB_SOLVER_HLLD] = "riemann/mhd_hlld.h",
};
static const char *const srmhd_solvers[] = {
    [TAUB_SOLVER_RUSANOV] = NULL,
    [TAUB_SOLVER_HLL] = NULL,
    [TAUB_SOLVER_HLLC] = "riemann/srmhd_hllc.h",
    [TAUB_SOLVER_HLLI] = NULL,
    [TAUB_SOLVER_HLLD] = "riemann/srmhd_hlld.h",
};
static const char *const limiters[] = {
    [TAUB_LIMITER_MINMOD] = "reconstruct/minmod.h",       [TAUB_LIMITER_NONE] = "reconstruct/none.h",
    [TAUB_LIMITER_MINBEE] = "reconstruct/minbee.h",       [TAUB_LIMITER_SUPERBEE] = "reconstruct/superbee.h",
    [TAUB_LIMITER_VAN_LEER] = "reconstruct/van_leer.h",   [TAUB_LIMITER_MC] = "reconstruct/mc.h",
    [TAUB_LIMITER_MC_SMOOTH] = "reconstruct/mc_smooth.h", [TAUB_LIMITER_PARABOLIC] = "reconstruct/parabola.h",
    [TAUB_LIMITER_CENTRED] = "reconstruct/centred.h"};
static const char *const shear_viscosities[] = {
    [TAUB_SHEAR_CONSTANT] = "viscosities/shear_constant.h", [TAUB_SHEAR_PIECEWISE] = "viscosities/shear_linear.h",
    [TAUB_SHEAR_JETSCAPE] = "viscosities/shear_linear.h",   [TAUB_SHEAR_DUKE] = "viscosities/shear_duke.h",
    [TAUB_SHEAR_CODE] = "viscosities/shear_code.h",         [TAUB_SHEAR_NONE] = NULL};
static const char *const bulk_viscosities[] = {[TAUB_BULK_NONE] = NULL,
                                               [TAUB_BULK_CONSTANT] = "viscosities/bulk_constant.h",
                                               [TAUB_BULK_DENICOL] = "viscosities/bulk_denicol.h",
                                               [TAUB_BULK_CAUCHY] = "viscosities/bulk_cauchy.h",
                                               [TAUB_BULK_GAUSSIAN] = "viscosities/bulk_gaussian.h",
                                               [TAUB_BULK_CODE] = "viscosities/bulk_code.h"};
static const char *const geometries[] = {[TAUB_CARTESIAN] = "geometry/cartesian.h",
                                         [TAUB_MILNE] = "geometry/milne.h",
                                         /* vectors are Cartesian */
                                         [TAUB_CUBED_SPHERE] = "geometry/cartesian.h"};

/* Fills a header of kernels/case with one file of such a table. */
static enum taub_status choose(struct taub_bundle *bundle, const char *role, const char *const *files, size_t count,
                               size_t n, const char *key, struct taub_error *error)
{
    if (n >= count)
        return taub_fail(error, TAUB_FAILED, "%s: number %zu has no kernel file in src/evolve/program.c.", key, n);
    return files[n] ? taub_bundle_role_file(bundle, role, files[n], error) : TAUB_OK;
}
#define CHOOSE(role, files, n, key) choose(bundle, role, files, sizeof files / sizeof *files, (size_t)(n), key, error)

/* Lists that a system or a scheme fills must leave room for the NULL that ends them. */
static enum taub_status check_lists(const struct taub_system *system, const struct taub_scheme *scheme,
                                    struct taub_error *error)
{
    if (system->kernels[TAUB_SYSTEM_FILES - 1])
        return taub_fail(error, TAUB_FAILED,
                         "a fault of the system %s: it has more than %d kernel files (TAUB_SYSTEM_FILES of "
                         "src/systems/system.h).",
                         system->name, TAUB_SYSTEM_FILES - 1);
    if (scheme->kernels[MAX_SCHEME_FILES - 1] || scheme->shared[MAX_SCHEME_FILES - 1] ||
        scheme->passes[MAX_SCHEME_PASSES - 1].name)
        return taub_fail(error, TAUB_FAILED,
                         "a fault of the scheme: it has more than %d kernel files or %d passes (MAX_SCHEME_FILES and "
                         "MAX_SCHEME_PASSES of src/evolve/internal.h).",
                         MAX_SCHEME_FILES - 1, MAX_SCHEME_PASSES - 1);
    return TAUB_OK;
}

/* The headers of kernels/case that say what equations there are, in which coordinates. */
static enum taub_status fill_physics(struct taub_bundle *bundle, const struct taub_config *config,
                                     const struct taub_eos *eos, struct taub_error *error)
{
    const struct taub_system *system = taub_system_find(config->system);
    TRY(taub_bundle_role_file(bundle, "case/eos.h", system->gas_law ? "eos/closed_form.h" : taub_eos_kernel(eos),
                              error));
    if (config->eos.kind == TAUB_EOS_CODE)
        TRY(add_user_file(bundle, config, "eos", "case/eos_code.h", config->eos.file, error));
    if (config->system == TAUB_SYSTEM_ISRAEL_STEWART && config->transport.code.file)
        TRY(add_user_file(bundle, config, "transport", "case/transport_code.h", config->transport.code.file, error));
    if (config->system == TAUB_SYSTEM_ISRAEL_STEWART) {
        TRY(CHOOSE("case/shear_viscosity.h", shear_viscosities, config->transport.shear_viscosity.kind,
                   "transport.shear_viscosity.kind"));
        TRY(CHOOSE("case/bulk_viscosity.h", bulk_viscosities, config->transport.bulk_viscosity.kind,
                   "transport.bulk_viscosity.kind"));
    }
    TRY(taub_bundle_role_files(bundle, "case/system.h", system->kernels, error));
    return CHOOSE("case/geometry.h", geometries, config->mesh.coordinates, "mesh.coordinates");
}

/* What the case puts in the place of the headers of kernels/case. */
static enum taub_status fill_roles(struct taub_bundle *bundle, const struct taub_config *config,
                                   const struct taub_eos *eos, struct taub_error *error)
{
    const struct taub_config_scheme *numerics = &config->scheme;
    const struct taub_system *system = taub_system_find(config->system);
    const bool godunov = numerics->kind == TAUB_SCHEME_ADER_WENO || numerics->kind == TAUB_SCHEME_RK_WENO;
    const bool parabolic = numerics->limiter == TAUB_LIMITER_PARABOLIC;
    const bool of_gas = godunov && !system->face_vectors && solvers[numerics->riemann];
    enum taub_flux flux = numerics->flux;
    if (godunov)
        flux = numerics->riemann == TAUB_SOLVER_RUSANOV ? TAUB_FLUX_RUSANOV : TAUB_FLUX_CENTRAL_UPWIND;
    TRY(fill_physics(bundle, config, eos, error));
    if (system->derivatives)
        TRY(taub_bundle_role_file(bundle, "case/derivatives.h", system->derivatives, error));
    TRY(CHOOSE("case/limiter.h", limiters, numerics->limiter, "scheme.limiter"));
    TRY(taub_bundle_role_file(bundle, "case/face.h", parabolic ? "reconstruct/parabola.h" : "reconstruct/face.h",
                              error));
    if (godunov && config->system == TAUB_SYSTEM_MHD)
        TRY(CHOOSE("case/solver.h", mhd_solvers, numerics->riemann, "scheme.riemann"));
    else if (godunov && config->system == TAUB_SYSTEM_SRMHD)
        TRY(CHOOSE("case/solver.h", srmhd_solvers, numerics->riemann, "scheme.riemann"));
    else if (godunov && !system->face_vectors)
        TRY(CHOOSE("case/solver.h", solvers, numerics->riemann, "scheme.riemann"));
    if (!of_gas)
        TRY(CHOOSE("case/flux.h", fluxes, flux, "scheme.flux"));
    TRY(taub_bundle_role_files(bundle, "case/scheme.h", taub_scheme_find(config)->shared, error));
    if (config->mesh.bloch_given)
        TRY(taub_bundle_role_file(bundle, "case/scheme.h", "geometry/bloch.h", error));
    TRY(add_surroundings(bundle, config, eos, error));
    return add_diagnostics(bundle, config, error);
}

/* The files that declare the passes of the case; what these use they include. */
static enum taub_status add_passes(struct taub_bundle *bundle, const struct taub_config *config,
                                   struct taub_error *error)
{
    const struct taub_scheme *scheme = taub_scheme_find(config);
    static const char *const passes[] = {"passes/copies.h", "passes/ghosts.h", "passes/clock.h", "passes/totals.h",
                                         "passes/state.h"};
    for (int n = 0; scheme->kernels[n]; n++)
        TRY(taub_bundle_kernel(bundle, scheme->kernels[n], error));
    for (size_t n = 0; n < sizeof passes / sizeof *passes; n++)
        TRY(taub_bundle_kernel(bundle, passes[n], error));
    if (taub_diffusion_stages(config) > 0)
        TRY(taub_bundle_kernel(bundle, "passes/diffusion.h", error));
    if (taub_droplets_wanted(config))
        TRY(taub_bundle_kernel(bundle, "passes/droplets.h", error));
    if (taub_cells_wanted(config))
        TRY(taub_bundle_kernel(bundle, "passes/probes.h", error));
    if (taub_surface_wanted(config))
        TRY(taub_bundle_kernel(bundle, "passes/surface.h", error));
    return TAUB_OK;
}

enum taub_status taub_program_bundle(const struct taub_config *config, const struct taub_eos *eos,
                                     struct taub_bundle **out, struct taub_error *error)
{
    struct taub_bundle *bundle = NULL;
    enum taub_status status = taub_bundle_create(&bundle, error);
    if (status == TAUB_OK)
        status = define_all(bundle, config, eos, error);
    if (status == TAUB_OK)
        status = check_lists(taub_system_find(config->system), taub_scheme_find(config), error);
    if (status == TAUB_OK)
        status = fill_roles(bundle, config, eos, error);
    if (status == TAUB_OK)
        status = add_passes(bundle, config, error);
    if (status != TAUB_OK) {
        taub_bundle_destroy(bundle);
        return status;
    }
    *out = bundle;
    return TAUB_OK;
}

/* ---- the program of initial data ---- */

/* In double and strict whatever the run is, without the scheme's constants: runs that differ in those alone share it.
 */
static enum taub_status define_start(struct taub_bundle *bundle, const struct taub_config *config,
                                     const struct taub_eos *eos, bool formula, struct taub_error *error)
{
    TRY(taub_bundle_define(bundle, error, "TAUB_SINGLE", "0"));
    TRY(taub_bundle_define(bundle, error, "TAUB_MIXED", "%d", config->device.precision != TAUB_DOUBLE));
    TRY(taub_bundle_define(bundle, error, "TAUB_STRICT", "1"));
    TRY(define_case(bundle, config, eos, false, error));
    TRY(taub_bundle_define(bundle, error, "TAUB_AVERAGE_POINTS", "%d", taub_average_points(config)));
    TRY(taub_bundle_define(bundle, error, "TAUB_LOOKS_FOR_JUMPS", "%d", taub_simulation_may_jump(config)));
    TRY(taub_bundle_define(bundle, error, "TAUB_PROBLEM", "%d", formula));
    TRY(taub_bundle_define(bundle, error, "TAUB_USER_EQUILIBRIUM", "%d",
                           config->scheme.equilibrium == TAUB_EQUILIBRIUM_CODE));
    TRY(taub_bundle_define(bundle, error, "TAUB_FINEST_LEVEL", "%d", config->mesh.refine.levels));
    TRY(define_all_parameters(bundle, config, error));
    return taub_bundle_close_numbers(bundle, error);
}

static enum taub_status fill_start(struct taub_bundle *bundle, const struct taub_config *config,
                                   const struct taub_eos *eos, struct taub_error *error)
{
    size_t numbers;
    const char *formula = taub_problem_kernel(config, &numbers);
    TRY(define_start(bundle, config, eos, formula != NULL, error));
    TRY(fill_physics(bundle, config, eos, error));
    if (config->mesh.bloch_given)
        TRY(taub_bundle_role_file(bundle, "case/scheme.h", "geometry/bloch.h", error));
    if (config->initial.kind == TAUB_INITIAL_CODE)
        TRY(add_sources_and_initial(bundle, config, error));
    if (formula)
        TRY(taub_bundle_role_file(bundle, "case/problem.h", formula, error));
    return taub_bundle_kernel(bundle, "passes/initial.h", error);
}

enum taub_status taub_start_bundle(const struct taub_config *config, const struct taub_eos *eos,
                                   struct taub_bundle **out, struct taub_error *error)
{
    struct taub_bundle *bundle = NULL;
    TRY(taub_bundle_create(&bundle, error));
    taub_bundle_set_brief(bundle);
    const enum taub_status status = fill_start(bundle, config, eos, error);
    if (status != TAUB_OK) {
        taub_bundle_destroy(bundle);
        return status;
    }
    *out = bundle;
    return TAUB_OK;
}

/* ---- programs of a simulation ---- */

/* The scheme's own passes, laid out as the scheme says. */
static enum taub_status find_scheme_passes(struct taub_simulation *self, struct taub_error *error)
{
    const struct taub_scheme *scheme = self->scheme;
    for (int n = 0; n < MAX_SCHEME_PASSES && scheme->passes[n].name; n++) {
        struct taub_pass_geometry geometry = {.kind = scheme->passes[n].kind, .group = {1, 1}, .tile = {1, 1, 1}};
        if (scheme->has_pass && !scheme->has_pass(self, n))
            continue;
        if (n > 0 && n == scheme->levels && self->config->mesh.refine.levels == 0)
            continue;
        if (geometry.kind == TAUB_TILE_PASS)
            scheme->shape_pass(self, n, &geometry);
        TRY(taub_program_pass(self->program, scheme->passes[n].name, &geometry, &self->scheme_passes[n], error));
    }
    return TAUB_OK;
}

enum taub_status taub_simulation_compile(struct taub_simulation *self, struct taub_error *error)
{
    static const struct taub_pass_name passes[PASS_COUNT] = {TAUB_PASSES(TAUB_PASS_ROW)};
    struct taub_bundle *bundle = NULL;
    TRY(taub_program_bundle(self->config, self->eos, &bundle, error));
    size_t length;
    const char *text = taub_bundle_source(bundle, &length);
    snprintf(self->kernels_hash, sizeof self->kernels_hash, "%s", taub_source_key(text, length).hex);
    const enum taub_status status = taub_program_create(self->device, bundle, &self->program, error);
    taub_bundle_destroy(bundle);
    TRY(status);
    const bool edges =
        taub_has_boundary(self->config, TAUB_INFLOW) || taub_has_boundary(self->config, TAUB_BOUNDARY_CODE);
    for (int n = 0; n < PASS_COUNT; n++) {
        if ((n == PASS_TURN_ARRIVED && !(self->config->mesh.bloch_given && self->comm->size > 1)) ||
            ((n == PASS_EDGES || n == PASS_LIMIT) && !edges) ||
            ((n == PASS_WAKE || n == PASS_DEPOSIT) && !taub_droplets_wanted(self->config)) ||
            ((n == PASS_TRANSFER || n == PASS_INDICATE) && self->config->mesh.refine.levels == 0) ||
            (n == PASS_PROBES && !taub_cells_wanted(self->config)) ||
            (n >= PASS_SURFACE_NODES && !taub_surface_wanted(self->config)))
            continue;
        const struct taub_pass_geometry geometry = {.kind = passes[n].kind, .group = {1, 1}, .tile = {1, 1, 1}};
        TRY(taub_program_pass(self->program, passes[n].name, &geometry, &self->passes[n], error));
    }
    TRY(find_scheme_passes(self, error));
    return taub_start_compile(self, error);
}

/* ---- programs beside it ---- */

static enum taub_status small_program(const struct taub_simulation *self, const char *file, struct taub_program **out,
                                      struct taub_error *error)
{
    const struct taub_config_device *device = &self->config->device;
    const struct taub_constant constants[] = {{"TAUB_SINGLE", device->precision == TAUB_SINGLE},
                                              {"TAUB_MIXED", device->precision == TAUB_MIXED},
                                              {"TAUB_STRICT", device->reproducible == TAUB_STRICT},
                                              {NULL, 0.0}};
    struct taub_bundle *bundle = NULL;
    TRY(taub_bundle_create(&bundle, error));
    enum taub_status status = taub_bundle_define_all(bundle, constants, error);
    if (status == TAUB_OK)
        status = taub_bundle_kernel(bundle, file, error);
    if (status == TAUB_OK)
        status = taub_program_create(self->device, bundle, out, error);
    taub_bundle_destroy(bundle);
    return status;
}

enum taub_status taub_simulation_small_program(const struct taub_simulation *self, const char *file,
                                               const struct taub_pass_name *names, int count, struct taub_program **out,
                                               struct taub_pass **passes, struct taub_error *error)
{
    TRY(small_program(self, file, out, error));
    for (int n = 0; n < count; n++) {
        const struct taub_pass_geometry geometry = {.kind = names[n].kind, .group = {1, 1}, .tile = {1, 1, 1}};
        TRY(taub_program_pass(*out, names[n].name, &geometry, &passes[n], error));
    }
    return TAUB_OK;
}
