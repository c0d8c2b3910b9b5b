/* Equations of state on the host, in double precision: initial data, exact solutions, checks, and the table for
 * kernels.
 *
 * Units are GeV/fm^3, GeV, 1/fm^3 for heavy-ion equations of state; ideal-gas is dimensionless. The kernels have their
 * own pointwise functions (kernels/eos/); a test compares the two. */
#ifndef TAUB_EOS_H
#define TAUB_EOS_H

#include <stdbool.h>
#include <stddef.h>

#include "taub/config.h"
#include "taub/error.h"

#define TAUB_HBARC 0.1973269804 /* GeV fm, CODATA 2018 */

struct taub_bundle;
struct taub_eos;

/* Reads and checks tables; integrates lattice-wb. For kind code all functions below except the range fail: states must
 * then be given by energy_density. */
enum taub_status taub_eos_create(const struct taub_config_eos *config, struct taub_eos **out, struct taub_error *error);
void taub_eos_destroy(struct taub_eos *self);

/* Outside the range of lattice-wb and of tables, p/e and T/e^(1/4) stay constant, as in the kernels' table. Temperature
 * and entropy of an ideal gas without charge are 0. */
double taub_eos_pressure(const struct taub_eos *self, double energy_density, double charge_density);
double taub_eos_sound_speed_squared(const struct taub_eos *self, double energy_density, double charge_density);
double taub_eos_temperature(const struct taub_eos *self, double energy_density, double charge_density);
double taub_eos_entropy_density(const struct taub_eos *self, double energy_density, double charge_density);
/* Chemical potential of the charge; 0 for equations of state that have none. */
double taub_eos_chemical_potential(const struct taub_eos *self, double energy_density, double charge_density);
/* The largest |n| at this energy density; infinite for all kinds except table-2d. */
double taub_eos_charge_limit(const struct taub_eos *self, double energy_density);
double taub_eos_energy_from_pressure(const struct taub_eos *self, double pressure, double charge_density);
double taub_eos_energy_from_temperature(const struct taub_eos *self, double temperature, double charge_density);
/* Without charge. 0 at 0; for kinds with an entropy. */
double taub_eos_energy_from_entropy(const struct taub_eos *self, double entropy_density);
void taub_eos_range(const struct taub_eos *self, double *lowest, double *highest); /* of energy density */
/* The file name of a table, else the name of the kind. */
const char *taub_eos_name(const struct taub_eos *self);
/* A note for the user about the file that was read; "": none. */
const char *taub_eos_note(const struct taub_eos *self);
/* TAUB_BAD_INPUT if an energy density is outside the range. The message consists of `what` ("the energy density of
 * ..."), the density, the equation of state and its range. */
enum taub_status taub_eos_check_range(const struct taub_eos *self, double energy_density, const char *what,
                                      struct taub_error *error);
/* The same for the energy density at x; `where` is the key or file that it comes from. */
enum taub_status taub_eos_check_range_at(const struct taub_eos *self, double energy_density, const char *where,
                                         const double x[3], struct taub_error *error);

/* Completes a given state to (e, u^x, u^y, u^z, n). TAUB_BAD_INPUT, with the key's name `where`, if it is superluminal,
 * not finite, negative, or outside the range of the equation of state. */
enum taub_status taub_eos_complete(const struct taub_eos *self, const struct taub_state *given, const char *where,
                                   double state[5], struct taub_error *error);

/* The table that kernels read (kernels/eos/tabulated.h). Piecewise cubics on intervals that divide each octave of e
 * into 2^bits equal parts, from 2^first_octave on for `octaves` octaves, so that the interval follows from the exponent
 * and the leading bits of e. Per interval there are 4 coefficients of p/e in t in [0, 1]; after all of these, 4 per
 * interval of T/e^(1/4). Outside the table p/e and T/e^(1/4) keep their values at its ends.
 *
 * To evaluate at a double e with the bit pattern b (single precision: 23 for 52, 127 for 1023):
 *   i = (b >> (52 - bits)) - ((1023 + first_octave) << bits)        interval, 0 <= i < octaves << bits inside the table
 *   t = (b & ((1 << (52 - bits)) - 1)) / 2^(52 - bits)              position in it; below the table: i = 0, t = 0;
 *                                                                   above it: the last interval, t = 1
 *   p/e = c0 + t (c1 + t (c2 + t c3)) with c = values + 4 i
 *   T/e^(1/4): the same with c = values + 4 (octaves << bits) + 4 i
 *   dp/de = p/e + m 2^bits (c1 + t (2 c2 + 3 t c3)), with the significand m = e/2^floor(log2 e) in [1, 2); outside the
 *           table dp/de = p/e
 * The cubics are C1, with exact values and slopes at the ends of the intervals. For lattice-wb: 67 octaves
 * from 2^-47 (7e-15 to 1e6 GeV/fm^3), bits 6, p within 1e-9, dp/de within 1e-7; each of the two tables has 137 kB in
 * double, of which a run reads the part of its own energies (e from 1e-6 to 1e3: 61 kB). */
struct taub_eos_table {
    int bits, first_octave, octaves;
    size_t count;         /* number of values: 2 * 4 * octaves * 2^bits */
    const double *values; /* owned by the eos */
};
/* NULL for kinds that kernels evaluate in closed form, and for table-2d (eos/table_2d.h). */
const struct taub_eos_table *taub_eos_device_table(const struct taub_eos *self);

/* Pressure and squared speed of sound as kernels compute them: for a tabulated equation of state from the table, whose
 * last digits differ from the host's values. With them the totals of a run agree with the densities of its initial data
 * to rounding. */
double taub_eos_device_pressure(const struct taub_eos *self, double energy_density, double charge_density,
                                double *speed_squared);

/* All numbers that kernels read from memory, including those of a table; count 0: none. */
struct taub_eos_numbers {
    size_t count;
    const double *values; /* owned by the eos */
};
struct taub_eos_numbers taub_eos_device_numbers(const struct taub_eos *self);

/* What kernels need: the constants of the case as #define lines, and the file below kernels/ that uses them. */
enum taub_status taub_eos_define(const struct taub_eos *self, struct taub_bundle *bundle, struct taub_error *error);
const char *taub_eos_kernel(const struct taub_eos *self);

#endif
