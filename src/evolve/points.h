/* taub_simulation_read_at: quantities at any points, for programs that hold a simulation. What it is asked for leaves
 * the device as a whole and stays on the host until the state changes, so that one point after the other costs no more
 * than all at once; a run's own points, of which there are few, are probes (evolve/probes.h). The same bits as theirs.
 */
#ifndef TAUB_EVOLVE_POINTS_H
#define TAUB_EVOLVE_POINTS_H

#include "evolve/internal.h"

struct taub_points;

void taub_points_destroy(struct taub_points *self);

#endif
