/* Godunov schemes of orders 2 to 4: one step with ADER, or stages of strong-stability-preserving Runge-Kutta methods.
 */
#include "core/try.h"
#include "evolve/diffusion.h"
#include "evolve/layout.h"
#include "evolve/reconstruction.h"
#include "evolve/weights.h"

enum { STAGE, FOFC, FACE_STATES, DIFFUSE, WARM, MEET_LEVELS }; /* passes; FACE_STATES on GPUs at orders 3 and 4 only */
enum { FOFC_ROUNDS = 5 }; /* with that of the whole mesh: kernels/passes/godunov_fofc.h */
/* Fields of the scheme: face states of cells (pass FACE_STATES), a state between stages, a sum over stages (order
 * 4), which cells have to be corrected, change rates of diffusion, the state at rest of scheme.equilibrium and what a
 * stage would change in it. */
enum {
    FIELD_FACE_STATES = TAUB_FIELD_OWN,
    FIELD_BETWEEN,
    FIELD_SUM,
    FIELD_FOUND,
    FIELD_DIFFUSION_RATES,
    FIELD_EQUILIBRIUM,
    FIELD_CHANGES,
    FIELD_COUNT
};
enum { STAGE_OPERANDS = 7 };
_Static_assert((int)FIELD_COUNT <= TAUB_MOST_FIELDS, "src/evolve/plan.h");

static bool has_pass(const struct taub_simulation *simulation, int pass)
{
    const struct taub_config_scheme *scheme = &simulation->config->scheme;
    if (pass == DIFFUSE || pass == WARM)
        return taub_diffusion_stages(simulation->config) > 0;
    if (pass == MEET_LEVELS)
        return simulation->config->mesh.refine.levels > 0;
    return pass == FOFC          ? scheme->positivity != 0
           : pass == FACE_STATES ? scheme->order > 2 && !taub_simulation_on_host(simulation)
                                 : true;
}

static int ghosts(const struct taub_config *config)
{
    return config->scheme.order == 2 && !taub_limiter_is_wide(config) ? 2 : 3;
}

/* What STAGE does with its fields, and FOFC in later rounds, which has fluxes again and changes some cells. */
static void stage_operands(const struct taub_simulation *simulation, int stage, int round, int in, int out,
                           struct taub_operand operands[STAGE_OPERANDS])
{
    const struct taub_config *config = simulation->config;
    const bool has_sum = !taub_is_ader(config) && config->scheme.order == 4;
    const enum taub_use writes = round ? TAUB_UPDATES : TAUB_WRITES;
    const enum taub_use sum = stage == 2 ? writes : stage == 5 ? TAUB_READS : TAUB_UNUSED;
    const enum taub_use face_states = has_pass(simulation, FACE_STATES) ? TAUB_READS : TAUB_UNUSED;
    operands[0] = (struct taub_operand){TAUB_READS | TAUB_REACH(ghosts(config)), in};
    operands[1] = (struct taub_operand){face_states | TAUB_REACH(1), FIELD_FACE_STATES};
    operands[2] = (struct taub_operand){in == TAUB_FIELD_CONSERVED ? TAUB_AGAIN : TAUB_READS, TAUB_FIELD_CONSERVED};
    operands[3] = (struct taub_operand){writes, out};
    operands[4] = (struct taub_operand){has_sum ? sum : TAUB_UNUSED, FIELD_SUM};
    operands[5] = (struct taub_operand){
        config->scheme.positivity ? writes | TAUB_SEES(TAUB_CELLS) | TAUB_REACH(1) : TAUB_UNUSED, FIELD_FOUND};
    operands[6] = (struct taub_operand){config->scheme.equilibrium ? TAUB_READS : TAUB_UNUSED, FIELD_CHANGES};
}

/* What the stage, or a later round over few cells, is told. */
static void tell_stage(struct taub_op *op, int stage, int round, const struct taub_weights *weights)
{
    op->range.option[0] = stage;
    op->range.option[2] = round;
    op->range.time[0] = weights->time;
    op->range.number[0] = weights->beta;
    op->range.number[1] = weights->share;
}

static void append_face_states(const struct taub_simulation *simulation, int stage, const struct taub_weights *weights,
                               int in, struct taub_step *step)
{
    taub_step_fill(step, in, weights->time);
    if (has_pass(simulation, FACE_STATES)) {
        const struct taub_operand face_states[] = {{TAUB_READS | TAUB_REACH(step->ghosts - 1), in},
                                                   {TAUB_WRITES, FIELD_FACE_STATES}};
        tell_stage(taub_step_pass(step, FACE_STATES, face_states, 2), stage, 0, weights);
    }
}

/* What the stage would change in the state at rest: by the same passes and the same step, so that where a cell and all
 * that it sees are at rest both changes have the same bits. */
static void append_equilibrium(const struct taub_simulation *simulation, const struct taub_weights *weights,
                               struct taub_step *step)
{
    const enum taub_use face_states = has_pass(simulation, FACE_STATES) ? TAUB_READS : TAUB_UNUSED;
    const struct taub_operand operands[] = {{TAUB_READS | TAUB_REACH(ghosts(simulation->config)), FIELD_EQUILIBRIUM},
                                            {face_states | TAUB_REACH(1), FIELD_FACE_STATES},
                                            {TAUB_UNUSED, 0},
                                            {TAUB_WRITES, FIELD_CHANGES}};
    append_face_states(simulation, 0, weights, FIELD_EQUILIBRIUM, step);
    struct taub_op *op = taub_step_pass(step, STAGE, operands, 4);
    op->sure = true;
    tell_stage(op, 0, 0, weights);
}

/* Which cells were found on the other side of a face, where that is on another rank. */
static void share_found(const struct taub_simulation *simulation, struct taub_step *step)
{
    if (!has_pass(simulation, MEET_LEVELS)) {
        taub_step_share(step, FIELD_FOUND, -1, TAUB_HALO_ALL)->gate = 1;
        return;
    }
    struct taub_op *copy = taub_step_copy(step, FIELD_FOUND, -1); /* a finer cell has what its coarser one has */
    copy->range.option[2] = copy->gate = 1;
    taub_step_share(step, FIELD_FOUND, -1, TAUB_HALO_MEETING)->gate = 1;
}

static void append_stage(const struct taub_simulation *simulation, int stage, const struct taub_weights *weights,
                         int in, int out, struct taub_step *step)
{
    struct taub_operand operands[STAGE_OPERANDS];
    if (simulation->config->scheme.equilibrium)
        append_equilibrium(simulation, weights, step);
    append_face_states(simulation, stage, weights, in, step);
    if (has_pass(simulation, MEET_LEVELS)) /* of finer cells the fluxes are found again */
        taub_step_share(step, in, has_pass(simulation, FACE_STATES) ? FIELD_FACE_STATES : -1, TAUB_HALO_MEETING);
    const int rounds = has_pass(simulation, FOFC) ? FOFC_ROUNDS : 0;
    for (int round = 0; round <= rounds; round++) {
        if (round > 0)
            share_found(simulation, step);
        stage_operands(simulation, stage, round, in, out, operands);
        struct taub_op *op = taub_step_pass(step, round ? FOFC : STAGE, operands, STAGE_OPERANDS);
        op->gate = round > 0;
        tell_stage(op, stage, round, weights);
        if (round == 0 && has_pass(simulation, MEET_LEVELS)) {
            stage_operands(simulation, stage, 1, in, out, operands);
            op = taub_step_pass(step, MEET_LEVELS, operands, STAGE_OPERANDS - 1); /* whose list stands there */
            op->list = TAUB_HALO_MEETING;
            op->few = true;
            tell_stage(op, stage, 0, weights);
        }
    }
}

static void append_fill(const struct taub_simulation *simulation, int field, double time, int from, bool changed,
                        struct taub_step *step)
{
    taub_step_fill(step, field, time);
}

/* Half a step of viscosity and conduction. */
static void append_diffusion(const struct taub_simulation *simulation, double time, struct taub_step *step)
{
    static const struct taub_diffusion_places places = {DIFFUSE,     WARM, FIELD_BETWEEN, FIELD_DIFFUSION_RATES,
                                                        append_fill, false};
    if (taub_diffusion_stages(simulation->config) > 0)
        taub_diffusion_append(simulation, &places, time, step);
}

/* Stages write the new state's field and the one between in turn, so that the last one writes the new state. */
static void step(const struct taub_simulation *simulation, int variant, struct taub_step *step)
{
    int stages, in = TAUB_FIELD_CONSERVED;
    const struct taub_weights *weights = taub_weights_of(simulation->config, &stages);
    taub_step_reduce(step, TAUB_FIELD_CONSERVED);
    append_diffusion(simulation, 0.0, step);
    for (int s = 0; s < stages; s++) {
        const int out = (stages - s) % 2 ? TAUB_FIELD_NEXT : FIELD_BETWEEN;
        append_stage(simulation, s + 1, &weights[s], in, out, step);
        in = out;
    }
    taub_step_swap(step, TAUB_FIELD_CONSERVED, TAUB_FIELD_NEXT);
    append_diffusion(simulation, 1.0, step);
}

/* Along one axis no solver is unstable. */
static bool fixes_shocks(const struct taub_config *config)
{
    const int *cells = config->mesh.cells;
    const bool sharp = config->scheme.riemann == TAUB_SOLVER_HLLC || config->scheme.riemann == TAUB_SOLVER_HLLI;
    return config->scheme.shock_fix && sharp && config->system == TAUB_SYSTEM_EULER &&
           (cells[0] > 1) + (cells[1] > 1) + (cells[2] > 1) > 1;
}

static int face_state_components(const struct taub_config *config)
{
    const int components = taub_system_find(config->system)->components(config);
    if (config->scheme.order == 2)
        return 0;
    const bool sources = (taub_is_ader(config) && config->source.file) || config->mesh.coordinates == TAUB_MILNE;
    return (12 + sources) * components + (fixes_shocks(config) ? 3 : 0);
}

static int fields(const struct taub_config *config, bool host, struct taub_field_spec *fields)
{
    taub_fields_conserved(config, fields);
    const int components = fields[0].components, changing = taub_diffusion_components(config);
    const bool several = !taub_is_ader(config);
    fields[FIELD_FACE_STATES] =
        (struct taub_field_spec){"face_states", TAUB_CELL, host ? 0 : face_state_components(config), TAUB_LIFE_STEP};
    fields[FIELD_BETWEEN] =
        (struct taub_field_spec){"between", TAUB_CELL, several || changing > 0 ? components : 0, TAUB_LIFE_STEP};
    fields[FIELD_SUM] = (struct taub_field_spec){"sum", TAUB_CELL,
                                                 several && config->scheme.order == 4 ? components : 0, TAUB_LIFE_STEP};
    fields[FIELD_FOUND] = (struct taub_field_spec){"found", TAUB_CELL, config->scheme.positivity, TAUB_LIFE_STEP};
    fields[FIELD_DIFFUSION_RATES] = (struct taub_field_spec){"diffusion_rates", TAUB_CELL, changing, TAUB_LIFE_STEP};
    const int at_rest = config->scheme.equilibrium ? components : 0;
    fields[FIELD_EQUILIBRIUM] = (struct taub_field_spec){"equilibrium", TAUB_CELL, at_rest, TAUB_LIFE_GIVEN};
    fields[FIELD_CHANGES] = (struct taub_field_spec){"equilibrium_changes", TAUB_CELL, at_rest, TAUB_LIFE_STEP};
    return FIELD_COUNT;
}

/* Waves of one cell's length decide: the linear methods are stable up to about these, which were tried on the diagonal
 * wave of tests/convergence; a tenth is kept back. Of parabolas with two stages some
 * amplification factors exceed 1 at 0.9 already. */
static double sum_limit(const struct taub_config *config)
{
    if (taub_is_ader(config))
        return 0.9;
    if (config->scheme.order == 2)
        return taub_reconstructs_parabolas(config) ? 0.8 : 0.9;
    return config->scheme.order == 3 ? 1.1 : 1.6;
}

/* Of a gas from its conserved state, a product with its Jacobian, one with f'', the speeds of a face, HLLC. */
struct costs {
    double gas, product, curvature, speeds, solver;
};

/* Counted in the kernel text, each operation, comparison, division or root as one, for five components: see
 * bench/godunov.md. */
static double flops_per_zone(const struct taub_config *config, const int active[3])
{
    const double axes = active[0] + active[1] + active[2], pairs = axes * (axes - 1.0) / 2.0;
    const double corners = axes > 2.0 ? 8.0 : axes > 1.0 ? 4.0 : 0.0;
    const int order = config->scheme.order, ader = taub_is_ader(config);
    static const struct costs euler = {24.0, 52.0, 56.0, 34.0, 70.0}, srhd = {145.0, 46.0, 75.0, 74.0, 90.0};
    const struct costs cost = config->system == TAUB_SYSTEM_SRHD ? srhd : euler;
    const double rate = cost.gas + cost.product * axes;
    int stages;
    taub_weights_of(config, &stages);
    const double face = cost.gas * 2.0 + cost.speeds + cost.solver + (config->scheme.positivity ? 50.0 : 0.0) + 20.0;
    const double line = order > 2                             ? 98.0
                        : taub_reconstructs_parabolas(config) ? 50.0
                        : taub_limiter_is_wide(config)        ? 37.0
                                                              : 10.0;
    double cell = axes * 5.0 * line + 20.0;
    if (order > 2)
        cell += pairs * 5.0 * 6.0 + 2.0 * axes * (15.0 + cost.gas + 10.0 + (axes - 1.0 + ader) * cost.curvature);
    if (order == 2)
        cell += 2.0 * axes * 10.0 + (ader ? rate + 10.0 : 0.0) +
                (taub_reconstructs_parabolas(config) ? axes * (10.0 + 10.0 * ader) : 0.0);
    if (ader && order == 3)
        cell += (2.0 + 2.0 * axes) * rate + axes * 5.0 * 18.0 + 60.0;
    if (ader && order == 4)
        cell += (4.0 + 4.0 * axes + corners) * rate + axes * 5.0 * 62.0 + corners * 5.0 * 30.0 + 200.0;
    if (config->scheme.positivity)
        cell += 2.0 * axes * 32.0;
    if (fixes_shocks(config))
        cell += axes * 36.0 + 3.0;
    return stages * (config->scheme.equilibrium ? 2 : 1) * (cell + axes * face + 15.0) + 64.0;
}

/* Groups of threads of STAGE: fewer threads than elsewhere only serve others at order 2. */
static void stage_group(const struct taub_config *config, int group[2])
{
    if (config->scheme.order == 2)
        taub_layout_group(config, 2, (int[]){16, 16}, (int[]){18, 10}, group);
    else
        taub_layout_group(config, 1, (int[]){32, 8}, (int[]){33, 7}, group);
}

/* A march that needs all registers: bench/README.md, before and after. */
static bool reads_numbers_at_use(const struct taub_config *config)
{
    return config->scheme.order == 2 && !taub_is_ader(config) && config->device.precision == TAUB_DOUBLE;
}

/* Of these, and of those of FACE_STATES with their row of 32 threads for each component, how many are to fit a
 * multiprocessor: bench/godunov.md. */
static int stage_groups(const struct taub_config *config)
{
    return config->device.precision == TAUB_SINGLE ? 3 : 2;
}
static int face_state_groups(const struct taub_config *config)
{
    const bool gas = config->system == TAUB_SYSTEM_EULER, fourth = taub_is_ader(config) && config->scheme.order == 4;
    const int rows = config->device.precision == TAUB_SINGLE ? 25 : gas || fourth ? 15 : 20;
    const int components = taub_system_find(config->system)->components(config);
    return components < rows ? rows / components : 1;
}

static enum taub_status define(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error)
{
    int group[2];
    stage_group(config, group);
    const struct taub_constant constants[] = {{"TAUB_ADER", taub_is_ader(config)},
                                              {"TAUB_SHOCK_FIX", fixes_shocks(config)},
                                              {"TAUB_BOUND_SCALARS", config->scheme.scalars && config->scalars > 0},
                                              {"TAUB_SUM_LIMIT", sum_limit(config)},
                                              {"TAUB_EQUILIBRIUM", config->scheme.equilibrium != 0},
                                              {NULL, 0.0}};
    const struct taub_constant gpu[] = {{"TAUB_GROUP_X", group[0]},
                                        {"TAUB_GROUP_Y", group[1]},
                                        {"TAUB_RESIDENT_GROUPS", stage_groups(config)},
                                        {"TAUB_FACE_STATE_GROUPS", face_state_groups(config)},
                                        {"TAUB_NUMBERS_AT_USE", reads_numbers_at_use(config)},
                                        {NULL, 0.0}};
    TRY(taub_reconstruction_define(config, bundle, error));
    TRY(taub_diffusion_define(config, bundle, error));
    TRY(taub_bundle_define_all(bundle, constants, error));
    return taub_bundle_define_gpu(bundle, gpu, error);
}

/* Tiles: strips for the host's caches (kernels/passes/godunov_host.h), columns for GPU threads that share faces, and at
 * order 2 also what cells show to them. */
static void shape_pass(const struct taub_simulation *simulation, int pass, struct taub_pass_geometry *geometry)
{
    const int *cells = simulation->mesh->shape.cells;
    const int serving = pass != STAGE ? 0 : simulation->config->scheme.order == 2 ? 2 : 1;
    int group[2];
    if (pass == FACE_STATES) {
        taub_layout_states(simulation, 32, geometry); /* LANES of kernels/passes/thread_group.h */
        return;
    }
    stage_group(simulation->config, group);
    taub_layout_columns(simulation, group, serving, stage_groups(simulation->config), geometry);
    if (taub_simulation_on_host(simulation)) {
        taub_layout_strips(simulation, (int[]){64, 16, cells[2]}, 2, geometry);
    }
}

#define GODUNOV_MEMBERS                                                                                    \
    .systems = 1u << TAUB_SYSTEM_EULER | 1u << TAUB_SYSTEM_SRHD, .ghosts_of = ghosts,                      \
    .kernels = {"passes/godunov_host.h", "passes/godunov_columns.h", "passes/godunov_fofc.h",              \
                "passes/godunov_thread_group.h"},                                                          \
    .shared = {"passes/walls.h"},                                                                          \
    .passes = {{"stage", TAUB_TILE_PASS},    {"fofc", TAUB_TILE_PASS},  {"face_states", TAUB_TILE_PASS},   \
               {"diffuse", TAUB_POINT_PASS}, {"warm", TAUB_POINT_PASS}, {"meet_levels", TAUB_POINT_PASS}}, \
    .has_pass = has_pass, .define = define, .shape_pass = shape_pass, .fields = fields, .step = step,      \
    .sum_limit = sum_limit, .flops_per_zone = flops_per_zone, .levels = MEET_LEVELS, .corners = 1,         \
    .order = taub_order_of_case

const struct taub_scheme taub_scheme_ader_weno = {.kind = TAUB_SCHEME_ADER_WENO, GODUNOV_MEMBERS};
const struct taub_scheme taub_scheme_rk_weno = {.kind = TAUB_SCHEME_RK_WENO, GODUNOV_MEMBERS};
