#define TAUB_SINGLE 1
#define USER_EOS 1
#define EOS_FILE "eos/code.h"
#define POINTWISE pointwise_code_single
#include "pointwise_body.h"
