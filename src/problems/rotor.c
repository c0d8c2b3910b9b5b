/* Rotor: a dense disc that rotates in a uniform field along x: D. S. Balsara, D. S. Spicer, J. Comput. Phys. 149 (1999)
 * 270; G. Toth, J. Comput. Phys. 161 (2000) 605. Inside `radius` the density is ten times the ambient one, and the gas
 * rotates with `speed` at the edge; both fall linearly to the ambient values at 1.15 radius. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/problem_kind.h"

struct rotor {
    double base[TAUB_MOST_COMPONENTS];
    double center[2], radius, speed, field;
};

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct rotor *rotor = calloc(1, sizeof *rotor);
    if (!rotor)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = rotor;
    rotor->radius = initial->radius;
    rotor->speed = initial->speed;
    rotor->field = initial->field;
    rotor->center[0] = initial->center[0];
    rotor->center[1] = initial->center[1];
    return taub_problem_complete(self, &initial->state, "initial.state", rotor->base, error);
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct rotor *rotor = self->data;
    const double dx = x[0] - rotor->center[0], dy = x[1] - rotor->center[1], r = hypot(dx, dy);
    const double outer = 1.15 * rotor->radius;
    const double share = r <= rotor->radius ? 1 : r < outer ? (outer - r) / (outer - rotor->radius) : 0;
    const double turn = r <= rotor->radius ? rotor->speed / rotor->radius : share * rotor->speed / r;
    (void)t;
    (void)error;
    memcpy(out, rotor->base, (size_t)self->components * sizeof *out);
    out[0] *= 1 + 9 * share;
    out[1] -= turn * dy;
    out[2] += turn * dx;
    out[5] = rotor->field;
    out[6] = out[7] = 0;
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_rotor = {
    TAUB_INITIAL_ROTOR, 1u << TAUB_SYSTEM_MHD, "rotor", create, destroy, state, NULL};
