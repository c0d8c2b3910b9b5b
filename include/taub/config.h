/* A case as plain C structs: everything that defines a run.
 *
 * A case file is read into these structs (taub/case.h), and a program that embeds Taub may fill them itself, starting
 * from taub_config_default. One struct per top-level key of the case file, one member per key, same names. Heavy-ion
 * cases use fm, fm/c, GeV, GeV/fm^3. Strings and arrays are owned by whoever filled the struct; taub_case_create
 * copies. Keys that do not apply to the chosen kind are ignored here and rejected in case files. */
#ifndef TAUB_CONFIG_H
#define TAUB_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "taub/config_medium.h"
#include "taub/config_mesh.h"
#include "taub/config_output.h"

enum { TAUB_MOST_PIECES = 64, TAUB_MOST_SCALARS = 8 };

/* grid: what a file holds */
enum taub_grid_format {
    TAUB_GRID_STRESS_ENERGY,   /* x y z and ten components of T^{mu nu} */
    TAUB_GRID_MUSIC,           /* IP-Glasma for MUSIC: e, u, pi */
    TAUB_GRID_MUSIC_DENSITIES, /* for MUSIC: charge and energy density */
    TAUB_GRID_TRENTO_3D,       /* dE_T/(deta dx dy) */
    TAUB_GRID_KOMPOST          /* x y and ten components of T_{mu nu} */
};
enum taub_grid_stress { TAUB_GRID_STRESS_FULL, TAUB_GRID_STRESS_SHEAR, TAUB_GRID_STRESS_NONE };

enum taub_axis { TAUB_X, TAUB_Y, TAUB_Z };

enum taub_system_kind {
    TAUB_SYSTEM_SRHD,
    TAUB_SYSTEM_EULER,
    TAUB_SYSTEM_ISRAEL_STEWART,
    TAUB_SYSTEM_MHD,
    TAUB_SYSTEM_MAXWELL,
    TAUB_SYSTEM_SRMHD
};

enum taub_eos_kind {
    TAUB_EOS_IDEAL_GAS,
    TAUB_EOS_CONFORMAL,
    TAUB_EOS_LATTICE_WB,
    TAUB_EOS_TABLE,
    TAUB_EOS_CODE,
    TAUB_EOS_TABLE_2D
};

enum taub_scheme_kind {
    TAUB_SCHEME_KURGANOV_TADMOR,
    TAUB_SCHEME_SHASTA,
    TAUB_SCHEME_MUSTA,
    TAUB_SCHEME_CESE,
    TAUB_SCHEME_ADER_WENO,
    TAUB_SCHEME_RK_WENO,
    TAUB_SCHEME_SYMMETRIC
};
/* Defaults are what a case file has that gives none, by system, scheme, order and mesh. */
enum taub_riemann_solver {
    TAUB_SOLVER_RUSANOV,
    TAUB_SOLVER_HLL,
    TAUB_SOLVER_HLLC,
    TAUB_SOLVER_HLLI,
    TAUB_SOLVER_HLLD,
    TAUB_SOLVER_DEFAULT
};
enum taub_variables {
    TAUB_VARIABLES_CONSERVED,
    TAUB_VARIABLES_PRIMITIVE,
    TAUB_VARIABLES_CHARACTERISTIC,
    TAUB_VARIABLES_DEFAULT
};
enum taub_reconstruct { TAUB_RECONSTRUCT_PRIMITIVE, TAUB_RECONSTRUCT_CONSERVED };
enum taub_flux { TAUB_FLUX_CENTRAL_UPWIND, TAUB_FLUX_RUSANOV };
enum taub_integrator { TAUB_RK2, TAUB_RK3 };
enum taub_phoenical { TAUB_ANTIDIFFUSION_PHOENICAL, TAUB_ANTIDIFFUSION_EXPLICIT };
enum taub_cese_variant { TAUB_CESE_A_ALPHA, TAUB_CESE_C_TAU };
/* ader-weno, rk-weno: the state whose change by the scheme is left out. */
enum taub_equilibrium { TAUB_EQUILIBRIUM_NONE, TAUB_EQUILIBRIUM_INITIAL, TAUB_EQUILIBRIUM_CODE };
/* euler, mhd: how viscosity, conduction and resistivity are advanced. */
enum taub_diffusion { TAUB_DIFFUSION_RKL2, TAUB_DIFFUSION_EXPLICIT };
enum taub_splitting {
    TAUB_SPLITTING_PERMUTING,
    TAUB_SPLITTING_STRANG,
    TAUB_SPLITTING_FIXED,
    TAUB_SPLITTING_SYMMETRIC,
    TAUB_SPLITTING_NONE
};
enum taub_limiter {
    TAUB_LIMITER_MINMOD,
    TAUB_LIMITER_NONE,
    TAUB_LIMITER_MINBEE,
    TAUB_LIMITER_SUPERBEE,
    TAUB_LIMITER_VAN_LEER,
    TAUB_LIMITER_MC,
    TAUB_LIMITER_PARABOLIC,
    TAUB_LIMITER_MC_SMOOTH,
    TAUB_LIMITER_CENTRED,
    TAUB_LIMITER_DEFAULT /* what a case file has that gives none */
};

enum taub_initial_kind {
    TAUB_INITIAL_GAUSSIAN,
    TAUB_INITIAL_RIEMANN,
    TAUB_INITIAL_BALL,
    TAUB_INITIAL_BJORKEN,
    TAUB_INITIAL_GUBSER,
    TAUB_INITIAL_GLAUBER,
    TAUB_INITIAL_TRENTO,
    TAUB_INITIAL_CODE,
    TAUB_INITIAL_PARTICLES,
    TAUB_INITIAL_PIECES,
    TAUB_INITIAL_WAVE,
    TAUB_INITIAL_VORTEX,
    TAUB_INITIAL_SEDOV,
    TAUB_INITIAL_NOH,
    TAUB_INITIAL_ALFVEN_WAVE,
    TAUB_INITIAL_ORSZAG_TANG,
    TAUB_INITIAL_FIELD_LOOP,
    TAUB_INITIAL_ROTOR,
    TAUB_INITIAL_LINEAR_WAVE,
    TAUB_INITIAL_PLANE_WAVE,
    TAUB_INITIAL_BOX_MODE,
    TAUB_INITIAL_PULSE,
    TAUB_INITIAL_EMPTY,
    TAUB_INITIAL_GRID
};

enum taub_linear_wave { TAUB_WAVE_FAST, TAUB_WAVE_SLOW, TAUB_WAVE_ALFVEN, TAUB_WAVE_ENTROPY };

enum taub_riemann_axis {
    TAUB_RIEMANN_X,
    TAUB_RIEMANN_Y,
    TAUB_RIEMANN_Z,
    TAUB_RIEMANN_DIAGONAL, /* normal (1, 1, 0)/sqrt 2 */
    TAUB_RIEMANN_CYLINDER  /* left inside, right outside the radius `position` about the z axis */
};

/* What a deposited density or a reduced thickness is taken for, times initial.scale. */
enum taub_deposited {
    TAUB_DEPOSIT_ENERGY,          /* e at time.start, GeV/fm^3 */
    TAUB_DEPOSIT_ENERGY_RAPIDITY, /* dE/(d eta dx dy) at tau -> 0, GeV/fm^2: e times time.start */
    TAUB_DEPOSIT_ENTROPY,         /* s at time.start, 1/fm^3 */
    TAUB_DEPOSIT_ENTROPY_RAPIDITY /* dS/(d eta dx dy), 1/fm^2: s times time.start */
};
enum taub_glauber_model { TAUB_GLAUBER_OPTICAL, TAUB_GLAUBER_MONTE_CARLO };

enum taub_shear_viscosity {
    TAUB_SHEAR_CONSTANT,
    TAUB_SHEAR_PIECEWISE,
    TAUB_SHEAR_CODE,
    TAUB_SHEAR_NONE,
    TAUB_SHEAR_JETSCAPE, /* D. Everett et al. (JETSCAPE), Phys. Rev. C 103 (2021) 054904 */
    TAUB_SHEAR_DUKE      /* J. E. Bernhard, J. S. Moreland, S. A. Bass, Nature Phys. 15 (2019) 1113 */
};
enum taub_potential_factor { TAUB_POTENTIAL_NONE, TAUB_POTENTIAL_POWER, TAUB_POTENTIAL_NODES };
enum taub_bulk_viscosity {
    TAUB_BULK_NONE,
    TAUB_BULK_CONSTANT,
    TAUB_BULK_DENICOL, /* G. S. Denicol, T. Kodama, T. Koide, Ph. Mota, Phys. Rev. C 80 (2009) 064901 */
    TAUB_BULK_CAUCHY,
    TAUB_BULK_CODE,
    TAUB_BULK_GAUSSIAN /* B. Schenke, C. Shen, P. Tribedy, Phys. Rev. C 102 (2020) 044905 */
};
enum taub_bulk_time { TAUB_BULK_TIME_ANOMALY, TAUB_BULK_TIME_ENTHALPY, TAUB_BULK_TIME_TEMPERATURE };
enum taub_baryon_diffusion { TAUB_DIFFUSION_NONE, TAUB_DIFFUSION_CONSTANT, TAUB_DIFFUSION_KINETIC };
enum taub_initial_stress { TAUB_STRESS_ZERO, TAUB_STRESS_NAVIER_STOKES, TAUB_STRESS_READ };
enum taub_shear_components { TAUB_SHEAR_TEN, TAUB_SHEAR_FIVE };
enum taub_viscous_form {
    TAUB_FORM_FLUX, /* the whole flux T^{i mu} with the speed of sound waves */
    TAUB_FORM_PAPER /* flux v^i q with speed |v^i|; pressure and dissipative gradients are centred sources */
};
enum taub_regulator { TAUB_REGULATOR_TANH, TAUB_REGULATOR_OFF };

enum taub_device_kind { TAUB_DEVICE_AUTO, TAUB_DEVICE_HOST, TAUB_DEVICE_CUDA, TAUB_DEVICE_OPENCL };
enum taub_precision { TAUB_DOUBLE, TAUB_SINGLE, TAUB_MIXED };
enum taub_reproducible { TAUB_FAST, TAUB_STRICT };

/* A number for a user's C file: PARAMETER(name) there. */
struct taub_parameter {
    const char *name;
    double value;
};

struct taub_parameters {
    int count;
    const struct taub_parameter *list;
};

/* A fluid state, by any sufficient set of names. srhd: one of energy_density, pressure, temperature fixes the
 * thermodynamics together with charge_density (0 when not given); velocity or four_velocity the motion (at rest when
 * not given). In Milne coordinates the last component is the eta one: tau u^eta / u^tau, tau u^eta. euler: density,
 * pressure, velocity and scalars; mhd: the magnetic field besides. */
enum taub_state_given {
    TAUB_GIVEN_ENERGY_DENSITY = 1,
    TAUB_GIVEN_CHARGE_DENSITY = 2,
    TAUB_GIVEN_PRESSURE = 4,
    TAUB_GIVEN_TEMPERATURE = 8,
    TAUB_GIVEN_VELOCITY = 16,
    TAUB_GIVEN_FOUR_VELOCITY = 32,
    TAUB_GIVEN_DENSITY = 64,
    TAUB_GIVEN_SCALAR = 128, /* of the first one; those of the others are the next bits */
    TAUB_GIVEN_MAGNETIC_FIELD = TAUB_GIVEN_SCALAR << TAUB_MOST_SCALARS
};

struct taub_state {
    unsigned given; /* bits of enum taub_state_given */
    double energy_density, charge_density, pressure, temperature, density;
    double velocity[3], four_velocity[3];
    double scalars[TAUB_MOST_SCALARS]; /* euler, mhd: 0 when not given */
    double magnetic_field[3];          /* mhd, in units with magnetic pressure B^2/2 */
};

struct taub_states {
    int count;
    const struct taub_state *list;
};

struct taub_config_eos {
    enum taub_eos_kind kind;
    double gamma;                      /* ideal-gas: adiabatic index */
    double mass;                       /* ideal-gas: rest mass per charge */
    int colours;                       /* conformal: N_c */
    double flavours;                   /* conformal: N_f */
    const char *file;                  /* tables, code: path, already resolved against the case file's folder */
    struct taub_parameters parameters; /* code */
    double tolerance;                  /* tables: how well their columns fit each other; 0 = 0.02 */
};

/* system israel-stewart: viscosities and what else the relaxation equations hold,
 *   tau_Pi D Pi + Pi = -zeta theta - delta_PiPi Pi theta + lambda_Pipi pi:sigma
 *   tau_pi D pi + pi = 2 eta sigma + 2 tau_pi pi.omega - delta_pipi pi theta - tau_pipi pi.sigma + lambda_piPi Pi
 * sigma, D. Bazow, U. Heinz, M. Strickland, Comput. Phys. Commun. 225 (2018) 92; with eos.kind table-2d also
 *   tau_q Delta D q + q = kappa_B nabla(mu_B/T) - delta_qq q theta - lambda_qq sigma.q,
 * G. S. Denicol et al., Phys. Rev. C 98 (2018) 034916. Temperatures in GeV. */
struct taub_config_transport {
    /* systems mhd and, but for the first, euler, all in the units length^2/time: eta of E = -v x B + eta curl B; nu of
     * the stress rho nu (d_i v_j + d_j v_i - 2/3 delta_ij div v); kappa of the heat flux -rho kappa grad(p/rho) */
    double resistivity, kinematic_viscosity, thermal_diffusivity;
    struct {
        enum taub_shear_viscosity kind;
        double value;                    /* eta/s; piecewise: at minimum_temperature */
        double minimum_temperature;      /* piecewise */
        double slope_below, slope_above; /* piecewise: d(eta/s)/dT, 1/GeV, at most 0 and at least 0 */
        double at_kink, kink_temperature, low_slope, high_slope;          /* jetscape */
        double minimum, slope, curvature, temperature, hadronic_constant; /* duke: the last is that below temperature */
        bool hadronic_constant_given;
        bool floor_given;
        double floor;                                /* jetscape, duke */
        enum taub_potential_factor potential_factor; /* of the baryon chemical potential mu, GeV; 1 at mu = 0 */
        double potential_slope, potential_scale, potential_power; /* power: 1 + slope (|mu|/scale)^power */
        double factor_200, factor_400;                            /* nodes: at mu = 0.2 and 0.4 GeV, linear between */
    } shear_viscosity;
    struct {
        enum taub_bulk_viscosity kind;
        double value;                /* constant: zeta/s */
        double norm;                 /* denicol: multiplies zeta/s */
        double critical_temperature; /* denicol: T_c; x = T/T_c */
        double A[3];                 /* denicol: A0 + A1 x + A2 x^2 for 0.995 <= x <= 1.05 */
        double lambda[4], sigma[4];  /* denicol: lambda1 exp(-(x-1)/sigma1) + the same with 2 above, with 3, 4 and
                                        exp((x-1)/sigma) below */
        double offset[2];            /* denicol: added above, below */
        double maximum, width, temperature; /* cauchy: maximum/(1 + ((T - temperature)/width)^2) */
        double skew;                        /* cauchy: width (1 - skew) below temperature, width (1 + skew) above */
        double width_below, width_above;    /* gaussian: maximum exp(-((T - temperature)/width)^2) */
        double potential_curvature; /* cauchy, gaussian: the peak is at temperature + potential_curvature mu^2 */
    } bulk_viscosity;
    struct {
        enum taub_baryon_diffusion kind;
        double value;               /* constant: kappa_B/T^2 */
        double relaxation;          /* C: tau_q = C/T; kinetic: kappa_B = C/T n (coth(mu_B/T)/3 - n T/(e + p)) */
        double delta_qq, lambda_qq; /* over tau_q and 3/5 tau_q; 0: off */
    } baryon_diffusion;
    struct {
        const char
            *file; /* kind code: `real shear_viscosity(real temperature)`, `real bulk_viscosity(...)`: eta/s, zeta/s
                    */
        struct taub_parameters parameters;
    } code;
    /* Second-order coefficients over those of the paper: delta_PiPi = 2/3 tau_Pi, lambda_Pipi = 8/5 (1/3 - cs2) tau_Pi,
     * delta_pipi = 4/3 tau_pi, tau_pipi = 10/7 tau_pi, lambda_piPi = 6/5 tau_pi. 0: off. */
    double delta_bulk_bulk, lambda_bulk_shear, delta_shear_shear, tau_shear_shear, lambda_shear_bulk, phi_7, vorticity;
    double shear_relaxation; /* tau_pi = shear_relaxation eta/(e + p) */
    double bulk_relaxation;  /* anomaly: zeta/tau_Pi = bulk_relaxation (1/3 - cs2)^2 (e + p) */
    struct {
        enum taub_bulk_time kind;
        double constant; /* enthalpy: tau_Pi = constant zeta/(e + p); temperature: tau_Pi = constant/T */
    } bulk_relaxation_time;
    struct {
        enum taub_initial_stress kind;
        const char *file; /* read: an output of a run on the same cells, with shear_stress and bulk_pressure */
    } initial_stress;
    enum taub_shear_components shear_components; /* ten: all are advanced; five: xx xy xz yy yz, the rest from u.pi = 0
                                                    and the trace */
    enum taub_viscous_form form;
    struct {
        enum taub_regulator kind;
        double xi_0;
        double rho_max;
    } regulator;
};

struct taub_config_scheme {
    enum taub_scheme_kind kind;
    double theta; /* generalised minmod, 1 to 2 */
    enum taub_reconstruct reconstruct;
    enum taub_flux flux;
    enum taub_integrator integrator;
    enum taub_limiter limiter; /* of linear data; theta is that of minmod */
    struct {
        double density, velocity, pressure, scalars;
    } compression; /* ader-weno, rk-weno at order 2, minmod and mc-smooth: in place of theta; 0 = theta or 2 */
    int order;     /* ader-weno, rk-weno: 2, 3, 4 */
    enum taub_riemann_solver riemann;  /* ader-weno, rk-weno */
    enum taub_variables variables;     /* ader-weno, rk-weno: in which data are limited or judged */
    int positivity;                    /* ader-weno, rk-weno: keep density and pressure positive, and count it */
    int shock_fix;                     /* ader-weno, rk-weno of euler: hllc and hlli turn to hll beside strong shocks */
    int scalars;                       /* ader-weno, rk-weno of euler: passive scalars are kept within their bounds */
    enum taub_equilibrium equilibrium; /* ader-weno, rk-weno: a state at rest that stays as it is */
    int stages;                        /* musta: predictor-corrector stages; 0 = FORCE */
    double alpha;                      /* musta: of FORCE; cese: of the weighted average of slopes, whole */
    enum taub_cese_variant variant;    /* cese */
    double sigma;                      /* cese, c-tau: how strictly slopes are weighted */
    double antidiffusion;              /* shasta: 0 to 1 */
    double neighbour_share;            /* shasta: 0 to 1 */
    enum taub_phoenical phoenical;     /* shasta */
    enum taub_splitting splitting;     /* shasta */
    enum taub_diffusion diffusion;     /* euler, mhd */
    int diffusion_stages;              /* euler, mhd, rkl2: at most so many in each half of a step; odd */
    double energy_floor;               /* a recovered energy density below it is raised to it, and counted; 0 = off */
};

struct taub_config_time {
    double start, end;
    double cfl;          /* used when step is 0 */
    double step;         /* fixed time step, 0 = by cfl */
    double growth;       /* a step is at most this much longer than the one before; with cfl */
    double first_step;   /* share of the bound by cfl for the first step, where states jump */
    double minimum_step; /* the run fails when the step falls below it; 0 = 1e-12 of the longest */
    int64_t max_steps;   /* 0 = no limit */
    double freeze_out;   /* israel-stewart: the run ends when T is below it in every cell, GeV; 0 = off */
};

/* H(eta) = exp(-max(0, |eta| - plateau)^2 / (2 sigma^2)); used in z or eta when given and the mesh has cells there. */
struct taub_config_longitudinal {
    bool given;
    double plateau; /* half-width of the flat part */
    double sigma;
    double beam_rapidity; /* glauber: centres the profile on the rapidity of what collides at each place; 0: on 0 */
};

struct taub_config_initial {
    enum taub_initial_kind kind;
    const char *file; /* trento, particles, code: path, already resolved */
    double monopole;  /* code, mhd on a cubed sphere: b of a magnetic field b x/r^3 besides the curl of the potential */

    /* gaussian: background + (peak - background) exp(-sum ((x - center)/width)^2/2), each named quantity by itself.
     * trento, glauber: energy_density of background is added everywhere, and is the state outside the input's grid;
     * particles: energy_density of background is added everywhere, at rest, and must be positive */
    struct taub_state background, peak;
    double center[3], width[3]; /* width 0 in a direction: no variation along it */

    enum taub_riemann_axis axis;
    double position;
    double transition; /* length of the transition between the states; 0: none */
    struct taub_state left, right;

    double radius; /* ball, vortex, sedov */
    int norm;      /* ball: 1, 2, or 0 for infinity */
    struct taub_state inside, outside;

    struct taub_state state; /* bjorken: at time.start; wave, vortex, sedov, noh: the flow without them */

    enum taub_grid_format format; /* grid */
    enum taub_grid_stress stress; /* grid: what of it israel-stewart begins with */
    double grid_spacing[2];       /* grid, trento-3d: in the plane, along eta */
    bool eta_first_given;
    double eta_first; /* grid, trento-3d: of the first layer; not given: layers around 0 */

    struct taub_reals cuts[3]; /* pieces: places of the planes across x, y, z, in order */
    struct taub_states states; /* pieces: x fastest, then y, then z */

    int waves[3];     /* wave: periods along each axis */
    double amplitude; /* wave: of the density, relative */
    enum taub_linear_wave wave;
    double polarization[3]; /* plane-wave, box-mode, pulse: of the electric field, of any length */
    double size;            /* the same: of its amplitude */
    double wavelength;      /* pulse: of the carrier; 0: none */
    double extent;          /* pulse: standard deviation along its axis */
    double strength;        /* vortex: 2 pi times the largest velocity over the speed sqrt(p/rho) */
    double energy;          /* sedov: of the explosion, in the whole space */
    double speed;           /* noh: of the gas towards the middle; rotor: at the edge of the disc */
    double field;           /* alfven-wave, vortex of mhd, field-loop, rotor */

    double q;              /* gubser: inverse transverse size, 1/fm */
    double temperature;    /* gubser: at tau = 1/q, r = 0, GeV */
    double charge_density; /* gubser, srhd: there, 1/fm^3 */

    enum taub_glauber_model model;
    const char *nuclei[2];   /* names, say "Au" "Pb" "U" "Cu" "p" */
    double collision_energy; /* sqrt(s_NN) in GeV; gives the cross-section when cross_section is 0 */
    double cross_section;    /* inelastic nucleon-nucleon, fm^2 */
    double impact_parameter; /* fm; used when centrality_given is false */
    bool centrality_given;
    double centrality[2];     /* per cent, lower and upper */
    double mixing;            /* share of binary collisions: (1 - mixing)/2 N_part + mixing N_coll */
    double nucleon_width;     /* fm, Gaussian */
    int constituents;         /* monte-carlo: of a participant; 1: it is a Gaussian itself */
    double constituent_width; /* fm, Gaussian; at most nucleon_width */
    double fluctuation; /* monte-carlo: each deposits a share of a gamma distribution of this shape; 0: all alike */
    double minimum_distance; /* between nucleon centres, fm */
    uint64_t seed;

    int event;                    /* trento HDF5: dataset event_N; particles: the first event that is taken, from 0 */
    int events;                   /* particles: how many are averaged, 0 = all */
    double sigma;                 /* particles: width of the kernel in the particle's rest frame, fm */
    double spacing;               /* trento: grid step in fm */
    enum taub_deposited quantity; /* glauber, trento */
    double scale;    /* glauber, trento: quantity = scale x (deposited density, 1/fm^2 or reduced thickness) */
    double rotation; /* trento: by this angle about the beam */
    struct taub_config_longitudinal longitudinal; /* glauber, trento */
    struct {
        bool given;
        double time;     /* fm/c before time.start */
        double velocity; /* of the particles */
    } free_stream;       /* trento */

    struct taub_parameters parameters; /* code */
};

enum taub_source_kind {
    TAUB_SOURCE_CODE,
    TAUB_SOURCE_DIPOLE,
    TAUB_SOURCE_SHEET,
    TAUB_SOURCE_PLANE_WAVE,
    TAUB_SOURCE_BEAM,
    TAUB_SOURCE_DROPLETS
};
enum taub_signal {
    TAUB_SIGNAL_PULSE,
    TAUB_SIGNAL_CONTINUOUS,
    TAUB_SIGNAL_FILE,
    TAUB_SIGNAL_GAUSSIAN,
    TAUB_SIGNAL_RICKER
};

/* The user's source term, `void source(const real x[3], real t, const real state[], real rate[])`, or droplets; system
 * maxwell: currents, the user's `void current(const real x[3], real t, real j[3])` or one that is described here. */
struct taub_config_source {
    const char *file; /* code; droplets: the table. NULL: none */
    struct taub_parameters parameters;
    bool given; /* one that is described here */
    enum taub_source_kind kind;
    double position[3], polarization[3], propagation[3], size;
    double radius;               /* dipole: of the ball that it fills; 0: a point */
    enum taub_riemann_axis axis; /* sheet, beam: across it */
    double thickness;            /* of the layer in which currents flow */
    double lower[3], upper[3];   /* plane-wave: the box of the total field */
    double waist;                /* beam: where E has fallen to 1/e */
    enum taub_signal signal;
    double frequency, phase, start, duration;
    const char *table; /* signal file: lines `time value` */
};

/* System maxwell: currents that act together. */
struct taub_sources {
    int count;
    const struct taub_config_source *list;
};

/* What comes in through the faces whose boundary is TAUB_INFLOW, [axis][lower, upper]. */
struct taub_config_inflow {
    struct taub_state face[3][2];
};

/* The user's boundary, `void boundary(const real x[3], real t, const real inside[], real state[])`. */
struct taub_config_boundary {
    const char *file;
    struct taub_parameters parameters;
};

enum { TAUB_MOST_DIAGNOSTICS = 16 };

/* What the history makes of a quantity of all cells: its integral over the mesh or its extreme values. */
enum taub_diagnostic_column { TAUB_NO_COLUMN, TAUB_COLUMN_SUM, TAUB_COLUMN_MINIMUM, TAUB_COLUMN_MAXIMUM };

/* A quantity of the user's: `real diagnostic_NAME(const real x[3], real t, const real state[])`. */
struct taub_config_diagnostic {
    const char *name; /* of the column, and for lists of fields: an identifier */
    enum taub_diagnostic_column column;
    bool stop_above_given, stop_below_given;
    double stop_above, stop_below; /* the run is done when the column is beyond */
};

struct taub_diagnostics {
    int count;
    const struct taub_config_diagnostic *list;
};

struct taub_config_diagnostics {
    const char *file;
    struct taub_parameters parameters;
    struct taub_diagnostics quantities;
};

struct taub_config_device {
    enum taub_device_kind kind;
    int index;
    enum taub_precision precision;
    enum taub_reproducible reproducible;
    int threads; /* host: 0 = all the process may use */
};

struct taub_config {
    const char *title;
    enum taub_system_kind system;
    int preset; /* israel-stewart: which published set a case file has taken (src/case/preset.c); 0: none. Programs fill
                   the values themselves. */
    int scalars; /* euler, mhd: how many are carried along */
    struct taub_config_eos eos;
    struct taub_config_transport transport;
    struct taub_config_medium medium;
    struct taub_config_mesh mesh;
    struct taub_config_scheme scheme;
    struct taub_config_time time;
    struct taub_config_initial initial;
    struct taub_config_source source;
    struct taub_sources sources; /* instead of `source`, which is one alone */
    struct taub_config_inflow inflow;
    struct taub_config_boundary boundary;
    struct taub_config_diagnostics diagnostics;
    struct taub_config_output output;
    struct taub_config_device device;
};

/* Defaults as documented in docs/reference/case-file.md; mesh, time and initial data are left to be filled. */
void taub_config_default(struct taub_config *config);

#endif
