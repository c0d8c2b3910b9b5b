/* MUSTA-FORCE: a predictor pass, then the stage pass with the scheme's own faces. */
#include <math.h>

#include "case/check.h"
#include "core/try.h"
#include "evolve/layout.h"

enum { PREDICT, STAGE };

/* The half step, of which the stage makes face states. */
enum { FIELD_HALF = TAUB_FIELD_PRIMITIVE_NEXT + 1 };

static int fields(const struct taub_config *config, bool host, struct taub_field_spec *fields)
{
    const int count = taub_fields_with_primitive(config, fields);
    fields[count] = (struct taub_field_spec){"half", TAUB_CELL, fields[0].components, TAUB_LIFE_STEP};
    return count + 1;
}

static void step(const struct taub_simulation *simulation, int variant, struct taub_step *step)
{
    static const struct taub_operand predicted[] = {{TAUB_READS | TAUB_REACH(2), TAUB_FIELD_PRIMITIVE},
                                                    {TAUB_UNUSED, 0},
                                                    {TAUB_UNUSED, 0},
                                                    {TAUB_UNUSED, 0},
                                                    {TAUB_WRITES, FIELD_HALF}};
    static const struct taub_operand advanced[] = {{TAUB_READS | TAUB_REACH(2), TAUB_FIELD_PRIMITIVE},
                                                   {TAUB_READS, TAUB_FIELD_CONSERVED},
                                                   {TAUB_WRITES, TAUB_FIELD_NEXT},
                                                   {TAUB_WRITES, TAUB_FIELD_PRIMITIVE_NEXT},
                                                   {TAUB_READS | TAUB_REACH(2), FIELD_HALF}};
    taub_step_reduce(step, TAUB_FIELD_PRIMITIVE);
    taub_step_fill(step, TAUB_FIELD_PRIMITIVE, 0.0);
    struct taub_op *predict = taub_step_pass(step, PREDICT, predicted, 5);
    predict->range.time[1] = 0.5;
    predict->range.number[2] = 0.5;
    /* the neighbours' half steps, by the same rules as their states: so no corners are needed */
    taub_step_fill(step, FIELD_HALF, 0.5);
    struct taub_op *stage = taub_step_pass(step, STAGE, advanced, 5);
    stage->range.option[0] = 1;
    stage->range.time[0] = 0.5; /* fluxes and sources are those of the middle */
    stage->range.time[1] = 1.0;
    stage->range.number[0] = 1.0;
    stage->range.number[2] = 1.0;
    taub_step_swap(step, TAUB_FIELD_CONSERVED, TAUB_FIELD_NEXT);
    taub_step_swap(step, TAUB_FIELD_PRIMITIVE, TAUB_FIELD_PRIMITIVE_NEXT);
}

/* Waves of one cell's length have no slopes, and FORCE damps them along each axis by (1/alpha + alpha c^2)/2, c =
 * lambda dt/dx: together by 1 at most, which for equal speeds along d axes bounds the sum of c by sqrt(x (2 - x)),
 * x = d/alpha. A tenth is kept back. */
static double sum_limit(const struct taub_config *config)
{
    double axes = 0.0;
    for (int a = 0; a < 3; a++)
        axes += config->mesh.cells[a] > 1;
    const double x = fmin(fmax(axes, 1.0) / config->scheme.alpha, 1.9);
    return 0.9 * sqrt(x * (2.0 - x));
}

/* Counted in the kernel text, each operation, comparison, division or root as one. A recovery with what follows it, the
 * flux of the state: 8 + 26 + 22 and the equation of state, which is evaluated about four times when it is iterated. A
 * face: slopes and face values of two cells 2 x 60, two states 22 each, FORCE (30 and a recovery) once more than there
 * are stages, and per stage two sides of 15 and a recovery each. A cell: half step per axis 60 + 2 x 22 + 10, checks
 * 90, recovery 34; update and recovery 85; the clock 64. */
static double flops_per_zone(const struct taub_config *config, const int active[3])
{
    const double axes = active[0] + active[1] + active[2], stages = config->scheme.stages;
    const double evaluation = taub_scheme_eos_flops(config) * (config->eos.kind == TAUB_EOS_CONFORMAL ? 1.0 : 4.0);
    const double recovery = 8.0 + 26.0 + 22.0 + evaluation;
    const double face = 2.0 * 60.0 + 2.0 * 22.0 + (stages + 1.0) * (30.0 + recovery) + stages * 2.0 * (15.0 + recovery);
    return axes * (face + 15.0 + 60.0 + 2.0 * 22.0 + 10.0 + 90.0) + 2.0 * (34.0 + evaluation) + 51.0 + 64.0;
}

enum { RESIDENT_GROUPS = 2 };

static void layout_group(const struct taub_config *config, int group[2])
{
    taub_layout_group(config, 1, (int[]){32, 8}, (int[]){33, 7}, group);
}

/* Faces cost so much here that GPU threads share them in single precision too. */
static enum taub_status define(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error)
{
    int group[2];
    layout_group(config, group);
    const struct taub_constant numbers[] = {{"TAUB_THETA", config->scheme.theta},
                                            {"TAUB_MUSTA_ALPHA", config->scheme.alpha},
                                            {"TAUB_SUM_LIMIT", sum_limit(config)},
                                            {NULL, 0.0}};
    const struct taub_constant gpu[] = {{"TAUB_SHARE_FACES", 1},
                                        {"TAUB_GROUP_X", group[0]},
                                        {"TAUB_GROUP_Y", group[1]},
                                        {"TAUB_RESIDENT_GROUPS", RESIDENT_GROUPS},
                                        {NULL, 0.0}};
    TRY(taub_bundle_numbers(bundle, numbers, error));
    TRY(taub_bundle_define(bundle, error, "TAUB_MUSTA_STAGES", "%d", config->scheme.stages));
    return taub_bundle_define_gpu(bundle, gpu, error);
}

/* Tiles: strips for the host's caches, columns for GPU threads; the stage's share faces, so they overlap. */
static void shape_pass(const struct taub_simulation *simulation, int pass, struct taub_pass_geometry *geometry)
{
    const int *active = simulation->mesh->active;
    int group[2];
    layout_group(simulation->config, group);
    taub_layout_columns(simulation, group, pass == STAGE, RESIDENT_GROUPS, geometry);
    if (taub_simulation_on_host(simulation)) {
        taub_layout_strips(simulation, (int[]){128, active[2] ? 8 : 32, 64}, 1, geometry);
    }
}

static void check(struct taub_check *self)
{
    if (self->config->scheme.alpha < 1)
        taub_check_complain(self, "scheme.alpha", -1, "expected at least 1 with scheme.kind: musta, got %.10g",
                            self->config->scheme.alpha);
}

const struct taub_scheme taub_scheme_musta = {
    .kind = TAUB_SCHEME_MUSTA,
    .systems = 1u << TAUB_SYSTEM_SRHD | 1u << TAUB_SYSTEM_EULER,
    .check = check,
    .mirrors_forces = true,
    .ghosts = 2,
    .kernels = {"passes/predict.h", "passes/stage.h"},
    .shared = {"schemes/musta.h", "schemes/update.h", "passes/musta_rows.h"},
    .passes = {{"predict", TAUB_TILE_PASS}, {"stage", TAUB_TILE_PASS}},
    TAUB_SCHEME_FUNCTIONS,
    .shape_pass = shape_pass,
};
