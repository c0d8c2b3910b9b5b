/* Taub: hyperbolic conservation laws on CPUs and GPUs. The whole public C interface. */
#ifndef TAUB_TAUB_H
#define TAUB_TAUB_H

#include "taub/batch.h"
#include "taub/case.h"
#include "taub/config.h"
#include "taub/error.h"
#include "taub/simulation.h"
#include "taub/surface.h"

#define TAUB_VERSION "0.2.0"

/* That of the library, which a program may have found after it was compiled. */
const char *taub_version(void);

#endif
