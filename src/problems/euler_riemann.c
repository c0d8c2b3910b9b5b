/* A Riemann problem of an ideal gas: two states separated by a plane (normal x, y, z or the diagonal (1, 1, 0)/sqrt 2),
 * with the exact solution, or by a cylinder about z. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/euler_riemann_exact.h"
#include "problems/problem_kind.h"

struct euler_riemann {
    enum taub_riemann_axis axis;
    double position;
    double left[TAUB_MOST_COMPONENTS], right[TAUB_MOST_COMPONENTS];
    double normal[3], tangent[2][3];
    struct taub_euler_riemann exact;
};

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Right-handed frame of the normal and two tangents. */
static void set_frame(struct euler_riemann *problem)
{
    const double root = sqrt(0.5);
    const int axis = (int)problem->axis;
    if (problem->axis == TAUB_RIEMANN_DIAGONAL) {
        const double frame[3][3] = {{root, root, 0}, {-root, root, 0}, {0, 0, 1}};
        memcpy(problem->normal, frame[0], sizeof problem->normal);
        memcpy(problem->tangent, frame[1], sizeof problem->tangent);
        return;
    }
    problem->normal[axis] = problem->tangent[0][(axis + 1) % 3] = problem->tangent[1][(axis + 2) % 3] = 1;
}

static struct taub_gas to_gas(const struct euler_riemann *problem, const double state[])
{
    const double *v = state + 1;
    return (struct taub_gas){
        state[0], {dot(v, problem->normal), dot(v, problem->tangent[0]), dot(v, problem->tangent[1])}, state[4]};
}

static double distance(const struct euler_riemann *problem, const double x[3])
{
    return (problem->axis == TAUB_RIEMANN_CYLINDER ? hypot(x[0], x[1]) : dot(x, problem->normal)) - problem->position;
}

/* Upper bound of |v| + c over the states of the solution, including tangential velocities. */
static double largest_speed(const struct euler_riemann *problem)
{
    const struct taub_euler_riemann *exact = &problem->exact;
    const double *sides[2] = {problem->left, problem->right};
    double largest = fmax(fabs(exact->left_head), fabs(exact->right_head)), flow = fabs(exact->velocity), sound = 0;
    for (int s = 0; s < 2; s++) {
        const double *v = sides[s] + 1, density = s ? exact->right_density : exact->left_density;
        flow = fmax(flow, sqrt(dot(v, v)));
        sound = fmax(sound, sqrt(exact->gamma * sides[s][4] / sides[s][0]));
        if (!exact->vacuum)
            sound = fmax(sound, sqrt(exact->gamma * exact->pressure / density));
    }
    return fmax(largest, flow + sound);
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct euler_riemann *problem = calloc(1, sizeof *problem);
    if (!problem)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = problem;
    problem->axis = initial->axis;
    problem->position = initial->position;
    enum taub_status status = taub_problem_complete(self, &initial->left, "initial.left", problem->left, error);
    if (status == TAUB_OK)
        status = taub_problem_complete(self, &initial->right, "initial.right", problem->right, error);
    if (status != TAUB_OK)
        return status;
    if (problem->axis == TAUB_RIEMANN_CYLINDER) {
        taub_exact_never(self, "none is known for initial.axis cylinder");
        return TAUB_OK;
    }
    set_frame(problem);
    const struct taub_gas left = to_gas(problem, problem->left), right = to_gas(problem, problem->right);
    taub_euler_riemann_solve(config->eos.gamma, &left, &right, &problem->exact);
    self->has_exact = true;
    if (problem->axis == TAUB_RIEMANN_DIAGONAL)
        taub_exact_diagonal(self, config, problem->left, problem->right, largest_speed(problem));
    else
        taub_exact_plane(self, config, (int)problem->axis, problem->position, problem->left, problem->right,
                         problem->exact.left_head, problem->exact.right_head);
    if (!problem->exact.vacuum) {
        taub_problem_add_metadata(self, "star_pressure", problem->exact.pressure);
        taub_problem_add_metadata(self, "star_velocity", problem->exact.velocity);
    }
    return TAUB_OK;
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct euler_riemann *problem = self->data;
    const double from_plane = distance(problem, x);
    const size_t bytes = (size_t)self->components * sizeof *out;
    (void)error;
    if (!(t > self->start) || !self->has_exact) {
        memcpy(out, from_plane < 0 ? problem->left : problem->right, bytes);
        return TAUB_OK;
    }
    struct taub_gas gas;
    const bool on_left = taub_euler_riemann_state(&problem->exact, from_plane / (t - self->start), &gas);
    memcpy(out, on_left ? problem->left : problem->right, bytes);
    out[0] = gas.density;
    for (int axis = 0; axis < 3; axis++)
        out[1 + axis] = gas.velocity[0] * problem->normal[axis] + gas.velocity[1] * problem->tangent[0][axis] +
                        gas.velocity[2] * problem->tangent[1][axis];
    out[4] = gas.pressure;
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_euler_riemann = {.kind = TAUB_INITIAL_RIEMANN,
                                                                .systems = 1u << TAUB_SYSTEM_EULER,
                                                                .name = "riemann",
                                                                .create = create,
                                                                .destroy = destroy,
                                                                .state = state};
