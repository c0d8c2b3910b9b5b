/* Relativistic magnetohydrodynamics pointwise: recovery of extreme states, fluxes, derivatives, signal speeds, what
 * keeps density and pressure positive. Included by test_srmhd*.c in double and single precision (SRMHD_SINGLE), for
 * adiabatic indices to 5/3 and to 2 (SRMHD_SOFT), which the number of Newton's steps depends on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#define TAUB_SINGLE SRMHD_SINGLE
#define TAUB_STRICT 1
#define TAUB_SCALARS 1
static double gamma_now = 5.0 / 3.0;
#define TAUB_EOS_GAMMA gamma_now
#define TAUB_EOS_MASS 1.0

#include "eos/gamma_law.h"
#undef TAUB_EOS_SOFT
#define TAUB_EOS_SOFT SRMHD_SOFT

#include "dialect.h"
#include "strict_math.h"

#include "eos/ideal_gas.h"

#include "systems/srmhd.h"

#include "systems/srmhd_derivatives.h"

enum { N = SYSTEM_COMPONENTS };
static const double rounding = SRMHD_SINGLE ? FLT_EPSILON : DBL_EPSILON;

static uint64_t seed = 1;
static double between(double low, double high)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(seed >> 11) / 9007199254740992.0;
}

static void random_direction(double n[3])
{
    double length = 0;
    for (int a = 0; a < 3; a++) {
        n[a] = between(-1, 1);
        length += n[a] * n[a];
    }
    for (int a = 0; a < 3; a++)
        n[a] /= sqrt(length);
}

struct range {
    double lorentz_factor, sigma[2], temperature[2]; /* W at most; powers of ten of b^2/rho and of p/rho */
};

/* W - 1 from 1e-6 on; every fourth state has its field along the flow, almost or altogether, or across it. */
static void random_state(struct range range, real q[N])
{
    double motion[3], field[3];
    const double density = pow(10, between(-6, 6)), less = pow(10, between(-6, log10(range.lorentz_factor - 1)));
    const double w = 1 + less, u = sqrt(less * (w + 1)), sigma = pow(10, between(range.sigma[0], range.sigma[1]));
    random_direction(motion);
    random_direction(field);
    const int kind = (int)between(0, 12);
    double along = 0, length = 0;
    for (int a = 0; a < 3; a++)
        along += motion[a] * field[a];
    for (int a = 0; a < 3; a++) {
        if (kind == 0)
            field[a] = motion[a];
        else if (kind == 1)
            field[a] = motion[a] + 1e-5 * field[a];
        else if (kind == 2)
            field[a] -= along * motion[a];
        length += field[a] * field[a];
    }
    along = 0;
    for (int a = 0; a < 3; a++) {
        field[a] /= sqrt(length);
        along += field[a] * motion[a] * u / w;
    }
    const double size = sqrt(sigma * density / (1 / (w * w) + along * along));
    q[0] = (real)density;
    q[4] = (real)(density * pow(10, between(range.temperature[0], range.temperature[1])));
    for (int a = 0; a < 3; a++) {
        q[1 + a] = (real)(u * motion[a]);
        q[5 + a] = (real)(size * field[a]);
    }
    q[8] = (real)between(0, 1);
}

static const double gammas[4] = {4.0 / 3.0, 1.4, 5.0 / 3.0, SRMHD_SOFT ? 1.01 : 2.0};

/* The gas of a primitive state, without recovery. */
static struct gas true_gas(const real q[N])
{
    struct gas gas;
    const real w = lorentz_factor_of(q);
    const struct moving_field moving = moving_field_of(q);
    for (int a = 0; a < 3; a++)
        gas.v[a] = q[1 + a] / w;
    gas.pressure = q[4];
    gas.over_w = 1 / w;
    gas.flow = moving.enthalpy * w * w;
    gas.field2 = dot3(q + SYSTEM_FIELD, q + SYSTEM_FIELD);
    gas.per_flow = 1 / gas.flow;
    gas.per_total = 1 / (gas.flow + gas.field2);
    gas.v_dot_b = moving.v_dot_b;
    gas.total_pressure = q[4] + moving.field2 / 2;
    gas.per_density = 1 / (q[0] * w);
    return gas;
}

/* What a rounding of each of D, S, tau and B does to the pressure, and to W v: sums of |derivative| |component|. */
static void conditions(const real q[N], const real u[N], double *pressure, double *motion)
{
    const struct gas gas = true_gas(q);
    const double w = lorentz_factor_of(q);
    *pressure = (double)q[4];
    *motion = w;
    for (int c = 0; c < GAS_COMPONENTS; c++) {
        real g[N] = {0};
        g[c] = u[c];
        const struct gas_change change = gas_change_of(gas, flow_share_of(gas, u), u, g);
        double size = 0;
        for (int a = 0; a < 3; a++)
            size += fabs((double)change.v[a]);
        *pressure += fabs((double)change.pressure);
        *motion += w * size + w * w * w * fabs((double)change.v_dv);
    }
}

/* The pressure is at least 1/64 beyond what rounding moves. */
static int is_known(const real q[N], const real u[N])
{
    double pressure, motion;
    conditions(q, u, &pressure, &motion);
    return 64 * rounding * pressure < (double)q[4];
}

static void check_recovery(struct range range, int count)
{
    double worst = 0, worst_motion = 0;
    int known = 0;
    for (int g = 0; g < 4; g++) {
        gamma_now = gammas[g];
        for (int n = 0; n < count; n++) {
            real q[N], u[N], back[N];
            double pressure, motion;
            random_state(range, q);
            conserved_of_primitive(eos_of_tables(NULL), q, u);
            recover_primitive(eos_of_tables(NULL), u, u[0], u[4], back);
            for (int c = 0; c < N; c++)
                assert_true(isfinite(back[c]));
            assert_true(back[0] > 0);
            if (!is_known(q, u))
                continue;
            known++;
            assert_true(state_is_gas(u));
            conditions(q, u, &pressure, &motion);
            worst = fmax(worst, fabs((double)back[4] - (double)q[4]) / pressure);
            for (int a = 0; a < 3; a++)
                worst_motion = fmax(worst_motion, fabs((double)back[1 + a] - (double)q[1 + a]) / motion);
        }
    }
    print_message("%d of %d pressures known; errors of pressure %.1f and W v %.1f roundings times their conditions\n",
                  known, 4 * count, worst / rounding, worst_motion / rounding);
    assert_true(worst < 16 * rounding);
    assert_true(worst_motion < 16 * rounding);
    assert_true(known > (SRMHD_SINGLE ? count / 2 : 3 * count));
    gamma_now = 5.0 / 3.0;
}

/* Lorentz factors up to 100, sigma up to 100 (and 1e4), plasma beta down to 1e-8, densities over twelve decades. */
static void test_recovery(void **state)
{
    (void)state;
    check_recovery((struct range){100, {-8, 2}, {-6, 3}}, 40000);
    check_recovery((struct range){2, {-8, 4}, {-8, 3}}, 40000);
    check_recovery((struct range){100, {1, 4}, {-4, 3}}, 40000);
    check_recovery((struct range){1.0001, {-8, 2}, {-10, 0}}, 20000);
}

#if !SRMHD_SINGLE

/* A reference of twice the digits of a double, by another equation (S. C. Noble et al., Astrophys. J. 641 (2006)
 * 626, the 1D_W scheme): S^2 and S B in place of components along the field and across it, the energy with its rest
 * mass. */
#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 wide;
#else
typedef long double wide;
#endif
static wide wide_root(wide x)
{
    wide root = (wide)sqrt((double)x);
    for (int n = 0; n < 3 && root > 0; n++)
        root = (root + x / root) / 2;
    return root;
}

struct wide_gas {
    wide density, energy, push2, along, field2; /* D, E, S^2, S B, B^2 */
};
/* E of a value of Z less E; the pressure and W there. */
static wide wide_energy(struct wide_gas u, wide z, wide *pressure, wide *lorentz)
{
    const wide total = z + u.field2, sum = u.push2 * z * z + u.along * u.along * (u.field2 + 2 * z);
    const wide v2 = sum / (z * z * total * total);
    const wide root = wide_root(v2 < 1 ? 1 - v2 : (wide)1e-30);
    *lorentz = 1 / root;
    *pressure = (wide)((gamma_now - 1) / gamma_now) * (z * root * root - u.density * root);
    return z - *pressure + u.field2 * (1 + v2) / 2 - u.along * u.along / (2 * z * z) - u.energy;
}
/* The root near Z = `start`, by secants and, where they do not close in, by halves. */
static void wide_recovery(const double u[N], double start, wide *pressure, double motion[3])
{
    struct wide_gas gas = {u[0], (wide)u[4] + u[0], 0, 0, 0};
    for (int a = 0; a < 3; a++) {
        gas.push2 += (wide)u[1 + a] * u[1 + a];
        gas.along += (wide)u[1 + a] * u[5 + a];
        gas.field2 += (wide)u[5 + a] * u[5 + a];
    }
    wide lorentz, before = (wide)start * (1 + (wide)1e-9), z = start;
    wide f_before = wide_energy(gas, before, pressure, &lorentz), f = wide_energy(gas, z, pressure, &lorentz);
    for (int n = 0; n < 12 && f != f_before; n++) {
        const wide next = z - f * (z - before) / (f - f_before);
        before = z;
        f_before = f;
        z = next;
        f = wide_energy(gas, z, pressure, &lorentz);
    }
    for (int a = 0; a < 3; a++)
        motion[a] = (double)(lorentz * (u[1 + a] + gas.along / z * u[5 + a]) / (z + gas.field2));
}

/* Lorentz factors to 1e4 and sigma to 1e5 against that reference for the same densities: wherever they determine the
 * pressure it is recovered, within rounding times its condition, and so is the velocity; where they do not, all that
 * comes is finite. A million states in long tests. */
static void test_extreme_recovery(void **state)
{
    const int count = getenv("TAUB_LONG_TESTS") ? 250000 : 10000;
    const struct range range = {1e4, {-8, 5}, {-6, 3}};
    double worst = 0, worst_motion = 0;
    int known = 0, failed = 0;
    (void)state;
    for (int g = 0; g < 4; g++) {
        gamma_now = gammas[g];
        for (int n = 0; n < count; n++) {
            real q[N], u[N], back[N];
            double pressure, motion, there[3];
            wide exact;
            random_state(range, q);
            conserved_of_primitive(eos_of_tables(NULL), q, u);
            const int status = recover_primitive(eos_of_tables(NULL), u, u[0], u[4], back);
            for (int c = 0; c < N; c++)
                assert_true(isfinite(back[c]));
            assert_true(back[0] > 0);
            if (!is_known(q, u))
                continue;
            known++;
            failed += status != RECOVERY_GOOD || !state_is_gas(u);
            conditions(q, u, &pressure, &motion);
            wide_recovery(u, recovered_trial(u, directions_of(u)).flow, &exact, there);
            worst = fmax(worst, fabs((double)(back[4] - exact)) / pressure);
            for (int a = 0; a < 3; a++)
                worst_motion = fmax(worst_motion, fabs(back[1 + a] - there[a]) / motion);
        }
    }
    print_message(
        "%d of %d pressures known, %d not recovered; errors of pressure %.1f and W v %.1f roundings times their "
        "conditions\n",
        known, 4 * count, failed, worst / rounding, worst_motion / rounding);
    assert_int_equal(failed, 0);
    assert_true(worst < 16 * rounding);
    assert_true(worst_motion < 16 * rounding);
    assert_true(known > count);
    gamma_now = 5.0 / 3.0;
}
#endif

/* Steps beyond the fixed number do not move the pressure. */
static void test_newton_has_arrived(void **state)
{
    const struct range range = {100, {-8, 4}, {-6, 3}};
    double worst = 0;
    (void)state;
    for (int g = 0; g < 4; g++) {
        gamma_now = gammas[g];
        for (int n = 0; n < 20000; n++) {
            real q[N], u[N];
            random_state(range, q);
            conserved_of_primitive(eos_of_tables(NULL), q, u);
            const struct directions to = directions_of(u);
            const struct trial at = recovered_trial(u, to);
            /* bisection between values that bracket the root */
            const double d = (double)u[0];
            double low = 0, high = gamma_now * ((double)u[4] + d), found = (double)at.flow - d;
            low = fmax(low, found * (1 - 1e-3)), high = fmin(high, found * (1 + 1e-3));
            for (int step = 0; step < 60; step++) {
                const double middle = 0.5 * (low + high);
                const struct trial there = trial_at((real)middle, u[0], to);
                const double v2 = (double)to.perp2 * ((double)there.per_total * (double)there.per_total);
                const double value =
                    middle - (double)there.pressure + 0.5 * (double)to.field2 * (1 + v2) - (double)u[4];
                if (value > 0)
                    high = middle;
                else
                    low = middle;
            }
            const double error = fabs(0.5 * (low + high) - found) / found;
            worst = fmax(worst, error * found /
                                    (((double)u[4] + d) * (double)lorentz_factor_of(q) * (double)lorentz_factor_of(q)));
        }
    }
    print_message("flow: %.1f roundings times E W^2 from the root\n", worst / rounding);
    assert_true(worst < 16 * rounding);
    gamma_now = 5.0 / 3.0;
}

/* The flux from the conserved state is that of the primitive one, T^{ij} written with b^mu. */
static void test_flux(void **state)
{
    (void)state;
    for (int n = 0; n < 3000; n++) {
        real q[N], u[N], f[N];
        const int axis = n % 3;
        random_state((struct range){5, {-2, 1}, {-1, 1}}, q);
        conserved_of_primitive(eos_of_tables(NULL), q, u);
        const struct gas gas = gas_of(u);
        gas_flux(gas, u, axis, f);
        const double w = lorentz_factor_of(q), k = gamma_now / (gamma_now - 1);
        double b[4] = {0}, b2 = 0;
        for (int a = 0; a < 3; a++)
            b[0] += (double)q[1 + a] * (double)q[5 + a];
        for (int a = 0; a < 3; a++) {
            b[1 + a] = ((double)q[5 + a] + b[0] * (double)q[1 + a]) / w;
            b2 += b[1 + a] * b[1 + a];
        }
        b2 -= b[0] * b[0];
        const double total = (double)q[0] + k * (double)q[4] + b2, pressure = (double)q[4] + 0.5 * b2;
        const double un = (double)q[1 + axis], bn = b[1 + axis], size = (double)u[4] + (double)u[0];
        double expected[N];
        expected[0] = (double)q[0] * un;
        for (int a = 0; a < 3; a++) {
            expected[1 + a] = total * (double)q[1 + a] * un - b[1 + a] * bn + (a == axis ? pressure : 0);
            expected[5 + a] = b[1 + a] * un - (double)q[1 + a] * bn;
            /* B^i v^n - v^i B^n = b^i u^n - u^i b^n */
        }
        expected[4] = total * w * un - b[0] * bn - expected[0];
        expected[8] = expected[0] * (double)q[8];
        for (int c = 0; c < N; c++)
            assert_true(fabs((double)f[c] - expected[c]) < 3000 * rounding * (size + 1));
    }
}

/* The isotropic bound: exact across the field at rest, never below the exact speed along an axis, never light. */
static void test_speeds(void **state)
{
    (void)state;
    for (int n = 0; n < 20000; n++) {
        real q[N], u[N], slowest, fastest, speeds[3];
        random_state((struct range){100, {-4, 2}, {-3, 3}}, q);
        conserved_of_primitive(eos_of_tables(NULL), q, u);
        if (!is_known(q, u))
            continue;
        const struct gas gas = gas_of(u);
        gas_speeds(gas, n % 3, &slowest, &fastest);
        system_speeds(eos_of_tables(NULL), q, speeds);
        assert_true(fastest <= 1 && slowest >= -1 && slowest <= gas.v[n % 3] && fastest >= gas.v[n % 3]);
        assert_true(fabs((double)real_max(fastest, -slowest) - (double)speeds[n % 3]) < 1e5 * rounding);
    }
}

/* States that are none give numbers, and are told from gases: E is that of the cold gas where the pressure vanishes. */
static void test_states_that_are_none(void **state)
{
    (void)state;
    for (int n = 0; n < 20000; n++) {
        real q[N], u[N], f[N], inner, weight, cold[N];
        random_state((struct range){100, {-4, 2}, {-3, 3}}, q);
        conserved_of_primitive(eos_of_tables(NULL), q, u);
        q[4] = 0;
        conserved_of_primitive(eos_of_tables(NULL), q, cold);
        internal_energy_part(cold, &inner, &weight);
        assert_true(fabs((double)inner) <
                    200 * rounding * ((double)cold[4] + (double)cold[0]) * (SRMHD_SINGLE ? 4 : 1));
        for (int a = 1; a < 4; a++)
            u[a] *= (real)between(1, 30);
        u[0] *= (real)between(-0.2, 1);
        u[4] *= (real)between(-0.2, 1);
        gas_flux(gas_of(u), u, n % 3, f);
        for (int c = 0; c < N - 1; c++)
            assert_true(isfinite(f[c]));
    }
}

/* What a state has beyond the cold gas lies between the bounds that GPUs ask for first. */
static void test_bounds_of_internal_energy(void **state)
{
    (void)state;
    for (int n = 0; n < 100000; n++) {
        real q[N], u[N], inner, weight;
        random_state((struct range){n % 2 ? 100 : 1.1, {-8, 4}, {-6, 3}}, q);
        conserved_of_primitive(eos_of_tables(NULL), q, u);
        u[4] *= (real)between(0.9, 1.5);
        internal_energy_part(u, &inner, &weight);
        assert_true((double)least_internal_energy(u) <= (double)inner + 8 * rounding * (double)u[4]);
        assert_true((double)energy_that_is_enough(u) >= 0.5 * (double)inner);
    }
}

#if !SRMHD_SINGLE

/* What a state has beyond the cold gas is concave: of the mean of two states at least the mean. */
static void test_positivity_is_concave(void **state)
{
    (void)state;
    for (int n = 0; n < 50000; n++) {
        real q[N], one[N], two[N], mean[N], parts[3], weight;
        random_state((struct range){100, {-4, 2}, {-3, 3}}, q);
        conserved_of_primitive(eos_of_tables(NULL), q, one);
        random_state((struct range){100, {-4, 2}, {-3, 3}}, q);
        conserved_of_primitive(eos_of_tables(NULL), q, two);
        const real share = one[4] / (one[4] + two[4]);
        for (int c = 0; c < N; c++)
            mean[c] = one[c] + share * (two[c] - one[c]);
        internal_energy_part(one, &parts[0], &weight);
        internal_energy_part(two, &parts[1], &weight);
        internal_energy_part(mean, &parts[2], &weight);
        assert_true(parts[2] >= parts[0] + share * (parts[1] - parts[0]) - 1e-12 * (one[4] + two[4]));
        assert_true(parts[2] > -1e-12 * (one[4] + two[4]));
    }
}

/* Richardson's derivatives of flux and electric field along a variation, from two steps each. */
static void test_derivatives(void **state)
{
    (void)state;
    double worst[4] = {0};
    for (int n = 0; n < 3000; n++) {
        real q[N], u[N], g[N], product[N], bend[N], f[9][N], e[9];
        const int axis = n % 3, p = (axis + 1) % 3, m = (axis + 2) % 3;
        random_state((struct range){2, {-2, 1}, {-1, 1}}, q);
        conserved_of_primitive(eos_of_tables(NULL), q, u);
        const double size = u[0] + u[4];
        for (int c = 0; c < N; c++)
            g[c] = between(-1, 1) * (c == 0 || c == 8 ? u[0] : c < 5 ? u[4] : sqrt(u[4])) * 0.3;
        const struct gas gas = gas_of(u);
        for (int c = 0; c < N; c++)
            product[c] = bend[c] = 0;
        subtract_flux_jacobian_product(gas, u, g, axis, product);
        /* the step leaves the state a gas */
        real inner, weight;
        internal_energy_part(u, &inner, &weight);
        const double h = 4e-3 * inner / size;
        /* of small variations, and nothing of those that leave no gas */
        real small[N], large[N], none[N];
        for (int c = 0; c < N; c++) {
            small[c] = h * g[c];
            large[c] = c == 0 ? 2 * u[0] : 1e3 / h * g[c];
            none[c] = 0;
        }
        add_flux_second_derivative(gas, u, small, axis, 1.0 / (h * h), bend);
        const double de2 = electric_second_derivative(gas, u, small, p, m) / (h * h);
        add_flux_second_derivative(gas, u, large, axis, 1.0, none);
        assert_true(electric_second_derivative(gas, u, large, p, m) == 0);
        for (int c = 0; c < N; c++)
            assert_true(none[c] == 0);
        for (int s = -4; s <= 4; s++) {
            real there[N];
            for (int c = 0; c < N; c++)
                there[c] = u[c] + s * h * g[c];
            const struct gas gas_there = gas_of(there);
            gas_flux(gas_there, there, axis, f[s + 4]);
            e[s + 4] = electric_of(there, gas_there, p, m);
        }
        double scale1 = 0, scale2 = 0;
        for (int c = 0; c < N; c++) {
            scale1 = fmax(scale1, fabs(product[c]));
            scale2 = fmax(scale2, fabs(bend[c]));
        }
        for (int c = 0; c < N; c++) {
            const double first = (4 * (f[5][c] - f[3][c]) / (2 * h) - (f[6][c] - f[2][c]) / (4 * h)) / 3;
            const double second = (4 * (f[6][c] - 2 * f[4][c] + f[2][c]) / (4 * h * h) -
                                   (f[8][c] - 2 * f[4][c] + f[0][c]) / (16 * h * h)) /
                                  3;
            worst[0] = fmax(worst[0], fabs(first + product[c]) / scale1);
            worst[1] = fmax(worst[1], fabs(second - bend[c]) / (scale2 + 1e-15 * size / (h * h)));
        }
        const double second =
            (4 * (e[6] - 2 * e[4] + e[2]) / (4 * h * h) - (e[8] - 2 * e[4] + e[0]) / (16 * h * h)) / 3;
        worst[2] = fmax(worst[2], fabs(second - de2) / (fabs(de2) + scale2 + 1e-15 * size / (h * h)));
        real local[N], back[N];
        local_of_conserved(gas, u, axis, g, local);
        conserved_of_local(gas, u, axis, local, back);
        for (int c = 0; c < N; c++)
            worst[3] = fmax(worst[3], fabs(back[c] - g[c]) / size);
    }
    print_message("first %.1e, second %.1e, of the electric field %.1e, local variables and back %.1e\n", worst[0],
                  worst[1], worst[2], worst[3]);
    assert_true(worst[0] < 1e-6);
    assert_true(worst[1] < 1e-3);
    assert_true(worst[2] < 1e-3);
    assert_true(worst[3] < 1e-10);
}

/* A replaced field keeps density, velocity and pressure, and so does a field that is added. */
static void test_fields(void **state)
{
    (void)state;
    for (int n = 0; n < 3000; n++) {
        real q[N], u[N], expected[N], plain[N];
        const int axis = n % 3;
        random_state((struct range){10, {-2, 1}, {-1, 1}}, q);
        conserved_of_primitive(eos_of_tables(NULL), q, u);
        const real field[3] = {q[5], q[6], q[7]}, normal = q[5 + axis] * between(-2, 2);
        const double size = u[4] + u[0] + normal * normal;
        q[5 + axis] = normal;
        conserved_of_primitive(eos_of_tables(NULL), q, expected);
        const struct gas changed = gas_with_normal_field(u, axis, normal), whole = gas_of(expected);
        for (int c = 0; c < N; c++)
            assert_true(fabs(u[c] - expected[c]) < 1e-11 * size);
        assert_true(fabs(changed.total_pressure - whole.total_pressure) < 1e-8 * size);
        assert_true(fabs(changed.per_total * (whole.flow + whole.field2) - 1) < 1e-8);
        for (int a = 0; a < 3; a++)
            q[5 + a] = 0;
        conserved_of_primitive(eos_of_tables(NULL), q, plain);
        add_field(field, plain);
        for (int a = 0; a < 3; a++)
            q[5 + a] = field[a];
        conserved_of_primitive(eos_of_tables(NULL), q, expected);
        for (int c = 0; c < N; c++)
            assert_true(fabs(plain[c] - expected[c]) < 1e-11 * (expected[0] + expected[4]));
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recovery),
        cmocka_unit_test(test_newton_has_arrived),
        cmocka_unit_test(test_flux),
        cmocka_unit_test(test_speeds),
        cmocka_unit_test(test_states_that_are_none),
        cmocka_unit_test(test_bounds_of_internal_energy),
#if !SRMHD_SINGLE
        cmocka_unit_test(test_extreme_recovery),
        cmocka_unit_test(test_positivity_is_concave),
        cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_fields),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
