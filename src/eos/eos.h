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

struct taub_bundle;
struct taub_eos;

/* Reads and checks tables; integrates lattice-wb. For kind code the functions below but the range fail: the state must
 * then be given by energy_density. */
enum taub_status taub_eos_create(const struct taub_config_eos *config, struct taub_eos **out, struct taub_error *error);
void taub_eos_destroy(struct taub_eos *self);

/* Outside the range of lattice-wb and of tables, p/e and T/e^(1/4) go on unchanged, as in the kernels' table.
 * Temperature and entropy of an ideal gas without charge are 0. */
double taub_eos_pressure(const struct taub_eos *self, double energy_density, double charge_density);
double taub_eos_sound_speed_squared(const struct taub_eos *self, double energy_density, double charge_density);
double taub_eos_temperature(const struct taub_eos *self, double energy_density, double charge_density);
double taub_eos_entropy_density(const struct taub_eos *self, double energy_density, double charge_density);
/* Of the charge; 0 for equations of state that do not know it. */
double taub_eos_chemical_potential(const struct taub_eos *self, double energy_density, double charge_density);
/* The largest |n| at this energy density; infinite for all kinds but table-2d. */
double taub_eos_charge_limit(const struct taub_eos *self, double energy_density);
double taub_eos_energy_from_pressure(const struct taub_eos *self, double pressure, double charge_density);
double taub_eos_energy_from_temperature(const struct taub_eos *self, double temperature, double charge_density);
void taub_eos_range(const struct taub_eos *self, double *lowest, double *highest); /* of energy density */
/* The file of a table, else the kind. */
const char *taub_eos_name(const struct taub_eos *self);
/* What a user should know about the file that was read; "": nothing. */
const char *taub_eos_note(const struct taub_eos *self);
/* TAUB_BAD_INPUT when an energy density is outside the range: `what` (the energy density of ..., a clause), the
 * density, the equation of state and its range. */
enum taub_status taub_eos_check_range(const struct taub_eos *self, double energy_density, const char *what,
                                      struct taub_error *error);
/* The same of the energy density at x; `where`: the key or the file that it is from. */
enum taub_status taub_eos_check_range_at(const struct taub_eos *self, double energy_density, const char *where,
                                         const double x[3], struct taub_error *error);

/* Completes a given state to (e, u^x, u^y, u^z, n); TAUB_BAD_INPUT with the key's name `where` when it is superluminal,
 * not finite, negative, or outside the equation of state's range. */
enum taub_status taub_eos_complete(const struct taub_eos *self, const struct taub_state *given, const char *where,
                                   double state[5], struct taub_error *error);

/* The table kernels read (kernels/eos/tabulated.h). Piecewise cubics on intervals that divide each octave of e into
 * 2^bits equal parts, from 2^first_octave on for `octaves` octaves, so that the interval is found from the exponent and
 * the leading bits of e. Per interval, in t in [0, 1]: 4 coefficients of p/e, then (second table, behind the first) 4
 * coefficients of T/e^(1/4). Values outside continue the end intervals' value of p/e and T/e^(1/4).
 *
 * To evaluate at a double e with the bit pattern b (single precision: 23 for 52, 127 for 1023):
 *   i = (b >> (52 - bits)) - ((1023 + first_octave) << bits)        interval, 0 <= i < octaves << bits inside the table
 *   t = (b & ((1 << (52 - bits)) - 1)) / 2^(52 - bits)              place in it; i < 0: i = 0, t = 0; past the end: the
 *                                                                   last interval, t = 1
 *   p/e = c0 + t (c1 + t (c2 + t c3)) with c = values + 4 i; T/e^(1/4) the same with values + 4 (octaves << bits) + 4
 * i; dp/de = p/e + m 2^bits (c1 + t (2 c2 + 3 t c3)), m = e/2^floor(log2 e) the significand in [1, 2); p/e alone
 * outside. The cubics are C1 and take exact values and slopes at the ends of the intervals. For lattice-wb: 67 octaves
 * from 2^-47 (7e-15 to 1e6 GeV/fm^3), bits 6, p within 1e-9, dp/de within 1e-7; each of the two tables has 137 kB in
 * double, of which a run touches the part of its own energies (e from 1e-6 to 1e3: 61 kB). */
struct taub_eos_table {
    int bits, first_octave, octaves;
    size_t count;         /* doubles in values: 2 * 4 * octaves * 2^bits */
    const double *values; /* owned by the eos */
};
/* NULL for kinds that are evaluated in closed form, and for table-2d (eos/table_2d.h). */
const struct taub_eos_table *taub_eos_device_table(const struct taub_eos *self);

/* The pressure and the square of the speed of sound as kernels compute them: of a tabulated equation of state the
 * table's, which are not the host's to the last digits. With them the totals of a run are those of the densities of its
 * initial data to rounding. */
double taub_eos_device_pressure(const struct taub_eos *self, double energy_density, double charge_density,
                                double *speed_squared);

/* All numbers that kernels read from memory, those of a table among them; count 0: none. */
struct taub_eos_numbers {
    size_t count;
    const double *values; /* owned by the eos */
};
struct taub_eos_numbers taub_eos_device_numbers(const struct taub_eos *self);

/* What the kernels need: the constants of the case as #define lines, and the file below kernels/ that reads them. */
enum taub_status taub_eos_define(const struct taub_eos *self, struct taub_bundle *bundle, struct taub_error *error);
const char *taub_eos_kernel(const struct taub_eos *self);

#endif
