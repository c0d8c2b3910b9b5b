/* For compilers that ignore #line: NVIDIA's OpenCL counts lines from the start of the whole text. */
#ifndef TAUB_LOCATE_H
#define TAUB_LOCATE_H

#include "jit/text.h"

/* Appends the log, where `mark` with a line number ("<kernel>:538") becomes the file and line that the #line directives
 * of the source give. */
bool taub_locate(const char *source, const char *log, const char *mark, struct taub_text *out);

#endif
