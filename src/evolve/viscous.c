/* The scheme of Kurganov and Tadmor for dissipative fluids: how its stages are launched, and how they are laid out on
 * devices. On the host one pass does a whole stage; on GPUs fluxes and relaxation are two, since together they would
 * need more registers than a thread has. */
#include "evolve/internal.h"

enum { FLUXES, RELAX, GRADIENTS };

/* u' = keep u0 + blend u + share dt L(u); times in quarters of dt. Shu and Osher 1988; Gottlieb, Shu, Tadmor 2001. */
struct stage_weights {
    double keep, blend, share;
    int time_in, time_out;
};

static const struct stage_weights rk2[] = {{1.0, 0.0, 1.0, 0, 4}, {0.5, 0.5, 0.5, 4, 4}};
static const struct stage_weights rk3[] = {
    {1.0, 0.0, 1.0, 0, 4}, {0.75, 0.25, 0.25, 4, 2}, {1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0, 2, 4}};

static int stage_count(const struct taub_config *config)
{
    return config->scheme.integrator == TAUB_RK2 ? 2 : 3;
}

static bool on_host(const struct taub_simulation *simulation)
{
    struct taub_device_report report;
    taub_device_describe(simulation->device, &report);
    return report.kind == TAUB_DEVICE_HOST;
}

static int step(const struct taub_simulation *simulation, int parity, struct taub_launch *list)
{
    const struct taub_config *config = simulation->config;
    const struct stage_weights *weights = config->scheme.integrator == TAUB_RK2 ? rk2 : rk3;
    const int passes = on_host(simulation) ? 1 : 2;
    int primitive = taub_simulation_primitive_at(simulation, parity);
    int n = 0;
    for (int s = 0; s < stage_count(config); s++) {
        n += taub_simulation_append_ghosts(simulation, simulation->primitive[primitive], list + n);
        for (int pass = FLUXES; pass < passes; pass++) {
            struct taub_launch launch = taub_simulation_scheme_launch(simulation, pass);
            launch.fields[0] = simulation->primitive[primitive];
            launch.fields[1] = simulation->conserved[parity];
            launch.fields[2] = simulation->conserved[1 - parity];
            launch.fields[3] = simulation->primitive[1 - primitive];
            launch.range.option[0] = s == 0;
            launch.range.option[1] = weights[s].time_in;
            launch.range.option[2] = weights[s].time_out;
            launch.range.number[0] = weights[s].keep;
            launch.range.number[1] = weights[s].blend;
            launch.range.number[2] = weights[s].share;
            list[n++] = launch;
        }
        primitive = 1 - primitive;
    }
    return n;
}

static int primitive_alternates(const struct taub_config *config)
{
    return stage_count(config) % 2;
}

/* Each stage reads the primitive state and the conserved state of the step's start, writes both; later stages read the
 * conserved state of the stage as well. On GPUs the flux differences are written and read between the two passes, and
 * the primitive state is read twice. The clock reads the primitive state once. */
static double bytes_per_zone(const struct taub_config *config)
{
    const double between = config->device.kind == TAUB_DEVICE_HOST ? 0.0 : 3.0;
    return taub_scheme_state_bytes(config) * ((4.0 + between) * stage_count(config) + (stage_count(config) - 1) + 1.0);
}

/* Counted in the kernel text, each operation, comparison, division or root as one; what is shared counts once. A face:
 * one cell's slopes 15 x 8, values 60, two states 68 each and an equation of state each, the flux 112. A cell:
 * differences 45 an axis, gradients 27 an axis, relaxation 560, the solution for Du 150, coefficients 40 and two
 * evaluations, update 75, admissibility 14, recovery 32 and about three steps of 13 and an evaluation, regulator 60 and
 * an evaluation. The clock once a step: 100 and two evaluations. */
static double flops_per_zone(const struct taub_config *config, const int active[3])
{
    const double axes = active[0] + active[1] + active[2], evaluation = taub_scheme_eos_flops(config);
    const double face = 120.0 + 60.0 + 2.0 * (68.0 + evaluation) + 112.0;
    const double cell = 560.0 + 150.0 + 40.0 + 2.0 * evaluation + 75.0 + 14.0 + 32.0 + 60.0 + evaluation;
    return stage_count(config) * (axes * (face + 45.0 + 27.0) + cell + 3.0 * (13.0 + evaluation)) + 100.0 +
           2.0 * evaluation;
}

/* First-order waves of one cell's length are damped by exp(-2 dt sum lambda/dx): the real stability intervals are 2 for
 * rk2 and 2.51 for rk3; a tenth is kept back so that such waves die out. */
static double sum_limit(const struct taub_config *config)
{
    return config->scheme.integrator == TAUB_RK2 ? 0.9 : 1.13;
}

static enum taub_status define(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error)
{
    /* register bounds as measured in bench/viscous.md */
    const bool single = config->device.precision == TAUB_SINGLE;
    int group[2];
    taub_scheme_group(config, group);
    const struct {
        const char *name;
        int value;
    } numbers[] = {{"TAUB_RECONSTRUCT_CONSERVED", config->scheme.reconstruct == TAUB_RECONSTRUCT_CONSERVED},
                   {"TAUB_GROUP_X", group[0]},
                   {"TAUB_GROUP_Y", group[1]},
                   {"TAUB_RESIDENT_GROUPS", single ? 3 : 1},
                   {"TAUB_RESIDENT_POINTS", single ? 2 : 1}};
    enum taub_status status = taub_bundle_define(bundle, error, "TAUB_THETA", "%.17g", config->scheme.theta);
    if (status == TAUB_OK)
        status = taub_bundle_define(bundle, error, "TAUB_SUM_LIMIT", "%.17g", sum_limit(config));
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers && status == TAUB_OK; n++)
        status = taub_bundle_define(bundle, error, numbers[n].name, "%d", numbers[n].value);
    return status;
}

/* The planes a GPU thread marches through; a host strip (kernels/passes/viscous_rows.h). */
enum { MARCH = 32, STRIP_LENGTH = 64, STRIP_ROWS = 8, STRIP_PLANES = 64 };

static void shape_pass(const struct taub_simulation *simulation, int pass, struct taub_pass_geometry *geometry)
{
    const int *cells = simulation->mesh->shape.cells, *active = simulation->mesh->active;
    (void)pass;
    taub_scheme_group(simulation->config, geometry->group);
    if (on_host(simulation)) {
        geometry->tile[0] = STRIP_LENGTH;
        geometry->tile[1] = active[2] ? STRIP_ROWS : 4 * STRIP_ROWS;
        geometry->tile[2] = cells[2] < STRIP_PLANES ? cells[2] : STRIP_PLANES;
        return;
    }
    for (int a = 0; a < 2; a++)
        geometry->tile[a] = geometry->group[a] - active[a];
    geometry->tile[2] = cells[2] < MARCH ? cells[2] : MARCH;
}

const struct taub_scheme taub_scheme_viscous = {
    .kind = TAUB_SCHEME_KURGANOV_TADMOR,
    .systems = 1u << TAUB_SYSTEM_ISRAEL_STEWART,
    .ghosts = 2,
    .kernels = {"reconstruct/limiter", "schemes/viscous_face.h", "schemes/update.h", "schemes/relaxation.h",
                "passes/viscous.h", "passes/viscous_gradients.h"},
    .passes = {{"fluxes", TAUB_TILE_PASS}, {"relax", TAUB_POINT_PASS}, {"gradients", TAUB_POINT_PASS}},
    .gradients = GRADIENTS,
    .define = define,
    .shape_pass = shape_pass,
    .step = step,
    .primitive_alternates = primitive_alternates,
    .sum_limit = sum_limit,
    .bytes_per_zone = bytes_per_zone,
    .flops_per_zone = flops_per_zone,
};
