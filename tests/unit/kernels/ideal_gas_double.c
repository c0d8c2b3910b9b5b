#define TAUB_SINGLE 0
#define EOS_FILE "eos/ideal_gas.h"
#define POINTWISE pointwise_ideal_gas_double
#include "pointwise_body.h"
