/* In single precision. */
#define SRMHD_SINGLE 1
#define SRMHD_SOFT 1
#include "srmhd_body.h"
