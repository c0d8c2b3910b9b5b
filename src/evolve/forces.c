#include "evolve/forces.h"

#include <stdio.h>

void taub_forces_tell(const struct taub_config *config, void (*tell)(void *user, const char *text), void *user)
{
    const enum taub_scheme_kind kind = config->scheme.kind;
    bool ends = false;
    for (int a = 0; a < 3; a++)
        for (int side = 0; side < 2; side++) {
            const enum taub_boundary end = config->mesh.boundary[a][side];
            ends = ends || (config->mesh.cells[a] > 1 && (end == TAUB_REFLECTING || end == TAUB_OUTFLOW));
        }
    if ((kind != TAUB_SCHEME_MUSTA && kind != TAUB_SCHEME_SHASTA) || !ends || !config->source.file ||
        config->source.kind != TAUB_SOURCE_CODE)
        return;
    char text[256];
    snprintf(text, sizeof text,
             "scheme.kind: under a force, %s lets a fluid at rest move at reflecting and outflow ends, by an error of "
             "first order; for layers in balance expected kurganov-tadmor, ader-weno or rk-weno",
             kind == TAUB_SCHEME_MUSTA ? "musta" : "shasta");
    tell(user, text);
}
