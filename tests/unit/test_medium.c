/* The medium of cells (systems/medium.h): cells that are told to be uniform are so at each of the points that are
 * looked at in a cell that is cut, and few uniform ones are not told. Random media. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "systems/medium.h"

enum { MOST = 4, MEDIA = 250, CELLS = 40 };

static double between(double lower, double upper)
{
    return lower + (upper - lower) * (rand() / (RAND_MAX + 1.0));
}

/* `any`: of all shapes, at any angle. */
static struct taub_config_body random_body(bool any)
{
    static const double polygon[18] = {0, 0, 0, 0.4, 0.1, 0, 0.1, 0.1, 0.2, 0.2, 0.4, 0, -0.3, 0.3, 0.1, 0, 0.2, 0.3};
    struct taub_config_body self;
    memset(&self, 0, sizeof self);
    self.kind = (enum taub_body)(rand() % (any ? (int)TAUB_BODY_TORUS + 1 : (int)TAUB_BODY_BOX + 1));
    self.radius = between(0.05, 0.6);
    self.tip_radius = between(0, 0.6);
    self.tube_radius = between(0.05, 0.3);
    self.height = between(0.1, 1);
    self.height_given = self.kind == TAUB_BODY_CONE || rand() % 2;
    self.axis_given = rand() % 2;
    self.angle = between(-180, 180);
    self.vertices = (struct taub_reals){18, polygon};
    self.lower_given = self.kind == TAUB_BODY_BOX || rand() % 2;
    self.upper_given = self.kind == TAUB_BODY_BOX || rand() % 2;
    for (int a = 0; a < 3; a++) {
        self.center[a] = between(-1, 1);
        self.size[a] = between(0.1, 1);
        self.axis[a] = between(-1, 1);
        self.lower[a] = between(-1, 0.5);
        self.upper[a] = self.lower[a] + between(0, 1);
    }
    return self;
}

/* `parts`: two bodies that cut it. */
static struct taub_config_inclusion random_inclusion(int number, bool any, struct taub_config_body *parts)
{
    struct taub_config_inclusion self;
    memset(&self, 0, sizeof self);
    self.body = random_body(any);
    self.permittivity = 2 + number;
    self.permeability = 1;
    for (int n = 0; n < 2 && any; n++)
        parts[n] = random_body(true);
    self.body.within = (struct taub_bodies){any && rand() % 4 == 0, parts};
    self.body.without = (struct taub_bodies){any && rand() % 2, parts + 1};
    return self;
}

/* Whether the medium and its poles are those of one point at all points of a cell. */
static bool same_at_points(const struct taub_config *config, const double center[3], const double spacing[3],
                           const bool active[3])
{
    double first[TAUB_MEDIUM_NUMBERS], here[TAUB_MEDIUM_NUMBERS];
    taub_medium_at(config, NULL, center, first);
    for (int n = 0; n < TAUB_MEDIUM_MOST_POINTS; n++) {
        const int at[3] = {n % TAUB_MEDIUM_POINTS, n / TAUB_MEDIUM_POINTS % TAUB_MEDIUM_POINTS,
                           n / (TAUB_MEDIUM_POINTS * TAUB_MEDIUM_POINTS)};
        double x[3];
        for (int a = 0; a < 3; a++)
            x[a] = center[a] + ((at[a] + 0.5) / TAUB_MEDIUM_POINTS - 0.5) * (active[a] ? spacing[a] : 0);
        taub_medium_at(config, NULL, x, here);
        if (memcmp(here, first, sizeof here) != 0 ||
            taub_medium_poles_at(config, x) != taub_medium_poles_at(config, center))
            return false;
    }
    return true;
}

static void check_cells(bool any, double least)
{
    static struct taub_config config;
    struct taub_config_inclusion inclusions[MOST];
    struct taub_config_body parts[2 * MOST];
    double cuts[3], pieces[8];
    int uniform = 0, told = 0;
    srand(1);
    for (int n = 0; n < MEDIA; n++) {
        const bool active[3] = {true, rand() % 4 > 0, rand() % 2 > 0};
        memset(&config, 0, sizeof config);
        config.medium.permittivity = config.medium.permeability = 1;
        config.medium.inclusions.count = rand() % (MOST + 1);
        config.medium.inclusions.list = inclusions;
        for (int i = 0; i < config.medium.inclusions.count; i++)
            inclusions[i] = random_inclusion(i, any, &parts[2 * i]);
        for (int a = 0; a < 3; a++) {
            cuts[a] = between(-1, 1);
            config.medium.cuts[a].count = rand() % 2;
            config.medium.cuts[a].list = &cuts[a];
        }
        for (int p = 0; p < 8; p++)
            pieces[p] = 10 + p;
        config.medium.permittivities.count = 8;
        config.medium.permittivities.list = pieces;
        for (int c = 0; c < CELLS; c++) {
            const double width = pow(10, between(-2, -0.5)), spacing[3] = {width, between(0.5, 2) * width, width};
            const double center[3] = {between(-1, 1), between(-1, 1), between(-1, 1)};
            const bool is = taub_medium_is_uniform(&config, center, spacing, active);
            const bool same = same_at_points(&config, center, spacing, active);
            assert_true(same || !is);
            uniform += same;
            told += is;
        }
    }
    /* not told: cells that a surface cuts between their points, or at a corner that lies outside of a body's box */
    printf("%d of %d uniform cells are told\n", told, uniform);
    assert_true(uniform > MEDIA * CELLS / 2 && told > least * uniform);
}

static void uniform_cells_are_uniform(void **state)
{
    (void)state;
    check_cells(false, 0.95);
}

static void those_of_bodies_at_any_angle_are(void **state)
{
    (void)state;
    check_cells(true, 0.9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(uniform_cells_are_uniform),
                                       cmocka_unit_test(those_of_bodies_at_any_angle_are)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
