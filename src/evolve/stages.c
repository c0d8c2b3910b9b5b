#include "evolve/stages.h"

/* u' = keep u0 + blend u + share dt L(u); times in quarters of dt. Shu and Osher 1988; Gottlieb, Shu, Tadmor 2001. */
struct stage_weights {
    double keep, blend, share;
    int time_in, time_out;
};

static const struct stage_weights rk2[] = {{1.0, 0.0, 1.0, 0, 4}, {0.5, 0.5, 0.5, 4, 4}};
static const struct stage_weights rk3[] = {
    {1.0, 0.0, 1.0, 0, 4}, {0.75, 0.25, 0.25, 4, 2}, {1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0, 2, 4}};

int taub_stages_count(const struct taub_config *config)
{
    return config->scheme.integrator == TAUB_RK2 ? 2 : 3;
}

int taub_stages_append(const struct taub_simulation *simulation, int parity, int passes, struct taub_launch *list)
{
    const struct taub_config *config = simulation->config;
    const struct stage_weights *weights = config->scheme.integrator == TAUB_RK2 ? rk2 : rk3;
    int primitive = taub_simulation_primitive_at(simulation, parity);
    int n = 0;
    for (int s = 0; s < taub_stages_count(config); s++) {
        n += taub_simulation_append_ghosts_at(simulation, simulation->primitive[primitive], 0.25 * weights[s].time_in,
                                              list + n);
        for (int pass = 0; pass < passes; pass++) {
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

int taub_stages_alternate(const struct taub_config *config)
{
    return taub_stages_count(config) % 2;
}

/* First-order waves of one cell's length are damped by exp(-2 dt sum lambda/dx): the real stability intervals are 2 for
 * rk2 and 2.51 for rk3; a tenth is kept back so that such waves die out. */
double taub_stages_sum_limit(const struct taub_config *config)
{
    return config->scheme.integrator == TAUB_RK2 ? 0.9 : 1.13;
}
