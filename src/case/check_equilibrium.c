/* Checks of a state at rest that the scheme keeps. */
#include "case/check.h"

void taub_check_equilibrium(struct taub_check *self)
{
    static const char path[] = "scheme.equilibrium";
    const struct taub_config *config = self->config;
    if (config->scheme.equilibrium == TAUB_EQUILIBRIUM_NONE)
        return;
    if (config->scheme.equilibrium == TAUB_EQUILIBRIUM_CODE && config->initial.kind != TAUB_INITIAL_CODE)
        taub_check_complain(self, path, -1, "code is a function in initial.file: it needs initial.kind: code");
    if (config->mesh.coordinates == TAUB_MILNE)
        taub_check_complain(self, path, -1, "nothing is at rest in Milne coordinates; expected none");
    else if (config->mesh.coordinates != TAUB_CARTESIAN)
        taub_check_complain(self, path, -1, "expected none with mesh.coordinates: cubed-sphere");
    if (config->mesh.refine.levels > 0)
        taub_check_complain(
            self, path, -1,
            "expected none with mesh.refine: the state at rest is not made anew where blocks are refined");
    for (int face = 0; face < 6; face++) {
        const enum taub_boundary end = config->mesh.boundary[face / 2][face % 2];
        if (config->mesh.cells[face / 2] > 1 && (end == TAUB_INFLOW || end == TAUB_BOUNDARY_CODE)) {
            taub_check_complain(self, path, -1,
                                "expected none with inflow or code at an end: what comes in there would come into the "
                                "state at rest, too, and be subtracted");
            break;
        }
    }
    if (config->scalars > 0)
        taub_check_complain(
            self, path, -1,
            "expected none with scalars: they go with the whole flux of mass, also with that part of it "
            "that is left out of the density");
    if (taub_diffusion_rate(config) > 0)
        taub_check_complain(self, path, -1,
                            "expected none with transport: it changes the state at rest, and that is not subtracted");
}
