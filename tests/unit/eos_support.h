/* What the tests of equations of state on the host share. */
#ifndef TAUB_EOS_SUPPORT_H
#define TAUB_EOS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "eos/eos.h"

static inline void close_to(double value, double expected, double relative)
{
    if (!(fabs(value - expected) <= relative * fabs(expected)))
        fail_msg("%.17g is not %.17g within %g: off by %g", value, expected, relative, value / expected - 1);
}

static inline struct taub_eos *make(struct taub_config_eos config)
{
    struct taub_error error = {0};
    struct taub_eos *eos;
    if (taub_eos_create(&config, &eos, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    return eos;
}

static const struct taub_config_eos rest_mass_gas = {.kind = TAUB_EOS_IDEAL_GAS, .gamma = 5.0 / 3, .mass = 1};
static const struct taub_config_eos conformal = {.kind = TAUB_EOS_CONFORMAL, .colours = 3, .flavours = 2.5};
static const struct taub_config_eos lattice = {.kind = TAUB_EOS_LATTICE_WB};

#endif
