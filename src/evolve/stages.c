#include "evolve/stages.h"

#include "evolve/droplets.h"

/* u' = alpha u0 + beta u + share dt L(u); times as fractions of the step. Shu and Osher 1988; Gottlieb, Shu, Tadmor
 * 2001.
 */
struct stage_weights {
    double alpha, beta, share;
    double time_in, time_out;
};

static const struct stage_weights rk2[] = {{1.0, 0.0, 1.0, 0.0, 1.0}, {0.5, 0.5, 0.5, 1.0, 1.0}};
static const struct stage_weights rk3[] = {
    {1.0, 0.0, 1.0, 0.0, 1.0}, {0.75, 0.25, 0.25, 1.0, 0.5}, {1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0, 0.5, 1.0}};

int taub_stages_count(const struct taub_config *config)
{
    return config->scheme.integrator == TAUB_RK2 ? 2 : 3;
}

int taub_stages_fields(const struct taub_config *config, bool host, struct taub_field_spec *fields)
{
    const int count = taub_fields_with_primitive(config, fields);
    fields[count] = (struct taub_field_spec){"deposit", TAUB_CELL, taub_droplets_wanted(config) ? TAUB_DEPOSITED : 0,
                                             TAUB_LIFE_STEP};
    return count + 1;
}

enum { FIELD_DEPOSIT = TAUB_FIELD_PRIMITIVE_NEXT + 1 };

/* What a pass of stage s does with its fields; with `levels` the first one finds there what append_levels leaves. */
static void stage_operands(int s, int pass, int passes, int reach, bool droplets, bool levels,
                           struct taub_operand operands[5])
{
    const bool first = pass == 0, last = pass == passes - 1;
    operands[0] = (struct taub_operand){TAUB_READS | TAUB_REACH(reach), TAUB_FIELD_PRIMITIVE};
    operands[1] = (struct taub_operand){last ? TAUB_READS : TAUB_UNUSED, TAUB_FIELD_CONSERVED};
    operands[2] = (struct taub_operand){!last ? TAUB_UNUSED : s == 0 ? TAUB_WRITES : TAUB_UPDATES, TAUB_FIELD_NEXT};
    operands[3] = (struct taub_operand){first && !levels ? TAUB_WRITES : TAUB_UPDATES, TAUB_FIELD_PRIMITIVE_NEXT};
    operands[4] = (struct taub_operand){last && droplets ? TAUB_READS : TAUB_UNUSED, FIELD_DEPOSIT};
}

/* What the fluxes of finer faces change in cells beside them waits where the stage writes (kernels/march/levels.h). */
static struct taub_op *append_levels(int pass, struct taub_step *step)
{
    const struct taub_operand operands[] = {{TAUB_READS | TAUB_REACH(step->ghosts), TAUB_FIELD_PRIMITIVE},
                                            {TAUB_UNUSED, 0},
                                            {TAUB_UNUSED, 0},
                                            {TAUB_WRITES, TAUB_FIELD_PRIMITIVE_NEXT}};
    taub_step_share(step, TAUB_FIELD_PRIMITIVE, -1, TAUB_HALO_MEETING);
    struct taub_op *op = taub_step_pass(step, pass, operands, 4);
    op->list = TAUB_HALO_MEETING;
    op->few = true;
    op->sure = true;
    return op;
}

static void tell_stage(struct taub_op *op, int s, const struct stage_weights *weights)
{
    op->range.option[0] = s == 0;
    op->range.option[1] = s;
    op->range.time[0] = weights->time_in;
    op->range.time[1] = weights->time_out;
    op->range.number[0] = weights->alpha;
    op->range.number[1] = weights->beta;
    op->range.number[2] = weights->share;
}

void taub_stages_append(const struct taub_simulation *simulation, int passes, struct taub_step *step)
{
    const struct taub_config *config = simulation->config;
    const struct stage_weights *weights = config->scheme.integrator == TAUB_RK2 ? rk2 : rk3;
    const bool droplets = taub_droplets_wanted(config), levels = config->mesh.refine.levels > 0;
    taub_step_reduce(step, TAUB_FIELD_PRIMITIVE);
    if (droplets)
        taub_step_deposit(step, FIELD_DEPOSIT);
    for (int s = 0; s < taub_stages_count(config); s++) {
        taub_step_fill(step, TAUB_FIELD_PRIMITIVE, weights[s].time_in);
        if (levels)
            tell_stage(append_levels(simulation->scheme->levels, step), s, &weights[s]);
        for (int pass = 0; pass < passes; pass++) {
            struct taub_operand operands[5];
            stage_operands(s, pass, passes, step->ghosts, droplets, levels, operands);
            tell_stage(taub_step_pass(step, pass, operands, 5), s, &weights[s]);
        }
        taub_step_swap(step, TAUB_FIELD_PRIMITIVE, TAUB_FIELD_PRIMITIVE_NEXT);
    }
    taub_step_swap(step, TAUB_FIELD_CONSERVED, TAUB_FIELD_NEXT);
}

/* First-order waves of one cell's length are damped by exp(-2 dt sum lambda/dx): the real stability intervals are 2 for
 * rk2 and 2.51 for rk3; a tenth is kept back so that such waves die out. */
double taub_stages_sum_limit(const struct taub_config *config)
{
    return config->scheme.integrator == TAUB_RK2 ? 0.9 : 1.13;
}
