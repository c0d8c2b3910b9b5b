/* taub surface: the freeze-out surface of a run in the formats of other programs. */
#include <string.h>

#include "cli.h"
#include "output/surface.h"

static int count_formats(void)
{
    int count = 0;
    while (taub_surface_formats[count])
        count++;
    return count;
}

static int unknown_format(const char *typed)
{
    fprintf(stderr, "taub surface: --to %s: ", typed);
    cli_print_expected(typed, taub_surface_formats, count_formats());
    return TAUB_BAD_INPUT;
}

/* Warns if the format cannot store the net-baryon quantities of the surface. */
static void warn_of_lost_quantities(const struct taub_surface_file *surface, enum taub_surface_format format)
{
    bool potential = false, current = false;
    for (int64_t n = 0; n < surface->count; n++) {
        const double *v = surface->elements[n].value;
        potential = potential || v[TAUB_SURFACE_POTENTIAL] != 0.0 || v[TAUB_SURFACE_CHARGE] != 0.0;
        for (int m = 0; m < 4; m++)
            current = current || v[TAUB_SURFACE_DIFFUSION + m] != 0.0;
    }
    const bool is_music = format == TAUB_SURFACE_MUSIC || format == TAUB_SURFACE_MUSIC_VORTICITY;
    const bool has_potential = is_music || format == TAUB_SURFACE_SMASH || format == TAUB_SURFACE_HYDRO_FOIL;
    potential = potential && !has_potential;
    current = current && !is_music;
    if (potential || current)
        fprintf(stderr, "taub surface convert: the layout of %s has no room for %s%s%s: it is left out\n",
                taub_surface_formats[format], potential ? "the charge and its chemical potential" : "",
                potential && current ? " and " : "", current ? "the diffusion current" : "");
}

int cli_surface(const struct cli_options *options)
{
    struct taub_error error;
    struct taub_surface_file surface;
    enum taub_surface_format format;
    if (strcmp(options->input[0], "convert") != 0) {
        fprintf(stderr, "taub surface: %s: expected `convert`\n", options->input[0]);
        return TAUB_BAD_INPUT;
    }
    if (!options->to || !options->output) {
        fprintf(stderr, "taub surface convert: %s is missing; `taub surface --help` says more\n",
                options->to ? "-o OUT" : "--to FORMAT");
        return TAUB_BAD_INPUT;
    }
    if (!taub_surface_format_find(options->to, &format))
        return unknown_format(options->to);
    if (taub_surface_read(options->input[1], &surface, &error) != TAUB_OK)
        return cli_report(&error);
    const enum taub_status status = taub_surface_write(&surface, format, options->output, &error);
    if (status == TAUB_OK)
        warn_of_lost_quantities(&surface, format);
    if (status == TAUB_OK)
        printf("%lld elements in %s\n", (long long)surface.count, options->output);
    taub_surface_free(&surface);
    return status == TAUB_OK ? TAUB_OK : cli_report(&error);
}
