#include "case/case.h"

#include <stdlib.h>
#include <string.h>

#include "case/check.h"
#include "core/locale.h"
#include "case/value.h"
#include "mesh/spacing.h"
#include "systems/system.h"

void taub_config_default(struct taub_config *config)
{
    int count;
    const struct taub_key *keys = taub_schema(&count);
    struct taub_plain_locale plain = taub_plain_locale_begin();
    memset(config, 0, sizeof *config);
    for (int k = 0; k < count; ++k)
        taub_value_default(&keys[k], config);
    config->scheme.limiter = TAUB_LIMITER_DEFAULT;
    config->scheme.riemann = TAUB_SOLVER_DEFAULT;
    config->scheme.variables = TAUB_VARIABLES_DEFAULT;
    taub_plain_locale_end(&plain);
}

/* Measured in bench/beside.md and docs/theory/gas-dynamics.md. */
static enum taub_variables default_variables(const struct taub_config *config)
{
    const bool godunov = config->scheme.kind == TAUB_SCHEME_ADER_WENO || config->scheme.kind == TAUB_SCHEME_RK_WENO;
    if (!godunov || config->system == TAUB_SYSTEM_MAXWELL)
        return TAUB_VARIABLES_CONSERVED;
    if (config->mesh.coordinates == TAUB_CUBED_SPHERE || config->system == TAUB_SYSTEM_SRMHD)
        return TAUB_VARIABLES_PRIMITIVE;
    return config->scheme.order > 2 || config->system == TAUB_SYSTEM_SRHD ? TAUB_VARIABLES_CHARACTERISTIC
                                                                          : TAUB_VARIABLES_PRIMITIVE;
}

void taub_config_set_system_defaults(struct taub_config *config)
{
    const bool magnetic = config->system == TAUB_SYSTEM_MHD || config->system == TAUB_SYSTEM_SRMHD;
    struct taub_config_scheme *scheme = &config->scheme;
    if (config->mesh.coordinates == TAUB_CUBED_SPHERE)
        for (int a = 0; a < 3; a++) { /* panels meet each other at their sides */
            config->mesh.lower[a] = -config->mesh.radius[1];
            config->mesh.upper[a] = config->mesh.radius[1];
            for (int side = 0; side < 2 && a < 2; side++)
                config->mesh.boundary[a][side] = TAUB_PERIODIC;
        }
    /* nothing enters through the outer end of a matched layer; without loss, nothing leaves either */
    const bool symmetric = config->scheme.kind == TAUB_SCHEME_SYMMETRIC;
    config->mesh.layer.behind = symmetric ? TAUB_REFLECTING : TAUB_OUTFLOW;
    scheme->order = symmetric ? 4 : scheme->order;
    const bool central = scheme->kind == TAUB_SCHEME_KURGANOV_TADMOR && !taub_spacing_wanted(&config->mesh);
    /* parabolas overshoot at pressure jumps in gas dynamics: docs/theory/kurganov-tadmor.md */
    if (scheme->limiter == TAUB_LIMITER_DEFAULT)
        scheme->limiter = config->mesh.coordinates == TAUB_CUBED_SPHERE    ? TAUB_LIMITER_MC
                          : scheme->kind == TAUB_SCHEME_ADER_WENO          ? TAUB_LIMITER_MC_SMOOTH
                          : central && config->system != TAUB_SYSTEM_EULER ? TAUB_LIMITER_PARABOLIC
                                                                           : TAUB_LIMITER_MINMOD;
    if (scheme->riemann == TAUB_SOLVER_DEFAULT)
        scheme->riemann = magnetic ? TAUB_SOLVER_HLLD : TAUB_SOLVER_HLLC;
    if (scheme->variables == TAUB_VARIABLES_DEFAULT)
        scheme->variables = default_variables(config);
}

/* Makes file names absolute, and a missing title empty. */
static enum taub_status resolve_texts(struct taub_case *self, struct taub_error *error)
{
    int count;
    const struct taub_key *keys = taub_schema(&count);
    for (int k = 0; k < count; ++k) {
        const char **text = taub_key_member(&keys[k], &self->config);
        if (keys[k].type == TAUB_KEY_TEXT && keys[k].standard && !*text)
            *text = keys[k].standard;
        if (keys[k].type != TAUB_KEY_FILE || !*text)
            continue;
        char reason[256];
        const char *resolved = taub_resolve_file(".", *text, &self->arena, reason, sizeof reason);
        if (!resolved)
            return taub_fail(error, TAUB_BAD_INPUT, "%s: expected a file that can be read, got '%.300s': %s",
                             keys[k].path, *text, reason);
        *text = resolved;
    }
    return TAUB_OK;
}

/* Sets the default fields of the system if no fields are named. */
static void set_default_fields(struct taub_config *config)
{
    struct taub_config_output *output = &config->output;
    if (output->fields)
        return;
    const struct taub_system *system = taub_system_find(config->system);
    output->fields =
        config->mesh.bloch_given && system->complex_fields ? system->complex_fields : system->default_fields;
    for (output->field_count = 0; output->fields[output->field_count];)
        output->field_count++;
}

enum taub_status taub_case_copy(const struct taub_config *config, struct taub_case **out, struct taub_error *error)
{
    struct taub_case *self = calloc(1, sizeof *self);
    *out = NULL;
    if (!self)
        return taub_fail(error, TAUB_FAILED, "Out of memory while copying the case.");
    taub_config_default(&self->config);
    int count;
    const struct taub_key *keys = taub_schema(&count);
    for (int k = 0; k < count; ++k)
        if (keys[k].type != TAUB_KEY_MAP && taub_key_applies(&keys[k], config))
            taub_value_copy(&keys[k], config, &self->config, &self->arena);
    taub_config_set_system_defaults(&self->config);
    set_default_fields(&self->config);
    enum taub_status status = resolve_texts(self, error);
    if (!status && self->arena.exhausted)
        status = taub_fail(error, TAUB_FAILED, "Out of memory while copying the case.");
    if (status)
        taub_case_destroy(self);
    else
        *out = self;
    return status;
}

enum taub_status taub_case_create(const struct taub_config *config, struct taub_case **out, struct taub_error *error)
{
    struct taub_arena arena = {NULL, false};
    struct taub_complaints *complaints = calloc(1, sizeof *complaints);
    *out = NULL;
    if (!complaints)
        return taub_fail(error, TAUB_FAILED, "Out of memory while checking the case.");
    complaints->arena = &arena;
    struct taub_plain_locale plain = taub_plain_locale_begin();
    struct taub_config settled = *config;
    taub_config_set_system_defaults(&settled);
    struct taub_check check = {&settled, complaints, NULL, NULL, &settled};
    taub_check_values(&check);
    if (!complaints->count)
        taub_check_combinations(&check);
    enum taub_status status = taub_complaints_report(complaints, error);
    if (!status)
        status = taub_case_copy(&settled, out, error);
    taub_plain_locale_end(&plain);
    taub_arena_free(&arena);
    free(complaints);
    return status;
}

void taub_case_destroy(struct taub_case *self)
{
    if (!self)
        return;
    taub_arena_free(&self->arena);
    free(self);
}

const struct taub_config *taub_case_config(const struct taub_case *self)
{
    return &self->config;
}
