/* Relativistic hydrodynamics for Godunov schemes: pressures from conserved states, fluxes and their derivatives, local
 * variables, the contact of HLLC. */
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
#define TAUB_ENERGY_FLOOR 0
#define TAUB_HAS_FLOOR 0
static double gamma_now = 5.0 / 3.0;
#define TAUB_EOS_GAMMA gamma_now
#define TAUB_EOS_MASS 1.0

#include "eos/gamma_law.h"

#include "dialect.h"
#include "strict_math.h"

#include "eos/ideal_gas.h"
#include "systems/srhd.h"

#include "systems/srhd_recovery.h"

#include "systems/srhd_derivatives.h"

#include "riemann/hllc.h"

#include "srhd_checks.h"

/* Lorentz factors up to about W, pressures per density from 10^low to 10^high. */
static void random_gas(double w, double low, double high, double q[N])
{
    double n[3], length = 0;
    const double u = sqrt(w * w - 1) * between(0, 1);
    for (int a = 0; a < 3; a++) {
        n[a] = between(-1, 1);
        length += n[a] * n[a];
    }
    q[4] = pow(10, between(-2, 2));
    q[0] = q[4] * (1 + pow(10, between(low, high)) / (TAUB_EOS_GAMMA - 1));
    for (int a = 0; a < 3; a++)
        q[1 + a] = u * n[a] / sqrt(length);
}

/* The pressure is as near as the rounding of E, M and R lets it be: an error of E of one rounding moves it by
 * dp/dE = (2 - r)/(k - 2 + r + k p/X) of that, which is 4 at most up to gamma = 5/3, and at a Lorentz factor W the
 * cancellation in E - M by W^2 more. */
static void pressure_from_conserved_states(double gamma, double lorentz_factor, double low, double high)
{
    gamma_now = gamma;
    for (int n = 0; n < 20000; n++) {
        double q[N], u[N], back[N];
        random_gas(lorentz_factor, low, high, q);
        conserved_of_primitive(eos_of_tables(NULL), q, u);
        const struct gas gas = gas_of(u);
        const double p = eos_pressure(eos_of_tables(NULL), q[0], q[4]), k = gamma / (gamma - 1);
        const double w2 = 1 + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], r = q[4] / (q[0] + p);
        const double by_energy = (2 - r) / (k - 2 + r + k * p / (u[0] + p)), lever = fmax(by_energy / 4, 1);
        assert_near(gas.pressure, p, 16 * DBL_EPSILON * (lever * u[0] + w2 * p));
        gas_primitive(gas, u, back);
        for (int c = 0; c < N; c++)
            assert_near(back[c], q[c], 1e-14 * lever * w2 * (fabs(q[c]) + (c == 0 ? u[0] : 1)));
    }
    gamma_now = 5.0 / 3.0;
}
static void test_pressure_from_conserved_states(void **state)
{
    const double gammas[] = {1.05, 4.0 / 3.0, 1.4, 5.0 / 3.0, 1.69, 1.8, 2};
    (void)state;
    for (size_t n = 0; n < sizeof gammas / sizeof *gammas; n++) {
        pressure_from_conserved_states(gammas[n], 1, -6, 6);
        pressure_from_conserved_states(gammas[n], 2, -6, 6);
        pressure_from_conserved_states(gammas[n], 100, -3, 6);
        pressure_from_conserved_states(gammas[n], 3000, 0, 6);
    }
}

/* HLLC: the flux of equal states is theirs; a contact at rest is exact; Rankine and Hugoniot's conditions hold across
 * all three waves, which for the outer ones is how the state between is made, with one pressure on both sides. */
static void test_contact(void **state)
{
    (void)state;
    for (int n = 0; n < 3000; n++) {
        const int axis = n % 3;
        double ul[N], ur[N], fl[N], fr[N], flux[N], slowest, fastest, left_change[N], right_change[N];
        random_state(ul);
        random_state(ur);
        const struct gas left = gas_of(ul), right = gas_of(ur);
        gas_flux(left, ul, axis, fl);
        gas_flux(right, ur, axis, fr);
        face_speeds(ul, left, ur, right, axis, &slowest, &fastest);
        const double contact = contact_speed(ul, left, ur, right, axis, slowest, fastest);
        assert_true(slowest < contact && contact < fastest);
        star_change(ul, left, axis, slowest, contact, 1 / (slowest - contact), left_change);
        star_change(ur, right, axis, fastest, contact, 1 / (fastest - contact), right_change);
        double inner_left[N], inner_right[N], size = ul[0] + ur[0];
        for (int c = 0; c < N; c++) {
            inner_left[c] = fl[c] + slowest * left_change[c];
            inner_right[c] = fr[c] + fastest * right_change[c];
            size += fabs(left_change[c]) + fabs(right_change[c]);
        }
        for (int c = 0; c < N; c++) {
            const double jump = (ur[c] + right_change[c]) - (ul[c] + left_change[c]);
            assert_near(inner_right[c] - inner_left[c], contact * jump, 1e-10 * size);
        }
        riemann_of_gas(ul, left, fl, ul, left, fl, slowest, fastest, axis, R(0.0), flux);
        for (int c = 0; c < N; c++)
            assert_near(flux[c], fl[c], 1e-13 * ul[0]);
    }
    const double one[N] = {3.5, 0, 0, 0, 2}, other[N] = {2.5, 0, 0, 0, 1}; /* e = 3p/2 + n, p = 1 */
    double ul[N], ur[N], fl[N], fr[N], flux[N], slowest, fastest;
    conserved_of_primitive(eos_of_tables(NULL), one, ul);
    conserved_of_primitive(eos_of_tables(NULL), other, ur);
    const struct gas left = gas_of(ul), right = gas_of(ur);
    gas_flux(left, ul, 1, fl);
    gas_flux(right, ur, 1, fr);
    face_speeds(ul, left, ur, right, 1, &slowest, &fastest);
    riemann_of_gas(ul, left, fl, ur, right, fr, slowest, fastest, 1, R(0.0), flux);
    for (int c = 0; c < N; c++)
        assert_near(flux[c], c == 2 ? 1 : 0, 4e-16);
}

/* Data that are not those of a gas give numbers, not NaN: what a cell shows to its faces is then scaled. */
static void test_states_that_are_none(void **state)
{
    (void)state;
    for (int n = 0; n < 3000; n++) {
        double u[N], f[N], inner, weight;
        random_state(u);
        for (int a = 1; a < 4; a++)
            u[a] *= between(1, 30);
        u[4] *= between(-1, 30);
        gas_flux(gas_of(u), u, n % 3, f);
        for (int c = 0; c < N; c++)
            assert_true(isfinite(f[c]));
        internal_energy_part(u, &inner, &weight);
        const double moving = u[1] * u[1] + u[2] * u[2] + u[3] * u[3] + u[4] * u[4];
        assert_int_equal(inner > 0, u[0] * u[0] > moving);
        assert_true(!state_is_gas(u) || inner > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pressure_from_conserved_states),
        cmocka_unit_test(test_flux_and_speeds_are_the_systems),
        cmocka_unit_test(test_derivatives_of_fluxes),
        cmocka_unit_test(test_waves_are_eigenvectors),
        cmocka_unit_test(test_contact),
        cmocka_unit_test(test_states_that_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
