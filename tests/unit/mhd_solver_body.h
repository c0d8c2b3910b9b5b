/* Riemann solvers of faces for magnetohydrodynamics. A test file defines TAUB_MHD_SOLVER and SOLVER_FILE, includes
 * this, and runs SOLVER_TESTS beside its own. */
#ifndef TAUB_TESTS_MHD_SOLVER_BODY_H
#define TAUB_TESTS_MHD_SOLVER_BODY_H

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
#include "systems/mhd.h"

#include "systems/mhd_derivatives.h"

#include SOLVER_FILE

#include "riemann/mhd.h"

enum { N = SYSTEM_COMPONENTS, STATES = 6000 };

static double between(double a, double b)
{
    return a + (b - a) * (rand() / (double)RAND_MAX);
}

/* Plasma beta from 0.02 up, Mach numbers up to about 4; no field in every ninth pair, none across the face in every
 * seventh. */
static void random_pair(int n, int axis, double ul[N], double ur[N])
{
    const double normal = n % 9 == 0 || n % 7 == 0 ? 0 : between(-1, 1);
    for (int side = 0; side < 2; side++) {
        const double field = n % 9 == 0 ? 0 : pow(10, between(-1, 0.7));
        double q[N] = {pow(10, between(-1, 1)), between(-2, 2),          between(-2, 2),
                       between(-2, 2),          pow(10, between(-1, 1)), field * between(-1, 1),
                       field * between(-1, 1),  field * between(-1, 1),  between(-1, 1)};
        q[5 + axis] = normal;
        conserved_of_primitive(eos_of_tables(NULL), q, side ? ur : ul);
    }
}

static struct face_fan solve(const double ul[N], const double ur[N], int axis, double flux[N])
{
    return solve_face(ul, gas_of(ul), ur, gas_of(ur), axis, R(0.0), flux);
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
        for (int c = 0; c < N; c++)
            assert_true(fabs(flux[c] - (c == 5 + axis ? 0 : f[c])) <= 1e-13 * (1 + fabs(f[c]) + u[4]));
        for (int k = 0; k < 2; k++)
            assert_true(fabs(fan.sharper[k]) <= 1e-13 * (1 + u[4]));
    }
}

/* All to one side of a face in a wind that is faster than all waves. */
static void test_winds(void **state)
{
    (void)state;
    for (int n = 0; n < STATES; n++) {
        const int axis = n % 3;
        double pair[2][N], f[N], flux[N];
        random_pair(n, axis, pair[0], pair[1]);
        for (int side = 0; side < 2; side++) {
            double *u = pair[side], wind = n % 2 ? 60 : -60;
            u[4] += u[1 + axis] * wind + 0.5 * u[0] * wind * wind;
            u[1 + axis] += u[0] * wind;
        }
        const double *from = n % 2 ? pair[0] : pair[1];
        gas_flux(gas_of(from), from, axis, f);
        solve(pair[0], pair[1], axis, flux);
        for (int c = 0; c < N; c++)
            assert_true(fabs(flux[c] - (c == 5 + axis ? 0 : f[c])) <= 1e-12 * (fabs(f[c]) + from[4]));
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
        if (n % 5 == 0 && TAUB_MHD_SOLVER != MHD_HLLD) { /* symmetric flows; of a contact at rest HLLD takes one side */
            for (int c = 0; c < N; c++)
                ur[c] = c == 1 + axis ? -ul[c] : ul[c];
            ul[5 + axis] = ur[5 + axis] = 0;
        }
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

/* Contacts at rest in a field, and without one across the face tangential discontinuities: only the pressure of the gas
 * and the tension of the field come through. */
static void test_what_rests(void **state)
{
    (void)state;
    for (int n = 0; n < 600; n++) {
        const int axis = n % 3, p = (axis + 1) % 3, q = (axis + 2) % 3, contact = n % 2;
        double left[N], right[N], ul[N], ur[N], flux[N], f[N];
        for (int c = 0; c < N; c++)
            left[c] = right[c] = c == 0 || c == 4 ? between(0.5, 2) : between(-1, 1);
        left[1 + axis] = right[1 + axis] = 0;
        right[0] = between(0.01, 100);
        right[8] = between(-1, 1);
        if (!contact) {
            left[5 + axis] = right[5 + axis] = 0;
            right[1 + p] += between(-1, 1);
            right[1 + q] += between(-1, 1);
            right[5 + p] = left[5 + q];
            right[5 + q] = -left[5 + p];
        }
        conserved_of_primitive(eos_of_tables(NULL), left, ul);
        conserved_of_primitive(eos_of_tables(NULL), right, ur);
        solve(ul, ur, axis, flux);
        gas_flux(gas_of(ul), ul, axis, f);
        for (int c = 0; c < N;
             c++) /* of density 0.01 to 100, and the speeds that go with it; HLLI adds up eigenvectors */
            assert_true(fabs(flux[c] - (c == 5 + axis ? 0 : f[c])) <= 4e-13 * (TAUB_MHD_SOLVER == MHD_HLLI ? 10 : 1));
    }
}

#define SOLVER_TESTS                                                                                  \
    cmocka_unit_test(test_consistency), cmocka_unit_test(test_winds), cmocka_unit_test(test_mirrors), \
        cmocka_unit_test(test_what_rests)

#endif
