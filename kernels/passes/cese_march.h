/* A whole step of a tile; see passes/cese.h. The host and GPUs march in different ways to the same bits. */
#ifndef TAUB_PASSES_CESE_MARCH_H
#define TAUB_PASSES_CESE_MARCH_H

#include "dialect.h"
#include "schemes/cese.h"

#if CESE_AXES == 3
#include "passes/cese_half.h"
#elif defined(TAUB_HOST)
#include "passes/cese_host.h"
#else
#include "passes/cese_group.h"
#endif
TAUB_TILE_PASS(cese_march, CESE_SCRATCH)

#endif
