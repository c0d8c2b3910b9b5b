/* taub reference: the keys of the case file; docs/reference/case-file.md is its output. */
#include "cli.h"

int cli_reference(const struct cli_options *options)
{
    struct taub_error error;
    return taub_case_write_reference(stdout, &error) == TAUB_OK ? TAUB_OK : cli_report(&error);
}
