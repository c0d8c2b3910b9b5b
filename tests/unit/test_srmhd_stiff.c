/* In double precision, for gamma up to 2. */
#define SRMHD_SINGLE 0
#define SRMHD_SOFT 0
#include "srmhd_body.h"
