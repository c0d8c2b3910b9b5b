/* The text that compilers read: includes in place, each file once, line numbers kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jit/bundle.h"
#include "jit/condition.h"
#include "jit/embedded.h"
#include "jit/locate.h"

struct folder {
    char root[64];
};

static void write_file(const struct folder *folder, const char *name, const char *text, size_t length)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder->root, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void put(const struct folder *folder, const char *name, const char *text)
{
    write_file(folder, name, text, strlen(text));
}

/* A folder with kernels/ and a user's folder user/. */
static int make_folder(void **state)
{
    static const char *const parts[] = {"kernels", "kernels/passes", "kernels/eos", "kernels/case", "user"};
    struct folder *folder = calloc(1, sizeof *folder);
    strcpy(folder->root, "/tmp/taub-test-XXXXXX");
    if (!mkdtemp(folder->root))
        return -1;
    char path[256];
    for (int n = 0; n < 5; n++) {
        snprintf(path, sizeof path, "%s/%s", folder->root, parts[n]);
        mkdir(path, 0700);
    }
    snprintf(path, sizeof path, "%s/kernels", folder->root);
    setenv("TAUB_KERNELS", path, 1);
    *state = folder;
    return 0;
}

static int remove_folder(void **state)
{
    struct folder *folder = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder->root);
    unsetenv("TAUB_KERNELS");
    const int result = system(command);
    free(folder);
    return result;
}

static struct taub_bundle *make(void)
{
    struct taub_bundle *bundle;
    assert_int_equal(taub_bundle_create(&bundle, NULL), TAUB_OK);
    return bundle;
}

static int count(const char *text, const char *word)
{
    int found = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        found++;
    return found;
}

static void constants_and_text(void **state)
{
    (void)state;
    struct taub_error error;
    struct taub_bundle *bundle = make();
    size_t length;
    assert_string_equal(taub_bundle_source(bundle, &length), "");
    assert_int_equal(taub_bundle_define(bundle, &error, "TAUB_THETA", "%.17g", 1.5), TAUB_OK);
    assert_int_equal(taub_bundle_text(bundle, "int x;", &error), TAUB_OK);
    assert_string_equal(taub_bundle_source(bundle, &length), "#define TAUB_THETA 1.5\n#line 1 \"taub\"\nint x;\n");
    assert_int_equal(length, strlen(taub_bundle_source(bundle, NULL)));
    assert_int_equal(taub_bundle_define(bundle, &error, "BAD", "1\n2"), TAUB_FAILED);
    taub_bundle_destroy(bundle);
}

static void whole_numbers_stay_whole(void **state)
{
    (void)state;
    struct taub_error error;
    struct taub_bundle *bundle = make();
    const struct taub_constant constants[] = {{"GROUP", 256}, {"SIGN", -1}, {"QUARTER", 0.25}, {NULL, 0.0}};
    assert_int_equal(taub_bundle_define_all(bundle, constants, &error), TAUB_OK);
    assert_string_equal(taub_bundle_source(bundle, NULL), "#define GROUP 256\n#define SIGN -1\n#define QUARTER 0.25\n");
    taub_bundle_destroy(bundle);
}

/* Values are no part of the host's text; a compiler without variables of a program gets them as lines before it. */
static void numbers_are_no_text(void **state)
{
    (void)state;
    struct taub_error error;
    const struct taub_constant gpu[] = {{"GROUP", 32}, {NULL, 0.0}};
    char *texts[2];
    for (int n = 0; n < 2; n++) {
        struct taub_bundle *bundle = make();
        struct taub_text of_values = {0}, of_names = {0};
        const struct taub_constant numbers[] = {{"GAMMA", 1.5 + n}, {"THETA", 1}, {NULL, 0.0}};
        int count;
        assert_int_equal(taub_bundle_numbers(bundle, numbers, &error), TAUB_OK);
        assert_int_equal(taub_bundle_define_gpu(bundle, gpu, &error), TAUB_OK);
        assert_int_equal(taub_bundle_close_numbers(bundle, &error), TAUB_OK);
        assert_int_equal(taub_bundle_number(bundle, "LATE", 1, &error), TAUB_FAILED);
        assert_string_equal(taub_bundle_source(bundle, NULL),
                            "#define GAMMA TAUB_NUMBER(0)\n#define THETA TAUB_NUMBER(1)\n#define TAUB_NUMBER_COUNT 2\n"
                            "#define TAUB_EACH_NUMBER(do) do(0) do(1)\n");
        assert_true(taub_bundle_values(bundle, &count)[0] == 1.5 + n && count == 2);
        assert_true(taub_bundle_gpu_source(bundle, true, &of_values) &&
                    taub_bundle_gpu_source(bundle, false, &of_names));
        assert_non_null(strstr(of_values.data, n ? "#define TAUB_VALUE_0 2.5\n" : "#define TAUB_VALUE_0 1.5\n"));
        assert_int_equal(strncmp(of_names.data, "#define GROUP 32\n#define GAMMA", 30), 0);
        texts[n] = of_names.data;
        taub_text_free(&of_values);
        taub_bundle_destroy(bundle);
    }
    assert_string_equal(texts[0], texts[1]);
    free(texts[0]);
    free(texts[1]);
}

static void includes_come_once_and_in_place(void **state)
{
    struct taub_bundle *bundle = make();
    put(*state, "kernels/base.h", "#ifndef BASE_H\n#define BASE_H\n#include <math.h>\nint base;\n#endif\n");
    put(*state, "kernels/eos/gas.h", "#include \"../base.h\"\nint gas;\n");
    put(*state, "kernels/passes/near.h", "int near;\n");
    put(*state, "kernels/passes/stage.h",
        "/* one\n#include \"missing.h\"\n*/\n#include \"near.h\"\n#include \"eos/gas.h\"\n  #  include \"base.h\" // "
        "last\nint "
        "stage;");
    assert_int_equal(taub_bundle_kernel(bundle, "passes/stage.h", NULL), TAUB_OK);
    assert_int_equal(taub_bundle_kernel(bundle, "base.h", NULL), TAUB_OK);
    assert_string_equal(
        taub_bundle_source(bundle, NULL),
        "#line 1 \"kernels/passes/stage.h\"\n/* one\n#include \"missing.h\"\n*/\n"
        "#line 1 \"kernels/passes/near.h\"\nint near;\n"
        "#line 5 \"kernels/passes/stage.h\"\n"
        "#line 1 \"kernels/eos/gas.h\"\n"
        "#line 1 \"kernels/base.h\"\n#ifndef BASE_H\n#define BASE_H\n#include <math.h>\nint base;\n#endif\n"
        "#line 2 \"kernels/eos/gas.h\"\nint gas;\n"
        "#line 6 \"kernels/passes/stage.h\"\n"
        "#line 7 \"kernels/passes/stage.h\"\nint stage;\n");
    taub_bundle_destroy(bundle);
}

/* What an inactive branch brought must come again where it is needed. */
static void conditional_includes_may_come_again(void **state)
{
    struct taub_bundle *bundle = make();
    put(*state, "kernels/shared.h", "#ifndef SHARED_H\n#define SHARED_H\nint shared;\n#endif\n");
    put(*state, "kernels/a.h", "#include \"shared.h\"\nint a;\n");
    put(*state, "kernels/b.h", "#include \"shared.h\"\nint b;\n");
    put(*state, "kernels/all.h",
        "#ifndef ALL_H\n#define ALL_H\n#if OTHER\n#include \"a.h\"\n#else\n#include \"b.h\"\n#endif\n#include "
        "\"shared.h\"\n#include "
        "\"shared.h\"\n#endif\n");
    assert_int_equal(taub_bundle_kernel(bundle, "all.h", NULL), TAUB_OK);
    const char *text = taub_bundle_source(bundle, NULL);
    assert_int_equal(count(text, "int shared;"), 3);
    assert_int_equal(count(text, "int a;"), 1);
    assert_int_equal(count(text, "int b;"), 1);
    taub_bundle_destroy(bundle);
}

/* What the constants of the case say is not read leaves no text, and what is read is as if it had no condition. */
static void known_conditions(void **state)
{
    struct taub_bundle *bundle = make();
    struct taub_error error;
    put(*state, "kernels/a.h", "int a;\n");
    put(*state, "kernels/b.h", "int b;\n");
    put(*state, "kernels/all.h",
        "#if TAUB_ORDER > 2 && !defined(OTHER)\n#include \"a.h\"\nint high;\n#elif TAUB_ORDER == 2 /* low */\n#include "
        "\"b.h\"\nint low;\n#else\nint none;\n#endif\n#if TAUB_SCALARS || OTHER\nint other;\n#endif\n"
        "#ifndef TAUB_SCALARS\nint gone;\n#endif\n#include \"b.h\"\n");
    /* an #ifndef at the start that is no include guard */
    put(*state, "kernels/known.h", "#ifndef TAUB_ORDER\nint absent;\n#else\nint present;\n#endif\n");
    put(*state, "kernels/unknown.h", "#ifndef OTHER\nint one;\n#else\nint another;\n#endif\n");
    assert_int_equal(taub_bundle_define(bundle, &error, "TAUB_ORDER", "%d", 2), TAUB_OK);
    assert_int_equal(taub_bundle_define(bundle, &error, "TAUB_SCALARS", "%d", 0), TAUB_OK);
    assert_int_equal(taub_bundle_kernel(bundle, "all.h", &error), TAUB_OK);
    assert_int_equal(taub_bundle_kernel(bundle, "known.h", &error), TAUB_OK);
    assert_int_equal(taub_bundle_kernel(bundle, "unknown.h", &error), TAUB_OK);
    const char *text = taub_bundle_source(bundle, NULL);
    assert_int_equal(count(text, "int a;") + count(text, "int high;") + count(text, "int none;"), 0);
    assert_int_equal(count(text, "int gone;"), 0);
    assert_int_equal(count(text, "int low;"), 1);
    assert_int_equal(count(text, "int b;"), 1);
    assert_int_equal(count(text, "int other;"), 1);
    assert_int_equal(count(text, "int absent;"), 0);
    assert_int_equal(count(text, "int present;"), 1);
    assert_int_equal(count(text, "int one;"), 1);
    assert_int_equal(count(text, "int another;"), 1);
    taub_bundle_destroy(bundle);
}

static bool find(const void *of, const char *name, const char *end, long *value)
{
    const size_t length = (size_t)(end - name);
    (void)of;
    *value = strncmp(name, "TAUB_TWO", length) == 0 ? 2 : 0;
    return (length == 8 && *value == 2) || (length == 9 && strncmp(name, "TAUB_NONE", 9) == 0);
}

static void conditions(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum taub_truth truth;
    } cases[] = {{"TAUB_TWO", TAUB_YES},
                 {"!TAUB_TWO", TAUB_NO},
                 {"TAUB_TWO == 2 && TAUB_NONE < 1", TAUB_YES},
                 {"(TAUB_NONE || !(TAUB_TWO != 2)) // so", TAUB_YES},
                 {"TAUB_TWO >= 3", TAUB_NO},
                 {"defined(TAUB_TWO) && defined TAUB_NONE", TAUB_YES},
                 {"defined(OTHER)", TAUB_UNKNOWN},
                 {"OTHER && TAUB_NONE", TAUB_NO},
                 {"OTHER && TAUB_TWO", TAUB_UNKNOWN},
                 {"OTHER || TAUB_TWO", TAUB_YES},
                 {"TAUB_TWO + 1", TAUB_UNKNOWN},
                 {"TAUB_HALF", TAUB_UNKNOWN},
                 {"TAUB_TWO \\", TAUB_UNKNOWN},
                 {"(TAUB_TWO", TAUB_UNKNOWN},
                 {"0", TAUB_NO}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        const struct taub_known known = {find, NULL};
        const char *text = cases[n].text;
        assert_int_equal(taub_condition(text, text + strlen(text), &known), cases[n].truth);
    }
}

/* A header of kernels/case is what the case puts there, its lines first, then the user's file; else the one on disk. */
static void roles(void **state)
{
    const struct folder *folder = *state;
    struct taub_bundle *bundle = make();
    struct taub_error error;
    char path[128], wanted[512];
    put(folder, "kernels/case/eos.h", "int empty;\n");
    put(folder, "kernels/case/code.h", "int empty;\n");
    put(folder, "kernels/case/left.h", "int left;\n");
    put(folder, "kernels/eos/gas.h", "int gas;\n");
    put(folder, "user/code.c", "#include \"case/eos.h\"\nint code;\n");
    put(folder, "kernels/passes/stage.h",
        "#include \"case/eos.h\"\n#include \"case/code.h\"\n#include \"case/left.h\"\n");
    snprintf(path, sizeof path, "%s/user/code.c", folder->root);
    assert_int_equal(taub_bundle_role_file(bundle, "case/eos.h", "eos/gas.h", &error), TAUB_OK);
    assert_int_equal(taub_bundle_role(bundle, "case/code.h", "int lines;", path, &error), TAUB_OK);
    assert_int_equal(taub_bundle_role(bundle, "case/code.h", "int more;", NULL, &error), TAUB_OK);
    assert_int_equal(taub_bundle_kernel(bundle, "passes/stage.h", &error), TAUB_OK);
    const char *text = taub_bundle_source(bundle, NULL);
    snprintf(wanted, sizeof wanted,
             "#line 1 \"taub\"\nint lines;\nint more;\n#line 1 \"%s\"\n#line 2 \"%s\"\nint code;\n", path, path);
    assert_non_null(strstr(text, wanted));
    assert_int_equal(count(text, "int gas;"), 1);
    assert_int_equal(count(text, "int left;"), 1);
    assert_int_equal(count(text, "int empty;"), 0);
    taub_bundle_destroy(bundle);
}

static void files_that_include_themselves_end(void **state)
{
    struct taub_bundle *bundle = make();
    put(*state, "kernels/a.h", "#if 1\n#include \"b.h\"\n#endif\nint a;\n");
    put(*state, "kernels/b.h", "#if 1\n#include \"a.h\"\n#endif\nint b;\n");
    assert_int_equal(taub_bundle_kernel(bundle, "a.h", NULL), TAUB_OK);
    assert_int_equal(count(taub_bundle_source(bundle, NULL), "int a;"), 1);
    taub_bundle_destroy(bundle);
}

static void user_files(void **state)
{
    const struct folder *folder = *state;
    struct taub_bundle *bundle = make();
    struct taub_error error;
    char path[128], wanted[256];
    put(folder, "kernels/base.h", "int base;\n");
    put(folder, "user/numbers.h", "int numbers;\n");
    put(folder, "user/initial.c", "#include \"numbers.h\"\n#include \"base.h\"\nint initial;\n");
    snprintf(path, sizeof path, "%s/user/initial.c", folder->root);
    assert_int_equal(taub_bundle_user_file(bundle, path, &error), TAUB_OK);
    snprintf(wanted, sizeof wanted, "#line 1 \"%s/user/numbers.h\"\nint numbers;\n#line 2 \"%s\"\n", folder->root,
             path);
    assert_non_null(strstr(taub_bundle_source(bundle, NULL), wanted));
    assert_non_null(strstr(taub_bundle_source(bundle, NULL), "#line 1 \"kernels/base.h\"\nint base;\n"));
    taub_bundle_destroy(bundle);
}

static void user_mistakes(void **state)
{
    const struct folder *folder = *state;
    struct taub_error error;
    char path[128], wanted[256];
    snprintf(path, sizeof path, "%s/user/initial.c", folder->root);
    put(folder, "secret.h", "int secret;\n");

    static const char *const includes[] = {"nowhere.h", "../secret.h", "/etc/passwd"};
    for (int n = 0; n < 3; n++) {
        struct taub_bundle *bundle = make();
        char text[128];
        snprintf(text, sizeof text, "int a;\n#include \"%s\"\n", includes[n]);
        put(folder, "user/initial.c", text);
        assert_int_equal(taub_bundle_user_file(bundle, path, &error), TAUB_BAD_INPUT);
        snprintf(wanted, sizeof wanted, "%s:2: there is no file \"%s\"", path, includes[n]);
        assert_non_null(strstr(error.message, wanted));
        taub_bundle_destroy(bundle);
    }
    struct taub_bundle *bundle = make();
    write_file(folder, "user/initial.c", "a\0b", 3);
    assert_int_equal(taub_bundle_user_file(bundle, path, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "is not a text file"));
    assert_int_equal(taub_bundle_user_file(bundle, "/nonexistent/file.c", &error), TAUB_BAD_INPUT);
    assert_int_equal(taub_bundle_user_file(bundle, folder->root, &error), TAUB_BAD_INPUT);
    assert_int_equal(taub_bundle_kernel(bundle, "nowhere.h", &error), TAUB_FAILED);
    taub_bundle_destroy(bundle);
    setenv("TAUB_KERNELS", "/nonexistent", 1);
    assert_int_equal(taub_bundle_create(&bundle, &error), TAUB_BAD_INPUT);
    assert_null(bundle);
}

static void blame(void **state)
{
    const struct folder *folder = *state;
    struct taub_bundle *bundle = make();
    char path[128], log[256];
    put(folder, "kernels/base.h", "int base;\n");
    put(folder, "user/initial.c", "int initial;\n");
    snprintf(path, sizeof path, "%s/user/initial.c", folder->root);
    assert_int_equal(taub_bundle_kernel(bundle, "base.h", NULL), TAUB_OK);
    assert_int_equal(taub_bundle_user_file(bundle, path, NULL), TAUB_OK);
    static const struct {
        const char *format;
        int blamed;
    } cases[] = {{"%s:3:5: error: expected ';'", 1},
                 {"%s(3): error: expected a \";\"", 1},
                 {"note\n%s:3:5: fatal error: no\nmore", 1},
                 {"error: %s:3:5: expected ';'\n1 error generated", 1},
                 {"%s:3:5: warning: unused\nkernels/base.h:1:1: error: no", 0},
                 {"In file %s included\nkernels/base.h:1: error: no", 0},
                 {"%s.h:1:1: error: another file", 0}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        snprintf(log, sizeof log, cases[n].format, path);
        assert_int_equal(taub_bundle_blames_user(bundle, log), cases[n].blamed);
    }
    taub_bundle_destroy(bundle);
}

static void locate(void **state)
{
    (void)state;
    static const char source[] = "#define A 1\n#line 1 \"kernels/a.h\"\nfirst\n#line 7 \"user.c\"\nseventh\neighth\n";
    static const struct {
        const char *log, *expected;
    } cases[] = {{"<kernel>:3:5: error: no\n", "kernels/a.h:1:5: error: no\n"},
                 {"x <kernel>:5:1: a\n<kernel>:6: b", "x user.c:7:1: a\nuser.c:8: b"},
                 {"<kernel>:1:2: c", "taub:1:2: c"},
                 {"<kernel>:?", "<kernel>:?"},
                 {"nothing", "nothing"},
                 {"", ""}};
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        struct taub_text out = {0};
        assert_true(taub_locate(source, cases[n].log, "<kernel>:", &out));
        assert_string_equal(out.data, cases[n].expected);
        taub_text_free(&out);
    }
}

/* The embedded sources are those of the tree. */
static void embedded_sources(void **state)
{
    (void)state;
    unsetenv("TAUB_KERNELS");
    struct taub_bundle *embedded = make();
    assert_int_equal(taub_bundle_kernel(embedded, "dialect.h", NULL), TAUB_OK);
    assert_non_null(strstr(taub_bundle_source(embedded, NULL), "#line 1 \"kernels/launch.h\"\n"));
    setenv("TAUB_KERNELS", TAUB_SOURCE_DIR "/kernels", 1);
    struct taub_bundle *tree = make();
    assert_int_equal(taub_bundle_kernel(tree, "dialect.h", NULL), TAUB_OK);
    assert_string_equal(taub_bundle_source(embedded, NULL), taub_bundle_source(tree, NULL));
    taub_bundle_destroy(tree);
    taub_bundle_destroy(embedded);
    assert_true(taub_embedded_kernel_count >= 2);
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {IN_FOLDER(constants_and_text),
                                       IN_FOLDER(whole_numbers_stay_whole),
                                       IN_FOLDER(numbers_are_no_text),
                                       IN_FOLDER(includes_come_once_and_in_place),
                                       IN_FOLDER(conditional_includes_may_come_again),
                                       IN_FOLDER(known_conditions),
                                       cmocka_unit_test(conditions),
                                       IN_FOLDER(roles),
                                       IN_FOLDER(files_that_include_themselves_end),
                                       IN_FOLDER(user_files),
                                       IN_FOLDER(user_mistakes),
                                       IN_FOLDER(blame),
                                       cmocka_unit_test(locate),
                                       IN_FOLDER(embedded_sources)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
