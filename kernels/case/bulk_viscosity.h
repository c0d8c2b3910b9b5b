/* Filled by the case: `real specific_bulk_viscosity(real temperature)`, zeta/s, of kernels/viscosities. */
#ifndef TAUB_CASE_BULK_VISCOSITY_H
#define TAUB_CASE_BULK_VISCOSITY_H
#endif
