/* taub list: the words of the case file and the systems that they apply to, from the schema and the tables of its
 * checks. */
#include <string.h>

#include "case/check.h"
#include "case/schema.h"
#include "cli.h"
#include "core/wings.h"
#include "systems/system.h"

static const char *const main_keys[] = {"system",         "eos.kind",         "scheme.kind",   "scheme.riemann",
                                        "scheme.limiter", "mesh.coordinates", "mesh.boundary", "initial.kind"};

/* Bits of the systems that a word can be used with; for a quantity, those that have it. */
static unsigned systems_with(const struct taub_key *key, const struct taub_enum_name *word)
{
    if (key->type != TAUB_KEY_NAMES)
        return taub_check_systems_of(key->path, word->value);
    unsigned systems = 0;
    for (const struct taub_system *const *system = taub_systems; *system; system++)
        systems |= taub_system_quantity(*system, word->name) ? 1u << (*system)->kind : 0;
    return systems;
}

/* Prints the systems that a word can be used with, unless these are all to which the key applies. */
static void print_systems(const struct taub_key *key, const struct taub_enum_name *word)
{
    unsigned all = ~0u;
    const size_t selector = taub_schema_find("system")->offset;
    for (int i = 0; i < TAUB_CONDITIONS; i++)
        if (key->when[i].mask && key->when[i].selector == selector)
            all = key->when[i].mask;
    const unsigned with = systems_with(key, word);
    bool everywhere = true;
    const struct taub_enum_name *systems = taub_schema_find("system")->enum_names;
    for (const struct taub_enum_name *system = systems; system->name; system++)
        everywhere = everywhere && (with | ~all) & 1u << system->value;
    const char *wing = taub_absent_wing(key->path, word->value);
    if (wing)
        printf(" [not in this build: %s]", wing);
    if (everywhere || wing)
        return;
    const char *separator = " [";
    for (const struct taub_enum_name *system = systems; system->name; system++)
        if (with & all & 1u << system->value) {
            printf("%s%s", separator, system->name);
            separator = ", ";
        }
    putchar(']');
}

static void print_key(const struct taub_key *key)
{
    printf("%s: %s", key->path, key->doc);
    if (key->standard && *key->standard)
        printf("; default: %s", key->standard);
    bool conditional = false;
    for (int i = 0; i < TAUB_CONDITIONS; i++)
        conditional = conditional || key->when[i].mask;
    if (conditional) {
        printf(" [");
        taub_key_write_conditions(key, NULL, "", stdout);
        putchar(']');
    }
    putchar('\n');
    for (const struct taub_enum_name *word = key->enum_names; word->name; word++) {
        printf("  %-20s %s", word->name, word->doc);
        print_systems(key, word);
        putchar('\n');
    }
}

int cli_list(const struct cli_options *options)
{
    const char *names[256];
    int count, known = 0;
    const struct taub_key *keys = taub_schema(&count);
    if (!options->input[0]) {
        for (size_t n = 0; n < sizeof main_keys / sizeof *main_keys; n++) {
            print_key(taub_schema_find(main_keys[n]));
            putchar('\n');
        }
        printf("`taub list KEY` prints the words of another key, such as output.fields; `taub reference` all keys.\n");
        return TAUB_OK;
    }
    for (int k = 0; k < count && known < 256; k++)
        if (keys[k].enum_names) {
            names[known++] = keys[k].path;
            if (!strcmp(keys[k].path, options->input[0])) {
                print_key(&keys[k]);
                return TAUB_OK;
            }
        }
    fprintf(stderr, "taub list: %s is not a key with a list of words", options->input[0]);
    cli_suggest(options->input[0], names, known, "");
    fprintf(stderr, "\n`taub reference` has all keys.\n");
    return TAUB_BAD_INPUT;
}
