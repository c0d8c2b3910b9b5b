/* The pointwise functions of conservation elements, compiled for the host in double precision, one file per system and
 * number of axes. */
#ifndef TAUB_TESTS_CESE_H
#define TAUB_TESTS_CESE_H

struct cese_kernels {
    const char *name;
    int axes, tau;
    void (*conserved)(const double q[5], double u[5]);
    void (*flux)(const double u[5], int axis, double f[5], double *slowest, double *fastest);
    void (*flux_jacobian_product)(const double u[5], const double du[5], int axis, double df[5]);
    int (*admissible)(const double u[5]);
    /* share[corner][5], ahead[5]; corner bits are set for directions upwards. */
    int (*element)(const double u[5], const double s[][5], const double k[], double share[][5], double ahead[5]);
    void (*first_order)(const double k[], double share[][5], double ahead[5]);
    /* From the old elements' states, slopes and k. */
    void (*new_element)(const double u[][5], const double s[][2][5], const double k[], double un[5], double sn[][5]);
    double (*weighted)(double above, double below);
    double (*rate)(const double u[5], const double per[]);
};

extern const struct cese_kernels cese_euler_1d, cese_euler_2d_tau, cese_srhd_2d;

#endif
