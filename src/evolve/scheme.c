/* The table of schemes. */
#include "evolve/internal.h"

static const struct taub_scheme *const schemes[] = {
    &taub_scheme_kurganov_tadmor,
    &taub_scheme_musta,
    &taub_scheme_shasta,
};

const struct taub_scheme *taub_scheme_find(enum taub_scheme_kind kind)
{
    for (size_t n = 0; n < sizeof schemes / sizeof *schemes; n++)
        if (schemes[n]->kind == kind)
            return schemes[n];
    return NULL;
}
