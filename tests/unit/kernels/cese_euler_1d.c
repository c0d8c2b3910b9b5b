#define CESE_KERNELS cese_euler_1d
#define CESE_NAME "euler_1d"
#define CESE_AXES 1
#define CESE_TAU 0
#define SYSTEM_EULER 1
#include "cese_body.h"
