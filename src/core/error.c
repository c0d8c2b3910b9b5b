#include <stdarg.h>
#include <stdio.h>

#include "taub/error.h"

enum taub_status taub_fail(struct taub_error *error, enum taub_status status, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
        error->status = status;
    }
    return status;
}
