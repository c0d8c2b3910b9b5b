/* Electrodynamics with D and B on faces, by symmetric differences without loss (kernels/passes/maxwell_symmetric.h):
 * the force-gradient method of fourth order of Chin, Phys. Lett. A 226 (1997) 344, algorithm A. B changes by curls of
 * E, which hangs on D alone, and D by those of H. A step is
 *
 *   B by 1/6 of it, D by 1/2, B by 2/3 of it less dt^3/36 of a third curl, D by 1/2, B by 1/6.
 *
 * Both are exact at its end to fourth order, so that steps may differ in length, and the first curl of a step is the
 * last one of the step before. */
#include <string.h>

#include "case/check.h"
#include "core/try.h"
#include "evolve/layout.h"
#include "evolve/light.h"
#include "systems/medium.h"
#include "systems/poles.h"
#include "systems/system.h"

#define PASSES(P)                                \
    P(ROOTS_AT_FACES, "roots", POINT)            \
    P(HODGE, "hodge", POINT)                     \
    P(SHIFT, "shift", POINT)                     \
    P(EDGES_X, "edges_x", POINT)                 \
    P(EDGES_Y, "edges_y", POINT)                 \
    P(EDGES_Z, "edges_z", POINT)                 \
    P(CIRCULATE, "circulate", POINT)             \
    P(CIRCULATE_KEPT, "circulate_kept", POINT)   \
    P(CIRCULATE_AGAIN, "circulate_again", POINT) \
    P(CIRCULATE_LAST, "circulate_last", POINT)   \
    P(KICK, "kick", POINT)                       \
    P(JUDGE, "judge", POINT)                     \
    P(OPEN_FACES, "open_faces", POINT)           \
    P(FIND_CHARGE, "find_charge", POINT)         \
    P(FIND_SOURCES, "find_sources", POINT)       \
    P(SEND_FACES, "send_faces", POINT)           \
    P(SEND_CHARGES, "send_charges", POINT)       \
    P(ABSORB, "absorb", POINT)                   \
    P(LAYER_CHARGES, "layer_charges", POINT)
enum { PASSES(TAUB_PASS_NUMBER) };
/* Curls within a step, laid out like a state, whose ghost zones are known how to fill; curl E at the end of a step; the
 * medium; E or H across faces, in the middle of cells, along edges; what currents from outside take from faces; what
 * matched layers remember; which sources are near. */
enum {
    CURLS = TAUB_FIELD_OWN,
    LAST_CURL,
    ROOTS,
    UPPER_FACES,
    ACROSS,
    MIDDLE_X,
    MIDDLE_Y,
    MIDDLE_Z,
    EDGE_FIELDS,
    SENT,
    LAYER_MEMORY,
    SOURCES,
    FIELD_COUNT
};
_Static_assert((int)FIELD_COUNT <= TAUB_MOST_FIELDS, "src/evolve/plan.h");
enum { ELECTRIC, MAGNETIC };

static int active_axes(const struct taub_config *config)
{
    return (config->mesh.cells[0] > 1) + (config->mesh.cells[1] > 1) + (config->mesh.cells[2] > 1);
}

static bool has_pass(const struct taub_simulation *simulation, int pass)
{
    switch (pass) {
    case ROOTS_AT_FACES:
        return taub_medium_varies(simulation->config);
    case EDGES_X:
    case EDGES_Y:
    case EDGES_Z:
        return active_axes(simulation->config) - simulation->mesh->active[pass - EDGES_X] > 1;
    case OPEN_FACES:
        return taub_light_open_axes(simulation->config) > 0;
    case FIND_CHARGE:
    case FIND_SOURCES:
    case SEND_FACES:
    case SEND_CHARGES:
        return taub_medium_has_source(simulation->config);
    case ABSORB:
        return taub_light_ends(simulation->config, TAUB_MATCHED_LAYER) != 0;
    case LAYER_CHARGES:
        return taub_light_ends(simulation->config, TAUB_MATCHED_LAYER) != 0 &&
               taub_medium_has_source(simulation->config);
    default:
        return true;
    }
}

/* Across an axis of one cell there are no faces: components along it stand in cells. */
static unsigned faces(const struct taub_config *config)
{
    return TAUB_AT(active_axes(config) == 3 ? TAUB_FACES : TAUB_CELLS | TAUB_FACES);
}

static void append_shift(struct taub_step *step, int axis, bool down, const struct taub_operand operands[2], int from,
                         int to)
{
    struct taub_op *op = taub_step_pass(step, SHIFT, operands, 2);
    op->range.option[0] = axis;
    op->range.option[1] = down;
    op->range.option[2] = from;
    op->range.option[3] = to;
}

/* E or H along the edges of an axis, half a cell from the faces along every axis. */
static void append_edges_along(const struct taub_simulation *simulation, int axis, struct taub_step *step)
{
    const struct taub_config *config = simulation->config;
    const int *active = simulation->mesh->active, p = (axis + 1) % 3, q = (axis + 2) % 3;
    const int middle = active[axis] ? MIDDLE_X + axis : ACROSS, component = active[axis] ? -1 : axis;
    const struct taub_operand along[] = {{TAUB_READS | faces(config) | TAUB_REACH(2) | TAUB_ALONG(axis), ACROSS},
                                         {TAUB_WRITES, MIDDLE_X + axis}};
    const struct taub_operand edges[] = {
        {TAUB_READS | TAUB_REACH(3) | (active[p] ? TAUB_ALONG(p) : 0) | (active[q] ? TAUB_ALONG(q) : 0), middle},
        {TAUB_WRITES | TAUB_AT(1u << (TAUB_EDGE_X + axis)), EDGE_FIELDS}};
    if (!active[p] && !active[q])
        return;
    if (active[axis])
        append_shift(step, axis, false, along, axis, -1);
    if (active[p] != active[q]) {
        append_shift(step, active[p] ? p : q, true, edges, component, axis);
        return;
    }
    taub_step_pass(step, EDGES_X + axis, edges, 2)->range.option[2] = component;
}

/* The curl of E of D in a field (ELECTRIC), or of H of B, at faces, by one of the passes that circulate: the next state
 * changes by `share` dt of it. What goes from the second curl of three to the third has no part in matched layers, on
 * both sides of the Hodge operator alike: what these swallow it would feed. */
static void append_curl(const struct taub_simulation *simulation, int which, int field, int pass, double share,
                        struct taub_step *step)
{
    const struct taub_config *config = simulation->config;
    const unsigned ends = taub_light_cells_and_ends(config);
    const enum taub_use media = taub_medium_varies(config) ? TAUB_READS : TAUB_UNUSED;
    const struct taub_operand hodge[] = {{TAUB_READS | faces(config) | TAUB_REACH(2), field},
                                         {media | faces(config) | TAUB_REACH(2), ROOTS},
                                         {TAUB_WRITES | faces(config), ACROSS}};
    struct taub_op *op = taub_step_pass(step, HODGE, hodge, 3);
    op->range.option[0] = which;
    op->range.option[1] = field == CURLS && pass == CIRCULATE;
    for (int axis = 0; axis < 3; axis++)
        append_edges_along(simulation, axis, step);
    const bool keeps = pass != CIRCULATE, changes = pass != CIRCULATE_AGAIN;
    const struct taub_operand circulate[] = {
        {TAUB_READS | TAUB_AT(TAUB_EDGES), EDGE_FIELDS},
        {keeps ? TAUB_WRITES | ends : TAUB_UNUSED, pass == CIRCULATE_LAST ? LAST_CURL : CURLS},
        {changes ? TAUB_UPDATES | ends : TAUB_UNUSED, TAUB_FIELD_NEXT}};
    op = taub_step_pass(step, pass, circulate, 3);
    op->range.option[0] = which == ELECTRIC ? MAGNETIC : ELECTRIC;
    op->range.number[0] = which == ELECTRIC ? -share : share;
}

/* What matched layers add to the last curl, of the share of a step that they count for D (ELECTRIC) or B. */
static void append_layers(const struct taub_simulation *simulation, int vector, double share, struct taub_step *step)
{
    const unsigned ends = taub_light_cells_and_ends(simulation->config);
    for (int upper = 0; upper < 2 && has_pass(simulation, ABSORB); upper++) {
        const struct taub_operand absorb[] = {{TAUB_READS | TAUB_AT(TAUB_EDGES), EDGE_FIELDS},
                                              {TAUB_UPDATES | (upper ? ends : 0), TAUB_FIELD_NEXT},
                                              {upper ? TAUB_UNUSED : TAUB_UPDATES, LAYER_MEMORY},
                                              {upper ? TAUB_UPDATES | ends : TAUB_UNUSED, UPPER_FACES}};
        struct taub_op *op = taub_step_pass(step, ABSORB, absorb, 4);
        op->range.option[0] = upper;
        op->range.option[1] = vector;
        op->range.number[0] = share;
        op->few = true;
    }
}

static const struct taub_light_places places = {OPEN_FACES,   FIND_CHARGE,  FIND_SOURCES,  SEND_FACES,
                                                SEND_CHARGES, ABSORB,       LAYER_CHARGES, JUDGE,
                                                UPPER_FACES,  LAYER_MEMORY, SENT,          SOURCES};

/* The last faces that the step has made go into their own field. */
static void keep_upper_faces(const struct taub_simulation *simulation, struct taub_step *step)
{
    const unsigned ends = taub_light_cells_and_ends(simulation->config);
    const struct taub_operand faces[] = {{TAUB_UPDATES | ends, TAUB_FIELD_NEXT}, {TAUB_UPDATES | ends, UPPER_FACES}};
    if (!has_pass(simulation, OPEN_FACES))
        return;
    struct taub_op *op = taub_step_pass(step, OPEN_FACES, faces, 2);
    op->range.option[0] = 2;
    op->few = true;
}

/* D of the next state by half of a step, from `from` on; with currents from outside. */
static void append_half(const struct taub_simulation *simulation, double from, struct taub_step *step)
{
    append_curl(simulation, MAGNETIC, TAUB_FIELD_NEXT, CIRCULATE, 0.5, step);
    append_layers(simulation, ELECTRIC, 0.5, step);
    taub_light_send(simulation, &places, from, from + 0.5, step);
    taub_step_fill(step, TAUB_FIELD_NEXT, from + 0.5);
}

static void step(const struct taub_simulation *simulation, int variant, struct taub_step *step)
{
    const unsigned ends = taub_light_cells_and_ends(simulation->config);
    taub_step_reduce(step, TAUB_FIELD_CONSERVED);
    /* the curl as an update, which like the last faces of the state is wanted nowhere else */
    const struct taub_operand kick[] = {{TAUB_READS | faces(simulation->config), TAUB_FIELD_CONSERVED},
                                        {TAUB_UPDATES | ends, LAST_CURL},
                                        {TAUB_WRITES | ends, TAUB_FIELD_NEXT}};
    taub_step_pass(step, KICK, kick, 3)->range.number[0] = 1.0 / 6.0;
    taub_step_fill(step, TAUB_FIELD_NEXT, 0.0);
    append_half(simulation, 0.0, step);
    append_curl(simulation, ELECTRIC, TAUB_FIELD_NEXT, CIRCULATE_KEPT, 2.0 / 3.0, step);
    append_layers(simulation, MAGNETIC, 2.0 / 3.0, step);
    taub_step_fill(step, CURLS, 0.5);
    append_curl(simulation, MAGNETIC, CURLS, CIRCULATE_AGAIN, 0.0, step);
    taub_step_fill(step, CURLS, 0.5);
    append_curl(simulation, ELECTRIC, CURLS, CIRCULATE, -1.0 / 36.0, step);
    taub_step_fill(step, TAUB_FIELD_NEXT, 0.5);
    append_half(simulation, 0.5, step);
    append_curl(simulation, ELECTRIC, TAUB_FIELD_NEXT, CIRCULATE_LAST, 1.0 / 6.0, step);
    append_layers(simulation, MAGNETIC, 1.0 / 3.0, step); /* and of the next step's beginning */
    keep_upper_faces(simulation, step);
    taub_light_end(simulation, &places, step);
}

static void prepare(const struct taub_simulation *simulation, bool fresh, struct taub_step *step)
{
    taub_light_begin(simulation, &places, fresh, step);
    if (taub_medium_varies(simulation->config)) {
        const struct taub_operand roots[] = {{TAUB_READS, TAUB_FIELD_CONSERVED},
                                             {TAUB_WRITES | faces(simulation->config), ROOTS}};
        taub_step_pass(step, ROOTS_AT_FACES, roots, 2);
    }
    append_curl(simulation, ELECTRIC, TAUB_FIELD_CONSERVED, CIRCULATE_LAST, 0.0, step);
}

static int fields(const struct taub_config *config, bool host, struct taub_field_spec *fields)
{
    taub_fields_conserved(config, fields);
    fields[CURLS] = (struct taub_field_spec){"curls", TAUB_CELL, fields[0].components, TAUB_LIFE_STEP};
    fields[LAST_CURL] = (struct taub_field_spec){"last_curl", TAUB_CELL, 3, TAUB_LIFE_DERIVED};
    fields[ROOTS] = (struct taub_field_spec){"roots", TAUB_CELL, taub_medium_varies(config) ? 6 : 0, TAUB_LIFE_DERIVED};
    fields[UPPER_FACES] = taub_light_upper_faces(config);
    fields[ACROSS] = (struct taub_field_spec){"across", TAUB_CELL, 3, TAUB_LIFE_STEP};
    for (int axis = 0; axis < 3; axis++)
        fields[MIDDLE_X + axis] = (struct taub_field_spec){(const char *[]){"middle_x", "middle_y", "middle_z"}[axis],
                                                           TAUB_CELL, config->mesh.cells[axis] > 1, TAUB_LIFE_STEP};
    fields[EDGE_FIELDS] = (struct taub_field_spec){"edge_fields", TAUB_CELL, 3, TAUB_LIFE_STEP};
    /* SENT_VALUES of kernels/passes/maxwell_currents.h */
    fields[SENT] = (struct taub_field_spec){"sent", TAUB_CELL, 3 * taub_medium_has_source(config), TAUB_LIFE_STEP};
    fields[LAYER_MEMORY] = taub_light_layer_memory(config);
    fields[SOURCES] = taub_light_sources(config);
    for (int f = 0; f < FIELD_COUNT && config->mesh.bloch_given; f++)
        fields[f].components *= 2; /* of a block the imaginary part stands behind the real one */
    return FIELD_COUNT;
}

/* Steps are bounded up to 2 sqrt(3) over the highest frequency, which is at most 1.63, 2.04 and 2.34 c/h along one, two
 * and three axes: 2.1, 1.7 and 1.4 h/c. time.cfl is at most 1. */
static double sum_limit(const struct taub_config *config)
{
    return 4.0;
}

/* Counted in the kernel text: six curls of both their parts. */
static double flops_per_zone(const struct taub_config *config, const int active[3])
{
    const double axes = active[0] + active[1] + active[2], shift = 8.0;
    const double hodge = 3.0 * (axes * 26.0 + 3.0), along = axes * shift;
    const double edges = axes > 2.0 ? 3.0 * 7.0 * shift : axes > 1.0 ? 2.0 * shift + 7.0 * shift : 2.0 * shift;
    const double circulate = 3.0 * (axes > 1.0 ? 5.0 : 2.0) + 6.0;
    const double one = 6.0 * (hodge + along + edges + circulate) + 9.0;
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

/* Anything besides currents from outside. */
static bool conducts(const struct taub_config *config)
{
    struct taub_config quiet = *config;
    quiet.sources.count = 0;
    quiet.source.given = false;
    quiet.source.file = NULL;
    return taub_medium_conducts(&quiet);
}

/* Whether the medium at a point of a layer, `n` cells from its outer end, is that at the inner end of the layer. The
 * point is the middle of a quarter of cell (p, q) across the layer's axis. */
static bool goes_on(const struct taub_config *config, int axis, int side, int p, int q, int quarter, int n)
{
    const struct taub_config_mesh *mesh = &config->mesh;
    const int across[3] = {axis, (axis + 1) % 3, (axis + 2) % 3}, at[3] = {0, p, q};
    double x[2][3], found[2][TAUB_MEDIUM_NUMBERS];
    for (int a = 0; a < 3; a++) {
        const int d = across[a];
        const double width = (mesh->upper[d] - mesh->lower[d]) / mesh->cells[d];
        const double part = mesh->cells[d] > 1 ? (2 * quarter >> a & 1 ? 0.75 : 0.25) : 0.5;
        for (int inner = 0; inner < 2; inner++) {
            const double deep = (inner ? mesh->layer.cells - 1 : n) + 0.5;
            const double cells = a ? at[a] + part : side ? mesh->cells[d] - deep : deep;
            x[inner][d] = mesh->lower[d] + cells * width;
        }
    }
    for (int inner = 0; inner < 2; inner++)
        taub_medium_at(config, NULL, x[inner], found[inner]);
    return memcmp(found[0], found[1], sizeof found[0]) == 0;
}

/* Matched layers absorb only where the medium goes on along their normal; light grows where it does not
 * (docs/theory/maxwell-symmetric.md). Of very large layers some cells are looked at. */
static bool medium_goes_on(const struct taub_config *config, int axis, int side)
{
    enum { MOST = 512 };
    const int *cells = config->mesh.cells, first = cells[(axis + 1) % 3], second = cells[(axis + 2) % 3];
    bool on = true;
    for (int q = 0; q < second && on; q += 1 + second / MOST)
        for (int p = 0; p < first && on; p += 1 + first / MOST)
            for (int quarter = 0; quarter < 4 && on; quarter++)
                for (int n = 0; n < config->mesh.layer.cells - 1 && on; n++)
                    on = goes_on(config, axis, side, p, q, quarter, n);
    return on;
}

static void check_layers(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    if (!taub_light_ends(config, TAUB_MATCHED_LAYER) || !taub_medium_varies(config))
        return;
    if (config->medium.array.file) {
        taub_check_complain(
            self, "medium.array", -1,
            "scheme symmetric needs media that are the same along the normal of matched layers, which is "
            "not checked for arrays; scheme.kind: ader-weno takes any");
        return;
    }
    for (int face = 0; face < 6; face++)
        if (config->mesh.cells[face / 2] > config->mesh.layer.cells &&
            config->mesh.boundary[face / 2][face % 2] == TAUB_MATCHED_LAYER &&
            !medium_goes_on(config, face / 2, face % 2)) {
            taub_check_complain(
                self, "medium", -1,
                "in the matched layer at the %s end of %c the medium is not the same along its normal: "
                "scheme symmetric would let light grow there; expected bodies that end before the layer "
                "or run straight through it, or scheme.kind: ader-weno",
                face % 2 ? "upper" : "lower", "xyz"[face / 2]);
            return;
        }
}

static void check(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const char *other = "scheme.kind: ader-weno has it";
    check_layers(self);
    if (config->initial.kind == TAUB_INITIAL_CODE)
        taub_check_complain(self, "initial.kind", -1,
                            "scheme symmetric is without loss, and code may give conductors: expected another kind; %s",
                            other);
    else if (conducts(config))
        taub_check_complain(self, "medium", -1, "scheme symmetric is without loss: expected nothing that conducts; %s",
                            other);
    if (taub_poles_count(config) > 0)
        taub_check_complain(self, "medium.poles", -1, "scheme symmetric has no poles yet; %s", other);
    if (taub_light_ends(config, TAUB_OUTFLOW))
        taub_check_complain(self, "mesh.boundary", -1,
                            "scheme symmetric has no open ends: expected matched-layer, periodic, reflecting or "
                            "magnetic-wall, not outflow");
}

const struct taub_scheme taub_scheme_symmetric = {
    .kind = TAUB_SCHEME_SYMMETRIC,
    .systems = 1u << TAUB_SYSTEM_MAXWELL,
    .check = check,
    .ghosts = 6,
    .kernels = {"passes/maxwell_symmetric.h", "passes/maxwell_currents.h"},
    .shared = {"passes/maxwell_means.h", "passes/maxwell_balance.h", "passes/maxwell_depth.h"},
    .passes = {PASSES(TAUB_PASS_ROW)},
    .has_pass = has_pass,
    TAUB_SCHEME_FUNCTIONS,
    .prepare = prepare,
    .corners = 1,
    .order = taub_order_of_case};
