/* What holds for the derivatives of relativistic fluxes with every equation of state. Included behind the kernels and
 * before `random_gas` is defined: Lorentz factors up to about W, a range of what the equation of state makes of it. */
#ifndef TAUB_SRHD_CHECKS_H
#define TAUB_SRHD_CHECKS_H

enum { N = SYSTEM_COMPONENTS };

#ifndef DERIVATIVE_ERROR
#define DERIVATIVE_ERROR 1e-10 /* of the equation of state, relative; here that of rounding, by the largest sums */
#endif

/* cmocka's assert_float_equal compares floats. */
static void near_at(double a, double b, double tolerance, int line)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("line %d: %.17g and %.17g differ by %g, more than %g", line, a, b, fabs(a - b), tolerance);
}
#define assert_near(a, b, tolerance) near_at(a, b, tolerance, __LINE__)

static double between(double a, double b)
{
    return a + (b - a) * (rand() / (double)RAND_MAX);
}

static void random_gas(double w, double low, double high, double q[N]);

static void random_state(double u[N])
{
    double q[N];
    random_gas(4, -1, 1, q);
    conserved_of_primitive(eos_of_tables(NULL), q, u);
}

static void test_flux_and_speeds_are_the_systems(void **state)
{
    (void)state;
    for (int n = 0; n < 3000; n++) {
        const int axis = n % 3;
        double q[N], u[N], f[N], expected[N], slowest, fastest, slow, fast;
        random_gas(4, -2, 2, q);
        system_flux(eos_of_tables(NULL), q, axis, u, expected, &slowest, &fastest);
        const struct gas gas = GAS_OF(eos_of_tables(NULL), u);
        gas_flux(gas, u, axis, f);
        gas_speeds(gas, u, axis, &slow, &fast);
        for (int c = 0; c < N; c++)
            assert_near(f[c], expected[c], 1e-12 * (u[0] + u[4]));
        assert_near(slow, slowest, 1e-11);
        assert_near(fast, fastest, 1e-11);
        assert_true(state_is_gas(u));
    }
}

/* f(u + t g) = f + t f'(u) g + t^2/2 f''(u)(g, g) + ...: both from centred differences. */
static void test_derivatives_of_fluxes(void **state)
{
    (void)state;
    for (int n = 0; n < 3000; n++) {
        const int axis = n % 3;
        const double t = 1e-3;
        double q[N], u[N], g[N], up[N], down[N], fu[N], f0[N], fd[N], first[N] = {0}, second[N] = {0};
        random_gas(2, -1, 1, q);
        conserved_of_primitive(eos_of_tables(NULL), q, u);
        for (int c = 0; c < N; c++) {
            g[c] = between(-0.1, 0.1) * (c == 4 ? u[4] : u[0] - u[4]);
            up[c] = u[c] + t * g[c];
            down[c] = u[c] - t * g[c];
        }
        gas_flux(GAS_OF(eos_of_tables(NULL), up), up, axis, fu);
        gas_flux(GAS_OF(eos_of_tables(NULL), u), u, axis, f0);
        gas_flux(GAS_OF(eos_of_tables(NULL), down), down, axis, fd);
        subtract_flux_jacobian_product(GAS_OF(eos_of_tables(NULL), u), u, g, axis, first);
        add_flux_second_derivative(GAS_OF(eos_of_tables(NULL), u), u, g, axis, 1.0, second);
        for (int c = 0; c < N; c++) {
            assert_near(-first[c], (fu[c] - fd[c]) / (2 * t), 2e-5 * u[0]);
            assert_near(second[c], (fu[c] - 2 * f0[c] + fd[c]) / (t * t), 2e-5 * u[0]);
        }
    }
}

/* Amplitudes of waves: there and back again, and f' of one of them is its speed times it. */
static void test_waves_are_eigenvectors(void **state)
{
    (void)state;
    for (int n = 0; n < 3000; n++) {
        const int axis = n % 3;
        double u[N], w[N], d[N], back[N], slowest, fastest;
        random_state(u);
        const struct gas gas = GAS_OF(eos_of_tables(NULL), u);
        gas_speeds(gas, u, axis, &slowest, &fastest);
        for (int c = 0; c < N; c++)
            w[c] = between(-1, 1);
        conserved_of_local(gas, u, axis, w, d);
        local_of_conserved(gas, u, axis, d, back);
        for (int c = 0; c < N; c++)
            assert_near(back[c], w[c], 1e-9 * (1 + u[4]));
        for (int wave = 0; wave < N; wave++) {
            const double speed = wave == 0 ? slowest : wave == 4 ? fastest : gas.v[axis];
            double changed[N] = {0}, size = 0;
            for (int c = 0; c < N; c++)
                w[c] = c == wave;
            conserved_of_local(gas, u, axis, w, d);
            subtract_flux_jacobian_product(gas, u, d, axis, changed);
            for (int c = 0; c < N; c++)
                size += fabs(d[c]);
            for (int c = 0; c < N; c++)
                assert_near(-changed[c], speed * d[c], DERIVATIVE_ERROR * size);
        }
    }
}

#endif
