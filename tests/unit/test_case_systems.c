/* Each word that depends on the system has a line in the tables of src/case/check_system.c. */
#include "case_support.h"

#include "case/schema.h"

/* Whether a case that is wrong in much else is told that the word does not go with the system. */
static bool is_told(enum taub_system_kind system, const char *path, int value)
{
    struct taub_config config;
    struct taub_case *run_case;
    struct taub_error error = {0};
    taub_config_default(&config);
    config.system = system;
    for (int axis = 0; axis < 3; axis++) {
        config.mesh.cells[axis] = axis < 2 ? 8 : 1;
        config.mesh.upper[axis] = 1;
    }
    config.time.start = 1;
    config.time.end = 2;
    struct taub_config_initial *initial = &config.initial;
    initial->kind = TAUB_INITIAL_BALL;
    initial->radius = initial->strength = initial->energy = initial->speed = initial->q = initial->temperature = 1;
    initial->spacing = initial->scale = initial->sigma = initial->cross_section = initial->amplitude = 0.5;
    initial->size = initial->extent = 1;
    initial->polarization[2] = 1;
    initial->file = "x";
    initial->nuclei[0] = initial->nuclei[1] = "Au";
    if (strcmp(path, "scheme.kind") == 0)
        config.scheme.kind = (enum taub_scheme_kind)value;
    else if (strcmp(path, "scheme.riemann") == 0)
        config.scheme.riemann = (enum taub_riemann_solver)value;
    else
        config.initial.kind = (enum taub_initial_kind)value;
    if (taub_case_create(&config, &run_case, &error) == TAUB_OK) {
        taub_case_destroy(run_case);
        return false;
    }
    char wanted[64];
    snprintf(wanted, sizeof wanted, "%s: system", path);
    return strstr(error.message, wanted) && strstr(error.message, " goes with ");
}

static void every_word_goes_with_a_system(void **state)
{
    (void)state;
    static const char *const paths[] = {"scheme.kind", "scheme.riemann", "initial.kind"};
    for (size_t p = 0; p < sizeof paths / sizeof *paths; p++) {
        const struct taub_enum_name *word = taub_schema_find(paths[p])->enum_names;
        for (; word->name; word++) {
            bool fits = false;
            for (int s = TAUB_SYSTEM_SRHD; s <= TAUB_SYSTEM_MAXWELL; s++)
                fits = fits || !is_told((enum taub_system_kind)s, paths[p], word->value);
            if (!fits)
                fail_msg("%s: %s goes with no system: add it to src/case/check_system.c", paths[p], word->name);
        }
    }
    assert_true(is_told(TAUB_SYSTEM_EULER, "scheme.kind", TAUB_SCHEME_SHASTA));
    assert_true(is_told(TAUB_SYSTEM_ISRAEL_STEWART, "scheme.kind", TAUB_SCHEME_RK_WENO));
    assert_true(is_told(TAUB_SYSTEM_SRHD, "initial.kind", TAUB_INITIAL_SEDOV));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_word_goes_with_a_system)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
