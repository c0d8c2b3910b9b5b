#define TAUB_SINGLE 0
#define USER_EOS 1
#define EOS_FILE "eos/code.h"
#define POINTWISE pointwise_code_double
#include "pointwise_body.h"
