/* What ranks have to do together between launches: noted while a list of these is made (struct taub_cuts). */
#include "evolve/launches.h"

/* A gate that control.troubled does not reach: of operations that change nothing that ranks agree about. */
enum { NO_GATE = 1 << 20 };

int taub_simulation_gate(int troubled, bool refill)
{
    return refill ? NO_GATE : troubled;
}

static struct taub_cut *append_cut(struct taub_launches *self, enum taub_cut_kind kind)
{
    if (!self->cuts)
        return NULL;
    struct taub_cut *cut = &self->cuts->list[self->cuts->count++];
    *cut = (struct taub_cut){.kind = kind, .before = self->count};
    return cut;
}

void taub_launches_agree(struct taub_launches *self)
{
    if (!self->cuts || self->cuts->gate == NO_GATE)
        return;
    append_cut(self, TAUB_CUT_AGREE)->troubled = self->cuts->gate;
    self->cuts->gate = NO_GATE;
}

/* If control.troubled was not below the gate of the pass. What the clock does follows from the largest rate of all
 * ranks, and is the same on all. */
void taub_launches_note(struct taub_launches *self, const struct taub_op *op)
{
    if (self->cuts && op->kind == TAUB_OP_PASS && !op->sure && op->gate < self->cuts->gate)
        self->cuts->gate = op->gate;
}

void taub_launches_have_agreed(struct taub_cuts *cuts)
{
    cuts->gate = NO_GATE;
}

void taub_launches_largest(struct taub_launches *self, struct taub_buffer *field, int count)
{
    struct taub_cut *cut = append_cut(self, TAUB_CUT_LARGEST);
    if (!cut)
        return;
    cut->fields[0] = field;
    cut->count = count;
}

struct taub_cut *taub_launches_exchange(struct taub_launches *self, const struct taub_op *op)
{
    struct taub_cut *cut = append_cut(self, TAUB_CUT_EXCHANGE);
    if (!cut)
        return NULL;
    for (int n = 0; n < 2; n++)
        if (TAUB_USE(op->operand[n].touch) != TAUB_UNUSED) {
            cut->fields[n] = self->simulation->buffers[self->at[op->operand[n].field]];
            cut->components[n] = self->simulation->plan->fields[op->operand[n].field].components;
        }
    cut->halo = op->halo;
    cut->troubled = op->kind == TAUB_OP_FILL ? op->range.option[2] : op->gate;
    cut->refill = op->kind == TAUB_OP_FILL && op->range.option[1];
    return cut;
}
