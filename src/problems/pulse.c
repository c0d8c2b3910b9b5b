/* A Gaussian pulse of light that travels up an axis: E = e f(x - c t), B = n x E/c with the medium at the centre of the
 * pulse, f(s) = size exp(-s^2/(2 extent^2)) cos(2 pi s/wavelength). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "systems/medium.h"
#include "problems/problem_kind.h"

struct pulse {
    int axis;
    double position, extent, number, size, speed;
    double e[3], across[3], permittivity;
};

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct pulse *pulse = calloc(1, sizeof *pulse);
    if (!pulse)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = pulse;
    double middle[3], medium[TAUB_MEDIUM_NUMBERS], length = 0;
    pulse->axis = (int)initial->axis;
    for (int a = 0; a < 3; a++) {
        middle[a] = 0.5 * (config->mesh.lower[a] + config->mesh.upper[a]);
        pulse->e[a] = a == pulse->axis ? 0 : initial->polarization[a];
        length += pulse->e[a] * pulse->e[a];
    }
    middle[pulse->axis] = initial->position;
    struct taub_medium_array *array;
    TRY(taub_medium_array_read(config, &array, error));
    taub_medium_at(config, array, middle, medium);
    taub_medium_array_destroy(array);
    for (int a = 0; a < 3; a++)
        pulse->e[a] /= sqrt(length);
    const int p = (pulse->axis + 1) % 3, q = (pulse->axis + 2) % 3;
    const double of_axis[3] = {medium[TAUB_PERMITTIVITY], medium[TAUB_PERMITTIVITY_Y], medium[TAUB_PERMITTIVITY_Z]};
    const double permittivity = pulse->e[p] == 0 ? of_axis[q] : of_axis[p];
    const bool one_speed = pulse->e[p] == 0 || pulse->e[q] == 0 || of_axis[p] == of_axis[q];
    if (!one_speed)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "initial.polarization: expected an electric field along %c or %c: in this crystal the two "
                         "travel at different speeds.",
                         'x' + p, 'x' + q);
    pulse->across[p] = -pulse->e[q];
    pulse->across[q] = pulse->e[p];
    pulse->position = initial->position;
    pulse->extent = initial->extent;
    pulse->number = initial->wavelength > 0 ? 2 * 3.14159265358979323846 / initial->wavelength : 0;
    pulse->size = initial->size;
    pulse->permittivity = permittivity;
    pulse->speed = 1 / sqrt(permittivity * medium[TAUB_PERMEABILITY]);
    self->has_exact = self->smooth = true;
    if (taub_medium_varies(config) || medium[TAUB_CONDUCTIVITY] > 0 || config->medium.poles.count > 0)
        taub_exact_never(self, "the medium is inhomogeneous, conducts or has poles");
    /* valid until the pulse is eight widths from the end, where it is 1e-14 */
    const double distance = config->mesh.upper[pulse->axis] - pulse->position - 8 * pulse->extent;
    taub_exact_until(self, self->start + fmax(distance, 0) / pulse->speed, "the pulse has reached the end of the mesh");
    return TAUB_OK;
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct pulse *pulse = self->data;
    const double s = x[pulse->axis] - pulse->position - pulse->speed * (t - self->start), r = s / pulse->extent;
    const double f = pulse->size * exp(-0.5 * r * r) * cos(pulse->number * s);
    (void)error;
    memset(out, 0, (size_t)self->components * sizeof *out);
    for (int a = 0; a < 3; a++) {
        out[a] = pulse->permittivity * f * pulse->e[a];
        out[3 + a] = f / pulse->speed * pulse->across[a];
    }
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_pulse = {
    TAUB_INITIAL_PULSE, 1u << TAUB_SYSTEM_MAXWELL, "pulse", create, destroy, state, NULL};
