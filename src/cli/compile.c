/* taub compile: fill the kernel cache. */
#include "cli.h"
#include "evolve/run.h"

int cli_compile(const struct cli_options *options)
{
    struct taub_error error;
    struct taub_case *run_case;
    bool was_cached;
    double seconds;
    enum taub_status status = cli_load_case(options, NULL, &run_case);
    if (status != TAUB_OK)
        return status;
    const struct taub_compile_watch watch = {.compiling = options->quiet ? NULL : cli_compiling};
    status = taub_compile(run_case, &watch, &was_cached, &seconds, &error);
    if (status != TAUB_OK)
        cli_report(&error);
    else if (was_cached && !options->quiet)
        printf("kernels: in the cache already\n");
    else if (!options->quiet)
        printf("kernels: compiled in %.2f s\n", seconds);
    taub_case_destroy(run_case);
    return status;
}
