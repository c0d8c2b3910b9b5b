/* Finds schemes, and has what several of them need. */
#include <stdio.h>
#include <string.h>

#include "case/case.h"
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

/* Which schemes take blocks of several levels says each of them. */
static void check_levels(struct taub_check *self, const struct taub_scheme *scheme)
{
    char kinds[160] = "";
    for (const struct taub_scheme *const *at = taub_schemes; *at; at++)
        if ((*at)->levels && (*at)->systems & 1u << self->config->system) {
            const size_t used = strlen(kinds);
            snprintf(kinds + used, sizeof kinds - used, "%s%s", used ? " or " : "",
                     taub_word("scheme.kind", (int)(*at)->kind));
        }
    if (!*kinds)
        taub_check_complain(self, "system", -1, "mesh.refine does not go with %s: no scheme takes its blocks",
                            taub_system_find(self->config->system)->name);
    else if (!scheme->levels)
        taub_check_complain(self, "scheme.kind", -1, "expected %s with mesh.refine", kinds);
}

void taub_scheme_check(struct taub_check *self)
{
    const struct taub_scheme *scheme = taub_scheme_find(self->config);
    if (scheme && self->config->mesh.refine.levels > 0)
        check_levels(self, scheme);
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
