/* A damped plane wave of Maxwell's equations in a medium that may conduct: with the wavenumber k, kappa = sigma/eps and
 * the speed of light c,
 *   B = Re b exp(i k.x + lambda t) n x e,  D = Re eps (i lambda/k) b exp(i k.x + lambda t) e,
 *   lambda = -kappa/2 - i sqrt(c^2 k^2 - kappa^2/4), or the slower of two decays if kappa > 2 c k,
 * from the dispersion relation lambda^2 + kappa lambda + c^2 k^2 = 0.
 *
 * In a crystal e is the direction of D and 1/eps = e.(e/eps). There are two such directions across n, for which D/eps
 * has no component along the other one (M. Born, E. Wolf, Principles of Optics, section 15.2). The one closer to the
 * polarization of the case is used. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "systems/medium.h"
#include "problems/phase.h"

struct plane_wave {
    struct taub_phase phase;
    double across[2][3]; /* e, and n x e */
    double decay;
    double permittivity;
    double field; /* b */
};

/* Rotates e and n x e to the directions of an eigenmode and returns its permittivity. */
static double find_mode(struct plane_wave *wave, const double medium[TAUB_MEDIUM_NUMBERS])
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
    struct plane_wave *wave = calloc(1, sizeof *wave);
    if (!wave)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = wave;
    double along = 0, length = 0, medium[TAUB_MEDIUM_NUMBERS];
    taub_medium_at(config, NULL, config->mesh.lower, medium);
    struct taub_phase *phase = &wave->phase;
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
    self->has_exact = self->smooth = self->complex = true;
    if (medium[TAUB_CONDUCTIVITY] > 0 && !is_along_axis(wave->across[0]) && taub_medium_is_anisotropic(config))
        taub_exact_never(self, "in a conducting crystal D must lie along one of its axes");
    if (config->medium.poles.count > 0)
        taub_exact_never(self, "the medium has poles");
    return TAUB_OK;
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

/* Phase, and amplitudes of D (of cos and sin of the phase) and B along their directions. */
static void amplitudes(const struct taub_problem *self, const double x[3], double t, double *phase, double d[2],
                       double *b)
{
    const struct plane_wave *wave = self->data;
    const double since = t - self->start, damped = exp(-wave->decay * since);
    /* the imaginary part of exp(i phase) is the real part with the phase reduced by pi/2 */
    *phase = taub_phase_at(&wave->phase, x, since) - (self->part ? 0.5 * 3.14159265358979323846 : 0);
    *b = wave->field * damped;
    /* i lambda/k = (frequency - i decay)/k */
    const double scale = wave->permittivity * *b / wave->phase.size;
    d[0] = scale * wave->phase.speed;
    d[1] = scale * wave->decay;
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct plane_wave *wave = self->data;
    double phase, d[2], b;
    (void)error;
    memset(out, 0, (size_t)self->components * sizeof *out);
    amplitudes(self, x, t, &phase, d, &b);
    for (int a = 0; a < 3; a++) {
        out[a] = (d[0] * cos(phase) + d[1] * sin(phase)) * wave->across[0][a];
        out[3 + a] = b * cos(phase) * wave->across[1][a];
    }
    return TAUB_OK;
}

/* The curl of f(phase) v is |k| f' n x v; B is along n x e, D along e = -n x (n x e). */
static void potential(const struct taub_problem *self, const double x[3], double t, int vector, double a[3])
{
    const struct plane_wave *wave = self->data;
    double phase, d[2], b;
    amplitudes(self, x, t, &phase, d, &b);
    for (int c = 0; c < 3; c++)
        a[c] = vector == 1 ? b * sin(phase) / wave->phase.size * wave->across[0][c]
                           : -(d[0] * sin(phase) - d[1] * cos(phase)) / wave->phase.size * wave->across[1][c];
}

const struct taub_problem_methods taub_problem_plane_wave = {
    TAUB_INITIAL_PLANE_WAVE, 1u << TAUB_SYSTEM_MAXWELL, "plane-wave", create, destroy, state, potential};
