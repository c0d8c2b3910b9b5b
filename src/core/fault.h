/* Whose fault a failure is, where its status does not say (taub_error.machine). */
#ifndef TAUB_FAULT_H
#define TAUB_FAULT_H

#include "taub/error.h"

/* TAUB_FAILED of the numbers: the same case fails on any machine, and again. */
enum taub_status taub_fail_numerics(struct taub_error *error, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* TAUB_BAD_INPUT for a case that asks more of the machine than it has now. */
enum taub_status taub_fail_machine(struct taub_error *error, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
