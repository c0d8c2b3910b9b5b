/* Filled by the case: the user's functions of diagnostics, for case/diagnostics.h. */
#ifndef TAUB_CASE_DIAGNOSTICS_CODE_H
#define TAUB_CASE_DIAGNOSTICS_CODE_H
#endif
