/* Configs filled by a program: the same checks, with the key's path as the place. */
#include "case_support.h"

#include <math.h>

enum member { REAL, INT, TEXT };

/* The case of good_cases at this index with one member changed. */
struct change {
    int base;
    enum member type;
    size_t offset;
    double number;
    const char *text;
    const char *start, *words[3];
};

#define AT(member) offsetof(struct taub_config, member)
#define SET_REAL(base, member, value) base, REAL, AT(member), value, NULL
#define SET_INT(base, member, value) base, INT, AT(member), value, NULL
#define SET_TEXT(base, member, value) base, TEXT, AT(member), 0, value

enum {
    BALL,
    IDEAL,
    CODE_EOS = 5,
    GAUSSIAN,
    RIEMANN = 8,
    CYLINDER = 11,
    BJORKEN = 14,
    GUBSER,
    GLAUBER,
    OPTICAL,
    TRENTO = 19,
    CODE,
    SOURCE
};

static const struct change changes[] = {
    {SET_INT(BALL, system, 7), "system: ", {"expected one of srhd, euler", "the number 7"}},
    {SET_INT(BALL, eos.kind, -1), "eos.kind: ", {"one of ideal-gas"}},
    {SET_INT(BALL, initial.kind, 77), "initial.kind: ", {"one of gaussian"}},
    {SET_INT(BALL, initial.norm, 3), "initial.norm: ", {"one of 1, 2, infinity"}},
    {SET_INT(BALL, mesh.boundary[1][1], 9), "mesh.boundary.y[1]: ", {"expected a boundary condition"}},
    {SET_INT(BALL, mesh.boundary[2][0], TAUB_PERIODIC), "mesh.boundary.z: ", {"both sides"}},
    {SET_INT(BALL, mesh.cells[2], 0), "mesh.cells[2]: ", {"between 1", "got 0"}},
    {SET_INT(BALL, mesh.blocks[0], 3), "mesh.blocks[0]: ", {"divisor of the 8 cells"}},
    {SET_INT(BALL, mesh.blocks[0], -8), "mesh.blocks[0]: ", {"at least 1"}},
    {SET_REAL(BALL, mesh.upper[0], -1), "mesh.upper[0]: ", {"above mesh.lower"}},
    {SET_REAL(BALL, mesh.lower[0], NAN), "mesh.lower[0]: ", {"a finite number"}},
    {SET_REAL(BALL, time.end, 0.5), "time.end: ", {"above time.start"}},
    {SET_REAL(BALL, time.end, INFINITY), "time.end: ", {"a finite number"}},
    {SET_REAL(BALL, time.step, -1), "time.step: ", {"above 0"}},
    {SET_REAL(BALL, time.step, NAN), "time.step: ", {"a finite number"}},
    {SET_REAL(BALL, time.cfl, 2), "time.cfl: ", {"above 0 and at most 1"}},
    {SET_REAL(BALL, scheme.theta, 3), "scheme.theta: ", {"between 1 and 2"}},
    {SET_TEXT(BALL, title, "\xc3"), "title: ", {"UTF-8"}},
    {SET_TEXT(BALL, title, "\xed\xa0\x80"), "title: ", {"UTF-8"}},
    {SET_TEXT(BALL, title, "\xf8\x88\x80\x80\x80"), "title: ", {"UTF-8"}},
    {SET_REAL(BALL, initial.radius, 0), "initial.radius: ", {"above 0"}},
    {SET_INT(BALL, initial.inside.given, 0), "initial.inside: ", {"none of them"}},
    {SET_INT(BALL, initial.inside.given, 1 << 20), "initial.inside: ", {"do not belong to any quantity"}},
    {SET_REAL(BALL, initial.inside.energy_density, -1), "initial.inside.energy_density: ", {"at least 0"}},
    {SET_INT(BALL, output.field_count, 0), "output.fields: ", {"at least one name"}},
    {SET_INT(BALL, output.history, -1), "output.history: ", {"at least 0"}},
    {SET_INT(BALL, device.index, -1), "device.index: ", {"at least 0"}},
    {SET_REAL(IDEAL, eos.gamma, 1), "eos.gamma: ", {"above 1"}},
    {SET_TEXT(CODE_EOS, eos.file, NULL), "eos.file: ", {"got none"}},
    {SET_TEXT(CODE_EOS, eos.file, "/nowhere/at/all.c"), "eos.file: ", {"No such file"}},
    {SET_INT(CODE_EOS, eos.parameters.count, -1), "eos.parameters: ", {"expected a list"}},
    {SET_INT(GAUSSIAN, initial.background.given, TAUB_GIVEN_TEMPERATURE),
     "initial.background: ",
     {"the same quantity"}},
    {SET_REAL(GAUSSIAN, initial.peak.velocity[1], 1), "initial.peak.velocity: ", {"below that of light"}},
    {SET_REAL(GAUSSIAN, initial.width[1], -1), "initial.width[1]: ", {"at least 0"}},
    {SET_INT(RIEMANN, initial.axis, 5), "initial.axis: ", {"one of x, y, z"}},
    {SET_INT(RIEMANN, mesh.cells[0], 1), "initial.axis: ", {"more than one cell along x"}},
    {SET_REAL(RIEMANN, initial.right.four_velocity[0], NAN), "initial.right.four_velocity[0]: ", {"a finite number"}},
    {SET_REAL(CYLINDER, initial.position, -1), "initial.position: ", {"radius"}},
    {SET_INT(BJORKEN, mesh.coordinates, TAUB_CARTESIAN), "initial.kind: ", {"bjorken needs mesh.coordinates"}},
    {SET_REAL(BJORKEN, time.start, 0), "time.start: ", {"above 0 in Milne"}},
    {SET_INT(GUBSER, eos.kind, TAUB_EOS_LATTICE_WB), "initial.kind: ", {"gubser needs eos.kind: conformal"}},
    {SET_REAL(GUBSER, initial.q, -1), "initial.q: ", {"above 0"}},
    {SET_TEXT(GLAUBER, initial.nuclei[1], NULL), "initial.nuclei[1]: ", {"not empty"}},
    {SET_REAL(GLAUBER, initial.collision_energy, 0), "initial.collision_energy: ", {"above 1.88"}},
    {SET_REAL(GLAUBER, initial.impact_parameter, -1), "initial.impact_parameter: ", {"at least 0"}},
    {SET_REAL(OPTICAL, initial.centrality[0], 5), "initial.centrality[1]: ", {"above the lower end"}},
    {SET_REAL(OPTICAL, initial.longitudinal.sigma, 0), "initial.longitudinal.sigma: ", {"above 0"}},
    {SET_REAL(TRENTO, initial.spacing, 0), "initial.spacing: ", {"above 0"}},
    {SET_TEXT(TRENTO, initial.file, "."), "initial.file: ", {"not a regular file"}},
    {SET_TEXT(SOURCE, source.file, "/nowhere/at/all.c"), "source.file: ", {"No such file"}},
};

static void apply(const struct change *change, struct taub_config *config)
{
    char *member = (char *)config + change->offset;
    if (change->type == REAL)
        *(double *)(void *)member = change->number;
    else if (change->type == INT)
        *(int *)(void *)member = (int)change->number;
    else
        *(const char **)(void *)member = change->text;
}

static void wrong_members_are_refused(void **state)
{
    const struct scene *scene = *state;
    int missing = 0;
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; ++i) {
        struct taub_case *good = load_good(scene->name, good_cases[changes[i].base], NULL, 0), *made = good;
        struct taub_config config = *taub_case_config(good);
        struct taub_error error = {0};
        apply(&changes[i], &config);
        assert_int_equal(taub_case_create(&config, &made, &error), TAUB_BAD_INPUT);
        assert_null(made);
        missing += misses(error.message, changes[i].start, changes[i].words, good_cases[changes[i].base]);
        taub_case_destroy(good);
    }
    assert_int_equal(missing, 0);
}

static void assert_create_fails(const struct taub_config *config, const char *start, const char *word)
{
    struct taub_case *made = NULL;
    struct taub_error error = {0};
    const char *words[3] = {word};
    assert_int_equal(taub_case_create(config, &made, &error), TAUB_BAD_INPUT);
    assert_int_equal(misses(error.message, start, words, "lists"), 0);
}

static void wrong_lists_are_refused(void **state)
{
    const struct scene *scene = *state;
    struct taub_case *good = load_good(scene->name, good_cases[SOURCE], NULL, 0);
    struct taub_config config = *taub_case_config(good);
    const char *const twice[] = {"pressure", "pressure"}, *const unknown[] = {"presure"}, *const none[] = {NULL};
    config.output.field_count = 2;
    config.output.fields = twice;
    assert_create_fails(&config, "output.fields[1]: ", "given twice");
    config.output.field_count = 1;
    config.output.fields = unknown;
    assert_create_fails(&config, "output.fields[0]: ", "did you mean pressure?");
    config.output.fields = none;
    assert_create_fails(&config, "output.fields[0]: ", "expected one of");
    config.output.fields = NULL;
    assert_create_fails(&config, "output.fields: ", "at least one name");
    config = *taub_case_config(good);
    const struct taub_parameter same[] = {{"a", 1}, {"a", 2}}, spaced[] = {{"a b", 1}}, infinite[] = {{"a", INFINITY}},
                                nameless[] = {{NULL, 1}};
    config.source.parameters = (struct taub_parameters){2, same};
    assert_create_fails(&config, "source.parameters.a: ", "given twice");
    config.source.parameters = (struct taub_parameters){1, spaced};
    assert_create_fails(&config, "source.parameters.a b: ", "letters");
    config.source.parameters = (struct taub_parameters){1, infinite};
    assert_create_fails(&config, "source.parameters.a: ", "a finite number");
    config.source.parameters = (struct taub_parameters){1, nameless};
    assert_create_fails(&config, "source.parameters.: ", "letters");
    taub_case_destroy(good);
}

/* A program that sets nothing learns all that it has to set. */
static void an_empty_config_is_refused(void **state)
{
    (void)state;
    struct taub_config config;
    taub_config_default(&config);
    assert_create_fails(&config, "mesh.cells[0]: ", "between 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_members_are_refused),
        cmocka_unit_test(wrong_lists_are_refused),
        cmocka_unit_test(an_empty_config_is_refused),
    };
    return cmocka_run_group_tests_name("case create", tests, make_scene, clear_scene);
}
