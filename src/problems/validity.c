#include "problems/validity.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "problems/problem_kind.h"

void taub_exact_never(struct taub_problem *self, const char *format, ...)
{
    struct taub_validity *validity = &self->validity;
    va_list list;
    if (!self->has_exact && *validity->reason)
        return;
    self->has_exact = false;
    va_start(list, format);
    vsnprintf(validity->reason, sizeof validity->reason, format, list);
    va_end(list);
}

void taub_exact_until(struct taub_problem *self, double time, const char *format, ...)
{
    struct taub_validity *validity = &self->validity;
    va_list list;
    if (!self->has_exact || !(time < validity->until))
        return;
    validity->until = time;
    va_start(list, format);
    vsnprintf(validity->reason, sizeof validity->reason, format, list);
    va_end(list);
}

struct taub_face_text taub_face_text(const struct taub_config *config, int axis, int side)
{
    static const char *const words[] = {
        [TAUB_OUTFLOW] = "outflow", [TAUB_PERIODIC] = "periodic",         [TAUB_REFLECTING] = "reflecting",
        [TAUB_INFLOW] = "inflow",   [TAUB_EXTRAPOLATED] = "extrapolated", [TAUB_BOUNDARY_CODE] = "code",
        [TAUB_NO_SLIP] = "no-slip"};
    const char *const axes[3] = {"x", "y", config->mesh.coordinates == TAUB_MILNE ? "eta" : "z"};
    struct taub_face_text out;
    const size_t boundary = (size_t)config->mesh.boundary[axis][side];
    const char *word = boundary < sizeof words / sizeof *words ? words[boundary] : "of another kind";
    snprintf(out.text, sizeof out.text, "the %s %s face (%s)", side ? "upper" : "lower", axes[axis], word);
    return out;
}

bool taub_face_open(const struct taub_config *config, int axis, int side)
{
    const enum taub_boundary boundary = config->mesh.boundary[axis][side];
    return boundary == TAUB_OUTFLOW || boundary == TAUB_EXTRAPOLATED;
}

bool taub_face_is_mirror(const struct taub_config *config, int axis, int side, double center)
{
    const double lower = config->mesh.lower[axis], upper = config->mesh.upper[axis];
    return config->mesh.boundary[axis][side] == TAUB_REFLECTING &&
           fabs((side ? upper : lower) - center) <= 1e-12 * (upper - lower);
}

/* Compares the components that problems set, without stresses. */
static bool same_state(const struct taub_problem *self, const double *one, const double *other)
{
    const int components = self->system == TAUB_SYSTEM_ISRAEL_STEWART ? 5 : self->components;
    bool same = true;
    for (int c = 0; c < components; c++)
        same = same && fabs(one[c] - other[c]) <= 1e-12 * (fabs(one[c]) + fabs(other[c]));
    return same;
}

void taub_exact_at_rest_face(struct taub_problem *self, const struct taub_config *config, int axis, int side,
                             const double state[], const double across[])
{
    double inflow[TAUB_MOST_COMPONENTS] = {0};
    const struct taub_face_text face = taub_face_text(config, axis, side);
    switch (config->mesh.boundary[axis][side]) {
    case TAUB_OUTFLOW:
    case TAUB_EXTRAPOLATED:
        return;
    case TAUB_PERIODIC:
        if (!same_state(self, state, across))
            taub_exact_never(self, "%s connects two different states, so waves start there as well", face.text);
        return;
    case TAUB_REFLECTING:
        if (state[1 + axis] != 0)
            taub_exact_never(self, "%s blocks the flow, so waves start there as well", face.text);
        return;
    case TAUB_INFLOW:
        if (taub_problem_complete(self, &config->inflow.face[axis][side], "inflow", inflow, NULL) != TAUB_OK ||
            !same_state(self, state, inflow))
            taub_exact_never(self, "the inflow at %s differs from the solution", face.text);
        return;
    case TAUB_BOUNDARY_CODE:
        taub_exact_never(self, "%s is given by a user's file, which the solution does not include", face.text);
        return;
    case TAUB_MAGNETIC_WALL: /* not for fluids */
    case TAUB_MATCHED_LAYER:
    case TAUB_NO_SLIP: /* not without viscosity */
        return;
    }
}

void taub_exact_along(struct taub_problem *self, const struct taub_config *config, unsigned skip, const double *states,
                      int count, int stride)
{
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2 && self->active[axis] && !(skip & 1u << axis); side++)
            for (int n = 0; n < count; n++)
                taub_exact_at_rest_face(self, config, axis, side, states + n * stride, states + n * stride);
}

/* The same for both states. */
static void exact_along_both(struct taub_problem *self, const struct taub_config *config, unsigned skip,
                             const double left[], const double right[])
{
    taub_exact_along(self, config, skip, left, 1, 0);
    taub_exact_along(self, config, skip, right, 1, 0);
}

void taub_exact_plane(struct taub_problem *self, const struct taub_config *config, int axis, double position,
                      const double left[], const double right[], double slowest, double fastest)
{
    exact_along_both(self, config, 1u << axis, left, right);
    if (!self->active[axis])
        return;
    for (int side = 0; side < 2; side++) {
        const double face = side ? config->mesh.upper[axis] : config->mesh.lower[axis];
        const double outwards = side ? face - position : position - face; /* distance from the plane to the face */
        const double leaving = side ? fastest : -slowest, entering = side ? -slowest : fastest;
        const double *here = (side != 0) == (outwards > 0) ? right : left;
        const double *across = side ? left : right;
        const struct taub_face_text name = taub_face_text(config, axis, side);
        if (!(outwards > 0)) { /* the plane lies outside: its waves would have to enter */
            if (entering > 0)
                taub_exact_until(self, self->start - outwards / entering, "waves come in through %s", name.text);
            across = here;
        }
        taub_exact_at_rest_face(self, config, axis, side, here, across);
        if (outwards > 0 && leaving > 0 && !taub_face_open(config, axis, side))
            taub_exact_until(self, self->start + outwards / leaving, "waves have reached %s", name.text);
    }
}

void taub_exact_diagonal(struct taub_problem *self, const struct taub_config *config, const double left[],
                         const double right[], double speed)
{
    exact_along_both(self, config, 3, left, right);
    for (int axis = 0; axis < 2; axis++)
        for (int side = 0; side < 2 && self->active[axis]; side++) {
            const struct taub_face_text name = taub_face_text(config, axis, side);
            if (!taub_face_open(config, axis, side))
                taub_exact_never(self, "waves meet %s from the start", name.text);
            self->validity.edge_speed[axis][side] = speed;
        }
}

void taub_exact_uniform(struct taub_problem *self, const struct taub_config *config, const double state[])
{
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2 && self->active[axis]; side++) {
            const struct taub_face_text face = taub_face_text(config, axis, side);
            if (config->mesh.boundary[axis][side] == TAUB_INFLOW)
                taub_exact_never(self, "the inflow at %s does not change with time", face.text);
            else
                taub_exact_at_rest_face(self, config, axis, side, state, state);
        }
}

void taub_exact_radial(struct taub_problem *self, const struct taub_config *config)
{
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2 && self->active[axis]; side++) {
            const struct taub_face_text face = taub_face_text(config, axis, side);
            const enum taub_boundary boundary = config->mesh.boundary[axis][side];
            if (taub_face_open(config, axis, side) || taub_face_is_mirror(config, axis, side, 0))
                continue;
            if (axis == 2 && (boundary == TAUB_PERIODIC || boundary == TAUB_REFLECTING))
                continue;
            taub_exact_never(self, "the flow crosses %s, whose boundary condition is not part of the solution",
                             face.text);
        }
    if (!self->active[0] || !self->active[1])
        taub_exact_never(self, "it needs more than one cell along x and along y");
}

void taub_exact_front(struct taub_problem *self, const struct taub_config *config, const double center[3],
                      double (*when)(const void *data, double r), const void *data)
{
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2 && self->active[axis]; side++) {
            const struct taub_face_text face = taub_face_text(config, axis, side);
            const double outwards =
                side ? config->mesh.upper[axis] - center[axis] : center[axis] - config->mesh.lower[axis];
            if (taub_face_is_mirror(config, axis, side, center[axis]))
                continue;
            if (!(outwards > 0))
                taub_exact_never(self, "the centre does not lie inside the mesh, but at or beyond %s", face.text);
            else
                taub_exact_until(self, self->start + when(data, outwards), "the shock has reached %s", face.text);
        }
}

void taub_exact_periodic(struct taub_problem *self, const struct taub_config *config, int axis, const char *what)
{
    for (int side = 0; side < 2 && self->active[axis]; side++) {
        const struct taub_face_text face = taub_face_text(config, axis, side);
        if (config->mesh.boundary[axis][side] != TAUB_PERIODIC)
            taub_exact_never(self, "%s meets %s; it must be periodic", what, face.text);
    }
}
