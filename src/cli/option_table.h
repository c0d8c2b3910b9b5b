/* The options of all verbs: parsing, help, completion and "did you mean" read this one table. */
#ifndef TAUB_CLI_OPTION_TABLE_H
#define TAUB_CLI_OPTION_TABLE_H

#include "cli.h"

/* Verbs that take a CASE and therefore key=value. */
#define CLI_WITH_CASE (CLI_RUN | CLI_CHECK | CLI_COMPILE | CLI_BENCH | CLI_CONVERGE | CLI_BATCH | CLI_CITE)

enum option_id {
    OPTION_OUTPUT,
    OPTION_TO,
    OPTION_DEVICE,
    OPTION_DEVICES,
    OPTION_PRECISION,
    OPTION_REPRODUCIBLE,
    OPTION_THREADS,
    OPTION_RESTART,
    OPTION_FORCE_RESTART,
    OPTION_AGAIN,
    OPTION_QUIET,
    OPTION_QUICK,
    OPTION_EXAMPLES,
    OPTION_CELLS,
    OPTION_STEPS,
    OPTION_REPEATS,
    OPTION_TOLERANCE,
    OPTION_ALL,
    OPTION_TIME,
    OPTION_JSON,
    OPTION_SPECTRA,
    OPTION_SAMPLE,
    OPTION_HADRONS,
    OPTION_DECAYS,
    OPTION_SPECIES,
    OPTION_DELTA_F,
    OPTION_NEGATIVE,
    OPTION_BOUNDED,
    OPTION_POLARIZATION,
    OPTION_NO_DECAYS,
    OPTION_PT,
    OPTION_PHI,
    OPTION_RAPIDITY,
    OPTION_EVENTS,
    OPTION_SEED,
    OPTION_OF_PYTHON,
    OPTION_BIBTEX,
    OPTION_HELP
};

struct option {
    enum option_id id;
    char letter; /* 0: long form only */
    const char *name;
    const char *value; /* NULL: takes none */
    unsigned verbs;
    const char *help;
};

extern const struct option cli_option_table[];
extern const int cli_option_count;

#endif
