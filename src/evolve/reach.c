/* Ranges of passes from what those behind them read (struct taub_operand). */
#include <limits.h>

#include "evolve/plan.h"

static const struct taub_box nothing = {{INT_MAX, INT_MAX, INT_MAX}, {INT_MIN, INT_MIN, INT_MIN}};

bool taub_box_is_empty(const struct taub_box *box)
{
    return box->lower[0] >= box->upper[0] || box->lower[1] >= box->upper[1] || box->lower[2] >= box->upper[2];
}

struct taub_box taub_box_of(const struct taub_range *range)
{
    struct taub_box box;
    for (int a = 0; a < 3; a++) {
        box.lower[a] = range->lower[a];
        box.upper[a] = range->upper[a];
    }
    return box;
}

static void add(struct taub_box *to, const struct taub_box *box)
{
    for (int a = 0; a < 3; a++) {
        to->lower[a] = box->lower[a] < to->lower[a] ? box->lower[a] : to->lower[a];
        to->upper[a] = box->upper[a] > to->upper[a] ? box->upper[a] : to->upper[a];
    }
}

/* Cells are wanted of a state, and at an upper end of the mesh the last faces. */
static void want(const struct taub_step *step, const struct taub_box *box, struct taub_box needs[TAUB_PARTS])
{
    add(&needs[TAUB_CELL], box);
    for (int axis = 0; axis < 3; axis++)
        if (step->ends >> axis & 1u && box->upper[axis] == step->cells[axis]) {
            struct taub_box faces = *box;
            faces.upper[axis]++;
            add(&needs[TAUB_FACE_X + axis], &faces);
        }
}

static struct taub_box inner_cells(const struct taub_step *step)
{
    return (struct taub_box){{0}, {step->cells[0], step->cells[1], step->cells[2]}};
}

/* Whether values stand at lower faces of cells along an axis, not in their middle. */
static bool stands_lower(int part, int axis)
{
    return part == TAUB_NODE || part == TAUB_FACE_X + axis ||
           (part >= TAUB_EDGE_X && part <= TAUB_EDGE_Z && part != TAUB_EDGE_X + axis);
}

/* There are no faces across an axis of one cell, and an edge is on none across its own axis. */
static bool see_each_other(const struct taub_step *step, int from, int to)
{
    const bool face = from >= TAUB_FACE_X && from <= TAUB_FACE_Z, sees_face = to >= TAUB_FACE_X && to <= TAUB_FACE_Z;
    return !(sees_face && !step->active[to - TAUB_FACE_X]) && !(face && to == from - TAUB_FACE_X + TAUB_EDGE_X) &&
           !(sees_face && from == to - TAUB_FACE_X + TAUB_EDGE_X);
}

unsigned taub_touch_parts(unsigned touch)
{
    const unsigned parts = touch >> 3 & 255u;
    return parts ? parts : TAUB_CELLS;
}

bool taub_touch_writes(unsigned touch)
{
    return TAUB_USE(touch) == TAUB_WRITES || TAUB_USE(touch) == TAUB_UPDATES;
}

static bool reads(unsigned touch)
{
    const enum taub_use use = TAUB_USE(touch);
    return use == TAUB_READS || use == TAUB_AGAIN || use == TAUB_UPDATES;
}

/* Of what a pass makes that stands at `from`, how far below and above it reads what stands at `to`. */
static void find_reach(unsigned touch, int from, int to, int axis, int *below, int *above)
{
    const bool all = (touch >> 24 & 7u) == 0;
    const int cells = all || touch & TAUB_ALONG(axis) ? (int)(touch >> 19 & 31u) : 0;
    const bool lower = stands_lower(from, axis), sees_lower = stands_lower(to, axis);
    *below = lower && !sees_lower && cells == 0 ? 1 : cells;
    *above = lower == sees_lower ? cells : sees_lower ? cells + 1 : *below - 1;
}

static void read(const struct taub_step *step, unsigned touch, const struct taub_box own[TAUB_PARTS],
                 struct taub_box needs[TAUB_PARTS])
{
    const unsigned seen = TAUB_USE(touch) == TAUB_UPDATES ? touch >> 11 & 255u : taub_touch_parts(touch);
    for (int from = 0; from < TAUB_PARTS; from++)
        for (int to = 0; to < TAUB_PARTS; to++) {
            struct taub_box box = own[from];
            if (taub_box_is_empty(&box) || !(seen & 1u << to) || !see_each_other(step, from, to))
                continue;
            for (int axis = 0; axis < 3; axis++) {
                int below, above;
                find_reach(touch, from, to, axis, &below, &above);
                box.lower[axis] -= step->active[axis] * below;
                box.upper[axis] += step->active[axis] * above;
            }
            add(&needs[to], &box);
        }
}

static void read_all(const struct taub_step *step, const struct taub_op *op, const struct taub_box own[TAUB_PARTS],
                     struct taub_needs *needs)
{
    for (int n = 0; n < TAUB_MAX_FIELDS; n++)
        if (reads(op->operand[n].touch))
            read(step, op->operand[n].touch, own, needs->of[op->operand[n].field]);
}

/* Of what a pass writes, where it is needed. */
static struct taub_box find_own(const struct taub_op *op, const struct taub_needs *needs,
                                struct taub_box own[TAUB_PARTS])
{
    struct taub_box range = nothing;
    for (int part = 0; part < TAUB_PARTS; part++) {
        own[part] = nothing;
        for (int n = 0; n < TAUB_MAX_FIELDS; n++)
            if (taub_touch_writes(op->operand[n].touch) && taub_touch_parts(op->operand[n].touch) & 1u << part)
                add(&own[part], &needs->of[op->operand[n].field][part]);
        add(&range, &own[part]);
    }
    return range;
}

/* What a pass writes is not needed before it; what it updates is. */
static void make_own(const struct taub_op *op, const struct taub_box own[TAUB_PARTS], struct taub_needs *needs)
{
    for (int n = 0; n < TAUB_MAX_FIELDS; n++)
        for (int part = 0; part < TAUB_PARTS && taub_touch_writes(op->operand[n].touch); part++) {
            const unsigned touch = op->operand[n].touch, parts = taub_touch_parts(touch);
            struct taub_box *need = &needs->of[op->operand[n].field][part];
            if (TAUB_USE(touch) == TAUB_WRITES && op->gate == 0 && parts & (TAUB_CELLS | 1u << part))
                *need = nothing;
            else if (parts & 1u << part)
                add(need, &own[part]);
        }
}

/* A launch over a range makes all that a pass writes there. */
static void own_of_range(const struct taub_op *op, const struct taub_box *range, struct taub_box own[TAUB_PARTS])
{
    unsigned parts = 0;
    for (int n = 0; n < TAUB_MAX_FIELDS; n++)
        parts |= taub_touch_writes(op->operand[n].touch) ? taub_touch_parts(op->operand[n].touch) : 0;
    for (int part = 0; part < TAUB_PARTS; part++)
        own[part] = (parts ? parts : TAUB_CELLS) & 1u << part ? *range : nothing;
}

static void derive_pass(const struct taub_step *step, struct taub_op *op, struct taub_needs *needs)
{
    struct taub_box own[TAUB_PARTS], range = find_own(op, needs, own);
    make_own(op, own, needs);
    if (taub_box_is_empty(&range)) /* it looks for something, and has a range of its own */
        own[TAUB_CELL] = taub_box_of(&op->range);
    for (int a = 0; a < 3 && !taub_box_is_empty(&range); a++) {
        op->range.lower[a] = range.lower[a];
        op->range.upper[a] = range.upper[a];
    }
    read_all(step, op, own, needs);
}

static void need_nothing(struct taub_needs *needs)
{
    for (int f = 0; f < TAUB_MOST_FIELDS; f++)
        for (int part = 0; part < TAUB_PARTS; part++)
            needs->of[f][part] = nothing;
}

void taub_op_reads(const struct taub_step *step, const struct taub_op *op, const struct taub_box *range,
                   struct taub_needs *reads)
{
    struct taub_box own[TAUB_PARTS];
    own_of_range(op, range, own);
    need_nothing(reads);
    for (int n = 0; n < TAUB_MAX_FIELDS; n++)
        if (TAUB_USE(op->operand[n].touch) == TAUB_UPDATES)
            add(&reads->of[op->operand[n].field][TAUB_CELL], range);
    read_all(step, op, own, reads);
}

/* Ghost zones are made of inner cells. Returns how many layers of them are read. */
static int fill(const struct taub_step *step, struct taub_box needs[TAUB_PARTS])
{
    const struct taub_box inner = inner_cells(step);
    struct taub_box all = nothing;
    int layers = 0;
    for (int part = 0; part < TAUB_PARTS; part++) {
        add(&all, &needs[part]);
        needs[part] = nothing;
    }
    if (taub_box_is_empty(&all))
        return 0;
    want(step, &inner, needs);
    add(&all, &inner);
    for (int a = 0; a < 3; a++) {
        const int above = all.upper[a] - step->cells[a], most = -all.lower[a] > above ? -all.lower[a] : above;
        layers = most > layers ? most : layers;
    }
    return layers;
}

void taub_step_cut(const struct taub_step *step, int first, int count, int field, const struct taub_box *wanted,
                   struct taub_box boxes[])
{
    struct taub_needs needs;
    need_nothing(&needs);
    want(step, wanted, needs.of[field]);
    for (int p = count - 1; p >= 0; p--) {
        const struct taub_op *op = &step->ops[first + p];
        struct taub_box own[TAUB_PARTS], *box = &boxes[p];
        *box = find_own(op, &needs, own);
        for (int a = 0; a < 3; a++) {
            box->lower[a] = box->lower[a] > op->range.lower[a] ? box->lower[a] : op->range.lower[a];
            box->upper[a] = box->upper[a] < op->range.upper[a] ? box->upper[a] : op->range.upper[a];
        }
        if (taub_box_is_empty(box))
            continue;
        own_of_range(op, box, own);
        make_own(op, own, &needs);
        read_all(step, op, own, &needs);
    }
}

int taub_steps_derive(struct taub_step *steps, int variants, const struct taub_field_spec *fields, int field_count,
                      struct taub_needs *needs)
{
    int layers = 0;
    const struct taub_box inner = inner_cells(&steps[0]);
    need_nothing(needs);
    for (int n = 2 * variants - 1; n >= 0; n--) { /* the second time with what the next step needs */
        for (int f = 0; f < field_count; f++)
            if (fields[f].life != TAUB_LIFE_STEP)
                want(&steps[0], &inner, needs->of[f]);
        const int read = taub_step_derive(&steps[n % variants], needs);
        layers = read > layers ? read : layers;
    }
    return layers;
}

int taub_step_derive(struct taub_step *step, struct taub_needs *needs)
{
    int layers = 0;
    for (int o = step->count - 1; o >= 0; o--) {
        struct taub_op *op = &step->ops[o];
        struct taub_box *first = needs->of[op->operand[0].field], *second = needs->of[op->operand[1].field];
        const struct taub_box inner = inner_cells(step);
        /* where levels meet, cells of other ranks come into shadows of blocks, and into no ghost zone */
        const bool shares = op->kind == TAUB_OP_SHARE && op->halo != TAUB_HALO_MEETING;
        const bool fills = op->kind == TAUB_OP_FILL || op->kind == TAUB_OP_COPY || shares;
        /* a pass over a list makes cells anew that the one before it has made, from the same fields */
        if (op->kind == TAUB_OP_PASS && !op->list)
            derive_pass(step, op, needs);
        for (int n = 0; n < TAUB_MAX_FIELDS; n++)
            if (TAUB_USE(op->operand[n].touch) == TAUB_FILLS || (fills && op->operand[n].touch)) {
                const int read = fill(step, needs->of[op->operand[n].field]);
                layers = read > layers ? read : layers;
            }
        if (op->kind == TAUB_OP_REDUCE || op->kind == TAUB_OP_LIMIT)
            add(&first[TAUB_CELL], &inner);
        for (int part = 0; part < TAUB_PARTS && op->kind == TAUB_OP_SWAP; part++) {
            const struct taub_box kept = first[part];
            first[part] = second[part];
            second[part] = kept;
        }
    }
    return layers;
}
