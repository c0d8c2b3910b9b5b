#include "evolve/reconstruction.h"

#include "core/try.h"

bool taub_reconstructs_parabolas(const struct taub_config *config)
{
    return config->scheme.order == 2 && config->scheme.limiter == TAUB_LIMITER_PARABOLIC;
}

bool taub_limiter_is_wide(const struct taub_config *config)
{
    return config->scheme.order == 2 &&
           (config->scheme.limiter == TAUB_LIMITER_MC_SMOOTH || config->scheme.limiter == TAUB_LIMITER_PARABOLIC);
}

/* Under a user's force: bits 2 * axis + side of walls, and whether there are ends beyond which pressure has to hold it
 * (kernels/passes/walls.h). */
static int walls(const struct taub_config *config)
{
    int bits = 0;
    for (int face = 0; face < 6 && config->mesh.coordinates != TAUB_CUBED_SPHERE; face++) {
        const enum taub_boundary end = config->mesh.boundary[face / 2][face % 2];
        if (taub_has_user_source(config) && config->mesh.cells[face / 2] > 1 &&
            (end == TAUB_REFLECTING || end == TAUB_NO_SLIP))
            bits |= 1 << face;
    }
    return bits;
}
bool taub_ends_hold(const struct taub_config *config)
{
    return taub_has_user_source(config) && config->mesh.coordinates != TAUB_CUBED_SPHERE &&
           (walls(config) || taub_has_boundary(config, TAUB_OUTFLOW));
}

enum taub_status taub_ends_define(const struct taub_config *config, struct taub_bundle *bundle,
                                  struct taub_error *error)
{
    const struct taub_constant constants[] = {
        {"TAUB_WALLS", walls(config)}, {"TAUB_HELD_ENDS", taub_ends_hold(config)}, {NULL, 0.0}};
    return taub_bundle_define_all(bundle, constants, error);
}

static double or_theta(double compression, double theta)
{
    return compression > 0 ? compression : theta;
}

enum taub_status taub_reconstruction_define(const struct taub_config *config, struct taub_bundle *bundle,
                                            struct taub_error *error)
{
    const struct taub_config_scheme *scheme = &config->scheme;
    const double theta = scheme->limiter == TAUB_LIMITER_MC_SMOOTH ? 2.0 : scheme->theta;
    const struct taub_constant constants[] = {{"TAUB_ORDER", scheme->order},
                                              {"TAUB_POSITIVE", scheme->positivity},
                                              {"TAUB_VARIABLES", scheme->variables},
                                              {"TAUB_LIMITER_CELLS", taub_limiter_is_wide(config) ? 5 : 3},
                                              {"TAUB_PARABOLAS", taub_reconstructs_parabolas(config)},
                                              {"TAUB_LIMITER_COMPRESSED", scheme->limiter == TAUB_LIMITER_MINMOD},
                                              {NULL, 0.0}};
    const struct taub_constant numbers[] = {
        {"TAUB_THETA", theta},
        {"TAUB_COMPRESSION_DENSITY", or_theta(scheme->compression.density, theta)},
        {"TAUB_COMPRESSION_VELOCITY", or_theta(scheme->compression.velocity, theta)},
        {"TAUB_COMPRESSION_PRESSURE", or_theta(scheme->compression.pressure, theta)},
        {"TAUB_COMPRESSION_SCALARS", or_theta(scheme->compression.scalars, theta)},
        {NULL, 0.0}};
    TRY(taub_ends_define(config, bundle, error));
    TRY(taub_bundle_numbers(bundle, numbers, error));
    return taub_bundle_define_all(bundle, constants, error);
}
