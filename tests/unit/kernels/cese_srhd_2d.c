#define CESE_KERNELS cese_srhd_2d
#define CESE_NAME "srhd_2d"
#define CESE_AXES 2
#define CESE_TAU 0
#define SYSTEM_SRHD 1
#include "cese_body.h"
