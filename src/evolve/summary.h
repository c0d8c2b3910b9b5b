/* The entries of summary.json; docs/guide/outputs.md has their meaning. */
#ifndef TAUB_EVOLVE_SUMMARY_H
#define TAUB_EVOLVE_SUMMARY_H

#include "evolve/internal.h"
#include "output/output.h"

/* Puts what became of a run into its summary; wall_seconds: since it was started. */
void taub_summary_write(struct taub_output *output, const struct taub_simulation *simulation,
                        const struct taub_run_result *result, double wall_seconds);

#endif
