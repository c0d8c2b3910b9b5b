#define CESE_KERNELS cese_euler_2d_tau
#define CESE_NAME "euler_2d_tau"
#define CESE_AXES 2
#define CESE_TAU 1
#define SYSTEM_EULER 1
#include "cese_body.h"
