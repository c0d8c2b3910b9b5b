/* HLLC of magnetohydrodynamics against Li's formulas as they stand in the paper, and HLLC of a gas without a field. */
#define TAUB_MHD_SOLVER 4
#define SOLVER_FILE "riemann/mhd_hllc.h"
#include "mhd_solver_body.h"

/* S. Li, J. Comput. Phys. 203 (2005) 344: states between the waves from HLL's mean; with a field across the face, or
 * without any. Returns 0 where they are no gas. */
static int flux_of_li(const double ul[N], const double ur[N], int axis, double flux[N])
{
    const struct gas gas[2] = {gas_of(ul), gas_of(ur)};
    const double *u[2] = {ul, ur}, bn = ul[5 + axis];
    double f[2][N], star[2][N], mean[N], s[2], vb = 0, b2 = 0;
    face_speeds(ul, gas[0], ur, gas[1], axis, &s[0], &s[1]);
    gas_flux(gas[0], ul, axis, f[0]);
    gas_flux(gas[1], ur, axis, f[1]);
    for (int c = 0; c < N; c++)
        mean[c] = (s[1] * ur[c] - s[0] * ul[c] - (f[1][c] - f[0][c])) / (s[1] - s[0]);
    mean[5 + axis] = bn;
    const double contact = mean[1 + axis] / mean[0];
    for (int a = 0; a < 3; a++) {
        vb += mean[1 + a] / mean[0] * mean[5 + a];
        b2 += mean[5 + a] * mean[5 + a];
    }
    for (int k = 0; k < 2; k++) {
        const double v = gas[k].v[axis], per = 1 / (s[k] - contact);
        const double pressure = u[k][0] * (s[k] - v) * (contact - v) + gas[k].total_pressure; /* with B_n^2/2 */
        star[k][0] = u[k][0] * (s[k] - v) * per;
        for (int a = 0; a < 3; a++) {
            star[k][1 + a] = (u[k][1 + a] * (s[k] - v) - bn * (mean[5 + a] - u[k][5 + a])) * per;
            star[k][5 + a] = mean[5 + a];
        }
        star[k][1 + axis] = star[k][0] * contact;
        star[k][4] =
            (u[k][4] * (s[k] - v) + pressure * contact - gas[k].total_pressure * v - bn * (vb - gas[k].v_dot_b)) * per;
        double inner = star[k][4] - b2 / 2;
        for (int a = 0; a < 3; a++)
            inner -= star[k][1 + a] * star[k][1 + a] / star[k][0] / 2;
        if (s[0] < 0 && s[1] > 0 && (star[k][0] <= 0 || inner <= 0))
            return 0;
    }
    const int side = contact < 0;
    for (int c = 0; c < 8; c++)
        flux[c] = s[0] >= 0 ? f[0][c] : s[1] <= 0 ? f[1][c] : f[side][c] + s[side] * (star[side][c] - u[side][c]);
    flux[8] = flux[0] * (flux[0] > 0 ? ul[8] / ul[0] : ur[8] / ur[0]);
    return 1;
}

static void test_formulas_of_the_paper(void **state)
{
    int compared = 0;
    (void)state;
    for (int n = 0; n < STATES; n++) {
        const int axis = n % 3;
        double ul[N], ur[N], wanted[N], flux[N];
        random_pair(n, axis, ul, ur);
        /* without a field across the face alone, both sides keep their own */
        if ((n % 7 == 0 && n % 9 != 0) || !flux_of_li(ul, ur, axis, wanted))
            continue;
        const struct face_fan fan = solve(ul, ur, axis, flux);
        for (int c = 0; c < N; c++)
            assert_true(fabs(flux[c] - (c == 5 + axis ? 0 : wanted[c])) <= 1e-11 * (ul[4] + ur[4]));
        for (int k = 0; k < 2; k++) /* the tangential field is HLL's */
            assert_true(fabs(fan.sharper[k]) <= 1e-12 * (ul[4] + ur[4]));
        compared++;
    }
    assert_true(compared > STATES / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SOLVER_TESTS, cmocka_unit_test(test_formulas_of_the_paper)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
