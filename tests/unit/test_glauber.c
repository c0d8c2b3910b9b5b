/* Nuclei and the Glauber model against quadrature, statistics and published means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_integration.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/glauber.h"
#include "metadata.h"
#include "problems/problem.h"

static void close_to(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g is not %.17g within %g", value, expected, tolerance);
}

static const struct taub_nucleus *nucleus(const char *name)
{
    const struct taub_nucleus *found = NULL;
    assert_int_equal(taub_nucleus_find(name, &found, NULL), TAUB_OK);
    return found;
}

/* xoshiro256** from a splitmix64 seed: uniform bits, repeatable, different for different seeds. */
static void test_random(void **unused)
{
    (void)unused;
    struct taub_random a, b;
    taub_random_seed(&a, 42);
    taub_random_seed(&b, 42);
    int bins[64] = {0};
    const int draws = 640000;
    double mean = 0;
    for (int i = 0; i < draws; i++) {
        const double u = taub_random_uniform(&a);
        assert_true(u >= 0 && u < 1 && u == taub_random_uniform(&b));
        bins[(int)(64 * u)]++;
        mean += u / draws;
    }
    double chi2 = 0;
    for (int i = 0; i < 64; i++)
        chi2 += pow(bins[i] - draws / 64, 2) / (draws / 64);
    assert_true(gsl_cdf_chisq_Q(chi2, 63) > 1e-4 && gsl_cdf_chisq_P(chi2, 63) > 1e-4);
    close_to(mean, 0.5, 5 / sqrt(12.0 * draws));
    /* First numbers of splitmix64 from seed 0 are published with the generator: 0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4,
     * 0x06c45d188009454f, 0xf88bb8a8724c81ec; they are the state here. */
    taub_random_seed(&a, 0);
    assert_true(a.state[0] == UINT64_C(0xe220a8397b1dcdaf) && a.state[1] == UINT64_C(0x6e789e6aa1b965f4));
    assert_true(a.state[2] == UINT64_C(0x06c45d188009454f) && a.state[3] == UINT64_C(0xf88bb8a8724c81ec));
}

struct shape {
    const struct taub_nucleus *nucleus;
    double cosine;
};

static double radial(double r, void *user)
{
    const struct shape *shape = user;
    return r * r * taub_nucleus_shape_at(shape->nucleus, r, shape->cosine);
}

static double integrate(double (*f)(double, void *), void *user, double a, double b)
{
    gsl_integration_workspace *space = gsl_integration_workspace_alloc(1000);
    gsl_function function = {f, user};
    double sum, error;
    gsl_integration_qag(&function, a, b, 0, 1e-7, 1000, GSL_INTEG_GAUSS31, space, &sum, &error);
    gsl_integration_workspace_free(space);
    return sum;
}

/* Radii of sampled nucleons against the Woods-Saxon density: Pearson's chi^2 in 24 shells, with the minimum distance in
 * force, which must not change them. */
static void test_woods_saxon_radii(void **unused)
{
    (void)unused;
    const char *names[] = {"Au", "Pb", "O"};
    for (int k = 0; k < 3; k++) {
        const struct taub_nucleus *which = nucleus(names[k]);
        struct shape shape = {which, 0};
        const double outer = which->radius + 5 * which->diffuseness, whole = integrate(radial, &shape, 0, outer + 10);
        struct taub_random random;
        taub_random_seed(&random, 11);
        enum { SHELLS = 24 };
        double expected[SHELLS + 1], chi2 = 0;
        int seen[SHELLS + 1] = {0}, total = 0;
        double position[256][3], center[3] = {0};
        for (int event = 0; event < 60000 / which->nucleons; event++) {
            taub_nucleus_sample(which, 0.4, &random, position);
            for (int i = 0; i < which->nucleons; i++) {
                const double *p = position[i], r = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
                seen[r < outer ? (int)(SHELLS * r / outer) : SHELLS]++;
                total++;
                for (int c = 0; c < 3; c++)
                    center[c] += p[c];
            }
        }
        for (int i = 0; i <= SHELLS; i++) {
            const double a = outer * i / SHELLS, b = i < SHELLS ? outer * (i + 1) / SHELLS : outer + 10;
            expected[i] = total * integrate(radial, &shape, a, b) / whole;
            chi2 += pow(seen[i] - expected[i], 2) / expected[i];
        }
        print_message("%s: chi^2 = %.1f with %d degrees of freedom\n", names[k], chi2, SHELLS);
        assert_true(gsl_cdf_chisq_Q(chi2, SHELLS) > 1e-3);
        for (int c = 0; c < 3; c++)
            close_to(center[c] / total, 0, 5 * outer / sqrt(3.0 * total));
    }
}

static void test_minimum_distance(void **unused)
{
    (void)unused;
    struct taub_random random;
    taub_random_seed(&random, 3);
    double position[256][3];
    int close = 0;
    for (int event = 0; event < 20; event++) {
        taub_nucleus_sample(nucleus("Pb"), 0.9, &random, position);
        for (int i = 0; i < 208; i++)
            for (int j = 0; j < i; j++)
                close += hypot(hypot(position[i][0] - position[j][0], position[i][1] - position[j][1]),
                               position[i][2] - position[j][2]) < 0.9;
    }
    assert_true(close <= 4); /* of 4160 nucleons */
}

/* Uranium is 1 + 0.28 Y20 longer along its axis; many random turns are isotropic, each one is not. */
static void test_deformation(void **unused)
{
    (void)unused;
    struct taub_random random;
    taub_random_seed(&random, 5);
    const struct taub_nucleus *which = nucleus("U");
    double position[256][3], mean[3] = {0}, largest = 0, events = 400;
    for (int event = 0; event < events; event++) {
        taub_nucleus_sample(which, 0, &random, position);
        double square[3] = {0}, sum = 0;
        for (int i = 0; i < 238; i++)
            for (int c = 0; c < 3; c++) {
                square[c] += position[i][c] * position[i][c];
                sum += position[i][c] * position[i][c];
            }
        for (int c = 0; c < 3; c++) {
            mean[c] += square[c] / sum / events;
            largest = fmax(largest, square[c] / sum);
        }
    }
    for (int c = 0; c < 3; c++)
        close_to(mean[c], 1.0 / 3, 0.02);
    assert_true(largest > 0.42); /* spherical samples reach 0.38 */
}

struct ray {
    const struct taub_nucleus *nucleus;
    double s;
};

static double along_beam(double z, void *user)
{
    const struct ray *ray = user;
    const double r = hypot(ray->s, z);
    double sum = 0; /* Gauss-Legendre over cos theta, 0 to 1, where deformed */
    static const double x[5] = {0.0469100770306680, 0.2307653449471585, 0.5, 0.7692346550528415, 0.9530899229693320};
    static const double w[5] = {0.1184634425280945, 0.2393143352496832, 0.2844444444444444, 0.2393143352496832,
                                0.1184634425280945};
    for (int panel = 0; panel < 8; panel++)
        for (int i = 0; i < 5; i++)
            sum += w[i] / 8 * taub_nucleus_shape_at(ray->nucleus, r, (panel + x[i]) / 8);
    return sum;
}

static double ring(double s, void *user)
{
    return 2 * M_PI * s * taub_thickness_at(user, s);
}

static void test_thickness(void **unused)
{
    (void)unused;
    const char *names[] = {"Au", "Pb", "Cu", "O", "U", "d", "p"};
    for (int k = 0; k < 7; k++) {
        const struct taub_nucleus *which = nucleus(names[k]);
        struct taub_thickness thickness;
        assert_int_equal(taub_thickness_create(which, 0.5, &thickness, NULL), TAUB_OK);
        close_to(integrate(ring, &thickness, 0, thickness.largest) / which->nucleons, 1, k == 5 ? 1e-3 : 1e-6);
        if (which->shape == TAUB_NUCLEUS_WOODS_SAXON) {
            struct ray center = {which, 0};
            const double middle = integrate(along_beam, &center, 0, 25) / taub_thickness_at(&thickness, 0);
            for (double s = 0.37; s < 9; s += 0.61) {
                struct ray ray = {which, s};
                const double expected = integrate(along_beam, &ray, 0, 25);
                close_to(taub_thickness_at(&thickness, s) * middle, expected, 2e-4 * expected + 1e-4);
            }
        }
        if (which->nucleons == 1)
            close_to(taub_thickness_at(&thickness, 0.5), exp(-0.5) / (2 * M_PI * 0.25), 1e-5);
        taub_thickness_free(&thickness);
    }
}

/* Loizides, Kamin, d'Enterria 2018, table of sigma_NN: 41.6 mb at 0.2, 61.8 at 2.76, 67.6 at 5.02 TeV, each +- 0.6. */
static void test_cross_section(void **unused)
{
    (void)unused;
    close_to(taub_nucleon_cross_section(200), 4.16, 0.06);
    close_to(taub_nucleon_cross_section(2760), 6.18, 0.06);
    close_to(taub_nucleon_cross_section(5020), 6.76, 0.06);
}

static struct taub_config gold(enum taub_glauber_model model)
{
    struct taub_config config = {.eos = {.kind = TAUB_EOS_CONFORMAL, .colours = 3, .flavours = 3}};
    config.mesh.coordinates = TAUB_MILNE;
    for (int i = 0; i < 3; i++) {
        config.mesh.cells[i] = i < 2 ? 100 : 1;
        config.mesh.lower[i] = -15;
        config.mesh.upper[i] = 15;
    }
    config.time.start = 1;
    config.initial.kind = TAUB_INITIAL_GLAUBER;
    config.initial.model = model;
    config.initial.nuclei[0] = config.initial.nuclei[1] = "Au";
    config.initial.cross_section = 4.2;
    config.initial.mixing = 0.145;
    config.initial.nucleon_width = 0.5;
    config.initial.minimum_distance = 0.4;
    config.initial.scale = 2;
    config.initial.seed = 1;
    config.initial.background = (struct taub_state){.given = TAUB_GIVEN_ENERGY_DENSITY, .energy_density = 1e-3};
    return config;
}

static void create(const struct taub_config *config, struct taub_eos **eos, struct taub_problem **problem)
{
    struct taub_error error = {0};
    assert_int_equal(taub_eos_create(&config->eos, eos, &error), TAUB_OK);
    if (taub_problem_create(config, *eos, problem, &error) != TAUB_OK)
        fail_msg("%s", error.message);
}

/* Au+Au, 42 mb, by centrality: N_part and N_coll as PHENIX prints them with their errors (S. S. Adler et al., Phys.
 * Rev. C 69 (2004) 034909). Their classes are of multiplicity and with trigger losses, these of impact parameter, so
 * twice the error of N_part is allowed. */
static void test_published_means(void **unused)
{
    (void)unused;
    const struct {
        double centrality[2], participants, participants_error, collisions, collisions_error;
    } rows[] = {
        {{0, 5}, 351.4, 2.9, 1065.4, 105.3},
        {{20, 30}, 166.6, 5.4, 373.8, 39.6},
        {{40, 50}, 74.4, 3.8, 120.3, 13.7},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        struct taub_config config = gold(TAUB_GLAUBER_OPTICAL);
        config.initial.centrality_given = true;
        memcpy(config.initial.centrality, rows[row].centrality, sizeof rows[row].centrality);
        struct taub_glauber glauber = {.nuclei = {nucleus("Au"), nucleus("Au")},
                                       .cross_section = 4.2,
                                       .nucleon_width = 0.5,
                                       .mixing = 0.145,
                                       .minimum_distance = 0.4};
        struct taub_thickness thickness[2];
        struct taub_centrality centrality;
        assert_int_equal(taub_thickness_create(glauber.nuclei[0], 0.5, &thickness[0], NULL), TAUB_OK);
        thickness[1] = thickness[0];
        assert_int_equal(taub_centrality_create(&glauber, thickness, &centrality, NULL), TAUB_OK);
        const double low = taub_centrality_impact(&centrality, rows[row].centrality[0]);
        const double high = taub_centrality_impact(&centrality, rows[row].centrality[1]);
        struct taub_random random;
        taub_random_seed(&random, 2013);
        const int events = 300;
        double participants = 0, collisions = 0;
        for (int i = 0; i < events; i++) {
            struct taub_glauber_event event;
            const double b = sqrt(low * low + taub_random_uniform(&random) * (high * high - low * low));
            assert_int_equal(taub_monte_carlo_event(&glauber, b, &random, &event, NULL), TAUB_OK);
            participants += (double)event.participants / events;
            collisions += (double)event.collisions / events;
            free(event.sources);
        }
        print_message(
            "%g to %g %%: b %.2f to %.2f fm, N_part %.1f (published %.1f), N_coll %.1f (%.1f), sigma %.2f b\n",
            rows[row].centrality[0], rows[row].centrality[1], low, high, participants, rows[row].participants,
            collisions, rows[row].collisions, centrality.total / 100);
        close_to(participants, rows[row].participants, 2 * rows[row].participants_error);
        close_to(collisions, rows[row].collisions, rows[row].collisions_error);
        taub_centrality_free(&centrality);
        taub_thickness_free(&thickness[0]);
    }
}

/* Optical numbers at b = 0 against their integrals by GSL: N_coll = sigma T_AB(0) = sigma int T^2. */
static double squared(double s, void *user)
{
    const double t = taub_thickness_at(user, s);
    return 2 * M_PI * s * t * t;
}

static void test_optical(void **unused)
{
    (void)unused;
    struct taub_config config = gold(TAUB_GLAUBER_OPTICAL);
    struct taub_eos *eos;
    struct taub_problem *problem;
    create(&config, &eos, &problem);
    struct taub_thickness thickness;
    assert_int_equal(taub_thickness_create(nucleus("Au"), 0.5, &thickness, NULL), TAUB_OK);
    const double expected = 4.2 * integrate(squared, &thickness, 0, thickness.largest);
    close_to(metadatum(problem, "ncoll"), expected, 1e-4 * expected);
    close_to(metadatum(problem, "ecc2"), 0, 1e-6);
    assert_true(metadatum(problem, "npart") > 375 && metadatum(problem, "npart") < 394);
    /* On a cell's centre (from the map) and just beside it (direct). */
    const double at[3] = {0.15, 0.45, 0}, beside[3] = {0.15 + 1e-6, 0.45, 0};
    double a[5], b[5], parts[2], coll;
    assert_int_equal(taub_problem_state(problem, at, 1, a, NULL), TAUB_OK);
    assert_int_equal(taub_problem_state(problem, beside, 1, b, NULL), TAUB_OK);
    close_to(a[0], b[0], 1e-5 * a[0]);
    struct taub_glauber glauber = {.nuclei = {nucleus("Au"), nucleus("Au")}, .cross_section = 4.2};
    const struct taub_thickness both[2] = {thickness, thickness};
    taub_optical_densities(&glauber, both, 0.15, 0.45, parts, &coll);
    const double part = parts[0] + parts[1];
    close_to(a[0], 2 * (0.855 / 2 * part + 0.145 * coll) + 1e-3, 1e-12 * a[0]);
    taub_thickness_free(&thickness);
    taub_problem_destroy(problem);

    config.initial.impact_parameter = 7;
    assert_int_equal(taub_problem_create(&config, eos, &problem, NULL), TAUB_OK);
    assert_true(metadatum(problem, "ecc2") > 0.2 && metadatum(problem, "ecc2") < 0.5);
    assert_true(metadatum(problem, "b") == 7);
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
}

static double total_energy(const struct taub_problem *problem)
{
    double sum = 0, state[5];
    for (int j = 0; j < 100; j++)
        for (int i = 0; i < 100; i++) {
            const double x[3] = {-15 + 0.3 * (i + 0.5), -15 + 0.3 * (j + 0.5), 0};
            assert_int_equal(taub_problem_state(problem, x, 1, state, NULL), TAUB_OK);
            sum += (state[0] - 1e-3) * 0.09;
        }
    return sum;
}

static void test_monte_carlo(void **unused)
{
    (void)unused;
    struct taub_config config = gold(TAUB_GLAUBER_MONTE_CARLO);
    config.initial.impact_parameter = 4;
    struct taub_eos *eos;
    struct taub_problem *one, *two;
    create(&config, &eos, &one);
    assert_int_equal(taub_problem_create(&config, eos, &two, NULL), TAUB_OK);
    const double npart = metadatum(one, "npart"), ncoll = metadatum(one, "ncoll");
    assert_true(npart == metadatum(two, "npart") && ncoll == metadatum(two, "ncoll")); /* the seed fixes the event */
    close_to(total_energy(one), 2 * (0.855 / 2 * npart + 0.145 * ncoll), 1e-6 * total_energy(one));
    const double at[3] = {0.15, 0.45, 0}, beside[3] = {0.15 + 1e-6, 0.45, 0};
    double a[5], b[5];
    assert_int_equal(taub_problem_state(one, at, 1, a, NULL), TAUB_OK);
    assert_int_equal(taub_problem_state(one, beside, 1, b, NULL), TAUB_OK);
    close_to(a[0], b[0], 1e-5 * a[0]);
    taub_problem_destroy(two);
    config.initial.seed = 2;
    assert_int_equal(taub_problem_create(&config, eos, &two, NULL), TAUB_OK);
    assert_true(ncoll != metadatum(two, "ncoll"));
    taub_problem_destroy(one);
    taub_problem_destroy(two);
    config.initial.nuclei[0] = "p"; /* small on large, with a plateau */
    config.initial.nuclei[1] = "Pb";
    config.initial.impact_parameter = 2;
    config.mesh.cells[2] = 20;
    config.initial.longitudinal.given = true;
    config.initial.longitudinal.plateau = 2;
    config.initial.longitudinal.sigma = 0.5;
    assert_int_equal(taub_problem_create(&config, eos, &one, NULL), TAUB_OK);
    assert_true(metadatum(one, "npart") == metadatum(one, "ncoll") + 1);
    const double low[3] = {-1.05, 0.15, 1.9}, high[3] = {-1.05, 0.15, 3};
    assert_int_equal(taub_problem_state(one, low, 1, a, NULL), TAUB_OK);
    assert_int_equal(taub_problem_state(one, high, 1, b, NULL), TAUB_OK);
    close_to((b[0] - 1e-3) / (a[0] - 1e-3), exp(-2), 1e-10);
    taub_problem_destroy(one);
    taub_eos_destroy(eos);
}

static void test_bad_input(void **unused)
{
    (void)unused;
    struct taub_config configs[8];
    const char *keys[8] = {
        "initial.nuclei",        "initial.mixing", "initial.collision_energy",   "initial.centrality",
        "initial.nucleon_width", "initial.scale",  "initial.longitudinal.sigma", "initial.impact_parameter"};
    for (int i = 0; i < 8; i++)
        configs[i] = gold(TAUB_GLAUBER_MONTE_CARLO);
    configs[0].initial.nuclei[1] = "Xx";
    configs[1].initial.mixing = 1.5;
    configs[2].initial.cross_section = 0;
    configs[3].initial.centrality_given = true;
    configs[3].initial.centrality[0] = 30;
    configs[3].initial.centrality[1] = 10;
    configs[4].initial.nucleon_width = 0;
    configs[5].initial.scale = NAN;
    configs[6].initial.longitudinal.given = true;
    configs[7].initial.impact_parameter = 40;
    struct taub_eos *eos;
    assert_int_equal(taub_eos_create(&configs[0].eos, &eos, NULL), TAUB_OK);
    for (int i = 0; i < 8; i++) {
        struct taub_error error = {0};
        struct taub_problem *problem;
        assert_int_equal(taub_problem_create(&configs[i], eos, &problem, &error), TAUB_BAD_INPUT);
        if (strncmp(error.message, keys[i], strlen(keys[i])) != 0)
            fail_msg("\"%s\" does not start with %s", error.message, keys[i]);
    }
    struct taub_config dark = gold(TAUB_GLAUBER_OPTICAL); /* no background: no energy far away */
    dark.initial.background.given = 0;
    struct taub_problem *problem;
    struct taub_error error = {0};
    assert_int_equal(taub_problem_create(&dark, eos, &problem, NULL), TAUB_OK);
    const double far[3] = {14.85, 14.85, 0};
    double state[5];
    assert_int_equal(taub_problem_state(problem, far, 1, state, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "initial.background.energy_density"));
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
}

/* Constituents: their number, centre and width; mean r^2 of what is deposited; weights of a gamma distribution by its
 * cumulative distribution. */
static void test_constituents(void **unused)
{
    (void)unused;
    static const double shapes[] = {0, 0.4, 1, 3.5};
    for (int s = 0; s < 4; s++) {
        struct taub_glauber glauber = {.nucleon_width = 0.8, .constituents = 5, .constituent_width = 0.3};
        struct taub_random random;
        struct taub_source sources[5];
        const int draws = 40000;
        double squares = 0, total = 0;
        int bins[20] = {0};
        glauber.fluctuation = shapes[s];
        taub_random_seed(&random, 11);
        for (int i = 0; i < draws; i++) {
            double centre = 0;
            assert_int_equal(taub_participant_sources(&glauber, 0, 1.5, -0.5, 0.43, &random, sources), 5);
            for (int n = 0; n < 5; n++) {
                const double x = sources[n].x - 1.5, y = sources[n].y + 0.5, w = sources[n].weight / (0.43 / 5);
                assert_true(sources[n].width == 0.3 && w > 0);
                centre += x + y;
                squares += w * (x * x + y * y + 2 * 0.3 * 0.3) / (5.0 * draws);
                total += w / (5.0 * draws);
                if (shapes[s] > 0)
                    bins[(int)fmin(20 * gsl_cdf_gamma_P(w, shapes[s], 1 / shapes[s]), 19)]++;
            }
            close_to(centre, 0, 1e-14 * 10);
        }
        close_to(squares, 2 * 0.8 * 0.8, 0.02);
        close_to(total, 1, shapes[s] > 0 ? 5 / sqrt(shapes[s] * 5 * draws) : 1e-9);
        double chi2 = 0;
        for (int i = 0; i < 20 && shapes[s] > 0; i++)
            chi2 += pow(bins[i] - draws / 4.0, 2) / (draws / 4.0);
        assert_true(shapes[s] == 0 || (gsl_cdf_chisq_Q(chi2, 19) > 1e-4 && gsl_cdf_chisq_P(chi2, 19) > 1e-4));
    }
    /* one, which does not draw */
    struct taub_glauber glauber = {.nucleon_width = 0.8};
    struct taub_random random = {{1, 2, 3, 4}};
    struct taub_source one;
    assert_int_equal(taub_participant_sources(&glauber, 0, 1, 2, 0.5, &random, &one), 1);
    assert_true(one.x == 1 && one.y == 2 && one.width == 0.8 && one.weight == 0.5 && random.state[0] == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_constituents),
        cmocka_unit_test(test_woods_saxon_radii),
        cmocka_unit_test(test_minimum_distance),
        cmocka_unit_test(test_deformation),
        cmocka_unit_test(test_thickness),
        cmocka_unit_test(test_cross_section),
        cmocka_unit_test(test_published_means),
        cmocka_unit_test(test_optical),
        cmocka_unit_test(test_monte_carlo),
        cmocka_unit_test(test_bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
