#include "evolve/plan.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"

/* ---- writing a step down ---- */

static struct taub_op *append(struct taub_step *step, enum taub_op_kind kind)
{
    /* without room the last place is written again; taub_plan_create refuses the step by its count */
    struct taub_op *op = &step->ops[step->count < TAUB_MOST_OPERATIONS ? step->count : TAUB_MOST_OPERATIONS - 1];
    step->count++;
    memset(op, 0, sizeof *op);
    op->kind = kind;
    for (int a = 0; a < 3; a++)
        op->range.upper[a] = step->cells[a];
    return op;
}

struct taub_op *taub_step_pass(struct taub_step *step, int pass, const struct taub_operand *operands, int count)
{
    struct taub_op *op = append(step, TAUB_OP_PASS);
    op->pass = pass;
    for (int n = 0; n < count; n++)
        op->operand[n] = operands[n];
    return op;
}

struct taub_op *taub_step_fill(struct taub_step *step, int field, double time)
{
    struct taub_op *op = append(step, TAUB_OP_FILL);
    op->operand[0] = (struct taub_operand){TAUB_READS, field};
    op->range.time[0] = time;
    return op;
}

void taub_step_reduce(struct taub_step *step, int field)
{
    append(step, TAUB_OP_REDUCE)->operand[0] = (struct taub_operand){TAUB_READS, field};
    taub_step_limit(step, field);
}

void taub_step_limit(struct taub_step *step, int field)
{
    append(step, TAUB_OP_LIMIT)->operand[0] = (struct taub_operand){TAUB_READS, field};
}

void taub_step_deposit(struct taub_step *step, int field)
{
    append(step, TAUB_OP_DEPOSIT)->operand[0] = (struct taub_operand){TAUB_WRITES, field};
}

void taub_step_swap(struct taub_step *step, int a, int b)
{
    struct taub_op *op = append(step, TAUB_OP_SWAP);
    op->operand[0] = (struct taub_operand){TAUB_READS, a};
    op->operand[1] = (struct taub_operand){TAUB_READS, b};
}

struct taub_op *taub_step_copy(struct taub_step *step, int field, int other)
{
    struct taub_op *op = append(step, TAUB_OP_COPY);
    op->operand[0] = (struct taub_operand){TAUB_READS, field};
    if (other >= 0)
        op->operand[1] = (struct taub_operand){TAUB_READS, other};
    return op;
}

struct taub_op *taub_step_share(struct taub_step *step, int field, int other, enum taub_op_halo halo)
{
    struct taub_op *op = taub_step_copy(step, field, other);
    op->kind = TAUB_OP_SHARE;
    op->halo = halo;
    return op;
}

void taub_step_largest(struct taub_step *step, int field, int count)
{
    struct taub_op *op = append(step, TAUB_OP_LARGEST);
    op->operand[0] = (struct taub_operand){TAUB_READS, field};
    op->range.option[0] = count;
}

void taub_step_sure_but(struct taub_step *step, unsigned unsure)
{
    for (int o = 0; o < step->count && o < TAUB_MOST_OPERATIONS; o++)
        if (step->ops[o].kind == TAUB_OP_PASS && !(unsure >> step->ops[o].pass & 1))
            step->ops[o].sure = true;
}

void taub_op_widen(const struct taub_step *step, struct taub_op *op, int cells)
{
    for (int a = 0; a < 3; a++) {
        op->range.lower[a] -= cells * step->active[a];
        op->range.upper[a] += cells * step->active[a];
    }
}

/* ---- checks ---- */

static enum taub_status fault(struct taub_error *error, const char *what, const struct taub_field_spec *field)
{
    return taub_fail(error, TAUB_FAILED, "a fault of the scheme: its step %s %s", what, field->name);
}

/* Follows which fields hold values through a step. */
static enum taub_status check_op(const struct taub_plan *plan, const struct taub_op *op, bool *made,
                                 struct taub_error *error)
{
    const struct taub_field_spec *fields = plan->fields;
    for (int n = 0; n < TAUB_MAX_FIELDS; n++) {
        const struct taub_operand *operand = &op->operand[n];
        if (TAUB_USE(operand->touch) == TAUB_UNUSED || fields[operand->field].components == 0)
            continue;
        if (op->kind != TAUB_OP_SWAP && TAUB_USE(operand->touch) != TAUB_WRITES && !made[operand->field])
            return fault(error, "uses, before anything was written to it, the field", &fields[operand->field]);
    }
    for (int n = 0; n < TAUB_MAX_FIELDS; n++)
        if (TAUB_USE(op->operand[n].touch) == TAUB_WRITES)
            made[op->operand[n].field] = true;
    if (op->kind == TAUB_OP_SWAP) {
        const int a = op->operand[0].field, b = op->operand[1].field;
        const bool kept = made[a];
        if (fields[a].at != fields[b].at || fields[a].components != fields[b].components)
            return fault(error, "exchanges fields of unlike shape, one of them", &fields[a]);
        made[a] = made[b];
        made[b] = kept;
    }
    return TAUB_OK;
}

static enum taub_status check_step(const struct taub_plan *plan, const struct taub_step *step, struct taub_error *error)
{
    bool made[TAUB_MOST_FIELDS];
    if (step->count > TAUB_MOST_OPERATIONS)
        return taub_fail(error, TAUB_FAILED, "a fault of the scheme: a step of %d operations; there is room for %d",
                         step->count, TAUB_MOST_OPERATIONS);
    for (int f = 0; f < plan->field_count; f++)
        made[f] = plan->fields[f].life != TAUB_LIFE_STEP;
    for (int n = 0; n < step->count; n++)
        TRY(check_op(plan, &step->ops[n], made, error));
    for (int f = 0; f < plan->field_count; f++)
        if (plan->fields[f].life != TAUB_LIFE_STEP && plan->fields[f].components > 0 && !made[f])
            return fault(error, "does not make a new value of", &plan->fields[f]);
    return TAUB_OK;
}

/* ---- which buffer holds which field ---- */

int taub_op_swap(const struct taub_op *op, int at[TAUB_MOST_FIELDS])
{
    const int a = op->operand[0].field, b = op->operand[1].field, kept = at[a];
    at[a] = at[b];
    at[b] = kept;
    return a == TAUB_FIELD_CONSERVED || b == TAUB_FIELD_CONSERVED;
}

static void pass_step(const struct taub_step *step, int at[TAUB_MOST_FIELDS])
{
    for (int n = 0; n < step->count; n++)
        if (step->ops[n].kind == TAUB_OP_SWAP)
            taub_op_swap(&step->ops[n], at);
}

static enum taub_status follow_phases(struct taub_plan *self, struct taub_error *error)
{
    int at[TAUB_MOST_FIELDS];
    for (int f = 0; f < TAUB_MOST_FIELDS; f++)
        at[f] = f;
    do {
        if (self->phases == TAUB_MOST_PHASES)
            return taub_fail(error, TAUB_FAILED,
                             "a fault of the scheme: its buffers are not back in place after %d steps",
                             TAUB_MOST_PHASES);
        memcpy(self->at[self->phases], at, sizeof at);
        pass_step(taub_plan_step(self, self->phases), at);
        self->phases++;
    } while (self->phases % self->variants != 0 || memcmp(at, self->at[0], sizeof at) != 0);
    return TAUB_OK;
}

enum taub_status taub_plan_create(const struct taub_field_spec *fields, int field_count, const struct taub_step *steps,
                                  int variants, struct taub_plan **out, struct taub_error *error)
{
    if (field_count > TAUB_MOST_FIELDS)
        return taub_fail(error, TAUB_FAILED, "a fault of the scheme: it has %d fields, TAUB_MOST_FIELDS is %d",
                         field_count, TAUB_MOST_FIELDS);
    struct taub_plan *self = calloc(1, sizeof *self);
    if (self)
        self->steps = malloc((size_t)variants * sizeof *steps);
    if (!self || !self->steps) {
        free(self);
        return taub_fail(error, TAUB_FAILED, "out of memory");
    }
    memcpy(self->fields, fields, (size_t)field_count * sizeof *fields);
    memcpy(self->steps, steps, (size_t)variants * sizeof *steps);
    self->field_count = field_count;
    self->variants = variants;
    enum taub_status status = TAUB_OK;
    for (int n = 0; n < variants && status == TAUB_OK; n++)
        status = check_step(self, &self->steps[n], error);
    if (status == TAUB_OK)
        taub_steps_derive(self->steps, variants, self->fields, field_count, &self->needs);
    if (status == TAUB_OK)
        status = follow_phases(self, error);
    if (status != TAUB_OK) {
        taub_plan_destroy(self);
        return status;
    }
    *out = self;
    return TAUB_OK;
}

void taub_plan_destroy(struct taub_plan *self)
{
    if (!self)
        return;
    free(self->steps);
    free(self);
}

/* ---- what follows from it ---- */

const struct taub_step *taub_plan_step(const struct taub_plan *self, int phase)
{
    return &self->steps[phase % self->variants];
}

int taub_plan_field(const struct taub_plan *self, const char *name)
{
    for (int f = 0; f < self->field_count; f++)
        if (strcmp(self->fields[f].name, name) == 0 && self->fields[f].components > 0)
            return f;
    return -1;
}

/* Follows a step until the conserved state has been made anew `most` times; returns how often it was. */
static int follow_parts(const struct taub_plan *self, int phase, int most, int at[TAUB_MOST_FIELDS])
{
    const struct taub_step *step = taub_plan_step(self, phase);
    int parts = 0;
    memcpy(at, self->at[phase], sizeof self->at[phase]);
    for (int n = 0; n < step->count && parts < most; n++)
        if (step->ops[n].kind == TAUB_OP_SWAP)
            parts += taub_op_swap(&step->ops[n], at);
    return parts;
}

int taub_plan_parts(const struct taub_plan *self, int phase)
{
    int at[TAUB_MOST_FIELDS];
    return follow_parts(self, phase, TAUB_MOST_OPERATIONS, at);
}

int taub_plan_state_after(const struct taub_plan *self, int phase, int parts)
{
    int at[TAUB_MOST_FIELDS];
    follow_parts(self, phase, parts, at);
    return at[TAUB_FIELD_CONSERVED];
}

/* A reduction reads its field once; ghost zones, and passes over few cells, are left out. */
double taub_plan_values_per_zone(const struct taub_plan *self)
{
    static const int times[] = {
        [TAUB_UNUSED] = 0, [TAUB_READS] = 1, [TAUB_AGAIN] = 0, [TAUB_WRITES] = 1, [TAUB_UPDATES] = 2, [TAUB_FILLS] = 0};
    double values = 0.0;
    for (int v = 0; v < self->variants; v++) {
        const struct taub_step *step = &self->steps[v];
        for (int n = 0; n < step->count; n++) {
            const struct taub_op *op = &step->ops[n];
            if ((op->kind != TAUB_OP_PASS && op->kind != TAUB_OP_REDUCE && op->kind != TAUB_OP_DEPOSIT) || op->few ||
                op->gate > 0)
                continue;
            for (int f = 0; f < TAUB_MAX_FIELDS; f++) {
                const struct taub_operand *operand = &op->operand[f];
                const int components = self->fields[operand->field].components;
                values += times[TAUB_USE(operand->touch)] * (op->values[f] ? op->values[f] : components);
            }
        }
    }
    return values / self->variants;
}
