/* The reference of the case file: complete, and the page in docs is what the program writes. */
#include <string.h>

#include "case_support.h"

#include "case/schema.h"

static char *reference(void)
{
    char *text = NULL;
    size_t length = 0;
    struct taub_error error = {0};
    FILE *file = open_memstream(&text, &length);
    assert_non_null(file);
    assert_int_equal(taub_case_write_reference(file, &error), TAUB_OK);
    assert_int_equal(fclose(file), 0);
    return text;
}

static void every_key_and_word_is_in_it(void **state)
{
    (void)state;
    char *text = reference();
    int count;
    const struct taub_key *keys = taub_schema(&count);
    assert_true(count > 60);
    for (int k = 0; k < count; ++k) {
        char row[128];
        /* top-level maps have a section, and all other keys a row */
        snprintf(row, sizeof row, "\n| `%s` | ", keys[k].path);
        if (!strstr(text, row))
            fail_msg("%s has no row", keys[k].path);
        for (const struct taub_enum_name *word = keys[k].enum_names; word && word->name; ++word) {
            snprintf(row, sizeof row, "\n- `%s`: ", word->name);
            if (!strstr(text, row))
                fail_msg("%s of %s is missing", word->name, keys[k].path);
        }
    }
    free(text);
}

/* What a table must not say: two lines for one key, a member that two keys of one kind share, a condition on nothing.
 */
/* Two names of one member, say mesh.spacing.z and eta: a word decides which of them there is, and defaults agree. */
static bool never_together(const struct taub_key *one, const struct taub_key *other)
{
    bool exclude = false;
    for (int i = 0; i < TAUB_CONDITIONS; ++i)
        for (int j = 0; j < TAUB_CONDITIONS; ++j)
            exclude = exclude ||
                      (one->when[i].mask && other->when[j].mask && one->when[i].selector == other->when[j].selector &&
                       !(one->when[i].mask & other->when[j].mask));
    const bool alike =
        one->type == other->type && one->presence == other->presence && !one->standard == !other->standard;
    return exclude && alike && (!one->standard || strcmp(one->standard, other->standard) == 0);
}

/* How many keys name this one as their alternative. */
static int count_replaced(const struct taub_key *keys, int count, const char *path)
{
    int found = 0;
    for (int k = 0; k < count; ++k)
        found += keys[k].instead && strcmp(keys[k].instead, path) == 0;
    return found;
}

static void the_schema_is_sound(void **state)
{
    (void)state;
    int count;
    const struct taub_key *keys = taub_schema(&count);
    struct taub_config config;
    taub_config_default(&config);
    for (int k = 0; k < count; ++k) {
        assert_non_null(keys[k].doc);
        assert_ptr_equal(taub_schema_find(keys[k].path), &keys[k]);
        if (keys[k].instead) {
            const struct taub_key *other = taub_schema_find(keys[k].instead);
            assert_non_null(other);
            if (other->instead)
                assert_string_equal(other->instead, keys[k].path);
            else { /* an optional key in place of several, which it cannot name all */
                assert_int_equal(other->presence, TAUB_PRESENCE_OPTIONAL);
                assert_true(count_replaced(keys, count, other->path) > 1);
            }
        }
        if (keys[k].presence == TAUB_PRESENCE_DEFAULT)
            assert_non_null(keys[k].standard);
        if (keys[k].type == TAUB_KEY_ENUM && keys[k].standard)
            assert_non_null(taub_enum_name_by_text(keys[k].enum_names, keys[k].standard));
        for (int other = 0; other < k; ++other)
            if (keys[k].type != TAUB_KEY_MAP && keys[other].type != TAUB_KEY_MAP &&
                keys[k].offset == keys[other].offset)
                assert_true(never_together(&keys[k], &keys[other]));
        for (int i = 0; i < TAUB_CONDITIONS; ++i) {
            bool selects = !keys[k].when[i].mask;
            for (int other = 0; other < count; ++other)
                selects =
                    selects || (keys[other].type == TAUB_KEY_ENUM && keys[other].offset == keys[k].when[i].selector);
            assert_true(selects);
        }
    }
}

static void the_page_in_docs_is_current(void **state)
{
    (void)state;
    char *text = reference();
    FILE *file = fopen(TAUB_SOURCE_DIR "/docs/reference/case-file.md", "r");
    if (!file)
        fail_msg("docs/reference/case-file.md is missing; write it with: taub reference > docs/reference/case-file.md");
    size_t length = strlen(text);
    char *page = calloc(1, length + 2);
    assert_non_null(page);
    size_t read = fread(page, 1, length + 1, file);
    fclose(file);
    if (read != length || memcmp(page, text, length))
        fail_msg("docs/reference/case-file.md is old; write it with: taub reference > docs/reference/case-file.md");
    free(page);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_and_word_is_in_it),
        cmocka_unit_test(the_schema_is_sound),
        cmocka_unit_test(the_page_in_docs_is_current),
    };
    return cmocka_run_group_tests_name("case reference", tests, NULL, NULL);
}
