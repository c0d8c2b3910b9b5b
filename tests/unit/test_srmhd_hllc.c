/* HLLC of relativistic magnetohydrodynamics against the paper's formulas. */
#define TAUB_MHD_SOLVER 4
#define SOLVER_FILE "riemann/srmhd_hllc.h"
#include "srmhd_solver_body.h"

/* A. Mignone, G. Bodo, MNRAS 368 (2006) 1040, sections 3.1 and 3.2 as they stand there, energies with the rest mass.
 * Returns 0 where the velocity is that of light or more. */
static int flux_of_paper(const double ul[N], const double ur[N], int axis, double flux[N])
{
    const int y = (axis + 1) % 3, z = (axis + 2) % 3;
    const double *u[2] = {ul, ur}, bx = ul[5 + axis];
    double f[2][N], s[2], mean[N], mean_flux[N], v[3], b[3];
    face_speeds(ul, gas_of(ul), ur, gas_of(ur), axis, &s[0], &s[1]);
    gas_flux(gas_of(ul), ul, axis, f[0]);
    gas_flux(gas_of(ur), ur, axis, f[1]);
    for (int c = 0; c < N; c++) {
        mean[c] = (s[1] * ur[c] - s[0] * ul[c] + f[0][c] - f[1][c]) / (s[1] - s[0]);
        mean_flux[c] = (s[1] * f[0][c] - s[0] * f[1][c] + s[0] * s[1] * (ur[c] - ul[c])) / (s[1] - s[0]);
    }
    const double e = mean[4] + mean[0], fe = mean_flux[4] + mean_flux[0];
    const double b_dot_f = mean[5 + y] * mean_flux[5 + y] + mean[5 + z] * mean_flux[5 + z];
    const double a = fe - b_dot_f, c = mean[1 + axis] - b_dot_f;
    const double middle = -(e + mean_flux[1 + axis]) + square(mean[5 + y]) + square(mean[5 + z]) +
                          square(mean_flux[5 + y]) + square(mean_flux[5 + z]);
    v[axis] = (-middle - sqrt(middle * middle - 4 * a * c)) / (2 * a);
    v[y] = (mean[5 + y] * v[axis] - mean_flux[5 + y]) / bx;
    v[z] = (mean[5 + z] * v[axis] - mean_flux[5 + z]) / bx;
    b[axis] = bx;
    b[y] = mean[5 + y];
    b[z] = mean[5 + z];
    const double v2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2], vb = v[0] * b[0] + v[1] * b[1] + v[2] * b[2];
    const double p = mean_flux[1 + axis] + bx * bx * (1 - v2) - (fe - bx * vb) * v[axis];
    const int n = v[axis] < 0;
    double star[N];
    star[0] = (s[n] * u[n][0] - f[n][0]) / (s[n] - v[axis]);
    const double energy = (s[n] * (u[n][4] + u[n][0]) - u[n][1 + axis] + p * v[axis] - vb * bx) / (s[n] - v[axis]);
    star[4] = energy - star[0];
    star[1 + axis] = (energy + p) * v[axis] - vb * bx;
    star[1 + y] = (-bx * (b[y] * (1 - v2) + vb * v[y]) + s[n] * u[n][1 + y] - f[n][1 + y]) / (s[n] - v[axis]);
    star[1 + z] = (-bx * (b[z] * (1 - v2) + vb * v[z]) + s[n] * u[n][1 + z] - f[n][1 + z]) / (s[n] - v[axis]);
    for (int i = 0; i < 3; i++)
        star[5 + i] = b[i];
    for (int i = 0; i < 8; i++)
        flux[i] = s[0] >= 0 ? f[0][i] : s[1] <= 0 ? f[1][i] : f[n][i] + s[n] * (star[i] - u[n][i]);
    return v2 < 1;
}

static void test_formulas_of_the_paper(void **state)
{
    int compared = 0, fans = 0;
    double worst = 0;
    (void)state;
    for (int n = 0; n < STATES; n++) {
        const int axis = n % 3;
        double ul[N], ur[N], wanted[N], flux[N];
        random_pair(n, axis, ul, ur);
        /* with a small field across the face both sides keep some of their own */
        const double weaker = fmin(gas_of(ul).total_pressure, gas_of(ur).total_pressure);
        if (fabs(ul[5 + axis]) < 0.3 * sqrt(weaker) || is_outside(ul, ur, axis))
            continue;
        compared++;
        if (!has_fan(ul, ur, axis))
            continue;
        fans++;
        assert_true(flux_of_paper(ul, ur, axis, wanted));
        const struct face_fan fan = solve(ul, ur, axis, flux);
        for (int c = 0; c < 8; c++)
            worst = fmax(worst, fabs(flux[c] - (c == 5 + axis ? 0 : wanted[c])) / (ul[0] + ul[4] + ur[0] + ur[4]));
        for (int k = 0; k < 2; k++) /* the tangential field is HLL's */
            assert_true(fabs(fan.sharper[k]) <= 1e-11 * (ul[4] + ur[4]));
    }
    print_message("%d of %d are fans, largest difference %.1e\n", fans, compared, worst);
    assert_true(fans > 0.4 * compared);
    assert_true(worst < 1e-11);
}

/* Of the same states, B_n aside, fluxes at B_n = 1e-9 and 0 differ by as little: the field along the face is no longer
 * HLL's from one to the other. */
static void test_small_fields_across(void **state)
{
    double worst = 0;
    int kept = 0, faces = 0;
    (void)state;
    for (int n = 1; n < STATES; n += 7) {
        const int axis = n % 3;
        double q[2][N], flux[2][N];
        struct face_fan fan = {0};
        int outside = 0;
        for (int side = 0; side < 2; side++)
            random_primitive(0.5, pow(10, between(-1, 0.7)), q[side]);
        for (int crossing = 0; crossing < 2; crossing++) {
            double u[2][N];
            for (int side = 0; side < 2; side++) {
                q[side][5 + axis] = crossing ? 1e-9 : 0;
                conserved_of_primitive(eos_of_tables(NULL), q[side], u[side]);
            }
            outside |= is_outside(u[0], u[1], axis);
            fan = solve(u[0], u[1], axis, flux[crossing]);
        }
        if (outside)
            continue;
        faces++;
        kept += fabs(fan.sharper[0]) + fabs(fan.sharper[1]) > 1e-3;
        for (int c = 0; c < N; c++)
            worst = fmax(worst, fabs(flux[1][c] - flux[0][c]) / (1 + fabs(flux[0][c])));
    }
    print_message("%d of %d faces keep fields, largest change %.1e\n", kept, faces, worst);
    assert_true(kept > 0.2 * faces);
    assert_true(worst < 2e-7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SOLVER_TESTS, cmocka_unit_test(test_formulas_of_the_paper),
                                       cmocka_unit_test(test_small_fields_across)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
