#include "evolve/parts.h"

bool taub_range_is_empty(const struct taub_range *range)
{
    bool empty = false;
    for (int axis = 0; axis < 3; axis++)
        empty = empty || range->lower[axis] >= range->upper[axis];
    return empty;
}

int taub_parts_around(const struct taub_launch *launch, const struct taub_range *box, struct taub_launch *list)
{
    struct taub_launch rest = *launch;
    int n = 0;
    for (int axis = 2; axis >= 0; axis--) {
        list[n] = rest;
        list[n].range.upper[axis] = box->lower[axis];
        n += !taub_range_is_empty(&list[n].range);
        list[n] = rest;
        list[n].range.lower[axis] = box->upper[axis];
        n += !taub_range_is_empty(&list[n].range);
        rest.range.lower[axis] = box->lower[axis];
        rest.range.upper[axis] = box->upper[axis];
    }
    return n;
}
