/* The scheme of Kurganov and Tadmor for dissipative fluids: how its stages are launched, and how they are laid out on
 * devices. On the host one pass does a whole stage; on GPUs fluxes and relaxation are two, since together they would
 * need more registers than a thread has. */
#include "core/try.h"
#include "evolve/layout.h"
#include "evolve/stages.h"

enum { FLUXES, RELAX, GRADIENTS, MEET_LEVELS }; /* the host has no launches of RELAX */

/* Passes of a stage. */
static int stage_passes(const struct taub_simulation *simulation)
{
    return taub_simulation_on_host(simulation) ? 1 : 2;
}

static void step(const struct taub_simulation *simulation, int variant, struct taub_step *step)
{
    taub_stages_append(simulation, stage_passes(simulation), step);
}

/* Counted in the kernel text, each operation, comparison, division or root as one; what is shared counts once. A face:
 * one cell's slopes 15 x 8, values 60 (of e and u by parabolas 4 x 41 instead of 4 x 12), two states 68 each and an
 * equation of state each, the flux 112. A cell: differences 45 an axis, gradients 27 an axis, rates for Du 72 an axis,
 * relaxation 560, decay 2 x 75, the solution for Du 165, coefficients 40 and two evaluations, update 120, admissibility
 * 14, recovery 32 and about three steps of 13 and an evaluation, regulator 60 and an evaluation. The clock once a step:
 * 60 and an evaluation. */
static double flops_per_zone(const struct taub_config *config, const int active[3])
{
    const double axes = active[0] + active[1] + active[2], evaluation = taub_scheme_eos_flops(config);
    const double parabolas = config->scheme.limiter == TAUB_LIMITER_PARABOLIC ? 4.0 * (41.0 - 12.0) : 0.0;
    const double face = 120.0 + 60.0 + parabolas + 2.0 * (68.0 + evaluation) + 112.0;
    const double cell = 560.0 + 150.0 + 165.0 + 40.0 + 2.0 * evaluation + 120.0 + 14.0 + 32.0 + 60.0 + evaluation;
    return taub_stages_count(config) * (axes * (face + 45.0 + 27.0 + 72.0) + cell + 3.0 * (13.0 + evaluation)) + 60.0 +
           evaluation;
}

static void layout_group(const struct taub_config *config, int group[2])
{
    taub_layout_group(config, 1, (int[]){32, 8}, (int[]){33, 7}, group);
}

/* Bounds the registers of a thread: bench/viscous.md. */
static int resident_groups(const struct taub_config *config)
{
    return config->device.precision == TAUB_SINGLE ? 3 : 1;
}

static enum taub_status define(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error)
{
    /* register bounds as measured in bench/viscous.md */
    const bool single = config->device.precision == TAUB_SINGLE;
    int group[2];
    layout_group(config, group);
    const struct taub_constant gpu[] = {{"TAUB_GROUP_X", group[0]},
                                        {"TAUB_GROUP_Y", group[1]},
                                        {"TAUB_RESIDENT_GROUPS", resident_groups(config)},
                                        {"TAUB_RESIDENT_POINTS", single ? 2 : 1},
                                        {NULL, 0.0}};
    TRY(taub_bundle_number(bundle, "TAUB_THETA", config->scheme.theta, error));
    TRY(taub_bundle_define(bundle, error, "TAUB_STAGES", "%d", taub_stages_count(config)));
    TRY(taub_bundle_define(bundle, error, "TAUB_SUM_LIMIT", "%.17g", taub_stages_sum_limit(config)));
    return taub_bundle_define_gpu(bundle, gpu, error);
}

/* A host strip (kernels/march/strip.h). */
enum { STRIP_LENGTH = 64, STRIP_ROWS = 8, STRIP_PLANES = 64 };

static void shape_pass(const struct taub_simulation *simulation, int pass, struct taub_pass_geometry *geometry)
{
    const int *active = simulation->mesh->active;
    if (taub_simulation_on_host(simulation)) {
        const int largest[3] = {STRIP_LENGTH, active[2] ? STRIP_ROWS : 4 * STRIP_ROWS, STRIP_PLANES};
        taub_layout_strips(simulation, largest, 1, geometry);
        return;
    }
    layout_group(simulation->config, geometry->group);
    taub_layout_columns(simulation, geometry->group, 1, resident_groups(simulation->config), geometry);
}

const struct taub_scheme taub_scheme_viscous = {
    .kind = TAUB_SCHEME_KURGANOV_TADMOR,
    .systems = 1u << TAUB_SYSTEM_ISRAEL_STEWART,
    .ghosts = 2,
    .kernels = {"passes/viscous.h", "passes/viscous_gradients.h"},
    .shared = {"schemes/viscous_face.h", "schemes/update.h"},
    .passes = {{"fluxes", TAUB_TILE_PASS},
               {"relax", TAUB_POINT_PASS},
               {"gradients", TAUB_POINT_PASS},
               {"meet_levels", TAUB_POINT_PASS}},
    .levels = MEET_LEVELS,
    .gradients = GRADIENTS,
    .define = define,
    .shape_pass = shape_pass,
    .fields = taub_stages_fields,
    .step = step,
    .sum_limit = taub_stages_sum_limit,
    .flops_per_zone = flops_per_zone,
};
