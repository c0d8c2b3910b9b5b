/* Failures where the status alone does not tell whether the case or the machine is at fault (taub_error.machine). */
#ifndef TAUB_FAULT_H
#define TAUB_FAULT_H

#include "taub/error.h"

/* Returns TAUB_FAILED for a numerical failure: the same case fails again, on any machine. */
enum taub_status taub_fail_numerics(struct taub_error *error, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* Returns TAUB_BAD_INPUT for a case that needs more than this machine has available at the moment. */
enum taub_status taub_fail_machine(struct taub_error *error, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
