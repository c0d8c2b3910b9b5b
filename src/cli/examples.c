/* taub examples: lists the examples that came with the program by field, or copies one. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "core/text_file.h"
#include "systems/system.h"

enum field { HEAVY_IONS, GAS, PLASMA, LIGHT, OTHERS, FIELDS };
static const char *const field_names[FIELDS] = {"heavy ions", "gas", "plasma", "light", "studies and programs"};

struct example {
    const char *name;
    enum field field;
    char line[160];
};

static enum field field_of(const struct taub_config *config)
{
    switch (config->system) {
    case TAUB_SYSTEM_MAXWELL:
        return LIGHT;
    case TAUB_SYSTEM_MHD:
    case TAUB_SYSTEM_SRMHD:
        return PLASMA;
    default:
        return taub_system_find(config->system)->heavy_ion_units(config) ? HEAVY_IONS : GAS;
    }
}

/* Uses the title of the case or, without a case, the heading of the example's page. */
static void describe(const char *folder, struct example *example)
{
    char path[4096 + 300];
    struct taub_error error;
    struct taub_case *run_case;
    example->field = OTHERS;
    snprintf(path, sizeof path, "%s/%s/case.yaml", folder, example->name);
    if (access(path, F_OK) == 0 && taub_case_load(path, NULL, 0, &run_case, &error) == TAUB_OK) {
        const struct taub_config *config = taub_case_config(run_case);
        example->field = field_of(config);
        snprintf(example->line, sizeof example->line, "%s", config->title);
        taub_case_destroy(run_case);
        return;
    }
    snprintf(path, sizeof path, "%s/%s/README.md", folder, example->name);
    FILE *page = fopen(path, "r");
    if (!page || fscanf(page, "# %159[^\n]", example->line) != 1)
        snprintf(example->line, sizeof example->line, "?");
    if (page)
        fclose(page);
}

static void list(const char *folder, struct example *examples, int count)
{
    for (int i = 0; i < count; i++)
        describe(folder, &examples[i]);
    for (int field = 0; field < FIELDS; field++) {
        printf("%s\n", field_names[field]);
        for (int i = 0; i < count; i++)
            if (examples[i].field == (enum field)field) {
                printf("  %-22s ", examples[i].name);
                cli_print_text(stdout, examples[i].line);
                putchar('\n');
            }
        putchar('\n');
    }
    printf("They are in %s.\n`taub examples NAME [FOLDER]` copies one.\n", folder);
}

/* Writes the text of a case. Files of other examples, ../NAME/FILE, are replaced by their full paths in quotes. */
static void put_case(FILE *file, const char *text, const char *examples)
{
    for (; *text; text++) {
        if (strncmp(text, " ../", 4) != 0) {
            fputc(*text, file);
            continue;
        }
        fputs(" '", file);
        for (const char *c = examples; *c; c++)
            fputs(*c == '\'' ? "''" : (char[]){*c, '\0'}, file);
        const size_t length = strcspn(text + 4, " ,}]\n");
        fprintf(file, "/%.*s'", (int)length, text + 4);
        text += 3 + length;
    }
}

static void put_bytes(FILE *to, FILE *from)
{
    for (int c; (c = getc(from)) != EOF;)
        putc(c, to);
}

static bool copy_file(const char *from, const char *to, const char *examples)
{
    const char *ending = strrchr(from, '.');
    const bool is_case = ending && !strcmp(ending, ".yaml");
    struct taub_error error;
    char *text = NULL;
    size_t length;
    if (is_case && taub_file_read(from, &text, &length, &error) != TAUB_OK) {
        cli_report(&error);
        return false;
    }
    FILE *source = fopen(from, "rb"), *target = source ? fopen(to, "wb") : NULL;
    if (target && is_case)
        put_case(target, text, examples);
    else if (target)
        put_bytes(target, source);
    free(text);
    bool good = target && !ferror(source) && !ferror(target);
    if (target && fclose(target) != 0)
        good = false;
    if (!good)
        fprintf(stderr, "taub examples: %s cannot be copied to %s: %s\n", from, to, strerror(errno));
    if (source)
        fclose(source);
    return good;
}

/* Copies all files of the example to a new folder, which is removed if copying fails. */
static int copy(const char *examples, const char *name, const char *target)
{
    char folder[4096 + 300], from[4096 + 600], to[4096 + 300];
    struct dirent **entries;
    if (mkdir(target, 0777) != 0) {
        fprintf(stderr, "taub examples: %s cannot be created: %s\n", target,
                errno == EEXIST ? "it exists already; give another folder" : strerror(errno));
        return TAUB_BAD_INPUT;
    }
    snprintf(folder, sizeof folder, "%s/%s", examples, name);
    const int count = scandir(folder, &entries, NULL, alphasort);
    bool good = count >= 0;
    for (int i = 0; i < count && good; i++) {
        struct stat status;
        snprintf(from, sizeof from, "%s/%s", folder, entries[i]->d_name);
        snprintf(to, sizeof to, "%.4000s/%s", target, entries[i]->d_name);
        good = stat(from, &status) != 0 || !S_ISREG(status.st_mode) || copy_file(from, to, examples);
    }
    for (int i = 0; i < count; i++) {
        snprintf(to, sizeof to, "%.4000s/%s", target, entries[i]->d_name);
        if (!good)
            unlink(to);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    if (!good)
        rmdir(target);
    else
        printf("%s: a copy of the example %s; README.md says how to run it\n", target, name);
    return good ? TAUB_OK : TAUB_FAILED;
}

static int copy_named(const char *folder, const struct example *examples, int count, const struct cli_options *options)
{
    const char *name = options->input[0], **names = calloc((size_t)count + 1, sizeof *names);
    int found = -1;
    for (int i = 0; i < count && names; i++) {
        names[i] = examples[i].name;
        if (!strcmp(names[i], name))
            found = i;
    }
    if (found < 0) {
        fprintf(stderr, "taub examples: there is no example %s", name);
        cli_suggest(name, names, names ? count : 0, "");
        fprintf(stderr, "\n`taub examples` lists them.\n");
    }
    free(names);
    return found < 0 ? TAUB_BAD_INPUT : copy(folder, name, options->input[1] ? options->input[1] : name);
}

int cli_examples(const struct cli_options *options)
{
    char folder[4096];
    struct dirent **entries;
    const int count = cli_examples_names(folder, sizeof folder, &entries);
    if (count < 0)
        return TAUB_BAD_INPUT;
    int code = TAUB_FAILED;
    struct example *examples = calloc((size_t)count + 1, sizeof *examples);
    for (int i = 0; i < count && examples; i++)
        examples[i].name = entries[i]->d_name;
    if (!examples)
        fprintf(stderr, "taub: out of memory\n");
    else if (options->input[0])
        code = copy_named(folder, examples, count, options);
    else {
        list(folder, examples, count);
        code = TAUB_OK;
    }
    free(examples);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return code;
}
