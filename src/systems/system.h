/* Systems of equations on the host: number and names of components, quantities, columns of the history. The equations
 * themselves are in kernels/systems/, for all devices. A system is one file here, one line in the table of system.c,
 * and its kernel files (docs/how-to/add-a-system.md). */
#ifndef TAUB_SYSTEMS_SYSTEM_H
#define TAUB_SYSTEMS_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "eos/eos.h"
#include "launch.h"
#include "taub/config.h"

enum {
    TAUB_MOST_COMPONENTS = 40,                      /* of a conserved or primitive state */
    TAUB_MOST_COLUMNS = 48 + TAUB_MOST_DIAGNOSTICS, /* of the history, not counting step, time, dt and counters */
    TAUB_COUNTERS = TAUB_COUNT_CAUSE                /* in the history; checkpoints have the causes, too */
};

/* A derived quantity that can be written. */
struct taub_quantity_info {
    const char *name;
    int id; /* enum taub_quantity_id */
    int components;
    const char *unit; /* in heavy-ion units */
};

/* Columns of the history that the run itself uses; all others are only written. A system has at most one column of each
 * role. */
enum taub_column_role {
    TAUB_COLUMN_ONLY_WRITTEN,
    TAUB_COLUMN_TEMPERATURE_MAX,    /* for the stop at freeze-out */
    TAUB_COLUMN_ENERGY_DENSITY_MAX, /* to notice the end of a table, and to define the dilute edge */
    TAUB_COLUMN_CHARGE,             /* the total of `charge` below */
    TAUB_COLUMN_ENERGY_INSIDE,      /* for the balance of energy, with the following two */
    TAUB_COLUMN_HEATING_INSIDE,
    TAUB_COLUMN_OUTFLOW,
    TAUB_COLUMN_ROLES
};

struct taub_column {
    const char *name;
    const char *unit; /* NULL: a pure number */
    enum taub_column_role role;
};

/* The last columns of the history. */
extern const struct taub_counter {
    const char *name;
    enum taub_count count;
} taub_counters[TAUB_COUNTERS];

/* A quantity whose errors against an exact solution are printed. */
struct taub_error_field {
    const char *name;
    bool skip_zero; /* not printed if the exact solution is zero everywhere */
};

enum { TAUB_SYSTEM_FILES = 4 };

/* src/case/check_system.c, check_maxwell.c */
struct taub_check;
typedef void taub_system_checks(struct taub_check *self);
taub_system_checks taub_check_srhd, taub_check_viscous, taub_check_gas, taub_check_mhd, taub_check_maxwell;

struct taub_medium_methods;
extern const struct taub_medium_methods taub_medium_of_maxwell;

struct taub_system {
    enum taub_system_kind kind;
    const char *name; /* in case files */
    /* Its files below kernels/, in any order, since they include what they use. The first NULL ends the list. */
    const char *kernels[TAUB_SYSTEM_FILES];
    /* Its kernels contain the gas law, or need none, and do not use an equation of state of kernels/eos. */
    bool gas_law;
    /* File below kernels/ with directional derivatives of fluxes, local variables and signal speeds of a face. NULL:
     * schemes that need them cannot be used. */
    const char *derivatives;
    /* Constants of its kernels; NULL: none. */
    enum taub_status (*define)(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error);

    /* Number of components of the conserved and of the primitive state (the docs give their order, also for user files
     * and initial data), and number of the first conserved components that the equations conserve, and whose totals are
     * computed. */
    int (*components)(const struct taub_config *config);
    int (*totals)(const struct taub_config *config);
    /* Index of a conserved charge that comes after components that are not conserved; its total is in the column of the
     * history with the role TAUB_COLUMN_CHARGE. 0: there is none in this case. NULL: in no case. */
    int (*charge)(const struct taub_config *config);

    /* Whether units are fm, GeV, GeV/fm^3; otherwise quantities are dimensionless. */
    bool (*heavy_ion_units)(const struct taub_config *config);

    /* What its cases must be, beyond the tables of check_system.c. NULL: nothing. */
    taub_system_checks *check;

    const struct taub_quantity_info *quantities; /* the last has no name */
    const struct taub_medium_methods *medium;    /* evolve/media.h; NULL: cells have none */
    const char *const *default_fields;           /* default of output.fields; ends with NULL */
    const char *refined_by[2]; /* quantities whose second differences refine blocks by default; NULL: systems without
                                  blocks of several levels (mesh.refine) */
    const char *const *complex_fields; /* the same with mesh.bloch; NULL for systems without it */

    /* Number of reductions on the device in addition to the sums of the conserved components: sums (SYSTEM_SUMS in
     * kernels), then extrema (SYSTEM_EXTREMA). */
    int sums, extrema;
    /* Fills `columns` with the columns of the history; returns their number. */
    int (*columns)(const struct taub_config *config, struct taub_column columns[TAUB_MOST_COLUMNS]);
    /* Computes their values from the reductions (sums are already multiplied by the cell volume). NULL: the reductions
     * are the values. */
    void (*history)(const struct taub_config *config, double time, const double *reduced, double *values);

    const struct taub_error_field *error_fields; /* the last has no name */
    /* The equations of the system on the host in double precision, compiled from its kernel files
     * (systems/physics_functions.h). Arrays have components(config) values. `conserved` computes the conserved
     * densities of a primitive state, `primitive` the inverse; false if no state has these densities. NULL: initial
     * data are not averaged over cells. */
    void (*conserved)(const struct taub_config *config, const struct taub_eos *eos, const double *q, double *u);
    bool (*primitive)(const struct taub_config *config, const struct taub_eos *eos, const double *u, double *q);
    /* The square of a typical size of a component of the conserved state, from the largest values of all components; it
     * distinguishes jumps of initial data from small variations (problems/average.h). */
    double (*comparable)(const double *largest, int component);
    /* Largest |signal speed| along each axis. */
    void (*speeds)(const struct taub_config *config, const struct taub_eos *eos, const double *q, double speeds[3]);
    /* One component of a quantity of `quantities`, from a primitive state. */
    double (*quantity)(const struct taub_config *config, const struct taub_eos *eos, const double *q, const char *name,
                       int component);

    /* Whether a run may start from this state; and a description of a state for messages, with what was expected if it
     * is not valid. */
    bool (*valid)(const struct taub_config *config, const double *q);
    void (*describe)(const struct taub_config *config, const double *q, char *text, size_t size);
    const char *const
        *names; /* of the components of the primitive state, ends with NULL; further components are passive scalars */
    int (*positive)(int component); /* whether a component must be above 0; NULL: none */
    int face_vectors; /* number of vectors whose components are averages over the lower faces of cells across x, y, z */
    int faces;        /* index of the first component of the first one; the others follow */
    /* Checks a valid initial state by the lowest and highest value of its first component, the energy density, in all
     * cells. `whose` names the origin of the state. NULL: no check. */
    enum taub_status (*check_start)(const struct taub_config *config, const struct taub_eos *eos, double lowest,
                                    double highest, const char *whose, struct taub_error *error);

    /* Checks a running simulation after the `stages` stages since the last check: `reduced` are the reductions of the
     * state, `lost` is the sum over these stages of the energy densities of cells that had to be corrected (struct
     * taub_control). Stores their share of the total energy in *share, and fails if the share shows that the run is
     * unstable. NULL: no check. */
    enum taub_status (*watch)(const struct taub_config *config, const double *reduced, int64_t stages, double lost,
                              double *share, struct taub_error *error);
};

const struct taub_system *taub_system_find(enum taub_system_kind kind);
/* The quantity with this name; NULL if the system does not have it. */
const struct taub_quantity_info *taub_system_quantity(const struct taub_system *system, const char *name);
/* The same, or one of the case's diagnostics; without a name if there is neither. */
struct taub_quantity_info taub_quantity_of(const struct taub_config *config, const char *name);
/* taub_system.face_vectors, but on a cubed sphere, whose cells keep the fluxes through all of their faces and Cartesian
 * components of means: 0. */
int taub_face_vectors(const struct taub_config *config);
/* Number of stored components of a state: with mesh.bloch, those of its real and then of its imaginary part. */
int taub_system_stored(const struct taub_config *config);
/* Whether the quantity is the imaginary part of a complex field (mesh.bloch), according to the end of its name. */
bool taub_quantity_is_imaginary(const struct taub_quantity_info *info);
/* check_start of systems whose first component is the energy density, which must be in the range of the equation of
 * state. */
enum taub_status taub_system_check_energy(const struct taub_config *config, const struct taub_eos *eos, double lowest,
                                          double highest, const char *whose, struct taub_error *error);
/* conserved and primitive of systems whose conserved and primitive states are the same. */
void taub_system_same_densities(const struct taub_config *config, const struct taub_eos *eos, const double *q,
                                double *u);
bool taub_system_same_state(const struct taub_config *config, const struct taub_eos *eos, const double *u, double *q);
/* history of systems whose last extrema are the largest magnetic field and the largest divergence, which is converted
 * to units of that field divided by the smallest cell width. */
void taub_system_field_history(const struct taub_config *config, double time, const double *reduced, double *values);
/* heavy_ion_units of dimensionless systems; valid of systems with the density first and the pressure fifth. */
bool taub_system_dimensionless(const struct taub_config *config);
bool taub_system_gas_is_valid(const struct taub_config *config, const double *q);
/* For `describe` of the latter: what was expected if the state is not valid, otherwise "". */
const char *taub_system_gas_fault(const struct taub_config *config, const double *q);
/* The smallest valid density. Smaller numbers are subnormal: they have fewer digits, and their inverse may overflow. */
double taub_system_least_density(const struct taub_config *config);
/* Rows of `quantities` for systems with passive scalars. */
#define TAUB_SCALAR_QUANTITIES                                                                \
    {"scalar_1", QUANTITY_SCALAR + 0, 1, "1"}, {"scalar_2", QUANTITY_SCALAR + 1, 1, "1"},     \
        {"scalar_3", QUANTITY_SCALAR + 2, 1, "1"}, {"scalar_4", QUANTITY_SCALAR + 3, 1, "1"}, \
        {"scalar_5", QUANTITY_SCALAR + 4, 1, "1"}, {"scalar_6", QUANTITY_SCALAR + 5, 1, "1"}, \
        {"scalar_7", QUANTITY_SCALAR + 6, 1, "1"},                                            \
    {                                                                                         \
        "scalar_8", QUANTITY_SCALAR + 7, 1, "1"                                               \
    }

/* What goes through shells of a cubed sphere, sums on the device (kernels/passes/shells.h) and columns; returns their
 * number, 0 on other meshes. */
enum { TAUB_MOST_SHELL_COLUMNS = 12 };
int taub_shell_columns(const struct taub_config *config, struct taub_column columns[TAUB_MOST_SHELL_COLUMNS]);
/* Number of all reductions of a state: those of the system, and the same followed by those of shells and one for each
 * diagnostic. */
int taub_system_reductions(const struct taub_system *system, const struct taub_config *config);
int taub_reductions_of(const struct taub_config *config);
/* The columns of the system, followed by those of shells and those of the diagnostics that have one; returns their
 * number. */
int taub_columns_of(const struct taub_config *config, struct taub_column columns[TAUB_MOST_COLUMNS]);
/* Their values; `reduced` as for taub_system.history. */
void taub_history_of(const struct taub_config *config, double time, const double *reduced, double *values);

extern const struct taub_system taub_system_srhd, taub_system_euler, taub_system_israel_stewart, taub_system_mhd,
    taub_system_srmhd;
extern const struct taub_system *const taub_systems[]; /* all, then NULL: cmake/wings.cmake */

#endif
