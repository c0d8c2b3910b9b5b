/* Magnetohydrodynamics, relativistic or not, with the magnetic field on faces: one ADER step of order 2, 3 or 4, or
 * stages of a Runge-Kutta method of that order (kernels/passes/mhd_*.h). */
#include "core/try.h"
#include "evolve/diffusion.h"
#include "evolve/layout.h"
#include "evolve/mhd_cost.h"
#include "evolve/mhd_solver.h"
#include "evolve/reconstruction.h"
#include "evolve/weights.h"

#define PASSES(P)                                        \
    P(FIELD_MEANS, "field_means", POINT)                 \
    P(STATES, "states", TILE)                            \
    P(SHOCKS, "shocks", POINT)                           \
    P(FLUXES_X, "fluxes_x", POINT)                       \
    P(FLUXES_Y, "fluxes_y", POINT)                       \
    P(FLUXES_Z, "fluxes_z", POINT)                       \
    P(FLUXES, "fluxes", POINT)                           \
    P(ELECTRIC, "electric", POINT)                       \
    P(MARCH, "march", TILE)                              \
    P(ADVANCE, "advance", SPARSE_POINT)                  \
    P(JUDGE, "judge", SPARSE_POINT)                      \
    P(FIRST_ORDER, "first_order", SPARSE_POINT)          \
    P(CLOSE_FACES, "close_faces", POINT)                 \
    P(ADD_MAGNETIC_ENERGY, "add_magnetic_energy", POINT) \
    P(DIFFUSE, "diffuse", POINT)                         \
    P(WARM, "warm", POINT)                               \
    P(MAGNETIZE_ZONES, "magnetize_zones", SPARSE_POINT)  \
    P(MEET_LEVELS, "meet_levels", POINT)
enum { PASSES(TAUB_PASS_NUMBER) };
enum { ROUNDS = 4 }; /* FIRST_ORDER_EVERYWHERE of kernels/passes/mhd_update.h */
/* Cell means of B; face and edge states of cells (at order 2 the data of which it follows, and no field of its own
 * for edges); shares of HLL; fluxes and speeds of faces; electric field of edges; the round
 * in which a cell was found; states between stages; change rates of diffusion; the state at rest of scheme.equilibrium
 * and what a stage would change in it. */
enum {
    MEANS = TAUB_FIELD_OWN,
    FACE_STATES,
    EDGE_STATES,
    SHARES,
    FACES,
    ELECTRIC_FIELD,
    FOUND,
    BETWEEN,
    SECOND,
    DIFFUSION_RATES,
    EQUILIBRIUM,
    CHANGES,
    FIELD_COUNT
};
_Static_assert((int)FIELD_COUNT <= TAUB_MOST_FIELDS, "src/evolve/plan.h");
/* A stage: its number, from 1, the state that it takes and the one that it makes. */
struct stage {
    int number, in, out;
    struct taub_weights weights;
    double end; /* the time of what it makes */
};

static int active_axes(const struct taub_config *config)
{
    const int *cells = config->mesh.cells;
    return (cells[0] > 1) + (cells[1] > 1) + (cells[2] > 1);
}

static bool is_active(const struct taub_config *config, int axis)
{
    return config->mesh.cells[axis] > 1;
}

static bool has_end(const struct taub_config *config, enum taub_boundary kind)
{
    bool has = false;
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2; side++)
            has = has || (is_active(config, axis) && config->mesh.boundary[axis][side] == kind);
    return has;
}

/* Whether states beyond ends of the mesh are given by the case. */
static bool gives_states(const struct taub_config *config)
{
    return has_end(config, TAUB_INFLOW) || has_end(config, TAUB_BOUNDARY_CODE);
}

static bool has_pass(const struct taub_simulation *simulation, int pass)
{
    const struct taub_config *config = simulation->config;
    const bool host = taub_simulation_on_host(simulation), at_once = config->scheme.order == 2; /* mhd_faces.h */
    if (pass == MARCH || (pass >= STATES && pass <= ELECTRIC && host))
        return pass == MARCH && host;
    if (pass == SHOCKS)
        return taub_mhd_fixes_shocks(config);
    if (pass == FLUXES)
        return at_once;
    if (pass >= FLUXES_X && pass <= FLUXES_Z)
        return !at_once && is_active(config, pass - FLUXES_X);
    if (pass == DIFFUSE || pass == WARM)
        return taub_diffusion_stages(config) > 0;
    if (pass == MAGNETIZE_ZONES)
        return gives_states(config);
    if (pass == MEET_LEVELS)
        return config->mesh.refine.levels > 0;
    return pass == ELECTRIC ? active_axes(config) > 1 : pass == FIRST_ORDER ? config->scheme.positivity != 0 : true;
}

/* Order 2: means of the cells beside the one behind a face, which have a face more. Above, the mean behind the second
 * next cell comes from faces up to the fourth. */
static int reach(const struct taub_config *config)
{
    return config->scheme.order > 2 ? 4 : taub_limiter_is_wide(config) ? 4 : 3;
}

/* Whether what a boundary says of ghost zones hangs on the mean field of cells beside them: what code is shown, and
 * velocities behind the open ends of srmhd. */
static bool looks_beside(const struct taub_config *config)
{
    bool looks = taub_ends_hold(config);
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2 && is_active(config, axis); side++) {
            const enum taub_boundary end = config->mesh.boundary[axis][side];
            looks = looks || end == TAUB_BOUNDARY_CODE || (end == TAUB_OUTFLOW && config->system == TAUB_SYSTEM_SRMHD);
        }
    return looks;
}

/* A boundary in code sees the mean field of cells, also in ghost zones that are cells of other blocks. At order 2 that
 * comes from one more face, above it from two more on each side, where a second such boundary sees what the first one
 * made from as many more again. Zones with given states, and those whose state hangs on the field, want its mean as far
 * as the scheme reads their energy: one more face above order 2. */
static int ghosts(const struct taub_config *config)
{
    int axes = 0, codes = 0;
    for (int axis = 0; axis < 3; axis++) {
        const enum taub_boundary *ends = config->mesh.boundary[axis];
        axes += is_active(config, axis);
        codes += is_active(config, axis) && (ends[0] == TAUB_BOUNDARY_CODE || ends[1] == TAUB_BOUNDARY_CODE);
    }
    const int chain = axes > 0 ? axes - 1 : 0, beside = codes < chain ? codes : chain; /* one axis leads to copies */
    if (config->scheme.order == 2)
        return reach(config) + beside;
    return reach(config) + 2 * beside + (gives_states(config) || looks_beside(config));
}

/* Zones with given states get the energy of their field, when all of its faces are known. */
static void append_magnetizing(const struct taub_simulation *simulation, int field, int from, bool changed,
                               struct taub_step *step)
{
    const struct taub_operand operand = {TAUB_FILLS, field};
    const int missing = simulation->config->scheme.order > 2; /* zones at either end without a face beside */
    if (!gives_states(simulation->config))
        return;
    struct taub_op *op = taub_step_pass(step, MAGNETIZE_ZONES, &operand, 1);
    taub_op_widen(step, op, step->ghosts - 1 - missing);
    for (int axis = 0; axis < 3; axis++)
        op->range.lower[axis] -= step->active[axis];
    op->range.option[1] = changed;
    op->range.option[2] = from;
    op->gate = taub_simulation_gate(from, changed);
    op->few = true;
}

/* Ghost zones, always or where control.troubled is not below `from`, with `changed` where cells have changed since. */
static void append_fill(const struct taub_simulation *simulation, int field, double time, int from, bool changed,
                        struct taub_step *step)
{
    struct taub_op *op = taub_step_fill(step, field, time);
    op->range.option[1] = changed;
    op->range.option[2] = from;
    op->twice = looks_beside(simulation->config);
    append_magnetizing(simulation, field, from, changed, step);
}

int taub_mhd_solver(enum taub_riemann_solver solver)
{
    static const int numbers[] = {[TAUB_SOLVER_RUSANOV] = 0,
                                  [TAUB_SOLVER_HLL] = 1,
                                  [TAUB_SOLVER_HLLD] = 2,
                                  [TAUB_SOLVER_HLLI] = 3,
                                  [TAUB_SOLVER_HLLC] = 4};
    return numbers[solver];
}

/* Whether the solver of faces knows waves inside the fan of HLL, which edges then ask for: MHD_IS_SHARP there. */
static bool is_sharp(const struct taub_config *config)
{
    return taub_mhd_solver(config->scheme.riemann) >= taub_mhd_solver(TAUB_SOLVER_HLLD);
}

/* Along one axis no solver is unstable. */
bool taub_mhd_fixes_shocks(const struct taub_config *config)
{
    return config->scheme.shock_fix && is_sharp(config) && active_axes(config) > 1;
}

bool taub_mhd_primitive_data(const struct taub_config *config)
{
    return config->system == TAUB_SYSTEM_SRMHD && config->scheme.order == 2 &&
           config->scheme.variables == TAUB_VARIABLES_PRIMITIVE;
}

bool taub_mhd_primitive_means(const struct taub_config *config)
{
    return config->system == TAUB_SYSTEM_SRMHD &&
           (config->scheme.variables == TAUB_VARIABLES_PRIMITIVE || taub_mhd_fixes_shocks(config));
}

/* What the fields of one step hold in values a cell. */
struct widths {
    int side; /* the states of two cells at a face */
    int face_states, edge_states, face, fluxes;
};
static struct widths widths(const struct taub_config *config, bool host)
{
    const int components = taub_system_find(config->system)->components(config), axes = active_axes(config);
    const int planes = axes * (axes - 1) / 2, odd_and_even = taub_reconstructs_parabolas(config) ? 2 : 1;
    const bool second = config->scheme.order == 2;
    struct widths out;
    out.side = second ? (1 + odd_and_even) * components : 4 * components;
    out.face_states = host ? 0 : second ? (1 + odd_and_even * axes) * components : 4 * axes * components;
    out.edge_states = host || second ? 0 : 12 * (planes > 0 ? planes : 1);
    out.face = components + (host ? 0 : 1 + (is_sharp(config) ? 2 : 0));
    out.fluxes = (components - 1) * axes;
    return out;
}

/* Lower faces, and edges at lower corners, of cells from 0 to n. */
static void append_march(const struct taub_simulation *simulation, const struct stage *stage, struct taub_step *step)
{
    const bool sources = taub_is_ader(simulation->config) && simulation->config->source.file;
    const bool edges = active_axes(simulation->config) > 1;
    const int sides = reach(simulation->config) - 1; /* cells on either side of a face */
    const struct taub_operand march[] = {{TAUB_READS | TAUB_AT(TAUB_CELLS | TAUB_FACES) | TAUB_REACH(sides), stage->in},
                                         {TAUB_READS | TAUB_REACH(sides), MEANS},
                                         {sources ? TAUB_WRITES : TAUB_UNUSED, FACE_STATES},
                                         {TAUB_WRITES | TAUB_AT(TAUB_FACES), FACES},
                                         {edges ? TAUB_WRITES | TAUB_AT(TAUB_EDGES) : TAUB_UNUSED, ELECTRIC_FIELD}};
    struct taub_op *op = taub_step_pass(step, MARCH, march, 5);
    op->range.option[0] = stage->number;
    op->values[3] = widths(simulation->config, true).fluxes;
}

/* What faces and edges of cells from -1 to n need, and these, on a GPU. */
static void append_states(const struct taub_simulation *simulation, const struct stage *stage, struct taub_step *step)
{
    const struct widths wide = widths(simulation->config, false);
    const int axes = active_axes(simulation->config);
    const bool edges = wide.edge_states > 0;
    const int beside = reach(simulation->config) - 2;
    const struct taub_operand states[] = {
        {TAUB_READS | TAUB_AT(TAUB_CELLS | TAUB_FACES) | TAUB_REACH(beside), stage->in},
        {TAUB_READS | TAUB_REACH(beside), MEANS},
        {TAUB_WRITES, FACE_STATES},
        {edges ? TAUB_WRITES : TAUB_UNUSED, EDGE_STATES}};
    taub_step_pass(step, STATES, states, 4)->range.option[0] = stage->number;
    const bool fixes = has_pass(simulation, SHOCKS);
    if (fixes) {
        const struct taub_operand shocks[] = {
            {TAUB_READS | TAUB_REACH(1), stage->in}, {TAUB_READS | TAUB_REACH(1), MEANS}, {TAUB_WRITES, SHARES}};
        taub_step_pass(step, SHOCKS, shocks, 3)->range.option[0] = stage->number;
    }
    for (int pass = FLUXES_X; pass <= FLUXES; pass++) {
        const unsigned parts = pass == FLUXES ? TAUB_FACES : 1u << (TAUB_FACE_X + pass - FLUXES_X);
        const struct taub_operand fluxes[] = {{TAUB_READS, FACE_STATES},
                                              {TAUB_WRITES | TAUB_AT(parts), FACES},
                                              {fixes ? TAUB_READS : TAUB_UNUSED, SHARES}};
        if (!has_pass(simulation, pass))
            continue;
        struct taub_op *op = taub_step_pass(step, pass, fluxes, 3);
        op->values[0] = pass == FLUXES ? 0 : wide.side;
        op->values[1] = pass == FLUXES ? 0 : wide.face;
    }
    if (has_pass(simulation, ELECTRIC)) {
        const struct taub_operand electric[] = {{TAUB_READS | TAUB_AT(TAUB_FACES), FACES},
                                                {TAUB_READS, edges ? EDGE_STATES : FACE_STATES},
                                                {TAUB_WRITES | TAUB_AT(TAUB_EDGES), ELECTRIC_FIELD}};
        struct taub_op *op = taub_step_pass(step, ELECTRIC, electric, 3);
        op->values[0] = wide.face * axes - wide.fluxes;
    }
}

static void append_faces(const struct taub_simulation *simulation, const struct stage *stage, struct taub_step *step)
{
    const int further = simulation->config->scheme.order > 2;
    const struct taub_operand means[] = {{TAUB_READS | TAUB_AT(TAUB_FACES) | TAUB_REACH(further), stage->in},
                                         {TAUB_WRITES, MEANS}};
    struct taub_op *op = taub_step_pass(step, FIELD_MEANS, means, 2);
    op->values[0] = taub_mhd_primitive_means(simulation->config) ? 0 : 3;
    if (has_pass(simulation, MARCH))
        append_march(simulation, stage, step);
    else
        append_states(simulation, stage, step);
}

/* From which number in control.troubled on a round has something to do: NUMBER_OF_ROUND of kernels/passes/mhd_update.h.
 */
static int number_of_round(const struct stage *stage, int round)
{
    return round ? (ROUNDS + 1) * (stage->number - 1) + round : 0;
}

static void set_round(struct taub_op *op, const struct stage *stage, int round)
{
    op->range.option[0] = stage->number;
    op->range.option[1] = round;
    op->range.option[2] = op->gate = number_of_round(stage, round);
    op->range.number[0] = stage->weights.beta;
    op->range.number[1] = stage->weights.share;
    op->range.time[0] = stage->weights.time;
}

/* What the stage would change in the state at rest: by the same passes and the same step, so that where a cell and all
 * that it sees are at rest both changes have the same bits. */
static void append_equilibrium(const struct taub_simulation *simulation, const struct taub_weights *weights,
                               struct taub_step *step)
{
    const struct taub_config *config = simulation->config;
    const bool ader = taub_is_ader(config), sources = config->source.file != NULL, edges = active_axes(config) > 1;
    const struct stage stage = {0, EQUILIBRIUM, CHANGES, *weights, weights->time};
    const struct taub_operand advance[] = {{TAUB_UNUSED, 0},
                                           {TAUB_READS | TAUB_AT(TAUB_FACES), FACES},
                                           {edges ? TAUB_READS | TAUB_AT(TAUB_EDGES) : TAUB_UNUSED, ELECTRIC_FIELD},
                                           {TAUB_WRITES, CHANGES},
                                           {TAUB_UNUSED, 0},
                                           {sources ? TAUB_READS : TAUB_UNUSED, MEANS},
                                           {sources ? TAUB_READS : TAUB_UNUSED, ader ? FACE_STATES : EQUILIBRIUM}};
    append_fill(simulation, EQUILIBRIUM, weights->time, 0, false, step);
    append_faces(simulation, &stage, step);
    struct taub_op *op = taub_step_pass(step, ADVANCE, advance, 7);
    op->values[1] = widths(config, false).fluxes;
    set_round(op, &stage, 0);
}

/* Coarser blocks take over what finer ones have found on faces and edges. */
static void append_meeting(const struct taub_simulation *simulation, const struct stage *stage, int round,
                           struct taub_step *step)
{
    const bool edges = active_axes(simulation->config) > 1;
    const struct taub_operand meeting[] = {{TAUB_UNUSED, 0},
                                           {TAUB_UPDATES | TAUB_AT(TAUB_FACES), FACES},
                                           {edges ? TAUB_UPDATES | TAUB_AT(TAUB_EDGES) : TAUB_UNUSED, ELECTRIC_FIELD}};
    if (!has_pass(simulation, MEET_LEVELS))
        return;
    taub_step_share(step, FACES, edges ? ELECTRIC_FIELD : -1, TAUB_HALO_MEETING)->gate = number_of_round(stage, round);
    struct taub_op *op = taub_step_pass(step, MEET_LEVELS, meeting, 3);
    op->list = TAUB_HALO_MEETING;
    op->few = true;
    set_round(op, stage, round);
}

static void append_update(const struct taub_simulation *simulation, const struct stage *stage, int round,
                          struct taub_step *step)
{
    const struct taub_config *config = simulation->config;
    const bool positive = config->scheme.positivity != 0, edges = active_axes(config) > 1;
    const bool ader = taub_is_ader(config), sources = config->source.file != NULL;
    const enum taub_use found = positive ? (round ? TAUB_UPDATES : TAUB_WRITES) : TAUB_UNUSED;
    const enum taub_use again = stage->in == TAUB_FIELD_CONSERVED ? TAUB_AGAIN : TAUB_READS;
    const struct taub_operand start = {TAUB_READS, TAUB_FIELD_CONSERVED},
                              faces = {TAUB_READS | TAUB_AT(TAUB_FACES), FACES};
    const struct taub_operand other = {ader ? (sources ? TAUB_READS : TAUB_UNUSED) : again,
                                       ader ? FACE_STATES : stage->in};
    const struct taub_operand second = {stage->number == 5 ? TAUB_READS : TAUB_UNUSED, SECOND};
    const struct taub_operand changes = {config->scheme.equilibrium ? TAUB_READS : TAUB_UNUSED, CHANGES};
    const struct taub_operand advance[] = {start,
                                           faces,
                                           {edges ? TAUB_READS | TAUB_AT(TAUB_EDGES) : TAUB_UNUSED, ELECTRIC_FIELD},
                                           {TAUB_WRITES, stage->out},
                                           {positive && sources && round ? TAUB_READS : TAUB_UNUSED, FOUND},
                                           {sources ? TAUB_READS : TAUB_UNUSED, MEANS},
                                           other,
                                           second,
                                           changes};
    append_meeting(simulation, stage, round, step);
    struct taub_op *op = taub_step_pass(step, ADVANCE, advance, 9);
    op->values[1] = widths(config, false).fluxes;
    set_round(op, stage, round);
    append_fill(simulation, stage->out, stage->end, number_of_round(stage, round), false, step);
    /* all but the new state and the cells found is for those that are found */
    const unsigned further = TAUB_REACH(config->scheme.order > 2),
                   around = TAUB_AT(TAUB_CELLS | TAUB_FACES) | TAUB_REACH(1);
    const struct taub_operand judge[] = {{TAUB_AGAIN | around, TAUB_FIELD_CONSERVED},
                                         {TAUB_AGAIN | TAUB_AT(TAUB_FACES), FACES},
                                         {TAUB_UNUSED, 0},
                                         {positive ? TAUB_UPDATES | TAUB_SEES(TAUB_FACES) | further
                                                   : TAUB_READS | TAUB_AT(TAUB_CELLS | TAUB_FACES) | further,
                                          stage->out},
                                         {found, FOUND},
                                         {TAUB_AGAIN, MEANS},
                                         {TAUB_UNUSED, 0},
                                         {second.touch | TAUB_AT(TAUB_CELLS | TAUB_FACES) | further, SECOND},
                                         changes};
    op = taub_step_pass(step, JUDGE, judge, 9);
    set_round(op, stage, round);
}

static void append_round(const struct taub_simulation *simulation, const struct stage *stage, int round,
                         struct taub_step *step)
{
    const bool edges = active_axes(simulation->config) > 1;
    const struct taub_operand replace[] = {{TAUB_READS | TAUB_AT(TAUB_CELLS | TAUB_FACES), stage->in},
                                           {TAUB_UPDATES | TAUB_AT(TAUB_FACES), FACES},
                                           {edges ? TAUB_UPDATES | TAUB_AT(TAUB_EDGES) : TAUB_UNUSED, ELECTRIC_FIELD},
                                           {TAUB_UNUSED, 0},
                                           {TAUB_READS, FOUND},
                                           {TAUB_READS, MEANS}};
    /* which cells were found on the other side of a face */
    struct taub_op *share = has_pass(simulation, MEET_LEVELS) ? taub_step_copy(step, FOUND, -1)
                                                              : taub_step_share(step, FOUND, -1, TAUB_HALO_ALL);
    share->gate = 1;
    share->range.option[2] = number_of_round(stage, round);
    struct taub_op *op = taub_step_pass(step, FIRST_ORDER, replace, 6);
    set_round(op, stage, round);
    append_update(simulation, stage, round, step);
}

/* Ghost zones are filled at the end, so that between stages and steps means of B are known everywhere. */
static void append_stage(const struct taub_simulation *simulation, const struct stage *stage, struct taub_step *step)
{
    const int rounds = simulation->config->scheme.positivity ? ROUNDS : 0;
    if (simulation->config->scheme.equilibrium)
        append_equilibrium(simulation, &stage->weights, step);
    append_faces(simulation, stage, step);
    append_update(simulation, stage, 0, step);
    for (int round = 1; round <= rounds; round++)
        append_round(simulation, stage, round, step);
    if (rounds)
        append_fill(simulation, stage->out, stage->end, 0, true, step);
}

/* Half a step of resistivity, viscosity and conduction. */
static void append_diffusion(const struct taub_simulation *simulation, double time, struct taub_step *step)
{
    static const struct taub_diffusion_places places = {DIFFUSE, WARM, BETWEEN, DIFFUSION_RATES, append_fill, true};
    if (taub_diffusion_stages(simulation->config) > 0)
        taub_diffusion_append(simulation, &places, time, step);
}

/* The last stage writes the new state's field; the last of order 4 wants the second state as well. */
static void step(const struct taub_simulation *simulation, int variant, struct taub_step *step)
{
    static const int outs[4][5] = {{TAUB_FIELD_NEXT},
                                   {BETWEEN, TAUB_FIELD_NEXT},
                                   {TAUB_FIELD_NEXT, BETWEEN, TAUB_FIELD_NEXT},
                                   {BETWEEN, SECOND, TAUB_FIELD_NEXT, BETWEEN, TAUB_FIELD_NEXT}};
    int stages, in = TAUB_FIELD_CONSERVED;
    const struct taub_weights *weights = taub_weights_of(simulation->config, &stages);
    taub_step_reduce(step, TAUB_FIELD_CONSERVED);
    append_diffusion(simulation, 0.0, step);
    for (int s = 0; s < stages; s++) {
        const struct stage stage = {s + 1, in, outs[stages < 4 ? stages - 1 : 3][s], weights[s],
                                    s + 1 < stages ? weights[s + 1].time : 1.0};
        append_stage(simulation, &stage, step);
        in = stage.out;
    }
    taub_step_swap(step, TAUB_FIELD_CONSERVED, TAUB_FIELD_NEXT);
    append_diffusion(simulation, 1.0, step);
    taub_step_sure_but(step, 1u << JUDGE | 1u << WARM);
}

static void prepare(const struct taub_simulation *simulation, bool fresh, struct taub_step *step)
{
    const struct taub_operand faces = {TAUB_FILLS, TAUB_FIELD_CONSERVED};
    const struct taub_operand state = {
        TAUB_UPDATES | TAUB_SEES(TAUB_FACES) | TAUB_REACH(simulation->config->scheme.order > 2), TAUB_FIELD_CONSERVED};
    append_fill(simulation, TAUB_FIELD_CONSERVED, 0.0, 0, false, step);
    if (simulation->lacks_faces && taub_upper_faces(simulation->config)) {
        taub_step_pass(step, CLOSE_FACES, &faces, 1);
        append_fill(simulation, TAUB_FIELD_CONSERVED, 0.0, 0, false, step);
    }
    if (!fresh)
        return;
    taub_step_pass(step, ADD_MAGNETIC_ENERGY, &state, 1);
    append_fill(simulation, TAUB_FIELD_CONSERVED, 0.0, 0, false, step);
}

static int fields(const struct taub_config *config, bool host, struct taub_field_spec *fields)
{
    taub_fields_conserved(config, fields);
    const int components = fields[0].components, axes = active_axes(config), planes = axes * (axes - 1) / 2;
    const int sources = taub_is_ader(config) && config->source.file ? components : 0;
    const int changing = taub_diffusion_components(config);
    const bool several = !taub_is_ader(config);
    const struct widths wide = widths(config, host);
    fields[MEANS] = (struct taub_field_spec){"field_means", TAUB_CELL,
                                             taub_mhd_primitive_means(config) ? components : 3, TAUB_LIFE_STEP};
    fields[FACE_STATES] =
        (struct taub_field_spec){"face_states", TAUB_CELL, wide.face_states + sources, TAUB_LIFE_STEP};
    fields[EDGE_STATES] = (struct taub_field_spec){"edge_states", TAUB_CELL, wide.edge_states, TAUB_LIFE_STEP};
    fields[SHARES] =
        (struct taub_field_spec){"shares_of_hll", TAUB_CELL, !host && taub_mhd_fixes_shocks(config), TAUB_LIFE_STEP};
    fields[FACES] = (struct taub_field_spec){"faces", TAUB_CELL, wide.face * axes, TAUB_LIFE_STEP};
    fields[ELECTRIC_FIELD] = (struct taub_field_spec){"electric_field", TAUB_CELL, planes > 0 ? 3 : 0, TAUB_LIFE_STEP};
    fields[FOUND] = (struct taub_field_spec){"found", TAUB_CELL, config->scheme.positivity, TAUB_LIFE_STEP};
    fields[BETWEEN] =
        (struct taub_field_spec){"between", TAUB_CELL, several || changing > 0 ? components : 0, TAUB_LIFE_STEP};
    fields[SECOND] = (struct taub_field_spec){"second", TAUB_CELL,
                                              several && config->scheme.order == 4 ? components : 0, TAUB_LIFE_STEP};
    fields[DIFFUSION_RATES] = (struct taub_field_spec){"diffusion_rates", TAUB_CELL, changing, TAUB_LIFE_STEP};
    const int at_rest = config->scheme.equilibrium ? components : 0;
    fields[EQUILIBRIUM] = (struct taub_field_spec){"equilibrium", TAUB_CELL, at_rest, TAUB_LIFE_GIVEN};
    fields[CHANGES] =
        (struct taub_field_spec){"equilibrium_changes", TAUB_CELL, at_rest ? at_rest + 3 : 0, TAUB_LIFE_STEP};
    return FIELD_COUNT;
}

/* Waves of one cell's length decide, as in gas dynamics (src/evolve/godunov.c): of linear data the methods are stable
 * up to 1.1 and more; with first-order fluxes everywhere means stay positive up to 1. */
static double sum_limit(const struct taub_config *config)
{
    return taub_is_ader(config) || config->scheme.order == 2 ? 0.9 : config->scheme.order == 3 ? 1.1 : 1.6;
}

/* Of the groups of STATES on a GPU, with a row of 16 threads for each component, how many are to fit a multiprocessor:
 * bounds their registers. */
static int state_groups(const struct taub_config *config)
{
    const bool single = config->device.precision == TAUB_SINGLE, fourth = config->scheme.order == 4;
    const bool waves = config->scheme.variables != TAUB_VARIABLES_CONSERVED;
    int rows = single ? (fourth ? 32 : 48) : fourth || waves ? 24 : 32; /* bench/README.md */
    if (config->system == TAUB_SYSTEM_SRMHD)
        rows = single ? 32 : 24; /* the recovery of a gas needs more registers */
    const int components = taub_system_find(config->system)->components(config);
    return components < rows ? rows / components : 1;
}

static enum taub_status define(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error)
{
    int group[2];
    taub_layout_group(config, 0, (int[]){32, 8}, (int[]){32, 8}, group);
    const struct taub_constant constants[] = {{"TAUB_ADER", taub_is_ader(config)},
                                              {"TAUB_BOUND_SCALARS", config->scheme.scalars && config->scalars > 0},
                                              {"TAUB_SHOCK_FIX", taub_mhd_fixes_shocks(config)},
                                              {"TAUB_MHD_SOLVER", taub_mhd_solver(config->scheme.riemann)},
                                              {"TAUB_SUM_LIMIT", sum_limit(config)},
                                              {"TAUB_EQUILIBRIUM", config->scheme.equilibrium != 0},
                                              {NULL, 0.0}};
    const struct taub_constant gpu[] = {{"TAUB_FACE_STATE_GROUPS", state_groups(config)},
                                        {"TAUB_GROUP_X", group[0]},
                                        {"TAUB_GROUP_Y", group[1]},
                                        {NULL, 0.0}};
    TRY(taub_reconstruction_define(config, bundle, error));
    TRY(taub_diffusion_define(config, bundle, error));
    TRY(taub_bundle_define_all(bundle, constants, error));
    return taub_bundle_define_gpu(bundle, gpu, error);
}

/* Strips of MARCH, whose range is one cell longer than the mesh: at most STRIP less one by STRIP_ROWS cells
 * (kernels/passes/mhd_*_host.h). A row has one cell more than are its own, together whole vectors of eight. */
static void shape_march(const struct taub_simulation *simulation, int tile[3])
{
    enum { LONGEST = 63, ROWS = 16, VECTOR = 8 };
    struct taub_shape shape = simulation->mesh->shape;
    for (int axis = 0; axis < 3; axis++)
        shape.cells[axis] += simulation->mesh->active[axis];
    taub_layout_strips_of(&shape, taub_device_threads(simulation->device), (int[]){LONGEST, ROWS, shape.cells[2]}, 1,
                          tile);
    const int strips = (shape.cells[0] + tile[0] - 1) / tile[0], even = (shape.cells[0] + strips - 1) / strips;
    tile[0] = even < VECTOR ? even : (even + VECTOR) / VECTOR * VECTOR - 1;
}

static void shape_pass(const struct taub_simulation *simulation, int pass, struct taub_pass_geometry *geometry)
{
    const bool host = taub_simulation_on_host(simulation);
    if (!host && simulation->config->scheme.order > 2) {
        taub_layout_states(simulation, 16, geometry); /* LANES of kernels/passes/thread_group.h */
        return;
    }
    taub_layout_group(simulation->config, 0, (int[]){32, 8}, (int[]){32, 8}, geometry->group);
    if (host) {
        shape_march(simulation, geometry->tile);
        return;
    }
    geometry->tile[0] = geometry->group[0];
    geometry->tile[1] = geometry->group[1];
    geometry->tile[2] = 1;
    geometry->aligned = true;
}

#define MHD_MEMBERS                                                                                                    \
    .systems = 1u << TAUB_SYSTEM_MHD | 1u << TAUB_SYSTEM_SRMHD, .ghosts_of = ghosts,                                   \
    .kernels = {"passes/mhd_march_host.h", "passes/mhd_thread_group.h", "passes/mhd_update.h", "passes/mhd_levels.h"}, \
    .shared = {"passes/walls.h", "passes/mhd_ends.h"}, .passes = {PASSES(TAUB_PASS_ROW)}, .has_pass = has_pass,        \
    .define = define, .shape_pass = shape_pass, .fields = fields, .step = step, .sum_limit = sum_limit,                \
    .flops_per_zone = taub_mhd_flops_per_zone, .prepare = prepare, .levels = MEET_LEVELS, .corners = 1,                \
    .order = taub_order_of_case

const struct taub_scheme taub_scheme_mhd = {.kind = TAUB_SCHEME_ADER_WENO, MHD_MEMBERS};
const struct taub_scheme taub_scheme_mhd_rk = {.kind = TAUB_SCHEME_RK_WENO, MHD_MEMBERS};
