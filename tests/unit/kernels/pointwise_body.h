/* Included by the files beside it after TAUB_SINGLE and POINTWISE (the table's name) are defined, EOS_FILE too. */
#include "pointwise.h"

#define TAUB_STRICT 0
#define TAUB_MILNE 0
#define TAUB_RECONSTRUCT_CONSERVED 0
#define TAUB_THETA (pointwise_constants.theta)
#define TAUB_ENERGY_FLOOR (pointwise_constants.energy_floor)
#define TAUB_HAS_FLOOR (TAUB_ENERGY_FLOOR > 0.0)
#define TAUB_EOS_GAMMA (pointwise_constants.gamma)
#define TAUB_EOS_MASS (pointwise_constants.mass)
#define TAUB_EOS_TEMPERATURE_FACTOR (pointwise_constants.temperature_factor)
#define TAUB_EOS_TABLE_BITS (pointwise_constants.table_bits)
#define TAUB_EOS_TABLE_FIRST (pointwise_constants.table_first)
#define TAUB_EOS_TABLE_OCTAVES (pointwise_constants.table_octaves)

#include "eos/gamma_law.h"

#include "dialect.h"

#if defined(USER_EOS)
/* p = 0.3 e + 0.1 n^2/(e + n) */
INLINE real eos_user_pressure(real e, real n)
{
    return R(0.3) * e + R(0.1) * n * n / (e + n);
}
INLINE real eos_user_sound_speed_squared(real e, real n)
{
    const real share = n / (e + n);
    return R(0.3) - R(0.1) * share * share + n * R(0.1) * share * (R(2.0) - share) / (e + eos_user_pressure(e, n));
}
INLINE real eos_user_temperature(real e, real n)
{
    return real_sqrt(real_sqrt(e)) / (R(1.0) + n / e);
}
#endif

#include EOS_FILE
#include "systems/srhd.h"
#include "systems/srhd_recovery.h"
#define riemann_flux central_upwind_flux
#include "riemann/central_upwind.h"
#undef riemann_flux
#define riemann_flux rusanov_flux
#include "riemann/rusanov.h"
#include "reconstruct/minmod.h"
#include "reconstruct/face.h"

static void to_real(const double *from, real to[5])
{
    for (int c = 0; c < 5; c++)
        to[c] = (real)from[c];
}

static void to_double(const real *from, double to[5])
{
    for (int c = 0; c < 5; c++)
        to[c] = (double)from[c];
}

static void conserved(const void *tables, const double q_in[5], double u_out[5])
{
    real q[5], u[5];
    to_real(q_in, q);
    conserved_of_primitive(eos_of_tables(tables), q, u);
    to_double(u, u_out);
}

static void flux(const void *tables, const double q_in[5], int axis, double u_out[5], double f_out[5], double *slowest,
                 double *fastest)
{
    real q[5], u[5], f[5], slow, fast;
    to_real(q_in, q);
    system_flux(eos_of_tables(tables), q, axis, u, f, &slow, &fast);
    to_double(u, u_out);
    to_double(f, f_out);
    *slowest = (double)slow;
    *fastest = (double)fast;
}

static void speeds(const void *tables, const double q_in[5], double out[3])
{
    real q[5], each[3];
    to_real(q_in, q);
    system_speeds(eos_of_tables(tables), q, each);
    for (int a = 0; a < 3; a++)
        out[a] = (double)each[a];
}

static void riemann(const void *tables, int kind, const double left[5], const double right[5], int axis, double out[5])
{
    const struct eos eos = eos_of_tables(tables);
    real ql[5], qr[5], ul[5], ur[5], fl[5], fr[5], through[5], speed[4];
    to_real(left, ql);
    to_real(right, qr);
    system_flux(eos, ql, axis, ul, fl, &speed[0], &speed[1]);
    system_flux(eos, qr, axis, ur, fr, &speed[2], &speed[3]);
    if (kind == 0)
        central_upwind_flux(ul, fl, speed[0], speed[1], ur, fr, speed[2], speed[3], through);
    else
        rusanov_flux(ul, fl, speed[0], speed[1], ur, fr, speed[2], speed[3], through);
    to_double(through, out);
}

static int iterations_needed(const struct eos eos, const real u_in[5], real before_e, real before_n)
{
#if defined(EOS_CONFORMAL)
    (void)eos;
    (void)u_in;
    (void)before_e;
    (void)before_n;
    return -1;
#else
    real u[5], lane[LANE_COUNT];
    int n = 0;
    for (int c = 0; c < 5; c++)
        u[c] = u_in[c];
    make_admissible(u);
    recovery_start(u, recovery_guess(eos, before_e, before_n), lane);
    for (; n < RECOVERY_ITERATIONS && lane[LANE_DONE] == R(0.0); n++)
        recovery_step(eos, lane);
    return n;
#endif
}

static int recover(const void *tables, double u_io[5], double before_e, double before_n, double q_out[5],
                   int *iterations)
{
    const struct eos eos = eos_of_tables(tables);
    real u[5], q[5];
    to_real(u_io, u);
    *iterations = iterations_needed(eos, u, (real)before_e, (real)before_n);
    const int status = recover_primitive(eos, u, (real)before_e, (real)before_n, q);
    to_double(q, q_out);
    to_double(u, u_io);
    return status;
}

static void evaluate_eos(const void *tables, double e, double n, double *pressure, double *speed_squared,
                         double *temperature)
{
    const struct eos eos = eos_of_tables(tables);
    real p, c;
    eos_pressure_and_speed(eos, (real)e, (real)n, &p, &c);
    *pressure = (double)p;
    *speed_squared = (double)c;
    *temperature = (double)eos_temperature(eos, (real)e, (real)n);
}

static double slope(double qm, double q0, double qp)
{
    return (double)limited_slope((real)qm, (real)q0, (real)qp);
}

static void face(const double q[4], double *left, double *right)
{
    real l, r;
    reconstruct_face((real)q[0], (real)q[1], (real)q[2], (real)q[3], &l, &r);
    *left = (double)l;
    *right = (double)r;
}

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const struct pointwise POINTWISE = {TEXT(POINTWISE),
                                    TAUB_SINGLE,
                                    EOS_BAROTROPIC,
                                    TAUB_SINGLE ? 1.1920929e-7 : 2.2e-16,
                                    RECOVERY_ITERATIONS,
                                    conserved,
                                    flux,
                                    speeds,
                                    riemann,
                                    recover,
                                    evaluate_eos,
                                    slope,
                                    face};
