/* Filled by the case: the coordinates of the case, a file of geometry/. */
#ifndef TAUB_CASE_GEOMETRY_H
#define TAUB_CASE_GEOMETRY_H
#endif
