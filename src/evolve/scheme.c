/* The table of schemes. A scheme is a list of passes per step. */
#include <string.h>

#include "evolve/internal.h"

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

static int kurganov_tadmor_step(const struct taub_simulation *simulation, int parity, struct taub_launch *list)
{
    const struct taub_config *config = simulation->config;
    const struct stage_weights *weights = config->scheme.integrator == TAUB_RK2 ? rk2 : rk3;
    int primitive = taub_simulation_primitive_at(simulation, parity);
    int n = 0;
    for (int s = 0; s < stage_count(config); s++) {
        n += taub_simulation_append_ghosts(simulation, simulation->primitive[primitive], list + n);
        struct taub_launch launch = taub_simulation_launch(simulation, PASS_STAGE);
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
        primitive = 1 - primitive;
    }
    return n;
}

static int kurganov_tadmor_alternates(const struct taub_config *config)
{
    return stage_count(config) % 2;
}

/* Each stage reads the primitive state and the conserved state of the step's start, writes both; later stages read the
 * conserved state of the stage as well. The clock reads the primitive state once. */
static double kurganov_tadmor_bytes(const struct taub_config *config)
{
    const double field = STATE_COMPONENTS * (config->device.precision == TAUB_DOUBLE ? 8.0 : 4.0);
    return field * (4.0 * stage_count(config) + (stage_count(config) - 1) + 1.0);
}

/* Counted in the kernel text, a division or root as one: a face costs 2 x 5 slopes of 9, 10 face values of 2, two
 * states of 36, the flux 30 (kernels/systems/srhd.h, riemann/); a cell the update 25 and the closed recovery 32. */
static double kurganov_tadmor_flops(const struct taub_config *config, const int active[3])
{
    const double faces = active[0] + active[1] + active[2];
    return stage_count(config) * (faces * (2.0 * 5.0 * 9.0 + 20.0 + 2.0 * 36.0 + 30.0) + 25.0 + 32.0);
}

static const struct taub_scheme schemes[] = {
    {TAUB_SCHEME_KURGANOV_TADMOR,
     2,
     {"reconstruct/minmod.h", "schemes/kurganov_tadmor.h", NULL, NULL},
     kurganov_tadmor_step,
     kurganov_tadmor_alternates,
     kurganov_tadmor_bytes,
     kurganov_tadmor_flops},
};

const struct taub_scheme *taub_scheme_find(enum taub_scheme_kind kind)
{
    for (size_t n = 0; n < sizeof schemes / sizeof *schemes; n++)
        if (schemes[n].kind == kind)
            return &schemes[n];
    return NULL;
}
