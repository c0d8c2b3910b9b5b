/* File and line for messages of compilers that ignore #line, such as NVIDIA's OpenCL. */
#ifndef TAUB_LOCATE_H
#define TAUB_LOCATE_H

#include "jit/text.h"

/* Appends the log, with each `mark` and line number ("<kernel>:538") replaced by the file and line according to the
 * #line directives of the source. */
bool taub_locate(const char *source, const char *log, const char *mark, struct taub_text *out);

#endif
