#include "bodies/triangles.h"

#include <math.h>

int taub_triangles_column(const struct taub_triangles *self, int axis, double x)
{
    const double length = self->most[axis] - self->least[axis];
    const double place = length > 0 ? (x - self->least[axis]) / length * self->columns : 0;
    return (int)fmin(fmax(place, 0), self->columns - 1);
}

/* Normal of a triangle, as long as twice its area. */
static void normal_of(const double *corners, double n[3])
{
    const double *a = corners, *b = corners + 3, *c = corners + 6;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] = (b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]);
    }
}

/* Whether a triangle may go through the inside of a box: neither a side of the box nor the plane parts the two. */
static bool meets(const double *corners, const double x[3], const double half[3])
{
    double n[3], distance = 0, reach = 0;
    for (int a = 0; a < 3; a++)
        if (fmax(fmax(corners[a], corners[a + 3]), corners[a + 6]) <= x[a] - half[a] ||
            fmin(fmin(corners[a], corners[a + 3]), corners[a + 6]) >= x[a] + half[a])
            return false;
    normal_of(corners, n);
    for (int a = 0; a < 3; a++) {
        distance += n[a] * (x[a] - corners[a]);
        reach += fabs(n[a]) * half[a];
    }
    return fabs(distance) < reach;
}

/* 1 or -1 where a line along x from the point leaves or enters through this triangle, or 0. Triangles find the same
 * place on an edge that they share, so that exactly one of them has it. */
static int crossing(const double *corners, const double x[3])
{
    bool inside = false;
    double n[3];
    for (int e = 0; e < 3; e++) {
        const double *a = corners + 3 * e, *b = corners + 3 * ((e + 1) % 3);
        const double *low = a[2] < b[2] ? a : b, *high = low == a ? b : a;
        if ((a[2] > x[2]) != (b[2] > x[2]) && x[1] < low[1] + (x[2] - low[2]) / (high[2] - low[2]) * (high[1] - low[1]))
            inside = !inside;
    }
    if (!inside)
        return 0;
    normal_of(corners, n);
    const double ahead = n[0] * (corners[0] - x[0]) + n[1] * (corners[1] - x[1]) + n[2] * (corners[2] - x[2]);
    return n[0] > 0 ? ahead > 0 : -(n[0] < 0 && ahead < 0);
}

enum taub_side taub_triangles_side(const struct taub_triangles *self, const double x[3], const double half[3])
{
    const int *starts = taub_triangles_starts(self);
    int lower[2], upper[2], windings = 0;
    for (int a = 0; a < 3; a++)
        if (x[a] + half[a] < self->least[a] || x[a] - half[a] > self->most[a])
            return TAUB_OUTSIDE;
    for (int i = 0; i < 2; i++) {
        lower[i] = taub_triangles_column(self, i + 1, x[i + 1] - half[i + 1]);
        upper[i] = taub_triangles_column(self, i + 1, x[i + 1] + half[i + 1]);
    }
    for (int k = lower[1]; k <= upper[1]; k++)
        for (int j = lower[0]; j <= upper[0]; j++) {
            const int column = j + self->columns * k;
            for (int n = starts[column]; n < starts[column + 1]; n++)
                if (meets(self->corners + 9 * (size_t)starts[n], x, half))
                    return TAUB_CUT;
        }
    const int column = taub_triangles_column(self, 1, x[1]) + self->columns * taub_triangles_column(self, 2, x[2]);
    for (int n = starts[column]; n < starts[column + 1]; n++)
        windings += crossing(self->corners + 9 * (size_t)starts[n], x);
    return windings == 0 ? TAUB_OUTSIDE : TAUB_INSIDE;
}
