/* Signals of currents from files. */
#ifndef TAUB_SIGNAL_H
#define TAUB_SIGNAL_H

#include "taub/error.h"

enum { TAUB_CUBIC_NUMBERS = 5 };

/* Reads a file with a time and a value per line and comments after #. The caller frees both arrays. TAUB_BAD_INPUT,
 * with the line, if the file is not of this form, times do not grow, or there are too few or too many of them. */
enum taub_status taub_signal_read(const char *path, double **times, double **values, int *count,
                                  struct taub_error *error);
/* Natural cubic spline. At each time, `cubics` has the value, the slope, half of the second and a sixth of the third
 * derivative, and the integral up to there; the last entry has only the value and the integral. */
void taub_signal_spline(const double *t, const double *v, int n, double (*cubics)[TAUB_CUBIC_NUMBERS]);

#endif
