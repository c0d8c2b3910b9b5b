/* Electrodynamics with D and B on faces: one ADER step of order 2, 3 or 4 (kernels/passes/maxwell_*.h). */
#include "core/try.h"
#include "evolve/layout.h"
#include "evolve/internal.h"
#include "evolve/light.h"
#include "systems/medium.h"
#include "systems/poles.h"

#define PASSES(P)                                    \
    P(FIELD_MEANS, "field_means", POINT)             \
    P(STATES, "states", TILE)                        \
    P(EDGES, "edges", POINT)                         \
    P(ADVANCE, "advance", POINT)                     \
    P(JUDGE, "judge", POINT)                         \
    P(FIND_CHARGE, "find_charge", POINT)             \
    P(OPEN_FACES, "open_faces", POINT)               \
    P(ABSORB, "absorb", POINT)                       \
    P(FIND_SOURCES, "find_sources", POINT)           \
    P(SEND_CURRENTS, "send_currents", POINT)         \
    P(SEND_EDGES, "send_edges", POINT)               \
    P(SEND_FACES, "send_faces", POINT)               \
    P(SEND_CHARGES, "send_charges", POINT)           \
    P(POLARIZE, "polarize", POINT)                   \
    P(LAYER_CHARGES, "layer_charges", POINT)         \
    P(MARK_THICK_LAYERS, "mark_thick_layers", POINT) \
    P(FIND_JUMPS, "find_jumps", POINT)               \
    P(FIT_LINES, "fit_lines", POINT)                 \
    P(STATES_AT_JUMPS, "states_at_jumps", POINT)
enum { PASSES(TAUB_PASS_NUMBER) };
/* Cell means of D and B; edge states of cells, and their currents at faces; E and H along edges; D and B of the
 * upper faces at ends of the mesh; what matched layers remember; the jumps of the medium that cells see, and lines
 * across them; what currents from outside make, and which sources are near. */
enum {
    MEANS = TAUB_FIELD_OWN,
    EDGE_STATES,
    CURRENTS,
    EDGE_FIELDS,
    UPPER_FACES,
    LAYER_MEMORY,
    JUMPS,
    LINES,
    SENT,
    SOURCES,
    FIELD_COUNT
};
_Static_assert((int)FIELD_COUNT <= TAUB_MOST_FIELDS, "src/evolve/plan.h");

/* Ends with matched layers. */
static int layers(const struct taub_config *config)
{
    return taub_light_ends(config, TAUB_MATCHED_LAYER);
}

/* LINE_NUMBERS of kernels/passes/maxwell_jumps.h. */
enum { LINE_NUMBERS = 12 };

/* Whether data cross jumps of the medium with fourth order: kernels/passes/maxwell_jumps.h. */
static bool crosses_jumps(const struct taub_config *config)
{
    return config->scheme.order == 4 && taub_medium_varies(config) && !taub_medium_is_anisotropic(config) &&
           taub_poles_count(config) == 0;
}

static bool has_pass(const struct taub_simulation *simulation, int pass)
{
    if (pass == OPEN_FACES)
        return taub_light_open_axes(simulation->config) > 0;
    if (pass == ABSORB)
        return layers(simulation->config) != 0;
    if (pass >= FIND_SOURCES && pass <= SEND_CHARGES)
        return taub_medium_has_source(simulation->config) &&
               (pass != SEND_CURRENTS || simulation->config->scheme.order > 2);
    if (pass == LAYER_CHARGES)
        return layers(simulation->config) != 0 && taub_medium_conducts(simulation->config);
    if (pass == POLARIZE)
        return taub_poles_count(simulation->config) > 0;
    if (pass >= MARK_THICK_LAYERS)
        return crosses_jumps(simulation->config);
    return pass != FIND_CHARGE || taub_medium_conducts(simulation->config);
}

/* Order 2: means of the cells beside the one behind a face, which have a face more. Above, the mean behind the second
 * next cell comes from faces up to the fourth. */
static int ghosts(const struct taub_config *config)
{
    return config->scheme.order > 2 ? 4 : 3;
}

static struct taub_op *few(struct taub_op *op)
{
    op->few = true;
    return op;
}

static const struct taub_light_places places = {OPEN_FACES,   FIND_CHARGE,  FIND_SOURCES,  SEND_FACES,
                                                SEND_CHARGES, ABSORB,       LAYER_CHARGES, JUDGE,
                                                UPPER_FACES,  LAYER_MEMORY, SENT,          SOURCES};

/* What sources and layers do to new faces. */
static void append_surroundings(const struct taub_simulation *simulation, struct taub_step *step)
{
    const struct taub_config *config = simulation->config;
    const bool open = taub_light_open_axes(config) > 0;
    const unsigned ends = taub_light_cells_and_ends(config);
    const enum taub_use conducts = taub_medium_conducts(config) ? TAUB_READS : TAUB_UNUSED;
    taub_light_send(simulation, &places, 0.0, 1.0, step);
    for (int upper = 0; upper <= open && layers(config); upper++) {
        const struct taub_operand absorb[] = {{TAUB_READS | TAUB_AT(TAUB_EDGES), EDGE_FIELDS},
                                              {TAUB_UPDATES | (upper ? ends : 0), TAUB_FIELD_NEXT},
                                              {upper ? TAUB_UNUSED : TAUB_UPDATES, LAYER_MEMORY},
                                              {upper ? TAUB_UPDATES | ends : TAUB_UNUSED, UPPER_FACES},
                                              {conducts | TAUB_REACH(1), CURRENTS},
                                              {conducts | TAUB_REACH(1), TAUB_FIELD_CONSERVED}};
        struct taub_op *op = taub_step_pass(step, ABSORB, absorb, 6);
        op->range.option[0] = upper;
        op->few = true;
    }
}

/* What poles do to the faces of a state in half of the step; the other half of the step follows or went before. */
static void append_poles(const struct taub_simulation *simulation, int field, bool last, struct taub_step *step)
{
    const unsigned ends = taub_light_cells_and_ends(simulation->config);
    const bool kept = last && taub_light_open_axes(simulation->config) > 0;
    const struct taub_operand polarize[] = {{TAUB_UPDATES | ends, field},
                                            {kept ? TAUB_UPDATES | ends : TAUB_UNUSED, UPPER_FACES},
                                            {TAUB_AGAIN | TAUB_REACH(1), TAUB_FIELD_CONSERVED}};
    if (taub_poles_count(simulation->config) == 0)
        return;
    struct taub_op *op = taub_step_pass(step, POLARIZE, polarize, 3);
    op->range.option[0] = kept;
    op->range.time[0] = last ? 0.5 : 0.0;
    op->range.time[1] = last ? 1.0 : 0.5;
    if (!last)
        taub_step_fill(step, field, 0.0);
}

/* E and H along edges, from the state at the start of the step. */
static void append_edges(const struct taub_simulation *simulation, struct taub_step *step)
{
    const enum taub_use writes = taub_medium_conducts(simulation->config) ? TAUB_WRITES : TAUB_UNUSED;
    const unsigned around = TAUB_AT(TAUB_CELLS | TAUB_FACES);
    const int order = simulation->config->scheme.order, beside = ghosts(simulation->config) - 2;
    /* whether stencils stop at a jump hangs on the cells beyond it */
    const int jumps = taub_medium_varies(simulation->config) ? beside + 1 : beside;
    const struct taub_operand means[] = {{TAUB_READS | around | TAUB_REACH(order > 2), TAUB_FIELD_CONSERVED},
                                         {TAUB_WRITES, MEANS}};
    taub_step_pass(step, FIELD_MEANS, means, 2);
    const bool crosses = crosses_jumps(simulation->config);
    if (crosses) {
        const struct taub_operand fit[] = {{TAUB_READS | around | TAUB_REACH(1), TAUB_FIELD_CONSERVED},
                                           {TAUB_READS | TAUB_REACH(1), MEANS},
                                           {TAUB_READS, JUMPS},
                                           {TAUB_WRITES, LINES}};
        few(taub_step_pass(step, FIT_LINES, fit, 4));
    }
    struct taub_operand states[] = {{TAUB_READS | around | TAUB_REACH(jumps), TAUB_FIELD_CONSERVED},
                                    {TAUB_READS | TAUB_REACH(beside), MEANS},
                                    {TAUB_WRITES, EDGE_STATES},
                                    {writes, CURRENTS},
                                    {TAUB_READS | TAUB_REACH(1), JUMPS},
                                    {TAUB_READS | TAUB_REACH(1), LINES}};
    taub_step_pass(step, STATES, states, 4);
    if (crosses) {
        states[2].touch = TAUB_UPDATES;
        states[3].touch = writes == TAUB_WRITES ? TAUB_UPDATES : TAUB_UNUSED;
        few(taub_step_pass(step, STATES_AT_JUMPS, states, 6));
    }
    const struct taub_operand edges[] = {{TAUB_READS, TAUB_FIELD_CONSERVED},
                                         {TAUB_READS, EDGE_STATES},
                                         {TAUB_WRITES | TAUB_AT(TAUB_EDGES), EDGE_FIELDS}};
    taub_step_pass(step, EDGES, edges, 3);
    if (has_pass(simulation, SEND_EDGES)) {
        const bool currents_seen = has_pass(simulation, SEND_CURRENTS);
        const struct taub_operand currents[] = {{TAUB_WRITES | TAUB_AT(TAUB_EDGES), SENT}, {TAUB_READS, SOURCES}};
        const struct taub_operand send[] = {
            {TAUB_READS, TAUB_FIELD_CONSERVED},
            {TAUB_UPDATES | TAUB_AT(TAUB_EDGES), EDGE_FIELDS},
            {currents_seen ? TAUB_READS | TAUB_AT(TAUB_EDGES) | TAUB_REACH(1) : TAUB_UNUSED, SENT},
            {TAUB_READS, SOURCES}};
        if (currents_seen)
            few(taub_step_pass(step, SEND_CURRENTS, currents, 2));
        few(taub_step_pass(step, SEND_EDGES, send, 4));
    }
}

static void step(const struct taub_simulation *simulation, int variant, struct taub_step *step)
{
    const bool conducts = taub_medium_conducts(simulation->config), open = taub_light_open_axes(simulation->config) > 0;
    const enum taub_use reads = conducts ? TAUB_READS : TAUB_UNUSED;
    const unsigned ends = taub_light_cells_and_ends(simulation->config);
    taub_step_reduce(step, TAUB_FIELD_CONSERVED);
    append_poles(simulation, TAUB_FIELD_CONSERVED, false, step);
    append_edges(simulation, step);
    const struct taub_operand advance[] = {{TAUB_READS | TAUB_REACH(1), TAUB_FIELD_CONSERVED},
                                           {TAUB_READS | TAUB_AT(TAUB_EDGES), EDGE_FIELDS},
                                           {reads | TAUB_REACH(1), CURRENTS},
                                           {TAUB_WRITES | ends, TAUB_FIELD_NEXT},
                                           {open ? TAUB_UPDATES | ends : TAUB_UNUSED, UPPER_FACES}};
    taub_step_pass(step, ADVANCE, advance, 5);
    append_surroundings(simulation, step);
    append_poles(simulation, TAUB_FIELD_NEXT, true, step);
    taub_light_end(simulation, &places, step);
}

static void prepare(const struct taub_simulation *simulation, bool fresh, struct taub_step *step)
{
    taub_light_begin(simulation, &places, fresh, step);
    if (crosses_jumps(simulation->config)) {
        /* in the room of a state, whose ghost zones are known how to fill */
        const struct taub_operand mark[] = {{TAUB_READS | TAUB_REACH(4), TAUB_FIELD_CONSERVED},
                                            {TAUB_WRITES, TAUB_FIELD_NEXT}};
        taub_step_pass(step, MARK_THICK_LAYERS, mark, 2);
        taub_step_fill(step, TAUB_FIELD_NEXT, 0.0);
        const struct taub_operand find[] = {{TAUB_READS | TAUB_REACH(2), TAUB_FIELD_CONSERVED},
                                            {TAUB_READS | TAUB_REACH(2), TAUB_FIELD_NEXT},
                                            {TAUB_WRITES, JUMPS}};
        taub_step_pass(step, FIND_JUMPS, find, 3);
    }
}

static int fields(const struct taub_config *config, bool host, struct taub_field_spec *fields)
{
    const bool conducts = taub_medium_conducts(config), varies = taub_medium_varies(config);
    const bool crystal = taub_medium_is_anisotropic(config);
    const int media = varies ? crystal ? 3 : 1 : 0; /* what an edge or a face wants to know of a cell's medium */
    taub_fields_conserved(config, fields);
    fields[MEANS] = (struct taub_field_spec){"field_means", TAUB_CELL, 6, TAUB_LIFE_STEP};
    fields[EDGE_STATES] =
        (struct taub_field_spec){"edge_states", TAUB_CELL, (varies && crystal ? 48 : 24) + media, TAUB_LIFE_STEP};
    fields[CURRENTS] = (struct taub_field_spec){"currents", TAUB_CELL, conducts ? 6 + media : 0, TAUB_LIFE_STEP};
    fields[EDGE_FIELDS] = (struct taub_field_spec){"edge_fields", TAUB_CELL, 6, TAUB_LIFE_STEP};
    fields[UPPER_FACES] = taub_light_upper_faces(config);
    fields[LAYER_MEMORY] = taub_light_layer_memory(config);
    fields[JUMPS] = (struct taub_field_spec){"jumps", TAUB_CELL, crosses_jumps(config), TAUB_LIFE_DERIVED};
    fields[LINES] =
        (struct taub_field_spec){"lines", TAUB_CELL, crosses_jumps(config) ? LINE_NUMBERS : 0, TAUB_LIFE_STEP};
    /* SENT_VALUES of kernels/passes/maxwell_send.h */
    fields[SENT] = (struct taub_field_spec){
        "sent", TAUB_CELL, taub_medium_has_source(config) ? 3 * (config->scheme.order - 1) : 0, TAUB_LIFE_STEP};
    fields[SOURCES] = taub_light_sources(config);
    for (int f = 0; f < FIELD_COUNT && config->mesh.bloch_given; f++)
        fields[f].components *= 2; /* of a block the imaginary part stands behind the real one */
    return FIELD_COUNT;
}

/* The bound of waves of one cell's length, the same at all orders, whatever conducts: radii of one-step maps,
 * docs/theory/maxwell.md. */
static double sum_limit(const struct taub_config *config)
{
    return 0.95;
}

/* Counted in the kernel text, each operation as one. */
static double flops_per_zone(const struct taub_config *config, const int active[3])
{
    const double axes = active[0] + active[1] + active[2];
    const int order = config->scheme.order;
    const double line = order == 2 ? 4.0 : order == 3 ? 18.0 : 24.0, plane = order == 2 ? 0.0 : order == 3 ? 4.0 : 24.0;
    const double planes = axes * (axes - 1.0) / 2.0;
    const double data = 6.0 * (axes * line + planes * plane + (order == 4 && axes > 2.0 ? 8.0 : 0.0));
    const double curls = 2.0 * axes * (order == 2 ? 8.0 : order == 3 ? 50.0 : 150.0);
    const double averages = 6.0 * (order == 2 ? 10.0 : order == 3 ? 32.0 : 64.0);
    const double shown = 3.0 * (6.0 * (order == 2 ? 1.0 : order == 3 ? 6.0 : 14.0) + 4.0 * 50.0);
    const double one = data + curls + averages + shown + 6.0 * 8.0 + 12.0 * axes + (order > 2 ? 42.0 : 12.0);
    return config->mesh.bloch_given ? 2.0 * one : one;
}

static enum taub_status define(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error)
{
    int group[2];
    taub_layout_group(config, 0, (int[]){32, 4}, (int[]){32, 4}, group);
    const struct taub_constant constants[] = {
        {"TAUB_ORDER", config->scheme.order}, {"TAUB_SUM_LIMIT", sum_limit(config)}, {NULL, 0.0}};
    const struct taub_constant gpu[] = {{"TAUB_GROUP_X", group[0]}, {"TAUB_GROUP_Y", group[1]}, {NULL, 0.0}};
    TRY(taub_light_define(config, bundle, error));
    TRY(taub_bundle_define_all(bundle, constants, error));
    return taub_bundle_define_gpu(bundle, gpu, error);
}

static void shape_pass(const struct taub_simulation *simulation, int pass, struct taub_pass_geometry *geometry)
{
    const int *cells = simulation->mesh->shape.cells;
    taub_layout_group(simulation->config, 0, (int[]){32, 4}, (int[]){32, 4}, geometry->group);
    geometry->tile[0] = geometry->group[0];
    geometry->tile[1] = geometry->group[1];
    geometry->tile[2] = 1;
    geometry->aligned = simulation->config->scheme.order < 4 || simulation->config->device.precision == TAUB_SINGLE;
    if (taub_simulation_on_host(simulation)) {
        geometry->tile[0] = cells[0] + 2;
        geometry->tile[1] = 4;
    }
}

const struct taub_scheme taub_scheme_maxwell = {
    .kind = TAUB_SCHEME_ADER_WENO,
    .systems = 1u << TAUB_SYSTEM_MAXWELL,
    .ghosts_of = ghosts,
    .kernels = {"passes/maxwell_edges.h", "passes/maxwell_send.h", "passes/maxwell_polarize.h",
                "passes/maxwell_jumps.h", "passes/maxwell_layer.h"},
    .shared = {"passes/maxwell_means.h", "passes/maxwell_balance.h", "passes/maxwell_depth.h"},
    .passes = {PASSES(TAUB_PASS_ROW)},
    .has_pass = has_pass,
    TAUB_SCHEME_FUNCTIONS,
    .shape_pass = shape_pass,
    .prepare = prepare,
    .corners = 1,
    .order = taub_order_of_case};
