/* Space-time conservation elements: the launches of a step, and how the march is laid out on devices. */
#include "evolve/internal.h"

enum { GHOSTS, FILL, SLOPES, RATES, BEGIN, MARCH };
enum { SLOPES_FIELD = 0, RATES_FIELD = 2, MIDDLE_FIELD = 3, MIDDLE_SLOPES_FIELD = 4 };
enum { HOST_TILE = 64 };

/* Axes with more than one cell; returns their number. */
static int axes_of(const int cells[3], int axes[3])
{
    int n = 0;
    axes[0] = axes[1] = axes[2] = 0;
    for (int a = 0; a < 3; a++)
        if (cells[a] > 1)
            axes[n++] = a;
    return n;
}

static int components_of(const struct taub_config *config)
{
    return taub_system_find(config->system)->components(config);
}

/* Two sets of slopes, the rates of tiles; on three axes the half step with its slopes. */
static int field_components(const struct taub_config *config, int field)
{
    int axes[3];
    const int count = axes_of(config->mesh.cells, axes), c = components_of(config);
    if (field == RATES_FIELD)
        return 1;
    if (field == MIDDLE_FIELD)
        return count > 2 ? c : 0;
    return field == MIDDLE_SLOPES_FIELD && count < 3 ? 0 : count * c;
}

/* Threads of a group, all along the first axis: as many as have room in shared memory (kernels/passes/cese_march.h). */
static int group_of(const struct taub_config *config)
{
    int axes[3];
    const int count = axes_of(config->mesh.cells, axes), c = components_of(config);
    const int kept = (count > 1 ? 2 * c : c) + (config->scheme.variant == TAUB_CESE_C_TAU ? count * c + 1 : 0);
    const int numbers = 2 * ((count > 1 ? 2 * kept : kept) + c);
    if (count > 2)
        return 64;
    int threads = count > 1 && config->device.precision == TAUB_DOUBLE ? 64 : 128;
    while (threads > 16 && threads * numbers * (config->device.precision == TAUB_DOUBLE ? 8 : 4) > 49152)
        threads /= 2;
    return threads;
}

/* Equal parts of at most `most` cells. */
static int equal_parts(int cells, int most)
{
    const int parts = (cells + most - 1) / most;
    return (cells + parts - 1) / parts;
}

/* Cells of a tile. On GPUs a group holds one element more on either side than it has cells, and marches so far that
 * what it does twice at the ends is little, but no further, so that there are groups for all processors. */
static void tile_of(const struct taub_simulation *simulation, int tile[3])
{
    const int *cells = simulation->mesh->shape.cells;
    int axes[3];
    const int count = axes_of(simulation->config->mesh.cells, axes);
    const bool host = taub_simulation_on_host(simulation);
    tile[0] = tile[1] = tile[2] = 1;
    tile[axes[0]] = host ? HOST_TILE : group_of(simulation->config) - (count < 3 ? 2 : 0);
    if (count > 2) {
        tile[1] = host ? 8 : 1;
        tile[2] = 8;
    } else if (count > 1)
        tile[axes[1]] = equal_parts(cells[axes[1]], host ? 64 : 48);
}

/* All tiles of the mesh. */
static int tiles_of(const struct taub_simulation *simulation)
{
    int tile[3], tiles = simulation->mesh->shape.blocks;
    tile_of(simulation, tile);
    for (int a = 0; a < 3; a++)
        tiles *= (simulation->mesh->shape.cells[a] + tile[a] - 1) / tile[a];
    return tiles;
}

/* Ghost zones of states and slopes, corners too: later axes run over the zones of earlier ones. */
static int append_ghosts(const struct taub_simulation *simulation, int pass, struct taub_buffer *states,
                         struct taub_buffer *slopes, struct taub_launch *list)
{
    const int *cells = simulation->mesh->shape.cells, *active = simulation->mesh->active;
    int n = 0;
    for (int axis = 0; axis < 3; axis++) {
        if (!active[axis])
            continue;
        struct taub_launch launch = taub_simulation_scheme_launch(simulation, pass);
        launch.fields[0] = states;
        launch.fields[1] = slopes;
        launch.range.option[0] = axis;
        for (int before = 0; before < axis; before++)
            if (active[before]) {
                launch.range.lower[before] = -1;
                launch.range.upper[before] = cells[before] + 1;
            }
        launch.range.upper[axis] = 2;
        if (axis == 0) { /* see kernels/passes/ghosts.h */
            launch.range.upper[0] = cells[1];
            launch.range.upper[1] = 2;
        }
        list[n++] = launch;
    }
    return n;
}

/* A launch of a pass that leaves the rates of tiles. */
static struct taub_launch tiled(const struct taub_simulation *simulation, int pass)
{
    struct taub_launch launch = taub_simulation_scheme_launch(simulation, pass);
    int tile[3];
    tile_of(simulation, tile);
    launch.fields[4] = simulation->scheme_fields[RATES_FIELD];
    for (int a = 0; a < 3; a++)
        launch.range.option[1 + a] = tile[a];
    return launch;
}

static int step(const struct taub_simulation *simulation, int parity, struct taub_launch *list)
{
    struct taub_launch begin = taub_simulation_scheme_launch(simulation, BEGIN);
    begin.fields[0] = simulation->scheme_fields[RATES_FIELD];
    begin.range.option[0] = tiles_of(simulation);
    begin.shape.blocks = 1;
    for (int a = 0; a < 3; a++)
        begin.range.upper[a] = 1;
    list[0] = begin;
    int n = 1 + taub_simulation_append_edges(simulation, simulation->conserved[parity], list + 1);
    n += append_ghosts(simulation, GHOSTS, simulation->conserved[parity],
                       simulation->scheme_fields[SLOPES_FIELD + parity], list + n);
    struct taub_launch march = tiled(simulation, MARCH);
    march.fields[0] = simulation->conserved[parity];
    march.fields[1] = simulation->scheme_fields[SLOPES_FIELD + parity];
    march.fields[2] = simulation->conserved[1 - parity];
    march.fields[3] = simulation->scheme_fields[SLOPES_FIELD + 1 - parity];
    list[n] = march;
    if (!(simulation->mesh->active[0] && simulation->mesh->active[1] && simulation->mesh->active[2]))
        return n + 1;
    /* two halves; corners of cells are one more than cells along each axis */
    list[n + 1] = march;
    list[n].fields[2] = list[n + 1].fields[0] = simulation->scheme_fields[MIDDLE_FIELD];
    list[n].fields[3] = list[n + 1].fields[1] = simulation->scheme_fields[MIDDLE_SLOPES_FIELD];
    for (int a = 0; a < 3; a++)
        list[n].range.upper[a]++;
    list[n + 1].range.option[0] = 1;
    return n + 2;
}

/* The first slopes are weighted differences of states. */
static int prepare(const struct taub_simulation *simulation, bool fresh, struct taub_launch *list)
{
    const int parity = taub_simulation_parity_at(simulation, simulation->phase);
    struct taub_buffer *states = simulation->conserved[parity];
    struct taub_buffer *slopes = simulation->scheme_fields[SLOPES_FIELD + parity];
    int n = 0;
    if (fresh) {
        n = append_ghosts(simulation, FILL, states, slopes, list);
        list[n] = taub_simulation_scheme_launch(simulation, SLOPES);
        list[n].fields[0] = states;
        list[n++].fields[1] = slopes;
    }
    list[n] = tiled(simulation, RATES);
    list[n++].fields[0] = states;
    return n;
}

static int primitive_alternates(const struct taub_config *config)
{
    (void)config;
    return 0;
}

#define FLOW_LIMIT 1.0

/* Of the two limits (kernels/schemes/cese.h: cese_rate) that of sound, for estimates too: on one axis there is none. */
static double sum_limit(const struct taub_config *config)
{
    static const double limits[4] = {1e30, 1e30, 1.5, 2.2};
    int axes[3];
    return limits[axes_of(config->mesh.cells, axes)];
}

/* States and slopes, read and written once a step, on three axes once a half step. */
static double bytes_per_zone(const struct taub_simulation *simulation)
{
    const struct taub_config *config = simulation->config;
    int axes[3];
    const int count = axes_of(config->mesh.cells, axes);
    return taub_scheme_state_bytes(config) * 2.0 * (1 + count) * (count > 2 ? 2.0 : 1.0);
}

/* On three axes an element is made for each of its eight neighbours. Counted in the kernel text, a division or root as
 * one, for each of the two half steps: recovery 17; per axis the flux 28, two changes 28 + 20, its odd part 25; a pair
 * of axes 2 x 30; shares 2^axes x 15 twice and 12 to look at; the last change 28 + 20 per axis; a new state 2^axes x 5,
 * slopes per axis 5 x 18. The rate once a step: 30 per axis. */
static double flops_per_zone(const struct taub_config *config, const int active[3])
{
    const int n = active[0] + active[1] + active[2];
    const double corners = 1 << n, pairs = n * (n - 1) / 2, times = n > 2 ? 8.0 : 1.0;
    (void)config;
    return 2.0 * times *
               (17.0 + n * (28.0 + 48.0 + 25.0 + 20.0 + 90.0) + pairs * 60.0 + corners * (30.0 + 12.0 + 5.0) + 28.0) +
           30.0 * n;
}

static enum taub_status define(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error)
{
    int axes[3];
    const int count = axes_of(config->mesh.cells, axes), tau = config->scheme.variant == TAUB_CESE_C_TAU;
    const struct taub_constant constants[] = {{"CESE_AXES", count},
                                              {"CESE_AXIS_0", axes[0]},
                                              {"CESE_AXIS_1", axes[1]},
                                              {"CESE_TAU", tau},
                                              {"CESE_ALPHA", (int)config->scheme.alpha},
                                              {"CESE_THREADS", group_of(config)},
                                              {"CESE_SIGMA", config->scheme.sigma},
                                              {"CESE_FLOW_LIMIT", FLOW_LIMIT},
                                              {"CESE_SOUND_LIMIT", sum_limit(config)},
                                              {"CESE_CFL", config->time.cfl},
                                              {NULL, 0.0}};
    return taub_bundle_define_all(bundle, constants, error);
}

static void shape_pass(const struct taub_simulation *simulation, int pass, struct taub_pass_geometry *geometry)
{
    geometry->group[0] = pass == BEGIN ? 256 : group_of(simulation->config);
    geometry->group[1] = 1;
    if (pass != BEGIN)
        tile_of(simulation, geometry->tile);
}

const struct taub_scheme taub_scheme_cese = {
    .kind = TAUB_SCHEME_CESE,
    .systems = 1u << TAUB_SYSTEM_SRHD | 1u << TAUB_SYSTEM_EULER,
    .ghosts = 1,
    .kernels = {"systems/change", "schemes/cese.h", "passes/ghosts.h", "passes/clock.h", "passes/host_recovery.h",
                "passes/cese.h", "passes/cese_march.h"},
    .passes = {{"cese_ghosts", TAUB_POINT_PASS},
               {"cese_fill", TAUB_POINT_PASS},
               {"cese_slopes", TAUB_POINT_PASS},
               {"cese_rates", TAUB_TILE_PASS},
               {"cese_begin", TAUB_TILE_PASS},
               {"cese_march", TAUB_TILE_PASS}},
    .define = define,
    .shape_pass = shape_pass,
    .step = step,
    .primitive_alternates = primitive_alternates,
    .sum_limit = sum_limit,
    .bytes_per_zone = bytes_per_zone,
    .flops_per_zone = flops_per_zone,
    .conserved_only = 1,
    .fields = 5,
    .field_components = field_components,
    .state_fields = 2,
    .own_clock = 1,
    .prepare = prepare,
};
