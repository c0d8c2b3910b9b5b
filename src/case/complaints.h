/* Errors in a case: collected, so that users see all of them at once, and reported in the order of the file. */
#ifndef TAUB_CASE_COMPLAINTS_H
#define TAUB_CASE_COMPLAINTS_H

#include "case/arena.h"
#include "taub/error.h"

/* Position in a source. All zero: none (a config filled by a program). */
struct taub_place {
    const char *source; /* name of the file, or "override 2 'text'"; NULL: none */
    int order;          /* position among the sources */
    int line, column;   /* counted from 1; line 0: the source has no lines */
};

enum { TAUB_COMPLAINTS_KEPT = 64, TAUB_COMPLAINTS_TOLD = 10 };

struct taub_complaint {
    struct taub_place place;
    int number; /* keeps the order of errors at the same place */
    const char *text;
};

struct taub_complaints {
    struct taub_arena *arena;
    struct taub_complaint list[TAUB_COMPLAINTS_KEPT];
    int count; /* may exceed the number kept */
};

/* Adds an error. `path`: dotted path of the key; NULL if the error concerns no key. */
void taub_complain(struct taub_complaints *self, struct taub_place place, const char *path, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Returns TAUB_OK if there are no errors, otherwise TAUB_BAD_INPUT with one line for each of the first ten; TAUB_FAILED
 * if out of memory. */
enum taub_status taub_complaints_report(struct taub_complaints *self, struct taub_error *error);

#endif
