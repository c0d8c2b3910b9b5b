/* The cubed sphere: measures of cells against closed numbers, and what panels have from each other across all 24 sides:
 * faces, edges, states of ghost zones, with numbers made of places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "mesh/block.h"
#include "mesh/sphere.h"

/* of the kernels; the case file has words of the same names */
#define TAUB_SINGLE 0
#define TAUB_STRICT 1
#define TAUB_HOST 1
#define TAUB_SPHERE 1
#define TAUB_SPHERE_AT 0
#define TAUB_ORDER 2
#define SPHERE_HAS_EDGES 1
#define TAUB_ACTIVE_X 1
#define TAUB_ACTIVE_Y 1
#define TAUB_ACTIVE_Z 1
#define TAUB_VARIABLES 0
#define TAUB_MHD_SOLVER 1
#define TAUB_EOS_GAMMA 1.4
#define TAUB_SCALARS 0
#define TAUB_EOS_MASS 1.0
#define TAUB_USER_INITIAL 0
#define TAUB_USER_SOURCE 0

#include "eos/gamma_law.h"

#include "dialect.h"
#include "strict_math.h"

#include "eos/ideal_gas.h"
#include "systems/mhd.h"

#include "geometry/cartesian.h"

#include "systems/mhd_derivatives.h"

#include "reconstruct/centred.h"
#include "reconstruct/face.h"

/* entry points that are not called here */
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-variable"
#include "passes/sphere_edges.h"
#include "passes/sphere_field.h"
#include "passes/sphere_update.h"

enum { LAYERS = 2, PLUS_X = 0, PLUS_Y, MINUS_X, MINUS_Y, PLUS_Z, MINUS_Z };

/* Along which axes, +-(1, 2, 3) for +-(x, y, z), both angles of a panel grow. */
static const int axes_of_panels[6][2] = {{2, 3}, {-1, 3}, {-3, -2}, {-3, 1}, {-1, -2}, {2, 1}};

/* What the upper side across each angle meets: the lower side of which panel, across which angle, and whether places
 * along it count the other way. */
static const struct {
    int panel, axis, flips;
} beyond[6][2] = {{{PLUS_Y, 0, 0}, {PLUS_Z, 0, 1}},   {{MINUS_X, 1, 1}, {PLUS_Z, 1, 0}},
                  {{MINUS_Z, 1, 1}, {MINUS_Y, 1, 0}}, {{MINUS_Z, 0, 0}, {PLUS_X, 0, 1}},
                  {{MINUS_X, 0, 0}, {MINUS_Y, 0, 1}}, {{PLUS_Y, 1, 1}, {PLUS_X, 1, 0}}};

static void direction(int panel, double xi, double eta, double d[3])
{
    double along[2][3] = {{0}}, outwards[3];
    for (int a = 0; a < 2; a++) {
        const int axis = axes_of_panels[panel][a];
        along[a][abs(axis) - 1] = axis > 0 ? 1 : -1;
    }
    for (int c = 0; c < 3; c++)
        outwards[c] = along[0][(c + 1) % 3] * along[1][(c + 2) % 3] - along[0][(c + 2) % 3] * along[1][(c + 1) % 3];
    const double x = tan(xi), y = tan(eta), per = 1 / sqrt(1 + x * x + y * y);
    for (int c = 0; c < 3; c++)
        d[c] = per * (x * along[0][c] + y * along[1][c] + outwards[c]);
}

/* The angle at place `at`, in cells from the lower side. */
static double angle(int n, double at)
{
    return M_PI / 4 * (2 * at / n - 1);
}

/* ---- a mesh ---- */

struct mesh {
    struct taub_sphere *sphere;
    struct taub_block *blocks;
    double *tables, *field;
    struct taub_io io;
    int n;
};

static struct mesh mesh_of(int n, double inner, double outer)
{
    struct mesh self = {.n = n};
    struct taub_config_mesh config = {.cells = {n, n, LAYERS}, .radius = {inner, outer}};
    struct taub_error error;
    const int cells[2] = {n, LAYERS};
    const enum taub_boundary ends[2] = {TAUB_OUTFLOW, TAUB_OUTFLOW};
    config.spacing[2].kind = TAUB_SPACING_GEOMETRIC;
    if (taub_sphere_create(&config, &self.sphere, &error) != TAUB_OK ||
        taub_blocks_of_cube(1, 1, cells, ends, &self.blocks, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    struct taub_shape *shape = &self.io.shape;
    *shape = (struct taub_shape){.cells = {n, n, LAYERS}, .ghosts = {2, 2, 2}, .blocks = 6, .mesh = {6 * n, n, LAYERS}};
    shape->row_offset = 8;
    shape->row_stride = n + 16;
    shape->plane_stride = (long)shape->row_stride * (n + 4);
    shape->component_stride = shape->plane_stride * (LAYERS + 4);
    self.tables = malloc(taub_sphere_count(self.sphere) * sizeof *self.tables);
    taub_sphere_table(self.sphere, self.tables);
    self.field = malloc((size_t)(6 * FACE_VALUES * shape->component_stride) * sizeof *self.field);
    self.io.tables = self.tables;
    self.io.blocks = self.blocks;
    self.io.f[0] = self.field;
    return self;
}

static void clear(const struct mesh *self)
{
    for (long i = 0; i < 6 * FACE_VALUES * self->io.shape.component_stride; i++)
        self->field[i] = NAN;
}

static void free_mesh(struct mesh *self)
{
    taub_sphere_destroy(self->sphere);
    free(self->blocks);
    free(self->tables);
    free(self->field);
}

static double *value_at(const struct mesh *self, int components, int component, int panel, int k, const int at[2])
{
    return &self->field[cell_index(self->io.shape, components, panel, k, at[1], at[0]) +
                        component * self->io.shape.component_stride];
}

/* ---- measures ---- */

static void angles_and_arcs(void **state)
{
    /* n; solid angle of a cell at a corner and of one at the middle; shortest and longest arc: sums of arc tangents, by
     * hand */
    static const double known[][5] = {
        {8, 0.0299289484337114, 0.0380694286304792, 0.139735628938882, 0.196349540849362},
        {16, 0.0074353925139572, 0.00960750759992346, 0.0695316682540433, 0.0981747704246812},
        {32, 0.0018558812861792, 0.00240763898997128, 0.0347239656914967, 0.0490873852123407}};
    (void)state;
    for (int m = 0; m < 3; m++) {
        const int n = (int)known[m][0];
        struct mesh mesh = mesh_of(n, 1, 2);
        double sum = 0, shortest = 9, longest = 0;
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                const double lower = taub_sphere_radius(mesh.sphere, 0), upper = taub_sphere_radius(mesh.sphere, 1);
                const double volume = taub_sphere_volume(mesh.sphere, i, j, 0);
                assert_true(fabs(volume / sphere_volume(mesh.io, 0, 0, j, i) - 1) < 1e-14);
                sum += volume * 3 / (pow(upper, 3) - pow(lower, 3));
                for (int axis = 0; axis < 2; axis++) {
                    const double arc = sphere_plane(mesh.io, SPHERE_ARC + axis, j, i);
                    shortest = fmin(shortest, arc);
                    longest = fmax(longest, arc);
                }
            }
        assert_true(fabs(6 * sum - 4 * M_PI) < 1e-13);
        assert_true(fabs(sphere_plane(mesh.io, SPHERE_ANGLE, 0, 0) - known[m][1]) < 1e-15);
        assert_true(fabs(sphere_plane(mesh.io, SPHERE_ANGLE, n / 2, n / 2) - known[m][2]) < 1e-15);
        assert_true(fabs(shortest - known[m][3]) < 1e-14 && fabs(longest - known[m][4]) < 1e-14);
        assert_true(taub_sphere_radius(mesh.sphere, 0) == 1 && taub_sphere_radius(mesh.sphere, LAYERS) == 2);
        assert_true(fabs(taub_sphere_radius(mesh.sphere, 1) - sqrt(2)) < 1e-15);
        free_mesh(&mesh);
    }
}

/* The faces of a cell close, its edges are chords between its corners, and places are those of the map. */
static void cells_close(void **state)
{
    struct mesh mesh = mesh_of(5, 1, 2);
    (void)state;
    for (int b = 0; b < 6; b++)
        for (int j = 0; j < 5; j++)
            for (int i = 0; i < 5; i++) {
                double sum[3] = {0}, corner[3], d[3];
                for (int axis = 0; axis < 3; axis++)
                    for (int side = 0; side < 2; side++) {
                        double area[3], length = 0;
                        struct face_frame face;
                        const int k = side && axis == 2, jj = j + (side && axis == 1), ii = i + (side && axis == 0);
                        area_of_face(mesh.io, axis, b, k, jj, ii, area);
                        face_frame_of(mesh.io, axis, b, k, jj, ii, &face);
                        for (int c = 0; c < 3; c++) {
                            sum[c] += side ? area[c] : -area[c];
                            assert_true(fabs(area[c] - face.area * face.axis[0][c]) < 1e-15);
                            length += area[c] * area[c];
                        }
                        for (int p = 0; p < 3; p++)
                            for (int q = 0; q < 3; q++)
                                assert_true(fabs(dot_of(face.axis[p], face.axis[q]) - (p == q)) < 1e-15);
                    }
                assert_true(fabs(sum[0]) + fabs(sum[1]) + fabs(sum[2]) < 2e-15);
                taub_sphere_corner(mesh.sphere, b, i, j, 1, corner);
                direction(b, angle(5, i), angle(5, j), d);
                for (int c = 0; c < 3; c++)
                    assert_true(fabs(corner[c] - sqrt(2) * d[c]) < 1e-14);
            }
    free_mesh(&mesh);
}

/* ---- across sides ---- */

static void sides_meet_as_in_the_table(void **state)
{
    struct mesh mesh = mesh_of(4, 1, 2);
    (void)state;
    for (int b = 0; b < 6; b++)
        for (int axis = 0; axis < 2; axis++) {
            const struct panel_across up = panel_across(mesh.io, b, axis, 1);
            assert_int_equal(up.block, beyond[b][axis].panel);
            assert_int_equal(up.axis, beyond[b][axis].axis);
            assert_int_equal(up.flips, beyond[b][axis].flips);
            const struct panel_across back = panel_across(mesh.io, up.block, up.axis, 0);
            assert_true(back.block == b && back.axis == axis && back.flips == up.flips);
        }
    free_mesh(&mesh);
}

/* A number made of a place, and a vector made of it. */
static double number_of(const double d[3], int k, int component)
{
    return (1 + d[0] + 2 * d[1] + 4 * d[2]) * (k + 2) * (component + 1);
}

/* Where side faces and edges stand: at the middles of cells along the side (`half`), or at nodes. */
static void place_on_side(const struct mesh *self, int b, int axis, int side, int along, double half, double d[3])
{
    const double across = side ? M_PI / 4 : -M_PI / 4, other = angle(self->n, along + half);
    direction(b, axis == 0 ? across : other, axis == 0 ? other : across, d);
}

static void meet(struct mesh *self, int edges, int lower, int upper)
{
    self->io.range.option[0] = edges;
    for (int b = 0; b < 6; b++)
        for (int k = lower; k < upper; k++)
            for (int j = 0; j < 4; j++)
                for (int i = 0; i <= self->n; i++)
                    sphere_meet_point(self->io, b, k, j, i);
}

static void at_side(int n, int axis, int side, int along, int outside, int at[2])
{
    at[axis] = side ? n + outside : -outside;
    at[1 - axis] = along;
}

static void faces_across_sides(void **state)
{
    (void)state;
    for (int n = 4; n <= 7; n++) {
        struct mesh mesh = mesh_of(n, 1, 2);
        double d[3];
        int at[2];
        clear(&mesh);
        for (int pass = 0; pass < 2; pass++) { /* fill, then compare */
            for (int b = 0; b < 6; b++)
                for (int axis = 0; axis < 2; axis++)
                    for (int side = 0; side < 2; side++)
                        for (int along = 0; along < n; along++)
                            for (int k = -1; k <= LAYERS; k++)
                                for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
                                    place_on_side(&mesh, b, axis, side, along, 0.5, d);
                                    at_side(n, axis, side, along, pass, at);
                                    double *value =
                                        value_at(&mesh, FACE_VALUES, axis * SYSTEM_COMPONENTS + c, b, k, at);
                                    if (pass)
                                        assert_true(fabs(*value - number_of(d, k, c)) < 1e-12);
                                    else
                                        *value = number_of(d, k, c);
                                }
            if (!pass)
                meet(&mesh, 0, -1, LAYERS + 1);
        }
        free_mesh(&mesh);
    }
}

/* Integrals along edges, of a field that depends on the place, so that their signs count. */
static void edges_across_sides(void **state)
{
    (void)state;
    for (int n = 4; n <= 7; n++) {
        struct mesh mesh = mesh_of(n, 1, 2);
        int at[2];
        clear(&mesh);
        for (int pass = 0; pass < 2; pass++) {
            for (int b = 0; b < 6; b++)
                for (int axis = 0; axis < 2; axis++)
                    for (int side = 0; side < 2; side++)
                        for (int along = 0; along <= n; along++)
                            for (int k = 0; k <= LAYERS; k++) {
                                double from[3], to[3], middle[3], tangential = 0;
                                place_on_side(&mesh, b, axis, side, along, 0, from);
                                place_on_side(&mesh, b, axis, side, along, 1, to);
                                place_on_side(&mesh, b, axis, side, along, 0.5, middle);
                                for (int c = 0; c < 3; c++)
                                    tangential += (1 + c) * number_of(middle, k, 0) * (to[c] - from[c]);
                                const double expected[2] = {tangential, number_of(from, k, 1)};
                                at_side(n, axis, side, along, pass, at);
                                for (int radial = 0; radial < 2; radial++) {
                                    if (radial ? k == LAYERS : along == n)
                                        continue;
                                    double *value = value_at(&mesh, EDGE_VALUES, radial ? 2 : 1 - axis, b, k, at);
                                    if (pass)
                                        assert_true(fabs(*value - expected[radial]) < 1e-12);
                                    else
                                        *value = expected[radial];
                                }
                            }
            if (!pass)
                meet(&mesh, 1, 0, LAYERS + 1);
        }
        free_mesh(&mesh);
    }
}

/* The centre of a ghost zone, the angles of its panel going on, lies where the neighbour's two cells and the share
 * between them say. */
static void ghost_zones_across_sides(void **state)
{
    (void)state;
    for (int n = 4; n <= 9; n++) {
        struct mesh mesh = mesh_of(n, 1, 2);
        for (int b = 0; b < 6; b++)
            for (int axis = 0; axis < 2; axis++)
                for (int side = 0; side < 2; side++)
                    for (int depth = 0; depth < 2; depth++)
                        for (int along = 0; along < n; along++) {
                            const struct zone_between zone = zone_between(mesh.io, b, axis, side, depth, along);
                            double angles[2], there[2], own[3], its[3];
                            angles[axis] = angle(n, side ? n + depth + 0.5 : -depth - 0.5);
                            angles[1 - axis] = angle(n, along + 0.5);
                            direction(b, angles[0], angles[1], own);
                            for (int a = 0; a < 2; a++) {
                                for (int m = 0; m < 2; m++)
                                    assert_in_range(zone.cell[m][a], 0, n - 1);
                                there[a] =
                                    angle(n, 0.5 + zone.cell[0][a] + zone.share * (zone.cell[1][a] - zone.cell[0][a]));
                            }
                            assert_true(zone.share >= 0 && zone.share <= 1);
                            assert_int_equal(
                                abs(zone.cell[1][0] - zone.cell[0][0]) + abs(zone.cell[1][1] - zone.cell[0][1]), 1);
                            direction(zone.block, there[0], there[1], its);
                            for (int c = 0; c < 3; c++)
                                assert_true(fabs(own[c] - its[c]) < 1e-13);
                        }
        free_mesh(&mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angles_and_arcs),    cmocka_unit_test(cells_close),
        cmocka_unit_test(faces_across_sides), cmocka_unit_test(sides_meet_as_in_the_table),
        cmocka_unit_test(edges_across_sides), cmocka_unit_test(ghost_zones_across_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
