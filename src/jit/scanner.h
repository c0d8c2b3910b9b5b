/* Lines of C text, as far as the includes of a bundle need them: comments, conditions, #include "path". */
#ifndef TAUB_JIT_SCANNER_H
#define TAUB_JIT_SCANNER_H

#include <limits.h>
#include <stdbool.h>

#include "jit/condition.h"

enum { TAUB_MOST_CONDITIONS = 32 };

/* What the scanner remembers from line to line. */
struct taub_scanner {
    bool comment;   /* inside a block comment */
    bool continued; /* the line before ended with a backslash */
    bool begun;     /* a directive was seen */
    int conditions; /* open #if, #ifdef, #ifndef */
    /* Of each whether its branch at hand is read, and whether one before it was. The include guard, an #ifndef that is
     * the first directive, is read. */
    struct {
        enum taub_truth now;
        bool before;
    } branch[TAUB_MOST_CONDITIONS];
    struct taub_known known;
};

/* Whether compilers read the line at hand. */
enum taub_truth taub_scan_is_read(const struct taub_scanner *self);

/* Reads a line, which may be a directive. For #include "path" copies the path and returns true. */
bool taub_scan_directive(struct taub_scanner *self, const char *line, const char *end, char path[PATH_MAX]);
/* Goes behind that line. */
void taub_scan_on(struct taub_scanner *self, const char *line, const char *end);

#endif
