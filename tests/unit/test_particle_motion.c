/* One particle as initial data: shape and direction of its sheet, free streaming, boosts. */
#include "particle_support.h"

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
    assert_true(metadatum(problem, "particles_in_one_cell") == 0);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_fast_particle),
        cmocka_unit_test(free_streaming),
        cmocka_unit_test(boost_invariance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
