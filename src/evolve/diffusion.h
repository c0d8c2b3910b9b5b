/* Viscosity, conduction and resistivity of gas dynamics and magnetohydrodynamics (kernels/passes/diffusion.h): their
 * share of a step.
 * Only src/evolve includes this. */
#ifndef TAUB_EVOLVE_DIFFUSION_H
#define TAUB_EVOLVE_DIFFUSION_H

#include "evolve/internal.h"
#include "jit/bundle.h"

/* How a scheme fills ghost zones of a state at a fraction of the step, where control.troubled is not below `from`, with
 * `changed` where cells have changed since. */
typedef void taub_diffusion_fill(const struct taub_simulation *simulation, int field, double time, int from,
                                 bool changed, struct taub_step *step);
/* Numbers of the scheme's passes and fields. */
struct taub_diffusion_places {
    int diffuse, warm;  /* passes */
    int between, rates; /* fields: of the size of a state; taub_diffusion_components */
    taub_diffusion_fill *fill;
    bool known; /* ghost zones of the state before, and are to be so behind */
};

/* Stages of half a step at most; 0 where nothing diffuses. */
int taub_diffusion_stages(const struct taub_config *config);
/* How much of a state diffuses. */
int taub_diffusion_components(const struct taub_config *config);
/* Half a step from and to the conserved state; boundaries are those at this fraction of the step. */
void taub_diffusion_append(const struct taub_simulation *simulation, const struct taub_diffusion_places *places,
                           double time, struct taub_step *step);
enum taub_status taub_diffusion_define(const struct taub_config *config, struct taub_bundle *bundle,
                                       struct taub_error *error);

#endif
