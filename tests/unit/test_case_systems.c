/* Each word that depends on the system has a line in the tables of src/case/check_system.c; and each key, given in a
 * case of every system and scheme, is taken or told that it does not apply, by the words that the case has, its
 * defaults too. */
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

#define GAS "eos: {kind: ideal-gas}\nmesh: {cells: [8, 8, 1], lower: [0, 0, 0], upper: [1, 1, 1]}\ntime: {end: 1}\n"
#define TUBE "initial: {kind: riemann, left: {density: 1, pressure: 1}, right: {density: 1, pressure: 0.1}}\n"
#define GODUNOV_OF(text, order) text "scheme: {kind: ader-weno, order: " order "}\n"
static const char *const bases[] = {
    COMMON LINE_INITIAL,
    GODUNOV_OF(COMMON LINE_INITIAL, "2"),
    COMMON LINE_INITIAL "scheme: {kind: shasta}\n",
    COMMON LINE_INITIAL "scheme: {kind: musta}\n",
    "system: euler\n" GAS TUBE,
    GODUNOV_OF("system: euler\n" GAS TUBE, "2"),
    GODUNOV_OF("system: euler\n" GAS TUBE, "3"),
    "system: euler\n" GAS TUBE "scheme: {kind: cese}\n",
    GODUNOV_OF("system: mhd\n" GAS TUBE, "2"),
    GODUNOV_OF("system: mhd\n" GAS TUBE, "4"),
    "system: maxwell\nmesh: {cells: [8, 8, 8], lower: [0, 0, 0], upper: [1, 1, 1]}\ntime: {end: 1}\nscheme: {kind: "
    "ader-weno}\n"
    "initial: {kind: empty}\n",
};

static bool is_refused(const char *name, const char *text, const struct taub_key *key)
{
    char override[256];
    const char *const overrides[] = {override};
    struct taub_case *loaded = NULL;
    struct taub_error error = {0};
    snprintf(override, sizeof override, "%s=%s", key->path, key->standard);
    if (taub_case_load_text(name, text, strlen(text), overrides, 1, &loaded, &error) == TAUB_OK) {
        taub_case_destroy(loaded);
        return false;
    }
    return strstr(error.message, "does not apply to ");
}

static void every_key_goes_with_the_words_of_a_case(void **state)
{
    const struct scene *scene = *state;
    int count, refused = 0, taken = 0;
    const struct taub_key *keys = taub_schema(&count);
    for (size_t b = 0; b < sizeof bases / sizeof *bases; b++) {
        struct taub_case *base = load_good(scene->name, bases[b], NULL, 0);
        for (int k = 0; k < count; k++) {
            const struct taub_key *key = &keys[k];
            const bool one = key->count == 1 && key->standard &&
                             (key->type == TAUB_KEY_ENUM || key->type == TAUB_KEY_INT || key->type == TAUB_KEY_REAL);
            /* a kind changes which others apply, and theta the limiter that is taken if none is given */
            if (!one || strstr(key->path, "kind") || strcmp(key->path, "scheme.theta") == 0)
                continue;
            const bool applies = taub_key_conditions_hold(key, taub_case_config(base));
            if (is_refused(scene->name, bases[b], key) == applies)
                fail_msg("%s=%s is %s with\n%s", key->path, key->standard, applies ? "refused" : "taken", bases[b]);
            refused += !applies;
            taken += applies;
        }
        taub_case_destroy(base);
    }
    assert_true(refused > 100 && taken > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_goes_with_a_system),
        cmocka_unit_test(every_key_goes_with_the_words_of_a_case),
    };
    return cmocka_run_group_tests(tests, make_scene, clear_scene);
}
