#include "evolve/diffusion.h"

#include "case/check.h"
#include "core/try.h"

int taub_diffusion_stages(const struct taub_config *config)
{
    if (taub_diffusion_rate(config) == 0.0)
        return 0;
    return config->scheme.diffusion == TAUB_DIFFUSION_EXPLICIT ? 2 : config->scheme.diffusion_stages;
}

/* Two fields in turn, so that the last stage writes the new state's. Their number is odd with RKL2, and so is that of
 * the stages taken: those left over come in pairs and leave the last result where it is. */
void taub_diffusion_append(const struct taub_simulation *simulation, const struct taub_diffusion_places *places,
                           double time, struct taub_step *step)
{
    const int stages = taub_diffusion_stages(simulation->config);
    const unsigned around = TAUB_AT(TAUB_CELLS | TAUB_FACES) | TAUB_REACH(simulation->config->scheme.order > 2 ? 2 : 1);
    int before = TAUB_FIELD_CONSERVED;
    for (int stage = 1; stage <= stages; stage++) {
        const int out = (stages - stage) % 2 ? places->between : TAUB_FIELD_NEXT;
        const struct taub_operand operands[] = {
            {TAUB_READS | (stage > 1 ? 0 : around), TAUB_FIELD_CONSERVED},
            {stage > 1 ? TAUB_READS | around : TAUB_UNUSED, before},
            {stage > 2 ? TAUB_UPDATES : TAUB_WRITES, out},
            {stage > 1 ? TAUB_READS : TAUB_WRITES, places->rates},
        };
        taub_step_pass(step, places->diffuse, operands, 4)->range.option[0] = stage;
        places->fill(simulation, out, time, 0, false, step);
        before = out;
    }
    const struct taub_operand warm[] = {{TAUB_READS | around, TAUB_FIELD_CONSERVED},
                                        {simulation->config->scheme.positivity
                                             ? TAUB_UPDATES | TAUB_SEES(TAUB_FACES) | TAUB_REACH(1)
                                             : TAUB_READS | TAUB_AT(TAUB_FACES) | TAUB_REACH(1),
                                         TAUB_FIELD_NEXT}};
    taub_step_pass(step, places->warm, warm, 2);
    if (simulation->config->scheme.positivity)
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
