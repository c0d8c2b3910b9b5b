#include "hadron_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static enum taub_status refuse(const struct cli_options *options, const char *name, const char *given,
                               const char *expected)
{
    fprintf(stderr, "taub %s: %s %s: expected %s\n", options->verb->name, name, given, expected);
    return TAUB_BAD_INPUT;
}

/* "LARGEST,NUMBER" */
static bool take_range(const char *text, double *largest, int *number)
{
    char *end;
    *largest = strtod(text, &end);
    if (end == text || *end != ',' || !isfinite(*largest))
        return false;
    const char *rest = end + 1;
    const long count = strtol(rest, &end, 10);
    *number = (int)count;
    return end != rest && !*end && count > 0 && count < 100000;
}

static bool take_species(const char *text, int64_t **out, int *count)
{
    *out = malloc((strlen(text) + 1) * sizeof **out);
    *count = 0;
    for (const char *at = text; *out; at++) {
        char *end;
        (*out)[(*count)++] = strtoll(at, &end, 10);
        if (end == at || (*end && *end != ','))
            return false;
        at = end;
        if (!*end)
            return true;
    }
    return false;
}

/* The hadrons that experiments identify, as far as the list has them. */
static void default_species(struct cli_hadron_inputs *self)
{
    static const int64_t usual[] = {211, -211, 111, 321, -321, 2212, -2212, 3122, -3122, 3312, -3312, 3334, -3334, 333};
    self->species = malloc(sizeof usual);
    for (size_t n = 0; n < sizeof usual / sizeof *usual && self->species; n++)
        if (taub_hadrons_find(&self->list, usual[n]) >= 0)
            self->species[self->config.species_count++] = usual[n];
    if (self->config.species_count > 0)
        self->config.species = self->species;
}

static enum taub_status take_choice(const struct cli_options *options, const char *name, const char *given,
                                    const char *const *choices, int count, int *out)
{
    for (*out = 0; *out < count; ++*out)
        if (strcmp(given, choices[*out]) == 0)
            return TAUB_OK;
    fprintf(stderr, "taub %s: %s %s: ", options->verb->name, name, given);
    cli_print_expected(given, choices, count);
    return TAUB_BAD_INPUT;
}

static const char *const polarization_names[] = {"thermal", "isothermal"};

bool cli_isothermal(const struct cli_options *options)
{
    return strcmp(options->polarization, polarization_names[1]) == 0;
}

static enum taub_status take_config(const struct cli_options *options, struct cli_hadron_inputs *out)
{
    static const char *const corrections[] = {"none", "grad", "chapman-enskog"}, *const negative[] = {"subtract",
                                                                                                      "drop"};
    struct taub_spectra_config *config = &out->config;
    int choice = 0;
    *config = taub_spectra_defaults();
    config->decays = !options->no_decays;
    config->bounded = options->bounded;
    if (options->delta_f) {
        if (take_choice(options, "--delta-f", options->delta_f, corrections, 3, &choice) != TAUB_OK)
            return TAUB_BAD_INPUT;
        config->delta_f = (enum taub_delta_f)choice;
    }
    if (options->polarization &&
        take_choice(options, "--polarization", options->polarization, polarization_names, 2, &choice) != TAUB_OK)
        return TAUB_BAD_INPUT;
    if (options->negative) {
        if (take_choice(options, "--negative", options->negative, negative, 2, &choice) != TAUB_OK)
            return TAUB_BAD_INPUT;
        config->outward = choice == 1;
    }
    if (options->pt &&
        (!take_range(options->pt, &config->pt_max, &config->pt_count) || config->pt_max <= 0 || config->pt_count < 10))
        return refuse(options, "--pt", options->pt, "the largest pT in GeV and a number of at least 10, as in 4,32");
    if (options->rapidity && options->verb->bit == CLI_SAMPLE) {
        char *end;
        config->rapidity_max = strtod(options->rapidity, &end);
        if (end == options->rapidity || *end || !(config->rapidity_max > 0) || config->rapidity_max > 50)
            return refuse(options, "--rapidity", options->rapidity, "a number above 0, at most 50");
    } else if (options->rapidity &&
               (!take_range(options->rapidity, &config->rapidity_max, &config->rapidities) || config->rapidity_max < 0))
        return refuse(options, "--rapidity", options->rapidity, "the largest rapidity and a number, as in 4,17");
    if (options->azimuths) {
        char *end;
        const long count = strtol(options->azimuths, &end, 10);
        if (*end || count < 8 || count > 4096 || count % 8)
            return refuse(options, "--phi", options->azimuths, "a multiple of 8");
        config->directions = (int)count;
    }
    return TAUB_OK;
}

static enum taub_status open_device(const struct cli_options *options, struct taub_hadron_device *out)
{
    static const char *const kinds[] = {"auto", "host", "cuda", "opencl"};
    static const enum taub_device_kind of[] = {TAUB_DEVICE_AUTO, TAUB_DEVICE_HOST, TAUB_DEVICE_CUDA,
                                               TAUB_DEVICE_OPENCL};
    struct taub_device_config config = {.kind = TAUB_DEVICE_AUTO};
    struct taub_error error;
    for (int n = 0; n < options->override_count; n++) {
        const char *text = options->overrides[n], *value = strchr(text, '=') + 1;
        if (!strncmp(text, "device.kind=", 12))
            for (int k = 0; k < 4; k++)
                config.kind = strcmp(value, kinds[k]) == 0 ? of[k] : config.kind;
        else if (!strncmp(text, "device.index=", 13))
            config.index = atoi(value);
        else if (!strncmp(text, "device.threads=", 15))
            config.threads = atoi(value);
        else if (!strncmp(text, "device.precision=", 17)) {
            if (strcmp(value, "mixed") == 0)
                return refuse(options, "--precision", value, "single or double");
            config.precision = strcmp(value, "single") == 0 ? TAUB_SINGLE : TAUB_DOUBLE;
        } else if (!strncmp(text, "device.reproducible=", 20))
            config.reproducible = strcmp(value, "strict") == 0 ? TAUB_STRICT : TAUB_FAST;
    }
    out->single = config.precision == TAUB_SINGLE;
    out->strict = config.reproducible == TAUB_STRICT;
    static const struct taub_compile_watch watch = {.compiling = cli_compiling};
    if (taub_device_open(&config, &out->device, &error) != TAUB_OK)
        return (enum taub_status)cli_report(&error);
    taub_device_watch(out->device, &watch);
    return TAUB_OK;
}

static void name_output(const struct cli_options *options, const char *name, char *out, size_t size)
{
    struct stat about;
    const char *path = options->input[0], *slash = strrchr(path, '/');
    if (options->output)
        snprintf(out, size, "%s", options->output);
    else if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        snprintf(out, size, "%s%s%s", path, path[strlen(path) - 1] == '/' ? "" : "/", name);
    else
        snprintf(out, size, "%.*s%s", slash ? (int)(slash - path + 1) : 0, path, name);
}

enum taub_status cli_hadrons_prepare(const struct cli_options *options, struct cli_hadron_inputs *out)
{
    struct taub_error error;
    memset(out, 0, sizeof *out);
    if (!options->hadrons)
        return refuse(options, "--hadrons", "is missing",
                      "a list of hadrons: pdg.dat of iSS, or particles.txt of SMASH");
    if (take_config(options, out) != TAUB_OK)
        return TAUB_BAD_INPUT;
    if (taub_hadrons_read(options->hadrons, options->decays, &out->list, &error) != TAUB_OK)
        return (enum taub_status)cli_report(&error);
    if (!options->species) {
        default_species(out);
        return TAUB_OK;
    }
    if (strcmp(options->species, "all") == 0)
        return TAUB_OK;
    if (!take_species(options->species, &out->species, &out->config.species_count)) {
        cli_hadrons_close(out);
        return refuse(options, "--species", options->species,
                      "all, or numbers with commas between, as in 211,321,2212");
    }
    out->config.species = out->species;
    return TAUB_OK;
}

enum taub_status cli_hadrons_open(const struct cli_options *options, const char *name, struct cli_hadron_inputs *out)
{
    struct taub_error error;
    enum taub_status status = cli_hadrons_prepare(options, out);
    if (status != TAUB_OK)
        return status;
    name_output(options, name, out->output, sizeof out->output);
    if (taub_surface_read(options->input[0], &out->surface, &error) != TAUB_OK) {
        cli_hadrons_close(out);
        return (enum taub_status)cli_report(&error);
    }
    status = open_device(options, &out->device);
    if (status != TAUB_OK)
        cli_hadrons_close(out);
    return status;
}

void cli_hadrons_close(struct cli_hadron_inputs *self)
{
    if (self->device.device)
        taub_device_close(self->device.device);
    taub_surface_free(&self->surface);
    taub_hadrons_free(&self->list);
    free(self->species);
    memset(self, 0, sizeof *self);
}
