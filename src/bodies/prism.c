/* A polygon along the axis, `vertices` as one sees them along it. Where the polygon crosses itself, what is enclosed an
 * even number of times is outside. */
#include "bodies/body.h"

/* Across the axis. */
static void vertex_at(const struct taub_config_body *self, const double *axes, int n, double out[2])
{
    const double *x = &self->vertices.list[3 * (n % (self->vertices.count / 3))];
    for (int i = 0; i < 2; i++)
        out[i] = axes[3 * i] * x[0] + axes[3 * i + 1] * x[1] + axes[3 * i + 2] * x[2];
}

/* Whether an edge goes through the inside of a rectangle: no side of it and no line along the edge parts the two. */
static bool meets(const double a[2], const double b[2], const double x[2], const double half[2])
{
    for (int i = 0; i < 2; i++)
        if (fmax(a[i], b[i]) <= x[i] - half[i] || fmin(a[i], b[i]) >= x[i] + half[i])
            return false;
    const double d[2] = {b[0] - a[0], b[1] - a[1]};
    return fabs(d[0] * (x[1] - a[1]) - d[1] * (x[0] - a[0])) < fabs(d[0]) * half[1] + fabs(d[1]) * half[0];
}

static enum taub_side side(const struct taub_config_body *self, const struct taub_body_box *box)
{
    const double *x = box->x;
    bool cut = false, inside = false;
    double a[2], b[2];
    vertex_at(self, box->axes[0], 0, a);
    for (int n = 1; n <= self->vertices.count / 3; n++, a[0] = b[0], a[1] = b[1]) {
        vertex_at(self, box->axes[0], n, b);
        cut = cut || meets(a, b, x, box->half);
        /* edges that a line along the first axis crosses ahead of x */
        if ((a[1] > x[1]) != (b[1] > x[1]) && x[0] < a[0] + (x[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
            inside = !inside;
    }
    return taub_side_of_both(taub_side_of_ends(self, box), cut ? TAUB_CUT : inside ? TAUB_INSIDE : TAUB_OUTSIDE);
}

static void lengths(const struct taub_config_body *self, double out[3])
{
    double axes[3][3], least[2] = {INFINITY, INFINITY}, most[2] = {-INFINITY, -INFINITY}, x[2];
    taub_body_axes(self, axes);
    for (int n = 0; n < self->vertices.count / 3; n++) {
        vertex_at(self, axes[0], n, x);
        for (int i = 0; i < 2; i++) {
            least[i] = fmin(least[i], x[i]);
            most[i] = fmax(most[i], x[i]);
        }
    }
    for (int i = 0; i < 2; i++)
        out[i] = most[i] - least[i];
    out[2] = self->height_given ? self->height : INFINITY;
}

static const char *wrong(const struct taub_config_body *self, const char **key)
{
    *key = "vertices";
    return self->vertices.count >= 9 ? NULL : "expected at least three vertices";
}

const struct taub_body_shape taub_prism = {side, lengths, wrong};
