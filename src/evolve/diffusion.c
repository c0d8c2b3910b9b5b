#include "evolve/diffusion.h"

#include "case/check.h"
#include "core/try.h"

int taub_diffusion_stages(const struct taub_config *config)
{
    if (taub_diffusion_rate(config) == 0.0)
        return 0;
    return config->scheme.diffusion == TAUB_DIFFUSION_EXPLICIT ? 2 : config->scheme.diffusion_stages;
}

int taub_diffusion_components(const struct taub_config *config)
{
    const int gas = taub_system_find(config->system)->components(config) - config->scalars;
    return taub_diffusion_stages(config) > 0 ? gas - 1 : 0;
}

/* Two fields in turn, so that the last stage writes the new state's. Their number is odd with RKL2, and so is that of
 * the stages taken: those left over come in pairs and leave the last result where it is. */
void taub_diffusion_append(const struct taub_simulation *simulation, const struct taub_diffusion_places *places,
                           double time, struct taub_step *step)
{
    const struct taub_config *config = simulation->config;
    const int stages = taub_diffusion_stages(config);
    const bool faces = config->system == TAUB_SYSTEM_MHD;
    const unsigned around =
        faces ? TAUB_AT(TAUB_CELLS | TAUB_FACES) | TAUB_REACH(config->scheme.order > 2 ? 2 : 1) : TAUB_REACH(1);
    int before = TAUB_FIELD_CONSERVED;
    for (int stage = 1; stage <= stages; stage++) {
        const int out = (stages - stage) % 2 ? places->between : TAUB_FIELD_NEXT;
        const struct taub_operand operands[] = {
            {TAUB_READS | (stage > 1 ? 0 : around), TAUB_FIELD_CONSERVED},
            {stage > 1 ? TAUB_READS | around : TAUB_UNUSED, before},
            {stage > 2 ? TAUB_UPDATES : TAUB_WRITES, out},
            {stage > 1 ? TAUB_READS : TAUB_WRITES, places->rates},
        };
        if (stage > 1 || !places->known)
            places->fill(simulation, before, time, 0, false, step);
        struct taub_op *op = taub_step_pass(step, places->diffuse, operands, 4);
        op->range.option[0] = stage;
        op->sure = true;
        before = out;
    }
    if (places->known)
        places->fill(simulation, before, time, 0, false, step);
    const enum taub_use use = config->scheme.positivity ? TAUB_UPDATES : TAUB_READS;
    const unsigned beside = !faces                      ? 0
                            : config->scheme.positivity ? TAUB_SEES(TAUB_FACES) | TAUB_REACH(1)
                                                        : TAUB_AT(TAUB_FACES) | TAUB_REACH(1);
    const struct taub_operand warm[] = {{TAUB_READS | (faces ? around : 0), TAUB_FIELD_CONSERVED},
                                        {use | beside, TAUB_FIELD_NEXT}};
    taub_step_pass(step, places->warm, warm, 2);
    if (places->known && config->scheme.positivity)
        places->fill(simulation, TAUB_FIELD_NEXT, time, 0, true, step);
    taub_step_swap(step, TAUB_FIELD_CONSERVED, TAUB_FIELD_NEXT);
}

enum taub_status taub_diffusion_define(const struct taub_config *config, struct taub_bundle *bundle,
                                       struct taub_error *error)
{
    const struct taub_constant constants[] = {{"TAUB_DIFFUSION_STAGES", taub_diffusion_stages(config)}, {NULL, 0.0}};
    TRY(taub_bundle_define_all(bundle, constants, error));
    if (taub_diffusion_stages(config) == 0)
        return TAUB_OK;
    const struct taub_constant numbers[] = {
        {"TAUB_RESISTIVITY", config->transport.resistivity},
        {"TAUB_VISCOSITY", config->transport.kinematic_viscosity},
        {"TAUB_CONDUCTION", config->transport.thermal_diffusivity},
        /* times dt: half a step in units of half of the longest explicit one of an even density */
        {"TAUB_DIFFUSION_RATE", taub_diffusion_rate(config)},
        {"TAUB_DIFFUSION_BOUND", config->time.cfl / taub_diffusion_longest_step(config)},
        {NULL, 0.0}};
    return taub_bundle_numbers(bundle, numbers, error);
}
