/* Checks of geometry/isosurface.h in the number of dimensions that TAUB_SURFACE_AXES says, on lattices of numbers. */
#ifndef TAUB_TEST_SURFACE_CHECKS_H
#define TAUB_TEST_SURFACE_CHECKS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#define TAUB_SINGLE 0
#define TAUB_MIXED 0
#define TAUB_STRICT 1
#include "dialect.h"

#include "geometry/isosurface.h"

/* A lattice of `nodes` to each side, the last axis fastest. */
struct lattice {
    int nodes;
    double *value;
};

static size_t power(int base, int exponent)
{
    size_t out = 1;
    for (int n = 0; n < exponent; n++)
        out *= (size_t)base;
    return out;
}

static struct lattice lattice_of(int nodes, double (*f)(const double x[SURFACE_D], const void *user), const void *user)
{
    struct lattice out = {nodes, malloc(power(nodes, SURFACE_D) * sizeof(double))};
    for (size_t n = 0; n < power(nodes, SURFACE_D); n++) {
        double x[SURFACE_D];
        for (size_t a = SURFACE_D, rest = n; a-- > 0; rest /= (size_t)nodes)
            x[a] = (double)(rest % (size_t)nodes);
        out.value[n] = f(x, user);
    }
    return out;
}

/* The cell with this first node; x: its place. False at the upper ends, where there is none. */
static int cell_at(const struct lattice *lattice, size_t n, struct surface_cell *cell, double x[SURFACE_D])
{
    int inside = 1;
    for (size_t a = SURFACE_D, rest = n; a-- > 0; rest /= (size_t)lattice->nodes) {
        x[a] = (double)(rest % (size_t)lattice->nodes);
        inside &= x[a] < lattice->nodes - 1;
    }
    for (int corner = 0; corner < SURFACE_CORNERS && inside; corner++) {
        size_t at = 0;
        for (int a = 0; a < SURFACE_D; a++)
            at = at * (size_t)lattice->nodes + (size_t)x[a] + ((size_t)corner >> a & 1);
        cell->value[corner] = lattice->value[at];
    }
    return inside;
}

struct sums {
    int elements, most;                       /* in all, in one cell */
    double normal[SURFACE_D], size, outwards; /* the last: of (centroid - middle).normal */
};

static struct sums add_up(const struct lattice *lattice, const double middle[SURFACE_D])
{
    struct sums out = {0};
    for (size_t n = 0; n < power(lattice->nodes, SURFACE_D); n++) {
        struct surface_cell cell;
        struct surface_element found[SURFACE_MOST];
        double x[SURFACE_D];
        if (!cell_at(lattice, n, &cell, x))
            continue;
        const int count = surface_elements_of(&cell, found);
        assert_in_range(count, 0, SURFACE_MOST);
        out.elements += count;
        out.most = count > out.most ? count : out.most;
        for (int e = 0; e < count; e++)
            for (int a = 0; a < SURFACE_D; a++) {
                assert_true(found[e].centroid[a] >= 0.0 && found[e].centroid[a] <= 1.0);
                out.normal[a] += found[e].normal[a];
                out.size += fabs(found[e].normal[a]);
                out.outwards += (x[a] + found[e].centroid[a] - middle[a]) * found[e].normal[a];
            }
    }
    return out;
}

static double random_number(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

/* Random numbers inside, low on the outside. */
static double noise(const double x[SURFACE_D], const void *user)
{
    const int last = *(const int *)user - 1;
    static uint64_t state = 2025;
    const double value = random_number(&state) - 0.5;
    for (int a = 0; a < SURFACE_D; a++)
        if (x[a] == 0.0 || x[a] == last)
            return -0.3;
    return value;
}

/* With noise nearly every face is ambiguous somewhere; the surface is closed all the same. */
static void test_closed(void **state)
{
    const double middle[SURFACE_D] = {0.0};
    (void)state;
    const int nodes = SURFACE_D == 3 ? 24 : 11;
    struct lattice lattice = lattice_of(nodes, noise, &nodes);
    const struct sums sums = add_up(&lattice, middle);
    assert_true(sums.elements > 1000 && sums.most > 2);
    for (int a = 0; a < SURFACE_D; a++)
        assert_true(fabs(sums.normal[a]) < 1e-14 * sums.size);
    free(lattice.value);
}

static double plane(const double x[SURFACE_D], const void *user)
{
    const double *a = user;
    double out = a[SURFACE_D];
    for (int n = 0; n < SURFACE_D; n++)
        out += a[n] * x[n];
    return out;
}

/* Of a linear function every normal is minus its gradient, and each column of cells along the first axis has its share
 * of the area. */
static void test_plane(void **state)
{
    static const double slopes[4][5] = {{1.0, 0.3, -0.2, 0.0, 0.0},
                                        {-1.0, 0.11, 0.23, 0.31, 0.0},
                                        {2.0, -0.7, 0.45, -0.2, 0.0},
                                        {-1.0, 0.0, 0.0, 0.0, 0.0}};
    const int nodes = 9;
    (void)state;
    for (int s = 0; s < 4; s++) {
        double a[SURFACE_D + 1], total = 0.0;
        for (int n = 0; n < SURFACE_D; n++)
            a[n] = slopes[s][n];
        a[SURFACE_D] = 0.0;
        for (int n = 0; n < SURFACE_D; n++)
            a[SURFACE_D] -= a[n] * (4.03 + 0.01 * n); /* through the middle */
        struct lattice lattice = lattice_of(nodes, plane, a);
        for (size_t at = 0; at < power(nodes, SURFACE_D); at++) {
            struct surface_cell cell;
            struct surface_element found[SURFACE_MOST];
            double x[SURFACE_D];
            if (!cell_at(&lattice, at, &cell, x))
                continue;
            const int count = surface_elements_of(&cell, found);
            assert_in_range(count, 0, 1);
            if (count == 0)
                continue;
            for (int n = 1; n < SURFACE_D; n++)
                assert_true(fabs(found[0].normal[n] * a[0] - found[0].normal[0] * a[n]) < 1e-14);
            assert_true(found[0].normal[0] * a[0] <= 0.0);
            total += found[0].normal[0];
            /* the centroid is on the plane */
            double level = a[SURFACE_D];
            for (int n = 0; n < SURFACE_D; n++)
                level += a[n] * (x[n] + found[0].centroid[n]);
            assert_true(fabs(level) < 1e-13);
        }
        assert_true(fabs(fabs(total) - (double)power(nodes - 1, SURFACE_D - 1)) < 1e-10);
        free(lattice.value);
    }
}

static double ball(const double x[SURFACE_D], const void *user)
{
    const double *middle = user, radius = middle[SURFACE_D];
    double squared = 0.0;
    for (int a = 0; a < SURFACE_D; a++)
        squared += (x[a] - middle[a]) * (x[a] - middle[a]);
    return radius * radius - squared;
}

/* A ball: closed, and by Gauss' theorem with a volume that converges at second order. */
static void test_ball(void **state)
{
    const double pi = 3.14159265358979323846, unit = SURFACE_D == 3 ? 4.0 * pi / 3.0 : pi * pi / 2.0;
    double errors[2], expected = 0.0;
    (void)state;
    for (int n = 0; n < 2; n++) {
        const int nodes = (n == 0 ? 12 : 23);
        double middle[SURFACE_D + 1];
        for (int a = 0; a < SURFACE_D; a++)
            middle[a] = 0.5 * (nodes - 1) + 0.04 * a;
        middle[SURFACE_D] = 0.4 * (nodes - 1);
        struct lattice lattice = lattice_of(nodes, ball, middle);
        const struct sums sums = add_up(&lattice, middle);
        for (int a = 0; a < SURFACE_D; a++)
            assert_true(fabs(sums.normal[a]) < 1e-14 * sums.size);
        /* between nodes r^2 is 1/6 higher on average for each axis: the radius is D/(12 r) too small */
        expected = SURFACE_D * SURFACE_D / (12.0 * middle[SURFACE_D] * middle[SURFACE_D]);
        errors[n] = fabs(sums.outwards / SURFACE_D / (unit * pow(middle[SURFACE_D], SURFACE_D)) - 1.0);
        free(lattice.value);
    }
    print_message("relative errors of the volume of a ball: %.3g, with cells of half the size %.3g\n", errors[0],
                  errors[1]);
    assert_true(fabs(errors[1] / expected - 1.0) < 0.05);
    assert_true(log2(errors[0] / errors[1]) > 1.8);
}

/* Corners that are high and low in turn: as many pieces as there can be when the centres are low, and when they are
 * high; what is high and what is low can be exchanged. */
static void test_most(void **state)
{
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        struct surface_cell cell;
        struct surface_element found[SURFACE_MOST];
        for (int corner = 0; corner < SURFACE_CORNERS; corner++) {
            int parity = 0;
            for (int a = 0; a < SURFACE_D; a++)
                parity ^= corner >> a & 1;
            cell.value[corner] = sign * ((parity ? -1.0 : 1.0) - 0.25);
        }
        assert_int_equal(surface_elements_of(&cell, found), SURFACE_MOST);
        for (int e = 0; e < SURFACE_MOST; e++)
            for (int a = 0; a < SURFACE_D; a++)
                assert_true(fabs(found[e].normal[a]) > 0.0);
    }
}

static void test_exchange(void **state)
{
    uint64_t seed = 7;
    (void)state;
    for (int n = 0; n < 20000; n++) {
        struct surface_cell cell, other;
        struct surface_element found[SURFACE_MOST], back[SURFACE_MOST];
        for (int corner = 0; corner < SURFACE_CORNERS; corner++) {
            cell.value[corner] = random_number(&seed) - 0.5;
            other.value[corner] = -cell.value[corner];
        }
        const int count = surface_elements_of(&cell, found);
        assert_int_equal(surface_elements_of(&other, back), count);
        for (int a = 0; a < SURFACE_D; a++) {
            double sum = 0.0;
            for (int e = 0; e < count; e++)
                sum += found[e].normal[a] + back[e].normal[a];
            assert_true(fabs(sum) < 1e-14);
        }
    }
}

static int surface_tests(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_closed), cmocka_unit_test(test_plane),
                                       cmocka_unit_test(test_ball), cmocka_unit_test(test_most),
                                       cmocka_unit_test(test_exchange)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
