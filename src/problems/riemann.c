/* A relativistic Riemann problem: two states separated by a plane (normal x, y, z or the diagonal (1, 1, 0)/sqrt 2) or
 * by a cylinder about z. The exact solution is known for a plane with a sharp jump in Cartesian coordinates. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/problem_kind.h"
#include "problems/riemann_exact.h"

struct riemann_problem {
    enum taub_riemann_axis axis;
    double position, transition;
    double left[5], right[5];
    struct taub_riemann *exact; /* NULL if not known */
};

/* Converts (e, u^x, u^y, u^z, n) to (e, u_normal, u_t1, u_t2, n), and back. */
static void to_normal(enum taub_riemann_axis axis, const double in[5], double out[5])
{
    const double root = sqrt(0.5);
    memcpy(out, in, 5 * sizeof *out);
    if (axis == TAUB_RIEMANN_DIAGONAL) {
        out[1] = root * (in[1] + in[2]);
        out[2] = root * (in[2] - in[1]);
    } else if (axis == TAUB_RIEMANN_Y || axis == TAUB_RIEMANN_Z) {
        for (int i = 0; i < 3; i++)
            out[1 + i] = in[1 + (i + (int)axis) % 3];
    }
}

static void from_normal(enum taub_riemann_axis axis, const double in[5], double out[5])
{
    const double root = sqrt(0.5);
    memcpy(out, in, 5 * sizeof *out);
    if (axis == TAUB_RIEMANN_DIAGONAL) {
        out[1] = root * (in[1] - in[2]);
        out[2] = root * (in[1] + in[2]);
    } else if (axis == TAUB_RIEMANN_Y || axis == TAUB_RIEMANN_Z) {
        for (int i = 0; i < 3; i++)
            out[1 + (i + (int)axis) % 3] = in[1 + i];
    }
}

/* Signed distance from the discontinuity, negative on the left. */
static double distance(const struct riemann_problem *problem, const double x[3])
{
    switch (problem->axis) {
    case TAUB_RIEMANN_X:
    case TAUB_RIEMANN_Y:
    case TAUB_RIEMANN_Z:
        return x[problem->axis] - problem->position;
    case TAUB_RIEMANN_DIAGONAL:
        return sqrt(0.5) * (x[0] + x[1]) - problem->position;
    case TAUB_RIEMANN_CYLINDER:
        break;
    }
    return hypot(x[0], x[1]) - problem->position;
}

static void solve(struct taub_problem *self, const struct taub_config *config)
{
    struct riemann_problem *problem = self->data;
    struct taub_riemann_summary waves;
    struct taub_error reason;
    if (config->mesh.coordinates != TAUB_CARTESIAN)
        taub_exact_never(self, "it is known in Cartesian coordinates only");
    else if (problem->axis == TAUB_RIEMANN_CYLINDER)
        taub_exact_never(self, "none is known for initial.axis cylinder");
    else if (config->eos.kind == TAUB_EOS_CODE)
        taub_exact_never(self, "the equation of state is a user's file");
    else if (problem->transition > 0)
        taub_exact_never(self, "it is that of a sharp jump, and initial.transition is %g", problem->transition);
    if (*self->validity.reason)
        return;
    double left[5], right[5];
    to_normal(problem->axis, problem->left, left);
    to_normal(problem->axis, problem->right, right);
    /* If a vacuum forms or the equation of state is not convex, the case runs without an exact solution. */
    self->has_exact = taub_riemann_create(self->eos, left, right, &problem->exact, &reason) == TAUB_OK;
    if (!self->has_exact) {
        taub_exact_never(self, "the Riemann problem is not solved: %.200s", reason.message);
        return;
    }
    taub_riemann_describe(problem->exact, &waves);
    if (problem->axis == TAUB_RIEMANN_DIAGONAL) /* bounded by the speed of light */
        taub_exact_diagonal(self, config, problem->left, problem->right, 1);
    else
        taub_exact_plane(self, config, (int)problem->axis, problem->position, problem->left, problem->right,
                         waves.left_head, waves.right_head);
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct riemann_problem *problem = calloc(1, sizeof *problem);
    if (!problem)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = problem;
    problem->axis = initial->axis;
    problem->position = initial->position;
    problem->transition = initial->transition;
    if (!isfinite(problem->position))
        return taub_fail(error, TAUB_BAD_INPUT, "initial.position: must be a finite number.");
    if (problem->axis == TAUB_RIEMANN_CYLINDER && !(problem->position > 0))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "initial.position: is the radius of the cylinder and must be positive.");
    enum taub_status status = taub_problem_complete(self, &initial->left, "initial.left", problem->left, error);
    if (status == TAUB_OK)
        status = taub_problem_complete(self, &initial->right, "initial.right", problem->right, error);
    if (status == TAUB_OK)
        solve(self, config);
    return status;
}

static void destroy(struct taub_problem *self)
{
    struct riemann_problem *problem = self->data;
    if (problem)
        taub_riemann_destroy(problem->exact);
    free(problem);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[5],
                              struct taub_error *error)
{
    const struct riemann_problem *problem = self->data;
    const double from_plane = distance(problem, x);
    if (t <= self->start || !problem->exact) {
        const double sharp = from_plane < 0 ? 1.0 : 0.0;
        const double share = problem->transition > 0 ? 0.5 - 0.5 * tanh(from_plane / problem->transition) : sharp;
        for (int c = 0; c < 5; c++)
            out[c] = share == 1.0   ? problem->left[c]
                     : share == 0.0 ? problem->right[c]
                                    : share * problem->left[c] + (1.0 - share) * problem->right[c];
        return TAUB_OK;
    }
    double normal[5];
    taub_riemann_state(problem->exact, from_plane / (t - self->start), normal);
    from_normal(problem->axis, normal, out);
    return TAUB_OK;
}

void taub_problem_check_sides(struct taub_check *self)
{
    static const char *const names[] = {"x", "y", "z", "diagonal", "cylinder"};
    const struct taub_config_initial *initial = &self->config->initial;
    const int *cells = self->config->mesh.cells;
    taub_check_state(self, "initial.left", &initial->left);
    taub_check_state(self, "initial.right", &initial->right);
    if (initial->axis <= TAUB_RIEMANN_Z &&
        initial->left.magnetic_field[initial->axis] != initial->right.magnetic_field[initial->axis])
        taub_check_complain(
            self, "initial.right.magnetic_field", (int)initial->axis,
            "expected the same normal field as in initial.left, %.10g, got %.10g: the field must be free of divergence",
            initial->left.magnetic_field[initial->axis], initial->right.magnetic_field[initial->axis]);
    const bool magnetic = self->config->system == TAUB_SYSTEM_MHD || self->config->system == TAUB_SYSTEM_SRMHD;
    if (magnetic && initial->axis > TAUB_RIEMANN_Z)
        taub_check_complain(self, "initial.axis", -1, "expected x, y or z with system %s",
                            self->config->system == TAUB_SYSTEM_MHD ? "mhd" : "srmhd");
    bool plane = initial->axis <= TAUB_RIEMANN_Z;
    bool active = plane ? cells[initial->axis] > 1 : cells[0] > 1 && cells[1] > 1;
    if (!active)
        taub_check_complain(self, "initial.axis", -1, "%s needs more than one cell along %s in mesh.cells",
                            names[initial->axis], plane ? names[initial->axis] : "x and y");
    if (initial->axis == TAUB_RIEMANN_CYLINDER && !(initial->position > 0))
        taub_check_complain(self, "initial.position", -1, "expected the radius of the cylinder, above 0, got %.10g",
                            initial->position);
}

const struct taub_problem_methods taub_problem_riemann = {.kind = TAUB_INITIAL_RIEMANN,
                                                          .systems = TAUB_FLUIDS,
                                                          .check = taub_problem_check_sides,
                                                          .create = create,
                                                          .destroy = destroy,
                                                          .state = state};
