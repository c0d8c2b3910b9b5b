/* Units as text ("GeV/fm^3"), and their SI factors and dimensions for openPMD. */
#ifndef TAUB_OUTPUT_UNITS_H
#define TAUB_OUTPUT_UNITS_H

#include <stdbool.h>

#define TAUB_FM_SI 1e-15                        /* m */
#define TAUB_FM_OVER_C_SI (1e-15 / 299792458.0) /* s */
#define TAUB_GEV_SI 1.602176634e-10             /* J, exact since 2019 */

struct taub_unit {
    double si;           /* value of the unit in SI */
    double dimension[7]; /* powers of length, mass, time, current, temperature, amount, luminous intensity */
};

/* Reads "1", or factors GeV, fm, c with integer powers, joined by blanks, '*' and '/': "GeV/fm^3", "fm/c", "1/fm^3".
 * A '/' applies only to the factor after it. False if the text is not of this form. */
bool taub_unit_parse(const char *text, struct taub_unit *unit);

#endif
