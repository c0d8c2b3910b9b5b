/* Filled by the case: `real diagnostic(int n, const real x[3], real t, const real state[])`, the user's quantities by
 * their numbers in the case, and `int diagnostic_kind(int n)`: what the history makes of each, 0 a sum, 1 the smallest,
 * 2 the largest value. */
#ifndef TAUB_CASE_DIAGNOSTICS_H
#define TAUB_CASE_DIAGNOSTICS_H
#endif
