/* Internal to the module: what each kind of equation of state provides. A new kind takes a file that fills a struct
 * taub_eos_methods and a line in the table of eos.c; docs/how-to/add-an-equation-of-state.md has the steps. */
#ifndef TAUB_EOS_KIND_H
#define TAUB_EOS_KIND_H

#include "eos/eos.h"

struct taub_eos_methods {
    enum taub_eos_kind kind;
    const char *name; /* as in case files */
    /* Sets data, lowest, highest; after a failure destroy is called. */
    enum taub_status (*create)(struct taub_eos *self, const struct taub_config_eos *config, struct taub_error *error);
    void (*destroy)(struct taub_eos *self); /* NULL: free(data) */
    double (*pressure)(const struct taub_eos *self, double e, double n);
    double (*sound_speed_squared)(const struct taub_eos *self, double e, double n);
    double (*temperature)(const struct taub_eos *self, double e, double n);
    double (*entropy_density)(const struct taub_eos *self, double e, double n);         /* NULL: (e + p)/T */
    double (*chemical_potential)(const struct taub_eos *self, double e, double n);      /* NULL: 0 */
    double (*charge_limit)(const struct taub_eos *self, double e);                      /* largest |n|; NULL: none */
    double (*energy_from_pressure)(const struct taub_eos *self, double p, double n);    /* NULL: by bisection */
    double (*energy_from_temperature)(const struct taub_eos *self, double t, double n); /* NULL: by bisection */
    /* d ln T/d ln e at n = 0, for the device table; NULL: cs^2 e/(e + p), which follows from dp = s dT */
    double (*temperature_slope)(const struct taub_eos *self, double e);
    const char *kernel; /* the file below kernels/ that evaluates it on devices */
    /* Constants that the kernel file reads, as #define lines; NULL: none but those of the device table. */
    enum taub_status (*define)(const struct taub_eos *self, struct taub_bundle *bundle, struct taub_error *error);
};

/* Functions of a file that has all of these by these names. */
#define TAUB_EOS_FUNCTIONS                                                                                  \
    .create = create, .destroy = destroy, .pressure = pressure, .sound_speed_squared = sound_speed_squared, \
    .temperature = temperature, .energy_from_pressure = energy_from_pressure,                               \
    .energy_from_temperature = energy_from_temperature

struct taub_eos {
    const struct taub_eos_methods *methods;
    double lowest, highest; /* energy density */
    char *file;             /* the file that it was read from; NULL: none */
    char note[512];         /* note for the user; "": none */
    void *data;             /* private data of the kind */
    bool has_table;
    struct taub_eos_table table;
    double *table_values;
    struct taub_eos_numbers numbers; /* for kernels, if there is no such table; set by create, owned by data */
};

extern const struct taub_eos_methods *const taub_eos_kinds[]; /* all, then NULL: cmake/wings.cmake */

/* Fills self->table from 2^first_octave on. Uses the fewest intervals per octave (16 to 128) for which p is within 1e-9
 * and dp/de within 1e-7 of the methods above, or the most that keep the table below 320 kB. */
enum taub_status taub_eos_tabulate(struct taub_eos *self, int first_octave, int octaves, struct taub_error *error);

/* p/e, T/e^(1/4) and dp/de from the device table, as kernels evaluate them. */
void taub_eos_table_lookup(const struct taub_eos_table *table, double e, double *pressure_ratio,
                           double *temperature_ratio, double *pressure_slope);

/* Largest relative differences between the table and the equation of state, at `samples` points per interval. */
void taub_eos_table_errors(const struct taub_eos *self, int samples, double *pressure, double *slope,
                           double *temperature);

#endif
