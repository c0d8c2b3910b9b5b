#define TAUB_SINGLE 0
#define EOS_FILE "eos/conformal.h"
#define POINTWISE pointwise_conformal_double
#include "pointwise_body.h"
