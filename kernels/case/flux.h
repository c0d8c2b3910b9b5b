/* Filled by the case: the flux of two states, a file of riemann/. */
#ifndef TAUB_CASE_FLUX_H
#define TAUB_CASE_FLUX_H
#endif
