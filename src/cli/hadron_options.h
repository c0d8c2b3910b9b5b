/* What `taub spectra`, `taub sample` and `taub run --spectra --sample` share: options, the device, the surface and the
 * list. */
#ifndef TAUB_CLI_HADRON_OPTIONS_H
#define TAUB_CLI_HADRON_OPTIONS_H

#include "cli.h"
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
/* The list and the options alone; prints what is wrong. */
enum taub_status cli_hadrons_prepare(const struct cli_options *options, struct cli_hadron_inputs *out);
/* Reads and opens everything; prints what is wrong. `name`: of the default output beside the surface. */
enum taub_status cli_hadrons_open(const struct cli_options *options, const char *name, struct cli_hadron_inputs *out);
void cli_hadrons_close(struct cli_hadron_inputs *self);

/* What is printed of them. */
void cli_spectra_print(const struct taub_spectra *self, const struct taub_hadrons *list, const char *path);
void cli_sample_print(const struct taub_sample_summary *summary, int events, const char *path);

#endif
