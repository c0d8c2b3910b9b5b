/* Cases of gas dynamics: pieces, flows, boundaries and scalars, read, echoed, and refused at their place. */
#include "case_support.h"

#define GAS "system: euler\neos: {kind: ideal-gas, gamma: 1.4}\n"
#define GAS_MESH "mesh: {cells: [8, 4, 2], lower: [0, 0, 0], upper: [1, 1, 1]"
#define GAS_TIME "time: {end: 1}\n"
#define HEAD GAS GAS_MESH "}\n" GAS_TIME
#define ONE "{density: 1, pressure: 1}"
#define TUBE "initial: {kind: riemann, left: " ONE ", right: " ONE "}\n"
#define BOX(text) GAS GAS_MESH ", boundary: " text "}\n" GAS_TIME TUBE

static const char *const good[] = {
    HEAD TUBE,
    HEAD "initial: {kind: pieces, states: [" ONE "]}\n",
    HEAD "initial: {kind: pieces, cuts: {x: [0.1, 0.5], z: [0.3]}, states: [" ONE ", " ONE ", " ONE ", " ONE ", " ONE
         ",\n  {density: 0.1, pressure: 1e-9, velocity: [1, 2, 3]}]}\n",
    HEAD
    "initial: {kind: wave, waves: [1, 0, -2], amplitude: 0.3, state: {density: 2, pressure: 1, velocity: [1, 1, 0]}}\n",
    HEAD "initial: {kind: vortex, axis: z, strength: 5, radius: 0.5, center: [1, 2, 3], state: " ONE "}\n",
    HEAD "initial: {kind: sedov, energy: 1, radius: 0.1, state: " ONE "}\n",
    HEAD "initial: {kind: noh, speed: 2, state: " ONE "}\n",
    HEAD "initial: {kind: ball, radius: 1, inside: " ONE ", outside: " ONE "}\n",
    "scalars: 3\n" HEAD
    "initial: {kind: riemann, left: {density: 1, pressure: 1, scalar_1: 0.5, scalar_3: -1}, right: " ONE "}\n"
    "output: {fields: [density, scalar_2]}\n",
    BOX("{x: [inflow, outflow], y: [code, inflow]}") "boundary: {file: user.c, parameters: {a: 1}}\n"
                                                     "inflow: {x_lower: {density: 3, pressure: 1, velocity: [0.1, 0, "
                                                     "0]}, y_upper: " ONE "}\n",
    HEAD TUBE "scheme: {kind: rk-weno, order: 2, limiter: mc-smooth}\n",
    HEAD TUBE "scheme: {kind: ader-weno, order: 2, compression: {density: 2, velocity: 1.25}}\n",
    "system: srhd\neos: {kind: ideal-gas}\n" GAS_MESH ", boundary: periodic}\n" GAS_TIME
    "initial: {kind: wave, amplitude: 0.3, state: {pressure: 1, charge_density: 1, velocity: [0.5, 0, 0]}}\n",
    HEAD TUBE "scheme: {kind: ader-weno, order: 2, limiter: parabolic, theta: 2}\n",
};

static void cases_come_back_from_their_echo(void **state)
{
    const struct scene *scene = *state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; ++i) {
        struct taub_case *first = load_good(scene->name, good[i], NULL, 0), *third = NULL;
        char *echo = echo_of(first);
        struct taub_case *second = load_good("/elsewhere/echo.yaml", echo, NULL, 0);
        struct taub_error error = {0};
        assert_same_config(taub_case_config(first), taub_case_config(second));
        assert_int_equal(taub_case_create(taub_case_config(first), &third, &error), TAUB_OK);
        assert_same_config(taub_case_config(first), taub_case_config(third));
        taub_case_destroy(first);
        taub_case_destroy(second);
        taub_case_destroy(third);
        free(echo);
    }
}

static void values_arrive(void **state)
{
    const struct scene *scene = *state;
    struct taub_case *loaded = load_good(scene->name, good[2], NULL, 0);
    const struct taub_config_initial *initial = &taub_case_config(loaded)->initial;
    assert_int_equal(initial->cuts[0].count, 2);
    assert_int_equal(initial->cuts[1].count, 0);
    assert_true(initial->cuts[0].list[1] == 0.5 && initial->cuts[2].list[0] == 0.3);
    assert_int_equal(initial->states.count, 6);
    assert_true(initial->states.list[5].velocity[2] == 3 && initial->states.list[5].pressure == 1e-9);
    taub_case_destroy(loaded);
    loaded = load_good(scene->name, good[11], NULL, 0);
    assert_true(taub_case_config(loaded)->scheme.compression.density == 2);
    assert_true(taub_case_config(loaded)->scheme.compression.velocity == 1.25);
    assert_true(taub_case_config(loaded)->scheme.compression.pressure == 0);
    taub_case_destroy(loaded);
    loaded = load_good(scene->name, good[8], NULL, 0);
    assert_int_equal(taub_case_config(loaded)->scalars, 3);
    assert_true(taub_case_config(loaded)->initial.left.scalars[2] == -1);
    taub_case_destroy(loaded);
}

static const struct {
    const char *text, *place, *words[3];
} wrong[] = {
    {HEAD "initial: {kind: pieces, cuts: {x: [0.5, 0.1]}, states: [" ONE ", " ONE ", " ONE "]}\n",
     "5:41: initial.cuts.x[1]: ",
     {"above the previous one"}},
    {HEAD "initial: {kind: pieces, cuts: {x: [0.5]}, states: [" ONE "]}\n",
     "5:51: initial.states: ",
     {"the 2 pieces", "got 1"}},
    {HEAD "initial: {kind: pieces, states: []}\n", "5:33: initial.states: ", {"a list of states"}},
    {HEAD "initial: {kind: pieces, cuts: {x: 1}, states: [" ONE "]}\n", "5:35: initial.cuts.x: ", {"a list"}},
    {HEAD "initial: {kind: pieces, states: [{density: 1, presure: 1}]}\n",
     "5:47: initial.states[0].presure: ",
     {"did you mean pressure?"}},
    {HEAD "initial: {kind: pieces, states: [{density: 1, pressure: -1}]}\n",
     "5:57: initial.states[0].pressure: ",
     {"at least 0"}},
    {HEAD "initial: {kind: pieces, states: [{density: 1}]}\n",
     "5:34: initial.states[0]: ",
     {"expected density, pressure"}},
    {HEAD "initial: {kind: riemann, left: {density: 1, pressure: 1, scalar_1: 1}, right: " ONE "}\n",
     "5:32: initial.left: ",
     {"at most", "scalars"}},
    {HEAD TUBE "output: {fields: [scalar_1]}\n", "6:19: output.fields[0]: ", {"no quantity scalar_1"}},
    {"scalars: 9\n" HEAD TUBE, "1:10: scalars: ", {"between 0 and 8"}},
    {HEAD "initial: {kind: vortex, axis: diagonal, radius: 1, state: " ONE "}\n",
     "5:31: initial.axis: ",
     {"x, y or z"}},
    {HEAD "initial: {kind: vortex, axis: z, strength: 50, radius: 1, state: " ONE "}\n",
     "5:44: initial.strength: ",
     {"weaker"}},
    {HEAD "initial: {kind: noh, state: {density: 1, pressure: 1, velocity: [1, 0, 0]}}\n",
     "5:29: initial.state: ",
     {"at rest"}},
    {HEAD "initial: {kind: bjorken, state: " ONE "}\n", "5:17: initial.kind: ", {"system euler goes with"}},
    {LINE_SYSTEM "eos: {kind: ideal-gas}\n" LINE_MESH GAS_TIME
                 "initial: {kind: vortex, radius: 1, state: {pressure: 1}}\n",
     "5:17: initial.kind: ",
     {"system srhd goes with"}},
    {"scalars: 1\n" LINE_SYSTEM LINE_EOS LINE_MESH LINE_TIME LINE_INITIAL, "1:1: scalars: ", {"system: srhd"}},
    {BOX("{x: inflow}"), "1:1: inflow.x_lower: ", {"missing", "inflow"}},
    {BOX("{x: [inflow, outflow]}") "inflow: {x_lower: {density: 1}}\n",
     "6:19: inflow.x_lower: ",
     {"density, pressure"}},
    {BOX("outflow") "inflow: {x_lower: " ONE "}\n", "6:19: inflow.x_lower: ", {"is not inflow here"}},
    {BOX("{x: [code, outflow]}"), "1:1: boundary.file: ", {"missing", "code"}},
    {BOX("outflow") "boundary: {file: user.c}\n", "6:18: boundary.file: ", {"no face with code"}},
    {HEAD TUBE "scheme: {limiter: mc-smooth}\n", "6:19: scheme.limiter: ", {"ader-weno or rk-weno"}},
    {HEAD TUBE "scheme: {kind: musta, limiter: parabolic}\n",
     "6:32: scheme.limiter: ",
     {"kurganov-tadmor, ader-weno or rk-weno"}},
    {HEAD TUBE "scheme: {kind: rk-weno, compression: {density: 3}}\n",
     "6:48: scheme.compression.density: ",
     {"between 1 and 2", "got 3"}},
    {HEAD TUBE "scheme: {kind: rk-weno, compression: {densty: 2}}\n",
     "6:39: scheme.compression.densty: ",
     {"did you mean density?"}},
    {HEAD TUBE "scheme: {kind: rk-weno, compression: 2}\n", "6:38: scheme.compression: ", {"a map"}},
    {HEAD TUBE "scheme: {kind: rk-weno, limiter: van-leer, compression: {density: 2}}\n",
     "6:44: scheme.compression: ",
     {"minmod or parabolic or mc-smooth"}},
    {HEAD TUBE "scheme: {compression: {density: 2}}\n", "6:10: scheme.compression: ", {"kurganov-tadmor"}},
    {BOX("{x: inflw}"), "3:76: mesh.boundary.x: ", {"did you mean inflow?"}},
};

static void wrong_cases_are_refused_at_their_place(void **state)
{
    const struct scene *scene = *state;
    int missing = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        char start[256];
        snprintf(start, sizeof start, "%s:%s", scene->name, wrong[i].place);
        struct taub_case *loaded = NULL;
        struct taub_error error = {0};
        assert_int_equal(
            taub_case_load_text(scene->name, wrong[i].text, strlen(wrong[i].text), NULL, 0, &loaded, &error),
            TAUB_BAD_INPUT);
        missing += misses(error.message, start, wrong[i].words, wrong[i].text);
    }
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_come_back_from_their_echo),
        cmocka_unit_test(values_arrive),
        cmocka_unit_test(wrong_cases_are_refused_at_their_place),
    };
    return cmocka_run_group_tests_name("cases of gas dynamics", tests, make_scene, clear_scene);
}
