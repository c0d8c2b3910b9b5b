/* The public C interface: a case from structs, steps, every quantity, a state put in, errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "evolve/internal.h"
#include "taub/taub.h"

enum { NX = 24, NY = 6, NZ = 4, ZONES = NX * NY * NZ };

static struct taub_config config_of_gaussian(void)
{
    struct taub_config config;
    taub_config_default(&config);
    config.eos = (struct taub_config_eos){.kind = TAUB_EOS_IDEAL_GAS, .gamma = 4.0 / 3.0, .mass = 0.5};
    config.mesh = (struct taub_config_mesh){
        .cells = {NX, NY, NZ}, .blocks = {2, 1, 1}, .lower = {-3, -2, -1}, .upper = {3, 2, 1}};
    for (int a = 0; a < 3; a++)
        config.mesh.boundary[a][0] = config.mesh.boundary[a][1] = TAUB_PERIODIC;
    config.time.end = 2;
    config.initial.kind = TAUB_INITIAL_GAUSSIAN;
    config.initial.peak = (struct taub_state){
        .given = TAUB_GIVEN_ENERGY_DENSITY | TAUB_GIVEN_CHARGE_DENSITY, .energy_density = 4, .charge_density = 1};
    config.initial.background =
        (struct taub_state){.given = TAUB_GIVEN_ENERGY_DENSITY | TAUB_GIVEN_CHARGE_DENSITY | TAUB_GIVEN_VELOCITY,
                            .energy_density = 0.5,
                            .charge_density = 0.2,
                            .velocity = {0.3, 0, -0.1}};
    config.initial.width[0] = 0.8;
    config.initial.width[1] = 0.7;
    config.device = (struct taub_config_device){.kind = TAUB_DEVICE_HOST, .threads = 1, .reproducible = TAUB_STRICT};
    return config;
}

struct setup {
    struct taub_case *run_case;
    struct taub_simulation *simulation;
    struct taub_error error;
};

static void open_setup(struct setup *setup, const struct taub_config *config)
{
    memset(setup, 0, sizeof *setup);
    if (taub_case_create(config, &setup->run_case, &setup->error) != TAUB_OK ||
        taub_simulation_create(setup->run_case, &setup->simulation, &setup->error) != TAUB_OK)
        fail_msg("%s", setup->error.message);
}

static void close_setup(struct setup *setup)
{
    taub_simulation_destroy(setup->simulation);
    taub_case_destroy(setup->run_case);
}

static double *read_quantity(struct setup *setup, const char *name)
{
    const int components = taub_simulation_components(setup->simulation, name);
    assert_true(components == 1 || components == 3);
    double *values = malloc(sizeof *values * ZONES * (size_t)components);
    assert_non_null(values);
    if (taub_simulation_read(setup->simulation, name, values, (size_t)ZONES * (size_t)components, &setup->error) !=
        TAUB_OK)
        fail_msg("%s: %s", name, setup->error.message);
    return values;
}

static void advance(struct setup *setup, int64_t steps, double until)
{
    if (taub_simulation_advance(setup->simulation, steps, until, &setup->error) != TAUB_OK)
        fail_msg("%s", setup->error.message);
}

static double sum_of(const double *values)
{
    double sum = 0;
    for (int n = 0; n < ZONES; n++)
        sum += values[n];
    return sum;
}

static void steps_end_where_they_are_told(void **state)
{
    const struct taub_config config = config_of_gaussian();
    struct setup setup;
    (void)state;
    open_setup(&setup, &config);
    assert_true(taub_simulation_time(setup.simulation) == 0 && taub_simulation_steps(setup.simulation) == 0);
    assert_true(taub_simulation_last_step(setup.simulation) == 0);
    advance(&setup, 3, 1);
    assert_int_equal(taub_simulation_steps(setup.simulation), 3);
    const double after_three = taub_simulation_time(setup.simulation);
    assert_true(after_three > 0 && after_three < 1);
    advance(&setup, INT64_MAX, 0.7);
    assert_true(taub_simulation_time(setup.simulation) == 0.7);
    const int64_t steps = taub_simulation_steps(setup.simulation);
    advance(&setup, 100, 0.7);
    advance(&setup, 0, 1);
    assert_true(taub_simulation_steps(setup.simulation) == steps && taub_simulation_time(setup.simulation) == 0.7);
    assert_true(taub_simulation_last_step(setup.simulation) > 0);
    close_setup(&setup);
}

static void quantities_belong_together(void **state)
{
    const struct taub_config config = config_of_gaussian();
    struct setup setup;
    (void)state;
    open_setup(&setup, &config);
    double *energy_before = read_quantity(&setup, "conserved_energy");
    double *charge_before = read_quantity(&setup, "conserved_charge");
    for (int round = 0; round < 3; round++) {
        double *e = read_quantity(&setup, "energy_density"), *p = read_quantity(&setup, "pressure");
        double *t = read_quantity(&setup, "temperature"), *v = read_quantity(&setup, "velocity");
        double *u = read_quantity(&setup, "four_velocity"), *n = read_quantity(&setup, "charge_density");
        double *w = read_quantity(&setup, "lorentz_factor"), *s = read_quantity(&setup, "entropy_density");
        double *c = read_quantity(&setup, "sound_speed_squared"), *m = read_quantity(&setup, "momentum");
        double *energy = read_quantity(&setup, "conserved_energy"), *charge = read_quantity(&setup, "conserved_charge");
        for (int z = 0; z < ZONES; z++) {
            const double ux = u[z], uy = u[ZONES + z], uz = u[2 * ZONES + z], h = e[z] + p[z];
            assert_true(e[z] > 0 && fabs(p[z] - (e[z] - 0.5 * n[z]) / 3) < 1e-14 * e[z]);
            assert_true(fabs(t[z] - p[z] / n[z]) < 1e-14 * t[z]);
            assert_true(fabs(w[z] * w[z] - 1 - ux * ux - uy * uy - uz * uz) < 1e-14 * w[z] * w[z]);
            assert_true(fabs(v[2 * ZONES + z] * w[z] - uz) < 1e-15 && fabs(v[z] * w[z] - ux) < 1e-15);
            assert_true(fabs(c[z] - 4.0 / 3.0 * p[z] / h) < 1e-15);
            assert_true(fabs(s[z] - 3 * n[z] * log(p[z] / pow(n[z], 4.0 / 3.0))) < 1e-12);
            assert_true(fabs(energy[z] - (h * w[z] * w[z] - p[z])) < 1e-14 * energy[z]);
            assert_true(fabs(m[ZONES + z] - h * w[z] * uy) < 1e-14 * energy[z]);
            assert_true(fabs(charge[z] - n[z] * w[z]) < 1e-14 * charge[z]);
        }
        /* a periodic box keeps its totals; looking does not change the state */
        assert_true(fabs(sum_of(energy) / sum_of(energy_before) - 1) < 1e-13);
        assert_true(fabs(sum_of(charge) / sum_of(charge_before) - 1) < 1e-13);
        double *const all[] = {e, p, t, v, u, n, w, s, c, m, energy, charge};
        for (size_t q = 0; q < sizeof all / sizeof *all; q++)
            free(all[q]);
        advance(&setup, 5, 2); /* odd, so that the buffers change places */
    }
    free(energy_before);
    free(charge_before);
    close_setup(&setup);
}

static void fields_stand_where_the_mesh_says(void **state)
{
    const struct taub_config config = config_of_gaussian();
    struct setup setup;
    (void)state;
    open_setup(&setup, &config);
    double *e = read_quantity(&setup, "energy_density");
    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++) {
                const double x = (-3 + (i + 0.5) * 6.0 / NX) / 0.8, y = (-2 + (j + 0.5) * 4.0 / NY) / 0.7;
                const double expected = 0.5 + 3.5 * exp(-0.5 * (x * x + y * y));
                assert_true(fabs(e[(k * NY + j) * NX + i] - expected) < 1e-14 * expected);
            }
    free(e);
    close_setup(&setup);
}

/* The state of one simulation, written into another, gives the same bits from there on. */
static void a_state_can_be_put_in(void **state)
{
    const struct taub_config config = config_of_gaussian();
    static const char *const parts[] = {"energy_density", "four_velocity", "charge_density"};
    struct setup a, b;
    double *values = malloc(sizeof *values * 5 * ZONES);
    (void)state;
    assert_non_null(values);
    open_setup(&a, &config);
    open_setup(&b, &config);
    advance(&a, 3, 2);
    size_t at = 0;
    for (int n = 0; n < 3; n++) {
        double *part = read_quantity(&a, parts[n]);
        const size_t count = (size_t)ZONES * (n == 1 ? 3 : 1);
        memcpy(values + at, part, count * sizeof *part);
        at += count;
        free(part);
    }
    for (int parity = 0; parity < 2; parity++) { /* into either pair of buffers */
        assert_int_equal(taub_simulation_write_state(a.simulation, values, 5 * ZONES, &a.error), TAUB_OK);
        assert_int_equal(taub_simulation_write_state(b.simulation, values, 5 * ZONES, &b.error), TAUB_OK);
        double *before = read_quantity(&b, "energy_density");
        assert_memory_equal(before, values, sizeof *values * ZONES);
        free(before);
        advance(&a, 3, 10);
        advance(&b, 3, 10);
        double *e = read_quantity(&a, "four_velocity"), *f = read_quantity(&b, "four_velocity");
        assert_memory_equal(e, f, sizeof *e * 3 * ZONES);
        free(e);
        free(f);
        advance(&b, 1, 10);
    }
    free(values);
    close_setup(&a);
    close_setup(&b);
}

static void mistakes_are_told(void **state)
{
    const struct taub_config config = config_of_gaussian();
    struct setup setup;
    double *values = calloc(5 * ZONES, sizeof *values);
    (void)state;
    assert_non_null(values);
    open_setup(&setup, &config);
    assert_int_equal(taub_simulation_components(setup.simulation, "colour"), 0);
    assert_int_equal(taub_simulation_read(setup.simulation, "colour", values, ZONES, &setup.error), TAUB_BAD_INPUT);
    assert_non_null(strstr(setup.error.message, "colour"));
    assert_int_equal(taub_simulation_read(setup.simulation, "velocity", values, 3 * ZONES - 1, &setup.error),
                     TAUB_BAD_INPUT);
    assert_int_equal(taub_simulation_write_state(setup.simulation, values, 4 * ZONES, &setup.error), TAUB_BAD_INPUT);
    const double bad[] = {0, -1, NAN, INFINITY};
    for (int n = 0; n < 4; n++) {
        for (int z = 0; z < ZONES; z++)
            values[z] = 1;
        values[17] = bad[n];
        assert_int_equal(taub_simulation_write_state(setup.simulation, values, 5 * ZONES, &setup.error),
                         TAUB_BAD_INPUT);
        assert_non_null(strstr(setup.error.message, "energy density"));
    }
    /* what was refused left no trace */
    double *e = read_quantity(&setup, "energy_density");
    assert_true(e[17] > 0.4);
    free(e);
    free(values);
    assert_int_equal(taub_simulation_read(setup.simulation, "colour", NULL, 0, NULL), TAUB_BAD_INPUT);
    close_setup(&setup);

    struct taub_config wrong = config;
    struct taub_case *run_case = NULL;
    struct taub_error error;
    wrong.mesh.blocks[0] = 5;
    assert_int_equal(taub_case_create(&wrong, &run_case, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "blocks"));
    assert_null(run_case);
}

static void times_and_steps_that_cannot_be(void **state)
{
    const struct taub_config config = config_of_gaussian();
    struct setup setup;
    (void)state;
    open_setup(&setup, &config);
    advance(&setup, 3, 2);
    const double now = taub_simulation_time(setup.simulation);
    const double wrong[] = {0, NAN, -INFINITY, now * (1 - 1e-9)};
    for (int n = 0; n < 4; n++) {
        assert_int_equal(taub_simulation_advance(setup.simulation, 1, wrong[n], &setup.error), TAUB_BAD_INPUT);
        assert_non_null(strstr(setup.error.message, "cannot go to"));
    }
    assert_int_equal(taub_simulation_advance(setup.simulation, -1, 2, &setup.error), TAUB_BAD_INPUT);
    assert_non_null(strstr(setup.error.message, "-1 steps"));
    assert_int_equal(taub_simulation_write_exact(setup.simulation, NAN, &setup.error), TAUB_BAD_INPUT);
    /* the present, also as a sum of steps may have it */
    advance(&setup, 1, now);
    advance(&setup, 1, now * (1 - 1e-15));
    advance(&setup, 0, 2);
    assert_true(taub_simulation_steps(setup.simulation) == 3 && taub_simulation_time(setup.simulation) == now);
    close_setup(&setup);
}

/* While one of its functions is under way, or in a fork, all that would launch something is refused. */
static void others_are_refused(struct setup *setup, const char *why)
{
    double *values = calloc(5 * ZONES, sizeof *values);
    struct taub_device_array array;
    const double *elements;
    size_t count;
    struct taub_simulation *simulation = setup->simulation;
    struct taub_error *error = &setup->error;
    assert_non_null(values);
    for (int n = 0; n < 7; n++) {
        enum taub_status status = TAUB_OK;
        error->message[0] = '\0';
        switch (n) {
        case 0:
            status = taub_simulation_advance(simulation, 1, 2, error);
            break;
        case 1:
            status = taub_simulation_read(simulation, "energy_density", values, ZONES, error);
            break;
        case 2:
            status = taub_simulation_device_array(simulation, "energy_density", &array, error);
            break;
        case 3:
            status = taub_simulation_surface(simulation, &elements, &count, error);
            break;
        case 4:
            status = taub_simulation_write_state(simulation, values, 5 * ZONES, error);
            break;
        case 5:
            status = taub_simulation_write_exact(simulation, 1, error);
            break;
        default:
            status = taub_simulation_write_particles(simulation, values, 0, 1, 1, 1, error);
        }
        if (status != TAUB_BAD_INPUT || !strstr(error->message, why))
            fail_msg("function %d: %s", n, error->message);
    }
    free(values);
}

static void one_thread_of_one_process(void **state)
{
    const struct taub_config config = config_of_gaussian();
    struct setup setup;
    int how = 0;
    (void)state;
    open_setup(&setup, &config);
    assert_int_equal(taub_simulation_enter(setup.simulation, &setup.error), TAUB_OK);
    others_are_refused(&setup, "another thread");
    assert_int_equal(taub_simulation_leave(setup.simulation, TAUB_OK), TAUB_OK);
    advance(&setup, 1, 2);
    const pid_t child = fork();
    if (child == 0) {
        others_are_refused(&setup, "fork");
        taub_simulation_destroy(setup.simulation);
        _exit(0);
    }
    assert_true(child > 0 && waitpid(child, &how, 0) == child && WIFEXITED(how) && WEXITSTATUS(how) == 0);
    advance(&setup, 1, 2);
    close_setup(&setup);
}

/* The failed step is taken back; what follows is refused. */
static void a_failure_leaves_the_last_good_state(void **state)
{
    struct taub_config config = config_of_gaussian();
    struct setup setup;
    (void)state;
    config.time.minimum_step = 0.5;
    open_setup(&setup, &config);
    double *before = read_quantity(&setup, "energy_density");
    assert_int_equal(taub_simulation_advance(setup.simulation, 5, 2, &setup.error), TAUB_FAILED);
    assert_non_null(strstr(setup.error.message, "minimum_step"));
    assert_true(taub_simulation_time(setup.simulation) == 0 && taub_simulation_steps(setup.simulation) == 0);
    double *after = read_quantity(&setup, "energy_density");
    assert_memory_equal(before, after, sizeof *before * ZONES);
    assert_int_equal(taub_simulation_advance(setup.simulation, 1, 2, &setup.error), TAUB_FAILED);
    free(before);
    free(after);
    close_setup(&setup);
}

static void single_precision_follows_double(void **state)
{
    struct taub_config config = config_of_gaussian();
    struct setup a, b;
    (void)state;
    open_setup(&a, &config);
    config.device.precision = TAUB_SINGLE;
    open_setup(&b, &config);
    advance(&a, 1000, 0.5);
    advance(&b, 1000, 0.5);
    double *e = read_quantity(&a, "energy_density"), *f = read_quantity(&b, "energy_density"), farthest = 0;
    for (int z = 0; z < ZONES; z++)
        farthest = fmax(farthest, fabs(f[z] / e[z] - 1));
    assert_true(farthest > 1e-9 && farthest < 1e-5);
    free(e);
    free(f);
    close_setup(&a);
    close_setup(&b);
}

static void it_says_what_it_is_made_of(void **state)
{
    const struct taub_config config = config_of_gaussian();
    struct setup setup;
    int cells[3], count = 0;
    double lower[3], upper[3];
    (void)state;
    open_setup(&setup, &config);
    taub_simulation_cells(setup.simulation, cells);
    taub_simulation_box(setup.simulation, lower, upper);
    assert_memory_equal(cells, config.mesh.cells, sizeof cells);
    assert_memory_equal(lower, config.mesh.lower, sizeof lower);
    assert_memory_equal(upper, config.mesh.upper, sizeof upper);
    assert_true(taub_simulation_end(setup.simulation) == 2);
    assert_int_equal(taub_simulation_state_components(setup.simulation), 5);
    for (const char *name; (name = taub_simulation_quantity(setup.simulation, count)) != NULL; count++) {
        assert_true(taub_simulation_components(setup.simulation, name) > 0);
        assert_string_equal(taub_simulation_unit(setup.simulation, name), "1"); /* an ideal gas is dimensionless */
    }
    assert_true(count > 8);
    assert_null(taub_simulation_quantity(setup.simulation, count + 5));
    assert_null(taub_simulation_quantity(setup.simulation, -1));
    assert_null(taub_simulation_unit(setup.simulation, "nonsense"));
    assert_string_equal(taub_version(), TAUB_VERSION);
    close_setup(&setup);
}

/* Every cell at the place that the strides tell has the value of the copy. */
static void arrays_on_the_device_are_the_copies(void **state)
{
    static const char *const names[] = {"energy_density", "velocity"};
    struct taub_config config = config_of_gaussian();
    struct taub_device_array array, kept[2];
    double *copies[2];
    struct setup setup;
    (void)state;
    open_setup(&setup, &config);
    assert_int_equal(taub_simulation_device_array(setup.simulation, "velocity", &array, &setup.error), TAUB_BAD_INPUT);
    assert_non_null(strstr(setup.error.message, "one block"));
    close_setup(&setup);
    config.mesh.blocks[0] = 1;
    open_setup(&setup, &config);
    advance(&setup, 2, 1);
    for (int n = 0; n < 2; n++) {
        double *copy = read_quantity(&setup, names[n]);
        assert_int_equal(taub_simulation_device_array(setup.simulation, names[n], &array, &setup.error), TAUB_OK);
        assert_int_equal(array.kind, TAUB_DEVICE_HOST);
        assert_int_equal(array.value_bytes, 8);
        assert_true(array.shape[0] == (n ? 3 : 1) && array.shape[1] == NZ && array.shape[2] == NY &&
                    array.shape[3] == NX);
        for (int at = 0; at < (n ? 3 : 1) * ZONES; at++) {
            const int index[4] = {at / ZONES, at / (NX * NY) % NZ, at / NX % NY, at % NX};
            const char *place = array.data;
            for (int a = 0; a < 4; a++)
                place += index[a] * array.strides[a];
            assert_memory_equal(place, &copy[at], sizeof *copy);
        }
        kept[n] = array;
        copies[n] = copy;
    }
    advance(&setup, 2, 2); /* later calls leave them alone */
    free(read_quantity(&setup, "pressure"));
    for (int n = 0; n < 2; n++) {
        assert_memory_equal(kept[n].data, copies[n], NX * sizeof(double)); /* the first row */
        free(copies[n]);
    }
    assert_int_equal(taub_simulation_release_array(setup.simulation, &kept[0], &setup.error), TAUB_OK);
    assert_int_equal(taub_simulation_release_array(setup.simulation, &kept[0], &setup.error), TAUB_BAD_INPUT);
    assert_int_equal(taub_simulation_device_array(setup.simulation, "nonsense", &array, &setup.error), TAUB_BAD_INPUT);
    close_setup(&setup);
}

/* Their energy, momentum and charge are the fluid's, also when the clock has gone on; wrong ones change nothing. */
static void particles_become_a_fluid(void **state)
{
    const struct taub_config config = config_of_gaussian();
    const double cell = 6.0 / NX * 4.0 / NY * 2.0 / NZ, background = 0.5;
    double list[3][TAUB_PARTICLE_VALUES] = {
        {0, 0.1, 0.2, 0, 2.5, 1, 0.5, -0.2, 1}, {0, -1, 0, 0.3, 3, 0, 0, 1, 0}, {0, 1.5, -1, 0, 2, -0.5, 0, 0, 1}};
    struct setup setup;
    (void)state;
    open_setup(&setup, &config);
    advance(&setup, 2, 1);
    assert_int_equal(taub_simulation_write_particles(setup.simulation, list[0], 3, 0.5, 0.7, background, &setup.error),
                     TAUB_OK);
    double *energy = read_quantity(&setup, "conserved_energy"), *charge = read_quantity(&setup, "conserved_charge");
    double *momentum = read_quantity(&setup, "momentum");
    assert_true(fabs((sum_of(energy) - background * ZONES) * cell - 0.5 * 7.5) < 1e-12 * ZONES);
    assert_true(fabs(sum_of(charge) * cell - 0.5 * 2) < 1e-12);
    assert_true(fabs(sum_of(momentum) * cell - 0.5 * 0.5) < 1e-12);
    list[1][0] = 9; /* later than the clock */
    assert_int_equal(taub_simulation_write_particles(setup.simulation, list[0], 3, 0.5, 0.7, background, &setup.error),
                     TAUB_BAD_INPUT);
    assert_non_null(strstr(setup.error.message, "particles:2"));
    list[1][0] = 0;
    list[2][4] = 0.1; /* below the momentum */
    assert_int_equal(taub_simulation_write_particles(setup.simulation, list[0], 3, 1, 0.7, background, &setup.error),
                     TAUB_BAD_INPUT);
    assert_non_null(strstr(setup.error.message, "particle 3"));
    double *after = read_quantity(&setup, "conserved_energy");
    assert_memory_equal(after, energy, sizeof *energy * ZONES);
    free(energy);
    free(charge);
    free(momentum);
    free(after);
    close_setup(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_end_where_they_are_told),
        cmocka_unit_test(it_says_what_it_is_made_of),
        cmocka_unit_test(arrays_on_the_device_are_the_copies),
        cmocka_unit_test(particles_become_a_fluid),
        cmocka_unit_test(quantities_belong_together),
        cmocka_unit_test(fields_stand_where_the_mesh_says),
        cmocka_unit_test(a_state_can_be_put_in),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(times_and_steps_that_cannot_be),
        cmocka_unit_test(one_thread_of_one_process),
        cmocka_unit_test(a_failure_leaves_the_last_good_state),
        cmocka_unit_test(single_precision_follows_double),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
