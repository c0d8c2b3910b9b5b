/* Energy density from the Glauber model: scale ((1 - mixing)/2 n_part + mixing n_coll) H(eta) is e or s, plus the
 * background; n_part and n_coll are the densities per area of participants and binary collisions, either smooth
 * (optical) or from Gaussian nucleons or their constituents (Monte Carlo). For a range of centralities, the optical
 * model uses the impact parameter in the middle of the range; Monte Carlo draws one from the range, weighted by area,
 * and draws again if no nucleons collide. */
#include "problems/glauber.h"

#include <math.h>
#include <stdlib.h>

#include "core/try.h"
#include "problems/problem_kind.h"

struct glauber_problem {
    struct taub_glauber glauber;
    enum taub_glauber_model model;
    struct taub_thickness thickness[2];
    struct taub_centrality centrality;
    struct taub_glauber_event event;
    struct taub_map map[3]; /* densities at the cell centres of the mesh, for speed: of all deposits; with a beam
                               rapidity also of participants of each nucleus */
    struct taub_deposit_scale deposit;
    double background;
    struct taub_config_longitudinal longitudinal;
};

static enum taub_status check_number(const char *key, double value, bool zero_too, struct taub_error *error)
{
    if (isfinite(value) && (value > 0 || (zero_too && value == 0)))
        return TAUB_OK;
    return taub_fail(error, TAUB_BAD_INPUT, "initial.%s: must %s, and is %g.", key,
                     zero_too ? "not be negative" : "be positive", value);
}

static enum taub_status read_config(struct glauber_problem *problem, const struct taub_config_initial *initial,
                                    struct taub_error *error)
{
    struct taub_glauber *glauber = &problem->glauber;
    problem->model = initial->model;
    problem->background =
        initial->background.given & TAUB_GIVEN_ENERGY_DENSITY ? initial->background.energy_density : 0;
    problem->longitudinal = initial->longitudinal;
    glauber->mixing = initial->mixing;
    glauber->nucleon_width = initial->nucleon_width;
    glauber->minimum_distance = initial->minimum_distance;
    glauber->constituents = initial->constituents;
    glauber->constituent_width = initial->constituent_width;
    glauber->fluctuation = initial->fluctuation;
    glauber->cross_section = initial->cross_section;
    glauber->impact_parameter = initial->impact_parameter;
    enum taub_status status = TAUB_OK;
    for (int i = 0; i < 2 && status == TAUB_OK; i++)
        status = taub_nucleus_find(initial->nuclei[i], &glauber->nuclei[i], error);
    if (status == TAUB_OK)
        status = check_number("scale", initial->scale, false, error);
    if (status == TAUB_OK)
        status = check_number("background.energy_density", problem->background, true, error);
    if (status == TAUB_OK)
        status = check_number("nucleon_width", glauber->nucleon_width, false, error);
    if (status == TAUB_OK)
        status = check_number("minimum_distance", glauber->minimum_distance, true, error);
    if (status == TAUB_OK)
        status = check_number("cross_section", glauber->cross_section, true, error);
    if (status == TAUB_OK && !initial->centrality_given)
        status = check_number("impact_parameter", glauber->impact_parameter, true, error);
    if (status == TAUB_OK && !(glauber->mixing >= 0 && glauber->mixing <= 1))
        status =
            taub_fail(error, TAUB_BAD_INPUT, "initial.mixing: must lie between 0 and 1, and is %g.", glauber->mixing);
    if (status == TAUB_OK && glauber->cross_section == 0 && !(initial->collision_energy >= 10))
        status = taub_fail(error, TAUB_BAD_INPUT,
                           "initial.collision_energy: the cross-section is known from 10 GeV up, not for %g GeV; give "
                           "cross_section instead.",
                           initial->collision_energy);
    if (status == TAUB_OK && initial->centrality_given &&
        !(initial->centrality[0] >= 0 && initial->centrality[0] < initial->centrality[1] &&
          initial->centrality[1] <= 100))
        status = taub_fail(error, TAUB_BAD_INPUT,
                           "initial.centrality: must be two numbers from 0 to 100, the first the lower, not %g and %g.",
                           initial->centrality[0], initial->centrality[1]);
    if (status == TAUB_OK && glauber->cross_section == 0)
        glauber->cross_section = taub_nucleon_cross_section(initial->collision_energy);
    return status == TAUB_OK ? taub_longitudinal_check(&problem->longitudinal, error) : status;
}

static enum taub_status draw_event(struct glauber_problem *problem, const struct taub_config_initial *initial,
                                   double lower, double upper, struct taub_error *error)
{
    struct taub_random random;
    taub_random_seed(&random, initial->seed);
    for (int attempt = 0; attempt < 10000; attempt++) {
        const double u = taub_random_uniform(&random);
        const double b = sqrt(lower * lower + u * (upper * upper - lower * lower));
        TRY(taub_monte_carlo_event(&problem->glauber, b, &random, &problem->event, error));
        if (problem->event.collisions > 0) {
            problem->glauber.impact_parameter = b;
            return TAUB_OK;
        }
        free(problem->event.sources);
        problem->event.sources = NULL;
    }
    return taub_fail(error, TAUB_BAD_INPUT,
                     "initial.impact_parameter: no two nucleons collided in 10000 events between b = %g and %g fm.",
                     lower, upper);
}

enum { ALL, OF_FIRST, OF_SECOND }; /* what the maps hold */

/* Density at a point that is not in the map. */
static double density_at(const struct glauber_problem *problem, int part, double x, double y)
{
    const struct taub_glauber *glauber = &problem->glauber;
    if (problem->model == TAUB_GLAUBER_OPTICAL) {
        double participants[2], collisions;
        taub_optical_densities(glauber, problem->thickness, x, y, participants, &collisions);
        if (part != ALL)
            return participants[part - OF_FIRST];
        return (1 - glauber->mixing) / 2 * (participants[0] + participants[1]) + glauber->mixing * collisions;
    }
    const int one[2] = {1, 1};
    double value = 0;
    struct taub_map point = {{one[0], one[1]}, {x, y}, {1, 1}, &value};
    for (int i = 0; i < problem->event.count; i++) {
        const struct taub_source *source = &problem->event.sources[i];
        if (part == ALL || source->nucleus == part - OF_FIRST)
            taub_map_add_gaussian(&point, source->x, source->y, source->width, source->weight);
    }
    return value;
}

static void fill(const struct glauber_problem *problem, int part, struct taub_map *map)
{
    if (problem->model == TAUB_GLAUBER_MONTE_CARLO) {
        for (int i = 0; i < problem->event.count; i++) {
            const struct taub_source *source = &problem->event.sources[i];
            if (part == ALL || source->nucleus == part - OF_FIRST)
                taub_map_add_gaussian(map, source->x, source->y, source->width, source->weight);
        }
        return;
    }
    for (int j = 0; j < map->count[1]; j++)
        for (int i = 0; i < map->count[0]; i++)
            map->values[(size_t)j * (size_t)map->count[0] + (size_t)i] =
                density_at(problem, part, map->first[0] + map->spacing[0] * i, map->first[1] + map->spacing[1] * j);
}

static enum taub_status fill_mesh(struct glauber_problem *problem, const struct taub_config_mesh *mesh,
                                  struct taub_error *error)
{
    double first[2], spacing[2];
    for (int axis = 0; axis < 2; axis++) {
        spacing[axis] = (mesh->upper[axis] - mesh->lower[axis]) / mesh->cells[axis];
        first[axis] = mesh->lower[axis] + spacing[axis] / 2;
    }
    enum taub_status status = TAUB_OK;
    const int last = problem->longitudinal.beam_rapidity > 0 ? OF_SECOND : ALL;
    for (int part = ALL; part <= last && status == TAUB_OK; part++) {
        status = taub_map_create(mesh->cells, first, spacing, &problem->map[part], error);
        if (status == TAUB_OK)
            fill(problem, part, &problem->map[part]);
    }
    double largest = 0;
    for (size_t n = 0; status == TAUB_OK && n < (size_t)mesh->cells[0] * (size_t)mesh->cells[1]; n++)
        largest = fmax(largest, problem->map[ALL].values[n]);
    if (status == TAUB_OK && !(largest > 0))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "mesh.lower, mesh.upper: no part of the collision lies on the mesh, from (%g, %g) to (%g, %g) "
                         "fm; its nuclei are centred at x = -b/2 and b/2, b = %g fm.",
                         mesh->lower[0], mesh->lower[1], mesh->upper[0], mesh->upper[1],
                         problem->glauber.impact_parameter);
    return status;
}

/* Eccentricities, and participants and collisions of the optical model, from a grid that covers the whole event. */
static enum taub_status add_metadata(struct taub_problem *self, struct taub_error *error)
{
    struct glauber_problem *problem = self->data;
    const struct taub_glauber *glauber = &problem->glauber;
    const double width = glauber->constituents > 1 ? glauber->constituent_width : glauber->nucleon_width;
    const double step = fmin(0.2, fmax(0.05, width / 2));
    const double reach =
        fmax(problem->thickness[0].largest, problem->thickness[1].largest) + glauber->impact_parameter / 2 + 2;
    const int half = (int)ceil(reach / step), count[2] = {2 * half + 1, 2 * half + 1};
    const double first[2] = {-half * step, -half * step}, spacing[2] = {step, step};
    struct taub_map map;
    TRY(taub_map_create(count, first, spacing, &map, error));
    fill(problem, ALL, &map);
    double participants = problem->event.participants, collisions = problem->event.collisions;
    for (int i = 0; problem->model == TAUB_GLAUBER_OPTICAL && i < count[0] * count[1]; i++) {
        double part[2], coll;
        taub_optical_densities(glauber, problem->thickness, first[0] + step * (i % count[0]),
                               first[1] + step * (i / count[0]), part, &coll);
        participants += (part[0] + part[1]) * step * step;
        collisions += coll * step * step;
    }
    taub_problem_add_metadata(self, "b", glauber->impact_parameter);
    taub_problem_add_metadata(self, "npart", participants);
    taub_problem_add_metadata(self, "ncoll", collisions);
    taub_problem_add_metadata(self, "ecc2", taub_map_eccentricity(&map, 2));
    taub_problem_add_metadata(self, "ecc3", taub_map_eccentricity(&map, 3));
    taub_problem_add_metadata(self, "sigma_nn", glauber->cross_section);
    if (problem->model == TAUB_GLAUBER_MONTE_CARLO)
        taub_problem_add_metadata(self, "nucleons_without_room", problem->event.crowded);
    taub_map_free(&map);
    return TAUB_OK;
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct glauber_problem *problem = calloc(1, sizeof *problem);
    if (!problem)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = problem;
    problem->deposit = taub_deposit_scale(config);
    enum taub_status status = read_config(problem, initial, error);
    for (int i = 0; i < 2 && status == TAUB_OK; i++)
        status = taub_thickness_create(problem->glauber.nuclei[i], problem->glauber.nucleon_width,
                                       &problem->thickness[i], error);
    double lower = problem->glauber.impact_parameter, upper = lower;
    if (status == TAUB_OK && initial->centrality_given) {
        status = taub_centrality_create(&problem->glauber, problem->thickness, &problem->centrality, error);
        if (status == TAUB_OK) {
            const double middle = (initial->centrality[0] + initial->centrality[1]) / 2;
            lower = taub_centrality_impact(&problem->centrality, initial->centrality[0]);
            upper = taub_centrality_impact(&problem->centrality, initial->centrality[1]);
            problem->glauber.impact_parameter = taub_centrality_impact(&problem->centrality, middle);
            taub_problem_add_metadata(self, "sigma_aa", problem->centrality.total);
        }
    }
    if (status == TAUB_OK && problem->model == TAUB_GLAUBER_MONTE_CARLO)
        status = draw_event(problem, initial, lower, upper, error);
    if (status == TAUB_OK)
        status = fill_mesh(problem, &config->mesh, error);
    return status == TAUB_OK ? add_metadata(self, error) : status;
}

static void destroy(struct taub_problem *self)
{
    struct glauber_problem *problem = self->data;
    if (!problem)
        return;
    taub_thickness_free(&problem->thickness[0]);
    taub_thickness_free(&problem->thickness[1]);
    taub_centrality_free(&problem->centrality);
    for (int part = ALL; part <= OF_SECOND; part++)
        taub_map_free(&problem->map[part]);
    free(problem->event.sources);
    free(problem);
}

static double density(const struct glauber_problem *problem, int part, const double x[3])
{
    double found;
    return taub_map_find(&problem->map[part], x[0], x[1], &found) ? found : density_at(problem, part, x[0], x[1]);
}

/* Rapidity of the centre of mass of what collides at a place: C. Shen, S. Alzhrani, Phys. Rev. C 102 (2020) 014909. */
static double rapidity(const struct glauber_problem *problem, const double x[3])
{
    const double a = density(problem, OF_FIRST, x), b = density(problem, OF_SECOND, x);
    return a + b > 0 ? atanh((a - b) / (a + b) * tanh(problem->longitudinal.beam_rapidity)) : 0;
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[5],
                              struct taub_error *error)
{
    const struct glauber_problem *problem = self->data;
    const double shift = self->active[2] && problem->longitudinal.beam_rapidity > 0 ? rapidity(problem, x) : 0;
    const double along = self->active[2] ? taub_longitudinal_at(&problem->longitudinal, x[2] - shift) : 1;
    const double e =
        taub_deposit_energy(problem->deposit, self->eos, density(problem, ALL, x), along) + problem->background;
    return taub_problem_rest_state(self, e, x, "initial.scale", out, error);
}

static void check(struct taub_check *self)
{
    const struct taub_config_initial *initial = &self->config->initial;
    if (initial->longitudinal.beam_rapidity > 0 &&
        (self->config->mesh.coordinates != TAUB_MILNE || !initial->longitudinal.given))
        taub_check_complain(self, "initial.longitudinal.beam_rapidity", -1,
                            "expected 0: only a profile along eta (mesh.coordinates: milne) is shifted");
    if (initial->model == TAUB_GLAUBER_MONTE_CARLO && initial->constituents > 1 &&
        initial->constituent_width > initial->nucleon_width)
        taub_check_complain(self, "initial.constituent_width", -1,
                            "expected at most initial.nucleon_width, %.10g, got %.10g", initial->nucleon_width,
                            initial->constituent_width);
    taub_problem_check_background(self);
    if (initial->centrality_given && !(initial->centrality[1] > initial->centrality[0]))
        taub_check_complain(self, "initial.centrality", 1, "expected a number above the lower end, %.10g, got %.10g",
                            initial->centrality[0], initial->centrality[1]);
    taub_problem_check_deposit(self);
}

const struct taub_problem_methods taub_problem_glauber = {.kind = TAUB_INITIAL_GLAUBER,
                                                          .systems = TAUB_FLUIDS,
                                                          .check = check,
                                                          .create = create,
                                                          .destroy = destroy,
                                                          .state = state};
