/* Riemann solvers of faces for relativistic magnetohydrodynamics. A test file defines TAUB_MHD_SOLVER and SOLVER_FILE,
 * includes this, and runs SOLVER_TESTS beside its own. */
#ifndef TAUB_TESTS_SRMHD_SOLVER_BODY_H
#define TAUB_TESTS_SRMHD_SOLVER_BODY_H

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
#define TAUB_VARIABLES 0
#define TAUB_EOS_GAMMA (5.0 / 3.0)
#define TAUB_SCALARS 1
#define TAUB_EOS_MASS 1.0
#define TAUB_HOST 1

#include "eos/gamma_law.h"

#include "dialect.h"
#include "strict_math.h"

#include "eos/ideal_gas.h"
#include "systems/srmhd.h"

#include "systems/srmhd_derivatives.h"

#include SOLVER_FILE

#include "riemann/mhd.h"

enum { N = SYSTEM_COMPONENTS, STATES = 6000 };

static double between(double a, double b)
{
    return a + (b - a) * (rand() / (double)RAND_MAX);
}

static void random_primitive(double speed, double field, double q[N])
{
    double v[3], v2 = 0;
    for (int a = 0; a < 3; a++) {
        v[a] = between(-1, 1);
        v2 += v[a] * v[a];
    }
    const double size = speed * between(0, 1) / sqrt(v2);
    for (int a = 0; a < 3; a++) {
        q[1 + a] = v[a] * size / sqrt(1 - size * size * v2);
        q[5 + a] = field * between(-1, 1);
    }
    q[0] = pow(10, between(-1, 1));
    q[4] = pow(10, between(-1, 1));
    q[8] = between(-1, 1);
}

/* Speeds to 0.9, magnetic pressures to 12 times that of the gas; no field in every ninth pair, none across the face in
 * every seventh. */
static void random_pair(int n, int axis, double ul[N], double ur[N])
{
    const double normal = n % 9 == 0 || n % 7 == 0 ? 0 : between(-1, 1);
    for (int side = 0; side < 2; side++) {
        double q[N];
        random_primitive(0.9, n % 9 == 0 ? 0 : pow(10, between(-1, 0.7)), q);
        q[5 + axis] = normal;
        conserved_of_primitive(eos_of_tables(NULL), q, side ? ur : ul);
    }
}

static struct face_fan solve(const double ul[N], const double ur[N], int axis, double flux[N])
{
    return solve_face(ul, gas_of(ul), ur, gas_of(ur), axis, R(0.0), flux);
}

/* Whether the solver found a fan. */
static int has_fan(const double ul[N], const double ur[N], int axis)
{
    double fl[N], fr[N], flux[N], slowest, fastest;
    const struct gas left = gas_of(ul), right = gas_of(ur);
    gas_flux(left, ul, axis, fl);
    gas_flux(right, ur, axis, fr);
    face_speeds(ul, left, ur, right, axis, &slowest, &fastest);
    return (int)(fan_flux(ul, left, fl, ur, right, fr, axis, slowest, fastest, flux) != 0);
}

/* Whether all waves go to one side of the face. */
static int is_outside(const double ul[N], const double ur[N], int axis)
{
    double slowest, fastest;
    face_speeds(ul, gas_of(ul), ur, gas_of(ur), axis, &slowest, &fastest);
    return slowest >= 0 || fastest <= 0;
}

static void test_consistency(void **state)
{
    (void)state;
    for (int n = 0; n < STATES; n++) {
        const int axis = n % 3;
        double u[N], other[N], f[N], flux[N];
        random_pair(n, axis, u, other);
        gas_flux(gas_of(u), u, axis, f);
        const struct face_fan fan = solve(u, u, axis, flux);
        assert_true(has_fan(u, u, axis) || is_outside(u, u, axis));
        for (int c = 0; c < N; c++)
            assert_true(fabs(flux[c] - (c == 5 + axis ? 0 : f[c])) <= 1e-12 * (u[0] + u[4]));
        for (int k = 0; k < 2; k++)
            assert_true(fabs(fan.sharper[k]) <= 1e-12 * (u[0] + u[4]));
    }
}

/* A mirror image has the mirrored flux, with the same bits. */
static void test_mirrors(void **state)
{
    (void)state;
    for (int n = 0; n < STATES; n++) {
        const int axis = n % 3;
        double ul[N], ur[N], flux[N], swapped[N];
        random_pair(n, axis, ul, ur);
        solve(ul, ur, axis, flux);
        double mirror[2][N];
        for (int c = 0; c < N; c++) {
            const int flips = c == 1 + axis || c == 5 + axis;
            mirror[0][c] = flips ? -ur[c] : ur[c];
            mirror[1][c] = flips ? -ul[c] : ul[c];
        }
        solve(mirror[0], mirror[1], axis, swapped);
        for (int c = 0; c < N; c++)
            assert_true(swapped[c] == (c == 1 + axis ? flux[c] : -flux[c]));
    }
}

/* Where all waves go to one side the flux is that of the other. */
static void test_winds(void **state)
{
    int seen = 0;
    (void)state;
    for (int n = 0; n < STATES; n++) {
        const int axis = n % 3, forward = n % 2;
        double q[2][N], u[2][N], f[N], flux[N];
        const double normal = between(-1, 1);
        for (int side = 0; side < 2; side++) {
            random_primitive(0.5, 1, q[side]);
            q[side][1 + axis] = forward ? 20 : -20;
            q[side][5 + axis] = normal;
            conserved_of_primitive(eos_of_tables(NULL), q[side], u[side]);
        }
        const double *from = forward ? u[0] : u[1];
        double slowest, fastest;
        face_speeds(u[0], gas_of(u[0]), u[1], gas_of(u[1]), axis, &slowest, &fastest);
        if (slowest < 0 && fastest > 0)
            continue;
        seen++;
        gas_flux(gas_of(from), from, axis, f);
        solve(u[0], u[1], axis, flux);
        for (int c = 0; c < N; c++)
            assert_true(fabs(flux[c] - (c == 5 + axis ? 0 : f[c])) <= 1e-12 * (from[0] + from[4]));
    }
    assert_true(seen > STATES / 2);
}

/* A state seen by an observer that moves along an axis with -speed: velocities add up, and the tangential field becomes
 * W (B - speed x E), E = -v x B. */
static void boost(int axis, double speed, double q[N])
{
    const int p = (axis + 1) % 3, m = (axis + 2) % 3;
    const double w = 1 / sqrt(1 - speed * speed), lorentz = sqrt(1 + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double v[3] = {q[1] / lorentz, q[2] / lorentz, q[3] / lorentz};
    const double ep = v[axis] * q[5 + m] - v[m] * q[5 + axis], em = v[p] * q[5 + axis] - v[axis] * q[5 + p];
    q[1 + axis] = w * (q[1 + axis] + speed * lorentz);
    q[5 + p] = w * (q[5 + p] - speed * em);
    q[5 + m] = w * (q[5 + m] + speed * ep);
}

/* The flux across the face of a discontinuity that moves with `speed` must be that of the side that the face is on, and
 * it is a fan. */
static double error_of_discontinuity(const double left[N], const double right[N], int axis, double speed)
{
    double ul[N], ur[N], flux[N], f[N], worst = 0;
    conserved_of_primitive(eos_of_tables(NULL), left, ul);
    conserved_of_primitive(eos_of_tables(NULL), right, ur);
    solve(ul, ur, axis, flux);
    const double *from = speed > 0 ? ul : ur;
    gas_flux(gas_of(from), from, axis, f);
    for (int c = 0; c < N - 1; c++)
        worst = fmax(worst, fabs(flux[c] - (c == 5 + axis ? 0 : f[c])) / (ul[0] + ul[4] + ur[0] + ur[4]));
    return has_fan(ul, ur, axis) || is_outside(ul, ur, axis) ? worst : HUGE_VAL;
}

/* Contacts: density and scalars jump; and without a field across the face tangential discontinuities: all but the speed
 * across and the total pressure may. At rest, and moving with up to 0.95 of light. */
static void check_contacts(int tangential, double most)
{
    double worst = 0;
    for (int n = 0; n < STATES; n++) {
        const int axis = n % 3, p = (axis + 1) % 3, m = (axis + 2) % 3;
        const double speed = n % 4 ? between(-0.95, 0.95) : 0;
        double left[N], right[N];
        random_primitive(0.5, 1, left);
        random_primitive(0.5, 1, right);
        left[1 + axis] = right[1 + axis] = 0;
        if (tangential) {
            left[5 + axis] = right[5 + axis] = 0;
            /* b^2 of a field and a velocity along the face */
            double total[2];
            for (int side = 0; side < 2; side++) {
                const double *q = side ? right : left;
                const double w2 = 1 + q[1 + p] * q[1 + p] + q[1 + m] * q[1 + m];
                const double ub = q[1 + p] * q[5 + p] + q[1 + m] * q[5 + m];
                total[side] = (q[5 + p] * q[5 + p] + q[5 + m] * q[5 + m] + ub * ub) / w2 / 2;
            }
            left[4] = between(0.01, 1) + fmax(0, total[1] - total[0]);
            right[4] = left[4] + total[0] - total[1];
        } else {
            for (int c = 1; c < 8; c++)
                right[c] = left[c];
        }
        boost(axis, speed, left);
        boost(axis, speed, right);
        worst = fmax(worst, error_of_discontinuity(left, right, axis, speed));
    }
    print_message("largest error %.1e\n", worst);
    assert_true(worst <= most);
}
static void test_contacts(void **state)
{
    (void)state;
    check_contacts(0, 1e-13);
}
static void test_tangential(void **state)
{
    (void)state;
    check_contacts(1, 1e-13);
}

#define SOLVER_TESTS                                                                                  \
    cmocka_unit_test(test_consistency), cmocka_unit_test(test_winds), cmocka_unit_test(test_mirrors), \
        cmocka_unit_test(test_contacts), cmocka_unit_test(test_tangential)

#endif
