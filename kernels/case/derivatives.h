/* Filled by the case: derivatives of the fluxes of the case's equations, a file of systems/. */
#ifndef TAUB_CASE_DERIVATIVES_H
#define TAUB_CASE_DERIVATIVES_H
#endif
