#include "evolve/layout.h"

#include <math.h>

enum {
    WARP = 32,
    LONGEST_MARCH = 32, /* planes; longer marches save nothing that could be measured */
    UNITS = 128,        /* multiprocessors of a GPU that does not tell */
    FEWEST_ROWS = 4,    /* of a host strip: thinner ones compute more beside themselves than they own */
    FEWEST_PLANES = 8,
    ROW_START = 16 /* what starting a row of a strip costs, in cells */
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

/* The work of the thread with the most tiles, in cells. */
static double longest_work(const struct taub_shape *shape, int threads, int halo, const int tile[3])
{
    double each = 1.0, count = shape->blocks;
    for (int a = 0; a < 3; a++) {
        each *= tile[a] + (shape->cells[a] > 1 ? halo : 0) + (a == 0 ? ROW_START : 0);
        count *= tiles(shape->cells[a], tile[a]);
    }
    return ceil(count / threads) * each;
}

void taub_layout_strips_of(const struct taub_shape *shape, int threads, const int largest[3], int halo, int tile[3])
{
    int most[3];
    for (int a = 0; a < 3; a++)
        tile[a] = most[a] = largest[a] < shape->cells[a] ? largest[a] : shape->cells[a];
    if (threads < 2)
        return;
    double least = longest_work(shape, threads, halo, tile);
    for (int planes = most[2]; planes > 0; planes = planes > FEWEST_PLANES ? (planes + 1) / 2 : 0)
        for (int rows = most[1]; rows > 0; rows = rows > FEWEST_ROWS ? (rows + 1) / 2 : 0)
            for (int parts = 1; parts <= 2; parts++) {
                const int cells = shape->cells[0], strips = tiles(cells, most[0]) * parts;
                const int tried[3] = {tiles(cells, strips), rows, planes};
                const double work = longest_work(shape, threads, halo, tried);
                if (tried[0] >= most[0] / 4 && work < 0.98 * least) {
                    least = work;
                    for (int a = 0; a < 3; a++)
                        tile[a] = tried[a];
                }
            }
}

void taub_layout_strips(const struct taub_simulation *simulation, const int largest[3], int halo,
                        struct taub_pass_geometry *geometry)
{
    taub_layout_strips_of(&simulation->mesh->shape, taub_device_threads(simulation->device), largest, halo,
                          geometry->tile);
}

void taub_layout_states(const struct taub_simulation *simulation, int lanes, struct taub_pass_geometry *geometry)
{
    enum { CELLS = 1024, GROUPS = 1024 };
    const struct taub_shape *shape = &simulation->mesh->shape;
    const int *active = simulation->mesh->active, length = shape->cells[0] + 2 * active[0];
    const long rows = (long)(shape->cells[1] + 2 * active[1]) * (shape->cells[2] + 2 * active[2]) * shape->blocks;
    const long together = rows * length / GROUPS < CELLS ? rows * length / GROUPS : CELLS; /* cells */
    geometry->group[0] = lanes;
    geometry->group[1] = simulation->components;
    geometry->tile[0] = together >= length || length <= lanes ? length
                        : together < lanes                    ? lanes
                                                              : (int)together / lanes * lanes;
    geometry->tile[1] = together >= length ? (int)together / length : 1;
    geometry->tile[2] = 1;
}
