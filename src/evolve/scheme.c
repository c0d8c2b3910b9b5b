/* Finds schemes, and has what several of them need. */
#include <string.h>

#include "case/check.h"
#include "evolve/internal.h"

const struct taub_scheme *taub_scheme_find(const struct taub_config *config)
{
    const struct taub_scheme *const *at = taub_schemes;
    while (*at && ((*at)->kind != config->scheme.kind || !((*at)->systems & 1u << config->system) ||
                   (*at)->sphere != (config->mesh.coordinates == TAUB_CUBED_SPHERE)))
        at++;
    return *at;
}

void taub_scheme_check(struct taub_check *self)
{
    const struct taub_scheme *scheme = taub_scheme_find(self->config);
    if (scheme && scheme->check)
        scheme->check(self);
}

unsigned taub_scheme_systems(int kind)
{
    unsigned systems = 0;
    for (const struct taub_scheme *const *at = taub_schemes; *at; at++)
        systems |= (int)(*at)->kind == kind ? (*at)->systems : 0;
    return systems;
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
