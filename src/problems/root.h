/* Root of a continuous function of one variable. */
#ifndef TAUB_ROOT_H
#define TAUB_ROOT_H

/* Brent's method: R. P. Brent, Algorithms for Minimization without Derivatives (1973), chapter 4. f(a) and f(b) must
 * have opposite signs (or be 0). Ends when the bracket is narrower than tolerance + 4 roundings, or after 200
 * evaluations. */
double taub_root(double (*f)(double x, void *user), void *user, double a, double b, double tolerance);

#endif
