#include <stdarg.h>
#include <stdio.h>

#include "core/fault.h"

static enum taub_status fill(struct taub_error *error, enum taub_status status, bool machine, const char *format,
                             va_list arguments)
{
    if (error) {
        vsnprintf(error->message, sizeof error->message, format, arguments);
        error->status = status;
        error->machine = machine;
    }
    return status;
}

enum taub_status taub_fail(struct taub_error *error, enum taub_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(error, status, status == TAUB_FAILED, format, arguments);
    va_end(arguments);
    return status;
}

enum taub_status taub_fail_numerics(struct taub_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(error, TAUB_FAILED, false, format, arguments);
    va_end(arguments);
    return TAUB_FAILED;
}

enum taub_status taub_fail_machine(struct taub_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(error, TAUB_BAD_INPUT, true, format, arguments);
    va_end(arguments);
    return TAUB_BAD_INPUT;
}
