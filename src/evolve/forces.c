#include "evolve/forces.h"

#include <stdio.h>

#include "case/schema.h"
#include "evolve/internal.h"

void taub_forces_tell(const struct taub_config *config, void (*tell)(void *user, const char *text), void *user)
{
    const struct taub_enum_name *names = taub_schema_find("scheme.kind")->enum_names;
    bool ends = false;
    for (int a = 0; a < 3; a++)
        for (int side = 0; side < 2; side++) {
            const enum taub_boundary end = config->mesh.boundary[a][side];
            ends = ends || (config->mesh.cells[a] > 1 && (end == TAUB_REFLECTING || end == TAUB_OUTFLOW));
        }
    if (!taub_scheme_find(config)->mirrors_forces || !ends || !config->source.file ||
        config->source.kind != TAUB_SOURCE_CODE)
        return;
    char text[256];
    snprintf(text, sizeof text,
             "scheme.kind: under a force, %s lets a fluid at rest move at reflecting and outflow ends, by an error of "
             "first order; for layers in balance expected kurganov-tadmor, ader-weno or rk-weno",
             taub_enum_name_by_value(names, (int)config->scheme.kind)->name);
    tell(user, text);
}
