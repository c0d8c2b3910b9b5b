/* Inside the room: what each kind of equation of state provides. Adding one takes a file that fills a struct
 * taub_eos_methods and a line in the table of eos.c. */
#ifndef TAUB_EOS_KIND_H
#define TAUB_EOS_KIND_H

#include "eos/eos.h"

struct taub_eos_methods {
    enum taub_eos_kind kind;
    const char *name; /* as in case files */
    /* Sets data, lowest, highest; on failure destroy is called. */
    enum taub_status (*create)(struct taub_eos *self, const struct taub_config_eos *config, struct taub_error *error);
    void (*destroy)(struct taub_eos *self);
    double (*pressure)(const struct taub_eos *self, double e, double n);
    double (*sound_speed_squared)(const struct taub_eos *self, double e, double n);
    double (*temperature)(const struct taub_eos *self, double e, double n);
    double (*entropy_density)(const struct taub_eos *self, double e, double n); /* NULL: (e + p)/T */
    double (*energy_from_pressure)(const struct taub_eos *self, double p, double n);
    double (*energy_from_temperature)(const struct taub_eos *self, double t, double n);
    double (*temperature_slope)(const struct taub_eos *self, double e); /* d ln T/d ln e; for the device table */
};

struct taub_eos {
    const struct taub_eos_methods *methods;
    double lowest, highest; /* energy density */
    void *data;             /* of the kind */
    bool has_table;
    struct taub_eos_table table;
    double *table_values;
};

extern const struct taub_eos_methods taub_eos_ideal_gas;
extern const struct taub_eos_methods taub_eos_conformal;
extern const struct taub_eos_methods taub_eos_lattice_wb;
extern const struct taub_eos_methods taub_eos_tabulated;
extern const struct taub_eos_methods taub_eos_code;

/* Fills self->table from 2^first_octave on. Takes the fewest intervals per octave (16 to 128) for which p is within
 * 1e-9 and dp/de within 1e-7 of the methods above, or the most that keep the table below 320 kB. */
enum taub_status taub_eos_tabulate(struct taub_eos *self, int first_octave, int octaves, struct taub_error *error);

/* p/e and T/e^(1/4) by the device table, as the kernels evaluate them; for tests. */
void taub_eos_table_lookup(const struct taub_eos_table *table, double e, double *pressure_ratio,
                           double *temperature_ratio, double *pressure_slope);

/* Relative difference of the table from the equation of state at `samples` places per interval. */
void taub_eos_table_errors(const struct taub_eos *self, int samples, double *pressure, double *slope,
                           double *temperature);

#endif
