#define TAUB_SINGLE 0
#define EOS_FILE "eos/tabulated.h"
#define POINTWISE pointwise_tabulated_double
#include "pointwise_body.h"
