/* Numbers of a bundle: what a program reads as data. The text says `#define NAME TAUB_NUMBER(3)`; the value is no part
 * of it, so programs that differ in values only are one (kernels/dialect.h has the storage). */
#ifndef TAUB_NUMBER_LIST_H
#define TAUB_NUMBER_LIST_H

#include <stdbool.h>

#include "jit/text.h"

struct taub_number_list {
    double *values;
    int count, capacity;
    bool closed; /* the text that declares them is written */
};

void taub_number_list_free(struct taub_number_list *self);
/* False: there is no memory. */
bool taub_number_list_add(struct taub_number_list *self, const char *name, double value, struct taub_text *source);
/* Writes what kernels/dialect.h declares them by; nothing where there are none. */
bool taub_number_list_close(struct taub_number_list *self, struct taub_text *source);
/* The values as lines of text, for compilers that take numbers as constants. */
bool taub_number_list_print(const struct taub_number_list *self, struct taub_text *out);

#endif
