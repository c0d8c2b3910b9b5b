/* The scheme of Kurganov and Tadmor: how its stages are launched, and how they are laid out on devices. */
#include "evolve/reconstruction.h"
#include "core/try.h"
#include "evolve/layout.h"
#include "evolve/stages.h"
#include "mesh/spacing.h"

enum { STAGE, MEET_LEVELS };

static void step(const struct taub_simulation *simulation, int variant, struct taub_step *step)
{
    taub_stages_append(simulation, 1, step);
}

/* Counted in the kernel text, each operation, comparison, division or root as one; what is shared counts once. A face:
 * one cell's slopes 5 x 8, values 20 (parabolas 5 x 41 for both), two states 40 each and an equation of state each, the
 * flux 40. A cell: differences 15 an axis, update 25, admissibility 8, recovery 26, or with an iteration about three
 * steps of 12 and an evaluation each. The clock once a step: 64. Conserved reconstruction adds recoveries at faces,
 * which are not counted. */
static double flops_per_zone(const struct taub_config *config, const int active[3])
{
    const double axes = active[0] + active[1] + active[2], evaluation = taub_scheme_eos_flops(config);
    const double data = config->scheme.limiter == TAUB_LIMITER_PARABOLIC ? 5.0 * 41.0 : 40.0 + 20.0;
    const double face = data + 2.0 * (40.0 + evaluation) + 40.0;
    const double iteration = config->eos.kind == TAUB_EOS_CONFORMAL ? 0.0 : 3.0 * (12.0 + evaluation);
    return taub_stages_count(config) * (axes * (face + 15.0) + 25.0 + 8.0 + 26.0 + iteration) + 64.0;
}

/* How the stage pass is laid out on GPUs, as measured in bench/stage.md: in double precision arithmetic is dear and
 * faces are shared; in single precision barriers cost more than they save, except with unequal cells, where a
 * thread's faces need more registers than it has. */
struct stage_layout {
    int share_faces;
    int group[2];
    int resident_groups; /* bounds the registers of a thread */
};

static struct stage_layout stage_layout(const struct taub_config *config)
{
    const int is_double = config->device.precision == TAUB_DOUBLE;
    const int share = is_double || taub_spacing_wanted(&config->mesh);
    struct stage_layout layout = {share, {0, 0}, is_double ? 2 : 3};
    taub_layout_group(config, share, (int[]){32, 8}, share ? (int[]){33, 7} : (int[]){32, 8}, layout.group);
    return layout;
}

static enum taub_status define(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error)
{
    const struct stage_layout layout = stage_layout(config);
    const struct taub_constant constants[] = {
        {"TAUB_SUM_LIMIT", taub_stages_sum_limit(config)},
        {"TAUB_RECONSTRUCT_CONSERVED", config->scheme.reconstruct == TAUB_RECONSTRUCT_CONSERVED},
        {NULL, 0.0}};
    const struct taub_constant gpu[] = {{"TAUB_SHARE_FACES", layout.share_faces},
                                        {"TAUB_GROUP_X", layout.group[0]},
                                        {"TAUB_GROUP_Y", layout.group[1]},
                                        {"TAUB_RESIDENT_GROUPS", layout.resident_groups},
                                        {NULL, 0.0}};
    TRY(taub_ends_define(config, bundle, error));
    TRY(taub_bundle_number(bundle, "TAUB_THETA", config->scheme.theta, error));
    TRY(taub_bundle_define_all(bundle, constants, error));
    return taub_bundle_define_gpu(bundle, gpu, error);
}

/* Tiles: strips for the host's caches (kernels/march/strip.h: HOST_ROW, MARCH_ROWS), columns for GPU threads. */
static void shape_pass(const struct taub_simulation *simulation, int pass, struct taub_pass_geometry *geometry)
{
    const int *active = simulation->mesh->active;
    const struct stage_layout layout = stage_layout(simulation->config);
    taub_layout_columns(simulation, layout.group, layout.share_faces, layout.resident_groups, geometry);
    if (taub_simulation_on_host(simulation)) {
        taub_layout_strips(simulation, (int[]){128, active[2] ? 8 : 32, 64}, 1, geometry);
    }
}

const struct taub_scheme taub_scheme_kurganov_tadmor = {
    .kind = TAUB_SCHEME_KURGANOV_TADMOR,
    .systems = 1u << TAUB_SYSTEM_SRHD | 1u << TAUB_SYSTEM_EULER,
    .ghosts = 2,
    .kernels = {"passes/stage.h"},
    .shared = {"schemes/kurganov_tadmor.h", "schemes/update.h"},
    .passes = {{"stage", TAUB_TILE_PASS}, {"meet_levels", TAUB_POINT_PASS}},
    .levels = MEET_LEVELS,
    .define = define,
    .shape_pass = shape_pass,
    .fields = taub_stages_fields,
    .step = step,
    .sum_limit = taub_stages_sum_limit,
    .flops_per_zone = flops_per_zone,
};
