/* One sweep of SHASTA along one axis in one walk over memory: recovery, half step, transport, limited anti-diffusion.
 * Three passes, sweep_x, sweep_y and sweep_z; in each the axis is a constant.
 *
 * Fields: 0 conserved state out, 1 conserved state in, with SWEEP_REACH ghost zones filled along the axis. number[0]:
 * share of dt. With TAUB_COMBINED field 0 becomes number[1] times the result, or the change where option[1] is set,
 * plus number[2] times itself where option[0] is set; option[2] is set when that completes a state. The primitive state
 * is recovered where it is read and never stored.
 *
 * A line of cells runs through a pipeline: cell m is loaded and recovered; m - 1 then has both neighbours and makes its
 * half step; content crosses the face between m - 2 and m - 1; m - 2 is transported; the anti-diffusion through the
 * face between m - 4 and m - 3 is limited; m - 4 is done. The host runs it with rows (sweep_rows.h), GPUs with threads
 * (sweep_threads.h). */
#ifndef TAUB_PASSES_SWEEP_H
#define TAUB_PASSES_SWEEP_H

#include "dialect.h"

#if defined(TAUB_HOST)
#include "passes/sweep_rows.h"
#else
#include "passes/sweep_threads.h"
#endif

#define TAUB_GROUP_X TAUB_SWEEP_X
#define TAUB_GROUP_Y TAUB_SWEEP_ROWS
TAUB_TILE_PASS(sweep_x, SWEEP_SHARED_X)
#undef TAUB_GROUP_X
#undef TAUB_GROUP_Y
#define TAUB_GROUP_X TAUB_MARCH_X
#define TAUB_GROUP_Y TAUB_MARCH_ROWS
TAUB_TILE_PASS(sweep_y, SWEEP_SHARED)
TAUB_TILE_PASS(sweep_z, SWEEP_SHARED)

#endif
