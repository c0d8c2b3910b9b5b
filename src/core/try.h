/* Returns from the calling function if `call` fails. Only for use where the function owns nothing that would leak. */
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
