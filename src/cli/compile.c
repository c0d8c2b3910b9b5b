/* taub compile: fill the kernel cache. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "core/limits.h"
#include "evolve/run.h"

/* `name` is printed before the result unless it is NULL. */
static int compile_one(const struct cli_options *options, const char *name)
{
    struct taub_error error;
    struct taub_case *run_case;
    bool was_cached;
    double seconds;
    enum taub_status status = cli_load_case(options, NULL, &run_case);
    if (status != TAUB_OK)
        return status;
    const struct taub_compile_watch watch = {.compiling = options->quiet || name ? NULL : cli_compiling};
    status = taub_compile(run_case, &watch, &was_cached, &seconds, &error);
    const char *before = name ? name : "kernels", *after = name ? "  " : ": ";
    if (status != TAUB_OK)
        cli_report(&error);
    else if (was_cached && !options->quiet)
        printf("%s%sin the cache already\n", before, after);
    else if (!options->quiet)
        printf("%s%scompiled in %.2f s\n", before, after, seconds);
    taub_case_destroy(run_case);
    return status;
}

/* Compiles an example in a child process, so that as many compile at a time as there are cores. False if none was
 * started: the folder has no case, or, with *worst set, there was no process. */
static bool start(const struct cli_options *options, const char *folder, const char *name, int *worst)
{
    struct cli_options one = *options;
    const int length = snprintf(one.case_path, sizeof one.case_path, "%s/%s/case.yaml", folder, name);
    one.input[0] = one.case_path;
    if (length >= (int)sizeof one.case_path || access(one.case_path, R_OK) != 0)
        return false;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        char label[64];
        snprintf(label, sizeof label, "%-24.40s", name);
        const int status = compile_one(&one, label);
        fflush(stdout);
        _exit(status);
    }
    if (child < 0) {
        fprintf(stderr, "taub compile: no process for %s: %s\n", name, strerror(errno));
        *worst = TAUB_FAILED;
    }
    return child > 0;
}

/* Waits for one process; returns the worse of its exit code and `worst`. */
static int wait_for_one(int worst)
{
    int status;
    if (wait(&status) < 0)
        return TAUB_FAILED;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : TAUB_FAILED;
    return code != TAUB_OK ? TAUB_FAILED : worst;
}

static int compile_examples(const struct cli_options *options)
{
    char folder[4096];
    struct dirent **entries;
    int running = 0, worst = TAUB_OK;
    const int count = cli_examples_names(folder, sizeof folder, &entries), most = taub_processors_with_quota("");
    if (count < 0)
        return TAUB_BAD_INPUT;
    for (int i = 0; i < count; i++) {
        if (running == most) {
            worst = wait_for_one(worst);
            running--;
        }
        running += start(options, folder, entries[i]->d_name, &worst);
        free(entries[i]);
    }
    for (; running > 0; running--)
        worst = wait_for_one(worst);
    free(entries);
    return worst;
}

int cli_compile(const struct cli_options *options)
{
    return options->examples ? compile_examples(options) : compile_one(options, NULL);
}
