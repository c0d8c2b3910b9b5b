/* Particles as initial data: conservation through the recovery, what is off the mesh, what is refused. */
#include "particle_support.h"

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
    near(metadatum(problem, "energy"), 10.138 / 40, 1e-15, "energy");
    near(metadatum(problem, "momentum_x"), 3.0 / 40, 1e-15, "momentum_x");
    near(metadatum(problem, "baryon_number"), 2.0 / 40, 1e-15, "baryon_number");
    assert_true(metadatum(problem, "conservation_error") < 1e-12);
    destroy(problem, eos);
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
    assert_true(metadatum(problem, "particles") == 6);
    assert_true(metadatum(problem, "particles_off_grid") == 3);
    assert_true(metadatum(problem, "particles_in_one_cell") == 1);
    near(metadatum(problem, "energy_off_grid"), 3 * energy_of(&toys[0]), 1e-12, "energy_off_grid");
    assert_true(metadatum(problem, "baryon_number_off_grid") == 1);
    near(metadatum(problem, "baryon_number"), 3, 1e-15, "baryon_number");
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
    const double empty = metadatum(problem, "empty_cells");
    assert_true(empty > 13824 - 24 * 14 * 14 && empty < 13824 - 6 * 8 * 8);
    destroy(problem, eos);
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
    refuse(&config, "but 2 are requested");
    config = good;
    config.time.start = 1.9;
    refuse(&config, ":5: the particle is at t = 2 fm/c, after time.start = 1.9");
    config.mesh.coordinates = TAUB_MILNE;
    refuse(&config, ":5: the particle is at tau = 2 fm/c, after time.start = 1.9");
    config = good;
    config.eos = (struct taub_config_eos){.kind = TAUB_EOS_IDEAL_GAS, .gamma = 5.0 / 3, .mass = 1.2};
    refuse(&config, "the equation of state has no such fluid");
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
        cmocka_unit_test(off_the_mesh),
        cmocka_unit_test(empty_cells_hold_the_background),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
