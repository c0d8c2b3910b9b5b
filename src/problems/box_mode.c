/* A standing wave in a box with perfectly conducting walls: E_a = A_a cos(k_a x_a) sin(k_b x_b) sin(k_c x_c) cos(c k t)
 * with k.A = 0, and B from Faraday's law. Along an axis with one cell the fields are uniform:
 * its factors are 1. J. D. Jackson, Classical Electrodynamics, section 8.7. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "systems/medium.h"
#include "problems/problem_kind.h"

struct box_mode {
    double number[3], lower[3], amplitude[3];
    double frequency, permittivity, square; /* square: of the wavenumber */
};

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    const double pi = 3.14159265358979323846;
    struct box_mode *mode = calloc(1, sizeof *mode);
    if (!mode)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = mode;
    double along = 0, length = 0, medium[TAUB_MEDIUM_NUMBERS];
    taub_medium_at(config, NULL, config->mesh.lower, medium);
    for (int a = 0; a < 3; a++) {
        mode->number[a] =
            self->active[a] ? pi * initial->waves[a] / (config->mesh.upper[a] - config->mesh.lower[a]) : 0;
        mode->lower[a] = config->mesh.lower[a];
        mode->square += mode->number[a] * mode->number[a];
        along += mode->number[a] * initial->polarization[a];
    }
    for (int a = 0; a < 3; a++) {
        mode->amplitude[a] = initial->polarization[a] - mode->number[a] * along / mode->square;
        length += mode->amplitude[a] * mode->amplitude[a];
    }
    for (int a = 0; a < 3; a++)
        mode->amplitude[a] *= initial->size / sqrt(length);
    mode->permittivity = medium[TAUB_PERMITTIVITY];
    mode->frequency = sqrt(mode->square / (medium[TAUB_PERMITTIVITY] * medium[TAUB_PERMEABILITY]));
    self->has_exact = self->smooth = true;
    if (config->medium.poles.count > 0)
        taub_exact_never(self, "the medium has poles");
    if (medium[TAUB_CONDUCTIVITY] > 0)
        taub_exact_never(self, "the medium conducts");
    return TAUB_OK;
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

/* E without its factor cos(c k t), and the curl of that. */
static void mode_at(const struct taub_problem *self, const double x[3], double e[3], double curl[3])
{
    const struct box_mode *mode = self->data;
    double s[3], c[3];
    for (int a = 0; a < 3; a++) {
        const double phase = mode->number[a] * (x[a] - mode->lower[a]);
        s[a] = self->active[a] ? sin(phase) : 1;
        c[a] = cos(phase);
    }
    for (int a = 0; a < 3; a++) {
        const int p = (a + 1) % 3, q = (a + 2) % 3;
        e[a] = mode->amplitude[a] * (self->active[a] ? c[a] : 1) * s[p] * s[q];
        /* terms of d_p E_q - d_q E_p */
        const double from_q = self->active[p] ? mode->number[p] * mode->amplitude[q] : 0;
        const double from_p = self->active[q] ? mode->number[q] * mode->amplitude[p] : 0;
        curl[a] = s[a] * ((self->active[p] ? c[p] : 1) * (self->active[q] ? c[q] : 1)) * (from_q - from_p);
    }
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct box_mode *mode = self->data;
    const double phase = mode->frequency * (t - self->start);
    double e[3], curl[3];
    (void)error;
    memset(out, 0, (size_t)self->components * sizeof *out);
    mode_at(self, x, e, curl);
    for (int a = 0; a < 3; a++) {
        out[a] = mode->permittivity * cos(phase) * e[a];
        out[3 + a] = -sin(phase) / mode->frequency * curl[a];
    }
    return TAUB_OK;
}

/* E is the curl of curl E over k^2. */
static void potential(const struct taub_problem *self, const double x[3], double t, int vector, double a[3])
{
    const struct box_mode *mode = self->data;
    const double phase = mode->frequency * (t - self->start);
    double e[3], curl[3];
    mode_at(self, x, e, curl);
    for (int c = 0; c < 3; c++)
        a[c] = vector == 0 ? mode->permittivity * cos(phase) / mode->square * curl[c]
                           : -sin(phase) / mode->frequency * e[c];
}

const struct taub_problem_methods taub_problem_box_mode = {
    TAUB_INITIAL_BOX_MODE, 1u << TAUB_SYSTEM_MAXWELL, "box-mode", create, destroy, state, potential};
