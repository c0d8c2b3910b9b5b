/* Orszag-Tang vortex: S. A. Orszag, C.-M. Tang, J. Fluid Mech. 90 (1979) 129, in the units of J. M. Stone et al.,
 * Astrophys. J. Suppl. 178 (2008) 137, with x and y from 0 to 1 over the mesh: rho = 25/(36 pi), p = 5/(12 pi),
 *   v = (-sin 2 pi y, sin 2 pi x, 0),  B = (-sin 2 pi y, sin 4 pi x, 0)/sqrt(4 pi). */
#include <math.h>

#include "problems/problem_kind.h"

static const double pi = 3.14159265358979323846;

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    (void)config;
    (void)error;
    self->smooth = true;
    return TAUB_OK;
}

/* 2 pi times the position relative to the length of the mesh. */
static double angle(const struct taub_problem *self, const double x[3], int axis)
{
    return 2 * pi * (x[axis] - self->lower[axis]) / (self->upper[axis] - self->lower[axis]);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const double size = 1 / sqrt(4 * pi), a = angle(self, x, 0), b = angle(self, x, 1);
    (void)t;
    (void)error;
    for (int c = 0; c < self->components; c++)
        out[c] = 0;
    out[0] = 25 / (36 * pi);
    out[1] = -sin(b);
    out[2] = sin(a);
    out[4] = 5 / (12 * pi);
    out[5] = -size * sin(b);
    out[6] = size * sin(2 * a);
    return TAUB_OK;
}

static void potential(const struct taub_problem *self, const double x[3], double t, int vector, double a[3])
{
    (void)vector;
    const double size = 1 / sqrt(4 * pi);
    const double along[2] = {self->upper[0] - self->lower[0], self->upper[1] - self->lower[1]};
    (void)t;
    a[0] = a[1] = 0;
    a[2] = size * (along[0] * cos(2 * angle(self, x, 0)) / (4 * pi) + along[1] * cos(angle(self, x, 1)) / (2 * pi));
}

const struct taub_problem_methods taub_problem_orszag_tang = {
    TAUB_INITIAL_ORSZAG_TANG, 1u << TAUB_SYSTEM_MHD, "orszag-tang", create, NULL, state, potential};
