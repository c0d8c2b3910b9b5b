/* Filled by the case: the user's source, or current, and the table of currents from outside; nothing where the case
 * has none. */
#ifndef TAUB_CASE_SOURCE_H
#define TAUB_CASE_SOURCE_H
#endif
