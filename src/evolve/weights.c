#include "evolve/weights.h"

static const struct taub_weights euler_step[] = {{0.0, 1.0, 0.0}};
static const struct taub_weights ssp22[] = {{0.0, 1.0, 0.0}, {0.5, 0.5, 1.0}};
static const struct taub_weights ssp33[] = {{0.0, 1.0, 0.0}, {0.25, 0.25, 1.0}, {2.0 / 3.0, 2.0 / 3.0, 0.5}};
static const struct taub_weights ssp54[] = {
    {0.0, 0.391752226571890, 0.0},
    {0.555629506348765, 0.368410593050371, 0.391752226571890},
    {0.379898148511597, 0.251891774271694, 0.586079689311540},
    {0.821920045606868, 0.544974750228521, 0.474542363121400},
    {0.386708617503269 + 0.063692468666290 / 0.544974750228521, 0.226007483236906, 0.935010630967653}};

bool taub_is_ader(const struct taub_config *config)
{
    return config->scheme.kind == TAUB_SCHEME_ADER_WENO;
}

const struct taub_weights *taub_weights_of(const struct taub_config *config, int *count)
{
    const int order = config->scheme.order;
    *count = taub_is_ader(config) ? 1 : order == 4 ? 5 : order;
    return taub_is_ader(config) ? euler_step : order == 2 ? ssp22 : order == 3 ? ssp33 : ssp54;
}
