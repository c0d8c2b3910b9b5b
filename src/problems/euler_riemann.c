/* A Riemann problem of an ideal gas (kernels/problems/euler_riemann.h): two states separated by a plane (normal x, y, z
 * or the diagonal (1, 1, 0)/sqrt 2), with the exact solution, or by a cylinder about z. */
#include "problems/compiled.h"

#include "problems/euler_riemann.h"

#include "problems/compiled_functions.h"
#include "problems/euler_riemann_exact.h"

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void set_normal(enum taub_riemann_axis axis, double normal[3])
{
    if (axis == TAUB_RIEMANN_DIAGONAL)
        normal[0] = normal[1] = sqrt(0.5);
    else
        normal[axis] = 1;
}

/* Velocities along the normal alone: nothing carries the others across the waves. */
static struct taub_gas to_gas(const double normal[3], const double state[])
{
    return (struct taub_gas){state[0], {dot(state + 1, normal), 0, 0}, state[4]};
}

/* The waves of a solution into the numbers, whose states are set. */
static void take_waves(const struct taub_euler_riemann *exact, struct problem *problem)
{
    struct side *left = &problem->side[0], *right = &problem->side[1];
    left->along = exact->left.velocity[0];
    left->density = exact->left_density;
    left->head = exact->left_head;
    left->tail = exact->left_tail;
    right->along = exact->right.velocity[0];
    right->density = exact->right_density;
    right->head = exact->right_head;
    right->tail = exact->right_tail;
    problem->gamma = exact->gamma;
    problem->vacuum = exact->vacuum;
    problem->pressure = exact->pressure;
    problem->velocity = exact->velocity;
    problem->contact = exact->vacuum ? (exact->left_tail + exact->right_tail) / 2 : exact->velocity;
}

bool taub_euler_riemann_state(const struct taub_euler_riemann *self, double xi, struct taub_gas *state)
{
    const struct taub_gas *gas[2] = {&self->left, &self->right};
    struct problem problem = {.normal = {1, 0, 0}};
    double q[TAUB_MOST_COMPONENTS];
    for (int n = 0; n < 2; n++) {
        const double *v = gas[n]->velocity, of_side[5] = {gas[n]->density, v[0], v[1], v[2], gas[n]->pressure};
        memcpy(problem.side[n].state, of_side, sizeof of_side);
    }
    take_waves(self, &problem);
    problem_state(&problem, (double[3]){xi, 0, 0}, 1, 0, q);
    *state = (struct taub_gas){q[0], {q[1], q[2], q[3]}, q[4]};
    return xi < problem.contact;
}

/* Upper bound of |v| + c over the states of the solution, including tangential velocities. */
static double largest_speed(const struct problem *problem, const struct taub_euler_riemann *exact)
{
    const double *sides[2] = {problem->side[0].state, problem->side[1].state};
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
    struct problem *problem = self->data;
    double *left = problem->side[0].state, *right = problem->side[1].state;
    problem->position = initial->position;
    problem->start = self->start;
    problem->cylinder = initial->axis == TAUB_RIEMANN_CYLINDER;
    enum taub_status status = taub_problem_complete(self, &initial->left, "initial.left", left, error);
    if (status == TAUB_OK)
        status = taub_problem_complete(self, &initial->right, "initial.right", right, error);
    if (status != TAUB_OK)
        return status;
    if (initial->axis == TAUB_RIEMANN_CYLINDER) {
        taub_exact_never(self, "none is known for initial.axis cylinder");
        return TAUB_OK;
    }
    set_normal(initial->axis, problem->normal);
    const struct taub_gas gas_left = to_gas(problem->normal, left), gas_right = to_gas(problem->normal, right);
    struct taub_euler_riemann exact;
    taub_euler_riemann_solve(config->eos.gamma, &gas_left, &gas_right, &exact);
    take_waves(&exact, problem);
    self->has_exact = true;
    if (initial->axis == TAUB_RIEMANN_DIAGONAL)
        taub_exact_diagonal(self, config, left, right, largest_speed(problem, &exact));
    else
        taub_exact_plane(self, config, (int)initial->axis, initial->position, left, right, exact.left_head,
                         exact.right_head);
    if (!exact.vacuum) {
        taub_problem_add_metadata(self, "star_pressure", exact.pressure);
        taub_problem_add_metadata(self, "star_velocity", exact.velocity);
    }
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_euler_riemann = {.kind = TAUB_INITIAL_RIEMANN,
                                                                .systems = 1u << TAUB_SYSTEM_EULER,
                                                                .check = taub_problem_check_sides,
                                                                .create = create,
                                                                FORMULA("euler_riemann.h")};
