#include "evolve/layout.h"

#include <math.h>

enum {
    WARP = 32,
    LONGEST_MARCH = 32, /* planes; longer marches save nothing that could be measured */
    UNITS = 128         /* multiprocessors of a GPU that does not tell */
};

static int tiles(int cells, int tile)
{
    return (cells + tile - 1) / tile;
}

/* Threads for each cell of a plane of a block. */
static double threads_per_cell(const int cells[2], int serving, const int group[2])
{
    const int threads = tiles(group[0] * group[1], WARP) * WARP;
    return (double)threads * tiles(cells[0], group[0] - serving) * tiles(cells[1], group[1] - serving) /
           ((double)cells[0] * cells[1]);
}

void taub_layout_group(const struct taub_config *config, int serving, const int large[2], const int fitting[2],
                       int group[2])
{
    const int *mesh = config->mesh.cells, *blocks = config->mesh.blocks;
    const int cells[2] = {mesh[0] / (blocks[0] > 1 ? blocks[0] : 1), mesh[1] / (blocks[1] > 1 ? blocks[1] : 1)};
    if (mesh[0] > 1 && mesh[1] > 1) {
        const bool fits = threads_per_cell(cells, serving, fitting) < threads_per_cell(cells, serving, large);
        for (int a = 0; a < 2; a++)
            group[a] = fits ? fitting[a] : large[a];
        return;
    }
    group[0] = mesh[1] == 1 ? 256 : 1;
    group[1] = mesh[1] == 1 ? 1 : 256;
}

/* The time of a pass, in planes of a full multiprocessor: it runs `resident` groups at once, a few of them in not much
 * less time; a group takes the planes of its march, and about half a plane for its first lower faces. */
static double estimated_time(long groups, int units, int resident, int march)
{
    const long each = (groups + units - 1) / units, rest = each % resident;
    return ((double)(each / resident) + (rest ? 0.5 + 0.5 * (double)rest / resident : 0.0)) * (march + 0.5);
}

int taub_layout_march(const struct taub_shape *shape, int units, const int tile[2], int resident)
{
    const int planes = shape->cells[2], longest = planes < LONGEST_MARCH ? planes : LONGEST_MARCH;
    const long columns = (long)shape->blocks * tiles(shape->cells[0], tile[0]) * tiles(shape->cells[1], tile[1]);
    int best = longest;
    double least = HUGE_VAL;
    for (int march = longest; march > 0; march /= 2) {
        const double time = estimated_time(columns * tiles(planes, march), units > 0 ? units : UNITS, resident, march);
        if (time < 0.95 * least) { /* not for what the estimate leaves out */
            least = time;
            best = march;
        }
    }
    return best;
}

void taub_layout_columns(const struct taub_simulation *simulation, const int group[2], int serving, int resident,
                         struct taub_pass_geometry *geometry)
{
    for (int a = 0; a < 2; a++) {
        geometry->group[a] = group[a];
        geometry->tile[a] = group[a] - serving * simulation->mesh->active[a];
    }
    geometry->tile[2] =
        taub_layout_march(&simulation->mesh->shape, taub_device_units(simulation->device), geometry->tile, resident);
}
