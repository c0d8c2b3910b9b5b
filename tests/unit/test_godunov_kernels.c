/* The pointwise kernels of Godunov schemes, compiled for the host at order 4 with ADER: derivatives of fluxes, other
 * variables, data of lines, Riemann solvers, the evolution of a cell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#define TAUB_SINGLE 0
#define TAUB_STRICT 1
#define TAUB_ORDER 4
#define TAUB_ADER 1
#define TAUB_POSITIVE 1
#define TAUB_SHOCK_FIX 1
#define TAUB_VARIABLES 2
#define TAUB_PARABOLAS 0
#define TAUB_THETA 1.5
#define TAUB_ACTIVE_X 1
#define TAUB_ACTIVE_Y 1
#define TAUB_ACTIVE_Z 1
#define TAUB_USER_SOURCE 0
#define TAUB_EOS_GAMMA 1.4
#define TAUB_SCALARS 1
#define TAUB_EOS_MASS 1.0

#include "eos/gamma_law.h"

#include "dialect.h"
#include "strict_math.h"

#include "eos/ideal_gas.h"
#include "systems/euler.h"

#include "geometry/cartesian.h"

#include "systems/euler_derivatives.h"

#include "riemann/central_upwind.h"

#define riemann_of_gas hllc_flux
#include "riemann/hllc.h"
#undef riemann_of_gas
#undef RIEMANN_OF_GAS
#define riemann_of_gas hlli_flux
#include "riemann/hlli.h"
#undef riemann_of_gas
#define riemann_of_gas hllc_flux
#include "riemann/shock_sensor.h"

#include "reconstruct/mc_smooth.h"
#include "reconstruct/parabola.h"
#include "reconstruct/weno_ao.h"

#include "reconstruct/modes.h"

#include "schemes/ader.h"

#include "schemes/godunov.h"

enum { N = SYSTEM_COMPONENTS };

static double between(double a, double b)
{
    return a + (b - a) * (rand() / (double)RAND_MAX);
}

static void random_state(double u[N])
{
    const double q[N] = {between(0.2, 2), between(-2, 2),  between(-2, 2),
                         between(-2, 2),  between(0.2, 2), between(-1, 1)};
    conserved_of_primitive(eos_of_tables(NULL), q, u);
}

static void flux_of(const double u[N], int axis, double f[N])
{
    gas_flux(gas_of(u), u, axis, f);
}

static void test_flux_is_the_systems(void **state)
{
    (void)state;
    for (int n = 0; n < 300; n++) {
        const int axis = n % 3;
        double u[N], q[N], same[N], f[N], expected[N], slowest, fastest;
        random_state(u);
        gas_primitive(gas_of(u), u, q);
        system_flux(eos_of_tables(NULL), q, axis, same, expected, &slowest, &fastest);
        flux_of(u, axis, f);
        for (int c = 0; c < N; c++)
            assert_float_equal(f[c], expected[c], 1e-12 * (1 + fabs(expected[c])));
        assert_float_equal(gas_sound_speed(gas_of(u)), 0.5 * (fastest - slowest), 1e-12);
    }
}

/* f(u + t g) = f + t f'(u) g + t^2/2 f''(u)(g, g) + ...: both from centred differences. */
static void test_derivatives_of_fluxes(void **state)
{
    (void)state;
    for (int n = 0; n < 300; n++) {
        const int axis = n % 3;
        const double t = 1e-3;
        double u[N], g[N], up[N], down[N], fu[N], f0[N], fd[N], first[N] = {0}, second[N] = {0};
        random_state(u);
        for (int c = 0; c < N; c++) {
            g[c] = between(-0.3, 0.3) * u[0];
            up[c] = u[c] + t * g[c];
            down[c] = u[c] - t * g[c];
        }
        flux_of(up, axis, fu);
        flux_of(u, axis, f0);
        flux_of(down, axis, fd);
        subtract_flux_jacobian_product(gas_of(u), u, g, axis, first);
        add_flux_second_derivative(gas_of(u), u, g, axis, 1.0, second);
        for (int c = 0; c < N; c++) {
            assert_float_equal(-first[c], (fu[c] - fd[c]) / (2 * t), 2e-5);
            assert_float_equal(second[c], (fu[c] - 2 * f0[c] + fd[c]) / (t * t), 2e-4);
        }
    }
}

static void test_other_variables_and_back(void **state)
{
    (void)state;
    for (int n = 0; n < 300; n++) {
        const int axis = n % 3;
        double u[N], d[N], w[N], back[N], changed[N], expected[N] = {0};
        random_state(u);
        for (int c = 0; c < N; c++)
            d[c] = between(-1, 1);
        local_of_conserved(gas_of(u), u, axis, d, w);
        conserved_of_local(gas_of(u), u, axis, w, back);
        for (int c = 0; c < N; c++)
            assert_float_equal(back[c], d[c], 1e-12);
        /* the first amplitude is that of the slowest wave: f'(u) r = (v - c) r */
        const double slowest[N] = {1};
        const struct gas gas = gas_of(u);
        conserved_of_local(gas, u, axis, slowest, d);
        subtract_flux_jacobian_product(gas, u, d, axis, expected);
        for (int c = 0; c < N; c++) {
            changed[c] = (gas.v[axis] - gas_sound_speed(gas)) * d[c];
            assert_float_equal(-expected[c], changed[c], 1e-11 * (1 + fabs(changed[c])));
        }
    }
}

/* Averages over unit cells of a polynomial of fourth degree give its averages over the faces back. */
static void test_lines_of_polynomials(void **state)
{
    (void)state;
    for (int n = 0; n < 200; n++) {
        double a[5], mean[5], d[4];
        for (int p = 0; p < 5; p++)
            a[p] = between(-1, 1) * pow(0.05, p);
        for (int j = -2; j <= 2; j++) {
            mean[j + 2] = 0;
            for (int p = 0; p < 5; p++)
                mean[j + 2] += a[p] * (pow(j + 0.5, p + 1) - pow(j - 0.5, p + 1)) / (p + 1);
        }
        for (int j = 0; j < 4; j++)
            d[j] = mean[j < 2 ? j : j + 1] - mean[2];
        const struct line_modes line = weno_line(d, 1e-10);
        double upper = 0;
        for (int p = 0; p < 5; p++)
            upper += a[p] * pow(0.5, p);
        assert_float_equal(mean[2] + line.even + line.odd, upper, 2e-5 * fabs(a[1]) + 1e-6);
        assert_float_equal(line.x, a[1], 2e-3 * fabs(a[1]) + 1e-5);
    }
    const double jump[4] = {0, 0, 0, 1}, none[4] = {0, 0, 0, 0};
    assert_true(fabs(weno_line(jump, 1e-10).odd) < 1e-3);
    assert_true(weno_line(none, 1e-10).odd == 0 && weno_line(none, 1e-10).even == 0);
}

/* Differences of 3 x 3 x 3 cells from the middle one. */
static struct stencil stencil_of(double cells[3][3][3])
{
    struct stencil d;
    const double middle = cells[1][1][1];
    static const int sign[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    for (int a = 0; a < 3; a++)
        for (int n = 0; n < 4; n++) {
            int line[3] = {1, 1, 1}, edge[3] = {1, 1, 1};
            line[a] += n < 2 ? -1 : 1;
            edge[(a + 1) % 3] += sign[n][0];
            edge[(a + 2) % 3] += sign[n][1];
            d.line[a][n] = n == 1 || n == 2 ? cells[line[2]][line[1]][line[0]] - middle : 0;
            d.edge[a][n] = cells[edge[2]][edge[1]][edge[0]] - middle;
        }
    for (int n = 0; n < 8; n++)
        d.corner[n] = cells[n & 4 ? 2 : 0][n & 2 ? 2 : 0][n & 1 ? 2 : 0] - middle;
    return d;
}

/* Products of axes: whole in smooth data, also where lines have no variation, and small at a corner that alone is
 * beyond a front. No small change of a cell changes them by many times as much, whatever the data are: rounding would
 * grow. */
static void test_products_of_axes(void **state)
{
    double cells[3][3][3], m[MODE_COUNT], changed[MODE_COUNT];
    (void)state;
    for (int n = 0; n < 27; n++)
        cells[n / 9][n / 3 % 3][n % 3] = 0.3 * (n % 3 - 1) * (n / 3 % 3 - 1) + 1e-3 * (n % 3 - 1) * (n % 3 - 1);
    cross_modes(stencil_of(cells), 1e-10, m);
    assert_float_equal(m[MODE_CROSS + 2], 0.3, 1e-12);
    for (int n = 0; n < 27; n++)
        cells[n / 9][n / 3 % 3][n % 3] = n % 3 == 2 && n / 3 % 3 == 2;
    cross_modes(stencil_of(cells), 1e-10, m);
    assert_true(fabs(m[MODE_CROSS + 2]) < 0.01 * 0.25);
    double worst = 0;
    for (int n = 0; n < 3000; n++) {
        const double scale = pow(10, between(-6, 0)), nearly_even = n % 2 ? 1 : 1e-6;
        for (int c = 0; c < 27; c++)
            cells[c / 9][c / 3 % 3][c % 3] = scale * between(-1, 1) * (c % 3 == 1 || c / 3 % 3 == 1 ? nearly_even : 1);
        cross_modes(stencil_of(cells), 1e-16, m);
        const double change = 1e-8 * scale;
        cells[rand() % 3][rand() % 3][rand() % 3] += change;
        cross_modes(stencil_of(cells), 1e-16, changed);
        for (int c = MODE_CROSS; c < MODE_CROSS + 3; c++)
            worst = fmax(worst, fabs(changed[c] - m[c]) / change);
    }
    print_message("a change of a cell changes products by up to %.2g times as much\n", worst);
    assert_true(worst < 10);
}

/* Five-cell slopes: those of parabolas wherever their extremum is, odd under reflection, MC's at most twice the smaller
 * difference at kinks of monotone data, none at the foot and the top of a jump and where every other cell is up. */
static void test_slopes_that_leave_extrema_alone(void **state)
{
    (void)state;
    for (int n = 0; n < 1000; n++) {
        const double slope = between(-2, 2), curve = between(-1, 1);
        const double parabola[4] = {4 * curve - 2 * slope, curve - slope, curve + slope, 4 * curve + 2 * slope};
        assert_true(fabs(wide_slope(2, parabola) - slope) < 1e-14);
        const double d[4] = {between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)};
        const double mirrored[4] = {d[3], d[2], d[1], d[0]}, turned[4] = {-d[0], -d[1], -d[2], -d[3]};
        assert_true(wide_slope(2, mirrored) == -wide_slope(2, d) && wide_slope(2, turned) == -wide_slope(2, d));
        const double up = between(0, 1), kink[4] = {-2, -1, up, up + 5};
        assert_true(wide_slope(2, kink) <= 2 * up);
        assert_true(wide_slope(1, kink) <= wide_slope(2, kink));
    }
    const double foot[4] = {0, 0, 1, 1}, top[4] = {-1, -1, 0, 0}, teeth[4] = {0, -1, -1, 0}, none[4] = {0, 0, 0, 0};
    assert_true(wide_slope(2, foot) == 0 && wide_slope(2, top) == 0 && wide_slope(2, teeth) == 0);
    assert_true(wide_slope(2, none) == 0);
    const double steep[4] = {-0.2, -0.1, 1, 2};
    assert_true(fabs(wide_slope(2, steep) - 0.2) < 1e-15);
    assert_true(fabs(wide_slope(1.25, steep) - 0.125) < 1e-15); /* no crest: the compression alone decides */
}

/* Steps to both faces: those of parabolas in every cell around a crest, mirror images of each other, within the
 * neighbours where data are monotone, none at the foot and the top of a jump and where every other cell is up. */
static void test_parabolas(void **state)
{
    double down, up, other_down, other_up;
    (void)state;
    for (int n = 0; n < 1000; n++) {
        const double slope = between(-3, 3), curve = between(-1, 1);
        const double parabola[4] = {4 * curve - 2 * slope, curve - slope, curve + slope, 4 * curve + 2 * slope};
        parabola_steps(1.5, parabola, &down, &up);
        assert_float_equal(up, 0.5 * slope + curve / 6, 1e-14);
        assert_float_equal(down, 0.5 * slope - curve / 6, 1e-14);
        const double d[4] = {between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)};
        const double mirrored[4] = {d[3], d[2], d[1], d[0]}, turned[4] = {-d[0], -d[1], -d[2], -d[3]};
        parabola_steps(1.5, d, &down, &up);
        parabola_steps(1.5, mirrored, &other_down, &other_up);
        assert_true(other_up == -down && other_down == -up);
        parabola_steps(1.5, turned, &other_down, &other_up);
        assert_true(other_up == -up && other_down == -down);
        const double behind = between(0, 1), across = between(0, 1);
        const double rising[4] = {-behind - between(0, 1), -behind, across, across + between(0, 1)};
        parabola_steps(2, rising, &down, &up);
        assert_true(down >= 0 && up >= 0 && down <= fmax(behind, across) && up <= fmax(behind, across));
    }
    const double foot[4] = {0, 0, 1, 1}, top[4] = {-1, -1, 0, 0}, teeth[4] = {0, -1, -1, 0};
    parabola_steps(2, foot, &down, &up);
    assert_true(down == 0 && up == 0);
    parabola_steps(2, top, &down, &up);
    assert_true(down == 0 && up == 0);
    parabola_steps(2, teeth, &down, &up);
    assert_true(down == 0 && up == 0);
}

typedef void solver(const real *, struct gas, const real *, const real *, struct gas, const real *, real, real, int,
                    real *);
static double share_of_hll = 0;
static void hllc(const real *ul, struct gas l, const real *fl, const real *ur, struct gas r, const real *fr, real a,
                 real b, int axis, real *flux)
{
    hllc_flux(ul, l, fl, ur, r, fr, a, b, axis, share_of_hll, flux);
}
static void hlli(const real *ul, struct gas l, const real *fl, const real *ur, struct gas r, const real *fr, real a,
                 real b, int axis, real *flux)
{
    hlli_flux(ul, l, fl, ur, r, fr, a, b, axis, share_of_hll, flux);
}

static void solve(solver *riemann, const double ul[N], const double ur[N], int axis, double flux[N])
{
    const struct gas left = gas_of(ul), right = gas_of(ur);
    double fl[N], fr[N];
    flux_of(ul, axis, fl);
    flux_of(ur, axis, fr);
    const double cl = gas_sound_speed(left), cr = gas_sound_speed(right);
    riemann(ul, left, fl, ur, right, fr, fmin(left.v[axis] - cl, right.v[axis] - cr),
            fmax(left.v[axis] + cl, right.v[axis] + cr), axis, flux);
}

static void test_solvers(void **state)
{
    static solver *const solvers[] = {hllc, hlli};
    (void)state;
    for (int n = 0; n < 600; n++) {
        const int axis = n % 3;
        double u[N], f[N], flux[N], other[N], q[N], mirror[2][N], swapped[N];
        solver *riemann = solvers[n % 2];
        random_state(u);
        random_state(other);
        flux_of(u, axis, f);
        solve(riemann, u, u, axis, flux);
        for (int c = 0; c < N; c++)
            assert_float_equal(flux[c], f[c], 1e-11 * (1 + fabs(f[c])));
        /* a mirror image has the mirrored flux */
        solve(riemann, u, other, axis, flux);
        for (int c = 0; c < N; c++) {
            mirror[0][c] = c == 1 + axis ? -other[c] : other[c];
            mirror[1][c] = c == 1 + axis ? -u[c] : u[c];
        }
        solve(riemann, mirror[0], mirror[1], axis, swapped);
        for (int c = 0; c < N; c++)
            assert_float_equal(swapped[c], c == 1 + axis ? flux[c] : -flux[c], 1e-10 * (1 + fabs(flux[c])));
        /* contact at rest, gas that moves along it on both sides the same way: only its pressure comes through */
        for (int c = 0; c < N; c++)
            q[c] = c == 0 ? 1.7 : c == 4 ? 0.3 : 0;
        conserved_of_primitive(eos_of_tables(NULL), q, u);
        q[0] = 0.1;
        conserved_of_primitive(eos_of_tables(NULL), q, other);
        solve(riemann, u, other, axis, flux);
        for (int c = 0; c < N; c++)
            assert_true(flux[c] == (c == 1 + axis ? gas_of(u).pressure : 0.0));
    }
}

static void hll(const real *ul, struct gas l, const real *fl, const real *ur, struct gas r, const real *fr, real a,
                real b, int axis, real *flux)
{
    (void)l;
    (void)r;
    (void)axis;
    riemann_flux(ul, fl, a, b, ur, fr, a, b, flux);
}

/* Beside a strong shock both solvers are HLL; the shock is found along its axis from both sides, and no contact, shear
 * layer or rarefaction is. */
static void test_solvers_beside_shocks(void **state)
{
    static solver *const solvers[] = {hllc, hlli};
    const double quiet[N] = {1, 0, 0, 0, 1}, hot[N] = {0.01, 0, 0, 0, 1}, dense[N] = {4, 3, 2, 1, 30};
    double u[N], other[N], flux[N], wanted[N];
    (void)state;
    for (int n = 0; n < 600; n++) {
        const int axis = n % 3;
        random_state(u);
        random_state(other);
        share_of_hll = 1;
        solve(solvers[n % 2], u, other, axis, flux);
        share_of_hll = 0;
        solve(hll, u, other, axis, wanted);
        for (int c = 0; c < N; c++)
            assert_float_equal(flux[c], wanted[c], 1e-11 * (1 + fabs(wanted[c])));
        assert_true(shock_along(beside_of(u, axis), beside_of(u, axis)) == 0);
    }
    for (int axis = 0; axis < 3; axis++) {
        double q[N], ahead[N], behind[N], mirror[N];
        memcpy(q, dense, sizeof q);
        q[1 + axis] = 5;
        conserved_of_primitive(eos_of_tables(NULL), q, behind);
        q[1 + axis] = -5;
        conserved_of_primitive(eos_of_tables(NULL), q, mirror);
        conserved_of_primitive(eos_of_tables(NULL), quiet, ahead);
        assert_true(shock_along(beside_of(behind, axis), beside_of(ahead, axis)) == 1);
        assert_true(shock_along(beside_of(ahead, axis), beside_of(mirror, axis)) == 1);
        assert_true(shock_along(beside_of(ahead, axis), beside_of(behind, axis)) == 0); /* parts */
        conserved_of_primitive(eos_of_tables(NULL), hot, behind);
        behind[1 + axis] += 0.001; /* a contact, even if it is pressed */
        assert_true(shock_along(beside_of(behind, axis), beside_of(ahead, axis)) == 0);
        const double along[3] = {axis == 0, axis == 1, axis == 2};
        for (int face = 0; face < 3; face++)
            assert_true(shock_across(along, face) == (face != axis));
    }
}

/* Averages over unit cubes of cells of width h, at time t, of an oblique wave of the density. */
static const double wave_velocity[3] = {0.7, -0.4, 0.5};
static double wave_average(double h, const double from[3], const double to[3], double t)
{
    double phase = 0.3, damping = 0.2;
    for (int a = 0; a < 3; a++) {
        const double width = h * (to[a] - from[a]), middle = 0.5 * h * (to[a] + from[a]);
        phase += middle - t * wave_velocity[a];
        damping *= width > 0 ? sin(0.5 * width) / (0.5 * width) : 1.0;
    }
    return 1.0 + damping * sin(phase);
}
static void wave_state(double density, double u[N])
{
    const double q[N] = {density, wave_velocity[0], wave_velocity[1], wave_velocity[2], 0.9, 0.4};
    conserved_of_primitive(eos_of_tables(NULL), q, u);
}
static void cell_state(double h, int i, int j, int k, double u[N])
{
    const double from[3] = {i - 0.5, j - 0.5, k - 0.5}, to[3] = {i + 0.5, j + 0.5, k + 0.5};
    wave_state(wave_average(h, from, to, 0), u);
}

static void stencil_of_cell(double h, int c, struct stencil *d)
{
    double u0[N], u[N];
    cell_state(h, 0, 0, 0, u0);
    for (int a = 0; a < 3; a++)
        for (int n = 0; n < 4; n++) {
            const int shift = n < 2 ? n - 2 : n - 1;
            cell_state(h, a == 0 ? shift : 0, a == 1 ? shift : 0, a == 2 ? shift : 0, u);
            d->line[a][n] = u[c] - u0[c];
        }
    for (int o = 0; o < 3; o++)
        for (int n = 0; n < 4; n++) {
            int at[3] = {0, 0, 0};
            at[(o + 1) % 3] = n == 0 || n == 3 ? 1 : -1;
            at[(o + 2) % 3] = n == 0 || n == 1 ? 1 : -1;
            cell_state(h, at[0], at[1], at[2], u);
            d->edge[o][n] = u[c] - u0[c];
        }
    for (int n = 0; n < 8; n++) {
        cell_state(h, n & 1 ? 1 : -1, n & 2 ? 1 : -1, n & 4 ? 1 : -1, u);
        d->corner[n] = u[c] - u0[c];
    }
}

/* Largest error of what a cell shows to its six faces, averaged over the faces and over a step of h/4. */
static double side_error(double h)
{
    double mean[N], m[N][MODE_COUNT], error = 0;
    struct evolution evolution[N];
    struct setting here = {{0.25, 0.25, 0.25}, {0, 0, 0}, {h, h, h}, {1, 1, 1}, 0, 0.25 * h, 0.25 * h, 1, {0}};
    cell_state(h, 0, 0, 0, mean);
    for (int c = 0; c < N; c++) {
        struct stencil d;
        stencil_of_cell(h, c, &d);
        modes_of_stencil(d, 1e-10, c, m[c]);
    }
    evolve_cell(mean, here, m, evolution);
    for (int side = 0; side < 6; side++) {
        static const double nodes[2] = {0.21132486540518711775, 0.78867513459481288225};
        const int axis = side / 2;
        double u[N], g[3][N], f[N], expected[N] = {0}, flux[N] = {0};
        double from[3] = {-0.5, -0.5, -0.5}, to[3] = {0.5, 0.5, 0.5};
        from[axis] = to[axis] = side % 2 ? 0.5 : -0.5;
        for (int n = 0; n < 2; n++) {
            double now[N], through[N];
            wave_state(wave_average(h, from, to, nodes[n] * 0.25 * h), now);
            flux_of(now, axis, through); /* linear in the density here */
            for (int c = 0; c < N; c++) {
                expected[c] += 0.5 * now[c];
                flux[c] += 0.5 * through[c];
            }
        }
        for (int c = 0; c < N; c++) {
            double slope[3];
            u[c] = face_value_of(evolution[c].middle, m[c], axis, side % 2);
            face_slopes_of(evolution[c], m[c], axis, side % 2, slope);
            for (int n = 0; n < 3; n++)
                g[n][c] = slope[n];
        }
        face_state_flux(here, u, (const real(*)[N])g, axis, 1, f);
        for (int c = 0; c < N; c++)
            error = fmax(error, fmax(fabs(u[c] - expected[c]), fabs(f[c] - flux[c])));
    }
    return error;
}

static void test_face_states_are_of_fourth_order(void **state)
{
    (void)state;
    const double coarse = side_error(0.2), fine = side_error(0.1);
    assert_true(coarse < 1e-4);
    assert_true(log2(coarse / fine) > 3.7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flux_is_the_systems),
        cmocka_unit_test(test_derivatives_of_fluxes),
        cmocka_unit_test(test_other_variables_and_back),
        cmocka_unit_test(test_lines_of_polynomials),
        cmocka_unit_test(test_products_of_axes),
        cmocka_unit_test(test_slopes_that_leave_extrema_alone),
        cmocka_unit_test(test_parabolas),
        cmocka_unit_test(test_solvers),
        cmocka_unit_test(test_solvers_beside_shocks),
        cmocka_unit_test(test_face_states_are_of_fourth_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
