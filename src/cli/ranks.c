/* Verbs on several ranks, which mpirun or srun has started, or which --devices asks for. */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "comm/comm.h"
#include "comm/local.h"
#include "device/device.h"

/* Reports an error before ranks are connected: only the first one prints. */
static void report_before_start(const struct taub_error *error)
{
    if (taub_comm_started_rank() == 0)
        cli_report(error);
    else
        cli_let_first_rank_speak();
}

/* ---- --devices ---- */

/* Counts the devices of each kind in a child process, because a process that has opened a driver must not fork. */
static bool count_devices(int counts[4])
{
    int ends[2], how = 0;
    memset(counts, 0, 4 * sizeof *counts);
    if (pipe(ends) != 0)
        return false;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        struct taub_device_report reports[64];
        const int found = taub_device_survey(reports, 64);
        for (int n = 0; n < found; n++)
            counts[reports[n].kind] += reports[n].usable;
        _exit(write(ends[1], counts, 4 * sizeof *counts) == (ssize_t)(4 * sizeof *counts) ? 0 : 1);
    }
    close(ends[1]);
    const bool good = child > 0 && read(ends[0], counts, 4 * sizeof *counts) == (ssize_t)(4 * sizeof *counts);
    close(ends[0]);
    if (child > 0)
        waitpid(child, &how, 0);
    return good;
}

/* The number of ranks that --devices asks for. The host is one device, which any number of ranks may share. */
static enum taub_status choose_ranks(const struct cli_options *options, const struct taub_config_device *device,
                                     int *ranks, struct taub_error *error)
{
    int counts[4];
    enum taub_device_kind kind = device->kind;
    if (taub_comm_was_launched())
        return taub_fail(error, TAUB_BAD_INPUT,
                         "--devices starts the ranks itself, but this Taub has already been started as one of several "
                         "ranks; use only one of the two");
    if (device->index > 0)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "--devices uses the devices of the machine beginning with the first one, but device.index is "
                         "%d; use only one of the two (CUDA_VISIBLE_DEVICES selects NVIDIA GPUs)",
                         device->index);
    if (!count_devices(counts))
        return taub_fail(error, TAUB_FAILED, "the devices of this machine cannot be counted");
    if (kind == TAUB_DEVICE_AUTO)
        kind = counts[TAUB_DEVICE_CUDA] > 0 ? TAUB_DEVICE_CUDA : TAUB_DEVICE_HOST;
    const int there = counts[kind];
    *ranks = options->all_devices ? there : options->devices;
    if (kind != TAUB_DEVICE_HOST && *ranks > there)
        return taub_fail(error, TAUB_BAD_INPUT, "--devices %d: there are %d of kind %s (taub devices)", *ranks, there,
                         cli_device_name(kind));
    if (*ranks > TAUB_MOST_LOCAL_RANKS)
        return taub_fail(error, TAUB_BAD_INPUT, "--devices %d: expected at most %d", *ranks, TAUB_MOST_LOCAL_RANKS);
    *ranks = *ranks > 1 ? *ranks : 1;
    return TAUB_OK;
}

/* Loads the case before there are ranks, to know the kind of device. Returns -1 in the ranks, with *out, and otherwise
 * the exit code. */
static int fork_ranks(const struct cli_options *options, const struct taub_comm **out)
{
    struct taub_error error = {.status = TAUB_OK};
    struct taub_case *run_case = NULL;
    int ranks = 1;
    enum taub_status status = cli_load_case(options, NULL, &run_case);
    if (status != TAUB_OK)
        return status;
    status = choose_ranks(options, &taub_case_config(run_case)->device, &ranks, &error);
    taub_case_destroy(run_case);
    *out = taub_comm_alone();
    if (status == TAUB_OK && ranks == 1)
        return -1;
    const int code = status == TAUB_OK ? taub_comm_fork(ranks, out, &error) : (int)status;
    if (code >= 0 && error.status != TAUB_OK) /* otherwise the ranks have printed the error */
        report_before_start(&error);
    return code;
}

/* ---- ranks started by mpirun, or by --devices ---- */

static int join_ranks(const struct taub_comm **out)
{
    struct taub_error error;
    const enum taub_status status = taub_comm_start(out, &error);
    if (status == TAUB_OK)
        return -1;
    report_before_start(&error);
    return status;
}

int cli_on_ranks(const struct cli_options *options,
                 int (*act)(const struct taub_comm *comm, const struct cli_options *options,
                            struct taub_case *run_case))
{
    const struct taub_comm *comm = NULL;
    struct taub_case *run_case = NULL;
    struct taub_error error;
    int code = options->devices || options->all_devices ? fork_ranks(options, &comm) : join_ranks(&comm);
    if (code >= 0)
        return code;
    code = taub_comm_agree(comm, cli_read_case(options, NULL, &run_case, &error), &error);
    if (code == TAUB_OK)
        code = act(comm, options, run_case);
    else if (comm->rank == 0)
        cli_report_case(options, &error);
    taub_case_destroy(run_case);
    fflush(stdout);
    fflush(stderr);
    taub_comm_stop(comm);
    return code;
}
