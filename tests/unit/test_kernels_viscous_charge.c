/* test_kernels_viscous.c of a fluid that carries a charge. */
#define TAUB_CHARGED 1
#include "test_kernels_viscous.c"
