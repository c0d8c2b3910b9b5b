/* Scans lines of C text for what the includes of a bundle depend on: comments, conditions, #include "path". */
#ifndef TAUB_JIT_SCANNER_H
#define TAUB_JIT_SCANNER_H

#include <limits.h>
#include <stdbool.h>

#include "jit/condition.h"

enum { TAUB_MOST_CONDITIONS = 32 };

/* State between lines. */
struct taub_scanner {
    bool comment;       /* inside a block comment */
    bool continued;     /* the previous line ended with a backslash */
    bool has_directive; /* a directive was found */
    int conditions;     /* open #if, #ifdef, #ifndef */
    bool guard;         /* the outermost of them is taken for the include guard of the file, and read */
    /* For each of them: whether its current branch is read, and whether an earlier one was. */
    struct {
        enum taub_truth now;
        bool before;
    } branch[TAUB_MOST_CONDITIONS];
    struct taub_known known;
};

/* Whether compilers read the current line. */
enum taub_truth taub_scan_is_read(const struct taub_scanner *self);

/* Processes a line if it is a directive. For #include "path" copies the path and returns true. */
bool taub_scan_directive(struct taub_scanner *self, const char *line, const char *end, char path[PATH_MAX]);
/* Finishes that line. */
void taub_scan_end_line(struct taub_scanner *self, const char *line, const char *end);

#endif
