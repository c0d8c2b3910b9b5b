/* Filled by the case: what passes of all schemes (ghost zones, clock, totals, the march) take from the one of the
 * case: the files that src/evolve/ names. */
#ifndef TAUB_CASE_SCHEME_H
#define TAUB_CASE_SCHEME_H
#endif
