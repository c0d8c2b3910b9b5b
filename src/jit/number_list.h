/* The numbers of a bundle, which programs read as data. The text contains `#define NAME TAUB_NUMBER(3)` but not the
 * value, so that cases which differ only in values share a program. kernels/dialect.h declares the storage. */
#ifndef TAUB_NUMBER_LIST_H
#define TAUB_NUMBER_LIST_H

#include <stdbool.h>

#include "jit/text.h"

struct taub_number_list {
    double *values;
    int count, capacity;
    bool closed; /* their declarations have been written */
};

void taub_number_list_free(struct taub_number_list *self);
/* False if there is no memory. */
bool taub_number_list_add(struct taub_number_list *self, const char *name, double value, struct taub_text *source);
/* Writes the macros from which kernels/dialect.h declares the numbers, if there are any. */
bool taub_number_list_close(struct taub_number_list *self, struct taub_text *source);
/* Writes the values as constants, for compilers that get numbers this way. */
bool taub_number_list_print(const struct taub_number_list *self, struct taub_text *out);

#endif
