#include "mesh/halo.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "mesh/block.h"

/* ---- where the zones of a block in one direction come from ---- */

struct way {
    const struct taub_mesh *mesh;
    int block;        /* number of the one that has been reached */
    int at[3];        /* the first zone, in its numbers */
    int axis[3];      /* along which of its axes the axes of the block at the start lie */
    bool reversed[3]; /* and whether they run the other way */
    unsigned phase;   /* ends of the mesh that were crossed: bits 2 * axis + side */
};

static bool is_at_end(const struct taub_mesh *mesh, const struct taub_block *block, int axis, int side)
{
    return block->place[axis] == (side ? mesh->cells[axis] - mesh->shape.cells[axis] : 0);
}

/* Across a face of the block that has been reached; false beyond an end of the mesh. */
static bool cross(struct way *self, int axis)
{
    const struct taub_mesh *mesh = self->mesh;
    const struct taub_block *block = &mesh->all[self->block];
    const int side = self->at[axis] >= 0, face = 2 * axis + side;
    const struct taub_neighbour *neighbour = &block->neighbour[face];
    int to[3];
    if (neighbour->block[0] < 0 || neighbour->level != 0)
        return false;
    if (mesh->parts > 1 && is_at_end(mesh, block, axis, side))
        self->phase |= 1u << face;
    taub_cell_across(mesh->shape.cells, neighbour->turn, axis, self->at, to);
    memcpy(self->at, to, sizeof to);
    for (int a = 0; a < 3; a++) {
        self->reversed[a] = self->reversed[a] != (bool)TURN_FLIPS(neighbour->turn, self->axis[a]);
        self->axis[a] = TURN_AXIS(neighbour->turn, self->axis[a]);
    }
    self->block = neighbour->block[0];
    return true;
}

/* The zones of block `to`, numbered in the whole mesh like `from`, that lie outside of it in a direction. False: there
 * are none, or not all of its axes lead to other blocks. */
static bool find_copy(const struct taub_mesh *mesh, const struct taub_halo_wish *wish, int to, const int direction[3],
                      struct taub_copy *copy)
{
    struct way way = {.mesh = mesh, .block = to, .axis = {0, 1, 2}};
    *copy = (struct taub_copy){.to = to};
    for (int a = 0; a < 3; a++) {
        const int cells = mesh->shape.cells[a], ghosts = mesh->shape.ghosts[a];
        const bool last = wish->faces >> a & 1 && mesh->all[to].neighbour[2 * a + 1].block[0] < 0;
        const int beside = wish->beside ? ghosts : 0;
        copy->begin[a] = direction[a] < 0 ? -ghosts : direction[a] > 0 ? cells : -beside;
        copy->size[a] = direction[a] ? ghosts : cells + 2 * beside + last;
        way.at[a] = copy->begin[a];
    }
    for (int a = 2; a >= 0; a--)
        if (direction[a] && !cross(&way, way.axis[a]))
            return false;
    copy->from = way.block;
    copy->phase = (int)way.phase;
    for (int a = 0; a < 3; a++) {
        copy->at[a] = way.at[a];
        copy->turn |= ((way.axis[a] ^ a) | (way.reversed[a] ? 4 : 0)) << (3 * a);
    }
    return true;
}

/* ---- of blocks of several levels ---- */

struct levels {
    const struct taub_mesh *mesh;
    struct taub_block_grid grid;
    const struct taub_block_index *index; /* of the blocks that cells are taken from */
};

/* The zones of block `to` that lie outside of it in a direction, `depth` layers. Where `face` is above 0, the next
 * layer along axis face - 1, in which their last faces stand. */
static struct taub_copy zones_in(const struct taub_mesh *mesh, int to, const int direction[3], int depth, int face)
{
    struct taub_copy copy = {.to = to, .face = face};
    for (int a = 0; a < 3; a++) {
        const int cells = mesh->shape.cells[a], layers = depth ? depth : mesh->shape.ghosts[a];
        copy.begin[a] = direction[a] < 0 ? -layers : direction[a] > 0 || a == face - 1 ? cells : 0;
        copy.size[a] = direction[a] ? layers : a == face - 1 ? 1 : cells;
    }
    return copy;
}

/* A box of zones of `to` that has cell `at` + begin of the block `from` of the same level there. */
static void take_from_equal(const struct levels *self, const int direction[3], int from, struct taub_copy *copy)
{
    copy->from = from;
    for (int a = 0; a < 3; a++)
        copy->at[a] = copy->begin[a] - direction[a] * self->mesh->shape.cells[a];
}

/* `near`: the position, in blocks of its own level, where the zones of a block lie. They are parts of cells of `from`.
 */
static void take_from_coarser(const struct levels *self, const int direction[3], const int near[3], int from,
                              struct taub_copy *copy)
{
    copy->from = from;
    copy->level = -1;
    for (int a = 0; a < 3; a++) {
        const int cells = self->mesh->shape.cells[a], active = self->mesh->active[a];
        const int within = copy->begin[a] - direction[a] * cells; /* the position's own cells */
        copy->at[a] = active ? ((near[a] & 1) * cells + within) >> 1 : within;
    }
}

/* The part of the zones that has the means of cells of the finer block at `fine`, one of those in position `near`.
 * False: none. */
static bool take_from_finer(const struct levels *self, const int direction[3], const int fine[3], int from,
                            struct taub_copy *copy)
{
    copy->from = from;
    copy->level = 1;
    for (int a = 0; a < 3; a++) {
        const int cells = self->mesh->shape.cells[a], active = self->mesh->active[a];
        const int first = active ? (fine[a] & 1) * cells / 2 : 0;
        const int last = (active ? first + cells / 2 : cells) + (a == copy->face - 1);
        const int shift = direction[a] * cells, lower = copy->begin[a] - shift, upper = lower + copy->size[a];
        const int begin = lower > first ? lower : first, end = upper < last ? upper : last;
        if (begin >= end || (a == copy->face - 1 && !(fine[a] & 1)))
            return false;
        copy->begin[a] = begin + shift;
        copy->size[a] = end - begin;
        copy->at[a] = active ? 2 * (begin - first) : begin;
    }
    return true;
}

typedef bool take_copy(void *user, const struct taub_copy *copy);

/* Calls `take` for all copies that fill the zones of a block in a direction, or of these the last faces across axis
 * face - 1. */
static bool each_copy(const struct levels *self, const struct taub_halo_wish *wish, int to, const int direction[3],
                      int face, take_copy *take, void *user)
{
    const struct taub_mesh *mesh = self->mesh;
    const struct taub_block *block = &mesh->all[to];
    const struct taub_copy zones = zones_in(mesh, to, direction, wish->meeting > 0, face);
    int near[3], coarse[3];
    for (int a = 0; a < 3; a++)
        near[a] = block->place[a] / mesh->shape.cells[a] + direction[a];
    if (!taub_block_wrap(&self->grid, block->level, near))
        return true;
    for (int a = 0; a < 3; a++)
        coarse[a] = mesh->active[a] ? near[a] / 2 : near[a];
    const int equal = taub_block_find(self->index, block->level, near);
    const int coarser = equal < 0 && block->level ? taub_block_find(self->index, block->level - 1, coarse) : -1;
    const bool any = wish->finer_at == TAUB_ANY_LEVEL;
    struct taub_copy copy = zones;
    if (equal >= 0 && (wish->finer_at == 0 || any) && !wish->meeting) {
        take_from_equal(self, direction, equal, &copy);
        return take(user, &copy);
    }
    if (coarser >= 0 && (any || (wish->finer_at == block->level && wish->finer_at > 0))) {
        take_from_coarser(self, direction, near, coarser, &copy);
        return take(user, &copy);
    }
    for (int n = 0; n < 8 && equal < 0 && coarser < 0 && (wish->finer_at == 0 || any); n++) {
        int fine[3];
        bool there = true;
        for (int a = 0; a < 3; a++) {
            there = there && (mesh->active[a] || !(n >> a & 1));
            fine[a] = mesh->active[a] ? 2 * near[a] + (n >> a & 1) : near[a];
        }
        const int from = there ? taub_block_find(self->index, block->level + 1, fine) : -1;
        copy = zones;
        if (from >= 0 && take_from_finer(self, direction, fine, from, &copy) && !take(user, &copy))
            return false;
    }
    return true;
}

/* The same with last faces: of blocks at an end of the mesh, or where any level is asked for of all blocks. */
static bool each_copy_with_faces(const struct levels *self, const struct taub_halo_wish *wish, int to,
                                 const int direction[3], take_copy *take, void *user)
{
    bool good = each_copy(self, wish, to, direction, 0, take, user);
    for (int a = 0; a < 3 && good; a++) {
        const bool last = wish->finer_at == TAUB_ANY_LEVEL || self->mesh->all[to].neighbour[2 * a + 1].block[0] < 0;
        if (wish->faces >> a & 1 && direction[a] == 0 && last)
            good = each_copy(self, wish, to, direction, a + 1, take, user);
    }
    return good;
}

static bool is_wanted(const struct taub_mesh *mesh, const struct taub_halo_wish *wish, const int direction[3])
{
    int outside = 0;
    for (int a = 0; a < 3; a++) {
        outside += direction[a] != 0;
        if (direction[a] && !(mesh->active[a] && wish->axes >> a & 1))
            return false;
    }
    return outside == 1 || (outside > 1 && wish->corners);
}

/* ---- the lists ---- */

int taub_copy_cells(const struct taub_copy *copy)
{
    return copy->size[0] * copy->size[1] * copy->size[2];
}

/* Its cells are numbered from 0, with as many along each axis as stay below TAUB_COPY_CELLS in all. */
static int cut(const int several[3], const struct taub_copy *whole, struct taub_copy *out)
{
    int part[3], at[3], count = 0;
    for (int a = 0, room = TAUB_COPY_CELLS; a < 3; room /= part[a++])
        part[a] = whole->size[a] < room ? whole->size[a] : room;
    for (at[2] = 0; at[2] < whole->size[2]; at[2] += part[2])
        for (at[1] = 0; at[1] < whole->size[1]; at[1] += part[1])
            for (at[0] = 0; at[0] < whole->size[0]; at[0] += part[0], count++) {
                if (!out)
                    continue;
                struct taub_copy *copy = &out[count];
                *copy = *whole;
                for (int a = 0; a < 3; a++) {
                    const int rest = whole->size[a] - at[a];
                    const int skipped = !several[a]         ? at[a]
                                        : whole->level > 0  ? 2 * at[a]
                                        : whole->level == 0 ? at[a]
                                                            : ((whole->begin[a] & 1) + at[a]) >> 1;
                    copy->begin[a] += at[a];
                    copy->size[a] = part[a] < rest ? part[a] : rest;
                    copy->at[TURN_AXIS(whole->turn, a)] += TURN_FLIPS(whole->turn, a) ? -skipped : skipped;
                }
            }
    return count;
}

struct boxes {
    const int *several; /* axes with several cells */
    struct taub_copy *list;
    int count, room;
};

static bool append(struct boxes *self, const struct taub_copy *whole)
{
    const int more = cut(self->several, whole, NULL);
    while (self->count + more > self->room) {
        const int room = 2 * self->room + more;
        struct taub_copy *list = realloc(self->list, (size_t)room * sizeof *list);
        if (!list)
            return false;
        self->list = list;
        self->room = room;
    }
    self->count += cut(self->several, whole, self->list + self->count);
    return true;
}

/* Which list of this rank has a copy; none: TAUB_HALO_PARTS. */
static enum taub_halo_part part_of(const struct taub_mesh *mesh, int from, int to)
{
    return from == mesh->rank && to == mesh->rank ? TAUB_HALO_OWN
           : from == mesh->rank                   ? TAUB_HALO_OUT
           : to == mesh->rank                     ? TAUB_HALO_IN
                                                  : TAUB_HALO_PARTS;
}

static int local_number(const struct taub_mesh *mesh, int block)
{
    return mesh->local ? mesh->local[block] : block;
}

/* Copies between blocks of the whole mesh become boxes of the lists of this rank. */
struct collection {
    const struct taub_mesh *from, *mesh; /* from: which has the cells */
    const struct taub_halo_wish *wish;
    struct boxes boxes[TAUB_HALO_PARTS];
    bool any;
};

/* Into one of the lists, with local numbers; `rank`: the other one. */
static bool put(struct collection *self, enum taub_halo_part part, int rank, struct taub_copy copy)
{
    copy.rank = rank;
    copy.from = local_number(self->from, copy.from);
    copy.to = local_number(self->mesh, copy.to);
    return append(&self->boxes[part], &copy);
}

/* A copy of cells as they are, which go from the one rank to the other. */
static bool put_cells(struct collection *self, int from, int to, const struct taub_copy *copy)
{
    const enum taub_halo_part part = part_of(self->mesh, from, to);
    self->any = true;
    return part == TAUB_HALO_PARTS || put(self, part, from == self->mesh->rank ? to : from, *copy);
}

/* Cells of a finer block that the rank of a coarser one reads, of which it has a shadow: those that a box of zones has
 * means of; or around the faces and edges where both blocks meet. */
static struct taub_copy cells_of_finer(const struct collection *self, const struct taub_copy *zones)
{
    const struct taub_shape *shape = &self->mesh->shape;
    struct taub_copy cells = {.from = zones->from, .to = zones->from};
    for (int a = 0; a < 3; a++) {
        const int active = self->mesh->active[a], around = active ? self->wish->meeting : 0;
        const int below = zones->begin[a] < 0, face = a == zones->face - 1;
        int begin = zones->at[a], end = begin + (active && !face ? 2 * zones->size[a] : zones->size[a]);
        if (around && (below || zones->begin[a] >= shape->cells[a]))
            begin = end = below ? shape->cells[a] : 0;
        else if (below && !around) /* and the last faces of a field, which are those of the finer block */
            end += self->wish->faces >> a & 1;
        begin = begin - around < -shape->ghosts[a] ? -shape->ghosts[a] : begin - around;
        end = end + around > shape->cells[a] + shape->ghosts[a] ? shape->cells[a] + shape->ghosts[a] : end + around;
        cells.begin[a] = cells.at[a] = begin;
        cells.size[a] = end - begin;
    }
    return cells;
}

/* Zones as they are stored where they were made. */
static struct taub_copy zones_as_stored(const struct taub_copy *zones)
{
    struct taub_copy copy = *zones;
    copy.from = copy.to;
    copy.level = copy.face = 0;
    memcpy(copy.at, copy.begin, sizeof copy.at);
    return copy;
}

/* Where levels meet: by the rank of the coarser block, with what passes between this and the other one. */
static bool put_copy(void *user, const struct taub_copy *copy)
{
    struct collection *self = user;
    const struct taub_mesh *mesh = self->mesh;
    const int from = mesh->all[copy->from].owner, to = mesh->all[copy->to].owner;
    if (from == to || copy->level == 0)
        return put_cells(self, from, to, copy);
    if ((copy->level > 0 ? to : from) == mesh->rank && !put(self, TAUB_HALO_OWN, mesh->rank, *copy))
        return false;
    if (self->wish->meeting && copy->face)
        return true; /* among the cells around the others */
    const struct taub_copy cells = copy->level > 0 ? cells_of_finer(self, copy) : zones_as_stored(copy);
    return put_cells(self, from, to, &cells);
}

static bool collect_levels(struct collection *self)
{
    const struct taub_mesh *mesh = self->mesh;
    struct levels levels = {.mesh = mesh, .index = mesh->index};
    const int count = taub_mesh_all_blocks(mesh);
    taub_mesh_grid(mesh, &levels.grid);
    bool good = true;
    for (int to = 0; to < count && good; to++)
        for (int n = 0; n < 27 && good; n++) {
            const int direction[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
            if (is_wanted(mesh, self->wish, direction))
                good = each_copy_with_faces(&levels, self->wish, to, direction, put_copy, self);
        }
    return good;
}

/* Of cells of another tree, by the rank that had these. */
struct transfer {
    struct collection *collection;
    int outgoing, last; /* blocks of other ranks, and the last one of these in the mesh */
};

static bool put_transfer(void *user, const struct taub_copy *whole)
{
    struct transfer *self = user;
    struct collection *collection = self->collection;
    const struct taub_mesh *mesh = collection->mesh;
    const int from = collection->from->all[whole->from].owner, to = mesh->all[whole->to].owner;
    const enum taub_halo_part part = part_of(mesh, from, to);
    struct taub_copy copy = *whole;
    if (part != TAUB_HALO_OUT)
        return put_cells(collection, from, to, &copy);
    self->outgoing += self->last != copy.to;
    self->last = copy.to;
    copy.rank = to;
    copy.from = local_number(collection->from, copy.from);
    copy.to = self->outgoing - 1;
    return append(&collection->boxes[part], &copy);
}

static bool collect_transfer(struct collection *self, int *outgoing)
{
    static const int here[3] = {0, 0, 0};
    struct levels levels = {.mesh = self->mesh, .index = self->from->index};
    struct transfer transfer = {self, 0, -1};
    const int count = taub_mesh_all_blocks(self->mesh);
    taub_mesh_grid(self->from, &levels.grid);
    bool good = true;
    for (int b = 0; b < count && good; b++)
        good = each_copy_with_faces(&levels, self->wish, b, here, put_transfer, &transfer);
    *outgoing = transfer.outgoing;
    return good;
}

static bool collect(struct collection *self)
{
    const struct taub_mesh *mesh = self->mesh;
    const int count = taub_mesh_all_blocks(mesh);
    for (int to = 0; to < count; to++)
        for (int n = 0; n < 27; n++) {
            const int direction[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
            struct taub_copy copy;
            if (is_wanted(mesh, self->wish, direction) && find_copy(mesh, self->wish, to, direction, &copy) &&
                !put_cells(self, mesh->all[copy.from].owner, mesh->all[to].owner, &copy))
                return false;
        }
    return true;
}

static int rank_of_peer(const void *a, const void *b)
{
    return ((const struct taub_halo_peer *)a)->rank - ((const struct taub_halo_peer *)b)->rank;
}

static struct taub_halo_peer *peer_of(struct taub_halo *self, int rank)
{
    for (int n = 0; n < self->peer_count; n++)
        if (self->peers[n].rank == rank)
            return &self->peers[n];
    struct taub_halo_peer *list = realloc(self->peers, ((size_t)self->peer_count + 1) * sizeof *list);
    if (!list)
        return NULL;
    self->peers = list;
    list[self->peer_count] = (struct taub_halo_peer){.rank = rank};
    return &list[self->peer_count++];
}

static int by_rank(const void *a, const void *b)
{
    const struct taub_copy *x = a, *y = b;
    return x->rank != y->rank ? (x->rank < y->rank ? -1 : 1) : (x->before > y->before) - (x->before < y->before);
}

/* Sorts by the other rank, otherwise leaves the order as it is, and counts zones. */
static bool arrange(struct taub_halo *self, enum taub_halo_part part)
{
    for (int n = 0; n < self->count[part]; n++)
        self->list[part][n].before = n;
    if (self->count[part] > 0)
        qsort(self->list[part], (size_t)self->count[part], sizeof *self->list[part], by_rank);
    for (int n = 0; n < self->count[part]; n++) {
        struct taub_copy *copy = &self->list[part][n];
        struct taub_halo_peer *peer = part == TAUB_HALO_OWN ? NULL : peer_of(self, copy->rank);
        copy->before = self->zones[part];
        self->zones[part] += taub_copy_cells(copy);
        if (part == TAUB_HALO_OWN)
            continue;
        if (!peer)
            return false;
        peer->zones[part] += taub_copy_cells(copy);
    }
    return true;
}

static bool arrange_all(struct taub_halo *self)
{
    long before[TAUB_HALO_PARTS] = {0};
    for (int part = 0; part < TAUB_HALO_PARTS; part++)
        if (!arrange(self, part))
            return false;
    if (self->peer_count > 0)
        qsort(self->peers, (size_t)self->peer_count, sizeof *self->peers, rank_of_peer);
    for (int n = 0; n < self->peer_count; n++)
        for (int part = 0; part < TAUB_HALO_PARTS; part++) {
            self->peers[n].before[part] = before[part];
            before[part] += self->peers[n].zones[part];
        }
    return true;
}

/* From `from` where that is another mesh than `mesh`, with how many blocks of other ranks get cells; else what is
 * wished of `mesh` itself. */
static enum taub_status create(const struct taub_mesh *from, const struct taub_mesh *mesh,
                               const struct taub_halo_wish *wish, struct taub_halo **out, int *outgoing,
                               struct taub_error *error)
{
    struct taub_halo *self = calloc(1, sizeof *self);
    struct collection collection = {.from = from, .mesh = mesh, .wish = wish};
    for (int part = 0; part < TAUB_HALO_PARTS; part++)
        collection.boxes[part].several = mesh->active;
    bool good = self && (from != mesh   ? collect_transfer(&collection, outgoing)
                         : mesh->levels ? collect_levels(&collection)
                                        : collect(&collection));
    for (int part = 0; part < TAUB_HALO_PARTS && self; part++) {
        self->list[part] = collection.boxes[part].list;
        self->count[part] = collection.boxes[part].count;
    }
    if (good) {
        self->empty = !collection.any;
        good = arrange_all(self);
    }
    if (!good) {
        taub_halo_destroy(self);
        return taub_fail(error, TAUB_FAILED, "mesh: out of memory for the list of ghost zones");
    }
    *out = self;
    return TAUB_OK;
}

enum taub_status taub_halo_create(const struct taub_mesh *mesh, const struct taub_halo_wish *wish,
                                  struct taub_halo **out, struct taub_error *error)
{
    return create(mesh, mesh, wish, out, NULL, error);
}

enum taub_status taub_halo_create_transfer(const struct taub_mesh *from, const struct taub_mesh *to, unsigned faces,
                                           struct taub_halo **out, int *outgoing, struct taub_error *error)
{
    const struct taub_halo_wish wish = {.finer_at = TAUB_ANY_LEVEL, .faces = faces};
    return create(from, to, &wish, out, outgoing, error);
}

void taub_halo_send_zones(struct taub_halo *self)
{
    for (int n = 0; n < self->count[TAUB_HALO_OUT]; n++)
        self->list[TAUB_HALO_OUT][n] = zones_as_stored(&self->list[TAUB_HALO_OUT][n]);
}

void taub_halo_destroy(struct taub_halo *self)
{
    if (!self)
        return;
    for (int part = 0; part < TAUB_HALO_PARTS; part++)
        free(self->list[part]);
    free(self->peers);
    free(self);
}

/* ---- where cells stand ---- */

static long place_of(const struct taub_shape *shape, int components, int block, const int at[3])
{
    return (long)block * components * shape->component_stride + (at[2] + shape->ghosts[2]) * shape->plane_stride +
           (long)(at[1] + shape->ghosts[1]) * shape->row_stride + at[0] + shape->row_offset;
}

long taub_copy_source(const struct taub_shape *shape, const struct taub_copy *copy, int components, long step[3])
{
    const long strides[3] = {1, shape->row_stride, shape->plane_stride};
    for (int a = 0; a < 3; a++) {
        const long stride = strides[TURN_AXIS(copy->turn, a)];
        step[a] = TURN_FLIPS(copy->turn, a) ? -stride : stride;
    }
    return place_of(shape, components, copy->from, copy->at);
}

long taub_copy_target(const struct taub_shape *shape, const struct taub_copy *copy, int components)
{
    return place_of(shape, components, copy->to, copy->begin);
}
