/* What the condition of an #if says, as far as the constants of a case tell. */
#ifndef TAUB_JIT_CONDITION_H
#define TAUB_JIT_CONDITION_H

#include <stdbool.h>

/* Looks a constant up; false: there is none of this name (which ends at `end`), or its value is no whole number. */
struct taub_known {
    bool (*find)(const void *of, const char *name, const char *end, long *value);
    const void *of;
};

enum taub_truth { TAUB_NO, TAUB_YES, TAUB_UNKNOWN };

/* Of names, whole numbers, defined, ! && || == != < > <= >= and parentheses; anything else is unknown. */
enum taub_truth taub_condition(const char *text, const char *end, const struct taub_known *known);

#endif
