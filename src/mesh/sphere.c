#include "mesh/sphere.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "geometry/sphere_table.h"
#include "mesh/block.h"
#include "mesh/spacing.h"

static const double quarter = 0.785398163397448309616;

struct taub_sphere {
    int n, radial;   /* cells along the side of a panel, and outwards */
    double *radii;   /* radial + 1 + 2 SPHERE_REACH, from -SPHERE_REACH on */
    double *middles; /* of cells, one fewer */
};

/* ---- angles ---- */

/* Of side i (twice: 2 i) or of the middle of cell i (2 i + 1); odd about the middle of the panel, to the bit. */
static double angle_of(const struct taub_sphere *self, int twice)
{
    return quarter * (double)(twice - self->n) / self->n;
}

static void direction_of(const struct taub_sphere *self, int twice_i, int twice_j, double d[3])
{
    const double x = tan(angle_of(self, twice_i)), y = tan(angle_of(self, twice_j));
    const double per = 1 / sqrt(1 + (x * x + y * y));
    d[0] = x * per;
    d[1] = y * per;
    d[2] = per;
}

static double length(double x, double y, double z)
{
    return sqrt((x * x + y * y) + z * z);
}

/* Between two directions, also where it is small. */
static double arc_between(const double a[3], const double b[3])
{
    return 2 * atan2(length(a[0] - b[0], a[1] - b[1], a[2] - b[2]), length(a[0] + b[0], a[1] + b[1], a[2] + b[2]));
}

static double lower_arc(const struct taub_sphere *self, int axis, int i, int j)
{
    double a[3], b[3];
    direction_of(self, 2 * i, 2 * j, a);
    direction_of(self, 2 * (i + (axis == 1)), 2 * (j + (axis == 0)), b);
    return arc_between(a, b);
}

/* The solid angle between the middle of a panel and a corner, with signs. */
static double angle_to(const struct taub_sphere *self, int i, int j)
{
    const double x = tan(angle_of(self, 2 * i)), y = tan(angle_of(self, 2 * j));
    return atan2(x * y, sqrt(1 + (x * x + y * y)));
}

static double solid_angle(const struct taub_sphere *self, int i, int j)
{
    return (angle_to(self, i + 1, j + 1) + angle_to(self, i, j)) -
           (angle_to(self, i + 1, j) + angle_to(self, i, j + 1));
}

/* ---- the field of a cell from the fluxes through its faces ---- */

static void plane_normal(const struct taub_sphere *self, int axis, int at, double n[3])
{
    const double x = tan(angle_of(self, 2 * at)), cosine = 1 / sqrt(1 + x * x);
    n[axis] = cosine;
    n[1 - axis] = 0;
    n[2] = -x * cosine;
}

/* Of the part of a unit sphere that a cell covers, as a vector: the four sides, planes through the origin, close it. */
static void area_on_sphere(const struct taub_sphere *self, int i, int j, double area[3])
{
    area[0] = area[1] = area[2] = 0;
    for (int f = 0; f < 4; f++) {
        const int axis = f / 2, side = f % 2, ii = i + (side && axis == 0), jj = j + (side && axis == 1);
        const double arc = lower_arc(self, axis, ii, jj);
        double n[3];
        plane_normal(self, axis, axis == 0 ? ii : jj, n);
        for (int c = 0; c < 3; c++)
            area[c] += side ? -0.5 * arc * n[c] : 0.5 * arc * n[c];
    }
}

static void invert(double m[3][3])
{
    double minor[3][3], determinant = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            const int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
            minor[r][c] = m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
        }
    for (int c = 0; c < 3; c++)
        determinant += m[0][c] * minor[0][c];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            m[r][c] = minor[c][r] / determinant;
}

/* Where div B = 0, the integral of B over a cell is that of x (B dA) over its surface. With x of the middles of faces,
 * less that of the cell, and fluxes Phi outwards, sum x Phi = M B for a uniform field, M = sum x dA^T. Here for a cell
 * between radii r - h/2 and r + h/2
 *
 *   M = r^2 h (K^-1 + e c a^T),  K^-1 = sum over sides of s n^T arc + c a^T,  e = h^2/(4 r^2),
 *
 * s the middle of a side's arc less the centre c, a the vector area above. The table has K s for the sides, K c, and
 * the number a K c (kernels/geometry/sphere.h has the rest, by the formula of Sherman and Morrison). */
static void field_of_fluxes(const struct taub_sphere *self, int i, int j, double *to, size_t plane)
{
    double m[3][3] = {{0}}, side[4][3], centre[3], area[3], share = 0;
    direction_of(self, 2 * i + 1, 2 * j + 1, centre);
    area_on_sphere(self, i, j, area);
    for (int f = 0; f < 4; f++) {
        const int axis = f / 2, ii = i + (f == 1), jj = j + (f == 3);
        const double arc = lower_arc(self, axis, ii, jj), sign = f % 2 ? 1 : -1;
        double from[3], end[3], n[3];
        direction_of(self, 2 * ii, 2 * jj, from);
        direction_of(self, 2 * (ii + (axis == 1)), 2 * (jj + (axis == 0)), end);
        plane_normal(self, axis, axis == 0 ? ii : jj, n);
        for (int c = 0; c < 3; c++)
            side[f][c] = sign * (0.5 * (from[c] + end[c]) - centre[c]);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                m[r][c] += side[f][r] * n[c] * arc;
    }
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            m[r][c] += centre[r] * area[c];
    invert(m);
    for (int r = 0; r < 3; r++) {
        for (int f = 0; f < 4; f++)
            to[(size_t)(SPHERE_SIDES + 3 * f + r) * plane] =
                m[r][0] * side[f][0] + m[r][1] * side[f][1] + m[r][2] * side[f][2];
        const double outwards = m[r][0] * centre[0] + m[r][1] * centre[1] + m[r][2] * centre[2];
        to[(size_t)(SPHERE_OUTWARDS + r) * plane] = outwards;
        share += area[r] * outwards;
    }
    to[SPHERE_SHARE * plane] = share;
}

/* Where along the edge of the neighbour the centre of a ghost zone in layer `depth` lies, in cells from the first
 * centre: tan(there) = tan(along)/tan(across). It is nearer to the middle of the edge than the zone's own place. */
static double place_beyond(const struct taub_sphere *self, int depth, int j)
{
    const double across = tan(angle_of(self, 2 * (self->n + depth) + 1)), along = tan(angle_of(self, 2 * j + 1));
    const double place = 0.5 * (self->n - 1) + atan(along / across) * self->n / (2 * quarter);
    return fmin(fmax(place, 0), self->n - 1);
}

/* ---- creation ---- */

static bool is_between(double x, double low, double high)
{
    return x > low && x < high;
}

/* The radius beyond r[0] of which r[step], r[2 step], r[3 step] are next: the cubic of their logarithms goes on, so
 * that schemes of high order see a smooth map, which is exact for geometric radii. Where that leaves a width of less
 * than half or more than twice the last one, the ratio of the last two radii goes on. */
static double radius_beyond(const double *r, int step)
{
    const double ratio = r[0] / r[step], next = r[step] / r[2 * step], third = r[2 * step] / r[3 * step];
    const double change = ratio / next, cubic = r[0] * (change * change * change * third);
    const double last = fabs(r[0] - r[step]);
    return is_between(fabs(cubic - r[0]), 0.5 * last, 2 * last) && (cubic > r[0]) == (r[0] > r[step]) ? cubic
                                                                                                      : r[0] * ratio;
}

static void continue_radii(const struct taub_sphere *self)
{
    double *lower = self->radii + SPHERE_REACH, *upper = lower + self->radial;
    for (int k = 0; k < SPHERE_REACH; k++) {
        lower[-k - 1] = self->radial > 2 ? radius_beyond(lower - k, 1) : lower[-k] * (lower[-k] / lower[1 - k]);
        upper[k + 1] = self->radial > 2 ? radius_beyond(upper + k, -1) : upper[k] * (upper[k] / upper[k - 1]);
    }
}

/* Half way between two spheres in the numbers of cells, by the cubic through four, of cells of the mesh four of its
 * own; where radii jump so much that this is not in the middle half of the cell, half way in the radius. */
static double middle_of(const double *r, int count, int k)
{
    const int first = k == 0 ? 0 : k == count - 1 ? k - 2 : k - 1;
    const double middle = 0.5 * (r[k] + r[k + 1]), part = 0.25 * (r[k + 1] - r[k]), *at = r + first;
    const double cubic = count < 3       ? middle
                         : k == 0        ? 0.0625 * (5 * (at[0] - at[2]) + 15 * at[1] + at[3])
                         : first < k - 1 ? 0.0625 * (5 * (at[3] - at[1]) + 15 * at[2] + at[0])
                                         : 0.0625 * (9 * (at[1] + at[2]) - (at[0] + at[3]));
    return is_between(cubic, middle - part, middle + part) ? cubic : middle;
}

static void find_middles(const struct taub_sphere *self)
{
    const int all = self->radial + 2 * SPHERE_REACH;
    for (int k = 0; k < all; k++)
        self->middles[k] = middle_of(self->radii, all, k);
    for (int k = 0; k < self->radial; k++)
        self->middles[SPHERE_REACH + k] = middle_of(self->radii + SPHERE_REACH, self->radial, k);
}

enum taub_status taub_sphere_create(const struct taub_config_mesh *config, struct taub_sphere **out,
                                    struct taub_error *error)
{
    struct taub_config_mesh radial = *config;
    struct taub_sphere *self = calloc(1, sizeof *self);
    double *faces = NULL;
    if (!self)
        return taub_fail(error, TAUB_FAILED, "mesh: out of memory for a cubed sphere");
    self->n = config->cells[0];
    self->radial = config->cells[2];
    self->radii = malloc(((size_t)self->radial + 1 + 2 * SPHERE_REACH) * sizeof *self->radii);
    self->middles = malloc(((size_t)self->radial + 2 * SPHERE_REACH) * sizeof *self->middles);
    radial.lower[2] = config->radius[0];
    radial.upper[2] = config->radius[1];
    enum taub_status status = self->radii && self->middles
                                  ? taub_spacing_faces(&radial, 2, &faces, error)
                                  : taub_fail(error, TAUB_FAILED, "mesh: out of memory for a cubed sphere");
    if (status != TAUB_OK) {
        taub_sphere_destroy(self);
        return status;
    }
    memcpy(self->radii + SPHERE_REACH, faces, ((size_t)self->radial + 1) * sizeof *faces);
    free(faces);
    continue_radii(self);
    find_middles(self);
    *out = self;
    return TAUB_OK;
}

void taub_sphere_destroy(struct taub_sphere *self)
{
    if (self) {
        free(self->radii);
        free(self->middles);
    }
    free(self);
}

/* ---- places ---- */

double taub_sphere_radius(const struct taub_sphere *self, int k)
{
    return self->radii[SPHERE_REACH + k];
}

double taub_sphere_middle(const struct taub_sphere *self, int k)
{
    return self->middles[SPHERE_REACH + k];
}

void taub_sphere_axes(int panel, int axes[3][3])
{
    const int(*along)[3] = taub_cube_panels[panel].along;
    for (int c = 0; c < 3; c++) {
        const int p = (c + 1) % 3, q = (c + 2) % 3;
        axes[0][c] = along[0][c];
        axes[1][c] = along[1][c];
        axes[2][c] = along[0][p] * along[1][q] - along[0][q] * along[1][p];
    }
}

static void turn(int panel, const double d[3], double radius, double x[3])
{
    int axes[3][3];
    taub_sphere_axes(panel, axes);
    for (int c = 0; c < 3; c++)
        x[c] = radius * (d[0] * axes[0][c] + d[1] * axes[1][c] + d[2] * axes[2][c]);
}

void taub_sphere_center(const struct taub_sphere *self, int i, int j, int k, double x[3])
{
    double d[3];
    direction_of(self, 2 * (i % self->n) + 1, 2 * j + 1, d);
    turn(i / self->n, d, taub_sphere_middle(self, k), x);
}

void taub_sphere_corner(const struct taub_sphere *self, int panel, int i, int j, int k, double x[3])
{
    double d[3];
    direction_of(self, 2 * i, 2 * j, d);
    turn(panel, d, taub_sphere_radius(self, k), x);
}

/* Between spheres by the cubic through four, as the centres of cells are found; of fewer cells by what they have. */
static double radius_at(const struct taub_sphere *self, double place)
{
    const int spheres = self->radial + 1, count = spheres < 4 ? spheres : 4, before = (int)floor(place) - 1;
    const int first = before < 0 ? 0 : before > spheres - count ? spheres - count : before;
    double radius = 0;
    for (int m = 0; m < count; m++) {
        double weight = 1;
        for (int n = 0; n < count; n++)
            weight *= n == m ? 1 : (place - first - n) / (m - n);
        radius += weight * taub_sphere_radius(self, first + m);
    }
    return radius;
}

static double place_of_radius(const struct taub_sphere *self, double radius)
{
    int k = 0;
    while (k < self->radial - 1 && radius > taub_sphere_radius(self, k + 1))
        k++;
    double low = k, high = k + 1;
    for (double half = 0.5 * (low + high); half > low && half < high; half = 0.5 * (low + high))
        *(radius_at(self, half) < radius ? &low : &high) = half;
    return low;
}

int taub_sphere_place(const struct taub_sphere *self, const double x[3], double place[3])
{
    double outwards = 0;
    int at = 0;
    for (int panel = 0; panel < 6; panel++) {
        int axes[3][3];
        double along[3] = {0};
        taub_sphere_axes(panel, axes);
        for (int a = 0; a < 3; a++)
            for (int c = 0; c < 3; c++)
                along[a] += axes[a][c] * x[c];
        if (along[2] <= outwards)
            continue;
        at = panel;
        outwards = along[2];
        for (int a = 0; a < 2; a++)
            place[a] = 0.5 * self->n * (1 + atan2(along[a], outwards) / quarter);
    }
    place[2] = place_of_radius(self, length(x[0], x[1], x[2]));
    return at;
}

void taub_sphere_widths(const struct taub_sphere *self, int i, int j, int k, double width[3])
{
    const double lower = taub_sphere_radius(self, k), upper = taub_sphere_radius(self, k + 1);
    const double volume = taub_sphere_volume(self, i, j, k);
    for (int axis = 0; axis < 2; axis++)
        width[axis] = volume / (0.5 * (upper - lower) * (upper + lower) * lower_arc(self, axis, i % self->n, j));
    width[2] = upper - lower;
}

double taub_sphere_volume(const struct taub_sphere *self, int i, int j, int k)
{
    const double a = taub_sphere_radius(self, k), b = taub_sphere_radius(self, k + 1);
    return (b - a) * ((a * a + b * b) + a * b) / 3 * solid_angle(self, i % self->n, j);
}

double taub_sphere_angle(int n, int i, int j)
{
    const struct taub_sphere panel = {.n = n};
    return solid_angle(&panel, i, j);
}

/* ---- for kernels ---- */

static size_t width_of(const struct taub_sphere *self)
{
    return (size_t)self->n + 2 * SPHERE_REACH + 1;
}

size_t taub_sphere_count(const struct taub_sphere *self)
{
    const size_t width = width_of(self);
    return SPHERE_PLANES * width * width + SPHERE_COLUMNS * width + 2 * (size_t)self->radial + 1 + 4 * SPHERE_REACH;
}

void taub_sphere_table(const struct taub_sphere *self, double *values)
{
    const int first = -SPHERE_REACH, last = self->n + SPHERE_REACH;
    const size_t width = width_of(self), plane = width * width;
    double *to = values;
    for (int j = first; j <= last; j++)
        for (int i = first; i <= last; i++, to++) {
            double node[3], centre[3];
            direction_of(self, 2 * i, 2 * j, node);
            direction_of(self, 2 * i + 1, 2 * j + 1, centre);
            for (int c = 0; c < 3; c++) {
                to[(size_t)(SPHERE_NODE + c) * plane] = node[c];
                to[(size_t)(SPHERE_CENTRE + c) * plane] = centre[c];
            }
            for (int axis = 0; axis < 2; axis++)
                to[(size_t)(SPHERE_ARC + axis) * plane] = lower_arc(self, axis, i, j);
            to[SPHERE_ANGLE * plane] = solid_angle(self, i, j);
            double area[3];
            area_on_sphere(self, i, j, area);
            const double size = length(area[0], area[1], area[2]), n0 = area[0] / size, along = sqrt(1 - n0 * n0);
            to[SPHERE_AREA * plane] = size;
            for (int c = 0; c < 3; c++) {
                to[(size_t)(SPHERE_NORMAL + c) * plane] = area[c] / size;
                to[(size_t)(SPHERE_ALONG + c) * plane] = ((c == 0) - n0 * (area[c] / size)) / along;
            }
            field_of_fluxes(self, i, j, to, plane);
        }
    to = values + SPHERE_PLANES * plane;
    for (int i = first; i <= last; i++, to++) {
        const double x = tan(angle_of(self, 2 * i)), cosine = 1 / sqrt(1 + x * x);
        to[SPHERE_COSINE * width] = cosine;
        to[SPHERE_SINE * width] = x * cosine;
        for (int depth = 0; depth < SPHERE_REACH; depth++)
            to[(size_t)(SPHERE_PLACE + depth) * width] = place_beyond(self, depth, i);
    }
    const size_t count = (size_t)self->radial + 1 + 2 * SPHERE_REACH;
    to = values + SPHERE_PLANES * plane + SPHERE_COLUMNS * width;
    memcpy(to, self->radii, count * sizeof *self->radii);
    memcpy(to + count, self->middles, (count - 1) * sizeof *self->middles);
}
