/* In double precision, for gamma up to 5/3. */
#define SRMHD_SINGLE 0
#define SRMHD_SOFT 1
#include "srmhd_body.h"
