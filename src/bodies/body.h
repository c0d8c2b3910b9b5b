/* What a shape says of itself: one file with these functions, a line in bodies.c, a word in case/schema_names.h. */
#ifndef TAUB_BODY_H
#define TAUB_BODY_H

#include <math.h>
#include <stddef.h>

#include "bodies/bodies.h"

/* Positions from the center along the own axes, whose unit vectors in the mesh are `axes`. */
struct taub_body_box {
    double x[3], half[3];
    double axes[3][3];
};

struct taub_body_shape {
    /* Of the box from x - half to x + half, as taub_body_side. */
    enum taub_side (*side)(const struct taub_config_body *self, const struct taub_body_box *box);
    void (*lengths)(const struct taub_config_body *self, double out[3]);         /* along the own axes */
    const char *(*wrong)(const struct taub_config_body *self, const char **key); /* or NULL: taub_body_wrong */
};

extern const struct taub_body_shape taub_ball, taub_cylinder, taub_box, taub_block, taub_ellipsoid, taub_half_space,
    taub_prism, taub_cone, taub_torus, taub_stl;

/* Of two bodies, what lies in both. */
static inline enum taub_side taub_side_of_both(enum taub_side one, enum taub_side other)
{
    return one < other ? one : other;
}

/* Where a quantity, between `least` and `most` in a box, is below a limit. */
static inline enum taub_side taub_side_below(double least, double most, double limit)
{
    return least >= limit ? TAUB_OUTSIDE : most < limit ? TAUB_INSIDE : TAUB_CUT;
}

/* Where a coordinate is at least `lower` and below `upper`, so that bodies that touch share no points. */
static inline enum taub_side taub_side_between(double x, double half, double lower, double upper)
{
    const double least = x - half, most = x + half;
    if (most < lower || least >= upper)
        return TAUB_OUTSIDE;
    return least >= lower && most < upper ? TAUB_INSIDE : TAUB_CUT;
}

/* Adds the squares of a coordinate, in widths, nearest to and farthest from 0. */
static inline void taub_add_squares(double x, double half, double width, double *nearest, double *farthest)
{
    const double least = fmax(fabs(x) - half, 0) / width, most = (fabs(x) + half) / width;
    *nearest += least * least;
    *farthest += most * most;
}

/* Of the distance from the third axis. */
static inline void taub_add_axial_squares(const struct taub_body_box *box, double *nearest, double *farthest)
{
    for (int a = 0; a < 2; a++)
        taub_add_squares(box->x[a], box->half[a], 1, nearest, farthest);
}

/* Between the ends of a body of this height about its center, if it has any. */
static inline enum taub_side taub_side_of_ends(const struct taub_config_body *self, const struct taub_body_box *box)
{
    return self->height_given ? taub_side_between(box->x[2], box->half[2], -0.5 * self->height, 0.5 * self->height)
                              : TAUB_INSIDE;
}

#endif
