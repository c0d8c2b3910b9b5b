/* Filled by the case: the user's initial data, with the points of the rule that averages them; nothing where the
 * case has none. */
#ifndef TAUB_CASE_INITIAL_H
#define TAUB_CASE_INITIAL_H
#endif
