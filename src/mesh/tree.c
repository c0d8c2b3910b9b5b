#include "mesh/tree.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bodies/bodies.h"
#include "core/try.h"

enum { LEVELS = TAUB_FINEST_LEVEL + 1, KEY_BITS = 21 };

/* ---- sets of blocks ---- */

/* Interleaved bits of a position, KEY_BITS along each axis. */
static uint64_t key_of(const int at[3])
{
    uint64_t key = 0;
    for (int bit = 0; bit < KEY_BITS; bit++)
        for (int a = 0; a < 3; a++)
            key |= (uint64_t)(at[a] >> bit & 1) << (3 * bit + a);
    return key;
}

static void position_of(uint64_t key, int at[3])
{
    at[0] = at[1] = at[2] = 0;
    for (int bit = 0; bit < KEY_BITS; bit++)
        for (int a = 0; a < 3; a++)
            at[a] |= (int)(key >> (3 * bit + a) & 1) << bit;
}

/* Blocks of one level that are divided, by their keys; sorted when `count` is what was sorted last. */
struct set {
    uint64_t *keys;
    int count, room;
};

static bool put(struct set *set, uint64_t key)
{
    if (set->count == set->room) {
        const int room = 2 * set->room + 64;
        uint64_t *keys = realloc(set->keys, (size_t)room * sizeof *keys);
        if (!keys)
            return false;
        set->keys = keys;
        set->room = room;
    }
    set->keys[set->count++] = key;
    return true;
}

static int by_key(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void sort(struct set *set)
{
    int kept = 0;
    if (set->count > 0)
        qsort(set->keys, (size_t)set->count, sizeof *set->keys, by_key);
    for (int n = 0; n < set->count; n++)
        if (n == 0 || set->keys[n] != set->keys[kept - 1])
            set->keys[kept++] = set->keys[n];
    set->count = kept;
}

static bool has(const struct set *set, uint64_t key)
{
    return set->count > 0 && bsearch(&key, set->keys, (size_t)set->count, sizeof key, by_key);
}

/* ---- which blocks are divided ---- */

struct tree {
    const struct taub_block_grid *grid;
    struct set divided[LEVELS];
    struct taub_block *blocks;
    int count, room;
};

static bool put_parent(struct tree *self, int level, const int at[3])
{
    int parent[3];
    for (int a = 0; a < 3; a++)
        parent[a] = self->grid->active[a] ? at[a] / 2 : at[a];
    return put(&self->divided[level - 1], key_of(parent));
}

/* A divided block has blocks of at most one level below its own around it: those that these are parts of are divided.
 */
static bool put_neighbours(struct tree *self, int level, const int at[3])
{
    for (int n = 0; n < 27; n++) {
        int near[3] = {at[0] + n % 3 - 1, at[1] + n / 3 % 3 - 1, at[2] + n / 9 - 1};
        if (taub_block_wrap(self->grid, level, near) && !put_parent(self, level, near))
            return false;
    }
    return true;
}

static bool divide(struct tree *self, const struct taub_tree_wish *wish)
{
    bool good = true;
    for (int n = 0; n < wish->count && good; n++)
        if (wish->leaves[n].level > 0)
            good = put_parent(self, wish->leaves[n].level, wish->leaves[n].at);
    for (int level = LEVELS - 1; level >= 0 && good; level--) {
        sort(&self->divided[level]);
        for (int n = 0; n < self->divided[level].count && level > 0 && good; n++) {
            int at[3];
            position_of(self->divided[level].keys[n], at);
            good = put_neighbours(self, level, at);
        }
    }
    return good;
}

/* ---- the table ---- */

static bool append(struct tree *self, int level, const int at[3])
{
    if (self->count == self->room) {
        const int room = 2 * self->room + 64;
        struct taub_block *blocks = realloc(self->blocks, (size_t)room * sizeof *blocks);
        if (!blocks)
            return false;
        self->blocks = blocks;
        self->room = room;
    }
    struct taub_block *block = &self->blocks[self->count++];
    memset(block, 0, sizeof *block);
    block->level = level;
    for (int a = 0; a < 3; a++)
        block->place[a] = at[a] * self->grid->cells[a];
    return true;
}

/* A block, or those that it is divided into, along x first. */
static bool collect(struct tree *self, int level, const int at[3])
{
    if (!has(&self->divided[level], key_of(at)))
        return append(self, level, at);
    for (int n = 0; n < 8; n++) {
        int child[3];
        bool there = true;
        for (int a = 0; a < 3; a++) {
            const int half = n >> a & 1, active = self->grid->active[a];
            there = there && (active || !half);
            child[a] = active ? 2 * at[a] + half : at[a];
        }
        if (there && !collect(self, level + 1, child))
            return false;
    }
    return true;
}

static bool collect_all(struct tree *self)
{
    const int *grid = self->grid->grid;
    struct set roots = {NULL, 0, 0};
    bool good = true;
    for (int n = 0; n < grid[0] * grid[1] * grid[2] && good; n++) {
        const int at[3] = {n % grid[0], n / grid[0] % grid[1], n / (grid[0] * grid[1])};
        good = put(&roots, key_of(at));
    }
    sort(&roots);
    for (int n = 0; n < roots.count && good; n++) {
        int at[3];
        position_of(roots.keys[n], at);
        good = collect(self, 0, at);
    }
    free(roots.keys);
    return good;
}

/* Whether positions can be numbered: those of blocks in a key, those of cells in an int with room for their doubles. */
static enum taub_status check_wish(const struct taub_block_grid *grid, const struct taub_tree_wish *wish,
                                   struct taub_error *error)
{
    int finest = 0;
    for (int n = 0; n < wish->count; n++)
        finest = wish->leaves[n].level > finest ? wish->leaves[n].level : finest;
    if (finest > TAUB_FINEST_LEVEL)
        return taub_fail(error, TAUB_BAD_INPUT, "mesh.refine: expected blocks up to level %d, got one of level %d",
                         TAUB_FINEST_LEVEL, finest);
    for (int a = 0; a < 3; a++) {
        const double blocks = ldexp(grid->grid[a], grid->active[a] ? finest : 0);
        if (blocks >= ldexp(1.0, KEY_BITS) || blocks * grid->cells[a] >= ldexp(1.0, 30))
            return taub_fail(error, TAUB_BAD_INPUT,
                             "mesh.refine.levels: %.4g cells in %.4g blocks along %c at level %d are more than can be "
                             "numbered; use fewer levels",
                             blocks * grid->cells[a], blocks, "xyz"[a], finest);
    }
    return TAUB_OK;
}

static enum taub_status divide_tree(struct tree *self, const struct taub_tree_wish *wish, int64_t *count,
                                    struct taub_error *error)
{
    const struct taub_block_grid *grid = self->grid;
    const int parts = 1 << (grid->active[0] + grid->active[1] + grid->active[2]);
    TRY(check_wish(grid, wish, error));
    if (!divide(self, wish))
        return taub_fail(error, TAUB_FAILED, "mesh: out of memory for the tree of blocks");
    *count = (int64_t)grid->grid[0] * grid->grid[1] * grid->grid[2];
    for (int level = 0; level < LEVELS; level++)
        *count += (int64_t)self->divided[level].count * (parts - 1);
    return TAUB_OK;
}

static void free_divided(struct tree *self)
{
    for (int level = 0; level < LEVELS; level++)
        free(self->divided[level].keys);
}

enum taub_status taub_tree_count(const struct taub_block_grid *grid, const struct taub_tree_wish *wish, int64_t *count,
                                 struct taub_error *error)
{
    struct tree tree = {.grid = grid};
    const enum taub_status status = divide_tree(&tree, wish, count, error);
    free_divided(&tree);
    return status;
}

enum taub_status taub_tree_create(const struct taub_block_grid *grid, const struct taub_tree_wish *wish,
                                  struct taub_block **out, int *count, struct taub_error *error)
{
    struct tree tree = {.grid = grid};
    int64_t blocks;
    enum taub_status status = divide_tree(&tree, wish, &blocks, error);
    if (status == TAUB_OK && blocks > TAUB_MOST_BLOCKS_OF_TREE)
        status = taub_fail(error, TAUB_BAD_INPUT,
                           "mesh.refine: the mesh would have %lld blocks, and %d can be counted; use fewer levels, "
                           "smaller regions or mesh.refine.most_blocks",
                           (long long)blocks, TAUB_MOST_BLOCKS_OF_TREE);
    if (status == TAUB_OK && !collect_all(&tree))
        status = taub_fail(error, TAUB_FAILED, "mesh: out of memory for the tree of blocks");
    if (status == TAUB_OK)
        status = taub_blocks_link(grid, tree.blocks, tree.count, error);
    free_divided(&tree);
    if (status != TAUB_OK) {
        free(tree.blocks);
        return status;
    }
    *out = tree.blocks;
    *count = tree.count;
    return TAUB_OK;
}

/* ---- regions ---- */

struct leaves {
    struct taub_leaf *list;
    int count, room;
};

static bool touches(const struct taub_block_grid *grid, const double lower[3], const struct taub_config_body *body,
                    int level, const int at[3])
{
    double center[3], half[3];
    for (int a = 0; a < 3; a++) {
        const double width = grid->spacing[a] * grid->cells[a] / (grid->active[a] ? 1 << level : 1);
        center[a] = lower[a] + (at[a] + 0.5) * width;
        half[a] = grid->active[a] ? 0.5 * width : 0.0;
    }
    return taub_body_side(body, center, half) != TAUB_OUTSIDE;
}

/* Those blocks of the region's level that it touches; a block of a lower level is asked first. */
static bool find_leaves(const struct taub_block_grid *grid, const double lower[3], const struct taub_config_body *body,
                        int level, const struct taub_leaf *leaf, struct leaves *leaves)
{
    if (!touches(grid, lower, body, leaf->level, leaf->at))
        return true;
    if (leaf->level == level) {
        if (leaves->count == leaves->room) {
            const int room = 2 * leaves->room + 64;
            struct taub_leaf *list = realloc(leaves->list, (size_t)room * sizeof *list);
            if (!list)
                return false;
            leaves->list = list;
            leaves->room = room;
        }
        leaves->list[leaves->count++] = *leaf;
        return true;
    }
    for (int n = 0; n < 8; n++) {
        struct taub_leaf child = {leaf->level + 1, {0, 0, 0}};
        bool there = true;
        for (int a = 0; a < 3; a++) {
            there = there && (grid->active[a] || !(n >> a & 1));
            child.at[a] = grid->active[a] ? 2 * leaf->at[a] + (n >> a & 1) : leaf->at[a];
        }
        if (there && !find_leaves(grid, lower, body, level, &child, leaves))
            return false;
    }
    return true;
}

enum taub_status taub_tree_of_regions(const struct taub_block_grid *grid, const double lower[3],
                                      const struct taub_config_refine *refine, struct taub_leaf **leaves, int *count,
                                      struct taub_error *error)
{
    const int roots = grid->grid[0] * grid->grid[1] * grid->grid[2];
    struct leaves found = {NULL, 0, 0};
    bool good = true;
    for (int r = 0; r < refine->regions.count; r++) {
        const struct taub_config_region *region = &refine->regions.list[r];
        const int level = region->level > 0 && region->level < refine->levels ? region->level : refine->levels;
        for (int n = 0; n < roots && good; n++) {
            const struct taub_leaf root = {
                0, {n % grid->grid[0], n / grid->grid[0] % grid->grid[1], n / (grid->grid[0] * grid->grid[1])}};
            good = find_leaves(grid, lower, &region->body, level, &root, &found);
        }
    }
    if (!good) {
        free(found.list);
        return taub_fail(error, TAUB_FAILED, "mesh: out of memory for the regions of mesh.refine");
    }
    *leaves = found.list;
    *count = found.count;
    return TAUB_OK;
}
