/* Exact solutions know where and until when they hold: each kind with faces that end them. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "problems/problem.h"
#include "taub/case.h"

#define GAS "system: euler\neos: {kind: ideal-gas, gamma: 1.4}\n"
#define FLUID "system: srhd\neos: {kind: conformal}\n"
#define VISCOUS "system: israel-stewart\neos: {kind: conformal}\n"
#define LINE(boundary) "mesh: {cells: [10, 1, 1], lower: [-1, -1, -1], upper: [1, 1, 1], boundary: " boundary "}\n"
#define PLANE(boundary) "mesh: {cells: [10, 10, 1], lower: [-1, -1, -1], upper: [1, 1, 1], boundary: " boundary "}\n"
#define MILNE(boundary) \
    "mesh: {coordinates: milne, cells: [10, 10, 4], lower: [-5, -5, -1], upper: [5, 5, 1], boundary: " boundary "}\n"
#define TIME "time: {start: 0, end: 9}\n"
#define TAU "time: {start: 1, end: 9}\n"
/* Sod's tube: the shock has the speed 1.7522, the head of the fan -sqrt(1.4) = -1.1832. */
#define SOD "initial: {kind: riemann, left: {density: 1, pressure: 1}, right: {density: 0.125, pressure: 0.1}}\n"
#define LIGHT "initial: {kind: riemann, left: {energy_density: 2}, right: {energy_density: 1}}\n"
#define GUBSER "initial: {kind: gubser, q: 1, temperature: 0.2}\n"
#define SEDOV "initial: {kind: sedov, energy: 1, radius: 0.1, state: {density: 1, pressure: 1e-8}}\n"
#define NOH "initial: {kind: noh, state: {density: 1, pressure: 1e-6}}\n"
#define VORTEX(state) \
    "initial: {kind: vortex, axis: z, radius: 0.1, strength: 5, state: {density: 1, pressure: 1" state "}}\n"

static const struct {
    const char *text;
    double time;
    const char *expected; /* in the reason; NULL: there is a solution */
} table[] = {
    {GAS LINE("outflow") TIME SOD, 9, NULL},
    {GAS LINE("extrapolated") TIME SOD, 9, NULL},
    {GAS LINE("reflecting") TIME SOD, 0.57, NULL},
    {GAS LINE("reflecting") TIME SOD, 0.5708, "reached the upper x face (reflecting)"},
    {GAS LINE("{x: [reflecting, outflow]}") TIME SOD, 0.845, NULL},
    {GAS LINE("{x: [reflecting, outflow]}") TIME SOD, 0.846, "reached the lower x face (reflecting)"},
    {GAS LINE("periodic") TIME SOD, 1e-3, "connects two different states"},
    {GAS LINE("{x: [outflow, inflow]}") TIME SOD "inflow: {x_upper: {density: 0.125, pressure: 0.1}}\n", 0.57, NULL},
    {GAS LINE("{x: [outflow, inflow]}") TIME SOD "inflow: {x_upper: {density: 0.125, pressure: 0.1}}\n", 0.58,
     "reached the upper x face (inflow)"},
    {GAS LINE("{x: [outflow, inflow]}") TIME SOD "inflow: {x_upper: {density: 0.125, pressure: 0.2}}\n", 1e-3,
     "differs from the solution"},
    {GAS LINE("reflecting") TIME "initial: {kind: riemann, left: {density: 1, pressure: 1, velocity: [1, 0, 0]},\n"
                                 "  right: {density: 1, pressure: 1}}\n",
     1e-3, "blocks the flow"},
    {GAS PLANE("{x: outflow, y: reflecting}") TIME SOD, 9, NULL},
    {GAS PLANE("{x: outflow, y: periodic}") TIME SOD, 9, NULL},
    {GAS PLANE("{x: outflow, y: reflecting}") TIME "initial: {kind: riemann, left: {density: 1, pressure: 1, velocity: "
                                                   "[0, 1, 0]}, right: {density: 1, pressure: 1}}\n",
     1e-3, "lower y face"},
    {GAS "mesh: {cells: [10, 1, 1], lower: [0.5, -1, -1], upper: [1, 1, 1]}\n" TIME SOD, 0.28, NULL},
    {GAS "mesh: {cells: [10, 1, 1], lower: [0.5, -1, -1], upper: [1, 1, 1]}\n" TIME SOD, 0.29,
     "come in through the lower"},
    {GAS LINE("outflow") TIME "initial: {kind: riemann, position: 0.1, left: {density: 1, pressure: 1},\n"
                              "  right: {density: 0.125, pressure: 0.1}}\nsource: {file: parton.c}\n",
     1e-3, "source"},
    {FLUID LINE("outflow") TIME LIGHT, 9, NULL},
    {FLUID LINE("reflecting") TIME LIGHT, 1.55, NULL}, /* the shock: about 0.63 */
    {FLUID LINE("reflecting") TIME LIGHT, 1.65, "(reflecting)"},
    {FLUID "mesh: {coordinates: milne, cells: [10, 1, 1], lower: [-1, -1, -1], upper: [1, 1, 1]}\n" TAU LIGHT, 1.1,
     "Cartesian"},
    {FLUID PLANE("outflow") TIME "initial: {kind: riemann, axis: cylinder, position: 0.5, left: {energy_density: 2},\n"
                                 "  right: {energy_density: 1}}\n",
     1e-3, "cylinder"},
    {FLUID LINE("outflow") TIME
     "initial: {kind: riemann, transition: 0.1, left: {energy_density: 2}, right: {energy_density: 1}}\n",
     1e-3, "sharp jump"},
    {VISCOUS LINE("outflow") TIME LIGHT "transport: {shear_viscosity: {kind: constant, value: 0.1}}\n", 1e-3,
     "viscous"},
    {FLUID MILNE("outflow") TAU "initial: {kind: bjorken, state: {energy_density: 1}}\n", 9, NULL},
    {FLUID MILNE("reflecting") TAU "initial: {kind: bjorken, state: {energy_density: 1}}\n", 9, NULL},
    {FLUID MILNE("{x: [outflow, inflow]}") TAU "initial: {kind: bjorken, state: {energy_density: 1}}\n"
                                               "inflow: {x_upper: {energy_density: 1}}\n",
     2, "does not change with time"},
    {FLUID MILNE("extrapolated") TAU GUBSER, 9, NULL},
    {FLUID MILNE("{x: outflow, y: outflow, z: periodic}") TAU GUBSER, 9, NULL},
    {FLUID MILNE("reflecting") TAU GUBSER, 2, "is not part of the solution"},
    {FLUID MILNE("{x: outflow, y: periodic}") TAU GUBSER, 2, "y face (periodic)"},
    {VISCOUS MILNE("{x: periodic}") TAU GUBSER "transport: {shear_viscosity: {kind: constant, value: 0.1}}\n", 2,
     "x face (periodic)"},
    {VISCOUS MILNE("outflow") TAU GUBSER "transport: {shear_viscosity: {kind: constant, value: 0.1},\n"
                                         "  delta_shear_shear: 0}\n",
     2, "delta_shear_shear"},
    {GAS LINE("periodic") TIME
     "initial: {kind: wave, waves: [1, 0, 0], amplitude: 0.1, state: {density: 1, pressure: 1, velocity: [1, 0, 0]}}\n",
     9, NULL},
    {GAS PLANE("{x: periodic, y: outflow}") TIME
     "initial: {kind: wave, waves: [1, 0, 0], amplitude: 0.1, state: {density: 1, pressure: 1, velocity: [1, 1, 0]}}\n",
     9, NULL},
    {GAS LINE("outflow") TIME
     "initial: {kind: wave, waves: [1, 0, 0], amplitude: 0.1, state: {density: 1, pressure: 1, velocity: [1, 0, 0]}}\n",
     1e-3, "must be periodic"},
    {GAS PLANE("{x: periodic, y: reflecting}") TIME
     "initial: {kind: wave, waves: [1, 0, 0], amplitude: 0.1, state: {density: 1, pressure: 1, velocity: [1, 1, 0]}}\n",
     1e-3, "blocks the flow"},
    {GAS PLANE("periodic") TIME VORTEX(", velocity: [1, 1, 0]"), 9, NULL},
    {GAS PLANE("outflow") TIME VORTEX(", velocity: [1, 1, 0]"), 9, NULL},
    {GAS PLANE("reflecting") TIME VORTEX(", velocity: [1, 1, 0]"), 1e-3, "blocks the flow"},
    {GAS PLANE("reflecting") TIME VORTEX(""), 9, NULL},
    {GAS PLANE("{x: [inflow, outflow]}")
         TIME VORTEX(", velocity: [-1, 0, 0]") "inflow: {x_lower: {density: 1, pressure: 1, velocity: [-1, 0, 0]}}\n",
     0.49, NULL},
    {GAS PLANE("{x: [inflow, outflow]}")
         TIME VORTEX(", velocity: [-1, 0, 0]") "inflow: {x_lower: {density: 1, pressure: 1, velocity: [-1, 0, 0]}}\n",
     0.51, "touches the lower x face (inflow)"},
    /* a plane explosion reaches x = 1 at sqrt(alpha) = 1.0382 and leaves its ball at 0.033 */
    {GAS LINE("outflow") TIME SEDOV, 1.03, NULL},
    {GAS LINE("outflow") TIME SEDOV, 1.05, "the shock has reached the"},
    {GAS LINE("outflow") TIME SEDOV, 0.01, "has not left the initial ball"},
    {GAS
     "mesh: {cells: [10, 1, 1], lower: [0, 0, 0], upper: [2, 1, 1], boundary: {x: [reflecting, outflow]}}\n" TIME SEDOV,
     2.9, NULL},
    {GAS "mesh: {cells: [10, 1, 1], lower: [0.5, 0, 0], upper: [2, 1, 1], boundary: outflow}\n" TIME SEDOV, 0.1,
     "does not lie inside"},
    {GAS LINE("outflow") TIME "initial: {kind: sedov, energy: 1, radius: 0.1, state: {density: 1, pressure: 0.01}}\n",
     1, "Mach 10"},
    {GAS LINE("outflow") TIME NOH, 4.9, NULL}, /* the shock's speed is (gamma - 1)/2 = 0.2 */
    {GAS LINE("outflow") TIME NOH, 5.1, "the shock has reached the"},
    {GAS LINE("periodic") TIME NOH, 1e-3, "connects two different states"},
    {GAS LINE("reflecting") TIME NOH, 1e-3, "blocks the flow"},
    {GAS PLANE("outflow") TIME NOH, 1e-3, "grows denser"},
    {GAS LINE("outflow") TIME "initial: {kind: noh, state: {density: 1, pressure: 0.1}}\n", 1e-3, "Mach number"},
    {FLUID LINE("outflow") TIME
     "initial: {kind: ball, radius: 0.5, inside: {energy_density: 2}, outside: {energy_density: 1}}\n",
     1e-3, "none is known for initial.kind ball"},
};

static struct taub_problem *create(const char *text, struct taub_case **run_case, struct taub_eos **eos)
{
    struct taub_error error;
    struct taub_problem *problem;
    if (taub_case_load_text(TAUB_SOURCE_DIR "/examples/user-code/case.yaml", text, strlen(text), NULL, 0, run_case,
                            &error) != TAUB_OK ||
        taub_eos_create(&taub_case_config(*run_case)->eos, eos, &error) != TAUB_OK ||
        taub_problem_create(taub_case_config(*run_case), *eos, &problem, &error) != TAUB_OK)
        fail_msg("%s\n%s", error.message, text);
    return problem;
}

static void destroy(struct taub_problem *problem, struct taub_case *run_case, struct taub_eos *eos)
{
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
    taub_case_destroy(run_case);
}

static void each_kind_says_until_when(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof table / sizeof *table; n++) {
        struct taub_case *run_case;
        struct taub_eos *eos;
        struct taub_error error;
        double q[64];
        struct taub_problem *problem = create(table[n].text, &run_case, &eos);
        const double start = taub_case_config(run_case)->time.start, x[3] = {0.9, 0.3, 0};
        const char *reason = taub_problem_no_exact(problem, table[n].time, NULL);
        if (!table[n].expected && reason)
            fail_msg("no solution at %g (%s):\n%s", table[n].time, reason, table[n].text);
        if (table[n].expected && (!reason || !strstr(reason, table[n].expected)))
            fail_msg("at %g expected '%s', and got '%s':\n%s", table[n].time, table[n].expected,
                     reason ? reason : "a solution", table[n].text);
        /* The state is refused with the same reason; the initial state is not. */
        const enum taub_status status = taub_problem_state(problem, x, table[n].time, q, &error);
        assert_int_equal(status, reason ? TAUB_FAILED : TAUB_OK);
        if (reason)
            assert_non_null(strstr(error.message, reason));
        assert_int_equal(taub_problem_state(problem, x, start, q, NULL), TAUB_OK);
        destroy(problem, run_case, eos);
    }
}

/* A tube along the diagonal meets the faces from the start: the solution is left where light from them has not been. */
static void a_diagonal_keeps_the_middle(void **state)
{
    (void)state;
    struct taub_case *run_case;
    struct taub_eos *eos;
    struct taub_problem *problem =
        create(FLUID PLANE("outflow") TIME
               "initial: {kind: riemann, axis: diagonal, left: {energy_density: 2}, right: {energy_density: 1}}\n",
               &run_case, &eos);
    assert_null(taub_problem_no_exact(problem, 0.5, NULL));
    assert_true(taub_problem_exact_covers(problem, (double[3]){0.49, -0.49, 0}, 0.5));
    assert_false(taub_problem_exact_covers(problem, (double[3]){0.51, 0, 0}, 0.5));
    assert_false(taub_problem_exact_covers(problem, (double[3]){0, -0.51, 0}, 0.5));
    assert_true(taub_problem_exact_covers(problem, (double[3]){0.99, 0.99, 0}, 0));
    destroy(problem, run_case, eos);
    problem =
        create(FLUID PLANE("periodic") TIME
               "initial: {kind: riemann, axis: diagonal, left: {energy_density: 2}, right: {energy_density: 1}}\n",
               &run_case, &eos);
    assert_non_null(strstr(taub_problem_no_exact(problem, 0.5, NULL), "from the start"));
    destroy(problem, run_case, eos);
}

/* Examples whose kind has an exact solution, and which is theirs to the end: all but those that say what is in the way
 * of the flow or of the light. */
static void examples_hold_to_their_end(void **state)
{
    (void)state;
    glob_t found;
    int held = 0;
    assert_int_equal(glob(TAUB_SOURCE_DIR "/examples/*/*.yaml", 0, NULL, &found), 0);
    for (size_t n = 0; n < found.gl_pathc; n++) {
        struct taub_case *run_case;
        struct taub_eos *eos = NULL;
        struct taub_problem *problem = NULL;
        bool known = false;
        if (strstr(found.gl_pathv[n], "/study.yaml")) /* of a batch */
            continue;
        assert_int_equal(taub_case_load(found.gl_pathv[n], NULL, 0, &run_case, NULL), TAUB_OK);
        const struct taub_config *config = taub_case_config(run_case);
        if (config->initial.kind != TAUB_INITIAL_CODE && config->initial.kind != TAUB_INITIAL_GLAUBER &&
            config->initial.kind != TAUB_INITIAL_TRENTO && config->initial.kind != TAUB_INITIAL_GRID &&
            config->initial.kind != TAUB_INITIAL_PARTICLES) {
            assert_int_equal(taub_eos_create(&config->eos, &eos, NULL), TAUB_OK);
            assert_int_equal(taub_problem_create(config, eos, &problem, NULL), TAUB_OK);
            const char *reason = taub_problem_no_exact(problem, config->time.end, &known);
            if (known && reason && !strstr(reason, "cylinder") && !strstr(reason, "the medium is inhomogeneous") &&
                !strstr(reason, "the case has a source"))
                fail_msg("%s: %s", found.gl_pathv[n], reason);
            held += !reason;
        }
        destroy(problem, run_case, eos);
    }
    assert_true(held >= 20);
    globfree(&found);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_says_until_when),
        cmocka_unit_test(a_diagonal_keeps_the_middle),
        cmocka_unit_test(examples_hold_to_their_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
