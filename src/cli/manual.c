/* taub manual: man pages from the tables of verbs and options. */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "case/schema.h"
#include "cli.h"

/* Escapes text for roff: backslashes, hyphens, and characters that would start a request at the beginning of a line. */
static void put_roff(FILE *file, const char *text)
{
    bool line_start = true;
    for (; *text; text++) {
        if (line_start && (*text == '.' || *text == '\''))
            fputs("\\&", file);
        if (*text == '\\')
            fputs("\\e", file);
        else if (*text == '-')
            fputs("\\-", file);
        else
            fputc(*text, file);
        line_start = *text == '\n';
    }
}

static void put_heading(FILE *file, const char *name, int section, const char *summary)
{
    char capitals[64];
    size_t n = 0;
    for (; name[n] && n + 1 < sizeof capitals; n++)
        capitals[n] = (char)toupper((unsigned char)name[n]);
    capitals[n] = '\0';
    fprintf(file, ".TH %s %d \"\" \"taub " TAUB_VERSION "\" \"Taub\"\n.SH NAME\n", capitals, section);
    put_roff(file, name);
    fputs(" \\- ", file);
    put_roff(file, summary);
    fputs("\n.SH SYNOPSIS\n", file);
}

static void put_key(const struct taub_key *key, FILE *file)
{
    fputs(".TP\n.B ", file);
    put_roff(file, key->path);
    fputc('\n', file);
    put_roff(file, key->doc);
    const bool unit = key->unit && *key->unit, standard = key->standard && *key->standard;
    if (unit) {
        fputs(" (unit: ", file);
        put_roff(file, key->unit);
    }
    if (standard) {
        fputs(unit ? ", default: " : " (default: ", file);
        put_roff(file, key->standard);
    }
    if (unit || standard)
        fputc(')', file);
    fputc('\n', file);
    for (const struct taub_enum_name *word = key->enum_names; word && word->name; word++) {
        fputs(".br\n.I ", file);
        put_roff(file, word->name);
        fputc('\n', file);
        put_roff(file, word->doc);
        fputc('\n', file);
    }
}

static void put_case_page(FILE *file)
{
    int count;
    const struct taub_key *keys = taub_schema(&count);
    put_heading(file, "taub-case", 5, "the case file of taub");
    fputs(".I case.yaml\n.SH DESCRIPTION\n"
          "A case is one YAML file: a map of the keys below, in any order. File names start from its folder.\n"
          ".B taub reference\nprints the same as a page for browsers, with what each key applies to.\n.SH KEYS\n",
          file);
    for (int k = 0; k < count; k++)
        put_key(&keys[k], file);
    fputs(".SH SEE ALSO\n.BR taub (1)\n", file);
}

static void put_verb_page(const struct cli_verb *verb, FILE *file)
{
    char name[64];
    snprintf(name, sizeof name, "taub-%s", verb->name);
    put_heading(file, name, 1, verb->summary);
    fprintf(file, ".B taub %s\n", verb->name);
    put_roff(file, verb->usage);
    fputs("\n.SH DESCRIPTION\n", file);
    put_roff(file, verb->more);
    fputs(".SH OPTIONS\n", file);
    struct cli_option_info option;
    for (int i = 0; cli_option_at(i, &option); i++) {
        if (!(option.verbs & verb->bit))
            continue;
        fputs(".TP\n", file);
        if (option.letter)
            fprintf(file, "\\fB\\-%c\\fR, ", option.letter);
        fprintf(file, "\\fB\\-\\-%s\\fR", option.name);
        if (option.value) {
            fputs(" \\fI", file);
            put_roff(file, option.value);
            fputs("\\fR", file);
        }
        fputc('\n', file);
        put_roff(file, option.help);
        fputc('\n', file);
    }
    fputs(".SH SEE ALSO\n.BR taub (1)\n", file);
}

static const char *const environment[][2] = {
    {"TAUB_CACHE", "Folder of compiled kernels; off: none is kept. Default: $XDG_CACHE_HOME/taub or ~/.cache/taub."},
    {"TAUB_CC", "The host's C compiler for kernels. Default: the first of gcc, clang, cc."},
    {"TAUB_CFLAGS", "Options that are added to those of the host's compiler."},
    {"TAUB_BRIEF_CFLAGS",
     "The same, in place of TAUB_CFLAGS, for the program of initial data, which runs once or twice."},
    {"TAUB_QUICK_START", "off: a run on the host waits for optimised kernels. Default: if the cache has none, the run "
                         "begins with a quick build, which the optimised one replaces as soon as it is compiled."},
    {"TAUB_KERNELS", "A folder from which kernel text is read instead of that in the program."},
    {"OMP_NUM_THREADS", "Threads of the host, unless device.threads is given."},
    {"OMP_WAIT_POLICY", "How threads of the host wait for the next pass: passive: sleeping; active: polling. Default: "
                        "polling for some tens of microseconds, then sleeping."},
};

static void put_main_page(FILE *file)
{
    int count;
    const struct cli_verb *verbs = cli_verbs(&count);
    put_heading(file, "taub", 1, "hyperbolic conservation laws on CPUs and GPUs");
    fputs(".B taub\n.I VERB\n[\\fIarguments\\fR] [\\fIoptions\\fR]\n.SH DESCRIPTION\n"
          "Solves relativistic hydrodynamics, ideal and dissipative, gas dynamics, ideal and relativistic\n"
          "magnetohydrodynamics and Maxwell's equations, as a case file says.\n"
          ".B taub reference\nprints every key of the case file. Kernels are compiled when a case is run, and kept.\n"
          ".SH VERBS\n",
          file);
    for (int i = 0; i < count; i++) {
        fprintf(file, ".TP\n.BR taub\\-%s (1)\n", verbs[i].name);
        put_roff(file, verbs[i].summary);
        fputs("\n", file);
    }
    fputs(".SH ENVIRONMENT\n", file);
    for (size_t i = 0; i < sizeof environment / sizeof *environment; i++) {
        fprintf(file, ".TP\n.B %s\n", environment[i][0]);
        put_roff(file, environment[i][1]);
        fputc('\n', file);
    }
    fputs(".SH EXIT STATUS\n0 done, 1 the run failed, 2 the input is wrong.\n.SH SEE ALSO\n.BR taub\\-case (5)\n",
          file);
}

int cli_manual(const struct cli_options *options)
{
    const char *folder = options->input[0];
    int count;
    const struct cli_verb *verbs = cli_verbs(&count);
    for (int i = -2; i < count; i++) { /* the program, the case file, the verbs */
        char path[4096 + 64];
        snprintf(path, sizeof path, "%.4000s/taub%s%s.%d", folder, i == -2 ? "" : "-",
                 i == -2   ? ""
                 : i == -1 ? "case"
                           : verbs[i].name,
                 i == -1 ? 5 : 1);
        FILE *file = fopen(path, "w");
        if (!file) {
            fprintf(stderr, "taub manual: %s cannot be written: %s\n", path, strerror(errno));
            return TAUB_BAD_INPUT;
        }
        if (i == -2)
            put_main_page(file);
        else if (i == -1)
            put_case_page(file);
        else
            put_verb_page(&verbs[i], file);
        if (fclose(file) != 0) {
            fprintf(stderr, "taub manual: %s cannot be written: %s\n", path, strerror(errno));
            return TAUB_FAILED;
        }
    }
    return TAUB_OK;
}
