/* Equations of state on the host, in double: initial data, exact solutions, checks, and the table that kernels read.
 *
 * Units GeV/fm^3, GeV, 1/fm^3 for heavy-ion equations of state; dimensionless for ideal-gas. The kernels have their own
 * pointwise functions (kernels/eos/), and a test holds the two together. */
#ifndef TAUB_EOS_H
#define TAUB_EOS_H

#include <stdbool.h>
#include <stddef.h>

#include "taub/config.h"
#include "taub/error.h"

#define TAUB_HBARC 0.1973269804 /* GeV fm, CODATA 2018 */

struct taub_eos;

/* Reads and checks tables; integrates lattice-wb. For kind code the functions below but the range fail: the state must
 * then be given by energy_density. */
enum taub_status taub_eos_create(const struct taub_config_eos *config, struct taub_eos **out, struct taub_error *error);
void taub_eos_destroy(struct taub_eos *self);

double taub_eos_pressure(const struct taub_eos *self, double energy_density, double charge_density);
double taub_eos_sound_speed_squared(const struct taub_eos *self, double energy_density, double charge_density);
double taub_eos_temperature(const struct taub_eos *self, double energy_density, double charge_density);
double taub_eos_entropy_density(const struct taub_eos *self, double energy_density, double charge_density);
double taub_eos_energy_from_pressure(const struct taub_eos *self, double pressure, double charge_density);
double taub_eos_energy_from_temperature(const struct taub_eos *self, double temperature, double charge_density);
void taub_eos_range(const struct taub_eos *self, double *lowest, double *highest); /* of energy density */

/* Completes a given state to (e, u^x, u^y, u^z, n); TAUB_BAD_INPUT with the key's name `where` when it is superluminal,
 * not finite, negative, or outside the equation of state's range. */
enum taub_status taub_eos_complete(const struct taub_eos *self, const struct taub_state *given, const char *where,
                                   double state[5], struct taub_error *error);

/* The table kernels read (kernels/eos/table.h). Piecewise cubics on intervals that divide each octave of e into
 * 2^bits equal parts, from 2^first_octave on for `octaves` octaves, so that the interval is found from the exponent and
 * the leading bits of e. Per interval, in t in [0, 1]: 4 coefficients of p/e, then (second table, behind the first) 4
 * coefficients of T/e^(1/4). Values outside continue the end intervals' value of p/e and T/e^(1/4). */
struct taub_eos_table {
    int bits, first_octave, octaves;
    size_t count;         /* doubles in values: 2 * 4 * octaves * 2^bits */
    const double *values; /* owned by the eos */
};
/* NULL for kinds that are evaluated in closed form. */
const struct taub_eos_table *taub_eos_device_table(const struct taub_eos *self);

#endif
