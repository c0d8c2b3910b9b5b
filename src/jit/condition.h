/* Evaluates the condition of an #if as far as the constants of a case allow. */
#ifndef TAUB_JIT_CONDITION_H
#define TAUB_JIT_CONDITION_H

#include <stdbool.h>

/* Looks up a constant, whose name ends at `end`; false if there is none or its value is not a whole number. */
struct taub_known {
    bool (*find)(const void *of, const char *name, const char *end, long *value);
    const void *of;
};

enum taub_truth { TAUB_NO, TAUB_YES, TAUB_UNKNOWN };

/* Supports names, whole numbers, defined, ! && || == != < > <= >= and parentheses; anything else is unknown. */
enum taub_truth taub_condition(const char *text, const char *end, const struct taub_known *known);

#endif
