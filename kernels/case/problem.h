/* Filled by the case: the formulas of its kind of initial data (kernels/problems); nothing where it has none, or the
 * user's file. */
#ifndef TAUB_CASE_PROBLEM_H
#define TAUB_CASE_PROBLEM_H
#endif
