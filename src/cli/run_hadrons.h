/* taub run --spectra, --sample: hadrons in the process of the run, computed while it writes its last files. */
#ifndef TAUB_CLI_RUN_HADRONS_H
#define TAUB_CLI_RUN_HADRONS_H

#include "cli.h"
#include "evolve/run.h"

struct cli_run_hadrons;

/* Reads the list and checks the options before the run starts; prints what is wrong. *out is NULL if no hadrons are
 * wanted. `folder` is that of the run. */
enum taub_status cli_run_hadrons_open(const struct cli_options *options, const struct taub_config *config,
                                      const char *folder, struct cli_run_hadrons **out);
/* Makes the run deliver its surface. */
void cli_run_hadrons_attach(struct cli_run_hadrons *self, struct taub_run_options *options);
/* Waits for the hadrons of a run that ended with `status` and prints a summary; returns the status of both. `self` may
 * be NULL. */
enum taub_status cli_run_hadrons_close(struct cli_run_hadrons *self, enum taub_status status);

#endif
