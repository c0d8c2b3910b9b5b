/* Filled by the case: what stands beyond boundaries: states that flow in, the user's code; nothing where the case
 * has none. */
#ifndef TAUB_CASE_BOUNDARY_H
#define TAUB_CASE_BOUNDARY_H
#endif
