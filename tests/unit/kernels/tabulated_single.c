#define TAUB_SINGLE 1
#define EOS_FILE "eos/tabulated.h"
#define POINTWISE pointwise_tabulated_single
#include "pointwise_body.h"
