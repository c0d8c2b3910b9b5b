/* Where cells of a box of copies stand (struct taub_copy), for passes over lists of them: an item of the list is a box,
 * of which threads of GPUs take a cell each, and hosts take whole rows.
 *
 * TAUB_LIST_PASS_IF(name, going) declares a pass that calls
 *     INLINE void name_item(struct taub_io io, int item, int cell)
 * on GPUs for each number of a cell below TAUB_COPY_CELLS, whether the box has it or not; on hosts once, for all of
 * them, with cell 0. The range has TAUB_COPY_CELLS along x and the items along y. */
#ifndef TAUB_PASSES_HALO_H
#define TAUB_PASSES_HALO_H

#include "dialect.h"

#if defined(TAUB_HOST)
#define TAUB_LIST_PASS_IF(name, going)                                \
    TAUB_ENTRY name(const struct taub_host_launch *launch)            \
    {                                                                 \
        const struct taub_io io = io_of_launch(launch);               \
        if (!(going))                                                 \
            return;                                                   \
        const long end = first_row(launch, launch->share + 1);        \
        for (long n = first_row(launch, launch->share); n < end; n++) \
            name##_item(io, (int)n, 0);                               \
    }
#else
#define TAUB_LIST_PASS_IF(name, going)                                            \
    INLINE void name##_point(const struct taub_io io, int b, int k, int j, int i) \
    {                                                                             \
        (void)b;                                                                  \
        (void)k;                                                                  \
        name##_item(io, j, i);                                                    \
    }                                                                             \
    TAUB_POINT_PASS_IF(name, going)
#endif

INLINE GLOBAL const struct taub_copy *copy_of_item(GLOBAL const stored *list, int item)
{
    return (GLOBAL const struct taub_copy *)list + item;
}

INLINE int cells_of_copy(GLOBAL const struct taub_copy *copy)
{
    return copy->size[0] * copy->size[1] * copy->size[2];
}

/* The head of a loop: on GPUs what a list pass does with cell number `cell`, on hosts with all from there on. */
#if defined(TAUB_HOST)
#define EACH_CELL_OF_BOX(copy, cell) for (const int cells = cells_of_copy(copy); (cell) < cells; (cell)++)
#else
#define EACH_CELL_OF_BOX(copy, cell) if ((cell) < cells_of_copy(copy))
#endif

/* The numbers along each axis of cell number `cell` of a box. */
INLINE void cell_of_box(GLOBAL const struct taub_copy *copy, int cell, int n[3])
{
    const int rest = cell / copy->size[0];
    n[0] = cell % copy->size[0];
    n[1] = rest % copy->size[1];
    n[2] = rest / copy->size[1];
}

/* Cells of a box in a field or a message: the place of the first one, and the steps from there along the axes of the
 * block that receives, and from one component to the next. */
struct box_cells {
    long first, step[3], component;
};

INLINE struct box_cells zones_of_copy(const struct taub_shape shape, GLOBAL const struct taub_copy *copy,
                                      int components)
{
    const struct box_cells cells = {
        cell_index(shape, components, copy->to, copy->begin[2], copy->begin[1], copy->begin[0]),
        {1, shape.row_stride, shape.plane_stride},
        shape.component_stride};
    return cells;
}

INLINE struct box_cells sources_of_copy(const struct taub_shape shape, GLOBAL const struct taub_copy *copy,
                                        int components)
{
    struct box_cells cells;
    cells.first = cell_index(shape, components, copy->from, copy->at[2], copy->at[1], copy->at[0]);
    cells.component = shape.component_stride;
    EACH (a, 3) {
        const long stride = axis_stride(shape, TURN_AXIS(copy->turn, a));
        cells.step[a] = TURN_FLIPS(copy->turn, a) ? -stride : stride;
    }
    return cells;
}

/* In messages boxes follow each other, with all components of a field, then all of the next one. */
INLINE struct box_cells message_of_copy(GLOBAL const struct taub_copy *copy, int components, int before)
{
    const int cells = cells_of_copy(copy);
    const struct box_cells in_message = {copy->before * components + (long)before * cells,
                                         {1, copy->size[0], (long)copy->size[0] * copy->size[1]},
                                         cells};
    return in_message;
}

/* Copies components of cell number `cell` of a box, or of all of its cells on hosts. */
#if defined(TAUB_HOST)
INLINE void copy_cells(GLOBAL stored *to, struct box_cells at, GLOBAL const stored *from, struct box_cells source,
                       GLOBAL const struct taub_copy *copy, int components, int cell)
{
    for (int c = 0; c < components; c++)
        for (int k = 0; k < copy->size[2]; k++)
            for (int j = 0; j < copy->size[1]; j++) {
                stored *row = to + at.first + c * at.component + j * at.step[1] + k * at.step[2];
                const stored *other =
                    from + source.first + c * source.component + j * source.step[1] + k * source.step[2];
                if (source.step[0] == 1 && copy->size[0] > 4) {
                    memcpy(row, other, (size_t)copy->size[0] * sizeof *row);
                    continue;
                }
                for (int i = 0; i < copy->size[0]; i++)
                    row[i] = other[i * source.step[0]];
            }
}
#else
#define COPIED_AT_A_TIME 8 /* loads under way before the first store */
INLINE void copy_cells(GLOBAL stored *to, struct box_cells at, GLOBAL const stored *from, struct box_cells source,
                       GLOBAL const struct taub_copy *copy, int components, int cell)
{
    if (cell >= cells_of_copy(copy))
        return;
    const int rest = cell / copy->size[0], i = cell % copy->size[0], j = rest % copy->size[1], k = rest / copy->size[1];
    GLOBAL stored *target = to + at.first + i * at.step[0] + j * at.step[1] + k * at.step[2];
    GLOBAL const stored *value = from + source.first + i * source.step[0] + j * source.step[1] + k * source.step[2];
    for (int first = 0; first < components; first += COPIED_AT_A_TIME) {
        stored held[COPIED_AT_A_TIME];
        EACH (c, COPIED_AT_A_TIME)
            held[c] = first + c < components ? value[(first + c) * source.component] : STORED(0.0);
        EACH (c, COPIED_AT_A_TIME)
            if (first + c < components)
                target[(first + c) * at.component] = held[c];
    }
}
#endif

#endif
