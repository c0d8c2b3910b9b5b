/* Space-time conservation elements: the launches of a step, and how the march is laid out on devices. */
#include <math.h>

#include "case/check.h"
#include "core/try.h"
#include "evolve/internal.h"

enum { GHOSTS, FILL, SLOPES, RATES, BEGIN, MARCH };
enum {
    STATE = TAUB_FIELD_CONSERVED,
    NEXT = TAUB_FIELD_NEXT,
    FIELD_SLOPES = TAUB_FIELD_OWN,
    FIELD_SLOPES_NEXT,
    FIELD_RATES,  /* of tiles, found by the march for the next step */
    FIELD_MIDDLE, /* three axes: the half step and its slopes */
    FIELD_MIDDLE_SLOPES,
    FIELD_COUNT
};
_Static_assert((int)FIELD_COUNT <= TAUB_MOST_FIELDS, "src/evolve/plan.h");
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

static int fields(const struct taub_config *config, bool host, struct taub_field_spec *fields)
{
    int axes[3];
    const int count = axes_of(config->mesh.cells, axes), c = components_of(config), middle = count > 2;
    taub_fields_conserved(config, fields);
    fields[FIELD_SLOPES] = (struct taub_field_spec){"slopes", TAUB_CELL, count * c, TAUB_LIFE_STATE};
    fields[FIELD_SLOPES_NEXT] = (struct taub_field_spec){"slopes_next", TAUB_CELL, count * c, TAUB_LIFE_STEP};
    fields[FIELD_RATES] = (struct taub_field_spec){"rates", TAUB_CELL, 1, TAUB_LIFE_DERIVED};
    fields[FIELD_MIDDLE] = (struct taub_field_spec){"middle", TAUB_CELL, middle * c, TAUB_LIFE_STEP};
    fields[FIELD_MIDDLE_SLOPES] =
        (struct taub_field_spec){"middle_slopes", TAUB_CELL, middle * count * c, TAUB_LIFE_STEP};
    return FIELD_COUNT;
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

/* Ghost zones of states and slopes beyond ends of a rank across an axis, ghost zones of other axes beside them
 * included. */
static void append_ends(int pass, int axis, int rank, struct taub_step *step)
{
    static const struct taub_operand operands[] = {{TAUB_FILLS, STATE}, {TAUB_FILLS, FIELD_SLOPES}};
    struct taub_op *op = taub_step_pass(step, pass, operands, 2);
    op->twice = true;
    op->range.option[0] = axis;
    op->range.option[3] = rank;
    for (int beside = 0; beside < 3; beside++)
        if (step->active[beside] && beside != axis) {
            op->range.lower[beside] = -1;
            op->range.upper[beside] = step->cells[beside] + 1;
        }
    op->range.upper[axis] = 2;
    if (axis == 0) { /* see kernels/passes/ghosts.h */
        op->range.lower[0] = op->range.lower[1];
        op->range.upper[0] = op->range.upper[1];
        op->range.lower[1] = 0;
        op->range.upper[1] = 2;
    }
}

static void append_ghosts(const struct taub_config *config, int pass, struct taub_step *step)
{
    taub_step_copy(step, STATE, FIELD_SLOPES);
    for (int rank = 0; rank < TAUB_RANKS_OF_ENDS; rank++)
        for (int axis = 0; axis < 3; axis++)
            if (taub_ends_of_rank(config, axis, rank))
                append_ends(pass, axis, rank, step);
}

/* A pass that leaves the rates of tiles. */
static struct taub_op *append_tiled(const struct taub_simulation *simulation, int pass,
                                    const struct taub_operand operands[4], struct taub_step *step)
{
    int tile[3];
    tile_of(simulation, tile);
    struct taub_op *op = taub_step_pass(step, pass, operands, 4);
    op->operand[4] = (struct taub_operand){TAUB_AGAIN, FIELD_RATES}; /* a number a tile, not a cell */
    for (int a = 0; a < 3; a++)
        op->range.option[1 + a] = op->grain[a] = tile[a];
    return op;
}

static void append_begin(const struct taub_simulation *simulation, struct taub_step *step)
{
    static const struct taub_operand operands[] = {{TAUB_AGAIN, FIELD_RATES}};
    taub_step_largest(step, FIELD_RATES, tiles_of(simulation));
    struct taub_op *op = taub_step_pass(step, BEGIN, operands, 1);
    op->blocks = 1;
    op->range.option[0] = tiles_of(simulation);
    for (int a = 0; a < 3; a++)
        op->range.upper[a] = 1;
}

static void step(const struct taub_simulation *simulation, int variant, struct taub_step *step)
{
    static const struct taub_operand whole[] = {{TAUB_READS | TAUB_REACH(1), STATE},
                                                {TAUB_READS | TAUB_REACH(1), FIELD_SLOPES},
                                                {TAUB_WRITES, NEXT},
                                                {TAUB_WRITES, FIELD_SLOPES_NEXT}};
    static const struct taub_operand first[] = {{TAUB_READS, STATE},
                                                {TAUB_READS, FIELD_SLOPES},
                                                {TAUB_WRITES | TAUB_AT(TAUB_NODES), FIELD_MIDDLE},
                                                {TAUB_WRITES | TAUB_AT(TAUB_NODES), FIELD_MIDDLE_SLOPES}};
    static const struct taub_operand second[] = {{TAUB_READS | TAUB_AT(TAUB_NODES), FIELD_MIDDLE},
                                                 {TAUB_READS | TAUB_AT(TAUB_NODES), FIELD_MIDDLE_SLOPES},
                                                 {TAUB_WRITES, NEXT},
                                                 {TAUB_WRITES, FIELD_SLOPES_NEXT}};
    append_begin(simulation, step);
    taub_step_limit(step, STATE);
    append_ghosts(simulation->config, GHOSTS, step);
    if (step->active[0] && step->active[1] && step->active[2]) {
        /* two halves; corners of cells are one more than cells along each axis */
        append_tiled(simulation, MARCH, first, step);
        append_tiled(simulation, MARCH, second, step)->range.option[0] = 1;
    } else
        append_tiled(simulation, MARCH, whole, step);
    taub_step_swap(step, STATE, NEXT);
    taub_step_swap(step, FIELD_SLOPES, FIELD_SLOPES_NEXT);
}

/* The first slopes are weighted differences of states. */
static void prepare(const struct taub_simulation *simulation, bool fresh, struct taub_step *step)
{
    static const struct taub_operand slopes[] = {{TAUB_READS | TAUB_REACH(1), STATE}, {TAUB_WRITES, FIELD_SLOPES}};
    static const struct taub_operand rates[4] = {{TAUB_READS, STATE}};
    if (fresh) {
        append_ghosts(simulation->config, FILL, step);
        taub_step_pass(step, SLOPES, slopes, 2);
    }
    append_tiled(simulation, RATES, rates, step);
}

#define FLOW_LIMIT 1.0

/* Of the two limits (kernels/schemes/cese.h: cese_rate) that of sound, for estimates too: on one axis there is none. */
static double sum_limit(const struct taub_config *config)
{
    static const double limits[4] = {1e30, 1e30, 1.5, 2.2};
    int axes[3];
    return limits[axes_of(config->mesh.cells, axes)];
}

/* On three axes an element is made for each of its eight neighbours. Counted in the kernel text, a division or root as
 * one, for each of the two half steps: recovery 17; per axis the flux 28, two changes 28 + 20, its odd part 25; a pair
 * of axes 2 x 30; shares 2^axes x 15 twice and 12 to look at; the last change 28 + 20 per axis; a new state 2^axes x 5,
 * slopes per axis 5 x 18. The rate once a step: 30 per axis. */
static double flops_per_zone(const struct taub_config *config, const int active[3])
{
    const int n = active[0] + active[1] + active[2];
    const double corners = 1 << n, pairs = n * (n - 1) / 2, times = n > 2 ? 8.0 : 1.0;
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
                                              {"CESE_FLOW_LIMIT", FLOW_LIMIT},
                                              {"CESE_SOUND_LIMIT", sum_limit(config)},
                                              {NULL, 0.0}};
    const struct taub_constant numbers[] = {
        {"CESE_SIGMA", config->scheme.sigma}, {"CESE_CFL", config->time.cfl}, {NULL, 0.0}};
    const struct taub_constant gpu[] = {{"CESE_THREADS", group_of(config)}, {NULL, 0.0}};
    TRY(taub_bundle_numbers(bundle, numbers, error));
    TRY(taub_bundle_define_all(bundle, constants, error));
    return taub_bundle_define_gpu(bundle, gpu, error);
}

static void shape_pass(const struct taub_simulation *simulation, int pass, struct taub_pass_geometry *geometry)
{
    geometry->group[0] = pass == BEGIN ? 256 : group_of(simulation->config);
    geometry->group[1] = 1;
    if (pass != BEGIN)
        tile_of(simulation, geometry->tile);
}

static void check(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const int *cells = config->mesh.cells;
    const int axes = (cells[0] > 1) + (cells[1] > 1) + (cells[2] > 1);
    if (axes < 1)
        taub_check_complain(self, "mesh.cells", -1, "expected an axis with more than one cell with scheme.kind: cese");
    if (config->mesh.coordinates != TAUB_CARTESIAN)
        taub_check_complain(self, "mesh.coordinates", -1, "scheme.kind: cese needs cartesian coordinates");
    if (config->source.file && config->source.kind == TAUB_SOURCE_CODE)
        taub_check_complain(self, "source.file", -1, "scheme.kind: cese does not support sources");
    if (config->scheme.alpha != floor(config->scheme.alpha))
        taub_check_complain(self, "scheme.alpha", -1, "expected a whole number with scheme.kind: cese, got %.10g",
                            config->scheme.alpha);
}

const struct taub_scheme taub_scheme_cese = {
    .kind = TAUB_SCHEME_CESE,
    .systems = 1u << TAUB_SYSTEM_SRHD | 1u << TAUB_SYSTEM_EULER,
    .check = check,
    .ghosts = 1,
    .corners = 1,
    .kernels = {"passes/cese.h", "passes/cese_march.h"},
    .shared = {"schemes/cese.h"},
    .passes = {{"cese_ghosts", TAUB_POINT_PASS},
               {"cese_fill", TAUB_POINT_PASS},
               {"cese_slopes", TAUB_POINT_PASS},
               {"cese_rates", TAUB_TILE_PASS},
               {"cese_begin", TAUB_TILE_PASS},
               {"cese_march", TAUB_TILE_PASS}},
    TAUB_SCHEME_FUNCTIONS,
    .shape_pass = shape_pass,
    .prepare = prepare,
};
