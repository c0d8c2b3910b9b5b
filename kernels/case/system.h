/* Filled by the case: the equations of the case: the files that src/systems/ names. */
#ifndef TAUB_CASE_SYSTEM_H
#define TAUB_CASE_SYSTEM_H
#endif
