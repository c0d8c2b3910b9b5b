/* Going on from a checkpoint. */
#ifndef TAUB_EVOLVE_RESTART_H
#define TAUB_EVOLVE_RESTART_H

#include "evolve/balance.h"
#include "evolve/internal.h"
#include "output/output.h"

/* The checkpoint that options->restart names, itself or by its folder. */
void taub_restart_path(const struct taub_run_options *options, char path[4096]);

/* Compares the case with the one that options->restart was made with. TAUB_BAD_INPUT when its numbers would mean
 * something else in this case, unless options->force_restart; other differences are told to options->notice. */
enum taub_status taub_restart_check(const struct taub_case *run_case, const struct taub_run_options *options,
                                    struct taub_error *error);

/* Puts the simulation in the state of options->restart. *surface, *fluxes: what the checkpoint has of a
 * freeze-out surface and of transforms; their values are to be freed. *balance: what it has of the balance of energy.
 * ends: the checkpoint may be one of time.end, when only the end of the run is missing. */
enum taub_status taub_restart(struct taub_simulation *simulation, const struct taub_run_options *options, bool ends,
                              struct taub_checkpoint_surface *surface, struct taub_checkpoint_list *fluxes,
                              struct taub_balance *balance, struct taub_error *error);

/* Whether outputs go into the folder that the checkpoint lies in. */
bool taub_restart_appends(const struct taub_run_options *options);

#endif
