/* HLLC of magnetohydrodynamics against Li's formulas as they stand in the paper, and HLLC of a gas without a field. */
#define TAUB_MHD_SOLVER 4
#define SOLVER_FILE "riemann/mhd_hllc.h"
#include "mhd_solver_body.h"

/* S. Li, J. Comput. Phys. 203 (2005) 344: states between the waves from HLL's mean. Where the field across the face is
 * weak the tangential field is in part that of its side, which the gas squeezes. Returns 0 where they are no gas. */
static int flux_of_li(const double ul[N], const double ur[N], int axis, double *share, double flux[N])
{
    const struct gas gas[2] = {gas_of(ul), gas_of(ur)};
    const double *u[2] = {ul, ur}, bn = ul[5 + axis];
    double f[2][N], star[2][N], mean[N], s[2], vb = 0;
    face_speeds(ul, gas[0], ur, gas[1], axis, &s[0], &s[1]);
    gas_flux(gas[0], ul, axis, f[0]);
    gas_flux(gas[1], ur, axis, f[1]);
    for (int c = 0; c < N; c++)
        mean[c] = (s[1] * ur[c] - s[0] * ul[c] - (f[1][c] - f[0][c])) / (s[1] - s[0]);
    mean[5 + axis] = bn;
    const double contact = mean[1 + axis] / mean[0];
    for (int a = 0; a < 3; a++)
        vb += mean[1 + a] / mean[0] * mean[5 + a];
    *share = fmin(1, fabs(bn) / (0.3 * sqrt(fmin(gas[0].total_pressure, gas[1].total_pressure))));
    for (int k = 0; k < 2; k++) {
        const double v = gas[k].v[axis], per = 1 / (s[k] - contact);
        const double pressure = u[k][0] * (s[k] - v) * (contact - v) + gas[k].total_pressure; /* with B_n^2/2 */
        star[k][0] = u[k][0] * (s[k] - v) * per;
        for (int a = 0; a < 3; a++) {
            star[k][1 + a] = (u[k][1 + a] * (s[k] - v) - bn * (mean[5 + a] - u[k][5 + a])) * per;
            star[k][5 + a] = *share * mean[5 + a] + (1 - *share) * u[k][5 + a] * star[k][0] / u[k][0];
        }
        star[k][1 + axis] = star[k][0] * contact;
        star[k][5 + axis] = bn;
        star[k][4] =
            (u[k][4] * (s[k] - v) + pressure * contact - gas[k].total_pressure * v - bn * (vb - gas[k].v_dot_b)) * per;
        double inner = star[k][4];
        for (int a = 0; a < 3; a++)
            inner -= (star[k][1 + a] * star[k][1 + a] / star[k][0] + star[k][5 + a] * star[k][5 + a]) / 2;
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
    int compared = 0, weak = 0;
    (void)state;
    for (int n = 0; n < STATES; n++) {
        const int axis = n % 3;
        double ul[N], ur[N], wanted[N], flux[N], share;
        random_pair(n, axis, ul, ur);
        if (!flux_of_li(ul, ur, axis, &share, wanted))
            continue;
        const struct face_fan fan = solve(ul, ur, axis, flux);
        for (int c = 0; c < N; c++)
            assert_true(fabs(flux[c] - (c == 5 + axis ? 0 : wanted[c])) <= 1e-11 * (ul[4] + ur[4]));
        for (int k = 0; k < 2 && share == 1; k++) /* the tangential field is HLL's */
            assert_true(fabs(fan.sharper[k]) <= 1e-12 * (ul[4] + ur[4]));
        compared++;
        weak += share < 1;
    }
    assert_true(compared > STATES / 2 && weak > STATES / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SOLVER_TESTS, cmocka_unit_test(test_formulas_of_the_paper)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
