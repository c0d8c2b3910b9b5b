/* From a case to its program: constants, kernel files, user files, passes. */
#include <stdio.h>
#include <string.h>

#include "core/try.h"
#include "evolve/internal.h"

static enum taub_status define_numbers(struct taub_bundle *bundle, const struct taub_config *config,
                                       const struct taub_eos *eos, struct taub_error *error)
{
    const struct taub_config_mesh *mesh = &config->mesh;
    TRY(taub_bundle_define(bundle, error, "TAUB_SINGLE", "%d", config->device.precision == TAUB_SINGLE));
    TRY(taub_bundle_define(bundle, error, "TAUB_STRICT", "%d", config->device.reproducible == TAUB_STRICT));
    TRY(taub_bundle_define(bundle, error, "TAUB_MILNE", "%d", mesh->coordinates == TAUB_MILNE));
    TRY(taub_bundle_define(bundle, error, "TAUB_ACTIVE_X", "%d", mesh->cells[0] > 1));
    TRY(taub_bundle_define(bundle, error, "TAUB_ACTIVE_Y", "%d", mesh->cells[1] > 1));
    TRY(taub_bundle_define(bundle, error, "TAUB_ACTIVE_Z", "%d", mesh->cells[2] > 1));
    TRY(taub_bundle_define(bundle, error, "TAUB_ENERGY_FLOOR", "%.17g", config->scheme.energy_floor));
    TRY(taub_bundle_define(bundle, error, "TAUB_USER_SOURCE", "%d", config->source.file != NULL));
    TRY(taub_bundle_define(bundle, error, "TAUB_USER_INITIAL", "%d", config->initial.kind == TAUB_INITIAL_CODE));
    const struct taub_scheme *scheme = taub_scheme_find(config);
    TRY(taub_bundle_define(bundle, error, "TAUB_CONSERVED_ONLY", "%d", scheme->conserved_only));
    TRY(scheme->define(config, bundle, error));
    const struct taub_system *system = taub_system_find(config->system);
    if (system->define)
        TRY(system->define(config, bundle, error));
    return taub_eos_define(eos, bundle, error);
}

/* A user's file, with PARAMETER(name) standing for the case's numbers of that section. */
static enum taub_status add_user_file(struct taub_bundle *bundle, const char *section, const char *file,
                                      const struct taub_parameters *parameters, struct taub_error *error)
{
    char line[512];
    snprintf(line, sizeof line, "#undef PARAMETER\n#define PARAMETER(name) %s_parameter_##name\n", section);
    TRY(taub_bundle_text(bundle, line, error));
    for (int n = 0; n < parameters->count; n++) {
        snprintf(line, sizeof line, "#define %s_parameter_%s R(%.17g)\n", section, parameters->list[n].name,
                 parameters->list[n].value);
        TRY(taub_bundle_text(bundle, line, error));
    }
    return taub_bundle_user_file(bundle, file, error);
}

/* One kernel file of a scheme. */
static enum taub_status add_scheme_file(struct taub_bundle *bundle, const struct taub_config *config, const char *name,
                                        struct taub_error *error)
{
    static const char *const limiters[] = {
        [TAUB_LIMITER_MINMOD] = "reconstruct/minmod.h",     [TAUB_LIMITER_NONE] = "reconstruct/none.h",
        [TAUB_LIMITER_MINBEE] = "reconstruct/minbee.h",     [TAUB_LIMITER_SUPERBEE] = "reconstruct/superbee.h",
        [TAUB_LIMITER_VAN_LEER] = "reconstruct/van_leer.h", [TAUB_LIMITER_MC] = "reconstruct/mc.h"};
    if (strcmp(name, "reconstruct/limiter") != 0)
        return taub_bundle_kernel(bundle, name, error);
    TRY(taub_bundle_kernel(bundle, limiters[config->scheme.limiter], error));
    return taub_bundle_kernel(bundle, "reconstruct/face.h", error);
}

static enum taub_status add_sources(struct taub_bundle *bundle, const struct taub_config *config,
                                    const struct taub_eos *eos, struct taub_error *error)
{
    const struct taub_scheme *scheme = taub_scheme_find(config);
    TRY(taub_bundle_kernel(bundle, "dialect.h", error));
    TRY(taub_bundle_kernel(bundle, "strict_math.h", error));
    if (config->eos.kind == TAUB_EOS_CODE)
        TRY(add_user_file(bundle, "eos", config->eos.file, &config->eos.parameters, error));
    TRY(taub_bundle_kernel(bundle, taub_eos_kernel(eos), error));
    const struct taub_system *system = taub_system_find(config->system);
    if (config->system == TAUB_SYSTEM_ISRAEL_STEWART && config->transport.code.file)
        TRY(add_user_file(bundle, "transport", config->transport.code.file, &config->transport.code.parameters, error));
    for (int n = 0; system->kernels[n]; n++)
        TRY(taub_bundle_kernel(bundle, system->kernels[n], error));
    TRY(taub_bundle_kernel(
        bundle, config->scheme.flux == TAUB_FLUX_RUSANOV ? "riemann/rusanov.h" : "riemann/central_upwind.h", error));
    if (config->source.file)
        TRY(add_user_file(bundle, "source", config->source.file, &config->source.parameters, error));
    if (config->initial.kind == TAUB_INITIAL_CODE)
        TRY(add_user_file(bundle, "initial", config->initial.file, &config->initial.parameters, error));
    TRY(taub_bundle_kernel(bundle, "passes/common.h", error));
    for (int n = 0; scheme->kernels[n]; n++)
        TRY(add_scheme_file(bundle, config, scheme->kernels[n], error));
    static const char *const passes[] = {"passes/ghosts.h", "passes/clock.h", "passes/totals.h", "passes/state.h"};
    for (size_t n = 0; n < sizeof passes / sizeof *passes; n++)
        TRY(taub_bundle_kernel(bundle, passes[n], error));
    return TAUB_OK;
}

enum taub_status taub_program_bundle(const struct taub_config *config, const struct taub_eos *eos,
                                     struct taub_bundle **out, struct taub_error *error)
{
    struct taub_bundle *bundle = NULL;
    enum taub_status status = taub_bundle_create(&bundle, error);
    if (status == TAUB_OK)
        status = define_numbers(bundle, config, eos, error);
    if (status == TAUB_OK)
        status = add_sources(bundle, config, eos, error);
    if (status != TAUB_OK) {
        taub_bundle_destroy(bundle);
        return status;
    }
    *out = bundle;
    return TAUB_OK;
}

/* The scheme's own passes, laid out as the scheme says. */
static enum taub_status find_scheme_passes(struct taub_simulation *self, struct taub_error *error)
{
    const struct taub_scheme *scheme = self->scheme;
    for (int n = 0; n < MAX_SCHEME_PASSES && scheme->passes[n].name; n++) {
        struct taub_pass_geometry geometry = {scheme->passes[n].kind, {1, 1}, {1, 1, 1}};
        if (geometry.kind == TAUB_TILE_PASS)
            scheme->shape_pass(self, n, &geometry);
        TRY(taub_program_pass(self->program, scheme->passes[n].name, &geometry, &self->scheme_passes[n], error));
    }
    return TAUB_OK;
}

enum taub_status taub_simulation_compile(struct taub_simulation *self, struct taub_error *error)
{
    static const struct {
        const char *name;
        enum taub_pass_kind kind;
    } passes[PASS_COUNT] = {
        [PASS_GHOSTS] = {"ghosts", TAUB_POINT_PASS},   [PASS_SPEED] = {"speed", TAUB_ROW_PASS},
        [PASS_MAXIMA] = {"maxima", TAUB_ROW_PASS},     [PASS_BEGIN] = {"begin", TAUB_SINGLE_PASS},
        [PASS_FINISH] = {"finish", TAUB_SINGLE_PASS},  [PASS_TOTALS] = {"totals", TAUB_ROW_PASS},
        [PASS_COMBINE] = {"combine", TAUB_ROW_PASS},   [PASS_CONSERVE] = {"conserve", TAUB_POINT_PASS},
        [PASS_RECOVER] = {"recover", TAUB_POINT_PASS}, [PASS_DERIVE] = {"derive", TAUB_POINT_PASS},
        [PASS_INVENT] = {"invent", TAUB_POINT_PASS}};
    struct taub_bundle *bundle = NULL;
    TRY(taub_program_bundle(self->config, self->eos, &bundle, error));
    const enum taub_status status = taub_program_create(self->device, bundle, &self->program, error);
    taub_bundle_destroy(bundle);
    TRY(status);
    for (int n = 0; n < PASS_COUNT; n++) {
        if (n == PASS_INVENT && self->config->initial.kind != TAUB_INITIAL_CODE)
            continue;
        const struct taub_pass_geometry geometry = {passes[n].kind, {1, 1}, {1, 1, 1}};
        TRY(taub_program_pass(self->program, passes[n].name, &geometry, &self->passes[n], error));
    }
    return find_scheme_passes(self, error);
}
