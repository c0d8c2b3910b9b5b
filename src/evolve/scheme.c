/* The table of schemes, and what several of them need. */
#include <string.h>

#include "evolve/internal.h"

static const struct taub_scheme *const schemes[] = {
    &taub_scheme_kurganov_tadmor, &taub_scheme_viscous, &taub_scheme_musta, &taub_scheme_shasta, &taub_scheme_cese,
    &taub_scheme_ader_weno,       &taub_scheme_rk_weno, &taub_scheme_mhd,   &taub_scheme_mhd_rk, &taub_scheme_maxwell,
    &taub_scheme_sphere,
};

const struct taub_scheme *taub_scheme_find(const struct taub_config *config)
{
    for (size_t n = 0; n < sizeof schemes / sizeof *schemes; n++)
        if (schemes[n]->kind == config->scheme.kind && schemes[n]->systems & 1u << config->system &&
            schemes[n]->sphere == (config->mesh.coordinates == TAUB_CUBED_SPHERE))
            return schemes[n];
    return NULL;
}

int taub_scheme_ghosts(const struct taub_config *config)
{
    const struct taub_scheme *scheme = taub_scheme_find(config);
    return scheme->ghosts_of ? scheme->ghosts_of(config) : scheme->ghosts;
}

int taub_order_of_case(const struct taub_config *config)
{
    return config->scheme.order;
}

int taub_fields_conserved(const struct taub_config *config, struct taub_field_spec *fields)
{
    const int components = taub_system_find(config->system)->components(config);
    fields[TAUB_FIELD_CONSERVED] = (struct taub_field_spec){"conserved", TAUB_CELL, components, TAUB_LIFE_STATE};
    fields[TAUB_FIELD_NEXT] = (struct taub_field_spec){"next", TAUB_CELL, components, TAUB_LIFE_STEP};
    return TAUB_FIELD_OWN;
}

int taub_fields_with_primitive(const struct taub_config *config, struct taub_field_spec *fields)
{
    taub_fields_conserved(config, fields);
    const int components = fields[0].components;
    fields[TAUB_FIELD_PRIMITIVE] = (struct taub_field_spec){"primitive", TAUB_CELL, components, TAUB_LIFE_DERIVED};
    fields[TAUB_FIELD_PRIMITIVE_NEXT] =
        (struct taub_field_spec){"primitive_next", TAUB_CELL, components, TAUB_LIFE_STEP};
    return TAUB_FIELD_PRIMITIVE_NEXT + 1;
}

bool taub_scheme_conserved_only(const struct taub_config *config)
{
    struct taub_field_spec fields[TAUB_MOST_FIELDS];
    const int count = taub_scheme_find(config)->fields(config, true, fields);
    for (int f = 0; f < count; f++)
        if (strcmp(fields[f].name, "primitive") == 0)
            return false;
    return true;
}

double taub_scheme_eos_flops(const struct taub_config *config)
{
    switch (config->eos.kind) {
    case TAUB_EOS_CONFORMAL:
        return 1.0;
    case TAUB_EOS_IDEAL_GAS:
        return 6.0;
    default:
        return 16.0;
    }
}
