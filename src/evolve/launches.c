/* From a scheme's operations to launches. */
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/hiding.h"

void taub_simulation_start_list(const struct taub_simulation *self, struct taub_step *step)
{
    step->count = step->ghosts = 0;
    for (int a = 0; a < 3; a++) {
        step->cells[a] = self->mesh->shape.cells[a];
        step->active[a] = self->mesh->active[a];
        if (step->active[a])
            step->ghosts = self->mesh->shape.ghosts[a];
    }
}

enum taub_status taub_simulation_plan(struct taub_simulation *self, struct taub_error *error)
{
    const int variants = self->scheme->variants ? self->scheme->variants(self->config) : 1;
    struct taub_field_spec fields[TAUB_MOST_FIELDS];
    struct taub_step *steps = malloc((size_t)variants * sizeof *steps);
    if (!steps)
        return taub_fail(error, TAUB_FAILED, "out of memory");
    for (int n = 0; n < variants; n++) {
        taub_simulation_start_list(self, &steps[n]);
        self->scheme->step(self, n, &steps[n]);
    }
    const int count = self->scheme->fields(self->config, taub_simulation_on_host(self), fields);
    const enum taub_status status = taub_plan_create(fields, count, steps, variants, &self->plan, error);
    free(steps);
    return status;
}

struct taub_launch taub_simulation_launch(const struct taub_simulation *self, enum pass_name pass)
{
    struct taub_launch launch;
    memset(&launch, 0, sizeof launch);
    launch.pass = self->passes[pass];
    launch.control = self->control;
    launch.tables = self->tables;
    launch.blocks = self->blocks;
    launch.shape = self->mesh->shape;
    launch.shape.blocks *= self->mesh->parts;
    for (int a = 0; a < 3; a++)
        launch.range.upper[a] = self->mesh->shape.cells[a];
    return launch;
}

struct taub_launch taub_simulation_scheme_launch(const struct taub_simulation *self, int pass)
{
    struct taub_launch launch = taub_simulation_launch(self, PASS_GHOSTS);
    launch.pass = self->scheme_passes[pass];
    return launch;
}

/* Notes what ranks have to do together before launch `before`; alone (cuts NULL) nothing. */
static struct taub_cut *append_cut(struct taub_cuts *cuts, enum taub_cut_kind kind, int before)
{
    if (!cuts)
        return NULL;
    struct taub_cut *cut = &cuts->list[cuts->count++];
    *cut = (struct taub_cut){.kind = kind, .before = before};
    return cut;
}

/* A gate that control.troubled does not reach: of operations that change nothing that ranks agree about. */
enum { NO_GATE = 1 << 20 };

static void append_agreement(struct taub_cuts *cuts, int before)
{
    if (!cuts || cuts->gate == NO_GATE)
        return;
    append_cut(cuts, TAUB_CUT_AGREE, before)->troubled = cuts->gate;
    cuts->gate = NO_GATE;
}

/* A pass may have changed what ranks agree about, if control.troubled was not below its gate. What the clock does
 * follows from the largest rate of all ranks, and is the same on all. */
static void note_gate(struct taub_cuts *cuts, const struct taub_op *op)
{
    if (cuts && op->kind == TAUB_OP_PASS && !op->sure && op->gate < cuts->gate)
        cuts->gate = op->gate;
}

static void append_exchange(const struct taub_simulation *self, int before, const struct taub_operand *operand,
                            const int at[TAUB_MOST_FIELDS], unsigned axes, enum taub_corners corners, int troubled,
                            struct taub_cuts *cuts)
{
    struct taub_cut *cut = append_cut(cuts, TAUB_CUT_EXCHANGE, before);
    if (!cut)
        return;
    for (int n = 0; n < 2; n++)
        if (operand[n].use != TAUB_UNUSED) {
            cut->fields[n] = self->buffers[at[operand[n].field]];
            cut->components[n] = self->plan->fields[operand[n].field].components;
        }
    cut->axes = axes;
    cut->corners = corners;
    cut->troubled = troubled;
}

/* The same, one axis after the other where corners are needed. */
static void append_exchanges(const struct taub_simulation *self, int before, const struct taub_operand *operand,
                             const int at[TAUB_MOST_FIELDS], int troubled, struct taub_cuts *cuts)
{
    if (!self->scheme->corners)
        append_exchange(self, before, operand, at, 7u, TAUB_NO_CORNERS, troubled, cuts);
    for (int axis = 0; axis < 3 && self->scheme->corners; axis++)
        if (self->mesh->active[axis])
            append_exchange(self, before, operand, at, 1u << axis, TAUB_LOWER_CORNERS, troubled, cuts);
}

static void append_largest(struct taub_buffer *field, int count, int before, struct taub_cuts *cuts)
{
    struct taub_cut *cut = append_cut(cuts, TAUB_CUT_LARGEST, before);
    if (!cut)
        return;
    cut->fields[0] = field;
    cut->count = count;
}

/* Behind the exchange that was appended last. */
static int append_hidden(struct taub_hiding *hiding, struct taub_cuts *cuts, struct taub_launch *list)
{
    if (!hiding || !cuts)
        return 0;
    struct taub_cut *cut = &cuts->list[cuts->count - 1];
    cut->hidden = taub_hiding_part(hiding, cut->axes, cut->corners, list);
    return cut->hidden;
}

int taub_simulation_gate(int troubled, bool refill)
{
    return refill ? NO_GATE : troubled;
}

/* `hiding`: passes that follow, of which parts are launched while ghost zones travel. */
static int append_fill(const struct taub_simulation *self, const struct taub_op *op, const int at[TAUB_MOST_FIELDS],
                       struct taub_launch *list, int before, struct taub_hiding *hiding, struct taub_cuts *cuts)
{
    struct taub_buffer *const field = self->buffers[at[op->operand[0].field]];
    const bool corners = self->scheme->corners;
    const int first = cuts ? cuts->count : 0;
    int n = 0;
    append_agreement(cuts, before);
    for (int axis = 0; axis < 3; axis++) {
        if (!self->mesh->active[axis] || !(op->axes & 1u << axis))
            continue;
        struct taub_launch launch = taub_simulation_launch(self, PASS_GHOSTS);
        launch.fields[0] = field;
        launch.range.option[0] = axis;
        launch.range.option[1] = op->range.option[1];
        launch.range.option[2] = op->range.option[2];
        launch.gate = taub_simulation_gate(op->range.option[2], op->range.option[1]);
        launch.range.time[0] = op->range.time[0];
        launch.range.upper[axis] = 2 * self->mesh->shape.ghosts[axis];
        for (int filled = 0; filled < (op->whole ? 3 : axis) && self->scheme->corners; filled++) {
            if (filled == axis)
                continue;
            launch.range.lower[filled] = -self->mesh->shape.ghosts[filled];
            launch.range.upper[filled] += self->mesh->shape.ghosts[filled];
        }
        const struct taub_range plain = launch.range;
        if (axis == 0) { /* see kernels/passes/ghosts.h */
            const int positions = 2 * self->mesh->shape.ghosts[0];
            launch.range.lower[0] = positions * launch.range.lower[1];
            launch.range.upper[0] = positions * launch.range.upper[1];
            launch.range.lower[1] = launch.range.lower[2];
            launch.range.upper[1] = launch.range.upper[2];
            launch.range.lower[2] = 0;
            launch.range.upper[2] = 1;
        }
        list[n++] = launch;
        if (corners) {
            append_exchange(self, before + n, op->operand, at, 1u << axis,
                            op->whole ? TAUB_ALL_CORNERS : TAUB_LOWER_CORNERS, op->range.option[2], cuts);
            n += append_hidden(hiding, cuts, list + n);
        }
        if (self->passes[PASS_TURN_ARRIVED]) {
            launch.pass = self->passes[PASS_TURN_ARRIVED];
            launch.range = plain;
            launch.gate = 0;
            list[n++] = launch;
        }
    }
    if (!corners && n > 0) {
        append_exchange(self, before + n, op->operand, at, op->axes, TAUB_NO_CORNERS, op->range.option[2], cuts);
        n += append_hidden(hiding, cuts, list + n);
    }
    if (hiding)
        n += taub_hiding_rest(hiding, list + n);
    for (int c = first; cuts && c < cuts->count; c++)
        cuts->list[c].refill = op->range.option[1];
    return n;
}

/* Down to one number of `rows` that stand in rows[*at], which then says where it is. */
static int append_reduction(const struct taub_simulation *self, enum pass_name pass, long rows,
                            struct taub_launch *list, int *at)
{
    int n = 0, from = *at;
    while (rows > 1) {
        struct taub_launch launch = taub_simulation_launch(self, pass);
        launch.fields[0] = self->rows[1 - from];
        launch.fields[1] = self->rows[from];
        launch.shape.blocks = 1;
        launch.range.option[0] = (int)rows;
        rows = (rows + 255) / 256;
        launch.range.upper[0] = 256;
        launch.range.upper[1] = (int)rows;
        launch.range.upper[2] = 1;
        list[n++] = launch;
        from = 1 - from;
    }
    *at = from;
    return n;
}

int taub_simulation_append_reduction(const struct taub_simulation *self, enum pass_name pass, struct taub_launch *list,
                                     int *at)
{
    const struct taub_mesh *mesh = self->mesh;
    const struct taub_shape *shape = &mesh->shape;
    /* signal rates of the blocks of this rank; totals of the rows of the mesh (totals.c) */
    const long rows = pass == PASS_COMBINE ? (long)mesh->cells[1] * mesh->cells[2]
                                           : (long)shape->blocks * mesh->parts * shape->cells[1] * shape->cells[2];
    *at = 0;
    return append_reduction(self, pass, rows, list, at);
}

/* The clock: the largest rate, and the step from it. */
static int append_reduce(const struct taub_simulation *self, struct taub_buffer *field, struct taub_launch *list,
                         int before, struct taub_cuts *cuts)
{
    int n = 1, at = 0;
    list[0] = taub_simulation_launch(self, PASS_SPEED);
    list[0].fields[0] = self->rows[0];
    list[0].fields[1] = field;
    n += taub_simulation_append_reduction(self, PASS_MAXIMA, list + n, &at);
    append_largest(self->rows[at], 1, before + n, cuts);
    list[n] = taub_simulation_launch(self, PASS_BEGIN);
    list[n].fields[0] = self->rows[at];
    return n + 1;
}

static bool prescribed(const struct taub_simulation *self, int axis)
{
    const enum taub_boundary *faces = self->config->mesh.boundary[axis];
    return self->mesh->active[axis] && (faces[0] == TAUB_INFLOW || faces[1] == TAUB_INFLOW ||
                                        faces[0] == TAUB_BOUNDARY_CODE || faces[1] == TAUB_BOUNDARY_CODE);
}

/* Shortens the step for what boundaries prescribe (inflow, the user's code). */
static int append_limit(const struct taub_simulation *self, struct taub_buffer *state, struct taub_launch *list,
                        int before, struct taub_cuts *cuts)
{
    int n = 0, at = 0;
    for (int axis = 0; axis < 3; axis++) {
        if (!prescribed(self, axis))
            continue;
        struct taub_launch edges = taub_simulation_launch(self, PASS_EDGES);
        edges.fields[0] = self->rows[1 - at];
        edges.fields[1] = state;
        edges.fields[2] = self->rows[at];
        edges.range.option[0] = axis;
        edges.range.option[1] = n > 0;
        edges.range.upper[axis] = 2;
        list[n++] = edges;
        at = 1 - at;
        const long rows = (long)edges.shape.blocks * edges.range.upper[1] * edges.range.upper[2];
        n += append_reduction(self, PASS_MAXIMA, rows, list + n, &at);
    }
    if (n == 0)
        return 0;
    append_largest(self->rows[at], 1, before + n, cuts);
    list[n] = taub_simulation_launch(self, PASS_LIMIT);
    list[n++].fields[0] = self->rows[at];
    return n;
}

static struct taub_launch pass_launch(const struct taub_simulation *self, const struct taub_op *op,
                                      const int at[TAUB_MOST_FIELDS], int part)
{
    struct taub_launch launch = taub_simulation_scheme_launch(self, op->pass);
    for (int n = 0; n < TAUB_MAX_FIELDS; n++)
        if (op->operand[n].use != TAUB_UNUSED)
            launch.fields[n] = self->buffers[at[op->operand[n].field]];
    launch.range = op->range;
    launch.gate = op->gate;
    launch.few = op->few;
    launch.range.part = part;
    if (op->blocks > 0)
        launch.shape.blocks = op->blocks;
    return launch;
}

/* A pass that needs ghost zones of what the pass before it wrote, but seldom. */
static void append_shares(const struct taub_simulation *self, const struct taub_op *op, const int at[TAUB_MOST_FIELDS],
                          int before, struct taub_cuts *cuts)
{
    if (!cuts || !op->shares)
        return;
    append_agreement(cuts, before);
    for (int n = 0; n < TAUB_MAX_FIELDS; n++)
        if (op->shares & 1u << n) {
            const struct taub_operand operand[2] = {op->operand[n]};
            append_exchanges(self, before, operand, at, op->range.option[2] > 0 ? 1 : 0, cuts);
        }
}

/* Takes in the divisible passes behind operation `o`, where ghost zones travel meanwhile; returns how many. */
static int start_hiding(const struct taub_simulation *self, const struct taub_step *step, int o,
                        const int at[TAUB_MOST_FIELDS], int part, const struct taub_cuts *cuts,
                        struct taub_hiding *hiding)
{
    int count = 0;
    if (!cuts || !taub_hiding_start(hiding, self))
        return 0;
    for (const struct taub_op *op = &step->ops[o + 1];
         op < step->ops + step->count && op->kind == TAUB_OP_PASS && op->divisible && !op->shares; op++) {
        const struct taub_launch launch = pass_launch(self, op, at, part);
        if (!taub_hiding_pass(hiding, &launch, op))
            break;
        count++;
    }
    return count;
}

/* A fill, with `*count` divisible passes behind it. */
static int append_fill_and_passes(const struct taub_simulation *self, const struct taub_step *step, int o,
                                  const int at[TAUB_MOST_FIELDS], int part, struct taub_launch *list, int before,
                                  struct taub_cuts *cuts, int *count)
{
    const struct taub_op *fill = &step->ops[o];
    struct taub_hiding hiding;
    *count = fill->range.option[1] || fill->range.option[2] ? 0 : start_hiding(self, step, o, at, part, cuts, &hiding);
    return append_fill(self, fill, at, list, before, *count > 0 ? &hiding : NULL, cuts);
}

/* An exchange of its own, the last one before `*count` divisible passes. */
static int append_share_and_passes(const struct taub_simulation *self, const struct taub_step *step, int o,
                                   const int at[TAUB_MOST_FIELDS], int part, struct taub_launch *list, int before,
                                   struct taub_cuts *cuts, int *count)
{
    const struct taub_op *share = &step->ops[o];
    struct taub_hiding hiding;
    *count = start_hiding(self, step, o, at, part, cuts, &hiding);
    append_agreement(cuts, before);
    append_exchange(self, before, share->operand, at, share->axes, TAUB_LOWER_CORNERS, 0, cuts);
    if (*count == 0)
        return 0;
    const int n = append_hidden(&hiding, cuts, list);
    return n + taub_hiding_rest(&hiding, list + n);
}

/* What an operation takes at most, as the functions above append it. A reduction of 2^31 rows takes four launches. Of a
 * pass that is launched in parts the first one is a box, each later one (three exchanges and what is left) up to six
 * layers around it. */
static int most_launches(const struct taub_op *op)
{
    enum { REDUCTION = 4 };
    switch (op->kind) {
    case TAUB_OP_FILL:
        return 3 * 2;
    case TAUB_OP_REDUCE:
        return 1 + REDUCTION + 1;
    case TAUB_OP_LIMIT:
        return 3 * (1 + REDUCTION) + 1;
    case TAUB_OP_PASS:
        return op->divisible ? 1 + 3 * 6 : 1;
    case TAUB_OP_SHARE:
    case TAUB_OP_LARGEST:
    case TAUB_OP_SWAP:
        return 0;
    }
    return 0;
}

int taub_simulation_launch_room(const struct taub_step *step)
{
    int most = 1; /* finish, of a step */
    for (int o = 0; o < step->count; o++)
        most += most_launches(&step->ops[o]);
    return most;
}

int taub_simulation_step_room(const struct taub_simulation *self)
{
    int most = 0;
    for (int phase = 0; phase < self->plan->phases; phase++) {
        const int room = taub_simulation_launch_room(taub_plan_step(self->plan, phase));
        most = room > most ? room : most;
    }
    return most;
}

int taub_simulation_launches(const struct taub_simulation *self, const struct taub_step *step, int at[TAUB_MOST_FIELDS],
                             struct taub_launch *list, struct taub_cuts *cuts)
{
    int n = 0, part = 0;
    for (int o = 0, passes = 0; o < step->count; o += 1 + passes) {
        passes = 0;
        const struct taub_op *op = &step->ops[o];
        struct taub_buffer *const field = self->buffers[at[op->operand[0].field]];
        switch (op->kind) {
        case TAUB_OP_FILL:
            n += append_fill_and_passes(self, step, o, at, part, list + n, n, cuts, &passes);
            break;
        case TAUB_OP_REDUCE:
            n += append_reduce(self, field, list + n, n, cuts);
            break;
        case TAUB_OP_LIMIT:
            n += append_limit(self, field, list + n, n, cuts);
            break;
        case TAUB_OP_PASS:
            append_shares(self, op, at, n, cuts);
            list[n++] = pass_launch(self, op, at, part);
            break;
        case TAUB_OP_SHARE:
            n += append_share_and_passes(self, step, o, at, part, list + n, n, cuts, &passes);
            break;
        case TAUB_OP_LARGEST:
            append_largest(field, op->range.option[0], n, cuts);
            break;
        case TAUB_OP_SWAP:
            /* a state that failed on one rank stays on all */
            if (taub_op_swap(op, at)) {
                part++;
                append_agreement(cuts, n);
            }
            break;
        }
        for (int p = 0; p <= passes; p++)
            note_gate(cuts, op + p);
    }
    return n;
}

int taub_simulation_step_launches(const struct taub_simulation *self, int phase, struct taub_launch *list,
                                  struct taub_cuts *cuts)
{
    int at[TAUB_MOST_FIELDS];
    memcpy(at, self->plan->at[phase], sizeof at);
    if (cuts)
        cuts->gate = NO_GATE; /* the step before has ended with an agreement */
    const int n = taub_simulation_launches(self, taub_plan_step(self->plan, phase), at, list, cuts);
    append_agreement(cuts, n);
    list[n] = taub_simulation_launch(self, PASS_FINISH);
    return n + 1;
}
