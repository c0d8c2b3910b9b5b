/* Cases that are right: loading, defaults, overrides, the resolved echo, cases made by programs. */
#include "case_support.h"

#include <glob.h>
#include <locale.h>

static void every_kind_loads_and_echoes(void **state)
{
    const struct scene *scene = *state;
    for (int i = 0; i < GOOD_CASES; ++i) {
        struct taub_case *first = load_good(scene->name, good_cases[i], NULL, 0);
        char *echo = echo_of(first);
        struct taub_case *second = load_good("/elsewhere/echo.yaml", echo, NULL, 0);
        assert_same_config(taub_case_config(first), taub_case_config(second));
        char *again = echo_of(second);
        assert_string_equal(echo, again);
        struct taub_case *third = NULL;
        struct taub_error error = {0};
        assert_int_equal(taub_case_create(taub_case_config(first), &third, &error), TAUB_OK);
        assert_same_config(taub_case_config(first), taub_case_config(third));
        taub_case_destroy(first);
        taub_case_destroy(second);
        taub_case_destroy(third);
        free(echo);
        free(again);
    }
}

static void every_example_loads_and_echoes(void **state)
{
    (void)state;
    glob_t found;
    int status = glob(TAUB_SOURCE_DIR "/examples/*/*.yaml", 0, NULL, &found);
    if (status == GLOB_NOMATCH)
        skip();
    assert_int_equal(status, 0);
    for (size_t i = 0; i < found.gl_pathc; ++i) {
        struct taub_case *first = NULL;
        struct taub_error error = {0};
        if (strstr(found.gl_pathv[i], "/study.yaml")) /* of a batch */
            continue;
        if (taub_case_load(found.gl_pathv[i], NULL, 0, &first, &error))
            fail_msg("%s", error.message);
        char *echo = echo_of(first);
        struct taub_case *second = load_good("echo.yaml", echo, NULL, 0);
        assert_same_config(taub_case_config(first), taub_case_config(second));
        taub_case_destroy(first);
        taub_case_destroy(second);
        free(echo);
    }
    globfree(&found);
}

static void values_arrive(void **state)
{
    const struct scene *scene = *state;
    struct taub_case *loaded = load_good(
        scene->name,
        "title: tube\nsystem: srhd\neos: {kind: ideal-gas, gamma: 1.4}\n"
        "mesh: {cells: [400, 1, 1], lower: [-5, 0, 0], upper: [+5., 1.0e0, 1], boundary: {x: [reflecting, outflow]}}\n"
        "time: {end: .3e+1}\n"
        "initial:\n  kind: riemann\n  position: -0.5\n"
        "  left: {pressure: 13.33, charge_density: 10, velocity: [0.1, 0.2, 0.3]}\n"
        "  right: {pressure: 1e-6, charge_density: 1}\n",
        NULL, 0);
    const struct taub_config *config = taub_case_config(loaded);
    assert_string_equal(config->title, "tube");
    assert_int_equal(config->eos.kind, TAUB_EOS_IDEAL_GAS);
    assert_true(config->eos.gamma == 1.4 && config->eos.mass == 1);
    assert_int_equal(config->mesh.cells[0], 400);
    assert_true(config->mesh.lower[0] == -5 && config->mesh.upper[0] == 5 && config->mesh.upper[1] == 1);
    assert_int_equal(config->mesh.boundary[0][0], TAUB_REFLECTING);
    assert_int_equal(config->mesh.boundary[0][1], TAUB_OUTFLOW);
    assert_true(config->time.end == 3 && config->time.start == 0);
    assert_int_equal(config->initial.left.given, TAUB_GIVEN_PRESSURE | TAUB_GIVEN_CHARGE_DENSITY | TAUB_GIVEN_VELOCITY);
    assert_true(config->initial.left.pressure == 13.33 && config->initial.left.velocity[2] == 0.3);
    assert_int_equal(config->initial.right.given, TAUB_GIVEN_PRESSURE | TAUB_GIVEN_CHARGE_DENSITY);
    assert_true(config->initial.position == -0.5);
    taub_case_destroy(loaded);
}

static void defaults_are_as_documented(void **state)
{
    (void)state;
    struct taub_config config;
    memset(&config, 0x5a, sizeof config);
    taub_config_default(&config);
    assert_string_equal(config.title, "");
    assert_true(config.eos.gamma == 5.0 / 3.0 && config.eos.mass == 1);
    assert_true(config.eos.colours == 3 && config.eos.flavours == 3);
    assert_int_equal(config.mesh.coordinates, TAUB_CARTESIAN);
    for (int axis = 0; axis < 3; ++axis) {
        assert_int_equal(config.mesh.blocks[axis], 1);
        assert_int_equal(config.mesh.boundary[axis][0], TAUB_OUTFLOW);
        assert_int_equal(config.mesh.boundary[axis][1], TAUB_OUTFLOW);
    }
    assert_true(config.scheme.theta == 1.5 && config.scheme.energy_floor == 0);
    assert_int_equal(config.scheme.reconstruct, TAUB_RECONSTRUCT_PRIMITIVE);
    assert_int_equal(config.scheme.flux, TAUB_FLUX_CENTRAL_UPWIND);
    assert_int_equal(config.scheme.integrator, TAUB_RK2);
    assert_true(config.time.cfl == 0.4 && config.time.step == 0 && config.time.max_steps == 0);
    assert_int_equal(config.initial.norm, 2);
    assert_int_equal(config.initial.model, TAUB_GLAUBER_MONTE_CARLO);
    assert_true(config.initial.mixing == 0.14 && config.initial.nucleon_width == 0.4);
    assert_true(config.initial.minimum_distance == 0.9 && config.initial.seed == 1);
    assert_true(config.initial.event == 0 && config.initial.scale == 1);
    assert_false(config.initial.longitudinal.given);
    assert_null(config.source.file);
    assert_true(config.output.every == 0 && config.output.history == 1);
    assert_null(config.output.fields); /* the system's own, settled when the case is made */
    assert_int_equal(config.device.kind, TAUB_DEVICE_AUTO);
    assert_int_equal(config.device.precision, TAUB_DOUBLE);
    assert_int_equal(config.device.reproducible, TAUB_FAST);
}

static void overrides_apply_in_order(void **state)
{
    const struct scene *scene = *state;
    static const char *const overrides[] = {
        "mesh.cells=[16,16,1]",
        "time.end=3",
        "time.end=4.5",
        "scheme.theta=1.25",
        "mesh.boundary.y=periodic",
        "initial={kind: riemann, axis: y, left: {pressure: 1}, right: {pressure: 2}}",
        "initial.left.velocity=[0.5,0,0]",
        "title=a = b",
        "output.fields=[pressure]"};
    struct taub_case *loaded =
        load_good(scene->name, COMMON LINE_INITIAL, overrides, sizeof overrides / sizeof overrides[0]);
    const struct taub_config *config = taub_case_config(loaded);
    assert_int_equal(config->mesh.cells[1], 16);
    assert_true(config->time.end == 4.5 && config->time.start == 0.5);
    assert_true(config->scheme.theta == 1.25);
    assert_int_equal(config->mesh.boundary[1][0], TAUB_PERIODIC);
    assert_int_equal(config->mesh.boundary[0][0], TAUB_OUTFLOW);
    assert_int_equal(config->initial.kind, TAUB_INITIAL_RIEMANN);
    assert_int_equal(config->initial.axis, TAUB_RIEMANN_Y);
    assert_true(config->initial.left.velocity[0] == 0.5);
    assert_string_equal(config->title, "a = b");
    assert_int_equal(config->output.field_count, 1);
    taub_case_destroy(loaded);
}

static void an_override_without_value_takes_the_key_away(void **state)
{
    const struct scene *scene = *state;
    static const char *const overrides[] = {"time.cfl=", "time.step=0.01", "scheme="};
    struct taub_case *loaded = load_good(
        scene->name, LINE_SYSTEM LINE_EOS LINE_MESH "time: {end: 1, cfl: 0.2}\nscheme: {theta: 2}\n" LINE_INITIAL,
        overrides, 3);
    const struct taub_config *config = taub_case_config(loaded);
    assert_true(config->time.step == 0.01 && config->time.cfl == 0.4 && config->scheme.theta == 1.5);
    taub_case_destroy(loaded);
}

static void overrides_can_make_a_whole_case(void **state)
{
    (void)state;
    static const char *const overrides[] = {"system=srhd",
                                            "eos.kind=conformal",
                                            "mesh.cells=[8,1,1]",
                                            "mesh.lower=[0,0,0]",
                                            "mesh.upper=[1,1,1]",
                                            "time.end=1",
                                            "initial.kind=ball",
                                            "initial.radius=0.5",
                                            "initial.inside.pressure=2",
                                            "initial.outside.pressure=1"};
    taub_case_destroy(load_good("empty.yaml", "", overrides, sizeof overrides / sizeof overrides[0]));
}

/* In a file names start from its folder, in an override from the current folder. */
static void file_names_are_resolved(void **state)
{
    const struct scene *scene = *state;
    char expected[256], before[4096], *folder = realpath(scene->folder, NULL);
    snprintf(expected, sizeof expected, "%s/user.c", folder);
    static const char text[] = COMMON "initial: {kind: code, file: user.c}\n";
    write_file(scene->folder, "case.yaml", text);
    struct taub_case *loaded = NULL;
    struct taub_error error = {0};
    assert_int_equal(taub_case_load(scene->name, NULL, 0, &loaded, &error), TAUB_OK);
    assert_string_equal(taub_case_config(loaded)->initial.file, expected);
    taub_case_destroy(loaded);

    assert_non_null(getcwd(before, sizeof before));
    static const char *const overrides[] = {"initial.file=./user.c"};
    assert_int_equal(chdir(scene->folder), 0);
    loaded = load_good("/nowhere/case.yaml", text, overrides, 1);
    assert_string_equal(taub_case_config(loaded)->initial.file, expected);
    taub_case_destroy(loaded);

    struct taub_case *made = NULL;
    loaded = load_good("case.yaml", text, NULL, 0);
    struct taub_config config = *taub_case_config(loaded);
    config.initial.file = "user.c";
    assert_int_equal(taub_case_create(&config, &made, &error), TAUB_OK);
    assert_string_equal(taub_case_config(made)->initial.file, expected);
    assert_int_equal(chdir(before), 0);
    taub_case_destroy(made);
    taub_case_destroy(loaded);
    free(folder);
}

static struct taub_config_scheme scheme_of(enum taub_system_kind system, enum taub_scheme_kind kind, int order)
{
    struct taub_config config;
    taub_config_default(&config);
    config.system = system;
    config.scheme.kind = kind;
    config.scheme.order = order;
    config.time.end = 1;
    for (int axis = 0; axis < 3; ++axis) {
        config.mesh.cells[axis] = 4;
        config.mesh.upper[axis] = 1;
    }
    config.initial.kind = TAUB_INITIAL_CODE;
    config.initial.file = TAUB_SOURCE_DIR "/CMakeLists.txt";
    struct taub_case *made = NULL;
    struct taub_error error = {0};
    if (taub_case_create(&config, &made, &error))
        fail_msg("%s", error.message);
    const struct taub_config_scheme scheme = taub_case_config(made)->scheme;
    taub_case_destroy(made);
    return scheme;
}

/* In cases filled by programs as in files. */
static void default_solvers_and_variables_are_the_systems(void **state)
{
    static const struct {
        const char *name;
        enum taub_system_kind system;
        int order;
        enum taub_riemann_solver riemann;
        enum taub_variables variables;
    } wanted[] = {{"euler", TAUB_SYSTEM_EULER, 2, TAUB_SOLVER_HLLC, TAUB_VARIABLES_PRIMITIVE},
                  {"euler", TAUB_SYSTEM_EULER, 3, TAUB_SOLVER_HLLC, TAUB_VARIABLES_CHARACTERISTIC},
                  {"srhd", TAUB_SYSTEM_SRHD, 2, TAUB_SOLVER_HLLC, TAUB_VARIABLES_CHARACTERISTIC},
                  {"srhd", TAUB_SYSTEM_SRHD, 4, TAUB_SOLVER_HLLC, TAUB_VARIABLES_CHARACTERISTIC},
                  {"mhd", TAUB_SYSTEM_MHD, 2, TAUB_SOLVER_HLLD, TAUB_VARIABLES_PRIMITIVE},
                  {"mhd", TAUB_SYSTEM_MHD, 3, TAUB_SOLVER_HLLD, TAUB_VARIABLES_CHARACTERISTIC},
                  {"srmhd", TAUB_SYSTEM_SRMHD, 3, TAUB_SOLVER_HLLD, TAUB_VARIABLES_PRIMITIVE}};
    (void)state;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i) {
        const struct taub_config_scheme filled = scheme_of(wanted[i].system, TAUB_SCHEME_ADER_WENO, wanted[i].order);
        char text[512];
        snprintf(text, sizeof text,
                 "system: %s\neos: {kind: ideal-gas, gamma: 1.4}\nmesh: {cells: [4, 1, 1], lower: [0, 0, 0], "
                 "upper: [1, 1, 1]}\nscheme: {kind: ader-weno, order: %d}\ntime: {start: 0, end: 1}\n"
                 "initial: {kind: code, file: " TAUB_SOURCE_DIR "/CMakeLists.txt}\n",
                 wanted[i].name, wanted[i].order);
        struct taub_case *loaded = load_good("case.yaml", text, NULL, 0);
        const struct taub_config_scheme read = taub_case_config(loaded)->scheme;
        assert_int_equal(filled.riemann, wanted[i].riemann);
        assert_int_equal(filled.variables, wanted[i].variables);
        assert_int_equal(read.riemann, wanted[i].riemann);
        assert_int_equal(read.variables, wanted[i].variables);
        taub_case_destroy(loaded);
    }
}

/* In cases filled by programs as in files. */
static void the_default_limiter_is_the_systems(void **state)
{
    (void)state;
    assert_int_equal(scheme_of(TAUB_SYSTEM_SRHD, TAUB_SCHEME_KURGANOV_TADMOR, 2).limiter, TAUB_LIMITER_PARABOLIC);
    assert_int_equal(scheme_of(TAUB_SYSTEM_EULER, TAUB_SCHEME_KURGANOV_TADMOR, 2).limiter, TAUB_LIMITER_MINMOD);
    assert_int_equal(scheme_of(TAUB_SYSTEM_SRHD, TAUB_SCHEME_MUSTA, 2).limiter, TAUB_LIMITER_MINMOD);
    assert_int_equal(scheme_of(TAUB_SYSTEM_EULER, TAUB_SCHEME_RK_WENO, 2).limiter, TAUB_LIMITER_MINMOD);
    assert_int_equal(scheme_of(TAUB_SYSTEM_EULER, TAUB_SCHEME_ADER_WENO, 2).limiter, TAUB_LIMITER_MC_SMOOTH);
    static const struct {
        const char *scheme;
        enum taub_limiter limiter;
    } files[] = {{"theta: 1.2", TAUB_LIMITER_PARABOLIC},
                 {"limiter: minmod", TAUB_LIMITER_MINMOD},
                 {"kind: musta, theta: 1.2", TAUB_LIMITER_MINMOD},
                 {"kind: ader-weno", TAUB_LIMITER_MC_SMOOTH},
                 {"kind: ader-weno, theta: 1.2", TAUB_LIMITER_MINMOD},
                 {"kind: rk-weno", TAUB_LIMITER_MINMOD}};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        char text[512];
        snprintf(text, sizeof text,
                 "system: srhd\neos: {kind: conformal}\nmesh: {cells: [4, 1, 1], lower: [0, 0, 0], upper: [1, 1, 1]}\n"
                 "scheme: {%s}\ntime: {start: 0, end: 1}\ninitial: {kind: riemann, left: {energy_density: 1}, right: "
                 "{energy_density: 2}}\n",
                 files[i].scheme);
        struct taub_case *loaded = load_good("case.yaml", text, NULL, 0);
        assert_int_equal(taub_case_config(loaded)->scheme.limiter, files[i].limiter);
        taub_case_destroy(loaded);
    }
}

/* The copy must not change when the program's own strings do. */
static void create_copies_deeply(void **state)
{
    (void)state;
    struct taub_config config;
    taub_config_default(&config);
    char title[] = "mine", field[] = "pressure", parameter[] = "a";
    const char *fields[] = {field};
    struct taub_parameter list[] = {{parameter, 1.5}};
    config.title = title;
    config.eos.kind = TAUB_EOS_CONFORMAL;
    config.output.fields = fields;
    config.output.field_count = 1;
    config.time.end = 1;
    for (int axis = 0; axis < 3; ++axis) {
        config.mesh.cells[axis] = 4;
        config.mesh.upper[axis] = 1;
    }
    config.initial.kind = TAUB_INITIAL_CODE;
    config.initial.file = TAUB_SOURCE_DIR "/CMakeLists.txt";
    config.initial.parameters = (struct taub_parameters){1, list};
    config.initial.radius = -7; /* belongs to another kind: ignored, and not kept */
    config.time.step = 0.5;
    config.time.cfl = 0.3; /* not used beside a step */
    struct taub_case *made = NULL;
    struct taub_error error = {0};
    if (taub_case_create(&config, &made, &error))
        fail_msg("%s", error.message);
    title[0] = field[0] = parameter[0] = '?';
    list[0].value = 0;
    const struct taub_config *copy = taub_case_config(made);
    assert_string_equal(copy->title, "mine");
    assert_string_equal(copy->output.fields[0], "pressure");
    assert_string_equal(copy->initial.parameters.list[0].name, "a");
    assert_true(copy->initial.parameters.list[0].value == 1.5);
    assert_true(copy->initial.radius == 0 && copy->time.cfl == 0.4 && copy->time.step == 0.5);
    taub_case_destroy(made);
}

/* What a state holds beside what is given would make equal cases differ. */
static void create_forgets_what_is_not_given(void **state)
{
    const struct scene *scene = *state;
    struct taub_case *loaded = load_good(scene->name, COMMON LINE_INITIAL, NULL, 0), *made = NULL;
    struct taub_config config = *taub_case_config(loaded);
    struct taub_error error = {0};
    config.initial.inside.pressure = 5;
    config.initial.inside.velocity[1] = 7;
    assert_int_equal(taub_case_create(&config, &made, &error), TAUB_OK);
    assert_same_config(taub_case_config(made), taub_case_config(loaded));
    taub_case_destroy(made);
    taub_case_destroy(loaded);
}

static void numbers_do_not_depend_on_the_locale(void **state)
{
    const struct scene *scene = *state;
    static const char *const commas[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8", "de_DE"};
    const char *chosen = NULL;
    for (size_t i = 0; i < sizeof commas / sizeof commas[0] && !chosen; ++i)
        chosen = setlocale(LC_NUMERIC, commas[i]);
    if (!chosen)
        skip();
    struct taub_case *loaded = load_good(scene->name, COMMON LINE_INITIAL, NULL, 0);
    assert_true(taub_case_config(loaded)->time.start == 0.5);
    char *echo = echo_of(loaded);
    setlocale(LC_NUMERIC, "C");
    assert_non_null(strstr(echo, "start: 0.5\n"));
    taub_case_destroy(loaded);
    free(echo);
}

static void write_reports_a_full_disk(void **state)
{
    const struct scene *scene = *state;
    FILE *full = fopen("/dev/full", "w");
    if (!full)
        skip();
    struct taub_case *loaded = load_good(scene->name, COMMON LINE_INITIAL, NULL, 0);
    struct taub_error error = {0};
    assert_int_equal(taub_case_write(loaded, full, &error), TAUB_FAILED);
    assert_non_null(strstr(error.message, "No space left"));
    fclose(full);
    taub_case_destroy(loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_loads_and_echoes),
        cmocka_unit_test(every_example_loads_and_echoes),
        cmocka_unit_test(values_arrive),
        cmocka_unit_test(defaults_are_as_documented),
        cmocka_unit_test(overrides_apply_in_order),
        cmocka_unit_test(an_override_without_value_takes_the_key_away),
        cmocka_unit_test(overrides_can_make_a_whole_case),
        cmocka_unit_test(file_names_are_resolved),
        cmocka_unit_test(default_solvers_and_variables_are_the_systems),
        cmocka_unit_test(the_default_limiter_is_the_systems),
        cmocka_unit_test(create_copies_deeply),
        cmocka_unit_test(create_forgets_what_is_not_given),
        cmocka_unit_test(numbers_do_not_depend_on_the_locale),
        cmocka_unit_test(write_reports_a_full_disk),
    };
    return cmocka_run_group_tests_name("case", tests, make_scene, clear_scene);
}
