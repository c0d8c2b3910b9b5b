/* The pointwise kernel functions, compiled for the host in both precisions, one file per equation of state. Numbers go
 * in and out in double; constants of the case are variables here. */
#ifndef TAUB_TESTS_POINTWISE_H
#define TAUB_TESTS_POINTWISE_H

struct pointwise {
    const char *name;
    int single, barotropic;
    double epsilon;
    int most_iterations;
    void (*conserved)(const void *tables, const double q[5], double u[5]);
    void (*flux)(const void *tables, const double q[5], int axis, double u[5], double f[5], double *slowest,
                 double *fastest);
    void (*speeds)(const void *tables, const double q[5], double speeds[3]);
    /* kind 0: central-upwind, 1: rusanov */
    void (*riemann)(const void *tables, int kind, const double left[5], const double right[5], int axis,
                    double flux[5]);
    /* Returns the status; *iterations is what the iteration alone needs, -1 where there is none. u is left as repaired.
     */
    int (*recover)(const void *tables, double u[5], double before_e, double before_n, double q[5], int *iterations);
    void (*eos)(const void *tables, double e, double n, double *pressure, double *speed_squared, double *temperature);
    double (*slope)(double qm, double q0, double qp);
    void (*face)(const double q[4], double *left, double *right);
};

extern const struct pointwise pointwise_conformal_double, pointwise_conformal_single;
extern const struct pointwise pointwise_ideal_gas_double, pointwise_ideal_gas_single;
extern const struct pointwise pointwise_tabulated_double, pointwise_tabulated_single;
extern const struct pointwise pointwise_code_double, pointwise_code_single;

/* What a case would have as constants. */
struct pointwise_constants {
    double theta, energy_floor, gamma, mass, temperature_factor;
    int table_bits, table_first, table_octaves;
};
extern struct pointwise_constants pointwise_constants;

/* Strict mode's elementary functions: exp, log, sin, cos, tanh, sinh, cosh. */
extern double (*const pointwise_strict[7])(double);
double pointwise_strict_pow(double x, double y);

#endif
