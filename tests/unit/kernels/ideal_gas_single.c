#define TAUB_SINGLE 1
#define EOS_FILE "eos/ideal_gas.h"
#define POINTWISE pointwise_ideal_gas_single
#include "pointwise_body.h"
