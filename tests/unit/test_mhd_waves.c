/* Amplitudes of the waves of magnetohydrodynamics along an axis: the way back, and that each amplitude by itself is a
 * wave with its speed, for all states where speeds coincide, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#define TAUB_SINGLE 0
#define TAUB_STRICT 1
#define TAUB_VARIABLES 2
#define TAUB_EOS_GAMMA (5.0 / 3.0)
#define TAUB_SCALARS 1
#define TAUB_EOS_MASS 1.0

#include "eos/gamma_law.h"

#include "dialect.h"
#include "strict_math.h"

#include "eos/ideal_gas.h"
#include "systems/mhd.h"

#include "systems/mhd_derivatives.h"

enum { N = SYSTEM_COMPONENTS, STATES = 4000 };

static double between(double a, double b)
{
    return a + (b - a) * (rand() / (double)RAND_MAX);
}

/* Fields from none to a beta of about 1e-6, along or across the axis only in every third state, and such that the
 * Alfven speed along the axis is the speed of sound. */
static void random_state(int n, int axis, double u[N])
{
    double q[N] = {
        pow(10, between(-2, 2)), between(-2, 2), between(-2, 2), between(-2, 2), pow(10, between(-2, 2)), 0, 0, 0,
        between(-1, 1)};
    const double strength = n % 7 == 0 ? 0 : sqrt(q[4]) * pow(10, between(-4, 3));
    for (int a = 0; a < 3; a++)
        q[5 + a] = strength * between(-1, 1);
    if (n % 3 == 1)
        q[5 + (axis + 1) % 3] = q[5 + (axis + 2) % 3] = 0;
    if (n % 3 == 2)
        q[5 + axis] = 0;
    if (n % 12 == 1)
        q[5 + axis] = sqrt(TAUB_EOS_GAMMA * q[4]);
    conserved_of_primitive(eos_of_tables(NULL), q, u);
}

static double size_of(const double u[N], int c)
{
    return sqrt(variation_unit2(u, c));
}

static void test_there_and_back(void **state)
{
    (void)state;
    for (int n = 0; n < STATES; n++) {
        const int axis = n % 3;
        double u[N], d[N], w[N], back[N];
        random_state(n, axis, u);
        /* what the pressure loses by the difference from the energy */
        const double lost = u[4] / (gas_of(u).pressure / (TAUB_EOS_GAMMA - 1));
        for (int c = 0; c < N; c++)
            d[c] = between(-1, 1) * size_of(u, c);
        local_of_conserved(gas_of(u), u, axis, d, w);
        conserved_of_local(gas_of(u), u, axis, w, back);
        for (int c = 0; c < N; c++)
            assert_true(fabs(back[c] - d[c]) <= 200 * DBL_EPSILON * lost * size_of(u, c));
    }
}

/* f'(u) r = lambda r, r from one amplitude, with the speeds of the fast, Alfven and slow waves from their formulas. */
static void test_each_amplitude_is_a_wave(void **state)
{
    (void)state;
    for (int n = 0; n < STATES; n++) {
        const int axis = n % 3, p = (axis + 1) % 3, q = (axis + 2) % 3;
        double u[N];
        random_state(n, axis, u);
        const struct gas gas = gas_of(u);
        const double fast = gas_fast_speed(gas, u, axis), alfven = fabs(u[5 + axis]) / sqrt(u[0]);
        const double slow = sqrt(TAUB_EOS_GAMMA * gas.pressure / u[0]) * alfven / fast, v = gas.v[axis];
        const struct {
            int at;
            double speed;
        } waves[] = {{0, v - fast},     {4, v + fast},       {1 + axis, v},       {1 + p, v - slow},
                     {5 + p, v + slow}, {1 + q, v - alfven}, {5 + q, v + alfven}, {8, v}};
        for (size_t k = 0; k < sizeof waves / sizeof *waves; k++) {
            double one[N] = {0}, r[N], df[N] = {0};
            /* an amplitude as large as the speed that carries it */
            one[waves[k].at] = waves[k].at == 1 + axis ? u[0] : waves[k].at == 8 ? 1 : fast;
            conserved_of_local(gas, u, axis, one, r);
            subtract_flux_jacobian_product(gas, u, r, axis, df);
            for (int c = 0; c < N; c++)
                assert_true(fabs(-df[c] - waves[k].speed * r[c]) <=
                            1e-12 * (fabs(v) + fast) * (size_of(u, c) + fabs(r[c])));
        }
    }
}

/* No amplitude grows: what is orthogonal for the waves bounds them by the change of the state. */
static void test_amplitudes_are_bounded(void **state)
{
    (void)state;
    for (int n = 0; n < STATES; n++) {
        const int axis = n % 3;
        double u[N], d[N] = {0}, w[N], sum = 0, expected = 0, given[N];
        random_state(n, axis, u);
        const struct gas gas = gas_of(u);
        const double sound = sqrt(TAUB_EOS_GAMMA * gas.pressure / u[0]);
        for (int c = 0; c < N; c++)
            given[c] = c == 0 || c > 7 || c == 5 + axis ? 0 : between(-1, 1);
        /* velocity, pressure and field that have the energies (dv^2 + (dp/(rho a))^2 + dB^2/rho)/2 */
        const double root = sqrt(u[0]);
        d[4] = given[4] * u[0] * sound / (TAUB_EOS_GAMMA - 1);
        for (int a = 0; a < 3; a++) {
            d[1 + a] = u[0] * given[1 + a];
            d[5 + a] = root * given[5 + a];
            d[4] += u[1 + a] * given[1 + a] + u[5 + a] * d[5 + a];
        }
        for (int c = 1; c < 8; c++)
            expected += given[c] * given[c];
        local_of_conserved(gas, u, axis, d, w);
        for (int c = 0; c < 8; c++)
            sum += c == 1 + axis || c == 5 + axis ? 0 : 2 * w[c] * w[c];
        const double lost = u[4] / (gas.pressure / (TAUB_EOS_GAMMA - 1)) + u[4] / (u[0] * sound * sound);
        assert_true(fabs(sum - expected) <= 100 * DBL_EPSILON * lost * expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_each_amplitude_is_a_wave),
        cmocka_unit_test(test_amplitudes_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
