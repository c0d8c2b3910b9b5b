/* The options of all verbs: parsing, help, completion and "did you mean" read this one table. */
#ifndef TAUB_CLI_OPTION_TABLE_H
#define TAUB_CLI_OPTION_TABLE_H

#include <stddef.h>

#include "cli.h"

/* Verbs that take a CASE and therefore key=value. */
#define CLI_WITH_CASE (CLI_RUN | CLI_CHECK | CLI_COMPILE | CLI_BENCH | CLI_CONVERGE | CLI_BATCH | CLI_CITE)

/* What is done with an option: a member of struct cli_options is set, or take_option does it. */
enum option_kind {
    OPTION_FLAG,  /* a bool */
    OPTION_TEXT,  /* a const char * */
    OPTION_COUNT, /* an int64_t of at least 1 */
    OPTION_OUTPUT,
    OPTION_DEVICE,
    OPTION_DEVICES,
    OPTION_PRECISION,
    OPTION_REPRODUCIBLE,
    OPTION_THREADS,
    OPTION_CELLS,
    OPTION_TOLERANCE,
    OPTION_TIME,
    OPTION_JSON,
    OPTION_SEED,
    OPTION_OF_PYTHON
};

struct option {
    enum option_kind kind;
    size_t member; /* its offset, of the first three */
    char letter;   /* 0: long form only */
    const char *name;
    const char *value; /* NULL: takes none */
    unsigned verbs;
    const char *help;
};

extern const struct option cli_option_table[];
extern const int cli_option_count;

#endif
