/* Errors: a status that is also the program's exit code, and a message for people.
 *
 * Every function that can fail returns enum taub_status and takes a struct taub_error * as its last argument. The
 * caller owns it; NULL is allowed where only the status matters. The library never prints and never aborts. */
#ifndef TAUB_ERROR_H
#define TAUB_ERROR_H

#include <stdbool.h>

enum taub_status {
    TAUB_OK = 0,
    TAUB_FAILED = 1,   /* the run failed: numerics, device, disk, interrupted allocation */
    TAUB_BAD_INPUT = 2 /* what the user gave is wrong: case file, override, data file, user code */
};

struct taub_error {
    enum taub_status status;
    char message[4096]; /* complete sentences; may span lines (compiler logs) */
    bool machine;       /* memory, disk, a device or threads failed, not the case: it may go well another time */
};

/* Fills *error (printf style; `machine` for TAUB_FAILED) and returns status, so that `return taub_fail(error,
 * TAUB_FAILED, "...")` reads well. */
enum taub_status taub_fail(struct taub_error *error, enum taub_status status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

#endif
