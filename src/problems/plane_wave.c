/* A damped plane wave of Maxwell's equations (kernels/problems/plane_wave.h).
 *
 * In a crystal e is the direction of D and 1/eps = e.(e/eps). There are two such directions across n, for which D/eps
 * has no component along the other one (M. Born, E. Wolf, Principles of Optics, section 15.2). The one closer to the
 * polarization of the case is used. */
#include "problems/compiled.h"

#include "problems/phase.h"

#include "problems/plane_wave.h"

#include "problems/compiled_functions.h"
#include "systems/medium.h"

/* Rotates e and n x e to the directions of an eigenmode and returns its permittivity. */
static double find_mode(struct problem *wave, const double medium[TAUB_MEDIUM_NUMBERS])
{
    const double inverse[3] = {1 / medium[TAUB_PERMITTIVITY], 1 / medium[TAUB_PERMITTIVITY_Y],
                               1 / medium[TAUB_PERMITTIVITY_Z]};
    double own = 0, other = 0, mixed = 0, found = 0;
    for (int a = 0; a < 3; a++) {
        const double e = wave->across[0][a], f = wave->across[1][a];
        own += inverse[a] * e * e;
        other += inverse[a] * f * f;
        mixed += inverse[a] * e * f;
    }
    if (inverse[0] == inverse[1] && inverse[1] == inverse[2])
        return medium[TAUB_PERMITTIVITY];
    /* by at most an eighth of a turn */
    const double angle =
        fabs(mixed) > 1e-14 * (own + other) ? 0.5 * atan2(own < other ? -2 * mixed : 2 * mixed, fabs(own - other)) : 0;
    for (int a = 0; a < 3; a++) {
        const double e = wave->across[0][a], f = wave->across[1][a];
        wave->across[0][a] = cos(angle) * e + sin(angle) * f;
        wave->across[1][a] = cos(angle) * f - sin(angle) * e;
        found += inverse[a] * wave->across[0][a] * wave->across[0][a];
    }
    return 1 / found;
}

static bool is_along_axis(const double e[3])
{
    const double most = fmax(fabs(e[0]), fmax(fabs(e[1]), fabs(e[2])));
    return most > 1 - 1e-12;
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct problem *wave = self->data;
    double along = 0, length = 0, medium[TAUB_MEDIUM_NUMBERS];
    taub_medium_at(config, NULL, config->mesh.lower, medium);
    struct phase *phase = &wave->phase;
    taub_phase_create(self, config, phase);
    for (int a = 0; a < 3; a++)
        along += phase->number[a] * initial->polarization[a];
    for (int a = 0; a < 3; a++) {
        wave->across[0][a] = initial->polarization[a] - phase->number[a] * along / (phase->size * phase->size);
        length += wave->across[0][a] * wave->across[0][a];
    }
    for (int a = 0; a < 3; a++)
        wave->across[0][a] /= sqrt(length);
    for (int a = 0; a < 3; a++) {
        const int p = (a + 1) % 3, q = (a + 2) % 3;
        wave->across[1][a] =
            (phase->number[p] * wave->across[0][q] - phase->number[q] * wave->across[0][p]) / phase->size;
    }
    wave->permittivity = find_mode(wave, medium);
    const double slowness = sqrt(wave->permittivity * medium[TAUB_PERMEABILITY]);
    const double kappa = medium[TAUB_CONDUCTIVITY] / wave->permittivity, omega = phase->size / slowness;
    const double rest = (omega - 0.5 * kappa) * (omega + 0.5 * kappa);
    wave->field = initial->size * slowness;
    phase->speed = rest > 0 ? sqrt(rest) : 0;
    wave->decay = rest > 0 ? 0.5 * kappa : omega * omega / (0.5 * kappa + sqrt(-rest));
    self->has_exact = true;
    if (medium[TAUB_CONDUCTIVITY] > 0 && !is_along_axis(wave->across[0]) && taub_medium_is_anisotropic(config))
        taub_exact_never(self, "in a conducting crystal D must lie along one of its axes");
    if (config->medium.poles.count > 0)
        taub_exact_never(self, "the medium has poles");
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_plane_wave = {
    .kind = TAUB_INITIAL_PLANE_WAVE, .systems = 1u << TAUB_SYSTEM_MAXWELL, .create = create, FORMULA("plane_wave.h")};
