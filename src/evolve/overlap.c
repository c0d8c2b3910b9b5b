#include <limits.h>
#include <string.h>

#include "evolve/overlap.h"

/* ---- boxes ---- */

static int append(const struct taub_launch *launch, const struct taub_box *box, struct taub_launch *list)
{
    if (taub_box_is_empty(box))
        return 0;
    *list = *launch;
    memcpy(list->range.lower, box->lower, sizeof box->lower);
    memcpy(list->range.upper, box->upper, sizeof box->upper);
    return 1;
}

/* Appends what a box has more than one in it: layers across z, across y what is left between these, then across x. */
static int append_around(const struct taub_launch *launch, const struct taub_box *box, const struct taub_box *inner,
                         struct taub_launch *list)
{
    struct taub_box rest = *box;
    int n = 0;
    if (taub_box_is_empty(inner))
        return append(launch, box, list);
    for (int axis = 2; axis >= 0; axis--) {
        struct taub_box below = rest, above = rest;
        below.upper[axis] = inner->lower[axis];
        above.lower[axis] = inner->upper[axis];
        n += append(launch, &below, list + n);
        n += append(launch, &above, list + n);
        rest.lower[axis] = inner->lower[axis];
        rest.upper[axis] = inner->upper[axis];
    }
    return n;
}

static const struct taub_op *op_of(const struct taub_overlap *self, int pass)
{
    return &self->step->ops[self->first + pass];
}

static bool start(struct taub_overlap *self, const struct taub_launches *launches, int first)
{
    *self = (struct taub_overlap){
        .mesh = launches->simulation->mesh, .step = launches->step, .first = first, .fields = {-1, -1}};
    memcpy(self->shared, launches->shared, sizeof self->shared);
    return launches->hides;
}

static bool touches(const struct taub_op *op, enum taub_use use)
{
    bool any = false;
    for (int n = 0; n < TAUB_MAX_FIELDS; n++)
        any = any || TAUB_USE(op->operand[n].touch) == use;
    return any;
}

/* Whether a pass gives ghost zones values and waits for those of other ranks; ends that are made twice do not. */
static bool waits(const struct taub_overlap *self, int p)
{
    return touches(op_of(self, p), TAUB_FILLS) && !op_of(self, p)->twice;
}

/* Whether its range may be divided: a pass over cells, in every step. */
static bool is_divisible(const struct taub_overlap *self, int o)
{
    const struct taub_op *op = &self->step->ops[o];
    return o < self->step->count && op->kind == TAUB_OP_PASS && op->gate == 0 && op->blocks == 0;
}

/* Whether what a pass writes is read around it by one before it, of which a part comes later. */
static bool spoils(const struct taub_overlap *self, int p)
{
    const struct taub_box one = {{0}, {1, 1, 1}};
    bool any = false;
    for (int q = 0; q < p; q++) {
        struct taub_needs reads;
        taub_op_reads(self->step, op_of(self, q), &one, &reads);
        for (int n = 0; n < TAUB_MAX_FIELDS; n++) {
            const struct taub_operand *operand = &op_of(self, p)->operand[n];
            for (int part = 0; part < TAUB_PARTS && taub_touch_writes(operand->touch); part++)
                any = any || (taub_touch_parts(operand->touch) & (TAUB_CELLS | 1u << part) &&
                              !taub_box_is_empty(&reads.of[operand->field][part]) &&
                              memcmp(&reads.of[operand->field][part], &one, sizeof one) != 0);
        }
    }
    return any;
}

/* The next pass, where there is room, and where the order of its parts and of those of the passes before it is free. */
static bool take(struct taub_overlap *self, const struct taub_launches *launches)
{
    const int p = self->count;
    if (p == MOST_OVERLAP_PASSES || spoils(self, p))
        return false;
    self->launches[p] = taub_launches_pass(launches, op_of(self, p));
    self->boxes[p] = (struct taub_box){{0}, {0}};
    self->count++;
    return true;
}

/* ---- behind an exchange ---- */

int taub_overlap_behind(struct taub_overlap *self, const struct taub_launches *launches, int exchange)
{
    struct taub_overlap before;
    if (!start(self, launches, exchange + 1))
        return 0;
    for (int n = 0; n < 2; n++)
        if (TAUB_USE(self->step->ops[exchange].operand[n].touch) != TAUB_UNUSED)
            self->fields[n] = self->step->ops[exchange].operand[n].field;
    for (int o = exchange + 1; is_divisible(self, o); o++) {
        if (taub_overlap_before(&before, launches, o) > 0 || !take(self, launches))
            break;
        self->waits = self->waits || waits(self, o - exchange - 1);
    }
    return self->count;
}

/* Which cells of a field have their values while zones travel. Zones beyond ends that are made twice come later. */
static struct taub_box arrived(const struct taub_overlap *self)
{
    const struct taub_op *fill = &self->step->ops[self->first - 1];
    const bool inner = self->waits || fill->twice;
    const enum taub_op_halo halo = fill->halo;
    struct taub_box box;
    for (int axis = 0; axis < 3; axis++) {
        const bool travels = halo == TAUB_HALO_ALL || (int)halo == TAUB_HALO_ALONG_X + axis;
        box.lower[axis] = inner || (travels && self->shared[axis][0]) ? 0 : INT_MIN / 2;
        box.upper[axis] = inner || (travels && self->shared[axis][1]) ? self->mesh->shape.cells[axis] : INT_MAX / 2;
    }
    return box;
}

static void keep_from(struct taub_box *box, const struct taub_box *known, const struct taub_box *reads)
{
    for (int axis = 0; axis < 3; axis++) {
        const int lower = known->lower[axis] - reads->lower[axis], upper = known->upper[axis] - reads->upper[axis] + 1;
        box->lower[axis] = lower > box->lower[axis] ? lower : box->lower[axis];
        box->upper[axis] = upper < box->upper[axis] ? upper : box->upper[axis];
    }
}

/* A launch reads what is known, and changes no cell that is being sent. */
static void restrict_to_known(const struct taub_overlap *self, int p, const struct taub_box known[TAUB_MOST_FIELDS],
                              struct taub_box *box)
{
    const struct taub_box one = {{0}, {1, 1, 1}};
    const struct taub_op *op = op_of(self, p);
    const int *ghosts = self->mesh->shape.ghosts;
    const struct taub_box sent = {{-ghosts[0], -ghosts[1], -ghosts[2]}, {ghosts[0] + 1, ghosts[1] + 1, ghosts[2] + 1}};
    struct taub_needs reads;
    taub_op_reads(self->step, op, &one, &reads);
    for (int f = 0; f < TAUB_MOST_FIELDS; f++)
        for (int part = 0; part < TAUB_PARTS; part++)
            if (!taub_box_is_empty(&reads.of[f][part]))
                keep_from(box, &known[f], &reads.of[f][part]);
    for (int n = 0; n < TAUB_MAX_FIELDS; n++)
        if (taub_touch_writes(op->operand[n].touch) &&
            (op->operand[n].field == self->fields[0] || op->operand[n].field == self->fields[1]))
            keep_from(box, &known[op->operand[n].field], &sent);
}

/* To multiples of `grain`, counted from where the whole range begins, unless the box ends where that does. */
static void round_inwards(struct taub_box *box, const struct taub_range *whole, const int grain[3])
{
    for (int axis = 0; axis < 3; axis++) {
        const int begin = whole->lower[axis], cells = grain[axis];
        if (cells < 2)
            continue;
        box->lower[axis] = begin + (box->lower[axis] - begin + cells - 1) / cells * cells;
        if (box->upper[axis] < whole->upper[axis])
            box->upper[axis] = begin + (box->upper[axis] - begin) / cells * cells;
    }
}

static void know(const struct taub_op *op, const struct taub_box *box, struct taub_box known[TAUB_MOST_FIELDS])
{
    for (int n = 0; n < TAUB_MAX_FIELDS; n++) {
        if (taub_touch_writes(op->operand[n].touch))
            keep_from(&known[op->operand[n].field], box, &(struct taub_box){{0}, {1, 1, 1}});
    }
}

int taub_overlap_inside(struct taub_overlap *self, struct taub_launch *list)
{
    const struct taub_box everywhere = {{INT_MIN / 2, INT_MIN / 2, INT_MIN / 2},
                                        {INT_MAX / 2, INT_MAX / 2, INT_MAX / 2}};
    struct taub_box boxes[MOST_OVERLAP_PASSES], known[TAUB_MOST_FIELDS];
    int n = 0;
    bool any = true;
    for (int f = 0; f < TAUB_MOST_FIELDS; f++)
        known[f] = f == self->fields[0] || f == self->fields[1] ? arrived(self) : everywhere;
    for (int p = 0; p < self->count && any; p++) {
        boxes[p] = self->boxes[p];
        if (touches(op_of(self, p), TAUB_FILLS))
            continue;
        boxes[p] = taub_box_of(&self->launches[p].range);
        restrict_to_known(self, p, known, &boxes[p]);
        round_inwards(&boxes[p], &self->launches[p].range, op_of(self, p)->grain);
        know(op_of(self, p), &boxes[p], known);
        any = any && !taub_box_is_empty(&boxes[p]);
    }
    for (int p = 0; p < self->count && any; p++) {
        const struct taub_box whole = taub_box_of(&self->launches[p].range);
        if (!touches(op_of(self, p), TAUB_FILLS))
            n += append(&self->launches[p], &boxes[p], list + n);
        else if (!self->waits) /* made again when what meets at corners has come */
            n += append(&self->launches[p], &whole, list + n);
        self->boxes[p] = boxes[p];
    }
    return n;
}

int taub_overlap_rest(struct taub_overlap *self, struct taub_launch *list)
{
    int n = 0;
    for (int p = 0; p < self->count; p++) {
        const struct taub_box whole = taub_box_of(&self->launches[p].range);
        n += append_around(&self->launches[p], &whole, &self->boxes[p], list + n);
    }
    return n;
}

/* ---- before a fill ---- */

/* What passes have to make where of the field that is filled these cells are wanted; a bound where nothing is. */
static int cut_of(const struct taub_overlap *self, int p, int axis, int side, int at)
{
    struct taub_box boxes[MOST_OVERLAP_PASSES], wanted = {{0}, {0}};
    for (int a = 0; a < 3; a++)
        wanted.upper[a] = self->mesh->shape.cells[a];
    *(side ? &wanted.lower[axis] : &wanted.upper[axis]) = at;
    taub_step_cut(self->step, self->first, self->count, self->fields[0], &wanted, boxes);
    if (taub_box_is_empty(&boxes[p]))
        return side ? self->launches[p].range.upper[axis] : self->launches[p].range.lower[axis];
    return side ? boxes[p].lower[axis] : boxes[p].upper[axis];
}

/* False: blocks are too thin for an inside. */
static bool find_inside(struct taub_overlap *self)
{
    const struct taub_shape *shape = &self->mesh->shape;
    bool inside = true;
    for (int p = 0; p < self->count; p++) {
        struct taub_box *box = &self->boxes[p];
        *box = taub_box_of(&self->launches[p].range);
        for (int axis = 0; axis < 3; axis++) {
            if (self->shared[axis][0])
                box->lower[axis] = cut_of(self, p, axis, 0, shape->ghosts[axis]);
            if (self->shared[axis][1])
                box->upper[axis] = cut_of(self, p, axis, 1, shape->cells[axis] - shape->ghosts[axis]);
        }
        inside = inside && !taub_box_is_empty(box);
    }
    return inside;
}

/* Of passes that may fail ranks have to know before. */
int taub_overlap_before(struct taub_overlap *self, const struct taub_launches *launches, int first)
{
    int o = first;
    if (!start(self, launches, first))
        return 0;
    for (; is_divisible(self, o) && self->step->ops[o].sure; o++)
        if (touches(&self->step->ops[o], TAUB_FILLS) || !take(self, launches))
            return 0;
    const struct taub_op *fill = &self->step->ops[o];
    if (self->count == 0 || o == self->step->count || fill->kind != TAUB_OP_FILL || fill->range.option[1] ||
        fill->range.option[2])
        return 0;
    self->fields[0] = fill->operand[0].field;
    return find_inside(self) ? self->count : 0;
}

int taub_overlap_layers(const struct taub_overlap *self, struct taub_launch *list)
{
    int n = 0;
    for (int p = 0; p < self->count; p++) {
        const struct taub_box whole = taub_box_of(&self->launches[p].range);
        n += append_around(&self->launches[p], &whole, &self->boxes[p], list + n);
    }
    return n;
}

int taub_overlap_core(const struct taub_overlap *self, struct taub_launch *list)
{
    int n = 0;
    for (int p = 0; p < self->count; p++)
        n += append(&self->launches[p], &self->boxes[p], list + n);
    return n;
}
