/* The pointwise functions of conservation elements, compiled for the host: changes of fluxes against differences,
 * what shares add up to, mirrors, admissible states, weights. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/cese.h"

static const struct cese_kernels *const all[] = {&cese_euler_1d, &cese_euler_2d_tau, &cese_srhd_2d};
enum { KERNELS = 3, TRIES = 2000 };

static uint64_t seed = 1;

static double random_in(double lower, double upper)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return lower + (upper - lower) * (double)(seed >> 11) / 9007199254740992.0;
}

static int relativistic(const struct cese_kernels *kernels)
{
    return strncmp(kernels->name, "srhd", 4) == 0;
}

/* Densities and pressures over four decades; Mach numbers and Lorentz factors of a few. */
static void random_primitive(const struct cese_kernels *kernels, double q[5])
{
    const double density = pow(10.0, random_in(-2.0, 2.0)), pressure = pow(10.0, random_in(-2.0, 2.0));
    q[0] = density;
    for (int a = 1; a < 4; a++)
        q[a] = random_in(-3.0, 3.0);
    q[4] = pressure;
    if (relativistic(kernels)) { /* (e, u, n) with p = 0.4 (e - n) */
        q[0] = density + pressure / 0.4;
        q[4] = density;
    }
}

static void random_state(const struct cese_kernels *kernels, double u[5])
{
    double q[5];
    random_primitive(kernels, q);
    kernels->conserved(q, u);
}

static void random_change(const double u[5], double scale, double du[5])
{
    for (int c = 0; c < 5; c++)
        du[c] = scale * random_in(-1.0, 1.0) * (c == 0 || c == 4 ? u[c] : fabs(u[c]) + 0.1 * u[0]);
}

/* Against central differences of state and flux along a line of primitive states, extrapolated to vanishing steps. */
static void changes_are_derivatives(void **state)
{
    (void)state;
    for (int n = 0; n < KERNELS; n++)
        for (int t = 0; t < TRIES; t++) {
            const struct cese_kernels *kernels = all[n];
            const int axis = t % 3;
            double q[5], u[5], df[5], du[5], d[2][2][5], slowest, fastest, size = 0.0;
            double direction[5];
            random_primitive(kernels, q);
            /* a cold gas has less internal energy than anything else */
            const double least = fmin(fmin(q[0], q[4]), relativistic(kernels) ? q[0] - q[4] : q[4]);
            kernels->conserved(q, u);
            for (int c = 0; c < 5; c++)
                direction[c] = 1e-3 * random_in(-1.0, 1.0) * (c == 0 || c == 4 ? least : 1.0);
            for (int step = 0; step < 2; step++) {
                double ends[2][2][5];
                for (int side = 0; side < 2; side++) {
                    double there[5];
                    for (int c = 0; c < 5; c++)
                        there[c] = q[c] + (side ? 1.0 : -1.0) * (step ? 0.5 : 1.0) * direction[c];
                    kernels->conserved(there, ends[side][0]);
                    kernels->flux(ends[side][0], axis, ends[side][1], &slowest, &fastest);
                }
                for (int what = 0; what < 2; what++)
                    for (int c = 0; c < 5; c++)
                        d[step][what][c] = (ends[1][what][c] - ends[0][what][c]) / (step ? 1.0 : 2.0);
            }
            for (int c = 0; c < 5; c++)
                du[c] = (4.0 * d[1][0][c] - d[0][0][c]) / 3.0;
            kernels->flux_jacobian_product(u, du, axis, df);
            for (int c = 0; c < 5; c++)
                size = fmax(size, fmax(fabs(df[c]), fabs(du[c])));
            for (int c = 0; c < 5; c++)
                assert_true(fabs(df[c] - (4.0 * d[1][1][c] - d[0][1][c]) / 3.0) <= 1e-6 * size);
        }
}

static void random_element(const struct cese_kernels *kernels, double scale, double u[5], double s[2][5], double k[2])
{
    double per[2] = {1.0, random_in(0.3, 1.0)}, rate;
    random_state(kernels, u);
    for (int a = 0; a < 2; a++)
        random_change(u, scale, s[a]);
    rate = kernels->rate(u, per);
    for (int a = 0; a < 2; a++)
        k[a] = 0.5 * per[a] / rate;
}

/* Whatever the slopes are, so that nothing is lost or made; also where slopes are given up. */
static void shares_add_up(void **state)
{
    (void)state;
    for (int n = 0; n < KERNELS; n++)
        for (int t = 0; t < TRIES; t++) {
            const struct cese_kernels *kernels = all[n];
            const int corners = 1 << kernels->axes;
            double u[5], s[2][5], k[2], share[4][5], ahead[5];
            random_element(kernels, t % 2 ? 0.2 : 3.0, u, s, k);
            const int given_up = kernels->element(u, (const double(*)[5])s, k, share, ahead);
            double largest = 0.0; /* the second time the state is the sum of the first shares */
            for (int again = 0; again <= given_up; again++) {
                for (int c = 0; c < 5; c++) {
                    double sum = 0.0, size = 0.0;
                    for (int corner = 0; corner < corners; corner++) {
                        sum += share[corner][c];
                        size += fabs(share[corner][c]);
                    }
                    largest = fmax(largest, size);
                    assert_true(fabs(sum - u[c]) <= 8.0 * DBL_EPSILON * fmax(largest, fabs(u[c])));
                }
                if (given_up)
                    kernels->first_order(k, share, ahead);
            }
        }
}

/* Up to the largest time step that the rate allows, also between states of very different kinds. */
static void first_order_is_admissible(void **state)
{
    (void)state;
    int given_up = 0, kept = 0;
    for (int n = 0; n < KERNELS; n++)
        for (int t = 0; t < TRIES; t++) {
            const struct cese_kernels *kernels = all[n];
            double u[5], s[2][5], k[2], share[4][5], ahead[5];
            random_element(kernels, 2.0, u, s, k);
            const int status = kernels->element(u, (const double(*)[5])s, k, share, ahead);
            given_up += status;
            kept += !status;
            if (status)
                kernels->first_order(k, share, ahead);
            for (int corner = 0; corner < 1 << kernels->axes; corner++)
                assert_true(kernels->admissible(share[corner]));
        }
    assert_true(given_up > 100);
    assert_true(kept > 100);
}

/* Equal elements without slopes stay as they are, at any time step. */
static void rest_stays(void **state)
{
    (void)state;
    for (int n = 0; n < KERNELS; n++)
        for (int t = 0; t < TRIES; t++) {
            const struct cese_kernels *kernels = all[n];
            double u[4][5], s[4][2][5], k[2], un[5], sn[2][5];
            memset(s, 0, sizeof s);
            random_element(kernels, 0.0, u[0], s[0], k);
            for (int corner = 1; corner < 4; corner++)
                memcpy(u[corner], u[0], sizeof u[0]);
            kernels->new_element((const double(*)[5])u, (const double(*)[2][5])s, k, un, sn);
            for (int c = 0; c < 5; c++) {
                double size = 0.0;
                for (int b = 0; b < 5; b++)
                    size += fabs(u[0][b]);
                assert_true(fabs(un[c] - u[0][c]) <= 1e-13 * size);
                for (int a = 0; a < kernels->axes; a++)
                    assert_true(fabs(sn[a][c]) <= 1e-12 * size);
            }
        }
}

/* Exact mirror images across each axis give exact mirror images, and exchanged axes give exchanged ones, to the bit. */
static void mirrors(void **state)
{
    (void)state;
    for (int n = 0; n < KERNELS; n++)
        for (int t = 0; t < TRIES; t++) {
            const struct cese_kernels *kernels = all[n];
            const int axes = kernels->axes, corners = 1 << axes, axis = t % axes;
            double u[4][5], s[4][2][5], um[4][5], sm[4][2][5], k[2], un[5], sn[2][5], unm[5], snm[2][5];
            for (int corner = 0; corner < corners; corner++)
                random_element(kernels, 0.3, u[corner], s[corner], k);
            for (int corner = 0; corner < corners; corner++)
                for (int c = 0; c < 5; c++) {
                    const double sign = c == 1 + axis ? -1.0 : 1.0;
                    um[corner ^ 1 << axis][c] = sign * u[corner][c];
                    for (int a = 0; a < axes; a++)
                        sm[corner ^ 1 << axis][a][c] = (a == axis ? -sign : sign) * s[corner][a][c];
                }
            kernels->new_element((const double(*)[5])u, (const double(*)[2][5])s, k, un, sn);
            kernels->new_element((const double(*)[5])um, (const double(*)[2][5])sm, k, unm, snm);
            for (int c = 0; c < 5; c++) {
                const double sign = c == 1 + axis ? -1.0 : 1.0;
                assert_true(unm[c] == sign * un[c]);
                for (int a = 0; a < axes; a++)
                    assert_true(snm[a][c] == (a == axis ? -sign : sign) * sn[a][c]);
            }
        }
}

static void weights(void **state)
{
    (void)state;
    for (int n = 0; n < KERNELS; n++)
        for (int t = 0; t < TRIES; t++) {
            const struct cese_kernels *kernels = all[n];
            const double a = random_in(-1.0, 1.0) * pow(10.0, random_in(-20.0, 20.0));
            const double b = t % 5 ? a * random_in(-3.0, 3.0) : random_in(-1.0, 1.0);
            const double value = kernels->weighted(a, b);
            assert_true(value >= fmin(a, b) - 1e-12 * fabs(a) && value <= fmax(a, b) + 1e-12 * fabs(b));
            assert_true(kernels->weighted(b, a) == value);
            assert_true(kernels->weighted(-b, -a) == -value);
            assert_true(fabs(kernels->weighted(a, a) - a) <= 1e-15 * fabs(a));
            /* the smaller one counts more */
            assert_true(fabs(value) <= fmax(fabs(0.5 * (a + b)), fmin(fabs(a), fabs(b))) + 1e-12 * fabs(a));
        }
    for (int n = 0; n < KERNELS; n++) {
        assert_true(all[n]->weighted(0.0, 0.0) == 0.0);
        assert_true(fabs(all[n]->weighted(0.0, 3.0)) <= (all[n]->tau ? 0.04 : 0.0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_derivatives),
        cmocka_unit_test(shares_add_up),
        cmocka_unit_test(first_order_is_admissible),
        cmocka_unit_test(rest_stays),
        cmocka_unit_test(mirrors),
        cmocka_unit_test(weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
