/* Integrals in time of the powers of a history: what heats a box and what leaves it (electrodynamics,
 * docs/theory/maxwell.md#balance-of-energy). Between lines powers are the cubics through four of them, so that
 * integrals are of fourth order in the time between lines, which may vary. */
#ifndef TAUB_EVOLVE_BALANCE_H
#define TAUB_EVOLVE_BALANCE_H

#include <stddef.h>

enum { TAUB_BALANCE_POWERS = 2, TAUB_BALANCE_NODES = 4 };

/* All of them doubles: a checkpoint keeps the whole as a list of numbers. */
struct taub_balance {
    double lines;                     /* seen; 0: it has not begun */
    double start, end;                /* energy in the box at the first and at the last line */
    double done[TAUB_BALANCE_POWERS]; /* heating, outflow: integrals up to the last but one of four nodes */
    double time[TAUB_BALANCE_NODES];  /* of the last lines, of which there may be fewer */
    double power[TAUB_BALANCE_POWERS][TAUB_BALANCE_NODES];
};
enum { TAUB_BALANCE_NUMBERS = sizeof(struct taub_balance) / sizeof(double) };

/* A line of the history; one of the same time as the last is passed over. */
void taub_balance_add(struct taub_balance *self, double time, double energy, const double power[TAUB_BALANCE_POWERS]);

/* Integrals from the first to the last line. */
void taub_balance_integrals(const struct taub_balance *self, double out[TAUB_BALANCE_POWERS]);

#endif
