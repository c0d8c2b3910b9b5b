/* Bodies (bodies/bodies.h) against exact volumes, at any angle: points of a lattice in them, counted, with the error of
 * counting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bodies/bodies.h"
#include "taub/case.h"

enum { PLACES = 12 };
static const double pi = 3.141592653589793;

static double between(double lower, double upper)
{
    return lower + (upper - lower) * (rand() / (RAND_MAX + 1.0));
}

static struct taub_config_body body_of(enum taub_body kind)
{
    struct taub_config_body self;
    memset(&self, 0, sizeof self);
    self.kind = kind;
    self.radius = 0.6;
    self.tip_radius = 0.2;
    self.tube_radius = 0.2;
    self.height_given = true;
    self.height = 0.9;
    self.size[0] = 1.1;
    self.size[1] = 0.5;
    self.size[2] = 0.8;
    return self;
}

struct example {
    const char *name;
    struct taub_config_body body;
    double volume, area;
};

static void turn(struct taub_config_body *self)
{
    self->axis_given = true;
    self->angle = between(-180, 180);
    for (int a = 0; a < 3; a++) {
        self->axis[a] = between(-3, 3);
        self->center[a] = between(-0.1, 0.1);
    }
}

/* An L of area 0.56, whose corners lie anywhere along the axis. */
static void make_prism(struct taub_config_body *self, double vertices[18])
{
    static const double corners[6][2] = {{-0.5, -0.4}, {0.5, -0.4}, {0.5, 0}, {-0.1, 0}, {-0.1, 0.4}, {-0.5, 0.4}};
    const double *n = self->axis, size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    double first[3] = {n[1], -n[0], 0}, second[3];
    const double across = sqrt(first[0] * first[0] + first[1] * first[1]);
    for (int a = 0; a < 3; a++)
        first[a] /= across;
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        second[a] = (n[b] * first[c] - n[c] * first[b]) / size;
    }
    for (int v = 0; v < 6; v++) {
        const double along = between(-1, 1);
        for (int a = 0; a < 3; a++)
            vertices[3 * v + a] = corners[v][0] * first[a] + corners[v][1] * second[a] + along * n[a];
    }
    self->vertices = (struct taub_reals){18, vertices};
}

static double counted(const struct taub_config_body *self, int cells)
{
    int inside = 0;
    for (int k = 0; k < cells; k++)
        for (int j = 0; j < cells; j++)
            for (int i = 0; i < cells; i++) {
                const double x[3] = {2 * (i + 0.5) / cells - 1, 2 * (j + 0.5) / cells - 1, 2 * (k + 0.5) / cells - 1};
                inside += taub_body_has(self, x);
            }
    return inside * 8.0 / ((double)cells * cells * cells);
}

/* A surface cuts 1.5 area/h^2 cubes of a lattice, the mean over its directions. Each counts or not; if its share is any
 * number, the variance is h^6/6. So independent ones make h^2 sqrt(area)/2, and a lattice is more even than these. */
static void check(const struct example *example, double error[2])
{
    for (int n = 0; n < 2; n++) {
        const int cells = n ? 48 : 24;
        const double difference = counted(&example->body, cells) - example->volume;
        error[n] += difference * difference / PLACES;
    }
}

static void volumes_are_exact(void **state)
{
    static const char *const names[] = {"ball",  "cylinder", "block", "ellipsoid", "cone",
                                        "torus", "prism",    "cap",   "lens",      "shell"};
    enum { COUNT = sizeof names / sizeof *names };
    double error[COUNT][2], area[COUNT];
    (void)state;
    srand(1);
    memset(error, 0, sizeof error);
    for (int place = 0; place < PLACES; place++) {
        struct taub_config_body ball = body_of(TAUB_BODY_BALL), cylinder = body_of(TAUB_BODY_CYLINDER),
                                block = body_of(TAUB_BODY_BLOCK), ellipsoid = body_of(TAUB_BODY_ELLIPSOID),
                                cone = body_of(TAUB_BODY_CONE), torus = body_of(TAUB_BODY_TORUS),
                                prism = body_of(TAUB_BODY_PRISM), half = body_of(TAUB_BODY_HALF_SPACE), other, core;
        double vertices[18];
        struct taub_config_body *const turned[] = {&ball, &cylinder, &block, &ellipsoid, &cone, &torus, &prism, &half};
        for (size_t n = 0; n < sizeof turned / sizeof *turned; n++)
            turn(turned[n]);
        make_prism(&prism, vertices);
        /* a cap of height 0.25: the plane 0.35 behind the center of the ball */
        const double size =
            sqrt(half.axis[0] * half.axis[0] + half.axis[1] * half.axis[1] + half.axis[2] * half.axis[2]);
        for (int a = 0; a < 3; a++)
            half.center[a] = ball.center[a] - 0.35 * half.axis[a] / size;
        other = core = ball;
        for (int a = 0; a < 3; a++)
            other.center[a] += 0.5 * half.axis[a] / size;
        core.radius = 0.3;
        struct taub_config_body cap = ball, lens = ball, shell = ball;
        cap.within = (struct taub_bodies){1, &half};
        lens.within = (struct taub_bodies){1, &other};
        shell.without = (struct taub_bodies){1, &core};
        const struct example examples[COUNT] = {{names[0], ball, 4 * pi / 3 * 0.216, 4.5},
                                                {names[1], cylinder, pi * 0.36 * 0.9, 5.7},
                                                {names[2], block, 1.1 * 0.5 * 0.8, 3.7},
                                                {names[3], ellipsoid, pi / 6 * 1.1 * 0.5 * 0.8, 2.0},
                                                {names[4], cone, pi * 0.3 * (0.36 + 0.12 + 0.04), 3.7},
                                                {names[5], torus, 2 * pi * pi * 0.6 * 0.04, 4.7},
                                                {names[6], prism, 0.56 * 0.9, 4.4},
                                                {names[7], cap, pi * 0.0625 / 3 * (1.8 - 0.25), 1.7},
                                                {names[8], lens, pi / 12 * (2.4 + 0.5) * 0.7 * 0.7, 2.7},
                                                {names[9], shell, 4 * pi / 3 * (0.216 - 0.027), 5.7}};
        for (int n = 0; n < COUNT; n++) {
            check(&examples[n], error[n]);
            area[n] = examples[n].area;
        }
    }
    double order = 0;
    for (int n = 0; n < COUNT; n++) {
        const double coarse = sqrt(error[n][0]), fine = sqrt(error[n][1]), h = 2.0 / 48;
        printf("%-10s %.2e %.2e, order %.1f, %.2f of the ceiling\n", names[n], coarse, fine, log2(coarse / fine),
               fine / (0.5 * h * h * sqrt(area[n])));
        assert_true(fine < 0.5 * h * h * sqrt(area[n]));
        order += log2(coarse / fine) / COUNT;
    }
    assert_true(order > 1.75 && order < 2.5);
}

/* A program names a file in its config, and the case has what is in it. */
static void a_case_reads_surfaces(void **state)
{
    static const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    static const double corners[4][3] = {{-1, -1, -1}, {1, -1, -1}, {0, 1, -1}, {0, 0, 1}};
    const double half[3] = {0, 0, 0}, inside[3] = {0, 0, 0}, outside[3] = {0.9, 0, 0};
    char name[] = "test_bodies-XXXXXX";
    (void)state;
    assert_int_equal(chdir("/tmp"), 0);
    FILE *file = fdopen(mkstemp(name), "w");
    assert_non_null(file);
    fputs("solid\n", file);
    for (int f = 0; f < 4; f++) {
        fputs("facet normal 0 0 0\nouter loop\n", file);
        for (int c = 0; c < 3; c++) {
            const double *x = corners[faces[f][c]];
            fprintf(file, "vertex %g %g %g\n", x[0], x[1], x[2]);
        }
        fputs("endloop\nendfacet\n", file);
    }
    fputs("endsolid\n", file);
    fclose(file);

    struct taub_config config;
    struct taub_config_inclusion one;
    struct taub_case *run_case;
    struct taub_error error;
    memset(&one, 0, sizeof one);
    one.body.kind = TAUB_BODY_STL;
    one.body.file.name = name;
    one.body.scale = one.permittivity = one.permeability = 1;
    taub_config_default(&config);
    config.system = TAUB_SYSTEM_MAXWELL;
    config.scheme.kind = TAUB_SCHEME_ADER_WENO;
    config.initial.kind = TAUB_INITIAL_EMPTY;
    config.time.end = 1;
    for (int a = 0; a < 3; a++) {
        config.mesh.cells[a] = 8;
        config.mesh.lower[a] = -1;
        config.mesh.upper[a] = 1;
    }
    config.medium.inclusions = (struct taub_inclusions){1, &one};
    if (taub_case_create(&config, &run_case, &error))
        fail_msg("%s", error.message);
    const struct taub_config_body *body = &taub_case_config(run_case)->medium.inclusions.list[0].body;
    assert_int_equal(taub_body_side(body, inside, half), TAUB_INSIDE);
    assert_int_equal(taub_body_side(body, outside, half), TAUB_OUTSIDE);
    assert_true(body->file.name[0] == '/');
    taub_case_destroy(run_case);
    assert_int_equal(truncate(name, 100), 0);
    assert_int_equal(taub_case_create(&config, &run_case, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "medium.inclusions[0].file: "));
    remove(name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(volumes_are_exact), cmocka_unit_test(a_case_reads_surfaces)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
