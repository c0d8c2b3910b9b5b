/* Particles as initial data: conservation through the recovery, free streaming, what is off the mesh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "problems/problem.h"

struct toy {
    double x[4], p[3], mass;
    int pdg, baryons;
};

static double energy_of(const struct toy *toy)
{
    return sqrt(toy->mass * toy->mass + toy->p[0] * toy->p[0] + toy->p[1] * toy->p[1] + toy->p[2] * toy->p[2]);
}

static char path[64];

static void write_list(const struct toy *toys, int count, int events)
{
    strcpy(path, "/tmp/taub-particles-XXXXXX");
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fprintf(file, "#!OSCAR2013 particle_lists t x y z mass p0 px py pz pdg ID charge\n"
                  "# Units: fm fm fm fm GeV GeV GeV GeV GeV none none e\n# toy\n");
    for (int event = 0; event < events; event++) {
        const int first = count * event / events, last = count * (event + 1) / events;
        fprintf(file, "# event %d out %d\n", event, last - first);
        for (int i = first; i < last; i++) {
            const struct toy *t = &toys[i];
            fprintf(file, "%.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %d %d 0\n", t->x[0], t->x[1], t->x[2],
                    t->x[3], t->mass, energy_of(t), t->p[0], t->p[1], t->p[2], t->pdg, i);
        }
        fprintf(file, "# event %d end 0 impact 0 scattering_projectile_target yes\n", event);
    }
    assert_int_equal(fclose(file), 0);
}

static struct taub_config cartesian(int nx, int ny, int nz, double half)
{
    struct taub_config config = {.eos = {.kind = TAUB_EOS_CONFORMAL, .colours = 3, .flavours = 3}};
    const int cells[3] = {nx, ny, nz};
    for (int i = 0; i < 3; i++) {
        config.mesh.cells[i] = cells[i];
        config.mesh.lower[i] = -half;
        config.mesh.upper[i] = half;
    }
    config.time.start = 2;
    config.time.end = 3;
    config.initial.kind = TAUB_INITIAL_PARTICLES;
    config.initial.file = path;
    config.initial.sigma = 1;
    config.initial.background = (struct taub_state){.given = TAUB_GIVEN_ENERGY_DENSITY, .energy_density = 1e-3};
    return config;
}

static struct taub_problem *create(const struct taub_config *config, struct taub_eos **eos)
{
    struct taub_problem *problem = NULL;
    struct taub_error error = {.message = ""};
    if (taub_eos_create(&config->eos, eos, &error) != TAUB_OK ||
        taub_problem_create(config, *eos, &problem, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    return problem;
}

static void destroy(struct taub_problem *problem, struct taub_eos *eos)
{
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
    unlink(path);
}

static double fact(const struct taub_problem *problem, const char *wanted)
{
    const char *name;
    double value;
    for (int i = 0; taub_problem_metadata(problem, i, &name, &value); i++)
        if (strcmp(name, wanted) == 0)
            return value;
    fail_msg("no fact %s", wanted);
    return 0;
}

static double pressure_of(const struct taub_config *config, const struct taub_eos *eos, double e, double n)
{
    if (config->eos.kind == TAUB_EOS_CONFORMAL)
        return e / 3;
    if (config->eos.kind == TAUB_EOS_IDEAL_GAS)
        return (config->eos.gamma - 1) * (e - config->eos.mass * n);
    double speed_squared;
    return taub_eos_device_pressure(eos, e, n, &speed_squared);
}

/* A visit to every cell with the conserved densities, T^{0 mu} and N^0, of its state. */
typedef void visitor(void *user, const double x[3], const double conserved[5], const double state[5], double volume);

static void visit_cells(const struct taub_config *config, const struct taub_problem *problem,
                        const struct taub_eos *eos, visitor *visit, void *user)
{
    const struct taub_config_mesh *mesh = &config->mesh;
    double step[3], volume = mesh->coordinates == TAUB_MILNE ? config->time.start : 1;
    for (int a = 0; a < 3; a++) {
        step[a] = (mesh->upper[a] - mesh->lower[a]) / mesh->cells[a];
        volume *= step[a];
    }
    for (int k = 0; k < mesh->cells[2]; k++)
        for (int j = 0; j < mesh->cells[1]; j++)
            for (int i = 0; i < mesh->cells[0]; i++) {
                const double x[3] = {mesh->lower[0] + (i + 0.5) * step[0], mesh->lower[1] + (j + 0.5) * step[1],
                                     mesh->lower[2] + (k + 0.5) * step[2]};
                double q[5], u[5];
                assert_int_equal(taub_problem_state(problem, x, config->time.start, q, NULL), TAUB_OK);
                const double p = pressure_of(config, eos, q[0], q[4]);
                const double w = sqrt(1 + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
                u[0] = (q[0] + p) * w * w - p;
                for (int c = 1; c < 4; c++)
                    u[c] = (q[0] + p) * w * q[c];
                u[4] = q[4] * w;
                visit(user, x, u, q, volume);
            }
}

static void add_totals(void *user, const double x[3], const double conserved[5], const double state[5], double volume)
{
    (void)x, (void)state;
    for (int c = 0; c < 5; c++)
        ((long double *)user)[c] += (long double)conserved[c] * volume;
}

static void near(double value, double expected, double tolerance, const char *what)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%s: %.17g is not %.17g within %g", what, value, expected, tolerance);
}

static double uniform(uint64_t *seed, double low, double high)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*seed >> 11) / 9007199254740992.0;
}

enum { MANY = 60 };

static void fill(struct toy toys[MANY], double half, bool milne, uint64_t seed)
{
    static const int codes[5][2] = {{2212, 1}, {2112, 1}, {-2212, -1}, {211, 0}, {3122, 1}};
    for (int i = 0; i < MANY; i++) {
        struct toy *toy = &toys[i];
        for (int c = 0; c < 3; c++) {
            toy->x[1 + c] = uniform(&seed, -half, half);
            toy->p[c] = uniform(&seed, -1, 1) * (i % 7 == 0 ? 20 : 1);
        }
        toy->mass = codes[i % 5][1] ? 0.938 : 0.138;
        toy->pdg = codes[i % 5][0];
        toy->baryons = codes[i % 5][1];
        toy->x[0] = 2;
        if (milne) {
            const double eta = toy->x[3], flow = toy->p[2], mass = toy->mass;
            const double m = sqrt(mass * mass + toy->p[0] * toy->p[0] + toy->p[1] * toy->p[1]);
            toy->x[0] = 2 * cosh(eta);
            toy->x[3] = 2 * sinh(eta);
            toy->p[2] = m * sinh(asinh(flow / m) + eta);
        }
    }
}

static void expect_totals(const struct taub_config *config, const struct toy *toys, int count, int events,
                          double volume, const char *what)
{
    struct taub_eos *eos;
    struct taub_problem *problem = create(config, &eos);
    long double found[5] = {0};
    double expected[5] = {0}, charges = 0;
    for (int i = 0; i < count; i++) {
        const bool milne = config->mesh.coordinates == TAUB_MILNE;
        const double eta = milne ? asinh(toys[i].x[3] / config->time.start) : 0, energy = energy_of(&toys[i]);
        expected[0] += (energy * cosh(eta) - toys[i].p[2] * sinh(eta)) / events;
        expected[1] += toys[i].p[0] / events;
        expected[2] += toys[i].p[1] / events;
        expected[3] += (toys[i].p[2] * cosh(eta) - energy * sinh(eta)) / events;
        expected[4] += (double)toys[i].baryons / events;
        charges += fabs((double)toys[i].baryons) / events;
    }
    visit_cells(config, problem, eos, add_totals, found);
    const double background = config->initial.background.energy_density * volume;
    near((double)found[0] - background, expected[0], 1e-10 * expected[0], what);
    for (int c = 1; c < 4; c++)
        near((double)found[c], expected[c], 1e-10 * expected[0], what);
    near((double)found[4], expected[4], 1e-10 * charges, what);
    static const char *const names[5] = {"energy", "momentum_x", "momentum_y", "momentum_z", "baryon_number"};
    for (int c = 0; c < 5; c++)
        near(fact(problem, names[c]), expected[c], 1e-12 * (c < 4 ? expected[0] : charges), names[c]);
    near(fact(problem, "background_energy"), background, 1e-12 * background, "background_energy");
    assert_true(fact(problem, "particles_off_grid") == 0 && fact(problem, "events") == events);
    assert_true(fact(problem, "conservation_error") < 1e-12);
    destroy(problem, eos);
}

static void conservation(void **context)
{
    (void)context;
    struct toy toys[MANY];
    struct taub_config config = cartesian(32, 30, 28, 8);
    fill(toys, 7.99, false, 1);
    write_list(toys, MANY, 3);
    expect_totals(&config, toys, MANY, 3, 4096, "conformal");

    write_list(toys, MANY, 1);
    config.eos = (struct taub_config_eos){.kind = TAUB_EOS_LATTICE_WB};
    expect_totals(&config, toys, MANY, 1, 4096, "lattice");

    write_list(toys, MANY, 1);
    for (int a = 0; a < 3; a++)
        config.mesh.boundary[a][0] = config.mesh.boundary[a][1] = TAUB_PERIODIC;
    expect_totals(&config, toys, MANY, 1, 4096, "periodic");

    for (int i = 0; i < MANY; i++)
        if (toys[i].baryons < 0)
            toys[i].pdg = 211, toys[i].baryons = 0;
    write_list(toys, MANY, 1);
    config.eos = (struct taub_config_eos){.kind = TAUB_EOS_IDEAL_GAS, .gamma = 5.0 / 3, .mass = 0.5};
    expect_totals(&config, toys, MANY, 1, 4096, "ideal gas");
}

static void conservation_with_fewer_axes(void **context)
{
    (void)context;
    struct toy toys[MANY];
    fill(toys, 7.99, false, 5);
    static const int cells[4][3] = {{40, 40, 1}, {40, 1, 1}, {1, 1, 40}, {1, 1, 1}};
    for (int i = 0; i < 4; i++) {
        struct taub_config config = cartesian(cells[i][0], cells[i][1], cells[i][2], 8);
        write_list(toys, MANY, 1);
        expect_totals(&config, toys, MANY, 1, 4096, "fewer axes");
    }
}

static void conservation_in_milne(void **context)
{
    (void)context;
    struct toy toys[MANY];
    struct taub_config config = cartesian(30, 30, 40, 4);
    config.mesh.coordinates = TAUB_MILNE;
    fill(toys, 3.99, true, 9);
    write_list(toys, MANY, 2);
    expect_totals(&config, toys, MANY, 2, 1024, "Milne");
    config.mesh.cells[2] = 1;
    write_list(toys, MANY, 2);
    expect_totals(&config, toys, MANY, 2, 1024, "Milne without eta");
}

/* Each of 20 test particles counts for a twentieth. */
static void test_particles_of_1997(void **context)
{
    (void)context;
    strcpy(path, "/tmp/taub-particles-XXXXXX");
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fprintf(file, "OSC1997A\nfinal_id_p_x\n toy 1.0 (197, 79)+(197, 79) eqsp 0.1E+03 20\n1 2 0 0\n"
                  "1 2212 3 0 0 5 4 0 0 0 2\n2 2212 0 4 0 5 3 1 0 0 2\n2 1 0 0\n1 111 0 0 0 0.138 0.138 0 0 0 2\n");
    assert_int_equal(fclose(file), 0);
    const struct taub_config config = cartesian(16, 16, 16, 8);
    struct taub_eos *eos;
    struct taub_problem *problem = create(&config, &eos);
    near(fact(problem, "energy"), 10.138 / 40, 1e-15, "energy");
    near(fact(problem, "momentum_x"), 3.0 / 40, 1e-15, "momentum_x");
    near(fact(problem, "baryon_number"), 2.0 / 40, 1e-15, "baryon_number");
    assert_true(fact(problem, "conservation_error") < 1e-12);
    destroy(problem, eos);
}

struct moments {
    double axis[3], middle[3];
    double energy, along, across, place[3], best, best_u[3];
};

static void add_moments(void *user, const double x[3], const double conserved[5], const double state[5], double volume)
{
    struct moments *m = user;
    const double weight = (conserved[0] - 1e-9) * volume;
    double r2 = 0, along = 0;
    for (int i = 0; i < 3; i++) {
        const double r = x[i] - m->middle[i];
        r2 += r * r;
        along += r * m->axis[i];
        m->place[i] += weight * r;
    }
    m->energy += weight;
    m->along += weight * along * along;
    m->across += weight * (r2 - along * along) / 2;
    if (weight > m->best) {
        m->best = weight;
        for (int i = 0; i < 3; i++)
            m->best_u[i] = state[1 + i];
    }
}

/* A particle with this Lorentz factor: totals, width, place, direction. Moments of cells add step^2/12 and more where
 * the sheet crosses them obliquely. */
static void one_particle(const double direction[3], double lorentz_factor, double along_tolerance)
{
    struct taub_config config = cartesian(48, 48, 48, 6);
    config.initial.background.energy_density = 1e-9;
    struct toy toy = {{2, 0.13, -0.21, 0.34}, {0}, 0.938, 2212, 1};
    struct moments m = {.middle = {0.13, -0.21, 0.34}};
    const double size = sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    const double u = sqrt((lorentz_factor - 1) * (lorentz_factor + 1));
    for (int i = 0; i < 3; i++) {
        m.axis[i] = direction[i] / size;
        toy.p[i] = toy.mass * u * m.axis[i];
    }
    write_list(&toy, 1, 1);
    expect_totals(&config, &toy, 1, 1, 1728, "one particle");
    write_list(&toy, 1, 1);
    struct taub_eos *eos;
    struct taub_problem *problem = create(&config, &eos);
    visit_cells(&config, problem, eos, add_moments, &m);
    near(m.energy, toy.mass * lorentz_factor, 1e-10 * m.energy, "energy");
    near(m.across / m.energy, 1, 0.02, "width across");
    near(m.along / m.energy, 1 / (lorentz_factor * lorentz_factor), along_tolerance, "width along");
    /* a sheet that lies in one layer of cells has their place */
    const bool thin = lorentz_factor > 4;
    const double flow = sqrt(m.best_u[0] * m.best_u[0] + m.best_u[1] * m.best_u[1] + m.best_u[2] * m.best_u[2]);
    for (int i = 0; i < 3; i++) {
        near(m.place[i] / m.energy, 0, thin ? 0.125 : 0.003, "place");
        near(m.best_u[i], flow * m.axis[i], 1e-9 * flow, "direction");
    }
    assert_true(flow > 0.5 * u);
    assert_true(fact(problem, "particles_in_one_cell") == 0);
    destroy(problem, eos);
}

static void one_fast_particle(void **context)
{
    (void)context;
    static const double directions[5][3] = {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {1, 1, 1}, {1, 2, -0.5}};
    for (int i = 0; i < 5; i++) {
        one_particle(directions[i], 2, 0.02);
        one_particle(directions[i], 100, 0.25 * 0.25 / 4);
    }
}

static void off_the_mesh(void **context)
{
    (void)context;
    struct toy toys[6];
    for (int i = 0; i < 6; i++)
        toys[i] = (struct toy){{2, 0, 0, 0}, {0.1, 0.2, 0.3}, 0.938, 2212, 1};
    toys[1].x[1] = 4.001;
    toys[2].x[3] = -55;
    toys[2].pdg = -2212;
    toys[3].x[2] = 4; /* the upper face belongs to no cell */
    toys[4].x[1] = -4;
    /* a sheet that cuts off a corner without meeting a centre there */
    toys[5] = (struct toy){{2, 3.999, 3.999, 0}, {900, 900, 0}, 0.938, 2212, 1};
    write_list(toys, 6, 1);
    struct taub_config config = cartesian(16, 16, 16, 4);
    struct taub_eos *eos;
    struct taub_problem *problem = create(&config, &eos);
    long double found[5] = {0};
    visit_cells(&config, problem, eos, add_totals, found);
    assert_true(fact(problem, "particles") == 6);
    assert_true(fact(problem, "particles_off_grid") == 3);
    assert_true(fact(problem, "particles_in_one_cell") == 1);
    near(fact(problem, "energy_off_grid"), 3 * energy_of(&toys[0]), 1e-12, "energy_off_grid");
    assert_true(fact(problem, "baryon_number_off_grid") == 1);
    near(fact(problem, "baryon_number"), 3, 1e-15, "baryon_number");
    const double energy = 2 * energy_of(&toys[0]) + energy_of(&toys[5]);
    near((double)found[0] - 0.512, energy, 1e-10 * energy, "energy");
    near((double)found[1], 2 * 0.1 + 900, 1e-10 * energy, "momentum");
    near((double)found[4], 3, 1e-10, "charge");
    double state[5];
    const double outside[3] = {9, 0, 0};
    assert_int_equal(taub_problem_state(problem, outside, 2, state, NULL), TAUB_OK);
    assert_true(state[0] == 1e-3 && state[1] == 0 && state[4] == 0);
    assert_false(taub_problem_has_exact(problem));
    destroy(problem, eos);
}

static void empty_cells_hold_the_background(void **context)
{
    (void)context;
    struct toy toy = {{2, -5.7, 0, 0}, {0, 0, 0}, 0.938, 2212, 1};
    write_list(&toy, 1, 1);
    struct taub_config config = cartesian(24, 24, 24, 6);
    config.initial.sigma = 0.5;
    struct taub_eos *eos;
    struct taub_problem *problem = create(&config, &eos);
    const double far[3] = {5.75, 0.25, 0.25}, near_by[3] = {-5.75, 0.25, 0.25};
    double state[5];
    assert_int_equal(taub_problem_state(problem, far, 2, state, NULL), TAUB_OK);
    near(state[0], 1e-3, 1e-17, "background");
    assert_true(state[1] == 0 && state[2] == 0 && state[3] == 0 && state[4] == 0);
    assert_int_equal(taub_problem_state(problem, near_by, 2, state, NULL), TAUB_OK);
    assert_true(state[0] > 0.1 && state[4] > 0.1);
    const double empty = fact(problem, "empty_cells");
    assert_true(empty > 13824 - 24 * 14 * 14 && empty < 13824 - 6 * 8 * 8);
    destroy(problem, eos);
}

static void place_of(const struct taub_config *config, double middle[3])
{
    struct taub_eos *eos;
    struct taub_problem *problem = create(config, &eos);
    struct moments m = {.energy = 0};
    visit_cells(config, problem, eos, add_moments, &m);
    for (int i = 0; i < 3; i++)
        middle[i] = m.place[i] / m.energy;
    destroy(problem, eos);
}

static void free_streaming(void **context)
{
    (void)context;
    struct taub_config config = cartesian(40, 40, 40, 8);
    config.initial.background.energy_density = 1e-9;
    struct toy toy = {{0.5, 0.3, -0.2, 0.1}, {0.6, 0, -1.2}, 0.6, 111, 0};
    const double energy = energy_of(&toy);
    double middle[3];
    write_list(&toy, 1, 1);
    place_of(&config, middle);
    near(middle[0], 0.3 + 1.5 * 0.6 / energy, 1e-3, "x");
    near(middle[1], -0.2, 1e-3, "y");
    near(middle[2], 0.1 - 1.5 * 1.2 / energy, 1e-3, "z");

    /* in Milne coordinates by bisection for the time when it crosses the hyperbola */
    config.mesh.coordinates = TAUB_MILNE;
    double low = 0, high = 20;
    for (int i = 0; i < 100; i++) {
        const double s = (low + high) / 2, z = 0.1 - s * 1.2 / energy;
        if ((0.5 + s) * (0.5 + s) - z * z < 4)
            low = s;
        else
            high = s;
    }
    write_list(&toy, 1, 1);
    place_of(&config, middle);
    near(middle[0], 0.3 + low * 0.6 / energy, 1e-3, "x in Milne");
    near(middle[2], asinh((0.1 - low * 1.2 / energy) / 2), 1e-3, "eta");
}

/* A boost along z by whole cells moves the deposit by as many cells and changes nothing else. */
static void boost_invariance(void **context)
{
    (void)context;
    struct taub_config config = cartesian(24, 24, 60, 6);
    config.mesh.coordinates = TAUB_MILNE;
    const double x = 0.4, y = -0.3, eta = 0.13, boost = 5 * 12.0 / 60;
    struct toy toys[2];
    for (int i = 0; i < 2; i++) {
        const double m = sqrt(0.938 * 0.938 + 0.25 + 0.04), rapidity = 0.7 + i * boost, at = eta + i * boost;
        toys[i] = (struct toy){{2 * cosh(at), x, y, 2 * sinh(at)}, {0.5, 0.2, m * sinh(rapidity)}, 0.938, 2212, 1};
    }
    struct taub_eos *eos[2];
    struct taub_problem *problems[2];
    char paths[2][64];
    for (int i = 0; i < 2; i++) {
        write_list(&toys[i], 1, 1);
        strcpy(paths[i], path);
        problems[i] = create(&config, &eos[i]);
    }
    for (int k = 20; k < 40; k++)
        for (int j = 0; j < 24; j++) {
            const double at[3] = {0.25, -6 + (j + 0.5) * 0.5, -6 + (k + 0.5) * 0.2};
            const double moved[3] = {0.25, at[1], at[2] + boost};
            double a[5], b[5];
            assert_int_equal(taub_problem_state(problems[0], at, 2, a, NULL), TAUB_OK);
            assert_int_equal(taub_problem_state(problems[1], moved, 2, b, NULL), TAUB_OK);
            for (int c = 0; c < 5; c++)
                near(b[c], a[c], 1e-10, "boosted");
        }
    for (int i = 0; i < 2; i++) {
        strcpy(path, paths[i]);
        destroy(problems[i], eos[i]);
    }
}

static void refuse(const struct taub_config *config, const char *message)
{
    struct taub_eos *eos;
    struct taub_problem *problem;
    struct taub_error error = {.message = ""};
    assert_int_equal(taub_eos_create(&config->eos, &eos, &error), TAUB_OK);
    if (taub_problem_create(config, eos, &problem, &error) != TAUB_BAD_INPUT || !strstr(error.message, message))
        fail_msg("expected \"%s\", got \"%s\"", message, error.message);
    taub_eos_destroy(eos);
}

static void refusals(void **context)
{
    (void)context;
    struct toy toy = {{2, 0, 0, 0}, {0.1, 0.2, 0.3}, 0.938, 2212, 1};
    write_list(&toy, 1, 1);
    const struct taub_config good = cartesian(16, 16, 16, 8);
    struct taub_config config = good;
    config.initial.sigma = 0.49;
    refuse(&config, "initial.sigma: is 0.49 fm, less than half a cell along x, 0.5 fm");
    config.initial.sigma = 16.1;
    refuse(&config, "initial.sigma: is 16.1 fm, more than the length of the mesh, 16 fm");
    config = good;
    config.initial.background.given = 0;
    refuse(&config, "initial.background.energy_density: must be positive");
    config = good;
    config.initial.file = NULL;
    refuse(&config, "initial.file: kind particles needs the name of a file");
    config.initial.file = "/nowhere/list.oscar";
    refuse(&config, "/nowhere/list.oscar: cannot be opened");
    config = good;
    config.initial.events = 2;
    refuse(&config, "of which 2 are wanted");
    config = good;
    config.time.start = 1.9;
    refuse(&config, ":5: the particle is at t = 2 fm/c, after time.start = 1.9");
    config.mesh.coordinates = TAUB_MILNE;
    refuse(&config, ":5: the particle is at tau = 2 fm/c, after time.start = 1.9");
    config = good;
    config.eos = (struct taub_config_eos){.kind = TAUB_EOS_IDEAL_GAS, .gamma = 5.0 / 3, .mass = 1.2};
    refuse(&config, "no fluid of this equation of state has them");
    config = good;
    config.eos = (struct taub_config_eos){.kind = TAUB_EOS_LATTICE_WB};
    config.initial.background.energy_density = 1e7;
    refuse(&config, "the equation of state lattice-wb goes from");
    unlink(path);

    toy = (struct toy){{1, 0, 0, 1}, {0, 0, 3}, 0, 22, 0};
    write_list(&toy, 1, 1);
    config = good;
    config.mesh.coordinates = TAUB_MILNE;
    refuse(&config, ":5: the particle never comes to tau = 2: it moves with the speed of light along z");
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conservation),
        cmocka_unit_test(conservation_with_fewer_axes),
        cmocka_unit_test(conservation_in_milne),
        cmocka_unit_test(test_particles_of_1997),
        cmocka_unit_test(one_fast_particle),
        cmocka_unit_test(off_the_mesh),
        cmocka_unit_test(empty_cells_hold_the_background),
        cmocka_unit_test(free_streaming),
        cmocka_unit_test(boost_invariance),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
