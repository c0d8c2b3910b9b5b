/* The pointwise kernels of dissipative hydrodynamics, compiled for the host: recovery, projection, and the relaxation
 * equations against their definition, written out with all four-dimensional indices. test_kernels_viscous_charge.c has
 * it again with TAUB_CHARGED. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#define TAUB_SINGLE 0
#define TAUB_STRICT 0
#define TAUB_ENERGY_FLOOR 0
#define TAUB_HAS_FLOOR 0
#define TAUB_SHEAR 1
#define TAUB_DIFFUSION_CURRENT 0
#define TAUB_BULK 1
#define TAUB_OF_POTENTIAL 0
#define TAUB_SHEAR_OF_POTENTIAL 0
#define TAUB_SHEAR_VALUE 0.2
#define TAUB_SHEAR_RELAXATION 5
#define TAUB_SHEAR_TWO_PER_RELAXATION (2.0 / TAUB_SHEAR_RELAXATION)
#define TAUB_SHEAR_SPEED (4.0 / 3.0 / TAUB_SHEAR_RELAXATION)
#define TAUB_BULK_RELAXATION 15
#define TAUB_BULK_VALUE 0.1
#define TAUB_DELTA_BULK_BULK (2.0 / 3.0)
#define TAUB_LAMBDA_BULK_SHEAR (8.0 / 5.0)
#define TAUB_DELTA_SHEAR_SHEAR (4.0 / 3.0)
#define TAUB_TAU_SHEAR_SHEAR (10.0 / 7.0)
#define TAUB_LAMBDA_SHEAR_BULK (6.0 / 5.0)
#define TAUB_HAS_PHI_7 1
#define TAUB_PHI_7 (9.0 / 70.0 * 0.7)
#define TAUB_HALF_VORTICITY (0.5 * vorticity)
static double vorticity = 1;
#define TAUB_PER_XI_0 (1.0 / 0.1)
#define TAUB_RHO_MAX 1
#define TAUB_REGULATE 1
#define TAUB_PAPER_FORM 0
#define TAUB_FIVE_COMPONENTS 0
#define TAUB_FREEZE_OUT 0.15
#define TAUB_STAGES 3

#include "dialect.h"

/* P = 0.2 e, T = e^(1/4)/5: not conformal, so that every coefficient counts. With a charge P = 0.2 e - 0.1 n^2/e^(1/2)
 * up to n = 0.8 e^(3/4), and 0.136 e beyond. */
struct eos {
    int unused;
};
INLINE void eos_pressure_and_slopes(const struct eos eos, real e, real n, real *pressure, real *speed_squared,
                                    real *by_e, real *by_n)
{
    const real root = sqrt(e), y2 = n * n / (e * root);
    (void)eos;
    *pressure = y2 < 0.64 ? e * (0.2 - 0.1 * y2) : 0.136 * e;
    *by_e = y2 < 0.64 ? 0.2 + 0.05 * y2 : 0.136;
    *by_n = y2 < 0.64 ? -0.2 * n / root : 0;
    *speed_squared = *by_e + *by_n * n / (e + *pressure);
}
INLINE void eos_pressure_and_speed(const struct eos eos, real e, real n, real *pressure, real *speed_squared)
{
    real by_e, by_n;
    eos_pressure_and_slopes(eos, e, n, pressure, speed_squared, &by_e, &by_n);
}
INLINE real eos_pressure(const struct eos eos, real e, real n)
{
    real pressure, speed_squared;
    eos_pressure_and_speed(eos, e, n, &pressure, &speed_squared);
    return pressure;
}
INLINE real eos_temperature(const struct eos eos, real e, real n)
{
    (void)eos;
    (void)n;
    return 0.2 * sqrt(sqrt(e));
}
INLINE real eos_entropy_density(const struct eos eos, real e, real n)
{
    return 1.2 * e / eos_temperature(eos, e, n);
}
#ifdef TAUB_CHARGED
#define EOS_HAS_POTENTIAL 1
#define EOS_BOUNDED 1
INLINE real eos_chemical_potential(const struct eos eos, real e, real n)
{
    (void)eos;
    return n / sqrt(e);
}
INLINE int eos_in_range(const struct eos eos, real e, real n)
{
    (void)eos;
    return n * n < 0.64 * e * sqrt(e);
}
#endif

#include "viscosities/bulk_constant.h"
#include "viscosities/shear_constant.h"
#include "systems/transport.h"
#include "systems/israel_stewart.h"
#include "geometry/milne.h"
#include "systems/israel_stewart_recovery.h"
#include "systems/israel_stewart_quantities.h"
#include "schemes/diffusion_current.h"
#include "schemes/relaxation.h"

static const struct eos eos = {0};
static const double metric[4] = {1, -1, -1, -1};

static double uniform(double lower, double upper)
{
    return lower + (upper - lower) * rand() / (double)RAND_MAX;
}

/* A transverse, traceless stress of about `size` times e. */
static void random_state(double speed, double size, double q[SYSTEM_COMPONENTS])
{
    q[0] = pow(10, uniform(-4, 3));
    for (int i = 1; i < 4; i++)
        q[i] = uniform(-speed, speed);
    for (int c = 4; c < 14; c++)
        q[c] = size * q[0] * uniform(-1, 1);
    q[14] = 0.3 * size * q[0] * uniform(-1, 1);
#if SYSTEM_CHARGED
    q[CHARGE_DENSITY] = 0.75 * pow(q[0], 0.75) * uniform(-1, 1);
#endif
    project_stress(q + 1, q);
}

static double pi_of(const double *q, int a, int b)
{
    if (a == 0 || b == 0)
        return q[PI_TT + a + b];
    return q[stress_space(a - 1, b - 1)];
}

static void test_projection(void **state)
{
    (void)state;
    for (int n = 0; n < 1000; n++) {
        double q[SYSTEM_COMPONENTS], along[4];
        random_state(3, 0.1, q);
        stress_along_velocity(q, lorentz_factor_of(q), along);
        for (int a = 0; a < 4; a++)
            assert_true(fabs(along[a]) < 1e-12 * q[0] * 100);
        assert_true(fabs(stress_trace(q)) < 1e-12 * q[0] * 100);
    }
}

static void test_recovery(void **state)
{
    (void)state;
    for (int n = 0; n < 5000; n++) {
        double q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS], back[SYSTEM_COMPONENTS];
        random_state(uniform(0, 20), 0.02, q);
        if (dissipative_sizes(eos, q).shear > 0.8)
            continue;
        conserved_of_primitive(eos, q, u);
        assert_int_equal(recover_primitive(eos, u, q[0] * uniform(0.1, 10), 0, back), RECOVERY_GOOD);
        const double w = lorentz_factor_of(q);
        for (int c = 0; c < SYSTEM_COMPONENTS; c++)
            assert_true(fabs(back[c] - q[c]) < 1e-12 * w * w * w * w *
                                                   (c > BULK_PRESSURE ? pow(q[0], 0.75)
                                                    : c == 0 || c > 3 ? q[0]
                                                                      : 1));
    }
}

/* Whatever is put in, it ends, and what comes out is finite and known to the counters. */
static void test_recovery_ends(void **state)
{
    (void)state;
    for (int n = 0; n < 20000; n++) {
        double u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS];
        for (int c = 0; c < SYSTEM_COMPONENTS; c++)
            u[c] = pow(10, uniform(-6, 2)) * (uniform(0, 1) < 0.5 ? -1 : 1);
        const double given = u[0];
        const int status = recover_cell(eos, u, 1.0, 0.05, q);
        for (int c = 0; c < SYSTEM_COMPONENTS; c++)
            assert_true(isfinite(q[c]) && isfinite(u[c]));
        assert_true(q[0] > 0);
        if (given <= 0)
            assert_int_equal(status, RECOVERY_FLOORED);
        else
            assert_true(status < RECOVERY_EXCEEDED);
        if (status == RECOVERY_GOOD)
            assert_true(dissipative_sizes(eos, q).shear <= REGULATOR_ONSET);
    }
    double u[SYSTEM_COMPONENTS] = {NAN}, q[SYSTEM_COMPONENTS];
    assert_true(recover_cell(eos, u, 1.0, 0.05, q) >= RECOVERY_FAILED);
}

/* d_b u^a with the frame's change, and Du, from du/dt: index [a][b]. */
struct flow {
    double u[4], gradient[4][4], acceleration[4], theta;
};

static struct flow flow_with(const double *q, const double space[3][3], double tau, const double rate[3])
{
    struct flow f = {.u = {lorentz_factor_of(q), q[1], q[2], q[3]}};
    for (int i = 1; i < 4; i++) {
        f.gradient[i][0] = rate[i - 1];
        for (int j = 1; j < 4; j++)
            f.gradient[i][j] = space[j - 1][i - 1];
    }
    f.gradient[3][3] += f.u[0] / tau;
    for (int b = 0; b < 4; b++)
        for (int i = 1; i < 4; i++)
            f.gradient[0][b] += f.u[i] * f.gradient[i][b] / f.u[0];
    for (int a = 0; a < 4; a++) {
        f.theta += f.gradient[a][a];
        for (int b = 0; b < 4; b++)
            f.acceleration[a] += f.u[b] * f.gradient[a][b];
    }
    return f;
}

/* D pi^{ab} from its definition: every tensor with all its indices up. */
static double relaxation_of(const double *q, const struct flow *f, int a, int b)
{
    const struct transport t = transport_at(eos, q[0], charge_of(q));
    double nabla[4][4], sigma[4][4], omega[4][4], delta[4][4], work = 0, turn = 0, mixed = 0, frame = 0;
    double squared = 0, size = 0;
    for (int c = 0; c < 4; c++)
        for (int d = 0; d < 4; d++) {
            delta[c][d] = (c == d ? metric[c] : 0) - f->u[c] * f->u[d];
            nabla[c][d] = metric[c] * f->gradient[d][c] - f->u[c] * f->acceleration[d];
        }
    for (int c = 0; c < 4; c++)
        for (int d = 0; d < 4; d++) {
            sigma[c][d] = 0.5 * (nabla[c][d] + nabla[d][c]) - delta[c][d] * f->theta / 3;
            omega[c][d] = 0.5 * (nabla[c][d] - nabla[d][c]);
            work += pi_of(q, c, d) * metric[c] * metric[d] * sigma[c][d];
            size += pi_of(q, c, d) * metric[c] * metric[d] * pi_of(q, c, d);
        }
    for (int c = 0; c < 4; c++) {
        turn += metric[c] * (pi_of(q, a, c) * omega[b][c] + pi_of(q, b, c) * omega[a][c]);
        mixed += 0.5 * metric[c] * (pi_of(q, a, c) * sigma[b][c] + pi_of(q, b, c) * sigma[a][c]);
        squared += metric[c] * pi_of(q, a, c) * pi_of(q, b, c);
        frame += metric[c] * f->acceleration[c] * (f->u[a] * pi_of(q, b, c) + f->u[b] * pi_of(q, a, c));
    }
    mixed -= delta[a][b] * work / 3;
    squared -= delta[a][b] * size / 3;
    return t.shear * sigma[a][b] - t.shear_rate * pi_of(q, a, b) + vorticity * turn +
           t.shear_rate * 0.7 * 9 / 70 / eos_pressure(eos, q[0], charge_of(q)) * squared - 10.0 / 7 * mixed -
           4.0 / 3 * f->theta * pi_of(q, a, b) + 1.2 * q[14] * sigma[a][b] - frame;
}

static double bulk_relaxation_of(const double *q, const struct flow *f)
{
    const struct transport t = transport_at(eos, q[0], charge_of(q));
    double work = 0;
    for (int c = 0; c < 4; c++)
        for (int d = 0; d < 4; d++)
            work += pi_of(q, c, d) * metric[c] * (f->gradient[c][d] - f->u[d] * metric[d] * f->acceleration[c]);
    return -t.bulk_rate * q[14] - t.bulk * f->theta - 2.0 / 3 * f->theta * q[14] + t.bulk_by_shear * work;
}

/* K pi + pi K^T of the turning frame */
static double turned(const double *q, int a, int b)
{
    static const int partner[4] = {3, -1, -1, 0};
    return (partner[a] < 0 ? 0 : pi_of(q, partner[a], b)) + (partner[b] < 0 ? 0 : pi_of(q, a, partner[b]));
}

/* Rates as fluxes give them: any of T, of pi such that u.pi = 0 stays so as it is carried along, u_a F^{ab} = pi^{ab}
 * v^i d_i u_a. */
static void random_fluxes(const double *q, const double space[3][3], double fluxes[SYSTEM_COMPONENTS])
{
    const double u[4] = {lorentz_factor_of(q), q[1], q[2], q[3]};
    double carried[4] = {0}, g[4] = {0}, along = 0;
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        fluxes[c] = q[0] * uniform(-1, 1) * (c < 4 ? 1 : 0.03);
    project_stress(q + 1, fluxes);
    for (int a = 1; a < 4; a++) {
        for (int i = 0; i < 3; i++)
            carried[a] += u[1 + i] / u[0] * space[i][a - 1];
        carried[0] += u[a] / u[0] * carried[a];
    }
    for (int b = 0; b < 4; b++) {
        for (int a = 0; a < 4; a++)
            g[b] += metric[a] * carried[a] * pi_of(q, a, b);
        along += metric[b] * u[b] * g[b];
    }
    for (int a = 0; a < 4; a++)
        for (int b = a; b < 4; b++) {
            const int c = a == 0 ? PI_TT + b : stress_space(a - 1, b - 1);
            fluxes[c] += u[a] * g[b] + u[b] * g[a] - u[a] * u[b] * along;
        }
}

static void close_to(double found, double expected)
{
    assert_true(fabs(found - expected) <= 4e-15 * fabs(expected));
}

/* What decays alone does so by e^-z after two stages and after three, for every z; weights are those of SSP-RK2 and
 * SSP-RK3 where nothing decays. */
static void test_decay_is_exact(void **state)
{
    (void)state;
    static const double kept[] = {0, 0.25, 2.0 / 3}, share[] = {1, 0.25, 2.0 / 3};
    for (double z = 1e-9; z < 1e12; z *= 1.7) {
        const struct phis phi = phis_of(z);
        double y = 1;
        close_to(phi.one, -expm1(-z) / z);
        if (z > 1)
            close_to(phi.two, (z + expm1(-z)) / (z * z));
        for (int n = 0; n < 3; n++) {
            const struct exponential stage = exponential_of(z, n);
            y = 1 + stage.kept * (y - 1) - stage.weight * share[n] * z;
            assert_true(fabs(stage.kept) < 1 && stage.weight > 0 && stage.weight < 1.2);
        }
        assert_true(fabs(y - exp(-z)) < 1e-14);
    }
    for (int n = 0; n < 3; n++) {
        close_to(exponential_of(0, n).kept, kept[n]);
        close_to(exponential_of(0, n).weight, 1);
    }
    close_to(phis_of(0).three, 1.0 / 6);
}

static void test_relaxation(void **state)
{
    (void)state;
    for (int n = 0; n < 2000; n++) {
        double q[SYSTEM_COMPONENTS], space[3][3], fluxes[SYSTEM_COMPONENTS], out[11], velocity[3];
        const double tau = uniform(0.5, 5);
        struct charge_gradients charge;
        no_charge_gradients(&charge);
        vorticity = n % 2;
        random_state(1.5, 0.03, q);
        for (int a = 0; a < 9; a++)
            space[a / 3][a % 3] = uniform(-1, 1);
        random_fluxes(q, (const double(*)[3])space, fluxes);
        const struct relaxing now = relaxing_now(q);
        assert_true(relaxation_rates(eos, transport_at(eos, q[0], charge_of(q)), q, &now, (const real(*)[3])space,
                                     &charge, 1 / tau, fluxes, out, velocity));
        const struct flow f = flow_with(q, (const double(*)[3])space, tau, velocity);
        /* u^t dpi/dt = D pi - u^eta/tau (K pi + pi K^T) - u^i d_i pi; -d_i (v^i pi) is in the fluxes, pi d_i v^i is not
         */
        double divergence = 0, slope[3] = {0};
        for (int j = 1; j < 4; j++)
            for (int i = 1; i < 4; i++)
                slope[j - 1] += f.u[i] * space[j - 1][i - 1] / f.u[0];
        for (int j = 1; j < 4; j++)
            divergence += space[j - 1][j - 1] / f.u[0] - f.u[j] * slope[j - 1] / (f.u[0] * f.u[0]);
        double pi_rate[4][4], scale = 0;
        for (int a = 0; a < 4; a++)
            for (int b = a; b < 4; b++) {
                const int c = a == 0 ? b : stress_space(a - 1, b - 1) - PI_TT;
                pi_rate[a][b] = pi_rate[b][a] = (relaxation_of(q, &f, a, b) - f.u[3] / tau * turned(q, a, b)) / f.u[0] +
                                                divergence * pi_of(q, a, b);
                scale = fmax(scale, fabs(pi_rate[a][b]));
                assert_true(fabs(out[c] - pi_rate[a][b]) < 1e-9 * (scale + q[0]));
            }
        const double bulk_rate = bulk_relaxation_of(q, &f) / f.u[0] + divergence * q[14];
        assert_true(fabs(out[10] - bulk_rate) < 1e-9 * q[0] * 10);
        /* with these rates, and some rate of e, T^{ta} changes as the fluxes said: three differences of four equations
         */
        double change[SYSTEM_COMPONENTS], before[SYSTEM_COMPONENTS], behind[SYSTEM_COMPONENTS],
            lower[SYSTEM_COMPONENTS], upper[SYSTEM_COMPONENTS];
        const double h = 1e-6;
        for (int c = 0; c < 11; c++)
            change[4 + c] = out[c] + fluxes[4 + c];
        for (int i = 0; i < 3; i++)
            change[1 + i] = velocity[i];
        double rate_of[2][4];
        for (int trial = 0; trial < 2; trial++) {
            change[0] = trial * q[0];
#if SYSTEM_CHARGED /* n u^t changes as the fluxes say */
            change[CHARGE_DENSITY] =
                (fluxes[CHARGE_DENSITY] - q[CHARGE_DENSITY] * dot(q + 1, velocity) / f.u[0]) / f.u[0];
#endif
            for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
                before[c] = q[c] - h * change[c];
                behind[c] = q[c] + h * change[c];
            }
            conserved_of_primitive(eos, before, lower);
            conserved_of_primitive(eos, behind, upper);
            for (int a = 0; a < 4; a++)
                rate_of[trial][a] = (upper[a] - lower[a]) / (2 * h);
        }
        const double share = (fluxes[0] - rate_of[0][0]) / (rate_of[1][0] - rate_of[0][0]);
        for (int a = 1; a < 4; a++) {
            const double found = rate_of[0][a] + share * (rate_of[1][a] - rate_of[0][a]);
            /* terms of e W u du/dt, each of which differences know to 1e-8 or so */
            const double terms = fabs(rate_of[0][a]) + fabs(share * (rate_of[1][a] - rate_of[0][a])) + fabs(fluxes[a]);
            assert_true(fabs(found - fluxes[a]) < 1e-6 * (terms + q[0]));
        }
    }
}

/* exp and the viscosity's pieces */
static void test_decaying_exp(void **state)
{
    (void)state;
    for (double x = 0; x > -80; x -= 0.0137)
        assert_true(fabs(decaying_exp(x) / exp(x) - 1) < 4e-15);
    assert_true(decaying_exp(-1000) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_projection),     cmocka_unit_test(test_recovery),   cmocka_unit_test(test_recovery_ends),
        cmocka_unit_test(test_decay_is_exact), cmocka_unit_test(test_relaxation), cmocka_unit_test(test_decaying_exp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
