/* Descriptors and signals of the process. */
#include <errno.h>
#include <fcntl.h>
#include <hdf5.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* Signal handlers can use nothing but variables of the file. */
static volatile sig_atomic_t interrupted;
static volatile sig_atomic_t asked[NSIG]; /* signals that were caught, by number */
static volatile sig_atomic_t stepping;    /* otherwise there is no step to finish */

void cli_process_prepare(void)
{
    /* If descriptor 0, 1 or 2 is closed, the next opened file gets it, and printed text would go into that file. */
    int opened;
    do
        opened = open("/dev/null", O_RDWR);
    while (opened >= 0 && opened <= STDERR_FILENO);
    if (opened >= 0)
        close(opened);
    /* A closed pipe or the limit on file sizes must make the write fail, not end the run. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    /* HDF5's handler at exit crashes if a file could not be closed because of a full disk. The program closes all files
     * itself. */
    H5dont_atexit();
}

int cli_silence_errors(void)
{
    const int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    fflush(stderr);
    if (kept >= 0 && nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
    if (nowhere >= 0)
        close(nowhere);
    return kept;
}

void cli_restore_errors(int kept)
{
    if (kept < 0)
        return;
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
}

void cli_let_first_rank_speak(void)
{
    sleep(1);
}

bool cli_stderr_ready(int patience)
{
    struct pollfd descriptor = {STDERR_FILENO, POLLOUT, 0};
    return poll(&descriptor, 1, patience) > 0 && descriptor.revents == POLLOUT;
}

static void on_signal(int number)
{
    static const char by_hand[] = "\ntaub: finishing the step and writing; repeat the signal to end at once\n";
    static const char by_system[] = "\ntaub: finishing the step and writing\n";
    const bool hand = number == SIGINT || number == SIGTERM;
    const int before = errno;
    /* Only a repeated SIGINT or SIGTERM ends the program at once: batch systems send several different signals, and
     * SIGXCPU every second. */
    if (hand && asked[number]) {
        signal(number, SIG_DFL); /* delivered when this handler returns */
        raise(number);
        return;
    }
    asked[number] = 1;
    const bool first = !interrupted;
    interrupted = 1;
    const char *note = hand ? by_hand : by_system;
    if (!first || !stepping || !cli_stderr_ready(0) || write(STDERR_FILENO, note, strlen(note)) < 0)
        errno = before;
}

void cli_stepping(bool now)
{
    stepping = now;
}

const volatile sig_atomic_t *cli_catch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU};
    for (size_t n = 0; n < sizeof signals / sizeof *signals; n++) {
        struct sigaction action, before;
        memset(&action, 0, sizeof action);
        action.sa_handler = on_signal;
        action.sa_flags = SA_RESTART; /* continues an interrupted write */
        sigemptyset(&action.sa_mask);
        /* with nohup, the run continues when the terminal is closed */
        if (signals[n] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN)
            continue;
        sigaction(signals[n], &action, NULL);
    }
    return &interrupted;
}
