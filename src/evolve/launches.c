/* From a scheme's operations to launches. */
#include <stdlib.h>
#include <string.h>

#include "evolve/droplets.h"
#include "evolve/launches.h"

void taub_simulation_start_list(const struct taub_simulation *self, struct taub_step *step)
{
    step->count = step->ghosts = 0;
    step->ends = taub_upper_faces(self->config);
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
static void append_reduce(struct taub_launches *self, struct taub_buffer *field)
{
    const struct taub_simulation *simulation = self->simulation;
    int at;
    struct taub_launch *launch = &self->list[self->count++];
    *launch = taub_simulation_launch(simulation, PASS_SPEED);
    launch->fields[0] = simulation->rows[0];
    launch->fields[1] = field;
    self->count += taub_simulation_append_reduction(simulation, PASS_MAXIMA, self->list + self->count, &at);
    taub_launches_largest(self, simulation->rows[at], 1);
    launch = &self->list[self->count++];
    *launch = taub_simulation_launch(simulation, PASS_BEGIN);
    launch->fields[0] = simulation->rows[at];
}

static bool prescribed(const struct taub_simulation *self, int axis)
{
    const enum taub_boundary *faces = self->config->mesh.boundary[axis];
    return self->mesh->active[axis] && (faces[0] == TAUB_INFLOW || faces[1] == TAUB_INFLOW ||
                                        faces[0] == TAUB_BOUNDARY_CODE || faces[1] == TAUB_BOUNDARY_CODE);
}

/* Shortens the step for what boundaries prescribe (inflow, the user's code). */
static void append_limit(struct taub_launches *self, struct taub_buffer *state)
{
    const struct taub_simulation *simulation = self->simulation;
    bool any = false;
    int at = 0;
    for (int axis = 0; axis < 3; axis++) {
        if (!prescribed(simulation, axis))
            continue;
        struct taub_launch edges = taub_simulation_launch(simulation, PASS_EDGES);
        edges.fields[0] = simulation->rows[1 - at];
        edges.fields[1] = state;
        edges.fields[2] = simulation->rows[at];
        edges.range.option[0] = axis;
        edges.range.option[1] = any;
        edges.range.upper[axis] = 2;
        self->list[self->count++] = edges;
        at = 1 - at;
        const long rows = (long)edges.shape.blocks * edges.range.upper[1] * edges.range.upper[2];
        self->count += append_reduction(simulation, PASS_MAXIMA, rows, self->list + self->count, &at);
        any = true;
    }
    if (!any)
        return;
    taub_launches_largest(self, simulation->rows[at], 1);
    struct taub_launch *limit = &self->list[self->count++];
    *limit = taub_simulation_launch(simulation, PASS_LIMIT);
    limit->fields[0] = simulation->rows[at];
}

/* Which droplets are awake in the step, and what they bring into each cell. */
static void append_deposit(struct taub_launches *self, struct taub_buffer *field)
{
    const struct taub_simulation *simulation = self->simulation;
    const struct taub_droplets *droplets = simulation->droplets;
    struct taub_launch *wake = &self->list[self->count++], *deposit = &self->list[self->count++];
    *wake = taub_simulation_launch(simulation, PASS_WAKE);
    wake->fields[0] = droplets->awake;
    wake->fields[1] = droplets->table;
    wake->shape.blocks = 1;
    taub_droplets_range(simulation->mesh, &wake->range);
    *deposit = taub_simulation_launch(simulation, PASS_DEPOSIT);
    deposit->fields[0] = field;
    deposit->fields[1] = droplets->table;
    deposit->fields[2] = droplets->awake;
    if (taub_simulation_on_host(simulation))
        deposit->range.upper[0] = taub_droplets_buckets(deposit->range.upper[0]);
}

struct taub_launch taub_launches_pass(const struct taub_launches *self, const struct taub_op *op)
{
    struct taub_launch launch = taub_simulation_scheme_launch(self->simulation, op->pass);
    for (int n = 0; n < TAUB_MAX_FIELDS; n++)
        if (TAUB_USE(op->operand[n].touch) != TAUB_UNUSED)
            launch.fields[n] = self->simulation->buffers[self->at[op->operand[n].field]];
    launch.range = op->range;
    if (op->list)
        taub_simulation_over_list(self->simulation, op->list, TAUB_HALO_OWN, 6, &launch);
    launch.gate = op->gate;
    launch.few = op->few || op->gate > 0;
    launch.range.part = self->part;
    if (op->blocks > 0)
        launch.shape.blocks = op->blocks;
    return launch;
}

/* What an operation takes at most, as the functions above and those of fills.c append it. A reduction of 2^31 rows
 * takes four launches. A fill takes copies and phases, and of the ends of each rank along each axis a launch twice, or
 * one and four next to zones of other ranks. Of a pass that is launched in parts there are a box and up to six layers
 * around it. */
static int most_launches(const struct taub_op *op)
{
    enum { REDUCTION = 4, ENDS = 3 * TAUB_RANKS_OF_ENDS };
    switch (op->kind) {
    case TAUB_OP_FILL:
    case TAUB_OP_COPY:
        return (1 + TAUB_FINEST_LEVEL) * (2 + (1 + 4) * ENDS);
    case TAUB_OP_REDUCE:
        return 1 + REDUCTION + 1;
    case TAUB_OP_DEPOSIT:
        return 2;
    case TAUB_OP_LIMIT:
        return 3 * (1 + REDUCTION) + 1;
    case TAUB_OP_PASS:
        return 1 + 6;
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

/* Of an operation an agreement and an exchange, of a fill one for each level, and an agreement after the last one. */
int taub_simulation_cut_room(const struct taub_step *step)
{
    int most = 1;
    for (int o = 0; o < step->count; o++)
        most += 2 + (step->ops[o].kind == TAUB_OP_FILL || step->ops[o].kind == TAUB_OP_COPY ? TAUB_FINEST_LEVEL : 0);
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

/* Appends operation `o`; returns how many of those behind it were taken in with it. */
static int append_op(struct taub_launches *self, int o)
{
    const struct taub_op *op = &self->step->ops[o];
    struct taub_buffer *const field = self->simulation->buffers[self->at[op->operand[0].field]];
    switch (op->kind) {
    case TAUB_OP_FILL:
    case TAUB_OP_COPY:
    case TAUB_OP_SHARE:
        return taub_launches_fill(self, o);
    case TAUB_OP_PASS:
        return taub_launches_run(self, o);
    case TAUB_OP_REDUCE:
        append_reduce(self, field);
        break;
    case TAUB_OP_DEPOSIT:
        append_deposit(self, field);
        break;
    case TAUB_OP_LIMIT:
        append_limit(self, field);
        break;
    case TAUB_OP_LARGEST:
        taub_launches_largest(self, field, op->range.option[0]);
        break;
    case TAUB_OP_SWAP:
        /* a state that failed on one rank stays on all */
        if (taub_op_swap(op, self->at)) {
            self->part++;
            taub_launches_agree(self);
        }
        break;
    }
    return 0;
}

int taub_simulation_launches(const struct taub_simulation *self, const struct taub_step *step, int at[TAUB_MOST_FIELDS],
                             struct taub_launch *list, struct taub_cuts *cuts)
{
    struct taub_launches launches = {.simulation = self, .step = step, .at = at, .list = list, .cuts = cuts};
    launches.hides = cuts && taub_simulation_hides(self, launches.shared);
    for (int o = 0, passes; o < step->count; o += 1 + passes) {
        passes = append_op(&launches, o);
        for (int p = 0; p <= passes; p++)
            taub_launches_note(&launches, &step->ops[o + p]);
    }
    return launches.count;
}

int taub_simulation_step_launches(const struct taub_simulation *self, int phase, struct taub_launch *list,
                                  struct taub_cuts *cuts)
{
    int at[TAUB_MOST_FIELDS];
    memcpy(at, self->plan->at[phase], sizeof at);
    if (cuts)
        taub_launches_have_agreed(cuts);
    struct taub_launches launches = {.simulation = self, .list = list, .cuts = cuts};
    launches.count = taub_simulation_launches(self, taub_plan_step(self->plan, phase), at, list, cuts);
    taub_launches_agree(&launches);
    list[launches.count] = taub_simulation_launch(self, PASS_FINISH);
    return launches.count + 1;
}
