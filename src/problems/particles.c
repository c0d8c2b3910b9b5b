/* A fluid from the particles of a transport model, averaged over events: docs/theory/particles.md.
 *
 * Particles are propagated along straight lines to time.start and smeared (smear.h). Their T^{0 mu} and N^0 are
 * converted to (e, u, n) by the same recovery as in the evolution, so that the run starts with the totals of the list.
 * A background at rest is added everywhere. */
#include <math.h>
#include <stdlib.h>

#include "core/try.h"
#include "problems/oscar.h"
#include "problems/problem_kind.h"
#include "problems/smear.h"

/* fm/c by which a particle may be later than time.start, since lists have few digits. */
static const double time_tolerance = 0.05;

struct totals {
    double momentum[4], charge;
};

struct particles {
    struct taub_deposit deposit; /* holds (e, u, n) after creation */
    double background;           /* GeV/fm^3 */
    const char *file;            /* config's file name, used during creation only */
    double weight;               /* of each particle: 1/(events x test particles) */
    struct totals on_grid, off_grid;
    double charges; /* sum of |baryon number| on the mesh */
    double moved;   /* longest time of propagation */
    int off_grid_count, one_cell_count;
    size_t empty_cells;
};

static enum taub_status read_config(struct particles *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct taub_deposit *deposit = &self->deposit;
    self->file = initial->file;
    self->background = initial->background.energy_density;
    deposit->sigma = initial->sigma;
    if (config->eos.kind == TAUB_EOS_CODE)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "eos.kind: particles need the pressure before the run, which a user's equation of state does "
                         "not give; use kind table.");
    if (!(initial->background.given & TAUB_GIVEN_ENERGY_DENSITY) || !(self->background > 0) || isinf(self->background))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "initial.background.energy_density: must be positive, for the cells that no particle "
                         "reaches.");
    if (initial->event < 0 || initial->events < 0)
        return taub_fail(error, TAUB_BAD_INPUT, "initial.event%s: must not be negative.",
                         initial->event < 0 ? "" : "s");
    for (int axis = 0; axis < 3; axis++) {
        const struct taub_config_mesh *mesh = &config->mesh;
        deposit->cells[axis] = mesh->cells[axis];
        deposit->lower[axis] = mesh->lower[axis];
        deposit->spacing[axis] = (mesh->upper[axis] - mesh->lower[axis]) / mesh->cells[axis];
        deposit->length[axis] = axis == 2 && mesh->coordinates == TAUB_MILNE ? config->time.start : 1;
        deposit->periodic[axis] = mesh->boundary[axis][0] == TAUB_PERIODIC;
        const double step = deposit->spacing[axis] * deposit->length[axis];
        if (deposit->cells[axis] > 1 && !(initial->sigma <= step * deposit->cells[axis]))
            return taub_fail(error, TAUB_BAD_INPUT, "initial.sigma: is %g fm, more than the length of the mesh, %g fm.",
                             initial->sigma, step * deposit->cells[axis]);
        if (deposit->cells[axis] > 1 && !(initial->sigma >= step / 2))
            return taub_fail(error, TAUB_BAD_INPUT,
                             "initial.sigma: is %g fm, less than half a cell along %s, %g fm; take a wider kernel or "
                             "smaller cells.",
                             initial->sigma,
                             axis == 0   ? "x"
                             : axis == 1 ? "y"
                                         : "the third axis",
                             step / 2);
    }
    return TAUB_OK;
}

static enum taub_status too_late(const struct particles *self, const struct taub_particle *particle, const char *time,
                                 double value, double start, struct taub_error *error)
{
    return taub_fail(error, TAUB_BAD_INPUT,
                     "%s:%d: the particle is at %s = %g fm/c, after time.start = %g; particles are propagated "
                     "to time.start, but not back in time.",
                     self->file, particle->line, time, value, start);
}

/* Propagates a particle to t = start. */
static enum taub_status move_cartesian(struct particles *self, const struct taub_particle *particle, double start,
                                       double x[3], double p[4], struct taub_error *error)
{
    const double *r = particle->position;
    const double left = start - r[0];
    if (left < -time_tolerance)
        return too_late(self, particle, "t", r[0], start, error);
    for (int i = 0; i < 3; i++)
        x[i] = r[1 + i] + left * particle->momentum[1 + i] / particle->momentum[0];
    for (int i = 0; i < 4; i++)
        p[i] = particle->momentum[i];
    self->moved = fmax(self->moved, left);
    return TAUB_OK;
}

/* Propagates a particle to tau = start: (t + s)^2 - (z + v s)^2 = start^2 has one root s in the future light cone. Then
 * boosts its momentum to the local frame at its eta. */
static enum taub_status move_milne(struct particles *self, const struct taub_particle *particle, double start,
                                   double x[3], double p[4], struct taub_error *error)
{
    const double *q = particle->momentum, t = particle->position[0], z = particle->position[3];
    const double tau_squared = (t - z) * (t + z), v = q[3] / q[0];
    if (t > 0 && tau_squared > (start + time_tolerance) * (start + time_tolerance))
        return too_late(self, particle, "tau", sqrt(tau_squared), start, error);
    const double transverse = particle->mass * particle->mass + q[1] * q[1] + q[2] * q[2];
    const double a = transverse / (q[0] * q[0]), b = t - z * v; /* a s^2 + 2 b s = start^2 - tau^2 */
    const double missing = start * start - tau_squared;
    const double root = sqrt((z - v * t) * (z - v * t) + a * start * start);
    const double left = b > 0 ? missing / (b + root) : (root - b) / a;
    if (!isfinite(left))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s:%d: the particle never comes to tau = %g: it moves with the speed of light along z.",
                         self->file, particle->line, start);
    x[0] = particle->position[1] + left * q[1] / q[0];
    x[1] = particle->position[2] + left * q[2] / q[0];
    x[2] = asinh((z + v * left) / start);
    const double grow = exp(x[2]), plus = (q[0] + q[3]) / grow, minus = (q[0] - q[3]) * grow;
    p[1] = q[1];
    p[2] = q[2];
    p[3] = (plus - minus) / 2;
    p[0] = fmax((plus + minus) / 2, hypot(hypot(p[1], p[2]), p[3]));
    self->moved = fmax(self->moved, left);
    return TAUB_OK;
}

static void count_in(struct totals *totals, double weight, const double p[4], double charge)
{
    for (int i = 0; i < 4; i++)
        totals->momentum[i] += weight * p[i];
    totals->charge += weight * charge;
}

static enum taub_status deposit_all(struct particles *self, const struct taub_problem *problem,
                                    const struct taub_particles *list, struct taub_error *error)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct taub_particle *particle = &list->list[i];
        double x[3], p[4];
        TRY(problem->coordinates == TAUB_MILNE ? move_milne(self, particle, problem->start, x, p, error)
                                               : move_cartesian(self, particle, problem->start, x, p, error));
        const double charge = particle->baryon_number;
        const enum taub_smeared how = taub_deposit_add(&self->deposit, x, p, particle->mass, charge, self->weight);
        if (how == TAUB_SMEARED_NO_MEMORY)
            return taub_fail(error, TAUB_FAILED, "Out of memory for the kernel of a particle.");
        if (how == TAUB_SMEARED_OFF_GRID) {
            self->off_grid_count++;
            count_in(&self->off_grid, self->weight, p, charge);
            continue;
        }
        self->one_cell_count += how == TAUB_SMEARED_ONE_CELL;
        self->charges += self->weight * fabs(charge);
        count_in(&self->on_grid, self->weight, p, charge);
    }
    return TAUB_OK;
}

static void center_of(const struct taub_deposit *deposit, size_t cell, double x[3])
{
    for (int axis = 0; axis < 3; axis++) {
        x[axis] = deposit->lower[axis] + ((double)(cell % (size_t)deposit->cells[axis]) + 0.5) * deposit->spacing[axis];
        cell /= (size_t)deposit->cells[axis];
    }
}

static enum taub_status recover_cell(const struct particles *self, const struct taub_problem *problem,
                                     const struct taub_config *config, size_t cell, double values[5],
                                     struct taub_error *error)
{
    double x[3], state[5];
    center_of(&self->deposit, cell, x);
    if (!taub_system_srhd.primitive(config, problem->eos, values, state))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: the particles leave E = %g, |M| = %g, baryon density %g in the cell at (%g, %g, %g): the "
                         "equation of state has no such fluid. A larger initial.background.energy_density helps.",
                         self->file, values[0], hypot(hypot(values[1], values[2]), values[3]), values[4], x[0], x[1],
                         x[2]);
    for (int c = 0; c < 5; c++)
        values[c] = state[c];
    return taub_eos_check_range_at(problem->eos, state[0], self->file, x, error);
}

/* Converts densities to states in place; `found`: totals of these states without the background. */
static enum taub_status recover_all(struct particles *self, const struct taub_problem *problem,
                                    const struct taub_config *config, long double found[5], struct taub_error *error)
{
    const struct taub_deposit *deposit = &self->deposit;
    size_t cells = 1;
    double volume = 1;
    for (int axis = 0; axis < 3; axis++) {
        cells *= (size_t)deposit->cells[axis];
        volume *= deposit->spacing[axis] * deposit->length[axis];
    }
    for (size_t cell = 0; cell < cells; cell++) {
        double *values = deposit->values + TAUB_DEPOSITS * cell, carried[5];
        self->empty_cells += values[0] == 0;
        values[0] += self->background;
        TRY(recover_cell(self, problem, config, cell, values, error));
        taub_system_srhd.conserved(config, problem->eos, values, carried);
        carried[0] -= self->background;
        for (int c = 0; c < 5; c++)
            found[c] += (long double)carried[c] * volume;
    }
    return TAUB_OK;
}

/* Largest difference between totals of the states and of the list, relative to the energy, or to the sum of |baryon
 * number|. */
static double conservation_error(const struct particles *self, const long double found[5])
{
    double largest = 0;
    const double energy = self->on_grid.momentum[0];
    for (int c = 0; c < 4 && energy > 0; c++)
        largest = fmax(largest, fabs((double)(found[c] - self->on_grid.momentum[c])) / energy);
    if (self->charges > 0)
        largest = fmax(largest, fabs((double)(found[4] - self->on_grid.charge)) / self->charges);
    return largest;
}

static void add_metadata(struct taub_problem *problem, const struct particles *self, const struct taub_particles *list,
                         const long double found[5])
{
    const struct taub_deposit *deposit = &self->deposit;
    double volume = 1;
    for (int axis = 0; axis < 3; axis++)
        volume *= deposit->spacing[axis] * deposit->length[axis] * deposit->cells[axis];
    taub_problem_add_metadata(problem, "events", list->events);
    taub_problem_add_metadata(problem, "particles", (double)list->count);
    taub_problem_add_metadata(problem, "particles_off_grid", self->off_grid_count);
    taub_problem_add_metadata(problem, "particles_in_one_cell", self->one_cell_count);
    taub_problem_add_metadata(problem, "longest_free_streaming", self->moved);
    taub_problem_add_metadata(problem, "energy", self->on_grid.momentum[0]);
    taub_problem_add_metadata(problem, "momentum_x", self->on_grid.momentum[1]);
    taub_problem_add_metadata(problem, "momentum_y", self->on_grid.momentum[2]);
    taub_problem_add_metadata(problem, "momentum_z", self->on_grid.momentum[3]);
    taub_problem_add_metadata(problem, "baryon_number", self->on_grid.charge);
    taub_problem_add_metadata(problem, "energy_off_grid", self->off_grid.momentum[0]);
    taub_problem_add_metadata(problem, "baryon_number_off_grid", self->off_grid.charge);
    taub_problem_add_metadata(problem, "background_energy", self->background * volume);
    taub_problem_add_metadata(problem, "empty_cells", (double)self->empty_cells);
    taub_problem_add_metadata(problem, "conservation_error", conservation_error(self, found));
}

static enum taub_status no_particle_on_mesh(const struct taub_problem *problem, const struct particles *self,
                                            const struct taub_particles *list, struct taub_error *error)
{
    const double *lower = problem->lower, *upper = problem->upper;
    return taub_fail(error, TAUB_BAD_INPUT,
                     "%s: none of the %zu particles lies on the mesh at time.start, from (%g, %g, %g) to (%g, %g, %g) "
                     "fm.",
                     self->file ? self->file : "the list of particles", list->count, lower[0], lower[1], lower[2],
                     upper[0], upper[1], upper[2]);
}

/* Creates the fluid; read_config has been called. */
static enum taub_status fill(struct taub_problem *problem, const struct taub_config *config,
                             const struct taub_particles *list, double weight, struct taub_error *error)
{
    struct particles *self = problem->data;
    long double found[5] = {0};
    enum taub_status status = taub_deposit_create(&self->deposit, error);
    if (status == TAUB_OK) {
        self->weight = weight;
        status = deposit_all(self, problem, list, error);
    }
    if (status == TAUB_OK && list->count == 0)
        status = taub_fail(error, TAUB_BAD_INPUT, "%s: there are no particles in the events that are read.",
                           self->file ? self->file : "the list of particles");
    else if (status == TAUB_OK && (size_t)self->off_grid_count == list->count)
        status = no_particle_on_mesh(problem, self, list, error);
    if (status == TAUB_OK)
        status = recover_all(self, problem, config, found, error);
    if (status == TAUB_OK)
        add_metadata(problem, self, list, found);
    self->file = NULL;
    return status;
}

static enum taub_status create(struct taub_problem *problem, const struct taub_config *config, struct taub_error *error)
{
    struct particles *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    problem->data = self;
    struct taub_particles list = {0};
    if (!config->initial.file)
        return taub_fail(error, TAUB_BAD_INPUT, "initial.file: kind particles needs the name of a file.");
    TRY(read_config(self, config, error));
    if (problem->particles)
        return fill(problem, config, problem->particles, problem->weight, error);
    enum taub_status status = taub_oscar_read(self->file, config->initial.event, config->initial.events, &list, error);
    if (status == TAUB_OK)
        status = fill(problem, config, &list, 1.0 / ((double)list.events * list.test_particles), error);
    taub_particles_free(&list);
    return status;
}

static void destroy(struct taub_problem *problem)
{
    struct particles *self = problem->data;
    if (self)
        taub_deposit_free(&self->deposit);
    free(self);
}

static enum taub_status state(const struct taub_problem *problem, const double x[3], double t, double out[5],
                              struct taub_error *error)
{
    const struct particles *self = problem->data;
    const double *values = taub_deposit_at(&self->deposit, x);
    if (!values)
        return taub_problem_rest_state(problem, self->background, x, "initial.background", out, error);
    for (int c = 0; c < 5; c++)
        out[c] = values[c];
    return TAUB_OK;
}

static void check(struct taub_check *self)
{
    taub_problem_check_background(self);
    if (!(self->config->initial.background.energy_density > 0))
        taub_check_complain(self, "initial.background", -1,
                            "expected an energy_density above 0, for cells that no particle reaches");
    if (self->config->eos.kind == TAUB_EOS_CODE)
        taub_check_complain(self, "initial.kind", -1,
                            "particles need the pressure before the run, which a user's equation of state does not "
                            "give; eos.kind table does");
}

const struct taub_problem_methods taub_problem_particles = {.kind = TAUB_INITIAL_PARTICLES,
                                                            .systems = TAUB_FLUIDS,
                                                            .check = check,
                                                            .create = create,
                                                            .destroy = destroy,
                                                            .state = state};
