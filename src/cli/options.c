/* Parses options and overrides according to the table of options. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "option_table.h"

static bool refuse(const struct cli_options *self, const char *what, const char *given, const char *expected)
{
    fprintf(stderr, "taub %s: %s %s: %s\n", self->verb->name, what, given, expected);
    return false;
}

static bool unknown_option(const struct cli_options *self, const char *given)
{
    const char *names[64];
    int count = 0;
    for (int i = 0; i < cli_option_count && count < 64; i++)
        if (cli_option_table[i].verbs & self->verb->bit)
            names[count++] = cli_option_table[i].name;
    fprintf(stderr, "taub %s: unknown option %s", self->verb->name, given);
    cli_suggest(given + strspn(given, "-"), names, count, "--");
    fprintf(stderr, "\n`taub %s --help` lists the options.\n", self->verb->name);
    return false;
}

/* A whole number in [least, INT_MAX]; the text must end at `end`. */
static bool parse_integer(const char *text, char end, long least, long *out, const char **rest)
{
    char *stop;
    errno = 0;
    const long value = strtol(text, &stop, 10);
    if (stop == text || (*stop != '\0' && *stop != end) || errno || value < least || value > INT_MAX ||
        !isdigit((unsigned char)*text))
        return false;
    *out = value;
    *rest = *stop ? stop + 1 : stop;
    return true;
}

static bool parse_count(const struct cli_options *self, const char *name, const char *text, long *out)
{
    const char *rest;
    if (parse_integer(text, '\0', 1, out, &rest))
        return true;
    char option[32];
    snprintf(option, sizeof option, "--%s", name);
    return refuse(self, option, text, "expected a whole number of at least 1");
}

static bool add_owned(struct cli_options *self, const char *key, const char *value, size_t length)
{
    char *text = malloc(strlen(key) + length + 2);
    if (!text) {
        fprintf(stderr, "taub: out of memory\n");
        return false;
    }
    sprintf(text, "%s=%.*s", key, (int)length, value);
    self->owned[self->owned_count++] = text;
    return true;
}

static bool one_of(const struct cli_options *self, const char *name, const char *text, size_t length,
                   const char *const *choices, int count)
{
    char typed[64];
    snprintf(typed, sizeof typed, "%.*s", (int)length, text);
    for (int i = 0; i < count; i++)
        if (!strcmp(typed, choices[i]))
            return true;
    fprintf(stderr, "taub %s: %s %s: ", self->verb->name, name, text);
    cli_print_expected(typed, choices, count);
    return false;
}

static bool take_device(struct cli_options *self, const char *text)
{
    static const char *const kinds[] = {"auto", "host", "cuda", "opencl"};
    const char *colon = strchr(text, ':');
    const size_t length = colon ? (size_t)(colon - text) : strlen(text);
    const char *rest;
    long index;
    if (!one_of(self, "--device", text, length, kinds, 4) || !add_owned(self, "device.kind", text, length))
        return false;
    if (!colon)
        return true;
    if (!parse_integer(colon + 1, '\0', 0, &index, &rest))
        return refuse(self, "--device", text, "expected the number of the device after the colon, as in opencl:1");
    return add_owned(self, "device.index", colon + 1, strlen(colon + 1));
}

static bool take_resolutions(struct cli_options *self, const char *text)
{
    const char *rest = text;
    long cells;
    self->resolution_count = 0;
    while (*rest) {
        if (self->resolution_count == CLI_MAX_RESOLUTIONS)
            return refuse(self, "--cells", text, "at most 16 resolutions");
        if (!parse_integer(rest, ',', 2, &cells, &rest))
            return refuse(self, "--cells", text, "expected numbers of cells of at least 2, as in 32,64,128");
        self->resolutions[self->resolution_count++] = (int)cells;
    }
    return self->resolution_count > 0 || refuse(self, "--cells", text, "expected numbers, as in 32,64,128");
}

static bool take_tolerance(struct cli_options *self, const char *text)
{
    char *stop;
    self->tolerance = strtod(text, &stop);
    self->tolerance_given = true;
    if (stop == text || *stop || !(self->tolerance >= 0) || isinf(self->tolerance))
        return refuse(self, "--tolerance", text, "expected a number of at least 0");
    return true;
}

static bool take_time(struct cli_options *self, const char *text)
{
    char *stop;
    self->time = strtod(text, &stop);
    self->time_given = true;
    if (stop == text || *stop || !isfinite(self->time))
        return refuse(self, "--time", text, "expected a number");
    return true;
}

static bool take_option(struct cli_options *self, const struct option *option, const char *value)
{
    static const char *const precisions[] = {"single", "double", "mixed"};
    static const char *const reproducible[] = {"strict", "fast"};
    const char *rest;
    long number = 0;
    char *const member = (char *)self + option->member;
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)member = true;
        return true;
    case OPTION_TEXT:
        *(const char **)member = value;
        return true;
    case OPTION_COUNT:
        if (!parse_count(self, option->name, value, &number))
            return false;
        *(int64_t *)member = number;
        return true;
    case OPTION_OUTPUT:
        self->output = value;
        return *value || refuse(self, "--output", "''", "expected a name");
    case OPTION_DEVICE:
        return take_device(self, value);
    case OPTION_DEVICES:
        self->all_devices = !strcmp(value, "all") && self->verb->bit != CLI_CHECK;
        if (!self->all_devices && !parse_integer(value, '\0', 1, &number, &rest))
            return refuse(self, "--devices", value,
                          self->verb->bit == CLI_CHECK ? "expected how many" : "expected how many, or all");
        self->devices = (int)number;
        return true;
    case OPTION_PRECISION:
        return one_of(self, "--precision", value, strlen(value), precisions, 3) &&
               add_owned(self, "device.precision", value, strlen(value));
    case OPTION_REPRODUCIBLE:
        return one_of(self, "--reproducible", value, strlen(value), reproducible, 2) &&
               add_owned(self, "device.reproducible", value, strlen(value));
    case OPTION_THREADS:
        return parse_count(self, option->name, value, &number) &&
               add_owned(self, "device.threads", value, strlen(value));
    case OPTION_CELLS:
        return take_resolutions(self, value);
    case OPTION_TOLERANCE:
        return take_tolerance(self, value);
    case OPTION_TIME:
        return take_time(self, value);
    case OPTION_JSON:
        self->json = value;
        return *value || refuse(self, "--json", "''", "expected a file, or - for standard output");
    case OPTION_SEED:
        if (!parse_integer(value, '\0', 0, &number, &value))
            return refuse(self, "--seed", value, "expected a whole number from 0 to 2147483647");
        self->seed = number;
        self->seed_given = true;
        return true;
    case OPTION_OF_PYTHON:
        break;
    }
    return false;
}

/* The entry of the table for "--name", "--name=value" or "-x" if this verb takes it; *value is the text after '='. */
static const struct option *find_option(const struct cli_options *self, const char *argument, const char **value)
{
    *value = NULL;
    for (int i = 0; i < cli_option_count; i++) {
        const struct option *option = &cli_option_table[i];
        const size_t length = strlen(option->name);
        if (!(option->verbs & self->verb->bit))
            continue;
        if (argument[1] != '-') {
            if (option->letter && argument[1] == option->letter && !argument[2])
                return option;
        } else if (!strncmp(argument + 2, option->name, length)) {
            if (argument[2 + length] == '=')
                *value = argument + 3 + length;
            if (argument[2 + length] == '=' || !argument[2 + length])
                return option;
        }
    }
    return NULL;
}

/* key=value with a key of letters, digits, dots, dashes and underscores: anything else is a path. */
static bool is_override(const char *argument)
{
    size_t length = 0;
    while (isalnum((unsigned char)argument[length]) || (argument[length] && strchr("._-[]", argument[length])))
        length++;
    return length > 0 && argument[length] == '=';
}

static bool take_plain(struct cli_options *self, const char *argument, int *inputs)
{
    const bool with_case = (self->verb->bit & CLI_WITH_CASE) != 0;
    /* folders may have names like a=1: the first existing path is the case */
    const bool path = *inputs < self->verb->inputs && access(argument, F_OK) == 0;
    if (with_case && !path && is_override(argument)) {
        self->overrides[self->override_count++] = argument;
        return true;
    }
    if (*inputs < self->verb->inputs) {
        self->input[(*inputs)++] = argument;
        return true;
    }
    return refuse(self, "unexpected", argument,
                  with_case ? "one case file, then key=value overrides and options" : "too many arguments");
}

static bool take_all(struct cli_options *self, int count, char **arguments, int *inputs)
{
    bool plain_only = false;
    for (int i = 0; i < count; i++) {
        const char *argument = arguments[i], *value;
        if (plain_only || argument[0] != '-' || !argument[1]) {
            if (!take_plain(self, argument, inputs))
                return false;
            continue;
        }
        if (!strcmp(argument, "--")) {
            plain_only = true;
            continue;
        }
        const struct option *option = find_option(self, argument, &value);
        if (!option)
            return unknown_option(self, argument);
        if (option->value && !value) {
            if (i + 1 == count)
                return refuse(self, "option", argument, "a value must follow");
            value = arguments[++i];
        } else if (!option->value && value) {
            return refuse(self, "option", argument, "takes no value");
        }
        if (!take_option(self, option, value))
            return false;
    }
    return true;
}

/* If the input is a folder, the case is the case.yaml in it. */
static void set_case_path(struct cli_options *self)
{
    struct stat status;
    snprintf(self->case_path, sizeof self->case_path, "%s", self->input[0]);
    if (stat(self->case_path, &status) == 0 && S_ISDIR(status.st_mode))
        snprintf(self->case_path, sizeof self->case_path, "%s%scase.yaml", self->input[0],
                 self->input[0][strlen(self->input[0]) - 1] == '/' ? "" : "/");
}

bool cli_options_parse(const struct cli_verb *verb, int count, char **arguments, struct cli_options *out)
{
    int inputs = 0;
    *out = (struct cli_options){.verb = verb};
    out->overrides = calloc(3 * (size_t)count + 1, sizeof *out->overrides); /* --device makes two */
    out->owned = calloc(2 * (size_t)count + 1, sizeof *out->owned);
    if (!out->overrides || !out->owned) {
        fprintf(stderr, "taub: out of memory\n");
        return false;
    }
    if (!take_all(out, count, arguments, &inputs))
        return false;
    if (out->help)
        return true;
    if (out->examples && inputs > 0)
        return refuse(out, "unexpected", out->input[0], "with --examples there is no CASE");
    if (inputs < verb->inputs && *verb->usage != '[' && !out->examples) {
        fprintf(stderr, "usage: taub %s %s\n`taub %s --help` explains them.\n", verb->name, verb->usage, verb->name);
        return false;
    }
    /* overrides that the user typed come first, so that messages of the library count them as the user does */
    for (int i = 0; i < out->owned_count; i++)
        out->overrides[out->override_count++] = out->owned[i];
    if ((verb->bit & CLI_WITH_CASE) && inputs > 0)
        set_case_path(out);
    return true;
}

void cli_options_free(struct cli_options *self)
{
    for (int i = 0; i < self->owned_count; i++)
        free(self->owned[i]);
    free(self->owned);
    free(self->overrides);
}

bool cli_wants_hadrons(const struct cli_options *options)
{
    return options->spectra || options->sample || options->hadrons || options->decays || options->species ||
           options->delta_f || options->negative || options->bounded || options->polarization || options->no_decays ||
           options->pt || options->azimuths || options->rapidity || options->seed_given;
}
