/* Filled by the case: `real specific_shear_viscosity(real temperature)`, eta/s, of kernels/viscosities. */
#ifndef TAUB_CASE_SHEAR_VISCOSITY_H
#define TAUB_CASE_SHEAR_VISCOSITY_H
#endif
