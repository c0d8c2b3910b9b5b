/* A Gaussian pulse of light that travels up an axis (kernels/problems/pulse.h). */
#include "problems/compiled.h"

#include "problems/pulse.h"

#include "core/try.h"
#include "problems/compiled_functions.h"
#include "systems/medium.h"

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct problem *pulse = self->data;
    const int axis = (int)initial->axis;
    double middle[3], medium[TAUB_MEDIUM_NUMBERS], length = 0;
    pulse->axis = axis;
    pulse->start = self->start;
    for (int a = 0; a < 3; a++) {
        middle[a] = 0.5 * (config->mesh.lower[a] + config->mesh.upper[a]);
        pulse->e[a] = a == axis ? 0 : initial->polarization[a];
        length += pulse->e[a] * pulse->e[a];
    }
    middle[axis] = initial->position;
    struct taub_medium_array *array;
    TRY(taub_medium_array_read(config, &array, error));
    taub_medium_at(config, array, middle, medium);
    taub_medium_array_destroy(array);
    for (int a = 0; a < 3; a++)
        pulse->e[a] /= sqrt(length);
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
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
    pulse->number = initial->wavelength > 0 ? 2 * PROBLEM_PI / initial->wavelength : 0;
    pulse->size = initial->size;
    pulse->permittivity = permittivity;
    pulse->speed = 1 / sqrt(permittivity * medium[TAUB_PERMEABILITY]);
    self->has_exact = true;
    if (taub_medium_varies(config) || medium[TAUB_CONDUCTIVITY] > 0 || config->medium.poles.count > 0)
        taub_exact_never(self, "the medium is inhomogeneous, conducts or has poles");
    /* valid until the pulse is eight widths from the end, where it is 1e-14 */
    const double distance = config->mesh.upper[axis] - pulse->position - 8 * pulse->extent;
    taub_exact_until(self, self->start + fmax(distance, 0) / pulse->speed, "the pulse has reached the end of the mesh");
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_pulse = {
    .kind = TAUB_INITIAL_PULSE, .systems = 1u << TAUB_SYSTEM_MAXWELL, .create = create, FORMULA("pulse.h")};
