/* What is wrong with a case: gathered, so that a user sees everything at once, and told in the order of the file. */
#ifndef TAUB_CASE_COMPLAINTS_H
#define TAUB_CASE_COMPLAINTS_H

#include "case/arena.h"
#include "taub/error.h"

/* Where something was written. All zero: nowhere (a config filled by a program). */
struct taub_place {
    const char *source; /* name of the file, or "override 2 'text'"; NULL: none */
    int order;          /* of the source */
    int line, column;   /* from 1; line 0: the source has no lines */
};

enum { TAUB_COMPLAINTS_KEPT = 64, TAUB_COMPLAINTS_TOLD = 10 };

struct taub_complaint {
    struct taub_place place;
    int number; /* keeps the order of complaints about one place */
    const char *text;
};

struct taub_complaints {
    struct taub_arena *arena;
    struct taub_complaint list[TAUB_COMPLAINTS_KEPT];
    int count; /* may exceed what is kept */
};

/* `path` is the key's dotted path, NULL when none is concerned. */
void taub_complain(struct taub_complaints *self, struct taub_place place, const char *path, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* TAUB_OK when there are none; else TAUB_BAD_INPUT with one line for each of the first ten. TAUB_FAILED when memory ran
 * out. */
enum taub_status taub_complaints_tell(struct taub_complaints *self, struct taub_error *error);

#endif
