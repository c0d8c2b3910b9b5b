#define TAUB_SINGLE 1
#define EOS_FILE "eos/conformal.h"
#define POINTWISE pointwise_conformal_single
#include "pointwise_body.h"
