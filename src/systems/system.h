/* Systems of equations as the host sees them: how many components, what they are called, what can be asked for. The
 * equations themselves stand in kernels/systems/, read by every device. A system is one file here, one line in the
 * table of system.c, and its kernel files (docs/how-to/add-a-system.md). */
#ifndef TAUB_SYSTEMS_SYSTEM_H
#define TAUB_SYSTEMS_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "eos/eos.h"
#include "taub/config.h"

enum {
    TAUB_MOST_COMPONENTS = 40, /* of a conserved or primitive state */
    TAUB_MOST_COLUMNS = 48     /* of the history, without step, time, dt and counters */
};

/* A derived quantity that can be written. */
struct taub_quantity_info {
    const char *name;
    int id; /* enum taub_quantity_id */
    int components;
    const char *unit; /* in heavy-ion units */
};

/* What a run reads of its history, whichever system has it; every other column is written only. A system has at most
 * one column of each role. */
enum taub_column_role {
    TAUB_COLUMN_ONLY_WRITTEN,
    TAUB_COLUMN_TEMPERATURE_MAX,    /* for the stop at freeze-out */
    TAUB_COLUMN_ENERGY_DENSITY_MAX, /* for the end of a table, and for what is the dilute edge */
    TAUB_COLUMN_CHARGE,             /* the total that `charge` speaks of */
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

/* A quantity whose errors against an exact solution are told. */
struct taub_error_field {
    const char *name;
    bool skip_zero; /* not told where the exact solution is zero everywhere */
};

enum { TAUB_SYSTEM_FILES = 4 };

struct taub_system {
    enum taub_system_kind kind;
    const char *name; /* as in case files */
    /* Below kernels/, in any order: they include what they use. The first NULL ends the list. */
    const char *kernels[TAUB_SYSTEM_FILES];
    /* Its kernels hold the law of its gas, or have no gas, and ask no equation of state (kernels/eos). */
    bool gas_law;
    /* Below kernels/: derivatives of fluxes along changes of the state, local variables, signal speeds of a face. NULL:
     * no scheme may need them. */
    const char *derivatives;
    /* Constants of its kernels; NULL: none. */
    enum taub_status (*define)(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error);

    /* Components of the conserved state and of the primitive one (docs: in the order that user files and initial data
     * use), and how many of the conserved ones are conserved by the equations, and totalled. */
    int (*components)(const struct taub_config *config);
    int (*totals)(const struct taub_config *config);
    /* The component of a charge that stands behind ones that are not conserved, totalled in the column of the history
     * that has the role TAUB_COLUMN_CHARGE; 0: there is none. NULL: never. */
    int (*charge)(const struct taub_config *config);

    /* fm, GeV, GeV/fm^3; else dimensionless. */
    bool (*heavy_ion_units)(const struct taub_config *config);

    const struct taub_quantity_info *quantities; /* the last has no name */
    const char *const *default_fields;           /* output.fields when it is not given; ends with NULL */
    const char *const *complex_fields;           /* the same with mesh.bloch; NULL: systems without it */

    /* Reductions that the device makes beyond the sums of the conserved components: sums (kernels: SYSTEM_SUMS) and
     * extrema (SYSTEM_EXTREMA), in this order. */
    int sums, extrema;
    /* Columns of the history: filled into `columns`; returns their number. */
    int (*columns)(const struct taub_config *config, struct taub_column columns[TAUB_MOST_COLUMNS]);
    /* Their values from the reductions (sums already times the cell volume); NULL: as they are. */
    void (*history)(const struct taub_config *config, double time, const double *reduced, double *values);

    const struct taub_error_field *error_fields; /* the last has no name */
    /* The system's equations on the host, in double, by the text of its kernel files (systems/physics_functions.h).
     * Arrays have components(config) values. Conserved densities of a primitive state, and the other way: false when no
     * state has these densities. NULL: initial data are not averaged over cells. */
    void (*conserved)(const struct taub_config *config, const struct taub_eos *eos, const double *q, double *u);
    bool (*primitive)(const struct taub_config *config, const struct taub_eos *eos, const double *u, double *q);
    /* The square of a size in the units of a component of the conserved state, from the largest sizes of all, by which
     * jumps of initial data are told from what is small (problems/average.h). */
    double (*comparable)(const double *largest, int component);
    /* Largest |signal speed| along each axis. */
    void (*speeds)(const struct taub_config *config, const struct taub_eos *eos, const double *q, double speeds[3]);
    /* One component of a quantity that is in the list, from a primitive state. */
    double (*quantity)(const struct taub_config *config, const struct taub_eos *eos, const double *q, const char *name,
                       int component);

    /* Whether a run may start from this state, and the words for one that it may not start from. */
    bool (*valid)(const struct taub_config *config, const double *q);
    void (*describe)(const struct taub_config *config, const double *q, char *text, size_t size);
    const char *const *names; /* of the components of the primitive state, the last NULL; more follow as scalars */
    int (*positive)(int component); /* whether it must be above 0; NULL: none must */
    int face_vectors; /* how many vectors are averages over the lower faces of cells across x, y, z; 0: none */
    int faces;        /* the first component of the first one; the others follow */
    /* What only all cells together tell, of a state that is valid everywhere: the lowest and the highest of its first
     * component, the energy density. `whose`: what gives the state. NULL: nothing. */
    enum taub_status (*check_start)(const struct taub_config *config, const struct taub_eos *eos, double lowest,
                                    double highest, const char *whose, struct taub_error *error);

    /* Looks at a run under way, at the end of so many steps since it looked before: `reduced` is what the device has
     * reduced the state to, `lost` the energy densities of the cells that these steps had to correct (struct
     * taub_control), added over all stages. Their share of the whole is kept in *share; fails when it says that the run
     * is lost. NULL: nothing. */
    enum taub_status (*watch)(const struct taub_config *config, const double *reduced, int64_t stages, double lost,
                              double *share, struct taub_error *error);
};

const struct taub_system *taub_system_find(enum taub_system_kind kind);
/* Of a system; NULL when it has none of this name. */
const struct taub_quantity_info *taub_system_quantity(const struct taub_system *system, const char *name);
/* Components of a state as it is stored: with mesh.bloch, of its real and then of its imaginary part. */
int taub_system_stored(const struct taub_config *config);
/* Whether it is the imaginary part of a complex field (mesh.bloch), by the end of its name. */
bool taub_quantity_is_imaginary(const struct taub_quantity_info *info);
/* check_start of systems that begin with the energy density: it must be in the range of the equation of state. */
enum taub_status taub_system_check_energy(const struct taub_config *config, const struct taub_eos *eos, double lowest,
                                          double highest, const char *whose, struct taub_error *error);
/* conserved and primitive of systems for which both states are the same. */
void taub_system_same_densities(const struct taub_config *config, const struct taub_eos *eos, const double *q,
                                double *u);
bool taub_system_same_state(const struct taub_config *config, const struct taub_eos *eos, const double *u, double *q);
/* history of systems whose last extrema are the largest magnetic field and the largest divergence: the latter in units
 * of the former over the smallest width of cells. */
void taub_system_field_history(const struct taub_config *config, double time, const double *reduced, double *values);
/* heavy_ion_units of systems without units; valid of those that have the density first and the pressure fifth. */
bool taub_system_dimensionless(const struct taub_config *config);
bool taub_system_gas_is_valid(const struct taub_config *config, const double *q);
/* For `describe` of those: what was expected of a state that is not valid; "". */
const char *taub_system_gas_fault(const struct taub_config *config, const double *q);
/* The least positive number that a density may be: below are numbers of few digits, whose inverse is none. */
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

/* All numbers that the device reduces a state to. */
int taub_system_reductions(const struct taub_system *system, const struct taub_config *config);

extern const struct taub_system taub_system_srhd;
extern const struct taub_system taub_system_euler;
extern const struct taub_system taub_system_israel_stewart;
extern const struct taub_system taub_system_mhd;
extern const struct taub_system taub_system_maxwell;
extern const struct taub_system taub_system_srmhd;

#endif
