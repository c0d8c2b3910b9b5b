/* The Godunov schemes of orders 2 to 4 on a cubed sphere: stages of strong-stability-preserving Runge-Kutta methods
 * (kernels/passes/sphere.h). At orders 3 and 4 the primitive state holds point values at centres of cells, fluxes and E
 * are found at centres of faces and edges, and means over faces and integrals along edges follow from these. */
#include "core/try.h"
#include "evolve/mhd_solver.h"
#include "evolve/reconstruction.h"
#include "evolve/weights.h"
#include "systems/system.h"

enum {
    FACES_X,
    FACES_Y,
    FACES_Z,
    ENDS,
    MEET,
    LAYERS,
    EDGES,
    GIVEN_EDGES,
    UPDATE,
    JUDGE,
    SAFE,
    START,
    CELLS,
    POTENTIAL,
    CIRCULATE,
    POINTS,
    AVERAGE,
    MEANS_X,
    MEANS_Y,
    MEANS_Z,
    EDGE_MEANS,
    SPREAD,
    ENERGIES,
    SECOND_STATE,
    PREDICT
};
/* Fluxes through faces, integrals along edges, magnetic fluxes through the faces of cells, marks of cells that need
 * fluxes of first order; at orders 3 and 4 fluxes at centres of faces, E in the middles of edges, of those cells
 * the field that their faces do not make, mean magnetic energies, and at order 4 the second state of the step; with
 * ader-weno the primitive state half way. */
enum {
    FLUXES = TAUB_FIELD_PRIMITIVE_NEXT + 1,
    ALONG_EDGES,
    MAGNETIC,
    MAGNETIC_NEXT,
    FOUND,
    POINT_FLUXES,
    POINT_EDGES,
    BEYOND,
    ENERGY,
    SECOND,
    HALF = SECOND,
    FIELD_COUNT
};
_Static_assert((int)FIELD_COUNT <= TAUB_MOST_FIELDS, "src/evolve/plan.h");

static bool is_magnetic(const struct taub_config *config)
{
    return taub_system_find(config->system)->face_vectors > 0;
}

static bool has_pass(const struct taub_simulation *simulation, int pass)
{
    const bool code = simulation->config->initial.kind == TAUB_INITIAL_CODE;
    if (pass == POTENTIAL || pass == CIRCULATE)
        return is_magnetic(simulation->config) && code;
    if (pass == PREDICT)
        return taub_is_ader(simulation->config);
    if (pass == SAFE)
        return simulation->config->scheme.positivity != 0;
    if (pass == GIVEN_EDGES)
        return is_magnetic(simulation->config) && (taub_has_boundary(simulation->config, TAUB_INFLOW) ||
                                                   taub_has_boundary(simulation->config, TAUB_BOUNDARY_CODE));
    const int order = simulation->config->scheme.order;
    const bool high = order > 2;
    if (pass == SPREAD)
        return high && simulation->config->scheme.positivity;
    if (pass >= EDGE_MEANS)
        return is_magnetic(simulation->config) && (pass == SECOND_STATE ? order == 4 : high);
    if (pass >= POINTS)
        return high;
    return pass <= MEET || pass == UPDATE || pass == JUDGE || is_magnetic(simulation->config) ||
           (pass == LAYERS && (high || simulation->config->scheme.positivity));
}

static int fields(const struct taub_config *config, bool host, struct taub_field_spec *fields)
{
    const int magnetic = is_magnetic(config), order = config->scheme.order;
    taub_fields_with_primitive(config, fields);
    fields[FLUXES] = (struct taub_field_spec){"fluxes", TAUB_CELL, 3 * fields[0].components, TAUB_LIFE_STEP};
    fields[ALONG_EDGES] = (struct taub_field_spec){"along_edges", TAUB_CELL, 3 * magnetic, TAUB_LIFE_STEP};
    fields[MAGNETIC] = (struct taub_field_spec){"magnetic_fluxes", TAUB_CELL, 6 * magnetic, TAUB_LIFE_STATE};
    fields[MAGNETIC_NEXT] = (struct taub_field_spec){"magnetic_fluxes_next", TAUB_CELL, 6 * magnetic, TAUB_LIFE_STEP};
    fields[FOUND] = (struct taub_field_spec){"found", TAUB_CELL, config->scheme.positivity, TAUB_LIFE_STEP};
    fields[POINT_FLUXES] =
        (struct taub_field_spec){"point_fluxes", TAUB_CELL, order > 2 ? 3 * fields[0].components : 0, TAUB_LIFE_STEP};
    fields[POINT_EDGES] =
        (struct taub_field_spec){"point_edges", TAUB_CELL, order > 2 ? 9 * magnetic : 0, TAUB_LIFE_STEP};
    fields[BEYOND] = (struct taub_field_spec){
        "beyond", TAUB_CELL, order > 2 && config->scheme.positivity ? 7 * magnetic : 0, TAUB_LIFE_STEP};
    fields[ENERGY] =
        (struct taub_field_spec){"mean_magnetic_energy", TAUB_CELL, order > 2 ? magnetic : 0, TAUB_LIFE_DERIVED};
    fields[SECOND] = (struct taub_field_spec){"second", TAUB_CELL, order == 4 ? fields[0].components + 6 * magnetic : 0,
                                              TAUB_LIFE_STEP};
    if (taub_is_ader(config))
        fields[HALF] = (struct taub_field_spec){"half", TAUB_CELL, fields[0].components, TAUB_LIFE_STEP};
    return FIELD_COUNT;
}

static int ghosts(const struct taub_config *config)
{
    return config->scheme.order > 2 ? 4 : 2;
}

/* The primitive state at the time of the fluxes. */
static int half_way(const struct taub_simulation *simulation)
{
    return taub_is_ader(simulation->config) ? HALF : TAUB_FIELD_PRIMITIVE;
}

/* A range of its own, which goes beyond cells: it is not launched in parts (blocks). */
static void set_range(const struct taub_simulation *simulation, struct taub_op *op, int x0, int x1, int y0, int y1,
                      int z0, int z1)
{
    const int lower[3] = {x0, y0, z0}, upper[3] = {x1, y1, z1};
    for (int a = 0; a < 3; a++) {
        op->range.lower[a] = lower[a];
        op->range.upper[a] = upper[a];
    }
    op->blocks = simulation->mesh->shape.blocks;
}

/* What faces (0), edges (1) or marks of cells (2) between panels have in the other panel, in `beyond` layers below and
 * above the block. */
static void append_meeting(const struct taub_simulation *simulation, struct taub_step *step, int field, int edges,
                           int beyond)
{
    const struct taub_operand met = {TAUB_FILLS, field};
    struct taub_op *op = taub_step_pass(step, MEET, &met, 1);
    op->range.option[0] = edges;
    set_range(simulation, op, 0, step->cells[0] + 1, 0, 4, -beyond, step->cells[2] + (edges == 1 ? 1 : beyond));
    op->few = true;
}

/* What the layers next to a block have: side faces (0) or marks of cells (2), or states (3), magnetic fluxes (4) or
 * single values (5), two layers. */
static void append_layers(const struct taub_simulation *simulation, struct taub_step *step, int field, int kind)
{
    const struct taub_operand layers = {TAUB_FILLS, field};
    struct taub_op *op = taub_step_pass(step, LAYERS, &layers, 1);
    op->range.option[0] = kind;
    set_range(simulation, op, 0, step->cells[0] + (kind < 3), 0, step->cells[1] + (kind < 3), 0, kind < 3 ? 2 : 4);
    op->few = true;
    taub_step_share(step, field, -1, TAUB_HALO_ALONG_Z);
}

/* All lower edges of cells, and the last ones, from layer `first` on. As far as the plan knows they stand at nodes,
 * where nobody reads them, so that passes keep ranges of their own. */
static void edge_range(const struct taub_simulation *simulation, const struct taub_step *step, struct taub_op *op,
                       int first)
{
    set_range(simulation, op, 0, step->cells[0] + 1, 0, step->cells[1] + 1, first, step->cells[2] + 1);
}

static void append_faces(const struct taub_simulation *simulation, int magnetic, struct taub_step *step)
{
    const bool edges = is_magnetic(simulation->config), high = simulation->config->scheme.order > 2;
    const int n = step->cells[1], fluxes = high ? POINT_FLUXES : FLUXES;
    const unsigned normal = TAUB_READS | TAUB_AT(TAUB_NODES) | TAUB_REACH(high ? 4 : 0);
    for (int axis = 0; axis <= 3; axis++) { /* the ends come after all axes */
        const struct taub_operand faces[] = {
            {TAUB_READS | TAUB_REACH(step->ghosts), TAUB_FIELD_PRIMITIVE},
            {(axis ? TAUB_UPDATES : TAUB_WRITES) | TAUB_AT(TAUB_NODES), fluxes},
            {edges ? normal : TAUB_UNUSED, magnetic},
            {half_way(simulation) == HALF ? TAUB_READS | TAUB_REACH(1) : TAUB_UNUSED, HALF}};
        struct taub_op *op = taub_step_pass(step, FACES_X + axis, faces, 4);
        op->values[1] = taub_system_find(simulation->config->system)->components(simulation->config);
        op->few = axis == 3;
        if (axis < 3)
            set_range(simulation, op, 0, n + (axis == 0), 0, n + (axis == 1), 0, step->cells[2] + (axis == 2));
        else
            set_range(simulation, op, 0, n + 1, 0, n + 1, 0, 2);
    }
    if (edges || high)
        append_layers(simulation, step, fluxes, 0);
    append_meeting(simulation, step, fluxes, 0, edges || high);
    for (int axis = 0; axis < 3 && high; axis++) {
        const struct taub_operand means[] = {{TAUB_READS, POINT_FLUXES},
                                             {(axis ? TAUB_UPDATES : TAUB_WRITES) | TAUB_AT(TAUB_NODES), FLUXES},
                                             {TAUB_READS | TAUB_REACH(1), TAUB_FIELD_PRIMITIVE}};
        struct taub_op *op = taub_step_pass(step, MEANS_X + axis, means, 3);
        op->values[0] = op->values[1] = taub_system_find(simulation->config->system)->components(simulation->config);
        set_range(simulation, op, 0, n + (axis == 0), 0, n + (axis == 1), 0, step->cells[2] + (axis == 2));
    }
    if (high)
        append_meeting(simulation, step, FLUXES, 0, 0);
}

/* u' = alpha u0 + beta u + share dt L(u), u at `time`; number: from 1 on. */
struct stage {
    double alpha, beta, share, time;
    int number;
};

/* The magnetic field at centres from fluxes, at orders 3 and 4 with its mean energies; `stage`: none, or what a stage
 * combines. */
static void append_field(const struct taub_simulation *simulation, struct taub_step *step, int magnetic, int primitive,
                         const struct stage *stage)
{
    const bool keeps = stage && simulation->config->scheme.positivity;
    const struct taub_operand cells[] = {
        {TAUB_UNUSED, TAUB_FIELD_CONSERVED}, {TAUB_READS | TAUB_REACH(4), magnetic}, {TAUB_WRITES, primitive}};
    const struct taub_operand energies[] = {
        {keeps ? TAUB_UPDATES : TAUB_WRITES, ENERGY},
        {TAUB_READS | TAUB_REACH(1), primitive},
        {keeps ? TAUB_READS : TAUB_UNUSED, TAUB_FIELD_PRIMITIVE},
        {keeps ? stage->number == 1 ? TAUB_WRITES : TAUB_UPDATES : TAUB_UNUSED, BEYOND}};
    append_layers(simulation, step, magnetic, 4);
    taub_step_pass(step, CELLS, cells, 3);
    append_layers(simulation, step, primitive, 3);
    struct taub_op *op = taub_step_pass(step, ENERGIES, energies, 4);
    op->range.option[0] = keeps ? stage->number : 0;
    op->range.number[1] = keeps ? stage->beta : 0.0;
}

/* Point values of the conserved state in a field, but those of the magnetic field, which stand there. */
static void append_points(const struct taub_simulation *simulation, struct taub_step *step, int conserved,
                          int primitive)
{
    const bool is = is_magnetic(simulation->config);
    const struct taub_operand points[] = {{TAUB_READS | TAUB_REACH(4), conserved},
                                          {is ? TAUB_UPDATES : TAUB_WRITES, primitive},
                                          {is ? TAUB_READS | TAUB_REACH(4) : TAUB_UNUSED, ENERGY}};
    append_layers(simulation, step, conserved, 3);
    if (is)
        append_layers(simulation, step, ENERGY, 5);
    taub_step_pass(step, POINTS, points, 3);
}

/* From what `fluxes` have of faces. At orders 3 and 4 radial edges are found in the layers next to the block, too. */
static void append_edges(const struct taub_simulation *simulation, int fluxes, double time, struct taub_step *step)
{
    const bool high = simulation->config->scheme.order > 2;
    const int to = high ? POINT_EDGES : ALONG_EDGES;
    const struct taub_operand edges[] = {
        {TAUB_READS, fluxes}, {TAUB_WRITES | TAUB_AT(TAUB_NODES), to}, {TAUB_READS, half_way(simulation)}};
    edge_range(simulation, step, taub_step_pass(step, EDGES, edges, 3), -(int)high);
    if (has_pass(simulation, GIVEN_EDGES)) {
        const struct taub_operand given[] = {{TAUB_READS, half_way(simulation)},
                                             {TAUB_UPDATES | TAUB_AT(TAUB_NODES), to}};
        struct taub_op *op = taub_step_pass(step, GIVEN_EDGES, given, 2);
        set_range(simulation, op, 0, step->cells[0] + 1, 0, step->cells[1] + 1, 0, 2);
        op->range.time[0] = time;
        op->few = true;
    }
    if (high) {
        const struct taub_operand means[] = {{TAUB_READS, POINT_EDGES},
                                             {TAUB_WRITES | TAUB_AT(TAUB_NODES), ALONG_EDGES}};
        edge_range(simulation, step, taub_step_pass(step, EDGE_MEANS, means, 2), 0);
    }
    append_meeting(simulation, step, ALONG_EDGES, 1, 0);
}

/* The second state of a step of order 4, with magnetic fluxes: `update` has no room for more fields. */
static void append_second(const struct stage *stage, struct taub_step *step)
{
    const bool adds = stage->number == 5;
    const enum taub_use kept = adds ? TAUB_READS : TAUB_WRITES, start = adds ? TAUB_READS : TAUB_UNUSED;
    const enum taub_use now = adds ? TAUB_UPDATES : TAUB_READS;
    const struct taub_operand second[] = {
        {kept, SECOND}, {start, TAUB_FIELD_CONSERVED}, {now, TAUB_FIELD_NEXT}, {start, MAGNETIC}, {now, MAGNETIC_NEXT}};
    struct taub_op *op = taub_step_pass(step, SECOND_STATE, second, 5);
    op->range.option[0] = adds;
    op->range.number[0] = stage->beta;
}

static void append_update(const struct taub_simulation *simulation, const struct stage *stage, bool corrects,
                          struct taub_step *step)
{
    const bool magnetic = is_magnetic(simulation->config), marks = simulation->config->scheme.positivity;
    const bool first = stage->number == 1 && !corrects;
    const enum taub_use makes = first ? TAUB_WRITES : TAUB_UPDATES, of_field = magnetic ? TAUB_READS : TAUB_UNUSED;
    const bool of_order_4 = simulation->config->scheme.order == 4 && !corrects, keeps = of_order_4 && !magnetic;
    const enum taub_use second = keeps && stage->number == 3   ? TAUB_WRITES
                                 : keeps && stage->number == 5 ? TAUB_READS
                                                               : TAUB_UNUSED;
    const bool apart = magnetic && simulation->config->scheme.order > 2; /* GAS_APART of passes/points.h */
    const struct taub_operand update[] = {{TAUB_READS, FLUXES},
                                          {of_field, ALONG_EDGES},
                                          {TAUB_READS, TAUB_FIELD_CONSERVED},
                                          {makes, TAUB_FIELD_NEXT},
                                          {TAUB_READS, half_way(simulation)},
                                          {apart ? TAUB_UNUSED : TAUB_WRITES, TAUB_FIELD_PRIMITIVE_NEXT},
                                          {of_field, MAGNETIC},
                                          {magnetic ? makes : second, magnetic ? MAGNETIC_NEXT : SECOND}};
    const enum taub_use follows = magnetic && marks ? TAUB_READS : TAUB_UNUSED;
    const enum taub_use next = follows == TAUB_READS ? TAUB_UPDATES : TAUB_READS; /* some systems judge these */
    const struct taub_operand judge[] = {{marks ? TAUB_UPDATES : TAUB_READS, TAUB_FIELD_PRIMITIVE_NEXT},
                                         {marks ? TAUB_WRITES : TAUB_UNUSED, FOUND},
                                         {follows, FLUXES},
                                         {follows, ALONG_EDGES},
                                         {next, TAUB_FIELD_NEXT},
                                         {!apart || !marks ? TAUB_UNUSED
                                          : corrects       ? TAUB_READS
                                                           : TAUB_UPDATES,
                                          BEYOND},
                                         {apart ? TAUB_READS : TAUB_UNUSED, ENERGY}};
    if (of_order_4 && magnetic && (stage->number == 3 || stage->number == 5))
        append_second(stage, step);
    struct taub_op *op = taub_step_pass(step, UPDATE, update, 8);
    op->range.option[0] = first;
    op->range.option[1] = keeps ? stage->number : 0;
    op->range.time[0] = stage->time;
    op->range.number[0] = stage->alpha;
    op->range.number[1] = stage->beta;
    op->range.number[2] = stage->share;
    if (apart)
        append_field(simulation, step, MAGNETIC_NEXT, TAUB_FIELD_PRIMITIVE_NEXT, corrects ? NULL : stage);
    op = taub_step_pass(step, JUDGE, judge, 7);
    op->values[0] = 2;
    op->values[2] = op->values[3] = op->values[4] = op->values[5] = 1; /* in few cells */
    if (apart) {                                                       /* the gas of all cells */
        op->values[0] = 3;
        op->values[4] = 0;
    }
    op->range.number[2] = stage->share;
}

static void append_marks(const struct taub_simulation *simulation, struct taub_step *step)
{
    append_layers(simulation, step, FOUND, 2);
    append_meeting(simulation, step, FOUND, 2, 0);
}

/* Where cells were found without a density or pressure: their faces get fluxes of first order, and by how much that
 * changes fluxes and E goes the same way as these did. */
static void append_correction(const struct taub_simulation *simulation, const struct stage *stage, int magnetic_in,
                              struct taub_step *step)
{
    const struct stage added = {0.0, 1.0, stage->share, stage->time, stage->number};
    const bool magnetic = is_magnetic(simulation->config);
    const struct taub_operand safe[] = {{TAUB_READS | TAUB_REACH(1), TAUB_FIELD_PRIMITIVE},
                                        {TAUB_UPDATES | TAUB_AT(TAUB_NODES), FLUXES},
                                        {magnetic ? TAUB_READS | TAUB_AT(TAUB_NODES) : TAUB_UNUSED, magnetic_in},
                                        {TAUB_READS | TAUB_AT(TAUB_NODES), FOUND}};
    const int first = step->count, n = step->cells[1];
    struct taub_op *op;
    append_marks(simulation, step);
    if (has_pass(simulation, SPREAD)) {
        const enum taub_use of_field = magnetic ? TAUB_READS : TAUB_UNUSED;
        const struct taub_operand spread[] = {{TAUB_UPDATES | TAUB_SEES(TAUB_CELLS) | TAUB_REACH(1), FOUND},
                                              {magnetic ? TAUB_UPDATES : TAUB_UNUSED, BEYOND},
                                              {of_field, FLUXES},
                                              {of_field, ALONG_EDGES},
                                              {of_field, TAUB_FIELD_PRIMITIVE_NEXT},
                                              {of_field, ENERGY}};
        op = taub_step_pass(step, SPREAD, spread, 6);
        op->range.number[2] = stage->share;
        op->values[1] = op->values[2] = op->values[3] = 1; /* in few cells */
        append_marks(simulation, step);
    }
    op = taub_step_pass(step, SAFE, safe, 4);
    set_range(simulation, op, 0, n + 1, 0, n + 1, -(int)magnetic, step->cells[2] + 1);
    if (magnetic)
        append_layers(simulation, step, FLUXES, 0);
    append_meeting(simulation, step, FLUXES, 0, magnetic);
    if (magnetic)
        append_edges(simulation, FLUXES, stage->time, step);
    append_update(simulation, &added, true, step);
    for (int o = first; o < step->count && o < TAUB_MOST_OPERATIONS; o++) {
        step->ops[o].gate = 1;
        step->ops[o].range.option[2] = 1;
    }
}

static void append_half(const struct taub_simulation *simulation, struct taub_step *step)
{
    const struct taub_operand predict[] = {{TAUB_READS | TAUB_REACH(1), TAUB_FIELD_PRIMITIVE},
                                           {TAUB_WRITES, HALF},
                                           {is_magnetic(simulation->config) ? TAUB_READS : TAUB_UNUSED, MAGNETIC}};
    taub_step_pass(step, PREDICT, predict, 3);
    taub_step_fill(step, HALF, 0.5);
}

static void step(const struct taub_simulation *simulation, int variant, struct taub_step *step)
{
    const bool magnetic = is_magnetic(simulation->config), high = simulation->config->scheme.order > 2;
    int stages;
    const struct taub_weights *weights = taub_weights_of(simulation->config, &stages);
    taub_step_reduce(step, TAUB_FIELD_PRIMITIVE);
    for (int s = 0; s < stages; s++) {
        const int magnetic_in = s ? MAGNETIC_NEXT : MAGNETIC;
        const double time = taub_is_ader(simulation->config) ? 0.5 : weights[s].time;
        const struct stage stage = {1.0 - weights[s].beta, weights[s].beta, weights[s].share, time, s + 1};
        taub_step_fill(step, TAUB_FIELD_PRIMITIVE, weights[s].time);
        if (taub_is_ader(simulation->config))
            append_half(simulation, step);
        append_faces(simulation, magnetic_in, step);
        if (magnetic)
            append_edges(simulation, high ? POINT_FLUXES : FLUXES, stage.time, step);
        append_update(simulation, &stage, false, step);
        if (simulation->config->scheme.positivity)
            append_correction(simulation, &stage, magnetic_in, step);
        if (high)
            append_points(simulation, step, TAUB_FIELD_NEXT, TAUB_FIELD_PRIMITIVE_NEXT);
        taub_step_swap(step, TAUB_FIELD_PRIMITIVE, TAUB_FIELD_PRIMITIVE_NEXT);
    }
    taub_step_swap(step, TAUB_FIELD_CONSERVED, TAUB_FIELD_NEXT);
    if (magnetic)
        taub_step_swap(step, MAGNETIC, MAGNETIC_NEXT);
}

/* Of a state at centres that was set from outside its means; of means that are all that is left, the state at centres.
 */
static void prepare_points(const struct taub_simulation *simulation, bool fresh, struct taub_step *step)
{
    const bool magnetic = is_magnetic(simulation->config);
    const struct taub_operand average[] = {{TAUB_WRITES, TAUB_FIELD_CONSERVED},
                                           {TAUB_READS | TAUB_REACH(4), TAUB_FIELD_PRIMITIVE},
                                           {magnetic ? TAUB_READS : TAUB_UNUSED, ENERGY},
                                           {magnetic ? TAUB_READS : TAUB_UNUSED, MAGNETIC}};
    if (magnetic)
        append_field(simulation, step, MAGNETIC, TAUB_FIELD_PRIMITIVE, NULL);
    if (!fresh) {
        append_points(simulation, step, TAUB_FIELD_CONSERVED, TAUB_FIELD_PRIMITIVE);
        return;
    }
    taub_step_fill(step, TAUB_FIELD_PRIMITIVE, 0.0);
    taub_step_pass(step, AVERAGE, average, 4);
}

/* Magnetic fluxes of a state that was set from outside, and the field of cells from them. */
static void prepare_field(const struct taub_simulation *simulation, struct taub_step *step)
{
    const struct taub_config *config = simulation->config;
    const struct taub_operand start[] = {{TAUB_WRITES, MAGNETIC}, {TAUB_READS | TAUB_REACH(1), TAUB_FIELD_PRIMITIVE}};
    const struct taub_operand potential = {TAUB_WRITES | TAUB_AT(TAUB_NODES), ALONG_EDGES};
    const struct taub_operand circulate[] = {{TAUB_WRITES, MAGNETIC}, {TAUB_READS, ALONG_EDGES}};
    const struct taub_operand cells[] = {
        {TAUB_UPDATES, TAUB_FIELD_CONSERVED}, {TAUB_READS, MAGNETIC}, {TAUB_UPDATES, TAUB_FIELD_PRIMITIVE}};
    if (config->initial.kind == TAUB_INITIAL_CODE && !simulation->lacks_faces) {
        edge_range(simulation, step, taub_step_pass(step, POTENTIAL, &potential, 1), 0);
        append_meeting(simulation, step, ALONG_EDGES, 1, 0);
        taub_step_pass(step, CIRCULATE, circulate, 2)->range.number[0] = config->initial.monopole;
    } else {
        taub_step_fill(step, TAUB_FIELD_PRIMITIVE, 0.0);
        taub_step_pass(step, START, start, 2);
    }
    if (config->scheme.order == 2) /* above it prepare_points finds it */
        taub_step_pass(step, CELLS, cells, 3);
}

static void prepare(const struct taub_simulation *simulation, bool fresh, struct taub_step *step)
{
    if (is_magnetic(simulation->config) && fresh)
        prepare_field(simulation, step);
    if (simulation->config->scheme.order > 2)
        prepare_points(simulation, fresh, step);
    if (fresh)
        taub_step_fill(step, TAUB_FIELD_PRIMITIVE, 0.0); /* a look for jumps reads them */
}

static double sum_limit(const struct taub_config *config)
{
    return config->scheme.order == 2 ? 0.9 : config->scheme.order == 3 ? 1.1 : 1.6; /* src/evolve/godunov.c */
}

static enum taub_status define(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error)
{
    const struct taub_constant constants[] = {{"TAUB_ADER", 0},
                                              {"TAUB_SHOCK_FIX", 0},
                                              {"TAUB_BOUND_SCALARS", config->scheme.scalars && config->scalars > 0},
                                              {"TAUB_MHD_SOLVER", taub_mhd_solver(config->scheme.riemann)},
                                              {"TAUB_SUM_LIMIT", sum_limit(config)},
                                              {"SPHERE_HAS_EDGES", is_magnetic(config)},
                                              {"SPHERE_PREDICTS", taub_is_ader(config)},
                                              {NULL, 0.0}};
    TRY(taub_reconstruction_define(config, bundle, error));
    return taub_bundle_define_all(bundle, constants, error);
}

/* Counted in the kernel text as in src/evolve/godunov.c: a face has slopes, two states, a solver and two turns; an edge
 * four faces and cells; a cell its field. */
static double flops_per_zone(const struct taub_config *config, const int active[3])
{
    const double gas = 3.0 * (5.0 * 12.0 + 2.0 * 60.0 + 34.0 + 70.0 + 60.0) + 120.0;
    const double field = 3.0 * (3.0 * 12.0 + 60.0 + 60.0) + 3.0 * 130.0 + 330.0;
    return 2.0 * (gas + (is_magnetic(config) ? field : 0.0)) + 64.0;
}

#define SPHERE_MEMBERS                                                                                             \
    .systems = 1u << TAUB_SYSTEM_EULER | 1u << TAUB_SYSTEM_SRHD | 1u << TAUB_SYSTEM_MHD | 1u << TAUB_SYSTEM_SRMHD, \
    .sphere = true, .ghosts_of = ghosts, .corners = 1,                                                             \
    .kernels = {"passes/sphere_faces.h",  "passes/sphere_edges.h",  "passes/sphere_field.h",                       \
                "passes/sphere_points.h", "passes/sphere_update.h", "passes/sphere_predict.h"},                    \
    .passes = {[FACES_X] = {"sphere_faces_x", TAUB_POINT_PASS},                                                    \
               [FACES_Y] = {"sphere_faces_y", TAUB_POINT_PASS},                                                    \
               [FACES_Z] = {"sphere_faces_z", TAUB_POINT_PASS},                                                    \
               [ENDS] = {"sphere_ends", TAUB_SPARSE_POINT_PASS},                                                   \
               [MEET] = {"sphere_meet", TAUB_POINT_PASS},                                                          \
               [LAYERS] = {"sphere_layers", TAUB_POINT_PASS},                                                      \
               [EDGES] = {"sphere_edges", TAUB_POINT_PASS},                                                        \
               [GIVEN_EDGES] = {"sphere_given_edges", TAUB_SPARSE_POINT_PASS},                                     \
               [UPDATE] = {"sphere_update", TAUB_POINT_PASS},                                                      \
               [JUDGE] = {"sphere_judge", TAUB_SPARSE_POINT_PASS},                                                 \
               [SAFE] = {"sphere_safe", TAUB_SPARSE_POINT_PASS},                                                   \
               [START] = {"sphere_start", TAUB_POINT_PASS},                                                        \
               [CELLS] = {"sphere_cells", TAUB_POINT_PASS},                                                        \
               [POTENTIAL] = {"sphere_potential", TAUB_POINT_PASS},                                                \
               [CIRCULATE] = {"sphere_circulate", TAUB_POINT_PASS},                                                \
               [POINTS] = {"sphere_points", TAUB_POINT_PASS},                                                      \
               [AVERAGE] = {"sphere_average", TAUB_POINT_PASS},                                                    \
               [MEANS_X] = {"sphere_means_x", TAUB_POINT_PASS},                                                    \
               [MEANS_Y] = {"sphere_means_y", TAUB_POINT_PASS},                                                    \
               [MEANS_Z] = {"sphere_means_z", TAUB_POINT_PASS},                                                    \
               [EDGE_MEANS] = {"sphere_edge_means", TAUB_POINT_PASS},                                              \
               [ENERGIES] = {"sphere_energies", TAUB_POINT_PASS},                                                  \
               [SPREAD] = {"sphere_spread", TAUB_SPARSE_POINT_PASS},                                               \
               [SECOND_STATE] = {"sphere_second", TAUB_POINT_PASS},                                                \
               [PREDICT] = {"sphere_predict", TAUB_POINT_PASS}},                                                   \
    .has_pass = has_pass, .define = define, .fields = fields, .step = step, .sum_limit = sum_limit,                \
    .flops_per_zone = flops_per_zone, .prepare = prepare, .order = taub_order_of_case

const struct taub_scheme taub_scheme_sphere = {.kind = TAUB_SCHEME_RK_WENO, SPHERE_MEMBERS};
const struct taub_scheme taub_scheme_sphere_ader = {.kind = TAUB_SCHEME_ADER_WENO, SPHERE_MEMBERS};
