/* Overrides that are wrong, and texts and files that are no cases at all. */
#include "case_support.h"

static const struct {
    const char *override, *start, *words[3];
} wrong_overrides[] = {
    {"mesh.cels=[1,1,1]", "override 1 'mesh.cels=[1,1,1]': mesh.cels: ", {"unknown key", "did you mean cells?"}},
    {"mesh.cells=[1,2]", "override 1 'mesh.cells=[1,2]': mesh.cells: ", {"three whole numbers", "a list of 2"}},
    {"scheme.theta=3", "override 1 'scheme.theta=3': scheme.theta: ", {"between 1 and 2", "got 3"}},
    {"scheme.theta", "override 1 'scheme.theta': ", {"path=value"}},
    {"=3", "override 1 '=3': ", {"path=value"}},
    {".a=3", "override 1 '.a=3': ", {"path=value"}},
    {"a..b=3", "override 1 'a..b=3': ", {"path=value"}},
    {"a b=3", "override 1 'a b=3': ", {"path=value"}},
    {"mesh.cells.x=3", "override 1 'mesh.cells.x=3': ", {"mesh.cells is not a map"}},
    {"mesh.cells=[1,2", "override 1 'mesh.cells=[1,2': ", {"not valid YAML"}},
    {"mesh={cells: [1,1,1]}", "override 1 'mesh={cells: [1,1,1]}': mesh.lower: ", {"missing"}},
    {"time.end=", "FILE:4:1: time.end: ", {"missing"}},
    {"time=", "FILE:1:1: time: ", {"missing"}},
    {"title=&a b", "override 1 'title=&a b': ", {"anchors"}},
    {"source.file=nothing.c", "override 1 'source.file=nothing.c': source.file: ", {"No such file"}},
    {"mesh.cells=[1000000,1000000,1000000,1000000,1000000,1000000,1000000]",
     "override 1 'mesh.cells=[1000000,1000000,1000000,1000000,1000000,1000000,...': mesh.cells: ",
     {"a list of 7"}},
};

static void wrong_overrides_are_refused(void **state)
{
    const struct scene *scene = *state;
    int missing = 0;
    for (size_t i = 0; i < sizeof wrong_overrides / sizeof wrong_overrides[0]; ++i) {
        struct taub_case *loaded = NULL;
        struct taub_error error = {0};
        char start[256];
        const char *expected = wrong_overrides[i].start;
        bool in_file = !strncmp(expected, "FILE:", 5);
        snprintf(start, sizeof start, "%s%s", in_file ? scene->name : "", expected + (in_file ? 4 : 0));
        static const char text[] = COMMON LINE_INITIAL;
        assert_int_equal(
            taub_case_load_text(scene->name, text, strlen(text), &wrong_overrides[i].override, 1, &loaded, &error),
            TAUB_BAD_INPUT);
        missing += misses(error.message, start, wrong_overrides[i].words, wrong_overrides[i].override);
    }
    assert_int_equal(missing, 0);
}

/* Ten complaints are told, the rest is counted; the message is never longer than its room. */
static void many_errors_are_counted(void **state)
{
    const struct scene *scene = *state;
    char text[8192] = COMMON LINE_INITIAL;
    for (int i = 0; i < 200; ++i)
        snprintf(text + strlen(text), sizeof text - strlen(text), "wrong_key_number_%d: 1\n", i);
    struct taub_case *loaded = NULL;
    struct taub_error error = {0};
    assert_int_equal(taub_case_load_text(scene->name, text, strlen(text), NULL, 0, &loaded, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "wrong_key_number_9:"));
    assert_null(strstr(error.message, "wrong_key_number_10:"));
    assert_non_null(strstr(error.message, "\n... and 190 more."));
}

/* In the order of the text, file before overrides, whatever check found them. */
static void complaints_follow_the_text(void **state)
{
    const struct scene *scene = *state;
    static const char text[] = "mesh: {cells: [0, 1, 1], lower: [0, 0, 0], upper: [1, 1, 1]}\n"
                               "time: {end: x}\neos: {kind: conformal, gamma: 1}\nnonsense: 1\nsystem: srhd\n";
    static const char *const overrides[] = {"scheme.theta=7", "initial.kind=ball"};
    static const char *const expected[] = {":1:16: mesh.cells[0]: ", ":2:13: time.end: ",        ":3:24: eos.gamma: ",
                                           ":4:1: nonsense: ",       ": scheme.theta: expected", ": initial.radius: "};
    struct taub_case *loaded = NULL;
    struct taub_error error = {0};
    assert_int_equal(taub_case_load_text(scene->name, text, strlen(text), overrides, 2, &loaded, &error),
                     TAUB_BAD_INPUT);
    const char *at = error.message;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; ++i) {
        at = strstr(at, expected[i]);
        if (!at)
            fail_msg("%s is not in its place in\n%s", expected[i], error.message);
    }
}

static void files_that_cannot_be_read_are_refused(void **state)
{
    (void)state;
    struct taub_case *loaded = NULL;
    struct taub_error error = {0};
    assert_int_equal(taub_case_load("/nowhere/case.yaml", NULL, 0, &loaded, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "/nowhere/case.yaml: this case file cannot be opened: No such file"));
    assert_int_equal(taub_case_load("/tmp", NULL, 0, &loaded, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "/tmp: this case file cannot be read: Is a directory"));
    assert_int_equal(taub_case_load("/dev/zero", NULL, 0, &loaded, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "at most 1 MiB"));
    assert_int_equal(taub_case_load("/nowhere/case.yaml", NULL, 0, &loaded, NULL), TAUB_BAD_INPUT);
}

/* No text may crash the reader, cut anywhere or with any byte replaced. */
static void damaged_texts_do_no_harm(void **state)
{
    const struct scene *scene = *state;
    static const char bytes[] = "\0\t\n {}[]:,\"'&*!%@#-?|>\x80\xff";
    struct taub_case *loaded = NULL;
    struct taub_error error;
    for (int i = 0; i < GOOD_CASES; ++i) {
        size_t length = strlen(good_cases[i]);
        char *text = malloc(length); /* no zero at the end, so that sanitizers see reads past it */
        assert_non_null(text);
        for (size_t cut = 0; cut < length; ++cut) {
            memcpy(text, good_cases[i], length);
            enum taub_status status = taub_case_load_text(scene->name, text, cut, NULL, 0, &loaded, &error);
            taub_case_destroy(loaded);
            assert_true(status != TAUB_FAILED);
            text[cut] = bytes[cut % sizeof bytes];
            status = taub_case_load_text(scene->name, text, length, NULL, 0, &loaded, &error);
            taub_case_destroy(loaded);
            assert_true(status != TAUB_FAILED);
        }
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_overrides_are_refused), cmocka_unit_test(many_errors_are_counted),
        cmocka_unit_test(complaints_follow_the_text),  cmocka_unit_test(files_that_cannot_be_read_are_refused),
        cmocka_unit_test(damaged_texts_do_no_harm),
    };
    return cmocka_run_group_tests_name("case overrides", tests, make_scene, clear_scene);
}
