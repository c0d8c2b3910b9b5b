/* Case files of israel-stewart: what is read, what is refused, and with which words. */
#include "case_support.h"

#define VISCOUS_HEAD "system: israel-stewart\neos: {kind: lattice-wb}\n" MILNE_MESH LINE_TIME
#define VISCOUS VISCOUS_HEAD LINE_INITIAL

static void all_keys_are_read_and_echoed(void **state)
{
    const struct scene *scene = *state;
    const char *text = VISCOUS
        "transport:\n"
        "  shear_viscosity: {kind: piecewise, value: 0.1, minimum_temperature: 0.15, slope_below: -1, slope_above: 2}\n"
        "  bulk_viscosity: {kind: denicol, norm: 0.5, critical_temperature: 0.2, A0: -13.5, lambda3: 0.8, sigma4: "
        "0.02, "
        "offset_below: 0}\n"
        "  delta_bulk_bulk: 0\n  lambda_bulk_shear: 2\n  shear_relaxation: 6\n  bulk_relaxation: 14\n"
        "  initial_stress: {kind: read, file: table.txt}\n  shear_components: five\n  form: paper\n"
        "  regulator: {xi_0: 0.2, rho_max: 3}\n  code: {file: user.c, parameters: {a: 1}}\n";
    struct taub_case *first = load_good(scene->name, text, NULL, 0);
    char *echo = echo_of(first);
    struct taub_case *second = load_good(scene->name, echo, NULL, 0);
    const struct taub_config *a = taub_case_config(first), *b = taub_case_config(second);
    assert_int_equal(a->transport.shear_viscosity.kind, TAUB_SHEAR_PIECEWISE);
    assert_true(a->transport.shear_viscosity.slope_below == -1 && a->transport.shear_viscosity.slope_above == 2);
    assert_true(a->transport.bulk_viscosity.A[0] == -13.5 && a->transport.bulk_viscosity.A[1] == 27.55);
    assert_true(a->transport.bulk_viscosity.lambda[2] == 0.8 && a->transport.bulk_viscosity.sigma[3] == 0.02);
    assert_true(a->transport.bulk_viscosity.offset[0] == 0.001 && a->transport.bulk_viscosity.offset[1] == 0);
    assert_true(a->transport.delta_bulk_bulk == 0 && a->transport.lambda_bulk_shear == 2);
    assert_true(a->transport.tau_shear_shear == 1 && a->transport.regulator.rho_max == 3);
    assert_int_equal(a->transport.shear_components, TAUB_SHEAR_FIVE);
    assert_int_equal(a->transport.form, TAUB_FORM_PAPER);
    assert_string_equal(a->transport.initial_stress.file, b->transport.initial_stress.file);
    assert_string_equal(a->transport.code.file, b->transport.code.file);
    assert_same_parameters(&a->transport.code.parameters, &b->transport.code.parameters);
    struct taub_config_transport left = a->transport, right = b->transport;
    left.initial_stress.file = right.initial_stress.file = left.code.file = right.code.file = NULL;
    left.code.parameters.list = right.code.parameters.list = NULL;
    assert_memory_equal(&left, &right, sizeof left);
    free(echo);
    taub_case_destroy(first);
    taub_case_destroy(second);
}

static void defaults_are_those_of_the_paper(void **state)
{
    const struct scene *scene = *state;
    struct taub_case *loaded = load_good(scene->name, VISCOUS, NULL, 0);
    const struct taub_config_transport *transport = &taub_case_config(loaded)->transport;
    assert_int_equal(transport->shear_viscosity.kind, TAUB_SHEAR_CONSTANT);
    assert_int_equal(transport->bulk_viscosity.kind, TAUB_BULK_NONE);
    assert_true(transport->shear_relaxation == 5 && transport->bulk_relaxation == 15);
    assert_true(transport->delta_bulk_bulk == 1 && transport->lambda_bulk_shear == 1 &&
                transport->delta_shear_shear == 1);
    assert_true(transport->tau_shear_shear == 1 && transport->lambda_shear_bulk == 1);
    /* but for rho_max, 1 there, which would bend exact flows */
    assert_true(transport->regulator.xi_0 == 0.1 && transport->regulator.rho_max == 1.5);
    taub_case_destroy(loaded);
}

struct wrong {
    const char *text, *key;
    const char *words[3];
};
#define SHEAR(keys) VISCOUS "transport: {shear_viscosity: {" keys "}}\n"
#define BULK(keys) VISCOUS "transport: {bulk_viscosity: {" keys "}}\n"
#define KEYS(keys) VISCOUS "transport: {" keys "}\n"

static const struct wrong wrong_cases[] = {
    {SHEAR("value: -0.1"), "transport.shear_viscosity.value: ", {"at least 0", "-0.1"}},
    {SHEAR("value: .nan"), "transport.shear_viscosity.value: ", {"finite number"}},
    {SHEAR("kind: konstant"), "transport.shear_viscosity.kind: ", {"did you mean constant?"}},
    {SHEAR("kind: piecewise, slope_below: 1"), "transport.shear_viscosity.slope_below: ", {"at most 0", "got 1"}},
    {SHEAR("kind: piecewise, slope_above: -1"), "transport.shear_viscosity.slope_above: ", {"at least 0"}},
    {SHEAR("kind: piecewise, minimum_temperature: 0"), "transport.shear_viscosity.minimum_temperature: ", {"above 0"}},
    {SHEAR("slope_above: 1"), "transport.shear_viscosity.slope_above: ", {"does not apply", "constant", "piecewise"}},
    {SHEAR("kind: code"), "transport.shear_viscosity.kind: ", {"transport.code.file"}},
    {BULK("kind: constant"), "transport.bulk_viscosity.value: ", {"missing"}},
    {BULK("kind: constant, value: -1"), "transport.bulk_viscosity.value: ", {"at least 0"}},
    {BULK("kind: denicol, critical_temperature: 0"),
     "transport.bulk_viscosity.critical_temperature: ",
     {"above 0", "got 0"}},
    {BULK("kind: denicol, critical_temperature: -0.1"), "transport.bulk_viscosity.critical_temperature: ", {"above 0"}},
    {BULK("kind: denicol, norm: .inf"), "transport.bulk_viscosity.norm: ", {"finite number"}},
    {BULK("kind: denicol, sigma2: 0"), "transport.bulk_viscosity.sigma2: ", {"above 0"}},
    {BULK("kind: denicol, lambda1: -1"), "transport.bulk_viscosity.lambda1: ", {"at least 0"}},
    {BULK("kind: denicol, A0: -20"), "transport.bulk_viscosity.A0: ", {"negative bulk viscosity"}},
    {BULK("kind: cauchy, maximum: 0.1, width: 0, temperature: 0.18"), "transport.bulk_viscosity.width: ", {"above 0"}},
    {BULK("kind: cauchy, maximum: 0.1, width: 0.02"), "transport.bulk_viscosity.temperature: ", {"missing"}},
    {KEYS("delta_shear_shear: -1"), "transport.delta_shear_shear: ", {"at least 0"}},
    {KEYS("delta_bulk_bulk: .nan"), "transport.delta_bulk_bulk: ", {"finite number"}},
    {KEYS("lambda_bulk_shear: -1"), "transport.lambda_bulk_shear: ", {"at least 0"}},
    {KEYS("tau_shear_shear: -1"), "transport.tau_shear_shear: ", {"at least 0"}},
    {KEYS("lambda_shear_bulk: -1"), "transport.lambda_shear_bulk: ", {"at least 0"}},
    {KEYS("shear_relaxation: 0"), "transport.shear_relaxation: ", {"above 0"}},
    {KEYS("bulk_relaxation: -15"), "transport.bulk_relaxation: ", {"above 0"}},
    {KEYS("regulator: {xi_0: 0}"), "transport.regulator.xi_0: ", {"above 0"}},
    {KEYS("initial_stress: {kind: read}"), "transport.initial_stress.file: ", {"missing"}},
    {KEYS("initial_stress: {kind: read, file: none.h5}"), "transport.initial_stress.file: ", {"No such file"}},
    {KEYS("initial_stress: {kind: navier-stokes}, shear_viscosity: {kind: code}, code: {file: user.c}"),
     "transport.initial_stress.kind: ",
     {"known before the run"}},
    {KEYS("viscosity: 1"), "transport.viscosity: ", {"unknown key"}},
    {VISCOUS "scheme: {kind: shasta}\n", "scheme.kind: ", {"israel-stewart", "kurganov-tadmor"}},
    {LINE_SYSTEM LINE_EOS MILNE_MESH LINE_TIME LINE_INITIAL "transport: {form: flux}\n",
     "transport: ",
     {"israel-stewart or mhd only"}},
    {LINE_SYSTEM LINE_EOS MILNE_MESH "time: {start: 0.5, end: 2, freeze_out: 0.1}\n" LINE_INITIAL,
     "time.freeze_out: ",
     {"israel-stewart only"}},
    {"system: israel-stewart\n" LINE_EOS MILNE_MESH LINE_TIME LINE_INITIAL
     "transport: {bulk_viscosity: {kind: constant, value: 0.1}}\n",
     "transport.bulk_viscosity.kind: ",
     {"conformal", "no bulk viscosity"}},
    {"system: israel-stewart\n" IDEAL_GAS MILNE_MESH LINE_TIME LINE_INITIAL,
     "eos.kind: ",
     {"system israel-stewart goes with conformal", "not with ideal-gas"}},
};

static void wrong_cases_are_refused(void **state)
{
    const struct scene *scene = *state;
    int missing = 0;
    for (size_t i = 0; i < sizeof wrong_cases / sizeof wrong_cases[0]; ++i) {
        const struct wrong *wrong = &wrong_cases[i];
        struct taub_case *loaded = NULL;
        struct taub_error error = {0};
        assert_int_equal(taub_case_load_text(scene->name, wrong->text, strlen(wrong->text), NULL, 0, &loaded, &error),
                         TAUB_BAD_INPUT);
        assert_null(loaded);
        /* FILE:LINE:COLUMN: KEY: */
        const char *key = strstr(error.message, wrong->key);
        if (!key || strncmp(error.message, scene->name, strlen(scene->name))) {
            print_error("%s is not the key of\n%s\n", wrong->key, error.message);
            ++missing;
            continue;
        }
        missing += misses(key, wrong->key, wrong->words, wrong->text);
    }
    assert_int_equal(missing, 0);
}

/* The same from a program that fills the struct. */
static void a_config_without_its_files_is_refused(void **state)
{
    const struct scene *scene = *state;
    struct taub_case *loaded = load_good(scene->name, VISCOUS, NULL, 0), *made = NULL;
    struct taub_config config = *taub_case_config(loaded);
    struct taub_error error = {0};
    config.transport.initial_stress.kind = TAUB_STRESS_READ;
    assert_int_equal(taub_case_create(&config, &made, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "transport.initial_stress.file"));
    config.transport.initial_stress.kind = TAUB_STRESS_ZERO;
    config.transport.bulk_viscosity.kind = TAUB_BULK_CODE;
    assert_int_equal(taub_case_create(&config, &made, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "transport.code.file"));
    /* 0 is a value, also of a key that case files must give */
    config.transport.bulk_viscosity.kind = TAUB_BULK_CONSTANT;
    config.transport.bulk_viscosity.value = 0;
    assert_int_equal(taub_case_create(&config, &made, &error), TAUB_OK);
    assert_int_equal(taub_case_config(made)->transport.bulk_viscosity.kind, TAUB_BULK_CONSTANT);
    taub_case_destroy(made);
    taub_case_destroy(loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_keys_are_read_and_echoed, make_scene, clear_scene),
        cmocka_unit_test_setup_teardown(defaults_are_those_of_the_paper, make_scene, clear_scene),
        cmocka_unit_test_setup_teardown(wrong_cases_are_refused, make_scene, clear_scene),
        cmocka_unit_test_setup_teardown(a_config_without_its_files_is_refused, make_scene, clear_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
