/* Leaves the function with the status of a call that failed. Only where nothing is owned that the caller would lose. */
#ifndef TAUB_TRY_H
#define TAUB_TRY_H

#include "taub/error.h"

#define TRY(call)                                \
    do {                                         \
        const enum taub_status status_ = (call); \
        if (status_ != TAUB_OK)                  \
            return status_;                      \
    } while (0)

#endif
