/* SHASTA: in which order its sweeps are launched, and how they are laid out on devices. */
#include "case/check.h"
#include "core/try.h"
#include "evolve/internal.h"

enum { SWEEP_X, SWEEP_Y, SWEEP_Z, SPLIT_SOURCES };
enum { REACH = 4 };

/* The 18 entries of six steps. */
static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {2, 0, 1}, {2, 1, 0}, {1, 2, 0}, {1, 0, 2}};

/* Two more states for splitting: symmetric. */
enum { STATE = TAUB_FIELD_CONSERVED, NEXT = TAUB_FIELD_NEXT, CHAIN = TAUB_FIELD_OWN, MEAN, FIELD_COUNT };
_Static_assert((int)FIELD_COUNT <= TAUB_MOST_FIELDS, "src/evolve/plan.h");
enum { MOST_SWEEPS = 15 };

struct sweep {
    int axis;
    double share; /* of dt */
    int from, to; /* fields */
    double weight;
    double keep;    /* of what is there, which it is added to; 0: nothing */
    bool change;    /* not the result of the sweep but what it changed */
    bool completes; /* a state */
    bool turns;     /* NEXT becomes the state after it */
};

struct sweep_list {
    struct sweep sweeps[MOST_SWEEPS];
    int count;
};

static void append(struct sweep_list *list, struct sweep sweep)
{
    list->sweeps[list->count++] = sweep;
}

/* A sweep of the whole state. */
static void add_sweep(const struct taub_config *config, struct sweep_list *list, int axis, double share)
{
    if (config->mesh.cells[axis] > 1)
        append(list, (struct sweep){axis, share, STATE, NEXT, 1.0, .completes = true, .turns = true});
}

/* The mean of both orders of two axes. */
static void add_pair(struct sweep_list *list, int first, int second, int to)
{
    append(list, (struct sweep){first, 1.0, STATE, CHAIN, 1.0, .completes = true});
    append(list, (struct sweep){second, 1.0, CHAIN, to, 0.5, .completes = true});
    append(list, (struct sweep){second, 1.0, STATE, CHAIN, 1.0, .completes = true});
    append(list, (struct sweep){first, 1.0, CHAIN, to, 0.5, .keep = 1.0, .completes = true});
}

/* The mean over all orders: of three axes, over each axis behind the mean of the other two. */
static struct sweep_list symmetric_sweeps(const struct taub_config *config)
{
    struct sweep_list list = {.count = 0};
    int axes[3], active = 0;
    for (int axis = 0; axis < 3; axis++)
        if (config->mesh.cells[axis] > 1)
            axes[active++] = axis;
    if (active == 1)
        append(&list, (struct sweep){axes[0], 1.0, STATE, NEXT, 1.0, .completes = true});
    else if (active == 2)
        add_pair(&list, axes[0], axes[1], NEXT);
    for (int last = 0; active == 3 && last < 3; last++) {
        add_pair(&list, (last + 1) % 3, (last + 2) % 3, MEAN);
        append(&list, (struct sweep){last, 1.0, MEAN, NEXT, 1.0 / 3.0, .keep = last > 0, .completes = true});
    }
    if (list.count > 0)
        list.sweeps[list.count - 1].turns = true;
    return list;
}

/* Heun's two stages, u1 = u + dt L(u) and (u + u1 + dt L(u1))/2, dt L being the sum of what sweeps along the axes
 * change. The first sweep of a stage leaves its result, which holds the state, the others add to it. The second stage
 * adds to the step's start, which stands in NEXT then: until it is whole u1 is the state. */
static struct sweep_list unsplit_sweeps(const struct taub_config *config)
{
    struct sweep_list list = {.count = 0};
    for (int stage = 0; stage < 2; stage++) {
        const int first = list.count;
        for (int axis = 0; axis < 3; axis++) {
            if (config->mesh.cells[axis] == 1)
                continue;
            const bool starts = list.count == first;
            append(&list, (struct sweep){axis, 1.0, STATE, NEXT, .weight = stage ? 0.5 : 1.0,
                                         .keep = !starts ? 1.0
                                                 : stage ? 0.5
                                                         : 0.0,
                                         .change = !starts});
        }
        if (list.count == first)
            break;
        list.sweeps[list.count - 1].completes = list.sweeps[list.count - 1].turns = true;
    }
    return list;
}

static struct sweep_list sweeps_of_step(const struct taub_config *config, int phase)
{
    struct sweep_list list = {.count = 0};
    if (config->scheme.splitting == TAUB_SPLITTING_SYMMETRIC)
        return symmetric_sweeps(config);
    if (config->scheme.splitting == TAUB_SPLITTING_NONE)
        return unsplit_sweeps(config);
    if (config->scheme.splitting == TAUB_SPLITTING_STRANG) {
        int last = 2;
        while (last > 0 && config->mesh.cells[last] == 1)
            last--;
        for (int axis = 0; axis < last; axis++)
            add_sweep(config, &list, axis, 0.5);
        add_sweep(config, &list, last, 1.0);
        for (int axis = last - 1; axis >= 0; axis--)
            add_sweep(config, &list, axis, 0.5);
        return list;
    }
    for (int n = 0; n < 3; n++)
        add_sweep(config, &list, config->scheme.splitting == TAUB_SPLITTING_FIXED ? n : orders[phase][n], 1.0);
    return list;
}

/* splitting: symmetric needs room for a chain of sweeps, and for the mean of two such chains where a third axis
 * follows. */
static int fields(const struct taub_config *config, bool host, struct taub_field_spec *fields)
{
    const bool symmetric = config->scheme.splitting == TAUB_SPLITTING_SYMMETRIC;
    int active = 0;
    taub_fields_conserved(config, fields);
    for (int axis = 0; axis < 3; axis++)
        active += config->mesh.cells[axis] > 1;
    for (int f = CHAIN; f < FIELD_COUNT; f++)
        fields[f] =
            (struct taub_field_spec){f == CHAIN ? "chain" : "mean", TAUB_CELL,
                                     symmetric && active > f - CHAIN + 1 ? fields[0].components : 0, TAUB_LIFE_STEP};
    return FIELD_COUNT;
}

static bool has_sources(const struct taub_config *config)
{
    return config->mesh.coordinates == TAUB_MILNE || config->source.file;
}

/* Orders of axes that are taken in turn. */
static int variants(const struct taub_config *config)
{
    return config->scheme.splitting == TAUB_SPLITTING_PERMUTING ? 6 : 1;
}

static void append_sources(struct taub_step *step, double start)
{
    static const struct taub_operand operands[] = {{TAUB_WRITES, NEXT}, {TAUB_READS, STATE}};
    struct taub_op *op = taub_step_pass(step, SPLIT_SOURCES, operands, 2);
    op->range.time[0] = start;
    op->range.time[1] = start + 0.5;
    taub_step_swap(step, STATE, NEXT);
}

/* Half of the sources, the sweeps, the other half. */
static void step(const struct taub_simulation *simulation, int variant, struct taub_step *step)
{
    const struct sweep_list sweeps = sweeps_of_step(simulation->config, variant);
    const bool sources = has_sources(simulation->config);
    taub_step_reduce(step, STATE);
    if (sources)
        append_sources(step, 0.0);
    for (int s = 0; s < sweeps.count; s++) {
        const struct sweep *sweep = &sweeps.sweeps[s];
        const struct taub_operand operands[] = {
            {sweep->keep != 0.0 ? TAUB_UPDATES : TAUB_WRITES, sweep->to},
            {TAUB_READS | TAUB_REACH(REACH) | TAUB_ALONG(sweep->axis), sweep->from}};
        taub_step_fill(step, sweep->from, 0.0)->halo = TAUB_HALO_ALONG_X + sweep->axis;
        struct taub_op *op = taub_step_pass(step, sweep->axis, operands, 2);
        op->range.option[0] = sweep->keep != 0.0;
        op->range.option[1] = sweep->change;
        op->range.option[2] = sweep->completes;
        op->range.number[0] = sweep->share;
        op->range.number[1] = sweep->weight;
        op->range.number[2] = sweep->keep;
        if (sweep->turns)
            taub_step_swap(step, STATE, NEXT);
    }
    if (sources)
        append_sources(step, 0.5);
}

/* Counted in the kernel text, a division or root as one: the closed recovery 32 and the line 12, the half step 32, a
 * flux 12 + 5 x 6 + 7, transport 10, anti-diffusion 5 x 17, the update 10. */
static double flops_per_zone(const struct taub_config *config, const int active[3])
{
    return sweeps_of_step(config, 0).count * (32.0 + 12.0 + 32.0 + 49.0 + 10.0 + 85.0 + 10.0) +
           (has_sources(config) ? 2.0 * 2.0 * (32.0 + 12.0) : 0.0);
}

/* Split sweeps do not add up. Together, c = |signal speed| dt/dx along each axis, two Runge-Kutta stages of centred
 * differences amplify waves of four cells by up to (sum of c)^4/8 a step: the sum is bounded, and a part of the
 * diffusion that makes up for it always stays. */
static const double unsplit_sum = 0.8, unsplit_share = 0.93;

static double sum_limit(const struct taub_config *config)
{
    return config->scheme.splitting == TAUB_SPLITTING_NONE ? unsplit_sum : 1e30;
}

static double antidiffusion(const struct taub_config *config)
{
    return config->scheme.antidiffusion * (config->scheme.splitting == TAUB_SPLITTING_NONE ? unsplit_share : 1.0);
}

struct layout {
    int threads[2], rows[2]; /* of a group: across, along; for the x sweep and for the marching ones */
    int march;               /* cells a thread marches */
};

/* Groups of at most 256 threads: along x they hold a row and its reach, as whole warps. */
static struct layout layout_of(const struct taub_config *config)
{
    struct layout layout = {{256, 64}, {1, 2}, 50};
    const int row = config->mesh.cells[0] / config->mesh.blocks[0];
    const int tiles = (row + 256 - 2 * REACH - 1) / (256 - 2 * REACH);
    const int width = (row + tiles - 1) / tiles + 2 * REACH;
    layout.threads[0] = (width + 31) / 32 * 32;
    while (layout.threads[0] * layout.rows[0] * 2 <= 256)
        layout.rows[0] *= 2;
    if (config->mesh.cells[0] == 1) {
        layout.threads[1] = 1;
        layout.rows[1] = 64;
    }
    return layout;
}

static enum taub_status define(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error)
{
    const struct layout layout = layout_of(config);
    const enum taub_splitting splitting = config->scheme.splitting;
    const struct taub_constant constants[] = {
        {"TAUB_SUM_LIMIT", sum_limit(config)},
        {"TAUB_PHOENICAL", config->scheme.phoenical == TAUB_ANTIDIFFUSION_PHOENICAL},
        {"TAUB_COMBINED", splitting == TAUB_SPLITTING_SYMMETRIC || splitting == TAUB_SPLITTING_NONE},
        {"TAUB_UNSPLIT", splitting == TAUB_SPLITTING_NONE},
        {NULL, 0.0}};
    const struct taub_constant numbers[] = {{"TAUB_EIGHTH_OF_ANTIDIFFUSION", antidiffusion(config) / 8.0},
                                            {"TAUB_NEIGHBOUR_SHARE", config->scheme.neighbour_share},
                                            {NULL, 0.0}};
    const struct taub_constant gpu[] = {{"TAUB_SWEEP_X", layout.threads[0]},
                                        {"TAUB_SWEEP_ROWS", layout.rows[0]},
                                        {"TAUB_MARCH_X", layout.threads[1]},
                                        {"TAUB_MARCH_ROWS", layout.rows[1]},
                                        {NULL, 0.0}};
    TRY(taub_bundle_define_all(bundle, constants, error));
    TRY(taub_bundle_numbers(bundle, numbers, error));
    return taub_bundle_define_gpu(bundle, gpu, error);
}

/* Equal parts of at most `most` cells. */
static int equal_parts(int cells, int most)
{
    const int parts = (cells + most - 1) / most;
    return (cells + parts - 1) / parts;
}

/* Tiles: rows of x for the x sweep; for the others whole lines on the host (kernels/passes/sweep_rows.h), stretches of
 * them on GPUs. */
static void shape_pass(const struct taub_simulation *simulation, int pass, struct taub_pass_geometry *geometry)
{
    const int *cells = simulation->mesh->shape.cells;
    const struct layout layout = layout_of(simulation->config);
    const int marching = pass != SWEEP_X;
    geometry->group[0] = layout.threads[marching];
    geometry->group[1] = layout.rows[marching];
    if (taub_simulation_on_host(simulation)) {
        geometry->tile[0] = marching ? 64 : 128;
        geometry->tile[1] = pass == SWEEP_Y ? cells[1] : 8;
        geometry->tile[2] = pass == SWEEP_Z ? cells[2] : 4;
        return;
    }
    geometry->tile[0] = marching ? layout.threads[1] : layout.threads[0] - 2 * REACH;
    geometry->tile[1] = pass == SWEEP_Y ? equal_parts(cells[1], layout.march) : layout.rows[marching];
    geometry->tile[2] = pass == SWEEP_Z ? equal_parts(cells[2], layout.march) : pass == SWEEP_Y ? layout.rows[1] : 1;
}

static void check(struct taub_check *self)
{
    const struct taub_config_time *time = &self->config->time;
    if (time->step == 0 && time->cfl > 0.5)
        taub_check_complain(self, "time.cfl", -1, "expected at most 0.5 with scheme.kind: shasta, got %.10g",
                            time->cfl);
}

const struct taub_scheme taub_scheme_shasta = {
    .kind = TAUB_SCHEME_SHASTA,
    .systems = 1u << TAUB_SYSTEM_SRHD,
    .check = check,
    .mirrors_forces = true,
    .ghosts = REACH,
    .kernels = {"passes/sweep.h", "passes/split_sources.h"},
    .passes = {{"sweep_x", TAUB_TILE_PASS},
               {"sweep_y", TAUB_TILE_PASS},
               {"sweep_z", TAUB_TILE_PASS},
               {"split_sources", TAUB_POINT_PASS}},
    TAUB_SCHEME_FUNCTIONS,
    .shape_pass = shape_pass,
    .variants = variants,
};
