/* Exact solutions of gas dynamics: the Riemann problem against published values and the conservation laws, Sedov's
 * blast wave against published energies, the mass it must hold and the equations themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "problems/compiled.h"

#include "problems/sedov.h"

#include "problems/euler_riemann_exact.h"
#include "problems/random.h"
#include "problems/sedov_exact.h"

static void close_to(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g is not %.17g within %g", value, expected, tolerance);
}

static struct taub_gas gas(double density, double velocity, double pressure)
{
    return (struct taub_gas){density, {velocity, 0, 0}, pressure};
}

/* Toro (2009), table 4.3: pressure and velocity between the waves, densities on both sides of the contact. */
static void test_toro(void **unused)
{
    (void)unused;
    const struct {
        struct taub_gas left, right;
        double pressure, velocity, left_density, right_density, digits;
    } cases[] = {
        {gas(1, 0, 1), gas(0.125, 0, 0.1), 0.30313, 0.92745, 0.42632, 0.26557, 5e-6},
        {gas(1, -2, 0.4), gas(1, 2, 0.4), 0.00189, 0, 0.02185, 0.02185, 5e-6},
        {gas(1, 0, 1000), gas(1, 0, 0.01), 460.894, 19.5975, 0.57506, 5.99924, 5e-4},
        {gas(1, 0, 0.01), gas(1, 0, 100), 46.0950, -6.19633, 5.99242, 0.57511, 5e-5},
        {gas(5.99924, 19.5975, 460.894), gas(5.99242, -6.19633, 46.0950), 1691.64, 8.68975, 14.2823, 31.0426, 1e-2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct taub_euler_riemann exact;
        taub_euler_riemann_solve(1.4, &cases[i].left, &cases[i].right, &exact);
        const double digits = cases[i].digits;
        close_to(exact.pressure, cases[i].pressure, digits);
        close_to(exact.velocity, cases[i].velocity, digits);
        close_to(exact.left_density, cases[i].left_density, digits);
        close_to(exact.right_density, cases[i].right_density, digits);
    }
}

/* To all digits: by bisection of f(p) in another program. */
static void test_digits(void **unused)
{
    (void)unused;
    const struct taub_gas sod[2] = {gas(1, 0, 1), gas(0.125, 0, 0.1)};
    const struct taub_gas blanc[2] = {gas(1, 0, 0.2 / 3), gas(1e-3, 0, 2e-10 / 3)};
    struct taub_euler_riemann exact;
    taub_euler_riemann_solve(1.4, &sod[0], &sod[1], &exact);
    close_to(exact.pressure, 0.3031301780506468, 1e-15);
    close_to(exact.velocity, 0.9274526200489499, 1e-15);
    assert_true(!exact.left_shock && exact.right_shock);
    taub_euler_riemann_solve(5.0 / 3, &blanc[0], &blanc[1], &exact);
    close_to(exact.pressure, 5.15577927e-4, 1e-12);
    close_to(exact.velocity, 0.621838671, 1e-9);
    close_to(exact.right_head, 0.829118362, 1e-8);
}

struct flow {
    double flux[3], u[3];
};

static struct flow flow_of(double gamma, const struct taub_gas *state)
{
    const double rho = state->density, v = state->velocity[0], p = state->pressure;
    const double energy = p / (gamma - 1) + rho * v * v / 2;
    return (struct flow){{rho * v, rho * v * v + p, (energy + p) * v}, {rho, rho * v, energy}};
}

/* F2 - F1 = s (u2 - u1), to rounding of the largest term. */
static void jump_holds(double gamma, const struct taub_gas *ahead, const struct taub_gas *behind, double speed)
{
    const struct flow one = flow_of(gamma, ahead), two = flow_of(gamma, behind);
    for (int c = 0; c < 3; c++) {
        const double largest = fabs(one.flux[c]) + fabs(two.flux[c]) + fabs(speed) * (fabs(one.u[c]) + fabs(two.u[c]));
        close_to(two.flux[c] - one.flux[c], speed * (two.u[c] - one.u[c]), 1e-10 * largest);
    }
}

static void wave_holds(const struct taub_euler_riemann *exact, const struct taub_gas *ahead, double sign, bool shock,
                       double density, double head, double tail)
{
    struct taub_gas behind = gas(density, exact->velocity, exact->pressure);
    const double gamma = exact->gamma;
    if (shock) {
        assert_true(behind.pressure > ahead->pressure && head == tail);
        jump_holds(gamma, ahead, &behind, head);
        return;
    }
    /* entropy and the invariant, also in the middle of the fan; the pieces meet */
    const double entropy = ahead->pressure / pow(ahead->density, gamma);
    const double c = sqrt(gamma * ahead->pressure / ahead->density);
    const double invariant = ahead->velocity[0] - sign * 2 * c / (gamma - 1);
    for (int n = 1; n < 4; n++) {
        struct taub_gas inside;
        taub_euler_riemann_state(exact, head + n / 4.0 * (tail - head), &inside);
        const double now = sqrt(gamma * inside.pressure / inside.density);
        close_to(inside.pressure / pow(inside.density, gamma) / entropy, 1, 1e-10);
        close_to(inside.velocity[0] - sign * 2 * now / (gamma - 1), invariant, 1e-10 * (fabs(invariant) + c));
        close_to(inside.velocity[0] + sign * now, head + n / 4.0 * (tail - head), 1e-10 * (fabs(head) + c));
    }
}

/* Random states over 12 decades of pressure and 4 of density, with flows of up to several times the sound speed. */
static void test_random(void **unused)
{
    (void)unused;
    struct taub_random random;
    taub_random_seed(&random, 20);
    int vacua = 0, shocks = 0;
    for (int n = 0; n < 2000; n++) {
        struct taub_gas side[2], mirrored[2];
        for (int s = 0; s < 2; s++) {
            const double p = pow(10, 12 * taub_random_uniform(&random) - 6),
                         rho = pow(10, 4 * taub_random_uniform(&random) - 2);
            side[s] = gas(rho, 16 * (taub_random_uniform(&random) - 0.5) * sqrt(1.4 * p / rho), p);
        }
        struct taub_euler_riemann exact, mirror;
        taub_euler_riemann_solve(1.4, &side[0], &side[1], &exact);
        for (int s = 0; s < 2; s++) {
            mirrored[s] = side[1 - s];
            mirrored[s].velocity[0] = -mirrored[s].velocity[0];
        }
        taub_euler_riemann_solve(1.4, &mirrored[0], &mirrored[1], &mirror);
        assert_int_equal(mirror.vacuum, exact.vacuum);
        if (exact.vacuum) {
            struct taub_gas middle;
            taub_euler_riemann_state(&exact, (exact.left_tail + exact.right_tail) / 2, &middle);
            assert_true(middle.density == 0 && middle.pressure == 0);
            vacua++;
            continue;
        }
        assert_true(exact.pressure > 0);
        close_to(mirror.pressure / exact.pressure, 1, 1e-9);
        shocks += exact.left_shock + exact.right_shock;
        /* both sides give the velocity between the waves */
        wave_holds(&exact, &side[0], -1, exact.left_shock, exact.left_density, exact.left_head, exact.left_tail);
        wave_holds(&exact, &side[1], 1, exact.right_shock, exact.right_density, exact.right_head, exact.right_tail);
        assert_true(exact.left_head <= exact.left_tail && exact.left_tail <= exact.velocity &&
                    exact.velocity <= exact.right_tail && exact.right_tail <= exact.right_head);
    }
    assert_true(vacua > 20 && shocks > 500);
}

static void test_carried(void **unused)
{
    (void)unused;
    const struct taub_gas left = {1, {0, 2, 3}, 1}, right = {0.125, {0, -1, 0.5}, 0.1};
    struct taub_euler_riemann exact;
    struct taub_gas state;
    taub_euler_riemann_solve(1.4, &left, &right, &exact);
    assert_true(taub_euler_riemann_state(&exact, exact.velocity - 1e-9, &state));
    assert_true(state.velocity[1] == 2 && state.velocity[2] == 3);
    assert_false(taub_euler_riemann_state(&exact, exact.velocity + 1e-9, &state));
    assert_true(state.velocity[1] == -1 && state.velocity[2] == 0.5);
}

/* Equal pressures and velocities: nothing happens to them, exactly. */
static void test_contact(void **unused)
{
    (void)unused;
    const struct taub_gas left = gas(1.4, 0, 1), right = gas(1, 0, 1);
    struct taub_euler_riemann exact;
    taub_euler_riemann_solve(1.4, &left, &right, &exact);
    close_to(exact.pressure, 1, 1e-15);
    close_to(exact.velocity, 0, 1e-16);
    close_to(exact.left_density, 1.4, 1e-15);
    close_to(exact.right_density, 1, 1e-15);
}

static bool solve(double gamma, int dimensions, struct problem *sedov)
{
    *sedov = (struct problem){.gamma = gamma, .dimensions = dimensions, .active = {1, 0, 0}};
    return taub_sedov_solve(sedov);
}

static double radius_of(struct problem *sedov, double energy, double density, double t)
{
    sedov->energy = energy;
    sedov->base[0] = density;
    return sedov_radius(sedov, t);
}

/* Density, radial velocity and pressure behind the shock, in gas of density 1. */
static void state_of(struct problem *sedov, double energy, double t, double r, double out[3])
{
    double q[TAUB_MOST_COMPONENTS];
    sedov->energy = energy;
    sedov->base[0] = 1;
    problem_state(sedov, (double[3]){r, 0, 0}, t, 0, q);
    out[0] = q[0];
    out[1] = q[1];
    out[2] = q[4];
}

/* Kamm and Timmes (2007) give the spherical one as 0.851072 and 0.493319 (gamma 1.4, 5/3) in their table of energies.
 */
static void test_sedov_energy(void **unused)
{
    (void)unused;
    const double known[3] = {1.07748558, 0.98407402, 0.85107185};
    for (int j = 1; j <= 3; j++) {
        struct problem sedov;
        assert_true(solve(1.4, j, &sedov));
        close_to(sedov.alpha, known[j - 1], 2e-8);
        close_to(radius_of(&sedov, sedov.alpha * 3, 3, 1), 1, 1e-15);
    }
    struct problem sedov;
    assert_false(solve(2, 3, &sedov));
    assert_false(solve(1.4, 4, &sedov));
}

/* All the mass that was inside R is inside the shock; the state behind the shock is that of a strong one. */
static void test_sedov_mass(void **unused)
{
    (void)unused;
    const double gammas[] = {1.2, 1.4, 5.0 / 3};
    for (int j = 1; j <= 3; j++)
        for (size_t g = 0; g < 3; g++) {
            struct problem sedov;
            double state[3], mass = 0;
            assert_true(solve(gammas[g], j, &sedov));
            const double energy = sedov.alpha, strong = (gammas[g] + 1) / (gammas[g] - 1);
            enum { SHELLS = 20000 };
            for (int n = 0; n < SHELLS; n++) {
                const double r = (n + 0.5) / SHELLS;
                state_of(&sedov, energy, 1, r, state);
                mass += state[0] * pow(r, j - 1) / SHELLS;
            }
            close_to(mass * j, 1, 2e-6);
            state_of(&sedov, energy, 1, 1 - 1e-13, state);
            close_to(state[0], strong, 1e-10 * strong);
            close_to(state[1], 4 / ((gammas[g] + 1) * (j + 2)), 1e-10);
        }
}

/* Mass, momentum and entropy along the flow, by central differences in r and t. */
static void test_sedov_equations(void **unused)
{
    (void)unused;
    for (int j = 1; j <= 3; j++) {
        struct problem sedov;
        assert_true(solve(1.4, j, &sedov));
        const double h = 1e-5, t = 1.3, energy = 0.7;
        for (double place = 0.2; place < 0.99; place += 0.1) {
            const double r = place * radius_of(&sedov, energy, 1, t);
            double q[3], r1[3], r0[3], t1[3], t0[3];
            state_of(&sedov, energy, t, r, q);
            state_of(&sedov, energy, t, r + h, r1);
            state_of(&sedov, energy, t, r - h, r0);
            state_of(&sedov, energy, t + h, r, t1);
            state_of(&sedov, energy, t - h, r, t0);
            const double rate = (t1[0] - t0[0]) / (2 * h), carried = (r1[0] * r1[1] - r0[0] * r0[1]) / (2 * h);
            close_to(rate + carried + (j - 1) * q[0] * q[1] / r, 0, 1e-5);
            const double pull = (r1[2] - r0[2]) / (2 * h) / q[0];
            close_to((t1[1] - t0[1]) / (2 * h) + q[1] * (r1[1] - r0[1]) / (2 * h) + pull, 0, 1e-5);
            const double then = log(t1[2] / t0[2]) - 1.4 * log(t1[0] / t0[0]);
            const double there = log(r1[2] / r0[2]) - 1.4 * log(r1[0] / r0[0]);
            close_to((then + q[1] * there) / (2 * h), 0, 1e-5);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_toro),       cmocka_unit_test(test_digits),          cmocka_unit_test(test_random),
        cmocka_unit_test(test_carried),    cmocka_unit_test(test_contact),         cmocka_unit_test(test_sedov_energy),
        cmocka_unit_test(test_sedov_mass), cmocka_unit_test(test_sedov_equations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
