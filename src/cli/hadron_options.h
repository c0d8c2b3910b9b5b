/* Shared by `taub spectra`, `taub sample` and `taub run --spectra --sample`: options, device, surface and list of
 * hadrons. */
#ifndef TAUB_CLI_HADRON_OPTIONS_H
#define TAUB_CLI_HADRON_OPTIONS_H

#include "cli.h"
#include "hadrons/polarization.h"
#include "hadrons/sample.h"
#include "hadrons/spectra.h"

struct cli_hadron_inputs {
    struct taub_surface_file surface;
    struct taub_hadrons list;
    struct taub_hadron_device device;
    struct taub_spectra_config config;
    int64_t *species;
    char output[4200];
};
/* Reads only the options and the list; prints what is wrong. */
enum taub_status cli_hadrons_prepare(const struct cli_options *options, struct cli_hadron_inputs *out);
/* Reads and opens everything; prints what is wrong. `name` is that of the default output, in the folder of the surface.
 */
enum taub_status cli_hadrons_open(const struct cli_options *options, const char *name, struct cli_hadron_inputs *out);
void cli_hadrons_close(struct cli_hadron_inputs *self);
/* Whether --polarization asks for gradients at constant temperature. */
bool cli_isothermal(const struct cli_options *options);

/* Print a summary of the results. */
void cli_spectra_print(const struct taub_spectra *self, const struct taub_hadrons *list, const char *path);
void cli_polarization_print(const struct taub_polarization *self, const struct taub_hadrons *list, const char *path);
void cli_sample_print(const struct taub_sample_summary *summary, int events, const char *path);

#endif
